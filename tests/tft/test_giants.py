"""Giants: three hexes, four in front; how they strike, are held, give way and lie there.

Hexes are (q, r), a giant's facing is the number of a corner: 0 lies between N and NE.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from meleekit.core.dice import Rolled
from meleekit.core.errors import BadSave, BadSetup
from meleekit.core.hexgrid import hexagon_board
from meleekit.tft.bestiary import carried_weapon, natural_weapon
from meleekit.tft.boards import BoardSpec
from meleekit.tft.creation import FighterSheet, check_sheet, hits_stopped, movement_allowance
from meleekit.tft.dexterity import attacked_from, receives_charge
from meleekit.tft.game import Melee
from meleekit.tft.generator import random_beast, random_fighter
from meleekit.tft.retreat import victims
from meleekit.tft.setup import Setup, SideSetup, resolve, setup_from
from meleekit.tft.soundness import check_battle
from meleekit.tft.state import Place
from meleekit.tft.tables import default_tables
from tests.core.symmetries import SYMMETRIES
from tests.tft.cases import position
from tests.tft.giants import BOB, BODY, GIANT, Hex, around, standing
from tests.tft.mirrors import play_both
from tests.tft.test_properties import chosen, played, seeds

# -- what it is ----------------------------------------------------------------------------------


def test_a_giants_hexes_and_those_around_it() -> None:
    # Case 17, TFT-FACE-09, TFT-FACE-10
    now = standing("act Brock")
    assert around(now, "body") == BODY
    assert around(now, "front") == {(-1, 0), (0, -1), (1, -1), (1, 0)}
    assert around(now, "side") == {(1, 1), (-2, 1)}
    assert around(now, "rear") == {(0, 2), (-1, 2), (-2, 2)}


@pytest.mark.parametrize(("strength", "dice"), [(24, 2), (30, 3), (34, 3), (50, 5)])
def test_the_club_does_a_die_and_a_point_for_ten_full_points_of_strength(
    strength: int, dice: int
) -> None:
    # Case 69, TFT-MON-05
    club = carried_weapon(default_tables().monsters["giant"], strength)
    assert (club.dice, club.modifier, club.hands, club.throwable) == (dice, dice, 1, False)


def test_wounds_take_nothing_off_the_club() -> None:
    # Case 69, TFT-MON-05: 3d6 of 9, plus 3
    now = standing("act Brock", {"hits": 25}, Bob=BOB | {"at": (0, -1), "acted": True})
    after = now.do([9, 9], do="attack", target="Bob", weapons=["club"])
    assert after.figure("Bob").hits == 12


def test_bare_hands_do_two_dice_less_one() -> None:
    # TFT-MON-05, TFT-MON-09
    fists = natural_weapon(default_tables().monsters["giant"])
    assert (fists.dice, fists.modifier, fists.hth_dice, fists.hth_modifier) == (2, -1, 2, -1)


@pytest.mark.parametrize(
    ("armour", "ma", "stops"), [("none", 10, 0), ("leather", 8, 2), ("plate", 4, 5)]
)
def test_armour_slows_a_giant_like_a_man(armour: str, ma: int, stops: int) -> None:
    # TFT-MON-05, TFT-CRE-12
    sheet = FighterSheet(name="Brock", race="giant", strength=30, dexterity=9, armour=armour)
    assert (movement_allowance(sheet), hits_stopped(sheet)) == (ma, stops)


@pytest.mark.parametrize(
    ("strength", "dexterity", "field"),
    [(23, 9, "strength"), (51, 9, "strength"), (30, 3, "dexterity"), (30, 13, "dexterity")],
)
def test_a_giants_strength_and_dexterity_have_bounds(
    strength: int, dexterity: int, field: str
) -> None:
    # Case 69, TFT-MON-07
    with pytest.raises(BadSetup) as error:
        check_sheet(
            FighterSheet(name="Brock", race="giant", strength=strength, dexterity=dexterity)
        )
    assert (error.value.rule, error.value.at) == ("TFT-MON-07", field)


# -- set-up --------------------------------------------------------------------------------------


def test_a_giant_is_put_up_with_a_hex_in_its_entrance() -> None:
    # TFT-BRD-06
    game = Melee(
        resolve(
            setup_from(
                {
                    "title": "Giant",
                    "sides": [
                        {"name": "Red", "fighters": ["giant"]},
                        {"name": "Blue", "fighters": ["berrin"]},
                    ],
                }
            )
        )
    )
    state = game.begin(Rolled(bytes(32))).state
    while state.stack[-1] != Place(0):
        state = game.apply(state, 1, game.actions(state, 1)[0], Rolled(bytes(32))).state
    shape, board = game.arena.shapes[0], game.arena.board
    for action in game.actions(state, 0):
        placed = game.apply(state, 0, action, Rolled(bytes(32))).state
        for turn in game.actions(placed, 0):
            figure = game.apply(placed, 0, turn, Rolled(bytes(32))).state.figures[0]
            body = shape.body[figure.hex][figure.facing]
            assert body.bit_count() == 3
            assert body & game.arena.entrances[0]
            assert not body & ~board.all_mask
    refusal = game.refusal(state, 0, game.arena.moves[0][0])
    assert refusal.rule.startswith("TFT-")


# -- fighting ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "chance"),
    [
        # 12 to hit from the front, 14 from a side, 16 from behind, which is 15 at most.
        ((1, 0), 160),
        ((1, 1), 196),
        ((-2, 1), 196),
        ((-1, 2), 206),
    ],
)
def test_a_giant_is_struck_by_the_arc_of_the_hex_one_stands_in(at: Hex, chance: int) -> None:
    # TFT-FACE-10, TFT-DEX-07
    facing = {(1, 0): "NW", (1, 1): "NW", (-2, 1): "NE", (-1, 2): "N"}[at]
    bob = BOB | {"at": at, "facing": facing}
    now = standing("act Bob", {"acted": True}, Bob=bob)
    said = {"do": "attack", "target": "Brock", "weapons": ["broadsword"]}
    assert now.chance("hit", **said) * 216 == chance


@pytest.mark.parametrize(("at", "legal"), [((1, 0), True), ((1, 1), False), ((0, 2), False)])
def test_a_giant_strikes_into_its_four_front_hexes_alone(at: Hex, legal: bool) -> None:
    # TFT-HIT-01
    now = standing("act Brock", None, Bob=BOB | {"at": at, "facing": "N", "acted": True})
    assert now.allows(do="attack", target="Bob", weapons=["club"]) is legal


def test_a_giant_that_has_a_hex_in_front_attacks_from_the_front() -> None:
    # TFT-ENG-06: of its hexes (0, 0) is in front of Bob, and none behind
    now = standing("act Brock", None, Bob=BOB | {"at": (0, -1), "facing": "S"})
    arena = now.game.arena
    assert attacked_from(arena, now.battle, now.who("Brock"), now.who("Bob")) == "front"


def test_a_club_dropped_leaves_its_fists_and_is_taken_up_from_any_of_its_hexes() -> None:
    # TFT-MON-09, TFT-HIT-05
    bob = BOB | {"at": (0, -1), "facing": "S", "acted": True}
    cid = {"side": "Blue", "at": (4, -4), "strength": 16, "dexterity": 8}
    now = standing("act Brock", None, Bob=bob, Cid=cid)
    after = now.do([17], do="attack", target="Bob", weapons=["club"])
    assert [thing.item for thing in after.battle.ground] == [now.item("club", "Brock")]
    lying = [{"item": "Brock.club", "at": (-1, 1), "since": 1}]
    fighters = {"Brock": GIANT, "Bob": bob, "Cid": cid}
    later = position(fighters, "act Brock", turn=2, ground=lying)
    assert later.allows(do="attack", target="Bob", weapons=["natural"])
    assert later.allows(do="ready", kind="ready", main="club")


def test_a_giant_may_defend_with_its_club() -> None:
    # TFT-DEF-03
    now = standing("act Brock", None, Bob=BOB | {"at": (0, -1), "facing": "S"})
    assert "defend" in now.kinds()


def test_it_disengages_where_there_is_room_for_all_of_it() -> None:
    # TFT-DIS-01, TFT-DIS-02: Ann is where its hex C would be
    ann = {"side": "Red", "at": (-2, 2), "facing": "N"}
    now = standing("act Brock", None, Bob=BOB | {"at": (0, -1), "facing": "S"}, Ann=ann)
    hexes = {now.at(a.hex) for a in now.legal() if type(a).__name__ == "Disengage"}  # type: ignore[union-attr]
    assert hexes == {(-1, 0), (1, -1), (1, 0), (0, 1)}
    after = now.do(do="disengage", hex=(0, 1))
    assert {action.facing for action in after.legal()} == {0, 2, 4}  # type: ignore[union-attr]


def test_a_pole_weapon_is_set_against_a_giant_that_came_up() -> None:
    # TFT-POLE-04
    spear = BOB | {"at": (0, -1), "facing": "S", "items": ("spear",)}
    giant = {"steps": 2, "came_from": (0, 2)}
    now = standing("act Bob", giant, Bob=spear)
    arena, bob = now.game.arena, now.who("Bob")
    item = arena.characters[bob].items[0]
    assert receives_charge(arena, now.battle, bob, now.who("Brock"), item)
    now.figure("Brock").came_from = now.hex((1, -1))
    assert not receives_charge(arena, now.battle, bob, now.who("Brock"), item)


def test_nobody_forces_a_giant_back() -> None:
    # TFT-RET-08
    bob = BOB | {"at": (0, -1), "facing": "S", "struck": ("Brock",)}
    ann = {"side": "Red", "at": (1, -2), "hits_this_turn": 1}
    now = standing("retreat Bob", {"hits_this_turn": 3}, Bob=bob, Ann=ann)
    assert victims(now.game.arena, now.battle, now.who("Bob")) == ()
    said = {"do": "force_back", "target": "Brock", "hex": (0, 2)}
    assert now.refusal(**said).rule == "TFT-RET-08"


def test_a_giant_forces_a_man_back_and_follows_with_all_its_hexes() -> None:
    # TFT-RET-08
    bob = BOB | {"at": (0, -1), "facing": "S", "hits_this_turn": 3}
    now = standing("retreat Brock", {"struck": ("Bob",)}, Bob=bob)
    now = now.do(do="force_back", target="Bob", hex=(0, -2))
    assert now.open == "follow Brock"
    now = now.do(do="step_in")
    assert now.at(now.figure("Brock").hex) == (0, -1)
    assert now.open == "face Brock"


def test_without_room_for_its_hexes_a_giant_does_not_follow() -> None:
    # TFT-RET-08: stepping to (1, 0) its hex C would be in (0, 1), its B in (1, 1) where Ann is
    bob = BOB | {"at": (1, 0), "facing": "NW", "hits_this_turn": 3}
    ann = {"side": "Red", "at": (1, 1), "facing": "N"}
    now = standing("retreat Brock", {"struck": ("Bob",)}, Bob=bob, Ann=ann)
    after = now.do([6, 5], do="force_back", target="Bob", hex=(2, -1))
    assert after.open != "follow Brock"


def test_a_fallen_giant_lies_in_all_its_hexes() -> None:
    # TFT-MON-08: Bob must stop on each of them; a conscious one bars them
    bob = BOB | {"at": (1, 0), "facing": "N"}
    dead = standing("move Blue", {"condition": "dead"}, Bob=bob, Ann=BOB | {"side": "Red"})
    assert dead.moves("Bob") >= BODY
    prone = standing("move Blue", {"posture": "prone"}, Bob=bob)
    assert not BODY & prone.moves("Bob")


# -- the rest ------------------------------------------------------------------------------------


def test_a_giant_is_drawn_on_its_hexes_facing_a_corner() -> None:
    now = standing("act Brock")
    (piece,) = [p for p in now.game.scene(now.battle, None).pieces if p.name == "Brock"]
    assert (piece.cell, piece.facing, piece.vertex) == ("hex:0,0", None, 0)
    assert set(piece.also) == {"hex:0,1", "hex:-1,1"}


def test_a_giant_that_hangs_over_the_rim_is_not_read() -> None:
    now = standing("act Brock")
    check_battle(now.game.arena, now.battle)
    now.figure("Brock").hex = now.hex((-1, 6))
    with pytest.raises(BadSave, match="not all its hexes on the board"):
        check_battle(now.game.arena, now.battle)


PIT = BoardSpec(
    id="pit",
    title="Pit",
    hexes=tuple(hexagon_board(3)),
    entrances=(((1, -3), (2, -3)), ((-1, 3), (-2, 3))),
)


def battle_with_giants(chance: Rolled) -> Setup:
    """A giant and perhaps a man against one or two of any kind, giants too."""

    def side(*first: FighterSheet) -> tuple[FighterSheet, ...]:
        return (*first, random_fighter(chance.below))[: 1 + chance.below(2)]

    giants = [random_beast(chance.below, species="giant") for _ in range(2)]
    other = giants[1] if chance.below(3) == 0 else random_fighter(chance.below)
    return Setup(
        title="Giants",
        board=PIT,
        kind=("death", "arena")[chance.below(2)],  # type: ignore[arg-type]
        sides=(SideSetup("Red", side(giants[0])), SideSetup("Blue", side(other))),
    )


@given(seed=seeds)
@settings(max_examples=8, deadline=None)
def test_only_those_on_the_ground_share_a_hex_with_a_giant_and_enemies_only_in_a_pile(
    seed: bytes,
) -> None:
    # TFT-MOVE-09, TFT-MON-08, TFT-HTH-20, TFT-MOVE-24
    chance = Rolled(seed[::-1])
    game = Melee(battle_with_giants(chance))
    body = game.arena.body
    for _, _, after in played(game, Rolled(seed), chance):
        held = 0
        for who, figure in enumerate(after.figures):
            if figure.hex >= 0 and figure.posture in ("standing", "kneeling"):
                own = body[who][figure.hex][figure.facing]
                assert own.bit_count() == (3 if game.arena.giants[who] else 1)
                assert not own & held
                held |= own


@pytest.mark.parametrize("symmetry", range(len(SYMMETRIES)))
@given(seed=seeds)
@settings(max_examples=2, deadline=None)
def test_a_battle_with_giants_is_the_same_on_a_turned_or_mirrored_board(
    symmetry: int, seed: bytes
) -> None:
    # TFT-FACE-09
    chance = Rolled(seed[::-1])
    game = Melee(battle_with_giants(chance))
    play_both(
        game,
        SYMMETRIES[symmetry],
        lambda: Rolled(seed),
        lambda legal: chosen(legal, chance),
        reverse=bool(symmetry % 2),
        most=100,
    )
