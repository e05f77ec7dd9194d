"""What others did since one's last decision: told in lines, and seen again through one's own eyes."""

import random

import pytest

import sortilege
from house import House
from sortilege.engine import CHANCE, NOBODY, FastChance
from sortilege.engine.help import Help, help_of
from sortilege.engine.panels import LAYOUTS
from sortilege.table.play.since import Turn, joined, told_changes, turns_since


def test_steps_of_others_are_gathered_by_turn_and_outcomes_belong_to_the_step_before() -> None:
    movers = [0, CHANCE, 1, 1, CHANCE, 2, CHANCE, 1]
    assert turns_since(movers, 0) == [Turn(1, 2, 5), Turn(2, 5, 7), Turn(1, 7, 8)]
    assert turns_since(movers, 1) == []
    assert turns_since(movers, 2) == [Turn(1, 7, 8)]
    assert turns_since([0, CHANCE, CHANCE], 0) == []
    assert turns_since([CHANCE, 1], 0) == [Turn(1, 1, 2)]


@pytest.mark.parametrize("game", sortilege.games())
def test_what_is_told_seldom_or_never_is_said_in_the_game(game: str) -> None:
    known, found = sortilege.game(game), help_of(sortilege.game(game).folder)
    said: list[str] = []
    for seed in range(3):
        state, chance = known.start(max(2, known.seat_range[0])), FastChance(f"said {seed}")
        while state.seat != sortilege.OVER and len(said) < 4000 * (seed + 1):
            outcome = state.seat == CHANCE
            move = int(chance.below(state.sides())) if outcome else int(known.sense.choose(state, chance))
            said += state.news(move, 0)
            state.advance(move)
    for part in [*found.most, *found.never, *found.seldom, *found.last]:
        assert any(part in sentence for sentence in said), part


def test_a_line_has_what_matters_most() -> None:
    short = help_of(sortilege.game("wizard_wars").folder).in_short
    steps = [f"{{1}}: Fire's circle goes east, to Fire's land, row 5, place {place}." for place in (1, 2, 3)]
    assert short([*steps, "{1} ends the turn."]) == steps[2:]
    assert short([*steps, "Water's circle dies.", "{1} ends the turn."]) == ["Water's circle dies."]
    assert short([*steps, "Water's circle dies.", "{1} ends the turn."], "{1}") == [steps[2], "Water's circle dies."]
    assert short([*steps[:2], "Water's circle dies.", steps[2]], "{1}") == [steps[1], "Water's circle dies."]
    assert short(["{1} ends the turn."]) == []
    assert Help(sortilege.game("wizard_wars").folder / "nowhere").in_short(steps) == steps


def test_a_line_tells_of_the_one_who_moved_and_of_the_reader_before_others() -> None:
    short = help_of(sortilege.game("aeydor").folder).in_short
    own, mine = ["{1} rolls Cave, Ocean and Duel.", "{1} gets 1 Cave spell."], ["{0} gets 1 Ocean crystal."]
    others = ["{2} gets 1 Ocean crystal.", "{3} gets 1 Cave crystal.", "{3} gets 1 Ocean crystal."]
    assert short([*own, *mine, *others], "{1}", "{0}") == [own[1], *mine, others[2]]
    assert short([own[0], *others], "{1}", "{0}") == [own[0], *others]
    assert short(["{1} raises Power to 3.", "{1} raises Power to 4."], "{1}") == ["{1} raises Power to 4."]


def test_plain_deeds_of_one_actor_are_one_sentence() -> None:
    deeds = ["{1} leaves the round.", "{1} takes the Jester Score.", "{1} writes 0 for 2 red."]
    assert joined(deeds, "{1} ") == ["{1} leaves the round, takes the Jester Score and writes 0 for 2 red."]
    assert joined(["{1} takes Horn.", "{1} takes Newt.", "{2} passes."], "{1} ") == [
        "{1} takes Horn and Newt.",
        "{2} passes.",
    ]
    involved = ["{1} duels: 3 against Power 3 wins, and Power falls to 2.", "{1} gets 1 Cave spell."]
    assert joined(involved, "{1} ") == involved


def test_what_a_turn_brought_is_told_briefly() -> None:
    assert told_changes({"spells": 5}) == "spells +5"
    assert told_changes({"spells": 2, "gems": -1}) == "spells +2 and gems −1"
    assert told_changes({"pairs": 10, "gold": -2, "towers": 1}) == "+9 in all, most of all for pairs"


def test_a_board_tells_whose_steps_they_were_and_what_happened_since(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.make("wizard_dice", ["me", "anybody"])
    bert.sit(table, 1)
    anna.play(table, "predict 3 green")
    bert.play(table, "predict 2 green")
    board = anna.client.get(f"/tables/{table}/board").json()
    assert board["movers"] == [0, 1]
    assert "1 turn, 1 step<" in board["meanwhile"]
    assert "Bert predicts 2 green." in board["meanwhile"]
    assert "Since" not in bert.client.get(f"/tables/{table}/board").json()["meanwhile"]
    anna.play(table, "colour green")
    assert "Since" not in anna.client.get(f"/tables/{table}/board").json()["meanwhile"]


def test_earlier_steps_are_seen_as_one_s_own_seat_saw_them(house: House) -> None:
    """They are the same if the position of then is exchanged for one that the seat could not tell from it."""
    people = [house.person(f"Player {number}") for number in range(2)]
    table = people[0].make("lizard_wizard", ["me", "anybody"])
    people[1].sit(table, 1)
    live, chance = house.hall.tables[table], random.Random(4)
    for _ in range(30):
        mover = people[live.state.seat]
        mover.play(table, chance.choice(mover.moves(table)), live.number)
    for step in (8, len(live.moves) - 1):
        for eye, client in ((0, people[0].client), (1, people[1].client), (NOBODY, house.stranger())):
            shown = client.get(f"/tables/{table}/steps/{step}").json()["panels"]
            imagined = live.state_after(step).imagine(eye, FastChance(f"{step} {eye}"))
            for panel in live.game.panels(imagined.seen_by(eye), eye, live.names, LAYOUTS["wide"]):
                assert shown[panel.id]["edition"] == panel.edition
    assert people[0].client.get(f"/tables/{table}/steps/{len(live.moves) + 1}").status_code == 404


def test_a_private_table_shows_no_earlier_step_to_strangers(house: House) -> None:
    table = house.person("Anna").make("wizard_dice", ["me", "bot:random"], watch=False)
    assert house.stranger().get(f"/tables/{table}/steps/0").status_code == 403
