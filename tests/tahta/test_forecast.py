"""What an attack may bring is told from what is public, at the equilibrium of GT-06 and GT-08."""

from __future__ import annotations

from fractions import Fraction

import pytest

from meleekit.core.game import Forecast
from meleekit.tahta.actions import Ask, Attack, Finish, Guess, Move, Press, Stake
from tests.tahta.positions import Table


def told(table: Table, action: object, seat: int = 0) -> Forecast:
    found = table.game.forecast(table.state, seat, action)  # type: ignore[arg-type]
    assert found is not None
    return found


def chances(found: Forecast) -> dict[str, Fraction]:
    return {chance.name: chance.probability for chance in found.chances}


@pytest.mark.parametrize(
    ("units", "cards", "gold", "chance"),
    [
        ("2 soldier", {}, 5, "4/5"),  # C-37
        ("2 soldier", {2: ("SA18",)}, 5, "3/5"),
        ("2 soldier", {}, 1, "0"),  # C-36
        ("2 camp", {2: ("SA19",)}, 2, "0"),
    ],
)
def test_one_defender(
    units: str, cards: dict[int, tuple[str, ...]], gold: int, chance: str
) -> None:
    # TAH-GT-08, TAH-ATK-09, TAH-CARD-18, TAH-CARD-19
    table = Table({"hn": "1 soldier", "a2": units}, (gold, 9, 9, 9), cards=cards)
    found = told(table, Attack("soldier", "hn", "a2"))
    assert [c.probability for c in found.chances] == [Fraction(chance)]


def test_a_castle_with_a_soldier_in_it() -> None:
    # C-78: TAH-GT-06, TAH-CAS-02
    table = Table({"b2": "1 knight", "c2": "2 soldier"}, gold=(6, 9, 9, 9))
    found = told(table, Attack("knight", "b2", "c2"))
    # Bids of 1, 2 and 3 are hidden with 1/4, 3/10, 9/20 and guessed with 3/4, 7/10, 11/20.
    first = Fraction(1, 16) + Fraction(9, 100) + Fraction(81, 400)
    assert chances(found) == {"the soldier beaten": first, "all beaten": Fraction(3, 20)}
    table.do(Attack("knight", "b2", "c2"))
    for bid, guessed in ((1, Fraction(3, 4)), (3, Fraction(11, 20))):
        found = told(table, Stake(bid))
        # Every bid that is in use comes to the same.
        assert chances(found) == {
            "the soldier beaten": 1 - guessed,
            "all beaten": Fraction(3, 20),
        }
    table.do(Stake(2))
    assert chances(told(table, Guess((1, 3)), 1)) == {"guessed": Fraction(7, 10)}
    table.do(Guess((1, 3)))
    # Four coins are left against the garrison's two guesses.
    assert chances(told(table, Press())) == {"the garrison beaten": Fraction(1, 2)}


def test_a_shot_meets_the_first_defender_alone() -> None:
    # TAH-CAT-05: C-46's catapult on the mountain, seven gold against two guesses.
    table = Table({"k": "1 catapult", "c2": "2 soldier knight"}, gold=(7, 9, 9, 9))
    found = told(table, Attack("catapult", "k", "c2"))
    assert chances(found) == {"the soldier beaten": Fraction(5, 7)}


@pytest.mark.parametrize("bid", range(1, 6))
def test_what_a_guess_may_bring_tells_nothing_of_the_bid(bid: int) -> None:
    # TAH-VIS-02
    table = Table({"hn": "1 soldier", "a2": "2 soldier"}, (5, 9, 9, 9), cards={2: ("SA21",)})
    table.do(Attack("soldier", "hn", "a2"), Stake(bid))
    table.do(Ask(False))
    assert chances(told(table, Guess((3,)), 1)) == {"guessed": Fraction(1, 5)}


def test_who_may_be_told_the_parity_is_said() -> None:
    # TAH-CARD-21
    units = {"hn": "1 soldier", "a2": "2 soldier"}
    plain = told(Table(units, (5, 9, 9, 9)), Attack("soldier", "hn", "a2"))
    asked = told(Table(units, (5, 9, 9, 9), cards={2: ("SA21",)}), Attack("soldier", "hn", "a2"))
    assert len(asked.notes) == len(plain.notes) + 1


def test_where_nobody_guesses_there_is_nothing_to_tell() -> None:
    # TAH-CAT-07: a shot at a lone catapult always succeeds.
    table = Table({"hn": "1 soldier catapult", "a2": "2 catapult"}, gold=(5, 9, 9, 9))
    for action in (Attack("catapult", "hn", "a2"), Move("soldier", "hn", "a2"), Finish()):
        assert table.game.forecast(table.state, 0, action) is None
