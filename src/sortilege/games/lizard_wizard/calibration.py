"""How the designed cards play: `python -m sortilege.games.lizard_wizard.calibration --games 200 --seed 1`.

Sensible players (the game's own sense) play whole games with every number of seats, and alone against the Magus. Who
buys a spell that counts towers has many towers already, so owning it says little about the card. Therefore the lead
that a spell carries is measured by gifts: in further games each seat is given another spell, drawn at random, before
the first turn.
"""

import argparse
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from sortilege.engine import CHANCE, OVER, FastChance
from sortilege.games.lizard_wizard import GAME, content, rules
from sortilege.games.lizard_wizard.rules import Astoria

SPELLS = range(rules.SPELLS, rules.GATHERING)
ACTIONS = ("gather", "convert", "barter", "recruit", "research", "build", "summon", "use")
LEAST_SHARE = 0.02
MOST_LEAD = 0.12
USUAL_ROUNDS = range(12, 31)


@dataclass
class Study:
    """What is counted over many games."""

    games: int = 0
    rounds: list[int] = field(default_factory=list)
    endings: Counter[str] = field(default_factory=Counter)
    actions: Counter[str] = field(default_factory=Counter)
    uses: Counter[str] = field(default_factory=Counter)
    offered: Counter[int] = field(default_factory=Counter)
    taken: Counter[int] = field(default_factory=Counter)
    given: Counter[int] = field(default_factory=Counter)
    wins: dict[int, float] = field(default_factory=dict)
    scores: list[int] = field(default_factory=list)
    headings: Counter[int] = field(default_factory=Counter)
    achieved: Counter[int] = field(default_factory=Counter)
    shown: Counter[int] = field(default_factory=Counter)
    beaten: int = 0

    def play(self, seats: int, seed: str, gifts: bool = False) -> None:
        state = GAME.start(seats)
        assert isinstance(state, Astoria)
        chance = FastChance(seed)
        seen: set[int] = set()
        presents: list[int] = []
        while state.seat != OVER:
            if state.seat == CHANCE:
                move = chance.below(state.sides())
            else:
                move = GAME.sense.choose(state, chance)
                self.count(GAME.words.text(move))
            state.advance(move)
            seen.update(card for card in state.offer if card in SPELLS)
            if gifts and not presents and state.phase == rules.ACTING:
                presents = give_spells(state, chance)
        self.close(state, seen)
        for seat, card in enumerate(presents):
            self.given[card] += 1
            place = state.ranking()
            share = 1 / place.count(1) if place[seat] == 1 else 0.0
            self.wins[card] = self.wins.get(card, 0.0) + share - 1 / seats

    def count(self, text: str) -> None:
        kind, _, rest = text.partition(" ")
        if kind in ACTIONS:
            self.actions[kind] += 1
        if kind == "use":
            self.uses[rest] += 1

    def close(self, state: Astoria, seen: set[int]) -> None:
        ranking = state.ranking()
        self.games += 1
        self.rounds.append(state.round)
        self.endings[state.ending()] += 1
        self.scores += state.scores()
        self.beaten += ranking == [1]
        for seat in range(state.seats):
            for heading in range(rules.HEADINGS):
                self.headings[heading] += state.points_for(seat, heading)
        for card in seen:
            self.offered[card] += 1
            self.taken[card] += state.at[card] < rules.MAGES
        for tile in range(rules.TILES, rules.CARDS):
            if state.at[tile] <= rules.OFFER:
                self.shown[tile] += 1
                self.achieved[tile] += state.at[tile] < rules.MAGES

    def lead(self, card: int) -> float:
        """By how much those who were given a spell win more often than their share."""
        return self.wins.get(card, 0.0) / max(self.given[card], 1)


def give_spells(state: Astoria, chance: FastChance) -> list[int]:
    """A spell of the deck for each seat, not yet cast."""
    presents = []
    for seat in range(state.seats):
        deck = [card for card in SPELLS if state.at[card] >= rules.DECK]
        card = deck[chance.below(len(deck))]
        state.at[card] = seat
        state.left[rules.SPELL_DECK] -= 1
        presents.append(card)
    return presents


def spread(numbers: Sequence[int]) -> str:
    ordered = sorted(numbers)
    tenth, half, most = (ordered[int(len(ordered) * part)] for part in (0.1, 0.5, 0.9))
    return f"{tenth} / {half} / {most}"


def report(seats: int, study: Study) -> None:
    usual = sum(rounds in USUAL_ROUNDS for rounds in study.rounds) / study.games
    by_deck = 1 - study.endings["rounds played"] / study.games
    print(f"{seats} seats, {study.games} games: rounds {spread(study.rounds)} (tenth / half / nine tenths), ", end="")
    print(f"12 to 30 in {usual:.0%}, ended by a deck {by_deck:.0%}, scores {spread(study.scores)}")
    print("   ends:", ", ".join(f"{name} {count / study.games:.0%}" for name, count in study.endings.most_common()))
    all_actions = sum(count for kind, count in study.actions.items() if kind != "use")
    print("   actions:", ", ".join(f"{kind} {study.actions[kind] / all_actions:.1%}" for kind in ACTIONS[:-1]))
    print("   familiars:", ", ".join(f"{use} {count}" for use, count in study.uses.most_common()))
    players = study.games * seats
    print("   points:", ", ".join(f"{study.headings[heading] / players:.1f}" for heading in range(rules.HEADINGS)))
    if seats == 1:
        print(f"   the Magus is beaten in {study.beaten / study.games:.0%}")


def spell_report(study: Study, gifts: Study) -> None:
    print(
        "spells: taken in so many of the games in which they were on offer; win-rate lead as a gift, in so many games"
    )
    for card in sorted(SPELLS, key=lambda card: study.taken[card] / max(study.offered[card], 1)):
        share, lead = study.taken[card] / max(study.offered[card], 1), gifts.lead(card)
        mark = " <" if share < LEAST_SHARE or lead > MOST_LEAD else ""
        name = content.SPELL_NAMES[card - rules.SPELLS]
        print(f"   {name:24} {share:6.1%} of {study.offered[card]:5}   {lead:+6.1%} of {gifts.given[card]:5}{mark}")
    print("achievements earned when shown")
    for tile in range(rules.TILES, rules.CARDS):
        earned = study.achieved[tile] / max(study.shown[tile], 1)
        print(f"   {content.ACHIEVEMENT_NAMES[tile - rules.TILES]:24} {earned:6.1%}")


def merged(studies: Sequence[Study]) -> Study:
    """The spells of all tables with several seats together."""
    whole = Study()
    for study in studies:
        whole.offered += study.offered
        whole.taken += study.taken
        whole.shown += study.shown
        whole.achieved += study.achieved
    return whole


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="games for each number of seats")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--seats", type=int, nargs="*", default=[1, 2, 3, 4, 5])
    parser.add_argument("--gifts", type=int, default=2400, help="games with gifts, at four seats")
    asked = parser.parse_args()
    studies = []
    for seats in asked.seats:
        study = Study()
        for number in range(asked.games):
            study.play(seats, f"{asked.seed} {seats} {number}")
        report(seats, study)
        if seats > 1:
            studies.append(study)
    gifts = Study()
    for number in range(asked.gifts):
        gifts.play(4, f"{asked.seed} gifts {number}", gifts=True)
    spell_report(merged(studies), gifts)


if __name__ == "__main__":
    main()
