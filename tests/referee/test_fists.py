"""Tahta's Melee over the protocol: a whole game, its own words of refusal, and its secrets."""

from __future__ import annotations

from typing import Any

import pytest

from meleekit.bots import bots_for
from meleekit.systems import SYSTEMS
from tests.referee.clerk import Clerk
from tests.tahta.sealed import ATTACK, CHOICE, assault, bid, select


def clerk_at(situation: object) -> tuple[Clerk, str]:
    clerk = Clerk(SYSTEMS, seeds=lambda: bytes(32))
    position = clerk.ask("load", text=situation["situation"])  # type: ignore[index]
    return clerk, position["match"]


def shown_to(eyes: int | None, acts: list[tuple[int, dict[str, Any]]], start: object) -> list[Any]:
    """All that can be had for a seat or, without one, a spectator."""
    clerk, match = clerk_at(start)
    for seat, action in acts:
        if eyes is None or seat == eyes:
            clerk.said("act", match=match, seat=seat, action=action)
        else:
            clerk.act(match, seat, action)
    seat = {} if eyes is None else {"seat": eyes}
    found = [
        clerk.said("view", match=match, **seat),
        clerk.said("scene", match=match, **seat, **{"as": "svg"}),
        clerk.said("scene", match=match, **seat, **{"as": "text"}),
    ]
    if eyes is None:
        return found
    found.append(clerk.said("save", match=match, **seat))
    found.append(clerk.said("options", match=match, **seat))
    found += [clerk.said("suggest", match=match, **seat, bot=bot) for bot in bots_for("tahta")]
    for action in (bid(99), select("tax", "recruit"), {"do": "guess", "numbers": [99]}):
        found.append(clerk.said("odds", match=match, **seat, action=action))
        found.append(clerk.said("act", match=match, **seat, action=action))
    return found


# TAH-VIS-02, TAH-VIS-07
@pytest.mark.parametrize("eyes", [None, 1, 2, 3])
def test_no_answer_for_a_seat_tells_what_another_has_sealed(eyes: int | None) -> None:
    for start, one, other in (
        (CHOICE, [(0, select("tax"))], [(0, select("attack"))]),
        (ATTACK, list(assault(2)), list(assault(9))),
    ):
        assert shown_to(eyes, one, start) == shown_to(eyes, other, start)


def bidders(order: tuple[int, ...]) -> tuple[Clerk, str]:
    """A round for the First Player card in which the seats have bid in that order."""
    start = CHOICE["situation"].replace('to = "select"', 'to = "auction"')
    clerk, match = clerk_at({"situation": start})
    for seat in order:
        clerk.act(match, seat, bid(seat))
    return clerk, match


# TAH-VIS-05: that somebody has chosen is public, when is not.
@pytest.mark.parametrize("last", [(3,), ()])
@pytest.mark.parametrize("eyes", [None, 2])
def test_events_and_accounts_do_not_tell_in_which_order_the_others_chose(
    eyes: int | None, last: tuple[int, ...]
) -> None:
    told = []
    for order in ((0, 1, 2), (1, 0, 2)):
        clerk, match = bidders((*order, *last))
        seat = {} if eyes is None else {"seat": eyes}
        told.append([clerk.said("view", match=match, **seat)])
        if eyes is not None:
            told[-1].append(clerk.said("save", match=match, **seat))
    assert told[0] == told[1]
    # TAH-VIS-03: the bids themselves are open as soon as all are in.
    kinds = [event["event"] for event in told[0][0]["events"]]
    assert ("auction_reveal" in kinds) == bool(last)


def test_whoever_sealed_it_is_shown_it() -> None:
    assert shown_to(0, list(assault(2)), ATTACK) != shown_to(0, list(assault(9)), ATTACK)


# TAH-ERR-02, TAH-SEL-02, TAH-ERR-01
@pytest.mark.parametrize(
    ("seat", "action", "code", "reason"),
    [
        (0, select("tax"), "not_your_decision", "E_SEALED"),
        (1, select("tax", "recruit"), "illegal_action", "E_CARD_COUNT"),
        (1, {"do": "pass"}, "illegal_action", "E_NOT_YOUR_DECISION"),
        (1, {"do": "pass", "loudly": True}, "illegal_action", "E_NOT_YOUR_DECISION"),
        (1, {"do": "select", "cards": [7]}, "illegal_action", "E_UNKNOWN"),
        (1, {"do": "select"}, "bad_request", "E_UNKNOWN"),
        (1, {"do": "fly"}, "bad_request", "E_UNKNOWN"),
        (1, ["select", "tax"], "bad_request", "E_UNKNOWN"),
    ],
)
def test_a_refusal_has_the_rules_own_word(
    seat: int, action: dict[str, Any], code: str, reason: str
) -> None:
    clerk, match = clerk_at(CHOICE)
    clerk.act(match, 0, select("attack"))
    error = clerk.refused("act", match=match, seat=seat, action=action)
    assert (error["code"], error["reason"]) == (code, reason)
    assert error["rule"].startswith("TAH-")


# TAH-ERR-02, TAH-ATK-06, TAH-DRAFT-10
@pytest.mark.parametrize("amount", ["3", 2.5, 2.0, True, None])
def test_malformed_amounts_have_the_word_of_what_they_are_bid_for(amount: object) -> None:
    clerk, match = clerk_at(ATTACK)
    clerk.act(match, *next(iter(assault(2))))
    sent = {"do": "stake", "amount": amount}
    error = clerk.refused("act", match=match, seat=0, action=sent)
    assert (error["code"], error["reason"]) == ("illegal_action", "E_BID_RANGE")
    match = clerk.begin("tahta", "kingdom2")
    seat = clerk.ask("view", match=match)["open"][0]["seat"]
    card = clerk.ask("view", match=match)["view"]["state"]["lots"][0]["card"]
    sent = {"do": "bid_on_card", "card": card, "amount": amount}
    error = clerk.refused("act", match=match, seat=seat, action=sent)
    assert (error["code"], error["reason"]) == ("illegal_action", "E_BID_TOO_LOW")
    sent["amount"] = 2
    told = clerk.act(match, seat, sent)["events"]
    assert [event["marker"] for event in told if event["event"] == "draft_bid"] == ["camp"]


# TAH-SETUP-09
@pytest.mark.parametrize(
    ("setup", "options"),
    [
        ({"players": ["A"]}, None),
        ({"players": ["A", "B"], "coin_supply": 12}, None),
        ("kingdom9", None),
        ("kingdom2", {"castle_scoring": "seldom"}),
    ],
)
def test_what_cannot_be_set_up_is_refused_with_its_word(setup: object, options: object) -> None:
    fields = {"game": "tahta", "setup": setup} | ({"options": options} if options else {})
    error = Clerk(SYSTEMS).refused("new", **fields)
    assert (error["code"], error["reason"]) == ("bad_setup", "E_CONFIG")


@pytest.mark.parametrize("scenario", ["kingdom2", "kingdom3", "basic"])
def test_a_whole_game_is_played_over_the_protocol(scenario: str) -> None:
    """TAH-LOG-02: what was decided, with the seed, makes the same game again."""
    clerk = Clerk(SYSTEMS)
    match = clerk.begin("tahta", scenario)
    position = clerk.ask("view", match=match)
    while "outcome" not in position:
        seat = position["open"][-1]["seat"]
        suggested = clerk.ask("suggest", match=match, seat=seat, bot="random")
        position = clerk.act(match, seat, suggested["action"], revision=position["revision"])
    assert len(position["outcome"]["winners"]) == 1
    assert clerk.refused("act", match=match, seat=0, action={"do": "pass"})["code"] == "game_over"
    record = clerk.ask("save", match=match)["save"]
    assert clerk.ask("verify", save=record)["ok"] is True


def test_what_a_seat_may_keep_of_a_match_has_no_seed_in_it() -> None:
    clerk = Clerk(SYSTEMS)
    match = clerk.begin("tahta", "kingdom2")
    kept = clerk.ask("save", match=match, seat=1)["save"]
    assert "seed" not in kept
    assert clerk.refused("restore", save=kept)["code"] == "bad_request"
