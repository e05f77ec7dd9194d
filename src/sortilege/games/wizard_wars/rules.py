"""Wizard Wars, as a position that goes on."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.engine.bits import bit, count_bits, nth_bit
from sortilege.engine.chance import Chance
from sortilege.engine.state import CHANCE, OVER, UNKNOWN, State
from sortilege.games.wizard_wars.content import (
    AMOUNT,
    BELOW,
    COMBAT_CARDS,
    COPIES,
    DESIGNS,
    EFFECT,
    FIRST,
    MOVEMENT,
    NEIGHBOURS,
    RING,
    RINGS_FOR,
    SCHOOL,
    SCHOOL_AT,
    SPACES,
    STARTS,
    STRIKES,
    TEMPLE_CARDS,
    TEMPLE_DESIGNS,
    TERRITORY,
    TOWARDS,
    WALL,
    WIDEST_SPACES,
)

ELEMENTS: Final = 6
ORIGINALS: Final = 3
EACH: Final = 6  # wizards of an element: three originals, then their twins
WIZARDS: Final = 36  # a piece below is a wizard, from here on a Guardian
PIECES: Final = 42
TEMPLE: Final = 0

# Moves, in ranges by kind.
STAY: Final = 0
CLIMB: Final = 1
END: Final = 2
STEP: Final = 3  # own wizard, direction
STEER: Final = 39  # direction
PLAY: Final = 45  # card
WIZARD: Final[i64] = PLAY + DESIGNS  # any wizard
CAPTURE: Final[i64] = WIZARD + WIZARDS  # any piece
AGAINST: Final[i64] = CAPTURE + PIECES  # element
SPACE: Final[i64] = AGAINST + ELEMENTS  # any space
KEEP: Final[i64] = SPACE + WIDEST_SPACES  # card
LOSE: Final[i64] = KEEP + DESIGNS  # card
MOVES: Final[i64] = LOSE + DESIGNS

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

# Effects, in the order of content.EFFECTS.
PILGRIMAGE: Final = 0
TRAINING: Final = 1
CELERITY: Final = 2
MIRROR: Final = 3
SANCTUARY: Final = 4
HURRY: Final = 5
EXCHANGE: Final = 6
WATCH: Final = 7
RETREAT: Final = 8
LOSS: Final = 9
TELEPORTER: Final = 10
PETRIFICATION: Final = 11
BURDEN: Final = 12
HOMESICK: Final = 13
SILENCE: Final = 14
CONTROL: Final = 15
TWINS: Final = 16
SMITE: Final = 17
NECROMANCY: Final = 18
THIEVERY: Final = 19
PICK: Final = 20
SWAP: Final = 21
CARPET: Final = 22
BOOTS: Final = 23
CLAIRVOYANCE: Final = 24
FREEZE: Final = 25
SHOES: Final = 26
SHIELD: Final = 27
GHOST: Final = 28

# Why a move is refused.
NOT_NOW: Final = 0
GUARDIAN_FIRST: Final = 1
GUARDIAN_DONE: Final = 2
MOVEMENT_LEFT: Final = 3
NOT_ON_BOARD: Final = 4
IS_FROZEN: Final = 5
NO_MOVEMENT: Final = 6
IS_PETRIFIED: Final = 7
MIND_ELSEWHERE: Final = 8
OFF_BOARD: Final = 9
IS_OCCUPIED: Final = 10
SCHOOL_TAKEN: Final = 11
NOTHING_STEERED: Final = 12
STEERED_OUT: Final = 13
NOT_HELD: Final = 14
STRIKES_ALONE: Final = 15
CARD_PLAYED: Final = 16
IS_SILENCED: Final = 17
NO_EFFECT: Final = 18
CHOICE_OPEN: Final = 19
NO_SUCH_TARGET: Final = 20
NO_SUCH_VICTIM: Final = 21
GUARDIAN_BLOCKED: Final = 22
CAPTURE_OPEN: Final = 23
STEPPED_ALREADY: Final = 24

MOST_TOKENS: Final[i64] = TEMPLE_CARDS + COMBAT_CARDS
SIX_ZEROS: Final = vec[i64]([0] * 6)


def owner_of(piece: i64) -> i64:
    """The element of a wizard or Guardian."""
    return piece // EACH if piece < WIZARDS else piece - WIZARDS


class Realm(State):
    """The board, its pieces, the hands and the turn. Everything is counted by element, clockwise from content.

    A card out of its deck is a token, numbered by back in the order of drawing: `face` says what it is, `hands` who
    holds it, `seen` who knows it.
    """

    def __init__(self, source: "Realm | None", seats: i64, lineup: i64, limit: i64) -> None:
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
        self.set_up(lineup)

    def copy(self) -> "Realm":
        return Realm(self, self.seats, 0, 0)

    def fields(self) -> tuple[str, ...]:
        return (
            "seats", "seat", "limit", "rings", "round", "turn", "stage", "left", "total", "stepped", "played", "still",
            "hushed", "steered", "twins", "card", "piece", "owed", "blessed", "looks", "looked", "homesick", "losing",
            "twinning", "moved", "forced", "spawned", "frozen", "shielded", "sanctuary", "watchful", "petrified",
            "silenced", "living", "temple_left", "combat_left", "gone", "element", "player", "on", "at", "wizards",
            "captured", "out", "burden", "boots", "shoes", "deck", "below", "face", "hands", "seen",
        )  # fmt: skip

    # The set-up and the turn.

    def set_up(self, lineup: i64) -> None:
        """Place the pieces; the lineup holds the element of each seat in three bits."""
        space: i64 = 0
        while space < SPACES[self.rings]:
            self.on[space] = EMPTY
            space += 1
        seat: i64 = 0
        while seat < self.seats:
            element: i64 = (lineup >> (3 * seat)) & 7
            self.element[seat] = element
            self.player[element] = seat
            self.out[element] = STAYING_IN
            self.at[WIZARDS + element] = START
            self.wizards[element] = ORIGINALS
            piece: i64 = element * EACH
            for start in STARTS[self.rings * ELEMENTS + element]:
                self.put(piece, start)
                piece += 1
            seat += 1
        self.turn = (FIRST + ELEMENTS - 1) % ELEMENTS
        self.begin_turn(self.next_element())

    def next_element(self) -> i64:
        """Whose turn is next, clockwise."""
        element: i64 = (self.turn + 1) % ELEMENTS
        while self.out[element] != STAYING_IN:
            element = (element + 1) % ELEMENTS
        return element

    def begin_turn(self, element: i64) -> None:
        own: i64 = bit(element)
        self.turn = element
        self.seat = self.player[element]
        self.sanctuary &= ~own
        self.watchful &= ~own
        self.shielded &= ~(bit(element * EACH + EACH) - bit(element * EACH))
        self.still = (self.petrified >> element) & 1
        self.hushed = (self.silenced >> element) & 1
        self.petrified &= ~own
        self.silenced &= ~own
        self.total = 0 if self.still else self.movement(element)
        self.left = self.total
        self.burden[element] = 0
        self.boots[element] = 0
        self.stepped = 0
        self.played = 0
        self.steered = NONE
        self.twins = 0
        self.card = NONE
        self.piece = NONE
        self.stage = GUARDING if self.can_climb() else ACTING

    def movement(self, element: i64) -> i64:
        """The movement of the next turn, with all that lies in front of the player but Petrification."""
        total: i64 = MOVEMENT + self.shoes[element] - self.burden[element]
        return total >> self.boots[element] if total > 0 else 0

    def end_turn(self) -> None:
        element: i64 = self.next_element()
        if (element - FIRST + ELEMENTS) % ELEMENTS <= (self.turn - FIRST + ELEMENTS) % ELEMENTS:
            if self.round == self.limit:
                self.finish()
                return
            self.round += 1
        self.begin_turn(element)

    def finish(self) -> None:
        self.stage = ENDED
        self.seat = OVER

    # Pieces.

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

    def arrive(self, piece: i64, space: i64) -> None:
        """A wizard comes to a space by any means, and frees the frozen of its element around it."""
        self.put(piece, space)
        if self.frozen:
            for near in NEIGHBOURS[space]:
                other: i64 = self.on[near]
                if 0 <= other < WIZARDS and other // EACH == piece // EACH:
                    self.frozen &= ~bit(other)

    def come_home(self, piece: i64) -> None:
        """An own wizard appears in the own School; an enemy there dies."""
        guest: i64 = self.on[self.school()]
        if guest >= 0:
            self.owed |= bit(self.turn)
            self.kill(guest)
        self.arrive(piece, self.school())

    def enter(self, piece: i64) -> None:
        """An own wizard has moved: what its space does."""
        space: i64 = self.at[piece]
        if space == TEMPLE:
            self.lift(piece)
            self.come_home(piece)
            self.blessed = 1
        elif self.foreign_school(space):
            self.duplicate(piece)
        self.moved = (self.moved << 6) | (piece + 1)

    def has_twin_to_come(self, piece: i64) -> bool:
        return piece % EACH < ORIGINALS and self.at[piece + ORIGINALS] == UNBORN

    def duplicate(self, piece: i64) -> None:
        if not self.has_twin_to_come(piece) or not self.school_open():
            return
        self.come_home(piece + ORIGINALS)
        self.spawn(piece + ORIGINALS)
        if self.twins:
            self.twins = 0
            self.twinning = 1

    def spawn(self, twin: i64) -> None:
        self.wizards[self.turn] += 1
        self.spawned = (self.spawned << 6) | (twin + 1)

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

    def second_twin(self, piece: i64) -> None:
        self.arrive(piece + ORIGINALS, self.free_start())
        self.spawn(piece + ORIGINALS)

    def kill(self, piece: i64) -> None:
        element: i64 = piece // EACH
        self.lift(piece)
        self.at[piece] = DEAD
        self.frozen &= ~bit(piece)
        self.shielded &= ~bit(piece)
        self.wizards[element] -= 1
        if self.wizards[element] == 0:
            self.eliminate(element)

    def eliminate(self, element: i64) -> None:
        """The element leaves: its Guardian, its hand, what lies in front of it."""
        self.lift(WIZARDS + element)
        self.at[WIZARDS + element] = DEAD
        self.gone |= self.hands[element]
        self.hands[element] = 0
        self.burden[element] = 0
        self.boots[element] = 0
        self.shoes[element] = 0
        self.sanctuary &= ~bit(element)
        self.watchful &= ~bit(element)
        self.petrified &= ~bit(element)
        self.silenced &= ~bit(element)
        self.out[element] = self.seats + 1 - self.living
        self.living -= 1
        if self.living == 1:
            self.finish()

    # Guardians.

    def guardian_ring(self) -> i64:
        space: i64 = self.at[WIZARDS + self.turn]
        return self.rings + 1 if space == START else RING[space]

    def can_climb(self) -> bool:
        return not self.still and self.on[WALL[self.turn][self.guardian_ring() - 1]] == EMPTY

    def climb(self) -> None:
        guardian: i64 = WIZARDS + self.turn
        space: i64 = WALL[self.turn][self.guardian_ring() - 1]
        self.lift(guardian)
        if space == TEMPLE:
            self.at[guardian] = START
            self.blessed = 1
        else:
            self.put(guardian, space)

    def send_back(self, element: i64) -> None:
        self.lift(WIZARDS + element)
        self.at[WIZARDS + element] = START

    def step_back(self) -> None:
        ring: i64 = self.guardian_ring() + 1
        if ring == self.rings + 1:
            self.send_back(self.turn)
        elif ring <= self.rings and self.on[WALL[self.turn][ring]] == EMPTY:
            self.lift(WIZARDS + self.turn)
            self.put(WIZARDS + self.turn, WALL[self.turn][ring])

    # Combat.

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

    def capture(self, piece: i64) -> None:
        element: i64 = owner_of(piece)
        if self.steered == NONE:
            for near in NEIGHBOURS[self.at[piece]]:
                other: i64 = self.on[near]
                if 0 <= other < WIZARDS and other // EACH != element and not self.is_frozen(other):
                    self.owed |= bit(other // EACH)
        if piece >= WIZARDS:
            self.send_back(element)
        else:
            self.captured[self.turn] += 1
            self.kill(piece)

    def settle(self) -> None:
        """Go through what the last move set off, until somebody or chance has to decide."""
        while self.seat != OVER:
            if self.owed and not self.combat_cards():
                self.owed = 0
            if self.owed:
                self.await_chance(COMBAT_DRAW)
                return
            if self.blessed and self.temple_left:
                self.await_chance(TEMPLE_DRAW)
                return
            self.blessed = 0
            if self.homesick:
                self.await_chance(HOMESICKNESS)
                return
            if self.losing:
                self.ask(LOSING)
                return
            if self.looks:
                self.await_chance(LOOK)
                return
            if self.looked:
                self.ask(KEEPING)
                return
            if self.twinning:
                choices: i64 = self.twin_choices()
                self.twinning = 0
                if choices and self.free_start() != NONE:
                    if count_bits(choices) > 1:
                        self.ask(TWINNING)
                        return
                    self.second_twin(nth_bit(choices, 0))
            victims: i64 = self.victims()
            if victims == 0:
                self.moved = self.spawned
                self.spawned = 0
                self.forced = NONE
                if self.moved == 0:
                    self.ask(ACTING)
                    return
            elif victims & (victims - 1) == 0:
                self.capture(nth_bit(victims, 0))
            else:
                self.ask(CAPTURING)
                return
        self.clear_up()

    def clear_up(self) -> None:
        """Nothing is pending any more when the game is over."""
        self.owed = 0
        self.blessed = 0
        self.twinning = 0
        self.moved = 0
        self.forced = NONE
        self.spawned = 0

    def ask(self, stage: i64) -> None:
        self.stage = stage
        self.seat = self.player[self.turn]

    def await_chance(self, stage: i64) -> None:
        self.stage = stage
        self.seat = CHANCE

    # Drawing cards.

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

    def take_from_deck(self, rank: i64, first: i64, token: i64) -> i64:
        """Draw the card of this rank among the designs from the first on; it becomes the token."""
        design: i64 = first
        while rank >= self.deck[design]:
            rank -= self.deck[design]
            design += 1
        self.deck[design] -= 1
        self.face[token] = design
        return design

    def next_combat(self, rank: i64) -> i64:
        """The token of the next Combat Card, drawn by its rank, or the first of those below."""
        if self.combat_left:
            token: i64 = MOST_TOKENS - self.combat_left
            self.combat_left -= 1
            self.take_from_deck(rank, TEMPLE_DESIGNS, token)
            return token
        top: i64 = self.below[0]
        place: i64 = 1
        while place < BELOW:
            self.below[place - 1] = self.below[place]
            place += 1
        self.below[BELOW - 1] = NONE
        return top

    def hold(self, element: i64, token: i64) -> None:
        self.hands[element] |= bit(token)
        self.seen[element] |= bit(token)

    def draw_combat(self, rank: i64) -> None:
        element: i64 = self.drawer()
        self.owed &= ~bit(element)
        self.hold(element, self.next_combat(rank))
        self.settle()

    def draw_temple(self, rank: i64) -> None:
        self.blessed = 0
        token: i64 = TEMPLE_CARDS - self.temple_left
        self.temple_left -= 1
        design: i64 = self.take_from_deck(rank, 0, token)
        if STRIKES[design]:
            self.seen[self.turn] |= bit(token)
            self.gone |= bit(token)
            self.strike(design)
        else:
            self.hold(self.turn, token)
        self.settle()

    def strike(self, design: i64) -> None:
        effect: i64 = EFFECT[design]
        own: i64 = bit(self.turn)
        if effect == RETREAT:
            if not self.watchful & own:
                self.step_back()
        elif effect == LOSS:
            self.losing = 1 if self.hands[self.turn] else 0
        elif effect == TELEPORTER:
            if not self.watchful & own:
                self.send_back(self.turn)
        elif effect == PETRIFICATION:
            self.petrified |= own
        elif effect == BURDEN:
            self.burden[self.turn] += AMOUNT[design]
        elif effect == HOMESICK:
            self.homesick = 1 if self.free_wizards(self.turn) and self.free_start() != NONE else 0
        else:
            self.silenced |= own

    def go_home(self, rank: i64) -> None:
        self.homesick = 0
        piece: i64 = nth_bit(self.free_wizards(self.turn), rank)
        start: i64 = self.free_start()
        self.lift(piece)
        self.arrive(piece, start)
        self.moved = (self.moved << 6) | (piece + 1)
        self.settle()

    def look(self, rank: i64) -> None:
        token: i64 = self.next_combat(rank)
        self.looks -= 1
        self.looked |= bit(token)
        self.seen[self.turn] |= bit(token)
        self.settle()

    def keep(self, design: i64) -> None:
        """Keep one of the cards looked at; the others go below the deck, in the order they first came up."""
        token: i64 = self.token_of(self.looked, design)
        self.hold(self.turn, token)
        rest: i64 = self.looked & ~bit(token)
        self.looked = 0
        place: i64 = 0
        while rest:
            while self.below[place] != NONE:
                place += 1
            self.below[place] = nth_bit(rest, 0)
            rest &= rest - 1
        self.settle()

    def steal(self, rank: i64) -> None:
        token: i64 = nth_bit(self.hands[self.piece], rank)
        self.hands[self.piece] &= ~bit(token)
        self.hold(self.turn, token)
        self.settle()

    def token_of(self, tokens: i64, design: i64) -> i64:
        """The first of these tokens with this face."""
        token: i64 = nth_bit(tokens, 0)
        while not (tokens >> token) & 1 or self.face[token] != design:
            token += 1
        return token

    def discard(self, design: i64) -> None:
        token: i64 = bit(self.token_of(self.hands[self.turn], design))
        self.hands[self.turn] &= ~token
        self.gone |= token

    # Playing cards.

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

    def pilgrims(self) -> i64:
        """Own wizards that could enter the Temple."""
        guest: i64 = self.on[self.school()]
        free: i64 = self.free_wizards(self.turn)
        return free if self.school_open() else free & bit(guest)

    def dead(self) -> i64:
        """Own dead wizards, if the School has room for one."""
        found: i64 = 0
        if self.school_open():
            piece: i64 = self.turn * EACH
            end: i64 = piece + EACH
            while piece < end:
                if self.at[piece] == DEAD:
                    found |= bit(piece)
                piece += 1
        return found

    def ghosts(self, cost: i64) -> i64:
        """Own wizards that have somebody to jump over."""
        found: i64 = 0
        if self.left >= cost:
            rest: i64 = self.free_wizards(self.turn)
            while rest:
                piece: i64 = nth_bit(rest, 0)
                rest &= rest - 1
                space: i64 = 1
                while space < WIDEST_SPACES:
                    if self.can_jump(piece, space):
                        found |= bit(piece)
                        break
                    space += 1
        return found

    def can_jump(self, piece: i64, space: i64) -> bool:
        """The space is free, two away, and somebody stands in between."""
        if self.on[space] != EMPTY or space == TEMPLE:
            return False
        start: i64 = self.at[piece]
        between: bool = False
        for near in NEIGHBOURS[space]:
            if near == start:
                return False
            if self.on[near] >= 0:
                for next_to in NEIGHBOURS[near]:
                    if next_to == start:
                        between = True
        return between

    def can_mirror(self, space: i64) -> bool:
        """A free space of the own territory, or the School with an enemy in it."""
        if TERRITORY[space] != self.turn:
            return False
        return self.on[space] == EMPTY or (space == self.school() and self.school_open())

    def mirror_has_room(self) -> bool:
        space: i64 = 1
        while space < WIDEST_SPACES:
            if self.can_mirror(space):
                return True
            space += 1
        return False

    def choices(self, design: i64) -> i64:
        """The wizards that a card could be for."""
        effect: i64 = EFFECT[design]
        if effect == PILGRIMAGE:
            return self.pilgrims()
        if effect == MIRROR:
            return self.free_wizards(self.turn) if self.mirror_has_room() else 0
        if effect == EXCHANGE:
            free: i64 = self.free_wizards(self.turn)
            return free if free & (free - 1) else 0
        if effect == SWAP:
            return self.free_wizards(self.turn)
        if effect == SHIELD:
            return self.own_wizards()
        if effect == GHOST:
            return self.ghosts(AMOUNT[design])
        if effect == CONTROL:
            return self.steerable() if self.left and not self.stepped else 0
        if effect == SMITE:
            return self.enemies()
        if effect == FREEZE:
            return self.enemies() & ~self.frozen
        return self.dead() if effect == NECROMANCY else 0

    def matches(self) -> i64:
        """The wizards that the one chosen can change places with."""
        others: i64 = self.free_wizards(self.turn) & ~bit(self.piece)
        return others | self.enemies() if EFFECT[self.card] == SWAP else others

    def rivals(self, design: i64) -> i64:
        """The opponents that a card could be played against."""
        effect: i64 = EFFECT[design]
        if effect == BOOTS:
            return self.opponents(False)
        return self.opponents(True) if effect in (THIEVERY, CLAIRVOYANCE) else 0

    def works_alone(self, design: i64) -> bool:
        """A card that needs no choice would have an effect."""
        effect: i64 = EFFECT[design]
        if effect in (SANCTUARY, SHOES):
            return True
        if effect == WATCH:
            return self.at[WIZARDS + self.turn] != START
        if effect == HURRY:
            return not self.still
        if effect == CARPET:
            return self.total > 0
        if effect in (TRAINING, PICK):
            return self.combat_cards() > 0
        if effect == CELERITY:
            return self.can_climb()
        choices: i64 = self.twin_choices()
        return effect == TWINS and self.left > 0 and choices & (choices - 1) != 0

    def has_effect(self, design: i64) -> bool:
        return self.choices(design) != 0 or self.rivals(design) != 0 or self.works_alone(design)

    def play_card(self, design: i64) -> None:
        self.discard(design)
        self.played = 1
        self.card = design
        if self.choices(design):
            self.stage = CHOOSING
        elif self.rivals(design):
            self.stage = OPPOSING
        else:
            self.work(design)
            self.settle()

    def work(self, design: i64) -> None:
        """The effect of a card that needs no choice."""
        effect: i64 = EFFECT[design]
        if effect == SANCTUARY:
            self.sanctuary |= bit(self.turn)
        elif effect == WATCH:
            self.watchful |= bit(self.turn)
        elif effect == SHOES:
            self.shoes[self.turn] += AMOUNT[design]
            self.add_movement(AMOUNT[design])
        elif effect == HURRY:
            self.add_movement(AMOUNT[design])
        elif effect == CARPET:
            self.add_movement(self.total)
        elif effect == TRAINING:
            self.owed |= bit(self.turn)
        elif effect == PICK:
            cards: i64 = self.combat_cards()
            self.looks = AMOUNT[design] if AMOUNT[design] < cards else cards
        elif effect == CELERITY:
            self.climb()
        else:
            self.twins = 1

    def add_movement(self, amount: i64) -> None:
        if not self.still:
            self.total += amount
            self.left += amount

    def choose(self, piece: i64) -> None:
        """The wizard that the card played is for."""
        effect: i64 = EFFECT[self.card]
        self.piece = piece
        if effect in (MIRROR, GHOST):
            self.stage = PLACING
            return
        if effect in (EXCHANGE, SWAP):
            self.stage = MATCHING
            return
        if effect == PILGRIMAGE:
            self.lift(piece)
            self.arrive(piece, TEMPLE)
            self.enter(piece)
        elif effect == SHIELD:
            self.shielded |= bit(piece)
        elif effect == CONTROL:
            self.steered = piece
        elif effect == SMITE:
            self.kill(piece)
        elif effect == FREEZE:
            self.frozen |= bit(piece)
        else:
            self.come_home(piece)
            self.wizards[self.turn] += 1
            self.moved = piece + 1
        self.settle()

    def swap(self, other: i64) -> None:
        piece: i64 = self.piece
        space: i64 = self.at[piece]
        place: i64 = self.at[other]
        self.put(other, space)
        self.arrive(piece, place)
        self.arrive(other, space)
        self.enter(piece)
        if other // EACH == self.turn:
            self.enter(other)
        else:
            self.forced = other
            self.moved = (self.moved << 6) | (other + 1)
        self.settle()

    def place(self, space: i64) -> None:
        piece: i64 = self.piece
        self.lift(piece)
        if space == self.school() and EFFECT[self.card] == MIRROR:
            self.come_home(piece)
        else:
            self.arrive(piece, space)
        if EFFECT[self.card] == GHOST:
            self.left -= AMOUNT[self.card]
            self.stepped = 1
        self.enter(piece)
        self.settle()

    def oppose(self, element: i64) -> None:
        effect: i64 = EFFECT[self.card]
        if effect == BOOTS:
            self.boots[element] += 1
            self.settle()
        elif effect == CLAIRVOYANCE:
            self.seen[self.turn] |= self.hands[element]
            self.settle()
        else:
            self.piece = element
            self.await_chance(THEFT)

    # Steps.

    def step(self, piece: i64, direction: i64) -> None:
        space: i64 = TOWARDS[self.at[piece]][direction]
        self.lift(piece)
        self.left -= 1
        self.arrive(piece, space)
        if piece == self.steered:
            self.forced = piece
            self.moved = piece + 1
        else:
            self.stepped = 1
            self.enter(piece)
        self.settle()

    def steps_into(self, buffer: vec[i64]) -> i64:
        count: i64 = 0
        move: i64 = STEER
        if self.left == 0:
            return 0
        if self.steered >= 0:
            if self.at[self.steered] >= 0:
                for space in TOWARDS[self.at[self.steered]]:
                    if self.can_steer(space):
                        buffer[count] = move
                        count += 1
                    move += 1
            return count
        temple: i64 = TEMPLE if self.school_open() else -1
        wizard: i64 = 0
        piece: i64 = self.turn * EACH
        while wizard < EACH:
            at: i64 = self.at[piece + wizard]
            if at >= 0 and not self.is_frozen(piece + wizard):
                move = STEP + wizard * 6
                for near in TOWARDS[at]:
                    if near >= 0 and self.on[near] == EMPTY and (near > 0 or near == temple):
                        buffer[count] = move
                        count += 1
                    move += 1
            wizard += 1
        return count

    # What can be done.

    def sides(self) -> i64:
        stage: i64 = self.stage
        if stage in (COMBAT_DRAW, LOOK):
            return self.combat_left if self.combat_left else 1
        if stage == TEMPLE_DRAW:
            return self.temple_left
        if stage == THEFT:
            return count_bits(self.hands[self.piece])
        return count_bits(self.free_wizards(self.turn))

    def moves_into(self, buffer: vec[i64]) -> i64:
        stage: i64 = self.stage
        if stage == ACTING:
            return self.actions_into(buffer)
        if stage == GUARDING:
            buffer[0] = STAY
            buffer[1] = CLIMB
            return 2
        if stage == CAPTURING:
            return spread(buffer, 0, CAPTURE, self.victims())
        if stage == CHOOSING:
            return spread(buffer, 0, WIZARD, self.choices(self.card))
        if stage == MATCHING:
            return spread(buffer, 0, WIZARD, self.matches())
        if stage == TWINNING:
            return spread(buffer, 0, WIZARD, self.twin_choices())
        if stage == OPPOSING:
            return spread(buffer, 0, AGAINST, self.rivals(self.card))
        if stage == PLACING:
            return self.places_into(buffer)
        if stage == KEEPING:
            return spread(buffer, 0, KEEP, self.held(self.looked))
        return spread(buffer, 0, LOSE, self.held(self.hands[self.turn]))

    def actions_into(self, buffer: vec[i64]) -> i64:
        count: i64 = self.steps_into(buffer)
        if count == 0:
            buffer[0] = END
            count = 1
        if self.played or self.hushed or self.hands[self.turn] == 0:
            return count
        designs: i64 = self.held(self.hands[self.turn])
        design: i64 = 0
        while designs:
            if designs & 1 and self.has_effect(design):
                buffer[count] = PLAY + design
                count += 1
            designs >>= 1
            design += 1
        return count

    def can_place(self, space: i64) -> bool:
        return self.can_mirror(space) if EFFECT[self.card] == MIRROR else self.can_jump(self.piece, space)

    def places_into(self, buffer: vec[i64]) -> i64:
        count: i64 = 0
        space: i64 = 1
        while space < WIDEST_SPACES:
            if self.can_place(space):
                buffer[count] = SPACE + space
                count += 1
            space += 1
        return count

    def advance(self, move: i64) -> None:
        stage: i64 = self.stage
        if stage == ACTING:
            self.act(move)
        elif stage == GUARDING:
            if move == CLIMB:
                self.climb()
            self.settle()
        elif stage == CAPTURING:
            self.capture(move - CAPTURE)
            self.settle()
        elif stage == CHOOSING:
            self.choose(move - WIZARD)
        elif stage == MATCHING:
            self.swap(move - WIZARD)
        elif stage == TWINNING:
            self.second_twin(move - WIZARD)
            self.settle()
        elif stage == OPPOSING:
            self.oppose(move - AGAINST)
        elif stage == PLACING:
            self.place(move - SPACE)
        elif stage == KEEPING:
            self.keep(move - KEEP)
        elif stage == LOSING:
            self.losing = 0
            self.discard(move - LOSE)
            self.settle()
        elif stage == COMBAT_DRAW:
            self.draw_combat(move)
        elif stage == TEMPLE_DRAW:
            self.draw_temple(move)
        elif stage == LOOK:
            self.look(move)
        elif stage == THEFT:
            self.steal(move)
        else:
            self.go_home(move)

    def act(self, move: i64) -> None:
        if move == END:
            self.end_turn()
        elif move < STEER:
            self.step(self.turn * EACH + (move - STEP) // 6, (move - STEP) % 6)
        elif move < PLAY:
            self.step(self.steered, move - STEER)
        else:
            self.play_card(move - PLAY)

    def refusal(self, move: i64) -> i64:
        stage: i64 = self.stage
        if stage == GUARDING:
            return GUARDIAN_FIRST
        if stage == CAPTURING:
            return NO_SUCH_VICTIM if CAPTURE <= move < AGAINST else CAPTURE_OPEN
        if stage != ACTING:
            return NO_SUCH_TARGET if self.answers(move) else CHOICE_OPEN
        if move <= CLIMB:
            return self.guardian_refusal()
        if move == END:
            return MOVEMENT_LEFT
        if move < STEER:
            return self.step_refusal(self.turn * EACH + (move - STEP) // 6, (move - STEP) % 6)
        if move < PLAY:
            return self.steer_refusal(move - STEER)
        return self.play_refusal(move - PLAY) if move < WIZARD else NOT_NOW

    def answers(self, move: i64) -> bool:
        """The move is of the kind that is asked for."""
        stage: i64 = self.stage
        if stage in (CHOOSING, MATCHING, TWINNING):
            return WIZARD <= move < CAPTURE
        if stage == OPPOSING:
            return AGAINST <= move < SPACE
        if stage == PLACING:
            return SPACE <= move < KEEP
        return KEEP <= move < LOSE if stage == KEEPING else move >= LOSE

    def guardian_refusal(self) -> i64:
        """Nothing done yet and the way barred: the Guardian was not asked, or has just climbed up to that piece."""
        if self.still:
            return IS_PETRIFIED
        if self.stepped or self.played or self.can_climb():
            return GUARDIAN_DONE
        return GUARDIAN_BLOCKED

    def step_refusal(self, piece: i64, direction: i64) -> i64:
        if self.at[piece] < 0:
            return NOT_ON_BOARD
        if self.steered != NONE:
            return MIND_ELSEWHERE
        if self.left == 0:
            return IS_PETRIFIED if self.still else NO_MOVEMENT
        if self.is_frozen(piece):
            return IS_FROZEN
        space: i64 = TOWARDS[self.at[piece]][direction]
        if space < 0 or self.on[space] == OUTSIDE:
            return OFF_BOARD
        return IS_OCCUPIED if self.on[space] != EMPTY else SCHOOL_TAKEN

    def steer_refusal(self, direction: i64) -> i64:
        if self.steered == NONE or self.at[self.steered] < 0:
            return NOTHING_STEERED
        if self.left == 0:
            return NO_MOVEMENT
        space: i64 = TOWARDS[self.at[self.steered]][direction]
        if space < 0 or self.on[space] == OUTSIDE:
            return OFF_BOARD
        return IS_OCCUPIED if self.on[space] != EMPTY else STEERED_OUT

    def play_refusal(self, design: i64) -> i64:
        if STRIKES[design]:
            return STRIKES_ALONE
        if not (self.held(self.hands[self.turn]) >> design) & 1:
            return NOT_HELD
        if self.hushed:
            return IS_SILENCED
        if self.played:
            return CARD_PLAYED
        return STEPPED_ALREADY if EFFECT[design] == CONTROL and self.stepped else NO_EFFECT

    def scores(self) -> list[int]:
        return [self.wizards[element] for element in self.element]

    def standings(self) -> list[int]:
        return [self.standing(element) for element in self.element]

    def standing(self, element: i64) -> int:
        """Those still in by wizards, then by wizards captured; those out below them, the later the higher."""
        if self.out[element] != STAYING_IN:
            return self.out[element]
        return 1000 * self.wizards[element] + self.captured[element]

    # What is hidden: cards that one has neither held nor seen.

    def seen_by(self, seat: i64) -> "Realm":
        """Unknown tokens lose their faces, which count as if they were still in the deck."""
        state = self.copy()
        known: i64 = self.gone
        if seat >= 0:
            known |= self.seen[self.element[seat]]
        token: i64 = 0
        while token < MOST_TOKENS:
            face: i64 = state.face[token]
            if face != UNKNOWN and not (known >> token) & 1:
                state.deck[face] += 1
                state.face[token] = UNKNOWN
            token += 1
        return state

    def imagine(self, seat: i64, chance: Chance) -> "Realm":
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
        """The rank of a card in its deck would tell what else is left in it, so nobody is told."""
        if self.stage == KEEPING:
            return seat != self.player[self.turn]
        return self.stage == COMBAT_DRAW or self.stage == TEMPLE_DRAW or self.stage == LOOK

    def reveals(self, move: i64) -> bool:
        """A card is laid open, a hand is looked at, or the hand of an element that is out is shown."""
        after = self.copy()
        after.advance(move)
        if after.gone != self.gone:
            return True
        return self.seat >= 0 and after.seen[self.turn] != self.seen[self.turn]


def spread(buffer: vec[i64], count: i64, first: i64, numbers: i64) -> i64:
    """Write a move for every number of a set behind the count that are there; say how many are there now."""
    while numbers:
        if numbers & 1:
            buffer[count] = first
            count += 1
        numbers >>= 1
        first += 1
    return count
