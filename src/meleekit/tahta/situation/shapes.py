"""What a situation of this game says: its fields, and what goes without saying."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from meleekit.core.situation import Lesson
from meleekit.tahta.setup import Setup
from meleekit.tahta.sound_turns import PLAYED, TURNS
from meleekit.tahta.state import Stage
from meleekit.tahta.tables import CARDS

PARITY = ("even", "odd")
"""What informers tell of a bid, by its remainder."""
HIDDEN = "?"
"""Stands for what lies hidden from whoever wrote the situation down."""
USUAL_END = "TAH-END-03"


class _Said(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True
):
    """A table of a situation."""


class PlayerSaid(_Said, frozen=True):
    """A player: gold in hand, special cards by name or ID, and what is hidden.

    `used` are the special cards that are used up for the season; `bid` is the sealed one of the
    auction, `chosen` the action cards of the season. "?" is what lies hidden.
    """

    gold: int | UnsetType = UNSET
    cards: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    passed: bool | UnsetType = UNSET
    bid: int | Literal["?"] | UnsetType = UNSET
    chosen: tuple[str, ...] | str | UnsetType = UNSET


class LotSaid(_Said, frozen=True):
    """A special card that lies open in the draft, with the bid that stands and its marker."""

    card: str
    bid: int = 0
    by: str = ""
    marker: str = ""


class OpenSaid(_Said, frozen=True):
    """The unit whose activation is open, and how many steps it has taken."""

    unit: str
    node: str
    steps: int = 0


class AssaultSaid(_Said, frozen=True):
    """The attack under way. `bid` lies in the fist, `told` is what informers told of it."""

    unit: str
    start: str
    node: str
    bid: int | Literal["?"] = 0
    told: Literal["", "odd", "even"] = ""


class Said(_Said, frozen=True):
    """The moment itself; the players in the order of their seats, units by node.

    `to` is what is to be decided, and by whom: "guess Sun". `first` holds the First Player card;
    `then` is the card that comes after the one that is being played.
    """

    season: str = ""
    first: str = ""
    to: str = ""
    then: str = ""
    levied: bool = False
    open: OpenSaid | UnsetType = UNSET
    assault: AssaultSaid | UnsetType = UNSET
    lots: tuple[LotSaid, ...] = ()
    winner: str = ""
    end: str = USUAL_END
    units: dict[str, str] = {}


OF_MOMENT = Said.__struct_fields__
_FIRST = ("title", "about", "board")
OF_SETUP = (*_FIRST, *(x for x in Setup.__struct_fields__ if x not in (*_FIRST, "players")))
OF_SITUATION = ("game", "players", "lesson")

FACE_DOWN = (*TURNS, Stage.OVER)
"""The stages at which everybody has chosen."""


def in_order(cards: Sequence[str]) -> tuple[str, ...]:
    """Action cards as they are chosen: in the order of the rules."""
    return tuple(card for card in CARDS if card in cards)


def usual_choice(stage: Stage, wanted: int, then: str) -> tuple[str, ...]:
    """What a seat has chosen if it is not said: a tax, in winter a recruitment too.

    Whoever is on turn has chosen what is being played. `wanted` is how many cards are chosen.
    """
    played = [PLAYED[stage]] if stage in PLAYED else []
    likely = [*played, then, "tax", "recruit"]
    return in_order([card for card in dict.fromkeys(likely) if card][:wanted])


def schema(game: str) -> dict[str, Any]:
    """The JSON Schema of a situation, for programs that write them: the fields that are read."""
    of_types, known = msgspec.json.schema_components((Said, PlayerSaid, Lesson, Setup))
    of_setup = known["Setup"]["properties"]
    fields = {
        "game": {"const": game},
        **{name: of_setup[name] for name in OF_SETUP},
        **known["Said"]["properties"],
        "players": {
            "type": "object",
            "description": "by name, clockwise from the first seat",
            "additionalProperties": of_types[1],
        },
        "lesson": of_types[2],
    }
    return {
        "type": "object",
        "properties": fields,
        "required": ["players"],
        "additionalProperties": False,
        "$defs": {name: one for name, one in known.items() if name not in ("Said", "Setup")},
    }
