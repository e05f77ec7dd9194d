"""What is rendered: the table as text for a terminal, or as a picture."""

from io import StringIO

from rich.console import Console

from sortilege.engine import OVER, State
from sortilege.engine.state import game_of

MODES = ["human", "ansi", "svg"]
"""Printed, as text for a terminal, or as a picture."""
WIDTH = 120


def render(state: State, mode: str | None, seat: int | None = None) -> str | None:
    """The table as a seat sees it, by default the one that decides; for people it is printed at once."""
    if mode is None:
        return None
    eye = state.seat if seat is None and state.seat >= 0 else seat
    if mode == "svg":
        return state.picture(eye)
    names = [f"Seat {number + 1}" for number in range(state.seats)]
    out = StringIO()
    console = Console() if mode == "human" else Console(file=out, force_terminal=True, width=WIDTH)
    console.print(game_of(state).words.draw(state.view(eye), names))
    if state.seat == OVER:
        console.print(f"The game is over: {state.ending()}.", highlight=False)
    return None if mode == "human" else out.getvalue()


def checked(mode: str | None) -> str | None:
    """A way of rendering, or none; a ValueError says which there are."""
    if mode not in (None, *MODES):
        raise ValueError(f"there is no render mode {mode!r}; there are: {', '.join(MODES)}")
    return mode
