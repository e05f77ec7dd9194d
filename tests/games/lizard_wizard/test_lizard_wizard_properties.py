"""What holds in every game: nothing is lost, nothing leaks, money is announced."""

import json
from collections.abc import Callable, Iterator

import pytest
from lizard_table import LizardTable, on_screen

from kit import INTERPRETED
from sortilege.bots.seat import Seat
from sortilege.engine import CHANCE, OVER, BadSnapshot, FastChance
from sortilege.games.lizard_wizard import GAME, content, position
from sortilege.games.lizard_wizard.rules import Astoria, scoring
from sortilege.games.lizard_wizard.rules.holdings import Holdings

GATHERING_CARDS = range(position.GATHERING, position.DUNGEON)


def walk(seats: int, seed: object, sensible: bool, most: int = 100_000) -> Iterator[tuple[Astoria, int]]:
    chance = FastChance(seed)
    state = GAME.start(seats)
    assert isinstance(state, Astoria)
    for _ in range(most):
        if state.seat == OVER:
            return
        if state.seat == CHANCE:
            move = chance.below(state.sides())
        elif sensible:
            move = GAME.sense.choose(state, chance)
        else:
            moves = state.moves()
            move = moves[chance.below(len(moves))]
        yield state, move
        state.advance(move)


@pytest.mark.parametrize("seats", [1, 2, 3, 5])
def test_tokens_cards_and_coins_are_never_lost(seats: int) -> None:
    for state, _ in walk(seats, "kept", sensible=seats % 2 == 1, most=500):
        for reagent in range(7):
            held = sum(state.tokens[mage * 7 + reagent] for mage in range(position.MAGES))
            assert held + state.supply[reagent] == content.SUPPLY
        assert min(state.mana) >= 0
        assert min(state.gold) >= 0
        assert GAME.fault(state) == ""


def test_one_card_more_is_counted_as_if_it_lay_there() -> None:
    """What the sense asks of every card on offer, beside the same position with the card laid out."""
    compared = 0
    for number, (state, _) in enumerate(walk(3, "one more", sensible=True)):
        offered = [card for card in state.offer if card != position.NONE] if number % 11 == 0 else []
        for card in offered:
            for mage in range(3):
                laid = state.copy()
                laid.at[card] = mage
                if card >= position.SPELLS:
                    lasts = content.SPELL_KIND[card - position.SPELLS] <= content.POINTS
                    laid.cast[card - position.SPELLS] = position.ACTIVE if lasts else position.USED
                counted = Holdings(state, mage).with_card(card)
                assert scoring.points_of(counted) == scoring.points(laid, mage)
                compared += 1
    assert compared > 100


@pytest.mark.rule("lizard_wizard:hidden", "lizard_wizard:ledger")
@pytest.mark.parametrize("seats", [2, 4])
def test_people_are_shown_the_same_whatever_coins_others_have(seats: int) -> None:
    """Mana and gold changed in a snapshot: pictures, screens, scores, news, and views but for the ledger stay the same,
    byte for byte. What one seat has is changed while another looks on; for a spectator, what all have."""
    often = 35 if INTERPRETED else 9
    for number, (state, move) in enumerate(walk(seats, "coins", sensible=True, most=400)):
        if number % often or state.phase == position.DEALING:  # type: ignore[attr-defined]
            continue
        snapshot = json.loads(json.dumps(state.snapshot()))
        eye = (None, *range(seats))[number // often % (seats + 1)]
        for mage in range(seats):
            if mage != eye:
                snapshot["position"]["mana"][mage] += 5 + mage
                snapshot["position"]["gold"][mage] += 3
        other = GAME.restore(snapshot)
        after, other_after = state.copy(), other.copy()
        after.advance(move)
        other_after.advance(move)
        if after.seat == OVER:
            break
        assert (after.seat, after.phase) == (other_after.seat, other_after.phase)  # type: ignore[attr-defined]
        view, other_view = state.view(eye), other.view(eye)
        assert view.pop("ledger") != other_view.pop("ledger")
        assert json.dumps(other_view) == json.dumps(view)
        seat = -1 if eye is None else eye
        assert other.seen_by(seat).scores() == state.seen_by(seat).scores()
        assert on_screen(other, eye) == on_screen(state, eye)
        assert other.picture(eye) == state.picture(eye)
        assert other.news(move, eye) == state.news(move, eye)


@pytest.mark.rule("lizard_wizard:ledger")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_what_is_announced_adds_up_to_what_everybody_has(seats: int) -> None:
    coins = {seat: {"mana": content.START_MANA, "gold": 0} for seat in range(seats)}
    for state, move in walk(seats, "ledger", sensible=True):
        assert state.view(0)["ledger"][:seats] == [coins[seat] for seat in range(seats)]
        for line in state.news(move, None):
            who, _, changes = line.rstrip(".").partition(": ")
            for change in changes.split(", "):
                number, _, coin = change.partition(" ")
                if coin in ("mana", "gold") and who.endswith("}"):
                    coins[int(who[1:-1])][coin] += int(number.replace("−", "-"))
        after = state.copy()
        after.advance(move)
        assert [coins[seat]["mana"] for seat in range(seats)] == list(after.mana[:seats])  # type: ignore[attr-defined]
        assert [coins[seat]["gold"] for seat in range(seats)] == list(after.gold[:seats])  # type: ignore[attr-defined]


def test_imagined_hands_are_drawn_from_all_unknown_cards() -> None:
    state = LizardTable(3).state
    chance = FastChance("hands")
    seen = set()
    for _ in range(200):
        imagined = state.imagine(0, chance)
        assert [imagined.at[card] == 0 for card in GATHERING_CARDS] == [state.at[card] == 0 for card in GATHERING_CARDS]
        seen.update(card for card in GATHERING_CARDS if imagined.at[card] == 1)
        assert list(imagined.mana) == list(state.mana)
    assert len(seen) == 53


@pytest.mark.rule("lizard_wizard:reshuffle", "lizard_wizard:hidden")
def test_cards_held_since_before_a_shuffle_are_imagined_in_hands() -> None:
    """The discard pile was open, so what was not in it when the deck was made anew is in a hand; all can count that."""
    table = LizardTable(3).hand(0, "Horn 2")
    state = table.state
    for card in GATHERING_CARDS:
        if state.at[card] == position.DECK:
            state.at[card] = position.DISCARD
    state.left[content.GATHERING_DECK] = 0
    held = {card for card in GATHERING_CARDS if state.at[card] in (1, 2)}
    table.do("gather horn 2")
    assert list(state.kept[:3]) == [2, 3, 3]
    chance = FastChance("shuffled")
    seconds = set()
    for _ in range(30):
        imagined = state.imagine(0, chance)
        assert {card for card in GATHERING_CARDS if imagined.at[card] in (1, 2)} == held
        assert GAME.fault(imagined) == ""
        seconds.add(tuple(card for card in held if imagined.at[card] == 1))
    assert len(seconds) > 1
    assert len(state.view(0)["still_held"]) == 6
    assert [each["cards_kept"] for each in state.view(0)["players"]] == [2, 3, 3]
    assert len(state.view(None)["still_held"]) == 8
    table.do(table.texts("gather")[0])
    while state.turn == 1:
        table.do(table.texts()[0])
    assert list(state.kept[:3]) == [2, 2, 3]
    assert len(state.view(0)["still_held"]) == 5
    assert GAME.fault(state) == ""


@pytest.mark.rule("lizard_wizard:hidden", "lizard_wizard:reshuffle")
@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 1), (5, 2)])
def test_what_is_imagined_could_have_led_here(seats: int, seed: int) -> None:
    """With the imagined cards all moves so far were legal, and told the seat what it was told."""
    chance = FastChance("histories")
    played: list[int] = []
    otherwise = since_a_shuffle = 0
    for number, (state, move) in enumerate(walk(seats, f"histories {seed}", sensible=True)):
        if number % 60 == 59:
            eye = number // 60 % seats
            imagined = state.imagine(eye, chance)
            assert isinstance(imagined, Astoria)
            retell(seats, played, imagined, eye)
            otherwise += imagined != state
            since_a_shuffle += any(state.kept)
        played.append(move)
    assert otherwise > 1
    assert since_a_shuffle > 0 or seats < 5


def retell(seats: int, played: list[int], imagined: Astoria, eye: int) -> None:
    """Play it all again, with an imagined card in the place of each that this seat has not seen."""
    instead = otherwise_drawn(seats, played, imagined, eye)
    true, again = GAME.start(seats), GAME.start(seats)
    assert isinstance(true, Astoria)
    assert isinstance(again, Astoria)
    for number, move in enumerate(played):
        if number % 40 == 0:
            assert again.view(eye) == true.view(eye)
        if true.drawing == position.HAND_CARD:
            card = instead.get(number, in_deck(true)[move])
            again.play(in_deck(again).index(card))
        else:
            again.play(move)
        true.play(move)
    assert again.view(eye) == true.view(eye)
    assert again == imagined


def otherwise_drawn(seats: int, played: list[int], imagined: Astoria, eye: int) -> dict[int, int]:
    """The steps that drew the cards that others hold now, and what is imagined instead of each."""
    state = GAME.start(seats)
    assert isinstance(state, Astoria)
    drawn = {}
    for number, move in enumerate(played):
        if state.drawing == position.HAND_CARD:
            drawn[in_deck(state)[move]] = number
        state.play(move)
    hands = [(mage, shuffled) for mage in range(seats) if mage != eye for shuffled in (0, 1)]
    cards = [card for hand in hands for card in held(state, *hand)]
    others = [card for hand in hands for card in held(imagined, *hand)]
    return {drawn[card]: other for card, other in zip(cards, others, strict=True)}


def in_deck(state: Astoria) -> list[int]:
    return [card for card in GATHERING_CARDS if state.at[card] == position.DECK]


def held(state: Astoria, mage: int, shuffled: int) -> list[int]:
    """The gathering cards of a hand that were in the last shuffle, or were not."""
    there = [card for card in GATHERING_CARDS if state.shuffled[card - position.GATHERING] == shuffled]
    return [card for card in there if state.at[card] == mage]


@pytest.mark.rule("lizard_wizard:ledger")
def test_a_bot_knows_what_can_be_added_up() -> None:
    table = LizardTable(3).coins(0, 33, 7).coins(1, 41, 2)
    seat = Seat(table.state, 2)
    assert [(each["mana"], each["gold"]) for each in seat.view()["ledger"]] == [(33, 7), (41, 2), (20, 0)]
    for seed in range(5):
        imagined = seat.imagine(FastChance(seed))
        assert isinstance(imagined, Astoria)
        assert list(imagined.mana[:3]) == [33, 41, 20]
        assert list(imagined.gold[:3]) == [7, 2, 0]


def test_a_card_drawn_is_secret_even_in_its_number() -> None:
    table = LizardTable(2).hand(0, "Horn 2")
    table.state.play(table.state.parse("gather horn 2"))
    assert table.state.drawing == position.HAND_CARD
    assert all(table.state.secret(0, seat) for seat in (-1, 0, 1))
    assert table.state.news(0, 1) == ["{0} draws a gathering card."]
    assert "{0} draws a gathering card: " in table.state.news(0, 0)[0]


@pytest.mark.parametrize(
    ("field", "place", "value"),
    [
        ("tokens", 0, 5),
        ("supply", 2, 40),
        ("values", 0, 99),
        ("at", 3, 1),
        ("at", 100, 44),
        ("left", 0, 3),
        ("hands", 0, 5),
        ("kept", 1, 1),
        ("shuffled", 0, 0),
        ("powers", 0, 10),
        ("bonus", 3, 2),
        ("offer", 0, -1),
        ("cast", 0, 1),
        ("mana", 0, -4),
        ("bids", 0, 999),
        ("turn", None, 7),
        ("phase", None, position.RETURNING),
        ("phase", None, position.ENDED),
        ("seat", None, 1),
        ("round", None, 0),
    ],
)
def test_impossible_positions_are_refused(field: str, place: int | None, value: int) -> None:
    snapshot = json.loads(json.dumps(LizardTable(2).state.snapshot()))
    if place is None:
        snapshot["position"][field] = value
    else:
        snapshot["position"][field][place] = value
    with pytest.raises(BadSnapshot):
        GAME.restore(snapshot)


def duel() -> LizardTable:
    return LizardTable(3).offer("Pale Odo").do("recruit pale odo", "bid 5", "bid 6")


def summoning() -> LizardTable:
    return LizardTable(3).offer("Rat").do("summon rat")


def leaving() -> LizardTable:
    return LizardTable(3).hand(0, "Sulphur 8").do("gather sulphur 8")


def returning() -> LizardTable:
    return LizardTable(3).tokens(0, "M" * 13).do("convert mandrake 1")


@pytest.mark.parametrize(
    ("start", "field", "value"),
    [
        (duel, "wizard", 40),
        (duel, "leader", 0),
        (duel, "leader", 2),
        (duel, "bid", 4),
        (duel, "mana", [20, 3, 20, 0, 0]),
        (duel, "bids", [-6, -7, -1, 0, 0]),
        (summoning, "familiar", 50),
        (summoning, "familiar", -1),
        (leaving, "at_work", 3),
        (leaving, "gathered", -1),
        (leaving, "to_leave", 9),
        (leaving, "asked", 1),
        (leaving, "phase", position.CHOOSING),
        (returning, "excess", 0),
        (returning, "excess", 9),
        (returning, "phase", position.TAKING),
        (returning, "line", 1),
        (duel, "wizard", -1),
        (duel, "asked", -1),
        (duel, "seat", -1),
        (summoning, "wizard", 3),
        (summoning, "dealt", 0),
        (summoning, "layer", 2),
        (leaving, "pick", [0, 1, 0, 0, 0, 0, 0]),
        (returning, "at_work", 0),
        (returning, "bartered", 3),
        (returning, "hits", 1),
        (returning, "trapper", 0),
    ],
)
def test_impossible_decisions_are_refused(start: Callable[[], LizardTable], field: str, value: object) -> None:
    snapshot = json.loads(json.dumps(start().state.snapshot()))
    GAME.restore(snapshot)
    snapshot["position"][field] = value
    with pytest.raises(BadSnapshot):
        GAME.restore(snapshot)


def test_sense_beats_chance() -> None:
    """One sensible player against three who play anything."""
    won = 0
    for seed in range(8):
        chance = FastChance(f"sense {seed}")
        state = GAME.start(4)
        while state.seat != OVER:
            if state.seat == CHANCE:
                move = chance.below(state.sides())
            elif state.seat == seed % 4:
                move = GAME.sense.choose(state.seen_by(state.seat), chance)
            else:
                moves = state.moves()
                move = moves[chance.below(len(moves))]
            state.advance(move)
        won += state.ranking()[seed % 4] == 1
    assert won >= 7


def test_sense_gives_chances_that_add_up_and_gold_is_worth_having() -> None:
    table = LizardTable(3)
    even = GAME.sense.value(table.state, 1)
    table.coins(1, mana=10, gold=10)
    chances = [GAME.sense.value(table.state, mage) for mage in range(3)]
    assert sum(chances) == pytest.approx(1.0)
    assert chances[1] > even
