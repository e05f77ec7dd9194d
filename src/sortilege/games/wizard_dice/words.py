"""The dice game in words."""

from collections.abc import Sequence
from math import comb
from typing import Any

from sortilege.engine import OVER, Listed, View, Words, listed, plural
from sortilege.engine.fields import in_order
from sortilege.games.wizard_dice import content, position, rules
from sortilege.games.wizard_dice.content import COLUMNS
from sortilege.games.wizard_dice.position import ENDINGS, PARTS, PHASES
from sortilege.games.wizard_dice.rules import Rounds

COLOURS = content.COLOURS
FACES = content.FACE_NAMES
PHASE_NAMES = in_order(PHASES)
PART_NAMES = in_order(PARTS)
CHOOSING = (position.PREDICTING, position.CROSSING)
MARKS = {position.FREE: "", position.X: "X", position.DOUBLE_X: "XX", position.CROSSED: "/"}


def box_text(box: int) -> str:
    return f"{box % COLUMNS + 1} {COLOURS[box // COLUMNS]}"


def dice_numbers(mask: int) -> list[int]:
    return [die + 1 for die in range(content.DICE) if mask >> die & 1]


def dice_text(mask: int) -> str:
    return " ".join(str(number) for number in dice_numbers(mask))


NOTATION = (
    *(f"predict {box_text(box)}" for box in range(position.BOXES)),
    *(f"cross {box_text(box)}" for box in range(position.BOXES)),
    "cross none",
    *(f"colour {colour}" for colour in COLOURS),
    "colour unspoken",
    "stay",
    "leave",
    "stop",
    *(f"reroll {dice_text(mask)}" for mask in range(1, 128)),
    "jester take",
    "jester refuse",
    *(f"set {FACES[first]} {FACES[second]}" for first, second in zip(rules.FIRST_FACES, rules.SECOND_FACES)),
)

REFUSALS = {
    rules.NOT_NOW: ("wizard_dice:round-order", "That is not what is being decided now."),
    rules.BOX_USED: ("wizard_dice:used-box", "That box of your page is used already; predict a free one."),
    rules.BOX_TAKEN: ("wizard_dice:different", "Somebody has predicted that this round; yours must be different."),
    rules.NOTHING_TO_CROSS: ("wizard_dice:crossed-stays-used", "That box holds no negative points to cross out."),
    rules.OTHER_COLOUR: (
        "wizard_dice:card-forgiveness",
        "Only a box in the colour of your prediction can be crossed out.",
    ),
    rules.JESTERS_FIXED: ("wizard_dice:card-stubborn-jesters", "Dice with that face stay as they fell in this round."),
    rules.TOO_FEW_DICE: (
        "wizard_dice:card-first-sight",
        f"The second roll takes {max(content.LEAST)} dice or more in this round.",
    ),
    rules.MUST_ROLL: ("wizard_dice:second-roll-made", "The second roll has to be made in this round."),
    rules.ONLY_SEER_ROLLS: ("wizard_dice:three-rolls", "Only the Seer decides whether and what to roll again."),
    rules.ONLY_OTHERS_LEAVE: (
        "wizard_dice:seer-ends-round",
        "The Seer does not leave alone: stop, and everybody still in scores.",
    ),
}


class DiceWords(Words[Rounds]):
    notation = NOTATION
    refusals = REFUSALS
    endings = in_order(ENDINGS)[1:]
    kinds = {
        "predict": "Predict",
        "cross": "Cross out",
        "colour": "Wizard Colour",
        "stay": "The round",
        "leave": "The round",
        "stop": "The dice",
        "reroll": "Roll again",
        "jester": "Jester Score",
        "set": "Set two dice",
    }
    unordered = frozenset({"cross", "predict", "reroll", "set"})

    # What is decided.

    def question(self, seen: Rounds) -> str:
        return {
            position.SETTING: "Set two dice to the faces you like; the other five are rolled after the predictions.",
            position.PREDICTING: "Predict a number and a colour.",
            position.CROSSING: "You may cross out negative points in the colour of your prediction.",
            position.COLOURING: "Name the Wizard Colour: Wizards count as this colour for everybody.",
            position.STAYING: f"Roll {seen.roll}: leave with these dice, or stay for what the Seer rolls next?",
            position.REROLLING: f"Roll {seen.roll} of {seen.last_roll()}: {self.roll_question(seen)}.",
            position.JESTING: f"{plural(seen.showing(position.JESTER), 'Jester')}: take the Jester Score?",
        }.get(seen.phase, "")

    @staticmethod
    def roll_question(seen: Rounds) -> str:
        if seen.must_roll():
            return f"choose {seen.least_dice()} dice or more to roll again"
        if seen.fixed_dice() == position.ALL_DICE:
            return "none of these dice can be rolled again"
        return "stop, or choose dice to roll again"

    def label(self, seen: Rounds, move: int) -> str:
        if move < rules.CROSS_OUT:
            return f"Predict {box_text(move)}"
        if move < rules.CROSS_NONE:
            return f"Cross out {box_text(move - rules.CROSS_OUT)}"
        if rules.COLOUR <= move < rules.UNSPOKEN:
            return f"Wizards are {COLOURS[move - rules.COLOUR]}"
        if rules.STOP < move < rules.TAKE_JESTER:
            return self.reroll_label(seen, move - rules.REROLL)
        if move >= rules.SET:
            return f"Set {listed(NOTATION[move].split()[1:])}"
        return {
            rules.CROSS_NONE: "Cross nothing out",
            rules.UNSPOKEN: f"Say nothing: Wizards are {self.seer_colour(seen)}",
            rules.STAY: "Stay in the round",
            rules.LEAVE: "Leave and score these dice",
            rules.STOP: "Stop: everybody scores these dice",
            rules.TAKE_JESTER: f"Take the Jester Score for {plural(seen.showing(position.JESTER), 'Jester')}",
            rules.REFUSE_JESTER: "Score without the Jesters",
        }[move]

    @staticmethod
    def seer_colour(seen: Rounds) -> str:
        return COLOURS[seen.seer_colour()]

    @staticmethod
    def reroll_label(seen: Rounds, mask: int) -> str:
        faces = [FACES[seen.dice[die]] for die in range(content.DICE) if mask >> die & 1]
        return f"Re-roll {plural(len(faces), 'die', 'dice')}: {listed(faces)}"

    # What it brings.

    def outcome(self, seen: Rounds, move: int) -> str:
        if rules.STOP < move < rules.TAKE_JESTER:
            return roll_outcome(seen, move - rules.REROLL)
        if move in (rules.LEAVE, rules.STOP, rules.REFUSE_JESTER):
            return f"{seen.count_for(own_box(seen))} of {box_text(own_box(seen))}: {brings(seen, own_mark(seen))}"
        if move == rules.STAY:
            return f"{wanted(seen)}: {brings(seen, exact_mark(seen))}"
        if move == rules.TAKE_JESTER:
            return self.jester_outcome(seen)
        if rules.CROSS_OUT <= move < rules.CROSS_NONE:
            return f"+{seen.boxes[seen.seat * position.BOXES + move - rules.CROSS_OUT]}"
        return ""

    @staticmethod
    def jester_outcome(seen: Rounds) -> str:
        after = seen.copy()
        after.phase = position.JESTING
        box, seat, jesters = own_box(seen), seen.seat, seen.showing(position.JESTER)
        after.score(True)
        mark = after.boxes[seat * position.BOXES + box]
        return f"X under {jesters}, {mark_text(mark)} for {box_text(box)}: X, {brings(seen, mark)}"

    def piles(self) -> dict[str, list[Listed]]:
        cards = zip(content.CARD_NAMES, content.CARD_TEXTS)
        return {
            "Magic Cards": [Listed(name, 1, f"card {number}", text) for number, (name, text) in enumerate(cards, 1)]
        }

    def sources(self, state: Rounds, seat: int) -> list[tuple[str, int]]:
        worth = [state.worth(seat, box) for box in range(position.BOXES)]
        return [
            ("right predictions", sum(points for points in worth if points > 0)),
            ("differences", sum(points for points in worth if points < 0)),
            ("bonus for the Xs", content.BONUS if state.xs[seat] >= state.goal else 0),
        ]

    def highlights(self, steps: Sequence[tuple[Rounds, int]], end: Rounds) -> list[str]:
        boxes = [(seat, box) for seat in range(end.seats) for box in range(position.BOXES)]
        seat, box = max(boxes, key=lambda place: end.worth(*place))
        told = [f"{{{seat}}} foretold {box_text(box)}, and so it was."] if end.worth(seat, box) > 0 else []
        seat, box = min(boxes, key=lambda place: end.worth(*place))
        if end.worth(seat, box) < 0:
            told.append(f"The costliest prediction was {{{seat}}}'s {box_text(box)}: −{-end.worth(seat, box)}.")
        seat = max(range(end.seats), key=end.jester_scores)
        if end.jester_scores(seat):
            told.append(f"{{{seat}}} took {plural(end.jester_scores(seat), 'Jester Score')}.")
        return told

    # What happened.

    def news(self, before: Rounds, move: int | None, after: Rounds, eye: int) -> list[str]:
        told = self.deed(before, move, after)
        told += self.opened(before, after)
        told += self.written(before, after)
        if after.round != before.round and after.seat != OVER:
            told.append(f"Round {after.round}: {{{after.seer}}} is the Seer.")
        if after.seat == OVER:
            told.append(self.last_words(after))
        return told

    def deed(self, before: Rounds, move: int | None, after: Rounds) -> list[str]:
        who = f"{{{before.seat}}}"
        if before.phase == position.DRAWING:
            return [f"Magic Card: {content.CARD_NAMES[after.card]}. {content.CARD_TEXTS[after.card]}"]
        if before.phase == position.ROLLING:
            return [self.roll_text(before, move or 0)]
        if move is None:
            return [f"{who} makes a secret prediction."]
        return [
            {
                position.SETTING: lambda: f"{who} sets {listed(NOTATION[move].split()[1:])}.",
                position.PREDICTING: lambda: f"{who} predicts {box_text(move)}.",
                position.CROSSING: lambda: f"{who} crosses out {self.crossed(move)}.",
                position.COLOURING: lambda: f"{who} {self.colour_news(move, before)}.",
                position.STAYING: lambda: f"{who} {'stays' if move == rules.STAY else 'leaves the round'}.",
                position.REROLLING: lambda: f"{who} {self.roll_choice(before, move)}.",
                position.JESTING: lambda: (
                    f"{who} {'takes' if move == rules.TAKE_JESTER else 'refuses'} the Jester Score."
                ),
            }[before.phase]()
        ]

    @staticmethod
    def roll_text(before: Rounds, outcome: int) -> str:
        """The roll itself: after it the dice may be gone, where it ends the round."""
        rolled = [
            FACES[outcome // position.FACES**place % position.FACES] for place in range(rules.SIZES[before.thrown])
        ]
        kept = [FACES[before.dice[die]] for die in range(content.DICE) if not before.thrown >> die & 1]
        number = before.roll + 1
        return f"Roll {number}: {', '.join(rolled)}." + (f" Kept: {', '.join(kept)}." if kept else "")

    @staticmethod
    def crossed(move: int) -> str:
        return "nothing" if move == rules.CROSS_NONE else box_text(move - rules.CROSS_OUT)

    def colour_news(self, move: int, before: Rounds) -> str:
        if move == rules.UNSPOKEN:
            return f"names no Wizard Colour, so it is {self.seer_colour(before)}"
        return f"makes the Wizards {COLOURS[move - rules.COLOUR]}"

    @staticmethod
    def roll_choice(before: Rounds, move: int) -> str:
        if move == rules.STOP:
            return "stops"
        dice = [str(number) for number in dice_numbers(move - rules.REROLL)]
        return f"rolls {'die' if len(dice) == 1 else 'dice'} {listed(dice)} again"

    @staticmethod
    def opened(before: Rounds, after: Rounds) -> list[str]:
        """Once all predictions are in: what was sealed, who sits out, who will be Seer."""
        if all_predicted(before) or not all_predicted(after):
            return []
        told = []
        if before.sealing():
            sealed = [seat for seat in range(after.seats) if seat != after.seer and after.predictions[seat] >= 0]
            told += [f"{{{seat}}} had predicted {box_text(after.predictions[seat])}." for seat in sealed]
        told += [
            f"{{{seat}}} has no box to predict and sits the round out."
            for seat in range(after.seats)
            if after.present[seat] == position.OUT
        ]
        return [*told, f"{{{after.next_seer}}} will be the next Seer."]

    @staticmethod
    def written(before: Rounds, after: Rounds) -> list[str]:
        """What was written on the pages."""
        told = []
        for seat in range(after.seats):
            first = seat * position.BOXES
            for box in range(position.BOXES):
                mark = after.boxes[first + box]
                if mark != before.boxes[first + box] and mark != position.CROSSED:
                    sign = MARKS.get(mark) or ("0" if mark == 0 else f"a difference of {mark}")
                    told.append(f"{{{seat}}} writes {sign} for {box_text(box)}.")
        return told

    def last_words(self, after: Rounds) -> str:
        winners = [f"{{{seat}}}" for seat, place in enumerate(after.ranking()) if place == 1]
        why = f"{after.goal} Xs are reached" if after.ended == position.XS_REACHED else "Nobody has a free box left"
        return f"{why}: the game is over. {listed(winners)} {'wins' if len(winners) == 1 else 'share the win'}."

    def ending(self, state: Rounds) -> str:
        return self.endings[state.ended - 1]

    # What is seen.

    def view(self, seen: Rounds, eye: int) -> View:
        return {
            "game": "wizard_dice",
            "eye": None if eye < 0 else eye,
            "turn": seen.seat if seen.seat >= 0 else None,
            "phase": PHASE_NAMES[seen.phase],
            "round": seen.round,
            "goal": seen.goal,
            "seer": seen.seer,
            "next_seer": seen.next_seer if all_predicted(seen) else None,
            "card": self.card_view(seen),
            "cards_left": [content.CARD_NAMES[card] for card in range(content.NO_CARD) if seen.pile >> card & 1],
            "wizard_colour": self.wizard_view(seen),
            "roll": seen.roll,
            "rolls": seen.last_roll() if seen.predictions[seen.seer] >= 0 else content.ROLLS,
            "dice": [FACES[face] if face >= 0 else None for face in seen.dice],
            "thrown": dice_numbers(seen.thrown),
            "fixed": dice_numbers(seen.fixed_dice()),
            "players": [self.page(seen, seat) for seat in range(seen.seats)],
            "over": seen.seat == OVER,
            "ending": self.ending(seen) if seen.seat == OVER else None,
        }

    @staticmethod
    def card_view(seen: Rounds) -> View | None:
        if seen.card == content.NO_CARD:
            return None
        return {
            "number": seen.card + 1,
            "name": content.CARD_NAMES[seen.card],
            "text": content.CARD_TEXTS[seen.card],
        }

    @staticmethod
    def wizard_view(seen: Rounds) -> str | None:
        if seen.wizard >= 0:
            return COLOURS[seen.wizard]
        return {0: None, content.ALL_WIZARDS: "all", content.NO_WIZARDS: "none"}[content.WIZARDS[seen.card]]

    def page(self, seen: Rounds, seat: int) -> View:
        """One Page of Prediction."""
        first = seat * position.BOXES
        return {
            "seat": seat,
            "status": PART_NAMES[seen.present[seat]],
            "prediction": self.prediction_view(seen.predictions[seat]),
            "counted": self.counted(seen, seat),
            "counting": self.counting(seen, seat),
            "jesters": [bool(seen.jesters[seat * COLUMNS + column]) for column in range(COLUMNS)],
            "boxes": {
                colour: [mark_text(seen.boxes[first + row * COLUMNS + column]) for column in range(COLUMNS)]
                for row, colour in enumerate(COLOURS)
            },
            "sums": [
                sum(seen.worth(seat, row * COLUMNS + column) for row in range(len(COLOURS)))
                for column in range(COLUMNS)
            ],
            "bonus": content.BONUS if seen.xs[seat] >= seen.goal else 0,
            "xs": seen.xs[seat],
            "jester_scores": seen.jester_scores(seat),
            "points": seen.points(seat),
        }

    @staticmethod
    def counted(seen: Rounds, seat: int) -> int | None:
        """How many dice count for this seat's prediction as they lie."""
        return seen.count_for(seen.predictions[seat]) if can_count(seen, seat) else None

    @staticmethod
    def counting(seen: Rounds, seat: int) -> list[int]:
        """The numbers of those dice."""
        if not can_count(seen, seat):
            return []
        faces = counting_faces(seen, seen.predictions[seat])
        return [number for number, face in enumerate(seen.dice, 1) if face in faces]

    @staticmethod
    def prediction_view(prediction: int) -> View | str | None:
        if prediction == position.HIDDEN:
            return "sealed"
        if prediction == position.NONE:
            return None
        return {"number": prediction % COLUMNS + 1, "colour": COLOURS[prediction // COLUMNS]}

    def stage(self, view: View) -> str:
        return f"Round {view['round']} · to {view['goal']} Xs"

    def draw(self, view: View, names: Sequence[str]) -> Any:
        from rich.columns import Columns
        from rich.console import Group

        head = [f"Round {view['round']}   Seer: {names[view['seer']]}   to {view['goal']} Xs"]
        if view["card"]:
            head.append(f"Magic Card {view['card']['number']}: {view['card']['name']}. {view['card']['text']}")
        if view["wizard_colour"]:
            head.append(f"Wizards count as: {view['wizard_colour']}")
        pages = [page_table(page, names[page["seat"]], page["seat"] == view["seer"]) for page in view["players"]]
        return Group(*head, dice_line(view), Columns(pages))


NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven")


def own_box(seen: Rounds) -> int:
    return seen.predictions[seen.seat]


def own_mark(seen: Rounds) -> int:
    """What the seat that decides would write for the dice as they lie."""
    return int(seen.mark_for(own_box(seen)))


def exact_mark(seen: Rounds) -> int:
    """What it writes if the prediction comes true."""
    return position.DOUBLE_X if content.FACTOR[seen.card] == 2 else position.X


def brings(seen: Rounds, mark: int) -> str:
    """What is written, and what that is worth: "X, +3", "−2"."""
    number = own_box(seen) % COLUMNS + 1
    worth = {position.X: number, position.DOUBLE_X: 2 * number}.get(mark)
    return f"{mark_text(mark)}, +{worth}" if worth else f"−{mark}" if mark else "0"


def wanted(seen: Rounds) -> str:
    """What has to come for the prediction to come true."""
    box = own_box(seen)
    more = box % COLUMNS + 1 - int(seen.count_for(box))
    if more == 0:
        return "if it stays so"
    return f"{NUMBERS[abs(more)]} {'more' if more > 0 else 'less'} {COLOURS[box // COLUMNS]}"


def roll_outcome(seen: Rounds, mask: int) -> str:
    """What these dice must bring, and how likely it is that they do."""
    box = own_box(seen)
    faces = counting_faces(seen, box)
    rolled = int(rules.SIZES[mask])
    kept = sum(face in faces for die, face in enumerate(seen.dice) if not mask >> die & 1)
    need = box % COLUMNS + 1 - kept - int(content.EXTRA[seen.card])
    if not 0 <= need <= rolled:
        return f"{'too many are kept' if need < 0 else 'too few are rolled'}: 0 %"
    part = len(faces) / position.FACES
    chance = comb(rolled, need) * part**need * (1 - part) ** (rolled - need)
    return f"{NUMBERS[need]} must be {' or '.join(FACES[face] for face in faces)}: {round(100 * chance)} %"


def can_count(seen: Rounds, seat: int) -> bool:
    return seen.predictions[seat] >= 0 and seen.roll > 0


def counting_faces(seen: Rounds, box: int) -> list[int]:
    """The faces that count for a prediction."""
    colour = box // COLUMNS
    faces = [colour]
    if content.WIZARDS[seen.card] == content.ALL_WIZARDS or seen.wizard == colour:
        faces.append(position.WIZARD)
    if content.JESTERS[seen.card] == content.JOIN:
        faces.append(position.JESTER)
    return faces


def all_predicted(seen: Rounds) -> bool:
    return seen.phase not in CHOOSING and seen.predictions[seen.seer] != position.NONE


def mark_text(mark: int) -> str:
    return MARKS.get(mark, str(mark))


SIGNS = {"blue": "■", "green": "♣", "yellow": "●", "red": "▲", "wizard": "★", "jester": "♫"}
STYLES = {
    "blue": "blue",
    "green": "green",
    "yellow": "yellow",
    "red": "red",
    "wizard": "bold magenta",
    "jester": "bold",
}


def dice_line(view: View) -> Any:
    from rich.text import Text

    line = Text(f"Roll {view['roll']} of {view['rolls']}:\n")
    for number, face in enumerate(view["dice"], 1):
        line.append(f" {number}:", style="dim")
        line.append(f"{SIGNS[face]} {face}" if face else "·", style=STYLES.get(face, "dim"))
    return line


def page_table(page: View, name: str, seer: bool) -> Any:
    from rich.table import Table

    title = f"{name}{' (Seer)' if seer else ''}"
    caption = f"{plural(page['xs'], 'X')}, {plural(page['points'], 'point')}"
    table = Table(title=title, caption=caption, show_edge=True, pad_edge=False)
    table.add_column("")
    for column in range(1, COLUMNS + 1):
        table.add_column(f"x{column}", justify="center", min_width=3)
    table.add_row("♫ jester", *("X" if used else "" for used in page["jesters"]))
    circled = page["prediction"] if isinstance(page["prediction"], dict) else {}
    for colour, marks in page["boxes"].items():
        cells = [
            f"({mark})" if (column, colour) == (circled.get("number"), circled.get("colour")) else mark
            for column, mark in enumerate(marks, 1)
        ]
        table.add_row(f"[{STYLES[colour]}]{SIGNS[colour]} {colour}[/]", *cells)
    table.add_row("sum", *(str(value) for value in page["sums"]), style="dim")
    return table
