"""What people read, and what may be restored."""

import io
import re
from collections.abc import Callable

import pytest
from rich.console import Console
from true_wizard_kit import GAME, deal, give, hide, lay, play, settle, table, take, uncover

import kit
from sortilege.engine import OVER, BadSnapshot, named
from sortilege.engine.panels import WIDE, draw
from sortilege.games.true_wizard import position
from sortilege.games.true_wizard.content import ITEMS, SPELLS
from sortilege.games.true_wizard.position import PLACES, WARMAGE
from sortilege.games.true_wizard.rules import Forest, moves

WORDS = GAME.words


def told(state: Forest, text: str) -> list[str]:
    return [named(line, ["Ada", "Ben", "Cy"]) for line in state.news(state.parse(text), 0)]


def test_news_of_a_turn_alone() -> None:
    state = table(gems=1)
    lay(state, "a1", "Echo", turns=3)
    uncover(state, "b1", "Iron Maw", turns=2)
    take(state, 0, "Tar Heart")
    assert told(state, "collect") == ["Ada collects a gem.", "The Warmage steals Echo."]
    play(state, "collect")
    bone_flute = (state.items_left & ((1 << 6) - 1)).bit_count()
    assert state.news(bone_flute, 0) == [
        "Bone Flute is uncovered at a1: it needs 1 Spirit spell, 1 Body spell and 2 gems.",
        "The Warmage turns every open card.",
        "Exhausted: b1.",
    ]
    play(state, "*Bone Flute")
    assert state.news(0, 0) == ["Hush at c1 lies open: The Warmage opens no spell in his next two turns."]


def test_news_of_learning_and_destroying() -> None:
    state = table(2, gems=5)
    lay(state, "a1", "Echo")
    uncover(state, "b1", "Iron Maw")
    give(state, 0, "Burrow")
    assert told(state, "learn a1") == ["Ada learns Echo for 5 gems."]
    assert told(state, "destroy b1") == ["Ada destroys Iron Maw at b1."]
    assert told(state, "cast burrow") == ["Ada casts Burrow: Take 2 gems."]
    assert told(state, "turn c1") == ["Ada turns up the spell at c1."]


@pytest.mark.parametrize(("seen_by", "knew"), [(0b001, "only they knew"), (0b101, "they knew")])
def test_news_of_learning_what_the_reader_has_not_seen(seen_by: int, knew: str) -> None:
    state = table(3, gems=4)
    lay(state, "a1", "Echo", face="down")
    state.spell_known[0] = seen_by
    assert state.news(state.parse("learn a1"), 1) == [
        f"{{0}} learns the spell at a1, which {knew}.",
        "It was Echo.",
    ]


def test_news_of_a_turn_with_nothing_left_to_turn() -> None:
    state = table(gems=0)
    give(state, 0, "Vigil", "Headwind")
    uncover(state, "a1", "Iron Maw", turns=3)
    assert told(state, "cast vigil")[1:] == ["Exhausted: a1."]
    play(state, "cast vigil")
    assert told(state, "cast headwind")[1:] == ["Against the wind the Warmage turns every open card back."]


@pytest.mark.parametrize("cast", [("cast headwind",), ("cast echo", "choose headwind")])
def test_news_of_a_turn_against_the_wind(cast: tuple[str, ...]) -> None:
    state = table(gems=0)
    give(state, 0, *(["Echo"] if len(cast) == 2 else ["Headwind"]))
    if len(cast) == 2:
        give(state, WARMAGE, "Headwind", turns=3)
    uncover(state, "a1", "Iron Maw", turns=2)
    play(state, *cast[:-1])
    assert told(state, cast[-1])[1:] == ["Against the wind the Warmage turns every open card back."]
    play(state, cast[-1])
    assert told(state, "collect")[1:] == ["The Warmage turns every open card."]


def test_news_of_a_turn_against_the_wind_with_nothing_to_turn_back() -> None:
    state = table(gems=0)
    give(state, 0, "Headwind")
    uncover(state, "a1", "Iron Maw")
    uncover(state, "b1", "Tar Heart", turns=3)
    assert told(state, "cast headwind")[1:] == [
        "The Warmage steals Tar Heart.",
        "Against the wind the Warmage turns nothing.",
    ]


def test_the_warmage_tells_that_the_wind_is_against_him() -> None:
    state = table(gems=0)
    state.asleep = 1
    give(state, 0, "Headwind")
    uncover(state, "a1", "Iron Maw", turns=2)
    uncover(state, "b1", "Tar Heart")
    play(state, "cast headwind")
    assert state.view(0)["warmage"]["recoil"] == 1
    assert state.view(0)["warmage"]["next"] == {"steals": [], "turns": ["a1"], "back": True, "opens": None}
    out = io.StringIO()
    Console(file=out, width=80).print(WORDS.draw(state.view(0), ["Ada"]))
    assert "next he turns a1 back." in out.getvalue()


@pytest.mark.parametrize(
    ("spell", "move", "label", "news"),
    [
        ("long-arm", "choose burrow", "Take Burrow (2 gems, 0 casts left) from the Warmage: Take 2 gems.",
         "Ada takes Burrow from the Warmage."),
        ("true-name", "choose iron-maw", "Destroy Iron Maw in the Warmage's hands",
         "Ada destroys Iron Maw in the Warmage's hands."),
    ],
)  # fmt: skip
def test_what_is_won_back_is_named_as_stolen(spell: str, move: str, label: str, news: str) -> None:
    state = table(gems=4)
    give(state, 0, "Long Arm", "True Name")
    give(state, WARMAGE, "Burrow", turns=3)
    take(state, WARMAGE, "Iron Maw")
    play(state, f"cast {spell}")
    assert WORDS.label(state, state.parse(move)) == label
    assert told(state, move)[0] == news


def test_news_of_a_lost_turn() -> None:
    state = table(gems=0)
    give(state, 0, "Stopped Clock")
    assert told(state, "cast stopped-clock")[1:] == ["The Warmage does nothing this turn."]


def test_news_of_a_lost_turn_after_a_look() -> None:
    """The spell is new and the item below is known: the look is over with the spell."""
    state = table(gems=0)
    state.asleep = 1
    give(state, 0, "Second Sight")
    uncover(state, "c1", "Bone Flute", turns=1)
    for place, name in (("a1", "Tar Heart"), ("b1", "Iron Maw")):
        hide(state, place, name)
        state.item_known[PLACES.index(place)] = position.ALL
    play(state, "cast second-sight", "choose a1", "*Hush", "choose b1")
    assert state.news(0, 0) == ["At b1 you see Vigil.", "The Warmage does nothing this turn."]


@pytest.mark.parametrize("gems", [0, 7])
def test_every_pick_of_an_echo_can_be_clicked(gems: int) -> None:
    state = table(gems=gems)
    give(state, 0, "Echo")
    give(state, position.WARMAGE, "Stopped Clock", turns=3)
    lay(state, "a1", "Second Sight")
    lay(state, "b1", "Ebb Tide", turns=1)
    play(state, "cast echo")
    offered = {state.text(move) for move in state.moves()}
    assert offered == {"choose second-sight", "choose ebb-tide", "choose stopped-clock"}
    assert all(f'data-move="{text}"' in state.picture(0) for text in offered)


@pytest.mark.parametrize(
    ("count", "verdict"), [(5, "is a Human and loses against"), (14, "is an Apprentice and beats")]
)
def test_the_last_words_alone(count: int, verdict: str) -> None:
    state = table(gems=2)
    names = [item.name for item in ITEMS if item.name != "Phantom Sceptre"]
    mine = names[:count]
    take(state, 0, *mine)
    take(state, position.WARMAGE, *(name for name in names if name not in mine))
    uncover(state, "a1", "Phantom Sceptre", turns=3)
    last = told(state, "collect")[-1]
    assert last.startswith("The Warmage has stolen the last dark item. With ")
    assert f"{verdict} the Warmage." in last


def test_questions_and_labels() -> None:
    state = table(gems=3)
    assert WORDS.question(state) == "Collect a gem, or take another action."
    assert WORDS.label(state, moves.COLLECT) == "Collect a gem"
    play(state, "turn a1", "*True Name")
    assert WORDS.question(state) == (
        "Put True Name back. It costs 5 gems, and you have 3."
        " Destroy an item, open or stolen, as if you had one more spell of any kind."
    )
    assert WORDS.label(state, moves.RETURN) == "Put True Name back"
    state = table(gems=3)
    play(state, "turn a1", "*Vigil")
    assert (
        WORDS.question(state)
        == "Learn Vigil? It costs 3 of your 3 gems. The Warmage steals nothing in his next two turns."
    )
    assert WORDS.label(state, state.parse("learn a1")) == "Learn Vigil for 3 gems"
    state = table(gems=0)
    give(state, 0, "Landslide")
    uncover(state, "b1", "Iron Maw")
    lay(state, "c1", "Echo")
    play(state, "cast landslide")
    assert WORDS.question(state) == "Landslide: choose a spell to move."
    assert WORDS.label(state, state.parse("choose a1")) == "Move the spell at a1"
    assert (
        WORDS.label(state, state.parse("choose c1"))
        == "Move Echo (5 gems) at c1: Do what any face-up spell does that is not yours."
    )
    assert told(state, "choose c1") == ["Ada moves Echo at c1."]
    play(state, "choose a1")
    assert WORDS.question(state) == "Landslide: choose the item it covers."
    assert WORDS.label(state, state.parse("choose b1")) == "Cover Iron Maw at b1"


def test_a_spell_is_decided_about_with_its_price_and_its_text() -> None:
    state = table(2, gems=3)
    give(state, 0, "Soul Tether", turns=2)
    give(state, 1, "Hush", turns=1)
    lay(state, "a1", "Burrow", turns=1)
    text = "A rival cannot cast in their next turn. Take 1 gem."
    assert WORDS.label(state, state.parse("learn a1")) == "Learn Burrow for 2 gems, 2 casts left: Take 2 gems."
    assert (
        WORDS.label(state, state.parse("cast soul-tether"))
        == "Cast Soul Tether (1 cast left): Take a rival's spell and give them its cost in gems."
    )
    play(state, "cast soul-tether")
    label = f"Buy Hush (2 gems, 2 casts left): {text}"
    assert WORDS.label(state, state.parse("choose hush")) == label
    assert told(state, "choose hush") == ["Ada buys Hush."]
    for eye in (0, 1, None):
        picture = state.picture(eye)
        assert f"Hush, Spirit, 2 gems, 0 points, 2 casts left. {text}" in picture
    assert f'aria-label="{label}"' in state.picture(0)
    out = io.StringIO()
    Console(file=out, width=80).print(WORDS.draw(state.view(0), ["Ada", "Ben"]))
    assert "☽ Hush ◆2 +0 2 casts A rival cannot cast in their next turn. Take 1 gem." in out.getvalue()


def test_the_terminal_explains_its_signs() -> None:
    out = io.StringIO()
    Console(file=out, width=80).print(WORDS.draw(table().view(0), ["Ada"]))
    for sign, meaning in zip("☽◉✚▲◆↺✖", ("Spirit", "Mind", "Body", "Element", "gems", "quarter turns", "dark item")):
        assert f"{sign} {meaning}" in out.getvalue()


@pytest.mark.parametrize("seats", [1, 3])
def test_the_table_can_be_printed_at_any_time(seats: int) -> None:
    for state, _ in kit.sample(kit.case_of("true_wizard", seats), 21, 12):
        out = io.StringIO()
        Console(file=out, width=120).print(WORDS.draw(state.view(0), ["Ada", "Ben", "Cy"]))
        assert "Ada" in out.getvalue()
        assert ("The Warmage" in out.getvalue()) == (seats == 1)


def test_what_the_warmage_will_do_is_told_truly() -> None:
    """Over whole games: what the view announces before a quiet turn is what happens in it."""
    seen = 0
    for seed in range(6):
        state = table()
        for now, move in kit.walk(state, seed):
            assert isinstance(now, Forest)
            if now.seat == 0 and now.phase == position.TURN and move == moves.COLLECT:
                plan = now.view(0)["warmage"]["next"]
                after = now.copy()
                after.advance(move)
                settle(after)
                gone = [
                    cell["place"]
                    for cell, later in zip(now.view(0)["grid"], after.view(0)["grid"])
                    if (cell["spell"] is not None) > (later["spell"] is not None) or cell["empty"] < later["empty"]
                ]
                assert sorted(gone) == sorted(plan["steals"]) or after.seat == OVER
                turned = [
                    place for cell, place in enumerate(PLACES) if after.turns_at(cell) not in (0, now.turns_at(cell))
                ]
                assert turned == plan["turns"] or after.seat == OVER
                opened = [
                    cell["place"]
                    for cell, later in zip(now.view(0)["grid"], after.view(0)["grid"])
                    if cell["spell"] and later["spell"] and cell["spell"]["face"] != later["spell"]["face"]
                ]
                if now.gems[0] != 1 and after.seat != OVER:
                    assert opened == ([plan["opens"]] if plan["opens"] else [])
                seen += 1
    assert seen > 30


def test_what_the_warmage_will_turn_includes_what_his_theft_uncovers() -> None:
    state = table(gems=0)
    lay(state, "a1", "Echo", turns=3)
    assert state.view(0)["warmage"]["next"] == {"steals": ["a1"], "turns": ["a1"], "back": False, "opens": None}
    state.vigil = 1
    assert state.view(0)["warmage"]["next"] == {"steals": [], "turns": [], "back": False, "opens": None}


def damaged(change: str) -> dict[str, object]:
    state = table(2)
    play(state, "turn a1", "*Echo")
    found = state.snapshot()["position"]
    match change:
        case "twice":
            found["spell_owner"][6] = 0
        case "lost":
            found["spells_left"] = 0
        case "gems":
            found["gems"] = [7, 7, 7, 0]
        case "purse":
            found["gems"][0] = 8
        case "phase":
            found["phase"] = 7
        case "actor":
            found["actor"] = 3
        case "held":
            found["held"][0] = 1
        case "item":
            found["item_owner"][3] = 0
        case "warmage":
            found["item_owner"][3] = position.WARMAGE
        case "over":
            found["seat"] = OVER
        case "left":
            found["items_left"] = 7
        case "bare":
            found["face"][3] = position.GONE
            found["spell_at"][3] = position.NONE
            found["spell_owner"][15] = 1
            found["spells_left"] &= ~(1 << 15)
            found["held"][1] = 1 << 24
        case "program":
            found["program"] = 99
    return {**state.snapshot(), "position": found}


@pytest.mark.parametrize(
    "change",
    ["twice", "lost", "gems", "purse", "phase", "actor", "held", "item", "warmage", "over", "left", "bare", "program"],
)
def test_an_impossible_position_is_not_restored(change: str) -> None:
    GAME.restore(damaged("nothing"))
    with pytest.raises(BadSnapshot):
        GAME.restore(damaged(change))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("step", 1),
        ("moved", 1),
        ("given", 1),
        ("line", 1),
        ("program", 8),
        ("left", 99),
        ("left", 2),
        ("moved", 99),
        ("given", 99),
        ("line", 99),
    ],
)
def test_an_impossible_cast_is_not_restored(field: str, value: int) -> None:
    state = table()
    deal(state, 0, "Echo")
    lay(state, "b1", "Burrow")
    play(state, "cast echo")
    assert GAME.fault(state) == ""
    setattr(state, field, value)
    assert GAME.fault(state) != ""


def test_an_impossible_draw_is_not_restored() -> None:
    state = table()
    lay(state, "a1", "Echo")
    play(state, "turn b1")
    assert GAME.fault(state) == ""
    state.cell = 0
    assert GAME.fault(state) != ""


def seen_but_not_settled(state: Forest) -> None:
    state.spell_known[3] = 1


def settled_but_not_seen(state: Forest) -> None:
    state.put_item(3, 0)


def turned_face_down(state: Forest) -> None:
    lay(state, "d1", "Echo", face="down", turns=1)
    state.spell_known[3] = 1


def turned_below_a_spell(state: Forest) -> None:
    state.item_turns[3] = 1


def seen_by_somebody_absent(state: Forest) -> None:
    hide(state, "d1", "Iron Maw")
    state.item_known[3] = 8


def passed_before_the_first_turn(state: Forest) -> None:
    state.passes = 1


def past_the_last_round(state: Forest) -> None:
    state.round = state.round_limit + 1


def warded_without_warmage(state: Forest) -> None:
    state.asleep = 1


def choosing_outside_a_cast(state: Forest) -> None:
    state.left = 1


@pytest.mark.parametrize(
    "change",
    [
        seen_but_not_settled,
        settled_but_not_seen,
        turned_face_down,
        turned_below_a_spell,
        seen_by_somebody_absent,
        passed_before_the_first_turn,
        past_the_last_round,
        warded_without_warmage,
        choosing_outside_a_cast,
    ],
)
def test_an_impossible_turn_is_not_restored(change: Callable[[Forest], None]) -> None:
    state = table(2)
    assert GAME.fault(state) == ""
    change(state)
    assert GAME.fault(state) != ""


def test_a_lone_game_without_items_that_goes_on_is_not_restored() -> None:
    """Nothing could end it."""
    state = table()
    take(state, 0, *(item.name for item in ITEMS[:15]))
    give(state, position.WARMAGE, *(spell.name for spell in SPELLS[:15]))
    assert GAME.fault(state) == ""
    take(state, 0, ITEMS[15].name)
    give(state, position.WARMAGE, SPELLS[15].name)
    assert GAME.fault(state) == ""
    state.seat, state.ended = 0, position.GOES_ON
    assert GAME.fault(state) != ""


def test_views_speak_of_cards_by_name() -> None:
    view = table(2).view(0)
    assert set(view["unseen_spells"]) == {spell.name for spell in SPELLS}
    assert view["round_limit"] == 60
    assert table().view(0)["round_limit"] is None


def test_what_a_spell_does_fits_on_its_card() -> None:
    from sortilege.engine.panels import wrap

    for spell in SPELLS:
        for cast in (spell.solo, spell.several):
            assert len(wrap(cast.text, 98, 11)) <= 6, spell.name
            assert len(wrap(cast.text, 288, 11)) <= 2, spell.name


@pytest.mark.parametrize(("seats", "gist"), [(1, "He steals nothing"), (2, "Your things are safe")])
def test_a_spell_of_the_forest_says_what_it_does_for_so_many_players(seats: int, gist: str) -> None:
    state = table(seats)
    lay(state, "a1", "Vigil")
    drawing = draw(GAME, state.seen_by(0), 0, ["Ada", "Ben"][:seats], WIDE)
    assert gist in " ".join(re.sub(r"<[^>]*>", " ", drawing.svg).split())
