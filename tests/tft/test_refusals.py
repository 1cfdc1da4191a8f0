"""Refusals of whatever may be asked: always a rule and a reason, and nothing changes."""

from __future__ import annotations

import types
import typing
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meleekit.core.dice import Rolled
from meleekit.core.errors import GameOver, IllegalAction, NotYourDecision
from meleekit.tft.actions import AnyAction, Disengage, EndMovement, ForceBack, Move
from meleekit.tft.game import Melee
from meleekit.tft.rulebook import rulebook
from meleekit.tft.state import Battle, StandingOrder
from tests.tft.cases import position
from tests.tft.test_properties import chosen, random_battle, seeds

Row = dict[str, Any]

ANN: Row = {"side": "Red", "at": [0, 0], "facing": "S"}
BOB: Row = {"side": "Blue", "at": [0, 1], "facing": "N"}
FAR: Row = {"side": "Blue", "at": [0, 5], "facing": "N"}


def test_one_under_attack_has_no_other_answer_than_defence() -> None:
    # TFT-ACT-06, DEF-05: its own moment has not come
    asked = position(
        {"Ann": ANN, "Bob": BOB},
        "pre_empt Bob",
        task={"attacker": "Ann", "weapons": ["Ann.broadsword"]},
    )
    refusal = asked.refusal(do="attack", target="Ann", weapons=["broadsword"])
    assert refusal.rule == "TFT-ACT-06"
    assert "defend" in refusal.message
    assert asked.refusal(do="dodge").rule == "TFT-DEF-01"


@pytest.mark.parametrize("number", [-2, -1, 10**30])
def test_numbers_that_mean_nothing_are_refused_clearly(number: int) -> None:
    moving = position({"Ann": ANN, "Bob": BOB}, "move Red")
    assert "there is no character" in moving.refusal_of(Move(number, 0)).message
    assert "there is no hex" in moving.refusal_of(Move(0, number)).message
    acting = position({"Ann": ANN, "Bob": BOB}, "act Ann")
    assert "there is no hex" in acting.refusal_of(Disengage(number)).message
    beating = position({"Ann": {**ANN, "struck": ["Bob"]}, "Bob": BOB}, "retreat Ann")
    assert "there is no character" in beating.refusal_of(ForceBack(number, 0)).message


def test_another_seat_is_told_that_it_is_not_asked() -> None:
    moving = position({"Ann": ANN, "Bob": FAR}, "move Red")
    with pytest.raises(NotYourDecision):
        moving.game.apply(moving.battle, 1, EndMovement(), Rolled(bytes(32)))


# -- whatever is asked ---------------------------------------------------------------------------

numbers = st.one_of(st.integers(-2, 20), st.integers(-2, 20), st.integers())


def anything(hint: Any) -> st.SearchStrategy[Any]:
    """Values of a field's type, sensible or not."""
    if hint is int:
        return numbers
    if hint == tuple[int, ...]:
        return st.lists(numbers, max_size=3).map(tuple)
    if hint is StandingOrder:
        return st.builds(StandingOrder, *map(anything, typing.get_type_hints(hint).values()))
    strategy: st.SearchStrategy[Any] = st.from_type(hint)
    return strategy


def action_of(kind: type) -> st.SearchStrategy[AnyAction]:
    hints = typing.get_type_hints(kind)
    fields = {name: anything(hints[name]) for name in kind.__struct_fields__}  # type: ignore[attr-defined]  # all actions are structs
    return st.builds(kind, **fields)


assert isinstance(AnyAction, types.UnionType)
any_action = st.sampled_from(AnyAction.__args__).flatmap(action_of)


def some_position(seed: bytes, kind: str, moves: int) -> tuple[Melee, Battle]:
    chance, dice = Rolled(seed[::-1]), Rolled(seed)
    game = Melee(random_battle(chance, kind))
    state = game.begin(dice).state
    for _ in range(moves):
        if not game.decisions(state):
            break
        seat = game.decisions(state)[0].seat
        state = game.apply(state, seat, chosen(game.actions(state, seat), chance), dice).state
    return game, state


def refusal_or_none(
    game: Melee, state: Battle, seat: int, action: AnyAction
) -> IllegalAction | None:
    """The refusal for a seat that is asked; None where it is not, or may do that."""
    try:
        game.apply(state, seat, action, Rolled(bytes(32)))
    except (NotYourDecision, GameOver):
        return None
    except IllegalAction as refusal:
        return refusal
    return None


@given(
    seed=seeds,
    kind=st.sampled_from(["death", "arena", "practice"]),
    moves=st.integers(0, 150),
    wild=st.lists(any_action, min_size=10, max_size=40),
)
@settings(max_examples=60)
def test_whatever_is_asked_is_done_or_refused_by_a_rule_that_exists(
    seed: bytes, kind: str, moves: int, wild: list[AnyAction]
) -> None:
    game, state = some_position(seed, kind, moves)
    before = msgspec.json.encode(state)
    known = set(rulebook().rules)
    for action in wild:
        for seat in (0, 1, 7):
            refusal = refusal_or_none(game, state, seat, action)
            if refusal is not None:
                assert refusal.rule in known
                assert refusal.rule != "TFT-ACT-02", f"no reason for {action}: {refusal}"
        assert msgspec.json.encode(state) == before
