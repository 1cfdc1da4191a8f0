"""Whether winter's last player can possibly win (TAH-WINT-05..08): a search, not a guess.

Everybody else is taken to help: what counts is possibility. So a bid is the least, which can
succeed whenever any can (TAH-WINT-07), and the defender guesses it or does not. The search goes on
only from where a win is not out of reach (`hopes`), and first to where it seems nearest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from meleekit.tahta.actions import (
    AnyAction,
    Ask,
    Attack,
    CloseUnit,
    FallBack,
    Finish,
    Guess,
    Move,
    PlayFirst,
    Recruit,
    Stake,
)
from meleekit.tahta.hopes import hopeless
from meleekit.tahta.kingdom import Kingdom
from meleekit.tahta.state import NOBODY, Active, Stage, State
from meleekit.tahta.tables import KNIGHT, NUMBER_OF

Options = Callable[[State, int], Sequence[AnyAction]]
Do = Callable[[State, int, AnyAction], State]

MOST = 1500
"""Positions that are looked at before the question is left open (TAH-WINT-08)."""

_FIRST = {"tax": 3, "recruit": 2, "attack": 1}

_Way = tuple[State, list[tuple[int, AnyAction]]]


def can_win(
    game: Kingdom, state: State, seat: int, options: Options, do: Do, most: int = MOST
) -> bool | None:
    """Whether some order, choices and answers let the seat win; None where it was not found out.

    `options` and `do` are the rules: what a seat may do, and what comes of it.
    """
    if _leads(game, state, seat):
        return True
    if hopeless(game, state, seat):
        return False
    seen = {_key(state)}
    ways: list[_Way] = [(state, _choices(game, state, seat, options))]
    while ways:
        now, choices = ways[-1]
        if not choices:
            ways.pop()
            continue
        who, action = choices.pop()
        after = do(now, who, action)
        if after.stage is Stage.OVER:
            if after.winner == seat:
                return True
            continue
        key = _key(after)
        if key in seen:
            continue
        if len(seen) >= most:
            return None
        seen.add(key)
        if _leads(game, after, seat):
            return True
        if not hopeless(game, after, seat):
            ways.append((after, _choices(game, after, seat, options)))
    return False


def _choices(
    game: Kingdom, state: State, seat: int, options: Options
) -> list[tuple[int, AnyAction]]:
    """What may come next, and who does it, the most promising last."""
    assault = state.assault
    if state.stage is Stage.BID:
        return [(seat, Stake(game.least_stake))]
    if assault and state.stage is Stage.INFORM:
        return [(game.lord(state, assault.target), Ask(False))]
    if assault and state.stage is Stage.GUESS:
        lord = game.lord(state, assault.target)
        guesses = game.guesses(state, assault.target, assault.defender)
        bid = assault.bid
        wrong = [n for n in range(1, guesses + 2) if n != bid][:guesses]
        right = [*[n for n in range(1, guesses + 1) if n != bid][: guesses - 1], bid]
        return [(lord, Guess(tuple(right))), (lord, Guess(tuple(wrong)))]
    found = [action for action in options(state, seat) if not isinstance(action, CloseUnit)]
    found.sort(key=lambda action: _promise(game, state, seat, action))
    return [(seat, action) for action in found]


def _leads(game: Kingdom, state: State, seat: int) -> bool:
    """Whether the seat holds more nodes than anybody else.

    Then it wins by doing nothing more, unless it is in an attack (TAH-RES-03, TAH-END-03).
    """
    if state.assault:
        return False
    scores = game.scores(state)
    return all(score < scores[seat] for other, score in enumerate(scores) if other != seat)


def _promise(game: Kingdom, state: State, seat: int, action: AnyAction) -> int:
    """How near an action seems to bring the seat to a win: it only orders the search."""
    if isinstance(action, Finish):
        return 0
    if isinstance(action, PlayFirst):
        return _FIRST[action.card]
    number = game.board.number
    if isinstance(action, Recruit):
        new = state.owner[number[action.node]] != seat
        return (60 if new else 10) - game.costs[NUMBER_OF[action.unit]]
    if isinstance(action, Move | Attack):
        start, node = number[action.start], number[action.node]
        if isinstance(action, Attack):
            defender = game.defender(state, node)
            if defender != NOBODY and state.gold[seat] <= game.guesses(state, node, defender):
                return -1
            return 90 if game.castle_seats[node] != NOBODY else 50
        gains = state.owner[node] != seat
        leaves = state.units[start] == 1 << NUMBER_OF[action.unit]
        return 30 + 40 * gains - 35 * leaves
    return 5 if isinstance(action, FallBack) else 40


def _key(state: State) -> tuple[object, ...]:
    """What tells positions of the same turn apart; how far a knight has walked does not."""
    active = state.active
    if active and active.unit == KNIGHT:
        active = Active(active.node, KNIGHT)
    return (
        state.stage,
        state.cards_left,
        state.paid_out,
        state.levied,
        state.veterans_used,
        active,
        state.assault,
        *state.gold,
        *state.owner,
        *state.units,
        *state.spent,
        *state.captured,
    )
