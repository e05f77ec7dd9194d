"""The libraries of the extra `arena`, brought in when they are needed."""

from importlib import import_module
from typing import Any


class MissingExtra(ValueError):
    """A library of the extra is not installed; the message says how to get it."""


def need_all() -> None:
    """Long work finds out at its beginning that something is missing, not at its end."""
    for name in ("matplotlib", "openskill", "pyarrow"):
        need(name)


def need(name: str) -> Any:
    """A module of the extra."""
    try:
        return import_module(name)
    except ImportError as error:
        raise MissingExtra(
            f"this needs {name.partition('.')[0]}, which comes with: pip install 'sortilege[arena]'"
        ) from error
