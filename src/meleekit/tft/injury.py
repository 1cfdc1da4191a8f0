"""Wounds and what they do at once, next turn, and for good (TFT-INJ, TFT-DMG-04)."""

from __future__ import annotations

from meleekit.tft.blow_events import Collapsed, Died, DroppedOut, Fell, Shaken
from meleekit.tft.coming_down import come_down
from meleekit.tft.engagement import is_aloft
from meleekit.tft.equipment import drop_all
from meleekit.tft.piles import leave_pile
from meleekit.tft.play import Play
from meleekit.tft.postures import go_to_ground
from meleekit.tft.state import NO_GUARD, NOWHERE, PRONE, STANDING, Condition, Figure


def wound(play: Play, who: int, hits: int) -> None:
    """Take `hits` (>= 1) off a character's STR, with all that follows at once (TFT-INJ-01).

    What shakes a man and fells him does so to a bear (TFT-INJ-06).
    """
    tables = play.arena.tables
    injuries = play.arena.characters[who].injuries
    figure = play.edit(who)
    before = figure.hits_this_turn
    figure.hits += hits
    figure.hits_this_turn += hits
    left = play.arena.characters[who].strength - figure.hits
    if left <= tables.injury_str.dead:
        play.tell(Died("TFT-DMG-04", who))
        _lose(play, who, figure, Condition.DEAD)
        return
    leaves_at = play.arena.kind.drop_out_str
    if leaves_at is not None and left <= leaves_at:
        _drop_out(play, who, figure)
        return
    if figure.condition is Condition.UNCONSCIOUS:
        return
    if left <= tables.injury_str.unconscious:
        play.tell(Collapsed("TFT-DMG-04", who))
        _lose(play, who, figure, Condition.UNCONSCIOUS)
        return
    shaken = injuries["wounded"]
    if before < shaken.hits_in_turn <= figure.hits_this_turn:
        # One shaken by last turn's hits stays so for all of this turn; of the next turn its hits
        # tell as that begins.
        if figure.shaken_turn != play.battle.turn:
            figure.shaken_turn = play.battle.turn + 1
        play.tell(Shaken(shaken.rule, who))
    down = injuries["knocked_down"]
    if before < down.hits_in_turn <= figure.hits_this_turn:
        figure.acted = True
        figure.down_until = play.battle.turn + 1
        aloft = is_aloft(figure)
        go_to_ground(figure, PRONE)
        # In a pile nobody stands who could fall, but it is as bad: INJ-05.
        play.tell(Fell("TFT-INJ-05" if figure.grappling else down.rule, who))
        if aloft:
            come_down(play, who)


def _lose(play: Play, who: int, figure: Figure, condition: Condition) -> None:
    """Fall unconscious or dead: what is in hand drops, the body stays (TFT-EQP-08)."""
    drop_all(play, who, "TFT-EQP-08")
    aloft = is_aloft(figure)
    go_to_ground(figure, PRONE)
    figure.condition = condition
    figure.guard = NO_GUARD
    figure.acted = True
    if aloft:
        come_down(play, who)
    if figure.grappling:
        leave_pile(play, who, figure.hex)


def _drop_out(play: Play, who: int, figure: Figure) -> None:
    """Leave a practice bout; what is in hand stays where one stood (TFT-BAT-09)."""
    drop_all(play, who, "TFT-BAT-09")
    left = figure.hex
    if is_aloft(figure):
        figure.posture = STANDING  # it has left the air with the board
    figure.condition = Condition.DROPPED_OUT
    figure.hex = NOWHERE
    figure.acted = True
    play.tell(DroppedOut("TFT-BAT-09", who))
    if figure.grappling:
        leave_pile(play, who, left)
