"""JSON Schemas of what a game's programs exchange."""

from __future__ import annotations

from typing import Any

import msgspec

from meleekit.core.system import System
from meleekit.referee.answers import Schemas

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schemas(system: System) -> Schemas:
    """The schemas of a system's set-ups, situations, actions, events and views."""
    setup = next(iter(system.scenarios().values()))
    game = system.game(setup)
    situation = system.situation_schema()
    return Schemas(
        game=system.key,
        setup=_schema(type(setup)),
        situation=None if situation is None else {"$schema": DIALECT, **situation},
        action=_schema(game.action_type),
        event=_schema(game.event_type),
        view=_schema(game.view_type or game.state_type),
    )


def _schema(kind: Any) -> dict[str, Any]:  # noqa: ANN401  # a type, or several
    return {"$schema": DIALECT, **msgspec.json.schema(kind)}
