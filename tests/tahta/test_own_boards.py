"""Boards of one's own, the options, and what is refused of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from meleekit.core.dice import Rolled
from meleekit.core.errors import BadSetup
from meleekit.core.svg import render_svg
from meleekit.tahta.game import FistsSystem
from meleekit.tahta.setup import Setup, load_board

SYSTEM = FistsSystem()

# A ring of two castles round the mountain: nothing but what the rules ask for.
SMALL: dict[str, Any] = {
    "id": "small",
    "players": 2,
    "size": [400, 400],
    "nodes": [
        {"id": "c1", "name": "Left", "kind": "castle", "seat": 1, "x": 10, "y": 200},
        {"id": "a1", "name": "A", "kind": "land", "seat": 1, "x": 100, "y": 100},
        {"id": "b1", "name": "B", "kind": "land", "seat": 1, "x": 100, "y": 300},
        {"id": "k", "name": "Top", "kind": "kili", "seat": 0, "x": 200, "y": 200, "plus_one": True},
        {"id": "a2", "name": "C", "kind": "land", "seat": 2, "x": 300, "y": 100},
        {"id": "b2", "name": "D", "kind": "land", "seat": 2, "x": 300, "y": 300},
        {"id": "c2", "name": "Right", "kind": "castle", "seat": 2, "x": 390, "y": 200},
    ],
    "edges": [
        ["c1", "a1"], ["c1", "b1"], ["a1", "k"], ["b1", "k"],
        ["c2", "a2"], ["c2", "b2"], ["a2", "k"], ["b2", "k"],
    ],
}  # fmt: skip

TOML = """
id = "small"
players = 2
size = [400, 400]
nodes = [
{nodes}
]
edges = {edges}
"""


def changed(**more: Any) -> dict[str, Any]:
    return {**SMALL, **more}


def node(at: int, **more: Any) -> dict[str, Any]:
    nodes = [dict(row) for row in SMALL["nodes"]]
    nodes[at] |= more
    return changed(nodes=nodes)


def written(board: dict[str, Any]) -> str:
    rows = [
        ", ".join(f"{key} = {str(value).lower() if isinstance(value, bool) else repr(value)}"
                  for key, value in row.items())
        for row in board["nodes"]
    ]  # fmt: skip
    nodes = "\n".join(f"  {{ {row} }}," for row in rows)
    return TOML.format(nodes=nodes, edges=board["edges"])


def refused(data: dict[str, Any]) -> tuple[str | None, str | None, str | None]:
    with pytest.raises(BadSetup) as refusal:
        SYSTEM.setup_from(data)
    return refusal.value.reason, refusal.value.rule, refusal.value.at


def test_a_board_of_ones_own_is_played_on() -> None:
    # TAH-BOARD-12
    game = SYSTEM.game(SYSTEM.setup_from({"board": SMALL}))
    assert game.kingdom.board.ids == ("c1", "a1", "b1", "k", "a2", "b2", "c2")
    state = game.begin(Rolled(bytes(32))).state
    assert len(state.owner) == 7
    again = msgspec.json.decode(msgspec.json.encode(game.setup))
    assert SYSTEM.setup_from(again) == game.setup


# TAH-BOARD-12
@pytest.mark.parametrize("share", [1.0, 0.5, 0.25])
def test_a_board_that_is_drawn_small_can_be_shown(share: float) -> None:
    nodes = [{**row, "x": row["x"] * share, "y": row["y"] * share} for row in SMALL["nodes"]]
    game = SYSTEM.game(SYSTEM.setup_from({"board": changed(nodes=nodes, size=[400, 400 * share])}))
    scene = game.scene(game.begin(Rolled(bytes(32))).state, None)
    assert render_svg(scene)
    for cell in scene.cells:
        assert cell.outline and cell.stand  # noqa: PT018  # both, of each
        assert cell.stand[1] <= max(y for _, y in cell.outline) + 0.1


def test_a_moment_on_a_board_of_ones_own_can_be_written_down() -> None:
    # TAH-BOARD-12
    game = SYSTEM.game(SYSTEM.setup_from({"board": SMALL}))
    state = game.begin(Rolled(bytes(32))).state
    read, again = SYSTEM.load_situation(SYSTEM.dump_situation(game, state))
    assert (read.setup, again) == (game.setup, state)


def test_a_board_may_be_a_file_beside_the_set_up(tmp_path: Path) -> None:
    # TAH-BOARD-12
    (tmp_path / "small.toml").write_text(written(SMALL), encoding="utf-8")
    (tmp_path / "mine.toml").write_text('board = "small.toml"\n', encoding="utf-8")
    setup = SYSTEM.setup_in(tmp_path / "mine.toml")
    assert setup.board == load_board(tmp_path / "small.toml")
    assert SYSTEM.on_board(Setup(), tmp_path / "small.toml").board == setup.board


def test_the_map_that_the_page_for_players_shows_is_one(tmp_path: Path) -> None:
    # TAH-BOARD-12
    page = Path(__file__).parents[2] / "docs" / "playing.md"
    (shown,) = [
        block for block in page.read_text(encoding="utf-8").split("```") if '"kili"' in block
    ]
    path = tmp_path / "ring.toml"
    path.write_text(shown.removeprefix("toml\n"), encoding="utf-8")
    assert load_board(path).players == 2


def test_a_file_that_is_wrong_is_named(tmp_path: Path) -> None:
    # TAH-BOARD-12
    path = tmp_path / "small.toml"
    path.write_text(written(changed(edges=SMALL["edges"][:-4])), encoding="utf-8")
    with pytest.raises(BadSetup, match=r"small\.toml") as refusal:
        load_board(path)
    assert (refusal.value.reason, refusal.value.rule) == ("E_CONFIG", "TAH-BOARD-12")


@pytest.mark.parametrize(
    "board",
    [
        changed(edges=[*SMALL["edges"], ["c1", "c1"]]),
        changed(edges=[*SMALL["edges"], ["c1", "x"]]),
        changed(edges=[*SMALL["edges"], ["k", "a1"]]),  # twice
        changed(edges=[*SMALL["edges"], ["c1", "k"]]),  # three neighbours, one step from k
        changed(edges=SMALL["edges"][:-4]),  # not connected
        changed(nodes=[*SMALL["nodes"], {**SMALL["nodes"][3], "id": "k2", "x": 5}]),
        changed(nodes=SMALL["nodes"][:-1], edges=SMALL["edges"][:4]),  # a castle is missing
        node(6, seat=1),
        node(4, seat=1),
        node(4, kind="open", seat=0),
        node(1, id="c1"),
        node(1, kind="swamp"),
        node(1, seat=3),
        node(1, x=10, y=200),  # where the castle lies
        node(1, x=10, y=223),  # too near to it for a region of its own
        node(1, x=401),
        node(1, x=float("nan")),
        node(1, id="<b>"),
        node(1, name="\x1b[31m"),
        changed(size=[0, 400]),
        changed(size=[1e9, 400]),
        changed(nodes=[], edges=[]),
    ],
)
def test_a_board_that_is_none_is_refused(board: dict[str, Any]) -> None:
    # TAH-BOARD-12
    reason, rule, at = refused({"board": board})
    assert (reason, rule) == ("E_CONFIG", "TAH-BOARD-12")
    assert at is not None
    assert at.startswith("board.")


@pytest.mark.parametrize(
    ("data", "at"),
    [
        ({"players": ["A"]}, "players"),
        ({"players": ["A", "A"]}, "players"),  # two in one seat
        ({"players": ["A", " "]}, "players"),
        ({"board": "board9"}, "board"),
        ({"board": "board3"}, "board"),
        ({"players": ["A", "B", "C"], "board": SMALL}, "board"),
        ({"coin_supply": 29}, "coin_supply"),
        ({"coin_supply": 0}, "coin_supply"),
        ({"coin_supply": -5}, "coin_supply"),
        ({"coin_supply": 40.5}, "coin_supply"),
        ({"coin_supply": True}, "coin_supply"),
        ({"coin_supply": "many"}, "coin_supply"),
        ({"castle_scoring": "sometimes"}, "castle_scoring"),
        ({"kingmaker_rule": 1}, "kingmaker_rule"),
        ({"min_attack_bid": 2}, "min_attack_bid"),
    ],
)
def test_options_that_are_none_are_refused(data: dict[str, Any], at: str) -> None:
    # TAH-SETUP-09, TAH-COMP-05, TAH-MODE-03, TAH-COMP-01
    reason, _, where = refused(data)
    assert (reason, where) == ("E_CONFIG", at)


@pytest.mark.parametrize(
    "options", [{"coin_supply": 29}, {"castle_scoring": "x"}, {"mode": 3}, {"dragons": True}]
)
def test_options_chosen_apart_are_refused_in_the_same_way(options: dict[str, Any]) -> None:
    # TAH-SETUP-09
    with pytest.raises(BadSetup) as refusal:
        SYSTEM.with_options(SYSTEM.setup_from("kingdom2"), options)
    assert refusal.value.reason == "E_CONFIG"
    assert refusal.value.at == f"options.{next(iter(options))}"


def test_the_least_coin_supply_is_what_everybody_begins_with() -> None:
    # TAH-COMP-05: 2 x 15
    assert SYSTEM.setup_from({"coin_supply": 30}).coin_supply == 30


def test_every_option_is_offered_with_its_default() -> None:
    # TAH-MODE-03, TAH-COMP-05, TAH-END-05
    defaults = {option.name: option.default for option in SYSTEM.options()}
    assert defaults == {name: getattr(Setup(), name) for name in defaults}
    usual = {"mode": "standard", "coin_supply": "unlimited", "castle_scoring": "occupied"}
    assert defaults.items() >= {**usual, "kingmaker_rule": True}.items()
