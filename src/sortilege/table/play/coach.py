"""The coach of a seat: who wants one, how one stands, and what would have been better. It knows what the seat knows."""

from dataclasses import replace

from sortilege.engine import NOBODY, State, named
from sortilege.engine.state import game_of
from sortilege.table.keep.face import Change, Store
from sortilege.table.play.host import Host
from sortilege.table.play.refusals import Conflict, Forbidden
from sortilege.table.play.table import Table
from sortilege.table.play.wish import Wish

FIRST_GAMES = 2
"""So many games against bots are coached unless one says otherwise."""


STANDINGS = ((0.65, "far ahead of"), (0.55, "ahead of"), (0.45, "level with"), (0.35, "behind"), (0.0, "far behind"))
"""From the share of the two on, how one stands beside another."""


async def coached_at_first(store: Store, person: str, wish: Wish) -> bool:
    """Is this one of somebody's first games of its kind, with nobody but bots?"""
    played = [row for row in await store.results_of(person) if row["game"] == wish.game and row["result"]]
    return all(kind in ("me", "bot") for kind, _ in wish.seats) and len(played) < FIRST_GAMES


async def want_coach(host: Host, table: Table, person: str, wanted: bool) -> None:
    """Say whether one wants to be coached. Where several people play, all have to want it."""
    if table.deal:
        raise Conflict("The deal of the day is played without a coach.")
    async with table.lock:
        seat = table.eye(person)
        if seat == NOBODY:
            raise Forbidden("You have no seat at this table.")
        chairs = list(table.chairs)
        chairs[seat] = replace(chairs[seat], coach=wanted)
        await host.set_chairs(table, chairs, Change())
        host.followers.seats(table)


async def look_back(host: Host, table: Table, person: str, step: int) -> str:
    """A sentence where another move was surely much better than one's own at this step; empty where none was, or
    where the step was taken back."""
    seat = table.eye(person)
    if not table.coached(seat):
        raise Conflict("The coach is off at this table.")
    if not 0 <= step < len(table.moves) or table.movers[step] != seat:
        return ""
    move, before = table.moves[step], await table.desk.do(table.state_after, step)
    missed = await host.questions.missed(before, move, person)
    if missed is None:
        return ""
    better, done = round(100 * missed.chance), round(100 * missed.instead)
    return f"Better was: {named(missed.label, table.names)}. Played out, it wins {better} %, what you did {done} %."


def outlook(seen: State, eye: int, names: list[str]) -> str:
    """How this seat stands beside the best of the others, as the game's own sense has it. It is told in words: numbers
    are kept for chances, which have to be true."""
    sense = game_of(seen).sense
    values = [float(sense.value(seen, seat)) for seat in range(seen.seats)]
    if len(values) == 1:
        return f"By a rule of thumb, you are {'on the way to win' if values[0] >= 0.5 else 'behind'}."
    best = max((seat for seat in range(len(values)) if seat != eye), key=values.__getitem__)
    both = values[eye] + values[best]
    share = values[eye] / both if both > 0 else 0.5
    place = next(words for least, words in STANDINGS if share >= least)
    return f"By a rule of thumb, you are {place} {names[best]}."
