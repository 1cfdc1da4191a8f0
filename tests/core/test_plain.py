"""Typed values as plain data that TOML can hold, and back."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET, UnsetType

from meleekit.core.errors import BadSituation
from meleekit.core.plain import field_names, plain_of, schema_of, value_of, with_nothing
from meleekit.core.toml_read import toml_data
from meleekit.core.toml_text import WIDTH, document_text


class Colour(StrEnum):
    RED = "red"
    NONE = "none"


class Band(msgspec.Struct, frozen=True):
    name: str
    men: int = 10
    near: tuple[int, ...] = ()


class Rout(msgspec.Struct, frozen=True, tag="rout"):
    whose: int = 0


class Rally(msgspec.Struct, frozen=True, tag="rally"):
    whose: int | None = None


class Field(msgspec.Struct, frozen=True, rename={"wind_from": "wind"}):
    bands: tuple[Band, ...]
    leader: Band | None
    turn: int = 1
    wind_from: str | None = None
    by_name: dict[str, Band] = {}
    by_number: dict[int, Rout | Rally] = {}
    asked: tuple[Rout | Rally, ...] = ()
    pairs: tuple[tuple[int | None, Colour | None], ...] = ()
    held: frozenset[str] = frozenset()
    mood: Literal["calm", None] = None
    tired: bool | None = None
    weight: float = 1.0


def test_what_is_as_usual_is_not_written_and_is_there_again_when_it_is_read() -> None:
    field = Field((Band("Ann", 10), Band("Bob", 7)), None)
    plain = {"bands": [{"name": "Ann"}, {"name": "Bob", "men": 7}], "leader": "none"}
    assert plain_of(field, Field) == plain
    assert value_of(plain, Field) == field


class Said(msgspec.Struct, frozen=True):
    name: str
    men: int | UnsetType = UNSET


def test_what_was_not_set_is_not_written() -> None:
    assert plain_of(Said("Ann"), Said) == {"name": "Ann"}
    assert plain_of(Said("Ann", 0), Said) == {"name": "Ann", "men": 0}
    assert value_of({"name": "Ann"}, Said) == Said("Ann")


def test_nothing_is_said_with_a_word_that_could_be_nothing_else() -> None:
    # "none" is a colour here, and could be any wind.
    field = Field((), None, pairs=((None, None), (3, Colour.NONE)))
    assert plain_of(field, Field)["pairs"] == [["none", False], [3, "none"]]
    assert value_of(plain_of(field, Field), Field) == field
    # True and 0 are no words for it.
    assert with_nothing({"leader": True}, Field) == {"leader": True}
    assert with_nothing({"leader": 0}, Field) == {"leader": 0}
    assert with_nothing({"leader": False}, Field) == {"leader": None}


def test_a_type_in_which_every_word_could_be_meant_is_refused() -> None:
    with pytest.raises(TypeError, match="no word can stand for None"):
        plain_of((None,), tuple[str | bool | None, ...])


def test_a_struct_of_several_kinds_says_which_it_is() -> None:
    field = Field((), None, asked=(Rally(), Rout(1)), by_number={3: Rally(2)})
    plain = plain_of(field, Field)
    assert plain["asked"] == [{"type": "rally"}, {"type": "rout", "whose": 1}]
    assert plain["by_number"] == {"3": {"type": "rally", "whose": 2}}
    assert value_of(plain, Field) == field


@pytest.mark.parametrize(
    ("told", "at", "words"),
    [
        ({"turns": 2}, "turns", "is turn meant"),
        ({"bands": [{"name": "Ann"}, {"name": "Bob", "man": 1}]}, "bands[1].man", "is men meant"),
        ({"bands": [{"name": "Ann", "men": "x"}]}, "bands[0].men", "Expected `int`"),
        ({"bands": [{"men": 1}]}, "bands[0].name", "missing"),
        ({"by_name": {"Ann": {"name": "A", "men": "x"}}}, "by_name.Ann.men", "Expected `int`"),
        ({"by_name": {"Ann": {"name": "A", "m": 3}}}, "by_name.Ann.m", "no field 'm'"),
        ({"asked": [{"type": "rout", "who": 3}]}, "asked[0].who", "is whose meant"),
        ({"asked": [{"type": "rest"}]}, "asked[0].type", "rest"),
        ({"pairs": [[1, "red", 3]]}, "pairs[0]", "length 2"),
        ({"turn": False}, "turn", "Expected `int`"),
    ],
)
def test_what_is_wrong_is_said_at_its_field(told: dict[str, Any], at: str, words: str) -> None:
    with pytest.raises(BadSituation, match=words) as caught:
        value_of({"bands": [], "leader": "none", **told}, Field)
    assert caught.value.at == at


def test_fields_are_called_as_they_are_written() -> None:
    assert field_names(Field)[:4] == ("bands", "leader", "turn", "wind")
    for kind in (Rout | Rally, Rout, dict[str, int]):
        with pytest.raises(TypeError, match="no struct"):
            field_names(kind)


def test_the_schema_has_the_words_for_nothing_in_place_of_null() -> None:
    fields = schema_of(msgspec.json.schema(Field))["$defs"]["Field"]["properties"]
    assert fields["leader"] == {"anyOf": [{"$ref": "#/$defs/Band"}, {"enum": ["none", False]}]}
    assert fields["wind"] == {"anyOf": [{"type": "string"}, {"enum": ["none", False]}]}
    assert fields["mood"] == {"enum": ["none", False, "calm"]}
    assert fields["turn"] == {"type": "integer", "default": 1}


# -- as a text -------------------------------------------------------------------------------------

texts = st.text(max_size=8)
numbers = st.integers(-(2**63), 2**63 - 1)
bands = st.builds(Band, texts, numbers, st.lists(numbers, max_size=3).map(tuple))
asked = st.builds(Rout, numbers) | st.builds(Rally, st.none() | numbers)
pairs = st.tuples(st.none() | numbers, st.none() | st.sampled_from(Colour))
fields = st.builds(
    Field,
    bands=st.lists(bands, max_size=3).map(tuple),
    leader=st.none() | bands,
    turn=numbers,
    wind_from=st.none() | texts | st.just("none"),
    by_name=st.dictionaries(texts, bands, max_size=3),
    by_number=st.dictionaries(numbers, asked, max_size=3),
    asked=st.lists(asked, max_size=3).map(tuple),
    pairs=st.lists(pairs, max_size=3).map(tuple),
    held=st.frozensets(texts, max_size=3),
    mood=st.none() | st.just("calm"),
    tired=st.none() | st.booleans(),
    weight=st.floats(allow_nan=False),
)


@given(fields)
def test_whatever_is_written_as_toml_is_read_as_the_same(field: Field) -> None:
    text = document_text(plain_of(field, Field))
    assert value_of(toml_data(text), Field) == field
    assert document_text(plain_of(value_of(toml_data(text), Field), Field)) == text


def test_tables_are_lines_where_they_are_short_and_rows_and_names_have_headers() -> None:
    told = {
        "turn": 3,
        "leader": {"name": "Ann", "near": [1, 2]},
        "bands": [{"name": "Ann"}, {"name": "Bob", "men": 7}],
        "by_name": {"Red band": {"name": "Cid"}, "Blue": {}},
        "long": {"text": "x" * WIDTH},
        "mixed": {"a": 1, "b": {"c": 2}},
        "last": [],
    }
    assert document_text(told) == (
        'turn = 3\nleader = { name = "Ann", near = [1, 2] }\nlast = []\n\n'
        '[[bands]]\nname = "Ann"\n\n[[bands]]\nname = "Bob"\nmen = 7\n\n'
        '[by_name."Red band"]\nname = "Cid"\n\n[by_name.Blue]\n\n'
        f'[long]\ntext = "{"x" * WIDTH}"\n\n'
        "[mixed]\na = 1\nb = { c = 2 }\n"
    )
    assert toml_data(document_text(told)) == told
