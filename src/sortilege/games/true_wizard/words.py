"""True Wizard in words."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.engine import CHANCE, OVER, UNKNOWN, Listed, Shelf, View, Words, listed, plural
from sortilege.engine.fields import in_order
from sortilege.games.true_wizard import content, position
from sortilege.games.true_wizard.content import CELLS, ITEMS, KINDS, SPELLS, Spell, slug
from sortilege.games.true_wizard.position import LINES, PLACES, WARMAGE
from sortilege.games.true_wizard.rules import Forest, moves

PHASE_NAMES = in_order(position.PHASES)
ENDINGS = in_order(position.ENDINGS)

NOTATION = (
    "collect",
    "pass",
    "return",
    *(f"learn {place}" for place in PLACES),
    *(f"turn {place}" for place in PLACES),
    *(f"destroy {place}" for place in PLACES),
    *(f"cast {slug(spell.name)}" for spell in SPELLS),
    *(f"choose {place}" for place in PLACES),
    *(f"choose {slug(spell.name)}" for spell in SPELLS),
    *(f"choose {slug(item.name)}" for item in ITEMS),
    *(f"choose {line}" for line in LINES),
    *(f"choose seat {seat + 1}" for seat in range(position.MOST_SEATS)),
)

REFUSALS = {
    moves.NOT_NOW: ("true_wizard:finish-first", "That is not what is being decided now."),
    moves.BAG_EMPTY: ("true_wizard:bag-empty", "The bag is empty."),
    moves.PURSE_FULL: ("true_wizard:gem-limit", f"You have {content.GEM_LIMIT} gems, and nobody owns more."),
    moves.MUST_ACT: ("true_wizard:no-skip", "There is something you can do, so you cannot pass."),
    moves.NO_SPELL: ("true_wizard:learn", "No spell lies there any more."),
    moves.TOO_DEAR: ("true_wizard:learn", "You do not have gems enough for that spell."),
    moves.NOT_SEEN: ("true_wizard:turn-up", "You have not seen that spell: turn it up first."),
    moves.ALREADY_KNOWN: ("true_wizard:known-once", "You know that spell: it can only be learnt."),
    moves.NO_ITEM: ("true_wizard:destroy", "No open dark item lies there."),
    moves.SPELLS_LACK: ("true_wizard:destroy", "You lack spells that this item asks for."),
    moves.GEMS_LACK: ("true_wizard:destroy", "You lack gems that this item asks for."),
    moves.NOT_YOURS: ("true_wizard:cast", "You do not own that spell."),
    moves.EXHAUSTED: ("true_wizard:three-casts", "That spell is exhausted."),
    moves.HUSHED: ("true_wizard:hush", "You have been hushed: you cannot cast in this turn."),
    moves.NO_EFFECT: ("true_wizard:cast-effect", "That spell would do nothing now."),
    moves.DECIDE_SHOWN: (
        "true_wizard:finish-first",
        "First decide about the spell that you turned up: learn it or put it back.",
    ),
    moves.NO_TARGET: ("true_wizard:cast-parts", "The spell you are casting cannot be used on that."),
    moves.FACE_UP: ("true_wizard:turn-up", "That spell lies open already: learn it, if you like."),
}


class Pick(NamedTuple):
    """How a pick is asked for, offered and told."""

    question: str
    label: str
    deed: str


PICKS = {
    content.LOOK: Pick("look at a place", "Look at {}", "looks at {}"),
    content.RECLAIM: Pick("take something back from the Warmage", "Take back {}", "takes {} back from the Warmage"),
    content.ECHO: Pick("choose the spell that is echoed", "Echo {}", "echoes {}"),
    content.COVER: Pick("turn an open spell face down", "Turn {} face down", "turns {} face down"),
    content.NAME: Pick("destroy an item", "Destroy {}", "destroys {}"),
    content.SMASH: Pick("destroy an item", "Destroy {}", "destroys {}"),
    content.BOLT: Pick("destroy an item", "Destroy {}", "destroys {}"),
    content.GRASP: Pick("take a spell", "Take {}", "takes {}"),
    content.UPRIGHT: Pick("turn an open card upright", "Turn {} upright", "turns {} upright"),
    content.BURY: Pick("choose a spell to move", "Move {}", "moves {}"),
    content.ROB: Pick("choose a rival to take gems from", "Take gems from {}", "takes gems from {}"),
    content.HUSH: Pick("choose a rival to hush", "Hush {}", "hushes {}"),
    content.BARTER: Pick("choose a spell to take from a rival", "Buy {}", "buys {}"),
    content.SWAP: Pick("choose a spell of yours to give", "Give {}", "offers {}"),
    content.UNVEIL: Pick("choose a row or column to turn up", "Turn up {}", "turns up {}"),
}
OF_OTHERS = {content.RECLAIM, content.ROB, content.HUSH, content.BARTER, content.SWAP}
"""Picks of what lies before players, not in the forest."""
STOLEN = {content.GRASP: "{} from the Warmage", content.NAME: "{} in the Warmage's hands"}
"""How something of his is named where a step may also pick what is not his."""
SECOND_PICKS = {
    content.LOOK: Pick("look at another place", "Look at {}", "looks at {}"),
    content.BOLT: Pick("destroy another item", "Destroy {}", "destroys {}"),
    content.BURY: Pick("choose the item it covers", "Cover {}", "covers {} with it"),
    content.SWAP: Pick("choose the spell that you get", "Get {}", "gets {}"),
}
assert set(PICKS) == {step for step in content.STEP_NAMES if position.picks(step, 1)}, "every step that asks"
assert set(SECOND_PICKS) == {step for step in PICKS if position.picks(step, 2) == 2}, "every step that asks again"


def pick_of(seen: Forest) -> Pick:
    return (SECOND_PICKS if seen.picked_before() else PICKS)[seen.step_now()]


def cast_of(spell: Spell, seats: int) -> content.Cast:
    return spell.solo if seats == 1 else spell.several


def cells_of(bits: int) -> list[int]:
    return [card for card in range(CELLS) if bits >> card & 1]


def cards_of(owners: vec[i64], owner: int) -> list[int]:
    return [card for card in range(CELLS) if owners[card] == owner]


def needs_text(item: content.Item) -> str:
    parts = [plural(count, f"{kind} spell") for kind, count in zip(KINDS, item.needs) if count]
    return listed([*parts, plural(item.gems, "gem")] if item.gems else parts)


def spell_listed(spell: Spell) -> Listed:
    about = f"{KINDS[spell.kind]}, {plural(spell.cost, 'gem')}, {plural(spell.points, 'point')}"
    several = "" if spell.several == spell.solo else f" Several players: {spell.several.text}"
    return Listed(spell.name, 1, about, spell.solo.text + several)


class ForestWords(Words[Forest]):
    notation = NOTATION
    refusals = REFUSALS
    endings = ENDINGS[1:]
    kinds = {
        "collect": "Gems",
        "pass": "Pass",
        "return": "The spell turned up",
        "learn": "Learn a spell",
        "turn": "Turn up a spell",
        "destroy": "Destroy a dark item",
        "cast": "Cast a spell",
        "choose": "Choose",
    }

    # What is decided.

    def question(self, seen: Forest) -> str:
        if seen.phase == position.SHOWN:
            spell = SPELLS[seen.spell_at[seen.cell]]
            own, text = seen.gems[seen.seat], cast_of(spell, seen.seats).text
            if spell.cost > own:
                return f"Put {spell.name} back. It costs {plural(spell.cost, 'gem')}, and you have {own}. {text}"
            return f"Learn {spell.name}? It costs {spell.cost} of your {plural(own, 'gem')}. {text}"
        if seen.phase == position.PICK:
            return f"{SPELLS[seen.program].name}: {pick_of(seen).question}."
        return "Collect a gem, or take another action."

    def focus(self, seen: Forest, view: View) -> str:
        others = view["phase"] == "choice" and seen.step_now() in OF_OTHERS
        return "choice of others" if others else str(view["phase"])

    def label(self, seen: Forest, move: int) -> str:
        if move == moves.COLLECT:
            return "Collect a gem"
        if move == moves.PASS:
            return "Pass: nothing can be done"
        if move == moves.RETURN:
            return f"Put {SPELLS[seen.spell_at[seen.cell]].name} back"
        if move < moves.TURN_UP:
            spell = SPELLS[seen.spell_at[move - moves.LEARN]]
            price = self.price(seen, seen.spell_at[move - moves.LEARN])
            if seen.phase == position.SHOWN:
                return f"Learn {spell.name} for {price}"
            return f"Learn {spell.name} for {price}: {cast_of(spell, seen.seats).text}"
        if move < moves.DESTROY:
            return f"Turn up the spell at {PLACES[move - moves.TURN_UP]}"
        if move < moves.CAST:
            item = ITEMS[seen.item_at[move - moves.DESTROY]]
            return f"Destroy {item.name} for {plural(item.points, 'point')}"
        if move < moves.CELL:
            spell = SPELLS[move - moves.CAST]
            left = plural(content.CASTS - seen.spell_turns[move - moves.CAST], "cast")
            return f"Cast {spell.name} ({left} left): {cast_of(spell, seen.seats).text}"
        return self.pick_label(seen, move)

    def pick_label(self, seen: Forest, move: int) -> str:
        """A spell that is picked is named with its price and what it does."""
        target = self.target(seen, move)
        number = self.spell_picked(seen, move)
        if number < 0:
            return pick_of(seen).label.format(target)
        spell = SPELLS[number]
        priced = target.replace(spell.name, f"{spell.name} ({self.price(seen, number)})", 1)
        return f"{pick_of(seen).label.format(priced)}: {cast_of(spell, seen.seats).text}"

    @staticmethod
    def spell_picked(seen: Forest, move: int) -> int:
        """The spell that this pick is about, if it is one that the seat knows; else below 0."""
        if moves.SPELL <= move < moves.ITEM:
            return move - moves.SPELL
        return seen.spell_at[move - moves.CELL] if move < moves.SPELL else position.NONE

    @staticmethod
    def price(seen: Forest, spell: int) -> str:
        gems, turns = plural(SPELLS[spell].cost, "gem"), seen.spell_turns[spell]
        return f"{gems}, {plural(content.CASTS - turns, 'cast')} left" if turns else gems

    def target(self, seen: Forest, move: int) -> str:
        if move < moves.SPELL:
            return self.place(seen, move - moves.CELL)
        if move < moves.ITEM:
            return STOLEN.get(seen.step_now(), "{}").format(SPELLS[move - moves.SPELL].name)
        if move < moves.LINE:
            return STOLEN.get(seen.step_now(), "{}").format(ITEMS[move - moves.ITEM].name)
        if move < moves.RIVAL:
            return LINES[move - moves.LINE]
        return f"{{{move - moves.RIVAL}}}"

    def subject(self, state: Forest, move: int) -> str:
        if moves.LEARN <= move < moves.TURN_UP:
            return f"learn {slug(SPELLS[state.spell_at[move - moves.LEARN]].name)}"
        if moves.TURN_UP <= move < moves.DESTROY:
            return "turn"
        if moves.DESTROY <= move < moves.CAST:
            return f"destroy {slug(ITEMS[state.item_at[move - moves.DESTROY]].name)}"
        if moves.CELL <= move < moves.SPELL:
            return "choose place"
        if moves.LINE <= move < moves.RIVAL:
            return "choose line"
        return self.notation[move]

    @staticmethod
    def place(seen: Forest, cell: int) -> str:
        """What lies on top here, as far as it is known, and where."""
        if seen.item_open(cell):
            return f"{ITEMS[seen.item_at[cell]].name} at {PLACES[cell]}"
        if seen.face[cell] != position.GONE and seen.spell_at[cell] >= 0:
            return f"{SPELLS[seen.spell_at[cell]].name} at {PLACES[cell]}"
        return f"the spell at {PLACES[cell]}"

    def outcome(self, seen: Forest, move: int) -> str:
        own = seen.gems[seen.seat]
        if move == moves.COLLECT:
            return f"{own} → {own + 1} gems"
        if moves.LEARN <= move < moves.TURN_UP:
            spell = SPELLS[seen.spell_at[move - moves.LEARN]]
            return f"{own} → {plural(own - spell.cost, 'gem')}: +{spell.points}"
        if moves.DESTROY <= move < moves.CAST:
            item = ITEMS[seen.item_at[move - moves.DESTROY]]
            return f"{own} → {plural(own - item.gems, 'gem')}: +{item.points}" if item.gems else f"+{item.points}"
        return ""

    # What happened.

    def news(self, before: Forest, move: int | None, after: Forest, eye: int) -> list[str]:
        told = [] if before.seat == CHANCE or move is None else [self.deed(before, move)]
        told += self.stolen(before, after)
        told += self.seen_now(before, after)
        told += self.warmage_news(before, move, after)
        if after.seats > 1 and after.round != before.round and after.seat != OVER:
            told.append(f"Round {after.round}.")
        if after.seat == OVER:
            told.append(self.last_words(after))
        return told

    def deed(self, before: Forest, move: int) -> str:
        who = f"{{{before.seat}}}"
        if move == moves.COLLECT:
            return f"{who} collects a gem."
        if move == moves.PASS:
            return f"{who} can do nothing and passes."
        if move == moves.RETURN:
            return f"{who} puts {SPELLS[before.spell_at[before.cell]].name} back."
        if move < moves.TURN_UP:
            return f"{who} {self.learning(before, move - moves.LEARN)}."
        if move < moves.DESTROY:
            return f"{who} turns up the spell at {PLACES[move - moves.TURN_UP]}."
        if move < moves.CAST:
            return f"{who} destroys {self.place(before, move - moves.DESTROY)}."
        if move < moves.CELL:
            spell = SPELLS[move - moves.CAST]
            return f"{who} casts {spell.name}: {cast_of(spell, before.seats).text}"
        return f"{who} {pick_of(before).deed.format(self.target(before, move))}."

    @staticmethod
    def learning(before: Forest, cell: int) -> str:
        spell = before.spell_at[cell]
        if spell == UNKNOWN:
            alone = seats_of(before.spell_known[cell], before.seats) == [before.seat]
            return f"learns the spell at {PLACES[cell]}, which {'only they' if alone else 'they'} knew"
        return f"learns {SPELLS[spell].name} for {plural(SPELLS[spell].cost, 'gem')}"

    @staticmethod
    def stolen(before: Forest, after: Forest) -> list[str]:
        names = [SPELLS[spell].name for spell in newly_owned(before.spell_owner, after.spell_owner, WARMAGE)]
        names += [ITEMS[item].name for item in newly_owned(before.item_owner, after.item_owner, WARMAGE)]
        return [f"The Warmage steals {listed(names)}."] if names else []

    def seen_now(self, before: Forest, after: Forest) -> list[str]:
        """Cards that came to be seen."""
        told = []
        for spell in cells_of(before.spells_left & ~after.spells_left):
            told += self.spell_seen(after, spell)
        for cell in range(CELLS):
            if before.face[cell] == position.DOWN and after.face[cell] == position.OPEN:
                text = cast_of(SPELLS[after.spell_at[cell]], after.seats).text
                told.append(f"{self.place(after, cell)} lies open: {text}")
            if after.item_open(cell) and not before.item_open(cell):
                item = ITEMS[after.item_at[cell]]
                told.append(f"{item.name} is uncovered at {PLACES[cell]}: it needs {needs_text(item)}.")
            elif before.item_at[cell] == UNKNOWN and after.item_at[cell] >= 0:
                told.append(f"Below {PLACES[cell]} you see {ITEMS[after.item_at[cell]].name}.")
        return told

    @staticmethod
    def spell_seen(after: Forest, spell: int) -> list[str]:
        """A spell whose place was not known before: turned up, looked at, or taken by somebody who knew it."""
        card = SPELLS[spell]
        if after.spell_owner[spell] >= 0:
            return [f"It was {card.name}."]
        cell = list(after.spell_at).index(spell)
        if after.face[cell] == position.OPEN:
            return []
        if after.shown_at(cell):
            return [f"It is {card.name}, {KINDS[card.kind]}, for {plural(card.cost, 'gem')}."]
        return [f"At {PLACES[cell]} you see {card.name}."]

    @staticmethod
    def warmage_news(before: Forest, move: int | None, after: Forest) -> list[str]:
        if after.seats > 1 or after.seat == OVER:
            return []
        ended = after.round > before.round
        if ended and (before.asleep > 0 or after.asleep > 0):
            return ["The Warmage does nothing this turn."]
        if after.phase != position.OPENING and (not ended or before.phase == position.OPENING):
            return []
        lost = [PLACES[cell] for cell in range(CELLS) if after.turns_at(cell) == content.CASTS]
        if against_the_wind(before, move, after):
            turned = "every open card back" if turned_back(before, after) else "nothing"
            told = [f"Against the wind the Warmage turns {turned}."]
        else:
            told = ["The Warmage turns every open card."] if rotated(before, after) else []
        return [*told, f"Exhausted: {listed(lost)}."] if lost else told

    def last_words(self, after: Forest) -> str:
        why = {
            position.DESTROYED: "The last dark item is destroyed",
            position.STOLEN: "The Warmage has stolen the last dark item",
            position.LAST_ITEM: "The last dark item is destroyed and the round is complete",
            position.ALL_PASSED: "Everybody passed",
            position.ROUND_LIMIT: "The last round has been played",
        }[after.ended]
        if after.seats == 1:
            points = after.points(0)
            title = content.title(points)
            verdict = "beats" if points > content.WIN_ABOVE else "loses against"
            return f"{why}. With {plural(points, 'point')} {{0}} is {article(title)} {title} and {verdict} the Warmage."
        winners = [f"{{{seat}}}" for seat, place in enumerate(after.ranking()) if place == 1]
        return f"{why}. {listed(winners)} {'wins' if len(winners) == 1 else 'share the win'}."

    def ending(self, state: Forest) -> str:
        return ENDINGS[state.ended]

    def piles(self) -> dict[str, list[Listed]]:
        return {
            "Spells": [spell_listed(spell) for spell in SPELLS],
            "Dark items": [
                Listed(item.name, 1, plural(item.points, "point"), f"Needs {needs_text(item)}.") for item in ITEMS
            ],
        }

    def sources(self, state: Forest, seat: int) -> list[tuple[str, int]]:
        worth = points_for(state, seat)
        return [(SOURCE_NAMES[source], points) for source, points in worth.items()]

    def titles(self, state: Forest) -> list[tuple[str, int]]:
        return list(content.TITLES) if state.seats == 1 else []

    def highlights(self, steps: Sequence[tuple[Forest, int]], end: Forest) -> list[str]:
        told = []
        casts: Counter[int] = Counter()
        dearest: tuple[int, int, int] | None = None
        for before, move in steps:
            if before.seat >= 0 and moves.CAST <= move < moves.CELL:
                casts[move - moves.CAST] += 1
            if before.seat >= 0 and moves.DESTROY <= move < moves.CAST:
                item = before.item_at[move - moves.DESTROY]
                if dearest is None or ITEMS[item].points > dearest[0]:
                    dearest = ITEMS[item].points, item, before.seat
        if dearest:
            points, item, seat = dearest
            told.append(f"The greatest deed: {{{seat}}} destroyed {ITEMS[item].name} for {plural(points, 'point')}.")
        if casts:
            spell, times = casts.most_common(1)[0]
            told.append(f"{SPELLS[spell].name} was cast most: {plural(times, 'time')}.")
        taken = len(cards_of(end.item_owner, WARMAGE)) if end.seats == 1 else 0
        if taken:
            told.append(f"The Warmage carried off {plural(taken, 'dark item')}.")
        elif end.seats > 1:
            richest = max(range(end.seats), key=lambda seat: len(cards_of(end.spell_owner, seat)))
            owned = plural(len(cards_of(end.spell_owner, richest)), "spell")
            told.append(f"{{{richest}}} ended with {owned}, the most of all.")
        return told

    def shelves(self, end: Forest) -> list[Shelf]:
        """Alone: the dark items, those that were destroyed and those that the Warmage has."""
        if end.seats > 1:
            return []
        gone, taken = (
            {ITEMS[item].name: int(ITEMS[item].points) for item in cards_of(end.item_owner, owner)}
            for owner in (0, WARMAGE)
        )
        destroyed = f"{len(gone)} of {CELLS} dark items, {plural(sum(gone.values()), 'point')}"
        carried = f"{len(taken)}, worth {sum(taken.values())}"
        return [Shelf("Destroyed", destroyed, gone), Shelf("The Warmage carried off", carried, taken, lost=True)]

    # What is seen.

    def view(self, seen: Forest, eye: int) -> View:
        return {
            "game": "true_wizard",
            "eye": None if eye < 0 else eye,
            "turn": seen.seat if seen.seat >= 0 else None,
            "phase": "over" if seen.seat == OVER else PHASE_NAMES[seen.phase].split()[0],
            "round": seen.round,
            "round_limit": seen.round_limit if seen.seats > 1 else None,
            "bag": seen.bag(),
            "grid": [self.cell_view(seen, eye, cell) for cell in range(CELLS)],
            "players": [self.player_view(seen, seat) for seat in range(seen.seats)],
            "warmage": self.warmage_view(seen) if seen.seats == 1 else None,
            "casting": self.casting_view(seen),
            "unseen_spells": [SPELLS[spell].name for spell in cells_of(seen.spells_left)],
            "unseen_items": [ITEMS[item].name for item in cells_of(seen.items_left)],
            "items_left": CELLS - seen.items_gone,
            "over": seen.seat == OVER,
            "ending": self.ending(seen) if seen.seat == OVER else None,
        }

    def cell_view(self, seen: Forest, eye: int, cell: int) -> View:
        covered = seen.face[cell] != position.GONE
        item = seen.item_at[cell]
        return {
            "place": PLACES[cell],
            "spell": self.cell_spell(seen, cell) if covered else None,
            "item": {**self.item_view(item), "turns": seen.item_turns[cell]} if item >= 0 else None,
            "item_open": seen.item_open(cell),
            "item_seen_by": seats_of(seen.item_known[cell], seen.seats) if covered else [],
            "empty": not covered and item == position.NONE,
        }

    def cell_spell(self, seen: Forest, cell: int) -> View:
        spell = seen.spell_at[cell]
        face = "open" if seen.face[cell] == position.OPEN else "shown" if seen.shown_at(cell) else "down"
        seen_by = seats_of(seen.spell_known[cell], seen.seats)
        return {"face": face, "seen_by": seen_by, "card": self.spell_view(seen, spell) if spell >= 0 else None}

    @staticmethod
    def spell_view(seen: Forest, number: int) -> View:
        spell = SPELLS[number]
        return {
            "name": spell.name,
            "slug": slug(spell.name),
            "kind": KINDS[spell.kind],
            "cost": spell.cost,
            "points": spell.points,
            "text": cast_of(spell, seen.seats).text,
            "turns": seen.spell_turns[number],
            "casts_left": content.CASTS - seen.spell_turns[number],
        }

    @staticmethod
    def item_view(number: int) -> View:
        item = ITEMS[number]
        return {
            "name": item.name,
            "slug": slug(item.name),
            "needs": [kind for kind, count in zip(KINDS, item.needs) for _ in range(count)],
            "gems": item.gems,
            "points": item.points,
        }

    def player_view(self, seen: Forest, seat: int) -> View:
        items = cards_of(seen.item_owner, seat)
        spells = cards_of(seen.spell_owner, seat)
        points = seen.points(seat)
        return {
            "seat": seat,
            "gems": seen.gems[seat],
            "spells": [self.spell_view(seen, spell) for spell in spells],
            "items": [self.item_view(item) for item in items],
            "kinds": {kind: seen.of_kind(seat, number) for number, kind in enumerate(KINDS)},
            "hushed": bool(seen.hushed[seat]),
            "guarded": seen.guarded[seat],
            "points": points,
            "points_for": points_for(seen, seat),
            "title": content.title(points) if seen.seats == 1 else None,
        }

    def warmage_view(self, seen: Forest) -> View:
        return {
            "spells": [self.spell_view(seen, spell) for spell in cards_of(seen.spell_owner, WARMAGE)],
            "items": [self.item_view(item) for item in cards_of(seen.item_owner, WARMAGE)],
            "asleep": seen.asleep,
            "quiet": seen.quiet,
            "vigil": seen.vigil,
            "recoil": seen.recoil,
            "next": self.intent(seen),
        }

    @staticmethod
    def intent(seen: Forest) -> View:
        """What the Warmage will do if nothing changes before his turn."""
        if seen.asleep > 0 or seen.seat == OVER:
            return {"steals": [], "turns": [], "back": False, "opens": None}
        exhausted = [cell for cell in range(CELLS) if seen.turns_at(cell) == content.CASTS and seen.vigil == 0]
        uncovered = [cell for cell in exhausted if seen.face[cell] == position.OPEN]
        back, stuck = seen.recoil > 0, 0 if seen.recoil else content.CASTS
        turned = [cell for cell in range(CELLS) if seen.open_card(cell) and seen.turns_at(cell) != stuck]
        turned = [cell for cell in turned if cell not in exhausted] + ([] if back else uncovered)
        down = seen.first_down()
        opens = down < CELLS and seen.quiet == 0 and seen.gems[0] >= content.WAKES_AT
        return {
            "steals": [PLACES[cell] for cell in exhausted],
            "turns": [PLACES[cell] for cell in sorted(turned)],
            "back": back,
            "opens": PLACES[down] if opens else None,
        }

    @staticmethod
    def casting_view(seen: Forest) -> View | None:
        if seen.program < 0:
            return None
        spell = SPELLS[seen.program]
        return {
            "spell": spell.name,
            "text": cast_of(spell, seen.seats).text,
            "step": content.STEP_NAMES[seen.step_now()],
        }

    def stage(self, view: View) -> str:
        return f"Round {view['round']} · {plural(view['items_left'], 'dark item')} left"

    def draw(self, view: View, names: Sequence[str]) -> Any:
        from rich.console import Group

        left = plural(view["items_left"], "dark item")
        head = f"Round {view['round']}   {plural(view['bag'], 'gem')} in the bag   {left} left"
        parts: list[Any] = [head, grid_table(view["grid"]), LEGEND]
        lying = [cell["spell"]["card"] for cell in view["grid"] if cell["spell"] and cell["spell"]["card"]]
        if lying:
            parts += ["[bold]The forest[/]: spells that you know", spells_table(lying)]
        for player in view["players"]:
            parts += [player_line(player, names[player["seat"]]), spells_table(player["spells"])]
        if view["warmage"]:
            parts += [warmage_line(view["warmage"]), spells_table(view["warmage"]["spells"])]
        return Group(*parts)


SOURCE_NAMES = {"items": "dark items", "spells": "spells", "gems": "gems", "sets": "sets of four kinds"}


def points_for(seen: Forest, seat: int) -> dict[str, int]:
    """Where a seat's points come from."""
    return {
        "items": sum(ITEMS[item].points for item in cards_of(seen.item_owner, seat)),
        "spells": sum(SPELLS[spell].points for spell in cards_of(seen.spell_owner, seat)),
        "gems": seen.gems[seat] // content.GEMS_A_POINT,
        "sets": seen.sets(seat) * content.SET_POINTS,
    }


def newly_owned(before: vec[i64], after: vec[i64], owner: int) -> list[int]:
    return [card for card in range(CELLS) if after[card] == owner != before[card]]


def rotated(before: Forest, after: Forest) -> bool:
    """Did the Warmage turn a card? Exhausted ones he cannot."""
    turns = [(before.turns_at(cell), after.turns_at(cell)) for cell in range(CELLS)]
    return any(0 < now < content.CASTS or was < now for was, now in turns)


def turned_back(before: Forest, after: Forest) -> bool:
    """Did a card that still lies open go back?"""
    cells = [cell for cell in range(CELLS) if after.open_card(cell) and before.face[cell] == after.face[cell]]
    return any(after.turns_at(cell) < before.turns_at(cell) for cell in cells)


def against_the_wind(before: Forest, move: int | None, after: Forest) -> bool:
    """Did he turn the cards back, by a cast of this turn or of an earlier one?"""
    if before.recoil or after.recoil or move is None or before.seat == CHANCE:
        return bool(before.recoil or after.recoil)
    cast = moves.CAST <= move < moves.CELL or (before.phase == position.PICK and before.step_now() == content.ECHO)
    spell = move - (moves.SPELL if before.phase == position.PICK else moves.CAST)
    return cast and content.RECOIL in dict(SPELLS[spell].solo.steps)


def article(name: str) -> str:
    return "an" if name[0] in "AEIOU" else "a"


def seats_of(bits: int, seats: int) -> list[int]:
    return [seat for seat in range(seats) if bits >> seat & 1]


SIGNS = {"Spirit": "☽", "Mind": "◉", "Body": "✚", "Element": "▲"}
STYLES = {"Spirit": "magenta", "Mind": "blue", "Body": "green", "Element": "yellow"}
TURNS = ("", " ↺1", " ↺2", " ↺3")
LEGEND = (
    f"{'  '.join(f'[{STYLES[kind]}]{SIGNS[kind]}[/] {kind}' for kind in KINDS)}"
    "  ◆ gems  + points  ✖ dark item  (face down)\n"
    "↺ quarter turns, each a cast less: a card turned three times is exhausted"
)


def grid_table(grid: list[View]) -> Any:
    from rich.table import Table

    table = Table(show_lines=True, expand=True)
    table.add_column("", no_wrap=True, min_width=1)
    for column in "abcd":
        table.add_column(column, ratio=1)
    for row in range(position.WIDTH):
        cells = grid[row * position.WIDTH : (row + 1) * position.WIDTH]
        table.add_row(str(row + 1), *(cell_text(cell) for cell in cells))
    return table


def cell_text(cell: View) -> str:
    lines = []
    if cell["spell"]:
        card = cell["spell"]["card"]
        lines.append(spell_text(card, cell["spell"]["face"] == "down") if card else "[dim]spell, face down[/]")
    if cell["item"]:
        lines.append(item_text(cell["item"]))
    return "\n".join(lines)


def spell_text(card: View, down: bool) -> str:
    sign = f"[{STYLES[card['kind']]}]{SIGNS[card['kind']]}[/]"
    name = f"[dim]({card['name']})[/]" if down else card["name"]
    return f"{sign} {name}{TURNS[card['turns']]}\n  {plural(card['cost'], 'gem')}, +{card['points']}"


def item_text(item: View) -> str:
    needs = " ".join(f"[{STYLES[kind]}]{SIGNS[kind]}[/]" for kind in item["needs"])
    gems = f" ◆{item['gems']}" if item["gems"] else ""
    return f"✖ {item['name']}{TURNS[item['turns']]}\n  {needs}{gems}: +{item['points']}"


def spells_table(spells: list[View]) -> Any:
    """Spells with their price, points, casts left and what they do."""
    from rich.table import Table

    table = Table.grid(padding=(0, 1))
    for _ in range(4):
        table.add_column(no_wrap=True)
    table.add_column(ratio=1)
    for card in spells:
        name = f"  [{STYLES[card['kind']]}]{SIGNS[card['kind']]}[/] {card['name']}"
        casts = plural(card["casts_left"], "cast")
        table.add_row(name, f"◆{card['cost']}", f"+{card['points']}", casts, f"[dim]{card['text']}[/]")
    return table


def player_line(player: View, name: str) -> str:
    items = ", ".join(item["name"] for item in player["items"])
    notes = f"{', hushed' if player['hushed'] else ''}{', guarded' if player['guarded'] else ''}"
    called = f", {player['title']}" if player["title"] else ""
    head = f"[bold]{name}[/]: {plural(player['points'], 'point')}{called}, {plural(player['gems'], 'gem')}{notes}"
    return f"{head}, destroyed: {items or 'nothing'}"


def warmage_line(warmage: View) -> str:
    taken = ", ".join(card["name"] for card in warmage["items"])
    plan = warmage["next"]
    steps = [f"steals {', '.join(plan['steals'])}"] if plan["steals"] else []
    steps += [f"turns {', '.join(plan['turns'])}{' back' if plan['back'] else ''}"] if plan["turns"] else []
    steps += [f"opens {plan['opens']}"] if plan["opens"] else []
    return f"[bold]The Warmage[/]: next he {'; '.join(steps) or 'does nothing'}. Stolen: {taken or 'no dark item'}"
