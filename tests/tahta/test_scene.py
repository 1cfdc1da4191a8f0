"""The map and what lies beside it: what is public is shown, and nothing else."""

from __future__ import annotations

from math import hypot

import pytest

from meleekit.core.dice import Rolled
from meleekit.core.scene import scene_ids
from meleekit.systems import SYSTEMS
from meleekit.tahta.actions import Guess, Stake
from meleekit.tahta.board import Board
from meleekit.tahta.chart import cells
from meleekit.tahta.regions import regions
from meleekit.tahta.tables import BoardRow, default_tables
from tests.tahta.test_situations import FIST, loaded

BOARDS = tuple(default_tables().boards.values())


@pytest.mark.parametrize("row", BOARDS, ids=lambda row: row.id)
def test_regions_touch_where_one_may_walk_and_nowhere_else(row: BoardRow) -> None:
    """TAH-BOARD-02: a border where there is an edge, water where there is none."""
    board = Board(row)
    drawn = regions(row)
    for one in range(len(row.nodes)):
        for other in range(one):
            gap = min(
                distance_to(point, drawn[other]) for point in (*drawn[one], *middles(drawn[one]))
            )
            if other in board.near[one]:
                assert gap < 1.0, (row.nodes[one].name, row.nodes[other].name)
            else:
                assert gap > 5.0, (row.nodes[one].name, row.nodes[other].name)


def middles(shape: tuple[tuple[float, float], ...]) -> list[tuple[float, float]]:
    """Points along the border, some ten units apart."""
    found = []
    for (x0, y0), (x1, y1) in zip(shape, (*shape[1:], shape[0]), strict=True):
        steps = max(2, int(hypot(x1 - x0, y1 - y0) // 10))
        found += [(x0 + (x1 - x0) * n / steps, y0 + (y1 - y0) * n / steps) for n in range(steps)]
    return found


def distance_to(point: tuple[float, float], shape: tuple[tuple[float, float], ...]) -> float:
    x, y = point
    least = float("inf")
    for (x0, y0), (x1, y1) in zip(shape, (*shape[1:], shape[0]), strict=True):
        dx, dy = x1 - x0, y1 - y0
        length = dx * dx + dy * dy
        part = 0.0 if length == 0 else max(0, min(1, ((x - x0) * dx + (y - y0) * dy) / length))
        least = min(least, hypot(x - x0 - part * dx, y - y0 - part * dy))
    return least


@pytest.mark.parametrize("row", BOARDS, ids=lambda row: row.id)
def test_four_units_find_room_in_every_region(row: BoardRow) -> None:
    """TAH-STATE-03: a node holds one of each kind at most."""
    for cell in cells(row):
        assert cell.stand is not None
        assert cell.stand[2] * 40 >= 4 * 2 * 25 * 0.35, cell.name
        assert cell.landmark
        assert cell.name


def test_marks_castles_and_the_mountain_are_on_the_map() -> None:
    """TAH-BOARD-05, TAH-BOARD-07."""
    for row in BOARDS:
        drawn = {cell.id: cell for cell in cells(row)}
        for node in row.nodes:
            cell = drawn[f"node:{node.id}"]
            assert bool(cell.badge) == node.plus_one
            assert (cell.landmark == "castle") == (node.kind == "castle")
            assert (cell.landmark == "peak") == (node.kind == "kili")


def test_everything_that_may_be_clicked_is_there_for_whoever_is_asked() -> None:
    system = SYSTEMS["tahta"]
    for name in system.scenarios():
        game = system.game(system.setup_from(name))
        dice = Rolled(bytes(32))
        state = game.begin(dice).state
        while not game.outcome(state):
            seat = game.decisions(state)[-1].seat
            known = scene_ids(game.scene(state, seat))
            legal = game.actions(state, seat)
            for action in legal:
                assert set(game.picks(state, action)) <= known
            state = game.apply(state, seat, legal[dice.below(len(legal))], dice).state


def test_a_hand_is_seen_by_its_own_seat_and_others_see_backs() -> None:
    """TAH-RES-02, TAH-VIS-02."""
    text = (
        FIST.replace('first = "Sun"', 'first = "Raven"')
        .replace('chosen = "recruit"', 'chosen = "tax"')
        .replace("[players.Thorn]\n", '[players.Thorn]\nchosen = "attack"\n')
    )
    game, state = loaded(text)
    for eyes in (None, 0, 1, 2, 3):
        panels = game.scene(state, eyes).panels
        thorn = [(card.name, card.down) for card in panels[2].cards]
        assert thorn == [("Move & Attack" if eyes == 2 else "", True)]


def test_the_fist_shows_that_it_is_closed_and_gold_its_full_total() -> None:
    """TAH-VIS-04, TAH-VIS-05."""
    game, state = loaded(FIST)
    for eyes in (None, 0, 1):
        raven = game.scene(state, eyes).panels[0]
        assert "the fist is closed" in raven.notes
        assert raven.gauges[0].value == 6


def test_the_attack_is_drawn_from_who_attacks_to_where() -> None:
    game, state = loaded(FIST)
    (link,) = game.scene(state, None).links
    assert (link.kind, link.start, link.end) == ("attack", "unit:hn:soldier", "node:n")


def test_what_is_counted_out_and_what_is_ticked() -> None:
    """TAH-ATK-06, TAH-ATK-08."""
    game, state = loaded(FIST)
    assert (game.amount(state, Stake(3)), game.numbers(state, Stake(3))) == (3, ())
    assert (game.amount(state, Guess((1, 4))), game.numbers(state, Guess((1, 4)))) == (None, (1, 4))


def test_fist_and_guesses_come_to_light_together() -> None:
    """TAH-ATK-10."""
    game, state = loaded(FIST)
    step = game.apply(state, 1, Guess((2,)), Rolled(bytes(32)))
    (found,) = filter(None, map(game.reveal, step.events))
    assert [(one.side, one.value) for one in found.shown] == [(0, "3"), (None, "2")]
    assert found.verdict == "the attack succeeds"


def test_pointing_at_a_unit_shows_where_it_may_go_and_what_it_may_attack() -> None:
    """TAH-MOV-04, TAH-ATK-01: North Pass is defended, the mountain is open to a soldier."""
    text = FIST.replace("guess Sun", "activate Raven")
    assault = next(line for line in text.splitlines() if line.startswith("assault"))
    game, state = loaded(text.replace(assault, ""))
    shown = game.scene(state, None)
    ways = {tint.cell: tint.tint for tint in shown.hover["unit:hn:soldier"]}
    assert (ways["node:n"], ways["node:k"]) == ("target", "reach")
    assert [entry.tint for entry in shown.key] == ["reach", "target"]
