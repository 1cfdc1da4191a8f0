"""Seasons for tests: small, and fought by bots."""

from __future__ import annotations

from typing import Any

import msgspec

from meleekit.season.battles import fought_by_bots, result_of
from meleekit.season.book import ME, BattleBegun, BattleFought, Fate, Party, Plan, Season
from meleekit.season.fixtures import next_battle
from meleekit.season.stables import housekeeping, new_season
from meleekit.season.standing import Standing, after, after_all, standing
from meleekit.tft.creation import FighterSheet
from meleekit.tft.fighters import ready_made

SEED = bytes(range(32))
OWN = tuple(ready_made()[key] for key in ("berrin", "tamsin"))
RICH = msgspec.structs.replace(OWN[0], xp=250)


def begin(own: tuple[FighterSheet, ...] = OWN, seed: bytes = SEED, **plan: Any) -> Season:
    return new_season("Spring", seed, Plan(**plan), own, others=2)


def opened(**plan: Any) -> Standing:
    return standing(begin(**plan))


def fight(now: Standing) -> Standing:
    """The season after one more battle, fought by bots."""
    now = after_all(now, housekeeping(now))
    battle = next_battle(now)
    assert battle is not None
    now = after(now, battle)
    return after(now, result_of(now, fought_by_bots(now, battle)))


def fight_all(now: Standing) -> Standing:
    while True:
        now = after_all(now, housekeeping(now))
        if next_battle(now) is None:
            return now
        now = fight(now)


def pair_up(now: Standing, a: int = 0, b: int = 1) -> BattleBegun:
    """A battle of the first living fighters of two stables."""
    parties = (
        Party(a, (now.living(a)[0].name,)),
        Party(b, (now.living(b)[0].name,)),
    )
    return BattleBegun(len(now.fought) + 1, now.fixture, parties)


def both_fall() -> tuple[Season, tuple[str, ...]]:
    """A season in which people lead the first two stables, and each has lost one; their names."""
    heading = begin().heading
    own = (heading.stables[0], msgspec.structs.replace(heading.stables[1], player=ME))
    season = Season(msgspec.structs.replace(heading, stables=(*own, *heading.stables[2:])))
    battle = pair_up(standing(season))
    fallen = season.then(battle, won_by(battle, None, dies=True))
    return fallen, tuple(stable.name for stable in own)


def won_by(battle: BattleBegun, side: int | None, xp: int = 30, dies: bool = False) -> BattleFought:
    """A made-up end of that battle: a side wins, and each of the other's fighters dies or not."""
    fates = tuple(
        Fate(name, not (dies and place != side), 3, xp if place == side else 0, "TFT-XP-03")
        for place, party in enumerate(battle.parties)
        for name in party.fighters
    )
    winners = () if side is None else (battle.parties[side].stable,)
    return BattleFought(battle.battle, winners, "made up", "TFT-BAT-02", 5, fates, "c" * 64, "l")
