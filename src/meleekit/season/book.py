"""The book of a season: what it began with, and one step after the other of what came to pass.

Everything else (who lives, who may buy a point, the table of standings) follows from these; see
`standing`. A season is a value: a step makes a new one, and a step that is refused makes none.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final, Literal, TypeVar

import msgspec
from msgspec import Meta

from meleekit.core.errors import BadSave
from meleekit.core.typed import fault_of
from meleekit.tft.creation import Carried, FighterSheet, InHand, Word
from meleekit.tft.experience import Attribute
from meleekit.tft.setup import Kind

FORMAT: Final = "meleekit-season/1"
ME = "me"
"""Who leads a stable of one's own; the others are led by the bot that is named."""

MOST_IN_STABLE = 40

T = TypeVar("T")
# Far above whatever a season comes to; numbers beyond fit neither page nor database.
Index = Annotated[int, Meta(ge=0, le=1_000_000)]
Count = Index
Change = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
Name = Annotated[str, Meta(min_length=1, max_length=60)]


class Order(StrEnum):
    """Who meets whom: everybody everybody by turns, or those who are nearest in strength."""

    ROUND_ROBIN = "round_robin"
    STRENGTH = "strength"


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a season is fought.

    `kind` is the kind of every battle (TFT-BAT-01); `size` the most fighters on a side; `rounds`
    how often all pairs meet, or in matchmaking by strength how often each stable fights;
    `variants` the readings in force (TFT-VAR-01). `turn_limit` turns undecided are a draw.
    """

    kind: Kind = "arena"
    order: Order = Order.ROUND_ROBIN
    rounds: Annotated[int, Meta(ge=1, le=100)] = 2
    size: Annotated[int, Meta(ge=1, le=3)] = 1
    turn_limit: Annotated[int, Meta(ge=1, le=1000)] = 100
    board: Annotated[str, Meta(max_length=40)] = "arena2"
    variants: Annotated[tuple[str, ...], Meta(max_length=40)] = ()


class Stable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stable as it enters the season: its name, who leads it ("me" or a bot), its fighters."""

    name: Name
    player: Name
    fighters: Annotated[tuple[FighterSheet, ...], Meta(min_length=1, max_length=MOST_IN_STABLE)]


class Heading(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a season begins with. From `seed`, 64 hex digits, come all its dice and choices."""

    format: Literal["meleekit-season/1"] = "meleekit-season/1"
    title: Annotated[str, Meta(min_length=1, max_length=80)]
    seed: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    plan: Plan
    stables: Annotated[tuple[Stable, ...], Meta(min_length=2, max_length=12)]


class Step(
    msgspec.Struct, frozen=True, tag_field="step", forbid_unknown_fields=True, omit_defaults=True
):
    """One thing that came to pass in a season."""


class Party(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One side of a battle: a stable, by its number, and those it sends."""

    stable: Index
    fighters: Annotated[tuple[Word, ...], Meta(min_length=1, max_length=6)]


class BattleBegun(Step, frozen=True, tag="begun"):
    """A battle is under way: `battle` counts from 1, `fixture` is its place in the list.

    Until it is fought out its fighters buy nothing and change nothing (TFT-BAD-06, TFT-CRE-08).
    """

    battle: Annotated[int, Meta(ge=1, le=1_000_000)]
    fixture: Index
    parties: tuple[Party, Party]


class Fate(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a battle made of one fighter: hits taken, whether it lives, its XP (TFT-XP-02..09)."""

    fighter: Word
    alive: bool
    hits: Count
    xp: Change = 0
    rule: Word = ""


class BattleFought(Step, frozen=True, tag="fought"):
    """A battle was fought out.

    `winners` are numbers of stables, none after a draw. `commitment` names the seed the dice came
    from, `log` the whole course (`Match.log_hash`), so that its record can be known again.
    """

    battle: Annotated[int, Meta(ge=1, le=1_000_000)]
    winners: Annotated[tuple[Index, ...], Meta(max_length=2)]
    reason: Annotated[str, Meta(max_length=400)]
    rule: Word
    turns: Count
    fates: tuple[Fate, ...]
    commitment: str
    log: str


class PointBought(Step, frozen=True, tag="bought"):
    """A fighter's experience bought a point (TFT-XP-01)."""

    fighter: Word
    attribute: Attribute


class Rearmed(Step, frozen=True, tag="rearmed"):
    """A fighter changed armour and arms between battles (TFT-CRE-08)."""

    fighter: Word
    armour: Word
    items: Carried
    ready: InHand | None = None


class Hired(Step, frozen=True, tag="hired"):
    """A new fighter takes a dead one's place in a stable."""

    stable: Index
    sheet: FighterSheet


AnyStep = BattleBegun | BattleFought | PointBought | Rearmed | Hired


class Season(msgspec.Struct, frozen=True):
    """A season so far."""

    heading: Heading
    steps: tuple[AnyStep, ...] = ()

    @property
    def seed(self) -> bytes:
        """What all its dice come from."""
        return bytes.fromhex(self.heading.seed)

    def then(self, *steps: AnyStep) -> Season:
        """The season with more steps; whether they may be taken is `standing`'s to say."""
        return Season(self.heading, (*self.steps, *steps))


class _File(Heading, frozen=True, forbid_unknown_fields=True, kw_only=True):
    steps: tuple[AnyStep, ...] = ()


class _Format(msgspec.Struct, frozen=True):
    format: str


def encode_step(step: AnyStep) -> bytes:
    """A step as JSON, for stores that keep one row a step."""
    return msgspec.json.encode(step)


def encode_heading(heading: Heading) -> bytes:
    """What a season began with, as JSON."""
    return msgspec.json.encode(heading)


def encode_season(season: Season) -> bytes:
    """The season as the text of its file."""
    heading = {name: getattr(season.heading, name) for name in Heading.__struct_fields__}
    whole = msgspec.json.encode(_File(**heading, steps=season.steps))
    return msgspec.json.format(whole, indent=1) + b"\n"


def assemble(heading: bytes, steps: list[bytes]) -> Season:
    """A season from its heading and its steps, each as it was encoded. Raises `BadSave`."""
    began = _decoded(heading, Heading)
    return Season(began, tuple(_step(raw, index) for index, raw in enumerate(steps)))


def decode_season(data: bytes) -> Season:
    """The season of a file; `standing` tells whether its steps follow from one another.

    Raises `BadSave` naming the field that is wrong.
    """
    version = _decoded(data, _Format).format
    if version != FORMAT:
        raise BadSave(f"this is {version!r}, and only {FORMAT!r} can be read", at="format")
    file = _decoded(data, _File)
    heading = Heading(**{name: getattr(file, name) for name in Heading.__struct_fields__})
    return Season(heading, file.steps)


def _step(raw: bytes, index: int) -> AnyStep:
    try:
        return msgspec.json.decode(raw, type=AnyStep)
    except msgspec.DecodeError as error:
        raise BadSave(f"not a step of a season: {error}", at=f"steps[{index}]") from None


def _decoded(data: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError as error:
        message, path = fault_of(error)
        raise BadSave(message, at=path or None) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadSave(f"not a season: {error}") from None
