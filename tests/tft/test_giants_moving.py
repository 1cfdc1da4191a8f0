"""How giants move: strides, the corner passed on, bodies underfoot, enemies in front.

Hexes are (q, r), a giant's facing is the number of a corner: 0 lies between N and NE.
"""

from __future__ import annotations

import pytest

from meleekit.tft.engagement import engagers
from meleekit.tft.giants import strides
from tests.tft.cases import Position, position
from tests.tft.giants import BOB, BODY, GIANT, Hex, around, standing


def stands(now: Position) -> dict[tuple[Hex, int], int]:
    coords = now.game.arena.board.coords
    found = strides(now.game.arena, now.battle, now.who("Brock"))
    return {(coords[hex_], v): cost for (hex_, v), cost in found.items()}


def test_one_point_moves_it_a_hex_passes_its_corner_on_or_wheels_it() -> None:
    # TFT-MOVE-20
    now = standing("move Red", {"armour": "plate"})
    reached = stands(now)
    steps = {(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)}
    wheeled = {((0, 0), 1), ((0, 0), 5)}
    for stand in {(step, 0) for step in steps} | wheeled:
        assert reached[stand] == 1
    # With B as its corner it wheels about that: a point to pass the corner on, and one to wheel.
    assert reached[(0, 1), 1] == 2
    # Of its hexes the corner goes farthest, and plate lets it go four.
    assert max(max(abs(q), abs(r), abs(q + r)) for (q, r), _ in reached) <= 5


def test_a_giant_that_only_turns_within_its_hexes_has_not_moved() -> None:
    # TFT-FACE-02, TFT-MOVE-20
    reached = stands(standing("move Red"))
    for stand in (((0, 0), 0), ((0, 1), 2), ((-1, 1), 4)):
        assert reached[stand] == 0


def test_the_corner_passed_on_leaves_the_giant_in_its_hexes() -> None:
    # TFT-MOVE-20
    for at, v in (((0, 1), 2), ((-1, 1), 4)):
        now = standing("act Brock", {"at": at, "facing": v})
        assert around(now, "body") == BODY


def test_after_moving_it_may_face_anew_within_its_hexes_for_nothing() -> None:
    # TFT-FACE-02, TFT-MOVE-20
    after = standing("move Red").do(do="stride", figure="Brock", hex=(0, 0), facing=2)
    figure = after.figure("Brock")
    # One hex north, and there C is the front corner: the hexes are (0, -1), (0, 0), (-1, 0).
    assert (after.at(figure.hex), figure.facing, figure.steps) == ((0, 0), 2, 1)
    assert around(after, "body") == {(0, -1), (0, 0), (-1, 0)}
    assert after.open != "face Brock"


def test_it_does_not_go_where_somebody_stands_or_the_board_ends() -> None:
    # TFT-MOVE-20, TFT-MOVE-09
    now = standing("move Red", None, Ann={"side": "Red", "at": (1, -1), "facing": "N"})
    body = now.game.arena.shapes[now.who("Brock")].body
    board = now.game.arena.board
    for (at, v), _ in stands(now).items():
        mask = body[board.index[at]][v]
        assert mask.bit_count() == 3
        assert not mask & board.mask([board.index[1, -1], board.index[0, -4]])
    refusal = now.refusal(do="stride", figure="Brock", hex=(1, -1), facing=0)
    assert refusal.rule == "TFT-MOVE-09"


def test_it_stops_as_soon_as_one_of_its_hexes_is_in_front_of_an_enemy() -> None:
    # TFT-MOVE-20, TFT-MOVE-15: Bob looks down on (0, -3), (1, -4), (-1, -3)
    now = standing("move Red", {"at": (0, -1)})
    reached = stands(now)
    assert reached[(0, -3), 0] == 2
    assert reached[(0, -2), 0] == 1
    board, who = now.game.arena.board, now.who("Brock")
    ahead = board.mask(board.index[hex_] for hex_ in ((0, -3), (1, -4), (-1, -3)))
    body = now.game.arena.shapes[who].body
    after = now.do(do="stride", figure="Brock", hex=(0, -3), facing=0)
    figure = after.figure("Brock")
    assert body[figure.hex][figure.facing] & ahead
    assert len(engagers(after.game.arena, after.battle, who)) == 1


def test_one_enemy_that_has_any_of_its_hexes_in_front_engages_it() -> None:
    # TFT-ENG-06: Bob is beside and behind, and sees (0, 1)
    now = standing("move Red", None, Bob=BOB | {"at": (0, 2), "facing": "N"})
    assert engagers(now.game.arena, now.battle, now.who("Brock")) == (now.who("Bob"),)


def test_engaged_it_makes_one_step_and_stays_next_to_its_enemy() -> None:
    # TFT-MOVE-06, TFT-MOVE-20
    now = standing("move Red", None, Bob=BOB | {"at": (0, -1), "facing": "S"})
    reached = stands(now)
    assert set(reached.values()) == {0, 1}
    assert ((0, 1), 0) not in reached
    assert ((1, 0), 0) in reached or ((1, -1), 0) in reached
    assert now.refusal(do="stride", figure="Brock", hex=(0, 1), facing=0).rule == "TFT-MOVE-06"


def test_by_the_variant_one_man_does_not_engage_a_giant_and_two_do() -> None:
    # TFT-ENG-06: VAR-GIANT-TWO
    bob, cid = BOB | {"at": (0, -1)}, BOB | {"at": (1, -1), "facing": "S"}
    one = position({"Brock": GIANT, "Bob": bob}, "move Red", variants=["VAR-GIANT-TWO"])
    two = position({"Brock": GIANT, "Bob": bob, "Cid": cid}, "move Red", variants=["VAR-GIANT-TWO"])
    assert engagers(one.game.arena, one.battle, one.who("Brock")) == ()
    assert len(engagers(two.game.arena, two.battle, two.who("Brock"))) == 2


@pytest.mark.parametrize(("roll", "posture"), [(6, "prone"), (5, "standing")])
def test_entering_a_hex_with_a_body_it_stops_and_may_stumble(roll: int, posture: str) -> None:
    # TFT-MOVE-20, TFT-MOVE-13: the body is under its hex B or C
    body = {"side": "Red", "at": (0, 2), "condition": "dead"}
    now = standing("move Red", None, Ann=body)
    assert stands(now)[(0, 1), 0] == 1
    after = now.do([roll], do="stride", figure="Brock", hex=(0, 1), facing=0)
    assert after.figure("Brock").posture == posture


def test_staying_on_a_body_asks_for_no_roll() -> None:
    # TFT-MOVE-13
    now = standing("move Red", None, Ann={"side": "Red", "at": (0, 1), "condition": "dead"})
    now.do(do="stride", figure="Brock", hex=(0, 0), facing=0)


def test_lying_it_strides_nowhere_and_may_stand_up() -> None:
    # TFT-MOVE-08, TFT-MOVE-17
    now = standing("move Red", {"posture": "prone"})
    assert "stride" not in now.kinds()
    after = now.do(do="stand_up", figure="Brock")
    assert {action.facing for action in after.legal()} == {0, 2, 4}  # type: ignore[union-attr]


def test_a_giant_escapes_where_any_of_its_hexes_is_an_entrance() -> None:
    # TFT-BRD-06, TFT-BAT-07: (-1, 6) is one; B of a giant at (-1, 5) facing corner 0 is there
    giant = GIANT | {"at": (-1, 5)}
    now = position({"Brock": giant, "Bob": BOB}, "move Red", kind="arena")
    after = now.do(do="escape", figure="Brock")
    assert after.figure("Brock").condition == "escaped"
    assert after.figure("Brock").steps == 1
