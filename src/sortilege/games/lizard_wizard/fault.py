"""What can be wrong with a position that comes from outside."""

from collections.abc import Iterator

from sortilege.engine import CHANCE, OVER
from sortilege.games.lizard_wizard import content, rules
from sortilege.games.lizard_wizard.rules import Astoria

ASKED_BY_CHANCE = (rules.STARTING, rules.DEALING, rules.LAYING, rules.EXPLORING, rules.FINISHING,
                   rules.MAGUS_THINKING, rules.MAGUS_GATHERING)  # fmt: skip
ASKED_BY_A_SPELL = (rules.TAKING, rules.NAMING, rules.AIMING, rules.FILCHING, rules.CHARMING, rules.TRANSMUTING)
MOST_LAYERS = 35


def fault(state: Astoria) -> str:
    """The first fault, or nothing."""
    return next(faults(state), "")


def faults(state: Astoria) -> Iterator[str]:
    for sound, said in numbers(state):
        if not sound:
            yield said
            return
    yield from cards(state)
    yield from hands(state)
    yield from tokens(state)
    yield from decision(state)


def numbers(state: Astoria) -> Iterator[tuple[bool, str]]:
    """Every field in its range."""
    mages = state.mages()
    yield state.starred in (0, 1) and 1 <= state.rounds <= 1000, "no such option"
    yield 0 <= state.phase <= rules.ENDED and 0 <= state.drawing <= rules.MAGUS_CARD, "there is no such phase"
    yield 0 <= state.turn < mages and 0 <= state.first < mages, "the turn must be somebody's"
    yield 1 <= state.round <= state.rounds and 0 <= state.ended <= rules.ROUNDS_PLAYED, "no such round or end"
    yield state.again in (0, 1) and 0 <= state.casts <= rules.ENDLESS, "no such number of actions or spells"
    yield -1 <= state.only < 65 and -1 <= state.spell < 65 and -1 <= state.card < 56, "there is no such card"
    yield 0 <= state.purpose <= rules.TOWER_PRICE and 0 <= state.quota <= 1000, "no such quota"
    yield -1 <= state.target < mages and -1 <= state.slot < rules.SLOTS, "no such target or slot"
    yield -1 <= state.dealt < state.seats and 0 <= state.layer <= MOST_LAYERS, "no such hand or layer"
    yield 0 <= state.hits <= 9 and -1 <= state.trapper < mages, "no such hits or traps"
    yield -1 <= state.asked < mages and -1 <= state.leader < mages, "no such duel"
    line_begins = 0 <= state.line < len(content.CHART) and state.line % 3 == 0
    yield state.side in (0, 1) and line_begins, "the charts have no such line"
    yield all(0 <= coins <= 1_000_000 for row in (state.mana, state.gold) for coins in row), "coins cannot be so many"
    yield all(shuffled in (0, 1) for shuffled in state.shuffled), "a card was shuffled or was not"
    yield all(-251 <= bid <= 250 for bid in state.bids), "there is no such bid"
    yield all(0 <= cast <= rules.USED for cast in state.cast), "a spell is uncast, active or used"
    yield all(0 <= place <= rules.DECK + MOST_LAYERS for place in state.at), "a card lies nowhere"
    yield all(-1 <= card < rules.GATHERING for card in state.offer), "there is no such card on offer"
    yield (
        all(low <= value <= high for low, value, high in zip(content.LOWEST, state.values, content.HIGHEST)),
        "a value is off its track",
    )


def cards(state: Astoria) -> Iterator[str]:
    """Offers, decks and powers agree with where the cards lie."""
    for card, place in enumerate(state.at):
        if place < rules.MAGES and place >= state.mages():
            yield "a card belongs to nobody here"
        if card < rules.GATHERING and (place == rules.OFFER) != (card in state.offer):
            yield "the offer is not what lies there"
        if card < rules.GATHERING and place == rules.DISCARD:
            yield "only gathering and dungeon cards are laid aside"
    for slot, card in enumerate(state.offer):
        deck = rules.DECK_OF_SLOT[slot]
        if card != rules.NONE and not rules.FIRST_CARD[deck] <= card < rules.FIRST_CARD[deck + 1]:
            yield "a card lies in another deck's offer"
    for deck in range(rules.DECKS):
        if state.left[deck] != state.count_at(rules.FIRST_CARD[deck], rules.FIRST_CARD[deck + 1], rules.DECK, 99):
            yield "a deck does not hold what it should"
    for spell, cast in enumerate(state.cast):
        if cast != rules.UNCAST and state.at[rules.SPELLS + spell] >= rules.MAGES:
            yield "a spell is cast that nobody owns"
    if (list(state.bonus), list(state.powers)) != works(state):
        yield "wizards and spells do not work as they lie"


def hands(state: Astoria) -> Iterator[str]:
    """Hands agree with where the gathering cards lie, and with the last shuffle."""
    unshuffled = [
        place for place, shuffled in zip(state.at[rules.GATHERING : rules.DUNGEON], state.shuffled) if not shuffled
    ]
    if any(place >= rules.DECK for place in unshuffled):
        yield "a card lies in the deck that was not shuffled into it"
    for mage in range(rules.MAGES):
        held = state.count_at(rules.GATHERING, rules.DUNGEON, mage, mage)
        if state.hands[mage] != held or held > content.LARGEST_HAND or state.kept[mage] != unshuffled.count(mage):
            yield "a hand does not hold what it should"


def works(state: Astoria) -> tuple[list[int], list[int]]:
    """Bonus and powers as the cards give them."""
    fresh = state.copy()
    for place in range(len(fresh.bonus)):
        fresh.bonus[place] = 0
    for place in range(len(fresh.powers)):
        fresh.powers[place] = 0
    for wizard in range(rules.WIZARDS, rules.TOWERS):
        if fresh.at[wizard] < rules.MAGES:
            fresh.join(wizard, fresh.at[wizard])
    for spell, cast in enumerate(fresh.cast):
        if cast == rules.ACTIVE:
            fresh.lend_power(fresh.at[rules.SPELLS + spell], spell, 1)
    return list(fresh.bonus), list(fresh.powers)


def tokens(state: Astoria) -> Iterator[str]:
    for reagent in range(rules.REAGENTS):
        held = [state.tokens[mage * rules.REAGENTS + reagent] for mage in range(rules.MAGES)]
        if min(held) < 0 or state.supply[reagent] < 0 or sum(held) + state.supply[reagent] != content.SUPPLY:
            yield "tokens are lost or made"
        if not 0 <= state.pick[reagent] <= content.SUPPLY:
            yield "no such tokens are picked"


def decision(state: Astoria) -> Iterator[str]:
    """Somebody can decide, or something can be drawn."""
    if (state.seat == OVER) != (state.phase == rules.ENDED):
        yield "the end is not the end"
    elif state.seat == CHANCE:
        if state.drawing == rules.NOTHING or state.copy().wanted() != state.drawing or state.sides() < 1:
            yield "nothing can be drawn"
    elif state.seat != OVER:
        asked = state.asked if state.phase == rules.BIDDING else state.turn
        if state.phase in ASKED_BY_CHANCE or state.seat != asked or state.seat >= state.seats:
            yield "the seat that decides does not fit the phase"
        elif not state.moves():
            yield "nothing can be decided"
        else:
            yield from (said for sound, said in pending(state) if not sound)
    if state.phase in (rules.STARTING, rules.DEALING, rules.CHOOSING) and set(state.offer) != {rules.NONE}:
        yield "cards are on offer before the reagents are chosen"
    if (state.asked != rules.NONE) != (state.phase == rules.BIDDING):
        yield "somebody is asked for a bid, but there is no duel"


def pending(state: Astoria) -> Iterator[tuple[bool, str]]:
    """What the decision is about fits it."""
    phase, turn = state.phase, state.turn
    if phase in ASKED_BY_A_SPELL:
        yield state.spell != rules.NONE, "no spell is at work"
    if phase == rules.CHOOSING:
        yield state.token_count(turn) < content.START_REAGENTS, "all is chosen"
    elif phase == rules.BIDDING:
        yield duel_is_sound(state), "the bids of the duel do not fit"
    elif phase == rules.USING:
        owned = 0 <= state.card < rules.SPELLS - rules.FAMILIARS and state.at[rules.FAMILIARS + state.card] == turn
        yield owned, "no familiar is used"
    elif phase == rules.LEAVING:
        yield picked_is_there(state), "the tokens picked do not fit"
    elif phase == rules.RETURNING:
        yield 0 < state.quota == state.token_count(turn) - state.storage(turn), "so many need not be put back"
    elif phase == rules.DELVING:
        yield state.left[rules.DUNGEON_DECK] > 0, "the dungeon is empty"
    elif phase in (rules.TAKING, rules.AIMING):
        yield state.quota > 0, "nothing is taken"
    elif phase == rules.FILCHING:
        robbed = state.target != rules.NONE and state.can_rob(state.target)
        yield robbed and 0 < state.quota <= state.token_count(state.target), "nobody is robbed"


def duel_is_sound(state: Astoria) -> bool:
    """A wizard on offer; the highest bid is that of the leader, who can pay it; whoever is asked has not passed."""
    if not 0 <= state.card < rules.TOWERS or state.at[rules.WIZARDS + state.card] != rules.OFFER:
        return False
    if state.leader == rules.NONE:
        return state.quota == 0 and set(state.bids) == {0} and state.asked == state.turn
    leads = 0 < state.quota == state.bids[state.leader] == max(state.bids) and state.mana[state.leader] >= state.quota
    return leads and state.asked != state.leader and state.bids[state.asked] >= 0


def picked_is_there(state: Astoria) -> bool:
    """Of the tokens picked some are left out; the others are in the supply, or in the hands of whoever pays."""
    if not 0 < state.quota <= sum(state.pick):
        return False
    if state.purpose == rules.GATHERING_CARD:
        shown = state.card >= 0 and state.at[rules.GATHERING + state.card] == rules.DISCARD
        return shown and all(picked <= left for picked, left in zip(state.pick, state.supply))
    if state.purpose == rules.SPELL_PRICE:
        there = state.spell != rules.NONE and state.at[rules.SPELLS + state.spell] == state.turn
    else:
        there = state.offered(rules.TOWER_DECK) > 0
    held = state.tokens[state.turn * rules.REAGENTS : (state.turn + 1) * rules.REAGENTS]
    return there and all(picked <= own for picked, own in zip(state.pick, held))
