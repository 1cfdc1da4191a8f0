"""What holds in every fight: it ends, contradicts itself nowhere, refuses without a trace."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meleekit.core.dice import Given
from meleekit.core.errors import IllegalAction
from meleekit.tao import actions as do
from meleekit.tao.arena import Arena
from meleekit.tao.engagement import engagers, is_armed, is_engaged, partner
from meleekit.tao.movement import UNREACHABLE, cheapest_path, held_hexes, reach
from meleekit.tao.state import ACTIVE, NOBODY, Battle
from meleekit.tao.switches import Switch
from tests.tao.random_play import moments, random_game, with_needs

seeds = st.integers(0, 10**6)


# TAO-END-01, TAO-STATE-01
@given(seeds)
def test_random_fights_end_and_contradict_themselves_at_no_moment(seed: int) -> None:
    game = random_game(seed)
    last = None
    for state in moments(game, seed):
        game.check_state(state)
        last = state
    assert last is not None
    assert last.outcome is not None


# TAO-END-01
@pytest.mark.parametrize("only", [(), *((switch,) for switch in Switch)])
def test_any_rule_group_can_be_the_only_one(only: tuple[Switch, ...]) -> None:
    rules = with_needs(only)
    for seed in range(4):
        *_, last = moments(random_game(seed, rules), seed)
        assert last.outcome is not None


# TAO-HEX-05
@settings(max_examples=25)
@given(seeds)
def test_nobody_shares_a_hex_but_two_enemies_who_brawl(seed: int) -> None:
    game = random_game(seed)
    for state in moments(game, seed):
        standing = [
            (figure.hex, game.arena.side_of[who])
            for who, figure in enumerate(state.figures)
            if figure.status is ACTIVE
        ]
        assert len(set(standing)) == len(standing)
        hexes = {hex_ for hex_, _ in standing}
        assert len(hexes) == len(standing) or Switch.GRAPPLING in game.arena.rules


# TAO-MEL-04..07, TAO-GRAP-05
@settings(max_examples=25)
@given(seeds)
def test_engagement_is_adjacency_but_for_the_armed_beside_the_unarmed(seed: int) -> None:
    game = random_game(seed)
    arena = game.arena
    for state in moments(game, seed):
        active = [w for w, figure in enumerate(state.figures) if figure.status is ACTIVE]
        for who in active:
            found = set()
            for enemy in active:
                figure, other = state.figures[who], state.figures[enemy]
                apart = arena.board.distance[figure.hex][other.hex]
                mixed = is_armed(arena, figure) and not is_armed(arena, other)
                if arena.side_of[who] != arena.side_of[enemy] and (
                    apart == 0 or (apart == 1 and not mixed)
                ):
                    found.add(enemy)
            assert set(engagers(arena, state, who)) == found
            assert is_engaged(arena, state, who) is bool(found)


# TAO-MOV-04, TAO-MOV-08
@settings(max_examples=15)
@given(seeds)
def test_what_a_hex_would_cost_is_what_walking_there_costs(seed: int) -> None:
    game = random_game(seed)
    for number, state in enumerate(moments(game, seed)):
        if number % 25 or state.outcome:
            continue
        who = next(w for w, figure in enumerate(state.figures) if figure.status is ACTIVE)
        if partner(game.arena, state, who) == NOBODY:
            found = reach(game.arena, state, who)
            for goal, cost in enumerate(found.costs):
                path = cheapest_path(game.arena, found, goal)
                assert bool(path) is (cost != UNREACHABLE)
                if path:
                    assert walked(game.arena, state, who, path) == cost


def walked(arena: Arena, state: Battle, who: int, path: tuple[int, ...]) -> int:
    """The cost of a path, step by step, as somebody who walks it would find it."""
    cost, now = 0, state
    for here, there in pairwise(path):
        now = msgspec.structs.replace(now)
        now.figures = list(now.figures)
        now.figures[who] = msgspec.structs.replace(now.figures[who], hex=here)
        cost += 1 + is_engaged(arena, now, who)
        assert not held_hexes(arena, now, who) & arena.board.bit[there]
    return cost


STRANGE = (
    *(do.Step(name) for name in ("", "0000", "0101", "0303", "9999", "03 3")),
    *(do.Attack(target) for target in (-1, 0, 1, 2, 3, 99)),
    *(do.Overbear(target) for target in (-1, 0, 1, 2, 99)),
    *(do.Grab(target) for target in (-1, 0, 1, 2, 99)),
    *(do.Charge(target, name) for target in (-1, 0, 3, 99) for name in ("0101", "0505", "x")),
    *(do.Draw(item) for item in (-1, 0, 5, 99)),
    *(do.PickUp(item) for item in (-1, 0, 5, 99)),
    *(do.Take(who) for who in (-1, 0, 1, 99)),
    *(do.BreakOut(name) for name in ("0101", "0303", "")),
    *(do.FallTo(name) for name in ("0101", "0303", "")),
    *(do.PutIn(name) for name in ("0101", "0303", "")),
    do.Leave(),
    do.Drop(),
    do.Blow(),
    do.EndTurn(),
    do.LetCome(),
    do.StrikeFirst(),
)


# TAO-VAL-02, TAO-VAL-03
@settings(max_examples=20)
@given(seeds)
def test_whatever_is_not_listed_is_refused_by_a_rule_and_changes_nothing(seed: int) -> None:
    game = random_game(seed)
    book = {f"TAO-{section}" for section in SECTIONS}
    for number, state in enumerate(moments(game, seed)):
        if number % 19 or state.outcome:
            continue
        seat = game.decisions(state)[0].seat
        legal = game.actions(state, seat)
        before = msgspec.json.encode(state)
        for action in STRANGE:
            assert game.is_legal(state, seat, action) is (action in legal)
            if action in legal:
                continue
            with pytest.raises(IllegalAction) as refused:
                game.apply(state, seat, action, Given(()))
            assert str(refused.value.rule).rpartition("-")[0] in book
            assert msgspec.json.encode(state) == before


SECTIONS = ("HEX", "MOV", "WD", "ENT", "AP", "INIT", "ATT", "CRIT", "STUN", "OVB")
SECTIONS += ("CHG", "GRAP", "END", "VAL")


# TAO-VAL-02
@settings(max_examples=25)
@given(seeds)
def test_who_is_stunned_down_or_off_turn_does_nothing(seed: int) -> None:
    game = random_game(seed)
    for state in moments(game, seed):
        for seat in (0, 1):
            waiting = game.decisions(state)
            if not waiting or waiting[0].seat != seat:
                assert game.actions(state, seat) == []
        if state.stack and type(state.stack[-1]).__name__ == "Turn":
            figure = state.figures[state.stack[-1].figure]
            assert figure.status is ACTIVE
            assert not figure.stunned
