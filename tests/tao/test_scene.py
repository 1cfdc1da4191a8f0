"""What is seen of a moment: prices of hexes, melee hexes, who engages whom, and how they stand."""

from __future__ import annotations

import msgspec

from meleekit.core.scene import Posture, Scene, scene_ids
from meleekit.core.svg import render_svg
from meleekit.core.text import render_text
from meleekit.tao.movement import reach
from meleekit.tao.scene import price_map
from meleekit.tao.state import NO_ITEM, Lying, Status
from tests.tao.positions import FULL, UNARMED, Position, position


def seen(now: Position) -> Scene:
    return now.game.scene(now.state, None)


def tinted(scene: Scene, tint: str) -> set[str]:
    return {one.cell.removeprefix("hex:") for one in scene.tints if one.tint == tint}


def figures(scene: Scene) -> dict[str, int]:
    return {one.cell.removeprefix("hex:"): int(one.label) for one in scene.tints if one.label}


def strokes(now: Position) -> set[tuple[str, str, str]]:
    names = {piece.id: piece.name for piece in seen(now).pieces}
    return {(one.kind, names[one.start], names[one.end]) for one in seen(now).links}


def posture(now: Position, name: str) -> Posture:
    return next(piece.posture for piece in seen(now).pieces if piece.name == name)


def unarmed(hex_: str) -> dict[str, object]:
    return {"hex": hex_, **UNARMED}


# -- prices ----------------------------------------------------------------------------------------


def test_every_hex_that_can_be_paid_for_shows_its_price() -> None:
    now = position({"Albert": "0103"}, {"Bala": "0303"}, ap=3)
    shown = figures(seen(now))
    # Cases 4 and 6: 2 AP by 0104, 3 AP by melee hexes (TAO-MOV-02, MOV-04).
    assert (shown["0104"], shown["0204"], shown["0205"], shown["0304"]) == (1, 1, 2, 3)
    assert max(shown.values()) == 3
    assert "0303" not in shown


def test_the_melee_hexes_of_whose_turn_it_is_are_outlined() -> None:
    now = position({"Albert": "0103"}, {"Bala": "0303"})
    # Case 1.
    assert tinted(seen(now), "melee") == {"0203", "0204", "0302", "0304", "0403", "0404"}
    assert tinted(seen(position({"Albert": "0103"}, {"Bala": unarmed("0303")})), "melee") == set()


def test_pointing_at_somebody_else_shows_what_they_could_reach_in_their_turn() -> None:
    now = position({"Albert": "0204"}, {"Bala": {"hex": "0303", "ap": 3}})
    scene = seen(now)
    assert "fig:0" not in scene.hover
    shown = {one.cell.removeprefix("hex:"): one.label for one in scene.hover["fig:1"] if one.label}
    # Case 11, with one enemy: 0304 costs 2.
    assert (shown["0302"], shown["0301"], shown["0304"]) == ("2", "3", "2")
    assert set(shown.values()) == {"2", "3"}


# TAO-GRAP-06
def test_in_a_brawl_hexes_have_no_price_and_those_to_break_out_into_are_shown() -> None:
    red = {"Albert": "0204", "Caleb": "0203"}
    now = position(red, {"Bala": "0303"}, rules=["attacks", "grappling"])
    now = now.changed("Bala", hex=now.figure("Albert").hex)
    scene = seen(now)
    assert figures(scene) == {}
    # Beside 0204, but for the hex that Caleb holds.
    assert tinted(scene, "target") == {"0103", "0104", "0205", "0303", "0304"}
    assert [one.label for one in scene.hover["fig:2"] if one.label] == []


# TAO-CHG-09
def test_who_is_broken_sees_only_the_hexes_that_lead_away() -> None:
    now = position({"Albert": "0304"}, {"Bala": "0303"}, rules=FULL, turn="Bala")
    scene = seen(now.changed("Bala", broken_by=0))
    assert figures(scene) == {}
    assert tinted(scene, "target") == {"0203", "0302", "0403"}
    # Case 1, moved down by a row: what it costs to go on from there.
    assert tinted(scene, "melee") == {"0204", "0205", "0303", "0305", "0404", "0405"}


def test_the_price_map_has_every_hex_and_greys_what_is_too_dear() -> None:
    now = position({"Albert": "0204"}, {"Bala": "0303"})
    arena = now.game.arena
    scene = price_map(arena, now.state, 0, 2)
    shown = figures(scene)
    assert len(shown) == 8 * 8 - 2
    costs = reach(arena, now.state, 0).costs
    assert shown == {arena.names[hex_]: cost for hex_, cost in enumerate(costs) if cost > 0}
    assert tinted(scene, "price-far") == {name for name, cost in shown.items() if cost > 2}
    assert {entry.text for entry in scene.key} >= {"action points to get there", "more than it has"}


def test_the_board_in_characters_has_prices_and_melee_hexes_too() -> None:
    now = position({"Albert": "0103"}, {"Bala": "0303"}, ap=3)
    text = render_text(seen(now))
    assert "3!" in text  # 0304
    assert "n action points to get there" in text
    assert "! melee: leaving costs 1 more" in text


# -- engagement ------------------------------------------------------------------------------------


def test_two_who_engage_each_other_share_a_stroke() -> None:
    # TAO-MEL-06
    assert strokes(position({"Albert": "0204"}, {"Bala": "0303"})) == {("melee", "Bala", "Albert")}
    both = position({"Albert": unarmed("0204")}, {"Bala": unarmed("0303")})
    assert strokes(both) == {("melee", "Bala", "Albert")}


def test_one_way_engagement_is_an_arrow_from_who_engages() -> None:
    # TAO-MEL-05
    now = position({"Albert": unarmed("0204")}, {"Bala": "0303"})
    assert strokes(now) == {("engage", "Bala", "Albert")}
    now = position({"Albert": "0204"}, {"Bala": unarmed("0303")})
    assert strokes(now) == {("engage", "Albert", "Bala")}
    assert '"link link-engage side-0"' in render_svg(seen(now))


def test_nobody_apart_has_a_stroke() -> None:
    assert strokes(position({"Albert": "0103"}, {"Bala": "0303"})) == set()


# -- counters --------------------------------------------------------------------------------------


def test_a_counter_tells_arms_and_action_points() -> None:
    now = position({"Albert": {"hex": "0204", "carried": ["dagger"], **UNARMED}}, {"Bala": "0303"})
    albert, bala = seen(now).pieces
    assert (albert.unarmed, albert.badge) == (True, "5")
    assert albert.kit == "unarmed (dagger put away)"
    assert albert.status == ("engaged", "in 0204", "5 AP")
    assert (bala.unarmed, bala.badge) == (False, "")
    assert bala.status == ("not engaged", "in 0303")


def test_a_bow_in_hand_is_seen_and_leaves_one_unarmed_in_melee() -> None:
    # TAO-MEL-08
    now = position({"Albert": {"hex": "0103", "weapon": "short bow"}}, {"Bala": "0303"})
    albert = seen(now).pieces[0]
    assert albert.unarmed
    assert albert.weapon == "bow"
    assert "unarmed in melee" in albert.status


def test_hit_points_are_shown_where_there_are_attacks() -> None:
    red, blue = {"Albert": {"hex": "0204", "hp": 10, "hp_now": 7}}, {"Bala": "0303"}
    assert seen(position(red, blue)).pieces[0].strength == 0
    albert = seen(position(red, blue, rules=["attacks"])).pieces[0]
    assert (albert.hits, albert.strength) == (3, 10)


def test_posture_tells_who_is_stunned_wrestles_is_down_or_dead() -> None:
    now = position({"Albert": "0204", "Alf": "0808"}, {"Bala": "0303"})
    assert posture(now, "Bala") is Posture.STANDING
    assert posture(now.changed("Bala", stunned=True), "Bala") is Posture.STUNNED
    assert posture(now.changed("Bala", status=Status.DOWN), "Bala") is Posture.DOWN
    assert posture(now.changed("Bala", status=Status.DEAD), "Bala") is Posture.DEAD
    brawl = now.changed("Bala", hex=now.figure("Albert").hex)
    assert posture(brawl, "Bala") is posture(brawl, "Albert") is Posture.PILE


def test_those_who_may_be_attacked_are_marked() -> None:
    now = position({"Albert": "0204"}, {"Bala": "0303", "Zed": "0808"}, rules=["attacks"])
    assert [one.id for one in seen(now).marks] == ["target:1"]
    assert seen(position({"Albert": "0204"}, {"Bala": "0303"})).marks == ()


def test_what_lies_on_the_ground_is_drawn_where_it_lies() -> None:
    now = position({"Albert": "0204"}, {"Bala": "0303"})
    item = now.figure("Albert").ready
    dropped = now.changed("Albert", ready=NO_ITEM)
    state = msgspec.structs.replace(dropped.state, ground=(Lying(now.figure("Albert").hex, item),))
    (mark,) = now.game.scene(state, None).marks
    assert (mark.cell, mark.label) == ("hex:0204", "long sword")


def test_ways_out_are_printed_in_the_colours_of_their_side() -> None:
    now = position({"Albert": "0204"}, {"Bala": "0303"}, Red={"exits": ["0801"]})
    cells = {cell.label: cell for cell in seen(now).cells}
    assert cells["0801"].tint == "entrance-0"
    assert cells["0801"].title == "hex 0801, way out of Red"
    assert cells["0802"].tint is None


def test_who_has_left_is_not_drawn() -> None:
    now = position({"Albert": "0204", "Alf": "0808"}, {"Bala": "0303"})
    gone = now.changed("Alf", status=Status.LEFT, hex=-1)
    assert "fig:1" not in scene_ids(seen(gone))
