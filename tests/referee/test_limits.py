"""A referee that is asked for more and more keeps within its bounds."""

from __future__ import annotations

import itertools
from time import monotonic

import pytest

from meleekit.referee import Limits, Referee
from meleekit.referee.matches import MIB, Kept
from meleekit.systems import SYSTEMS
from tests.referee.clerk import Clerk


def test_matches_without_end_are_refused_and_those_there_are_go_on() -> None:
    clerk = Clerk(limits=Limits(matches=5))
    names = [clerk.begin() for _ in range(5)]
    for _ in range(20):
        error = clerk.refused("new", game="ladder", setup="race")
        assert error["code"] == "too_large"
        assert "5 matches" in error["message"]
    for name in names:
        assert clerk.act(name, 0, {"rungs": 1})["revision"] == 1


@pytest.mark.parametrize("verb", ["new", "restore"])
def test_letting_one_go_makes_room_for_another(verb: str) -> None:
    clerk = Clerk(limits=Limits(matches=2))
    first, _ = clerk.begin(), clerk.begin()
    save = clerk.ask("save", match=first)["save"]
    fields = {"new": {"game": "ladder", "setup": "race"}, "restore": {"save": save}}[verb]
    assert clerk.refused(verb, **fields)["code"] == "too_large"
    clerk.ask("quit", match=first)
    assert clerk.ask(verb, **fields)["match"] == "m3"


def test_a_table_s_referee_forgets_what_was_not_asked_about_for_longest() -> None:
    clerk = Clerk(limits=Limits(matches=3, forgets=True))
    a, b, c = (clerk.begin() for _ in range(3))
    clerk.ask("view", match=a)
    d = clerk.begin()
    assert clerk.refused("view", match=b)["code"] == "unknown_match"
    for name in (a, c, d):
        clerk.ask("view", match=name)


def endless(clerk: Clerk, match: str) -> str:
    """Play on until something is refused; the code of that."""
    for number in itertools.count():
        seat = clerk.ask("view", match=match)["open"][0]["seat"]
        # Never more than one rung up, and down again by a 1 that is thrown by hand.
        up = number % 4 < 2
        fields = {"action": {"rungs": 1}} if up else {"action": {"rungs": 3}, "dice": [1]}
        answer = clerk.said("act", match=match, seat=seat, **fields)
        if "error" in answer:
            return str(answer["error"]["code"])
    raise AssertionError


def test_a_match_without_end_is_stopped_where_memory_is_and_nothing_is_lost() -> None:
    clerk = Clerk(limits=Limits(memory=MIB // 10))
    match = clerk.begin()
    assert endless(clerk, match) == "too_large"
    whole = clerk.whole(match)
    leap = {"action": {"rungs": 3}, "dice": [1]}  # as heavy as anything that may be done
    assert clerk.refused("act", match=match, seat=0, **leap)["code"] in (
        "too_large",
        "not_your_decision",
    )
    assert clerk.whole(match) == whole
    clerk.ask("undo", match=match, to=2)
    clerk.act(match, 0, {"rungs": 1})


def test_the_weight_of_all_is_the_sum_of_what_is_kept() -> None:
    clerk = Clerk()
    names = [clerk.begin() for _ in range(3)]
    for seat in (0, 1, 0):
        clerk.act(names[0], seat, {"rungs": 1})
    clerk.ask("undo", match=names[0], to=1)
    clerk.ask("quit", match=names[1])
    matches = clerk.referee._matches
    kept = [matches.get(names[0]), matches.get(names[2])]
    assert matches._weight == sum(Kept.of("", k.match, 0).weight for k in kept)


def test_where_it_forgets_one_match_that_grows_pushes_out_the_others() -> None:
    clerk = Clerk(limits=Limits(memory=MIB // 10, forgets=True))
    other, match = clerk.begin(), clerk.begin()
    assert endless(clerk, match) == "too_large"
    assert clerk.refused("view", match=other)["code"] == "unknown_match"
    clerk.ask("view", match=match)


def test_thousands_of_requests_leave_nothing_behind() -> None:
    referee = Referee()
    for _ in range(300):
        referee.answer(b'{"do":"new","game":"tft","setup":"duel"}')
    reply = referee.answer(b'{"do":"new","game":"tft","setup":"duel"}')
    assert reply.code == "too_large"
    assert len(referee._matches) == Limits().matches


def crowd(size: int) -> str:
    """All of one DEX, about to act once the last has moved: dice decide who goes first."""
    rows = [
        f'[fighters."{side} {number}"]\nside = "{side}"\nat = [{number}, {row - number // 2}]\n'
        for side, row in (("Red", 5), ("Blue", -4))
        for number in range(size // 2)
    ]
    return "\n".join(['game = "tft"', 'board = "arena3"', "mover = 2", 'to = "move Blue"', *rows])


def test_odds_of_an_order_among_many_are_refused_at_once() -> None:
    clerk = Clerk(SYSTEMS)
    match = clerk.ask("load", text=crowd(16))["match"]
    seat = clerk.ask("view", match=match)["open"][0]["seat"]
    asked = {"match": match, "seat": seat, "action": {"do": "end_movement"}}
    assert clerk.ask("odds", **asked)["outcomes"]
    begun = monotonic()
    error = clerk.refused("odds", **asked, until="decision")
    assert error["code"] == "too_large"
    assert "200000 ways" in error["message"]
    assert monotonic() - begun < 5


def test_odds_that_take_too_long_are_refused() -> None:
    clerk = Clerk(SYSTEMS, limits=Limits(patience=0.0))
    match = clerk.begin("tft", "duel")
    decision = clerk.ask("view", match=match)["open"][0]
    action = clerk.ask("options", match=match, seat=decision["seat"])["actions"][0]["action"]
    error = clerk.refused("odds", match=match, seat=decision["seat"], action=action)
    assert error["code"] == "too_large"
    assert "0 seconds" in error["message"]
