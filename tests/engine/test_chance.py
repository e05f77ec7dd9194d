"""Fair dice: the fast generator and the sealed stream."""

import hashlib
import hmac

import pytest

from sortilege.engine import FastChance, SealedChance, commitment
from sortilege.engine.chance import sealed_message

SECRET = bytes(range(32))
TABLE = "vector"
ADDITIONS = [b"\x01\x02\x03", b""]

PUBLISHED = [(6, 3), (6, 5), (279936, 202858), (52, 5), (2, 0), (1 << 62, 1719250973696798766)]


def test_the_published_vector() -> None:
    """docs/randomness.md has the same figures: whoever writes another verifier can check it against them."""
    assert commitment(SECRET) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    stream = SealedChance(SECRET, TABLE, ADDITIONS)
    assert [stream.below(sides) for sides, _ in PUBLISHED] == [outcome for _, outcome in PUBLISHED]


def test_an_outcome_is_the_first_word_below_the_largest_multiple() -> None:
    """With 3·2^61 sides a quarter of all words is rejected, so the second and later words are seen at work."""
    sides = 3 << 60
    limit = (1 << 64) // sides * sides
    later = 0
    for number in range(200):
        digest = hmac.new(SECRET, sealed_message(TABLE, ADDITIONS, number, 0), hashlib.sha256).digest()
        words = [int.from_bytes(digest[at : at + 8], "big") for at in (0, 8, 16, 24)]
        kept = [word for word in words if word < limit]
        if kept:
            assert SealedChance(SECRET, TABLE, ADDITIONS).outcome(number, sides) == kept[0] % sides
        later += bool(kept) and kept[0] != words[0]
    assert later > 10


def test_every_part_of_the_seal_changes_the_stream() -> None:
    def first(secret: bytes, table: str, additions: list[bytes]) -> int:
        return SealedChance(secret, table, additions).outcome(0, 1 << 60)

    streams = {
        first(SECRET, TABLE, ADDITIONS),
        first(SECRET[::-1], TABLE, ADDITIONS),
        first(SECRET, "other", ADDITIONS),
        first(SECRET, TABLE, [b"\x01\x02", b"\x03"]),
        first(SECRET, TABLE, [b"\x01\x02\x03"]),
    }
    assert len(streams) == 5


def test_an_outcome_does_not_depend_on_what_was_asked_before() -> None:
    stream = SealedChance(SECRET, TABLE, ADDITIONS)
    drawn = [stream.below(1000) for _ in range(10)]
    assert drawn[7] == SealedChance(SECRET, TABLE, ADDITIONS).outcome(7, 1000)
    assert drawn[7:] == [SealedChance(SECRET, TABLE, ADDITIONS, number=7).outcome(n, 1000) for n in (7, 8, 9)]


@pytest.mark.parametrize("sides", [0, -1, (1 << 62) + 1])
def test_impossible_dice_are_refused(sides: int) -> None:
    with pytest.raises(ValueError, match="sides"):
        SealedChance(SECRET, TABLE, ADDITIONS).outcome(0, sides)


@pytest.mark.parametrize("make", [lambda: FastChance(1), lambda: SealedChance(SECRET, TABLE, ADDITIONS)])
@pytest.mark.parametrize("sides", [1, 2, 6, 7, 100])
def test_dice_are_fair(make: object, sides: int) -> None:
    """A chi-squared test with a threshold that a fair die passes 9,999 times in 10,000; the seeds are fixed."""
    chance = make()  # type: ignore[operator]
    throws = 4000
    counts = [0] * sides
    for _ in range(throws):
        counts[chance.below(sides)] += 1
    expected = throws / sides
    squared = sum((count - expected) ** 2 / expected for count in counts)
    free = sides - 1
    assert squared <= free + 4 * (2 * free) ** 0.5 + 8


def test_the_fast_generator_repeats_itself_by_seed() -> None:
    first = [FastChance("a").below(1 << 40) for _ in range(3)]
    again = FastChance("a")
    assert first[0] == again.below(1 << 40)
    assert FastChance("b").below(1 << 40) != first[0]


def test_one_generator_goes_on_where_another_stands() -> None:
    one, other = FastChance(1), FastChance(2)
    one.below(6)
    other.follow(one)
    assert [one.below(1000) for _ in range(20)] == [other.below(1000) for _ in range(20)]


def test_large_dice_of_the_fast_generator_stay_in_range() -> None:
    chance = FastChance(3)
    for sides in (1 << 31, (1 << 31) + 1, 1 << 45, (1 << 61) + 5):
        values = [chance.below(sides) for _ in range(500)]
        assert all(0 <= value < sides for value in values)
        assert max(values) > sides * 0.9
