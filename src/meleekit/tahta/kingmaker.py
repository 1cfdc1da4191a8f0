"""Whether winter's last player can possibly win (TAH-WINT-05..08): a search, not a guess.

Everybody else is taken to help: what counts is possibility. So a bid is 1, the cheapest that can
succeed (WINT-07), and the defender guesses either everything from 1 on or everything from 2 on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from meleekit.tahta.actions import AnyAction, Guess, Recruit, Stake
from meleekit.tahta.kingdom import Kingdom
from meleekit.tahta.state import Stage, State

Options = Callable[[State, int], Sequence[AnyAction]]
Do = Callable[[State, int, AnyAction], State]

MOST = 1500
"""Positions that are looked at before the question is left open (TAH-WINT-08)."""


def can_win(
    game: Kingdom, state: State, seat: int, options: Options, do: Do, most: int = MOST
) -> bool | None:
    """Whether some order, choices and answers let the seat win; None where it was not found out."""
    seen = {_key(state)}
    waiting = [state]
    while waiting:
        now = waiting.pop()
        following = []
        for action in _choices(game, now, seat, options):
            who = game.lord(now, now.assault.target) if _others_ask(now) and now.assault else seat
            after = do(now, who, action)
            if after.stage is Stage.OVER:
                if after.winner == seat:
                    return True
                continue
            key = _key(after)
            if key not in seen:
                seen.add(key)
                following.append(after)
        if len(seen) > most:
            return None
        # The most promising is looked at first: more nodes, then more gold.
        following.sort(key=lambda s: (game.scores(s)[seat], s.gold[seat]))
        waiting += following
    return False


def _others_ask(state: State) -> bool:
    return state.stage in (Stage.GUESS, Stage.INFORM)


def _choices(game: Kingdom, state: State, seat: int, options: Options) -> Sequence[AnyAction]:
    if state.stage is Stage.BID:
        return (Stake(1),)
    if state.stage is Stage.GUESS:
        assault = state.assault
        assert assault is not None
        guesses = game.guesses(state, assault.target, assault.defender)
        return (Guess(tuple(range(2, guesses + 2))), Guess(tuple(range(1, guesses + 1))))
    if state.stage is Stage.INFORM:
        return options(state, game.lord(state, state.assault.target))[:1] if state.assault else ()
    found = options(state, seat)
    # Whatever ends the card is tried first, whatever is bought last.
    return sorted(found, key=lambda action: isinstance(action, Recruit))


def _key(state: State) -> tuple[object, ...]:
    return (
        state.stage,
        tuple(state.gold),
        tuple(state.owner),
        tuple(state.units),
        tuple(state.spent),
        tuple(state.captured),
        state.cards_left,
        state.levied,
        state.veterans_used,
        state.active,
        state.assault,
        state.paid_out,
    )
