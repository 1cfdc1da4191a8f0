"""The sequence of play: phases I to VI, turn after turn, up to the next decision (TFT-TURN)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from meleekit.tft.act_options import act_options, has_choice
from meleekit.tft.aiming import second_arrow_due
from meleekit.tft.dexterity import order_dex
from meleekit.tft.ending import end_battle
from meleekit.tft.engagement import able_to_fight, is_engaged
from meleekit.tft.equipment import holds_main_gauche, make_ready
from meleekit.tft.events import InitiativeRolled, KeptBack, PhaseBegan, TieRolled, TurnBegan
from meleekit.tft.loading import finish_reloads
from meleekit.tft.move_options import movable
from meleekit.tft.options import declare_options, may_act, second_shot_options
from meleekit.tft.play import Play
from meleekit.tft.reserves import free_entrances
from meleekit.tft.retreat import victims
from meleekit.tft.state import (
    FIT,
    NO_GUARD,
    NO_ITEM,
    NO_PARRY,
    STANDING,
    Act,
    ChooseOrder,
    ChooseParry,
    DeclareGuards,
    MoveOne,
    Parry,
    Phase,
    Place,
    Retreat,
    SecondShot,
)


def advance(play: Play) -> None:
    """Go on until somebody has to decide, or the battle is over."""
    battle = play.battle
    while battle.outcome is None:
        if battle.stack:
            top = battle.stack[-1]
            if not isinstance(top, MoveOne) or _left_to_move(play, top.seat):
                return
            play.pop()
        _GO_ON[battle.phase](play)


# -- set-up and phase I --------------------------------------------------------------------------


def _set_up(play: Play) -> None:
    """Characters are placed one after the other, then the first turn begins.

    Who finds no entrance hex free any more stays in reserve (TFT-MOVE-01).
    """
    battle = play.battle
    while battle.placing:
        who = battle.placing[0]
        battle.placing = battle.placing[1:]
        if free_entrances(play.arena, battle, play.arena.side_of[who]):
            play.push(Place(who))
            return
        play.tell(KeptBack("TFT-MOVE-01", who))
    begin_turn(play)


def begin_turn(play: Play) -> None:
    """Clear what belonged to the last turn and roll for initiative (TFT-TURN-02, INIT-01)."""
    battle = play.battle
    battle.turn += 1
    battle.phase = Phase.MOVEMENT
    battle.tied = ()
    battle.mover = 0
    play.tell(TurnBegan("TFT-TURN-01", battle.turn))
    for who, figure in enumerate(play.figures):
        if figure.condition is FIT:
            _clear_turn(play, who)
        elif figure.guard is not NO_GUARD:
            play.edit(who).guard = NO_GUARD  # one that collapsed defending: TFT-DEF-02
    if play.arena.any_shoots:
        _note_the_engaged(play)
    seat_of = play.arena.seat_of
    seats = sorted({seat_of[who] for who, f in enumerate(play.figures) if able_to_fight(f)})
    rolled = play.dice.roll_off(len(seats), 6, why="initiative")
    ranked = tuple([seats[i] for i in rolled.order])
    play.tell(InitiativeRolled("TFT-INIT-01", tuple(seats), rolled.dice, ranked))
    battle.order = ranked
    if len(ranked) > 1:
        play.push(ChooseOrder(ranked[0]))


def _note_the_engaged(play: Play) -> None:
    """SP of those who have a missile weapon ready: whether they may shoot a last time (ENG-05)."""
    shoots = play.arena.shoots
    for who, figure in enumerate(play.figures):
        main, off = figure.main, figure.off
        if (main >= 0 and shoots[main]) or (off >= 0 and shoots[off]):
            play.edit(who).engaged_before = is_engaged(play.arena, play.battle, who)


def _clear_turn(play: Play, who: int) -> None:
    figure = play.edit(who)
    hits = figure.hits_this_turn
    if hits and hits >= play.arena.characters[who].injuries["wounded"].hits_in_turn:
        figure.shaken_turn = play.battle.turn  # INJ-02, however shaken it was before
    figure.moved = figure.acted = figure.stood_up = figure.bending = figure.flew = False
    figure.forced = figure.used_retreat = figure.engaged_at_start = False
    figure.steps = figure.hits_this_turn = 0
    figure.came_from = figure.came_facing = figure.moved_to = figure.run = -1
    figure.engagers = figure.struck = figure.turned_away = ()
    figure.engaged_before = False
    figure.second_arrow = NO_ITEM
    figure.guard = NO_GUARD
    # A main-gauche parries unless its bearer says otherwise: MOVE-23.
    standing = figure.posture is STANDING
    shield = standing and figure.off >= 0 and holds_main_gauche(play.arena, figure)
    figure.parry = Parry.SHIELD if shield else NO_PARRY


# -- phases II and III ---------------------------------------------------------------------------


def _left_to_move(play: Play, seat: int) -> bool:
    return any([movable(play.battle, who) for who in play.arena.of_seat[seat]])


def _movement(play: Play) -> None:
    """The next player in order moves its characters (TFT-INIT-04)."""
    battle = play.battle
    while battle.mover < len(battle.order):
        seat = battle.order[battle.mover]
        battle.mover += 1
        if _left_to_move(play, seat):
            play.push(MoveOne(seat))
            return
    if play.arena.defence_declared:
        battle.phase = Phase.DECLARATIONS
        battle.mover = 0
    else:
        _begin_actions(play)


def _declarations(play: Play) -> None:
    """Under VAR-DEF-DECLARE players say who dodges or defends, in the order they have moved in."""
    battle = play.battle
    while battle.mover < len(battle.order):
        task = DeclareGuards(battle.order[battle.mover])
        battle.mover += 1
        if len(declare_options(play.arena, battle, task)) > 1:
            play.push(task)
            return
    _begin_actions(play)


def _begin_actions(play: Play) -> None:
    play.battle.phase = Phase.ACTIONS
    play.tell(PhaseBegan("TFT-TURN-01", "actions"))


def end_of_move(play: Play, who: int) -> None:
    """At the end of its movement the bearer of a main-gauche says how it is used (MOVE-23)."""
    figure = play.figures[who]
    if figure.off >= 0 and holds_main_gauche(play.arena, figure):
        play.push(ChooseParry(who))


# -- phase IV ------------------------------------------------------------------------------------


def first_in_order(play: Play, candidates: Sequence[int], why: str) -> int:
    """The candidate with the highest adjDEX; ties are rolled for (TFT-ACT-06, TFT-ACT-08).

    A roll-off holds for the turn between the characters that took part in it; when another joins
    them, all roll, and the old ones keep their order among the places they win.
    """
    if len(candidates) == 1:
        return candidates[0]
    arena, battle = play.arena, play.battle
    dex = [order_dex(arena, battle, who)[0] for who in candidates]
    best = max(dex)
    tied = [who for who, value in zip(candidates, dex, strict=True) if value == best]
    if len(tied) == 1:
        return tied[0]
    for group in battle.tied:
        if all(who in group for who in tied):
            return next(who for who in group if who in tied)
    rolled = play.dice.roll_off(len(tied), 6, why=why)
    order = _keeping(battle.tied, [tied[i] for i in rolled.order])
    battle.tied = (*battle.tied, order)
    play.tell(TieRolled("TFT-ACT-08", tuple(tied), rolled.dice, order))
    return order[0]


def _keeping(groups: Sequence[tuple[int, ...]], rolled: list[int]) -> tuple[int, ...]:
    """The order rolled, but those who have an order between them already keep it.

    The dice say which places they have won together, the older rolls who of them takes which.
    """
    kept = [[who for who in group if who in rolled] for group in groups]
    order: list[int] = []
    for winner in rolled:
        left = [who for who in _linked(kept, rolled, winner) if who not in order]
        order.append(
            next(
                who
                for who in left
                if not any(
                    who in group and other in group[: group.index(who)]
                    for other in left
                    for group in kept
                )
            )
        )
    return tuple(order)


def _linked(groups: Sequence[Sequence[int]], rolled: Sequence[int], who: int) -> list[int]:
    """`who` and all that older rolls bind it to, one through another, in the order rolled."""
    linked = {who}
    for _ in groups:
        for group in groups:
            if not linked.isdisjoint(group):
                linked.update(group)
    return [other for other in rolled if other in linked]


def _actions(play: Play) -> None:
    """The next character in order has its moment; one that can do nothing passes by.

    Nobody waits for a later one: the moment is used or given up (TFT-ACT-09).
    """
    battle = play.battle
    waiting = [w for w, f in enumerate(play.figures) if not f.acted and may_act(battle, f)]
    if not waiting:
        if play.arena.any_shoots and _second_arrow(play):
            return
        battle.phase = Phase.RETREAT
        for who, figure in enumerate(play.figures):
            if figure.bending:
                play.edit(who).bending = False  # TFT-FACE-07
        return
    who = first_in_order(play, waiting, "order of action between equals")
    task = Act(who)
    options = act_options(play.arena, battle, task)
    if has_choice(options):
        play.push(task)
        play.options = options
    else:
        play.edit(who).acted = True


def _second_arrow(play: Play) -> bool:
    """The next to shoot a second arrow, if one who has it due has a target (TFT-MIS-05)."""
    arena, battle = play.arena, play.battle
    due = [who for who, figure in enumerate(play.figures) if second_arrow_due(battle, figure)]
    while due:
        who = first_in_order(play, due, "order of second arrows between equals")
        task = SecondShot(who)
        options = second_shot_options(arena, battle, task)
        if len(options) > 1:
            play.push(task)
            play.options = options
            return True
        play.edit(who).second_arrow = NO_ITEM
        due.remove(who)
    return False


# -- phases V and VI -----------------------------------------------------------------------------


def _retreats(play: Play) -> None:
    """Victors in order of adjDEX may force enemies back (TFT-RET-03); then the turn ends."""
    battle = play.battle
    victors = [
        who
        for who, figure in enumerate(play.figures)
        if figure.struck and victims(play.arena, battle, who)
    ]
    if victors:
        play.push(Retreat(first_in_order(play, victors, "order of retreat between equals")))
    else:
        _end_turn(play)


def _end_turn(play: Play) -> None:
    """Phase VI: items taken in hand are ready, and the battle may be over (TFT-TURN-03)."""
    if play.battle.unloaded:
        finish_reloads(play)
    for who, figure in enumerate(play.figures):
        if figure.changing:
            make_ready(play.edit(who))
    end_battle(play)
    if play.battle.outcome is None:
        begin_turn(play)


_GO_ON: Mapping[Phase, Callable[[Play], None]] = {
    Phase.SETUP: _set_up,
    Phase.MOVEMENT: _movement,
    Phase.DECLARATIONS: _declarations,
    Phase.ACTIONS: _actions,
    Phase.RETREAT: _retreats,
}
