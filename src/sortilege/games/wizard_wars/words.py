"""Wizard Wars in words."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from sortilege.engine import CHANCE, OVER, UNKNOWN, Listed, View, Way, Words, listed, plural
from sortilege.engine.fields import in_order
from sortilege.engine.words import plain_words
from sortilege.games.wizard_wars import board, content, position
from sortilege.games.wizard_wars.board import DIRECTIONS
from sortilege.games.wizard_wars.content import CARDS, NAMES, SHAPES
from sortilege.games.wizard_wars.position import EACH, ELEMENTS, ORIGINALS, PIECES, STAGES, WIZARDS
from sortilege.games.wizard_wars.rules import Realm, moves, refusals
from sortilege.games.wizard_wars.walks import Walk, born, endangered, fallen, thawed, walks

STAGE_NAMES = in_order(STAGES)
WAYS = {"nw": "north-west", "ne": "north-east", "e": "east", "se": "south-east", "sw": "south-west", "w": "west"}


def shape_text(wizard: int) -> str:
    """An own wizard by its number: "circle", or "circle-twin"."""
    return SHAPES[wizard % ORIGINALS] + ("-twin" if wizard >= ORIGINALS else "")


def piece_text(piece: int) -> str:
    """Any piece in the notation: "fire circle-twin", "fire guardian"."""
    if piece >= WIZARDS:
        return f"{NAMES[piece - WIZARDS]} guardian"
    return f"{NAMES[piece // EACH]} {shape_text(piece % EACH)}"


def piece_name(piece: int) -> str:
    """Any piece in a sentence: "Fire's circle twin"."""
    element = NAMES[position.owner_of(piece)].capitalize()
    return f"{element}'s {'Guardian' if piece >= WIZARDS else shape_text(piece % EACH).replace('-', ' ')}"


def drawn_as(piece: int) -> str:
    """The id of a piece on the board."""
    if piece >= WIZARDS:
        return f"guardian-{NAMES[piece - WIZARDS]}"
    return f"wizard-{piece_text(piece).replace(' ', '-')}"


def own_name(wizard: int) -> str:
    return shape_text(wizard).replace("-", " ")


NOTATION = (
    "guardian stay",
    "guardian climb",
    "end turn",
    *(f"step {shape_text(wizard)} {way}" for wizard in range(EACH) for way in DIRECTIONS),
    *(f"steer {way}" for way in DIRECTIONS),
    *(f"play {card.key}" for card in CARDS),
    *(f"wizard {piece_text(piece)}" for piece in range(WIZARDS)),
    *(f"capture {piece_text(piece)}" for piece in range(PIECES)),
    *(f"against {name}" for name in NAMES),
    *(f"space {space}" for space in range(board.WIDEST_SPACES)),
    *(f"keep {card.key}" for card in CARDS),
    *(f"lose {card.key}" for card in CARDS),
)

REFUSALS = {
    refusals.NOT_NOW: ("wizard_wars:any-order", "That is not what is being decided now."),
    refusals.GUARDIAN_FIRST: ("wizard_wars:guardian-first", "First your Guardian climbs or stays."),
    refusals.GUARDIAN_DONE: ("wizard_wars:guardian-one", "Your Guardian moves at the beginning of the turn only."),
    refusals.MOVEMENT_LEFT: ("wizard_wars:exactly", "You have movement left, and all of it has to be used."),
    refusals.NOT_ON_BOARD: ("wizard_wars:wizards", "That wizard is not on the board."),
    refusals.IS_FROZEN: (
        "wizard_wars:frozen",
        "That wizard is frozen until another of its element arrives next to it.",
    ),
    refusals.NO_MOVEMENT: ("wizard_wars:ten-steps", "Your movement is used up."),
    refusals.IS_PETRIFIED: (
        "wizard_wars:petrification",
        "You are petrified: your pieces neither step nor climb this turn.",
    ),
    refusals.MIND_ELSEWHERE: ("wizard_wars:mind-control", "This turn an enemy wizard moves instead of yours."),
    refusals.OFF_BOARD: ("wizard_wars:open-board", "The board ends there."),
    refusals.IS_OCCUPIED: ("wizard_wars:occupied", "Another piece stands there."),
    refusals.SCHOOL_TAKEN: (
        "wizard_wars:temple-school",
        "The Temple is closed while a wizard of yours is in your School.",
    ),
    refusals.NOTHING_STEERED: ("wizard_wars:mind-control", "You control no enemy wizard."),
    refusals.STEERED_OUT: (
        "wizard_wars:mind-control-limits",
        "A controlled wizard enters neither the Temple nor a School.",
    ),
    refusals.NOT_HELD: ("wizard_wars:one-card", "You do not hold that card."),
    refusals.STRIKES_ALONE: (
        "wizard_wars:bad-strikes",
        "That card strikes as it is drawn; it is never played from a hand.",
    ),
    refusals.CARD_PLAYED: ("wizard_wars:one-card", "You have played your card of this turn."),
    refusals.IS_SILENCED: ("wizard_wars:silence", "You are silenced: no card this turn."),
    refusals.NO_EFFECT: ("wizard_wars:needs-effect", "That card would have no effect now."),
    refusals.CHOICE_OPEN: ("wizard_wars:choices-follow", "First answer what is asked."),
    refusals.NO_SUCH_TARGET: ("wizard_wars:choices-follow", "That cannot be chosen here."),
    refusals.NO_SUCH_VICTIM: ("wizard_wars:capture-choice", "That piece cannot be captured now."),
    refusals.GUARDIAN_BLOCKED: (
        "wizard_wars:guardian-blocked",
        "Another piece stands in your Guardian's way, so it stays.",
    ),
    refusals.CAPTURE_OPEN: ("wizard_wars:capture-choice", "Several pieces can be captured: first name one of them."),
    refusals.STEPPED_ALREADY: (
        "wizard_wars:mind-control-first",
        "Mind Control is played before any step of your own, and you have stepped.",
    ),
}

QUESTIONS = {
    position.GUARDING: "Does your Guardian climb towards the Temple, or stay?",
    position.MATCHING: "Which wizard does it change places with?",
    position.CAPTURING: "Several pieces can be captured: which one first?",
    position.TWINNING: "Twins: whose twin arrives besides?",
    position.KEEPING: "Keep one of these Combat Cards; the others go below the deck.",
    position.LOSING: "Lose a Card: which card leaves your hand?",
}
CARD_QUESTIONS = {
    "pilgrimage": "Which of your wizards enters the Temple?",
    "mirror": "Which of your wizards warps?",
    "exchange": "Which of your wizards changes places?",
    "swap": "Which of your wizards changes places?",
    "shield": "Which of your wizards is shielded?",
    "ghost": "Which of your wizards jumps?",
    "control": "Which enemy wizard do you move?",
    "smite": "Which enemy wizard dies?",
    "freeze": "Which enemy wizard freezes?",
    "necromancy": "Which of your dead wizards returns?",
    "boots": "Whose movement is halved?",
    "thievery": "Whose hand do you rob?",
    "clairvoyance": "Whose hand do you look at?",
}


def bits(mask: int) -> list[int]:
    return [number for number in range(63) if mask >> number & 1]


def sorting(seen: Realm, token: int) -> tuple[bool, int]:
    """A hand by designs, then by backs: its order tells nothing of when a card came."""
    face = seen.face[token]
    return (False, face) if face != UNKNOWN else (True, int(token >= content.TEMPLE_CARDS))


def space_name(state: Realm, space: int) -> str:
    """A space in a sentence, by what the board shows: "the Temple", "Fire's School", "Fire's land, row 3, place 2"."""
    if space == position.TEMPLE:
        return "the Temple"
    school = board.SCHOOL_AT[state.rings][space]
    if school >= 0 and state.out[school] != position.ABSENT:
        return f"{NAMES[school].capitalize()}'s School"
    row = board.RING[space]
    element, place = divmod(space - board.ring_start(row), row)
    if place:
        return f"{NAMES[element].capitalize()}'s land, row {row}, place {place}"
    return f"{NAMES[board.wall_of(space)].capitalize()}'s wall, row {row}"


def is_card(before: Realm, move: int) -> bool:
    return before.seat >= 0 and moves.PLAY <= move < moves.WIZARD


def enters_the_temple(before: Realm, move: int) -> bool:
    if before.seat < 0 or before.stage != position.ACTING or not moves.STEP <= move < moves.STEER:
        return False
    wizard, direction = divmod(move - moves.STEP, 6)
    return board.TOWARDS[before.at[before.turn * EACH + wizard]][direction] == position.TEMPLE


class WarWords(Words[Realm]):
    notation = NOTATION
    refusals = REFUSALS
    endings = ("last element", "round limit")
    unit = "wizard"
    kinds = {
        "guardian": "Your Guardian",
        "end": "The turn",
        "step": "Step",
        "steer": "Move the enemy",
        "play": "Play a card",
        "wizard": "Choose a wizard",
        "against": "Choose an opponent",
        "space": "Choose a space",
    }
    unordered = frozenset({"capture", "step", "wizard"})

    def expand(self, text: str) -> list[str]:
        """A path is a row of single steps: "step square se se sw"."""
        words = plain_words(text)
        ways = [word for word in words if word in DIRECTIONS]
        if words[:1] not in (["step"], ["steer"]) or len(ways) < 2:
            return [text]
        who = " ".join(word for word in words if word not in DIRECTIONS)
        return [f"{who} {way}" for way in ways]

    # What is decided.

    def question(self, seen: Realm) -> str:
        if seen.stage in QUESTIONS:
            return QUESTIONS[seen.stage]
        if seen.stage == position.PLACING:
            return f"Where to does your {own_name(seen.piece % EACH)} go?"
        if seen.stage in (position.CHOOSING, position.OPPOSING):
            return f"{CARDS[seen.card].name}: {CARD_QUESTIONS[CARDS[seen.card].effect]}"
        if seen.still and seen.left == 0:
            return "You are petrified: you may play a card, then end your turn."
        if seen.left == 0:
            return "Your movement is used up. End your turn, or act first."
        if moves.END in seen.moves():
            return f"Nobody can step: {seen.left} movement is lost. End your turn, or act first."
        who = piece_name(seen.steered) if seen.steered >= 0 else "your wizards"
        return f"Move {who}: {plural(seen.left, 'space')} left."

    def label(self, seen: Realm, move: int) -> str:
        text = NOTATION[move].split()
        match text[0]:
            case "guardian":
                return "Your Guardian climbs one space" if text[1] == "climb" else "Your Guardian stays"
            case "end":
                lost = f" ({seen.left} movement lost)" if seen.left else ""
                return f"End your turn{lost}"
            case "step":
                wizard, direction = divmod(move - moves.STEP, 6)
                return self.step_label(seen, seen.turn * EACH + wizard, direction, f"your {own_name(wizard)}")
            case "steer":
                return self.step_label(seen, seen.steered, move - moves.STEER, "the enemy")
            case "play" | "keep" | "lose":
                card = CARDS[[card.key for card in CARDS].index(text[1])]
                return f"{text[0].capitalize()} {card.name} ({card.text.rstrip('.')})"
            case "wizard":
                return self.wizard_label(seen, move - moves.WIZARD)
            case "capture":
                return f"Capture {piece_name(move - moves.CAPTURE)}"
            case "against":
                seat = seen.player[move - moves.AGAINST]
                name = NAMES[move - moves.AGAINST].capitalize()
                return f"{{{seat}}} ({name})" if seat >= 0 else name
        return f"Go to {space_name(seen, move - moves.SPACE)}"

    @staticmethod
    def step_label(seen: Realm, piece: int, direction: int, name: str) -> str:
        label = f"Move {name} {WAYS[DIRECTIONS[direction]]}"
        space = board.TOWARDS[seen.at[piece]][direction] if piece >= 0 and seen.at[piece] >= 0 else -1
        return f"{label}, to {space_name(seen, space)}" if space >= 0 else label

    @staticmethod
    def wizard_label(seen: Realm, piece: int) -> str:
        name = f"Your {own_name(piece % EACH)}" if piece // EACH == seen.turn else piece_name(piece)
        return f"{name}, in {space_name(seen, seen.at[piece])}" if seen.at[piece] >= 0 else name

    # What it brings.

    def outcome(self, seen: Realm, move: int) -> str:
        if NOTATION[move].split()[0] not in ("guardian", "step", "steer", "play", "capture"):
            return ""
        after = seen.copy()
        after.advance(move)
        if move == moves.CLIMB:
            return self.climb_outcome(seen)
        if after.stage == position.ACTING and after.turn == seen.turn and moves.PLAY <= move < moves.WIZARD:
            return f"movement: {seen.left} → {after.left}" if after.left != seen.left else ""
        deed = self.set_off(seen, after)
        gain = self.gains(seen, after)
        return f"{deed}: {gain}" if deed and gain else deed and f"{deed}: "

    @staticmethod
    def climb_outcome(seen: Realm) -> str:
        left = seen.guardian_ring() - 1
        if left == 0:
            return "at the Temple: +1 card" if seen.temple_left else "at the Temple"
        return f"to the Temple: {left + 1} → {left}"

    @staticmethod
    def gains(seen: Realm, after: Realm) -> str:
        """What the one who moves gets: wizards, or a card."""
        wizards = after.wizards[seen.turn] - seen.wizards[seen.turn]
        card = after.seat == CHANCE and (after.blessed or after.owed >> seen.turn & 1)
        return f"+{wizards}" if wizards > 0 else "+1 card" if card else ""

    def set_off(self, before: Realm, after: Realm) -> str:
        """What a step or capture sets off at once, without who does it."""
        told = []
        if after.blessed and not before.blessed:
            told.append("comes out in your School")
        if dead := fallen(before, after):
            captured = after.captured[before.turn] > before.captured[before.turn] or max(dead) >= WIZARDS
            told.append(f"{'captures' if captured else 'kills'} {listed([piece_name(piece) for piece in dead])}")
        if choices := endangered(after):
            told.append(f"can capture {listed([piece_name(piece) for piece in choices])}, one first")
        told += [f"brings the {own_name(twin % EACH)} into your School" for twin in born(before, after)]
        told += self.cards_brought(before, after)
        if warm := thawed(before, after):
            told.append(f"frees {listed([piece_name(piece) for piece in warm])}")
        if after.seat == OVER:
            told.append("wins the war")
        return listed(told)

    @staticmethod
    def cards_brought(before: Realm, after: Realm) -> list[str]:
        told = ["brings a Temple Card"] if after.blessed and before.temple_left else []
        if after.owed >> before.turn & 1:
            told.append("brings a Combat Card")
        others = [NAMES[element].capitalize() for element in bits(after.owed) if element != before.turn]
        return told + [f"gives one to {listed(others)}"] * bool(others)

    def paths(self, seen: Realm) -> list[Way]:
        return [self.way(seen, walk) for walk in walks(seen)]

    def way(self, seen: Realm, walk: Walk) -> Way:
        steps = tuple(NOTATION[move] for move in walk.moves)
        rest = f"{walk.after.left or 'No'} movement left then."
        told = "" if walk.calm and walk.after.frozen == seen.frozen else self.set_off(seen, walk.after)
        way = Way(piece_text(walk.piece), str(walk.space), steps, f"Walk {len(steps)}", told, rest)
        if walk.calm:
            return way
        dead = fallen(seen, walk.after)
        hits = tuple(drawn_as(piece) for piece in dead + endangered(walk.after))
        label = self.walk_label(seen, len(steps), walk.after)
        return way._replace(label=label, hits=hits, fate="captured" if dead else "one of them")

    @staticmethod
    def walk_label(seen: Realm, steps: int, after: Realm) -> str:
        if fallen(seen, after) or endangered(after):
            return f"Walk {steps} and capture"
        if after.blessed:
            return f"Walk {steps} into the Temple"
        return f"Walk {steps} and raid" if born(seen, after) else f"Walk {steps}"

    def focus(self, seen: Realm, view: View) -> str:
        return str(view["stage"])

    def emblems(self, seen: Realm) -> list[str]:
        return [NAMES[element] for element in seen.element]

    # What happened.

    def news(self, before: Realm, move: int | None, after: Realm, eye: int) -> list[str]:
        told = self.deed(before, move, after)
        told += self.pieces_news(before, after)
        told += self.card_news(before, after)
        told += [
            f"{{{after.player[element]}}} is out: {NAMES[element].capitalize()} has no wizard left."
            for element in range(ELEMENTS)
            if before.out[element] == position.STAYING_IN and after.out[element] > 0
        ]
        if after.seat == OVER:
            told.append(self.last_words(after))
        elif (after.turn, after.round) != (before.turn, before.round):
            told += self.turn_news(before, after)
        return told or ["Nothing comes of it."]

    def deed(self, before: Realm, move: int | None, after: Realm) -> list[str]:
        who = f"{{{before.player[before.turn]}}}"
        if before.stage == position.THEFT:
            return [f"{who} takes a card from {{{before.player[before.robbed]}}}."]
        if before.stage == position.KEEPING:
            kept = f" {CARDS[move - moves.KEEP].name}" if move is not None else " one card"
            below = plural(len(bits(before.looked)) - 1, "card")
            return [f"{who} keeps{kept}; {below} below the deck." if below != "0 cards" else f"{who} keeps{kept}."]
        if move is None or before.seat == CHANCE:
            return []
        text = NOTATION[move].split()
        match text[0]:
            case "guardian":
                return [f"{who}'s Guardian {text[1]}s."]
            case "end":
                lost = f"; {before.left} movement is lost" if before.left else ""
                return [f"{who} ends the turn{lost}."]
            case "step":
                wizard, direction = divmod(move - moves.STEP, 6)
                return [f"{who}: {self.step_news(before, before.turn * EACH + wizard, direction)}"]
            case "steer":
                return [f"{who}: {self.step_news(before, before.steered, move - moves.STEER)}"]
            case "play":
                card = CARDS[move - moves.PLAY]
                return [f"{who} plays {card.name}: {card.text}"]
            case "lose":
                return [f"{who} loses {CARDS[move - moves.LOSE].name}."]
            case "wizard":
                return [f"{who} chooses {piece_name(move - moves.WIZARD)}."]
            case "against":
                return [f"{who} chooses {{{before.player[move - moves.AGAINST]}}}."]
            case "space":
                return [f"{who}: {piece_name(before.piece)} goes to {space_name(before, move - moves.SPACE)}."]
        return []

    @staticmethod
    def step_news(before: Realm, piece: int, direction: int) -> str:
        space = board.TOWARDS[before.at[piece]][direction]
        return f"{piece_name(piece)} goes {WAYS[DIRECTIONS[direction]]}, to {space_name(before, space)}."

    def pieces_news(self, before: Realm, after: Realm) -> list[str]:
        """What became of pieces besides the one that was stepped."""
        told = []
        for piece in range(PIECES):
            was, now = before.at[piece], after.at[piece]
            gone_by_elimination = piece >= WIZARDS and now == position.DEAD
            if was >= 0 and now == position.DEAD and not gone_by_elimination:
                told.append(f"{piece_name(piece)} dies.")
            elif was == position.DEAD and now >= 0:
                told.append(f"{piece_name(piece)} is back, in {space_name(after, now)}.")
            elif was == position.UNBORN and now >= 0:
                told.append(f"{piece_name(piece)} appears in {space_name(after, now)}.")
            elif was >= 0 and now == position.START:
                told.append(f"{piece_name(piece)} returns to its start.")
            elif now >= 0 and was != now and self.was_warped(before, after, piece):
                told.append(f"{piece_name(piece)} warps to {space_name(after, now)}.")
            if now >= 0 and (before.frozen ^ after.frozen) >> piece & 1:
                told.append(f"{piece_name(piece)} {'thaws' if before.frozen >> piece & 1 else 'freezes'}.")
        return told

    @staticmethod
    def was_warped(before: Realm, after: Realm, piece: int) -> bool:
        """A wizard moved farther than a step, or by a card or chance."""
        if piece >= WIZARDS:
            return False
        if before.stage in (position.CHOOSING, position.MATCHING, position.HOMESICKNESS):
            return True
        return before.stage == position.ACTING and board.DISTANCE[before.at[piece]][after.at[piece]] > 1

    def card_news(self, before: Realm, after: Realm) -> list[str]:
        """Cards drawn, struck by, shown."""
        told = []
        for element in range(ELEMENTS):
            for token in bits(after.hands[element] & ~before.hands[element]):
                told.append(self.gain_news(before, after, element, token))
        for token in bits(after.gone & ~before.gone):
            card = CARDS[after.face[token]] if after.face[token] != UNKNOWN else None
            if card and card.strikes:
                told.append(f"A bad Temple Card strikes {{{after.player[after.turn]}}}: {card.name}. {card.text}")
            elif card and not before.hands[before.turn] >> token & 1:
                told.append(f"{card.name} leaves the game.")
        told += self.sight_news(before, after)
        return told

    @staticmethod
    def gain_news(before: Realm, after: Realm, element: int, token: int) -> str:
        known = after.face[token] != UNKNOWN
        name = f": {CARDS[after.face[token]].name}" if known else ""
        if before.stage == position.THEFT:
            return f"{{{after.player[element]}}} has a card more{name}."
        back = "Temple" if token < content.TEMPLE_CARDS else "Combat"
        if before.stage == position.KEEPING:
            return f"{{{after.player[element]}}} has a Combat Card more{name}."
        return f"{{{after.player[element]}}} draws a {back} Card{name}."

    @staticmethod
    def sight_news(before: Realm, after: Realm) -> list[str]:
        """Cards that somebody came to see."""
        told = []
        looked = after.looked & ~before.looked
        for token in bits(looked):
            known = after.face[token] != UNKNOWN
            name = f": {CARDS[after.face[token]].name}" if known else ""
            told.append(f"{{{after.player[after.turn]}}} looks at a Combat Card{name}.")
        if before.stage == position.OPPOSING:
            seen = bits(after.seen[after.turn] & ~before.seen[after.turn])
            names = [CARDS[after.face[token]].name for token in seen if after.face[token] != UNKNOWN]
            if names:
                told.append(f"The hand holds {listed(names)}.")
        return told

    @staticmethod
    def turn_news(before: Realm, after: Realm) -> list[str]:
        told = [f"Round {after.round} of {after.limit}."] if after.round != before.round else []
        movement = "petrified" if after.still else f"{after.total} movement"
        silence = ", silenced" if after.hushed else ""
        return [*told, f"It is {{{after.player[after.turn]}}}'s turn ({movement}{silence})."]

    def last_words(self, after: Realm) -> str:
        winners = [f"{{{seat}}}" for seat, place in enumerate(after.ranking()) if place == 1]
        why = "One element is left" if after.living == 1 else "The last round is over"
        return f"{why}: the game is over. {listed(winners)} {'wins' if len(winners) == 1 else 'share the win'}."

    def ending(self, state: Realm) -> str:
        return self.endings[0 if state.living == 1 else 1]

    def piles(self) -> dict[str, list[Listed]]:
        decks: dict[str, list[Listed]] = {}
        for card in CARDS:
            about = "bad: strikes at once" if card.strikes else ""
            decks.setdefault(f"{card.deck.capitalize()} Cards", []).append(
                Listed(card.name, card.copies, about, card.text)
            )
        return decks

    def sources(self, state: Realm, seat: int) -> list[tuple[str, int]]:
        first = state.element[seat] * EACH
        alive = [int(state.at[piece] >= 0) for piece in range(first, first + EACH)]
        return [("wizards", sum(alive[:ORIGINALS])), ("twins", sum(alive[ORIGINALS:]))]

    def highlights(self, steps: Sequence[tuple[Realm, int]], end: Realm) -> list[str]:
        told = []
        most = max(end.captured)
        if most:
            captors = [f"{{{end.player[element]}}}" for element in range(ELEMENTS) if end.captured[element] == most]
            each = " each" if len(captors) > 1 else ""
            told.append(f"The boldest: {listed(captors)}, with {plural(most, 'wizard')} captured{each}.")
        told += self.first_out(steps)
        played = Counter(move - moves.PLAY for before, move in steps if is_card(before, move))
        if max(played.values(), default=0) > 1:
            card, times = played.most_common(1)[0]
            told.append(f"{CARDS[card].name} was played most: {plural(times, 'time')} of {sum(played.values())}.")
        entered = Counter(before.player[before.turn] for before, move in steps if enters_the_temple(before, move))
        if entered:
            seat, times = entered.most_common(1)[0]
            told.append(f"{{{seat}}} entered the Temple most: {plural(times, 'time')}.")
        told.append(f"The war took {plural(end.round, 'round')}.")
        return told[:3]

    @staticmethod
    def first_out(steps: Sequence[tuple[Realm, int]]) -> list[str]:
        for before, _ in steps:
            gone = [element for element in range(ELEMENTS) if before.out[element] > 0]
            if gone:
                name = NAMES[gone[0]].capitalize()
                return [f"{name} fell first: {{{before.player[gone[0]]}}} was out in round {before.round}."]
        return []

    # What is seen.

    def view(self, seen: Realm, eye: int) -> View:
        return {
            "game": "wizard_wars",
            "eye": None if eye < 0 else eye,
            "turn": seen.seat if seen.seat >= 0 else None,
            "stage": STAGE_NAMES[seen.stage],
            "round": seen.round,
            "limit": seen.limit,
            "mover": seen.player[seen.turn],
            "movement": {"left": seen.left, "total": seen.total, "stepped": bool(seen.stepped)},
            "petrified": bool(seen.still),
            "silenced": bool(seen.hushed),
            "card_played": bool(seen.played),
            "card": CARDS[seen.card].key if seen.card >= 0 else None,
            "card_name": CARDS[seen.card].name if seen.card >= 0 else None,
            "chosen": self.chosen_view(seen),
            "controlled": piece_text(seen.steered) if seen.steered >= 0 else None,
            "twins_ready": bool(seen.twins),
            "rings": seen.rings,
            "spaces": self.spaces_view(seen),
            "wizards": [self.wizard_view(seen, piece) for piece in range(WIZARDS) if seen.at[piece] >= 0],
            "guardians": [self.guardian_view(seen, element) for element in seen.element],
            "players": [self.player_view(seen, seat) for seat in range(seen.seats)],
            "decks": self.decks_view(seen),
            "looked": self.cards_view(seen, bits(seen.looked), "looked"),
            "gone": [CARDS[face].key for face in sorted(seen.face[token] for token in bits(seen.gone))],
            "unseen": {card.key: count for card, count in zip(CARDS, seen.deck)},
            "over": seen.seat == OVER,
            "ending": self.ending(seen) if seen.seat == OVER else None,
        }

    @staticmethod
    def chosen_view(seen: Realm) -> str | None:
        if seen.stage in (position.MATCHING, position.PLACING):
            return piece_text(seen.piece)
        return NAMES[seen.robbed] if seen.stage == position.THEFT else None

    @staticmethod
    def spaces_view(seen: Realm) -> list[View]:
        """The board: every space with its place (right and down, in steps) and what is printed on it."""
        starts = {space: element for element in seen.element for space in board.starts(seen.rings, element)}
        found = []
        for space in range(board.SPACES[seen.rings]):
            school = board.SCHOOL_AT[seen.rings][space]
            element = board.TERRITORY[space]
            kind = "territory"
            if space == position.TEMPLE:
                kind = "temple"
            elif element < 0:
                kind, element = "wall", board.wall_of(space)
            elif school >= 0 and seen.out[school] != position.ABSENT:
                kind = "school"
            elif space in starts:
                kind = "start"
            right, down = board.WHERE[space]
            name = NAMES[element] if element >= 0 else None
            place = {"number": space, "name": space_name(seen, space), "right": right, "down": down}
            found.append({**place, "kind": kind, "element": name})
        return found

    @staticmethod
    def wizard_view(seen: Realm, piece: int) -> View:
        return {
            "name": piece_text(piece),
            "element": NAMES[piece // EACH],
            "shape": SHAPES[piece % ORIGINALS],
            "twin": piece % EACH >= ORIGINALS,
            "space": seen.at[piece],
            "frozen": bool(seen.frozen >> piece & 1),
            "shielded": bool(seen.shielded >> piece & 1),
        }

    @staticmethod
    def guardian_view(seen: Realm, element: int) -> View:
        at = seen.at[WIZARDS + element]
        where = {position.START: "start", position.DEAD: "gone"}.get(at, "wall")
        return {"element": NAMES[element], "where": where, "space": at if at >= 0 else None}

    def player_view(self, seen: Realm, seat: int) -> View:
        element = seen.element[seat]
        hand = bits(seen.hands[element])
        temple = sum(token < content.TEMPLE_CARDS for token in hand)
        return {
            "seat": seat,
            "element": NAMES[element],
            "founder": content.FOUNDERS[NAMES[element]],
            "status": "in" if seen.out[element] == position.STAYING_IN else "out",
            "wizards": seen.wizards[element],
            "captured": seen.captured[element],
            "dead": [
                piece_text(p) for p in range(element * EACH, element * EACH + EACH) if seen.at[p] == position.DEAD
            ],
            "twins_to_come": [
                SHAPES[shape]
                for shape in range(ORIGINALS)
                if seen.at[element * EACH + ORIGINALS + shape] == position.UNBORN
            ],
            "hand": self.cards_view(seen, sorted(hand, key=lambda token: sorting(seen, token)), NAMES[element]),
            "temple_cards": temple,
            "combat_cards": len(hand) - temple,
            "effects": self.effects_view(seen, element),
        }

    @staticmethod
    def cards_view(seen: Realm, tokens: list[int], place: str) -> list[View]:
        """Cards that lie together. A hidden one is called by its place, so that none can be followed to another."""
        found: list[View] = []
        for token in tokens:
            face = seen.face[token]
            card = CARDS[face] if face != UNKNOWN else None
            deck = "temple" if token < content.TEMPLE_CARDS else "combat"
            hidden = sum(other["key"] is None for other in found)
            copy = list(seen.face[:token]).count(face)
            found.append(
                {
                    "token": f"{card.key}-{copy + 1}" if card else f"{place}-{hidden + 1}",
                    "deck": deck,
                    "key": card.key if card else None,
                    "name": card.name if card else None,
                    "text": card.text if card else None,
                }
            )
        return found

    @staticmethod
    def effects_view(seen: Realm, element: int) -> list[str]:
        """What lies in front of a player, in words."""
        marks = (
            (seen.shoes[element], f"+{seen.shoes[element]} movement for good"),
            (seen.burden[element], f"−{seen.burden[element]} movement next turn"),
            (seen.boots[element], "movement halved next turn" + (" twice" if seen.boots[element] > 1 else "")),
            (seen.petrified >> element & 1, "petrified next turn"),
            (seen.silenced >> element & 1, "silenced next turn"),
            (seen.sanctuary >> element & 1, "sanctuary"),
            (seen.watchful >> element & 1, "watchful Guardian"),
            (seen.turn == element and seen.still, "petrified"),
            (seen.turn == element and seen.hushed, "silenced"),
            (seen.turn == element and seen.twins, "Twins at the next School"),
        )
        return [words for active, words in marks if active]

    def decks_view(self, seen: Realm) -> View:
        below = [token for token in seen.below if token != position.NONE]
        return {
            "temple": seen.temple_left,
            "combat": seen.combat_left,
            "below": self.cards_view(seen, below, "below"),
        }

    def stage(self, view: View) -> str:
        return f"Round {view['round']} of {view['limit']}"

    def draw(self, view: View, names: Sequence[str]) -> Any:
        from rich.console import Group

        movement = view["movement"]
        left = f"{movement['left']} of {movement['total']} movement left"
        head = f"Round {view['round']} of {view['limit']}   {names[view['mover']]}: {left}"
        decks = view["decks"]
        piles = f"Temple deck {decks['temple']}   Combat deck {decks['combat'] + len(decks['below'])}"
        return Group(head, board_text(view), LEGEND, players_table(view, names), piles, *hand_lines(view))


# The table in a terminal.

STYLES = {
    "fire": "red",
    "light": "bright_white",
    "sky": "cyan",
    "water": "blue",
    "darkness": "magenta",
    "earth": "green",
}
LEGEND = (
    "Fc Fs Fp: Fire's circle, square, pentagon. FC FS FP: their twins.\n"
    "FG: Fire's Guardian. * frozen, + shielded. Ways to step: nw ne e se sw w.\n"
    "<T> Temple, [F] Fire's School, = walls, o start spaces."
)


def board_text(view: View) -> Any:
    from rich.text import Text

    pieces = {wizard["space"]: wizard_cell(wizard) for wizard in view["wizards"]}
    pieces |= {
        guardian["space"]: (f"{guardian['element'][0].upper()}G", guardian["element"])
        for guardian in view["guardians"]
        if guardian["space"] is not None
    }
    rows: dict[int, list[View]] = {}
    for space in view["spaces"]:
        rows.setdefault(space["down"], []).append(space)
    text = Text()
    for down in sorted(rows):
        text.append(" " * (2 * abs(down) + 2))
        for space in sorted(rows[down], key=lambda space: space["right"]):
            number = space["number"]
            cell, element = pieces.get(number) or (space_cell(space, view["stage"] == "placing"), "")
            style = f"bold {STYLES[element]} reverse" if element else STYLES.get(space["element"], "bold")
            text.append(cell.center(4), style=style if element or space["kind"] != "territory" else f"dim {style}")
        text.append("\n")
    return text


def wizard_cell(wizard: View) -> tuple[str, str]:
    letter = wizard["shape"][0].upper() if wizard["twin"] else wizard["shape"][0]
    mark = "*" if wizard["frozen"] else "+" if wizard["shielded"] else ""
    return f"{wizard['element'][0].upper()}{letter}{mark}", wizard["element"]


def space_cell(space: View, numbered: bool) -> str:
    if space["kind"] == "temple":
        return "<T>"
    if space["kind"] == "school":
        return f"[{space['element'][0].upper()}]"
    if numbered:
        return str(space["number"])
    return {"wall": "=", "start": "o"}.get(space["kind"], "·")


def players_table(view: View, names: Sequence[str]) -> Any:
    from rich.table import Table

    table = Table(pad_edge=False, padding=(0, 0, 0, 1))
    for column in ("", "wizards", "Guardian", "Temple", "Combat", "captured", "in front"):
        table.add_column(column, overflow="fold")
    for player, guardian in zip(view["players"], view["guardians"]):
        seat, element = player["seat"], player["element"]
        table.add_row(
            f"{'▶ ' if view['mover'] == seat else ''}{names[seat]}, [{STYLES[element]}]{element}[/]",
            str(player["wizards"]) if player["status"] == "in" else "out",
            guardian["where"] if guardian["space"] is None else row_of(view, guardian["space"]),
            str(player["temple_cards"]),
            str(player["combat_cards"]),
            str(player["captured"]),
            ", ".join(player["effects"]),
        )
    return table


def row_of(view: View, space: int) -> str:
    """Of a space on a wall: "row 3"."""
    name: str = view["spaces"][space]["name"]
    return name.rpartition(", ")[2]


def hand_lines(view: View) -> list[str]:
    """The cards that this seat knows: its own, and those seen in other hands."""
    lines = []
    for player in view["players"]:
        own = player["seat"] == view["eye"]
        known = [card for card in player["hand"] if card["key"]]
        title = "Your hand" if own else f"Seen in {player['element']}'s hand"
        lines += [f"{title}: {card['name']} ({card['key']}) – {card['text']}" for card in known]
    return lines + [f"You look at: {card['name']} ({card['key']})" for card in view["looked"] if card["key"]]
