"""Set-ups of battles: complete, checked, and refused with their rule."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from meleekit.battlesystem.columns import COLUMNS
from meleekit.battlesystem.game import BattleSystem
from meleekit.battlesystem.setup import setup_from
from meleekit.core.dice import Rolled
from meleekit.core.errors import BadSetup

SYSTEM = BattleSystem()


def unit(name: str, **fields: Any) -> dict[str, Any]:
    return {"name": name, "troop": "orc", "figures": 6, "files": 3, "at": [10, 10], **fields}


def said(*, south: Any = None, north: Any = None, **fields: Any) -> dict[str, Any]:
    """A set-up with one unit a side, or with others in their place."""
    north = north or [unit("North orcs", at=[12, 20], facing="S")]
    sides = [{"name": "South", "units": south or [unit("South orcs")]}]
    return {"sides": [*sides, {"name": "North", "units": north}], **fields}


def refusal(data: object) -> BadSetup:
    with pytest.raises(BadSetup) as error:
        setup_from(data)
    return error.value


def test_what_a_troop_type_says_need_not_be_said() -> None:
    # BAT-STATE-01, BAT-GRID-01, BAT-VICT-01
    setup = setup_from(said())
    assert (setup.width, setup.height, setup.rounds) == (40, 30, 20)
    assert [side.edge for side in setup.sides] == ["S", "N"]
    assert next(setup.units).in_hand == "scimitar"


def test_a_set_up_is_complete_and_reads_back() -> None:
    setup = setup_from(said(hills=[{"x": 3, "y": 3, "width": 5, "height": 4}]))
    assert setup_from(msgspec.to_builtins(setup)) == setup


@pytest.mark.parametrize(
    ("changes", "rule", "at"),
    [
        ({"south": [unit("A", figures=0)]}, "BAT-UNIT-06", "sides[0].units[0].figures"),
        ({"south": [unit("A", figures=-3)]}, "BAT-UNIT-06", "sides[0].units[0].figures"),
        ({"south": [unit("A", ratio=3)]}, "BAT-UNIT-06", "sides[0].units[0].ratio"),
        ({"south": [unit("A", ratio=5)]}, "BAT-UNIT-02", "sides[0].units[0].ratio"),
        ({"south": [unit("A", in_hand="spear")]}, "BAT-UNIT-06", "sides[0].units[0].in_hand"),
        ({"south": [unit("A", ac=11)]}, "BAT-UNIT-06", "sides[0].units[0].ac"),
        ({"south": [unit("A", formation="wedge")]}, "BAT-UNIT-06", "sides[0].units[0].formation"),
        ({"south": [unit("A", files=7)]}, "BAT-UNIT-06", "sides[0].units[0].files"),
        ({"south": [unit("A", at=None)]}, "BAT-UNIT-06", "sides[0].units[0].at"),
        ({"south": [unit("A", at=[38, 10])]}, "BAT-UNIT-06", "sides[0].units[0].at"),
        ({"south": [unit("A", at=[10, 0])]}, "BAT-UNIT-06", "sides[0].units[0].at"),
        ({"south": [unit("A"), unit("B", at=[12, 9])]}, "BAT-UNIT-06", "sides[0].units[1].at"),
        ({"south": [unit("A"), unit("A", at=[2, 9])]}, "BAT-UNIT-06", "sides[0].units[1].name"),
        ({"south": [unit("North orcs")]}, "BAT-UNIT-06", "sides[1].units[0].name"),
        ({"rounds": 0}, None, "rounds"),
        ({"width": 1000}, None, "width"),
        ({"hills": [{"x": 60, "y": 1, "width": 2, "height": 2}]}, "BAT-UNIT-06", "hills[0]"),
    ],
)
def test_what_cannot_be_is_refused_by_its_field(
    changes: dict[str, Any], rule: str | None, at: str
) -> None:
    # Cases 58 and 59. BAT-UNIT-06, BAT-UNIT-02, BAT-VAL-01
    error = refusal(said(**changes))
    assert (error.rule, error.at) == (rule, at)


def test_two_sides_fight() -> None:
    # BAT-STATE-01
    one = said()
    one["sides"] = one["sides"][:1]
    assert (refusal(one).rule, refusal(one).at) == ("BAT-STATE-01", "sides")
    same = said()
    same["sides"][1]["edge"] = "S"
    assert refusal(same).at == "sides[1].edge"


def test_a_table_of_ones_own_belongs_to_the_set_up_and_is_checked() -> None:
    # BAT-CRT-02, BAT-CRT-05
    game = SYSTEM.game(setup_from(said()))
    own = msgspec.json.decode(msgspec.json.encode(game.battle.crt.table))
    assert setup_from(said(crt=own)).crt == game.battle.crt.table
    # Whoever brings none plays by the one of the game, which the set-up then holds with its hash.
    assert setup_from(said()).crt == game.battle.crt.table
    assert own["hash"] == game.battle.crt.hash
    wrong = msgspec.json.decode(msgspec.json.encode(own))
    wrong["row"][0]["cells"][0] = True
    assert refusal(said(crt=wrong)).rule == "BAT-CRT-05"
    del own["row"][22]
    error = refusal(said(crt={**own, "hash": ""}))
    assert error.rule == "BAT-CRT-05"
    assert error.at is not None
    assert error.at.startswith("crt")


def test_there_are_three_battles_of_three_units_a_side() -> None:
    # Open ground; hills, commanders and changes of weapon; undead by night.
    known = SYSTEM.scenarios()
    assert len(known) == 3
    for setup in known.values():
        assert [len(side.units) for side in setup.sides] == [3, 3]
    two_lines, ridge, barrow = known.values()
    assert not two_lines.hills
    assert ridge.hills
    assert any(unit.commander for unit in ridge.units)
    assert any(len(unit.weapons) > 1 for unit in ridge.units)
    assert not barrow.daylight
    assert any(unit.morale == "none" for unit in barrow.units)


@pytest.mark.parametrize("option", [{"rounds": 5}, {"daylight": False}])
def test_options_change_a_set_up(option: dict[str, Any]) -> None:
    setup = SYSTEM.with_options(SYSTEM.scenarios()["two_lines"], option)
    assert getattr(setup, next(iter(option))) == next(iter(option.values()))


def test_a_table_may_be_told_as_the_text_of_its_file() -> None:
    # BAT-CRT-02, BAT-CRT-05
    rows = "".join(f"[[row]]\nroll = {n}\ncells = {[30 - n] * 11}\n" for n in (16, 17))
    text = f"columns = {list(COLUMNS)}\nroll_min = 16\nroll_max = 17\n{rows}"
    ready = SYSTEM.scenarios()["two_lines"]
    own = SYSTEM.with_options(ready, {"crt": text})
    assert SYSTEM.game(own).battle.crt.row(16)[0] == 14
    with pytest.raises(BadSetup) as refused:
        SYSTEM.with_options(ready, {"crt": text.replace("roll_max = 17", "roll_max = 18")})
    assert (refused.value.rule, refused.value.at) == ("BAT-CRT-05", "options.crt.row")
    usual = SYSTEM.with_options(own, {"crt": None})
    assert SYSTEM.game(usual).battle.crt == SYSTEM.game(ready).battle.crt


def test_a_situation_tells_of_a_table_only_where_it_is_one_s_own() -> None:
    # BAT-CRT-02
    ready = SYSTEM.game(SYSTEM.with_options(SYSTEM.scenarios()["two_lines"], {"rounds": 5}))
    assert "crt" not in SYSTEM.dump_situation(ready, ready.begin(Rolled(bytes(32))).state)
    plain = msgspec.json.decode(msgspec.json.encode(ready.battle.crt.table))
    del plain["hash"]
    plain["row"][0]["cells"][0] = "7/2"
    own = SYSTEM.game(SYSTEM.with_options(ready.setup, {"crt": plain}))
    state = own.begin(Rolled(bytes(32))).state
    again, _ = SYSTEM.load_situation(SYSTEM.dump_situation(own, state))
    assert again.setup == own.setup
    assert again.setup.crt.hash != ready.setup.crt.hash
