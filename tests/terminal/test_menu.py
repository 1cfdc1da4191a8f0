from __future__ import annotations

from typing import Any

import pytest

from meleekit.battlesystem.actions import MoveOrder
from meleekit.core.match import Match
from meleekit.systems import SYSTEMS
from meleekit.terminal.menu import Menu, menu_of, words_of
from tests.terminal.typist import SEED
from tests.toys import TOYS


def first_menu(match: Match[Any, Any]) -> Menu:
    game, state = match.game, match.state
    seat = match.decisions[0].seat
    return menu_of(game, state, game.scene(state, seat), game.actions(state, seat))


@pytest.fixture(scope="module")
def moves() -> Menu:
    """The first movement of a duel: one fighter who may go to dozens of hexes."""
    match = Match.start(SYSTEMS["tft"], SYSTEMS["tft"].setup_from("duel"), seed=SEED)
    while match.decisions[0].kind != "move":
        seat = match.decisions[0].seat
        match.act(seat, match.game.actions(match.state, seat)[0])
    return first_menu(match)


@pytest.fixture
def strokes() -> Menu:
    return first_menu(Match.start(TOYS["knives"], TOYS["knives"].setup_from("duel"), seed=SEED))


def test_every_option_is_found_by_its_number(moves: Menu) -> None:
    for option in moves.options:
        assert moves.find(str(option.number)) == (option,)


def test_a_place_may_be_called_by_its_number() -> None:
    tao = SYSTEMS["tao"]
    match = Match.from_situation(tao, *tao.load_situation("three_points_for_two_hexes"), seed=SEED)
    menu = first_menu(match)
    (option,) = menu.find("0204")
    assert option.label == "Step to 0204 (1 AP)"
    assert [one.number for one in menu.find("4")] == [4]
    assert menu.find("0304") == ()


def test_numbers_run_from_one_without_a_gap(moves: Menu) -> None:
    assert [o.number for o in moves.options] == list(range(1, len(moves.options) + 1))


def test_every_option_is_found_by_its_whole_label(moves: Menu) -> None:
    for option in moves.options:
        assert moves.find(option.label) == (option,)


def test_a_number_that_is_not_there_finds_nothing(moves: Menu) -> None:
    assert moves.find("0") == ()
    assert moves.find(str(len(moves.options) + 1)) == ()
    assert moves.find("9" * 400) == ()


def test_coordinates_find_the_ways_to_that_hex(moves: Menu) -> None:
    found = moves.find("0,0")
    assert found
    assert all("0,0" in option.label.split() for option in found)


def test_a_blank_after_the_comma_makes_no_difference(moves: Menu) -> None:
    assert moves.find("0, 0") == moves.find("0,0")


def test_the_example_of_a_folded_group_finds_one_of_it(moves: Menu) -> None:
    for group in (group for group in moves.groups if group.folded):
        assert group.options[0] in moves.find(group.example)


def test_many_moves_are_folded_into_one_line(moves: Menu) -> None:
    assert moves.folded
    walks = next(group for group in moves.groups if len(group.options) > 20)
    assert walks.stem == "Move to …"


def test_shapes_that_differ_in_a_number_share_a_line_and_are_found_by_it() -> None:
    rules = SYSTEMS["battlesystem"]
    match = Match.start(rules, rules.setup_from("two_lines"), seed=bytes(32))
    match.act(match.decisions[0].seat, MoveOrder(first=True))
    menu = first_menu(match)
    stems = [group.stem for group in menu.groups if group.folded]
    assert "Goblins: reform closed, … files" in stems
    (found,) = menu.find("goblins reform closed 3")
    assert found.label == "Goblins: reform closed, 3 files"


def test_few_actions_are_not_folded(strokes: Menu) -> None:
    assert not strokes.folded


def test_a_whole_word_comes_before_the_beginning_of_another(strokes: Menu) -> None:
    assert [o.label for o in strokes.find("strike")] == ["Strike high", "Strike low"]
    assert [o.label for o in strokes.find("STRIKE LOW")] == ["Strike low"]
    assert [o.label for o in strokes.find("l")] == ["Strike low"]


def test_words_that_are_in_no_label_find_nothing(strokes: Menu) -> None:
    assert strokes.find("throw") == ()
    assert strokes.find("...") == ()


def test_words_are_compared_without_case_and_punctuation() -> None:
    assert words_of("Ann: Move to 1, -3 (2 of 10 MA)") == (
        "ann",
        "move",
        "to",
        "1,-3",
        "2",
        "of",
        "10",
        "ma",
    )
