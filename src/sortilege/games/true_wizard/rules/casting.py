"""A cast: the steps of a spell, one after the other, and what is picked for them."""

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.engine.state import OVER, UNKNOWN
from sortilege.games.true_wizard.content import (
    BARTER,
    BURY,
    CASTS,
    COST,
    COVER,
    ECHO,
    FILL,
    GEM_LIMIT,
    GEMS,
    GRASP,
    GUARD,
    LOOK,
    MOST_STEPS,
    QUIET,
    RECOIL,
    ROB,
    SLEEP,
    SWAP,
    UPRIGHT,
    VIGIL,
)
from sortilege.games.true_wizard.position import (
    ALL,
    DOWN,
    LOOKING_ITEM,
    LOOKING_SPELL,
    NONE,
    OPEN,
    PICK,
    UNVEILING,
    WIDTH,
    Position,
    bit_of,
    least,
    line_cell,
    picks,
)
from sortilege.games.true_wizard.rules import cards, drawing, targets, turn
from sortilege.games.true_wizard.rules.moves import CELL, ITEM, LINE, MOVES, NO_TARGET, NOT_NOW, RIVAL, SPELL


def begin(state: Position, spell: i64) -> None:
    state.program = spell
    state.step = 0
    run(state)


def run(state: Position) -> None:
    """Carry out steps until one needs a pick, or all are done."""
    state.moved = NONE
    state.given = NONE
    state.line = NONE
    while state.step < MOST_STEPS and state.seat != OVER:
        step: i64 = state.step_now()
        amount: i64 = state.amount_now()
        if targets.possible(state, step, amount):
            asked: i64 = picks(step, amount)
            if asked > 0:
                state.left = asked
                state.phase = PICK
                return
            carry_out(state, step, amount)
        state.step += 1
    turn.end(state)


# Steps that need no pick.


def carry_out(state: Position, step: i64, amount: i64) -> None:
    me: i64 = state.actor
    if step == GEMS:
        take_gems(state, amount)
    elif step == FILL:
        take_gems(state, amount - state.gems[me])
    elif step == QUIET:
        state.quiet += amount
    elif step == VIGIL:
        state.vigil += amount
    elif step == SLEEP:
        state.asleep += amount
    elif step == RECOIL:
        state.recoil += amount
    elif step == GUARD:
        state.guarded[me] = amount + 1
    else:
        tithe(state, amount)


def take_gems(state: Position, amount: i64) -> None:
    me: i64 = state.actor
    state.gems[me] += least(amount, least(GEM_LIMIT - state.gems[me], state.bag()))


def tithe(state: Position, amount: i64) -> None:
    rival: i64 = targets.payer(state, state.actor + 1)
    while rival != NONE:
        take_from(state, rival % state.seats, amount)
        rival = targets.payer(state, rival + 1)


def take_from(state: Position, rival: i64, amount: i64) -> None:
    me: i64 = state.actor
    taken: i64 = least(amount, least(GEM_LIMIT - state.gems[me], state.gems[rival]))
    state.gems[rival] -= taken
    state.gems[me] += taken


# Picks.


def moves_into(state: Position, buffer: vec[i64]) -> i64:
    step: i64 = state.step_now()
    amount: i64 = state.amount_now()
    n: i64 = 0
    move: i64 = targets.next_pick(state, step, amount, targets.first_pick(step))
    while move < MOVES:
        buffer[n] = move
        n += 1
        move = targets.next_pick(state, step, amount, move + 1)
    return n


def refusal(move: i64) -> str:
    return NO_TARGET if move >= CELL else NOT_NOW


def play(state: Position, move: i64) -> None:
    step: i64 = state.step_now()
    if move < SPELL:
        pick_cell(state, step, move - CELL)
    elif move < ITEM:
        pick_spell(state, step, move - SPELL)
    elif move < LINE:
        state.item_owner[move - ITEM] = state.actor
        after_pick(state)
    elif move < RIVAL:
        state.line = move - LINE
        unveil(state)
    else:
        pick_rival(state, step, move - RIVAL)


def after_pick(state: Position) -> None:
    """The next pick of this step, if it has one, or the next step."""
    state.left -= 1
    more: bool = state.seat != OVER and state.left > 0
    if more and targets.any_pick(state, state.step_now(), state.amount_now()):
        state.phase = PICK
    else:
        state.step += 1
        run(state)


def pick_cell(state: Position, step: i64, cell: i64) -> None:
    if step == LOOK:
        look(state, cell)
    elif step == GRASP:
        cards.take_spell(state, cell)
    elif step == BURY and state.moved != NONE:
        bury(state, cell)
    else:
        if step == BURY:
            state.moved = cell
        elif step == COVER:
            cover(state, cell)
        elif step == UPRIGHT:
            cards.turn_back(state, cell, CASTS)
        else:
            cards.take_item(state, cell, state.actor)
        after_pick(state)


def look(state: Position, cell: i64) -> None:
    if state.face[cell] == OPEN:
        look_below(state, cell)
    elif state.spell_at[cell] == UNKNOWN:
        drawing.wait_for(state, LOOKING_SPELL, cell)
    else:
        see_spell(state, cell)


def see_spell(state: Position, cell: i64) -> None:
    state.spell_known[cell] |= bit_of(state.actor)
    look_below(state, cell)


def look_below(state: Position, cell: i64) -> None:
    if state.item_at[cell] == UNKNOWN:
        drawing.wait_for(state, LOOKING_ITEM, cell)
    else:
        see_item(state, cell)


def see_item(state: Position, cell: i64) -> None:
    state.item_known[cell] |= bit_of(state.actor)
    after_pick(state)


def bury(state: Position, target: i64) -> None:
    """The spell that is moved comes to lie on an item; the one below it is uncovered."""
    source: i64 = state.moved
    state.spell_at[target] = state.spell_at[source]
    state.face[target] = state.face[source]
    state.spell_known[target] = state.spell_known[source]
    state.item_turns[target] = 0
    cards.clear(state, source)
    cards.uncover(state, source)


def cover(state: Position, cell: i64) -> None:
    state.face[cell] = DOWN
    state.spell_known[cell] = ALL
    state.spell_turns[state.spell_at[cell]] = 0


def pick_spell(state: Position, step: i64, spell: i64) -> None:
    if step == ECHO:
        begin(state, spell)
        return
    if step == SWAP and state.given == NONE:
        state.given = spell
    else:
        if step == BARTER:
            pay(state, state.spell_owner[spell], COST[spell])
        elif step == SWAP:
            cards.give(state, state.given, state.spell_owner[spell])
        cards.give(state, spell, state.actor)
    after_pick(state)


def pay(state: Position, rival: i64, cost: i64) -> None:
    """Gems to a rival; what they have no room for goes into the bag."""
    state.gems[state.actor] -= cost
    state.gems[rival] = least(GEM_LIMIT, state.gems[rival] + cost)


def unveil(state: Position) -> None:
    """Open the face-down spells of the line, drawing those that nobody has seen."""
    at: i64 = 0
    while at < WIDTH:
        cell: i64 = line_cell(state.line, at)
        if state.face[cell] == DOWN:
            if state.spell_at[cell] == UNKNOWN:
                drawing.wait_for(state, UNVEILING, cell)
                return
            state.face[cell] = OPEN
        at += 1
    after_pick(state)


def pick_rival(state: Position, step: i64, rival: i64) -> None:
    if step == ROB:
        take_from(state, rival, state.amount_now())
    else:
        state.hushed[rival] = 1
    after_pick(state)
