"""What holds at every moment of every battle, whoever fights and however the dice fall."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from meleekit.core.dice import Rolled
from meleekit.core.hexgrid import hexagon_board
from meleekit.tft.actions import (
    AnyAction,
    Disengage,
    Dodge,
    DoNothing,
    EndMovement,
    Escape,
    GiveOrder,
    GoDown,
    LetFall,
    Ready,
)
from meleekit.tft.boards import BoardSpec
from meleekit.tft.creation import FighterSheet
from meleekit.tft.game import Melee
from meleekit.tft.generator import random_beast, random_fighter
from meleekit.tft.scenarios import scenarios
from meleekit.tft.setup import Setup, SideSetup
from meleekit.tft.state import Battle
from meleekit.tft.tables import default_tables
from tests.core.symmetries import SYMMETRIES
from tests.tft.invariants import check_not_healed, check_whole, items_in_play
from tests.tft.mirrors import play_both

MOST_ACTIONS = 250

# So small that everybody meets at once.
PIT = BoardSpec(
    id="pit",
    title="Pit",
    hexes=tuple(hexagon_board(2)),
    entrances=(((0, -2), (1, -2), (2, -2)), ((0, 2), (-1, 2), (-2, 2))),
)

seeds = st.integers(0, 2**64).map(lambda n: n.to_bytes(32, "big"))
kinds = st.sampled_from(["death", "arena", "practice"])


# Where nothing speaks for these, fighters rather fight: else few blows would ever fall.
TAME = (DoNothing, Dodge, Disengage, EndMovement, Escape, GiveOrder, GoDown, LetFall, Ready)


def chosen(legal: Sequence[AnyAction], chance: Rolled) -> AnyAction:
    """A random action: first a kind, mostly one that leads to a fight, then one of that kind."""
    kinds = list(dict.fromkeys(map(type, legal)))
    bold = [kind for kind in kinds if kind not in TAME]
    if bold and chance.below(8):
        kinds = bold
    kind = kinds[chance.below(len(kinds))]
    alike = [action for action in legal if type(action) is kind]
    return alike[chance.below(len(alike))]


def random_battle(chance: Rolled, kind: str, beasts: bool = False) -> Setup:
    """Two sides of one to four random fighters each, in a pit; half of them may be beasts.

    A fourth has no room at the entrance and begins in reserve.

    Now and then other readings of the rules are in force.
    """
    variants = [row.id for row in default_tables().variants.values() if row.in_play]

    def one() -> FighterSheet:
        if beasts and chance.below(2):
            return random_beast(chance.below)
        return random_fighter(chance.below, missiles=kind != "practice")

    return Setup(
        title="Random",
        board=PIT,
        kind=kind,  # type: ignore[arg-type]  # one of the three
        sides=tuple(
            SideSetup(name, tuple(one() for _ in range(1 + chance.below(4))))
            for name in ("Red", "Blue")
        ),
        variants=_some(variants, chance),
    )


def _some(variants: list[str], chance: Rolled) -> tuple[str, ...]:
    """A few of the variants that go together; in half of the battles none."""
    rows = default_tables().variants
    taken: list[str] = []
    for one in variants if chance.below(2) else ():
        if not chance.below(4) and not any(one in rows[other].excludes for other in taken):
            taken.append(one)
    return tuple(taken)


def played(game: Melee, dice: Rolled, chance: Rolled) -> Iterator[tuple[Battle, AnyAction, Battle]]:
    """A random game, as each state, the action taken in it, and the state after it."""
    state = game.begin(dice).state
    for _ in range(MOST_ACTIONS):
        if not game.decisions(state):
            return
        seat = game.decisions(state)[0].seat
        legal = game.actions(state, seat)
        action = chosen(legal, chance)
        after = game.apply(state, seat, action, dice).state
        yield state, action, after
        state = after


@pytest.mark.parametrize("name", scenarios())
@given(seed=seeds)
@settings(max_examples=2)
def test_positions_of_the_scenarios_are_always_whole(name: str, seed: bytes) -> None:
    game = Melee(scenarios()[name])
    for _, _, after in played(game, Rolled(seed), Rolled(seed[::-1])):
        check_whole(game, after)


@given(seed=seeds, kind=kinds, beasts=st.booleans())
@settings(max_examples=25)
def test_positions_of_random_fighters_are_always_whole(
    seed: bytes, kind: str, beasts: bool
) -> None:
    chance = Rolled(seed[::-1])
    game = Melee(random_battle(chance, kind, beasts))
    for _, _, after in played(game, Rolled(seed), chance):
        check_whole(game, after)


@given(seed=seeds, kind=kinds)
@settings(max_examples=15)
def test_hits_are_never_healed_in_a_battle(seed: bytes, kind: str) -> None:
    # TFT-INJ-07
    chance = Rolled(seed[::-1])
    game = Melee(random_battle(chance, kind))
    for before, _, after in played(game, Rolled(seed), chance):
        check_not_healed(before, after)


@given(seed=seeds, kind=kinds)
@settings(max_examples=15)
def test_items_only_vanish_by_breaking(seed: bytes, kind: str) -> None:
    # TFT-EQP-10
    chance = Rolled(seed[::-1])
    game = Melee(random_battle(chance, kind))
    dice = Rolled(seed)
    step = game.begin(dice)
    state, broken = step.state, 0
    for _ in range(MOST_ACTIONS):
        if not game.decisions(state):
            break
        seat = game.decisions(state)[0].seat
        legal = game.actions(state, seat)
        step = game.apply(state, seat, chosen(legal, chance), dice)
        state = step.state
        told = [msgspec.to_builtins(event)["event"] for event in step.events]
        broken += told.count("weapon_broke")
        assert len(items_in_play(state)) + broken == len(game.arena.items)


@given(seed=seeds, kind=kinds)
@settings(max_examples=10)
def test_states_survive_writing_and_reading_and_apply_changes_none(seed: bytes, kind: str) -> None:
    chance = Rolled(seed[::-1])
    game = Melee(random_battle(chance, kind))
    dice = Rolled(seed)
    state = game.begin(dice).state
    for _ in range(MOST_ACTIONS):
        if not game.decisions(state):
            break
        seat = game.decisions(state)[0].seat
        legal = game.actions(state, seat)
        written = msgspec.json.encode(state)
        assert msgspec.json.decode(written, type=Battle) == state
        after = game.apply(state, seat, chosen(legal, chance), dice).state
        assert msgspec.json.encode(state) == written
        state = after


@pytest.mark.parametrize("symmetry", range(len(SYMMETRIES)))
# Two ways with a jump cost the same, but one jumps sooner, and the jumper stumbles.
@example(seed=(1609).to_bytes(32, "big"), kind="arena", beasts=False)
@given(seed=seeds, kind=kinds, beasts=st.booleans())
@settings(max_examples=4)
def test_a_battle_is_the_same_on_a_turned_or_mirrored_board(
    symmetry: int, seed: bytes, kind: str, beasts: bool
) -> None:
    chance = Rolled(seed[::-1])
    game = Melee(random_battle(chance, kind, beasts))
    play_both(
        game,
        SYMMETRIES[symmetry],
        lambda: Rolled(seed),
        lambda legal: chosen(legal, chance),
        reverse=False,
        most=MOST_ACTIONS,
    )


@given(seed=seeds, kind=kinds, beasts=st.booleans())
@settings(max_examples=20)
def test_it_does_not_matter_whose_fighters_are_listed_first(
    seed: bytes, kind: str, beasts: bool
) -> None:
    chance = Rolled(seed[::-1])
    game = Melee(random_battle(chance, kind, beasts))
    play_both(
        game,
        SYMMETRIES[3],
        lambda: Rolled(seed),
        lambda legal: chosen(legal, chance),
        reverse=True,
        most=MOST_ACTIONS,
    )
