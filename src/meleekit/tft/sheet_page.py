"""Record sheets as a page of its own, to open, print and keep: nothing in it is from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

from meleekit.core.svg_ink import xml
from meleekit.tft.record_sheet import RecordSheet
from meleekit.tft.sheet_svg import draw_sheet, sheet_style

MARK = "<!-- meleekit record sheets -->"
"""By which a page of ours is known from another's."""

_PAGE = """<!doctype html>
{mark}
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>
html {{ background: light-dark(#efe5cf, #191714); }}
body {{ margin: 0; padding: 1rem; }}
{style}
</style>
</head>
<body>
<ul class="record-sheets" aria-label="{title}">
{cards}
</ul>
</body>
</html>
"""


def sheet_page(title: str, sheets: Sequence[RecordSheet]) -> str:
    """An HTML page with the sheets; printed on A4 it has four of them a page."""
    cards = "\n".join(f"<li>{draw_sheet(sheet)}</li>" for sheet in sheets)
    return _PAGE.format(mark=MARK, title=xml(title), style=sheet_style(), cards=cards)
