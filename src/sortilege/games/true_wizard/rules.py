"""True Wizard: the forest of Endorea, sixteen spells on sixteen dark items."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.engine.bits import any_of, count_bits, nth_bit
from sortilege.engine.chance import Chance
from sortilege.engine.state import CHANCE, NOBODY, OVER, UNKNOWN, State
from sortilege.games.true_wizard.content import (
    BARTER,
    BOLT,
    BURY,
    CELLS,
    COVER,
    ECHO,
    FILL,
    GEMS,
    GRASP,
    GUARD,
    GUST,
    HUSH,
    ITEMS,
    KINDS,
    LIMIT,
    LOOK,
    MOST_STEPS,
    NAME,
    NOTHING,
    NUMBERS,
    QUIET,
    RECLAIM,
    ROB,
    SEVERAL,
    SLEEP,
    SMASH,
    SPELLS,
    SWAP,
    TITHE,
    UNVEIL,
    UPRIGHT,
    VIGIL,
    steps_table,
)

# Moves.
COLLECT: Final = 0
PASS: Final = 1
RETURN: Final = 2
LEARN: Final = 3
TURN_UP: Final = 19
DESTROY: Final = 35
CAST: Final = 51
CELL: Final = 67
SPELL: Final = 83
ITEM: Final = 99
LINE: Final = 115
RIVAL: Final = 123
MOVES: Final = 127

# Phases: the first three are decisions, the others wait for a card.
TURN: Final = 0
SHOWN: Final = 1
PICK: Final = 2
SHOWING: Final = 3
LOOKING_SPELL: Final = 4
LOOKING_ITEM: Final = 5
UNCOVERING: Final = 6
STEALING: Final = 7
OPENING: Final = 8
UNVEILING: Final = 9

# Spells on the grid.
DOWN: Final = 0
OPEN: Final = 1
GONE: Final = 2

NONE: Final = -2
FREE: Final = -1
WARMAGE: Final = 4
ALL: Final = 31
WIDTH: Final = 4
MOST_SEATS: Final = 4

# How it ended.
GOES_ON: Final = 0
DESTROYED: Final = 1
STOLEN: Final = 2
LAST_ITEM: Final = 3
ALL_PASSED: Final = 4
ROUND_LIMIT: Final = 5

# Refusals.
NOT_NOW: Final = 0
BAG_EMPTY: Final = 1
PURSE_FULL: Final = 2
MUST_ACT: Final = 3
NO_SPELL: Final = 4
TOO_DEAR: Final = 5
NOT_SEEN: Final = 6
ALREADY_KNOWN: Final = 7
NO_ITEM: Final = 8
SPELLS_LACK: Final = 9
GEMS_LACK: Final = 10
NOT_YOURS: Final = 11
EXHAUSTED: Final = 12
HUSHED: Final = 13
NO_EFFECT: Final = 14
DECIDE_SHOWN: Final = 15
NO_TARGET: Final = 16
FACE_UP: Final = 17

ALL_GEMS: Final[i64] = NUMBERS["gems"]
GEM_LIMIT: Final[i64] = LIMIT
CASTS: Final[i64] = NUMBERS["casts"]
SOLO_GEMS: Final[i64] = NUMBERS["solo_gems"]
SEVERAL_GEMS: Final[i64] = SEVERAL["gems"]
WAKES_AT: Final[i64] = NUMBERS["wakes_at"]
GEMS_A_POINT: Final[i64] = NUMBERS["gems_a_point"]
SET_POINTS: Final[i64] = NUMBERS["set_points"]
WIN_ABOVE: Final[i64] = NUMBERS["win_above"]

COST: Final[vec[i64]] = vec[i64]([spell.cost for spell in SPELLS])
KIND: Final[vec[i64]] = vec[i64]([spell.kind for spell in SPELLS])
SPELL_POINTS: Final[vec[i64]] = vec[i64]([spell.points for spell in SPELLS])
NEEDS: Final[vec[i64]] = vec[i64]([need for item in ITEMS for need in item.needs])
NEEDS_GEMS: Final[vec[i64]] = vec[i64]([item.gems for item in ITEMS])
ITEM_POINTS: Final[vec[i64]] = vec[i64]([item.points for item in ITEMS])
STEP: Final[vec[i64]] = steps_table(0)
AMOUNT: Final[vec[i64]] = steps_table(1)

KIND_COUNT: Final = len(KINDS)
KIND_BITS: Final = 8
KIND_MASK: Final = 255
DECK: Final = (1 << CELLS) - 1
NO_CARD: Final[vec[i64]] = vec[i64]([UNKNOWN] * CELLS)
ZEROS: Final[vec[i64]] = vec[i64]([0] * CELLS)
NO_SEAT: Final[vec[i64]] = vec[i64]([0] * MOST_SEATS)
NO_OWNER: Final[vec[i64]] = vec[i64]([0] * (MOST_SEATS + 1))

FIELDS: Final = (
    "seats", "seat", "round_limit", "round", "passes", "ended", "phase", "actor", "cell", "program", "step", "left",
    "picked", "cursor", "quiet", "vigil", "asleep", "spells_left", "items_left", "items_gone", "spell_at", "face",
    "spell_known", "item_at", "item_turns", "item_known", "spell_turns", "spell_owner", "item_owner", "gems", "hushed",
    "guarded", "held",
)  # fmt: skip


class Forest(State):
    def __init__(self, source: "Forest | None", seats: i64, round_limit: i64) -> None:
        super().__init__(seats)
        if source is None:
            self.round_limit: i64 = round_limit
            self.round: i64 = 1
            self.passes: i64 = 0
            self.ended: i64 = GOES_ON
            self.phase: i64 = TURN
            self.actor: i64 = 0
            self.cell: i64 = NONE
            self.program: i64 = NONE
            self.step: i64 = 0
            self.left: i64 = 0
            self.picked: i64 = NONE
            self.cursor: i64 = 0
            self.quiet: i64 = 0
            self.vigil: i64 = 0
            self.asleep: i64 = 0
            self.spells_left: i64 = DECK
            self.items_left: i64 = DECK
            self.items_gone: i64 = 0
            self.spell_at: vec[i64] = NO_CARD[:]
            self.face: vec[i64] = ZEROS[:]
            self.spell_known: vec[i64] = ZEROS[:]
            self.item_at: vec[i64] = NO_CARD[:]
            self.item_turns: vec[i64] = ZEROS[:]
            self.item_known: vec[i64] = ZEROS[:]
            self.spell_turns: vec[i64] = ZEROS[:]
            self.spell_owner: vec[i64] = NO_CARD[:]
            self.item_owner: vec[i64] = NO_CARD[:]
            self.gems: vec[i64] = NO_SEAT[:]
            self.hushed: vec[i64] = NO_SEAT[:]
            self.guarded: vec[i64] = NO_SEAT[:]
            self.held: vec[i64] = NO_OWNER[:]
            each: i64 = SOLO_GEMS if seats == 1 else SEVERAL_GEMS
            who: i64 = 0
            while who < seats:
                self.gems[who] = each
                who += 1
        else:
            self.seat = source.seat
            self.round_limit = source.round_limit
            self.round = source.round
            self.passes = source.passes
            self.ended = source.ended
            self.phase = source.phase
            self.actor = source.actor
            self.cell = source.cell
            self.program = source.program
            self.step = source.step
            self.left = source.left
            self.picked = source.picked
            self.cursor = source.cursor
            self.quiet = source.quiet
            self.vigil = source.vigil
            self.asleep = source.asleep
            self.spells_left = source.spells_left
            self.items_left = source.items_left
            self.items_gone = source.items_gone
            self.spell_at = source.spell_at[:]
            self.face = source.face[:]
            self.spell_known = source.spell_known[:]
            self.item_at = source.item_at[:]
            self.item_turns = source.item_turns[:]
            self.item_known = source.item_known[:]
            self.spell_turns = source.spell_turns[:]
            self.spell_owner = source.spell_owner[:]
            self.item_owner = source.item_owner[:]
            self.gems = source.gems[:]
            self.hushed = source.hushed[:]
            self.guarded = source.guarded[:]
            self.held = source.held[:]

    def copy(self) -> "Forest":
        return Forest(self, self.seats, self.round_limit)

    def fields(self) -> tuple[str, ...]:
        return FIELDS

    # What lies where.

    def bag(self) -> i64:
        """How many gems are in the bag."""
        rest: i64 = ALL_GEMS
        for held in self.gems:
            rest -= held
        return rest

    def item_open(self, cell: i64) -> bool:
        return self.face[cell] == GONE and self.item_at[cell] >= 0

    def knows_spell(self, seat: i64, cell: i64) -> bool:
        """Has this seat seen the face-down spell here?"""
        return self.spell_known[cell] & bit_of(seat) != 0

    def knows_item(self, seat: i64, cell: i64) -> bool:
        """Has this seat seen the item that a spell covers here?"""
        return self.item_known[cell] & bit_of(seat) != 0

    def readable(self, seat: i64, cell: i64) -> bool:
        """Is a spell here that this seat can name?"""
        face: i64 = self.face[cell]
        return face == OPEN or (face == DOWN and self.knows_spell(seat, cell))

    def turns_at(self, cell: i64) -> i64:
        """Quarter turns of the open card here."""
        if self.face[cell] == OPEN:
            return self.spell_turns[self.spell_at[cell]]
        return self.item_turns[cell] if self.item_open(cell) else 0

    def open_card(self, cell: i64) -> bool:
        return self.face[cell] == OPEN or self.item_open(cell)

    def of_kind(self, owner: i64, kind: i64) -> i64:
        """How many spells of a kind somebody has."""
        return (self.held[owner] >> (KIND_BITS * kind)) & KIND_MASK

    def lacking(self, seat: i64, item: i64) -> i64:
        """How many spells of the named kinds a seat lacks for an item."""
        result: i64 = 0
        kind: i64 = 0
        while kind < KIND_COUNT:
            short: i64 = NEEDS[item * KIND_COUNT + kind] - self.of_kind(seat, kind)
            if short > 0:
                result += short
            kind += 1
        return result

    def meets(self, seat: i64, item: i64) -> bool:
        return self.gems[seat] >= NEEDS_GEMS[item] and self.lacking(seat, item) == 0

    def sets(self, seat: i64) -> i64:
        """Complete sets of the four kinds."""
        fewest: i64 = CELLS
        kind: i64 = 0
        while kind < KIND_COUNT:
            fewest = least(fewest, self.of_kind(seat, kind))
            kind += 1
        return fewest

    def points(self, seat: i64) -> i64:
        """Victory points so far."""
        total: i64 = self.gems[seat] // GEMS_A_POINT + SET_POINTS * self.sets(seat)
        card: i64 = 0
        while card < CELLS:
            if self.spell_owner[card] == seat:
                total += SPELL_POINTS[card]
            if self.item_owner[card] == seat:
                total += ITEM_POINTS[card]
            card += 1
        return total

    def touchable(self, rival: i64) -> bool:
        """Another seat whose things a cast may touch."""
        return 0 <= rival < self.seats and rival != self.actor and self.guarded[rival] == 0

    def step_now(self) -> i64:
        return STEP[self.row(self.program) + self.step]

    def amount_now(self) -> i64:
        return AMOUNT[self.row(self.program) + self.step]

    def row(self, spell: i64) -> i64:
        """Where the steps of a spell begin: solo, or for several players."""
        return (spell if self.seats == 1 else CELLS + spell) * MOST_STEPS

    # Legal moves.

    def moves_into(self, buffer: vec[i64]) -> i64:
        if self.phase == TURN:
            return self.actions_into(buffer)
        if self.phase == SHOWN:
            return self.answers_into(buffer)
        return self.picks_into(buffer)

    def actions_into(self, buffer: vec[i64]) -> i64:
        me: i64 = self.seat
        purse: i64 = self.gems[me]
        n: i64 = 0
        if purse < GEM_LIMIT and self.bag() > 0:
            buffer[n] = COLLECT
            n += 1
        cell: i64 = 0
        while cell < CELLS:
            if self.readable(me, cell) and COST[self.spell_at[cell]] <= purse:
                buffer[n] = LEARN + cell
                n += 1
            cell += 1
        cell = 0
        while cell < CELLS:
            if self.face[cell] == DOWN and not self.knows_spell(me, cell):
                buffer[n] = TURN_UP + cell
                n += 1
            cell += 1
        cell = 0
        while cell < CELLS:
            if self.item_open(cell) and self.meets(me, self.item_at[cell]):
                buffer[n] = DESTROY + cell
                n += 1
            cell += 1
        if self.held[me] != 0 and self.hushed[me] == 0:
            spell: i64 = 0
            while spell < CELLS:
                if self.castable(spell):
                    buffer[n] = CAST + spell
                    n += 1
                spell += 1
        if n == 0:
            buffer[0] = PASS
            return 1
        return n

    def answers_into(self, buffer: vec[i64]) -> i64:
        buffer[0] = RETURN
        if COST[self.spell_at[self.cell]] > self.gems[self.seat]:
            return 1
        buffer[1] = LEARN + self.cell
        return 2

    def castable(self, spell: i64) -> bool:
        owned: bool = self.spell_owner[spell] == self.actor
        return owned and self.spell_turns[spell] < CASTS and self.does_something(spell)

    def does_something(self, spell: i64) -> bool:
        """Can at least one step of this spell be carried out?"""
        row: i64 = self.row(spell)
        step: i64 = 0
        while step < MOST_STEPS:
            if self.possible(STEP[row + step], AMOUNT[row + step]):
                return True
            step += 1
        return False

    def possible(self, step: i64, amount: i64) -> bool:
        """Can the actor carry out this step?"""
        me: i64 = self.actor
        if step == NOTHING:
            return False
        if step == GEMS:
            return self.gems[me] < GEM_LIMIT and self.bag() > 0
        if step == FILL:
            return self.gems[me] < amount and self.gems[me] < GEM_LIMIT and self.bag() > 0
        if step == QUIET:
            return self.first_down() < CELLS
        if step == VIGIL:
            return self.any_open()
        if step in (SLEEP, GUARD):
            return True
        if step == TITHE:
            return self.gems[me] < GEM_LIMIT and self.payer(me + 1) != NONE
        return self.next_pick(step, amount, NONE, first_pick(step)) < MOVES

    def first_down(self) -> i64:
        """The first face-down spell in reading order, or CELLS."""
        cell: i64 = 0
        while cell < CELLS and self.face[cell] != DOWN:
            cell += 1
        return cell

    def any_open(self) -> bool:
        cell: i64 = 0
        while cell < CELLS:
            if self.open_card(cell):
                return True
            cell += 1
        return False

    def payer(self, start: i64) -> i64:
        """The first touchable rival with gems from this seat on, once round; NONE if there is none."""
        rival: i64 = start
        while rival < self.actor + self.seats:
            seat: i64 = rival % self.seats
            if self.touchable(seat) and self.gems[seat] > 0:
                return rival
            rival += 1
        return NONE

    def next_pick(self, step: i64, amount: i64, picked: i64, move: i64) -> i64:
        """The first move from this one on that fits the step, or MOVES."""
        last: i64 = last_pick(step)
        while move < last:
            if self.fits(step, amount, picked, move):
                return move
            move += 1
        return MOVES

    def picks_into(self, buffer: vec[i64]) -> i64:
        step: i64 = self.step_now()
        amount: i64 = self.amount_now()
        n: i64 = 0
        move: i64 = self.next_pick(step, amount, self.picked, first_pick(step))
        while move < MOVES:
            buffer[n] = move
            n += 1
            move = self.next_pick(step, amount, self.picked, move + 1)
        return n

    def fits(self, step: i64, amount: i64, picked: i64, move: i64) -> bool:
        """May the actor pick this for the step, having picked that before?"""
        if move < SPELL:
            return self.cell_fits(step, amount, picked, move - CELL)
        if move < ITEM:
            return self.spell_fits(step, amount, picked, move - SPELL)
        if move < LINE:
            item: i64 = move - ITEM
            return step == RECLAIM and self.item_owner[item] == WARMAGE and self.meets(self.actor, item)
        if move < RIVAL:
            return self.line_fits(step, move - LINE)
        return self.rival_fits(step, move - RIVAL)

    def cell_fits(self, step: i64, amount: i64, picked: i64, cell: i64) -> bool:
        me: i64 = self.actor
        if step == LOOK:
            face: i64 = self.face[cell]
            return face != GONE and not (self.knows_item(me, cell) and (face == OPEN or self.knows_spell(me, cell)))
        if step == COVER:
            return self.face[cell] == OPEN
        if step == GRASP:
            return self.readable(me, cell) and COST[self.spell_at[cell]] <= amount
        if step == UPRIGHT:
            return self.turns_at(cell) > 0
        if step == BURY:
            return self.item_open(cell) if picked != NONE else self.face[cell] != GONE and self.any_item_open()
        if not self.item_open(cell):
            return False
        item: i64 = self.item_at[cell]
        if step == NAME:
            return self.gems[me] >= NEEDS_GEMS[item] and self.lacking(me, item) <= amount
        if step == SMASH:
            return self.lacking(me, item) == 0
        return self.meets(me, item)

    def any_item_open(self) -> bool:
        cell: i64 = 0
        while cell < CELLS:
            if self.item_open(cell):
                return True
            cell += 1
        return False

    def spell_fits(self, step: i64, amount: i64, picked: i64, spell: i64) -> bool:
        owner: i64 = self.spell_owner[spell]
        if step == RECLAIM:
            return owner == WARMAGE
        if step == ECHO:
            if owner == self.actor or STEP[self.row(spell)] == ECHO:
                return False
            return (owner != FREE or self.lies_open(spell)) and self.does_something(spell)
        if step == BARTER:
            return self.touchable(owner) and COST[spell] <= self.gems[self.actor]
        if step == SWAP:
            if picked == NONE:
                return owner == self.actor and self.any_rival_spell(COST[spell] + amount)
            return self.touchable(owner) and COST[spell] <= COST[picked] + amount
        return False

    def lies_open(self, spell: i64) -> bool:
        cell: i64 = 0
        while cell < CELLS:
            if self.face[cell] == OPEN and self.spell_at[cell] == spell:
                return True
            cell += 1
        return False

    def any_rival_spell(self, dearest: i64) -> bool:
        spell: i64 = 0
        while spell < CELLS:
            if COST[spell] <= dearest and self.touchable(self.spell_owner[spell]):
                return True
            spell += 1
        return False

    def line_fits(self, step: i64, line: i64) -> bool:
        at: i64 = 0
        while at < WIDTH:
            cell: i64 = line_cell(line, at)
            hit: bool = self.face[cell] == DOWN if step == UNVEIL else self.turns_at(cell) > 0
            if hit:
                return True
            at += 1
        return False

    def rival_fits(self, step: i64, rival: i64) -> bool:
        if not self.touchable(rival):
            return False
        if step == ROB:
            return self.gems[rival] > 0 and self.gems[self.actor] < GEM_LIMIT
        return step == HUSH and self.hushed[rival] == 0

    # Going on.

    def advance(self, move: i64) -> None:
        if self.seat == CHANCE:
            self.draw(move)
        elif self.phase == PICK:
            self.pick(move)
        elif move == COLLECT:
            self.gems[self.seat] += 1
            self.end_turn()
        elif move == PASS:
            self.passes += 1
            self.end_turn()
        elif move == RETURN:
            self.spell_known[self.cell] = ALL
            self.end_turn()
        elif move < TURN_UP:
            self.gems[self.seat] -= COST[self.spell_at[move - LEARN]]
            self.take_spell(move - LEARN)
        elif move < DESTROY:
            self.turn_up(move - TURN_UP)
        elif move < CAST:
            self.take_item(move - DESTROY, self.seat)
            self.end_turn()
        else:
            self.cast(move - CAST)

    def turn_up(self, cell: i64) -> None:
        self.cell = cell
        if self.spell_at[cell] == UNKNOWN:
            self.wait_for(SHOWING, cell)
        else:
            self.phase = SHOWN

    def take_spell(self, cell: i64) -> None:
        """The actor takes the spell here; what lies below is uncovered."""
        self.lift(cell, self.actor)
        if self.item_at[cell] == UNKNOWN:
            self.wait_for(UNCOVERING, cell)
        else:
            self.after_uncovering()

    def lift(self, cell: i64, owner: i64) -> None:
        self.give(self.spell_at[cell], owner)
        self.clear(cell)

    def give(self, spell: i64, owner: i64) -> None:
        one: i64 = 1
        unit: i64 = one << (KIND_BITS * KIND[spell])
        if self.spell_owner[spell] != FREE:
            self.held[self.spell_owner[spell]] -= unit
        self.spell_owner[spell] = owner
        self.held[owner] += unit

    def clear(self, cell: i64) -> None:
        """No spell lies here any more; the item below is open."""
        self.spell_at[cell] = NONE
        self.face[cell] = GONE
        self.spell_known[cell] = 0
        self.item_known[cell] = ALL

    def take_item(self, cell: i64, owner: i64) -> None:
        self.item_owner[self.item_at[cell]] = owner
        self.item_at[cell] = NONE
        self.item_turns[cell] = 0
        self.items_gone += 1
        if self.seats == 1 and self.items_gone == CELLS:
            self.finish(STOLEN if owner == WARMAGE else DESTROYED)

    def finish(self, how: i64) -> None:
        self.ended = how
        self.seat = OVER
        self.phase = TURN
        self.program = NONE

    def after_uncovering(self) -> None:
        if self.program == NONE:
            self.end_turn()
        else:
            self.after_pick()

    # Chance.

    def wait_for(self, phase: i64, cell: i64) -> None:
        self.phase = phase
        self.cell = cell
        self.seat = CHANCE

    def draws_item(self) -> bool:
        return self.phase == LOOKING_ITEM or self.phase == UNCOVERING or self.phase == STEALING

    def sides(self) -> i64:
        return count_bits(self.items_left if self.draws_item() else self.spells_left)

    def draw(self, outcome: i64) -> None:
        phase: i64 = self.phase
        if self.draws_item():
            self.put_item(self.cell, nth_bit(self.items_left, outcome))
        else:
            self.put_spell(self.cell, nth_bit(self.spells_left, outcome))
        if phase == STEALING:
            self.steal()
        elif phase == OPENING:
            self.open_spell(self.cell)
        else:
            self.seat = self.actor
            if phase == SHOWING:
                self.phase = SHOWN
            elif phase == LOOKING_SPELL:
                self.see_spell(self.cell)
            elif phase == LOOKING_ITEM:
                self.see_item(self.cell)
            elif phase == UNVEILING:
                self.face[self.cell] = OPEN
                self.unveil()
            else:
                self.after_uncovering()

    def put_spell(self, cell: i64, spell: i64) -> None:
        self.spell_at[cell] = spell
        self.spells_left &= ~(1 << spell)

    def put_item(self, cell: i64, item: i64) -> None:
        self.item_at[cell] = item
        self.items_left &= ~(1 << item)

    # Casting.

    def cast(self, spell: i64) -> None:
        self.spell_turns[spell] += 1
        self.begin(spell)

    def begin(self, spell: i64) -> None:
        self.program = spell
        self.step = 0
        self.run()

    def run(self) -> None:
        """Carry out steps until one needs a pick, or all are done."""
        self.picked = NONE
        while self.step < MOST_STEPS and self.seat != OVER:
            step: i64 = self.step_now()
            amount: i64 = self.amount_now()
            if not self.possible(step, amount):
                self.step += 1
            elif is_plain(step):
                self.carry_out(step, amount)
                self.step += 1
            else:
                self.left = picks(step, amount)
                self.phase = PICK
                return
        self.end_turn()

    def carry_out(self, step: i64, amount: i64) -> None:
        me: i64 = self.actor
        if step == GEMS:
            self.take_gems(amount)
        elif step == FILL:
            self.take_gems(amount - self.gems[me])
        elif step == QUIET:
            self.quiet += amount
        elif step == VIGIL:
            self.vigil += amount
        elif step == SLEEP:
            self.asleep += amount
        elif step == GUARD:
            self.guarded[me] = amount + 1
        else:
            self.tithe(amount)

    def take_gems(self, amount: i64) -> None:
        me: i64 = self.actor
        taken: i64 = least(amount, least(GEM_LIMIT - self.gems[me], self.bag()))
        self.gems[me] += taken

    def tithe(self, amount: i64) -> None:
        rival: i64 = self.payer(self.actor + 1)
        while rival != NONE:
            self.take_from(rival % self.seats, amount)
            rival = self.payer(rival + 1)

    def take_from(self, rival: i64, amount: i64) -> None:
        me: i64 = self.actor
        taken: i64 = least(amount, least(GEM_LIMIT - self.gems[me], self.gems[rival]))
        self.gems[rival] -= taken
        self.gems[me] += taken

    def pick(self, move: i64) -> None:
        step: i64 = self.step_now()
        if move < SPELL:
            self.pick_cell(step, move - CELL)
        elif move < ITEM:
            self.pick_spell(step, move - SPELL)
        elif move < LINE:
            self.item_owner[move - ITEM] = self.actor
            self.after_pick()
        elif move < RIVAL:
            self.pick_line(step, move - LINE)
        else:
            if step == ROB:
                self.take_from(move - RIVAL, self.amount_now())
            else:
                self.hushed[move - RIVAL] = 1
            self.after_pick()

    def pick_cell(self, step: i64, cell: i64) -> None:
        if step == LOOK:
            self.picked = cell
            self.look(cell)
        elif step == GRASP:
            self.take_spell(cell)
        elif step == BURY and self.left == 1:
            self.bury(self.picked, cell)
        else:
            if step == COVER:
                self.face[cell] = DOWN
                self.spell_known[cell] = ALL
                self.spell_turns[self.spell_at[cell]] = 0
            elif step == UPRIGHT:
                self.turn_back(cell, CASTS)
            elif step != BURY:
                self.take_item(cell, self.actor)
            self.picked = cell
            self.after_pick()

    def pick_spell(self, step: i64, spell: i64) -> None:
        if step == ECHO:
            self.begin(spell)
            return
        if step == BARTER:
            self.pay(self.spell_owner[spell], COST[spell])
        if step == SWAP and self.left == 2:
            self.picked = spell
        else:
            if step == SWAP:
                self.give(self.picked, self.spell_owner[spell])
            self.give(spell, self.actor)
        self.after_pick()

    def pay(self, rival: i64, cost: i64) -> None:
        """Gems to a rival; what they have no room for goes into the bag."""
        self.gems[self.actor] -= cost
        self.gems[rival] = least(GEM_LIMIT, self.gems[rival] + cost)

    def pick_line(self, step: i64, line: i64) -> None:
        if step == UNVEIL:
            self.picked = line
            self.cursor = 0
            self.unveil()
            return
        at: i64 = 0
        while at < WIDTH:
            self.turn_back(line_cell(line, at), self.amount_now())
            at += 1
        self.after_pick()

    def after_pick(self) -> None:
        """The next pick of this step, if it has one, or the next step."""
        self.left -= 1
        if self.seat != OVER and self.left > 0 and self.any_pick():
            self.phase = PICK
        else:
            self.step += 1
            self.run()

    def any_pick(self) -> bool:
        step: i64 = self.step_now()
        return self.next_pick(step, self.amount_now(), self.picked, first_pick(step)) < MOVES

    def turn_back(self, cell: i64, quarters: i64) -> None:
        rest: i64 = self.turns_at(cell) - quarters
        if rest < 0:
            rest = 0
        if self.face[cell] == OPEN:
            self.spell_turns[self.spell_at[cell]] = rest
        elif self.item_open(cell):
            self.item_turns[cell] = rest

    def look(self, cell: i64) -> None:
        if self.face[cell] == OPEN:
            self.look_below(cell)
        elif self.spell_at[cell] == UNKNOWN:
            self.wait_for(LOOKING_SPELL, cell)
        else:
            self.see_spell(cell)

    def see_spell(self, cell: i64) -> None:
        self.spell_known[cell] |= bit_of(self.actor)
        self.look_below(cell)

    def look_below(self, cell: i64) -> None:
        if self.item_at[cell] == UNKNOWN:
            self.wait_for(LOOKING_ITEM, cell)
        else:
            self.see_item(cell)

    def see_item(self, cell: i64) -> None:
        self.item_known[cell] |= bit_of(self.actor)
        self.after_pick()

    def bury(self, source: i64, target: i64) -> None:
        self.spell_at[target] = self.spell_at[source]
        self.face[target] = self.face[source]
        self.spell_known[target] = self.spell_known[source]
        self.item_turns[target] = 0
        self.clear(source)
        if self.item_at[source] == UNKNOWN:
            self.wait_for(UNCOVERING, source)
        else:
            self.after_pick()

    def unveil(self) -> None:
        while self.cursor < WIDTH:
            cell: i64 = line_cell(self.picked, self.cursor)
            self.cursor += 1
            if self.face[cell] == DOWN:
                if self.spell_at[cell] == UNKNOWN:
                    self.wait_for(UNVEILING, cell)
                    return
                self.face[cell] = OPEN
        self.after_pick()

    # Turns.

    def end_turn(self) -> None:
        if self.seat == OVER:
            return
        self.phase = TURN
        self.cell = NONE
        self.program = NONE
        self.step = 0
        self.left = 0
        self.picked = NONE
        self.cursor = 0
        if self.seats == 1:
            self.warmage()
        else:
            self.next_seat()

    def next_seat(self) -> None:
        me: i64 = self.actor
        self.hushed[me] = 0
        if self.guarded[me] > 0:
            self.guarded[me] -= 1
        self.actor = me + 1
        if self.actor == self.seats:
            self.end_round()
        if self.seat != OVER:
            self.seat = self.actor

    def end_round(self) -> None:
        self.actor = 0
        if self.items_gone == CELLS:
            self.finish(LAST_ITEM)
        elif self.passes == self.seats:
            self.finish(ALL_PASSED)
        elif self.round == self.round_limit:
            self.finish(ROUND_LIMIT)
        else:
            self.round += 1
            self.passes = 0

    def warmage(self) -> None:
        if self.asleep > 0:
            self.asleep -= 1
            self.begin_turn()
        else:
            self.steal()

    def begin_turn(self) -> None:
        self.round += 1
        self.passes = 0
        self.phase = TURN
        self.cell = NONE
        self.cursor = 0
        self.seat = self.actor

    def steal(self) -> None:
        """The Warmage takes every exhausted card from the cursor on, then rotates and opens."""
        while self.vigil == 0 and self.cursor < CELLS:
            cell: i64 = self.cursor
            self.cursor += 1
            if self.turns_at(cell) == CASTS:
                if self.face[cell] == OPEN:
                    self.lift(cell, WARMAGE)
                    if self.item_at[cell] == UNKNOWN:
                        self.wait_for(STEALING, cell)
                        return
                else:
                    self.take_item(cell, WARMAGE)
                    if self.seat == OVER:
                        return
        self.rotate()
        self.open_next()

    def rotate(self) -> None:
        cell: i64 = 0
        while cell < CELLS:
            if self.open_card(cell) and self.turns_at(cell) < CASTS:
                self.turn_back(cell, -1)
            cell += 1

    def open_next(self) -> None:
        cell: i64 = self.first_down()
        if self.quiet > 0 or self.gems[self.actor] < WAKES_AT or cell == CELLS:
            self.end_warmage()
        elif self.spell_at[cell] == UNKNOWN:
            self.wait_for(OPENING, cell)
        else:
            self.open_spell(cell)

    def open_spell(self, cell: i64) -> None:
        self.face[cell] = OPEN
        self.end_warmage()

    def end_warmage(self) -> None:
        if self.quiet > 0:
            self.quiet -= 1
        if self.vigil > 0:
            self.vigil -= 1
        self.begin_turn()

    # Refusals.

    def refusal(self, move: i64) -> i64:
        if self.phase == SHOWN:
            return TOO_DEAR if move == LEARN + self.cell else DECIDE_SHOWN
        if self.phase == PICK:
            return NO_TARGET if move >= CELL else NOT_NOW
        if move == COLLECT:
            return PURSE_FULL if self.gems[self.seat] >= GEM_LIMIT else BAG_EMPTY
        if move == PASS:
            return MUST_ACT
        if move == RETURN or move >= CELL:
            return NOT_NOW
        if move < DESTROY:
            return self.refusal_of_spell(move)
        if move < CAST:
            return self.refusal_of_item(move - DESTROY)
        return self.refusal_of_cast(move - CAST)

    def refusal_of_spell(self, move: i64) -> i64:
        cell: i64 = (move - LEARN) % CELLS
        if self.face[cell] == GONE:
            return NO_SPELL
        if move < TURN_UP:
            return TOO_DEAR if self.readable(self.seat, cell) else NOT_SEEN
        return FACE_UP if self.face[cell] == OPEN else ALREADY_KNOWN

    def refusal_of_item(self, cell: i64) -> i64:
        if not self.item_open(cell):
            return NO_ITEM
        return SPELLS_LACK if self.lacking(self.seat, self.item_at[cell]) > 0 else GEMS_LACK

    def refusal_of_cast(self, spell: i64) -> i64:
        if self.spell_owner[spell] != self.seat:
            return NOT_YOURS
        if self.spell_turns[spell] >= CASTS:
            return EXHAUSTED
        return HUSHED if self.hushed[self.seat] != 0 else NO_EFFECT

    # Results.

    def scores(self) -> list[int]:
        return [int(self.points(seat)) for seat in range(self.seats)]

    def standings(self) -> list[int]:
        return [int(self.standing(seat)) for seat in range(self.seats)]

    def standing(self, seat: i64) -> i64:
        items: i64 = 0
        spells: i64 = 0
        card: i64 = 0
        while card < CELLS:
            if self.item_owner[card] == seat:
                items += 1
            if self.spell_owner[card] == seat:
                spells += 1
            card += 1
        return (self.points(seat) * 100 + items) * 100 + spells

    def ranking(self) -> list[int]:
        if self.seats == 1:
            return [1 if self.points(0) > WIN_ABOVE else 2]
        return super().ranking()

    # What a seat knows.

    def seen_by(self, seat: i64) -> "Forest":
        seen = self.copy()
        cell: i64 = 0
        while cell < CELLS:
            if self.hides_spell(seat, cell):
                seen.spells_left |= 1 << self.spell_at[cell]
                seen.spell_at[cell] = UNKNOWN
            if self.hides_item(seat, cell):
                seen.items_left |= 1 << self.item_at[cell]
                seen.item_at[cell] = UNKNOWN
            cell += 1
        return seen

    def hides_spell(self, seat: i64, cell: i64) -> bool:
        """Has a spell been drawn here that this seat has not seen?"""
        if self.face[cell] != DOWN or self.spell_at[cell] < 0:
            return False
        return not self.knows_spell(seat, cell) and not self.shown_at(cell)

    def shown_at(self, cell: i64) -> bool:
        """Is the spell here being shown to all at this moment?"""
        return self.phase == SHOWN and self.cell == cell

    def hides_item(self, seat: i64, cell: i64) -> bool:
        return self.face[cell] != GONE and self.item_at[cell] >= 0 and not self.knows_item(seat, cell)

    def imagine(self, seat: i64, chance: Chance) -> "Forest":
        drawn = self.fill_in(seat, chance)
        # Who is asked for a pick has one, maybe among cards that nobody else has seen.
        while drawn.phase == PICK and not drawn.any_pick():
            drawn = self.fill_in(seat, chance)
        return drawn

    def fill_in(self, seat: i64, chance: Chance) -> "Forest":
        """What this seat sees, and any cards where only others have seen them."""
        drawn = self.seen_by(seat)
        cell: i64 = 0
        while cell < CELLS:
            if drawn.face[cell] == DOWN and drawn.spell_at[cell] == UNKNOWN and drawn.spell_known[cell] != 0:
                drawn.put_spell(cell, any_of(drawn.spells_left, chance))
            if drawn.face[cell] != GONE and drawn.item_at[cell] == UNKNOWN and drawn.item_known[cell] != 0:
                drawn.put_item(cell, any_of(drawn.items_left, chance))
            cell += 1
        return drawn

    def hidden_from(self, seat: i64, items: bool) -> i64:
        """How many drawn spells, or items, this seat has not seen."""
        count: i64 = 0
        cell: i64 = 0
        while cell < CELLS:
            if self.hides_item(seat, cell) if items else self.hides_spell(seat, cell):
                count += 1
            cell += 1
        return count

    def secret(self, move: i64, seat: i64) -> bool:
        """An outcome is a rank among the cards left: it would tell something to a seat that does not know them all."""
        if self.seat != CHANCE:
            return False
        looking: bool = self.phase == LOOKING_SPELL or self.phase == LOOKING_ITEM
        return (looking and seat != self.actor) or self.hidden_from(seat, self.draws_item()) > 0

    def reveals(self, move: i64) -> bool:
        after = self.copy()
        after.advance(move)
        seat: i64 = NOBODY
        while seat < self.seats:
            if after.hidden_from(seat, True) < self.hidden_from(seat, True):
                return True
            if after.hidden_from(seat, False) < self.hidden_from(seat, False):
                return True
            seat += 1
        return False


def bit_of(seat: i64) -> i64:
    """Who has seen a card is a set of bits: seats, and one for spectators."""
    one: i64 = 1
    return one << (WARMAGE if seat == NOBODY else seat)


def is_plain(step: i64) -> bool:
    """A step that needs no pick."""
    return step in (GEMS, FILL, QUIET, VIGIL, SLEEP, GUARD, TITHE)


def first_pick(step: i64) -> i64:
    """Where the moves begin that this step may ask for."""
    if step in (GUST, UNVEIL):
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
    return LINE if step == RECLAIM else first + CELLS


def picks(step: i64, amount: i64) -> i64:
    if step in (LOOK, BOLT):
        return amount
    return 2 if step in (BURY, SWAP) else 1


def line_cell(line: i64, at: i64) -> i64:
    """The cells of rows 0 to 3 and of columns 4 to 7."""
    return line * WIDTH + at if line < WIDTH else at * WIDTH + line - WIDTH


def least(one: i64, other: i64) -> i64:
    return one if one < other else other
