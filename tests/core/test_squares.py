"""Boards of squares, and bodies of figures on them, drawn and in characters."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import msgspec
import pytest

from meleekit.core.cells import is_square, square_cell, square_place
from meleekit.core.scene import Cell, Flag, Mark, Piece, Posture, Scene, Tint, describe
from meleekit.core.signs import Glyph
from meleekit.core.svg import render_svg, stylesheet
from meleekit.core.svg_board import layout
from meleekit.core.svg_room import places
from meleekit.core.text import render_text


def square(x: int, y: int, label: str = "", **more: str) -> Cell:
    return square_cell(x, y, label=label, side=1.0, **more)


BOARD = tuple(square(x, y) for y in range(6) for x in range(8))


def body(*cells: tuple[int, int], **more: object) -> Piece:
    first, *others = [f"cell:{x},{y}" for x, y in cells]
    usual = {"name": "Spears", "initials": "Sp", "side": 1, "quarter": 0, "strength": 6}
    return Piece(
        id="unit:Spears",
        cell=first,
        also=tuple(others),
        formed=True,
        **{**usual, **more},  # type: ignore[arg-type]
    )


def seen(*pieces: Piece, **more: object) -> Scene:
    return Scene(title="Field", cells=BOARD, pieces=pieces, sides=("Red", "Blue"), **more)  # type: ignore[arg-type]


def classes(svg: str) -> set[str]:
    found = {e.get("class") or "" for e in ElementTree.fromstring(svg).iter()}
    return {word for words in found for word in words.split()}


def test_squares_know_their_neighbours_and_where_they_are() -> None:
    board = layout(BOARD)
    assert all(map(is_square, BOARD))
    assert square_place(BOARD[8 * 2 + 3]) == (3, 2)
    # North, east, south, west: clockwise from straight up, None beyond the board.
    assert board.neighbours["cell:3,2"] == ("cell:3,1", "cell:4,2", "cell:3,3", "cell:2,2")
    assert board.neighbours["cell:0,0"] == (None, "cell:1,0", "cell:0,1", None)


def test_squares_that_lie_together_are_outlined_together() -> None:
    two = layout(BOARD).outline(["cell:3,2", "cell:4,2"])
    # Two squares side by side have six outer edges.
    assert two.count("M") == 6


def test_higher_ground_has_its_contour() -> None:
    flat = (square(0, 0, group="0"), square(1, 0, group="0"))
    hill = (square(0, 0, group="0"), square(1, 0, group="1", tint="height-1"))
    assert "group-line" not in classes(render_svg(Scene(title="", cells=flat)))
    assert "group-line" in classes(render_svg(Scene(title="", cells=hill)))


def test_a_body_stands_in_the_middle_of_its_block_at_its_own_size() -> None:
    # Open order: the middles are at 1.5 columns and 3.5 rows, 40 units a square.
    piece = body((0, 3), (3, 3), (0, 4), (3, 4))
    place = places(seen(piece))["unit:Spears"]
    assert place.at == (60.0, 140.0)
    assert place.scale == 1.0


def test_every_figure_of_a_body_is_drawn_and_the_wounded_last_one_otherwise() -> None:
    piece = body((2, 2), (3, 2), (4, 2), hurt=1)
    svg = ElementTree.fromstring(render_svg(seen(piece)))
    drawn = {e.get("class"): (e.get("d") or "").count("M") for e in svg.iter()}
    assert drawn["figure"] == 2
    assert drawn["figure hurt"] == 1


@pytest.mark.parametrize(
    ("quarter", "turn"), [(0, None), (1, "rotate(90)"), (2, "rotate(180)"), (3, "rotate(270)")]
)
def test_the_front_of_a_body_is_turned_as_it_faces(quarter: int, turn: str | None) -> None:
    svg = ElementTree.fromstring(render_svg(seen(body((2, 2), (3, 2), quarter=quarter))))
    parents = {child: parent for parent in svg.iter() for child in parent}
    (collar,) = (e for e in svg.iter() if e.get("class") == "collar")
    assert parents[collar].get("transform") == turn or turn is None


def test_a_body_without_a_front_has_none() -> None:
    assert "collar" not in classes(render_svg(seen(body((2, 2), quarter=None))))


def test_flags_losses_and_weapon_are_seen_on_a_body() -> None:
    plain = body((2, 2), (3, 2), strength=2)
    told = msgspec.structs.replace(
        plain, strength=12, hits=10, weapon=Glyph.SPEAR, flags=tuple(Flag), active=True
    )
    gained = classes(render_svg(seen(told))) - classes(render_svg(seen(plain)))
    assert {"flag-leader", "flag-rout", "rush-charge", "rush-flight", "is-routed"} <= gained
    assert {"glyph", "ring", "active"} <= gained
    texts = [e.text for e in ElementTree.fromstring(render_svg(seen(told))).iter() if e.text]
    assert "2/12" in texts
    assert "facing north, 2 of 12 figures" in describe(seen(told), told)


def test_every_class_of_a_square_board_has_its_look() -> None:
    piece = body((2, 2), (3, 2), hurt=1, flags=tuple(Flag), weapon=Glyph.SPEAR, active=True)
    other = msgspec.structs.replace(piece, id="other", cell="cell:5,5", also=(), active=False)
    hill = square(8, 0, tint="height-2", label="5")
    tints = tuple(
        Tint("cell:0,0", word) for word in ("strike", "overlap", "support", "support-far")
    )
    scene = Scene(title="", cells=(*BOARD, hill), pieces=(piece, other), tints=tints)
    known = set(re.findall(r"\.([a-z][a-z0-9-]*)", stylesheet()))
    by_start = tuple(re.findall(r'\[class\*="([a-z-]+)"\]', stylesheet()))
    names_only = {"live", "cells", "now", "is-standing", "rush-charge", "flag-leader"}
    used = classes(render_svg(scene)) - known - names_only
    assert {word for word in used if not word.startswith(by_start)} == set()


# -- in characters ---------------------------------------------------------------------------------


def rows(scene: Scene, width: int = 80) -> list[str]:
    # Below the title and an empty line.
    return render_text(scene, width=width).split("\n")[2:]


def test_in_characters_a_body_shows_its_letters_its_front_and_its_side() -> None:
    board = rows(seen(body((2, 2), (3, 2), (4, 2), (2, 3), (3, 3))))
    assert board[2][4:10] == "Sp↑▲↑▲"
    assert board[3][4:8].rstrip() == "▲ ▲"


def test_a_body_that_faces_east_has_its_front_there() -> None:
    board = rows(seen(body((4, 1), (4, 2), (3, 1), (3, 2), quarter=1)))
    assert board[1][6:10] == "▲ Sp"
    assert board[2][6:10] == "▲ →▲"


def test_a_board_too_wide_for_two_characters_a_square_takes_one() -> None:
    board = rows(seen(body((2, 2), (3, 2))), width=12)
    assert board[2][2:4] == "S↑"


def test_tints_and_heights_have_their_signs() -> None:
    hill = square(8, 0, tint="height-2")
    scene = Scene(title="F", cells=(*BOARD, hill), tints=(Tint("cell:1,1", "reach"),))
    board = rows(scene)
    assert board[0][16] == "2"
    assert board[1][2] == "•"


def rows_of_counters(*pieces: Piece, width: int = 80, **more: object) -> list[str]:
    cells = tuple(square_cell(x, y, label=f"{'abc'[x]}{2 - y}") for y in range(2) for x in range(3))
    return rows(Scene(title="F", cells=cells[:-1], pieces=pieces, **more), width)  # type: ignore[arg-type]


def counter(cell: str, **more: object) -> Piece:
    return Piece(**{"id": f"on {cell}", "cell": cell, "name": "King", "side": 0, **more})  # type: ignore[arg-type]


def test_squares_for_counters_are_ruled_and_each_says_what_it_is_called() -> None:
    assert rows_of_counters()[:5] == [
        "+------+------+------+",
        "|  a2  |  b2  |  c2  |",
        "+------+------+------+",
        "|  a1  |  b1  |",
        "+------+------+",
    ]


def test_a_counter_in_a_square_shows_side_letters_facing_posture_and_strength_left() -> None:
    king = counter("cell:1,0", quarter=1, hits=1, strength=3, posture=Posture.PRONE)
    assert rows_of_counters(king)[1] == "|  a2  |●Ki→p2|  c2  |"
    assert rows_of_counters(king, width=18)[1] == "| a2 |●Ki→| c2 |"


def test_who_is_asked_and_who_is_aimed_at_stand_out_and_others_are_counted() -> None:
    first, second = counter("cell:0,1", active=True), counter("cell:0,1", id="second", side=1)
    drawn = rows_of_counters(first, second, marks=(Mark("aim", "cell:2,0", "target"),))
    assert drawn[1] == "|  a2  |  b2  >  c2  <"
    assert drawn[3] == "«●Ki +1»  b1  |"


def test_letters_two_columns_wide_keep_the_lines_where_they_are() -> None:
    assert rows_of_counters(counter("cell:0,0", name="王"))[1] == "|●王   |  b2  |  c2  |"


def test_signs_in_ruled_squares_take_the_place_of_labels() -> None:
    tints = (Tint("cell:0,0", "reach"), Tint("cell:1,0", "wall"))
    drawn = rows_of_counters(tints=tints, marks=(Mark("sword", "cell:0,1", "item", "sword"),))
    assert drawn[1] == "|  •   |######|  c2  |"
    assert drawn[3] == "|  *   |  b1  |"


def test_squares_too_many_to_be_ruled_are_drawn_close() -> None:
    assert rows_of_counters(counter("cell:1,0"), width=15)[:2] == ["a2Kic2", "a1b1"]


def test_the_roster_counts_the_figures_of_a_body() -> None:
    text = render_text(seen(body((2, 2), (3, 2), hits=4, status=("open",))))
    assert re.search(r"▲Sp↑ +Spears +Blue +2/6 +open", text)
