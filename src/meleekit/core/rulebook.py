"""The rules in words for players, one text an ID, and how to look one up."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType

import msgspec

from meleekit.core.errors import BadRequest, BadSetup
from meleekit.core.typed import read_toml, typed

_ASKED = re.compile(r"(?P<section>[A-Z]+)[- ]?(?P<number>\d{1,2})")


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the rules: the middle of its IDs ("MOVE"), its chapter, and what it is about."""

    key: str
    number: int
    title: str


class Rule(msgspec.Struct, frozen=True):
    """One rule. `ruling` is what was decided where the rules are silent or can be read two ways."""

    id: str
    section: str
    title: str
    text: str
    ruling: str = ""


class _Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    text: str
    ruling: str = ""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    section: list[Section]
    rule: dict[str, _Words]


class Rulebook(msgspec.Struct, frozen=True):
    """All rules by ID, in the order of the book, and its sections by key.

    `prefix` is what all IDs begin with: TFT of TFT-MOVE-15.
    """

    prefix: str
    sections: Mapping[str, Section]
    rules: Mapping[str, Rule]

    def of_section(self, key: str) -> tuple[Rule, ...]:
        """The rules of a section, in order."""
        return tuple(rule for rule in self.rules.values() if rule.section == key)

    def look_up(self, asked: str) -> tuple[Rule, ...]:
        """The rule of an ID, or those of a section: "MOVE-15", "move 15", "MOVE".

        The IDs' common beginning may stand before either. Raises `BadRequest` for anything
        else, with what it might have meant.
        """
        words = asked.strip().upper().removeprefix(f"{self.prefix}-")
        if words in self.sections:
            return self.of_section(words)
        parts = _ASKED.fullmatch(words)
        if parts:
            rule = self.rules.get(f"{self.prefix}-{parts['section']}-{int(parts['number']):02d}")
            if rule:
                return (rule,)
        near = self._near(words)
        hint = f"near it: {', '.join(near)}" if near else f"sections: {', '.join(self.sections)}"
        raise BadRequest(f"no rule or section {asked!r}; {hint}")

    def _near(self, words: str) -> Sequence[str]:
        section = words.split("-")[0]
        if section in self.sections:
            ids = [rule.id for rule in self.of_section(section)]
            return [f"{ids[0]} to {ids[-1]}"]
        titled = [r.id for r in self.rules.values() if words and words in r.title.upper()]
        short = {rule_id.removeprefix(f"{self.prefix}-"): rule_id for rule_id in self.rules}
        alike = get_close_matches(words, [*self.sections, *short], n=4, cutoff=0.6)
        return list(dict.fromkeys([*titled[:4], *(short.get(name, name) for name in alike)]))


def load_rulebook(path: Path, prefix: str) -> Rulebook:
    """A rulebook from its file. Raises `BadSetup` naming the file and the field that is wrong."""
    file = typed(read_toml(path), _File, name=path.name)
    known_id = re.compile(rf"{re.escape(prefix)}-(?P<section>[A-Z]+)-\d\d")
    sections = {section.key: section for section in file.section}
    rules = {}
    for rule_id, words in file.rule.items():
        parts = known_id.fullmatch(rule_id)
        if parts is None or parts["section"] not in sections:
            raise BadSetup(f"{path.name}: no such section or ID", at=f"rule.{rule_id}")
        text, ruling = " ".join(words.text.split()), " ".join(words.ruling.split())
        rules[rule_id] = Rule(rule_id, parts["section"], words.title, text, ruling)
    return Rulebook(prefix, MappingProxyType(sections), MappingProxyType(rules))
