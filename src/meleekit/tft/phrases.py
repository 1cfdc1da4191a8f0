"""Small pieces of the texts: numbers, dice, hits, damage, standing orders."""

from __future__ import annotations

from collections.abc import Sequence

from meleekit.core.phrases import listed
from meleekit.tft.blow_events import Damage
from meleekit.tft.state import Order, StandingOrder


def signed(value: int) -> str:
    """A number with its sign: "+2", "−4"."""
    return f"{value:+d}".replace("-", "−")


def hits_words(hits: int) -> str:
    """Points that come off STR: "1 hit", "5 hits"."""
    return "1 hit" if hits == 1 else f"{hits} hits"


def damage_words(damage: Damage) -> str:
    """Damage, why it is so much, what is stopped, and the hits that are left."""
    charge = [part.name for part in damage.multipliers if part.name.endswith("charge")]
    dealt = f"{damage.rolled} damage" + (f" ({', '.join(charge)})" if charge else "")
    stopping = [f"{part.name} stops {part.value}" for part in damage.stops]
    if not damage.rolled:
        return "No damage."
    if not damage.hits:
        return f"{dealt}, all of it stopped by {listed([part.name for part in damage.stops])}."
    if not stopping:
        return f"{dealt}: {hits_words(damage.hits)}."
    return f"{dealt}, {listed(stopping)}: {hits_words(damage.hits)}."


def thrown_words(names: Sequence[str], dice: Sequence[Sequence[int]]) -> str:
    """What each contender threw, rerolls after commas; empty where the dice are not known."""
    known = [(name, row) for name, row in zip(names, dice, strict=False) if row]
    return listed([f"{name} {' then '.join(map(str, row))}" for name, row in known])


def order_words(order: StandingOrder) -> str:
    """A standing order as one would give it to its character (TFT-DEF-06)."""
    if order.order is Order.IF_EXPECTED:
        verb = "is" if order.above == 1 else "are"
        return f"defend or dodge early if more than {hits_words(order.above)} {verb} expected"
    return {
        Order.ASK: "ask before defending or dodging early",
        Order.NEVER: "never defend or dodge early",
        Order.ALWAYS: "always defend or dodge early",
    }[order.order]
