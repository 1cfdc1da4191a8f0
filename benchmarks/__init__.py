"""What the README claims about speed, measured."""
