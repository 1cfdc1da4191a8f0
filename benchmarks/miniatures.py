"""Speed of one melee of BATTLESYSTEM: the exact casualties of both sides."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from statistics import median

from meleekit.battlesystem.calculator import Fighting, fighting_from, melee
from meleekit.battlesystem.tables import default_tables

MELEES = 300
TRIES = 3


def random_pairs(rng: random.Random) -> Sequence[tuple[Fighting, Fighting]]:
    """Units of ready troop types, of every size, closed and open."""
    troops = sorted(default_tables().troops)

    def unit() -> Fighting:
        figures = rng.randint(1, 40)
        contact = rng.randint(1, figures)
        formation = rng.choice(("closed", "open", "skirmish"))
        told = {"troop": rng.choice(troops), "figures": figures, "contact": contact}
        return fighting_from({**told, "formation": formation, "charging": rng.random() < 0.5})

    return [(unit(), unit()) for _ in range(MELEES)]


def casualties_seconds(rng: random.Random) -> tuple[float, float]:
    """Both attacks and the exact casualties of both sides, from the rules: median and longest.

    Each melee counts by the best of three tries, in the time of this thread: the machine has
    other things to do.
    """
    taken = [
        min(_seconds(first, second) for _ in range(TRIES)) for first, second in random_pairs(rng)
    ]
    return median(taken), max(taken)


def _seconds(first: Fighting, second: Fighting) -> float:
    start = time.thread_time()
    melee(first, second).odds()
    return time.thread_time() - start
