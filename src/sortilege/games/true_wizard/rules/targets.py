"""What a cast can do: which steps are possible, and what may be picked for them."""

from mypy_extensions import i64

from sortilege.games.true_wizard.content import (
    AMOUNT,
    BARTER,
    BURY,
    CELLS,
    COST,
    COVER,
    ECHO,
    FILL,
    GEM_LIMIT,
    GEMS,
    GRASP,
    GUARD,
    HUSH,
    LOOK,
    MOST_STEPS,
    NAME,
    NEEDS_GEMS,
    NOTHING,
    QUIET,
    RECLAIM,
    RECOIL,
    ROB,
    SLEEP,
    SMASH,
    STEP,
    SWAP,
    TITHE,
    UNVEIL,
    UPRIGHT,
    VIGIL,
)
from sortilege.games.true_wizard.position import (
    DOWN,
    FREE,
    GONE,
    NONE,
    OPEN,
    WARMAGE,
    WIDTH,
    Position,
    line_cell,
)
from sortilege.games.true_wizard.rules.moves import CELL, ITEM, LINE, MOVES, RIVAL, SPELL


def does_something(state: Position, spell: i64) -> bool:
    """Can at least one step of this spell be carried out?"""
    row: i64 = state.row(spell)
    step: i64 = 0
    while step < MOST_STEPS:
        if possible(state, STEP[row + step], AMOUNT[row + step]):
            return True
        step += 1
    return False


def possible(state: Position, step: i64, amount: i64) -> bool:
    """Can the actor carry out this step?"""
    me: i64 = state.actor
    if step == NOTHING:
        return False
    if step == GEMS:
        return state.gems[me] < GEM_LIMIT and state.bag() > 0
    if step == FILL:
        return state.gems[me] < amount and state.gems[me] < GEM_LIMIT and state.bag() > 0
    if step == QUIET:
        return state.first_down() < CELLS
    if step in (VIGIL, RECOIL):
        return state.any_open()
    if step in (SLEEP, GUARD):
        return True
    if step == TITHE:
        return state.gems[me] < GEM_LIMIT and payer(state, me + 1) != NONE
    return any_pick(state, step, amount)


def payer(state: Position, start: i64) -> i64:
    """The first touchable rival with gems from this seat on, once round; NONE if there is none."""
    rival: i64 = start
    while rival < state.actor + state.seats:
        seat: i64 = rival % state.seats
        if state.touchable(seat) and state.gems[seat] > 0:
            return rival
        rival += 1
    return NONE


# Picks.


def first_pick(step: i64) -> i64:
    """Where the moves begin that this step may ask for."""
    if step == UNVEIL:
        return LINE
    if step in (ROB, HUSH):
        return RIVAL
    return SPELL if step in (RECLAIM, ECHO, BARTER, SWAP) else CELL


def last_pick(step: i64) -> i64:
    first: i64 = first_pick(step)
    if first == LINE:
        return RIVAL
    if first == RIVAL:
        return MOVES
    if step in (RECLAIM, NAME):
        return LINE
    if step == GRASP:
        return ITEM
    return first + CELLS


def any_pick(state: Position, step: i64, amount: i64) -> bool:
    return next_pick(state, step, amount, first_pick(step)) < MOVES


def next_pick(state: Position, step: i64, amount: i64, move: i64) -> i64:
    """The first move from this one on that fits the step, or MOVES."""
    last: i64 = last_pick(step)
    while move < last:
        if fits(state, step, amount, move):
            return move
        move += 1
    return MOVES


def fits(state: Position, step: i64, amount: i64, move: i64) -> bool:
    """May the actor pick this for the step?"""
    if move < SPELL:
        return cell_fits(state, step, amount, move - CELL)
    if move < ITEM:
        return spell_fits(state, step, amount, move - SPELL)
    if move < LINE:
        return state.item_owner[move - ITEM] == WARMAGE and item_fits(state, step, amount, move - ITEM)
    if move < RIVAL:
        return line_fits(state, move - LINE)
    return rival_fits(state, step, move - RIVAL)


def cell_fits(state: Position, step: i64, amount: i64, cell: i64) -> bool:
    me: i64 = state.actor
    if step == LOOK:
        face: i64 = state.face[cell]
        return face != GONE and not (state.knows_item(me, cell) and (face == OPEN or state.knows_spell(me, cell)))
    if step == COVER:
        return state.face[cell] == OPEN
    if step == GRASP:
        return state.readable(me, cell) and COST[state.spell_at[cell]] <= amount
    if step == UPRIGHT:
        return state.turns_at(cell) > 0
    if step == BURY:
        return state.item_open(cell) if state.moved != NONE else state.face[cell] != GONE and state.any_item_open()
    return state.item_open(cell) and item_fits(state, step, amount, state.item_at[cell])


def item_fits(state: Position, step: i64, amount: i64, item: i64) -> bool:
    """Can the actor destroy this item with the step?"""
    me: i64 = state.actor
    if step == NAME:
        return state.gems[me] >= NEEDS_GEMS[item] and state.lacking(me, item) <= amount
    if step == SMASH:
        return state.lacking(me, item) == 0
    return state.meets(me, item)


def spell_fits(state: Position, step: i64, amount: i64, spell: i64) -> bool:
    owner: i64 = state.spell_owner[spell]
    if step == RECLAIM:
        return owner == WARMAGE
    if step == GRASP:
        return owner == WARMAGE and COST[spell] <= amount
    if step == ECHO:
        if owner == state.actor or STEP[state.row(spell)] == ECHO:
            return False
        return (owner != FREE or state.lies_open(spell)) and does_something(state, spell)
    if step == BARTER:
        return state.touchable(owner) and COST[spell] <= state.gems[state.actor]
    if step == SWAP:
        if state.given == NONE:
            return owner == state.actor and any_rival_spell(state, COST[spell] + amount)
        return state.touchable(owner) and COST[spell] <= COST[state.given] + amount
    return False


def any_rival_spell(state: Position, dearest: i64) -> bool:
    spell: i64 = 0
    while spell < CELLS:
        if COST[spell] <= dearest and state.touchable(state.spell_owner[spell]):
            return True
        spell += 1
    return False


def line_fits(state: Position, line: i64) -> bool:
    at: i64 = 0
    while at < WIDTH:
        if state.face[line_cell(line, at)] == DOWN:
            return True
        at += 1
    return False


def rival_fits(state: Position, step: i64, rival: i64) -> bool:
    if not state.touchable(rival):
        return False
    if step == ROB:
        return state.gems[rival] > 0 and state.gems[state.actor] < GEM_LIMIT
    return step == HUSH and state.hushed[rival] == 0
