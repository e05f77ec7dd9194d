"""Which positions of Wizard Wars can be: what is checked of one that comes from outside."""

from collections.abc import Iterator
from typing import Any

from sortilege.engine import CHANCE, OVER, UNKNOWN
from sortilege.games.wizard_wars import content, position
from sortilege.games.wizard_wars.content import CARDS
from sortilege.games.wizard_wars.position import EACH, ELEMENTS, WIZARDS
from sortilege.games.wizard_wars.rules import Realm


def renewed(old: dict[str, Any]) -> dict[str, Any]:
    """Who is robbed had no field of its own: it stood where the wizard stands that a card is for."""
    if "robbed" in old:
        return old
    robbing = old["stage"] == position.THEFT
    robbed, piece = (old["piece"], position.NONE) if robbing else (position.NONE, old["piece"])
    return {**old, "robbed": robbed, "piece": piece}


def faults(state: Realm) -> Iterator[str]:
    """What does not go together; first what the rest is asked by."""
    for check in (of_elements, of_board, of_cards, of_stage):
        found = next((said for sound, said in check(state) if not sound), "")
        if found:
            yield found


def of_elements(state: Realm) -> Iterator[tuple[bool, str]]:
    """Seats, elements and who is still in."""
    elements = list(state.element)
    players = [elements.index(element) if element in elements else position.NONE for element in range(ELEMENTS)]
    inside = [out == position.STAYING_IN for out in state.out]
    on_board = [sum(state.at[piece] >= 0 for piece in pieces_of(element)) for element in range(ELEMENTS)]
    yield state.rings == content.RINGS[state.seats], "the board has another number of rings"
    yield state.round <= state.limit, "no such round"
    yield len(set(elements)) == len(elements), "two seats have the same element"
    yield list(state.player) == players, "seats and elements do not fit together"
    yield [out != position.ABSENT for out in state.out] == [seat >= 0 for seat in players], "who is absent?"
    yield all(out <= state.seats for out in state.out), "no such place"
    yield state.living == sum(inside), "the elements in the game are miscounted"
    yield state.living > 1 or state.stage == position.ENDED, "one element alone has won"
    yield list(state.wizards) == on_board, "the wizards are miscounted"
    yield [count > 0 for count in on_board] == inside, "who is out?"
    yield inside[state.turn], "it is nobody's turn"
    yield state.left <= state.total, "no such movement"
    yield sound_queue(state.moved) and sound_queue(state.spawned), "there is no such wizard"


def of_board(state: Realm) -> Iterator[tuple[bool, str]]:
    """Pieces and spaces say the same."""
    spaces = content.SPACES[state.rings]
    standing = {space: piece for space, piece in enumerate(state.on) if piece >= 0}
    placed = {space: piece for piece, space in enumerate(state.at) if space >= 0}
    blank = [position.EMPTY if space < spaces else position.OUTSIDE for space in range(len(state.on))]
    guardians = {element: state.at[WIZARDS + element] for element in range(ELEMENTS)}
    yield standing == placed, "a piece is not where the board says"
    yield all(space < spaces for space in placed), "a piece is off the board"
    yield all(space in standing or state.on[space] == empty for space, empty in enumerate(blank)), "no such space"
    yield all(space >= position.DEAD for space in state.at[:WIZARDS]), "a wizard waits outside the board"
    yield state.on[position.TEMPLE] == position.EMPTY, "nobody stays in the Temple"
    for element, space in guardians.items():
        inside = state.out[element] == position.STAYING_IN
        yield inside == (space >= 0 or space == position.START), "a Guardian without its element"
        yield space < 0 or content.wall_of(space) == element, "a Guardian is not on its wall"


def of_cards(state: Realm) -> Iterator[tuple[bool, str]]:
    """Every card is in one place, and shows a face of its deck."""
    temple = set(range(content.TEMPLE_CARDS - state.temple_left))
    combat = set(range(content.TEMPLE_CARDS, position.MOST_TOKENS - state.combat_left))
    below = [token for token in state.below if token != position.NONE]
    hands = [token for hand in state.hands for token in tokens_in(hand)]
    gone, looked = tokens_in(state.gone), tokens_in(state.looked)
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


def of_stage(state: Realm) -> Iterator[tuple[bool, str]]:
    """What is decided or drawn is there, now and when its turn comes."""
    stage = state.stage
    drawing = CHANCE if stage >= position.COMBAT_DRAW else state.player[state.turn]
    yield state.seat == (OVER if stage == position.ENDED else drawing), "the seat does not fit what is decided"
    effect = CARDS[state.card].effect if state.card >= 0 else ""
    amount = CARDS[state.card].amount if state.card >= 0 else 0
    chosen = state.piece >= 0 and state.piece // EACH == state.turn and state.is_free(state.piece)
    room = state.free_start() != position.NONE
    below = content.BELOW - (state.combat_cards() - state.combat_left)
    looked = len(tokens_in(state.looked))
    robbed = state.robbed not in (position.NONE, state.turn) and state.hands[state.robbed] > 0
    yield not state.losing or state.hands[state.turn] > 0, "there is no card to lose"
    yield not state.homesick or (room and state.free_wizards(state.turn) > 0), "nobody can go home"
    yield state.looks <= state.combat_cards(), "there are not so many cards to look at"
    yield max(looked + state.looks - 1, 0) <= below, "there is no room for the cards looked at"
    yield not looked or stage in (position.LOOK, position.KEEPING), "nobody looks at cards"
    fits = {
        position.GUARDING: state.can_climb(),
        position.CHOOSING: effect != "",
        position.MATCHING: effect in ("exchange", "swap") and chosen,
        position.PLACING: chosen and (effect == "mirror" or (effect == "ghost" and state.left >= amount)),
        position.OPPOSING: effect != "",
        position.TWINNING: room,
        position.LOSING: bool(state.losing),
        position.COMBAT_DRAW: state.owed > 0 and state.combat_cards() > 0,
        position.TEMPLE_DRAW: bool(state.blessed) and state.temple_left > 0,
        position.LOOK: state.looks > 0,
        position.THEFT: robbed,
        position.HOMESICKNESS: bool(state.homesick),
    }
    yield fits.get(stage, True), "there is nothing to decide"
    yield state.seat < 0 or bool(state.moves()), "there is nothing to decide"


def pieces_of(element: int) -> range:
    return range(element * EACH, element * EACH + EACH)


def tokens_in(mask: int) -> list[int]:
    return [token for token in range(position.MOST_TOKENS) if mask >> token & 1]


def sound_queue(queue: int) -> bool:
    """Wizards, six bits each, the last one first."""
    while queue:
        if not 1 <= queue & 63 <= WIZARDS:
            return False
        queue >>= 6
    return True
