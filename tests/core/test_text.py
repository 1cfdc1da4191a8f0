"""Scenes in characters: who is there and where, in any width and under any name."""

from __future__ import annotations

import re

import pytest
from rich.cells import cell_len

from meleekit.core.scene import (
    Piece,
    Scene,
    Tint,
)
from meleekit.core.text import render_text
from meleekit.core.text_ink import ARROWS
from tests.core.melee_scene import NASTY, field, melee


def test_a_figure_and_a_sign_share_a_cell_in_characters() -> None:
    tints = (Tint("hex:1,0", "price-3", "3"), Tint("hex:1,0", "melee"))
    text = render_text(Scene(title="", cells=field(1), tints=tints))
    assert "3!" in text


@pytest.mark.parametrize("name", ["Ann", *NASTY])
def test_the_terminal_lists_every_piece(name: str) -> None:
    scene = melee((name,))
    roster = render_text(scene).rstrip("\n").split("\n\n")[-1].split("\n")
    assert len(roster) == len(scene.pieces)


def test_the_board_in_characters_shows_every_piece_that_has_a_hex_to_itself() -> None:
    scene = melee()
    board = render_text(scene).split("\n\n")[1]
    alone = [p for p in scene.pieces if [q.cell for q in scene.pieces].count(p.cell) == 1]
    assert len(alone) == 5
    assert all(p.short in board for p in alone)


def test_two_who_share_a_hex_are_both_shown_in_characters() -> None:
    board = render_text(melee()).split("\n\n")[1]
    assert "Cl" in board
    assert "Di" in board


@pytest.mark.parametrize("facing", range(6))
def test_an_arrow_shows_where_a_figure_faces(facing: int) -> None:
    piece = Piece(id="p", cell="hex:0,0", name="Pa", side=0, facing=facing)
    text = render_text(Scene(title="", cells=field(1), pieces=(piece,)))
    assert f"●Pa{ARROWS[facing]}" in text


@pytest.mark.parametrize("name", NASTY)
def test_no_name_can_steer_the_terminal(name: str) -> None:
    text = render_text(melee((name,)))
    assert all(c == "\n" or c.isprintable() for c in text)


@pytest.mark.parametrize("name", ["Ann", *NASTY])
@pytest.mark.parametrize("width", [60, 80, 100])
def test_no_line_is_wider_than_asked(width: int, name: str) -> None:
    text = render_text(melee((name[:20],)), width=width, labels=True)
    assert max(map(cell_len, text.split("\n"))) <= width


def test_colour_changes_nothing_but_the_colours() -> None:
    coloured = render_text(melee(), color=True)
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == render_text(melee())


def test_hovering_shows_the_arcs_in_characters() -> None:
    scene = melee()
    assert " R " not in render_text(scene)
    assert " R " in render_text(scene, hover="fig:0")
