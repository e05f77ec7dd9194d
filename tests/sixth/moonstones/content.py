"""The numbers of Moonstones, read from content.toml and checked."""

from pathlib import Path
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.engine.content import Content

CONTENT: Final = Content.read(Path(__file__).parent)
CONTENT.different([stone["name"] for stone in CONTENT["stone"]], "stones")
CONTENT.want(CONTENT["stone"][0]["points"] == 0, "the first stone is the one that loses all, and is worth nothing")
for stone in CONTENT["stone"]:
    CONTENT.number(stone, "points", 0, 9)

SEATS: Final = range(CONTENT["seats"][0], CONTENT["seats"][1] + 1)
MINUTES: Final[str] = CONTENT["minutes"]
TURNS: Final[int] = CONTENT["turns"]
MOST_TURNS: Final[int] = CONTENT["most_turns"]
MOST_DRAWS: Final[int] = CONTENT["most_draws"]
STONE_NAMES: Final = tuple([stone["name"] for stone in CONTENT["stone"]])
POINTS: Final = vec[i64]([stone["points"] for stone in CONTENT["stone"]])
CHARMS: Final = vec[i64](CONTENT["charms"])
HIGHEST: Final[int] = max(CONTENT["charms"])
MOST_POINTS: Final[int] = max(POINTS) * MOST_DRAWS
