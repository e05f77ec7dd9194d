"""Bots by name, level and budget; they play by what their seat sees."""

import gc

import pytest

import sortilege
from kit import case_of, sample, walk
from sortilege.bots import LEVELS, SearchBot, Seat, bot, bots
from sortilege.bots.levels import Level
from sortilege.bots.search import Search
from sortilege.conformance import Case
from sortilege.engine import CHANCE, OVER, FastChance, State
from sortilege.games.wizard_dice.position import REROLLING
from sortilege.games.wizard_dice.rules import REROLL, STOP

SEALED_LIPS = 9
HIDING = {"lizard_wizard", "true_wizard", "wizard_wars"}
"""Games in which seats do not see everything, whatever the options."""


def cases() -> list[Case]:
    return [case_of(name, max(2, sortilege.game(name).seat_range.start)) for name in sortilege.games()]


def decisions(case: Case, count: int) -> list[State]:
    """Positions of a random game in which a seat has a choice."""
    return [state for state, _ in sample(case, "levels", count) if len(state.moves()) > 1]


def think(name: str, state: State, seed: object) -> int:
    return bot(name, seed).choose(Seat(state, state.seat))


def test_the_bots_by_name_with_the_levels_from_weak_to_strong() -> None:
    assert bots() == ["random", "greedy", "apprentice", "adept", "archmage"]


@pytest.mark.parametrize("case", cases(), ids=str)
def test_levels_play_legal_moves_and_the_same_seed_plays_the_same(case: Case) -> None:
    for state in decisions(case, 6):
        for name in ("apprentice", "archmage:20"):
            move = think(name, state, "a")
            assert move in state.moves()
            assert move == think(name, state, "a")


def twin(state: State) -> State:
    """Another position, which the seat to move cannot tell from this one."""
    return state.seen_by(state.seat).imagine(state.seat, FastChance("twin"))


def find_twins(case: Case, count: int) -> list[tuple[State, State]]:
    """So many positions with true twins, spread over a random game."""
    found: list[tuple[State, State]] = []
    for state, _ in walk(case.start(), "twins"):
        if state.seat != CHANCE and len(state.moves()) > 1:
            other = twin(state)
            if other.snapshot() != state.snapshot():
                found.append((state.copy(), other))
    return found[:: max(1, len(found) // count)][:count]


@pytest.mark.parametrize("case", [case for case in cases() if case.game.name in HIDING], ids=str)
@pytest.mark.parametrize("name", ["random", "greedy", "apprentice", "adept:20", "archmage:12"])
def test_a_bot_chooses_alike_in_positions_that_its_seat_cannot_tell_apart(case: Case, name: str) -> None:
    twins = find_twins(case, 6)
    assert len(twins) == 6
    for state, other in twins:
        assert state.view(state.seat) == other.view(state.seat)
        for seed in range(2):
            assert think(name, state, seed) == think(name, other, seed)


@pytest.mark.parametrize("case", [case for case in cases() if case.game.name in HIDING], ids=str)
def test_a_bot_that_kept_its_tree_chooses_alike_too(case: Case) -> None:
    kept = 0
    for before, _ in find_twins(case, 6):
        one, other = Keeper(), Keeper()
        move = one.choose(Seat(before, before.seat))
        assert other.choose(Seat(before, before.seat)) == move
        state = decision_after(before, move)
        if state.seat == before.seat:
            assert one.choose(Seat(state, state.seat)) == other.choose(Seat(twin(state), state.seat))
            kept += one.kept > 0
    assert kept


class Keeper(SearchBot):
    """Notes how many playouts it begins with."""

    def __init__(self) -> None:
        super().__init__("keeper", LEVELS["archmage"].changed("300"), 1)
        self.kept = 0

    def resume(self, seat: Seat) -> Search:
        search = super().resume(seat)
        self.kept = search.playouts()
        return search


def decision_after(before: State, move: int) -> State:
    """The next decision of the same seat after its move, if greedy bots play on; or the end."""
    state, chance = before.copy(), FastChance("after")
    state.advance(move)
    sense = sortilege.game(state.snapshot()["game"]).sense
    while state.seat != OVER and (state.seat != before.seat or len(state.moves()) == 1):
        state.advance(chance.below(state.sides()) if state.seat == CHANCE else sense.choose(state, chance))
    return state


@pytest.mark.parametrize("case", [case for case in cases() if case.game.name not in HIDING], ids=str)
def test_in_the_other_games_all_is_open(case: Case) -> None:
    for state in decisions(case, 10):
        assert state.seen_by(state.seat).snapshot() == state.snapshot()


@pytest.mark.parametrize("case", cases(), ids=str)
def test_a_game_of_bots_is_the_same_for_the_same_seed(case: Case) -> None:
    """Trees that are kept from move to move included."""
    games = []
    for _ in range(2):
        state, chance = case.start(), FastChance("game")
        players = [bot("archmage:20", seat) for seat in range(state.seats)]
        moves: list[int] = []
        while state.seat != OVER and len(moves) < 60:
            chosen = (
                chance.below(state.sides())
                if state.seat == CHANCE
                else players[state.seat].choose(Seat(state, state.seat))
            )
            moves.append(chosen)
            state.advance(chosen)
        games.append(moves)
    assert games[0] == games[1]


def test_a_bot_does_not_know_what_others_predict_in_secret() -> None:
    state = sortilege.game("wizard_dice").start(4, magic_cards=True)
    state.play(SEALED_LIPS)
    for text in ("predict 5 red", "predict 2 blue", "predict 4 green"):
        state.play(state.parse(text))
    worlds = [state.seen_by(3).imagine(3, FastChance(seed)) for seed in range(5)]
    assert all(world.snapshot() != state.snapshot() for world in worlds)
    for seed in range(3):
        assert len({think("archmage:40", each, seed) for each in (state, *worlds)}) == 1


@pytest.mark.parametrize("case", cases(), ids=str)
def test_a_bot_has_no_way_to_the_true_position(case: Case) -> None:
    state = decisions(case, 8)[0]
    seat = Seat(state, state.seat)
    player = bot("archmage:10", 1)
    player.choose(seat)
    found = reachable([seat, player])
    assert id(seat.seen) in found
    assert id(state) not in found


def reachable(roots: list[object]) -> set[int]:
    """Everything that can be reached, classes and modules aside."""
    found: set[int] = set()
    waiting = list(roots)
    while waiting:
        each = waiting.pop()
        if id(each) not in found and not isinstance(each, type | type(gc)):
            found.add(id(each))
            waiting += gc.get_referents(each)
    return found


def test_one_move_is_made_at_once() -> None:
    for case in cases():
        for state, _ in sample(case, "one", 200):
            if len(state.moves()) == 1:
                player = SearchBot("slow", Level(playouts=1_000_000), 0)
                assert player.choose(Seat(state, state.seat)) == state.moves()[0]
                assert player.search is None


def test_whims_draw_other_moves_than_the_best() -> None:
    state = sortilege.game("wizard_dice").start(2)
    played = {
        SearchBot("n", Level(playouts=40, whims=1.0, horizon=4), seed).choose(Seat(state, 0)) for seed in range(12)
    }
    assert len(played) > 3


def test_a_level_takes_another_budget() -> None:
    level = LEVELS["archmage"]
    assert (level.changed("400").playouts, level.changed("400").seconds) == (400, 0.0)
    assert level.changed("0.5s").seconds == 0.5
    changed = Level(400, 0.0, 0.25, 1, 0, reckons="to the end", haste=0.2)
    assert level.changed("400+whims=0.25+slips=1+horizon=0") == changed
    assert level.changed("400+noise=0.25") == level.changed("400+whims=0.25")
    assert level.changed("400+reckons=yes").reckons == "always"
    assert bot("adept:7").name == "adept:7"


def test_on_two_cores_a_bot_counts_the_heats_of_both() -> None:
    case = case_of("lizard_wizard", 2)
    for state in decisions(case, 3)[:2]:
        alone, together, again = (SearchBot("t", LEVELS["archmage"].changed(f"60+cores={n}"), 1) for n in (1, 2, 2))
        alone.choose(Seat(state, state.seat))
        assert together.choose(Seat(state, state.seat)) == again.choose(Seat(state, state.seat))
        assert heats(together) == 2 * heats(alone) == 120


def heats(player: SearchBot) -> int:
    assert player.search
    return sum(runner.heats for runner in player.search.race.runners())


@pytest.mark.parametrize(
    "budget",
    [
        "",
        "many",
        "0",
        "-3",
        "0s",
        "s",
        "1.5",
        "nans",
        "1e9s",
        "9+whims=2",
        "9+noise=2",
        "9+speed=1",
        "9+slips",
        "9+sure=-1",
        "9+cores=0",
        "9+reckons=often",
    ],
)
def test_a_budget_that_makes_no_sense_is_refused(budget: str) -> None:
    with pytest.raises(ValueError, match=r"a budget is a number of playouts \(400\) or seconds \(0\.5s\)"):
        bot(f"adept:{budget}")


@pytest.mark.parametrize("name", ["archmagus", "greedy:3", ""])
def test_an_unknown_bot_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="there is no bot"):
        bot(name)


@pytest.mark.parametrize("name", ["lizard_wizard", "true_wizard", "wizard_dice", "wizard_wars"])
def test_a_small_budget_races_the_moves_that_look_best_to_the_sense(name: str) -> None:
    game = sortilege.game(name)
    opinions = 0
    for state, _ in walk(game.start(2), "field", most=300):
        if state.seat < 0 or len(state.moves()) < 9:
            continue
        search = Search(game.sense, FastChance(1), state.seat, 12, 8)
        field = search.field(state, 16)
        looks = {move: game.sense.weigh(state, move) for move in search.distinct(state)}
        others = field[1:]
        assert len(set(field)) == len(field) < len(looks)
        assert set(others) <= set(looks)
        if state.imagine(state.seat, FastChance(2)) == state:
            assert min(looks[move] for move in others) >= max(looks[move] for move in looks if move not in field)
        opinions += len(set(looks.values())) > 1
    assert opinions


def test_dice_that_show_the_same_are_rolled_again_in_one_way_only() -> None:
    game = sortilege.game("wizard_dice")
    met = 0
    for state, _ in walk(game.start(3, magic_cards=True), "alike", most=600):
        if state.seat < 0 or state.phase != REROLLING:
            continue
        search = Search(game.sense, FastChance(1), state.seat, 12, 0)
        ways = [kept(state, move) for move in search.distinct(state)]
        assert sorted(ways) == sorted({kept(state, move) for move in state.moves()})
        assert game.sense.choose(state, FastChance(1)) in search.distinct(state)
        met += len(ways) < len(state.moves())
    assert met


def kept(state: State, move: int) -> tuple[int, ...]:
    """The faces that are not rolled again; none of a hand that is scored."""
    rolled = move - REROLL if move != STOP else 0
    return tuple(sorted(face for die, face in enumerate(state.dice) if not rolled >> die & 1))
