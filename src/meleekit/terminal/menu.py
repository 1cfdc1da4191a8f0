"""The legal actions as a numbered list, and what a typed line means in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from meleekit.core.game import Game
from meleekit.core.scene import Scene
from meleekit.core.text_ink import plain

# Up to this many actions are all listed; of more, alike ones share a line.
ALL_LISTED = 18
LISTED_ALIKE = 2
PLACE_DIGITS = 3
"""So many digits, and more, may be a place's; a slip beside the list is never that long."""

_AFTER_COMMA = re.compile(r"(?<=\d),\s+(?=-?\d)")
_NUMBER = re.compile(r"\b\d+\b")
_EDGES = ".,:;()[]?!"
_GAP = "…"


class Option(msgspec.Struct, frozen=True):
    """One legal action with its number in the list, its label, and the words it is found by.

    `places` are those that its label names.
    """

    number: int
    action: Any
    label: str
    words: frozenset[str]
    places: tuple[str, ...] = ()


class Group(msgspec.Struct, frozen=True):
    """Options that differ only in the place they name; their numbers follow one another.

    `head` is whom they are about, where labels begin with that and a colon; `stem` is the whole
    label with a gap for the place.
    """

    head: str
    stem: str
    options: tuple[Option, ...]

    @property
    def folded(self) -> bool:
        """Whether the group is better shown as one line."""
        return len(self.options) > LISTED_ALIKE

    @property
    def example(self) -> str:
        """What to type for one of them: the words in which its label differs from its stem."""
        option = self.options[0]
        shared = set(words_of(self.stem))
        own = [word for word in words_of(bare(option.label)) if word not in shared]
        said = " ".join(own)
        # A number alone is the number of an option.
        return str(option.number) if not said or said.isdecimal() else said


class Menu(msgspec.Struct, frozen=True):
    """All that may be done now."""

    groups: tuple[Group, ...]
    options: tuple[Option, ...]

    @property
    def folded(self) -> bool:
        """Whether there are too many to list each."""
        return len(self.options) > ALL_LISTED and any(group.folded for group in self.groups)

    def find(self, typed: str) -> tuple[Option, ...]:
        """The options that a line means: a number, or words of a label or names of its places.

        Whole words come before beginnings of words. Several options: the line leaves it open. A
        number too long to be mistaken may name a place, such as 0103.
        """
        if typed.isdecimal():
            numbered = tuple(option for option in self.options if str(option.number) == typed)
            if numbered or len(typed) < PLACE_DIGITS:
                return numbered
            return tuple(option for option in self.options if typed in option.places)
        wanted = words_of(typed)
        if not wanted:
            return ()
        whole = tuple(o for o in self.options if all(word in o.words for word in wanted))
        exact = tuple(o for o in whole if words_of(o.label) == wanted)
        if exact or whole:
            return exact or whole
        return tuple(
            option
            for option in self.options
            if all(any(w.startswith(part) for w in option.words) for part in wanted)
        )


def menu_of(
    game: Game[Any, Any, Any], state: object, scene: Scene, actions: Sequence[object]
) -> Menu:
    """The actions in their order, save that alike ones stand together."""
    places = {cell.id: plain(cell.label or cell.name) for cell in scene.cells}
    names = dict(places)
    names.update((mark.id, plain(f"{mark.label} {mark.title}")) for mark in scene.marks)
    names.update((piece.id, plain(f"{piece.name} {piece.short}")) for piece in scene.pieces)
    alike: dict[str, dict[str, list[tuple[object, str, frozenset[str], tuple[str, ...]]]]] = {}
    for action in actions:
        picks = game.picks(state, action)
        label = plain(game.label(state, action))
        amount, numbers = game.amount(state, action), game.numbers(state, action)
        at = tuple(places[pick] for pick in picks if pick in places)
        gaps = (*at, *map(str, numbers if amount is None else (amount,)))
        if game.is_aside(state, action):  # shapes of a unit and the like: many, and one as another
            gaps += tuple(_NUMBER.findall(label))
        stem = _stem(label, gaps)
        found_by = words_of(" ".join([label, *picks, *(names.get(pick, "") for pick in picks)]))
        same_head = alike.setdefault(head_of(label), {})
        same_head.setdefault(stem, []).append((action, label, frozenset(found_by), at))
    groups, number = [], 1
    for head, stems in alike.items():
        for stem, members in stems.items():
            options = tuple(Option(number + i, *member) for i, member in enumerate(members))
            groups.append(Group(head, stem, options))
            number += len(options)
    return Menu(tuple(groups), tuple(option for group in groups for option in group.options))


def head_of(label: str) -> str:
    """What stands before a label's colon, with the colon; empty if there is none.

    >>> head_of("Ann: move to 1,-3"), head_of("Face north")
    ('Ann:', '')
    """
    head, colon, _ = label.partition(": ")
    return head + ":" if colon else ""


def words_of(text: str) -> tuple[str, ...]:
    """The words of a text for comparing: lower case, no punctuation around, coordinates whole.

    >>> words_of("Move to 1, -3 (4 of 10 MA)")
    ('move', 'to', '1,-3', '4', 'of', '10', 'ma')
    """
    joined = _AFTER_COMMA.sub(",", text.casefold())
    stripped = (word.strip(_EDGES) for word in joined.split())
    return tuple(word for word in stripped if word)


def bare(label: str) -> str:
    """A label without what stands in brackets at its end."""
    return re.sub(r"\s*\([^()]*\)$", "", label)


def _stem(label: str, places: Iterable[str]) -> str:
    """What labels have in common that differ in a place and in what it costs to get there."""
    stem = bare(label)
    for place in places:
        if place:
            stem = re.sub(rf"(?<![\w,-]){re.escape(place)}(?![\w,-])", _GAP, stem)
    return stem if _GAP in stem else label
