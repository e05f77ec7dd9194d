"""Achievements: tiles for whoever first meets them, at any moment of the own turn."""

from mypy_extensions import i64

from sortilege.games.lizard_wizard.content import TILE_LEAST, TILE_MEASURE
from sortilege.games.lizard_wizard.position import CARDS, OFFER, TILES, Position
from sortilege.games.lizard_wizard.rules import measures
from sortilege.games.lizard_wizard.rules.holdings import Holdings


def claim(state: Position, mage: i64) -> None:
    """All that are met now."""
    if state.count_at(TILES, CARDS, OFFER, OFFER) == 0:
        return
    holdings = Holdings(state, mage)
    tile: i64 = TILES
    while tile < CARDS:
        if state.at[tile] == OFFER and is_met(holdings, tile):
            state.at[tile] = mage
            holdings.tiles += 1
        tile += 1


def is_met(holdings: Holdings, tile: i64) -> bool:
    return measures.measured(holdings, TILE_MEASURE[tile - TILES], 0) >= TILE_LEAST[tile - TILES]
