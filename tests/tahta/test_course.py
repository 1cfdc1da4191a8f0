"""The course of the game: what is offered when, and what everybody may see."""

from __future__ import annotations

import pytest

from meleekit.core.match import Match
from meleekit.tahta.actions import (
    Attack,
    BidOnCard,
    CloseUnit,
    Finish,
    Guess,
    Move,
    Pass,
    Press,
    Recruit,
    Select,
    Stake,
)
from meleekit.tahta.events import AttackDeclared, Captured, SeasonBegan, UnitRemoved
from meleekit.tahta.game import FistsSystem
from meleekit.tahta.setup import Setup
from meleekit.tahta.state import Lot, Stage
from tests.tahta.positions import Table
from tests.tahta.random_play import random_match

SYSTEM = FistsSystem()
TWO = Setup(players=("Raven", "Sun"))


MATCHES = [random_match(name, number + 40) for number, name in enumerate(SYSTEM.scenarios())]


def test_seasons_follow_each_other_from_spring_and_all_have_the_same_phases() -> None:
    # TAH-SETUP-05, TAH-SEAS-01, TAH-SEAS-02
    for match in MATCHES:
        told = [event for entry in match.entries for event in entry.events]
        seasons = [event.season for event in told if isinstance(event, SeasonBegan)]
        assert seasons == ["spring", "summer", "autumn", "winter"][: len(seasons)]
        tags = [event.__struct_config__.tag for event in told]
        assert tags.count("auction_reveal") == len(seasons)
        assert tags.count("first_player") == len(seasons)
    assert any(match.outcome and match.outcome.rule == "TAH-END-03" for match in MATCHES)


def test_in_winter_two_cards_are_chosen_and_every_season_from_all_three() -> None:
    # TAH-COMP-03, TAH-SEAS-03, TAH-SEAS-04
    for season in range(4):
        table = Table({}, (5, 5), Stage.SELECT, setup=TWO, season=season)
        table.state.selected = (None, None)
        cards = {action.cards for action in table.game.actions(table.state, 0)}
        if season < 3:
            assert cards == {("recruit",), ("tax",), ("attack",)}
        else:
            assert cards == {("recruit", "tax"), ("recruit", "attack"), ("tax", "attack")}


def test_one_may_bid_on_several_cards() -> None:
    # TAH-DRAFT-11
    table = Table({}, (15, 15), Stage.DRAFT, setup=TWO)
    table.state.owned, table.state.selected = (), ()
    table.state.lots = (Lot("SA15"), Lot("SA16"))
    table.do(BidOnCard("SA15", 4, "camp"), Pass(), BidOnCard("SA16", 5, "soldier"))
    assert [lot.bidder for lot in table.state.lots] == [0, 0]
    assert table.state.gold[0] == 15 - 4 - 5


def test_who_can_do_nothing_in_the_draft_can_pass() -> None:
    # TAH-DRAFT-13: no gold
    table = Table({}, (0, 15), Stage.DRAFT, setup=TWO)
    table.state.owned, table.state.selected = (), ()
    table.state.lots = (Lot("SA15"),)
    assert table.game.actions(table.state, 0) == (Pass(),)


def test_a_card_may_be_used_for_nothing() -> None:
    # TAH-RES-03
    for stage in (Stage.RECRUIT, Stage.ACTIVATE):
        table = Table({"c1": "1 soldier"}, (9, 9), stage, setup=TWO, queue=(1,))
        table.do(Finish())
        assert table.state.turn == 1
        assert table.state.gold == [9, 9]


def test_a_unit_must_be_in_the_supply() -> None:
    # TAH-REC-07
    table = Table({"c1": "1 knight", "a1": "1 knight"}, stage=Stage.RECRUIT)
    assert table.refused(Recruit("knight", "b1")) == "E_SUPPLY"


def test_ready_and_open_units_act_and_the_others_do_not() -> None:
    # TAH-MA-02, TAH-MA-06
    table = Table({"a1": "1 soldier", "b1": "1 camp", "w": "1 knight"})
    legal = table.game.actions(table.state, 0)
    names = {action.unit for action in legal if hasattr(action, "unit")}
    assert names == {"soldier", "knight"}
    assert CloseUnit() not in legal
    table.do(Move("knight", "w", "b4"))
    assert {Finish(), CloseUnit()} <= set(table.game.actions(table.state, 0))
    table.do(CloseUnit())
    assert table.refused(Move("knight", "b4", "w")) == "E_UNIT_SPENT"


def test_all_is_known_before_the_bid() -> None:
    # TAH-ATK-05
    table = Table({"hn": "1 soldier", "k": "2 camp"}, gold=(7, 5, 5, 5))
    (told,) = table.do(Attack("soldier", "hn", "k"))
    assert isinstance(told, AttackDeclared)
    assert (told.unit, told.node, told.defender, told.gold, told.guesses) == (
        "soldier",
        "k",
        "camp",
        7,
        2,
    )


def test_the_winner_captures_the_catapult_it_finds() -> None:
    # TAH-ATK-17, TAH-CAT-10
    table = Table({"hn": "1 knight", "n": "2 soldier catapult"}, gold=(7, 5, 5, 5))
    told = table.do(Attack("knight", "hn", "n"), Stake(2), Guess((1,)))
    captured = [event for event in told if isinstance(event, Captured)]
    assert [event.rule for event in captured] == ["TAH-ATK-17"]
    assert table.at("n") == "1 knight catapult"
    assert table.refused(Attack("catapult", "n", "a2")) == "E_CAPTURED_THIS_TURN"


def test_camp_and_catapult_are_captured_together() -> None:
    # TAH-CAMP-03, TAH-CAMP-06, TAH-ATK-17: the camp first, and the other is no longer in the way
    table = Table({"hn": "1 soldier", "n": "2 camp catapult"}, gold=(7, 5, 5, 5))
    told = table.do(Attack("soldier", "hn", "n"), Stake(2), Guess((1,)))
    kinds = [event.unit for event in told if isinstance(event, Captured)]
    assert kinds == ["camp", "catapult"]
    assert table.at("n") == "1 soldier camp catapult"


def test_a_captured_camp_is_income_for_its_new_owner() -> None:
    # TAH-CAMP-05
    table = Table({"hn": "1 soldier", "b2": "2 camp"}, gold=(7, 5, 5, 5))
    kingdom = table.game.kingdom
    assert [kingdom.income(table.state, seat) for seat in (0, 1)] == [0, 1]
    table.do(Attack("soldier", "hn", "b2"), Stake(2), Guess((1,)))
    assert [kingdom.income(table.state, seat) for seat in (0, 1)] == [1, 0]


def test_nobody_goes_into_a_castle_of_another_or_recruits_there() -> None:
    # TAH-CAS-07, TAH-MOV-05
    table = Table({"b2": "1 soldier"})
    assert table.refused(Move("soldier", "b2", "c2")) == "E_DEFENDED"
    table = Table({"b2": "1 soldier"}, stage=Stage.RECRUIT)
    assert table.refused(Recruit("soldier", "c2")) == "E_ENEMY"
    table = Table({"a1": "1 soldier"})
    table.do(Move("soldier", "a1", "c1"))
    assert table.at("c1") == "1 soldier"


def test_who_has_no_unit_plays_on() -> None:
    # TAH-ATK-25
    table = Table({"n": "1 soldier"}, (9, 9), Stage.SELECT, setup=TWO, holder=2)
    table.state.selected = (None, None)
    table.do(Select(("recruit",)), Select(("recruit",)))
    assert (table.state.turn, table.state.stage) == (1, Stage.RECRUIT)
    table.do(Recruit("camp", "u2"))
    assert table.at("u2") == "2 camp"


def test_veterans_are_spared_once_in_winter_as_in_any_season() -> None:
    # TAH-WINT-09, TAH-CARD-11
    units = {"hn": "1 soldier", "b1": "1 soldier", "n": "2 soldier", "w": "4 soldier"}
    table = Table(units, cards={1: ("SA11",)}, season=3, cards_left=("recruit",))
    table.do(Attack("soldier", "hn", "n"), Stake(1), Guess((1,)))
    assert table.at("hn") == "1 soldier"
    told = table.do(Attack("soldier", "b1", "w"), Stake(1), Guess((1,)))
    assert any(isinstance(event, UnitRemoved) for event in told)
    table = Table(units, (9,) * 4, Stage.RECRUIT, cards={1: ("SA11",)}, season=0)
    table.state.veterans_used = 1
    table.do(Finish())
    assert table.state.veterans_used == 0, "a new season has begun"


def test_everybody_sees_what_is_open() -> None:
    # TAH-VIS-01, TAH-AUC-01, TAH-VIS-04
    open_to_all = (
        "gold", "owner", "units", "spent", "holder", "stage", "season", "turn", "lots", "owned",
        "passed", "revealed", "veterans_used", "informers_used", "paid_out",
    )  # fmt: skip
    for match in MATCHES:
        for entry in match.entries:
            for eyes in (None, 0, 1):
                seen = match.game.view(entry.state, eyes).state
                for name in open_to_all:
                    assert getattr(seen, name) == getattr(entry.state, name)


def test_between_fist_and_guess_only_the_defender_acts() -> None:
    # TAH-VIS-06
    table = Table({"hn": "1 soldier", "n": "2 soldier"}, cards={2: ("SA21",)})
    table.do(Attack("soldier", "hn", "n"), Stake(3))
    waiting = [(d.seat, d.kind) for d in table.game.decisions(table.state)]
    assert waiting == [(1, "inform")]


def test_the_same_decisions_make_the_same_game() -> None:
    # TAH-LOG-02, TAH-SETUP-08
    for match in MATCHES:
        assert match.seed is not None
        again = Match.start(SYSTEM, match.game.setup, seed=match.seed)
        for entry in match.entries[1:]:
            again.act(entry.seat, entry.action)
        assert again.log_hash() == match.log_hash()
        assert all(not entry.rolls for entry in match.entries[1:])


@pytest.mark.parametrize("far", [199, 200])
def test_a_knight_stops_after_two_hundred_steps(far: int) -> None:
    # TAH-MA-09, TAH-MA-04
    table = Table({"b1": "1 knight"})
    for step in range(far):
        table.do(Move("knight", *(("b1", "w") if step % 2 == 0 else ("w", "b1"))))
    assert (table.state.active is None) is (far == 200)


def test_pressing_on_meets_the_next_defender() -> None:
    # TAH-ATK-03, TAH-ATK-19
    table = Table({"hn": "1 soldier", "n": "2 soldier knight camp"}, gold=(9, 5, 5, 5))
    met = [table.do(Attack("soldier", "hn", "n"))[0]]
    for _ in range(2):
        table.do(Stake(1), Guess((2,)))
        met.append(table.do(Press())[0])
    names = [event.defender for event in met if isinstance(event, AttackDeclared)]
    assert names == ["soldier", "knight", "camp"]
