"""Options of a set-up as people type them: "rounds=5", "crt=@printed.toml"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from meleekit.core.errors import BadRequest
from meleekit.core.typed import read_text
from meleekit.terminal.files import path_typed


def options_told(said: Sequence[str]) -> dict[str, Any]:
    """Options by name. A value is JSON, or else a word; behind @ is the name of a TOML file.

    Raises `BadRequest`, and `BadSetup` for a file that cannot be read.

    >>> options_told(["rounds=5", "mode=basic", "kingmaker_rule=false"])
    {'rounds': 5, 'mode': 'basic', 'kingmaker_rule': False}
    """
    options: dict[str, Any] = {}
    for one in said:
        name, equals, value = one.partition("=")
        if not equals or not name.strip():
            raise BadRequest(f"{one!r}: an option is NAME=VALUE", at="--option")
        if name.strip() in options:
            raise BadRequest(f"{name.strip()} is said twice", at="--option")
        options[name.strip()] = _value(value.strip())
    return options


def _value(said: str) -> Any:  # noqa: ANN401  # options differ
    if said.startswith("@"):
        return read_text(path_typed(said[1:]))
    try:
        return msgspec.json.decode(said)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError):
        return said
