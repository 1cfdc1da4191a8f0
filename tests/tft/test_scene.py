"""The board of Melee as a scene: who stands where, how, and what the decision needs to see."""

from __future__ import annotations

from collections import Counter

import pytest

from meleekit.core import scene as core
from meleekit.core.hexes import is_connected
from meleekit.core.scene import Piece, ShieldArc, scene_ids
from meleekit.core.signs import Glyph
from meleekit.core.svg import render_svg
from meleekit.core.text import render_text
from meleekit.tft.game import Melee
from meleekit.tft.scene import board_cells, scene
from meleekit.tft.state import (
    Act,
    Battle,
    Condition,
    Face,
    GroundItem,
    Guard,
    MoveOne,
    Order,
    Parry,
    Phase,
    Posture,
    PreEmpt,
    StandingOrder,
)
from tests.tft.brawls import SCENARIOS, fighter, key_texts, melee, moments, position

DUEL = melee(
    [fighter("Ann", "broadsword", "small_shield", armour="leather")],
    [fighter("Bob", "halberd", "dagger", strength=13, dexterity=11)],
)
# Items: Ann 0 broadsword, 1 small shield; Bob 2 halberd, 3 dagger.
FACE_TO_FACE = {0: ((0, 0), 3), 1: ((0, 1), 0)}
APART = {0: ((0, 0), 3), 1: ((0, 5), 3)}


def piece(game: Melee, battle: Battle, who: int) -> Piece:
    return next(p for p in scene(game.arena, battle).pieces if p.id == f"fig:{who}")


# -- the board -----------------------------------------------------------------------------------


def test_the_small_arena_has_133_hexes_in_19_megahexes_of_7() -> None:
    cells = board_cells(DUEL.arena.spec, DUEL.arena.sides)  # TFT-BRD-01
    assert Counter(Counter(cell.group for cell in cells).values()) == {7: 19}


def test_a_megahex_is_a_connected_block() -> None:
    groups: dict[str, list[tuple[int, int]]] = {}
    cells = board_cells(DUEL.arena.spec, DUEL.arena.sides)
    for coord, cell in zip(sorted(DUEL.arena.spec.hexes), cells, strict=True):
        groups.setdefault(cell.group, []).append(coord)
    assert all(is_connected(group) for group in groups.values())


def test_entrances_are_printed_in_the_class_of_their_side() -> None:
    cells = {cell.id: cell for cell in board_cells(DUEL.arena.spec, DUEL.arena.sides)}
    red = {"hex:1,-6", "hex:2,-7", "hex:3,-7"}  # TFT-BRD-02, north
    assert {id for id, cell in cells.items() if cell.tint == "entrance-0"} == red
    assert cells["hex:2,-7"].title == "hex 2,-7, entrance of Red"


def test_the_key_names_entrances_by_their_side() -> None:
    texts = key_texts(scene(DUEL.arena, position(DUEL, APART)))
    assert texts["entrance-0"] == "entrance: Red"
    assert texts["entrance-1"] == "entrance: Blue"


def test_walls_are_cells_too() -> None:
    board = {
        "id": "yard",
        "title": "Yard",
        "hexes": [(q, r) for q in (0, 1, 2) for r in (0, 1)],
        "walls": [(1, 0)],
        "entrances": [[(0, 0)], [(2, 0)]],
    }
    game = melee([fighter("Ann", "mace")], [fighter("Bob", "mace")], board=board)
    found = scene(game.arena, position(game, {0: ((0, 0), 3), 1: ((2, 0), 0)}))
    assert [cell.tint for cell in found.cells if cell.id == "hex:1,0"] == ["wall"]
    assert key_texts(found)["wall"] == "wall"


def test_battles_on_one_board_share_its_cells() -> None:
    again = melee([fighter("Cid", "mace")], [fighter("Dot", "mace")])
    first = scene(DUEL.arena, position(DUEL, APART))
    assert scene(again.arena, position(again, APART)).cells is first.cells


# -- pieces --------------------------------------------------------------------------------------


def test_a_counter_tells_who_where_and_with_what() -> None:
    ann = piece(DUEL, position(DUEL, FACE_TO_FACE, hits={0: 4}), 0)
    assert (ann.cell, ann.name, ann.side, ann.facing) == ("hex:0,0", "Ann", 0, 3)
    assert (ann.weapon, ann.shield, ann.off_hand) == (Glyph.SWORD, ShieldArc.FRONT, None)
    assert (ann.hits, ann.strength) == (4, 12)
    assert ann.kit == "broadsword and small shield, leather"


def test_who_is_not_on_the_board_has_no_piece() -> None:
    battle = position(DUEL, {0: ((0, 0), 3)}, condition={1: Condition.ESCAPED})
    assert [p.id for p in scene(DUEL.arena, battle).pieces] == ["fig:0"]


@pytest.mark.parametrize(
    ("condition", "posture"),
    [(Condition.UNCONSCIOUS, core.Posture.DOWN), (Condition.DEAD, core.Posture.DEAD)],
)
def test_the_fallen_stay_on_the_board(condition: Condition, posture: core.Posture) -> None:
    battle = position(DUEL, FACE_TO_FACE, condition={1: condition}, posture={1: Posture.PRONE})
    bob = piece(DUEL, battle, 1)
    assert (bob.posture, bob.facing, bob.status) == (posture, None, ())


@pytest.mark.parametrize("posture", [Posture.KNEELING, Posture.PRONE])
def test_one_without_a_front_faces_nowhere(posture: Posture) -> None:
    # TFT-FACE-04, TFT-FACE-05; nobody shoots yet.
    battle = position(DUEL, FACE_TO_FACE, posture={0: posture})
    assert piece(DUEL, battle, 0).facing is None


def test_a_ready_shield_guards_the_front_only_while_there_is_one() -> None:
    # TFT-ARM-04, TFT-ARM-06
    kneeling = position(DUEL, FACE_TO_FACE, posture={0: Posture.KNEELING})
    assert piece(DUEL, position(DUEL, FACE_TO_FACE), 0).shield is ShieldArc.FRONT
    assert piece(DUEL, kneeling, 0).shield is None


def test_a_slung_shield_guards_the_back_and_all_round_without_a_front() -> None:
    # TFT-ARM-05, TFT-ARM-06
    standing = position(DUEL, FACE_TO_FACE, off={0: -1}, slung={0: (1,)})
    prone = position(DUEL, FACE_TO_FACE, off={0: -1}, slung={0: (1,)}, posture={0: Posture.PRONE})
    assert piece(DUEL, standing, 0).shield is ShieldArc.BACK
    assert piece(DUEL, prone, 0).shield is ShieldArc.ALL


@pytest.mark.parametrize(
    ("parry", "shield"),
    [(Parry.SHIELD, ShieldArc.FRONT), (Parry.BOTH, ShieldArc.FRONT), (Parry.IDLE, None)],
)
def test_a_main_gauche_guards_the_front_while_it_parries(
    parry: Parry, shield: ShieldArc | None
) -> None:
    # TFT-MG-02
    game = melee(
        [fighter("Ann", "rapier", "main_gauche", ready=["rapier", "main_gauche"])],
        [fighter("Bob", "mace")],
    )
    ann = piece(game, position(game, FACE_TO_FACE, parry={0: parry}), 0)
    assert (ann.shield, ann.weapon, ann.off_hand) == (shield, Glyph.RAPIER, Glyph.DAGGER)


def test_in_movement_those_who_have_moved_fade() -> None:
    battle = position(DUEL, APART, MoveOne(1), phase=Phase.MOVEMENT, moved={0: True})
    found = [(p.faded, p.active) for p in scene(DUEL.arena, battle).pieces]
    assert found == [(True, False), (False, True)]


def test_in_the_action_phase_those_who_have_acted_fade() -> None:
    battle = position(DUEL, FACE_TO_FACE, Act(1), acted={0: True}, moved={0: True, 1: True})
    found = [(p.faded, p.active) for p in scene(DUEL.arena, battle).pieces]
    assert found == [(True, False), (False, True)]


def test_one_who_sets_its_facing_is_active_though_it_has_moved() -> None:
    battle = position(DUEL, APART, Face(0), phase=Phase.MOVEMENT, moved={0: True})
    ann = piece(DUEL, battle, 0)
    assert (ann.faded, ann.active) == (False, True)


def test_the_status_says_what_holds_for_a_character() -> None:
    # On turn 3: shaken by wounds of turn 2, STR 12 - 9 = 3 is low (TFT-DEX-13).
    battle = position(
        DUEL,
        FACE_TO_FACE,
        guard={0: Guard.DEFEND},
        shaken_turn={0: 3},
        hits={0: 9},
        steps={0: 1},
        orders={0: StandingOrder(Order.NEVER)},
    )
    assert piece(DUEL, battle, 0).status == (
        "engaged",
        "defending",
        "moved 1 of 8 MA",
        "shaken (−2 DEX)",
        "weak (−3 DEX)",
        "to never defend or dodge early",
    )


def test_wounds_of_this_turn_tell_next_turn() -> None:
    battle = position(DUEL, APART, shaken_turn={0: 4})
    assert piece(DUEL, battle, 0).status == ("disengaged", "shaken next turn (−2 DEX)")


def test_one_knocked_down_may_only_stand_up() -> None:
    battle = position(DUEL, APART, posture={0: Posture.PRONE}, down_until={0: 3})
    assert "may only stand up" in piece(DUEL, battle, 0).status


def test_what_is_being_readied_is_told_and_not_drawn_yet() -> None:
    # TFT-EQP-11: Bob slings the halberd and takes the dagger.
    battle = position(
        DUEL, APART, main={1: -1}, slung={1: (2,)}, readying={1: (3, -1)}, changing={1: True}
    )
    bob = piece(DUEL, battle, 1)
    assert bob.weapon is None
    assert bob.status == ("disengaged", "readying dagger")
    assert bob.kit == "dagger, halberd slung"


# -- marks and links -----------------------------------------------------------------------------


def test_engagement_is_a_stroke_from_who_engages_to_who_is_engaged() -> None:
    links = scene(DUEL.arena, position(DUEL, FACE_TO_FACE)).links
    assert {(link.kind, link.start, link.end) for link in links} == {
        ("engage", "fig:0", "fig:1"),
        ("engage", "fig:1", "fig:0"),
    }


def test_engagement_is_one_way_from_behind() -> None:
    # TFT-ENG-01: Bob stands behind Ann.
    battle = position(DUEL, {0: ((0, 0), 0), 1: ((0, 1), 0)})
    assert [(link.start, link.end) for link in scene(DUEL.arena, battle).links] == [
        ("fig:1", "fig:0")
    ]


def test_things_on_the_ground_are_marks_with_their_sign() -> None:
    battle = position(DUEL, APART, main={1: -1})
    battle.ground = (GroundItem(2, DUEL.arena.board.index[1, 1], 2),)
    (mark,) = scene(DUEL.arena, battle).marks
    assert (mark.id, mark.cell, mark.kind) == ("item:2", "hex:1,1", "item")
    assert (mark.label, mark.glyph) == ("halberd", Glyph.POLEARM)


def test_at_its_moment_a_character_sees_whom_it_may_attack() -> None:
    marks = scene(DUEL.arena, position(DUEL, FACE_TO_FACE, Act(0))).marks
    assert [(mark.kind, mark.cell, mark.title) for mark in marks] == [
        ("target", "hex:0,1", "Bob may be attacked")
    ]


def test_a_declared_attack_is_an_arrow() -> None:
    links = scene(DUEL.arena, position(DUEL, FACE_TO_FACE, PreEmpt(1, 0, (0,)))).links
    assert ("attack", "fig:0", "fig:1") in {(link.kind, link.start, link.end) for link in links}


# -- in play -------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_in_play_the_key_explains_every_tint(scenario: str) -> None:
    for game, battle, _, _ in moments(scenario):
        found = game.scene(battle, None)
        groups = (found.tints, *found.hover.values())
        used = {tint.tint for group in groups for tint in group}
        used |= {cell.tint for cell in found.cells if cell.tint}
        assert used == {entry.tint for entry in found.key}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_in_play_the_decision_names_pieces_that_are_active(scenario: str) -> None:
    for game, battle, _, _ in moments(scenario):
        active = {p.id for p in game.scene(battle, None).pieces if p.active}
        for decision in game.decisions(battle):
            assert set(decision.who) <= active


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_in_play_both_renderers_draw_every_piece(scenario: str) -> None:
    for game, battle, _, _ in moments(scenario)[::40]:
        found = game.scene(battle, None)
        svg, text = render_svg(found), render_text(found)
        assert all(f'data-id="{id}"' in svg for id in scene_ids(found))
        assert all(p.name[:12] in text for p in found.pieces)
