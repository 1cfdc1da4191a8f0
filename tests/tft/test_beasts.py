"""Beasts: sheets, natural weapons, hides, what they cannot do, how the bot plays them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from meleekit.bots.brawler import Brawler
from meleekit.core.dice import Rolled
from meleekit.core.errors import BadSetup
from meleekit.tft.bestiary import natural_weapon
from meleekit.tft.creation import FighterSheet, check_sheet, hits_stopped, movement_allowance
from meleekit.tft.engagement import engaging_hexes
from meleekit.tft.events import BattleEnded, ExperienceGained
from meleekit.tft.experience import Member, awards
from meleekit.tft.game import Melee, MeleeSystem
from meleekit.tft.generator import random_beast
from meleekit.tft.movement import reach
from meleekit.tft.scenarios import scenarios
from meleekit.tft.setup import resolve, setup_from
from meleekit.tft.state import Posture
from meleekit.tft.tables import default_tables
from tests.tft.cases import position, refused

TABLES = default_tables()
BOB = {"side": "Blue", "at": (0, 0), "facing": "S"}


def beast(race: str, strength: int, dexterity: int, **more: Any) -> FighterSheet:
    return FighterSheet(name="It", race=race, strength=strength, dexterity=dexterity, **more)


@pytest.mark.parametrize(
    ("race", "ma", "stops", "dice", "modifier", "hth"),
    [
        # TFT-MON-01
        ("bear", 8, 2, 2, 2, (3, 0)),
        # TFT-MON-02
        ("wolf", 12, 1, 1, 1, (1, 1)),
        # TFT-MON-03
        ("giant_snake", 6, 0, 1, 1, (1, 1)),
    ],
)
def test_a_beast_moves_bites_and_stops_hits_as_its_kind_does(
    race: str, ma: int, stops: int, dice: int, modifier: int, hth: tuple[int, int]
) -> None:
    sheet = beast(race, TABLES.monsters[race].strength, TABLES.monsters[race].dexterity)
    weapon = natural_weapon(TABLES.monsters[race])
    assert movement_allowance(sheet) == ma
    assert hits_stopped(sheet) == stops
    assert (weapon.dice, weapon.modifier) == (dice, modifier)
    assert (weapon.hth_dice, weapon.hth_modifier) == hth


@pytest.mark.parametrize(
    ("race", "strength", "dexterity"), [("bear", 30, 11), ("wolf", 10, 14), ("giant_snake", 12, 12)]
)
def test_beasts_are_suggested_as_the_rules_have_them(
    race: str, strength: int, dexterity: int
) -> None:
    # TFT-MON-01, TFT-MON-02, TFT-MON-03
    row = TABLES.monsters[race]
    assert (row.strength, row.dexterity) == (strength, dexterity)


@pytest.mark.parametrize("race", ["bear", "wolf", "giant_snake"])
def test_a_beast_may_have_any_strength_and_dexterity_from_4_up(race: str) -> None:
    # TFT-MON-07
    for strength, dexterity in ((4, 4), (4, 30), (60, 4)):
        check_sheet(beast(race, strength, dexterity))
    for strength, dexterity, field in ((3, 10, "strength"), (10, 3, "dexterity")):
        with pytest.raises(BadSetup) as error:
            check_sheet(beast(race, strength, dexterity))
        assert (error.value.rule, error.value.at) == ("TFT-MON-07", field)


def test_a_custom_battle_has_weaker_beasts_too() -> None:
    # TFT-MON-07
    pup = {"name": "Pup", "race": "wolf", "strength": 2, "dexterity": 3}
    sides = [{"name": "A", "fighters": [pup]}, {"name": "B", "fighters": ["berrin"]}]
    with pytest.raises(BadSetup) as error:
        resolve(setup_from({"title": "Pup", "sides": sides}))
    assert error.value.rule == "TFT-MON-07"
    resolve(setup_from({"title": "Pup", "sides": sides, "custom": True}))


@pytest.mark.parametrize(
    ("more", "field"), [({"items": ("dagger",)}, "items"), ({"armour": "leather"}, "armour")]
)
def test_a_beast_carries_and_wears_nothing(more: dict[str, Any], field: str) -> None:
    # TFT-CRE-12, TFT-BAD-01
    with pytest.raises(BadSetup) as error:
        check_sheet(beast("bear", 30, 11, **more))
    assert (error.value.rule, error.value.at) == ("TFT-CRE-12", field)


def test_a_beast_may_dodge_and_disengage_but_not_defend() -> None:
    # TFT-MON-06, TFT-DEF-03
    wolf = {"side": "Red", "at": (0, 1), "facing": "N", "race": "wolf"}
    now = position({"Wolf": wolf, "Bob": BOB}, "act Wolf")
    assert {"attack", "dodge", "disengage"} <= now.kinds()
    assert not {"defend", "let_fall"} & now.kinds()
    refused(
        "DEF-03",
        "claws do not count",
        {"Wolf": wolf, "Bob": BOB},
        "act Wolf",
        said={"do": "defend"},
    )


def test_a_beast_attacked_before_it_acts_is_not_asked_to_defend() -> None:
    # TFT-DEF-03
    wolf = {"side": "Red", "at": (0, 1), "facing": "N", "race": "wolf", "dexterity": 11}
    now = position({"Wolf": wolf, "Bob": BOB}, "act Bob")
    assert now.do([18], do="attack", target="Wolf", weapons=["broadsword"]).open == "act Wolf"


def test_a_beast_picks_nothing_up() -> None:
    # TFT-CRE-12
    fighters = {
        "Wolf": {"side": "Red", "at": (0, 1), "facing": "N", "race": "wolf"},
        "Bob": BOB,
        "Cid": {"side": "Blue", "at": (0, -5), "items": ("broadsword", "dagger")},
    }
    lying = [{"item": "Cid.dagger", "at": (0, 1), "since": 0}]
    now = position(fighters, "act Wolf", turn=2, ground=lying)
    assert "ready" not in now.kinds()
    said = {"do": "ready", "kind": "pick_up", "main": "Cid.dagger"}
    assert now.refusal(**said).rule == "TFT-CRE-12"


def test_natural_weapons_are_not_blunted_for_practice() -> None:
    # TFT-BAT-10: 2d6 + 2 on Bob; a roll of 5 makes 7 hits, not 3
    fighters = {
        "Bear": {"side": "Red", "at": (0, 1), "facing": "N", "race": "bear", "dexterity": 13},
        "Bob": {**BOB, "strength": 16, "dexterity": 8, "orders": {"order": "never"}},
    }
    now = position(fighters, "act Bear", kind="practice")
    assert now.do([11, 5], do="attack", target="Bob", weapons=["natural"]).figure("Bob").hits == 7


def test_who_walks_past_a_snake_must_stop_in_all_hexes_but_the_one_behind_it() -> None:
    # TFT-FACE-08, TFT-MOVE-15
    fighters = {
        "Ann": {"side": "Red", "at": (3, -1)},
        "Snake": {"side": "Blue", "at": (0, 0), "facing": "N", "race": "giant_snake"},
    }
    now = position(fighters, "move Red")
    board = now.game.arena.board
    ahead = [(0, -1), (1, -1), (1, 0), (-1, 1), (-1, 0)]
    assert reach(now.game.arena, now.battle, now.who("Ann")).stops == board.mask(
        board.index[hex_] for hex_ in ahead
    )


def test_a_snake_on_the_ground_engages_nobody() -> None:
    # TFT-FACE-04
    fighters = {
        "Ann": {"side": "Red", "at": (3, -1)},
        "Snake": {"side": "Blue", "at": (0, 0), "race": "giant_snake", "posture": "prone"},
    }
    now = position(fighters, "move Red")
    assert engaging_hexes(now.game.arena, now.who("Snake"), now.figure("Snake")) == 0


def test_eight_hits_in_a_turn_fell_a_bear_like_a_man() -> None:
    # TFT-INJ-06: 2d6 of 10 less the fur's 2
    bear = {"side": "Red", "at": (0, 1), "facing": "N", "race": "bear", "dexterity": 11}
    bear["strength"] = 30
    now = position({"Bear": bear, "Bob": BOB, "Cid": {**BOB, "at": (5, 0)}}, "act Bob")
    now = now.do([10, 10], do="attack", target="Bear", weapons=["broadsword"])
    assert now.figure("Bear").hits == 8
    assert now.figure("Bear").posture is Posture.PRONE


def test_beasts_count_in_the_averages_and_earn_like_everybody() -> None:
    # TFT-XP-02, TFT-XP-06: 41 against 24 is more than 3 above
    men = [Member(strength=12, dexterity=12), Member(strength=12, dexterity=12, alive=False)]
    bear = [Member(strength=30, dexterity=11, alive=False)]
    assert [award.xp for award in awards("death", [men, bear], 0)[0]] == [70, 0]
    bear = [Member(strength=30, dexterity=11)]
    men = [Member(strength=12, dexterity=12, alive=False)] * 2
    assert [award.xp for award in awards("death", [men, bear], 1)[1]] == [50]


def test_random_beasts_are_legal_and_of_every_kind() -> None:
    # TFT-MON-07
    chance = Random(1977)
    beasts = [random_beast(chance.randrange) for _ in range(300)]
    for sheet in beasts:
        check_sheet(sheet)
    assert {sheet.race for sheet in beasts} == set(TABLES.monsters)
    bears = {sheet.strength for sheet in beasts if sheet.race == "bear"}
    assert bears == {28, 29, 30, 31, 32}


@pytest.mark.parametrize("name", ["the_bear", "the_pack", "the_gargoyle", "the_giant"])
def test_bots_fight_battles_with_beasts_to_the_end(name: str) -> None:
    game = Melee(scenarios()[name])
    bot, dice = Brawler(), Rolled(bytes(32))
    state = game.begin(dice).state
    told: set[type] = set()
    while decisions := game.decisions(state):
        seat = decisions[0].seat
        actions = game.actions(state, seat)
        action = bot.choose(game, game.view(state, seat), seat, actions, dice)
        step = game.apply(state, seat, action, dice)
        state = step.state
        told |= {type(event) for event in step.events}
    assert {BattleEnded, ExperienceGained} <= told


def test_the_bot_sends_a_beast_at_whomever_it_can_reach() -> None:
    # TFT-AI-17: a man would keep away from three blades
    blades = {
        f"Bob{k}": {"side": "Blue", "at": at, "facing": "S", "items": ("two_handed_sword",)}
        | {"strength": 14, "dexterity": 12}
        for k, at in enumerate([(0, 0), (1, 0), (-1, 1)])
    }
    wolf = {"side": "Red", "at": (0, 4), "facing": "N", "race": "wolf"}
    now = position({"Wolf": wolf, **blades}, "move Red")
    action = Brawler().choose(now.game, now.battle, now.seat, now.legal(), Rolled(bytes(32)))
    board = now.game.arena.board
    near = [board.distance[action.hex][now.figure(f"Bob{k}").hex] for k in range(3)]
    assert min(near) == 1


def test_a_beast_shows_its_teeth_on_its_counter() -> None:
    system = MeleeSystem()
    game = system.game(system.setup_from("the_bear"))
    now = position({"Wolf": {"side": "Red", "at": (0, 1), "race": "wolf"}, "Bob": BOB}, "act Wolf")
    (piece,) = [p for p in now.game.scene(now.battle, None).pieces if p.name == "Wolf"]
    assert piece.weapon == "natural"
    assert piece.kit == "fangs, fur"
    assert game.arena.characters[-1].natural
