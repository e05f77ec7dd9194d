"""Lizard Wizard in words."""

from collections.abc import Sequence
from typing import Any

from sortilege.engine import CHANCE, OVER, UNKNOWN, View, Words, listed
from sortilege.games.lizard_wizard import content, rules
from sortilege.games.lizard_wizard.content import slug
from sortilege.games.lizard_wizard.fault import fault
from sortilege.games.lizard_wizard.rules import Astoria

REAGENTS = content.REAGENT_NAMES
REAGENT_IDS = tuple(content.REAGENTS)
SCHOOLS = content.SCHOOL_NAMES
PHASES = (
    "starting", "dealing", "choosing", "laying", "acting", "leaving", "casting", "returning", "bartering", "bidding",
    "using", "learning", "exploring", "delving", "taking", "naming", "aiming", "filching", "charming",
    "transmuting", "finishing", "magus", "magus", "over",
)  # fmt: skip
HEADINGS = (
    "matching pairs", "other pairs", "unpaired wizards and towers", "spells of matching pairs", "gold",
    "scoring spells", "items", "achievements",
)  # fmt: skip
DECKS = ("wizards", "towers", "familiars", "spells")
TILES = range(rules.TILES, rules.CARDS)
PLENTY = 100_000

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


def signed(change: int, thing: str) -> str:
    return f"{change:+d} {thing}".replace("-", "−")


def effect_text(spell: int) -> str:
    """What a spell does, in a line."""
    kind = content.KINDS[content.SPELL_KIND[spell]]
    amount, each = content.SPELL_AMOUNT[spell], content.SPELL_EACH[spell]
    measure = content.MEASURES[content.SPELL_PER[spell]]
    per = ""
    if measure != "one":
        counted = COUNTED[measure][0] if each == 1 else f"{each} {COUNTED[measure][1].removesuffix(' at once')}"
        per = f" for each {counted}".format(school=SCHOOLS[content.SPELL_COUNTED[spell]])
    rises, size = ("rises", amount) if amount > 0 else ("falls", -amount)
    text = EFFECTS[kind].format(
        n=amount, per=per, rises=rises, size=size, reagent=REAGENTS[content.SPELL_REAGENT[spell]]
    )
    return text.replace("1 points", "1 point")


def tile_text(tile: int) -> str:
    least = content.TILE_LEAST[tile]
    one, many = COUNTED[content.MEASURES[content.TILE_MEASURE[tile]]]
    return f"A {one}" if least == 1 else f"{least} {many}"


def icons(table: Any, card: int) -> list[str]:
    """The reagents that a card shows, by name, one for each icon."""
    row = table[card * rules.REAGENTS : (card + 1) * rules.REAGENTS]
    return [name for name, count in zip(REAGENTS, row) for _ in range(count)]


def counted(names: Sequence[str]) -> str:
    """'2 Horn and Sulphur'."""
    kinds = list(dict.fromkeys(names))
    return listed([name if names.count(name) == 1 else f"{names.count(name)} {name}" for name in kinds])


def gather_names() -> tuple[str, ...]:
    """Gathering cards are told by their first reagent and a running number."""
    seen = [0] * rules.REAGENTS
    found = []
    for lead in content.GATHER_LEAD:
        seen[lead] += 1
        found.append(f"{REAGENTS[lead]} {seen[lead]}")
    return tuple(found)


GATHER_NAMES = gather_names()
REAGENT_VERBS = ("take", "leave", "return", "barter", "name", "filch")
NOTATION = (
    *(f"{verb} {reagent}" for verb in REAGENT_VERBS for reagent in REAGENT_IDS),
    *(f"gather {REAGENT_IDS[content.GATHER_LEAD[card]]} {name.split()[-1]}" for card, name in enumerate(GATHER_NAMES)),
    *(f"convert {reagent} {count}" for reagent in REAGENT_IDS for count in range(1, rules.MOST_TOKENS + 1)),
    *(f"recruit {slug(name)}" for name in content.WIZARD_NAMES),
    *(f"research {slug(name)}" for name in content.SPELL_NAMES),
    "build reagents",
    "build gold",
    *(f"summon {slug(name)}" for name in content.FAMILIAR_NAMES),
    "use score",
    "use gather",
    "use research",
    "use dungeon",
    *(f"{verb} {slug(name)}" for verb in ("learn", "cast", "charm") for name in content.SPELL_NAMES),
    "delve",
    "retreat",
    *(f"aim {mage + 1}" for mage in range(rules.MAGES)),
    *(f"bid {amount}" for amount in range(1, rules.MOST_BID + 1)),
    "pass",
    "done",
)

REFUSALS = (
    ("lizard_wizard:one-action", "That is not what is being decided now."),
    ("lizard_wizard:gather-card", "That gathering card is not in your hand."),
    ("lizard_wizard:offers", "That card is not on offer."),
    ("lizard_wizard:pay-mana", "You do not have the mana for it."),
    ("lizard_wizard:tower-gold", "You do not have the gold for it."),
    ("lizard_wizard:tower-reagents", "You do not have the reagents for it."),
    ("lizard_wizard:cast-cost", "You have no such spell left to cast with the reagents you have."),
    ("lizard_wizard:duel-raise", "A bid must be higher than the last one."),
    ("lizard_wizard:duel-no-more-than-mana", "You cannot bid more mana than you have, nor more than 250."),
    ("lizard_wizard:duel-opening", "Whoever starts a duel must open with a bid."),
    ("lizard_wizard:supply", "None of that reagent is left in the supply."),
    ("lizard_wizard:start-reagents", "The reagents you start with must be different."),
    ("lizard_wizard:convert", "You do not have so many tokens of that reagent."),
    ("lizard_wizard:dungeon-closed", "There is no treasure left in the dungeon."),
    ("lizard_wizard:new-research-empty", "There is no spell left to find."),
    ("lizard_wizard:must-act", "A turn has an action; only after a lost duel may you end it without another."),
    ("lizard_wizard:gather-choice", "That reagent is not among those to leave."),
    ("lizard_wizard:spell-target", "That cannot be chosen for this spell."),
    ("lizard_wizard:cast-researched", "After research you may cast only the spell just researched."),
    ("lizard_wizard:duel-no-mana", "Without mana you cannot start a duel."),
    ("lizard_wizard:storage", "You have no token of that reagent to put back."),
    ("lizard_wizard:discount-floor", "That reagent is not part of the price you still pay."),
    ("lizard_wizard:convert-mixed", "You have no token of that reagent to convert."),
)


def who(seats: int, mage: int) -> str:
    return f"{{{mage}}}" if mage < seats else "The Magus"


def named_card(card: int) -> str:
    """A card of the four decks with its school."""
    deck = 3 if card >= rules.SPELLS else 2 if card >= rules.FAMILIARS else 1 if card >= rules.TOWERS else 0
    names = (content.WIZARD_NAMES, content.TOWER_NAMES, content.FAMILIAR_NAMES, content.SPELL_NAMES)[deck]
    return f"{names[card - rules.FIRST_CARD[deck]]} ({SCHOOLS[content.SCHOOL[card]]})"


class LizardWords(Words[Astoria]):
    notation = NOTATION
    refusals = REFUSALS
    endings = ("wizards gone", "towers gone", "familiars gone", "spells gone", "rounds played")
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
        "pass": "Bid",
        "done": "Enough",
    }

    # What is decided.

    def question(self, seen: Astoria) -> str:
        if seen.phase == rules.BIDDING:
            return self.bid_question(seen)
        if seen.phase == rules.USING:
            return f"What shall {content.FAMILIAR_NAMES[seen.card]} do?"
        return {
            rules.CHOOSING: "Choose a reagent to start with; the two must be different.",
            rules.ACTING: "You lost the duel: take another action, or end your turn."
            if seen.again
            else "Take one action: gather, convert, recruit, research, create a tower, or summon a familiar.",
            rules.LEAVING: self.leave_question(seen),
            rules.CASTING: "You may cast a spell.",
            rules.RETURNING: f"You can store {seen.storage(seen.turn)}: put back {seen.quota}.",
            rules.BARTERING: f"Convert more tokens, or stop with {seen.quota} mana.",
            rules.LEARNING: "Take one of the spells on offer.",
            rules.DELVING: f"{self.hits_text(seen)}: draw another card, or go home with the treasures?",
            rules.TAKING: f"Take {seen.quota} reagents of your choice.",
            rules.NAMING: "Name a reagent.",
            rules.AIMING: "From whom?",
            rules.FILCHING: f"Take {seen.quota} from {who(seen.seats, seen.target)}.",
            rules.CHARMING: "Choose a spell of another player.",
            rules.TRANSMUTING: "You may convert tokens of one reagent.",
        }.get(seen.phase, "")

    @staticmethod
    def hits_text(seen: Astoria) -> str:
        most = content.HITS + seen.power(seen.turn, rules.ARMOUR)
        return f"{seen.hits} of {most} hits"

    @staticmethod
    def leave_question(seen: Astoria) -> str:
        if seen.purpose == rules.GATHERING_CARD:
            return f"The card shows more than you may gather: leave {seen.quota}."
        return f"You are spared part of the price: leave out {seen.quota}."

    @staticmethod
    def bid_question(seen: Astoria) -> str:
        wizard = named_card(rules.WIZARDS + seen.card)
        if seen.leader == rules.NONE:
            return f"Open the duel for {wizard} with a bid."
        return f"{who(seen.seats, seen.leader)} bids {seen.quota} for {wizard}: bid more, or pass."

    def label(self, seen: Astoria, move: int) -> str:
        if move < rules.GATHER:
            return self.reagent_label(seen, move)
        if move < rules.CONVERT:
            return self.gather_label(move - rules.GATHER)
        if move < rules.RECRUIT:
            return self.convert_label(seen, move)
        if move < rules.RESEARCH:
            return f"Duel for {named_card(rules.WIZARDS + move - rules.RECRUIT)}"
        if move < rules.BUILD_REAGENTS:
            spell = move - rules.RESEARCH
            price = seen.spell_price(seen.turn, spell)
            return f"Research {named_card(rules.SPELLS + spell)} for {price} mana: {effect_text(spell)}"
        if rules.SUMMON <= move < rules.USE_SCORE:
            familiar = move - rules.SUMMON
            price = seen.familiar_price(seen.turn, familiar)
            return f"Summon {named_card(rules.FAMILIARS + familiar)} for {price} mana"
        if rules.LEARN <= move < rules.DELVE:
            verb = ("Take", "Cast", "Choose")[(move - rules.LEARN) // len(content.SPELL_NAMES)]
            spell = (move - rules.LEARN) % len(content.SPELL_NAMES)
            return f"{verb} {named_card(rules.SPELLS + spell)}: {effect_text(spell)}"
        if rules.AIM <= move <= rules.BID:
            return f"Take from {who(seen.seats, move - rules.AIM)}"
        if rules.BID < move < rules.PASS:
            return f"Bid {move - rules.BID} mana"
        return self.plain_label(seen, move)

    @staticmethod
    def reagent_label(seen: Astoria, move: int) -> str:
        reagent = REAGENTS[move % rules.REAGENTS]
        if rules.BARTER <= move < rules.NAME:
            value = content.MIXED_VALUE + seen.power(seen.turn, rules.MIXTURE)
            return f"Convert 1 {reagent} for {value} mana, with any others"
        verb = ("Take", "Leave out", "Put back", "", "Name", "Take")[move // rules.REAGENTS]
        return f"{verb} {reagent}"

    @staticmethod
    def gather_label(card: int) -> str:
        gathered, raised = icons(content.GATHERED, card), icons(content.RAISED, card)
        return f"Gather {counted(gathered)}; {counted(raised)} rise"

    @staticmethod
    def convert_label(seen: Astoria, move: int) -> str:
        reagent, count = divmod(move - rules.CONVERT, rules.MOST_TOKENS)
        value = seen.values[reagent] + seen.power(seen.turn, rules.PREMIUM)
        if seen.phase == rules.TRANSMUTING:
            value += content.SPELL_AMOUNT[seen.spell]
        return f"Convert {count + 1} {REAGENTS[reagent]} for {(count + 1) * value} mana"

    def subject(self, state: Astoria, move: int) -> str:
        if move in (rules.BUILD_REAGENTS, rules.BUILD_GOLD):
            return f"build {slug(content.TOWER_NAMES[tower_on_offer(state)])}"
        return self.notation[move]

    def plain_label(self, seen: Astoria, move: int) -> str:
        if move in (rules.BUILD_REAGENTS, rules.BUILD_GOLD):
            tower = tower_on_offer(seen)
            gold = f"{content.TOWER_GOLD[tower]} gold"
            price = gold if move == rules.BUILD_GOLD else counted(icons(content.TOWER_COST, tower))
            spared = seen.power(seen.turn, rules.THRIFT) if move == rules.BUILD_REAGENTS else 0
            return f"Create {named_card(rules.TOWERS + tower)} for {price}" + (f", {spared} spared" if spared else "")
        if move == rules.USE_SCORE:
            school = SCHOOLS[content.SCHOOL[rules.FAMILIARS + seen.card]]
            return f"Score {seen.familiar_gold(seen.turn, seen.card)} gold for cards of {school}"
        if move == rules.USE_GATHER:
            return f"Gather {counted(icons(content.FAMILIAR_REAGENTS, seen.card))} and cast any spells"
        return {
            rules.USE_RESEARCH: "Turn up new spells and take one",
            rules.USE_DUNGEON: "Enter the dungeon",
            rules.DELVE: "Draw another dungeon card",
            rules.RETREAT: "Go home with the treasures",
            rules.PASS: "Pass: you are out of this duel",
            rules.DONE: self.done_label(seen),
        }[move]

    @staticmethod
    def done_label(seen: Astoria) -> str:
        return {
            rules.ACTING: "End your turn",
            rules.CASTING: "Cast nothing more",
            rules.BARTERING: f"Stop converting: {seen.quota} mana",
            rules.TRANSMUTING: "Convert nothing",
        }.get(seen.phase, "Enough")

    # What happened.

    def news(self, before: Astoria, move: int | None, after: Astoria, eye: int) -> list[str]:
        told = self.deed(before, move, after, eye)
        told += self.changed_cards(before, after)
        told += self.changed_tokens(before, after)
        told += self.changed_coins(before, move, after)
        if after.asked != rules.NONE and before.asked == rules.NONE and after.turn >= after.seats:
            wizard = named_card(rules.WIZARDS + after.card)
            told.append(f"The Magus starts a duel for {wizard} and bids {after.quota}.")
        if after.round != before.round:
            told.append(f"Round {after.round}.")
        if after.ended != before.ended:
            rest = "the game is over" if after.seat == OVER else "this is the last round"
            told.append(f"{self.ending_text(after)}: {rest}.")
        if after.seat == OVER:
            told += self.last_words(after)
        return told

    def deed(self, before: Astoria, move: int | None, after: Astoria, eye: int) -> list[str]:
        if before.seat == CHANCE:
            return self.turned_up(before, move, after, eye)
        me = f"{{{before.seat}}}"
        if move is None:
            return []
        if move < rules.GATHER:
            verb = ("takes", "leaves out", "puts back", "converts", "names", "takes")[move // rules.REAGENTS]
            return [f"{me} {verb} {REAGENTS[move % rules.REAGENTS]}."]
        if move < rules.CONVERT:
            gathered, raised = icons(content.GATHERED, move - rules.GATHER), icons(content.RAISED, move - rules.GATHER)
            return [f"{me} plays a card with {counted(gathered)}, raising {counted(raised)}."]
        if move < rules.RECRUIT:
            reagent, count = divmod(move - rules.CONVERT, rules.MOST_TOKENS)
            return [f"{me} converts {count + 1} {REAGENTS[reagent]} at {before.values[reagent]}."]
        if move < rules.RESEARCH:
            return [f"{me} starts a duel for {named_card(rules.WIZARDS + move - rules.RECRUIT)}."]
        if rules.AIM <= move <= rules.BID:
            return [f"{me} takes from {who(before.seats, move - rules.AIM)}."]
        if rules.BID < move < rules.PASS:
            return [f"{me} bids {move - rules.BID}."]
        if rules.CHARM <= move < rules.DELVE:
            return [f"{me} chooses {named_card(rules.SPELLS + move - rules.CHARM)}."]
        return self.plain_deed(before, move)

    @staticmethod
    def plain_deed(before: Astoria, move: int) -> list[str]:
        me = f"{{{before.seat}}}"
        if before.phase == rules.USING:
            familiar = content.FAMILIAR_NAMES[before.card]
            return [
                {
                    rules.USE_SCORE: f"{familiar} scores for {me}.",
                    rules.USE_GATHER: f"{familiar} gathers for {me}.",
                    rules.USE_RESEARCH: f"{familiar} clears the spells on offer and turns up new ones.",
                    rules.USE_DUNGEON: f"{familiar} leads {me} into the dungeon.",
                }[move]
            ]
        text = {
            rules.DELVE: f"{me} goes deeper.",
            rules.RETREAT: f"{me} goes home.",
            rules.PASS: f"{me} passes.",
            rules.DONE: f"{me} has done enough.",
        }.get(move)
        return [text] if text else []

    def turned_up(self, before: Astoria, move: int | None, after: Astoria, eye: int) -> list[str]:
        drawing = before.drawing
        if drawing == rules.START_PLAYER:
            return [f"{who(after.seats, after.first)} begins."]
        if drawing == rules.MAGUS_WIZARD:
            return []
        if drawing == rules.MAGUS_CARD:
            gathered, raised = icons(content.GATHERED, after.card), icons(content.RAISED, after.card)
            return [f"The Magus gathers {counted(gathered)}, raising {counted(raised)}."]
        if drawing == rules.HAND_CARD or move is None:
            return [self.hand_news(before, after, eye)]
        card = drawn_card(before, move)
        if drawing == rules.OFFER_CARD:
            return [f"On offer: {named_card(card)}."]
        if drawing == rules.TILE:
            return [f"Achievement: {achievement(card)}."]
        return [self.dungeon_news(before, card)]

    @staticmethod
    def hand_news(before: Astoria, after: Astoria, eye: int) -> str:
        if before.dealt != eye:
            return f"{{{before.dealt}}} draws a gathering card."
        cards = range(rules.GATHERING, rules.DUNGEON)
        card = next(card for card in cards if after.at[card] == eye and before.at[card] != eye) - rules.GATHERING
        gathered, raised = icons(content.GATHERED, card), icons(content.RAISED, card)
        return f"{{{eye}}} draws a gathering card: {counted(gathered)}, raising {counted(raised)}."

    @staticmethod
    def dungeon_news(before: Astoria, card: int) -> str:
        me = who(before.seats, before.turn)
        name = content.DUNGEON_NAMES[card - rules.DUNGEON]
        if card >= rules.TRAPS:
            if before.trapper == before.turn:
                return f"{me} steps over a trap of {me}'s own."
            return f"{me} springs a trap and flees with nothing."
        if card >= rules.MONSTERS:
            beaten = before.hits + 1 >= content.HITS + before.power(before.turn, rules.ARMOUR)
            return f"{me} meets {name}: {'the last hit, and flees with nothing' if beaten else 'a hit'}."
        value = f", {content.GOLD_VALUE[card - rules.DUNGEON]} gold" if card < rules.ITEMS else ", an item"
        return f"{me} finds {name}{value}."

    @staticmethod
    def changed_cards(before: Astoria, after: Astoria) -> list[str]:
        told = []
        verbs = ("recruits", "creates", "summons", "takes")
        for card in range(rules.GATHERING):
            owner = after.at[card]
            if owner != before.at[card] and 0 <= owner < rules.MAGES:
                deck = max(deck for deck in range(4) if rules.FIRST_CARD[deck] <= card)
                told.append(f"{who(after.seats, owner)} {verbs[deck]} {named_card(card)}.")
        for spell in range(rules.GATHERING - rules.SPELLS):
            card = rules.SPELLS + spell
            if after.cast[spell] != before.cast[spell]:
                if after.cast[spell] == rules.UNCAST:
                    told.append(f"{named_card(card)} must be cast again.")
                else:
                    me = who(after.seats, after.at[card])
                    told.append(f"{me} casts {named_card(card)}: {effect_text(spell)}")
        treasures = range(rules.DUNGEON, rules.MONSTERS)
        brought = [card for card in treasures if after.at[card] < rules.MAGES <= before.at[card]]
        if brought:
            names = [content.DUNGEON_NAMES[card - rules.DUNGEON] for card in brought]
            told.append(f"{who(after.seats, after.at[brought[0]])} brings home {listed(names)}.")
        for tile in TILES:
            if after.at[tile] != before.at[tile] and after.at[tile] < rules.MAGES:
                told.append(f"{who(after.seats, after.at[tile])} earns an achievement: {achievement(tile)}.")
        return told

    @staticmethod
    def changed_tokens(before: Astoria, after: Astoria) -> list[str]:
        told = []
        for mage in range(before.mages()):
            changes = []
            for reagent, name in enumerate(REAGENTS):
                place = mage * rules.REAGENTS + reagent
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

    def changed_coins(self, before: Astoria, move: int | None, after: Astoria) -> list[str]:
        """Every gain and payment is said aloud. None depends on hidden coins, so playing on with plenty tells them."""
        told = []
        rich = before.copy()
        for seat in range(before.seats):
            rich.mana[seat] = PLENTY
            rich.gold[seat] = PLENTY
        if before.seat == CHANCE and before.drawing == rules.MAGUS_CARD:
            if after.seat != OVER:
                rich.mana[after.turn] += after.power(after.turn, rules.INCOME)
        else:
            rich.advance(any_card(rich) if move is None else move)
        for mage in range(before.seats):
            coins = ((rich.mana[mage] - PLENTY, "mana"), (rich.gold[mage] - PLENTY, "gold"))
            changes = [signed(change, coin) for change, coin in coins if change]
            if changes:
                told.append(f"{{{mage}}}: {', '.join(changes)}.")
        if before.seats == 1:
            told += self.magus_coins(before, after)
        return told

    @staticmethod
    def magus_coins(before: Astoria, after: Astoria) -> list[str]:
        mana = after.mana[rules.MAGUS] - before.mana[rules.MAGUS]
        gold = after.gold[rules.MAGUS] - before.gold[rules.MAGUS]
        changes = [signed(change, coin) for change, coin in ((mana, "mana"), (gold, "gold")) if change]
        return [f"The Magus: {', '.join(changes)}."] if changes else []

    @staticmethod
    def ending_text(state: Astoria) -> str:
        if state.ended == rules.ROUNDS_PLAYED:
            return "All rounds are played"
        return f"The last of the {DECKS[state.ended - 1]} is gone"

    def last_words(self, after: Astoria) -> list[str]:
        told = []
        for mage in range(after.mages()):
            items = [f"{after.points_for(mage, heading)} for {name}" for heading, name in enumerate(HEADINGS)]
            total = f"{who(after.seats, mage)}: {after.points(mage)} points"
            told.append(f"{total}. {listed(items)}; {after.mana[mage]} mana left.")
        if after.seats == 1:
            return [*told, "{0} wins." if after.ranking() == [1] else "The Magus wins."]
        winners = [f"{{{seat}}}" for seat, place in enumerate(after.ranking()) if place == 1]
        return [*told, f"{listed(winners)} {'wins' if len(winners) == 1 else 'share the win'}."]

    def ending(self, state: Astoria) -> str:
        return self.endings[state.ended - 1]

    # What is seen.

    def view(self, seen: Astoria, eye: int) -> View:
        slots = {deck: offered(seen, number) for number, deck in enumerate(DECKS)}
        return {
            "game": "lizard_wizard",
            "eye": None if eye < 0 else eye,
            "turn": seen.seat if seen.seat >= 0 else None,
            "active": seen.turn,
            "start_player": seen.first,
            "phase": PHASES[seen.phase],
            "again": bool(seen.again),
            "round": seen.round,
            "rounds": seen.rounds,
            "starred": bool(seen.starred),
            "reagents": [self.reagent_view(seen, reagent) for reagent in range(rules.REAGENTS)],
            "offers": {deck: [card_view(card) for card in cards] for deck, cards in slots.items()},
            "decks": {deck: seen.left[number] for number, deck in enumerate((*DECKS, "gathering", "dungeon"))},
            "spells_below": spells_below(seen),
            "treasures": seen.count_at(rules.DUNGEON, rules.MONSTERS, rules.DECK, rules.DECK),
            "played": [
                gathering_view(card)
                for card in range(len(GATHER_NAMES))
                if seen.at[rules.GATHERING + card] == rules.DISCARD
            ],
            "still_held": [  # in some other hand, since they were not shuffled into the deck when it was made anew
                gathering_view(card)
                for card in range(len(GATHER_NAMES))
                if seen.at[rules.GATHERING + card] == UNKNOWN and not seen.shuffled[card]
            ],
            "achievements": [tile_view(seen, tile) for tile in TILES if seen.at[tile] <= rules.OFFER],
            "duel": self.duel_view(seen),
            "expedition": self.expedition_view(seen),
            "pending": self.pending_view(seen),
            "hand": [
                gathering_view(card) for card in range(len(GATHER_NAMES)) if seen.at[rules.GATHERING + card] == eye >= 0
            ],
            "players": [self.mage_view(seen, seat) for seat in range(seen.seats)],
            "magus": self.mage_view(seen, rules.MAGUS) if seen.seats == 1 else None,
            "chart": ("front", "back")[seen.side] if seen.seats == 1 else None,
            "ending": self.ending(seen) if seen.seat == OVER else None,
            "ranking": seen.ranking() if seen.seat == OVER else None,
            "last_round": seen.ended != rules.GOING_ON,
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
        if seen.asked == rules.NONE:
            return None
        return {
            "wizard": card_view(rules.WIZARDS + seen.card),
            "starter": seen.turn,
            "leader": seen.leader if seen.leader != rules.NONE else None,
            "bid": seen.quota,
            "asked": seen.asked,
            "bids": [bid if bid > 0 else None for bid in seen.bids[: seen.mages()]],
            "passed": [bid < 0 for bid in seen.bids[: seen.mages()]],
        }

    @staticmethod
    def expedition_view(seen: Astoria) -> View | None:
        if seen.phase not in (rules.EXPLORING, rules.DELVING):
            return None
        drawn = [card for card in range(rules.DUNGEON, rules.TILES) if seen.at[card] == rules.DISCARD]
        return {
            "cards": [dungeon_view(card) for card in drawn],
            "hits": seen.hits,
            "most": content.HITS + seen.power(seen.turn, rules.ARMOUR),
        }

    @staticmethod
    def pending_view(seen: Astoria) -> View:
        """What the decision is about: tokens picked, how many more, the spell or familiar at work."""
        asked = seen.phase in (rules.LEAVING, rules.RETURNING, rules.BARTERING, rules.TAKING, rules.FILCHING)
        return {
            "tokens": {REAGENT_IDS[reagent]: count for reagent, count in enumerate(seen.pick) if count},
            "count": seen.quota if asked else 0,
            "spell": content.SPELL_NAMES[seen.spell] if seen.spell != rules.NONE else None,
            "familiar": content.FAMILIAR_NAMES[seen.card] if seen.phase == rules.USING else None,
        }

    def mage_view(self, seen: Astoria, mage: int) -> View:
        known = seen.mana[mage] != UNKNOWN
        first = rules.FIRST_CARD
        own = {
            deck: [card_view(card) for card in range(first[number], first[number + 1]) if seen.at[card] == mage]
            for number, deck in enumerate(DECKS)
        }
        spells = own.pop("spells")
        for spell in spells:
            spell["state"] = ("uncast", "active", "used")[seen.cast[spell["number"]]]
        points = [seen.points_for(mage, heading) for heading in range(rules.HEADINGS)]
        return {
            "seat": mage if mage < seen.seats else None,
            "mana": seen.mana[mage] if known else None,
            "gold": seen.gold[mage] if known else None,
            "cards_in_hand": seen.hands[mage],
            "tokens": {
                REAGENT_IDS[reagent]: seen.tokens[mage * rules.REAGENTS + reagent] for reagent in range(rules.REAGENTS)
            },
            "stored": seen.token_count(mage),
            "storage": seen.storage(mage) if mage < seen.seats else None,
            **own,
            "spells": spells,
            "items": [dungeon_view(card) for card in range(rules.ITEMS, rules.MONSTERS) if seen.at[card] == mage],
            "gold_cards": [dungeon_view(card) for card in range(rules.DUNGEON, rules.ITEMS) if seen.at[card] == mage],
            "points": dict(zip(HEADINGS, points)),
            "total": sum(points),
            "complete": known,
        }

    def draw(self, view: View, names: Sequence[str]) -> Any:
        from sortilege.games.lizard_wizard.screen import draw

        return draw(view, names)

    def fault(self, state: Astoria) -> str:
        return fault(state)


def any_card(rich: Astoria) -> int:
    """An outcome of a draw to a hand: which card it is changes nothing that is open."""
    for card in range(rules.GATHERING, rules.DUNGEON):
        if rich.at[card] == UNKNOWN:
            rich.at[card] = rules.DECK
    return 0


def drawn_card(before: Astoria, rank: int) -> int:
    """The card that an outcome turns up; not for gathering cards, whose deck is hidden."""
    deck = before.deck_drawn()
    top = before.top_layer(deck)
    cards = range(rules.FIRST_CARD[deck], rules.FIRST_CARD[deck + 1])
    return [card for card in cards if before.at[card] == top][rank]


def achievement(tile: int) -> str:
    text = tile_text(tile - rules.TILES)
    return f"{content.ACHIEVEMENT_NAMES[tile - rules.TILES]} ({text[0].lower()}{text[1:]})"


def offered(seen: Astoria, deck: int) -> list[int]:
    slots = range(rules.FIRST_SLOT[deck], rules.FIRST_SLOT[deck + 1])
    return [seen.offer[slot] for slot in slots if seen.offer[slot] != rules.NONE]


def tower_on_offer(seen: Astoria) -> int:
    return int(seen.offer[rules.FIRST_SLOT[rules.TOWER_DECK]]) - rules.TOWERS


def spells_below(seen: Astoria) -> list[list[str]]:
    """What new research put under the deck, in sight of all: one list for each layer, from the top down."""
    layers: dict[int, list[str]] = {}
    for spell, name in enumerate(content.SPELL_NAMES):
        layer = seen.at[rules.SPELLS + spell] - rules.DECK
        if layer > 0:
            layers.setdefault(layer, []).append(name)
    return [layers[layer] for layer in sorted(layers)]


def card_view(card: int) -> View:
    """A wizard, tower, familiar or spell."""
    deck = max(deck for deck in range(4) if rules.FIRST_CARD[deck] <= card)
    number = card - rules.FIRST_CARD[deck]
    name = (content.WIZARD_NAMES, content.TOWER_NAMES, content.FAMILIAR_NAMES, content.SPELL_NAMES)[deck][number]
    more = (wizard_view, tower_view, familiar_view, spell_view)[deck](number)
    return {
        "number": number,
        "name": name,
        "slug": slug(name),
        "school": content.SCHOOLS[content.SCHOOL[card]],
        **more,
    }


def wizard_view(wizard: int) -> View:
    return {"reagent": REAGENT_IDS[content.SCHOOL_REAGENT[content.SCHOOL[rules.WIZARDS + wizard]]]}


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


def tile_view(seen: Astoria, tile: int) -> View:
    owner = seen.at[tile]
    return {
        "name": content.ACHIEVEMENT_NAMES[tile - rules.TILES],
        "text": tile_text(tile - rules.TILES),
        "owner": owner if owner < rules.MAGES else None,
    }


def icon_ids(table: Any, card: int) -> list[str]:
    row = table[card * rules.REAGENTS : (card + 1) * rules.REAGENTS]
    return [reagent for reagent, count in zip(REAGENT_IDS, row) for _ in range(count)]


def gathering_view(card: int) -> View:
    return {
        "name": GATHER_NAMES[card],
        "move": NOTATION[rules.GATHER + card],
        "gather": icon_ids(content.GATHERED, card),
        "raise": icon_ids(content.RAISED, card),
    }


def dungeon_view(card: int) -> View:
    kinds = ((rules.ITEMS, "gold"), (rules.MONSTERS, "item"), (rules.TRAPS, "monster"), (rules.TILES, "trap"))
    kind = next(kind for end, kind in kinds if card < end)
    return {
        "name": content.DUNGEON_NAMES[card - rules.DUNGEON],
        "kind": kind,
        "gold": content.GOLD_VALUE[card - rules.DUNGEON] if kind == "gold" else 0,
    }
