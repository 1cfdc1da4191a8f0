"""A battle of the season as a match: its set-up, its dice, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from meleekit.bots import BOTS, Bot, play_out
from meleekit.core.errors import BadRequest, BadSave
from meleekit.core.match import Match
from meleekit.core.verify import verify
from meleekit.season.book import ME, BattleBegun, BattleFought, Fate, Season
from meleekit.season.chance import battle_seed
from meleekit.season.standing import Standing
from meleekit.systems import SYSTEMS
from meleekit.tft.events import ExperienceGained
from meleekit.tft.game import Melee
from meleekit.tft.setup import Setup, SideSetup
from meleekit.tft.state import Condition

KEY = "tft"
USUAL_BOT = "brawler"


def setup_of(now: Standing, battle: BattleBegun) -> Setup:
    """The battle's set-up: the sheets as they are now, every fighter unhurt (TFT-INJ-07)."""
    plan = now.plan
    names = [now.stable_name(party.stable) for party in battle.parties]
    return Setup(
        title=f"{now.season.heading.title}: battle {battle.battle}"[:80],
        about=f"{names[0]} against {names[1]}.",
        kind=plan.kind,
        board=plan.board,
        turn_limit=plan.turn_limit,
        variants=plan.variants,
        sides=tuple(
            SideSetup(
                name=name,
                fighters=tuple(now.fighters[fighter].sheet for fighter in party.fighters),
            )
            for name, party in zip(names, battle.parties, strict=True)
        ),
    )


def players_of(season: Season, battle: BattleBegun) -> tuple[str, ...]:
    """Who leads each side: "me" or the name of a bot."""
    return tuple(season.heading.stables[party.stable].player for party in battle.parties)


def match_of(now: Standing, battle: BattleBegun) -> Match[Any, Any]:
    """The battle as a match that begins; its dice come from the season's seed."""
    system = SYSTEMS[KEY]
    setup = system.setup_from(setup_of(now, battle))
    return Match.start(system, setup, seed=battle_seed(now.season, battle.battle))


def bots_of(season: Season, battle: BattleBegun, bots: Mapping[str, Bot] = BOTS) -> tuple[Bot, ...]:
    """A bot for each side; the usual one stands in for a player. Raises `BadRequest`."""
    found = []
    for player in players_of(season, battle):
        name = USUAL_BOT if player == ME else player
        if name not in bots:
            raise BadRequest(f"no bot {name!r}; there are {', '.join(bots)}", at="player")
        found.append(bots[name])
    return tuple(found)


def fought_by_bots(now: Standing, battle: BattleBegun) -> Match[Any, Any]:
    """The battle, fought out by bots on both sides."""
    match = match_of(now, battle)
    play_out(match, bots_of(now.season, battle))
    return match


def check_match(now: Standing, match: Match[Any, Any]) -> None:
    """Refuse a match that is not the battle under way. Raises `BadSave`."""
    battle = now.under_way
    if battle is None:
        raise BadSave("no battle of this season is under way: none is counted twice")
    if match.game.key != KEY or match.game.setup != match_of(now, battle).game.setup:
        raise BadSave(f"this is another battle than battle {battle.battle}", at="setup")


def read_battle(now: Standing, record: bytes) -> BattleFought:
    """What a record of the battle under way tells, fought at whatever table.

    Raises `BadSave` if it is of another battle, is not fought out, or does not hold: every roll
    and state is worked out again (`verify`).
    """
    match: Match[Any, Any] = Match.load(record, SYSTEMS)
    check_match(now, match)
    if match.outcome is None:
        raise BadSave("this battle is not fought out yet")
    found = verify(record, SYSTEMS)
    if not found.ok:
        raise BadSave(f"this record does not hold: {found.reason}")
    return result_of(now, match)


def result_of(now: Standing, match: Match[Any, Any]) -> BattleFought:
    """What came of the battle under way, once its match is over. Raises `BadSave`."""
    check_match(now, match)
    return told_by(now, match)


def told_by(now: Standing, match: Match[Any, Any]) -> BattleFought:
    """The same of a match that is known to be the battle's own. Raises `BadSave`.

    Not even a later version of the rules, under which it would begin otherwise, undoes it.
    """
    battle, outcome, game = now.under_way, match.outcome, match.game
    if battle is None or outcome is None:
        raise BadSave("this battle is not fought out yet")
    assert isinstance(game, Melee)
    earned = {
        event.figure: event
        for entry in match.entries
        for event in entry.events
        if isinstance(event, ExperienceGained)
    }
    fates = []
    for character in game.arena.characters:
        figure = match.state.figures[character.index]
        award = earned.get(character.index)
        fates.append(
            Fate(
                fighter=character.name,
                alive=figure.condition is not Condition.DEAD,
                hits=figure.hits,
                xp=award.points if award else 0,
                rule=award.rule if award else "",
            )
        )
    sides = sorted({game.seats[seat].side for seat in outcome.winners})
    return BattleFought(
        battle=battle.battle,
        winners=tuple(battle.parties[side].stable for side in sides),
        reason=outcome.reason,
        rule=outcome.rule,
        turns=match.state.turn,
        fates=tuple(fates),
        commitment=match.commitment,
        log=match.log_hash(),
    )


def verdict_words(now: Standing, battle: BattleFought) -> str:
    """How a battle ended, in a line."""
    if not battle.winners:
        return f"a draw: {battle.reason}"
    return f"{now.stable_name(battle.winners[0])} won: {battle.reason}"
