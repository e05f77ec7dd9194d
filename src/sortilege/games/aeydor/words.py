"""Wizards of Æydor in words."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.engine import CHANCE, OVER, View, Words, listed, plural
from sortilege.games.aeydor import content, rules
from sortilege.games.aeydor.content import BONUSES, EMBLEMS, TERRAINS
from sortilege.games.aeydor.rules import NONE, Contest

NAMES = tuple(name.capitalize() for name in TERRAINS)
ZONES = ("safe", "duel")
ZONE_NAMES = ("Safe Zone", "Duel Zone")
TRACKS = ("power", "health")
DICE = ("first Terrain die", "second Terrain die", "SpellKeepers' die")
PHASES = (
    "window", "raising", "taking", "giving", "answer", "placing", "placing second", "roll", "rolled", "paid", "lucky",
    "order", "duel", "crystal elsewhere", "spell elsewhere", "over",
)  # fmt: skip
CHANCES = (rules.ROLL, rules.DUEL, rules.CRYSTAL_ELSEWHERE, rules.SPELL_ELSEWHERE)


def members(mask: int, names: Sequence[str]) -> list[str]:
    return [name for number, name in enumerate(names) if mask >> number & 1]


def spot_name(spot: int) -> str:
    return f"the {ZONE_NAMES[spot & 1]} of {NAMES[spot >> 1]}"


def holding(things: vec[i64], holder: int) -> list[int]:
    """What a holder has, by terrain."""
    return list(things[rules.TERRAINS * holder : rules.TERRAINS * (holder + 1)])


def counted(counts: Iterable[int], thing: str) -> str:
    """Things by terrain: "2 Ocean and 1 Cave crystals"."""
    parts = [f"{count} {NAMES[terrain]}" for terrain, count in enumerate(counts) if count > 0]
    return f"{listed(parts)} {thing}{'' if sum(counts) == 1 else 's'}"


def offer_text(seen: Contest) -> str:
    if not any(seen.given) or not any(seen.asked):
        return "a barter"
    return f"{counted(seen.given, 'crystal')} for {counted(seen.asked, 'crystal')}"


def dice_text(seen: Contest) -> str:
    return listed([NAMES[seen.dice[0]], NAMES[seen.dice[1]], "Duel" if seen.dice[2] else "Crystal"])


def exchange_label(mask: int) -> str:
    given = members(mask, NAMES)
    return f"Give {listed(given)} for {plural(content.EXCHANGE_POINTS[len(given)], 'point')}"


def claim_text(seen: Contest, terrain: int) -> str:
    """What a piece of the player who collects has coming on an Active Terrain."""
    spot = seen.spot if seen.spot >> 1 == terrain else seen.later
    return "a duel" if seen.is_duel(spot) else plural(seen.reward(spot), "crystal")


NOTATION = (
    "pass",
    *(f"exchange {' '.join(members(mask, TERRAINS))}" for mask in range(1, 64)),
    *(f"raise {track}" for track in TRACKS),
    *(f"trade {terrain}" for terrain in TERRAINS),
    *(f"take {terrain}" for terrain in TERRAINS),
    *(f"barter {number}" for number in range(1, 5)),
    *(f"give {terrain}" for terrain in TERRAINS),
    *(f"ask {terrain}" for terrain in TERRAINS),
    "offer",
    "accept",
    "refuse",
    "stay",
    *(f"place {terrain} {zone}" for terrain in TERRAINS for zone in ZONES),
    "keep",
    *(f"reroll {' '.join(members(mask, '123'))}" for mask in range(1, 8)),
    *(f"sell {terrain}" for terrain in TERRAINS),
    *(f"change {terrain}" for terrain in TERRAINS),
    *(f"first {terrain}" for terrain in TERRAINS),
)

RATES = " or ".join(str(given) for given, points in enumerate(content.EXCHANGE_POINTS) if points) + " different ones"

REFUSALS = {
    rules.NOT_NOW: ("turn-order", "That is not what is being decided now."),
    rules.EXCHANGE_BEFORE_TURN: (
        "exchange-before-turn",
        "Exchanges are made in the window before a turn, not while it goes on.",
    ),
    rules.EXCHANGE_RATES: ("exchange-rates", f"There is no rate for so many crystals: give {RATES}."),
    rules.EXCHANGE_FIVE: ("exchange-five", "There is no rate for 5 crystals: give 4, or wait for the sixth."),
    rules.EXCHANGE_HAVE: ("exchange-different", "You do not own a crystal of each of these terrains."),
    rules.EXCHANGE_ROOM: ("exchange-room", "Your tracks have no room for all the points of this exchange."),
    rules.TRACK_FULL: ("track", "This track is at its end; raise the other one."),
    rules.ADVANCED_ONLY: ("advanced", "This power belongs to the advanced variant."),
    rules.TRADE_HAVE: ("trade", "You own no spell of this terrain."),
    rules.TRADE_SUPPLY: ("trade-supply", "There are not enough crystals left on the terrains to pay for a spell."),
    rules.TAKE_EMPTY: ("trade-choice", "This terrain has no crystals left; choose another."),
    rules.BARTER_HOLDER: ("barter", "Only a holder of a Crystal bonus card may offer a barter."),
    rules.BARTER_ONCE: ("barter-once", "You have made your offer in this window."),
    rules.BARTER_PARTNER: ("barter", "An offer goes to another player at this table."),
    rules.BARTER_PAYABLE: ("barter-payable", "That crystal is not there to be given."),
    rules.BARTER_FULL: ("barter-size", "No more crystals fit on this side of an offer."),
    rules.BARTER_LEAST: ("barter-size", "Each side of an offer needs a crystal: give first, then ask."),
    rules.BARTER_SIDES: ("barter-sides", "No terrain may stand on both sides of an offer."),
    rules.BARTER_NOTHING_LEFT: ("barter-sides", "Your partner would have nothing of another terrain to give for it."),
    rules.BARTER_POINTLESS: ("barter-payable", "There is nothing that the two of you could exchange."),
    rules.BARTER_ALIKE: ("barter-sides", "The two of you have crystals of one and the same terrain only."),
    rules.BARTER_ORDER: ("barter-compose", "First say what you give, then what you ask for, then make the offer."),
    rules.STAY_UNPLACED: ("stay", "Your pieces have not been placed yet: place them."),
    rules.LOW_HEALTH: ("low-health", "With so little Health you may stand in Safe Zones only."),
    rules.SAME_TERRAIN: ("place-two", "Your other piece stands on this terrain; choose another."),
    rules.REROLL_ONE: ("reroll", "The free re-roll is for one die only."),
    rules.REROLL_USED: ("reroll", "The free re-roll of this turn is used up."),
    rules.SELL_USED: ("sell", "A crystal has been sold in this turn already."),
    rules.SELL_HAVE: ("sell", "You own no crystal of this terrain to sell."),
    rules.SELL_ROLL: ("sell", "The crystal is sold: choose the dice to roll again."),
    rules.LUCKY_MUST: ("lucky-roll", "A Lucky Roll: one die must be turned to another terrain."),
    rules.LUCKY_OTHER: ("lucky-roll", "Both dice would show the same terrain: choose another."),
    rules.LUCKY_ENDS: ("lucky-ends", "A Lucky Roll ends the rolling: turn one die to another terrain."),
    rules.ORDER_OWN: ("own-order", "Choose one of the two Active Terrains, where your pieces stand."),
}


LABELS: tuple[tuple[int, Callable[[Contest, int], str]], ...] = (
    (rules.PASS, lambda seen, _: "Go on without an exchange"),
    (rules.EXCHANGE, lambda seen, mask: exchange_label(mask + 1)),
    (rules.RAISE, lambda seen, track: f"Raise {TRACKS[track].capitalize()} by 1"),
    (rules.TRADE, lambda seen, terrain: f"Give a spell of {NAMES[terrain]} for {content.TRADE_CRYSTALS} crystals"),
    (rules.TAKE, lambda seen, terrain: f"Take a crystal of {NAMES[terrain]}"),
    (rules.BARTER, lambda seen, partner: f"Offer {{{partner}}} a barter"),
    (rules.GIVE, lambda seen, terrain: f"Give a crystal of {NAMES[terrain]}"),
    (rules.ASK, lambda seen, terrain: f"Ask for a crystal of {NAMES[terrain]}"),
    (rules.OFFER, lambda seen, _: f"Offer {{{seen.partner}}} {offer_text(seen)}"),
    (rules.ACCEPT, lambda seen, _: f"Accept {offer_text(seen)}"),
    (rules.REFUSE, lambda seen, _: "Refuse the offer"),
    (rules.STAY, lambda seen, _: "Stay with both pieces"),
    (rules.PLACE, lambda seen, spot: f"Place a piece in {spot_name(spot)}"),
    (rules.KEEP, lambda seen, _: "Keep the roll"),
    (rules.REROLL, lambda seen, mask: f"Re-roll the {listed(members(mask + 1, DICE))}"),
    (rules.SELL, lambda seen, terrain: f"Sell a crystal of {NAMES[terrain]} to roll again"),
    (rules.CHANGE, lambda seen, terrain: f"Turn a die to {NAMES[terrain]}"),
    (rules.FIRST, lambda seen, terrain: f"{NAMES[terrain]} first: {claim_text(seen, terrain)}"),
)


class AeydorWords(Words[Contest]):
    notation = NOTATION
    refusals = tuple((f"aeydor:{rule}", said) for _, (rule, said) in sorted(REFUSALS.items()))
    endings = ("six spells", "empty terrains", "turn limit")
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

    # What is decided.

    def question(self, seen: Contest) -> str:
        stay = ", or stay where you are" if seen.pieces[2 * seen.at] != NONE else ""
        return {
            rules.WINDOW: "Before the turn: make exchanges, or go on.",
            rules.RAISING: f"Raise Power or Health: {plural(seen.points, 'point')} to place.",
            rules.TAKING: f"Take a crystal for your spell: {seen.taking} to go.",
            rules.GIVING: self.giving_question(seen),
            rules.ANSWER: f"{{{seen.at}}} offers you {offer_text(seen)}. Do you accept?",
            rules.PLACING: f"Place your first piece{stay}.",
            rules.PLACING_SECOND: "Place your second piece, on another terrain.",
            rules.ROLLED: f"{dice_text(seen)}: keep the roll, or roll again?",
            rules.PAID: "Choose the dice to roll again for your crystal.",
            rules.LUCKY: f"Lucky Roll, {NAMES[seen.dice[0]]} twice: turn one die to another terrain.",
            rules.ORDER: "Both your pieces collect: which terrain comes first?",
        }.get(seen.phase, "")

    @staticmethod
    def giving_question(seen: Contest) -> str:
        if seen.in_offer(seen.given) == 0:
            return f"Which crystal do you give {{{seen.partner}}}?"
        if seen.in_offer(seen.asked) == 0:
            return f"You give {counted(seen.given, 'crystal')}. Give more, or ask {{{seen.partner}}} for something."
        given, asked = counted(seen.given, "crystal"), counted(seen.asked, "crystal")
        return f"You give {given} and ask for {asked}. Ask for more, or make the offer."

    def label(self, seen: Contest, move: int) -> str:
        first, say = max((kind for kind in LABELS if kind[0] <= move), key=lambda kind: kind[0])
        return say(seen, move - first)

    # What happened.

    def news(self, before: Contest, move: int | None, after: Contest, eye: int) -> list[str]:
        assert move is not None
        told = [self.deed(before, move, after)]
        if before.phase > rules.PLACING_SECOND:
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
            rules.WINDOW: lambda: f"{who} {self.window_deed(before, move)}.",
            rules.RAISING: lambda: f"{who} raises {self.raised(before, move)}.",
            rules.TAKING: lambda: f"{who} takes a crystal of {NAMES[move - rules.TAKE]}.",
            rules.GIVING: lambda: f"{who} {self.offer_deed(before, move)}.",
            rules.ANSWER: lambda: f"{{{before.seat}}} {self.answer_deed(before, move)}.",
            rules.PLACING: lambda: f"{who} {self.placed(move)}.",
            rules.PLACING_SECOND: lambda: f"{who} {self.placed(move)}.",
            rules.ROLL: lambda: f"{active} rolls {self.rolled(before, after)}.",
            rules.ROLLED: lambda: f"{active} {self.roll_deed(move)}.",
            rules.PAID: lambda: f"{active} {self.roll_deed(move)}.",
            rules.LUCKY: lambda: f"{active} turns a die to {NAMES[move - rules.CHANGE]}.",
            rules.ORDER: lambda: f"{who} collects from {NAMES[move - rules.FIRST]} first.",
            rules.DUEL: lambda: f"{who} {self.duelled(before, move)}.",
            rules.CRYSTAL_ELSEWHERE: lambda: (
                f"{NAMES[before.spot >> 1]} has no crystal for {who}: a die finds another."
            ),
            rules.SPELL_ELSEWHERE: lambda: f"{NAMES[before.spot >> 1]} has no spell for {who}: a die finds another.",
        }[before.phase]()

    @staticmethod
    def window_deed(before: Contest, move: int) -> str:
        if move == rules.PASS:
            return "goes on"
        if move < rules.RAISE:
            given = members(move - rules.EXCHANGE + 1, NAMES)
            return f"gives crystals of {listed(given)} for {plural(content.EXCHANGE_POINTS[len(given)], 'point')}"
        if move < rules.TAKE:
            return f"gives a spell of {NAMES[move - rules.TRADE]} for {content.TRADE_CRYSTALS} crystals"
        return f"begins an offer to {{{move - rules.BARTER}}}"

    @staticmethod
    def raised(before: Contest, move: int) -> str:
        if move == rules.RAISE + rules.POWER:
            return f"Power to {before.power[before.at] + 1}"
        return f"Health to {before.health[before.at] + 1}"

    def offer_deed(self, before: Contest, move: int) -> str:
        if move == rules.OFFER:
            return f"offers {{{before.partner}}} {offer_text(before)}"
        if move < rules.ASK:
            return f"would give a crystal of {NAMES[move - rules.GIVE]}"
        return f"would like a crystal of {NAMES[move - rules.ASK]}"

    def answer_deed(self, before: Contest, move: int) -> str:
        if move == rules.REFUSE:
            return f"refuses the offer of {{{before.at}}}"
        return f"accepts the offer of {{{before.at}}}: {offer_text(before)}"

    @staticmethod
    def placed(move: int) -> str:
        return "stays put" if move == rules.STAY else f"places a piece in {spot_name(move - rules.PLACE)}"

    def rolled(self, before: Contest, after: Contest) -> str:
        again = "again: " if before.rerolled or before.sold else ""
        lucky = ": a Lucky Roll" if after.phase == rules.LUCKY else ""
        return f"{again}{dice_text(after)}{lucky}"

    @staticmethod
    def roll_deed(move: int) -> str:
        if move == rules.KEEP:
            return "keeps the roll"
        if move >= rules.SELL:
            return f"sells a crystal of {NAMES[move - rules.SELL]} to roll again"
        return f"rolls the {listed(members(move - rules.REROLL + 1, DICE))} again"

    @staticmethod
    def duelled(before: Contest, outcome: int) -> str:
        number, power, health = content.DUEL_FACES[outcome], before.power[before.at], before.health[before.at]
        fight = f"duels in {NAMES[before.spot >> 1]}: {number} against Power {power}"
        if number <= power:
            return f"{fight} wins, and Power falls to {power - 1}"
        if before.again == 0 and before.advanced and before.holds_crystal_bonus(before.at):
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
            seat, kind = divmod(place, rules.BONUSES)
            points = content.BONUS_CARDS[kind][after.bonus[place]]
            told.append(f"{{{seat}}} takes the {BONUSES[kind].title()} bonus card for {points} points.")
        return told

    @staticmethod
    def last_round(after: Contest) -> str:
        if after.reason == rules.EMPTY_TERRAINS:
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
        return self.endings[state.reason - 1]

    # What is seen.

    def view(self, seen: Contest, eye: int) -> View:
        rolled = rules.ROLL < seen.phase < rules.ENDED
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
                "terrains": [None if face == NONE else TERRAINS[face] for face in seen.dice[:2]],
                "keepers": None if seen.dice[2] == NONE else ("crystal", "duel")[seen.dice[2]],
                "of_this_turn": rolled,
                "thrown": [die + 1 for die in range(3) if seen.thrown >> die & 1],
                "free_reroll": seen.phase == rules.ROLLED and not seen.rerolled,
                "duel": seen.shown or None,
            },
            "terrains": [self.terrain_view(seen, terrain, rolled) for terrain in range(rules.TERRAINS)],
            "bonus": [self.pile_view(seen, kind) for kind in range(rules.BONUSES)],
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
        supply = rules.TERRAINS * seen.seats + terrain
        return {
            "name": TERRAINS[terrain],
            "emblem": EMBLEMS[terrain],
            "crystals": seen.crystals[supply],
            "spells": seen.spells[supply],
            "active": rolled and terrain in (seen.dice[0], seen.dice[1]),
            "safe": [piece // 2 for piece, spot in enumerate(seen.pieces) if spot == 2 * terrain],
            "duel": [piece // 2 for piece, spot in enumerate(seen.pieces) if spot == 2 * terrain + 1],
        }

    @staticmethod
    def pile_view(seen: Contest, kind: int) -> View:
        bonus = content.RAW["bonus"][kind]
        return {
            "name": BONUSES[kind],
            "needs": bonus["needs"],
            "counts": bonus["counts"],
            "cards": list(content.BONUS_CARDS[kind])[seen.taken[kind] :],
        }

    @staticmethod
    def player_view(seen: Contest, seat: int) -> View:
        ranks = seen.bonus[rules.BONUSES * seat : rules.BONUSES * (seat + 1)]
        return {
            "seat": seat,
            "power": seen.power[seat],
            "health": seen.health[seat],
            "top": content.TRACK_TOP,
            "low": seen.low(seat),
            "crystals": dict(zip(TERRAINS, holding(seen.crystals, seat))),
            "spells": dict(zip(TERRAINS, holding(seen.spells, seat))),
            "pieces": [
                None if spot == NONE else {"terrain": TERRAINS[spot >> 1], "zone": ZONES[spot & 1]}
                for spot in seen.pieces[2 * seat : 2 * seat + 2]
            ],
            "bonus": [
                {"name": BONUSES[kind], "points": content.BONUS_CARDS[kind][rank]}
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
            "given": {name: count for name, count in zip(TERRAINS, seen.given) if count},
            "asked": {name: count for name, count in zip(TERRAINS, seen.asked) if count},
        }

    @staticmethod
    def collecting_view(seen: Contest) -> View | None:
        if seen.spot == NONE:
            return None
        waiting = None if seen.later == NONE else TERRAINS[seen.later >> 1]
        return {
            "seat": seen.at,
            "terrain": TERRAINS[seen.spot >> 1],
            "zone": ZONES[seen.spot & 1],
            "later": waiting,
            "owed": seen.owed,
            "extra_roll": bool(seen.again),
        }

    def last_round_view(self, seen: Contest) -> View | None:
        if seen.trigger == NONE or seen.reason == rules.TURN_LIMIT:
            return None
        left = min(seen.seats - 1 if seen.left == NONE else max(0, seen.left - 1), seen.limit - seen.turn)
        return {"by": seen.trigger, "reason": self.endings[seen.reason - 1], "turns_after_this": left}

    def draw(self, view: View, names: Sequence[str]) -> Any:
        from rich.console import Group

        head = [f"Turn {view['round']}   Active Player: {names[view['active']]}"]
        if view["last_round"]:
            last = view["last_round"]
            head.append(f"Last round, set off by {names[last['by']]}: {last['turns_after_this']} more after this turn")
        return Group(
            *head, dice_line(view), terrain_table(view, names), player_table(view, names), *card_lines(view, names)
        )

    # What may be restored.

    def fault(self, state: Contest) -> str:
        checks: tuple[tuple[Callable[[Contest], bool], str], ...] = (
            (sound_table, "there is no such variant, turn limit, turn, phase or Active Player"),
            (sound_stocks, "the crystals or spells do not add up"),
            (sound_tracks, "Power or Health lies off its track"),
            (sound_pieces, "the pieces cannot stand like this"),
            (sound_dice, "the dice cannot lie like this"),
            (sound_cards, "the bonus cards do not fit what the players have"),
            (sound_last_round, "the last round does not fit what has happened"),
            (sound_window, "no window goes like this"),
            (sound_collection, "nobody collects like this"),
            (sound_seat, "the seat that decides does not fit the phase"),
        )
        return next((said for sound, said in checks if not sound(state)), "")


def sound_table(state: Contest) -> bool:
    return (
        state.advanced in (0, 1)
        and content.LIMIT["least"] <= state.limit <= content.LIMIT["most"]
        and 1 <= state.turn <= state.limit
        and rules.WINDOW <= state.phase <= rules.ENDED
        and 0 <= state.active < state.seats
        and (state.left != NONE or state.active == (state.turn - 1) % state.seats)
        and 0 <= state.at < state.seats
    )


def sound_stocks(state: Contest) -> bool:
    return all(
        min(things) >= 0 and all(sum(things[terrain :: rules.TERRAINS]) == supply for terrain in range(rules.TERRAINS))
        for things, supply in (
            (list(state.crystals), content.CRYSTALS[state.seats]),
            (list(state.spells), content.SPELLS[state.seats]),
        )
    )


def sound_tracks(state: Contest) -> bool:
    return all(0 <= value <= content.TRACK_TOP for value in [*state.power, *state.health])


def sound_pieces(state: Contest) -> bool:
    return all(sound_pair(state, seat, *state.pieces[2 * seat : 2 * seat + 2]) for seat in range(state.seats))


def sound_pair(state: Contest, seat: int, first: int, second: int) -> bool:
    turns = [(other - state.active - 1) % state.seats for other in (seat, state.at)]
    placing = state.phase in (rules.PLACING, rules.PLACING_SECOND)
    unplaced = state.turn == 1 and (state.phase < rules.PLACING or (placing and turns[0] >= turns[1]))
    between = state.phase == rules.PLACING_SECOND and seat == state.at
    if unplaced:
        return second == NONE and ((first != NONE) == between) and sound_spot(state, seat, first)
    apart = between or first >> 1 != second >> 1
    return apart and min(first, second) >= 0 and all(sound_spot(state, seat, spot) for spot in (first, second))


def sound_spot(state: Contest, seat: int, spot: int) -> bool:
    if state.low(seat) and state.phase < rules.ORDER and spot != NONE and spot & 1:
        return False
    return NONE <= spot < 2 * rules.TERRAINS


def sound_dice(state: Contest) -> bool:
    throwing = state.phase == rules.ROLL
    thrown = 0 < state.thrown <= rules.ALL_DICE if throwing else state.thrown == 0
    used = state.rerolled in (0, 1) and state.sold in ((0, 1) if state.advanced else (0,))
    return thrown and used and state.shown in (0, *content.DUEL_FACES) and sound_faces(state, *state.dice)


def sound_faces(state: Contest, first: int, second: int, keepers: int) -> bool:
    if (first, second, keepers) == (NONE, NONE, NONE):
        return state.turn == 1 and state.phase <= rules.ROLL and state.thrown in (0, rules.ALL_DICE)
    if min(first, second) < 0 or max(first, second) >= rules.TERRAINS or keepers not in (0, 1):
        return False
    return (first == second) == (state.phase == rules.LUCKY)


def sound_cards(state: Contest) -> bool:
    for kind in range(rules.BONUSES):
        ranks = list(state.bonus)[kind :: rules.BONUSES]
        held = sorted(rank for rank in ranks if rank != NONE)
        if len(held) != state.taken[kind] or held != list(range(len(held))):
            return False
        for seat, rank in enumerate(ranks):
            if kind == rules.CRYSTAL_BONUS:
                have = state.total(state.crystals, seat)
            else:
                have = rules.TERRAINS - holding(state.spells, seat).count(0)
            if rank == NONE and have >= content.BONUS_NEEDS[kind]:
                return False
    return True


def sound_last_round(state: Contest) -> bool:
    empty = holding(state.crystals, state.seats).count(0)
    met = empty >= content.ENDING_EMPTY or any(
        state.total(state.spells, seat) >= content.ENDING_SPELLS for seat in range(state.seats)
    )
    ended = state.phase == rules.ENDED
    if state.trigger == NONE:
        return not met and state.left == NONE and state.reason == (rules.TURN_LIMIT if ended else 0)
    stopped = ended and state.reason == rules.TURN_LIMIT and state.turn == state.limit
    if not 0 <= state.trigger < state.seats or not (
        state.reason in (rules.SIX_SPELLS, rules.EMPTY_TERRAINS) or stopped
    ):
        return False
    if ended:
        return (state.left == 0) != stopped and 0 <= state.left < state.seats
    return state.left == NONE or (0 < state.left < state.seats and state.active != state.trigger)


def sound_window(state: Contest) -> bool:
    offering = state.phase in (rules.GIVING, rules.ANSWER)
    return (
        (0 < state.points <= state.room(state.at) if state.phase == rules.RAISING else state.points == 0)
        and (
            0 < state.taking <= min(content.TRADE_CRYSTALS, state.total(state.crystals, state.seats))
            if state.phase == rules.TAKING
            else state.taking == 0
        )
        and (state.phase != rules.WINDOW or state.can_use_window())
        and state.bartered in ((0, 1) if state.advanced and state.phase <= rules.ANSWER else (0,))
        and (sound_offer(state) if offering else not any([*state.given, *state.asked]) and state.partner == NONE)
    )


def sound_offer(state: Contest) -> bool:
    if not 0 <= state.partner < state.seats or state.partner == state.at or not state.bartered:
        return False
    given, asked = list(state.given), list(state.asked)
    own, theirs = (holding(state.crystals, seat) for seat in (state.at, state.partner))
    payable = all(0 <= part <= whole for part, whole in zip([*given, *asked], [*own, *theirs]))
    apart = not any(there and back for there, back in zip(given, asked))
    fits = max(sum(given), sum(asked)) <= content.BARTER_MOST and (any(given) or not any(asked))
    ready = any(asked) if state.phase == rules.ANSWER else bool(state.moves())
    return state.holds_crystal_bonus(state.at) and payable and apart and fits and ready


def sound_collection(state: Contest) -> bool:
    spots = (state.spot, state.later)
    if not rules.ORDER <= state.phase <= rules.SPELL_ELSEWHERE:
        return spots == (NONE, NONE) and state.owed == 0 and state.again == 0
    own = state.pieces[2 * state.at : 2 * state.at + 2]
    if state.spot not in own or state.later not in (NONE, *own) or state.spot == state.later:
        return False
    if not all(spot == NONE or state.is_active(spot) for spot in spots):
        return False
    dry = rules.TERRAINS * state.seats + (state.spot >> 1)
    again = state.advanced and state.holds_crystal_bonus(state.at) and state.phase == rules.DUEL
    return (
        state.again in ((0, 1) if again else (0,))
        and {
            rules.ORDER: state.owed == 0 and state.later != NONE and state.order_matters(),
            rules.DUEL: state.owed == 0 and state.is_duel(state.spot),
            rules.CRYSTAL_ELSEWHERE: not state.is_duel(state.spot)
            and 0 < state.owed <= state.reward(state.spot)
            and state.crystals[dry] == 0
            and state.kinds(state.crystals, state.seats) != 0,
            rules.SPELL_ELSEWHERE: state.owed == 0
            and state.is_duel(state.spot)
            and state.spells[dry] == 0
            and state.kinds(state.spells, state.seats) != 0,
        }[state.phase]
    )


def sound_seat(state: Contest) -> bool:
    if rules.ROLL <= state.phase <= rules.LUCKY and state.at != state.active:
        return False
    if state.phase in CHANCES:
        return state.seat == CHANCE
    if state.phase == rules.ENDED:
        return state.seat == OVER
    return state.seat == (state.partner if state.phase == rules.ANSWER else state.at)


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

    table = Table("Player", "Power", "Health", "", *map(terrain_sign, TERRAINS), "Points", pad_edge=False)
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
            f"{names[player['seat']]} has {card['points']}"
            for player in view["players"]
            for card in player["bonus"]
            if card["name"] == pile["name"]
        ]
        told = "; ".join([f"{left} left", *held])
        lines.append(f"{pile['name'].title()} bonus, for {pile['needs']} {pile['counts']}: {told}")
    return lines
