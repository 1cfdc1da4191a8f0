"""docs/adding-a-system.md: its game is the one in docs/examples, and that one holds."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from docs.examples.ladder.bot import Climber
from docs.examples.ladder.game import Climb, Ladder, LadderSetup, LadderState, LadderSystem
from meleekit.bots import bot, play_out
from meleekit.core.dice import Given, Rolled
from meleekit.core.errors import BadSituation
from meleekit.core.match import Match
from meleekit.core.situation import Lesson, lesson_of, parsed
from tests import case_files
from tests.plain_cases import PlainPosition, expect

DOCS = Path(__file__).parents[1] / "docs"
PAGE = (DOCS / "adding-a-system.md").read_text(encoding="utf-8")
FOLDER = DOCS / "examples" / "ladder"
SYSTEM = LadderSystem()


def blocks(kind: str) -> Iterator[str]:
    yield from re.findall(rf"^```{kind}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def test_the_pieces_of_the_page_are_the_whole_example() -> None:
    whole = [(FOLDER / name).read_text(encoding="utf-8") for name in ("game.py", "bot.py")]
    assert lines("\n".join(blocks("py"))) == lines("\n".join(whole))


def test_what_the_page_shows_of_rulebook_and_situation_stands_there() -> None:
    files = [path.read_text(encoding="utf-8") for path in sorted(FOLDER.rglob("*.toml"))]
    *shown, case = blocks("toml")
    for text in shown:
        assert any(text in file for file in files), text
    assert "case" in tomllib.loads(case)


# -- the rules -------------------------------------------------------------------------------------

LADDER = Ladder(LadderSetup())


class Position(PlainPosition):
    prefix = "LAD-"
    system = SYSTEM


def test_the_worked_case_of_the_page_comes_out() -> None:
    # LAD-CLIMB-03
    (case,) = tomllib.loads([*blocks("toml")][-1])["case"]
    situation, wanted = case_files.split(case, {})
    case_files.check(Position.of(**situation), wanted, expect, {})


def test_ann_begins_on_the_ground_and_they_climb_in_turn() -> None:
    # LAD-TURN-01, LAD-CLIMB-01
    state = LADDER.begin(Given(())).state
    assert state == LadderState((0, 0), 0)
    for seat, rungs in ((0, (1, 0)), (1, (1, 1)), (0, (2, 1))):
        assert [decision.seat for decision in LADDER.decisions(state)] == [seat]
        state = LADDER.apply(state, seat, Climb(1), Given(())).state
        assert state.rungs == rungs


@pytest.mark.parametrize(("die", "to"), [(1, 0), (2, 7), (6, 7)])
def test_a_leap_goes_up_by_three_or_all_the_way_down(die: int, to: int) -> None:
    # LAD-CLIMB-02, LAD-CLIMB-03
    step = LADDER.apply(LadderState((4, 5)), 0, Climb(3), Given((die,)))
    assert step.state == LadderState((to, 5), 1)
    assert [event.rule for event in step.events] == [f"LAD-CLIMB-0{2 if to else 3}"]


@pytest.mark.parametrize("rung", [9, 10, 11])
def test_who_is_at_the_top_or_beyond_it_has_won(rung: int) -> None:
    # LAD-END-01
    outcome = LADDER.outcome(LadderState((8, rung), 0))
    assert outcome is not None
    assert (outcome.winners, outcome.rule) == ((1,), "LAD-END-01")
    assert LADDER.outcome(LadderState((8, 8), 0)) is None


@pytest.mark.parametrize(
    ("text", "at"),
    [("rungs = [0, 12]", "rungs[1]"), ("rungs = [-1, 0]", "rungs[0]"), ("to_move = 2", "to_move")],
)
def test_a_moment_that_cannot_be_is_refused_at_its_field(text: str, at: str) -> None:
    more = "" if "rungs" in text else "\nrungs = [0, 0]"
    with pytest.raises(BadSituation) as caught:
        SYSTEM.load_situation(text + more)
    assert caught.value.at == at


def test_the_answer_of_the_lesson_is_what_the_rules_give() -> None:
    (text,) = SYSTEM.situations().values()
    lesson = lesson_of(parsed(text))
    assert isinstance(lesson, Lesson)
    now, proof = Position(*SYSTEM.load_situation("a_last_leap")), dict(lesson.proof)
    for wanted in (*proof.pop("otherwise"), proof):
        case_files.check(now, wanted, expect, {})


def test_the_rules_that_the_page_names_are_in_the_book() -> None:
    book = SYSTEM.rulebook()
    assert set(re.findall(r"LAD-[A-Z]+-\d\d", PAGE)) == set(book.rules)


# -- the bot ---------------------------------------------------------------------------------------


def test_the_climber_leaps_until_there_is_too_much_to_lose() -> None:
    # A leap is worth 5/6 of three rungs more: on rung 9, where it is as good as a step, it has won.
    for rung in range(9):
        choice = Climber().choose(
            LADDER, LadderState((rung, 0)), 0, (Climb(1), Climb(3)), Rolled(bytes(32))
        )
        assert choice == Climb(3)
    tall = Ladder(LadderSetup(top=20))
    choice = Climber().choose(
        tall, LadderState((10, 0)), 0, (Climb(1), Climb(3)), Rolled(bytes(32))
    )
    assert choice == Climb(1)


def test_the_climber_wins_more_often_than_chance_whoever_begins() -> None:
    wins = 0
    for number in range(40):
        players: list[Any] = [Climber(), bot("random")]
        seat = number % 2
        match: Match[Any, Any] = Match.start(
            SYSTEM, SYSTEM.setup_from("race"), seed=number.to_bytes(32, "big")
        )
        play_out(match, players if seat == 0 else players[::-1])
        assert match.outcome is not None
        wins += match.outcome.winners == (seat,)
    assert wins > 20
