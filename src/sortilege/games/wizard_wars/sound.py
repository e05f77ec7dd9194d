"""Which positions of Wizard Wars can be: what is checked of one that comes from outside."""

from collections.abc import Iterator
from typing import Any

from sortilege.engine import CHANCE, OVER, UNKNOWN
from sortilege.games.wizard_wars import board, content, position
from sortilege.games.wizard_wars.content import CARDS, Card
from sortilege.games.wizard_wars.position import EACH, ELEMENTS, WIZARDS
from sortilege.games.wizard_wars.rules import Realm


def renewed(old: dict[str, Any]) -> dict[str, Any]:
    """Who is robbed had no field of its own: it stood where the wizard stands that a card is for."""
    if "robbed" in old:
        return old
    robbing = old["stage"] == position.THEFT
    robbed, piece = (old["piece"], position.NONE) if robbing else (position.NONE, old["piece"])
    return {**old, "robbed": robbed, "piece": piece}


Check = Iterator[tuple[bool, str]]
"""What must hold, and what is said if it does not."""

QUEUES = {"moved", "spawned"}
PENDING = {"owed", "blessed", "homesick", "losing", "looks", "looked", "twinning", *QUEUES}
WAITS = {
    position.COMBAT_DRAW: {"owed", "blessed", "twinning", *QUEUES},
    position.TEMPLE_DRAW: {"blessed", "twinning", *QUEUES},
    position.HOMESICKNESS: {"homesick", *QUEUES},
    position.LOSING: {"losing", *QUEUES},
    position.LOOK: {"looks", "looked"},
    position.KEEPING: {"looked"},
    position.TWINNING: QUEUES,
    position.CAPTURING: QUEUES,
}
"""What may be pending at a stage; at the others nothing is."""
LONGEST_QUEUE = 4


def faults(state: Realm) -> Iterator[str]:
    """What does not go together; first what the rest is asked by."""
    for check in (of_elements, of_board, of_cards, of_turn, of_stage):
        found = next((said for sound, said in check(state) if not sound), "")
        if found:
            yield found


def of_elements(state: Realm) -> Check:
    """Seats, elements and who is still in."""
    elements = list(state.element)
    players = [elements.index(element) if element in elements else position.NONE for element in range(ELEMENTS)]
    inside = [out == position.STAYING_IN for out in state.out]
    on_board = [sum(state.at[piece] >= 0 for piece in pieces_of(element)) for element in range(ELEMENTS)]
    places = sorted(out for out in state.out if out > 0)
    in_front = list(zip(state.hands, state.burden, state.boots, state.shoes))
    effects = state.sanctuary | state.watchful | state.petrified | state.silenced | state.owed
    yield state.rings == content.RINGS[state.seats], "the board has another number of rings"
    yield state.round <= state.limit, "no such round"
    yield len(set(elements)) == len(elements), "two seats have the same element"
    yield list(state.player) == players, "seats and elements do not fit together"
    yield [out != position.ABSENT for out in state.out] == [seat >= 0 for seat in players], "who is absent?"
    yield state.living == sum(inside), "the elements in the game are miscounted"
    yield places == list(range(1, state.seats - state.living + 1)), "who was out first?"
    yield state.living > 1 or state.stage == position.ENDED, "one element alone has won"
    yield list(state.wizards) == on_board, "the wizards are miscounted"
    yield [count > 0 for count in on_board] == inside, "who is out?"
    yield inside[state.turn], "it is nobody's turn"
    yield not any(any(own) for own, staying in zip(in_front, inside) if not staying), "who is out has nothing"
    yield all(inside[element] for element in members(effects)), "who is out has nothing"


def of_board(state: Realm) -> Check:
    """Pieces and spaces say the same."""
    spaces = board.SPACES[state.rings]
    standing = {space: piece for space, piece in enumerate(state.on) if piece >= 0}
    placed = {space: piece for piece, space in enumerate(state.at) if space >= 0}
    blank = [position.EMPTY if space < spaces else position.OUTSIDE for space in range(len(state.on))]
    yield standing == placed, "a piece is not where the board says"
    yield all(space < spaces for space in placed), "a piece is off the board"
    yield all(space in standing or state.on[space] == empty for space, empty in enumerate(blank)), "no such space"
    yield state.on[position.TEMPLE] == position.EMPTY, "nobody stays in the Temple"
    yield all(state.at[piece] >= 0 for piece in members(state.frozen | state.shielded)), "who is frozen or shielded?"
    for element, out in enumerate(state.out):
        guardian = state.at[WIZARDS + element]
        waiting = {position.ABSENT: position.UNBORN, position.STAYING_IN: position.START}.get(out, position.DEAD)
        yield guardian == waiting or (guardian >= 0 and out == position.STAYING_IN), "a Guardian without its element"
        yield guardian < 0 or board.wall_of(guardian) == element, "a Guardian is not on its wall"
        for piece in pieces_of(element):
            unborn = out == position.ABSENT or piece % EACH >= position.ORIGINALS
            gone = (position.DEAD, position.UNBORN) if unborn else (position.DEAD,)
            yield state.at[piece] >= 0 or state.at[piece] in gone, "a wizard waits outside the board"


def of_cards(state: Realm) -> Check:
    """Every card is in one place, and shows a face of its deck."""
    temple = set(range(content.TEMPLE_CARDS - state.temple_left))
    combat = set(range(content.TEMPLE_CARDS, position.MOST_TOKENS - state.combat_left))
    below = [token for token in state.below if token != position.NONE]
    hands = [token for hand in state.hands for token in members(hand)]
    gone, looked = members(state.gone), members(state.looked)
    yield sorted([*hands, *gone, *looked, *below]) == sorted(temple | combat), "the cards drawn are not where they are"
    yield list(state.below[: len(below)]) == below, "there is a gap below the deck"
    yield combat.issuperset([*below, *looked]), "only Combat Cards are looked at"
    faces = dict(enumerate(state.face))
    yield all(0 <= faces[token] < content.TEMPLE_DESIGNS for token in temple), "a card shows no such face"
    yield all(faces[token] >= content.TEMPLE_DESIGNS for token in combat), "a card shows no such face"
    yield all(face == UNKNOWN for token, face in faces.items() if token not in temple | combat), "an undrawn card shows"
    held = [*hands, *looked, *below]
    yield not any(content.STRIKES[faces[token]] for token in held), "a card is held that strikes when it is drawn"
    counts = [left + list(state.face).count(design) for design, left in enumerate(state.deck)]
    yield counts == list(content.COPIES), "the decks are miscounted"
    drawn = sum(1 << token for token in temple | combat)
    yield all(seen & ~drawn == 0 for seen in state.seen), "a card was seen that is not drawn"
    yield all(hand & ~seen == 0 for hand, seen in zip(state.hands, state.seen)), "a player does not know the own hand"
    yield state.looked & ~state.seen[state.turn] == 0, "a card is looked at unseen"
    dead = sum(state.at[piece] == position.DEAD for piece in range(WIZARDS))
    picked = spent(state, "pick") - len([card for card in cards_gone(state) if card.effect == "pick"])
    yield sum(state.shoes) <= spent(state, "shoes"), "there are not so many shoes"
    yield sum(state.burden) <= spent(state, "burden"), "there are not so many burdens"
    yield sum(state.boots) <= spent(state, "boots"), "there are not so many boots"
    yield sum(state.captured) <= dead + spent(state, "necromancy"), "so many were not captured"
    yield len(below) + max(len(looked) + state.looks - 1, 0) <= picked, "there is no room for the cards looked at"


def of_turn(state: Realm) -> Check:
    """The movement, and the card played."""
    effect = card_played(state)
    steering = state.steered != position.NONE
    yield state.left <= state.total, "no such movement"
    yield not state.still or state.total == 0, "who is petrified has no movement"
    yield bool(state.played) or state.total <= content.MOVEMENT + state.shoes[state.turn], "no such movement"
    yield bool(state.played) == (state.card != position.NONE), "which card was played?"
    yield state.card == position.NONE or state.card in faces_in(state, state.gone), "the card played is not gone"
    yield not steering or effect == "control", "nobody is steered"
    yield not steering or (state.steered // EACH != state.turn and not state.stepped), "who steers whom?"
    yield not state.twins or effect == "twins", "Twins were not played"
    yield sound_queue(state.moved) and sound_queue(state.spawned), "there is no such wizard"


def of_stage(state: Realm) -> Check:
    """What is decided or drawn is there, and nothing else waits."""
    stage = state.stage
    drawing = CHANCE if stage >= position.COMBAT_DRAW else state.player[state.turn]
    yield state.seat == (OVER if stage == position.ENDED else drawing), "the seat does not fit what is decided"
    waiting = {name for name in PENDING if getattr(state, name)}
    yield waiting <= WAITS.get(stage, set()), "something else comes first"
    yield state.forced == position.NONE or bool(state.moved), "who was moved by force?"
    yield (state.robbed != position.NONE) == (stage == position.THEFT), "who is robbed?"
    effect = card_played(state)
    amount = content.AMOUNT[state.card] if effect else 0
    chosen = state.piece >= 0 and state.piece // EACH == state.turn and state.is_free(state.piece)
    room = state.free_start() != position.NONE
    looked = len(members(state.looked))
    fits = {
        position.GUARDING: state.can_climb() and not state.stepped and not state.played,
        position.MATCHING: effect in ("exchange", "swap") and chosen,
        position.PLACING: chosen and (effect == "mirror" or (effect == "ghost" and state.left >= amount)),
        position.CHOOSING: effect != "",
        position.OPPOSING: effect != "",
        position.TWINNING: room,
        position.COMBAT_DRAW: state.owed > 0 and state.combat_cards() > 0,
        position.TEMPLE_DRAW: state.blessed > 0 and state.temple_left > 0,
        position.LOOK: effect == "pick" and 0 < state.looks <= min(amount - looked, state.combat_cards()),
        position.KEEPING: effect == "pick" and looked <= amount,
        position.THEFT: effect == "thievery" and state.robbed != state.turn and state.hands[state.robbed] > 0,
        position.HOMESICKNESS: state.homesick > 0 and room and state.free_wizards(state.turn) > 0,
        position.LOSING: state.losing > 0,
    }
    yield fits.get(stage, True), "there is nothing to decide"
    yield state.seat < 0 or bool(state.moves()), "there is nothing to decide"


def pieces_of(element: int) -> range:
    return range(element * EACH, element * EACH + EACH)


def members(mask: int) -> list[int]:
    """The numbers in a set."""
    return [number for number in range(mask.bit_length()) if mask >> number & 1]


def card_played(state: Realm) -> str:
    """The effect of the card played this turn, if one was."""
    return CARDS[state.card].effect if state.card != position.NONE else ""


def faces_in(state: Realm, tokens: int) -> list[int]:
    return [state.face[token] for token in members(tokens)]


def cards_gone(state: Realm) -> list[Card]:
    """The cards that have left the game."""
    return [CARDS[face] for face in faces_in(state, state.gone)]


def spent(state: Realm, effect: str) -> int:
    """What the cards of an effect that have left the game add up to."""
    return sum(max(card.amount, 1) for card in cards_gone(state) if card.effect == effect)


def sound_queue(queue: int) -> bool:
    """Wizards, six bits each, the last one first."""
    found = []
    while queue:
        found.append(queue & 63)
        queue >>= 6
    return len(found) <= LONGEST_QUEUE and all(1 <= number <= WIZARDS for number in found)
