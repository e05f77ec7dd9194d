"""Wizards of Æydor in words."""

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.engine import OVER, Listed, Run, Thing, View, Words, listed, plural
from sortilege.engine.fields import in_order
from sortilege.games.aeydor import content, position, rules
from sortilege.games.aeydor.content import BONUS_NAMES, EMBLEMS, TERRAIN_NAMES
from sortilege.games.aeydor.position import BONUSES, NONE, TERRAINS, number_of
from sortilege.games.aeydor.rules import Contest, barter, collection, duel, moves, placement, roll, window

NAMES = tuple(name.capitalize() for name in TERRAIN_NAMES)
ZONES = in_order(position.ZONES)
ZONE_NAMES = tuple(f"{zone.capitalize()} Zone" for zone in ZONES)
TRACKS = in_order(moves.TRACKS)
DICE = in_order(position.DICE)
KEEPERS = in_order(content.KEEPERS)
PHASES = in_order(position.PHASES)
ENDINGS = in_order(position.ENDINGS)


def members(mask: int, names: Sequence[str]) -> list[str]:
    return [name for number, name in enumerate(names) if mask >> number & 1]


def spot_name(spot: int) -> str:
    return f"the {ZONE_NAMES[spot & 1]} of {NAMES[spot >> 1]}"


def holding(things: vec[i64], seat: int) -> list[int]:
    """What a seat has, by terrain."""
    return list(things[TERRAINS * seat : TERRAINS * (seat + 1)])


def counted(counts: Iterable[int], thing: str) -> str:
    """Things by terrain: "2 Ocean and 1 Cave crystals"."""
    parts = [f"{count} {NAMES[terrain]}" for terrain, count in enumerate(counts) if count > 0]
    return f"{listed(parts)} {thing}{'' if sum(counts) == 1 else 's'}"


def spells_won(steps: Sequence[tuple[Contest, int]], end: Contest, seat: int) -> int:
    """How many spells a seat has taken from the terrains."""
    held = [sum(holding(state.spells, seat)) for state in [*(state for state, _ in steps), end]]
    return sum(max(0, now - before) for before, now in pairwise(held))


def offer_text(seen: Contest) -> str:
    if not any(seen.given) or not any(seen.asked):
        return "a barter"
    return f"{counted(seen.given, 'crystal')} for {counted(seen.asked, 'crystal')}"


def dice_text(seen: Contest) -> str:
    return listed([NAMES[seen.first_die], NAMES[seen.second_die], KEEPERS[seen.keepers_die].capitalize()])


def exchange_label(mask: int) -> str:
    given = members(mask, NAMES)
    return f"Give {listed(given)} for {plural(content.EXCHANGE_POINTS[len(given)], 'point')}"


def pile_listed(pile: dict[str, Any]) -> Listed:
    about = f"{listed([str(points) for points in pile['cards']])} points, the highest first"
    text = f"For whoever comes to {pile['needs']} {pile['counts']}."
    return Listed(pile["name"].capitalize(), len(pile["cards"]), about, text, pile["name"])


def claim_text(seen: Contest, terrain: int) -> str:
    """What a piece of the player who collects has coming on an Active Terrain."""
    spot = seen.spot if seen.spot >> 1 == terrain else seen.later
    return "a duel" if seen.is_duel(spot) else plural(seen.reward(spot), "crystal")


def coming_text(seen: Contest) -> str:
    """What the roll as it lies brings the Active Player's pieces."""
    duel = f"a duel with Power {seen.power[seen.active]}"
    told = [
        f"{duel if seen.is_duel(spot) else plural(min(seen.reward(spot), seen.crystals_left[spot >> 1]), 'crystal')}"
        f" at {NAMES[spot >> 1]}"
        for spot in seen.pieces[2 * seen.active : 2 * seen.active + 2]
        if spot != NONE and seen.is_active(spot)
    ]
    return listed(told) if told else "nothing for you"


NOTATION = (
    "pass",
    *(f"exchange {' '.join(members(mask, TERRAIN_NAMES))}" for mask in range(1, 64)),
    *(f"raise {track}" for track in TRACKS),
    *(f"trade {terrain}" for terrain in TERRAIN_NAMES),
    *(f"take {terrain}" for terrain in TERRAIN_NAMES),
    *(f"barter {number}" for number in range(1, 5)),
    *(f"give {terrain}" for terrain in TERRAIN_NAMES),
    *(f"ask {terrain}" for terrain in TERRAIN_NAMES),
    "offer",
    "accept",
    "refuse",
    "stay",
    *(f"place {terrain} {zone}" for terrain in TERRAIN_NAMES for zone in ZONES),
    "keep",
    *(f"reroll {' '.join(members(mask, '123'))}" for mask in range(1, 8)),
    *(f"sell {terrain}" for terrain in TERRAIN_NAMES),
    *(f"change {terrain}" for terrain in TERRAIN_NAMES),
    *(f"first {terrain}" for terrain in TERRAIN_NAMES),
)

RATES = " or ".join(str(given) for given in sorted(content.RATES)) + " different ones"

REFUSALS = {
    moves.NOT_NOW: ("aeydor:turn-order", "That is not what is being decided now."),
    rules.EXCHANGE_BEFORE_TURN: (
        "aeydor:exchange-before-turn",
        "Exchanges are made in the window before a turn, not while it goes on.",
    ),
    window.EXCHANGE_RATES: ("aeydor:exchange-rates", f"There is no rate for so many crystals: give {RATES}."),
    window.EXCHANGE_FIVE: ("aeydor:exchange-five", "There is no rate for 5 crystals: give 4, or wait for the sixth."),
    window.EXCHANGE_HAVE: ("aeydor:exchange-different", "You do not own a crystal of each of these terrains."),
    window.EXCHANGE_ROOM: ("aeydor:exchange-room", "Your tracks have no room for all the points of this exchange."),
    window.TRACK_FULL: ("aeydor:track", "This track is at its end; raise the other one."),
    rules.ADVANCED_ONLY: ("aeydor:advanced", "This power belongs to the advanced variant."),
    window.TRADE_HAVE: ("aeydor:trade", "You own no spell of this terrain."),
    window.TRADE_SUPPLY: (
        "aeydor:trade-supply",
        "There are not enough crystals left on the terrains to pay for a spell.",
    ),
    window.TAKE_EMPTY: ("aeydor:trade-choice", "This terrain has no crystals left; choose another."),
    barter.HOLDERS_ONLY: ("aeydor:barter", "Only a holder of a Crystal bonus card may offer a barter."),
    barter.ONCE_ONLY: ("aeydor:barter-once", "You have made your offer in this window."),
    barter.NO_PARTNER: ("aeydor:barter", "An offer goes to another player at this table."),
    barter.NOT_PAYABLE: ("aeydor:barter-payable", "That crystal is not there to be given."),
    barter.SIDE_FULL: ("aeydor:barter-size", "No more crystals fit on this side of an offer."),
    barter.SIDE_EMPTY: ("aeydor:barter-size", "Each side of an offer needs a crystal: give first, then ask."),
    barter.BOTH_SIDES: ("aeydor:barter-sides", "No terrain may stand on both sides of an offer."),
    barter.NOTHING_LEFT: ("aeydor:barter-sides", "Your partner would have nothing of another terrain to give for it."),
    barter.POINTLESS: ("aeydor:barter-payable", "There is nothing that the two of you could exchange."),
    barter.ALIKE: ("aeydor:barter-sides", "The two of you have crystals of one and the same terrain only."),
    barter.OUT_OF_ORDER: (
        "aeydor:barter-compose",
        "First say what you give, then what you ask for, then make the offer.",
    ),
    placement.STAY_UNPLACED: ("aeydor:stay", "Your pieces have not been placed yet: place them."),
    placement.LOW_HEALTH: ("aeydor:low-health", "With so little Health you may stand in Safe Zones only."),
    placement.SAME_TERRAIN: ("aeydor:place-two", "Your other piece stands on this terrain; choose another."),
    roll.REROLL_ONE: ("aeydor:reroll", "The free re-roll is for one die only."),
    roll.REROLL_USED: ("aeydor:reroll", "The free re-roll of this turn is used up."),
    roll.SELL_USED: ("aeydor:sell", "A crystal has been sold in this turn already."),
    roll.SELL_HAVE: ("aeydor:sell", "You own no crystal of this terrain to sell."),
    roll.SELL_ROLL: ("aeydor:sell", "The crystal is sold: choose the dice to roll again."),
    roll.LUCKY_MUST: ("aeydor:lucky-roll", "A Lucky Roll: one die must be turned to another terrain."),
    roll.LUCKY_OTHER: ("aeydor:lucky-roll", "Both dice would show the same terrain: choose another."),
    roll.LUCKY_ENDS: ("aeydor:lucky-ends", "A Lucky Roll ends the rolling: turn one die to another terrain."),
    collection.ORDER_OWN: ("aeydor:own-order", "Choose one of the two Active Terrains, where your pieces stand."),
}


LABELS: tuple[tuple[int, Callable[[Contest, int], str]], ...] = (
    (moves.PASS, lambda seen, _: "Go on without an exchange"),
    (moves.EXCHANGE, lambda seen, mask: exchange_label(mask + 1)),
    (moves.RAISE, lambda seen, track: f"Raise {TRACKS[track].capitalize()} by 1"),
    (moves.TRADE, lambda seen, terrain: f"Give a spell of {NAMES[terrain]} for {content.TRADE_CRYSTALS} crystals"),
    (moves.TAKE, lambda seen, terrain: f"Take a crystal of {NAMES[terrain]}"),
    (moves.BARTER, lambda seen, partner: f"Offer {{{partner}}} a barter"),
    (moves.GIVE, lambda seen, terrain: f"Give a crystal of {NAMES[terrain]}"),
    (moves.ASK, lambda seen, terrain: f"Ask for a crystal of {NAMES[terrain]}"),
    (moves.OFFER, lambda seen, _: f"Offer {{{seen.partner}}} {offer_text(seen)}"),
    (moves.ACCEPT, lambda seen, _: f"Accept {offer_text(seen)}"),
    (moves.REFUSE, lambda seen, _: "Refuse the offer"),
    (moves.STAY, lambda seen, _: "Stay with both pieces"),
    (moves.PLACE, lambda seen, spot: f"Place a piece in {spot_name(spot)}"),
    (moves.KEEP, lambda seen, _: "Keep the roll"),
    (moves.REROLL, lambda seen, mask: f"Re-roll the {listed(members(mask + 1, DICE))}"),
    (moves.SELL, lambda seen, terrain: f"Sell a crystal of {NAMES[terrain]} to roll again"),
    (moves.CHANGE, lambda seen, terrain: f"Turn a die to {NAMES[terrain]}"),
    (moves.FIRST, lambda seen, terrain: f"{NAMES[terrain]} first: {claim_text(seen, terrain)}"),
)


class AeydorWords(Words[Contest]):
    notation = NOTATION
    refusals = REFUSALS
    endings = ENDINGS[1:]
    kinds = {
        "pass": "The window",
        "exchange": "Exchange crystals",
        "raise": "Raise",
        "trade": f"Give a spell for {content.TRADE_CRYSTALS} crystals",
        "take": "Take a crystal",
        "barter": "Offer a barter",
        "give": "Give",
        "ask": "Ask for",
        "offer": "The offer",
        "accept": "The offer",
        "refuse": "The offer",
        "stay": "Your pieces",
        "place": "Place a piece",
        "keep": "The dice",
        "reroll": "Roll again",
        "sell": "Sell a crystal to roll again",
        "change": "Turn a die to",
        "first": "Collect first",
    }
    unordered = frozenset({"exchange", "place", "reroll"})

    # What is decided.

    def question(self, seen: Contest) -> str:
        stay = ", or stay where you are" if seen.pieces[2 * seen.at] != NONE else ""
        return {
            position.WINDOW: "Before the turn: make exchanges, or go on.",
            position.RAISING: f"Raise Power or Health: {plural(seen.points, 'point')} to place.",
            position.TAKING: f"Take a crystal for your spell: {seen.taking} to go.",
            position.GIVING: self.giving_question(seen),
            position.ANSWER: f"{{{seen.at}}} offers you {offer_text(seen)}. Do you accept?",
            position.PLACING: f"Place your first piece{stay}.",
            position.PLACING_SECOND: "Place your second piece, on another terrain.",
            position.ROLLED: f"{dice_text(seen)}: keep the roll, or roll again?",
            position.PAID: "Choose the dice to roll again for your crystal.",
            position.LUCKY: f"Lucky Roll, {NAMES[seen.first_die]} twice: turn one die to another terrain.",
            position.ORDER: "Both your pieces collect: which terrain comes first?",
        }.get(seen.phase, "")

    def run(self, seen: Contest) -> Run | None:
        if seen.phase != position.PLACING:
            return None
        spots = [move - moves.PLACE for move in seen.moves() if move != moves.STAY]
        things = (Thing(NOTATION[moves.PLACE + spot], spot_name(spot), NAMES[spot >> 1], 1) for spot in spots)
        return Run("Place both:", tuple(things), 2, 2)

    @staticmethod
    def giving_question(seen: Contest) -> str:
        if number_of(seen.given) == 0:
            return f"Which crystal do you give {{{seen.partner}}}?"
        if number_of(seen.asked) == 0:
            return f"You give {counted(seen.given, 'crystal')}. Give more, or ask {{{seen.partner}}} for something."
        given, asked = counted(seen.given, "crystal"), counted(seen.asked, "crystal")
        return f"You give {given} and ask for {asked}. Ask for more, or make the offer."

    def label(self, seen: Contest, move: int) -> str:
        first, say = max((kind for kind in LABELS if kind[0] <= move), key=lambda kind: kind[0])
        return say(seen, move - first)

    def outcome(self, seen: Contest, move: int) -> str:
        if moves.EXCHANGE <= move < moves.RAISE:
            return f"+{content.EXCHANGE_POINTS[len(members(move - moves.EXCHANGE + 1, NAMES))]} on your tracks"
        if moves.RAISE <= move < moves.TRADE:
            track = TRACKS[move - moves.RAISE]
            now = (seen.power if track == "power" else seen.health)[seen.seat]
            return f"{now} → {now + 1}"
        if move == moves.KEEP and seen.first_die != seen.second_die:
            return coming_text(seen)
        return ""

    # What happened.

    def news(self, before: Contest, move: int | None, after: Contest, eye: int) -> list[str]:
        assert move is not None
        told = [self.deed(before, move, after)]
        if before.phase > position.PLACING_SECOND:
            told += self.collected(before, after)
        told += self.cards(before, after)
        if after.trigger != before.trigger:
            told.append(self.last_round(after))
        if after.turn != before.turn or after.seat == OVER:
            told += self.sent_back(before, after)
        if after.seat == OVER:
            told.append(self.last_words(after))
        elif after.turn != before.turn:
            told.append(f"Turn {after.turn}: {{{after.active}}} is the Active Player.")
        return told

    def deed(self, before: Contest, move: int, after: Contest) -> str:
        who = f"{{{before.at}}}"
        active = f"{{{before.active}}}"
        return {
            position.WINDOW: lambda: f"{who} {self.window_deed(before, move)}.",
            position.RAISING: lambda: f"{who} raises {self.raised(before, move)}.",
            position.TAKING: lambda: f"{who} takes a crystal of {NAMES[move - moves.TAKE]}.",
            position.GIVING: lambda: f"{who} {self.offer_deed(before, move)}.",
            position.ANSWER: lambda: f"{{{before.seat}}} {self.answer_deed(before, move)}.",
            position.PLACING: lambda: f"{who} {self.placed(move)}.",
            position.PLACING_SECOND: lambda: f"{who} {self.placed(move)}.",
            position.ROLL: lambda: f"{active} rolls {self.rolled(before, after)}.",
            position.ROLLED: lambda: f"{active} {self.roll_deed(move)}.",
            position.PAID: lambda: f"{active} {self.roll_deed(move)}.",
            position.LUCKY: lambda: f"{active} turns a die to {NAMES[move - moves.CHANGE]}.",
            position.ORDER: lambda: f"{who} collects from {NAMES[move - moves.FIRST]} first.",
            position.DUEL: lambda: f"{who} {self.duelled(before, move)}.",
            position.CRYSTAL_ELSEWHERE: lambda: (
                f"{NAMES[before.spot >> 1]} has no crystal for {who}: a die finds another."
            ),
            position.SPELL_ELSEWHERE: lambda: f"{NAMES[before.spot >> 1]} has no spell for {who}: a die finds another.",
        }[before.phase]()

    @staticmethod
    def window_deed(before: Contest, move: int) -> str:
        if move == moves.PASS:
            return "goes on"
        if move < moves.RAISE:
            given = members(move - moves.EXCHANGE + 1, NAMES)
            return f"gives crystals of {listed(given)} for {plural(content.EXCHANGE_POINTS[len(given)], 'point')}"
        if move < moves.TAKE:
            return f"gives a spell of {NAMES[move - moves.TRADE]} for {content.TRADE_CRYSTALS} crystals"
        return f"begins an offer to {{{move - moves.BARTER}}}"

    @staticmethod
    def raised(before: Contest, move: int) -> str:
        if move == moves.RAISE + moves.POWER:
            return f"Power to {before.power[before.at] + 1}"
        return f"Health to {before.health[before.at] + 1}"

    def offer_deed(self, before: Contest, move: int) -> str:
        if move == moves.OFFER:
            return f"offers {{{before.partner}}} {offer_text(before)}"
        if move < moves.ASK:
            return f"would give a crystal of {NAMES[move - moves.GIVE]}"
        return f"would like a crystal of {NAMES[move - moves.ASK]}"

    def answer_deed(self, before: Contest, move: int) -> str:
        if move == moves.REFUSE:
            return f"refuses {{{before.at}}}'s offer"
        return f"accepts {{{before.at}}}'s offer: {offer_text(before)}"

    @staticmethod
    def placed(move: int) -> str:
        return "stays put" if move == moves.STAY else f"places a piece in {spot_name(move - moves.PLACE)}"

    def rolled(self, before: Contest, after: Contest) -> str:
        again = "again: " if before.rerolled or before.sold else ""
        lucky = ": a Lucky Roll" if after.phase == position.LUCKY else ""
        return f"{again}{dice_text(after)}{lucky}"

    @staticmethod
    def roll_deed(move: int) -> str:
        if move == moves.KEEP:
            return "keeps the roll"
        if move >= moves.SELL:
            return f"sells a crystal of {NAMES[move - moves.SELL]} to roll again"
        return f"rolls the {listed(members(move - moves.REROLL + 1, DICE))} again"

    @staticmethod
    def duelled(before: Contest, outcome: int) -> str:
        number, power, health = content.DUEL_FACES[outcome], before.power[before.at], before.health[before.at]
        fight = f"duels in {NAMES[before.spot >> 1]}: {number} against Power {power}"
        if number <= power:
            return f"{fight} wins, and Power falls to {power - 1}"
        if before.again == 0 and duel.has_extra_roll(before):
            return f"{fight} fails, but the Crystal bonus card gives another roll"
        return f"{fight} loses, and Health {'falls to ' + str(health - 1) if health else 'stays at 0'}"

    @staticmethod
    def collected(before: Contest, after: Contest) -> list[str]:
        told = []
        for offset in range(after.seats):
            seat = (before.active + offset) % after.seats
            for thing, then, now in (
                ("crystal", before.crystals, after.crystals),
                ("spell", before.spells, after.spells),
            ):
                got = [max(0, have - had) for have, had in zip(holding(now, seat), holding(then, seat))]
                if any(got):
                    told.append(f"{{{seat}}} gets {counted(got, thing)}.")
        return told

    @staticmethod
    def cards(before: Contest, after: Contest) -> list[str]:
        taken = [place for place, rank in enumerate(after.bonus) if rank != before.bonus[place]]
        told = []
        for place in sorted(taken, key=lambda place: after.bonus[place]):
            seat, kind = divmod(place, BONUSES)
            points = content.BONUS_CARDS[kind][after.bonus[place]]
            told.append(f"{{{seat}}} takes the {BONUS_NAMES[kind].title()} bonus card for {plural(points, 'point')}.")
        return told

    @staticmethod
    def last_round(after: Contest) -> str:
        if after.reason == position.EMPTY_TERRAINS:
            why = f"takes the last crystal: {content.ENDING_EMPTY} terrains are empty"
        else:
            why = f"has {content.ENDING_SPELLS} spells"
        return f"{{{after.trigger}}} {why}. Everybody else has one more turn."

    @staticmethod
    def sent_back(before: Contest, after: Contest) -> list[str]:
        sent = {piece // 2 for piece, spot in enumerate(after.pieces) if spot != before.pieces[piece]}
        return [f"{{{seat}}} is low on Health and sent back to safety." for seat in sorted(sent)]

    def last_words(self, after: Contest) -> str:
        winners = [f"{{{seat}}}" for seat, place in enumerate(after.ranking()) if place == 1]
        if len(winners) > 1:
            return f"The game is over: {listed(winners)} share the title of OverSeer."
        best = max(after.scores())
        tied = after.scores().count(best) > 1
        return f"The game is over: {winners[0]} is the next OverSeer{', by bonus cards' if tied else ''}."

    def ending(self, state: Contest) -> str:
        return ENDINGS[state.reason]

    # What is seen.

    def piles(self) -> dict[str, list[Listed]]:
        return {"Bonus cards": [pile_listed(pile) for pile in content.PILES]}

    def sources(self, state: Contest, seat: int) -> list[tuple[str, int]]:
        return [
            ("crystals", sum(holding(state.crystals, seat)) * content.CRYSTAL_POINTS),
            ("spells", sum(holding(state.spells, seat)) * content.SPELL_POINTS),
            ("bonus cards", int(state.bonus_points(seat))),
        ]

    def highlights(self, steps: Sequence[tuple[Contest, int]], end: Contest) -> list[str]:
        told = []
        won = [spells_won(steps, end, seat) for seat in range(end.seats)]
        boldest = max(range(end.seats), key=won.__getitem__)
        if won[boldest]:
            told.append(f"{{{boldest}}} won most from the SpellKeepers: {plural(won[boldest], 'spell')}.")
        richest = max(range(end.seats), key=lambda seat: sum(holding(end.crystals, seat)))
        told.append(
            f"{{{richest}}} ended with {plural(sum(holding(end.crystals, richest)), 'crystal')}, the most of all."
        )
        lucky = sum(state.phase == position.LUCKY for state, _ in steps)
        told.append(f"The dice gave {plural(lucky, 'Lucky Roll')} in {plural(end.turn, 'turn')}.")
        return told

    def view(self, seen: Contest, eye: int) -> View:
        rolled = position.ROLL < seen.phase < position.ENDED
        return {
            "game": "aeydor",
            "eye": None if eye < 0 else eye,
            "turn": seen.seat if seen.seat >= 0 else None,
            "phase": PHASES[seen.phase],
            "round": seen.turn,
            "limit": seen.limit,
            "advanced": bool(seen.advanced),
            "low_health": content.HIGHEST_LOW,
            "active": seen.active,
            "at": seen.at,
            "dice": {
                "terrains": [
                    None if face == NONE else TERRAIN_NAMES[face] for face in (seen.first_die, seen.second_die)
                ],
                "keepers": None if seen.keepers_die == NONE else KEEPERS[seen.keepers_die],
                "of_this_turn": rolled,
                "thrown": [die + 1 for die in range(3) if seen.thrown >> die & 1],
                "free_reroll": seen.phase == position.ROLLED and not seen.rerolled,
                "duel": seen.shown or None,
            },
            "terrains": [self.terrain_view(seen, terrain, rolled) for terrain in range(TERRAINS)],
            "bonus": [self.pile_view(seen, kind) for kind in range(BONUSES)],
            "players": [self.player_view(seen, seat) for seat in range(seen.seats)],
            "points_to_place": seen.points,
            "crystals_to_take": seen.taking,
            "offer": self.offer_view(seen),
            "collecting": self.collecting_view(seen),
            "last_round": self.last_round_view(seen),
            "over": seen.seat == OVER,
            "ending": self.ending(seen) if seen.seat == OVER else None,
            "ranking": seen.ranking() if seen.seat == OVER else None,
        }

    @staticmethod
    def terrain_view(seen: Contest, terrain: int, rolled: bool) -> View:
        return {
            "name": TERRAIN_NAMES[terrain],
            "emblem": EMBLEMS[terrain],
            "crystals": seen.crystals_left[terrain],
            "spells": seen.spells_left[terrain],
            "active": rolled and terrain in (seen.first_die, seen.second_die),
            "safe": [piece // 2 for piece, spot in enumerate(seen.pieces) if spot == 2 * terrain],
            "duel": [piece // 2 for piece, spot in enumerate(seen.pieces) if spot == 2 * terrain + 1],
        }

    @staticmethod
    def pile_view(seen: Contest, kind: int) -> View:
        pile = content.PILES[kind]
        return {
            "name": pile["name"],
            "needs": pile["needs"],
            "counts": pile["counts"],
            "cards": list(content.BONUS_CARDS[kind])[seen.taken[kind] :],
        }

    @staticmethod
    def player_view(seen: Contest, seat: int) -> View:
        ranks = seen.bonus[BONUSES * seat : BONUSES * (seat + 1)]
        return {
            "seat": seat,
            "power": seen.power[seat],
            "health": seen.health[seat],
            "top": content.TRACK_TOP,
            "low": seen.low(seat),
            "crystals": dict(zip(TERRAIN_NAMES, holding(seen.crystals, seat))),
            "spells": dict(zip(TERRAIN_NAMES, holding(seen.spells, seat))),
            "pieces": [
                None if spot == NONE else {"terrain": TERRAIN_NAMES[spot >> 1], "zone": ZONES[spot & 1]}
                for spot in seen.pieces[2 * seat : 2 * seat + 2]
            ],
            "bonus": [
                {"name": BONUS_NAMES[kind], "points": content.BONUS_CARDS[kind][rank]}
                for kind, rank in enumerate(ranks)
                if rank != NONE
            ],
            "points": seen.score(seat),
        }

    @staticmethod
    def offer_view(seen: Contest) -> View | None:
        if seen.partner == NONE:
            return None
        return {
            "from": seen.at,
            "to": seen.partner,
            "given": {name: count for name, count in zip(TERRAIN_NAMES, seen.given) if count},
            "asked": {name: count for name, count in zip(TERRAIN_NAMES, seen.asked) if count},
        }

    @staticmethod
    def collecting_view(seen: Contest) -> View | None:
        if seen.spot == NONE:
            return None
        waiting = None if seen.later == NONE else TERRAIN_NAMES[seen.later >> 1]
        return {
            "seat": seen.at,
            "terrain": TERRAIN_NAMES[seen.spot >> 1],
            "zone": ZONES[seen.spot & 1],
            "later": waiting,
            "owed": seen.owed,
            "extra_roll": bool(seen.again),
        }

    def last_round_view(self, seen: Contest) -> View | None:
        if seen.trigger == NONE or seen.reason == position.TURN_LIMIT:
            return None
        left = min(seen.seats - 1 if seen.left == NONE else max(0, seen.left - 1), seen.limit - seen.turn)
        return {"by": seen.trigger, "reason": ENDINGS[seen.reason], "turns_after_this": left}

    def stage(self, view: View) -> str:
        return f"Turn {view['round']}"

    def draw(self, view: View, names: Sequence[str]) -> Any:
        from rich.console import Group

        head = [f"Turn {view['round']}   Active Player: {names[view['active']]}"]
        if view["last_round"]:
            last = view["last_round"]
            head.append(f"Last round, set off by {names[last['by']]}: {last['turns_after_this']} more after this turn")
        return Group(
            *head, dice_line(view), terrain_table(view, names), player_table(view, names), *card_lines(view, names)
        )


SIGNS = {"ocean": "≈", "mountain": "▲", "desert": "~", "forest": "♣", "snowland": "*", "cave": "∩"}
STYLES = {
    "ocean": "blue",
    "mountain": "magenta",
    "desert": "yellow",
    "forest": "green",
    "snowland": "cyan",
    "cave": "red",
}


def terrain_sign(name: str) -> str:
    return f"[{STYLES.get(name, 'bold')}]{SIGNS.get(name, name[0])}[/]"


def terrain_text(name: str) -> str:
    return f"{terrain_sign(name)} {name.capitalize()}"


def dice_line(view: View) -> str:
    dice = view["dice"]
    faces = [*dice["terrains"], dice["keepers"]]
    if None in faces:
        return "The dice have not been rolled yet."
    when = "Roll" if dice["of_this_turn"] else "Last roll"
    shown = "  ".join(f"{number}: {terrain_text(face)}" for number, face in enumerate(faces[:2], 1))
    return f"{when}:  {shown}  3: {faces[2].capitalize()}"


def terrain_table(view: View, names: Sequence[str]) -> Any:
    from rich.table import Table

    table = Table("Terrain", "Crystals", "Spells", "Safe Zone", "Duel Zone", pad_edge=False)
    for terrain in view["terrains"]:
        table.add_row(
            terrain_text(terrain["name"]) + (" (active)" if terrain["active"] else ""),
            str(terrain["crystals"]),
            str(terrain["spells"]),
            *(", ".join(names[seat] for seat in terrain[zone]) for zone in ZONES),
        )
    return table


def player_table(view: View, names: Sequence[str]) -> Any:
    from rich.table import Table

    table = Table("Player", "Power", "Health", "", *map(terrain_sign, TERRAIN_NAMES), "Points", pad_edge=False)
    for player in view["players"]:
        counts = [[str(count or "·") for count in player[things].values()] for things in ("crystals", "spells")]
        table.add_row(
            names[player["seat"]],
            f"{player['power']} of {player['top']}",
            f"{player['health']} of {player['top']}" + (" low" if player["low"] else ""),
            "crystals",
            *counts[0],
            str(player["points"]),
        )
        table.add_row("", "", "", "spells", *counts[1], "", end_section=True)
    return table


def card_lines(view: View, names: Sequence[str]) -> list[str]:
    lines = []
    for pile in view["bonus"]:
        left = ", ".join(map(str, pile["cards"])) or "none"
        held = [
            f"{names[player['seat']]}: {card['points']}"
            for player in view["players"]
            for card in player["bonus"]
            if card["name"] == pile["name"]
        ]
        told = "; ".join([f"{left} left", *held])
        lines.append(f"{pile['name'].title()} bonus, for {pile['needs']} {pile['counts']}: {told}")
    return lines
