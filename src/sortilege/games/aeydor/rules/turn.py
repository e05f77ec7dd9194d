"""From turn to turn: low Health sends back to safety, the last round runs out, the next player becomes active."""

from mypy_extensions import i64

from sortilege.engine.state import OVER
from sortilege.games.aeydor.position import DUEL_ZONE, ENDED, NONE, TURN_LIMIT, Position
from sortilege.games.aeydor.rules import window


def end(state: Position) -> None:
    send_back(state)
    if state.trigger != NONE:
        state.left = state.seats - 1 if state.left == NONE else state.left - 1
    if state.left != 0 and state.turn < state.limit:
        begin(state)
        return
    if state.left != 0:
        state.reason = TURN_LIMIT
    state.ask(ENDED, OVER)


def send_back(state: Position) -> None:
    """The pieces of all who are low on Health leave the Duel Zones."""
    seat: i64 = 0
    while seat < state.seats:
        if state.low(seat):
            state.pieces[2 * seat] &= ~DUEL_ZONE
            state.pieces[2 * seat + 1] &= ~DUEL_ZONE
        seat += 1


def begin(state: Position) -> None:
    state.turn += 1
    state.active = state.next(state.active)
    if state.active == state.trigger:
        state.active = state.next(state.active)
    state.at = state.active
    window.go_on(state)
