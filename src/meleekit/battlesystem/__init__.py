"""BATTLESYSTEM's melee: units of figures, simultaneous losses, the Combat Results Table."""
