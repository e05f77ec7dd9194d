"""Networks that judge positions: a tiny one is trained here, from games that are played here."""

import json
import math
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace

import pytest

import sortilege
from kit import walk
from sortilege.arena import training
from sortilege.arena.match import Course
from sortilege.arena.training import RESULTS, Lessons, School, train
from sortilege.bots import bot
from sortilege.engine import FastChance
from sortilege.engine.weights import OWN, BadNetwork, Weights, made_for, own_network, read_sheet, read_weights

GAMES = 40
PACE = replace(RESULTS, epochs=2)


@pytest.fixture(autouse=True)
def few_games_in_a_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "PART", 20)


def school(folder: Path, seed: str = "7") -> School:
    found = School(Lessons("wizard_dice", 2, "greedy", seed, {"goal": 9}), folder)
    found.prepare()
    return found


def trained(folder: Path) -> Weights:
    taught = school(folder)
    assert taught.gather(GAMES, jobs=1)
    train(taught, GAMES, hidden=8, epochs=6)
    return read_weights(folder / "network.json", sortilege.game("wizard_dice"))


def test_a_network_learns_who_wins(tmp_path: Path) -> None:
    weights = trained(tmp_path)
    assert weights.origin["loss"] < math.log(2) - 0.02  # what a fair coin would lose
    assert (tmp_path / "losses.svg").read_text(encoding="utf-8").startswith("<svg")
    assert (tmp_path / "truth.svg").exists()


def test_the_same_seed_gives_the_same_network_wherever_it_was_interrupted(tmp_path: Path) -> None:
    trained(tmp_path / "one")
    half = school(tmp_path / "two")
    assert half.gather(GAMES // 2, jobs=1)
    trained(tmp_path / "two")
    one, two = (json.loads((tmp_path / name / "network.json").read_text(encoding="utf-8")) for name in ("one", "two"))
    assert one == two


def test_a_folder_is_about_one_kind_of_games(tmp_path: Path) -> None:
    school(tmp_path)
    with pytest.raises(ValueError, match="other games"):
        school(tmp_path, seed="8")


def test_compiled_and_fitted_say_the_same_and_only_what_a_seat_sees_counts(tmp_path: Path) -> None:
    """Rows hold nothing hidden; and what the network says follows from its row."""
    taught = school(tmp_path)
    assert taught.gather(GAMES, jobs=1)
    examples = taught.read(GAMES)
    found = training.fit(examples, 8, PACE, seed=0)
    learner = training.Learner(training.need("numpy", "train"), examples.rows.shape[1], 8, 0, PACE)
    learner.weights = found.weights
    first, bias, last, offset = (each.tolist() for each in found.weights)
    judge = Weights(2, 1, first, bias, last, offset[0]).judge(sortilege.game("wizard_dice"))
    for state, _ in walk(sortilege.game("wizard_dice").start(2), 3, most=60):
        for seat in range(2):
            fitted = float(learner.chances(state.observe(seat)[None])[0])
            assert judge.value(state, seat) == pytest.approx(fitted, abs=1e-5)
            assert judge.value(state, seat) == judge.value(state.seen_by(seat), seat)


def test_hidden_cards_do_not_move_a_judge() -> None:
    """Whatever a seat imagines in place of what it cannot see, a network with any weights says the same of it."""
    game, chance = sortilege.game("lizard_wizard"), FastChance(5)
    width = len(game.layout(2))
    first = [[math.sin(31 * cell + unit) for unit in range(4)] for cell in range(width)]
    judge = Weights(2, 1, first, [0.1] * 4, [0.3, -0.2, 0.1, -0.4], 0.0).judge(game)
    for state, _ in walk(game.start(2), 4, most=200):
        for seat in range(2):
            assert judge.value(state.imagine(seat, chance), seat) == judge.value(state, seat)


def test_a_network_is_for_its_game_and_cards_only(tmp_path: Path) -> None:
    trained(tmp_path)
    path = tmp_path / "network.json"
    with pytest.raises(BadNetwork, match="is for game 'wizard_dice'"):
        read_weights(path, sortilege.game("aeydor"))
    sheet = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**sheet, "content": "other cards"}), encoding="utf-8")
    with pytest.raises(BadNetwork, match="other cards"):
        read_weights(path, sortilege.game("wizard_dice"))
    path.write_text(json.dumps({**sheet, "hidden": 9}), encoding="utf-8")
    with pytest.raises(BadNetwork, match="no network of 9 units"):
        read_weights(path, sortilege.game("wizard_dice"))
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(BadNetwork, match="is no network"):
        read_weights(path, sortilege.game("wizard_dice"))


def test_a_bot_plays_with_a_network(tmp_path: Path) -> None:
    trained(tmp_path)
    players = [bot(f"archmage:8+network={tmp_path / 'network.json'}", seat) for seat in range(2)]
    course = Course(sortilege.game("wizard_dice").start(2), players, FastChance(1))
    course.play()
    assert sorted(course.state.ranking())[0] == 1


def test_a_game_s_own_network_learns_from_what_is_worked_out(tmp_path: Path) -> None:
    game = sortilege.game("wizard_dice")
    taught = School(Lessons("wizard_dice", 2, "greedy", "7", {"goal": 9}, own=True), tmp_path)
    taught.prepare()
    assert taught.gather(20, jobs=1)
    train(taught, 20, hidden=8, epochs=20)
    state = game.start(2)
    assert own_network(tmp_path).chance(game.sense.signs(state)) == pytest.approx(
        game.sense.foresee(state, 0), abs=0.15
    )


def test_a_game_s_own_network_of_the_same_size_is_gone_on_from(tmp_path: Path) -> None:
    """Hardly anything was learned yet: it says nearly what the one before says."""
    game = sortilege.game("aeydor")
    taught = School(Lessons("aeydor", 2, "greedy", "7", {"turn_limit": 10}, own=True), tmp_path)
    taught.prepare()
    assert taught.gather(20, jobs=2)
    hidden = len(read_sheet(game.folder / OWN)[1].bias)
    train(taught, 20, hidden=hidden, epochs=1)
    state = game.start(2)
    assert own_network(tmp_path).chance(game.sense.signs(state)) == pytest.approx(game.sense.told(state, 1), abs=0.1)
    assert own_network(tmp_path).chance(game.sense.signs(state)) != game.sense.told(state, 1)


class Fixed:
    """A sense that tells and works out what it is told to."""

    def __init__(self, chances: list[tuple[float, float]], best: list[int]) -> None:
        self.chances = chances
        self.best = best

    def signs(self, state: "Moment") -> list[float]:
        return [float(state.number)]

    def told(self, state: "Moment", seat: int) -> float:
        return self.chances[state.number][0]

    def foresee(self, state: "Moment", seat: int) -> float:
        return self.chances[state.number][1]

    def reckon(self, state: "Moment", to_end: bool) -> int:
        return self.best[state.number]


@dataclass(frozen=True)
class Moment:
    number: int
    seat: int


@pytest.mark.parametrize(
    ("best", "shares"),
    [
        ([1, 1, 1], [0.6 - 0.9 * (0.1 + 0.9 * 0.2), 0.5 + 0.9 * 0.2, 0.9]),
        ([1, 2, 1], [0.6 - 0.9 * 0.1, 0.5, 0.9]),
    ],
)
def test_mistakes_of_the_next_steps_count_as_far_as_what_is_worked_out_was_played(
    monkeypatch: pytest.MonkeyPatch, best: list[int], shares: list[float]
) -> None:
    """The second step is another seat's, who was told 0.4 and works out 0.5; the third is the same seat's."""
    sense = Fixed([(0.5, 0.6), (0.4, 0.5), (0.7, 0.9)], best)
    monkeypatch.setattr(training, "find_game", lambda name: SimpleNamespace(sense=sense))
    pages = training.OwnPages("any")
    for number, seat in enumerate((0, 1, 1)):
        pages.saw(Moment(number, seat), [1, 2], 1)  # type: ignore[arg-type]
    pages.ended(Moment(3, -2))  # type: ignore[arg-type]
    assert pages.shares == pytest.approx(shares)


@pytest.mark.parametrize("name", ["aeydor", "wizard_dice"])
def test_the_network_in_a_game_s_folder_was_made_for_it_as_it_is(name: str) -> None:
    game = sortilege.game(name)
    sheet, weights = read_sheet(game.folder / OWN)
    assert made_for(game, 2, own=True).items() <= sheet.items()
    assert len(weights.first) == len(game.sense.signs(game.start(2)))
    assert sheet["origin"]
