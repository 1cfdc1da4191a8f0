"""Charges: the run, morale, who strikes first, driving back (TAO-CHG)."""

from __future__ import annotations

from collections.abc import Iterator

from meleekit.core.game import Modifier
from meleekit.tao.actions import Charge, LetCome, StrikeFirst
from meleekit.tao.arena import Arena
from meleekit.tao.attacks import Parts, blow, strike
from meleekit.tao.engagement import is_armed, partner, weapon_of
from meleekit.tao.events import Charged, Contact, MoraleChecked
from meleekit.tao.harm import can_fight, drive_back, hurt
from meleekit.tao.movement import held_hexes
from meleekit.tao.overbearing import weight_ratio
from meleekit.tao.play import Play
from meleekit.tao.state import ACTIVE, NOBODY, Battle, Brace, Turn
from meleekit.tao.switches import Switch


def lines(arena: Arena, battle: Battle, who: int) -> Iterator[tuple[int, ...]]:
    """The straight runs over free hexes, one a direction, each as long as it goes (TAO-CHG-01)."""
    board, held = arena.board, held_hexes(arena, battle)
    for direction in range(6):
        line = []
        hex_ = board.neighbour[battle.figures[who].hex][direction]
        while hex_ >= 0 and not held & board.bit[hex_]:
            line.append(hex_)
            hex_ = board.neighbour[hex_][direction]
        yield tuple(line)


def run_to(arena: Arena, battle: Battle, who: int, hex_: int) -> tuple[int, ...]:
    """The run that ends in that hex; empty if no free straight line leads there."""
    for line in lines(arena, battle, who):
        if hex_ in line:
            return line[: line.index(hex_) + 1]
    return ()


def charge_parts(arena: Arena, hexes: int) -> Parts:
    """What a charge of so many hexes costs: a point for four hexes or part of it, and the attack.

    It is the one thing in this game done at a run (TAO-CHG-01, TAO-AP-03).
    """
    rules, costs = arena.tables.charge, arena.tables.costs
    running = -(-hexes // rules.hexes_per_ap)
    return (
        Modifier(f"running {hexes} hexes", running, "TAO-CHG-01"),
        Modifier("the attack", costs.charge_attack, "TAO-CHG-01"),
    )


def charge_cost(arena: Arena, hexes: int) -> int:
    """The action points of a charge of so many hexes."""
    return sum(part.value for part in charge_parts(arena, hexes))


def charge(play: Play, task: Turn, action: Charge) -> None:
    """The run, and what comes of it if morale holds, in this order (TAO-CHG-07)."""
    who, target = task.figure, action.target
    if not run_up(play, who, action):
        return
    if may_brace(play.arena, play.battle, target):
        play.push(Brace(target, who))
    else:
        contact(play, who, target)


def run_up(play: Play, who: int, action: Charge) -> bool:
    """Pay and run to the target; whether it stands (TAO-CHG-04).

    Melee hexes that are passed cost nothing (TAO-CHG-02).
    """
    arena = play.arena
    path = run_to(arena, play.battle, who, arena.number[action.hex])
    parts = charge_parts(arena, len(path))
    figure = play.edit(who)
    figure.ap -= sum(part.value for part in parts)
    figure.attacks += 1
    figure.hex = path[-1]
    names = tuple(arena.names[hex_] for hex_ in path)
    play.tell(Charged("TAO-CHG-01", who, action.target, names, parts))
    return not _breaks(play, action.target, who)


def _breaks(play: Play, target: int, charger: int) -> bool:
    """Whether the target's morale fails; then nobody fights (TAO-CHG-04)."""
    arena = play.arena
    morale, rules = arena.combatants[target].morale, arena.tables.morale
    if morale is None or Switch.MORALE not in arena.rules:
        return False
    least, most = rules.dice, rules.dice * rules.sides
    fails = [total > morale for total in range(least, most + 1)]
    roll = play.dice.roll(
        rules.dice, rules.sides, why=f"morale of {arena.name(target)}", classes=fails
    )
    broke = fails[roll.total - least]
    if broke:
        play.edit(target).broken_by = charger
    play.tell(MoraleChecked("TAO-CHG-04", target, roll, morale, broke))
    return broke


def may_brace(arena: Arena, battle: Battle, target: int) -> bool:
    """Whether the target may strike before contact: active, armed, not stunned (TAO-CHG-03).

    Who brawls may not strike at anybody else (TAO-GRAP-06).
    """
    figure = battle.figures[target]
    if figure.status is not ACTIVE or figure.stunned or not is_armed(arena, figure):
        return False
    return partner(arena, battle, target) == NOBODY


def let_come(play: Play, task: Brace, action: LetCome) -> None:
    """The target waits for contact."""
    play.pop()
    contact(play, task.charger, task.figure)


def strike_first(play: Play, task: Brace, action: StrikeFirst) -> None:
    """An ordinary attack at the charger, for no action points (TAO-CHG-03).

    A charger that it puts down or stuns is stopped (TAO-CHG-07).
    """
    play.pop()
    weapon = weapon_of(play.arena, play.figures[task.figure])
    strike(play, task.figure, task.charger, weapon, "TAO-CHG-03")
    if can_fight(play, task.charger):
        contact(play, task.charger, task.figure)


def contact(play: Play, charger: int, target: int) -> None:
    """The blows of both, the target's first if it wins the first blow (TAO-CHG-05)."""
    first_blow(play, charger, target)
    strike_home(play, charger, target)


def first_blow(play: Play, charger: int, target: int) -> None:
    """A die each; the target strikes if it wins (TAO-CHG-05)."""
    if not _charger_first(play, charger, target) and _can_hit(play, target, charger):
        rules = play.arena.tables.charge
        more = (Modifier("meeting the charge", rules.defender_to_hit, "TAO-CHG-05"),)
        weapon = weapon_of(play.arena, play.figures[target])
        hits = blow(play, target, charger, weapon, "TAO-CHG-05", to_hit=more)
        if hits:
            hurt(play, charger, hits, target)


def _charger_first(play: Play, charger: int, target: int) -> bool:
    """Ties are the charger's (TAO-CHG-05)."""
    arena, rules = play.arena, play.arena.tables.charge
    faces = range(1, rules.contact_die + 1)
    why = f"first blow, {arena.name(charger)} +{rules.charger_contact}"
    # All faces that no die of the target can beat are as good as each other.
    wins_from = rules.contact_die - rules.charger_contact
    roll = play.dice.roll(
        1, rules.contact_die, why=why, classes=[min(face, wins_from) for face in faces]
    )
    best = roll.total + rules.charger_contact
    against = play.dice.roll(
        1,
        rules.contact_die,
        why=f"first blow, {arena.name(target)}",
        classes=[face > best for face in faces],
    )
    first = against.total <= best
    play.tell(Contact("TAO-CHG-05", charger, target, roll, against, first))
    return first


def charger_parts(arena: Arena) -> tuple[tuple[Modifier, ...], tuple[Modifier, ...]]:
    """What the run adds to the charger's blow: to hit, and to damage (TAO-CHG-05)."""
    rules = arena.tables.charge
    return (
        (Modifier("charging", rules.charger_to_hit, "TAO-CHG-05"),),
        (Modifier("charging", rules.charger_damage, "TAO-CHG-05"),),
    )


def strike_home(play: Play, charger: int, target: int) -> None:
    """The charger's blow, and the target driven back one hex in all (TAO-CHG-06, TAO-CHG-08)."""
    if not can_fight(play, charger) or not _adjacent(play, charger, target):
        return
    arena, rules = play.arena, play.arena.tables.charge
    to_hit, damage = charger_parts(arena)
    weapon = weapon_of(arena, play.figures[charger])
    hits = blow(play, charger, target, weapon, "TAO-CHG-05", to_hit=to_hit, damage=damage)
    if not hits:
        return
    heavy = weight_ratio(arena, charger, target) >= rules.least_ratio
    hurt(play, target, hits, charger, falls=not heavy)
    if heavy and play.figures[target].status is ACTIVE:
        drive_back(play, target, charger, follows=True)


def _can_hit(play: Play, who: int, other: int) -> bool:
    """Whether a blow that is due can be struck (TAO-CHG-07); not by one who brawls (GRAP-06)."""
    free = partner(play.arena, play.battle, who) == NOBODY
    return free and can_fight(play, who) and _adjacent(play, who, other)


def _adjacent(play: Play, one: int, other: int) -> bool:
    """Whether they still stand side by side; a blow at who does not is lost (TAO-CHG-07)."""
    figures = play.figures
    there = figures[other].status is ACTIVE
    return there and play.arena.board.distance[figures[one].hex][figures[other].hex] == 1
