"""The worked cases of moving and attacking: C-28 to C-58."""

from __future__ import annotations

import pytest

from meleekit.tahta.actions import Ask, Attack, FallBack, Finish, Guess, Move, Press, Stake
from meleekit.tahta.state import Stage
from meleekit.tahta.tables import UNITS
from tests.tahta.positions import Table


def test_a_soldier_that_has_moved_is_spent() -> None:
    # C-28: TAH-MOV-02, TAH-MOV-09, TAH-MA-08
    table = Table({"b1": "1 soldier", "b3": "3 soldier"})
    table.do(Move("soldier", "b1", "k"))
    assert table.at("k") == "1 soldier"
    assert table.refused(Attack("soldier", "k", "b3")) == "E_UNIT_SPENT"


def test_a_knight_walks_as_far_as_it_likes() -> None:
    # C-29: TAH-MOV-03, TAH-MOV-04, TAH-MOV-05, TAH-MOV-11
    table = Table({"c1": "1 knight"})
    table.do(Move("knight", "c1", "b1"), Move("knight", "b1", "w"), Move("knight", "w", "b4"))
    assert table.refused(Move("knight", "b4", "c4")) == "E_DEFENDED"
    assert table.refused(Move("knight", "b4", "k")) == "E_KILI_FORBIDDEN"
    assert table.refused(Move("knight", "b4", "n")) == "E_RANGE"


def test_a_soldier_beats_knight_and_camp_and_takes_the_province() -> None:
    # C-30, the example of the rules: TAH-ATK-03, TAH-ATK-12, TAH-ATK-13, TAH-ATK-16, TAH-CAMP-03
    table = Table({"hn": "1 soldier", "n": "2 knight camp"}, gold=(6, 5, 5, 5))
    table.do(Attack("soldier", "hn", "n"), Stake(2), Guess((1,)))
    assert (table.state.gold[0], table.at("n")) == (4, "2 camp")
    table.do(Press(), Stake(1), Guess((2,)))
    assert (table.state.gold[0], table.at("n"), table.at("hn")) == (3, "1 soldier camp", "")
    assert table.supply(2, "camp") == 3
    assert table.refused(Move("soldier", "n", "a1")) == "E_UNIT_SPENT"


def test_no_unit_passes_through_its_like() -> None:
    # C-31: TAH-MOV-06
    table = Table({"b1": "1 knight", "c1": "1 knight"})
    assert table.refused(Move("knight", "c1", "b1")) == "E_STACK"
    table.do(Move("knight", "c1", "a1"))


@pytest.mark.parametrize(
    ("own", "left"),
    [({}, "1 soldier catapult"), ({"b1": "1 catapult", "w": "1 catapult"}, "1 soldier")],
)
def test_a_lone_catapult_is_captured_by_moving_in(own: dict[str, str], left: str) -> None:
    # C-32: TAH-CAT-08, TAH-CAT-10, TAH-MA-07
    table = Table({"n": "1 soldier", "a2": "2 catapult", "hn": "2 camp", **own})
    table.do(Move("soldier", "n", "a2"))
    assert (table.at("a2"), table.supply(2, "catapult")) == (left, 2)
    if not own:
        assert table.refused(Attack("catapult", "a2", "hn")) == "E_CAPTURED_THIS_TURN"


def test_a_guessed_bid_costs_gold_and_unit() -> None:
    # C-34: TAH-ATK-10, TAH-ATK-11
    table = Table({"hn": "1 soldier", "n": "2 soldier"}, gold=(6, 5, 5, 5))
    table.do(Attack("soldier", "hn", "n"), Stake(3), Guess((3,)))
    assert (table.state.gold[0], table.at("hn"), table.at("n")) == (3, "", "2 soldier")
    assert table.supply(1, "soldier") == 3


@pytest.mark.parametrize(("bid", "success"), [(5, False), (2, False), (4, True)])
def test_double_defence_names_two_numbers(bid: int, success: bool) -> None:
    # C-35: TAH-DEF-02, TAH-DEF-04, TAH-ATK-08, TAH-ATK-22
    table = Table({"b2": "1 soldier", "c2": "2 soldier"}, gold=(8, 5, 5, 5))
    table.do(Attack("soldier", "b2", "c2"), Stake(bid))
    assert table.refused(Guess((5, 5))) == "E_GUESS_DUP"
    assert table.refused(Guess((5,))) == "E_GUESS_COUNT"
    assert table.refused(Guess((0, 5))) == "E_GUESS_RANGE"
    assert table.refused(Guess((5, 9))) == "E_GUESS_RANGE"
    table.do(Guess((2, 5)))
    assert (table.at("c2") == "") is success


@pytest.mark.parametrize(("node", "unit", "gold"), [("n", "soldier", 1), ("c2", "soldier", 2)])
def test_with_no_more_gold_than_guesses_an_attack_always_fails(
    node: str, unit: str, gold: int
) -> None:
    # C-36: TAH-ATK-09; the guess is made at once
    table = Table({"a2": "1 soldier", node: f"2 {unit}"}, gold=(gold, 5, 5, 5))
    table.do(Attack("soldier", "a2", node), Stake(gold))
    assert (table.at("a2"), table.state.stage) == ("", Stage.ACTIVATE)


def test_bids_are_from_one_to_all_the_gold() -> None:
    # C-38: TAH-ATK-06, TAH-ATK-07, TAH-ATK-24
    poor = Table({"hn": "1 soldier", "n": "2 soldier", "a2": "2 catapult"}, gold=(0, 5, 5, 5))
    assert poor.refused(Attack("soldier", "hn", "n")) == "E_GOLD"
    poor.do(Move("soldier", "hn", "a2"))
    table = Table({"hn": "1 soldier", "n": "2 soldier"}, gold=(4, 5, 5, 5))
    table.do(Attack("soldier", "hn", "n"))
    assert [table.refused(Stake(0)), table.refused(Stake(5))] == ["E_BID_RANGE"] * 2
    table.do(Stake(4))


@pytest.mark.parametrize(("unit", "again"), [("soldier", "E_UNIT_SPENT"), ("knight", None)])
def test_who_falls_back_is_where_it_came_from(unit: str, again: str | None) -> None:
    # C-39: TAH-ATK-15
    table = Table({"hn": f"1 {unit}", "a2": "2 soldier knight"}, gold=(6, 5, 5, 5))
    table.do(Attack(unit, "hn", "a2"), Stake(2), Guess((1,)), FallBack())
    assert table.at("hn") == f"1 {unit}"
    if again:
        assert table.refused(Attack(unit, "hn", "a2")) == again
    else:
        table.do(Attack(unit, "hn", "a2"))


def test_without_gold_one_falls_back_at_once() -> None:
    # C-40: TAH-ATK-14
    table = Table({"hn": "1 soldier", "n": "2 soldier camp"}, gold=(2, 5, 5, 5))
    table.do(Attack("soldier", "hn", "n"), Stake(2), Guess((1,)))
    assert (table.at("hn"), table.at("n"), table.state.gold[0]) == ("1 soldier", "2 camp", 0)


def test_a_camp_is_removed_where_the_captor_has_none_left() -> None:
    # C-41: TAH-CAMP-04
    own = {"a1": "1 camp", "b1": "1 camp", "w": "1 camp"}
    table = Table({"hn": "1 soldier", "n": "2 camp", **own}, gold=(5, 5, 5, 5))
    table.do(Attack("soldier", "hn", "n"), Stake(1), Guess((2,)))
    assert table.at("n") == "1 soldier"


def test_camps_do_not_attack_and_nobody_attacks_the_undefended() -> None:
    # C-43: TAH-ATK-21, TAH-ATK-22, TAH-CAMP-01
    table = Table({"hn": "1 soldier camp", "n": "2 catapult", "a1": "2 soldier"})
    assert table.refused(Attack("soldier", "hn", "a2")) == "E_TARGET"
    assert table.refused(Attack("soldier", "hn", "n")) == "E_TARGET"
    assert table.refused(Attack("camp", "hn", "a1")) == "E_CANNOT_ATTACK"


def test_a_shot_clears_the_node() -> None:
    # C-45: TAH-CAT-05, TAH-CAT-06, TAH-CAT-09
    table = Table({"hn": "1 catapult", "b2": "2 soldier knight camp catapult"}, gold=(5, 5, 5, 5))
    table.do(Attack("catapult", "hn", "b2"), Stake(2), Guess((1,)))
    assert (table.at("b2"), table.at("hn")) == ("", "")
    assert [table.supply(2, unit) for unit in UNITS] == [3, 2, 3, 2]
    assert (table.supply(1, "catapult"), table.supply(1, "camp")) == (2, 3)


def test_a_shot_from_the_mountain_never_takes_a_castle() -> None:
    # C-46: TAH-CAT-02, TAH-CAT-06, TAH-DEF-04
    table = Table({"k": "1 catapult", "c2": "2 soldier knight"}, gold=(7, 5, 5, 5))
    table.do(Attack("catapult", "k", "c2"), Stake(4), Guess((1, 2)))
    assert (table.at("c2"), table.state.gold[0], table.state.stage) == ("", 3, Stage.ACTIVATE)


def test_where_catapults_may_shoot() -> None:
    # C-47: TAH-CAT-02, TAH-CAT-03, TAH-CAT-04, TAH-CARD-13
    units = {"hn": "1 catapult", "c2": "2 soldier", "k": "2 soldier", "a1": "1 catapult"}
    table = Table(units)
    assert table.refused(Attack("catapult", "hn", "c2")) == "E_RANGE"
    assert table.refused(Attack("catapult", "hn", "k")) == "E_KILI_FORBIDDEN"
    assert table.refused(Attack("catapult", "a1", "c1")) == "E_TARGET"
    far = Table(units, cards={1: ("SA13",)})
    assert far.refused(Attack("catapult", "hn", "k")) == "E_KILI_FORBIDDEN"
    far.do(Attack("catapult", "hn", "c2"))
    empty = Table({"k": "1 catapult"})
    assert empty.refused(Attack("catapult", "k", "c2")) == "E_TARGET"


def test_a_catapult_alone_stops_no_shot() -> None:
    # C-48: TAH-CAT-07
    table = Table({"hn": "1 catapult", "n": "2 catapult"}, gold=(0, 5, 5, 5))
    table.do(Attack("catapult", "hn", "n"))
    assert (table.at("hn"), table.at("n"), table.supply(2, "catapult")) == ("", "", 2)


def test_whoever_beats_the_garrison_wins_at_once() -> None:
    # C-49: TAH-CAS-02, TAH-CAS-05, TAH-END-01, TAH-RES-05
    table = Table({"b2": "1 knight", "c2": "2 soldier"}, gold=(9, 5, 5, 5), revealed=1)
    table.do(Attack("knight", "b2", "c2"), Stake(2), Guess((1, 3)))
    assert table.state.gold[0] == 7
    told = table.do(Press(), Stake(3), Guess((1, 2)))
    outcome = table.game.outcome(table.state)
    assert outcome is not None
    assert (outcome.winners, outcome.rule) == ((0,), "TAH-END-01")
    assert told[-1].face_down == ((), ("attack",), ("attack",), ("attack",))  # type: ignore[attr-defined]
    assert table.state.gold[1:] == [5, 5, 5]
    assert table.refused(Finish(), seat=1) == "E_GAME_OVER"  # TAH-ERR-04


def test_a_catapult_does_not_defend_a_castle() -> None:
    # C-50: TAH-CAS-03
    table = Table({"b2": "1 knight", "c2": "2 catapult"}, gold=(9, 5, 5, 5))
    table.do(Attack("knight", "b2", "c2"), Stake(2), Guess((1, 3)))
    assert table.game.outcome(table.state) is not None


def test_forced_march_and_vanguard() -> None:
    # C-52: TAH-CARD-09, TAH-CARD-10
    march = Table({"c1": "1 soldier", "b3": "3 soldier"}, cards={1: ("SA09",)})
    march.do(Move("soldier", "c1", "b1"), Move("soldier", "b1", "k"))
    assert march.refused(Attack("soldier", "k", "b3")) == "E_UNIT_SPENT"
    both = Table({"c1": "1 soldier", "b3": "3 soldier camp"}, cards={1: ("SA09", "SA10")})
    both.do(Move("soldier", "c1", "b1"), Move("soldier", "b1", "k"), Attack("soldier", "k", "b3"))
    both.do(Stake(1), Guess((2,)), FallBack())
    assert both.at("k") == "1 soldier"


def test_veterans_survive_the_first_failure_of_a_season() -> None:
    # C-53: TAH-CARD-11
    table = Table(
        {"hn": "1 knight soldier", "n": "2 soldier"}, gold=(5, 5, 5, 5), cards={1: ("SA11",)}
    )
    table.do(Attack("knight", "hn", "n"), Stake(2), Guess((2,)))
    assert (table.at("hn"), table.state.gold[0]) == ("1 soldier knight", 3)
    assert table.refused(Attack("knight", "hn", "n")) == "E_UNIT_SPENT"
    table.do(Attack("soldier", "hn", "n"), Stake(1), Guess((1,)))
    assert table.at("hn") == "1 knight"


def test_plunder_counts_for_the_next_bid() -> None:
    # C-54: TAH-CARD-12
    table = Table(
        {"hn": "1 soldier", "n": "2 soldier camp"}, gold=(2, 5, 5, 5), cards={1: ("SA12",)}
    )
    table.do(Attack("soldier", "hn", "n"), Stake(1), Guess((2,)))
    assert table.state.gold[0] == 2
    table.do(Press(), Stake(1), Guess((2,)))
    assert (table.state.gold[0], table.at("n")) == (2, "1 soldier camp")


@pytest.mark.parametrize(
    ("node", "unit", "cards", "guesses"),
    [
        ("k", "soldier", (), 2),  # C-44: TAH-DEF-03
        ("k", "camp", ("SA19",), 2),  # C-44: TAH-DEF-06, TAH-CARD-19
        ("k", "knight", ("SA14",), 1),  # C-55: TAH-DEF-03, TAH-CARD-14
        ("b2", "soldier", ("SA18",), 2),  # C-56: TAH-CARD-18
        ("n", "soldier", ("SA18",), 1),  # C-56
        ("b2", "camp", ("SA18",), 1),  # C-56
        ("c2", "soldier", ("SA20",), 3),  # C-57: TAH-CARD-20
        ("n", "soldier", (), 1),  # TAH-DEF-01
    ],
)
def test_how_many_guesses_a_defender_has(
    node: str, unit: str, cards: tuple[str, ...], guesses: int
) -> None:
    table = Table({node: f"2 {unit}"}, cards={2: cards})
    kingdom = table.game.kingdom
    at = kingdom.board.number[node]
    assert kingdom.guesses(table.state, at, UNITS.index(unit)) == guesses


def test_informers_tell_the_parity_once_a_season() -> None:
    # C-58: TAH-CARD-21
    units = {"hn": "1 soldier", "b1": "1 soldier", "n": "2 soldier", "w": "2 soldier"}
    table = Table(units, gold=(4, 5, 5, 5), cards={2: ("SA21",)})
    table.do(Attack("soldier", "hn", "n"), Stake(3))
    told = table.do(Ask(True))
    assert told[0].odd is True  # type: ignore[attr-defined]
    table.do(Guess((1,)))
    assert table.at("n") == "1 soldier"
    table.state.gold[0] = 4
    table.do(Attack("soldier", "b1", "w"), Stake(2))
    assert table.state.stage is Stage.GUESS
