"""What the count of winners must know of a system: its set-ups, and their images."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from typing import Any, NamedTuple

from meleekit.core.game import Game

RED, BLUE = "Red", "Blue"
"""The sides of every set-up; who is who stays in all its images."""


class Image(NamedTuple):
    """Which of the four changes are made to a set-up."""

    mirrored: bool = False
    places: bool = False
    sides: bool = False
    fighters: bool = False


FACTORS: Mapping[str, str] = {
    "mirrored": "board mirrored",
    "places": "sides in each other's place",
    "sides": "sides listed the other way round",
    "fighters": "fighters listed the other way round",
}


class Symmetric(NamedTuple):
    """One system's part. `factors` are the changes that mean something there.

    `equal` tells whether both sides of a set-up have the same fighters, `place` what the place is
    that Red has unless the sides are in each other's. Rules may be `left_handed`: a battle in a
    mirror then need not go alike, but it favours nobody where both sides have the same fighters.
    """

    setups: Mapping[str, Callable[[], Any]]
    image_of: Callable[[Any, Image], Any]
    equal: Callable[[Any], bool]
    game: Callable[[Any], Game[Any, Any, Any]]
    place: str
    bot: str
    factors: tuple[str, ...] = tuple(FACTORS)
    left_handed: bool = False

    @property
    def images(self) -> tuple[Image, ...]:
        """All that there are of a set-up."""
        made = product((False, True), repeat=len(self.factors))
        return tuple(Image(**dict(zip(self.factors, one, strict=True))) for one in made)
