"""The odds shown before an attack are those of the rules, whichever way they are worked out."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import pytest

from meleekit.bots import bot
from meleekit.core.dice import Dice, Rolled
from meleekit.core.enumerated import enumerate_outcomes
from meleekit.core.game import Forecast
from meleekit.tft.actions import Attack, Defend, DoNothing
from meleekit.tft.attack_moments import expected_hits
from meleekit.tft.attack_odds import attack_odds
from meleekit.tft.combat import plan_strike, strike
from meleekit.tft.game import Melee
from meleekit.tft.play import Play
from meleekit.tft.scenarios import scenarios
from meleekit.tft.state import Act, Battle, PreEmpt

Attacks = list[tuple[Melee, Battle, int, Attack]]


def attacks_met(name: str, number: int) -> Attacks:
    """Every attack that could be chosen in one battle between brawlers."""
    game = Melee(scenarios()[name])
    dice, own = Rolled(bytes([number]) * 32), Rolled(bytes([number + 100]) * 32)
    state = game.begin(dice).state
    met: Attacks = []
    while open_now := game.decisions(state):
        seat = open_now[0].seat
        actions = game.actions(state, seat)
        task = state.stack[-1]
        if isinstance(task, Act):
            met += [(game, state, task.figure, a) for a in actions if isinstance(a, Attack)]
        state = game.apply(
            state, seat, bot("brawler").choose(game, state, seat, actions, own), dice
        ).state
    return met


@pytest.mark.parametrize("name", ["duel", "two_against_two", "one_against_three_goblins"])
def test_quick_odds_of_a_blow_are_those_of_the_enumerated_dice(name: str) -> None:
    met = attacks_met(name, 1)
    assert len(met) >= 5
    for game, battle, attacker, action in met:
        for item in action.weapons:
            exact: dict[int, Fraction] = defaultdict(Fraction)

            def hits(dice: Dice, item: int = item) -> int:
                play = Play(game.arena, battle, dice)  # noqa: B023  # called at once
                strike(play, attacker, action.target, action.weapons, item)  # noqa: B023
                return play.figures[action.target].hits - battle.figures[action.target].hits  # noqa: B023

            for taken, chance in enumerate_outcomes(hits):
                exact[taken] += chance
            plan = plan_strike(game.arena, battle, attacker, action.target, action.weapons, item)
            for taken, probability in enumerate(plan.chances):
                assert probability == pytest.approx(float(exact[taken]), abs=1e-12)
            assert sum(plan.chances) == pytest.approx(1)


def test_the_chances_of_an_attack_hang_together() -> None:
    for game, battle, attacker, action in attacks_met("three_against_three", 2):
        odds = attack_odds(game.arena, battle, attacker, action.target, action.weapons)
        assert 0 <= odds.kill <= odds.fell <= odds.wound <= odds.to_hit <= 1
        assert odds.hits >= odds.wound


def test_standing_orders_go_by_exactly_the_hits_that_are_forecast() -> None:
    # TFT-DEF-06: a fraction, so that "more than 2" is not true of 2
    for game, battle, attacker, action in attacks_met("two_against_two", 4):
        play = Play(game.arena, battle, Rolled(bytes(32)))
        expected = expected_hits(play, attacker, action.target, action.weapons)
        (shown,) = forecast_of(game, battle, action).expected
        assert isinstance(expected, Fraction)
        assert (shown.name, shown.value) == ("hits", expected)


def forecast_of(game: Melee, battle: Battle, action: Attack) -> Forecast:
    forecast = game.forecast(battle, game.decisions(battle)[0].seat, action)
    assert forecast is not None
    return forecast


def test_a_forecast_adds_up_to_the_number_it_names() -> None:
    """The modifiers are the reasons for the number, so their sum is the number."""
    for game, battle, _, action in attacks_met("duel", 3):
        forecast = forecast_of(game, battle, action)
        total = sum(modifier.value for modifier in forecast.modifiers)
        assert forecast.needed.endswith(f" dice, {total} or less")
        assert all(modifier.rule.startswith("TFT-") for modifier in forecast.modifiers)


def test_defending_makes_an_attack_less_likely_to_land() -> None:
    """At the pre-emptive question each answer shows what it leads to (TFT-DEF-05)."""
    game = Melee(scenarios()["duel"])
    for number in range(40):
        dice, own = Rolled(bytes([number]) * 32), Rolled(bytes([number + 100]) * 32)
        state = game.begin(dice).state
        while open_now := game.decisions(state):
            seat = open_now[0].seat
            if isinstance(state.stack[-1], PreEmpt):
                taken = game.forecast(state, seat, DoNothing())
                defended = game.forecast(state, seat, Defend())
                assert taken is not None
                assert defended is not None
                assert defended.chances[0].probability < taken.chances[0].probability
                return
            actions = game.actions(state, seat)
            choice = bot("brawler").choose(game, state, seat, actions, own)
            state = game.apply(state, seat, choice, dice).state
    raise AssertionError("no attack on one who could defend was met")
