"""Who looks back or keeps an account learns nothing of what several sealed at once."""

from __future__ import annotations

import json

from meleekit.core.match import Match
from meleekit.core.secrecy import unsealed_at
from tests.toys import KnivesSetup, KnivesSystem, Seal

ROUNDS = ((0, 1), (1, 0), (0, 1))


def duel(rounds: int) -> Match[object, object]:
    """Nobody parries or falls: every round is two sealed strokes, in another order each time."""
    setup = KnivesSetup(rounds=rounds, toughness=9, parries=0)
    match = Match.start(KnivesSystem(), setup, seed=bytes(32))
    for order in ROUNDS:
        for seat in order:
            match.act(seat, Seal("high"))
    return match


def test_amid_a_round_one_looks_back_to_its_beginning() -> None:
    match = duel(9)
    assert [unsealed_at(match, revision) for revision in range(7)] == [0, 0, 2, 2, 4, 4, 6]


def test_a_match_that_is_over_is_looked_back_at_as_it_was() -> None:
    match = duel(3)
    assert match.outcome is not None
    assert [unsealed_at(match, revision) for revision in range(7)] == list(range(7))


def test_an_account_names_those_alone_of_whom_all_is_told() -> None:
    def accounted(match: Match[object, object], seat: int | None) -> list[int | None]:
        entries = json.loads(match.account(seat))["entries"]
        return [entry["seat"] for entry in entries]

    assert accounted(duel(9), 0) == [-1, 0, None, None, 0, 0, None]
    assert accounted(duel(9), None) == [-1, *[None] * 6]
    # When nothing is hidden any more, everybody is named.
    assert accounted(duel(3), None) == [-1, 0, 1, 1, 0, 0, 1]
