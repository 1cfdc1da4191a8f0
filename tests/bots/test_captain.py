"""The captain: it knows what a melee costs, finds its way to the enemy, and wins."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meleekit.battlesystem import actions as act
from meleekit.battlesystem.battle import Ground
from meleekit.battlesystem.game import BattleGame, BattleSystem
from meleekit.battlesystem.geometry import Pose, full, moved
from meleekit.battlesystem.setup import setup_from
from meleekit.battlesystem.state import Stage, State
from meleekit.bots import BOTS
from meleekit.bots.battlesystem.approach import March, Way, way_to
from meleekit.bots.battlesystem.captain import Captain
from meleekit.bots.battlesystem.exchange import balance, mean_damage
from meleekit.core.dice import Given, Rolled
from tests.battlesystem.armies import armed, attack, plain
from tests.bots.games import seed, won

CAPTAIN = BOTS["captain"]
NORTH, EAST, SOUTH, WEST = range(4)
FACINGS = "NESW"


# -- what it reckons with --------------------------------------------------------------------------


def test_it_expects_of_an_attack_what_its_dice_do_on_average() -> None:
    # Worked case 16: base 18, D8, one figure: 16/9 on average. BAT-PROC-03, BAT-CRT-04
    one = attack(armed("1D8", thac0=26), plain(), 1)
    assert one.base == 18
    assert mean_damage(one, 100) == pytest.approx(16 / 9)
    # 4 with 3/36, 3 with 7, 2 with 11, 1 with 9: of no more than 2 there are 21 times 2 and 9.
    assert mean_damage(one, 2) == pytest.approx((21 * 2 + 9) / 36)


def block(x: int, y: int, facing: int = NORTH, files: int = 4, figures: int = 8) -> Pose:
    return Pose(x, y, facing, files, 1, full(figures))


def test_it_knows_the_way_to_an_enemy_ahead_beside_and_behind() -> None:
    here = block(10, 10)  # x 10 to 13, y 10 and 9
    # Ten rows on, facing south: its nearest figures stand at y 20. Nine cells lie between.
    assert way_to(here, 12, block(13, 20, SOUTH)) == Way(9, March.AHEAD, 9)
    # From x 20 on and at y 12 and 11: a wheel of four files, and x 14 to 19 lie between.
    assert way_to(here, 12, block(20, 12)) == Way(4 + 6, March.RIGHT, 0)
    assert way_to(here, 12, block(0, 12)) == Way(4 + 6, March.LEFT, 0)
    # At y 20 and 19 it comes to face it after 19 - 13 rows, when its left end reaches y 19.
    assert way_to(here, 12, block(20, 20)) == Way(6 + 4 + 6, March.AHEAD, 6)
    # Behind, at y 3 and 2: half the move to turn about.
    assert way_to(here, 12, block(10, 3)) == Way(6 + 7, March.ABOUT, 0)


facings = st.integers(0, 3)
places = st.integers(-15, 15)


@given(facings, facings, places, places, st.integers(1, 5), st.integers(1, 9), st.integers(0, 3))
def test_its_ways_turn_with_the_field(
    facing: int, other: int, x: int, y: int, files: int, figures: int, quarters: int
) -> None:
    def turned(pose: Pose) -> Pose:
        x, y = pose.x, pose.y
        for _ in range(quarters):  # north becomes east
            x, y = y, -x
        return Pose(x, y, (pose.facing + quarters) % 4, pose.files, pose.pitch, pose.filled)

    one, enemy = block(0, 0, facing), block(x, y, other, files, max(files, figures))
    assert way_to(turned(one), 9, turned(enemy)) == way_to(one, 9, enemy)


@given(facings, facings, places, places, st.integers(1, 5), st.integers(1, 3))
def test_its_ways_are_the_same_in_a_mirror(
    facing: int, other: int, x: int, y: int, files: int, ranks: int
) -> None:
    def mirrored(pose: Pose) -> Pose:
        """East becomes west: the front-left figure is the one that was front-right."""
        right = moved(pose, (pose.facing + 1) % 4, pose.files - 1)
        facing = -pose.facing % 4
        return Pose(-right.x, right.y, facing, pose.files, pose.pitch, pose.filled)

    one, enemy = block(0, 0, facing), block(x, y, other, files, files * ranks)
    way, image = way_to(one, 9, enemy), way_to(mirrored(one), 9, mirrored(enemy))
    swapped = {March.LEFT: March.RIGHT, March.RIGHT: March.LEFT}
    assert image == way._replace(march=swapped.get(way.march, way.march))


# -- what it decides -------------------------------------------------------------------------------


def unit(name: str, x: int, y: int, facing: str, **fields: object) -> dict[str, object]:
    usual = {"troop": "man_at_arms", "figures": 8, "files": 4, "move": 6}
    return {"name": name, "at": [x, y], "facing": facing, **usual, **fields}


def battle(south: list[dict[str, object]], north: list[dict[str, object]]) -> BattleGame:
    sides = [{"name": "South", "units": south}, {"name": "North", "units": north}]
    return BattleGame(setup_from({"sides": sides}))


def begun(game: BattleGame) -> State:
    """South has initiative and moves first."""
    state = game.begin(Given([6, 1])).state
    return game.apply(state, 0, act.MoveOrder(first=True), Given([])).state


def chosen(game: BattleGame, state: State, lot: int = 0) -> act.AnyAction:
    seat = game.decisions(state)[0].seat
    legal = game.actions(state, seat)
    action: act.AnyAction = CAPTAIN.choose(game, state, seat, legal, Rolled(seed(lot)))
    assert action in list(legal)
    return action


def test_it_charges_the_weaker_of_two_flanks() -> None:
    # Two units can be charged, one of which shows its rear.
    south = [unit("A", 5, 5, "N"), unit("B", 25, 5, "N")]
    north = [unit("C", 8, 12, "S"), unit("D", 25, 12, "N", files=4)]
    game = battle(south, north)
    assert chosen(game, begun(game)) == act.Charge("B", "D")


def test_it_moves_first_if_it_can_charge_and_last_if_not() -> None:
    for distance, first in ((10, True), (20, False)):
        game = battle([unit("A", 5, 5, "N")], [unit("B", 8, 5 + distance, "S")])
        state = game.begin(Given([6, 1])).state
        assert chosen(game, state) == act.MoveOrder(first=first)


def test_it_closes_open_ranks_and_comes_up_as_far_as_it_can() -> None:
    game = battle([unit("A", 5, 3, "N", formation="open")], [unit("B", 8, 28, "S")])
    assert chosen(game, begun(game)) == act.Reform("A", "closed", 4)
    game = battle([unit("A", 5, 3, "N")], [unit("B", 8, 28, "S")])
    move = game.battle.profiles[0].move
    assert move == 8
    assert chosen(game, begun(game)) == act.Advance("A", move)


def test_it_wheels_towards_who_stands_beside_it() -> None:
    game = battle([unit("A", 15, 10, "N")], [unit("B", 30, 12, "S")])
    assert chosen(game, begun(game)) == act.Wheel("A", "right")
    game = battle([unit("A", 20, 10, "N")], [unit("B", 5, 12, "S")])
    assert chosen(game, begun(game)) == act.Wheel("A", "left")


def test_it_draws_between_two_who_stand_as_near_on_either_side() -> None:
    # A has x 20 to 23, its enemies 30 to 33 and 10 to 13: six cells on either side.
    beside = [unit("B", 33, 12, "S"), unit("C", 13, 12, "S")]
    for north in (beside, beside[::-1]):
        game = battle([unit("A", 20, 10, "N")], north)
        found = {chosen(game, begun(game), lot) for lot in range(20)}
        assert found == {act.Wheel("A", "left"), act.Wheel("A", "right")}


def test_it_turns_about_to_who_stands_behind_it() -> None:
    game = battle([unit("A", 15, 20, "N")], [unit("B", 18, 5, "N")])
    assert chosen(game, begun(game)) == act.AboutFace("A")


def test_it_takes_the_weapon_in_hand_that_does_more() -> None:
    # Spears reach from the second rank, so that twice as many attack with them (BAT-ELIG-04).
    arms = {"weapons": ["spear", "short sword"], "in_hand": "short sword"}
    game = battle([unit("A", 5, 5, "N", **arms)], [unit("B", 8, 6, "S")])
    state = begun(game)
    for do in (act.Hold("A"), act.Hold("B")):
        seat = game.decisions(state)[0].seat
        state = game.apply(state, seat, do, Given([])).state
    while state.stage is Stage.WEAPONS and state.turn == 1:
        state = game.apply(state, 1, act.Ready(), Given([])).state
    action = chosen(game, state)
    assert action == act.ChangeWeapon("A", "spear")
    assert Captain().explain(game, state, 0, action).endswith("damage to those in contact")


def test_no_exchange_of_a_whole_field_gains_both_sides() -> None:
    # What one side gains the other loses: BAT-PROC-08 takes losses from both.
    game = battle([unit("A", 5, 5, "N")], [unit("B", 8, 6, "S", troop="orc")])
    ground = Ground(game.battle, begun(game))
    assert balance(ground, [1]) == pytest.approx(-balance(ground, [0]))
    assert balance(ground, [1]) != 0


# -- whole battles ---------------------------------------------------------------------------------


def test_it_beats_random_play_clearly() -> None:
    game = BattleGame(BattleSystem().scenarios()["two_lines"])
    # At even strength so many of 40 would be won once in a thousand million times.
    assert won(game, CAPTAIN, BOTS["random"], range(20)) >= 38
