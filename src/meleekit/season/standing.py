"""How a season stands after its steps: who lives, who has what, who leads.

`after` takes one step. It is the same function for a step that is being taken and for one that is
read from a file, so that nothing can be read that could not have been done.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import reduce

import msgspec

from meleekit.core.errors import BadRequest, BadSave, BadSetup, MeleekitError
from meleekit.core.phrases import listed
from meleekit.season.book import (
    ME,
    AnyStep,
    BattleBegun,
    BattleFought,
    Fate,
    Hired,
    Plan,
    PointBought,
    Rearmed,
    Season,
)
from meleekit.tft.creation import FighterSheet, check_sheet
from meleekit.tft.experience import Award, earn, spend
from meleekit.tft.tables import default_tables

WIN, DRAW = 3, 1
"""Points in the table of standings."""


@dataclass(frozen=True)
class Fighter:
    """A fighter of the season: the sheet as it is now, and a line for everything it went through.

    All hits heal between battles (TFT-INJ-07), so none are kept.
    """

    sheet: FighterSheet
    stable: int
    alive: bool = True
    battles: int = 0
    won: int = 0
    history: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Its name, which nobody else in the season has."""
        return self.sheet.name

    @property
    def strength(self) -> int:
        """Basic STR and DEX together, by which matches are made."""
        return self.sheet.strength + self.sheet.dexterity

    @property
    def can_buy(self) -> bool:
        """Whether it lives and has the experience for a point (TFT-XP-01)."""
        return self.alive and self.sheet.xp >= default_tables().experience.xp_per_point


@dataclass(frozen=True)
class Place:
    """A stable's row in the table of standings: battles, points, own dead, enemies slain."""

    stable: int
    won: int = 0
    drawn: int = 0
    lost: int = 0
    fallen: int = 0
    slain: int = 0

    @property
    def fought(self) -> int:
        """Battles fought."""
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> int:
        """Three for a victory, one for a draw."""
        return WIN * self.won + DRAW * self.drawn

    @property
    def merit(self) -> tuple[int, int, int]:
        """What ranks stables: points, victories, the balance of the dead; more is better."""
        return self.points, self.won, self.slain - self.fallen


@dataclass(frozen=True)
class Standing:
    """A season as it stands.

    `under_way` is the battle that has begun and is not fought out, `fought` those that are;
    `fixture` is the next place in the list of fixtures.
    """

    season: Season
    fighters: Mapping[str, Fighter]
    places: tuple[Place, ...]
    under_way: BattleBegun | None = None
    fought: tuple[tuple[BattleBegun, BattleFought], ...] = ()
    fixture: int = 0

    @property
    def plan(self) -> Plan:
        """How the season is fought."""
        return self.season.heading.plan

    @property
    def variants(self) -> frozenset[str]:
        """The readings of the rules in force (TFT-VAR-01)."""
        return frozenset(self.plan.variants)

    @property
    def table(self) -> tuple[tuple[int, Place], ...]:
        """The stables with their ranks, the best first; those of equal merit share a rank."""
        ranked = [
            (1 + sum(other.merit > place.merit for other in self.places), place)
            for place in self.places
        ]
        return tuple(sorted(ranked, key=lambda row: row[0]))

    def stable_name(self, stable: int) -> str:
        """A stable's name."""
        return self.season.heading.stables[stable].name

    def living(self, stable: int) -> tuple[Fighter, ...]:
        """Those of a stable who live, in the order in which they joined it."""
        return tuple(f for f in self.fighters.values() if f.stable == stable and f.alive)

    def free_places(self, stable: int) -> int:
        """How many fighters a stable may hire: as many as it began with, less those who live."""
        return len(self.season.heading.stables[stable].fighters) - len(self.living(stable))

    @property
    def own(self) -> tuple[int, ...]:
        """The stables that people lead, by number."""
        stables = self.season.heading.stables
        return tuple(i for i, stable in enumerate(stables) if stable.player == ME)

    @property
    def own_living(self) -> tuple[Fighter, ...]:
        """The living fighters of the stables that people lead."""
        return tuple(fighter for stable in self.own for fighter in self.living(stable))

    def fighter(self, name: str) -> Fighter:
        """The fighter of that name, capitals or not. Raises `BadRequest`."""
        for known, fighter in self.fighters.items():
            if known.casefold() == name.strip().casefold():
                return fighter
        living = listed([f.name for f in self.fighters.values() if f.alive])
        raise BadRequest(f"nobody in this season is called {name!r}; there are {living}", at="name")

    def in_battle(self, name: str) -> bool:
        """Whether a fighter is in the battle that is under way."""
        return self.under_way is not None and any(
            name in party.fighters for party in self.under_way.parties
        )


def standing(season: Season) -> Standing:
    """How the season stands. Raises `BadSave` naming the step that does not follow."""
    now = _opening(season)
    for index, step in enumerate(season.steps):
        try:
            now = after(now, step)
        except MeleekitError as error:
            raise error.restated(BadSave, at=f"steps[{index}]") from None
    return replace(now, season=season)


def _opening(season: Season) -> Standing:
    fighters: dict[str, Fighter] = {}
    variants = frozenset(season.heading.plan.variants)
    for index, stable in enumerate(season.heading.stables):
        for place, sheet in enumerate(stable.fighters):
            at = f"stables[{index}].fighters[{place}]"
            try:
                _check(sheet, season.heading.plan, variants)
                _check_new(sheet, fighters)
            except BadSetup as error:
                raise error.restated(BadSave, at=at) from None
            fighters[sheet.name] = Fighter(sheet, index)
    places = tuple(Place(index) for index in range(len(season.heading.stables)))
    return Standing(season, fighters, places)


def after(now: Standing, step: AnyStep) -> Standing:
    """The standing after one more step. Raises `MeleekitError`; then nothing has changed."""
    taken = _TAKE[type(step)](now, step)
    return replace(taken, season=now.season.then(step))


def after_all(now: Standing, steps: tuple[AnyStep, ...]) -> Standing:
    """The standing after several more steps."""
    return reduce(after, steps, now)


def _check(sheet: FighterSheet, plan: Plan, variants: frozenset[str]) -> None:
    missiles = default_tables().combat_kinds[plan.kind].missiles
    check_sheet(sheet, variants=variants, missiles=missiles)


def _check_new(sheet: FighterSheet, fighters: Mapping[str, Fighter]) -> None:
    if any(sheet.name.casefold() == known.casefold() for known in fighters):
        raise BadSetup(
            f"there is a {sheet.name} in this season already", rule="TFT-CRE-11", at="name"
        )


def _with(now: Standing, fighter: Fighter) -> Standing:
    return replace(now, fighters={**now.fighters, fighter.name: fighter})


def _idle(now: Standing, name: str, rule: str, what: str) -> Fighter:
    """A living fighter who is not in a battle. Raises `BadSetup` with the rule."""
    fighter = now.fighter(name)
    if not fighter.alive:
        raise BadSetup(f"{fighter.name} is dead", rule=rule, at="name")
    if now.in_battle(fighter.name):
        message = f"{fighter.name} is in a battle; {what} between battles"
        raise BadSetup(message, rule=rule, at="name")
    return fighter


def _begun(now: Standing, step: BattleBegun) -> Standing:
    if now.under_way is not None:
        raise BadRequest(f"battle {now.under_way.battle} is not fought out yet")
    if step.battle != len(now.fought) + 1:
        raise BadRequest(f"the next battle is number {len(now.fought) + 1}, not {step.battle}")
    if step.fixture < now.fixture:
        raise BadRequest(f"fixture {step.fixture} is past")
    if step.parties[0].stable == step.parties[1].stable:
        raise BadRequest("a stable does not fight itself")
    for party in step.parties:
        if party.stable >= len(now.places) or len(set(party.fighters)) < len(party.fighters):
            raise BadRequest("there is no such side in this season")
        for name in party.fighters:
            fighter = now.fighters.get(name)
            if fighter is None or not fighter.alive or fighter.stable != party.stable:
                raise BadRequest(f"{name} cannot fight for {now.stable_name(party.stable)}")
    return replace(now, under_way=step, fixture=step.fixture + 1)


def _fought(now: Standing, step: BattleFought) -> Standing:
    begun = now.under_way
    if begun is None or begun.battle != step.battle:
        raise BadRequest(f"battle {step.battle} is not under way: it is never counted twice")
    sent = [name for party in begun.parties for name in party.fighters]
    if sorted(fate.fighter for fate in step.fates) != sorted(sent):
        raise BadRequest("the fates told are not those of the fighters that were sent")
    stables = [party.stable for party in begun.parties]
    if not set(step.winners) <= set(stables):
        raise BadRequest("a stable that was not there cannot have won")
    fighters = dict(now.fighters)
    dead = dict.fromkeys(stables, 0)
    for fate in step.fates:
        before = now.fighters[fate.fighter]
        foe = next(party for party in begun.parties if party.stable != before.stable)
        dead[before.stable] += not fate.alive
        fighters[fate.fighter] = replace(
            before,
            sheet=earn(before.sheet, Award(fate.xp, (fate.rule,))),
            alive=fate.alive,
            battles=before.battles + 1,
            won=before.won + (before.stable in step.winners),
            history=(*before.history, _battle_line(step, fate, before.stable, foe.fighters)),
        )
    places = list(now.places)
    for stable in stables:
        place = places[stable]
        places[stable] = replace(
            place,
            won=place.won + (stable in step.winners),
            drawn=place.drawn + (not step.winners),
            lost=place.lost + (bool(step.winners) and stable not in step.winners),
            fallen=place.fallen + dead[stable],
            slain=place.slain + sum(n for other, n in dead.items() if other != stable),
        )
    return replace(
        now,
        fighters=fighters,
        places=tuple(places),
        under_way=None,
        fought=(*now.fought, (begun, step)),
    )


def _battle_line(step: BattleFought, fate: Fate, stable: int, foes: tuple[str, ...]) -> str:
    result = "drew with" if not step.winners else "beat" if stable in step.winners else "lost to"
    parts = [f"{result} {listed(foes)}"]
    if not fate.alive:
        parts.append("and died")
    elif fate.hits:
        parts.append(f"with {fate.hits} {'hit' if fate.hits == 1 else 'hits'} taken")
    if fate.xp:
        parts.append(f"({fate.xp:+d} XP)".replace("-", "−"))
    return f"Battle {step.battle}: {' '.join(parts)}"


def _bought(now: Standing, step: PointBought) -> Standing:
    fighter = _idle(now, step.fighter, "TFT-BAD-06", "experience is spent")
    sheet = spend(fighter.sheet, step.attribute, variants=now.variants)
    _check(sheet, now.plan, now.variants)
    line = f"Bought 1 {'STR' if step.attribute == 'strength' else 'DEX'}"
    return _with(now, replace(fighter, sheet=sheet, history=(*fighter.history, line)))


def _rearmed(now: Standing, step: Rearmed) -> Standing:
    fighter = _idle(now, step.fighter, "TFT-CRE-08", "armour and arms are changed")
    sheet = msgspec.structs.replace(
        fighter.sheet, armour=step.armour, items=step.items, ready=step.ready
    )
    _check(sheet, now.plan, now.variants)
    return _with(now, replace(fighter, sheet=sheet))


def _hired(now: Standing, step: Hired) -> Standing:
    if step.stable >= len(now.places):
        raise BadRequest("there is no such stable in this season")
    if now.free_places(step.stable) <= 0:
        name, count = now.stable_name(step.stable), len(now.living(step.stable))
        raise BadRequest(f"{name} has its {count} fighters: one is hired when one has died")
    _check(step.sheet, now.plan, now.variants)
    _check_new(step.sheet, now.fighters)
    line = "Joined the stable" + (f" before battle {len(now.fought) + 1}" if now.fought else "")
    return _with(now, Fighter(step.sheet, step.stable, history=(line,)))


_TAKE: Mapping[type, Callable[..., Standing]] = {
    BattleBegun: _begun,
    BattleFought: _fought,
    PointBought: _bought,
    Rearmed: _rearmed,
    Hired: _hired,
}
