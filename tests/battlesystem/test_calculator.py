"""One melee without a map, and units told on one line."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meleekit.battlesystem.calculator import Melee, Moment, fighting, fighting_from, melee
from meleekit.battlesystem.losses import Ranks
from meleekit.battlesystem.spoken import spoken
from meleekit.battlesystem.sums import exact_words, why_none
from meleekit.core.dice import Given
from meleekit.core.errors import BadSetup
from tests.battlesystem.armies import TABLES, unit


def _told(text: str) -> Any:
    return fighting_from(spoken(text))


def _melee(first: str, second: str, **more: Any) -> Melee:
    return melee(_told(first), _told(second), **more)


def test_figures_in_front_attack_unless_it_is_said_otherwise() -> None:
    # BAT-SCOPE-02
    assert _told("orc, figures = 12").contact == 12
    assert _told("orc, figures = 12, files = 6").contact == 6
    assert _told("orc, figures = 12, files = 6, contact = 2").contact == 2


def test_what_a_unit_does_goes_into_its_rating() -> None:
    # BAT-AR-05..10, BAT-AR-15: case 4 in daylight, with a commander
    said = "goblin, figures = 6, open, out_of_command, enemy_uphill, commander_fights"
    attack = _melee(said, "orc, figures = 6", daylight=True).attacks[0]
    assert attack is not None
    assert [(part.value, part.rule[-5:]) for part in attack.rating] == [
        (20, "AR-02"), (1, "AR-06"), (1, "AR-07"), (1, "AR-08"), (-1, "AR-10"), (1, "AR-15"),
    ]  # fmt: skip


def test_the_side_that_is_told_is_the_enemy_s() -> None:
    # BAT-AR-11, BAT-AR-13
    attacks = _melee("orc, figures = 6, flank", "man_at_arms, figures = 6").attacks
    assert [attack and attack.attack_rating for attack in attacks] == [18, 21]


def test_a_side_without_figures_in_contact_makes_no_attack() -> None:
    # BAT-PROC-11
    asked = _melee("orc, figures = 6, contact = 0", "orc, figures = 6")
    assert asked.attacks[0] is None
    assert asked.fight(Given([7]))[1].left == Ranks(6)


def test_a_unit_that_flees_makes_no_attack_and_two_cannot_flee_from_each_other() -> None:
    # BAT-END-05, BAT-PROC-10, BAT-PROC-11
    chased = _melee("ogre, figures = 4, free_attack", "orc, figures = 6")
    assert chased.attacks[1] is None
    assert why_none(chased, 1) == "Orc flees and does not strike (BAT-END-05)."
    swapped = _melee("orc, figures = 6", "ogre, figures = 4, free_attack")
    assert why_none(swapped, 0) == why_none(chased, 1)
    idle = _melee("orc, figures = 6, contact = 0", "ogre, figures = 4")
    assert why_none(idle, 0) == "Orc has no figure that could strike (BAT-PROC-11)."
    with pytest.raises(BadSetup) as refused:
        _melee("ogre, figures = 4, free_attack", "orc, figures = 6, free_attack")
    assert (refused.value.rule, refused.value.at) == ("BAT-END-05", "free_attack")


@pytest.mark.parametrize(
    ("said", "rule", "at"),
    [
        ("orc, figures = 6, contact = -1", "BAT-VAL-03", "contact"),
        ("pikeman, figures = 6, support = -1", "BAT-VAL-03", "contact"),
        ("orc, figures = 6, contact = 7", "BAT-VAL-03", "contact"),
        ("pikeman, figures = 6, files = 3, support = 4", "BAT-VAL-03", "contact"),
        ("pikeman, figures = 9, contact = 2, support = 5", "BAT-ELIG-04", "support"),
        ("man_at_arms, figures = 9, contact = 2, support = 3", "BAT-ELIG-04", "support"),
        ("orc, figures = 9, contact = 2, support = 1", "BAT-ELIG-04", "support"),
        ("pikeman, figures = 9, contact = 2, support = 1, open", "BAT-ELIG-08", "support"),
    ],
)
def test_more_figures_than_there_are_or_than_reach_are_refused(
    said: str, rule: str, at: str
) -> None:
    # BAT-VAL-03, BAT-ELIG-04, BAT-ELIG-08
    with pytest.raises(BadSetup) as refused:
        _told(said)
    assert (refused.value.rule, refused.value.at) == (rule, at)


def test_two_rows_stand_behind_pikes_and_one_behind_spears() -> None:
    # BAT-ELIG-04
    assert _told("pikeman, figures = 9, contact = 3, support = 6").support == 6
    assert _told("man_at_arms, figures = 9, contact = 3, support = 3").support == 3


def test_figures_killed_this_phase_still_attack() -> None:
    # BAT-PROC-09: none are left of six, and three had this melee before them.
    orcs = unit("orc", 6).unit
    gone = fighting(orcs, Moment(contact=3), ranks=Ranks(0), free=3)
    assert melee(gone, _told("orc, figures = 6")).attacks[0] is not None
    with pytest.raises(BadSetup) as refused:
        fighting(orcs, Moment(contact=4), ranks=Ranks(0), free=3)
    assert refused.value.rule == "BAT-VAL-03"


def test_the_odds_add_up_and_have_the_mean_of_their_ways() -> None:
    for side in _melee(
        "troll, figures = 3", "pikeman, figures = 20, contact = 4, support = 8"
    ).odds():
        assert sum(way.chance for way in side.ways) == 1
        assert side.chance_of(0) == 1
        assert side.mean_lost == sum(
            n * (side.chance_of(n) - side.chance_of(n + 1)) for n in range(25)
        )


@settings(max_examples=40)
@given(
    st.sampled_from(sorted(TABLES.troops)), st.sampled_from(sorted(TABLES.troops)),
    st.integers(1, 12), st.integers(1, 12),
)  # fmt: skip
def test_swapping_the_sides_swaps_the_odds(one: str, other: str, a: int, b: int) -> None:
    # BAT-PROC-08
    first, second = f"{one}, figures = {a}", f"{other}, figures = {b}"
    assert _melee(first, second).odds() == _melee(second, first).odds()[::-1]


@settings(max_examples=30)
@given(st.sampled_from(sorted(TABLES.troops)), st.integers(1, 12), st.integers(-10, 10))
def test_odds_are_what_all_throws_count_up_to(troop: str, figures: int, ac: int) -> None:
    # BAT-PROC-03..08, by given dice
    asked = _melee(f"{troop}, figures = {figures}", f"orc, figures = 9, ac = {ac}")
    counted: dict[tuple[int, int], int] = {}
    for faces in product(range(1, 7), repeat=2):
        left = asked.fight(Given([sum(faces), 7]))[1].left
        key = (9 - left.figures, left.wounded)
        counted[key] = counted.get(key, 0) + 1
    ways = {(way.lost, way.wounded): way.chance for way in asked.odds()[1].ways}
    assert ways == {key: Fraction(n, 36) for key, n in counted.items()}


@pytest.mark.parametrize(
    ("said", "data"),
    [
        ("orc, figures = 12, charging", {"troop": "orc", "figures": 12, "charging": True}),
        (
            "figures=3, hd = 1-1, rear, Open",
            {"figures": 3, "hd": "1-1", "arc": "rear", "formation": "open"},
        ),
        (
            "orc, weapon = spear",
            {"troop": "orc", "in_hand": "spear", "weapons": ["spear", "scimitar"]},
        ),
        (
            "orc, weapon = scimitar",
            {"troop": "orc", "in_hand": "scimitar", "weapons": ["scimitar"]},
        ),
        ("orc, in_hand = spear", {"troop": "orc", "in_hand": "spear"}),
        ("weapons = spear + dagger, ac = -2", {"weapons": ["spear", "dagger"], "ac": -2}),
        (
            "weapon = holy sword, damage = D8+5, damage_l = D12+5",
            {
                "in_hand": "holy sword",
                "weapons": [{"name": "holy sword", "damage_sm": "D8+5", "damage_l": "D12+5"}],
            },
        ),
        ("man-at-arms, shield = no", {"troop": "man_at_arms", "shield": False}),
    ],
)
def test_a_unit_told_on_one_line(said: str, data: dict[str, Any]) -> None:
    assert spoken(said) == data


@pytest.mark.parametrize(
    ("said", "at"),
    [
        ("unicorn", "troop"), ("orc, furious", "furious"), ("orc, colour = red", "colour"),
        ("orc, ac = 3, ac = 4", "ac"), ("orc, damage_l = 1D8", "damage"), ("", "troop"),
    ],
)  # fmt: skip
def test_a_line_that_says_nothing_is_refused(said: str, at: str) -> None:
    # BAT-UNIT-06
    with pytest.raises(BadSetup) as refused:
        spoken(said)
    assert (refused.value.rule, refused.value.at) == ("BAT-UNIT-06", at)


def test_numbers_in_words() -> None:
    assert [exact_words(Fraction(n)) for n in ("5", "1/4", "62.5", "20/3")] == [
        "5", "0.25", "62.5", "20/3",
    ]  # fmt: skip
