"""Several players on a side: seats of their own, a victory in common (TFT-GEN-03)."""

from __future__ import annotations

from typing import Any

import pytest

from meleekit.bots import BOTS, bot_choice
from meleekit.core.errors import BadSetup
from meleekit.core.match import Match
from meleekit.tft.events import InitiativeRolled
from meleekit.tft.game import Melee, MeleeSystem
from meleekit.tft.setup import resolve, setup_from


def red(*players: tuple[str, list[int]]) -> dict[str, Any]:
    named = [{"name": name, "fighters": fighters} for name, fighters in players]
    return {"name": "Red", "fighters": ["berrin", "orsine", "nix"], "players": named}


def setup(*players: tuple[str, list[int]]) -> dict[str, Any]:
    blue = {"name": "Blue", "fighters": ["tamsin"]}
    return {"title": "Shared", "sides": [red(*players), blue]}


def test_each_player_has_a_seat_on_its_side_and_its_own_fighters() -> None:
    # TFT-GEN-03
    game = Melee(resolve(setup_from(setup(("Ann", [1, 3]), ("Bob", [2])))))
    assert [(seat.name, seat.side) for seat in game.seats] == [("Ann", 0), ("Bob", 0), ("Blue", 1)]
    assert game.arena.of_seat == ((0, 2), (1,), (3,))
    assert game.arena.friends[0] == (1, 2)


def test_a_side_that_names_no_players_has_one_of_its_own_name() -> None:
    # TFT-GEN-03
    game = Melee(resolve(setup_from(setup())))
    assert [(seat.name, seat.side) for seat in game.seats] == [("Red", 0), ("Blue", 1)]


@pytest.mark.parametrize(
    ("players", "at"),
    [
        ([("Ann", [1]), ("Bob", [2])], "sides[0].players"),
        ([("Ann", [1, 2, 3, 4])], "sides[0].players[0].fighters"),
        ([("Ann", [0, 1, 2, 3])], "sides[0].players[0].fighters"),
        ([("Ann", [1, 2]), ("Bob", [2, 3])], "sides[0].players[1].fighters"),
        ([("Ann", [1, 2, 3]), ("Bob", [])], "sides[0].players[1].fighters"),
        ([("Ann", [1, 2]), ("Ann", [3])], "sides"),
        ([("Blue", [1, 2, 3])], "sides"),
    ],
)
def test_each_fighter_has_one_player_and_each_player_a_name(
    players: list[tuple[str, list[int]]], at: str
) -> None:
    # TFT-GEN-03
    with pytest.raises(BadSetup) as refusal:
        resolve(setup_from(setup(*players)))
    assert (refusal.value.rule, refusal.value.at) == ("TFT-GEN-03", at)


def test_all_players_roll_and_those_of_the_side_that_wins_win_together() -> None:
    # TFT-GEN-03, INIT-01
    system = MeleeSystem()
    match: Match[Any, Any] = Match.start(
        system, system.setup_from("four_players"), seed=bytes(31) + b"\x07"
    )
    while match.decisions:
        seat = match.decisions[0].seat
        match.act(seat, bot_choice(match, BOTS["brawler"], seat))
    rolled = [
        event
        for entry in match.entries
        for event in entry.events
        if isinstance(event, InitiativeRolled)
    ]
    assert rolled[0].seats == (0, 1, 2, 3)
    assert match.outcome is not None
    assert match.outcome.winners in ((0, 1), (2, 3))
    again: Match[Any, Any] = Match.load(match.save(reveal_seed=True), {"tft": system})
    assert again.outcome == match.outcome
