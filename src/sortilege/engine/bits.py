"""Sets as bit masks and runs of moves: the small tools of fast rules."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.engine.chance import Chance

BITS: Final = vec[i64]([1 << number for number in range(63)])


def bit(number: i64) -> i64:
    """The set of this one number. (A table, since compiled code shifts a literal 1 in 32 bits only.)"""
    return BITS[number]


def count_bits(mask: i64) -> i64:
    """How many things a set holds."""
    count: i64 = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


def nth_bit(mask: i64, rank: i64) -> i64:
    """The number of the thing that stands at this rank, from 0, in a set."""
    while rank > 0:
        mask &= mask - 1
        rank -= 1
    number: i64 = 0
    while mask & 1 == 0:
        mask >>= 1
        number += 1
    return number


def any_of(mask: i64, chance: Chance) -> i64:
    """The number of any thing in a set, each as likely."""
    return nth_bit(mask, chance.below(count_bits(mask)))


def fill(buffer: vec[i64], count: i64, first: i64, last: i64) -> i64:
    """Write all moves from first to last behind the count that are there; say how many are there now."""
    while first <= last:
        buffer[count] = first
        count += 1
        first += 1
    return count
