"""What a referee is told of a position: engagements, prices, ways, and whether one can get away."""

from __future__ import annotations

import pytest

from meleekit.core.errors import BadRequest
from meleekit.tao.engagement import engagements
from meleekit.tao.state import Status
from meleekit.tao.survey import (
    Survey,
    at_start,
    engagement_words,
    first_asked,
    leaving_rule,
    leaving_words,
    price_list,
    survey,
    way_words,
    who_named,
)
from tests.tao.positions import SYSTEM, UNARMED, Position, position


def of(now: Position, name: str, ap: int | None = None, to: str = "") -> Survey:
    return survey(now.game.arena, now.state, now.number(name), ap, to)


def leaving(now: Position, name: str, ap: int | None = None) -> tuple[str, str]:
    found = of(now, name, ap)
    return leaving_words(now.game.arena, now.state, found), leaving_rule(found)


def round_bala(*hexes: str) -> Position:
    enemies = {f"Enemy {number}": hex_ for number, hex_ in enumerate(hexes, 1)}
    return position({"Bala": "0303"}, enemies)


def test_every_engagement_is_told_once_and_says_which_way_it_goes() -> None:
    # TAO-MEL-05, MEL-06
    now = position(
        {"Albert": "0204", "Caleb": {"hex": "0605", **UNARMED}}, {"Bala": "0303", "Zed": "0704"}
    )
    arena = now.game.arena
    told = [engagement_words(arena, now.state, one) for one in engagements(arena, now.state)]
    assert told == [
        "Bala (armed) and Albert (armed) engage each other",
        "Zed (armed) engages Caleb (unarmed), one way",
    ]
    assert of(now, "Albert").groups == ((0, 2), (1, 3))  # TAO-MEL-11


def test_who_is_not_engaged_steps_away_for_one() -> None:
    words, rule = leaving(position({"Albert": "0103"}, {"Bala": "0303"}), "Albert")
    assert words == (
        "Albert is not engaged and can step away for 1 AP, to 0102, 0104, 0203 or 0204"
    )
    assert rule == "TAO-MOV-01"


def test_withdrawal_is_told_with_its_price_and_where_to() -> None:
    words, rule = leaving(position({"Albert": "0204"}, {"Bala": "0303"}), "Albert")
    assert words == (
        "Albert is engaged and can withdraw for 2 AP "
        "(1 for one hex + 1 for leaving a melee hex), to 0103, 0104, 0203, 0205 or 0304"
    )
    assert rule == "TAO-MOV-02"


def test_too_few_points_keep_one_in_melee() -> None:
    # TAO-WD-02
    words, rule = leaving(position({"Albert": "0204"}, {"Bala": "0303"}), "Albert", 1)
    assert words == "Albert cannot withdraw: that costs 2 AP, and it has 1"
    assert rule == "TAO-WD-02"


def test_six_enemies_round_one_leave_no_way_out_and_five_do() -> None:
    # Case 18: TAO-WD-02
    six = round_bala("0203", "0204", "0302", "0304", "0403", "0404")
    words, rule = leaving(six, "Bala", 8)
    assert (words, rule) == ("Bala cannot withdraw: every hex beside it is held", "TAO-WD-02")
    assert of(six, "Bala", 8).reach.within(8) == 0
    five = round_bala("0203", "0204", "0302", "0304", "0403")
    assert of(five, "Bala", 2).against is None
    assert of(five, "Bala", 1).against is not None


# TAO-CHG-09, TAO-STUN-02
def test_the_broken_get_away_from_who_charged_them_alone_and_the_stunned_not_at_all() -> None:
    now = position({"Albert": "0304"}, {"Bala": "0303"})
    words, _ = leaving(now.changed("Bala", broken_by=0), "Bala")
    assert words.endswith(", to 0203, 0302 or 0403")  # of case 1, those not beside 0304
    cornered = position({"Albert": "0202"}, {"Bala": "0101"}).changed("Bala", broken_by=0)
    assert leaving(cornered, "Bala")[1] == "TAO-CHG-09"
    words, rule = leaving(now.changed("Bala", stunned=True), "Bala")
    assert words == "Bala cannot withdraw: it is stunned and loses its next turn"
    assert rule == "TAO-STUN-02"


def test_prices_are_listed_by_cost_and_say_where_one_would_be_in_melee() -> None:
    # Case 11: TAO-MOV-04
    now = position({"Bala": "0303"}, {"Albert": "0204", "Caleb": "0304"})
    arena, found = now.game.arena, of(now, "Bala").reach
    two, three, *_ = price_list(arena, found)
    for ap, hexes in ((1, []), (2, two.hexes), (3, two.hexes + three.hexes)):
        assert found.within(ap) == arena.board.mask(arena.number[name] for name in hexes)
    assert (two.cost, set(two.hexes)) == (2, {"0203", "0302", "0403", "0404"})
    assert two.melee == {"0203", "0404"}
    assert (three.cost, set(three.hexes)) == (3, {"0202", "0301", "0402", "0502", "0503"})


def test_the_cheapest_way_is_told_step_by_step_and_drawn() -> None:
    # Case 16: TAO-MOV-08
    now = position({"Albert": "0103"}, {"Bala": "0303"})
    arena = now.game.arena

    def way(to: str) -> str:
        return way_words(arena, of(now, "Albert", to=to), to)

    assert way("0205") == "0103 to 0205: 2 AP by 0104 (1), 0205 (2)"
    assert way("0503").startswith("0103 to 0503: 6 AP by ")
    assert way("0503").endswith(", 1 more than there are")
    assert way("0103") == "0103 is where Albert stands"
    assert way("0303") == "0303 cannot be reached"
    drawn = of(now, "Albert", to="0205").scene.tints
    assert [one.cell for one in drawn if one.tint == "path"] == ["hex:0103", "hex:0104", "hex:0205"]
    with pytest.raises(BadRequest) as refused:
        way("0909")
    assert refused.value.rule == "TAO-VAL-01"


def test_points_are_those_left_in_a_turn_and_the_allowance_otherwise() -> None:
    now = position({"Albert": "0204"}, {"Bala": {"hex": "0303", "ap": 4}}, ap=2)
    assert (of(now, "Albert").ap, of(now, "Bala").ap, of(now, "Bala", 7).ap) == (2, 4, 7)


def test_looking_changes_nothing() -> None:
    now = position({"Albert": "0204"}, {"Bala": "0303"})
    before = now.game.arena, now.figure("Bala").ap
    of(now, "Bala", 7)
    assert (now.game.arena, now.figure("Bala").ap) == before


def test_who_is_out_of_the_fight_goes_nowhere() -> None:
    now = position({"Albert": "0204"}, {"Bala": "0303"}).changed("Bala", status=Status.DOWN)
    with pytest.raises(BadRequest, match="Bala is out of the fight"):
        of(now, "Bala")


def test_it_is_about_whoever_has_the_turn_unless_somebody_is_named() -> None:
    now = position({"Albert": "0204"}, {"Bala": "0303"}, turn="Bala")
    arena = now.game.arena
    assert first_asked(arena, now.state) == 1
    assert who_named(arena, " albert ") == 0
    with pytest.raises(BadRequest, match="there are Albert, Bala"):
        who_named(arena, "Zed")


def test_a_setup_is_looked_at_as_it_begins() -> None:
    game = SYSTEM.game(SYSTEM.setup_from("the_mob"))
    battle = at_start(game)
    assert [game.arena.hex_name(one.hex) for one in battle.figures] == [
        one.hex for side in game.setup.sides for one in side.combatants
    ]
