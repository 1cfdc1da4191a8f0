"""The skirmisher: it knows what getting away costs and what a blow is worth, and wins."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meleekit.bots import BOTS
from meleekit.bots.tao.fighting import blow_worth, tempo
from meleekit.bots.tao.position import Position as Seen
from meleekit.bots.tao.skirmisher import Skirmisher, weighed
from meleekit.core.dice import Rolled
from meleekit.tao.actions import Attack, Draw, Drop, EndTurn, FallTo, Leave, Step, StrikeFirst
from meleekit.tao.engagement import weapon_of
from meleekit.tao.game import TaoMelee
from meleekit.tao.state import Brace, FallBack, Turn
from tests.bots.games import seed, won
from tests.tao.mirrors import Image, Symmetry
from tests.tao.positions import FULL, SYSTEM, UNARMED, Position, position
from tests.tao.random_play import dice_of, moments, random_setup, rules_of

SKIRMISHER = BOTS["skirmisher"]
PLAIN = ("attacks",)


def seen(now: Position) -> Seen:
    return Seen(now.game.arena, now.state, Rolled(bytes(32)))


def chosen(now: Position, number: int = 0) -> object:
    legal = now.game.actions(now.state, now.seat)
    action: object = SKIRMISHER.choose(now.game, now.state, now.seat, legal, Rolled(seed(number)))
    assert action in legal
    return action


def after_turn(now: Position) -> Position:
    """The moment after all that the skirmisher does in a turn in which nobody strikes."""
    seat = now.seat
    while now.kind == "turn" and now.seat == seat:
        action = chosen(now)
        step = now.game.apply(now.state, seat, action, Rolled(bytes(32)))  # type: ignore[arg-type]
        if isinstance(action, EndTurn):
            break
        now = Position(now.game, step.state)
    return now


# -- getting away ----------------------------------------------------------------------------------


def test_it_knows_what_leaving_the_map_costs() -> None:
    # Worked case 16: 6 to 0503 round Bala, and 1 to walk off the map there. TAO-MOV-08, END-01
    way_out = {"exits": ["0503"]}
    now = position({"Albert": "0103"}, {"Bala": "0303"}, Red=way_out)
    assert seen(now).price_away(now.state, now.number("Albert")) == 6 + 1
    # Bala without a weapon does not engage him: 4, straight on.
    now = now.disarmed("Bala")
    assert seen(now).price_away(now.state, now.number("Albert")) == 4 + 1
    # From beside her it is 2 to walk off the map. TAO-MOV-02
    now = position({"Albert": "0204"}, {"Bala": "0303"}, Red={"exits": ["0204"]})
    assert seen(now).price_away(now.state, now.number("Albert")) == 2


def test_a_side_pays_for_as_many_as_have_to_leave() -> None:
    # 1 for Albert, who stands there; Caleb is two hexes away from the other way out.
    two = {"Albert": "0101", "Caleb": "0104"}
    for leave, price in ((1, 1), (2, 1 + 3)):
        now = position(two, {"Bala": "0808"}, Red={"exits": ["0101", "0102"], "leave": leave})
        assert seen(now).price_of_side(now.state, 0) == price


def test_it_goes_round_melee_to_the_way_out() -> None:
    # Worked case 4: by 0104 it is 2 AP to 0205, by 0204 3.
    now = position({"Albert": "0103"}, {"Bala": "0303"}, Red={"exits": ["0205"]})
    assert {chosen(now, number) for number in range(8)} == {Step("0104")}
    assert chosen(now.walk("0104", "0205")) == Leave()


def test_it_steps_where_the_others_must_pay_most() -> None:
    now = position({"Bala": "0503"}, {"Albert": "0104"}, Blue={"exits": ["0804"]})
    before = seen(now).price_of_side(now.state, 1)
    assert before == 7 + 1
    assert seen(now).price_of_side(after_turn(now).state, 1) > before


def test_it_stays_where_nothing_is_better() -> None:
    # Nobody has to leave and nobody strikes.
    now = position({"Albert": "0103"}, {"Bala": "0303"})
    assert chosen(now) == EndTurn()


# -- fighting --------------------------------------------------------------------------------------


def test_it_takes_a_weapon_in_hand_before_all_else() -> None:
    # TAO-MEL-05, MEL-08
    red = {"Albert": {"hex": "0103", **UNARMED, "carried": ["long sword"]}}
    now = position(red, {"Bala": "0203"}, rules=PLAIN)
    assert chosen(now) == Draw(0)
    red = {"Albert": {"hex": "0103", "weapon": "short bow", "carried": ["long sword"]}}
    now = position(red, {"Bala": "0203"}, rules=PLAIN)
    assert chosen(now) == Drop()
    assert chosen(now.do("drop")) == Draw(1)


def test_a_blow_is_worth_the_hit_points_it_takes_and_bringing_down() -> None:
    # Albert's sword against one hit point: every hit brings down, which is all there is to gain.
    now = position({"Albert": "0103"}, {"Bala": "0203"}, rules=PLAIN).changed("Bala", hp=1)
    arena, who, foe = now.game.arena, now.number("Albert"), now.number("Bala")
    weapon = weapon_of(arena, now.figure("Albert"))
    needed = arena.combatants[who].thac0 - arena.combatants[foe].ac
    assert blow_worth(seen(now), who, foe, weapon) == pytest.approx((21 - needed) / 20)


def test_the_turn_of_one_who_is_stunned_or_far_off_is_worth_nothing() -> None:
    # TAO-STUN-02
    now = position({"Albert": "0103"}, {"Bala": "0203"}, rules=FULL)
    foe = now.number("Bala")
    assert tempo(seen(now), foe) > 0
    assert tempo(seen(now.changed("Bala", stunned=True)), foe) == 0
    assert tempo(seen(position({"Albert": "0101"}, {"Bala": "0808"}, rules=FULL)), foe) == 0


def test_it_strikes_at_whom_it_can_bring_down() -> None:
    for weak, other in (("Bala", "Caleb"), ("Caleb", "Bala")):
        now = position({"Albert": "0303"}, {"Bala": "0304", "Caleb": "0302"}, ap=2, rules=PLAIN)
        now = now.changed(weak, hp=1).changed(other, hp=20)
        assert chosen(now) == Attack(now.number(weak))


def test_it_strikes_at_who_holds_the_only_way_out() -> None:
    # TAO-ENT-02: or both would stand there for ever.
    now = position({"Albert": "0102"}, {"Bala": "0101"}, rules=PLAIN, Red={"exits": ["0101"]})
    assert seen(now).is_barred(now.number("Albert"))
    assert chosen(now) == Attack(now.number("Bala"))


def test_it_comes_up_to_strike_in_the_same_turn() -> None:
    now = position({"Albert": "0103"}, {"Bala": "0503"}, rules=PLAIN)
    here = now.number("Albert")
    for _ in range(3):
        action = chosen(now)
        assert isinstance(action, Step)
        now = now.walk(action.hex)
    assert chosen(now) == Attack(now.number("Bala"))
    assert now.state.figures[here].ap == 2


def test_a_pole_arm_strikes_from_two_hexes_away() -> None:
    # TAO-ATT-01
    red = {"Albert": {"hex": "0102", "weapon": "halberd"}}
    now = position(red, {"Bala": "0104"}, rules=PLAIN)
    assert chosen(now) == Attack(now.number("Bala"))
    now = position(red, {"Bala": "0105"}, rules=PLAIN)
    action = chosen(now)
    assert isinstance(action, Step)
    row = now.game.arena.board.distance[now.game.arena.number[action.hex]]
    assert row[now.figure("Bala").hex] == 2


def test_it_strikes_at_a_charger_and_falls_back_from_the_other_enemies() -> None:
    now = position({"Albert": "0404"}, {"Bala": "0403", "Caleb": "0502"}, rules=FULL)
    now.state.stack = (*now.state.stack, Brace(now.number("Albert"), now.number("Bala")))
    assert chosen(now) == StrikeFirst()  # TAO-CHG-03
    # From 0403 Albert in 0404 can fall back to 0304, 0405 and 0504; beside 0504 stands Caleb.
    now = position({"Albert": "0404"}, {"Bala": "0403", "Caleb": "0604"}, rules=FULL)
    now.state.stack = (FallBack(now.number("Albert"), now.number("Bala")),)
    assert now.hexes("fall_to") == {"0304", "0405", "0504"}  # TAO-STUN-05
    assert {chosen(now, number) for number in range(12)} == {FallTo("0304"), FallTo("0405")}


# TAO-HEX-02: what a turn is worth does not ask which way is left, nor who is listed first.
@settings(max_examples=4, deadline=None)
@pytest.mark.parametrize(
    "symmetry",
    [Symmetry(mirrored=True), Symmetry(swapped=True), Symmetry(reversed=True)],
    ids=repr,
)
@given(st.integers(0, 10**6))
def test_what_it_weighs_is_the_same_in_an_image(symmetry: Symmetry, number: int) -> None:
    choice = dice_of("set-up", number)
    data = random_setup(choice, rules_of(choice), limit=3)
    image = Image(data, symmetry)
    for at, state in enumerate(moments(image.game, number)):
        if at % 11 or not state.stack or not isinstance(state.stack[-1], Turn):
            continue
        other, who = image.battle(state), state.stack[-1].figure
        here, there = (
            dict(
                zip(
                    *weighed(
                        Seen(game.arena, battle, Rolled(bytes(32))),
                        number,
                        game.actions(battle, game.decisions(battle)[0].seat),
                    ),
                    strict=True,
                )
            )
            for game, battle, number in (
                (image.game, state, who),
                (image.other, other, image.figures[who]),
            )
        )
        assert {image.action(action): worth for action, worth in here.items()} == pytest.approx(
            there
        )


# -- whole games -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["past_the_guard", "duel", "ogre"])
def test_it_beats_random_play_clearly_on_either_side(name: str) -> None:
    game = TaoMelee(SYSTEM.scenarios()[name])
    # At even strength so many of 8 would be won once in thirty times, and of all three never.
    assert won(game, SKIRMISHER, BOTS["random"], range(4)) >= 7


def test_it_says_what_an_attack_may_bring_and_what_getting_away_costs() -> None:
    bot = Skirmisher()
    now = position({"Albert": "0103"}, {"Bala": "0203"}, rules=PLAIN)
    assert "to hit" in bot.explain(now.game, now.state, 0, Attack(now.number("Bala")))
    now = position({"Albert": "0103"}, {"Bala": "0808"}, Red={"exits": ["0101"]})
    assert bot.explain(now.game, now.state, 0, Step("0102")) == "Red would get away for 3 AP"
