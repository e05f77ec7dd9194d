"""What a sensible player does. Worth is counted in tenths of a victory point."""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.engine.chance import Chance
from sortilege.engine.sense import Sense
from sortilege.engine.state import State
from sortilege.games.true_wizard.content import (
    AMOUNT,
    BARTER,
    BOLT,
    BURY,
    CASTS,
    CELLS,
    COST,
    COVER,
    ECHO,
    FILL,
    GEM_LIMIT,
    GEMS,
    GRASP,
    GUARD,
    ITEM_POINTS,
    KIND,
    LOOK,
    MOST_STEPS,
    NAME,
    NEEDS,
    NEEDS_GEMS,
    QUIET,
    RECOIL,
    ROB,
    SET_POINTS,
    SLEEP,
    SPELL_POINTS,
    STEP,
    SWAP,
    TITHE,
    UPRIGHT,
    VIGIL,
    WIN_ABOVE,
)
from sortilege.games.true_wizard.position import DOWN, FREE, KIND_COUNT, OPEN, PICK, WIDTH, least, line_cell
from sortilege.games.true_wizard.rules import Forest, targets
from sortilege.games.true_wizard.rules.moves import (
    CAST,
    CELL,
    COLLECT,
    DESTROY,
    ITEM,
    LEARN,
    LINE,
    MOVES,
    PASS,
    RETURN,
    RIVAL,
    SPELL,
    TURN_UP,
)

LOW_PURSE: Final = 5
TURN_UP_PURSE: Final = 4  # enough to learn most of what is turned up
GEM: Final = 12
SPARE_GEM: Final = 5
GEM_FOR_ITEM: Final = 2  # for each point of an open item that only lacks gems
POINT: Final = 7
REACH: Final = 4  # for each point of an item that a spell brings nearer,
OPEN_REACH: Final = 2  # and of one that lies open
CHARGE: Final = 2
BLANK: Final = vec[i64]([0] * MOVES)


class ForestSense(Sense):
    """Takes what is worth most at once."""

    def choose(self, state: State, chance: Chance) -> i64:
        forest = cast(Forest, state)
        buffer = BLANK[:]
        return best_of(forest, buffer, forest.moves_into(buffer), chance)

    def weigh(self, state: State, move: i64) -> float:
        return float(move_worth(cast(Forest, state), move))

    def value(self, state: State, seat: i64) -> float:
        forest = cast(Forest, state)
        mine: i64 = forest.points(seat)
        if forest.seats == 1:
            return clamped(float(mine) / float(2 * WIN_ABOVE))
        return clamped(0.5 + float(mine - best_rival(forest, seat)) / float(WIN_ABOVE))


def best_rival(forest: Forest, seat: i64) -> i64:
    """The points of the best of the others."""
    best: i64 = 0
    other: i64 = 0
    while other < forest.seats:
        if other != seat:
            points: i64 = forest.points(other)
            if points > best:
                best = points
        other += 1
    return best


def clamped(value: float) -> float:
    return 0.0 if value < 0.0 else 1.0 if value > 1.0 else value


def best_of(forest: Forest, buffer: vec[i64], count: i64, chance: Chance) -> i64:
    """The move of most worth; of equals, any."""
    best: i64 = buffer[0]
    most: i64 = -1000000
    equals: i64 = 0
    i: i64 = 0
    while i < count:
        worth: i64 = move_worth(forest, buffer[i])
        if worth > most:
            most = worth
            best = buffer[i]
            equals = 1
        elif worth == most:
            equals += 1
            if chance.below(equals) == 0:
                best = buffer[i]
        i += 1
    return best


def move_worth(forest: Forest, move: i64) -> i64:
    if forest.phase == PICK:
        return pick_worth(forest, forest.step_now(), forest.amount_now(), move)
    if move == COLLECT:
        return gems_worth(forest, 1)
    if move in (PASS, RETURN):
        return 0
    if move < TURN_UP:
        return learn_worth(forest, move - LEARN)
    if move < DESTROY:
        return turn_up_worth(forest, move - TURN_UP)
    if move < CAST:
        return item_worth(forest, move - DESTROY) + 5
    return cast_worth(forest, move - CAST) - CHARGE


def gems_worth(forest: Forest, amount: i64) -> i64:
    """Gems are worth much until the next spell can be bought, and little beyond."""
    purse: i64 = forest.gems[forest.actor]
    taken: i64 = least(amount, least(GEM_LIMIT - purse, forest.bag()))
    needed: i64 = least(taken, LOW_PURSE - purse)
    if needed < 0:
        needed = 0
    return needed * GEM + (taken - needed) * SPARE_GEM + nearer_worth(forest, taken)


def nearer_worth(forest: Forest, taken: i64) -> i64:
    """An open item that lacks nothing but gems, for those that are taken of them."""
    me: i64 = forest.actor
    most: i64 = 0
    cell: i64 = 0
    while cell < CELLS:
        if forest.item_open(cell) and forest.lacking(me, forest.item_at[cell]) == 0:
            item: i64 = forest.item_at[cell]
            short: i64 = NEEDS_GEMS[item] - forest.gems[me]
            if short > 0:
                worth: i64 = GEM_FOR_ITEM * ITEM_POINTS[item] * least(taken, short) // short
                most = most if most > worth else worth
        cell += 1
    return most


def spell_worth(forest: Forest, spell: i64) -> i64:
    """What a spell brings: items that come into reach, sets, points, casts."""
    me: i64 = forest.actor
    kind: i64 = KIND[spell]
    have: i64 = forest.of_kind(me, kind)
    worth: i64 = SPELL_POINTS[spell] * POINT
    item: i64 = 0
    while item < CELLS:
        if forest.item_owner[item] == FREE and NEEDS[item * KIND_COUNT + kind] > have:
            worth += ITEM_POINTS[item] * REACH // forest.lacking(me, item)
        item += 1
    cell: i64 = 0
    while cell < CELLS:
        if forest.item_open(cell) and NEEDS[forest.item_at[cell] * KIND_COUNT + kind] > have:
            worth += ITEM_POINTS[forest.item_at[cell]] * OPEN_REACH // forest.lacking(me, forest.item_at[cell])
        cell += 1
    if have == forest.sets(me):
        worth += SET_POINTS * POINT // 12
    return worth + (CASTS - forest.spell_turns[spell]) * 5


def learn_worth(forest: Forest, cell: i64) -> i64:
    spell: i64 = forest.spell_at[cell]
    return spell_worth(forest, spell) - COST[spell] * GEM * 2 // 3 + 3 * forest.turns_at(cell)


def turn_up_worth(forest: Forest, cell: i64) -> i64:
    if forest.gems[forest.actor] < TURN_UP_PURSE:
        return 2
    return 12 if forest.item_known[cell] == 0 else 13


def item_worth(forest: Forest, cell: i64) -> i64:
    """An item, the more urgent the more it has been turned."""
    return ITEM_POINTS[forest.item_at[cell]] * POINT + 4 * forest.turns_at(cell)


def cast_worth(forest: Forest, spell: i64) -> i64:
    row: i64 = forest.row(spell)
    total: i64 = 0
    step: i64 = 0
    while step < MOST_STEPS:
        if targets.possible(forest, STEP[row + step], AMOUNT[row + step]):
            total += step_worth(forest, STEP[row + step], AMOUNT[row + step])
        step += 1
    return total


def step_worth(forest: Forest, step: i64, amount: i64) -> i64:
    if step == GEMS:
        return gems_worth(forest, amount)
    if step == FILL:
        return gems_worth(forest, amount - forest.gems[forest.actor])
    if step == QUIET:
        return 8 * amount
    if step == VIGIL:
        return 6 * endangered(forest) if forest.vigil == 0 else 0
    if step == SLEEP:
        return 9 * amount if forest.asleep == 0 else 0
    if step == RECOIL:
        return 3 * turning(forest) if forest.recoil == 0 else 0
    if step == TITHE:
        return GEM * amount * (forest.seats - 1)
    if step == GUARD:
        return 3
    return most_worth(forest, step, amount) * (2 if step == BOLT else 1)


def most_worth(forest: Forest, step: i64, amount: i64) -> i64:
    """The best pick of a step."""
    most: i64 = 0
    move: i64 = targets.next_pick(forest, step, amount, targets.first_pick(step))
    while move < MOVES:
        worth: i64 = pick_worth(forest, step, amount, move)
        if worth > most:
            most = worth
        move = targets.next_pick(forest, step, amount, move + 1)
    return most


def endangered(forest: Forest) -> i64:
    """How many open cards are about to be stolen."""
    count: i64 = 0
    cell: i64 = 0
    while cell < CELLS:
        if forest.turns_at(cell) == CASTS:
            count += 1
        cell += 1
    return count


def turning(forest: Forest) -> i64:
    """How many open cards he is about to turn."""
    count: i64 = 0
    cell: i64 = 0
    while cell < CELLS:
        if forest.open_card(cell) and forest.turns_at(cell) < CASTS:
            count += 1
        cell += 1
    return count


def pick_worth(forest: Forest, step: i64, amount: i64, move: i64) -> i64:
    if move < SPELL:
        return cell_worth(forest, step, move - CELL)
    if move < ITEM:
        return spell_pick_worth(forest, step, move - SPELL)
    if move < LINE:
        return ITEM_POINTS[move - ITEM] * POINT
    if move < RIVAL:
        return line_worth(forest, move - LINE)
    return 5 + forest.points(move - RIVAL) // 10 + (GEM * amount * 8 // 5 if step == ROB else 0)


def cell_worth(forest: Forest, step: i64, cell: i64) -> i64:
    turns: i64 = forest.turns_at(cell)
    if step == LOOK:
        return 4 + (CELLS - cell) // WIDTH
    if step == COVER:
        return 5 * turns
    if step == GRASP:
        return spell_worth(forest, forest.spell_at[cell])
    if step == UPRIGHT:
        return 4 * turns
    if step == BURY:
        return bury_worth(forest, cell)
    lacking: i64 = forest.lacking(forest.actor, forest.item_at[cell])
    return item_worth(forest, cell) - (0 if lacking > 0 or step != NAME else POINT)


def bury_worth(forest: Forest, cell: i64) -> i64:
    """First the spell that lies longest, then the item nearest to be stolen that cannot be destroyed yet."""
    if not forest.item_open(cell):
        return forest.turns_at(cell) if forest.face[cell] == OPEN else 1
    ready: bool = forest.meets(forest.actor, forest.item_at[cell])
    return 0 if ready else 5 * forest.turns_at(cell)


def spell_pick_worth(forest: Forest, step: i64, spell: i64) -> i64:
    if step == ECHO:
        return cast_worth(forest, spell)
    worth: i64 = spell_worth(forest, spell)
    if step == BARTER:
        return worth - COST[spell] * GEM * 2 // 3
    if step == SWAP and forest.spell_owner[spell] == forest.actor:
        return 20 - worth
    return worth


def line_worth(forest: Forest, line: i64) -> i64:
    worth: i64 = 0
    at: i64 = 0
    while at < WIDTH:
        if forest.face[line_cell(line, at)] == DOWN:
            worth += 1
        at += 1
    return worth
