"""Which rules lack code or a test, and which of them are said to."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec
from rich.console import Console
from rich.text import Text

from meleekit.core.errors import BadRequest, BadSetup
from meleekit.core.rulebook import Rule, Rulebook
from meleekit.core.typed import read_toml, typed
from meleekit.terminal.page import columns, put, say
from meleekit.terminal.trace import PACKAGE, Traces, trace_rules

UNTRACED = "untraced.toml"


class Untraced(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rules that need not stand in code and tests, each with the reason.

    `explains`: nothing can be carried out or tested, such as advice. `later`: not in play yet.
    """

    explains: Mapping[str, str] = {}
    later: Mapping[str, str] = {}

    def reason(self, rule_id: str) -> str:
        """Why a rule is listed; empty if it is not."""
        return self.explains.get(rule_id) or self.later.get(rule_id) or ""


class Gap(msgspec.Struct, frozen=True):
    """A rule that stands nowhere in the code, or in no test, or neither; `reason` if listed."""

    rule: Rule
    code: bool
    tests: bool
    reason: str


class Coverage(msgspec.Struct, frozen=True):
    """Rules in all, those with a gap, and the listed ones that have none."""

    rules: int
    gaps: tuple[Gap, ...]
    stale: tuple[str, ...]

    @property
    def unexplained(self) -> tuple[Gap, ...]:
        """The gaps for which no reason is listed."""
        return tuple(gap for gap in self.gaps if not gap.reason)


def load_untraced(game: str, book: Rulebook, package: Path = PACKAGE) -> Untraced:
    """The listed rules of a game, none where it has no list.

    Raises `BadSetup` for an ID that the rulebook lacks, stands there twice or has no reason.
    """
    path = package / game / UNTRACED
    if not path.exists():
        return Untraced()
    listed = typed(read_toml(path), Untraced, name=path.name)
    for kind, reasons in (("explains", listed.explains), ("later", listed.later)):
        for rule_id, reason in reasons.items():
            if rule_id not in book.rules:
                raise BadSetup(f"{path.name}: no such rule", at=f"{kind}.{rule_id}")
            if not reason.strip():
                raise BadSetup(f"{path.name}: needs a reason", at=f"{kind}.{rule_id}")
    for rule_id in listed.explains:
        if rule_id in listed.later:
            raise BadSetup(f"{path.name}: stands there twice", at=f"later.{rule_id}")
    return listed


def coverage(book: Rulebook, traces: Traces, listed: Untraced) -> Coverage:
    """What of a rulebook lacks code or a test. Raises `BadRequest` where there are no tests."""
    if traces.tests is None:
        raise BadRequest("the tests are not part of an installation; ask in the sources")
    gaps, stale = [], []
    for rule in book.rules.values():
        gap = Gap(rule, rule.id in traces.code, rule.id in traces.tests, listed.reason(rule.id))
        if not (gap.code and gap.tests):
            gaps.append(gap)
        elif gap.reason:
            stale.append(rule.id)
    return Coverage(len(book.rules), tuple(gaps), tuple(stale))


def show_coverage(console: Console, game: str, book: Rulebook) -> bool:
    """Print what lacks code or a test; whether the list says so, no more and no less."""
    found = coverage(book, trace_rules(), load_untraced(game, book))
    table = columns("bold", "red", "red", "")
    for gap in found.gaps:
        lacks = ("" if gap.code else "no code", "" if gap.tests else "no test")
        note = f"{gap.rule.title}: {gap.reason}" if gap.reason else f"{gap.rule.title} (not listed)"
        table.add_row(*(Text(cell) for cell in (gap.rule.id, *lacks, note)))
    put(console, table)
    for rule_id in found.stale:
        say(console, f"{rule_id} has code and test, and is still listed in {UNTRACED}")
    carried = found.rules - len(found.gaps)
    listed = len(found.gaps) - len(found.unexplained)
    say(
        console,
        f"{carried} of {found.rules} rules have code and test, {listed} are listed with a reason, "
        f"{len(found.unexplained)} are missing.",
    )
    return not found.unexplained and not found.stale
