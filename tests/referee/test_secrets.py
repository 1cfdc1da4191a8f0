"""What a seat is answered holds nothing that the seat may not know."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.referee.clerk import Clerk

STROKES = ("high", "low", "guard")


def sealed(stroke: str) -> tuple[Clerk, str]:
    """A duel in which seat 0 has sealed a stroke, and seat 1 has not."""
    clerk = Clerk()
    match = clerk.begin("knives", "duel")
    clerk.act(match, 0, {"type": "seal", "stroke": stroke})
    return clerk, match


def shown_to(eyes: int | None, stroke: str) -> list[dict[str, Any]]:
    """All answers that can be had for a seat or, without one, a spectator."""
    clerk, match = sealed(stroke)
    seat = {} if eyes is None else {"seat": eyes}
    found = [
        clerk.said("view", match=match, **seat),
        clerk.said("view", match=match, **seat),
        clerk.said("scene", match=match, **seat, **{"as": "svg"}),
        clerk.said("scene", match=match, **seat, **{"as": "text"}),
    ]
    if eyes is not None:
        found.append(clerk.said("options", match=match, **seat))
        found.append(clerk.said("suggest", match=match, **seat, bot="random"))
        for own in STROKES:
            action = {"type": "seal", "stroke": own}
            for until in ("action", "decision"):
                found.append(clerk.said("odds", match=match, **seat, action=action, until=until))
    found.append(clerk.said("undo", match=match, to=1))
    return found


@pytest.mark.parametrize("eyes", [None, 1])
def test_nobody_can_tell_what_another_seat_has_sealed(eyes: int | None) -> None:
    assert shown_to(eyes, "high") == shown_to(eyes, "low") == shown_to(eyes, "guard")


def test_the_seat_itself_is_shown_what_it_sealed() -> None:
    assert shown_to(0, "high") != shown_to(0, "low")


def test_odds_that_hang_on_a_secret_are_not_told() -> None:
    clerk, match = sealed("high")
    told = clerk.ask("odds", match=match, seat=1, action={"type": "seal", "stroke": "low"})
    assert told["outcomes"] == []
    assert "may not know" in told["note"]


def test_when_the_strokes_are_open_both_seats_are_told_of_both() -> None:
    clerk = Clerk()
    match = clerk.begin("knives", {"rounds": 3, "toughness": 3, "parries": 0})
    clerk.act(match, 0, {"type": "seal", "stroke": "high"})
    acted = clerk.act(match, 1, {"type": "seal", "stroke": "low"}, dice=[2, 2])
    other = clerk.ask("view", match=match, seat=0)
    assert sum(event["event"] == "Struck" for event in acted["events"]) == 2
    assert [e for e in other["events"] if e["event"] == "Struck"] == [
        e for e in acted["events"] if e["event"] == "Struck"
    ]


def test_events_of_long_ago_stay_as_they_were_seen() -> None:
    """Seat 1 looks for the first time after many rounds, and still sees no stroke but its own."""
    clerk = Clerk()
    match = clerk.begin("knives", {"rounds": 9, "toughness": 9, "parries": 0})
    for _ in range(4):
        clerk.act(match, 0, {"type": "seal", "stroke": "high"})
        clerk.act(match, 1, {"type": "seal", "stroke": "low"})
    watched = clerk.ask("view", match=match)["events"]
    assert "high" not in json.dumps(watched)
    assert "low" not in json.dumps(watched)
