"""What is said of a state that contradicts itself: the field, and the rule against it."""

from __future__ import annotations

from typing import NoReturn

from meleekit.core.errors import BadSave


def refuse(at: str, message: str, rule: str = "") -> NoReturn:
    """Raise `BadSave` at that field of the state."""
    raise BadSave(message, rule=rule or None, at=at)


def within(at: str, number: int, least: int, end: int) -> None:
    """Raise `BadSave` unless the number is from `least` up to below `end`."""
    if not least <= number < end:
        refuse(at, f"{number} is not between {least} and {end - 1}", "TAH-STATE-08")
