"""Carrying out what was decided: one line a kind of action, and then on to the next decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from meleekit.core.dice import Given
from meleekit.tahta import actions as act
from meleekit.tahta import assaults, seasons
from meleekit.tahta.events import TurnSkipped, Undecided
from meleekit.tahta.kingmaker import can_win
from meleekit.tahta.options import options
from meleekit.tahta.play import Play
from meleekit.tahta.state import Stage, State


def _recruit(play: Play, seat: int, action: act.Recruit) -> None:
    seasons.buy(play, seat, action.unit, action.node)
    if play.state.stage is Stage.DRAFT:
        seasons.next_drafter(play)
    elif play.state.stage is Stage.LEVY:
        # The levy is one unit (TAH-CARD-08).
        seasons.finish_card(play)


def _bid_on_card(play: Play, seat: int, action: act.BidOnCard) -> None:
    seasons.bid_on_card(play, seat, action.card, action.amount, action.marker)
    seasons.next_drafter(play)


def _pass(play: Play, seat: int, action: act.Pass) -> None:
    seasons.pass_draft(play, seat)
    seasons.next_drafter(play)


PERFORM: Mapping[type, Callable[[Play, int, Any], None]] = {
    act.Recruit: _recruit,
    act.BidOnCard: _bid_on_card,
    act.Pass: _pass,
    act.BidForFirst: lambda play, seat, a: seasons.seal_bid(play, seat, a.amount),
    act.GiveFirst: lambda play, seat, a: seasons.give_first(play, a.seat),
    act.Select: lambda play, seat, a: seasons.select(play, seat, a.cards),
    act.PlayFirst: lambda play, seat, a: seasons.play_first(play, a.card),
    act.Finish: lambda play, seat, a: seasons.finish_card(play),
    act.CloseUnit: lambda play, seat, a: assaults.close_unit(play),
    act.Move: lambda play, seat, a: assaults.step(play, a),
    act.Attack: lambda play, seat, a: assaults.declare(play, a),
    act.Stake: lambda play, seat, a: assaults.stake(play, a.amount),
    act.Ask: lambda play, seat, a: assaults.inform(play, a.ask),
    act.Guess: lambda play, seat, a: assaults.guess(play, a.numbers),
    act.Press: lambda play, seat, a: assaults.press(play),
    act.FallBack: lambda play, seat, a: assaults.fall_back(play),
}


def perform(play: Play, seat: int, action: act.AnyAction) -> None:
    """Do it, and go on to the next decision."""
    PERFORM[type(action)](play, seat, action)
    state = play.state
    turned_up = state.stage is Stage.ORDER and not isinstance(action, act.PlayFirst)
    if turned_up and not state.queue and play.game.setup.kingmaker_rule:
        _judge_last(play)


def _judge_last(play: Play) -> None:
    """Winter's last player plays only if they can win, asked once (TAH-WINT-05, WINT-06)."""
    game, state = play.game, play.state

    def do(now: State, seat: int, action: act.AnyAction) -> State:
        other = Play(game, now, Given(()))
        PERFORM[type(action)](other, seat, action)
        return other.state

    found = can_win(game, state, state.turn, lambda now, seat: options(game, now, seat), do)
    if found is None:
        play.tell(Undecided("TAH-WINT-08", state.turn, "undecided"))
    elif not found:
        play.tell(TurnSkipped("TAH-WINT-05", state.turn))
        state.cards_left = ()
        seasons.income(play)
