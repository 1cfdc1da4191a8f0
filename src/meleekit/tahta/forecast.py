"""What an attack may bring, before it is chosen: its chances if both sides play at their best.

No dice are thrown, so these are the chances of the matrix game, success alone counting
(TAH-GT-06, TAH-GT-08). Only what is public goes into them: gold, units and who has how many
guesses; never a bid (TAH-VIS-02).
"""

from __future__ import annotations

from fractions import Fraction

from meleekit.core.game import Chance, Expected, Forecast
from meleekit.tahta.actions import AnyAction, Attack, Guess, Press, Stake
from meleekit.tahta.fists import chain, chain_mix
from meleekit.tahta.kingdom import WHO, Kingdom
from meleekit.tahta.state import NOBODY, Stage, State
from meleekit.tahta.tables import CATAPULT, GARRISON, NUMBER_OF

_EVENLY = "If both play at their best and only success counts, gold kept being worth nothing."
_ASKED = "The informers may be asked whether the sum is odd, which lowers the chance."


def defenders(kingdom: Kingdom, state: State, node: int, shot: bool = False) -> list[int]:
    """Who must be beaten one after another: all in the node, the first for a shot (CAT-05)."""
    found = [unit for unit in range(CATAPULT) if state.units[node] >> unit & 1]
    if shot:
        return found[:1]
    return [*found, GARRISON] if kingdom.castle_seat(node) != NOBODY else found


def guess_counts(kingdom: Kingdom, state: State, node: int, shot: bool = False) -> tuple[int, ...]:
    """The guesses of those who must be beaten, one after another (TAH-DEF-01..07)."""
    return tuple(
        kingdom.guesses(state, node, unit) for unit in defenders(kingdom, state, node, shot)
    )


def forecast(kingdom: Kingdom, state: State, action: AnyAction) -> Forecast | None:
    """The chances of an attack, a bid or a guess; None where neither plays a part."""
    if isinstance(action, Attack):
        node = kingdom.board.number[action.node]
        return _attack(kingdom, state, node, NUMBER_OF[action.unit] == CATAPULT)
    assault = state.assault
    if assault is None or not isinstance(action, Press | Stake | Guess):
        return None
    shot = assault.unit == CATAPULT
    if isinstance(action, Press):
        return _attack(kingdom, state, assault.target, shot)
    counts = guess_counts(kingdom, state, assault.target, shot)
    gold = state.gold[state.turn]
    mix = chain_mix(counts, gold)
    if isinstance(action, Stake):
        kept = 1 - mix.guesses[action.amount - 1]
        whole = kept * chain(counts[1:], gold - action.amount)
        return _told(kingdom, state, assault.target, shot, kept, whole, ())
    if assault.asked or state.stage is not Stage.GUESS:
        return None
    caught = sum((mix.bids[number - 1] for number in action.numbers), Fraction(0))
    return Forecast(
        f"{float(caught):.0%} to guess it", (Chance("guessed", caught),), notes=(_EVENLY,)
    )


def _attack(kingdom: Kingdom, state: State, node: int, shot: bool) -> Forecast | None:
    counts = guess_counts(kingdom, state, node, shot)
    gold = state.gold[state.turn]
    if not counts or not gold:
        return None
    # Whoever can only fail bids the least (TAH-GT-04).
    mix = chain_mix(counts, gold)
    expected = (Expected("gold hidden at first", mix.mean_bid),)
    return _told(kingdom, state, node, shot, mix.success, mix.value, expected)


def _told(
    kingdom: Kingdom,
    state: State,
    node: int,
    shot: bool,
    first: Fraction,
    whole: Fraction,
    expected: tuple[Expected, ...],
) -> Forecast:
    met = defenders(kingdom, state, node, shot)
    chances = [Chance(f"the {WHO[met[0]]} beaten", first)]
    headline = f"{float(first):.0%} to beat the {WHO[met[0]]}"
    if len(met) > 1:
        chances.append(Chance("all beaten", whole))
        headline += f", {float(whole):.0%} to beat all {len(met)}"
    lord = kingdom.lord(state, node)
    asks = kingdom.has_left(state, lord, "parity_question")
    guesses = ", ".join(str(count) for count in guess_counts(kingdom, state, node, shot))
    return Forecast(
        headline,
        tuple(chances),
        expected,
        notes=(
            f"{state.gold[state.turn]} gold against {guesses} to guess.",
            _EVENLY,
            *([_ASKED] if asks else []),
        ),
    )
