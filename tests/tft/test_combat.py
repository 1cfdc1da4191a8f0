"""To hit, damage, armour, two weapons, and what wounds do (DEX, HIT, DMG, ARM, MG, TWO, INJ)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from meleekit.tft.blow_events import Attacked, Fell, Result
from meleekit.tft.events import FellOnGround, WeaponBroke
from meleekit.tft.state import Condition, Posture
from tests.tft.cases import Position, position, told

Row = dict[str, Any]

# adjDEX 10, so that bonuses show: 10 or less is 1/2, 12 is 20/27, 14 is 49/54.
ANN: Row = {"side": "Red", "at": [0, 1], "facing": "N", "strength": 14, "dexterity": 10}
BOB: Row = {"side": "Blue", "at": [0, 0], "facing": "S", "acted": True}
# Somebody still has to act, so that the turn goes on.
ZOE: Row = {"side": "Red", "at": [5, 0], "strength": 16, "dexterity": 8}
BLOW: Row = {"do": "attack", "target": "Bob", "weapons": ["broadsword"]}


def striking(ann: Row | None = None, bob: Row | None = None, **setup: Any) -> Position:
    """Ann's moment, Bob in front of her having acted."""
    rows = {"Ann": {**ANN, **(ann or {})}, "Bob": {**BOB, **(bob or {})}, "Zoe": ZOE}
    return position(rows, "act Ann", **setup)


def hits(now: Position, dice: list[int], name: str = "Bob", **said: Any) -> int:
    return now.do(dice, **(said or BLOW)).figure(name).hits


# -- to hit --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "faces", "chance"),
    [
        ([0, -1], "S", "1/2"),
        ([1, -1], "SW", "1/2"),
        ([-1, 0], "SE", "1/2"),
        ([1, 0], "NW", "20/27"),
        ([-1, 1], "NE", "20/27"),
        ([0, 1], "N", "49/54"),
    ],
)
def test_the_side_is_worth_2_and_the_rear_4(at: list[int], faces: str, chance: str) -> None:
    # Case 8, TFT-FACE-03, DEX-07
    now = striking({"at": at, "facing": faces}, {"facing": "N"})
    assert now.chance("hit", **BLOW) == Fraction(chance)


@pytest.mark.parametrize("bob", [{"posture": "prone"}, {"posture": "kneeling"}, {"bending": True}])
def test_one_without_a_front_is_attacked_from_the_rear(bob: Row) -> None:
    # TFT-FACE-04, FACE-05
    assert striking(bob=bob).chance("hit", **BLOW) == Fraction(49, 54)


def test_modifiers_of_an_attack_add_up_to_the_number_needed() -> None:
    # TFT-DEX-01..07: 12, chain -3, large shield -1, wounded -2, STR 3 -3, rear +4
    ann = {"dexterity": 12, "armour": "chainmail", "items": ["broadsword", "large_shield"]}
    ann |= {"strength": 12, "hits": 9, "shaken_turn": 1}
    (blow,) = striking(ann, {"facing": "N"}).do([7, 2], **BLOW).said(Attacked)
    assert blow.needed == 7
    assert [m.value for m in blow.modifiers] == [12, -3, -1, -2, -3, 4]
    assert {m.rule for m in blow.modifiers} == {
        "TFT-DEX-01",
        "TFT-DEX-03",
        "TFT-DEX-04",
        "TFT-DEX-13",
        "TFT-DEX-07",
    }


@pytest.mark.parametrize(
    ("shield", "chance"), [("small_shield", "1/2"), ("large_shield", "3/8"), ("slung", "1/2")]
)
def test_only_a_ready_large_shield_costs_dex(shield: str, chance: str) -> None:
    # TFT-DEX-04: 9 or less is 81/216 = 3/8
    ann = {"items": ["broadsword", shield]}
    if shield == "slung":
        ann = {"items": ["broadsword", "large_shield"], "ready": ["broadsword"]}
    assert striking(ann).chance("hit", **BLOW) == Fraction(chance)


def test_a_four_or_five_on_four_dice_is_a_plain_hit() -> None:
    # TFT-HIT-04: no multiples on four dice
    now = striking(bob={"guard": "defend"})
    assert [hits(now, [total, 7]) for total in (4, 5)] == [7, 7]


@pytest.mark.parametrize(
    ("total", "event"),
    [(21, FellOnGround), (22, FellOnGround), (23, WeaponBroke), (24, WeaponBroke)],
)
def test_four_dice_drop_and_break_weapons(total: int, event: type) -> None:
    # TFT-HIT-04
    assert striking(bob={"guard": "defend"}).do([total], **BLOW).said(event)


# -- damage --------------------------------------------------------------------------------------


def test_a_blow_never_heals() -> None:
    # TFT-GEN-05, DMG-01: a dagger's 1 - 1, and 5 off a broadsword's 2
    now = striking({"items": ["dagger"]})
    assert hits(now, [9, 1], do="attack", target="Bob", weapons=["dagger"]) == 0
    assert hits(striking(bob={"armour": "plate"}), [9, 2]) == 0


@pytest.mark.parametrize(("roll", "times"), [(10, 2), (4, 4), (3, 6)])
def test_multipliers_multiply_each_other(roll: int, times: int) -> None:
    # TFT-DMG-02: a charge doubles; 4 doubles, 3 triples
    ann = {"items": ["spear"], "steps": 3, "run": "N", "came_from": [0, 4]}
    bob = {"strength": 40, "dexterity": 8}
    dealt = hits(striking(ann, bob), [roll, 2], do="attack", target="Bob", weapons=["spear"])
    assert dealt == (2 + 1) * times


@pytest.mark.parametrize(
    ("bob", "facing", "taken"),
    [
        ({"items": ["broadsword", "small_shield"]}, "S", 9),
        ({"items": ["broadsword", "large_shield"]}, "S", 8),
        ({"items": ["broadsword", "large_shield"], "armour": "leather"}, "S", 6),
        ({"items": ["broadsword", "large_shield"]}, "NE", 10),
        ({"items": ["broadsword", "large_shield"]}, "N", 10),
        ({"items": ["broadsword", "large_shield"], "ready": ["broadsword"]}, "S", 10),
        ({"items": ["broadsword", "large_shield"], "ready": ["broadsword"]}, "NE", 10),
        ({"items": ["broadsword", "large_shield"], "ready": ["broadsword"]}, "N", 8),
    ],
)
def test_a_ready_shield_covers_the_front_and_a_slung_one_the_rear(
    bob: Row, facing: str, taken: int
) -> None:
    # TFT-ARM-02..05, EQP-03: Ann is north of a Bob facing north in the rear case, and so on
    now = striking(bob={**bob, "facing": facing, "strength": 20})
    assert hits(now, [9, 10]) == taken


@pytest.mark.parametrize("ready", [["broadsword", "small_shield"], ["broadsword"]])
def test_on_the_ground_only_a_slung_shield_helps(ready: list[str]) -> None:
    # TFT-ARM-06
    bob = {
        "items": ["broadsword", "small_shield"],
        "ready": ready,
        "posture": "prone",
        "strength": 20,
    }
    assert hits(striking(bob=bob), [9, 10]) == (10 if len(ready) == 2 else 9)


def test_of_two_slung_shields_the_better_counts() -> None:
    # TFT-ARM-07
    bob = {"items": ["small_shield", "large_shield"], "ready": [], "facing": "N", "strength": 20}
    assert hits(striking(bob=bob), [9, 10]) == 8


# -- two weapons, main-gauche --------------------------------------------------------------------

PAIR: Row = {"items": ["broadsword", "shortsword"], "ready": ["broadsword", "shortsword"]}
FENCER: Row = {"items": ["shortsword", "main_gauche"], "ready": ["shortsword", "main_gauche"]}


def test_two_weapons_strike_at_4_less_and_either_alone_at_none() -> None:
    # TFT-TWO-01, DEX-06: 14 - 4 = 10 is 1/2 each; 14 alone is 49/54
    now = striking({**PAIR, "dexterity": 14})
    both = {"do": "attack", "target": "Bob", "weapons": ["broadsword", "shortsword"]}
    assert now.chance("hit", **both) == 1 - Fraction(1, 2) ** 2
    for weapon in ("broadsword", "shortsword"):
        alone = {"do": "attack", "target": "Bob", "weapons": [weapon]}
        assert now.chance("hit", **alone) == Fraction(49, 54)


def test_two_weapons_do_not_change_the_order_of_action() -> None:
    # TFT-TWO-01, ACT-07
    assert told(striking(PAIR), "Ann", "dex") == 10


def test_the_main_hand_strikes_first_and_both_wounds_count() -> None:
    # TFT-MG-03, TWO-01, DEX-02
    now = striking({**FENCER, "dexterity": 14, "parry": "both"})
    said = {"do": "attack", "target": "Bob", "weapons": ["shortsword", "main_gauche"]}
    after = now.do([10, 5, 10, 4], **said)
    first, second = after.said(Attacked)
    assert [now.item_name(blow.weapon) for blow in (first, second)] == [
        "Ann.shortsword",
        "Ann.main_gauche",
    ]
    assert after.figure("Bob").hits == (5 - 1) + (4 - 1)


def test_one_that_is_dead_is_not_struck_again() -> None:
    # TFT-MG-03, GEN-04
    said = {"do": "attack", "target": "Bob", "weapons": ["broadsword", "shortsword"]}
    after = striking({**PAIR, "dexterity": 14}, {"hits": 10}).do([10, 9], **said)
    assert len(after.said(Attacked)) == 1


def test_only_the_weapon_that_rolled_badly_is_dropped() -> None:
    # TFT-HIT-08
    said = {"do": "attack", "target": "Bob", "weapons": ["broadsword", "shortsword"]}
    after = striking(PAIR).do([17, 12], **said)
    assert after.item_name(after.figure("Ann").off) == "Ann.shortsword"
    assert after.figure("Ann").main == -1


def test_a_dropped_main_gauche_parries_no_more() -> None:
    # TFT-MG-05
    said = {"do": "attack", "target": "Bob", "weapons": ["shortsword", "main_gauche"]}
    after = striking({**FENCER, "parry": "both"}).do([12, 17], **said)
    assert after.figure("Ann").parry.value == "idle"


def test_a_main_gauche_parries_in_front_alone() -> None:
    # TFT-MG-04
    bob = {**FENCER, "parry": "shield", "strength": 20}
    assert hits(striking(bob={**bob, "facing": "S"}), [9, 10]) == 9
    assert hits(striking(bob={**bob, "facing": "N"}), [9, 10]) == 10


def test_a_main_gauche_used_as_a_shield_costs_2() -> None:
    # TFT-DEX-05: 14 - 2
    now = striking({**FENCER, "dexterity": 14, "parry": "shield"})
    said = {"do": "attack", "target": "Bob", "weapons": ["shortsword"]}
    assert now.chance("hit", **said) == Fraction(20, 27)


# -- pole weapons --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "spoilt",
    [
        {"ann": {"steps": 1}},
        {"ann": {"stood_up": True}},
        {"ann": {"forced": True}},
        {"bob": {"engaged_at_start": True}},
        {"bob": {"steps": 0, "came_from": [0, 0]}},
        {"bob": {"came_from": [1, 0]}},
    ],
)
def test_what_spoils_a_spear_set_against_a_charge(spoilt: Row) -> None:
    # TFT-POLE-04
    ann = {"items": ["spear"], **spoilt.get("ann", {})}
    bob = {"steps": 3, "came_from": [0, -3], **spoilt.get("bob", {})}
    said = {"do": "attack", "target": "Bob", "weapons": ["spear"]}
    assert striking(ann, bob).chance("hit", **said) == Fraction(1, 2)


STAB: Row = {"do": "attack", "target": "Bob", "weapons": ["spear"]}


def after_a_step_in_the_action_phase(bob: Row, hex_: list[int], facing: str) -> Position:
    """Ann's moment, spear in hand, after Bob's: he has disengaged to a hex next to her."""
    amy = {"side": "Red", "at": [1, -2], "facing": "SW", "acted": True}
    rows = {"Ann": {**ANN, "items": ["spear"]}, "Amy": amy, "Bob": {**BOB, **bob, "acted": False}}
    now = position({**rows, "Zoe": ZOE}, "act Bob").do(do="disengage", hex=hex_)
    now = now.do(do="face", facing=facing)
    assert now.open == "act Ann"
    return now


def test_a_spear_is_not_set_against_one_that_comes_near_by_disengaging() -> None:
    # TFT-POLE-04, DEX-09: his own movement ended two hexes from her, so 10 and a plain 1d6+1
    now = after_a_step_in_the_action_phase(
        {"at": [0, -1], "steps": 1, "came_from": [0, -2]}, [0, 0], "S"
    )
    assert now.chance("hit", **STAB) == Fraction(1, 2)
    assert hits(now, [9, 3], **STAB) == 3 + 1


def test_a_spear_stays_set_against_one_that_came_up_and_then_disengages_beside_it() -> None:
    # TFT-POLE-04, DEX-09: his own movement ended next to her, so 12 and twice 1d6+1
    now = after_a_step_in_the_action_phase(
        {"at": [0, 0], "steps": 1, "came_from": [0, -1]}, [1, 0], "SW"
    )
    assert now.chance("hit", **STAB) == Fraction(20, 27)
    assert hits(now, [9, 3], **STAB) == 2 * (3 + 1)


def test_a_spear_is_set_against_one_whose_own_movement_ended_beside_it() -> None:
    # TFT-POLE-04, DEX-09
    now = striking({"items": ["spear"]}, {"steps": 3, "came_from": [0, -3]})
    assert now.chance("hit", **STAB) == Fraction(20, 27)
    assert hits(now, [9, 3], **STAB) == 2 * (3 + 1)


def test_a_sword_gains_nothing_from_a_straight_run() -> None:
    # TFT-POLE-02
    now = striking({"steps": 3, "run": "N", "came_from": [0, 4]}, {"strength": 20})
    assert hits(now, [9, 5]) == 5


# -- wounds --------------------------------------------------------------------------------------


def test_eight_hits_in_a_turn_knock_one_down_and_take_its_action() -> None:
    # TFT-INJ-04
    now = striking({"dexterity": 16}, {"acted": False, "orders": {"order": "never"}})
    after = now.do([9, 8], **BLOW)
    bob = after.figure("Bob")
    assert (bob.posture, bob.acted, bob.main) == (Posture.PRONE, True, now.item("Bob.broadsword"))
    assert (bob.down_until, bob.shaken_turn) == (2, 2)
    assert after.open == "act Zoe"


def test_hits_of_several_blows_add_up_to_a_fall() -> None:
    # TFT-INJ-01, INJ-04
    assert striking(bob={"hits": 4, "hits_this_turn": 4}).do([9, 4], **BLOW).said(Fell)
    assert not striking(bob={"hits": 4}).do([9, 4], **BLOW).said(Fell)


def test_one_knocked_down_may_act_again_in_the_turn_after_next() -> None:
    # TFT-INJ-04, MOVE-18
    rows = {"Ann": ANN, "Bob": {**BOB, "acted": False, "down_until": 2}}
    assert position(rows, "act Ann", turn=2).do([6, 1], do="nothing").battle.turn == 3
    rows["Bob"]["down_until"] = 1
    assert position(rows, "act Bob", turn=2).do(do="nothing").open == "act Ann"


def test_low_strength_counts_at_once_and_in_the_order_too() -> None:
    # TFT-INJ-03, DEX-13
    after = striking(bob={"strength": 12, "hits": 5, "dexterity": 12}).do([9, 4], **BLOW)
    assert told(after, "Bob", "dex") == 9


def test_whoever_collapses_drops_what_is_in_hand_and_keeps_what_is_slung() -> None:
    # TFT-EQP-08
    bob = {"items": ["broadsword", "small_shield", "dagger"], "hits": 6}
    after = striking(bob=bob).do([9, 6], **BLOW)
    lying = {after.item_name(thing.item) for thing in after.battle.ground}
    assert lying == {"Bob.broadsword", "Bob.small_shield"}
    assert after.figure("Bob").slung == (after.item("Bob.dagger"),)


def test_the_unconscious_are_struck_from_the_rear_and_die_of_any_hit() -> None:
    # TFT-BAT-05
    now = striking(bob={"condition": "unconscious", "hits": 11})
    assert now.chance("hit", **BLOW) == Fraction(49, 54)
    assert now.do([9, 2], **BLOW).figure("Bob").condition is Condition.DEAD


def test_a_broken_weapon_is_gone() -> None:
    # TFT-HIT-06, EQP-10
    after = striking().do([18], **BLOW)
    (blow,) = after.said(Attacked)
    assert blow.result is Result.BROKEN
    assert (after.figure("Ann").main, after.battle.ground) == (-1, ())


@pytest.mark.parametrize(
    ("weapon", "dice", "dealt"),
    [("battleaxe", 9, 10), ("small_axe", 3, 6), ("hammer", 3, 5), ("pike_axe", 9, 11)],
)
def test_a_dwarf_adds_one_with_hammers_and_axes_but_not_with_a_pike_axe(
    weapon: str, dice: int, dealt: int
) -> None:
    # TFT-RACE-03: 3d6; 1d6+2; 1d6+1; 2d6+2, each and the dwarf's 1 where it is due
    ann = {"race": "dwarf", "strength": 15, "dexterity": 9, "items": [weapon]}
    now = striking(ann, {"strength": 20})
    assert hits(now, [9, dice], do="attack", target="Bob", weapons=[weapon]) == dealt
