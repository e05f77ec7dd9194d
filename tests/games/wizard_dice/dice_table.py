"""A table of the dice game for tests: say what is predicted and what the dice show."""

from sortilege.engine import CHANCE
from sortilege.games.wizard_dice import GAME, content, position
from sortilege.games.wizard_dice.rules import Rounds

FACE = {"B": 0, "G": 1, "Y": 2, "R": 3, "W": 4, "J": 5}


def box(text: str) -> int:
    """The number of a box: "5 green"."""
    number, colour = text.split()
    return content.COLOURS.index(colour) * 5 + int(number) - 1


def write(state: Rounds, seat: int, number: int, mark: int) -> None:
    state.boxes[seat * 20 + number] = mark
    bit = 1 << number
    state.free[seat] = state.free[seat] | bit if mark == position.FREE else state.free[seat] & ~bit
    marks = list(state.boxes)[seat * 20 : seat * 20 + 20]
    state.xs[seat] = marks.count(position.X) + 2 * marks.count(position.DOUBLE_X) + state.jester_scores(seat)


def use_jesters(state: Rounds, seat: int, *numbers: int) -> None:
    for number in numbers:
        state.jesters[seat * 5 + number - 1] = 1
    state.xs[seat] += len(numbers)


class DiceTable:
    def __init__(self, seats: int = 3, card: int | None = None, goal: int = 9) -> None:
        """With `card` from 1 to 10 this Magic Card is turned up at once."""
        state = GAME.start(seats, goal=goal, magic_cards=card is not None)
        assert isinstance(state, Rounds)
        self.state = state
        if card is not None:
            self.turn_up(card)

    def turn_up(self, card: int) -> None:
        left = [number for number in range(10) if self.state.pile >> number & 1]
        self.state.play(left.index(card - 1))

    def do(self, *texts: str) -> "DiceTable":
        for text in texts:
            self.state.play(self.state.parse(text))
        return self

    def roll(self, faces: str) -> "DiceTable":
        """What the dice being rolled show, one letter a die."""
        assert self.state.seat == CHANCE
        assert len(faces) == bin(self.state.thrown).count("1")
        self.state.play(sum(FACE[face] * 6**place for place, face in enumerate(faces)))
        return self

    def write(self, seat: int, where: str, mark: int) -> None:
        write(self.state, seat, box(where), mark)

    def mark(self, seat: int, where: str) -> str:
        return GAME.words.page(self.state, seat)["boxes"][where.split()[1]][int(where.split()[0]) - 1]  # type: ignore

    def jesters(self, seat: int) -> list[int]:
        return [column for column in range(1, 6) if self.state.jesters[seat * 5 + column - 1]]

    def texts(self) -> list[str]:
        return [self.state.text(move) for move in self.state.moves()]

    def shows(self) -> str:
        return "".join("BGYRWJ"[face] for face in self.state.dice)


def sheet(state: Rounds, seat: int, rows: list[str], jesters: list[int]) -> None:
    """Write a whole page: four rows of five marks, `.` for a free box."""
    marks = {".": position.FREE, "X": position.X}
    for number, mark in enumerate(mark for row in rows for mark in row.split()):
        write(state, seat, number, marks[mark] if mark in marks else int(mark))
    use_jesters(state, seat, *jesters)
