"""Whatever is sent, something is answered, and what is refused has changed nothing."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meleekit.core.system import System
from meleekit.referee import Referee
from meleekit.referee.requests import VERBS
from meleekit.systems import SYSTEMS
from tests.referee.clerk import CODES, SEED
from tests.toys import TOYS

EVERY: Mapping[str, System] = {**SYSTEMS, **TOYS}
GAMES = (("tft", "duel"), ("knives", "duel"), ("ladder", "race"))

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


def told(referee: Referee, request: object) -> dict[str, Any]:
    body = referee.answer(json.dumps(request).encode("utf-8", "surrogatepass")).body
    answer: dict[str, Any] = json.loads(body)
    return answer


def check(referee: Referee, data: bytes) -> str | None:
    """The code of the error that a request meets, whose form is that of the protocol."""
    reply = referee.answer(data)
    assert b"\n" not in reply.body
    assert b"\r" not in reply.body
    answer = json.loads(reply.body.decode())
    assert "id" in answer
    if reply.code is None:
        assert "error" not in answer
        return None
    assert set(answer) == {"id", "error"}
    assert answer["error"]["code"] == reply.code
    assert reply.code in CODES - {"internal"}
    return reply.code


def whole(referee: Referee) -> list[Any]:
    """All that there is of the matches that the fuzz began with."""
    names = [f"m{number}" for number in range(1, len(GAMES) + 1)]
    return [told(referee, {"do": "save", "match": name}) for name in names]


@pytest.fixture(scope="module")
def referee() -> Referee:
    found = Referee(EVERY)
    for game, setup in GAMES:
        told(found, {"do": "new", "game": game, "setup": setup, "seed": SEED})
    return found


@given(st.binary(max_size=300))
def test_bytes(referee: Referee, data: bytes) -> None:
    assert check(referee, data) == "bad_request"


@given(json_values)
def test_json_values(referee: Referee, value: object) -> None:
    assert check(referee, json.dumps(value).encode("utf-8", "surrogatepass")) == "bad_request"


names = st.sampled_from(("m1", "m2", "m3", "m9"))
seats = st.integers(0, 2)
odd_action = st.fixed_dictionaries(
    {},
    optional={
        "do": st.sampled_from(("move", "attack", "place", "nothing", "order", "ready")),
        "type": st.sampled_from(("seal", "parry", "let_hit")),
        "figure": st.integers(-2, 3) | st.integers(),
        "hex": st.integers(-2, 150) | st.integers(),
        "target": st.integers(-2, 3),
        "weapons": st.lists(st.integers(-1, 5), max_size=2),
        "order": json_values,
        "stroke": st.sampled_from(("high", "low", "guard", "none")),
        "rungs": st.integers(),
        "kind": st.sampled_from(("ready", "change", "pick_up")),
        "posture": st.sampled_from(("prone", "standing")),
    },
)
# A value of the right kind for each field, and one of any kind for all.
field_values: dict[str, st.SearchStrategy[Any]] = {
    "id": json_values,
    "game": st.sampled_from(("tft", "knives", "ladder", "chess")),
    "setup": st.sampled_from(("duel", "race", "brittle", "none")) | json_values,
    "options": st.dictionaries(st.sampled_from(("kind", "board", "variants")), json_values),
    "seed": st.just(SEED) | st.text(max_size=70),
    "situation": st.dictionaries(st.sampled_from(("game", "fighters", "board")), json_values)
    | st.fixed_dictionaries({"game": st.sampled_from(("tft", "ladder")), "fighters": json_values}),
    "text": st.sampled_from(('game = "tft"', 'game = "ladder"\nx = 1')) | st.text(),
    "match": names,
    "seat": seats,
    "action": odd_action | json_values,
    "dice": st.lists(st.integers(-1, 20), max_size=4),
    "revision": st.integers(0, 3),
    "until": st.sampled_from(("action", "decision")),
    "as": st.sampled_from(("svg", "text")),
    "bot": st.sampled_from(("random", "brawler", "nobody")),
    "budget_ms": st.integers(0, 100),
    "to": st.integers(0, 3),
    "save": json_values,
}
NEEDED = {
    "games": (),
    "schema": ("game",),
    "new": ("game", "setup"),
    "load": ("situation",),
    "options": ("match", "seat"),
    "act": ("match", "seat", "action"),
    "odds": ("match", "seat", "action"),
    "view": ("match",),
    "scene": ("match", "as"),
    "suggest": ("match", "seat", "bot"),
    "undo": ("match", "to"),
    "save": ("match",),
    "restore": ("save",),
    "verify": ("save",),
    "quit": (),
}


@st.composite
def near_requests(draw: st.DrawFn) -> dict[str, Any]:
    """A request with the fields it needs, some others perhaps, one perhaps of another kind."""
    verb = draw(st.sampled_from(sorted(NEEDED)))
    extra = draw(st.lists(st.sampled_from(sorted(field_values)), max_size=2))
    wanted = [*NEEDED[verb], *(extra if draw(st.booleans()) else ())]
    request = {"do": verb, **{name: draw(field_values[name]) for name in wanted}}
    if draw(st.integers(0, 3)) == 0:
        request[draw(st.sampled_from(sorted(request)))] = draw(json_values)
    return request


def test_the_fuzz_knows_every_verb() -> None:
    assert set(NEEDED) == set(VERBS)


@settings(max_examples=400)
@given(near_requests())
def test_requests_that_are_nearly_right(request_: dict[str, Any]) -> None:
    referee = _fresh()
    before = whole(referee)
    code = check(referee, json.dumps(request_).encode("utf-8", "surrogatepass"))
    if code is not None or request_["do"] not in ("act", "undo", "quit"):
        assert whole(referee) == before


_KEPT: list[Referee] = []


def _fresh() -> Referee:
    """A referee as at the beginning; the last one, as long as it has only what it began with."""
    if _KEPT and len(_KEPT[0]._matches) < 50 and all("save" in one for one in whole(_KEPT[0])):
        return _KEPT[0]
    referee = Referee(EVERY)
    for game, setup in GAMES:
        told(referee, {"do": "new", "game": game, "setup": setup, "seed": SEED})
    _KEPT[:] = [referee]
    return referee


@settings(max_examples=100)
@given(st.data())
def test_a_record_with_one_value_changed_is_restored_or_refused(
    referee: Referee, data: st.DataObject
) -> None:
    game, setup = data.draw(st.sampled_from(GAMES))
    match = told(referee, {"do": "new", "game": game, "setup": setup, "seed": SEED})["match"]
    opening = told(referee, {"do": "view", "match": match})
    seat = opening["open"][0]["seat"]
    action = told(referee, {"do": "options", "match": match, "seat": seat})["actions"][0]["action"]
    told(referee, {"do": "act", "match": match, "seat": seat, "action": action})
    save = told(referee, {"do": "save", "match": match})["save"]
    told(referee, {"do": "quit", "match": match})
    at: Any = save
    while True:
        key = data.draw(st.sampled_from(sorted(at) if isinstance(at, dict) else range(len(at))))
        if not (isinstance(at[key], dict | list) and at[key]) or data.draw(st.integers(0, 9)) == 0:
            break
        at = at[key]
    at[key] = data.draw(st.integers(-3, 500) | json_values)
    for verb in ("verify", "restore"):
        answer = json.dumps({"do": verb, "save": save}).encode("utf-8", "surrogatepass")
        if check(referee, answer) is None and verb == "restore":
            newest = next(reversed(referee._matches._kept))
            play_on(referee, newest)
            told(referee, {"do": "quit", "match": newest})


def play_on(referee: Referee, match: str) -> None:
    """What was restored can be looked at and played."""
    for _ in range(3):
        position = told(referee, {"do": "view", "match": match})
        assert "error" not in position
        if not position["open"]:
            return
        seat = position["open"][0]["seat"]
        told_ = told(referee, {"do": "options", "match": match, "seat": seat})
        act = {"do": "act", "match": match, "seat": seat, "action": told_["actions"][0]["action"]}
        code = check(referee, json.dumps(act).encode())
        assert code in (None, "needs_dice")
        if code:
            return
