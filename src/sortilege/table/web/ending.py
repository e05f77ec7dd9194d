"""The end of a game as its page tells it: who won, by how much, where the points came from, and what is to be told."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from sortilege.engine import Shelf, listed, named, plural
from sortilege.engine.art import gallery
from sortilege.engine.help import help_of
from sortilege.table.play.table import Table
from sortilege.table.web.seen import Seen, scores_told

PATTERNS = 8
"""How many sources have a colour and hatching of their own."""
MOST_CARDS = 3
"""On a banner."""
MOST_HELD = 12


@dataclass(frozen=True)
class Part:
    """Points of one source in a seat's bar."""

    source: str
    pattern: int
    points: int
    share: float
    """Of the longest bar, in per cent."""


@dataclass(frozen=True)
class Bar:
    """One seat's points."""

    seat: int
    name: str
    note: str
    parts: list[Part]
    score: int


@dataclass(frozen=True)
class Rung:
    """A title on the ladder of titles."""

    title: str
    least: int
    reached: bool
    here: bool


class Ending:
    """A finished table through one person's eyes."""

    def __init__(self, seen: Seen) -> None:
        self.seen = seen
        self.state = seen.table.state
        self.words = seen.table.game.words
        self.scores = [int(score) for score in self.state.scores()]
        self.places = self.state.ranking()

    @property
    def alone(self) -> bool:
        return len(self.scores) == 1

    @cached_property
    def winners(self) -> list[int]:
        return [seat for seat, place in enumerate(self.places) if place == 1]

    @property
    def how(self) -> str:
        """How it ended."""
        reason = self.state.ending().replace("-", " ")
        return help_of(self.seen.table.game.folder).endings.get(reason, reason.capitalize())

    @property
    def headline(self) -> str:
        names = [self.seen.names[seat] for seat in self.winners]
        if self.alone:
            return self.alone_headline
        if len(names) > 1:
            return f"{listed(names)} share the win"
        lead = self.lead
        return f"{names[0]} wins by {plural(lead, self.words.unit)}" if lead > 0 else f"{names[0]} wins"

    @property
    def alone_headline(self) -> str:
        name = self.seen.names[0]
        if self.ladder:
            title = next(rung.title for rung in self.ladder if rung.here)
            return f"{name} is {'an' if title[0] in 'AEIOU' else 'a'} {title}"
        return f"{name} {'wins' if self.winners else 'loses'}"

    @cached_property
    def lead(self) -> int:
        """By how many points the winner is ahead of the next; none where a tie-break or something else decided."""
        others = [score for seat, score in enumerate(self.scores) if seat not in self.winners]
        return min(self.scores[seat] for seat in self.winners) - max(others) if self.winners and others else 0

    @property
    def line(self) -> str:
        """All scores, the highest first."""
        if self.alone:
            told = help_of(self.seen.table.game.folder).alone["won" if self.winners else "lost"]
            return f"{plural(self.scores[0], self.words.unit)}: {told}"
        return scores_told(self.scores)

    @property
    def banner(self) -> str:
        """The address of the banner, in the colour of who has won and with cards that they hold."""
        game, seat = self.seen.table.game, self.winners[0] if self.winners else 0
        cards = [slug for _, slug in self.held_by(seat)]
        emblem = self.seen.emblems[seat] if self.seen.emblems else ""
        own = f"colour=seat{seat}&cards={','.join(cards[:MOST_CARDS])}&emblem={emblem}"
        return f"/art/{game.name}/banner.svg?{own}{'' if self.winners else '&won=no'}"

    def held_by(self, seat: int) -> list[tuple[str, str]]:
        """The cards that a seat has in the end, those of them that have a picture: names and slugs."""
        held = dict.fromkeys(texts_in(self.words.view(self.state, seat).get("players", [])[seat : seat + 1]))
        return [(name, art.slug) for name, art in gallery(self.seen.table.game.folder).cards.items() if name in held]

    @property
    def holder(self) -> int:
        """Whose cards are shown: one's own, or those of who has won."""
        return self.seen.eye if self.seen.seated else self.winners[0] if self.winners else 0

    @cached_property
    def shelves(self) -> list[Shelf]:
        """The cards that are shown: those of the game, or what one seat has in the end."""
        held = dict.fromkeys(name for name, _ in self.held_by(self.holder)[:MOST_HELD])
        whose = "Yours" if self.holder == self.seen.eye else f"Held by {self.seen.names[self.holder]}"
        shelves = self.words.shelves(self.state) or [Shelf(whose, "at the end", held)]
        return [shelf for shelf in shelves if shelf.cards]

    def slug_of(self, card: str) -> str:
        return gallery(self.seen.table.game.folder).cards[card].slug

    @property
    def minutes(self) -> str:
        table = self.seen.table
        if table.began is None or table.ended is None:
            return ""
        whole = max(1, round((table.ended - table.began) / 60_000))
        hours, rest = divmod(whole, 60)
        return f"{plural(hours, 'hour')} {rest} min" if hours else plural(rest, "minute")

    @cached_property
    def sources(self) -> list[str]:
        """The names of all sources of points, in the game's order."""
        found = [name for seat in range(len(self.scores)) for name, _ in self.words.sources(self.state, seat)]
        return list(dict.fromkeys(found))

    @cached_property
    def bars(self) -> list[Bar]:
        """By place. What was lost stands in the sum, not in the bar."""
        each = [dict(self.words.sources(self.state, seat)) for seat in range(len(self.scores))]
        longest = max((sum(points for points in parts.values() if points > 0) for parts in each), default=0) or 1
        order = sorted(range(len(self.scores)), key=lambda seat: self.places[seat])
        return [self.bar(seat, each[seat], longest) for seat in order]

    def bar(self, seat: int, points: dict[str, int], longest: int) -> Bar:
        parts = [
            Part(name, self.sources.index(name) % PATTERNS, value, 100 * max(value, 0) / longest)
            for name, value in points.items()
            if value
        ]
        return Bar(seat, self.seen.names[seat], self.note(seat), parts, self.scores[seat])

    def note(self, seat: int) -> str:
        if seat == self.seen.eye:
            return "you"
        if self.seen.table.chairs[seat].bot:
            return "bot"
        behind = max(self.scores) - self.scores[seat]
        return f"{plural(behind, self.words.unit)} behind" if behind else ""

    @cached_property
    def ladder(self) -> list[Rung]:
        """The titles that can be reached alone, from the lowest."""
        titles = self.words.titles(self.state)
        reached = [self.scores[0] >= least for _, least in titles]
        last = sum(reached) - 1
        return [Rung(title, least, reached[i], i == max(last, 0)) for i, (title, least) in enumerate(titles)]

    @cached_property
    def told(self) -> list[str]:
        """True sentences from the record."""
        return [named(sentence, self.seen.names) for sentence in highlights(self.seen.table)]


def texts_in(data: Any) -> Iterator[str]:
    """All texts in a part of a view."""
    if isinstance(data, str):
        yield data
    for part in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from texts_in(part)


async def told_end(seen: Seen) -> Ending | None:
    """The end of a game that was played to it, and walked through at the desk."""
    if not seen.table.over or seen.table.stopped or not seen.shown:
        return None
    end = Ending(seen)
    await seen.table.desk.do(lambda: end.told)
    return end


@lru_cache(200)
def highlights(table: Table) -> list[str]:
    state = table.start()
    steps = []
    for move in table.moves:
        steps.append((state.copy(), move))
        state.advance(move)
    return table.game.words.highlights(steps, table.state)
