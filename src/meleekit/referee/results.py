"""The distinct results of an action with their exact chances, as one seat may know them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from time import monotonic
from typing import Any

import msgspec

from meleekit.core.errors import TooLarge
from meleekit.core.game import Event, Game
from meleekit.core.odds import distribution
from meleekit.core.secrecy import KeepsSecrets
from meleekit.core.system import System
from meleekit.referee.answers import Change, Result
from meleekit.referee.matches import Limits
from meleekit.referee.requests import Until

AnyGame = Game[Any, Any, Any]


def hides(system: System, game: AnyGame, state: Any, seat: int) -> bool:  # noqa: ANN401
    """Whether there is anything now that the seat may not know."""
    if not isinstance(system, KeepsSecrets):
        return False
    return any(True for _ in system.twins(game, state, seat))


def results(
    game: AnyGame,
    state: Any,  # noqa: ANN401  # each game has states of its own
    seat: int,
    action: Any,  # noqa: ANN401
    until: Until,
    limits: Limits,
) -> tuple[Result, ...]:
    """What may come of an action, the likeliest first; results that look alike count as one.

    Two look alike if the seat's view is the same after them and the same kinds of things happened
    on the way. Only for a seat from which nothing is hidden: see `hides`. Raises as
    `distribution` does, and `TooLarge` where it takes longer than the `limits` allow.
    """
    enough = monotonic() + limits.patience
    samples: dict[bytes, tuple[Any, tuple[dict[str, Any], ...]]] = {}

    def key(after: Any, events: tuple[Event, ...]) -> bytes:  # noqa: ANN401
        if monotonic() > enough:
            raise TooLarge(
                f"the dice can fall in so many ways that it takes more than {limits.patience:g} "
                "seconds to go through them"
            )
        seen = game.view(after, seat)
        told = tuple(map(_without_dice, game.visible_events(events, seat)))
        found = msgspec.json.encode((seen, told))
        samples.setdefault(found, (seen, told))
        return found

    alone = until == "action"
    chances = distribution(game, state, seat, action, key, alone=alone, most=limits.ways)
    before = game.view(state, seat)
    return tuple(
        Result(
            chance=str(chance),
            probability=float(chance),
            events=samples[found][1],
            changes=tuple(changes(before, samples[found][0])),
        )
        for found, chance in sorted(chances.items(), key=lambda item: -item[1])
    )


def _without_dice(event: Event) -> dict[str, Any]:
    """The event's own fields, without rolls, modifiers and whatever else is made of parts."""
    plain: dict[str, Any] = msgspec.to_builtins(event)
    return {name: value for name, value in plain.items() if _is_plain(getattr(event, name, None))}


def _is_plain(value: object) -> bool:
    if isinstance(value, msgspec.Struct):
        return False
    return not isinstance(value, tuple | list) or all(map(_is_plain, value))


def changes(before: object, after: object, at: str = "") -> Iterator[Change]:
    """The fields that differ, each by its path (``figures[1].hits``)."""
    if before == after:
        return
    if type(before) is type(after):
        if isinstance(before, msgspec.Struct):
            for name in before.__struct_fields__:
                path = f"{at}.{name}" if at else name
                yield from changes(getattr(before, name), getattr(after, name), path)
            return
        if isinstance(before, list | tuple) and isinstance(after, list | tuple):
            if len(before) == len(after):
                for place, (old, new) in enumerate(zip(before, after, strict=True)):
                    yield from changes(old, new, f"{at}[{place}]")
                return
        if isinstance(before, Mapping) and isinstance(after, Mapping):
            if before.keys() == after.keys():
                for name, old in before.items():
                    yield from changes(old, after[name], f"{at}.{name}" if at else str(name))
                return
    yield Change(at, msgspec.to_builtins(before), msgspec.to_builtins(after))
