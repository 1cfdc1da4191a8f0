"""A bot for Tao melee: gets away, or stops others, by the price of every way; strikes by odds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from meleekit.bots.tao.fighting import ATTEMPTS, attempt_worth, strikes
from meleekit.bots.tao.position import Position
from meleekit.bots.tao.walking import PRICE, arming, prospects, standing
from meleekit.core.dice import Rolled
from meleekit.tao import actions as do
from meleekit.tao.engagement import is_armed
from meleekit.tao.game import TaoMelee
from meleekit.tao.state import ACTIVE, AnyTask, Brace, Choose, FallBack, Place, Turn

Actions = Sequence[do.AnyAction]
Choice = Callable[[Position, Any, Actions], do.AnyAction]


def _choose(position: Position, task: Choose, actions: Actions) -> do.AnyAction:
    """Who stands best already goes first, and is out of the others' way."""
    figures = position.battle.figures

    def worth(action: do.AnyAction) -> float:
        assert isinstance(action, do.Take)
        return standing(position, action.figure, figures[action.figure].hex)

    return position.best(actions, worth)


def _turn(position: Position, task: Turn, actions: Actions) -> do.AnyAction:
    """Off the map if that wins; a weapon in hand; then the best attack, step or place to stay."""
    who = task.figure
    side = position.arena.side_of[who]
    if position.has_to_leave(side) and do.Leave() in actions:
        return do.Leave()
    if (take := arming(position, who, actions)) is not None:
        return take
    return position.best_of(*weighed(position, who, actions))[0]


def weighed(
    position: Position, who: int, actions: Actions
) -> tuple[list[do.AnyAction], list[float]]:
    """All that is worth a thought in a turn, with what may come of each."""
    costs, side = position.arena.tables.costs, position.arena.side_of[who]
    here = standing(position, who, position.battle.figures[who].hex)
    # Who can get away does not run in the time that it takes to strike.
    runs = position.has_to_leave(side) and not position.is_barred(who)
    hurry = PRICE * costs.attack if runs else 0.0
    choices: list[do.AnyAction] = []
    scores: list[float] = []
    for action in actions:
        if isinstance(action, ATTEMPTS):
            choices.append(action)
            scores.append(here + attempt_worth(position, who, action) - hurry)
        elif isinstance(action, do.EndTurn):
            choices.append(action)
            scores.append(here)
    steps = [action for action in actions if isinstance(action, do.Step)]

    strike = strikes(position, who)

    def prospect(hex_: int, ap: int) -> float:
        return standing(position, who, hex_) + strike(hex_, ap)

    return [*choices, *steps], scores + prospects(position, who, steps, prospect)


def _fall_back(position: Position, task: FallBack, actions: Actions) -> do.AnyAction:
    """Where the fewest enemies are beside it."""
    arena = position.arena

    def worth(action: do.AnyAction) -> float:
        assert isinstance(action, do.FallTo)
        return -_beside(position, arena.enemies[task.figure], arena.number[action.hex])

    return position.best(actions, worth)


def _place(position: Position, task: Place, actions: Actions) -> do.AnyAction:
    """Where most friends can strike at it, with no brawl in which weapons are of no use."""
    arena, figures = position.arena, position.battle.figures

    def worth(action: do.AnyAction) -> float:
        assert isinstance(action, do.PutIn)
        hex_ = arena.number[action.hex]
        if hex_ == figures[task.figure].hex:
            return -1.0 if is_armed(arena, figures[task.figure]) else 0.5
        return _beside(position, arena.enemies[task.target], hex_)

    return position.best(actions, worth)


def _beside(position: Position, those: Sequence[int], hex_: int) -> int:
    """How many of those are active and beside a hex."""
    row, figures = position.arena.board.distance[hex_], position.battle.figures
    return sum([figures[w].status is ACTIVE and row[figures[w].hex] == 1 for w in those])


def _brace(position: Position, task: Brace, actions: Actions) -> do.AnyAction:
    """A blow that costs nothing is always struck (TAO-CHG-03)."""
    return do.StrikeFirst()


CHOICES: Mapping[type[AnyTask], Choice] = {
    Choose: _choose,
    Turn: _turn,
    FallBack: _fall_back,
    Place: _place,
    Brace: _brace,
}


class Skirmisher:
    """Weighs every hex it can reach and every attack it can make, one decision ahead."""

    name = "skirmisher"
    games: frozenset[str] | None = frozenset({"tao"})

    def choose(
        self,
        game: TaoMelee,
        view: Any,  # noqa: ANN401  # Battle, as `TaoMelee.view` gives it
        seat: int,
        actions: Sequence[Any],
        dice: Rolled,
    ) -> Any:  # noqa: ANN401
        """The action that looks best; equals are drawn for."""
        if len(actions) == 1:
            return actions[0]
        task = view.stack[-1]
        position = Position(game.arena, view, dice)
        return CHOICES[type(task)](position, task, actions)

    def explain(
        self,
        game: TaoMelee,
        view: Any,  # noqa: ANN401  # Battle, as `TaoMelee.view` gives it
        seat: int,
        action: Any,  # noqa: ANN401
    ) -> str:
        """What an attack may bring; or what getting away costs its side, or the others, now."""
        found = game.forecast(view, seat, action)
        if found is not None:
            return found.headline
        position = Position(game.arena, view, Rolled(bytes(32)))
        sides = [side for side in (0, 1) if position.has_to_leave(side)]
        return "; ".join(
            f"{game.seats[side].name} would get away for {position.price_of_side(view, side)} AP"
            for side in sides
        )
