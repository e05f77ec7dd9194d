"""A guide in the terminal: the page that teaches, then the rules section by section; details are folded."""

import re
from collections.abc import Iterable

from rich.console import Console
from rich.markdown import Markdown
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from sortilege.engine import Game, Listed, Rule
from sortilege.engine.guide import WORKED, Section
from sortilege.engine.words import plural
from sortilege.engine.worked import worked_turn

WIDEST = 80
WAYS = """★ is what a first game needs.
`sortilege guide {0} WORD` shows a section, or all that speaks of a thing.
`sortilege guide {0} --all` shows the details too, and all cards."""
STYLES = {"**": "bold", "*": "italic", "`": "cyan"}
STYLED = re.compile(r"(\*\*|\*|`)(.+?)\1")
NUMBER = re.compile(r"^\d+\. ")


def tell_guide(console: Console, game: Game, word: str = "", whole: bool = False) -> bool:
    """All of it, or what is found by a word; was there anything?"""
    if word:
        return tell_found(console, game, word.lower(), whole)
    for section in game.guide.sections:
        tell_section(console, game, section, whole)
    if whole:
        tell_piles(console, game.words.piles())
    console.print(Padding(styled(WAYS.format(game.name)), (1, 0, 0, 0)))
    return True


def tell_found(console: Console, game: Game, word: str, whole: bool) -> bool:
    """The section of this name; without one, all sections, rules and cards that have the word."""
    sections = game.guide.sections[1:]
    exact = [section for section in sections if NUMBER.sub("", section.title).lower() == word]
    named = [section for section in sections if word in section.title.lower()]
    shown = with_parts(sections, exact or named)
    for section in shown:
        tell_section(console, game, section, whole)
    if exact:
        return True
    elsewhere = [rule for section in sections if section not in shown for rule in section.rules]
    rules = [rule for rule in elsewhere if word in f"{rule.id} {rule.text}".lower()]
    piles = {
        name: [card for card in cards if word in name.lower() or word in card.name.lower()]
        for name, cards in game.words.piles().items()
    }
    if shown and rules:
        tell_heading(console, 2, "Elsewhere")
    tell_rules(console, rules)
    tell_piles(console, piles)
    return bool(shown or rules or any(piles.values()))


def with_parts(sections: list[Section], named: list[Section]) -> list[Section]:
    """Sections together with the smaller ones that follow them."""
    found: list[Section] = []
    within = 0
    for section in sections:
        if section.level <= within:
            within = 0
        if section in named and not within:
            within = section.level
        if within:
            found.append(section)
    return found


def tell_section(console: Console, game: Game, section: Section, whole: bool) -> None:
    tell_heading(console, section.level, section.title)
    for block in section.blocks:
        if isinstance(block, str):
            console.print(Markdown(block))
    if section.title == WORKED:
        tell_turn(console, game)
    elif section.blocks and section.rules and isinstance(section.blocks[0], str):
        console.print()
    tell_rules(console, [rule for rule in section.rules if whole or not rule.folded])
    folded = sum(rule.folded for rule in section.rules)
    if folded and not whole:
        console.print(f"  [dim]and {plural(folded, 'detail')}[/]")


def tell_heading(console: Console, level: int, title: str) -> None:
    console.print()
    if level == 2:
        console.rule(f"[bold]{title}[/]", align="left")
    else:
        console.print(f"[bold]{title}[/]")


def tell_turn(console: Console, game: Game) -> None:
    """The worked turn, with what the table tells in place of pictures."""
    turn = worked_turn(game)
    if turn is None:
        return
    console.print(f"[dim]{turn.about}[/]")
    for number, moment in enumerate(turn.moments, 1):
        console.print(f"\n [bold cyan]{number}[/] [bold]{moment.title}[/]")
        console.print(Padding(Text(" ".join(moment.news), "dim"), (0, 0, 0, 3)))
        console.print(Padding(styled(moment.text), (0, 0, 0, 3)))
    console.print(Padding(Text(turn.brought, "bold"), (1, 0, 0, 0)))


def tell_rules(console: Console, rules: Iterable[Rule]) -> None:
    table = Table.grid(padding=(0, 1))
    for rule in rules:
        marks = " ".join(mark for mark, holds in (("ruling", rule.ruling), (rule.id.partition(":")[2], True)) if holds)
        text = styled(rule.text).append(f" [{marks}]", "dim")
        table.add_row(Text("★" if rule.kind == "first" else "•", "cyan"), text)
        if rule.more:
            table.add_row("", Markdown(rule.more))
    if table.row_count:
        console.print(table)


def tell_piles(console: Console, piles: dict[str, list[Listed]]) -> None:
    for name, cards in piles.items():
        if not cards:
            continue
        tell_heading(console, 2, f"{name}: {sum(card.copies for card in cards)}")
        table = Table.grid(padding=(0, 1))
        for card in cards:
            about = f" ({card.about})" if card.about else ""
            text = Text(card.name, "bold").append(about, "dim").append(f" {card.text}", "not bold")
            table.add_row(Text(f"{card.copies}×", "cyan"), text)
        console.print(table)


def styled(text: str) -> Text:
    """A line of the guide with its emphasis."""
    found, end = Text(), 0
    for match in STYLED.finditer(text):
        found.append(text[end : match.start()]).append(match[2], STYLES[match[1]])
        end = match.end()
    return found.append(text[end:])
