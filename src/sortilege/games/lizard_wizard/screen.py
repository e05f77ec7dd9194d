"""The table of Lizard Wizard for a terminal."""

from collections.abc import Sequence
from typing import Any

from sortilege.engine import View

Letters = dict[str, str]


def in_letters(reagents: Sequence[str], letters: Letters) -> str:
    return "".join(letters[reagent] for reagent in reagents)


def draw(view: View, names: Sequence[str]) -> Any:
    from rich.console import Group

    head = f"Round {view['round']} of at most {view['rounds']}" + ("   last round" if view["last_round"] else "")
    letters = {reagent["id"]: reagent["letter"] for reagent in view["reagents"]}
    parts: list[Any] = [head, tracks(view), offers(view, letters)]
    if view["spells_below"]:
        layers = [", ".join(layer) for layer in view["spells_below"]]
        parts.append("Under the spell deck: " + "; then ".join(layers))
    if view["duel"]:
        parts.append(duel(view, names))
    if view["expedition"]:
        trip = view["expedition"]
        found = ", ".join(card["name"] for card in trip["cards"]) or "nothing yet"
        parts.append(f"In the dungeon: {found}   hits {trip['hits']} of {trip['most']}")
    parts.append(players(view, names, letters))
    if view["hand"]:
        hand = [
            f"{card['name']}: {in_letters(card['gather'], letters)}, raising {in_letters(card['raise'], letters)}"
            for card in view["hand"]
        ]
        parts.append("Your gathering cards:  " + "   ".join(hand))
    if view["over"]:
        parts.append(scoring(view, names))
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


def offers(view: View, letters: Letters) -> Any:
    from rich.table import Table

    table = Table(title="On offer", title_justify="left")
    for heading in ("deck", "card", "school", "price", "what it does"):
        table.add_column(heading)
    for deck, cards in view["offers"].items():
        for card in cards:
            table.add_row(deck, card["name"], card["school"], price(deck, card, letters), effect(deck, card, letters))
    for tile in view["achievements"]:
        taken = "taken" if tile["owner"] is not None else "free"
        table.add_row("achievement", tile["name"], "", taken, tile["text"])
    left = ", ".join(f"{deck} {count}" for deck, count in view["decks"].items())
    table.caption = f"left in the decks: {left}; treasures in the dungeon: {view['treasures']}"
    return table


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
    return f"Duel for {view['duel']['wizard']['name']} ({view['duel']['wizard']['school']}): {', '.join(bids)}"


def everybody(view: View, names: Sequence[str]) -> list[str]:
    return [*names, "The Magus"] if view["magus"] else list(names)


def players(view: View, names: Sequence[str], letters: Letters) -> Any:
    from rich.table import Table

    table = Table(title="Players", title_justify="left", show_lines=True)
    for heading in ("", "mana", "gold", "reagents", "wizards", "towers", "spells", "familiars", "items", "points"):
        table.add_column(heading)
    for name, mage in zip(everybody(view, names), mages(view)):
        held = " ".join(f"{letters[reagent]}{count}" for reagent, count in mage["tokens"].items() if count)
        room = "" if mage["storage"] is None else f" ({mage['stored']}/{mage['storage']})"
        spells = [f"{spell['name']} ({spell['state']})" for spell in mage["spells"]]
        turn = "> " if view["turn"] is not None and view["turn"] == mage["seat"] else ""
        table.add_row(
            turn + name,
            "?" if mage["mana"] is None else str(mage["mana"]),
            "?" if mage["gold"] is None else str(mage["gold"]),
            held + room,
            "\n".join(f"{card['name']} ({card['school']})" for card in mage["wizards"]),
            "\n".join(f"{card['name']} ({card['school']})" for card in mage["towers"]),
            "\n".join(spells),
            "\n".join(f"{card['name']} ({card['school']})" for card in mage["familiars"]),
            "\n".join(item["name"] for item in mage["items"]),
            str(mage["total"]) + ("" if mage["complete"] else " + ?"),
        )
    return table


def mages(view: View) -> list[View]:
    return [*view["players"], view["magus"]] if view["magus"] else list(view["players"])


def scoring(view: View, names: Sequence[str]) -> Any:
    from rich.table import Table

    table = Table(title="Final scoring", title_justify="left")
    table.add_column("")
    for name in everybody(view, names):
        table.add_column(name, justify="right")
    all_mages = mages(view)
    for heading in all_mages[0]["points"]:
        table.add_row(heading, *(str(mage["points"][heading]) for mage in all_mages))
    table.add_row("all", *(str(mage["total"]) for mage in all_mages), style="bold")
    table.add_row("mana, for ties", *(str(mage["mana"]) for mage in all_mages), style="dim")
    return table
