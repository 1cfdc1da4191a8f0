"""What is seen of a battle: units as bodies, ways to go, who would strike, and what is clicked."""

from __future__ import annotations

from typing import Any

import pytest

from meleekit.battlesystem import actions as act
from meleekit.battlesystem.game import BattleGame
from meleekit.battlesystem.state import Stage, State
from meleekit.core.dice import Rolled
from meleekit.core.scene import Flag, Piece, Scene, scene_ids
from meleekit.core.svg import render_svg
from tests.battlesystem.moments import at_move, battle, unit

MEN = unit("Men", "man_at_arms", (10, 5), files=3, figures=6)


def seen(game: BattleGame, state: State) -> Scene:
    return game.scene(state, None)


def piece(scene: Scene, name: str) -> Piece:
    return next(one for one in scene.pieces if one.name == name)


def tinted(scene: Scene, name: str, tint: str) -> set[tuple[int, int]]:
    cells = [t.cell for t in scene.hover.get(f"unit:{name}", ()) if t.tint == tint]
    return {(int(x), int(y)) for x, y in (c.removeprefix("cell:").split(",") for c in cells)}


def test_a_unit_is_a_body_of_figures_that_faces_and_counts() -> None:
    game, state = at_move([MEN], [unit("Orcs", "orc", (10, 20), facing="S", figures=4)])
    men, orcs = piece(seen(game, state), "Men"), piece(seen(game, state), "Orcs")
    assert (men.formed, men.quarter, men.strength, men.hits) == (True, 0, 6, 0)
    assert (men.cell, len(men.also)) == ("cell:10,5", 5)
    assert orcs.quarter == 2
    assert men.side != orcs.side


def test_teeth_and_claws_are_called_natural_weapons() -> None:
    game, state = at_move([MEN], [unit("Dead", "skeleton", (10, 20), facing="S")])
    assert piece(seen(game, state), "Dead").kit == "natural weapons"
    assert piece(seen(game, state), "Men").kit == "spear"


def test_hills_are_seen_in_steps() -> None:
    hills = [
        {"x": 0, "y": 0, "width": 4, "height": 4},
        {"x": 0, "y": 0, "width": 1, "height": 1, "rise": 2},
    ]
    game, state = at_move([MEN], [unit("Orcs", "orc", (10, 20), facing="S")], hills=hills)
    cells = {cell.id: cell.tint for cell in seen(game, state).cells}
    assert (cells["cell:0,0"], cells["cell:3,3"], cells["cell:4,4"]) == (
        "height-3",
        "height-1",
        None,
    )


def test_a_unit_that_may_move_shows_how_far_it_comes() -> None:
    # Men-at-arms move 12 inches: 16 cells (BAT-MOVE-01); the orcs' front at y 20 stops them at 19.
    game, state = at_move([MEN], [unit("Orcs", "orc", (12, 20), facing="S", files=3, figures=3)])
    ahead = tinted(seen(game, state), "Men", "reach")
    assert {y for _, y in ahead} == set(range(6, 20))
    assert {x for x, _ in ahead} == {10, 11, 12}


def test_who_of_a_unit_strikes_is_seen_by_class() -> None:
    # Case 42: a closed 5 x 3 block with pikes against a closed row of three.
    pikes = unit("Pikes", "pikeman", (0, 2), files=5, figures=15)
    orcs = unit("Orcs", "orc", (3, 3), facing="S", files=3, figures=3)
    scene = seen(*at_move([pikes], [orcs]))
    assert tinted(scene, "Pikes", "strike") == {(1, 2), (2, 2), (3, 2)}
    assert tinted(scene, "Pikes", "overlap") == {(0, 2), (4, 2)}
    assert tinted(scene, "Pikes", "support") == {(x, 1) for x in range(5)}
    assert tinted(scene, "Pikes", "support-far") == {(x, 0) for x in range(5)}
    assert tinted(scene, "Orcs", "strike") == {(1, 3), (2, 3), (3, 3)}


def test_every_border_at_which_figures_touch_has_its_stroke() -> None:
    orcs = unit("Orcs", "orc", (12, 6), facing="S", files=2, figures=2)
    scene = seen(*at_move([MEN], [orcs]))
    assert {(link.start, link.end) for link in scene.links} == {
        ("cell:11,5", "cell:11,6"),
        ("cell:12,5", "cell:12,6"),
    }
    assert all(link.kind == "melee" for link in scene.links)


def test_charge_rout_and_leader_are_flags() -> None:
    led = {**MEN, "commander": "Ulf"}
    game, state = at_move([led], [unit("Orcs", "orc", (10, 20), facing="S", files=3, figures=3)])
    assert piece(seen(game, state), "Men").flags == (Flag.LEADER,)
    after = game.apply(state, 0, act.Charge("Men", "Orcs"), Rolled(b"0" * 32)).state
    assert Flag.CHARGE in piece(seen(game, after), "Men").flags


def test_the_unit_in_the_midst_of_its_move_is_lit_and_its_ways_are_seen() -> None:
    game, state = at_move([MEN], [unit("Orcs", "orc", (30, 20), facing="S")])
    after = game.apply(state, 0, act.Advance("Men", 2), Rolled(b"0" * 32)).state
    scene = seen(game, after)
    assert [one.name for one in scene.pieces if one.active] == ["Men"]
    assert any(tint.tint == "reach" for tint in scene.tints)


@pytest.mark.parametrize(
    ("action", "wanted"),
    [
        (act.Hold("Men"), ("unit:Men",)),
        (act.Advance("Men", 2), ("unit:Men", "cell:10,7", "cell:11,7", "cell:12,7")),
        (act.Charge("Men", "Orcs"), ("unit:Men", "unit:Orcs")),
    ],
)
def test_an_advance_is_told_by_any_cell_that_the_front_comes_to_stand_on(
    action: Any,
    wanted: tuple[str, ...],
) -> None:
    game, state = at_move([MEN], [unit("Orcs", "orc", (10, 20), facing="S", files=3, figures=3)])
    assert game.picks(state, action) == wanted


def test_all_that_can_be_clicked_is_there_to_be_clicked_through_a_whole_battle() -> None:
    game = battle([MEN], [unit("Orcs", "orc", (13, 9), facing="S", files=4, figures=8)])
    dice = Rolled(b"0" * 32)
    state = game.begin(dice).state
    asked = 0
    while decisions := game.decisions(state):
        seat = decisions[0].seat
        ids = scene_ids(seen(game, state))
        actions = game.actions(state, seat)
        assert all(pick in ids for action in actions for pick in game.picks(state, action))
        state = game.apply(state, seat, actions[dice.below(len(actions))], dice).state
        asked += 1
    assert asked > 20
    assert state.stage is Stage.OVER


def test_a_full_field_is_drawn_in_little_text() -> None:
    game, state = at_move([MEN], [unit("Orcs", "orc", (10, 20), facing="S")])
    scene = seen(game, state)
    assert len(scene.cells) == 1200
    assert len(render_svg(scene)) < 300_000
