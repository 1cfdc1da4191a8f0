"""Situations of systems that write none by hand."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from docs.examples.ladder.game import LadderSystem
from meleekit.core.contract import situations_are_the_moment
from meleekit.core.dice import Rolled
from meleekit.core.errors import BadSave, BadSetup, BadSituation
from meleekit.core.plain_situations import PlainSituations
from meleekit.core.situation_fields import refuse
from meleekit.core.system import Description
from tests.toys import Knives, KnivesSetup, KnivesState, KnivesSystem, Seal, Stroke

KNIVES = KnivesSystem()
MOMENT = "order = [0, 1]\nround = 2\nwounds = [1, 0]\nparries = [2, 1]\n"


def test_a_moment_is_its_set_up_and_the_fields_of_its_state() -> None:
    game, state = KNIVES.load_situation('setup = "brittle"\n' + MOMENT + 'sealed = ["none", "low"]')
    assert game.setup == KnivesSetup(rounds=4, toughness=1, parries=0)
    assert state == KnivesState((0, 1), 2, (1, 0), (2, 1), (None, Stroke.LOW))


def test_what_is_as_always_is_not_written() -> None:
    game, state = KNIVES.load_situation(MOMENT)
    assert KNIVES.dump_situation(game, state) == f'game = "knives"\nsetup = "duel"\n{MOMENT}'


def test_a_set_up_of_ones_own_is_written_without_its_defaults() -> None:
    game = KNIVES.game(KnivesSetup(rounds=7))
    state = game.begin(Rolled(bytes(32))).state
    text = KNIVES.dump_situation(game, state)
    assert text.startswith('game = "knives"\nsetup = { rounds = 7 }\norder = ')
    again, moment = KNIVES.load_situation(text)
    assert (again.setup, moment) == (game.setup, state)


@pytest.mark.parametrize(
    ("text", "at", "words"),
    [
        (MOMENT + "rond = 3", "rond", "line 5: there is no field 'rond'; is round meant"),
        ("order = [0, 1]\nround = 'x'", "round", "line 2: Expected `int`"),
        ("round = 1", "order", "missing required field `order`"),
        (MOMENT + "[setup]\ntoughness = 0", "setup.toughness", "line 6: a duel has at least"),
        (MOMENT + "[setup]\ntough = 1", "setup.tough", "line 6: .*unknown field"),
        ('setup = "brawl"\n' + MOMENT, "setup", "line 1: "),
        ("setup = 3\n" + MOMENT, "setup", "line 1: a set-up is a scenario's name"),
        ("title = 3\n" + MOMENT, "title", "line 1: a text"),
        ('game = "ladder"\n' + MOMENT, "game", "line 1: no game 'ladder'"),
        (MOMENT + "[lesson]\nquestion = 'Why?'", "lesson.answer", "line 5: .*missing"),
        (MOMENT + "[view]\nround = 1", "view", "line 5: this is what one seat saw"),
        ("round = \n", "line 1", "line 1: this is not TOML"),
    ],
)
def test_a_mistake_is_answered_with_its_line_and_field(text: str, at: str, words: str) -> None:
    with pytest.raises(BadSituation, match=words) as caught:
        KNIVES.load_situation(text)
    assert caught.value.at == at


@pytest.mark.parametrize("name", ["a_leap", "1_a_last_leap", "ladder/a_last_leap.toml"])
def test_a_name_that_no_situation_has_is_answered_with_those_there_are(name: str) -> None:
    with pytest.raises(BadSituation, match=f"no situation '{name}'; there are a_last_leap$"):
        LadderSystem().load_situation(name)
    with pytest.raises(BadSituation, match=f"no situation '{name}'$"):
        KNIVES.load_situation(name)


class WatchedKnives(Knives):
    def check_state(self, state: KnivesState) -> None:
        if max(state.wounds) > self.setup.toughness:
            raise BadSave("nobody has so many wounds to take", at="wounds[0]")


class WatchedSystem(KnivesSystem):
    def game(self, setup: KnivesSetup) -> Knives:
        return WatchedKnives(setup)


def test_the_state_is_looked_over_before_anything_is_done_with_it() -> None:
    text = MOMENT.replace("wounds = [1, 0]", "wounds = [4, 0]")
    with pytest.raises(BadSituation, match="line 3: nobody has so many wounds") as caught:
        WatchedSystem().load_situation(text)
    assert caught.value.at == "wounds[0]"


def test_a_state_that_contradicts_its_set_up_is_refused() -> None:
    with pytest.raises(BadSituation, match="contradicts"):
        KNIVES.load_situation(MOMENT + "threat = 7")


def test_a_seats_copy_holds_what_it_saw_and_is_none_to_go_on_from() -> None:
    game = KNIVES.game(KnivesSetup())
    begun = game.begin(Rolled(bytes(32))).state
    state = game.apply(begun, 1, Seal(Stroke.LOW), Rolled(bytes(32))).state
    copied = KNIVES.dump_view(game, game.view(state, 0))
    assert "has_sealed = [false, true]" in copied
    assert "low" not in copied
    with pytest.raises(BadSituation, match="one seat saw"):
        KNIVES.load_situation(copied)


def test_the_schema_knows_the_fields_of_both() -> None:
    schema = KNIVES.situation_schema()
    assert schema["required"] == ["order", "round", "wounds", "parries"]
    assert schema["properties"]["setup"] == {
        "anyOf": [{"enum": ["duel", "brittle"]}, {"$ref": "#/$defs/KnivesSetup"}]
    }
    assert schema["properties"]["round"] == {"type": "integer"}
    assert set(schema["$defs"]) == {"KnivesSetup", "Lesson", "Stroke"}


# -- set-ups with a title --------------------------------------------------------------------------


class Titled(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    title: str
    about: str = ""
    rounds: int = 12
    toughness: int = 3
    parries: int = 2


class TitledSystem(KnivesSystem):
    def scenarios(self) -> Mapping[str, Any]:
        return {"duel": Titled("A duel"), "short": Titled("A short one", "Four rounds.", 4)}

    def setup_from(self, data: object) -> Any:
        if isinstance(data, str):
            return self.scenarios()[data]
        try:
            setup = msgspec.convert(data, Titled)
        except msgspec.ValidationError as error:
            raise BadSetup(str(error)) from None
        if not setup.title:
            raise BadSetup("it has no title", at="title")
        return setup

    def describe(self, setup: Any) -> Description:
        return Description(setup.title, setup.about, ("Red", "Blue"))


def test_a_title_above_a_situation_is_that_of_its_set_up() -> None:
    system = TitledSystem()
    game, state = system.load_situation('title = "The last breath"\nsetup = "short"\n' + MOMENT)
    assert game.setup == Titled("The last breath", "Four rounds.", 4)
    head = 'game = "knives"\ntitle = "The last breath"\nsetup = "short"\n'
    assert system.dump_situation(game, state) == head + MOMENT
    own = system.game(Titled("Mine", rounds=5))
    head = 'game = "knives"\ntitle = "Mine"\nsetup = { rounds = 5 }\n'
    assert system.dump_situation(own, state) == head + MOMENT
    assert system.load_situation(head + MOMENT)[0].setup == own.setup
    assert system.situation_schema()["$defs"]["Titled"]["required"] == []


def test_a_title_that_the_set_up_refuses_is_found_where_it_stands() -> None:
    with pytest.raises(BadSituation, match="line 2: it has no title") as caught:
        TitledSystem().load_situation(f'setup = "short"\ntitle = ""\n{MOMENT}')
    assert caught.value.at == "title"


# -- a system that says it in its own way ----------------------------------------------------------


class Tale(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    round: int
    bleeding: dict[str, int] = {}


class TellingSystem(WatchedSystem):
    situation_type = Tale

    def said_of(self, game: Any, state: KnivesState) -> Tale:
        names = {seat.name: state.wounds[seat.index] for seat in game.seats}
        return Tale(state.round, {name: wounds for name, wounds in names.items() if wounds})

    def state_of(self, game: Any, said: Tale) -> KnivesState:
        names = [seat.name for seat in game.seats]
        for name in said.bleeding:
            if name not in names:
                refuse(f"there is no {name!r} here", f"bleeding.{name}")
        ann, bob = (said.bleeding.get(name, 0) for name in names)
        return KnivesState((0, 1), said.round, (ann, bob), (2, 2))

    def place_of(self, game: Any, at: str) -> str:
        return "bleeding" if at.startswith("wounds") else at


def test_a_system_may_say_its_moments_in_words_of_its_own() -> None:
    system = TellingSystem()
    game, state = system.load_situation("round = 3\nbleeding = { Bob = 2 }")
    assert state == KnivesState((0, 1), 3, (0, 2), (2, 2))
    text = 'game = "knives"\nsetup = "duel"\nround = 3\nbleeding = { Bob = 2 }\n'
    assert system.dump_situation(game, state) == text
    assert set(system.situation_schema()["properties"]) >= {"round", "bleeding"}


@pytest.mark.parametrize(
    ("text", "at", "words"),
    [
        ("round = 3\nbleeding = { Cid = 2 }", "bleeding.Cid", "line 2: there is no 'Cid' here"),
        ("round = 3\n[bleeding]\nBob = 9", "bleeding", "line 2: nobody has so many wounds"),
    ],
)
def test_a_mistake_in_such_words_is_found_as_well(text: str, at: str, words: str) -> None:
    with pytest.raises(BadSituation, match=words) as caught:
        TellingSystem().load_situation(text)
    assert caught.value.at == at


class Headed(msgspec.Struct, frozen=True):
    title: int


class HeadedSystem(KnivesSystem):
    situation_type = Headed


def test_a_state_with_a_field_that_situations_have_themselves_is_refused_to_its_author() -> None:
    with pytest.raises(TypeError, match=r"Headed\.title"):
        HeadedSystem().load_situation("title = 3")


# -- teaching situations ---------------------------------------------------------------------------


def test_the_folder_of_teaching_situations_is_all_that_they_need(tmp_path: Path) -> None:
    (tmp_path / "2_late.toml").write_text(MOMENT, encoding="utf-8")
    text = f"{MOMENT}[lesson]\nquestion = 'Who bleeds?'\nanswer = 'Ann.'\n"
    (tmp_path / "1_early.toml").write_text(text, encoding="utf-8")

    class TeachingSystem(KnivesSystem):
        situations_path = tmp_path

    system = TeachingSystem()
    assert list(system.situations()) == ["early", "late"]
    assert system.load_situation("early")[1].wounds == (1, 0)
    assert issubclass(KnivesSystem, PlainSituations)
    assert not KNIVES.situations()


def test_plain_situations_hold_to_the_contract() -> None:
    situations_are_the_moment(KNIVES, range(4), 60)
