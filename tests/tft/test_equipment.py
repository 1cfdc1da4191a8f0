"""What is in hand, on the back and on the ground, and taking it up (EQP, ACT-15..31)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from meleekit.tft.actions import Ready
from tests.tft.cases import Position, position, told

Row = dict[str, Any]

ANN: Row = {"side": "Red", "at": [0, 1], "facing": "N", "dexterity": 14}
BOB: Row = {"side": "Blue", "at": [0, 0], "facing": "S"}
FAR: Row = {"side": "Blue", "at": [0, -5], "facing": "S"}
BLOW: Row = {"do": "attack", "target": "Ann", "weapons": ["broadsword"]}
KIT: Row = {"items": ["broadsword", "large_shield", "dagger"]}


def readying(ann: Row, foe: Row | None = None, **more: Any) -> Position:
    return position({"Ann": {**ANN, **ann}, "Bob": foe or FAR}, "act Ann", **more)


def hands_offered(now: Position, kind: str) -> set[tuple[str, str, tuple[str, ...]]]:
    """Main hand, off hand and what is dropped, for each way to ready things by that entry."""

    def short(item: int) -> str:
        return now.item_name(item).partition(".")[2]

    return {
        (short(a.main), short(a.off), tuple(sorted(map(short, a.drop))))
        for a in now.legal()
        if isinstance(a, Ready) and a.kind.value == kind
    }


def next_turn(now: Position, *movers: str) -> Position:
    """On to the actions of the next turn, Red moving first; all stay."""
    assert now.open == "initiative Red"
    now = now.do(do="initiative", last=False)
    return now.do(do="end_movement").do(do="end_movement")


# -- from next turn on ---------------------------------------------------------------------------


def test_a_shield_readied_this_turn_does_not_help_this_turn() -> None:
    # Case 34, TFT-EQP-11, ARM-04
    kit = {**KIT, "ready": ["dagger"]}
    now = readying(kit, BOB).do(do="ready", kind="ready", main="broadsword", off="large_shield")
    assert now.open == "act Bob"
    assert now.do([9, 6], **BLOW).figure("Ann").hits == 6


def test_weapon_and_shield_are_ready_in_the_next_turn_with_the_shields_penalty() -> None:
    # Case 34, TFT-EQP-11, TURN-03, DEX-04
    kit = {**KIT, "ready": ["dagger"]}
    now = readying(kit, BOB).do(do="ready", kind="ready", main="broadsword", off="large_shield")
    assert told(now, "Ann", "dex") == 14
    now = next_turn(now.do([6, 1], do="nothing"))
    ann = now.figure("Ann")
    assert (ann.main, ann.off) == (now.item("broadsword", "Ann"), now.item("large_shield", "Ann"))
    assert told(now, "Ann", "dex") == 13
    assert now.allows(do="attack", target="Bob", weapons=["broadsword"])


def test_one_that_changes_weapons_does_not_defend_in_that_turn() -> None:
    # Case 34, TFT-EQP-11, ACT-40: three dice, no question
    kit = {**KIT, "ready": ["dagger"]}
    now = readying(kit, BOB).do(do="ready", kind="ready", main="broadsword", off="large_shield")
    assert now.chance("hit", **BLOW) == Fraction(20, 27)


def test_what_is_put_away_helps_no_more_at_once() -> None:
    # TFT-EQP-11: the old shield is slung at the moment of the action
    now = readying({**KIT, "ready": ["broadsword", "large_shield"]}, BOB)
    now = now.do(do="ready", kind="ready", main="dagger")
    assert now.figure("Ann").off == -1
    assert now.do([9, 6], **BLOW).figure("Ann").hits == 6


def test_what_is_kept_in_hand_works_on() -> None:
    # TFT-EQP-11
    now = readying({**KIT, "ready": ["broadsword", "large_shield"]}, BOB)
    now = now.do(do="ready", kind="ready", main="dagger", off="large_shield")
    assert now.do([9, 6], **BLOW).figure("Ann").hits == 4


# -- hands and limits ----------------------------------------------------------------------------


def test_ready_offers_every_way_to_hold_something_new() -> None:
    # TFT-ACT-15, EQP-02: dagger with or without the shield, or beside the sword, either way round
    now = readying({**KIT, "ready": ["broadsword", "large_shield"]})
    assert hands_offered(now, "ready") == {
        ("dagger", "", ()),
        ("dagger", "large_shield", ()),
        ("broadsword", "dagger", ()),
        ("dagger", "broadsword", ()),
    }


def test_a_two_handed_weapon_takes_both_hands() -> None:
    # TFT-EQP-02
    kit = {"items": ["two_handed_sword", "small_shield"], "strength": 14, "ready": ["small_shield"]}
    assert hands_offered(readying(kit), "ready") == {("two_handed_sword", "", ())}


def test_a_main_gauche_is_held_in_the_off_hand() -> None:
    # TFT-MG-01
    kit = {"items": ["rapier", "main_gauche"], "ready": ["rapier"]}
    assert hands_offered(readying(kit), "ready") == {
        ("", "main_gauche", ()),
        ("rapier", "main_gauche", ()),
    }


def test_change_weapons_drops_weapons_and_keeps_or_drops_the_shield() -> None:
    # TFT-ACT-28
    now = readying({**KIT, "engaged_at_start": True}, BOB)
    assert hands_offered(now, "change") == {
        ("dagger", "", ("broadsword", "large_shield")),
        ("dagger", "large_shield", ("broadsword",)),
    }


def test_change_weapons_takes_one_new_weapon_not_two() -> None:
    # TFT-ACT-28: "a" new weapon, although two hands could hold sword and dagger
    kit = {"items": ["broadsword", "shortsword", "dagger"], "ready": ["broadsword"]}
    assert hands_offered(readying({**kit, "engaged_at_start": True}, BOB), "change") == {
        ("shortsword", "", ("broadsword",)),
        ("dagger", "", ("broadsword",)),
    }


def test_change_weapons_takes_a_new_weapon_and_a_shield_at_once() -> None:
    # TFT-ACT-28: a weapon, a shield, or both
    now = readying({**KIT, "ready": ["broadsword"], "engaged_at_start": True}, BOB)
    assert hands_offered(now, "change") == {
        ("dagger", "", ("broadsword",)),
        ("", "large_shield", ("broadsword",)),
        ("dagger", "large_shield", ("broadsword",)),
    }


def test_one_engaged_readies_no_bow_but_puts_it_away() -> None:
    # TFT-ACT-16
    kit = {"items": ["small_bow", "broadsword"], "ready": ["broadsword"]}
    assert not hands_offered(readying(kit, BOB), "ready")
    kit = {"items": ["small_bow", "broadsword"], "ready": ["small_bow"]}
    assert hands_offered(readying(kit, BOB), "ready") == {("broadsword", "", ())}


def test_one_engaged_slings_a_bow_that_it_picks_up() -> None:
    # TFT-ACT-31, ACT-16
    kit = {"items": ["small_bow", "dagger"], "ready": ["dagger"], "engaged_at_start": True}
    now = readying(kit, BOB, turn=2, ground=[{"item": "Ann.small_bow", "at": [0, 1]}])
    assert hands_offered(now, "pick_up") == {("dagger", "", ()), ("", "", ("dagger",))}
    now = now.do(do="ready", kind="pick_up", main="dagger", sling="small_bow")
    assert now.item("Ann.small_bow") in now.figure("Ann").slung
    assert now.battle.ground == ()


def test_one_engaged_makes_room_for_a_bow_by_dropping_what_is_ready() -> None:
    # TFT-ACT-31, EQP-12, ACT-16: sword and shield are two already, and the bow is not readied
    kit = {"items": ["broadsword", "large_shield"], "engaged_at_start": True}
    foe = {**BOB, "items": ["small_bow"]}
    now = readying(kit, foe, turn=2, ground=[{"item": "Bob.small_bow", "at": [0, 1]}])
    assert hands_offered(now, "pick_up") == {
        ("broadsword", "", ("large_shield",)),
        ("", "large_shield", ("broadsword",)),
        ("", "", ("broadsword", "large_shield")),
    }


def test_a_bow_for_which_a_shield_was_dropped_is_slung() -> None:
    # TFT-ACT-31, EQP-12, ACT-16
    kit = {"items": ["broadsword", "large_shield"], "engaged_at_start": True}
    foe = {**BOB, "items": ["small_bow"]}
    now = readying(kit, foe, turn=2, ground=[{"item": "Bob.small_bow", "at": [0, 1]}]).do(
        do="ready",
        kind="pick_up",
        main="broadsword",
        drop=["large_shield"],
        sling="Bob.small_bow",
    )
    ann = now.figure("Ann")
    assert ann.slung == (now.item("Bob.small_bow"),)
    assert (now.item_name(ann.main), ann.off) == ("Ann.broadsword", -1)
    assert [now.item_name(thing.item) for thing in now.battle.ground] == ["Ann.large_shield"]


# -- the ground ----------------------------------------------------------------------------------


def test_letting_an_item_fall_is_free_and_leaves_the_movement() -> None:
    # TFT-EQP-06
    now = position({"Ann": {**ANN, **KIT}, "Bob": FAR}, "move Red")
    now = now.do(do="let_fall", figure="Ann", item="large_shield")
    assert now.open == "move Red"
    assert [now.item_name(thing.item) for thing in now.battle.ground] == ["Ann.large_shield"]
    assert now.allows(do="move", figure="Ann", hex=[0, 4])


@pytest.mark.parametrize(("since", "offered"), [(1, True), (2, False)])
def test_what_fell_can_be_picked_up_from_the_next_turn_on(since: int, offered: bool) -> None:
    # TFT-EQP-09
    ground = [{"item": "Ann.broadsword", "at": [0, 1], "since": since}]
    now = readying({}, turn=2, ground=ground)
    assert (("broadsword", "", ()) in hands_offered(now, "ready")) is offered


def test_a_pick_up_within_the_carry_limit_only() -> None:
    # TFT-EQP-12, CRE-06: sword and shield are two; the axe takes the place of either
    kit = {"items": ["broadsword", "large_shield"]}
    foe = {**FAR, "items": ["small_axe"]}
    now = readying(kit, foe, turn=2, ground=[{"item": "Bob.small_axe", "at": [0, 1]}])
    assert hands_offered(now, "ready") == {
        ("small_axe", "", ("broadsword",)),
        ("small_axe", "", ("large_shield",)),
        ("small_axe", "large_shield", ("broadsword",)),
        ("small_axe", "broadsword", ("large_shield",)),
        ("broadsword", "small_axe", ("large_shield",)),
    }


def test_a_dagger_beside_two_weapons_is_free() -> None:
    # TFT-CRE-06, EQP-12
    kit = {"items": ["broadsword", "large_shield"]}
    foe = {**FAR, "items": ["dagger"]}
    now = readying(kit, foe, turn=2, ground=[{"item": "Bob.dagger", "at": [0, 1]}])
    assert ("dagger", "large_shield", ()) in hands_offered(now, "ready")


def test_pick_up_for_the_engaged_drops_what_is_in_the_way() -> None:
    # TFT-ACT-31
    kit = {"items": ["broadsword", "small_axe"], "ready": ["broadsword"], "engaged_at_start": True}
    now = readying(kit, BOB, turn=2, ground=[{"item": "Ann.small_axe", "at": [0, 1]}])
    assert hands_offered(now, "pick_up") == {
        ("small_axe", "", ("broadsword",)),
        ("small_axe", "broadsword", ()),
        ("broadsword", "small_axe", ()),
    }


def test_pick_up_for_the_engaged_needs_a_turn_without_a_step() -> None:
    # TFT-ACT-31
    kit = {"items": ["small_axe"], "engaged_at_start": True, "steps": 1}
    now = readying(kit, BOB, turn=2, ground=[{"item": "Ann.small_axe", "at": [0, 1]}])
    assert not hands_offered(now, "pick_up")


def test_whoever_picks_up_bends_over_till_the_end_of_the_actions() -> None:
    # TFT-FACE-07, ACT-20, ENG-02: rear hexes all round, and nobody engaged by it
    now = readying({}, BOB, turn=2, ground=[{"item": "Ann.broadsword", "at": [0, 1]}])
    now = now.do(do="ready", kind="ready", main="broadsword")
    assert now.figure("Ann").bending
    assert now.chance("hit", **BLOW) == Fraction(103, 108)
    assert not now.allows(do="defend")
    assert not now.do([6, 1], do="nothing").figure("Ann").bending


@pytest.mark.parametrize(("mode", "before"), [("shield", 12), ("both", 10)])
def test_bending_over_ends_a_main_gauches_use_and_its_penalty_at_once(
    mode: str, before: int
) -> None:
    # TFT-MG-05, FACE-04, DEX-05: 14 - 2 or 14 - 4, and 14 in the same turn
    kit = {"items": ["rapier", "main_gauche", "dagger"], "ready": ["rapier", "main_gauche"]}
    ground = [{"item": "Ann.dagger", "at": [0, 1]}]
    now = readying({**kit, "parry": mode}, BOB, turn=2, ground=ground)
    assert told(now, "Ann", "dex") == before
    now = now.do(do="ready", kind="ready", main="dagger", off="main_gauche")
    assert now.open == "act Bob"
    assert (told(now, "Ann", "parry"), told(now, "Ann", "dex")) == ("idle", 14)


def test_readying_from_the_back_does_not_bend_one_over() -> None:
    # TFT-FACE-07
    now = readying(KIT, BOB).do(do="ready", kind="ready", main="dagger")
    assert not now.figure("Ann").bending


# -- letting things fall as one acts --------------------------------------------------------------

LATE: Row = {"side": "Blue", "at": [5, -5], "strength": 16, "dexterity": 8}
"""Somebody still has to act, so that the turn goes on."""


def acting(**ann: Any) -> Position:
    """Ann's moment, an enemy that has acted before her."""
    return position({"Ann": {**ANN, **ann}, "Bob": {**BOB, "acted": True}, "Ben": LATE}, "act Ann")


def test_a_shield_let_fall_as_one_acts_no_longer_hinders_that_very_attack() -> None:
    # TFT-EQP-06, DEX-04, DEX-02: 11 - 1 before, 11 after
    now = acting(items=["broadsword", "large_shield"], strength=13, dexterity=11)
    blow = {"do": "attack", "target": "Bob", "weapons": ["broadsword"]}
    assert now.chance("hit", **blow) == Fraction(1, 2)
    now = now.do(do="let_fall", figure="Ann", item="large_shield")
    assert now.open == "act Ann"
    assert now.chance("hit", **blow) == Fraction(5, 8)


def test_what_is_let_fall_as_one_acts_lies_there_from_then_on() -> None:
    # TFT-EQP-06, EQP-09: on the ground in her hex, and it cannot be picked up in this turn
    now = acting(items=["broadsword", "large_shield"])
    now = now.do(do="let_fall", figure="Ann", item="large_shield")
    (thing,) = now.battle.ground
    assert (now.item_name(thing.item), now.at(thing.hex)) == ("Ann.large_shield", (0, 1))
    refusal = now.refusal(do="ready", kind="ready", main="broadsword", off="large_shield")
    assert refusal.rule == "TFT-EQP-09"


def test_one_without_its_weapon_attacks_no_more() -> None:
    # TFT-EQP-06, HIT-01
    now = acting().do(do="let_fall", figure="Ann", item="broadsword")
    assert "attack" not in now.kinds()
    assert now.allows(do="dodge")


@pytest.mark.parametrize("ann", [{"steps": 6}, {"posture": "prone"}])
def test_nothing_is_let_fall_by_one_that_could_do_nothing_else(ann: Row) -> None:
    # TFT-EQP-06: it is part of an action, and here there is none
    now = acting(**ann)
    assert now.kinds() == {"nothing"}
    assert now.refusal(do="let_fall", figure="Ann", item="broadsword").rule == "TFT-EQP-06"


@pytest.mark.parametrize("other", ["Amy", "Bob"])
def test_nobody_lets_fall_what_another_holds(other: str) -> None:
    # TFT-EQP-06, ACT-06: neither a friend's things nor an enemy's
    rows = {"Ann": ANN, "Amy": {**ANN, "at": [1, 1]}, "Bob": {**BOB, "acted": True}}
    refusal = position(rows, "act Ann").refusal(do="let_fall", figure=other, item="broadsword")
    assert refusal.rule == "TFT-ACT-06"
    assert "Ann's moment" in refusal.message
