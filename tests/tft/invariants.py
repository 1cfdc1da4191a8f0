"""What holds at every moment of every battle of Melee (1977), and from one to the next."""

from __future__ import annotations

from meleekit.tft.clinch import is_blade
from meleekit.tft.game import Melee
from meleekit.tft.state import Battle, ComeDown, Condition, Posture, TakeBlade

UPRIGHT = (Posture.STANDING, Posture.KNEELING)


def check_whole(game: Melee, battle: Battle) -> None:
    """No position ever is like this: what each assertion says."""
    decisions = game.decisions(battle)
    assert len(decisions) == (0 if battle.outcome else 1)
    assert (game.outcome(battle) is None) == bool(decisions)
    check_piles(game, battle)
    upright: set[int] = set()
    for figure in battle.figures:
        assert figure.hits >= 0
        if figure.condition is Condition.FIT and figure.posture in UPRIGHT:
            assert figure.hex not in upright or figure.hex < 0
            upright.add(figure.hex)
    seen: list[int] = [thing.item for thing in battle.ground]
    for figure in battle.figures:
        held = {i for i in (figure.main, figure.off) if i >= 0}
        if figure.changing:
            held |= {i for i in figure.readying if i >= 0}
        seen += [*held, *figure.slung]
    assert len(seen) == len(set(seen)), "an item is in two places"
    if decisions:
        assert game.actions(battle, decisions[0].seat)


def check_piles(game: Melee, battle: Battle) -> None:
    """Conscious enemies share a hex if and only if they are in hand-to-hand, on the ground."""
    # TFT-HTH-11, TFT-HTH-17, TFT-HTH-03; a flier has still to come down by TFT-MOVE-25
    above = {task.figure for task in battle.stack if isinstance(task, ComeDown)}
    there = [
        (who, figure)
        for who, figure in enumerate(battle.figures)
        if figure.posture is not Posture.ALOFT and who not in above
    ]
    for who, figure in there:
        meets = figure.condition is Condition.FIT and any(
            other.hex == figure.hex >= 0
            and other.condition is Condition.FIT
            and game.arena.side_of[one] != game.arena.side_of[who]
            for one, other in there
        )
        assert figure.grappling == meets
        if meets:
            assert figure.posture is Posture.PRONE
            held = [i for i in (figure.main, figure.off) if i >= 0]
            if not any(isinstance(task, TakeBlade) for task in battle.stack):
                assert all(is_blade(game.arena, item) for item in held)


def check_not_healed(before: Battle, after: Battle) -> None:
    """Hits are never healed in a battle."""
    # TFT-INJ-07
    for old, new in zip(before.figures, after.figures, strict=True):
        assert new.hits >= old.hits


def items_in_play(battle: Battle) -> set[int]:
    """All items that are in hand, on a back or on the ground."""
    found = {thing.item for thing in battle.ground}
    for figure in battle.figures:
        hands = (figure.main, figure.off, *(figure.readying if figure.changing else ()))
        found.update(i for i in (*hands, *figure.slung) if i >= 0)
    return found
