"""Who is told what happens at a table: the face that the hall tells it to."""

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from sortilege.table.play.table import Table


class Followers(Protocol):
    """Those who follow tables, each through their own eyes."""

    def position(self, table: Table, played: int) -> None:
        """So many steps were played, the last on the table's file; none where only the position is told anew."""

    def seats(self, table: Table) -> None:
        """Somebody sat down, stood up, or a bot took over."""

    def message(self, table: Table, message: Mapping[str, Any]) -> None:
        """Somebody said something."""

    def followed(self, table: Table) -> bool: ...

    def present(self) -> Iterable[tuple[str, str]]:
        """Everybody who follows a table: its id, and the person."""
