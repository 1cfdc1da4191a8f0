"""What a player sends, read in the light of the moment: malformed values have the rules' own words.

Something malformed is judged like any other wrong value of its kind (TAH-ERR-02): it is replaced by
one that can never be right, and then the ordinary refusal says why.
"""

from __future__ import annotations

from typing import Any, get_args

import msgspec

from meleekit.core.errors import BadRequest, IllegalAction
from meleekit.core.typed import fault_of, under
from meleekit.tahta import actions as act
from meleekit.tahta.kingdom import Kingdom
from meleekit.tahta.refusals import UNKNOWN, WRONG, in_place, refusal
from meleekit.tahta.state import NOBODY, State
from meleekit.tahta.tables import NUMBER_OF, UNITS

_KINDS: dict[str, type[act.Action]] = {
    str(kind.__struct_config__.tag): kind for kind in get_args(act.AnyAction)
}
# No amount, seat, number, card, unit or node is ever like this.
_NEVER: dict[str, object] = {"amount": -1, "seat": NOBODY}
_NO_NUMBER, _NO_ID = -1, "?"
_PREFERRED = ("camp", "soldier", "catapult", "knight")
"""The kinds of marker that are taken first where there are equally many (TAH-DRAFT-10)."""


def read_action(game: Kingdom, state: State, seat: int, data: object) -> act.AnyAction:
    """The action that a seat which the game waits for means; it may still not be legal.

    Raises `BadRequest` for what is no action at all, and `IllegalAction` for an action of this
    game with a malformed value, or of a kind that is not waited for (TAH-ERR-01).
    """
    kind = _kind_of(data)
    assert isinstance(data, dict)
    if not in_place(state, kind):
        raise IllegalAction(WRONG.rule, WRONG.message, WRONG.reason)
    if kind is act.BidOnCard and data.get("marker") is None:
        data = {**data, "marker": ""}
    try:
        action: act.AnyAction = msgspec.convert(data, act.AnyAction)
    except msgspec.ValidationError as error:
        _check_form(kind, data, error)
        wrong = with_marker(game, state, seat, _never_right(kind, data))
        raise refusal(game, state, seat, wrong) from None
    return with_marker(game, state, seat, action)


def _kind_of(data: object) -> type[act.Action]:
    tag = data.get("do") if isinstance(data, dict) else None
    kind = _KINDS.get(tag) if isinstance(tag, str) else None
    if kind is None:
        at = "action.do" if isinstance(data, dict) else "action"
        said = f"an action says what to `do`: {', '.join(_KINDS)}"
        raise BadRequest(said, rule=UNKNOWN.rule, at=at, reason=UNKNOWN.reason)
    return kind


def _check_form(
    kind: type[act.Action], data: dict[Any, Any], error: msgspec.ValidationError
) -> None:
    """Raise `BadRequest` unless the fields are those of the kind, whatever they hold."""
    names = kind.__struct_fields__
    if set(data) != {"do", *names}:
        message, path = fault_of(error)
        said = f"not an action of this game: {message}"
        at = under("action", path)
        raise BadRequest(said, rule=UNKNOWN.rule, at=at, reason=UNKNOWN.reason)


def _never_right(kind: type[act.Action], data: dict[Any, Any]) -> act.AnyAction:
    """The action with every malformed value replaced by one of its kind that is never right."""
    fields: dict[str, object] = {}
    for field in msgspec.structs.fields(kind):
        value = data[field.name]
        try:
            fields[field.name] = msgspec.convert(value, field.type)
        except msgspec.ValidationError:
            fields[field.name] = _replaced(field.name, value)
    action: act.AnyAction = kind(**fields)  # type: ignore[assignment]  # one of the union
    return action


def _replaced(name: str, value: object) -> object:
    if name in ("numbers", "cards"):
        # As many as there were, so that a wrong number of them is said first (TAH-ATK-22).
        items = value if isinstance(value, list | tuple) else (None,)
        kind: type = int if name == "numbers" else str
        never = (_NO_NUMBER - n if kind is int else _NO_ID for n in range(len(items)))
        return tuple(i if type(i) is kind else no for i, no in zip(items, never, strict=True))
    return _NEVER.get(name, _NO_ID)


def with_marker(game: Kingdom, state: State, seat: int, action: act.AnyAction) -> act.AnyAction:
    """A bid on a card with the marker that is meant (TAH-DRAFT-10, TAH-DRAFT-17).

    Not named it is the kind of unit that most are left of. Raising an own bid leaves the marker
    that lies there.
    """
    if not isinstance(action, act.BidOnCard):
        return action
    marker = action.marker
    supplies = game.supplies(state, seat)
    lot = next((lot for lot in state.lots if lot.card == action.card), None)
    if lot and lot.bidder == seat:
        number = NUMBER_OF.get(marker, NOBODY)
        if not marker or (number != NOBODY and supplies[number] > 0):
            marker = UNITS[lot.marker]
    elif not marker:
        marker = max(_PREFERRED, key=lambda unit: supplies[NUMBER_OF[unit]])
    return msgspec.structs.replace(action, marker=marker)
