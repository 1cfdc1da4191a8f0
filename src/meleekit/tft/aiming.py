"""Who may throw or shoot what at whom: hands, posture, field of fire, a line (THR, MIS, PRN)."""

from __future__ import annotations

from meleekit.tft.actions import Reload, Shoot, Throw
from meleekit.tft.arena import Arena
from meleekit.tft.loaded import is_loaded
from meleekit.tft.loading import reload_choices
from meleekit.tft.rows import Weapon
from meleekit.tft.shots import field_of_fire
from meleekit.tft.state import FIT, KNEELING, STANDING, Battle, Figure, Posture
from meleekit.tft.trajectory import has_line, open_to_flight


def targets_afar(arena: Arena, battle: Battle, who: int) -> list[int]:
    """Conscious enemies in the field of fire, with a line of flight (THR-02, MIS-02, LOF-10).

    The unconscious are attacked by blows alone (TFT-BAT-05).
    """
    figures = battle.figures
    figure = figures[who]
    fire = field_of_fire(arena, battle, who)
    bit = arena.board.bit
    found = []
    for enemy in arena.enemies[who]:
        foe = figures[enemy]
        if (
            foe.hex >= 0
            and foe.condition is FIT
            and (
                bool(open_to_flight(arena, battle, who, enemy, fire))
                if arena.giants[enemy]
                else fire & bit[foe.hex] and has_line(arena, figure.hex, foe.hex)
            )
        ):
            found.append(enemy)
    return found


def throwable(arena: Arena, figure: Figure) -> tuple[int, ...]:
    """Ready weapons that can be thrown, by one who stands (TFT-THR-01, TFT-EQP-05, PRN-01)."""
    if figure.posture is not STANDING:
        return ()
    flies, shoots = arena.flies, arena.shoots
    return tuple([i for i in (figure.main, figure.off) if i >= 0 and flies[i] and not shoots[i]])


def can_shoot_from(weapon: Weapon, posture: Posture) -> bool:
    """Whether the weapon can be shot in that posture (TFT-PRN-01, TFT-PRN-02)."""
    if posture is STANDING:
        return True
    return weapon.kneeling if posture is KNEELING else weapon.prone


def shootable(arena: Arena, battle: Battle, figure: Figure) -> tuple[int, ...]:
    """Ready, loaded missile weapons that the figure can shoot as it stands, kneels or lies."""
    found = []
    for item in (figure.main, figure.off):
        row = arena.weapons[item] if item >= 0 else None
        if row is not None and row.missile and can_shoot_from(row, figure.posture):
            if is_loaded(battle, item):
                found.append(item)
    return tuple(found)


def has_field_of_fire(arena: Arena, figure: Figure) -> bool:
    """Whether one who does not stand has a facing all the same, to shoot by (TFT-FACE-06)."""
    for item in (figure.main, figure.off):
        row = arena.weapons[item] if item >= 0 else None
        if row is not None and row.missile and can_shoot_from(row, figure.posture):
            return True
    return False


def may_shoot_now(arena: Arena, figure: Figure, who: int, engaged: bool) -> bool:
    """By status and movement: a missile attack, or a last shot (TFT-ACT-17, TFT-ACT-32).

    The last shot is for those who were free as phase II began, have been engaged since, and have
    not moved.
    """
    limits = arena.characters[who].limits
    if not engaged:
        return figure.steps <= limits["missile_attack"]
    return not figure.engaged_before and figure.steps <= limits["last_shot"]


def throws(arena: Arena, battle: Battle, who: int) -> list[Throw]:
    """Throws at everybody in front, near and far, one weapon at a time (TFT-TWO-02)."""
    items = throwable(arena, battle.figures[who])
    if not items or arena.giants[who]:  # giants throw nothing: TFT-CRE-12
        return []
    return [Throw(t, item) for t in targets_afar(arena, battle, who) for item in items]


def shots(arena: Arena, battle: Battle, who: int, engaged: bool) -> list[Shoot]:
    """Shots at everybody in front, whoever engages the shooter (TFT-ACT-17, TFT-ACT-32)."""
    figure = battle.figures[who]
    if not may_shoot_now(arena, figure, who, engaged):
        return []
    items = shootable(arena, battle, figure)
    if not items:
        return []
    return [Shoot(t, item) for t in targets_afar(arena, battle, who) for item in items]


def reloads(arena: Arena, battle: Battle, who: int, engaged: bool) -> list[Reload]:
    """Loading what is in hand, unless engaged now (TFT-ACT-15, TFT-ACT-16, TFT-MIS-07)."""
    return [] if engaged else [Reload(item) for item in reload_choices(arena, battle, who)]


def second_arrow_due(battle: Battle, figure: Figure) -> bool:
    """Whether a figure still has its second arrow: up to it, with the bow in hand (MIS-05).

    One that was knocked down has lost it (TFT-INJ-04).
    """
    item = figure.second_arrow
    return (
        item >= 0
        and item in (figure.main, figure.off)
        and figure.condition is FIT
        and figure.hex >= 0
        and figure.down_until < battle.turn
    )


def second_shots(arena: Arena, battle: Battle, who: int) -> list[Shoot]:
    """The targets of a second arrow."""
    item = battle.figures[who].second_arrow
    return [Shoot(target, item) for target in targets_afar(arena, battle, who)]
