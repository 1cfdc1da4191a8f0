"""Proof that nobody cheated: a record recomputed from its seed, its set-up and its actions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from meleekit.core.dice import Given, Rolled, commitment
from meleekit.core.errors import MeleekitError
from meleekit.core.game import Event
from meleekit.core.match import opened, played
from meleekit.core.record import Entry, Record, read_record, told_of
from meleekit.core.system import System


class Verification(msgspec.Struct, frozen=True):
    """Whether a record is true. `revision` is the first that differs; `reason` says how.

    `revision` is None where the record holds, and where it fails as a whole (its seed).
    """

    ok: bool
    revision: int | None
    reason: str


def verify(
    data: bytes, systems: Mapping[str, System], *, seed: bytes | None = None
) -> Verification:
    """Recompute every roll, event and state of a record and compare them with what it says.

    `seed` is for records that keep theirs back. Dice given by hand are taken as given: no seed
    can vouch for them, and the reason begins with how many entries have them. So is the state of a
    match begun from a situation. It also says whether the match was finished, and if it was
    recorded under other rules. Raises `BadSave` for a record that cannot be read.
    """
    record = read_record(data, systems)
    if seed is None:
        seed = record.seed
    if seed is not None and commitment(seed) != record.commitment:
        return Verification(False, None, "the seed is not the one that the match committed to")
    if seed is None and not all(entry.by_hand or not entry.rolls for entry in record.entries):
        return Verification(False, None, "the seed is not revealed, so no roll can be recomputed")
    state, position = None, 0
    for revision, entry in enumerate(record.entries):
        fault = _fault(record, entry, state, position, seed)
        if fault:
            return Verification(False, revision, fault + _other_rules(record))
        state, position = entry.state, entry.position
    return Verification(True, None, _praise(record))


def _fault(
    record: Record[Any, Any],
    entry: Entry[Any, Any, Event],
    state: object,
    position: int,
    seed: bytes | None,
) -> str:
    """How the entry differs from what comes of its action; empty if it does not."""
    if entry.action is None and record.from_situation:
        nothing_done = not (entry.rolls or entry.events or entry.by_hand or entry.position)
        return "" if nothing_done else "nothing is done before a situation"
    given = entry.by_hand or seed is None
    dice = Given([roll.total for roll in entry.rolls]) if given else Rolled(seed or b"", position)
    try:
        with told_of("action"):
            if entry.action is None:
                again = opened(record.game, dice)
            else:
                again = played(record.game, state, entry.seat, entry.action, dice, position)
    except MeleekitError as error:
        return f"the action cannot be done there: {error}"
    if again.rolls != entry.rolls:
        return f"the dice fell {_dice(again)}, recorded is {_dice(entry)}"
    if again.by_hand != entry.by_hand:
        return "no dice were thrown, by hand or otherwise"
    if again.position != entry.position:
        return f"{again.position} bytes of the stream are used, recorded is {entry.position}"
    if again.events != entry.events:
        return "the events are not those that the action brings about"
    if again.state != entry.state:
        return "the state is not the one that the action leads to"
    return ""


def _dice(entry: Entry[Any, Any, Event]) -> str:
    thrown = [
        f"{roll.count}d{roll.sides} = {roll.total}"
        + (f" ({'+'.join(map(str, roll.faces))})" if roll.faces else "")
        for roll in entry.rolls
    ]
    return ", ".join(thrown) or "not at all"


def _other_rules(record: Record[Any, Any]) -> str:
    now = record.game.rules_version
    if record.rules_version == now:
        return ""
    return f" (recorded under rules {record.rules_version}, checked under {now})"


def _praise(record: Record[Any, Any]) -> str:
    entries = len(record.entries)
    by_hand = sum(entry.by_hand for entry in record.entries)
    parts = [f"all {entries} entries are as the rules and the seed make them"]
    if by_hand:
        # First, since it is what the rest hangs on.
        dice = f"{by_hand} of {entries} entries have dice given by hand"
        parts.insert(0, f"{dice}, which no seed can vouch for")
    if record.from_situation:
        parts.append("it begins with a situation, which is taken as it is")
    if record.game.outcome(record.entries[-1].state) is None:
        parts.append("the match is not finished")
    if record.undone:
        parts.append(f"{record.undone} were taken back on the way")
    return "; ".join(parts) + _other_rules(record)
