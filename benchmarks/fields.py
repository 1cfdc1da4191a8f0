"""Speed of whole battles of BATTLESYSTEM: captains on both sides, three units each."""

from __future__ import annotations

import random
import time

from meleekit.bots import bot
from meleekit.core.dice import Rolled
from meleekit.systems import system

BATTLES = 150


def captains_seconds(rng: random.Random, scenario: str = "two_lines") -> float:
    """Seconds for a battle, in the time of this thread: the machine has other things to do."""
    rules, captain = system("battlesystem"), bot("captain")
    game = rules.game(rules.setup_from(scenario))
    start = time.thread_time()
    for _ in range(BATTLES):
        dice, own = Rolled(rng.randbytes(32)), Rolled(rng.randbytes(32))
        state = game.begin(dice).state
        while open_now := game.decisions(state):
            seat = open_now[0].seat
            action = captain.choose(game, state, seat, game.actions(state, seat), own)
            state = game.apply(state, seat, action, dice).state
    return (time.thread_time() - start) / BATTLES
