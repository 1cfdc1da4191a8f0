"""Whole battles of Melee (1977) through the protocol, as another program would play them."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from meleekit.bots import BOTS, play_out
from meleekit.core.match import Match
from meleekit.systems import SYSTEMS
from tests.referee.clerk import SEED, Clerk


def play(clerk: Clerk, match: str, table: random.Random | None = None) -> dict[str, Any]:
    """Let the brawler play both sides to the end, with dice thrown at a `table` if there is one."""
    position = clerk.ask("view", match=match)
    while waiting := position["open"]:
        seat, revision = waiting[0]["seat"], position["revision"]
        chosen = clerk.ask("suggest", match=match, seat=seat, bot="brawler")["action"]
        fields = {"match": match, "seat": seat, "action": chosen, "revision": revision}
        if table is None:
            position = clerk.ask("act", **fields)
        else:
            position = by_hand(clerk, fields, table)
        assert position["revision"] == revision + 1
    return position


def by_hand(clerk: Clerk, fields: dict[str, Any], table: random.Random) -> dict[str, Any]:
    """Do an action, throwing the dice as they are asked for."""
    dice: list[int] = []
    while True:
        answer = clerk.said("act", **fields, dice=dice)
        if "error" not in answer:
            return answer
        assert answer["error"]["code"] == "needs_dice", answer
        want = answer["error"]["want"]
        assert want["have"] == len(dice)
        assert want["why"]
        dice.append(sum(table.randint(1, want["sides"]) for _ in range(want["count"])))


@pytest.mark.parametrize("scenario", ["duel", "two_against_two"])
def test_a_whole_battle_is_refereed_with_dice_thrown_by_hand(scenario: str) -> None:
    clerk = Clerk(SYSTEMS)
    match = clerk.begin("tft", scenario)
    end = play(clerk, match, random.Random(7))
    assert end["outcome"]["reason"]
    save = clerk.ask("save", match=match)["save"]
    thrown = [entry for entry in save["entries"][1:] if entry["rolls"]]
    assert len(thrown) >= 5
    assert all(entry["by_hand"] for entry in thrown)
    found = clerk.ask("verify", save=save)
    assert found["ok"] is True
    assert (
        f"{len(thrown)} of {len(save['entries'])} entries have dice given by hand"
        in (found["reason"])
    )


def test_a_whole_battle_with_a_seed_is_the_one_that_python_plays_and_is_verified() -> None:
    clerk = Clerk(SYSTEMS)
    match = clerk.begin("tft", "two_against_two")
    end = play(clerk, match)
    rules = SYSTEMS["tft"]
    own = Match.start(rules, rules.setup_from("two_against_two"), seed=bytes.fromhex(SEED))
    outcome = play_out(own, [BOTS["brawler"]] * 2)
    assert end["outcome"] == msgspec.json.decode(msgspec.json.encode(outcome))
    save = clerk.ask("save", match=match)["save"]
    assert clerk.ask("verify", save=save) == {
        "ok": True,
        "revision": None,
        "reason": f"all {own.revision + 1} entries are as the rules and the seed make them",
    }
    restored = clerk.ask("restore", save=save)
    assert restored["outcome"] == end["outcome"]
    assert Match.load(msgspec.json.encode(save), SYSTEMS).log_hash() == own.log_hash()


def test_a_spectator_who_looks_after_every_action_is_told_all_events_once() -> None:
    clerk = Clerk(SYSTEMS)
    position = clerk.ask("new", game="tft", setup="duel", seed=SEED)
    match, events = position["match"], position["events"]
    while position["open"]:
        seat = position["open"][0]["seat"]
        chosen = clerk.ask("suggest", match=match, seat=seat, bot="brawler")["action"]
        clerk.act(match, seat, chosen)
        position = clerk.ask("view", match=match)
        events += position["events"]
    save = clerk.ask("save", match=match)["save"]
    assert events == [event for entry in save["entries"] for event in entry["events"]]


def test_the_brawler_says_what_it_expects_of_a_blow() -> None:
    clerk = Clerk(SYSTEMS)
    match = clerk.begin("tft", "duel")
    reasons = []
    position = clerk.ask("view", match=match)
    while waiting := position["open"]:
        told = clerk.ask("suggest", match=match, seat=waiting[0]["seat"], bot="brawler")
        if told["action"]["do"] == "attack":
            reasons.append(told["why"])
        position = clerk.act(match, waiting[0]["seat"], told["action"])
    assert reasons
    assert all("to hit" in why for why in reasons)
