"""The table of Lizard Wizard for a terminal."""

from collections.abc import Sequence
from typing import Any

from sortilege.engine import View, plural

Letters = dict[str, str]


def in_letters(reagents: Sequence[str], letters: Letters) -> str:
    return "".join(letters[reagent] for reagent in reagents)


def rows(lines: Sequence[Sequence[str]]) -> Any:
    """Lines in columns without a frame; the last column takes what room is left, and a cell that is wrapped keeps its
    indent."""
    from rich.padding import Padding
    from rich.table import Table

    table = Table.grid(padding=(0, 2, 0, 0))
    for line in lines:
        table.add_row(*(Padding(cell.lstrip(), (0, 0, 0, len(cell) - len(cell.lstrip()))) for cell in line))
    return table


def draw(view: View, names: Sequence[str]) -> Any:
    from rich.console import Group

    head = f"Round {view['round']} of at most {view['rounds']}" + ("   last round" if view["last_round"] else "")
    head += "   everybody's mana and gold are shown" if view["memory_aid"] else ""
    letters = {reagent["id"]: reagent["letter"] for reagent in view["reagents"]}
    parts: list[Any] = [head, tracks(view), offers(view, names, letters), decks(view)]
    if view["spells_below"]:
        layers = [", ".join(layer) for layer in view["spells_below"]]
        parts.append("Under the spell deck: " + "; then ".join(layers))
    if view["duel"]:
        parts.append(duel(view, names))
    if view["expedition"]:
        trip = view["expedition"]
        found = ", ".join(card["name"] for card in trip["cards"]) or "nothing yet"
        parts.append(f"In the dungeon: {found}   hits {trip['hits']} of {trip['most']}")
    for name, mage in zip(everybody(view, names), mages(view)):
        parts += ["", player_line(view, name, mage, letters), owned(mage)]
    if view["charts"]:
        parts += ["", *charts(view)]
    if view["hand"]:
        parts += ["", "[bold]Your gathering cards[/]", hand(view, letters)]
    if view["over"]:
        parts += ["", scoring(view, names)]
    return Group(*parts)


def tracks(view: View) -> Any:
    from rich.table import Table

    table = Table(title="Reagents", title_justify="left")
    for heading in ("", "reagent", "value", "track", "supply"):
        table.add_column(heading)
    for reagent in view["reagents"]:
        steps = range(reagent["lowest"], reagent["highest"] + 1)
        track = " ".join(f"[bold]\\[{step}][/]" if step == reagent["value"] else str(step) for step in steps)
        table.add_row(reagent["letter"], reagent["name"], str(reagent["value"]), track, str(reagent["supply"]))
    return table


def offers(view: View, names: Sequence[str], letters: Letters) -> Any:
    lines = []
    for deck, cards in view["offers"].items():
        lines += [[f"[bold]{deck.capitalize()}[/] on offer"]] if cards else []
        lines += [[titled(card), price(deck, card, letters), effect(deck, card, letters)] for card in cards]
    lines += [["[bold]Achievements[/]"]] if view["achievements"] else []
    for tile in view["achievements"]:
        owner = "free" if tile["owner"] is None else everybody(view, names)[tile["owner"]]
        lines.append([f"  {tile['name']}", owner, tile["text"]])
    return rows(lines)


def titled(card: View) -> str:
    return f"  {card['name']} ({card['school']})"


def decks(view: View) -> str:
    left = ", ".join(f"{deck} {count}" for deck, count in view["decks"].items())
    return f"Left in the decks: {left}; treasures in the dungeon: {view['treasures']}"


def price(deck: str, card: View, letters: Letters) -> str:
    if deck == "towers":
        return f"{in_letters(card['reagents'], letters)} or {card['gold']} gold"
    return f"{card['mana']} mana" if "mana" in card else "a duel"


def effect(deck: str, card: View, letters: Letters) -> str:
    if deck == "wizards":
        return f"gathers {letters[card['reagent']]}"
    if deck == "familiars":
        return f"gathers {in_letters(card['reagents'], letters)}"
    if deck == "spells":
        star = "* " if card["star"] else ""
        lasting = "lasting" if card["lasting"] else "once"
        return f"{star}{card['text']} (cast: {in_letters(card['reagents'], letters)}, {lasting})"
    return ""


def duel(view: View, names: Sequence[str]) -> str:
    bids = []
    for mage, name in enumerate(everybody(view, names)):
        bid, passed = view["duel"]["bids"][mage], view["duel"]["passed"][mage]
        bids.append(f"{name} {'passed' if passed else bid or '-'}")
    wizard = view["duel"]["wizard"]
    return f"Duel for {wizard['name']} ({wizard['school']}): {', '.join(bids)}\n  [italic]{wizard['flavour']}[/]"


def everybody(view: View, names: Sequence[str]) -> list[str]:
    return [*names, "The Magus"] if view["magus"] else list(names)


def player_line(view: View, name: str, mage: View, letters: Letters) -> str:
    turn = "▶ " if view["turn"] is not None and view["turn"] == mage["seat"] else ""
    points = plural(mage["total"], "point") if mage["complete"] else f"{mage['total']} + ? points"
    coins = ", ".join(f"{'?' if mage[coin] is None else mage[coin]} {coin}" for coin in ("mana", "gold"))
    held = " ".join(f"{letters[reagent]}{count}" for reagent, count in mage["tokens"].items() if count)
    room = "" if mage["storage"] is None else f" ({mage['stored']} of {mage['storage']} stored)"
    return f"{turn}[bold]{name}[/]: {points}, {coins}, {held or 'no reagents'}{room}"


def owned(mage: View) -> Any:
    """The cards of a player, a line for each kind."""
    cards = {
        **{deck: [titled(card).strip() for card in mage[deck]] for deck in ("wizards", "towers", "familiars")},
        "spells": [f"{spell['name']} ({spell['school']}, {spell['state']})" for spell in mage["spells"]],
        "items": [item["name"] for item in mage["items"]],
    }
    return rows([[f"  {kind}", ", ".join(names)] for kind, names in cards.items() if names])


def charts(view: View) -> list[Any]:
    """What the Magus did last, what it will look at next, and how it bids."""
    parts: list[Any] = []
    for chart in view["charts"]:
        for number, line in enumerate(chart["lines"], 1):
            if line["followed"]:
                parts.append(f"The Magus followed its {chart['side']} chart, line {number}: {line['text']}")
    for chart in view["charts"]:
        if chart["next"]:
            parts.append(f"[bold]The Magus reads its {chart['side']} chart next[/] (▸ as things stand)")
            lines = enumerate(chart["lines"], 1)
            parts.append(rows([["▸" if line["coming"] else " ", str(number), line["text"]] for number, line in lines]))
    bids = [f"{bid['wizard']} {bid['least']} to {bid['most']}" for bid in view["magus_bids"]]
    parts.append(f"On its turn it spends {view['magus_purse']} mana at most; it keeps the rest for answers")
    return [*parts, f"It would answer up to: {', '.join(bids)}"] if bids else parts


def hand(view: View, letters: Letters) -> Any:
    lines = []
    for card in view["hand"]:
        gathered, raised = in_letters(card["gather"], letters), in_letters(card["raise"], letters)
        lines.append([f"  {card['name']}", f"{gathered}, raising {raised}"])
    return rows(lines)


def mages(view: View) -> list[View]:
    return [*view["players"], view["magus"]] if view["magus"] else list(view["players"])


def scoring(view: View, names: Sequence[str]) -> Any:
    from rich.table import Table

    table = Table(title="Final scoring", title_justify="left")
    table.add_column("")
    for name in everybody(view, names):
        table.add_column(name, justify="right", overflow="fold")
    all_mages = mages(view)
    for heading in all_mages[0]["points"]:
        table.add_row(heading, *(str(mage["points"][heading]) for mage in all_mages))
    table.add_row("all", *(str(mage["total"]) for mage in all_mages), style="bold")
    table.add_row("mana, for ties", *(str(mage["mana"]) for mage in all_mages), style="dim")
    return table
