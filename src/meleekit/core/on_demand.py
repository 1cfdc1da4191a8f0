"""Sequences that are listed only when somebody looks at them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar, overload

T = TypeVar("T")


class OnDemand(Sequence[T]):
    """A sequence made by `listed`, called once and only if the items themselves are wanted.

    `holds` says of a value whether it is among them, or None where it cannot tell without the
    list. Playing a move asks for no more than that, so a long list of moves need not be made.
    """

    __slots__ = ("_holds", "_items", "_listed")

    def __init__(
        self, listed: Callable[[], Sequence[T]], holds: Callable[[object], bool | None]
    ) -> None:
        self._listed = listed
        self._holds = holds
        self._items: Sequence[T] | None = None

    def _all(self) -> Sequence[T]:
        if self._items is None:
            self._items = self._listed()
        return self._items

    def __contains__(self, value: object) -> bool:
        if self._items is None:
            held = self._holds(value)
            if held is not None:
                return held
        return value in self._all()

    def __len__(self) -> int:
        return len(self._all())

    def __iter__(self) -> Iterator[T]:
        return iter(self._all())

    @overload
    def __getitem__(self, at: int) -> T: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[T]: ...

    def __getitem__(self, at: int | slice) -> T | Sequence[T]:
        return self._all()[at]

    def __repr__(self) -> str:
        return f"OnDemand({self._all()!r})"
