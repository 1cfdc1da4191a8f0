"""A battle's units, field and tables, bound together once; and who stands where at a moment."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from meleekit.battlesystem.eligibility import (
    NOBODY,
    Claim,
    arc,
    claim,
    contested,
    share_out,
    uphill,
)
from meleekit.battlesystem.geometry import FACINGS, Field, Pose, slots
from meleekit.battlesystem.melee import Attack, plan_attack
from meleekit.battlesystem.rating import ARCS, Circumstances
from meleekit.battlesystem.setup import Setup, crt_of_setup, starting_pose
from meleekit.battlesystem.state import Front, State, UnitState
from meleekit.battlesystem.tables import Tables, default_tables
from meleekit.battlesystem.units import Profile, profile_of


class Battle:
    """What never changes in a battle, by the numbers of its units and sides.

    `units` are the units' numbers by side, `enemies` those of the other side sorted by name: the
    lower id comes first (BAT-ELIG-10).
    """

    def __init__(self, setup: Setup, tables: Tables | None = None) -> None:
        self.tables = tables or default_tables()
        self.setup = setup
        self.crt = crt_of_setup(setup, self.tables)
        self.field = Field(setup.width, setup.height)
        self.sheets = tuple(setup.units)
        self.names = tuple(unit.name for unit in self.sheets)
        self.number = {name: number for number, name in enumerate(self.names)}
        self.profiles: tuple[Profile, ...] = tuple(profile_of(u, self.tables) for u in self.sheets)
        split = len(setup.sides[0].units)
        self.everybody = range(len(self.sheets))
        self.units = (range(split), range(split, len(self.sheets)))
        self.side = tuple(0 if number < split else 1 for number in self.everybody)
        by_name = [sorted(units, key=self.names.__getitem__) for units in self.units]
        self.enemies = (tuple(by_name[1]), tuple(by_name[0]))
        self.home = tuple(FACINGS.index(side.edge) for side in setup.sides)
        self.has_commanders = tuple(
            any(self.sheets[number].commander for number in units) for units in self.units
        )
        self.dreadful = any(
            flag in sheet.flags for sheet in self.sheets for flag in ("level_drain", "invulnerable")
        )
        self.formations = self.tables.formations
        self.levels = self._levels()
        self._attacks: dict[tuple[object, ...], Attack] = {}

    def _levels(self) -> tuple[int, ...]:
        """The cells at least one step high, at least two steps high, and so on (BAT-AR-08)."""
        heights: dict[tuple[int, int], int] = {}
        for hill in self.setup.hills:
            for x in range(hill.x, min(hill.x + hill.width, self.field.width)):
                for y in range(hill.y, min(hill.y + hill.height, self.field.height)):
                    heights[x, y] = heights.get((x, y), 0) + hill.rise
        levels = []
        for height in sorted(set(heights.values())):
            levels.append(sum(self.field.bit(*c) for c, high in heights.items() if high >= height))
        return tuple(levels)

    def deployed(self, number: int) -> UnitState:
        """A unit before the battle."""
        unit = self.sheets[number]
        return UnitState(
            pose=starting_pose(unit, self.tables),
            formation=unit.formation,
            weapon=unit.in_hand,
            wounded=unit.wounded,
            commander=bool(unit.commander),
        )

    def is_closed(self, unit: UnitState) -> bool:
        """Whether it has the rights of closed formation (BAT-ELIG-03, ELIG-04)."""
        return self.formations[unit.formation].close

    def rows_behind(self, number: int, weapon: str) -> int:
        """From how many rows behind the front the weapon in hand reaches (BAT-ELIG-04)."""
        return self.profiles[number].arms[weapon].support_ranks

    def attack(self, attacker: Front, defender: int, weapon: str) -> Attack:
        """The attack of a frozen front on a unit, worked out once for all equal ones."""
        key = (attacker.unit, defender, weapon, attacker.contact, attacker.support, attacker.how)
        known = self._attacks.get(key)
        if known is None:
            known = self._attacks[key] = plan_attack(
                self.profiles[attacker.unit],
                self.profiles[defender],
                weapon,
                attacker.contact,
                attacker.support,
                attacker.how,
                self.crt,
                self.tables,
            )
        return known


class Ground:
    """Who stands where at one moment, as sets of cells: by unit, by side, and all together."""

    __slots__ = ("all", "battle", "bits", "sides", "state", "units")

    def __init__(self, battle: Battle, state: State) -> None:
        self.battle = battle
        self.state = state
        self.units = state.units
        place = battle.field.place
        self.bits = [0 if unit.gone else place(unit.pose) for unit in state.units]
        sides = [0, 0]
        for side, bits in zip(battle.side, self.bits, strict=True):
            sides[side] |= bits
        self.sides = sides
        self.all = sides[0] | sides[1]

    def of(self, state: State) -> Ground:
        """The same ground, to be changed with a state in which everybody still stands there."""
        other = Ground.__new__(Ground)
        other.battle, other.state, other.units = self.battle, state, state.units
        other.bits, other.sides, other.all = self.bits.copy(), self.sides.copy(), self.all
        return other

    def stands(self, number: int, pose: Pose, gone: bool = False) -> None:
        """Note where a unit stands now."""
        side = self.battle.side[number]
        bits = 0 if gone else self.battle.field.place(pose)
        self.sides[side] = self.sides[side] ^ self.bits[number] | bits
        self.bits[number] = bits
        self.all = self.sides[0] | self.sides[1]

    def others(self, number: int) -> int:
        """The cells of all other units, friend and enemy."""
        return self.all ^ self.bits[number]

    def against(self, number: int) -> int:
        """The cells of all enemy units."""
        return self.sides[1 - self.battle.side[number]]

    def in_contact(self, number: int) -> bool:
        """Whether a unit is in base contact with any enemy (BAT-GRID-04)."""
        return self.battle.field.touches(self.bits[number], self.against(number))

    def touched(self, number: int) -> list[int]:
        """The enemy units in base contact with a unit, the lower ids first."""
        near = self.battle.field.around(self.bits[number]) & self.against(number)
        if not near:
            return []
        bits = self.bits
        return [e for e in self.battle.enemies[self.battle.side[number]] if bits[e] & near]

    def claim(self, number: int, enemy: int) -> Claim:
        """The figures of a unit that may attack that enemy (BAT-ELIG-02..08)."""
        battle, unit = self.battle, self.units[number]
        return claim(
            battle.field,
            self.bits[number],
            self.bits[enemy],
            unit.pose.facing,
            closed=battle.is_closed(unit),
            rows_behind=battle.rows_behind(number, unit.weapon),
            behind_overlap=battle.setup.support_behind_overlap,
        )

    def claims(self, number: int) -> dict[int, Claim]:
        """By enemy in contact, those who may attack it, the lower ids first."""
        return {enemy: self.claim(number, enemy) for enemy in self.touched(number)}

    def contested(self, number: int) -> int:
        """The cells of figures that may attack several enemies (BAT-ELIG-10)."""
        touched = self.touched(number)
        if len(touched) < 2:
            return 0
        return contested([self.claim(number, enemy) for enemy in touched])

    def shares(self, number: int) -> dict[int, Claim]:
        """By enemy, the figures assigned to it, and the rest as by default (BAT-ELIG-10)."""
        claims = self.claims(number)
        if len(claims) < 2:
            return claims
        chosen = dict.fromkeys(claims, 0)
        for one in self.state.assigned:
            if one.unit == number and one.enemy in chosen:
                chosen[one.enemy] |= self.figure(number, one.figure)
        shares = share_out(list(claims.values()), list(chosen.values()))
        return dict(zip(claims, shares, strict=True))

    def figure(self, number: int, slot: int) -> int:
        """The cell of a figure."""
        pose = self.units[number].pose
        one = Pose(pose.x, pose.y, pose.facing, pose.files, pose.pitch, 1 << slot)
        return self.battle.field.place(one)

    def circumstances(
        self, number: int, enemy: int, contact: int, *, on_flight: bool = False
    ) -> Circumstances:
        """What counts for a unit's attack on an enemy here and now (BAT-AR-05..15).

        `contact` are the figures in contact that make it: who of those stands lower (BAT-AR-08).
        """
        battle, unit = self.battle, self.units[number]
        here, there = self.bits[number], self.bits[enemy]
        facing = self.units[enemy].pose.facing
        return Circumstances(
            formation=unit.formation,
            charging=unit.charged,
            in_command=self.in_command(number),
            commander_fights=unit.commander and unit.leads,
            uphill=bool(battle.levels) and uphill(battle.field, contact, there, battle.levels),
            arc=ARCS[arc(battle.field, here, there, facing)],
            on_flight=on_flight,
            daylight=battle.setup.daylight,
        )

    def front(self, number: int, enemy: int, share: Claim = NOBODY) -> Front:
        """One side of a melee as it is frozen (BAT-ELIG-12); none of it attacks by default."""
        contact = (share.contact | share.overlap).bit_count()
        support = (share.second | share.third).bit_count()
        ranks = self.units[number].pose.ranks
        how = self.circumstances(number, enemy, share.contact)
        return Front(number, contact, support, how, ranks)

    def in_command(self, number: int) -> bool:
        """Whether a unit is in command (BAT-MOR-07)."""
        battle = self.battle
        side = battle.side[number]
        if not battle.has_commanders[side] or self.units[number].commander:
            return True
        return self.bits[number] != 0 and any(
            self.units[other].commander and self._within_reach(number, other)
            for other in battle.units[side]
            if other != number and self.bits[other]
        )

    def _within_reach(self, number: int, other: int) -> bool:
        """Whether the nearest figures of two units are near enough, the longer way counting."""
        reach = self.battle.tables.field.command_cells
        return _near(self.battle.field.stride, self.bits[number], self.bits[other], reach)

    def pairs(self) -> Iterator[tuple[int, int]]:
        """All pairs of enemy units in base contact, the first side's unit first (BAT-ELIG-01)."""
        for number in self.battle.units[0]:
            touched = set(self.touched(number))
            yield from ((number, enemy) for enemy in self.battle.units[1] if enemy in touched)


@lru_cache(maxsize=4096)
def _near(stride: int, here: int, there: int, reach: int) -> bool:
    """Whether any two of these cells are within reach, the longer of both ways counting."""
    rows, columns = zip(*(divmod(at, stride) for at in slots(here)), strict=True)
    other_rows, other_columns = zip(*(divmod(at, stride) for at in slots(there)), strict=True)
    # Far away as wholes they are far away cell by cell.
    for own, others in ((rows, other_rows), (columns, other_columns)):
        if min(own) - max(others) > reach or min(others) - max(own) > reach:
            return False
    return any(
        abs(y - other_y) <= reach and abs(x - other_x) <= reach
        for y, x in zip(rows, columns, strict=True)
        for other_y, other_x in zip(other_rows, other_columns, strict=True)
    )
