"""Moments before something is sealed, and the actions that seal it, for every way to the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Acts = Sequence[tuple[int, dict[str, Any]]]
SITUATION = """
game = "tahta"
season = "summer"
first = "Sun"
to = "{to}"

[players.Raven]
gold = 9
{Raven}

[players.Sun]
gold = 6
cards = ["Informers"]
{others}

[players.Thorn]
{others}

[players.Grey]
{others}

[units]
hn = "Raven: soldier"
n = "Sun: knight, camp"
"""
CHOICE = {"situation": SITUATION.format(to="select", Raven="", others="")}
ATTACK = {
    "situation": SITUATION.format(
        to="activate Raven", Raven='chosen = "attack"', others='chosen = "tax"'
    )
}
# The last castle is stormed: with the guess the match is over.
AT_THE_GATE = {
    "situation": ATTACK["situation"].replace("hn =", "a2 =").replace('n = "Sun', 'e = "Sun')
}
STORM: Acts = [
    (0, {"do": "attack", "unit": "soldier", "start": "a2", "node": "c2"}),
    (0, {"do": "stake", "amount": 4}),
    (1, {"do": "ask", "ask": False}),
    (1, {"do": "guess", "numbers": [1, 2]}),
]


def bid(amount: int) -> dict[str, Any]:
    return {"do": "bid_for_first", "amount": amount}


def select(*cards: str) -> dict[str, Any]:
    return {"do": "select", "cards": list(cards)}


def assault(amount: int) -> Acts:
    return [
        (0, {"do": "attack", "unit": "soldier", "start": "hn", "node": "n"}),
        (0, {"do": "stake", "amount": amount}),
    ]
