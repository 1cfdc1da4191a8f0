"""Corrected copies of the game's tables."""

from __future__ import annotations

from pathlib import Path

from meleekit.tft.tables import DEFAULT_PATH


def corrected(folder: Path, old: str, new: str) -> Path:
    """A copy in which the first `old` is `new`; its file is `mine.toml`."""
    text = DEFAULT_PATH.read_text(encoding="utf-8")
    assert old in text
    path = folder / "mine.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path
