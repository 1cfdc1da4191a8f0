"""What a corrected table says is what is played."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from meleekit.tft.events import Stumbled
from meleekit.tft.game import Melee
from meleekit.tft.state import Posture
from meleekit.tft.tables import load_tables
from tests.tft.cases import Position, position, told
from tests.tft.corrected import corrected

Row = dict[str, Any]

ANN: Row = {"side": "Red", "at": [0, 1], "facing": "N", "dexterity": 12, "items": ["broadsword"]}
BOB: Row = {"side": "Blue", "at": [0, 0], "facing": "S", "items": ["broadsword"]}
FAR: Row = {**BOB, "at": [0, -5]}
BLOW: Row = {"do": "attack", "target": "Bob", "weapons": ["broadsword"]}


def played_by(now: Position, path: Path) -> Position:
    """The same position under the tables of that file."""
    return replace(now, game=Melee(now.game.setup, load_tables(path)))


@pytest.mark.parametrize(("die", "falls"), [(4, False), (5, True), (6, True)])
def test_one_stumbles_on_the_faces_of_the_table(tmp_path: Path, die: int, falls: bool) -> None:
    body = {"side": "Blue", "at": [0, -1], "condition": "dead"}
    now = position({"Ann": {**ANN, "at": [0, 0]}, "Bob": FAR, "Cid": body}, "move Red")
    now = played_by(now, corrected(tmp_path, "fall_on = [6]", "fall_on = [5,6]"))
    now = now.do([die], do="move", figure="Ann", hex=[0, -1])
    assert (now.figure("Ann").posture is Posture.PRONE) == falls
    (stumbled,) = now.said(Stumbled)
    assert stumbled.roll.why == "Ann stumbles on 5 or 6"


def test_a_defence_makes_attacks_roll_the_dice_of_the_table(tmp_path: Path) -> None:
    now = position({"Ann": ANN, "Bob": {**BOB, "guard": "defend", "acted": True}}, "act Ann")
    easy = corrected(tmp_path, "defended_attack = 4", "defended_attack = 3")
    # 12 or less: 435 of the 1296 throws of four dice, 160 of the 216 of three
    assert now.chance("hit", **BLOW) == Fraction(435, 1296)
    assert played_by(now, easy).chance("hit", **BLOW) == Fraction(160, 216)


def test_kinds_of_combat_allow_what_the_table_says(tmp_path: Path) -> None:
    now = position({"Ann": {**ANN, "at": [-2, 7]}, "Bob": FAR}, "move Red")
    open_gates = corrected(tmp_path, "may_escape = false", "may_escape = true")
    assert not now.allows(do="escape", figure="Ann")
    assert played_by(now, open_gates).allows(do="escape", figure="Ann")


def test_one_whose_strength_is_low_loses_the_dexterity_of_the_named_row(tmp_path: Path) -> None:
    now = position({"Ann": {**ANN, "strength": 12, "hits": 9}, "Bob": BOB}, "act Ann")
    milder = corrected(tmp_path, 'dex_adjustment = "str3"', 'dex_adjustment = "wounded"')
    assert told(now, "Ann", "dex") == 12 - 3
    assert told(played_by(now, milder), "Ann", "dex") == 12 - 2
