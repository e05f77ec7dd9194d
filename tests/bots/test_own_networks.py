"""The network in a game's folder is read by whoever plays that game and asks it, and by nobody else."""

import subprocess
import sys

import pytest

from sortilege.games import games

LISTENED = """
import sys
from pathlib import Path

opened = []
sys.addaudithook(lambda event, given: opened.append(Path(str(given[0]))) if event == "open" else None)
{code}
print("opened:", *sorted({{file.parent.name for file in opened if file.name == "network.json"}}))
"""
PLAYED = """
import sortilege
from sortilege.bots import Seat, bot

state, player, chance = sortilege.game("{game}").start(2), bot("{bot}"), sortilege.FastChance(1)
for _ in range({steps}):
    if state.seat == sortilege.CHANCE:
        state.play(chance.below(state.sides()))
    elif state.seat != sortilege.OVER:
        state.play(player.choose(Seat(state, state.seat)))
"""


def whose_networks_are_read(code: str) -> list[str]:
    """The games whose networks a program of its own opens."""
    told = subprocess.run([sys.executable, "-c", LISTENED.format(code=code)], capture_output=True, text=True)
    assert told.returncode == 0, told.stderr
    return told.stdout.rpartition("opened:")[2].split()


def test_who_lists_the_games_reads_no_network() -> None:
    assert not whose_networks_are_read('from sortilege.terminal.command import main\nmain(["games"])')


@pytest.mark.parametrize("game", games())
def test_who_plays_a_game_reads_no_network_of_another(game: str) -> None:
    code = PLAYED.format(game=game, bot="archmage:2+reckons=yes", steps=20)
    assert set(whose_networks_are_read(code)) <= {game}


def test_who_reckons_in_the_dice_game_for_two_reads_its_own() -> None:
    code = PLAYED.format(game="wizard_dice", bot="archmage:2+reckons=yes", steps=5)
    assert whose_networks_are_read(code) == ["wizard_dice"]
