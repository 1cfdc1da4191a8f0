"""A set-up made ready for play: what never changes while the fight goes on.

Combatants and items are numbered in the order of the set-up; nothing here depends on that order
but the numbers themselves.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from meleekit.core.hexes import HexBoard
from meleekit.tao.grid import grid_of
from meleekit.tao.setup import CombatantSetup, Setup
from meleekit.tao.state import NO_ITEM, NOWHERE
from meleekit.tao.switches import Switch
from meleekit.tao.tables import Tables, Weapon


@dataclass(frozen=True, eq=False)
class Combatant:
    """A combatant as it entered (TAO-STATE-01); `items` are the numbers of all it brought."""

    index: int
    name: str
    side: int
    hex: int
    ap: int
    hp: int
    hp_now: int
    thac0: int
    ac: int
    ac_dexterity: int
    helmet: bool
    to_hit: int
    damage: int
    ready: int
    items: tuple[int, ...]
    weight: int
    strength: int
    quick: int
    """What Dexterity adds to its number, 0 where initiative is not in force (TAO-INIT-02)."""
    morale: int | None
    attacks: int


class Arena:
    """Map, sides, combatants and the rules in force.

    Attributes:
        board: the hexes; `names` are theirs, `number` finds them by name (TAO-HEX-01).
        items: the row of each weapon that was brought.
        exits: mask of the hexes by which each side may leave (TAO-END-01).
        leave: how many of each side must have left for it to win; 0 where it has no exits.
        enemies: for each combatant those of the other side.
        of_side: the combatants of each side.
        plans, odds: what has been worked out of rolls to hit and of blows, by all that decides
            it; see `attacks` and `attack_odds`.
    """

    def __init__(self, setup: Setup, tables: Tables) -> None:
        self.setup = setup
        self.tables = tables
        self.rules = frozenset(map(Switch, setup.variants))
        grid = grid_of(setup.columns, setup.rows)
        self.board: HexBoard = grid.board
        self.names = grid.names
        self.number = grid.number
        self.sides = tuple(side.name for side in setup.sides)
        self.items: list[Weapon] = []
        self.combatants: list[Combatant] = []
        for side, one in enumerate(setup.sides):
            for row in one.combatants:
                self._add(side, row)
        self.side_of = tuple(one.side for one in self.combatants)
        self.of_side = tuple(
            tuple(one.index for one in self.combatants if one.side == side)
            for side in range(len(self.sides))
        )
        self.enemies = tuple(self.of_side[1 - side] for side in self.side_of)
        self.exits = tuple(
            self.board.mask(self.number[name] for name in one.exits) for one in setup.sides
        )
        self.leave = tuple(
            (one.leave or len(one.combatants)) if one.exits else 0 for one in setup.sides
        )
        self.odds: dict[Hashable, Any] = {}
        self.plans: dict[Hashable, Any] = {}
        self.melee = tuple(not weapon.missile for weapon in self.items)
        """Whether each item arms who has it in hand (TAO-MEL-08)."""

    def _add(self, side: int, row: CombatantSetup) -> None:
        # The set-up is resolved: nothing is left unsaid.
        assert row.ap is not None
        assert row.hp is not None
        assert row.hp_now is not None
        assert row.thac0 is not None
        assert row.ac is not None
        assert row.weight is not None
        assert row.strength is not None
        assert row.dexterity is not None
        first = len(self.items)
        brought = [row.weapon, *row.carried] if row.weapon else [*row.carried]
        self.items += [self.tables.weapons[name] for name in brought]
        quick = self.tables.quick(row.dexterity) if Switch.INITIATIVE in self.rules else 0
        self.combatants.append(
            Combatant(
                index=len(self.combatants),
                name=row.name,
                side=side,
                hex=self.number[row.hex],
                ap=row.ap,
                hp=row.hp,
                hp_now=row.hp_now,
                thac0=row.thac0,
                ac=row.ac,
                ac_dexterity=row.ac_dexterity,
                helmet=row.helmet,
                to_hit=row.to_hit,
                damage=row.damage,
                ready=first if row.weapon else NO_ITEM,
                items=tuple(range(first, len(self.items))),
                weight=row.weight,
                strength=row.strength,
                quick=quick,
                morale=row.morale,
                attacks=row.attacks,
            )
        )

    def name(self, who: int) -> str:
        """A combatant's name."""
        return self.combatants[who].name

    def hex_name(self, hex_: int) -> str:
        """A hex's name; that of one who has left is "off the map"."""
        return self.names[hex_] if hex_ != NOWHERE else "off the map"

    def item_name(self, item: int) -> str:
        """A weapon's name; bare hands for none."""
        return self.items[item].name if item != NO_ITEM else self.tables.bare_hands.name
