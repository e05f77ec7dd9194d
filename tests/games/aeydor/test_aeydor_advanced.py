"""The advanced variant: spells for crystals, the extra duel roll, barters, and crystals sold for re-rolls."""

import pytest
from aeydor_table import INES, MAYA, OLEG, SHAN, AeydorTable

from sortilege.engine import CHANCE, OVER, IllegalMove
from sortilege.games.aeydor import content, position
from sortilege.games.aeydor.rules import gains

rule = pytest.mark.rule
AWAY = "snowland safe, mountain safe"


def advanced(seats: int = 2) -> AeydorTable:
    return AeydorTable(seats, advanced=True)


@rule("aeydor:advanced")
def test_the_powers_belong_to_the_variant_only() -> None:
    table = AeydorTable().give(SHAN, "ocean cave desert").teach(SHAN, "cave").card(SHAN).give(MAYA, "forest").windows()
    assert table.texts() == ["pass", "exchange ocean desert cave"]
    assert table.refused("trade cave") == "advanced"
    assert table.refused("barter 2") == "advanced"
    table.do("pass").place(AWAY, "cave duel, ocean safe").roll("cave desert duel")
    assert table.refused("sell ocean") == "advanced"
    table.do("keep").duel(6)
    assert table.state.turn == 2
    assert table.tracks(SHAN) == (3, 2)


@rule("aeydor:advanced-window")
def test_everything_in_any_order() -> None:
    table = advanced().give(SHAN, "ocean cave desert").give(MAYA, "forest").teach(SHAN, "cave").card(SHAN).windows()
    kinds = {text.split()[0] for text in table.texts()}
    assert kinds == {"pass", "exchange", "trade", "barter"}
    table.do("barter 2", "give ocean", "ask forest", "offer", "accept")
    assert table.state.seat == SHAN
    table.do("trade cave", "take ocean", "take ocean", "take mountain")
    assert {"pass", "exchange"} == {text.split()[0] for text in table.texts()}
    table.do("exchange desert forest cave", "raise power")
    assert table.crystals(SHAN) == {"ocean": 2, "mountain": 1}


# A spell for three crystals.


@rule("aeydor:trade", "aeydor:trade-choice", "aeydor:trade-returns")
def test_a_spell_for_any_three_crystals() -> None:
    table = advanced().teach(SHAN, "cave cave").windows()
    spells = table.supply("cave")[1]
    assert table.texts() == ["pass", "trade cave"]
    assert table.refused("trade ocean") == "trade"
    table.do("trade cave")
    assert table.state.view(None)["crystals_to_take"] == 3
    table.do("take ocean", "take ocean", "take desert")
    assert table.crystals(SHAN) == {"ocean": 2, "desert": 1}
    assert table.spells(SHAN) == {"cave": 1}
    assert table.supply("cave")[1] == spells + 1
    table.do("trade cave", "take cave", "take cave", "take cave")
    assert table.spells(SHAN) == {}
    assert table.crystals(SHAN) == {"ocean": 2, "desert": 1, "cave": 3}


@rule("aeydor:trade")
def test_spells_are_traded_before_a_turn_only() -> None:
    table = advanced().teach(SHAN, "cave").windows().do("pass")
    assert table.refused("trade cave") == "exchange-before-turn"


@rule("aeydor:trade-choice")
def test_an_empty_terrain_gives_no_crystal() -> None:
    table = advanced().teach(SHAN, "cave").crystals_left(ocean=1).windows().do("trade cave", "take ocean")
    assert table.refused("take ocean") == "trade-choice"
    assert "take ocean" not in table.texts()


@rule("aeydor:trade-supply")
def test_three_crystals_must_be_left_in_all() -> None:
    left = {"ocean": 1, "cave": 1, "desert": 0, "forest": 0, "mountain": 0, "snowland": 0}
    table = advanced().teach(SHAN, "cave").give(SHAN, "ocean desert cave").crystals_left(**left).windows()
    assert table.refused("trade cave") == "trade-supply"
    table = advanced().teach(SHAN, "cave").crystals_left(**{**left, "forest": 1}).windows()
    table.do("trade cave", "take ocean", "take forest", "take cave")
    assert table.crystals(SHAN) == {"ocean": 1, "forest": 1, "cave": 1}


@rule("aeydor:end-six-spells", "aeydor:trade")
def test_a_spell_given_away_no_longer_counts() -> None:
    table = advanced().teach(SHAN, "ocean ocean ocean desert desert").windows()
    table.do("trade ocean", "take cave", "take cave", "take cave", "pass")
    table.place(AWAY, "cave duel, ocean safe").roll("cave desert duel").do("keep").duel(1)
    assert table.state.view(None)["last_round"] is None
    table.do("pass").place("cave duel, ocean safe", AWAY).roll("cave desert duel").do("keep").duel(1)
    assert table.state.view(None)["last_round"]["by"] == SHAN


@rule("aeydor:bonus-at-once", "aeydor:trade")
def test_the_eighth_crystal_from_a_trade_takes_a_card_in_the_window() -> None:
    table = advanced().teach(SHAN, "cave").give(SHAN, "ocean ocean ocean desert desert desert").windows()
    table.do("trade cave", "take cave")
    assert table.cards(SHAN) == {}
    table.do("take forest")
    assert table.cards(SHAN) == {"crystal": content.BONUS_CARDS[0][0]}


@rule("aeydor:bonus-kept", "aeydor:bonus-one")
def test_a_card_stays_when_a_spell_is_given_away_and_a_second_is_not_taken() -> None:
    table = advanced().teach(SHAN, "cave ocean forest")
    gains.claim(table.state, SHAN, 1)
    table.windows().do("trade forest", "take forest", "take forest", "take forest")
    assert table.spells(SHAN) == {"ocean": 1, "cave": 1}
    assert table.cards(SHAN) == {"3-spell": 5}
    table.do("pass").place(AWAY, "desert duel, ocean safe").roll("desert cave duel").do("keep").duel(1)
    assert table.spells(SHAN) == {"ocean": 1, "desert": 1, "cave": 1}
    assert table.cards(SHAN) == {"3-spell": 5}
    assert table.state.view(None)["bonus"][1]["cards"] == [4, 4, 3]


@rule("aeydor:window-trigger")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_happens_in_a_window_belongs_to_the_turn_that_follows(seats: int) -> None:
    table = advanced(seats).teach(MAYA, "cave").crystals_left(ocean=0, forest=0, cave=1).windows()
    assert table.state.seat == MAYA
    table.do("trade cave", "take cave", "take desert", "take desert")
    last = table.state.view(None)["last_round"]
    assert (last["by"], last["turns_after_this"]) == (MAYA, seats - 1)
    turns = []
    while table.state.seat != OVER:
        if table.state.phase == position.WINDOW:
            table.do("pass")
            continue
        turns.append(table.state.active)
        table.place(*[AWAY] * seats).roll("cave desert duel")
        if table.state.phase == position.ROLLED:
            table.do("keep")
    assert turns == [SHAN, *(seat for seat in range(2, seats)), SHAN]
    assert table.state.ending() == "empty terrains"


# The extra roll.


@rule("aeydor:extra-roll", "aeydor:extra-roll-counts")
@pytest.mark.parametrize(("numbers", "tracks"), [((2,), (2, 3)), ((5, 2), (2, 3)), ((5, 6), (3, 2))])
def test_a_lost_first_roll_is_rolled_again_and_that_counts(numbers: tuple[int, ...], tracks: tuple[int, int]) -> None:
    table = advanced().card(SHAN).place(AWAY, "cave duel, ocean safe").roll("cave desert duel").do("keep")
    for number in numbers:
        assert table.tracks(SHAN) == (3, 3)
        assert (table.state.seat, table.state.phase) == (CHANCE, position.DUEL)
        table.duel(number)
    assert table.tracks(SHAN) == tracks
    assert table.state.turn == 2
    assert table.spells(SHAN) == ({"cave": 1} if tracks[0] == 2 else {})


@rule("aeydor:extra-roll")
def test_every_duel_has_its_extra_roll_but_only_for_holders() -> None:
    table = advanced().card(SHAN).place("cave duel, forest safe", "cave duel, ocean duel").roll("cave ocean duel")
    table.do("keep", "first cave").duel(6, 5)
    assert table.tracks(SHAN) == (3, 2)
    table.duel(6, 3)
    assert table.tracks(SHAN) == (2, 2)
    assert table.state.at == MAYA
    table.duel(6)
    assert table.tracks(MAYA) == (3, 2)
    assert table.state.turn == 2
    both = advanced().card(SHAN).place(AWAY, "cave duel, ocean duel").roll("cave ocean duel").do("keep", "first cave")
    assert both.duel(6, 3, 6, 2).spells(SHAN) == {"cave": 1, "ocean": 1}


@rule("aeydor:own-order-asked", "aeydor:extra-roll")
def test_a_card_taken_first_helps_in_the_duel() -> None:
    table = advanced().give(SHAN, "ocean ocean forest forest desert desert desert").place(AWAY, "cave duel, ocean safe")
    table.roll("cave ocean duel").do("keep", "first ocean")
    assert table.cards(SHAN) == {"crystal": content.BONUS_CARDS[0][0]}
    assert table.duel(6).state.phase == position.DUEL
    assert table.duel(1).spells(SHAN) == {"cave": 1}


# Barters.


def bartering(seats: int = 3) -> AeydorTable:
    table = advanced(seats).give(SHAN, "ocean ocean cave").give(MAYA, "forest forest forest forest cave")
    return table.give(OLEG, "desert").card(SHAN).windows()


@rule("aeydor:barter")
def test_an_accepted_offer_is_carried_out() -> None:
    table = bartering()
    assert table.texts() == ["pass", "barter 2", "barter 3"]
    table.do("barter 2", "give ocean", "give ocean", "ask forest", "offer")
    assert (table.state.seat, table.texts()) == (MAYA, ["accept", "refuse"])
    assert table.state.view(None)["offer"] == {"from": 0, "to": 1, "given": {"ocean": 2}, "asked": {"forest": 1}}
    table.do("accept")
    assert table.crystals(SHAN) == {"cave": 1, "forest": 1}
    assert table.crystals(MAYA) == {"ocean": 2, "forest": 3, "cave": 1}
    assert table.state.view(None)["offer"] is None


@rule("aeydor:barter")
def test_a_refused_offer_changes_nothing() -> None:
    table = bartering()
    before = [table.crystals(seat) for seat in range(3)]
    table.do("barter 3", "give ocean", "ask desert", "offer", "refuse")
    assert [table.crystals(seat) for seat in range(3)] == before
    assert table.state.view(None)["offer"] is None


@rule("aeydor:barter")
def test_only_a_holder_offers_to_another_player_before_a_turn() -> None:
    table = bartering()
    assert table.refused("barter 1") == "barter"
    assert table.refused("barter 4") == "barter"
    table.do("pass")
    assert table.state.seat != SHAN
    holderless = advanced().give(SHAN, "ocean cave desert").give(MAYA, "forest").windows()
    assert holderless.refused("barter 2") == "barter"
    holderless.card(SHAN).do("pass")
    assert holderless.refused("barter 2") == "exchange-before-turn"


@rule("aeydor:barter-once")
def test_one_offer_in_a_window() -> None:
    table = bartering().give(SHAN, "desert mountain").do("barter 2", "give ocean", "ask forest", "offer", "refuse")
    assert table.texts("barter") == []
    assert table.refused("barter 3") == "barter-once"
    table.do("pass").place(*[AWAY] * 3).roll("cave desert duel").do("keep")
    while table.state.seat != SHAN:
        table.do("pass")
    assert table.texts("barter") == ["barter 2", "barter 3"]


@rule("aeydor:barter-once")
@pytest.mark.parametrize("more", ["", "cave desert"])
def test_every_holder_has_an_offer_of_their_own(more: str) -> None:
    table = advanced().give(SHAN, f"ocean {more}").give(MAYA, "forest").card(SHAN).card(MAYA).windows()
    table.do("barter 2", "give ocean", "ask forest", "offer", "refuse")
    if more:
        assert table.texts("barter") == []
        table.do("pass")
    assert (table.state.seat, table.texts()) == (MAYA, ["pass", "barter 1"])


@rule("aeydor:barter-compose")
def test_first_what_is_given_then_what_is_asked_then_the_offer() -> None:
    table = advanced().give(SHAN, "ocean ocean cave").give(MAYA, "forest forest").card(SHAN).windows().do("barter 2")
    assert table.texts() == ["give ocean", "give cave"]
    assert table.refused("ask forest") == "barter-compose"
    table.do("give ocean")
    assert table.texts() == ["give ocean", "give cave", "ask forest"]
    table.do("ask forest")
    assert table.refused("give cave") == "barter-compose"
    assert table.texts() == ["ask forest", "offer"]
    table.do("offer", "accept")
    assert table.crystals(SHAN) == {"ocean": 1, "forest": 1, "cave": 1}


@rule("aeydor:barter-size")
def test_one_to_three_crystals_on_each_side() -> None:
    table = bartering().give(SHAN, "ocean ocean").do("barter 2")
    assert table.refused("ask forest") == "barter-compose"
    assert table.refused("offer") == "barter-size"
    table.do("give ocean", "give ocean", "give ocean")
    assert table.refused("give ocean") == "barter-size"
    assert table.refused("offer") == "barter-size"
    table.do("ask forest")
    assert table.refused("give cave") == "barter-compose"
    table.do("ask forest", "ask forest")
    assert table.refused("ask forest") == "barter-size"
    table.do("offer", "accept")
    assert table.crystals(SHAN) == {"ocean": 1, "cave": 1, "forest": 3}


@rule("aeydor:barter-sides")
def test_no_terrain_on_both_sides() -> None:
    table = bartering().do("barter 2", "give cave")
    assert table.refused("ask cave") == "barter-sides"
    assert table.texts("ask") == ["ask forest"]
    same = advanced().give(SHAN, "cave ocean").give(MAYA, "cave").card(SHAN).windows().do("barter 2")
    assert same.refused("give cave") == "barter-sides"
    assert same.texts() == ["give ocean"]
    only = advanced().give(SHAN, "cave").give(MAYA, "cave").card(SHAN).windows()
    assert only.state.phase == position.PLACING


@rule("aeydor:barter-sides")
def test_two_with_one_and_the_same_kind_have_nothing_to_barter() -> None:
    table = advanced(3).give(SHAN, "cave").give(MAYA, "cave").give(OLEG, "desert").card(SHAN).windows()
    assert table.texts() == ["pass", "barter 3"]
    assert table.refused("barter 2") == "barter-sides"


@rule("aeydor:barter-payable")
def test_both_own_what_they_would_give() -> None:
    table = bartering(4)
    assert table.refused("barter 4") == "barter-payable"
    with pytest.raises(IllegalMove, match="nothing that the two of you could exchange"):
        table.do("barter 4")
    assert table.crystals(INES) == {}
    table.do("barter 3")
    assert table.refused("give forest") == "barter-payable"
    table.do("give ocean")
    assert table.refused("ask forest") == "barter-payable"
    table.do("ask desert")
    assert table.refused("ask desert") == "barter-payable"


@rule("aeydor:bonus-at-once", "aeydor:barter")
def test_the_eighth_crystal_from_a_barter_takes_a_card() -> None:
    table = advanced().give(SHAN, "ocean ocean ocean").give(MAYA, "forest forest cave cave desert desert desert")
    table.card(SHAN).windows().do("barter 2", "give ocean", "give ocean", "ask forest", "offer", "accept")
    assert sum(table.crystals(MAYA).values()) == 8
    assert table.cards(MAYA) == {"crystal": content.BONUS_CARDS[0][1]}


# A crystal sold.


@rule("aeydor:sell", "aeydor:sell-returns")
@pytest.mark.parametrize("dice", ["1", "2 3", "1 2 3"])
def test_a_crystal_for_one_two_or_three_dice(dice: str) -> None:
    table = advanced().give(SHAN, "ocean").place(AWAY, "cave safe, forest safe").roll("ocean desert duel")
    supply = table.supply("ocean")[0]
    assert table.texts("sell") == ["sell ocean"]
    assert table.refused("sell cave") == "sell"
    table.do("sell ocean")
    assert table.supply("ocean")[0] == supply + 1
    assert table.crystals(SHAN) == {}
    assert table.refused("keep") == "sell"
    assert table.texts() == [f"reroll {each}" for each in ("1", "2", "1 2", "3", "1 3", "2 3", "1 2 3")]
    table.do(f"reroll {dice}")
    assert table.state.sides() == 6 ** len(dice.split())
    faces = {"1": "cave", "2": "forest", "3": "crystal"}
    table.roll(" ".join(faces[die] for die in dice.split()))
    assert table.texts() == ["keep", "reroll 1", "reroll 2", "reroll 3"]


@rule("aeydor:sell")
def test_once_a_turn_and_for_the_active_player() -> None:
    table = advanced().give(SHAN, "ocean ocean").place(AWAY, "cave safe, forest safe").roll("ocean desert duel")
    table.do("sell ocean")
    assert table.refused("sell ocean") == "sell"
    table.do("reroll 3").roll("crystal")
    assert table.refused("sell ocean") == "sell"
    table.do("keep").place("cave safe, forest safe", AWAY).roll("ocean desert duel")
    assert table.state.seat == MAYA
    assert table.refused("sell ocean") == "sell"
    table.do("keep").place(AWAY, "cave safe, forest safe").roll("ocean desert duel")
    assert "sell ocean" in table.texts()


@rule("aeydor:sell-when")
def test_before_or_after_the_free_re_roll() -> None:
    start = advanced().give(SHAN, "ocean").place(AWAY, "cave safe, forest safe").roll("ocean desert duel").state
    before, after = advanced(), advanced()
    before.state, after.state = start.copy(), start.copy()
    before.do("sell ocean", "reroll 1 2").roll("desert snowland").do("reroll 1").roll("cave")
    after.do("reroll 1").roll("mountain")
    assert after.texts() == ["keep", "sell ocean"]
    after.do("sell ocean", "reroll 1 3").roll("cave crystal")
    for table in (before, after):
        assert table.state.turn == 2
        assert table.crystals(SHAN) == {"cave": 1}


@rule("aeydor:sell-when", "aeydor:lucky-reroll")
def test_a_paid_roll_can_be_lucky_and_ends_the_rolling() -> None:
    table = advanced().give(SHAN, "ocean").place(AWAY, "cave safe, forest safe").roll("ocean desert duel")
    table.do("sell ocean", "reroll 1 2").roll("cave cave")
    assert table.state.phase == position.LUCKY
    table.do("change forest")
    assert table.crystals(SHAN) == {"cave": 1, "forest": 1}
