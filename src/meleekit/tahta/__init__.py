"""Rikki Tahta's *Melee*: gold in the fist, guesses, and castles to take in four seasons."""
