"""What lies beside a board, and maps: part of a scene, drawn without knowing the game."""

from __future__ import annotations

from itertools import pairwise

import pytest

from meleekit.core.beside import Card, Gauge, Panel, Track
from meleekit.core.scene import Cell, Piece, Scene, scene_ids
from meleekit.core.signs import Glyph
from meleekit.core.svg import render_svg
from meleekit.core.svg_places import LANDMARKS
from meleekit.core.svg_room import RADIUS, places
from meleekit.core.text import render_text

SQUARE = ((-3.0, -3.0), (3.0, -3.0), (3.0, 3.0), (-3.0, 3.0))


def region(**more: object) -> Cell:
    return Cell("node:a", 0, 0, outline=SQUARE, title="Ashe", **more)  # type: ignore[arg-type]


def scene(**more: object) -> Scene:
    given = {"title": "Map", "cells": (region(),), "sides": ("Red", "Blue")}
    return Scene(**(given | more))  # type: ignore[arg-type]


PANEL = Panel(
    id="seat:1",
    seat=1,
    gauges=(Gauge("gold:1", "gold", 7, Glyph.COIN, "7 gold"), Gauge("wood:1", "wood", 2)),
    cards=(Card(id="c:1", name="Mill", text="Grinds."), Card(id="c:2", name="", down=True)),
    notes=("first player",),
)


def test_everything_beside_the_board_has_an_id_of_its_own() -> None:
    known = scene_ids(scene(panels=(PANEL,), cards=(Card(id="lot", name="Well"),)))
    assert known >= {"seat:1", "gold:1", "wood:1", "c:1", "c:2", "lot"}
    with pytest.raises(ValueError, match="more than once: c:1"):
        scene(panels=(PANEL,), cards=(Card(id="c:1", name="Mill"),))


def test_a_card_s_kind_is_a_class() -> None:
    with pytest.raises(ValueError, match="is no class"):
        scene(cards=(Card(id="lot", name="Well", kind="Move & attack"),))


def test_the_terminal_tells_what_lies_beside_the_board() -> None:
    lot = Card(id="lot", name="Well", text="Gives water.", bid=3, bidder=0)
    told = render_text(
        scene(panels=(PANEL,), cards=(lot,), track=Track("Day", ("Dawn", "Dusk"), 1))
    )
    assert "▲ Blue (first player): 7 gold, 2 wood, Mill, a card face down" in told
    assert "Well (bid 3 by Red): Gives water." in told
    assert "Dawn · [Dusk]" in told


@pytest.mark.parametrize("landmark", sorted(LANDMARKS))
def test_a_region_has_its_landmark_name_and_badge_printed_on_it(landmark: str) -> None:
    drawn = render_svg(
        scene(cells=(region(landmark=landmark, name="Ashe <Vale>", badge="+1", tint="open"),))
    )
    assert 'class="place tint-open"' in drawn
    assert "Ashe &lt;Vale&gt;" in drawn
    assert ">+1<" in drawn
    assert all(path in drawn for _, path in LANDMARKS[landmark])


def test_a_landmark_that_is_not_known_is_left_out() -> None:
    assert 'class="place"' in render_svg(scene(cells=(region(landmark="windmill", name="Ashe"),)))


@pytest.mark.parametrize("count", range(1, 9))
def test_counters_on_a_map_stand_in_a_row_and_never_overlap(count: int) -> None:
    width = 3.0
    pieces = tuple(Piece(id=f"p:{n}", cell="node:a", name=f"P{n}", side=0) for n in range(count))
    where = places(scene(cells=(region(stand=(0.5, 1.0, width)),), pieces=pieces))
    spots = [where[piece.id] for piece in pieces]
    for one, other in pairwise(spots):
        assert other.at[0] - one.at[0] >= 2 * RADIUS * one.scale
        assert other.at[1] == one.at[1]
    left = spots[0].at[0] - RADIUS * spots[0].scale
    right = spots[-1].at[0] + RADIUS * spots[-1].scale
    assert left >= (0.5 - width / 2) * 40 - 1
    assert right <= (0.5 + width / 2) * 40 + 1


def test_a_figure_is_printed_in_place_of_letters() -> None:
    piece = Piece(id="p", cell="node:a", name="Ann", initials="An", figure=Glyph.KNIGHT, side=0)
    drawn = render_svg(scene(pieces=(piece,)))
    assert ">An<" not in drawn
    assert 'class="glyph"' in drawn
