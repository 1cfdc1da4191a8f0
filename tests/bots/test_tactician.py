"""The tactician: stronger than the brawler, and quick enough to play against."""

from __future__ import annotations

from math import sqrt

import msgspec
import pytest

from meleekit.bots import bot
from meleekit.core.dice import Rolled
from meleekit.tft.fighters import ready_made
from meleekit.tft.game import Melee
from meleekit.tft.scenarios import scenarios
from meleekit.tft.setup import Setup, SideSetup
from tests.bots.duels import winner
from tests.bots.games import play, seed


def mirror_match(number: int, size: int) -> Melee:
    """Sides of the same ready-made fighters, drawn by number."""
    dice = Rolled(seed("tactician", number))
    fighters = list(ready_made().values())
    drawn = [fighters[dice.below(len(fighters))] for _ in range(size)]
    sides = tuple(
        SideSetup(
            name=name,
            fighters=tuple(
                msgspec.structs.replace(fighter, name=f"{name} {index}")
                for index, fighter in enumerate(drawn)
            ),
        )
        for name in ("Red", "Blue")
    )
    return Melee(Setup(title="Mirror", sides=sides, board="arena2", turn_limit=100))


@pytest.mark.parametrize("size", [1, 2])
def test_it_wins_more_mirrored_battles_than_the_brawler(size: int) -> None:
    """Whoever it is and wherever it stands: each battle is fought twice, seats swapped."""
    ours, theirs = bot("tactician"), bot("brawler")
    won = lost = 0
    for number in range(60 // size):
        game = mirror_match(number, size)
        for bots, seat in (((ours, theirs), 0), ((theirs, ours), 1)):
            who = winner(play(game, bots, (number, seat)))
            won += who == seat
            lost += who == 1 - seat
    decided = won + lost
    assert decided >= 30
    # One standard error above an even score, at least; `make strength` counts thousands.
    assert won / decided > 0.5 + sqrt(0.25 / decided)


@pytest.mark.parametrize("name", scenarios())
def test_it_finishes_every_scenario(name: str) -> None:
    game = Melee(scenarios()[name])
    play(game, [bot("tactician")] * len(game.seats), (name, "tactician"))


def test_it_leaves_the_view_as_it_is() -> None:
    game = Melee(scenarios()["three_against_three"])
    dice, own = Rolled(seed("view")), Rolled(seed("own"))
    state = game.begin(dice).state
    for _ in range(60):
        open_now = game.decisions(state)
        if not open_now:
            break
        seat = open_now[0].seat
        before = msgspec.json.encode(state)
        action = bot("tactician").choose(game, state, seat, game.actions(state, seat), own)
        assert msgspec.json.encode(state) == before
        state = game.apply(state, seat, action, dice).state
