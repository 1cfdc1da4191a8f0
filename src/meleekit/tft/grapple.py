"""Moving onto an enemy: who may, by which ways, and the defence roll (TFT-HTH-01..10, HTH-15)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from operator import or_

from meleekit.core.hexgrid import FRONT, REAR
from meleekit.tft.actions import Grapple
from meleekit.tft.arena import Arena
from meleekit.tft.battle_rows import HthOutcome
from meleekit.tft.clinch import drop_but, drop_but_blades, go_to_grips, may_keep
from meleekit.tft.dexterity import arc_at
from meleekit.tft.engagement import engagers, engaging_hexes
from meleekit.tft.flight import flight
from meleekit.tft.grapple_events import DefenceRolled
from meleekit.tft.jumps import Jumps, jump_ways
from meleekit.tft.limits import full_ma
from meleekit.tft.movement import Way, cost_of, reach
from meleekit.tft.occupancy import held_and_fallen
from meleekit.tft.piles import enemies_in, hangs_together
from meleekit.tft.play import Play
from meleekit.tft.state import ALOFT, FIT, STANDING, Battle, Phase
from meleekit.tft.wrestling import free_hit

JOIN = -1
"""The target of one that joins a pile: nobody has to be named (TFT-HTH-15)."""

# -- who may be grappled, and from where ---------------------------------------------------------


def from_behind(arena: Arena, battle: Battle, target: int, via: int) -> bool:
    """Whether `via` is a rear hex of the target, as all are of one who has no front (HTH-08)."""
    return arc_at(arena, battle, arena.board.bit[via], target) is REAR


def open_to_grapple(arena: Arena, battle: Battle, who: int, target: int, via: int) -> bool:
    """Whether `who` may grapple the target from `via` without being asked (TFT-HTH-02).

    The target is down or kneeling, slower, has a wall behind it, or is taken from side or rear.
    """
    figure = battle.figures[target]
    if figure.posture is not STANDING:
        return True
    if full_ma(arena, target, figure) < full_ma(arena, who, battle.figures[who]):
        return True
    # A giant has a wall behind it only if no rear hex is on the board: HTH-20.
    if not arena.shapes[target].rear[figure.hex][figure.facing]:
        return True
    return arc_at(arena, battle, arena.board.bit[via], target) is not FRONT


def asks_consent(arena: Arena, battle: Battle, action: Grapple) -> bool:
    """Whether only the target's consent allows the entry (TFT-HTH-02, TFT-HTH-19)."""
    if action.target == JOIN or action.flying:
        return False
    return not open_to_grapple(arena, battle, action.figure, action.target, action.via)


def names(arena: Arena, battle: Battle, who: int, hex_: int) -> tuple[int, ...]:
    """Whom one may name who moves onto the enemies in a hex: each, or nobody where a pile lies.

    A pile is joined without conditions (TFT-HTH-15), where there is a giant in it in any of its
    hexes (TFT-HTH-20); of several that lie there without being in hand-to-hand one is named
    (TFT-MOVE-24).
    """
    figures = battle.figures
    there = enemies_in(arena, battle, who, hex_)
    if any([figures[e].grappling for e in there]):
        return (JOIN,)
    if arena.any_giants:
        bit, body = arena.board.bit[hex_], arena.body
        there = tuple([e for e in there if body[e][figures[e].hex][figures[e].facing] & bit])
    return there


def _entries(
    arena: Arena, battle: Battle, who: int, hex_: int, via: int, over: tuple[int, ...] = ()
) -> list[Grapple]:
    """The entries from one hex into another that may be made or asked for."""
    named = names(arena, battle, who, hex_)
    entries = [Grapple(who, target, hex_, via, over) for target in named]
    refused = battle.figures[who].turned_away
    if refused:
        return [
            entry
            for entry in entries
            if entry.target not in refused or not asks_consent(arena, battle, entry)
        ]
    return entries


def _enemy_hexes(arena: Arena, battle: Battle, who: int) -> int:
    """Mask of the hexes with conscious enemies that can be grappled: not in the air.

    A giant's three, and those of a giant in whose pile they are (TFT-HTH-20).
    """
    figures, bit = battle.figures, arena.board.bit
    found = 0
    for enemy in arena.enemies[who]:
        figure = figures[enemy]
        on_ground = figure.posture is not ALOFT
        if figure.condition is FIT and on_ground and figure.hex >= 0:
            found |= bit[figure.hex]
            if arena.any_giants:
                found |= arena.body[enemy][figure.hex][figure.facing]
                if figure.grappling:
                    found |= hangs_together(arena, battle, figure.hex)
    return found


def close_entries(arena: Arena, battle: Battle, who: int) -> list[Grapple]:
    """ATTEMPT HTH: onto the enemies next to a character at its moment (TFT-HTH-04, ACT-29)."""
    here = battle.figures[who].hex
    if arena.giants[who]:
        return []  # HTH-01
    hexes = _enemy_hexes(arena, battle, who) & arena.board.adjacent[here]
    if not hexes:
        return []
    found: list[Grapple] = []
    for hex_ in arena.board.hexes_of(hexes):
        found += _entries(arena, battle, who, hex_, here)
    return found


def running_entries(
    arena: Arena, battle: Battle, who: int, jumps: Mapping[Jumps, Way]
) -> list[Grapple]:
    """Onto enemies as the last step of a disengaged character's movement (HTH-03, ACT-19).

    `jumps` are the ways with jumps that are open to it. They are listed where walking is longer.
    """
    held_by, layers, _ = reach(arena, battle, who)
    limit = arena.characters[who].limits["hth_entry_move"]
    if held_by or not limit or arena.giants[who] or battle.figures[who].posture is not STANDING:
        return []
    board = arena.board
    in_range = board.discs(battle.figures[who].hex)[: limit + 1][-1]
    enemies = _enemy_hexes(arena, battle, who) & in_range
    if not enemies:
        return []
    near = reduce(or_, layers[:limit], 0)
    if not jumps:
        enemies &= board.spread(near)
    if not enemies:
        return []
    _, bodies = held_and_fallen(arena, battle, (who,))
    found: list[Grapple] = []
    for hex_ in board.hexes_of(enemies):
        on = board.adjacent[hex_] & ~_stops_before(arena, battle, who, hex_, bodies)
        for via in board.hexes_of(near & on):
            found += _entries(arena, battle, who, hex_, via)
        for (via, over), (cost, _) in jumps.items():
            if on & board.bit[via] and cost < limit:
                walked = cost_of(board, layers, via)
                if walked < 0 or cost < walked:
                    found += _entries(arena, battle, who, hex_, via, over)
    return found


def _stops_before(arena: Arena, battle: Battle, who: int, hex_: int, bodies: int) -> int:
    """Mask of the hexes that may not be left again for the enemy in `hex_` (TFT-MOVE-15).

    Those with `bodies`, and those in front of any enemy but the one there. From where one set out
    one may always go on.
    """
    figures, bit = battle.figures, arena.board.bit[hex_]
    stops = bodies
    for enemy in arena.enemies[who]:
        figure = figures[enemy]
        front = engaging_hexes(arena, enemy, figure)
        if front and not arena.body[enemy][figure.hex][figure.facing] & bit:
            stops |= front
    start = figures[who].hex
    return stops & ~arena.board.bit[start] if start >= 0 else stops


def landing_entries(arena: Arena, battle: Battle, who: int) -> list[Grapple]:
    """Onto enemies out of the air, as the last step of half a flight at most (TFT-HTH-05).

    Whatever front, wall or speed the enemy has. The hex passed last has room to land in, should
    the enemy not be pulled down. One that is engaged takes off by a shift alone (TFT-MOVE-21).
    """
    if not arena.flying_ma[who] or engagers(arena, battle, who):
        return []
    limit = arena.characters[who].flying_limits["hth_entry_move"]
    held, _ = held_and_fallen(arena, battle, (who,))
    near = 0
    for layer in flight(arena, battle, who).layers[:limit]:
        near |= layer & ~held
    board = arena.board
    return [
        Grapple(who, target, hex_, via, flying=True)
        for hex_ in board.hexes_of(_enemy_hexes(arena, battle, who))
        for via in board.hexes_of(near & board.adjacent[hex_])
        for target in names(arena, battle, who, hex_)
    ]


def way_to(arena: Arena, battle: Battle, action: Grapple) -> Way:
    """The way to the hex from which `running_entries` has the enemy's entered."""
    who, via = action.figure, action.via
    if action.over:
        return jump_ways(arena, battle, who)[via, action.over]
    _, layers, stops = reach(arena, battle, who)
    start = battle.figures[who].hex
    if via == start:
        return 0, (start,)
    return cost_of(arena.board, layers, via), arena.board.path(start, via, layers, stops)


# -- the entry -----------------------------------------------------------------------------------


def enter(play: Play, who: int, target: int, hex_: int) -> HthOutcome | None:
    """Move onto the enemies in a hex; what the defence roll says, None where there is none.

    The attacker stands in the hex it comes from, drops there what is no blade (TFT-HTH-06), and
    stays there if it is repelled, its action used (TFT-HTH-10).
    """
    arena, via = play.arena, play.figures[who].hex
    drop_but_blades(play, who)
    figure = play.edit(who)
    if play.battle.phase is Phase.MOVEMENT:
        figure.steps += 1
        figure.run = -1
    else:
        figure.acted = True
    if target == JOIN:
        go_to_grips(play, who, hex_)
        return None
    outcome = _defence(play, who, target, from_behind(arena, play.battle, target, via))
    if outcome in (HthOutcome.REPELLED, HthOutcome.STRUCK):
        play.edit(who).acted = True
        if outcome is HthOutcome.STRUCK:
            free_hit(play, target, who)
        return outcome
    keeps = outcome is HthOutcome.BLADE and bool(may_keep(arena, play.figures[target]))
    if not keeps:
        drop_but(play, target, (), "TFT-HTH-07")
    go_to_grips(play, who, hex_, named=target)
    return outcome if keeps else HthOutcome.BARE_HANDS


def _defence(play: Play, who: int, target: int, behind: bool) -> HthOutcome:
    """The defence roll; from behind a 6 is thrown again (TFT-HTH-07, TFT-HTH-08)."""
    arena = play.arena
    faces = tuple(
        row.outcome for row in arena.tables.hth_defence for _ in range(row.first, row.last + 1)
    )
    why = f"{arena.name(target)} fends off {arena.name(who)}"
    again = [face for face, what in enumerate(faces, 1) if behind and what is HthOutcome.STRUCK]
    roll = play.dice.roll_anew(again=again, why=why, classes=faces)
    outcome = faces[roll.total - 1]
    play.tell(DefenceRolled("TFT-HTH-07", target, who, roll, outcome, behind))
    return outcome
