"""A moment of Tao melee as people write it down: combatants, hexes and weapons by their names.

Only what is otherwise than the set-up says need be told. See `core.plain_situations`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import NoReturn

import msgspec

from meleekit.core.errors import BadSituation
from meleekit.core.game import Outcome
from meleekit.tao import state as st
from meleekit.tao.arena import Arena
from meleekit.tao.grid import fault_of_name
from meleekit.tao.sequence import in_turn
from meleekit.tao.state import ACTIVE, NO_ITEM, NOBODY, NOWHERE, Battle, Figure, Lying, Status

EMPTY = "nothing"
"""What stands for an empty hand."""


class FigureSaid(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What is otherwise with a combatant than its row of the set-up says.

    `ready` is the weapon in hand ("nothing" for none), `carried` are the others; left out they
    are its own, as far as they are not said to be elsewhere. `ap` and `attacks` are what is left
    and used of its turn; whose turn it is has all of its allowance left. See `state.Figure`.
    """

    hex: str = ""
    hp: int | None = None
    ready: str = ""
    carried: tuple[str, ...] | None = None
    ap: int | None = None
    attacks: int = 0
    acted: bool = False
    stunned: bool = False
    broken_by: str = ""
    status: Status = ACTIVE


class LyingSaid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An item on the ground and the hex in which it lies."""

    hex: str
    item: str


class _Asked(msgspec.Struct, frozen=True, tag_field="task", forbid_unknown_fields=True):
    """Something to be decided apart from a turn."""


class ChooseSaid(_Asked, frozen=True, tag="choose"):
    """A side says which of its combatants is next."""

    side: str


class FallBackSaid(_Asked, frozen=True, tag="fall_back", omit_defaults=True):
    """A combatant is driven back by an enemy, who may follow."""

    figure: str
    by: str
    follows: bool = False


class BraceSaid(_Asked, frozen=True, tag="brace"):
    """A charge arrives at a combatant."""

    figure: str
    charger: str


class PlaceSaid(_Asked, frozen=True, tag="place"):
    """A combatant has grabbed a target and says where it goes."""

    figure: str
    target: str


AskedSaid = ChooseSaid | FallBackSaid | BraceSaid | PlaceSaid


class Situation(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A moment: whose `turn` it is, and what is `asked` within that turn, innermost last.

    `dice` are what the sides rolled for initiative; the first side has the higher die where
    nothing is said.
    """

    turn: str = ""
    round: int = 1
    dice: tuple[int, int] = (2, 1)
    figures: dict[str, FigureSaid] = {}
    asked: tuple[AskedSaid, ...] = ()
    ground: tuple[LyingSaid, ...] = ()
    outcome: Outcome | None = None


# -- weapons ---------------------------------------------------------------------------------------


def item_names(arena: Arena) -> tuple[str, ...]:
    """A name for every weapon: its own where it is the only one, else with its first owner's."""
    kinds = [weapon.name for weapon in arena.items]
    names: list[str] = []
    for one in arena.combatants:
        for item in one.items:
            kind = kinds[item]
            name = kind if kinds.count(kind) == 1 else f"{one.name}'s {kind}"
            again = sum(kinds[other] == kind for other in one.items if other < item)
            names.append(f"{name} {again + 1}" if again else name)
    return tuple(names)


def _usual_ready(arena: Arena, who: int, elsewhere: Collection[int]) -> int:
    """The weapon of the set-up, unless it is elsewhere now."""
    ready = arena.combatants[who].ready
    return NO_ITEM if ready in elsewhere else ready


def _usual_carried(
    arena: Arena, who: int, ready: int, elsewhere: Collection[int]
) -> tuple[int, ...]:
    """What it brought and has neither in hand nor elsewhere."""
    own = arena.combatants[who].items
    return tuple(item for item in own if item != ready and item not in elsewhere)


# -- writing ---------------------------------------------------------------------------------------


def said_of(arena: Arena, battle: Battle) -> Situation:
    """The moment in names."""
    items = item_names(arena)
    turn = in_turn(battle)
    figures = {}
    for who in range(len(arena.combatants)):
        said = _figure_said(arena, battle, who, turn, items)
        if said != FigureSaid():
            figures[arena.name(who)] = said
    return Situation(
        turn=arena.name(turn) if turn != NOBODY else "",
        round=battle.round,
        dice=battle.dice,
        figures=figures,
        asked=tuple(_task_said(arena, task) for task in battle.stack[turn != NOBODY :]),
        ground=tuple(LyingSaid(arena.names[one.hex], items[one.item]) for one in battle.ground),
        outcome=battle.outcome,
    )


def _figure_said(
    arena: Arena, battle: Battle, who: int, turn: int, items: tuple[str, ...]
) -> FigureSaid:
    figure, one = battle.figures[who], arena.combatants[who]
    elsewhere = {thing.item for thing in battle.ground}
    for other, theirs in enumerate(battle.figures):
        if other != who:
            elsewhere.update((theirs.ready, *theirs.carried))
    elsewhere.discard(NO_ITEM)
    ready, carried = "", None
    if figure.ready != _usual_ready(arena, who, elsewhere):
        ready = EMPTY if figure.ready == NO_ITEM else items[figure.ready]
    if figure.carried != _usual_carried(arena, who, figure.ready, elsewhere):
        carried = tuple(items[item] for item in figure.carried)
    return FigureSaid(
        hex="" if figure.hex in (one.hex, NOWHERE) else arena.names[figure.hex],
        hp=None if figure.hp == one.hp_now else figure.hp,
        ready=ready,
        carried=carried,
        ap=None if figure.ap == (one.ap if who == turn else 0) else figure.ap,
        attacks=figure.attacks,
        acted=figure.acted,
        stunned=figure.stunned,
        broken_by="" if figure.broken_by == NOBODY else arena.name(figure.broken_by),
        status=figure.status,
    )


def _task_said(arena: Arena, task: st.AnyTask) -> AskedSaid:
    match task:
        case st.Choose(side=side):
            return ChooseSaid(arena.sides[side])
        case st.FallBack(figure=who, by=by, follows=follows):
            return FallBackSaid(arena.name(who), arena.name(by), follows)
        case st.Brace(figure=who, charger=charger):
            return BraceSaid(arena.name(who), arena.name(charger))
        case st.Place(figure=who, target=target):
            return PlaceSaid(arena.name(who), arena.name(target))
        case st.Turn():
            raise AssertionError("turns do not interrupt one another")


# -- reading ---------------------------------------------------------------------------------------


def state_of(arena: Arena, said: Situation) -> Battle:
    """The moment that is told of. Raises `BadSituation` naming the field."""
    reader = _Reader(arena)
    for name in said.figures:
        reader.who(name, f"figures.{name}")
    turn = reader.who(said.turn, "turn") if said.turn else NOBODY
    stack: list[st.AnyTask] = [] if turn == NOBODY else [st.Turn(turn)]
    stack += [reader.task(task, f"asked[{number}]") for number, task in enumerate(said.asked)]
    if not stack and said.outcome is None:
        _refuse("say whose turn it is, or what is asked", "turn")
    ground = tuple(
        Lying(
            reader.hex(one.hex, f"ground[{number}].hex"),
            reader.item(one.item, NOBODY, f"ground[{number}].item"),
        )
        for number, one in enumerate(said.ground)
    )
    return Battle(
        figures=reader.figures(said, turn, [one.item for one in ground]),
        dice=said.dice,
        round=said.round,
        stack=tuple(stack),
        ground=tuple(sorted(ground)),
        outcome=said.outcome,
    )


def place_of(arena: Arena, at: str) -> str:
    """The field of a situation in which a field of the state is written.

    A turn is at the bottom of the stack, and what is asked within it above.
    """
    found = re.fullmatch(r"(figures|stack)(?:\[(\d+)\](.*))?", at)
    if found is None:
        return at
    field, number, rest = found[1], int(found[2] or 0), found[3] or ""
    if field == "figures":
        known = number < len(arena.combatants)
        return f"figures.{arena.name(number)}{rest}" if found[2] and known else field
    if number:  # only a turn is interrupted
        return f"asked[{number - 1}]{rest}"
    return "asked[0].side" if rest == ".side" else "turn"


class _Reader:
    """Names of an arena looked up; each that is not there is refused at its field."""

    def __init__(self, arena: Arena) -> None:
        self.arena = arena
        self.items = {name: item for item, name in enumerate(item_names(arena))}
        self.people = {one.name: one.index for one in arena.combatants}

    def who(self, name: str, at: str) -> int:
        if name not in self.people:
            _refuse(f"nobody is called {name!r}; there are {', '.join(self.people)}", at)
        return self.people[name]

    def side(self, name: str, at: str) -> int:
        if name not in self.arena.sides:
            _refuse(f"no side {name!r}; there are {', '.join(self.arena.sides)}", at)
        return self.arena.sides.index(name)

    def hex(self, name: str, at: str) -> int:
        setup = self.arena.setup
        if fault := fault_of_name(name, setup.columns, setup.rows):
            raise BadSituation(fault, at=at, rule="TAO-VAL-01")
        return self.arena.number[name]

    def item(self, name: str, owner: int, at: str) -> int:
        """A weapon by its name, or one of the owner's own by its kind alone."""
        if name in self.items:
            return self.items[name]
        own = self.arena.combatants[owner].items if owner != NOBODY else ()
        for item in own:
            if self.arena.items[item].name == name:
                return item
        _refuse(f"nobody brought {name!r}; there are {', '.join(self.items)}", at)

    def task(self, said: AskedSaid, at: str) -> st.AnyTask:
        match said:
            case ChooseSaid(side=side):
                return st.Choose(self.side(side, f"{at}.side"))
            case FallBackSaid(figure=who, by=by, follows=follows):
                driven = self.who(who, f"{at}.figure")
                return st.FallBack(driven, self.who(by, f"{at}.by"), follows)
            case BraceSaid(figure=who, charger=charger):
                return st.Brace(self.who(who, f"{at}.figure"), self.who(charger, f"{at}.charger"))
            case PlaceSaid(figure=who, target=target):
                return st.Place(self.who(who, f"{at}.figure"), self.who(target, f"{at}.target"))

    def figures(self, said: Situation, turn: int, ground: list[int]) -> list[Figure]:
        """Everybody; first all that is said of weapons, then what goes without saying."""
        elsewhere = dict.fromkeys(ground, "ground")
        ready: dict[int, int] = {}
        carried: dict[int, tuple[int, ...]] = {}
        for name, one in said.figures.items():
            who, at = self.people[name], f"figures.{name}"
            if one.ready:
                ready[who] = self._held(one.ready, who, f"{at}.ready", elsewhere)
            if one.carried is not None:
                carried[who] = tuple(
                    self._held(item, who, f"{at}.carried[{number}]", elsewhere)
                    for number, item in enumerate(one.carried)
                )
        return [
            self._figure(who, said, who == turn, ready, carried, elsewhere)
            for who in range(len(self.arena.combatants))
        ]

    def _held(self, name: str, who: int, at: str, elsewhere: dict[int, str]) -> int:
        if name == EMPTY:
            return NO_ITEM
        item = self.item(name, who, at)
        if item in elsewhere:
            _refuse(f"{name} is in two places", at)
        elsewhere[item] = at
        return item

    def _figure(
        self,
        who: int,
        situation: Situation,
        in_turn: bool,
        ready: Mapping[int, int],
        carried: Mapping[int, tuple[int, ...]],
        elsewhere: Collection[int],
    ) -> Figure:
        arena, one = self.arena, self.arena.combatants[who]
        said = situation.figures.get(one.name, FigureSaid())
        at = f"figures.{one.name}"
        hex_ = self.hex(said.hex, f"{at}.hex") if said.hex else one.hex
        in_hand = ready.get(who, _usual_ready(arena, who, elsewhere))
        usual = one.ap if in_turn else 0
        return Figure(
            hex=NOWHERE if said.status is Status.LEFT else hex_,
            hp=one.hp_now if said.hp is None else said.hp,
            ready=in_hand,
            carried=carried.get(who, _usual_carried(arena, who, in_hand, elsewhere)),
            ap=usual if said.ap is None else said.ap,
            attacks=said.attacks,
            acted=said.acted,
            stunned=said.stunned,
            broken_by=self.who(said.broken_by, f"{at}.broken_by") if said.broken_by else NOBODY,
            status=said.status,
        )


def _refuse(message: str, at: str) -> NoReturn:
    raise BadSituation(message, at=at)
