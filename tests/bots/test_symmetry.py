"""The long count of who wins: its images are images, its figures those of statistics."""

from __future__ import annotations

import pytest

from benchmarks.rates import Rate
from benchmarks.symmetry import (
    IMAGES,
    SETUPS,
    Fought,
    Image,
    apart,
    battles,
    from_half,
    image_of,
    lines,
)
from meleekit.tft.boards import BoardSpec
from meleekit.tft.setup import Setup

PLAIN = Image(mirrored=False, places=False, sides=False, fighters=False)
THREES = "three against three in a pit"


def gates(setup: Setup) -> dict[str, tuple[tuple[int, int], ...]]:
    """Where each side comes in."""
    assert isinstance(setup.board, BoardSpec)
    return dict(zip((side.name for side in setup.sides), setup.board.entrances, strict=True))


def test_each_image_changes_what_it_names_and_nothing_else() -> None:
    plain = SETUPS[THREES]()
    red, blue = gates(plain)["Red"], gates(plain)["Blue"]
    assert image_of(plain, PLAIN) == plain
    assert gates(image_of(plain, PLAIN._replace(places=True))) == {"Red": blue, "Blue": red}
    turned = image_of(plain, PLAIN._replace(sides=True))
    assert [side.name for side in turned.sides] == ["Blue", "Red"]
    assert gates(turned) == gates(plain)
    listed = image_of(plain, PLAIN._replace(fighters=True))
    assert [side.fighters[::-1] for side in listed.sides] == [side.fighters for side in plain.sides]
    # North stays north, and east becomes west: (q, r) lies in column q.
    mirrored = gates(image_of(plain, PLAIN._replace(mirrored=True)))
    assert mirrored["Red"] == ((0, -2), (-1, -1), (-2, 0))


def test_winners_are_told_by_side_seat_and_gate() -> None:
    for image in IMAGES:
        for fought in battles("two-handed swords in a pit", image, 1):
            assert fought.image == image
            assert (fought.red_won == fought.first_won) is (not image.sides)
            assert (fought.red_won == fought.north_won) is (not image.places)


def test_rates_are_judged_as_statistics_does() -> None:
    # Wilson's interval for 50 of 100, and 60 of 100 lies two deviations of 5 from the half.
    assert Rate(50, 100).interval() == pytest.approx((0.40383, 0.59617), abs=1e-5)
    assert from_half(Rate(60, 100)) == pytest.approx(2.0)
    # 0.5 and 0.6 of 100 each: 0.1 / sqrt(0.55 * 0.45 * 0.02)
    assert apart(Rate(50, 100), Rate(60, 100)) == pytest.approx(1.42134, abs=1e-5)


def test_an_edge_of_the_first_listed_shows() -> None:
    """Were the first listed to win every time, the rows that compare listing would say so."""
    fought = [
        Fought(image, red_won=not image.sides, first_won=True, north_won=not image.sides)
        for image in IMAGES
        for _ in range(4)
    ]
    told = {text.split("  ")[0]: z for text, z in lines(fought, equal=True)}
    assert told["the first listed wins"] == pytest.approx(8.0)
    assert told["sides listed the other way round"] == pytest.approx(-8.0)
    assert told["Red wins"] == told["board mirrored"] == 0
