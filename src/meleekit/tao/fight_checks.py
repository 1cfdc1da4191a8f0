"""What one may do against an enemy, each question with its checks and one answer (TAO-VAL-02)."""

from __future__ import annotations

from collections.abc import Iterator

from meleekit.tao.arena import Arena
from meleekit.tao.attacks import attack_cost
from meleekit.tao.charging import charge_cost, lines, run_to
from meleekit.tao.checks import No, free, hex_fault, out_of_brawl, too_dear, unbroken
from meleekit.tao.engagement import is_engaged, partner, weapon_of
from meleekit.tao.grappling import has_free_hand
from meleekit.tao.movement import free_beside
from meleekit.tao.overbearing import weight_ratio
from meleekit.tao.state import ACTIVE, NOBODY, Battle
from meleekit.tao.switches import GROUPS, Switch


def enemy(arena: Arena, battle: Battle, who: int, target: int) -> No | None:
    """Whether there is such an enemy, and it is active (TAO-VAL-02, TAO-ATT-01)."""
    if not 0 <= target < len(arena.combatants):
        return No("TAO-VAL-02", "there is no such combatant")
    if arena.side_of[target] == arena.side_of[who]:
        return No("TAO-VAL-02", f"{arena.name(target)} is no enemy")
    if battle.figures[target].status is not ACTIVE:
        return No("TAO-ATT-01", f"{arena.name(target)} is out of the fight already")
    return None


def _ready(
    arena: Arena, battle: Battle, who: int, switch: Switch, rule: str = "TAO-ATT-05"
) -> No | None:
    """Whether that is done here at all, one is not broken, and has an attack left (TAO-ATT-05)."""
    if switch not in arena.rules:
        return No(GROUPS[switch].rule, f"{switch} is not in force in this game")
    if wrong := unbroken(battle, who):
        return wrong
    if battle.figures[who].attacks >= arena.combatants[who].attacks:
        return No(rule, "the attack of this turn is used")
    return None


def _against(
    arena: Arena,
    battle: Battle,
    who: int,
    target: int,
    switch: Switch,
    what: str,
    rule: str = "TAO-ATT-05",
) -> No | None:
    """What every attack of one who does not brawl needs."""
    return (
        _ready(arena, battle, who, switch, rule)
        or enemy(arena, battle, who, target)
        or out_of_brawl(arena, battle, who, what)
    )


def _apart(arena: Arena, battle: Battle, who: int, target: int) -> int:
    return arena.board.distance[battle.figures[who].hex][battle.figures[target].hex]


def attack(arena: Arena, battle: Battle, who: int, target: int) -> No | None:
    """Whether one may strike at that enemy (TAO-ATT-01); an unarmed one as well as any other."""
    figure = battle.figures[who]
    what = "strike at anybody else"
    if wrong := _against(arena, battle, who, target, Switch.ATTACKS, what, "TAO-ATT-01"):
        return wrong
    weapon = weapon_of(arena, figure)
    if _apart(arena, battle, who, target) > weapon.reach:
        return No("TAO-ATT-01", f"{weapon.name} reaches {weapon.reach} hexes and no farther")
    return too_dear(figure, attack_cost(arena, figure), "TAO-AP-02")


def overbear(arena: Arena, battle: Battle, who: int, target: int) -> No | None:
    """Whether one may overbear that enemy (TAO-OVB-01, TAO-OVB-02)."""
    if wrong := _against(arena, battle, who, target, Switch.OVERBEARING, "overbear"):
        return wrong
    if _apart(arena, battle, who, target) != 1:
        return No("TAO-OVB-01", "only an adjacent enemy can be overborne")
    ratio = weight_ratio(arena, who, target)
    if arena.tables.overbear_to_hit(ratio) is None:
        return No("TAO-OVB-02", f"{ratio}% of its weight is too little to overbear it")
    return too_dear(battle.figures[who], arena.tables.costs.overbear_least, "TAO-OVB-01")


def grab(arena: Arena, battle: Battle, who: int, target: int) -> No | None:
    """Whether one may try to grab that enemy (TAO-GRAP-01)."""
    if wrong := _against(arena, battle, who, target, Switch.GRAPPLING, "grab"):
        return wrong
    figure = battle.figures[who]
    if _apart(arena, battle, who, target) != 1:
        return No("TAO-GRAP-01", "only an adjacent enemy can be grabbed")
    if not has_free_hand(arena, figure):
        return No("TAO-GRAP-01", f"{arena.item_name(figure.ready)} takes both hands; one is needed")
    return too_dear(figure, arena.tables.costs.grab, "TAO-GRAP-01")


# -- charging --------------------------------------------------------------------------------------


def may_charge(arena: Arena, battle: Battle, who: int) -> No | None:
    """Whether one may charge at all: not out of melee (TAO-CHG-01)."""
    if wrong := _ready(arena, battle, who, Switch.CHARGING):
        return wrong
    if is_engaged(arena, battle, who):
        return No("TAO-CHG-01", "who is engaged cannot begin a charge")
    return None


def charge(arena: Arena, battle: Battle, who: int, target: int, name: str) -> No | None:
    """Whether one may charge that enemy by a run to that hex (TAO-CHG-01)."""
    wrong = may_charge(arena, battle, who) or enemy(arena, battle, who, target)
    if wrong or (wrong := hex_fault(arena, name)):
        return wrong
    hex_ = arena.number[name]
    run = run_to(arena, battle, who, hex_)
    least = arena.tables.charge.least_hexes
    if len(run) < least:
        said = f"a charge runs straight over at least {least} free hexes"
        return No("TAO-CHG-01", said)
    if arena.board.distance[hex_][battle.figures[target].hex] != 1:
        return No("TAO-CHG-01", f"{name} is not beside {arena.name(target)}")
    return too_dear(battle.figures[who], charge_cost(arena, len(run)), "TAO-CHG-01")


def charges(arena: Arena, battle: Battle, who: int) -> Iterator[tuple[int, int]]:
    """Every enemy that one may charge with each hex to run to: what `charge` allows, all at once.

    By direction and length of the run, then by enemy.
    """
    if may_charge(arena, battle, who):
        return
    least, ap = arena.tables.charge.least_hexes, battle.figures[who].ap
    foes = [foe for foe in arena.enemies[who] if battle.figures[foe].status is ACTIVE]
    for line in lines(arena, battle, who):
        for place, hex_ in enumerate(line, 1):
            if place < least:
                continue
            if charge_cost(arena, place) > ap:
                break
            row = arena.board.distance[hex_]
            yield from ((foe, hex_) for foe in foes if row[battle.figures[foe].hex] == 1)


# -- brawls ----------------------------------------------------------------------------------------


def _brawling(arena: Arena, battle: Battle, who: int) -> No | None:
    if partner(arena, battle, who) == NOBODY:
        return No("TAO-GRAP-05", "it does not share its hex with an enemy")
    return None


def blow(arena: Arena, battle: Battle, who: int) -> No | None:
    """Whether one may strike at the enemy it brawls with (TAO-GRAP-05)."""
    if wrong := _brawling(arena, battle, who) or _ready(arena, battle, who, Switch.ATTACKS):
        return wrong
    return too_dear(battle.figures[who], arena.tables.costs.blow, "TAO-GRAP-05")


def break_out(arena: Arena, battle: Battle, who: int, name: str) -> No | None:
    """Whether one may try to get out of a brawl into that hex (TAO-GRAP-05)."""
    if wrong := may_break_out(arena, battle, who) or hex_fault(arena, name):
        return wrong
    hex_ = arena.number[name]
    if arena.board.distance[battle.figures[who].hex][hex_] != 1:
        return No("TAO-GRAP-05", "one breaks out into an adjacent hex")
    return free(arena, battle, hex_)


def may_break_out(arena: Arena, battle: Battle, who: int) -> No | None:
    """Whether one brawls and can pay for it; who is broken only steps (TAO-CHG-09)."""
    if wrong := _brawling(arena, battle, who) or unbroken(battle, who):
        return wrong
    return too_dear(battle.figures[who], arena.tables.costs.break_out, "TAO-GRAP-05")


def break_out_hexes(arena: Arena, battle: Battle, who: int) -> tuple[int, ...]:
    """The hexes that one may try to break out into, in order."""
    if may_break_out(arena, battle, who):
        return ()
    return arena.board.hexes_of(free_beside(arena, battle, who))
