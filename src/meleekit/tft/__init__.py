"""Melee (1977): duels and small battles on hexes, the root of The Fantasy Trip."""
