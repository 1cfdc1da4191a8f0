"""A battle's set-up made ready for play: what never changes while the battle goes on.

Characters, items and sides are numbered in the order of the set-up. Nothing here depends on that
order but the numbers themselves.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from meleekit.core.game import Modifier
from meleekit.core.hexes import HexBoard
from meleekit.core.hexgrid import Coord
from meleekit.tft.actions import Move, Ready
from meleekit.tft.battle_rows import Injury
from meleekit.tft.bestiary import carried_weapon, kind_of, natural_weapon
from meleekit.tft.blows import StrikePlan
from meleekit.tft.boards import BoardSpec
from meleekit.tft.creation import (
    FighterSheet,
    armour_worn,
    movement_allowance,
    ready_hands,
)
from meleekit.tft.rows import Armour, Item, Monster, Race, Shield, Weapon
from meleekit.tft.setup import Setup
from meleekit.tft.shapes import Shape, all_front_but_one, one_hex, three_hexes
from meleekit.tft.state import NO_ITEM, AnyTask, Battle, OfSeat, Parry
from meleekit.tft.tables import Tables
from meleekit.tft.variants import (
    DEFENCE_DECLARED,
    DEFENCE_IN_ORDER,
    ENGAGED_BY_ARMED,
    GIANT_BY_TWO,
    RETREAT_AWAY,
    injuries_of,
    with_variants,
)

OrderKey = tuple[int, int, Parry, bool, bool]
"""What the order of action hangs on; see `dexterity.order_key`."""


@dataclass(frozen=True, eq=False)
class Character:
    """A character as it entered the battle (TFT-STATE-02). Allowances are in hexes a turn."""

    index: int
    name: str
    side: int
    seat: int
    race: Race
    """A monster's is one without any gifts; see `bestiary.kind_of`."""
    monster: Monster | None
    """The row of a beast or monster, None for others."""
    strength: int
    """Basic STR."""
    dexterity: int
    """Basic DEX."""
    armour: Armour
    ma: int
    half_ma: int
    limits: Mapping[str, int]
    """The most it may have moved for each kind of action (TFT-ACT-11..33)."""
    flying_limits: Mapping[str, int]
    """The same for a turn in which it flies (TFT-MOVE-21)."""
    items: tuple[int, ...]
    """What it carried in; its natural weapon is no item."""
    natural: tuple[int, ...]
    """The number of its natural weapon, empty for one that has none (TFT-MON-06)."""
    main: int
    """Item ready in the main hand at entry, -1 for none."""
    off: int
    sheet: FighterSheet
    injuries: Mapping[str, Injury]
    """What so many hits in one turn do to it (TFT-INJ-02, INJ-04, INJ-06)."""


@lru_cache(maxsize=8)
def _board(hexes: tuple[Coord, ...]) -> HexBoard:
    """The board of these hexes: its tables take long to build, and most battles share a few."""
    return HexBoard(hexes)


class Arena:
    """Board, sides and characters of one battle, as tables.

    Attributes:
        board: the hexes that can be entered; interior walls are not among them, so that they are
            to every rule what lies beyond the rim (TFT-BRD-03).
        spec: the board as it was set up, walls included.
        entrances: mask of the entrance hexes of each side.
        items: the table row of each item that was carried in.
        enemies: for each character those of other sides.
        friends: for each character the others of its own side.
        players: the players' names by seat; a side's own where it names none (TFT-GEN-03).
        side_of_seat: the side that each player is on.
        of_side: the characters of each side.
        of_seat: the characters each seat decides for.
        shapes: for each character the hexes it fills, and those around it.
        body: the hexes each character fills, by hex and facing.
        front: the front hexes of each character, by hex and facing.
        only_armed_engage, defence_in_order, defence_declared, retreats_away,
            two_engage_a_giant: the variants of those names, see `variants`.
        giants: whether each character fills three hexes (TFT-FACE-09).
        any_giants: those who do.
        flying_ma: the movement allowance of each character in flight, 0 for those without wings.
        weakening_hits: the hits from which each character's low STR costs it DEX (TFT-INJ-03).
    """

    def __init__(self, setup: Setup, tables: Tables) -> None:
        self.setup = setup
        self.variants = frozenset(setup.variants)
        tables = with_variants(tables, self.variants)
        self.tables = tables
        self.only_armed_engage = ENGAGED_BY_ARMED in self.variants
        self.defence_in_order = DEFENCE_IN_ORDER in self.variants
        self.defence_declared = DEFENCE_DECLARED in self.variants
        self.retreats_away = RETREAT_AWAY in self.variants
        self.two_engage_a_giant = GIANT_BY_TWO in self.variants
        spec = setup.board
        assert isinstance(spec, BoardSpec)  # setup.resolve has seen to it
        self.spec = spec
        self.board = _board(spec.open_hexes)
        index = self.board.index
        self.entrances = tuple(
            self.board.mask(index[coord] for coord in hexes) for hexes in spec.entrances
        )
        self.all_entrances = 0
        for mask in self.entrances:
            self.all_entrances |= mask
        self.kind = tables.combat_kinds[setup.kind]

        teams = [(side, player) for side, one in enumerate(setup.sides) for player in one.team]
        self.players = tuple(player.name for _, player in teams)
        self.side_of_seat = tuple(side for side, _ in teams)
        seats = {
            (side, number - 1): seat
            for seat, (side, player) in enumerate(teams)
            for number in player.fighters
        }
        items: list[Item] = []
        characters: list[Character] = []
        for side, side_setup in enumerate(setup.sides):
            for place, sheet in enumerate(side_setup.fighters):
                assert isinstance(sheet, FighterSheet)  # setup.resolve has seen to it
                first = len(items)
                items += [tables.items[item] for item in sheet.items]
                carried = tuple(range(first, len(items)))
                monster = tables.monsters.get(sheet.race)
                natural = (len(items),) if monster else ()
                items += [natural_weapon(monster)] if monster else []
                main, off = ready_hands(sheet, tables)
                hands = self._hands(sheet.items, carried, main, off)
                if monster is not None and monster.weapon:  # CRE-12
                    carried = (len(items),)
                    hands = (len(items), NO_ITEM)
                    items.append(carried_weapon(monster, sheet.strength))
                flying_ma = monster.ma_flying if monster else 0
                ma = movement_allowance(sheet, tables, self.variants)
                characters.append(
                    Character(
                        index=len(characters),
                        name=sheet.name,
                        side=side,
                        seat=seats[side, place],
                        race=kind_of(sheet.race, tables),
                        monster=monster,
                        strength=sheet.strength,
                        dexterity=sheet.dexterity,
                        armour=armour_worn(sheet, tables, self.variants),
                        ma=ma,
                        half_ma=ma // 2,
                        limits={row.id: row.limit(ma) for row in tables.actions.values()},
                        flying_limits={
                            row.id: row.limit(flying_ma) for row in tables.actions.values()
                        },
                        items=carried,
                        natural=natural,
                        main=hands[0],
                        off=hands[1],
                        sheet=sheet,
                        injuries=injuries_of(sheet.strength, tables, self.variants),
                    )
                )
        self.items = tuple(items)
        self.characters = tuple(characters)
        self.weakening_hits = tuple(c.strength - tables.injury_str.low for c in characters)
        self.shapes = tuple(self._shape(c) for c in characters)
        self.body = tuple(shape.body for shape in self.shapes)
        self.front = tuple(shape.front for shape in self.shapes)
        self.giants = tuple(c.monster is not None and c.monster.hexes > 1 for c in characters)
        self.any_giants = tuple(c.index for c in characters if self.giants[c.index])
        self.flying_ma = tuple(c.monster.ma_flying if c.monster else 0 for c in characters)
        self.side_of = tuple(c.side for c in characters)
        self.seat_of = tuple(c.seat for c in characters)
        self.sides = tuple(side.name for side in setup.sides)
        self.enemies = tuple(
            tuple(o.index for o in characters if o.side != c.side) for c in characters
        )
        self.friends = tuple(
            tuple(o.index for o in characters if o.side == c.side and o is not c)
            for c in characters
        )
        self.of_side = tuple(
            tuple(c.index for c in characters if c.side == side) for side in range(len(self.sides))
        )
        self.of_seat = tuple(
            tuple(c.index for c in characters if c.seat == seat)
            for seat in range(len(self.players))
        )
        self.reach_asked: tuple[Battle, int, Any] | None = None
        """Memo of `movement.reach`: the state and the character asked for last, and the answer."""
        self.order_dex: dict[OrderKey, tuple[int, tuple[Modifier, ...]]] = {}
        """Memo of `dexterity.order_dex`."""
        self.plans: dict[Hashable, StrikePlan] = {}
        """Memo of `combat.plan_strike` and `shots.plan_shot`."""
        self.changes: dict[tuple[int, int, tuple[int, ...]], tuple[Ready, ...]] = {}
        """Memo of `equipment.change_choices`, by what is in hand and on the back."""
        self.readies: dict[Hashable, tuple[Ready, ...]] = {}
        """Memo of `equipment.ready_choices`."""
        self.moves = tuple(
            tuple(Move(c.index, h) for h in range(self.board.size)) for c in characters
        )
        """Each character's move to each hex, made once."""
        self.weapons = tuple(item if isinstance(item, Weapon) else None for item in self.items)
        self.shields = tuple(item if isinstance(item, Shield) else None for item in self.items)
        self.flies = tuple(w is not None and (w.throwable or w.missile) for w in self.weapons)
        """Whether each item can be thrown or shot with."""
        self.shoots = tuple(w is not None and w.missile for w in self.weapons)
        """Whether each item is a missile weapon."""
        self.poles = tuple(w is not None and w.pole for w in self.weapons)
        """Whether each item is a pole weapon."""
        self.blades = tuple(w is not None and w.hth_dice is not None for w in self.weapons)
        """Whether each item can be used in hand-to-hand: daggers and main-gauches (HTH-12)."""
        self.any_flies, self.any_shoots = any(self.flies), any(self.shoots)
        self.faces_flights = tuple(
            any(self.flies[i] for c in characters if c.side != side for i in c.items)
            for side in range(len(self.sides))
        )
        """For each side whether an enemy of it came with something to throw or shoot."""

    def _shape(self, character: Character) -> Shape:
        monster = character.monster
        if monster is not None and monster.hexes > 1:
            return three_hexes(self.board)
        if monster is not None and monster.side_is_front:
            return all_front_but_one(self.board)
        return one_hex(self.board)

    @staticmethod
    def _hands(
        names: tuple[str, ...], carried: tuple[int, ...], main: str | None, off: str | None
    ) -> tuple[int, int]:
        """The item numbers behind the names held; two of a kind are two items."""
        left = list(zip(names, carried, strict=True))
        hands = []
        for wanted in (main, off):
            found = next((pair for pair in left if pair[0] == wanted), None)
            hands.append(found[1] if found else NO_ITEM)
            if found:
                left.remove(found)
        return hands[0], hands[1]

    def decider(self, task: AnyTask) -> int:
        """The seat that answers a task."""
        return task.seat if isinstance(task, OfSeat) else self.seat_of[task.figure]

    def name(self, figure: int) -> str:
        """A character's name."""
        return self.characters[figure].name

    def item_name(self, item: int) -> str:
        """An item's name as it stands in a sentence: "broadsword"."""
        name = self.items[item].name
        return name[0].lower() + name[1:]
