"""The engagement rule alone: hexes, and what follows from the rules of the worked cases."""

from __future__ import annotations

import pytest

from meleekit.core.dice import Given
from meleekit.core.errors import BadSetup, NotYourDecision
from meleekit.tao.actions import EndTurn
from meleekit.tao.engagement import is_engaged, melee_groups
from meleekit.tao.grid import fault_of_name, grid_of
from meleekit.tao.movement import cheapest_path, reach, step_parts
from meleekit.tao.state import ACTIVE, Status
from tests.tao.positions import SYSTEM, UNARMED, Position, bala, engaged_by, position

GRID = grid_of(8, 8)


def neighbours(name: str) -> set[str]:
    return {GRID.names[h] for _, h in GRID.board.neighbours[GRID.number[name]]}


def apart(one: str, other: str) -> int:
    return GRID.board.distance[GRID.number[one]][GRID.number[other]]


def costs(now: Position, name: str) -> dict[str, int]:
    arena = now.game.arena
    found = reach(arena, now.state, now.number(name))
    return {arena.names[hex_]: cost for hex_, cost in enumerate(found.costs) if cost > 0}


def way(now: Position, name: str, goal: str) -> list[str]:
    arena = now.game.arena
    found = reach(arena, now.state, now.number(name))
    return [arena.names[hex_] for hex_ in cheapest_path(arena, found, arena.number[goal])]


def meeting(**setup: object) -> Position:
    """Albert in 0103, Bala in 0303, both armed."""
    return position({"Albert": "0103"}, {"Bala": bala()}, **setup)


# TAO-HEX-01, TAO-HEX-02
def test_case_1_the_neighbours_of_0303_are_those_of_an_odd_column_that_is_shoved_down() -> None:
    assert neighbours("0303") == {"0203", "0204", "0302", "0304", "0403", "0404"}
    assert {"0204", "0304"} <= neighbours("0303")
    assert "0205" not in neighbours("0303")


# TAO-HEX-02
@pytest.mark.parametrize(
    ("corner", "near"),
    [
        ("0101", {"0102", "0201", "0202"}),
        ("0801", {"0701", "0802"}),
        ("0108", {"0107", "0208"}),
        ("0808", {"0707", "0708", "0807"}),
    ],
)
def test_case_2_corner_hexes_have_only_the_neighbours_on_the_map(
    corner: str, near: set[str]
) -> None:
    assert neighbours(corner) == near


# TAO-HEX-03
def test_only_0103_and_0205_touch_both_0104_and_0204() -> None:
    assert neighbours("0104") & neighbours("0204") == {"0103", "0205"}


# TAO-HEX-04
@pytest.mark.parametrize(
    ("one", "other", "hexes"),
    [
        ("0103", "0303", 2),
        ("0205", "0303", 2),
        ("0204", "0503", 3),
        ("0101", "0801", 7),
        ("0101", "0808", 10),
    ],
)
def test_case_3_distances(one: str, other: str, hexes: int) -> None:
    assert apart(one, other) == apart(other, one) == hexes


# TAO-HEX-04
def test_distance_is_the_formula_of_columns_and_half_rows_everywhere() -> None:
    def formula(one: str, other: str) -> int:
        (c, r), (c2, r2) = ((int(name[:2]), int(name[2:])) for name in (one, other))
        dx, dy = abs(c - c2), abs(2 * r + c % 2 - 2 * r2 - c2 % 2)
        return dx + max(0, dy - dx) // 2

    assert all(apart(a, b) == formula(a, b) for a in GRID.names for b in GRID.names)


def ring(*hexes: str) -> dict[str, str]:
    return {f"Foe {number}": name for number, name in enumerate(hexes)}


# -- beyond the worked cases -----------------------------------------------------------------------


# TAO-HEX-05, TAO-ENT-02, TAO-ENT-03
def test_friends_hold_their_hexes_too_and_the_fallen_do_not() -> None:
    now = position({"Albert": "0103", "Caleb": "0104"}, {"Bala": "0808"})
    assert now.refused("step", hex="0104") == "TAO-ENT-02"
    fallen = now.changed("Caleb", status=Status.DOWN, hp=0)
    assert fallen.walk("0104").at("Albert") == "0104"


# TAO-ENT-02
def test_nobody_unarmed_enters_a_held_hex_either() -> None:
    now = position({"Albert": {"hex": "0204", **UNARMED}}, {"Bala": bala()})
    assert now.refused("step", hex="0303") == "TAO-ENT-02"


# TAO-MEL-08
@pytest.mark.parametrize(("weapon", "armed"), [("short bow", False), ("claws and teeth", True)])
def test_a_bow_arms_nobody_and_claws_do(weapon: str, armed: bool) -> None:
    now = position({"Albert": "0204"}, {"Bala": bala(weapon=weapon)})
    assert engaged_by(now, "Albert") == ({"Bala"} if armed else set())


# TAO-MEL-10
def test_who_is_stunned_still_engages() -> None:
    now = position({"Albert": "0204"}, {"Bala": bala()}).changed("Bala", stunned=True)
    assert engaged_by(now, "Albert") == {"Bala"}


# TAO-MEL-11
def test_melee_groups_hang_together_by_engagement_either_way() -> None:
    red = {"Albert": "0204", "Caleb": "0801"}
    now = position(red, {"Bala": bala(**UNARMED), "Dora": "0404", "Emil": "0708"})
    named = [
        {now.game.arena.name(who) for who in group}
        for group in melee_groups(now.game.arena, now.state)
    ]
    assert named == [{"Albert", "Bala"}]


# TAO-MEL-11
def test_two_who_engage_the_same_unarmed_enemy_are_one_group() -> None:
    # Neither of them is engaged.
    now = position({"Albert": "0204", "Caleb": "0403"}, {"Bala": bala(**UNARMED)})
    assert not engaged_by(now, "Albert") | engaged_by(now, "Caleb")
    assert melee_groups(now.game.arena, now.state) == ((0, 1, 2),)


# TAO-MOV-02, TAO-MOV-05
def test_a_step_says_what_it_costs_part_by_part() -> None:
    now = meeting().walk("0204")
    parts = step_parts(now.game.arena, now.state, 0)
    assert [(part.value, part.rule) for part in parts] == [(1, "TAO-MOV-01"), (1, "TAO-MOV-02")]


# TAO-MOV-05, TAO-MEL-09
def test_a_weapon_dropped_on_the_way_changes_what_the_next_step_costs() -> None:
    now = position({"Albert": "0203"}, {"Bala": bala(**UNARMED)})
    assert now.walk("0202").figure("Albert").ap == 5 - 1
    assert now.do("drop").walk("0202").figure("Albert").ap == 5 - 2


# TAO-AP-02
def test_a_dropped_weapon_is_picked_up_again_for_a_point() -> None:
    now = meeting().do("drop")
    assert now.figure("Albert").ap == 5
    now = now.do("pick_up", item="long sword")
    assert now.figure("Albert").ap == 4
    assert now.state == meeting(ap=4).state
    away = meeting().do("drop").walk("0104")
    assert away.refused("pick_up", item="long sword") == "TAO-AP-02"


# TAO-AP-02, TAO-VAL-02
def test_only_what_is_carried_is_drawn_and_only_with_empty_hands() -> None:
    now = position({"Albert": {"hex": "0103", "carried": ["dagger"]}}, {"Bala": bala()})
    assert now.refused("draw", item="spear") == "TAO-VAL-02"
    assert now.refused("draw", item="dagger") == "TAO-AP-02"
    assert now.do("drop").do("draw", item="dagger").figure("Albert").ready == now.item("dagger")


# TAO-MOV-07, TAO-MEL-01
def test_entering_and_leaving_melee_gives_nobody_a_blow() -> None:
    now = meeting().walk("0204", "0205")
    assert now.seat == 0
    assert now.kind == "turn"
    assert is_engaged(now.game.arena, now.state, 1) is False


# TAO-MOV-09, TAO-TURN-01
def test_points_not_used_are_lost_and_the_next_turn_has_the_allowance() -> None:
    now = meeting().walk("0104").do("end_turn")
    assert now.figure("Albert").ap == 0
    assert now.figure("Bala").ap == 5
    assert now.do("end_turn").figure("Albert").ap == 5


# TAO-TURN-01, TAO-VAL-02
def test_nobody_acts_in_anothers_turn() -> None:
    now = position({"Albert": "0103", "Caleb": "0808"}, {"Bala": bala()})
    assert now.seat == 0
    assert now.game.actions(now.state, 1) == []
    assert now.refused("take", figure="Caleb") == "TAO-VAL-02"
    with pytest.raises(NotYourDecision) as refused:
        now.game.apply(now.state, 1, EndTurn(), Given(()))
    assert refused.value.rule == "TAO-VAL-02"


# TAO-WD-02, TAO-MOV-08
def test_hexes_behind_held_ones_cannot_be_reached() -> None:
    now = position({"Albert": "0101"}, ring("0102", "0201", "0202"))
    assert costs(now, "Albert") == {}
    assert way(now, "Albert", "0505") == []


# TAO-MOV-04, TAO-MOV-08
def test_round_an_enemy_in_the_middle_of_a_small_map_every_step_is_paid_twice() -> None:
    # All hexes touch 0202, and the only way round is 0101, 0201, 0301, 0302: 4 steps, 4 penalties.
    now = position({"Albert": "0102"}, {"Bala": "0202"}, columns=3, rows=2)
    assert costs(now, "Albert") == {"0101": 2, "0201": 4, "0301": 6, "0302": 8}
    assert way(now, "Albert", "0302") == ["0102", "0101", "0201", "0301", "0302"]


# TAO-MOV-08
def test_among_equally_cheap_ways_the_shorter_is_taken_and_then_the_lower_hex() -> None:
    # For 3 points by 0203, a melee hex, or round it by 0102 and 0202.
    assert way(meeting(), "Albert", "0302") == ["0103", "0203", "0302"]
    # Two steps by 0203 or by 0204, with nobody near.
    alone = position({"Albert": "0103"}, {"Bala": "0808"})
    assert way(alone, "Albert", "0303") == ["0103", "0203", "0303"]


# TAO-VAL-01
@pytest.mark.parametrize(
    "name", ["", "304", "03044", "0004", "0400", "0904", "0409", "a304", "०३०३"]
)
def test_what_is_no_hex_is_refused(name: str) -> None:
    assert fault_of_name(name, 8, 8)
    assert meeting().refused("step", hex=name) == "TAO-VAL-01"


# TAO-VAL-01, TAO-AP-01, TAO-HEX-05
@pytest.mark.parametrize(
    ("row", "field"),
    [
        ({"hex": "0303"}, "hex"),
        ({"hex": "0909"}, "hex"),
        ({"hex": "0101", "ap": 0}, "ap"),
        ({"hex": "0101", "ap": 9}, "ap"),
        ({"hex": "0101", "weight": 0}, "weight"),
        ({"hex": "0101", "hp": 0}, "hp"),
        ({"hex": "0101", "hp_now": 0}, "hp_now"),
    ],
)
def test_a_set_up_that_the_rules_do_not_allow_is_refused(
    row: dict[str, object], field: str
) -> None:
    with pytest.raises(BadSetup) as refused:
        position({"Bala": "0303"}, {"Albert": row})
    assert refused.value.rule == "TAO-VAL-01"
    assert refused.value.at == f"sides[1].combatants[0].{field}"


# TAO-STATE-02
def test_what_a_row_leaves_out_goes_without_saying() -> None:
    said = {"ap": 5, "hp": 7, "thac0": 20, "ac": 6, "weight": 150, "strength": 10, "dexterity": 9}
    row = {"name": "Ann", "hex": "0101", **said}
    other = {"name": "Ben", "hex": "0808", "like": "orc"}
    sides = [{"name": "A", "combatants": [row]}, {"name": "B", "combatants": [other]}]
    setup = SYSTEM.setup_from({"sides": sides, "round_limit": 3})
    (one,) = setup.sides[0].combatants
    assert (one.hp_now, one.ac_dexterity, one.helmet) == (7, 10, False)
    assert (one.to_hit, one.damage, one.carried, one.morale) == (0, 0, (), None)
    (orc,) = setup.sides[1].combatants
    figure = position({"Orc": {"like": "orc", "hex": "0101"}}, {"Bala": "0808"}).figure("Orc")
    assert orc.weapon == "battle axe"
    assert figure.ready == 0
    assert figure.status is ACTIVE


# TAO-END-01
def test_nobody_walks_off_the_map_but_by_an_exit() -> None:
    open_side = {"exits": ["0103"], "leave": 1}
    assert meeting().refused("leave") == "TAO-END-01"
    now = meeting(Blue=open_side)
    assert now.refused("leave") == "TAO-END-01"
    now = meeting(Red=open_side).do("leave")
    assert now.state.outcome is not None
    assert (now.state.outcome.winners, now.state.outcome.rule) == ((0,), "TAO-END-01")


# TAO-END-01, TAO-MOV-02
def test_leaving_by_an_exit_costs_what_a_step_does() -> None:
    exit_hex = {"exits": ["0204"], "leave": 1}
    now = position({"Albert": "0204", "Caleb": "0808"}, {"Bala": bala()}, ap=1, Red=exit_hex)
    assert now.refused("leave") == "TAO-WD-02"
    assert now.turn("Albert", 2).do("leave").kind == "over"


# TAO-END-01
def test_who_has_to_leave_and_does_not_in_time_has_lost() -> None:
    now = meeting(Red={"exits": ["0808"], "leave": 1}, round_limit=1)
    now = now.do("end_turn").do("end_turn")
    assert now.state.outcome is not None
    assert now.state.outcome.winners == (1,)


# TAO-END-01
def test_without_exits_the_last_round_is_a_draw_and_without_attacks_there_must_be_one() -> None:
    now = meeting(round_limit=1).do("end_turn").do("end_turn")
    assert now.state.outcome is not None
    assert now.state.outcome.winners == ()
    with pytest.raises(BadSetup) as refused:
        meeting(round_limit=0)
    assert (refused.value.rule, refused.value.at) == ("TAO-END-01", "round_limit")
