"""Whole games of Wizard Wars: fixtures that show what they are named for, sound positions, good sense, speed."""

import io
from collections.abc import Iterator

import pytest
from rich.console import Console
from war_table import HUB, KEYS, WarTable, go

import kit
from sortilege.bots import Seat, bot
from sortilege.engine import CHANCE, OVER, BadSnapshot, FastChance, Record
from sortilege.engine.content import Content
from sortilege.games.wizard_wars import GAME, board, content, position
from sortilege.games.wizard_wars.position import EACH, WIZARDS
from sortilege.games.wizard_wars.rules import Realm, moves, pieces
from sortilege.games.wizard_wars.sense import Posting, posture


def steps_of(name: str) -> Iterator[tuple[Realm, int, Realm]]:
    """Every position of a fixture with its move and the position after it."""
    record = Record.load(kit.RECORDS / "wizard_wars" / f"{name}.json")
    for state, move in record.replay():
        after = state.copy()
        after.advance(move)
        yield state, move, after


def test_a_fixture_has_an_elimination_by_warping_home() -> None:
    found = 0
    for state, move, after in steps_of("out-by-school-warp"):
        if state.living > after.living and state.seat >= 0 and state.text(move).startswith("step"):
            guest = state.on[state.school()]
            wizard, direction = divmod(move - moves.STEP, 6)
            if guest >= 0 and board.TOWARDS[state.at[state.turn * EACH + wizard]][direction] == position.TEMPLE:
                assert after.out[guest // EACH] > 0
                assert after.at[state.turn * EACH + wizard] == state.school()
                found += 1
    assert found


def test_a_fixture_has_a_co_operative_capture_with_a_choice() -> None:
    found = 0
    for state, move, _ in steps_of("choice-in-a-knot"):
        if state.stage == position.CAPTURING:
            victim = move - moves.CAPTURE
            near = [state.on[space] for space in board.NEIGHBOURS[state.at[victim]]]
            hunters = {piece // EACH for piece in near if 0 <= piece < WIZARDS} - {position.owner_of(victim)}
            if len(hunters) > 1:
                assert state.turn in hunters
                assert len(state.moves()) > 1
                found += 1
    assert found


def test_fixtures_end_as_they_are_named() -> None:
    for name, ending in (("last-element", "last element"), ("round-limit", "round limit")):
        record = Record.load(kit.RECORDS / "wizard_wars" / f"{name}.json")
        assert record.verify().ending() == ending


@pytest.mark.parametrize("seats", GAME.seat_range)
def test_every_position_of_a_game_is_sound(seats: int) -> None:
    for name in ("greedy", "random"):
        state = GAME.start(seats, rounds=12)
        chance, player = FastChance(f"sound {seats} {name}"), bot(name)
        while state.seat != OVER:
            before = state.copy()
            at_chance = state.seat == CHANCE
            state.play(chance.below(state.sides()) if at_chance else player.choose(Seat(state, state.seat)))
            assert GAME.fault(state) == ""
            assert sum(state.captured) >= sum(before.captured)


def test_imagined_hands_are_as_likely_as_they_are() -> None:
    """Water holds one unknown Combat Card; Fire holds a Smite, so one Smite is left among 29 cards."""
    table = WarTable().give("fire", "smite").give("water", "twins", "celerity")
    chance = FastChance("likely")
    faces = [0] * len(KEYS)
    temple = [0] * len(KEYS)
    for _ in range(2900):
        imagined = table.state.imagine(0, chance)
        faces[imagined.face[content.TEMPLE_CARDS + 1]] += 1
        temple[imagined.face[0]] += 1
    assert 60 < faces[KEYS.index("smite")] < 145
    assert 140 < faces[KEYS.index("twins")] < 265
    assert all(count == 0 for count, card in zip(temple, content.CARDS) if card.strikes)
    assert all(count > 250 for count, card in zip(temple, content.CARDS) if card.deck == "temple" and not card.strikes)


def test_greedy_play_ends_and_beats_random_play() -> None:
    for seats in (2, 3):
        case = kit.case_of("wizard_wars", seats)
        ends = [kit.bot_result(case, ["greedy"] * seats, number)["ending"] for number in range(6)]
        assert ends.count("last element") >= 5
        assert kit.greedy_wins(case, 6) >= 5


def positions(seats: int, seed: str) -> Iterator[Realm]:
    """Every position of a greedy game in which somebody can walk."""
    chance = FastChance(seed)
    state = GAME.start(seats)
    while state.seat != OVER:
        assert isinstance(state, Realm)
        if state.stage == position.ACTING and state.left:
            yield state.copy()
        state.advance(chance.below(state.sides()) if state.seat == CHANCE else GAME.sense.choose(state, chance))


def test_where_a_wizard_would_stand_well_is_judged_like_where_it_stands() -> None:
    for state in list(positions(3, "posting"))[::7]:
        posting = Posting(state)
        for wizard in range(state.turn * EACH, (state.turn + 1) * EACH):
            if state.is_free(wizard):
                posting.think_of(wizard)
                for space in board.NEIGHBOURS[state.at[wizard]]:
                    if state.on[space] == position.EMPTY:
                        moved = state.copy()
                        moved.lift(wizard)
                        moved.put(wizard, space)
                        worth = posture(moved, state.turn)
                        assert posting.worth(space, worth) == pytest.approx(worth)
                        assert worth - 1e-9 <= posting.worth(space, 1000.0) < 1000.0


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_sense_gives_chances_that_add_up(seats: int) -> None:
    for state in list(positions(seats, "chances"))[::9]:
        assert sum(GAME.sense.value(state, seat) for seat in range(seats)) == pytest.approx(1.0)


def test_sense_fears_for_a_last_wizard_that_others_can_capture_first() -> None:
    farthest = max(range(board.SPACES[6]), key=lambda space: board.DISTANCE[HUB][space])
    hunters = {"fire_circle": HUB, "fire_square": go(HUB, "w", "w")}
    near, far = (WarTable().stand(**hunters, water_circle=space).state for space in (go(HUB, "e", "e"), farthest))
    assert GAME.sense.value(near, 1) < 0.3 * GAME.sense.value(far, 1)


def test_sense_sees_no_chance_for_who_is_out() -> None:
    state = WarTable("fire", "water", "earth").state
    for piece in range(state.element[1] * EACH, state.element[1] * EACH + EACH):
        if state.at[piece] >= 0:
            pieces.kill(state, piece)
    chances = [GAME.sense.value(state, seat) for seat in range(3)]
    assert chances[1] == 0.0
    assert chances[0] + chances[2] == pytest.approx(1.0)


def test_content_that_makes_no_sense_is_refused() -> None:
    smite = {"key": "smite", "name": "Smite", "text": "…", "deck": "combat", "effect": "smite", "copies": 2}
    for change, complaint in (
        ({"source": "designed", "effect": "tickle"}, "effect must be one of pilgrimage, .* not 'tickle'"),
        ({"source": "designed", "deck": "tarot"}, "temple, combat"),
        ({"source": "designed", "strikes": True}, "strikes"),
        ({"source": "designed", "amount": 3}, "amount"),
        ({"source": "designed", "copies": 0}, "copies must be a whole number from 1"),
    ):
        with pytest.raises(ValueError, match=complaint):
            content.read_cards([{**smite, **change}])


def test_a_table_has_one_source_or_one_for_each_key() -> None:
    assert content.TABLE["source"] == {"seats": "rulebook", "minutes": "designed"}
    assert content.BOARD["source"]["first"] == "rulebook"
    for source in ({"seats": "rulebook"}, {"seats": "rulebook", "minutes": "hearsay"}, "hearsay"):
        with pytest.raises(ValueError, match=r"no source, .* is given for table"):
            Content("wizard_wars", {"table": {"seats": [2, 6], "minutes": "45", "source": source}})
    with pytest.raises(ValueError, match=r"no source, .* is given for card\[Smite\]"):
        Content("wizard_wars", {"card": [{"name": "Smite"}]})


def test_the_board_in_text_shows_every_piece() -> None:
    table = WarTable().stand(fire_circle=HUB, fire_square_twin=30, water_pentagon=40).climbed("water", 4)
    table.freeze("water pentagon")
    paper = io.StringIO()
    Console(width=100, file=paper).print(GAME.words.draw(table.state.view(0), ["Ann", "Bob"]))
    text = paper.getvalue()
    for sign in ("Fc", "FS", "Wp*", "WG", "<T>", "[F]", "[W]", "Ann", "Bob"):
        assert sign in text
    rows = [line for line in text.splitlines() if "·" in line or "=" in line]
    assert len([row for row in rows if row.startswith(" ")]) >= 13


def test_the_news_tell_what_happened_and_no_more() -> None:
    table = WarTable().climbed("fire", 1)
    told = table.state.news(table.state.parse("guardian climb"), None)
    assert told == ["{0}'s Guardian climbs.", "Fire's Guardian returns to its start."]
    table.do("guardian climb")
    design = KEYS.index("celerity")
    outcome = sum(list(table.state.deck)[:design])
    assert table.state.news(outcome, 0) == ["{0} draws a Temple Card: Celerity."]
    assert table.state.news(outcome, 1) == ["{0} draws a Temple Card."]


def test_the_news_of_celerity_warp_nobody() -> None:
    table = WarTable().give("fire", "celerity").act()
    told = table.state.news(table.state.parse("play celerity"), None)
    assert told == ["{0} plays Celerity: Your Guardian climbs one space more."]


def test_snapshots_that_leave_nothing_to_decide_are_refused() -> None:
    sound = WarTable().give("fire", "smite").act().state.snapshot()
    assert GAME.restore(sound).snapshot() == sound

    def refused(**fields: object) -> None:
        with pytest.raises(BadSnapshot):
            GAME.restore({**sound, "position": {**sound["position"], **fields}})

    for stage in (
        position.CHOOSING, position.MATCHING, position.PLACING, position.OPPOSING, position.CAPTURING, position.KEEPING,
    ):  # fmt: skip
        refused(stage=stage)
    for stage in (position.COMBAT_DRAW, position.LOOK, position.THEFT):
        refused(stage=stage, seat=CHANCE)
    refused(seat=CHANCE)
    at = list(sound["position"]["at"])
    refused(at=[position.DEAD if piece == WIZARDS else space for piece, space in enumerate(at)])
    refused(stage=position.HOMESICKNESS)
    for name in ("turn", "stage", "seat", "piece", "card", "round", "left", "steered"):
        for number in (-9, 999):
            refused(**{name: number})
    for pending in ("owed", "blessed", "homesick", "losing", "looks", "looked", "twinning", "moved", "spawned"):
        refused(**{pending: 1})
    for played in ({"played": 1}, {"card": 0}, {"twins": 1}, {"steered": WIZARDS - 1}, {"robbed": 3}):
        refused(**played)
    for in_front in ("shoes", "boots", "burden", "captured"):
        refused(**{in_front: [1, 0, 0, 0, 0, 0]})
