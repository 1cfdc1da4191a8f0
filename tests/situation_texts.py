"""Situations as texts with something changed in them, and the mistakes found in those."""

from __future__ import annotations

import pytest

from meleekit.core.errors import BadSituation
from meleekit.core.system import System


def changed(text: str, *changes: tuple[str, str]) -> str:
    """The text with each old part, which must be there, replaced by a new one."""
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


def check_mistake(system: System, text: str, line: int | None, at: str, words: str) -> None:
    """It is refused by its line, if it has one, and its field, in a message with those words."""
    with pytest.raises(BadSituation) as error:
        system.load_situation(text)
    assert error.value.at == at
    assert words in error.value.message
    assert error.value.message.startswith(f"line {line}: ") is (line is not None)
