"""Cards on offer: which of them can be paid, and who takes one."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.games.lizard_wizard.position import FIRST_CARD, FIRST_SLOT, NONE, SLOTS, Position

FOR_NOTHING: Final = 1000  # spared of a price, whatever it is


def payable_into(
    state: Position, buffer: vec[i64], count: i64, deck: i64, first: i64, prices: vec[i64], spared: i64
) -> i64:
    """One move for each card on offer that the player has the mana for, ascending."""
    begin: i64 = count
    slot: i64 = FIRST_SLOT[deck]
    while slot < FIRST_SLOT[deck + 1]:
        if state.offer[slot] != NONE:
            card: i64 = state.offer[slot] - FIRST_CARD[deck]
            if prices[card] - spared <= state.mana[state.turn]:
                place: i64 = count
                while place > begin and buffer[place - 1] > first + card:
                    buffer[place] = buffer[place - 1]
                    place -= 1
                buffer[place] = first + card
                count += 1
        slot += 1
    return count


def acquire(state: Position, card: i64, mage: i64) -> None:
    """A card from the offer goes to a player."""
    state.at[card] = mage
    slot: i64 = 0
    while slot < SLOTS:
        if state.offer[slot] == card:
            state.offer[slot] = NONE
        slot += 1
