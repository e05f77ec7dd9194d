"""Which positions of Moonstones can be."""

from collections.abc import Iterator

from moonstones.content import CHARMS, MOST_DRAWS
from moonstones.position import CHOOSING, DEALING, DRAWING, ENDED, NO_CHARM
from moonstones.rules import Moonstones
from sortilege.engine import CHANCE, OVER


def faults(state: Moonstones) -> Iterator[str]:
    """What does not go together."""
    turns = state.turns * state.seats
    dealt = state.turn if state.phase == DEALING else state.seats
    decides = {DEALING: CHANCE, DRAWING: CHANCE, CHOOSING: state.turn % state.seats, ENDED: OVER}
    if state.seat != decides[state.phase]:
        yield "the seat that decides does not fit the phase"
    if state.turn >= {DEALING: state.seats, ENDED: turns + 1}.get(state.phase, turns):
        yield "there is no such turn"
    if state.phase == ENDED and state.turn != turns:
        yield "the last turn is not played yet"
    if any((charm == NO_CHARM) != (seat >= dealt) for seat, charm in enumerate(state.charms)):
        yield "a charm lacks, or was dealt too early"
    if any(charm not in (NO_CHARM, *CHARMS) for charm in state.charms):
        yield "there is no such charm"
    if state.phase in (DEALING, ENDED) and (state.draws or state.pile):
        yield "nobody draws now"
    if state.phase == DRAWING and state.draws == MOST_DRAWS:
        yield "enough is drawn"
