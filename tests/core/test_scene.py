"""Scenes: what may be in one, and how its things are called."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meleekit.core.cells import hex_cell, square_cell
from meleekit.core.scene import (
    Cell,
    Link,
    Mark,
    Piece,
    Scene,
    Tint,
    describe,
    short_labels,
)
from tests.core.melee_scene import melee


def test_a_scene_survives_json() -> None:
    scene = melee()
    assert msgspec.json.decode(msgspec.json.encode(scene), type=Scene) == scene


def test_an_id_given_twice_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="more than once: hex:0,0"):
        Scene(title="", cells=(hex_cell(0, 0), hex_cell(0, 0)))


@pytest.mark.parametrize(
    "part",
    [
        {"pieces": (Piece(id="p", cell="nowhere", name=""),)},
        {"pieces": (Piece(id="p", cell="hex:0,0", also=("nowhere",), name=""),)},
        {"marks": (Mark("m", "nowhere", "item"),)},
        {"links": (Link("l", "attack", "hex:0,0", "nowhere"),)},
        {"tints": (Tint("nowhere", "front"),)},
        {"hover": {"nowhere": ()}},
        {"hover": {"hex:0,0": (Tint("nowhere", "front"),)}},
    ],
    ids=["piece", "large piece", "mark", "link", "tint", "hover", "hover's tint"],
)
def test_what_refers_to_something_that_is_not_there_is_refused(part: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="nowhere"):
        msgspec.structs.replace(Scene(title="", cells=(hex_cell(0, 0),)), **part)


@pytest.mark.parametrize("word", ["Front", "a b", '"', "", "-x", "é"])
def test_a_tint_that_is_no_class_is_refused(word: str) -> None:
    with pytest.raises(ValueError, match="is no class"):
        Scene(title="", cells=(hex_cell(0, 0),), tints=(Tint("hex:0,0", word),))


def test_squares_lie_edge_to_edge_in_columns_and_rows() -> None:
    def corners(cell: Cell) -> set[tuple[float, float]]:
        return {(round(cell.x + x, 6), round(cell.y + y, 6)) for x, y in cell.outline}

    here, right, below, aslant = (square_cell(*place) for place in ((2, 1), (3, 1), (2, 2), (3, 2)))
    assert (here.id, here.label, here.title) == ("cell:2,1", "2,1", "square 2,1")
    assert right.x > here.x
    assert below.y > here.y
    assert [len(corners(here) & corners(cell)) for cell in (right, below, aslant)] == [2, 2, 1]
    assert square_cell(0, 0, id="a1", label="A1", tint="reach").id == "a1"


def test_the_hex_in_direction_0_lies_one_hex_height_straight_up() -> None:
    here, up = hex_cell(2, 1), hex_cell(2, 0)
    assert up.x == here.x
    assert here.y - up.y == pytest.approx(3**0.5)


def test_a_description_tells_side_posture_facing_hits_and_arms() -> None:
    scene = melee()
    assert describe(scene, scene.pieces[0]) == (
        "Ann, Ann, standing, facing north-east, 4 of 12 hits taken, sword and dagger, "
        "shield front, engaged"
    )


@given(st.lists(st.text(max_size=12), max_size=40))
def test_no_two_short_labels_are_alike(names: list[str]) -> None:
    labels = short_labels(names)
    assert len(set(labels)) == len(labels) == len(names)
