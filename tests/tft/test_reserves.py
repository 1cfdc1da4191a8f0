"""More characters than entrance hexes: who waits in reserve, and how it enters (TFT-MOVE-01)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from meleekit.bots import BOTS, bot_choice
from meleekit.core.dice import Given, Rolled
from meleekit.core.errors import IllegalAction
from meleekit.core.game import Event
from meleekit.core.match import Match
from meleekit.core.svg import render_svg
from meleekit.core.text import render_text
from meleekit.tft.actions import Charge, LetFall, Move, PlaceAt
from meleekit.tft.events import KeptBack, Moved, Placed
from meleekit.tft.game import Melee, MeleeSystem
from meleekit.tft.movement import reach
from meleekit.tft.setup import resolve, setup_from
from meleekit.tft.state import Battle, Condition, Posture
from tests.tft.cases import Position, position, told

Row = dict[str, Any]

NORTH, SOUTH = ([1, -6], [2, -7], [3, -7]), ([-1, 6], [-2, 7], [-3, 7])


def four_against_one() -> Melee:
    fighters = [
        {"name": name, "strength": 12, "dexterity": 12, "items": ["broadsword"]}
        for name in ("Ann", "Abe", "Ada", "Alf")
    ]
    sides = [{"name": "Red", "fighters": fighters}, {"name": "Blue", "fighters": ["tamsin"]}]
    return Melee(resolve(setup_from({"title": "Four against one", "sides": sides})))


def placed(game: Melee, *, keep: str = "") -> tuple[Battle, list[Event]]:
    """The first turn of the battle; `keep` is kept in reserve, else the last of Red's."""
    dice = Rolled(bytes(32))
    step = game.begin(dice)
    events = list(step.events)
    while step.state.turn == 0:
        (decision,) = game.decisions(step.state)
        legal = game.actions(step.state, decision.seat)
        action = legal[0]
        if isinstance(action, PlaceAt) and game.arena.name(action.figure) == keep:
            action = legal[-1]
        step = game.apply(step.state, decision.seat, action, dice)
        events += step.events
    return step.state, events


def reserve(game: Melee, battle: Battle) -> list[str]:
    return [
        game.arena.name(who)
        for who, figure in enumerate(battle.figures)
        if figure.hex < 0 and figure.condition is Condition.FIT
    ]


def test_who_finds_no_entrance_hex_free_waits_in_reserve() -> None:
    # TFT-MOVE-01
    game = four_against_one()
    battle, events = placed(game)
    assert reserve(game, battle) == ["Alf"]
    assert [event.rule for event in events if isinstance(event, KeptBack)] == ["TFT-MOVE-01"]


@pytest.mark.parametrize("name", ["Ann", "Abe", "Ada"])
def test_the_owner_may_keep_another_back_while_the_entrance_still_fills(name: str) -> None:
    # TFT-MOVE-01
    game = four_against_one()
    battle, events = placed(game, keep=name)
    assert reserve(game, battle) == [name]
    assert sum(isinstance(event, Placed) for event in events) == 4


def test_nobody_is_kept_back_where_there_is_room_for_all() -> None:
    # TFT-MOVE-01
    now = position({"Ann": {"side": "Red"}, "Bob": {"side": "Blue", "at": [0, 0]}}, "place Ann")
    refusal = now.refusal(do="place", figure="Ann", hex=None)
    assert refusal.rule == "TFT-MOVE-01"


# -- in reserve ----------------------------------------------------------------------------------

ANN: Row = {"side": "Red", "at": [0, 0], "facing": "N", "dexterity": 14}
RES: Row = {"side": "Red", "dexterity": 13}
BOB: Row = {"side": "Blue", "at": [0, 5], "facing": "N"}


def waiting(to: str = "move Red", **rows: Row) -> Position:
    """Red enters from the north; Rex is in reserve."""
    return position({"Ann": ANN, "Rex": RES, "Bob": BOB, **rows}, to)


def test_the_reserve_enters_by_a_free_entrance_hex_for_one_point_and_may_go_on() -> None:
    # TFT-MOVE-01, MOVE-03
    now = waiting()
    where = now.moves("Rex")
    assert {tuple(h) for h in NORTH} <= where
    distance = now.game.arena.board.distance
    gates = [now.hex(h) for h in NORTH]
    assert max(min(distance[g][now.hex(h)] for g in gates) for h in where) == 9
    now = now.do(do="move", figure="Rex", hex=[1, -2])
    (moved,) = now.said(Moved)
    assert (moved.rule, moved.cost, moved.entering) == ("TFT-MOVE-01", 5, True)
    assert [now.at(h) for h in moved.path] == [(1, -6), (1, -5), (1, -4), (1, -3), (1, -2)]
    assert (now.figure("Rex").steps, now.open) == (5, "face Rex")


def test_a_body_in_the_entrance_stops_and_may_trip_the_one_who_enters() -> None:
    # TFT-MOVE-01, MOVE-10, MOVE-13
    dead: Row = {"side": "Blue", "condition": "dead", "hits": 12}
    rows = {f"D{i}": {**dead, "at": at} for i, at in enumerate(NORTH)}
    now = position({"Ann": ANN, "Rex": RES, "Bob": BOB, **rows}, "move Red")
    assert now.moves("Rex") == {tuple(h) for h in NORTH}
    fallen = now.do([6], do="move", figure="Rex", hex=[1, -6])
    assert fallen.figure("Rex").posture is Posture.PRONE
    assert fallen.open == "face Rex"
    assert told(now.do([5], do="move", figure="Rex", hex=[1, -6]), "Rex", "posture") == "standing"


def test_in_front_of_an_enemy_the_one_who_enters_must_stop() -> None:
    # TFT-MOVE-01, MOVE-15
    foes: dict[str, Row] = {
        "Cid": {"side": "Blue", "at": [2, -6], "facing": "N"},
    }
    now = waiting(**foes)
    # North of Cid lies (2, -7), to its left (1, -6), to its right (3, -7).
    assert now.moves("Rex") == {tuple(h) for h in NORTH}
    now = now.do(do="move", figure="Rex", hex=[2, -7])
    assert told(now, "Rex", "engaged") is True
    assert now.figure("Rex").engaged_at_start is False


def test_with_the_entrance_held_the_reserve_enters_in_the_nearest_empty_hexes() -> None:
    # TFT-MOVE-01: next to one of the three entrance hexes, counted by hand
    rows = {f"N{i}": {"side": "Red", "at": at, "facing": "S"} for i, at in enumerate(NORTH)}
    now = position({"Rex": RES, "Bob": BOB, **rows}, "move Red")
    next_to = {(0, -5), (1, -5), (2, -6), (3, -6), (4, -7)}
    ring = {
        now.at(h)
        for h in now.game.arena.board.hexes_of(
            reach(now.game.arena, now.battle, now.who("Rex")).layers[1]
        )
    }
    on_board = {c for c in next_to if c in now.game.arena.board.index}
    assert ring == on_board


def test_one_in_reserve_does_nothing_but_enter() -> None:
    # TFT-MOVE-01, EQP-06, DEF-06
    now = waiting()
    rex = now.who("Rex")
    assert {type(a) for a in now.legal() if getattr(a, "figure", -1) == rex} == {Move}
    for action in (LetFall(rex, now.item("broadsword", "Rex")), Charge(rex, 0, 0, 4)):
        with pytest.raises(IllegalAction) as refusal:
            now.game.apply(now.battle, now.seat, action, Given([]))
        assert refusal.value.rule == "TFT-MOVE-01"
    far = now.refusal(do="move", figure="Rex", hex=[-1, 6])
    assert far.rule == "TFT-MOVE-01"


def test_one_that_does_not_enter_was_free_has_no_action_and_may_enter_later() -> None:
    # TFT-ENG-05, TFT-TURN-04
    now = waiting(Bob={**BOB, "moved": True}).do([], do="end_movement")
    figure = now.figure("Rex")
    assert (figure.moved, figure.engaged_at_start, figure.engagers) == (True, False, ())
    assert now.open == "act Ann"
    now = now.do(do="nothing")
    now = now.do([6, 1], do="nothing") if now.open.startswith("act") else now
    assert now.battle.turn == 2
    while not now.open.startswith("move Red"):
        now = (
            now.do(do="initiative", last=False) if "init" in now.open else now.do(do="end_movement")
        )
    assert now.moves("Rex")


def test_a_side_with_only_a_reserve_left_can_still_fight() -> None:
    # TFT-TURN-04, BAT-02, XP-06
    dead: Row = {"side": "Red", "at": [0, 0], "condition": "dead", "hits": 12}
    rows: dict[str, Row] = {"Ann": dead, "Rex": RES, "Bob": {**BOB, "acted": False}}
    now = position(rows, "act Bob").do([6, 1], do="nothing")
    assert now.battle.outcome is None
    assert now.open == "initiative Red"


def test_a_pole_weapon_is_set_against_one_who_comes_from_reserve() -> None:
    # TFT-POLE-04: off the board is next to nobody
    spear: Row = {"side": "Blue", "at": [1, -4], "facing": "N", "items": ["spear"]}
    now = waiting(Bob=spear)
    now = now.do(do="move", figure="Rex", hex=[1, -5]).do(do="face", facing="S")
    now = now.do(do="end_movement").do(do="end_movement")
    while now.open != "act Bob":
        now = now.do(do="nothing")
    odds = now.chance("hit", do="attack", target="Rex", weapons=["spear"])
    assert odds == Fraction(49, 54)  # 12 + 2


# -- what people see -----------------------------------------------------------------------------


def test_reserves_stand_beside_the_board_on_the_page_and_in_the_terminal() -> None:
    # TFT-MOVE-01
    game = four_against_one()
    battle, _ = placed(game)
    scene = game.scene(battle, None)
    (piece,) = [piece for piece in scene.pieces if piece.name == "Alf"]
    (cell,) = [cell for cell in scene.cells if cell.id == piece.cell]
    assert cell.title == "reserve of Red"
    assert cell.x > max(c.x for c in scene.cells if c.id.startswith("hex:")) + 1.5
    assert piece.status == ("in reserve",)
    assert f'data-id="{piece.id}"' in render_svg(scene)
    assert "Alf" in render_text(scene)


def test_the_places_beside_the_board_stay_when_the_reserve_has_entered() -> None:
    game = four_against_one()
    battle, _ = placed(game)
    cells = game.scene(battle, None).cells
    after = Battle(figures=[*battle.figures], turn=1, phase=battle.phase, stack=())
    assert game.scene(after, None).cells == cells
    two = Melee(MeleeSystem().setup_from("duel"))
    assert not [c for c in two.scene(placed(two)[0], None).cells if c.id.startswith("reserve")]


def test_entering_is_clicked_in_the_reserve_and_on_the_board_and_told_in_words() -> None:
    now = waiting()
    rex = now.who("Rex")
    action = Move(rex, now.hex([1, -5]))
    game = now.game
    assert game.picks(now.battle, action) == (f"fig:{rex}", "hex:1,-5")
    assert game.label(now.battle, action) == "Rex: enter and move to 1,-5 (2 of 10 MA)"
    at_once = Move(rex, now.hex([1, -6]))
    assert game.label(now.battle, at_once) == "Rex: enter at 1,-6 (1 of 10 MA)"
    moved = now.do(do="move", figure="Rex", hex=[1, -5]).said(Moved)[0]
    assert game.narrate(moved) == "Rex enters at 1,-6 and goes on to 1,-5 (2 MA)."


@pytest.mark.parametrize("bot", ["random", "brawler", "tactician"])
def test_bots_bring_their_reserves_in(bot: str) -> None:
    system = MeleeSystem()
    sides = [
        {"name": "Red", "fighters": ["nix"] * 5},
        {"name": "Blue", "fighters": ["berrin", "tamsin"]},
    ]
    setup = system.setup_from({"title": "Five", "sides": sides, "turn_limit": 12})
    match: Match[Any, Any] = Match.start(system, setup, seed=bytes(31) + b"\x05")
    while match.decisions:
        seat = match.decisions[0].seat
        match.act(seat, bot_choice(match, BOTS[bot], seat))
    entered = [
        event
        for entry in match.entries
        for event in entry.events
        if isinstance(event, Moved) and event.entering
    ]
    assert entered
    assert match.outcome is not None
