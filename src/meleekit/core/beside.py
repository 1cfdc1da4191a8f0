"""What lies beside a board: players' panels, cards face up or in the hand, the track of the game.

Plain data like the rest of a scene; whoever shows it needs to know no game. What has an id may be
named by the picks of actions, as things on the board are.
"""

from __future__ import annotations

import msgspec

from meleekit.core.signs import Glyph


class Gauge(msgspec.Struct, frozen=True, gc=False):
    """Something that a player has so much of: gold, soldiers in supply.

    `sign` is drawn before the number; `title` says all of it in words.
    """

    id: str
    name: str
    value: int
    sign: Glyph | None = None
    title: str = ""


class Card(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A card: its name, what it says, and the `kind` that colours it (a class word).

    `bid` is what lies on it in gold, `bidder` the side that put it there, `marker` what of theirs
    lies with it. `down`: it lies face down; only whoever may look under it is given its name.
    """

    id: str
    name: str
    text: str = ""
    kind: str = ""
    sign: Glyph | None = None
    bid: int = 0
    bidder: int | None = None
    marker: Glyph | None = None
    down: bool = False


class Panel(msgspec.Struct, frozen=True, kw_only=True):
    """All of a player that is no piece: what they have and hold, and short `notes` on them."""

    id: str
    seat: int
    gauges: tuple[Gauge, ...] = ()
    cards: tuple[Card, ...] = ()
    notes: tuple[str, ...] = ()


class Track(msgspec.Struct, frozen=True):
    """The stages of a game in their order, and which of them it is now (-1: before the first)."""

    name: str
    stages: tuple[str, ...]
    now: int
