"""What a guest's game is put through, in a process in which its package is installed: every part of the house."""

import re
import sys
from pathlib import Path

import sortilege
from house import House, Person, play_out
from sortilege.conformance import check

NAME = "moonstones"
GAMES = Path(sortilege.__file__).parent / "games"


def visit(folder: Path) -> None:
    assert NAME in sortilege.games()
    assert not (GAMES / NAME).exists()
    check(sortilege.game(NAME))
    house = House(folder)
    try:
        at_the_table(house)
    finally:
        house.close()


def at_the_table(house: House) -> None:
    """Its page opens, a game against a bot is played over HTTP to its end, its replay and record are there."""
    stranger = house.stranger()
    for path in ("/", f"/games/{NAME}", f"/api/games/{NAME}"):
        answer = stranger.get(path)
        assert answer.status_code == 200, f"{path}: {answer.status_code}"
        assert "Moonstones" in answer.text
    for picture in ("door", "tile", "front", "banner"):
        assert stranger.get(f"/art/{NAME}/{picture}.svg").status_code == 200, picture
    assert "dealt a charm" in stranger.get(f"/games/{NAME}").text
    anna = house.person("Anna")
    table = anna.make(NAME, ["me", "bot:adept", "bot:greedy"], options={"turns": 2})
    assert anna.client.get(f"/tables/{table}").status_code == 200
    play_out(table, [anna])
    for page in ("/", f"/games/{NAME}", "/puzzles", "/deal", f"/tables/{table}", f"/tables/{table}/analysis"):
        follow_links(anna, page, table)
    assert anna.client.get(f"/tables/{table}/replay").status_code == 200
    record = sortilege.Record.from_data(anna.get(f"/api/tables/{table}/record"))
    assert record.result
    assert record.result["ending"] == "turns played"


def follow_links(person: Person, page: str, table: str) -> None:
    """What a page says of this game leads somewhere, though it has no lesson and no puzzles."""
    answer = person.client.get(page)
    assert answer.status_code == 200, page
    for link in set(re.findall(r'(?:href|src)="(/[^"#?]*)', answer.text)):
        if NAME in link or table in link:
            assert person.client.get(link).status_code < 400, f"{page}: {link}"


if __name__ == "__main__":
    visit(Path(sys.argv[1]))
    print("everything was there")
