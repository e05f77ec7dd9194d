"""The position of Wizard Wars: every field once, what can be asked of it, and what each seat may see."""

from abc import abstractmethod
from typing import Final

from librt.vecs import extend, vec
from mypy_extensions import i64

from sortilege.engine.bits import bit, nth_bit
from sortilege.engine.chance import Chance
from sortilege.engine.fields import Fields, card, flag, number, one_of, seat, set_of
from sortilege.engine.state import UNKNOWN, State
from sortilege.games.wizard_wars.board import (
    NEIGHBOURS,
    RING,
    RINGS_FOR,
    SCHOOL,
    SCHOOL_AT,
    STARTS,
    TERRITORY,
    WALL,
    WIDEST_SPACES,
)
from sortilege.games.wizard_wars.content import (
    BELOW,
    CARDS,
    COMBAT_CARDS,
    COPIES,
    DESIGNS,
    MOST_ROUNDS,
    MOVEMENT,
    NAMES,
    RINGS,
    STRIKES,
    TEMPLE_CARDS,
    TEMPLE_DESIGNS,
    printed,
)

ELEMENTS: Final = 6
ORIGINALS: Final = 3
EACH: Final = 6  # wizards of an element: three originals, then their twins
WIZARDS: Final = 36  # a piece below is a wizard, from here on a Guardian
PIECES: Final = 42
TEMPLE: Final = 0

# What is being decided.
GUARDING: Final = 0
ACTING: Final = 1
CHOOSING: Final = 2  # the wizard a card is for
MATCHING: Final = 3  # the second wizard of a swap
PLACING: Final = 4
OPPOSING: Final = 5
CAPTURING: Final = 6
TWINNING: Final = 7
KEEPING: Final = 8
LOSING: Final = 9
# What is being drawn.
COMBAT_DRAW: Final = 10
TEMPLE_DRAW: Final = 11
LOOK: Final = 12
THEFT: Final = 13
HOMESICKNESS: Final = 14
ENDED: Final = 15
STAGES: Final = {
    "guardian": GUARDING,
    "acting": ACTING,
    "choosing": CHOOSING,
    "matching": MATCHING,
    "placing": PLACING,
    "opposing": OPPOSING,
    "capturing": CAPTURING,
    "twinning": TWINNING,
    "keeping": KEEPING,
    "losing": LOSING,
    "drawing combat": COMBAT_DRAW,
    "drawing temple": TEMPLE_DRAW,
    "looking": LOOK,
    "stealing": THEFT,
    "homesick": HOMESICKNESS,
    "over": ENDED,
}

# What is on a space, besides pieces.
EMPTY: Final = -1
OUTSIDE: Final = -2

# Where a piece is, besides spaces.
UNBORN: Final = -1
DEAD: Final = -2
START: Final = -3  # a Guardian outside the board

NONE: Final = -1
STAYING_IN: Final = 0
ABSENT: Final = -1

MOST_TOKENS: Final[i64] = TEMPLE_CARDS + COMBAT_CARDS
MOST_SHOES: Final = printed("shoes")
MOST_MOVEMENT: Final = MOVEMENT + MOST_SHOES + max(MOVEMENT + MOST_SHOES, printed("hurry"))  # doubled, or hurried
MOST_LOOKS: Final = max((design.amount for design in CARDS if design.effect == "pick"), default=0)
MOST_CAPTURED: Final = WIZARDS - EACH + printed("necromancy")  # some twice
QUEUES: Final = (1 << 36) - 1  # six wizards, six bits each
SIX_ZEROS: Final = vec[i64]([0] * 6)
WIZARD_NAMES: Final = [f"{element} {wizard}" for element in NAMES for wizard in range(1, EACH + 1)]
TOKEN_NAMES: Final = [f"card {token}" for token in range(1, int(MOST_TOKENS) + 1)]
CARD_NAMES: Final = [design.name for design in CARDS]

FIELDS: Final = Fields(
    number("limit", 1, MOST_ROUNDS),
    number("rings", min(RINGS.values()), max(RINGS.values())),
    number("round", 1, MOST_ROUNDS),
    number("turn", 0, ELEMENTS - 1),
    one_of("stage", STAGES),
    number("left", 0, MOST_MOVEMENT),
    number("total", 0, MOST_MOVEMENT),
    flag("stepped"),
    flag("played"),
    flag("still"),
    flag("hushed"),
    card("steered", WIZARD_NAMES, none=NONE),
    flag("twins"),
    card("card", CARD_NAMES, none=NONE),
    card("piece", WIZARD_NAMES, none=NONE),
    card("robbed", NAMES, none=NONE),
    set_of("owed", NAMES),
    flag("blessed"),
    number("looks", 0, MOST_LOOKS),
    set_of("looked", TOKEN_NAMES),
    flag("homesick"),
    flag("losing"),
    flag("twinning"),
    number("moved", 0, QUEUES),
    card("forced", WIZARD_NAMES, none=NONE),
    number("spawned", 0, QUEUES),
    set_of("frozen", WIZARD_NAMES),
    set_of("shielded", WIZARD_NAMES),
    set_of("sanctuary", NAMES),
    set_of("watchful", NAMES),
    set_of("petrified", NAMES),
    set_of("silenced", NAMES),
    number("living", 1, ELEMENTS),
    number("temple_left", 0, TEMPLE_CARDS),
    number("combat_left", 0, COMBAT_CARDS),
    set_of("gone", TOKEN_NAMES),
    card("element", NAMES).each_seat(),
    seat("player", nobody=True).row(ELEMENTS),
    number("on", OUTSIDE, PIECES - 1).row(WIDEST_SPACES),
    number("at", START, WIDEST_SPACES - 1).row(PIECES),
    number("wizards", 0, EACH).row(ELEMENTS),
    number("captured", 0, MOST_CAPTURED).row(ELEMENTS),
    number("out", ABSENT, ELEMENTS - 1).row(ELEMENTS),
    number("burden", 0, printed("burden")).row(ELEMENTS),
    number("boots", 0, printed("boots")).row(ELEMENTS),
    number("shoes", 0, MOST_SHOES).row(ELEMENTS),
    number("deck", 0, int(max(COPIES))).row(DESIGNS).hidden("some", UNKNOWN),
    number("below", NONE, int(MOST_TOKENS) - 1).row(BELOW),
    card("face", CARD_NAMES, none=UNKNOWN).row(int(MOST_TOKENS)).hidden("some", UNKNOWN),
    set_of("hands", TOKEN_NAMES).row(ELEMENTS),
    set_of("seen", TOKEN_NAMES).row(ELEMENTS),
)
ROOM: Final = 460  # for all cells


def owner_of(piece: i64) -> i64:
    """The element of a wizard or Guardian."""
    return piece // EACH if piece < WIZARDS else piece - WIZARDS


class Position(State):
    """The board, its pieces, the hands and the turn. Everything is counted by element, clockwise from content.

    A card out of its deck is a token, numbered by back in the order of drawing: `face` says what it is, `hands` who
    holds it, `seen` who knows it.
    """

    def __init__(self, source: "Position | None", seats: i64, limit: i64) -> None:
        super().__init__(seats)
        if source is not None:
            self.seat = source.seat
            self.limit: i64 = source.limit
            self.rings: i64 = source.rings
            self.round: i64 = source.round
            self.turn: i64 = source.turn
            self.stage: i64 = source.stage
            self.left: i64 = source.left
            self.total: i64 = source.total
            self.stepped: i64 = source.stepped
            self.played: i64 = source.played
            self.still: i64 = source.still
            self.hushed: i64 = source.hushed
            self.steered: i64 = source.steered
            self.twins: i64 = source.twins
            self.card: i64 = source.card
            self.piece: i64 = source.piece
            self.robbed: i64 = source.robbed
            self.owed: i64 = source.owed
            self.blessed: i64 = source.blessed
            self.looks: i64 = source.looks
            self.looked: i64 = source.looked
            self.homesick: i64 = source.homesick
            self.losing: i64 = source.losing
            self.twinning: i64 = source.twinning
            self.moved: i64 = source.moved
            self.forced: i64 = source.forced
            self.spawned: i64 = source.spawned
            self.frozen: i64 = source.frozen
            self.shielded: i64 = source.shielded
            self.sanctuary: i64 = source.sanctuary
            self.watchful: i64 = source.watchful
            self.petrified: i64 = source.petrified
            self.silenced: i64 = source.silenced
            self.living: i64 = source.living
            self.temple_left: i64 = source.temple_left
            self.combat_left: i64 = source.combat_left
            self.gone: i64 = source.gone
            self.element: vec[i64] = source.element[:]
            self.player: vec[i64] = source.player[:]
            self.on: vec[i64] = source.on[:]
            self.at: vec[i64] = source.at[:]
            self.wizards: vec[i64] = source.wizards[:]
            self.captured: vec[i64] = source.captured[:]
            self.out: vec[i64] = source.out[:]
            self.burden: vec[i64] = source.burden[:]
            self.boots: vec[i64] = source.boots[:]
            self.shoes: vec[i64] = source.shoes[:]
            self.deck: vec[i64] = source.deck[:]
            self.below: vec[i64] = source.below[:]
            self.face: vec[i64] = source.face[:]
            self.hands: vec[i64] = source.hands[:]
            self.seen: vec[i64] = source.seen[:]
            return
        self.limit = limit
        self.rings = RINGS_FOR[seats]
        self.round = 1
        self.turn = 0
        self.stage = ACTING
        self.left = 0
        self.total = 0
        self.stepped = 0
        self.played = 0
        self.still = 0
        self.hushed = 0
        self.steered = NONE
        self.twins = 0
        self.card = NONE
        self.piece = NONE
        self.robbed = NONE
        self.owed = 0
        self.blessed = 0
        self.looks = 0
        self.looked = 0
        self.homesick = 0
        self.losing = 0
        self.twinning = 0
        self.moved = 0
        self.forced = NONE
        self.spawned = 0
        self.frozen = 0
        self.shielded = 0
        self.sanctuary = 0
        self.watchful = 0
        self.petrified = 0
        self.silenced = 0
        self.living = seats
        self.temple_left = TEMPLE_CARDS
        self.combat_left = COMBAT_CARDS
        self.gone = 0
        self.element = vec[i64]([0] * seats)
        self.player = vec[i64]([NONE] * ELEMENTS)
        self.on = vec[i64]([OUTSIDE] * WIDEST_SPACES)
        self.at = vec[i64]([UNBORN] * PIECES)
        self.wizards = SIX_ZEROS[:]
        self.captured = SIX_ZEROS[:]
        self.out = vec[i64]([ABSENT] * ELEMENTS)
        self.burden = SIX_ZEROS[:]
        self.boots = SIX_ZEROS[:]
        self.shoes = SIX_ZEROS[:]
        self.deck = COPIES[:]
        self.below = vec[i64]([NONE] * BELOW)
        self.face = vec[i64]([UNKNOWN] * MOST_TOKENS)
        self.hands = SIX_ZEROS[:]
        self.seen = SIX_ZEROS[:]

    @abstractmethod
    def copy(self) -> "Position":
        """An independent copy."""

    def fields(self) -> Fields:
        return FIELDS

    def cells_seen_by(self, seat: i64) -> vec[i64]:
        deck = self.deck[:]
        face = self.face[:]
        self.hide(seat, deck, face)
        cells = vec[i64](
            [
                self.seats,
                self.seat,
                self.limit,
                self.rings,
                self.round,
                self.turn,
                self.stage,
                self.left,
                self.total,
                self.stepped,
                self.played,
                self.still,
                self.hushed,
                self.steered,
                self.twins,
                self.card,
                self.piece,
                self.robbed,
                self.owed,
                self.blessed,
                self.looks,
                self.looked,
                self.homesick,
                self.losing,
                self.twinning,
                self.moved,
                self.forced,
                self.spawned,
                self.frozen,
                self.shielded,
                self.sanctuary,
                self.watchful,
                self.petrified,
                self.silenced,
                self.living,
                self.temple_left,
                self.combat_left,
                self.gone,
            ],
            capacity=ROOM,
        )
        cells = extend(cells, self.element)
        cells = extend(cells, self.player)
        cells = extend(cells, self.on)
        cells = extend(cells, self.at)
        cells = extend(cells, self.wizards)
        cells = extend(cells, self.captured)
        cells = extend(cells, self.out)
        cells = extend(cells, self.burden)
        cells = extend(cells, self.boots)
        cells = extend(cells, self.shoes)
        cells = extend(cells, deck)
        cells = extend(cells, self.below)
        cells = extend(cells, face)
        cells = extend(cells, self.hands)
        return extend(cells, self.seen)

    # Pieces and spaces.

    def put(self, piece: i64, space: i64) -> None:
        self.on[space] = piece
        self.at[piece] = space

    def lift(self, piece: i64) -> None:
        if self.at[piece] >= 0:
            self.on[self.at[piece]] = EMPTY

    def is_frozen(self, piece: i64) -> bool:
        return (self.frozen >> piece) & 1 == 1

    def is_free(self, piece: i64) -> bool:
        """On the board and not frozen."""
        return self.at[piece] >= 0 and not self.is_frozen(piece)

    def own_wizards(self) -> i64:
        wizards: i64 = 0
        piece: i64 = self.turn * EACH
        end: i64 = piece + EACH
        while piece < end:
            if self.at[piece] >= 0:
                wizards |= bit(piece)
            piece += 1
        return wizards

    def free_wizards(self, element: i64) -> i64:
        """The unfrozen wizards of an element on the board."""
        wizards: i64 = 0
        piece: i64 = element * EACH
        end: i64 = piece + EACH
        while piece < end:
            if self.is_free(piece):
                wizards |= bit(piece)
            piece += 1
        return wizards

    def enemies(self) -> i64:
        """All wizards of the others on the board."""
        wizards: i64 = 0
        piece: i64 = 0
        while piece < WIZARDS:
            if self.at[piece] >= 0 and piece // EACH != self.turn:
                wizards |= bit(piece)
            piece += 1
        return wizards

    def opponents(self, with_cards: bool) -> i64:
        found: i64 = 0
        element: i64 = 0
        while element < ELEMENTS:
            if element != self.turn and self.out[element] == STAYING_IN and (self.hands[element] or not with_cards):
                found |= bit(element)
            element += 1
        return found

    # The turn's element: its movement, its School, its twins, its Guardian.

    def movement(self, element: i64) -> i64:
        """The movement of the next turn, with all that lies in front of the player but Petrification."""
        total: i64 = MOVEMENT + self.shoes[element] - self.burden[element]
        return total >> self.boots[element] if total > 0 else 0

    def school(self) -> i64:
        return SCHOOL[self.rings][self.turn]

    def school_open(self) -> bool:
        """No own wizard is in the own School."""
        guest: i64 = self.on[self.school()]
        return guest == EMPTY or guest // EACH != self.turn

    def foreign_school(self, space: i64) -> bool:
        """The School of another element that is, or was, in the game."""
        element: i64 = SCHOOL_AT[self.rings][space]
        return element >= 0 and element != self.turn and self.out[element] != ABSENT

    def free_start(self) -> i64:
        for start in STARTS[self.rings * ELEMENTS + self.turn]:
            if self.on[start] == EMPTY:
                return start
        return NONE

    def has_twin_to_come(self, piece: i64) -> bool:
        return piece % EACH < ORIGINALS and self.at[piece + ORIGINALS] == UNBORN

    def twin_choices(self) -> i64:
        """Own originals on the board whose twin has never been in play."""
        choices: i64 = 0
        piece: i64 = self.turn * EACH
        end: i64 = piece + ORIGINALS
        while piece < end:
            if self.at[piece] >= 0 and self.has_twin_to_come(piece):
                choices |= bit(piece)
            piece += 1
        return choices

    def guardian_ring(self) -> i64:
        space: i64 = self.at[WIZARDS + self.turn]
        return self.rings + 1 if space == START else RING[space]

    def can_climb(self) -> bool:
        return not self.still and self.on[WALL[self.turn][self.guardian_ring() - 1]] == EMPTY

    # Captures.

    def attackers(self, space: i64, element: i64) -> i64:
        """How many unfrozen wizards of other elements stand next to a space."""
        count: i64 = 0
        for near in NEIGHBOURS[space]:
            piece: i64 = self.on[near]
            if 0 <= piece < WIZARDS and piece // EACH != element and not self.is_frozen(piece):
                count += 1
        return count

    def guarded(self, piece: i64) -> bool:
        """Safe from captures by a card."""
        element: i64 = owner_of(piece)
        if piece >= WIZARDS:
            return (self.watchful >> element) & 1 == 1
        if (self.shielded >> piece) & 1:
            return True
        return (self.sanctuary >> element) & 1 == 1 and TERRITORY[self.at[piece]] == element

    def falls(self, piece: i64) -> bool:
        return self.attackers(self.at[piece], owner_of(piece)) > 1 and not self.guarded(piece)

    def victims(self) -> i64:
        """The set of enemy pieces that the pieces just moved can capture."""
        found: i64 = 0
        rest: i64 = self.moved
        while rest:
            mover: i64 = (rest & 63) - 1
            rest >>= 6
            if self.is_free(mover):
                element: i64 = mover // EACH
                for near in NEIGHBOURS[self.at[mover]]:
                    piece: i64 = self.on[near]
                    if piece >= 0:
                        owner: i64 = owner_of(piece)
                        if owner != self.turn and owner != element and self.falls(piece):
                            found |= bit(piece)
        if self.forced >= 0 and self.at[self.forced] >= 0 and self.falls(self.forced):
            found |= bit(self.forced)
        return found

    # Enemies that are steered.

    def steerable(self) -> i64:
        """Enemy wizards that can be made to step."""
        found: i64 = 0
        rest: i64 = self.enemies() & ~self.frozen
        while rest:
            piece: i64 = nth_bit(rest, 0)
            rest &= rest - 1
            for near in NEIGHBOURS[self.at[piece]]:
                if self.can_steer(near):
                    found |= bit(piece)
        return found

    def can_steer(self, space: i64) -> bool:
        if space < 0 or space == TEMPLE or self.on[space] != EMPTY:
            return False
        element: i64 = SCHOOL_AT[self.rings][space]
        return element < 0 or self.out[element] == ABSENT

    # Cards.

    def combat_cards(self) -> i64:
        """Cards in the Combat deck."""
        count: i64 = self.combat_left
        for token in self.below:
            if token != NONE:
                count += 1
        return count

    def drawer(self) -> i64:
        """Who draws the next Combat Card that is owed: the mover, then clockwise."""
        element: i64 = self.turn
        while not (self.owed >> element) & 1:
            element = (element + 1) % ELEMENTS
        return element

    def held(self, tokens: i64) -> i64:
        """The set of designs among these tokens, as far as they are known."""
        designs: i64 = 0
        token: i64 = 0
        while tokens:
            if tokens & 1 and self.face[token] != UNKNOWN:
                designs |= bit(self.face[token])
            tokens >>= 1
            token += 1
        return designs

    def token_of(self, tokens: i64, design: i64) -> i64:
        """The first of these tokens with this face."""
        token: i64 = nth_bit(tokens, 0)
        while not (tokens >> token) & 1 or self.face[token] != design:
            token += 1
        return token

    # How it stands.

    def scores(self) -> list[int]:
        return [self.wizards[element] for element in self.element]

    def standings(self) -> list[int]:
        return [self.standing(element) for element in self.element]

    def standing(self, element: i64) -> int:
        """Those still in by wizards, then by wizards captured; those out below them, the later the higher."""
        if self.out[element] != STAYING_IN:
            return self.out[element]
        return 1000 * self.wizards[element] + self.captured[element]

    # What is hidden: the faces of cards that a player has not seen.

    def seen_by(self, seat: i64) -> "Position":
        state = self.copy()
        self.hide(seat, state.deck, state.face)
        return state

    def hide(self, seat: i64, deck: vec[i64], faces: vec[i64]) -> None:
        """Unknown tokens lose their faces, which count as if they were still in the deck."""
        known: i64 = self.gone
        if seat >= 0:
            known |= self.seen[self.element[seat]]
        token: i64 = 0
        while token < MOST_TOKENS:
            face: i64 = faces[token]
            if face != UNKNOWN and not (known >> token) & 1:
                deck[face] += 1
                faces[token] = UNKNOWN
            token += 1

    def imagine(self, seat: i64, chance: Chance) -> "Position":
        """Draw the unknown tokens again; a Temple Card in a hand is never one that strikes."""
        state = self.seen_by(seat)
        temple: i64 = TEMPLE_CARDS - state.temple_left
        token: i64 = 0
        while token < temple:
            if state.face[token] == UNKNOWN:
                state.redraw(token, 0, TEMPLE_DESIGNS, chance)
            token += 1
        combat: i64 = MOST_TOKENS - state.combat_left
        token = TEMPLE_CARDS
        while token < combat:
            if state.face[token] == UNKNOWN:
                state.redraw(token, TEMPLE_DESIGNS, DESIGNS, chance)
            token += 1
        return state

    def redraw(self, token: i64, first: i64, end: i64, chance: Chance) -> None:
        """Give a token any face that is left among these designs and that can be held."""
        count: i64 = 0
        design: i64 = first
        while design < end:
            if not STRIKES[design]:
                count += self.deck[design]
            design += 1
        rank: i64 = chance.below(count)
        design = first
        while STRIKES[design] or rank >= self.deck[design]:
            if not STRIKES[design]:
                rank -= self.deck[design]
            design += 1
        self.deck[design] -= 1
        self.face[token] = design

    def secret(self, move: i64, seat: i64) -> bool:
        """A rank tells what else is left in a deck, or which card of a hand it was: nobody is told."""
        if self.stage == KEEPING:
            return seat != self.player[self.turn]
        return COMBAT_DRAW <= self.stage <= THEFT

    def reveals(self, move: i64) -> bool:
        """A card is laid open, a hand is looked at, or the hand of an element that is out is shown."""
        after = self.copy()
        after.advance(move)
        if after.gone != self.gone:
            return True
        return self.seat >= 0 and after.seen[self.turn] != self.seen[self.turn]
