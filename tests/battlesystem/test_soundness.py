"""States that were read: sound ones pass, and each contradiction is refused by its field."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from meleekit.battlesystem.actions import Advance, Reform
from meleekit.battlesystem.geometry import Pose, full
from meleekit.battlesystem.state import (
    Active,
    Assigned,
    Flight,
    Melee,
    Stage,
    State,
    Withdrawal,
)
from meleekit.core.dice import Rolled
from meleekit.core.errors import BadSave, BadSituation
from meleekit.core.trial import walk
from tests.battlesystem.cases import SYSTEM, Position, position
from tests.battlesystem.random_armies import random_setup

SCENARIOS = SYSTEM.scenarios()


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize("seed", range(3))
def test_every_moment_of_a_random_battle_is_sound_and_figures_only_get_fewer(
    name: str, seed: int
) -> None:
    # BAT-STATE-02, BAT-LOSS-04
    game = SYSTEM.game(SCENARIOS[name])
    for moment in walk(game, name, seed + 40, 300):
        after: State = moment.step.state
        game.check_state(after)
        for before, unit in zip(moment.state.units, after.units, strict=True):
            assert unit.figures <= before.figures
            assert unit.there or not before.routed or unit.gone or not unit.figures
            assert before.gone <= unit.gone


def test_where_a_way_is_legal_it_is_listed_and_the_other_way_round() -> None:
    # BAT-VAL-05
    for name, setup in SCENARIOS.items():
        game = SYSTEM.game(setup)
        seen = set()
        for moment in walk(game, name, 7, 60):
            listed = set(moment.legal)
            seen |= listed
            legal = {action for action in seen if game.is_legal(moment.state, moment.seat, action)}
            assert legal == listed


def test_a_truth_value_is_no_number_of_cells_or_files() -> None:
    # BAT-MOVE-02, BAT-UNIT-06
    now = fighting(to="unit_move South", now={"Orcs": {"at": [30, 25]}})
    for one, fine in ((1, True), (True, False)):
        for action in (Advance("Men", one), Reform("Men", "closed", one)):
            assert now.game.is_legal(now.state, 0, action) is fine


# -- contradictions ------------------------------------------------------------------------------


def fighting(to: str = "pick_melee South", **said: Any) -> Position:
    men = {"troop": "man_at_arms", "figures": 6, "files": 3, "at": [10, 10], "commander": "Ivo"}
    orcs = {"troop": "orc", "figures": 6, "files": 3, "at": [12, 11], "facing": "S"}
    dead = {"troop": "skeleton", "figures": 4, "files": 4, "at": [30, 20], "facing": "S"}
    units = {"South": {"Men": men}, "North": {"Orcs": orcs, "Dead": dead}}
    return position(to=to, units=units, **said)


def unit(state: State, number: int = 0, **changes: Any) -> None:
    state.units[number] = msgspec.structs.replace(state.units[number], **changes)


def posed(state: State, number: int = 0, **changes: Any) -> None:
    unit(state, number, pose=msgspec.structs.replace(state.units[number].pose, **changes))


def put(**changes: Any) -> Callable[[State], None]:
    def change(state: State) -> None:
        for name, value in changes.items():
            setattr(state, name, value)

    return change


def melees_of(now: Position) -> Melee:
    (melee,) = now.state.melees
    return melee


MELEE = melees_of(fighting())
OTHER_WAY = Melee(MELEE.second, MELEE.first)
CROWD = msgspec.structs.replace(MELEE, first=msgspec.structs.replace(MELEE.first, contact=7))

CONTRADICTIONS: dict[str, tuple[Callable[[State], None], str, str]] = {
    "a unit too few": (lambda s: s.units.pop(), "units", "BAT-UNIT-06"),
    "a fifth direction": (lambda s: posed(s, facing=4), "units[0].pose", "BAT-GRID-01"),
    "no file": (lambda s: posed(s, files=0), "units[0].pose", "BAT-UNIT-06"),
    "too wide apart": (lambda s: posed(s, pitch=4), "units[0].pose", "BAT-UNIT-06"),
    "empty files": (lambda s: posed(s, filled=3), "units[0].pose", "BAT-UNIT-06"),
    "slots below none": (lambda s: posed(s, filled=-1), "units[0].pose", "BAT-GRID-02"),
    "more figures": (lambda s: posed(s, filled=full(7)), "units[0].pose", "BAT-UNIT-06"),
    "closed but apart": (lambda s: posed(s, pitch=2), "units[0].formation", "BAT-GRID-02"),
    "what it lacks": (lambda s: unit(s, weapon="club"), "units[0].weapon", "BAT-VAL-02"),
    "two wounded": (lambda s: unit(s, wounded=2), "units[0].wounded", "BAT-LOSS-04"),
    "no commander": (lambda s: unit(s, 1, leads=True), "units[1].commander", "BAT-MOR-07"),
    "undead in rout": (lambda s: unit(s, 2, routed=True), "units[2].routed", "BAT-MOR-04"),
    "other losses": (lambda s: unit(s, due=64), "units[0].due", "BAT-MOR-01"),
    "off the map": (lambda s: posed(s, x=39), "units[0].pose", "BAT-UNIT-06"),
    "one on another": (
        lambda s: unit(s, 2, pose=Pose(10, 9, 0, 4, 1, full(4))),
        "units[2].pose",
        "BAT-UNIT-06",
    ),
    "round nought": (put(round=0), "round", "BAT-VICT-01"),
    "a round too many": (put(round=21), "round", "BAT-VICT-01"),
    "a third side": (put(first=2), "first", "BAT-STATE-01"),
    "over too soon": (put(stage=Stage.OVER), "stage", "BAT-VICT-01"),
    "nobody asked": (put(stage=Stage.MORALE), "stage", "BAT-SEQ-05"),
    "the wrong side": (put(turn=1), "turn", "BAT-PROC-01"),
    "a move too late": (put(active=Active(0, 3)), "active", "BAT-MOVE-06"),
    "a withdrawal too late": (
        put(withdrawal=Withdrawal(0, 2, 1, (1,))),
        "withdrawal",
        "BAT-END-03",
    ),
    "a flight too late": (put(flight=Flight(0, 2, False, (1,))), "flight", "BAT-END-05"),
    "asked too late": (put(done=(0,)), "done", "BAT-SEQ-04"),
    "nobody's turn": (put(done=(9,)), "done", "BAT-STATE-02"),
    "checks too soon": (put(checks=(0,)), "checks", "BAT-MOR-02"),
    "assigned too late": (put(assigned=(Assigned(0, 0, 1),)), "assigned", "BAT-ELIG-12"),
    "melees too soon": (put(stage=Stage.ASSIGN), "melees", "BAT-ELIG-12"),
    "the other way round": (put(melees=(OTHER_WAY,)), "melees[0]", "BAT-STATE-03"),
    "a melee twice": (put(melees=(MELEE, MELEE)), "melees[1]", "BAT-STATE-03"),
    "a crowd": (put(melees=(CROWD,)), "melees[0]", "BAT-ELIG-02"),
    "ranks close too soon": (put(stage=Stage.CLOSE), "melees", "BAT-END-09"),
}


@pytest.mark.parametrize("name", CONTRADICTIONS)
def test_a_state_that_contradicts_itself_is_refused_by_its_field(name: str) -> None:
    # BAT-VAL-01
    change, at, rule = CONTRADICTIONS[name]
    now = fighting()
    state = now.state.copy()
    change(state)
    with pytest.raises(BadSave) as error:
        now.game.check_state(state)
    assert (error.value.at, error.value.rule) == (at, rule)


@pytest.mark.parametrize(
    ("said", "at"),
    [
        ({"to": "dance South"}, "to"),
        ({"to": "unit_move East"}, "to"),
        ({"to": "over"}, "to"),
        ({"round": 99}, "round"),
        ({"now": {"Nobody": {}}}, "now.Nobody"),
        ({"now": {"Men": {"figures": 7}}}, "now.Men.figures"),
        ({"now": {"Men": {"at": [39, 10]}}}, "now.Men.at"),
        ({"now": {"Men": {"formatoin": "open"}}}, "now.Men.formatoin"),
        ({"now": {"Men": {"gaps": [9]}}}, "now.Men.gaps"),
        ({"now": {"Men": {"lost": ["all"]}}}, "now.Men.lost"),
        ({"now": {"Men": {"weapon": "club"}}}, "now.Men.weapon"),
        ({"done": ["Nobody"]}, "done[0]"),
        ({"active": {"unit": "Orcs", "left": 2}}, "active"),
        ({"flight": {"unit": "Men", "asked": ["Elves"]}}, "flight.asked[0]"),
        ({"wind": "north"}, "wind"),
        ({"now": {"Men": {"formation": "open", "pitch": 10**9}}}, "now.Men.pitch"),
        ({"now": {"Men": {"files": 10**9}}}, "now.Men.files"),
    ],
)
def test_a_situation_that_cannot_be_is_refused_by_its_field(said: dict[str, Any], at: str) -> None:
    with pytest.raises(BadSituation) as error:
        fighting(**said)
    assert error.value.at == at


def test_figures_that_keep_their_cells_are_written_with_gaps() -> None:
    # BAT-MOVE-03
    now = fighting(now={"Men": {"figures": 4, "gaps": [3]}})
    assert now.unit("Men").pose.filled == 0b10111
    text = SYSTEM.dump_situation(now.game, now.state)
    assert "gaps = [3]" in text
    assert SYSTEM.load_situation(text)[1] == now.state


@pytest.mark.parametrize("number", range(30))
def test_any_army_is_written_in_short_and_read_as_it_was(number: int) -> None:
    game = SYSTEM.game(random_setup(Rolled(bytes([number]) * 32)))
    state = game.begin(Rolled(bytes(32))).state
    text = SYSTEM.dump_situation(game, state)
    other, again = SYSTEM.load_situation(text)
    assert other.setup == game.setup
    assert again == state


def test_what_a_troop_type_says_is_not_written() -> None:
    now = fighting()
    assert "thac0" not in SYSTEM.dump_situation(now.game, now.state)
