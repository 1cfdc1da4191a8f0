"""Fighting in a pile: blows, blades, wounds, the way out, and those who strike from outside."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from meleekit.core.dice import Given
from meleekit.tft.actions import HthAttack
from meleekit.tft.blow_events import Attacked, Fell, Result, RolledToMiss
from meleekit.tft.grapple_events import HthEnded
from meleekit.tft.move_options import may_stand_up
from meleekit.tft.movement import reach
from meleekit.tft.state import Condition, Posture
from tests.tft.cases import Position, position

Row = dict[str, Any]

DOWN: Row = {"at": [0, 0], "posture": "prone", "grappling": True, "items": []}
ANN: Row = {"side": "Red", **DOWN}
BOB: Row = {"side": "Blue", **DOWN, "acted": True}
# Somebody who acts afterwards, so that the turn does not end.
FAY: Row = {"side": "Red", "at": [5, 0], "strength": 16, "dexterity": 8}


def wrestling(ann: Row | None = None, bob: Row | None = None, **more: Any) -> Position:
    fighters = {"Ann": {**ANN, **(ann or {})}, "Bob": {**BOB, **(bob or {})}, "Fay": FAY}
    return position(fighters, "act Ann", **more)


def blow(weapon: str = "", target: str = "Bob") -> Row:
    return {"do": "hth_attack", "target": target, "weapon": weapon}


# -- what is open --------------------------------------------------------------------------------


def test_only_the_hand_to_hand_list_is_open() -> None:
    # TFT-HTH-11, TFT-ACT-03, TFT-ACT-36, TFT-ACT-37, TFT-ACT-38, TFT-ACT-39, TFT-EQP-06
    now = wrestling({"items": ["dagger", "dagger"], "ready": ["dagger"]})
    assert now.kinds() == {"hth_attack", "draw_dagger", "break_free", "let_fall", "nothing"}
    for said in (
        {"do": "attack", "target": "Bob", "weapons": ["dagger"]},
        {"do": "defend"},
        {"do": "dodge"},
        {"do": "disengage", "hex": [0, 1]},
        {"do": "go_down", "posture": "prone"},
        {"do": "ready", "kind": "ready", "main": "dagger"},
        {"do": "grapple", "figure": "Ann", "target": "Bob", "hex": [0, 0], "via": [0, 0]},
    ):
        assert now.refusal(**said).rule == "TFT-ACT-03"


def test_one_that_ran_too_far_before_it_was_grappled_can_do_nothing() -> None:
    # TFT-ACT-36, TFT-ACT-37, TFT-ACT-38
    ran = wrestling({"steps": 6, "items": ["dagger"], "ready": []})
    assert ran.kinds() == {"nothing"}
    assert ran.refusal(**blow()).rule == "TFT-ACT-36"
    assert ran.refusal(do="draw_dagger", item="dagger").rule == "TFT-ACT-37"
    assert ran.refusal(do="break_free", hex=[0, 1]).rule == "TFT-ACT-38"


def test_one_that_moved_at_all_does_not_get_out() -> None:
    # TFT-ACT-38, TFT-DIS-03
    assert wrestling({"steps": 1}).kinds() == {"hth_attack", "nothing"}


def test_those_outside_a_pile_have_nothing_of_its_list() -> None:
    # TFT-ACT-36, TFT-ACT-38
    fighters = {
        "Ann": {"side": "Red", "at": [0, -1], "facing": "S", "engaged_at_start": True},
        "Bob": {"side": "Blue", "at": [0, 0], "facing": "N"},
    }
    now = position(fighters, "act Ann")
    assert now.refusal(**blow()).rule == "TFT-ACT-36"
    assert now.refusal(do="draw_dagger", item="broadsword").rule == "TFT-ACT-37"
    assert now.refusal(do="break_free", hex=[0, -2]).rule == "TFT-ACT-38"


def test_one_strikes_only_at_enemies_in_the_pile_and_with_what_is_in_hand() -> None:
    # TFT-HTH-11, TFT-ACT-36
    fighters = {
        "Ann": {**ANN, "items": ["broadsword", "dagger"], "ready": []},
        "Fay": {**FAY, **DOWN},
        "Bob": BOB,
        "Eve": {"side": "Blue", "at": [0, 1], "facing": "N"},
    }
    now = position(fighters, "act Ann")
    assert now.refusal(**blow(target="Eve")).rule == "TFT-HTH-11"
    assert now.refusal(**blow(target="Fay")).rule == "TFT-HTH-11"
    assert now.refusal(**blow("dagger")).rule == "TFT-ACT-36"
    assert now.refusal(**blow("broadsword")).rule == "TFT-ACT-36"
    assert now.refusal(do="draw_dagger", item="broadsword").rule == "TFT-HTH-13"


def test_nobody_in_a_pile_is_engaged_or_engages() -> None:
    # TFT-ENG-03, TFT-ENG-04, TFT-FACE-04
    fighters = {
        "Ann": ANN,
        "Bob": {**BOB, "acted": False},
        "Eve": {"side": "Blue", "at": [0, 1], "facing": "N"},
    }
    now = position(fighters, "act Ann")
    assert "defend" not in now.kinds()
    arena = now.game.arena
    assert reach(arena, now.battle, now.who("Ann")).held_by == ()
    assert not may_stand_up(arena, now.battle, now.who("Ann"))


# -- blows ---------------------------------------------------------------------------------------


def test_a_defence_and_a_slung_shield_do_not_help() -> None:
    # TFT-DEF-01, TFT-ARM-06: three dice against 16, armour alone stops hits
    bob = {"guard": "defend", "items": ["large_shield"], "ready": [], "armour": "leather"}
    after = wrestling({"items": ["dagger"]}, bob).do([12, 6], **blow("dagger"))
    (event,) = after.said(Attacked)
    assert (event.roll.count, event.needed) == (3, 16)
    assert after.figure("Bob").hits == 8 - 2


def test_bare_hands_are_neither_dropped_nor_broken() -> None:
    # TFT-HIT-07: 17 and 18 just miss
    now = wrestling()
    assert now.chance("drop", **blow()) == now.chance("break", **blow()) == 0
    assert now.chance("hit", **blow()) == Fraction(206, 216)


def test_a_dagger_may_be_dropped_or_broken_and_multiples_count() -> None:
    # TFT-HTH-14, TFT-HIT-03: 3 is triple
    now = wrestling({"items": ["dagger"]}, {"strength": 30})
    assert now.chance("drop", **blow("dagger")) == Fraction(3, 216)
    assert now.chance("break", **blow("dagger")) == Fraction(1, 216)
    assert now.do([3, 4], **blow("dagger")).figure("Bob").hits == 18


def test_a_main_gauche_does_less_and_strikes_alone() -> None:
    # TFT-MG-06: 1d6-1, and one attack only
    both = ["dagger", "main_gauche"]
    now = wrestling({"items": both, "ready": both})
    assert now.do([10, 6], **blow("main_gauche")).figure("Bob").hits == 5
    after = now.do([10, 6], **blow("dagger"))
    assert after.figure("Bob").hits == 8
    assert after.open == "act Fay"


@pytest.mark.parametrize(("hits", "does"), [(0, 3), (1, 4), (-1, 2)])
def test_current_strength_is_compared(hits: int, does: int) -> None:
    # TFT-HTH-12: equal 1d6-3, weaker enemy 1d6-2, stronger 1d6-4
    ann, bob = {"hits": max(0, -hits)}, {"hits": max(0, hits)}
    after = wrestling(ann, bob).do([10, 6], **blow())
    assert after.figure("Bob").hits - bob["hits"] == does


def test_hands_are_not_blunted_for_practice_but_daggers_are() -> None:
    # TFT-BAT-10, TFT-DMG-03
    hands = wrestling(kind="practice").do([10, 6], **blow())
    assert hands.figure("Bob").hits == 3
    blade = wrestling({"items": ["dagger"]}, kind="practice").do([10, 5], **blow("dagger"))
    assert blade.figure("Bob").hits == 3  # 7 / 2


def test_a_beast_fights_with_its_own_damage_and_drops_nothing() -> None:
    # TFT-HTH-18, TFT-MON-01: a bear's 3d6 in hand-to-hand; results 1 to 4 are alike for it
    bear = {"race": "bear", "strength": 30, "dexterity": 11}
    now = wrestling({**bear, "items": []}, {"strength": 20})
    (hit,) = [a for a in now.legal() if isinstance(a, HthAttack)]
    step = now.game.apply(now.battle, now.seat, hit, Given([10, 12]))
    assert step.state.figures[now.who("Bob")].hits == 12
    assert now.refusal(**blow()).rule == "TFT-HTH-18"
    fighters = {
        "Ann": {"side": "Red", "at": [0, 3], "facing": "N", "items": ["dagger"]},
        "Bob": {"side": "Blue", "at": [0, 0], "facing": "N", **bear},
        "Fay": {**FAY, "side": "Blue"},
    }
    entering = position(fighters, "move Red")
    said = {"do": "grapple", "figure": "Ann", "target": "Bob", "hex": [0, 0], "via": [0, 1]}
    assert entering.do([4], **said).open == "move Blue"


# -- wounds --------------------------------------------------------------------------------------


def test_eight_hits_leave_one_nothing_to_do_this_turn_and_next() -> None:
    # TFT-INJ-05: it cannot fall any lower
    after = wrestling({"items": ["dagger"]}, {"strength": 20, "acted": False}).do(
        [10, 6], **blow("dagger")
    )
    assert [event.rule for event in after.said(Fell)] == ["TFT-INJ-05"]
    bob = after.figure("Bob")
    assert bob.acted
    assert bob.down_until == 2
    assert bob.grappling


@pytest.mark.parametrize("kind", ["death", "arena", "practice"])
def test_a_pile_ends_for_those_without_a_conscious_enemy(kind: str) -> None:
    # TFT-HTH-17, TFT-EQP-08: the last enemy collapses, or drops out of a practice bout
    bob = {"hits": 8, "items": ["dagger"]}
    after = wrestling({"strength": 16, "items": ["dagger"]}, bob, kind=kind).do(
        [10, 1], **blow("dagger")
    )
    assert after.figure("Bob").condition is not Condition.FIT
    assert not after.figure("Bob").grappling
    ann = after.figure("Ann")
    assert (ann.grappling, ann.posture) == (False, Posture.PRONE)
    assert [event.figure for event in after.said(HthEnded)] == [after.who("Ann")]


def test_a_pile_goes_on_with_an_enemy_left() -> None:
    # TFT-HTH-17
    fighters = {
        "Ann": {**ANN, "items": ["dagger"]},
        "Bob": {**BOB, "hits": 9},
        "Eve": BOB,
        "Fay": FAY,
    }
    after = position(fighters, "act Ann").do([10, 6], **blow("dagger"))
    assert after.figure("Bob").condition is Condition.DEAD
    assert after.figure("Ann").grappling
    assert after.figure("Eve").grappling


def test_friends_left_in_one_hex_rise_one_after_the_other() -> None:
    # TFT-MOVE-24, case 84: TFT-BAD-03
    lying: Row = {"side": "Red", "at": [0, 0], "posture": "prone"}
    bob = {"side": "Blue", "at": [0, 5]}
    now = position({"Ann": lying, "Cid": lying, "Bob": bob}, "move Red")
    up = now.do(do="stand_up", figure="Ann").do(do="face", facing="N")
    assert up.refusal(do="stand_up", figure="Cid").rule == "TFT-MOVE-24"


# -- drawing and getting out ---------------------------------------------------------------------


def test_a_dagger_is_drawn_on_one_to_three_and_a_slung_main_gauche_too() -> None:
    # TFT-HTH-13
    items = ["dagger", "main_gauche"]
    now = wrestling({"items": items, "ready": []})
    said = {"do": "draw_dagger", "item": "dagger"}
    assert now.chance("drawn", **said) == Fraction(1, 2)
    drawn = now.do([3], **said).figure("Ann")
    assert now.item_name(drawn.main) == "Ann.dagger"
    assert drawn.acted
    off = now.do([1], do="draw_dagger", item="main_gauche").figure("Ann").off
    assert now.item_name(off) == "Ann.main_gauche"
    assert now.do([4], **said).figure("Ann").main < 0


def test_a_main_gauche_needs_the_off_hand() -> None:
    # TFT-HTH-13, TFT-EQP-02
    items = ["dagger", "dagger", "main_gauche"]
    now = wrestling({"items": items, "ready": ["dagger", "dagger"]})
    assert now.refusal(do="draw_dagger", item="main_gauche").rule == "TFT-EQP-02"


def test_failing_to_get_out_leaves_all_as_it_was() -> None:
    # TFT-DIS-03
    after = wrestling({"dexterity": 13}).do([4], do="break_free", hex=[0, 1])
    ann = after.figure("Ann")
    assert (ann.grappling, ann.acted, after.at(ann.hex)) == (True, True, (0, 0))


# -- from outside --------------------------------------------------------------------------------


def striking(
    eve: Row | None = None, weapons: tuple[str, ...] = ("broadsword",), **more: Any
) -> Position:
    """Eve stands by a pile of her friend Cid, who is hurt, and Bob and Gus."""
    return position(
        {
            "Eve": {"side": "Red", "at": [0, 1], "facing": "N", "items": weapons, **(eve or {})},
            "Cid": {"side": "Red", **DOWN, "armour": "leather", "acted": True},
            "Bob": BOB,
            "Fay": FAY,
        },
        "act Eve",
        **more,
    )


def sword(weapons: tuple[str, ...] = ("broadsword",)) -> Row:
    return {"do": "attack", "target": "Bob", "weapons": list(weapons)}


def test_a_pile_is_struck_at_plus_four_and_not_at_plus_eight() -> None:
    # TFT-DEX-08, TFT-HTH-11: in place of the rear hex
    (event,) = striking().do([10, 2], **sword()).said(Attacked)
    assert event.needed == 16
    assert [m.rule for m in event.modifiers if m.value > 0][1:] == ["TFT-DEX-08"]


def test_a_miss_may_hit_a_friend_in_the_pile() -> None:
    # TFT-FRD-02, TFT-LOF-03, TFT-LOF-04: to miss on 12 or less, without facing; single damage
    now = striking()
    after = now.do([16, 13, 9], **sword())
    (event,) = after.said(RolledToMiss)
    assert (event.needed, event.result, event.rule) == (12, Result.HIT, "TFT-FRD-02")
    assert after.figure("Cid").hits == 9 - 2
    assert now.do([16, 12], **sword()).figure("Cid").hits == 0
    # Only a 16 is a plain miss, 6 ways of 216; 12 or less on 3d6 is 20/27.
    assert now.chance("stray", **sword()) == Fraction(6, 216) * Fraction(7, 27)


def test_a_blow_at_one_unconscious_in_the_pile_may_hit_the_others_too() -> None:
    # TFT-FRD-02: Bob, whom it is for, is an enemy in the hex of a pile as well
    fighters = {
        "Eve": {"side": "Red", "at": [0, 1], "facing": "N"},
        "Cid": {"side": "Red", **DOWN, "acted": True},
        "Bob": {"side": "Blue", "at": [0, 0], "condition": "unconscious", "hits": 11},
        "Gus": {**BOB, "strength": 16, "dexterity": 8},
        "Fay": FAY,
    }
    # Gus is passed first, then Cid is hit.
    after = position(fighters, "act Eve").do([16, 2, 5, 12, 13, 9], **sword())
    missed = [(after.name(e.figure), e.result) for e in after.said(RolledToMiss)]
    assert missed == [("Gus", Result.MISS), ("Cid", Result.HIT)]


def test_one_that_flies_over_a_pile_is_not_in_it() -> None:
    # TFT-FRD-02, TFT-LOF-01
    spout = {"side": "Red", "at": [0, 0], "race": "gargoyle", "strength": 20, "dexterity": 11}
    fighters = {
        "Eve": {"side": "Red", "at": [0, 1], "facing": "N"},
        "Cid": {"side": "Red", **DOWN, "acted": True},
        "Spout": {**spout, "posture": "aloft", "acted": True},
        "Bob": BOB,
        "Fay": FAY,
    }
    after = position(fighters, "act Eve").do([16, 12], **sword())
    assert [after.name(e.figure) for e in after.said(RolledToMiss)] == ["Cid"]


@pytest.mark.parametrize(("roll", "hits"), [(13, 0), (14, 9 - 2), (16, 18 - 2), (17, 27 - 2)])
def test_the_table_of_misses_holds_for_blows_at_a_pile(roll: int, hits: int) -> None:
    # TFT-FRD-02, TFT-LOF-03: a 14 hits however skilled, 15 and 16 double, 17 and 18 triple
    now = striking({"dexterity": 16}, variants=["VAR-MISS-TABLE"])
    after = now.do([16, roll, 9] if hits else [16, roll], **sword())
    (event,) = after.said(RolledToMiss)
    assert (event.damage.hits if event.damage else 0) == hits


def test_no_defence_makes_it_harder_to_be_missed() -> None:
    # TFT-DEF-07: three dice
    fighters = {
        "Eve": {"side": "Red", "at": [0, 1], "facing": "N"},
        "Cid": {"side": "Red", **DOWN, "guard": "defend", "acted": True},
        "Bob": BOB,
        "Fay": FAY,
    }
    (event,) = position(fighters, "act Eve").do([16, 12], **sword()).said(RolledToMiss)
    assert (event.roll.count, event.result) == (3, Result.MISS)


def test_a_dropped_or_broken_weapon_hits_nobody() -> None:
    # TFT-FRD-03
    for total in (17, 18):
        assert not striking().do([total], **sword()).said(RolledToMiss)


def test_two_weapons_make_it_harder_to_miss_friends() -> None:
    # TFT-LOF-03, TFT-DEX-06: 12 - 4
    two = ("shortsword", "cutlass")
    after = striking({"ready": two}, two).do([16, 8, 16, 8], **sword(two))
    assert [event.needed for event in after.said(RolledToMiss)] == [8, 8]


def test_others_are_passed_in_random_order_until_one_is_hit() -> None:
    # TFT-FRD-02
    now = position(
        {
            "Eve": {"side": "Red", "at": [0, 1], "facing": "N"},
            "Cid": {"side": "Red", **DOWN, "acted": True},
            "Bob": BOB,
            "Gus": BOB,
            "Fay": FAY,
        },
        "act Eve",
    )
    first_gus = now.do([16, 2, 5, 3, 16, 4], **sword())  # dice for the order, then to miss
    assert [now.name(e.figure) for e in first_gus.said(RolledToMiss)] == ["Gus", "Cid"]
    assert first_gus.figure("Cid").hits == 4
    first_cid = now.do([16, 5, 2, 16, 4], **sword())
    assert [now.name(e.figure) for e in first_cid.said(RolledToMiss)] == ["Cid"]


def test_the_unconscious_in_a_pile_take_no_harm_in_the_arena() -> None:
    # TFT-FRD-02, TFT-BAT-06: the blow is spent on them all the same
    fighters = {
        "Eve": {"side": "Red", "at": [0, 1], "facing": "N"},
        "Cid": {"side": "Red", "at": [0, 0], "condition": "unconscious", "hits": 11},
        "Dot": {"side": "Red", **DOWN, "acted": True},
        "Bob": BOB,
        "Gus": {"side": "Blue", "at": [-5, 0], "strength": 16, "dexterity": 8},
    }
    after = position(fighters, "act Eve", kind="arena").do([16, 6, 1, 16], **sword())
    (event,) = after.said(RolledToMiss)
    assert (after.name(event.figure), event.damage) == ("Cid", None)
    assert after.figure("Cid").condition is Condition.UNCONSCIOUS


def test_nobody_in_the_pile_hits_a_friend_in_it() -> None:
    # TFT-FRD-04
    fighters = {"Ann": ANN, "Cid": {**ANN, "acted": True}, "Bob": BOB, "Fay": FAY}
    assert not position(fighters, "act Ann").do([16], **blow()).said(RolledToMiss)
