"""Gargoyles: walking or flying, landing, staying in the air, coming down when hurt."""

from __future__ import annotations

from typing import Any

import pytest

from meleekit.core.errors import BadSave
from meleekit.core.hexgrid import hexagon_board
from meleekit.tft.bestiary import natural_weapon
from meleekit.tft.creation import FighterSheet, hits_stopped, movement_allowance
from meleekit.tft.engagement import engaging_hexes, is_engaged
from meleekit.tft.events import CameDown, Flew
from meleekit.tft.soundness import check_battle
from meleekit.tft.state import Condition, Posture
from meleekit.tft.tables import default_tables
from tests.tft.cases import Position, position

GARGOYLE = {
    "side": "Red",
    "at": (0, 5),
    "facing": "N",
    "race": "gargoyle",
    "strength": 20,
    "dexterity": 11,
}
BOB = {"side": "Blue", "at": (0, 0), "facing": "S", "dexterity": 12}


def moving(gargoyle: dict[str, Any] | None = None, **others: Any) -> Position:
    return position({"Spout": GARGOYLE | (gargoyle or {}), "Bob": BOB, **others}, "move Red")


def flights(now: Position, *, land: bool) -> set[tuple[int, int]]:
    coords = now.game.arena.board.coords
    found = [a for a in now.legal() if getattr(a, "land", None) is land]
    return {coords[a.hex] for a in found}  # type: ignore[union-attr]  # flights have a hex


def test_a_gargoyle_is_as_the_rules_have_it() -> None:
    # TFT-MON-04
    row = default_tables().monsters["gargoyle"]
    sheet = FighterSheet(name="Spout", race="gargoyle", strength=20, dexterity=11)
    weapon = natural_weapon(row)
    assert (row.strength, row.dexterity, row.ma_flying) == (20, 11, 16)
    assert (movement_allowance(sheet), hits_stopped(sheet)) == (8, 3)
    assert (weapon.dice, weapon.modifier, weapon.hth_dice, weapon.hth_modifier) == (2, 0, 2, 0)


def test_a_flier_crosses_fronts_and_lands_wherever_there_is_room() -> None:
    # TFT-MOVE-21: the only hex it may not land in is Bob's
    now = moving()
    everywhere = set(now.game.arena.board.coords)
    assert flights(now, land=False) == everywhere
    assert flights(now, land=True) == everywhere - {(0, 0), (0, 5)}


def test_a_flight_costs_its_hexes_and_ends_within_sixteen() -> None:
    # TFT-MOVE-21
    board = {
        "id": "long",
        "title": "Long",
        "hexes": [(0, r) for r in range(-10, 10)],
        "entrances": [[(0, 9)], [(0, -10)]],
    }
    gargoyle = {"at": (0, 9)}
    now = position(
        {"Spout": GARGOYLE | gargoyle, "Bob": BOB | {"at": (0, -10)}}, "move Red", board=board
    )
    assert min(flights(now, land=True)) == (0, -7)
    after = now.do(do="fly", figure="Spout", hex=(0, -7), land=True)
    assert after.figure("Spout").steps == 16
    assert [event.cost for event in after.said(Flew)] == [16]


def test_walls_are_in_a_fliers_way() -> None:
    # TFT-BRD-03: round the wall it is 5 hexes, straight through it would be 2
    hexes = hexagon_board(2)
    board = {
        "id": "walled",
        "title": "Walled",
        "hexes": hexes,
        "walls": [(0, 0), (-1, 0), (-1, 1), (1, -1)],
        "entrances": [[(0, 1)], [(-2, 0)]],
    }
    now = position(
        {"Spout": GARGOYLE | {"at": (0, 1)}, "Bob": BOB | {"at": (-2, 0)}}, "move Red", board=board
    )
    after = now.do(do="fly", figure="Spout", hex=(0, -1), land=True)
    assert after.figure("Spout").steps == 5


@pytest.mark.parametrize(("steps", "attacks"), [(8, True), (9, False)])
def test_the_flying_allowance_is_halved_for_a_charge(steps: int, attacks: bool) -> None:
    # TFT-MOVE-21, TFT-ACT-12
    now = position({"Spout": GARGOYLE | {"at": (0, 1), "steps": steps}, "Bob": BOB}, "act Spout")
    now.figure("Spout").flew = True
    assert ("attack" in now.kinds()) is attacks


def test_in_the_air_it_is_not_engaged_engages_nobody_and_only_dodges() -> None:
    # TFT-MOVE-22, TFT-ENG-02, TFT-ENG-03
    gargoyle = GARGOYLE | {"at": (0, 1), "posture": "aloft"}
    now = position({"Spout": gargoyle, "Bob": BOB}, "act Spout")
    arena, who = now.game.arena, now.who("Spout")
    assert not is_engaged(arena, now.battle, who)
    assert not is_engaged(arena, now.battle, now.who("Bob"))
    assert engaging_hexes(arena, who, now.figure("Spout")) == 0
    assert now.kinds() == {"dodge", "nothing"}
    said = {"do": "attack", "target": "Bob", "weapons": ["natural"]}
    assert now.refusal(**said).rule == "TFT-MOVE-22"


@pytest.mark.parametrize(("steps", "kinds"), [(8, {"dodge", "nothing"}), (9, {"nothing"})])
def test_in_the_air_it_dodges_only_after_eight_hexes_or_less(steps: int, kinds: set[str]) -> None:
    # TFT-MOVE-22
    gargoyle = GARGOYLE | {"at": (0, 1), "posture": "aloft", "steps": steps}
    now = position({"Spout": gargoyle, "Bob": BOB}, "act Spout")
    assert now.kinds() == kinds


def test_an_attack_on_a_flier_is_at_minus_four() -> None:
    # TFT-DEX-16: 12 - 4 = 8, 56 of 216
    gargoyle = GARGOYLE | {"at": (0, 1), "posture": "aloft", "acted": True}
    now = position({"Spout": gargoyle, "Bob": BOB}, "act Bob")
    chance = now.chance("hit", do="attack", target="Spout", weapons=["broadsword"])
    assert chance * 216 == 56
    now.figure("Spout").posture = Posture.STANDING
    chance = now.chance("hit", do="attack", target="Spout", weapons=["broadsword"])
    assert chance * 216 == 160


def test_a_flier_is_in_nobodys_way() -> None:
    # TFT-MOVE-22, TFT-MOVE-25
    gargoyle = GARGOYLE | {"at": (0, 1), "posture": "aloft"}
    now = position({"Spout": gargoyle, "Bob": BOB}, "move Blue")
    assert (0, 1) in now.moves("Bob")


def test_it_stays_up_until_a_later_movement_and_may_land_then() -> None:
    # TFT-MOVE-22
    now = moving({"posture": "aloft", "at": (0, 3)})
    assert now.moves("Spout") == {(0, 3)}
    assert (0, 3) in flights(now, land=True)
    after = now.do(do="move", figure="Spout", hex=(0, 3))
    assert after.figure("Spout").posture is Posture.ALOFT
    assert after.open == "face Spout"
    after = now.do(do="fly", figure="Spout", hex=(0, 3), land=True)
    assert (after.figure("Spout").posture, after.figure("Spout").steps) == (Posture.STANDING, 0)


def test_engaged_it_takes_off_only_as_a_shift_of_one_hex() -> None:
    # TFT-MOVE-21, TFT-MOVE-06: next to Bob still, over a friend if need be
    friend = {"side": "Red", "at": (1, 0), "facing": "N"}
    now = moving({"at": (0, 1)}, Ann=friend)
    assert flights(now, land=True) == set()
    assert flights(now, land=False) == {(1, 0), (-1, 1)}
    refusal = now.refusal(do="fly", figure="Spout", hex=(0, 3), land=True)
    assert refusal.rule == "TFT-MOVE-21"
    assert now.do(do="fly", figure="Spout", hex=(1, 0), land=False).figure("Spout").steps == 1


@pytest.mark.parametrize(("roll", "posture"), [(6, Posture.PRONE), (5, Posture.STANDING)])
def test_landing_on_a_body_asks_for_a_stumble_roll(roll: int, posture: Posture) -> None:
    # TFT-MOVE-21, TFT-MOVE-13
    body = {"side": "Red", "at": (0, 3), "condition": "dead"}
    now = moving(None, Ann=body)
    after = now.do([roll], do="fly", figure="Spout", hex=(0, 3), land=True)
    assert after.figure("Spout").posture is posture
    # Over the body it flies on without one.
    now.do(do="fly", figure="Spout", hex=(0, 2), land=True)


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ({"figure": "Spout", "hex": (0, 0), "land": True}, "TFT-MOVE-09"),
        ({"figure": "Spout", "hex": (0, 5), "land": True}, "TFT-MOVE-21"),
        ({"figure": "Ann", "hex": (0, 3), "land": True}, "TFT-MOVE-21"),
    ],
)
def test_flights_are_refused_by_their_rule(said: dict[str, Any], rule: str) -> None:
    now = moving(None, Ann={"side": "Red", "at": (5, 0)})
    assert now.refusal(do="fly", **said).rule == rule


def test_on_the_ground_it_does_not_take_off() -> None:
    # TFT-MOVE-08
    now = moving({"posture": "prone"})
    assert flights(now, land=True) | flights(now, land=False) == set()
    assert now.refusal(do="fly", figure="Spout", hex=(0, 3), land=True).rule == "TFT-MOVE-08"


def struck(hits: int, **others: Any) -> Position:
    """Bob takes so many hits off a gargoyle that is over (0, 1)."""
    gargoyle = GARGOYLE | {"at": (0, 1), "posture": "aloft", "acted": True}
    fighters = {"Spout": gargoyle, "Bob": BOB, **others}
    fighters["Cid"] = {"side": "Blue", "at": (4, -4), "dexterity": 8, "strength": 16}
    now = position(fighters, "act Bob")
    double = hits + 3  # its skin stops 3
    return now.do([4, double // 2], do="attack", target="Spout", weapons=["broadsword"])


def test_knocked_down_it_comes_down_in_the_hex_below() -> None:
    # TFT-MOVE-25
    now = struck(9)
    assert now.figure("Spout").posture is Posture.PRONE
    assert now.at(now.figure("Spout").hex) == (0, 1)
    assert now.said(CameDown)
    assert now.open == "act Cid"


@pytest.mark.parametrize("side", ["Red", "Blue"])
def test_over_somebody_who_stands_it_comes_down_in_the_nearest_hex_its_side_chooses(
    side: str,
) -> None:
    # TFT-MOVE-25
    now = struck(9, Ann={"side": side, "at": (0, 1), "facing": "N", "acted": True})
    assert now.open == "come_down Spout"
    now.game.check_state(now.battle)  # it lies with nobody yet
    coords = now.game.arena.board.coords
    hexes = {coords[action.hex] for action in now.legal()}  # type: ignore[union-attr]
    assert hexes == {(1, 0), (1, 1), (0, 2), (-1, 2), (-1, 1)}
    assert now.refusal(do="come_down", hex=(0, 3)).rule == "TFT-MOVE-25"
    after = now.do(do="come_down", hex=(0, 2))
    assert after.at(after.figure("Spout").hex) == (0, 2)


def test_a_battle_can_be_saved_while_its_side_chooses_where_it_comes_down() -> None:
    # TFT-MOVE-25: over an enemy, on whom it does not fall
    now = struck(9, Ann={"side": "Blue", "at": (0, 1), "facing": "N", "acted": True})
    assert now.open == "come_down Spout"
    check_battle(now.game.arena, now.battle)


def test_in_the_air_it_drops_out_of_a_practice_and_leaves_the_air_too() -> None:
    # TFT-BAT-09: 9 - 6 leaves 3
    gargoyle = GARGOYLE | {"at": (0, 1), "posture": "aloft", "acted": True, "strength": 9}
    rex = {"side": "Red", "at": (-4, 4), "dexterity": 8, "strength": 16}
    now = position({"Spout": gargoyle, "Rex": rex, "Bob": BOB}, "act Bob", kind="practice")
    # Twice nine, halved, is nine; the skin stops three.
    now = now.do([4, 9], do="attack", target="Spout", weapons=["broadsword"])
    assert now.figure("Spout").condition is Condition.DROPPED_OUT
    check_battle(now.game.arena, now.battle)


def test_dead_it_comes_down_too() -> None:
    # TFT-MOVE-25
    gargoyle = GARGOYLE | {"at": (0, 1), "posture": "aloft", "acted": True, "strength": 9}
    cid = {"side": "Blue", "at": (4, -4), "dexterity": 8, "strength": 16}
    rex = {"side": "Red", "at": (-4, 4), "dexterity": 9, "strength": 15}
    now = position({"Spout": gargoyle, "Rex": rex, "Bob": BOB, "Cid": cid}, "act Bob")
    now = now.do([4, 6], do="attack", target="Spout", weapons=["broadsword"])
    assert now.figure("Spout").condition is Condition.DEAD
    assert now.figure("Spout").posture is Posture.PRONE


def test_a_flier_is_not_forced_back() -> None:
    # TFT-RET-02
    gargoyle = GARGOYLE | {"at": (0, 1), "posture": "aloft", "hits": 2, "hits_this_turn": 2}
    other = {"side": "Red", "at": (1, 0), "hits": 2, "hits_this_turn": 2}
    bob = BOB | {"struck": ("Spout", "Ann")}
    now = position({"Spout": gargoyle, "Ann": other, "Bob": bob}, "retreat Bob")
    targets = {action.target for action in now.legal() if hasattr(action, "target")}
    assert targets == {now.who("Ann")}


def test_nobody_without_wings_is_read_as_flying() -> None:
    now = position({"Spout": GARGOYLE, "Bob": BOB}, "act Bob")
    check_battle(now.game.arena, now.battle)
    now.figure("Bob").posture = Posture.ALOFT
    with pytest.raises(BadSave, match="has no wings") as error:
        check_battle(now.game.arena, now.battle)
    assert error.value.at == f"figures[{now.who('Bob')}].posture"


def test_a_flier_is_drawn_in_the_air() -> None:
    gargoyle = GARGOYLE | {"at": (0, 1), "posture": "aloft"}
    now = position({"Spout": gargoyle, "Bob": BOB}, "act Spout")
    (piece,) = [p for p in now.game.scene(now.battle, None).pieces if p.name == "Spout"]
    assert piece.posture == "aloft"
    assert piece.facing == 0
