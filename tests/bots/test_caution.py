"""When the brawler gives ground: it steps away, gets down behind a body, flees."""

from __future__ import annotations

from typing import Any

import pytest

from meleekit.bots import bot
from meleekit.core.dice import Rolled
from meleekit.tft.actions import AnyAction, Defend, Disengage, Dodge, Escape, GoDown
from meleekit.tft.state import Posture
from tests.bots.games import seed
from tests.tft.cases import Position, position

FREE = {"side": "Red", "facing": "N", "items": ["broadsword"]}


def choices(now: Position, name: str = "brawler") -> set[type]:
    """The kinds of what the bot does, over twenty throws of its own dice."""
    found = set()
    for number in range(20):
        chosen: AnyAction = bot(name).choose(
            now.game, now.battle, now.seat, now.legal(), Rolled(seed("caution", number))
        )
        found.add(type(chosen))
    return found


# -- stepping away -------------------------------------------------------------------------------


def engaged(hits: int, **bob: Any) -> Position:
    """Ann acts before Bob, who stands before her with a great sword; both have yet to act."""
    ann = {**FREE, "at": [0, 0], "dexterity": 14, "strength": 10, "items": ["dagger"]}
    strong = {"side": "Blue", "at": [0, -1], "facing": "S", "items": ["two_handed_sword"]}
    bob = {**strong, "strength": 14, "dexterity": 10, "armour": "leather", **bob}
    return position({"Ann": {**ann, "hits": hits}, "Bob": bob}, "act Ann")


def test_one_who_would_hardly_outlive_the_blow_steps_away_from_it_every_other_time() -> None:
    # TFT-DIS-07: the slower enemy finds it gone. Always would be never to be caught.
    assert choices(engaged(hits=7)) == {Disengage, Defend}


def test_it_steps_to_where_nobody_can_strike_it() -> None:
    now = engaged(hits=7)
    front = {now.hex(at) for at in ((-1, 0), (0, 0), (1, -1))}  # of Bob, who faces south
    for number in range(20):
        own = Rolled(seed("steps", number))
        chosen = bot("brawler").choose(now.game, now.battle, now.seat, now.legal(), own)
        assert not isinstance(chosen, Disengage) or chosen.hex not in front


def test_nobody_steps_away_from_one_who_has_struck() -> None:
    assert Disengage not in choices(engaged(hits=7, acted=True))


def test_nor_from_one_who_can_hardly_hurt_it() -> None:
    assert Disengage not in choices(engaged(hits=0, items=["dagger"]))


# -- under fire ----------------------------------------------------------------------------------


def under_fire(*, body: bool, **bob: Any) -> Position:
    """Ann has no enemy in reach, and Bob, who acts after her, a crossbow aimed at her."""
    cid = {"side": "Red", "at": [0, -1], "condition": "dead"}
    bow = {"side": "Blue", "facing": "S", "at": [0, -3], "items": ["heavy_crossbow"]}
    fighters = {
        "Ann": {**FREE, "at": [0, 0], "dexterity": 14},
        "Bob": {**bow, "strength": 15, "dexterity": 13, **bob},
        "Abe": {**FREE, "at": [2, 2], "acted": True},
    }
    return position(fighters | ({"Cid": cid} if body else {}), "act Ann")


def test_it_gets_down_behind_a_body_rather_than_be_shot_at() -> None:
    # TFT-PRN-04, TFT-PRN-05: -4 to hit it there, and then it is struck on 1 to 3 only.
    now = under_fire(body=True)
    assert choices(now) == {GoDown}
    assert GoDown(Posture.PRONE) in now.legal()


def test_without_a_body_to_shelter_behind_it_dodges() -> None:
    assert choices(under_fire(body=False)) == {Dodge}


def test_it_stays_up_where_nobody_has_a_shot_left() -> None:
    assert not choices(under_fire(body=True, acted=True)) & {GoDown, Dodge}


# -- leaving the arena ---------------------------------------------------------------------------


def at_the_gate(**changes: Any) -> Position:
    """Ann stands in the gate, Bob across the board; it is her move."""
    now = position({"Ann": FREE, "Bob": {"side": "Blue", "facing": "N"}}, "move Red", kind="arena")
    gate = now.game.arena.board.coords[next(iter(gates(now)))]
    ann = {**FREE, "at": [*gate], **changes}
    bob = {"side": "Blue", "at": [0, 0], "facing": "N", "items": ["broadsword"], "moved": True}
    return position({"Ann": ann, "Bob": bob}, "move Red", kind="arena")


def gates(now: Position) -> tuple[int, ...]:
    return now.game.arena.board.hexes_of(now.game.arena.entrances[0])


@pytest.mark.parametrize("name", ["brawler", "tactician"])
def test_one_that_is_nearly_spent_leaves_the_arena_where_the_enemy_is_much_the_stronger(
    name: str,
) -> None:
    # TFT-BAT-07; TFT-XP-03: a defeated survivor has 20 XP, hurt or not by leaving, the dead none.
    assert choices(at_the_gate(strength=12, hits=9), name) == {Escape}


@pytest.mark.parametrize("changes", [{"hits": 0}, {"hits": 6}])
def test_one_that_is_not_spent_fights_on(changes: dict[str, int]) -> None:
    # TFT-XP-03: running away unhurt costs 10 XP.
    assert Escape not in choices(at_the_gate(strength=12, **changes))
