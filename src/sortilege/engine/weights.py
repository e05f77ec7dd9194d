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

OWN = "network.json"
"""In the folder of a game whose sense has a network of its own."""


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

    def write(self, path: Path, game: Game, own: bool = False) -> None:
        """For a bot, or as the game's own, which is shown signs instead of the cells of a row."""
        flat = [weight for row in self.first for weight in row]
        sheet = {
            **made_for(game, self.seats, own),
            "horizon": self.horizon,
            "hidden": len(self.bias),
            "origin": self.origin,
            "weights": packed([*flat, *self.bias, *self.last, self.offset]),
        }
        path.write_text(json.dumps(sheet, indent=1) + "\n", encoding="utf-8")

    def judge(self, game: Game) -> Judge:
        """The game's sense, with this network as its judge."""
        return Judge(game.sense, self.network(), game.layout(self.seats).observer, self.horizon)

    def network(self) -> Network:
        return Network([list(row) for row in self.first], list(self.bias), list(self.last), self.offset)


def made_for(game: Game, seats: int, own: bool = False) -> dict[str, Any]:
    """What a network must have been made for, if it is to judge: rules, cards, seats, and what stands in a row."""
    made = {"game": game.name, "rules": game.rules_version, "content": game.content, "seats": seats}
    if own:
        return made
    cells = "\n".join(cell.name for cell in game.layout(seats))
    return {**made, "cells": hashlib.sha256(cells.encode()).hexdigest()[:16]}


def read_weights(path: Path, game: Game) -> Weights:
    """The network of a file; a BadNetwork says why it is none for this game."""
    sheet, found = read_sheet(path)
    for name, wanted in made_for(game, found.seats).items():
        if sheet.get(name) != wanted:
            raise BadNetwork(f"{path} is for {name} {sheet.get(name)!r}; here it is {wanted!r}")
    width, hidden = len(game.layout(found.seats)), len(found.bias)
    if len(found.first) != width:
        raise BadNetwork(f"{path} is no network of {hidden} units for rows of {width} cells")
    return found


def own_network(folder: Path) -> Network:
    """The network in a game's folder, whatever was printed on its cards when it was made."""
    return read_sheet(folder / OWN)[1].network()


def read_sheet(path: Path) -> tuple[dict[str, Any], Weights]:
    """What a file says, and the weights in it."""
    try:
        sheet = json.loads(path.read_text(encoding="utf-8"))
        return sheet, weights_of(sheet)
    except OSError as error:
        raise BadNetwork(f"{path} cannot be read: {error.strerror}") from None
    except (KeyError, TypeError, ValueError):
        raise BadNetwork(f"{path} is no network") from None


def weights_of(sheet: dict[str, Any]) -> Weights:
    seats, hidden, numbers = int(sheet["seats"]), int(sheet["hidden"]), unpacked(sheet["weights"])
    width = len(numbers) // hidden - 2
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
