"""What every game is played on; the core knows no game."""
