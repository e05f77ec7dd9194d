"""Whether two positions are the same."""

from sortilege.engine.state import State


def same(one: State, other: State) -> bool:
    """Two positions with the same fields."""
    if one.seat != other.seat or one.seats != other.seats:
        return False
    for name in one.fields():
        mine = getattr(one, name)
        theirs = getattr(other, name)
        if mine != theirs if isinstance(mine, int) else list(mine) != list(theirs):
            return False
    return True
