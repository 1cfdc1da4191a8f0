"""The tables of Melee (1977) as players read them, made from ``tables.toml``."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from meleekit.core.reference import RuleTable
from meleekit.tft.rows import Monster, Race, Weapon
from meleekit.tft.tables import Tables, default_tables

NONE = "–"


def rule_tables(tables: Tables | None = None) -> tuple[RuleTable, ...]:
    """Every table that a player looks things up in, in the order of the rules."""
    tables = tables or default_tables()
    return tuple(make(tables) for make in _MAKERS)


def dice(count: int, modifier: int = 0) -> str:
    """A damage formula: "2d6+1", "1d6−2"."""
    sign = f"{modifier:+d}".replace("-", "−") if modifier else ""
    return f"{count}d6{sign}"


def _signed(value: int) -> str:
    return f"{value:+d}".replace("-", "−") if value else "0"


def _percent(chance: Fraction) -> str:
    return f"{float(chance):.1%}"


def _boards(tables: Tables) -> RuleTable:
    rows = []
    for row in tables.boards.values():
        gates = [
            "; ".join(f"{q}, {r}" for q, r in gate).replace("-", "−")
            for gate in (row.north_entrances, row.south_entrances)
        ]
        rows.append((row.title, str(row.hexes), str(row.megahexes), *gates))
    columns = ("board", "hexes", "megahexes", "northern entrances", "southern entrances")
    return RuleTable("Boards", "BRD", columns, tuple(rows), "Hexes are given as q, r.")


def _weapons(tables: Tables) -> RuleTable:
    rows = tuple(
        (w.name, str(w.str_needed or NONE), dice(w.dice, w.modifier), str(w.hands), _uses(w))
        for w in tables.weapons.values()
        if not w.missile
    )
    return RuleTable(
        "Weapons",
        "EQP",
        ("weapon", "STR", "damage", "hands", "besides"),
        rows,
        "STR is the basic STR that it takes to carry the weapon.",
    )


def _uses(weapon: Weapon) -> str:
    uses = []
    if weapon.throwable:
        uses.append("only thrown" if weapon.thrown_only else "may be thrown")
    if weapon.pole:
        uses.append("pole weapon")
    if weapon.parry:
        uses.append(f"parries {weapon.parry}, in the off hand")
    if weapon.hth_dice:
        uses.append(f"hand-to-hand {dice(weapon.hth_dice, weapon.hth_modifier)}")
    return ", ".join(uses)


def _missiles(tables: Tables) -> RuleTable:
    rows = []
    for w in tables.weapons.values():
        if not w.missile:
            continue
        twice = f"adjDEX {w.two_shots_at_dex}" if w.two_shots_at_dex else NONE
        reload = str(w.reload_actions) if w.reload_actions else NONE
        if w.fast_dex:
            reload += f", from adjDEX {w.fast_dex} on {w.reload_actions_fast}"
        low = [name for name, may in (("kneeling", w.kneeling), ("prone", w.prone)) if may]
        low_words = " and ".join(low) or NONE
        if w.prone_dex:
            low_words += f" ({_signed(w.prone_dex)} prone)"
        needed = str(w.str_needed or NONE)
        rows.append((w.name, needed, dice(w.dice, w.modifier), twice, reload, low_words))
    columns = ("weapon", "STR", "damage", "two arrows from", "actions to reload", "shot also")
    return RuleTable("Missile weapons", "MIS", columns, tuple(rows), "All of them take both hands.")


def _armour(tables: Tables) -> RuleTable:
    rows = tuple(
        (
            row.name,
            str(row.stops),
            _signed(row.dex),
            str(row.ma_human),
            str(row.ma_elf),
            row.variant or "",
        )
        for row in (*tables.armours.values(), *tables.variant_armours)
    )
    columns = ("armour", "stops", "DEX", "MA", "MA of an elf", "with the variant")
    note = "Stops are hits of every attack, MA is in hexes a turn."
    return RuleTable("Armour", "ARM", columns, rows, note)


def _shields(tables: Tables) -> RuleTable:
    rows = tuple(
        (row.name, str(row.stops), _signed(row.dex_ready)) for row in tables.shields.values()
    )
    return RuleTable("Shields", "ARM", ("shield", "stops", "DEX while ready"), rows)


def _races(tables: Tables) -> RuleTable:
    rows = tuple(
        (r.name, str(r.total), str(r.min_str), str(r.min_dex), _gifts(tables, r), r.rule)
        for r in tables.races.values()
    )
    columns = ("race", "points", "least STR", "least DEX", "besides", "rule")
    return RuleTable("Races", "RACE", columns, rows)


def _gifts(tables: Tables, race: Race) -> str:
    gifts = []
    if race.ma_column != "human":
        gifts.append("moves by the column of elves")
    if race.damage_bonus:
        kinds = " and ".join(f"{kind}s" for kind in race.damage_bonus_classes)
        gifts.append(f"{_signed(race.damage_bonus)} damage with {kinds}")
    if race.ranged_dex_adjustment:
        gifts.append(
            f"{_signed(tables.dex[race.ranged_dex_adjustment].value)} DEX and "
            f"{_signed(race.ranged_damage_bonus)} damage with missile and thrown weapons"
        )
    return ", ".join(gifts)


def _beasts(tables: Tables) -> RuleTable:
    rows = tuple(
        (
            m.name,
            str(m.strength),
            str(m.dexterity),
            f"{m.ma}, flying {m.ma_flying}" if m.ma_flying else str(m.ma),
            str(m.stops),
            _bite(m),
            dice(m.hth_dice, m.hth_modifier),
            m.rule,
        )
        for m in tables.monsters.values()
    )
    columns = ("beast", "STR", "DEX", "MA", "stops", "damage", "hand-to-hand", "rule")
    return RuleTable("Beasts and monsters", "MON", columns, rows, "STR and DEX are suggestions.")


def _bite(monster: Monster) -> str:
    if monster.str_per_die:
        return f"{dice(1, 1)} for every {monster.str_per_die} basic STR"
    return dice(monster.dice, monster.modifier)


def _to_hit(tables: Tables) -> RuleTable:
    rows = tuple(
        (str(row.adj_dex), _percent(row.three), str(row.three), _percent(row.four), str(row.four))
        for row in tables.to_hit.values()
    )
    columns = ("adjDEX", "three dice", "exactly", "four dice", "exactly")
    return RuleTable(
        "Chances to hit",
        "HIT",
        columns,
        rows,
        "Four dice are thrown at one that dodges or defends, where that helps.",
    )


def _special(tables: Tables) -> RuleTable:
    rows = []
    for row in tables.special_rolls.values():
        what = "hits" if row.hit else "misses"
        if row.multiplier > 1:
            what += f", {row.multiplier} times the damage"
        if row.drop:
            what += ", the weapon is dropped"
        if row.breaks:
            what += ", the weapon breaks"
        rows.append((str(row.dice), str(row.total), what))
    return RuleTable("Totals that always count", "HIT", ("dice", "total", "result"), tuple(rows))


def _dexterity(tables: Tables) -> RuleTable:
    rows = tuple((row.when, _signed(row.value), row.rule) for row in tables.dex.values())
    return RuleTable("Adjustments of DEX", "DEX", ("when", "DEX", "rule"), rows)


def _missile_range(tables: Tables) -> RuleTable:
    rows = []
    start = 0
    for distance in range(1, 12):
        if tables.missile_range_dex(distance) != tables.missile_range_dex(start):
            rows.append((f"{start} to {distance - 1}", _signed(tables.missile_range_dex(start))))
            start = distance
    note = "And so on, one more for every two megahexes."
    return RuleTable("Range of missiles", "DEX", ("megahexes", "DEX"), tuple(rows), note)


_MOST_MOVE = {"ma": "all of its MA", "half": "half of its MA"}
_ACTION_WORDS = {
    "none": "no action",
    "drop": "kneel or lie down",
    "ready": "ready other things",
    "hth_entry_move": "move into hand-to-hand",
    "hth_attempt": "attempt hand-to-hand",
    "hth_attack": "attack hand-to-hand",
    "hth_disengage": "break free",
    "last_shot": "last missile shot",
}
_STATUS = {"any": "any", "disengaged": "disengaged", "engaged": "engaged", "hth": "hand-to-hand"}


def _actions(tables: Tables) -> RuleTable:
    rows = tuple(
        (
            _ACTION_WORDS.get(row.id, row.id.replace("_", " ")),
            _STATUS[row.status],
            _MOST_MOVE.get(row.max_move, row.max_move),
            row.rule,
        )
        for row in tables.actions.values()
    )
    columns = ("action", "list", "after moving at most", "rule")
    return RuleTable("Actions", "ACT", columns, rows)


def _injuries(tables: Tables) -> RuleTable:
    low = tables.injury_str
    rows = [
        (f"{row.hits_in_turn} hits or more in a turn", row.effect, row.rule)
        for row in tables.injuries.values()
    ]
    weak = f"{_signed(tables.dex[low.dex_adjustment].value)} DEX while it lasts"
    rows += [
        (f"STR {low.low} or less", weak, tables.dex[low.dex_adjustment].rule),
        (f"STR {low.unconscious}", "unconscious", "TFT-DMG-04"),
        (f"STR {low.dead} or less", "dead", "TFT-DMG-04"),
    ]
    return RuleTable("Wounds", "INJ", ("what", "effect", "rule"), tuple(rows))


def _hth_defence(tables: Tables) -> RuleTable:
    rows = tuple(
        (str(row.first) if row.first == row.last else f"{row.first} to {row.last}", row.result)
        for row in tables.hth_defence
    )
    return RuleTable("Defence against hand-to-hand", "HTH", ("die", "result"), rows)


def _bare_hands(tables: Tables) -> RuleTable:
    words = {
        "weaker_enemy": "a weaker enemy",
        "equal_enemy": "an enemy of equal strength",
        "stronger_enemy": "a stronger enemy",
        "side_of_two_or_more": "anybody, with a friend in the pile",
    }
    rows = tuple(
        (words[row.versus], dice(row.dice, row.modifier)) for row in tables.hth_bare_hands.values()
    )
    return RuleTable("Bare hands", "HTH", ("against", "damage"), rows)


def _kinds(tables: Tables) -> RuleTable:
    rows = tuple(
        (
            row.name,
            "are slain" if row.slays_fallen else "are spared",
            "yes" if row.may_escape else "no",
            "yes" if row.missiles else "no",
            f"STR {row.drop_out_str}" if row.drop_out_str is not None else NONE,
            f"1/{row.weapon_damage_divisor}" if row.weapon_damage_divisor > 1 else "full",
        )
        for row in tables.combat_kinds.values()
    )
    columns = ("kind", "the losers' fallen", "escape", "missiles", "drops out at", "damage")
    return RuleTable("Kinds of combat", "BAT", columns, rows)


def _experience(tables: Tables) -> RuleTable:
    death, arena, practice = (tables.combat_kinds[k] for k in ("death", "arena", "practice"))
    rows = (
        (death.name, "surviving winner", str(death.survivors)),
        (
            death.name,
            f"the same, against a side more than {death.superior_margin_more_than} points better",
            str(death.survivors_vs_superior),
        ),
        (arena.name, "living winner", str(arena.winners)),
        (arena.name, "defeated survivor", str(arena.defeated_survivors)),
        (
            arena.name,
            f"besides, on a side {arena.weaker_margin_at_least} points weaker or more",
            _signed(arena.weaker_bonus),
        ),
        (arena.name, "one that ran away unhurt", _signed(arena.ran_away_unhurt)),
        (practice.name, "still in at the end", str(practice.still_in)),
    )
    note = f"A point of STR or DEX costs {tables.experience.xp_per_point}."
    return RuleTable("Experience", "XP", ("kind", "who", "points"), rows, note)


def _variants(tables: Tables) -> RuleTable:
    rows = tuple(
        (row.id, row.name, row.effect, "yes" if row.in_play else "not yet")
        for row in tables.variants.values()
    )
    note = "Readings that a battle may choose; none of them is in force unless it does."
    return RuleTable("Variants", "VAR", ("variant", "name", "effect", "can be chosen"), rows, note)


_MAKERS: tuple[Callable[[Tables], RuleTable], ...] = (
    _boards,
    _weapons,
    _actions,
    _dexterity,
    _missile_range,
    _to_hit,
    _special,
    _armour,
    _shields,
    _missiles,
    _hth_defence,
    _bare_hands,
    _injuries,
    _races,
    _beasts,
    _kinds,
    _experience,
    _variants,
)
