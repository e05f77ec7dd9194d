"""The rules of the base game, each by its id, with every example of the rulebook."""

import pytest
from aeydor_table import MAYA, OLEG, SHAN, AeydorTable

from sortilege.engine import CHANCE, OVER
from sortilege.games.aeydor import GAME, content, position
from sortilege.games.aeydor.rules import gains

rule = pytest.mark.rule
AWAY = "snowland safe, mountain safe"
LISTED = ("ocean", "mountain", "desert", "forest", "snowland", "cave")


def rolled(shan: str, faces: str, maya: str = AWAY, **tracks: int) -> AeydorTable:
    """Two players, Shan is the Active Player: both have placed, and the dice show this."""
    table = AeydorTable()
    if tracks:
        table.set(SHAN, **tracks)
    return table.place(maya, shan).roll(faces)


# What is on the table.


@rule("aeydor:players")
def test_two_to_four_players() -> None:
    assert list(GAME.seat_range) == [2, 3, 4]
    for seats in GAME.seat_range:
        assert len(GAME.start(seats).view(None)["players"]) == seats


@rule("aeydor:terrains")
def test_six_terrains_with_two_zones_and_their_own_things() -> None:
    table = AeydorTable()
    assert [terrain["name"] for terrain in table.state.view(None)["terrains"]] == list(LISTED)
    assert table.texts("place") == [f"place {name} {zone}" for name in LISTED for zone in ("safe", "duel")]
    before = {name: table.supply(name) for name in LISTED}
    table.give(SHAN, "cave").teach(SHAN, "ocean")
    after = {name: table.supply(name) for name in LISTED}
    assert {name for name in LISTED if after[name] != before[name]} == {"cave", "ocean"}
    assert (table.crystals(SHAN), table.spells(SHAN)) == ({"cave": 1}, {"ocean": 1})


@rule("aeydor:supply")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_supply_is_what_the_content_file_says(seats: int) -> None:
    table = AeydorTable(seats)
    for name in LISTED:
        assert table.supply(name) == (
            content.CONTENT["supply"]["crystals"][str(seats)],
            content.CONTENT["supply"]["spells"][str(seats)],
        )


@rule("aeydor:start-values")
def test_everybody_starts_with_three_and_three_and_nothing_else() -> None:
    for seat in range(4):
        player = AeydorTable(4).player(seat)
        assert (player["power"], player["health"], player["points"]) == (3, 3, 0)
        assert not any([*player["crystals"].values(), *player["spells"].values(), *player["bonus"]])
        assert player["pieces"] == [None, None]


@rule("aeydor:track")
def test_tracks_stop_at_both_ends() -> None:
    table = rolled("cave duel, desert duel", "cave desert duel", power=1).do("keep", "first cave")
    table.state.health[SHAN] = 0
    assert table.duel(6).tracks(SHAN) == (1, 0)
    full = AeydorTable().give(SHAN, "ocean cave desert forest").set(SHAN, power=6, health=4).windows()
    full.do("exchange ocean desert forest cave")
    assert full.refused("raise power") == "track"
    assert full.texts() == ["raise health"]
    assert full.do("raise health", "raise health").tracks(SHAN) == (6, 6)


@rule("aeydor:bonus-piles")
def test_three_piles_with_the_highest_card_on_top() -> None:
    piles = {pile["name"]: pile["cards"] for pile in GAME.start(2).view(None)["bonus"]}
    assert list(piles) == ["crystal", "3-spell", "5-spell"]
    assert piles["3-spell"] == [5, 4, 4, 3]
    for name, cards in piles.items():
        assert len(cards) == 4, name
        assert cards == sorted(cards, reverse=True)
    assert all(low < high for low, high in zip(piles["crystal"], piles["3-spell"]))
    assert all(low < high for low, high in zip(piles["3-spell"], piles["5-spell"]))


@rule("aeydor:goal")
def test_points_for_crystals_spells_and_cards() -> None:
    table = AeydorTable().give(SHAN, "ocean ocean cave").teach(SHAN, "cave desert")
    assert table.state.scores() == [3 * 1 + 2 * 5, 0]
    gains.claim(table.state, SHAN, 1)
    assert table.state.scores() == [13 + 5, 0]
    assert table.player(SHAN)["points"] == 18


@rule("aeydor:open")
def test_everybody_sees_everything() -> None:
    state = rolled("cave duel, ocean safe", "cave ocean crystal").do("keep").state
    views = [{**state.view(eye), "eye": None} for eye in (SHAN, MAYA, None)]
    assert views[0] == views[1] == views[2]
    assert state.seen_by(MAYA).snapshot() == state.snapshot()


@rule("aeydor:first-player", "aeydor:clockwise", "aeydor:place-order")
def test_seat_0_is_active_first_then_clockwise_and_the_active_player_places_last() -> None:
    table = AeydorTable(3)
    for active in (0, 1, 2, 0):
        assert table.state.active == active
        for offset in (1, 2, 3):
            assert table.state.seat == (active + offset) % 3
            table.place(AWAY)
        table.roll("cave ocean duel").do("keep")


@rule("aeydor:turn-order")
def test_a_turn_goes_through_its_steps() -> None:
    table = AeydorTable().give(SHAN, "ocean cave desert").windows()
    assert table.texts() == ["pass", "exchange ocean desert cave"]
    assert table.refused("place ocean safe") == "turn-order"
    table.do("pass")
    assert table.refused("keep") == "turn-order"
    table.place(AWAY, "ocean safe, cave safe")
    assert (table.state.seat, table.state.phase) == (CHANCE, position.ROLL)
    assert table.roll("cave desert duel").texts() == ["keep", "reroll 1", "reroll 2", "reroll 3"]
    assert table.refused("stay") == "turn-order"
    table.do("keep")
    assert table.crystals(SHAN) == {"ocean": 1, "cave": 2, "desert": 1}
    assert (table.state.turn, table.state.active) == (2, MAYA)


# The window.


@rule("aeydor:window-order")
def test_windows_go_clockwise_from_the_new_active_player() -> None:
    table = AeydorTable(3)
    for seat in range(3):
        table.give(seat, "ocean cave desert")
    table.windows()
    for seat in range(3):
        assert (table.state.seat, table.state.phase) == (seat, position.WINDOW)
        table.do("pass")
    assert table.state.phase == position.PLACING
    table.place(*[AWAY] * 3).roll("cave ocean duel").do("keep")
    assert (table.state.seat, table.state.phase) == (1, position.WINDOW)


@rule("aeydor:window-skipped")
def test_a_window_of_no_use_is_passed_over() -> None:
    table = AeydorTable(3).give(MAYA, "ocean cave desert").give(OLEG, "ocean cave cave")
    table.windows()
    assert table.state.seat == MAYA
    table.do("exchange ocean desert cave", "raise power")
    assert table.state.phase == position.PLACING


@rule("aeydor:exchange-before-turn")
def test_no_exchange_once_the_turn_has_begun() -> None:
    table = AeydorTable().give(SHAN, "ocean cave desert").windows().do("pass")
    assert table.refused("exchange ocean desert cave") == "exchange-before-turn"
    table.place(AWAY, "ocean safe, cave safe").roll("cave desert duel")
    assert table.refused("exchange ocean desert cave") == "exchange-before-turn"
    assert table.refused("raise power") == "turn-order"


@rule("aeydor:exchange-before-turn", "aeydor:exchange-split")
def test_the_points_of_an_exchange_are_placed_before_anything_else() -> None:
    table = AeydorTable().give(SHAN, "ocean cave desert ocean cave desert").windows().do("exchange ocean desert cave")
    assert table.texts() == ["raise power", "raise health"]
    assert table.refused("exchange ocean desert cave") == "turn-order"
    assert table.refused("pass") == "turn-order"


@rule("aeydor:exchange-rates")
@pytest.mark.parametrize(("given", "points"), [(3, 1), (4, 2), (6, 3)])
def test_rates(given: int, points: int) -> None:
    names = " ".join(LISTED[:given])
    table = AeydorTable().give(SHAN, names).windows().do(f"exchange {names}")
    assert table.state.view(None)["points_to_place"] == points
    table.do(*["raise power"] * points)
    assert table.tracks(SHAN) == (3 + points, 3)
    assert table.crystals(SHAN) == {}


@rule("aeydor:exchange-rates")
def test_one_or_two_crystals_buy_nothing() -> None:
    table = AeydorTable().give(SHAN, "ocean mountain desert").windows()
    assert table.refused("exchange ocean") == "exchange-rates"
    assert table.refused("exchange ocean desert") == "exchange-rates"


@rule("aeydor:exchange-different")
def test_only_different_crystals_of_ones_own() -> None:
    table = AeydorTable().give(SHAN, "ocean ocean ocean cave desert").give(MAYA, "forest").windows()
    assert table.texts("exchange") == ["exchange ocean desert cave"]
    assert table.refused("exchange ocean forest cave") == "exchange-different"
    table.do("exchange ocean desert cave", "raise health")
    assert table.crystals(SHAN) == {"ocean": 2}


@rule("aeydor:exchange-split")
@pytest.mark.parametrize(
    ("raises", "tracks"),
    [(("power", "health"), (4, 4)), (("power", "power"), (5, 3)), (("health", "health"), (3, 5))],
)
def test_four_different_crystals_in_any_mixture(raises: tuple[str, str], tracks: tuple[int, int]) -> None:
    table = AeydorTable().give(SHAN, "ocean mountain desert forest").windows()
    table.do("exchange ocean mountain desert forest", *(f"raise {track}" for track in raises))
    assert table.tracks(SHAN) == tracks


@rule("aeydor:exchange-split")
def test_or_wait_for_six_and_place_three_points() -> None:
    table = AeydorTable().give(SHAN, "ocean mountain desert forest").windows().do("pass")
    table.place(AWAY, "cave duel, snowland safe").roll("cave snowland crystal").do("keep")
    assert len(table.crystals(SHAN)) == 6
    table.do("exchange ocean mountain desert forest snowland cave", "raise power", "raise health", "raise power")
    assert table.tracks(SHAN) == (5, 4)


@rule("aeydor:exchange-five")
def test_five_is_no_rate() -> None:
    table = AeydorTable().give(SHAN, "ocean mountain desert forest snowland").windows()
    assert table.refused("exchange ocean mountain desert forest snowland") == "exchange-five"
    assert {len(text.split()) - 1 for text in table.texts("exchange")} == {3, 4}


@rule("aeydor:exchange-many")
def test_several_exchanges_in_one_window() -> None:
    table = AeydorTable().give(SHAN, "ocean mountain desert ocean mountain desert forest").windows()
    table.do("exchange ocean mountain desert", "raise health")
    assert (table.state.seat, table.state.phase) == (SHAN, position.WINDOW)
    table.do("exchange ocean mountain desert forest", "raise power", "raise power")
    assert table.tracks(SHAN) == (5, 4)


@rule("aeydor:exchange-room")
def test_all_points_must_fit() -> None:
    table = AeydorTable().give(SHAN, "ocean mountain desert forest").set(SHAN, power=6, health=5).windows()
    assert table.refused("exchange ocean mountain desert forest") == "exchange-room"
    table.do("exchange ocean mountain desert", "raise health")
    full = AeydorTable().give(SHAN, "ocean mountain desert forest").set(SHAN, power=6, health=6).windows()
    assert full.state.phase == position.PLACING


@rule("aeydor:exchange-returns")
def test_crystals_go_back_to_their_terrains() -> None:
    table = AeydorTable()
    before = {name: table.supply(name)[0] for name in LISTED}
    table.give(SHAN, "ocean mountain desert").windows()
    assert table.supply("ocean")[0] == before["ocean"] - 1
    table.do("exchange ocean mountain desert", "raise power")
    assert {name: table.supply(name)[0] for name in LISTED} == before


# Placement.


@rule("aeydor:place-two")
def test_two_pieces_on_two_terrains() -> None:
    table = AeydorTable().do("place cave safe")
    assert table.state.seat == MAYA
    assert table.refused("place cave duel") == "place-two"
    assert table.refused("place cave safe") == "place-two"
    assert len(table.texts("place")) == 10
    assert table.do("place ocean duel").stand(MAYA) == ["cave safe", "ocean duel"]
    assert table.state.seat == SHAN


@rule("aeydor:place-shared")
def test_players_share_terrains_and_zones() -> None:
    table = AeydorTable(3).place("cave duel, ocean safe", "cave duel, ocean duel", "cave safe, ocean safe")
    cave = table.state.view(None)["terrains"][5]
    assert (cave["duel"], cave["safe"]) == ([1, 2], [0])


@rule("aeydor:stay")
def test_pieces_may_stay() -> None:
    table = AeydorTable()
    assert table.refused("stay") == "stay"
    table.place("cave duel, ocean safe", AWAY).roll("desert forest duel").do("keep")
    assert table.do("stay").stand(SHAN) == ["snowland safe", "mountain safe"]
    table.do("place ocean safe")
    assert table.stand(MAYA) == ["ocean safe", "cave duel"], "the other piece has not moved yet"
    assert table.refused("stay") == "turn-order"
    table.do("place cave duel")
    assert sorted(table.stand(MAYA)) == ["cave duel", "ocean safe"]
    assert table.state.phase == position.ROLL


@rule("aeydor:low-health")
@pytest.mark.parametrize("health", [0, 1, 2])
def test_low_health_keeps_to_the_safe_zones(health: int) -> None:
    table = AeydorTable().set(MAYA, health=health)
    assert table.refused("place cave duel") == "low-health"
    assert table.texts("place") == [f"place {name} safe" for name in LISTED]
    table.do("place cave safe")
    assert table.refused("place ocean duel") == "low-health"
    assert table.player(MAYA)["low"]


@rule("aeydor:low-health")
def test_health_3_opens_the_duel_zones_again() -> None:
    table = AeydorTable().set(MAYA, health=2).give(MAYA, "ocean cave desert").windows()
    table.do("exchange ocean desert cave", "raise health", "place cave duel")
    assert not table.player(MAYA)["low"]


# The roll.


@rule("aeydor:roll")
def test_three_dice_are_thrown_together_when_all_have_placed() -> None:
    table = AeydorTable(3).place(AWAY, AWAY)
    assert table.state.seat == SHAN
    table.place(AWAY)
    assert (table.state.seat, table.state.sides()) == (CHANCE, 6**3)
    seen = set()
    for outcome in range(6**3):
        state = table.state.copy()
        state.play(outcome)
        seen.add((state.first_die, state.second_die, state.keepers_die))
    assert len(seen) == 6 * 6 * 2


@rule("aeydor:active-terrains", "aeydor:collect-inactive", "aeydor:collect-safe", "aeydor:collect-brave")
def test_two_crystals_for_the_brave_in_the_cave_and_one_for_the_safe_in_the_ocean() -> None:
    table = rolled("cave duel, ocean safe", "cave ocean crystal", "desert duel, forest safe")
    assert [each["name"] for each in table.state.view(None)["terrains"] if each["active"]] == ["ocean", "cave"]
    table.do("keep")
    assert table.crystals(SHAN) == {"cave": 2, "ocean": 1}
    assert table.crystals(MAYA) == {}
    assert table.tracks(MAYA) == (3, 3)


@rule("aeydor:keepers-die", "aeydor:collect-safe")
def test_the_keepers_die_matters_in_duel_zones_only() -> None:
    assert content.CONTENT["dice"]["keepers"]["faces"].count("duel") == 5
    assert len(content.CONTENT["dice"]["keepers"]["faces"]) == 6
    for face in ("duel", "crystal"):
        table = rolled("cave safe, ocean safe", f"cave ocean {face}").do("keep")
        assert table.crystals(SHAN) == {"cave": 1, "ocean": 1}


@rule("aeydor:reroll")
def test_shan_rolls_the_snowland_die_again() -> None:
    table = rolled("desert safe, ocean safe", "snowland desert duel").do("reroll 1")
    assert table.state.sides() == 6
    table.roll("cave")
    assert table.state.view(None)["dice"]["terrains"] == ["cave", "desert"]
    assert table.state.view(None)["dice"]["keepers"] == "duel"
    assert table.crystals(SHAN) == {"desert": 1}
    assert table.state.turn == 2


@rule("aeydor:reroll")
def test_one_die_once() -> None:
    table = rolled("desert safe, ocean safe", "snowland desert duel")
    assert table.refused("reroll 1 2") == "reroll"
    assert table.refused("reroll 1 2 3") == "reroll"
    assert table.texts("reroll") == ["reroll 1", "reroll 2", "reroll 3"]
    table.do("reroll 3").roll("crystal")
    assert table.state.view(None)["dice"]["keepers"] == "crystal"
    assert table.state.turn == 2


@rule("aeydor:lucky-roll", "aeydor:lucky-first")
def test_shan_changes_one_of_two_deserts_to_forest() -> None:
    table = rolled("snowland safe, forest safe", "desert desert crystal", "cave safe, ocean safe")
    assert table.texts() == [f"change {name}" for name in LISTED if name != "desert"]
    assert table.refused("change desert") == "lucky-roll"
    assert table.refused("reroll 1") == "lucky-ends"
    assert table.refused("keep") == "lucky-roll"
    table.do("change forest")
    assert sorted(table.state.view(None)["dice"]["terrains"]) == ["desert", "forest"]
    assert table.crystals(SHAN) == {"forest": 1}
    assert table.state.turn == 2


@rule("aeydor:lucky-reroll")
def test_a_re_roll_can_be_lucky() -> None:
    table = rolled("snowland safe, forest safe", "desert cave crystal").do("reroll 2").roll("desert")
    assert (table.state.seat, table.state.phase) == (SHAN, position.LUCKY)
    table.do("change snowland")
    assert table.crystals(SHAN) == {"snowland": 1}
    assert table.state.turn == 2


@rule("aeydor:lucky-ends")
def test_a_lucky_roll_ends_the_rolling_even_for_sellers() -> None:
    table = AeydorTable(advanced=True).give(SHAN, "ocean").place(AWAY, AWAY).roll("cave cave duel")
    assert table.texts("sell") == []
    assert table.refused("sell ocean") == "lucky-ends"
    table.do("change desert")
    assert table.state.turn == 2


# Collection.


@rule("aeydor:collect-order")
def test_collection_is_clockwise_from_the_active_player() -> None:
    table = AeydorTable(3).place(*[AWAY] * 3).roll("cave ocean duel").do("keep")
    assert table.state.active == MAYA
    table.crystals_left(cave=2)
    table.place("cave safe, forest safe", "cave safe, forest safe", "cave safe, forest safe")
    table.roll("cave desert duel").do("keep")
    assert table.crystals(MAYA) == {"cave": 1}
    assert table.crystals(OLEG) == {"cave": 1}
    assert (table.state.phase, table.state.at) == (position.CRYSTAL_ELSEWHERE, SHAN)


@rule("aeydor:collect-order")
def test_duels_are_fought_clockwise_from_the_active_player() -> None:
    table = AeydorTable(3).place(*["cave duel, forest safe"] * 3).roll("cave desert duel").do("keep")
    for seat in (SHAN, MAYA, OLEG):
        assert (table.state.phase, table.state.at) == (position.DUEL, seat)
        table.duel(6)
    assert table.state.turn == 2


@rule("aeydor:duel-must")
def test_there_is_no_way_round_a_duel() -> None:
    table = rolled("cave duel, ocean safe", "cave desert duel").do("keep")
    assert (table.state.seat, table.state.phase, table.state.sides()) == (CHANCE, position.DUEL, 6)
    assert table.crystals(SHAN) == {}


@rule("aeydor:same-kind")
def test_the_same_kind_again_and_again() -> None:
    table = rolled("cave duel, ocean safe", "cave desert crystal").do("keep")
    assert table.crystals(SHAN) == {"cave": 2}
    table.place("cave duel, ocean safe", AWAY).roll("cave desert duel").do("keep").duel(1)
    table.place(AWAY, "cave duel, ocean safe").roll("cave desert duel").do("keep").duel(1)
    assert table.spells(SHAN) == {"cave": 2}
    assert table.cards(SHAN) == {}


@rule("aeydor:own-order")
def test_two_duels_in_the_order_of_ones_choice() -> None:
    table = rolled("cave duel, ocean duel", "ocean cave duel").do("keep")
    assert (table.state.seat, table.state.phase) == (SHAN, position.ORDER)
    assert table.texts() == ["first ocean", "first cave"]
    assert table.refused("first desert") == "own-order"
    table.do("first cave").duel(1)
    assert table.spells(SHAN) == {"cave": 1}
    table.duel(1)
    assert table.spells(SHAN) == {"cave": 1, "ocean": 1}


@rule("aeydor:own-order-asked")
def test_the_order_is_asked_only_where_it_can_matter() -> None:
    crystals = rolled("cave duel, ocean safe", "ocean cave crystal").do("keep")
    assert crystals.state.turn == 2
    mixed = rolled("cave duel, ocean safe", "ocean cave duel").do("keep")
    assert mixed.state.phase == position.DUEL
    assert mixed.duel(6).crystals(SHAN) == {"ocean": 1}
    short = AeydorTable().place(AWAY, "cave duel, ocean safe").crystals_left(cave=1).roll("ocean cave crystal")
    assert short.do("keep").texts() == ["first ocean", "first cave"]
    later = AeydorTable().place(AWAY, "ocean safe, cave duel").crystals_left(cave=1).roll("ocean cave crystal")
    assert later.do("keep").texts() == ["first ocean", "first cave"]
    enough = AeydorTable().place(AWAY, "cave duel, ocean safe").crystals_left(cave=2, ocean=1)
    assert enough.roll("ocean cave crystal").do("keep").state.turn == 2


@rule("aeydor:own-order-asked")
@pytest.mark.parametrize(
    ("advanced", "crystals", "card", "asked"),
    [(True, 7, False, True), (True, 6, False, False), (True, 7, True, False), (False, 7, False, False)],
)
def test_a_crystal_beside_a_duel_is_asked_about_if_it_brings_the_card(
    advanced: bool, crystals: int, card: bool, asked: bool
) -> None:
    table = AeydorTable(advanced=advanced).place(AWAY, "cave duel, ocean safe")
    table.give(SHAN, " ".join(["forest", "desert", "snowland", "mountain"] * 2).rsplit(" ", 8 - crystals)[0])
    if card:
        table.card(SHAN)
    table.roll("ocean cave duel").do("keep")
    assert table.state.phase == (position.ORDER if asked else position.DUEL)


@rule("aeydor:own-order-asked")
def test_where_it_is_not_asked_both_orders_come_to_the_same() -> None:
    for faces in ("ocean cave crystal", "ocean cave duel"):
        ends = []
        for pieces in ("cave duel, ocean safe", "ocean safe, cave duel"):
            state = rolled(pieces, faces).do("keep").state
            while state.seat == CHANCE:
                state.play(0)
            ends.append({**state.snapshot()["position"], "pieces": sorted(state.pieces)})
        assert ends[0] == ends[1]


@rule("aeydor:empty-elsewhere", "aeydor:empty-die")
def test_a_missing_crystal_comes_from_another_terrain() -> None:
    table = (
        AeydorTable().place(AWAY, "cave duel, ocean safe").crystals_left(cave=1, forest=0).roll("cave desert crystal")
    )
    table.do("keep")
    assert table.crystals(SHAN) == {"cave": 1}
    assert (table.state.seat, table.state.sides()) == (CHANCE, 4)
    table.find("snowland")
    assert table.crystals(SHAN) == {"cave": 1, "snowland": 1}
    assert table.state.turn == 2


@rule("aeydor:empty-die")
def test_each_missing_crystal_has_its_own_throw() -> None:
    table = AeydorTable().place(AWAY, "cave duel, ocean safe").crystals_left(cave=0).roll("cave desert crystal")
    table.do("keep").find("ocean").find("mountain")
    assert table.crystals(SHAN) == {"ocean": 1, "mountain": 1}


@rule("aeydor:empty-die")
def test_where_nothing_is_left_there_is_nothing() -> None:
    table = AeydorTable().place(AWAY, "cave duel, ocean safe")
    table.crystals_left(**dict.fromkeys(LISTED, 0)).roll("cave desert crystal").do("keep")
    assert table.crystals(SHAN) == {}
    assert table.state.turn == 2


@rule("aeydor:empty-elsewhere")
def test_a_missing_spell_comes_from_another_terrain() -> None:
    table = AeydorTable().place(AWAY, "cave duel, ocean safe").spells_left(cave=0).roll("cave desert duel")
    table.do("keep").duel(2)
    assert (table.state.seat, table.state.sides()) == (CHANCE, 5)
    assert table.find("forest").spells(SHAN) == {"forest": 1}
    assert table.tracks(SHAN) == (2, 3)


# Duels.


@rule("aeydor:duel-win")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_shan_wins_with_power_3_or_less(number: int) -> None:
    table = rolled("cave duel, ocean safe", "cave desert duel").do("keep")
    spells = table.supply("cave")[1]
    table.duel(number)
    assert table.spells(SHAN) == {"cave": 1}
    assert table.tracks(SHAN) == (2, 3)
    assert table.supply("cave")[1] == spells - 1
    assert table.crystals(SHAN) == {}


@rule("aeydor:duel-lose")
@pytest.mark.parametrize("number", [4, 5, 6])
def test_shan_loses_above_his_power(number: int) -> None:
    table = rolled("cave duel, ocean safe", "cave desert duel").do("keep").duel(number)
    assert table.spells(SHAN) == {}
    assert table.tracks(SHAN) == (3, 2)


@rule("aeydor:duel-at-once")
def test_the_second_duel_is_fought_with_what_the_first_has_left() -> None:
    table = rolled("cave duel, ocean duel", "cave ocean duel").do("keep", "first cave").duel(3)
    assert table.tracks(SHAN) == (2, 3)
    assert table.duel(3).tracks(SHAN) == (2, 2)
    assert table.spells(SHAN) == {"cave": 1}


@rule("aeydor:second-duel", "aeydor:sent-back")
def test_two_duels_lost_at_health_3_leave_1() -> None:
    table = rolled("cave duel, ocean duel", "cave ocean duel").do("keep", "first cave").duel(5)
    assert table.tracks(SHAN) == (3, 2)
    assert table.state.phase == position.DUEL
    assert sorted(table.stand(SHAN)) == ["cave duel", "ocean duel"]
    table.duel(6)
    assert table.tracks(SHAN) == (3, 1)
    assert sorted(table.stand(SHAN)) == ["cave safe", "ocean safe"]


@rule("aeydor:power-zero")
def test_power_0_cannot_win() -> None:
    table = rolled("cave duel, ocean safe", "cave desert duel", power=0).do("keep").duel(1)
    assert table.tracks(SHAN) == (0, 2)
    assert table.spells(SHAN) == {}


@rule("aeydor:duel-without-spells")
def test_a_duel_is_fought_where_no_spells_are_left() -> None:
    for number, tracks in ((1, (2, 3)), (6, (3, 2))):
        table = AeydorTable().place(AWAY, "cave duel, ocean safe").spells_left(**dict.fromkeys(LISTED, 0))
        table.roll("cave desert duel").do("keep").duel(number)
        assert table.tracks(SHAN) == tracks
        assert table.spells(SHAN) == {}
        assert table.state.turn == 2


@rule("aeydor:sent-back")
def test_only_those_with_low_health_are_sent_back_at_the_end_of_the_turn() -> None:
    table = rolled("cave duel, ocean safe", "cave desert duel", "forest duel, cave duel").do("keep").duel(6)
    assert table.stand(SHAN) == ["cave duel", "ocean safe"]
    table.duel(1)
    assert table.stand(SHAN) == ["cave safe", "ocean safe"]
    assert table.stand(MAYA) == ["forest duel", "cave duel"]


@rule("aeydor:sent-back")
def test_a_player_who_is_not_active_is_sent_back_from_an_inactive_terrain_too() -> None:
    table = rolled(AWAY, "cave desert duel", "cave duel, forest duel").do("keep")
    assert (table.state.active, table.state.at) == (SHAN, MAYA)
    table.duel(6)
    assert table.tracks(MAYA) == (3, 2)
    assert table.state.turn == 2
    assert table.stand(MAYA) == ["cave safe", "forest safe"]


# Bonus cards.


@rule("aeydor:bonus-crystal", "aeydor:bonus-at-once")
def test_eight_crystals_of_any_kinds_take_a_card() -> None:
    table = AeydorTable().give(SHAN, "ocean ocean mountain forest desert desert").windows().do("pass")
    table.place(AWAY, "ocean safe, cave safe").roll("ocean cave duel").do("reroll 2").roll("mountain")
    assert sum(table.crystals(SHAN).values()) == 7
    assert table.cards(SHAN) == {}
    table.do("pass").place("ocean safe, cave safe", "forest safe, desert safe").roll("ocean snowland duel").do("keep")
    assert sum(table.crystals(SHAN).values()) == 8
    assert table.cards(SHAN) == {"crystal": content.BONUS_CARDS[0][0]}


@rule("aeydor:bonus-three", "aeydor:bonus-at-once", "aeydor:bonus-kept")
def test_three_different_spells_take_a_card() -> None:
    table = AeydorTable().teach(SHAN, "cave ocean ocean").place(AWAY, "ocean duel, desert duel")
    table.roll("ocean desert duel").do("keep", "first ocean").duel(1)
    assert table.cards(SHAN) == {}
    table.duel(1)
    assert table.cards(SHAN) == {"3-spell": 5}
    assert table.spells(SHAN) == {"cave": 1, "ocean": 3, "desert": 1}


@rule("aeydor:bonus-five")
def test_five_different_spells_take_a_card() -> None:
    table = AeydorTable().teach(SHAN, "cave ocean forest").place(AWAY, "snowland duel, desert duel")
    gains.claim(table.state, SHAN, 1)
    table.roll("snowland desert duel").do("keep", "first desert").duel(1)
    assert table.cards(SHAN) == {"3-spell": 5}
    table.duel(1)
    assert table.cards(SHAN) == {"3-spell": 5, "5-spell": content.BONUS_CARDS[2][0]}


@rule("aeydor:bonus-top", "aeydor:bonus-order")
def test_several_in_one_turn_take_cards_clockwise_from_the_active_player() -> None:
    table = AeydorTable(3).place(*[AWAY] * 3).roll("cave ocean duel").do("keep")
    for seat in range(3):
        table.teach(seat, "forest desert")
    table.place(*["cave duel, mountain safe"] * 3).roll("cave ocean duel").do("keep").duel(1, 1, 1)
    assert [table.cards(seat) for seat in (MAYA, OLEG, SHAN)] == [{"3-spell": points} for points in (5, 4, 4)]
    assert table.state.view(None)["bonus"][1]["cards"] == [3]


@rule("aeydor:bonus-one")
def test_one_card_of_each_kind() -> None:
    table = AeydorTable().teach(SHAN, "cave ocean forest").place(AWAY, "snowland duel, desert safe")
    gains.claim(table.state, SHAN, 1)
    table.roll("snowland cave duel").do("keep").duel(1)
    assert table.cards(SHAN) == {"3-spell": 5}
    assert table.state.view(None)["bonus"][1]["cards"] == [4, 4, 3]


@rule("aeydor:bonus-kept")
def test_a_card_stays_when_the_crystals_are_spent() -> None:
    table = AeydorTable().give(SHAN, "ocean ocean ocean forest desert desert cave cave").card(SHAN).windows()
    points = table.cards(SHAN)
    table.do("exchange ocean desert forest cave", "raise power", "raise power")
    assert sum(table.crystals(SHAN).values()) == 4
    assert table.cards(SHAN) == points


# The end.


def five_spells(seats: int, seat: int) -> AeydorTable:
    """One player has five spells and stands to win the sixth in the Cave."""
    table = AeydorTable(seats).teach(seat, "ocean ocean ocean desert desert")
    for offset in range(1, seats + 1):
        table.place("cave duel, ocean safe" if offset % seats == seat else AWAY)
    return table.roll("cave desert duel").do("keep")


def idle_turn(table: AeydorTable) -> None:
    """Nobody stands where anything happens."""
    while table.state.phase == position.WINDOW:
        table.do("pass")
    table.place(*[AWAY] * table.state.seats).roll("cave desert duel").do("keep")


@rule("aeydor:end-six-spells", "aeydor:last-round")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_sixth_spell_of_the_active_player_leaves_everybody_else_a_turn(seats: int) -> None:
    table = five_spells(seats, SHAN)
    assert table.state.view(None)["last_round"] is None
    table.duel(1)
    assert table.state.view(None)["last_round"] == {
        "by": SHAN,
        "reason": "six spells",
        "turns_after_this": seats - 2,
    }
    for active in range(1, seats):
        assert table.state.active == active
        idle_turn(table)
    assert table.state.seat == OVER
    assert table.state.ending() == "six spells"


@rule("aeydor:last-round-skips")
def test_the_role_passes_over_a_trigger_who_was_not_active() -> None:
    table = five_spells(3, MAYA).duel(1)
    for active in (OLEG, SHAN):
        assert table.state.active == active
        idle_turn(table)
    assert table.state.seat == OVER


@rule("aeydor:last-round-skips")
def test_with_two_players_the_other_is_active_twice_in_a_row() -> None:
    table = five_spells(2, MAYA).duel(1)
    assert table.state.active == SHAN
    idle_turn(table)
    assert table.state.seat == OVER


@rule("aeydor:end-empty-terrains", "aeydor:end-empty-who")
def test_three_empty_terrains_set_off_the_last_round() -> None:
    table = AeydorTable(3).crystals_left(ocean=0, forest=0, cave=3)
    table.place("cave safe, desert safe", "cave safe, desert safe", "cave safe, desert safe")
    table.roll("cave snowland crystal").do("keep")
    assert table.state.view(None)["last_round"] == {"by": OLEG, "reason": "empty terrains", "turns_after_this": 1}
    for active in (MAYA, SHAN):
        assert table.state.active == active
        idle_turn(table)
    assert table.state.ending() == "empty terrains"


@rule("aeydor:end-empty-terrains")
def test_two_empty_terrains_do_not() -> None:
    table = AeydorTable().crystals_left(ocean=0, cave=1).place(AWAY, "cave safe, desert safe")
    table.roll("cave forest crystal").do("keep")
    assert table.supply("cave")[0] == 0
    assert table.state.view(None)["last_round"] is None


@rule("aeydor:end-stands")
def test_a_trigger_once_met_stands() -> None:
    table = AeydorTable(3).crystals_left(ocean=0, forest=0, cave=1).give(MAYA, "desert mountain snowland")
    table.state.crystals[6 * MAYA + 0] = 1
    table.windows().do("pass")
    table.place(AWAY, AWAY, "cave safe, desert safe").roll("cave forest crystal").do("keep")
    assert table.state.view(None)["last_round"]["by"] == SHAN
    table.do("exchange ocean mountain desert", "raise power")
    assert table.supply("ocean")[0] == 1
    last = table.state.view(None)["last_round"]
    assert (last["by"], last["reason"]) == (SHAN, "empty terrains")
    table.teach(MAYA, "cave cave cave cave cave")
    while table.state.phase == position.WINDOW:
        table.do("pass")
    table.place(AWAY, AWAY, "cave duel, desert safe").roll("cave forest duel").do("keep").duel(1)
    assert sum(table.spells(MAYA).values()) == 6
    last = table.state.view(None)["last_round"]
    assert (last["by"], last["reason"], last["turns_after_this"]) == (SHAN, "empty terrains", 0)
    idle_turn(table)
    assert table.state.ending() == "empty terrains"


@rule("aeydor:no-last-window")
def test_no_window_after_the_last_turn() -> None:
    table = five_spells(2, SHAN).duel(1).give(SHAN, "ocean cave desert").windows()
    assert table.state.phase == position.WINDOW
    table.do("pass").place(*[AWAY] * 2).roll("cave desert duel").do("keep")
    assert table.state.seat == OVER


@rule("aeydor:turn-limit")
def test_the_turn_limit_ends_the_game_and_it_is_scored() -> None:
    table = AeydorTable(turn_limit=2).place(AWAY, "cave safe, ocean safe").roll("cave ocean duel").do("keep")
    assert table.state.seat != OVER
    idle_turn(table)
    assert table.state.seat == OVER
    assert table.state.ending() == "turn limit"
    assert table.state.scores() == [2, 0]
    assert table.state.ranking() == [1, 2]
    assert GAME.settings(2, {})["turn_limit"] == 120


@rule("aeydor:turn-limit")
def test_the_turn_limit_cuts_a_last_round_short() -> None:
    table = AeydorTable(3, turn_limit=2).teach(SHAN, "ocean ocean ocean desert desert")
    table.place(AWAY, AWAY, "cave duel, ocean safe").roll("cave desert duel").do("keep").duel(1)
    assert table.state.view(None)["last_round"]["turns_after_this"] == 0
    idle_turn(table)
    assert table.state.ending() == "turn limit"
    assert table.state.view(None)["last_round"] is None


@rule("aeydor:win")
def test_the_most_points_win() -> None:
    table = AeydorTable(3).give(SHAN, "ocean ocean").teach(MAYA, "cave").give(OLEG, "cave")
    assert table.state.scores() == [2, 5, 1]
    assert table.state.ranking() == [2, 1, 3]


@rule("aeydor:tie-bonus")
def test_bonus_cards_decide_between_equals() -> None:
    table = AeydorTable().give(SHAN, "ocean ocean ocean ocean ocean")
    gains.claim(table.state, MAYA, 1)
    assert table.state.scores() == [5, 5]
    assert table.state.ranking() == [2, 1]


@rule("aeydor:tie-bonus")
def test_no_bonus_outweighs_a_point() -> None:
    table = AeydorTable().teach(SHAN, "ocean ocean cave cave")
    for kind in range(3):
        gains.claim(table.state, MAYA, kind)
    assert table.state.scores() == [20, 16]
    assert table.state.ranking() == [1, 2]


@rule("aeydor:tie-shared")
def test_those_still_equal_share_the_title() -> None:
    table = AeydorTable(3).teach(SHAN, "ocean").give(OLEG, "cave cave cave cave cave").give(MAYA, "cave")
    assert table.state.scores() == [5, 1, 5]
    assert table.state.ranking() == [1, 3, 1]
