"""Tables that were begun under earlier rules or cards, and whether they can go on under those of now."""

import json
from collections.abc import Sequence
from contextlib import suppress

from sortilege.engine import BadRecord, Game
from sortilege.table.keep.face import Change, Lost, OnFile, Row, Store
from sortilege.table.play.desk import Desk
from sortilege.table.play.refusals import Unfit
from sortilege.table.play.table import FEW_STEPS, MANY_STEPS, Table


def edition_of(game: Game) -> str:
    return f"{game.rules_version} {game.content}"


class Editions:
    """The editions of each game that this house has played with, the newest last. While nodes of two versions run, the
    older one knows by it that it is the older."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.known: dict[str, list[str]] = {}

    async def newest(self, game: Game) -> bool:
        """Is ours the newest? One that nobody knew is."""
        mine, name = edition_of(game), f"edition {game.name}"
        if self.known.get(name, [""])[-1] != mine:
            self.known[name] = await self.with_mine(name, mine)
        return self.known[name][-1] == mine

    async def with_mine(self, name: str, mine: str) -> list[str]:
        """All editions, ours among them; nodes that start together write one after the other."""
        while True:
            kept = await self.store.house(name)
            found: list[str] = json.loads(kept or "[]")
            if mine in found:
                return found
            with suppress(Lost):
                await self.store.keep(Change().swap_house(name, kept, json.dumps([*found, mine])))


def begins(game: Game, row: Row, steps: Sequence[object]) -> bool:
    """Has nothing been played yet? Then the game begins with the cards of now, if these know its options."""
    try:
        game.settings(len(row["chairs"]), row["options"])
    except ValueError:
        return False
    return row["began"] is None and not steps


async def replayed(game: Game, file: OnFile, desk: Desk) -> Table | None:
    """A running table under the rules of now: every step is legal there, every outcome has the same sides, and it stood
    as it stood. None where it cannot go on so."""
    stood = file.row["stood"]
    if stood is None or file.row["ended"] is not None:
        return None
    try:
        table = await build(game, file.row, file.steps[: stood["number"]], desk)
        if [float(score) for score in table.state.scores()] != [float(score) for score in stood["scores"]]:
            return None
        await take(table, file.steps[stood["number"] :], desk)
    except (BadRecord, ValueError, LookupError, Unfit):
        return None
    return table


async def renew(store: Store, table: Table) -> None:
    """Keep that the table goes on under the rules of now."""
    entry = {"move": len(table.moves), "to": edition_of(table.game)}
    rules = {"rules": table.game.rules_version, "content": table.game.content, "options": table.options}
    change = Change().set_table(table.id, table.version, renewed=[*table.renewed, entry], **rules)
    await store.keep(change)
    table.version += 1
    table.renewed.append(entry)


async def build(game: Game, row: Row, steps: Sequence[tuple[str, int]], desk: Desk) -> Table:
    """A table with these steps; many of them are taken at the desk, in turn with others."""
    table = Table(game, row, steps[:FEW_STEPS], desk)
    await take(table, steps[FEW_STEPS:], desk)
    return table


async def take(table: Table, steps: Sequence[tuple[str, int]], desk: Desk) -> None:
    for begin in range(0, len(steps), MANY_STEPS):
        await desk.do(table.take_all, steps[begin : begin + MANY_STEPS])
