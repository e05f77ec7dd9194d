"""A table of Lizard Wizard for tests: say who owns what and what is drawn."""

from io import StringIO

from rich.console import Console

from sortilege.engine import CHANCE, FastChance
from sortilege.games.lizard_wizard import GAME, content, position
from sortilege.games.lizard_wizard.rules import Astoria, casting, duel, scoring, setup

LETTERS = "".join(content.REAGENT_LETTERS)
NAMES = content.CARD_NAMES
SPELL = {name: number for number, name in enumerate(content.SPELL_NAMES)}
DECK_ENDS = tuple(position.FIRST_CARD)


def card_number(name: str, first: int = 0) -> int:
    """A card by its name, in the row of all cards."""
    return NAMES.index(name, first)


def deck_of(card: int) -> int:
    return max(deck for deck in range(len(content.DECKS)) if position.FIRST_CARD[deck] <= card)


def letters(reagents: str) -> list[int]:
    """How many of each reagent: "MMS" is two Mandrake and a Sulphur."""
    return [reagents.count(letter) for letter in LETTERS]


def on_screen(state: Astoria, eye: int | None) -> str:
    """The table in a terminal."""
    console = Console(width=80, file=StringIO(), record=True)
    console.print(GAME.words.draw(state.view(eye), [f"Seat {seat}" for seat in range(state.seats)]))
    return console.export_text()


class LizardTable:
    """Set up, with nobody owning anything but mana and a hand; the first seat is to act."""

    def __init__(self, seats: int = 2, seed: object = 1, **options: object) -> None:
        state = GAME.start(seats, **options)
        assert isinstance(state, Astoria)
        self.state = state
        self.chance = FastChance(seed)
        self.drawn: list[str] = []
        self.magus_draws: int | None = None
        while state.phase != position.ACTING:
            if state.seat == CHANCE:
                start = state.drawing == position.START_PLAYER
                state.play(0 if start else self.chance.below(state.sides()))
            else:
                state.play(state.moves()[0])
        for mage in range(state.mages()):
            self.tokens(mage, "")
        self.without_tiles()

    def without_tiles(self) -> None:
        """No achievement in sight, unless a test asks for one."""
        for tile in range(position.TILES, position.CARDS):
            self.state.at[tile] = position.OUT
        self.state.left[content.TILE_DECK] = 0

    def tile(self, name: str) -> int:
        tile = card_number(name, position.TILES)
        self.state.at[tile] = position.OFFER
        return tile

    # Owning things.

    def tokens(self, mage: int, reagents: str) -> "LizardTable":
        for reagent, count in enumerate(letters(reagents)):
            held = mage * position.REAGENTS + reagent
            self.state.supply[reagent] += self.state.tokens[held] - count
            self.state.tokens[held] = count
        return self

    def held(self, mage: int) -> str:
        tokens = self.state.tokens
        return "".join(letter * tokens[mage * position.REAGENTS + kind] for kind, letter in enumerate(LETTERS))

    def coins(self, mage: int, mana: int, gold: int = 0) -> "LizardTable":
        self.state.mana[mage] = mana
        self.state.gold[mage] = gold
        return self

    def values(self, **values: int) -> "LizardTable":
        for reagent, value in values.items():
            self.state.values[content.REAGENT_IDS.index(reagent)] = value
        return self

    def value(self, reagent: str) -> int:
        return self.state.values[content.REAGENT_IDS.index(reagent)]

    def lift(self, card: int) -> None:
        """Take a card from wherever it lies."""
        state, place = self.state, self.state.at[card]
        if place >= position.DECK:
            state.left[deck_of(card)] -= 1
        elif place == position.OFFER and card < position.GATHERING:
            slot = list(state.offer).index(card)
            other = next(
                other
                for other in range(position.FIRST_CARD[deck_of(card)], position.FIRST_CARD[deck_of(card) + 1])
                if state.at[other] >= position.DECK
            )
            state.left[deck_of(card)] -= 1
            state.at[other] = position.OFFER
            state.offer[slot] = other
        elif place < position.MAGES and position.GATHERING <= card < position.DUNGEON:
            state.hands[place] -= 1

    def own(self, mage: int, *names: str) -> "LizardTable":
        for name in names:
            card = card_number(name)
            self.lift(card)
            if card < position.TOWERS:
                duel.join(self.state, card, mage)
            else:
                self.state.at[card] = mage
        return self

    def cast(self, mage: int, *names: str) -> "LizardTable":
        """Spells owned and cast."""
        for name in names:
            self.own(mage, name)
            spell = SPELL[name]
            self.state.cast[spell] = position.ACTIVE if content.SPELL_LASTING[spell] else position.USED
            if content.SPELL_LASTING[spell]:
                casting.lend_power(self.state, mage, spell, 1)
        return self

    def offer(self, name: str) -> "LizardTable":
        """The card lies on offer, in the first place of its deck."""
        state, card = self.state, card_number(name)
        deck = deck_of(card)
        if state.at[card] == position.OFFER:
            return self
        self.lift(card)
        slot = position.FIRST_SLOT[deck]
        if state.offer[slot] != position.NONE:
            state.at[state.offer[slot]] = position.DECK + setup.layer_of(state.offer[slot])
            state.left[deck] += 1
        state.offer[slot] = card
        state.at[card] = position.OFFER
        return self

    def hand(self, mage: int, name: str) -> "LizardTable":
        """The gathering card is in the hand, in place of another one."""
        state, card = self.state, card_number(name, position.GATHERING)
        if state.at[card] == mage:
            return self
        other = next(other for other in range(position.GATHERING, position.DUNGEON) if state.at[other] == mage)
        state.at[other], state.at[card] = state.at[card], mage
        return self

    def empty(self, deck: int, keep: int = 0) -> "LizardTable":
        """Nothing left in a deck but so many cards; the offer stays."""
        state = self.state
        for card in range(position.FIRST_CARD[deck], position.FIRST_CARD[deck + 1]):
            if state.at[card] >= position.DECK and state.left[deck] > keep:
                state.at[card] = position.OUT
                state.left[deck] -= 1
        return self

    def no_offer(self, deck: int) -> "LizardTable":
        for slot in range(position.FIRST_SLOT[deck], position.FIRST_SLOT[deck + 1]):
            if self.state.offer[slot] != position.NONE:
                self.state.at[self.state.offer[slot]] = position.OUT
                self.state.offer[slot] = position.NONE
        return self

    def plundered(self, mage: int) -> "LizardTable":
        """All treasure of the dungeon is this player's: it is closed."""
        for card in range(position.DUNGEON, position.MONSTERS):
            self.lift(card)
            self.state.at[card] = mage
        return self

    # Playing.

    def then(self, *names: str) -> "LizardTable":
        """What is drawn next from the dungeon."""
        self.drawn += names
        return self

    def do(self, *texts: str) -> "LizardTable":
        for text in texts:
            self.state.play(self.state.parse(text))
            self.settle()
        return self

    def settle(self) -> None:
        while self.state.seat == CHANCE:
            if self.state.drawing == position.DUNGEON_CARD and self.drawn:
                self.draw(self.drawn.pop(0))
            elif self.state.drawing == position.MAGUS_BID and self.magus_draws is not None:
                self.state.play(self.magus_draws)
            else:
                self.state.play(self.chance.below(self.state.sides()))

    def draw(self, name: str) -> None:
        """The outcome that turns up this card."""
        state = self.state
        deck = state.deck_drawn()
        cards = range(position.FIRST_CARD[deck], position.FIRST_CARD[deck + 1])
        top = state.top_layer(deck)
        rank = [NAMES[card] for card in cards if state.at[card] == top].index(name)
        state.play(rank)

    def texts(self, kind: str = "") -> list[str]:
        found = [self.state.text(move) for move in self.state.moves()]
        return [text for text in found if text.split()[0] == kind] if kind else found

    def owner(self, name: str) -> int:
        return self.state.at[card_number(name)]

    def points(self, mage: int, heading: int) -> int:
        return scoring.points_for(self.state, mage, heading)
