"""Giants in hand-to-hand: entered on any of their hexes, one pile on all three (TFT-HTH-20).

Brock is at (0, 0), (0, 1) and (-1, 1), looking out of the corner between N and NE.
"""

from __future__ import annotations

from typing import Any

import pytest

from meleekit.core.errors import BadSave
from meleekit.tft.actions import BreakFree
from meleekit.tft.blow_events import RolledToMiss
from meleekit.tft.dexterity import strength
from meleekit.tft.grapple import from_behind, open_to_grapple
from meleekit.tft.piles import pile_foes, piles
from meleekit.tft.soundness import check_battle
from meleekit.tft.state import Consent
from meleekit.tft.wrestling import bare_hands
from tests.tft.cases import SYSTEM, Position, position
from tests.tft.giants import GIANT, WAITING

Row = dict[str, Any]

IN_PILE: Row = {"posture": "prone", "grappling": True, "ready": []}
DOWN: Row = GIANT | IN_PILE
BOB: Row = {"side": "Blue", "at": (0, 3), "facing": "N", "items": ("broadsword",)}


def outside(to: str = "move Blue", bob: Row | None = None, **others: Row) -> Position:
    """Bob and Brock on their feet."""
    return position({"Brock": GIANT, "Bob": BOB | (bob or {}), **others}, to)


def inside(to: str, brock: Row | None = None, bob: Row | None = None, **others: Row) -> Position:
    """Bob has gone for Brock, and lies in (0, 1)."""
    fighters = {
        "Brock": {key: value for key, value in DOWN.items() if key != "ready"} | (brock or {}),
        "Bob": BOB | {"at": (0, 1), "items": (), **IN_PILE} | (bob or {}),
        "Dan": WAITING,
        **others,
    }
    ground = [{"item": "Brock.club", "at": (0, 0), "since": 0}]
    return position(fighters, to, ground=ground)


# -- going in ------------------------------------------------------------------------------------


def test_a_giant_is_entered_from_behind_on_the_hex_that_lies_there() -> None:
    # TFT-HTH-20, TFT-HTH-02
    now = outside()
    said = {"do": "grapple", "figure": "Bob", "target": "Brock", "via": (0, 2)}
    assert now.allows(**said, hex=(0, 1))
    assert not now.allows(**said, hex=(-1, 1))  # not next to it
    both = {"do": "grapple", "figure": "Bob", "target": "Brock", "via": (-1, 2)}
    assert now.allows(**both, hex=(0, 1))
    assert now.allows(**both, hex=(-1, 1))


def test_it_stays_where_it_is_and_the_fighter_in_the_hex_it_entered() -> None:
    # TFT-HTH-20, TFT-HTH-07, TFT-HTH-11: on a 1 the club falls, in the giant's front hex
    now = outside().do([1], do="grapple", figure="Bob", target="Brock", via=(-1, 2), hex=(-1, 1))
    brock, bob = now.figure("Brock"), now.figure("Bob")
    assert (now.at(brock.hex), now.at(bob.hex)) == ((0, 0), (-1, 1))
    assert brock.grappling
    assert bob.grappling
    assert brock.posture == bob.posture == "prone"
    club = next(g for g in now.battle.ground if g.item == now.item("club", "Brock"))
    assert now.at(club.hex) == (0, 0)
    board = now.game.arena.board
    lies = {board.coords[h] for h in board.hexes_of(piles(now.game.arena, now.battle))}
    assert lies == {(0, 0), (0, 1), (-1, 1)}


@pytest.mark.parametrize(
    ("via", "behind"),
    [((0, 2), True), ((-1, 2), True), ((-2, 2), True), ((1, 1), False), ((1, 0), False)],
)
def test_from_behind_is_from_one_of_the_three_rear_hexes(
    via: tuple[int, int], behind: bool
) -> None:
    # TFT-HTH-20, TFT-HTH-08, TFT-FACE-10
    now = outside()
    found = from_behind(now.game.arena, now.battle, now.who("Brock"), now.hex(via))
    assert found is behind


def test_a_wall_is_behind_it_only_where_none_of_its_rear_hexes_is_on_the_board() -> None:
    # TFT-HTH-20, TFT-HTH-02: at corner 0 the rear hexes are 2 S, S + SW and 2 SW of the corner A
    now = outside("act Bob")
    arena, index = now.game.arena, now.game.arena.board.index
    brock, bob = now.who("Brock"), now.who("Bob")
    walled = []
    for q, r in index:
        if (q, r + 1) not in index or (q - 1, r + 1) not in index:
            continue
        rear = [(q, r + 2), (q - 1, r + 2), (q - 2, r + 2)]
        now.figure("Brock").hex = index[q, r]
        front = next((h for h in ((q, r - 1), (q + 1, r - 1)) if h in index), None)
        if front is not None:
            found = open_to_grapple(arena, now.battle, bob, brock, index[front])
            assert found is not any(hex_ in index for hex_ in rear)
            walled.append(found)
    assert set(walled) == {True, False}


def test_from_the_front_a_giant_is_asked_and_the_hex_asked_for_is_entered() -> None:
    # TFT-HTH-19, TFT-HTH-20: (-1, 0) is in front, and next to (0, 0) and (-1, 1). Having come to
    # grips Bob strikes at once, and misses.
    bob = {"at": (-1, 0), "facing": "SE", "engaged_at_start": True}
    now = outside("act Bob", bob)
    for hex_ in ((0, 0), (-1, 1)):
        asked = now.do(do="grapple", figure="Bob", target="Brock", via=(-1, 0), hex=hex_)
        assert asked.open == "consent Brock"
        entered = asked.do([2, 18], do="agree")
        assert entered.at(entered.figure("Bob").hex) == hex_


def test_a_giant_moves_onto_nobody() -> None:
    # TFT-HTH-01
    now = position({"Brock": GIANT, "Bob": BOB | {"at": (0, -1), "facing": "S"}}, "act Brock")
    assert "grapple" not in now.kinds()
    said = {"do": "grapple", "figure": "Brock", "target": "Bob", "via": (0, 0), "hex": (0, -1)}
    assert now.refusal(**said).rule == "TFT-HTH-01"


def test_a_second_fighter_joins_on_any_of_the_three_hexes() -> None:
    # TFT-HTH-20, TFT-HTH-15: no condition, no defence roll
    now = inside("move Blue", Cid={"side": "Blue", "at": (-3, 3), "facing": "N", "items": ()})
    for hex_, via in (((-1, 1), (-2, 2)), ((0, 1), (-1, 2)), ((0, 0), (-1, 0))):
        after = now.do(do="grapple", figure="Cid", via=via, hex=hex_, target="")
        assert after.at(after.figure("Cid").hex) == hex_
        assert after.figure("Cid").grappling


def test_a_friend_of_the_giant_joins_where_only_the_giant_lies() -> None:
    # TFT-HTH-20, TFT-HTH-15: the pile holds an enemy, if in another hex
    ann = {"side": "Red", "at": (-2, 0), "facing": "SE", "items": ()}
    now = inside("move Red", Ann=ann)
    after = now.do(do="grapple", figure="Ann", via=(-1, 0), hex=(0, 0), target="")
    assert pile_foes(after.game.arena, after.battle, after.who("Ann")) == (after.who("Bob"),)


# -- in the pile ---------------------------------------------------------------------------------


def test_all_in_its_hexes_are_one_pile_with_it() -> None:
    # TFT-HTH-20, TFT-HTH-11
    cid = BOB | {"at": (-1, 1), "items": (), **IN_PILE}
    now = inside("act Brock", Cid=cid)
    assert {now.name(a.target) for a in now.legal() if hasattr(a, "target")} == {"Bob", "Cid"}
    arena, battle = now.game.arena, now.battle
    for name in ("Bob", "Cid"):
        assert pile_foes(arena, battle, now.who(name)) == (now.who("Brock"),)
    rows = arena.tables.hth_bare_hands
    row = bare_hands(arena, battle, now.who("Bob"), now.who("Brock"))
    assert row is rows["side_of_two_or_more"]  # TFT-HTH-16


def test_alone_a_man_is_weaker_than_a_giant() -> None:
    # TFT-HTH-12: STR 12 against 30
    now = inside("act Bob")
    row = bare_hands(now.game.arena, now.battle, now.who("Bob"), now.who("Brock"))
    assert (row.dice, row.modifier) == (1, -4)


def test_it_fights_with_two_dice_less_one() -> None:
    # TFT-HTH-01, TFT-MON-05, TFT-HTH-14
    now = inside("act Brock", bob={"acted": True})
    after = now.do([9, 8], do="hth_attack", target="Bob", weapon="natural")
    assert strength(after.game.arena, after.battle, after.who("Bob")) == 12 - 7


def test_a_blow_from_outside_that_misses_the_giant_may_hit_who_fights_it() -> None:
    # TFT-FRD-02, TFT-HTH-20: Cid strikes at (0, 0), Bob lies in (0, 1)
    cid = {"side": "Blue", "at": (0, -1), "facing": "S"}
    now = inside("act Cid", {"acted": True}, Cid=cid)
    after = now.do([16, 16, 7], do="attack", target="Brock", weapons=["broadsword"])
    (rolled,) = after.said(RolledToMiss)
    assert after.name(rolled.figure) == "Bob"


def test_when_the_giant_is_dead_those_in_different_hexes_are_free_of_each_other() -> None:
    # TFT-HTH-17, TFT-HTH-20
    ann = {"side": "Red", "at": (-1, 1), "items": (), **IN_PILE}
    bob = {"items": ("dagger",), "ready": ["dagger"], "strength": 12}
    now = inside("act Bob", {"hits": 29, "acted": True}, bob, Ann=ann)
    after = now.do([9, 6], do="hth_attack", target="Brock", weapon="dagger")
    assert after.figure("Brock").condition == "dead"
    assert not after.figure("Bob").grappling
    assert not after.figure("Ann").grappling


def test_in_one_hex_they_fight_on() -> None:
    # TFT-HTH-17, TFT-HTH-20
    ann = {"side": "Red", "at": (0, 1), "items": (), **IN_PILE}
    bob = {"items": ("dagger",), "ready": ["dagger"]}
    now = inside("act Bob", {"hits": 29, "acted": True}, bob, Ann=ann)
    after = now.do([9, 6], do="hth_attack", target="Brock", weapon="dagger")
    assert after.figure("Bob").grappling
    assert after.figure("Ann").grappling


# -- getting out ---------------------------------------------------------------------------------


def ways_out(now: Position) -> set[tuple[int, int] | None]:
    return {now.at(a.hex) for a in now.legal() if isinstance(a, BreakFree)}


def test_a_giant_gets_out_to_where_none_of_its_hexes_is_taken() -> None:
    # TFT-HTH-20, TFT-DIS-05: SE and S would put a hex of its on (0, 1), where Bob lies; at (-1, 2)
    # there is a body, and so SW is barred as well
    body = {"side": "Blue", "at": (-1, 2), "condition": "dead"}
    now = inside("act Brock", Eve=body)
    assert ways_out(now) == {(0, -1), (1, -1), (-1, 0)}
    assert now.refusal(do="break_free", hex=(1, 0)).rule == "TFT-HTH-20"


def test_out_of_the_pile_it_stands_and_faces_within_its_hexes() -> None:
    # TFT-HTH-20, TFT-DIS-04, TFT-DIS-06, TFT-HTH-17: DEX 9 against 12, so only on a 1
    now = inside("act Brock", bob={"acted": True})
    assert now.do([2], do="break_free", hex=(0, -1)).figure("Brock").grappling
    after = now.do([1], do="break_free", hex=(0, -1))
    brock = after.figure("Brock")
    assert (after.at(brock.hex), brock.posture, brock.grappling) == ((0, -1), "standing", False)
    assert not after.figure("Bob").grappling
    assert after.open == "face Brock"
    turned = after.do(do="face", facing=4)  # its C, SW of (0, -1), is the front corner now
    assert turned.at(turned.figure("Brock").hex) == (-1, 0)


def test_a_man_gets_out_to_a_hex_that_is_none_of_the_giants() -> None:
    # TFT-DIS-05, TFT-MON-08
    now = inside("act Bob", {"acted": True})
    assert ways_out(now) == {(1, 0), (1, 1), (0, 2), (-1, 2)}


def test_a_giant_gets_up_only_if_nobody_stands_in_any_of_its_hexes() -> None:
    # TFT-MOVE-24, TFT-MON-08
    ann = {"side": "Red", "at": (-1, 1), "facing": "N", "moved": True}
    prone = GIANT | {"posture": "prone"}
    for posture, may in (("standing", False), ("prone", True)):
        fighters = {"Brock": prone, "Ann": ann | {"posture": posture}, "Bob": BOB}
        assert ("stand_up" in position(fighters, "move Red").kinds()) is may


def test_it_steps_off_a_friend_who_lies_under_it() -> None:
    # TFT-MOVE-20: only the hexes it newly enters must be free
    ann = {"side": "Red", "at": (0, 1), "posture": "prone", "moved": True}
    now = position({"Brock": GIANT, "Ann": ann, "Bob": BOB | {"at": (5, -5)}}, "move Red")
    assert now.allows(do="stride", figure="Brock", hex=(0, -1), facing=0)
    assert now.allows(do="stride", figure="Brock", hex=(1, 0), facing=0)  # (0, 1) is its C there


# -- written down --------------------------------------------------------------------------------


def test_piles_with_giants_and_what_they_are_asked_are_written_and_read() -> None:
    # TFT-HTH-20
    bob = {"at": (-1, 0), "facing": "SE", "engaged_at_start": True}
    asked = outside("act Bob", bob).do(
        do="grapple", figure="Bob", target="Brock", via=(-1, 0), hex=(-1, 1)
    )
    for now in (asked, inside("act Brock")):
        check_battle(now.game.arena, now.battle)
        _, again = SYSTEM.load_situation(SYSTEM.dump_situation(now.game, now.battle))
        assert again == now.battle


def test_a_giant_is_asked_for_a_hex_of_its_own() -> None:
    # TFT-HTH-20
    now = outside("act Bob", {"at": (-1, 0), "facing": "SE", "engaged_at_start": True})
    brock, bob = now.who("Brock"), now.who("Bob")
    for hex_ in (-1, now.hex((3, 0))):
        now.battle.stack = (*now.battle.stack[:1], Consent(brock, bob, hex_))
        with pytest.raises(BadSave, match="the hex of a giant that would be entered"):
            check_battle(now.game.arena, now.battle)
