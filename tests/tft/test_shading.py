"""Tinted hexes of Melee: reach, arcs, and the hexes that a decision is about."""

from __future__ import annotations

from meleekit.core.hexes import distance
from meleekit.core.scene import Scene
from meleekit.tft.scene import scene
from meleekit.tft.shading import hover
from meleekit.tft.state import (
    Act,
    Face,
    Follow,
    MoveOne,
    Phase,
    Place,
    Posture,
    Retreat,
)
from tests.tft.brawls import fighter, key_texts, melee, position
from tests.tft.cases import position as situation

DUEL = melee(
    [fighter("Ann", "broadsword", "small_shield", armour="leather")],
    [fighter("Bob", "halberd", "dagger", strength=13, dexterity=11)],
)
# Items: Ann 0 broadsword, 1 small shield; Bob 2 halberd, 3 dagger.
FACE_TO_FACE = {0: ((0, 0), 3), 1: ((0, 1), 0)}
APART = {0: ((0, 0), 3), 1: ((0, 5), 3)}


def tinted(found: Scene) -> dict[str, set[str]]:
    by_tint: dict[str, set[str]] = {}
    for tint in found.tints:
        by_tint.setdefault(tint.tint, set()).add(tint.cell)
    return by_tint


def test_the_last_to_move_sees_its_reach_by_what_it_may_still_do() -> None:
    # Leather: MA 8, half 4 (TFT-MOVE-02); the ground is open, Bob looks the other way.
    battle = position(DUEL, APART, MoveOne(0), phase=Phase.MOVEMENT)
    found = {
        cell: tint for tint, cells in tinted(scene(DUEL.arena, battle)).items() for cell in cells
    }
    near = {(q, r): distance((0, 0), (q, r)) for q in range(-3, 4) for r in range(-3, 2)}
    for (q, r), steps in near.items():
        expected = "reach" if steps <= 1 else "reach-2" if steps == 2 else "reach-half"
        assert found[f"hex:{q},{r}"] == ("reach-full" if steps > 4 else expected)


def test_an_engaged_fighter_reaches_only_hexes_next_to_its_enemy() -> None:
    # TFT-MOVE-06: next to (0,0) and to (0,1), besides its own.
    battle = position(DUEL, FACE_TO_FACE, MoveOne(0), phase=Phase.MOVEMENT)
    assert tinted(scene(DUEL.arena, battle)) == {"reach": {"hex:0,0", "hex:1,0", "hex:-1,1"}}


def test_with_several_to_move_each_shows_its_reach_on_hover() -> None:
    game = melee([fighter("Ann", "mace"), fighter("Eve", "mace")], [fighter("Bob", "mace")])
    where = {0: ((0, 0), 3), 1: ((2, 0), 3), 2: ((0, 5), 3)}
    found = scene(game.arena, position(game, where, MoveOne(0), phase=Phase.MOVEMENT))
    assert found.tints == ()
    assert "reach-half" in {tint.tint for tint in found.hover["fig:1"]}
    assert "reach-half" not in {tint.tint for tint in found.hover["fig:2"]}


def test_hovering_shows_three_front_two_side_and_one_rear_hex() -> None:
    # TFT-FACE-03, facing south.
    tints = scene(DUEL.arena, position(DUEL, APART)).hover["fig:0"]
    assert {(tint.cell, tint.tint) for tint in tints} == {
        ("hex:0,1", "front"),
        ("hex:1,0", "front"),
        ("hex:-1,1", "front"),
        ("hex:1,-1", "side"),
        ("hex:-1,0", "side"),
        ("hex:0,-1", "rear"),
    }


def test_all_six_hexes_round_one_on_the_ground_are_rear_hexes() -> None:
    battle = position(DUEL, APART, posture={0: Posture.PRONE})
    tints = scene(DUEL.arena, battle).hover["fig:0"]
    assert [tint.tint for tint in tints] == ["rear"] * 6


def test_one_who_turns_sees_its_arcs() -> None:
    battle = position(DUEL, APART, Face(0), phase=Phase.MOVEMENT)
    assert {tint: len(cells) for tint, cells in tinted(scene(DUEL.arena, battle)).items()} == {
        "front": 3,
        "side": 2,
        "rear": 1,
    }


def test_free_entrance_hexes_are_tinted_while_placing() -> None:
    game = melee([fighter("Ann", "mace"), fighter("Eve", "mace")], [fighter("Bob", "mace")])
    battle = position(game, {0: ((2, -7), 3)}, Place(1), phase=Phase.SETUP)
    found = scene(game.arena, battle)
    assert tinted(found) == {"reach": {"hex:1,-6", "hex:3,-7"}}
    assert key_texts(found)["reach"] == "free entrance hex"


def test_hexes_to_disengage_to_are_tinted_at_ones_moment() -> None:
    # TFT-DIS-02: any free neighbour; the enemy is in the sixth.
    found = scene(DUEL.arena, position(DUEL, FACE_TO_FACE, Act(0)))
    assert tinted(found) == {
        "reach": {f"hex:{q},{r}" for q, r in ((0, -1), (1, -1), (1, 0), (-1, 1), (-1, 0))}
    }
    assert key_texts(found)["reach"] == "may disengage here"


def test_hexes_to_force_a_beaten_enemy_to_are_tinted() -> None:
    # TFT-RET-04: any vacant hex next to Bob at (0,1).
    battle = position(DUEL, FACE_TO_FACE, Retreat(0), phase=Phase.RETREAT, struck={0: (1,)})
    assert tinted(scene(DUEL.arena, battle)) == {
        "reach": {f"hex:{q},{r}" for q, r in ((1, 0), (1, 1), (0, 2), (-1, 2), (-1, 1))}
    }


def test_the_vacated_hex_is_tinted_for_the_victor() -> None:
    left = DUEL.arena.board.index[1, 0]
    battle = position(DUEL, FACE_TO_FACE, Follow(0, left), phase=Phase.RETREAT)
    assert tinted(scene(DUEL.arena, battle)) == {"reach": {"hex:1,0"}}


# -- lines of flight -----------------------------------------------------------------------------


def test_who_may_be_hit_instead_is_seen_before_one_shoots() -> None:
    # TFT-LOF-01, TFT-LOF-06
    now = situation(
        {
            "Ann": {"side": "Red", "at": [0, 3], "facing": "N", "items": ["small_bow"]},
            "Abe": {"side": "Red", "at": [0, 1], "facing": "N"},
            "Amy": {"side": "Red", "at": [0, -3], "facing": "S"},
            "Ada": {"side": "Red", "at": [0, -4], "posture": "kneeling"},
            "Bob": {"side": "Blue", "at": [0, -1], "facing": "S"},
        },
        "act Ann",
    )
    shown = hover(now.game.arena, now.battle)[f"fig:{now.who('Bob')}"]
    of = {kind: {t.cell for t in shown if t.tint == kind} for kind in ("path", "danger")}
    assert of == {"path": {"hex:0,2", "hex:0,0"}, "danger": {"hex:0,1", "hex:0,-3"}}


def test_nobody_who_cannot_be_shot_at_has_a_line_of_flight() -> None:
    # TFT-MIS-02
    now = situation(
        {
            "Ann": {"side": "Red", "at": [0, 3], "facing": "S", "items": ["small_bow"]},
            "Bob": {"side": "Blue", "at": [0, -1], "facing": "S"},
        },
        "act Ann",
    )
    shown = hover(now.game.arena, now.battle)[f"fig:{now.who('Bob')}"]
    assert {tint.tint for tint in shown} == {"front", "side", "rear"}


def test_the_line_of_flight_leads_to_the_nearest_hex_of_a_giant() -> None:
    # TFT-LOF-09, TFT-FACE-09: behind Gog's front corner 0,0 lie 0,1 and -1,1; 0,1 is the nearest.
    now = situation(
        {
            "Ann": {"side": "Red", "at": [0, 5], "facing": "N", "items": ["small_bow"]},
            "Gog": {"side": "Blue", "at": [0, 0], "facing": 0, "race": "giant"},
            "Bob": {"side": "Blue", "at": [5, 0], "facing": "S"},
        },
        "act Ann",
    )
    shown = hover(now.game.arena, now.battle)[f"fig:{now.who('Gog')}"]
    path = {tint.cell for tint in shown if tint.tint == "path"}
    assert path == {"hex:0,4", "hex:0,3", "hex:0,2"}
    assert not [tint for tint in shown if tint.tint == "danger"]
