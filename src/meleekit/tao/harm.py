"""What a hit does beyond its damage: down, dead, stunned, driven back (TAO-HP, TAO-STUN)."""

from __future__ import annotations

from meleekit.tao.arena import Arena
from meleekit.tao.events import Died, FellBack, Followed, HeldOn, Stunned, WentDown
from meleekit.tao.gear import let_fall
from meleekit.tao.movement import free_beside, held_hexes
from meleekit.tao.play import Play
from meleekit.tao.state import ACTIVE, Battle, FallBack, Status
from meleekit.tao.switches import Switch


def hurt(play: Play, who: int, hits: int, by: int, *, falls: bool = True) -> None:
    """Take a hit's damage off the hit points, with all that follows (TAO-HP-01, TAO-STUN-01).

    Each hit is judged alone, by the hit points before it. One that stuns drives its target away
    from the attacker (TAO-STUN-05), unless `falls` says that something else does.
    """
    figure = play.edit(who)
    before, figure.hp = figure.hp, figure.hp - hits
    status = status_at(play.arena, figure.hp)
    if status is not ACTIVE:
        _lose(play, who, status)
    elif stuns(play.arena, before, hits):
        stun(play, who, "TAO-STUN-01")
        if falls and Switch.FALL_BACK in play.arena.rules:
            drive_back(play, who, by)


def status_at(arena: Arena, hp: int) -> Status:
    """What becomes of whoever has so many hit points left (TAO-HP-01)."""
    fall = arena.tables.fall
    if hp > fall.down:
        return ACTIVE
    return Status.DEAD if hp <= fall.dead else Status.DOWN


def stuns(arena: Arena, before: int, hits: int) -> bool:
    """Whether a hit is a quarter of the hit points before it, and stun in force (TAO-STUN-01)."""
    return Switch.STUN in arena.rules and hits * arena.tables.stun.times >= before


def _lose(play: Play, who: int, status: Status) -> None:
    """Out of the fight: it holds no hex any more, and its weapon falls (TAO-HP-01)."""
    figure = play.edit(who)
    figure.status = status
    figure.stunned = False
    play.tell((Died if status is Status.DEAD else WentDown)("TAO-HP-01", who))
    let_fall(play, who, "TAO-HP-01")


def stun(play: Play, who: int, rule: str) -> None:
    """It loses its next turn; who is stunned already is not more stunned (TAO-STUN-02, STUN-03)."""
    figure = play.edit(who)
    play.tell(Stunned(rule, who, figure.stunned))
    figure.stunned = True


# -- driving back ----------------------------------------------------------------------------------


def fall_back_hexes(arena: Arena, battle: Battle, who: int, by: int) -> tuple[int, ...]:
    """The free hexes beside `who` that are farther from the attacker (TAO-STUN-05)."""
    here, board = battle.figures[who].hex, arena.board
    row = board.distance[battle.figures[by].hex]
    free = board.hexes_of(free_beside(arena, battle, who))
    return tuple([hex_ for hex_ in free if row[hex_] > row[here]])


def drive_back(play: Play, who: int, by: int, *, follows: bool = False) -> None:
    """One hex away, for no action points (TAO-WD-04): its owner chooses where there is a choice.

    An attacker who `follows` enters the hex that is left; if there is none to go to, the target
    is stunned and nobody moves (TAO-OVB-04).
    """
    hexes = fall_back_hexes(play.arena, play.battle, who, by)
    if not hexes:
        play.tell(HeldOn(_rule(follows), who))
        if follows:
            stun(play, who, "TAO-OVB-04")
    elif len(hexes) == 1:
        go_back(play, who, by, hexes[0], follows=follows)
    else:
        play.push(FallBack(who, by, follows))


def go_back(play: Play, who: int, by: int, hex_: int, *, follows: bool) -> None:
    """To that hex, out of a brawl too (TAO-GRAP-06); the attacker follows if nobody is left."""
    names = play.arena.names
    figure = play.edit(who)
    left, figure.hex = figure.hex, hex_
    play.tell(FellBack(_rule(follows), who, names[left], names[hex_]))
    if follows and not held_hexes(play.arena, play.battle) & play.arena.board.bit[left]:
        attacker = play.edit(by)
        start, attacker.hex = attacker.hex, left
        play.tell(Followed("TAO-OVB-04", by, names[start], names[left]))


def _rule(follows: bool) -> str:
    return "TAO-OVB-04" if follows else "TAO-STUN-05"


def can_fight(play: Play, who: int) -> bool:
    """Whether one can still strike: neither down nor stunned (TAO-VAL-02)."""
    figure = play.figures[who]
    return figure.status is ACTIVE and not figure.stunned
