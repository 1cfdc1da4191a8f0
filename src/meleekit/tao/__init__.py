"""Tao melee: being next to an enemy is melee, and leaving a melee hex costs action points."""
