"""What the house asks of its store, whatever the store is made of."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

Row = Mapping[str, Any]


class Lost(Exception):
    """Somebody else wrote first: nothing of this change was kept."""


class StoreFailed(Exception):
    """The store could not keep a change: nothing of it was kept."""


@dataclass(slots=True)
class Change:
    """What is written together, or not at all."""

    tables: list[Row] = field(default_factory=list)
    updates: list[tuple[str, int, Row]] = field(default_factory=list)
    steps: list[Row] = field(default_factory=list)
    messages: list[Row] = field(default_factory=list)
    looks: list[tuple[str, str, int]] = field(default_factory=list)
    names: list[tuple[str, str]] = field(default_factory=list)

    def add_table(self, row: Row) -> "Change":
        self.tables.append(row)
        return self

    def set_table(self, table_id: str, version: int, **values: Any) -> "Change":
        """Change a table's row if it still has this version; its version goes up by one."""
        self.updates.append((table_id, version, values))
        return self

    def add_step(self, table_id: str, number: int, text: str, at: int) -> "Change":
        self.steps.append({"table_id": table_id, "number": number, "text": text, "at": at})
        return self

    def add_message(self, table_id: str, message: Row) -> "Change":
        self.messages.append({"table_id": table_id, **message})
        return self

    def add_look(self, person: str, table_id: str, looked: int = 0) -> "Change":
        """Remember that this person sits at the table and up to which step they have looked."""
        self.looks.append((person, table_id, looked))
        return self

    def set_name(self, person: str, name: str) -> "Change":
        self.names.append((person, name))
        return self


@dataclass
class Commits:
    """What the store has written, for the metrics."""

    commits: int = 0
    changes: int = 0
    seconds: float = 0.0


class Store(Protocol):
    """Keeps changes and answers what was kept; a StoreFailed says that it cannot."""

    commits: Commits

    async def keep(self, change: Change) -> None:
        """Return when the change is on disk; Lost or StoreFailed when it is not."""

    def close(self) -> None:
        """Write what was handed in, then stop."""

    async def table(self, table_id: str) -> dict[str, Any] | None: ...

    async def steps(self, table_id: str) -> list[tuple[str, int]]:
        """Every step with its time, in order."""

    async def messages(self, table_id: str) -> list[dict[str, Any]]: ...

    async def name(self, person: str) -> str | None: ...

    async def tables_of(self, person: str, over: bool, most: int) -> list[tuple[str, int]]:
        """This person's tables that are over, or not; the newest first, each with the step that was looked at last."""

    async def open_tables(self, most: int) -> list[str]:
        """Tables with a seat for anybody."""

    async def finished_tables(self, most: int) -> list[str]:
        """Tables that are over and can be watched."""

    async def running_tables(self) -> list[str]:
        """Tables that are played, and those that may be ready to: no seat of theirs is for anybody."""
