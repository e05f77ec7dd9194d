"""Which positions of True Wizard can be: what is checked of one that comes from outside."""

from collections.abc import Iterator

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.engine import CHANCE, OVER, UNKNOWN
from sortilege.games.true_wizard import content, position
from sortilege.games.true_wizard.content import CELLS, KIND, MOST_STEPS
from sortilege.games.true_wizard.position import ALL, DOWN, FREE, GONE, MOST_SEATS, NONE, OPEN, WARMAGE
from sortilege.games.true_wizard.rules import Forest

DECISIONS = (position.TURN, position.SHOWN, position.PICK)
UNCOVERED = (position.UNCOVERING, position.STEALING)
WARMAGE_WAITS = (position.STEALING, position.OPENING)


def faults(state: Forest) -> Iterator[str]:
    """What does not go together."""
    if not purses_fit(state):
        yield "there are more gems than the bag had, or seats that are not there have something"
    if not wards_fit(state):
        yield "the Warmage is there for a lone player only, and rivals are for several"
    if not (owners_fit(state, state.spell_owner) and spells_fit(state)):
        yield "every spell is in exactly one place"
    elif not (owners_fit(state, state.item_owner) and items_fit(state)):
        yield "every dark item is in exactly one place"
    elif not (known_fit(state) and turns_fit(state)):
        yield "a card has been seen or turned that lies unseen"
    elif not clock_fits(state):
        yield "the round and the passes are not those of a game that goes on"
    elif not (end_fits(state) if state.seat == OVER else phase_fits(state)):
        yield "the seat that decides does not fit what is being decided"


def purses_fit(state: Forest) -> bool:
    absent = range(state.seats, MOST_SEATS)
    return state.bag() >= 0 and not any(
        state.gems[seat] or state.hushed[seat] or state.guarded[seat] for seat in absent
    )


def wards_fit(state: Forest) -> bool:
    if state.seats == 1:
        return not (state.hushed[0] or state.guarded[0])
    return not (state.quiet or state.vigil or state.asleep or state.recoil or state.cursor)


# Every card in one place.


def owners_fit(state: Forest, owners: vec[i64]) -> bool:
    return set(owners) <= {FREE, *range(state.seats), *([WARMAGE] if state.seats == 1 else [])}


def once_each(lying: vec[i64], owners: vec[i64], left: int) -> bool:
    """Is every card on the grid, in somebody's area, or not drawn yet; and one undrawn where nobody knows which?"""
    undrawn = [card for card in range(CELLS) if left >> card & 1]
    owned = [card for card in range(CELLS) if owners[card] != FREE]
    placed = [card for card in lying if card >= 0]
    return sorted([*placed, *owned, *undrawn]) == list(range(CELLS)) and list(lying).count(UNKNOWN) == len(undrawn)


def spells_fit(state: Forest) -> bool:
    held = [0] * (MOST_SEATS + 1)
    for spell, owner in enumerate(state.spell_owner):
        if owner != FREE:
            held[owner] += 1 << (position.KIND_BITS * KIND[spell])
    return (
        once_each(state.spell_at, state.spell_owner, state.spells_left)
        and list(state.held) == held
        and all((face == GONE) == (spell == NONE) for face, spell in zip(state.face, state.spell_at))
        and all(spell >= 0 for face, spell in zip(state.face, state.spell_at) if face == OPEN)
    )


def items_fit(state: Forest) -> bool:
    cells = range(CELLS)
    bare = [cell for cell in cells if state.face[cell] == GONE and state.item_at[cell] == UNKNOWN]
    return (
        once_each(state.item_at, state.item_owner, state.items_left)
        and all(state.item_at[cell] != NONE for cell in cells if state.face[cell] != GONE)
        and state.items_gone == CELLS - list(state.item_owner).count(FREE)
        and bare == ([state.cell] if state.phase in UNCOVERED else [])
    )


def known_fit(state: Forest) -> bool:
    """Somebody has seen what is settled, and nobody what is not."""
    onlookers = {*range(1 << state.seats), ALL}
    seen = {*state.spell_known, *state.item_known}
    return seen <= onlookers and all(cell_known(state, cell) for cell in range(CELLS))


def cell_known(state: Forest, cell: int) -> bool:
    spell_seen, item_seen = state.spell_known[cell], state.item_known[cell]
    if state.face[cell] == GONE:
        return spell_seen == 0 and item_seen == ALL
    if (item_seen > 0) != (state.item_at[cell] >= 0):
        return False
    down = state.face[cell] == DOWN and not state.shown_at(cell)
    return not down or (spell_seen > 0) == (state.spell_at[cell] >= 0)


def turns_fit(state: Forest) -> bool:
    """Only open cards turn, and spells that somebody has."""
    turned = [spell for spell in range(CELLS) if state.spell_turns[spell]]
    return all(state.spell_owner[spell] != FREE or state.lies_open(spell) for spell in turned) and all(
        state.item_open(cell) for cell in range(CELLS) if state.item_turns[cell]
    )


# The turn.


def clock_fits(state: Forest) -> bool:
    """Nobody has passed who has not had a turn, and there is a round or an item left that can end the game."""
    if state.seat == OVER:
        return state.passes <= state.seats
    if state.seats == 1:
        return state.items_gone < CELLS and state.passes <= (state.phase in WARMAGE_WAITS)
    return state.passes <= state.actor and state.round <= state.round_limit


def end_fits(state: Forest) -> bool:
    if state.phase != position.TURN or state.program != NONE or state.actor != 0:
        return False
    empty = state.items_gone == CELLS
    if state.seats == 1:
        return empty and state.ended in (position.DESTROYED, position.STOLEN)
    if empty:
        return state.ended == position.LAST_ITEM
    if state.ended == position.ALL_PASSED:
        return state.passes == state.seats
    return state.ended == position.ROUND_LIMIT and state.round == state.round_limit


def phase_fits(state: Forest) -> bool:
    decider = state.actor if state.phase in DECISIONS else CHANCE
    if state.ended != position.GOES_ON or state.seat != decider or not cursor_fits(state):
        return False
    casting = state.program != NONE
    if not (cast_fits(state) if casting else idle(state)):
        return False
    cell = state.cell
    match state.phase:
        case position.TURN:
            return not casting and cell == NONE
        case position.PICK:
            return casting and pick_fits(state)
        case position.STEALING:
            return not casting and cell >= 0 and state.asleep == state.vigil == 0
        case position.OPENING:
            return not casting and cell == state.first_down() < CELLS and opens(state)
    return cell >= 0 and (awaited_by_cast(state, cell) if casting else awaited_by_turn(state, cell))


def cursor_fits(state: Forest) -> bool:
    """The cursor goes over the grid while the Warmage steals."""
    if state.phase == position.STEALING:
        return state.cursor == state.cell + 1
    if state.phase == position.OPENING:
        return state.cursor == (0 if state.vigil else CELLS)
    return state.cursor == 0


def opens(state: Forest) -> bool:
    awake = state.asleep == state.quiet == 0 and state.gems[0] >= content.WAKES_AT
    return awake and state.spell_at[state.cell] == UNKNOWN


def awaited_by_turn(state: Forest, cell: int) -> bool:
    """Outside a cast a spell is turned up, or has been learnt."""
    unseen = state.face[cell] == DOWN and not state.knows_spell(state.actor, cell)
    match state.phase:
        case position.SHOWING:
            return unseen and state.spell_at[cell] == UNKNOWN
        case position.SHOWN:
            return unseen and state.spell_at[cell] >= 0
    return state.phase == position.UNCOVERING


# A cast.


def idle(state: Forest) -> bool:
    return state.step == state.left == 0 and state.moved == state.given == state.line == NONE


def cast_fits(state: Forest) -> bool:
    """A spell at a step that asks, and what was picked for it before."""
    if not (0 <= state.program < CELLS and state.step < MOST_STEPS):
        return False
    step, again = state.step_now(), state.picked_before()
    if not 1 <= state.left <= position.picks(step, state.amount_now()):
        return False
    return (
        (state.moved != NONE) == (step == content.BURY and again)
        and (state.given != NONE) == (step == content.SWAP and again)
        and (state.line != NONE) == (state.phase == position.UNVEILING)
    )


def pick_fits(state: Forest) -> bool:
    if state.moved != NONE and state.face[state.moved] == GONE:
        return False
    if state.given != NONE and (state.given < 0 or state.spell_owner[state.given] != state.actor):
        return False
    return bool(state.moves())


def awaited_by_cast(state: Forest, cell: int) -> bool:
    """A card that is waited for fits the step."""
    step, unsettled = state.step_now(), state.spell_at[cell] == UNKNOWN
    match state.phase:
        case position.LOOKING_SPELL:
            return step == content.LOOK and state.face[cell] == DOWN and unsettled
        case position.LOOKING_ITEM:
            below = state.item_at[cell] == UNKNOWN
            return step == content.LOOK and state.readable(state.actor, cell) and below
        case position.UNCOVERING:
            return step == content.GRASP or (step == content.BURY and state.moved == cell)
        case position.UNVEILING:
            return step == content.UNVEIL and unsettled and cell == first_of_line(state)
    return False


def first_of_line(state: Forest) -> int:
    """The first face-down spell of the line that is turned up, or NONE."""
    cells = [position.line_cell(state.line, at) for at in range(position.WIDTH)]
    return next((cell for cell in cells if state.face[cell] == DOWN), NONE)
