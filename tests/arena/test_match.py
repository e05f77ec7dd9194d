"""Matches, what is summed up from them, and reports."""

import json
import math
from collections import Counter
from pathlib import Path

import pytest

from sortilege.arena import GameResult, Match, MatchFolder, play_match, summarise
from sortilege.arena.extra import MissingExtra, need
from sortilege.arena.figures import mean, share, share_of_deals, student
from sortilege.arena.match import Clerk, lineups
from sortilege.arena.match_folder import OtherMatch
from sortilege.arena.ratings import rating_figure
from sortilege.arena.reports.match import write_report
from sortilege.engine import extra as extra_module

GAME = "wizard_dice"


def result(number: int, deal: int, bots: tuple[str, ...], ranking: list[int]) -> GameResult:
    count = len(bots)
    scores = [10 - place for place in ranking]
    return GameResult(number, deal, bots, scores, ranking, "end", [4] * count, [8] * count, [0.1] * count, 1)


# Who sits where.


def test_every_bot_sits_on_every_seat() -> None:
    assert lineups(["a", "b", "c"], 3) == [("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")]
    assert lineups(["a", "b"], 4) == [("a", "b", "a", "b"), ("b", "a", "b", "a")]
    assert lineups(["a", "b", "b"], 3) == [("a", "b", "b"), ("b", "b", "a"), ("b", "a", "b")]
    assert lineups(["a"], 2) == [("a", "a")]


def test_of_more_bots_than_seats_every_choice_plays() -> None:
    found = lineups(["a", "b", "c"], 2)
    assert Counter(found) == Counter([("a", "b"), ("b", "a"), ("a", "c"), ("c", "a"), ("b", "c"), ("c", "b")])
    assert lineups(["a", "b"], 1) == [("a",), ("b",)]


def test_line_ups_of_a_deal_share_their_chance_outcomes() -> None:
    match = Match(GAME, ("greedy", "random"), 2)
    first, rotated, other = (match.course(number) for number in range(3))
    assert first.players[0].name == rotated.players[1].name == "greedy"
    dealt, dealt_again, dealt_anew = ([course.chance.word() for _ in range(9)] for course in (first, rotated, other))
    assert dealt == dealt_again
    assert dealt != dealt_anew


def test_who_leads_in_the_end_is_noted_too() -> None:
    for number in range(30):
        course = Match(GAME, ("random",), 3).course(number)
        clerk = Clerk(course)
        course.play()
        scores = course.state.scores()
        assert scores.count(max(scores)) > 1 or clerk.leader == scores.index(max(scores))


def test_a_game_is_noted_in_full() -> None:
    played = Match(GAME, ("random", "greedy"), 2).play(3)
    assert played.bots == ("greedy", "random")
    assert played.deal == 1
    assert sorted(played.ranking) in ([1, 2], [1, 1])
    assert min(played.decisions) > 5
    assert all(choices > decisions for choices, decisions in zip(played.choices, played.decisions))
    assert played.ending
    assert GameResult.from_data(json.loads(json.dumps(played.data()))) == played


@pytest.mark.parametrize(
    ("match", "fault"),
    [
        (Match("chess", ("greedy",), 2), "there is no game 'chess'"),
        (Match(GAME, ("greedy", "gredy"), 2), "there is no bot 'gredy'; did you mean 'greedy'"),
        (Match(GAME, ("greedy",), 9), "has 2 to 5 seats, not 9"),
        (Match(GAME, ("greedy",), 2, options={"gaol": 9}), "there is no option 'gaol'; did you mean 'goal'"),
        (Match(GAME, (), 2), "at least one bot"),
    ],
)
def test_a_match_that_does_not_fit_is_refused(match: Match, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        match.checked()


# On file.


def test_a_match_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole = play_match(GAME, ["greedy", "random"], 6, 2, tmp_path / "whole", jobs=1)
    parts = play_match(GAME, ["greedy", "random"], 2, 2, tmp_path / "parts", jobs=1)
    with parts.lines.open("a") as lines:
        lines.write('{"number": 2, "deal"')
    parts = play_match(GAME, ["greedy", "random"], 6, 2, tmp_path / "parts", jobs=1)
    assert [outcome(each) for each in parts.results()] == [outcome(each) for each in whole.results()]
    assert len(list(whole.results())) == 6


def outcome(each: GameResult) -> tuple[object, ...]:
    return each.number, each.bots, each.scores, each.decisions


def test_another_match_is_not_mixed_in(tmp_path: Path) -> None:
    play_match(GAME, ["random"], 1, 2, tmp_path, jobs=1)
    with pytest.raises(OtherMatch, match="holds another match"):
        play_match(GAME, ["random"], 2, 2, tmp_path, seed="1", jobs=1)


def test_a_match_goes_on_with_its_own_seed(tmp_path: Path) -> None:
    play_match(GAME, ["random"], 1, 2, tmp_path, seed="deals", jobs=1)
    folder = play_match(GAME, ["random"], 2, 2, tmp_path, jobs=1)
    assert folder.match.seed == "deals"
    assert [result.number for result in folder.results()] == [0, 1]


# Figures.


def test_a_mean_of_clusters() -> None:
    """Four games in two deals that agree within: as sure as two games, not four."""
    apart = mean([(0, 1.0), (1, 1.0), (2, 0.0), (3, 0.0)])
    together = mean([(0, 1.0), (0, 1.0), (1, 0.0), (1, 0.0)])
    assert apart.value == together.value == 0.5
    assert together.high - together.low > apart.high - apart.low
    assert apart.high - apart.value == pytest.approx(3.1824 * math.sqrt(1 / 3) / 2)


def test_students_t() -> None:
    assert [round(student(freedom), 2) for freedom in (4, 5, 10, 30, 1000)] == [2.78, 2.57, 2.23, 2.04, 1.96]


def test_shares_stay_between_nothing_and_all() -> None:
    sure = share_of_deals([(deal, 1.0) for deal in range(10)])
    assert (sure.value, sure.high) == (1.0, pytest.approx(1.0))
    assert sure.low == pytest.approx(0.7225, abs=1e-3)
    nearly = share_of_deals([(deal, float(deal > 0)) for deal in range(30)])
    assert (nearly.low, nearly.high) == pytest.approx((0.8212, 0.9946), abs=1e-3)
    assert nearly.low < share_of_deals([(deal, 1.0) for deal in range(30)]).low
    assert share(0, 0).count == 0
    assert share(0, 0).percent() == share(0, 0).plain() == "–"


def test_wilsons_interval() -> None:
    some = share(30, 100)
    assert (some.value, round(some.low, 3), round(some.high, 3)) == (0.3, 0.219, 0.396)
    assert share(0, 10).low == 0.0
    assert share(10, 10).high == pytest.approx(1.0)


# Summaries.


def test_wins_pairs_and_seats_are_counted() -> None:
    summary = summarise(
        [
            result(0, 0, ("a", "b", "c"), [1, 2, 3]),
            result(1, 0, ("b", "c", "a"), [2, 3, 1]),
            result(2, 1, ("a", "b", "c"), [1, 1, 3]),
            result(3, 1, ("b", "c", "a"), [1, 2, 3]),
        ]
    )
    wins = {each.name: each.wins.value for each in summary.bots}
    assert wins == {"a": 2.5 / 4, "b": 1.5 / 4, "c": 0.0}
    assert summary.pairs["a", "b"].value == 2.5 / 4
    assert summary.pairs["c", "a"].value == 1 / 4
    assert [figure.value for figure in summary.by_seat] == [2.5 / 4, 0.5 / 4, 1 / 4]
    assert summary.lengths == [12] * 4
    assert summary.bots[0].branching == 2.0


def test_ratings_put_the_stronger_first_with_intervals_apart() -> None:
    games = [result(n, n // 2, ("a", "b") if n % 2 else ("b", "a"), [1, 2] if n % 2 else [2, 1]) for n in range(40)]
    games += [result(40, 20, ("a", "b"), [2, 1])]
    first, second = summarise(games).bots
    assert (first.name, second.name) == ("a", "b")
    assert first.rating
    assert second.rating
    assert first.rating.low > second.rating.high


def test_few_deals_leave_ratings_in_doubt() -> None:
    figure = rating_figure(25.0, [24.0, 25.0, 26.0], deals=6, games=24)
    assert figure.high - figure.value == pytest.approx(2.5706 * math.sqrt(6 / 5))
    for each in summarise([result(0, 0, ("a", "b"), [1, 2])]).bots:
        assert each.rating
        assert (each.rating.low, each.rating.high) == (-math.inf, math.inf)


def test_nothing_cannot_be_summed_up() -> None:
    with pytest.raises(ValueError, match="no finished game"):
        summarise([])


# Reports.


def test_a_report_with_plots_and_raw_results(tmp_path: Path) -> None:
    parquet = need("pyarrow.parquet")
    folder = play_match(GAME, ["greedy", "random"], 8, 2, tmp_path, jobs=1)
    summary = write_report(folder)
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert page.count("<svg") == 8
    assert "greedy" in page
    assert 'href="http' not in page
    assert "<script" not in page
    rows = parquet.read_table(tmp_path / "results.parquet").to_pylist()
    assert len(rows) == 16
    assert sum(row["win"] for row in rows if row["bot"] == "greedy") / 8 == summary.bots[0].wins.value


def test_a_missing_library_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(extra_module, "import_module", nothing)
    with pytest.raises(MissingExtra, match=r"needs openskill, which comes with: pip install 'sortilege\[arena\]'"):
        need("openskill.models")


def test_a_folder_without_a_match_has_no_results(tmp_path: Path) -> None:
    empty = MatchFolder(Match(GAME, ("random",), 2), tmp_path / "nothing")
    assert list(empty.results()) == []
