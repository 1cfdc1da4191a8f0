"""Scenes: what may be in one, how it is drawn in SVG and in characters."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from meleekit.core.scene import (
    Cell,
    KeyEntry,
    Link,
    Mark,
    Piece,
    Posture,
    Scene,
    ShieldArc,
    Tint,
    describe,
    hex_cell,
    scene_ids,
    short_labels,
    square_cell,
)
from meleekit.core.signs import Glyph
from meleekit.core.svg import render_live, render_svg, stylesheet
from meleekit.core.svg_board import layout
from meleekit.core.svg_glyphs import CHARGES, GLYPHS
from meleekit.core.text import render_text
from meleekit.core.text_ink import ARROWS

SVG = "{http://www.w3.org/2000/svg}"
NASTY = (
    "<&\"'>",
    "</title><script>alert(1)</script>",
    "]]>&amp;&#0;",
    "אבנר בן־נר",
    "😀👩‍👩‍👧",
    "Maximiliane-Theodora von und zu Hohenstein",
    "\x00\x1b[31m\x0b\ud800\ufffe",
    "‮evil",
    "",
    "   ",
)


def field(radius: int = 3) -> tuple[Cell, ...]:
    """A hexagon of hexes in groups of one column each, with an entrance and a wall."""
    special = {(0, -radius): "entrance-0", (0, radius): "entrance-1", (1, 1): "wall"}
    return tuple(
        hex_cell(q, r, tint=special.get((q, r)), group=str(q // 2))
        for q in range(-radius, radius + 1)
        for r in range(-radius, radius + 1)
        if abs(q + r) <= radius
    )


def melee(names: tuple[str, ...] = ("Ann", "Bert", "Cleo", "Dirk", "Egon", "Fay")) -> Scene:
    """Something of everything that a scene may hold."""
    a, b, c, d, e, f = (names * 6)[:6]
    return Scene(
        title=f"Melee of {a}",
        cells=field(),
        pieces=(
            Piece(
                id="fig:0",
                cell="hex:0,0",
                name=a,
                side=0,
                facing=1,
                weapon=Glyph.SWORD,
                off_hand=Glyph.DAGGER,
                shield=ShieldArc.FRONT,
                hits=4,
                strength=12,
                active=True,
                status=("engaged",),
            ),
            Piece(id="fig:1", cell="hex:1,-1", name=b, side=1, facing=4, strength=60, hits=1),
            Piece(id="fig:2", cell="hex:-1,0", name=c, side=2, posture=Posture.PRONE, strength=9),
            Piece(id="fig:3", cell="hex:-1,0", name=d, side=3, posture=Posture.DEAD),
            Piece(
                id="fig:4",
                cell="hex:2,0",
                also=("hex:2,-1", "hex:1,0"),
                name=e,
                side=None,
                vertex=2,
                shield=ShieldArc.ALL,
                faded=True,
            ),
            Piece(id="fig:5", cell="hex:-2,2", name=f, side=7, posture=Posture.KNEELING, facing=0),
            Piece(id="fig:6", cell="hex:-2,1", name=f, side=4, posture=Posture.DOWN, strength=10),
        ),
        marks=(
            Mark("item:0", "hex:0,2", "item", a, glyph=Glyph.SHIELD),
            Mark("item:1", "hex:0,0", "item", b),
            Mark("body:0", "hex:-3,3", "body"),
            Mark("aim", "hex:1,-1", "target"),
            Mark("step:1", "hex:0,1", "step", "1"),
            Mark("way", "hex:3,0", "in-the-way"),
            Mark("odd", "hex:3,-1", "odd", c),
        ),
        links=(
            Link("eng:0", "engage", "fig:0", "fig:1"),
            Link("att:0", "attack", "fig:1", "hex:0,2"),
            Link("los:0", "flight", "fig:5", "fig:1"),
        ),
        tints=(Tint("hex:0,1", "reach-2"), Tint("hex:0,2", "reach-half"), Tint("hex:-1,2", "hum")),
        hover={"fig:0": (Tint("hex:1,-1", "front"), Tint("hex:-1,1", "rear"))},
        sides=(a, b),
        key=(KeyEntry("reach-2", f"near {a}"), KeyEntry("front", "front")),
    )


def elements(svg: str) -> Iterator[ET.Element]:
    return ET.fromstring(svg).iter()


def attributes(svg: str, name: str) -> list[str]:
    return [value for element in elements(svg) if (value := element.get(name)) is not None]


def classes(svg: str) -> set[str]:
    return {word for value in attributes(svg, "class") for word in value.split()}


# The data


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


# The picture


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
        f"import runpy; made = runpy.run_path({__file__!r}); scene = made['melee'](); "
        "print(made['render_svg'](scene, standalone=True), made['render_text'](scene))"
    )
    first, second = (
        subprocess.run(
            [sys.executable, "-c", program],
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


def test_a_figure_and_a_sign_share_a_cell_in_characters() -> None:
    tints = (Tint("hex:1,0", "price-3", "3"), Tint("hex:1,0", "melee"))
    text = render_text(Scene(title="", cells=field(1), tints=tints))
    assert "3!" in text


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


# The characters


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
