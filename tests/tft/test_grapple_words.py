"""What people see of hand-to-hand: buttons, clicks, questions, odds, the board."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from meleekit.core.errors import BadSave
from meleekit.core.scene import Posture
from meleekit.tft.state import Battle
from tests.tft.cases import Position, position

Row = dict[str, Any]

DOWN: Row = {"at": [0, 0], "posture": "prone", "grappling": True, "items": []}
ANN: Row = {"side": "Red", "at": [0, -3], "facing": "S", "items": ["dagger"]}
BOB: Row = {"side": "Blue", "at": [0, 0], "facing": "N", "armour": "chainmail"}
ENTRY: Row = {"do": "grapple", "figure": "Ann", "target": "Bob", "hex": [0, 0], "via": [0, -1]}


def label(now: Position, **said: Any) -> str:
    return now.game.label(now.battle, now.action(**said))


def picks(now: Position, **said: Any) -> tuple[str, ...]:
    return now.game.picks(now.battle, now.action(**said))


def chances(now: Position, **said: Any) -> dict[str, Fraction]:
    found = now.game.forecast(now.battle, now.seat, now.action(**said))
    assert found is not None
    return {chance.name: chance.probability for chance in found.chances}


def question(now: Position) -> str:
    return now.game.prompt(now.battle, now.game.decisions(now.battle)[0])


def running(**bob: Any) -> Position:
    return position({"Ann": ANN, "Bob": {**BOB, **bob}}, "move Red")


def pile(**ann: Any) -> Position:
    fighters = {
        "Ann": {"side": "Red", **DOWN, "dexterity": 13, **ann},
        "Bob": {"side": "Blue", **DOWN, "armour": "leather"},
    }
    return position(fighters, "act Ann")


def test_an_entry_in_movement_names_the_enemy_the_hex_before_and_the_cost() -> None:
    now = running()
    assert label(now, **ENTRY) == "Grapple Bob from 0,-1 (3 of 10 MA)"
    assert picks(now, **ENTRY) == ("fig:0", "hex:0,-1", "fig:1")


def test_an_entry_that_needs_consent_says_so_and_is_asked() -> None:
    now = running(armour="none")
    assert label(now, **ENTRY) == "Ask for hand-to-hand with Bob from 0,-1 (3 of 10 MA)"
    asked = now.do(**ENTRY)
    assert question(asked) == "Blue: Ann asks Bob for hand-to-hand: agree?"
    assert label(asked, do="agree") == "Agree to hand-to-hand"
    assert label(asked, do="nothing") == "Refuse hand-to-hand"
    assert asked.game.decisions(asked.battle)[0].interrupts


def test_the_odds_of_an_entry_are_those_of_the_defence_roll() -> None:
    # TFT-HTH-07, TFT-HTH-09: 2d6 hits, unarmoured, on one throw in six
    found = running().game.forecast(running().battle, 0, running().action(**ENTRY))
    assert found is not None
    assert found.headline == "67% to come to grips"
    come, *rest = found.chances
    assert (come.name, come.probability) == ("come to grips", Fraction(2, 3))
    assert [c.probability for c in rest] == [Fraction(1, n) for n in (3, 3, 6, 6)]
    assert [e.value for e in found.expected] == [Fraction(7, 6)]


def test_one_asked_for_consent_sees_the_same_odds() -> None:
    asked = running(armour="none").do(**ENTRY)
    assert chances(asked, do="agree")["thrown back and hit"] == Fraction(1, 6)


def test_what_may_be_done_in_a_pile_is_said_plainly() -> None:
    now = pile(items=["dagger", "dagger"], ready=["dagger"])
    said = sorted(now.game.label(now.battle, action) for action in now.legal())
    assert "Attack Bob with bare hands" in said
    assert "Attack Bob with Ann's dagger" in said
    assert "Try to draw Ann's second dagger" in said
    assert "Try to break free to 0,1" in said
    assert question(now) == "Red: Ann acts, adjDEX 13"


def test_the_odds_in_a_pile_are_exact() -> None:
    # TFT-HTH-13, TFT-DIS-03: 13 against 10 in leather
    now = pile(items=["dagger"], ready=[])
    assert chances(now, do="draw_dagger", item="dagger") == {"draw": Fraction(1, 2)}
    assert chances(now, do="break_free", hex=[0, 1]) == {"break free": Fraction(1, 2)}
    hit = chances(now, do="hth_attack", target="Bob", weapon="")
    assert hit["hit"] == Fraction(206, 216)
    # 1d6-3 less 2: a plain hit on a 6, a double one from 5 up, a triple one from 4 up.
    plain, double, triple = (Fraction(n, 216) for n in (202, 3, 1))
    assert hit["wound"] == plain / 6 + double / 3 + triple / 2


def test_a_pile_is_shown_as_one_and_its_fighters_say_with_whom() -> None:
    now = pile()
    ann, bob = now.game.scene(now.battle, None).pieces
    assert (ann.posture, bob.posture) == (Posture.PILE, Posture.PILE)
    assert ann.status[0] == "in hand-to-hand with Bob"


def test_a_blade_and_the_blow_at_once_are_asked_for() -> None:
    fighters = {
        "Ann": {**ANN, "at": [0, -1], "engaged_at_start": True},
        "Bob": {**BOB, "items": ["dagger"]},
    }
    now = position(fighters, "act Ann")
    assert label(now, **ENTRY) == "Grapple Bob"
    assert picks(now, **ENTRY) == ("fig:1",)
    asked = now.do([3], **ENTRY)
    assert question(asked) == "Blue: Bob is pulled down by Ann: with a blade?"
    assert label(asked, do="keep_blade", item="dagger") == "Have dagger in hand"
    assert label(asked, do="nothing") == "Fight with bare hands"
    strikes = asked.do(do="nothing")
    assert question(strikes) == "Red: Ann has come to grips and strikes at once"
    assert chances(strikes, do="hth_attack", target="Bob", weapon="dagger")["hit"] > 0


def test_joining_a_pile_names_the_hex_and_has_no_odds() -> None:
    fighters = {
        "Ann": ANN,
        "Cid": {"side": "Red", **DOWN},
        "Bob": {"side": "Blue", **DOWN},
    }
    now = position(fighters, "move Red")
    said = {**ENTRY, "target": ""}
    assert label(now, **said) == "Ann: join the pile at 0,0 from 0,-1 (3 of 10 MA)"
    assert picks(now, **said) == ("fig:0", "hex:0,-1", "hex:0,0")
    assert now.game.forecast(now.battle, now.seat, now.action(**said)) is None


def test_a_blow_at_a_pile_shows_the_danger_to_friends() -> None:
    # TFT-FRD-02: adjDEX 12 misses a friend on 20 in 27; only a 16 is a plain miss at 16
    fighters = {
        "Ann": {"side": "Red", "at": [0, -1], "facing": "S"},
        "Cid": {"side": "Red", **DOWN, "acted": True},
        "Bob": {"side": "Blue", **DOWN, "acted": True},
    }
    now = position(fighters, "act Ann")
    found = chances(now, do="attack", target="Bob", weapons=["broadsword"])
    assert found["hit Cid instead"] == Fraction(6, 216) * Fraction(7, 27)


# -- battles that were read ----------------------------------------------------------------------


def refused_at(now: Position, *path: str | int, to: object) -> str | None:
    plain = msgspec.json.decode(msgspec.json.encode(now.battle))
    place: Any = plain
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = to
    battle = msgspec.json.decode(msgspec.json.encode(plain), type=Battle)
    with pytest.raises(BadSave) as error:
        now.game.check_state(battle)
    return error.value.at


def test_a_pile_that_contradicts_itself_is_refused() -> None:
    # TFT-HTH-11, TFT-HTH-17
    now = pile()
    now.game.check_state(now.battle)
    assert refused_at(now, "figures", 1, "grappling", to=False) == "figures[1].grappling"
    assert refused_at(now, "figures", 0, "posture", to="standing") == "figures[0].posture"
    alone = running()
    assert refused_at(alone, "figures", 0, "grappling", to=True) == "figures[0].grappling"
    assert refused_at(alone, "figures", 0, "turned_away", to=[9]) == "figures[0].turned_away"


def test_a_question_about_nobody_is_refused() -> None:
    asked = running(armour="none").do(**ENTRY)
    depth = len(asked.battle.stack) - 1
    for attacker in (7, 1):  # nobody; the one who is asked
        at = refused_at(asked, "stack", depth, "attacker", to=attacker)
        assert at == f"stack[{depth}].attacker"
