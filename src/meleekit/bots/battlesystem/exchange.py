"""What melees take from both sides on average, by the rules' own sums: a captain's currency.

All worths are hit dice of figures, which also decide a battle that runs out of rounds.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from meleekit.battlesystem.battle import Ground
from meleekit.battlesystem.melee import Attack
from meleekit.core.dice import ways

_WAYS = ways(2, 6)
_ALL = sum(_WAYS)


def mean_damage(attack: Attack, most: int) -> float:
    """The mean hit dice of damage of an attack, of which no more than `most` count."""
    total = sum([n * min(d, most) for n, d in zip(_WAYS, attack.damages, strict=True)])
    return float(total) / _ALL


def strength(ground: Ground, number: int) -> int:
    """The hit dice that are left of a unit."""
    return ground.battle.profiles[number].figure_hd * ground.units[number].figures


def damage(ground: Ground, number: int, enemy: int) -> float:
    """The mean hit dice that a unit takes from an enemy in contact in one Melee Phase."""
    unit = ground.units[number]
    if unit.fled or unit.routed:
        return 0.0  # BAT-PROC-10, BAT-MOR-09
    front = ground.front(number, enemy, ground.shares(number)[enemy])
    if not front.contact + front.support:
        return 0.0
    attack = ground.battle.attack(front, enemy, unit.weapon)
    return mean_damage(attack, strength(ground, enemy))


def exchange(ground: Ground, number: int, enemy: int) -> float:
    """What a unit's melee with an enemy gains and loses on average."""
    return damage(ground, number, enemy) - damage(ground, enemy, number)


def balance(ground: Ground, enemies: Iterable[int]) -> float:
    """The exchange of all melees with these enemies, as the other side sees it."""
    return sum(
        [exchange(ground, number, enemy) for enemy in enemies for number in ground.touched(enemy)]
    )


def changed(ground: Ground, number: int, **changes: Any) -> Ground:  # noqa: ANN401  # fields differ
    """The ground with something else about a unit; the one given stays as it is."""
    state = ground.state.copy()
    unit = state.units[number] = msgspec.structs.replace(state.units[number], **changes)
    after = ground.of(state)
    after.stands(number, unit.pose, unit.gone)
    return after
