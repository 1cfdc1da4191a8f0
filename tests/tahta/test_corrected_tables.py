"""What a corrected table says is what is played, and what makes no sense is refused by field."""

from __future__ import annotations

from pathlib import Path

import pytest

from meleekit.core.dice import Rolled
from meleekit.core.errors import BadSetup
from meleekit.tahta.actions import Stake
from meleekit.tahta.game import Fists
from meleekit.tahta.setup import Setup
from meleekit.tahta.tables import DEFAULT_PATH, load_tables
from tests.tahta.cases import Position, attack, expect, move, position


def corrected(folder: Path, old: str, new: str) -> Path:
    """A copy of the game's tables in which the first `old` is `new`."""
    text = DEFAULT_PATH.read_text(encoding="utf-8")
    assert old in text
    path = folder / "mine.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


def test_figures_of_the_table_are_played(tmp_path: Path) -> None:
    path = corrected(tmp_path, "starting_gold = 15", "starting_gold = 20")
    game = Fists(Setup(), load_tables(path))
    assert game.begin(Rolled(bytes(32))).state.gold == [20, 20]
    path = corrected(tmp_path, "cost = 6", "cost = 5")
    game = Fists(Setup(), load_tables(path))
    state = game.begin(Rolled(bytes(32))).state
    assert game.kingdom.price(state, 0, 1) == 5


def played_by(path: Path, gold: int, units: dict[str, str]) -> Position:
    """Raven, with so much gold, has units to activate in a game of those tables."""
    now = position({"Raven": {"gold": gold}}, seats=2, to="activate Raven", units=units)
    return Position(Fists(now.game.setup, load_tables(path)), now.state)


def test_nobody_attacks_or_presses_on_with_less_than_the_least_bid(tmp_path: Path) -> None:
    path = corrected(tmp_path, "least_attack_bid = 1", "least_attack_bid = 2")
    units = {"u1": "Raven: soldier", "n": "Sun: soldier, knight"}
    now = played_by(path, 1, units)
    # TAH-ATK-07
    assert now.refusal(**attack("soldier", "u1", "n")).reason == "E_GOLD"
    assert "attack" not in now.kinds()
    now = played_by(path, 3, units).do(**attack("soldier", "u1", "n"))
    # TAH-ATK-06
    assert now.refusal(do="stake", amount=1).reason == "E_BID_RANGE"
    assert now.game.actions(now.state, 0) == (Stake(2), Stake(3))
    # TAH-ATK-14: one gold is left, which is no bid.
    now = now.do(do="stake", amount=2).do(do="guess", numbers=[3])
    expect(now, {"open": "activate Raven", "gold": {"Raven": 1}, "units": {"u1": "Raven: soldier"}})


def test_soldiers_go_as_far_as_the_table_says(tmp_path: Path) -> None:
    path = corrected(tmp_path, "soldier_steps = 1", "soldier_steps = 2")
    now = played_by(path, 0, {"u1": "Raven: soldier"})
    now = now.do(**move("soldier", "u1", "n")).do(**move("soldier", "n", "k"))
    assert now.standing("k") == "Raven: soldier"
    assert now.refusal(**move("soldier", "k", "s")).reason == "E_UNIT_SPENT"


@pytest.mark.parametrize(
    ("old", "new", "at"),
    [
        ("starting_gold = 15", "starting_gold = -1", "components.starting_gold"),
        ("starting_gold = 15", "starting_gold = 1.5", "components.starting_gold"),
        ("least_attack_bid = 1", "least_attack_bid = 0", "components.least_attack_bid"),
        ("soldier_steps = 1", "soldier_steps = 0", "components.soldier_steps"),
        ("longest_walk = 200", "longest_walk = 0", "components.longest_walk"),
        ("usual = 1", "usual = 0", "defence.usual"),
        ('mountain_units = ["soldier"', 'mountain_units = ["ogre"', "defence.mountain_units[0]"),
        ("players = 3", "players = 2", "deal[1]"),
        ("cards = 5", "cards = 50", "deal[2]"),
        ('id = "soldier"', 'id = "pikeman"', "unit"),
        ("cost = 2", "cost = 0", "unit[0]"),
        ("per_player = 3", "per_player = 16", "unit[0]"),
        ('id = "SA02"', 'id = "SA01"', "card[1]"),
        ('id = "SA02"', 'id = "two"', "card[1].id"),
        ('hook = "tax_bonus"', 'hook = "tax_gift"', "card[6].hook"),
        ("most = 2\n", "", "card[15].most"),
        ('hook = "recruit_site"\n', 'hook = "recruit_site"\namount = 2\n', "card[4].amount"),
        ('unit = "knight"', 'unit = "dragon"', "card[1].units"),
        ('where = "anywhere"', 'where = "nowhere"', "card[18].where"),
    ],
)
def test_a_table_that_makes_no_sense_is_refused(
    tmp_path: Path, old: str, new: str, at: str
) -> None:
    with pytest.raises(BadSetup, match=r"mine\.toml") as refusal:
        load_tables(corrected(tmp_path, old, new))
    assert refusal.value.at == at
