"""Exact odds, on a game whose odds can be worked out by hand.

In *Knives* a blow hits on 7 or less with 2d6 (21 of 36 throws), on 5 or less against a guard
(10 of 36), and a parry stops it on 4 or more with one die.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from meleekit.core.dice import Given
from meleekit.core.errors import IllegalAction
from meleekit.core.game import Event
from meleekit.core.odds import distribution, resolve
from tests.toys import (
    Knives,
    KnivesAction,
    KnivesSetup,
    KnivesState,
    LetHit,
    Parried,
    Parry,
    Seal,
    Stroke,
)

HIT = Fraction(21, 36)
HIT_GUARD = Fraction(10, 36)


def sealed_by_ann(game: Knives, stroke: Stroke) -> KnivesState:
    """Ann, who strikes first, has sealed her stroke; Bob is to seal his."""
    opening = game.begin(Given([6, 1])).state
    return game.apply(opening, 0, Seal(stroke), Given([])).state


def wounds(state: KnivesState, events: tuple[Event, ...]) -> tuple[int, int]:
    return state.wounds


def always_parry(state: KnivesState, seat: int) -> KnivesAction:
    return Parry()


def test_two_blows_have_the_product_of_their_chances() -> None:
    game = Knives(KnivesSetup())
    chances = distribution(game, sealed_by_ann(game, Stroke.HIGH), 1, Seal(Stroke.LOW), wounds)
    assert chances == {
        (0, 0): (1 - HIT) * (1 - HIT),
        (0, 1): HIT * (1 - HIT),
        (1, 0): (1 - HIT) * HIT,
        (1, 1): HIT * HIT,
    }


def test_an_end_on_the_way_cuts_off_what_would_have_followed() -> None:
    game = Knives(KnivesSetup(toughness=1, parries=0))
    chances = distribution(game, sealed_by_ann(game, Stroke.HIGH), 1, Seal(Stroke.HIGH), wounds)
    assert chances == {
        (0, 1): HIT,
        (1, 0): (1 - HIT) * HIT,
        (0, 0): (1 - HIT) * (1 - HIT),
    }


def test_modifiers_count() -> None:
    game = Knives(KnivesSetup())
    chances = distribution(game, sealed_by_ann(game, Stroke.HIGH), 1, Seal(Stroke.GUARD), wounds)
    assert chances == {(0, 1): HIT_GUARD, (0, 0): 1 - HIT_GUARD}


def test_an_answer_at_the_interrupt_changes_the_odds() -> None:
    game = Knives(KnivesSetup())
    chances = distribution(
        game, sealed_by_ann(game, Stroke.HIGH), 1, Seal(Stroke.GUARD), wounds, always_parry
    )
    assert chances == {(0, 1): HIT_GUARD / 2, (0, 0): 1 - HIT_GUARD / 2}


def test_results_are_told_apart_by_the_key_alone() -> None:
    game = Knives(KnivesSetup())

    def parries(state: KnivesState, events: tuple[Event, ...]) -> int:
        return sum(isinstance(event, Parried) for event in events)

    chances = distribution(
        game, sealed_by_ann(game, Stroke.HIGH), 1, Seal(Stroke.LOW), parries, always_parry
    )
    assert chances == {0: (1 - HIT) ** 2, 1: 2 * HIT * (1 - HIT), 2: HIT**2}


def test_an_action_without_dice_is_certain() -> None:
    game = Knives(KnivesSetup())
    opening = game.begin(Given([6, 1])).state
    chances = distribution(game, opening, 1, Seal(Stroke.LOW), lambda state, events: state.sealed)
    assert chances == {(None, Stroke.LOW): Fraction(1)}


def test_an_illegal_action_has_no_odds() -> None:
    game = Knives(KnivesSetup())
    with pytest.raises(IllegalAction):
        distribution(game, sealed_by_ann(game, Stroke.HIGH), 1, Parry(), wounds)


def test_resolving_sees_an_action_through_its_interrupts_and_gathers_their_events() -> None:
    game = Knives(KnivesSetup())
    # Ann hits with a 7, Bob fails to parry with a 3; Bob hits with a 2, Ann parries with a 4.
    dice = Given([7, 3, 2, 4])
    step = resolve(game, sealed_by_ann(game, Stroke.HIGH), 1, Seal(Stroke.LOW), dice, always_parry)
    dice.check_used_up()
    assert step.state.wounds == (0, 1)
    assert [type(event).__name__ for event in step.events] == [
        "Sealed",
        "Struck",
        "Parried",
        "Wounded",
        "Struck",
        "Parried",
    ]


def test_without_an_answer_things_happen() -> None:
    game = Knives(KnivesSetup())
    # Both blows land; no die is asked for a parry.
    dice = Given([7, 7])
    step = resolve(game, sealed_by_ann(game, Stroke.HIGH), 1, Seal(Stroke.LOW), dice)
    dice.check_used_up()
    assert step.state.wounds == (1, 1)


def test_an_answer_must_be_legal_too() -> None:
    game = Knives(KnivesSetup())
    with pytest.raises(IllegalAction):
        resolve(
            game,
            sealed_by_ann(game, Stroke.HIGH),
            1,
            Seal(Stroke.LOW),
            Given([7]),
            lambda state, seat: Seal(Stroke.HIGH),
        )


def test_the_first_answer_is_to_let_it_happen() -> None:
    game = Knives(KnivesSetup())
    state = sealed_by_ann(game, Stroke.HIGH)
    struck = game.apply(state, 1, Seal(Stroke.GUARD), Given([2])).state
    assert game.actions(struck, 1)[0] == LetHit()
