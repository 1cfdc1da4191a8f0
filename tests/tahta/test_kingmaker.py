"""Whether winter's last player can win: the pruned search against plain trying of everything."""

from __future__ import annotations

import random
from collections import Counter
from functools import partial
from itertools import combinations
from typing import Any

import pytest

from meleekit.core.dice import Given
from meleekit.core.errors import BadSave
from meleekit.tahta import moments
from meleekit.tahta.game import Fists
from meleekit.tahta.hopes import hopeless
from meleekit.tahta.kingmaker import can_win
from meleekit.tahta.moments import PERFORM
from meleekit.tahta.options import deciders, options
from meleekit.tahta.play import Play
from meleekit.tahta.setup import setup_from
from meleekit.tahta.state import NOBODY, Stage, State
from meleekit.tahta.tables import CARDS, default_tables
from tests.tahta.cases import Position, expect, position
from tests.tahta.test_own_boards import SMALL

LAST = 1
MOST = 6000


def game_of(chance: random.Random) -> Fists:
    """Two players on seven nodes, one of them marked, by any of the options."""
    return Fists(
        setup_from(
            {
                "board": SMALL,
                "castle_scoring": chance.choice(["occupied", "occupied", "always", "never"]),
                "coin_supply": chance.choice(["unlimited", "unlimited", "unlimited", 30]),
            }
        )
    )


def last_turn(chance: random.Random) -> tuple[Fists, State]:
    """The last player of winter has just turned up two cards."""
    while True:
        game = game_of(chance)
        nodes = len(game.kingdom.board.nodes)
        gold = [chance.randrange(4), chance.randrange(5)]
        state = State(
            gold=gold,
            owner=[NOBODY] * nodes,
            units=[0] * nodes,
            spent=[0] * nodes,
            captured=[0] * nodes,
            holder=0,
            paid_out=sum(gold),
            stage=Stage.ORDER,
            season=3,
            turn=LAST,
            passed=(True, True),
            selected=(("recruit", "tax"), chance.choice(list(combinations(CARDS, 2)))),
            revealed=3,
        )
        state.cards_left = state.selected[LAST] or ()
        ids = chance.sample(list(default_tables().cards), chance.choice([0, 0, 1, 2, 3]))
        mine = tuple(sorted(id for id in ids if chance.random() < 0.7))
        state.owned = (tuple(sorted(set(ids) - set(mine))), mine)
        for node in range(nodes):
            castle = game.kingdom.castle_seats[node]
            if chance.random() < 0.6:
                state.owner[node] = castle if castle != NOBODY else chance.randrange(2)
                state.units[node] = chance.choice([1, 1, 1, 2, 4, 4, 8, 3, 5, 12])
        try:
            game.check_state(state)
        except BadSave:
            continue
        return game, state


def everything(game: Fists, state: State, most: int) -> bool | None:
    """Whether anything at all makes the last player win: every action of everybody, no thought."""
    seen, waiting = {repr(state)}, [state]
    while waiting:
        now = waiting.pop()
        for seat in deciders(game.kingdom, now):
            for action in options(game.kingdom, now, seat):
                play = Play(game.kingdom, now, Given(()))
                PERFORM[type(action)](play, seat, action)
                after = play.state
                if after.stage is Stage.OVER:
                    if after.winner == LAST:
                        return True
                elif (key := repr(after)) not in seen:
                    seen.add(key)
                    waiting.append(after)
        if len(seen) > most:
            return None
    return False


def found(game: Fists, state: State, most: int = MOST) -> bool | None:
    """What the search of the game says."""

    def do(now: State, seat: int, action: object) -> State:
        play = Play(game.kingdom, now, Given(()))
        PERFORM[type(action)](play, seat, action)
        return play.state

    kingdom = game.kingdom
    return can_win(kingdom, state, LAST, lambda s, seat: options(kingdom, s, seat), do, most)


def test_the_search_agrees_with_trying_everything() -> None:
    # TAH-WINT-06, TAH-WINT-07
    chance = random.Random(1977)
    compared: Counter[bool] = Counter()
    out_of_reach = 0
    for _ in range(260):
        game, state = last_turn(chance)
        tried = everything(game, state, 1500)
        if tried is None:
            continue
        assert found(game, state) is tried, (state, game.setup)
        compared[tried] += 1
        if hopeless(game.kingdom, state, LAST):
            assert not tried
            out_of_reach += 1
    assert min(compared.values()) >= 40
    assert out_of_reach >= 20


def before_the_last(**more: Any) -> Position:
    """Raven ends her last turn of winter; what Sun has chosen comes after it."""
    return position(seats=2, season="winter", to="recruit Raven", **more)


def test_a_search_that_is_cut_off_leaves_the_question_open_and_the_turn_is_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # TAH-WINT-08: C-66, where Sun must take two nodes before it is seen that the turn may win
    monkeypatch.setattr(moments, "can_win", partial(can_win, most=2))
    now = before_the_last(
        players={"Raven": {"gold": 0}, "Sun": {"gold": 1, "chosen": ["tax", "attack"]}},
        units={"n": "Raven: soldier", "u2": "Sun: knight"},
    )
    undecided = {"event": "kingmaker_check", "seat": 1, "found": "undecided"}
    expect(now.do(do="finish"), {"open": "order Sun", "told": [undecided]})


@pytest.mark.parametrize("rule", [True, False])
def test_without_the_rule_everybody_plays(rule: bool) -> None:
    # TAH-MODE-03, TAH-WINT-05, TAH-WINT-10: Sun's camp brings its coin, played or not
    now = before_the_last(
        kingmaker_rule=rule,
        players={"Raven": {"gold": 0}, "Sun": {"gold": 0, "chosen": ["recruit", "tax"]}},
        units={
            **dict.fromkeys(("c1", "u1", "d1"), "Raven: soldier"),
            **dict.fromkeys(("n", "s"), "Raven: knight"),
            "u2": "Sun: camp",
        },
    ).do(do="finish")
    if rule:
        skipped = {"event": "turn_skipped", "seat": 1}
        expect(now, {"open": "over", "told": [skipped], "gold": {"Raven": 2, "Sun": 1}})
    else:
        expect(now, {"open": "order Sun", "not_told": ["turn_skipped"]})
        now = now.do(do="play_first", card="tax").do(do="finish")
        expect(now, {"open": "over", "gold": {"Raven": 2, "Sun": 4}})
