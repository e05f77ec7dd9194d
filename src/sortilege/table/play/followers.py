"""Who is told what happens at a table: the face that the hall tells it to."""

from collections.abc import Iterable
from typing import Protocol

from sortilege.table.play.table import Table


class Followers(Protocol):
    """Those who follow tables, each through their own eyes."""

    def position(self, table: Table) -> None:
        """Steps were played, or the position is told anew."""

    def seats(self, table: Table) -> None:
        """Somebody sat down, stood up, or a bot took over."""

    def messages(self, table: Table) -> None:
        """Somebody said something."""

    def followed(self, table: Table) -> bool: ...

    def present(self) -> Iterable[tuple[str, str]]:
        """Everybody who follows a table: its id, and the person."""
