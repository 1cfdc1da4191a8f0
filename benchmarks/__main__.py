"""``make bench``: every figure beside its yardstick, medians of rounds taken in turn."""

from __future__ import annotations

import random

from benchmarks.engine import (
    attack_odds_seconds,
    brawler_duels,
    chess_plies,
    duel,
    random_decisions,
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
    print(f"python-chess, random plies          {plies:10,.0f} /s")
    print(
        f"Melee (1977), random decisions      {decisions:10,.0f} /s   "
        f"{decisions / plies:5.2f} x python-chess (target 1.5)"
    )
    scale = plies / TARGET_PLIES
    print(
        f"brawler duels                       {duels:10,.1f} /s   "
        f"{duels / scale:5.0f} /s where python-chess does {TARGET_PLIES:,} (target {TARGET_DUELS})"
    )
    odds = attack_odds_seconds(rng)
    print(f"exact odds of one attack            {odds * 1000:10.2f} ms  (target 5)")
    for line in measure_table():
        print(line)


if __name__ == "__main__":
    main()
