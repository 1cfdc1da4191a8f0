"""Situations of a battle: any moment of it as a TOML text, and back."""
