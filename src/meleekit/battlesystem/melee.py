"""One melee: both units attack, then both take their losses (BAT-PROC-02..09, SCOPE-02)."""

from __future__ import annotations

import msgspec

from meleekit.battlesystem.columns import Damage
from meleekit.battlesystem.crt import Crt, Exact, whole
from meleekit.battlesystem.losses import Ranks, Toll, after, toll_of
from meleekit.battlesystem.rating import Circumstances, attack_rating
from meleekit.battlesystem.tables import Tables
from meleekit.battlesystem.units import Profile, attacks_against
from meleekit.core.dice import Dice
from meleekit.core.game import Modifier

LEAST_ROLL, MOST_ROLL = 2, 12
"""What 2d6 show."""


class Attack(msgspec.Struct, frozen=True):
    """An attack worked out as far as it goes without dice.

    `rating` adds up to the adjusted Attack Rating, less the defender's AC it is `base` (PROC-02).
    `contact` figures attack `each` times and `support` figures once each, which is `attacks`
    (BAT-PROC-06). `per_figure[i]` is the table's hit dice a figure for the roll 2 + i, `damages[i]`
    those of all attacks.
    """

    rating: tuple[Modifier, ...]
    ac: int
    base: int
    damage: Damage
    contact: int
    support: int
    each: Exact
    attacks: Exact
    per_figure: tuple[Exact, ...]
    damages: tuple[Exact, ...]

    @property
    def attack_rating(self) -> int:
        """The adjusted Attack Rating."""
        return self.base + self.ac


class Struck(msgspec.Struct, frozen=True, gc=False):
    """What an attack did: the dice's total (0: none were rolled), Attack Roll, hit dice."""

    dice: int
    attack_roll: int
    per_figure: Exact
    damage: Exact


NO_ATTACK = Struck(0, 0, 0, 0)


def plan_attack(
    attacker: Profile,
    defender: Profile,
    weapon: str,
    contact: int,
    support: int,
    how: Circumstances,
    crt: Crt,
    tables: Tables,
) -> Attack:
    """The attack of one unit on another with so many figures in contact and behind them.

    `weapon` is what the attackers have in hand (BAT-WPN-01), one that they carry. `contact`
    figures are those of class A, `support` those of class B and C together (BAT-ELIG).
    """
    rating = attack_rating(attacker, defender, how, tables)
    ac = defender.unit.ac
    base = sum(part.value for part in rating) - ac  # BAT-PROC-02
    damage = attacker.arms[weapon].against(defender.unit.size)  # BAT-PROC-04
    each = attacks_against(attacker, defender)
    attacks = whole(contact * each + support)  # BAT-PROC-06, BAT-MULT-03
    per_figure = tuple(
        crt.per_figure(base + total, damage) for total in range(LEAST_ROLL, MOST_ROLL + 1)
    )
    return Attack(
        rating=rating,
        ac=ac,
        base=base,
        damage=damage,
        contact=contact,
        support=support,
        each=each,
        attacks=attacks,
        per_figure=per_figure,
        damages=tuple(whole(attacks * cell) for cell in per_figure),
    )


def strike(attack: Attack, dice: Dice, why: str) -> Struck:
    """Roll once for all the unit's figures (BAT-PROC-03, PROC-05); without any, no dice (PROC-11).

    Rolls that do the same damage are one to enumerated dice.
    """
    if not attack.attacks:
        return NO_ATTACK
    total = dice.roll(2, 6, why=why, classes=attack.damages).total
    number = total - LEAST_ROLL
    return Struck(total, attack.base + total, attack.per_figure[number], attack.damages[number])


class Side(msgspec.Struct, frozen=True):
    """A unit in one melee: its attack (None: it makes none), its figures, their hit dice."""

    attack: Attack | None
    ranks: Ranks
    figure_hd: int
    why: str = "attack"


class Suffered(msgspec.Struct, frozen=True, gc=False):
    """How a side fared: what it struck, the toll it took, and what is left of it."""

    struck: Struck
    toll: Toll
    left: Ranks


def fight(first: Side, second: Side, dice: Dice) -> tuple[Suffered, Suffered]:
    """One melee, the first side rolling first: nothing else depends on which that is.

    Both strike with the figures they began with (BAT-PROC-07, PROC-09); only then both take their
    losses (BAT-PROC-08).
    """
    one = strike(first.attack, dice, first.why) if first.attack else NO_ATTACK
    other = strike(second.attack, dice, second.why) if second.attack else NO_ATTACK
    return _suffer(first, one, other), _suffer(second, other, one)


def _suffer(side: Side, own: Struck, against: Struck) -> Suffered:
    toll = toll_of(against.damage, side.figure_hd, side.ranks.figures)
    return Suffered(own, toll, after(side.ranks, toll))
