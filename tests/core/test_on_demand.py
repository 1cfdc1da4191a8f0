"""Sequences that are listed only when somebody looks (`meleekit.core.on_demand`)."""

from __future__ import annotations

from meleekit.core.on_demand import OnDemand


def test_asking_whether_it_holds_something_makes_no_list() -> None:
    made: list[int] = []

    def listed() -> tuple[int, ...]:
        made.append(1)
        return (2, 4, 6)

    even = OnDemand(listed, lambda value: value in (2, 4, 6))
    assert 4 in even
    assert 5 not in even
    assert not made
    assert list(even) == [2, 4, 6]
    assert (len(even), even[0], even[-1], even[1:]) == (3, 2, 6, (4, 6))
    assert made == [1]


def test_the_list_decides_where_it_cannot_tell_otherwise() -> None:
    odd = OnDemand(lambda: (1, 3), lambda value: None)
    assert 3 in odd
    assert 2 not in odd
