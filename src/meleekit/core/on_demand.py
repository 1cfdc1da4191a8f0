"""Sequences that are listed only when somebody looks at them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import TypeVar, overload

T = TypeVar("T")


class OnDemand(Sequence[T]):
    """A sequence whose items are worked out once, and only if they themselves are wanted.

    Playing an action asks for no more than whether it is among those allowed, so a long list of
    them need not be made.
    """

    __slots__ = ("_items",)

    def __init__(self) -> None:
        self._items: Sequence[T] | None = None

    @abstractmethod
    def listed(self) -> Sequence[T]:
        """The items."""

    def holds(self, value: object) -> bool | None:
        """Whether a value is among the items, or None where only the list can tell."""
        return None

    # Looked at in every decision: what is listed is taken here, without a call.

    def _all(self) -> Sequence[T]:
        items = self._items
        if items is None:
            items = self._items = self.listed()
        return items

    def __contains__(self, value: object) -> bool:
        items = self._items
        if items is None:
            held = self.holds(value)
            if held is not None:
                return held
            items = self._all()
        return value in items

    def __len__(self) -> int:
        items = self._items
        return len(self._all() if items is None else items)

    def __iter__(self) -> Iterator[T]:
        return iter(self._all())

    @overload
    def __getitem__(self, at: int) -> T: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[T]: ...

    def __getitem__(self, at: int | slice) -> T | Sequence[T]:
        items = self._items
        return (self._all() if items is None else items)[at]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._all()!r})"
