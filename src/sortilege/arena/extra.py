"""The libraries of the extra `arena`, brought in when they are needed."""

from typing import Any

from sortilege.engine import extra
from sortilege.engine.extra import MissingExtra

__all__ = ["MissingExtra", "need", "need_all"]


def need_all() -> None:
    """Long work finds out at its beginning that something is missing, not at its end."""
    for name in ("matplotlib", "openskill", "pyarrow"):
        need(name)


def need(name: str) -> Any:
    """A module of the extra."""
    return extra.need(name, "arena")
