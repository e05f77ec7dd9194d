"""Alone against the Mechanica Magus: its start, its charts, every deed."""

import re
from html import unescape
from pathlib import Path

import pytest
from lizard_table import LizardTable, card_number, on_screen

from sortilege.engine import CHANCE, OVER, FastChance, listed
from sortilege.engine.fields import in_order
from sortilege.games.lizard_wizard import GAME, content, position
from sortilege.games.lizard_wizard.position import MAGUS
from sortilege.games.lizard_wizard.rules import Astoria, magus, measures, scoring, turn
from sortilege.games.lizard_wizard.words import chart_text

rule = pytest.mark.rule
FRONT, BACK = 0, content.BACK
LOOKS, DEEDS = in_order(content.LOOKS), in_order(content.DEEDS)


def lines(first: int, end: int) -> list[tuple[str, int, str]]:
    chart = list(content.CHART[first:end])
    return [(LOOKS[chart[at]], chart[at + 1], DEEDS[chart[at + 2]]) for at in range(0, len(chart), 3)]


def magus_table() -> LizardTable:
    """The lone player is to act; the Magus owns nothing."""
    table = LizardTable(1)
    for card in range(position.TOWERS):
        if table.state.at[card] == MAGUS:
            table.state.at[card] = position.OUT
    for reagent in range(7):
        table.state.bonus[7 + reagent] = 0
    return table.coins(MAGUS, 0)


def in_words(drawn: str) -> str:
    """The words of a picture, or of a screen, however they are spread over lines."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", drawn)).split())


def spends(table: LizardTable, mana: int) -> LizardTable:
    """The Magus has so much beyond what it keeps."""
    wizards = table.state.left[content.WIZARD_DECK] + table.state.offered(content.WIZARD_DECK)
    return table.coins(MAGUS, mana + content.BID_KEPT * wizards)


def think(table: LizardTable, look: str, deed: str) -> LizardTable:
    """The Magus's turn comes at a line of its charts with this look and deed."""
    state = table.state
    state.turn = MAGUS
    state.last_spell = position.NONE
    state.line = next(
        at
        for at in range(0, len(content.CHART), 3)
        if (LOOKS[content.CHART[at]], DEEDS[content.CHART[at + 2]]) == (look, deed)
    )
    assert magus.sees(state, content.CHART[state.line]) >= content.CHART[state.line + 1]
    state.phase = position.MAGUS_THINKING
    turn.settle(state)
    table.settle()
    return table


@rule("lizard_wizard:magus-start", "lizard_wizard:magus-wizard-first")
def test_the_magus_starts_with_mana_and_a_wizard() -> None:
    state = GAME.start(1)
    assert isinstance(state, Astoria)
    while state.phase != position.LAYING:
        state.play(0 if state.seat == CHANCE else state.moves()[0])
    assert state.drawing == position.MAGUS_WIZARD
    assert state.sides() == 14
    assert set(state.offer) == {position.NONE}
    state.play(3)
    assert state.count_at(position.WIZARDS, position.TOWERS, MAGUS, MAGUS) == 1
    assert (state.mana[0], state.mana[MAGUS]) == (20, 30)
    assert state.token_count(MAGUS) == 0


@rule("lizard_wizard:magus-first")
@pytest.mark.parametrize("first", [0, 1])
def test_who_begins_is_drawn(first: int) -> None:
    state = GAME.start(1)
    assert isinstance(state, Astoria)
    while state.drawing == position.REMOVED_WIZARD:
        state.play(0)
    assert (state.seat, state.sides()) == (CHANCE, 2)
    state.play(first)
    chance = FastChance(3)
    while state.phase in (position.DEALING, position.CHOOSING, position.LAYING):
        state.play(chance.below(state.sides()) if state.seat == CHANCE else state.moves()[0])
    assert state.first == first
    assert state.turn == first


@rule("lizard_wizard:magus-charts")
def test_the_two_charts_are_used_in_turn() -> None:
    table = magus_table()
    sides = []
    for _ in range(4):
        sides.append(table.state.side)
        table.state.line = -1
        table.tokens(MAGUS, "").coins(MAGUS, 0)
        table.state.gold[MAGUS] = 0
        table.tokens(0, "M").do("convert mandrake 1")
        assert table.state.line in (BACK - 3, len(content.CHART) - 3)
        assert (table.state.line >= BACK) == (sides[-1] == 1)
    assert sides == [0, 1, 0, 1]
    for chart in (lines(FRONT, BACK), lines(BACK, len(content.CHART))):
        assert chart[-1] == ("always", 1, "gather")


@rule("lizard_wizard:magus-charts")
def test_both_charts_use_every_deed_between_them() -> None:
    deeds = {deed for _, _, deed in lines(FRONT, len(content.CHART))}
    assert deeds == set(content.DEEDS)
    with pytest.raises(ValueError, match="last line"):
        content.check_chart(content.CONTENT, [{"look": "bid", "at_least": 1, "do": "recruit"}])


@rule("lizard_wizard:magus-gathers", "lizard_wizard:magus-top-card")
def test_it_gathers_all_icons_of_the_top_card_and_casts_the_dearest() -> None:
    table = magus_table().own(MAGUS, "Pale Odo", "Root Cellar", "Rain Dance").tokens(MAGUS, "FFM" + "S" * 12)
    state = table.state
    state.turn = MAGUS
    state.phase = position.MAGUS_GATHERING
    turn.settle(state)
    assert state.drawing == position.MAGUS_CARD
    state.at[card_number("Sulphur 8")] = position.DECK
    before = state.left[content.GATHERING_DECK]
    table.draw("Sulphur 8")
    table.settle()
    assert table.held(MAGUS) == "M" + "S" * 13 + "TNN" + "F" + "E"
    assert table.owner("Sulphur 8") == position.DISCARD
    assert state.left[content.GATHERING_DECK] == before - 1
    assert state.cast[content.SPELL_NAMES.index("Root Cellar")] == position.ACTIVE
    assert state.cast[content.SPELL_NAMES.index("Rain Dance")] == position.UNCAST
    assert state.seat == 0


@rule("lizard_wizard:hidden")
def test_the_rank_of_its_card_is_told_only_to_whoever_knows_the_deck() -> None:
    """A spectator who knew how many cards of the deck come before it would know something of the player's hand."""
    table = magus_table()
    state = table.state
    state.turn = MAGUS
    state.phase = position.MAGUS_GATHERING
    turn.settle(state)
    assert [state.secret(5, eye) for eye in (0, -1)] == [False, True]
    assert state.news(5, None) == state.news(5, 0)
    assert state.news(5, None)[0].startswith("The Magus gathers ")


@rule("lizard_wizard:hidden", "lizard_wizard:spell-income")
def test_no_income_is_announced_when_the_magus_ends_the_game() -> None:
    for rounds, said in ((1, False), (2, True)):
        table = LizardTable(1, rounds=rounds).cast(0, "Great Wheel").tokens(0, "M").coins(MAGUS, 0)
        state = table.state
        state.play(state.parse("convert mandrake 1"))
        assert state.drawing == position.MAGUS_CARD
        income = state.power(0, content.INCOME)
        assert (f"{{0}}: +{income} mana." in state.news(0, 0)) == said


@rule("lizard_wizard:magus-converts")
def test_it_converts_what_brings_most() -> None:
    table = magus_table().tokens(MAGUS, "MMMMMMMEEE").values(mandrake=4, newt=7)
    assert magus.sees(table.state, content.SEES_YIELD) == 28
    think(table, "yield", "convert")
    assert table.held(MAGUS) == "EEE"
    assert table.state.mana[MAGUS] == 28


@rule("lizard_wizard:magus-builds")
def test_it_builds_with_reagents_or_else_with_gold() -> None:
    table = magus_table().offer("Bone Belfry")
    table.tokens(MAGUS, tower_cost("Bone Belfry") + "S").coins(MAGUS, 0, 20)
    think(table, "tower", "build")
    assert table.owner("Bone Belfry") == MAGUS
    assert table.held(MAGUS) == "S"
    assert table.state.gold[MAGUS] == 20
    table = magus_table().offer("Bone Belfry").coins(MAGUS, 0, 20)
    think(table, "tower", "build")
    assert table.state.gold[MAGUS] == 20 - content.TOWER_GOLD[content.TOWER_NAMES.index("Bone Belfry")]


def tower_cost(name: str) -> str:
    tower = content.TOWER_NAMES.index(name)
    cost = content.TOWER_COST[tower * 7 : tower * 7 + 7]
    return "".join(letter * count for letter, count in zip(content.REAGENT_LETTERS, cost))


@rule("lizard_wizard:magus-builds")
def test_it_sees_a_tower_that_matches_a_waiting_wizard() -> None:
    table = magus_table().offer("Bone Belfry").coins(MAGUS, 0, 20)
    assert magus.sees(table.state, content.SEES_MATCHING_TOWER) == 0
    table.own(MAGUS, "Sexton Mould")
    assert magus.sees(table.state, content.SEES_MATCHING_TOWER) == 1
    table.own(MAGUS, "Tower of No Windows")
    assert magus.sees(table.state, content.SEES_MATCHING_TOWER) == 0


@rule("lizard_wizard:magus-researches", "lizard_wizard:magus-spells")
def test_it_researches_and_casts_but_spells_do_nothing_for_it() -> None:
    table = magus_table().no_offer(content.SPELL_DECK)
    spends(table.offer("Draught of Plenty"), 30).tokens(MAGUS, "TT")
    think(table, "castable", "research")
    price = content.SPELL_MANA[content.SPELL_NAMES.index("Draught of Plenty")]
    assert table.owner("Draught of Plenty") == MAGUS
    assert magus.purse(table.state) == 30 - price
    assert table.held(MAGUS) == ""
    assert measures.measure(table.state, MAGUS, content.CAST_SPELLS, 0) == 1
    table = magus_table().cast(MAGUS, "Great Wheel", "Song of Deeds", "Foxglove Meadow")
    assert set(table.state.powers) == {0}
    assert set(table.state.bonus[7:14]) == {0}
    table.state.at[table.tile("Skyline")] = MAGUS
    assert (
        table.points(MAGUS, scoring.FOR_SCORING_SPELLS)
        == content.SPELL_AMOUNT[content.SPELL_NAMES.index("Song of Deeds")]
    )


@rule("lizard_wizard:magus-researches")
def test_it_prefers_a_spell_that_it_can_cast() -> None:
    table = spends(magus_table(), 30).tokens(MAGUS, "S")
    table.no_offer(content.SPELL_DECK).offer("Magnum Opus")
    state = table.state
    assert magus.best_spell(state, True) == position.NONE
    assert state.offer[magus.best_spell(state, False)] == card_number("Magnum Opus")
    assert magus.sees(state, content.SEES_CASTABLE) == 0
    assert magus.sees(state, content.SEES_SPELL) == 1
    state.turn = MAGUS
    state.phase = position.MAGUS_THINKING
    magus.research(state)
    assert table.owner("Magnum Opus") == MAGUS
    assert measures.measure(state, MAGUS, content.CAST_SPELLS, 0) == 0


@rule("lizard_wizard:magus-familiars")
def test_it_scores_with_the_best_familiar() -> None:
    table = spends(magus_table().offer("Bat").own(MAGUS, "Pale Odo", "Bone Belfry", "Raven"), 30)
    assert magus.sees(table.state, content.SEES_FAMILIAR_GOLD) == 4
    think(table, "familiar_gold", "score")
    assert table.owner("Bat") == MAGUS
    assert (magus.purse(table.state), table.state.gold[MAGUS]) == (20, 4)


@rule("lizard_wizard:magus-familiars")
def test_it_explores_with_the_cheapest_familiar() -> None:
    table = spends(magus_table().offer("Raven"), 20).then("Mimic")
    state = table.state
    first = position.FIRST_SLOT[content.FAMILIAR_DECK]
    raven, other = state.offer[first], state.offer[first + 1]
    assert raven == card_number("Raven")
    assert [content.FAMILIAR_MANA[card - position.FAMILIARS] for card in (raven, other)] == [15, 10]
    think(table, "dungeon", "explore")
    assert (state.at[raven], state.at[other]) == (position.OFFER, MAGUS)
    assert magus.purse(state) == 10
    assert measures.measure(state, MAGUS, content.OF_FAMILIARS, 0) == 1


@rule("lizard_wizard:magus-familiars")
@pytest.mark.parametrize(
    ("drawn", "gold", "items"),
    [
        (("Temple Plate", "Crown of Wax", "Miner's Purse", "Silver Goblet", "Singing Dagger"), 9, 2),
        (("Temple Plate", "Crown of Wax", "Mimic"), 4, 1),
        (("Mimic",), 0, 0),
    ],
)
def test_it_explores_until_it_has_enough_or_takes_a_hit(drawn: tuple[str, ...], gold: int, items: int) -> None:
    assert (content.MAGUS_TREASURES, content.MAGUS_HITS) == (5, 1)
    table = spends(magus_table(), 20).then(*drawn)
    think(table, "dungeon", "explore")
    assert table.drawn == []
    assert table.state.gold[MAGUS] == gold
    assert measures.measure(table.state, MAGUS, content.OF_ITEMS, 0) == items
    assert table.state.seat == 0


SEXTON = card_number("Sexton Mould")


def alone_on_offer(mana: int, drawn: int | None = None) -> LizardTable:
    """Only Sexton Mould is on offer; the Magus has so much mana, and perhaps it is known what it will draw."""
    table = magus_table().no_offer(content.WIZARD_DECK).offer("Sexton Mould").empty(content.WIZARD_DECK)
    table.coins(MAGUS, mana).coins(0, 200)
    if drawn is not None:
        table.magus_draws = drawn
    return table


@rule("lizard_wizard:magus-bids")
def test_a_wizard_is_worth_more_to_it_with_mana_with_a_tower_and_late() -> None:
    for mana in (0, 30, 500):
        assert magus.worth(alone_on_offer(mana).state, SEXTON) == content.BID_BASE + mana // content.BID_OF_MANA
    table = alone_on_offer(0).own(MAGUS, "Bone Belfry")
    assert magus.worth(table.state, SEXTON) == content.BID_BASE + content.BID_MATCHING
    table.own(MAGUS, "Pale Odo").own(0, *["Mossback Ned", "Lady Drowse", "Cog Barnaby"][: content.BID_OF_WIZARDS - 1])
    assert magus.worth(table.state, SEXTON) == content.BID_BASE + 1


@rule("lizard_wizard:magus-bids", "lizard_wizard:duel-two")
@pytest.mark.parametrize("rank", [0, len(content.BID_DRAWN) - 1])
def test_it_answers_with_one_more_up_to_the_worth_and_what_it_draws(rank: int) -> None:
    most = magus.worth(alone_on_offer(90).state, SEXTON) + content.BID_DRAWN[rank]
    table = alone_on_offer(90, rank).do("recruit sexton mould", f"bid {most - 1}")
    assert table.owner("Sexton Mould") == MAGUS
    assert table.state.mana[MAGUS] == 90 - most
    table = alone_on_offer(90, rank).do("recruit sexton mould", f"bid {most}")
    assert table.owner("Sexton Mould") == 0
    assert table.state.mana[0] == 200 - most


@rule("lizard_wizard:magus-bids")
def test_its_bid_is_drawn_before_all_eyes() -> None:
    state = alone_on_offer(90).state
    for text in ("recruit sexton mould", "bid 3"):
        state.play(state.parse(text))
    assert (state.seat, state.drawing, state.sides()) == (CHANCE, position.MAGUS_BID, len(content.BID_DRAWN))
    worth = magus.worth(state, SEXTON)
    for eye in (0, None):
        assert not state.secret(5, -1 if eye is None else eye)
        assert state.news(5, eye)[0] == f"The Magus adds {worth} and {content.BID_DRAWN[5]} drawn: it bids 4."
    assert GAME.restore(state.snapshot()) == state


@rule("lizard_wizard:magus-bids")
def test_it_never_bids_more_than_it_has() -> None:
    for bid, winner, left in ((4, MAGUS, 0), (5, 0, 5)):
        table = alone_on_offer(5, len(content.BID_DRAWN) - 1).do("recruit sexton mould", f"bid {bid}")
        assert table.owner("Sexton Mould") == winner
        assert table.state.mana[MAGUS] == left


@rule("lizard_wizard:magus-keeps")
def test_it_keeps_mana_for_each_wizard_that_is_still_to_be_had() -> None:
    table = alone_on_offer(20)
    assert magus.purse(table.state) == 20 - content.BID_KEPT
    table.coins(MAGUS, content.BID_KEPT)
    assert magus.purse(table.state) == 0
    assert [magus.sees(table.state, look) for look in (content.SEES_BID, content.SEES_DUNGEON, content.SEES_SPELL)] == [
        0
    ] * 3
    assert magus.most_bid(table.state, SEXTON, 0) == content.BID_KEPT
    table = think(alone_on_offer(content.BID_KEPT + 8).own(MAGUS, "Bone Belfry"), "bid", "recruit")
    assert magus.worth(table.state, SEXTON) > 8
    assert (table.state.phase, table.state.leader, table.state.bid) == (position.BIDDING, MAGUS, 8)
    whole = spends(magus_table(), 3).state
    assert (whole.mana[MAGUS], magus.purse(whole)) == (3 + 13 * content.BID_KEPT, 3)


@rule("lizard_wizard:magus-bids", "lizard_wizard:magus-loses-duel")
def test_a_duel_of_the_magus() -> None:
    table = alone_on_offer(50).own(MAGUS, "Bone Belfry")
    worth = magus.worth(table.state, SEXTON)
    think(table, "bid", "recruit")
    state = table.state
    assert (state.phase, state.seat, state.bid) == (position.BIDDING, 0, worth)
    won = state.copy()
    won.play(won.parse("pass"))
    assert won.at[SEXTON] == MAGUS
    assert won.mana[MAGUS] == 50 - worth
    line = state.line
    table.do(f"bid {worth + 1}")
    assert table.owner("Sexton Mould") == 0
    assert state.line > line


@rule("lizard_wizard:magus-bids")
def test_no_opening_that_the_first_mana_pays_wins_four_of_five_first_duels() -> None:
    """Of all that can be drawn when the lone player begins."""
    start = content.BID_BASE + content.MAGUS_MANA // content.BID_OF_MANA
    start += content.MAGUS_WIZARDS // content.BID_OF_WIZARDS
    won = sum(min(start + drawn, content.MAGUS_MANA) <= content.START_MANA for drawn in content.BID_DRAWN)
    assert won / len(content.BID_DRAWN) <= 0.8


@rule("lizard_wizard:magus-told")
def test_its_charts_are_told_with_the_line_it_followed_and_the_one_to_come() -> None:
    table = magus_table().tokens(MAGUS, "MMMMMMM").values(mandrake=6).tokens(0, "M")
    front, back = table.state.view(None)["charts"]
    assert ([front["side"], front["next"]], [back["side"], back["next"]]) == (["front", True], ["back", False])
    assert not any(line["followed"] for chart in (front, back) for line in chart["lines"])
    coming = [line["text"] for line in front["lines"] if line["coming"]]
    assert len(coming) == 1
    assert coming[0].endswith("it converts them")
    told = table.state.news(table.state.parse("convert mandrake 1"), 0)
    number = 1 + [line["coming"] for line in front["lines"]].index(True)
    assert f"The Magus follows its front chart, line {number}: {coming[0]}." in told
    table.do("convert mandrake 1")
    front, back = table.state.view(0)["charts"]
    assert back["next"]
    assert [line["text"] for line in front["lines"] if line["followed"]] == coming
    assert [line["coming"] for line in back["lines"]].count(True) == 1


@rule("lizard_wizard:magus-told")
def test_the_line_it_followed_and_the_chart_to_come_are_on_screen_and_in_the_picture() -> None:
    table = magus_table().tokens(MAGUS, "MMMMMMM").values(mandrake=6).tokens(0, "M")
    assert "It followed" not in in_words(table.state.picture(0))
    front = table.state.view(0)["charts"][0]["lines"]
    number, followed = next((number, line["text"]) for number, line in enumerate(front, 1) if line["coming"])
    table.do("convert mandrake 1")
    back = [line["text"] for line in table.state.view(0)["charts"][1]["lines"]]
    picture, screen = in_words(table.state.picture(0)), in_words(on_screen(table.state, 0))
    assert f"It followed its front chart: {followed} It reads its back chart next:" in picture
    assert f"The Magus followed its front chart, line {number}: {followed}" in screen
    assert "The Magus reads its back chart next" in screen
    for line in back:
        assert line in picture
        assert line in screen


@rule("lizard_wizard:magus-told")
def test_its_bids_are_told() -> None:
    table = alone_on_offer(90)
    worth = magus.worth(table.state, SEXTON)
    bids = [{"wizard": "Sexton Mould", "least": worth, "most": worth + max(content.BID_DRAWN)}]
    assert table.state.view(0)["magus_bids"] == bids
    assert LizardTable(2).state.view(0)["magus_bids"] is None


@rule("lizard_wizard:magus-told")
def test_the_guide_has_the_charts_and_the_bids() -> None:
    guide = " ".join((Path(GAME.folder) / "guide.md").read_text(encoding="utf-8").split())
    for line in range(0, len(content.CHART), 3):
        assert f". {chart_text(line)}" in guide
    assert f"The sum is {content.BID_BASE}; 1 for every {content.BID_OF_MANA} mana it has; 1 for every" in guide
    assert (
        f"every {content.BID_OF_WIZARDS} wizards that serve either of you; {content.BID_MATCHING} if a tower" in guide
    )
    assert f"beyond {content.BID_KEPT} for every wizard that can still be recruited" in guide
    assert f"adds one of {listed([str(drawn) for drawn in content.BID_DRAWN])}, drawn" in guide


@rule("lizard_wizard:magus-open")
def test_its_coins_are_open_and_it_takes_achievements() -> None:
    table = magus_table().coins(MAGUS, 17, 6).own(MAGUS, *content.WIZARD_NAMES[2:4], "Pale Odo", "Lady Drowse")
    for eye in (0, None):
        assert (table.state.view(eye)["magus"]["mana"], table.state.view(eye)["magus"]["gold"]) == (17, 6)
    tile = table.tile("Circle of Wizards")
    table.tokens(0, "M").do("convert mandrake 1")
    assert table.state.at[tile] == MAGUS


@rule("lizard_wizard:magus-open", "lizard_wizard:score-items")
def test_its_items_count_against_those_of_the_player() -> None:
    table = magus_table().own(0, "Crown of Wax").own(MAGUS, "Singing Dagger", "Key to No Door")
    assert [table.points(mage, scoring.FOR_ITEMS) for mage in (0, MAGUS)] == [5, 10]
    table.own(0, "Atlas of Elsewhere")
    assert [table.points(mage, scoring.FOR_ITEMS) for mage in (0, MAGUS)] == [10, 10]


@rule("lizard_wizard:solo-result")
def test_a_lone_player_wins_or_loses() -> None:
    table = magus_table().coins(0, 5, 9).coins(MAGUS, 50, 8)
    assert table.state.ranking() == [1]
    table.coins(MAGUS, 4, 9)
    assert table.state.ranking() == [1]
    table.coins(MAGUS, 5, 9)
    assert table.state.ranking() == [1]
    table.coins(MAGUS, 6, 9)
    assert table.state.ranking() == [2]
    assert table.state.scores() == [9]


def test_a_whole_game_alone_ends_with_an_itemised_result() -> None:
    state = GAME.start(1, rounds=12)
    chance = FastChance("alone")
    said: list[str] = []
    while state.seat != OVER:
        move = chance.below(state.sides()) if state.seat == CHANCE else GAME.sense.choose(state, chance)
        said = state.news(move, 0)
        state.play(move)
    assert any("for matching pairs" in line and line.startswith("The Magus") for line in said)
    assert said[-1] in ("{0} wins.", "The Magus wins.")
