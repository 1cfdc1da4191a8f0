"""Melees as a battle resolves them, and free attacks: who strikes, what is lost (PROC, LOSS)."""

from __future__ import annotations

import msgspec

from meleekit.battlesystem import checks
from meleekit.battlesystem.battle import Battle, Ground
from meleekit.battlesystem.crt import Exact
from meleekit.battlesystem.eligibility import NOBODY
from meleekit.battlesystem.events import Attacked, Exactly, MeleeEnded
from meleekit.battlesystem.losses import Ranks, after, toll_of
from meleekit.battlesystem.melee import Attack, Side, Struck, fight, strike
from meleekit.battlesystem.play import Play
from meleekit.battlesystem.state import Front, Melee, State


def freeze(play: Play) -> None:
    """All pairs in contact become melees, with the figures that attack (BAT-ELIG-01, ELIG-12).

    A unit may be in several of them (BAT-ELIG-09).
    """
    ground = play.ground
    pairs = list(ground.pairs())
    shares = {number: ground.shares(number) for pair in pairs for number in pair}

    def front(number: int, enemy: int) -> Front:
        unit = play.state.units[number]
        idle = unit.fled or unit.routed  # BAT-PROC-10, BAT-MOR-09
        return ground.front(number, enemy, NOBODY if idle else shares[number][enemy])

    play.state.melees = tuple([Melee(front(a, b), front(b, a)) for a, b in pairs])


def planned(battle: Battle, state: State, front: Front, enemy: int) -> Attack | None:
    """The attack of one side of a melee; None if it makes none (BAT-PROC-11)."""
    if not front.contact + front.support:
        return None
    return battle.attack(front, enemy, state.units[front.unit].weapon)


def resolve(play: Play, number: int) -> None:
    """One melee: both attack, then both take their losses (BAT-PROC-02..09, BAT-LOSS-09).

    A unit destroyed earlier in the phase still attacks with the figures frozen (BAT-LOSS-10).
    """
    state, battle = play.state, play.battle
    melee = state.melees[number]
    fronts = (melee.first, melee.second)
    sides = []
    for front, enemy in zip(fronts, fronts[::-1], strict=True):
        unit = state.units[front.unit]
        attack = planned(battle, state, front, enemy.unit)
        ranks = Ranks(unit.figures, unit.wounded)
        why = f"{play.name(front.unit)} against {play.name(enemy.unit)}"
        sides.append(Side(attack, ranks, battle.profiles[front.unit].figure_hd, why))
    fared = fight(sides[0], sides[1], play.dice)
    for front, enemy, side, own in zip(fronts, fronts[::-1], sides, fared, strict=True):
        if side.attack:
            _tell(play, front.unit, enemy.unit, side.attack, own.struck)
    # Both are reduced as they stood together: neither is out of contact by the other's losses.
    stood = [play.ground.against(front.unit) for front in fronts]
    for front, own, against in zip(fronts, fared, stood, strict=True):
        if play.suffer(front.unit, own.left, against):
            play.risk_commander(front.unit)
    melees = list(state.melees)
    melees[number] = msgspec.structs.replace(melee, fought=True)
    state.melees = tuple(melees)


def free_attack(play: Play, number: int, target: int) -> None:
    """A unit strikes at one that runs; there is no reply, and losses count at once (BAT-END-05).

    The figures are those eligible now (BAT-END-06).
    """
    battle, ground = play.battle, play.ground
    front = free_front(ground, number, target)
    attack = battle.attack(front, target, play.state.units[number].weapon)
    why = f"free attack by {play.name(number)} on {play.name(target)}"
    struck = strike(attack, play.dice, why)
    _tell(play, number, target, attack, struck, free=True)
    unit = play.state.units[target]
    toll = toll_of(struck.damage, battle.profiles[target].figure_hd, unit.figures)
    left = after(Ranks(unit.figures, unit.wounded), toll)
    play.suffer(target, left, ground.against(target), "BAT-END-06")


def free_front(ground: Ground, number: int, target: int) -> Front:
    """Who strikes at a unit that runs, and how (BAT-END-05)."""
    share = ground.claim(number, target)
    front = ground.front(number, target, share)
    how = ground.circumstances(number, target, share.contact, on_flight=True)
    return msgspec.structs.replace(front, how=how)


def _tell(
    play: Play, unit: int, target: int, attack: Attack, struck: Struck, *, free: bool = False
) -> None:
    play.tell(
        Attacked(
            rule="BAT-END-05" if free else "BAT-PROC-03",
            unit=play.name(unit),
            target=play.name(target),
            weapon=play.state.units[unit].weapon,
            contact=attack.contact,
            support=attack.support,
            rating=attack.rating,
            ac=attack.ac,
            dice=struck.dice,
            attack_roll=struck.attack_roll,
            per_figure=exactly(struck.per_figure),
            attacks=exactly(attack.attacks),
            damage=exactly(struck.damage),
            free=free,
        )
    )


def exactly(number: Exact) -> Exactly:
    """An exact number as it is written in an event (BAT-STATE-04)."""
    return number if isinstance(number, int) else str(number)


def tell_of_ends(play: Play) -> None:
    """Say which melees are over when all are resolved and ranks closed (BAT-END-01)."""
    for melee in play.state.melees:
        pair = melee.first.unit, melee.second.unit
        if checks.has_parted(play.ground, *pair):
            play.tell(MeleeEnded("BAT-END-01", play.name(pair[0]), play.name(pair[1])))
