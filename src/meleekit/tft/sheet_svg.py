"""A record sheet drawn as SVG: a card to print, tick and keep (TFT-CRE-11)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files

from meleekit.core.phrases import percent
from meleekit.core.signs import Glyph
from meleekit.core.svg_glyphs import GLYPHS
from meleekit.core.svg_ink import num, xml
from meleekit.tft.kit import glyph_of
from meleekit.tft.phrases import signed
from meleekit.tft.record_sheet import ArmsLine, Limit, RecordSheet, ShieldLine
from meleekit.tft.tables import default_tables

# An A6 card: four of them fill a sheet of A4.
WIDTH, HEIGHT = 420.0, 592.0
LEFT, RIGHT = 22.0, WIDTH - 22.0
INNER = RIGHT - LEFT
BOX, GAP = 15.0, 3.4  # a box to tick
# Where the columns of the arms end: damage, what to roll from front, side and rear, if defended.
COLUMNS = (208.0, 262.0, 308.0, 354.0, RIGHT)
MOST_IN_A_ROW, WIDEST_BOX = 20, 24.0
XP_BOXES = 10
# Letters where nothing else is said.
_SIZES = {"section": 13.0, "label": 9.5}


@cache
def sheet_style() -> str:
    """The one stylesheet of record sheets, for screen and printer."""
    return files("meleekit.tft").joinpath("record_sheet.css").read_text(encoding="utf-8")


def draw_sheet(sheet: RecordSheet, *, standalone: bool = False) -> str:
    """The sheet as an `<svg>` element; standalone, it brings its stylesheet."""
    style = f"<style>{sheet_style().replace('&', '&amp;').replace('<', '&lt;')}</style>"
    name = sheet.fighter.name
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="record-sheet" role="img" '
        f'aria-label="{xml(f"Record sheet of {name}")}" viewBox="0 0 {num(WIDTH)} {num(HEIGHT)}">',
        style if standalone else "",
        _frame(),
        _heading(sheet),
        _figures(sheet),
        _hits(sheet),
        _movement(sheet),
        _arms(sheet),
        _foot(sheet),
        "</svg>",
    ]
    return "".join(parts)


def _text(x: float, y: float, text: str, kind: str = "", size: float = 0, end: str = "") -> str:
    """Words at a place; `end` is "m" where they are centred on it, "e" where they end there."""
    words = filter(None, (kind, {"m": "middle", "e": "end"}.get(end, "")))
    names = " ".join(f"rs-{word}" for word in words)  # no names that a page has for itself
    look = f' class="{names}"' if names else ""
    scaled = f' font-size="{num(size or _SIZES.get(kind, 12.0))}"'
    return f'<text x="{num(x)}" y="{num(y)}"{look}{scaled}>{xml(text)}</text>'


def _fit(text: str, size: float, width: float, share: float = 0.5) -> float:
    """The size of letters, `size` at most, at which the text fits; `share` is a letter's width."""
    return min(size, width / max(1.0, share * len(text)))


def _box(x: float, y: float, width: float, height: float, kind: str = "box") -> str:
    return (
        f'<rect class="{kind}" x="{num(x)}" y="{num(y)}" width="{num(width)}" '
        f'height="{num(height)}"/>'
    )


def _rule(y: float, kind: str = "hair") -> str:
    return f'<path class="{kind}" d="M{num(LEFT)},{num(y)}H{num(RIGHT)}"/>'


def _section(y: float, title: str, note: str = "") -> str:
    return (
        _rule(y - 15)
        + _text(LEFT, y, title, "section")
        + (_text(RIGHT, y, note, "note", _fit(note, 10.5, 300), "e") if note else "")
    )


def _frame() -> str:
    return (
        _box(0, 0, WIDTH, HEIGHT, "paper")
        + _box(7, 7, WIDTH - 14, HEIGHT - 14, "frame")
        + (_box(10.5, 10.5, WIDTH - 21, HEIGHT - 21, "frame thin"))
    )


def _heading(sheet: RecordSheet) -> str:
    name = sheet.fighter.name
    return (
        _text(LEFT, 45, name, "name", _fit(name, 28, INNER - 88, 0.52))
        + _text(RIGHT, 45, sheet.race, "race", 17, "e")
        + _rule(56, "bar")
    )


def _figures(sheet: RecordSheet) -> str:
    """STR, DEX, adjDEX with its parts, MA, armour and what it stops."""
    fighter = sheet.fighter
    cells = [
        ("STR", str(fighter.strength), ""),
        ("DEX", str(fighter.dexterity), ""),
        ("adjDEX", str(sheet.adj_dex), _parts_words(sheet)),
        ("MA", str(sheet.ma), _ma_words(sheet)),
    ]
    widths = (66.0, 66.0, 160.0, INNER - 286)
    drawn, x = [], LEFT
    for (label, value, note), width in zip(cells, widths, strict=True):
        middle = x + (width - 6) / 2
        drawn.append(_box(x, 66, width - 6, 52, "cell"))
        drawn.append(_text(x + 6, 78, label, "label"))
        drawn.append(_text(middle, 102 if note else 106, value, "figure", 25, "m"))
        if note:
            drawn.append(_text(middle, 114, note, "note", _fit(note, 10, width - 12), "m"))
        x += width
    front, side, rear = sheet.stops
    armour = f"{sheet.armour}" if sheet.armour != "No armour" else "none"
    stops = "stops nothing"
    if any(sheet.stops):
        stops = f"stops {front} in front, {side} at the side, {rear} at the rear"
    drawn.append(_text(LEFT, 137, "Armour", "section"))
    drawn.append(_text(LEFT + 58, 137, armour, "strong", _fit(armour, 13, 100)))
    drawn.append(_text(RIGHT, 137, stops, "plain", 11.5, "e"))
    return "".join(drawn)


def _parts_words(sheet: RecordSheet) -> str:
    first, *others = sheet.dex_parts
    if not others:
        return "nothing changes it"
    return f"{first.value} " + " ".join(f"{signed(part.value)} {part.name}" for part in others)


def _ma_words(sheet: RecordSheet) -> str:
    flying = f", flying {sheet.ma_flying}" if sheet.ma_flying else ""
    return f"half {sheet.ma // 2}{flying}"


def _hits(sheet: RecordSheet) -> str:
    """A box for each point of STR, marked where wounds begin to tell (TFT-INJ-03, DMG-04)."""
    top = 178.0
    tables = default_tables()
    low = tables.dex[tables.injury_str.dex_adjustment].value
    wounded, down = tables.injuries["wounded"], tables.injuries["knocked_down"]
    shaken = tables.dex[wounded.dex_adjustment].value if wounded.dex_adjustment else 0
    strength = sheet.fighter.strength
    # Two rows for the strong, small boxes for a giant.
    per_row = strength if strength <= MOST_IN_A_ROW else -(-strength // 2)
    step = min(WIDEST_BOX if per_row == strength else BOX + GAP, (INNER + GAP) / per_row)
    size = step * BOX / (BOX + GAP)
    drawn = [
        _section(
            161,
            "Hits",
            f"STR {strength - sheet.weak_from} or less: {signed(low)} DEX · "
            f"STR {strength - sheet.down_at}: out cold · {strength - sheet.dead_at}: dead",
        )
    ]
    for hit in range(1, strength + 1):
        row, place = divmod(hit - 1, per_row)
        x, y = LEFT + place * step, top - 9 + row * (step + 5)
        kind = "box"
        if hit >= sheet.dead_at:
            kind = "box dead"
        elif hit >= sheet.down_at:
            kind = "box down"
        elif hit >= sheet.weak_from:
            kind = "box weak"
        drawn.append(_box(x, y, size, size, kind))
        if hit == sheet.dead_at:
            a, b = x + 0.28 * size, x + 0.72 * size
            c, d = y + 0.28 * size, y + 0.72 * size
            drawn.append(
                f'<path class="cross" d="M{num(a)},{num(c)}L{num(b)},{num(d)}'
                f'M{num(b)},{num(c)}L{num(a)},{num(d)}"/>'
            )
        elif hit == sheet.weak_from or hit == sheet.down_at or hit % 5 == 0:
            drawn.append(_text(x + size / 2, y + 0.72 * size, str(hit), "tick", 8.5, "m"))
    drawn.append(
        _text(
            LEFT,
            222,
            f"In one turn: {wounded.hits_in_turn} hits, {signed(shaken)} DEX next turn; "
            f"{down.hits_in_turn} hits, falls and only stands up next",
            "note",
            10.5,
        )
    )
    return "".join(drawn)


def _movement(sheet: RecordSheet) -> str:
    drawn = [_section(246, "Moved this turn", "what one may still do")]
    y = 262.0
    drawn.append(_text(LEFT + 52, y, "disengaged", "label"))
    drawn.append(_text(LEFT + 188, y, "engaged", "label"))
    for limit in sheet.limits:
        y += 14
        drawn.append(_text(LEFT, y, _way(limit, sheet), "strong", 11.5))
        drawn.append(_text(LEFT + 52, y, _list(limit.disengaged), "plain", 11.5))
        words = _list(limit.engaged)
        drawn.append(_text(LEFT + 188, y, words, "plain", _fit(words, 11.5, INNER - 188, 0.45)))
    return "".join(drawn)


def _way(limit: Limit, sheet: RecordSheet) -> str:
    return "0" if limit.hexes == 0 else f"up to {limit.hexes}"


def _list(words: Iterable[str]) -> str:
    return ", ".join(words) or "–"


def _arms(sheet: RecordSheet) -> str:
    top = 362.0
    drawn = [_section(top, "Arms", "3d6 to roll or less, and the chance of it")]
    labels = ("damage", "front", "side", "rear", "dodged*")
    for x, label in zip(COLUMNS, labels, strict=True):
        drawn.append(_text(x, top + 15, label, "label", 0, "e"))
    y = top + 18
    lines: Sequence[ArmsLine | ShieldLine] = (*sheet.arms, *sheet.shields)
    step = min(30.0, 122.0 / max(1, len(lines)))
    for line in lines:
        y += step
        drawn.append(_arms_line(line, y - step + 14))
    if sheet.notes:
        drawn.append(_text(LEFT, y + 16, "; ".join(sheet.notes), "note", 11))
    elif not lines:
        drawn.append(_text(LEFT, y + 16, "carries nothing", "note", 12))
    return "".join(drawn)


def _arms_line(line: ArmsLine | ShieldLine, y: float) -> str:
    sign = _sign(line.id, y)
    x = LEFT + 26
    if isinstance(line, ShieldLine):
        cost = f", {signed(line.dexterity)} DEX ready" if line.dexterity else ""
        where = "ready" if line.carried != "slung" else "on the back"
        words = f"stops {line.stops} {'in front' if where == 'ready' else 'behind'}{cost}"
        return (
            sign
            + _text(x, y, line.name, "strong", 13)
            + _text(x, y + 11, where, "note", 9.5)
            + (_text(COLUMNS[-1], y, words, "plain", 11.5, "e"))
        )
    need = f"STR {line.strength}, " if line.strength else ""
    note = f"{need}{line.carried}" + "".join(f"; {note}" for note in line.notes)
    drawn = [
        sign,
        _text(x, y, line.name, "strong", _fit(line.name, 13, 110)),
        _text(x, y + 11, note, "note", _fit(note, 9.5, INNER - 28, 0.46)),
        _text(COLUMNS[0], y, line.damage, "strong", 12.5, "e"),
    ]
    for column, needed, chance in zip(COLUMNS[1:4], line.needed, line.chances, strict=True):
        drawn.append(_text(column - 24, y, str(needed), "strong", 12.5, "e"))
        drawn.append(_text(column, y, percent(chance), "plain", 10.5, "e"))
    drawn.append(_text(COLUMNS[4], y, percent(line.defended), "plain", 10.5, "e"))
    return "".join(drawn)


def _sign(item_id: str, y: float) -> str:
    """The item's sign at the head of its line; weapons lie aslant."""
    item = default_tables().items.get(item_id)
    # A weapon's grip is at the origin, a shield's middle above it.
    where = f"translate({num(LEFT + 11)},{num(y + 4)}) scale(0.55)"
    glyph = Glyph.NATURAL if item is None else glyph_of(item)
    if glyph is not Glyph.SHIELD:
        where = f"translate({num(LEFT + 7)},{num(y + 4)}) rotate(45) scale(0.46)"
    return f'<path class="sign" transform="{where}" d="{GLYPHS[glyph]}"/>'


def _foot(sheet: RecordSheet) -> str:
    """Experience, in boxes of ten points, and lines to write on (TFT-XP-01)."""
    fighter = sheet.fighter
    top = 526.0
    drawn = [_section(top, "Experience")]
    drawn.append(_text(LEFT + 84, top, f"{fighter.xp} XP", "strong", 13))
    price = default_tables().experience.xp_per_point
    tens = fighter.xp % price * XP_BOXES // price
    for place in range(XP_BOXES):
        x = RIGHT - (XP_BOXES - place) * (BOX + GAP) + GAP
        drawn.append(_box(x, top - 11.5, BOX, BOX, "box full" if place < tens else "box"))
    due = fighter.xp // price
    points = "point" if due == 1 else "points"
    said = f"{price} XP buy 1 STR or DEX between battles"
    if due:
        said += f"; {due} {points} to buy now"
    if fighter.gained:
        said += f"; {fighter.gained} bought"
    drawn.append(_text(LEFT, top + 16, said, "note", 10.5))
    drawn.append(_text(LEFT, top + 33, "Battles", "label"))
    drawn.append(f'<path class="hair" d="M{num(LEFT + 44)},{num(top + 34)}H{num(RIGHT)}"/>')
    drawn.append(
        _text(
            LEFT,
            top + 49,
            "* chance from the front against one who dodges or defends: 4d6",
            "note",
            9,
        )
    )
    return "".join(drawn)
