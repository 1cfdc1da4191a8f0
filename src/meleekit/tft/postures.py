"""Kneeling, lying and falling: what ends when a character no longer stands."""

from __future__ import annotations

from meleekit.tft.state import NO_PARRY, Figure, Posture


def go_to_ground(figure: Figure, posture: Posture) -> None:
    """Kneel, lie or fall: no front any more, and a main-gauche parries no longer (TFT-MG-05)."""
    figure.posture = posture
    figure.parry = NO_PARRY
    figure.run = -1
