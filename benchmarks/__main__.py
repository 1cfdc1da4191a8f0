"""``make bench``: every figure beside its yardstick, medians over rounds taken in turn."""

from __future__ import annotations

import random
from statistics import median

from benchmarks.engine import (
    attack_odds_seconds,
    brawler_duels,
    chess_plies,
    duel,
    random_decisions,
    ratio,
    rounds,
)
from benchmarks.table import measure_table

# The pace the targets were set for: what python-chess does on the machine they speak of.
TARGET_PLIES = 30_000
TARGET_DUELS = 500


def main() -> None:
    """Measure and print."""
    rng = random.Random(1977)
    game = duel()
    plies, decisions, duels = rounds(
        chess_plies,
        lambda: random_decisions(game, rng),
        lambda: brawler_duels(game, rng),
    )
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
    odds = attack_odds_seconds(rng)
    print(f"exact odds of one attack            {odds * 1000:10.2f} ms  (target 5)")
    for line in measure_table():
        print(line)


if __name__ == "__main__":
    main()
