"""What the tactician expects of a turn: who strikes first, whom to strike, where to be."""

from __future__ import annotations

import time
from typing import Any

import msgspec
import pytest

from meleekit.bots import bot
from meleekit.bots.judge import Judge
from meleekit.bots.outlook import Outlook, Place
from meleekit.bots.worth import best_blow
from meleekit.core.dice import Rolled
from meleekit.tft.actions import Attack, Fly, Grapple, Move, TurnTo
from meleekit.tft.game import Melee
from meleekit.tft.scenarios import scenarios
from meleekit.tft.state import Act, Battle, Face, MoveOne, Phase, Posture
from tests.bots.games import seed
from tests.tft.brawls import fighter, melee, position

NEXT_TO_EACH_OTHER = {0: ((0, 0), 3), 1: ((0, 1), 0)}


def outlook(game: Melee, battle: Battle, side: int) -> Outlook:
    return Outlook(Judge(game.arena, battle, Rolled(bytes(32))), side)


def duel(mine: int = 12, theirs: int = 12) -> tuple[Melee, Battle]:
    """Two swords face to face; so much DEX against so much."""
    sheets = [
        fighter(name, "shortsword", dexterity=dex, strength=24 - dex)
        for name, dex in (("Ann", mine), ("Bob", theirs))
    ]
    game = melee([sheets[0]], [sheets[1]])
    return game, position(game, NEXT_TO_EACH_OTHER, Act(0))


def test_between_equals_the_exchange_is_even() -> None:
    game, battle = duel()
    assert outlook(game, battle, 0).exchange() == pytest.approx(0.0)


def test_what_one_side_wins_the_other_loses() -> None:
    game, battle = duel(13, 12)
    assert outlook(game, battle, 0).exchange() == pytest.approx(
        -outlook(game, battle, 1).exchange()
    )


def test_who_is_quicker_may_not_be_struck_back() -> None:
    # TFT-ACT-06: the blow of the slower one counts for the chance that it is still on its feet.
    game, battle = duel(13, 11)
    ann, bob = (best_blow(game.arena, battle, a, b) for a, b in ((0, 1), (1, 0)))
    found = outlook(game, battle, 0)
    fells = found.blow(0, 1).disables
    # Felled by 8 hits or more (TFT-INJ-04) of 2d6-1, times three for a 3 and two for a 4. Of 216
    # throws 1 is a 3, 3 are a 4 and 177 are 5 to 13; of 36 33 are 4 or more, 30 are 5 or more,
    # 10 are 9 or more. Bob has 13 STR, so nothing less ends him.
    expected = (1 * 33 / 36 + 3 * 30 / 36 + 177 * 10 / 36) / 216
    assert fells == pytest.approx(expected)
    assert found.exchange() == pytest.approx(ann - (1 - fells) * bob)


@pytest.mark.parametrize("posture", list(Posture))
def test_a_blow_from_behind_is_told_from_one_from_before_whatever_was_asked_first(
    posture: Posture,
) -> None:
    # TFT-DEX-07, TFT-MOVE-22: one in the air has a front and a back as well.
    gargoyle = {"name": "Spout", "race": "gargoyle", "strength": 20, "dexterity": 11}
    game = melee([fighter("Ann", "broadsword")], [gargoyle])
    battle = position(game, NEXT_TO_EACH_OTHER, Act(0))
    battle.figures[1].posture = posture
    behind = Place(game.arena.board.index[0, 2], 0, 0)
    seen = outlook(game, battle, 0)
    before_it = seen.blow(0, 1)
    seen.put(0, behind)
    fresh = outlook(game, battle, 0)
    fresh.put(0, behind)
    assert seen.blow(0, 1) == fresh.blow(0, 1)
    upright = posture in (Posture.STANDING, Posture.ALOFT)
    assert (seen.blow(0, 1).worth > before_it.worth) is upright


def test_a_giant_that_may_rise_is_thought_to_fill_the_same_hexes() -> None:
    # TFT-FACE-09, TFT-MOVE-17: turned about its front corner it would lie across others.
    giant = {"name": "Brock", "race": "giant", "strength": 30, "dexterity": 9}
    game = melee([giant], [fighter("Ann", "broadsword")])
    battle = position(game, {0: ((0, 0), 0), 1: ((1, 0), 0)}, MoveOne(0), phase=Phase.MOVEMENT)
    battle.order, battle.mover = (0, 1), 1
    battle.figures[0].posture = Posture.PRONE
    seen = outlook(game, battle, 1)
    body = seen._body(0)
    assert seen._settle(0) is not None
    assert seen._body(0) == body


def test_looking_ahead_leaves_everything_where_it_was() -> None:
    game, battle = duel()
    battle = msgspec.structs.replace(battle, phase=Phase.MOVEMENT, order=(0, 1), mover=1)
    found = outlook(game, battle, 0)
    before = msgspec.json.encode(found.figures)
    found.value(0, Place(game.arena.board.index[0, 0], 2, 0))
    assert msgspec.json.encode(found.figures) == before
    assert found.figures == battle.figures


def chosen(game: Melee, battle: Battle) -> Any:
    seat = game.decisions(battle)[0].seat
    legal = game.actions(battle, seat)
    return bot("tactician").choose(game, battle, seat, legal, Rolled(bytes(32)))


@pytest.mark.parametrize("done", [1, 2])
def test_of_two_alike_it_strikes_the_one_that_can_still_strike(done: int) -> None:
    ann = fighter("Ann", "broadsword")
    foes = [fighter(name, "broadsword") for name in ("Bob", "Cid")]
    game = melee([ann], foes)
    where = {0: ((0, 0), 3), 1: ((0, 1), 0), 2: ((1, 0), 5)}
    battle = position(game, where, Act(0), acted={done: True})
    action = chosen(game, battle)
    assert isinstance(action, Attack)
    assert action.target == 3 - done


def test_it_turns_its_front_to_those_who_have_still_to_move() -> None:
    ann, bob = fighter("Ann", "broadsword"), fighter("Bob", "broadsword")
    game = melee([ann], [bob])
    where = {0: ((0, 0), 0), 1: ((0, 3), 0)}
    battle = position(game, where, MoveOne(0), Face(0), phase=Phase.MOVEMENT, moved={0: True})
    battle.order, battle.mover = (0, 1), 1
    action = chosen(game, battle)
    assert isinstance(action, TurnTo)
    assert action.facing in (2, 3, 4)


def test_moving_last_it_goes_behind_an_enemy_that_looks_away() -> None:
    ann, bob = fighter("Ann", "broadsword"), fighter("Bob", "broadsword")
    game = melee([ann], [bob])
    where = {0: ((0, 0), 3), 1: ((0, 3), 3)}
    battle = position(game, where, MoveOne(0), phase=Phase.MOVEMENT, moved={1: True})
    battle.order, battle.mover = (1, 0), 2
    action = chosen(game, battle)
    assert isinstance(action, Move)
    assert game.arena.board.coords[action.hex] == (0, 2)


def test_moving_last_a_gargoyle_comes_down_behind_its_enemy() -> None:
    gargoyle = {"name": "Spout", "race": "gargoyle", "strength": 20, "dexterity": 11}
    game = melee([gargoyle], [fighter("Bob", "broadsword")])
    where = {0: ((0, 5), 0), 1: ((0, 0), 3)}
    battle = position(game, where, MoveOne(0), phase=Phase.MOVEMENT, moved={1: True})
    battle.order, battle.mover = (1, 0), 2
    action = chosen(game, battle)
    assert isinstance(action, Fly)
    assert action.land
    assert game.arena.board.coords[action.hex] == (0, -1)


def test_moving_first_a_gargoyle_does_not_land_beside_those_who_come_after() -> None:
    gargoyle = {"name": "Spout", "race": "gargoyle", "strength": 20, "dexterity": 11}
    axes = [fighter(name, "battleaxe", strength=15, dexterity=9) for name in ("Bob", "Cid")]
    game = melee([gargoyle], axes)
    where = {0: ((0, 4), 0), 1: ((0, 0), 3), 2: ((1, 0), 3)}
    battle = position(game, where, MoveOne(0), phase=Phase.MOVEMENT)
    battle.order, battle.mover = (0, 1), 1
    action = chosen(game, battle)
    distance = game.arena.board.distance[action.hex]
    # They may walk 5 hexes each and strike at what is next to them, unless it comes to grips.
    near = min(distance[battle.figures[foe].hex] for foe in (1, 2))
    assert near > 5 + 1 or isinstance(action, Grapple)


@pytest.mark.parametrize("name", ["three_against_three", "hold_the_bridge"])
def test_it_decides_in_less_than_50_ms(name: str) -> None:
    """Of the processor's time, whatever else the machine does."""
    game = Melee(scenarios()[name])
    dice, own = Rolled(seed("times", "dice")), Rolled(seed("times", "bots"))
    state = game.begin(dice).state
    taken = []
    while open_now := game.decisions(state):
        seat = open_now[0].seat
        legal = game.actions(state, seat)
        start = time.process_time()
        action = bot("tactician").choose(game, state, seat, legal, own)
        taken.append(time.process_time() - start)
        state = game.apply(state, seat, action, dice).state
    assert len(taken) > 50
    # One in a hundred may come while Python collects its garbage.
    assert sorted(taken)[len(taken) * 99 // 100] < 0.05
