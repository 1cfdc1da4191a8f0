"""Who is next: the worked case 20, rounds and ties."""

from __future__ import annotations

from meleekit.core.dice import Given
from meleekit.tao.game import TaoMelee
from meleekit.tao.sequence import next_up
from tests.tao.positions import (
    FULL,
    SYSTEM,
    Position,
    albert,
    bala,
    beside,
    position,
)


# TAO-INIT-01, TAO-INIT-02
def test_case_20_dexterity_adds_to_ones_own_number_and_turns_go_from_high_to_low() -> None:
    def row(hex_: str, dexterity: int) -> dict[str, object]:
        return {"like": "albert", "hex": hex_, "dexterity": dexterity}

    red = {
        "Eighteen": row("0101", 18),
        "Sixteen": row("0102", 16),
        "Three": row("0103", 12),
        "Other three": row("0104", 9),
    }
    blue = {"Five": row("0801", 10), "Other five": row("0802", 15)}
    sides = [
        {"name": side, "combatants": [{"name": name, **one} for name, one in rows.items()]}
        for side, rows in (("Red", red), ("Blue", blue))
    ]
    game = TaoMelee(SYSTEM.setup_from({"sides": sides, "variants": FULL}))
    now = Position(game, game.begin(Given((3, 5))).state)
    order = []
    while now.state.round == 1:
        if now.kind == "choose":
            group = {game.arena.name(who) for who in next_up(game.arena, now.state)}
            order.append(group)
            now = now.do("take", figure=next_up(game.arena, now.state)[0])
        else:
            order.append({game.arena.name(now.state.stack[-1].figure)})
            now = now.do("end_turn")
    fives, threes = {"Five", "Other five"}, {"Three", "Other three"}
    assert order == [
        {"Eighteen"},
        fives,
        {"Five"},
        {"Other five"},
        {"Sixteen"},
        threes,
        {"Three"},
        {"Other three"},
    ]


# TAO-INIT-03
def test_at_equal_numbers_the_side_with_the_higher_die_goes_first() -> None:
    quick = {"like": "albert", "hex": "0101", "dexterity": 17}
    sides = [
        {"name": "Red", "combatants": [{"name": "Quick", **quick}]},
        {"name": "Blue", "combatants": [{"like": "orc", "hex": "0808"}]},
    ]
    game = TaoMelee(SYSTEM.setup_from({"sides": sides, "variants": FULL}))
    for dice, first in (((3, 5), 1), ((4, 5), 0)):  # 3 + 2 = 5, and 4 + 2 = 6
        state = game.begin(Given(dice)).state
        assert game.decisions(state)[0].seat == first


# TAO-INIT-01, TAO-INIT-03
def test_equal_side_dice_are_rolled_again_and_the_dice_stand_for_all_rounds() -> None:
    game = beside().game
    state = game.begin(Given((4, 4, 4, 6))).state
    assert state.dice == (4, 6)
    assert game.decisions(state)[0].seat == 1
    now = Position(game, state).do("end_turn").do("end_turn")
    assert now.state.round == 2
    assert now.state.dice == (4, 6)


# TAO-INIT-04, TAO-TURN-01
def test_in_a_round_everybody_has_one_turn_and_then_the_next_begins() -> None:
    now = position({"Albert": "0103", "Caleb": "0801"}, {"Bala": "0303"}, rules=FULL)
    order = []
    while now.state.round == 1:
        if now.kind == "choose":
            now = now.do("take", figure="Caleb")
        order.append(now.game.arena.name(now.state.stack[-1].figure))
        now = now.do("end_turn")
    assert order == ["Albert", "Caleb", "Bala"]
    assert (now.state.round, now.seat) == (2, 0)


# TAO-INIT-02
def test_without_initiative_a_sides_combatants_come_one_after_the_other() -> None:
    now = position({"Albert": albert(dexterity=18)}, {"Bala": bala()}, rules=("attacks",))
    assert now.game.begin(Given((3, 5))).state.stack[-1].figure == now.number("Bala")
