"""Moving onto an enemy: by which ways, with what in hand, and what the defence roll brings."""

from __future__ import annotations

from typing import Any

import pytest

from meleekit.tft.events import Stumbled
from meleekit.tft.grapple_events import ConsentAnswered, FreeHit, WentToGrips
from meleekit.tft.state import Parry, Posture
from tests.tft.cases import Position, position

Row = dict[str, Any]

# Ann is quicker on her feet than Bob, so that nothing else is needed to grapple him.
ANN: Row = {"side": "Red", "at": [0, -3], "facing": "S", "items": ["dagger"]}
BOB: Row = {"side": "Blue", "at": [0, 0], "facing": "N", "armour": "chainmail"}
FAR: Row = {"side": "Red", "at": [5, 0], "facing": "S", "strength": 16, "dexterity": 8}
LATER: Row = {"side": "Blue", "at": [-5, 0], "facing": "S", "strength": 16, "dexterity": 8}


def on_bob(ann: Row = ANN, bob: Row = BOB, **more: Any) -> Position:
    """Ann is to move; when she has, Bob's side is not done either."""
    return position({"Ann": ann, "Bob": bob, "Fay": LATER}, "move Red", **more)


def entry(via: tuple[int, int] = (0, -1), **more: Any) -> Row:
    said: Row = {"do": "grapple", "figure": "Ann", "target": "Bob", "hex": [0, 0], "via": [*via]}
    return {**said, **more}


# -- who may -------------------------------------------------------------------------------------


def asked(now: Position, said: Row) -> bool:
    return now.do(**said).open == "consent Bob"


def test_from_the_front_an_enemy_as_quick_has_to_agree() -> None:
    # TFT-HTH-02, TFT-MOVE-15: she may step on from the hex in front of him, and of nobody else
    equal = {**BOB, "armour": "none"}
    assert asked(on_bob(bob=equal), entry())


@pytest.mark.parametrize(
    ("start", "via"), [((3, -1), (1, 0)), ((-3, 2), (-1, 1)), ((0, 3), (0, 1))]
)
def test_from_side_and_rear_nobody_is_asked(start: tuple[int, int], via: tuple[int, int]) -> None:
    # TFT-HTH-02
    now = on_bob({**ANN, "at": [*start]}, {**BOB, "armour": "none"})
    assert now.do([1], **entry(via)).figure("Ann").grappling


@pytest.mark.parametrize("posture", [Posture.KNEELING, Posture.PRONE])
def test_one_that_kneels_or_lies_is_taken_from_behind_whatever_the_hex(posture: Posture) -> None:
    # TFT-HTH-02, TFT-HTH-08: all its hexes are rear hexes, so a 6 is thrown again
    now = on_bob(bob={**BOB, "armour": "none", "posture": posture})
    assert now.do([6, 6, 1], **entry()).figure("Bob").grappling


def test_from_the_side_a_six_counts() -> None:
    # TFT-HTH-08: only the rear is behind
    now = on_bob({**ANN, "at": [3, -1]}).do([6, 7], **entry((1, 0)))
    assert not now.figure("Ann").grappling
    assert now.said(FreeHit)


@pytest.mark.parametrize(("flew", "asks"), [(False, False), (True, True)])
def test_a_gargoyle_that_flew_this_turn_is_as_quick_as_in_flight(flew: bool, asks: bool) -> None:
    # TFT-HTH-02, TFT-MOVE-21: MA 8 on the ground, 16 in the air, against Ann's 10
    spout: Row = {"side": "Blue", "at": [0, 0], "facing": "N", "race": "gargoyle", "flew": flew}
    spout |= {"strength": 20, "dexterity": 11, "steps": 1}
    ann = {**ANN, "at": [0, -1], "dexterity": 12, "engaged_at_start": True}
    now = position({"Ann": ann, "Spout": spout, "Fay": LATER}, "act Ann")
    said = {"do": "grapple", "figure": "Ann", "target": "Spout", "hex": [0, 0], "via": [0, -1]}
    assert (now.do([] if asks else [1], **said).open == "consent Spout") is asks


def test_the_step_onto_the_enemy_counts_and_half_the_allowance_is_the_limit() -> None:
    # TFT-HTH-03, TFT-ACT-19: MA 10 in no armour, so five points in all
    assert on_bob({**ANN, "at": [0, -5]}).allows(**entry())
    far = on_bob({**ANN, "at": [1, -6]})
    assert far.refusal(**entry()).rule == "TFT-HTH-03"


def test_one_in_front_of_another_enemy_may_not_go_on() -> None:
    # TFT-MOVE-15: the hex that she leaves must be in front of no other enemy
    eve = {"side": "Blue", "at": [0, -2], "facing": "S"}
    fighters = {"Ann": {**ANN, "at": [3, -3]}, "Bob": BOB, "Eve": eve}
    now = position(fighters, "move Red")
    assert now.refusal(**entry()).rule == "TFT-HTH-03"
    assert now.allows(**entry((1, -1)))


def test_one_who_is_engaged_does_not_run_in() -> None:
    # TFT-HTH-03
    now = on_bob({**ANN, "at": [0, -1]})
    assert now.refusal(**entry()).rule == "TFT-HTH-03"


def test_a_jump_may_be_part_of_the_way() -> None:
    # TFT-MOVE-12, TFT-HTH-03: two steps round the fallen hex are cut off
    wall = [[0, -3], [-1, -1], [-1, -2], [1, -2], [1, -3]]
    board = {
        "id": "lane",
        "title": "Lane",
        "hexes": [[0, q] for q in range(-4, 4)] + [h for h in wall if h != [0, -3]],
        "walls": [h for h in wall if h != [0, -3]],
        "entrances": [[[0, -4], [0, -3]], [[0, 3], [0, 2]]],
    }
    fighters = {
        "Ann": {**ANN, "at": [0, -3]},
        "Bob": BOB,
        "Cid": {"side": "Red", "at": [0, -2], "condition": "unconscious"},
    }
    now = position(fighters, "move Red", board=board)
    said = entry(over=[[0, -2]])
    assert now.allows(**said)
    assert now.refusal(**entry()).rule in ("TFT-HTH-03", "TFT-MOVE-12")
    down = now.do([2, 1], **said)  # no stumble; pulled down
    assert down.figure("Ann").grappling
    assert down.figure("Ann").steps == 4
    assert now.do([6], **said).figure("Ann").hex == now.hex((0, -2))


# -- what is let fall ----------------------------------------------------------------------------


def ground(now: Position) -> dict[str, Any]:
    return {now.item_name(thing.item): now.at(thing.hex) for thing in now.battle.ground}


def test_all_but_a_blade_in_hand_falls_in_the_hex_one_comes_from() -> None:
    # TFT-HTH-06
    ann = {**ANN, "items": ["broadsword", "large_shield", "dagger"]}
    now = on_bob(ann).do([1], **entry())
    assert ground(now) == {
        "Ann.broadsword": (0, -1),
        "Ann.large_shield": (0, -1),
        "Bob.broadsword": (0, 0),
    }
    assert told_hands(now, "Ann") == ("", "")


def told_hands(now: Position, name: str) -> tuple[str, str]:
    figure = now.figure(name)
    return now.item_name(figure.main), now.item_name(figure.off)


def test_a_main_gauche_in_hand_is_kept_and_parries_no_longer() -> None:
    # TFT-HTH-06, TFT-MG-05
    ann = {**ANN, "items": ["broadsword", "main_gauche"], "parry": "shield"}
    now = on_bob(ann).do([1], **entry())
    assert told_hands(now, "Ann") == ("", "Ann.main_gauche")
    assert now.figure("Ann").parry is Parry.IDLE


def test_on_one_or_two_the_defender_has_bare_hands_even_with_a_dagger() -> None:
    # TFT-HTH-07
    now = on_bob(bob={**BOB, "items": ["dagger"]}).do([2], **entry())
    assert ground(now) == {"Bob.dagger": (0, 0)}
    assert now.open == "move Blue"


def test_on_three_or_four_it_chooses_a_dagger_from_anywhere_or_none() -> None:
    # TFT-HTH-07
    bob = {**BOB, "items": ["broadsword", "small_shield", "dagger"]}
    now = on_bob(bob=bob).do([3], **entry())
    assert now.open == "blade Bob"
    assert now.kinds() == {"keep_blade", "nothing"}
    armed = now.do(do="keep_blade", item="dagger")
    assert told_hands(armed, "Bob") == ("Bob.dagger", "")
    assert ground(armed) == {"Bob.broadsword": (0, 0), "Bob.small_shield": (0, 0)}
    bare = now.do(do="nothing")
    assert told_hands(bare, "Bob") == ("", "")
    assert now.refusal(do="keep_blade", item="broadsword").rule == "TFT-HTH-07"


def test_a_slung_main_gauche_is_not_to_be_had_in_the_fall() -> None:
    # TFT-HTH-07: a ready one is
    slung = {**BOB, "items": ["broadsword", "main_gauche"], "ready": ["broadsword"]}
    assert on_bob(bob=slung).do([3], **entry()).open == "move Blue"
    ready = {**slung, "ready": ["broadsword", "main_gauche"]}
    now = on_bob(bob=ready).do([4], **entry())
    assert told_hands(now.do(do="keep_blade", item="main_gauche"), "Bob") == ("", "Bob.main_gauche")


# -- being thrown back ---------------------------------------------------------------------------


def test_on_a_five_the_attacker_is_back_where_it_came_from_without_an_action() -> None:
    # TFT-HTH-07, TFT-HTH-10
    now = on_bob({**ANN, "items": ["broadsword", "dagger"]}).do([5], **entry())
    ann = now.figure("Ann")
    assert (now.at(ann.hex), ann.posture, ann.acted) == ((0, -1), Posture.STANDING, True)
    assert now.game.arena.board.coords[ann.hex] == (0, -1)
    assert ann.facing == 3
    assert ground(now) == {"Ann.broadsword": (0, -1)}
    assert told_hands(now, "Bob") == ("Bob.broadsword", "")


def test_on_a_six_it_is_hit_by_the_weapon_in_the_main_hand_past_its_armour_alone() -> None:
    # TFT-HTH-09: 2d6 of 9, leather stops 2; it counts for a forced retreat
    now = on_bob({**ANN, "armour": "leather"}).do([6, 9], **entry())
    assert now.figure("Ann").hits == 7
    assert now.figure("Bob").struck == (now.who("Ann"),)
    assert not now.figure("Bob").acted


def test_an_unarmed_defender_hits_with_bare_hands() -> None:
    # TFT-HTH-09, TFT-HTH-12: STR 13 against 12 is the stronger: 1d6-2
    bob = {**BOB, "items": [], "strength": 13}
    assert on_bob(bob=bob).do([6, 5], **entry()).figure("Ann").hits == 3


# -- consent -------------------------------------------------------------------------------------


def test_one_who_is_refused_in_movement_has_stopped_there_and_may_turn() -> None:
    # TFT-HTH-19
    ann = {**ANN, "items": ["broadsword"]}
    asked = on_bob(ann, {**BOB, "armour": "none"}).do(**entry())
    assert asked.kinds() == {"agree", "nothing"}
    refused = asked.do(do="nothing")
    assert refused.open == "face Ann"
    assert refused.at(refused.figure("Ann").hex) == (0, -1)
    assert told_hands(refused, "Ann") == ("Ann.broadsword", "")
    assert [event.agreed for event in refused.said(ConsentAnswered)] == [False]


def test_what_is_agreed_to_is_rolled_for_all_the_same() -> None:
    # TFT-HTH-19, TFT-HTH-07
    asked = on_bob(bob={**BOB, "armour": "none"}).do(**entry())
    assert asked.do([5], do="agree").figure("Ann").acted
    assert asked.do([1], do="agree").figure("Ann").grappling


def test_at_ones_moment_an_agreement_takes_the_place_of_another_action() -> None:
    # TFT-HTH-04, TFT-HTH-19: both strike at once with what they have; one blow with bare hands
    fighters = {
        "Ann": {**ANN, "at": [0, -1], "items": [], "engaged_at_start": True},
        "Bob": {**BOB, "armour": "none"},
        "Fay": FAR,
    }
    asked = position(fighters, "act Ann").do(**entry())
    assert asked.open == "consent Bob"
    down = asked.do([1, 12, 6], do="agree")
    assert down.figure("Ann").acted
    assert down.figure("Bob").hits == 3  # equal STR: 1d6-3


# -- as an action --------------------------------------------------------------------------------


def next_to_bob(ann: Row | None = None, **more: Any) -> Position:
    fighters = {
        "Ann": {**ANN, "at": [0, -1], "engaged_at_start": True, **(ann or {})},
        "Bob": {**BOB, "dexterity": 12},
        "Fay": FAR,
    }
    return position(fighters, "act Ann", **more)


def test_an_engaged_fighter_strikes_at_once_with_blade_or_hands() -> None:
    # TFT-HTH-04, TFT-ACT-29
    now = next_to_bob().do([1], **entry())
    assert now.open == "close_in Ann"
    assert now.kinds() == {"hth_attack"}
    hit = now.do([12, 6], do="hth_attack", target="Bob", weapon="dagger")
    assert hit.figure("Bob").hits == 8 - 3


def test_after_a_blade_is_chosen_the_attacker_strikes() -> None:
    # TFT-HTH-04, TFT-HTH-07
    fighters = {
        "Ann": {**ANN, "at": [0, -1], "items": [], "engaged_at_start": True},
        "Bob": {**BOB, "items": ["broadsword", "dagger"]},
        "Fay": FAR,
    }
    now = position(fighters, "act Ann").do([4], **entry())
    assert now.open == "blade Bob"
    struck = now.do([10, 6], do="keep_blade", item="dagger")
    assert told_hands(struck, "Bob") == ("Bob.dagger", "")
    assert struck.figure("Bob").hits == 0  # 1d6-3 at equal STR, chainmail stops 3
    assert struck.open == "act Bob"


def test_two_hexes_are_too_far_to_grapple_as_an_action() -> None:
    # TFT-ACT-29: one hex at most
    assert next_to_bob({"steps": 1}).allows(**entry())
    assert next_to_bob({"steps": 2}).refusal(**entry()).rule == "TFT-ACT-29"


def test_one_that_was_and_is_free_grapples_in_movement_only() -> None:
    # TFT-ACT-03, TFT-ACT-29
    fighters = {
        "Ann": {**ANN, "at": [0, 1]},
        "Bob": BOB,
    }
    now = position(fighters, "act Ann")
    assert now.refusal(**entry((0, 1))).rule == "TFT-ACT-29"


# -- piles ---------------------------------------------------------------------------------------

DOWN: Row = {"at": [0, 0], "posture": "prone", "grappling": True, "items": []}


def pile(ann: Row | None = None) -> dict[str, Row]:
    return {
        "Ann": {**ANN, **(ann or {})},
        "Cid": {"side": "Red", **DOWN},
        "Bob": {"side": "Blue", **DOWN},
        "Fay": LATER,
    }


def test_a_pile_with_an_enemy_is_joined_without_a_roll() -> None:
    # TFT-HTH-15, TFT-HTH-06
    now = position(pile({"items": ["broadsword"]}), "move Red")
    joined = now.do(**entry(target=""))
    assert joined.figure("Ann").grappling
    assert ground(joined) == {"Ann.broadsword": (0, -1)}
    (event,) = joined.said(WentToGrips)
    assert len(event.figures) == 3
    assert now.refusal(**entry()).rule == "TFT-HTH-15"


def test_a_pile_of_friends_and_enemies_is_no_place_to_walk_to_or_jump_over() -> None:
    # TFT-MOVE-09, TFT-MOVE-11
    now = position(pile({"at": [0, -1]}), "move Red")
    assert now.refusal(do="move", figure="Ann", hex=[0, 0]).rule == "TFT-MOVE-11"
    jump = now.refusal(do="jump", figure="Ann", hex=[0, 1], over=[[0, 0]])
    assert jump.rule == "TFT-MOVE-11"


def test_of_several_lying_enemies_one_is_named_and_all_are_in_the_pile() -> None:
    # TFT-MOVE-24: Bob is named; Eve beside him keeps the dagger she holds
    lying: Row = {"side": "Blue", "at": [0, 0], "posture": "prone"}
    fighters = {
        "Ann": ANN,
        "Bob": {**lying, "items": ["dagger"]},
        "Eve": {**lying, "items": ["dagger"]},
        "Fay": LATER,
    }
    now = position(fighters, "move Red")
    assert now.refusal(**entry(target="")).rule == "TFT-HTH-02"
    down = now.do([1], **entry())
    assert down.figure("Bob").grappling
    assert down.figure("Eve").grappling
    assert told_hands(down, "Bob") == ("", "")
    assert told_hands(down, "Eve") == ("Eve.dagger", "")


def test_one_that_stumbles_onto_a_lying_enemy_grapples_without_a_defence_roll() -> None:
    # TFT-MOVE-14: both drop what is no blade where they lie
    fighters = {
        "Ann": {**ANN, "at": [0, -1], "items": ["broadsword"]},
        "Bob": {**BOB, "items": ["mace"], "posture": "prone"},
        "Fay": LATER,
    }
    now = position(fighters, "move Red")
    said = {"do": "jump", "figure": "Ann", "hex": [0, 1], "over": [[0, 0]]}
    fell = now.do([6], **said)
    assert [event.fell for event in fell.said(Stumbled)] == [True]
    assert fell.figure("Ann").grappling
    assert fell.figure("Bob").grappling
    assert ground(fell) == {"Ann.broadsword": (0, 0), "Bob.mace": (0, 0)}
    assert now.do([5], **said).at(now.do([5], **said).figure("Ann").hex) == (0, 1)
