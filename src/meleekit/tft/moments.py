"""Carrying out each kind of action: one function a kind, in the order of the sequence of play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from meleekit.core.hexes import HexBoard
from meleekit.tft.actions import (
    Attack,
    Charge,
    ComeDownAt,
    Declare,
    Defend,
    Disengage,
    Dodge,
    DoNothing,
    EndMovement,
    Escape,
    Fly,
    ForceBack,
    GiveOrder,
    GoDown,
    Jump,
    LetFall,
    Move,
    MoveLast,
    PlaceAt,
    Ready,
    Reload,
    Shoot,
    StandUp,
    StepIn,
    Throw,
    TurnTo,
    UseParry,
)
from meleekit.tft.combat import GUARD_AGAINST, attack
from meleekit.tft.coming_down import land_at
from meleekit.tft.enumerated import mean, outcomes
from meleekit.tft.equipment import holds_main_gauche, let_fall, take_in_hand
from meleekit.tft.events import (
    Defended,
    Dodged,
    Escaped,
    KeptBack,
    OrderChosen,
    OrderGiven,
    ParryChosen,
    Placed,
    SteppedIn,
    StoodUp,
    StoppedEngaging,
    Turned,
    WentDown,
)
from meleekit.tft.flight import fly
from meleekit.tft.grapple_moments import PERFORM_GRAPPLE, keep_nothing, refuse
from meleekit.tft.loading import reload
from meleekit.tft.movement import (
    charge_facings,
    charge_way,
    cost_of,
    escape_ways,
    go,
    jump_ways,
    reach,
    set_out,
)
from meleekit.tft.options import declare_options, may_guard, may_turn, movable
from meleekit.tft.play import Play
from meleekit.tft.postures import go_to_ground
from meleekit.tft.reserves import entry_path
from meleekit.tft.retreat import force_back
from meleekit.tft.sequence import end_of_move
from meleekit.tft.state import (
    NO_ITEM,
    NOWHERE,
    Act,
    AnyTask,
    ChooseParry,
    ComeDown,
    Condition,
    Consent,
    DeclareGuards,
    Face,
    Follow,
    Guard,
    Manner,
    MoveOne,
    Order,
    Parry,
    Phase,
    Posture,
    PreEmpt,
    Retreat,
    SecondShot,
    TakeBlade,
)
from meleekit.tft.trajectory import shoot, shoot_again, throw

# -- set-up, initiative --------------------------------------------------------------------------


def _place(play: Play, task: AnyTask, action: PlaceAt) -> None:
    if action.hex < 0:
        play.tell(KeptBack("TFT-MOVE-01", action.figure))
        play.pop()
        return
    figure = play.edit(action.figure)
    figure.hex = action.hex
    figure.facing = _towards_centre(play, action.hex)
    play.tell(Placed("TFT-MOVE-01", action.figure, action.hex))
    play.pop()
    play.push(Face(action.figure))


def _towards_centre(play: Play, hex_: int) -> int:
    """The facing that looks into the board: what most players would choose."""
    board = play.arena.board
    middle = _middle(board)
    return 0 if hex_ == middle else board.bearing(hex_, middle)[0]


@lru_cache(maxsize=32)
def _middle(board: HexBoard) -> int:
    """The hex from which the others are nearest on the whole."""
    return min(range(board.size), key=lambda h: sum(board.distance[h]))


def _move_first_or_last(play: Play, task: AnyTask, action: MoveLast) -> None:
    battle = play.battle
    winner, *others = battle.order
    if action.last:
        battle.order = (*others, winner)
    rule = "TFT-INIT-02" if len(battle.order) == 2 else "TFT-INIT-03"
    play.tell(OrderChosen(rule, winner, action.last, battle.order))
    play.pop()


# -- movement ------------------------------------------------------------------------------------


def _move(play: Play, task: AnyTask, action: Move) -> None:
    who = action.figure
    set_out(play, who)
    arena = play.arena
    figure = play.edit(who)
    if figure.hex < 0:
        _, layers, stops = reach(arena, play.before, who)
        path = entry_path(arena, layers, action.hex, stops)
        go(play, who, (cost_of(arena.board, layers, action.hex), path))
        # Whether it stands or has stumbled, it has faced nowhere so far.
        figure.facing = _towards_centre(play, figure.hex)
        play.push(Face(who))
        return
    elif action.hex != figure.hex:
        if figure.engagers:
            go(play, who, (1, (figure.hex, action.hex)))
        else:
            _, layers, stops = reach(arena, play.before, who)
            path = arena.board.path(figure.hex, action.hex, layers, stops)
            go(play, who, (cost_of(arena.board, layers, action.hex), path))
    _then_face(play, who)


def _fly(play: Play, task: AnyTask, action: Fly) -> None:
    fly(play, action)
    _then_face(play, action.figure)


def _jump(play: Play, task: AnyTask, action: Jump) -> None:
    way = jump_ways(play.arena, play.battle, action.figure)[action.hex, action.over]
    set_out(play, action.figure)
    go(play, action.figure, way)
    _then_face(play, action.figure)


def _charge(play: Play, task: AnyTask, action: Charge) -> None:
    who = action.figure
    arena, battle = play.arena, play.battle
    way = charge_way(arena, battle, who, (action.hex, action.direction, action.cost))
    set_out(play, who)
    facings = charge_facings(arena, battle, who, action.direction, way[0])
    go(play, who, way, run=action.direction, charge=True)
    if play.figures[who].posture is not Posture.STANDING:
        return
    if len(facings) == 1:
        end_of_move(play, who)
    else:
        play.edit(who).facing = action.direction
        play.push(Face(who, facings))


def _then_face(play: Play, who: int) -> None:
    """One on its feet or in the air may set its facing, one low its field of fire (FACE-02)."""
    if may_turn(play.arena, play.figures[who]):
        play.push(Face(who))


def _escape(play: Play, task: AnyTask, action: Escape) -> None:
    cost, path = escape_ways(play.arena, play.battle, action.figure)[action.over]
    set_out(play, action.figure)
    figure = play.edit(action.figure)
    go(play, action.figure, (cost - 1, path))
    if figure.posture is not Posture.STANDING:
        return
    figure.steps = cost
    figure.hex = figure.moved_to = NOWHERE
    figure.condition = Condition.ESCAPED
    play.tell(Escaped("TFT-BAT-07", action.figure))


def _stand_up(play: Play, task: AnyTask, action: StandUp) -> None:
    """Rise in movement, free or engaged, with nothing else this turn (TFT-ACT-18, ACT-33)."""
    set_out(play, action.figure)
    figure = play.edit(action.figure)
    figure.posture = Posture.STANDING
    figure.stood_up = True
    figure.acted = True
    if figure.off >= 0 and holds_main_gauche(play.arena, figure):
        figure.parry = Parry.SHIELD
    play.tell(StoodUp("TFT-MOVE-17", action.figure))
    play.push(Face(action.figure))


def _let_fall(play: Play, task: AnyTask, action: LetFall) -> None:
    let_fall(play, action.figure, action.item, "TFT-EQP-06")


def _end_movement(play: Play, task: MoveOne, action: EndMovement) -> None:
    """The rest stay: S0 and E0 are taken now (TFT-ENG-05, TFT-MOVE-19)."""
    for who in play.arena.of_seat[task.seat]:
        if movable(play.battle, who):
            set_out(play, who)
    play.pop()


def _turn_to(play: Play, task: Face, action: TurnTo) -> None:
    figure = play.edit(task.figure)
    if figure.facing != action.facing:
        figure.facing = action.facing
        play.tell(Turned("TFT-FACE-02", task.figure, action.facing))
    play.pop()
    if play.battle.phase is Phase.MOVEMENT:
        end_of_move(play, task.figure)


def _use_parry(play: Play, task: ChooseParry, action: UseParry) -> None:
    play.edit(task.figure).parry = action.mode
    play.tell(ParryChosen("TFT-MG-02", task.figure, action.mode))
    play.pop()


# -- actions -------------------------------------------------------------------------------------


def _attack(play: Play, task: Act, action: Attack) -> None:
    play.pop()
    _announce(play, task.figure, action.target, action.weapons, Manner.BLOW)


def _throw(play: Play, task: Act, action: Throw) -> None:
    play.pop()
    _announce(play, task.figure, action.target, (action.item,), Manner.THROW)


def _shoot(play: Play, task: Act | SecondShot, action: Shoot) -> None:
    """A second arrow comes when all have acted, so nobody is left to dodge it early."""
    play.pop()
    if isinstance(task, SecondShot):
        shoot_again(play, task.figure, action.target)
    else:
        _announce(play, task.figure, action.target, (action.item,), Manner.SHOT)


def _reload(play: Play, task: Act, action: Reload) -> None:
    play.pop()
    reload(play, task.figure, action.item)


def _announce(
    play: Play, attacker: int, target: int, weapons: tuple[int, ...], manner: Manner
) -> None:
    """An attack is declared; a target that has not acted may defend before the dice (DEF-05)."""
    if may_guard(play.arena, play.battle, target, manner):
        orders = play.figures[target].orders
        if orders.order is Order.ASK:
            play.push(PreEmpt(target, attacker, weapons, manner))
            return
        if orders.order is Order.ALWAYS or (
            orders.order is Order.IF_EXPECTED
            and expected_hits(play, attacker, target, weapons, manner) > orders.above
        ):
            _guard_early(play, target, manner)
    CARRY_OUT[manner](play, attacker, target, weapons)


CARRY_OUT: Mapping[Manner, Callable[[Play, int, int, tuple[int, ...]], None]] = {
    Manner.BLOW: attack,
    Manner.THROW: throw,
    Manner.SHOT: shoot,
}
"""How an attack of each manner by one at another, with some weapons, is carried out."""


def expected_hits(
    play: Play,
    attacker: int,
    target: int,
    weapons: tuple[int, ...],
    manner: Manner = Manner.BLOW,
) -> Fraction:
    """Exact expectation of the hits an attack takes off its target's STR."""
    before = play.figures[target].hits
    found = outcomes(
        play.arena,
        play.battle,
        lambda trial: CARRY_OUT[manner](trial, attacker, target, weapons),
        lambda trial: trial.figures[target].hits - before,
    )
    return mean(found, lambda hits: hits)


def _guard_early(play: Play, who: int, manner: Manner) -> None:
    """Defend or dodge, whichever helps, before one's own moment (TFT-DEF-05)."""
    figure = play.edit(who)
    figure.guard = GUARD_AGAINST[manner]
    figure.acted = True
    if figure.guard is Guard.DEFEND:
        play.tell(Defended("TFT-DEF-05", who, early=True))
    else:
        play.tell(Dodged("TFT-DEF-05", who, early=True))


def _go_on_with(play: Play, task: PreEmpt) -> None:
    """The attack that was declared falls now."""
    CARRY_OUT[task.manner](play, task.attacker, task.figure, task.weapons)


def _defend(play: Play, task: AnyTask, action: Defend) -> None:
    play.pop()
    if isinstance(task, PreEmpt):
        _guard_early(play, task.figure, task.manner)
        _go_on_with(play, task)
        return
    assert isinstance(task, Act)
    figure = play.edit(task.figure)
    figure.guard = Guard.DEFEND
    figure.acted = True
    play.tell(Defended("TFT-ACT-27", task.figure))


def _dodge(play: Play, task: AnyTask, action: Dodge) -> None:
    play.pop()
    if isinstance(task, PreEmpt):
        _guard_early(play, task.figure, task.manner)
        _go_on_with(play, task)
        return
    assert isinstance(task, Act)
    figure = play.edit(task.figure)
    figure.guard = Guard.DODGE
    figure.acted = True
    play.tell(Dodged("TFT-ACT-13", task.figure))


def _declare(play: Play, task: DeclareGuards, action: Declare) -> None:
    """A dodge or defence that holds from the first action on; others may follow (DEF-05)."""
    figure = play.edit(action.figure)
    figure.guard = action.guard
    figure.acted = True
    told = Defended if action.guard is Guard.DEFEND else Dodged
    play.tell(told("TFT-DEF-05", action.figure))
    if len(declare_options(play.arena, play.battle, task)) == 1:
        play.pop()


def _disengage(play: Play, task: Act, action: Disengage) -> None:
    """Step away; no stumble roll in this phase, facing set after the step (TFT-DIS-02).

    It is the action, so nothing is attacked in that turn (TFT-DIS-07).
    """
    play.pop()
    figure = play.edit(task.figure)
    left = figure.hex
    figure.hex = action.hex
    figure.acted = True
    play.tell(StoppedEngaging("TFT-DIS-01", task.figure, left, action.hex))
    play.push(Face(task.figure))


def _go_down(play: Play, task: Act, action: GoDown) -> None:
    play.pop()
    figure = play.edit(task.figure)
    figure.acted = True
    go_to_ground(figure, action.posture)
    play.tell(WentDown("TFT-ACT-14", task.figure, action.posture))


def _ready(play: Play, task: Act, action: Ready) -> None:
    play.pop()
    play.edit(task.figure).acted = True
    take_in_hand(play, task.figure, action)


def _nothing(play: Play, task: AnyTask, action: DoNothing) -> None:
    if isinstance(task, Consent):
        refuse(play, task)
        return
    if isinstance(task, TakeBlade):
        keep_nothing(play, task)
        return
    play.pop()
    if isinstance(task, Act):
        play.edit(task.figure).acted = True
    elif isinstance(task, PreEmpt):
        _go_on_with(play, task)
    elif isinstance(task, SecondShot):
        play.edit(task.figure).second_arrow = NO_ITEM
    elif isinstance(task, Retreat):
        play.edit(task.figure).used_retreat = True


def _give_order(play: Play, task: AnyTask, action: GiveOrder) -> None:
    """An order in movement, or as the answer to an attack, which it decides too (DEF-06)."""
    play.edit(action.figure).orders = action.order
    play.tell(OrderGiven("TFT-DEF-06", action.figure, action.order))
    if isinstance(task, PreEmpt):
        play.pop()
        if action.order.order is Order.ALWAYS:
            _guard_early(play, task.figure, task.manner)
        _go_on_with(play, task)


def _come_down(play: Play, task: ComeDown, action: ComeDownAt) -> None:
    play.pop()
    land_at(play, task.figure, action.hex)


# -- forced retreat ------------------------------------------------------------------------------


def _force_back(play: Play, task: Retreat, action: ForceBack) -> None:
    play.pop()
    force_back(play, task.figure, action)


def _step_in(play: Play, task: Follow, action: StepIn) -> None:
    play.pop()
    play.edit(task.figure).hex = task.hex
    play.tell(SteppedIn("TFT-RET-06", task.figure, task.hex))
    play.push(Face(task.figure))


# Each function takes the task its kind of action answers; legality has been seen to before.
PERFORM: Mapping[type, Callable[[Play, Any, Any], None]] = {
    PlaceAt: _place,
    MoveLast: _move_first_or_last,
    Move: _move,
    Fly: _fly,
    Jump: _jump,
    Charge: _charge,
    Escape: _escape,
    StandUp: _stand_up,
    LetFall: _let_fall,
    GiveOrder: _give_order,
    EndMovement: _end_movement,
    TurnTo: _turn_to,
    UseParry: _use_parry,
    Attack: _attack,
    Throw: _throw,
    Shoot: _shoot,
    Reload: _reload,
    Defend: _defend,
    Dodge: _dodge,
    Declare: _declare,
    Disengage: _disengage,
    GoDown: _go_down,
    Ready: _ready,
    DoNothing: _nothing,
    ComeDownAt: _come_down,
    ForceBack: _force_back,
    StepIn: _step_in,
    **PERFORM_GRAPPLE,
}
