"""Experience: what a battle earns (TFT-XP-02..09) and what it buys (TFT-XP-01, BAD-06)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import Literal

import msgspec

from meleekit.core.errors import BadSetup
from meleekit.tft.battle_rows import CombatKind
from meleekit.tft.creation import MOST, NO_VARIANTS, XP_CAP, FighterSheet
from meleekit.tft.tables import Tables, default_tables

Attribute = Literal["strength", "dexterity"]


class Member(msgspec.Struct, frozen=True):
    """How one character came out of a battle.

    `strength` and `dexterity` are basic values at its start (TFT-XP-06). An unconscious
    character is alive (TFT-XP-08). `escaped` is out of the arena, `dropped_out` out of a
    practice; `hits_taken` counts the whole battle.
    """

    strength: int
    dexterity: int
    alive: bool = True
    escaped: bool = False
    dropped_out: bool = False
    hits_taken: int = 0

    @property
    def ran_away_unhurt(self) -> bool:
        """Left the arena without having taken a hit (TFT-XP-07)."""
        return self.escaped and not self.hits_taken


class Award(msgspec.Struct, frozen=True):
    """Experience points for one character, negative for a runaway, and the rules that gave them."""

    xp: int
    rules: tuple[str, ...]


NOTHING = Award(0, ())

Lead = Callable[[], Fraction]
"""By how much the enemies were the stronger, worked out where it counts."""


def awards(
    kind: str,
    sides: Sequence[Sequence[Member]],
    winner: int | None,
    tables: Tables | None = None,
) -> tuple[tuple[Award, ...], ...]:
    """What every character earns, in the order of the sides and their members.

    `kind` is death, arena or practice; `winner` the number of the winning side, None for a draw.
    """
    row = (tables or default_tables()).combat_kinds[kind]
    give = {"death": _death, "arena": _arena, "practice": _practice}[row.id]
    return tuple(
        tuple(
            give(row, member, index == winner, winner is None, partial(_lead, sides, index))
            for member in side
        )
        for index, side in enumerate(sides)
    )


def earn(sheet: FighterSheet, award: Award) -> FighterSheet:
    """The sheet with the award added; experience never falls below 0 (TFT-XP-07).

    Nor does it grow beyond what a sheet can hold.
    """
    return msgspec.structs.replace(sheet, xp=min(max(0, sheet.xp + award.xp), MOST["xp"]))


def spend(
    sheet: FighterSheet,
    attribute: Attribute,
    tables: Tables | None = None,
    variants: frozenset[str] = NO_VARIANTS,
    in_battle: bool = False,
) -> FighterSheet:
    """The sheet with one point of an attribute bought (TFT-XP-01), the other as it was (CRE-03).

    Raises `BadSetup` with TFT-BAD-06 for too little experience, another attribute, or during a
    battle; with TFT-XP-01 beyond the cap of VAR-XP-CAP.
    """
    row = (tables or default_tables()).experience
    if attribute not in ("strength", "dexterity"):
        message = f"experience buys strength or dexterity, not {attribute}"
        raise BadSetup(message, rule="TFT-BAD-06")
    if in_battle:
        raise BadSetup("experience is spent between battles", rule="TFT-BAD-06", at="xp")
    if sheet.xp < row.xp_per_point:
        message = f"a point costs {row.xp_per_point} XP; {sheet.name} has {sheet.xp}"
        raise BadSetup(message, rule="TFT-BAD-06", at="xp")
    if XP_CAP in variants and sheet.gained >= row.cap:
        message = f"at most {row.cap} points may be bought ({XP_CAP})"
        raise BadSetup(message, rule="TFT-XP-01", at="gained")
    bought = {attribute: getattr(sheet, attribute) + 1}
    left = sheet.xp - row.xp_per_point
    return msgspec.structs.replace(sheet, xp=left, gained=sheet.gained + 1, **bought)


def _lead(sides: Sequence[Sequence[Member]], own: int) -> Fraction:
    """By how much the enemies' average STR + DEX exceeds the side's own (TFT-XP-06)."""
    enemies = [member for index, side in enumerate(sides) if index != own for member in side]
    return _average(enemies) - _average(sides[own])


def _average(members: Sequence[Member]) -> Fraction:
    return Fraction(sum(m.strength + m.dexterity for m in members), max(1, len(members)))


def _death(row: CombatKind, member: Member, won: bool, draw: bool, lead: Lead) -> Award:
    if draw:
        return Award(0, ("TFT-XP-09",))
    if not won or not member.alive:
        return NOTHING
    superior = lead() > row.superior_margin_more_than
    return Award(row.survivors_vs_superior if superior else row.survivors, ("TFT-XP-02",))


def _arena(row: CombatKind, member: Member, won: bool, draw: bool, lead: Lead) -> Award:
    if not member.alive:
        return NOTHING
    if member.ran_away_unhurt:
        rules = ("TFT-XP-03", "TFT-XP-07") if won else ("TFT-XP-03",)
        return Award(row.ran_away_unhurt, (*rules, "TFT-XP-09") if draw else rules)
    xp, rules = row.defeated_survivors, ("TFT-XP-03",)
    if won and member.escaped:
        rules = ("TFT-XP-03", "TFT-XP-07")
    elif won:
        xp = row.winners
    elif draw:
        rules = ("TFT-XP-03", "TFT-XP-09")
    if lead() >= row.weaker_margin_at_least:
        return Award(xp + row.weaker_bonus, (*rules, "TFT-XP-04"))
    return Award(xp, rules)


def _practice(row: CombatKind, member: Member, won: bool, draw: bool, lead: Lead) -> Award:
    if draw:
        return Award(0, ("TFT-XP-09",))
    still_in = member.alive and not member.dropped_out
    return Award(row.still_in if still_in else row.others, ("TFT-XP-05",))
