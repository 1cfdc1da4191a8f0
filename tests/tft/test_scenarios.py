"""Boards, set-ups and scenarios: fair, whole, and refused with the field that is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from meleekit.core.errors import BadSetup
from meleekit.core.hexes import distance
from meleekit.tft import boards
from meleekit.tft.boards import BoardSpec, board_for, board_plans, check_board
from meleekit.tft.creation import FighterSheet
from meleekit.tft.fighters import ready_made
from meleekit.tft.game import Melee
from meleekit.tft.scenarios import load_setup, scenarios
from meleekit.tft.setup import Setup, resolve, setup_from

Coord = tuple[int, int]


def half_turn(hex_: Coord) -> Coord:
    return -hex_[0], -hex_[1]


def mirrored(hex_: Coord) -> Coord:
    """Left and right exchanged: a column q becomes -q, its rows keep their height r + q/2."""
    return -hex_[0], hex_[1] + hex_[0]


def sixth_turn(hex_: Coord) -> Coord:
    return -hex_[1], hex_[0] + hex_[1]


def duel(**changes: object) -> dict[str, Any]:
    sides = [{"name": "Red", "fighters": ["berrin"]}, {"name": "Blue", "fighters": ["tamsin"]}]
    return {"title": "Duel", "sides": sides, **changes}


def strip(*rows: int) -> tuple[Coord, ...]:
    return tuple((0, r) for r in rows)


# -- boards -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "size", "north", "south"),
    [
        ("arena2", 133, ((1, -6), (2, -7), (3, -7)), ((-1, 6), (-2, 7), (-3, 7))),
        ("arena3", 259, ((2, -9), (3, -10), (4, -10)), ((-2, 9), (-3, 10), (-4, 10))),
    ],
)
def test_the_arenas_have_their_hexes_and_entrances(
    board: str, size: int, north: tuple[Coord, ...], south: tuple[Coord, ...]
) -> None:
    # Case 16, TFT-BRD-01, BRD-02
    spec = board_for(board, 2)
    assert len(spec.hexes) == size
    assert spec.entrances == (north, south)
    assert {half_turn(hex_) for hex_ in spec.hexes} == set(spec.hexes)
    assert tuple(half_turn(hex_) for hex_ in north) == south


@pytest.mark.parametrize("turn", [half_turn, mirrored])
def test_the_court_is_the_same_from_each_of_its_four_gates(turn: Any) -> None:
    spec = board_for("court4", 4)
    gates = {frozenset(gate) for gate in spec.entrances}
    assert {turn(hex_) for hex_ in spec.hexes} == set(spec.hexes)
    assert {frozenset(map(turn, gate)) for gate in gates} == gates


def test_the_court_has_the_same_way_to_both_neighbouring_gates() -> None:
    corners = [gate[0] for gate in board_for("court4", 4).entrances]
    assert {distance(corners[i], corners[(i + 1) % 4]) for i in range(4)} == {12}


@pytest.mark.parametrize(("sides", "turns"), [(2, 3), (3, 2), (6, 1)])
def test_the_ring_is_the_same_from_each_of_its_gates(sides: int, turns: int) -> None:
    spec = board_for("ring6", sides)

    def turned(hex_: Coord) -> Coord:
        for _ in range(turns):
            hex_ = sixth_turn(hex_)
        return hex_

    gates = [frozenset(gate) for gate in spec.entrances]
    assert {turned(hex_) for hex_ in spec.hexes} == set(spec.hexes)
    assert [frozenset(map(turned, gate)) for gate in gates] == [*gates[1:], gates[0]]


def test_four_sides_on_the_ring_are_all_alike() -> None:
    gates = {frozenset(gate) for gate in board_for("ring6", 4).entrances}
    assert {frozenset(map(half_turn, gate)) for gate in gates} == gates
    # The mirror whose axis runs between the first two gates.
    assert {frozenset((-q - r, r) for q, r in gate) for gate in gates} == gates


def test_every_board_is_sound_for_every_number_of_sides_it_serves() -> None:
    for plan in board_plans().values():
        for seating in plan.seating:
            spec = board_for(plan.id, seating.sides)
            assert [len(gate) for gate in spec.entrances] == [3] * seating.sides


def test_a_default_board_serves_two_sides_only() -> None:
    with pytest.raises(BadSetup, match="court4, ring6") as refusal:
        board_for("arena2", 3)
    assert refusal.value.rule == "TFT-BRD-05"


def test_an_unknown_board_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadSetup, match="arena2, arena3, court4, ring6"):
        board_for("colosseum", 2)


@pytest.mark.parametrize(
    ("changes", "at"),
    [
        ({"hexes": ()}, "board.hexes"),
        ({"hexes": strip(0, 1, 3)}, "board.hexes"),
        ({"hexes": strip(0, 1, 2, 3, 3)}, "board.hexes"),
        ({"hexes": strip(0, 1, 2, 3, 99_999)}, "board.hexes"),
        ({"walls": strip(2)}, "board.hexes"),
        ({"walls": strip(9)}, "board.walls[0]"),
        ({"walls": strip(0)}, "board.entrances[0]"),
        ({"entrances": (strip(0), ())}, "board.entrances[1]"),
        ({"entrances": (strip(0), strip(0))}, "board.entrances[1]"),
        ({"entrances": (strip(0), strip(7))}, "board.entrances[1]"),
        ({"entrances": (strip(0),)}, "board.entrances"),
    ],
)
def test_a_board_that_is_not_whole_is_refused(changes: dict[str, Any], at: str) -> None:
    spec = BoardSpec("lane", "Lane", strip(0, 1, 2, 3), entrances=(strip(0), strip(3)))
    check_board(spec, 2)
    with pytest.raises(BadSetup) as refusal:
        check_board(msgspec.structs.replace(spec, **changes), 2)
    assert refusal.value.at == at
    assert str(refusal.value.rule).startswith("TFT-BRD-0")


def block(size: int, wide: int = 30) -> list[Coord]:
    """The first so many hexes of a block of `wide` columns, around the middle."""
    return [(n % wide - wide // 2, n // wide - wide // 2) for n in range(size)]


def line(length: int, step: Coord) -> list[Coord]:
    """So many hexes in a straight line through the middle."""
    return [(n * step[0], n * step[1]) for n in range(-(length // 2), length - length // 2)]


def custom(hexes: list[Coord]) -> dict[str, Any]:
    return {
        "id": "own",
        "title": "My own",
        "hexes": hexes,
        "entrances": [[hexes[0]], [hexes[-1]]],
    }


ALONG = [(0, 1), (1, 0), (1, -1)]


@pytest.mark.parametrize(
    "hexes", [block(801), block(100_000, 300), *(line(81, step) for step in ALONG)]
)
def test_a_board_too_large_is_refused_before_it_is_looked_through_or_built(
    hexes: list[Coord], monkeypatch: pytest.MonkeyPatch
) -> None:
    # TFT-BRD-04: more than 800 hexes, or more than 80 across
    def too_late(hexes: object) -> bool:
        raise AssertionError("the board is searched before its size is looked at")

    monkeypatch.setattr(boards, "is_connected", too_late)
    with pytest.raises(BadSetup) as refusal:
        Melee(setup_from(duel(board=custom(hexes))))
    assert (refusal.value.rule, refusal.value.at) == ("TFT-BRD-04", "board.hexes")


@pytest.mark.parametrize("hexes", [block(800), *(line(80, step) for step in ALONG)])
def test_a_board_just_within_the_limits_is_taken(hexes: list[Coord]) -> None:
    # TFT-BRD-04
    setup = resolve(setup_from(duel(board=custom(hexes))))
    assert setup.board_spec.hexes == tuple(hexes)


# -- set-ups ----------------------------------------------------------------------------------


def test_resolving_puts_sheets_and_the_board_in_the_place_of_names() -> None:
    setup = resolve(setup_from(duel()))
    assert setup.sides[0].sheets == (ready_made()["berrin"],)
    assert setup.board == board_for("arena2", 2)


def test_resolving_twice_changes_nothing_more() -> None:
    fighters = [{"name": "Red", "fighters": ["nix"] * 3}, {"name": "Blue", "fighters": ["nix"]}]
    setup = resolve(setup_from(duel(sides=fighters)))
    assert resolve(setup) == setup


def test_fighters_of_one_name_are_numbered_across_the_sides() -> None:
    fighters = [{"name": "Red", "fighters": ["nix"] * 2}, {"name": "Blue", "fighters": ["nix"]}]
    setup = resolve(setup_from(duel(sides=fighters)))
    names = [sheet.name for side in setup.sides for sheet in side.sheets]
    assert names == ["Nix", "Nix 2", "Nix 3"]


def test_a_numbered_name_keeps_within_forty_signs() -> None:
    long = {"name": "x" * 40, "strength": 12, "dexterity": 12}
    setup = resolve(setup_from(duel(sides=[{"name": str(i), "fighters": [long]} for i in (1, 2)])))
    assert setup.sides[1].sheets[0].name == "x" * 38 + " 2"


def test_a_set_up_survives_writing_and_reading() -> None:
    for setup in scenarios().values():
        resolved = resolve(setup)
        assert msgspec.json.decode(msgspec.json.encode(resolved), type=Setup) == resolved
        assert setup_from(msgspec.to_builtins(resolved)) == resolved


def test_a_custom_board_may_come_with_the_set_up() -> None:
    board = {"id": "lane", "title": "Lane", "hexes": strip(0, 1), "entrances": [[[0, 0]], [[0, 1]]]}
    assert resolve(setup_from(duel(board=board))).board_spec.entrances == (strip(0), strip(1))


SHEET = {"name": "Ann", "strength": 12, "dexterity": 12}
RED = {"name": "Red", "fighters": ["berrin"]}
BLUE = {"name": "Blue", "fighters": ["tamsin"]}


@pytest.mark.parametrize(
    ("changes", "rule", "at"),
    [
        ({"kind": "war"}, "TFT-BAD-01", "kind"),
        ({"titel": "x"}, "TFT-BAD-01", "titel"),
        ({"turn_limit": -1}, "TFT-BAD-01", "turn_limit"),
        ({"turn_limit": True}, "TFT-BAD-01", "turn_limit"),
        ({"variants": ["VAR-NONE"]}, "TFT-VAR-01", "variants[0]"),
        ({"variants": ["VAR-XP-CAP", "VAR-4D"]}, "TFT-VAR-01", "variants[1]"),
        ({"title": "Duel\x00"}, None, "title"),
        ({"sides": [RED, {**BLUE, "player": "\u202eBob"}]}, None, "sides[1].player"),
        ({"board": "moon"}, "TFT-BRD-04", "board"),
        ({"sides": [RED]}, "TFT-GEN-03", "sides"),
        ({"sides": [RED] * 7}, "TFT-GEN-03", "sides"),
        ({"sides": [RED, RED]}, None, "sides[1].name"),
        ({"sides": [RED, {"name": "", "fighters": ["nix"]}]}, None, "sides[1].name"),
        ({"sides": [RED, {"name": "B", "fighters": []}]}, "TFT-GEN-03", "sides[1].fighters"),
        (
            {"sides": [RED, {"name": "B", "fighters": ["nix"] * 25}]},
            "TFT-MOVE-01",
            "sides[1].fighters",
        ),
        (
            {"sides": [RED, {"name": "B", "fighters": ["nobody"]}]},
            "TFT-BAD-01",
            "sides[1].fighters[0]",
        ),
        (
            {"sides": [RED, {"name": "B", "fighters": [{**SHEET, "strength": 13}]}]},
            "TFT-CRE-01",
            "sides[1].fighters[0].strength",
        ),
        (
            {"sides": [RED, {"name": "B", "fighters": [{**SHEET, "strength": "13"}]}]},
            "TFT-BAD-01",
            "sides[1].fighters[0].strength",
        ),
        (
            {
                "kind": "practice",
                "sides": [RED, {"name": "B", "fighters": [{**SHEET, "items": ["sling"]}]}],
            },
            "TFT-BAT-08",
            "sides[1].fighters[0].items[0]",
        ),
    ],
)
def test_a_bad_set_up_is_refused_with_rule_and_field(
    changes: dict[str, object], rule: str | None, at: str
) -> None:
    with pytest.raises(BadSetup) as refusal:
        resolve(setup_from(duel(**changes)))
    assert (refusal.value.rule, refusal.value.at) == (rule, at)


@pytest.mark.parametrize("data", [None, 3, "duel", [], {}])
def test_what_is_no_set_up_at_all_is_refused(data: object) -> None:
    with pytest.raises(BadSetup):
        setup_from(data)


def test_variants_make_what_they_allow_legal_in_the_set_up() -> None:
    side = {"name": "Blue", "fighters": [{**SHEET, "armour": "cloth"}]}
    setup = resolve(setup_from(duel(sides=[RED, side], variants=["VAR-EXTRA-ARMOUR"])))
    assert setup.sides[1].sheets[0].armour == "cloth"


# -- scenarios --------------------------------------------------------------------------------


def test_the_scenarios_are_there_the_duel_first() -> None:
    assert next(iter(scenarios())) == "duel"
    assert set(scenarios()) == {
        "duel",
        "two_against_two",
        "three_against_three",
        "arrows_and_blades",
        "the_gauntlet",
        "one_against_three_goblins",
        "the_bear",
        "the_pack",
        "the_gargoyle",
        "hold_the_bridge",
        "four_players",
        "the_giant",
        "last_one_standing",
    }


def test_scenarios_have_the_sides_and_fighters_of_their_names() -> None:
    sizes = {name: [len(side.fighters) for side in s.sides] for name, s in scenarios().items()}
    assert sizes == {
        "duel": [1, 1],
        "two_against_two": [2, 2],
        "three_against_three": [3, 3],
        "arrows_and_blades": [3, 3],
        "the_gauntlet": [3, 3],
        "one_against_three_goblins": [1, 3],
        "the_bear": [3, 1],
        "the_pack": [2, 3],
        "the_gargoyle": [2, 1],
        "hold_the_bridge": [2, 5],
        "four_players": [2, 2],
        "the_giant": [2, 1],
        "last_one_standing": [1, 1, 1, 1],
    }


def test_every_scenario_resolves_and_says_what_it_is() -> None:
    for setup in scenarios().values():
        assert setup.title
        assert setup.about
        fighters = [f for side in resolve(setup).sides for f in side.fighters]
        assert all(isinstance(fighter, FighterSheet) for fighter in fighters)


def test_a_bad_scenario_file_is_refused_with_file_and_field(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('title = "x"\nkind = "war"\nsides = []\n')
    with pytest.raises(BadSetup, match=r"^mine\.toml: ") as refusal:
        load_setup(path)
    assert refusal.value.at == "kind"
    path.write_text('title = "x"\nsides = []\n')
    with pytest.raises(BadSetup, match=r"^mine\.toml: a battle has 2 to 6 sides"):
        load_setup(path)
