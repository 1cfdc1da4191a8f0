"""One melee without a map, as a referee with miniatures tells it (BAT-SCOPE-02)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec

from meleekit.battlesystem.crt import Crt
from meleekit.battlesystem.losses import Ranks
from meleekit.battlesystem.melee import Attack, Side, Suffered, fight, plan_attack
from meleekit.battlesystem.rating import Arc, Circumstances
from meleekit.battlesystem.tables import Tables, default_tables
from meleekit.battlesystem.units import Profile, Unit, profile_of, unit_from
from meleekit.core.dice import Dice
from meleekit.core.enumerated import enumerate_outcomes
from meleekit.core.errors import BadDice, BadSetup
from meleekit.core.typed import typed


class Moment(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a unit does in one melee, apart from what it is.

    `contact` figures touch the enemy or overlap it (class A; by default all that stand in front),
    `support` figures lend their weapons from behind (classes B and C). `arc` is the side of the
    *enemy* that this unit attacks. `free_attack`: the enemy flees or routs and does not reply.
    """

    contact: int | None = None
    support: int = 0
    charging: bool = False
    out_of_command: bool = False
    commander_fights: bool = False
    enemy_uphill: bool = False
    arc: Arc = "front"
    free_attack: bool = False


class Fighting(msgspec.Struct, frozen=True):
    """A unit with what it does in one melee: `ranks` it has now, the `weapon` in hand."""

    unit: Unit
    profile: Profile
    ranks: Ranks
    weapon: str
    contact: int
    support: int
    how: Circumstances


class Casualties(msgspec.Struct, frozen=True):
    """One way a melee may end for a unit: figures lost, whether one is left wounded, the chance."""

    lost: int
    wounded: int
    chance: Fraction


class Odds(msgspec.Struct, frozen=True):
    """Exactly how a unit may fare, fewest losses first."""

    ways: tuple[Casualties, ...]

    @property
    def mean_lost(self) -> Fraction:
        """Figures lost on the average."""
        return sum((way.lost * way.chance for way in self.ways), Fraction(0))

    def chance_of(self, lost: int) -> Fraction:
        """The chance that so many figures are lost, or more."""
        return sum((way.chance for way in self.ways if way.lost >= lost), Fraction(0))


class Melee(msgspec.Struct, frozen=True):
    """A melee ready for dice: both sides with their attacks, None where one makes none."""

    sides: tuple[Fighting, Fighting]
    attacks: tuple[Attack | None, Attack | None]

    def _sides(self) -> tuple[Side, Side]:
        one, other = (
            Side(attack, side.ranks, side.profile.figure_hd, f"{side.unit.name} attacks")
            for side, attack in zip(self.sides, self.attacks, strict=True)
        )
        return one, other

    def fight(self, dice: Dice) -> tuple[Suffered, Suffered]:
        """What the dice make of it; the first side's are asked for first.

        Raises `BadDice` naming BAT-VAL-06 for a total that 2d6 cannot show.
        """
        one, other = self._sides()
        try:
            return fight(one, other, dice)
        except BadDice as error:
            raise BadDice(error.message, rule="BAT-VAL-06", at=error.at) from None

    def odds(self) -> tuple[Odds, Odds]:
        """Exact casualties of both sides, from the same rules with dice that fall every way."""
        one, other = self._sides()
        found: tuple[dict[Ranks, Fraction], dict[Ranks, Fraction]] = ({}, {})
        for fared, chance in enumerate_outcomes(lambda dice: fight(one, other, dice)):
            for ways, side in zip(found, fared, strict=True):
                ways[side.left] = ways.get(side.left, Fraction(0)) + chance
        first, second = (
            _odds(ways, side.ranks.figures) for ways, side in zip(found, self.sides, strict=True)
        )
        return first, second


def _odds(ways: Mapping[Ranks, Fraction], figures: int) -> Odds:
    rows = [Casualties(figures - left.figures, left.wounded, p) for left, p in ways.items()]
    return Odds(tuple(sorted(rows, key=lambda row: (row.lost, row.wounded))))


def fighting_from(data: Mapping[str, Any], tables: Tables | None = None) -> Fighting:
    """A unit and what it does, from one piece of plain data: fields of `Unit` and of `Moment`.

    Raises `BadSetup` naming the field and the rule.
    """
    known = Moment.__struct_fields__
    moment = typed(
        {name: value for name, value in data.items() if name in known}, Moment, rule="BAT-UNIT-06"
    )
    unit = unit_from({name: v for name, v in data.items() if name not in known}, tables)
    return fighting(unit, moment, tables)


def fighting(
    unit: Unit,
    moment: Moment,
    tables: Tables | None = None,
    *,
    ranks: Ranks | None = None,
    free: int | None = None,
) -> Fighting:
    """A checked unit with what it does. Raises `BadSetup` naming the field and the rule.

    `ranks` are what it has now, `free` how many figures have nothing else to do this phase: those
    it began with, killed meanwhile or not (BAT-PROC-09). Without them it is as the unit says.
    """
    tables = tables or default_tables()
    profile = profile_of(unit, tables)
    ranks = ranks or Ranks(unit.figures, unit.wounded)
    free = ranks.figures if free is None else free
    contact = min(unit.files, free) if moment.contact is None else moment.contact
    if contact < 0 or moment.support < 0:
        raise BadSetup("figures are counted from 0", rule="BAT-VAL-03", at="contact")
    if contact + moment.support > free:
        said = f"{unit.name} has {free} figures for contact and support"
        raise BadSetup(said, rule="BAT-VAL-03", at="contact")
    _check_support(profile, contact, moment.support, tables)
    how = Circumstances(
        formation=unit.formation,
        charging=moment.charging,
        in_command=not moment.out_of_command,
        commander_fights=moment.commander_fights,
        uphill=moment.enemy_uphill,
        arc=moment.arc,
        on_flight=moment.free_attack,
    )
    return Fighting(unit, profile, ranks, unit.in_hand, contact, moment.support, how)


def _check_support(profile: Profile, contact: int, support: int, tables: Tables) -> None:
    """Supporters are in closed formation, behind figures in front, with a weapon for it."""
    if not support:
        return
    unit = profile.unit
    if not tables.formations[unit.formation].close:
        said = f"{unit.formation} formation fights with figures in contact alone"
        raise BadSetup(said, rule="BAT-ELIG-08", at="support")
    ranks = profile.arms[unit.in_hand].support_ranks
    if support > ranks * contact:
        said = f"{contact} in front with {unit.in_hand} have at most {ranks * contact} behind them"
        raise BadSetup(said, rule="BAT-ELIG-04", at="support")


def told_apart(first: Fighting, second: Fighting) -> tuple[Fighting, Fighting]:
    """Both units, numbered where they have one name."""
    if first.unit.name != second.unit.name:
        return first, second
    one, other = (
        msgspec.structs.replace(
            side, unit=msgspec.structs.replace(side.unit, name=f"{side.unit.name} {number}")
        )
        for number, side in ((1, first), (2, second))
    )
    return one, other


def melee(
    first: Fighting,
    second: Fighting,
    *,
    daylight: bool = False,
    crt: Crt | None = None,
    tables: Tables | None = None,
) -> Melee:
    """The melee of two units. A unit that suffers a free attack does not reply (BAT-END-05).

    Raises `BadSetup` where both have one.
    """
    tables = tables or default_tables()
    if first.how.on_flight and second.how.on_flight:
        raise BadSetup("only one of two units can flee", rule="BAT-END-05", at="free_attack")
    crt = crt or tables.crt
    return Melee(
        (first, second),
        (
            _attack(first, second, daylight, crt, tables),
            _attack(second, first, daylight, crt, tables),
        ),
    )


def _attack(
    own: Fighting, enemy: Fighting, daylight: bool, crt: Crt, tables: Tables
) -> Attack | None:
    """The attack of one side; None without figures (PROC-11) or where it flees (PROC-10)."""
    if not own.contact or enemy.how.on_flight:
        return None
    how = msgspec.structs.replace(own.how, daylight=daylight)
    return plan_attack(
        own.profile,
        enemy.profile,
        own.weapon,
        own.contact,
        own.support,
        how,
        crt,
        tables,
    )
