"""What an attack may bring is told from what is public, at the equilibrium of GT-06 and GT-08."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from meleekit.core.game import Forecast
from tests.tahta.cases import Position, attack, move, position


def standing(units: dict[str, str], gold: int, *cards: str) -> Position:
    """Raven, with so much gold, has units to activate; the cards are Sun's."""
    players = {"Raven": {"gold": gold}, "Sun": {"cards": list(cards)}}
    return position(players, to="activate Raven", units=units)


def told(now: Position, **said: Any) -> Forecast:
    seat, action = now.action(**said)
    found = now.game.forecast(now.state, seat, action)
    assert found is not None
    return found


def chances(found: Forecast) -> dict[str, Fraction]:
    return {chance.name: chance.probability for chance in found.chances}


@pytest.mark.parametrize(
    ("unit", "cards", "gold", "chance"),
    [
        ("soldier", (), 5, "4/5"),  # C-37
        ("soldier", ("Home Guard",), 5, "3/5"),
        ("soldier", (), 1, "0"),  # C-36
        ("camp", ("Palisades",), 2, "0"),
    ],
)
def test_one_defender(unit: str, cards: tuple[str, ...], gold: int, chance: str) -> None:
    # TAH-GT-08, TAH-ATK-09, TAH-CARD-18, TAH-CARD-19
    now = standing({"hn": "Raven: soldier", "a2": f"Sun: {unit}"}, gold, *cards)
    found = told(now, **attack("soldier", "hn", "a2"))
    assert [c.probability for c in found.chances] == [Fraction(chance)]


def test_a_castle_with_a_soldier_in_it() -> None:
    # C-78: TAH-GT-06, TAH-CAS-02
    now = standing({"b2": "Raven: knight", "c2": "Sun: soldier"}, 6)
    found = told(now, **attack("knight", "b2", "c2"))
    # Bids of 1, 2 and 3 are hidden with 1/4, 3/10, 9/20 and guessed with 3/4, 7/10, 11/20.
    first = Fraction(1, 16) + Fraction(9, 100) + Fraction(81, 400)
    assert chances(found) == {"the soldier beaten": first, "all beaten": Fraction(3, 20)}
    now = now.do(**attack("knight", "b2", "c2"))
    for bid, guessed in ((1, Fraction(3, 4)), (3, Fraction(11, 20))):
        # Every bid that is in use comes to the same.
        assert chances(told(now, do="stake", amount=bid)) == {
            "the soldier beaten": 1 - guessed,
            "all beaten": Fraction(3, 20),
        }
    now = now.do(do="stake", amount=2)
    assert chances(told(now, do="guess", numbers=[1, 3])) == {"guessed": Fraction(7, 10)}
    now = now.do(do="guess", numbers=[1, 3])
    # Four coins are left against the garrison's two guesses.
    assert chances(told(now, do="press")) == {"the garrison beaten": Fraction(1, 2)}


def test_a_shot_meets_the_first_defender_alone() -> None:
    # TAH-CAT-05: C-46's catapult on the mountain, seven gold against two guesses.
    now = standing({"k": "Raven: catapult", "c2": "Sun: soldier, knight"}, 7)
    found = told(now, **attack("catapult", "k", "c2"))
    assert chances(found) == {"the soldier beaten": Fraction(5, 7)}


SOLDIERS = {"hn": "Raven: soldier", "a2": "Sun: soldier"}


@pytest.mark.parametrize("bid", range(1, 6))
def test_what_a_guess_may_bring_tells_nothing_of_the_bid(bid: int) -> None:
    # TAH-VIS-02
    now = standing(SOLDIERS, 5, "Informers").do(**attack("soldier", "hn", "a2"))
    now = now.do(do="stake", amount=bid).do(do="ask", ask=False)
    assert chances(told(now, do="guess", numbers=[3])) == {"guessed": Fraction(1, 5)}


def test_who_may_be_told_the_parity_is_said() -> None:
    # TAH-CARD-21
    plain, asked = (
        told(standing(SOLDIERS, 5, *cards), **attack("soldier", "hn", "a2"))
        for cards in ((), ("Informers",))
    )
    assert len(asked.notes) == len(plain.notes) + 1


def test_where_nobody_guesses_there_is_nothing_to_tell() -> None:
    # TAH-CAT-07: a shot at a lone catapult always succeeds.
    now = standing({"hn": "Raven: soldier, catapult", "a2": "Sun: catapult"}, 5)
    for said in (attack("catapult", "hn", "a2"), move("soldier", "hn", "a2"), {"do": "finish"}):
        assert now.game.forecast(now.state, *now.action(**said)) is None
