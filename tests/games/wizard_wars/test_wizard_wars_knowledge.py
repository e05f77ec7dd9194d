"""Who knows which card, and that nothing lets a hidden one be followed."""

import json
import re

import pytest
from war_table import WarTable

import kit
from sortilege.engine import CHANCE, OVER, UNKNOWN, FastChance
from sortilege.games.wizard_wars import content, position
from sortilege.games.wizard_wars.position import MOST_TOKENS
from sortilege.games.wizard_wars.rules import Realm, moves
from sortilege.games.wizard_wars.words import bits

rule = pytest.mark.rule
GAMES = ((2, 11), (3, 10), (4, 3))
"""Numbers of players and seeds: games with thefts and looks below the deck."""


def tokens(state: Realm, eye: int | None, seat: int) -> list[str]:
    return [card["token"] for card in state.view(eye)["players"][seat]["hand"]]


# Hidden cards have no name of their own.


@rule("wizard_wars:hidden-hands", "wizard_wars:thievery")
@pytest.mark.parametrize("stolen", [0, 1, 2])
def test_a_stolen_card_cannot_be_followed(stolen: int) -> None:
    """Whichever card it was, a third player and a spectator see the same, and are told the same."""
    table = WarTable("fire", "sky", "water").give("fire", "thievery").give("water", "smite", "twins", "wiz-swap").act()
    table.do("play thievery", "against water")
    other = table.state.copy()
    other.play((stolen + 1) % 3)
    for eye in (1, None):
        assert table.state.secret(stolen, -1 if eye is None else eye)
        assert table.state.news(stolen, eye) == table.state.news((stolen + 1) % 3, eye)
    table.outcome(stolen)
    for eye in (1, None):
        assert json.dumps(table.state.view(eye)) == json.dumps(other.view(eye))
        assert tokens(table.state, eye, 0) == ["fire-1"]
        assert tokens(table.state, eye, 2) == ["water-1", "water-2"]


@rule("wizard_wars:hidden-hands")
def test_no_name_of_a_hidden_card_tells_when_it_was_drawn() -> None:
    one = WarTable().give("fire", "smite").give("water", "twins", "celerity").act()
    other = WarTable().give("water", "twins").give("fire", "smite").give("water", "celerity").act()
    assert one.state.view(0) == other.state.view(0)
    assert one.state.view(None) == other.state.view(None)
    assert one.state.picture(0) == other.state.picture(0)


@rule("wizard_wars:card-leaves", "wizard_wars:hidden-hands")
def test_the_cards_gone_do_not_tell_in_which_order_they_were_drawn() -> None:
    one = WarTable().give("fire", "smite", "iron-boots").act().do("play iron-boots", "against water")
    other = WarTable().give("fire", "iron-boots", "smite").act().do("play iron-boots", "against water")
    assert one.state.view(1) == other.state.view(1)


@rule("wizard_wars:hidden-hands")
@pytest.mark.parametrize("seats", [2, 4])
def test_every_card_in_a_view_and_a_picture_has_a_name_of_its_own(seats: int) -> None:
    record = kit.bot_game(kit.case_of("wizard_wars", seats), ["greedy"] * seats, 3)
    for number, (state, _) in enumerate(record.replay()):
        if number % 40 == 0:
            for eye in kit.eyes(state):
                view = state.view(eye)
                cards = [*view["looked"], *view["decks"]["below"]]
                cards += [card for player in view["players"] for card in player["hand"]]
                names = [card["token"] for card in cards]
                assert len(set(names)) == len(names)
                assert all(re.fullmatch(r"(fire|light|sky|water|darkness|earth|looked|below)-\d+", card["token"])
                           for card in cards if card["key"] is None)  # fmt: skip
                drawn = re.findall(r'id="card-([^"]*)"', state.picture(eye))
                assert {card["token"] for card in cards if card["key"]} >= set(drawn)


# What is imagined fits all that a seat was told.


@rule("wizard_wars:seen-stays", "wizard_wars:good-kept", "wizard_wars:eeny-meeny-below")
def test_what_is_imagined_could_have_led_here() -> None:
    """With the imagined cards all moves so far were legal, and showed the seat what it was shown."""
    chance = FastChance("histories")
    stages: set[int] = set()
    told = otherwise = 0
    for seats, seed in GAMES:
        record = kit.bot_game(kit.case_of("wizard_wars", seats), ["greedy"] * seats, seed)
        now, played = record.start(), list[int]()
        for number, (_, move) in enumerate(record.replay()):
            assert isinstance(now, Realm)
            stages.add(now.stage)
            if number % 60 == 59:
                for eye in range(seats):
                    imagined = now.imagine(eye, chance)
                    assert isinstance(imagined, Realm)
                    otherwise += imagined != now
                    told += retell(played, record.start(), imagined, eye)
            now.play(move)
            played.append(move)
    assert told > 30
    assert otherwise > 20
    assert stages >= {position.TEMPLE_DRAW, position.COMBAT_DRAW, position.THEFT, position.KEEPING}


def retell(played: list[int], start: object, imagined: Realm, eye: int) -> bool:
    """Play it all again with the imagined faces; false where equal cards make it the same story with others of them."""
    assert isinstance(start, Realm)
    true, again = start.copy(), start.copy()
    same = list(range(MOST_TOKENS))
    for number, move in enumerate(played):
        if number % 12 == 0:
            assert again.view(eye) == true.view(eye)
        before, other = true.copy(), again.copy()
        true.play(move)
        kept = bits(true.hands[before.turn] & before.looked)
        lost = bits(true.gone & ~before.gone & before.hands[before.turn])
        if before.stage == position.KEEPING:
            faces = [imagined.face[token] for token in bits(before.looked)]
            if len(set(faces)) < len(faces):
                return False
            again.play(moves.KEEP + imagined.face[kept[0]])
        elif before.seat == CHANCE and before.stage == position.THEFT:
            stolen = bits(before.hands[before.robbed])[move]
            again.play(bits(other.hands[other.robbed]).index(same[stolen]))
        elif before.seat == CHANCE and before.stage != position.HOMESICKNESS:
            again.play(rank_of(before, true, other, imagined))
        else:
            again.play(move)
        if before.seat >= 0 and len(lost) == 1:
            mine = bits(again.gone & ~other.gone & other.hands[other.turn])[0]
            swapped = same.index(mine)
            same[lost[0]], same[swapped] = mine, same[lost[0]]
    assert again.seat != OVER
    assert again.view(eye) == true.view(eye)
    return True


def rank_of(before: Realm, after: Realm, again: Realm, imagined: Realm) -> int:
    """The outcome that draws the imagined face of the card that was drawn."""
    drawn = [token for token in range(MOST_TOKENS) if before.face[token] == UNKNOWN != after.face[token]]
    if not drawn:
        return 0
    first = 0 if before.stage == position.TEMPLE_DRAW else content.TEMPLE_DESIGNS
    return sum(list(again.deck)[first : imagined.face[drawn[0]]])
