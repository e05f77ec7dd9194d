"""Which positions of Lizard Wizard can be: what is checked of one that comes from outside."""

from collections.abc import Iterator

from sortilege.engine import CHANCE, OVER
from sortilege.games.lizard_wizard import content, position
from sortilege.games.lizard_wizard.position import MAGES, MAGUS, NONE, REAGENTS
from sortilege.games.lizard_wizard.rules import Astoria, casting, drawing, duel, dungeon, effects, setup, turn

BEFORE_THE_FIRST_TURN = (position.STARTING, position.DEALING, position.CHOOSING, position.LAYING)
AGAINST_THE_MAGUS = (position.STARTING, position.MAGUS_THINKING, position.MAGUS_GATHERING)
IN_THE_DUNGEON = (position.EXPLORING, position.DELVING)

# Phases in which cards are turned up, and those in which it may be the Magus' turn.
OF_CHANCE = (
    position.STARTING,
    position.DEALING,
    position.LAYING,
    position.ACTING,
    position.BIDDING,
    position.CASTING,
    position.USING,
    position.LEARNING,
    position.EXPLORING,
    position.FINISHING,
    position.MAGUS_THINKING,
    position.MAGUS_GATHERING,
)
OF_THE_MAGUS = (
    position.LAYING,
    position.BIDDING,
    position.EXPLORING,
    position.FINISHING,
    position.MAGUS_THINKING,
    position.MAGUS_GATHERING,
    position.ENDED,
)

# What a spell at work does in each phase that it can ask for, and phases that others ask for too.
ASKED_BY = {
    position.TAKING: (content.GIVE_TOKENS,),
    position.NAMING: (content.SHIFT, content.TITHE, content.BLIGHT),
    position.AIMING: (content.STEAL,),
    position.FILCHING: (content.STEAL,),
    position.CHARMING: (content.DISPEL, content.ABDUCT),
    position.TRANSMUTING: (content.TRANSMUTE,),
    position.LEARNING: (content.STUDY,),
    position.EXPLORING: (content.EXPEDITION,),
    position.DELVING: (content.EXPEDITION,),
}
ALSO_WITHOUT = (position.LEARNING, *IN_THE_DUNGEON)

# Fields that say something in these phases only, and what they are in all others.
ONLY_IN = {
    "gathered": (NONE, (position.LEAVING,)),
    "wizard": (NONE, (position.BIDDING,)),
    "familiar": (NONE, (position.USING,)),
    "at_work": (NONE, (position.LEAVING, *ASKED_BY)),
    "to_leave": (0, (position.LEAVING,)),
    "excess": (0, (position.RETURNING,)),
    "bartered": (0, (position.BARTERING,)),
    "bid": (0, (position.BIDDING,)),
    "to_take": (0, (position.TAKING, position.AIMING, position.FILCHING)),
    "asked": (NONE, (position.BIDDING,)),
    "hits": (0, IN_THE_DUNGEON),
}


def faults(state: Astoria) -> Iterator[str]:
    """What does not go together; what comes first is taken for granted by what follows."""
    for check in (players, cards, spells, hands, tokens, at_rest, phase, decision):
        found = list(check(state))
        yield from found
        if found:
            return


def players(state: Astoria) -> Iterator[str]:
    mages = state.mages()
    if max(state.turn, state.first, state.target, state.trapper, state.asked, state.leader) >= mages:
        yield "somebody plays who is not there"
    if any(place < MAGES and place >= mages for place in state.at):
        yield "a card belongs to nobody here"
    rows = (state.mana, state.gold, state.hands, state.kept, state.bids)
    if any(any(row[mages:]) for row in rows) or any(state.tokens[mages * REAGENTS :]):
        yield "something belongs to nobody here"
    if state.round > state.rounds:
        yield "there are not so many rounds"
    if state.seats > 1 and state.phase in AGAINST_THE_MAGUS:
        yield "there is no Magus here"
    if state.by_magus(state.turn) and state.phase not in OF_THE_MAGUS:
        yield "the Magus decides nothing"
    if not state.by_magus(state.turn) and state.phase in (position.MAGUS_THINKING, position.MAGUS_GATHERING):
        yield "it is not the Magus' turn"


def cards(state: Astoria) -> Iterator[str]:
    """Offers and decks agree with where the cards lie."""
    on_offer = [card for card in state.offer if card != NONE]
    lying = [card for card in range(position.GATHERING) if state.at[card] == position.OFFER]
    if sorted(on_offer) != lying:
        yield "the offer is not what lies there"
    for slot, card in enumerate(state.offer):
        deck = position.DECK_OF_SLOT[slot]
        if card != NONE and not position.FIRST_CARD[deck] <= card < position.FIRST_CARD[deck + 1]:
            yield "a card lies in another deck's offer"
    for deck, left in enumerate(state.left):
        first, end = position.FIRST_CARD[deck], position.FIRST_CARD[deck + 1]
        if left != state.count_at(first, end, position.DECK, position.BOTTOM):
            yield "a deck does not hold what it should"
    if not all(lies_well(state, card, place) for card, place in enumerate(state.at)):
        yield "a card lies where it cannot"
    if state.layer > state.count_at(position.FAMILIARS, position.SPELLS, 0, MAGES - 1):
        yield "the spells were not cleared so often"
    starred = [spell for spell, star in enumerate(content.SPELL_STAR) if star]
    if not state.starred and any(state.at[position.SPELLS + spell] != position.OUT for spell in starred):
        yield "there are starred spells in a game without them"
    monsters = state.count_at(position.MONSTERS, position.TRAPS, position.DISCARD, position.DISCARD)
    if state.hits != monsters:
        yield "there are not so many hits"


def lies_well(state: Astoria, card: int, place: int) -> bool:
    """Is it a place for such a card, whatever lies elsewhere?"""
    if place < MAGES:
        return card < position.MONSTERS or card >= position.TILES
    if place == position.OFFER:
        return card < position.GATHERING or card >= position.TILES
    if place == position.OUT:
        return not position.GATHERING <= card < position.TRAPS
    if place == position.DISCARD:
        if card < position.DUNGEON:
            return card >= position.GATHERING
        return card < position.TILES and state.phase in IN_THE_DUNGEON
    if position.SPELLS <= card < position.GATHERING:
        return place <= position.DECK + state.layer
    return bool(place == position.DECK + setup.layer_of(card))


def spells(state: Astoria) -> Iterator[str]:
    """Who cast what, and how it works."""
    for spell, cast in enumerate(state.cast):
        if cast != position.UNCAST:
            if state.at[position.SPELLS + spell] >= MAGES:
                yield "a spell is cast that nobody owns"
            if (cast == position.ACTIVE) != bool(content.SPELL_LASTING[spell]):
                yield "a spell lasts, or is used, that cannot be so"
    if (list(state.bonus), list(state.powers)) != works(state):
        yield "wizards and spells do not work as they lie"
    laid = [spell for spell, kind in enumerate(content.SPELL_KIND) if kind == content.TRAP and state.cast[spell]]
    out = state.count_at(position.TRAPS, position.TILES, position.OUT, position.OUT)
    if (out < position.TILES - position.TRAPS or state.trapper != NONE) and not laid:
        yield "there are traps that nobody laid"


def works(state: Astoria) -> tuple[list[int], list[int]]:
    """Bonus and powers as the cards give them."""
    fresh = state.copy()
    for row in (fresh.bonus, fresh.powers):
        for place in range(len(row)):
            row[place] = 0
    for wizard in range(position.WIZARDS, position.TOWERS):
        if fresh.at[wizard] < MAGES:
            duel.join(fresh, wizard, fresh.at[wizard])
    for spell, cast in enumerate(fresh.cast):
        if cast == position.ACTIVE:
            casting.lend_power(fresh, fresh.at[position.SPELLS + spell], spell, 1)
    return list(fresh.bonus), list(fresh.powers)


def hands(state: Astoria) -> Iterator[str]:
    """Hands agree with where the gathering cards lie, and with the last shuffle."""
    unshuffled = [
        place
        for place, shuffled in zip(state.at[position.GATHERING : position.DUNGEON], state.shuffled)
        if not shuffled
    ]
    if any(place >= position.DECK for place in unshuffled):
        yield "a card lies in the deck that was not shuffled into it"
    for mage in range(MAGES):
        held = state.count_at(position.GATHERING, position.DUNGEON, mage, mage)
        if state.hands[mage] != held or state.kept[mage] != unshuffled.count(mage):
            yield "a hand does not hold what it should"
    if state.phase not in (position.STARTING, position.DEALING):
        if any(state.hands[seat] < content.HAND - being_filled(state, seat) for seat in range(state.seats)):
            yield "a hand is too small"
        if state.dealt not in (NONE, state.turn):
            yield "cards are dealt to somebody else"
    if state.dealt != NONE and state.seat != CHANCE:
        yield "cards are dealt, but none is drawn"


def being_filled(state: Astoria, seat: int) -> bool:
    """A gathering card has just been played from this hand."""
    return bool(seat == state.dealt or (seat == state.turn and state.gathered != NONE))


def tokens(state: Astoria) -> Iterator[str]:
    for reagent in range(REAGENTS):
        held = sum(state.tokens[mage * REAGENTS + reagent] for mage in range(MAGES))
        if held + state.supply[reagent] != content.SUPPLY:
            yield "tokens are lost or made"
        if not content.LOWEST[reagent] <= state.values[reagent] <= content.HIGHEST[reagent]:
            yield "a value is off its track"


def at_rest(state: Astoria) -> Iterator[str]:
    """Nothing is said of what the phase is not about."""
    for name, (plain, phases) in ONLY_IN.items():
        if state.phase not in phases and getattr(state, name) != plain:
            yield f"{name!r} does not fit the phase"
    if any(state.pick) and state.phase != position.LEAVING:
        yield "tokens are picked for nothing"


def phase(state: Astoria) -> Iterator[str]:
    """What the phase is about is there."""
    if not spell_fits(state):
        yield "the spell at work does not fit the phase"
    if state.phase in BEFORE_THE_FIRST_TURN:
        yield from set_up(state)
    if not all(fits for phase, fits in needs(state) if phase == state.phase):
        yield "the phase lacks what it is about"


def spell_fits(state: Astoria) -> bool:
    """The spell at work is the last one, the player's own, paid or about to be, and asks for what is asked."""
    spell = state.at_work
    if spell == NONE:
        return state.phase not in ASKED_BY or state.phase in ALSO_WITHOUT
    paid = state.cast[spell] != position.UNCAST
    if spell != state.last_spell or state.at[position.SPELLS + spell] != state.turn:
        return False
    if state.phase == position.LEAVING:
        return not paid
    return paid and content.SPELL_KIND[spell] in ASKED_BY[state.phase]


def set_up(state: Astoria) -> Iterator[str]:
    """Before the first turn: two reagents for everybody who has chosen, and enough cards to lay out."""
    if state.phase != position.LAYING and set(state.offer) != {NONE}:
        yield "cards are on offer before the reagents are chosen"
    chosen = {position.CHOOSING: state.turn, position.LAYING: state.seats}.get(state.phase, 0)
    for seat in range(state.seats):
        held = state.token_count(seat)
        choosing = state.phase == position.CHOOSING and seat == state.turn
        if held >= content.START_REAGENTS if choosing else held != content.START_REAGENTS * (seat < chosen):
            yield "the reagents are not those of the start"
    tiles = state.count_at(position.TILES, position.CARDS, position.OFFER, position.OFFER)
    if tiles + state.left[content.TILE_DECK] < content.TILES_ON_OFFER:
        yield "there are too few achievements"
    if state.seats == 1 and setup.magus_lacks_wizard(state) and state.left[content.WIZARD_DECK] < content.MAGUS_WIZARDS:
        yield "there is no wizard for the Magus"


def needs(state: Astoria) -> Iterator[tuple[int, bool]]:
    """Phases, and whether what each of them needs is there."""
    turn = state.turn
    yield position.CASTING, state.casts > 0 or state.seat == CHANCE
    yield position.BIDDING, duel_fits(state)
    yield position.USING, state.familiar != NONE and state.at[position.FAMILIARS + state.familiar] == turn
    yield position.LEARNING, state.offered(content.SPELL_DECK) + state.left[content.SPELL_DECK] > 0
    yield position.LEAVING, picked_is_there(state)
    yield position.RETURNING, 0 < state.excess == state.token_count(turn) - state.storage(turn)
    yield position.BARTERING, state.bartered > 0 and state.token_count(turn) > 0
    for inside in IN_THE_DUNGEON:
        yield inside, state.left[content.DUNGEON_DECK] > 0 and state.hits < dungeon.most_hits(state)
    for taking in (position.TAKING, position.AIMING, position.FILCHING):
        yield taking, 0 < state.to_take <= content.SPELL_AMOUNT[state.at_work]
    robbed = state.target != NONE and effects.can_rob(state, state.target)
    yield position.FILCHING, robbed and state.to_take <= state.token_count(state.target)
    yield position.ENDED, state.ended != position.GOING_ON and turn == state.first


def duel_fits(state: Astoria) -> bool:
    """A wizard on offer; the highest bid is that of the leader, who can pay it; whoever is asked has not passed."""
    if state.wizard == NONE or state.at[position.WIZARDS + state.wizard] != position.OFFER or state.asked == NONE:
        return False
    if state.turn == MAGUS and state.seats == 1 and content.CHART[state.line + 2] != content.DOES_RECRUIT:
        return False
    if state.leader == NONE:
        return bool(
            state.mana[state.turn] > 0 and state.bid == 0 and set(state.bids) == {0} and state.asked == state.turn
        )
    if state.mages() == 2 and state.asked == state.turn:
        return False
    leads = 0 < state.bid == state.bids[state.leader] == max(state.bids) and state.mana[state.leader] >= state.bid
    alone = list(state.bids).count(state.bid) == 1
    return bool(leads and alone and state.asked != state.leader and state.bids[state.asked] >= 0)


def picked_is_there(state: Astoria) -> bool:
    """Of tokens picked of two kinds or more some are left out; the others are in the supply, or in the hands of whoever
    pays: for a gathering card, a spell, or the tower on offer."""
    if not 0 < state.to_leave <= sum(state.pick) or sum(picked > 0 for picked in state.pick) < 2:
        return False
    held = state.tokens[state.turn * REAGENTS : (state.turn + 1) * REAGENTS]
    if state.gathered == NONE:
        there = state.at_work != NONE or state.offered(content.TOWER_DECK) > 0
    else:
        there = state.at_work == NONE and state.at[position.GATHERING + state.gathered] == position.DISCARD
    source = held if state.gathered == NONE else state.supply
    return there and all(picked <= left for picked, left in zip(state.pick, source))


def decision(state: Astoria) -> Iterator[str]:
    """What has to be turned up is drawn, or somebody is asked who can decide."""
    if (state.seat == OVER) != (state.phase == position.ENDED):
        yield "the end is not the end"
    elif state.seat == CHANCE and state.phase not in OF_CHANCE:
        yield "nothing is turned up in this phase"
    elif not waits(state):
        yield "that is not what comes next"
    elif state.seat == CHANCE and state.sides() < 1:
        yield "nothing can be drawn"
    elif state.seat >= 0 and not state.moves():
        yield "nothing can be decided"


def waits(state: Astoria) -> bool:
    """Going on without a move leads nowhere else."""
    fresh = state.copy()
    if state.phase in (position.BIDDING, position.ENDED):
        asked, drawn = state.asked if state.phase == position.BIDDING else OVER, position.NOTHING
        if state.by_magus(asked):
            asked, drawn = CHANCE, position.MAGUS_BID
        return bool(state.seat == asked and state.drawing == drawn and drawing.wanted(fresh) == position.NOTHING)
    turn.settle(fresh)
    return fresh == state
