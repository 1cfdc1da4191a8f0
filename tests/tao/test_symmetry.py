"""No side, no direction and no place in a list has an edge: a fight and its image go alike."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tao.mirrors import Symmetry, play_both
from tests.tao.random_play import dice_of, random_setup, rules_of

seeds = st.integers(0, 10**6)
FLAGS = [
    Symmetry(mirrored=mirrored, swapped=swapped, reversed=other_way)
    for mirrored, swapped, other_way in product((False, True), repeat=3)
    if mirrored or swapped or other_way
]


def both(seed: int, symmetry: Symmetry) -> int:
    choice = dice_of("set-up", seed)
    data = random_setup(choice, rules_of(choice), limit=6)
    if symmetry.turned:
        data["columns"] += 1
    return play_both(data, symmetry, dice_of("dice", seed), dice_of("choice", seed))


# TAO-HEX-02, TAO-INIT-03, TAO-MOV-05
@settings(max_examples=8)
@pytest.mark.parametrize("symmetry", FLAGS, ids=repr)
@given(seeds)
def test_a_fight_and_its_image_go_alike(symmetry: Symmetry, seed: int) -> None:
    assert both(seed, symmetry) > 0


# TAO-HEX-02
@settings(max_examples=8)
@given(seeds)
def test_a_map_of_an_even_number_of_columns_can_be_turned_by_half(seed: int) -> None:
    assert both(seed, Symmetry(turned=True)) > 0
