"""The rules as one page of Markdown: contents, every rule with its ruling, tables, links."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from meleekit.core.rulebook import Rulebook

_SPECIAL = re.compile(r"([\\*_<>|`\[\]])")
_SHORT_ID = re.compile(r"\b(?:[A-Z]+-)?(?P<short>[A-Z]+-\d\d)\b")


class RuleTable(msgspec.Struct, frozen=True):
    """Figures of the rules as players read them.

    `section` is the key of the section of rules that they belong to ("EQP"), `note` a sentence on
    how to read them. A cell that is a rule's ID leads to the rule.
    """

    title: str
    section: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""

    @property
    def anchor(self) -> str:
        """What a link to the table names: "table-weapons"."""
        return "table-" + re.sub(r"[^a-z0-9]+", "-", self.title.lower()).strip("-")


def markdown(
    title: str, book: Rulebook, tables: Sequence[RuleTable] = (), *, written_by: str
) -> str:
    """The page, ending in a line break. `written_by` is the command that writes it anew."""
    lines = [
        f"# {_plain(title)}: the rules",
        "",
        f"<!-- Written by `{written_by}` from the rulebook and the tables; do not edit. -->",
        "",
        "In our own words, one text an ID. *Rulings* are what was decided where the rules are "
        "silent or can be read two ways.",
        "",
        *_contents(book, tables),
    ]
    for section in book.sections.values():
        lines += ["", f'<a id="{section.key}"></a>', ""]
        lines += [f"## {section.number}. {_plain(section.title)} ({section.key})", ""]
        own = [table for table in tables if table.section == section.key]
        if own:
            links = ", ".join(f"[{_plain(table.title)}](#{table.anchor})" for table in own)
            lines += [f"Tables: {links}", ""]
        for rule in book.of_section(section.key):
            lines += [f'<a id="{rule.id}"></a>', f"**{rule.id}** {_plain(rule.title)}.", ""]
            lines += [_linked(book, rule.text), ""]
            if rule.ruling:
                lines += [f"> *Ruling:* {_linked(book, rule.ruling)}", ""]
        lines.pop()
    if tables:
        lines += ["", "## Tables"]
    for table in tables:
        lines += ["", *_table(book, table)]
    return "\n".join(lines) + "\n"


def _contents(book: Rulebook, tables: Sequence[RuleTable]) -> Iterator[str]:
    yield "## Contents"
    yield ""
    for section in book.sections.values():
        yield f"- [{section.number}. {_plain(section.title)}](#{section.key}) ({section.key})"
    if tables:
        yield ""
        yield "Tables:"
        yield ""
    for table in tables:
        yield f"- [{_plain(table.title)}](#{table.anchor})"


def _table(book: Rulebook, table: RuleTable) -> Iterator[str]:
    section = book.sections[table.section]
    yield f'<a id="{table.anchor}"></a>'
    yield ""
    yield f"### {_plain(table.title)}"
    yield ""
    note = f"{_linked(book, table.note)} " if table.note else ""
    yield f"{note}Rules: [{_plain(section.title)}](#{section.key})."
    yield ""
    yield _row(_plain(column) for column in table.columns)
    yield _row("---" for _ in table.columns)
    for row in table.rows:
        yield _row(_linked(book, cell) for cell in row)


def _row(cells: Iterator[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _plain(text: str) -> str:
    """Text whose signs mean nothing to Markdown."""
    return _SPECIAL.sub(r"\\\1", text)


def _linked(book: Rulebook, text: str) -> str:
    """Text in which every ID of the book, with or without its prefix, leads to its rule."""

    def link(found: re.Match[str]) -> str:
        rule = f"{book.prefix}-{found['short']}"
        return f"[{found[0]}](#{rule})" if rule in book.rules else found[0]

    return _SHORT_ID.sub(link, _plain(text))
