"""A turn: collect a gem, learn or turn up a spell, destroy a dark item, or cast; then the next one's."""

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.engine.state import OVER
from sortilege.games.true_wizard.content import CASTS, CELLS, COST, GEM_LIMIT
from sortilege.games.true_wizard.position import (
    ALL_PASSED,
    DOWN,
    GONE,
    LAST_ITEM,
    NONE,
    OPEN,
    ROUND_LIMIT,
    TURN,
    Position,
)
from sortilege.games.true_wizard.rules import cards, casting, shown, targets, warmage
from sortilege.games.true_wizard.rules.moves import (
    ALREADY_KNOWN,
    BAG_EMPTY,
    CAST,
    CELL,
    COLLECT,
    DESTROY,
    EXHAUSTED,
    FACE_UP,
    GEMS_LACK,
    HUSHED,
    LEARN,
    MUST_ACT,
    NO_EFFECT,
    NO_ITEM,
    NO_SPELL,
    NOT_NOW,
    NOT_SEEN,
    NOT_YOURS,
    PASS,
    PURSE_FULL,
    RETURN,
    SPELLS_LACK,
    TOO_DEAR,
    TURN_UP,
)


def moves_into(state: Position, buffer: vec[i64]) -> i64:
    me: i64 = state.seat
    purse: i64 = state.gems[me]
    n: i64 = 0
    if purse < GEM_LIMIT and state.bag() > 0:
        buffer[n] = COLLECT
        n += 1
    cell: i64 = 0
    while cell < CELLS:
        if state.readable(me, cell) and COST[state.spell_at[cell]] <= purse:
            buffer[n] = LEARN + cell
            n += 1
        cell += 1
    cell = 0
    while cell < CELLS:
        if state.face[cell] == DOWN and not state.knows_spell(me, cell):
            buffer[n] = TURN_UP + cell
            n += 1
        cell += 1
    cell = 0
    while cell < CELLS:
        if state.item_open(cell) and state.meets(me, state.item_at[cell]):
            buffer[n] = DESTROY + cell
            n += 1
        cell += 1
    if state.held[me] != 0 and state.hushed[me] == 0:
        spell: i64 = 0
        while spell < CELLS:
            if castable(state, spell):
                buffer[n] = CAST + spell
                n += 1
            spell += 1
    if n == 0:
        buffer[0] = PASS
        return 1
    return n


def castable(state: Position, spell: i64) -> bool:
    owned: bool = state.spell_owner[spell] == state.actor
    return owned and state.spell_turns[spell] < CASTS and targets.does_something(state, spell)


def play(state: Position, move: i64) -> None:
    if move == COLLECT:
        state.gems[state.seat] += 1
        end(state)
    elif move == PASS:
        state.passes += 1
        end(state)
    elif move < TURN_UP:
        learn(state, move - LEARN)
    elif move < DESTROY:
        shown.begin(state, move - TURN_UP)
    elif move < CAST:
        cards.take_item(state, move - DESTROY, state.seat)
        end(state)
    else:
        state.spell_turns[move - CAST] += 1
        casting.begin(state, move - CAST)


def learn(state: Position, cell: i64) -> None:
    state.gems[state.seat] -= COST[state.spell_at[cell]]
    cards.take_spell(state, cell)


def refusal(state: Position, move: i64) -> str:
    if move == COLLECT:
        return PURSE_FULL if state.gems[state.seat] >= GEM_LIMIT else BAG_EMPTY
    if move == PASS:
        return MUST_ACT
    if move == RETURN or move >= CELL:
        return NOT_NOW
    if move < DESTROY:
        return refusal_of_spell(state, move)
    if move < CAST:
        return refusal_of_item(state, move - DESTROY)
    return refusal_of_cast(state, move - CAST)


def refusal_of_spell(state: Position, move: i64) -> str:
    cell: i64 = (move - LEARN) % CELLS
    if state.face[cell] == GONE:
        return NO_SPELL
    if move < TURN_UP:
        return TOO_DEAR if state.readable(state.seat, cell) else NOT_SEEN
    return FACE_UP if state.face[cell] == OPEN else ALREADY_KNOWN


def refusal_of_item(state: Position, cell: i64) -> str:
    if not state.item_open(cell):
        return NO_ITEM
    return SPELLS_LACK if state.lacking(state.seat, state.item_at[cell]) > 0 else GEMS_LACK


def refusal_of_cast(state: Position, spell: i64) -> str:
    if state.spell_owner[spell] != state.seat:
        return NOT_YOURS
    if state.spell_turns[spell] >= CASTS:
        return EXHAUSTED
    return HUSHED if state.hushed[state.seat] != 0 else NO_EFFECT


# The end of a turn, of a round, and of the game.


def end(state: Position) -> None:
    if state.seat == OVER:
        return
    state.phase = TURN
    state.cell = NONE
    state.program = NONE
    state.step = 0
    state.left = 0
    if state.seats == 1:
        warmage.begin(state)
    else:
        next_seat(state)


def next_seat(state: Position) -> None:
    me: i64 = state.actor
    state.hushed[me] = 0
    if state.guarded[me] > 0:
        state.guarded[me] -= 1
    state.actor = me + 1
    if state.actor == state.seats:
        end_round(state)
    if state.seat != OVER:
        state.seat = state.actor


def end_round(state: Position) -> None:
    state.actor = 0
    if state.items_gone == CELLS:
        finish(state, LAST_ITEM)
    elif state.passes == state.seats:
        finish(state, ALL_PASSED)
    elif state.round == state.round_limit:
        finish(state, ROUND_LIMIT)
    else:
        state.round += 1
        state.passes = 0


def finish(state: Position, how: i64) -> None:
    state.ended = how
    state.seat = OVER
    state.phase = TURN
    state.program = NONE
