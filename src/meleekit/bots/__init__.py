"""Opponents: each sees only its seat's view and chooses among the legal actions."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from meleekit.bots.base import Bot
from meleekit.bots.battlesystem.captain import Captain
from meleekit.bots.brawler import Brawler
from meleekit.bots.random_bot import RandomBot
from meleekit.bots.seated import bot_choice, play_out
from meleekit.bots.tactician import Tactician
from meleekit.bots.tahta.equilibrium import Equilibrium
from meleekit.bots.tahta.greedy import Greedy
from meleekit.bots.tao.skirmisher import Skirmisher
from meleekit.core.errors import BadRequest

__all__ = ["BOTS", "Bot", "bot", "bot_choice", "bots_for", "play_out"]

BOTS: Mapping[str, Bot] = MappingProxyType(
    {
        b.name: b
        for b in (
            RandomBot(),
            Brawler(),
            Tactician(),
            Greedy(),
            Equilibrium(),
            Captain(),
            Skirmisher(),
        )
    }
)


def bot(name: str, game: str | None = None) -> Bot:
    """The bot of that name. Raises `BadRequest` naming those there are, or that play the game."""
    there = BOTS if game is None else bots_for(game)
    if name not in there:
        raise BadRequest(f"no bot {name!r}; there are {', '.join(there)}", at="bot")
    return BOTS[name]


def bots_for(game: str, bots: Mapping[str, Bot] = BOTS) -> tuple[str, ...]:
    """Names of the bots that play a system, the weakest first."""
    return tuple(name for name, b in bots.items() if b.games is None or game in b.games)
