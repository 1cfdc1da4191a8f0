"""Melee (1977) as a game the rest of the house can play."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from meleekit.core.dice import Dice
from meleekit.core.errors import IllegalAction
from meleekit.core.game import Decision, Event, Forecast, Game, Outcome, Seat, Step
from meleekit.core.reference import RuleTable
from meleekit.core.rulebook import Rulebook
from meleekit.core.scene import Scene
from meleekit.core.situation import moment_of
from meleekit.core.system import Description, Option, System, Variant
from meleekit.tft.act_options import act_options
from meleekit.tft.action_rules import rule_of
from meleekit.tft.actions import AnyAction, GiveOrder, GoDown, LetFall
from meleekit.tft.arena import Arena
from meleekit.tft.board_files import load_board
from meleekit.tft.boards import board_plans
from meleekit.tft.coming_down import come_down_options
from meleekit.tft.events import AnyEvent
from meleekit.tft.forecast import forecast
from meleekit.tft.ids import figure_id
from meleekit.tft.labels import label
from meleekit.tft.moments import PERFORM
from meleekit.tft.move_options import (
    face_options,
    initiative_options,
    move_options,
    parry_options,
    place_options,
)
from meleekit.tft.narrate import narrate
from meleekit.tft.options import (
    blade_options,
    close_in_options,
    consent_options,
    declare_options,
    follow_options,
    pre_empt_options,
    retreat_options,
    second_shot_options,
)
from meleekit.tft.picks import picks
from meleekit.tft.play import Play
from meleekit.tft.reference import rule_tables
from meleekit.tft.refusals import refusal
from meleekit.tft.rulebook import rulebook
from meleekit.tft.scenarios import load_setup, scenarios
from meleekit.tft.scene import scene
from meleekit.tft.sequence import advance
from meleekit.tft.setup import Setup, resolve, setup_from
from meleekit.tft.situation.lessons import lesson_texts
from meleekit.tft.situation.names import Names
from meleekit.tft.situation.read import battle_of, place_of, setup_of
from meleekit.tft.situation.schema import situation_schema
from meleekit.tft.situation.write import situation_text
from meleekit.tft.soundness import check_battle
from meleekit.tft.state import (
    NOWHERE,
    Act,
    Battle,
    ChooseOrder,
    ChooseParry,
    CloseIn,
    ComeDown,
    Consent,
    DeclareGuards,
    Face,
    Figure,
    Follow,
    MoveOne,
    OfSeat,
    Place,
    PreEmpt,
    Retreat,
    SecondShot,
    TakeBlade,
)
from meleekit.tft.tables import Tables, default_tables
from meleekit.tft.words import prompt, status

RULES_VERSION = "tft-1"

_OPTIONS: Mapping[type, Callable[[Arena, Battle, Any], Sequence[AnyAction]]] = {
    Place: place_options,
    ChooseOrder: initiative_options,
    MoveOne: move_options,
    Face: face_options,
    ChooseParry: parry_options,
    DeclareGuards: declare_options,
    Act: act_options,
    PreEmpt: pre_empt_options,
    SecondShot: second_shot_options,
    ComeDown: come_down_options,
    Consent: consent_options,
    TakeBlade: blade_options,
    CloseIn: close_in_options,
    Retreat: retreat_options,
    Follow: follow_options,
}

_KINDS: Mapping[type, str] = {
    Place: "place",
    ChooseOrder: "initiative",
    MoveOne: "move",
    Face: "face",
    ChooseParry: "parry",
    DeclareGuards: "declare",
    Act: "act",
    PreEmpt: "pre_empt",
    SecondShot: "second_shot",
    ComeDown: "come_down",
    Consent: "consent",
    TakeBlade: "blade",
    CloseIn: "close_in",
    Retreat: "retreat",
    Follow: "follow",
}


_INTERRUPTS = (PreEmpt, Consent)


@lru_cache(maxsize=512)
def _decision(seat: int, task: type, piece: int = NOWHERE) -> tuple[Decision, ...]:
    """A seat's decision about a task of that kind; `piece` is the character on the board.

    Kept, since few of them differ and they are asked for all the time.
    """
    pieces = (figure_id(piece),) if piece >= 0 else ()
    return (Decision(seat, _KINDS[task], pieces, task in _INTERRUPTS),)


class Melee(Game[Battle, AnyAction, Battle]):
    """The rules bound to one battle's set-up. All is open: views are states (TFT-GEN-07)."""

    key: ClassVar[str] = "tft"
    title: ClassVar[str] = "Melee (1977)"
    rules_version: ClassVar[str] = RULES_VERSION
    state_type: ClassVar[Any] = Battle
    action_type: ClassVar[Any] = AnyAction
    event_type: ClassVar[Any] = AnyEvent

    def __init__(self, setup: Setup, tables: Tables | None = None) -> None:
        super().__init__()
        tables = tables or default_tables()
        self.setup: Setup = resolve(setup, tables)
        self.arena = Arena(self.setup, tables)
        self.seats = tuple(
            Seat(seat, name, self.arena.side_of_seat[seat])
            for seat, name in enumerate(self.arena.players)
        )

    @cached_property
    def names(self) -> Names:
        """What situations call everybody and everything."""
        return Names(self.arena, [seat.name for seat in self.seats])

    def begin(self, dice: Dice) -> Step[Battle]:
        """Everybody armed, unhurt (TFT-INJ-07) and off the board.

        A roll-off decides who is placed first.
        """
        arena = self.arena
        figures = [
            Figure(
                main=character.main,
                off=character.off,
                slung=tuple(
                    item for item in character.items if item not in (character.main, character.off)
                ),
            )
            for character in arena.characters
        ]
        play = Play(arena, Battle(figures=figures), dice)
        order = dice.roll_off(len(arena.sides), 6, why="who is placed first").order
        play.battle.placing = tuple(
            character.index
            for side in order
            for character in arena.characters
            if character.side == side
        )
        advance(play)
        return Step(play.battle, tuple(play.events))

    def decisions(self, state: Battle) -> tuple[Decision, ...]:
        """The one decision that is open; every decision of this game is a single seat's."""
        if not state.stack:
            return ()
        task = state.stack[-1]
        if isinstance(task, OfSeat):
            return _decision(task.seat, type(task))
        who = task.figure
        on_board = state.figures[who].hex >= 0
        return _decision(self.arena.seat_of[who], type(task), who if on_board else NOWHERE)

    def legal_actions(self, state: Battle, seat: int) -> Sequence[AnyAction]:
        """What the seat may do; empty unless the open decision is its own."""
        if not state.stack:
            return ()
        task = state.stack[-1]
        if self.arena.decider(task) != seat:
            return ()
        return _OPTIONS[type(task)](self.arena, state, task)

    def carry_out(self, state: Battle, seat: int, action: AnyAction, dice: Dice) -> Step[Battle]:
        """The action alone: neither who acts next is rolled for, nor a new turn's initiative."""
        play = Play(self.arena, state, dice)
        PERFORM[type(action)](play, state.stack[-1], action)
        return Step(play.battle, tuple(play.events))

    def perform(self, state: Battle, seat: int, action: AnyAction, dice: Dice) -> Step[Battle]:
        """Carry out a legal action and go on to the next decision."""
        play = Play(self.arena, state, dice)
        PERFORM[type(action)](play, state.stack[-1], action)
        advance(play)
        if play.options is not None:
            # Going on has had to work out what the next one may do; whoever asks is told that.
            seat = self.arena.decider(play.battle.stack[-1])
            self.remember(play.battle, seat, play.options)
        return Step(play.battle, tuple(play.events))

    def outcome(self, state: Battle) -> Outcome | None:
        """How the battle ended, or None."""
        return state.outcome

    def scene(self, state: Battle, seat: int | None) -> Scene:
        """The board with everybody on it."""
        return scene(self.arena, state)

    def label(self, state: Battle, action: AnyAction) -> str:
        """The action as a button says it."""
        return label(self.arena, state, action)

    def picks(self, state: Battle, action: AnyAction) -> tuple[str, ...]:
        """What one would click for the action."""
        return picks(self.arena, state, action)

    def check_state(self, state: Battle) -> None:
        """Refuse a battle that was read and points at what is not there."""
        check_battle(self.arena, state)

    def is_aside(self, state: Battle, action: AnyAction) -> bool:
        """Standing orders and letting things fall can wait in a drawer; so can lying down."""
        if state.stack and isinstance(state.stack[-1], PreEmpt):
            return False
        return isinstance(action, GiveOrder | LetFall | GoDown)

    def rule_of(self, state: Battle, action: AnyAction) -> str:
        """The rule by which the action may be done."""
        return rule_of(self.arena, state, action)

    def prompt(self, state: Battle, decision: Decision) -> str:
        """The decision in words."""
        return prompt(self.arena, state)

    def status(self, state: Battle) -> str:
        """Turn and phase."""
        return status(state)

    def narrate(self, event: Event) -> str:
        """The event as a line of a fight report."""
        return narrate(self.arena, event)

    def forecast(self, state: Battle, seat: int, action: AnyAction) -> Forecast | None:
        """Exact odds of an attack or a jump, with their reasons."""
        return forecast(self.arena, state, action)

    def refusal(self, state: Battle, seat: int, action: AnyAction) -> IllegalAction:
        """Why the action is not legal now."""
        return refusal(self.arena, state, action)


class MeleeSystem(System):
    """The 1977 hex duel game: facing, engagement, order by adjDEX, three dice or less to hit."""

    key: ClassVar[str] = "tft"
    title: ClassVar[str] = "Melee (1977)"
    about: ClassVar[str] = (
        "Gladiators on hexes: facing, engagement, who strikes first, three dice to hit."
    )
    seats: ClassVar[tuple[int, int]] = (2, 6)
    rules_version: ClassVar[str] = RULES_VERSION

    def scenarios(self) -> Mapping[str, Setup]:
        """Ready battles by name."""
        return scenarios()

    def setup_of(self, data: object) -> Setup:
        """A checked set-up in which everything is said. Raises `BadSetup`."""
        return resolve(data if isinstance(data, Setup) else setup_from(data))

    def setup_in(self, path: Path) -> Setup:
        """A checked set-up from a TOML file, whose sides may be drawn from a roster beside it."""
        return resolve(load_setup(path))

    def on_board(self, setup: Setup, path: Path) -> Setup:
        """The battle on the board of a file (TFT-BRD-05)."""
        return self.setup_of(msgspec.structs.replace(setup, board=load_board(path)))

    def limited(self, setup: Setup) -> Setup:
        """The same battle with few turns: random players can miss each other for ever (BAT-11)."""
        return msgspec.structs.replace(setup, turn_limit=40)

    def options(self) -> tuple[Option, ...]:
        """Kind of combat, board, turn limit and variants (TFT-BAT-01, TFT-BRD-05, TFT-VAR-01)."""
        kinds = tuple(default_tables().combat_kinds)
        ids = [variant.id for variant in self.variants()]
        return (
            Option("kind", "the kind of combat", "death", kinds),
            Option("board", "a board's name, or a custom board", "arena2", tuple(board_plans())),
            Option("turn_limit", "turns after which it is a draw; 0 is no limit", 0),
            Option("variants", "IDs of the readings in force", (), tuple(ids)),
        )

    def variants(self) -> tuple[Variant, ...]:
        """The readings that are in play (TFT-VAR-01)."""
        rows = default_tables().variants.values()
        return tuple(
            Variant(row.id, row.name, row.effect, row.default) for row in rows if row.in_play
        )

    def game(self, setup: Setup) -> Melee:
        """The rules bound to that set-up."""
        return Melee(setup)

    def describe(self, setup: Setup) -> Description:
        """The battle in words."""
        return Description(setup.title, setup.about, tuple(side.name for side in setup.sides))

    def rulebook(self) -> Rulebook:
        """The rules in words."""
        return rulebook()

    def rule_tables(self) -> tuple[RuleTable, ...]:
        """Weapons, armour, chances to hit and the like."""
        return rule_tables()

    def situation_schema(self) -> dict[str, Any]:
        """What a situation of this game may hold."""
        return situation_schema(self.key)

    def situations(self) -> Mapping[str, str]:
        """The teaching situations."""
        return lesson_texts()

    def load_situation(self, data: str | Mapping[str, object]) -> tuple[Melee, Battle]:
        """The battle and the moment that a situation tells of; `data` may be the name of one.

        Raises `BadSituation` naming the line and the field.
        """
        return moment_of(data, self, self._read)

    def _read(self, data: Mapping[str, object]) -> tuple[Melee, Battle, Callable[[str], str]]:
        game = Melee(setup_of(data, default_tables()))
        battle = battle_of(data, game.arena, game.names)
        return game, battle, partial(place_of, data, game.arena)

    def dump_situation(self, game: Game[Any, Any, Any], state: Any) -> str:  # noqa: ANN401
        """The moment as TOML text."""
        assert isinstance(game, Melee)
        return f'game = "{self.key}"\n{situation_text(game.arena, game.names, state)}'
