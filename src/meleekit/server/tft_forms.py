"""Fighters for Melee (1977) in the lobby: what can be chosen, and what is wrong with it."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Request, Response
from msgspec import Meta

from meleekit.core.game import Modifier
from meleekit.core.hexgrid import Arc
from meleekit.server import guard
from meleekit.server import protocol as say
from meleekit.tft.bestiary import natural_weapon
from meleekit.tft.boards import board_plans
from meleekit.tft.creation import (
    NO_VARIANTS,
    FighterSheet,
    Problem,
    adj_dex_at_entry,
    hits_stopped,
    movement_allowance,
    problems,
    ready_hands,
)
from meleekit.tft.fighters import ready_made_entries
from meleekit.tft.roster import check_roster, roster_from
from meleekit.tft.rows import Weapon
from meleekit.tft.tables import default_tables

router = APIRouter(prefix="/api/tft")


class CheckFighter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sheet to look at, for a kind of battle."""

    sheet: FighterSheet
    practice: bool = False
    variants: Annotated[tuple[str, ...], Meta(max_length=40)] = ()


class RosterText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A roster file to draw fighters from, under its name."""

    text: str
    name: Annotated[str, Meta(max_length=200)] = "the roster"
    variants: Annotated[tuple[str, ...], Meta(max_length=40)] = ()


class RosterRead(msgspec.Struct, frozen=True):
    """Those of a roster who live, every one legal."""

    title: str
    fighters: tuple[FighterSheet, ...]


class Figures(msgspec.Struct, frozen=True):
    """What follows from a legal sheet: hexes a turn, hits stopped, adjDEX with its parts."""

    movement: int
    stops_front: int
    stops_rear: int
    adj_dex: int
    dex_parts: tuple[Modifier, ...]
    ready: tuple[str, ...]


class Checked(msgspec.Struct, frozen=True):
    """What is wrong with a sheet; its figures when nothing is."""

    problems: tuple[Problem, ...]
    figures: Figures | None


@router.post("/fighters/check")
async def check(request: Request) -> Response:
    """Look a sheet over while it is being filled in."""
    asked = say.read(await request.body(), CheckFighter)
    variants = frozenset(asked.variants)
    found = await asyncio.to_thread(checked, asked.sheet, asked.practice, variants)
    return guard.json_response(found)


@router.post("/rosters")
async def read_roster(request: Request) -> Response:
    """The fighters of a roster file. Raises `BadSetup` naming the line and the rule."""
    asked = say.read(await request.body(), RosterText)
    return guard.json_response(await asyncio.to_thread(_enlisted, asked))


def _enlisted(asked: RosterText) -> RosterRead:
    roster = roster_from(asked.text, asked.name)
    check_roster(roster, asked.text, asked.name, variants=frozenset(asked.variants))
    return RosterRead(roster.title, roster.fit)


def checked(
    sheet: FighterSheet, practice: bool = False, variants: frozenset[str] = NO_VARIANTS
) -> Checked:
    """Everything that is wrong with a sheet, or the figures that follow from it."""
    wrong = tuple(problems(sheet, variants=variants, missiles=not practice))
    if wrong:
        return Checked(wrong, None)
    adj_dex, parts = adj_dex_at_entry(sheet, variants=variants)
    return Checked(
        (),
        Figures(
            movement=movement_allowance(sheet, variants=variants),
            stops_front=hits_stopped(sheet, variants=variants, arc=Arc.FRONT),
            stops_rear=hits_stopped(sheet, variants=variants, arc=Arc.REAR),
            adj_dex=adj_dex,
            dex_parts=parts,
            ready=_in_hand(sheet),
        ),
    )


def _in_hand(sheet: FighterSheet) -> tuple[str, ...]:
    """What it strikes with on entering, in words: items in hand, or claws and the like."""
    tables = default_tables()
    held = tuple(tables.items[item].name for item in ready_hands(sheet) if item)
    monster = tables.monsters.get(sheet.race)
    if held or monster is None:
        return held
    return (monster.weapon or natural_weapon(monster).name,)


@lru_cache(maxsize=1)
def choices() -> dict[str, Any]:
    """What the form offers, in words."""
    tables = default_tables()
    plans = board_plans().values()
    return {
        "races": [
            {
                "id": race.id,
                "name": race.name,
                "note": f"STR {race.min_str}+, DEX {race.min_dex}+, together {race.total}",
            }
            for race in tables.races.values()
        ],
        "beasts": [
            {
                "id": one.id,
                "name": one.name,
                "note": f"usually STR {one.strength}, DEX {one.dexterity}",
            }
            for one in tables.monsters.values()
        ],
        "armours": [
            {
                "id": one.id,
                "name": one.name,
                "note": f"stops {one.stops}",
                "variant": "" if one.id in tables.armours else one.variant,
            }
            # What a variant only makes better is there once, what it adds once more.
            for one in (*tables.armours.values(), *tables.variant_armours)
            if one.variant is None or one.id not in tables.armours
        ],
        "variants": [
            {
                "id": one.id,
                "name": one.name,
                "effect": one.effect,
                "excludes": " ".join(one.excludes),
            }
            for one in tables.variants.values()
            if one.in_play
        ],
        "weapons": [
            {"id": one.id, "name": one.name, "note": _weapon_note(one)}
            for one in tables.items.values()
            if isinstance(one, Weapon)
        ],
        "shields": [
            {"id": one.id, "name": one.name, "note": f"stops {one.stops}"}
            for one in tables.shields.values()
        ],
        "ready_made": [
            {"id": one.id, "about": one.about, "sheet": msgspec.to_builtins(one.sheet)}
            for one in ready_made_entries().values()
        ],
        "boards": [
            {
                "id": plan.id,
                "title": plan.title,
                # By number of sides, how many begin at each side's gate, the others in reserve
                # (TFT-MOVE-01).
                "entrances": {
                    str(seating.sides): [len(plan.entrances[gate]) for gate in seating.entrances]
                    for seating in plan.seating
                },
            }
            for plan in plans
        ],
        "sides": sorted({seating.sides for plan in plans for seating in plan.seating}),
        "kinds": [{"id": one.id, "name": one.name} for one in tables.combat_kinds.values()],
    }


def _weapon_note(weapon: Weapon) -> str:
    damage = f"{weapon.dice}d6" + (f"{weapon.modifier:+d}" if weapon.modifier else "")
    hands = "two hands" if weapon.hands > 1 else "one hand"
    need = f", STR {weapon.str_needed}" if weapon.str_needed else ""
    flies = ", only thrown" if weapon.thrown_only else ", can be thrown" if weapon.throwable else ""
    return f"{damage}, {hands}{', shoots' if weapon.missile else flies}{need}"
