"""What the engine refuses, by name."""


class IllegalMove(ValueError):
    """A move that the rules do not allow: why, in words, and the id of the rule in the guide."""

    def __init__(self, reason: str, rule: str = "") -> None:
        super().__init__(f"{reason} [{rule}]" if rule else reason)
        self.reason = reason
        self.rule = rule


class NoSuchMove(IllegalMove):
    """Not a move of this game at all: a wrong type, a number out of range, a text that says nothing."""


class NoSuchOutcome(IllegalMove):
    """At a chance point: not one of the outcomes that can come up."""


class GameOver(IllegalMove):
    """A move after the end."""


class BadSnapshot(ValueError):
    """Plain data that is no position of this game."""


class BadRecord(ValueError):
    """A file that is no record, or a damaged one; the message says where."""


class EarlierCards(BadRecord):
    """A record that can be read but not played again: its cards or rules are not those of now."""
