"""A position as a referee enters it in the midst of a session: who stands where, armed how."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from meleekit.core.errors import BadSetup
from meleekit.tao.engagement import holds
from meleekit.tao.game import TaoMelee
from meleekit.tao.grid import MOST_COLUMNS, MOST_ROWS
from meleekit.tao.setup import (
    LONGEST_NAME,
    MOST_COMBATANTS,
    CombatantSetup,
    Name,
    Setup,
    SideSetup,
)
from meleekit.tao.state import NO_ITEM, Battle
from meleekit.tao.survey import points_of
from meleekit.tao.tables import default_tables

MOST_POINTS = default_tables().allowance.most
LIKE = default_tables().ready["man_at_arms"]
"""Whoever is entered has no more than a place, a weapon and points; the rest is like his."""
ROUNDS = 20
"""How long a game lasts that goes on from what was entered."""


class Placed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A combatant: its side by number, its hex, what it has in hand and how many points."""

    name: Name
    side: Annotated[int, Meta(ge=0, le=1)]
    hex: Annotated[str, Meta(max_length=8)]
    weapon: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""
    ap: Annotated[int, Meta(ge=0, le=MOST_POINTS)] = LIKE.ap


class Entered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A map with those who stand on it."""

    columns: Annotated[int, Meta(ge=1, le=MOST_COLUMNS)] = 9
    rows: Annotated[int, Meta(ge=1, le=MOST_ROWS)] = 7
    sides: Annotated[tuple[Name, ...], Meta(min_length=2, max_length=2)] = ("Red", "Blue")
    placed: Annotated[tuple[Placed, ...], Meta(max_length=2 * MOST_COMBATANTS)] = ()


def setup_of(entered: Entered) -> Setup:
    """The set-up of a game in that position; whoever makes a game of it checks it.

    Raises `BadSetup` for two of one name: they could not be told apart.
    """
    names = [one.name for one in entered.placed]
    for number, name in enumerate(names):
        if name in names[:number]:
            raise BadSetup(f"two are called {name}", at=f"placed[{number}].name")
    sides = tuple(
        SideSetup(name, tuple(_row(one) for one in entered.placed if one.side == side))
        for side, name in enumerate(entered.sides)
    )
    return Setup(
        sides, columns=entered.columns, rows=entered.rows, round_limit=ROUNDS, title="As entered"
    )


def _row(one: Placed) -> CombatantSetup:
    # Who has nothing left now has an allowance all the same (TAO-AP-01).
    least = default_tables().allowance.least
    return CombatantSetup(
        one.hex, name=one.name, like=LIKE.id, ap=max(one.ap, least), weapon=one.weapon
    )


def entered_of(game: TaoMelee, battle: Battle) -> Entered:
    """A moment of a game as a referee would enter it; who is out of the fight is left out."""
    arena = game.arena
    return Entered(
        columns=arena.setup.columns,
        rows=arena.setup.rows,
        sides=arena.sides,
        placed=tuple(
            Placed(
                name=arena.name(who),
                side=arena.side_of[who],
                hex=arena.names[figure.hex],
                weapon=arena.item_name(figure.ready) if figure.ready != NO_ITEM else "",
                ap=points_of(arena, battle, who),
            )
            for who, figure in enumerate(battle.figures)
            if holds(figure)
        ),
    )
