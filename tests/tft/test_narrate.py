"""The fight report of Melee: every event a line that stands alone."""

from __future__ import annotations

from typing import get_args

import pytest

from meleekit.core.dice import Roll
from meleekit.core.game import Event, Modifier
from meleekit.tft import events as ev
from meleekit.tft.actions import ReadyKind
from meleekit.tft.battle_rows import HthOutcome
from meleekit.tft.blow_events import (
    AimedAt,
    Attacked,
    Collapsed,
    Damage,
    Died,
    DroppedOut,
    Fell,
    PileStruck,
    Result,
    RolledToMiss,
    Shaken,
    ShelterTested,
)
from meleekit.tft.grapple_events import (
    BladeKept,
    BrokeFree,
    ConsentAnswered,
    DaggerDrawn,
    DefenceRolled,
    FreeHit,
    HthEnded,
    WentToGrips,
)
from meleekit.tft.narrate import narrate
from meleekit.tft.state import Order, Parry, Posture, StandingOrder
from tests.tft.brawls import SCENARIOS, fighter, melee, moments

# Items: Ann 0 broadsword, 1 small shield; Bob 2 rapier, 3 main-gauche.
GAME = melee(
    [fighter("Ann", "broadsword", "small_shield")],
    [fighter("Bob", "rapier", "main_gauche", armour="leather")],
)
ARENA = GAME.arena
LEATHER = Modifier("leather", 2, "TFT-ARM-01")
SHIELD = Modifier("small shield", 1, "TFT-ARM-04")
HERE, THERE = ARENA.board.index[0, 0], ARENA.board.index[0, 3]
RULE = "TFT-GEN-01"
DIE = Roll(1, 6, 3, "die")


def damage(
    rolled: int, hits: int, *stops: Modifier, multipliers: tuple[Modifier, ...] = ()
) -> Damage:
    return Damage(Roll(2, 6, rolled, "damage"), (), multipliers, rolled, stops, hits)


def attacked(
    total: int,
    needed: int,
    result: Result,
    dealt: Damage | None = None,
    dice: int = 3,
    weapon: int = 0,
) -> str:
    roll = Roll(dice, 6, total, "attack")
    event = Attacked("TFT-HIT-02", 0, 1, weapon, roll, needed, (), result, dealt)
    return narrate(ARENA, event)


# -- in play -------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_in_play_every_event_is_a_sentence(scenario: str) -> None:
    for game, _, _, events in moments(scenario):
        for event in events:
            line = game.narrate(event)
            assert line.endswith("."), event
            assert line == line.strip(), event


def test_an_event_of_another_game_is_no_line() -> None:
    class Stranger(Event, frozen=True, tag="stranger"):
        pass

    assert narrate(ARENA, Stranger(RULE)) == ""


# -- blows ---------------------------------------------------------------------------------------


def test_a_hit_tells_roll_damage_what_stops_it_and_the_hits() -> None:
    line = attacked(9, 11, Result.HIT, damage(7, 5, LEATHER))
    assert line == (
        "Ann strikes at Bob with the broadsword: 9 against 11, a hit. "
        "7 damage, leather stops 2: 5 hits."
    )


def test_everything_that_stops_hits_is_named() -> None:
    line = attacked(9, 11, Result.HIT, damage(4, 1, LEATHER, SHIELD))
    assert line.endswith("4 damage, leather stops 2 and small shield stops 1: 1 hit.")


def test_without_armour_all_damage_is_hits() -> None:
    assert attacked(9, 11, Result.HIT, damage(4, 4)).endswith("a hit. 4 damage: 4 hits.")


def test_a_blow_may_be_stopped_altogether() -> None:
    line = attacked(9, 11, Result.HIT, damage(2, 0, LEATHER, SHIELD))
    assert line.endswith("2 damage, all of it stopped by leather and small shield.")


def test_a_blow_may_do_no_damage() -> None:
    assert attacked(9, 11, Result.HIT, damage(0, 0, LEATHER)).endswith("a hit. No damage.")


def test_a_miss_is_short() -> None:
    line = attacked(13, 11, Result.MISS)
    assert line == "Ann strikes at Bob with the broadsword: 13 against 11, a miss."


def test_rolls_that_always_hit_or_miss_say_so() -> None:
    assert "5 against 3, which always hits." in attacked(5, 3, Result.HIT, damage(1, 1))
    assert attacked(16, 18, Result.MISS).endswith("16 against 18, which always misses.")


def test_double_and_triple_damage_are_told_from_a_plain_hit() -> None:
    double = attacked(4, 11, Result.DOUBLE, damage(14, 14))
    triple = attacked(3, 11, Result.TRIPLE, damage(21, 21))
    assert "4 against 11, a telling hit for double damage. 14 damage" in double
    assert "3 against 11, a perfect hit for triple damage. 21 damage" in triple


def test_a_charge_says_why_the_damage_is_doubled() -> None:
    charge = (Modifier("pole weapon charge", 2, "TFT-POLE-02"),)
    line = attacked(9, 11, Result.HIT, damage(14, 12, LEATHER, multipliers=charge))
    assert line.endswith("14 damage (pole weapon charge), leather stops 2: 12 hits.")


def test_a_weapon_slips_or_breaks() -> None:
    slips = attacked(17, 11, Result.DROPPED)
    breaks = attacked(18, 11, Result.BROKEN)
    assert slips.endswith("17 against 11, a bad miss: the broadsword slips from the hand.")
    assert breaks.endswith("18 against 11, the worst of misses: the broadsword breaks.")


def test_four_dice_are_mentioned() -> None:
    assert "15 on 4 dice against 11, a miss." in attacked(15, 11, Result.MISS, dice=4)


def test_bare_hands_have_no_name_of_a_weapon() -> None:
    assert attacked(13, 11, Result.MISS, weapon=-1).startswith(
        "Ann goes for Bob with bare hands: 13 against 11, a miss."
    )


def test_a_rapier_thrusts() -> None:
    assert "thrusts at Bob with the rapier" in attacked(13, 11, Result.MISS, weapon=2)


# -- everything else -----------------------------------------------------------------------------

ROLL = Roll(3, 6, 12, "dex")
FOUR = Roll(1, 6, 4, "die")
LINES: dict[Event, str] = {
    ev.Placed(RULE, 0, HERE): "Ann enters at 0,0.",
    ev.KeptBack(RULE, 0): "Ann waits in reserve.",
    ev.TurnBegan(RULE, 4): "Turn 4.",
    ev.PhaseBegan(RULE, "actions"): "Actions begin.",
    ev.InitiativeRolled(RULE, (0, 1), ((3, 5), (3, 2)), (0, 1)): (
        "Initiative: Red 3 then 5 and Blue 3 then 2. It goes to Red."
    ),
    ev.InitiativeRolled(RULE, (0, 1), ((), ()), (1, 0)): "Initiative goes to Blue.",
    ev.OrderChosen(RULE, 1, True, (0, 1)): "Blue will move last.",
    ev.Moved(RULE, 0, (HERE, THERE), 3): "Ann moves from 0,0 to 0,3 (3 MA).",
    ev.Moved(RULE, 0, (HERE, THERE), 3, True): "Ann charges from 0,0 to 0,3 (3 MA).",
    ev.Flew(RULE, 0, HERE, THERE, 3, True): "Ann flies from 0,0 to 0,3 and lands (3 MA).",
    ev.Flew(RULE, 0, HERE, HERE, 0, False): "Ann spreads its wings and stays in the air (0 MA).",
    ev.CameDown(RULE, 0, HERE, THERE): "Ann comes down in 0,3.",
    ev.Turned(RULE, 0, 4): "Ann faces south-west.",
    ev.Stumbled(RULE, 0, Roll(1, 6, 6, "stumble"), True): (
        "Ann stumbles over the fallen and goes down (6)."
    ),
    ev.Stumbled(RULE, 0, Roll(1, 6, 2, "stumble"), False): "Ann does not stumble (2).",
    ev.StoodUp(RULE, 0): "Ann stands up.",
    ev.WentDown(RULE, 0, Posture.KNEELING): "Ann kneels.",
    ev.WentDown(RULE, 0, Posture.PRONE): "Ann lies down.",
    ev.FellOnGround("TFT-EQP-08", 1, 2, HERE): "Bob's rapier falls to the ground at 0,0.",
    ev.FellOnGround("TFT-EQP-06", 1, 2, HERE): "Bob drops the rapier at 0,0.",
    ev.WeaponBroke(RULE, 0, 0): "Ann's broadsword is broken for good.",
    ev.ParryChosen(RULE, 1, Parry.BOTH): "Bob parries and strikes with the main-gauche this turn.",
    ev.ParryChosen(RULE, 1, Parry.IDLE): "Bob leaves the main-gauche idle this turn.",
    ev.OrderGiven(RULE, 0, StandingOrder(Order.IF_EXPECTED, 2)): (
        "Ann is told to defend or dodge early if more than 2 hits are expected."
    ),
    ev.TieRolled(RULE, (0, 1), ((2,), (5,)), (1, 0)): (
        "Equal adjDEX, they roll: Ann 2 and Bob 5. In order: Bob, then Ann."
    ),
    ev.TieRolled(RULE, (0, 1), ((), ()), (1, 0)): "Equal adjDEX. In order: Bob, then Ann.",
    ev.Swooped(RULE, 0, HERE, THERE, HERE, 4): (
        "Ann swoops from 0,0 by 0,3 on the enemy at 0,0 (4 MA)."
    ),
    ev.Swooped(RULE, 0, HERE, HERE, THERE, 1): "Ann swoops from 0,0 on the enemy at 0,3 (1 MA).",
    ev.Defended(RULE, 0): "Ann defends.",
    ev.Defended(RULE, 0, early=True): "Ann defends before the blow falls.",
    ev.Dodged(RULE, 0): "Ann dodges.",
    Fell(RULE, 1): "Bob is knocked down.",
    Shaken(RULE, 1): "Bob is shaken: −2 DEX next turn.",  # TFT-INJ-02
    Collapsed(RULE, 1): "Bob collapses, unconscious.",
    Died("TFT-DMG-04", 1): "Bob is dead.",
    Died("TFT-BAT-03", 1): "Bob lies helpless and is slain.",
    DroppedOut(RULE, 1): "Bob has had enough and drops out of the bout.",
    ev.HandsChanged(RULE, 1, ReadyKind.READY, 2, 3): (
        "Bob readies rapier and main-gauche (ready next turn)."
    ),
    ev.Dodged(RULE, 0, early=True): "Ann dodges before the dice fall.",
    RolledToMiss(RULE, 0, 1, 0, ROLL, 12, (), Result.MISS): (
        "Ann's broadsword passes Bob: 12 against 12."
    ),
    RolledToMiss(RULE, 0, 1, 0, ROLL, 11, (), Result.HIT, damage(5, 3, LEATHER)): (
        "Ann's broadsword does not miss Bob: 12 against 11. 5 damage, leather stops 2: 3 hits."
    ),
    AimedAt("TFT-LOF-09", 0, 1, DIE, THERE): "Ann aims at Bob in 0,3 (a die shows 3).",
    ShelterTested(RULE, 0, 0, 0, DIE, damage(4, 4)): (
        "Ann's shelter does not help: 3. 4 damage: 4 hits."
    ),
    ShelterTested(RULE, 0, 1, 0, DIE): (
        "Ann is in shelter: 3, Bob's body is hit. It takes no harm."
    ),
    ShelterTested(RULE, 0, 1, 0, DIE, damage(4, 2, LEATHER)): (
        "Ann is in shelter: 3, Bob's body is hit. 4 damage, leather stops 2: 2 hits."
    ),
    PileStruck(RULE, 1, 0, 0, (0, 1), ((5,), (2,)), damage(4, 4)): (
        "In the pile Ann is hit (Ann 5 and Bob 2). 4 damage: 4 hits."
    ),
    PileStruck(RULE, 1, 1, 0, (0, 1), ((), ())): "In the pile Bob is hit. It does no harm.",
    ev.Reloaded(RULE, 0, 0, 0): "Ann loads the broadsword (loaded next turn).",
    ev.Reloaded(RULE, 0, 0, 1): "Ann loads the broadsword; 1 more action to go.",
    ev.FellOnGround("TFT-EQP-07", 0, 0, THERE): "Ann drops the broadsword at 0,3.",
    ev.FellOnGround("TFT-THR-03", 0, 0, THERE): "The broadsword lies at 0,3.",
    ev.HandsChanged(RULE, 1, ReadyKind.CHANGE, 2, -1): "Bob changes to rapier (ready next turn).",
    ev.HandsChanged(RULE, 1, ReadyKind.PICK_UP, 0, -1, (0,)): (
        "Bob bends down and picks up the broadsword; ready next turn: broadsword."
    ),
    ev.StoppedEngaging(RULE, 0, HERE, THERE): "Ann disengages from 0,0 to 0,3.",
    ev.ForcedBack(RULE, 0, 1, HERE, THERE): "Ann forces Bob back from 0,0 to 0,3.",
    ev.Cornered(RULE, 0, 1, ROLL, 10, True): (
        "Ann presses Bob, who has no room to give: 12 against 10, Bob falls."
    ),
    ev.Cornered(RULE, 0, 1, ROLL, 12, False): (
        "Ann presses Bob, who has no room to give: 12 against 12, Bob keeps standing."
    ),
    ev.SteppedIn(RULE, 0, THERE): "Ann steps into 0,3.",
    Fell("TFT-INJ-05", 1): "Bob is stunned and can do nothing till after next turn.",
    ConsentAnswered(RULE, 1, 0, True): "Bob accepts hand-to-hand with Ann.",
    ConsentAnswered(RULE, 1, 0, False): "Bob will not have hand-to-hand with Ann.",
    DefenceRolled(RULE, 1, 0, FOUR, HthOutcome.BARE_HANDS, True): (
        "Ann grapples Bob from behind: Bob is pulled down (4)."
    ),
    DefenceRolled(RULE, 1, 0, FOUR, HthOutcome.BLADE, False): (
        "Ann grapples Bob: Bob is pulled down, but may have a blade (4)."
    ),
    DefenceRolled(RULE, 1, 0, FOUR, HthOutcome.REPELLED, False): (
        "Ann grapples Bob: Bob throws Ann back (4)."
    ),
    DefenceRolled(RULE, 1, 0, FOUR, HthOutcome.STRUCK, False): (
        "Ann grapples Bob: Bob throws Ann back and strikes (4)."
    ),
    WentToGrips(RULE, 0, HERE, (0, 1)): "Ann is in hand-to-hand with Bob at 0,0.",
    FreeHit(RULE, 1, 0, 2, damage(4, 4)): "Bob hits Ann with the rapier. 4 damage: 4 hits.",
    FreeHit(RULE, 1, 0, -1, damage(0, 0)): "Bob hits Ann with bare hands. No damage.",
    BladeKept(RULE, 1, 3): "Bob has the main-gauche in hand.",
    DaggerDrawn(RULE, 1, 3, FOUR, True): "Bob draws the main-gauche (4).",
    DaggerDrawn(RULE, 1, 3, FOUR, False): ("Bob does not get at the main-gauche (4)."),
    BrokeFree(RULE, 0, FOUR, HERE, THERE, True): "Ann breaks free and is up at 0,3 (4).",
    BrokeFree(RULE, 0, FOUR, HERE, THERE, False): "Ann does not get free (4).",
    HthEnded(RULE, 0): "Ann has no enemy left in the pile and lies there.",
    RolledToMiss(RULE, 0, 1, 0, ROLL, 11, (), Result.HIT): (
        "Ann's broadsword does not miss Bob: 12 against 11. It does no harm."
    ),
    ev.Escaped(RULE, 1): "Bob leaves the arena.",
    ev.BattleEnded(RULE, (0,), "only Red can fight on"): (
        "The battle is over: only Red can fight on. Red won."
    ),
    ev.BattleEnded(RULE, (), "nobody can fight on"): (
        "The battle is over: nobody can fight on. It is a draw."
    ),
    ev.ExperienceGained(RULE, 0, 50): "Ann gains 50 experience.",
    ev.ExperienceGained(RULE, 0, -10): "Ann loses 10 experience.",
}


@pytest.mark.parametrize("event", LINES, ids=lambda event: type(event).__name__)
def test_an_event_is_told(event: Event) -> None:
    assert narrate(ARENA, event) == LINES[event]


def test_no_kind_of_event_is_left_without_an_example_here() -> None:
    told = {type(event) for event in LINES} | {Attacked}
    assert told == set(get_args(ev.AnyEvent))
