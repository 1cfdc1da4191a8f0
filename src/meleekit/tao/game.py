"""Tao melee as a game the rest of the house can play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from meleekit.core.dice import Dice
from meleekit.core.errors import IllegalAction
from meleekit.core.game import Decision, Event, Forecast, Game, Outcome, Seat, Step
from meleekit.core.plain_situations import AnyGame, PlainSituations
from meleekit.core.reference import RuleTable
from meleekit.core.rulebook import Rulebook
from meleekit.core.scene import Scene
from meleekit.core.system import Option, Variant
from meleekit.tao.action_rules import RULES
from meleekit.tao.actions import AnyAction, Drop
from meleekit.tao.arena import Arena
from meleekit.tao.events import AnyEvent
from meleekit.tao.forecast import forecast
from meleekit.tao.ids import figure_id
from meleekit.tao.moments import PERFORM
from meleekit.tao.narrate import narrate
from meleekit.tao.options import against, decider, options
from meleekit.tao.picks import picks
from meleekit.tao.play import Play
from meleekit.tao.reference import rule_tables
from meleekit.tao.refusals import refusal
from meleekit.tao.rulebook import rulebook
from meleekit.tao.scenarios import scenarios
from meleekit.tao.scene import scene
from meleekit.tao.sequence import advance, roll_initiative
from meleekit.tao.setup import Setup, setup_from
from meleekit.tao.situation import Situation, place_of, said_of, state_of
from meleekit.tao.soundness import check_battle
from meleekit.tao.state import AnyTask, Battle, Brace, Choose, FallBack, Figure, Place, Turn
from meleekit.tao.switches import ALL, GROUPS
from meleekit.tao.tables import Tables, default_tables
from meleekit.tao.words import label, prompt, status

_KINDS: Mapping[type[AnyTask], str] = {
    Choose: "choose",
    Turn: "turn",
    FallBack: "fall_back",
    Brace: "brace",
    Place: "place",
}


@lru_cache(maxsize=256)
def _decision(seat: int, kind: type[AnyTask], figure: int | None) -> tuple[Decision, ...]:
    who = () if figure is None else (figure_id(figure),)
    return (Decision(seat, _KINDS[kind], who, interrupts=kind is Brace),)


class TaoMelee(Game[Battle, AnyAction, Battle]):
    """The rules bound to one set-up. Nothing is hidden: views are states. A seat is a side."""

    key: ClassVar[str] = "tao"
    title: ClassVar[str] = "Tao melee"
    rules_version: ClassVar[str] = "tao-1"
    state_type: ClassVar[Any] = Battle
    action_type: ClassVar[Any] = AnyAction
    event_type: ClassVar[Any] = AnyEvent
    off_turn_rule: ClassVar[str | None] = "TAO-VAL-02"

    def __init__(self, setup: Setup, tables: Tables | None = None) -> None:
        super().__init__()
        tables = tables or default_tables()
        self.setup: Setup = setup_from(setup, tables)
        self.arena = Arena(self.setup, tables)
        self.seats = tuple(Seat(side, name, side) for side, name in enumerate(self.arena.sides))

    def begin(self, dice: Dice) -> Step[Battle]:
        """Everybody where the set-up says, weapons ready, and who goes first (TAO-INIT-01)."""
        figures = [
            Figure(
                hex=one.hex,
                hp=one.hp_now,
                ready=one.ready,
                carried=tuple(item for item in one.items if item != one.ready),
                acted=True,
            )
            for one in self.arena.combatants
        ]
        play = Play(self.arena, Battle(figures, (0, 0)), dice)
        roll_initiative(play)
        advance(play)
        return Step(play.battle, tuple(play.events))

    def decisions(self, state: Battle) -> tuple[Decision, ...]:
        """The one decision that is open; every decision of this game is a single seat's."""
        if not state.stack:
            return ()
        task = state.stack[-1]
        figure = None if isinstance(task, Choose) else task.figure
        return _decision(decider(self.arena, state), type(task), figure)

    def legal_actions(self, state: Battle, seat: int) -> Sequence[AnyAction]:
        """What the seat may do; empty unless the open decision is its own."""
        return options(self.arena, state, seat)

    def is_legal(self, state: Battle, seat: int, action: AnyAction) -> bool:
        """Whether nothing is against it; the same that `legal_actions` lists."""
        if not state.stack or decider(self.arena, state) != seat:
            return False
        return against(self.arena, state, action) is None

    def carry_out(self, state: Battle, seat: int, action: AnyAction, dice: Dice) -> Step[Battle]:
        """The action alone, not who comes next."""
        play = Play(self.arena, state, dice)
        PERFORM[type(action)](play, state.stack[-1], action)
        return Step(play.battle, tuple(play.events))

    def perform(self, state: Battle, seat: int, action: AnyAction, dice: Dice) -> Step[Battle]:
        """Carry out a legal action and go on to the next decision."""
        play = Play(self.arena, state, dice)
        PERFORM[type(action)](play, state.stack[-1], action)
        advance(play)
        return Step(play.battle, tuple(play.events))

    def outcome(self, state: Battle) -> Outcome | None:
        """How the fight ended, or None."""
        return state.outcome

    def scene(self, state: Battle, seat: int | None) -> Scene:
        """The board with everybody on it."""
        return scene(self.arena, state)

    def label(self, state: Battle, action: AnyAction) -> str:
        """The action as a button says it."""
        return label(self.arena, state, action)

    def picks(self, state: Battle, action: AnyAction) -> tuple[str, ...]:
        """What one would click for the action."""
        return picks(action)

    def is_aside(self, state: Battle, action: AnyAction) -> bool:
        """Letting one's weapon fall can wait in a drawer."""
        return isinstance(action, Drop)

    def rule_of(self, state: Battle, action: AnyAction) -> str:
        """The rule by which the action may be done."""
        return RULES[type(action)]

    def prompt(self, state: Battle, decision: Decision) -> str:
        """The decision in words."""
        return prompt(self.arena, state)

    def status(self, state: Battle) -> str:
        """The round."""
        return status(self.arena, state)

    def narrate(self, event: Event) -> str:
        """The event as a line of a fight report."""
        return narrate(self.arena, event)

    def forecast(self, state: Battle, seat: int, action: AnyAction) -> Forecast | None:
        """Exact odds of an action with their reasons."""
        return forecast(self.arena, state, action)

    def check_state(self, state: Battle) -> None:
        """Refuse a fight that was read and contradicts itself."""
        check_battle(self.arena, state)

    def refusal(self, state: Battle, seat: int, action: AnyAction) -> IllegalAction:
        """Why the action is not legal now."""
        return refusal(self.arena, state, action)


class TaoSystem(PlainSituations):
    """The Tao engagement rule, alone or with a fight built on it."""

    game_type: ClassVar[type[TaoMelee]] = TaoMelee
    about: ClassVar[str] = (
        "Being next to an enemy is melee, and leaving it costs action points; fights by switches."
    )
    seats: ClassVar[tuple[int, int]] = (2, 2)
    situation_type: ClassVar[Any] = Situation
    situations_path: ClassVar[Path | None] = Path(__file__).with_name("situations")

    def said_of(self, game: AnyGame, state: Battle) -> Situation:
        """The moment in names."""
        assert isinstance(game, TaoMelee)
        return said_of(game.arena, state)

    def state_of(self, game: AnyGame, said: Situation) -> Battle:
        """The moment that is told of. Raises `BadSituation` naming the field."""
        assert isinstance(game, TaoMelee)
        return state_of(game.arena, said)

    def place_of(self, game: AnyGame, at: str) -> str:
        """The field of a situation in which a field of the state is written."""
        assert isinstance(game, TaoMelee)
        return place_of(game.arena, at)

    def scenarios(self) -> Mapping[str, Setup]:
        """Ready set-ups by name."""
        return scenarios()

    def setup_of(self, data: object) -> Setup:
        """A checked set-up in which everything is said (TAO-STATE-02). Raises `BadSetup`."""
        return setup_from(data)

    def limited(self, setup: Setup) -> Setup:
        """The same with few rounds: random players can miss each other for ever (TAO-END-01)."""
        rounds = min(setup.round_limit or 40, 40)
        return msgspec.structs.replace(setup, round_limit=rounds)

    def options(self) -> tuple[Option, ...]:
        """The last round, and the rule groups in force."""
        return (
            Option("round_limit", "rounds after which it is over; 0 is no limit", 0),
            Option("variants", "the rule groups in force", (), ALL),
        )

    def variants(self) -> tuple[Variant, ...]:
        """The rule groups of the playable fight, each of which can be left out."""
        return tuple(
            Variant(switch.value, group.title, f"{group.about} ({group.rule})", False)
            for switch, group in GROUPS.items()
        )

    def rulebook(self) -> Rulebook:
        """The rules in words."""
        return rulebook()

    def rule_tables(self) -> tuple[RuleTable, ...]:
        """Costs, THAC0, weapons and the like."""
        return rule_tables()
