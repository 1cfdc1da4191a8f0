"""Situations that were changed at random: refused, or looked at, asked about and played."""

from __future__ import annotations

import copy
import tomllib
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from meleekit.bots import BOTS, bot_choice, bots_for
from meleekit.core.match import Match
from meleekit.systems import SYSTEMS
from tests.referee.clerk import Clerk

ALL_MOVED = """\
game = "tft"
to = "move Blue"
[fighters.Ann]
side = "Red"
at = [0, 1]
[fighters.Bob]
side = "Blue"
at = [0, 3]
moved = true
"""
NUMBERS = (True, False, -1, 0, 1, 2, 3, 5, 7, 50, 10**9, 2**70, -(2**70), 1.5, 1e300)
WORDS = (
    "N SE prone standing aloft dead unconscious Red broadsword act move retreat setup over "
    "Raven tax recruit soldier hn guess SA21 winter ?"
)
LISTS: tuple[list[Any], ...] = ([], [0], [1, 2], [[0, 1]], ["N"], ["act Ann", "move Red"], ["tax"])
VALUES = st.sampled_from((*NUMBERS, "", *WORDS.split(), *LISTS))


VARIED = {"tft": ("two_against_two", "the_gargoyle", "arrows_and_blades")}
"""Of a game with many scenarios those that have, together, all that there is."""


def matches(game: str) -> list[tuple[str, str, str]]:
    """Game, scenario and the bot that plays all seats of it."""
    scenarios = VARIED.get(game, SYSTEMS[game].scenarios())
    return [(game, scenario, bot) for scenario in scenarios for bot in bots_for(game)[:2]]


@lru_cache(maxsize=12)
def moments(game: str, scenario: str, bot: str) -> tuple[dict[str, Any], ...]:
    """Situations out of one match."""
    system = SYSTEMS[game]
    match = Match.start(system, system.setup_from(scenario), seed=bytes(32))
    for _ in range(80):
        if match.outcome is not None:
            break
        seat = match.decisions[0].seat
        match.act(seat, bot_choice(match, BOTS[bot], seat))
    return tuple(
        tomllib.loads(system.dump_situation(match.game, entry.state)) for entry in match.entries
    )


def change_one(situation: Any, data: st.DataObject) -> None:
    """Put another value somewhere."""
    at = situation
    while True:
        key = data.draw(st.sampled_from(sorted(at) if isinstance(at, dict) else range(len(at))))
        if not (isinstance(at[key], dict | list) and at[key]) or data.draw(st.integers(0, 9)) == 0:
            break
        at = at[key]
    at[key] = copy.deepcopy(data.draw(VALUES))


def play_on(clerk: Clerk, game: str, match: str) -> None:
    """Whatever may be asked about it is answered, for some actions."""
    for _ in range(2):
        waiting = clerk.ask("view", match=match)["open"]
        for form in ("svg", "text"):
            clerk.ask("scene", match=match, **{"as": form})
        if not waiting:
            return
        seat = waiting[0]["seat"]
        actions = clerk.ask("options", match=match, seat=seat)["actions"]
        for bot in bots_for(game):
            told = clerk.ask("suggest", match=match, seat=seat, bot=bot)["action"]
            assert told in [one["action"] for one in actions]
        chosen = actions[len(actions) // 2]["action"]
        clerk.ask("odds", match=match, seat=seat, action=chosen)
        clerk.act(match, seat, chosen)


@pytest.mark.parametrize("game", SYSTEMS)
@settings(max_examples=75, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_a_situation_with_values_changed_is_refused_or_can_be_played(
    game: str, data: st.DataObject
) -> None:
    played = data.draw(st.sampled_from(matches(game)))
    situation = copy.deepcopy(data.draw(st.sampled_from(moments(*played))))
    for _ in range(data.draw(st.integers(1, 3))):
        change_one(situation, data)
    clerk = Clerk(SYSTEMS)
    answer = clerk.said("load", situation=situation)
    if "error" in answer:
        assert answer["error"]["code"] == "bad_situation"
    else:
        play_on(clerk, game, answer["match"])


@pytest.mark.parametrize("bot", bots_for("tft"))
def test_bots_end_a_movement_in_which_nobody_is_left_to_move(bot: str) -> None:
    clerk = Clerk(SYSTEMS)
    told = clerk.ask("load", text=ALL_MOVED)
    seat = told["open"][0]["seat"]
    suggested = clerk.ask("suggest", match=told["match"], seat=seat, bot=bot)
    assert suggested["action"]["do"] == "end_movement"
