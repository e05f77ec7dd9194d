"""A table of Wizards of Æydor for tests: say who stands where, what the dice show and what everybody owns."""

import pytest

from sortilege.engine import CHANCE, IllegalMove
from sortilege.games.aeydor import GAME, content, position
from sortilege.games.aeydor.rules import Contest, gains, window

SHAN, MAYA, OLEG, INES = range(4)


def terrain(name: str) -> int:
    return content.TERRAIN_NAMES.index(name)


class AeydorTable:
    def __init__(self, seats: int = 2, advanced: bool = False, turn_limit: int = 120) -> None:
        state = GAME.start(seats, advanced=advanced, turn_limit=turn_limit)
        assert isinstance(state, Contest)
        self.state = state

    # What players do.

    def do(self, *texts: str) -> "AeydorTable":
        for text in texts:
            self.state.play(self.state.parse(text))
        return self

    def place(self, *pairs: str) -> "AeydorTable":
        """Both pieces of one player after another, in their order: "ocean safe, cave duel"."""
        for pair in pairs:
            for spot in pair.split(", "):
                self.do(f"place {spot}")
        return self

    def refused(self, text: str) -> str:
        """The rule that forbids a move."""
        with pytest.raises(IllegalMove) as error:
            self.do(text)
        return error.value.rule.removeprefix("aeydor:")

    def texts(self, kind: str = "") -> list[str]:
        return [text for text in map(self.state.text, self.state.moves()) if text.startswith(kind)]

    # What chance does.

    def roll(self, faces: str) -> "AeydorTable":
        """What the dice being thrown show: "ocean cave duel"."""
        assert self.state.seat == CHANCE
        assert self.state.phase == position.ROLL
        outcome, factor = 0, 1
        for face in faces.split():
            if face in content.TERRAIN_NAMES:
                number = terrain(face)
            else:
                number = list(content.KEEPERS_FACES).index(content.KEEPERS[face])
            outcome += factor * number
            factor *= 6
        assert factor == self.state.sides()
        self.state.play(outcome)
        return self

    def duel(self, *numbers: int) -> "AeydorTable":
        for number in numbers:
            assert self.state.phase == position.DUEL
            self.state.play(list(content.DUEL_FACES).index(number))
        return self

    def find(self, name: str) -> "AeydorTable":
        """The die that says where something comes from shows this terrain."""
        crystal = self.state.phase == position.CRYSTAL_ELSEWHERE
        assert crystal or self.state.phase == position.SPELL_ELSEWHERE
        supply = self.state.crystals_left if crystal else self.state.spells_left
        self.state.play([number for number in range(6) if supply[number]].index(terrain(name)))
        return self

    # What lies on the table.

    def give(self, seat: int, names: str) -> "AeydorTable":
        """Crystals from the supply, without anything that follows from it."""
        for name in names.split():
            self.state.crystals_left[terrain(name)] -= 1
            self.state.crystals[6 * seat + terrain(name)] += 1
        return self

    def teach(self, seat: int, names: str) -> "AeydorTable":
        for name in names.split():
            self.state.spells_left[terrain(name)] -= 1
            self.state.spells[6 * seat + terrain(name)] += 1
        return self

    def card(self, seat: int) -> "AeydorTable":
        gains.claim(self.state, seat, content.CRYSTAL_BONUS)
        return self

    def crystals_left(self, **left: int) -> "AeydorTable":
        for name, count in left.items():
            self.state.crystals_left[terrain(name)] = count
        return self

    def spells_left(self, **left: int) -> "AeydorTable":
        for name, count in left.items():
            self.state.spells_left[terrain(name)] = count
        return self

    def set(self, seat: int, power: int = 3, health: int = 3) -> "AeydorTable":
        self.state.power[seat] = power
        self.state.health[seat] = health
        return self

    def windows(self) -> "AeydorTable":
        """Back to the windows before this turn, now that things have been given."""
        self.state.at = self.state.active
        window.go_on(self.state)
        return self

    # What can be seen.

    def crystals(self, seat: int) -> dict[str, int]:
        return {name: count for name, count in self.player(seat)["crystals"].items() if count}

    def spells(self, seat: int) -> dict[str, int]:
        return {name: count for name, count in self.player(seat)["spells"].items() if count}

    def cards(self, seat: int) -> dict[str, int]:
        return {card["name"]: card["points"] for card in self.player(seat)["bonus"]}

    def player(self, seat: int) -> dict:  # type: ignore[type-arg]
        return self.state.view(None)["players"][seat]  # type: ignore[no-any-return]

    def supply(self, name: str) -> tuple[int, int]:
        found = self.state.view(None)["terrains"][terrain(name)]
        return found["crystals"], found["spells"]

    def stand(self, seat: int) -> list[str]:
        return [f"{piece['terrain']} {piece['zone']}" for piece in self.player(seat)["pieces"] if piece]

    def tracks(self, seat: int) -> tuple[int, int]:
        return self.player(seat)["power"], self.player(seat)["health"]
