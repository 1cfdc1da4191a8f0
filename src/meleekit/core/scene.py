"""What a board looks like at one moment: plain data that any renderer can draw.

A game builds a `Scene`; `core.svg` and `core.text` draw it without knowing the game. Everything
in a scene has an `id` ("hex:0,-1", "fig:3") that clicks, tests and screen readers use, and that
the actions of the game name in their picks.

Lengths are in units of the hex size, the distance from a hex's centre to its corners; x runs to
the right, y down. Hexes are flat-topped, and directions 0-5 run clockwise from straight up.

Classes ("reach-half", "entrance-0", "attack") are words of lower-case letters, digits and
hyphens. The stylesheet gives them their look, and one that it does not know gets a plain one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import TypeAlias

import msgspec

from meleekit.core.beside import Card, Panel, Track
from meleekit.core.signs import Glyph

CLASS_WORD = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
QUARTERS = ("north", "east", "south", "west")
COMPASS = ("north", "north-east", "south-east", "south", "south-west", "north-west")
CORNERS = (
    "north-north-east",
    "east",
    "south-south-east",
    "south-south-west",
    "west",
    "north-north-west",
)


class Posture(StrEnum):
    """How a piece holds itself; shown by its shape, never by colour alone."""

    STANDING = "standing"
    STUNNED = "stunned"  # reels, upright
    KNEELING = "kneeling"
    ALOFT = "aloft"  # in the air
    PRONE = "prone"
    DOWN = "down"  # lies there and cannot act
    DEAD = "dead"
    PILE = "pile"  # wrestles on the ground with whoever shares its cell


UPRIGHT = frozenset({Posture.STANDING, Posture.STUNNED, Posture.KNEELING, Posture.ALOFT})


class ShieldArc(StrEnum):
    """Which neighbouring hexes a shield guards against: three in front, one behind, or all six."""

    FRONT = "front"
    BACK = "back"
    ALL = "all"


class Flag(StrEnum):
    """What is shown at a glance of a body of figures, beside what its status says."""

    LEADER = "leader"  # somebody is with it who counts
    CHARGE = "charge"
    FLIGHT = "flight"  # it runs, or ran
    ROUT = "rout"


class Cell(msgspec.Struct, frozen=True, gc=False):
    """One place of the board.

    Without an `outline` it is a hex around (x, y). An outline holds the corners of any other
    shape, relative to (x, y): a square, or the region of a map. `group` names the block of cells
    it belongs to (a megahex, a country); borders between groups are drawn thicker. `label` is
    the small printed coordinate, `title` what a screen reader says.

    A region of a map has its `name` and a `landmark` (a class word such as "castle" or "woods")
    printed on it, with a small `badge` such as "+1"; pieces stand in a row: `stand` holds the
    row's middle relative to (x, y) and its width, `print_at` the middle of name and landmark.
    """

    id: str
    x: float
    y: float
    label: str = ""
    title: str = ""
    tint: str | None = None
    group: str = ""
    outline: tuple[tuple[float, float], ...] = ()
    name: str = ""
    landmark: str = ""
    badge: str = ""
    print_at: tuple[float, float] = (0.0, 0.0)
    stand: tuple[float, float, float] | None = None


class Tint(msgspec.Struct, frozen=True, gc=False):
    """A cell and the class in which it is tinted for the moment, perhaps with a figure in it."""

    cell: str
    tint: str
    label: str = ""


class Piece(msgspec.Struct, frozen=True, kw_only=True):
    """A figure, beast or unit on the board.

    `side` chooses colour and charge (None: of no side). `figure` is printed on the counter in
    place of its initials. `facing` is a direction 0-5; a piece that faces a corner of its hex has
    `vertex` instead, where v lies between directions v and v+1; on a board of squares it has a
    `quarter` 0-3, clockwise from straight up. `also` lists further cells that it covers.
    `formed`: it is a body of figures, one in each of its cells, of whom the last `hurt` are
    wounded; it is drawn as a block with its front, and `flags` stand on it. `unarmed` breaks the
    rim of its counter. `badge` is a short figure at its shoulder, such as the points that it has
    left to spend. `hits` of `strength` are taken (strength 0: not shown); of a body those are
    figures. `kit` says in words what it carries, `status` what else holds for it. `faded`: it
    has had its turn. `active`: the decision is about it.
    """

    id: str
    cell: str
    name: str
    side: int | None = None
    initials: str = ""
    figure: Glyph | None = None
    facing: int | None = None
    vertex: int | None = None
    quarter: int | None = None
    formed: bool = False
    hurt: int = 0
    flags: tuple[Flag, ...] = ()
    also: tuple[str, ...] = ()
    posture: Posture = Posture.STANDING
    weapon: Glyph | None = None
    off_hand: Glyph | None = None
    shield: ShieldArc | None = None
    unarmed: bool = False
    badge: str = ""
    hits: int = 0
    strength: int = 0
    kit: str = ""
    status: tuple[str, ...] = ()
    faded: bool = False
    active: bool = False
    title: str = ""

    @property
    def heading(self) -> float | None:
        """Degrees clockwise from straight up, or None when it faces nowhere."""
        if self.facing is not None:
            return 60.0 * self.facing
        if self.quarter is not None:
            return 90.0 * self.quarter
        return None if self.vertex is None else 60.0 * self.vertex + 30.0

    @property
    def short(self) -> str:
        """What is printed on the counter."""
        return self.initials or self.name.strip()[:2]


class Mark(msgspec.Struct, frozen=True, gc=False):
    """A sign on a cell that is no piece.

    Kinds that are drawn in their own way: "item" (with its glyph, at the foot of the hex),
    "body", "target", "step" (a stage of a path, with its label), "in-the-way". Any other kind
    shows its label. `title` is what a screen reader says.
    """

    id: str
    cell: str
    kind: str
    label: str = ""
    title: str = ""
    glyph: Glyph | None = None


class Link(msgspec.Struct, frozen=True, gc=False):
    """A stroke from one piece or cell to another.

    Kinds that are drawn in their own way: "engage" (a short arrow across the border, from who
    engages to who is engaged), "melee" (two short strokes across it: each engages the other),
    "attack" (an arrow), "flight" (a line of flight). Any other kind is a plain line.
    """

    id: str
    kind: str
    start: str
    end: str
    title: str = ""


class KeyEntry(msgspec.Struct, frozen=True, gc=False):
    """One line of the key: what a tint means, in words; `label` stands for a figure in it."""

    tint: str
    text: str
    label: str = ""


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """A board with all that stands on it.

    `sides` are the names of the sides, by number. Beside the board lie the seats' `panels`, the
    `cards` that are open to all or in the hand of whoever looks, and a `track` of stages.
    `tints` hold now; `hover` maps an id to the
    tints that show while the pointer rests on it. `numbered`: cells are called by their labels,
    which are printed however small the board is. Making a scene that contradicts itself (an id
    given twice, a cell that is not there, a class that is no class) raises ValueError.
    """

    title: str
    cells: tuple[Cell, ...]
    pieces: tuple[Piece, ...] = ()
    marks: tuple[Mark, ...] = ()
    links: tuple[Link, ...] = ()
    tints: tuple[Tint, ...] = ()
    hover: Mapping[str, tuple[Tint, ...]] = {}
    sides: tuple[str, ...] = ()
    key: tuple[KeyEntry, ...] = ()
    panels: tuple[Panel, ...] = ()
    cards: tuple[Card, ...] = ()
    track: Track | None = None
    numbered: bool = False

    def __post_init__(self) -> None:
        if fault := next(_faults(self), None):
            raise ValueError(f"scene {self.title!r}: {fault}")

    def side_name(self, side: int | None) -> str:
        """The side's name; "side 3" for one without, "" for none."""
        if side is None:
            return ""
        return self.sides[side] if 0 <= side < len(self.sides) else f"side {side}"


Thing: TypeAlias = Cell | Piece | Mark | Link


def scene_ids(scene: Scene) -> frozenset[str]:
    """Every id in the scene, whatever it belongs to."""
    return frozenset((*(thing.id for thing in _things(scene)), *_beside(scene)))


def describe(scene: Scene, piece: Piece) -> str:
    """The piece in one sentence, as a screen reader says it; its own title if it has one."""
    if piece.title:
        return piece.title
    posture = "" if piece.formed else piece.posture.value
    parts = [piece.name, scene.side_name(piece.side), posture]
    if piece.facing is not None:
        parts.append(f"facing {COMPASS[piece.facing % 6]}")
    elif piece.vertex is not None:
        parts.append(f"facing {CORNERS[piece.vertex % 6]}")
    elif piece.quarter is not None:
        parts.append(f"facing {QUARTERS[piece.quarter % 4]}")
    if piece.strength and piece.formed:
        parts.append(f"{piece.strength - piece.hits} of {piece.strength} figures")
    elif piece.strength:
        parts.append(f"{piece.hits} of {piece.strength} hits taken")
    parts.append(carried(piece))
    if piece.shield:
        parts.append(f"shield {piece.shield.value}")
    return ", ".join(filter(None, (*parts, *piece.status)))


def carried(piece: Piece) -> str:
    """What the piece carries, in words."""
    if piece.kit:
        return piece.kit
    return " and ".join(glyph.value for glyph in (piece.weapon, piece.off_hand) if glyph)


def short_labels(names: Sequence[str]) -> tuple[str, ...]:
    """Labels of one or two letters, no two alike, in the order of the names.

    >>> short_labels(["Ann", "Bert the Old", "Anna", "Anna 2"])
    ('An', 'BO', 'A3', 'A2')
    """
    taken: set[str] = set()
    labels = []
    for number, name in enumerate(names, 1):
        label = next(x for x in _candidates(name, number) if x not in taken)
        taken.add(label)
        labels.append(label)
    return tuple(labels)


def _candidates(name: str, number: int) -> Iterator[str]:
    words = [word for word in re.split(r"[\W_]+", name) if word]
    first = words[0][0].upper() if words else ""
    if len(words) > 1 and (words[-1][0].isupper() or re.fullmatch("[0-9]", words[-1])):
        yield first + words[-1][0]
    if words:
        yield first + words[0][1:2]
    if number < 10:
        yield f"{first or '#'}{number}"
    yield str(number)
    while True:
        number += 100
        yield str(number)


def _things(scene: Scene) -> Iterator[Thing]:
    yield from scene.cells
    yield from scene.pieces
    yield from scene.marks
    yield from scene.links


def _beside(scene: Scene) -> Iterator[str]:
    """The ids of what lies beside the board."""
    for panel in scene.panels:
        yield panel.id
        yield from (gauge.id for gauge in panel.gauges)
        yield from (card.id for card in panel.cards)
    yield from (card.id for card in scene.cards)


def _faults(scene: Scene) -> Iterator[str]:
    cells = {cell.id for cell in scene.cells}
    ids = [thing.id for thing in _things(scene)]
    ids += _beside(scene)
    known = set(ids)
    strokes = {link.id for link in scene.links}
    if len(known) < len(ids):
        twice = ", ".join(sorted(x for x, n in Counter(ids).items() if n > 1))
        yield f"ids given more than once: {twice}"
    if "" in known:
        yield "something has an empty id"
    for piece in scene.pieces:
        for cell in (piece.cell, *piece.also):
            if cell not in cells:
                yield f"{piece.id} stands on {cell!r}, which is no cell"
        if piece.side is not None and piece.side < 0:
            yield f"{piece.id} is of side {piece.side}; sides are numbered from 0"
    for mark in scene.marks:
        if mark.cell not in cells:
            yield f"{mark.id} lies on {mark.cell!r}, which is no cell"
    for link in scene.links:
        for end in (link.start, link.end):
            if end not in known or end in strokes:
                yield f"{link.id} leads to {end!r}, which is not there"
    for target in scene.hover:
        if target not in known:
            yield f"hover of {target!r}, which is not there"
    for tint in _all_tints(scene):
        if tint.cell not in cells:
            yield f"tint of {tint.cell!r}, which is no cell"
    for word in dict.fromkeys(_words(scene)):
        if not CLASS_WORD.fullmatch(word):
            yield f"{word!r} is no class: use lower-case letters, digits and hyphens"


def _all_tints(scene: Scene) -> Iterator[Tint]:
    yield from scene.tints
    for tints in scene.hover.values():
        yield from tints


def _words(scene: Scene) -> Iterable[str]:
    yield from (cell.tint for cell in scene.cells if cell.tint is not None)
    yield from (cell.landmark for cell in scene.cells if cell.landmark)
    for cards in (scene.cards, *(panel.cards for panel in scene.panels)):
        yield from (card.kind for card in cards if card.kind)
    yield from (tint.tint for tint in _all_tints(scene))
    yield from (mark.kind for mark in scene.marks)
    yield from (link.kind for link in scene.links)
    yield from (entry.tint for entry in scene.key)
