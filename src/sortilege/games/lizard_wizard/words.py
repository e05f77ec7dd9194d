"""Lizard Wizard in words."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from sortilege.engine import CHANCE, OVER, UNKNOWN, Listed, Run, Thing, View, Words, listed, plural
from sortilege.engine.fields import in_order
from sortilege.games.lizard_wizard import content, position
from sortilege.games.lizard_wizard.content import REAGENT_IDS, slug
from sortilege.games.lizard_wizard.rules import Astoria, dungeon, familiars, magus, moves, research, scoring

REAGENTS = content.REAGENT_NAMES
SCHOOLS = content.SCHOOL_NAMES
PHASES = in_order(position.PHASES)
HEADINGS = in_order(scoring.HEADINGS)
DECKS = in_order(content.OFFERED)
SPELL_STATES = in_order(position.SPELL_STATES)
SIDES = in_order(content.SIDES)
FLAVOURS = [wizard["text"] for wizard in content.CONTENT["wizards"]]
KINDS = in_order(content.KINDS)
MEASURES = in_order(content.MEASURES)
GATHERING_CARDS = range(position.GATHERING, position.DUNGEON)
GOLD_CARDS = range(position.DUNGEON, position.ITEMS)
ITEMS = range(position.ITEMS, position.MONSTERS)
TILES = range(position.TILES, position.CARDS)
TAKEN = {
    content.WIZARD_DECK: "recruits",
    content.TOWER_DECK: "creates",
    content.FAMILIAR_DECK: "summons",
    content.SPELL_DECK: "takes",
}


RUNS = {
    position.LEAVING: ("Leave out", moves.LEAVE, "You gather"),
    position.RETURNING: ("Put back", moves.RETURN, "You keep"),
    position.BARTERING: ("Convert", moves.BARTER, "You keep"),
    position.TAKING: ("Take", moves.TAKE, ""),
    position.FILCHING: ("Take", moves.FILCH, ""),
}
"""Where several tokens are one thought: what is done with them, the first of the moves, what becomes of the others."""


def chosen_from(seen: Astoria) -> list[int]:
    """How many tokens of each reagent there are for such a choice."""
    if seen.phase == position.LEAVING:
        return list(seen.pick)
    if seen.phase == position.TAKING:
        return list(seen.supply)
    owner = seen.target if seen.phase == position.FILCHING else seen.turn
    return list(seen.tokens)[owner * position.REAGENTS :][: position.REAGENTS]


def paired(what: str, told: Iterable[str], known: Iterable[str]) -> None:
    """A mistake at import, where words lack for something or nothing is known that they are for."""
    if set(told) != set(known):
        raise ValueError(f"{what} that are known or told, but not both: {', '.join(sorted(set(told) ^ set(known)))}")


EFFECTS = {
    "storage": "+{n} storage.",
    "hand": "+{n} gathering card in your hand.",
    "limit": "Gather {n} more from each card.",
    "forage": "Gather {n} {reagent} more each time.",
    "yield": "+{n} mana for each gathering card you play.",
    "premium": "+{n} mana for each token converted at its value.",
    "steady": "Values fall {n} steps less when you convert.",
    "mixture": "Mixed tokens bring {n} mana more each.",
    "scholar": "Spells cost you {n} mana less.",
    "bond": "Familiars cost you {n} mana less.",
    "thrift": "Towers cost you {n} reagent less.",
    "ease": "Your spells take {n} reagent less to cast.",
    "triumph": "+{n} mana when you win a duel.",
    "solace": "+{n} mana when you bid in a duel and lose.",
    "foundation": "+{n} mana for each tower you create.",
    "echo": "+{n} mana for each spell you cast from now on.",
    "kinship": "+{n} gold when a familiar scores.",
    "armour": "You bear {n} hit more in the dungeon.",
    "plunder": "+{n} gold for each gold card you bring home.",
    "income": "+{n} mana at the start of your turns.",
    "haste": "Cast {n} spell more after gathering.",
    "toll": "Each time another player converts reagents, you get {n} of the mana.",
    "burden": "All others store {n} less.",
    "score": "{n} points{per} at the end.",
    "mana": "+{n} mana{per}.",
    "gold": "+{n} gold{per}.",
    "tokens": "Take any {n} reagents.",
    "swell": "All values rise by {n}.",
    "shift": "One value {rises} by {size}.",
    "tower": "Take the tower on offer for nothing.",
    "study": "Take a spell on offer for nothing.",
    "delve": "Enter the dungeon now.",
    "transmute": "Convert one kind now, each at {n} more.",
    "filch": "Take {n} reagents from one player.",
    "tithe": "Name a reagent: all others give you {n}.",
    "blight": "Name a reagent: all others lose {n}.",
    "dispel": "A lasting spell of another player must be cast again.",
    "abduct": "Take a spell that another has not cast.",
    "trap": "Put the {n} Trap! cards into the dungeon.",
}
# What is counted, one and many; {school} stands for the school that a spell names.
COUNTED = {
    "wizards": ("wizard", "wizards"),
    "towers": ("tower", "towers"),
    "familiars": ("familiar", "familiars"),
    "spells": ("cast spell", "cast spells"),
    "owned_spells": ("spell, cast or not", "spells, cast or not"),
    "lasting_spells": ("lasting spell at work", "lasting spells at work"),
    "used_spells": ("used spell", "used spells"),
    "items": ("item", "items"),
    "gold_cards": ("gold card from the dungeon", "gold cards from the dungeon"),
    "achievements": ("achievement", "achievements"),
    "pairs": ("matching pair", "matching pairs"),
    "cards": ("card of {school}", "cards of {school}"),
    "most_cards": ("card of one school", "cards of one school"),
    "schools": ("school among your cards", "schools among your cards"),
    "wizard_schools": ("school among your wizards", "schools among your wizards"),
    "tower_schools": ("school among your towers", "schools among your towers"),
    "spell_schools": ("school among your spells", "schools among your spells"),
    "reagents": ("reagent", "reagents at once"),
    "most_reagent": ("token of one reagent", "tokens of one reagent at once"),
    "reagent_kinds": ("kind of reagent", "different reagents at once"),
    "sets": ("wizard, tower, familiar and spell of one school", "sets of wizard, tower, familiar and spell"),
    "mana": ("mana", "mana"),
}
# What the Magus looks at, and what it does.
LOOKS = {
    "always": "",
    "matching_tower": "it can pay the tower on offer, and a wizard of its own waits for it",
    "tower": "it can pay the tower on offer",
    "bid": "a wizard on offer is worth {n} mana or more to it, and it can spend them",
    "yield": "the tokens of one reagent bring {n} mana or more",
    "familiar_gold": "a familiar that it can pay brings {n} gold or more",
    "dungeon": "the dungeon is open and it can pay a familiar",
    "castable": "it can pay a spell and cast it at once",
    "spell": "it can pay a spell",
}
DEEDS = {
    "gather": "it gathers",
    "convert": "it converts them",
    "recruit": "it starts a duel",
    "research": "it researches",
    "build": "it creates the tower",
    "score": "it summons one to score",
    "explore": "it summons the cheapest one and explores",
}
LOOK_TEXTS = [LOOKS[look] for look in in_order(content.LOOKS)]
DEED_TEXTS = [DEEDS[deed] for deed in in_order(content.DEEDS)]
paired("looks of the Magus", LOOKS, content.LOOKS)
paired("deeds of the Magus", DEEDS, content.DEEDS)
paired("spells' kinds", EFFECTS, content.KINDS)
paired("measures", ["one", *COUNTED], content.MEASURES)


def signed(change: int, thing: str) -> str:
    return f"{change:+d} {thing}".replace("-", "−")


def effect_text(spell: int) -> str:
    """What a spell does, in a line."""
    kind = KINDS[content.SPELL_KIND[spell]]
    amount, each = content.SPELL_AMOUNT[spell], content.SPELL_EACH[spell]
    measure = MEASURES[content.SPELL_PER[spell]]
    per = ""
    if measure != "one":
        counted = COUNTED[measure][0] if each == 1 else f"{each} {COUNTED[measure][1].removesuffix(' at once')}"
        per = f" for each {counted}".format(school=SCHOOLS[content.SPELL_COUNTED[spell]])
    rises, size = ("rises", amount) if amount > 0 else ("falls", -amount)
    text = EFFECTS[kind].format(
        n=amount, per=per, rises=rises, size=size, reagent=REAGENTS[content.SPELL_REAGENT[spell]]
    )
    return re.sub(r"\b1 (point|reagent|step)s\b", r"1 \1", text)


def tile_text(tile: int) -> str:
    least = content.TILE_LEAST[tile]
    one, many = COUNTED[MEASURES[content.TILE_MEASURE[tile]]]
    return f"A {one}" if least == 1 else f"{least} {many}"


def chart_text(line: int) -> str:
    """A line of the Magus's charts."""
    look, least, deed = content.CHART[line : line + 3]
    seen = LOOK_TEXTS[look].format(n=least)
    return f"{seen}: {DEED_TEXTS[deed]}" if seen else f"otherwise {DEED_TEXTS[deed]}"


def chart_lines(side: int) -> range:
    """The lines of a chart."""
    return range(content.BACK, len(content.CHART), 3) if side else range(0, content.BACK, 3)


def place_on_chart(line: int) -> str:
    side = int(line >= content.BACK)
    return f"{SIDES[side]} chart, line {chart_lines(side).index(line) + 1}"


def icons(table: Any, card: int) -> list[str]:
    """The reagents that a card shows, by name, one for each icon."""
    row = table[card * position.REAGENTS : (card + 1) * position.REAGENTS]
    return [name for name, count in zip(REAGENTS, row) for _ in range(count)]


def counted(names: Sequence[str]) -> str:
    """'2 Horn and Sulphur'."""
    kinds = list(dict.fromkeys(names))
    return listed([name if names.count(name) == 1 else f"{names.count(name)} {name}" for name in kinds])


def for_each(verb: str, names: Iterable[str]) -> list[str]:
    return [f"{verb} {slug(name)}" for name in names]


def in_ranges(ranges: dict[int, list[str]]) -> tuple[str, ...]:
    """The notation of all moves, each range of them where its first number says."""
    found: list[str] = []
    for first, texts in ranges.items():
        if len(found) != first:
            raise ValueError(f"{texts[0]!r} is move {len(found)}, not {first}")
        found += texts
    return tuple(found)


NOTATION = in_ranges(
    {
        moves.TAKE: for_each("take", REAGENT_IDS),
        moves.LEAVE: for_each("leave", REAGENT_IDS),
        moves.RETURN: for_each("return", REAGENT_IDS),
        moves.BARTER: for_each("barter", REAGENT_IDS),
        moves.NAME: for_each("name", REAGENT_IDS),
        moves.FILCH: for_each("filch", REAGENT_IDS),
        moves.GATHER: [
            f"gather {REAGENT_IDS[lead]} {name.split()[-1]}"
            for lead, name in zip(content.GATHER_LEAD, content.GATHERING_NAMES)
        ],
        moves.CONVERT: [
            f"convert {reagent} {count}" for reagent in REAGENT_IDS for count in range(1, moves.MOST_TOKENS + 1)
        ],
        moves.RECRUIT: for_each("recruit", content.WIZARD_NAMES),
        moves.RESEARCH: for_each("research", content.SPELL_NAMES),
        moves.BUILD_REAGENTS: ["build reagents"],
        moves.BUILD_GOLD: ["build gold"],
        moves.SUMMON: for_each("summon", content.FAMILIAR_NAMES),
        moves.USE_SCORE: ["use score"],
        moves.USE_GATHER: ["use gather"],
        moves.USE_RESEARCH: ["use research"],
        moves.USE_DUNGEON: ["use dungeon"],
        moves.LEARN: for_each("learn", content.SPELL_NAMES),
        moves.CAST: for_each("cast", content.SPELL_NAMES),
        moves.CHARM: for_each("charm", content.SPELL_NAMES),
        moves.DELVE: ["delve"],
        moves.RETREAT: ["retreat"],
        moves.AIM: [f"aim {mage + 1}" for mage in range(position.MAGES)],
        moves.BID + 1: [f"bid {amount}" for amount in range(1, position.MOST_BID + 1)],
        moves.PASS: ["pass"],
        moves.DONE: ["done"],
    }
)

REFUSALS = {
    moves.NOT_NOW: ("lizard_wizard:one-action", "That is not what is being decided now."),
    moves.NOT_IN_HAND: ("lizard_wizard:gather-card", "That gathering card is not in your hand."),
    moves.NOT_OFFERED: ("lizard_wizard:offers", "That card is not on offer."),
    moves.TOO_LITTLE_MANA: ("lizard_wizard:pay-mana", "You do not have the mana for it."),
    moves.TOO_LITTLE_GOLD: ("lizard_wizard:tower-gold", "You do not have the gold for it."),
    moves.REAGENTS_LACK: ("lizard_wizard:tower-reagents", "You do not have the reagents for it."),
    moves.NOT_CASTABLE: ("lizard_wizard:cast-cost", "You have no such spell left to cast with the reagents you have."),
    moves.BID_TOO_LOW: ("lizard_wizard:duel-raise", "A bid must be higher than the last one."),
    moves.BID_TOO_HIGH: (
        "lizard_wizard:duel-no-more-than-mana",
        "You cannot bid more mana than you have, nor more than 250.",
    ),
    moves.MUST_OPEN: ("lizard_wizard:duel-opening", "Whoever starts a duel must open with a bid."),
    moves.NONE_IN_SUPPLY: ("lizard_wizard:supply", "None of that reagent is left in the supply."),
    moves.NOT_DIFFERENT: ("lizard_wizard:start-reagents", "The reagents you start with must be different."),
    moves.NOT_SO_MANY: ("lizard_wizard:convert", "You do not have so many tokens of that reagent."),
    moves.DUNGEON_CLOSED: ("lizard_wizard:dungeon-closed", "There is no treasure left in the dungeon."),
    moves.NO_SPELL_LEFT: ("lizard_wizard:new-research-empty", "There is no spell left to find."),
    moves.MUST_ACT: (
        "lizard_wizard:must-act",
        "A turn has an action; only after a lost duel may you end it without another.",
    ),
    moves.NOT_SHOWN: ("lizard_wizard:gather-choice", "That reagent is not among those to leave."),
    moves.NOT_A_TARGET: ("lizard_wizard:spell-target", "That cannot be chosen for this spell."),
    moves.ONE_SPELL: ("lizard_wizard:cast-researched", "After research you may cast only the spell just researched."),
    moves.NO_MANA: ("lizard_wizard:duel-no-mana", "Without mana you cannot start a duel."),
    moves.NONE_TO_RETURN: ("lizard_wizard:storage", "You have no token of that reagent to put back."),
    moves.NOT_IN_PRICE: ("lizard_wizard:discount-floor", "That reagent is not part of the price you still pay."),
    moves.NONE_TO_BARTER: ("lizard_wizard:convert-mixed", "You have no token of that reagent to convert."),
}


def who(seats: int, mage: int) -> str:
    return f"{{{mage}}}" if mage < seats else "The Magus"


def named_card(card: int) -> str:
    """A card of the four decks with its school."""
    return f"{content.CARD_NAMES[card]} ({SCHOOLS[content.SCHOOL[card]]})"


class LizardWords(Words[Astoria]):
    notation = NOTATION
    refusals = REFUSALS
    endings = in_order(position.ENDINGS)[1:]
    kinds = {
        "barter": "Convert at 1 mana each",
        "build": "Create the tower",
        "use": "Use the familiar",
        "learn": "Take a spell",
        "charm": "Choose a spell",
        "return": "Put back",
        "leave": "Leave out",
        "delve": "The dungeon",
        "retreat": "The dungeon",
        "aim": "Choose a player",
        "filch": "Take from them",
        "name": "Name a reagent",
        "done": "Enough",
    }
    unordered = frozenset({"convert", "gather"})

    # What is decided.

    def question(self, seen: Astoria) -> str:
        if seen.phase == position.BIDDING:
            return self.bid_question(seen)
        if seen.phase == position.USING:
            return f"What shall {content.FAMILIAR_NAMES[seen.familiar]} do?"
        return {
            position.CHOOSING: "Choose a reagent to start with; the two must be different.",
            position.ACTING: "You lost the duel: take another action, or end your turn."
            if seen.again
            else "Take one action.",
            position.LEAVING: self.leave_question(seen),
            position.CASTING: "You may cast a spell.",
            position.RETURNING: f"You can store {seen.storage(seen.turn)}: put back {seen.excess}.",
            position.BARTERING: f"Convert more tokens, or stop with {seen.bartered} mana.",
            position.LEARNING: "Take one of the spells on offer.",
            position.DELVING: f"{self.hits_text(seen)}: draw another card, or go home with the treasures?",
            position.TAKING: f"Take {plural(seen.to_take, 'reagent')} of your choice.",
            position.NAMING: "Name a reagent.",
            position.AIMING: "From whom?",
            position.FILCHING: f"Take {seen.to_take} from {who(seen.seats, seen.target)}.",
            position.CHARMING: "Choose a spell of another player.",
            position.TRANSMUTING: "You may convert tokens of one reagent.",
        }.get(seen.phase, "")

    @staticmethod
    def hits_text(seen: Astoria) -> str:
        return f"{seen.hits} of {dungeon.most_hits(seen)} hits"

    @staticmethod
    def leave_question(seen: Astoria) -> str:
        if seen.gathered != position.NONE:
            return f"The card shows more than you may gather: leave {seen.to_leave}."
        return f"You are spared part of the price: leave out {seen.to_leave}."

    @staticmethod
    def bid_question(seen: Astoria) -> str:
        wizard = named_card(position.WIZARDS + seen.wizard)
        if seen.leader == position.NONE:
            return f"Open the duel for {wizard} with a bid."
        return f"{who(seen.seats, seen.leader)} bids {seen.bid} for {wizard}: bid more, or pass."

    def label(self, seen: Astoria, move: int) -> str:
        if move < moves.GATHER:
            return self.reagent_label(seen, move)
        if move < moves.CONVERT:
            return self.gather_label(move - moves.GATHER)
        if move < moves.RECRUIT:
            return self.convert_label(seen, move)
        if move < moves.RESEARCH:
            return f"Duel for {named_card(position.WIZARDS + move - moves.RECRUIT)}"
        if move < moves.BUILD_REAGENTS:
            spell = move - moves.RESEARCH
            price = research.price(seen, seen.turn, spell)
            return f"Research {named_card(position.SPELLS + spell)} for {price} mana: {effect_text(spell)}"
        if moves.SUMMON <= move < moves.USE_SCORE:
            familiar = move - moves.SUMMON
            price = familiars.price(seen, seen.turn, familiar)
            return f"Summon {named_card(position.FAMILIARS + familiar)} for {price} mana"
        if moves.LEARN <= move < moves.DELVE:
            verb = "Take" if move < moves.CAST else "Cast" if move < moves.CHARM else "Choose"
            spell = (move - moves.LEARN) % len(content.SPELL_NAMES)
            return f"{verb} {named_card(position.SPELLS + spell)}: {effect_text(spell)}"
        if moves.AIM <= move <= moves.BID:
            return f"Take from {who(seen.seats, move - moves.AIM)}"
        if moves.BID < move < moves.PASS:
            return f"Bid {move - moves.BID} mana"
        return self.plain_label(seen, move)

    @staticmethod
    def reagent_label(seen: Astoria, move: int) -> str:
        reagent = REAGENTS[move % position.REAGENTS]
        if moves.BARTER <= move < moves.NAME:
            value = content.MIXED_VALUE + seen.power(seen.turn, content.MIXTURE)
            return f"Convert 1 {reagent} for {value} mana, with any others"
        verb = {
            moves.TAKE: "Take",
            moves.LEAVE: "Leave out",
            moves.RETURN: "Put back",
            moves.NAME: "Name",
            moves.FILCH: "Take",
        }[move - move % position.REAGENTS]
        return f"{verb} {reagent}"

    @staticmethod
    def gather_label(card: int) -> str:
        gathered, raised = icons(content.GATHERED, card), icons(content.RAISED, card)
        return f"Gather {counted(gathered)}; {counted(raised)} rise"

    @staticmethod
    def convert_label(seen: Astoria, move: int) -> str:
        reagent, count = divmod(move - moves.CONVERT, moves.MOST_TOKENS)
        value = seen.values[reagent] + seen.power(seen.turn, content.PREMIUM)
        if seen.phase == position.TRANSMUTING:
            value += content.SPELL_AMOUNT[seen.at_work]
        return f"Convert {count + 1} {REAGENTS[reagent]} for {(count + 1) * value} mana"

    def subject(self, state: Astoria, move: int) -> str:
        if move in (moves.BUILD_REAGENTS, moves.BUILD_GOLD):
            return f"build {slug(content.CARD_NAMES[state.tower_on_offer()])}"
        return self.notation[move]

    def plain_label(self, seen: Astoria, move: int) -> str:
        if move in (moves.BUILD_REAGENTS, moves.BUILD_GOLD):
            tower = seen.tower_on_offer() - position.TOWERS
            gold = f"{content.TOWER_GOLD[tower]} gold"
            price = gold if move == moves.BUILD_GOLD else counted(icons(content.TOWER_COST, tower))
            spared = seen.power(seen.turn, content.THRIFT) if move == moves.BUILD_REAGENTS else 0
            label = f"Create {named_card(position.TOWERS + tower)} for {price}"
            return f"{label}, {spared} spared" if spared else label
        if move == moves.USE_SCORE:
            school = SCHOOLS[content.SCHOOL[position.FAMILIARS + seen.familiar]]
            return f"Score {familiars.gold(seen, seen.turn, seen.familiar)} gold for cards of {school}"
        if move == moves.USE_GATHER:
            return f"Gather {counted(icons(content.FAMILIAR_REAGENTS, seen.familiar))} and cast any spells"
        return {
            moves.USE_RESEARCH: "Turn up new spells and take one",
            moves.USE_DUNGEON: "Enter the dungeon",
            moves.DELVE: "Slink deeper: draw another dungeon card",
            moves.RETREAT: "Scurry home with the treasures",
            moves.PASS: "Pass: you are out of this duel",
            moves.DONE: self.done_label(seen),
        }[move]

    @staticmethod
    def done_label(seen: Astoria) -> str:
        return {
            position.ACTING: "End your turn",
            position.CASTING: "Cast nothing more",
            position.BARTERING: f"Stop converting: {seen.bartered} mana",
            position.TRANSMUTING: "Convert nothing",
        }.get(seen.phase, "Enough")

    def outcome(self, seen: Astoria, move: int) -> str:
        held = seen.mana[seen.seat]
        if moves.RESEARCH <= move < moves.BUILD_REAGENTS:
            return f"{held} → {held - research.price(seen, seen.turn, move - moves.RESEARCH)} mana"
        if moves.SUMMON <= move < moves.USE_SCORE:
            return f"{held} → {held - familiars.price(seen, seen.turn, move - moves.SUMMON)} mana"
        if moves.BID < move < moves.PASS and seen.phase == position.BIDDING:
            return f"leaves you {held - (move - moves.BID)} of {held}"
        return ""

    def run(self, seen: Astoria) -> Run | None:
        if seen.phase not in RUNS:
            return None
        label, first, rest = RUNS[seen.phase]
        counts = chosen_from(seen)
        things = tuple(
            Thing(self.notation[first + reagent], REAGENTS[reagent], REAGENT_IDS[reagent], count)
            for reagent, count in enumerate(counts)
            if count
        )
        if seen.phase == position.BARTERING:
            return Run(label, things, 1, sum(counts), rest, self.notation[moves.DONE])
        count = self.pending_view(seen)["count"]
        if seen.phase == position.LEAVING and seen.gathered == position.NONE:
            rest = "You pay"
        return Run(label, things, count, count, rest) if count > 1 else None

    # What happened.

    def news(self, before: Astoria, move: int | None, after: Astoria, eye: int) -> list[str]:
        told = self.deed(before, move, after, eye)
        for earlier, later in pairwise(stages(before, move, after)):
            told += self.results(earlier, later)
        if after.seat == OVER:
            told += self.last_words(after)
        return told

    def results(self, before: Astoria, after: Astoria) -> list[str]:
        """What a turn, or a part of it, has changed."""
        told = [] if (after.side, after.line) == (before.side, before.line) else [self.chart_followed(after)]
        told += self.changed_cards(before, after)
        told += self.changed_tokens(before, after)
        told += self.changed_coins(before, after)
        told += self.claimed_tiles(before, after)
        if after.asked != position.NONE and before.asked == position.NONE and after.turn >= after.seats:
            wizard = named_card(position.WIZARDS + after.wizard)
            told.append(f"The Magus starts a duel for {wizard} and bids {after.bid}.")
        if after.round != before.round:
            told.append(f"Round {after.round}.")
        if after.ended != before.ended:
            rest = "the game is over" if after.seat == OVER else "this is the last round"
            told.append(f"{self.ending_text(after)}: {rest}.")
        return told

    @staticmethod
    def chart_followed(after: Astoria) -> str:
        return f"The Magus follows its {place_on_chart(after.line)}: {chart_text(after.line)}."

    def deed(self, before: Astoria, move: int | None, after: Astoria, eye: int) -> list[str]:
        if before.seat == CHANCE:
            return self.turned_up(before, move, after, eye)
        me = f"{{{before.seat}}}"
        if move is None:
            return []
        if move < moves.GATHER:
            verb = {
                moves.TAKE: "takes",
                moves.LEAVE: "leaves out",
                moves.RETURN: "puts back",
                moves.BARTER: "converts",
                moves.NAME: "names",
                moves.FILCH: "takes",
            }[move - move % position.REAGENTS]
            return [f"{me} {verb} {REAGENTS[move % position.REAGENTS]}."]
        if move < moves.CONVERT:
            gathered, raised = icons(content.GATHERED, move - moves.GATHER), icons(content.RAISED, move - moves.GATHER)
            return [f"{me} plays a card with {counted(gathered)}, raising {counted(raised)}."]
        if move < moves.RECRUIT:
            reagent, count = divmod(move - moves.CONVERT, moves.MOST_TOKENS)
            return [f"{me} converts {count + 1} {REAGENTS[reagent]} at {before.values[reagent]}."]
        if move < moves.RESEARCH:
            return [f"{me} starts a duel for {named_card(position.WIZARDS + move - moves.RECRUIT)}."]
        if moves.AIM <= move <= moves.BID:
            return [f"{me} takes from {who(before.seats, move - moves.AIM)}."]
        if moves.BID < move < moves.PASS:
            return [f"{me} bids {move - moves.BID}."]
        if moves.CHARM <= move < moves.DELVE:
            return [f"{me} chooses {named_card(position.SPELLS + move - moves.CHARM)}."]
        return self.plain_deed(before, move)

    @staticmethod
    def plain_deed(before: Astoria, move: int) -> list[str]:
        me = f"{{{before.seat}}}"
        if before.phase == position.USING:
            familiar = content.FAMILIAR_NAMES[before.familiar]
            return [
                {
                    moves.USE_SCORE: f"{familiar} scores for {me}.",
                    moves.USE_GATHER: f"{familiar} gathers for {me}.",
                    moves.USE_RESEARCH: f"{familiar} clears the spells on offer and turns up new ones.",
                    moves.USE_DUNGEON: f"{familiar} leads {me} into the dungeon.",
                }[move]
            ]
        text = {
            moves.DELVE: f"{me} slinks deeper.",
            moves.RETREAT: f"{me} scurries home.",
            moves.PASS: f"{me} passes.",
            moves.DONE: f"{me} has done enough.",
        }.get(move)
        return [text] if text else []

    def turned_up(self, before: Astoria, move: int | None, after: Astoria, eye: int) -> list[str]:
        drawing = before.drawing
        if drawing == position.START_PLAYER:
            return [f"{who(after.seats, after.first)} begins."]
        if drawing == position.MAGUS_WIZARD:
            return []
        if drawing == position.REMOVED_WIZARD:
            wizards = range(position.WIZARDS, position.TOWERS)
            return [f"Not in this game: {named_card(card)}." for card in wizards if after.at[card] != before.at[card]]
        if drawing == position.MAGUS_CARD:
            played = card_played(before, after)
            gathered, raised = icons(content.GATHERED, played), icons(content.RAISED, played)
            return [f"The Magus gathers {counted(gathered)}, raising {counted(raised)}."]
        if drawing == position.MAGUS_BID and move is not None:
            return [self.bid_news(before, move)]
        if drawing == position.HAND_CARD or move is None:
            return [self.hand_news(before, after, eye)]
        card = drawn_card(before, move)
        if drawing == position.OFFER_CARD:
            flavour = f" {FLAVOURS[card]}" if card < position.TOWERS else ""
            return [f"On offer: {named_card(card)}.{flavour}"]
        if drawing == position.TILE:
            return [f"Achievement: {achievement(card)}."]
        return [self.dungeon_news(before, card)]

    @staticmethod
    def bid_news(before: Astoria, rank: int) -> str:
        card, drawn = position.WIZARDS + before.wizard, content.BID_DRAWN[rank]
        sure, most = magus.worth(before, card), magus.most_bid(before, card, drawn)
        told = f"The Magus adds {sure} and {drawn} drawn"
        if most < sure + drawn:
            told += f", but has only {most}"
        return f"{told}: it {f'bids {before.bid + 1}' if before.bid < most else 'passes'}."

    @staticmethod
    def hand_news(before: Astoria, after: Astoria, eye: int) -> str:
        if before.dealt != eye:
            return f"{{{before.dealt}}} draws a gathering card."
        card = (
            next(card for card in GATHERING_CARDS if after.at[card] == eye and before.at[card] != eye)
            - position.GATHERING
        )
        gathered, raised = icons(content.GATHERED, card), icons(content.RAISED, card)
        return f"{{{eye}}} draws a gathering card: {counted(gathered)}, raising {counted(raised)}."

    @staticmethod
    def dungeon_news(before: Astoria, card: int) -> str:
        me = who(before.seats, before.turn)
        name = content.DUNGEON_NAMES[card - position.DUNGEON]
        if card >= position.TRAPS:
            if before.trapper == before.turn:
                return f"{me} steps over a trap of {me}'s own."
            return f"{me} springs a trap and flees with nothing."
        if card >= position.MONSTERS:
            beaten = before.hits + 1 >= dungeon.most_hits(before)
            return f"{me} meets {name}: {'the last hit, and flees with nothing' if beaten else 'a hit'}."
        value = f", {content.GOLD_VALUE[card - position.DUNGEON]} gold" if card < position.ITEMS else ", an item"
        return f"{me} finds {name}{value}."

    @staticmethod
    def changed_cards(before: Astoria, after: Astoria) -> list[str]:
        told = []
        for card in range(position.GATHERING):
            owner = after.at[card]
            if owner != before.at[card] and 0 <= owner < position.MAGES:
                told.append(f"{who(after.seats, owner)} {TAKEN[deck_of(card)]} {named_card(card)}.")
        for spell in range(position.GATHERING - position.SPELLS):
            card = position.SPELLS + spell
            if after.cast[spell] != before.cast[spell]:
                if after.cast[spell] == position.UNCAST:
                    told.append(f"{named_card(card)} must be cast again.")
                else:
                    me = who(after.seats, after.at[card])
                    told.append(f"{me} casts {named_card(card)}: {effect_text(spell)}")
        treasures = range(position.DUNGEON, position.MONSTERS)
        brought = [card for card in treasures if after.at[card] < position.MAGES <= before.at[card]]
        if brought:
            names = [content.DUNGEON_NAMES[card - position.DUNGEON] for card in brought]
            told.append(f"{who(after.seats, after.at[brought[0]])} brings home {listed(names)}.")
        return told

    @staticmethod
    def claimed_tiles(before: Astoria, after: Astoria) -> list[str]:
        claimed = [tile for tile in TILES if after.at[tile] < position.MAGES <= before.at[tile]]
        return [f"{who(after.seats, after.at[tile])} earns an achievement: {achievement(tile)}." for tile in claimed]

    @staticmethod
    def changed_tokens(before: Astoria, after: Astoria) -> list[str]:
        told = []
        for mage in in_turn(before):
            changes = []
            for reagent, name in enumerate(REAGENTS):
                place = mage * position.REAGENTS + reagent
                change = after.tokens[place] - before.tokens[place]
                if change:
                    changes.append(signed(change, name))
            if changes:
                told.append(f"{who(before.seats, mage)}: {', '.join(changes)}.")
        moved = [
            f"{name} {before.values[reagent]} → {after.values[reagent]}"
            for reagent, name in enumerate(REAGENTS)
            if before.values[reagent] != after.values[reagent]
        ]
        return [*told, f"Values: {', '.join(moved)}."] if moved else told

    @staticmethod
    def changed_coins(before: Astoria, after: Astoria) -> list[str]:
        """Every gain and payment is said aloud."""
        told = []
        for mage in in_turn(before):
            mana, gold = after.mana[mage] - before.mana[mage], after.gold[mage] - before.gold[mage]
            changes = [signed(change, coin) for change, coin in ((mana, "mana"), (gold, "gold")) if change]
            if changes:
                told.append(f"{who(before.seats, mage)}: {', '.join(changes)}.")
        return told

    @staticmethod
    def ending_text(state: Astoria) -> str:
        if state.ended == position.ROUNDS_PLAYED:
            return "All rounds are played"
        return f"The last of the {DECKS[state.ended - 1]} is gone"

    def last_words(self, after: Astoria) -> list[str]:
        told = []
        for mage in range(after.mages()):
            items = [f"{scoring.points_for(after, mage, heading)} for {name}" for heading, name in enumerate(HEADINGS)]
            total = f"{who(after.seats, mage)}: {plural(scoring.points(after, mage), 'point')}"
            told.append(f"{total}. {listed(items)}; {after.mana[mage]} mana left.")
        if after.seats == 1:
            return [*told, "{0} wins." if after.ranking() == [1] else "The Magus wins."]
        winners = [f"{{{seat}}}" for seat, place in enumerate(after.ranking()) if place == 1]
        return [*told, f"{listed(winners)} {'wins' if len(winners) == 1 else 'share the win'}."]

    def ending(self, state: Astoria) -> str:
        return self.endings[state.ended - 1]

    # Afterwards.

    def piles(self) -> dict[str, list[Listed]]:
        return {
            "Wizards": [wizard_listed(number) for number in range(len(content.WIZARD_NAMES))],
            "Towers": [tower_listed(number) for number in range(len(content.TOWER_NAMES))],
            "Familiars": [familiar_listed(number) for number in range(len(content.FAMILIAR_NAMES))],
            "Spells": [spell_listed(number) for number in range(len(content.SPELL_NAMES))],
            "Gathering cards": [gathering_listed(number) for number in range(len(content.GATHERING_NAMES))],
            "Dungeon cards": dungeon_listed(),
            "Achievement tiles": [
                Listed(name, 1, f"{content.ACHIEVEMENT_POINTS} points", f"{tile_text(number)}.")
                for number, name in enumerate(content.ACHIEVEMENT_NAMES)
            ],
        }

    def sources(self, state: Astoria, seat: int) -> list[tuple[str, int]]:
        return [(name, int(scoring.points_for(state, seat, heading))) for heading, name in enumerate(HEADINGS)]

    def highlights(self, steps: Sequence[tuple[Astoria, int]], end: Astoria) -> list[str]:
        brew = dearest = (0, "")
        for before, move in steps:
            if before.seat < 0:
                continue
            if moves.CONVERT <= move < moves.RECRUIT:
                reagent, count = divmod(move - moves.CONVERT, moves.MOST_TOKENS)
                mana = (count + 1) * before.values[reagent]
                brew = max(brew, (mana, f"Best brew: {{{before.seat}}}, {mana} mana out of {REAGENTS[reagent]}."))
            if before.phase == position.BIDDING and moves.BID < move < moves.PASS:
                bid, wizard = move - moves.BID, named_card(position.WIZARDS + before.wizard)
                dearest = max(dearest, (bid, f"Dearest bid: {{{before.seat}}}, {bid} mana for {wizard}."))
        items = [sum(end.at[card] == seat for card in ITEMS) for seat in range(end.seats)]
        deepest = max(range(end.seats), key=items.__getitem__)
        found = f"{{{deepest}}} brought most home from the dungeon: {plural(items[deepest], 'item')}."
        return [said for said in (brew[1], dearest[1], found if items[deepest] else "") if said]

    # What is seen.

    def view(self, seen: Astoria, eye: int) -> View:
        shown = seen.as_shown()
        slots = {deck: offered(seen, number) for number, deck in enumerate(DECKS)}
        return {
            "game": "lizard_wizard",
            "eye": None if eye < 0 else eye,
            "turn": seen.seat if seen.seat >= 0 else None,
            "active": seen.turn,
            "start_player": seen.first,
            "phase": phase_name(seen.phase),
            "again": bool(seen.again),
            "round": seen.round,
            "rounds": seen.rounds,
            "starred": bool(seen.starred),
            "memory_aid": bool(seen.memory_aid),
            "reagents": [self.reagent_view(seen, reagent) for reagent in range(position.REAGENTS)],
            "offers": {deck: [card_view(card) for card in cards] for deck, cards in slots.items()},
            "removed": [name for card, name in enumerate(content.WIZARD_NAMES) if seen.at[card] == position.OUT],
            "decks": {deck: seen.left[number] for number, deck in enumerate((*DECKS, "gathering", "dungeon"))},
            "spells_below": spells_below(seen),
            "treasures": seen.count_at(position.DUNGEON, position.MONSTERS, position.DECK, position.DECK),
            "played": [gathering_view(card) for card in GATHERING_CARDS if seen.at[card] == position.DISCARD],
            "still_held": [  # in some other hand, since they were not shuffled into the deck when it was made anew
                gathering_view(card)
                for card in GATHERING_CARDS
                if seen.at[card] == UNKNOWN and not seen.shuffled[card - position.GATHERING]
            ],
            "achievements": [tile_view(seen, tile) for tile in TILES if seen.at[tile] <= position.OFFER],
            "duel": self.duel_view(seen),
            "expedition": self.expedition_view(seen),
            "pending": self.pending_view(seen),
            "hand": [gathering_view(card) for card in GATHERING_CARDS if seen.at[card] == eye >= 0],
            "players": [self.mage_view(shown, seat) for seat in range(seen.seats)],
            "magus": self.mage_view(shown, position.MAGUS) if seen.seats == 1 else None,
            "ledger": [{"mana": seen.mana[mage], "gold": seen.gold[mage]} for mage in range(seen.mages())],
            "chart": SIDES[seen.side] if seen.seats == 1 else None,
            "charts": charts_view(seen) if seen.seats == 1 else None,
            "magus_bids": bids_view(seen) if seen.seats == 1 else None,
            "magus_purse": magus.purse(seen) if seen.seats == 1 else None,
            "ending": self.ending(seen) if seen.seat == OVER else None,
            "ranking": seen.ranking() if seen.seat == OVER else None,
            "last_round": seen.ended != position.GOING_ON,
            "over": seen.seat == OVER,
        }

    @staticmethod
    def reagent_view(seen: Astoria, reagent: int) -> View:
        return {
            "id": REAGENT_IDS[reagent],
            "name": REAGENTS[reagent],
            "letter": content.REAGENT_LETTERS[reagent],
            "value": seen.values[reagent],
            "lowest": content.LOWEST[reagent],
            "highest": content.HIGHEST[reagent],
            "supply": seen.supply[reagent],
        }

    @staticmethod
    def duel_view(seen: Astoria) -> View | None:
        if seen.asked == position.NONE:
            return None
        return {
            "wizard": card_view(position.WIZARDS + seen.wizard),
            "starter": seen.turn,
            "leader": seen.leader if seen.leader != position.NONE else None,
            "bid": seen.bid,
            "asked": seen.asked,
            "bids": [bid if bid > 0 else None for bid in seen.bids[: seen.mages()]],
            "passed": [bid < 0 for bid in seen.bids[: seen.mages()]],
        }

    @staticmethod
    def expedition_view(seen: Astoria) -> View | None:
        if seen.phase not in (position.EXPLORING, position.DELVING):
            return None
        drawn = [card for card in range(position.DUNGEON, position.TILES) if seen.at[card] == position.DISCARD]
        return {
            "cards": [dungeon_view(card) for card in drawn],
            "hits": seen.hits,
            "most": dungeon.most_hits(seen),
        }

    @staticmethod
    def pending_view(seen: Astoria) -> View:
        """What the decision is about: tokens picked, how many more, the spell or familiar at work."""
        counts = {
            position.LEAVING: seen.to_leave,
            position.RETURNING: seen.excess,
            position.BARTERING: seen.bartered,
            position.TAKING: seen.to_take,
            position.FILCHING: seen.to_take,
        }
        return {
            "tokens": {REAGENT_IDS[reagent]: count for reagent, count in enumerate(seen.pick) if count},
            "count": counts.get(seen.phase, 0),
            "spell": content.SPELL_NAMES[seen.last_spell] if seen.last_spell != position.NONE else None,
            "familiar": content.FAMILIAR_NAMES[seen.familiar] if seen.familiar != position.NONE else None,
        }

    def mage_view(self, seen: position.Position, mage: int) -> View:
        known = not seen.screened(mage)
        first = position.FIRST_CARD
        own = {
            deck: [card_view(card) for card in range(first[number], first[number + 1]) if seen.at[card] == mage]
            for number, deck in enumerate(DECKS)
        }
        spells = own.pop("spells")
        for spell in spells:
            spell["state"] = SPELL_STATES[seen.cast[spell["number"]]]
        points = [scoring.points_for(seen, mage, heading) for heading in range(len(HEADINGS))]
        return {
            "seat": mage if mage < seen.seats else None,
            "mana": seen.mana[mage] if known else None,
            "gold": seen.gold[mage] if known else None,
            "cards_in_hand": seen.hands[mage],
            "cards_kept": seen.kept[mage],  # of them, since before the deck was last made anew
            "tokens": dict(zip(REAGENT_IDS, seen.tokens[mage * position.REAGENTS :])),
            "stored": seen.token_count(mage),
            "storage": seen.storage(mage) if mage < seen.seats else None,
            **own,
            "spells": spells,
            "items": [dungeon_view(card) for card in ITEMS if seen.at[card] == mage],
            "gold_cards": [dungeon_view(card) for card in GOLD_CARDS if seen.at[card] == mage],
            "points": dict(zip(HEADINGS, points)),
            "total": sum(points),
            "complete": known,
        }

    def stage(self, view: View) -> str:
        return f"Round {view['round']} · {plural(view['decks']['wizards'], 'wizard')} left"

    def draw(self, view: View, names: Sequence[str]) -> Any:
        from sortilege.games.lizard_wizard.screen import draw

        return draw(view, names)


def stages(before: Astoria, move: int | None, after: Astoria) -> list[Astoria]:
    """The table before a step and after it; between them, where a turn ends in it, the table as it then is."""
    return [before, *turn_ended(before, move, after), after]


def turn_ended(before: Astoria, move: int | None, after: Astoria) -> list[Astoria]:
    """The table between a player's turn and the next one, if both have a part in this step."""
    follower = (before.turn + 1) % before.mages()
    if before.by_magus(before.turn) or (after.seat == OVER and before.first == follower):
        return []
    if after.turn == before.turn and before.seats > 1:
        return []
    table = before.copy()
    table.first, table.rounds = follower, table.round  # so that all is over with this turn
    table.advance(any_card(table) if move is None else move)
    if table.seat != OVER:
        return []
    table.seat = CHANCE
    if table.ended == position.ROUNDS_PLAYED:
        table.ended = before.ended
    if before.first == follower:
        table.round = after.round
    return [table]


def in_turn(before: Astoria) -> list[int]:
    """All who play, whoever's turn it is first."""
    return [(before.turn + step) % before.mages() for step in range(before.mages())]


def any_card(table: Astoria) -> int:
    """An outcome of a draw to a hand: which card it is changes nothing that is open."""
    for card in GATHERING_CARDS:
        if table.at[card] == UNKNOWN:
            table.at[card] = position.DECK
    return 0


def drawn_card(before: Astoria, rank: int) -> int:
    """The card that an outcome turns up; not for gathering cards, whose deck is hidden."""
    deck = before.deck_drawn()
    top = before.top_layer(deck)
    cards = range(position.FIRST_CARD[deck], position.FIRST_CARD[deck + 1])
    return [card for card in cards if before.at[card] == top][rank]


def card_played(before: Astoria, after: Astoria) -> int:
    """The gathering card that the Magus has turned up."""
    laid = [card for card in GATHERING_CARDS if after.at[card] == position.DISCARD != before.at[card]]
    return laid[0] - position.GATHERING


def deck_of(card: int) -> int:
    """One of the four decks with an offer."""
    return max(deck for deck in content.OFFERED.values() if position.FIRST_CARD[deck] <= card)


def phase_name(phase: int) -> str:
    """As people need it: the Magus thinks and gathers at once."""
    return "magus" if phase in (position.MAGUS_THINKING, position.MAGUS_GATHERING) else PHASES[phase]


def achievement(tile: int) -> str:
    text = tile_text(tile - position.TILES)
    return f"{content.ACHIEVEMENT_NAMES[tile - position.TILES]} ({text[0].lower()}{text[1:]})"


def offered(seen: Astoria, deck: int) -> list[int]:
    slots = range(position.FIRST_SLOT[deck], position.FIRST_SLOT[deck + 1])
    return [seen.offer[slot] for slot in slots if seen.offer[slot] != position.NONE]


def spells_below(seen: Astoria) -> list[list[str]]:
    """What new research put under the deck, in sight of all: one list for each layer, from the top down."""
    layers: dict[int, list[str]] = {}
    for spell, name in enumerate(content.SPELL_NAMES):
        layer = seen.at[position.SPELLS + spell] - position.DECK
        if layer > 0:
            layers.setdefault(layer, []).append(name)
    return [layers[layer] for layer in sorted(layers)]


def card_view(card: int) -> View:
    """A wizard, tower, familiar or spell."""
    deck = deck_of(card)
    number = card - position.FIRST_CARD[deck]
    more = {
        content.WIZARD_DECK: wizard_view,
        content.TOWER_DECK: tower_view,
        content.FAMILIAR_DECK: familiar_view,
        content.SPELL_DECK: spell_view,
    }[deck]
    return {
        "number": number,
        "name": content.CARD_NAMES[card],
        "slug": slug(content.CARD_NAMES[card]),
        "school": content.SCHOOL_IDS[content.SCHOOL[card]],
        **more(number),
    }


def wizard_view(wizard: int) -> View:
    reagent = content.SCHOOL_REAGENT[content.SCHOOL[position.WIZARDS + wizard]]
    return {"reagent": REAGENT_IDS[reagent], "flavour": FLAVOURS[wizard]}


def tower_view(tower: int) -> View:
    return {"reagents": icon_ids(content.TOWER_COST, tower), "gold": content.TOWER_GOLD[tower]}


def familiar_view(familiar: int) -> View:
    return {"mana": content.FAMILIAR_MANA[familiar], "reagents": icon_ids(content.FAMILIAR_REAGENTS, familiar)}


def spell_view(spell: int) -> View:
    return {
        "mana": content.SPELL_MANA[spell],
        "reagents": icon_ids(content.SPELL_COST, spell),
        "lasting": bool(content.SPELL_LASTING[spell]),
        "star": bool(content.SPELL_STAR[spell]),
        "text": effect_text(spell),
    }


def school_of(card: int) -> str:
    return SCHOOLS[content.SCHOOL[card]]


def wizard_listed(wizard: int) -> Listed:
    school = content.SCHOOL[position.WIZARDS + wizard]
    about = f"{SCHOOLS[school]}, gathers {REAGENTS[content.SCHOOL_REAGENT[school]]}"
    return Listed(content.WIZARD_NAMES[wizard], 1, about, FLAVOURS[wizard])


def tower_listed(tower: int) -> Listed:
    cost = f"Costs {counted(icons(content.TOWER_COST, tower))}, or {content.TOWER_GOLD[tower]} gold."
    return Listed(content.TOWER_NAMES[tower], 1, school_of(position.TOWERS + tower), cost)


def familiar_listed(familiar: int) -> Listed:
    about = f"{school_of(position.FAMILIARS + familiar)}, {content.FAMILIAR_MANA[familiar]} mana"
    text = f"Gathers {counted(icons(content.FAMILIAR_REAGENTS, familiar))}."
    return Listed(content.FAMILIAR_NAMES[familiar], 1, about, text)


def spell_listed(spell: int) -> Listed:
    use = "lasting" if content.SPELL_LASTING[spell] else "single use"
    star = ", starred" if content.SPELL_STAR[spell] else ""
    about = f"{school_of(position.SPELLS + spell)}, {content.SPELL_MANA[spell]} mana, {use}{star}"
    cast = f"To cast: {counted(icons(content.SPELL_COST, spell))}."
    return Listed(content.SPELL_NAMES[spell], 1, about, f"{effect_text(spell)} {cast}")


def gathering_listed(card: int) -> Listed:
    text = f"Gather {counted(icons(content.GATHERED, card))}; raises {counted(icons(content.RAISED, card))}."
    return Listed(content.GATHERING_NAMES[card], 1, "", text, "Gathering")


def dungeon_listed() -> list[Listed]:
    """Cards of one name are alike."""
    cards = [dungeon_view(position.DUNGEON + number) for number in range(len(content.DUNGEON_NAMES))]
    kinds = {card["name"]: f"{card['gold']} gold" if card["gold"] else card["kind"] for card in cards}
    counts = Counter(card["name"] for card in cards)
    return [Listed(name, counts[name], about, "") for name, about in kinds.items()]


def tile_view(seen: Astoria, tile: int) -> View:
    owner = seen.at[tile]
    return {
        "name": content.ACHIEVEMENT_NAMES[tile - position.TILES],
        "text": tile_text(tile - position.TILES),
        "owner": owner if owner < position.MAGES else None,
    }


def charts_view(seen: Astoria) -> list[View]:
    """The two charts of the Magus: the line that it followed last, and where it would come to on the next one now."""
    followed = seen.line if (seen.line >= content.BACK) == (seen.side == 0) else position.NONE
    charts = []
    for side, name in enumerate(SIDES):
        lines = chart_lines(side)
        applies = [magus.sees(seen, content.CHART[line]) >= content.CHART[line + 1] for line in lines]
        coming = lines[applies.index(True)] if side == seen.side else position.NONE
        charts.append(
            {
                "side": name,
                "next": side == seen.side,
                "lines": [
                    {"text": chart_text(line), "followed": line == followed, "coming": line == coming} for line in lines
                ],
            }
        )
    return charts


def bids_view(seen: Astoria) -> list[View]:
    """How far the Magus would go now in answer for the wizards on offer: at least, and at most."""
    return [
        {
            "wizard": content.CARD_NAMES[card],
            "least": magus.most_bid(seen, card, 0),
            "most": magus.most_bid(seen, card, max(content.BID_DRAWN)),
        }
        for card in offered(seen, content.WIZARD_DECK)
    ]


def icon_ids(table: Any, card: int) -> list[str]:
    row = table[card * position.REAGENTS : (card + 1) * position.REAGENTS]
    return [reagent for reagent, count in zip(REAGENT_IDS, row) for _ in range(count)]


def gathering_view(card: int) -> View:
    number = card - position.GATHERING
    return {
        "name": content.CARD_NAMES[card],
        "move": NOTATION[moves.GATHER + number],
        "gather": icon_ids(content.GATHERED, number),
        "raise": icon_ids(content.RAISED, number),
    }


DUNGEON_KINDS = (
    (position.ITEMS, "gold"),
    (position.MONSTERS, "item"),
    (position.TRAPS, "monster"),
    (position.TILES, "trap"),
)


def dungeon_view(card: int) -> View:
    kind = next(kind for end, kind in DUNGEON_KINDS if card < end)
    return {
        "name": content.DUNGEON_NAMES[card - position.DUNGEON],
        "kind": kind,
        "gold": content.GOLD_VALUE[card - position.DUNGEON] if kind == "gold" else 0,
    }
