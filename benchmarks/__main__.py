"""``make bench``: every figure beside its yardstick, medians over rounds taken in turn."""

from __future__ import annotations

import random
from statistics import median

from benchmarks.engine import (
    attack_odds_seconds,
    duel_rounds,
    in_fresh_processes,
    kingdom_rounds,
    ratio,
)
from benchmarks.fields import captains_seconds
from benchmarks.miniatures import casualties_seconds
from benchmarks.table import measure_table

# The pace the targets were set for: what python-chess does on the machine they speak of.
TARGET_PLIES = 30_000
TARGET_DUELS = 500
TARGET_KINGDOMS = 150


def main() -> None:
    """Measure and print."""
    rng = random.Random(1977)
    plies, decisions, duels = in_fresh_processes(duel_rounds)
    print(f"python-chess, random plies          {median(plies):10,.0f} /s")
    print(
        f"Melee (1977), random decisions      {median(decisions):10,.0f} /s   "
        f"{ratio(decisions, plies):5.2f} x python-chess (target 1.5)"
    )
    print(
        f"brawler duels                       {median(duels):10,.1f} /s   "
        f"{ratio(duels, plies) * TARGET_PLIES:5.0f} /s where python-chess does "
        f"{TARGET_PLIES:,} (target {TARGET_DUELS})"
    )
    print_kingdoms()
    odds = attack_odds_seconds(rng)
    print(f"exact odds of one attack            {odds * 1000:10.2f} ms  (target 5)")
    casualties, longest = casualties_seconds(rng)
    print(
        f"BATTLESYSTEM, casualties of a melee {casualties * 1000:10.2f} ms  "
        f"(target 5; longest {longest * 1000:.2f})"
    )
    print(
        f"BATTLESYSTEM, battles of captains   {captains_seconds(rng) * 1000:10.2f} ms  "
        f"(target 12, three units a side)"
    )
    for line in measure_table():
        print(line)


def print_kingdoms() -> None:
    """Random games of Tahta's Melee, on the boards for two, three and four."""
    plies, games, decisions = in_fresh_processes(kingdom_rounds)
    print(
        f"Melee (Tahta), random decisions     {median(decisions):10,.0f} /s   "
        f"{ratio(decisions, plies):5.2f} x python-chess (target 1.5)"
    )
    print(
        f"Melee (Tahta), random games         {median(games):10,.1f} /s   "
        f"{ratio(games, plies) * TARGET_PLIES:5.0f} /s where python-chess does "
        f"{TARGET_PLIES:,} (target {TARGET_KINGDOMS})"
    )


if __name__ == "__main__":
    main()
