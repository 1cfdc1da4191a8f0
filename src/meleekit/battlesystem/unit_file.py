"""A unit as a TOML file that people keep."""

from __future__ import annotations

import msgspec

from meleekit.battlesystem.units import Unit
from meleekit.core.toml_text import entry_text

UNIT_MARK = "# A unit of meleekit."


def unit_toml(unit: Unit) -> str:
    """A unit as the TOML file that the other commands read."""
    plain = {name: one for name, one in msgspec.to_builtins(unit).items() if one is not None}
    return "\n".join([UNIT_MARK, *(entry_text(name, one) for name, one in plain.items()), ""])
