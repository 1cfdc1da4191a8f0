"""Records that are broken are refused with their reason, and those that lie are found out."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from copy import deepcopy
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs.examples.ladder.game import Climb
from meleekit.core.dice import commitment
from meleekit.core.errors import BadSave
from meleekit.core.match import Match
from meleekit.core.verify import Verification, verify
from tests.toys import TOYS, KnivesSetup, LetHit, Parry, Seal, Stroke

SEED = bytes(range(32))
HIGH, LOW, GUARD = Seal(Stroke.HIGH), Seal(Stroke.LOW), Seal(Stroke.GUARD)


def a_match() -> Match[Any, Any]:
    """Rolled from the seed but for one blow: Bob's guard is broken by a 2, and he takes it."""
    match = Match.start(TOYS["knives"], KnivesSetup(toughness=5), seed=SEED)
    match.act(0, HIGH)
    match.act(1, GUARD, dice=[2])
    match.act(1, LetHit())
    for _ in range(3):
        match.act(0, LOW)
        match.act(1, HIGH)
        while any(decision.interrupts for decision in match.decisions):
            match.act(match.decisions[0].seat, Parry())
    return match


RECORD = a_match().save(reveal_seed=True)
PLAIN: dict[str, Any] = json.loads(RECORD)
# The first entry in which the seed rolled a blow.
ROLLED = next(
    i for i, e in enumerate(PLAIN["entries"]) if i > 0 and e["rolls"] and not e["by_hand"]
)
BY_HAND = 2

Edit = Callable[[dict[str, Any]], object]


def edited(edit: Edit) -> bytes:
    record = deepcopy(PLAIN)
    edit(record)
    return json.dumps(record).encode()


# -- records that hold -------------------------------------------------------------------------


def test_an_honest_record_is_verified() -> None:
    verdict = verify(RECORD, TOYS)
    assert (verdict.ok, verdict.revision) == (True, None)


def test_a_verified_record_tells_how_many_entries_no_seed_can_vouch_for() -> None:
    # First of all, since what is given by hand can be anything.
    said = f"1 of {len(PLAIN['entries'])} entries have dice given by hand"
    assert verify(RECORD, TOYS).reason.startswith(said)


def test_a_true_record_that_is_cut_off_before_the_end_is_told_to_be() -> None:
    match = Match.start(TOYS["ladder"], TOYS["ladder"].setup_from("race"), seed=SEED)
    while match.outcome is None:
        assert "not finished" in verify(match.save(reveal_seed=True), TOYS).reason
        match.act(match.decisions[0].seat, Climb(3))
    assert "not finished" not in verify(match.save(reveal_seed=True), TOYS).reason


def test_a_true_record_of_other_rules_says_that_the_rules_differ() -> None:
    verdict = verify(edited(lambda r: r.update(rules_version="0")), TOYS)
    assert verdict.ok
    assert "recorded under rules 0, checked under 1" in verdict.reason


def test_a_verified_record_tells_how_many_entries_were_taken_back() -> None:
    match = a_match()
    match.undo(match.revision - 3)
    assert "3 were taken back" in verify(match.save(reveal_seed=True), TOYS).reason


def test_a_record_that_keeps_its_seed_back_is_verified_with_it() -> None:
    kept_back = a_match().save(reveal_seed=False)
    assert not verify(kept_back, TOYS).ok
    assert verify(kept_back, TOYS, seed=SEED).ok


def test_a_record_rolled_by_hand_throughout_needs_no_seed() -> None:
    match = Match.start(TOYS["knives"], KnivesSetup(parries=0), dice=[1, 6])
    match.act(0, HIGH)
    match.act(1, LOW, dice=[7, 12])
    assert verify(match.save(reveal_seed=False), TOYS).ok


# -- records that lie --------------------------------------------------------------------------


def set_entry(revision: int, *path: str | int, to: object) -> Edit:
    def edit(record: dict[str, Any]) -> None:
        place = record["entries"][revision]
        for step in path[:-1]:
            place = place[step]
        assert place[path[-1]] != to
        place[path[-1]] = to

    return edit


def other_total(record: dict[str, Any]) -> None:
    roll = record["entries"][ROLLED]["rolls"][0]
    roll["total"] = 7 if roll["total"] != 7 else 8


def other_faces(record: dict[str, Any]) -> None:
    roll = record["entries"][ROLLED]["rolls"][0]
    a, b = roll["faces"]
    roll["faces"] = [a + 1, b - 1] if (a, b) not in ((6, b), (a, 1)) else [a - 1, b + 1]


def claimed_by_hand(record: dict[str, Any]) -> None:
    entry = record["entries"][ROLLED]
    entry["by_hand"] = True
    entry["position"] = record["entries"][ROLLED - 1]["position"]
    for later in record["entries"][ROLLED:]:
        later["position"] = max(later["position"], entry["position"])


@pytest.mark.parametrize(
    ("edit", "revision", "reason"),
    [
        (other_total, ROLLED, "dice fell"),
        (other_faces, ROLLED, "dice fell"),
        (claimed_by_hand, ROLLED, "dice fell"),
        (set_entry(BY_HAND, "rolls", 0, "total", to=12), BY_HAND, "events"),
        (set_entry(BY_HAND, "rolls", 0, "total", to=13), BY_HAND, "cannot show 13"),
        (set_entry(BY_HAND, "rolls", to=[]), BY_HAND, "roll 2d6"),
        (set_entry(BY_HAND, "by_hand", to=False), BY_HAND, "dice fell"),
        (set_entry(1, "by_hand", to=True), 1, "no dice were thrown"),
        (set_entry(1, "action", "stroke", to="low"), 1, "events"),
        (set_entry(1, "action", to={"type": "parry"}), 1, "cannot be done"),
        (set_entry(1, "seat", to=1), 1, "events"),
        (set_entry(3, "state", "wounds", to=[0, 0]), 3, "state"),
        (set_entry(0, "state", "parries", to=[9, 2]), 0, "state"),
        (set_entry(3, "events", 0, "seat", to=0), 3, "events"),
        (set_entry(3, "events", to=[]), 3, "events"),
        (lambda r: r["entries"].pop(3), 3, "cannot be done"),
        (lambda r: r["setup"].update(parries=7), 0, "state"),
        (lambda r: r["entries"].insert(2, r["entries"][1]), 2, "cannot be done"),
    ],
)
def test_the_first_revision_that_lies_is_named(edit: Edit, revision: int, reason: str) -> None:
    verdict = verify(edited(edit), TOYS)
    assert (verdict.ok, verdict.revision) == (False, revision)
    assert reason in verdict.reason


def test_bytes_of_the_stream_cannot_be_skipped() -> None:
    def skip(record: dict[str, Any]) -> None:
        for entry in record["entries"][ROLLED:]:
            entry["position"] += 1

    verdict = verify(edited(skip), TOYS)
    assert (verdict.ok, verdict.revision) == (False, ROLLED)
    assert "bytes of the stream" in verdict.reason


def test_a_seed_that_was_not_committed_to_proves_nothing() -> None:
    verdict = verify(edited(lambda r: r.update(seed="00" * 32)), TOYS)
    assert (verdict.ok, verdict.revision) == (False, None)
    assert "committed" in verdict.reason


def test_a_commitment_to_another_seed_proves_nothing() -> None:
    verdict = verify(edited(lambda r: r.update(commitment=commitment(bytes(32)))), TOYS)
    assert (verdict.ok, verdict.revision) == (False, None)


def test_another_seed_with_a_commitment_to_match_shows_in_the_first_throw() -> None:
    def swap(record: dict[str, Any]) -> None:
        record.update(seed="00" * 32, commitment=commitment(bytes(32)))

    verdict = verify(edited(swap), TOYS)
    assert (verdict.ok, verdict.revision) == (False, 0)
    assert "dice fell" in verdict.reason


def test_a_difference_under_other_rules_says_that_the_rules_differ() -> None:
    def old(record: dict[str, Any]) -> None:
        record["rules_version"] = "0"
        record["entries"][3]["state"]["wounds"] = [0, 0]

    assert "recorded under rules 0, checked under 1" in verify(edited(old), TOYS).reason


# -- records that cannot be read ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("edit", "at"),
    [
        (lambda r: r.update(format="meleekit-match/2"), "format"),
        (lambda r: r.pop("format"), "format"),
        (lambda r: r.update(format=1), "format"),
        (lambda r: r.update(game="chess"), "game"),
        (lambda r: r.pop("undone"), "undone"),
        (lambda r: r.update(undone=-1), "undone"),
        (lambda r: r.update(undone="2"), "undone"),
        (lambda r: r.update(commitment="0" * 63), "commitment"),
        (lambda r: r.update(seed="xyz"), "seed"),
        (lambda r: r.update(surprise=1), "surprise"),
        (lambda r: r.update(setup={"rounds": "many"}), "setup.rounds"),
        (lambda r: r.update(setup={"rounds": 0}), "setup.toughness"),
        (lambda r: r.update(setup={"surprise": 1}), "setup.surprise"),
        (lambda r: r.update(entries=[]), "entries"),
        (lambda r: r.update(entries={}), "entries"),
        (lambda r: r["entries"].pop(0), "entries[0].seat"),
        (lambda r: r["entries"][1].update(seat=-1), "entries[1].seat"),
        (lambda r: r["entries"][1].update(seat=-2), "entries[1].seat"),
        (lambda r: r["entries"][1].update(seat=0.5), "entries[1].seat"),
        (lambda r: r["entries"][1].update(seat=2), "entries[1].seat"),
        (lambda r: r["entries"][1].update(action=None), "entries[1].action"),
        (lambda r: r["entries"][1].update(action={"type": "fly"}), "entries[1].action.type"),
        (lambda r: r["entries"][1]["action"].update(stroke="mid"), "entries[1].action.stroke"),
        (lambda r: r["entries"][1]["action"].update(surprise=1), "entries[1].action.surprise"),
        (lambda r: r["entries"][1].update(surprise=1), "entries[1].surprise"),
        (lambda r: r["entries"][1].pop("state"), "entries[1].state"),
        (lambda r: r["entries"][1]["state"].update(surprise=1), "entries[1].state.surprise"),
        (
            lambda r: r["entries"][1]["events"][0].update(surprise=1),
            "entries[1].events[0].surprise",
        ),
        (lambda r: r["entries"][2]["rolls"][0].update(surprise=1), "entries[2].rolls[0].surprise"),
        (lambda r: r["entries"][3]["events"][0].update(seat=5), "entries[3].events[0]"),
        (lambda r: r["entries"][2]["state"].update(threat=5), "entries[2].state"),
        (lambda r: r["entries"][1].update(by_hand="no"), "entries[1].by_hand"),
        (lambda r: r["entries"][1].update(position=-1), "entries[1].position"),
        (lambda r: r["entries"][1].update(position=2**64), "entries[1].position"),
        (lambda r: r["entries"][1].update(position=0), "entries[1].position"),
    ],
)
def test_a_record_that_cannot_be_read_is_refused_naming_the_field(edit: Edit, at: str) -> None:
    data = edited(edit)
    for read in (Match.load, verify):
        with pytest.raises(BadSave) as error:
            read(data, TOYS)
        assert error.value.at == at


def test_loading_a_match_with_another_seed_is_refused() -> None:
    with pytest.raises(BadSave) as error:
        Match.load(RECORD, TOYS, seed=bytes(32))
    assert error.value.at == "seed"


def test_loading_a_record_with_another_seed_is_refused() -> None:
    with pytest.raises(BadSave) as error:
        Match.load(edited(lambda r: r.update(seed="00" * 32)), TOYS)
    assert error.value.at == "seed"


def test_a_record_of_other_rules_that_cannot_be_read_says_so() -> None:
    def old(record: dict[str, Any]) -> None:
        record["rules_version"] = "0"
        del record["entries"][1]["state"]["wounds"]

    with pytest.raises(BadSave, match="recorded under rules 0, read by 1"):
        Match.load(edited(old), TOYS)


@pytest.mark.parametrize(
    "data",
    [b"", b"null", b"[]", b"{", b"\xff\xfe", b"[" * 100_000, b'{"format":' * 50_000],
    ids=["empty", "null", "list", "brace", "no text", "deep list", "deep object"],
)
def test_what_is_no_record_at_all_is_refused(data: bytes) -> None:
    with pytest.raises(BadSave):
        Match.load(data, TOYS)


def test_a_set_up_nested_too_deeply_is_refused() -> None:
    deep = b"[" * 100_000 + b"]" * 100_000
    with pytest.raises(BadSave):
        Match.load(RECORD.replace(b'"setup":{', b'"setup":' + deep + b',"x":{', 1), TOYS)


@given(st.integers(0, len(RECORD) - 1))
def test_a_record_cut_short_anywhere_is_refused(length: int) -> None:
    with pytest.raises(BadSave):
        Match.load(RECORD[:length], TOYS)


# -- fuzzing -----------------------------------------------------------------------------------


def survives(data: bytes) -> None:
    """Loading and verifying either work or raise `BadSave`, and nothing else."""
    for read in (Match.load, verify):
        with suppress(BadSave):
            read(data, TOYS)


@given(st.binary(max_size=200))
def test_no_bytes_bring_the_reader_down(data: bytes) -> None:
    survives(data)


@given(st.integers(0, len(RECORD)), st.integers(0, 20), st.binary(max_size=20))
def test_no_changed_bytes_bring_the_reader_down(start: int, length: int, new: bytes) -> None:
    survives(RECORD[:start] + new + RECORD[start + length :])


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


def places(value: object, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """The path of every value in the record."""
    found = [path] if path else []
    if isinstance(value, dict):
        for key, inner in value.items():
            found += places(inner, (*path, key))
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            found += places(inner, (*path, i))
    return found


# Numbers, texts and words that are at home in a record lead deeper into it than others do.
AT_HOME = st.integers(-1, 12) | st.sampled_from(["high", "low", "guard", "parry", "let_hit"])


@given(st.data())
def test_no_changed_values_bring_the_reader_down(data: st.DataObject) -> None:
    record = deepcopy(PLAIN)
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(places(record)))
        place: Any = record
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = data.draw(AT_HOME | JSON)
    survives(json.dumps(record).encode())


def test_a_verdict_can_be_written_down() -> None:
    verdict = verify(RECORD, TOYS)
    assert msgspec.json.decode(msgspec.json.encode(verdict), type=Verification) == verdict
