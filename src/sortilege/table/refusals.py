"""What the table refuses: always in words, never with anything changed."""


class Refusal(Exception):
    """A request that is not granted: the HTTP status, why, and the rule where a rule says so."""

    def __init__(self, status: int, reason: str, rule: str = "") -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason
        self.rule = rule


def unknown(what: str) -> Refusal:
    return Refusal(404, f"There is no such {what}.")


def stale() -> Refusal:
    return Refusal(409, "The table has gone on meanwhile. Look again, then decide.")
