"""Teaching situations, one TOML file each in ``situations/``: a moment, a question, its answer."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from meleekit.core import situation

LESSONS_PATH = Path(__file__).parents[1] / "situations"


def lesson_texts() -> Mapping[str, str]:
    """The texts of the teaching situations by name, in the order in which to read them."""
    return situation.lesson_texts(LESSONS_PATH)
