"""Reading plain data: what is taken, and how a fault names its place."""

from __future__ import annotations

import re
from enum import Enum
from pathlib import Path
from typing import Literal

import msgspec
import pytest

from meleekit.core.errors import BadSetup
from meleekit.core.typed import about, in_file, keyed, numbered, read_toml, typed, under


class Blade(msgspec.Struct, forbid_unknown_fields=True):
    dice: int


class Armoury(msgspec.Struct, forbid_unknown_fields=True):
    blade: list[Blade]


@pytest.mark.parametrize(
    ("data", "at"),
    [
        ({"blade": [{"dice": 1}, {"dice": "two"}]}, "blade[1].dice"),
        ({"blade": [{"dice": True}]}, "blade[0].dice"),
        ({"blade": [{"dice": 1.5}]}, "blade[0].dice"),
        ({"blade": [{}]}, "blade[0].dice"),
        ({"blade": [{"dice": 1, "edge": 2}]}, "blade[0].edge"),
        ({"blade": [], "bow": []}, "bow"),
        ({}, "blade"),
        ([], None),
    ],
)
def test_a_wrong_missing_or_unknown_field_is_named_by_its_path(
    data: object, at: str | None
) -> None:
    with pytest.raises(BadSetup) as refused:
        typed(data, Armoury)
    assert refused.value.at == at


class Edge(Enum):
    KEEN = "keen"
    DULL = "dull"


class Sheath(msgspec.Struct):
    hangs: Literal["left", "right"] | None = None
    blades: tuple[Edge, ...] = ()
    others: dict[str, list[Edge] | None] = {}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"hangs": "back"}, "no 'back'; there are left, right (at hangs)"),
        ({"blades": ["keen", "odd"]}, "no 'odd'; there are keen, dull (at blades[1])"),
        ({"others": {"old": ["odd"]}}, "no 'odd'; there are keen, dull (at others[...][0])"),
    ],
)
def test_a_word_that_is_none_of_those_known_is_told_them(data: object, said: str) -> None:
    with pytest.raises(BadSetup, match=f"^{re.escape(said)}$"):
        typed(data, Sheath)


def test_a_fault_says_the_name_of_the_data_and_the_rule() -> None:
    with pytest.raises(BadSetup, match=r"^blades\.toml: ") as refused:
        typed({}, Armoury, name="blades.toml", rule="TOY-BLADE-01")
    assert refused.value.rule == "TOY-BLADE-01"


def test_a_text_that_is_none_is_refused() -> None:
    # As the command line hands on a byte that is not UTF-8.
    with pytest.raises(BadSetup):
        typed({"weapon": "\udcff"}, Armoury)


@pytest.mark.parametrize(
    ("at", "path", "seen"),
    [
        ("setup", "sides[0]", "setup.sides[0]"),
        ("setup", "[0]", "setup[0]"),
        ("setup", "", "setup"),
        ("", "sides", "sides"),
        ("", None, None),
    ],
)
def test_a_path_is_put_under_the_place_that_holds_it(
    at: str, path: str | None, seen: str | None
) -> None:
    assert under(at, path) == seen


@pytest.mark.parametrize(
    ("content", "fault"),
    [(b"dice = ", "is not TOML"), (b"\xff", "is not UTF-8 text"), (None, "cannot be read")],
)
def test_a_file_that_cannot_be_read_is_named(
    tmp_path: Path, content: bytes | None, fault: str
) -> None:
    path = tmp_path / "blades.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(BadSetup, match=rf"^blades\.toml: {fault}"):
        read_toml(path)


def test_what_is_refused_while_a_file_is_read_names_the_file(tmp_path: Path) -> None:
    with pytest.raises(BadSetup) as refused, in_file(tmp_path / "duel.toml"):
        raise BadSetup("two sides are called Red", rule="TOY-SIDE-02", at="sides[1].name")
    found = refused.value
    assert found.message == "duel.toml: two sides are called Red"
    assert (found.rule, found.at) == ("TOY-SIDE-02", "sides[1].name")


def test_files_of_a_folder_come_by_their_numbers_and_are_named_without_them(tmp_path: Path) -> None:
    for name in ("10_the_last.toml", "02_the_mob.toml", "notes.txt"):
        (tmp_path / name).touch()
    found = {"the_mob": tmp_path / "02_the_mob.toml", "the_last": tmp_path / "10_the_last.toml"}
    assert list(numbered(tmp_path).items()) == list(found.items())


@pytest.mark.parametrize(
    ("said", "at"), [("dice", "blade.dice"), (None, "blade"), ("[1]", "blade[1]")]
)
def test_what_is_wrong_within_a_field_is_named_by_its_path_from_outside(
    said: str | None, at: str
) -> None:
    with pytest.raises(BadSetup) as refused, about("blade"):
        raise BadSetup("no", at=said, rule="TOY-BAD")
    assert (refused.value.at, refused.value.rule) == (at, "TOY-BAD")


def test_a_key_that_stands_there_twice_is_refused_at_its_row() -> None:
    assert keyed(["ax", "bow"], "blade", len) == {2: "ax", 3: "bow"}
    with pytest.raises(BadSetup) as refused:
        keyed(["axe", "bow"], "blade", len)
    assert refused.value.at == "blade[1]"
