from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meleekit.bots import BOTS, bot_choice
from meleekit.core.match import Match
from meleekit.core.verify import verify
from meleekit.systems import SYSTEMS
from meleekit.terminal.page import Lines, console_for
from meleekit.terminal.play import INPUT_ENDED, LEFT, Play
from tests.terminal.typist import SEED, Typed, page, play, printed
from tests.toys import TOYS

COMMANDS = frozenset(
    [
        "?",
        "help",
        "n",
        "next",
        "u",
        "undo",
        "s",
        "save",
        "l",
        "log",
        "o",
        "odds",
        "a",
        "all",
        "b",
        "board",
        "q",
        "quit",
    ]
)


def ladder() -> Match[Any, Any]:
    return Match.start(TOYS["ladder"], TOYS["ladder"].setup_from("race"), seed=SEED)


def knives() -> Match[Any, Any]:
    return Match.start(TOYS["knives"], TOYS["knives"].setup_from("duel"), seed=SEED)


def duel() -> Match[Any, Any]:
    return Match.start(SYSTEMS["tft"], SYSTEMS["tft"].setup_from("duel"), seed=SEED)


# -- playing ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("choices", [1, 2, 3])
@pytest.mark.parametrize("begin", [ladder, knives])
def test_a_toy_played_by_random_numbers_ends(
    begin: Callable[[], Match[Any, Any]], choices: int
) -> None:
    numbers = random.Random(choices)
    match = begin()
    code, shown = play(match, (str(numbers.randint(1, 3)) for _ in range(2000)))
    assert match.outcome is not None
    assert code == LEFT
    assert match.outcome.reason in shown


def test_a_duel_against_a_bot_played_by_random_choices_ends() -> None:
    match, console, numbers = duel(), page(), random.Random(5)

    def lines() -> Iterator[str]:
        while match.outcome is None:
            decision = match.decisions[0]
            yield str(numbers.randint(1, len(match.game.actions(match.state, decision.seat))))

    assert Play(match, (None, BOTS["brawler"]), console, Typed(lines())).run() == LEFT
    assert match.outcome is not None
    assert "gains" in printed(console)
    assert verify(match.save(reveal_seed=True), SYSTEMS).ok


def test_two_bots_play_without_being_asked_for_anything() -> None:
    match = ladder()
    code, _ = play(match, [], (BOTS["random"], BOTS["random"]))
    assert code == LEFT
    assert match.outcome is not None


def test_a_label_does_what_its_number_does() -> None:
    by_number, by_label = ladder(), ladder()
    play(by_number, ["2", "q"])
    play(by_label, ["climb 3", "q"])
    assert by_number.log_hash() == by_label.log_hash()


@pytest.mark.parametrize(
    ("game", "scenario", "title", "aim"),
    [
        ("tao", "past_the_guard", "Past the guard", "must both get past two guards"),
        ("tft", "duel", "Duel", "A spear that wants to charge"),
    ],
)
def test_a_match_begins_with_what_it_is_about(
    game: str, scenario: str, title: str, aim: str
) -> None:
    rules = SYSTEMS[game]
    _, shown = play(Match.start(rules, rules.setup_from(scenario), seed=SEED), ["q"])
    greeting = shown.partition("SHA-256")[0]
    assert title in greeting
    assert aim in greeting


@pytest.mark.parametrize(
    ("game", "scenario", "limit", "said"),
    [
        ("tao", "past_the_guard", {}, "Round 1 of 4"),  # as its scenario says; TAO-END-01
        ("tao", "duel", {}, "Round 1"),
        ("battlesystem", "two_lines", {"rounds": 7}, "Round 1 of 7, initiative"),  # BAT-VICT-01
    ],
)
def test_the_last_round_is_told_from_the_first_on(
    game: str, scenario: str, limit: dict[str, int], said: str
) -> None:
    rules = SYSTEMS[game]
    match = Match.start(rules, rules.with_options(rules.setup_from(scenario), limit), seed=SEED)
    assert match.game.status(match.state) == said


def test_the_end_tells_the_outcome_the_seed_and_how_to_check_it() -> None:
    match = ladder()
    _, shown = play(match, ["2"] * 40)
    assert "the top is reached" in shown
    assert match.commitment in shown
    assert SEED.hex() in shown
    assert "meleekit verify" in shown


def test_the_seed_is_not_told_before_the_end() -> None:
    _, shown = play(ladder(), ["1", "?", "l", "o", "b", "a"])
    assert SEED.hex() not in shown


# -- refusals --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line", ["0", "3", "-1", "climb", "nothing", "? 9", "? climb", "s", "l x", "u", "", "# 1", "/"]
)
def test_a_line_that_says_nothing_definite_changes_nothing(line: str) -> None:
    match = ladder()
    before = match.log_hash()
    code, _ = play(match, [line, "q"])
    assert code == LEFT
    assert match.log_hash() == before
    assert match.undone == 0


@given(st.text(max_size=30).map(str.strip).filter(lambda line: line.split(" ")[0] not in COMMANDS))
def test_no_line_whatever_does_more_than_one_legal_action(line: str) -> None:
    match = ladder()
    play(match, [line])
    assert match.revision <= 1


def test_several_matches_are_listed_and_none_is_done() -> None:
    match = ladder()
    _, shown = play(match, ["climb"])
    assert match.revision == 0
    assert "2 things fit" in shown


def test_a_slash_searches_for_what_would_be_a_command() -> None:
    match = knives()
    play(match, ["/l"])
    assert match.game.label(match.state, match.entries[1].action) == "Strike low"


def test_after_the_end_nothing_more_is_done() -> None:
    match = ladder()
    _, shown = play(match, ["2"] * 60)
    assert match.outcome is not None
    assert "the match is over" in shown


# -- leaving ---------------------------------------------------------------------------------------


def test_input_that_ends_too_early_is_said_and_is_a_failure() -> None:
    code, shown = play(ladder(), ["1"])
    assert code == INPUT_ENDED
    assert "The input ended before the match did" in shown


def test_input_that_ends_after_the_match_is_no_failure() -> None:
    assert play(ladder(), ["2"] * 40)[0] == LEFT


def test_who_leaves_an_unsaved_match_at_the_keyboard_is_asked_again() -> None:
    code, shown = play(ladder(), ["1", "q", "1"], interactive=True)
    assert code == INPUT_ENDED
    assert "Not saved" in shown
    assert play(ladder(), ["1", "q", "q", "1"], interactive=True)[0] == LEFT


def test_who_has_saved_leaves_at_once(tmp_path: Path) -> None:
    lines = ["1", f"s {tmp_path / 'match.json'}", "q", "1"]
    assert play(ladder(), lines, interactive=True)[0] == LEFT


# -- commands --------------------------------------------------------------------------------------


def test_who_is_asked_at_the_same_time_as_another_may_answer_first() -> None:
    match = knives()
    _, shown = play(match, ["n", "strike low", "strike high"])
    assert "Asked too: Bob chooses" in shown
    assert [entry.seat for entry in match.entries[1:3]] == [1, 0]


def test_who_lets_everybody_else_go_first_is_asked_again() -> None:
    match = knives()
    play(match, ["n", "n", "strike low"])
    assert match.entries[1].seat == 0


def test_where_one_alone_is_asked_there_is_no_next() -> None:
    match = ladder()
    _, shown = play(match, ["n", "1"])
    assert "nobody else is asked" in shown
    assert match.entries[1].seat == 0


def test_bots_that_are_asked_at_the_same_time_answer_first() -> None:
    match = knives()
    play(match, ["strike low"], (None, BOTS["random"]))
    assert [entry.seat for entry in match.entries[1:3]] == [1, 0]


def test_undo_goes_back_to_before_the_last_own_choice_past_the_bots() -> None:
    match = ladder()
    play(match, ["1", "u", "q"], (None, BOTS["random"]))
    assert match.revision == 0
    assert match.undone == 2


def test_the_same_dice_come_again_after_an_undo() -> None:
    once, twice = ladder(), ladder()
    play(once, ["2", "2", "q"])
    play(twice, ["2", "2", "u", "u", "2", "2", "q"])
    assert once.log_hash() == twice.log_hash()


def test_the_end_can_be_taken_back() -> None:
    match = ladder()
    lines = ["2"] * 60 + ["u"]
    code, _ = play(match, lines)
    assert match.outcome is None
    assert code == INPUT_ENDED


def test_help_names_every_command() -> None:
    _, shown = play(ladder(), ["?"])
    for key in ("NUMBER", "n ", "u ", "s FILE", "q ", "l [N]", "o ", "b ", "a "):
        assert key in shown


def test_an_explained_action_shows_its_exact_odds() -> None:
    match = knives()
    while not (match.decisions and match.decisions[0].interrupts):
        seat = match.decisions[0].seat
        match.act(seat, match.game.actions(match.state, seat)[0])
    _, shown = play(match, ["? parry"])
    assert "50.0%" in shown  # 4, 5 or 6 on one die
    assert "1/2" in shown


@pytest.mark.parametrize("typed", ["? 1", "?1"])
def test_where_no_dice_are_thrown_the_explanation_says_so(typed: str) -> None:
    _, shown = play(ladder(), [typed])
    assert "No dice are thrown for it." in shown


def test_an_attack_is_explained_with_the_rules_of_its_modifiers() -> None:
    match = duel()
    attack = None
    while attack is None:
        seat = match.decisions[0].seat
        legal = match.game.actions(match.state, seat)
        labels = [match.game.label(match.state, action) for action in legal]
        attack = next((label for label in labels if label.startswith("Attack")), None)
        if attack is None:
            match.act(seat, bot_choice(match, BOTS["brawler"], seat))
    _, shown = play(match, [f"? {attack}"])
    explained = shown[shown.index("needed:") :]
    assert "basic DEX" in explained
    assert "DEX-01" in explained


def test_the_log_tells_the_entries_with_their_rules_and_dice() -> None:
    _, shown = play(ladder(), ["2", "l"])
    log = shown[shown.rindex("to rung") :]
    assert "LAD-CLIMB-02" in log
    assert "leap [" in log


def test_a_saved_match_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    match = ladder()
    play(match, ["1", "2", f"s {file}", "q"])
    again = Match.load(file.read_bytes(), TOYS)
    assert again.log_hash() == match.log_hash()
    play(again, ["1", "q"])
    play(match, ["1", "q"])
    assert again.log_hash() == match.log_hash()


def test_saving_again_replaces_the_earlier_record(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    play(ladder(), ["1", f"s {file}", "1", f"s {file}"])
    assert Match.load(file.read_bytes(), TOYS).revision == 2
    assert list(tmp_path.iterdir()) == [file]


def test_a_file_that_holds_something_else_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "diary.txt"
    file.write_text("Dear diary")
    _, shown = play(ladder(), [f"s {file}"])
    assert file.read_text() == "Dear diary"
    assert "something else" in shown


@pytest.mark.parametrize("name", ["missing/match.json", "."])
def test_a_file_that_cannot_be_written_is_said(tmp_path: Path, name: str) -> None:
    match = ladder()
    _, shown = play(match, [f"s {tmp_path / name}", "1"])
    assert "cannot be written" in shown
    assert match.revision == 1


def test_a_name_cannot_steer_the_terminal() -> None:
    match = ladder()
    match.game.seats = tuple(
        type(seat)(seat.index, "\x1b[2JAnn", seat.side) for seat in match.game.seats
    )
    _, shown = play(match, ["1"])
    assert "\x1b" not in shown


def test_a_key_that_interrupts_asks_before_it_loses_the_match() -> None:
    class Impatient(Typed):
        def ask(self, prompt: str) -> str | None:
            line = super().ask(prompt)
            if line == "^C":
                raise KeyboardInterrupt
            return line

    match, console = ladder(), page()
    lines = Impatient(["1", "^C", "1", "^C", "^C", "1"], interactive=True)
    assert Play(match, (None, None), console, lines).run() == LEFT
    assert match.revision == 2
    assert printed(console).count("Not saved") == 2


# -- odd input and output ----------------------------------------------------------------------


def test_more_digits_than_a_number_can_have_ask_for_the_whole_log() -> None:
    code, shown = play(ladder(), ["1", "l " + "9" * 5000, "q"])
    assert code == LEFT
    assert shown.count("to rung 1") == 2


def test_a_file_in_the_home_of_nobody_is_refused() -> None:
    code, shown = play(ladder(), ["s ~nobody-of-that-name/x.json", "q"])
    assert code == LEFT
    assert "home" in shown


def test_without_any_input_there_are_no_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    lines = Lines(page())
    assert not lines.interactive
    assert lines.ask("> ") is None


@pytest.mark.parametrize(("told", "width"), [("0", 80), ("3", 20), ("100000000", 1000)])
def test_a_page_has_a_width_that_can_be_printed(
    monkeypatch: pytest.MonkeyPatch, told: str, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", told)
    assert console_for().width == width
