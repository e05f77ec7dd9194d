"""Networks on file: their weights, what they were made for, and where they come from."""

import base64
import hashlib
import json
import sys
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sortilege.engine.game import Game
from sortilege.engine.network import Judge, Network


class BadNetwork(ValueError):
    """A file holds no network, or none for this game."""


@dataclass(frozen=True)
class Weights:
    """All that makes a network of one hidden layer, for one game at one number of seats."""

    seats: int
    horizon: int
    """After so many decisions it judges."""
    first: Sequence[Sequence[float]]
    bias: Sequence[float]
    last: Sequence[float]
    offset: float
    origin: dict[str, Any] = field(default_factory=dict)
    """How it was made."""

    def write(self, path: Path, game: Game) -> None:
        flat = [weight for row in self.first for weight in row]
        sheet = {
            **made_for(game, self.seats),
            "horizon": self.horizon,
            "hidden": len(self.bias),
            "origin": self.origin,
            "weights": packed([*flat, *self.bias, *self.last, self.offset]),
        }
        path.write_text(json.dumps(sheet, indent=1) + "\n", encoding="utf-8")

    def judge(self, game: Game) -> Judge:
        """The game's sense, with this network as its judge."""
        observer = game.layout(self.seats).observer
        first = [list(row) for row in self.first]
        network = Network(observer, first, list(self.bias), list(self.last), self.offset)
        return Judge(game.sense, network, self.horizon)


def made_for(game: Game, seats: int) -> dict[str, Any]:
    """What a network must have been made for, if it is to judge: rules, cards, seats, and what stands in a row."""
    cells = "\n".join(cell.name for cell in game.layout(seats))
    return {
        "game": game.name,
        "rules": game.rules_version,
        "content": game.content,
        "seats": seats,
        "cells": hashlib.sha256(cells.encode()).hexdigest()[:16],
    }


def read_weights(path: Path, game: Game) -> Weights:
    """The network of a file; a BadNetwork says why it is none for this game."""
    try:
        sheet = json.loads(path.read_text(encoding="utf-8"))
        seats, hidden, numbers = int(sheet["seats"]), int(sheet["hidden"]), unpacked(sheet["weights"])
    except OSError as error:
        raise BadNetwork(f"{path} cannot be read: {error.strerror}") from None
    except (KeyError, TypeError, ValueError):
        raise BadNetwork(f"{path} is no network") from None
    for name, wanted in made_for(game, seats).items():
        if sheet.get(name) != wanted:
            raise BadNetwork(f"{path} is for {name} {sheet.get(name)!r}; here it is {wanted!r}")
    width = len(game.layout(seats))
    if len(numbers) != (width + 2) * hidden + 1:
        raise BadNetwork(f"{path} is no network of {hidden} units for rows of {width} cells")
    first = [numbers[at : at + hidden] for at in range(0, width * hidden, hidden)]
    bias, last = numbers[width * hidden : -1 - hidden], numbers[-1 - hidden : -1]
    return Weights(seats, int(sheet["horizon"]), first, bias, last, numbers[-1], sheet["origin"])


def packed(numbers: Sequence[float]) -> str:
    """Floats of 32 bits, little end first, in base 64."""
    return base64.b64encode(in_order(array("f", numbers)).tobytes()).decode()


def unpacked(text: str) -> list[float]:
    numbers = array("f")
    numbers.frombytes(base64.b64decode(text, validate=True))
    return in_order(numbers).tolist()


def in_order(numbers: "array[float]") -> "array[float]":
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
