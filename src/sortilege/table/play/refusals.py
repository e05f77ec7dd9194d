"""What the table refuses: always in words, never with anything changed."""


class Refusal(Exception):
    """Something that is not granted: why, and the rule where a rule says so."""

    def __init__(self, reason: str, rule: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.rule = rule


class Unknown(Refusal):
    """There is no such thing."""


class Forbidden(Refusal):
    """It is not for this person to do."""


class Conflict(Refusal):
    """It cannot be done as the table stands now."""


class Overtaken(Conflict):
    """Somebody else was quicker, in another process."""


class Unfit(Refusal):
    """What was given is not legal, or does not fit."""


class Closed(Refusal):
    """It was here, and is no more."""


class Unavailable(Refusal):
    """The house cannot do it just now."""


def unknown(what: str) -> Refusal:
    return Unknown(f"There is no such {what}.")


GONE_ON = "The table has gone on meanwhile. Look again, then decide."


def stale() -> Refusal:
    return Conflict(GONE_ON)
