"""The odds of an action in print: the chances, the number needed, and why it is that number."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rich.console import Console

from meleekit.core.game import Forecast, Modifier
from meleekit.terminal.menu import Option
from meleekit.terminal.page import add_row, columns, put, say

# Fractions of six dice and fewer are still pleasant to read: 6**6.
PLAIN_DENOMINATOR = 46_656


def show_forecast(console: Console, option: Option, forecast: Forecast | None) -> None:
    """Everything that is known of an action before it is chosen."""
    say(console, f"{option.number}  {option.label}", "bold")
    if forecast is None:
        say(console, "No dice are thrown for it.", indent=2)
        return
    say(console, forecast.headline, indent=2)
    if forecast.needed:
        say(console, f"needed: {forecast.needed}", indent=2)
        _modifiers(console, forecast.modifiers)
    _chances(console, forecast)
    for note in forecast.notes:
        say(console, note, indent=2)


def show_odds(console: Console, rows: Sequence[tuple[Option, Forecast]]) -> None:
    """The actions that dice decide, a line each."""
    if not rows:
        say(console, "No dice are thrown for anything that may be done now.")
        return
    table = columns("right bold", "", "dim")
    for option, forecast in rows:
        add_row(table, (str(option.number), option.label, forecast.headline))
    put(console, table)
    say(console, "? and a number shows the reasons.", "dim")


def percent(chance: Fraction) -> str:
    """A chance for people; what is not quite certain never looks so.

    >>> percent(Fraction(5, 8)), percent(Fraction(9999, 10000)), percent(Fraction(1))
    ('62.5%', '>99.9%', '100%')
    """
    if chance in (0, 1):
        return f"{int(chance) * 100}%"
    if chance < Fraction(1, 1000):
        return "<0.1%"
    if chance > Fraction(999, 1000):
        return ">99.9%"
    return f"{float(chance * 100):.1f}%"


def _modifiers(console: Console, modifiers: Sequence[Modifier]) -> None:
    if not modifiers:
        return
    table = columns("right ", "", "dim")
    for modifier in modifiers:
        add_row(table, (f"      {modifier.value:+d}", modifier.name, modifier.rule))
    put(console, table)


def _chances(console: Console, forecast: Forecast) -> None:
    if not forecast.chances and not forecast.expected:
        return
    table = columns("", "right ", "dim")
    for chance in forecast.chances:
        shown = percent(chance.probability)
        add_row(table, (f"    {chance.name}", shown, exact(chance.probability)))
    for expected in forecast.expected:
        shown = f"{float(expected.value):.2f}"
        add_row(table, (f"    expected {expected.name}", shown, exact(expected.value)))
    put(console, table)


def exact(fraction: Fraction) -> str:
    """The fraction itself, unless it is unpleasant to read or a whole number."""
    if fraction.denominator == 1 or fraction.denominator > PLAIN_DENOMINATOR:
        return ""
    return str(fraction)
