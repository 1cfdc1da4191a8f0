"""A state that was read and contradicts itself is refused, by field and rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from meleekit.core.dice import Rolled
from meleekit.core.errors import BadSave, BadSituation
from meleekit.core.situation import check_moment
from meleekit.tahta.game import Fists
from meleekit.tahta.soundness import most_gold
from meleekit.tahta.state import Active, Assault, Lot, Stage, State
from meleekit.tahta.tables import CAMP, CATAPULT, KNIGHT, SOLDIER
from tests.tahta.cases import SYSTEM, Position, position
from tests.tahta.random_play import garbled, played

Change = Callable[[State], None]

# Nodes of the board for four, in the order of its table.
C1, A1, B1, C2, N, HN, K = 0, 1, 2, 3, 12, 16, 18

FIGHT = position(
    {"Raven": {"gold": 6}, "Sun": {"cards": ["Informers"], "chosen": "recruit"}},
    season="summer",
    to="guess Sun",
    assault={"unit": "soldier", "start": "hn", "node": "n", "bid": 3},
    units={"hn": "Raven: soldier", "n": "Sun: knight, camp", "c1": "Raven: soldier"},
)
MARCH = position(
    {"Raven": {"cards": ["Forced March", "Forward Levy"]}},
    to="activate Raven",
    open={"unit": "soldier", "node": "hn", "steps": 1},
    units={"hn": "Raven: soldier, catapult", "n": "Sun: knight, camp", "b1": "Raven: knight spent"},
)
DRAFT = position(
    {"Raven": {"gold": 12}, "Thorn": {"passed": True}},
    to="draft Sun",
    lots=[{"card": "SA06", "bid": 3, "by": "Raven", "marker": "camp"}, {"card": "SA07"}],
    units={"c1": "Raven: soldier"},
)
AUCTION = position({"Raven": {"bid": 2}, "Sun": {"gold": 0}}, to="auction", first="Thorn")
SELECT = position({"Raven": {"chosen": "tax"}}, to="select")
WINTER = position(season="winter", to="recruit Raven", then="tax", first="Raven")
ORDER = position(season="winter", to="order Raven")
WON = position(
    {"Raven": {"gold": 3}}, winner="Raven", end="TAH-END-01", units={"b2": "Raven: knight"}
)
COUNTED = position(season="winter", winner="Raven", units={"c1": "Raven: soldier"})
LIMITED = position(coin_supply=61, to="recruit Raven")
BASIC = position(mode="basic", to="recruit Raven")
LEVY = position({"Raven": {"cards": ["War Levy"]}}, to="levy Raven")


def put(field: str, value: Any, *way: int) -> Change:
    """The change of a field, or of the entry at some place in it."""

    def change(state: State) -> None:
        if not way:
            setattr(state, field, value)
            return
        whole = list(getattr(state, field))
        whole[way[0]] = value
        setattr(state, field, type(getattr(state, field))(whole))

    return change


def part(field: str, **values: Any) -> Change:
    """The change of some fields of a part."""
    return lambda state: setattr(
        state, field, msgspec.structs.replace(getattr(state, field), **values)
    )


def both(*changes: Change) -> Change:
    def change(state: State) -> None:
        for one in changes:
            one(state)

    return change


FAULTS: list[tuple[Position, Change, str, str]] = [
    # TAH-STATE-03: units have an owner, one of each kind to a node, in nodes that there are
    (FIGHT, put("owner", -1, HN), f"owner[{HN}]", "TAH-STATE-03"),
    (FIGHT, put("owner", 2, B1), f"owner[{B1}]", "TAH-STATE-03"),
    (FIGHT, put("owner", 4, HN), f"owner[{HN}]", "TAH-STATE-08"),
    (FIGHT, put("units", 16, HN), f"units[{HN}]", "TAH-STATE-08"),
    (FIGHT, put("units", [0] * 18), "units", "TAH-STATE-03"),
    (FIGHT, put("gold", [9, 9, 9]), "gold", "TAH-STATE-02"),
    (FIGHT, put("holder", 4), "holder", "TAH-STATE-08"),
    (FIGHT, put("turn", -1), "turn", "TAH-STATE-08"),
    (FIGHT, put("season", 4), "season", "TAH-STATE-08"),
    (FIGHT, put("informers_used", 16), "informers_used", "TAH-STATE-08"),
    (FIGHT, put("spent", 1 << KNIGHT, HN), f"spent[{HN}]", "TAH-STATE-03"),
    # TAH-STATE-08: castles, camps, knights, numbers of units, gold
    (FIGHT, put("owner", 1, C1), f"owner[{C1}]", "TAH-CAS-06"),
    (FIGHT, put("units", 1 << CAMP, C1), f"units[{C1}]", "TAH-REC-06"),
    (FIGHT, both(put("owner", 0, K), put("units", 2, K)), f"units[{K}]", "TAH-KIL-01"),
    (
        FIGHT,
        both(*(both(put("owner", 2, n), put("units", 2, n)) for n in (4, 5, 6))),
        "units",
        "TAH-COMP-02",
    ),
    (
        DRAFT,
        both(*(both(put("owner", 0, n), put("units", 1 << CAMP, n)) for n in (4, 5, 7))),
        "units",
        "TAH-COMP-02",
    ),
    (FIGHT, put("gold", -1, 2), "gold[2]", "TAH-COMP-05"),
    (FIGHT, put("gold", 10**9, 2), "gold[2]", "TAH-COMP-05"),
    (FIGHT, put("gold", 14, 2), "paid_out", "TAH-STATE-08"),
    (FIGHT, put("paid_out", 0), "paid_out", "TAH-STATE-08"),
    (LIMITED, both(put("gold", 17, 2), put("paid_out", 62)), "paid_out", "TAH-STATE-08"),
    # The draft
    (FIGHT, put("lots", (Lot("SA01"),)), "lots", "TAH-DRAFT-18"),
    (DRAFT, put("lots", (Lot("SA99"),)), "lots[0].card", "TAH-COMP-04"),
    (DRAFT, put("lots", (Lot("SA01"), Lot("SA01"))), "lots[1].card", "TAH-COMP-04"),
    (DRAFT, put("lots", (Lot("SA01", 0, 3),)), "lots[0].marker", "TAH-DRAFT-10"),
    (DRAFT, put("lots", (Lot("SA01", -1, 3),)), "lots[0].bidder", "TAH-DRAFT-10"),
    (DRAFT, put("lots", (Lot("SA01", 0, 0, CAMP),)), "lots[0].amount", "TAH-DRAFT-05"),
    (DRAFT, put("lots", (Lot("SA01", 9, 3, CAMP),)), "lots[0].bidder", "TAH-STATE-08"),
    (DRAFT, put("passed", True, 1), "passed[1]", "TAH-DRAFT-12"),
    (DRAFT, put("season", 1), "season", "TAH-DRAFT-01"),
    (DRAFT, put("owned", ((), ("SA01",), (), ())), "owned[1]", "TAH-DRAFT-15"),
    (DRAFT, put("owned", ((),) * 4), "owned", "TAH-DRAFT-15"),
    (DRAFT, put("selected", (None,) * 4), "selected", "TAH-SEAS-01"),
    (FIGHT, put("passed", False, 3), "passed[3]", "TAH-DRAFT-01"),
    # Special cards
    (BASIC, put("owned", ("SA01",), 0), "owned[0][0]", "TAH-MODE-01"),
    (FIGHT, put("owned", ("SA21",), 0), "owned[1][0]", "TAH-COMP-04"),
    (FIGHT, put("owned", ("SA1",), 0), "owned[0][0]", "TAH-COMP-04"),
    (FIGHT, put("owned", ()), "owned", "TAH-STATE-02"),
    (FIGHT, put("veterans_used", 2), "veterans_used[1]", "TAH-CARD-11"),
    (FIGHT, put("informers_used", 1), "informers_used[0]", "TAH-CARD-21"),
    (
        SELECT,
        both(put("owned", ("SA21",), 1), put("informers_used", 2)),
        "informers_used[1]",
        "TAH-CARD-21",
    ),
    # TAH-STATE-05: sealed data in the right stages alone
    (FIGHT, put("sealed", (None, 2, None, None)), "sealed[1]", "TAH-STATE-05"),
    (FIGHT, put("sealed", (None,) * 4), "sealed", "TAH-STATE-05"),
    (AUCTION, put("sealed", (2,)), "sealed", "TAH-AUC-02"),
    (AUCTION, put("sealed", 16, 0), "sealed[0]", "TAH-AUC-09"),
    (AUCTION, put("sealed", -1, 0), "sealed[0]", "TAH-AUC-09"),
    (AUCTION, put("sealed", None, 1), "sealed[1]", "TAH-AUC-10"),
    (AUCTION, put("sealed", (2, 0, 2, 2)), "sealed", "TAH-AUC-03"),
    (AUCTION, put("selected", ("tax",), 1), "selected[1]", "TAH-SEAS-01"),
    (AUCTION, put("turn", 0), "turn", "TAH-RES-01"),
    (SELECT, put("selected", (("tax",),) * 4), "selected", "TAH-RES-01"),
    (SELECT, put("selected", ("tax", "recruit"), 0), "selected[0]", "TAH-SEL-01"),
    (SELECT, put("selected", ("rest",), 0), "selected[0]", "TAH-WINT-01"),
    (SELECT, put("selected", ()), "selected", "TAH-SEL-01"),
    (FIGHT, put("selected", None, 2), "selected[2]", "TAH-SEL-01"),
    (WINTER, put("selected", ("tax",), 2), "selected[2]", "TAH-WINT-01"),
    (WINTER, put("selected", ("tax", "tax"), 2), "selected[2]", "TAH-WINT-01"),
    # TAH-STATE-07: the order of turns, and what is still to be played
    (FIGHT, put("revealed", 3), "revealed", "TAH-RES-02"),
    (FIGHT, put("queue", (2,)), "queue", "TAH-RES-01"),
    (FIGHT, put("selected", ("tax",), 0), "selected[0]", "TAH-RES-01"),
    (FIGHT, put("cards_left", ("tax",)), "cards_left", "TAH-WINT-04"),
    (SELECT, put("cards_left", ("tax",)), "cards_left", "TAH-RES-01"),
    (WINTER, put("cards_left", ("attack",)), "cards_left", "TAH-WINT-04"),
    (ORDER, put("cards_left", ("tax",)), "cards_left", "TAH-WINT-03"),
    (MARCH, put("stage", Stage.ORDER), "stage", "TAH-WINT-03"),
    (LEVY, put("owned", (), 0), "stage", "TAH-CARD-08"),
    (MARCH, put("levied", True), "levied", "TAH-CARD-05"),
    (LIMITED, put("levied", True), "levied", "TAH-CARD-05"),
    # Units that cannot be activated
    (MARCH, put("spent", 1 << KNIGHT, N), f"spent[{N}]", "TAH-MA-01"),
    (WINTER, both(put("owner", 0, A1), put("units", 1, A1), put("spent", 1, A1)),
     f"spent[{A1}]", "TAH-MA-01"),
    (MARCH, both(put("units", 5, HN), put("spent", 4, HN)), f"spent[{HN}]", "TAH-MA-06"),
    (MARCH, put("captured", 4, N), f"captured[{N}]", "TAH-MA-07"),
    (MARCH, put("captured", 2, B1), f"captured[{B1}]", "TAH-CAT-08"),
    # TAH-STATE-03: the open unit
    (MARCH, put("active", Active(99, 0, 1)), "active.node", "TAH-STATE-08"),
    (MARCH, put("active", Active(HN, 9, 1)), "active.unit", "TAH-STATE-08"),
    (MARCH, put("active", Active(HN, KNIGHT, 1)), "active", "TAH-MA-01"),
    (MARCH, put("active", Active(N, KNIGHT, 1)), "active", "TAH-MA-01"),
    (MARCH, put("active", Active(B1, KNIGHT, 1)), "active", "TAH-MA-08"),
    (MARCH, put("active", Active(HN, CATAPULT, 0)), "active.unit", "TAH-MA-05"),
    (MARCH, put("active", Active(HN, CATAPULT, 1)), "active.steps", "TAH-MOV-07"),
    (MARCH, part("active", steps=0), "active.steps", "TAH-MA-03"),
    (MARCH, part("active", steps=2), "active.steps", "TAH-MOV-02"),
    (MARCH, part("active", steps=3), "active.steps", "TAH-MA-03"),
    (MARCH, part("active", steps=-1), "active.steps", "TAH-MA-04"),
    (MARCH, both(put("spent", 0, B1), put("active", Active(B1, KNIGHT, 200))), "active.steps",
     "TAH-MA-09"),
    (MARCH, both(put("units", 5, HN), put("active", Active(HN, CAMP))), "active.unit", "TAH-MA-06"),
    (WINTER, both(put("owner", 0, A1), put("units", 2, A1), put("active", Active(A1, KNIGHT, 1))),
     "active", "TAH-MA-01"),
    # TAH-STATE-06: the assault
    (FIGHT, put("assault", None), "assault", "TAH-STATE-06"),
    (MARCH, put("assault", Assault(HN, SOLDIER, N, KNIGHT)), "assault", "TAH-STATE-06"),
    (FIGHT, put("active", None), "active", "TAH-MA-01"),
    (FIGHT, put("active", Active(C1, SOLDIER)), "active", "TAH-MA-01"),
    (FIGHT, part("assault", target=99), "assault.target", "TAH-STATE-08"),
    (FIGHT, part("assault", target=A1), "assault.target", "TAH-ATK-21"),
    (FIGHT, part("assault", target=C2), "assault.target", "TAH-ATK-01"),
    (FIGHT, part("assault", defender=CAMP), "assault.defender", "TAH-ATK-03"),
    (FIGHT, part("assault", bid=0), "assault.bid", "TAH-ATK-06"),
    (FIGHT, part("assault", bid=7), "assault.bid", "TAH-ATK-06"),
    (FIGHT, part("assault", asked=True), "assault.asked", "TAH-CARD-21"),
    (FIGHT, put("stage", Stage.BID), "assault.bid", "TAH-STATE-05"),
    (FIGHT, both(put("gold", 1, 0), put("paid_out", 46), part("assault", bid=1)), "assault.bid",
     "TAH-ATK-09"),
    (FIGHT, both(put("stage", Stage.INFORM), put("informers_used", 2)), "stage", "TAH-CARD-21"),
    (FIGHT, both(put("stage", Stage.INFORM), put("owned", (), 1)), "stage", "TAH-CARD-21"),
    # The end
    (FIGHT, put("winner", 0), "winner", "TAH-END-02"),
    (FIGHT, put("end_rule", "TAH-END-01"), "end_rule", "TAH-END-02"),
    (WON, put("end_rule", "TAH-END-09"), "end_rule", "TAH-END-01"),
    (WON, put("winner", 1), "winner", "TAH-END-01"),
    (WON, put("end_rule", "TAH-END-03"), "season", "TAH-END-02"),
    (COUNTED, put("winner", 1), "winner", "TAH-END-03"),
    (COUNTED, both(put("turn", 0), put("revealed", 1)), "turn", "TAH-END-02"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("now", "change", "at", "rule"),
    FAULTS,
    ids=[f"{number}-{at}-{rule}" for number, (_, _, at, rule) in enumerate(FAULTS)],
)
def test_what_contradicts_itself_is_refused_by_field_and_rule(
    now: Position, change: Change, at: str, rule: str
) -> None:
    state = now.state.copy()
    now.game.check_state(state)
    change(state)
    with pytest.raises(BadSave) as refusal:
        now.game.check_state(state)
    assert (refusal.value.at, refusal.value.rule) == (at, rule)


def test_a_catapult_does_not_press_on_nor_wait_for_a_guess_that_nobody_makes() -> None:
    # TAH-CAT-05, TAH-CAT-07
    now = position(
        to="bid Raven",
        assault={"unit": "catapult", "start": "hn", "node": "n"},
        units={"hn": "Raven: catapult", "n": "Sun: soldier, catapult"},
    )
    pressed = now.state.copy()
    pressed.stage = Stage.PRESS
    with pytest.raises(BadSave) as refusal:
        now.game.check_state(pressed)
    assert (refusal.value.at, refusal.value.rule) == ("stage", "TAH-CAT-05")
    alone = now.state.copy()
    alone.units[N] = 1 << CATAPULT
    alone.assault = Assault(HN, CATAPULT, N, -1)
    with pytest.raises(BadSave) as refusal:
        now.game.check_state(alone)
    assert (refusal.value.at, refusal.value.rule) == ("assault.target", "TAH-CAT-07")


def test_the_most_gold_is_what_the_board_and_all_cards_could_ever_pay() -> None:
    # TAH-COMP-05: 15; four taxes of 5 and 5 marks; four incomes of 3 camps, 5 marks, 1, 2 and 2
    assert most_gold(FIGHT.game.kingdom) == 15 + 4 * (5 + 5) + 4 * (3 + 5 + 1 + 2 + 2)


@pytest.mark.parametrize(
    ("old", "at", "rule"),
    [
        ({"units": {"c1": "Sun: soldier"}}, "units.c1", "TAH-CAS-06"),
        ({"players": {"Raven": {"bid": 3}, "Sun": {}}}, "players.Raven.bid", "TAH-STATE-05"),
        (
            {"players": {"Raven": {"chosen": "tax"}, "Sun": {}}},
            "players.Raven.chosen",
            "TAH-RES-01",
        ),
        (
            {"players": {"Raven": {"used": ["SA11"]}, "Sun": {}}},
            "players.Raven.used",
            "TAH-CARD-11",
        ),
        ({"lots": [{"card": "SA01"}]}, "lots", "TAH-DRAFT-18"),
        ({"then": "tax"}, "then", "TAH-WINT-04"),
        ({"open": {"unit": "soldier", "node": "c1"}}, "open.steps", "TAH-MA-03"),
        ({"to": "bid Raven"}, "assault", "TAH-STATE-06"),
        ({"to": "order Raven"}, "to", "TAH-WINT-03"),
    ],
)
def test_a_situation_that_contradicts_itself_is_refused_by_its_own_field(
    old: dict[str, Any], at: str, rule: str
) -> None:
    told = {
        "players": {"Raven": {}, "Sun": {}},
        "to": "activate Raven",
        "units": {"c1": "Raven: soldier"},
    }
    SYSTEM.load_situation(told)
    with pytest.raises(BadSituation) as refusal:
        SYSTEM.load_situation({**told, **old})
    assert (refusal.value.at, refusal.value.rule) == (at, rule)


# -- whatever is let through can be played, and written down ---------------------------------------


def test_whatever_is_let_through_can_be_played_and_written_down() -> None:
    # TAH-STATE-08, TAH-ERR-03
    let_through = refused = 0
    for number in range(24):
        chance = Rolled((1000 + number).to_bytes(32, "big"))
        for game, state in played(number):
            for _ in range(6):
                try:
                    other = msgspec.convert(garbled(msgspec.to_builtins(state), chance), State)
                except msgspec.ValidationError:
                    continue
                if goes_on(game, other, chance):
                    let_through += other != state
                else:
                    refused += 1
    assert let_through > 100
    assert refused > 1000


def goes_on(game: Fists, state: State, chance: Rolled) -> bool:
    try:
        check_moment(game, state)
    except BadSave as refusal:
        return _named(refusal)
    assert SYSTEM.load_situation(SYSTEM.dump_situation(game, state))[1] == state
    for decision in game.decisions(state):
        legal = game.actions(state, decision.seat)
        after = game.apply(state, decision.seat, legal[chance.below(len(legal))], chance).state
        game.check_state(after)
    return True


def _named(refusal: BadSave) -> bool:
    """False; every refusal names its field and its rule."""
    assert refusal.rule
    assert refusal.at
    return False
