"""What a player is told before choosing: exact casualties of melees, charges and free attacks."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import Any

import msgspec

from meleekit.battlesystem import actions as act
from meleekit.battlesystem.game import BattleGame
from meleekit.battlesystem.state import State
from meleekit.core.dice import Given, Rolled
from meleekit.core.game import Forecast
from tests.battlesystem.cases import SYSTEM
from tests.battlesystem.moments import at_move, unit

WAYS = {total: 6 - abs(total - 7) for total in range(2, 13)}
"""In how many of 36 ways two dice show a total."""


def cell(roll: int, sides: int) -> int:
    """BAT-CRT-04, worked out apart from the engine's tables."""
    hits = min(max(Fraction(28 - roll, 20), Fraction(0)), Fraction(1))
    return floor(10 * hits * Fraction(sides + 1, 2) / Fraction(9, 2) + Fraction(1, 2))


def situation(to: str, men: dict[str, Any], orcs: dict[str, Any]) -> tuple[BattleGame, State]:
    sides = [{"name": "Blue", "units": [men]}, {"name": "Red", "units": [orcs]}]
    setup = {"sides": sides, "daylight": False}
    game, state = SYSTEM.load_situation({"game": "battlesystem", "setup": setup, "to": to})
    assert isinstance(game, BattleGame)
    return game, state


def told(game: BattleGame, state: State, action: act.AnyAction) -> Forecast:
    seat = game.decisions(state)[0].seat
    found = game.forecast(state, seat, action)
    assert found is not None
    return found


def chances(found: Forecast) -> dict[str, Fraction]:
    return {one.name: one.probability for one in found.chances}


def expected(found: Forecast) -> dict[str, Fraction]:
    return {one.name: one.value for one in found.expected}


MEN = unit("Men", "man_at_arms", (10, 10), figures=12, files=6)
ORCS = unit("Orcs", "orc", (15, 11), figures=12, files=6, facing="S")


def test_a_melee_is_foretold_to_the_last_figure() -> None:
    # Cases 56 and 57: six orcs against twelve spears, men killed 5/2, orcs killed 43/18.
    found = told(*situation("pick_melee Red", MEN, ORCS), act.Fight("Men", "Orcs"))
    assert expected(found) == {"Men lost": Fraction(5, 2), "Orcs lost": Fraction(43, 18)}
    assert found.headline == "Men lose 2.5 on average, Orcs 2.4"
    # The sum is that of whoever is asked: 19 less 7 (BAT-PROC-02).
    assert sum(part.value for part in found.modifiers) == 12
    assert found.needed == "Orcs, 6 in contact: 12 + 2d6 on column D8, times 6"
    assert any(note.startswith("Men, 6 in contact and 6 behind: 15 + 2d6") for note in found.notes)


def test_the_chances_of_morale_and_of_losing_more_are_exact() -> None:
    found = chances(told(*situation("pick_melee Red", MEN, ORCS), act.Fight("Men", "Orcs")))
    # A check is due from the third of twelve on (BAT-MOR-01): 6 figures at `cell` HD, 10 a figure.
    lost = {total: 6 * cell(12 + total, 8) // 10 for total in WAYS}
    due = Fraction(sum(ways for total, ways in WAYS.items() if lost[total] >= 3), 36)
    assert found["Men check morale"] == due
    assert 0 < found["Men lose more"] < 1
    assert found["Men lose more"] + found["Orcs lose more"] < 1


def test_a_charge_foretells_the_melee_that_it_leads_to() -> None:
    far = {**ORCS, "at": [15, 18]}
    game, state = situation("unit_move Blue", MEN, far)
    charge = told(game, state, act.Charge("Men", "Orcs"))
    # One better for the charge (BAT-AR-09): 21 - 1 - 6.
    assert sum(part.value for part in charge.modifiers) == 14
    after = game.apply(state, 0, act.Charge("Men", "Orcs"), Given([])).state
    after = game.apply(after, 1, act.Hold("Orcs"), Given([])).state
    fight = told(game, after, act.Fight("Men", "Orcs"))
    assert expected(charge) == expected(fight)
    assert charge.notes[0] == "If nothing else changes before the melee."


def test_who_stays_in_contact_learns_what_comes_and_who_marches_past_nobody_does_not() -> None:
    game, state = situation("unit_move Blue", MEN, ORCS)
    assert expected(told(game, state, act.Hold("Men")))["Men lost"] == Fraction(5, 2)
    game, state = situation("unit_move Blue", MEN, {**ORCS, "at": [15, 25]})
    assert game.forecast(state, 0, act.Hold("Men")) is None
    assert game.forecast(state, 0, act.Advance("Men", 2)) is None


def test_blows_at_ones_back_are_foretold_to_both() -> None:
    # Case 51: ogres 20 - 2, armour class 6; four of them in column D10 (BAT-END-05).
    orcs = unit("Orcs", "orc", (10, 20), figures=10, files=5)
    ogres = unit("Ogres", "ogre", (13, 21), figures=4, files=4, facing="S")
    game, state = at_move([orcs], [ogres])
    # In daylight too: only the orcs dislike it, and they do not strike.
    lost = Fraction(sum(ways * (4 * cell(12 + t, 10) // 10) for t, ways in WAYS.items()), 36)
    flee = told(game, state, act.Flee("Orcs"))
    assert expected(flee) == {"Orcs lost": lost}
    running = game.apply(state, 0, act.Flee("Orcs"), Rolled(bytes(32))).state
    strike = told(game, running, act.FreeAttack("Ogres"))
    assert expected(strike) == {"Orcs lost": lost}
    assert game.forecast(running, 1, act.Spare("Ogres")) is None


def test_looking_ahead_changes_nothing() -> None:
    game, state = situation("pick_melee Red", MEN, ORCS)
    before = msgspec.json.encode(state)
    told(game, state, act.Fight("Men", "Orcs"))
    assert msgspec.json.encode(state) == before


def test_a_battle_says_by_which_table_it_is_fought() -> None:
    # BAT-CRT-02
    game, _ = situation("pick_melee Red", MEN, ORCS)
    (note,) = game.footnotes()
    assert "reconstructed" in note
    assert game.battle.crt.hash[:12] in note


def test_an_attack_is_told_with_its_whole_sum() -> None:
    # Case 56: men 21 less 6, dice 8; orcs 19 less 7, dice 6.
    game, state = situation("pick_melee Red", MEN, ORCS)
    step = game.apply(state, 1, act.Fight("Men", "Orcs"), Given([8, 6, 12, 3, 5]))
    lines = [game.narrate(event) for event in step.events]
    assert lines[:4] == [
        "Men attack Orcs with spear, 6 in front and 6 behind. THAC0 21, armour class -6: 15. "
        "15 + 8 = 23: 2 HD × 12 = 24 HD.",
        "Orcs attack Men with scimitar, 6 in front. THAC0 19, armour class -7: 12. "
        "12 + 6 = 18: 5 HD × 6 = 30 HD.",
        "Men lose 3 figures; 9 left.",
        "Orcs lose 2 figures; 10 left, one wounded.",
    ]
    assert lines[4] == (
        "Men check morale, morale 11, closed formation +1: 12 or less. 12, they hold."
    )
