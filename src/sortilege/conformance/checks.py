"""What every game keeps, whatever it is."""

import copy
import json
import math
import pickle
import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sortilege.bots import Seat
from sortilege.conformance.cases import Case, eyes, sample, walk
from sortilege.engine import (
    CHANCE,
    OVER,
    BadSnapshot,
    FastChance,
    Game,
    GameOver,
    IllegalMove,
    NoSuchMove,
    NoSuchOutcome,
    Record,
    State,
    new_buffer,
)
from sortilege.engine.panels import BROAD, LAYOUTS, LEAST_SIZE, NARROW, STRIPS, WIDE, PanelForm, plan_of
from sortilege.engine.playout import play_out

SCALE = re.compile(r"scale\(([\d.]+)")
WIDEST: dict[PanelForm, float] = {BROAD: math.inf, WIDE: math.inf, NARROW: 350}
SVG = "{http://www.w3.org/2000/svg}"
CASE_CHECKS: list[Callable[[Case], None]] = []
"""What is tried with every number of seats and every option."""
GAME_CHECKS: list[Callable[[Game], None]] = []
"""What is tried once a game."""


def each_case(check: Callable[[Case], None]) -> Callable[[Case], None]:
    CASE_CHECKS.append(check)
    return check


def each_game(check: Callable[[Game], None]) -> Callable[[Game], None]:
    GAME_CHECKS.append(check)
    return check


@contextmanager
def refused(error: type[Exception], saying: str = "") -> Iterator[None]:
    """What is done here must raise this error, with these words in it."""
    try:
        yield
    except error as raised:
        if saying not in str(raised):
            raise AssertionError(f"{raised!r} does not say {saying!r}") from None
    else:
        raise AssertionError(f"{error.__name__} was not raised")


def illegal(state: State, move: int) -> IllegalMove:
    """The refusal of a move that is not legal."""
    try:
        state.play(move)
    except IllegalMove as error:
        return error
    raise AssertionError(f"{state.text(move)!r} was accepted, though it is not among the moves")


@each_case
def every_random_game_ends(case: Case) -> None:
    for seed in range(10):
        state = case.start()
        play_out(state, FastChance(seed), new_buffer())
        assert state.seat == OVER
        assert state.moves() == []
        assert state.ending() in case.game.words.endings
        with refused(GameOver):
            state.play(0)


@each_case
def moves_are_sorted_unique_and_in_range(case: Case) -> None:
    for state, _ in walk(case.start(), 1):
        if state.seat == CHANCE:
            assert state.moves() == []
            assert state.sides() >= 1
        else:
            moves = state.moves()
            assert 0 <= state.seat < case.seats
            assert moves
            assert moves == sorted(set(moves))
            assert moves[0] >= 0
            assert moves[-1] < case.game.move_count


@each_game
def text_and_parse_are_inverse(game: Game) -> None:
    state = game.start(game.seat_range[0])
    for move in range(game.move_count):
        text = state.text(move)
        assert text == " ".join(text.lower().split())
        assert text.isascii()
        assert state.parse(text) == move
        assert state.parse(f"  {text.upper()} ") == move
    for nonsense in ("", "abracadabra", "💥", None, 7):
        with refused(NoSuchMove):
            state.parse(nonsense)
    for number in (-1, game.move_count, True, "0"):
        with refused(NoSuchMove):
            state.text(number)


@each_case
def snapshot_and_restore_are_inverse(case: Case) -> None:
    fresh = case.start().snapshot()
    for number, (state, _) in enumerate(walk(case.start(), 2)):
        if number < 200 or number % 10 == 0:
            snapshot = state.snapshot()
            again = case.game.restore(json.loads(json.dumps(snapshot)))
            assert again.snapshot() == snapshot
            assert again.moves() == state.moves()
            assert state.snapshot() == snapshot
    assert case.start().snapshot() == fresh, "a row is written into when a position is restored: start with its own"


@each_case
def a_copy_is_independent(case: Case) -> None:
    for state, move in sample(case, 3, 30):
        before = state.snapshot()
        other = state.copy()
        other.advance(move)
        assert state.snapshot() == before
        third = state.copy()
        third.advance(move)
        assert third.snapshot() == other.snapshot()


@each_case
def an_illegal_move_changes_nothing_and_names_a_rule(case: Case) -> None:
    rules = case.game.guide.rules
    for state, _ in sample(case, 4, 40):
        before = state.snapshot()
        if state.seat == CHANCE:
            for outcome in (-1, state.sides(), 1 << 70):
                with refused(NoSuchOutcome):
                    state.play(outcome)
        else:
            legal = set(state.moves())
            for move in range(0, case.game.move_count, max(1, case.game.move_count // 150)):
                if move not in legal:
                    error = illegal(state, move)
                    assert error.rule in rules
                    assert error.reason
            for no_move in (-1, case.game.move_count, 1 << 70, "0", None, 1.0, True):
                with refused(NoSuchMove):
                    state.play(no_move)
        assert state.snapshot() == before


@each_case
def a_seat_cannot_tell_imagined_from_true(case: Case) -> None:
    """The leak test: view, legal moves, outcomes, paths, runs, panels and picture of a seat are the same."""
    words = case.game.words
    chance = FastChance("imagine")
    for seed in (5, 6):
        for state, _ in sample(case, seed, 12):
            for eye in eyes(state):
                seat = -1 if eye is None else eye
                seen, view = state.seen_by(seat), json.dumps(state.view(eye))
                for source in (state, seen):
                    imagined = source.imagine(seat, chance)
                    assert json.dumps(imagined.view(eye)) == view
                    assert imagined.seat == state.seat
                    if state.seat == seat:
                        assert imagined.moves() == seen.moves() == state.moves()
            eye = eyes(state)[seed % (case.seats + 1)]
            imagined = state.imagine(-1 if eye is None else eye, chance)
            assert imagined.picture(eye) == state.picture(eye)
            for form in (BROAD, WIDE, NARROW):
                assert imagined.panels(eye, None, form) == state.panels(eye, None, form)
            if eye is not None and state.seat == eye:
                seen, dreamt = state.seen_by(eye), imagined.seen_by(eye)
                assert all(words.outcome(seen, move) == words.outcome(dreamt, move) for move in state.moves())
                assert words.paths(seen) == words.paths(dreamt)
                assert words.run(seen) == words.run(dreamt)


@each_case
def what_is_chosen_together_can_be_played(case: Case) -> None:
    """Things within the limits of a run are moves one after the other, until none of them is asked for any more."""
    words, chance = case.game.words, FastChance("together")
    for state, _ in sample(case, 9, 40):
        run = words.run(state.seen_by(state.seat)) if state.seat >= 0 else None
        if run is None:
            continue
        assert 1 <= run.least <= run.most
        after, kinds = state.copy(), Counter[str]()
        for _ in range(run.most):
            left = [thing for thing in run.things if kinds[thing.kind] < thing.most]
            thing = left[int(chance.below(len(left)))]
            kinds[thing.kind] += 1
            texts = [after.text(move) for move in after.moves()]
            if thing.move not in texts:
                assert kinds.total() > 1
                assert not {thing.move for thing in run.things} & set(texts)
                break
            after.advance(words.parse(thing.move))


@each_case
def observations_tell_what_a_seat_sees_and_no_more(case: Case) -> None:
    """Imagined, masked and true positions are observed alike, byte for byte; and the cells are those of the fields."""
    chance = FastChance("observed")
    observer = case.game.layout(case.seats).observer
    for state, _ in sample(case, 8, 6):
        for seat in range(-1, case.seats):
            assert state.cells_seen_by(seat) == State.cells_seen_by(state, seat)
            row = observer.row(state, seat)
            assert observer.row(state.seen_by(seat), seat) == row
            assert observer.row(state.imagine(seat, chance), seat) == row


@each_case
def what_is_imagined_can_be_played_to_its_end(case: Case) -> None:
    chance = FastChance("imagined games")
    for state, _ in sample(case, 7, 15):
        for seat in range(-1, case.seats):
            imagined = state.imagine(seat, chance)
            case.game.restore(imagined.snapshot())
            play_out(imagined, chance, new_buffer())
            assert imagined.seat == OVER


@each_case
def news_tell_no_more_than_the_view(case: Case) -> None:
    """Moves after which a seat sees the same are told to it in the same words; imagined positions too."""
    chance = FastChance("news")
    for state, move in sample(case, 8, 25):
        after = state.copy()
        after.advance(move)
        options = state.moves() if state.seat >= 0 else list(range(min(state.sides(), 12)))
        for eye in eyes(state):
            told = state.news(move, eye)
            seen = after.view(eye)
            for other in options[:: max(1, len(options) // 12)]:
                if outcome_view(state, other, eye) == seen:
                    secret = state.secret(other, -1 if eye is None else eye)
                    if secret or state.secret(move, -1 if eye is None else eye):
                        assert state.news(other, eye) == told
            imagined = state.imagine(-1 if eye is None else eye, chance)
            if can_play(imagined, move) and outcome_view(imagined, move, eye) == seen:
                assert imagined.news(move, eye) == told


def can_play(state: State, move: int) -> bool:
    return 0 <= move < state.sides() if state.seat == CHANCE else state.legal(move)


def outcome_view(state: State, move: int, eye: int | None) -> dict[str, Any]:
    after = state.copy()
    after.advance(move)
    return after.view(eye)


@each_case
def a_move_that_reveals_nothing_does_not(case: Case) -> None:
    """What the mover sees after such a move follows from what it saw before."""
    chance = FastChance("reveals")
    for state, move in sample(case, 9, 40):
        if state.seat >= 0 and not state.reveals(move):
            mover = state.seat
            imagined = state.imagine(mover, chance)
            assert outcome_view(imagined, move, mover) == outcome_view(state, move, mover)


@each_case
def a_record_replays_to_the_same_states(case: Case) -> None:
    record = Record(case.game, [f"seat {number}" for number in range(case.seats)], case.options)
    state = record.start()
    passed = []
    for _, move in walk(state.copy(), 10):
        passed.append(state.snapshot())
        record.play(state, move)
    assert [before.snapshot() for before, _ in record.replay()] == passed
    assert record.result == {"ending": state.ending(), "scores": state.scores(), "ranking": state.ranking()}
    again = Record.loads(record.dumps())
    assert again.data() == json.loads(json.dumps(record.data()))
    assert again.final().snapshot() == state.snapshot()


@each_case
def ranking_follows_standings(case: Case) -> None:
    for state, _ in sample(case, 11, 20):
        scores, standings, ranking = state.scores(), state.standings(), state.ranking()
        assert len(scores) == len(standings) == len(ranking) == case.seats
        if case.seats > 1:
            assert min(ranking) == 1
            for one in range(case.seats):
                assert ranking[one] == 1 + sum(other > standings[one] for other in standings)


@each_case
def everything_has_words(case: Case) -> None:
    words = case.game.words
    for state, move in sample(case, 12, 30):
        for eye in eyes(state):
            json.dumps(state.view(eye), allow_nan=False)
            assert all(isinstance(line, str) and line for line in state.news(move, eye))
        if state.seat >= 0:
            seen = state.seen_by(state.seat)
            assert words.question(seen)
            for legal in state.moves():
                assert words.label(seen, legal)
                assert words.kind(legal)


@each_case
def the_picture_offers_legal_moves_only(case: Case) -> None:
    for state, _ in sample(case, 13, 8):
        for eye in {state.seat if state.seat >= 0 else 0, 0, None}:
            root = ET.fromstring(state.picture(eye))
            assert root.tag == f"{SVG}svg"
            legal = {state.text(move) for move in state.moves()} if state.seat == eye else set()
            for element in root.iter():
                if "data-move" in element.attrib:
                    assert element.attrib["data-move"] in legal
                    assert element.attrib["aria-label"]
                    assert element.find(f"{SVG}title") is not None
            ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
            assert len(ids) == len(set(ids))


@each_case
def panels_can_be_read(case: Case) -> None:
    """One unit is one pixel at the least: no text is smaller than it may be, no panel wider, no id there twice."""
    for state, _ in sample(case, 16, 8):
        for form, widest in WIDEST.items():
            panels = state.panels(state.seat if state.seat >= 0 else None, None, form)
            drawn = [ET.fromstring(svg) for panel in panels for svg in (panel.svg, panel.strip) if svg]
            ids = [element.attrib["id"] for root in drawn for element in root.iter() if "id" in element.attrib]
            assert len(ids) == len(set(ids))
            assert len({panel.id for panel in panels}) == len(panels)
            assert all(panel.width <= widest for panel in panels)
            assert min(sizes_of_texts(drawn)) >= LEAST_SIZE
            for panel in panels:
                assert not panel.strip or f'viewBox="0 0 {STRIPS[form]} 42"' in panel.strip


def sizes_of_texts(drawn: list[ET.Element]) -> Iterator[float]:
    """The sizes of all texts, in units of their panels."""
    yield LEAST_SIZE
    for root in drawn:
        yield from sizes_within(root, 1)


def sizes_within(element: ET.Element, scale: float) -> Iterator[float]:
    found = SCALE.search(element.attrib.get("transform", ""))
    scale *= float(found[1]) if found else 1
    if "font-size" in element.attrib:
        yield round(scale * float(element.attrib["font-size"]), 1)
    for child in element:
        yield from sizes_within(child, scale)


@each_game
def the_plan_of_the_panels_names_what_there_is(game: Game) -> None:
    plan = plan_of(game.folder)
    for seats in game.seat_range:
        panels = [panel for kind in plan.kinds for panel in kind.panels([f"Seat {seat}" for seat in range(seats)], 0)]
        areas = {panel.area for panel in panels}
        known = areas | {name for panel in panels for name in (panel.id, panel.kind)}
        assert seats == 1 or all(name in known for names in plan.focus.values() for name in names)
        for name in LAYOUTS:
            layout = plan.layout(name, seats)
            named = {area for row in layout.areas for area in row.split()} | set(layout.rail)
            assert not layout.areas or areas <= named
            assert {*named, *layout.strips} <= areas | {"."} or seats == 1


@each_case
def points_come_from_their_sources(case: Case) -> None:
    for state, _ in sample(case, 17, 10):
        for seat, score in enumerate(state.scores()):
            sources = case.game.words.sources(state, seat)
            assert not sources or sum(points for _, points in sources) == score


@each_case
def sense_chooses_legal_moves_from_what_the_seat_knows(case: Case) -> None:
    sense = case.game.sense
    for state, _ in sample(case, 14, 30):
        if state.seat >= 0:
            seat = Seat(state, state.seat)
            assert sense.choose(seat.seen, FastChance(1)) in state.moves()
        for seat_number in range(case.seats):
            assert 0.0 <= sense.value(state.imagine(seat_number, FastChance(2)), seat_number) <= 1.0


@each_case
def sense_chooses_alike_when_it_is_shown_what_is_hidden(case: Case) -> None:
    """It looks only at what its seat knows, in whole positions too."""
    state, chance, sense = case.start(), FastChance(15), case.game.sense
    for number in range(600):
        if state.seat == OVER:
            break
        if state.seat == CHANCE:
            state.advance(chance.below(state.sides()))
        else:
            move = sense.choose(state.seen_by(state.seat), FastChance(number))
            assert move == sense.choose(state, FastChance(number))
            state.advance(move)


@each_case
def a_damaged_snapshot_is_refused(case: Case) -> None:
    game = case.game
    state = sample(case, 15, 3)[1][0]
    snapshot = state.snapshot()
    for field in snapshot["position"]:
        for value in (None, "x", 1.5, True, [], [None], 1 << 64):
            with refused(BadSnapshot):
                game.restore({**snapshot, "position": {**snapshot["position"], field: value}})
        without = {key: value for key, value in snapshot["position"].items() if key != field}
        if not of_earlier_form(game, without):
            with refused(BadSnapshot):
                game.restore({**snapshot, "position": without})
    for wrong in ({}, {**snapshot, "game": "chess"}, {**snapshot, "rules": "0"}, {**snapshot, "position": 3}):
        with refused(BadSnapshot):
            game.restore(wrong)
    with refused(BadSnapshot):
        game.restore({**snapshot, "position": {**snapshot["position"], "surplus": 1}})
    with refused(BadSnapshot):
        game.restore({**snapshot, "position": {**snapshot["position"], "seat": 77}})


def of_earlier_form(game: Game, position: dict[str, Any]) -> bool:
    """A position that lacks what an earlier version did not have is whole."""
    try:
        return set(game.renew(position)) != set(position)
    except BadSnapshot:
        return False


@each_game
def bad_options_say_what_fits(game: Game) -> None:
    low, high = game.seat_range[0], game.seat_range[-1]
    wrong: tuple[Any, ...] = (low - 1, high + 1, "2", True, None)
    for seats in wrong:
        with refused(ValueError, f"{low} to {high} seats"):
            game.start(seats)
    with refused(ValueError, "no option 'wibble'"):
        game.start(low, wibble=1)
    for option in game.options:
        for value in (object(), 10**9, "wibble", None):
            with refused(ValueError, option.name):
                game.start(low, **{option.name: value})


@each_game
def refusals_cite_rules_of_the_guide(game: Game) -> None:
    assert {rule for rule, _ in game.words.refusals.values()} <= set(game.guide.rules)
    assert len(set(game.words.notation)) == game.move_count


@each_case
def every_attribute_is_a_declared_field(case: Case) -> None:
    state = case.start()
    slots = [item for kind in type(state).__mro__ for item in vars(kind).items()]
    compiled = {name for name, slot in slots if type(slot).__name__ == "getset_descriptor" and name[0] != "_"}
    found = {*compiled, *getattr(state, "__dict__", ())}
    assert found == set(state.fields().names)


@each_case
def fields_stay_in_their_ranges(case: Case) -> None:
    """In whole positions and in what each seat sees of them; what all may see is never masked."""
    for number, (state, _) in enumerate(walk(case.start(), 16)):
        fields, position = state.fields(), state.position()
        fields.check(position)
        if number % 10 == 0:
            for seat in range(-1, case.seats):
                seen = state.seen_by(seat).position()
                fields.check(seen, masked=True)
                for field in fields:
                    if field.sight == "all":
                        assert seen[field.name] == position[field.name], f"{field.name} is masked, but all may see it"
                    if field.sight == "owner" and seat >= 0:
                        own = slice(seat * field.length, (seat + 1) * field.length)
                        shown, held = getattr(state.seen_by(seat), field.name), getattr(state, field.name)
                        assert list(shown)[own] == list(held)[own], f"{field.name} is hidden from its owner"


@each_case
def positions_are_compared_and_copied_as_usual(case: Case) -> None:
    for state, move in sample(case, 17, 10):
        for other in (state.copy(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
            assert type(other) is type(state)
            assert other == state
            assert hash(other) == hash(state)
            other.advance(move)
            assert other != state
        seen = state.seen_by(0)
        assert pickle.loads(pickle.dumps(seen)) == seen
        assert state != state.position()
