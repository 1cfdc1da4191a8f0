"""Teaching situations, one TOML file each in ``situations/``: a moment, a question, its answer.

The number that a file's name begins with is its place among them. ``[lesson.proof]`` says what
must come of the moment for the answer to be true, in the words of the worked cases; a test holds
every answer to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

LESSONS_PATH = Path(__file__).parents[1] / "situations"


@lru_cache(maxsize=1)
def lesson_texts() -> Mapping[str, str]:
    """The texts of the teaching situations by name, in the order in which to read them."""
    files = sorted(LESSONS_PATH.glob("*.toml"))
    texts = {path.stem.partition("_")[2]: path.read_text(encoding="utf-8") for path in files}
    return MappingProxyType(texts)
