"""Blows, damage, critical hits and fumbles, and what is done without other rules."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from meleekit.core.enumerated import enumerate_outcomes
from meleekit.tao.attacks import armour_class, multiplier, plan
from meleekit.tao.engagement import is_engaged
from meleekit.tao.events import Attacked, Died, Result, WentDown
from meleekit.tao.state import Status
from meleekit.tao.tables import default_tables
from tests.tao.positions import (
    FULL,
    UNARMED,
    Position,
    albert,
    bala,
    beside,
    engaged_by,
    position,
)

TABLES = default_tables()


def to_hit(now: Position, ac: int) -> tuple[int, list[Result]]:
    """What Albert needs against that armour class, and what each face of the d20 comes to."""
    arena = now.game.arena
    against = msgspec.structs.replace(armour_class(arena, 1), value=ac)
    found = plan(arena, 0, against, critical=True, fumble=True)
    return found.needed, list(found.results)


# TAO-ATT-02, TAO-ATT-03, TAO-CRIT-01
def test_case_21_thac0_20_against_armour_class_5_and_0() -> None:
    needed, results = to_hit(beside(), 5)
    assert needed == 15
    assert [r in (Result.HIT, Result.CRITICAL) for r in results].count(True) == 6
    assert results[-1] is Result.CRITICAL
    needed, results = to_hit(beside(), 0)
    assert needed == 20
    assert results[-1] is Result.HIT
    assert results.count(Result.MISS) == 18
    # TAO-CRIT-01: two above what is needed is enough, one is not.
    assert [to_hit(beside(), ac)[1][-1] for ac in (2, 1)] == [Result.CRITICAL, Result.HIT]


# TAO-ATT-03, TAO-CRIT-02
def test_a_natural_1_misses_what_needs_less_and_a_20_hits_what_needs_more() -> None:
    assert to_hit(beside(), 20)[1][0] is Result.FUMBLE
    needed, results = to_hit(beside(), -5)
    assert needed == 25
    assert results[-1] is Result.HIT


# TAO-ATT-02
def test_thac0_comes_from_group_and_level() -> None:
    row = {"hex": "0204", "thac0": None, "group": "fighter, paladin or ranger"}
    now = position({"Albert": {**row, "level": 5}}, {"Bala": bala()})
    assert now.game.arena.combatants[0].thac0 == 16


def multipliers(*, bare: bool, most: int) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for (times, _), chance in enumerate_outcomes(
        lambda dice: multiplier(dice, TABLES, bare=bare, enough=most)
    ):
        found[times] = found.get(times, Fraction(0)) + chance
    return found


# TAO-CRIT-01
@pytest.mark.parametrize(
    ("bare", "twice", "thrice", "mean"),
    [
        (True, Fraction(9, 10), Fraction(19, 200), Fraction(40, 19)),
        (False, Fraction(19, 20), Fraction(19, 400), Fraction(39, 19)),
    ],
)
def test_case_22_how_often_the_damage_of_a_critical_hit_counts(
    bare: bool, twice: Fraction, thrice: Fraction, mean: Fraction
) -> None:
    most = 12
    found = multipliers(bare=bare, most=most)
    assert (found[2], found[3]) == (twice, thrice)
    # After every 20 all begins anew, one higher: the mean is 2 plus what one more roll adds.
    once = Fraction(1, 20) if bare else Fraction(0)
    assert mean == 2 + (once + Fraction(1, 20) * 1) / (1 - Fraction(1, 20))
    # What is cut off at the top is less than one such run of 20s.
    cut = sum(times * chance for times, chance in found.items())
    assert 0 < mean - cut < Fraction(1, 20) ** (most - 3)


# TAO-CRIT-01
def test_a_critical_hit_multiplies_the_damage_after_all_bonuses() -> None:
    strong = {"hex": "0204", "damage": 2}
    now = position({"Albert": strong}, {"Bala": bala(hp=50)}, rules=FULL)
    hit = now.do("attack", target="Bala", dice=(20, 5, 20, 19)).events[0]
    assert isinstance(hit, Attacked)
    assert hit.damage is not None
    assert (hit.result, hit.damage.multiplier, hit.damage.hits) == (Result.CRITICAL, 4, 28)
    assert [roll.total for roll in hit.damage.again] == [20, 19]
    assert now.game.narrate(hit).endswith("a critical hit for 28, 7 x4.")


# TAO-CRIT-01
def test_once_the_target_is_dead_no_more_is_rolled() -> None:
    now = beside(hp=4)  # 8 x 2 reaches -10
    after = now.do("attack", target="Bala", dice=(20, 8))
    assert after.figure("Bala").status is Status.DEAD
    # 14 of 5 are one too few for that: the next d20 decides.
    now = beside(hp=5)
    assert now.do("attack", target="Bala", dice=(20, 7, 2)).figure("Bala").hp == -9
    assert now.do("attack", target="Bala", dice=(20, 7, 20)).figure("Bala").hp == 5 - 21


# TAO-ATT-01, TAO-ATT-04, TAO-AP-02
def test_an_attack_costs_two_points_and_takes_off_weapon_and_strength() -> None:
    weak = {"hex": "0204", "damage": -3}
    now = position({"Albert": weak}, {"Bala": bala(hp=20)}, rules=FULL)
    after = now.do("attack", target="Bala", dice=(15, 8))
    assert after.figure("Bala").hp == 20 - 5
    assert after.figure("Albert").ap == 5 - 2
    least = now.do("attack", target="Bala", dice=(15, 1))
    assert least.figure("Bala").hp == 20 - 1
    assert now.do("attack", target="Bala", dice=(14,)).figure("Bala").hp == 20


# TAO-ATT-04
def test_a_mace_does_one_more_than_its_die() -> None:
    now = position({"Albert": albert(weapon="mace")}, {"Bala": bala(hp=20)}, rules=FULL)
    assert now.do("attack", target="Bala", dice=(15, 3)).figure("Bala").hp == 20 - 3 - 1


# TAO-ATT-04
def test_bare_hands_do_one_or_two() -> None:
    now = position({"Albert": albert(**UNARMED)}, {"Bala": bala()}, rules=FULL)
    hit = now.do("attack", target="Bala", dice=(15, 2)).events[0]
    assert isinstance(hit, Attacked)
    assert hit.damage is not None
    assert (hit.weapon, hit.damage.roll.sides, hit.damage.hits) == ("bare hands", 2, 2)
    assert now.do("attack", target="Bala", dice=(14,)).figure("Albert").ap == 5 - 2


# TAO-ATT-01
def test_an_unarmed_enemy_that_does_not_engage_may_be_struck() -> None:
    now = beside(**UNARMED)
    assert not is_engaged(now.game.arena, now.state, 0)
    assert now.do("attack", target="Bala", dice=(2,)).figure("Albert").attacks == 1


# TAO-ATT-01
def test_only_a_pole_arm_reaches_two_hexes() -> None:
    far = {"Bala": bala(hex="0403")}
    now = position({"Albert": albert()}, far, rules=FULL)
    assert now.refused("attack", target="Bala") == "TAO-ATT-01"
    now = position({"Albert": albert(weapon="halberd")}, far, rules=FULL)
    assert now.do("attack", target="Bala", dice=(2,)).figure("Albert").ap == 3
    farther = position({"Albert": albert(weapon="halberd")}, {"Bala": "0503"}, rules=FULL)
    assert farther.refused("attack", target="Bala") == "TAO-ATT-01"


# TAO-ATT-01, TAO-VAL-02
def test_friends_the_fallen_and_nobody_are_no_targets() -> None:
    now = position({"Albert": albert(), "Caleb": "0304"}, {"Bala": bala()}, rules=FULL)
    assert now.refused("attack", target="Caleb") == "TAO-VAL-02"
    assert now.refused("attack", target=99) == "TAO-VAL-02"
    assert now.refused("attack", target=-1) == "TAO-VAL-02"
    down = now.changed("Bala", hp=0, status=Status.DOWN)
    assert down.refused("attack", target="Bala") == "TAO-ATT-01"


# TAO-ATT-01
def test_a_second_attack_takes_an_entitlement() -> None:
    once = beside().do("attack", target="Bala", dice=(2,))
    assert once.refused("attack", target="Bala") == "TAO-ATT-01"
    now = position({"Albert": albert(attacks=2)}, {"Bala": bala()}, rules=FULL)
    twice = now.do("attack", target="Bala", dice=(2,)).do("attack", target="Bala", dice=(2,))
    assert twice.figure("Albert").ap == 1


# TAO-ATT-05
@pytest.mark.parametrize(
    ("start", "first", "dice"),
    [
        ("0204", {"do": "grab"}, (2,)),
        ("0308", {"do": "charge", "hex": "0304"}, (6, 1, 2)),
    ],
)
def test_a_grab_or_a_charge_is_one_attack_of_those_one_has(
    start: str, first: dict[str, str], dice: tuple[int, ...]
) -> None:
    def after(attacks: int) -> Position:
        red = {"Albert": albert(hex=start, attacks=attacks)}
        now = position(red, {"Bala": bala(hp=100, **UNARMED)}, rules=FULL)
        return now.do(**first, target="Bala", dice=dice)

    assert after(1).figure("Albert").ap == 2
    assert after(1).refused("attack", target="Bala") == "TAO-ATT-01"
    assert after(2).do("attack", target="Bala", dice=(2,)).figure("Albert").ap == 0


# TAO-HP-01
@pytest.mark.parametrize(("hp", "status"), [(9, Status.ACTIVE), (8, Status.DOWN), (1, Status.DOWN)])
def test_at_no_hit_points_one_is_down_and_drops_the_weapon(hp: int, status: Status) -> None:
    # Stun is left out, so that nobody is driven anywhere.
    other = {"Bala": bala(hp=hp), "Dora": "0808"}
    now = position({"Albert": albert()}, other, rules=("attacks",))
    now = now.do("attack", target="Bala", dice=(15, 8))
    assert now.figure("Bala").status is status
    if status is Status.DOWN:
        spear = now.item("spear")
        assert now.figure("Bala").ready < 0
        assert [thing.item for thing in now.state.ground] == [spear]
        assert not engaged_by(now, "Albert")
        assert not is_engaged(now.game.arena, now.state, now.number("Bala"))
        assert now.walk("0303").at("Albert") == "0303"  # TAO-ENT-03


# TAO-HP-01
def test_nothing_falls_from_empty_hands() -> None:
    blue = {"Bala": bala(hp=3, **UNARMED), "Dora": "0808"}
    now = position({"Albert": albert()}, blue, rules=("attacks",))
    now = now.do("attack", target="Bala", dice=(15, 8))
    assert now.figure("Bala").status is Status.DOWN
    assert now.state.ground == ()


# TAO-HP-01
def test_ten_below_nothing_is_death() -> None:
    for damage, status, told in ((4, Status.DEAD, Died), (3, Status.DOWN, WentDown)):
        blue = {"Bala": bala(hp=2), "Dora": "0808"}
        now = position({"Albert": albert(damage=damage)}, blue, rules=FULL)
        after = now.do("attack", target="Bala", dice=(15, 8))
        assert after.figure("Bala").status is status
        assert [type(one) for one in after.events if isinstance(one, Died | WentDown)] == [told]


# TAO-END-01
def test_a_side_with_nobody_active_has_lost() -> None:
    now = beside(hp=3).do("attack", target="Bala", dice=(15, 8))
    assert now.state.outcome is not None
    assert now.state.outcome.winners == (0,)


# TAO-CRIT-02
@pytest.mark.parametrize("weapon", ["", "claws and teeth"])
def test_bare_hands_and_claws_do_not_fall(weapon: str) -> None:
    now = position({"Albert": albert(weapon=weapon)}, {"Bala": bala()}, rules=FULL)
    after = now.do("attack", target="Bala", dice=(1,))
    assert after.state.ground == ()
    assert after.figure("Albert").ready == now.figure("Albert").ready


# -- without other rules ---------------------------------------------------------------------------


# TAO-ATT-01, TAO-OVB-01, TAO-CHG-01, TAO-GRAP-01, TAO-VAL-02
def test_what_is_not_in_force_is_refused_by_the_rule_that_is_missing() -> None:
    now = beside(rules=())
    assert now.refused("attack", target="Bala") == "TAO-ATT-01"
    now = beside(rules=("attacks",))
    assert now.refused("overbear", target="Bala") == "TAO-OVB-01"
    assert now.refused("grab", target="Bala") == "TAO-GRAP-01"
    assert now.refused("charge", target="Bala", hex="0304") == "TAO-CHG-01"
    assert now.kinds() == {"step", "drop", "attack", "end_turn"}


# TAO-CRIT-01, TAO-CRIT-02, TAO-STUN-01
def test_attacks_alone_neither_multiply_nor_drop_nor_stun() -> None:
    now = beside(hp=20, rules=("attacks",))
    after = now.do("attack", target="Bala", dice=(20, 8))
    assert after.figure("Bala").hp == 12
    assert not after.figure("Bala").stunned
    assert now.do("attack", target="Bala", dice=(1,)).state.ground == ()
