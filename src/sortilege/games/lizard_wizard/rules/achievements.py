"""Achievements: tiles for whoever first meets them, at any moment of the own turn."""

from mypy_extensions import i64

from sortilege.games.lizard_wizard.content import TILE_LEAST, TILE_MEASURE
from sortilege.games.lizard_wizard.position import CARDS, OFFER, TILES, Position
from sortilege.games.lizard_wizard.rules import measures


def claim(state: Position, mage: i64) -> None:
    """All that are met now."""
    tile: i64 = TILES
    while tile < CARDS:
        if state.at[tile] == OFFER:
            if measures.measure(state, mage, TILE_MEASURE[tile - TILES], 0) >= TILE_LEAST[tile - TILES]:
                state.at[tile] = mage
        tile += 1
