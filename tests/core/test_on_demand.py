"""Sequences that are listed only when somebody looks (`meleekit.core.on_demand`)."""

from __future__ import annotations

from collections.abc import Sequence

from meleekit.core.on_demand import OnDemand


class Even(OnDemand[int]):
    def __init__(self) -> None:
        super().__init__()
        self.made = 0

    def listed(self) -> Sequence[int]:
        self.made += 1
        return (2, 4, 6)

    def holds(self, value: object) -> bool:
        return value in (2, 4, 6)


class Odd(OnDemand[int]):
    def listed(self) -> Sequence[int]:
        return (1, 3)


def test_asking_whether_it_holds_something_makes_no_list() -> None:
    even = Even()
    assert 4 in even
    assert 5 not in even
    assert not even.made
    assert list(even) == [2, 4, 6]
    assert (len(even), even[0], even[-1], even[1:]) == (3, 2, 6, (4, 6))
    assert even.made == 1


def test_the_list_decides_where_it_cannot_tell_otherwise() -> None:
    odd = Odd()
    assert 3 in odd
    assert 2 not in odd
