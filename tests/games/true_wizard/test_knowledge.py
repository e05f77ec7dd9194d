"""Who knows what: looks in secret, and nothing that gives them away."""

import json
from typing import NamedTuple

import pytest
from true_wizard_kit import GAME, deal, give, hide, lay, legal, play, settle, table, uncover

import kit
from sortilege.engine import CHANCE, OVER, FastChance, View
from sortilege.engine.bits import nth_bit
from sortilege.games.true_wizard import position
from sortilege.games.true_wizard.content import CELLS, SPELLS
from sortilege.games.true_wizard.rules import Forest, cards, moves

rule = pytest.mark.rule


def looked(seats: int = 3) -> Forest:
    """Seat 0 has looked at a1 and b1; seat 1 is to move."""
    state = table(seats, gems=2)
    give(state, 0, "Second Sight")
    play(state, "cast second-sight", "choose a1", "*Hush", "*Iron Maw", "choose b1", "*Vigil", "*Tar Heart")
    return state


@rule("true_wizard:look-secret")
def test_imagined_positions_differ_where_the_seat_has_not_seen() -> None:
    state = looked()
    chance = FastChance(1)
    spells = {state.imagine(1, chance).spell_at[0] for _ in range(300)}
    assert spells == set(range(16)) - {4}, "any spell but the one that lies open in an area"
    items = {state.imagine(2, chance).item_at[1] for _ in range(300)}
    assert items == set(range(16))
    for _ in range(20):
        mine = state.imagine(0, chance)
        assert (mine.spell_at[0], mine.item_at[0]) == (state.spell_at[0], state.item_at[0])


@rule("true_wizard:look-secret")
def test_an_imagined_position_holds_every_card_once() -> None:
    chance = FastChance(2)
    for eye in (-1, 0, 1, 2):
        for _ in range(30):
            imagined = looked().imagine(eye, chance)
            lying = [spell for spell in imagined.spell_at if spell >= 0]
            owned = [spell for spell in range(16) if imagined.spell_owner[spell] != position.FREE]
            left = [spell for spell in range(16) if imagined.spells_left >> spell & 1]
            assert sorted(lying + owned + left) == list(range(16))


@rule("true_wizard:look-secret")
def test_a_look_is_told_in_full_to_its_caster_only() -> None:
    state = table(2)
    give(state, 0, "Second Sight")
    play(state, "cast second-sight", "choose a1")
    hush = 0
    assert state.secret(hush, 1)
    assert state.secret(hush, -1)
    assert not state.secret(hush, 0)
    assert state.news(hush, 0) == ["At a1 you see Hush."]
    assert state.news(hush, 1) == state.news(hush, None) == []


@rule("true_wizard:look-secret")
def test_the_rank_of_a_draw_is_hidden_from_those_who_do_not_know_the_cards_left() -> None:
    state = looked()
    play(state, "turn d4")
    assert state.seat == CHANCE
    assert not state.secret(0, 0)
    assert state.secret(0, 1)
    assert state.secret(0, -1)
    play(state, "*Burrow", "return")
    assert state.view(1)["grid"][15]["spell"]["card"]["name"] == "Burrow"


@rule("true_wizard:look-secret")
def test_news_of_a_draw_are_the_same_whatever_was_looked_at() -> None:
    """Two tables that differ only in what seat 0 has seen tell seat 1 the same when the same card comes up."""
    one, other = looked(2), looked(2)
    other.spells_left |= 1 << other.spell_at[0]
    other.put_spell(0, 15)
    for state in (one, other):
        play(state, "turn d4")
    echo = [(state.spells_left & ((1 << 6) - 1)).bit_count() for state in (one, other)]
    assert echo == [3, 4], "the same card has different ranks"
    assert one.view(1) == other.view(1)
    assert one.news(echo[0], 1) == other.news(echo[1], 1) == ["It is Echo, Mind, for 5 gems."]


@rule("true_wizard:remembered", "true_wizard:known-once")
def test_only_who_has_seen_a_spell_may_learn_it_unturned() -> None:
    state = looked(2)
    assert "turn a1" in legal(state)
    assert "learn a1" not in legal(state)
    play(state, "collect")
    assert "turn a1" not in legal(state)
    assert "learn a1" in legal(state)


def test_moves_that_show_something_cannot_be_taken_back() -> None:
    state = looked(2)
    assert state.reveals(state.parse("turn a1")), "it is settled and seat 1 sees it"
    assert not state.reveals(state.parse("collect"))
    assert not state.reveals(state.parse("turn d4")), "a draw follows, which ends the undoing anyway"
    play(state, "collect")
    assert state.reveals(state.parse("learn a1")), "the others see what it was"


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_no_seat_can_tell_imagined_from_true_after_many_looks(seats: int) -> None:
    """The leak test at every step of games in which everybody looks a lot: Second Sight passes from hand to hand."""
    chance = FastChance("leaks")
    for seed in range(2):
        state = GAME.start(seats)
        assert isinstance(state, Forest)
        deal(state, 0, "Second Sight", "Landslide", "Headwind", "Long Arm")
        for number, (now, move) in enumerate(kit.walk(state, seed, 260)):
            assert isinstance(now, Forest)
            if number % 9 == 0 and now.phase == position.TURN and now.seat >= 0:
                cards.give(now, 4, now.seat)
                now.spell_turns[4] = 0
            assert GAME.fault(now) == ""
            for eye in (*range(seats), None) if number % 3 == 0 else (max(0, now.seat),):
                seat = -1 if eye is None else eye
                imagined = now.imagine(seat, chance)
                assert GAME.fault(imagined) == ""
                assert json.dumps(imagined.view(eye)) == json.dumps(now.view(eye))
                if now.seat == seat:
                    assert imagined.moves() == now.moves() == now.seen_by(seat).moves()
                if now.seat >= 0 and imagined.legal(move):
                    after, imagined_after = now.copy(), imagined.copy()
                    after.advance(move)
                    imagined_after.advance(move)
                    if after.view(eye) == imagined_after.view(eye):
                        assert now.news(move, eye) == imagined.news(move, eye)


@rule("true_wizard:look-secret", "true_wizard:long-arm")
def test_a_rival_imagines_that_the_caster_has_something_to_pick() -> None:
    """The one spell in reach of Long Arm is the caster's secret: the others know only that it is cheap enough."""
    state = table(2, gems=0)
    give(state, 0, "Long Arm")
    lay(state, "a1", "Burrow", face="down")
    state.spell_known[0] = 1
    play(state, "cast long-arm")
    chance = FastChance(3)
    for eye in (1, -1):
        drawn = {SPELLS[state.imagine(eye, chance).spell_at[0]] for _ in range(100)}
        assert len(drawn) > 1
        assert max(spell.cost for spell in drawn) == 3


def test_the_picture_shows_a_secret_to_its_owner_only() -> None:
    state = looked(2)
    assert "spell-hush" in state.picture(0)
    assert "item-iron-maw" in state.picture(0)
    for eye in (1, None):
        assert "spell-hush" not in state.picture(eye)
        assert "iron-maw" not in state.picture(eye)


def test_landslide_keeps_what_each_seat_knows() -> None:
    state = table(3, gems=0)
    give(state, 0, "Landslide")
    lay(state, "a1", "Echo", face="down")
    hide(state, "a1", "Tar Heart")
    state.spell_known[0] = 4
    state.item_known[0] = 4
    uncover(state, "b1", "Iron Maw")
    play(state, "cast landslide", "choose a1", "choose b1")
    settle(state)
    assert [state.view(eye)["grid"][1]["spell"]["card"] is not None for eye in (0, 1, 2)] == [False, False, True]


@rule("true_wizard:look-secret", "true_wizard:pass")
@pytest.mark.parametrize(("seats", "gems"), [(2, (3, 3)), (3, (7, 7, 6)), (4, (7, 7, 6, 0))])
def test_what_is_imagined_could_have_led_here(seats: int, gems: tuple[int, ...]) -> None:
    """With the imagined cards all moves so far were legal, the passes too, and told the seat what it was told."""
    chance = FastChance("histories")
    imagined_otherwise = passes = 0
    for seed in range(5 if kit.INTERPRETED else 8):
        start = table(seats)
        for seat, purse in enumerate(gems):
            start.gems[seat] = purse
        deal(start, 0, "Second Sight", "Landslide")
        deal(start, 1, "Long Arm", "Headwind")
        now, past = start.copy(), []
        for number, (_, move) in enumerate(kit.walk(now, seed, 240)):
            if number % 12 == 11 and number < 150:
                for eye in range(seats):
                    imagined = now.imagine(eye, chance)
                    assert isinstance(imagined, Forest)
                    imagined_otherwise += imagined != now
                    retell(start, past, now, imagined, eye)
            passes += now.seat >= 0 and move == moves.PASS
            past.append(Passed(now.copy(), [now.view(eye) for eye in range(seats)], move))
    assert imagined_otherwise > 20
    assert passes > 0 or gems[0] < 7


class Passed(NamedTuple):
    """A position of the true game, what each seat saw of it, and the move that followed."""

    true: Forest
    views: list[View]
    move: int


def retell(start: Forest, past: list[Passed], now: Forest, imagined: Forest, eye: int) -> None:
    """Play it all again, with the card that is imagined in the place of each that this seat has not seen."""
    spells = {true: other for true, other in zip(now.spell_at, imagined.spell_at) if true >= 0}
    items = {true: other for true, other in zip(now.item_at, imagined.item_at) if true >= 0}
    again = start.copy()
    for true, views, move in past:
        assert again.view(eye) == views[eye]
        if true.seat == CHANCE:
            named, left = (items, true.items_left) if true.draws_item() else (spells, true.spells_left)
            card = nth_bit(left, move)
            wanted = named.get(card, card)
            left = again.items_left if again.draws_item() else again.spells_left
            assert left >> wanted & 1
            again.play((left & ((1 << wanted) - 1)).bit_count())
        else:
            again.play(move)
    assert again.seat != OVER
    assert again.view(eye) == now.view(eye)
    assert [again.spell_at[cell] for cell in range(CELLS)] == list(imagined.spell_at)
