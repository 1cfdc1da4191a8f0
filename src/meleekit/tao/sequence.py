"""Who is next, rounds, and the end (TAO-TURN, TAO-INIT, TAO-END)."""

from __future__ import annotations

from meleekit.core.game import Outcome
from meleekit.tao.arena import Arena
from meleekit.tao.checks import can_run
from meleekit.tao.events import (
    Ended,
    InitiativeRolled,
    RoundBegan,
    TurnBegan,
    TurnEnded,
    TurnSkipped,
)
from meleekit.tao.play import Play
from meleekit.tao.state import ACTIVE, NOBODY, Battle, Choose, Status, Turn


def roll_initiative(play: Play) -> None:
    """A die a side, once for the whole fight (TAO-INIT-01).

    Equal dice are rolled again (TAO-INIT-03); rolling one of them until they differ comes to the
    same, and to an end.
    """
    arena, sides = play.arena, play.arena.tables.initiative.die
    one = play.dice.roll(1, sides, why=f"initiative of {arena.sides[0]}").total
    why = f"initiative of {arena.sides[1]}, other than {one}"
    other = play.dice.roll_anew(sides, again=(one,), why=why).total
    play.battle.dice = (one, other)
    play.tell(InitiativeRolled("TAO-INIT-01", (one, other)))


def number_of(arena: Arena, battle: Battle, who: int) -> tuple[int, int]:
    """A combatant's number, and its side's die, which goes before at equal numbers (INIT-03).

    Dexterity adds to the number (TAO-INIT-02) where initiative is in force; where it is not, a
    side's combatants come one after the other.
    """
    die = battle.dice[arena.side_of[who]]
    return die + arena.combatants[who].quick, die


def next_up(arena: Arena, battle: Battle) -> tuple[int, ...]:
    """Who may be next: those of the highest number that have not had their turn (TAO-INIT-02).

    They are of one side; nobody is left at the end of a round.
    """
    waiting = [
        (number_of(arena, battle, who), who)
        for who, figure in enumerate(battle.figures)
        if figure.status is ACTIVE and not figure.acted
    ]
    if not waiting:
        return ()
    highest = max([number for number, _ in waiting])
    return tuple([who for number, who in waiting if number == highest])


def advance(play: Play) -> None:
    """Go on to the next decision, or to the end (TAO-INIT-04)."""
    battle = play.battle
    while battle.outcome is None:
        if _settle(play):
            return
        if battle.stack:
            task = battle.stack[-1]
            if not isinstance(task, Turn) or _goes_on(play, task.figure):
                return
            end_turn(play, task.figure)
            continue
        candidates = next_up(play.arena, battle)
        if not candidates:
            _next_round(play)
        elif len(candidates) > 1:
            play.push(Choose(play.arena.side_of[candidates[0]]))
            return
        else:
            begin_turn(play, candidates[0])


def _next_round(play: Play) -> None:
    """Everybody has had a turn (TAO-INIT-04); or that was the last round (TAO-END-01)."""
    arena, battle = play.arena, play.battle
    limit = arena.setup.round_limit
    if limit and battle.round >= limit:
        _time_is_up(play)
        return
    battle.round += 1
    for who, figure in enumerate(play.figures):
        if figure.acted:
            play.edit(who).acted = False
    play.tell(RoundBegan("TAO-INIT-04", battle.round))


def in_turn(battle: Battle) -> int:
    """Whose turn it is, NOBODY between two turns; whatever interrupts it is part of it."""
    task = battle.stack[0] if battle.stack else None
    return task.figure if isinstance(task, Turn) else NOBODY


def begin_turn(play: Play, who: int) -> None:
    """Its allowance, or nothing at all if it is stunned (TAO-TURN-01, TAO-STUN-02)."""
    figure = play.edit(who)
    if figure.stunned:
        figure.stunned = False
        figure.broken_by = NOBODY  # a skipped turn counts as that turn: TAO-CHG-09
        figure.acted = True
        play.tell(TurnSkipped("TAO-STUN-02", who))
        return
    figure.ap = play.arena.combatants[who].ap
    figure.attacks = 0
    play.push(Turn(who))
    play.tell(TurnBegan("TAO-TURN-01", who, figure.ap))


def _goes_on(play: Play, who: int) -> bool:
    """Whether whose turn it is can do anything in it at all.

    Not if stunned or put down in a charge (TAO-CHG-07), nor if broken and cornered (TAO-CHG-09).
    """
    figure = play.figures[who]
    if figure.status is not ACTIVE or figure.stunned:
        return False
    return figure.broken_by == NOBODY or can_run(play.arena, play.battle, who)


def end_turn(play: Play, who: int) -> None:
    """The turn is over, whatever action points are left (TAO-MOV-09)."""
    figure = play.edit(who)
    lost, figure.ap, figure.attacks = figure.ap, 0, 0
    figure.acted = True
    figure.broken_by = NOBODY
    play.pop()
    play.tell(TurnEnded("TAO-MOV-09", who, lost))


# -- the end ---------------------------------------------------------------------------------------


def _settle(play: Play) -> bool:
    """End the game when a side has nobody on the map, or got away as it had to (TAO-END-01)."""
    arena = play.arena
    there = [_count(play, side, Status.ACTIVE) for side in (0, 1)]
    away = [
        bool(arena.leave[side]) and _count(play, side, Status.LEFT) >= arena.leave[side]
        for side in (0, 1)
    ]
    if away[0] != away[1]:
        side = away.index(True)
        _finish(play, side, f"{arena.sides[side]} got away")
    elif all(there):
        return False
    elif any(there):
        side = 0 if there[0] else 1
        _finish(play, side, f"{arena.sides[1 - side]} has nobody left on the map")
    else:
        _finish(play, None, "nobody is left on the map")
    return True


def _count(play: Play, side: int, status: Status) -> int:
    return sum([play.figures[who].status is status for who in play.arena.of_side[side]])


def _time_is_up(play: Play) -> None:
    """Who had to leave has not got away; where both or neither had to, it is a draw."""
    arena = play.arena
    had_to = [bool(leave) for leave in arena.leave]
    limit = arena.setup.round_limit
    if had_to[0] != had_to[1]:
        side = had_to.index(False)
        _finish(play, side, f"{arena.sides[1 - side]} did not get away in {limit} rounds")
    else:
        _finish(play, None, f"undecided after {limit} rounds")


def _finish(play: Play, side: int | None, reason: str) -> None:
    winners = () if side is None else (side,)
    play.battle.outcome = Outcome(winners, reason, "TAO-END-01")
    play.battle.stack = ()
    play.tell(Ended("TAO-END-01", winners, reason))
