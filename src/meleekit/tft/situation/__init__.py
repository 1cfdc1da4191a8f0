"""Situations of Melee (1977): any moment of any battle as a short TOML text, and back."""
