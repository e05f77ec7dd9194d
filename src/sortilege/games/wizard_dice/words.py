"""The dice game in words."""

from collections.abc import Iterator, Sequence
from typing import Any

from sortilege.engine import CHANCE, OVER, View, Words, listed, plural
from sortilege.games.wizard_dice import content, rules
from sortilege.games.wizard_dice.content import COLUMNS
from sortilege.games.wizard_dice.rules import Rounds

COLOURS = content.COLOURS
FACES = tuple(content.FACES)
PHASES = (
    "drawing", "setting", "predicting", "crossing", "colouring", "rolling", "staying", "rerolling", "jesting", "over",
)  # fmt: skip
CHOOSING = (rules.PREDICTING, rules.CROSSING)
LATE = (rules.JESTING, rules.ENDED)
ENDS = (rules.XS_REACHED, rules.NO_BOX_LEFT)
MARKS = {rules.FREE: "", rules.X: "X", rules.DOUBLE_X: "XX", rules.CROSSED: "/"}


def box_text(box: int) -> str:
    return f"{box % COLUMNS + 1} {COLOURS[box // COLUMNS]}"


def dice_numbers(mask: int) -> list[int]:
    return [die + 1 for die in range(content.DICE) if mask >> die & 1]


def dice_text(mask: int) -> str:
    return " ".join(str(number) for number in dice_numbers(mask))


NOTATION = (
    *(f"predict {box_text(box)}" for box in range(rules.BOXES)),
    *(f"cross {box_text(box)}" for box in range(rules.BOXES)),
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

REFUSALS = (
    ("wizard_dice:round-order", "That is not what is being decided now."),
    ("wizard_dice:used-box", "That box of your page is used already; predict a free one."),
    ("wizard_dice:different", "Somebody has predicted that this round; yours must be different."),
    ("wizard_dice:crossed-stays-used", "That box holds no negative points to cross out."),
    ("wizard_dice:card-forgiveness", "Only a box in the colour of your prediction can be crossed out."),
    ("wizard_dice:card-stubborn-jesters", "Dice with that face stay as they fell in this round."),
    ("wizard_dice:card-first-sight", f"The second roll takes {max(content.LEAST)} dice or more in this round."),
    ("wizard_dice:second-roll-made", "The second roll has to be made in this round."),
    ("wizard_dice:three-rolls", "Only the Seer decides whether and what to roll again."),
    ("wizard_dice:seer-ends-round", "The Seer does not leave alone: stop, and everybody still in scores."),
)


class DiceWords(Words[Rounds]):
    notation = NOTATION
    refusals = REFUSALS
    endings = ("xs reached", "no box left")
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

    # What is decided.

    def question(self, seen: Rounds) -> str:
        return {
            rules.SETTING: "Set two dice to the faces you like; the other five are rolled after the predictions.",
            rules.PREDICTING: "Predict a number and a colour.",
            rules.CROSSING: "You may cross out negative points in the colour of your prediction.",
            rules.COLOURING: "Name the Wizard Colour: Wizards count as this colour for everybody.",
            rules.STAYING: f"Roll {seen.roll}: leave with these dice, or stay for what the Seer rolls next?",
            rules.REROLLING: f"Roll {seen.roll} of {seen.last_roll()}: {self.roll_question(seen)}.",
            rules.JESTING: f"{plural(seen.showing(rules.JESTER), 'Jester')}: take the Jester Score?",
        }.get(seen.phase, "")

    @staticmethod
    def roll_question(seen: Rounds) -> str:
        if seen.must_roll():
            return f"choose {seen.least_dice()} dice or more to roll again"
        if seen.fixed_dice() == rules.ALL_DICE:
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
            rules.TAKE_JESTER: f"Take the Jester Score for {plural(seen.showing(rules.JESTER), 'Jester')}",
            rules.REFUSE_JESTER: "Score without the Jesters",
        }[move]

    @staticmethod
    def seer_colour(seen: Rounds) -> str:
        return COLOURS[seen.seer_colour()]

    @staticmethod
    def reroll_label(seen: Rounds, mask: int) -> str:
        faces = [FACES[seen.dice[die]] for die in range(content.DICE) if mask >> die & 1]
        return f"Re-roll {plural(len(faces), 'die', 'dice')}: {listed(faces)}"

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
        if before.phase == rules.DRAWING:
            return [f"Magic Card: {content.CARD_NAMES[after.card]}. {content.CARD_TEXTS[after.card]}"]
        if before.phase == rules.ROLLING:
            return [self.roll_text(before, move or 0)]
        if move is None:
            return [f"{who} makes a secret prediction."]
        return [
            {
                rules.SETTING: lambda: f"{who} sets {listed(NOTATION[move].split()[1:])}.",
                rules.PREDICTING: lambda: f"{who} predicts {box_text(move)}.",
                rules.CROSSING: lambda: f"{who} crosses out {self.crossed(move)}.",
                rules.COLOURING: lambda: f"{who} {self.colour_news(move, before)}.",
                rules.STAYING: lambda: f"{who} {'stays' if move == rules.STAY else 'leaves the round'}.",
                rules.REROLLING: lambda: f"{who} {self.roll_choice(before, move)}.",
                rules.JESTING: lambda: f"{who} {'takes' if move == rules.TAKE_JESTER else 'refuses'} the Jester Score.",
            }[before.phase]()
        ]

    @staticmethod
    def roll_text(before: Rounds, outcome: int) -> str:
        """The roll itself: after it the dice may be gone, where it ends the round."""
        rolled = [FACES[outcome // rules.FACES**place % rules.FACES] for place in range(rules.SIZES[before.mask])]
        kept = [FACES[before.dice[die]] for die in range(content.DICE) if not before.mask >> die & 1]
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
        return "stops" if move == rules.STOP else f"rolls dice {dice_text(move - rules.REROLL)} again"

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
            if after.present[seat] == rules.OUT
        ]
        return [*told, f"{{{after.next_seer}}} will be the next Seer."]

    @staticmethod
    def written(before: Rounds, after: Rounds) -> list[str]:
        """What was written on the pages."""
        told = []
        for seat in range(after.seats):
            first = seat * rules.BOXES
            for box in range(rules.BOXES):
                mark = after.boxes[first + box]
                if mark != before.boxes[first + box] and mark != rules.CROSSED:
                    sign = MARKS.get(mark) or ("0" if mark == 0 else f"a difference of {mark}")
                    told.append(f"{{{seat}}} writes {sign} for {box_text(box)}.")
        return told

    def last_words(self, after: Rounds) -> str:
        winners = [f"{{{seat}}}" for seat, place in enumerate(after.ranking()) if place == 1]
        why = f"{after.goal} Xs are reached" if after.ended == rules.XS_REACHED else "Nobody has a free box left"
        return f"{why}: the game is over. {listed(winners)} {'wins' if len(winners) == 1 else 'share the win'}."

    def ending(self, state: Rounds) -> str:
        return self.endings[state.ended - 1]

    # What is seen.

    def view(self, seen: Rounds, eye: int) -> View:
        return {
            "game": "wizard_dice",
            "eye": None if eye < 0 else eye,
            "turn": seen.seat if seen.seat >= 0 else None,
            "phase": PHASES[seen.phase],
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
            "thrown": dice_numbers(seen.mask),
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
        return {0: None, rules.ALL_WIZARDS: "all", rules.NO_WIZARDS: "none"}[content.WIZARDS[seen.card]]

    def page(self, seen: Rounds, seat: int) -> View:
        """One Page of Prediction."""
        first = seat * rules.BOXES
        return {
            "seat": seat,
            "status": ("out", "in", "scored")[seen.present[seat]],
            "prediction": self.prediction_view(seen.predictions[seat]),
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
    def prediction_view(prediction: int) -> View | str | None:
        if prediction == rules.HIDDEN:
            return "sealed"
        if prediction == rules.NONE:
            return None
        return {"number": prediction % COLUMNS + 1, "colour": COLOURS[prediction // COLUMNS]}

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

    # What may be restored.

    def fault(self, state: Rounds) -> str:
        return next(self.faults(state), "")

    def faults(self, state: Rounds) -> Iterator[str]:
        """What is wrong: single numbers first, for the rest is asked of numbers that are in range."""
        seats = range(state.seats)
        ranges = {
            f"the goal must be one of {content.GOALS}": state.goal in content.GOALS,
            "magic must be 0 or 1": state.magic in (0, 1),
            "there is no such phase": 0 <= state.phase <= rules.ENDED,
            "there is no such seat": state.seat in (CHANCE, OVER, *seats),
            "the Seer must be a seat": state.seer in seats and state.next_seer in seats,
            "there is no such Magic Card": 0 <= state.card <= content.NO_CARD,
            "there is no such pile": 0 <= state.pile < 1 << content.NO_CARD,
            "there is no such Wizard Colour": rules.NONE <= state.wizard < len(COLOURS),
            "there are no such dice to roll": 0 <= state.mask <= rules.ALL_DICE,
            "there is no such turn": 0 <= state.turn <= state.seats + 1,
            "there is no such round": state.round >= 1,
            "there is no such end": state.ended in (ENDS if state.phase == rules.ENDED else (rules.GOING_ON,)),
            "the round is not closing": state.closing in ((0, 1) if state.phase in LATE else (0,)),
            "a die shows no such face": all(rules.BLANK <= face < rules.FACES for face in state.dice),
            "a box holds no such mark": all(rules.CROSSED <= mark <= 99 for mark in state.boxes),
            "a Jester box is free or used": all(mark in (0, 1) for mark in state.jesters),
            "there is no such prediction": all(rules.NONE <= box < rules.BOXES for box in state.predictions),
            "a player is out, in, or has scored": all(rules.OUT <= part <= rules.SCORED for part in state.present),
        }
        yield from (said for said, sound in ranges.items() if not sound)
        if not all(self.page_fits(state, seat) for seat in seats):
            yield "free boxes and Xs are not those of the marks"
        if not all(self.player_fits(state, seat) for seat in seats):
            yield "the predictions are not those of the players in the round"
        if not self.seat_fits(state):
            yield "the seat that decides does not fit the phase"
        if not self.dice_fit(state):
            yield "the roll or the dice do not fit the phase"
        if not self.open_question(state):
            yield "there is nothing to decide in this phase"

    @staticmethod
    def page_fits(state: Rounds, seat: int) -> bool:
        marks = list(state.boxes)[seat * rules.BOXES : (seat + 1) * rules.BOXES]
        xs = marks.count(rules.X) + 2 * marks.count(rules.DOUBLE_X) + state.jester_scores(seat)
        free = sum(1 << box for box, mark in enumerate(marks) if mark == rules.FREE)
        return bool(state.free[seat] == free and state.xs[seat] == xs)

    @staticmethod
    def player_fits(state: Rounds, seat: int) -> bool:
        """Who is in has predicted a free box, who has scored a used one; the Seer predicts first and scores last."""
        box, part, place = state.predictions[seat], state.present[seat], (seat - state.seer) % state.seats
        asked = players_asked(state)
        over = state.phase == rules.ENDED
        if part == rules.OUT:
            return bool(box == rules.NONE and (place > 0 or asked == 0 or over))
        if box == rules.NONE or place >= asked:
            return False
        free = bool(state.free[seat] >> box & 1)
        if part == rules.IN:
            return free and not over
        return not free and state.phase not in CHOOSING and (place > 0 or over)

    @staticmethod
    def seat_fits(state: Rounds) -> bool:
        if state.phase == rules.ENDED:
            return state.seat == OVER
        if state.phase in (rules.DRAWING, rules.ROLLING):
            return state.seat == CHANCE
        if state.phase in (rules.SETTING, rules.COLOURING, rules.REROLLING):
            return state.seat == state.seer
        if state.seat != (state.seer + state.turn) % state.seats:
            return False
        last = state.seats if state.closing else state.seats - 1
        return state.turn <= last and (state.phase == rules.PREDICTING or state.present[state.seat] == rules.IN)

    @staticmethod
    def dice_fit(state: Rounds) -> bool:
        """Rolls within their number, and no die blank that has been rolled or set."""
        blank = [die for die, face in enumerate(state.dice) if face == rules.BLANK]
        last = state.last_roll() if players_asked(state) else 1
        if state.phase == rules.ROLLING:
            return state.mask > 0 and 0 <= state.roll < last and all(state.mask >> die & 1 for die in blank)
        if state.phase in (rules.STAYING, rules.REROLLING):
            return 1 <= state.roll < last and not blank
        if state.phase == rules.JESTING:
            return 1 <= state.roll < last + state.closing and not blank
        if state.phase == rules.ENDED:
            return 0 <= state.roll <= COLUMNS
        first = 0 if state.phase in (rules.DRAWING, rules.SETTING) else content.FIRST_ROLL[state.card]
        shown = {0: 0, rules.EARLY: content.DICE, rules.SET_FIRST: content.SET_DICE[state.card]}[first]
        return state.roll == (first > 0) and all(die >= shown for die in blank)

    @staticmethod
    def open_question(state: Rounds) -> bool:
        match state.phase:
            case rules.DRAWING:
                return state.pile > 0 and state.card == content.NO_CARD
            case rules.SETTING:
                return content.FIRST_ROLL[state.card] == rules.SET_FIRST
            case rules.PREDICTING:
                return state.has_box(state.seat)
            case rules.CROSSING:
                colour = state.predictions[state.seat] // COLUMNS
                return content.CROSS[state.card] == 1 and state.can_cross(state.seat, colour)
            case rules.COLOURING:
                return content.WIZARDS[state.card] == 0
            case rules.JESTING:
                return state.jester_open()
        return True


def all_predicted(seen: Rounds) -> bool:
    return seen.phase not in CHOOSING and seen.predictions[seen.seer] != rules.NONE


def players_asked(state: Rounds) -> int:
    """How many players, clockwise from the Seer, have been asked for a prediction."""
    if state.phase in (rules.DRAWING, rules.SETTING):
        return 0
    if state.phase in CHOOSING:
        return state.turn + (state.phase == rules.CROSSING)
    early = state.phase == rules.ROLLING and state.roll == 0 and content.FIRST_ROLL[state.card] == rules.EARLY
    return 0 if early else state.seats


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

    line = Text(f"Roll {view['roll']} of {view['rolls']}: ")
    for number, face in enumerate(view["dice"], 1):
        line.append(f" {number}:", style="dim")
        line.append(f"{SIGNS[face]} {face}" if face else "·", style=STYLES.get(face, "dim"))
    return line


def page_table(page: View, name: str, seer: bool) -> Any:
    from rich.table import Table

    title = f"{name}{' (Seer)' if seer else ''}"
    table = Table(title=title, caption=f"{page['xs']} Xs, {page['points']} points", show_edge=True, pad_edge=False)
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
