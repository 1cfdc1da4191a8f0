"""Speed of whole battles of BATTLESYSTEM: captains on both sides, three units each."""

from __future__ import annotations

import random
import time

from benchmarks.engine import whole_game
from meleekit.bots import bot
from meleekit.systems import system

BATTLES = 150


def captains_seconds(rng: random.Random, scenario: str = "two_lines") -> float:
    """Seconds for a battle, in the time of this thread: the machine has other things to do."""
    rules, captain = system("battlesystem"), bot("captain")
    game = rules.game(rules.setup_from(scenario))
    start = time.thread_time()
    for _ in range(BATTLES):
        whole_game(game, captain, rng)
    return (time.thread_time() - start) / BATTLES
