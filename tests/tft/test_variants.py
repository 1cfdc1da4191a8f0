"""Readings a battle may choose (TFT-VAR-01): what each changes, and what it leaves alone."""

from __future__ import annotations

from typing import Any

import pytest

from meleekit.core.errors import BadSetup, BadSituation
from meleekit.core.match import Match
from meleekit.tft.blow_events import Attacked
from meleekit.tft.events import Cornered, Defended
from meleekit.tft.game import Melee, MeleeSystem
from meleekit.tft.setup import resolve, setup_from
from meleekit.tft.state import Condition, Posture
from meleekit.tft.tables import default_tables
from tests.tft.cases import Position, position, told

Row = dict[str, Any]

ANN: Row = {"side": "Red", "at": [0, 1], "facing": "N"}
BOB: Row = {"side": "Blue", "at": [0, 0], "facing": "S"}
LAST: Row = {"side": "Red", "at": [5, 0], "strength": 16, "dexterity": 8}
BLOW: Row = {"do": "attack", "target": "Bob", "weapons": ["broadsword"]}


def variants(name: str, on: bool) -> list[str]:
    return [name] if on else []


def moment(to: str, *names: str, ann: Row | None = None, bob: Row | None = None) -> Position:
    """Ann faces Bob; Zoe, far off, acts last, so that the turn goes on."""
    rows = {"Ann": {**ANN, **(ann or {})}, "Bob": {**BOB, **(bob or {})}, "Zoe": LAST}
    return position(rows, to, variants=list(names))


# -- choosing them -------------------------------------------------------------------------------


def duel(*names: str) -> dict[str, Any]:
    sides = [{"name": "A", "fighters": ["berrin"]}, {"name": "B", "fighters": ["tamsin"]}]
    return {"title": "A duel", "sides": sides, "variants": list(names)}


def test_a_battle_records_its_variants_each_once_in_the_order_of_the_tables() -> None:
    # TFT-VAR-01
    names = ["VAR-COLLAPSE0", "VAR-ENG-ARMED", "VAR-COLLAPSE0"]
    setup = resolve(setup_from(duel(*names)))
    assert setup.variants == ("VAR-ENG-ARMED", "VAR-COLLAPSE0")
    assert Melee(setup).setup.variants == setup.variants


def test_a_match_is_saved_and_loaded_with_its_variants() -> None:
    # TFT-VAR-01
    system = MeleeSystem()
    match = Match.start(system, system.setup_from(duel("VAR-COLLAPSE0")), seed=bytes(32))
    again: Match[Any, Any] = Match.load(match.save(reveal_seed=True), {"tft": system})
    assert again.game.setup.variants == ("VAR-COLLAPSE0",)


def test_variants_that_exclude_each_other_are_refused() -> None:
    # TFT-VAR-01
    with pytest.raises(BadSetup) as refusal:
        resolve(setup_from(duel("VAR-DEF-STRICT", "VAR-DEF-DECLARE")))
    assert (refusal.value.rule, refusal.value.at) == ("TFT-VAR-01", "variants[0]")


def test_no_variant_is_on_unless_chosen() -> None:
    # TFT-VAR-01
    assert not any(row.default for row in default_tables().variants.values())
    arena = Melee(resolve(setup_from(duel()))).arena
    assert arena.tables is default_tables()


# -- engagement ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("on", "items", "engaged"),
    [
        (False, [], True),
        (True, [], False),
        (True, ["broadsword"], True),
        (True, ["small_shield"], False),
        (True, ["small_bow"], False),
    ],
)
def test_an_unarmed_enemy_engages_only_without_the_variant(
    on: bool, items: list[str], engaged: bool
) -> None:
    # TFT-ENG-01
    now = moment("move Blue", *variants("VAR-ENG-ARMED", on), ann={"items": items})
    assert told(now, "Bob", "engaged") is engaged
    assert told(now, "Ann", "engaged") is True
    far = [0, -4]
    assert now.allows(do="move", figure="Bob", hex=far) is not engaged


def test_a_beast_is_always_armed() -> None:
    # TFT-ENG-01, TFT-MON-06
    wolf = {"race": "wolf", "items": [], "strength": 10, "dexterity": 14}
    now = moment("move Blue", "VAR-ENG-ARMED", ann=wolf)
    assert told(now, "Bob", "engaged") is True


def test_one_that_drops_its_weapon_lets_go_at_once() -> None:
    # TFT-ENG-04: computed live
    now = moment("act Ann", "VAR-ENG-ARMED", bob={"acted": True})
    assert told(now, "Bob", "engaged") is True
    now = now.do([17], **BLOW)
    assert told(now, "Bob", "engaged") is False


# -- attacks on four dice ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("on", "roll", "hits"),
    # Broadsword for 7 against plate, which stops 5: 7 - 5, 14 - 5, 21 - 5.
    [(False, 4, 2), (False, 5, 2), (True, 4, 16), (True, 5, 9), (True, 6, 2)],
)
def test_on_four_dice_four_is_triple_and_five_double_with_the_variant(
    on: bool, roll: int, hits: int
) -> None:
    # TFT-HIT-04
    bob = {"armour": "plate", "guard": "defend", "acted": True, "strength": 20}
    now = moment("act Ann", *variants("VAR-4D-CRIT", on), bob=bob)
    now = now.do([roll, 7], **BLOW)
    assert now.figure("Bob").hits == hits


@pytest.mark.parametrize("on", [False, True])
def test_on_three_dice_five_stays_single(on: bool) -> None:
    # TFT-HIT-03
    bob = {"armour": "plate", "acted": True, "strength": 20}
    now = moment("act Ann", *variants("VAR-4D-CRIT", on), bob=bob)
    assert now.do([5, 7], **BLOW).figure("Bob").hits == 2


# -- when one defends ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "asked"),
    [([], True), (["VAR-DEF-STRICT"], False), (["VAR-DEF-DECLARE"], False)],
)
def test_one_that_has_not_acted_may_defend_early_only_without_the_variants(
    names: list[str], asked: bool
) -> None:
    # TFT-DEF-05
    now = moment("act Ann", *names, ann={"dexterity": 14}).do([3, 2] if not asked else (), **BLOW)
    assert (now.open == "pre_empt Bob") is asked


def test_in_strict_order_a_faster_character_still_defends_at_its_moment() -> None:
    # TFT-DEF-05, TFT-ACT-27
    now = moment("act Bob", "VAR-DEF-STRICT", bob={"dexterity": 14}).do(do="defend")
    now = now.do([14], **BLOW)
    assert now.said(Attacked)[0].roll.count == 4


@pytest.mark.parametrize("name", ["VAR-DEF-STRICT", "VAR-DEF-DECLARE"])
def test_where_nobody_defends_early_there_is_nothing_to_order(name: str) -> None:
    # TFT-DEF-05, TFT-DEF-06
    order = {"do": "order", "figure": "Bob", "order": {"order": "always"}}
    assert moment("move Blue").allows(**order)
    now = moment("move Blue", name)
    assert not now.allows(**order)
    assert now.refusal(**order).rule == "TFT-DEF-05"


def declaring(*, ann: Row | None = None, bob: Row | None = None) -> Position:
    """The end of movement, Blue the last to move, in a battle with declared defences."""
    rows = {"Ann": {**ANN, "moved": True, **(ann or {})}, "Bob": {**BOB, **(bob or {})}}
    now = position(rows, "move Blue", order=["Red", "Blue"], variants=["VAR-DEF-DECLARE"])
    now.battle.mover = 2
    return now.do(do="end_movement")


def test_defences_are_declared_after_movement_in_the_order_of_movement() -> None:
    # TFT-DEF-05
    now = declaring()
    assert now.open == "declare Red"
    now = now.do(do="nothing")
    assert now.open == "declare Blue"
    assert now.kinds() == {"declare", "nothing"}


def test_a_declared_defence_holds_from_the_first_attack_and_is_the_action_of_the_turn() -> None:
    # TFT-DEF-05, TFT-DEF-04
    now = declaring(ann={"dexterity": 14}).do(do="nothing")
    now = now.do(do="declare", figure="Bob", guard="defend")
    assert now.said(Defended)[0].rule == "TFT-DEF-05"
    assert now.open == "act Ann"
    assert not now.allows(do="defend")
    assert now.refusal(do="defend").rule == "TFT-DEF-05"
    assert now.refusal(do="dodge").rule == "TFT-DEF-05"
    now = now.do([15, 6, 1], **BLOW)
    assert now.said(Attacked)[0].roll.count == 4
    assert now.battle.turn == 2


def test_who_may_declare_is_who_could_dodge_or_defend_at_its_moment() -> None:
    # TFT-ACT-13, TFT-ACT-27, TFT-DEF-03
    far = {"at": [-1, 6], "steps": 6, "dexterity": 14}
    assert declaring(ann=far).open == "declare Blue"  # Ann has run too far to dodge
    now = declaring(ann={"items": [], "engaged_at_start": True})
    assert now.open == "declare Blue"  # neither armed nor free
    now = declaring(ann={"at": [0, 2]})
    assert now.open == "declare Red"
    assert now.allows(do="declare", figure="Ann", guard="dodge")
    refused = {"do": "declare", "figure": "Ann"}
    assert now.refusal(**refused, guard="defend").rule == "TFT-ACT-27"
    assert now.refusal(**refused, guard="none").rule == "TFT-DEF-05"
    assert now.refusal(do="declare", figure="Bob", guard="dodge").rule == "TFT-DEF-05"


def test_without_the_variant_nobody_declares_anything() -> None:
    # TFT-DEF-05
    rows = {"Ann": {**ANN, "moved": True, "dexterity": 14}, "Bob": BOB}
    now = position(rows, "move Blue", order=["Red", "Blue"])
    now.battle.mover = 2
    now = now.do(do="end_movement")
    assert now.open == "act Ann"
    assert now.refusal(do="declare", figure="Ann", guard="dodge").rule == "TFT-DEF-05"


# -- forced retreat ------------------------------------------------------------------------------

VICTOR: Row = {"struck": ["Bob"], "acted": True}
BEATEN: Row = {"hits": 3, "hits_this_turn": 3, "acted": True}


def retreating(*names: str, bob: Row | None = None, **others: Row) -> Position:
    rows = {"Ann": {**ANN, **VICTOR}, "Bob": {**BOB, **BEATEN, **(bob or {})}, **others}
    return position({**rows, "Zoe": LAST}, "act Zoe", variants=list(names))


def forced_to(now: Position) -> set[tuple[int, int] | None]:
    return {now.at(action.hex) for action in now.legal() if hasattr(action, "hex")}


def test_an_enemy_is_pushed_only_away_with_the_variant() -> None:
    # TFT-RET-04
    away = {(0, -1), (1, -1), (-1, 0)}
    aside = {(1, 0), (-1, 1)}
    assert forced_to(retreating().do(do="nothing")) == away | aside
    now = retreating("VAR-RET-AWAY").do(do="nothing")
    assert forced_to(now) == away
    refusal = now.refusal(do="force_back", target="Bob", hex=[1, 0])
    assert (refusal.rule, "VAR-RET-AWAY" in refusal.message) == ("TFT-RET-04", True)


def test_with_no_hex_farther_off_there_is_no_retreat_with_the_variant() -> None:
    # TFT-RET-04, TFT-RET-05
    behind: dict[str, Row] = {
        "Ben": {"side": "Blue", "at": [0, -1], "facing": "N", "acted": True},
        "Bea": {"side": "Blue", "at": [1, -1], "facing": "N", "acted": True},
        "Abe": {"side": "Red", "at": [-1, 0], "facing": "N", "acted": True},
    }
    assert retreating(**behind).do(do="nothing").open == "retreat Ann"
    now = retreating("VAR-RET-AWAY", **behind).do([6, 1], do="nothing")
    assert now.battle.turn == 2
    assert not now.said(Cornered)


# -- wounds --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("on", "strength", "hits", "shaken", "fell"),
    [
        (False, 30, 5, True, False),
        (False, 30, 8, False, True),
        (True, 29, 5, True, False),
        (True, 29, 8, False, True),
        (True, 30, 5, False, False),
        (True, 30, 8, False, False),
        (True, 30, 9, True, False),
        (True, 49, 16, False, True),
        (True, 50, 9, False, False),
        (True, 50, 15, True, False),
        (True, 50, 16, False, False),
        (True, 50, 25, False, True),
    ],
)
def test_the_hit_that_shakes_or_fells_the_big_is_a_later_one_with_the_variant(
    on: bool, strength: int, hits: int, shaken: bool, fell: bool
) -> None:
    # TFT-INJ-06, INJ-02, INJ-04: all hits of the turn but one are taken already
    bob = {"strength": strength, "acted": True, "hits": hits - 1, "hits_this_turn": hits - 1}
    now = moment("act Ann", *variants("VAR-BIG-THRESH", on), ann={"items": ["dagger"]}, bob=bob)
    now = now.do([9, 2], **{**BLOW, "weapons": ["dagger"]})  # 2 - 1 = 1 hit
    figure = now.figure("Bob")
    assert figure.hits_this_turn == hits
    assert (figure.shaken_turn == now.battle.turn + 1) is shaken
    assert (figure.posture is Posture.PRONE) is fell


@pytest.mark.parametrize(
    ("on", "hits", "condition"),
    [
        (False, 2, Condition.FIT),
        (False, 3, Condition.UNCONSCIOUS),
        (False, 4, Condition.DEAD),
        (True, 3, Condition.FIT),
        (True, 4, Condition.UNCONSCIOUS),
        (True, 5, Condition.DEAD),
    ],
)
def test_one_collapses_at_strength_nought_and_dies_below_with_the_variant(
    on: bool, hits: int, condition: Condition
) -> None:
    # TFT-DMG-04: Bob has STR 4 left
    bob = {"strength": 12, "hits": 8, "acted": True}
    now = moment("act Ann", *variants("VAR-COLLAPSE0", on), bob=bob).do([9, hits], **BLOW)
    assert now.figure("Bob").condition is condition


@pytest.mark.parametrize("on", [False, True])
def test_any_hit_on_the_unconscious_kills_with_the_variant_or_without(on: bool) -> None:
    # TFT-BAT-05
    bob = {"strength": 12, "hits": 12 if on else 11, "condition": "unconscious"}
    cid = {"side": "Blue", "at": [5, 0]}
    rows = {"Ann": ANN, "Bob": {**BOB, **bob}, "Cid": cid}
    now = position(rows, "act Ann", variants=variants("VAR-COLLAPSE0", on))
    assert now.do([9, 3], **BLOW).figure("Bob").condition is Condition.DEAD


# -- armour --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("on", "race", "armour", "ma"),
    [
        (False, "human", "plate", 4),
        (True, "human", "plate", 6),
        (True, "elf", "plate", 6),
        (True, "human", "chainmail", 6),
        (True, "human", "leather", 8),
    ],
)
def test_one_moves_farther_in_plate_with_the_variant(
    on: bool, race: str, armour: str, ma: int
) -> None:
    # TFT-MOVE-02
    ann = {"at": [0, 5], "race": race, "armour": armour}
    now = moment("move Red", *variants("VAR-PLATE-MA6", on), ann=ann, bob={"at": [3, -7]})
    assert (
        max(now.game.arena.board.distance[now.hex([0, 5])][now.hex(at)] for at in now.moves("Ann"))
        == ma
    )


def test_cloth_and_half_plate_stop_hits_with_the_variant() -> None:
    # TFT-ARM-01
    for armour, hits in (("cloth", 6), ("half_plate", 3), ("plate", 2)):
        bob = {"armour": armour, "acted": True}
        now = moment("act Ann", "VAR-EXTRA-ARMOUR", bob=bob).do([9, 7], **BLOW)
        assert now.figure("Bob").hits == hits
    with pytest.raises(BadSituation):
        moment("act Ann", bob={"armour": "cloth"})
