"""Contact sheets: every card of a game, and doors, covers and banners of all, drawn by Chromium into artefacts/look.

python tests/art/sheet.py [GAME ...]
"""

import shutil
import sys
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

import sortilege
from sortilege.engine.art import gallery
from sortilege.engine.cards import STAGE, Stage
from sortilege.engine.game import Game
from sortilege.engine.panels import environment, own_style
from sortilege.engine.posters import banner_svg, cover_svg, door_svg, front_svg, tile_svg

ARTEFACTS = Path(__file__).parents[2] / "artefacts" / "look"
SHEET = """{% from "cards.jinja" import card, card_back, medallion %}
{% macro svg(width, height) %}
<svg class="picture" width="{{ width }}" height="{{ height }}">{{ caller() }}</svg>
{% endmacro %}
{% for name, art in cards.items() %}
{% call svg(140, 200) %}{{ card(name, 6, 8, 128, art.tint, art.gist, dark=art.tint == "dark") }}{% endcall %}
{% call svg(84, 200) %}{{ card(name, 5, 8, 74) }}{{ medallion(name, 19, 134) }}{% endcall %}
{% endfor %}
{% call svg(140, 200) %}{{ card_back(6, 8, 128) }}{% endcall %}"""
PAGE = '<!doctype html><meta charset="utf-8"><style>{}body{{margin:12px;background:#432853}}svg{{margin:2px}}</style>{}'


def main() -> None:
    ARTEFACTS.mkdir(parents=True, exist_ok=True)
    games = [sortilege.game(name) for name in sys.argv[1:] or sortilege.games()]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell") or shutil.which("chromium"), args=["--no-sandbox"]
        )
        for game in games:
            shoot(browser, f"{game.name}-cards", cards(game), 1400)
        shoot(browser, "doors", "".join(door_svg(game) for game in games), 1340)
        shoot(browser, "tiles", "".join(tile_svg(game) for game in games), 1340)
        shoot(browser, "fronts", "".join(front_svg(game) for game in games), 1400)
        shoot(browser, "covers", "".join(cover_svg(game) for game in games), 1240)
        shoot(browser, "banners", "".join(banner_svg(game, f"seat{seat}") for seat, game in enumerate(games)), 1400)
        browser.close()


def cards(game: Game) -> str:
    STAGE.set(Stage(game.folder, standalone=True))
    return environment(game.folder).from_string(SHEET).render(cards=gallery(game.folder).cards)


def shoot(browser: Browser, name: str, body: str, width: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": 400}, device_scale_factor=1)
    page.set_content(PAGE.format(own_style(), body))
    page.screenshot(path=ARTEFACTS / f"{name}.png", full_page=True)
    page.close()


if __name__ == "__main__":
    main()
