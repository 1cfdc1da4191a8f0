"""Speed of the rules, the odds and the bots, beside python-chess on the same machine."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from itertools import chain
from multiprocessing import get_context
from statistics import median

import chess

from meleekit.bots import Bot, bot
from meleekit.core.dice import Rolled
from meleekit.core.game import Game
from meleekit.systems import system
from meleekit.tft.actions import Attack
from meleekit.tft.game import Melee
from meleekit.tft.state import Battle

# Short rounds, taken in turn: a machine that is busy for a second slows all of them alike.
ROUND_SECONDS = 0.25
ROUNDS = 6
PROCESSES = 5
"""One after another: the same code runs up to a tenth faster or slower in one than in the next."""
LONGEST_GAME = 2000


def chess_plies() -> float:
    """python-chess: legal moves listed and one of them pushed at random, plies a second."""
    rng = random.Random(1)
    plies = 0
    start = time.perf_counter()
    while time.perf_counter() - start < ROUND_SECONDS:
        board = chess.Board()
        for _ in range(200):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(moves[rng.randrange(len(moves))])
            plies += 1
    return plies / (time.perf_counter() - start)


def random_decisions(game: Game, rng: random.Random) -> float:
    """Random play: legal actions listed and one of them applied, decisions a second."""
    decisions = 0
    start = time.perf_counter()
    while time.perf_counter() - start < ROUND_SECONDS:
        dice = Rolled(rng.randbytes(32))
        state = game.begin(dice).state
        for _ in range(LONGEST_GAME):
            open_now = game.decisions(state)
            if not open_now:
                break
            seat = open_now[0].seat
            actions = game.actions(state, seat)
            action = actions[dice.below(len(actions))]
            state = game.apply(state, seat, action, dice).state
            decisions += 1
    return decisions / (time.perf_counter() - start)


def random_kingdoms(games: Sequence[Game], rng: random.Random) -> tuple[float, float]:
    """Random play of Tahta's Melee, by turns on each board: games and decisions a second."""
    played = decisions = 0
    start = time.perf_counter()
    while time.perf_counter() - start < ROUND_SECONDS:
        for game in games:
            dice = Rolled(rng.randbytes(32))
            state = game.begin(dice).state
            while open_now := game.decisions(state):
                seat = open_now[0].seat
                actions = game.actions(state, seat)
                action = actions[dice.below(len(actions))]
                state = game.apply(state, seat, action, dice).state
                decisions += 1
            played += 1
    seconds = time.perf_counter() - start
    return played / seconds, decisions / seconds


def kingdoms() -> list[Game]:
    """The standard game of Tahta's Melee for two, three and four players."""
    rules = system("tahta")
    return [rules.game(rules.setup_from(f"kingdom{count}")) for count in (2, 3, 4)]


def whole_game(game: Game, player: Bot, rng: random.Random) -> None:
    """A game to its end, one bot in every seat; nothing may be hidden in it."""
    dice, own = Rolled(rng.randbytes(32)), Rolled(rng.randbytes(32))
    state = game.begin(dice).state
    while open_now := game.decisions(state):
        seat = open_now[0].seat
        action = player.choose(game, state, seat, game.actions(state, seat), own)
        state = game.apply(state, seat, action, dice).state


def brawler_duels(game: Game, rng: random.Random) -> float:
    """Whole duels between two brawlers, duels a second."""
    brawler = bot("brawler")
    duels = 0
    start = time.perf_counter()
    while time.perf_counter() - start < ROUND_SECONDS:
        whole_game(game, brawler, rng)
        duels += 1
    return duels / (time.perf_counter() - start)


def attack_odds_seconds(rng: random.Random) -> float:
    """Seconds for the exact odds of one attack, the worst of the attacks met in some duels."""
    game = system("tft").game(system("tft").setup_from("duel"))
    brawler = bot("brawler")
    worst: list[float] = []
    while len(worst) < 30:
        dice, own = Rolled(rng.randbytes(32)), Rolled(rng.randbytes(32))
        state = game.begin(dice).state
        while open_now := game.decisions(state):
            seat = open_now[0].seat
            for action in game.actions(state, seat):
                if isinstance(action, Attack):
                    start = time.perf_counter()
                    forecast = game.forecast(state, seat, action)
                    worst.append(time.perf_counter() - start)
                    assert forecast is not None
                    assert Fraction(0) <= forecast.chances[0].probability <= 1
            action = brawler.choose(game, state, seat, game.actions(state, seat), own)
            state = game.apply(state, seat, action, dice).state
    return median(worst)


def duel() -> Melee:
    """Two figures on arena2."""
    game = system("tft").game(system("tft").setup_from("duel"))
    assert isinstance(game, Melee)
    assert isinstance(game.begin(Rolled(bytes(32))).state, Battle)
    return game


def rounds(*measures: Callable[[], float]) -> list[list[float]]:
    """Every measure over several rounds, taken in turn: a list of its figures for each.

    A round before them is not counted: in it a process fills what it works out once.
    """
    taken: list[list[float]] = [[] for _ in measures]
    for number in range(-1, ROUNDS):
        for row, measure in zip(taken, measures, strict=True):
            found = measure()
            if number >= 0:
                row.append(found)
    return taken


def in_fresh_processes(measured: Callable[[int], list[list[float]]]) -> list[list[float]]:
    """The `rounds` of several processes together; `measured` is given the number of each."""
    with ProcessPoolExecutor(1, get_context("spawn"), max_tasks_per_child=1) as pool:
        parts = list(pool.map(measured, range(PROCESSES)))
    return [list(chain.from_iterable(rows)) for rows in zip(*parts, strict=True)]


def duel_rounds(number: int) -> list[list[float]]:
    """Of one process: plies of python-chess, random decisions and brawlers' duels a second."""
    game, rng = duel(), random.Random(f"duel {number}")
    return rounds(
        chess_plies,
        lambda: random_decisions(game, rng),
        lambda: brawler_duels(game, rng),
    )


def kingdom_rounds(number: int) -> list[list[float]]:
    """Of one process: plies of python-chess, random games and their decisions a second."""
    boards, rng = kingdoms(), random.Random(f"kingdoms {number}")
    games: list[float] = []

    def play() -> float:
        played, decided = random_kingdoms(boards, rng)
        games.append(played)
        return decided

    plies, decisions = rounds(chess_plies, play)
    return [plies, games[-ROUNDS:], decisions]


def ratio(row: Sequence[float], reference: Sequence[float]) -> float:
    """The median of the ratios round by round."""
    return median([own / other for own, other in zip(row, reference, strict=True)])
