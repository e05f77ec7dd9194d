"""Make the covers anew that links show elsewhere: PNGs, which most services ask for.

python tests/art/covers.py
"""

import io
import shutil
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

import sortilege
from sortilege.engine.posters import COVER, cover_svg, house_svg

STATIC = Path(__file__).parents[2] / "src" / "sortilege" / "table" / "web" / "static"
COLOURS = 256


def main() -> None:
    width, height = COVER
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell") or shutil.which("chromium"), args=["--no-sandbox"]
        )
        page = browser.new_page(viewport={"width": width, "height": height})
        games = [sortilege.game(name) for name in sortilege.games()]
        drawn = {"cover": house_svg(games), **{f"cover-{game.name}": cover_svg(game) for game in games}}
        for name, svg in drawn.items():
            page.set_content(f'<body style="margin:0">{svg}')
            image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
            image.quantize(COLOURS, dither=Image.Dither.NONE).save(STATIC / f"{name}.png", optimize=True)
        browser.close()


if __name__ == "__main__":
    main()
