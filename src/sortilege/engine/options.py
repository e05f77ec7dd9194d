"""What can be set before a game: types, ranges, help."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sortilege.engine.nearest import nearest
from sortilege.engine.plain import Setting

YES_OR_NO = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


@dataclass(frozen=True)
class Option(ABC):
    """One thing that can be set; `accept` returns the value or raises a ValueError that says what fits."""

    name: str
    help: str
    default: Setting | tuple[str, ...]

    @abstractmethod
    def accept(self, value: object, seats: int) -> Setting: ...

    @abstractmethod
    def read(self, text: str) -> object:
        """What somebody typed, as the value that it means; `accept` judges it."""

    @property
    @abstractmethod
    def fits(self) -> str: ...

    def refuse(self, value: object) -> ValueError:
        return ValueError(f"option {self.name!r} must be {self.fits}, not {value!r}")


@dataclass(frozen=True)
class Flag(Option):
    default: bool = False
    fits = "true or false"

    def read(self, text: str) -> object:
        return YES_OR_NO.get(text.lower(), text)

    def accept(self, value: object, seats: int) -> bool:
        if not isinstance(value, bool):
            raise self.refuse(value)
        return value


@dataclass(frozen=True)
class Number(Option):
    default: int
    low: int
    high: int

    def read(self, text: str) -> object:
        digits = text.removeprefix("-")
        return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 10 else text

    @property
    def fits(self) -> str:
        return f"a whole number from {self.low} to {self.high}"

    def accept(self, value: object, seats: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            raise self.refuse(value)
        return value


@dataclass(frozen=True)
class Choice(Option):
    default: str | int
    values: tuple[str | int, ...]

    def read(self, text: str) -> object:
        return next((value for value in self.values if str(value) == text), text)

    @property
    def fits(self) -> str:
        return "one of " + ", ".join(map(str, self.values))

    def accept(self, value: object, seats: int) -> str | int:
        for known in self.values:
            if value == known and type(value) is type(known):
                return known
        raise self.refuse(value)


@dataclass(frozen=True)
class Choices(Option):
    """As many different values as there are seats, or none for the game's own choice."""

    default: tuple[str, ...]
    values: tuple[str, ...]

    def read(self, text: str) -> object:
        return [part for part in text.split(",") if part]

    @property
    def fits(self) -> str:
        return f"empty, or a different one for each seat of {', '.join(self.values)}"

    def accept(self, value: object, seats: int) -> list[str]:
        if not isinstance(value, Sequence) or isinstance(value, str):
            raise self.refuse(value)
        chosen = [each for each in self.values if each in value]
        if len(value) != len(chosen) or len(chosen) not in (0, seats):
            raise self.refuse(value)
        return list(value)


def whole(value: Setting) -> int:
    """The value of an option as a number; 1 for true and 0 for false."""
    if not isinstance(value, int):
        raise TypeError(f"{value!r} is no number")
    return int(value)


def read_options(options: Sequence[Option], texts: Sequence[str]) -> dict[str, object]:
    """Options from `name=value` texts; a ValueError says what is wrong with one."""
    known = {option.name: option for option in options}
    given: dict[str, object] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise ValueError(f"an option is written NAME=VALUE, not {text!r}")
        given[name] = known[name].read(value) if name in known else value
    return given


def accept_all(options: Sequence[Option], given: Mapping[str, object], seats: int) -> dict[str, Setting]:
    """Every option with its value, given or default."""
    names = [option.name for option in options]
    for name in given:
        if name not in names:
            listed = ", ".join(names) or "none"
            raise ValueError(f"there is no option {name!r}{nearest(name, names)}; the options are: {listed}")
    return {option.name: option.accept(given.get(option.name, option.default), seats) for option in options}
