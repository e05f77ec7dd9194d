"""Libraries that only some people need, brought in when they are needed."""

from importlib import import_module
from typing import Any


class MissingExtra(ValueError):
    """A library of an extra is not installed; the message says how to get it."""


def need(name: str, extra: str) -> Any:
    """A module of an extra."""
    try:
        return import_module(name)
    except ImportError as error:
        library = name.partition(".")[0]
        raise MissingExtra(f"this needs {library}, which comes with: pip install 'sortilege[{extra}]'") from error
