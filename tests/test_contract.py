"""Every game holds to the contract of a game, and the checks of it catch games that do not."""

from __future__ import annotations

import json
import random
import tomllib
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from docs.examples.ladder.game import Ladder, LadderState, LadderSystem
from meleekit.core.contract import (
    CHECKS,
    Check,
    ContractBroken,
    check_all,
    describes_itself,
    ends,
    situations_are_the_moment,
)
from meleekit.core.dice import Dice
from meleekit.core.errors import IllegalAction
from meleekit.core.game import Chance, Decision, Event, Expected, Forecast, Outcome, Step
from meleekit.core.scene import Mark, Scene
from meleekit.core.system import Description, System
from meleekit.systems import SYSTEMS
from tests.toys import (
    TOYS,
    Knives,
    KnivesAction,
    KnivesSetup,
    KnivesState,
    KnivesSystem,
    KnivesView,
    Ordered,
    Parry,
    Seal,
    Stroke,
)

EVERY: Mapping[str, System] = {**SYSTEMS, **TOYS}
"""The systems that players can choose, and the toys."""


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("key", EVERY)
def test_every_game_holds_to_the_contract(key: str, check: Check) -> None:
    # The toys are quick, and get through their interrupts in a few more games.
    seeds = range(8) if key in TOYS else (0, 1)
    check(EVERY[key], seeds, 150)


# -- games that break it, one way each ---------------------------------------------------------


class ChangesItsInput(Knives):
    def perform(
        self, state: KnivesState, seat: int, action: KnivesAction, dice: Dice
    ) -> Step[KnivesState]:
        step = super().perform(state, seat, action, dice)
        msgspec.structs.force_setattr(state, "round", state.round + 1)
        return step


class RefusesWhatIsLegal(Knives):
    def perform(
        self, state: KnivesState, seat: int, action: KnivesAction, dice: Dice
    ) -> Step[KnivesState]:
        if action == Seal(Stroke.GUARD) and state.round > 1:
            raise IllegalAction("TOY-SEAL", "guarding is for the first round")
        return super().perform(state, seat, action, dice)


class TakesAnything(Knives):
    def is_legal(self, state: KnivesState, seat: int, action: KnivesAction) -> bool:
        return seat in (0, 1) and not self.outcome(state)


class RefusesWithoutARule(Knives):
    def refusal(self, state: KnivesState, seat: int, action: KnivesAction) -> IllegalAction:
        return IllegalAction("", "no")


class StumblesOverARefusal(Knives):
    def refusal(self, state: KnivesState, seat: int, action: KnivesAction) -> IllegalAction:
        raise KeyError(action)


class RefusesButLeavesTraces(Knives):
    def refusal(self, state: KnivesState, seat: int, action: KnivesAction) -> IllegalAction:
        msgspec.structs.force_setattr(state, "round", state.round + 1)
        return super().refusal(state, seat, action)


class LetsAnybodyAct(Knives):
    def legal_actions(self, state: KnivesState, seat: int) -> Sequence[KnivesAction]:
        actions = super().legal_actions(state, seat)
        return actions if actions or self.outcome(state) else (Seal(Stroke.HIGH),)


class CallsTwoActionsTheSame(Knives):
    def label(self, state: KnivesState, action: KnivesAction) -> str:
        return "Strike" if isinstance(action, Seal) else super().label(state, action)


class SaysNothing(Knives):
    def label(self, state: KnivesState, action: KnivesAction) -> str:
        return " "


class ListsAnActionTwice(Knives):
    def legal_actions(self, state: KnivesState, seat: int) -> Sequence[KnivesAction]:
        actions = super().legal_actions(state, seat)
        return (*actions, *actions)


class PicksWhatIsNotThere(Knives):
    def picks(self, state: KnivesState, action: KnivesAction) -> tuple[str, ...]:
        return ("aim:sideways",)


class IsAboutWhoIsNotThere(Knives):
    def decisions(self, state: KnivesState) -> tuple[Decision, ...]:
        return tuple(
            msgspec.structs.replace(decision, who=("fig:9",))
            for decision in super().decisions(state)
        )


class ShowsTheSeal(Knives):
    def view(self, state: KnivesState, seat: int | None) -> KnivesView:
        return msgspec.structs.replace(super().view(state, seat), open_strokes=state.sealed)


class TellsTheSeal(Knives):
    def visible_events(self, events: Sequence[Event], seat: int | None) -> tuple[Event, ...]:
        return tuple(events)


class RefusesByTheSeal(Knives):
    def refusal(self, state: KnivesState, seat: int, action: KnivesAction) -> IllegalAction:
        return IllegalAction("TOY-SEAL", f"not against {state.sealed[1 - seat]}")


class TellsTheSealWithALaterOne(Knives):
    def visible_events(self, events: Sequence[Event], seat: int | None) -> tuple[Event, ...]:
        alone = len(events) == 1
        return super().visible_events(events, seat) if not alone or seat == 1 else tuple(events)


class DrawsTheSeal(Knives):
    def scene(self, state: KnivesState, seat: int | None) -> Scene:
        scene = super().scene(state, seat)
        told = Mark("seal", "hex:0,0", "seal", label=str(state.sealed[0]))
        return msgspec.structs.replace(scene, marks=(*scene.marks, told))


class NeverGetsPastItsInterrupt(Knives):
    def legal_actions(self, state: KnivesState, seat: int) -> Sequence[KnivesAction]:
        return super().legal_actions(state, seat)[::-1]

    def perform(
        self, state: KnivesState, seat: int, action: KnivesAction, dice: Dice
    ) -> Step[KnivesState]:
        return Step(state, ()) if action == Parry() else super().perform(state, seat, action, dice)


class LeavesNoWayOn(Knives):
    def legal_actions(self, state: KnivesState, seat: int) -> Sequence[KnivesAction]:
        return tuple(a for a in super().legal_actions(state, seat) if isinstance(a, Seal))


class OrdersByHash(Knives):
    def legal_actions(self, state: KnivesState, seat: int) -> Sequence[KnivesAction]:
        names = {f"{action}": action for action in super().legal_actions(state, seat)}
        return tuple(names[name] for name in sorted(names, key=hash))


class ThrowsDiceOfItsOwn(Knives):
    def perform(
        self, state: KnivesState, seat: int, action: KnivesAction, dice: Dice
    ) -> Step[KnivesState]:
        step = super().perform(state, seat, action, dice)
        lucky = msgspec.structs.replace(step.state, order=tuple(random.sample((0, 1), 2)))
        return Step(lucky, step.events)


class RollsByItsMood(Knives):
    calls = 0

    def perform(
        self, state: KnivesState, seat: int, action: KnivesAction, dice: Dice
    ) -> Step[KnivesState]:
        self.calls += 1
        dice.roll(1, 6 if self.calls % 3 else 2, why="mood")
        return super().perform(state, seat, action, dice)


class NeverEnds(Knives):
    def outcome(self, state: KnivesState) -> Outcome | None:
        return None


class EndsWithoutAWord(Knives):
    def outcome(self, state: KnivesState) -> Outcome | None:
        return super().outcome(state) and Outcome((), "", "")


class GoesOnAfterTheEnd(Knives):
    def decisions(self, state: KnivesState) -> tuple[Decision, ...]:
        return super().decisions(state) or (Decision(0, "stroke"),)


class IsCalledSomethingElse(Knives):
    key = "forks"


class CannotReadItsEvents(Knives):
    event_type = Ordered  # type: ignore[assignment]  # only one of the kinds that happen


class LosesPartOfItsState(Knives):
    state_type = dict[str, Any]


class IsSureOfTooMuch(Knives):
    def forecast(self, state: KnivesState, seat: int, action: KnivesAction) -> Forecast | None:
        return Forecast("certain", (Chance("stopped", Fraction(7, 6)),))


class ExpectsSomethingVague(Knives):
    def forecast(self, state: KnivesState, seat: int, action: KnivesAction) -> Forecast | None:
        return Forecast("about half", expected=(Expected("hits", 0.5),))  # type: ignore[arg-type]  # no fraction


class IsWrittenAsSpectatorsSeeIt(Knives):
    pass


class IsCopiedWithTheSeals(ShowsTheSeal):
    pass


class NamesNoRule(Knives):
    def perform(
        self, state: KnivesState, seat: int, action: KnivesAction, dice: Dice
    ) -> Step[KnivesState]:
        step = super().perform(state, seat, action, dice)
        return Step(step.state, tuple(msgspec.structs.replace(e, rule="") for e in step.events))


BROKEN = {
    ChangesItsInput: "legal_actions_are_accepted",
    RefusesWhatIsLegal: "legal_actions_are_accepted",
    TakesAnything: "all_else_is_refused",
    RefusesWithoutARule: "all_else_is_refused",
    StumblesOverARefusal: "all_else_is_refused",
    RefusesButLeavesTraces: "all_else_is_refused",
    LetsAnybodyAct: "others_must_wait",
    CallsTwoActionsTheSame: "speaks_plainly",
    SaysNothing: "speaks_plainly",
    ListsAnActionTwice: "speaks_plainly",
    PicksWhatIsNotThere: "points_at_the_scene",
    IsAboutWhoIsNotThere: "points_at_the_scene",
    ShowsTheSeal: "keeps_secrets",
    RefusesByTheSeal: "keeps_secrets",
    TellsTheSealWithALaterOne: "keeps_secrets",
    TellsTheSeal: "keeps_secrets",
    DrawsTheSeal: "keeps_secrets",
    NeverGetsPastItsInterrupt: "interrupts_can_be_let_be",
    LeavesNoWayOn: "interrupts_can_be_let_be",
    OrdersByHash: "same_on_every_run",
    ThrowsDiceOfItsOwn: "replays_exactly",
    RollsByItsMood: "can_be_enumerated",
    NeverEnds: "ends",
    EndsWithoutAWord: "ends",
    GoesOnAfterTheEnd: "ends",
    IsCalledSomethingElse: "describes_itself",
    CannotReadItsEvents: "states_are_values",
    LosesPartOfItsState: "states_are_values",
    NamesNoRule: "states_are_values",
    IsWrittenAsSpectatorsSeeIt: "situations_are_the_moment",
    IsCopiedWithTheSeals: "situations_are_the_moment",
    IsSureOfTooMuch: "looking_changes_nothing",
    ExpectsSomethingVague: "looking_changes_nothing",
}


class BrokenSystem(KnivesSystem):
    """Knives, but the game is another; a class of its own each, since other processes make it."""

    broken: type[Knives] = Knives

    def game(self, setup: KnivesSetup) -> Knives:
        return self.broken(setup)


class HashSystem(BrokenSystem):
    broken = OrdersByHash


class WritingSystem(BrokenSystem):
    """Knives with situations: set-up and state as JSON in a text."""

    def situation_schema(self) -> dict[str, Any]:
        return {}

    def load_situation(self, data: str | Mapping[str, object]) -> tuple[Knives, KnivesState]:
        told: Mapping[str, object] = tomllib.loads(data) if isinstance(data, str) else data
        setup = msgspec.json.decode(str(told["setup"]), type=KnivesSetup)
        return self.game(setup), msgspec.json.decode(str(told["state"]), type=KnivesState)

    def dump_situation(self, game: Any, state: Any) -> str:
        if self.broken is IsWrittenAsSpectatorsSeeIt:
            state = msgspec.structs.replace(state, sealed=(None, None))
        return f"setup = {_quoted(game.setup)}\nstate = {_quoted(state)}\n"

    def dump_view(self, game: Any, view: Any) -> str:
        return f"view = {_quoted(view)}\n"


def _quoted(value: object) -> str:
    return json.dumps(msgspec.json.encode(value).decode())


SYSTEM_OF: dict[type[Knives], type[BrokenSystem]] = {
    OrdersByHash: HashSystem,
    IsWrittenAsSpectatorsSeeIt: WritingSystem,
    IsCopiedWithTheSeals: WritingSystem,
}


def test_a_game_whose_situations_are_right_is_not_blamed() -> None:
    situations_are_the_moment(WritingSystem(), range(4), 60)


@pytest.mark.parametrize(
    ("broken", "check"), BROKEN.items(), ids=lambda x: getattr(x, "__name__", x)
)
def test_a_game_that_breaks_the_contract_is_caught(broken: type[Knives], check: str) -> None:
    kind = SYSTEM_OF.get(broken, BrokenSystem)
    system = kind()
    system.broken = broken
    (run,) = [c for c in CHECKS if c.__name__ == check]
    with pytest.raises(ContractBroken):
        run(system, range(8), 100)


class HidesThings(Ladder):
    def view(self, state: LadderState, seat: int | None) -> LadderState:
        return state if seat is not None else LadderState((0, 0), state.to_move)


class UntitledSystem(KnivesSystem):
    def describe(self, setup: KnivesSetup) -> Description:
        return Description("", "", ("Red", "Blue"))


class OneSidedSystem(KnivesSystem):
    def describe(self, setup: KnivesSetup) -> Description:
        return Description("Duel", "", ("Red",))


@pytest.mark.parametrize("broken", [UntitledSystem(), OneSidedSystem()])
def test_a_ready_set_up_without_title_or_names_of_its_sides_is_found(broken: System) -> None:
    with pytest.raises(ContractBroken, match=r"no title|2 sides"):
        describes_itself(broken, (0,), 1)


class HidingSystem(LadderSystem):
    game_type = HidesThings


def test_a_game_that_hides_things_without_saying_so_is_caught() -> None:
    with pytest.raises(ContractBroken, match="open game"):
        check_all(HidingSystem(), seeds=(0,))


def test_what_is_broken_is_said_with_its_game_scenario_seed_and_action() -> None:
    system = BrokenSystem()
    system.broken = SaysNothing
    with pytest.raises(ContractBroken, match=r"knives, duel, seed 5, action 1: .* has no label"):
        check_all(system, seeds=(5,))


class EndlessSystem(KnivesSystem):
    def scenarios(self) -> Mapping[str, KnivesSetup]:
        return {"endless": KnivesSetup(rounds=10**9, toughness=10**9)}


class LimitedSystem(EndlessSystem):
    def limited(self, setup: KnivesSetup) -> KnivesSetup:
        return msgspec.structs.replace(setup, rounds=5)


def test_a_game_that_may_go_on_for_ever_is_held_to_its_limit() -> None:
    with pytest.raises(ContractBroken, match="no end after 500 actions"):
        ends(EndlessSystem(), (0,), 5)
    ends(LimitedSystem(), (0,), 5)


def test_every_check_can_fail() -> None:
    assert {check.__name__ for check in CHECKS} == set(BROKEN.values())
