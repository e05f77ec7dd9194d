"""How the designed cards play: the greedy bot at every table, alone against the Magus too, there also with fixed bids.

Who buys a spell that counts towers has many towers already, so owning it says little about the card. Therefore the
lead that a spell carries is measured by gifts: in further games each seat is given another spell, drawn at random,
before the first turn.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace

from sortilege.arena.calibration import CalibrationGames, shares_of_endings
from sortilege.arena.figures import NOTHING, Figure, mean, share, share_of_deals
from sortilege.arena.match import Match
from sortilege.arena.results import win_shares
from sortilege.arena.study import Observer, find
from sortilege.arena.tables import heading, row, tenths
from sortilege.arena.uses import Notes
from sortilege.bots import Bot, GreedyBot, Seat
from sortilege.engine import FastChance, State
from sortilege.games.lizard_wizard import GAME, content, position
from sortilege.games.lizard_wizard.rules import Astoria, scoring
from sortilege.games.lizard_wizard.rules.moves import BID
from sortilege.games.lizard_wizard.words import HEADINGS

SPELLS = range(position.SPELLS, position.GATHERING)
TILES = range(position.TILES, position.CARDS)
ACTIONS = ("gather", "convert", "barter", "recruit", "research", "build", "summon")
USES = ("use score", "use gather", "use research", "use dungeon")
USUAL_ROUNDS = range(12, 31)
OPENINGS = (*range(1, 51), 75, 100, position.MOST_BID)
OPENING_TIMES = 2
"""Games of each opening, compared with those at a table."""
READER = "archmage:48"
READERS = range(2, 5)
READ = 10  # one game of players who look ahead for so many of greedy ones
GIFT_SEATS = 4
GIFT_TIMES = 8
"""Games with gifts, compared with those at a table without."""


class Onlooker(Observer):
    """Who looks at the spells on offer, and at what everybody has in the end."""

    def __init__(self, game: str, seats: int) -> None:
        super().__init__(game, seats)
        self.on_offer: set[int] = set()

    def saw(self, state: State, moves: list[int], move: int) -> None:
        super().saw(state, moves, move)
        assert isinstance(state, Astoria)
        self.on_offer.update(card for card in state.offer if card in SPELLS)

    def ended(self, state: State) -> None:
        assert isinstance(state, Astoria)
        seats = range(state.seats)
        self.last["rounds"] = state.round
        self.last["points"] = [
            [scoring.points_for(state, seat, each) for each in range(len(HEADINGS))] for seat in seats
        ]
        self.last["shown"] = sorted(self.on_offer) + [tile for tile in TILES if state.at[tile] <= position.OFFER]
        self.last["taken"] = [card for card in self.last["shown"] if state.at[card] < position.MAGES]


def calibrate(games: CalibrationGames) -> Iterator[str]:
    tables: dict[int, list[Notes]] = {}
    for seats in GAME.seat_range:
        notes = games.watch(Match("lizard_wizard", ("greedy",), seats, games.seed), Onlooker, f"{seats} seats")
        if notes:
            tables[seats] = notes
    yield from lengths(tables)
    yield from ends(tables)
    yield from actions(tables)
    yield from points(tables)
    yield from openings(games)
    yield from readers(games)
    several = [each for seats, notes in tables.items() if seats > 1 for each in notes]
    if several:
        yield from spells(several, leads(games))
        yield from achievements(several)


def lengths(tables: dict[int, list[Notes]]) -> Iterator[str]:
    low, high = USUAL_ROUNDS[0], USUAL_ROUNDS[-1]
    parts = "tenth / half / nine tenths"
    yield heading("seats", f"rounds ({parts})", f"in {low} to {high} rounds", f"points ({parts})")
    for seats, notes in tables.items():
        rounds = [each.last["rounds"] for each in notes]
        usual = share(sum(each in USUAL_ROUNDS for each in rounds), len(rounds)).percent()
        yield row(seats, tenths(rounds), usual, tenths(score for each in notes for score in each.result.scores))


def ends(tables: dict[int, list[Notes]]) -> Iterator[str]:
    yield ""
    yield heading("seats", *GAME.words.endings)
    for seats, notes in tables.items():
        yield row(seats, *shares_of_endings(find(Match("lizard_wizard", ("greedy",), seats), notes)))
    if 1 in tables:
        beaten = share(sum(each.result.wins()[0] for each in tables[1]), len(tables[1]))
        yield f"\nA lone player beats the Magus in {beaten.percent()} of the games."


def actions(tables: dict[int, list[Notes]]) -> Iterator[str]:
    """Shares of all actions, and of all uses of familiars."""
    for names in (ACTIONS, USES):
        yield ""
        yield heading("seats", *names)
        for seats, notes in tables.items():
            yield row(seats, *(each.percent() for each in shares_of(names, notes)))


def shares_of(names: tuple[str, ...], notes: list[Notes]) -> list[Figure]:
    done = [
        (game, name)
        for game, each in enumerate(notes)
        for used in each.used
        for action, times in used.items()
        for name in names
        if f"{action} ".startswith(f"{name} ")
        for _ in range(times)
    ]
    return [share_of_deals((game, other == name) for game, other in done) for name in names]


def points(tables: dict[int, list[Notes]]) -> Iterator[str]:
    yield ""
    yield heading("seats", *(f"points for {name}" for name in HEADINGS))
    for seats, notes in tables.items():
        every = [(each.result.deal, mage) for each in notes for mage in each.last["points"]]
        yield row(seats, *(mean((deal, mage[each]) for deal, mage in every).plain() for each in range(len(HEADINGS))))


# Openings against the Magus.


class Opener(GreedyBot):
    """A greedy bot that opens every duel with the same bid, or with all it has."""

    def __init__(self, opening: int, seed: object) -> None:
        super().__init__(seed)
        self.name = f"opens {opening}"
        self.opening = opening

    def choose(self, seat: Seat) -> int:
        state = seat.seen
        assert isinstance(state, Astoria)
        return BID + min(self.opening, state.mana[0]) if opens(state) else super().choose(seat)


def opens(state: Astoria) -> bool:
    """Is the lone player to name the first bid of a duel?"""
    return state.phase == position.BIDDING and state.leader == position.NONE


class OpenerMatch(Match):
    def player(self, name: str, seed: str) -> Bot:
        return Opener(int(name.removeprefix("opens ")), seed)


class Second(Observer):
    """Who sees the duels that the lone player starts: what was bid first, and who won."""

    def __init__(self, game: str, seats: int) -> None:
        super().__init__(game, seats)
        self.last["duels"] = []
        self.opened: tuple[int, int] | None = None

    def saw(self, state: State, moves: list[int], move: int) -> None:
        assert isinstance(state, Astoria)
        self.look(state)
        if opens(state):
            self.opened = move - BID, position.WIZARDS + state.wizard

    def ended(self, state: State) -> None:
        assert isinstance(state, Astoria)
        self.look(state)

    def look(self, state: Astoria) -> None:
        """A duel is over before the next decision."""
        if self.opened:
            bid, wizard = self.opened
            self.last["duels"].append((bid, state.at[wizard] == 0))
            self.opened = None


def openings(games: CalibrationGames) -> Iterator[str]:
    """What a lone player wins who opens every duel with the same bid, or with all it has."""
    yield ""
    yield heading("opening", "first duels won", "first duels with all of it won", "of", "games won")
    for opening in OPENINGS:
        notes = openers(games, opening)
        first, whole = first_duels(notes), first_duels(notes, opening)
        won = share(sum(each.result.wins()[0] for each in notes), len(notes))
        named = "all mana" if opening == position.MOST_BID else opening
        yield row(named, first.percent(), whole.percent(), whole.count, won.percent())


def openers(games: CalibrationGames, opening: int) -> list[Notes]:
    match = OpenerMatch("lizard_wizard", (f"opens {opening}",), 1, games.seed)
    return games.watch(match, Second, match.bots[0], OPENING_TIMES)


def first_duels(notes: list[Notes], least: int = 0) -> Figure:
    """How often the first duel is won that was opened with so much."""
    firsts = [[won for bid, won in each.last["duels"] if bid >= least][:1] for each in notes]
    return share(sum(map(sum, firsts)), sum(map(len, firsts)))


# Spells among players who look ahead.


class Library(Observer):
    """Who sees, in the end, how many spells everybody has cast, and of which schools and prices everybody's are."""

    def ended(self, state: State) -> None:
        assert isinstance(state, Astoria)
        owned = [[card for card in SPELLS if state.at[card] == seat] for seat in range(state.seats)]
        cast = [[card for card in cards if state.cast[card - position.SPELLS] != position.UNCAST] for cards in owned]
        self.last["cast"] = [len(cards) for cards in cast]
        self.last["bought"] = [card for cards in owned for card in cards]


def readers(games: CalibrationGames) -> Iterator[str]:
    """What players who look ahead do with spells."""
    few = replace(games, count=-(-games.count // READ))
    yield ""
    schools = [school["name"] for school in content.CONTENT["schools"]]
    parts = "least / tenth / half / nine tenths / most"
    yield heading("seats", "players", "cast two spells or more", f"mana ({parts})", f"reagents ({parts})", *schools)
    for seats in READERS:
        notes = few.watch(Match("lizard_wizard", (READER,), seats, games.seed), Library, f"{READER}, {seats} seats")
        cast = [(each.result.deal, number >= 2) for each in notes for number in each.last["cast"]]
        bought = [card for each in notes for card in each.last["bought"]]
        if bought:
            prices = [spread([costs(card)[kind] for card in bought]) for kind in range(2)]
            by_school = Counter(content.SCHOOL[card] for card in bought)
            shares = [share(by_school[school], len(bought)).percent() for school in range(len(schools))]
            yield row(seats, len(cast), share_of_deals(cast).percent(), *prices, *shares)
    games.stopped = few.stopped


def costs(card: int) -> tuple[int, int]:
    """What a spell costs: mana to research it, reagents to cast it."""
    spell = card - position.SPELLS
    reagents = content.SPELL_COST[spell * position.REAGENTS : (spell + 1) * position.REAGENTS]
    return content.SPELL_MANA[spell], sum(reagents)


def spread(numbers: list[int]) -> str:
    return f"{min(numbers)} / {tenths(numbers)} / {max(numbers)}"


# Spells and achievements.


@dataclass(frozen=True)
class Gifts:
    """A game in which each seat is given a spell before the first turn: each spell, and its owner's part of the win."""

    match: Match

    def __call__(self, number: int) -> list[tuple[int, float]]:
        course = self.match.course(number)
        state = course.state
        assert isinstance(state, Astoria)
        while state.phase != position.ACTING:
            course.step()
        presents = give_spells(state, course.chance)
        course.play()
        return list(zip(presents, win_shares(state.ranking())))


def give_spells(state: Astoria, chance: FastChance) -> list[int]:
    """A spell of the deck for each seat, not yet cast."""
    presents = []
    for seat in range(state.seats):
        deck = [card for card in SPELLS if state.at[card] >= position.DECK]
        card = deck[chance.below(len(deck))]
        state.at[card] = seat
        state.left[content.SPELL_DECK] -= 1
        presents.append(card)
    return presents


def leads(games: CalibrationGames) -> dict[int, Figure]:
    """By how much those who were given a spell win more often than their share."""
    match = Match("lizard_wizard", ("greedy",), GIFT_SEATS, games.seed)
    found: dict[int, list[tuple[int, float]]] = defaultdict(list)
    for game, presents in enumerate(games.play(Gifts(match), "gifts", GIFT_TIMES)):
        for card, win in presents:
            found[card].append((game, win - 1 / GIFT_SEATS))
    return {card: mean(values) for card, values in found.items()}


def spells(notes: list[Notes], leads: dict[int, Figure]) -> Iterator[str]:
    shares = taken_of(SPELLS, notes)
    yield ""
    yield heading("spell", "taken if on offer", "games", "lead in wins as a gift", "gifts")
    for card in sorted(SPELLS, key=lambda card: (shares[card].count == 0, shares[card].value)):
        lead = leads.get(card, NOTHING)
        name = content.SPELL_NAMES[card - position.SPELLS]
        yield row(name, shares[card].percent(), shares[card].count, lead.percent(), lead.count)


def achievements(notes: list[Notes]) -> Iterator[str]:
    yield ""
    yield heading("achievement", "earned if shown")
    for tile, figure in taken_of(TILES, notes).items():
        yield row(content.ACHIEVEMENT_NAMES[tile - position.TILES], figure.percent())


def taken_of(cards: range, notes: list[Notes]) -> dict[int, Figure]:
    shown = Counter(card for each in notes for card in each.last["shown"])
    taken = Counter(card for each in notes for card in each.last["taken"])
    return {card: share(taken[card], shown[card]) for card in cards}
