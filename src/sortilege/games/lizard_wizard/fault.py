"""What can be wrong with a position that comes from outside."""

from collections.abc import Iterator

from sortilege.engine import CHANCE, OVER
from sortilege.games.lizard_wizard import content, rules
from sortilege.games.lizard_wizard.rules import Astoria

ASKED_BY_CHANCE = (rules.STARTING, rules.DEALING, rules.LAYING, rules.EXPLORING, rules.FINISHING,
                   rules.MAGUS_THINKING, rules.MAGUS_GATHERING)  # fmt: skip
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
    yield state.side in (0, 1) and 0 <= state.line < len(content.CHART), "the charts have no such line"
    yield all(0 <= coins <= 1_000_000 for row in (state.mana, state.gold) for coins in row), "coins cannot be so many"
    yield all(-251 <= bid <= 250 for bid in state.bids), "there is no such bid"
    yield all(0 <= cast <= rules.USED for cast in state.cast), "a spell is uncast, active or used"
    yield all(0 <= place <= rules.DECK + MOST_LAYERS for place in state.at), "a card lies nowhere"
    yield all(-1 <= card < rules.GATHERING for card in state.offer), "there is no such card on offer"
    yield (
        all(low <= value <= high for low, value, high in zip(content.LOWEST, state.values, content.HIGHEST)),
        "a value is off its track",
    )


def cards(state: Astoria) -> Iterator[str]:
    """Offers, decks, hands and powers agree with where the cards lie."""
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
    for mage in range(rules.MAGES):
        held = state.count_at(rules.GATHERING, rules.DUNGEON, mage, mage)
        if state.hands[mage] != held or held > content.LARGEST_HAND:
            yield "a hand does not hold what it should"
    for spell, cast in enumerate(state.cast):
        if cast != rules.UNCAST and state.at[rules.SPELLS + spell] >= rules.MAGES:
            yield "a spell is cast that nobody owns"
    if (list(state.bonus), list(state.powers)) != works(state):
        yield "wizards and spells do not work as they lie"


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
        elif state.phase in (rules.NAMING, rules.CHARMING, rules.TRANSMUTING) and state.spell == rules.NONE:
            yield "no spell is at work"
        elif state.phase == rules.FILCHING and state.target == rules.NONE:
            yield "nobody is robbed"
        elif not state.moves():
            yield "nothing can be decided"
