"""A gargoyle that lands on an enemy: from where, how far, and what comes of it (TFT-HTH-05)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from meleekit.bots import bot
from meleekit.core.dice import Rolled
from meleekit.tft.actions import Grapple
from meleekit.tft.events import Stumbled, Swooped
from meleekit.tft.grapple_events import ConsentAnswered
from meleekit.tft.soundness import check_battle
from meleekit.tft.state import Posture
from tests.tft.cases import Position, position

Row = dict[str, Any]

SPOUT: Row = {"side": "Red", "at": (0, 5), "facing": "N"}
SPOUT |= {"race": "gargoyle", "strength": 20, "dexterity": 11}
BOB: Row = {"side": "Blue", "at": (0, 0), "facing": "S", "acted": True}
# Somebody who moves or acts afterwards.
FAY: Row = {"side": "Red", "at": (5, 0), "facing": "N", "dexterity": 8, "strength": 16}


def moving(spout: Row | None = None, bob: Row | None = None, **others: Row) -> Position:
    fighters = {"Spout": SPOUT | (spout or {}), "Bob": BOB | (bob or {}), "Fay": FAY, **others}
    return position(fighters, "move Red")


def landing(via: tuple[int, int] = (0, 1), target: str = "Bob", **more: Any) -> Row:
    said = {"do": "grapple", "figure": "Spout", "target": target, "hex": (0, 0), "via": via}
    return said | {"flying": True} | more


def vias(now: Position) -> set[tuple[int, int] | None]:
    return {now.at(a.via) for a in now.legal() if isinstance(a, Grapple) and a.flying}


def test_it_lands_on_whoever_is_in_front_of_it_without_being_asked() -> None:
    # TFT-HTH-05, TFT-MON-04: though Bob is quicker than it is on the ground
    now = moving()
    assert now.allows(**landing())
    after = now.do([1], **landing())
    assert not after.said(ConsentAnswered)
    spout, bob = after.figure("Spout"), after.figure("Bob")
    assert after.at(spout.hex) == (0, 0)
    assert (spout.grappling, spout.posture, spout.steps) == (True, Posture.PRONE, 5)
    assert (spout.flew, spout.acted) == (True, False)
    assert (bob.grappling, bob.main) == (True, -1)
    check_battle(after.game.arena, after.battle)


def test_it_may_come_from_any_side() -> None:
    # TFT-HTH-05
    around = {(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)}
    assert vias(moving()) == around


def test_on_foot_the_conditions_hold_as_for_anybody() -> None:
    # TFT-HTH-02, TFT-HTH-03: three hexes, in front of one with a longer stride
    walked = moving({"at": (0, 3)}).do([], **landing(flying=False))
    assert walked.open == "consent Bob"


@pytest.mark.parametrize(
    ("via", "chances"),
    [
        ((0, 1), {"bare": "1/3", "blade": "1/3", "repelled": "1/6", "struck": "1/6"}),
        ((0, -1), {"bare": "2/5", "blade": "2/5", "repelled": "1/5", "struck": "0"}),
    ],
)
def test_from_behind_goes_by_the_hex_passed_last(
    via: tuple[int, int], chances: dict[str, str]
) -> None:
    # TFT-HTH-05, TFT-HTH-07, TFT-HTH-08
    now = moving()
    for what, chance in chances.items():
        assert now.chance(what, **landing(via)) == Fraction(chance), what


def straight(bob: int) -> Position:
    board = {
        "id": "long",
        "title": "Long",
        "hexes": [(0, r) for r in range(-10, 10)],
        "entrances": [[(0, 9)], [(0, -10)]],
    }
    fighters = {"Spout": SPOUT | {"at": (0, 9)}, "Bob": BOB | {"at": (0, bob)}}
    return position(fighters, "move Red", board=board)


def test_eight_hexes_are_as_far_as_it_goes() -> None:
    # TFT-HTH-05, TFT-ACT-19
    eight, nine = straight(1), straight(0)
    assert eight.allows(**landing((0, 2), hex=(0, 1)))
    assert eight.do([1], **landing((0, 2), hex=(0, 1))).figure("Spout").steps == 8
    refusal = nine.refusal(**landing())
    assert (refusal.rule, "8 hexes" in refusal.message) == ("TFT-HTH-05", True)


def test_repelled_it_lands_where_it_came_from_on_its_feet() -> None:
    # TFT-HTH-05, TFT-HTH-10
    after = moving().do([5], **landing())
    spout = after.figure("Spout")
    assert after.at(spout.hex) == (0, 1)
    assert (spout.posture, spout.facing, spout.acted) == (Posture.STANDING, 0, True)
    assert (spout.steps, spout.grappling) == (5, False)
    assert after.figure("Bob").main >= 0


def test_repelled_over_a_body_it_does_not_stumble() -> None:
    # TFT-HTH-05
    body = {"side": "Blue", "at": (0, 1), "condition": "dead"}
    after = moving(Dan=body).do([5], **landing())
    assert not after.said(Stumbled)
    assert after.figure("Spout").posture is Posture.STANDING


def test_hit_as_it_is_thrown_back_it_loses_what_its_hide_does_not_stop() -> None:
    # TFT-HTH-09, TFT-MON-04: 2d6, less 3
    after = moving().do([6, 9], **landing())
    assert after.figure("Spout").hits == 9 - 3


@pytest.mark.parametrize("posture", ["standing", "kneeling", "prone"])
def test_there_must_be_room_in_the_hex_passed_last(posture: str) -> None:
    # TFT-HTH-05
    now = moving(Abe={"side": "Red", "at": (0, 1), "facing": "N", "posture": posture})
    assert (0, 1) not in vias(now)
    assert now.refusal(**landing()).rule == "TFT-HTH-05"
    assert now.allows(**landing((1, 0)))


def test_over_the_enemy_already_it_comes_down_by_a_step_all_the_same() -> None:
    # TFT-HTH-05
    now = moving({"at": (0, 0), "posture": "aloft"})
    assert (0, 0) not in vias(now)
    assert now.refusal(**landing((0, 0))).rule == "TFT-HTH-01"
    assert now.do([1], **landing()).figure("Spout").steps == 2


def test_from_the_hex_beside_it_is_one_step() -> None:
    # TFT-HTH-05
    after = moving({"posture": "aloft", "at": (0, 1)}).do([5], **landing())
    assert (after.figure("Spout").steps, after.figure("Spout").posture) == (1, Posture.STANDING)
    assert after.at(after.figure("Spout").hex) == (0, 1)


def test_engaged_it_does_not() -> None:
    # TFT-HTH-05, TFT-HTH-03, TFT-MOVE-21
    now = moving({"at": (0, 1)})
    assert vias(now) == set()
    assert now.refusal(**landing()).rule == "TFT-HTH-03"


def test_it_lands_on_a_pile_without_a_defence_roll() -> None:
    # TFT-HTH-05, TFT-HTH-15
    down = {"at": (0, 0), "posture": "prone", "grappling": True, "items": [], "acted": True}
    now = moving(None, down, Abe={"side": "Red", **down})
    after = now.do([], **landing(target=""))
    assert after.figure("Spout").grappling
    assert now.refusal(**landing()).rule == "TFT-HTH-15"


def test_nobody_lands_on_one_in_the_air() -> None:
    # TFT-HTH-01, TFT-MOVE-22
    wings = {"race": "gargoyle", "strength": 20, "dexterity": 11, "posture": "aloft"}
    now = moving(None, wings)
    assert vias(now) == set()
    assert now.refusal(**landing()).rule == "TFT-HTH-01"


@pytest.mark.parametrize(
    ("spout", "rule"),
    [
        ({"race": "human", "strength": 12, "dexterity": 12}, "TFT-MOVE-21"),
        ({"posture": "prone"}, "TFT-MOVE-08"),
        ({"down_until": 1, "posture": "prone"}, "TFT-MOVE-18"),
    ],
)
def test_who_cannot_fly_cannot_land_on_anybody(spout: Row, rule: str) -> None:
    assert moving(spout).refusal(**landing()).rule == rule


def test_it_leaps_over_nobody_and_lands_in_its_movement_only() -> None:
    # TFT-HTH-05
    assert moving().refusal(**landing(over=[(0, 2)])).rule == "TFT-HTH-05"
    spout = SPOUT | {"at": (0, 1), "engaged_at_start": True}
    now = position({"Spout": spout, "Bob": BOB, "Fay": FAY}, "act Spout")
    assert now.refusal(**landing()).rule == "TFT-HTH-05"


@pytest.mark.parametrize(("steps", "attacks"), [(8, True), (9, False)])
def test_it_fights_in_the_pile_after_half_a_flight(steps: int, attacks: bool) -> None:
    # TFT-HTH-03, TFT-ACT-36, TFT-MOVE-21
    down = {"at": (0, 0), "posture": "prone", "grappling": True}
    spout = SPOUT | down | {"flew": True, "steps": steps}
    now = position({"Spout": spout, "Bob": BOB | down | {"items": []}, "Fay": FAY}, "act Spout")
    assert ("hth_attack" in now.kinds()) is attacks


# -- the movement allowance of this turn's mode --------------------------------------------------


def closing_in(attacker: Row, target: Row) -> str:
    """What is open after an attempt at hand-to-hand from the front, as an action."""
    ann = {"side": "Red", "at": (0, 1), "facing": "N", "engaged_at_start": True, **attacker}
    fighters = {"Ann": ann, "Bob": BOB | target, "Fay": FAY}
    now = position(fighters, "act Ann")
    entry = {"figure": "Ann", "target": "Bob", "hex": (0, 0), "via": (0, 1)}
    asks = any(isinstance(a, Grapple) for a in now.legal())
    assert asks
    return now.game.label(now.battle, now.action(do="grapple", **entry))


WINGS: Row = {"race": "gargoyle", "strength": 20, "dexterity": 11}


@pytest.mark.parametrize(
    ("attacker", "target", "label"),
    [
        (WINGS, {}, "Ask for hand-to-hand with Bob"),  # 8 against 10
        (WINGS | {"flew": True, "steps": 1}, {}, "Grapple Bob"),  # 16 against 10
        ({}, WINGS, "Grapple Bob"),  # 10 against 8
        ({}, WINGS | {"flew": True}, "Ask for hand-to-hand with Bob"),  # 10 against 16
    ],
)
def test_the_allowance_of_this_turns_mode_is_compared(
    attacker: Row, target: Row, label: str
) -> None:
    # TFT-HTH-02
    assert closing_in(attacker, target) == label


# -- what people read, and what the brawler does -------------------------------------------------


def test_its_button_says_what_it_costs() -> None:
    now = moving()
    label = now.game.label(now.battle, now.action(**landing()))
    assert label == "Spout: land on Bob from 0,1 (5 of 16 MA in flight)"
    down = {"at": (0, 0), "posture": "prone", "grappling": True, "items": []}
    now = moving(None, down, Abe={"side": "Red", **down})
    label = now.game.label(now.battle, now.action(**landing(target="")))
    assert label == "Spout: land on the pile at 0,0 from 0,1 (5 of 16 MA in flight)"


def test_the_forecast_has_the_defence_roll() -> None:
    now = moving()
    shown = now.game.forecast(now.battle, now.seat, now.action(**landing()))
    assert shown is not None
    assert shown.headline == "67% to come to grips"
    assert shown.notes == ()


def test_it_is_told_and_named_by_its_rule() -> None:
    now = moving()
    assert now.game.rule_of(now.battle, now.action(**landing())) == "TFT-HTH-05"
    (told,) = now.do([1], **landing()).said(Swooped)
    assert (told.rule, told.cost) == ("TFT-HTH-05", 5)
    assert now.game.narrate(told) == "Spout swoops from 0,5 by 0,1 on the enemy at 0,0 (5 MA)."


def test_the_brawler_lands_on_whom_it_is_much_stronger_than() -> None:
    # TFT-HTH-05
    now = position({"Spout": SPOUT, "Bob": BOB}, "move Red")
    chosen = bot("brawler").choose(now.game, now.battle, now.seat, now.legal(), Rolled(bytes(32)))
    assert isinstance(chosen, Grapple)
    assert chosen.flying
