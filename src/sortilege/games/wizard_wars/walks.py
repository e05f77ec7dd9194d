"""Walks: where each wizard can go by steps in a row, and what is set off at the end of them."""

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from sortilege.games.wizard_wars.board import TOWARDS
from sortilege.games.wizard_wars.position import (
    ACTING,
    CAPTURING,
    DEAD,
    EACH,
    PIECES,
    START,
    STAYING_IN,
    UNBORN,
    WIZARDS,
    owner_of,
)
from sortilege.games.wizard_wars.rules import Realm
from sortilege.games.wizard_wars.rules.moves import PLAY, STEER, STEP

SIDES = 6


class Walk(NamedTuple):
    """A wizard, the space it goes to, the moves that take it there, and how it stands then."""

    piece: int
    space: int
    moves: tuple[int, ...]
    after: Realm
    calm: bool
    """Nothing happens there, so that one can go on."""


def walks(seen: Realm) -> Iterator[Walk]:
    """Every space that can be reached, by the fewest steps; nobody walks on from where something happens."""
    for piece, first in walkers(seen).items():
        reached, ahead = {seen.at[piece]}, deque([Walk(piece, seen.at[piece], (), seen, True)])
        while ahead:
            walk = ahead.popleft()
            for move in walk.after.moves():
                space = TOWARDS[walk.space][move - first] if first <= move < first + SIDES else -1
                if space >= 0 and space not in reached:
                    reached.add(space)
                    after = walk.after.copy()
                    after.advance(move)
                    calm = is_calm(walk.after, after, piece, space)
                    further = Walk(piece, space, (*walk.moves, move), after, calm)
                    yield further
                    if calm and after.left:
                        ahead.append(further)


def walkers(seen: Realm) -> dict[int, int]:
    """The wizards that can step now, each with the first of its six moves."""
    found = {}
    for move in seen.moves() if seen.stage == ACTING else []:
        if STEP <= move < STEER:
            wizard = (move - STEP) // SIDES
            found[seen.turn * EACH + wizard] = STEP + wizard * SIDES
        elif STEER <= move < PLAY:
            found[seen.steered] = STEER
    return found


def is_calm(before: Realm, after: Realm, piece: int, space: int) -> bool:
    """Did nothing happen but that this wizard went to this space?"""
    if after.seat != before.seat or after.stage != ACTING or after.at[piece] != space:
        return False
    expected = list(before.at)
    expected[piece] = space
    return expected == list(after.at)


def fallen(before: Realm, after: Realm) -> list[int]:
    """The wizards that died, and the Guardians that were sent back."""
    return [
        piece
        for piece in range(PIECES)
        if before.at[piece] >= 0
        and (after.at[piece] == DEAD or (after.at[piece] == START and piece - WIZARDS != after.turn))
        and (piece < WIZARDS or after.out[owner_of(piece)] == STAYING_IN)
    ]


def born(before: Realm, after: Realm) -> list[int]:
    return [piece for piece in range(WIZARDS) if before.at[piece] == UNBORN and after.at[piece] >= 0]


def thawed(before: Realm, after: Realm) -> list[int]:
    return [piece for piece in range(WIZARDS) if (before.frozen & ~after.frozen) >> piece & 1 and after.at[piece] >= 0]


def endangered(after: Realm) -> list[int]:
    """Of whom one has to be named, because several can be captured."""
    victims = after.victims() if after.stage == CAPTURING else 0
    return [piece for piece in range(PIECES) if victims >> piece & 1]
