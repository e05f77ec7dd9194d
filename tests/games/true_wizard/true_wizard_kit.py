"""Positions of True Wizard, set up by the names of cards and places."""

import pytest

import sortilege
from sortilege.engine import CHANCE, UNKNOWN, IllegalMove
from sortilege.games.true_wizard import position
from sortilege.games.true_wizard.content import CELLS, ITEMS, SPELLS
from sortilege.games.true_wizard.position import PLACES
from sortilege.games.true_wizard.rules import Forest, cards

GAME = sortilege.game("true_wizard")
SPELL = {spell.name: number for number, spell in enumerate(SPELLS)}
ITEM = {item.name: number for number, item in enumerate(ITEMS)}
FACES = {"down": position.DOWN, "open": position.OPEN}


def table(seats: int = 1, gems: int | None = None, **options: int) -> Forest:
    """A new game; everybody with so many gems."""
    state = GAME.start(seats, **options)
    assert isinstance(state, Forest)
    if gems is not None:
        for seat in range(seats):
            state.gems[seat] = gems
    return state


def lay(state: Forest, place: str, name: str, face: str = "open", turns: int = 0) -> None:
    """A spell lies here. Face down means: nobody has seen it, though it is settled what it is."""
    state.put_spell(PLACES.index(place), SPELL[name])
    state.face[PLACES.index(place)] = FACES[face]
    state.spell_turns[SPELL[name]] = turns


def hide(state: Forest, place: str, name: str) -> None:
    """This item lies below the spell here, unseen."""
    state.put_item(PLACES.index(place), ITEM[name])


def uncover(state: Forest, place: str, name: str, turns: int = 0) -> None:
    """This item lies open here. Which spell has gone is left open: one more than there is room for may be drawn."""
    cell = PLACES.index(place)
    cards.clear(state, cell)
    state.put_item(cell, ITEM[name])
    state.item_turns[cell] = turns


def give(state: Forest, seat: int, *names: str, turns: int = 0) -> None:
    """These spells are in somebody's area."""
    for name in names:
        state.spells_left &= ~(1 << SPELL[name])
        cards.give(state, SPELL[name], seat)
        state.spell_turns[SPELL[name]] = turns


def deal(state: Forest, seat: int, *names: str) -> None:
    """These spells are in somebody's area, and where they lay some item is open: this can be played on."""
    for name in names:
        cell = max(cell for cell in range(CELLS) if state.spell_at[cell] == UNKNOWN)
        state.put_spell(cell, SPELL[name])
        cards.lift(state, cell, seat)
        state.put_item(cell, min(item for item in range(CELLS) if state.items_left >> item & 1))


def take(state: Forest, seat: int, *names: str) -> None:
    """These items are in somebody's area: they came from the last places that hold unseen ones."""
    for name in names:
        cell = max(cell for cell in range(CELLS) if state.item_at[cell] == UNKNOWN)
        cards.clear(state, cell)
        state.put_item(cell, ITEM[name])
        cards.take_item(state, cell, seat)


def play(state: Forest, *texts: str) -> None:
    """Moves in notation; a text that begins with a star names the card that is drawn."""
    for text in texts:
        if text.startswith("*"):
            draw(state, text.removeprefix("*").strip())
        else:
            state.play(state.parse(text))


def draw(state: Forest, name: str) -> None:
    assert state.seat == CHANCE
    left = state.items_left if state.draws_item() else state.spells_left
    number = (ITEM if state.draws_item() else SPELL)[name]
    assert left >> number & 1, f"{name} is not among the cards left"
    state.play((left & ((1 << number) - 1)).bit_count())


def settle(state: Forest) -> None:
    """Whatever card comes, until somebody decides."""
    while state.seat == CHANCE:
        state.play(0)


def legal(state: Forest) -> set[str]:
    return {state.text(move) for move in state.moves()}


def refused(state: Forest, text: str) -> str:
    """The rule that refuses this."""
    with pytest.raises(IllegalMove) as error:
        state.play(state.parse(text))
    return error.value.rule.removeprefix("true_wizard:")


def spells_of(state: Forest, owner: int) -> set[str]:
    return {spell.name for number, spell in enumerate(SPELLS) if state.spell_owner[number] == owner}


def items_of(state: Forest, owner: int) -> set[str]:
    return {item.name for number, item in enumerate(ITEMS) if state.item_owner[number] == owner}


def turns(state: Forest, place: str) -> int:
    return state.turns_at(PLACES.index(place))


def face(state: Forest, place: str) -> int:
    return state.face[PLACES.index(place)]


def spell_turns(state: Forest, name: str) -> int:
    return state.spell_turns[SPELL[name]]
