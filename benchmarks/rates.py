"""Shares of so many, with their intervals, and what the long counts have in common."""

from __future__ import annotations

import argparse
from math import sqrt
from typing import NamedTuple

Z95 = 1.959964


class Rate(NamedTuple):
    """So many of so many, with its Wilson interval."""

    won: int
    of: int

    @property
    def share(self) -> float:
        """The rate."""
        return self.won / self.of

    def interval(self, z: float = Z95) -> tuple[float, float]:
        """Where the true rate lies, in 95 of 100 such counts."""
        middle = (self.share + z * z / (2 * self.of)) / (1 + z * z / self.of)
        spread = sqrt(self.share * (1 - self.share) / self.of + (z / (2 * self.of)) ** 2)
        half = z * spread / (1 + z * z / self.of)
        return middle - half, middle + half

    def __str__(self) -> str:
        if not self.of:
            return "   undecided"
        low, high = self.interval()
        return f"{self.share:6.1%} ({low:.1%} to {high:.1%})"


def counting(about: str | None) -> argparse.ArgumentParser:
    """The options of a count that is made in several processes."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--workers", type=int, default=None, help="processes; else one a core")
    return parser


def batches(count: int, size: int, first: int = 0) -> list[range]:
    """So many numbers in parts, for one process each."""
    end = first + count
    return [range(at, min(at + size, end)) for at in range(first, end, size)]
