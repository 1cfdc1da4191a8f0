"""A bot for BATTLESYSTEM's battles: closes ranks, comes up, charges and strikes where it pays.

It weighs few things at a decision, so that thousands of battles can be fought: whether a melee
takes more hit dice from the enemy than it costs, and which enemy is nearest by the marches that
lead to him.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from meleekit.battlesystem import actions as act
from meleekit.battlesystem import checks
from meleekit.battlesystem.battle import Battle, Ground
from meleekit.battlesystem.game import BattleGame
from meleekit.battlesystem.geometry import moved
from meleekit.battlesystem.options import SIDEWAYS, movers
from meleekit.battlesystem.state import Stage, State
from meleekit.battlesystem.units import FormationName
from meleekit.bots.battlesystem.approach import March, Way, way_to
from meleekit.bots.battlesystem.exchange import balance, changed, damage, exchange, strength
from meleekit.bots.weighing import Weighing
from meleekit.core.dice import Rolled

Actions = Sequence[act.AnyAction]
T = TypeVar("T")

CLOSED: FormationName = "closed"
_READY = act.Ready()


class Post(Weighing):
    """One decision, from where the captain stands."""

    __slots__ = ("battle", "ground", "state")

    def __init__(self, ground: Ground, dice: Rolled) -> None:
        super().__init__(dice)
        self.battle: Battle = ground.battle
        self.state: State = ground.state
        self.ground = ground

    def draw(self, options: Sequence[T]) -> T:
        """One of several that are as good."""
        return options[0] if len(options) == 1 else options[self.dice.below(len(options))]

    def best_above(self, options: Sequence[T], gain: Callable[[T], float]) -> T | None:
        """The option of highest gain, if there is any; equals are drawn for."""
        if not options:
            return None
        best, most = self.best_of(options, [gain(option) for option in options])
        return best if most > 0 else None


# -- moves ---------------------------------------------------------------------------------------


def _order(post: Post, actions: Actions) -> act.AnyAction:
    """First, if somebody can charge; else the enemy may come within reach of a charge."""
    ground, battle, turn = post.ground, post.battle, post.state.turn
    able = any(
        ground.bits[number]
        and not ground.units[number].routed
        and not ground.in_contact(number)
        and checks.charge_cells(ground, number)
        for number in battle.units[turn]
    )
    return act.MoveOrder(first=able)


def _move(post: Post, actions: Actions) -> act.AnyAction:
    """Who is in contact stays; then come charges, ranks that close, and whoever is nearest.

    What can be done is asked of the rules one by one, since the list of it is long.
    """
    ground, names = post.ground, post.battle.names
    units = movers(ground)
    if post.state.active:
        return _march(post, units[0]) or act.Halt(names[units[0]])
    for number in units:
        if ground.in_contact(number):
            # Whoever comes first: nothing changes by it, and all in contact hold in the end.
            return act.Hold(names[number])
    charges = [
        act.Charge(names[number], names[target])
        for number in units
        if (cells := checks.charge_cells(ground, number))
        for target in checks.charge_targets(ground, number, cells)
    ]
    if charges:
        return post.best(charges, lambda a: gain_of_charge(ground, post.battle.number[a.unit]))
    reforms = [reform for number in units if (reform := _closed_ranks(ground, number))]
    if reforms:
        return post.draw(reforms)
    number = post.best(
        units, lambda unit: -min([way.cost for way in _ways(ground, unit)], default=0)
    )
    return _march(post, number) or act.Hold(names[number])


def gain_of_charge(ground: Ground, number: int) -> float:
    """What a unit's charge straight ahead adds to all melees of those it meets, on average."""
    pose = ground.units[number].pose
    there = moved(pose, pose.facing, checks.charge_cells(ground, number))
    after = changed(ground, number, pose=there, charged=True)
    met = after.touched(number)
    return balance(after, met) - balance(ground, met)


def _closed_ranks(ground: Ground, number: int) -> act.Reform | None:
    """Open ranks closed: they strike better, and break before they rout (BAT-MOR-05)."""
    unit = ground.units[number]
    if ground.battle.is_closed(unit):
        return None
    reform = act.Reform(ground.battle.names[number], CLOSED, min(unit.pose.files, unit.figures))
    return reform if checks.reform(ground, number, CLOSED, reform.files) is None else None


def _ways(ground: Ground, number: int) -> list[Way]:
    """The different ways of a unit to enemies on the field."""
    battle = ground.battle
    pose, move = ground.units[number].pose, battle.profiles[number].move
    enemies = [e for e in battle.enemies[battle.side[number]] if ground.bits[e]]
    return list(dict.fromkeys([way_to(pose, move, ground.units[e].pose) for e in enemies]))


def _march(post: Post, number: int) -> act.AnyAction | None:
    """The next march on the shortest way that is not barred, equals drawn for; None if all are."""
    name, ground = post.battle.names[number], post.ground
    ways = _ways(ground, number)
    while ways:
        way = post.best(ways, lambda way: -way.cost)
        ways.remove(way)
        if way.march is March.AHEAD:
            cells = min(way.cells, checks.advance_most(ground, number))
            if cells:
                return act.Advance(name, cells)
        elif way.march is March.ABOUT:
            if checks.about_face(ground, number) is None:
                return act.AboutFace(name)
        elif checks.wheel(ground, number, _QUARTERS[way.march]) is None:
            return act.Wheel(name, "left" if way.march is March.LEFT else "right")
    return None


_QUARTERS = {March.LEFT: SIDEWAYS["left"], March.RIGHT: SIDEWAYS["right"]}


# -- what an enemy's move lets it do -------------------------------------------------------------


def _follow(post: Post, actions: Actions) -> act.AnyAction:
    """Stay on the enemy's heels."""
    follows = [action for action in actions if isinstance(action, act.Follow)]
    return post.draw(follows or actions)


def _strike(post: Post, actions: Actions) -> act.AnyAction:
    """A blow that cannot be answered is always taken (BAT-END-05)."""
    return post.draw([action for action in actions if isinstance(action, act.FreeAttack)])


# -- before the dice, and after ------------------------------------------------------------------


def _weapons(post: Post, actions: Actions) -> act.AnyAction:
    """The weapon that does most to the enemies in contact; the same if none does more."""
    changes = [action for action in actions if isinstance(action, act.ChangeWeapon)]
    return post.best_above(changes, lambda a: gain_of_weapon(post.ground, a)) or _READY


def gain_of_weapon(ground: Ground, action: act.ChangeWeapon) -> float:
    """What a unit does more to the enemies in contact with another weapon, on average."""
    number = ground.battle.number[action.unit]
    touched = ground.touched(number)
    armed = changed(ground, number, weapon=action.weapon)
    return sum([damage(armed, number, enemy) - damage(ground, number, enemy) for enemy in touched])


def _lead(post: Post, actions: Actions) -> act.AnyAction:
    """Commanders fight, unless their unit may well be destroyed with them (BAT-MOR-08)."""
    ground, number = post.ground, post.battle.number

    def worth(action: act.AnyAction) -> float:
        assert isinstance(action, act.Lead)
        unit = number[action.unit]
        taken = sum([damage(ground, enemy, unit) for enemy in ground.touched(unit)])
        return float(action.fights == (2 * taken < strength(ground, unit)))

    return post.best(actions, worth)


def _any(post: Post, actions: Actions) -> act.AnyAction:
    """One melee after another: all strike with the figures they began with, in any order."""
    return post.draw(actions)


def _assign(post: Post, actions: Actions) -> act.AnyAction:
    """Figures attack whom they touch (BAT-ELIG-10)."""
    return _READY


def _close(post: Post, actions: Actions) -> act.AnyAction:
    """Close up where the melee goes well."""
    closings = [action for action in actions if isinstance(action, act.CloseUp)]
    return post.best_above(closings, lambda a: gain_of_closing(post.ground, a)) or _READY


def gain_of_closing(ground: Ground, action: act.CloseUp) -> float:
    """What a melee that goes on brings, on average."""
    number, enemy = ground.battle.number[action.unit], ground.battle.number[action.enemy]
    pose = ground.units[number].pose
    there = moved(pose, pose.facing, checks.closing_cells(ground, number, enemy))
    return exchange(changed(ground, number, pose=there), number, enemy)


CHOICES: Mapping[Stage, Callable[[Post, Actions], act.AnyAction]] = {
    Stage.ORDER: _order,
    Stage.MOVE: _move,
    Stage.FOLLOW: _follow,
    Stage.STRIKE: _strike,
    Stage.WEAPONS: _weapons,
    Stage.COMMANDERS: _lead,
    Stage.ASSIGN: _assign,
    Stage.MELEE: _any,
    Stage.CLOSE: _close,
}


class Captain:
    """Closes ranks, comes up by the shortest march, charges where it pays most."""

    name = "captain"
    games: frozenset[str] | None = frozenset({"battlesystem"})

    def choose(
        self,
        game: BattleGame,
        view: Any,  # noqa: ANN401  # State, as `BattleGame.view` gives it
        seat: int,
        actions: Sequence[Any],
        dice: Rolled,
    ) -> Any:  # noqa: ANN401
        """The action that looks best; equals are drawn for."""
        post = Post(game.ground(view), dice)
        return CHOICES[view.stage](post, actions)

    def explain(
        self,
        game: BattleGame,
        view: Any,  # noqa: ANN401  # State, as `BattleGame.view` gives it
        seat: int,
        action: Any,  # noqa: ANN401
    ) -> str:
        """The hit dice that speak for a charge, a weapon or closing up; the rest goes by itself."""
        ground: Ground = game.ground(view)
        if isinstance(action, act.Charge):
            gain = gain_of_charge(ground, ground.battle.number[action.unit])
            return f"{gain:+.1f} hit dice in the next melees, theirs less ours"
        if isinstance(action, act.ChangeWeapon):
            return f"{gain_of_weapon(ground, action):+.1f} hit dice of damage to those in contact"
        if isinstance(action, act.CloseUp):
            gain = gain_of_closing(ground, action)
            return f"{gain:+.1f} hit dice if the melee goes on, theirs less ours"
        return ""
