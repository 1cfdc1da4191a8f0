"""What attacks are worth in Tao melee, by the exact odds of the rules.

The unit is putting one enemy out of the fight.
"""

from __future__ import annotations

from collections.abc import Callable

from meleekit.bots.tao.position import Parts, Position
from meleekit.tao import actions as do
from meleekit.tao.attack_odds import blow_odds
from meleekit.tao.attacks import attack_cost
from meleekit.tao.charging import charger_parts, may_brace
from meleekit.tao.engagement import partner, weapon_of
from meleekit.tao.forecast import forecast
from meleekit.tao.grappling import brawl_weapon, share
from meleekit.tao.tables import Weapon

NONE: Parts = ((), ())
ATTEMPTS = (do.Attack, do.Overbear, do.Grab, do.Charge, do.Blow, do.BreakOut)
DOWN = 0.4
"""Worth of bringing somebody down beyond the hit points that it takes."""
DANGER = 0.7
"""How much a blow that one may have to take weighs against one's own."""


def blow_worth(
    position: Position, who: int, target: int, weapon: Weapon, more: Parts = NONE
) -> float:
    """What an ordinary attack with that weapon may bring, and what a stun takes from the enemy.

    `more` is what the moment adds, to hit and to damage.
    """
    worth, stun = _plain_worth(position, who, target, weapon, more)
    return worth + stun * tempo(position, target)


def _plain_worth(
    position: Position, who: int, target: int, weapon: Weapon, more: Parts = NONE
) -> tuple[float, float]:
    """What it does to hit points, and the chance to stun."""
    key = (who, target, weapon.name, more)
    if key not in position.blows:
        to_hit, damage = more
        odds = blow_odds(
            position.arena, position.battle, who, target, weapon, to_hit=to_hit, damage=damage
        )
        hp = position.battle.figures[target].hp
        worth = DOWN * float(odds.down) + (1 - DOWN) * float(odds.taken) / hp
        position.blows[key] = worth, float(odds.stun)
    return position.blows[key]


def tempo(position: Position, enemy: int) -> float:
    """What an enemy's next turn is worth to it, so far as it can reach anybody.

    Nothing if it is stunned and will not have that turn (TAO-STUN-02).
    """
    if enemy not in position.tempos:
        arena, figures = position.arena, position.battle.figures
        figure = figures[enemy]
        weapon = weapon_of(arena, figure)
        reach = weapon.reach + arena.combatants[enemy].ap - attack_cost(arena, figure)
        row = arena.board.distance[figure.hex]
        within = [f for f in position.foes(enemy) if row[figures[f].hex] <= reach]
        blows = [_plain_worth(position, enemy, f, weapon)[0] for f in within]
        position.tempos[enemy] = 0.0 if figure.stunned else max(blows, default=0.0)
    return position.tempos[enemy]


def attempt_worth(position: Position, who: int, action: do.AnyAction) -> float:
    """What an attack of any kind may bring, less what it risks at once."""
    arena, figures = position.arena, position.battle.figures
    match action:
        case do.Attack(target=target):
            return blow_worth(position, who, target, weapon_of(arena, figures[who]))
        case do.Charge(target=target):
            return _charge_worth(position, who, target)
        case do.Overbear(target=target) | do.Grab(target=target):
            return _hold_worth(position, target, action)
        case do.Blow():
            return _brawl_worth(position, who)
        case do.BreakOut():
            return _break_out_worth(position, who)
        case _:
            return 0.0


def _charge_worth(position: Position, who: int, target: int) -> float:
    """The charger's blow, less the one that the target may strike before contact (TAO-CHG-03)."""
    arena, figures = position.arena, position.battle.figures
    weapon = weapon_of(arena, figures[who])
    gain = blow_worth(position, who, target, weapon, charger_parts(arena))
    if not may_brace(arena, position.battle, target):
        return gain
    against = weapon_of(arena, figures[target])
    risk, stun = _plain_worth(position, target, who, against)
    stopped = blow_odds(arena, position.battle, target, who, against).stops
    return gain * (1 - float(stopped)) - DANGER * (risk + stun * gain)


def _hold_worth(position: Position, target: int, action: do.AnyAction) -> float:
    """Overbearing or a grab: the damage if there is any, and the turn that a stun takes."""
    found = forecast(position.arena, position.battle, action)
    assert found is not None
    chances = {one.name: float(one.probability) for one in found.chances}
    hits = sum([float(one.value) for one in found.expected])
    hp = position.battle.figures[target].hp
    hurt = DOWN * chances.get("down", 0.0) + (1 - DOWN) * min(hits / hp, 1.0)
    stunned = chances.get("stunned", 0.0) + chances.get("held", 0.0)
    return hurt + stunned * tempo(position, target)


def _brawl_worth(position: Position, who: int) -> float:
    arena, battle = position.arena, position.battle
    other = partner(arena, battle, who)
    return blow_worth(position, who, other, brawl_weapon(arena, battle.figures[who]))


def _break_out_worth(position: Position, who: int) -> float:
    """Getting out to strike with one's own weapon, or a blow in the brawl if that fails."""
    arena, battle = position.arena, position.battle
    figure, other = battle.figures[who], partner(arena, battle, who)
    odds = share(arena, who, other) / arena.tables.grab.die
    left = figure.ap - arena.tables.costs.break_out
    ready = figure.attacks < arena.combatants[who].attacks
    out = inside = 0.0
    if ready and left >= attack_cost(arena, figure):
        out = blow_worth(position, who, other, weapon_of(arena, figure))
    if ready and left >= arena.tables.costs.blow:
        inside = _brawl_worth(position, who)
    return odds * out + (1 - odds) * inside


def strikes(position: Position, who: int) -> Callable[[int, int], float]:
    """The best attack with the weapon in hand from a hex, with so many action points left."""
    arena, figures = position.arena, position.battle.figures
    figure, cost = figures[who], attack_cost(arena, figures[who])
    weapon = weapon_of(arena, figure)
    spent = figure.attacks >= arena.combatants[who].attacks
    foes = [] if spent or not position.is_fight else position.foes(who)
    worths = [(figures[foe].hex, blow_worth(position, who, foe, weapon)) for foe in foes]
    known: dict[int, float] = {}

    def best(hex_: int, ap: int) -> float:
        if ap < cost:
            return 0.0
        if hex_ not in known:
            row = arena.board.distance[hex_]
            within = [worth for there, worth in worths if row[there] <= weapon.reach]
            known[hex_] = max(within, default=0.0)
        return known[hex_]

    return best
