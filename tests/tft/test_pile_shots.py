"""Throws and shots at a hand-to-hand pile, beyond the worked cases (TFT-LOF-08)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from meleekit.tft.attack_odds import flight_odds
from meleekit.tft.blow_events import Attacked, PileStruck, ShelterTested
from meleekit.tft.state import Condition, Manner
from tests.tft.cases import Position, position

Row = dict[str, Any]

DOWN: Row = {"at": [0, 0], "posture": "prone", "grappling": True, "items": [], "acted": True}
ANN: Row = {"side": "Red", "at": [0, -2], "facing": "S", "items": ["longbow"]}
CID: Row = {"side": "Red", **DOWN}
BOB: Row = {"side": "Blue", **DOWN}
# Somebody who acts afterwards, so that the turn does not end.
FAY: Row = {"side": "Blue", "at": [5, 0], "strength": 16, "dexterity": 8}
SHOT: Row = {"do": "shoot", "target": "Bob", "item": "longbow"}


def shooting(more: dict[str, Row] | None = None, **said: Any) -> Position:
    fighters = {"Ann": ANN, "Cid": CID, "Bob": BOB, "Fay": FAY, **(more or {})}
    return position(fighters, "act Ann", **said)


def test_the_event_tells_whom_it_may_have_been_and_what_each_threw() -> None:
    # TFT-LOF-08
    after = shooting().do([12, 2, 5, 4], **SHOT)
    (attacked,) = after.said(Attacked)
    assert (attacked.rule, attacked.damage, attacked.manner) == ("TFT-LOF-08", None, Manner.SHOT)
    (struck,) = after.said(PileStruck)
    assert after.name(struck.struck) == "Bob"
    assert [after.name(who) for who in struck.figures] == ["Cid", "Bob"]
    assert struck.dice == ((2,), (5,))
    assert struck.damage is not None
    assert (struck.damage.hits, after.figure("Bob").hits) == (6, 6)


def test_a_throw_at_a_pile_names_the_four_points_it_gets() -> None:
    # TFT-DEX-08, TFT-LOF-08: for hand-to-hand, and nothing for the rear besides
    now = shooting({"Ann": {**ANN, "items": ["small_axe"]}})
    after = now.do([16], do="throw", target="Bob", item="small_axe")
    (event,) = after.said(Attacked)
    parts = {part.rule: part.value for part in event.modifiers}
    assert parts["TFT-DEX-08"] == 4
    assert "TFT-DEX-07" not in parts
    assert event.needed == 12 + 4 - 2


def test_a_slung_shield_helps_whoever_is_hit_in_a_pile() -> None:
    # TFT-ARM-06, TFT-LOF-08: a large shield stops 2
    cid = {**CID, "items": ["large_shield"], "ready": []}
    after = shooting({"Cid": cid}).do([12, 5, 2, 4], **SHOT)
    assert after.figure("Cid").hits == 6 - 2


def test_a_shot_is_spent_on_the_unconscious_where_they_may_not_be_slain() -> None:
    # TFT-LOF-08, TFT-PRN-06, TFT-BAT-06
    dan = {"side": "Blue", "at": [0, 0], "condition": "unconscious", "hits": 11}
    after = shooting({"Dan": dan}, kind="arena").do([12, 2, 3, 6], **SHOT)
    (struck,) = after.said(PileStruck)
    assert (after.name(struck.struck), struck.damage) == ("Dan", None)
    assert after.figure("Dan").condition is Condition.UNCONSCIOUS


def test_in_a_death_combat_they_may() -> None:
    # TFT-LOF-08, TFT-BAT-05
    dan = {"side": "Blue", "at": [0, 0], "condition": "unconscious", "hits": 11}
    after = shooting({"Dan": dan}).do([12, 2, 3, 6, 1], **SHOT)
    assert after.figure("Dan").condition is Condition.DEAD


def test_a_flier_over_a_pile_is_not_in_it() -> None:
    # TFT-LOF-08, TFT-MOVE-22
    spout = {"side": "Red", "at": [0, 0], "race": "gargoyle", "strength": 20, "dexterity": 11}
    now = shooting({"Spout": {**spout, "posture": "aloft", "acted": True}})
    assert now.chance("strikes Spout", **SHOT) == 0
    assert now.chance("strikes Bob", **SHOT) == Fraction(10, 27)


def test_a_dropped_or_broken_bow_strikes_nobody_in_the_pile() -> None:
    # TFT-FRD-03, TFT-FRD-01
    for total in (17, 18):
        assert not shooting().do([total], **SHOT).said(PileStruck)


def test_a_pile_found_behind_its_shelter_is_drawn_from() -> None:
    # TFT-PRN-05, TFT-LOF-08
    body = {"side": "Blue", "at": [0, -1], "condition": "dead"}
    after = shooting({"Eve": body}).do([8, 3, 6, 1, 4], **SHOT)
    (shelter,) = after.said(ShelterTested)
    assert (after.name(shelter.struck), shelter.damage) == ("Bob", None)
    assert after.figure("Cid").hits == 6
    assert after.game.narrate(shelter) == "Bob's shelter does not help: 3."


def test_the_odds_of_a_shot_at_a_pile_are_the_targets_own() -> None:
    # TFT-LOF-08: one of three is hit, for 1d6 + 2 of STR, doubled on 4 and tripled on 3
    now = shooting({"Abe": {**CID, "dexterity": 12}})
    arena, who = now.game.arena, now.who
    odds = flight_odds(arena, now.battle, who("Ann"), who("Bob"), now.item("longbow", "Ann"))
    assert odds.to_hit == Fraction(20, 27) / 3
    assert odds.others == {who("Cid"): Fraction(20, 81), who("Abe"): Fraction(20, 81)}
    mean = Fraction(11, 2) * (Fraction(160, 216) + 2 * Fraction(1, 216) + Fraction(3, 216))
    assert odds.hits == mean / 3


def test_the_forecast_says_who_else_may_be_hit() -> None:
    # TFT-LOF-08
    now = shooting()
    shown = now.game.forecast(now.battle, now.seat, now.action(**SHOT))
    assert shown is not None
    assert shown.headline.startswith("37% to hit")
    assert "a hit may strike Cid in the pile as well as Bob, each as likely" in shown.notes
    assert {c.name: c.probability for c in shown.chances}["hit Cid instead"] == Fraction(10, 27)


def test_buttons_say_that_it_goes_into_the_pile() -> None:
    # TFT-LOF-08
    now = shooting()
    label = now.game.label(now.battle, now.action(**SHOT))
    assert label == "Shoot at Bob in the pile with longbow"
    now = shooting({"Ann": {**ANN, "items": ["small_axe"]}})
    throw = now.action(do="throw", target="Bob", item="small_axe")
    assert now.game.label(now.battle, throw) == "Throw small axe at Bob in the pile"


def test_nobody_in_a_pile_shoots_or_throws() -> None:
    # TFT-MIS-08, TFT-HTH-11, TFT-ACT-03
    now = position(
        {
            "Ann": {**CID, "acted": False, "items": ["dagger"]},
            "Bob": BOB,
            "Fay": {**FAY, "at": [0, 1]},
        },
        "act Ann",
    )
    refusal = now.refusal(do="throw", target="Fay", item="dagger")
    assert refusal.rule == "TFT-ACT-03"


def test_the_odds_do_not_hang_on_the_order_in_which_fighters_are_listed() -> None:
    # TFT-LOF-08
    body = {"side": "Blue", "at": [0, -1], "condition": "dead"}
    fighters = {"Ann": ANN, "Cid": CID, "Bob": BOB, "Eve": body, "Dan": body, "Fay": FAY}
    backwards = dict(reversed(fighters.items()))
    for name in ("Cid", "Bob", "Eve", "Dan"):
        chances = {
            position(listed, "act Ann").chance(f"strikes {name}", **SHOT)
            for listed in (fighters, backwards)
        }
        assert len(chances) == 1
        assert chances != {0}


def test_an_axe_that_hits_a_giant_in_a_pile_lies_in_the_hex_it_was_thrown_at() -> None:
    # TFT-LOF-08, TFT-LOF-09, TFT-THR-03, TFT-HTH-20: (0, 1) is the giant's nearest, 12 + 4 - 3
    giant = {"side": "Blue", "at": (0, 0), "facing": 0, "race": "giant", "strength": 30}
    giant |= {"dexterity": 9, "posture": "prone", "grappling": True, "acted": True}
    fighters = {
        "Ann": {**ANN, "at": [0, 4], "facing": "N", "items": ["small_axe"]},
        "Cid": {**CID, "at": [0, 1]},
        "Brock": giant,
        "Fay": FAY,
    }
    now = position(fighters, "act Ann")
    after = now.do([13, 2, 5, 4], do="throw", target="Brock", item="small_axe")
    assert after.figure("Brock").hits == 6
    assert [(after.item_name(g.item), after.at(g.hex)) for g in after.battle.ground] == [
        ("Ann.small_axe", (0, 1))
    ]
    struck = now.do([13, 5, 2, 4], do="throw", target="Brock", item="small_axe")
    assert struck.figure("Cid").hits == 6
