"""Set-ups: what is chosen before play, and why some of it is refused."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from meleekit.core.errors import BadSetup
from meleekit.tao.switches import ALL
from tests.tao.positions import SYSTEM


def data(**changes: Any) -> dict[str, Any]:
    red: dict[str, Any] = {"name": "Red", "combatants": [{"like": "albert", "hex": "0101"}]}
    blue: dict[str, Any] = {"name": "Blue", "combatants": [{"like": "bala", "hex": "0808"}]}
    return {"sides": [red, blue], "round_limit": 5, **changes}


def combatant(**row: Any) -> dict[str, Any]:
    found = data()
    found["sides"][0]["combatants"] = [{"like": "albert", "hex": "0101", **row}]
    return found


def side(**fields: Any) -> dict[str, Any]:
    found = data()
    found["sides"][0].update(fields)
    return found


@pytest.mark.parametrize(
    ("bad", "field", "rule"),
    [
        (data(sides=[]), "sides", "TAO-INIT-01"),
        (data(columns=0), "columns", None),
        (data(rows=41), "rows", None),
        (data(title="a\nb"), "title", None),
        (data(round_limit=0), "round_limit", "TAO-END-01"),
        (data(variants=["magic"]), "variants[0]", None),
        (data(variants=["stun"]), "variants[0]", "TAO-STUN-01"),
        (data(variants=["attacks", "fall_back"]), "variants[1]", "TAO-STUN-05"),
        (data(variants=["attacks", "morale"]), "variants[1]", "TAO-CHG-04"),
        (data(walls=[]), "walls", None),
        (side(name=" "), "sides[0].name", None),
        (side(name="Blue"), "sides[1].name", None),
        (side(combatants=[]), "sides[0].combatants", None),
        (side(exits=["0909"]), "sides[0].exits[0]", "TAO-VAL-01"),
        (side(exits=["0101", "0101"]), "sides[0].exits[1]", "TAO-END-01"),
        (side(exits=["0101"], leave=2), "sides[0].leave", "TAO-END-01"),
        (side(leave=1), "sides[0].leave", "TAO-END-01"),
        (combatant(like="nobody"), "sides[0].combatants[0].like", "TAO-STATE-01"),
        (combatant(name=" "), "sides[0].combatants[0].name", None),
        (combatant(like="", name="Ann"), "sides[0].combatants[0].hp", "TAO-STATE-01"),
        (combatant(hex="808"), "sides[0].combatants[0].hex", "TAO-VAL-01"),
        (combatant(hex="0808"), "sides[1].combatants[0].hex", "TAO-VAL-01"),
        (combatant(hp=True), "sides[0].combatants[0].hp", None),
        (combatant(hp=-3), "sides[0].combatants[0].hp", "TAO-VAL-01"),
        (combatant(hp_now=11), "sides[0].combatants[0].hp_now", "TAO-STATE-01"),
        (combatant(weight=-1), "sides[0].combatants[0].weight", "TAO-VAL-01"),
        (combatant(ap=0), "sides[0].combatants[0].ap", "TAO-VAL-01"),
        (combatant(ap=9), "sides[0].combatants[0].ap", "TAO-VAL-01"),
        (combatant(thac0=0), "sides[0].combatants[0].thac0", "TAO-ATT-02"),
        (combatant(group="wizard"), "sides[0].combatants[0].group", "TAO-ATT-02"),
        (combatant(group="commoner", level=2), "sides[0].combatants[0].level", "TAO-ATT-02"),
        (combatant(level=2), "sides[0].combatants[0].level", "TAO-ATT-02"),
        (combatant(group="bard", level=1, thac0=9), "sides[0].combatants[0].thac0", "TAO-ATT-02"),
        (combatant(armour="leather", ac=8), "sides[0].combatants[0].ac", "TAO-ATT-02"),
        (combatant(armour="paper"), "sides[0].combatants[0].armour", "TAO-ATT-02"),
        (combatant(morale=13), "sides[0].combatants[0].morale", "TAO-CHG-04"),
        (combatant(attacks=0), "sides[0].combatants[0].attacks", "TAO-ATT-01"),
        (combatant(weapon="laser"), "sides[0].combatants[0].weapon", "TAO-STATE-01"),
        (combatant(weapon="bare hands"), "sides[0].combatants[0].weapon", "TAO-STATE-01"),
        (combatant(carried=["spoon"]), "sides[0].combatants[0].carried[0]", "TAO-STATE-01"),
        (
            combatant(carried=["claws and teeth"]),
            "sides[0].combatants[0].carried[0]",
            "TAO-MEL-08",
        ),
    ],
)
def test_what_cannot_be_is_refused_by_its_field(
    bad: dict[str, Any], field: str, rule: str | None
) -> None:
    with pytest.raises(BadSetup) as refused:
        SYSTEM.setup_from(bad)
    assert (refused.value.at, refused.value.rule) == (field, rule)


# TAO-END-01, TAO-AP-02
def test_a_fight_goes_without_a_last_round_if_anybody_has_the_points_of_an_attack() -> None:
    found = data(round_limit=0, variants=list(ALL))
    (red,), (blue,) = (one["combatants"] for one in found["sides"])
    red["ap"] = blue["ap"] = 1
    with pytest.raises(BadSetup) as refused:
        SYSTEM.setup_from(found)
    assert (refused.value.at, refused.value.rule) == ("round_limit", "TAO-END-01")
    blue["ap"] = 2
    assert SYSTEM.setup_from(found).round_limit == 0


def test_a_set_up_that_is_resolved_says_everything_and_stays_as_it_is() -> None:
    setup = SYSTEM.setup_from(combatant(armour="plate mail + shield"))
    again = SYSTEM.setup_from(msgspec.to_builtins(setup))
    assert again == setup
    (one,) = setup.sides[0].combatants
    assert (one.ac, one.hp, one.hp_now, one.weapon) == (2, 10, 10, "long sword")


def test_two_of_a_name_are_told_apart() -> None:
    found = data()
    found["sides"][1]["combatants"] = [
        {"like": "orc", "hex": "0807"},
        {"like": "orc", "hex": "0808"},
    ]
    setup = SYSTEM.setup_from(found)
    assert [one.name for one in setup.sides[1].combatants] == ["Orc", "Orc 2"]


# Part I alone is the default.
def test_without_a_word_nobody_attacks() -> None:
    assert SYSTEM.setup_from(data()).variants == ()


def test_rule_groups_are_options_and_stand_in_their_own_order() -> None:
    setup = SYSTEM.setup_from(data(variants=["stun", "attacks"]))
    assert setup.variants == ("attacks", "stun")
    more = SYSTEM.with_options(setup, {"variants": ["grappling", "attacks"], "round_limit": 0})
    assert more.variants == ("attacks", "grappling")
    assert [variant.id for variant in SYSTEM.variants()] == list(ALL)
    with pytest.raises(BadSetup) as refused:
        SYSTEM.with_options(setup, {"variants": []} | {"round_limit": 0})
    assert refused.value.at == "options.round_limit"


def test_the_first_scenario_is_the_engagement_rule_alone_and_others_fight() -> None:
    setups = list(SYSTEM.scenarios().values())
    assert setups[0].variants == ()
    assert any(setup.variants == ALL for setup in setups)
    assert all(setup.title and setup.about for setup in setups)
