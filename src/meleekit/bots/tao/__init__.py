"""Bots for Tao melee."""
