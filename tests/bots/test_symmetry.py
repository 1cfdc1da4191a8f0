"""The long count of who wins: its images are images, its figures those of statistics."""

from __future__ import annotations

import pytest

from benchmarks.images import Image
from benchmarks.rates import Rate
from benchmarks.symmetry import SYMMETRIES, Fought, apart, battles, from_half, lines
from benchmarks.symmetry_tao import image_of_hex
from benchmarks.symmetry_tft import SETUPS, image_of
from meleekit.battlesystem.battle import Battle
from meleekit.battlesystem.geometry import cells_of
from meleekit.tft.boards import BoardSpec
from meleekit.tft.setup import Setup

PLAIN = Image()
TFT = SYMMETRIES["tft"]
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


@pytest.mark.parametrize("key", ["tao", "battlesystem"])
def test_an_image_has_everybody_and_twice_the_same_change_is_none(key: str) -> None:
    symmetric = SYMMETRIES[key]
    for name, made in symmetric.setups.items():
        setup = made()
        assert symmetric.image_of(setup, PLAIN) == setup
        for factor in symmetric.factors:
            image = Image(**{factor: True})
            other = symmetric.image_of(setup, image)
            assert symmetric.image_of(other, image) == setup
            assert symmetric.equal(other) is symmetric.equal(setup)
            # One alone, or several alike, have no order.
            assert other != setup or factor == "fighters", name


def test_equals_are_those_whose_sides_have_the_same_fighters() -> None:
    unequal = {
        key: {name for name, made in one.setups.items() if not one.equal(made())}
        for key, one in SYMMETRIES.items()
    }
    assert unequal["tao"] == {"halberds against an ogre"}
    assert unequal["battlesystem"] == {"spears against orcs"}


def test_a_hex_in_the_other_place_is_on_the_other_side_of_the_map() -> None:
    # TAO-HEX-02: in a mirror columns keep their parity if their number is odd; turned by half, an
    # odd one becomes even if it is not.
    for name, made in SYMMETRIES["tao"].setups.items():
        setup = made()
        red, blue = setup.sides
        places = {image_of_hex(setup, one.hex) for one in red.combatants}
        assert ({one.hex for one in blue.combatants} == places) or "ogre" in name
        first = int(image_of_hex(setup, "0101")[:2])
        assert first == setup.columns
        assert (first % 2 == 1) == (image_of_hex(setup, "0101")[2:] == "01")


def test_units_turned_or_mirrored_stand_in_the_images_of_their_cells() -> None:
    # BAT-GRID-02
    symmetric = SYMMETRIES["battlesystem"]
    for made in symmetric.setups.values():
        setup = made()
        for image, turned in ((Image(places=True), True), (Image(mirrored=True), False)):
            here, there = Battle(setup), Battle(symmetric.image_of(setup, image))
            for number in here.everybody:
                cells = [
                    (setup.width - 1 - x, setup.height - 1 - y if turned else y)
                    for x, y in cells_of(here.deployed(number).pose)
                ]
                assert sorted(cells_of(there.deployed(number).pose)) == sorted(cells)


@pytest.mark.parametrize("key", SYMMETRIES)
def test_winners_are_told_by_side_seat_and_place(key: str) -> None:
    symmetric = SYMMETRIES[key]
    name = next(iter(symmetric.setups))
    for image in symmetric.images:
        for fought in battles(key, name, image, range(1), symmetric.bot):
            assert fought.image == image
            assert (fought.red_won == fought.first_won) is (not image.sides)
            assert (fought.red_won == fought.placed_won) is (not image.places)


def test_rates_are_judged_as_statistics_does() -> None:
    # Wilson's interval for 50 of 100, and 60 of 100 lies two deviations of 5 from the half.
    assert Rate(50, 100).interval() == pytest.approx((0.40383, 0.59617), abs=1e-5)
    assert from_half(Rate(60, 100)) == pytest.approx(2.0)
    # 0.5 and 0.6 of 100 each: 0.1 / sqrt(0.55 * 0.45 * 0.02)
    assert apart(Rate(50, 100), Rate(60, 100)) == pytest.approx(1.42134, abs=1e-5)


def test_an_edge_of_the_first_listed_shows() -> None:
    """Were the first listed to win every time, the rows that compare listing would say so."""
    fought = [
        Fought(image, red_won=not image.sides, first_won=True, placed_won=not image.sides)
        for image in TFT.images
        for _ in range(4)
    ]
    told = {text.split("  ")[0]: z for text, z in lines(fought, TFT, equal=True)}
    assert told["the first listed wins"] == pytest.approx(8.0)
    assert told["sides listed the other way round"] == pytest.approx(-8.0)
    assert told["Red wins"] == told["board mirrored"] == 0


@pytest.mark.parametrize("equal", [True, False])
def test_left_handed_rules_are_seen_in_a_mirror_only_where_sides_are_equal(equal: bool) -> None:
    # BAT-GRID-02
    fought = [Fought(image, n % 2 == 0, True, True) for n, image in enumerate(TFT.images)]
    told = [text for text, _ in lines(fought, TFT._replace(left_handed=True), equal=equal)]
    assert any("mirrored" in text for text in told) is equal
    assert any("listed" in text for text in told)
