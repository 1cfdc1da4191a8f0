"""What holds at every moment of a Tao fight, and from each to the next."""

from __future__ import annotations

from meleekit.tao.game import TaoMelee
from meleekit.tao.state import ACTIVE, NO_ITEM, Battle


def items_in_play(battle: Battle) -> list[int]:
    """All items, in hand, carried or on the ground, in order."""
    found = [thing.item for thing in battle.ground]
    for figure in battle.figures:
        found += [item for item in (figure.ready, *figure.carried) if item != NO_ITEM]
    return sorted(found)


def check_whole(game: TaoMelee, battle: Battle) -> None:
    """A moment contradicts itself nowhere, no item is lost or made, nobody owes action points."""
    game.check_state(battle)
    assert items_in_play(battle) == [*range(len(game.arena.items))], "an item is lost or made"
    assert all(figure.ap >= 0 for figure in battle.figures), "somebody owes action points"


def check_follows(before: Battle, battle: Battle) -> None:
    """Nothing heals, nobody gets up or comes back, and the first dice stay (TAO-INIT-01)."""
    assert battle.dice == before.dice, "initiative is rolled once"
    assert battle.round >= before.round, "a round comes back"
    for old, new in zip(before.figures, battle.figures, strict=True):
        assert new.hp <= old.hp, "hit points are healed"
        if old.status is not ACTIVE:
            same = (new.status, new.hex, new.hp, new.carried) == (
                old.status,
                old.hex,
                old.hp,
                old.carried,
            )
            assert same, "who is out of the fight does something"
