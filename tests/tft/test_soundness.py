"""Battles that were read and point at what is not there."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from meleekit.core.errors import BadSave, BadSituation
from meleekit.tft.game import Melee
from meleekit.tft.state import Battle, PreEmpt
from tests.tft.brawls import SCENARIOS, Moment, moments
from tests.tft.cases import position

FAR = 10**6


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_battle_that_was_fought_is_sound(scenario: str) -> None:
    for moment in moments(scenario):
        moment.game.check_state(moment.battle)


def some_moment() -> Moment:
    """In the midst of a duel."""
    return moments("duel")[40]


def changed(battle: Battle, *path: str | int, to: object) -> Battle:
    """The same battle with one value replaced."""
    plain = msgspec.json.decode(msgspec.json.encode(battle))
    place: Any = plain
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = to
    return msgspec.json.decode(msgspec.json.encode(plain), type=Battle)


def refused_at(game: Melee, battle: Battle) -> str | None:
    with pytest.raises(BadSave) as error:
        game.check_state(battle)
    return error.value.at


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("hex", FAR),
        ("hex", -2),
        ("came_from", FAR),
        ("moved_to", FAR),
        ("facing", 6),
        ("facing", -1),
        ("run", 6),
        ("main", FAR),
        ("off", -2),
        ("slung", [FAR]),
        ("slung", [-1]),
        ("readying", [FAR, -1]),
        ("engagers", [FAR]),
        ("struck", [-1]),
        ("hits", -1),
        ("steps", -1),
    ],
)
def test_a_figure_that_points_at_nothing_is_refused(field: str, value: object) -> None:
    moment = some_moment()
    battle = changed(moment.battle, "figures", 1, field, to=value)
    assert refused_at(moment.game, battle) == f"figures[1].{field}"


@pytest.mark.parametrize(
    ("field", "value", "at"),
    [
        ("figures", [], "figures"),
        ("order", [2], "order"),
        ("placing", [2], "placing"),
        ("tied", [[0, 2]], "tied[0]"),
        ("ground", [{"item": FAR, "hex": 0, "since": 1}], "ground[0].item"),
        ("ground", [{"item": 0, "hex": -1, "since": 1}], "ground[0].hex"),
        ("stack", [{"task": "act", "figure": 2}], "stack[0].figure"),
        ("stack", [{"task": "place", "figure": 0}], "stack[0].figure"),
        ("stack", [{"task": "move", "seat": 2}], "stack[0].seat"),
        ("stack", [{"task": "face", "figure": 0, "allowed": [6]}], "stack[0].allowed"),
        ("stack", [{"task": "follow", "figure": 0, "hex": FAR}], "stack[0].hex"),
        ("phase", "over", "phase"),
        ("outcome", {"winners": [0], "reason": "", "rule": ""}, "phase"),
    ],
)
def test_a_battle_that_points_at_nothing_is_refused(field: str, value: object, at: str) -> None:
    moment = some_moment()
    assert refused_at(moment.game, changed(moment.battle, field, to=value)) == at


def test_an_attack_by_nobody_or_with_nothing_is_refused() -> None:
    attacked = (m for m in moments("duel") if m.battle.stack)
    moment = next(m for m in attacked if isinstance(m.battle.stack[-1], PreEmpt))
    depth = len(moment.battle.stack) - 1
    for field, value in (("attacker", 2), ("weapons", [FAR])):
        battle = changed(moment.battle, "stack", depth, field, to=value)
        assert refused_at(moment.game, battle) == f"stack[{depth}].{field}"


# -- two in one hex ------------------------------------------------------------------------------

ANN = {"side": "Red", "at": [0, 1]}
AMY = {"side": "Red", "at": [0, 1]}
BOB = {"side": "Blue", "at": [0, -3]}


def sharing(ann: dict[str, Any], amy: dict[str, Any]) -> None:
    """Load a situation in which two friends are in one hex."""
    position({"Ann": ANN | ann, "Amy": AMY | amy, "Bob": BOB}, "move Red")


@pytest.mark.parametrize("posture", ["standing", "kneeling"])
def test_two_on_their_feet_in_one_hex_are_refused(posture: str) -> None:
    # TFT-MOVE-09
    with pytest.raises(BadSituation) as error:
        sharing({}, {"posture": posture})
    assert (error.value.at, error.value.rule) == ("fighters.Amy.at", "TFT-MOVE-09")


@pytest.mark.parametrize(
    "amy", [{"posture": "prone"}, {"condition": "dead"}, {"condition": "escaped"}]
)
def test_friends_on_the_ground_may_share_the_hex_of_one_who_stands(amy: dict[str, Any]) -> None:
    # TFT-MOVE-24
    sharing({}, amy)


def test_one_in_the_air_is_over_another() -> None:
    # TFT-MOVE-22
    sharing({}, {"race": "gargoyle", "posture": "aloft"})
