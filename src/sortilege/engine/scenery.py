"""Scenery: the ground that a picture stands on, drawn in a box of 100 by 100 and stretched to its place."""

import hashlib
from collections.abc import Callable, Sequence
from typing import TypeVar

FAR, NEAR, DISC = "var(--far)", "var(--near)", "var(--disc)"

Thing = TypeVar("Thing")


class Seeded:
    """Numbers that look thrown and are always the same for a name."""

    def __init__(self, name: str) -> None:
        self.state = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big")

    def between(self, low: float, high: float) -> float:
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return low + (high - low) * (self.state >> 11) / 2**53

    def pick(self, things: Sequence[Thing]) -> Thing:
        return things[int(self.between(0, len(things)))]


def shown(number: float) -> str:
    """A number as it is written in a drawing: short."""
    return f"{number:.1f}".removesuffix(".0")


def path(fill: str, d: str) -> str:
    return f'<path d="{d}" fill="{fill}"/>'


def star(x: float, y: float, size: float, fill: str) -> str:
    """A star of four rays."""
    long, short = shown(0.7 * size), shown(0.3 * size)
    rays = (
        f"l{short} {long}l{long} {short}l-{long} {short}l-{short} {long}l-{short}-{long}l-{long}-{short}l{long}-{short}"
    )
    return path(fill, f"M{shown(x)} {shown(y - size)}{rays}z")


def hills(seed: Seeded) -> str:
    a = round(seed.between(56, 66))
    far = f"M0 {a}C20 {a - 14} 35 {a + 4} 55 {a - 4}S85 {a - 16} 100 {a - 2}V100H0Z"
    return path(FAR, far) + path(NEAR, "M0 84C25 70 50 86 70 80S95 76 100 80V100H0Z")


def forest(seed: Seeded) -> str:
    return trees(seed, 34, 56) + path(NEAR, "M0 86C30 76 60 90 100 80V100H0Z")


def trees(seed: Seeded, low: float, high: float) -> str:
    drawn = ""
    for number in range(9):
        x, tall = (number + 0.5) * 100 / 9 + seed.between(-3, 3), seed.between(low, high)
        upper, lower = shown(tall * 0.45), shown(tall * 0.6)
        drawn += f"M{shown(x)} {shown(100 - tall)}l5.5 {upper}h-3l4.5 {lower}h-14l4.5-{lower}h-3z"
    return path(FAR, drawn)


def hall(seed: Seeded) -> str:
    pillars = "M2 0H14V86H2ZM86 0H98V86H86Z"
    feet = "M0 80H16V88H0ZM0 0H16V7H0ZM84 80H100V88H84ZM84 0H100V7H84Z"
    return path(NEAR, "M0 82H100V100H0Z") + path(FAR, pillars + "M10 92H90V93.2H10Z") + path(NEAR, feet)


def chamber(seed: Seeded) -> str:
    arch = "M16 100V50C16-16 84-16 84 50V100Z"
    wall = f'<path d="M0 0H100V100H0Z{arch}" fill="{NEAR}" fill-rule="evenodd"/>'
    rim = f'<path d="{arch}M18 100V50C18-12.6 82-12.6 82 50V100Z" fill="{FAR}" fill-rule="evenodd"/>'
    return wall + rim + path(FAR, "M0 86H100V100H0Z")


def cave(seed: Seeded) -> str:
    teeth, x = "M0 0H100V10", 100.0
    while x > 0:
        wide = seed.between(6, 12)
        tip, root = shown(seed.between(20, 40)), shown(seed.between(6, 14))
        teeth += f"L{shown(x - wide / 2)} {tip}L{shown(x - wide)} {root}"
        x -= wide
    walls = "M0 30C12 50 10 80 0 100ZM100 26C90 50 90 80 100 100Z"
    return path(NEAR, teeth + "ZM0 80C30 90 50 74 100 84V100H0Z") + path(FAR, walls)


def shore(seed: Seeded) -> str:
    glints = f'<path d="M30 69.300H70V71H30ZM36 75.300H62V77H36ZM42 81.300H58V83H42Z" fill="{DISC}" opacity=".6"/>'
    sand = path(NEAR, "M0 90C30 82 60 96 100 86V100H0Z")
    return path(FAR, "M0 66H100V100H0Z") + glints + sand


def clouds(seed: Seeded) -> str:
    return heaped(seed, 74, FAR) + heaped(seed, 90, NEAR)


def heaped(seed: Seeded, y: int, fill: str) -> str:
    line, x = f"M0 100V{y}", 0.0
    while x < 100:
        wide = seed.between(12, 20)
        line += f"q{shown(wide / 2)}-16 {shown(wide)} 0"
        x += wide
    return path(fill, line + "V100Z")


def meadow(seed: Seeded) -> str:
    blades = ""
    for _ in range(14):
        x, y = shown(seed.between(3, 97)), shown(seed.between(62, 98))
        blades += f"M{x} {y}c0-5-2-8-4-10c3 1 5 4 5 7c0-5 1-9 3-12c0 4-1 9-2 15z"
    return path(NEAR, "M0 60C25 50 60 66 100 54V100H0Z") + path(FAR, blades)


def waves(seed: Seeded) -> str:
    crests = "".join("q4-9 8.4 0t8.4 0" for _ in range(6))
    rows = ((55, FAR), (72, NEAR), (88, FAR))
    return "".join(path(fill, f"M0 {y}{crests}V100H0Z") for y, fill in rows)


def peaks(seed: Seeded) -> str:
    snow = "M20 30l-5 17l5-3l4 6zM54 22l-5 18l5-4l5 8z"
    return path(FAR, "M-4 100L20 30L36 66L54 22L74 70L86 46L104 100Z") + path("#fff6e0", snow)


def dunes(seed: Seeded) -> str:
    cactus = '<path d="M11 84v-30m0 18h-5v-10m5 15h5v-12" {}/>'
    line = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    ink, green = f'{line} stroke="#241b33" stroke-width="4.4"', f'{line} stroke="#5f9440" stroke-width="2.8"'
    sand = path(FAR, "M0 70C20 40 40 50 55 72S85 50 100 62V100H0Z") + path(NEAR, "M0 90C30 66 60 80 100 84V100H0Z")
    return sand + cactus.format(ink) + cactus.format(green)


def pines(seed: Seeded) -> str:
    back = trees(seed, 60, 84)
    return back + trees(seed, 40, 64).replace(FAR, NEAR)


def drifts(seed: Seeded) -> str:
    near = path(NEAR, "M0 84C30 70 60 86 100 76V100H0Z")
    return path(FAR, "M0 62C20 40 45 56 60 50S100 50 100 50V100H0Z") + near


def cavern(seed: Seeded) -> str:
    hole = "M7 100C2 62 10 30 22 24C30 6 52 8 60 20C78 16 94 50 90 100Z"
    rock = f'<path d="M0 0H100V100H0Z{hole}" fill="{FAR}" fill-rule="evenodd"/>'
    teeth = "M16.5 20L20 50L23.5 20ZM28 10L31 42L34 10ZM41 6L44 30L47 6ZM58.5 14L62 50L65.5 14ZM69 14L72 36L75 14Z"
    return rock + path(FAR, teeth) + path(NEAR, "M0 100V84C20 76 40 92 60 84S90 80 100 86V100Z")


GROUNDS: dict[str, Callable[[Seeded], str]] = {
    ground.__name__: ground
    for ground in (
        hills,
        forest,
        hall,
        chamber,
        cave,
        shore,
        clouds,
        meadow,
        waves,
        peaks,
        dunes,
        pines,
        drifts,
        cavern,
    )
}
"""The grounds by their names."""
