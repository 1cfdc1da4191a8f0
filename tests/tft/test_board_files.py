"""Boards drawn as maps or listed: what they mean, what is refused, and what walls do (BRD)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from meleekit.core.errors import BadSetup
from meleekit.core.hexgrid import distance
from meleekit.tft.actions import Disengage, ForceBack
from meleekit.tft.board_files import board_from, load_board
from meleekit.tft.boards import board_for, board_plans
from meleekit.tft.game import MeleeSystem
from meleekit.tft.scenarios import load_setup
from meleekit.tft.setup import resolve, setup_from
from tests.tft.cases import position

DRAWN = ("bridge", "pillars", "two_doors")
SMALL = """
. 1 .
 . .
. # .
 . .
. 2 .
"""


def test_a_map_is_read_with_the_middle_hex_as_the_origin() -> None:
    # TFT-BRD-04: north is two lines up, north-east one line up and one sign to the right
    board = board_from({"map": SMALL})
    assert board.walls == ((0, 0),)
    assert board.entrances == (((0, -1),), ((0, 1),))
    assert (1, -1) in board.hexes
    assert (-2, 1) in board.hexes
    assert len(board.hexes) == 13


def test_signs_next_to_each_other_are_hexes_next_to_each_other() -> None:
    board = board_from({"map": "1\n . \n2"})
    (north,), (south,) = board.entrances
    (east,) = set(board.hexes) - {north, south}
    assert distance(north, south) == distance(north, east) == distance(south, east) == 1


def test_a_board_may_be_listed_too() -> None:
    # TFT-BRD-04
    listed = {"hexes": [[0, 0], [0, 1], [0, 2]], "entrances": [[[0, 0]], [[0, 2]]]}
    assert board_from(listed).entrances == (((0, 0),), ((0, 2),))


@pytest.mark.parametrize(
    ("text", "at", "words"),
    [
        ("", "map", "empty"),
        ("1 ?\n . \n2", "map[1]", "line 1, column 3"),
        ("1 .\n..\n2", "map[2]", "line 2, column 1"),
        ("1 .\n .\n3", "map", "no entrance 2"),
        ("1\n\n\n\n2", "hexes", "cannot be walked to"),
        ("1\n\n#\n\n2", "hexes", "cannot be walked to"),
    ],
)
def test_a_map_that_is_wrong_is_refused_with_line_and_rule(text: str, at: str, words: str) -> None:
    # TFT-BRD-04
    with pytest.raises(BadSetup, match=words) as refusal:
        board_from({"map": text})
    assert (refusal.value.rule, refusal.value.at) == ("TFT-BRD-04", at)


@pytest.mark.parametrize(
    ("data", "at"),
    [({"map": 3}, "map"), ({"map": SMALL, "gate": 1}, "gate"), ({"hexes": [[0]]}, "hexes[0]")],
)
def test_other_faults_are_refused_with_the_field(data: dict[str, Any], at: str) -> None:
    # TFT-BRD-04
    with pytest.raises(BadSetup) as refusal:
        board_from(data)
    assert (refusal.value.rule, refusal.value.at) == ("TFT-BRD-04", at)


def test_a_file_that_is_wrong_is_named(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('map = """1 ?"""', encoding="utf-8")
    with pytest.raises(BadSetup, match=r"mine\.toml"):
        load_board(path)


def test_a_board_with_entrances_for_two_serves_no_three_sides() -> None:
    # TFT-BRD-05
    sides = [{"name": name, "fighters": ["berrin"]} for name in "ABC"]
    with pytest.raises(BadSetup) as refusal:
        resolve(setup_from({"title": "T", "sides": sides, "board": {"map": SMALL}}))
    assert (refusal.value.rule, refusal.value.at) == ("TFT-BRD-05", "board.entrances")


def test_what_is_wrong_with_a_drawn_board_is_said_to_be_the_set_ups() -> None:
    with pytest.raises(BadSetup) as refusal:
        setup_from({"title": "T", "sides": [], "board": {"map": "1 ?"}})
    assert refusal.value.at == "board.map[1]"


def test_a_set_up_file_may_name_the_file_of_its_board(tmp_path: Path) -> None:
    # TFT-BRD-05
    (tmp_path / "ring.toml").write_text(f'title = "R"\nmap = """{SMALL}"""', encoding="utf-8")
    path = tmp_path / "battle.toml"
    sides = "".join(f'[[sides]]\nname = "{n}"\nfighters = ["berrin"]\n' for n in "AB")
    path.write_text(f'title = "T"\nboard = "ring.toml"\n{sides}', encoding="utf-8")
    assert load_setup(path).board_spec.title == "R"


@pytest.mark.parametrize("name", DRAWN)
def test_half_a_turn_changes_none_of_the_drawn_boards(name: str) -> None:
    # TFT-BRD-02: fair to both ends
    spec = board_for(name, 2)

    def turned(hexes: Any) -> set[tuple[int, int]]:
        return {(-q, -r) for q, r in hexes}

    assert turned(spec.hexes) == set(spec.hexes)
    assert turned(spec.walls) == set(spec.walls)
    assert turned(spec.entrances[0]) == set(spec.entrances[1])
    assert board_plans()[name].seating[0].fair


# The walls are (-1, 0) and (0, 0), the middle; the entrances (0, -1) and (0, 1).
WALLED = {
    "map": """
. . 1 . .
 . # . .
. . # . .
 . . . .
. . 2 . .
"""
}


def test_walls_are_no_hexes_to_move_to_and_the_way_leads_round_them() -> None:
    # TFT-BRD-03: two hexes off as the crow flies, three on foot
    rows = {"Ann": {"side": "Red", "at": [0, -1]}, "Bob": {"side": "Blue", "at": [-4, 3]}}
    now = position(rows, "move Red", board=WALLED)
    assert now.game.arena.spec.walls == ((-1, 0), (0, 0))
    assert not {(-1, 0), (0, 0)} & now.moves("Ann")
    moved = now.do(do="move", figure="Ann", hex=[0, 1])
    assert moved.figure("Ann").steps == 3


def test_nobody_is_forced_into_a_wall_or_disengages_into_one() -> None:
    # TFT-BRD-03, RET-04, DIS-02
    rows = {
        "Ann": {"side": "Red", "at": [0, 1], "facing": "NE", "struck": ["Bob"], "acted": True},
        "Bob": {"side": "Blue", "at": [1, 0], "facing": "SW", "hits": 3, "hits_this_turn": 3},
        "Zoe": {"side": "Red", "at": [-2, 2], "dexterity": 8, "strength": 16},
    }
    free = {(1, -1), (2, -1), (2, 0)}
    now = position({**rows, "Bob": {**rows["Bob"], "steps": 0}}, "act Bob", board=WALLED)
    off = {now.at(a.hex) for a in now.legal() if isinstance(a, Disengage)}
    assert off == free
    now = position({**rows, "Bob": {**rows["Bob"], "acted": True}}, "act Zoe", board=WALLED)
    now = now.do(do="nothing")
    assert {now.at(a.hex) for a in now.legal() if isinstance(a, ForceBack)} == free


def test_the_bridge_is_a_scenario_with_a_reserve() -> None:
    # TFT-MOVE-01
    setup = MeleeSystem().setup_from("hold_the_bridge")
    assert setup.board_spec.id == "bridge"
    assert len(setup.sides[1].fighters) == 5
