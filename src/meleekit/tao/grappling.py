"""Grabs, and brawls in one hex (TAO-GRAP)."""

from __future__ import annotations

from meleekit.core.dice import Roll
from meleekit.tao.actions import Blow, BreakOut, Grab, PutIn
from meleekit.tao.arena import Arena
from meleekit.tao.attacks import HURTING, Plan, armour_class, plan, roll_to_hit, strike
from meleekit.tao.engagement import partner, weapon_of
from meleekit.tao.events import Grabbed, PutDown, TriedToBreakOut
from meleekit.tao.harm import stun
from meleekit.tao.movement import held_hexes
from meleekit.tao.play import Play
from meleekit.tao.state import Battle, Figure, Place, Turn
from meleekit.tao.tables import Weapon

WITH = "a free hand"


def share(arena: Arena, who: int, other: int) -> int:
    """What the d100 may show at most: one's weight and Strength against the other's weight.

    TAO-GRAP-02; in percent, rounded down. The other's Strength does not count.
    """
    one = arena.combatants[who]
    force = one.weight + arena.tables.grab.strength_times * one.strength
    return 100 * force // (force + arena.combatants[other].weight)


def has_free_hand(arena: Arena, figure: Figure) -> bool:
    """Whether what is in hand leaves a hand to grab with (TAO-GRAP-01)."""
    hands = arena.items[figure.ready].hands if figure.ready >= 0 else 0
    return hands <= arena.tables.grab.most_hands


def plan_grab(arena: Arena, attacker: int, target: int) -> Plan:
    """What a grab needs: an ordinary roll to hit, made with the hand (TAO-GRAP-01).

    So nothing falls on a 1 (TAO-CRIT-02), and no damage is there to multiply.
    """
    return plan(arena, attacker, armour_class(arena, target))


def grab(play: Play, task: Turn, action: Grab) -> None:
    """A roll to hit, then a trial of weight and strength (TAO-GRAP-01, TAO-GRAP-02).

    Who is held is stunned without damage and put where the attacker likes (TAO-GRAP-03); a failed
    trial is nothing (TAO-GRAP-04).
    """
    who, target, arena = task.figure, action.target, play.arena
    figure = play.edit(who)
    figure.ap -= arena.tables.costs.grab
    figure.attacks += 1
    needs = plan_grab(arena, who, target)
    roll, result = roll_to_hit(play, who, target, needs)
    odds = share(arena, who, target)
    hold = _trial(play, odds, f"{arena.name(who)} holds on") if result in HURTING else None
    play.tell(
        Grabbed(
            "TAO-GRAP-01",
            who,
            target,
            WITH,
            roll,
            needs.needed,
            needs.parts,
            result,
            None,
            hold,
            odds,
        )
    )
    if hold is not None and hold.total <= odds:
        stun(play, target, "TAO-GRAP-03")
        play.push(Place(who, target))


def _trial(play: Play, odds: int, why: str) -> Roll:
    die = play.arena.tables.grab.die
    return play.dice.roll(1, die, why=why, classes=[face <= odds for face in range(1, die + 1)])


def put_hexes(arena: Arena, battle: Battle, who: int, target: int) -> tuple[int, ...]:
    """Where a grabbed enemy may be put: beside both, straight beyond, or into one's own hex.

    TAO-GRAP-03; hexes that others hold are not available, one's own always is, for a brawl.
    """
    board, figures = arena.board, battle.figures
    own, there = figures[who].hex, figures[target].hex
    hexes = board.adjacent[own] & board.adjacent[there]
    beyond = board.neighbour[there][board.direction_between(own, there)]
    if beyond >= 0:
        hexes |= board.bit[beyond]
    return board.hexes_of(hexes & ~held_hexes(arena, battle) | board.bit[own])


def put_in(play: Play, task: Place, action: PutIn) -> None:
    """The grabbed enemy goes there, for nobody's action points (TAO-GRAP-03, TAO-WD-04)."""
    arena = play.arena
    play.pop()
    figure = play.edit(task.target)
    start, figure.hex = figure.hex, arena.number[action.hex]
    play.tell(PutDown("TAO-GRAP-03", task.target, arena.names[start], action.hex))


# -- brawls ----------------------------------------------------------------------------------------


def brawl_weapon(arena: Arena, figure: Figure) -> Weapon:
    """What one brawls with: a dagger if it is in hand, else bare hands (TAO-GRAP-05)."""
    weapon = weapon_of(arena, figure)
    return weapon if weapon.brawl else arena.tables.bare_hands


def strike_in_brawl(play: Play, task: Turn, action: Blow) -> None:
    """A blow at the enemy in the same hex (TAO-GRAP-05); it is the attack of the turn (ATT-05)."""
    who, arena = task.figure, play.arena
    figure = play.edit(who)
    figure.ap -= arena.tables.costs.blow
    figure.attacks += 1
    other = partner(arena, play.battle, who)
    strike(play, who, other, brawl_weapon(arena, figure), "TAO-GRAP-05")


def break_out(play: Play, task: Turn, action: BreakOut) -> None:
    """A trial against the other; if it fails, the action points are lost (TAO-GRAP-05)."""
    who, arena = task.figure, play.arena
    figure = play.edit(who)
    figure.ap -= arena.tables.costs.break_out
    odds = share(arena, who, partner(arena, play.battle, who))
    roll = _trial(play, odds, f"{arena.name(who)} breaks out")
    success = roll.total <= odds
    if success:
        figure.hex = arena.number[action.hex]
    play.tell(TriedToBreakOut("TAO-GRAP-05", who, roll, odds, action.hex, success))
