"""The example bot of the documentation plays."""

import subprocess
import sys
from pathlib import Path

from house import House

BOT = Path(__file__).parents[2] / "docs" / "example_bot.py"


def test_the_example_bot_plays_a_whole_game_in_fifty_lines_or_so(house: House) -> None:
    anna = house.person("Anna")
    table = anna.make("wizard_dice", ["link", "bot:random"])
    command = [sys.executable, str(BOT), house.url, table, anna.table(table)["invite"]]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    assert "over: {'ending'" in done.stdout
    assert anna.table(table)["phase"] == "over"
    assert len([line for line in BOT.read_text().splitlines() if line.strip()]) <= 55
