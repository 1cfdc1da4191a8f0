"""Random fights, with every set of rules, for tests that look every moment over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any

from meleekit.core.dice import Rolled
from meleekit.tao.game import TaoMelee
from meleekit.tao.state import Battle
from meleekit.tao.switches import ALL, GROUPS, Switch
from tests.tao.positions import SYSTEM

SHELF = ("albert", "bala", "caleb", "drusilla", "goblin", "orc", "ogre", "brawler", "wolf")


def dice_of(*what: object) -> Rolled:
    """Dice for one purpose, always the same."""
    return Rolled(sha256(repr(what).encode()).digest())


def rules_of(choice: Rolled) -> tuple[str, ...]:
    """Some of the rule groups, with those that they need."""
    return with_needs([switch for switch in Switch if choice.below(4)])


def with_needs(switches: Iterable[Switch]) -> tuple[str, ...]:
    """The rule groups, and those without which they mean nothing."""
    chosen = set(switches)
    while needed := {n for s in chosen if (n := GROUPS[s].needs)} - chosen:
        chosen |= needed
    return tuple(name for name in ALL if name in chosen)


def random_setup(choice: Rolled, rules: tuple[str, ...], *, limit: int = 12) -> dict[str, Any]:
    """A crowded little map: two to four a side, side by side with their enemies."""
    columns, rows = 5 + 2 * choice.below(3), 5 + choice.below(4)
    free = [f"{c:02d}{r:02d}" for c in range(1, columns + 1) for r in range(1, rows + 1)]
    sides = []
    for side in ("Red", "Blue"):
        combatants = [_combatant(choice, free) for _ in range(2 + choice.below(3))]
        sides.append({"name": side, "combatants": combatants})
    if choice.below(2):
        sides[0]["exits"] = free[:2]
    return {
        "sides": sides,
        "columns": columns,
        "rows": rows,
        "round_limit": limit,
        "variants": list(rules),
    }


def _combatant(choice: Rolled, free: list[str]) -> dict[str, Any]:
    row: dict[str, Any] = {
        "like": SHELF[choice.below(len(SHELF))],
        "hex": free.pop(choice.below(len(free))),
    }
    row["hp"] = 4 + choice.below(25)
    row["helmet"] = bool(choice.below(2))
    if choice.below(2):
        row["morale"] = 4 + choice.below(5)
    if not choice.below(4):
        row["carried"] = ["dagger", "short bow"][: 1 + choice.below(2)]
    if not choice.below(5) and row["like"] != "wolf":
        row["weapon"] = ("", "halberd", "dagger", "two-handed sword")[choice.below(4)]
    if not choice.below(4):
        row["attacks"] = 2
    return row


def random_game(seed: int, rules: tuple[str, ...] | None = None) -> TaoMelee:
    """A random fight of that seed, with all rules that are named or some of them."""
    choice = dice_of("set-up", seed)
    in_force = rules_of(choice) if rules is None else rules
    return TaoMelee(SYSTEM.setup_from(random_setup(choice, in_force)))


def moments(game: TaoMelee, seed: int, most: int = 5000) -> Iterator[Battle]:
    """Every moment of a random game, the last included."""
    dice, choice = dice_of("dice", seed), dice_of("choice", seed)
    state = game.begin(dice).state
    for _ in range(most):
        yield state
        waiting = game.decisions(state)
        if not waiting:
            return
        legal = game.actions(state, waiting[0].seat)
        state = game.apply(state, waiting[0].seat, legal[choice.below(len(legal))], dice).state
    raise AssertionError("it does not end")
