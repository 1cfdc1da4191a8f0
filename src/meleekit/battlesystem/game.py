"""BATTLESYSTEM's battles as a game the rest of the house can play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from meleekit.battlesystem import words
from meleekit.battlesystem.action_rules import rule_of
from meleekit.battlesystem.actions import Advance, AnyAction, Reform, Withdraw
from meleekit.battlesystem.battle import Battle, Ground
from meleekit.battlesystem.events import AnyEvent
from meleekit.battlesystem.forecast import forecast
from meleekit.battlesystem.options import asked, options
from meleekit.battlesystem.outcome import outcome
from meleekit.battlesystem.phases import do, go_on
from meleekit.battlesystem.play import Play
from meleekit.battlesystem.reference import rule_tables
from meleekit.battlesystem.refusals import against, refusal
from meleekit.battlesystem.rulebook import rulebook
from meleekit.battlesystem.scene import picks, scene
from meleekit.battlesystem.setup import Setup, scenarios, setup_from
from meleekit.battlesystem.situation.read import place_of, state_of
from meleekit.battlesystem.situation.shapes import Said
from meleekit.battlesystem.situation.write import said_of, unit_said
from meleekit.battlesystem.soundness import check_state
from meleekit.battlesystem.state import INTERRUPTS, State
from meleekit.battlesystem.tables import Tables, default_tables
from meleekit.core.dice import Dice
from meleekit.core.errors import IllegalAction
from meleekit.core.game import Decision, Event, Forecast, Game, Outcome, Seat, Step
from meleekit.core.plain_situations import PlainSituations
from meleekit.core.reference import RuleTable
from meleekit.core.rulebook import Rulebook
from meleekit.core.scene import Scene
from meleekit.core.system import Option


class BattleGame(Game[State, AnyAction, State]):
    """The rules bound to one set-up. Nothing is hidden."""

    key: ClassVar[str] = "battlesystem"
    title: ClassVar[str] = "BATTLESYSTEM melee"
    rules_version: ClassVar[str] = "battlesystem-1"
    state_type: ClassVar[Any] = State
    action_type: ClassVar[Any] = AnyAction
    event_type: ClassVar[Any] = AnyEvent

    def __init__(self, setup: Setup, tables: Tables | None = None) -> None:
        super().__init__()
        self.setup: Setup = setup_from(setup, tables)
        self.battle = Battle(self.setup, tables)
        self.seats = tuple(Seat(n, side.name, n) for n, side in enumerate(self.setup.sides))
        # Of the last position that was asked about; states never change.
        self._ground: Ground | None = None

    def ground(self, state: State) -> Ground:
        """Who stands where at that moment; not to be changed."""
        ground = self._ground
        if ground is None or ground.state is not state:
            ground = self._ground = Ground(self.battle, state)
        return ground

    def begin(self, dice: Dice) -> Step[State]:
        """Units where the set-up puts them, and the first initiative (BAT-SEQ-01)."""
        battle = self.battle
        state = State([battle.deployed(n) for n in battle.everybody])
        play = Play(Ground(battle, state), dice)
        go_on(play)
        return Step(play.state, tuple(play.events))

    def decisions(self, state: State) -> tuple[Decision, ...]:
        """One side's at a time (BAT-SEQ-05)."""
        seat = asked(self.battle, state)
        if seat is None:
            return ()
        who = (f"unit:{self.battle.names[state.active.unit]}",) if state.active else ()
        return (Decision(seat, state.stage.value, who, state.stage in INTERRUPTS),)

    def legal_actions(self, state: State, seat: int) -> Sequence[AnyAction]:
        """What the seat may do."""
        if seat != asked(self.battle, state):
            return ()
        return options(self.ground(state))

    def is_legal(self, state: State, seat: int, action: AnyAction) -> bool:
        """Whether nothing is against it; the same that `legal_actions` lists."""
        if seat != asked(self.battle, state):
            return False
        return against(self.ground(state), action) is None

    def perform(self, state: State, seat: int, action: AnyAction, dice: Dice) -> Step[State]:
        """Carry out a legal action and go on to the next decision."""
        play = Play(self.ground(state), dice)
        do(play, action)
        go_on(play)
        self._ground = play.ground
        return Step(play.state, tuple(play.events))

    def carry_out(self, state: State, seat: int, action: AnyAction, dice: Dice) -> Step[State]:
        """Carry out a legal action alone: one melee, without the morale that comes after all."""
        play = Play(self.ground(state), dice)
        do(play, action)
        return Step(play.state, tuple(play.events))

    def outcome(self, state: State) -> Outcome | None:
        """Who won, and how (BAT-VICT-01)."""
        return outcome(self.battle, state)

    def scene(self, state: State, seat: int | None) -> Scene:
        """The field, the same for all."""
        return scene(self.ground(state))

    def label(self, state: State, action: AnyAction) -> str:
        """The action as a button says it."""
        return words.label(self.battle, state, action)

    def picks(self, state: State, action: AnyAction) -> tuple[str, ...]:
        """What one would click for the action."""
        return picks(self.ground(state), action)

    def is_aside(self, state: State, action: AnyAction) -> bool:
        """Another shape is seldom wanted, and there are many."""
        return isinstance(action, Reform)

    def amount(self, state: State, action: AnyAction) -> int | None:
        """The cells of an advance or withdrawal."""
        return action.cells if isinstance(action, Advance | Withdraw) else None

    def rule_of(self, state: State, action: AnyAction) -> str:
        """The rule by which the action may be done."""
        return rule_of(state, action)

    def prompt(self, state: State, decision: Decision) -> str:
        """The decision in words."""
        return words.prompt(self.battle, state, decision)

    def status(self, state: State) -> str:
        """The round."""
        return words.status(self.battle, state)

    def narrate(self, event: Event) -> str:
        """The event as a line of the report."""
        return words.narrate(self.battle, event)

    def footnotes(self) -> tuple[str, ...]:
        """By which Combat Results Table the battle is fought, with the hash of it (BAT-CRT-02)."""
        crt = self.battle.crt
        made = ", reconstructed" if crt.reconstructed and "reconstructed" not in crt.title else ""
        return (f"Combat Results Table: {crt.title}{made}, SHA-256 {crt.hash[:12]}…",)

    def forecast(self, state: State, seat: int, action: AnyAction) -> Forecast | None:
        """What a melee, a free attack or a charge may cost both sides."""
        return forecast(self.ground(state), action)

    def refusal(self, state: State, seat: int, action: AnyAction) -> IllegalAction:
        """Why the action is not legal now."""
        return refusal(self.ground(state), action)

    def check_state(self, state: State) -> None:
        """Refuse a state that was read and contradicts itself."""
        check_state(self.battle, state)


class BattleSystem(PlainSituations):
    """Mass combat: units of figures, dice for a whole unit, losses on both sides at once."""

    game_type: ClassVar[type[BattleGame]] = BattleGame
    about: ClassVar[str] = (
        "Units of figures on a field: both strike, then both take their losses, "
        "until only one side has units that stand."
    )
    seats: ClassVar[tuple[int, int]] = (2, 2)
    situation_type: ClassVar[Any] = Said
    situations_path: ClassVar[Path | None] = Path(__file__).with_name("situations")

    def scenarios(self) -> Mapping[str, Setup]:
        """The battles that come with the game."""
        return scenarios()

    def setup_of(self, data: object) -> Setup:
        """A checked set-up in which troop types have filled in their units. Raises `BadSetup`."""
        return setup_from(data)

    def options(self) -> tuple[Option, ...]:
        """The last round, daylight, who supports, the Combat Results Table."""
        return (
            Option("rounds", "the last round", 20),
            Option("daylight", "goblins and their kin dislike it", True, (True, False)),
            Option(
                "support_behind_overlap",
                "spears and pikes support figures that overlap too",
                True,
                (True, False),
            ),
            Option(
                "crt", "one of one's own, as TOML", None, file=True, title="Combat Results Table"
            ),
        )

    def rulebook(self) -> Rulebook:
        """The rules in words."""
        return rulebook()

    def rule_tables(self) -> tuple[RuleTable, ...]:
        """Troops, weapons, modifiers, the Combat Results Table."""
        return rule_tables()

    def situation_schema(self) -> dict[str, Any]:
        """What a situation of this game may hold; a troop type fills in the rest of a unit."""
        schema = super().situation_schema()
        for name, wanted in (("Unit", ["name", "figures"]), ("SideSetup", ["name", "units"])):
            schema["$defs"][name] = {**schema["$defs"][name], "required": wanted}
        return schema

    def plain_setup(self, setup: Any) -> dict[str, Any]:  # noqa: ANN401  # one of ours
        """The set-up in short; a troop type fills in the rest of a unit.

        The Combat Results Table is told of only where it is one of one's own.
        """
        plain = super().plain_setup(setup)
        tables = default_tables()
        if setup.crt == tables.crt.table:
            plain.pop("crt", None)
        for told, side in zip(plain["sides"], setup.sides, strict=True):
            told["units"] = [unit_said(unit, tables) for unit in side.units]
        return plain

    def said_of(self, game: Game[Any, Any, Any], state: Any) -> Said:  # noqa: ANN401
        """The moment by the names of units and sides."""
        assert isinstance(game, BattleGame)
        return said_of(game.battle, state)

    def state_of(self, game: Game[Any, Any, Any], said: Any) -> State:  # noqa: ANN401
        """The moment that is told of. Raises `BadSituation` naming the field."""
        assert isinstance(game, BattleGame)
        return state_of(game.battle, said)

    def place_of(self, game: Game[Any, Any, Any], at: str) -> str:
        """The field of a situation in which a field of the state is written."""
        assert isinstance(game, BattleGame)
        return place_of(game.battle, at)
