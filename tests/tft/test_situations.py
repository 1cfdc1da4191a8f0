"""Any moment of a battle can be written down and read again, and mistakes are found by line."""

from __future__ import annotations

import itertools
import tomllib
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import inspect

from meleekit.core.dice import Given, Rolled
from meleekit.core.errors import BadSituation
from meleekit.core.hexgrid import DIRECTION_NAMES
from meleekit.tft.actions import AnyAction
from meleekit.tft.game import Melee, MeleeSystem
from meleekit.tft.scenarios import scenarios
from meleekit.tft.situation import shapes
from meleekit.tft.state import AnyTask, Battle, Condition, Phase, Posture
from meleekit.tft.things import THING_OF
from tests import situation_texts
from tests.situation_texts import check_mistake
from tests.tft.test_properties import kinds, played, random_battle, seeds

SYSTEM = MeleeSystem()
STRIDE = 5
"""Of a scenario one moment in so many is written; of a battle of random fighters each is."""

DUEL = """\
title = "At the gate"
turn = 3
to = "act Ann"

[fighters.Ann]
side = "Red"
at = [0, 1]
facing = "N"

[fighters.Bob]
side = "Blue"
at = [0, 0]
facing = "S"
hits = 4
"""


def changed(*changes: tuple[str, str]) -> str:
    return situation_texts.changed(DUEL, *changes)


def loaded(text: str) -> tuple[Melee, Battle]:
    return SYSTEM.load_situation(text)


# -- round trips ---------------------------------------------------------------------------------


def survives(game: Melee, state: Battle) -> None:
    """The moment is the same after writing and reading, and so is its set-up."""
    other, again = loaded(SYSTEM.dump_situation(game, state))
    assert again == state
    assert other.setup == game.setup


@pytest.mark.parametrize("name", scenarios())
@given(seed=seeds, first=st.integers(0, STRIDE - 1))
@settings(max_examples=1)
def test_what_is_written_in_a_scenario_is_read_again(name: str, seed: bytes, first: int) -> None:
    # TFT-STATE-06
    game = Melee(scenarios()[name])
    moments = played(game, Rolled(seed), Rolled(seed[::-1]))
    for _, _, after in itertools.islice(moments, first, None, STRIDE):
        survives(game, after)


@given(seed=seeds, kind=kinds, beasts=st.booleans())
@settings(max_examples=12)
def test_every_moment_of_a_battle_is_read_again(seed: bytes, kind: str, beasts: bool) -> None:
    chance = Rolled(seed[::-1])
    game = Melee(random_battle(chance, kind, beasts))
    survives(game, game.begin(Rolled(seed)).state)
    for _, _, after in played(game, Rolled(seed), chance):
        survives(game, after)


def test_the_end_of_a_battle_can_be_written_too() -> None:
    game, state = loaded(changed(("hits = 4", "hits = 8\nacted = true")))
    attack = next(a for a in game.actions(state, 0) if type(a).__name__ == "Attack")
    over = game.apply(state, 0, attack, Given([10, 4])).state
    assert over.outcome is not None
    survives(game, over)


# -- what the notation says ----------------------------------------------------------------------


def test_a_few_lines_are_a_whole_moment() -> None:
    game, state = loaded(DUEL)
    ann, bob = state.figures
    assert game.arena.board.coords[ann.hex] == (0, 1)
    assert DIRECTION_NAMES[bob.facing] == "S"
    assert (state.turn, state.phase, bob.hits) == (3, Phase.ACTIONS, 4)
    assert game.prompt(state, game.decisions(state)[0]) == "Red: Ann acts, adjDEX 12"


def test_the_same_can_be_said_as_plain_data() -> None:
    assert SYSTEM.load_situation(tomllib.loads(DUEL))[1] == loaded(DUEL)[1]


def test_items_are_where_they_are_said_to_be() -> None:
    game, state = loaded(
        changed(
            (
                "at = [0, 1]\n",
                'at = [0, 1]\nitems = ["dagger", "dagger", "small_shield"]\nmain = "dagger 2"\n'
                'off = ""\n',
            ),
            ("turn = 3", 'turn = 3\nground = [{ item = "Bob.broadsword", at = [0, 0] }]'),
        )
    )
    ann, bob = state.figures
    first, second, shield = game.arena.characters[0].items
    assert (ann.main, ann.off, ann.slung) == (second, -1, (first, shield))
    assert (bob.main, bob.slung) == (-1, ())
    assert [(thing.item, thing.since) for thing in state.ground] == [
        (game.arena.characters[1].items[0], 2)
    ]


def test_one_who_has_what_another_came_with_names_its_owner() -> None:
    game, state = loaded(changed(("hits = 4", 'main = "Ann.broadsword"\nslung = ["broadsword"]')))
    ann, bob = state.figures
    assert bob.main == game.arena.characters[0].items[0]
    assert (ann.main, ann.slung) == (-1, ())


def test_the_fallen_lie_and_have_had_their_moment() -> None:
    _, state = loaded(changed(("hits = 4", 'condition = "unconscious"\nhits = 11')))
    bob = state.figures[1]
    assert (bob.condition, bob.posture, bob.acted) == (Condition.UNCONSCIOUS, Posture.PRONE, True)


def test_a_ready_made_fighter_is_called_by_its_key() -> None:
    game, _ = loaded(changed(("at = [0, 1]", 'like = "tamsin"\nat = [0, 1]')))
    ann = game.arena.characters[0]
    assert (ann.name, ann.strength, ann.sheet.items) == ("Ann", 11, ("spear", "dagger"))


def test_decisions_within_others_are_listed_outermost_first() -> None:
    _, state = loaded(changed(('to = "act Ann"', 'to = ["move Red", "face Ann"]')))
    assert [type(task).__name__ for task in state.stack] == ["MoveOne", "Face"]
    assert (state.phase, state.order, state.mover) == (Phase.MOVEMENT, (0, 1), 1)


def test_what_goes_without_saying_is_not_written() -> None:
    assert SYSTEM.dump_situation(*loaded(DUEL)) == (
        'game = "tft"\ntitle = "At the gate"\nboard = "arena2"\nturn = 3\nto = "act Ann"\n\n'
        '[fighters.Ann]\nside = "Red"\nat = [0, 1]\nfacing = "N"\nstrength = 12\ndexterity = 12\n'
        'items = ["broadsword"]\n\n'
        '[fighters.Bob]\nside = "Blue"\nat = [0, 0]\nfacing = "S"\nstrength = 12\ndexterity = 12\n'
        'items = ["broadsword"]\nhits = 4\n'
    )


# -- a new field is not lost ---------------------------------------------------------------------


def numbers_in(kind: Any) -> set[str]:
    """The fields of a type, and of the types inside it, that hold numbers."""
    shape = inspect.type_info(kind)
    return _numbers(shape, "")


def _numbers(shape: inspect.Type, field: str) -> set[str]:
    if isinstance(shape, inspect.StructType):
        return set().union(*(_numbers(one.type, one.name) for one in shape.fields))
    if isinstance(shape, inspect.UnionType):
        return set().union(*(_numbers(one, field) for one in shape.types))
    if isinstance(shape, inspect.VarTupleType | inspect.ListType):
        return _numbers(shape.item_type, field)
    if isinstance(shape, inspect.TupleType):
        return set().union(*(_numbers(one, field) for one in shape.item_types))
    known = inspect.BoolType | inspect.StrType | inspect.EnumType | inspect.NoneType
    assert isinstance(shape, inspect.IntType | known), f"{field}: situations cannot hold {shape}"
    return {field} if isinstance(shape, inspect.IntType) else set()


@pytest.mark.parametrize("kind", [Battle, *get_args(AnyTask), *get_args(AnyAction)])
def test_it_is_known_what_every_number_stands_for(kind: Any) -> None:
    assert numbers_in(kind) <= set(THING_OF)


def test_no_two_fields_of_a_situation_have_one_name() -> None:
    of_figure = [shapes.called(shapes.Figure, name) for name in shapes.OF_FIGURE]
    fighter = [*shapes.OF_SHEET, *of_figure, *shapes.OF_FIGHTER]
    assert len(fighter) == len(set(fighter))
    top = [*shapes.OF_SETUP, *shapes.OF_BATTLE, *shapes.OF_SITUATION]
    assert len(top) == len(set(top))


# -- mistakes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "line", "at", "words"),
    [
        ("turn = 3", "turn = three", 2, "line 2", "not TOML"),
        ("turn = 3", "tune = 3", 2, "tune", "is turn meant?"),
        ("turn = 3", "turn = -3", 2, "turn", "not between"),
        ("turn = 3", 'game = "chess"', 2, "game", "no game 'chess'"),
        ("turn = 3", 'board = "areena"', 2, "board", "no board 'areena'"),
        ('to = "act Ann"', "", None, "to", "what is to be decided"),
        ('to = "act Ann"', 'to = "act Amy"', 3, "to.figure", "no fighter 'Amy'; there are Ann"),
        ('to = "act Ann"', 'to = "dance Ann"', 3, "to", "the kinds of decision are place"),
        ('to = "act Ann"', 'to = "move Green"', 3, "to.seat", "no side 'Green'"),
        ('to = "act Ann"', 'to = "follow Ann"', 3, "to.hex", "missing"),
        ("at = [0, 1]", "at = [0, 99]", 7, "fighters.Ann.at", "a wall, or not on the board"),
        ("at = [0, 1]", 'at = "the gate"', 7, "fighters.Ann.at", "written [q, r]"),
        ("at = [0, 1]", "", 3, "to.figure", "not on the board yet"),
        ('facing = "N"', 'facing = "W"', 8, "fighters.Ann.facing", "there are N, NE, SE, S"),
        ("hits = 4", "wounds = 4", 14, "fighters.Bob.wounds", "no field 'wounds'"),
        ("hits = 4", 'hits = "four"', 14, "fighters.Bob.hits", "a whole number"),
        ("hits = 4", "moved = 1", 14, "fighters.Bob.moved", "bool"),
        ("hits = 4", "strength = 3", 14, "fighters.Bob.strength", "below the human's least"),
        ("hits = 4", 'items = ["sabre"]', 14, "fighters.Bob.items[0]", "'sabre'"),
        ("hits = 4", 'main = "dagger"', 14, "fighters.Bob.main", "carries no 'dagger'"),
        ("hits = 4", 'like = "nobody"', 14, "fighters.Bob.like", "no ready-made fighter"),
        ('side = "Blue"', "", 10, "fighters.Bob.side", "name of the side is wanted"),
        ('side = "Blue"', 'side = "Red"', None, "sides", "2 to 6 sides"),
    ],
)
def test_a_mistake_is_named_with_its_line_and_field(
    old: str, new: str, line: int | None, at: str, words: str
) -> None:
    check_mistake(SYSTEM, changed((old, new)), line, at, words)


@pytest.mark.parametrize("value", ["[1]", "{a = 1}", "3", "nan", "1979-05-27"])
@pytest.mark.parametrize(
    ("old", "new", "at"),
    [
        ('facing = "S"', "facing = 'S'\nlike = {}", "fighters.Bob.like"),
        ('to = "act Ann"', "to = {{task = {}}}", "to"),
    ],
)
def test_a_name_that_is_no_text_is_refused(old: str, new: str, at: str, value: str) -> None:
    with pytest.raises(BadSituation) as error:
        loaded(changed((old, new.format(value))))
    assert error.value.at == at


def test_who_is_out_of_the_fight_is_not_asked() -> None:
    with pytest.raises(BadSituation) as error:
        loaded(changed(("at = [0, 1]", 'at = [0, 1]\ncondition = "dead"')))
    assert error.value.at == "to.figure"


@pytest.mark.parametrize(
    "text",
    ["ab" + ".ab" * 500 + " = 1", "a = " + "[" * 5000, "a = " + "9" * 5000, "#" * 200_000],
    ids=["deep key", "deep list", "long number", "long text"],
)
def test_a_text_that_would_choke_the_reader_is_refused(text: str) -> None:
    with pytest.raises(BadSituation):
        loaded(text)
