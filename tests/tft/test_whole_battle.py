"""What holds of a battle as a whole: dice on record, one thing after another, phases, the state."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
import pytest

from meleekit.bots import bot
from meleekit.bots.seated import bot_choice, play_out
from meleekit.core.dice import Given
from meleekit.core.errors import BadSetup
from meleekit.core.game import Event
from meleekit.core.hexgrid import DIRECTION_NAMES
from meleekit.core.match import Match
from meleekit.systems import SYSTEMS, system
from meleekit.tft.actions import ForceBack
from meleekit.tft.blow_events import Attacked
from meleekit.tft.engagement import is_engaged
from meleekit.tft.events import PhaseBegan, StoppedEngaging, TurnBegan
from meleekit.tft.setup import resolve, setup_from
from meleekit.tft.state import Battle
from tests.tft.cases import Position, position, told

Row = dict[str, Any]
Hex = tuple[int, int]

ANN: Row = {"side": "Red", "at": [0, 0], "facing": "S"}
BOB: Row = {"side": "Blue", "at": [0, 1], "facing": "N"}
FAR: Row = {"side": "Blue", "at": [0, 5], "facing": "N"}
BLOW: Row = {"do": "attack", "target": "Bob", "weapons": ["broadsword"]}


def begun(scenario: str) -> Match[Any, Any]:
    tft = system("tft")
    return Match.start(tft, tft.setup_from(scenario), seed=bytes(range(32)))


@cache
def fought() -> Match[Any, Any]:
    """A battle of two against two from its first die to its end."""
    match = begun("two_against_two")
    play_out(match, [bot("brawler")] * 2)
    return match


# -- dice and information ------------------------------------------------------------------------


def test_every_roll_is_a_sum_of_six_sided_dice() -> None:
    # TFT-GEN-01: 1, 2, 3 or 4 of them, or what a weapon's damage takes
    rolls = [roll for entry in fought().entries for roll in entry.rolls]
    assert len(rolls) > 20
    for roll in rolls:
        assert roll.sides == 6
        assert 1 <= roll.count <= 4
        assert roll.count <= roll.total <= 6 * roll.count


def test_the_log_holds_every_roll_with_its_purpose_and_replays_the_battle() -> None:
    # TFT-GEN-06
    match = fought()
    for before, entry in zip(match.entries, match.entries[1:], strict=False):
        assert all(roll.why for roll in entry.rolls)
        dice = Given([roll.total for roll in entry.rolls])
        again = match.game.apply(before.state, entry.seat, entry.action, dice)
        dice.check_used_up()
        assert again.state == entry.state
        assert [type(event) for event in again.events] == [type(event) for event in entry.events]


def test_everybody_sees_everything() -> None:
    # TFT-GEN-07
    match = begun("last_one_standing")
    for _ in range(40):
        seat = match.decisions[0].seat
        match.act(seat, bot_choice(match, bot("brawler"), seat))
        for viewer in (None, *range(len(match.game.seats))):
            assert match.game.view(match.state, viewer) == match.state


def test_every_battle_begins_with_everybody_unhurt() -> None:
    # TFT-INJ-07
    assert [figure.hits for figure in begun("three_against_three").state.figures] == [0] * 6


# -- one thing after another ---------------------------------------------------------------------


def test_a_death_is_seen_by_all_that_follows() -> None:
    # TFT-GEN-04: Amy finds nobody to strike, and Bob, who was slower, strikes nobody any more
    rows = {
        "Ann": {**ANN, "dexterity": 14},
        "Amy": {**ANN, "at": [1, 0], "facing": "SW", "dexterity": 13},
        "Bob": {**BOB, "hits": 8, "orders": {"order": "never"}},
        "Ben": {**FAR, "dexterity": 8, "strength": 16},
    }
    now = position(rows, "act Ann")
    assert position(rows, "act Amy").allows(**BLOW)
    now = now.do([10, 7], **BLOW)
    assert now.open == "act Amy"
    assert not now.allows(**BLOW)
    assert now.do(do="nothing").open == "act Ben"


def test_one_that_was_wounded_strikes_with_the_dex_it_has_left() -> None:
    # TFT-GEN-04, DEX-02, DEX-13: 12 - 3 in the same turn
    rows = {"Ann": {**ANN, "dexterity": 14}, "Bob": {**BOB, "orders": {"order": "never"}}}
    rows["Bob"]["hits"] = 6
    now = position(rows, "act Ann").do([10, 3], **BLOW)
    (blow,) = now.do([16], do="attack", target="Ann", weapons=["broadsword"]).said(Attacked)
    assert blow.needed == 9


# -- the turn ------------------------------------------------------------------------------------


def test_a_turn_runs_through_its_phases_in_order() -> None:
    # TFT-TURN-01: I initiative, II one side's moves, III the other's, IV actions, then anew
    now = position({"Ann": ANN, "Bob": FAR}, "initiative Red", turn=4)
    opened = []
    events: list[Event] = []
    for said in (
        {"do": "initiative", "last": False},
        {"do": "end_movement"},
        {"do": "end_movement", "dice": [6, 1]},
        {"do": "nothing"},
        {"do": "nothing", "dice": [6, 1]},
    ):
        opened.append(now.open)
        now = now.do(said.get("dice", ()), **{k: v for k, v in said.items() if k != "dice"})
        events += now.events
    assert opened == ["initiative Red", "move Red", "move Blue", "act Ann", "act Bob"]
    assert [type(e) for e in events if isinstance(e, PhaseBegan | TurnBegan)] == [
        PhaseBegan,
        TurnBegan,
    ]
    assert (now.open, now.battle.turn) == ("initiative Red", 5)


def test_forced_retreats_come_after_all_actions() -> None:
    # TFT-TURN-01, RET-01: phase V
    rows = {"Ann": {**ANN, "dexterity": 14}, "Bob": {**BOB, "orders": {"order": "never"}}}
    now = position(rows, "act Ann").do([10, 4], **BLOW)
    assert now.open == "act Bob"
    assert now.do(do="nothing").open == "retreat Ann"


def test_at_the_end_of_a_turn_things_in_hand_become_ready_and_a_new_turn_begins() -> None:
    # TFT-TURN-03, EQP-11
    kit = {"items": ["broadsword", "dagger"], "ready": ["dagger"], "dexterity": 13}
    now = position({"Ann": {**ANN, **kit}, "Bob": {**FAR, "acted": True}}, "act Ann")
    now = now.do([6, 1], do="ready", kind="ready", main="broadsword")
    assert (told(now, "Ann", "main"), now.battle.turn) == ("broadsword", 2)


def test_a_battle_is_over_at_the_end_of_the_turn_not_before() -> None:
    # TFT-TURN-03, BAT-02: Bob is dead, Amy still acts
    rows = {
        "Ann": {**ANN, "dexterity": 14},
        "Amy": {**ANN, "at": [4, 0]},
        "Bob": {**BOB, "hits": 8, "acted": True},
    }
    now = position(rows, "act Ann").do([10, 7], **BLOW)
    assert now.open == "act Amy"
    assert now.do(do="nothing").open == "over"


def test_each_has_one_action_a_turn() -> None:
    # Case 72, TFT-ACT-01: who has acted is not asked again before the next turn
    rows = {
        "Ann": {**ANN, "dexterity": 14},
        "Bob": {**FAR, "dexterity": 13},
        "Amy": {**ANN, "at": [4, 0]},
    }
    now = position(rows, "act Ann").do(do="dodge")
    assert now.open == "act Bob"
    now = now.do(do="nothing")
    assert now.open == "act Amy"
    assert now.do([6, 1], do="nothing").open == "initiative Red"


# -- what a state holds --------------------------------------------------------------------------


def test_a_battle_that_was_saved_goes_on_as_if_nothing_had_happened() -> None:
    """Set-up, state, dice and log together hold all that the rest of a battle hangs on."""
    # TFT-STATE-01..06
    for moments in (0, 25, 60, 95):
        match = begun("three_against_three")
        for _ in range(moments):
            seat = match.decisions[0].seat
            match.act(seat, bot_choice(match, bot("brawler"), seat))
        again: Match[Any, Any] = Match.load(match.save(reveal_seed=True), SYSTEMS)
        for each in (match, again):
            play_out(each, [bot("brawler")] * 2)
        assert again.log_hash() == match.log_hash()


@pytest.mark.parametrize("ann", [{"steps": 6}, {"acted": True}, {"down_until": 1}])
def test_what_happened_this_turn_and_before_decides_what_may_be_done(ann: Row) -> None:
    # TFT-STATE-04, STATE-05: far moved, has acted, or was knocked down; else Ann comes next
    rows = {"Zed": {"side": "Red", "at": [5, 0], "dexterity": 16}, "Bob": FAR}
    rows["Ann"] = {**ANN, "dexterity": 14}
    assert position(rows, "act Zed").do(do="nothing").open == "act Ann"
    rows["Ann"] |= ann
    assert position(rows, "act Zed").do(do="nothing").open == "act Bob"


def test_a_position_is_plain_data_that_compares_by_value() -> None:
    # TFT-STATE-03, STATE-06
    ground = [{"item": "Ann.dagger", "at": [2, 0]}]
    kit = {"items": ["broadsword", "dagger"], "hits": 3, "posture": "kneeling"}
    now = position({"Ann": {**ANN, **kit}, "Bob": BOB}, "act Ann", turn=2, ground=ground)
    read = msgspec.json.decode(msgspec.json.encode(now.battle), type=Battle)
    assert read == now.battle
    assert [now.at(thing.hex) for thing in read.ground] == [(2, 0)]
    ann = read.figures[now.who("Ann")]
    assert (ann.hits, ann.posture.value, now.at(ann.hex)) == (3, "kneeling", (0, 0))


# -- facing, status, walls -----------------------------------------------------------------------


def test_a_character_faces_one_of_the_six_sides_of_its_hex() -> None:
    # TFT-FACE-01, MOVE-01
    now = position({"Ann": {"side": "Red"}, "Bob": FAR}, "place Ann")
    now = now.do(do="place", figure="Ann", hex=[2, -7])
    assert now.open == "face Ann"
    assert len(now.legal()) == 6
    assert all(now.allows(do="face", facing=name) for name in DIRECTION_NAMES)


@pytest.mark.parametrize(("facing", "engaged"), [("N", True), ("NE", True), ("S", False)])
def test_status_follows_positions_and_facings_as_they_are_now(facing: str, engaged: bool) -> None:
    # TFT-ENG-04: Bob turns at the end of his movement, Ann does not move
    now = position({"Ann": ANN, "Bob": {**BOB, "facing": "SE"}}, "move Blue")
    assert not is_engaged(now.game.arena, now.battle, now.who("Ann"))
    now = now.do(do="move", figure="Bob", hex=[0, 1]).do(do="face", facing=facing)
    assert is_engaged(now.game.arena, now.battle, now.who("Ann")) is engaged


WALLED: Row = {
    "id": "walled",
    "title": "Walled",
    "hexes": [[q, r] for q in range(-1, 2) for r in range(-2, 3)],
    "walls": [[0, 0]],
    "entrances": [[[0, -2]], [[0, 2]]],
}


def walled(**rows: Row) -> Position:
    fighters = {"Ann": {**ANN, "at": [0, -1]}, "Bob": {**FAR, "at": [0, 2], "facing": "S"}}
    return position({**fighters, **rows}, "move Red", board=WALLED)


def test_nobody_enters_a_wall_or_leaves_the_board() -> None:
    # TFT-BRD-03
    now = walled()
    assert now.moves("Ann") <= {(q, r) for q in range(-1, 2) for r in range(-2, 3)} - {(0, 0)}
    # To the other side of the wall one goes round it.
    now = now.do(do="move", figure="Ann", hex=[0, 1])
    assert now.figure("Ann").steps == 3
    assert (0, 0) not in now.game.arena.board.index


def test_nobody_jumps_over_a_wall() -> None:
    # TFT-BRD-03, MOVE-12
    assert not walled().allows(do="jump", figure="Ann", hex=[0, 1], over=[[1, -1]])
    assert "jump" not in walled().kinds()


@pytest.mark.parametrize(
    ("bob", "ann", "facing", "hexes"),
    [
        # North of (0, 1) is the wall, south of it Ann.
        ((0, 1), (0, 2), "N", {(1, 0), (1, 1), (-1, 2), (-1, 1)}),
        # North, north-east and south-east of (1, -2) is nothing, south-west of it Ann.
        ((1, -2), (0, -1), "NE", {(1, -1), (0, -2)}),
    ],
)
def test_one_is_not_driven_into_a_wall_or_off_the_board(
    bob: Hex, ann: Hex, facing: str, hexes: set[Hex]
) -> None:
    # TFT-BRD-03, RET-04
    rows = {
        "Ann": {**ANN, "at": list(ann), "facing": facing, "struck": ["Bob"]},
        "Bob": {**BOB, "at": list(bob), "hits": 1, "hits_this_turn": 1},
    }
    now = position(rows, "retreat Ann", board=WALLED)
    assert {now.at(a.hex) for a in now.legal() if isinstance(a, ForceBack)} == hexes


# -- kinds of combat -----------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["death", "arena", "practice"])
def test_a_battle_is_of_one_of_three_kinds(kind: str) -> None:
    # TFT-BAT-01
    rows = {"Ann": ANN, "Bob": FAR}
    assert position(rows, "move Red", kind=kind).game.arena.kind.id == kind


def test_another_kind_of_battle_is_refused() -> None:
    # TFT-BAT-01
    sides = [{"name": "Red", "fighters": ["berrin"]}, {"name": "Blue", "fighters": ["tamsin"]}]
    with pytest.raises(BadSetup) as refused:
        resolve(setup_from({"title": "A quarrel", "kind": "brawl", "sides": sides}))
    assert refused.value.at == "kind"


# -- weapons in hand -----------------------------------------------------------------------------


def test_a_weapon_stays_ready_after_its_attack() -> None:
    # TFT-EQP-01
    rows = {"Ann": {**ANN, "dexterity": 14}, "Bob": {**BOB, "acted": True}, "Ben": FAR}
    now = position(rows, "act Ann").do([16], **BLOW)
    assert told(now, "Ann", "main") == "broadsword"


def test_what_is_not_ready_is_slung_and_strikes_no_blow() -> None:
    # TFT-EQP-01, HIT-01
    rows = {"Ann": {**ANN, "items": ["broadsword", "dagger"]}, "Bob": BOB}
    now = position(rows, "act Ann")
    assert told(now, "Ann", "slung") == ["dagger"]
    assert now.refusal(do="attack", target="Bob", weapons=["dagger"]).rule == "TFT-HIT-01"


def test_a_pole_weapon_reaches_adjacent_hexes_only() -> None:
    # TFT-POLE-01: no jab over two hexes, with any of the four
    for pole in ("javelin", "spear", "halberd", "pike_axe"):
        ann = {**ANN, "strength": 15, "items": [pole]}
        blow: Row = {"do": "attack", "target": "Bob", "weapons": [pole]}
        assert position({"Ann": ann, "Bob": BOB}, "act Ann").allows(**blow)
        assert not position({"Ann": ann, "Bob": {**BOB, "at": [0, 2]}}, "act Ann").allows(**blow)


@pytest.mark.parametrize(("weapons", "blows"), [(["broadsword"], 1), (["broadsword", "mace"], 2)])
def test_an_attack_is_one_blow_with_each_weapon_it_is_made_with(
    weapons: list[str], blows: int
) -> None:
    # TFT-HIT-10, TWO-01
    ann = {**ANN, "dexterity": 14, "items": ["broadsword", "mace"], "ready": ["broadsword", "mace"]}
    rows = {"Ann": ann, "Bob": {**BOB, "acted": True}, "Ben": FAR}
    now = position(rows, "act Ann").do([16] * blows, do="attack", target="Bob", weapons=weapons)
    assert len(now.said(Attacked)) == blows
    assert now.figure("Ann").acted


@pytest.mark.parametrize("bob", [{"side": "Red"}, {"condition": "dead"}])
def test_only_living_enemies_are_attacked(bob: Row) -> None:
    # TFT-HIT-09
    rows = {"Ann": ANN, "Bob": {**BOB, **bob}, "Ben": FAR}
    now = position(rows, "act Ann")
    assert "attack" not in now.kinds()
    assert now.refusal(**BLOW).rule == "TFT-HIT-09"


# -- the lists of actions ------------------------------------------------------------------------


@pytest.mark.parametrize(("steps", "allowed"), [(0, True), (1, True), (2, False)])
def test_one_engaged_all_along_attacks_after_no_more_than_one_hex(
    steps: int, allowed: bool
) -> None:
    # TFT-ACT-26: the disengaged list, with its half movement, is closed to it
    ann = {**ANN, "engaged_at_start": True, "steps": steps}
    assert position({"Ann": ann, "Bob": BOB}, "act Ann").allows(**BLOW) is allowed


@pytest.mark.parametrize(("steps", "allowed"), [(0, True), (1, True), (2, False)])
def test_one_engaged_disengages_after_no_more_than_one_hex(steps: int, allowed: bool) -> None:
    # TFT-ACT-30, DIS-01
    rows = {"Ann": {**ANN, "steps": steps}, "Bob": BOB}
    assert position(rows, "act Ann").allows(do="disengage", hex=[0, -1]) is allowed


def test_one_engaged_by_nobody_has_nothing_to_disengage_from() -> None:
    # TFT-ACT-30, DIS-01
    now = position({"Ann": ANN, "Bob": {**BOB, "facing": "S"}}, "act Ann")
    assert not now.allows(do="disengage", hex=[0, -1])


def test_whoever_disengages_does_not_attack_in_that_turn() -> None:
    # TFT-DIS-07, ACT-40
    rows = {"Ann": {**ANN, "dexterity": 14}, "Bob": BOB}
    now = position(rows, "act Ann").do(do="disengage", hex=[0, -1])
    assert now.said(StoppedEngaging)
    assert now.do(do="face", facing="S").open == "act Bob"


@pytest.mark.parametrize("bob", [FAR, BOB])
@pytest.mark.parametrize("posture", ["kneeling", "prone"])
def test_standing_up_is_all_that_one_does_in_a_turn_engaged_or_not(bob: Row, posture: str) -> None:
    # TFT-ACT-18, ACT-33, MOVE-17, ACT-40
    now = position({"Ann": {**ANN, "posture": posture, "dexterity": 14}, "Bob": bob}, "move Red")
    now = now.do(do="stand_up", figure="Ann").do(do="face", facing="S")
    now = now.do(do="end_movement")
    assert now.open == "act Bob"
    assert now.figure("Ann").steps == 0


def test_moving_less_than_one_may_is_always_legal_and_leaves_more_to_do() -> None:
    # TFT-MOVE-04
    now = position({"Ann": ANN, "Bob": FAR}, "move Red")
    assert {(0, 0), (0, -1), (0, -5), (1, -6)} <= now.moves("Ann")
    far = {"Bob": {**FAR, "at": [3, -7]}}
    left = [
        position({"Ann": {**ANN, "steps": steps}, **far}, "act Ann").kinds() for steps in (0, 2, 5)
    ]
    assert left[0] >= left[1] >= left[2]
    assert "dodge" in left[2]
