"""Stables: the season they open, the recruits they hire, and how bots lead theirs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import msgspec

from meleekit.bots import bot
from meleekit.core.dice import Rolled
from meleekit.core.errors import BadRequest, BadSave, BadSetup
from meleekit.core.phrases import listed
from meleekit.season.book import (
    ME,
    MOST_IN_STABLE,
    AnyStep,
    BattleBegun,
    Heading,
    Hired,
    Plan,
    PointBought,
    Season,
    Stable,
)
from meleekit.season.chance import chance_of
from meleekit.season.fixtures import next_battle
from meleekit.season.standing import Fighter, Standing, after, after_all, standing
from meleekit.tft.creation import FighterSheet, adj_dex_at_entry, name_problems, problems
from meleekit.tft.experience import Attribute
from meleekit.tft.fighters import ready_made
from meleekit.tft.generator import NAMES as NAMES_GIVEN
from meleekit.tft.setup import Setup, SideSetup, resolve
from meleekit.tft.tables import default_tables

NAMES = (
    *("The Grey Gate", "The Salt Yard", "The Red Lantern", "The Long Barn", "The Tower Hill"),
    *(
        "The Quiet Men",
        "The Ford",
        "The Iron Orchard",
        "The Ash Court",
        "The Low Bridge",
        "The Mill",
    ),
)
SURE_DEX = 13
"""adjDEX up to which bots buy DEX for their fighters, after it STR: five blows in six hit then."""


def new_season(
    title: str,
    seed: bytes,
    plan: Plan,
    own: Sequence[FighterSheet],
    *,
    own_name: str = "Your stable",
    led_by: str = ME,
    others: int = 3,
    bot_name: str = "brawler",
) -> Season:
    """A season of one's own stable against others that a bot leads, with as many fighters each.

    The others' fighters are beginners, drawn from the season's seed. Raises `BadSetup` or
    `BadRequest` for what cannot be: a fighter that the rules refuse, a bot that is not there.
    """
    if not 1 <= others <= len(NAMES):
        raise BadRequest(f"one meets 1 to {len(NAMES)} other stables, not {others}", at="stables")
    if not own:
        raise BadSetup("a stable has at least one fighter", rule="TFT-GEN-03", at="fighters")
    for name in sorted({bot_name, led_by} - {ME}):
        bot(name, "tft")  # before the others' fighters are drawn
    heading = Heading(
        title=title, seed=seed.hex(), plan=plan, stables=(Stable("?", ME, (own[0],)),) * 2
    )
    dice = chance_of(Season(heading), "the other stables")
    taken = {sheet.name.casefold() for sheet in own}
    stables = [Stable(own_name, led_by, tuple(own))]
    for name in _drawn(NAMES, others, dice):
        fighters = []
        for _ in own:
            fighters.append(recruit(dice, taken, plan))
            taken.add(fighters[-1].name.casefold())
        stables.append(Stable(name, bot_name, tuple(fighters)))
    season = Season(msgspec.structs.replace(heading, stables=tuple(stables)))
    check_season(season)
    return season


def check_season(season: Season) -> None:
    """Refuse a season that begins, or is brought along, whose battles could not all be fought.

    Raises `BadSetup` or `BadRequest` naming the field: what the rules refuse on a sheet, names
    that cannot be shown or told apart, a bot that is not there, the plan's board and variants.
    """
    try:
        standing(season)
    except BadSave as error:
        raise error.restated(BadSetup, at=error.at) from None
    heading, plan = season.heading, season.heading.plan
    if not heading.title.isprintable():
        raise BadSetup("a title has printable characters only", at="title")
    names: set[str] = set()
    for index, stable in enumerate(heading.stables):
        at = f"stables[{index}]"
        for problem in name_problems(stable.name):
            raise BadSetup(problem.message, rule=problem.rule, at=f"{at}.name")
        if stable.name in names:
            raise BadSetup(f"two stables are called {stable.name}", at=f"{at}.name")
        names.add(stable.name)
        if len(stable.fighters) > MOST_IN_STABLE:
            message = f"a stable has at most {MOST_IN_STABLE} fighters, not {len(stable.fighters)}"
            raise BadSetup(message, at=f"{at}.fighters")
        if stable.player != ME:
            bot(stable.player, "tft")
    # Between two of its stables stands what all battles have in common.
    sides = tuple(
        SideSetup(stable.name, stable.fighters[: plan.size]) for stable in heading.stables[:2]
    )
    resolve(
        Setup(
            title=heading.title,
            sides=sides,
            kind=plan.kind,
            board=plan.board,
            turn_limit=plan.turn_limit,
            variants=plan.variants,
        )
    )


def _drawn(among: Iterable[str], count: int, dice: Rolled) -> list[str]:
    left = list(among)
    return [left.pop(dice.below(len(left))) for _ in range(count)]


def recruit(dice: Rolled, taken: Collection[str], plan: Plan) -> FighterSheet:
    """A beginner: one of the ready-made fighters, but no beast, under a name of its own.

    It may fight in the plan's battles; `taken` are the names not to be given, in small letters.
    Chance chooses name and kind.
    """
    tables = default_tables()
    missiles = tables.combat_kinds[plan.kind].missiles  # TFT-BAT-08
    kinds = [
        sheet
        for sheet in ready_made().values()
        if sheet.race in tables.races
        and not problems(sheet, variants=frozenset(plan.variants), missiles=missiles)
    ]
    given = NAMES_GIVEN[dice.below(len(NAMES_GIVEN))]
    name, number = given, 2
    while name.casefold() in taken:
        name = f"{given} {_roman(number)}"
        number += 1
    return msgspec.structs.replace(kinds[dice.below(len(kinds))], name=name)


def _roman(number: int) -> str:
    text = ""
    for value, sign in ((50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")):
        while number >= value:
            text += sign
            number -= value
    return text


def hiring(now: Standing, stable: int, sheet: FighterSheet | None = None) -> Hired:
    """The step that fills a dead fighter's place: with that sheet, else with a recruit."""
    if sheet is None:
        count = sum(isinstance(step, Hired) for step in now.season.steps)
        dice = chance_of(now.season, f"recruit {count + 1}")
        sheet = recruit(dice, {name.casefold() for name in now.fighters}, now.plan)
    return Hired(stable, sheet)


def housekeeping(now: Standing) -> tuple[AnyStep, ...]:
    """What bots do for their stables between battles: hire for the dead, spend experience."""
    steps: list[AnyStep] = []
    for index, stable in enumerate(now.season.heading.stables):
        if stable.player == ME:
            continue
        for fighter in now.living(index):
            while (bought := _purchase(now, fighter.name)) is not None:
                step, now = bought
                steps.append(step)
        while now.free_places(index) > 0:
            hired = hiring(now, index)
            steps.append(hired)
            now = after(now, hired)
    return tuple(steps)


def _purchase(now: Standing, name: str) -> tuple[PointBought, Standing] | None:
    """A point that a bot buys for a fighter, and the season after it.

    None if the fighter has too little experience, or the rules let it buy no more (VAR-XP-CAP).
    """
    fighter = now.fighters[name]
    if not fighter.can_buy:
        return None
    step = PointBought(name, wanted(fighter.sheet))
    try:
        return step, after(now, step)
    except BadSetup:
        return None


def coming(now: Standing) -> BattleBegun | None:
    """The battle that will come next, once the bots have kept house; None: the season is over."""
    return next_battle(after_all(now, housekeeping(now)))


def wanted(sheet: FighterSheet) -> Attribute:
    """The attribute that a bot buys: DEX until blows are sure, then STR (TFT-AI-15)."""
    return "dexterity" if adj_dex_at_entry(sheet)[0] < SURE_DEX else "strength"


def own_fighter(now: Standing, name: str) -> Fighter:
    """A fighter of one's own. Raises `BadRequest` for nobody, and for one whom a bot leads."""
    fighter = now.fighter(name)
    if fighter.stable not in now.own:
        led = now.stable_name(fighter.stable)
        raise BadRequest(f"{fighter.name} is of {led}, which is not your own", at="name")
    return fighter


def own_stable(now: Standing, name: str = "") -> int:
    """The stable of one's own of that name, by number; without one the first with a free place.

    Raises `BadRequest` where there is none of one's own, or none of that name.
    """
    if not now.own:
        raise BadRequest("no stable of this season is your own")
    if not name:
        return next((one for one in now.own if now.free_places(one) > 0), now.own[0])
    for one in now.own:
        if now.stable_name(one) == name:
            return one
    names = listed([now.stable_name(one) for one in now.own])
    raise BadRequest(f"no stable of your own is called {name!r}; you have {names}", at="stable")


def attribute_named(word: str) -> Attribute:
    """The attribute meant by STR, DEX or a whole word. Raises `BadSetup` (TFT-BAD-06)."""
    known: dict[str, Attribute] = {
        "str": "strength",
        "strength": "strength",
        "dex": "dexterity",
        "dexterity": "dexterity",
    }
    if word.casefold() not in known:
        message = f"experience buys STR or DEX, not {word}"
        raise BadSetup(message, rule="TFT-BAD-06", at="attribute")
    return known[word.casefold()]
