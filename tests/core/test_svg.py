"""Scenes in SVG: every thing is there, has its look, and says what it is."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meleekit.core.cells import hex_cell
from meleekit.core.scene import (
    Cell,
    KeyEntry,
    Link,
    Piece,
    Posture,
    Scene,
    Tint,
    describe,
    scene_ids,
)
from meleekit.core.signs import Glyph
from meleekit.core.svg import render_live, render_svg, stylesheet
from meleekit.core.svg_board import layout
from meleekit.core.svg_glyphs import CHARGES, GLYPHS
from meleekit.core.text import render_text
from tests.core.melee_scene import NASTY, SVG, attributes, classes, elements, field, melee


@pytest.mark.parametrize("standalone", [False, True])
def test_every_id_of_the_scene_is_in_the_svg_exactly_once(standalone: bool) -> None:
    scene = melee()
    found = Counter(attributes(render_svg(scene, standalone=standalone), "data-id"))
    assert found == Counter(scene_ids(scene))


@pytest.mark.parametrize("name", NASTY)
def test_names_of_any_kind_leave_the_svg_well_formed(name: str) -> None:
    svg = render_svg(melee((name,)), standalone=True)
    svg.encode("utf-8")
    drawn = {"svg", "style", "g", "polygon", "path", "circle", "rect", "text", "title"}
    assert {element.tag.removeprefix(SVG) for element in elements(svg)} <= drawn


def test_a_name_is_told_to_screen_readers_as_it_is_written() -> None:
    labels = attributes(render_svg(melee(("<&\"'>",))), "aria-label")
    assert any(label.startswith("<&\"'>, ") for label in labels)


@given(st.text(max_size=50))
def test_ids_of_any_kind_come_back_from_the_svg(id: str) -> None:
    id = "x" + "".join(c for c in id if c.isprintable() and c < "\ufffe")
    svg = render_svg(Scene(title="", cells=(Cell(id, 0, 0),), hover={id: ()}), standalone=True)
    assert attributes(svg, "data-id") == [id]


def test_the_same_scene_gives_the_same_drawings_in_every_process() -> None:
    program = (
        "from meleekit.core.svg import render_svg\nfrom meleekit.core.text import render_text\n"
        "from tests.core.melee_scene import melee\n"
        "print(render_svg(melee(), standalone=True), render_text(melee()))"
    )
    first, second = (
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=Path(__file__).parents[2],
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    )
    assert first == second != b""


def test_boards_with_different_prefixes_share_no_dom_id() -> None:
    one, other = (set(attributes(render_svg(melee(), prefix=p), "id")) for p in ("a-", "b-"))
    assert not one & other


def test_the_live_part_is_in_the_whole_picture_word_for_word() -> None:
    assert render_live(melee()) in render_svg(melee())


def test_overlays_lie_in_layers_that_let_clicks_through() -> None:
    root = ET.fromstring(render_svg(melee()))
    layers = [g for g in root.iter(SVG + "g") if g.get("class") in ("over", "print")]
    inside = {id(element) for layer in layers for element in layer.iter()}
    washes = [e for e in root.iter() if "tint" in (e.get("class") or "").split()]
    assert washes
    assert all(id(wash) in inside for wash in washes)
    assert re.search(r"\.board \.over \{\s*pointer-events: none;", stylesheet())


@pytest.mark.parametrize("facing", range(6))
def test_a_counter_is_turned_sixty_degrees_for_each_direction(facing: int) -> None:
    piece = Piece(id="p", cell="hex:0,0", name="P", facing=facing)
    turns = re.findall(
        r"rotate\((\d+)\)", render_live(Scene(title="", cells=field(0), pieces=(piece,)))
    )
    assert turns == ([str(60 * facing)] if facing else [])


def test_pips_show_hits_taken_of_strength() -> None:
    piece = Piece(id="p", cell="hex:0,0", name="P", hits=4, strength=12)
    drawn = {
        element.get("class"): (element.get("d") or "").count("M")
        for element in elements(render_svg(Scene(title="", cells=field(0), pieces=(piece,))))
    }
    assert (drawn["pip"], drawn["pip-lost"]) == (8, 4)


def test_one_hit_of_a_giant_is_seen() -> None:
    piece = Piece(id="p", cell="hex:0,0", name="P", hits=1, strength=200)
    assert "pip-lost" in classes(render_svg(Scene(title="", cells=field(0), pieces=(piece,))))


def test_every_cell_that_a_large_piece_covers_is_drawn_as_its_ground() -> None:
    scene = melee()
    (ground,) = re.findall(r'class="footing" d="([^"]*)"', render_svg(scene))
    board = layout(scene.cells)
    assert ground == "".join(board.paths[cell] for cell in ("hex:2,0", "hex:2,-1", "hex:1,0"))


def test_no_two_sides_of_six_wear_the_same_charge() -> None:
    pieces = tuple(Piece(id=f"p{i}", cell="hex:0,0", name="", side=i) for i in range(6))
    one_by_one = [Scene(title="", cells=field(0), pieces=(piece,)) for piece in pieces]
    charges = [
        tuple(
            (e.get("d"), e.get("transform"))
            for e in elements(render_svg(s))
            if e.get("class") == "charge"
        )
        for s in one_by_one
    ]
    assert len(set(charges)) == len(CHARGES) == 6


def test_every_glyph_is_drawn_in_its_own_way() -> None:
    assert set(GLYPHS) == set(Glyph)
    assert len(set(GLYPHS.values())) == len(Glyph)


def test_borders_of_groups_are_drawn_between_groups_only() -> None:
    one = Scene(title="", cells=(hex_cell(0, 0, group="a"), hex_cell(0, 1, group="a")))
    two = Scene(title="", cells=(hex_cell(0, 0, group="a"), hex_cell(0, 1, group="b")))
    assert "group-line" not in classes(render_svg(one))
    assert "group-line" in classes(render_svg(two))


def test_a_cell_with_an_outline_is_drawn_in_that_shape() -> None:
    square = Cell("sq", 1, 1, outline=((-1, -1), (1, -1), (1, 1), (-1, 1)))
    svg = render_svg(Scene(title="", cells=(square,)))
    assert 'points="0,0 80,0 80,80 0,80"' in svg
    # A board of squares is no map: no waters lie round it.
    assert "shore" not in classes(svg)


def test_a_figure_is_printed_in_the_cell_that_is_tinted_with_it() -> None:
    scene = Scene(
        title="",
        cells=field(1),
        tints=(Tint("hex:0,1", "price-3", "3"), Tint("hex:1,0", "melee")),
        key=(KeyEntry("price-3", "points", "n"), KeyEntry("melee", "engaged")),
    )
    printed = [e.text for e in elements(render_svg(scene)) if e.get("class") == "tint-label"]
    assert printed == ["3"]
    assert "price-3" not in classes(render_svg(msgspec.structs.replace(scene, tints=())))
    keyed = [e.text for e in elements(render_svg(scene, standalone=True))]
    assert [word for word in keyed if word == "n"] == ["n"]


def test_what_is_pointed_at_takes_the_place_of_the_figures_of_the_moment() -> None:
    piece = Piece(id="p", cell="hex:0,0", name="P")
    scene = Scene(
        title="",
        cells=field(1),
        pieces=(piece,),
        tints=(Tint("hex:1,0", "price-3", "3"),),
        hover={"p": (Tint("hex:1,0", "price-2", "2"),)},
    )
    assert ':has([data-id="p"]:hover) .now{display:none}' in render_svg(scene, standalone=True)
    now, pointed = render_text(scene), render_text(scene, hover="p")
    assert " 3 " in now
    assert " 2 " not in now
    assert " 2 " in pointed
    assert " 3 " not in pointed


def test_unarmed_stunned_and_points_left_are_seen_on_a_counter() -> None:
    piece = Piece(id="p", cell="hex:0,0", name="Pa", side=0)
    odd = msgspec.structs.replace(piece, posture=Posture.STUNNED, unarmed=True, badge="4")
    plain_one, other = (Scene(title="", cells=field(0), pieces=(one,)) for one in (piece, odd))
    gained = classes(render_svg(other)) - classes(render_svg(plain_one))
    assert gained == {"is-stunned", "unarmed", "points", "stars"}
    assert "stunned" in describe(other, odd)
    assert "*_4" in render_text(other)
    standing = msgspec.structs.replace(odd, posture=Posture.STANDING)
    assert "u_4" in render_text(Scene(title="", cells=field(0), pieces=(standing,)))


def test_two_who_engage_each_other_are_joined_by_strokes_without_a_head() -> None:
    pair = tuple(Piece(id=f"p{i}", cell=f"hex:0,{i}", name="P", side=i) for i in range(2))
    both, one_way = (
        Scene(title="", cells=field(1), pieces=pair, links=(Link("e", kind, "p0", "p1"),))
        for kind in ("melee", "engage")
    )
    assert "head" not in classes(render_svg(both))
    assert "head" in classes(render_svg(one_way))
    assert "link-melee" in classes(render_svg(both))


# The stylesheet


def test_every_colour_of_the_stylesheet_is_defined_once() -> None:
    defined = re.findall(r"(--mk-[a-z0-9-]+):", stylesheet())
    assert len(defined) == len(set(defined))
    assert set(re.findall(r"var\((--mk-[a-z0-9-]+)\)", stylesheet())) <= set(defined)


def test_every_class_in_a_picture_has_its_look() -> None:
    known = set(re.findall(r"\.([a-z][a-z0-9-]*)", stylesheet()))
    by_start = tuple(re.findall(r'\[class\*="([a-z-]+)"\]', stylesheet()))
    names_only = {"live", "cells", "key", "mark", "link"}  # for the page to find them by
    plain = {f"mark-{mark.kind}" for mark in melee().marks} | {"link-attack", "tint-hum"}
    plain |= {"is-standing", "is-kneeling", "is-prone"}  # told apart by shape
    used = classes(render_svg(melee(), standalone=True))
    assert {
        word for word in used - known - names_only - plain if not word.startswith(by_start)
    } == set()
