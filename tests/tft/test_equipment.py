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
    # Case 34, TFT-EQP-11, DEX-04
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


def test_readying_from_the_back_does_not_bend_one_over() -> None:
    # TFT-FACE-07
    now = readying(KIT, BOB).do(do="ready", kind="ready", main="dagger")
    assert not now.figure("Ann").bending
