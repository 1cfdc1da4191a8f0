"""Throws and shots at giants: the nearest hex, the ways there, who is met (LOF-09, FACE-11)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from meleekit.tft.blow_events import AimedAt
from meleekit.tft.shots import arc_from_afar, field_of_fire, nearest_hexes
from meleekit.tft.trajectory import courses
from tests.tft.cases import Position, position
from tests.tft.giants import GIANT, WAITING, Hex, standing

ARCHER = {
    "side": "Blue",
    "items": ("small_bow",),
    "dexterity": 12,
    "strength": 12,
}


@pytest.mark.parametrize(
    ("at", "arc"), [((0, -4), "front"), ((5, -2), "front"), ((-1, 5), "rear"), ((3, 1), "side")]
)
def test_a_flight_meets_a_giant_from_the_arc_of_its_nearest_hex_around(at: Hex, arc: str) -> None:
    # TFT-FACE-11: (5, -2) is nearest to (1, 0), (3, 1) to (1, 1), (-1, 5) to (-1, 2) and (0, 2)
    now = standing("act Brock")
    found = arc_from_afar(now.game.arena, now.battle, now.hex(at), now.who("Brock"))
    assert found == arc


def test_a_flight_goes_to_the_nearest_of_a_giants_hexes_and_the_front_corner_among_equals() -> None:
    # TFT-LOF-09: (0, 4) is 3 from B (0, 1) and 4 from C; (-2, 5) is 4 from both
    now = standing("act Brock")
    for start, there in (
        ((0, 4), [(0, 1)]),
        ((-4, 1), [(-1, 1)]),
        ((0, -4), [(0, 0)]),
        ((4, -1), [(0, 0)]),
        ((-2, 5), [(0, 1), (-1, 1)]),
    ):
        found = nearest_hexes(now.game.arena, now.battle, now.who("Brock"), now.hex(start))
        assert [now.at(hex_) for hex_ in found] == there


def test_a_giant_in_the_way_is_come_to_once_whichever_of_its_hexes_the_line_crosses() -> None:
    # TFT-LOF-09: from (0, 4) north through (0, 1) and (0, 0)
    archer = ARCHER | {"at": (0, 4), "facing": "N"}
    bob = {"side": "Red", "at": (0, -2), "facing": "S"}
    now = position({"Ann": archer, "Bob": bob, "Brock": GIANT}, "act Ann")
    item = now.item("small_bow", "Ann")
    (way,) = courses(now.game.arena, now.battle, now.who("Ann"), now.who("Bob"), item)
    assert [leg.who for leg in way.legs] == [now.who("Brock"), now.who("Bob")]


def behind(**more: Any) -> Position:
    """Ann with a bow at (-2, 5), as far from the giant's hex B as from C."""
    ann, brock = ARCHER | {"at": (-2, 5), "facing": "N"}, GIANT | {"acted": True}
    return position({"Ann": ann, "Brock": brock, "Dan": WAITING, **more}, "act Ann")


def test_where_a_die_changes_nothing_none_is_rolled() -> None:
    # TFT-LOF-09
    now = behind()
    item = now.item("small_bow", "Ann")
    assert len(courses(now.game.arena, now.battle, now.who("Ann"), now.who("Brock"), item)) == 1
    now.do([18], do="shoot", target="Brock", item="small_bow")


def test_a_die_decides_between_the_two_rear_hexes_if_one_has_somebody_before_it() -> None:
    # TFT-LOF-09: the lines to B and C differ, and Cid at (-1, 2) is on that to C alone. Nobody is
    # three megahexes away, so that all is rolled against 12.
    cid = {"side": "Red", "at": (-1, 2), "facing": "N", "acted": True}
    now = behind(Cid=cid)
    item = now.item("small_bow", "Ann")
    ways = courses(now.game.arena, now.battle, now.who("Ann"), now.who("Brock"), item)
    assert [len(way.legs) for way in ways] == [1, 2]
    said = {"do": "shoot", "target": "Brock", "item": "small_bow"}
    missed = Fraction(160, 216)
    assert now.chance("strikes Cid", **said) == (1 - missed) / 2
    past_cid, straight = missed * missed, missed
    assert now.chance("strikes Brock", **said) == (past_cid + straight) / 2


def test_who_is_before_the_second_of_two_rear_hexes_is_told_of_as_well() -> None:
    # TFT-LOF-09: B is the first, and Cid is before C alone
    cid = {"side": "Red", "at": (-1, 2), "facing": "N", "acted": True}
    now = behind(Cid=cid, Brock=GIANT)
    said = {"do": "shoot", "target": "Brock", "item": "small_bow"}
    told = now.game.forecast(now.battle, 0, now.action(**said))
    assert told is not None
    ways = [note for note in told.notes if note.startswith("Cid is in the way")]
    assert [note.endswith("on one of two ways") for note in ways] == [True]
    asked = now.do([], **said)
    titles = [link.title for link in asked.game.scene(asked.battle, None).links]
    assert "Ann shoots at Brock; in the way: Cid" in titles


def test_the_die_is_said_and_a_thrown_weapon_lies_in_the_hex_it_went_to() -> None:
    # TFT-LOF-09, TFT-THR-03: 4 to 6 is C
    thrower = ARCHER | {"at": (-2, 5), "facing": "N", "items": ("dagger",)}
    for face, there in ((1, (0, 1)), (6, (-1, 1))):
        now = position(
            {"Ann": thrower, "Brock": GIANT | {"acted": True}, "Dan": WAITING}, "act Ann"
        )
        after = now.do([face, 5, 3], do="throw", target="Brock", item="dagger")
        (aimed,) = after.said(AimedAt)
        assert (aimed.rule, after.at(aimed.hex)) == ("TFT-LOF-09", there)
        assert [after.at(thing.hex) for thing in after.battle.ground] == [there]


def test_the_table_says_beforehand_that_a_die_will_decide() -> None:
    # TFT-LOF-09
    now = behind(Cid={"side": "Red", "at": (-1, 2), "facing": "N", "acted": True})
    action = now.action(do="shoot", target="Brock", item="small_bow")
    found = now.game.forecast(now.battle, now.seat, action)
    assert found is not None
    assert any("a die says to which" in note for note in found.notes)


def test_a_giant_shoots_into_the_half_of_the_board_before_its_corner() -> None:
    # TFT-FACE-11: with v 0 it looks along N + NE = (1, -2): D = (q, r) is before it where
    # 2q - 4r - 2q + r = -3r >= 0, its own three hexes left out
    now = standing("act Brock")
    found = field_of_fire(now.game.arena, now.battle, now.who("Brock"))
    board = now.game.arena.board
    assert {board.coords[h] for h in board.hexes_of(found)} == {
        (q, r) for q, r in board.coords if r <= 0 and (q, r) != (0, 0)
    }
