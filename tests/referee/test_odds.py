"""Odds through the protocol are exact; expected values are counted here, die by die."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from meleekit.core.match import Match
from meleekit.referee import Limits
from meleekit.systems import SYSTEMS
from meleekit.tft.game import Melee
from meleekit.tft.state import Act, Battle, Figure
from tests.referee.clerk import Clerk
from tests.tft.brawls import fighter, melee, position


def at(game: Melee, battle: Battle, limits: Limits | None = None) -> tuple[Clerk, str]:
    """A referee with a match that stands there."""
    clerk = Clerk(SYSTEMS, limits)
    match = Match.from_situation(SYSTEMS["tft"], game, battle, seed=bytes(32))
    save = json.loads(match.save(reveal_seed=True))
    return clerk, clerk.ask("restore", save=save)["match"]


def face_to_face(**changes: Any) -> tuple[Melee, Battle]:
    """Ann, with a broadsword, strikes Bob, who has acted and wears nothing."""
    game = melee([fighter("Ann", "broadsword")], [fighter("Bob", "dagger")])
    where = {0: ((0, 1), 0), 1: ((0, 0), 3)}
    changes = {"acted": {1: True}, **changes}
    return game, position(game, where, Act(0), **changes)


def blow(clerk: Clerk, match: str) -> dict[str, Any]:
    listed = clerk.ask("options", match=match, seat=0)["actions"]
    action: dict[str, Any] = next(a["action"] for a in listed if a["action"]["do"] == "attack")
    return action


def hits_of(outcome: dict[str, Any]) -> int:
    return next((c["to"] for c in outcome["changes"] if c["at"] == "figures[1].hits"), 0)


def counted() -> dict[int, Fraction]:
    """Hits of a two-dice blow at DEX 12, by counting: 4 is double, 3 triple (TFT-HIT-03)."""
    found: Counter[int] = Counter()
    for to_hit in product(range(1, 7), repeat=3):
        for damage in product(range(1, 7), repeat=2):
            times = {3: 3, 4: 2}.get(sum(to_hit), 1 if sum(to_hit) <= 12 else 0)
            found[times * sum(damage)] += 1
    return {hits: Fraction(ways, 6**5) for hits, ways in found.items()}


def test_the_outcomes_of_a_blow_are_those_of_the_dice() -> None:
    clerk, match = at(*face_to_face())
    told = clerk.ask("odds", match=match, seat=0, action=blow(clerk, match))
    found: Counter[int] = Counter()
    for outcome in told["outcomes"]:
        found[hits_of(outcome)] += Fraction(outcome["chance"])
        assert outcome["probability"] == float(Fraction(outcome["chance"]))
    expected = counted()
    # What is more than Bob can take need not be told apart.
    for hits in range(12):
        assert found[hits] == expected.get(hits, 0)
    assert sum(found.values()) == 1


def test_the_summary_of_a_blow_has_its_chances_as_fractions_and_floats() -> None:
    clerk, match = at(*face_to_face())
    summary = clerk.ask("odds", match=match, seat=0, action=blow(clerk, match))["summary"]
    chances = {one["name"]: one for one in summary["chances"]}
    assert chances["hit"] == {"name": "hit", "exact": "20/27", "value": pytest.approx(160 / 216)}
    # TFT-HIT-04: 17 drops the weapon, 18 breaks it
    assert chances["drop the weapon"]["exact"] == "1/72"
    assert chances["break the weapon"]["exact"] == "1/216"
    assert sum(one["value"] for one in summary["modifiers"]) == 12


def test_results_with_the_same_view_are_one() -> None:
    clerk, match = at(*face_to_face())
    outcomes = clerk.ask("odds", match=match, seat=0, action=blow(clerk, match))["outcomes"]
    looks = [json.dumps([one["changes"], one["events"]]) for one in outcomes]
    assert len(set(looks)) == len(looks)
    chances = [Fraction(one["chance"]) for one in outcomes]
    assert chances == sorted(chances, reverse=True)
    missed = [one for one in outcomes if one["events"][0]["result"] == "miss"]
    assert [one["chance"] for one in missed] == [str(Fraction(52, 216))]  # 13 to 16 on three dice


def test_a_blow_that_may_be_answered_is_seen_through_and_let_happen() -> None:
    """Bob has not acted and may defend: the odds are those of his letting it happen."""
    clerk, match = at(*face_to_face(acted={}))
    told = clerk.ask("odds", match=match, seat=0, action=blow(clerk, match))
    hit = sum(Fraction(o["chance"]) for o in told["outcomes"] if hits_of(o) > 0)
    assert hit == Fraction(20, 27)


def test_who_is_next_is_no_part_of_the_action_but_comes_before_the_next_decision() -> None:
    """Bob and Cid are alike, so that dice say who of them acts after Ann."""
    game = melee(
        [fighter("Ann", "broadsword")], [fighter("Bob", "dagger"), fighter("Cid", "dagger")]
    )
    where = {0: ((0, 1), 0), 1: ((0, 0), 3), 2: ((-1, 1), 2)}
    battle = position(game, where, Act(0))
    clerk, match = at(game, battle)
    action = {"do": "nothing"}
    kinds = {}
    for until in ("action", "decision"):
        told = clerk.ask("odds", match=match, seat=0, action=action, until=until)
        kinds[until] = {event["event"] for one in told["outcomes"] for event in one["events"]}
        assert told["summary"] is None  # chance plays no part in doing nothing
    assert "tie" not in kinds["action"]
    assert "tie" in kinds["decision"]
    (sure,) = clerk.ask("odds", match=match, seat=0, action=action)["outcomes"]
    assert sure["chance"] == "1"


def test_odds_change_nothing() -> None:
    clerk, match = at(*face_to_face())
    before = clerk.whole(match)
    clerk.ask("odds", match=match, seat=0, action=blow(clerk, match), until="decision")
    assert clerk.whole(match) == before


def test_dice_that_fall_in_too_many_ways_are_not_gone_through() -> None:
    clerk, match = at(*face_to_face(), limits=Limits(ways=5))
    error = clerk.refused("odds", match=match, seat=0, action=blow(clerk, match))
    assert error["code"] == "too_large"


def test_a_parry_is_a_matter_of_even_odds() -> None:
    """In Knives it stops the blow on 4 to 6."""
    clerk = Clerk()
    match = clerk.begin("knives", {"rounds": 3, "toughness": 3, "parries": 1})
    clerk.act(match, 0, {"type": "seal", "stroke": "guard"})
    clerk.act(match, 1, {"type": "seal", "stroke": "high"}, dice=[2])
    told = clerk.ask("odds", match=match, seat=0, action={"type": "parry"})
    stopped = sum(
        Fraction(one["chance"]) for one in told["outcomes"] if one["events"][0]["stopped"]
    )
    assert stopped == Fraction(1, 2)
    assert told["summary"]["chances"] == [{"name": "stopped", "exact": "1/2", "value": 0.5}]


def test_figures_share_nothing_between_the_odds_and_the_match() -> None:
    game, battle = face_to_face()
    before: list[Figure] = [*battle.figures]
    clerk, match = at(game, battle)
    clerk.ask("odds", match=match, seat=0, action=blow(clerk, match))
    assert battle.figures == before
