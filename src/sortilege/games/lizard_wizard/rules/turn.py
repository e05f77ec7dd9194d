"""The turn: an action, what it leads to, the storage, and the next player."""

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.engine.state import CHANCE, OVER
from sortilege.games.lizard_wizard.content import INCOME, ON_OFFER
from sortilege.games.lizard_wizard.position import (
    ACTING,
    CASTING,
    DEALING,
    ENDED,
    FAMILIARS,
    FINISHING,
    GOING_ON,
    LAYING,
    MAGUS_THINKING,
    NONE,
    NOTHING,
    OFFER,
    RETURNING,
    ROUNDS_PLAYED,
    SPELLS,
    WIZARDS,
    WIZARDS_GONE,
    Position,
)
from sortilege.games.lizard_wizard.rules import (
    achievements,
    casting,
    convert,
    drawing,
    duel,
    familiars,
    gather,
    magus,
    research,
    setup,
    tokens,
    towers,
)
from sortilege.games.lizard_wizard.rules.moves import (
    BARTER,
    BUILD_GOLD,
    BUILD_REAGENTS,
    CONVERT,
    DONE,
    GATHER,
    MUST_ACT,
    NAME,
    NO_MANA,
    NONE_TO_BARTER,
    NONE_TO_RETURN,
    NOT_IN_HAND,
    NOT_NOW,
    NOT_OFFERED,
    NOT_SO_MANY,
    REAGENTS_LACK,
    RECRUIT,
    RESEARCH,
    RETURN,
    SUMMON,
    TOO_LITTLE_GOLD,
    TOO_LITTLE_MANA,
    USE_SCORE,
)


def settle(state: Position) -> None:
    """What is missing is turned up, then whoever decides is asked."""
    state.drawing = drawing.wanted(state)
    phase: i64 = state.phase
    if state.drawing != NOTHING:
        state.seat = CHANCE
    elif phase == CASTING:
        casting.ask(state)
    elif phase == FINISHING:
        look_at_storage(state)
    elif phase == DEALING:
        setup.ask(state)
    elif phase == LAYING:
        begin(state)
    elif phase == MAGUS_THINKING:
        magus.think(state)
    else:
        state.seat = state.turn


def begin(state: Position) -> None:
    state.again = 0
    state.casts = 0
    state.only = NONE
    state.last_spell = NONE
    achievements.claim(state, state.turn)
    state.mana[state.turn] += state.power(state.turn, INCOME)
    if state.by_magus(state.turn):
        magus.turn_chart(state)
        state.phase = MAGUS_THINKING
    else:
        state.phase = ACTING
    settle(state)


def finish(state: Position) -> None:
    """The action is done but for what has to be turned up."""
    achievements.claim(state, state.turn)
    state.phase = FINISHING
    settle(state)


def look_at_storage(state: Position) -> None:
    """When all is done, what cannot be stored is put back; the Magus stores all."""
    if not state.by_magus(state.turn):
        excess: i64 = state.token_count(state.turn) - state.storage(state.turn)
        if excess > 0:
            state.excess = excess
            state.phase = RETURNING
            state.seat = state.turn
            return
    end(state)


def end(state: Position) -> None:
    notice_end(state)
    state.turn = (state.turn + 1) % state.mages()
    if state.turn == state.first:
        if state.ended == GOING_ON and state.round == state.rounds:
            state.ended = ROUNDS_PLAYED
        if state.ended != GOING_ON:
            state.phase = ENDED
            state.seat = OVER
            return
        state.round += 1
    begin(state)


def notice_end(state: Position) -> None:
    """A deck that is gone with its offer makes this the last round."""
    deck: i64 = 0
    while deck < len(ON_OFFER) and state.ended == GOING_ON:
        if state.left[deck] == 0 and state.offered(deck) == 0:
            state.ended = WIZARDS_GONE + deck
        deck += 1


# What can be done.


def moves_into(state: Position, buffer: vec[i64]) -> i64:
    if state.phase == RETURNING:
        return tokens.held_into(state, buffer, state.turn, RETURN)
    count: i64 = tokens.held_into(state, buffer, state.turn, BARTER)
    count = gather.cards_into(state, buffer, count)
    count = convert.conversions_into(state, buffer, count)
    count = duel.wizards_into(state, buffer, count)
    count = research.spells_into(state, buffer, count)
    count = towers.builds_into(state, buffer, count)
    count = familiars.summons_into(state, buffer, count)
    if state.again:
        buffer[count] = DONE
        count += 1
    return count


def play(state: Position, move: i64) -> None:
    if state.phase == RETURNING:
        return_token(state, move - RETURN)
    elif move < GATHER:
        convert.barter(state, move - BARTER)
    elif move < CONVERT:
        gather.gather(state, move - GATHER)
    elif move < RECRUIT:
        convert.convert_by(state, move, 0)
    elif move < RESEARCH:
        duel.open_for(state, move - RECRUIT)
    elif move < BUILD_REAGENTS:
        research.research(state, move - RESEARCH)
    elif move == BUILD_REAGENTS:
        towers.build_for_reagents(state)
    elif move == BUILD_GOLD:
        towers.build_for_gold(state)
    elif move < USE_SCORE:
        familiars.summon(state, move - SUMMON)
    else:
        finish(state)


def return_token(state: Position, reagent: i64) -> None:
    tokens.put_back(state, state.turn, reagent, 1)
    state.excess -= 1
    if state.excess == 0:
        end(state)


def refusal(state: Position, move: i64) -> str:
    if state.phase == RETURNING:
        return NONE_TO_RETURN if RETURN <= move < BARTER else NOT_NOW
    if BARTER <= move < NAME:
        return NONE_TO_BARTER
    if GATHER <= move < CONVERT:
        return NOT_IN_HAND
    if CONVERT <= move < RECRUIT:
        return NOT_SO_MANY
    if RECRUIT <= move < RESEARCH:
        return NO_MANA if state.at[WIZARDS + move - RECRUIT] == OFFER else NOT_OFFERED
    if RESEARCH <= move < BUILD_REAGENTS:
        return TOO_LITTLE_MANA if state.at[SPELLS + move - RESEARCH] == OFFER else NOT_OFFERED
    if SUMMON <= move < USE_SCORE:
        return TOO_LITTLE_MANA if state.at[FAMILIARS + move - SUMMON] == OFFER else NOT_OFFERED
    if move in (BUILD_REAGENTS, BUILD_GOLD):
        if state.tower_on_offer() == NONE:
            return NOT_OFFERED
        return REAGENTS_LACK if move == BUILD_REAGENTS else TOO_LITTLE_GOLD
    return MUST_ACT if move == DONE else NOT_NOW
