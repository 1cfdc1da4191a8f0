"""Bots for BATTLESYSTEM's battles."""
