"""What holds at every moment of every battle of Melee (1977), and from one to the next."""

from __future__ import annotations

from meleekit.tft.clinch import is_blade
from meleekit.tft.game import Melee
from meleekit.tft.state import Battle, ComeDown, Condition, Figure, Posture, TakeBlade

UPRIGHT = (Posture.STANDING, Posture.KNEELING)


def check_whole(game: Melee, battle: Battle) -> None:
    """No position ever is like this: what each assertion says."""
    decisions = game.decisions(battle)
    assert len(decisions) == (0 if battle.outcome else 1)
    assert (game.outcome(battle) is None) == bool(decisions)
    check_piles(game, battle)
    upright = 0
    for who, figure in enumerate(battle.figures):
        assert figure.hits >= 0
        body = hexes_of(game, who, figure)
        if figure.hex >= 0:
            assert body.bit_count() == (3 if game.arena.giants[who] else 1)  # TFT-MON-08
        if figure.condition is Condition.FIT and figure.posture in UPRIGHT:
            assert not body & upright
            upright |= body
    seen: list[int] = [thing.item for thing in battle.ground]
    for figure in battle.figures:
        held = {i for i in (figure.main, figure.off) if i >= 0}
        if figure.changing:
            held |= {i for i in figure.readying if i >= 0}
        seen += [*held, *figure.slung]
    assert len(seen) == len(set(seen)), "an item is in two places"
    if decisions:
        assert game.actions(battle, decisions[0].seat)


def hexes_of(game: Melee, who: int, figure: Figure) -> int:
    """Mask of the hexes a figure fills."""
    return game.arena.body[who][figure.hex][figure.facing] if figure.hex >= 0 else 0


def check_piles(game: Melee, battle: Battle) -> None:
    """Conscious enemies share a hex if and only if they are in hand-to-hand, on the ground.

    All who share hexes with a giant are in one pile.
    """
    # TFT-HTH-11, TFT-HTH-17, TFT-HTH-03, TFT-HTH-20; a flier has still to come down by TFT-MOVE-25
    above = {task.figure for task in battle.stack if isinstance(task, ComeDown)}
    there = [
        (w, f)
        for w, f in enumerate(battle.figures)
        if f.posture is not Posture.ALOFT and f.condition is Condition.FIT and w not in above
    ]
    giants = [hexes_of(game, w, f) for w, f in there if game.arena.giants[w]]
    for who, figure in enumerate(battle.figures):
        if figure.posture is Posture.ALOFT or who in above:
            continue
        own = hexes_of(game, who, figure)
        own |= sum(body for body in giants if body & own and body != own)
        meets = (who, figure) in there and any(
            hexes_of(game, one, other) & own and game.arena.side_of[one] != game.arena.side_of[who]
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
