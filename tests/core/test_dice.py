"""The three kinds of dice, each against its documented definition."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator
from itertools import count, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meleekit.core.dice import Given, Rolled, commitment, new_seed
from meleekit.core.errors import BadDice, NeedsDice

SEED = bytes(range(32))
SEEDS = st.binary(min_size=32, max_size=32)


def stream(seed: bytes) -> Iterator[int]:
    """The documented stream, written a second time."""
    for block in count():
        yield from hashlib.sha256(seed + struct.pack(">Q", block)).digest()


def faces(seed: bytes, sides: int) -> Iterator[int]:
    fits = 256 // sides * sides
    return (byte % sides + 1 for byte in stream(seed) if byte < fits)


def bytes_for(seed: bytes, sides: int, faces_wanted: int) -> int:
    """How many bytes of the stream that many faces use up, those passed over included."""
    fits = 256 // sides * sides
    used = wanted = 0
    for byte in stream(seed):
        if wanted == faces_wanted:
            break
        used += 1
        wanted += byte < fits
    return used


# -- rolled ------------------------------------------------------------------------------------


def test_the_commitment_is_sha256_of_the_seed() -> None:
    # The "abc" vector of FIPS 180-4.
    expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert commitment(b"abc") == expected


def test_the_first_block_of_the_stream_is_sha256_of_seed_and_eight_zero_bytes() -> None:
    # SHA-256 of forty zero bytes, as `head -c 40 /dev/zero | sha256sum` gives it.
    block = bytes.fromhex("2c34ce1df23b838c5abf2a7f6437cca3d3067ed509ff25f11df6b11b582b51eb")
    assert [Rolled(bytes(32)).below(256), Rolled(bytes(32), 1).below(256)] == list(block[:2])


@given(SEEDS, st.integers(1, 256))
def test_faces_are_those_of_the_documented_stream(seed: bytes, sides: int) -> None:
    assert Rolled(seed).roll(100, sides, why="").faces == tuple(islice(faces(seed, sides), 100))


def test_a_roll_from_a_seed_totals_its_faces() -> None:
    roll = Rolled(SEED).roll(5, why="test")
    assert (roll.count, roll.sides, roll.total, roll.why) == (5, 6, sum(roll.faces), "test")


@given(SEEDS, st.integers(1, 256), st.integers(0, 100))
def test_the_position_counts_the_bytes_passed_over_too(seed: bytes, sides: int, n: int) -> None:
    dice = Rolled(seed)
    dice.roll(n, sides, why="")
    assert dice.position == bytes_for(seed, sides, n)


@given(SEEDS, st.integers(0, 100), st.integers(1, 40))
def test_seed_and_position_restore_the_dice(seed: bytes, before: int, after: int) -> None:
    dice = Rolled(seed)
    dice.roll(before, why="")
    restored = Rolled(seed, dice.position)
    assert restored.roll(after, why="") == dice.roll(after, why="")
    assert restored.position == dice.position


@pytest.mark.parametrize("position", [31, 32, 33, 64, 2**40])
def test_the_stream_goes_on_seamlessly_at_the_border_of_a_block(position: int) -> None:
    block = hashlib.sha256(SEED + struct.pack(">Q", position // 32)).digest()
    dice = Rolled(SEED, position)
    assert dice.below(256) == block[position % 32]
    assert dice.position == position + 1


def test_a_small_choice_is_a_die_less_one() -> None:
    dice = Rolled(SEED)
    assert [dice.below(10) for _ in range(50)] == [f - 1 for f in islice(faces(SEED, 10), 50)]


@given(SEEDS, st.integers(257, 2**32))
def test_a_large_choice_takes_four_bytes_and_passes_over_what_would_favour_some(
    seed: bytes, n: int
) -> None:
    source = stream(seed)
    while (number := int.from_bytes(bytes(islice(source, 4)), "big")) >= 2**32 // n * n:
        pass
    assert Rolled(seed).below(n) == number % n


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1])
def test_a_choice_among_none_or_too_many_is_an_error(n: int) -> None:
    with pytest.raises(ValueError, match="choose"):
        Rolled(SEED).below(n)


@pytest.mark.parametrize("sides", [0, 257])
def test_a_die_that_a_byte_cannot_roll_is_an_error(sides: int) -> None:
    with pytest.raises(ValueError, match="sides"):
        Rolled(SEED).roll(1, sides, why="")


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_seed_of_another_length_is_refused(length: int) -> None:
    with pytest.raises(BadDice) as error:
        Rolled(bytes(length))
    assert error.value.at == "seed"


def test_a_negative_position_is_refused() -> None:
    with pytest.raises(BadDice) as error:
        Rolled(SEED, -1)
    assert error.value.at == "position"


def test_a_new_seed_has_32_bytes_and_is_another_each_time() -> None:
    seeds = {new_seed() for _ in range(50)}
    assert len(seeds) == 50
    assert {len(seed) for seed in seeds} == {32}


def test_every_throw_is_listed_in_order() -> None:
    dice = Rolled(SEED)
    thrown = [dice.roll(3, why="to hit"), dice.roll(1, 20, why="luck"), dice.roll(2, why="damage")]
    assert dice.rolls == thrown


def test_classes_do_not_change_what_a_seed_rolls() -> None:
    with_classes = Rolled(SEED).roll(2, why="", classes=["low"] * 5 + ["high"] * 6)
    assert with_classes == Rolled(SEED).roll(2, why="")


# -- given -------------------------------------------------------------------------------------


def test_given_totals_come_in_their_order_and_show_no_faces() -> None:
    dice = Given([11, 4])
    first, second = dice.roll(3, why="to hit"), dice.roll(1, why="damage")
    assert (first.total, second.total) == (11, 4)
    assert first.faces == second.faces == ()


@pytest.mark.parametrize(("count", "sides", "total"), [(3, 6, 2), (3, 6, 19), (1, 20, 21)])
def test_a_total_the_dice_cannot_show_is_refused(count: int, sides: int, total: int) -> None:
    dice = Given([1, total])
    dice.roll(1, why="")
    with pytest.raises(BadDice) as error:
        dice.roll(count, sides, why="")
    assert error.value.at == "dice[1]"


@pytest.mark.parametrize("total", [3, 18])
def test_the_smallest_and_the_greatest_total_are_taken(total: int) -> None:
    assert Given([total]).roll(3, why="").total == total


@pytest.mark.parametrize("total", [True, 4.0, "4", None])
def test_what_is_no_whole_number_is_refused(total: object) -> None:
    with pytest.raises(BadDice, match="whole number"):
        Given([total]).roll(1, why="")  # type: ignore[list-item]  # the wrong type is the point


def test_a_roll_that_was_not_given_is_asked_for_by_name() -> None:
    dice = Given([11])
    dice.roll(3, why="to hit")
    with pytest.raises(NeedsDice) as error:
        dice.roll(2, 8, why="damage")
    needs = error.value
    assert (needs.count, needs.sides, needs.why, needs.have) == (2, 8, "damage", 1)


def test_totals_left_over_are_refused() -> None:
    dice = Given([4, 5, 6])
    dice.roll(1, why="")
    assert dice.left_over == (5, 6)
    with pytest.raises(BadDice) as error:
        dice.check_used_up()
    assert error.value.at == "dice[1]"


def test_totals_all_used_up_are_in_order() -> None:
    dice = Given([4])
    dice.roll(1, why="")
    dice.check_used_up()
    assert dice.left_over == ()
