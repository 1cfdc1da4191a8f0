"""What an action may cost both sides, exactly, before it is chosen: the rules, all dice in turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from meleekit.battlesystem import actions as act
from meleekit.battlesystem.battle import Ground
from meleekit.battlesystem.checks import melee_of
from meleekit.battlesystem.fighting import free_attack, free_front, freeze, planned, resolve
from meleekit.battlesystem.melee import Attack
from meleekit.battlesystem.phases import do
from meleekit.battlesystem.play import Play
from meleekit.battlesystem.state import Front
from meleekit.battlesystem.sums import exact_words
from meleekit.core.dice import Dice, Given
from meleekit.core.enumerated import enumerate_outcomes
from meleekit.core.game import Chance, Expected, Forecast, Modifier
from meleekit.core.odds import Outcomes, chance, mean
from meleekit.core.phrases import percent


class Fared(NamedTuple):
    """How a unit came out of it: figures lost and left, what is due and what befell its leader."""

    lost: int
    wounded: int
    left: int
    check_due: bool
    leaderless: bool


def forecast(ground: Ground, action: act.AnyAction) -> Forecast | None:
    """Exact odds of an action of the open decision; None where no figure may fall by it."""
    number = ground.battle.number
    match action:
        case act.Fight(first=first, second=second):
            place = melee_of(ground.state, number[first], number[second])
            return None if place is None else _melee(ground, place, ground.state.turn)
        case act.FreeAttack(unit=unit) if ground.state.flight:
            return _free(ground, [number[unit]], ground.state.flight.unit)
        case act.Flee(unit=unit):
            return _free(ground, ground.touched(number[unit]), number[unit])
        case act.Hold() | act.Advance() | act.Charge() | act.Wheel():
            return _coming(ground, action)
        case _:
            return None


def _coming(
    ground: Ground, action: act.Hold | act.Advance | act.Charge | act.Wheel
) -> Forecast | None:
    """The melee that a move leads to, should nothing else change before it."""
    number = ground.battle.number[action.unit]
    play = Play(ground, Given([]))
    do(play, action)
    freeze(play)
    side = ground.battle.side[number]
    enemies = play.ground.touched(number)
    if isinstance(action, act.Charge):
        target = ground.battle.number[action.target]
        enemies.sort(key=lambda enemy: enemy != target)
    if not enemies:
        return None
    pair = (number, enemies[0]) if side == 0 else (enemies[0], number)
    place = melee_of(play.state, *pair)
    if place is None:
        return None
    also = [ground.battle.names[enemy] for enemy in enemies[1:]]
    notes = ["If nothing else changes before the melee."]
    notes += [f"It touches {name} too." for name in also]
    return _melee(play.ground, place, side, notes)


def _outcomes(
    ground: Ground, act_out: Callable[[Play], None], units: Sequence[int]
) -> Outcomes[tuple[Fared, ...]]:
    def run(dice: Dice) -> tuple[Fared, ...]:
        play = Play(ground, dice)
        act_out(play)
        return tuple([_fared(ground, play, number) for number in units])

    return list(enumerate_outcomes(run))


def _fared(ground: Ground, play: Play, number: int) -> Fared:
    before, after = ground.units[number], play.state.units[number]
    return Fared(
        before.figures - after.figures,
        after.wounded,
        after.figures,
        bool(after.due & ~before.due),
        before.commander and not after.commander,
    )


def _melee(ground: Ground, place: int, side: int, notes: Sequence[str] = ()) -> Forecast:
    """One melee as that side looks at it."""
    melee = ground.state.melees[place]
    fronts = (melee.first, melee.second)
    found = _outcomes(ground, lambda play: resolve(play, place), [f.unit for f in fronts])
    own, enemy = side, 1 - side
    names = ground.battle.names
    mine, theirs = names[fronts[own].unit], names[fronts[enemy].unit]
    lost = [mean(found, lambda r, n=n: r[n].lost) for n in (own, enemy)]  # type: ignore[misc]
    chances = [
        Chance(f"{theirs} lose more", chance(found, lambda r: r[enemy].lost > r[own].lost)),
        Chance(f"{mine} lose more", chance(found, lambda r: r[own].lost > r[enemy].lost)),
    ]
    for name, at in ((theirs, enemy), (mine, own)):
        chances += _dangers(found, name, at)
    attacks = [
        planned(ground.battle, ground.state, front, other.unit)
        for front, other in (fronts, fronts[::-1])
    ]
    return Forecast(
        headline=f"{theirs} lose {_short(lost[1])} on average, {mine} {_short(lost[0])}",
        chances=tuple(chances),
        expected=(
            Expected(f"{theirs} lost", lost[1]),
            Expected(f"{mine} lost", lost[0]),
        ),
        needed=_needed(attacks[own], fronts[own], mine),
        modifiers=_parts(attacks[own], theirs),
        notes=(
            *notes,
            _spread(found, theirs, enemy),
            _spread(found, mine, own),
            _reply(attacks[enemy], fronts[enemy], theirs, mine),
        ),
    )


def _free(ground: Ground, strikers: Sequence[int], target: int) -> Forecast | None:
    """What those strike off who stand in contact with a unit that runs (BAT-END-05)."""
    free = [n for n in strikers if not (ground.units[n].routed or ground.units[n].fled)]
    if not free:
        return None

    def act_out(play: Play) -> None:
        for number in free:
            if play.state.units[target].there:
                free_attack(play, number, target)

    found = _outcomes(ground, act_out, [target])
    name = ground.battle.names[target]
    lost = mean(found, lambda r: r[0].lost)
    front = free_front(ground, free[0], target)
    attack = planned(ground.battle, ground.state, front, target)
    who = ground.battle.names[free[0]]
    more = [ground.battle.names[n] for n in free[1:]]
    return Forecast(
        headline=f"{name} lose {_short(lost)} on average to blows from behind",
        chances=(
            Chance(f"{name} lose figures", chance(found, lambda r: r[0].lost > 0)),
            *_dangers(found, name, 0),
        ),
        expected=(Expected(f"{name} lost", lost),),
        needed=_needed(attack, front, who),
        modifiers=_parts(attack, name),
        notes=(_spread(found, name, 0), *(f"{other} may strike too." for other in more)),
    )


def _dangers(found: Outcomes[tuple[Fared, ...]], name: str, at: int) -> list[Chance]:
    """What may befall a unit beside its losses, where it may."""
    known = (
        (f"{name} check morale", chance(found, lambda r: r[at].check_due)),
        (f"{name} lose their leader", chance(found, lambda r: r[at].leaderless)),
        (f"{name} destroyed", chance(found, lambda r: not r[at].left)),
    )
    return [Chance(said, p) for said, p in known if p]


def _short(value: Fraction) -> str:
    return f"{float(value):.1f}"


def _needed(attack: Attack | None, front: Front, name: str) -> str:
    """What the attack is, with the dice still to come."""
    if attack is None:
        return f"{name} make no attack"
    behind = f" and {front.support} behind" if front.support else ""
    return (
        f"{name}, {front.contact} in contact{behind}: {attack.base} + 2d6 on column "
        f"{attack.damage.words}, times {exact_words(attack.attacks)}"
    )


def _parts(attack: Attack | None, target: str) -> tuple[Modifier, ...]:
    if attack is None:
        return ()
    ac = Modifier(f"armour class {attack.ac} of {target}", -attack.ac, "BAT-PROC-02")
    return (*attack.rating, ac)


def _reply(attack: Attack | None, front: Front, name: str, target: str) -> str:
    if attack is None:
        return f"{name} make no attack."
    parts = ", ".join(f"{part.value:+d} {part.name}" for part in _parts(attack, target))
    return f"{_needed(attack, front, name)} ({parts})."


def _spread(found: Outcomes[tuple[Fared, ...]], name: str, at: int) -> str:
    """Every number of figures that may fall, with its chance; whether one is wounded besides."""
    ways: dict[tuple[int, int], Fraction] = {}
    for result, p in found:
        key = result[at].lost, result[at].wounded
        ways[key] = ways.get(key, Fraction(0)) + p
    said = [
        f"{lost}{' and one wounded' if wounded else ''} {percent(p)}"
        for (lost, wounded), p in sorted(ways.items())
    ]
    return f"{name} lose: {', '.join(said)}."
