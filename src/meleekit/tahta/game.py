"""Rikki Tahta's *Melee* as a game the rest of the house can play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from meleekit.core.dice import Dice
from meleekit.core.errors import (
    BadSetup,
    GameOver,
    IllegalAction,
    NotYourDecision,
)
from meleekit.core.game import (
    Decision,
    Event,
    Forecast,
    Game,
    Outcome,
    Reveal,
    Seat,
    Step,
)
from meleekit.core.reference import RuleTable
from meleekit.core.rulebook import Rulebook
from meleekit.core.scene import Scene
from meleekit.core.situation import moment_of
from meleekit.core.system import Description, Option, System
from meleekit.tahta import secrecy
from meleekit.tahta.action_rules import rule_of
from meleekit.tahta.actions import AnyAction, BidForFirst, BidOnCard, Guess, Stake
from meleekit.tahta.events import AnyEvent
from meleekit.tahta.forecast import forecast
from meleekit.tahta.kingdom import Kingdom
from meleekit.tahta.moments import perform
from meleekit.tahta.options import deciders, options
from meleekit.tahta.play import Play
from meleekit.tahta.reading import read_action
from meleekit.tahta.reference import rule_tables
from meleekit.tahta.refusals import against, refusal
from meleekit.tahta.reveal import reveal
from meleekit.tahta.rulebook import rulebook
from meleekit.tahta.scene import picks, scene
from meleekit.tahta.seasons import set_up
from meleekit.tahta.setup import Setup, load_board, refused, setup_from, setup_in
from meleekit.tahta.situation.lessons import lesson_texts
from meleekit.tahta.situation.read import place_of, setup_of, state_of
from meleekit.tahta.situation.shapes import schema
from meleekit.tahta.situation.write import situation_text
from meleekit.tahta.soundness import check_state
from meleekit.tahta.state import ASKS_ALL, NOBODY, Stage, State, View
from meleekit.tahta.tables import FEWEST_PLAYERS, MOST_PLAYERS, Tables, default_tables
from meleekit.tahta.words import label, narrate, prompt, status

RULES_VERSION = "tahta-1"

_REASONS = {
    "TAH-END-01": "a castle was captured",
    "TAH-END-03": "most provinces and castles held after winter",
}


class Fists(Game[State, AnyAction, View]):
    """The rules bound to one set-up. Bids, chosen cards and the fist are hidden (TAH-VIS)."""

    key: ClassVar[str] = "tahta"
    title: ClassVar[str] = "Melee (Rikki Tahta)"
    rules_version: ClassVar[str] = RULES_VERSION
    state_type: ClassVar[Any] = State
    action_type: ClassVar[Any] = AnyAction
    event_type: ClassVar[Any] = AnyEvent
    view_type: ClassVar[Any] = View

    def __init__(self, setup: Setup, tables: Tables | None = None) -> None:
        super().__init__()
        self.setup: Setup = setup_from(setup, tables)
        self.kingdom = Kingdom(self.setup, tables)
        self._decisions = {
            stage: tuple(Decision(seat, stage.value) for seat in range(self.kingdom.count))
            for stage in Stage
        }
        self.seats = tuple(Seat(n, name, n) for n, name in enumerate(self.setup.players))

    def begin(self, dice: Dice) -> Step[State]:
        """Gold for everybody, a soldier in every castle, the draft open (TAH-SETUP-02)."""
        game = self.kingdom
        nodes = len(game.board.nodes)
        empty = State(
            gold=[0] * game.count,
            owner=[NOBODY] * nodes,
            units=[0] * nodes,
            spent=[0] * nodes,
            captured=[0] * nodes,
            holder=0,
            paid_out=0,
        )
        play = Play(game, empty, dice)
        set_up(play)
        return Step(play.state, tuple(play.events))

    def decisions(self, state: State) -> tuple[Decision, ...]:
        """One seat's, or in auction and selection everybody's who has not sealed (TAH-AUC-02)."""
        known, stage = self._decisions, state.stage
        return tuple([known[stage][seat] for seat in deciders(self.kingdom, state)])

    def legal_actions(self, state: State, seat: int) -> Sequence[AnyAction]:
        """What the seat may do."""
        return options(self.kingdom, state, seat)

    def is_legal(self, state: State, seat: int, action: AnyAction) -> bool:
        """Whether nothing is against it; the same that `legal_actions` lists."""
        if seat not in deciders(self.kingdom, state):
            return False
        return against(self.kingdom, state, seat, action) is None

    def perform(self, state: State, seat: int, action: AnyAction, dice: Dice) -> Step[State]:
        """Carry out a legal action and go on to the next decision."""
        play = Play(self.kingdom, state, dice)
        perform(play, seat, action)
        return Step(play.state, tuple(play.events))

    def check_asked(self, state: State, seat: int) -> None:
        """As the core's, with the rules' own words: E_SEALED, E_PASSED, E_GAME_OVER (ERR-04)."""
        if state.stage is Stage.OVER:
            raise GameOver("the game is over", rule="TAH-ERR-04", reason="E_GAME_OVER")
        if seat in deciders(self.kingdom, state):
            return
        known = 0 <= seat < len(self.seats)
        if known and state.stage in ASKS_ALL:
            rule = "TAH-AUC-09" if state.stage is Stage.AUCTION else "TAH-SEL-02"
            raise NotYourDecision("your choice is sealed", rule=rule, reason="E_SEALED")
        if known and state.stage is Stage.DRAFT and state.passed[seat]:
            raise NotYourDecision("you have passed", rule="TAH-DRAFT-12", reason="E_PASSED")
        message = f"nothing waits for seat {seat} now"
        raise NotYourDecision(message, rule="TAH-ERR-01", reason="E_NOT_YOUR_DECISION")

    def read_action(self, state: State, seat: int, data: object) -> AnyAction:
        """What the seat wants to do, from plain data; the rules' words for what is malformed."""
        self.check_asked(state, seat)
        return read_action(self.kingdom, state, seat, data)

    def outcome(self, state: State) -> Outcome | None:
        """Who won, and how; there is always exactly one winner (TAH-END-04)."""
        if state.stage is not Stage.OVER:
            return None
        return Outcome((state.winner,), _REASONS[state.end_rule], state.end_rule)

    def view(self, state: State, seat: int | None) -> View:
        """The state without what is hidden from the seat."""
        return secrecy.view(state, seat)

    def visible_events(self, events: Sequence[Event], seat: int | None) -> tuple[Event, ...]:
        """The events without what is hidden from the seat."""
        return secrecy.visible_events(events, seat)

    def scene(self, state: State, seat: int | None) -> Scene:
        """The map, the same for all, and beside it the hand of whoever looks."""
        return scene(self.kingdom, state, seat)

    def label(self, state: State, action: AnyAction) -> str:
        """The action as a button says it."""
        return label(self.kingdom, state, action)

    def picks(self, state: State, action: AnyAction) -> tuple[str, ...]:
        """What one would click for the action."""
        return picks(self.kingdom, state, action)

    def amount(self, state: State, action: AnyAction) -> int | None:
        """The gold of a bid, or what is hidden in the fist."""
        return action.amount if isinstance(action, BidOnCard | BidForFirst | Stake) else None

    def numbers(self, state: State, action: AnyAction) -> tuple[int, ...]:
        """The numbers that a defender guesses."""
        return action.numbers if isinstance(action, Guess) else ()

    def rule_of(self, state: State, action: AnyAction) -> str:
        """The rule by which the action may be done."""
        return rule_of(self.kingdom, state, action)

    def prompt(self, state: State, decision: Decision) -> str:
        """The decision in words."""
        return prompt(self.kingdom, state, decision)

    def status(self, state: State) -> str:
        """The season."""
        return status(self.kingdom, state)

    def narrate(self, event: Event) -> str:
        """The event as a line of the report."""
        return narrate(self.kingdom, event)

    def reveal(self, event: Event) -> Reveal | None:
        """Bids, turned-up cards, and the fist against the guesses."""
        return reveal(self.kingdom, event)

    def forecast(self, state: State, seat: int, action: AnyAction) -> Forecast | None:
        """The chances of an attack if both play at their best (TAH-GT-06); None for the rest."""
        return forecast(self.kingdom, state, action)

    def refusal(self, state: State, seat: int, action: AnyAction) -> IllegalAction:
        """Why the action is not legal now."""
        return refusal(self.kingdom, state, seat, action)

    def check_state(self, state: State) -> None:
        """Refuse a state that was read and contradicts itself (TAH-STATE-08)."""
        check_state(self.kingdom, state)


class FistsSystem(System):
    """Area control by bluff: an attack holds if nobody guesses what the fist does."""

    key: ClassVar[str] = "tahta"
    title: ClassVar[str] = "Melee (Rikki Tahta)"
    about: ClassVar[str] = "Four seasons, castles to take, and gold hidden in the fist."
    seats: ClassVar[tuple[int, int]] = (FEWEST_PLAYERS, MOST_PLAYERS)
    rules_version: ClassVar[str] = RULES_VERSION
    # The kinds of decision whose choice nobody else may know (TAH-VIS-02).
    sealed_kinds: ClassVar[frozenset[str]] = frozenset({"auction", "select", "bid"})

    def scenarios(self) -> Mapping[str, Setup]:
        """A game for each number of players, and one without special cards."""
        names = ("Raven", "Sun", "Thorn", "Grey")
        ready = {
            f"kingdom{count}": Setup(
                players=names[:count],
                title=f"A kingdom for {word}",
                about="The standard game, with special cards.",
            )
            for count, word in ((2, "two"), (3, "three"), (4, "four"))
        }
        ready["basic"] = Setup(
            players=names, mode="basic", title="The basic game", about="No special cards."
        )
        return {name: setup_from(setup) for name, setup in ready.items()}

    def setup_from(self, data: object) -> Setup:
        """A checked set-up from a scenario's name or plain data. Raises `BadSetup`."""
        if isinstance(data, str):
            known = self.scenarios()
            if data not in known:
                said = f"no scenario {data!r}; there are {', '.join(known)}"
                raise BadSetup(said, rule="TAH-SETUP-09", at="setup", reason="E_CONFIG")
            return known[data]
        return setup_from(data)

    def setup_in(self, path: Path) -> Setup:
        """A checked set-up from a TOML file; its board may be a file beside it (BOARD-12)."""
        return setup_in(path)

    def on_board(self, setup: Setup, path: Path) -> Setup:
        """The set-up on the board of a file (TAH-BOARD-12)."""
        return setup_from(msgspec.structs.replace(setup, board=load_board(path)))

    def with_options(self, setup: Setup, options: Mapping[str, Any]) -> Setup:
        """The set-up with options chosen otherwise. Raises `BadSetup` with E_CONFIG (SETUP-09)."""
        with refused():
            chosen: Setup = super().with_options(setup, options)
        return chosen

    def options(self) -> tuple[Option, ...]:
        """Mode, board, treasury, scoring of castles, the last player's rule (TAH-MODE-03)."""
        boards = ("", *default_tables().boards)
        return (
            Option("mode", "with special cards or without", "standard", ("standard", "basic")),
            Option("board", "the usual is that of so many players", "", boards),
            Option("coin_supply", "how many coins there are, or unlimited", "unlimited"),
            Option(
                "castle_scoring",
                "when castles count at the end",
                "occupied",
                ("occupied", "always", "never"),
            ),
            Option("kingmaker_rule", "who cannot win does not play last", True, (True, False)),
        )

    def rulebook(self) -> Rulebook:
        """The rules in words."""
        return rulebook()

    def rule_tables(self) -> tuple[RuleTable, ...]:
        """Boards, units, guesses and special cards."""
        return rule_tables()

    def game(self, setup: Setup) -> Fists:
        """The rules bound to that set-up."""
        return Fists(setup)

    def describe(self, setup: Setup) -> Description:
        """The set-up in words."""
        return Description(setup.title, setup.about, setup.players)

    def situation_schema(self) -> dict[str, Any]:
        """What a situation of this game may hold."""
        return schema(self.key)

    def situations(self) -> Mapping[str, str]:
        """The teaching situations."""
        return lesson_texts()

    def load_situation(self, data: str | Mapping[str, object]) -> tuple[Fists, State]:
        """The game and the moment that a situation tells of; `data` may be the name of one.

        Raises `BadSituation` naming the line and the field.
        """
        return moment_of(data, self, self._read)

    def _read(self, data: Mapping[str, object]) -> tuple[Fists, State, Callable[[str], str]]:
        game = Fists(setup_of(data))
        return game, state_of(data, game.kingdom), partial(place_of, game.kingdom)

    def dump_situation(self, game: Game[Any, Any, Any], state: Any) -> str:  # noqa: ANN401
        """The moment as TOML text, hidden things and all."""
        return self.dump_view(game, secrecy.whole(state))

    def dump_view(self, game: Game[Any, Any, Any], view: Any) -> str:  # noqa: ANN401
        """What a seat may know of the moment, as TOML text; "?" is what it may not (VIS-07)."""
        assert isinstance(game, Fists)
        return f'game = "{self.key}"\n{situation_text(game.kingdom, view)}'

    def twins(self, game: Any, state: State, seat: int | None) -> Iterator[State]:  # noqa: ANN401
        """States that the seat may not tell apart; the contract's checks try to."""
        return secrecy.twins(game.kingdom, state, seat)
