"""Situations in the terminal: drawn, asked what may be done in them, or listed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace
from rich.console import Console
from rich.table import Table

from meleekit.core.errors import BadRequest, BadSituation, MeleekitError
from meleekit.core.game import Decision, Forecast, Game
from meleekit.core.phrases import verdict
from meleekit.core.situation import Lesson, game_of, headed, lesson_of, lines_of, parsed
from meleekit.core.svg import render_svg
from meleekit.core.text_ink import plain
from meleekit.systems import SYSTEMS, USUAL
from meleekit.terminal.files import about_writing, check_mark, read_record_file
from meleekit.terminal.menu import Group, Option, bare, menu_of, words_of
from meleekit.terminal.odds import exact, percent
from meleekit.terminal.page import add_row, columns, put, say
from meleekit.terminal.seats import seat_of
from meleekit.terminal.table import show_board

FEW = 3
"""So many actions that differ only in a place are still listed one by one."""


class Opened(NamedTuple):
    """A situation that was read, and what it teaches if it is one for teaching."""

    game: Game[Any, Any, Any]
    state: Any
    title: str
    about: str
    lesson: Lesson | None


def list_situations(console: Console) -> None:
    """The teaching situations of all games, a line each."""
    for system in SYSTEMS.values():
        if not system.situations():
            continue
        say(console, system.title, "bold")
        table = columns("bold", "")
        for name, text in system.situations().items():
            add_row(table, (f"  {name}", str(parsed(text).get("title", ""))))
        put(console, table)
    say(console, "meleekit show NAME draws one, meleekit ask NAME says what may be done.", "dim")


def show_situation(console: Console, said: str, svg: Path | None, *, answer: bool) -> None:
    """Draw a situation, on the page or into a file. Raises `MeleekitError` naming the file."""
    opened = open_situation(said)
    game, state = opened.game, opened.state
    scene = game.scene(state, None)
    if svg is not None:
        write_picture(svg, render_svg(scene, standalone=True))
        return
    if opened.title:
        say(console, opened.title, "bold")
        scene = replace(scene, title="")  # it would head the board once more
    if opened.about:
        say(console, opened.about)
    show_board(console, scene)
    say(console, _moment(game, state), "bold")
    if opened.lesson is not None:
        _teach(console, opened.lesson, said, answer=answer)


def ask_situation(console: Console, said: str, seat: str | None, *, everything: bool) -> None:
    """Say what may be done in a situation, with the odds. Raises `MeleekitError`."""
    game, state, *_ = open_situation(said)
    waiting = game.decisions(state)
    if seat is not None:
        wanted = seat_of(game.seats, seat)
        waiting = tuple(decision for decision in waiting if decision.seat == wanted)
        if not waiting:
            say(console, f"Nothing waits for {game.seats[wanted].name}.")
    elif not waiting:
        say(console, _moment(game, state))
    for decision in waiting:
        _ask(console, game, state, decision, everything)


def open_situation(said: str) -> Opened:
    """The situation in a file, or the teaching one of that name."""
    path = Path(said)
    if not path.exists():
        for system in SYSTEMS.values():
            if said in system.situations():
                return _opened(system.situations()[said])
        if not path.suffix:
            known = [name for system in SYSTEMS.values() for name in system.situations()]
            raise BadRequest(f"no file {said!r}, and no such situation among {', '.join(known)}")
    data = read_record_file(path)
    with _in_file(path):
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            raise BadSituation("this is not UTF-8 text") from None
        return _opened(text)


def _opened(text: str) -> Opened:
    with lines_of(text):
        data = parsed(text)
        system = SYSTEMS[game_of(data, SYSTEMS, USUAL)]
        lesson = lesson_of(data)
    game, state = system.load_situation(text)
    described = headed(data, system.describe(game.setup))
    return Opened(game, state, described.title, described.about, lesson)


@contextmanager
def _in_file(path: Path) -> Iterator[None]:
    """Whatever is refused inside names the file."""
    try:
        yield
    except MeleekitError as error:
        said = f"{path.name}: {error.message}"
        raise error.restated(BadSituation, at=error.at, message=said) from None


def _moment(game: Game[Any, Any, Any], state: object) -> str:
    """Where the game stands and what is asked, or how it ended."""
    end = game.outcome(state)
    if end is not None:
        words = verdict(game.seats, end)
        return f"{words[:1].upper()}{words[1:]}."
    asked = [game.prompt(state, decision) for decision in game.decisions(state)]
    return " · ".join([part for part in (game.status(state), *asked) if part])


def _teach(console: Console, lesson: Lesson, said: str, *, answer: bool) -> None:
    console.print()
    say(console, lesson.question, "bold")
    if not answer:
        say(console, f"meleekit show {said} --answer tells.", "dim")
        return
    say(console, lesson.answer)
    if lesson.why:
        console.print()
        say(console, " ".join(lesson.why.split()), indent=2)


def write_picture(path: Path, text: str) -> None:
    """Put a picture in a file.

    Raises `BadRequest` naming the file if it cannot be written, or holds something else.
    """
    with about_writing(path):
        if path.is_file():
            check_mark(path, "<svg")
        path.write_text(text, encoding="utf-8")


# -- what may be done ----------------------------------------------------------------------------


def _ask(
    console: Console,
    game: Game[Any, Any, Any],
    state: object,
    decision: Decision,
    everything: bool,
) -> None:
    seat = decision.seat
    say(console, game.prompt(state, decision), "bold")
    legal = game.actions(state, seat)
    asides = [] if everything else [action for action in legal if game.is_aside(state, action)]
    menu = menu_of(
        game, state, game.scene(state, None), [action for action in legal if action not in asides]
    )
    table = columns("", "right ", "", "dim")
    folded: list[tuple[str, str]] = []
    for group in menu.groups:
        for alike in _alike(game, state, seat, group):
            if len(alike.options) > FEW:
                folded.append((alike.stem, " · ".join(map(_place_in(alike.stem), alike.options))))
                _row(table, f"{alike.stem} ({len(alike.options)})", alike)
            else:
                for option in alike.options:
                    _row(table, option.label, alike)
    put(console, table)
    for stem, places in folded:
        say(console, f"{stem}: {places}", "dim", indent=2)
    if asides:
        words = "; ".join(plain(game.label(state, action)) for action in asides)
        say(console, f"seldom wanted, {len(asides)} more: {words}", "dim", indent=2)


class _Alike(NamedTuple):
    """Actions that differ only in a place, with the odds and the rule that they share."""

    stem: str
    options: list[Option]
    rule: str
    forecast: Forecast | None


def _alike(
    game: Game[Any, Any, Any],
    state: object,
    seat: int,
    group: Group,
) -> list[_Alike]:
    found: list[_Alike] = []
    for option in group.options:
        rule = game.rule_of(state, option.action)
        forecast = game.forecast(state, seat, option.action)
        same = next((one for one in found if (one.rule, one.forecast) == (rule, forecast)), None)
        if same is None:
            found.append(_Alike(group.stem, [option], rule, forecast))
        else:
            same.options.append(option)
    return found


def _place_in(stem: str) -> Callable[[Option], str]:
    """What an action's label names where the stem has a gap."""
    shared = set(words_of(stem))
    return lambda option: " ".join(w for w in words_of(bare(option.label)) if w not in shared)


def _row(table: Table, label: str, alike: _Alike) -> None:
    """An action, then each chance, each expectation, and what the number needed is made of."""
    forecast = alike.forecast
    add_row(table, (f"  {label}", "", forecast.needed if forecast else "", alike.rule))
    if forecast is None:
        return
    for chance in forecast.chances:
        value = chance.probability
        add_row(table, (f"    {chance.name}", percent(value), exact(value), ""))
    for expected in forecast.expected:
        value = expected.value
        add_row(table, (f"    expected {expected.name}", f"{float(value):.2f}", exact(value), ""))
    for part in forecast.modifiers:
        add_row(table, ("", f"{part.value:+d}", part.name, part.rule))
