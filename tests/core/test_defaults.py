"""What a game and a system have without saying it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from docs.examples.ladder.game import Climb, Ladder, LadderSetup, LadderState, LadderSystem
from meleekit.core import game as core_game
from meleekit.core.dice import Dice, Rolled
from meleekit.core.errors import BadSetup, IllegalAction
from meleekit.core.game import Chance, Decision, Expected, Forecast, Seat, Step
from meleekit.core.system import Description, System

LADDER = Ladder(LadderSetup())
LOW = LadderState((1, 2), 0)


def refused(game: Ladder, action: Climb) -> IllegalAction:
    with pytest.raises(IllegalAction) as caught:
        game.apply(LOW, 0, action, Rolled(bytes(32)))
    return caught.value


# -- games -----------------------------------------------------------------------------------------


def test_a_game_that_hides_nothing_shows_its_states() -> None:
    assert LADDER.view(LOW, 0) is LADDER.view(LOW, None) is LOW


def test_a_game_that_hides_something_must_say_what_is_left() -> None:
    with pytest.raises(TypeError, match="Blind has a view_type and no view"):

        class Blind(Ladder):
            view_type = LadderSetup


def test_who_is_asked_is_told_what_for() -> None:
    assert LADDER.prompt(LOW, Decision(1, "climb_on")) == "Bob: climb on"


def test_a_refusal_names_the_rule_by_which_one_may_do_something_else() -> None:
    refusal = refused(LADDER, Climb(2))
    assert (refusal.rule, refusal.message) == ("LAD-CLIMB-01", "allowed: Climb 1, Climb 3")


class Rest(msgspec.Struct, frozen=True, tag="rest"):
    pass


class Restful(Ladder):
    def legal_actions(self, state: LadderState, seat: int) -> Sequence[Any]:
        asked = super().legal_actions(state, seat)
        return (Rest(), *asked) if asked else ()

    def label(self, state: LadderState, action: Any) -> str:
        return "Rest" if isinstance(action, Rest) else super().label(state, action)

    def rule_of(self, state: LadderState, action: Any) -> str:
        return "LAD-REST-01" if isinstance(action, Rest) else super().rule_of(state, action)


def test_a_refusal_tells_of_actions_of_the_same_kind_first() -> None:
    refusal = refused(Restful(LadderSetup()), Climb(2))
    assert (refusal.rule, refusal.message) == ("LAD-CLIMB-01", "allowed: Climb 1, Climb 3, Rest")


class Springy(Ladder):
    def legal_actions(self, state: LadderState, seat: int) -> Sequence[Climb]:
        asked = super().legal_actions(state, seat)
        return tuple(Climb(rungs) for rungs in range(3, 12)) if asked else ()


def test_a_refusal_does_not_list_all_that_may_be_done_where_that_is_much() -> None:
    message = refused(Springy(LadderSetup()), Climb(2)).message
    assert message == "allowed: Climb 3, Climb 4, Climb 5, Climb 6, Climb 7, Climb 8, …"


# -- forecasts -------------------------------------------------------------------------------------


def test_the_odds_of_an_action_are_those_of_its_results() -> None:
    # A 1 in six slides to the ground, all else leads from rung 1 to rung 4: 5/6 of 4 on average.
    assert LADDER.forecast(LOW, 0, Climb(3)) == Forecast(
        "slides 17%",
        (Chance("slides", Fraction(1, 6)), Chance("wins", Fraction(0))),
        (Expected("rung", Fraction(10, 3)),),
    )


def test_an_action_without_dice_has_no_odds() -> None:
    assert LADDER.forecast(LOW, 0, Climb(1)) is None


class Silent(Ladder):
    def results(self, state: Any, seat: int, step: Any) -> Mapping[str, bool | int]:
        return {}


class Counting(Ladder):
    def results(self, state: Any, seat: int, step: Any) -> Mapping[str, bool | int]:
        return {"rung": step.state.rungs[seat]}


class Choosy(Silent):
    def perform(self, state: Any, seat: int, action: Climb, dice: Dice) -> Step[LadderState]:
        dice.draw(2, why="which hand")
        return super().perform(state, seat, Climb(1), dice)


def test_where_nothing_is_worth_a_name_the_dice_are_told_that_will_be_thrown() -> None:
    assert Silent(LadderSetup()).forecast(LOW, 0, Climb(3)) == Forecast("1d6: leap")
    assert Choosy(LadderSetup()).forecast(LOW, 0, Climb(3)) == Forecast("the dice decide")
    counted = Counting(LadderSetup()).forecast(LOW, 0, Climb(3))
    assert counted == Forecast("rung 3.33", expected=(Expected("rung", Fraction(10, 3)),))


def test_dice_that_fall_in_too_many_ways_are_not_gone_through(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(core_game, "MOST_WAYS", 1)
    forecast = LADDER.forecast(LOW, 0, Climb(3))
    assert forecast is not None
    assert (forecast.headline, forecast.chances) == ("1d6: leap", ())
    assert forecast.notes == ("the dice can fall in too many ways to go through",)


# -- systems ---------------------------------------------------------------------------------------


class Named(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str = ""
    about: str = ""
    top: int = 9


class Pair(Ladder):
    key = "pair"
    seats = (Seat(0, "Ann", 0), Seat(1, "Bob", 1), Seat(2, "Cid", 0))


class NamedSystem(LadderSystem):
    game_type = Pair

    def scenarios(self) -> Mapping[str, Any]:
        return {"up_we_go": Named(), "named": Named("A name", "And a word.")}


def test_a_system_has_key_title_and_version_of_its_games() -> None:
    assert (LadderSystem.key, LadderSystem.title) == ("ladder", "Ladder")
    assert LadderSystem.rules_version == Ladder.rules_version
    assert NamedSystem.key == "pair"
    assert NamedSystem().game(Named()).setup == Named()


def test_a_set_up_is_a_scenario_by_its_name_or_plain_data() -> None:
    system = LadderSystem()
    assert system.setup_from("dash") == system.setup_from({"top": 5}) == LadderSetup(top=5)


@pytest.mark.parametrize(
    ("data", "at", "words"),
    [
        ("sprint", "setup", "no scenario 'sprint'; there are race, dash"),
        ({"top": "x"}, "top", "Expected `int`"),
        ({"tops": 5}, "tops", "unknown field"),
        # LAD-END-02
        ({"top": 2}, "top", "a ladder has 3 to 30 rungs"),
    ],
)
def test_a_set_up_that_cannot_be_is_refused_at_its_field(data: Any, at: str, words: str) -> None:
    with pytest.raises(BadSetup, match=words) as caught:
        LadderSystem().setup_from(data)
    assert caught.value.at == at


class LowSystem(LadderSystem):
    def scenarios(self) -> Mapping[str, LadderSetup]:
        return {"stool": LadderSetup(top=2)}


def test_a_ready_set_up_is_looked_over_as_any_other() -> None:
    # LAD-END-02
    with pytest.raises(BadSetup, match="3 to 30 rungs"):
        LowSystem().setup_from("stool")


def test_a_set_up_is_described_by_its_own_words_or_its_name() -> None:
    system = NamedSystem()
    sides = ("Ann", "Bob")
    assert system.describe(Named("A name", "And a word.")) == Description(
        "A name", "And a word.", sides
    )
    assert system.describe(Named()) == Description("Up we go", "Up, or down again", sides)
    assert system.describe(Named(top=4)).title == ""


def test_a_system_without_games_says_so() -> None:
    class Empty(System):
        def scenarios(self) -> Mapping[str, Any]:
            return {}

    with pytest.raises(TypeError, match="Empty has neither a game_type"):
        Empty().game(None)
