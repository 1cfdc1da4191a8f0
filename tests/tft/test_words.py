"""Labels, picks, prompts and the status line of Melee: plain, distinct, and on the board."""

from __future__ import annotations

from collections import Counter

import pytest

from meleekit.core.scene import scene_ids
from meleekit.tft.actions import (
    Attack,
    Charge,
    Defend,
    Disengage,
    DoNothing,
    EndMovement,
    Escape,
    ForceBack,
    GiveOrder,
    Jump,
    LetFall,
    Move,
    MoveLast,
    PlaceAt,
    Ready,
    ReadyKind,
    StandUp,
    StepIn,
    TurnTo,
    UseParry,
)
from meleekit.tft.game import Melee
from meleekit.tft.labels import label
from meleekit.tft.picks import picks
from meleekit.tft.state import (
    Act,
    AnyTask,
    Battle,
    ChooseOrder,
    ChooseParry,
    Face,
    Follow,
    GroundItem,
    MoveOne,
    Order,
    Parry,
    Phase,
    Place,
    Posture,
    PreEmpt,
    Retreat,
    StandingOrder,
)
from meleekit.tft.words import prompt, status
from tests.tft.brawls import SCENARIOS, fighter, melee, moments, position

# Items in this duel: Ann 0 broadsword, 1 dagger; Bob 2 mace, 3 small shield.
DUEL = melee([fighter("Ann", "broadsword", "dagger")], [fighter("Bob", "mace", "small_shield")])
FACE_TO_FACE = {0: ((0, 0), 3), 1: ((0, 1), 0)}
PAIR = melee([fighter("Ann", "broadsword"), fighter("Eve", "spear")], [fighter("Bob", "mace")])


def at(game: Melee, q: int, r: int) -> int:
    return game.arena.board.index[q, r]


def act() -> Battle:
    return position(DUEL, FACE_TO_FACE, Act(0))


def own_move(posture: Posture = Posture.STANDING) -> Battle:
    where = {0: ((0, 0), 3), 1: ((0, 5), 0)}
    task = MoveOne(0)
    return position(DUEL, where, task, phase=Phase.MOVEMENT, posture={0: posture})


# -- in play -------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_in_play_every_pick_of_every_action_is_on_the_board(scenario: str) -> None:
    missing = []
    for game, battle, actions, _ in moments(scenario):
        ids = scene_ids(game.scene(battle, None))
        missing += [action for action in actions if not set(game.picks(battle, action)) <= set(ids)]
    assert missing == []


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_in_play_the_labels_of_a_decision_differ(scenario: str) -> None:
    alike = []
    for game, battle, actions, _ in moments(scenario):
        counts = Counter(game.label(battle, action) for action in actions)
        alike += [text for text, count in counts.items() if count > 1 or not text]
    assert alike == []


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_in_play_every_decision_is_asked_for_by_the_side_that_takes_it(scenario: str) -> None:
    for game, battle, _, _ in moments(scenario):
        for decision in game.decisions(battle):
            name = game.seats[decision.seat].name
            assert game.prompt(battle, decision).startswith(f"{name}: ")


# -- movement ------------------------------------------------------------------------------------


def test_a_move_names_hex_and_cost() -> None:
    move = Move(0, at(DUEL, 2, 1))
    assert label(DUEL.arena, own_move(), move) == "Move to 2,1 (3 of 10 MA)"
    assert picks(DUEL.arena, own_move(), move) == ("fig:0", "hex:2,1")


def test_one_of_several_own_fighters_is_named() -> None:
    where = {0: ((0, 0), 3), 1: ((1, 0), 3), 2: ((0, 5), 0)}
    battle = position(PAIR, where, MoveOne(0), phase=Phase.MOVEMENT)
    move = Move(1, at(PAIR, 2, 0))
    assert label(PAIR.arena, battle, move) == "Eve: move to 2,0 (1 of 10 MA)"


def test_a_move_to_the_own_hex_is_a_stay() -> None:
    stay = Move(0, at(DUEL, 0, 0))
    assert label(DUEL.arena, own_move(), stay) == "Stay and set facing"
    assert picks(DUEL.arena, own_move(), stay) == ("fig:0",)


def test_one_on_the_ground_stays_down() -> None:
    battle = own_move(Posture.PRONE)
    assert label(DUEL.arena, battle, Move(0, at(DUEL, 0, 0))) == "Stay down"
    assert label(DUEL.arena, battle, StandUp(0)) == "Stand up"


def test_a_charge_says_which_way_and_picks_what_a_move_picks() -> None:
    where = {0: ((5, 0), 3), 1: ((0, 0), 3), 2: ((0, 5), 0)}
    battle = position(PAIR, where, MoveOne(0), phase=Phase.MOVEMENT)
    charge = Charge(1, at(PAIR, 0, 3), 3, 3)
    assert label(PAIR.arena, battle, charge) == "Eve: charge south to 0,3 (3 of 10 MA)"
    assert picks(PAIR.arena, battle, charge) == picks(PAIR.arena, battle, Move(1, charge.hex))


def test_a_jump_says_so() -> None:
    # In a passage one hex wide a fallen friend is in the way; the jump costs 3: TFT-MOVE-12.
    board = {
        "id": "passage",
        "title": "Passage",
        "hexes": [(0, r) for r in range(8)],
        "entrances": [[(0, 0), (0, 1)], [(0, 7)]],
    }
    game = melee([fighter("Ann", "mace"), fighter("Eve")], [fighter("Bob")], board=board)
    where = {0: ((0, 0), 3), 1: ((0, 1), 3), 2: ((0, 7), 0)}
    fallen = {1: Posture.PRONE}
    battle = position(game, where, MoveOne(0), phase=Phase.MOVEMENT, posture=fallen)
    jump = Jump(0, game.arena.board.index[0, 2], (game.arena.board.index[0, 1],))
    assert label(game.arena, battle, jump) == "Ann: move to 0,2 with a jump over 0,1 (3 of 10 MA)"
    assert picks(game.arena, battle, jump) == ("fig:0", "hex:0,2")


def test_what_is_dropped_is_named() -> None:
    assert label(DUEL.arena, own_move(), LetFall(0, 0)) == "Drop broadsword"
    assert picks(DUEL.arena, own_move(), LetFall(0, 0)) == ("fig:0",)


def test_leaving_the_arena_picks_the_figure() -> None:
    assert label(DUEL.arena, own_move(), Escape(0)) == "Leave the arena"
    assert picks(DUEL.arena, own_move(), Escape(0)) == ("fig:0",)


@pytest.mark.parametrize(
    ("order", "words"),
    [
        (StandingOrder(Order.ASK), "Ask before defending or dodging early"),
        (StandingOrder(Order.NEVER), "Never defend or dodge early"),
        (StandingOrder(Order.ALWAYS), "Always defend or dodge early"),
        (
            StandingOrder(Order.IF_EXPECTED, 1),
            "Defend or dodge early if more than 1 hit is expected",
        ),
        (
            StandingOrder(Order.IF_EXPECTED, 2),
            "Defend or dodge early if more than 2 hits are expected",
        ),
    ],
)
def test_standing_orders_are_said_in_full(order: StandingOrder, words: str) -> None:
    assert label(DUEL.arena, own_move(), GiveOrder(0, order)) == words


def test_ending_movement_says_who_stays() -> None:
    where = {0: ((0, 0), 3), 1: ((1, 0), 3), 2: ((0, 5), 0)}
    battle = position(PAIR, where, MoveOne(0), phase=Phase.MOVEMENT)
    assert label(PAIR.arena, battle, EndMovement()) == "End movement: Ann and Eve stay as now"
    battle.figures[0].moved = True
    assert label(PAIR.arena, battle, EndMovement()) == "End movement: Eve stays as now"


# -- facing, placing, main-gauche ----------------------------------------------------------------


def test_a_facing_is_chosen_by_clicking_the_hex_ahead() -> None:
    battle = position(DUEL, FACE_TO_FACE, Face(0))
    assert label(DUEL.arena, battle, TurnTo(1)) == "Face north-east"
    assert picks(DUEL.arena, battle, TurnTo(1)) == ("hex:1,-1",)


def test_the_present_facing_is_kept() -> None:
    battle = position(DUEL, FACE_TO_FACE, Face(0))
    assert label(DUEL.arena, battle, TurnTo(3)) == "Keep facing south"


def test_facing_off_the_board_has_no_hex_to_click() -> None:
    battle = position(DUEL, {0: ((2, -7), 3), 1: ((0, 5), 0)}, Face(0))
    assert picks(DUEL.arena, battle, TurnTo(0)) == ()


def test_facing_a_wall_is_chosen_by_clicking_the_wall() -> None:
    hexes = [(q, r) for q in (0, 1, 2) for r in (0, 1)]
    board = {
        "id": "yard",
        "title": "Yard",
        "hexes": hexes,
        "walls": [(1, 0)],
        "entrances": [[(0, 0)], [(2, 0)]],
    }
    game = melee([fighter("Ann", "mace")], [fighter("Bob", "mace")], board=board)
    battle = position(game, {0: ((0, 0), 3), 1: ((2, 0), 0)}, Face(0))
    assert picks(game.arena, battle, TurnTo(2)) == ("hex:1,0",)
    assert "hex:1,0" in scene_ids(game.scene(battle, None))


def test_placing_says_whom_and_picks_only_the_hex() -> None:
    battle = position(DUEL, {}, Place(0), phase=Phase.SETUP)
    place = PlaceAt(0, at(DUEL, 1, -6))
    assert label(DUEL.arena, battle, place) == "Place Ann at 1,-6"
    assert picks(DUEL.arena, battle, place) == ("hex:1,-6",)


@pytest.mark.parametrize(
    ("mode", "words"),
    [
        (Parry.SHIELD, "Parry with the main-gauche (−2 DEX)"),  # TFT-DEX-05
        (Parry.BOTH, "Parry and strike with the main-gauche (−4 DEX)"),
        (Parry.IDLE, "Leave the main-gauche idle"),
    ],
)
def test_the_main_gauche_costs_what_the_table_says(mode: Parry, words: str) -> None:
    assert label(DUEL.arena, act(), UseParry(mode)) == words


def test_the_order_of_movement_is_first_or_last() -> None:
    battle = position(DUEL, FACE_TO_FACE, ChooseOrder(0), phase=Phase.MOVEMENT)
    assert [label(DUEL.arena, battle, MoveLast(last)) for last in (False, True)] == [
        "Move first",
        "Move last",
    ]


# -- actions -------------------------------------------------------------------------------------


def test_an_attack_names_target_and_weapon() -> None:
    attack = Attack(1, (0,))
    assert label(DUEL.arena, act(), attack) == "Attack Bob with broadsword"
    assert picks(DUEL.arena, act(), attack) == ("fig:1",)


def test_two_weapons_are_two_blows() -> None:
    text = label(DUEL.arena, act(), Attack(1, (0, 1)))
    assert text == "Attack Bob with broadsword and dagger (two blows)"


def test_two_daggers_are_told_apart() -> None:
    game = melee(
        [fighter("Ann", "dagger", "dagger", ready=["dagger", "dagger"])], [fighter("Bob", "mace")]
    )
    battle = position(game, FACE_TO_FACE, Act(0))
    assert label(game.arena, battle, Attack(1, (0,))) == "Attack Bob with Ann's dagger"
    assert label(game.arena, battle, Attack(1, (1,))) == "Attack Bob with Ann's second dagger"


def test_disengaging_picks_the_hex() -> None:
    disengage = Disengage(at(DUEL, -1, 0))
    assert label(DUEL.arena, act(), disengage) == "Disengage to -1,0"
    assert picks(DUEL.arena, act(), disengage) == ("hex:-1,0",)


def test_readying_says_what_becomes_of_what_was_in_hand() -> None:
    arena = DUEL.arena
    ready = Ready(ReadyKind.READY, main=1)
    assert label(arena, act(), ready) == "Ready dagger, slinging broadsword"
    change = Ready(ReadyKind.CHANGE, main=1, drop=(0,))
    assert label(arena, act(), change) == "Change to dagger, dropping broadsword"
    both = Ready(ReadyKind.READY, main=0, off=1)
    assert label(arena, act(), both) == "Ready broadsword and dagger in the off hand"


def test_picking_up_names_and_picks_the_item_on_the_ground() -> None:
    battle = act()
    battle.figures[1].main = -1
    battle.ground = (GroundItem(2, at(DUEL, 0, 0), 1),)
    lift = Ready(ReadyKind.PICK_UP, main=2, drop=(0,))
    assert label(DUEL.arena, battle, lift) == "Pick up mace, dropping broadsword"
    assert picks(DUEL.arena, battle, lift) == ("item:2",)


def test_readying_from_the_ground_says_what_is_picked_up() -> None:
    battle = act()
    battle.figures[1].main = -1
    battle.ground = (GroundItem(2, at(DUEL, 0, 0), 1),)
    alone = Ready(ReadyKind.READY, main=2)
    beside = Ready(ReadyKind.READY, main=2, off=1)
    assert label(DUEL.arena, battle, alone) == "Ready mace, picking it up, slinging broadsword"
    assert label(DUEL.arena, battle, beside) == (
        "Ready mace and dagger in the off hand, picking up mace, slinging broadsword"
    )


def test_letting_be_is_said_as_the_moment_has_it() -> None:
    arena = DUEL.arena
    hex_ = at(DUEL, 0, 1)
    said = [
        label(arena, position(DUEL, FACE_TO_FACE, task), DoNothing())
        for task in (Act(0), PreEmpt(1, 0, (0,)), Retreat(0), Follow(0, hex_))
    ]
    assert said == ["Do nothing", "Let the attack come", "Force nobody back", "Stay"]


def test_defending_early_is_told_from_defending() -> None:
    early = position(DUEL, FACE_TO_FACE, PreEmpt(1, 0, (0,)))
    assert label(DUEL.arena, act(), Defend()) == "Defend"
    assert label(DUEL.arena, early, Defend()) == "Defend now, in place of a later action"


def test_an_order_in_answer_to_an_attack_is_for_good() -> None:
    early = position(DUEL, FACE_TO_FACE, PreEmpt(1, 0, (0,)))
    order = GiveOrder(1, StandingOrder(Order.NEVER))
    assert label(DUEL.arena, early, order) == "Never defend or dodge early from now on"


def test_forcing_back_picks_whom_and_where() -> None:
    battle = position(DUEL, FACE_TO_FACE, Retreat(0))
    force = ForceBack(1, at(DUEL, 0, 2))
    assert label(DUEL.arena, battle, force) == "Force Bob back to 0,2"
    assert picks(DUEL.arena, battle, force) == ("fig:1", "hex:0,2")


def test_forcing_back_one_without_room_picks_only_whom() -> None:
    battle = position(DUEL, FACE_TO_FACE, Retreat(0))
    assert label(DUEL.arena, battle, ForceBack(1, -1)) == "Press Bob, who has no room to step back"
    assert picks(DUEL.arena, battle, ForceBack(1, -1)) == ("fig:1",)


def test_stepping_in_picks_the_hex_that_was_left() -> None:
    battle = position(DUEL, FACE_TO_FACE, Follow(0, at(DUEL, 1, 0)))
    assert label(DUEL.arena, battle, StepIn()) == "Step into 1,0"
    assert picks(DUEL.arena, battle, StepIn()) == ("hex:1,0",)


# -- prompts and status --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("task", "words"),
    [
        (Place(0), "Red: place Ann on an entrance hex"),
        (ChooseOrder(1), "Blue: move first or last?"),
        (MoveOne(0), "Red: move Ann"),
        (Face(1), "Blue: which way does Bob face?"),
        (ChooseParry(0), "Red: how does Ann use the main-gauche this turn?"),
        (Act(0), "Red: Ann acts, adjDEX 12"),
        (PreEmpt(1, 0, (0,)), "Blue: Bob is attacked by Ann with broadsword: defend?"),
        (Follow(0, 0), "Red: does Ann step into -7,4?"),
    ],
)
def test_a_decision_is_put_in_words(task: AnyTask, words: str) -> None:
    assert prompt(DUEL.arena, position(DUEL, FACE_TO_FACE, task)) == words


def test_one_who_may_be_forced_back_is_named() -> None:
    battle = position(DUEL, FACE_TO_FACE, Retreat(0), struck={0: (1,)})
    assert prompt(DUEL.arena, battle) == "Red: does Ann force Bob back?"


def test_those_left_to_move_are_listed() -> None:
    where = {0: ((0, 0), 3), 1: ((1, 0), 3), 2: ((0, 5), 0)}
    battle = position(PAIR, where, MoveOne(0), phase=Phase.MOVEMENT)
    assert prompt(PAIR.arena, battle) == "Red: move your fighters (Ann and Eve left)"


def test_wounds_show_in_the_adj_dex_of_the_prompt() -> None:
    # 12 basic, 2 less for five hits last turn: TFT-DEX-13.
    battle = position(DUEL, FACE_TO_FACE, Act(0), shaken_turn={0: 3})
    assert prompt(DUEL.arena, battle) == "Red: Ann acts, adjDEX 10"


@pytest.mark.parametrize(
    ("phase", "words"),
    [
        (Phase.SETUP, "Set-up"),
        (Phase.MOVEMENT, "Turn 3 · movement"),
        (Phase.ACTIONS, "Turn 3 · actions"),
        (Phase.RETREAT, "Turn 3 · forced retreat"),
        (Phase.OVER, "Turn 3 · the battle is over"),
    ],
)
def test_the_status_is_turn_and_phase(phase: Phase, words: str) -> None:
    assert status(position(DUEL, FACE_TO_FACE, phase=phase)) == words
