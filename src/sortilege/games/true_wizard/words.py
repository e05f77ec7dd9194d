"""True Wizard in words."""

from collections.abc import Sequence
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.engine import CHANCE, OVER, UNKNOWN, View, Words, listed, plural
from sortilege.games.true_wizard import content, rules
from sortilege.games.true_wizard.content import CELLS, ITEMS, KINDS, SPELLS, Spell, slug
from sortilege.games.true_wizard.rules import WARMAGE, Forest

PLACES = tuple(f"{column}{row}" for row in "1234" for column in "abcd")
LINES = (*(f"row {row}" for row in "1234"), *(f"column {column}" for column in "abcd"))
PHASES = ("turn", "shown", "choice", "showing", "looking", "looking", "uncovering", "stealing", "opening", "unveiling")

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
    *(f"choose seat {seat + 1}" for seat in range(rules.MOST_SEATS)),
)

REFUSALS = (
    ("true_wizard:finish-first", "That is not what is being decided now."),
    ("true_wizard:bag-empty", "The bag is empty."),
    ("true_wizard:gem-limit", f"You have {content.LIMIT} gems, and nobody owns more."),
    ("true_wizard:no-skip", "There is something you can do, so you cannot pass."),
    ("true_wizard:learn", "No spell lies there any more."),
    ("true_wizard:learn", "You do not have gems enough for that spell."),
    ("true_wizard:turn-up", "You have not seen that spell: turn it up first."),
    ("true_wizard:known-once", "You know that spell: it can only be learnt."),
    ("true_wizard:destroy", "No open dark item lies there."),
    ("true_wizard:destroy", "You lack spells that this item asks for."),
    ("true_wizard:destroy", "You lack gems that this item asks for."),
    ("true_wizard:cast", "You do not own that spell."),
    ("true_wizard:three-casts", "That spell is exhausted."),
    ("true_wizard:hush", "You have been hushed: you cannot cast in this turn."),
    ("true_wizard:cast-effect", "That spell would do nothing now."),
    ("true_wizard:finish-first", "First decide about the spell that you turned up: learn it or put it back."),
    ("true_wizard:cast-parts", "The spell you are casting cannot be used on that."),
    ("true_wizard:turn-up", "That spell lies open already: learn it, if you like."),
)

QUESTIONS = {
    content.LOOK: "look at a place",
    content.RECLAIM: "take something back from the Warmage",
    content.ECHO: "choose the spell that is echoed",
    content.COVER: "turn an open spell face down",
    content.NAME: "destroy an item",
    content.SMASH: "destroy an item",
    content.BOLT: "destroy an item",
    content.GRASP: "take a spell",
    content.UPRIGHT: "turn an open card upright",
    content.GUST: "choose a row or column to turn back",
    content.BURY: "choose a spell to move",
    content.ROB: "choose a rival to take gems from",
    content.HUSH: "choose a rival to hush",
    content.BARTER: "choose a spell to take from a rival",
    content.SWAP: "choose a spell of yours to give",
    content.UNVEIL: "choose a row or column to turn up",
}
SECOND_QUESTIONS = {
    content.LOOK: "look at another place",
    content.BOLT: "destroy another item",
    content.BURY: "choose the item it covers",
    content.SWAP: "choose the spell that you get",
}
DEEDS = {
    content.LOOK: "looks at {}",
    content.RECLAIM: "takes {} back from the Warmage",
    content.ECHO: "echoes {}",
    content.COVER: "turns {} face down",
    content.NAME: "destroys {}",
    content.SMASH: "destroys {}",
    content.BOLT: "destroys {}",
    content.GRASP: "takes {}",
    content.UPRIGHT: "turns {} upright",
    content.GUST: "turns {} back",
    content.BURY: "moves {}",
    content.ROB: "takes gems from {}",
    content.HUSH: "hushes {}",
    content.BARTER: "buys {}",
    content.SWAP: "offers {}",
    content.UNVEIL: "turns up {}",
}
SECOND_DEEDS = {content.BURY: "covers {} with it", content.SWAP: "gets {}"}
LABELS = {
    content.LOOK: "Look at {}",
    content.RECLAIM: "Take back {}",
    content.ECHO: "Echo {}",
    content.COVER: "Turn {} face down",
    content.NAME: "Destroy {}",
    content.SMASH: "Destroy {}",
    content.BOLT: "Destroy {}",
    content.GRASP: "Take {}",
    content.UPRIGHT: "Turn {} upright",
    content.GUST: "Turn {} back",
    content.BURY: "Move {}",
    content.ROB: "Take gems from {}",
    content.HUSH: "Hush {}",
    content.BARTER: "Buy {}",
    content.SWAP: "Give {}",
    content.UNVEIL: "Turn up {}",
}
SECOND_LABELS = {content.BURY: "Cover {}", content.SWAP: "Get {}"}


def cast_of(spell: Spell, seats: int) -> content.Cast:
    return spell.solo if seats == 1 else spell.several


def cells_of(bits: int) -> list[int]:
    return [card for card in range(CELLS) if bits >> card & 1]


def cards_of(owners: vec[i64], owner: int) -> list[int]:
    return [card for card in range(CELLS) if owners[card] == owner]


def needs_text(item: content.Item) -> str:
    parts = [plural(count, f"{kind} spell") for kind, count in zip(KINDS, item.needs) if count]
    return listed([*parts, plural(item.gems, "gem")] if item.gems else parts)


class ForestWords(Words[Forest]):
    notation = NOTATION
    refusals = REFUSALS
    endings = ("destroyed", "stolen", "last item", "all passed", "round limit")
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
        if seen.phase == rules.SHOWN:
            spell = SPELLS[seen.spell_at[seen.cell]]
            what = f"{spell.name} costs {plural(spell.cost, 'gem')}. {cast_of(spell, seen.seats).text}"
            if spell.cost > seen.gems[seen.seat]:
                return f"{what} That is more than you have: put it back."
            return f"{what} Learn it, or put it back?"
        if seen.phase == rules.PICK:
            step = seen.step_now()
            asked = QUESTIONS[step] if seen.picked == rules.NONE else SECOND_QUESTIONS[step]
            return f"{SPELLS[seen.program].name}: {asked}."
        return "Your turn: collect a gem, learn a spell, destroy an item, or cast a spell."

    def label(self, seen: Forest, move: int) -> str:
        if move == rules.COLLECT:
            return "Collect a gem"
        if move == rules.PASS:
            return "Pass: nothing can be done"
        if move == rules.RETURN:
            return f"Put {SPELLS[seen.spell_at[seen.cell]].name} back"
        if move < rules.TURN_UP:
            spell = SPELLS[seen.spell_at[move - rules.LEARN]]
            return f"Learn {spell.name} for {plural(spell.cost, 'gem')}: {cast_of(spell, seen.seats).text}"
        if move < rules.DESTROY:
            return f"Turn up the spell at {PLACES[move - rules.TURN_UP]}"
        if move < rules.CAST:
            item = ITEMS[seen.item_at[move - rules.DESTROY]]
            return f"Destroy {item.name} for {plural(item.points, 'point')}"
        if move < rules.CELL:
            spell = SPELLS[move - rules.CAST]
            return f"Cast {spell.name}: {cast_of(spell, seen.seats).text}"
        step = seen.step_now()
        said = SECOND_LABELS.get(step, LABELS[step]) if seen.picked != rules.NONE else LABELS[step]
        return said.format(self.target(seen, move))

    def target(self, seen: Forest, move: int) -> str:
        if move < rules.SPELL:
            return self.place(seen, move - rules.CELL)
        if move < rules.ITEM:
            return SPELLS[move - rules.SPELL].name
        if move < rules.LINE:
            return ITEMS[move - rules.ITEM].name
        if move < rules.RIVAL:
            return LINES[move - rules.LINE]
        return f"{{{move - rules.RIVAL}}}"

    def subject(self, state: Forest, move: int) -> str:
        if rules.LEARN <= move < rules.TURN_UP:
            return f"learn {slug(SPELLS[state.spell_at[move - rules.LEARN]].name)}"
        if rules.TURN_UP <= move < rules.DESTROY:
            return "turn"
        if rules.DESTROY <= move < rules.CAST:
            return f"destroy {slug(ITEMS[state.item_at[move - rules.DESTROY]].name)}"
        if rules.CELL <= move < rules.SPELL:
            return "choose place"
        if rules.LINE <= move < rules.RIVAL:
            return "choose line"
        return self.notation[move]

    @staticmethod
    def place(seen: Forest, cell: int) -> str:
        """What lies on top here, as far as it is known, and where."""
        if seen.item_open(cell):
            return f"{ITEMS[seen.item_at[cell]].name} at {PLACES[cell]}"
        if seen.face[cell] != rules.GONE and seen.spell_at[cell] >= 0:
            return f"{SPELLS[seen.spell_at[cell]].name} at {PLACES[cell]}"
        return f"the spell at {PLACES[cell]}"

    # What happened.

    def news(self, before: Forest, move: int | None, after: Forest, eye: int) -> list[str]:
        told = [] if before.seat == CHANCE or move is None else [self.deed(before, move)]
        told += self.stolen(before, after)
        told += self.seen_now(before, after)
        told += self.warmage_news(before, after)
        if after.seats > 1 and after.round != before.round and after.seat != OVER:
            told.append(f"Round {after.round}.")
        if after.seat == OVER:
            told.append(self.last_words(after))
        return told

    def deed(self, before: Forest, move: int) -> str:
        who = f"{{{before.seat}}}"
        if move == rules.COLLECT:
            return f"{who} collects a gem."
        if move == rules.PASS:
            return f"{who} can do nothing and passes."
        if move == rules.RETURN:
            return f"{who} puts {SPELLS[before.spell_at[before.cell]].name} back."
        if move < rules.TURN_UP:
            return f"{who} {self.learning(before, move - rules.LEARN)}."
        if move < rules.DESTROY:
            return f"{who} turns up the spell at {PLACES[move - rules.TURN_UP]}."
        if move < rules.CAST:
            return f"{who} destroys {self.place(before, move - rules.DESTROY)}."
        if move < rules.CELL:
            spell = SPELLS[move - rules.CAST]
            return f"{who} casts {spell.name}: {cast_of(spell, before.seats).text}"
        step = before.step_now()
        said = SECOND_DEEDS.get(step, DEEDS[step]) if before.picked != rules.NONE else DEEDS[step]
        return f"{who} {said.format(self.target(before, move))}."

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
            if before.face[cell] == rules.DOWN and after.face[cell] == rules.OPEN:
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
        if after.face[cell] == rules.OPEN:
            return []
        if after.shown_at(cell):
            return [f"It is {card.name}, {KINDS[card.kind]}, for {plural(card.cost, 'gem')}."]
        return [f"At {PLACES[cell]} you see {card.name}."]

    @staticmethod
    def warmage_news(before: Forest, after: Forest) -> list[str]:
        if after.seats > 1 or after.seat == OVER:
            return []
        ended = after.round > before.round
        if ended and (before.asleep > 0 or after.asleep > 0):
            return ["The Warmage does nothing this turn."]
        if after.phase != rules.OPENING and (not ended or before.phase == rules.OPENING):
            return []
        lost = [PLACES[cell] for cell in range(CELLS) if after.turns_at(cell) == rules.CASTS]
        told = ["The Warmage turns every open card."] if rotated(before, after) else []
        return [*told, f"Exhausted: {listed(lost)}."] if lost else told

    def last_words(self, after: Forest) -> str:
        why = (
            "The last dark item is destroyed",
            "The Warmage has stolen the last dark item",
            "The last dark item is destroyed and the round is complete",
            "Everybody passed",
            "The last round has been played",
        )[after.ended - 1]
        if after.seats == 1:
            points = after.points(0)
            title = content.title(points)
            verdict = "beats" if points > rules.WIN_ABOVE else "loses against"
            return f"{why}. With {points} points {{0}} is {article(title)} {title} and {verdict} the Warmage."
        winners = [f"{{{seat}}}" for seat, place in enumerate(after.ranking()) if place == 1]
        return f"{why}. {listed(winners)} {'wins' if len(winners) == 1 else 'share the win'}."

    def ending(self, state: Forest) -> str:
        return self.endings[state.ended - 1]

    # What is seen.

    def view(self, seen: Forest, eye: int) -> View:
        return {
            "game": "true_wizard",
            "eye": None if eye < 0 else eye,
            "turn": seen.seat if seen.seat >= 0 else None,
            "phase": "over" if seen.seat == OVER else PHASES[seen.phase],
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
        covered = seen.face[cell] != rules.GONE
        item = seen.item_at[cell]
        return {
            "place": PLACES[cell],
            "spell": self.cell_spell(seen, cell) if covered else None,
            "item": {**self.item_view(item), "turns": seen.item_turns[cell]} if item >= 0 else None,
            "item_open": seen.item_open(cell),
            "item_seen_by": seats_of(seen.item_known[cell], seen.seats) if covered else [],
            "empty": not covered and item == rules.NONE,
        }

    def cell_spell(self, seen: Forest, cell: int) -> View:
        spell = seen.spell_at[cell]
        face = "open" if seen.face[cell] == rules.OPEN else "shown" if seen.shown_at(cell) else "down"
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
            "casts_left": rules.CASTS - seen.spell_turns[number],
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
            "points_for": {
                "items": sum(ITEMS[item].points for item in items),
                "spells": sum(SPELLS[spell].points for spell in spells),
                "gems": seen.gems[seat] // rules.GEMS_A_POINT,
                "sets": seen.sets(seat) * rules.SET_POINTS,
            },
            "title": content.title(points) if seen.seats == 1 else None,
        }

    def warmage_view(self, seen: Forest) -> View:
        return {
            "spells": [self.spell_view(seen, spell) for spell in cards_of(seen.spell_owner, WARMAGE)],
            "items": [self.item_view(item) for item in cards_of(seen.item_owner, WARMAGE)],
            "asleep": seen.asleep,
            "quiet": seen.quiet,
            "vigil": seen.vigil,
            "next": self.intent(seen),
        }

    @staticmethod
    def intent(seen: Forest) -> View:
        """What the Warmage will do if nothing changes before his turn."""
        if seen.asleep > 0 or seen.seat == OVER:
            return {"steals": [], "turns": [], "opens": None}
        exhausted = [cell for cell in range(CELLS) if seen.turns_at(cell) == rules.CASTS and seen.vigil == 0]
        uncovered = [cell for cell in exhausted if seen.face[cell] == rules.OPEN]
        fresh = [cell for cell in range(CELLS) if seen.open_card(cell) and seen.turns_at(cell) < rules.CASTS]
        down = seen.first_down()
        opens = down < CELLS and seen.quiet == 0 and seen.gems[0] >= rules.WAKES_AT
        return {
            "steals": [PLACES[cell] for cell in exhausted],
            "turns": [PLACES[cell] for cell in sorted([*fresh, *uncovered])],
            "opens": PLACES[down] if opens else None,
        }

    @staticmethod
    def casting_view(seen: Forest) -> View | None:
        if seen.program < 0:
            return None
        spell = SPELLS[seen.program]
        return {"spell": spell.name, "text": cast_of(spell, seen.seats).text, "step": content.STEPS[seen.step_now()]}

    def draw(self, view: View, names: Sequence[str]) -> Any:
        from rich.console import Group

        head = f"Round {view['round']}   {plural(view['bag'], 'gem')} in the bag   {view['items_left']} dark items left"
        lines = [player_line(player, names[player["seat"]]) for player in view["players"]]
        if view["warmage"]:
            lines.append(warmage_line(view["warmage"]))
        return Group(head, grid_table(view["grid"]), *lines)

    # What may be restored.

    def fault(self, state: Forest) -> str:
        ranges = (
            ("face", state.face, rules.DOWN, rules.GONE),
            ("spell_at", state.spell_at, rules.NONE, CELLS - 1),
            ("item_at", state.item_at, rules.NONE, CELLS - 1),
            ("spell_known", state.spell_known, 0, rules.ALL),
            ("item_known", state.item_known, 0, rules.ALL),
            ("spell_turns", state.spell_turns, 0, rules.CASTS),
            ("item_turns", state.item_turns, 0, rules.CASTS),
            ("gems", state.gems, 0, content.LIMIT),
            ("hushed", state.hushed, 0, 1),
            ("guarded", state.guarded, 0, CELLS + 1),
        )
        for name, cells, low, high in ranges:
            if not all(low <= cell <= high for cell in cells):
                return f"{name!r} must hold numbers from {low} to {high}"
        checks = (
            (state.round >= 1, "rounds are counted from 1"),
            (state.round_limit >= 1, "the round limit is at least 1"),
            (0 <= state.passes <= state.seats, "there are no more passes than seats"),
            (all(number >= 0 for number in (state.quiet, state.vigil, state.asleep)), "no ward is below 0"),
            (0 <= state.cursor <= CELLS, "there is no such cursor"),
            (0 <= state.actor < state.seats, "the actor must be a seat"),
            (state.bag() >= 0, "there are more gems than the bag had"),
            (self.seats_fit(state), "seats that are not there have nothing"),
            (self.spells_fit(state), "every spell is in exactly one place"),
            (self.items_fit(state), "every dark item is in exactly one place"),
            (self.phase_fits(state), "the seat that decides does not fit what is being decided"),
        )
        return next((said for sound, said in checks if not sound), "")

    @staticmethod
    def seats_fit(state: Forest) -> bool:
        absent = range(state.seats, rules.MOST_SEATS)
        return not any(state.gems[seat] or state.hushed[seat] or state.guarded[seat] for seat in absent)

    @staticmethod
    def owners_fit(state: Forest, owners: vec[i64]) -> bool:
        allowed = {rules.FREE, *range(state.seats), *((WARMAGE,) if state.seats == 1 else ())}
        return set(owners) <= allowed

    def spells_fit(self, state: Forest) -> bool:
        lying = [spell for spell in state.spell_at if spell >= 0]
        owned = [spell for spell in range(CELLS) if state.spell_owner[spell] != rules.FREE]
        undrawn = cells_of(state.spells_left)
        faces = zip(state.face, state.spell_at)
        held = [0] * (rules.MOST_SEATS + 1)
        if not self.owners_fit(state, state.spell_owner):
            return False
        for spell in owned:
            held[state.spell_owner[spell]] += 1 << (rules.KIND_BITS * SPELLS[spell].kind)
        return (
            sorted([*lying, *owned, *undrawn]) == list(range(CELLS))
            and list(state.spell_at).count(UNKNOWN) == len(undrawn)
            and all((face == rules.GONE) == (spell == rules.NONE) for face, spell in faces)
            and all(spell >= 0 for face, spell in zip(state.face, state.spell_at) if face == rules.OPEN)
            and list(state.held) == held
        )

    def items_fit(self, state: Forest) -> bool:
        lying = [item for item in state.item_at if item >= 0]
        owned = [item for item in range(CELLS) if state.item_owner[item] != rules.FREE]
        undrawn = cells_of(state.items_left)
        placed = sorted([*lying, *owned, *undrawn]) == list(range(CELLS))
        placed = placed and list(state.item_at).count(UNKNOWN) == len(undrawn)
        covered = all(item != rules.NONE for face, item in zip(state.face, state.item_at) if face != rules.GONE)
        known = self.owners_fit(state, state.item_owner) and len(owned) == state.items_gone
        bare = [cell for cell in range(CELLS) if state.face[cell] == rules.GONE and state.item_at[cell] == UNKNOWN]
        uncovered = bare == ([state.cell] if state.phase in (rules.UNCOVERING, rules.STEALING) else [])
        return placed and covered and known and uncovered

    def phase_fits(self, state: Forest) -> bool:
        if state.seat == OVER:
            return rules.GOES_ON < state.ended <= rules.ROUND_LIMIT and state.phase == rules.TURN
        if state.ended != rules.GOES_ON or not rules.TURN <= state.phase <= rules.UNVEILING:
            return False
        if state.phase > rules.PICK:
            cards = state.item_at if state.draws_item() else state.spell_at
            awaited = 0 <= state.cell < CELLS and cards[state.cell] == UNKNOWN
            return state.seat == CHANCE and awaited and self.cast_fits(state)
        if state.seat != state.actor:
            return False
        if state.phase == rules.PICK:
            return self.cast_fits(state) and self.pick_fits(state) and bool(state.moves())
        shown = state.phase == rules.TURN or (0 <= state.cell < CELLS and state.spell_at[state.cell] >= 0)
        return shown and state.program == rules.NONE

    @staticmethod
    def pick_fits(state: Forest) -> bool:
        return state.step_now() in (QUESTIONS if state.picked == rules.NONE else SECOND_QUESTIONS)

    @staticmethod
    def cast_fits(state: Forest) -> bool:
        idle = state.program == rules.NONE and state.phase != rules.PICK
        return idle or (
            0 <= state.program < CELLS
            and 0 <= state.step < content.MOST_STEPS
            and 0 <= state.left <= CELLS
            and (state.picked == rules.NONE or 0 <= state.picked < CELLS)
        )


def newly_owned(before: vec[i64], after: vec[i64], owner: int) -> list[int]:
    return [card for card in range(CELLS) if after[card] == owner != before[card]]


def rotated(before: Forest, after: Forest) -> bool:
    """Did the Warmage turn a card? Exhausted ones he cannot; a line that was just turned back he turns again."""
    turned_back = before.phase == rules.PICK and before.step_now() == content.GUST
    turns = [(before.turns_at(cell), after.turns_at(cell)) for cell in range(CELLS)]
    return turned_back or any(0 < now < rules.CASTS or was < now for was, now in turns)


def article(name: str) -> str:
    return "an" if name[0] in "AEIOU" else "a"


def seats_of(bits: int, seats: int) -> list[int]:
    return [seat for seat in range(seats) if bits >> seat & 1]


SIGNS = {"Spirit": "☽", "Mind": "◉", "Body": "✚", "Element": "▲"}
STYLES = {"Spirit": "magenta", "Mind": "blue", "Body": "green", "Element": "yellow"}
TURNS = ("", " ↺1", " ↺2", " ↺3")


def grid_table(grid: list[View]) -> Any:
    from rich.table import Table

    table = Table(show_lines=True, expand=True)
    table.add_column("", no_wrap=True, min_width=1)
    for column in "abcd":
        table.add_column(column, ratio=1)
    for row in range(rules.WIDTH):
        cells = grid[row * rules.WIDTH : (row + 1) * rules.WIDTH]
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


def player_line(player: View, name: str) -> str:
    spells = ", ".join(f"{SIGNS[card['kind']]} {card['name']} ({card['casts_left']})" for card in player["spells"])
    items = ", ".join(item["name"] for item in player["items"])
    notes = f"{' hushed' if player['hushed'] else ''}{' guarded' if player['guarded'] else ''}"
    called = f", {player['title']}" if player["title"] else ""
    head = f"[bold]{name}[/]: {plural(player['points'], 'point')}{called}, {plural(player['gems'], 'gem')}{notes}"
    return f"{head}\n  spells (casts left): {spells or 'none'}\n  destroyed: {items or 'none'}"


def warmage_line(warmage: View) -> str:
    taken = ", ".join(card["name"] for card in [*warmage["spells"], *warmage["items"]])
    plan = warmage["next"]
    steps = [f"steals {', '.join(plan['steals'])}"] if plan["steals"] else []
    steps += [f"turns {', '.join(plan['turns'])}"] if plan["turns"] else []
    steps += [f"opens {plan['opens']}"] if plan["opens"] else []
    return f"[bold]The Warmage[/] has {taken or 'nothing'}. Next he {'; '.join(steps) or 'does nothing'}."
