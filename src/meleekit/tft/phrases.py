"""Small pieces of the texts: numbers with their sign, hits, standing orders."""

from __future__ import annotations

from meleekit.tft.state import Order, StandingOrder


def signed(value: int) -> str:
    """A number with its sign: "+2", "−4"."""
    return f"{value:+d}".replace("-", "−")


def hits_words(hits: int) -> str:
    """Points that come off STR: "1 hit", "5 hits"."""
    return "1 hit" if hits == 1 else f"{hits} hits"


def order_words(order: StandingOrder) -> str:
    """A standing order as one would give it to its character (TFT-DEF-06)."""
    if order.order is Order.IF_EXPECTED:
        verb = "is" if order.above == 1 else "are"
        return f"defend early if more than {hits_words(order.above)} {verb} expected"
    return {
        Order.ASK: "ask before defending early",
        Order.NEVER: "never defend early",
        Order.ALWAYS: "always defend early",
    }[order.order]
