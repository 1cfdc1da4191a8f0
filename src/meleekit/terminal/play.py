"""A match played in the terminal, through the match and the contract of games alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from rich.console import Console

from meleekit.bots import Bot, bot_choice
from meleekit.core.errors import BadRequest, MeleekitError
from meleekit.core.game import Decision, Event, Forecast
from meleekit.core.match import Match
from meleekit.core.record import Entry
from meleekit.core.report import Told, told
from meleekit.core.secrecy import KeepsSecrets, is_sealed
from meleekit.core.taking_back import back_to
from meleekit.terminal.files import path_typed, write_record_file
from meleekit.terminal.menu import Menu, Option, menu_of
from meleekit.terminal.odds import show_forecast, show_odds
from meleekit.terminal.page import Lines, say, wipe
from meleekit.terminal.report import tell
from meleekit.terminal.table import (
    show_board,
    show_help,
    show_menu,
    show_options,
    show_outcome,
    show_question,
)

LEFT: Final = 0
INPUT_ENDED: Final = 1
PROMPT = "> "

# Past this many a narrowed list is a list to narrow further.
MOST_LISTED = 20

# So much is told again of a match that goes on; l tells the rest.
RECALLED = 6


class Play:
    """One sitting at a match.

    `players` has a bot for each seat, or None for the people at this terminal. What is typed
    wrongly, and what the rules refuse, changes nothing. `keep`, if given, is handed the match
    after every change, before anything of it is told.
    """

    def __init__(
        self,
        match: Match[Any, Any],
        players: Sequence[Bot | None],
        console: Console,
        lines: Lines,
        keep: Callable[[Match[Any, Any]], None] | None = None,
    ) -> None:
        self.match = match
        self._keep = keep
        self.players = players
        self.console = console
        self.lines = lines
        self.people = [seat for seat, player in enumerate(players) if player is None]
        # Two people at one screen see what everybody may see.
        self.eyes: int | None = self.people[0] if len(self.people) == 1 else None
        self._put_off: set[int] = set()  # seats that let others at this terminal answer first
        # With secrets, those who share the screen look away while one of them chooses.
        self._apart = len(self.people) > 1 and isinstance(match.system, KeepsSecrets)
        self._seated: tuple[int, int, int] | None = None
        self._told = max(0, len(match.entries) - RECALLED)
        self._asked: tuple[int, int, int] | None = None
        self._menu: Menu = Menu((), ())
        self._board: object = None
        self._ended = False
        self._saved = self._kept = (match.revision, match.undone)
        self._warned = False

    def run(self) -> int:
        """Play to the end, or till somebody leaves; the exit code for the shell."""
        self._greet()
        code = None
        while code is None:
            try:
                code = self._step()
            except KeyboardInterrupt:
                if not self.lines.interactive:
                    raise
                self.console.print()
                code = self._leave()
        return code

    def _step(self) -> int | None:
        """One choice of a bot, or one line of somebody here."""
        if self._keep is not None and self._kept != (self.match.revision, self.match.undone):
            self._keep(self.match)
            self._kept = self._saved = (self.match.revision, self.match.undone)
        self._tell_news()
        for decision in self.match.decisions:
            if bot := self.players[decision.seat]:
                self.match.act(decision.seat, bot_choice(self.match, bot, decision.seat))
                return None
        asked = self._decision()
        if asked and self._must_pass_to(asked):
            return self._pass_to(asked)
        if asked:
            self._ask(asked)
        elif not self._ended:
            self._end()
        return self._answer(asked)

    def _decision(self) -> Decision | None:
        """The decision that is asked for here: the first open one that was not put off."""
        waiting = [one for one in self.match.decisions if one.seat in self.people]
        return min(waiting, key=lambda one: one.seat in self._put_off, default=None)

    # -- secrets at one screen ----------------------------------------------------------------

    def _position(self, decision: Decision) -> tuple[int, int, int]:
        return self.match.revision, self.match.undone, decision.seat

    def _is_secret(self, decision: Decision) -> bool:
        """Whether others at this screen may not see what is chosen there."""
        return self._apart and is_sealed(self.match.system, decision)

    def _must_pass_to(self, decision: Decision) -> bool:
        """Whether the one who decides has yet to sit down alone; a pipe has nobody to look away."""
        unseen = self._is_secret(decision) and self._seated != self._position(decision)
        return unseen and self.lines.interactive

    def _pass_to(self, decision: Decision) -> int | None:
        """An empty screen until the one who is to choose says to be there."""
        name = self.match.game.seats[decision.seat].name
        say(self.console, self.match.game.prompt(self.match.state, decision), "bold")
        others = sum(one.seat in self.people for one in self.match.decisions) > 1
        later = ", n for the next" if others else ""
        line = self.lines.ask(f"Only {name} may look now. Enter when you are alone{later}: ")
        if line is None:
            return self._input_ended(decision)
        if line in ("q", "quit"):
            return self._leave()
        self._warned = False
        if line in ("n", "next") and others:
            self._next("")
        else:
            self._seated = self._position(decision)
        return None

    def _eyes_for(self, decision: Decision | None) -> int | None:
        """Through whose eyes the board is shown while that is asked."""
        if decision is None or (self._apart and not self._is_secret(decision)):
            return self.eyes
        return decision.seat

    # -- telling ------------------------------------------------------------------------------

    def _greet(self) -> None:
        match = self.match
        seats = ", ".join(
            f"{seat.name}: {bot.name if bot else 'you'}"
            for seat, bot in zip(match.game.seats, self.players, strict=True)
        )
        described = match.system.describe(match.game.setup)
        say(self.console, match.game.title, "bold", note=described.title)
        say(self.console, described.about)
        say(self.console, seats)
        say(self.console, f"Seed SHA-256: {match.commitment}", "dim")
        for note in match.game.footnotes():
            say(self.console, note, "dim")
        if None in self.players:
            say(self.console, "? tells what you can type.", "dim")
        self.console.print()

    def _tell_news(self) -> None:
        for entry in self.match.entries[self._told :]:
            tell(self.console, self._told_of(entry))
        self._told = len(self.match.entries)

    def _told_of(self, entry: Entry[Any, Any, Event]) -> Told:
        return told(self.match.game, entry, self.match.eyes(self.eyes))

    def _ask(self, decision: Decision) -> None:
        """Board, question and choices, once for each position."""
        match = self.match
        game, state, seat = match.game, match.state, decision.seat
        position = self._position(decision)
        if self._asked == position:
            return
        scene = game.scene(state, self._eyes_for(decision))
        self._menu = menu_of(game, state, scene, game.actions(state, seat))
        if scene != self._board:
            self.console.print()
            show_board(self.console, scene, labels=self._menu.folded)
            self._board = scene
        show_question(self.console, game, state, decision)
        others = [game.prompt(state, one) for one in match.decisions if one.seat != seat]
        if others:
            say(self.console, f"Asked too: {'; '.join(others)}. n asks the next first.", "dim")
        show_menu(self.console, game, state, seat, self._menu)
        self._asked = position

    def _end(self) -> None:
        match, outcome = self.match, self.match.outcome
        self._ended = True
        self._menu = Menu((), ())
        self.console.print()
        show_board(self.console, match.game.scene(match.state, self.eyes))
        if outcome:
            show_outcome(self.console, match.game, outcome)
        if match.seed:
            say(self.console, f"The seed was {match.seed.hex()}")
            say(
                self.console,
                "Its SHA-256 was told before the first roll. To see that no die was changed: "
                "s FILE, then meleekit verify FILE.",
                "dim",
            )

    # -- answering ----------------------------------------------------------------------------

    def _answer(self, decision: Decision | None) -> int | None:
        """Read a line and do what it says; an exit code to leave with, or None to go on."""
        line = self.lines.ask(PROMPT)
        if line is None:
            return self._input_ended(decision)
        word, _, rest = line.partition(" ")
        if line.startswith("?"):  # which needs no blank behind it
            word, rest = "?", line[1:]
        if word in ("q", "quit"):
            return self._leave()
        self._warned = False
        command = self._command(word)
        try:
            if command:
                command(rest.strip())
            elif line and not line.startswith("#"):
                self._choose(decision, line.removeprefix("/"))
        except MeleekitError as error:
            say(self.console, str(error))
        return None

    def _command(self, word: str) -> Callable[[str], None] | None:
        commands: Mapping[str, Callable[[str], None]] = {
            "?": self._explain,
            "help": self._explain,
            "n": self._next,
            "next": self._next,
            "u": self._undo,
            "undo": self._undo,
            "s": self._save,
            "save": self._save,
            "l": self._log,
            "log": self._log,
            "o": self._odds,
            "odds": self._odds,
            "a": self._all,
            "all": self._all,
            "b": self._draw,
            "board": self._draw,
        }
        return commands.get(word)

    def _input_ended(self, decision: Decision | None) -> int:
        if decision is None:
            return LEFT
        game, state = self.match.game, self.match.state
        where = game.status(state)
        say(
            self.console,
            f"The input ended before the match did{f' ({where})' if where else ''}: "
            f"{game.prompt(state, decision)}",
        )
        return INPUT_ENDED

    def _leave(self) -> int | None:
        unsaved = self._saved != (self.match.revision, self.match.undone)
        if unsaved and self.lines.interactive and not self._warned and not self._ended:
            say(self.console, "Not saved: s FILE saves the match, q once more leaves it.")
            self._warned = True
            return None
        return LEFT

    def _choose(self, decision: Decision | None, typed: str) -> None:
        if decision is None:
            raise BadRequest("the match is over; s FILE saves it, u takes back, q leaves")
        found = self._find(typed)
        if len(found) == 1:
            secret = self._is_secret(decision)
            self.match.act(decision.seat, found[0].action)
            self._put_off.clear()
            if secret and self.lines.interactive:
                self.lines.forget()
                wipe(self.console)
                self._board = None
            return
        say(self.console, f"{len(found)} things fit {typed!r}:")
        show_options(self.console, found[:MOST_LISTED])
        if len(found) > MOST_LISTED:
            say(self.console, f"and {len(found) - MOST_LISTED} more")

    def _find(self, typed: str) -> tuple[Option, ...]:
        """The options meant, at least one. Raises `BadRequest`."""
        found = self._menu.find(typed)
        if found:
            return found
        last = len(self._menu.options)
        if not last:
            raise BadRequest("there is nothing left to choose")
        raise BadRequest(f"nothing that may be done fits {typed!r}: 1 to {last}, or ? for help")

    # -- commands -----------------------------------------------------------------------------

    def _explain(self, typed: str) -> None:
        if not typed:
            show_help(self.console)
            return
        found = self._find(typed)
        if len(found) > 1:
            say(self.console, f"{len(found)} things fit {typed!r}:")
            show_options(self.console, found[:MOST_LISTED])
            return
        show_forecast(self.console, found[0], self._forecast(found[0]))

    def _odds(self, _: str) -> None:
        found = ((option, self._forecast(option)) for option in self._menu.options)
        show_odds(self.console, [(option, odds) for option, odds in found if odds])

    def _forecast(self, option: Option) -> Forecast | None:
        """The odds of what the seat that is asked may do."""
        decision = self._decision()
        if decision is None:
            return None
        return self.match.game.forecast(self.match.state, decision.seat, option.action)

    def _all(self, _: str) -> None:
        show_options(self.console, self._menu.options)

    def _draw(self, _: str) -> None:
        match = self.match
        scene = match.game.scene(match.state, self._eyes_for(self._decision()))
        show_board(self.console, scene, labels=self._menu.folded)

    def _log(self, typed: str) -> None:
        if typed and not typed.isdecimal():
            raise BadRequest(f"l, or l and how many entries; not {typed!r}")
        wanted = [what for what in map(self._told_of, self.match.entries) if what]
        last = int(typed[:9]) if typed else 0  # more digits would be no more entries
        for what in wanted[-last:]:
            tell(self.console, what, rules=True)

    def _undo(self, _: str) -> None:
        """Back to the last decision of somebody at this terminal."""
        match = self.match
        to = back_to(match, self.people)
        if to is None:
            raise BadRequest("there is nothing of yours to take back")
        match.undo(to)
        self._told = len(match.entries)
        self._put_off.clear()
        self._asked = None
        self._ended = False
        say(self.console, "Taken back.")

    def _next(self, _: str) -> None:
        """Of several that are asked at once, the next before the present one."""
        waiting = {one.seat for one in self.match.decisions if one.seat in self.people}
        now = self._decision()
        if now is None or len(waiting) < 2:
            raise BadRequest("nobody else is asked anything now")
        self._put_off.add(now.seat)
        if self._put_off >= waiting:
            self._put_off.clear()

    def _save(self, typed: str) -> None:
        if not typed:
            raise BadRequest("s and the name of a file")
        # Without the seed nobody could go on with the match; here it is the players' own.
        write_record_file(path_typed(typed), self.match.save(reveal_seed=True))
        self._saved = (self.match.revision, self.match.undone)
        say(self.console, f"Saved as {typed}, with its seed.")
