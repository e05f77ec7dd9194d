"""Five wizard board games on one table: rules, bots, records, arena, and a web table."""

from sortilege.engine import (
    CHANCE,
    OVER,
    BadRecord,
    BadSnapshot,
    Chance,
    EarlierCards,
    FastChance,
    Game,
    GameOver,
    IllegalMove,
    NoSuchMove,
    NoSuchOutcome,
    Record,
    SealedChance,
    State,
)
from sortilege.engine.extra import MissingExtra
from sortilege.games import game, games

__version__ = "0.1.0"
__all__ = [
    "CHANCE", "OVER", "BadRecord", "BadSnapshot", "Chance", "EarlierCards", "FastChance", "Game", "GameOver",
    "IllegalMove", "MissingExtra", "NoSuchMove", "NoSuchOutcome", "Record", "SealedChance", "State", "game", "games",
]  # fmt: skip
