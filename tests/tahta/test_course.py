"""The course of the game: what is offered when, and what everybody may see."""

from __future__ import annotations

import pytest

from meleekit.core.match import Match
from meleekit.tahta.events import SeasonBegan
from tests.tahta.cases import SYSTEM, Position, attack, expect, move, position
from tests.tahta.random_play import random_match

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
    one = {("recruit",), ("tax",), ("attack",)}
    two = {("recruit", "tax"), ("recruit", "attack"), ("tax", "attack")}
    for season in ("spring", "summer", "autumn", "winter"):
        now = position(season=season, to="select")
        cards = {action.cards for action in now.game.actions(now.state, 0)}
        assert cards == (two if season == "winter" else one)


def test_one_may_bid_on_several_cards() -> None:
    # TAH-DRAFT-11
    now = position(seats=2, to="draft Raven", lots=[{"card": "SA15"}, {"card": "SA16"}])
    now = now.do(do="bid_on_card", card="SA15", amount=4, marker="camp").do(do="pass")
    now = now.do(do="bid_on_card", card="SA16", amount=5, marker="soldier")
    assert [lot.bidder for lot in now.state.lots] == [0, 0]
    assert now.state.gold[0] == 15 - 4 - 5


def test_who_can_do_nothing_in_the_draft_can_pass() -> None:
    # TAH-DRAFT-13: no gold
    now = position({"Raven": {"gold": 0}}, to="draft Raven", lots=[{"card": "SA15"}])
    assert now.kinds() == {"pass"}


@pytest.mark.parametrize("kind", ["recruit", "activate"])
def test_a_card_may_be_used_for_nothing(kind: str) -> None:
    # TAH-RES-03
    now = position(
        {"Sun": {"chosen": "attack"}}, to=f"{kind} Raven", units={"c1": "Raven: soldier"}
    )
    expect(now.do(do="finish"), {"open": "activate Sun", "gold": {"Raven": 15, "Sun": 15}})


def test_a_unit_must_be_in_the_supply() -> None:
    # TAH-REC-07
    now = position(to="recruit Raven", units={"c1": "Raven: knight", "a1": "Raven: knight"})
    assert now.refusal(do="recruit", unit="knight", node="b1").reason == "E_SUPPLY"


def test_ready_and_open_units_act_and_the_others_do_not() -> None:
    # TAH-MA-02, TAH-MA-06
    units = {"a1": "Raven: soldier", "b1": "Raven: camp", "w": "Raven: knight"}
    now = position(to="activate Raven", units=units)
    legal = now.game.actions(now.state, 0)
    assert {action.unit for action in legal if hasattr(action, "unit")} == {"soldier", "knight"}
    assert "close_unit" not in now.kinds()
    now = now.do(**move("knight", "w", "b4"))
    assert now.kinds() >= {"finish", "close_unit"}
    now = now.do(do="close_unit")
    assert now.refusal(**move("knight", "b4", "w")).reason == "E_UNIT_SPENT"


def test_all_is_known_before_the_bid() -> None:
    # TAH-ATK-05
    units = {"hn": "Raven: soldier", "k": "Sun: camp"}
    now = position({"Raven": {"gold": 7}}, to="activate Raven", units=units)
    told = {"unit": "soldier", "node": "k", "defender": "camp", "gold": 7, "guesses": 2}
    now = now.do(**attack("soldier", "hn", "k"))
    expect(now, {"told": [{"event": "attack_declared", **told}]})


def beaten(unit: str, units: dict[str, str], node: str = "n") -> Position:
    """Raven's unit in hn has beaten one defender."""
    now = position(to="activate Raven", units=units).do(**attack(unit, "hn", node))
    return now.do(do="stake", amount=2).do(do="guess", numbers=[1])


def test_the_winner_captures_the_catapult_it_finds() -> None:
    # TAH-ATK-17, TAH-CAT-10
    now = beaten("knight", {"hn": "Raven: knight", "n": "Sun: soldier, catapult"})
    expect(now, {"told": [{"event": "capture_catapult", "rule": "TAH-ATK-17"}]})
    assert now.standing("n") == "Raven: knight, catapult"
    assert now.refusal(**attack("catapult", "n", "a2")).reason == "E_CAPTURED_THIS_TURN"


def test_camp_and_catapult_are_captured_together() -> None:
    # TAH-CAMP-03, TAH-CAMP-06, TAH-ATK-17: the camp first, and the other is no longer in the way
    now = beaten("soldier", {"hn": "Raven: soldier", "n": "Sun: camp, catapult"})
    expect(now, {"told": [{"event": "capture_camp"}, {"event": "capture_catapult"}]})
    assert now.standing("n") == "Raven: soldier, camp, catapult"


def test_a_captured_camp_is_income_for_its_new_owner() -> None:
    # TAH-CAMP-05
    units = {"hn": "Raven: soldier", "b2": "Sun: camp"}
    expect(position(to="activate Raven", units=units), {"income": {"Raven": 0, "Sun": 1}})
    expect(beaten("soldier", units, "b2"), {"income": {"Raven": 1, "Sun": 0}})


def test_nobody_goes_into_a_castle_of_another_or_recruits_there() -> None:
    # TAH-CAS-07, TAH-MOV-05
    units = {"b2": "Raven: soldier", "a1": "Raven: soldier"}
    now = position(to="activate Raven", units=units)
    assert now.refusal(**move("soldier", "b2", "c2")).reason == "E_DEFENDED"
    assert now.do(**move("soldier", "a1", "c1")).standing("c1") == "Raven: soldier"
    now = position(to="recruit Raven", units=units)
    assert now.refusal(do="recruit", unit="soldier", node="c2").reason == "E_ENEMY"


def test_who_has_no_unit_plays_on() -> None:
    # TAH-ATK-25
    now = position(seats=2, first="Sun", to="select", units={"n": "Raven: soldier"})
    now = now.do(do="select", cards=["recruit"]).do(do="select", cards=["recruit"])
    assert now.open == "recruit Sun"
    assert now.do(do="recruit", unit="camp", node="u2").standing("u2") == "Sun: camp"


def test_veterans_are_spared_once_in_winter_as_in_any_season() -> None:
    # TAH-WINT-09, TAH-CARD-11
    raven = {"cards": ["Veterans"], "chosen": ["recruit", "attack"]}
    now = position(
        {"Raven": raven},
        season="winter",
        to="activate Raven",
        then="recruit",
        units=dict.fromkeys(("hn", "b1"), "Raven: soldier") | {"n": "Sun: camp", "w": "Sun: camp"},
    )
    for start, node in (("hn", "n"), ("b1", "w")):
        now = now.do(**attack("soldier", start, node))
        now = now.do(do="stake", amount=1).do(do="guess", numbers=[1])
    expect(now, {"units": {"hn": "Raven: soldier", "b1": ""}, "told": [{"event": "unit_removed"}]})
    spent = {"Raven": {"cards": ["Veterans"], "used": ["Veterans"]}}
    now = position(spent, first="Sun", to="recruit Raven").do(do="finish")
    assert now.state.veterans_used == 0, "a new season has begun"


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
    units = {"hn": "Raven: soldier", "n": "Sun: soldier"}
    now = position({"Sun": {"cards": ["Informers"]}}, to="activate Raven", units=units)
    now = now.do(**attack("soldier", "hn", "n")).do(do="stake", amount=3)
    assert now.open == "inform Sun"
    assert now.do(do="ask", ask=False).open == "guess Sun"


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
    now = position(to="activate Raven", units={"b1": "Raven: knight"})
    for step in range(far):
        now = now.do(**move("knight", *(("b1", "w") if step % 2 == 0 else ("w", "b1"))))
    assert (now.state.active is None) is (far == 200)


def test_pressing_on_meets_the_next_defender() -> None:
    # TAH-ATK-03, TAH-ATK-19
    units = {"hn": "Raven: soldier", "n": "Sun: soldier, knight, camp"}
    now = position(to="activate Raven", units=units).do(**attack("soldier", "hn", "n"))
    for defender in ("soldier", "knight"):
        expect(now, {"defender": defender})
        now = now.do(do="stake", amount=1).do(do="guess", numbers=[2]).do(do="press")
    expect(now, {"defender": "camp"})
