"""Situations: all that can come about is written down and read again, and faults are told."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from meleekit.core.dice import Rolled
from meleekit.core.errors import BadSituation
from meleekit.tao.situation import item_names
from meleekit.tao.state import NO_ITEM
from tests.tao.cases import SYSTEM, TWO, position

TWINS: dict[str, Any] = {
    "round_limit": 9,
    "sides": [
        {
            "name": "Red",
            "combatants": [
                {"like": "albert", "hex": "0103", "carried": ["dagger", "dagger"]},
                {"like": "albert", "name": "Alf", "hex": "0105"},
            ],
        },
        {"name": "Blue", "combatants": [{"like": "bala", "hex": "0303"}]},
    ],
}


def fault(**fields: Any) -> tuple[str | None, str]:
    with pytest.raises(BadSituation) as refused:
        position(**fields)
    return refused.value.at, refused.value.message


@pytest.mark.parametrize("scenario", SYSTEM.scenarios())
def test_every_moment_of_a_fight_is_read_as_it_was_written(scenario: str) -> None:
    game = SYSTEM.game(SYSTEM.setup_from(scenario))
    dice = Rolled(bytes(32))
    state = game.begin(dice).state
    for number in range(150):
        text = SYSTEM.dump_situation(game, state)
        assert SYSTEM.load_situation(text)[1] == state, text
        if not (waiting := game.decisions(state)):
            break
        legal = game.actions(state, waiting[0].seat)
        # Now this, now that, so that all kinds of thing happen.
        action = legal[number * 7 % len(legal)]
        state = game.apply(state, waiting[0].seat, action, dice).state


def test_what_goes_without_saying_is_not_written() -> None:
    now = position(turn="Albert")
    said = SYSTEM.dump_situation(now.game, now.state)
    assert "figures" not in said
    assert 'turn = "Albert"' in said


def test_weapons_have_names_of_their_own() -> None:
    game = SYSTEM.game(SYSTEM.setup_from(TWINS))
    assert item_names(game.arena) == (
        "Albert's long sword",
        "Albert's dagger",
        "Albert's dagger 2",
        "Alf's long sword",
        "spear",
    )


def test_a_weapon_on_the_ground_is_not_in_hand_any_more() -> None:
    now = position(turn="Albert", ground=[{"hex": "0104", "item": "long sword"}])
    assert now.figure("Albert").ready == NO_ITEM
    assert now.figure("Albert").carried == ()


def test_with_nothing_in_hand_ones_own_weapon_is_put_away() -> None:
    now = position(turn="Albert", figures={"Albert": {"ready": "nothing"}})
    assert now.figure("Albert").carried == (0,)


def test_a_weapon_may_be_called_by_its_kind_where_it_is_ones_own() -> None:
    now = position(setup=TWINS, turn="Alf", figures={"Alf": {"ready": "long sword"}})
    assert now.figure("Alf").ready == 3


def test_whose_turn_it_is_has_all_of_its_allowance_unless_less_is_said() -> None:
    assert position(turn="Bala").figure("Bala").ap == 5
    assert position(turn="Bala", figures={"Bala": {"ap": 2}}).figure("Bala").ap == 2
    assert position(turn="Bala").figure("Albert").ap == 0


@pytest.mark.parametrize(
    ("fields", "at", "words"),
    [
        ({}, "turn", "whose turn"),
        ({"turn": "Zed"}, "turn", "Albert, Bala"),
        ({"turn": "Albert", "figures": {"Zed": {}}}, "figures.Zed", "nobody is called"),
        ({"turn": "Albert", "figures": {"Bala": {"hx": "0104"}}}, "figures.Bala.hx", "hex"),
        ({"turn": "Albert", "figures": {"Bala": {"hex": "0909"}}}, "figures.Bala.hex", "off"),
        ({"turn": "Albert", "figures": {"Bala": {"ready": "axe"}}}, "figures.Bala.ready", "spear"),
        (
            {
                "turn": "Albert",
                "figures": {"Bala": {"ready": "long sword"}, "Albert": {"ready": "long sword"}},
            },
            "figures.Albert.ready",
            "two places",
        ),
        ({"turn": "Albert", "ground": [{"hex": "9", "item": "spear"}]}, "ground[0].hex", "0304"),
        ({"turn": "Albert", "ground": [{"hex": "0104", "item": "x"}]}, "ground[0].item", "spear"),
        ({"asked": [{"task": "choose", "side": "Green"}]}, "asked[0].side", "Red, Blue"),
        (
            {"turn": "Albert", "asked": [{"task": "brace", "figure": "Bala", "charger": "Zed"}]},
            "asked[0].charger",
            "nobody",
        ),
    ],
)
def test_a_fault_is_told_at_its_field(fields: dict[str, Any], at: str, words: str) -> None:
    where, message = fault(**fields)
    assert where == at
    assert words in message


def test_a_hex_that_is_none_is_refused_by_its_rule() -> None:
    with pytest.raises(BadSituation) as refused:
        position(turn="Albert", figures={"Bala": {"hex": "103"}})
    assert refused.value.rule == "TAO-VAL-01"


def test_interruptions_are_told_above_the_turn() -> None:
    asked = [{"task": "fall_back", "figure": "Bala", "by": "Albert", "follows": True}]
    now = position(setup={**TWO, "variants": ["attacks"]}, turn="Albert", asked=asked)
    assert now.open == "fall_back Bala"
    assert msgspec.to_builtins(now.state.stack[1])["follows"] is True
    told = SYSTEM.dump_situation(now.game, now.state)
    assert SYSTEM.load_situation(told)[1] == now.state


def test_whoever_has_left_is_nowhere() -> None:
    red, blue = TWINS["sides"]
    way_out = {**TWINS, "sides": [{**red, "exits": ["0801"]}, blue]}
    now = position(setup=way_out, turn="Bala", figures={"Alf": {"status": "left"}})
    assert now.figure("Alf").hex == -1
    told = SYSTEM.dump_situation(now.game, now.state)
    assert SYSTEM.load_situation(told)[1] == now.state
