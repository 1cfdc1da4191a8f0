"""What the brawler does with bows, axes to throw, and arrows coming at it."""

from __future__ import annotations

from typing import Any

from meleekit.bots import bot
from meleekit.bots.archery import flight_worth
from meleekit.core.dice import Rolled
from meleekit.tft.actions import AnyAction, Dodge, DoNothing, Move, Reload, Shoot, Throw
from tests.tft.cases import Position, position

ANN = {"side": "Red", "at": [0, 3], "facing": "N", "items": ["longbow", "dagger"]}
ARCHER = {**ANN, "ready": ["longbow"]}
BOB = {"side": "Blue", "at": [0, -3], "facing": "S", "acted": True}


def choice(now: Position) -> AnyAction:
    """What the brawler does."""
    seat, own = now.seat, Rolled(bytes(32))
    chosen: AnyAction = bot("brawler").choose(now.game, now.battle, seat, now.legal(), own)
    return chosen


def at(fighters: dict[str, Any], to: str, **more: Any) -> AnyAction:
    return choice(position(fighters, to, **more))


def test_it_shoots_rather_than_wait() -> None:
    assert isinstance(at({"Ann": ARCHER, "Bob": BOB}, "act Ann"), Shoot)


def test_it_stays_where_it_has_a_shot() -> None:
    now = position({"Ann": ARCHER, "Bob": BOB}, "move Red")
    assert choice(now) == Move(now.who("Ann"), now.hex((0, 3)))


def test_it_steps_aside_where_a_friend_is_in_the_way() -> None:
    fighters = {"Ann": ARCHER, "Abe": {"side": "Red", "at": [0, 2], "moved": True}, "Bob": BOB}
    now = position(fighters, "move Red")
    chosen = choice(now)
    assert isinstance(chosen, Move)
    assert chosen.hex != now.hex((0, 3))


def test_it_does_not_shoot_where_that_would_hurt_friends_more() -> None:
    wounded = {"side": "Red", "facing": "N", "hits": 10, "acted": True}
    fighters = {
        "Ann": {**ARCHER, "strength": 16, "dexterity": 8},
        "Abe": {**wounded, "at": [0, 1]},
        "Amy": {**wounded, "at": [0, -1]},
        "Bob": BOB,
    }
    assert not isinstance(at(fighters, "act Ann"), Shoot)


def test_it_does_not_shoot_into_a_pile_where_a_friend_is_as_likely_hit() -> None:
    # TFT-LOF-08
    down = {"at": [0, -1], "posture": "prone", "grappling": True, "items": [], "acted": True}
    abe, bob = {"side": "Red", **down}, {**BOB, **down}
    assert not isinstance(at({"Ann": ARCHER, "Abe": abe, "Bob": bob}, "act Ann"), Shoot)
    strong = {**abe, "strength": 16, "dexterity": 8, "armour": "plate"}
    alone = {"Ann": ARCHER, "Abe": strong, "Bob": bob, "Bea": bob, "Ben": bob}
    assert isinstance(at(alone, "act Ann"), Shoot)


def test_a_shot_past_a_friend_is_worth_less() -> None:
    free = position({"Ann": ARCHER, "Bob": BOB}, "act Ann")
    abe = {"side": "Red", "at": [0, 1], "facing": "N"}
    past = position({"Ann": ARCHER, "Abe": abe, "Bob": BOB}, "act Ann")

    def worth(now: Position) -> float:
        item = now.item("longbow", "Ann")
        return flight_worth(now.game.arena, now.battle, now.who("Ann"), now.who("Bob"), item)

    assert worth(past) < worth(free)


def test_it_loads_an_empty_crossbow() -> None:
    fighters = {"Ann": {**ANN, "items": ["light_crossbow"], "strength": 12}, "Bob": BOB}
    chosen = at(fighters, "act Ann", unloaded={"Ann.light_crossbow": 1})
    assert isinstance(chosen, Reload)


def test_it_throws_a_spare_axe_and_keeps_its_only_one() -> None:
    spare = {**ANN, "items": ["small_axe", "small_axe"], "ready": ["small_axe", "small_axe"]}
    near = {**BOB, "at": [0, 1]}
    assert isinstance(at({"Ann": spare, "Bob": near}, "act Ann"), Throw)
    only = {**ANN, "items": ["small_axe"]}
    assert not isinstance(at({"Ann": only, "Bob": near}, "act Ann"), Throw)


def test_it_dodges_an_arrow_when_it_has_nothing_better_to_do() -> None:
    fighters = {"Ann": ARCHER, "Bob": {**BOB, "acted": False}}
    asked = position(fighters, "act Ann").do([], do="shoot", target="Bob", item="longbow")
    assert choice(asked) == Dodge()


def test_it_does_not_give_up_a_shot_of_its_own_to_dodge_a_weak_one() -> None:
    heavy = {**BOB, "items": ["heavy_crossbow"], "strength": 16, "dexterity": 16, "acted": False}
    fighters = {"Ann": {**ANN, "items": ["sling"], "dexterity": 17}, "Bob": heavy}
    asked = position(fighters, "act Ann").do([], do="shoot", target="Bob", item="sling")
    assert choice(asked) == DoNothing()


def test_it_shoots_its_second_arrow() -> None:
    archer = {**ARCHER, "second_arrow": "longbow", "acted": True}
    assert isinstance(at({"Ann": archer, "Bob": BOB}, "second_shot Ann"), Shoot)
