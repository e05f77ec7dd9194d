"""Five wizard board games on one table: rules, bots, records, arena, and a web table."""

from sortilege.engine import CHANCE, OVER, FastChance, Game, IllegalMove, Record, SealedChance, State
from sortilege.games import game, games

__version__ = "0.1.0"
__all__ = ["CHANCE", "OVER", "FastChance", "Game", "IllegalMove", "Record", "SealedChance", "State", "game", "games"]
