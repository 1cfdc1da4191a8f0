"""Each verb of the protocol, on games small enough to know by heart."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest

from meleekit.bots import bots_for
from meleekit.systems import SYSTEMS
from tests.referee.clerk import SEED, Clerk


@pytest.fixture
def clerk() -> Clerk:
    return Clerk()


def test_every_game_is_named_with_its_seats_options_variants_and_rules() -> None:
    told = {one["key"]: one for one in Clerk(SYSTEMS).ask("games")["games"]}
    assert list(told) == list(SYSTEMS)
    for key, one in told.items():
        fewest, most = SYSTEMS[key].seats
        assert one["seats"] == {"min": fewest, "max": most}
        assert one["bots"] == list(bots_for(key))
    melee = told["tft"]
    assert melee["title"] == "Melee (1977)"
    assert melee["seats"] == {"min": 2, "max": 6}
    assert melee["rules_version"] == SYSTEMS["tft"].rules_version
    defaults = {option["name"]: option["default"] for option in melee["options"]}
    assert defaults == {"kind": "death", "board": "arena2", "turn_limit": 0, "variants": []}
    assert {"id": "VAR-XP-CAP", "default": False}.items() <= next(
        variant.items() for variant in melee["variants"] if variant["id"] == "VAR-XP-CAP"
    )
    assert "duel" in [scenario["name"] for scenario in melee["scenarios"]]
    assert told["tahta"]["seats"] == {"min": 2, "max": 4}


def test_a_match_begins_with_its_position_and_a_seal_on_its_seed(clerk: Clerk) -> None:
    position = clerk.ask("new", game="knives", setup="duel", seed=SEED)
    assert position["commitment"] == hashlib.sha256(bytes.fromhex(SEED)).hexdigest()
    assert (position["match"], position["game"], position["revision"]) == ("m1", "knives", 0)
    assert [(one["seat"], one["kind"]) for one in position["open"]] == [
        (0, "stroke"),
        (1, "stroke"),
    ]
    assert position["open"][0]["prompt"] == "Ann chooses"
    assert [event["event"] for event in position["events"]] == ["Ordered"]
    assert position["view"]["has_sealed"] == [False, False]
    assert "outcome" not in position


def test_without_a_seed_one_is_drawn(clerk: Clerk) -> None:
    seals = {clerk.ask("new", game="ladder", setup="race")["commitment"] for _ in range(3)}
    assert len(seals) == 3


def test_a_set_up_in_full_is_taken_as_well_as_a_name(clerk: Clerk) -> None:
    match = clerk.begin("knives", {"rounds": 1, "toughness": 2, "parries": 0})
    assert clerk.ask("save", match=match)["save"]["setup"]["toughness"] == 2


def test_options_change_a_scenario() -> None:
    clerk = Clerk(SYSTEMS)
    match = clerk.begin("tft", "duel", options={"kind": "practice", "turn_limit": 7})
    setup = clerk.ask("save", match=match)["save"]["setup"]
    assert (setup["kind"], setup["turn_limit"], setup["title"]) == ("practice", 7, "Duel")


@pytest.mark.parametrize(
    ("options", "at"),
    [
        ({"kind": "tea"}, "options.kind"),
        ({"turn_limit": -1}, "options.turn_limit"),
        ({"variants": ["VAR-NONE"]}, "options.variants[0]"),
        ({"board": "nowhere"}, "options.board"),
        ({"title": "Mine"}, "options.title"),
    ],
)
def test_an_option_that_cannot_be_is_refused_by_its_name(options: Any, at: str) -> None:
    error = Clerk(SYSTEMS).refused("new", game="tft", setup="duel", options=options)
    assert (error["code"], error["at"]) == ("bad_setup", at)


def test_a_seat_is_told_what_it_may_do_in_words_and_what_to_click(clerk: Clerk) -> None:
    told = clerk.ask("options", match=clerk.begin("knives", "duel"), seat=1)
    assert told["decision"] == {
        "seat": 1,
        "kind": "stroke",
        "who": ["fig:1"],
        "interrupts": False,
        "prompt": "Bob chooses",
    }
    assert told["actions"][0] == {
        "action": {"type": "seal", "stroke": "high"},
        "label": "Strike high",
        "picks": ["aim:high"],
    }


def test_an_action_as_it_was_listed_is_done(clerk: Clerk) -> None:
    match = clerk.begin()
    listed = clerk.ask("options", match=match, seat=0)["actions"]
    position = clerk.act(match, 0, listed[0]["action"])
    assert position["revision"] == 1
    assert len(position["events"]) >= 1


def test_each_pair_of_eyes_is_told_every_event_once(clerk: Clerk) -> None:
    match = clerk.begin("knives", "duel")
    clerk.ask("view", match=match, seat=0)
    clerk.act(match, 0, seal("high"))
    assert clerk.ask("view", match=match, seat=0)["events"] == []
    watched = clerk.ask("view", match=match)
    assert (watched["since"], [e["event"] for e in watched["events"]]) == (0, ["Sealed"])
    other = clerk.ask("view", match=match, seat=1)
    assert [event["event"] for event in other["events"]] == ["Ordered", "Sealed"]


def test_an_action_is_answered_with_its_own_events_alone(clerk: Clerk) -> None:
    match = clerk.begin()
    for revision, seat in enumerate((0, 1, 0, 1)):
        position = clerk.act(match, seat, {"rungs": 1})
        assert position["since"] == revision
        assert [event["seat"] for event in position["events"]] == [seat]


def test_who_acts_without_having_looked_has_missed_nothing_when_it_looks(clerk: Clerk) -> None:
    match = clerk.begin()
    for seat in (0, 1, 0):
        clerk.act(match, seat, {"rungs": 1})
    found = clerk.ask("view", match=match, seat=1)
    assert [event["seat"] for event in found["events"]] == [0, 1, 0]
    clerk.act(match, 1, {"rungs": 1})
    assert clerk.ask("view", match=match, seat=1)["events"] == []


def seal(stroke: str) -> dict[str, Any]:
    return {"type": "seal", "stroke": stroke}


# -- dice by hand -----------------------------------------------------------------------------


def sealed_duel(clerk: Clerk) -> str:
    """Only the last seal is missing; then the strokes fall."""
    match = clerk.begin("knives", {"rounds": 3, "toughness": 3, "parries": 0})
    clerk.act(match, 0, seal("high"))
    return match


def test_a_roll_that_is_not_given_is_asked_for_and_nothing_changes(clerk: Clerk) -> None:
    match = sealed_duel(clerk)
    before = clerk.whole(match)
    act = {"match": match, "seat": 1, "action": seal("low")}
    error = clerk.refused("act", **act, dice=[])
    assert error["code"] == "needs_dice"
    assert error["want"] == {"count": 2, "sides": 6, "why": "strike", "have": 0}
    error = clerk.refused("act", **act, dice=[9])
    assert error["want"] == {"count": 2, "sides": 6, "why": "strike", "have": 1}
    assert clerk.whole(match) == before
    position = clerk.ask("act", **act, dice=[9, 7])
    # 2d6 hit on 7 or less: the first misses, the second wounds
    assert [event["hit"] for event in position["events"] if event["event"] == "Struck"] == [
        False,
        True,
    ]
    assert sorted(position["view"]["wounds"]) == [0, 1]


@pytest.mark.parametrize(
    ("dice", "code", "at"),
    [
        ([13, 7], "bad_dice", "dice[0]"),
        ([7, 1], "bad_dice", "dice[1]"),
        ([10**30, 7], "bad_dice", "dice[0]"),
        ([9, 9, 9], "bad_dice", "dice[2]"),
        (["9", 9], "bad_request", "dice[0]"),
        ([True, 9], "bad_request", "dice[0]"),
        ([7.5], "bad_request", "dice[0]"),
        (9, "bad_request", "dice"),
    ],
)
def test_totals_that_cannot_be_or_are_left_over_are_refused(
    clerk: Clerk, dice: Any, code: str, at: str
) -> None:
    match = sealed_duel(clerk)
    before = clerk.whole(match)
    error = clerk.refused("act", match=match, seat=1, action=seal("low"), dice=dice)
    assert (error["code"], error["at"]) == (code, at)
    assert clerk.whole(match) == before


def test_dice_where_none_are_thrown_are_refused(clerk: Clerk) -> None:
    match = clerk.begin("knives", "duel")
    error = clerk.refused("act", match=match, seat=0, action=seal("low"), dice=[7])
    assert error["code"] == "bad_dice"


# -- refusals ---------------------------------------------------------------------------------


def test_the_same_click_twice_acts_once(clerk: Clerk) -> None:
    match = clerk.begin()
    action = clerk.ask("options", match=match, seat=0)["actions"][0]["action"]
    clerk.act(match, 0, action, revision=0)
    error = clerk.refused("act", match=match, seat=0, action=action, revision=0)
    assert error["code"] == "stale"
    assert clerk.ask("view", match=match)["revision"] == 1


def test_a_revision_that_is_given_is_the_present_one_for_every_seat(clerk: Clerk) -> None:
    match = clerk.begin("knives", "duel")
    clerk.act(match, 0, seal("high"), revision=0)
    for revision in (0, 2):
        error = clerk.refused("act", match=match, seat=1, action=seal("low"), revision=revision)
        assert (error["code"], error["at"]) == ("stale", "revision")
    clerk.act(match, 1, seal("low"), revision=1)


def test_an_action_against_the_rules_is_refused_with_its_rule(clerk: Clerk) -> None:
    match = clerk.begin()
    for verb in ("act", "odds"):
        error = clerk.refused(verb, match=match, seat=0, action={"rungs": 2})
        assert (error["code"], error["rule"]) == ("illegal_action", "LAD-CLIMB-01")


@pytest.mark.parametrize("verb", ["options", "act", "odds", "suggest"])
def test_a_seat_that_is_not_asked_is_told_so(clerk: Clerk, verb: str) -> None:
    match = clerk.begin()
    fields = {
        "options": {},
        "suggest": {"bot": "random"},
    }.get(verb, {"action": {"rungs": 1}})
    error = clerk.refused(verb, match=match, seat=1, **fields)
    assert error["code"] == "not_your_decision"


@pytest.mark.parametrize("verb", ["options", "act", "odds", "suggest", "view", "scene"])
def test_a_seat_that_is_not_there_is_refused(clerk: Clerk, verb: str) -> None:
    fields = {
        "scene": {"as": "svg"},
        "suggest": {"bot": "random"},
        "act": {"action": {"rungs": 1}},
        "odds": {"action": {"rungs": 1}},
    }.get(verb, {})
    error = clerk.refused(verb, match=clerk.begin(), seat=2, **fields)
    assert (error["code"], error["at"]) == ("bad_request", "seat")


def over(clerk: Clerk) -> str:
    match = clerk.begin()
    clerk.act(match, 0, {"rungs": 3})
    while waiting := clerk.ask("view", match=match)["open"]:
        clerk.act(match, waiting[0]["seat"], {"rungs": 1})
    return match


def test_after_the_end_nothing_is_done_and_who_won_is_said(clerk: Clerk) -> None:
    match = over(clerk)
    assert set(clerk.ask("view", match=match)["outcome"]) == {"winners", "reason", "rule"}
    for verb, fields in (
        ("options", {}),
        ("suggest", {"bot": "random"}),
        ("act", {"action": {"rungs": 1}}),
        ("odds", {"action": {"rungs": 1}}),
    ):
        assert clerk.refused(verb, match=match, seat=0, **fields)["code"] == "game_over"


BAD = {
    "no verb": {},
    "no such verb": {"do": "cheat"},
    "verb is a number": {"do": 1},
    "unknown field": {"do": "games", "all": True},
    "field missing": {"do": "view"},
    "match is a number": {"do": "view", "match": 1},
    "seat is words": {"do": "options", "match": "m1", "seat": "0"},
    "seat is below": {"do": "options", "match": "m1", "seat": -1},
    "no such picture": {"do": "scene", "match": "m1", "as": "png"},
    "no such until": {"do": "odds", "match": "m1", "seat": 0, "action": {}, "until": "dawn"},
    "no such bot": {"do": "suggest", "match": "m1", "seat": 0, "bot": "deep blue"},
    "no time": {"do": "suggest", "match": "m1", "seat": 0, "bot": "random", "budget_ms": 0},
    "seed is short": {"do": "new", "game": "ladder", "setup": "race", "seed": "12"},
    "seed is no hex": {"do": "new", "game": "ladder", "setup": "race", "seed": "zz" * 32},
    "seed has gaps": {"do": "new", "game": "ladder", "setup": "race", "seed": "00 " * 21 + "0"},
    "no such revision": {"do": "undo", "match": "m1", "to": 1},
    "a setup that is none": {"do": "new", "game": "ladder", "setup": 5},
    "an action of another form": {"do": "act", "match": "m1", "seat": 0, "action": {"x": 1}},
    "an action that is none": {"do": "act", "match": "m1", "seat": 0, "action": "up"},
    "a record that is none": {"do": "restore", "save": {"format": "x"}},
    "a record of nothing": {"do": "verify", "save": None},
    "a situation and its text": {"do": "load", "situation": {}, "text": ""},
    "no situation": {"do": "load"},
}


@pytest.mark.parametrize("request_", BAD.values(), ids=BAD.keys())
def test_a_request_of_another_form_is_refused_with_its_id(clerk: Clerk, request_: Any) -> None:
    before = clerk.whole(clerk.begin())
    reply = clerk.referee.answer(json.dumps({"id": ["mine"], **request_}).encode())
    answer = json.loads(reply.body)
    assert answer["id"] == ["mine"]
    assert answer["error"]["code"] == reply.code == "bad_request"
    assert clerk.whole("m1") == before


def test_what_is_not_there_is_named(clerk: Clerk) -> None:
    assert clerk.refused("view", match="m9")["code"] == "unknown_match"
    for verb, fields in (("schema", {}), ("new", {"setup": "race"})):
        error = clerk.refused(verb, game="chess", **fields)
        assert (error["code"], error["at"]) == ("unknown_game", "game")
    assert clerk.refused("new", game="ladder", setup="marathon")["code"] == "bad_setup"


# -- pictures, bots, records ------------------------------------------------------------------


def test_a_picture_comes_as_svg_or_in_characters(clerk: Clerk) -> None:
    match = clerk.begin("knives", "duel")
    svg = clerk.ask("scene", match=match, seat=0, **{"as": "svg"})
    assert svg["as"] == "svg"
    assert svg["picture"].startswith("<svg xmlns=")
    assert clerk.ask("scene", match=match, **{"as": "text"})["picture"].startswith("Knives")


def test_a_bot_suggests_a_legal_action_and_does_not_do_it(clerk: Clerk) -> None:
    match = clerk.begin()
    told = clerk.ask("suggest", match=match, seat=0, bot="random", budget_ms=50)
    legal = [one["action"] for one in clerk.ask("options", match=match, seat=0)["actions"]]
    assert told["action"] in legal
    assert told["label"] == f"Climb {told['action']['rungs']}"
    assert clerk.ask("view", match=match)["revision"] == 0


def test_a_budget_changes_nothing_and_the_answer_says_so(clerk: Clerk) -> None:
    match = clerk.begin()
    told = clerk.ask("suggest", match=match, seat=0, bot="random")
    assert "note" not in told
    for budget in (1, 60_000):
        with_budget = clerk.ask("suggest", match=match, seat=0, bot="random", budget_ms=budget)
        assert "budget_ms changes nothing" in with_budget.pop("note")
        assert with_budget == told
    wrong = clerk.refused("suggest", match=match, seat=0, bot="random", budget_ms=60_001)
    assert (wrong["code"], wrong["at"]) == ("bad_request", "budget_ms")


def test_undo_leads_back_and_the_same_dice_come_again(clerk: Clerk) -> None:
    match = clerk.begin()
    after = [clerk.act(match, seat, {"rungs": 3})["view"] for seat in (0, 1)]
    assert clerk.ask("undo", match=match, to=0)["revision"] == 0
    assert [clerk.act(match, seat, {"rungs": 3})["view"] for seat in (0, 1)] == after
    assert clerk.ask("undo", match=match, to=1)["view"] == after[0]
    assert clerk.ask("save", match=match)["save"]["undone"] == 3


def test_a_saved_match_is_restored_beside_the_first_and_goes_on_the_same(clerk: Clerk) -> None:
    match = clerk.begin()
    clerk.act(match, 0, {"rungs": 3})
    save = clerk.ask("save", match=match)["save"]
    other = clerk.ask("restore", save=save)
    assert other["match"] != match
    assert (other["revision"], other["events"]) == (1, [])
    assert (
        clerk.act(other["match"], 1, {"rungs": 3})["view"]
        == (clerk.act(match, 1, {"rungs": 3})["view"])
    )


def test_a_true_record_is_verified_and_a_changed_die_is_found(clerk: Clerk) -> None:
    match = over(clerk)
    save = clerk.ask("save", match=match)["save"]
    assert clerk.ask("verify", save=save)["ok"] is True
    thrown, entry = next((i, e) for i, e in enumerate(save["entries"]) if e["rolls"])
    roll = entry["rolls"][0]
    roll["total"] = roll["total"] % 6 + 1
    roll["faces"] = [roll["total"]]
    found = clerk.ask("verify", save=save)
    assert (found["ok"], found["revision"]) == (False, thrown)


def test_a_record_that_points_nowhere_is_refused_at_its_field(clerk: Clerk) -> None:
    save = clerk.ask("save", match=clerk.begin())["save"]
    save["entries"][0]["seat"] = 4
    for verb in ("restore", "verify"):
        error = clerk.refused(verb, save=save)
        assert (error["code"], error["at"]) == ("bad_request", "save.entries[0].seat")


def test_a_match_is_let_go_of_by_its_name(clerk: Clerk) -> None:
    match, other = clerk.begin(), clerk.begin()
    clerk.ask("quit", match=match)
    assert clerk.refused("view", match=match)["code"] == "unknown_match"
    clerk.ask("view", match=other)
    assert clerk.refused("quit", match=match)["code"] == "unknown_match"


def test_an_id_comes_back_as_it_was_written(clerk: Clerk) -> None:
    for written in ("1", '"a"', '{"a":[1,null]}', "1e400", "null", '"\\u00e9 é"', "0.10"):
        reply = clerk.referee.answer(b'{"id": %b ,"do":"games"}' % written.encode())
        assert reply.body.startswith(b'{"id":%b,"games":' % written.encode())


def test_without_an_id_the_answer_s_is_null(clerk: Clerk) -> None:
    assert clerk.referee.answer(b'{"do":"games"}').body.startswith(b'{"id":null,')
