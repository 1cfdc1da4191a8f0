"""Players of Rikki Tahta's *Melee*."""
