"""How hard the solo game is for random moves, for good sense, and for a bot that looks ahead."""

from collections.abc import Iterator

from sortilege.arena.calibration import CalibrationGames
from sortilege.arena.figures import mean, share
from sortilege.arena.match import Match
from sortilege.arena.study import Observer
from sortilege.arena.tables import heading, row
from sortilege.arena.uses import Notes
from sortilege.engine import State
from sortilege.games.true_wizard import GAME
from sortilege.games.true_wizard.content import CELLS, ITEMS, NUMBERS, SPELLS, TITLES
from sortilege.games.true_wizard.rules import Forest
from sortilege.games.true_wizard.rules.moves import CAST

SEARCHER = "archmage:300"
QUICK = {"random": 10, "greedy": 10}
"""Bots that play more deals than the others, and how many times as many."""
WEAK = 30
WIN_ABOVE = int(NUMBERS["win_above"])
BEST = TITLES[-1][1]


class Trophies(Observer):
    """Who looks at the cards that a lone player ends with."""

    def ended(self, state: State) -> None:
        assert isinstance(state, Forest)
        self.last["turns"] = state.round
        self.last["learnt"] = [spell for spell in range(CELLS) if state.spell_owner[spell] == 0]
        self.last["destroyed"] = [item for item in range(CELLS) if state.item_owner[item] == 0]


def calibrate(games: CalibrationGames) -> Iterator[str]:
    yield heading(
        "player", "deals", "points", "fewest", "most", f"below {WEAK}", f"above {WIN_ABOVE}", f"{BEST} or more", "turns"
    )
    notes: list[Notes] = []
    for name in ("random", "greedy", SEARCHER):
        match = Match("true_wizard", (name,), 1, games.seed)
        notes = games.watch(match, Trophies, name, QUICK.get(name, 1))
        if notes:
            yield summary(name, notes)
    if notes:
        yield from ("", *spells(notes), "", *items(notes))


def summary(name: str, notes: list[Notes]) -> str:
    points = [each.result.scores[0] for each in notes]
    shares = [
        share(sum(reached), len(points)).percent()
        for reached in (
            [each < WEAK for each in points],
            [each > WIN_ABOVE for each in points],
            [each >= BEST for each in points],
        )
    ]
    turns = mean((each.result.deal, each.last["turns"]) for each in notes)
    average = mean(enumerate(points))
    return row(name, len(points), average.plain(), min(points), max(points), *shares, turns.plain())


def spells(notes: list[Notes]) -> Iterator[str]:
    """How often each was learnt, and how often it then was cast."""
    yield heading("spell", "learnt", "casts")
    for number, spell in enumerate(SPELLS):
        owners = [each for each in notes if number in each.last["learnt"]]
        cast = GAME.words.text(CAST + number)
        casts = mean((each.result.deal, each.used[0].get(cast, 0)) for each in owners)
        yield row(spell.name, share(len(owners), len(notes)).percent(), casts.plain())


def items(notes: list[Notes]) -> Iterator[str]:
    yield heading("item", "destroyed")
    for number, item in enumerate(ITEMS):
        destroyed = sum(number in each.last["destroyed"] for each in notes)
        yield row(item.name, share(destroyed, len(notes)).percent())
