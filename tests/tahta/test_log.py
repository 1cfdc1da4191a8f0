"""The log: what it is made of, that it accounts for every coin, what the end discloses."""

from __future__ import annotations

import json
from collections import Counter
from typing import get_args

import msgspec
import pytest

from meleekit.tahta.events import AnyEvent, BidSealed, GoldMoved
from meleekit.tahta.game import FistsSystem
from meleekit.tahta.state import Stage, State
from tests.tahta.random_play import random_match

SYSTEM = FistsSystem()

# The list of the rules, TAH-LOG-01.
LISTED = frozenset(
    {
        *("setup", "deal", "draft_recruit", "draft_bid", "bid_returned", "draft_pass", "draft_end"),
        *("auction_reveal", "auction_pay", "first_player", "select_locked", "reveal", "order"),
        *("recruit", "tax", "move", "capture_catapult", "attack_declared", "bid_locked", "parity"),
        *("guess", "attack_result", "unit_removed", "capture_camp", "enter", "fall_back"),
        *("income", "season", "turn_skipped", "game_over"),
    }
)


def test_every_event_of_the_rules_has_its_type() -> None:
    # TAH-LOG-01
    tags = {kind.__struct_config__.tag for kind in get_args(AnyEvent)}
    assert tags >= LISTED


def purses(state: State) -> Counter[str]:
    """What lies in every purse, by its name in the log."""
    found = Counter({f"seat:{seat}": gold for seat, gold in enumerate(state.gold)})
    found.update({f"card:{lot.card}": lot.amount for lot in state.lots})
    found["treasury"] = -state.paid_out
    return found


@pytest.mark.parametrize("scenario", ["kingdom2", "kingdom3", "kingdom4", "basic"])
@pytest.mark.parametrize("seed", range(6))
def test_the_log_accounts_for_every_coin(scenario: str, seed: int) -> None:
    # TAH-LOG-03, TAH-COMP-05, TAH-DRAFT-09, TAH-DRAFT-18
    match = random_match(scenario, seed, coin_supply=70)
    ledger: Counter[str] = Counter()
    for entry in match.entries:
        for event in entry.events:
            if isinstance(event, GoldMoved):
                assert event.gold > 0
                assert event.cause
                assert event.source != event.target
                ledger[event.source] -= event.gold
                ledger[event.target] += event.gold
        now = purses(entry.state)
        assert {p: g for p, g in ledger.items() if g} == {p: g for p, g in now.items() if g}
        # TAH-STATE-08: all gold is constant, and TAH-COMP-05: none is there that is not
        assert sum(now.values()) == 0
        assert entry.state.paid_out <= 70
        if entry.state.stage is not Stage.DRAFT:
            assert not entry.state.lots


def test_a_bid_of_nothing_for_want_of_gold_is_no_secret() -> None:
    # TAH-AUC-10, TAH-VIS-01: whose purse is empty is public; TAH-VIS-05: when a bid came is not
    game = SYSTEM.game(SYSTEM.setup_from("kingdom2"))
    poor, bid = BidSealed("TAH-AUC-10", 0, 0), BidSealed("TAH-AUC-02", 0, 3)
    assert game.visible_events((poor, bid), 1) == game.visible_events((poor, bid), None) == (poor,)
    assert game.visible_events((poor, bid), 0) == (poor, bid)
    assert game.narrate(poor) == "Raven has no gold to bid."


def test_an_account_of_a_finished_match_discloses_all() -> None:
    # TAH-VIS-07, TAH-VIS-03, TAH-RES-05
    match = random_match("kingdom4", 3)
    whole = msgspec.to_builtins([entry.events for entry in match.entries])
    acted = [entry.action for entry in match.entries]
    for eyes in (None, 0, 3):
        account = json.loads(match.account(eyes))
        assert [entry["events"] for entry in account["entries"]] == json.loads(json.dumps(whole))
        assert [entry["action"] for entry in account["entries"]] == json.loads(
            msgspec.json.encode(acted)
        )
    running = match.back_at(match.revision - 1)
    secret = json.loads(running.account(None))
    assert any(
        entry["events"] != told for entry, told in zip(secret["entries"], whole, strict=False)
    )
    assert all(entry["action"] is None for entry in secret["entries"])
