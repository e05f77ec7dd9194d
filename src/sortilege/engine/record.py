"""A game on file: readable, replayable, checkable."""

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from sortilege.engine.chance import SealedChance, commitment
from sortilege.engine.errors import BadRecord, EarlierCards
from sortilege.engine.game import Game
from sortilege.engine.plain import Result, Setting
from sortilege.engine.state import CHANCE, OVER, State
from sortilege.engine.steps import check_written, read_step, step_text, told, written_outcome

FORMAT = "sortilege record 1"
KEYS = ("format", "game", "rules", "content", "options", "seats", "steps", "result", "seal")
EARLIER = "This game was played with earlier cards or rules: it can be read step by step, but not played again."


@dataclass(frozen=True)
class Seal:
    """What the checkable dice of a live table came from. The secret is empty until the game is over."""

    table: str
    commitment: str
    additions: tuple[str, ...]
    secret: str = ""

    def fault(self) -> str:
        try:
            secret = bytes.fromhex(self.secret)
            for addition in self.additions:
                bytes.fromhex(addition)
        except ValueError:
            return "the seal's secret and additions must be hexadecimal"
        if self.secret and commitment(secret) != self.commitment:
            return "the secret does not fit the commitment that was published before the game"
        return ""

    def chance(self) -> SealedChance:
        return SealedChance(bytes.fromhex(self.secret), self.table, [bytes.fromhex(each) for each in self.additions])


@dataclass
class Record:
    """Options, seats, every move in notation and every chance outcome.

    One that was made with earlier cards or rules is kept and read as it was written: `told` tells its steps.
    """

    game: Game
    seats: list[str]
    options: dict[str, Setting] = field(default_factory=dict)
    steps: list[str] = field(default_factory=list)
    result: Result | None = None
    seal: Seal | None = None
    rules: str = ""
    content: str = ""
    find: ClassVar[Callable[[str], Game]]
    """How a game is found by its name; set by the package of the games, which the engine does not know."""

    def __post_init__(self) -> None:
        self.rules = self.rules or self.game.rules_version
        self.content = self.content or self.game.content
        if not self.earlier:
            self.options = self.game.settings(len(self.seats), self.options)

    @property
    def earlier(self) -> bool:
        """Was it made with other cards or rules than those of now?"""
        return (self.rules, self.content) != (self.game.rules_version, self.game.content)

    def start(self) -> State:
        if self.earlier:
            raise EarlierCards(EARLIER)
        return self.game.start(len(self.seats), **self.options)

    def play(self, state: State, move: int) -> None:
        """Play a move, or an outcome, and write it down."""
        step = step_text(state, move)
        state.play(move)
        self.steps.append(step)
        if state.seat == OVER:
            self.result = result_of(state)

    def replay(self) -> Iterator[tuple[State, int]]:
        """Every position before a step with the step's move; after the last, `final` is the position."""
        state = self.start()
        for number, step in enumerate(self.steps, 1):
            move = read_step(state, step, number)
            yield state.copy(), move
            state.advance(move)

    def final(self) -> State:
        """The position after the last step."""
        state = self.start()
        for number, step in enumerate(self.steps, 1):
            state.advance(read_step(state, step, number))
        return state

    def verify(self) -> State:
        """Replay everything and check the result and, where there is a seal, every outcome; BadRecord says where."""
        chance = self.checked_chance()
        state = self.start()
        for number, step in enumerate(self.steps, 1):
            move = read_step(state, step, number)
            if chance and state.seat == CHANCE:
                check_outcome(move, chance.below(state.sides()), number)
            state.advance(move)
        if self.result != (result_of(state) if state.seat == OVER else None):
            raise BadRecord("result: it is not what the steps lead to")
        return state

    def verify_chance(self) -> None:
        """Check all that needs no cards: seats and outcomes of the steps, the form of the result, the sealed stream."""
        if not self.seats:
            raise BadRecord("seats: there are none")
        chance = self.checked_chance()
        for number, step in enumerate(self.steps, 1):
            check_written(step, len(self.seats), number)
            if chance and (outcome := written_outcome(step)):
                check_outcome(outcome[0], chance.below(outcome[1]), number)
        if self.result is not None and not is_result(self.result, len(self.seats)):
            raise BadRecord("result: it has an ending, and a score and a place for every seat")

    def told(self, names: Sequence[str] = ()) -> list[str]:
        """Every step in notation, with who made it; this needs no cards."""
        return [told(step, names or self.seats) for step in self.steps]

    def checked_chance(self) -> SealedChance | None:
        if self.seal is None:
            return None
        fault = self.seal.fault()
        if fault:
            raise BadRecord(f"seal: {fault}")
        return self.seal.chance() if self.seal.secret else None

    def data(self) -> dict[str, object]:
        seal = self.seal
        return {
            "format": FORMAT,
            "game": self.game.name,
            "rules": self.rules,
            "content": self.content,
            "options": self.options,
            "seats": self.seats,
            "steps": self.steps,
            "result": self.result,
            "seal": seal
            and {
                "table": seal.table,
                "commitment": seal.commitment,
                "additions": list(seal.additions),
                "secret": seal.secret,
            },
        }

    def dumps(self) -> str:
        return json.dumps(self.data(), ensure_ascii=False, indent=1)

    def save(self, path: str | Path) -> None:
        """Write the file whole or not at all."""
        target = Path(path)
        draft = target.with_name(target.name + ".part")
        draft.write_text(self.dumps() + "\n", encoding="utf-8")
        os.replace(draft, target)

    @classmethod
    def load(cls, path: str | Path) -> "Record":
        """Read a file; a BadRecord says where it is damaged."""
        try:
            text = Path(path).read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            raise BadRecord(f"this is no text in UTF-8: byte {error.start} is none") from None
        return cls.loads(text)

    @classmethod
    def loads(cls, text: str) -> "Record":
        try:
            data = json.loads(text)
        except ValueError as error:
            raise BadRecord(f"this is no JSON: {error}") from None
        except RecursionError:
            raise BadRecord("this is no record of ours: it is nested too deeply") from None
        return cls.from_data(data)

    @classmethod
    def from_data(cls, data: object) -> "Record":
        """A record from plain data, with every step checked; one of earlier cards as far as it can be."""
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise BadRecord(f"this is no record of ours: 'format' must be {FORMAT!r}")
        for key in KEYS:
            if key not in data:
                raise BadRecord(f"{key!r} is missing")
        for key in data:
            if key not in KEYS:
                raise BadRecord(f"{key!r} has no place in a record")
        game = find_game(data)
        seats, steps = read_texts(data["seats"], "seats"), read_texts(data["steps"], "steps")
        options, seal = read_options(data["options"]), read_seal(data["seal"])
        rules, content = read_text(data, "rules"), read_text(data, "content")
        try:
            record = cls(game, seats, options, steps, data["result"], seal, rules, content)
        except ValueError as error:
            raise BadRecord(f"options: {error}") from None
        if record.earlier:
            record.verify_chance()
        else:
            record.verify()
        return record


def result_of(state: State) -> Result:
    return {"ending": state.ending(), "scores": state.scores(), "ranking": state.ranking()}


def find_game(data: Mapping[str, Any]) -> Game:
    try:
        return Record.find(data["game"])
    except (ValueError, TypeError) as error:
        raise BadRecord(f"game: {error}") from None


def check_outcome(outcome: int, due: int, number: int) -> None:
    if outcome != due:
        raise BadRecord(f"step {number}: the outcome is {outcome}, but the sealed stream gives {due}")


def is_result(value: object, seats: int) -> bool:
    """Has it the form of a result for so many seats?"""
    if not isinstance(value, dict) or set(value) != {"ending", "scores", "ranking"}:
        return False
    numbers = [value["scores"], value["ranking"]]
    return isinstance(value["ending"], str) and all(
        isinstance(each, list) and len(each) == seats and all(type(one) is int for one in each) for each in numbers
    )


def read_text(data: Mapping[str, Any], key: str) -> str:
    if not isinstance(data[key], str) or not data[key]:
        raise BadRecord(f"{key}: must be a text")
    return str(data[key])


def read_texts(value: object, where: str) -> list[str]:
    if not isinstance(value, list):
        raise BadRecord(f"{where}: must be a list of texts")
    for number, each in enumerate(value, 1):
        if not isinstance(each, str):
            raise BadRecord(f"{where}: number {number} must be a text, not {each!r}")
    return list(value)


def read_options(value: object) -> dict[str, Setting]:
    if not isinstance(value, dict):
        raise BadRecord("options: must be an object")
    return value


def read_seal(value: object) -> Seal | None:
    if value is None:
        return None
    if not isinstance(value, dict) or set(value) != {"table", "commitment", "additions", "secret"}:
        raise BadRecord("seal: must have table, commitment, additions and secret")
    for key in ("table", "commitment", "secret"):
        if not isinstance(value[key], str):
            raise BadRecord(f"seal: {key!r} must be a text")
    additions: Sequence[str] = read_texts(value["additions"], "seal additions")
    return Seal(value["table"], value["commitment"], tuple(additions), value["secret"])
