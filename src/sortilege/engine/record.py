"""A game on file: readable, replayable, checkable."""

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from sortilege.engine.chance import SealedChance, commitment
from sortilege.engine.errors import BadRecord
from sortilege.engine.game import Game
from sortilege.engine.plain import Result, Setting
from sortilege.engine.state import CHANCE, OVER, State
from sortilege.engine.steps import read_step, step_text

FORMAT = "sortilege record 1"
KEYS = ("format", "game", "rules", "content", "options", "seats", "steps", "result", "seal")


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
    """Options, seats, every move in notation and every chance outcome."""

    game: Game
    seats: list[str]
    options: dict[str, Setting] = field(default_factory=dict)
    steps: list[str] = field(default_factory=list)
    result: Result | None = None
    seal: Seal | None = None
    find: ClassVar[Callable[[str], Game]]
    """How a game is found by its name; set by the package of the games, which the engine does not know."""

    def __post_init__(self) -> None:
        self.options = self.game.settings(len(self.seats), self.options)

    def start(self) -> State:
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
                due = chance.below(state.sides())
                if due != move:
                    raise BadRecord(f"step {number}: the outcome is {move}, but the sealed stream gives {due}")
            state.advance(move)
        if self.result != (result_of(state) if state.seat == OVER else None):
            raise BadRecord("result: it is not what the steps lead to")
        return state

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
            "rules": self.game.rules_version,
            "content": self.game.content,
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
        """A record from plain data, with every step checked."""
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise BadRecord(f"this is no record of ours: 'format' must be {FORMAT!r}")
        for key in KEYS:
            if key not in data:
                raise BadRecord(f"{key!r} is missing")
        for key in data:
            if key not in KEYS:
                raise BadRecord(f"{key!r} has no place in a record")
        game = find_game(data)
        seats = read_texts(data["seats"], "seats")
        record = cls(game, seats, read_options(game, data["options"], len(seats)), read_texts(data["steps"], "steps"))
        record.result = data["result"]
        record.seal = read_seal(data["seal"])
        record.verify()
        return record


def result_of(state: State) -> Result:
    return {"ending": state.ending(), "scores": state.scores(), "ranking": state.ranking()}


def find_game(data: Mapping[str, Any]) -> Game:
    try:
        game = Record.find(data["game"])
    except (ValueError, TypeError) as error:
        raise BadRecord(f"game: {error}") from None
    if data["rules"] != game.rules_version:
        raise BadRecord(f"rules: made under version {data['rules']!r}; this is version {game.rules_version!r}")
    if data["content"] != game.content:
        raise BadRecord("content: made with other cards or numbers than the content files here have")
    return game


def read_texts(value: object, where: str) -> list[str]:
    if not isinstance(value, list):
        raise BadRecord(f"{where}: must be a list of texts")
    for number, each in enumerate(value, 1):
        if not isinstance(each, str):
            raise BadRecord(f"{where}: number {number} must be a text, not {each!r}")
    return list(value)


def read_options(game: Game, value: object, seats: int) -> dict[str, Setting]:
    if not isinstance(value, dict):
        raise BadRecord("options: must be an object")
    try:
        return game.settings(seats, value)
    except ValueError as error:
        raise BadRecord(f"options: {error}") from None


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
