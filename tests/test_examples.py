"""The examples in docstrings do what they say."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import meleekit

PACKAGE = Path(meleekit.__file__).parent


def modules_with_examples() -> list[str]:
    """The names of all modules in which an example stands."""
    found = [path for path in PACKAGE.rglob("*.py") if ">>> " in path.read_text(encoding="utf-8")]
    names = (path.relative_to(PACKAGE.parent).with_suffix("").parts for path in sorted(found))
    return [".".join(parts) for parts in names]


def test_there_are_examples() -> None:
    assert "meleekit.core.dice" in modules_with_examples()


@pytest.mark.parametrize("name", modules_with_examples())
def test_the_examples_of_a_module_run(name: str) -> None:
    result = doctest.testmod(import_module(name))
    assert result.attempted > 0
    assert result.failed == 0
