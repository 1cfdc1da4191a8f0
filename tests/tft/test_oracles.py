"""Exact odds of the engine against figures worked out without it.

Every figure here is counted over single throws of single dice, with the rules of a blow written
out a second time in plain sums, or is a closed figure whose working stands beside it. The engine's
side is its own rules under enumerated dice, by each way that leads there: the odds of any game
(`core.odds`), outcomes (`tft.enumerated`) and what players are shown (`tft.forecast`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from meleekit.core.enumerated import enumerate_outcomes
from meleekit.core.game import Event
from meleekit.core.odds import chance, distribution, mean
from meleekit.tft.attack_odds import attack_odds
from meleekit.tft.blow_events import Attacked, Result
from meleekit.tft.combat import attack, plan_strike
from meleekit.tft.enumerated import outcomes
from meleekit.tft.play import Play
from tests.tft.cases import Position, position

Row = dict[str, Any]
Chances = Mapping[int, Fraction]


def throws(count: int) -> Counter[int]:
    """How many of the throws of so many dice show each total, counted one by one."""
    return Counter(sum(dice) for dice in product(range(1, 7), repeat=count))


def at_most(count: int, total: int) -> Fraction:
    """P(so many dice show no more than that)."""
    return Fraction(sum(n for t, n in throws(count).items() if t <= total), 6**count)


def counted(dex: int, dice: int, modifier: int, stopped: int) -> dict[int, Fraction]:
    """Hits of one blow on three dice, from first principles.

    5 or less and no more than `dex` (never above 15) lands; 3 does three times, 4 twice the
    damage, and what is stopped comes off after that.
    """
    found: dict[int, Fraction] = {}
    for roll, ways in throws(3).items():
        landed = roll <= max(5, min(dex, 15))
        for damage, alike in throws(dice).items():
            times = {3: 3, 4: 2}.get(roll, 1) if landed else 0
            hits = max(0, times * max(0, damage + modifier) - stopped)
            share = Fraction(ways * alike, 6 ** (3 + dice))
            found[hits] = found.get(hits, Fraction(0)) + share
    return found


def at_least(chances: Chances, least: int) -> Fraction:
    return sum([p for hits, p in chances.items() if hits >= least], Fraction(0))


def expected(chances: Chances) -> Fraction:
    return sum([hits * p for hits, p in chances.items()], Fraction(0))


def face_to_face(dex: int, weapon: str, bob: Row) -> Position:
    """Ann with that adjDEX before Bob, who is too sturdy to fall out and has acted."""
    ann: Row = {"side": "Red", "at": [0, 1], "facing": "N", "strength": 20, "items": [weapon]}
    return position(
        {
            # Plate costs 5, so that low numbers can be had.
            "Ann": {**ann, "dexterity": dex + 5, "armour": "plate"},
            "Bob": {"side": "Blue", "at": [0, 0], "facing": "S", "strength": 90, "acted": True}
            | bob,
        },
        "act Ann",
    )


def hits_of(now: Position, weapon: str) -> Chances:
    """The engine's chances of every number of hits, by the odds of any game."""

    def hits(state: Any, events: tuple[Event, ...]) -> int:
        return sum(e.damage.hits for e in events if isinstance(e, Attacked) and e.damage)

    blow = now.action(do="attack", target="Bob", weapons=[weapon])
    return distribution(now.game, now.battle, now.seat, blow, hits)


# -- to hit --------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_enumerated_dice_show_each_total_as_often_as_counting_says(count: int) -> None:
    # TFT-GEN-01
    found: dict[int, Fraction] = {}
    for total, p in enumerate_outcomes(lambda dice: dice.roll(count, 6, why="a test").total):
        found[total] = found.get(total, Fraction(0)) + p
    assert found == {total: Fraction(n, 6**count) for total, n in throws(count).items()}


@pytest.mark.parametrize("dex", range(3, 26))
@pytest.mark.parametrize(("guard", "count", "last"), [("none", 3, 15), ("defend", 4, 19)])
def test_the_chance_to_hit_is_that_of_throwing_no_more(
    guard: str, count: int, last: int, dex: int
) -> None:
    # TFT-HIT-02, HIT-03, HIT-04: 5 or less always hits, 16 (20 on four dice) always misses
    now = face_to_face(dex, "broadsword", {"guard": guard})
    wanted = at_most(count, max(5, min(dex, last)))
    assert now.chance("hit", do="attack", target="Bob", weapons=["broadsword"]) == wanted
    weapon = now.item("broadsword", "Ann")
    odds = attack_odds(now.game.arena, now.battle, now.who("Ann"), now.who("Bob"), (weapon,))
    assert odds.to_hit == wanted


@pytest.mark.parametrize(
    ("guard", "drop", "break_"), [("none", "3/216", "1/216"), ("defend", "30/1296", "5/1296")]
)
def test_fumbles_are_as_likely_as_the_throws_that_bring_them(
    guard: str, drop: str, break_: str
) -> None:
    # TFT-HIT-03, HIT-04: 17 and 18 of three dice; 21 and 22, 23 and 24 of four
    now = face_to_face(12, "broadsword", {"guard": guard})
    blow: Row = {"do": "attack", "target": "Bob", "weapons": ["broadsword"]}
    assert now.chance("drop", **blow) == Fraction(drop)
    assert now.chance("break", **blow) == Fraction(break_)


# -- damage --------------------------------------------------------------------------------------


@pytest.mark.parametrize("dex", [4, 8, 11, 12, 15, 18])
@pytest.mark.parametrize(
    ("weapon", "dice", "modifier"),
    [("dagger", 1, -1), ("cutlass", 2, -2), ("broadsword", 2, 0), ("battleaxe", 3, 0)],
)
@pytest.mark.parametrize(
    ("bob", "stopped"),
    [
        ({}, 0),
        ({"armour": "leather"}, 2),
        ({"armour": "chainmail", "items": ["broadsword", "small_shield"]}, 4),
        ({"armour": "plate", "items": ["broadsword", "large_shield"]}, 7),
    ],
)
def test_hits_are_spread_as_counting_says_by_every_way_to_the_odds(
    weapon: str, dice: int, modifier: int, bob: Row, stopped: int, dex: int
) -> None:
    # TFT-DMG-01, DMG-02, ARM-01, ARM-02, ARM-03
    now = face_to_face(dex, weapon, bob)
    wanted = counted(dex, dice, modifier, stopped)
    assert hits_of(now, weapon) == wanted
    arena, ann, target = now.game.arena, now.who("Ann"), now.who("Bob")
    weapons = (now.item(weapon, "Ann"),)
    odds = attack_odds(arena, now.battle, ann, target, weapons)
    assert odds.hits == expected(wanted)
    assert odds.wound == at_least(wanted, 1)
    assert odds.knock_down == at_least(wanted, 8)
    plan = plan_strike(arena, now.battle, ann, target, weapons, weapons[0])
    quick = dict(enumerate(plan.chances))
    assert [quick.get(n, 0.0) for n in range(max(wanted) + 1)] == pytest.approx(
        [float(wanted.get(n, 0)) for n in range(max(wanted) + 1)]
    )


def test_a_hit_of_two_dice_against_four_stopped_does_28_ninths_on_average() -> None:
    """E[max(0, 2d6 - 4)]: 5 to 12 leave 1 to 8, in 4, 5, 6, 5, 4, 3, 2, 1 of 36 throws.

    4 + 10 + 18 + 20 + 20 + 18 + 14 + 8 = 112, and 112/36 = 28/9.
    """
    # TFT-DMG-01, ARM-03: chainmail 3 and a small shield 1
    now = face_to_face(
        11, "broadsword", {"armour": "chainmail", "items": ["broadsword", "small_shield"]}
    )
    who, foe = now.who("Ann"), now.who("Bob")
    weapons = (now.item("broadsword", "Ann"),)

    def read(play: Play) -> tuple[Result, int]:
        (blow,) = [event for event in play.events if isinstance(event, Attacked)]
        return blow.result, play.figures[foe].hits

    found = outcomes(now.game.arena, now.battle, lambda play: attack(play, who, foe, weapons), read)
    plain = [(result, p) for result, p in found if result[0] is Result.HIT]
    landed = chance(plain, lambda result: True)
    # 5 to 11 on three dice: 135 throws of 11 or less without the 4 of 3 and 4.
    assert landed == Fraction(131, 216)
    assert mean(plain, lambda result: result[1]) / landed == Fraction(28, 9)


# -- a duel --------------------------------------------------------------------------------------

# The duel that the figures below speak of: adjDEX 11, a morningstar (2d6 + 1) face to face with a
# ready small shield (1 stopped, no armour), three dice, no bonus. The attacker strikes once a
# turn and keeps weapon and DEX whatever it rolls; the other stands, does nothing and faces it, and
# only its hits are counted, so that no fall, wound or turned back changes the next blow.
DUEL_DEX, DUEL_WEAPON = 11, "morningstar"
DUEL_TARGET: Row = {"items": ["broadsword", "small_shield"]}
ENOUGH = 12


def test_one_blow_of_the_duel_knocks_down_in_175_of_648() -> None:
    """P(8 hits or more), multiples included.

    A plain hit (5 to 11: 131 of 216) needs 2d6 + 1 - 1 >= 8: 15 of 36. A double (4: 3 of 216)
    needs 2(2d6 + 1) - 1 >= 8, so 2d6 >= 4: 33 of 36. A triple (3: 1 of 216) always does, the
    least being 3 * 3 - 1 = 8. (131 * 15 + 3 * 33 + 36) / (216 * 36) = 2100/7776 = 175/648.
    Without multiples it would be 135/216 * 15/36 = 25/96.
    """
    # TFT-HIT-03, DMG-01, DMG-02, ARM-02, INJ-04
    now = face_to_face(DUEL_DEX, DUEL_WEAPON, DUEL_TARGET)
    assert at_least(hits_of(now, DUEL_WEAPON), 8) == Fraction(175, 648)
    assert now.chance("fall", do="attack", target="Bob", weapons=[DUEL_WEAPON]) == Fraction(
        175, 648
    )
    weapons = (now.item(DUEL_WEAPON, "Ann"),)
    odds = attack_odds(now.game.arena, now.battle, now.who("Ann"), now.who("Bob"), weapons)
    assert odds.knock_down == Fraction(175, 648)


def done_by(blow: Chances, turns: int) -> Fraction:
    """P(so many blows do ENOUGH hits together), by adding up one blow after the other."""
    so_far = {0: Fraction(1)}
    for _ in range(turns):
        after: dict[int, Fraction] = {}
        for done, p in so_far.items():
            for hits, q in blow.items():
                total = min(ENOUGH, done + hits)
                after[total] = after.get(total, Fraction(0)) + p * q
        so_far = after
    return so_far.get(ENOUGH, Fraction(0))


@pytest.mark.parametrize(
    ("turns", "figure", "places"), [(5, "0.884115", 6), (10, "0.997234", 6), (20, "0.9999994", 7)]
)
def test_the_duel_has_done_twelve_hits_by_that_turn(turns: int, figure: str, places: int) -> None:
    # TFT-HIT-03, DMG-01, DMG-02, ARM-02
    now = face_to_face(DUEL_DEX, DUEL_WEAPON, DUEL_TARGET)
    engine = done_by(hits_of(now, DUEL_WEAPON), turns)
    assert engine == done_by(counted(DUEL_DEX, 2, 1, 1), turns)
    assert f"{float(engine):.{places}f}" == figure


def test_what_was_done_before_does_not_change_the_next_blow_of_the_duel() -> None:
    """What adding up takes for granted: earlier hits on a sturdy target alter nothing."""
    wanted = counted(DUEL_DEX, 2, 1, 1)
    for done in range(ENOUGH):
        now = face_to_face(DUEL_DEX, DUEL_WEAPON, {**DUEL_TARGET, "hits": done})
        assert hits_of(now, DUEL_WEAPON) == wanted
