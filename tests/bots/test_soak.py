"""The long runs over random set-ups: they draw from everything, and what is wrong is found."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks import soak, soak_battlesystem, soak_tahta, soak_tao, soak_tft, strength
from benchmarks.rates import Rate
from benchmarks.soak import SOAKS
from benchmarks.timing import Timed, Times
from meleekit.battlesystem.tables import default_tables as battle_tables
from meleekit.bots import BOTS, bots_for
from meleekit.core.dice import Rolled
from meleekit.tahta.board import Board
from meleekit.tahta.setup import Setup as Kingdom
from meleekit.tahta.tables import BoardRow
from meleekit.tft.creation import FighterSheet
from meleekit.tft.setup import resolve
from meleekit.tft.tables import default_tables
from tests.battlesystem.random_armies import FLAGS, random_setup
from tests.bots.games import seed

QUICK = {"tft": (8, 11, 18), "tahta": (0, 1, 2), "battlesystem": (1, 2, 3), "tao": (0, 1, 2)}
"""Set-ups that are soon over."""
PARTS = {"tft": soak_tft, "tahta": soak_tahta, "battlesystem": soak_battlesystem, "tao": soak_tao}


def test_set_ups_have_two_to_four_sides_and_all_races_beasts_and_weapons() -> None:
    tables = default_tables()
    setups = [resolve(soak_tft.random_setup(Rolled(seed("soak", number)))) for number in range(400)]
    assert {len(setup.sides) for setup in setups} == {2, 3, 4}
    assert {setup.kind for setup in setups} == {"death", "arena", "practice"}
    sheets = [fighter for setup in setups for side in setup.sides for fighter in side.fighters]
    assert all(isinstance(sheet, FighterSheet) for sheet in sheets)
    there = {sheet.race for sheet in sheets if isinstance(sheet, FighterSheet)}
    assert there >= set(tables.races)
    carried = {item for sheet in sheets if isinstance(sheet, FighterSheet) for item in sheet.items}
    assert carried >= {*tables.weapons, *tables.shields} - {"spiked_club"}
    assert any(len(side.team) > 1 for setup in setups for side in setup.sides)


def test_kingdoms_are_of_all_kinds_and_on_any_board() -> None:
    # TAH-BOARD-12
    bots = bots_for("tahta")
    found = [SOAKS["tahta"].drawn(Rolled(seed("soak", number)), bots) for number in range(200)]
    setups: list[Kingdom] = [one.setup for one in found]
    for field, told in (
        ("mode", {"standard", "basic"}),
        ("castle_scoring", {"occupied", "always", "never"}),
        ("kingmaker_rule", {True, False}),
    ):
        assert {getattr(setup, field) for setup in setups} == told
    assert {setup.coin_supply == "unlimited" for setup in setups} == {True, False}
    own = [setup.board for setup in setups if isinstance(setup.board, BoardRow)]
    assert {row.players for row in own} == {2, 3, 4}
    assert len({len(Board(row).nodes) for row in own}) > 9
    assert {name for one in found for name in one.bots} == set(bots)


def test_armies_are_of_all_troops_formations_and_weapons() -> None:
    tables = battle_tables()
    setups = [random_setup(Rolled(seed("soak", number))) for number in range(200)]
    units = [unit for setup in setups for unit in setup.units]
    assert {unit.troop for unit in units} == set(tables.troops)
    assert {unit.formation for unit in units} == set(tables.formations)
    assert {unit.facing for unit in units} == set("NESW")
    assert {weapon for unit in units for weapon in unit.weapons} >= set(tables.weapons)
    assert {flag for unit in units for flag in unit.flags} == set(FLAGS)
    assert {len(side.units) for setup in setups for side in setup.sides} == {1, 2, 3, 4}
    assert any(unit.commander for unit in units)
    assert any(setup.hills for setup in setups)


@pytest.mark.parametrize(("key", "number"), [(key, n) for key in QUICK for n in QUICK[key]])
def test_a_game_that_ends_is_told_with_its_bots(key: str, number: int) -> None:
    played = soak.soak(key, number)
    assert not played.fault
    assert played.number == number
    assert played.turns >= 1
    assert set(played.bots) <= set(bots_for(key))
    # Every decision was somebody's.
    assert sum(times.moves for times in played.times.values()) == played.decisions


def test_only_those_play_that_are_asked_for() -> None:
    assert set(soak.soak("tahta", QUICK["tahta"][0], ["random"]).bots) == {"random"}


@pytest.mark.parametrize(
    ("key", "what", "fault"),
    [
        ("tft", "MOST_TURNS", "no end after 1 turns"),
        ("tahta", "MOST_DECISIONS", "no end after 1 decisions"),
        ("battlesystem", "MOST_DECISIONS", "no end after 1 decisions"),
        ("tao", "MOST_ROUNDS", "no end after 1 rounds"),
    ],
)
def test_a_game_that_does_not_end_is_a_fault(
    monkeypatch: pytest.MonkeyPatch, key: str, what: str, fault: str
) -> None:
    monkeypatch.setattr(PARTS[key], what, 1)
    assert fault in soak.soak(key, QUICK[key][0]).fault


def test_an_item_that_vanishes_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak_tft, "items_in_play", lambda battle: set())
    assert "an item is lost or made" in soak.soak("tft", QUICK["tft"][0]).fault


def test_a_situation_that_is_another_moment_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = soak.system("tahta")
    game = rules.game(rules.setup_from("kingdom2"))
    text = rules.dump_situation(game, game.begin(Rolled(bytes(32))).state)
    monkeypatch.setattr(type(rules), "dump_situation", lambda *of: text)
    assert "its situation is another moment" in soak.soak("tahta", QUICK["tahta"][0]).fault


def test_both_players_of_a_side_have_the_same_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def noted(game: Any, bots: Any, number: object) -> Any:
        seen.append([bot.name for bot in bots])
        return play(game, bots, number)

    play = strength.play
    monkeypatch.setattr(strength, "play", noted)
    strength.games("tft", "brawler", "random", "four_players", range(1))
    assert seen == [["brawler"] * 2 + ["random"] * 2, ["random"] * 2 + ["brawler"] * 2]


def test_games_are_counted_for_whoever_won_them_in_any_system() -> None:
    for key, scenario in (("tft", "duel"), ("tahta", "basic")):
        one, other = bots_for(key)[1], "random"
        count = strength.games(key, one, other, scenario, range(10))
        # At even strength so many of 20 would be won once in five thousand times.
        assert count.won[one] >= 18
        assert count.won.total() == 20
        assert count.times.moves


def test_times_add_up_and_the_slowest_move_stays_the_slowest() -> None:
    assert Times(2, 0.5, 0.3).with_more(Times(1, 0.25, 0.25)) == Times(3, 0.75, 0.3)
    assert str(Times(3, 0.75, 0.3)) == "250.0 ms of processor time on average, 0.30 s at most"
    assert Timed(BOTS["greedy"]).times == Times()


def test_a_share_is_told_with_its_interval() -> None:
    # Wilson's interval for 50 of 100
    assert str(Rate(50, 100)) == " 50.0% (40.4% to 59.6%)"
    assert not any(digit in str(Rate(0, 0)) for digit in "0123456789")
