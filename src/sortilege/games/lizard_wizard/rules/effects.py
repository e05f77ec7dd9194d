"""What spells of a single use do, and the choices that they ask for."""

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.games.lizard_wizard.content import (
    ABDUCT,
    BLIGHT,
    DISPEL,
    EXPEDITION,
    FREE_TOWER,
    GIVE_GOLD,
    GIVE_MANA,
    GIVE_TOKENS,
    SHIFT,
    SPELL_AMOUNT,
    SPELL_DECK,
    SPELL_KIND,
    STEAL,
    STUDY,
    SWELL,
    TITHE,
    TRANSMUTE,
)
from sortilege.games.lizard_wizard.position import (
    ACTIVE,
    AIMING,
    CHARMING,
    FILCHING,
    LEARNING,
    MAGES,
    NAMING,
    REAGENTS,
    SPELL_COUNT,
    SPELLS,
    TAKING,
    TRANSMUTING,
    UNCAST,
    Position,
)
from sortilege.games.lizard_wizard.rules import casting, convert, dungeon, measures, tokens, towers, turn
from sortilege.games.lizard_wizard.rules.moves import (
    AIM,
    CHARM,
    CONVERT,
    DELVE,
    DONE,
    FILCH,
    GATHER,
    LEAVE,
    NAME,
    NONE_IN_SUPPLY,
    NOT_A_TARGET,
    NOT_NOW,
    NOT_SO_MANY,
    RECRUIT,
    TAKE,
)


def work(state: Position, spell: i64) -> bool:
    """What the spell does at once; say whether a choice or an expedition follows, which is the phase then."""
    kind: i64 = SPELL_KIND[spell]
    amount: i64 = SPELL_AMOUNT[spell]
    if kind == GIVE_MANA:
        state.mana[state.turn] += measures.amount_of(state, state.turn, spell)
    elif kind == GIVE_GOLD:
        state.gold[state.turn] += measures.amount_of(state, state.turn, spell)
    elif kind == SWELL:
        reagent: i64 = 0
        while reagent < REAGENTS:
            tokens.shift_value(state, reagent, amount)
            reagent += 1
    elif kind == FREE_TOWER:
        towers.take(state)
    elif kind == EXPEDITION:
        if state.dungeon_open():
            dungeon.enter(state)
            return True
    elif kind == GIVE_TOKENS:
        if tokens.any_supply(state):
            state.to_take = amount
            return asks(state, TAKING)
    elif kind in (SHIFT, TITHE, BLIGHT):
        return asks(state, NAMING)
    elif kind == STUDY:
        if state.offered(SPELL_DECK) > 0:
            return asks(state, LEARNING)
    elif kind == TRANSMUTE:
        if state.token_count(state.turn) > 0:
            return asks(state, TRANSMUTING)
    elif kind == STEAL:
        return rob(state, amount)
    elif kind in (DISPEL, ABDUCT):
        if any_charm(state):
            return asks(state, CHARMING)
    else:
        dungeon.lay_traps(state)
    return False


def asks(state: Position, phase: i64) -> bool:
    state.phase = phase
    return True


def moves_into(state: Position, buffer: vec[i64]) -> i64:
    phase: i64 = state.phase
    if phase == FILCHING:
        return tokens.held_into(state, buffer, state.target, FILCH)
    if phase == AIMING:
        return targets_into(state, buffer)
    if phase == CHARMING:
        return charms_into(state, buffer)
    if phase == TRANSMUTING:
        count: i64 = convert.conversions_into(state, buffer, 0)
        buffer[count] = DONE
        return count + 1
    return reagents_into(state, buffer)


def play(state: Position, move: i64) -> None:
    phase: i64 = state.phase
    if phase == TAKING:
        take(state, move - TAKE)
    elif phase == NAMING:
        name(state, move - NAME)
    elif phase == AIMING:
        aim(state, move - AIM)
        turn.settle(state)
    elif phase == FILCHING:
        filch(state, move - FILCH)
    elif phase == CHARMING:
        charm(state, move - CHARM)
    elif move == DONE:
        casting.resume(state)
    else:
        convert.convert_by(state, move, SPELL_AMOUNT[state.at_work])


def refusal(state: Position, move: i64) -> str:
    phase: i64 = state.phase
    if phase == TAKING:
        return NONE_IN_SUPPLY if move < LEAVE else NOT_NOW
    if phase == FILCHING:
        return NOT_A_TARGET if FILCH <= move < GATHER else NOT_NOW
    if phase in (AIMING, CHARMING):
        return NOT_A_TARGET if CHARM <= move < DELVE or AIM <= move < AIM + MAGES else NOT_NOW
    if phase == TRANSMUTING:
        return NOT_SO_MANY if CONVERT <= move < RECRUIT else NOT_NOW
    return NOT_NOW


# A reagent from the supply, or any reagent named.


def reagents_into(state: Position, buffer: vec[i64]) -> i64:
    count: i64 = 0
    reagent: i64 = 0
    while reagent < REAGENTS:
        if state.phase == NAMING:
            buffer[count] = NAME + reagent
            count += 1
        elif state.supply[reagent] > 0:
            buffer[count] = TAKE + reagent
            count += 1
        reagent += 1
    return count


def take(state: Position, reagent: i64) -> None:
    tokens.give(state, state.turn, reagent, 1)
    state.to_take -= 1
    if state.to_take == 0 or not tokens.any_supply(state):
        state.to_take = 0
        casting.resume(state)
    else:
        turn.settle(state)


def name(state: Position, reagent: i64) -> None:
    """A value is moved, or all others give, or lose, tokens."""
    kind: i64 = SPELL_KIND[state.at_work]
    amount: i64 = SPELL_AMOUNT[state.at_work]
    if kind == SHIFT:
        tokens.shift_value(state, reagent, amount)
    else:
        other: i64 = 0
        while other < state.mages():
            if other != state.turn:
                have: i64 = state.tokens[other * REAGENTS + reagent]
                lost: i64 = amount if amount < have else have
                tokens.put_back(state, other, reagent, lost)
                if kind == TITHE:
                    tokens.give(state, state.turn, reagent, lost)
            other += 1
    casting.resume(state)


# Tokens of another player.


def can_rob(state: Position, mage: i64) -> bool:
    return mage != state.turn and mage < state.mages() and state.token_count(mage) > 0


def rob(state: Position, amount: i64) -> bool:
    """Where only one can be robbed there is nothing to choose."""
    found: i64 = 0
    mage: i64 = 0
    while mage < state.mages():
        if can_rob(state, mage):
            found += 1
            state.target = mage
        mage += 1
    if found == 0:
        return False
    state.to_take = amount
    if found > 1:
        state.phase = AIMING
    else:
        aim(state, state.target)
    return True


def targets_into(state: Position, buffer: vec[i64]) -> i64:
    count: i64 = 0
    mage: i64 = 0
    while mage < state.mages():
        if can_rob(state, mage):
            buffer[count] = AIM + mage
            count += 1
        mage += 1
    return count


def aim(state: Position, mage: i64) -> None:
    state.target = mage
    have: i64 = state.token_count(mage)
    if state.to_take > have:
        state.to_take = have
    state.phase = FILCHING


def filch(state: Position, reagent: i64) -> None:
    state.tokens[state.target * REAGENTS + reagent] -= 1
    state.tokens[state.turn * REAGENTS + reagent] += 1
    state.to_take -= 1
    if state.to_take == 0:
        casting.resume(state)
    else:
        turn.settle(state)


# A spell of another player.


def can_charm(state: Position, spell: i64) -> bool:
    owner: i64 = state.at[SPELLS + spell]
    wanted: i64 = ACTIVE if SPELL_KIND[state.at_work] == DISPEL else UNCAST
    return owner < MAGES and owner != state.turn and state.cast[spell] == wanted


def any_charm(state: Position) -> bool:
    spell: i64 = 0
    while spell < SPELL_COUNT:
        if can_charm(state, spell):
            return True
        spell += 1
    return False


def charms_into(state: Position, buffer: vec[i64]) -> i64:
    count: i64 = 0
    spell: i64 = 0
    while spell < SPELL_COUNT:
        if can_charm(state, spell):
            buffer[count] = CHARM + spell
            count += 1
        spell += 1
    return count


def charm(state: Position, spell: i64) -> None:
    """Dispelled, it must be cast again; abducted, it has another owner."""
    if SPELL_KIND[state.at_work] == DISPEL:
        state.cast[spell] = UNCAST
        casting.lend_power(state, state.at[SPELLS + spell], spell, -1)
    else:
        state.at[SPELLS + spell] = state.turn
    casting.resume(state)
