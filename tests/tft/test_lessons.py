"""The odds that teaching situations tell of, counted on the dice."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest

from meleekit.core.situation import Lesson
from meleekit.terminal.odds import percent
from meleekit.tft.game import MeleeSystem
from tests.test_lessons import lesson as lesson_of_game

LESSONS = MeleeSystem().situations()


def lesson(name: str) -> Lesson:
    return lesson_of_game("tft", name)


@pytest.mark.parametrize("name", LESSONS)
def test_the_odds_proved_are_those_of_the_answer(name: str) -> None:
    told = lesson(name)
    for row in told.proof.get("odds", ()):
        for what, exact in row["are"].items():
            value = Fraction(exact)
            shown = f"{float(value):.2f}" if what == "hits" else percent(value)
            assert shown in told.answer


# -- the same odds, counted throw by throw -------------------------------------------------------

THROWS = [sum(faces) for faces in itertools.product(range(1, 7), repeat=3)]


def share(*totals: int) -> Fraction:
    """How often three dice come to one of these totals."""
    return Fraction(sum(total in totals for total in THROWS), len(THROWS))


def hits(dex: int) -> Fraction:
    """How often three dice hit, or miss one who is to be missed, at that adjDEX (TFT-HIT-03)."""
    return share(*range(3, min(max(dex, 5), 15) + 1))


def flies_on(dex: int) -> Fraction:
    """How often a shot misses and flies on: no 17 or 18, which leave nothing in the air."""
    return share(*range(min(max(dex, 5), 15) + 1, 17))


def damage(dex: int, modifier: int) -> Fraction:
    """Hits on average of a die and a modifier, threefold on a 3 and twofold on a 4 (DMG-01)."""
    mean = Fraction(sum(max(0, face + modifier) for face in range(1, 7)), 6)
    return mean * (hits(dex) + 2 * share(3) + share(4))


COUNTED = {
    # TFT-LOF-02, TFT-LOF-05: missing Abe, then hitting Bob.
    ("past_a_friend", "strikes Bob"): hits(12) * hits(12),
    ("past_a_friend", "strikes Abe"): 1 - hits(12),
    # TFT-LOF-06
    ("behind_the_target", "strikes Bob"): hits(12),
    ("behind_the_target", "strikes Amy"): flies_on(12) * (1 - hits(12)),
    # TFT-PRN-05, TFT-DEX-12
    ("behind_the_body", "strikes Bob"): hits(12 - 4) * Fraction(3, 6),
    ("behind_the_body", "strikes Amy"): hits(12 - 4) * Fraction(3, 6),
    # TFT-DEX-10
    ("from_the_ground", "hit"): hits(12 + 1),
    # TFT-DEX-07, TFT-DEX-14: three hexes to Bob, four to Amy, who is to be missed.
    ("the_thrown_axe", "strikes Bob"): hits(12 + 4 - 3),
    ("the_thrown_axe", "strikes Amy"): flies_on(12 + 4 - 3) * (1 - hits(12 - 4)),
    # TFT-HTH-07: 1 or 2, 3 or 4, 5, 6 on one die.
    ("onto_the_enemy", "bare"): Fraction(2, 6),
    ("onto_the_enemy", "blade"): Fraction(2, 6),
    ("onto_the_enemy", "repelled"): Fraction(1, 6),
    ("onto_the_enemy", "struck"): Fraction(1, 6),
    # TFT-HTH-12, TFT-HTH-14: a die and 2 for the dagger, which comes first.
    ("a_dagger_in_the_pile", "hit"): hits(12 + 4),
    ("a_dagger_in_the_pile", "hits"): damage(12 + 4, 2),
    # TFT-DIS-03
    ("getting_free", "free"): Fraction(3, 6),
    # TFT-DEX-07
    ("over_their_heads", "hit"): hits(11 + 4),
    # TFT-DEX-16, TFT-FACE-08
    ("no_soft_side", "hit"): hits(12 - 3),
}


@pytest.mark.parametrize(("name", "what"), COUNTED)
def test_the_odds_of_a_lesson_are_those_counted_on_the_dice(name: str, what: str) -> None:
    first = next(row for row in lesson(name).proof["odds"] if what in row["are"])
    assert Fraction(first["are"][what]) == COUNTED[name, what]


def test_bare_hands_do_what_the_lesson_says() -> None:
    # TFT-HTH-12: equally strong, a die less 3.
    _, bare = lesson("a_dagger_in_the_pile").proof["odds"]
    assert Fraction(bare["are"]["hits"]) == damage(12 + 4, -3)
