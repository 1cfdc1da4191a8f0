"""The rules of the playable fight, each of which a game may do without (Part II of the rules)."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

import msgspec

from meleekit.core.errors import BadSetup


class Switch(StrEnum):
    """A group of rules that is in force or not. Without any the engagement rule stands alone."""

    INITIATIVE = "initiative"
    ATTACKS = "attacks"
    CRITICALS = "criticals"
    FUMBLES = "fumbles"
    STUN = "stun"
    FALL_BACK = "fall_back"
    OVERBEARING = "overbearing"
    CHARGING = "charging"
    MORALE = "morale"
    GRAPPLING = "grappling"


class Group(msgspec.Struct, frozen=True):
    """A switch in words: the rule it brings in, and the switch without which it means nothing."""

    title: str
    about: str
    rule: str
    needs: Switch | None = None


GROUPS = {
    Switch.INITIATIVE: Group(
        "Initiative by Dexterity",
        "high Dexterity takes its turn earlier than the rest of its side",
        "TAO-INIT-02",
    ),
    Switch.ATTACKS: Group(
        "Attacks", "blows with weapons and bare hands, hit points, going down", "TAO-ATT-01"
    ),
    Switch.CRITICALS: Group(
        "Critical hits", "a natural 20 may multiply the damage", "TAO-CRIT-01", Switch.ATTACKS
    ),
    Switch.FUMBLES: Group("Fumbles", "a natural 1 drops the weapon", "TAO-CRIT-02", Switch.ATTACKS),
    Switch.STUN: Group(
        "Stun", "a hard hit costs its target the next turn", "TAO-STUN-01", Switch.ATTACKS
    ),
    Switch.FALL_BACK: Group(
        "Falling back", "a stunning hit drives its target a hex away", "TAO-STUN-05", Switch.STUN
    ),
    Switch.OVERBEARING: Group(
        "Overbearing", "throwing all one's weight at an enemy", "TAO-OVB-01", Switch.ATTACKS
    ),
    Switch.CHARGING: Group(
        "Charging", "a run of four hexes or more into an enemy", "TAO-CHG-01", Switch.ATTACKS
    ),
    Switch.MORALE: Group(
        "Morale of the charged", "who is charged may break", "TAO-CHG-04", Switch.CHARGING
    ),
    Switch.GRAPPLING: Group(
        "Grappling", "grabs, and brawls in one hex", "TAO-GRAP-01", Switch.ATTACKS
    ),
}

ALL = tuple(switch.value for switch in Switch)
_NAMES = frozenset(ALL)


def in_force(named: Iterable[str]) -> tuple[str, ...]:
    """The switches that are named, in their own order, each once.

    Raises `BadSetup` at ``variants[i]`` for one that does not exist, or lacks what it needs.
    """
    asked = tuple(named)
    for number, name in enumerate(asked):
        if name not in _NAMES:
            said = f"there is no rule group {name!r}; there are {', '.join(Switch)}"
            raise BadSetup(said, at=f"variants[{number}]")
        needs = GROUPS[Switch(name)].needs
        if needs is not None and needs not in asked:
            said = f"{name} means nothing without {needs}"
            raise BadSetup(said, rule=GROUPS[Switch(name)].rule, at=f"variants[{number}]")
    return tuple(switch.value for switch in Switch if switch in asked)
