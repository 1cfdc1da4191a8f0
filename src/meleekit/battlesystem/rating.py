"""The Attack Rating as a sum of named parts, each with its rule (BAT-AR-01..16)."""

from __future__ import annotations

from typing import Literal

import msgspec

from meleekit.battlesystem.tables import Tables
from meleekit.battlesystem.units import FormationName, Profile
from meleekit.core.game import Modifier

Arc = Literal["front", "flank", "rear"]
ARCS: tuple[Arc, ...] = ("front", "flank", "rear")
"""The sides of a defender; from the one worst for an attacker to the one best for it."""


class Circumstances(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What matters about one unit's attack at one moment, apart from who fights whom.

    `formation`, `charging`, `in_command` and `commander_fights` are the attacker's. `uphill`: the
    defender is on higher ground. `arc` is the side of the defender that is attacked (BAT-AR-14).
    `on_flight`: a free attack on a unit that flees or routs (BAT-END-05). `daylight` is the
    battle's.
    """

    formation: FormationName = "closed"
    charging: bool = False
    in_command: bool = True
    commander_fights: bool = False
    uphill: bool = False
    arc: Arc = "front"
    on_flight: bool = False
    daylight: bool = False


def attack_rating(
    attacker: Profile, defender: Profile, how: Circumstances, tables: Tables
) -> tuple[Modifier, ...]:
    """The parts of the adjusted Attack Rating; their sum is the rating, without limits (AR-16).

    All that apply add up (BAT-AR-05); minuses help the attacker. A unit attacked from flank or
    rear replies without a penalty, since nothing here asks how it is attacked itself (BAT-AR-13).
    """
    known = tables.ar_modifiers
    parts = list(attacker.base_rating)
    closed = tables.formations[how.formation].close
    if not closed:
        parts.append(known["open_or_skirmish"])  # BAT-AR-06
    if not how.in_command and how.formation != "skirmish":
        parts.append(known["out_of_command"])  # BAT-AR-07
    if how.uphill:
        parts.append(known["uphill_defender"])  # BAT-AR-08
    if how.charging and closed and not how.on_flight:
        parts.append(known["charging_closed"])  # BAT-AR-09
    if how.commander_fights:
        parts.append(known["commander_fighting"])  # BAT-AR-10
    parts += _from_behind(defender, how, tables)
    if how.daylight and attacker.unit.daylight_penalty:
        parts.append(known["daylight_goblinoid"])  # BAT-AR-15, BAT-UNIT-08
    troop = defender.unit.troop
    parts += [
        Modifier(bonus.name, -bonus.bonus, "BAT-AR-15")
        for bonus in attacker.unit.bonuses
        if not bonus.against or troop in bonus.against
    ]
    return tuple(parts)


def _from_behind(defender: Profile, how: Circumstances, tables: Tables) -> tuple[Modifier, ...]:
    """What the side of the defender is worth: one of these at most (BAT-AR-11, AR-12, END-05)."""
    known = tables.ar_modifiers
    if how.on_flight:
        return (known["free_attack_on_fleeing"],)
    if how.arc == "rear":
        return (known["rear"],)
    if how.arc == "flank" and defender.unit.shield:
        return (known["flank_vs_shield"],)
    return ()
