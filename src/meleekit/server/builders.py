"""What the lobby offers of a game besides its scenarios: forms for set-ups, and further pages.

A game with a form in which people put a set-up together adds an entry to `BUILDERS`, one with
pages of its own an entry to `LINKS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from fastapi import APIRouter

from meleekit.server import tft_forms


@dataclass(frozen=True)
class Builder:
    """The form of one game.

    `title` and `about` are on its card in the lobby. `template` is its part of the page, which is
    given `choices` to offer. `script` is the address of a module whose class `Builder` runs the
    form: `show(on)`, `seats()` (each with name and side) and `setup()`. `router` answers what the
    script asks.
    """

    title: str
    about: str
    template: str
    script: str
    choices: Callable[[], Mapping[str, Any]]
    router: APIRouter


BUILDERS: Mapping[str, Builder] = MappingProxyType(
    {
        "tft": Builder(
            title="Your own fighters",
            about="Choose ready-made fighters or build them point by point.",
            template="tft_fighters.html",
            script="/static/tft_fighters.js",
            choices=tft_forms.choices,
            router=tft_forms.router,
        )
    }
)

LINKS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "tft": {"Seasons in the arena": "/seasons", "Record sheets to print": "/sheets"},
        "battlesystem": {
            "One melee of miniatures": "/battlesystem",
            "The roster of a battle": "/battlesystem/battle",
        },
        "tao": {"Who is in melee, and what each hex costs": "/tao/melee"},
    }
)
"""Further pages of a game, by what they are called."""
