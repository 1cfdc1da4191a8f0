"""The sum of an attack line by line, as a referee follows it with pencil and dice."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from meleekit.battlesystem.calculator import Fighting, Melee
from meleekit.battlesystem.crt import Exact
from meleekit.battlesystem.melee import Attack, Struck, Suffered
from meleekit.core.game import Modifier


class Line(msgspec.Struct, frozen=True):
    """A line of a sum: what is added ("+1"), or what it comes to ("= 20"), and its rule."""

    amount: str
    name: str
    rule: str = ""

    @property
    def total(self) -> bool:
        """Whether it is what the lines above come to."""
        return self.amount.startswith("=")


def exact_words(value: Exact) -> str:
    """A number as people write it: 62.5, or 20/3 where it has no end.

    >>> from fractions import Fraction
    >>> exact_words(Fraction(125, 2)), exact_words(Fraction(20, 3)), exact_words(7)
    ('62.5', '20/3', '7')
    """
    if value.denominator == 1:
        return str(value.numerator)
    decimal = f"{float(value):.3f}".rstrip("0")
    return decimal if 1000 % value.denominator == 0 else str(value)


def rating_lines(parts: tuple[Modifier, ...], called: str, rule: str) -> Iterator[Line]:
    """A rating with its parts, and what they come to."""
    for number, part in enumerate(parts):
        shown = f"{part.value:+d}" if number else str(part.value)
        yield Line(shown, part.name, part.rule)
    yield Line(f"= {sum(part.value for part in parts)}", called, rule)


def base_lines(own: Fighting, enemy: Fighting, attack: Attack) -> tuple[Line, ...]:
    """All that is known of an attack before its dice."""
    size = "large" if enemy.unit.size == "L" else "small and man-sized"
    lines = [*rating_lines(attack.rating, "Attack Rating", "BAT-AR-05")]
    ac = attack.ac
    lines.append(Line(f"{-ac:+d}", f"armour class {ac} of {enemy.unit.name}", "BAT-PROC-02"))
    lines.append(Line(f"= {attack.base}", "attack base", "BAT-PROC-02"))
    said = f"{own.weapon} {attack.damage.dice} against {size}: column {attack.damage.words}"
    lines.append(Line("", said, "BAT-PROC-04"))
    each = exact_words(attack.each)
    behind = f" + {attack.support} behind" if attack.support else ""
    said = f"attacks: {attack.contact} in contact x {each}{behind}"
    lines.append(Line(f"x {exact_words(attack.attacks)}", said, "BAT-PROC-06"))
    return tuple(lines)


def struck_lines(attack: Attack, struck: Struck) -> tuple[Line, ...]:
    """What the dice made of an attack."""
    column = attack.damage.words
    return (
        Line(str(attack.base), "attack base", "BAT-PROC-02"),
        Line(f"+{struck.dice}", "2d6", "BAT-PROC-03"),
        Line(f"= {struck.attack_roll}", "Attack Roll", "BAT-PROC-03"),
        Line(exact_words(struck.per_figure), f"HD an attack, column {column}", "BAT-PROC-05"),
        Line(f"x {exact_words(attack.attacks)}", "attacks", "BAT-PROC-06"),
        Line(f"= {exact_words(struck.damage)}", "HD of damage", "BAT-PROC-06"),
    )


def loss_lines(side: Fighting, fared: Suffered) -> tuple[Line, ...]:
    """What the damage made of the unit that took it."""
    before, toll, hd = side.ranks, fared.toll, side.profile.figure_hd
    left_over = exact_words(toll.left_over)
    lines = [Line(str(toll.killed), f"killed, at {hd} HD a figure", "BAT-LOSS-01")]
    if toll.killed < before.figures and toll.left_over:
        quarter = "a quarter of a figure or more" if toll.wounds else "less than a quarter"
        lines.append(
            Line(str(toll.wounds), f"wounded: {left_over} HD left over, {quarter}", "BAT-LOSS-02")
        )
    if before.wounded and toll.wounds and toll.killed < before.figures:
        lines.append(Line("1", "killed by the second wound", "BAT-LOSS-04"))
    wounded = ", 1 of them wounded" if fared.left.wounded else ""
    said = f"left of {before.figures}{wounded}"
    lines.append(Line(f"= {fared.left.figures}", said, "BAT-LOSS-05"))
    return tuple(lines)


def why_none(melee: Melee, side: int) -> str:
    """Why a side makes no attack, in words."""
    own, enemy = melee.sides[side], melee.sides[1 - side]
    if enemy.how.on_flight:
        return f"{own.unit.name} flees and does not strike (BAT-END-05)."
    return f"{own.unit.name} has no figure that could strike (BAT-PROC-11)."
