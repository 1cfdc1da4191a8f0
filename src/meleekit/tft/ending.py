"""When a battle is over, who has won it, and what it earns (TFT-BAT, TFT-XP)."""

from __future__ import annotations

from collections.abc import Sequence

from meleekit.core.game import Outcome
from meleekit.tft.blow_events import Died
from meleekit.tft.engagement import able_to_fight
from meleekit.tft.events import BattleEnded, ExperienceGained
from meleekit.tft.experience import Member, awards
from meleekit.tft.play import Play
from meleekit.tft.state import Condition, Phase


def end_battle(play: Play) -> None:
    """End the battle if at most one side can fight on, or its turns are up (TFT-BAT-02).

    In the arena, too, a side is beaten whose members left are all unconscious (TFT-BAT-04).
    """
    arena, battle = play.arena, play.battle
    able = sorted({arena.side_of[w] for w, f in enumerate(play.figures) if able_to_fight(f)})
    limit = arena.setup.turn_limit
    if len(able) == 1:
        _slay_the_fallen(play, able[0])
        _finish(play, able[0], f"only {arena.sides[able[0]]} can fight on", "TFT-BAT-02")
    elif not able:
        _finish(play, None, "nobody can fight on", "TFT-BAT-02")
    elif limit and battle.turn >= limit:
        _finish(play, None, f"undecided after {limit} turns", "TFT-BAT-11")


def _slay_the_fallen(play: Play, winner: int) -> None:
    """In a battle to the death the losers' unconscious are slain (TFT-BAT-03)."""
    if not play.arena.kind.slays_fallen:
        return
    for who, figure in enumerate(play.figures):
        if figure.condition is Condition.UNCONSCIOUS and play.arena.side_of[who] != winner:
            play.edit(who).condition = Condition.DEAD
            play.tell(Died("TFT-BAT-03", who))


def _finish(play: Play, winner: int | None, reason: str, rule: str) -> None:
    arena, battle = play.arena, play.battle
    seats = tuple(
        seat
        for seat, own in enumerate(arena.of_seat)
        if winner is not None and own and arena.side_of[own[0]] == winner
    )
    battle.outcome = Outcome(seats, reason, rule)
    battle.phase = Phase.OVER
    play.tell(BattleEnded(rule, seats, reason))
    by_side = [[c.index for c in arena.characters if c.side == s] for s in range(len(arena.sides))]
    members = [[_member(play, who) for who in side] for side in by_side]
    for side, earned in zip(
        by_side, awards(arena.kind.id, members, winner, arena.tables), strict=True
    ):
        _tell_experience(play, side, [(award.xp, award.rules) for award in earned])


def _tell_experience(
    play: Play, side: Sequence[int], earned: Sequence[tuple[int, tuple[str, ...]]]
) -> None:
    for who, (points, rules) in zip(side, earned, strict=True):
        if points:
            play.tell(ExperienceGained(rules[0], who, points))


def _member(play: Play, who: int) -> Member:
    figure, character = play.figures[who], play.arena.characters[who]
    return Member(
        strength=character.strength,
        dexterity=character.dexterity,
        alive=figure.condition is not Condition.DEAD,
        escaped=figure.condition is Condition.ESCAPED,
        dropped_out=figure.condition is Condition.DROPPED_OUT,
        hits_taken=figure.hits,
    )
