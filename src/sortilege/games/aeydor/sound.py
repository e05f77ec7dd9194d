"""Which positions of Æydor can be: what is checked of one that comes from outside."""

from collections.abc import Iterator

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.engine import CHANCE, OVER
from sortilege.games.aeydor import content, position
from sortilege.games.aeydor.position import BONUSES, NONE, TERRAINS
from sortilege.games.aeydor.rules import Contest, collection, duel, roll, window

THROWN = (position.ROLL, position.DUEL, position.CRYSTAL_ELSEWHERE, position.SPELL_ELSEWHERE)
PLACED = (position.PLACING, position.PLACING_SECOND)
OFFERED = (position.GIVING, position.ANSWER)
ROLLED = range(position.ROLL, position.ORDER)
COLLECTED = range(position.ORDER, position.ENDED)


def faults(state: Contest) -> Iterator[str]:
    """What does not go together."""
    if state.turn > state.limit:
        yield "the turn lies after the last one"
    if state.left == NONE and state.active != (state.turn - 1) % state.seats:
        yield "somebody else is the Active Player of this turn"
    if not seat_fits(state):
        yield "the seat that decides does not fit the phase"
    if not stocks_fit(state):
        yield "the crystals or spells do not add up"
    if not all(pieces_fit(state, seat) for seat in range(state.seats)):
        yield "the pieces cannot stand like this"
    if not dice_fit(state):
        yield "the dice cannot lie like this"
    if not all(cards_fit(state, kind) for kind in range(BONUSES)):
        yield "the bonus cards do not fit what the players have"
    if not last_round_fits(state):
        yield "the last round does not fit what has happened"
    if not window_fits(state):
        yield "no window goes like this"
    if not offer_fits(state):
        yield "no offer goes like this"
    if not collection_fits(state):
        yield "nobody collects like this"


def seat_fits(state: Contest) -> bool:
    if state.phase in ROLLED and state.at != state.active:
        return False
    if state.phase in THROWN:
        return state.seat == CHANCE
    if state.phase == position.ENDED:
        return state.seat == OVER
    return state.seat == (state.partner if state.phase == position.ANSWER else state.at)


def stocks_fit(state: Contest) -> bool:
    return all_there(state.crystals, state.crystals_left, content.CRYSTALS[state.seats]) and all_there(
        state.spells, state.spells_left, content.SPELLS[state.seats]
    )


def all_there(owned: vec[i64], left: vec[i64], supply: int) -> bool:
    return all(sum(list(owned)[terrain::TERRAINS]) + left[terrain] == supply for terrain in range(TERRAINS))


def pieces_fit(state: Contest, seat: int) -> bool:
    """Both on the board but before the first placement, on different terrains, in no Duel Zone with low Health."""
    first, second = state.pieces[2 * seat : 2 * seat + 2]
    between = state.phase == position.PLACING_SECOND and seat == state.at
    if state.low(seat) and state.phase < position.ORDER and any(spot != NONE and spot & 1 for spot in (first, second)):
        return False
    if not_yet_placed(state, seat):
        return second == NONE and (first != NONE) == between
    return min(first, second) >= 0 and (between or first >> 1 != second >> 1)


def not_yet_placed(state: Contest, seat: int) -> bool:
    own, now = ((other - state.active - 1) % state.seats for other in (seat, state.at))
    return state.turn == 1 and (state.phase < position.PLACING or (state.phase in PLACED and own >= now))


def dice_fit(state: Contest) -> bool:
    if not roll_fits(state) or state.shown not in (0, *content.DUEL_FACES):
        return False
    faces = (state.first_die, state.second_die, state.keepers_die)
    if faces == (NONE, NONE, NONE):
        return state.turn == 1 and state.phase <= position.ROLL and state.thrown in (0, position.ALL_DICE)
    return NONE not in faces and (state.first_die == state.second_die) == (state.phase == position.LUCKY)


def roll_fits(state: Contest) -> bool:
    """Dice are thrown at the roll only, fewer than all only again, and again only if there is a re-roll left."""
    if state.sold and not state.advanced:
        return False
    match state.phase:
        case position.ROLL:
            return state.thrown == position.ALL_DICE or (state.thrown > 0 and bool(state.rerolled or state.sold))
        case position.ROLLED:
            return state.thrown == 0 and (not state.rerolled or roll.can_sell(state))
        case position.PAID:
            return state.thrown == 0 and state.sold == 1
    return state.thrown == 0


def cards_fit(state: Contest, kind: int) -> bool:
    """The cards of a pile went from its top to different players, to each who has what they are given for."""
    ranks = list(state.bonus)[kind::BONUSES]
    held = sorted(rank for rank in ranks if rank != NONE)
    earned = [counted(state, kind, seat) >= content.BONUS_NEEDS[kind] for seat in range(state.seats)]
    return held == list(range(state.taken[kind])) and not any(rank == NONE and due for rank, due in zip(ranks, earned))


def held(row: vec[i64], seat: int = 0) -> list[int]:
    """How many there are of each terrain. Compiled code would never free a row that it is handed from here."""
    return list(row)[TERRAINS * seat : TERRAINS * (seat + 1)]


def counted(state: Contest, kind: int, seat: int) -> int:
    if kind == content.CRYSTAL_BONUS:
        return sum(held(state.crystals, seat))
    return sum(map(bool, held(state.spells, seat)))


def last_round_fits(state: Contest) -> bool:
    ended = state.phase == position.ENDED
    stopped = state.reason == position.TURN_LIMIT
    if stopped and not (ended and state.turn == state.limit):
        return False
    if state.trigger == NONE:
        return not is_met(state) and state.left == NONE and (stopped if ended else state.reason == position.GOING_ON)
    if state.reason == position.GOING_ON or state.left >= state.seats:
        return False
    if ended:
        return state.left > 0 if stopped else state.left == 0
    return state.left == NONE or (state.left > 0 and state.active != state.trigger)


def is_met(state: Contest) -> bool:
    """Is there what sets off the last round?"""
    empty = list(state.crystals_left).count(0)
    most = max(sum(held(state.spells, seat)) for seat in range(state.seats))
    return empty >= content.ENDING_EMPTY or most >= content.ENDING_SPELLS


def window_fits(state: Contest) -> bool:
    if state.phase == position.WINDOW and not window.is_useful(state):
        return False
    if (state.points > 0) != (state.phase == position.RAISING) or state.points > state.room(state.at):
        return False
    if state.phase == position.TAKING and not state.advanced:
        return False
    if (state.taking > 0) != (state.phase == position.TAKING) or state.taking > sum(held(state.crystals_left)):
        return False
    return not state.bartered or (state.advanced == 1 and state.phase <= position.ANSWER)


def offer_fits(state: Contest) -> bool:
    given, asked = list(state.given), list(state.asked)
    if state.phase not in OFFERED:
        return state.partner == NONE and not any([*given, *asked])
    if state.partner in (NONE, state.at) or not state.bartered or not state.holds_crystal_bonus(state.at):
        return False
    crystals = list(state.crystals)
    own, theirs = (crystals[TERRAINS * seat : TERRAINS * (seat + 1)] for seat in (state.at, state.partner))
    payable = all(part <= whole for part, whole in zip([*given, *asked], [*own, *theirs]))
    apart = not any(there and back for there, back in zip(given, asked))
    fits = max(sum(given), sum(asked)) <= content.BARTER_MOST and (any(given) or not any(asked))
    return payable and apart and fits and (any(asked) if state.phase == position.ANSWER else bool(state.moves()))


def collection_fits(state: Contest) -> bool:
    if state.phase not in COLLECTED:
        return (state.spot, state.later, state.owed, state.again) == (NONE, NONE, 0, 0)
    own = list(state.pieces)[2 * state.at : 2 * state.at + 2]
    coming = [state.spot] if state.later == NONE else [state.spot, state.later]
    if len(set(coming)) < len(coming) or not all(spot in own and state.is_active(spot) for spot in coming):
        return False
    if state.again and not (state.phase == position.DUEL and duel.has_extra_roll(state)):
        return False
    if (state.owed > 0) != (state.phase == position.CRYSTAL_ELSEWHERE):
        return False
    return piece_fits(state)


def piece_fits(state: Contest) -> bool:
    """What the piece that collects is about."""
    terrain = state.spot >> 1
    match state.phase:
        case position.ORDER:
            return state.later != NONE and collection.order_matters(state)
        case position.CRYSTAL_ELSEWHERE:
            due = not state.is_duel(state.spot) and state.owed <= state.reward(state.spot)
            return due and state.crystals_left[terrain] == 0 and any(held(state.crystals_left))
        case position.SPELL_ELSEWHERE:
            return state.is_duel(state.spot) and state.spells_left[terrain] == 0 and any(held(state.spells_left))
    return state.is_duel(state.spot)
