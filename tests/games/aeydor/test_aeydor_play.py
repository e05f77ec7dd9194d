"""What holds in every game of Æydor, whatever is played; the content and the sense."""

import copy
import re

import pytest
from aeydor_table import MAYA, SHAN, AeydorTable
from hypothesis import given, settings
from hypothesis import strategies as st

from kit import case_of, greedy_wins
from sortilege.bots.confidence import wilson
from sortilege.engine import CHANCE, OVER, BadSnapshot, FastChance, Record
from sortilege.engine.content import Content, unsourced
from sortilege.games.aeydor import GAME, content, position, rules
from sortilege.games.aeydor.rules import Contest, barter, collection, moves, placement, roll, window
from sortilege.games.aeydor.words import holding

AWAY = "snowland safe, mountain safe"


@given(st.data(), st.integers(2, 4), st.booleans())
@settings(max_examples=25, deadline=None)
def test_any_play_keeps_the_position_sound(data: st.DataObject, seats: int, advanced: bool) -> None:
    state = GAME.start(seats, advanced=advanced)
    assert isinstance(state, Contest)
    for pick in data.draw(st.lists(st.integers(0, 10**6), min_size=50, max_size=200)):
        if state.seat == OVER:
            break
        moves = state.moves()
        state.play(pick % state.sides() if state.seat == CHANCE else moves[pick % len(moves)])
        assert GAME.fault(state) == ""


@pytest.mark.parametrize("advanced", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nothing_is_lost_or_made(seats: int, advanced: bool) -> None:
    chance = FastChance(f"kept {seats} {advanced}")
    state = GAME.start(seats, advanced=advanced)
    assert isinstance(state, Contest)
    while state.seat != OVER:
        if state.seat == CHANCE:
            state.play(chance.below(state.sides()))
        else:
            moves = state.moves()
            state.play(moves[chance.below(len(moves))])
        for things, left, supply in (
            (state.crystals, state.crystals_left, content.CRYSTALS),
            (state.spells, state.spells_left, content.SPELLS),
        ):
            rows = [list(left), *(holding(things, seat) for seat in range(seats))]
            assert [sum(column) for column in zip(*rows)] == [supply[seats]] * 6
            assert min(map(min, rows)) >= 0


@pytest.mark.parametrize(
    ("field", "place", "value"),
    [
        ("crystals", 0, 9), ("crystals_left", 0, 3), ("spells", 3, -1), ("spells_left", 3, 5),
        ("power", 0, 7), ("health", 1, -1), ("pieces", 0, 12), ("pieces", 0, 1), ("bonus", 0, 0), ("taken", 1, 1),
        ("taken", 1, -1), ("given", 0, 1), ("asked", 0, 1), ("first_die", None, 6), ("keepers_die", None, 2),
        ("phase", None, 16), ("phase", None, 12), ("active", None, 2), ("at", None, -1), ("turn", None, 0),
        ("turn", None, 2), ("turn", None, 121), ("limit", None, 0), ("advanced", None, 2), ("thrown", None, 8),
        ("rerolled", None, 2),
        ("sold", None, 1), ("points", None, 1), ("taking", None, 1), ("bartered", None, 1), ("partner", None, 1),
        ("spot", None, 3), ("later", None, 3), ("owed", None, 1), ("again", None, 1), ("shown", None, 7),
        ("trigger", None, 0), ("reason", None, 1), ("left", None, 1), ("seat", None, 1),
    ],
)  # fmt: skip
def test_an_unsound_position_is_not_restored(field: str, place: int | None, value: int) -> None:
    table = AeydorTable().place(AWAY, "cave duel, ocean safe").roll("cave desert duel")
    snapshot = table.state.snapshot()
    GAME.restore(snapshot)
    damaged = copy.deepcopy(snapshot)
    if place is None:
        damaged["position"][field] = value
    else:
        damaged["position"][field][place] = value
    with pytest.raises(BadSnapshot):
        GAME.restore(damaged)


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("terrains", [{"name": "ocean", "source": "rulebook"}], "six terrains"),
        ("table.seats_most", 5, "2 to 4 players"),
        ("supply.crystals.3", 0, "supply.crystals"),
        ("supply.spells.source", "hearsay", "no source, .* is given for supply.spells"),
        ("dice.keepers.faces", ["duel"] * 6, "SpellKeepers' die"),
        ("dice.duel.faces", [0, 1], "Duel die"),
        ("dice.duel.faces", [], "Duel die"),
        ("reward.safe", 0, "reward"),
        ("ending.spells", 0, "ending.spells"),
        ("advanced.trade.crystals", 0, "advanced"),
        ("advanced.barter.most", 0, "advanced"),
        ("board.start.power", 7, "start"),
        ("board.low_health.highest", 6, "low Health"),
        ("ending.empty_terrains", 7, "empty_terrains"),
        ("ending.turn_limit.turns", 0, "turn_limit"),
    ],
)
def test_content_that_cannot_be_played_is_refused(path: str, value: object, said: str) -> None:
    data = copy.deepcopy(content.CONTENT.data)
    content.check(Content("aeydor", data))
    *way, last = path.split(".")
    table = data
    for key in way:
        table = table[key]
    table[last] = value
    with pytest.raises(ValueError, match=said):
        content.check(Content("aeydor", data))


def test_bonus_cards_must_descend_and_suffice() -> None:
    for cards in ([1, 2, 3, 4], [5, 4, 4], [5, 4, 4, -1]):
        data = copy.deepcopy(content.CONTENT.data)
        data["bonus"][1]["cards"] = cards
        with pytest.raises(ValueError, match="3-spell"):
            content.check(Content("aeydor", data))


def test_every_number_has_its_source() -> None:
    assert unsourced(content.CONTENT.data) == []
    assert unsourced({"a": {"b": 1}, "c": [{"d": 2, "source": "rulebook"}]}) == ["a.b"]


def test_every_refusal_has_its_words() -> None:
    phases = (rules, moves, window, barter, placement, roll, collection)
    refusals = {text for phase in phases for name, text in vars(phase).items() if name.isupper() and type(text) is str}
    assert refusals == set(GAME.words.refusals)


def test_news_tell_a_duel_a_card_and_the_last_round() -> None:
    table = AeydorTable().teach(SHAN, "ocean ocean ocean desert desert").place(AWAY, "cave duel, ocean safe")
    state = table.roll("cave ocean duel").do("keep").state
    assert state.news(0, None) == [
        "{0} duels in Cave: 1 against Power 3 wins, and Power falls to 2.",
        "{0} gets 1 Ocean crystal.",
        "{0} gets 1 Cave spell.",
        "{0} takes the 3-Spell bonus card for 5 points.",
        "{0} has 6 spells. Everybody else has one more turn.",
        "Turn 2: {1} is the Active Player.",
    ]
    assert state.news(5, None)[0] == "{0} duels in Cave: 6 against Power 3 loses, and Health falls to 2."
    assert "{0} is low on Health and sent back to safety." in state.news(5, None)


@pytest.mark.parametrize(
    ("faces", "brings"),
    [
        ("cave ocean duel", "a duel with Power 3 at Cave and 1 crystal at Ocean"),
        ("cave ocean crystal", "2 crystals at Cave and 1 crystal at Ocean"),
        ("desert forest duel", "nothing for you"),
    ],
)
def test_who_may_keep_the_roll_is_told_what_it_brings(faces: str, brings: str) -> None:
    state = AeydorTable().place(AWAY, "cave duel, ocean safe").roll(faces).state
    assert GAME.words.outcome(state.seen_by(SHAN), state.parse("keep")) == brings


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_move_on_the_picture_is_legal_and_has_its_label(seats: int) -> None:
    table = AeydorTable(seats).place(*[AWAY] * seats).roll("cave ocean duel")
    drawn = table.state.picture(SHAN)
    on_it = re.findall(r'data-move="([^"]+)"', drawn)
    assert sorted(on_it) == sorted(set(table.texts()) - {"keep"})
    assert "data-move" not in table.state.picture(MAYA)


BUTTONS = {"pass", "stay", "keep", "offer", "accept", "refuse"}
"""What has no place on the table, and a button beside it."""


def test_every_legal_move_has_a_place_on_the_picture_or_is_a_button() -> None:
    chance = FastChance("picture")
    state = GAME.start(3, advanced=True)
    assert isinstance(state, Contest)
    drawn = set()
    while state.seat != OVER:
        moves = state.moves()
        if moves and (state.phase, state.turn > 8) not in drawn:
            drawn.add((state.phase, state.turn > 8))
            picture = state.picture(state.seat)
            picks = set(re.findall(r'data-pick="(\w+)" data-value="(\w+)"', picture))
            for text in map(state.text, moves):
                kind, *values = text.split()
                picked = bool(values) and all((kind, value) in picks for value in values)
                assert picked or f'data-move="{text}"' in picture or kind in BUTTONS, text
        state.play(chance.below(state.sides()) if state.seat == CHANCE else moves[chance.below(len(moves))])
    assert {phase for phase, _ in drawn} >= {
        position.RAISING,
        position.TAKING,
        position.ANSWER,
        position.PAID,
        position.LUCKY,
    }


# The sense.


@pytest.mark.parametrize("advanced", [False, True])
@pytest.mark.parametrize("seats", [2, 4])
def test_sense_beats_chance_with_intervals_apart(seats: int, advanced: bool) -> None:
    wins = greedy_wins(case_of("aeydor", seats, {"advanced": advanced}), 40)
    low, _ = wilson(wins, 40)
    assert low > (1 - low) / (seats - 1)
    assert wins / 40 > 0.8


def test_sense_duels_when_strong_and_keeps_safe_when_weak() -> None:
    for power, zone in ((6, "duel"), (0, "safe")):
        table = AeydorTable().set(MAYA, power=power)
        move = GAME.sense.choose(table.state, FastChance(1))
        assert table.state.text(move).endswith(zone)


def test_sense_steers_the_dice_to_its_pieces() -> None:
    table = AeydorTable().place(AWAY, "cave safe, ocean safe").roll("cave desert crystal")
    assert table.state.text(GAME.sense.choose(table.state, FastChance(1))) == "reroll 2"
    table.do("reroll 2").roll("cave")
    assert table.state.text(GAME.sense.choose(table.state, FastChance(1))) == "change ocean"


def test_sense_of_a_finished_game_follows_the_points() -> None:
    table = AeydorTable(turn_limit=1).place(AWAY, "cave safe, ocean safe").roll("cave ocean duel").do("keep")
    assert table.state.seat == OVER
    assert GAME.sense.value(table.state, SHAN) > 0.5 > GAME.sense.value(table.state, MAYA)


def test_sense_gives_chances_that_add_up_and_leads_count_more_near_the_end() -> None:
    early = AeydorTable(seats=3).teach(MAYA, "ocean")
    late = AeydorTable(seats=3, turn_limit=2).teach(MAYA, "ocean")
    chances = [[GAME.sense.value(table.state, seat) for seat in range(3)] for table in (early, late)]
    assert [sum(each) for each in chances] == pytest.approx([1.0, 1.0])
    assert 1 / 3 < chances[0][MAYA] < chances[1][MAYA]


# The fixtures.


def test_a_fixture_for_each_way_to_decide(request: pytest.FixtureRequest) -> None:
    folder = request.config.rootpath / "tests" / "records" / "aeydor"
    bonus, shared = (Record.load(folder / f"{name}.json").final() for name in ("tie-by-bonus", "shared-title"))
    assert sorted(bonus.scores())[-1] == sorted(bonus.scores())[-2]
    assert bonus.ranking().count(1) == 1
    assert shared.ranking().count(1) > 1
