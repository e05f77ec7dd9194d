"""Names at a table: no two are alike to the eye."""

import unicodedata
from collections.abc import Iterable
from functools import lru_cache

LOOKALIKES = {
    "a": "аАαΑɑᴀᎪꭺ", "b": "вВьЬβΒʙᏴꮾᏏ", "c": "сСϲϹᴄᏟꮯ", "d": "ԁԀɗđðᴅᎠꭰ", "e": "еЕєЄεΕɛᴇᎬꭼ", "f": "ƒϝϜҒғ",
    "g": "ɡɢցᏀꮐǥ", "h": "нНһҺΗհʜᎻꮋħ", "j": "јЈϳɉᴊᎫꭻ", "k": "кКκΚқҚᴋᏦꮶ", "l": "iI1|ɩιΙіІӏӀıłʟᏞꮮᎥ",
    "m": "мМΜᴍᎷꮇ", "n": "пПηΝոɴŋ", "o": "0оОοΟօσøØᴏ", "p": "рРρΡþᴘᏢꮲ", "q": "ԛԚգʠ", "r": "гГʀᎡꭱ", "s": "ѕЅʂꜱᏚꮪ",
    "t": "тТτΤᴛᎢꭲŧ", "u": "υսцᴜʋ", "v": "ѵѴνᴠᏙꮩ", "w": "ԝԜωшᴡᎳꮃ", "x": "хХχΧ×", "y": "уУγΥүҮʏᎩꭹ", "z": "ΖᴢᏃꮓ",
    "3": "зЗɜ", "6": "б", "ae": "æ", "oe": "œ",
}  # fmt: skip
BLANKS = "\u115f\u1160\u3164\uffa0\u2800"
SEEN_AS = str.maketrans(
    {sign: letter for letter, signs in LOOKALIKES.items() for sign in signs} | dict.fromkeys(BLANKS, "")
)
TOGETHER = (("rn", "m"), ("vv", "w"))


@lru_cache(10_000)
def outline(name: str) -> str:
    """What the eye keeps of a name: without case, accents and signs, and with every letter as the one it looks like."""
    plain = unicodedata.normalize("NFKD", name).translate(SEEN_AS).casefold()
    seen = "".join(filter(str.isalnum, unicodedata.normalize("NFKD", plain).translate(SEEN_AS)))
    for pair, letter in TOGETHER:
        seen = seen.replace(pair, letter)
    return seen or "".join(sign for sign in plain if unicodedata.category(sign) not in ("Mn", "Zs"))


def told_apart(name: str, taken: Iterable[str]) -> str:
    """The name, or with a number after it where one that is taken looks the same."""
    outlines = {outline(other) for other in taken}
    apart, again = name, 2
    while outline(apart) in outlines:
        apart, again = f"{name} {again}", again + 1
    return apart
