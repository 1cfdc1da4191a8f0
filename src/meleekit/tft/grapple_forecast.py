"""What going to grips, drawing a dagger and breaking free may bring, exactly."""

from __future__ import annotations

from fractions import Fraction

from meleekit.core.game import Chance, Expected, Forecast
from meleekit.core.odds import chance, mean
from meleekit.core.phrases import percent
from meleekit.tft.actions import Agree, BreakFree, DrawDagger, Grapple
from meleekit.tft.arena import Arena
from meleekit.tft.battle_rows import HthOutcome
from meleekit.tft.dexterity import order_dex
from meleekit.tft.enumerated import outcomes
from meleekit.tft.events import Stumbled
from meleekit.tft.grapple import asks_consent
from meleekit.tft.grapple_events import BrokeFree, DaggerDrawn, DefenceRolled
from meleekit.tft.grapple_moments import PERFORM_GRAPPLE
from meleekit.tft.piles import pile_foes
from meleekit.tft.play import Play
from meleekit.tft.state import Act, AnyTask, Battle, Consent

_NAMES = {
    HthOutcome.BARE_HANDS: "the defender with bare hands",
    HthOutcome.BLADE: "the defender with a blade, if it has one",
    HthOutcome.REPELLED: "thrown back",
    HthOutcome.STRUCK: "thrown back and hit",
}
_HELD_OFF = (HthOutcome.REPELLED, HthOutcome.STRUCK)


def grapple_forecast(
    arena: Arena, battle: Battle, action: Grapple | Agree | DrawDagger | BreakFree
) -> Forecast | None:
    """Exact odds of an action of hand-to-hand that is no blow; None where no dice fall."""
    task = battle.stack[-1]
    if isinstance(action, Grapple):
        return _entry(arena, battle, task, action, action.figure)
    if isinstance(action, Agree):
        assert isinstance(task, Consent)
        return _entry(arena, battle, task, action, task.attacker)
    assert isinstance(task, Act)
    if isinstance(action, DrawDagger):
        return _draw(arena, battle, task, action)
    return _break_free(arena, battle, task, action)


def _entry(
    arena: Arena, battle: Battle, task: AnyTask, action: Grapple | Agree, attacker: int
) -> Forecast | None:
    """What the defence roll says, and the hits a repelled attacker takes; once it is agreed to."""
    before = battle.figures[attacker].hits

    def act(play: Play) -> None:
        PERFORM_GRAPPLE[type(action)](play, task, action)
        asked = play.battle.stack[-1] if play.battle.stack else None
        if isinstance(asked, Consent):
            PERFORM_GRAPPLE[Agree](play, asked, Agree())

    def read(play: Play) -> tuple[HthOutcome | None, bool, int]:
        rolled = [e.outcome for e in play.events if isinstance(e, DefenceRolled)]
        fell = any(isinstance(e, Stumbled) and e.fell for e in play.events)
        return rolled[0] if rolled else None, fell, play.figures[attacker].hits - before

    found = outcomes(arena, battle, act, read)
    of_outcome = {
        outcome: sum([p for (what, _, _), p in found if what is outcome], Fraction(0))
        for outcome in _NAMES
    }
    chances = [Chance(_NAMES[outcome], p) for outcome, p in of_outcome.items() if p]
    falls = chance(found, lambda r: r[1])
    if falls:
        chances.append(Chance("stumble on the way", falls))
    if not chances:
        return None
    begins = chance(found, lambda r: r[0] is not None and r[0] not in _HELD_OFF)
    if any(of_outcome[outcome] for outcome in _HELD_OFF):
        chances.insert(0, Chance("come to grips", begins))
    hits = mean(found, lambda r: r[2] if r[0] is HthOutcome.STRUCK else 0)
    asked = isinstance(action, Grapple) and asks_consent(arena, battle, action)
    note = f"if {arena.name(action.target)} agrees" if isinstance(action, Grapple) else ""
    return Forecast(
        headline=f"{percent(begins)} to come to grips",
        chances=tuple(chances),
        expected=(Expected(f"hits on {arena.name(attacker)}", hits),) if hits else (),
        notes=(note,) if asked else (),
    )


def _draw(arena: Arena, battle: Battle, task: Act, action: DrawDagger) -> Forecast:
    found = outcomes(
        arena,
        battle,
        lambda play: PERFORM_GRAPPLE[DrawDagger](play, task, action),
        lambda play: any(isinstance(e, DaggerDrawn) and e.drawn for e in play.events),
    )
    return _sure(chance(found, bool), "have it in hand next turn", "draw")


def _break_free(arena: Arena, battle: Battle, task: Act, action: BreakFree) -> Forecast:
    """With the comparison of DEX that decides, where there is one enemy only (TFT-DIS-03)."""
    found = outcomes(
        arena,
        battle,
        lambda play: PERFORM_GRAPPLE[BreakFree](play, task, action),
        lambda play: any(isinstance(e, BrokeFree) and e.free for e in play.events),
    )
    foes = pile_foes(arena, battle, task.figure)
    note = f"{len(foes)} enemies in the pile"
    if len(foes) == 1:
        own, theirs = (order_dex(arena, battle, who)[0] for who in (task.figure, foes[0]))
        note = f"adjDEX {own} against {arena.name(foes[0])}'s {theirs}"
    return _sure(chance(found, bool), "break free", "break free", note)


def _sure(p: Fraction, words: str, name: str, *notes: str) -> Forecast:
    return Forecast(f"{percent(p)} to {words}", (Chance(name, p),), notes=notes)
