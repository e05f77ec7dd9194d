"""A drawn table as pages lay it out: its panels in areas, its choices in groups."""

from abc import ABC, abstractmethod
from functools import cached_property
from typing import Any

from sortilege.engine import Game, State
from sortilege.engine.panels import Branch, Drawing, PageLayout, plan_of
from sortilege.table.web.choices import Group, branches_of, groups_of, paths_of, spots_of
from sortilege.table.web.cloth import Cloth

UNDRAWN = Drawing()


class Laid(ABC):
    """What is drawn, for whom, and how wide their page is."""

    drawing = UNDRAWN
    layout: PageLayout = "wide"

    @property
    @abstractmethod
    def game(self) -> Game: ...

    @property
    @abstractmethod
    def names(self) -> list[str]: ...

    @property
    @abstractmethod
    def state(self) -> State:
        """The position as they see it."""

    @cached_property
    def cloth(self) -> Cloth:
        return Cloth(self.drawing.panels, plan_of(self.game.folder), self.layout, len(self.names))

    @cached_property
    def emblems(self) -> list[str]:
        """What each seat stands for, where it is more than a seat."""
        return self.game.words.emblems(self.state)

    @property
    def colours(self) -> str:
        """For the style attribute: the game's own cloth, and its seats' own colours."""
        seats = plan_of(self.game.folder).seat_colours(self.emblems)
        return " ".join([self.cloth.colours, *(f"{name}: {colour};" for name, colour in seats.items())])

    @cached_property
    def paths(self) -> dict[str, Any]:
        return paths_of(self.drawing)

    @property
    def run(self) -> dict[str, Any] | None:
        return self.drawing.run._asdict() if self.drawing.run else None

    @cached_property
    def spots(self) -> dict[str, str]:
        return spots_of(self.drawing)

    @cached_property
    def leads(self) -> list[str]:
        """How the moves begin that stand out among the choices."""
        return plan_of(self.game.folder).leads.get(self.drawing.question, [])

    @cached_property
    def groups(self) -> list[Group]:
        return sorted(groups_of(self.drawing, self.game.words), key=lambda group: group.verb not in self.leads)

    @cached_property
    def branches(self) -> list[tuple[Branch, int]]:
        return branches_of(self.drawing)
