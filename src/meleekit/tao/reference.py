"""The tables of Tao melee as players read them, made from ``tables.toml``."""

from __future__ import annotations

from meleekit.core.reference import RuleTable
from meleekit.tao.tables import Tables, default_tables

NONE = "–"
_ORIGINS = {
    "seed": "the rule itself",
    "public": "public",
    "ruling": "ruling",
    "rebuilt": "rebuilt",
    "house": "house",
}
_COSTS = {
    "step": "a hex",
    "leave_melee": "leaving a melee hex, more",
    "attack": "an attack",
    "unarmed_attack": "a blow with bare hands",
    "draw": "drawing a weapon",
    "pick_up": "picking something up",
    "drop": "dropping something",
    "grab": "a grab",
    "overbear_least": "overbearing: all that is left, at least",
    "charge_attack": "the attack of a charge, besides the run",
    "blow": "a blow in a brawl",
    "break_out": "breaking out of a brawl",
    "change_facing": "turning (of no use here)",
    "adjust_shield": "seeing to a shield (of no use here)",
}


def rule_tables(tables: Tables | None = None) -> tuple[RuleTable, ...]:
    """Every table that a player looks things up in, in the order of the rules."""
    tables = tables or default_tables()
    return (
        _engagement(tables),
        _costs(tables),
        _strides(tables),
        _quickness(tables),
        _thac0(tables),
        _armour(tables),
        _weapons(tables),
        _overbearing(tables),
        _combatants(tables),
    )


def _engagement(tables: Tables) -> RuleTable:
    words = {True: "armed", False: "unarmed"}
    rows = tuple(
        (words[own], words[enemy], "engaged" if engaged else "not engaged")
        for (own, enemy), engaged in tables.engaged.items()
    )
    columns = ("a combatant that is", "beside an enemy that is", "is")
    return RuleTable("Engagement", "MEL", columns, rows)


def _costs(tables: Tables) -> RuleTable:
    rows = tuple((said, str(getattr(tables.costs, name))) for name, said in _COSTS.items())
    return RuleTable("Costs", "AP", ("what", "action points"), rows)


def _strides(tables: Tables) -> RuleTable:
    rows = tuple((one.name, _span(one.least, one.most)) for one in tables.strides)
    return RuleTable("Strides", "AP", ("stride", "hexes an action point"), rows)


def _quickness(tables: Tables) -> RuleTable:
    rows = tuple((f"{row.dexterity} or more", f"{row.bonus:+d}") for row in tables.quickness)
    return RuleTable("Quickness", "INIT", ("Dexterity", "to one's number"), rows)


def _thac0(tables: Tables) -> RuleTable:
    most = max(map(len, tables.thac0.values()))
    rows = tuple(
        (group, *map(str, levels), *(NONE,) * (most - len(levels)))
        for group, levels in tables.thac0.items()
    )
    columns = ("group", *(str(level) for level in range(1, most + 1)))
    return RuleTable("THAC0", "ATT", columns, rows, "By level, or hit dice.")


def _armour(tables: Tables) -> RuleTable:
    rows = tuple((name, str(ac)) for name, ac in tables.armours.items())
    return RuleTable("Armour", "ATT", ("worn", "armour class"), rows)


def _weapons(tables: Tables) -> RuleTable:
    rows = tuple(
        (one.name, one.damage, str(one.reach), str(one.hands), _ORIGINS[one.origin])
        for one in tables.weapons.values()
    )
    columns = ("weapon", "damage", "reach", "hands", "from")
    note = "Reach in hexes; what reaches none is a missile weapon, and arms nobody in melee."
    return RuleTable("Weapons", "ATT", columns, rows, note)


def _overbearing(tables: Tables) -> RuleTable:
    rows = [(f"up to {tables.overbearing.impossible_up_to}%", "cannot be tried")]
    least = [row.least for row in tables.overbear]
    most = [*(next_ - 1 for next_ in least[1:]), None]
    for row, top in zip(tables.overbear, most, strict=True):
        span = f"{row.least}% or more" if top is None else f"{_span(row.least, top)}%"
        rows.append((span, f"{row.to_hit:+d}" if row.to_hit else "0"))
    return RuleTable("Weight in overbearing", "OVB", ("weight ratio", "to hit"), tuple(rows))


def _combatants(tables: Tables) -> RuleTable:
    rows = tuple(
        (
            one.name,
            one.kind,
            str(one.thac0),
            str(one.ac),
            str(one.hp),
            one.weapon or tables.bare_hands.name,
            str(one.weight),
            str(one.strength),
            str(one.dexterity),
            str(one.ap),
        )
        for one in tables.ready.values()
    )
    columns = ("name", "kind", "THAC0", "AC", "hp", "weapon", "weight", "Str", "Dex", "AP")
    return RuleTable("Ready combatants", "STATE", columns, rows, "Samples of the house's own.")


def _span(least: int, most: int) -> str:
    return str(least) if least == most else f"{least}–{most}"
