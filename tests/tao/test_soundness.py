"""A state that contradicts itself is refused by the field that is wrong, and a rule."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from meleekit.core.errors import BadSave
from meleekit.core.game import Outcome
from meleekit.tao.state import Battle, Brace, Choose, FallBack, Lying, Place, Status, Turn
from tests.tao.positions import FULL, Position, position


def fight() -> Position:
    red = {"Albert": {"hex": "0204", "carried": ["dagger"]}, "Caleb": "0801"}
    blue = {"Bala": {"hex": "0303"}, "Wolf": {"hex": "0808", "like": "wolf"}}
    return position(red, blue, rules=FULL, round_limit=9)


def figure(who: int, **fields: object) -> Callable[[Battle], None]:
    def change(state: Battle) -> None:
        state.figures[who] = msgspec.structs.replace(state.figures[who], **fields)

    return change


def whole(**fields: object) -> Callable[[Battle], None]:
    def change(state: Battle) -> None:
        for name, value in fields.items():
            setattr(state, name, value)

    return change


def test_a_moment_of_a_fight_is_sound() -> None:
    now = fight()
    now.game.check_state(now.state)


OVER = Outcome((0,), "so it was", "TAO-END-01")


@pytest.mark.parametrize(
    ("change", "field", "rule"),
    [
        (whole(dice=(7, 1)), "dice[0]", "TAO-INIT-01"),
        (whole(dice=(3, 3)), "dice[1]", "TAO-INIT-03"),
        (whole(round=0), "round", "TAO-INIT-04"),
        (whole(round=10), "round", "TAO-INIT-04"),
        (figure(0, hex=64), "figures[0].hex", "TAO-VAL-01"),
        (figure(0, hex=-1), "figures[0].hex", "TAO-VAL-01"),
        (figure(1, hex=-1, status=Status.LEFT), "figures[1].status", "TAO-END-01"),
        (figure(0, hp=11), "figures[0].hp", "TAO-HP-01"),
        (figure(0, hp=0), "figures[0].hp", "TAO-HP-01"),
        (figure(2, status=Status.DOWN), "figures[2].hp", "TAO-HP-01"),
        (figure(2, status=Status.DOWN, hp=-10), "figures[2].hp", "TAO-HP-01"),
        (figure(0, ap=6), "figures[0].ap", "TAO-MOV-09"),
        (figure(1, ap=1), "figures[1].ap", "TAO-MOV-09"),
        (figure(0, attacks=2), "figures[0].attacks", "TAO-ATT-01"),
        (figure(0, acted=True), "figures[0].acted", "TAO-INIT-04"),
        (
            figure(2, status=Status.DOWN, hp=0, stunned=True),
            "figures[2].stunned",
            "TAO-STUN-01",
        ),
        (figure(2, broken_by=3), "figures[2].broken_by", "TAO-CHG-09"),
        (figure(1, hex=11), "figures[1].hex", "TAO-HEX-05"),
        (figure(0, ready=1, carried=(1,)), "figures[0].carried[0]", "TAO-STATE-01"),
        (figure(0, ready=9), "figures[0].ready", "TAO-STATE-01"),
        (figure(0, carried=()), "ground", "TAO-STATE-01"),
        (figure(3, ready=-1), "figures[3].ready", "TAO-MEL-08"),
        (figure(2, status=Status.DOWN, hp=0), "figures[2].ready", "TAO-HP-01"),
        (whole(ground=(Lying(99, 0),)), "ground[0].hex", "TAO-VAL-01"),
        (whole(ground=(Lying(5, 0),)), "ground[0].item", "TAO-STATE-01"),
        (whole(stack=()), "stack", "TAO-INIT-04"),
        (whole(outcome=OVER), "stack", "TAO-END-01"),
        (whole(stack=(Turn(9),)), "stack[0].figure", "TAO-STATE-01"),
        (whole(stack=(Choose(1),)), "stack[0].side", "TAO-INIT-03"),
        (whole(stack=(FallBack(2, 0),)), "stack[0]", "TAO-INIT-04"),
        (whole(stack=(Turn(0), FallBack(2, 9))), "stack[1].by", "TAO-STATE-01"),
        (whole(stack=(Turn(0), FallBack(0, 1))), "stack[1].by", "TAO-VAL-02"),
        (whole(stack=(Turn(0), Brace(3, 0))), "stack[1].charger", "TAO-VAL-02"),
        (whole(stack=(Turn(0), Place(0, 3))), "stack[1].target", "TAO-VAL-02"),
        (whole(stack=(Turn(1), Place(0, 2))), "stack[1].figure", "TAO-VAL-02"),
        (whole(stack=(Turn(0), Turn(0))), "stack[1]", "TAO-INIT-04"),
    ],
)
def test_what_cannot_be_is_refused_by_its_field(
    change: Callable[[Battle], None], field: str, rule: str
) -> None:
    now = fight()
    state = msgspec.json.decode(msgspec.json.encode(now.state), type=Battle)
    change(state)
    if Turn(0) not in state.stack and not state.outcome:
        figure(0, ap=0)(state)  # nobody else has any
    with pytest.raises(BadSave) as refused:
        now.game.check_state(state)
    assert (refused.value.at, refused.value.rule) == (field, rule)


# TAO-HEX-05, TAO-GRAP-05
def test_enemies_share_a_hex_only_where_there_is_grappling() -> None:
    now = fight().changed("Bala", hex=fight().figure("Albert").hex)
    now.game.check_state(now.state)
    rules = tuple(rule for rule in FULL if rule != "grappling")
    other = position({"Albert": "0204"}, {"Bala": "0303"}, rules=rules)
    other = other.changed("Bala", hex=other.figure("Albert").hex)
    with pytest.raises(BadSave) as refused:
        other.game.check_state(other.state)
    assert refused.value.rule == "TAO-HEX-05"
