"""Portraits: which lizard somebody is, of which skin, under which sky. The house keeps it with their name."""

from dataclasses import astuple, dataclass
from typing import Annotated

from fastapi import APIRouter, Path, Request
from fastapi.responses import RedirectResponse, Response

from sortilege.engine.art import lizard_svg, skins, tints
from sortilege.engine.scenery import Seeded
from sortilege.table.keep.face import Change, Store
from sortilege.table.play.refusals import Unfit, unknown
from sortilege.table.web.art import kept
from sortilege.table.web.forms import read_form
from sortilege.table.web.render import Guest, edition, go_to, greet
from sortilege.table.web.request import AnyTable, TheHall

LIZARDS = ("conjurer", "sorcerer", "alchemist", "enchanter", "druid", "thaumaturge", "necromancer")
"""Of which everybody is one."""
SKIES = (
    "conjuring", "sorcery", "alchemy", "enchantment", "druidry", "thaumaturgy", "necromancy", "spirit", "mind", "body",
    "snow", "night",
)  # fmt: skip
KEPT_SECONDS = 300

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True)
class Portrait:
    lizard: str
    skin: str
    sky: str

    @property
    def known(self) -> bool:
        return self.lizard in LIZARDS and self.skin in skins() and self.sky in tints()

    @property
    def address(self) -> str:
        return f"/art/portraits/{self.lizard}-{self.skin}-{self.sky}.svg?{edition()}"


def first_portrait(person: str) -> Portrait:
    """What somebody is who has not chosen: always the same."""
    seed = Seeded(person)
    return Portrait(seed.pick(LIZARDS), seed.pick(tuple(skins())), seed.pick(SKIES))


def kept_as(person: str) -> str:
    return f"lizard {person}"


async def portrait_of(store: Store, person: str) -> Portrait:
    chosen = await store.house(kept_as(person))
    return Portrait(*chosen.split()) if chosen else first_portrait(person)


def shown(portrait: Portrait, seconds: int = 0) -> Response:
    """The picture at its lasting address; which one it is may change, for others not at once."""
    return RedirectResponse(portrait.address, 307, {"cache-control": f"private, max-age={seconds}"})


@router.get("/me/portrait.svg")
async def own_portrait(hall: TheHall, guest: Guest) -> Response:
    return shown(await portrait_of(hall.store, guest.person))


@router.post("/me/portrait")
async def choose(request: Request, hall: TheHall, guest: Guest) -> Response:
    form = await read_form(request)
    wish = Portrait(*(form.get(part, "") for part in ("lizard", "skin", "sky")))
    if not wish.known:
        raise Unfit("Nobody looks like that here: choose a lizard, a skin and a sky of those shown.")
    await hall.store.keep(Change().set_house(kept_as(guest.person), " ".join(astuple(wish))))
    return greet(request, guest, go_to("/me"))


@router.get("/tables/{table}/seats/{seat}/portrait.svg")
async def portrait_at(hall: TheHall, table: AnyTable, seat: Annotated[int, Path(ge=0, le=9)]) -> Response:
    """Whoever sits there. Seats are exchanged while pages are shown, so where nobody does there is a face too."""
    if seat >= len(table.chairs):
        raise unknown("seat")
    person = table.chairs[seat].person
    return shown(await portrait_of(hall.store, person), KEPT_SECONDS if person else 0)


@router.get("/art/portraits/{lizard}-{skin}-{sky}.svg")
async def drawn_portrait(lizard: str, skin: str, sky: str) -> Response:
    if not Portrait(lizard, skin, sky).known:
        raise unknown("picture")
    return kept(lizard_svg(lizard, skin, sky))
