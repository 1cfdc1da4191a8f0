"""Why an action is refused, and what would have been legal, in plain words (TFT-BAD-02..05).

For every kind of action there is one list of checks, in the order in which they count; the first
that finds something wrong is the answer. They ask the rules themselves and hold none of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from meleekit.core.errors import IllegalAction
from meleekit.core.phrases import listed
from meleekit.tft import refuse_acts as acts
from meleekit.tft import refuse_grapples as grapples
from meleekit.tft import refuse_moves as moves
from meleekit.tft import refuse_shots as shots
from meleekit.tft.actions import (
    Action,
    Agree,
    AnyAction,
    Attack,
    BreakFree,
    Charge,
    ComeDownAt,
    Declare,
    Defend,
    Disengage,
    Dodge,
    DoNothing,
    DrawDagger,
    EndMovement,
    Escape,
    Fly,
    ForceBack,
    GiveOrder,
    GoDown,
    Grapple,
    HthAttack,
    Jump,
    KeepBlade,
    LetFall,
    Move,
    MoveLast,
    PlaceAt,
    Ready,
    Reload,
    Shoot,
    StandUp,
    StepIn,
    Stride,
    Throw,
    TurnTo,
    UseParry,
)
from meleekit.tft.arena import Arena
from meleekit.tft.refusal_terms import Asked, Checks
from meleekit.tft.state import (
    Act,
    Battle,
    ChooseOrder,
    ChooseParry,
    CloseIn,
    ComeDown,
    Consent,
    DeclareGuards,
    Face,
    Follow,
    MoveOne,
    Place,
    PreEmpt,
    Retreat,
    SecondShot,
    TakeBlade,
    Task,
)

_ListOf = Callable[[Asked, Any], Checks]


def _nothing_wrong(asked: Asked, action: AnyAction) -> Checks:
    """Always legal where it answers the open decision at all."""
    return iter(())


# What answers each decision, and the checks it has to pass.
_ANSWERS: Mapping[type[Task], Mapping[type[Action], _ListOf]] = {
    Place: {PlaceAt: moves.place},
    ChooseOrder: {MoveLast: _nothing_wrong},
    MoveOne: {
        Move: moves.move,
        Stride: moves.stride,
        Fly: moves.fly,
        Jump: moves.jump,
        Charge: moves.charge,
        Escape: moves.escape,
        StandUp: moves.stand_up,
        Grapple: grapples.run_in,
        LetFall: moves.let_fall,
        GiveOrder: moves.order,
        EndMovement: _nothing_wrong,
    },
    Face: {TurnTo: moves.turn_to},
    ChooseParry: {UseParry: _nothing_wrong},
    DeclareGuards: {Declare: acts.declare, DoNothing: _nothing_wrong},
    Act: {
        Attack: acts.attack,
        Throw: shots.throw,
        Shoot: shots.shoot,
        Reload: shots.reload,
        Defend: acts.defend,
        Dodge: acts.dodge,
        Disengage: acts.disengage,
        GoDown: acts.go_down,
        Ready: acts.ready,
        LetFall: acts.let_fall,
        Grapple: grapples.close_in,
        HthAttack: grapples.hth_attack,
        DrawDagger: grapples.draw_dagger,
        BreakFree: grapples.break_free,
        DoNothing: _nothing_wrong,
    },
    PreEmpt: {
        DoNothing: _nothing_wrong,
        Defend: shots.defend_early,
        Dodge: shots.dodge_early,
        GiveOrder: acts.pre_empt_order,
    },
    SecondShot: {Shoot: shots.shoot_again, DoNothing: _nothing_wrong},
    ComeDown: {ComeDownAt: moves.come_down},
    Consent: {Agree: _nothing_wrong, DoNothing: _nothing_wrong},
    TakeBlade: {KeepBlade: grapples.keep_blade, DoNothing: _nothing_wrong},
    CloseIn: {HthAttack: grapples.hth_attack},
    Retreat: {ForceBack: acts.force_back, DoNothing: _nothing_wrong},
    Follow: {StepIn: _nothing_wrong, DoNothing: _nothing_wrong},
}

_WAITS: Mapping[type[Task], str] = {
    Place: "{who} is to be placed",
    ChooseOrder: "{side} chooses to move first or last",
    MoveOne: "{side} moves its characters",
    Face: "{who} is to get its facing",
    ChooseParry: "{who} is to say how it uses its main-gauche",
    DeclareGuards: "{side} says who dodges or defends",
    Act: "{who} is to act",
    PreEmpt: "{who} is under attack and may defend, or dodge what flies, or let it come",
    SecondShot: "{who} may shoot a second arrow",
    ComeDown: "{who} comes down and its side says where",
    Consent: "{who} is asked for hand-to-hand",
    TakeBlade: "{who} is pulled down and may have a blade in hand",
    CloseIn: "{who} has come to grips and strikes at once",
    Retreat: "{who} may force an enemy back",
    Follow: "{who} may step into the hex its enemy has left",
}

_MOVED = ("TFT-TURN-01", "characters move in phases II and III, when their side moves")
_ACTED = ("TFT-ACT-01", "a character has one action a turn, in phase IV at its own moment")

# When each kind of action has its place, and the rule that puts it there.
_WHEN: Mapping[type[Action], tuple[str, str]] = {
    PlaceAt: ("TFT-MOVE-01", "characters are placed before the first turn"),
    MoveLast: ("TFT-INIT-02", "the winner of initiative chooses the order once, in phase I"),
    Move: _MOVED,
    Stride: _MOVED,
    Fly: _MOVED,
    Jump: _MOVED,
    Charge: _MOVED,
    Escape: ("TFT-BAT-07", "characters leave the arena in their own movement"),
    StandUp: ("TFT-MOVE-17", "standing up is part of a character's own movement"),
    LetFall: (
        "TFT-EQP-06",
        "items are let fall before one moves, or when one acts",
    ),
    GiveOrder: ("TFT-DEF-06", "standing orders are given in movement, or under attack"),
    EndMovement: ("TFT-MOVE-19", "movement is ended by the side that moves"),
    TurnTo: ("TFT-FACE-02", "a facing is set at the end of a character's own movement"),
    UseParry: (
        "TFT-MOVE-23",
        "a main-gauche's use is declared at the end of its bearer's movement",
    ),
    Declare: ("TFT-DEF-05", "defence is declared before the first action, under VAR-DEF-DECLARE"),
    Attack: _ACTED,
    Throw: _ACTED,
    Shoot: _ACTED,
    Reload: _ACTED,
    Defend: _ACTED,
    Dodge: _ACTED,
    Disengage: _ACTED,
    GoDown: _ACTED,
    Ready: _ACTED,
    Grapple: (
        "TFT-HTH-03",
        "one moves onto an enemy at the end of one's movement, or as an action when engaged",
    ),
    Agree: ("TFT-HTH-19", "one agrees to hand-to-hand when one is asked"),
    KeepBlade: ("TFT-HTH-07", "one takes a blade in hand as one is pulled down"),
    HthAttack: _ACTED,
    DrawDagger: _ACTED,
    BreakFree: _ACTED,
    DoNothing: ("TFT-ACT-10", "doing nothing answers an action, an attack or a forced retreat"),
    ComeDownAt: ("TFT-MOVE-25", "a flier comes down when it is knocked down or falls"),
    ForceBack: ("TFT-RET-01", "enemies are forced back in phase V, by those who beat them"),
    StepIn: ("TFT-RET-06", "one steps in right after forcing an enemy back"),
}


def refusal(arena: Arena, battle: Battle, action: AnyAction) -> IllegalAction:
    """The rule that refuses an action which is not legal now, and what it asks for instead.

    `battle` has an open decision. For a legal action the answer means nothing.
    """
    asked = Asked(arena, battle, battle.stack[-1])
    answers = _ANSWERS[type(asked.task)]
    checks = answers.get(type(action))
    if checks is None:
        return _out_of_place(asked, action)
    acting = isinstance(asked.task, Act)
    if acting and asked.figure(asked.who).grappling and type(action) in grapples.NOT_IN_A_PILE:
        return IllegalAction("TFT-ACT-03", grapples.only_the_list(asked))
    for wrong, rule, message in checks(asked, action):
        if wrong:
            return IllegalAction(rule, message)
    return IllegalAction("TFT-ACT-02", f"that is not among what is legal now: {_kinds(answers)}")


def _out_of_place(asked: Asked, action: AnyAction) -> IllegalAction:
    """An action of a kind that does not answer the open decision."""
    task = asked.task
    name = asked.name(asked.who) if asked.who >= 0 else asked.side
    waits = _WAITS[type(task)].format(who=name, side=asked.side)
    rule, when = _WHEN[type(action)]
    if isinstance(task, PreEmpt) and (rule, when) == _ACTED:
        rule, when = "TFT-ACT-06", f"{name}'s moment has not come"
    return IllegalAction(rule, f"{when}; now {waits} ({_kinds(_ANSWERS[type(task)])})")


def _kinds(answers: Mapping[type[Action], _ListOf]) -> str:
    """The kinds of action that answer a decision, by their tags."""
    return listed([str(kind.__struct_config__.tag) for kind in answers], last="or")
