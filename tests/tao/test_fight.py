"""The playable fight: the worked cases 20 to 34, and what follows from the same rules."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from meleekit.core.dice import Dice, Given
from meleekit.core.enumerated import enumerate_outcomes
from meleekit.tao.actions import Attack, Charge, Grab, Overbear
from meleekit.tao.attacks import armour_class, multiplier, plan
from meleekit.tao.engagement import engagers, is_engaged, partner
from meleekit.tao.events import Attacked, Grabbed, Overbore, Result
from meleekit.tao.game import TaoMelee
from meleekit.tao.grappling import share
from meleekit.tao.harm import hurt
from meleekit.tao.overbearing import plan_overbearing, weight_ratio
from meleekit.tao.play import Play
from meleekit.tao.sequence import next_up
from meleekit.tao.state import NOBODY, FallBack, Status
from meleekit.tao.tables import default_tables
from tests.tao.positions import FULL, SYSTEM, UNARMED, Position, position

TABLES = default_tables()
D20 = range(1, 21)


def bala(**said: object) -> dict[str, object]:
    return {"hex": "0303", **said}


def albert(**said: object) -> dict[str, object]:
    return {"hex": "0204", **said}


def beside(ap: int | None = None, rules: tuple[str, ...] = FULL, **said: object) -> Position:
    """Albert in 0204 beside Bala in 0303, his turn; `said` is of Bala."""
    return position({"Albert": albert()}, {"Bala": bala(**said)}, ap=ap, rules=rules)


def engaged_by(now: Position, name: str) -> set[str]:
    arena = now.game.arena
    return {arena.name(enemy) for enemy in engagers(arena, now.state, now.number(name))}


def to_hit(now: Position, ac: int) -> tuple[int, list[Result]]:
    """What Albert needs against that armour class, and what each face of the d20 comes to."""
    arena = now.game.arena
    against = msgspec.structs.replace(armour_class(arena, 1), value=ac)
    found = plan(arena, 0, against, critical=True, fumble=True)
    return found.needed, list(found.results)


# -- initiative ------------------------------------------------------------------------------------


# TAO-INIT-01, TAO-INIT-02
def test_case_20_dexterity_adds_to_ones_own_number_and_turns_go_from_high_to_low() -> None:
    def row(hex_: str, dexterity: int) -> dict[str, object]:
        return {"like": "albert", "hex": hex_, "dexterity": dexterity}

    red = {
        "Eighteen": row("0101", 18),
        "Sixteen": row("0102", 16),
        "Three": row("0103", 12),
        "Other three": row("0104", 9),
    }
    blue = {"Five": row("0801", 10), "Other five": row("0802", 15)}
    sides = [
        {"name": side, "combatants": [{"name": name, **one} for name, one in rows.items()]}
        for side, rows in (("Red", red), ("Blue", blue))
    ]
    game = TaoMelee(SYSTEM.setup_from({"sides": sides, "variants": FULL}))
    now = Position(game, game.begin(Given((3, 5))).state)
    order = []
    while now.state.round == 1:
        if now.kind == "choose":
            group = {game.arena.name(who) for who in next_up(game.arena, now.state)}
            order.append(group)
            now = now.do("take", figure=next_up(game.arena, now.state)[0])
        else:
            order.append({game.arena.name(now.state.stack[-1].figure)})
            now = now.do("end_turn")
    fives, threes = {"Five", "Other five"}, {"Three", "Other three"}
    assert order == [
        {"Eighteen"},
        fives,
        {"Five"},
        {"Other five"},
        {"Sixteen"},
        threes,
        {"Three"},
        {"Other three"},
    ]


# TAO-INIT-03
def test_at_equal_numbers_the_side_with_the_higher_die_goes_first() -> None:
    quick = {"like": "albert", "hex": "0101", "dexterity": 17}
    sides = [
        {"name": "Red", "combatants": [{"name": "Quick", **quick}]},
        {"name": "Blue", "combatants": [{"like": "orc", "hex": "0808"}]},
    ]
    game = TaoMelee(SYSTEM.setup_from({"sides": sides, "variants": FULL}))
    for dice, first in (((3, 5), 1), ((4, 5), 0)):  # 3 + 2 = 5, and 4 + 2 = 6
        state = game.begin(Given(dice)).state
        assert game.decisions(state)[0].seat == first


# TAO-INIT-01, TAO-INIT-03
def test_equal_side_dice_are_rolled_again_and_the_dice_stand_for_all_rounds() -> None:
    game = beside().game
    state = game.begin(Given((4, 4, 4, 6))).state
    assert state.dice == (4, 6)
    assert game.decisions(state)[0].seat == 1
    now = Position(game, state).do("end_turn").do("end_turn")
    assert now.state.round == 2
    assert now.state.dice == (4, 6)


# TAO-INIT-04, TAO-TURN-01
def test_in_a_round_everybody_has_one_turn_and_then_the_next_begins() -> None:
    now = position({"Albert": "0103", "Caleb": "0801"}, {"Bala": "0303"}, rules=FULL)
    order = []
    while now.state.round == 1:
        if now.kind == "choose":
            now = now.do("take", figure="Caleb")
        order.append(now.game.arena.name(now.state.stack[-1].figure))
        now = now.do("end_turn")
    assert order == ["Albert", "Caleb", "Bala"]
    assert (now.state.round, now.seat) == (2, 0)


# TAO-INIT-02
def test_without_initiative_a_sides_combatants_come_one_after_the_other() -> None:
    now = position({"Albert": albert(dexterity=18)}, {"Bala": bala()}, rules=("attacks",))
    assert now.game.begin(Given((3, 5))).state.stack[-1].figure == now.number("Bala")


# -- attacks ---------------------------------------------------------------------------------------


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


# TAO-CRIT-01
def test_once_the_target_is_dead_no_more_is_rolled() -> None:
    now = beside(hp=4)  # 8 x 2 reaches -10
    after = now.do("attack", target="Bala", dice=(20, 8))
    assert after.figure("Bala").status is Status.DEAD


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
        assert now.walk("0303").at("Albert") == "0303"  # TAO-ENT-03


# TAO-HP-01
def test_ten_below_nothing_is_death() -> None:
    now = position({"Albert": albert(damage=4)}, {"Bala": bala(hp=2), "Dora": "0808"}, rules=FULL)
    assert now.do("attack", target="Bala", dice=(15, 8)).figure("Bala").status is Status.DEAD
    now = position({"Albert": albert(damage=3)}, {"Bala": bala(hp=2), "Dora": "0808"}, rules=FULL)
    assert now.do("attack", target="Bala", dice=(15, 8)).figure("Bala").status is Status.DOWN


# TAO-END-01
def test_a_side_with_nobody_active_has_lost() -> None:
    now = beside(hp=3).do("attack", target="Bala", dice=(15, 8))
    assert now.state.outcome is not None
    assert now.state.outcome.winners == (0,)


# TAO-CRIT-02, TAO-MEL-05
def test_case_29_a_fumble_drops_the_weapon_and_with_it_the_hold_on_the_enemy() -> None:
    now = beside().do("attack", target="Bala", dice=(1,))
    assert [(t.hex, t.item) for t in now.state.ground] == [
        (now.game.arena.number["0204"], now.item("long sword"))
    ]
    assert not engaged_by(now, "Bala")
    assert engaged_by(now, "Albert") == {"Bala"}
    again = now.do("pick_up", item="long sword")
    assert again.figure("Albert").ap == 5 - 2 - 1
    assert engaged_by(again, "Bala") == {"Albert"}


# TAO-CRIT-02
@pytest.mark.parametrize("weapon", ["", "claws and teeth"])
def test_bare_hands_and_claws_do_not_fall(weapon: str) -> None:
    now = position({"Albert": albert(weapon=weapon)}, {"Bala": bala()}, rules=FULL)
    after = now.do("attack", target="Bala", dice=(1,))
    assert after.state.ground == ()
    assert after.figure("Albert").ready == now.figure("Albert").ready


# TAO-ATT-05
def test_case_31_after_an_attack_there_is_no_grab_and_no_overbearing() -> None:
    now = beside().do("attack", target="Bala", dice=(2,))
    assert now.figure("Albert").ap == 3
    assert now.refused("grab", target="Bala") == "TAO-ATT-05"
    assert now.refused("overbear", target="Bala") == "TAO-ATT-05"


# -- stun ------------------------------------------------------------------------------------------


def hits_in_order(*hits: int) -> list[tuple[bool, str]]:
    """Whether Bala, of 29 hit points, is stunned after each hit, and where she stands."""
    now = beside(hp=29)
    found = []
    for hit in hits:
        play = Play(now.game.arena, now.state, Given(()))
        hurt(play, 1, hit, 0)
        now = Position(now.game, play.battle)
        if isinstance(play.battle.stack[-1], FallBack):
            now = now.do("fall_to", hex=sorted(now.hexes("fall_to"))[0])
        found.append((now.figure("Bala").stunned, now.at("Bala")))
    return found


# TAO-STUN-01, TAO-STUN-03, TAO-STUN-05
def test_case_23_each_hit_is_judged_by_the_hit_points_before_it() -> None:
    assert [stunned for stunned, _ in hits_in_order(7, 5, 3)] == [False, False, False]
    assert hits_in_order(3, 7, 5) == [(False, "0303"), (True, "0302"), (True, "0301")]


# TAO-STUN-01
@pytest.mark.parametrize(("damage", "stuns"), [(5, False), (6, True)])
def test_a_quarter_of_what_is_left_is_enough(damage: int, stuns: bool) -> None:
    assert [stunned for stunned, _ in hits_in_order(5, damage)] == [False, stuns]  # of 24


# TAO-STUN-05, TAO-WD-04
def test_case_24_the_owner_of_the_stunned_chooses_where_she_falls_back_to() -> None:
    now = beside(hp=20).do("attack", target="Bala", dice=(15, 8))
    assert (now.kind, now.seat) == ("fall_back", 1)
    assert now.hexes("fall_to") == {"0302", "0403", "0404"}
    assert now.refused("fall_to", hex="0203") == "TAO-STUN-05"
    after = now.do("fall_to", hex="0403")
    assert after.at("Bala") == "0403"
    assert after.figure("Bala").ap == now.figure("Bala").ap
    assert (after.kind, after.seat) == ("turn", 0)


# TAO-STUN-05
def test_case_24_with_all_three_held_she_stays() -> None:
    held = {"Dora": "0302", "Emil": "0403", "Fritz": "0404"}
    now = position({"Albert": albert()}, {"Bala": bala(hp=20), **held}, rules=FULL)
    after = now.do("attack", target="Bala", dice=(15, 8))
    assert after.kind == "turn"
    assert after.at("Bala") == "0303"
    assert after.figure("Bala").stunned


# TAO-STUN-05
def test_where_only_one_hex_is_free_nobody_is_asked() -> None:
    held = {"Dora": "0302", "Emil": "0403"}
    now = position({"Albert": albert()}, {"Bala": bala(hp=20), **held}, rules=FULL)
    assert now.do("attack", target="Bala", dice=(15, 8)).at("Bala") == "0404"


# TAO-STUN-05
def test_falling_back_can_be_left_out() -> None:
    now = beside(hp=20, rules=("attacks", "stun")).do("attack", target="Bala", dice=(15, 8))
    assert now.figure("Bala").stunned
    assert now.at("Bala") == "0303"


# TAO-STUN-02, TAO-STUN-03, TAO-STUN-04, TAO-MEL-10
def test_case_30_the_stunned_lose_their_turn_and_hold_on_all_the_same() -> None:
    now = beside().changed("Albert", stunned=True).turn("Bala")
    assert now.walk("0302").figure("Bala").ap == 5 - 2
    after = now.do("end_turn")  # Albert is next, and passed over
    assert [type(event).__name__ for event in after.events][:2] == ["TurnEnded", "TurnSkipped"]
    assert not after.figure("Albert").stunned
    assert after.state.round == 2


# TAO-STUN-04
def test_stun_leaves_the_armour_class_alone() -> None:
    plain, stunned = beside(), beside().changed("Bala", stunned=True)
    seen = [now.do("attack", target="Bala", dice=(14,)).events[0] for now in (plain, stunned)]
    assert isinstance(seen[0], Attacked)
    assert seen[0] == seen[1]


# -- overbearing -----------------------------------------------------------------------------------


def weights(attacker: int, defender: int) -> Position:
    red, blue = albert(weight=attacker), bala(weight=defender)
    return position({"Albert": red}, {"Bala": blue}, rules=FULL)


# TAO-OVB-02
@pytest.mark.parametrize(
    ("attacker", "defender", "ratio", "modifier"),
    [(180, 215, 83, -1), (160, 40, 400, 10), (40, 160, 25, -12)],
)
def test_case_25_weight_ratios_and_their_modifiers(
    attacker: int, defender: int, ratio: int, modifier: int
) -> None:
    now = weights(attacker, defender)
    assert weight_ratio(now.game.arena, 0, 1) == ratio
    assert TABLES.overbear_to_hit(ratio) == modifier
    assert Overbear(1) in now.game.actions(now.state, 0)


# TAO-OVB-02
def test_case_25_below_a_quarter_of_the_weight_nobody_is_overborne() -> None:
    assert weight_ratio(weights(39, 160).game.arena, 0, 1) == 24
    assert weights(39, 160).refused("overbear", target="Bala") == "TAO-OVB-02"


def overbearing(**said: object) -> Position:
    mail = bala(ac=4, weight=215, **said)
    return position({"Albert": albert(weight=180)}, {"Bala": mail, "Dora": "0808"}, rules=FULL)


# TAO-OVB-03
def test_case_26_armour_counts_for_nothing_but_shield_and_dexterity_do() -> None:
    found = plan_overbearing(overbearing(ac_dexterity=9).game.arena, 0, 1)
    assert found.needed == 12
    assert list(found.results).count(Result.HIT) == 9
    assert set(found.results) == {Result.HIT, Result.MISS}  # neither critical nor fumble


# TAO-OVB-01, TAO-OVB-04
def test_case_26_success_hurts_drives_back_and_brings_the_attacker_in() -> None:
    now = overbearing(ac_dexterity=9, hp=20).do("overbear", target="Bala", dice=(12, 3))
    assert now.figure("Bala").hp == 20 - 3
    assert now.figure("Albert").ap == 0
    assert now.hexes("fall_to") == {"0302", "0403", "0404"}
    after = now.do("fall_to", hex="0404")
    assert (after.at("Bala"), after.at("Albert")) == ("0404", "0303")
    assert after.figure("Albert").ap == 0
    missed = overbearing(ac_dexterity=9, hp=20).do("overbear", target="Bala", dice=(11,))
    assert (missed.at("Albert"), missed.figure("Albert").ap) == ("0204", 0)


# TAO-OVB-01
def test_overbearing_takes_three_points_and_all_there_are() -> None:
    assert beside(ap=2).refused("overbear", target="Bala") == "TAO-OVB-01"
    now = beside(ap=4).do("overbear", target="Bala", dice=(1,))
    assert now.figure("Albert").ap == 0
    assert now.state.ground == ()  # a 1 is no fumble: TAO-OVB-03


# TAO-OVB-04
def test_who_cannot_be_driven_back_is_stunned_and_nobody_moves() -> None:
    held = {"Dora": "0302", "Emil": "0403", "Fritz": "0404"}
    red, blue = {"Albert": albert(weight=180)}, {"Bala": bala(hp=50, weight=180), **held}
    after = position(red, blue, rules=FULL).do("overbear", target="Bala", dice=(19, 1))
    assert (after.at("Albert"), after.at("Bala")) == ("0204", "0303")
    assert after.figure("Bala").stunned


# TAO-OVB-04, TAO-STUN-01, TAO-STUN-05
def test_a_stun_in_overbearing_has_no_fall_back_of_its_own() -> None:
    now = overbearing(hp=8).do("overbear", target="Bala", dice=(19, 2))
    assert now.figure("Bala").stunned
    after = now.do("fall_to", hex="0302")
    assert after.kind != "fall_back"
    assert after.at("Bala") == "0302"


# -- charging --------------------------------------------------------------------------------------


def charging(start: str = "0308", ap: int = 5, rows: int = 8, **said: object) -> Position:
    """Albert down the column from Bala, who has many hit points if nothing else is said."""
    row = bala(**{"hp": 100, **said})
    red = albert(hex=start, hp=100, ap=ap)
    return position({"Albert": red}, {"Bala": row}, rules=FULL, rows=rows)


# TAO-CHG-01, TAO-AP-03
def test_case_28_four_hexes_cost_one_point_and_the_attack_two() -> None:
    now = charging().do("charge", target="Bala", hex="0304")
    assert now.at("Albert") == "0304"
    assert now.figure("Albert").ap == 5 - 3
    assert charging("0307").refused("charge", target="Bala", hex="0304") == "TAO-CHG-01"


# TAO-CHG-05
def test_case_28_the_charger_wins_or_ties_the_first_blow_five_times_in_six() -> None:
    # Who is unarmed may not strike before contact.
    blue = {"Bala": bala(**UNARMED)}
    now = position({"Albert": albert(hex="0308")}, blue, rules=("attacks", "charging"))
    first: dict[bool, Fraction] = {}

    def run(dice: Dice) -> bool:
        step = now.game.carry_out(now.state, 0, Charge(1, "0304"), dice)
        return any(getattr(event, "charger_first", False) for event in step.events)

    for result, chance in enumerate_outcomes(run):
        first[result] = first.get(result, Fraction(0)) + chance
    assert first == {True: Fraction(30, 36), False: Fraction(6, 36)}


# TAO-CHG-01
def test_five_hexes_at_a_run_cost_two_points() -> None:
    now = charging("0309", ap=4, rows=9, **UNARMED)
    assert now.do("charge", target="Bala", hex="0304", dice=(6, 6, 2)).figure("Albert").ap == 0


# TAO-CHG-01
def test_a_charge_needs_a_free_straight_line_a_start_out_of_melee_and_the_points() -> None:
    assert charging(ap=2).refused("charge", target="Bala", hex="0304") == "TAO-CHG-01"
    assert charging("0408").refused("charge", target="Bala", hex="0304") == "TAO-CHG-01"
    assert charging().refused("charge", target="Bala", hex="0303") == "TAO-CHG-01"
    blue = {"Bala": bala(), "Dora": "0306"}
    blocked = position({"Albert": albert(hex="0308")}, blue, rules=FULL)
    assert blocked.refused("charge", target="Bala", hex="0304") == "TAO-CHG-01"
    blue = {"Bala": bala(), "Dora": "0408"}
    engaged = position({"Albert": albert(hex="0308")}, blue, rules=FULL)
    assert engaged.refused("charge", target="Bala", hex="0304") == "TAO-CHG-01"


# TAO-CHG-02
def test_melee_hexes_on_the_way_cost_nothing() -> None:
    blue = {"Bala": bala(), "Dora": "0207"}
    now = position({"Albert": albert(hex="0309")}, blue, rules=FULL, rows=9)
    assert now.do("charge", target="Bala", hex="0304").figure("Albert").ap == 5 - 4


# TAO-CHG-03
def test_the_target_may_strike_before_contact_for_nothing_or_wait() -> None:
    now = charging().do("charge", target="Bala", hex="0304")
    assert (now.kind, now.seat) == ("brace", 1)
    assert now.game.decisions(now.state)[0].interrupts
    struck = now.do("strike_first", dice=(13, 6, 6, 6, 2))
    assert struck.figure("Albert").hp == 100 - 6
    assert struck.figure("Bala").ap == now.figure("Bala").ap
    waited = now.do("let_come", dice=(6, 6, 2))
    assert waited.figure("Albert").hp == 100


# TAO-CHG-03
@pytest.mark.parametrize("fields", [{"stunned": True}, {"ready": -1}])
def test_who_is_stunned_or_unarmed_does_not_strike_before_contact(
    fields: dict[str, object],
) -> None:
    now = charging().changed("Bala", **fields)
    assert now.do("charge", target="Bala", hex="0304", dice=(6, 6, 2)).kind == "turn"


# TAO-CHG-04, TAO-CHG-09
def test_whose_morale_breaks_does_not_fight_but_runs_on_its_next_turn() -> None:
    now = charging(morale=7).do("charge", target="Bala", hex="0304", dice=(8,))
    assert (now.kind, now.seat, now.at("Albert")) == ("turn", 0, "0304")
    now = now.do("end_turn")
    assert now.kinds() == {"step"}
    assert now.hexes("step") == {"0302", "0203", "0403"}
    assert now.refused("attack", target="Albert") == "TAO-CHG-09"
    assert now.refused("drop") == "TAO-CHG-09"
    assert now.refused("end_turn") == "TAO-CHG-09"
    assert now.refused("step", hex="0204") == "TAO-CHG-09"
    now = now.walk("0302")
    assert now.figure("Bala").ap == 5 - 2  # the usual costs
    now = now.walk("0301", "0201")
    # She has a point left, but nothing is farther from 0304 than this corner: the turn is over.
    assert now.figure("Bala").broken_by == NOBODY
    assert now.seat == 0


# TAO-CHG-04
def test_whose_morale_holds_fights() -> None:
    now = charging(morale=7).do("charge", target="Bala", hex="0304", dice=(7,))
    assert now.kind == "brace"


# TAO-CHG-04
def test_morale_can_be_left_out() -> None:
    rules = tuple(rule for rule in FULL if rule != "morale")
    blue = {"Bala": bala(morale=2)}
    now = position({"Albert": albert(hex="0308")}, blue, rules=rules)
    assert now.do("charge", target="Bala", hex="0304").kind == "brace"


# TAO-CHG-09, TAO-STUN-02
def test_a_skipped_turn_counts_as_the_turn_of_running() -> None:
    now = charging().changed("Bala", stunned=True, broken_by=0).do("end_turn")
    assert now.figure("Bala").broken_by == NOBODY
    assert now.seat == 0


# TAO-CHG-09
def test_who_is_broken_and_cornered_ends_its_turn() -> None:
    blue = {"Bala": bala(hex="0101")}
    now = position({"Albert": albert(hex="0202")}, blue, rules=FULL)
    now = now.changed("Bala", broken_by=0).do("end_turn")
    assert now.seat == 0
    assert now.state.round == 2


# TAO-CHG-05
def test_the_target_that_wins_the_die_strikes_first_at_plus_2() -> None:
    now = charging().do("charge", target="Bala", hex="0304")
    events = now.do("let_come", dice=(3, 6, 10, 2)).events
    blows = [event for event in events if isinstance(event, Attacked)]
    assert [(one.figure, one.needed) for one in blows] == [(1, 20 - 7 - 2), (0, 20 - 5 - 2)]
    tied = now.do("let_come", dice=(4, 6, 2)).events
    assert [one.figure for one in tied if isinstance(one, Attacked)] == [0]


# TAO-CHG-05, TAO-CHG-06
def test_the_chargers_hit_does_2_more_and_drives_the_target_back() -> None:
    now = charging(**UNARMED).do("charge", target="Bala", hex="0304", dice=(6, 1, 13, 5))
    assert now.figure("Bala").hp == 100 - 5 - 2
    assert now.hexes("fall_to") == {"0203", "0302", "0403"}
    after = now.do("fall_to", hex="0302")
    assert (after.at("Bala"), after.at("Albert")) == ("0302", "0303")


# TAO-CHG-06
def test_the_light_do_not_drive_the_heavy_back() -> None:
    now = charging(weight=1000, **UNARMED)
    after = now.do("charge", target="Bala", hex="0304", dice=(6, 1, 13, 5))
    assert (after.kind, after.at("Bala"), after.at("Albert")) == ("turn", "0303", "0304")


# TAO-CHG-07, TAO-STUN-02, TAO-STUN-05
def test_case_32_a_charger_that_is_stunned_falls_back_and_the_charge_is_over() -> None:
    red, blue = {"Albert": albert(hex="0308", hp=20)}, {"Bala": bala()}
    now = position(red, blue, rules=FULL).do("charge", target="Bala", hex="0304")
    now = now.do("strike_first", dice=(13, 6))
    assert (now.kind, now.seat) == ("fall_back", 0)
    assert now.hexes("fall_to") == {"0205", "0305", "0405"}
    after = now.do("fall_to", hex="0305")
    assert after.at("Albert") == "0305"
    assert after.figure("Bala").hp == now.figure("Bala").hp
    # His turn is over, with the three points gone; the next one is skipped.
    assert [(type(e).__name__, getattr(e, "lost", None)) for e in after.events][-2][1] == 2
    assert after.seat == 1
    later = after.do("end_turn")
    assert any(type(event).__name__ == "TurnSkipped" for event in later.events)
    assert later.seat == 1


# TAO-CHG-07
def test_a_charger_that_is_put_down_lies_where_it_met_the_target() -> None:
    red = {"Albert": albert(hex="0308", hp=4), "Caleb": "0808"}
    now = position(red, {"Bala": bala()}, rules=FULL).do("charge", target="Bala", hex="0304")
    now = now.do("strike_first", dice=(13, 6))
    assert (now.at("Albert"), now.figure("Albert").status) == ("0304", Status.DOWN)
    assert not any(isinstance(event, Attacked) and event.figure == 0 for event in now.events)


# TAO-CHG-06, TAO-CHG-08
def test_case_33_a_charge_that_stuns_drives_back_one_hex_and_not_two() -> None:
    now = charging(hp=20, **UNARMED).do("charge", target="Bala", hex="0304", dice=(6, 1, 13, 8))
    assert now.figure("Bala").stunned
    after = now.do("fall_to", hex="0302")
    assert (after.at("Bala"), after.at("Albert")) == ("0302", "0303")
    assert after.kind == "turn"


# TAO-CHG-08
def test_a_charge_at_who_has_nowhere_to_go_stuns() -> None:
    held = {"Dora": "0203", "Emil": "0302", "Fritz": "0403"}
    blue = {"Bala": bala(hp=100, **UNARMED), **held}
    now = position({"Albert": albert(hex="0308")}, blue, rules=FULL)
    after = now.do("charge", target="Bala", hex="0304", dice=(6, 1, 13, 1))
    assert after.figure("Bala").stunned
    assert (after.at("Bala"), after.at("Albert")) == ("0303", "0304")


# -- grappling -------------------------------------------------------------------------------------


# TAO-GRAP-02
def test_case_27_the_share_of_170_pounds_and_strength_14_against_180_is_54() -> None:
    red, blue = albert(weight=170, strength=14), bala(weight=180, strength=25)
    now = position({"Albert": red}, {"Bala": blue}, rules=FULL)
    assert share(now.game.arena, 0, 1) == 54
    chances: dict[bool, Fraction] = {}

    def run(dice: Dice) -> bool:
        return bool(now.game.carry_out(now.state, 0, Grab(1), dice).state.figures[1].stunned)

    for held, chance in enumerate_outcomes(run):
        chances[held] = chances.get(held, Fraction(0)) + chance
    assert chances[True] == Fraction(6, 20) * Fraction(54, 100)


def grabbed(**setup: object) -> Position:
    red, blue = albert(weight=170, strength=14), bala(weight=180)
    now = position({"Albert": red}, {"Bala": blue}, rules=FULL, **setup)
    return now.do("grab", target="Bala", dice=(15, 54))


# TAO-GRAP-01, TAO-GRAP-03
def test_case_27_who_is_held_is_stunned_unhurt_and_put_where_the_attacker_likes() -> None:
    now = grabbed()
    assert (now.kind, now.seat) == ("place", 0)
    assert now.figure("Bala").stunned
    assert now.figure("Bala").hp == 9
    assert now.figure("Albert").ap == 5 - 3
    assert now.hexes("put_in") == {"0203", "0304", "0204", "0403"}
    assert now.refused("put_in", hex="0302") == "TAO-GRAP-03"
    after = now.do("put_in", hex="0403")
    assert after.at("Bala") == "0403"
    assert after.kind == "turn"


# TAO-GRAP-03
def test_held_hexes_are_not_available() -> None:
    red, blue = albert(weight=500), {"Bala": bala(), "Dora": "0403", "Emil": "0203"}
    now = position({"Albert": red}, blue, rules=FULL).do("grab", target="Bala", dice=(15, 1))
    assert now.hexes("put_in") == {"0304", "0204"}


# TAO-GRAP-04
def test_a_hit_that_does_not_hold_is_nothing() -> None:
    red, blue = albert(weight=170, strength=14), bala(weight=180)
    now = position({"Albert": red}, {"Bala": blue}, rules=FULL)
    after = now.do("grab", target="Bala", dice=(15, 55))
    assert (after.kind, after.at("Bala")) == ("turn", "0303")
    assert not after.figure("Bala").stunned
    (event,) = [one for one in after.events if isinstance(one, Grabbed)]
    assert event.result is Result.HIT


# TAO-GRAP-01
def test_a_grab_takes_a_free_hand_and_three_points() -> None:
    two_hands = {"Albert": albert(weapon="two-handed sword")}
    now = position(two_hands, {"Bala": bala()}, rules=FULL)
    assert now.refused("grab", target="Bala") == "TAO-GRAP-01"
    assert now.do("drop").do("grab", target="Bala", dice=(2,)).figure("Albert").ap == 2
    assert beside(ap=2).refused("grab", target="Bala") == "TAO-GRAP-01"


# TAO-CRIT-02, TAO-GRAP-01
def test_a_1_in_a_grab_drops_nothing() -> None:
    assert beside().do("grab", target="Bala", dice=(1,)).state.ground == ()


def brawl(**red: object) -> Position:
    """Bala pulled into 0204, Albert's turn."""
    row = albert(weight=170, strength=14, hp=40, **red)
    blue = {"Bala": bala(hp=40, weight=180), "Dora": "0205"}
    now = position({"Albert": row, "Caleb": "0203"}, blue, rules=FULL)
    now = now.do("grab", target="Bala", dice=(15, 1)).do("put_in", hex="0204")
    return now.changed("Bala", stunned=False).changed("Albert", ap=5, attacks=0)


# TAO-GRAP-05, TAO-HEX-05
def test_in_a_brawl_each_engages_the_other_whatever_their_arms() -> None:
    now = brawl(**UNARMED)
    assert now.at("Bala") == now.at("Albert") == "0204"
    assert partner(now.game.arena, now.state, 0) == now.number("Bala")
    assert "Bala" in engaged_by(now, "Albert")
    assert "Albert" in engaged_by(now, "Bala")  # though she is armed and he is not


# TAO-GRAP-05, TAO-GRAP-06, TAO-ATT-05
def test_brawlers_strike_with_bare_hands_and_do_little_else() -> None:
    now = brawl()
    assert now.kinds() == {"blow", "break_out", "drop", "end_turn"}
    assert now.refused("step", hex="0304") == "TAO-GRAP-06"
    assert now.refused("attack", target="Bala") == "TAO-GRAP-06"
    assert now.refused("overbear", target="Dora") == "TAO-GRAP-06"
    after = now.do("blow", dice=(15, 2))
    (event,) = [one for one in after.events if isinstance(one, Attacked)]
    assert (event.weapon, after.figure("Bala").hp) == ("bare hands", 38)
    assert after.figure("Albert").ap == 3
    assert after.refused("blow") == "TAO-ATT-05"
    fumbled = now.do("blow", dice=(1,))
    assert fumbled.state.ground == ()  # the sword was not used


# TAO-GRAP-05, TAO-GRAP-06
def test_a_dagger_can_be_drawn_and_used_in_a_brawl_and_a_mace_cannot() -> None:
    now = brawl(carried=["dagger", "mace"]).do("drop")
    assert now.refused("draw", item="mace") == "TAO-GRAP-06"
    now = now.do("draw", item="dagger")
    (event,) = [e for e in now.do("blow", dice=(15, 4)).events if isinstance(e, Attacked)]
    assert event.weapon == "dagger"


# TAO-GRAP-02, TAO-GRAP-05
def test_breaking_out_is_a_trial_of_ones_own_share() -> None:
    now = brawl()
    assert now.hexes("break_out") == {"0304", "0303", "0103", "0104"}
    out = now.do("break_out", hex="0304", dice=(54,))
    assert (out.at("Albert"), out.figure("Albert").ap) == ("0304", 3)
    assert out.figure("Albert").attacks == 0  # TAO-ATT-05
    held = now.do("break_out", hex="0304", dice=(55,))
    assert (held.at("Albert"), held.figure("Albert").ap) == ("0204", 3)
    assert now.refused("break_out", hex="0205") == "TAO-ENT-01"
    assert now.refused("break_out", hex="0203") == "TAO-ENT-02"


# TAO-GRAP-06
def test_case_34_a_third_may_strike_at_a_brawler_but_not_step_in() -> None:
    now = brawl().turn("Caleb")
    assert now.refused("step", hex="0204") in ("TAO-ENT-01", "TAO-ENT-02")
    assert Attack(now.number("Bala")) in now.game.actions(now.state, 0)
    now = brawl().turn("Dora")
    assert Attack(now.number("Albert")) in now.game.actions(now.state, 1)


# TAO-GRAP-06
def test_case_34_one_brawler_going_down_ends_the_brawl_and_the_other_keeps_the_hex() -> None:
    now = brawl().changed("Bala", hp=1).do("blow", dice=(15, 2))
    assert now.figure("Bala").status is Status.DOWN
    assert partner(now.game.arena, now.state, 0) == NOBODY
    assert now.at("Albert") == "0204"
    assert "blow" not in now.kinds()


# TAO-GRAP-06, TAO-STUN-05
def test_a_brawler_that_is_driven_back_leaves_the_hex_and_the_brawl() -> None:
    now = brawl().changed("Bala", hp=4).do("blow", dice=(15, 1))
    assert (now.kind, now.seat) == ("fall_back", 1)
    assert now.hexes("fall_to") == {"0304", "0303", "0103", "0104"}
    after = now.do("fall_to", hex="0303")
    assert partner(after.game.arena, after.state, 0) == NOBODY


# TAO-GRAP-06, TAO-OVB-04
def test_a_brawler_that_is_overborne_leaves_it_and_the_attacker_does_not_get_in() -> None:
    now = brawl().turn("Caleb").do("overbear", target="Bala", dice=(19, 1))
    after = now.do("fall_to", hex=sorted(now.hexes("fall_to"))[0])
    assert after.at("Albert") == "0204"
    assert after.at("Caleb") == "0203"
    (event,) = [one for one in now.events if isinstance(one, Overbore)]
    assert event.result is Result.HIT


# -- switches --------------------------------------------------------------------------------------


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
