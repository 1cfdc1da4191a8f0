"""Situations of Rikki Tahta's *Melee*: any moment of any game as a short TOML text, and back."""
