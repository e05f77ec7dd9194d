"""True Wizard's position: every field once, what each seat may see of it, and what it tells."""

from abc import abstractmethod
from typing import Final

from librt.vecs import extend, vec
from mypy_extensions import i64

from sortilege.engine.bits import any_of, bit
from sortilege.engine.chance import Chance
from sortilege.engine.fields import Fields, card, flag, number, one_of, seat, set_of
from sortilege.engine.state import CHANCE, NOBODY, UNKNOWN, State, new_buffer
from sortilege.games.true_wizard.content import (
    ALL_GEMS,
    AMOUNT,
    BOLT,
    BURY,
    CASTS,
    CELLS,
    ECHO,
    FILL,
    GEM_LIMIT,
    GEMS,
    GEMS_A_POINT,
    GUARD,
    ITEM_NAMES,
    ITEM_POINTS,
    KINDS,
    LOOK,
    MOST_ROUNDS,
    MOST_STEPS,
    NEEDS,
    NEEDS_GEMS,
    NOTHING,
    QUIET,
    RECOIL,
    SET_POINTS,
    SEVERAL_GEMS,
    SEVERAL_STEPS,
    SLEEP,
    SOLO_GEMS,
    SOLO_STEPS,
    SPELL_NAMES,
    SPELL_POINTS,
    SPELLS,
    STEP,
    SWAP,
    TITHE,
    VIGIL,
    WIN_ABOVE,
)

MOST_SEATS: Final = 4
WIDTH: Final = 4
PLACES: Final = tuple(f"{column}{row}" for row in "1234" for column in "abcd")
LINES: Final = (*(f"row {row}" for row in "1234"), *(f"column {column}" for column in "abcd"))

# What is being decided, and which card is being waited for.
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
PHASES: Final = {
    "turn": TURN,
    "shown": SHOWN,
    "choice": PICK,
    "showing": SHOWING,
    "looking at a spell": LOOKING_SPELL,
    "looking at an item": LOOKING_ITEM,
    "uncovering": UNCOVERING,
    "stealing": STEALING,
    "opening": OPENING,
    "unveiling": UNVEILING,
}

# A spell on the grid.
DOWN: Final = 0
OPEN: Final = 1
GONE: Final = 2
FACES: Final = {"down": DOWN, "open": OPEN, "gone": GONE}

# Whose a card is: a seat's, or one of these.
FREE: Final = -1
WARMAGE: Final = 4
SEAT_NAMES: Final = [f"seat {number}" for number in range(1, MOST_SEATS + 1)]
OWNERS: Final = {"nobody": FREE, **{name: seat for seat, name in enumerate(SEAT_NAMES)}, "the Warmage": WARMAGE}

# Who has seen a card: a set of seats and spectators.
SPECTATORS: Final = 4
ALL: Final = 31
ONLOOKERS: Final = [*SEAT_NAMES, "spectators"]

# How it ended.
GOES_ON: Final = 0
DESTROYED: Final = 1
STOLEN: Final = 2
LAST_ITEM: Final = 3
ALL_PASSED: Final = 4
ROUND_LIMIT: Final = 5
ENDINGS: Final = {
    "goes on": GOES_ON,
    "destroyed": DESTROYED,
    "stolen": STOLEN,
    "last item": LAST_ITEM,
    "all passed": ALL_PASSED,
    "round limit": ROUND_LIMIT,
}

NONE: Final = -2
DECK: Final = (1 << CELLS) - 1
KIND_COUNT: Final = len(KINDS)
KIND_BITS: Final = 8
KIND_MASK: Final = 255

MOST_TURNS: Final = 400
"""Alone: gems, cards and casts run out before."""
MOST_GUARDED: Final = 1 + max([amount for step, amount in SEVERAL_STEPS if step == GUARD], default=0)
ALL_HELD: Final = sum(1 << (KIND_BITS * spell.kind) for spell in SPELLS)
SOMEWHERE: Final = {"nowhere": NONE, **{place: cell for cell, place in enumerate(PLACES)}}
SOME_LINE: Final = {"none": NONE, **{name: line for line, name in enumerate(LINES)}}


def picks(step: i64, amount: i64) -> i64:
    """How often a step asks for a pick."""
    if step in (NOTHING, GEMS, FILL, QUIET, VIGIL, SLEEP, RECOIL, GUARD, TITHE):
        return 0
    if step in (LOOK, BOLT):
        return amount
    return 2 if step in (BURY, SWAP) else 1


def most(ward: int) -> int:
    """How many turns all casts of a ward bring together, its echoes too."""
    echoes = sum(step == ECHO for step, _ in SOLO_STEPS)
    return int(CASTS) * (1 + echoes) * sum(amount for step, amount in SOLO_STEPS if step == ward)


FIELDS: Final = Fields(
    number("round_limit", 1, MOST_ROUNDS),
    number("round", 1, max(MOST_ROUNDS, MOST_TURNS)),
    number("passes", 0, MOST_SEATS),
    one_of("ended", ENDINGS),
    one_of("phase", PHASES),
    seat("actor"),
    one_of("cell", SOMEWHERE),
    card("program", SPELL_NAMES, none=NONE),
    number("step", 0, MOST_STEPS),
    number("left", 0, max(int(picks(step, amount)) for step, amount in SOLO_STEPS + SEVERAL_STEPS)),
    one_of("moved", SOMEWHERE),
    card("given", SPELL_NAMES, none=NONE),
    one_of("line", SOME_LINE),
    number("cursor", 0, CELLS),
    number("quiet", 0, most(QUIET)),
    number("vigil", 0, most(VIGIL)),
    number("asleep", 0, most(SLEEP)),
    number("recoil", 0, most(RECOIL)),
    set_of("spells_left", SPELL_NAMES).hidden("some", DECK),
    set_of("items_left", ITEM_NAMES).hidden("some", DECK),
    number("items_gone", 0, CELLS),
    card("spell_at", SPELL_NAMES, none=NONE).row(CELLS).hidden("some", UNKNOWN),
    one_of("face", FACES).row(CELLS),
    set_of("spell_known", ONLOOKERS).of_seats().row(CELLS),
    card("item_at", ITEM_NAMES, none=NONE).row(CELLS).hidden("some", UNKNOWN),
    number("item_turns", 0, int(CASTS)).row(CELLS),
    set_of("item_known", ONLOOKERS).of_seats().row(CELLS),
    number("spell_turns", 0, int(CASTS)).row(CELLS),
    one_of("spell_owner", OWNERS).of_seats().row(CELLS),
    one_of("item_owner", OWNERS).of_seats().row(CELLS),
    number("gems", 0, int(GEM_LIMIT)).row(MOST_SEATS).for_seats(),
    flag("hushed").row(MOST_SEATS).for_seats(),
    number("guarded", 0, 1 + max([amount for step, amount in SEVERAL_STEPS if step == GUARD], default=0))
    .row(MOST_SEATS)
    .for_seats(),
    number("held", 0, ALL_HELD).row(MOST_SEATS + 1).for_seats(),
)
ROOM: Final = 200  # for all cells


class Position(State):
    """The forest: a grid of spells on dark items, and what everybody has."""

    def __init__(self, source: "Position | None", seats: i64, round_limit: i64) -> None:
        super().__init__(seats)
        if source is not None:
            self.seat = source.seat
            self.round_limit: i64 = source.round_limit
            self.round: i64 = source.round
            self.passes: i64 = source.passes
            self.ended: i64 = source.ended
            self.phase: i64 = source.phase
            self.actor: i64 = source.actor
            self.cell: i64 = source.cell
            self.program: i64 = source.program
            self.step: i64 = source.step
            self.left: i64 = source.left
            self.moved: i64 = source.moved
            self.given: i64 = source.given
            self.line: i64 = source.line
            self.cursor: i64 = source.cursor
            self.quiet: i64 = source.quiet
            self.vigil: i64 = source.vigil
            self.asleep: i64 = source.asleep
            self.recoil: i64 = source.recoil
            self.spells_left: i64 = source.spells_left
            self.items_left: i64 = source.items_left
            self.items_gone: i64 = source.items_gone
            self.spell_at: vec[i64] = source.spell_at[:]
            self.face: vec[i64] = source.face[:]
            self.spell_known: vec[i64] = source.spell_known[:]
            self.item_at: vec[i64] = source.item_at[:]
            self.item_turns: vec[i64] = source.item_turns[:]
            self.item_known: vec[i64] = source.item_known[:]
            self.spell_turns: vec[i64] = source.spell_turns[:]
            self.spell_owner: vec[i64] = source.spell_owner[:]
            self.item_owner: vec[i64] = source.item_owner[:]
            self.gems: vec[i64] = source.gems[:]
            self.hushed: vec[i64] = source.hushed[:]
            self.guarded: vec[i64] = source.guarded[:]
            self.held: vec[i64] = source.held[:]
            return
        purse = int(SOLO_GEMS if seats == 1 else SEVERAL_GEMS)
        self.round_limit = round_limit
        self.round = 1
        self.passes = 0
        self.ended = GOES_ON
        self.phase = TURN
        self.actor = 0
        self.cell = NONE
        self.program = NONE
        self.step = 0
        self.left = 0
        self.moved = NONE
        self.given = NONE
        self.line = NONE
        self.cursor = 0
        self.quiet = 0
        self.vigil = 0
        self.asleep = 0
        self.recoil = 0
        self.spells_left = DECK
        self.items_left = DECK
        self.items_gone = 0
        self.spell_at = vec[i64]([UNKNOWN] * CELLS)
        self.face = vec[i64]([DOWN] * CELLS)
        self.spell_known = vec[i64]([0] * CELLS)
        self.item_at = vec[i64]([UNKNOWN] * CELLS)
        self.item_turns = vec[i64]([0] * CELLS)
        self.item_known = vec[i64]([0] * CELLS)
        self.spell_turns = vec[i64]([0] * CELLS)
        self.spell_owner = vec[i64]([FREE] * CELLS)
        self.item_owner = vec[i64]([FREE] * CELLS)
        self.gems = vec[i64]([purse if seat < seats else 0 for seat in range(MOST_SEATS)])
        self.hushed = vec[i64]([0] * MOST_SEATS)
        self.guarded = vec[i64]([0] * MOST_SEATS)
        self.held = vec[i64]([0] * (MOST_SEATS + 1))

    @abstractmethod
    def copy(self) -> "Position":
        """An independent copy."""

    def fields(self) -> Fields:
        return FIELDS

    def cells_seen_by(self, seat: i64) -> vec[i64]:
        spell_at = self.spell_at[:]
        item_at = self.item_at[:]
        spells_left, items_left = self.hide(seat, spell_at, item_at)
        cells = vec[i64](
            [
                self.seats,
                self.seat,
                self.round_limit,
                self.round,
                self.passes,
                self.ended,
                self.phase,
                self.actor,
                self.cell,
                self.program,
                self.step,
                self.left,
                self.moved,
                self.given,
                self.line,
                self.cursor,
                self.quiet,
                self.vigil,
                self.asleep,
                self.recoil,
                spells_left,
                items_left,
                self.items_gone,
            ],
            capacity=ROOM,
        )
        cells = extend(cells, spell_at)
        cells = extend(cells, self.face)
        cells = extend(cells, self.spell_known)
        cells = extend(cells, item_at)
        cells = extend(cells, self.item_turns)
        cells = extend(cells, self.item_known)
        cells = extend(cells, self.spell_turns)
        cells = extend(cells, self.spell_owner)
        cells = extend(cells, self.item_owner)
        cells = extend(cells, self.gems)
        cells = extend(cells, self.hushed)
        cells = extend(cells, self.guarded)
        return extend(cells, self.held)

    # What lies where.

    def item_open(self, cell: i64) -> bool:
        return self.face[cell] == GONE and self.item_at[cell] >= 0

    def any_item_open(self) -> bool:
        cell: i64 = 0
        while cell < CELLS:
            if self.item_open(cell):
                return True
            cell += 1
        return False

    def open_card(self, cell: i64) -> bool:
        return self.face[cell] == OPEN or self.item_open(cell)

    def any_open(self) -> bool:
        cell: i64 = 0
        while cell < CELLS:
            if self.open_card(cell):
                return True
            cell += 1
        return False

    def first_down(self) -> i64:
        """The first face-down spell in reading order, or CELLS."""
        cell: i64 = 0
        while cell < CELLS and self.face[cell] != DOWN:
            cell += 1
        return cell

    def lies_open(self, spell: i64) -> bool:
        cell: i64 = 0
        while cell < CELLS:
            if self.face[cell] == OPEN and self.spell_at[cell] == spell:
                return True
            cell += 1
        return False

    def turns_at(self, cell: i64) -> i64:
        """Quarter turns of the open card here."""
        if self.face[cell] == OPEN:
            return self.spell_turns[self.spell_at[cell]]
        if self.item_open(cell):
            return self.item_turns[cell]
        return 0

    def put_spell(self, cell: i64, spell: i64) -> None:
        """This is the spell that lies here."""
        self.spell_at[cell] = spell
        self.spells_left &= ~(1 << spell)

    def put_item(self, cell: i64, item: i64) -> None:
        self.item_at[cell] = item
        self.items_left &= ~(1 << item)

    # What somebody has.

    def bag(self) -> i64:
        """How many gems are in the bag."""
        rest: i64 = ALL_GEMS
        for held in self.gems:
            rest -= held
        return rest

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

    def touchable(self, rival: i64) -> bool:
        """Another seat whose things a cast may touch."""
        return 0 <= rival < self.seats and rival != self.actor and self.guarded[rival] == 0

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

    # The spell that is being cast.

    def row(self, spell: i64) -> i64:
        """Where the steps of a spell begin: solo, or for several players."""
        return (spell if self.seats == 1 else CELLS + spell) * MOST_STEPS

    def step_now(self) -> i64:
        return STEP[self.row(self.program) + self.step]

    def amount_now(self) -> i64:
        return AMOUNT[self.row(self.program) + self.step]

    def picked_before(self) -> bool:
        """Has this step been answered once already?"""
        return self.left < picks(self.step_now(), self.amount_now())

    def draws_item(self) -> bool:
        """Is it an item that is being waited for?"""
        return self.phase == LOOKING_ITEM or self.phase == UNCOVERING or self.phase == STEALING

    # What is hidden: cards that only some have looked at.

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

    def shown_at(self, cell: i64) -> bool:
        """Is the spell here being shown to all at this moment?"""
        return self.phase == SHOWN and self.cell == cell

    def hides_spell(self, seat: i64, cell: i64) -> bool:
        """Has a spell been drawn here that this seat has not seen?"""
        if self.face[cell] != DOWN or self.spell_at[cell] < 0:
            return False
        return not self.knows_spell(seat, cell) and not self.shown_at(cell)

    def hides_item(self, seat: i64, cell: i64) -> bool:
        return self.face[cell] != GONE and self.item_at[cell] >= 0 and not self.knows_item(seat, cell)

    def hidden_from(self, seat: i64, items: bool) -> i64:
        """How many drawn spells, or items, this seat has not seen."""
        count: i64 = 0
        cell: i64 = 0
        while cell < CELLS:
            if self.hides_item(seat, cell) if items else self.hides_spell(seat, cell):
                count += 1
            cell += 1
        return count

    def seen_by(self, seat: i64) -> "Position":
        seen = self.copy()
        seen.spells_left, seen.items_left = self.hide(seat, seen.spell_at, seen.item_at)
        return seen

    def hide(self, seat: i64, spell_at: vec[i64], item_at: vec[i64]) -> tuple[i64, i64]:
        """Mask the cards that this seat has not seen; say which spells and items are left to it then."""
        spells: i64 = self.spells_left
        items: i64 = self.items_left
        cell: i64 = 0
        while cell < CELLS:
            if self.hides_spell(seat, cell):
                spells |= bit(self.spell_at[cell])
                spell_at[cell] = UNKNOWN
            if self.hides_item(seat, cell):
                items |= bit(self.item_at[cell])
                item_at[cell] = UNKNOWN
            cell += 1
        return spells, items

    def imagine(self, seat: i64, chance: Chance) -> "Position":
        drawn = self.fill_in(seat, chance)
        if drawn.phase == PICK:
            # Who is asked for a pick has one, maybe among cards that nobody else has seen.
            buffer = new_buffer()
            while drawn.moves_into(buffer) == 0:
                drawn = self.fill_in(seat, chance)
        return drawn

    def fill_in(self, seat: i64, chance: Chance) -> "Position":
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
    """The set of this one onlooker."""
    if seat == NOBODY:
        return bit(SPECTATORS)
    return bit(seat)


def line_cell(line: i64, at: i64) -> i64:
    """The cells of rows 0 to 3 and of columns 4 to 7."""
    return line * WIDTH + at if line < WIDTH else at * WIDTH + line - WIDTH


def least(one: i64, other: i64) -> i64:
    return one if one < other else other
