"""The flight of a thrown weapon or a shot: whom it comes to, in order, and where it ends (TFT-LOF).

One walk for play, odds and judgement: `courses` say which rolls there will be, one after the other,
until one of them ends the flight; `fly` rolls them.
"""

from __future__ import annotations

from typing import NamedTuple

from meleekit.core.hexlines import hexes_in_the_way, overshoot
from meleekit.tft.arena import Arena
from meleekit.tft.blow_events import (
    AimedAt,
    Attacked,
    Damage,
    PileStruck,
    Result,
    ShelterTested,
)
from meleekit.tft.blows import HURTING, StrikePlan
from meleekit.tft.combat import defends
from meleekit.tft.dexterity import order_dex
from meleekit.tft.engagement import is_engaged
from meleekit.tft.equipment import break_weapon, let_fall, put_down, release
from meleekit.tft.harm import may_be_struck, roll_damage
from meleekit.tft.injury import wound
from meleekit.tft.loading import note_shot
from meleekit.tft.misses import roll_to_miss
from meleekit.tft.piles import living_in
from meleekit.tft.play import Play
from meleekit.tft.shots import Aim, field_of_fire, manner_of, nearest_hexes, plan_shot
from meleekit.tft.state import (
    FIT,
    KNEELING,
    NO_ITEM,
    NOWHERE,
    PRONE,
    STANDING,
    Battle,
    Figure,
    Manner,
)


class Leg(NamedTuple):
    """One character that a flight comes to, and the roll that is due there.

    The flight meets it in the hex `at`. `bodies` are the fallen that a target shelters behind; if
    there are any it is hit only on `faces` of a die (TFT-PRN-05). `pile` are all the living in a
    target's pile; if there are any one of them is hit, each as likely (TFT-LOF-08).
    """

    who: int
    aim: Aim
    plan: StrikePlan
    at: int
    bodies: tuple[int, ...] = ()
    faces: tuple[int, ...] = ()
    pile: tuple[int, ...] = ()

    @property
    def reached(self) -> float:
        """The chance that a hit here strikes the target and not the body before it."""
        return len(self.faces) / 6 if self.bodies else 1.0


class Course(NamedTuple):
    """A flight to the hex `end`, and the rolls on it in order."""

    end: int
    legs: tuple[Leg, ...]

    @property
    def to_target(self) -> int:
        """The number of the leg at which it comes to its target."""
        return [leg.aim for leg in self.legs].index(Aim.TARGET)


def stands_in_the_way(figure: Figure) -> bool:
    """Whether what flies through its hex may hit it though it is not the target (TFT-LOF-01)."""
    return figure.posture is STANDING and figure.condition is FIT


def has_line(arena: Arena, here: int, there: int) -> bool:
    """Whether there is a line of flight: no wall, and no gap of the board, between (LOF-10)."""
    return hexes_in_the_way(arena.board, here, there) is not None


def open_to_flight(
    arena: Arena, battle: Battle, attacker: int, target: int, fire: int = -1
) -> tuple[int, ...]:
    """The hexes of the target that a flight may go to, along a line of flight (TFT-LOF-09, LOF-10).

    `fire` is the mask of the hexes in front of the attacker, where that is asked.
    """
    here, bit = battle.figures[attacker].hex, arena.board.bit
    nearest = nearest_hexes(arena, battle, target, here)
    return tuple([h for h in nearest if fire & bit[h] and has_line(arena, here, h)])


def courses(
    arena: Arena, battle: Battle, attacker: int, target: int, item: int
) -> tuple[Course, ...]:
    """The ways a flight may take: one; or two as likely, to either of a giant's rear hexes.

    There must be a line of flight from the attacker to the target. Two that come to the same are
    one (TFT-LOF-09).
    """
    ends: tuple[int, ...] = (battle.figures[target].hex,)
    if arena.giants[target]:
        fire = field_of_fire(arena, battle, attacker)
        ends = open_to_flight(arena, battle, attacker, target, fire)
        ends = ends or open_to_flight(arena, battle, attacker, target)
    ways = [Course(end, _legs(arena, battle, attacker, target, item, end)) for end in ends]
    if len(ways) > 1 and arena.shoots[item]:
        one, other = ([leg._replace(at=NOWHERE) for leg in way.legs] for way in ways)
        if one == other:  # an arrow is gone wherever it hits
            return (ways[0],)
    return tuple(ways)


def _legs(
    arena: Arena, battle: Battle, attacker: int, target: int, item: int, end: int
) -> tuple[Leg, ...]:
    """The rolls of a flight to the hex `end`: TFT-LOF-02, then LOF-05, then LOF-06."""
    board, figures = arena.board, battle.figures
    start = figures[attacker].hex
    between = hexes_in_the_way(board, start, end)
    assert between is not None  # legality has been seen to
    upright = {}
    if len(figures) > 2:
        upright = {
            h: who
            for who, figure in enumerate(figures)
            if figure.hex >= 0 and who not in (attacker, target) and stands_in_the_way(figure)
            for h in _filled(arena, figure, who)
        }
    found: list[Leg] = []
    passed = set()  # whoever fills several hexes is come to once: TFT-LOF-09
    for h in between:
        who = upright.get(h)
        if who is not None and who not in passed:
            passed.add(who)
            plan = plan_shot(arena, battle, attacker, item, who, Aim.AVOID)
            found.append(Leg(who, Aim.AVOID, plan, h))
    bodies = sheltering(arena, battle, target, between)
    sheltered = bool(bodies)
    plan = plan_shot(
        arena, battle, attacker, item, target, Aim.TARGET, sheltered=sheltered, there=end
    )
    faces = _shelter_faces(arena, figures[target]) if bodies else ()
    pile = living_in(arena, battle, figures[target].hex) if figures[target].grappling else ()
    found.append(Leg(target, Aim.TARGET, plan, end, bodies, faces, pile))
    if not upright:
        return tuple(found)
    side = arena.side_of[attacker]
    for h in overshoot(board, start, end, arena.tables.geometry.overshoot_hexes):
        who = upright.get(h)
        if who is not None and who not in passed:
            passed.add(who)
            aim = Aim.AVOID if arena.side_of[who] == side else Aim.STRAY
            found.append(Leg(who, aim, plan_shot(arena, battle, attacker, item, who, aim), h))
    return tuple(found)


def _filled(arena: Arena, figure: Figure, who: int) -> tuple[int, ...]:
    if not arena.giants[who]:
        return (figure.hex,)
    return arena.board.hexes_of(arena.body[who][figure.hex][figure.facing])


def sheltering(
    arena: Arena, battle: Battle, target: int, between: tuple[int, ...]
) -> tuple[int, ...]:
    """The fallen that a kneeling or prone target lies behind (TFT-PRN-04)."""
    figure = battle.figures[target]
    low = figure.posture is KNEELING or figure.posture is PRONE
    if not low or figure.condition is not FIT or not between:
        return ()
    before = between[-1]
    bit = arena.board.bit[before]
    if not arena.shapes[target].around[figure.hex][figure.facing] & bit:
        return ()
    return tuple(
        [
            who
            for who, other in enumerate(battle.figures)
            if other.hex >= 0 and other.condition is not FIT
            if arena.body[who][other.hex][other.facing] & bit
        ]
    )


def _shelter_faces(arena: Arena, target: Figure) -> tuple[int, ...]:
    shelter = arena.tables.shelter
    kneels = target.posture is KNEELING
    return shelter.kneeling_hit_on if kneels else shelter.prone_hit_on


# -- throwing and shooting -----------------------------------------------------------------------


def throw(play: Play, attacker: int, target: int, weapons: tuple[int, ...]) -> None:
    """The attack action as a throw, always with one weapon (TFT-ACT-12, ACT-26, TFT-TWO-02).

    Pole weapons gain nothing by a run or by standing still when they are thrown (TFT-POLE-05).
    """
    play.edit(attacker).acted = True
    fly(play, attacker, target, weapons[0])


def shoot(play: Play, attacker: int, target: int, weapons: tuple[int, ...]) -> None:
    """A missile attack; by one who is engaged it is the last shot (TFT-ACT-17, TFT-ACT-32)."""
    (item,) = weapons
    arena, row = play.arena, play.arena.weapons[item]
    assert row is not None  # only weapons shoot
    figure = play.edit(attacker)
    figure.acted = True
    if is_engaged(arena, play.battle, attacker):
        figure.last_shot = item
    elif row.two_shots_at_dex is not None:
        # Looked up once, as the first arrow is shot: TFT-MIS-04.
        if order_dex(arena, play.battle, attacker)[0] >= row.two_shots_at_dex:
            figure.second_arrow = item
    fly(play, attacker, target, item)


def shoot_again(play: Play, attacker: int, target: int) -> None:
    """The second arrow (TFT-MIS-05)."""
    figure = play.edit(attacker)
    item, figure.second_arrow = figure.second_arrow, NO_ITEM
    fly(play, attacker, target, item)


def fly(play: Play, attacker: int, target: int, item: int, ways: tuple[Course, ...] = ()) -> None:
    """Roll for everybody on the way until somebody is hit or the flight ends (TFT-LOF-02..07).

    Friends in the way and behind are at risk like that (TFT-FRD-01). `ways` are its `courses`,
    where they have been worked out already.
    """
    arena = play.arena
    weapon = arena.weapons[item]
    assert weapon is not None  # only weapons fly
    start = play.figures[attacker].hex
    ways = ways or courses(arena, play.battle, attacker, target, item)
    end, course = ways[0] if len(ways) == 1 else _chosen(play, attacker, target, ways)
    if weapon.missile:
        note_shot(play, attacker, item)
    else:
        release(play.edit(attacker), item)  # it leaves the hand: THR-03
    beyond = overshoot(arena.board, start, end, arena.tables.geometry.overshoot_hexes)
    lands = beyond[-1] if beyond else end
    for leg in course:
        result, struck = _roll(play, attacker, leg, item)
        if result is Result.MISS:
            continue
        if result is Result.BROKEN:
            break_weapon(play, attacker, item)
            return
        if result is Result.DROPPED:  # no further rolls: TFT-FRD-03
            lands = end
            if weapon.missile:
                let_fall(play, attacker, item, "TFT-HIT-05")
        else:
            lands = struck
        break
    if not weapon.missile:
        put_down(play, attacker, item, lands, "TFT-THR-03")


WHICH_HEX = "which hex it goes to"


def _chosen(play: Play, attacker: int, target: int, ways: tuple[Course, ...]) -> Course:
    """A die between the two rear hexes of a giant that are equally near (TFT-LOF-09)."""
    which = tuple([face * len(ways) // 6 for face in range(6)])
    why = f"{play.arena.name(attacker)} at {play.arena.name(target)}: {WHICH_HEX}"
    roll = play.dice.roll(1, 6, why=why, classes=which)
    way = ways[which[roll.total - 1]]
    play.tell(AimedAt("TFT-LOF-09", attacker, target, roll, way.end))
    return way


def _roll(play: Play, attacker: int, leg: Leg, item: int) -> tuple[Result, int]:
    """One roll of a flight and what it does; the hex of whoever was struck, if somebody was."""
    arena, plan = play.arena, leg.plan
    hex_ = leg.at
    if leg.aim is Aim.AVOID:
        return roll_to_miss(play, attacker, leg.who, item, plan, "TFT-LOF-03"), hex_
    why = f"{arena.name(attacker)} attacks {arena.name(leg.who)}"
    roll = play.dice.roll(plan.dice, 6, why=why, classes=plan.results)
    result = plan.results[roll.total - plan.dice]
    landed = result in HURTING
    damage = None
    if landed and not leg.bodies and not leg.pile:
        damage = roll_damage(play, plan, result, attacker, leg.who)
    manner = manner_of(plan.weapon)
    play.tell(
        Attacked(
            _rule(play.battle, leg, manner),
            attacker,
            leg.who,
            item,
            roll,
            plan.needed,
            plan.modifiers,
            result,
            damage,
            manner,
        )
    )
    if landed and leg.bodies:
        return result, _shelter(play, attacker, leg, item, result)
    if landed and leg.pile:
        return result, _hit_the_pile(play, attacker, leg, item, result)
    if damage is not None and damage.hits:
        wound(play, leg.who, damage.hits)
    return result, hex_


def _rule(battle: Battle, leg: Leg, manner: Manner) -> str:
    if defends(battle, leg.who, manner):
        return "TFT-DEF-04"
    if leg.pile:
        return "TFT-LOF-08"
    if leg.aim is Aim.STRAY:
        return "TFT-LOF-06"
    return "TFT-THR-01" if manner is Manner.THROW else "TFT-MIS-01"


def _shelter(play: Play, attacker: int, leg: Leg, item: int, result: Result) -> int:
    """The die for a sheltered target: it is hit, or the body is (TFT-PRN-05, TFT-PRN-06).

    Which of several bodies, dice say, and which of those in a pile that is not sheltered after
    all. Gives the hex of whoever was struck.
    """
    name = play.arena.name(leg.who)
    reached = tuple([face in leg.faces for face in range(1, 7)])
    roll = play.dice.roll(1, 6, why=f"{name} in shelter", classes=reached)
    if reached[roll.total - 1]:
        struck = leg.who
        if leg.pile:
            play.tell(ShelterTested("TFT-PRN-05", leg.who, struck, item, roll))
            return _hit_the_pile(play, attacker, leg, item, result)
    else:
        struck = leg.bodies[play.dice.draw(len(leg.bodies), why="which body is hit").number]
    damage = _damage_to(play, attacker, leg, item, result, struck)
    play.tell(ShelterTested("TFT-PRN-05", leg.who, struck, item, roll, damage))
    return _hurt(play, leg, struck, damage)


def _hit_the_pile(play: Play, attacker: int, leg: Leg, item: int, result: Result) -> int:
    """Who in the pile is hit: any of the living, each as likely (TFT-LOF-08)."""
    drawn = play.dice.draw(len(leg.pile), why="who in the pile is hit")
    struck = leg.pile[drawn.number]
    damage = _damage_to(play, attacker, leg, item, result, struck)
    play.tell(PileStruck("TFT-LOF-08", leg.who, struck, item, leg.pile, drawn.dice, damage))
    return _hurt(play, leg, struck, damage)


def _damage_to(
    play: Play, attacker: int, leg: Leg, item: int, result: Result, struck: int
) -> Damage | None:
    """The damage to one who is struck in place of the target, multiples included (PRN-05).

    The dead stop what hits them, the unconscious are safe where they may not be slain.
    """
    arena, battle, plan = play.arena, play.battle, leg.plan
    if not may_be_struck(arena, battle, struck):
        return None
    if struck != leg.who:
        plan = plan_shot(arena, battle, attacker, item, struck, Aim.TARGET)
    return roll_damage(play, plan, result, attacker, struck)


def _hurt(play: Play, leg: Leg, struck: int, damage: Damage | None) -> int:
    """Wounds whoever was struck; gives its hex, the one aimed at if it fills that (TFT-THR-03)."""
    arena, figure = play.arena, play.figures[struck]
    filled = arena.body[struck][figure.hex][figure.facing]
    hex_ = leg.at if filled & arena.board.bit[leg.at] else figure.hex
    if damage is not None and damage.hits:
        wound(play, struck, damage.hits)
    return hex_
