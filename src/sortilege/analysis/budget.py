"""How much an analysis thinks."""

from dataclasses import dataclass, replace

from sortilege.engine import nearest


@dataclass(frozen=True)
class Budget:
    """Playouts for one chance of one seat, heats of each round in which moves compete and of the last one, outcomes
    that are tried at a chance point and short looks at each, and how many points of the graph there are."""

    playouts: int
    heats: tuple[int, ...]
    last_heats: int
    outcomes: int
    looks: int
    points: int

    @property
    def about(self) -> str:
        """In a few words, for those who read what came out."""
        return f"{self.playouts} games played on for each chance, up to {self.most_heats} for each move"

    def times(self, effort: int) -> "Budget":
        """The same with so many times the playouts and heats."""
        return replace(
            self,
            playouts=self.playouts * effort,
            heats=tuple(heats * effort for heats in self.heats),
            last_heats=self.last_heats * effort,
        )

    @property
    def most_heats(self) -> int:
        """Of the last round, where it is still open whether a move is to blame."""
        return 4 * self.last_heats


BUDGETS = {
    "quick": Budget(16, (2, 4), 12, 12, 8, 40),
    "default": Budget(48, (4, 8, 16), 40, 36, 32, 80),
    "long": Budget(480, (40, 80, 160), 400, 216, 160, 160),
}
SURVIVORS = (8, 3, 1)
"""So many moves are left after each round; the last one is the best."""
MOST_MOVES = 40
"""Of more moves than this, any so many compete, with the played one and the usual one among them."""


def budget(name: str) -> Budget:
    if name not in BUDGETS:
        raise ValueError(f"there is no budget {name!r}{nearest(name, BUDGETS)}; the budgets are: {', '.join(BUDGETS)}")
    return BUDGETS[name]
