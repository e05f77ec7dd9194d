"""Where outcomes come from: a fast generator to simulate with, and a sealed stream that anyone can check."""

import hashlib
import hmac
from abc import abstractmethod
from typing import Final

from mypy_extensions import i64

WORD: Final = 0xFFFFFFFF
MOST_SIDES: Final = 1 << 62


class Chance:
    """Throws fair dice of any number of sides."""

    @abstractmethod
    def below(self, sides: i64) -> i64:
        """An outcome from 0 to sides - 1, each as likely as the others."""


class FastChance(Chance):
    """xoshiro128++ on 32-bit words, reduced by Lemire's method: fast, repeatable, not for live tables."""

    def __init__(self, seed: object) -> None:
        digest = hashlib.sha256(str(seed).encode()).digest()
        self.a: i64 = int.from_bytes(digest[0:4], "big")
        self.b: i64 = int.from_bytes(digest[4:8], "big")
        self.c: i64 = int.from_bytes(digest[8:12], "big")
        self.d: i64 = int.from_bytes(digest[12:16], "big") | 1

    def follow(self, other: "FastChance") -> None:
        """Go on from where another one stands."""
        self.a = other.a
        self.b = other.b
        self.c = other.c
        self.d = other.d

    def word(self) -> i64:
        total: i64 = (self.a + self.d) & WORD
        result: i64 = ((((total << 7) | (total >> 25)) & WORD) + self.a) & WORD
        shifted: i64 = (self.b << 9) & WORD
        self.c ^= self.a
        self.d ^= self.b
        self.b ^= self.c
        self.a ^= self.d
        self.c ^= shifted
        self.d = ((self.d << 11) | (self.d >> 21)) & WORD
        return result

    def below(self, sides: i64) -> i64:
        if sides >= 1 << 31:
            return self.below_many(sides)
        product: i64 = self.word() * sides
        low: i64 = product & WORD
        if low < sides:
            least: i64 = ((1 << 32) - sides) % sides
            while low < least:
                product = self.word() * sides
                low = product & WORD
        return product >> 32

    def below_many(self, sides: i64) -> i64:
        limit: i64 = (MOST_SIDES // sides) * sides
        while True:
            value: i64 = ((self.word() >> 1) << 31) | (self.word() >> 1)
            if value < limit:
                return value % sides


def sealed_message(table: str, additions: list[bytes], number: int, attempt: int) -> bytes:
    """What is signed for one outcome: every part with its length, so that no two tables share a message."""
    parts = [table.encode(), *additions]
    body = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    return b"sortilege 1" + body + number.to_bytes(8, "big") + attempt.to_bytes(4, "big")


class SealedChance(Chance):
    """Outcomes that nobody can steer: HMAC-SHA-256 of a secret whose hash was published before the seats were filled.

    Outcome `number` takes the four 64-bit words of its digest in turn and keeps the first that lies below the largest
    multiple of `sides`; if none does, the next attempt is signed.
    """

    def __init__(self, secret: bytes, table: str, additions: list[bytes], number: int = 0) -> None:
        self.secret = secret
        self.table = table
        self.additions = list(additions)
        self.number = number

    def outcome(self, number: int, sides: int) -> int:
        if not 1 <= sides <= 1 << 62:
            raise ValueError(f"a die has 1 to 2^62 sides, not {sides}")
        limit = (1 << 64) // sides * sides
        attempt = 0
        while True:
            message = sealed_message(self.table, self.additions, number, attempt)
            digest = hmac.new(self.secret, message, hashlib.sha256).digest()
            for start in (0, 8, 16, 24):
                value = int.from_bytes(digest[start : start + 8], "big")
                if value < limit:
                    return value % sides
            attempt += 1

    def below(self, sides: i64) -> i64:
        result = self.outcome(self.number, int(sides))
        self.number += 1
        return result


def commitment(secret: bytes) -> str:
    """What is published before the game: it binds the table to the secret without telling it."""
    return hashlib.sha256(secret).hexdigest()
