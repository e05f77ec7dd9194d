"""A table of Wizard Wars for tests: say where the wizards stand and which cards come up."""

import pytest

from sortilege.engine import CHANCE, UNKNOWN, IllegalMove
from sortilege.games.wizard_wars import GAME, board, content, position
from sortilege.games.wizard_wars.board import DIRECTIONS
from sortilege.games.wizard_wars.content import CARDS, NAMES
from sortilege.games.wizard_wars.position import EACH, WIZARDS
from sortilege.games.wizard_wars.rules import Realm, decks
from sortilege.games.wizard_wars.words import piece_text

PIECES = {piece_text(piece): piece for piece in range(position.PIECES)}
KEYS = [card.key for card in CARDS]
HUB = board.space_at(3, 4)
"""A space of Light's territory, three steps from the Temple, with nothing printed on it or around it."""


def go(space: int, *ways: str) -> int:
    """Where steps lead from a space."""
    for way in ways:
        space = board.TOWARDS[space][DIRECTIONS.index(way)]
    return space


def school(element: str, rings: int = 6) -> int:
    return board.school(rings, NAMES.index(element))


def starts(element: str, rings: int = 6) -> list[int]:
    return board.starts(rings, NAMES.index(element))


def wall(element: str, ring: int) -> int:
    return board.WALL[NAMES.index(element)][ring]


class WarTable:
    def __init__(self, *elements: str, rounds: int = 60) -> None:
        chosen = elements or ("fire", "water")
        state = GAME.start(len(chosen), elements=list(chosen), rounds=rounds)
        assert isinstance(state, Realm)
        self.state = state

    # Setting up.

    def stand(self, **wizards: int) -> "WarTable":
        """Exactly these wizards are on the board (fire_circle_twin=45); other originals are dead, twins unborn."""
        state = self.state
        for piece in range(WIZARDS):
            if state.out[piece // EACH] == position.STAYING_IN:
                state.lift(piece)
                state.at[piece] = position.UNBORN if piece % EACH >= position.ORIGINALS else position.DEAD
        for name, space in wizards.items():
            state.put(PIECES[name.replace("_", " ", 1).replace("_", "-")], space)
        for element in range(position.ELEMENTS):
            state.wizards[element] = sum(state.at[p] >= 0 for p in range(element * EACH, element * EACH + EACH))
        return self.asked()

    def climbed(self, element: str, ring: int) -> "WarTable":
        """The Guardian of an element stands on its wall, so many steps from the Temple."""
        self.state.put(PIECES[f"{element} guardian"], wall(element, ring))
        return self.asked()

    def asked(self) -> "WarTable":
        """The Guardian is asked only where it can climb now."""
        if self.state.stage == position.GUARDING and not self.state.can_climb():
            self.state.stage = position.ACTING
        return self.sound()

    def give(self, element: str, *keys: str) -> "WarTable":
        """Cards from the decks into a hand."""
        for key in keys:
            self.take(element, key)
        return self.sound()

    def take(self, element: str, key: str) -> None:
        state, design = self.state, KEYS.index(key)
        if CARDS[design].deck == "temple":
            token = content.TEMPLE_CARDS - state.temple_left
            state.temple_left -= 1
        else:
            token = position.MOST_TOKENS - state.combat_left
            state.combat_left -= 1
        state.deck[design] -= 1
        state.face[token] = design
        decks.hold(state, NAMES.index(element), token)

    def use_up(self, deck: str, *left: str) -> "WarTable":
        """Of a deck only these cards are left; the others are out of the game."""
        state = self.state
        for design, card in enumerate(CARDS):
            while card.deck == deck and state.deck[design] > left.count(card.key):
                self.take(NAMES[state.turn], card.key)
                decks.discard(state, design)
        return self.sound()

    def freeze(self, name: str) -> "WarTable":
        self.state.frozen |= 1 << PIECES[name]
        return self

    def sound(self) -> "WarTable":
        assert GAME.fault(self.state) == ""
        return self

    # Playing.

    def do(self, *texts: str) -> "WarTable":
        for text in texts:
            self.state.play(self.state.parse(text))
            self.sound()
        return self

    def act(self) -> "WarTable":
        """Past the Guardian's question, if it is asked."""
        return self.do("guardian stay") if self.state.stage == position.GUARDING else self

    def draw(self, *keys: str) -> "WarTable":
        """These cards come up."""
        for key in keys:
            assert self.state.seat == CHANCE
            design = KEYS.index(key)
            first = 0 if self.state.stage == position.TEMPLE_DRAW else content.TEMPLE_DESIGNS
            assert self.state.deck[design] > 0
            self.state.play(sum(list(self.state.deck)[first:design]))
            self.sound()
        return self

    def outcome(self, number: int) -> "WarTable":
        assert self.state.seat == CHANCE
        self.state.play(number)
        return self.sound()

    def pass_turn(self) -> "WarTable":
        """End the turn, the rest of the movement spent by decree."""
        self.act()
        self.state.left = 0
        return self.do("end turn")

    # Looking.

    def at(self, name: str) -> int:
        return self.state.at[PIECES[name]]

    def dead(self, name: str) -> bool:
        return self.at(name) == position.DEAD

    def hand(self, element: str) -> list[str]:
        tokens = self.state.hands[NAMES.index(element)]
        return [KEYS[self.state.face[token]] for token in range(position.MOST_TOKENS) if tokens >> token & 1]

    def gone(self) -> list[str]:
        return [
            KEYS[face] for token, face in enumerate(self.state.face) if self.state.gone >> token & 1 and face != UNKNOWN
        ]

    def turn(self) -> str:
        return NAMES[self.state.turn]

    def frozen(self, name: str) -> bool:
        return bool(self.state.frozen >> PIECES[name] & 1)

    def texts(self) -> list[str]:
        return [self.state.text(move) for move in self.state.moves()]

    def refused(self, text: str) -> str:
        """The rule that forbids a move."""
        before = self.state.snapshot()
        with pytest.raises(IllegalMove) as error:
            self.do(text)
        assert self.state.snapshot() == before
        return error.value.rule
