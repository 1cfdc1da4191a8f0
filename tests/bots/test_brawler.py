"""How the bots do against each other, and that no seat has an edge."""

from __future__ import annotations

from math import sqrt

import msgspec
import pytest

from meleekit.bots import BOTS, bot, bots_for
from meleekit.core.dice import Rolled
from meleekit.core.errors import BadRequest
from meleekit.tft.actions import Defend, DoNothing
from meleekit.tft.boards import BoardSpec
from meleekit.tft.creation import FighterSheet
from meleekit.tft.fighters import ready_made
from meleekit.tft.game import Melee
from meleekit.tft.generator import random_fighter
from meleekit.tft.scenarios import scenarios
from meleekit.tft.setup import Setup, SideSetup
from meleekit.tft.state import Act, PreEmpt
from tests.bots.duels import duel_of, winner
from tests.bots.games import play, seed
from tests.tft.brawls import fighter, melee, position


def test_brawler_beats_random_in_95_of_100_mirrored_duels() -> None:
    """1,000 duels: each pair of fighters meets with colours and listing swapped."""
    brawler, random_bot = bot("brawler"), bot("random")
    fighters = list(ready_made().values())
    won = 0
    for pair in range(250):
        dice = Rolled(seed("fighters", pair))
        one, other = (fighters[dice.below(len(fighters))] for _ in range(2))
        for mine, theirs in ((one, other), (other, one)):
            # The brawler is listed first, then second; each time it has `mine`.
            won += winner(play(duel_of(mine, theirs), (brawler, random_bot), pair)) == 0
            won += winner(play(duel_of(theirs, mine), (random_bot, brawler), pair)) == 1
    assert won >= 950


def close_quarters(fighter: FighterSheet) -> Melee:
    """A duel of equals on a board so small that they meet in the first turn."""
    board = BoardSpec(
        id="pit",
        title="Pit",
        hexes=tuple((q, r) for q in range(-2, 3) for r in range(-2, 3) if abs(q + r) <= 2),
        entrances=(((0, -2),), ((0, 2),)),
    )
    sides = (
        SideSetup(name="First", fighters=(fighter,)),
        SideSetup(name="Second", fighters=(fighter,)),
    )
    return Melee(Setup(title="Mirror", sides=sides, board=board, turn_limit=200))


def test_a_mirror_match_of_two_handed_swords_favours_nobody() -> None:
    """6,000 duels of equals: who is listed first wins as often as the other (TFT-ACT-08)."""
    fighter = FighterSheet(
        name="Sword", strength=14, dexterity=10, items=("two_handed_sword", "dagger")
    )
    game = close_quarters(fighter)
    bots = (bot("brawler"), bot("brawler"))
    wins = [0, 0]
    for number in range(6000):
        who = winner(play(game, bots, ("mirror", number)))
        if who is not None:
            wins[who] += 1
    decided = sum(wins)
    assert decided > 5000
    assert abs(wins[0] - decided / 2) <= 3 * sqrt(decided) / 2


def test_brawlers_finish_battles_of_all_kinds_of_fighters() -> None:
    """Random fighters, two or four sides, each kind of combat: every battle ends."""
    for number in range(40):
        dice = Rolled(seed("kinds", number))
        sides = 2 if number % 2 else 4
        kind = ("death", "arena", "practice")[number % 3]
        setup = Setup(
            title="Any",
            kind=kind,
            board="court4",
            turn_limit=60,
            sides=tuple(
                SideSetup(
                    name=f"Side {side}",
                    fighters=tuple(
                        random_fighter(dice.below, missiles=kind != "practice")
                        for _ in range(1 + dice.below(3))
                    ),
                )
                for side in range(sides)
            ),
        )
        play(Melee(setup), [bot("brawler")] * sides, ("kinds", number))


def test_a_bot_leaves_the_view_as_it_is() -> None:
    """A bot tries positions out on copies of its own."""
    game = Melee(scenarios()["duel"])
    dice, own = Rolled(seed("view")), Rolled(seed("own"))
    state = game.begin(dice).state
    for _ in range(200):
        open_now = game.decisions(state)
        if not open_now:
            break
        seat = open_now[0].seat
        before = msgspec.json.encode(state)
        action = bot("brawler").choose(game, state, seat, game.actions(state, seat), own)
        assert msgspec.json.encode(state) == before
        state = game.apply(state, seat, action, dice).state


def test_bots_are_found_by_name_and_by_game() -> None:
    assert bots_for("tft") == ("random", "brawler", "tactician")
    assert bots_for("another game") == ("random",)
    assert all(BOTS[name].name == name for name in BOTS)
    with pytest.raises(BadRequest, match="random, brawler, tactician"):
        bot("nobody")


def test_every_ready_made_fighter_can_be_played_by_the_brawler() -> None:
    fighters = list(ready_made().values())
    for one, other in zip(fighters, fighters[1:] + fighters[:1], strict=True):
        play(duel_of(one, other), (bot("brawler"), bot("brawler")), one.name)


@pytest.mark.parametrize("name", ["brawler", "tactician"])
@pytest.mark.parametrize("armour", ["none", "plate"])
def test_a_danger_that_hardly_is_one_is_not_worth_an_action(name: str, armour: str) -> None:
    """Struck at from behind with a blunt sword, by one she cannot strike at herself."""
    ann, bob = fighter("Ann", "dagger", armour=armour), fighter("Bob", "broadsword", armour=armour)
    game = melee([ann], [bob], kind="practice")
    # Through plate only luck hurts: 2d6, halved, is 6 at most and 5 of it are stopped.
    # TFT-DMG-03, TFT-ARM-01
    battle = position(game, {0: ((0, 0), 0), 1: ((0, 1), 0)}, PreEmpt(0, 1, (1,)))
    legal = game.actions(battle, 0)
    assert Defend() in legal
    chosen = bot(name).choose(game, battle, 0, legal, Rolled(bytes(32)))
    assert chosen == (Defend() if armour == "none" else DoNothing())


@pytest.mark.parametrize("name", ["brawler", "tactician"])
def test_nor_does_one_defend_against_it_for_want_of_a_blow(name: str) -> None:
    """Ann's blunt dagger cannot hurt Bob at all, his hardly her: but he tries as long as he may."""
    ann = fighter("Ann", "dagger", armour="plate")
    bob = fighter("Bob", "dagger", "large_shield", armour="plate")
    game = melee([ann], [bob], kind="practice")
    # Three times 5, halved, is 7, and plate and shield stop all of that. TFT-DMG-03, TFT-ARM-03
    battle = position(game, {0: ((0, 0), 3), 1: ((0, 1), 0)}, Act(0))
    legal = game.actions(battle, 0)
    assert Defend() in legal
    assert bot(name).choose(game, battle, 0, legal, Rolled(bytes(32))) != Defend()
