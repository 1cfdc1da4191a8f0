"""The verbs of the referee protocol, whatever carries them.

Each verb works out its answer and the change that goes with it; the change is made when the answer
is written, and cannot fail. So a refusal, of whatever kind, has changed nothing.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from meleekit.bots import BOTS, Bot, bot_choice, bots_for
from meleekit.bots.base import Explains
from meleekit.core.dice import new_seed
from meleekit.core.errors import (
    BadRequest,
    BadSave,
    BadSituation,
    MeleekitError,
    UnknownGame,
)
from meleekit.core.game import Decision
from meleekit.core.match import Match
from meleekit.core.situation import parsed
from meleekit.core.svg import render_svg
from meleekit.core.system import System
from meleekit.core.text import render_text
from meleekit.core.typed import under
from meleekit.core.verify import verify
from meleekit.referee import answers as say
from meleekit.referee import requests as ask
from meleekit.referee.matches import AnyEntry, AnyMatch, Kept, Limits, Matches, weight_of
from meleekit.referee.results import hides, results
from meleekit.referee.schemas import schemas
from meleekit.systems import SYSTEMS

log = logging.getLogger("meleekit.referee")

Change = Callable[[], None]

NO_BUDGET = "decides at once and always the same: budget_ms changes nothing"


class Reply(NamedTuple):
    """An answer as JSON; `code` is the error's, if it is one; `last` if it ends the talk."""

    body: bytes
    code: str | None = None
    last: bool = False


class Ruling(NamedTuple):
    """An answer, and what is changed once it stands."""

    answer: say.Answer
    change: Change | None = None


class Referee:
    """Answers requests, one at a time, about matches of its own.

    `seeds` draws the seed of each new match, `names` its name. One that is `shared` stays when one
    of those who ask quits. Whoever knows a match's name may ask
    about it as any seat; an answer for one seat has nothing in it that the seat may not know.
    """

    def __init__(
        self,
        systems: Mapping[str, System] = SYSTEMS,
        bots: Mapping[str, Bot] = BOTS,
        *,
        limits: Limits | None = None,
        shared: bool = False,
        seeds: Callable[[], bytes] = new_seed,
        names: Callable[[], str] | None = None,
    ) -> None:
        self._systems = systems
        self._bots = bots
        self._seeds = seeds
        self._limits = limits or Limits()
        self._shared = shared
        self._matches = Matches(self._limits, names)
        self._verbs: Mapping[type, Callable[[Any], Ruling]] = {
            ask.Games: self._games,
            ask.Schema: self._schema,
            ask.New: self._new,
            ask.Load: self._load,
            ask.Options: self._options,
            ask.Act: self._act,
            ask.Odds: self._odds,
            ask.View: self._view,
            ask.Scene: self._scene,
            ask.Suggest: self._suggest,
            ask.Undo: self._undo,
            ask.Save: self._save,
            ask.Restore: self._restore,
            ask.Verify: self._verify,
            ask.Quit: self._quit,
        }

    def answer(self, data: bytes) -> Reply:
        """The answer to a request, whatever it is; nothing is raised."""
        try:
            asked = ask.read(data)
            ruling = self._verbs[type(asked)](asked)
            body = say.written(asked.id, ruling.answer)
        except MeleekitError as error:
            if error.code == MeleekitError.code:
                log.error("fault", exc_info=error)
            return refusal(error, ask.key_of(data))
        except Exception as error:
            log.error("fault", exc_info=error)
            fault = MeleekitError("something went wrong here; nothing was changed")
            return refusal(fault, ask.key_of(data))
        if ruling.change is not None:
            ruling.change()
        return Reply(body, last=isinstance(asked, ask.Quit) and asked.match is None)

    # -- what there is ------------------------------------------------------------------------

    def _games(self, asked: ask.Games) -> Ruling:
        return Ruling(say.GamesSeen(games=tuple(map(self._described, self._systems.values()))))

    def _described(self, system: System) -> say.GameSeen:
        described = {name: system.describe(setup) for name, setup in system.scenarios().items()}
        return say.GameSeen(
            key=system.key,
            title=system.title,
            about=system.about,
            seats=say.Seats(*system.seats),
            scenarios=tuple(
                say.Scenario(name, one.title, one.about, one.sides)
                for name, one in described.items()
            ),
            options=system.options(),
            variants=system.variants(),
            bots=bots_for(system.key, self._bots),
            rules_version=system.rules_version,
        )

    def _schema(self, asked: ask.Schema) -> Ruling:
        return Ruling(schemas(self._system(asked.game)))

    def _system(self, key: str) -> System:
        if key not in self._systems:
            known = ", ".join(self._systems) or "none"
            raise UnknownGame(f"there is no game {key!r}; there are: {known}", at="game")
        return self._systems[key]

    # -- a match begins and ends --------------------------------------------------------------

    def _new(self, asked: ask.New) -> Ruling:
        self._matches.check_place()  # before all the work
        system = self._system(asked.game)
        seed = self._seeds() if asked.seed is None else _seed(asked.seed)
        try:
            setup = system.setup_from(asked.setup)
            if asked.options:
                setup = system.with_options(setup, asked.options)
        except RecursionError:
            raise BadRequest("nested too deeply", at="setup") from None
        return self._begun(Match.start(system, setup, seed=seed), -1)

    def _load(self, asked: ask.Load) -> Ruling:
        if (asked.situation is None) == (asked.text is None):
            raise BadRequest("either a situation or its text is needed", at="situation")
        self._matches.check_place()
        said: str | dict[str, Any] = asked.text or asked.situation or {}
        try:
            system = self._system_of(parsed(said) if isinstance(said, str) else said)
            game, state = system.load_situation(said)
        except RecursionError:
            raise BadSituation("nested too deeply") from None
        match = Match.from_situation(system, game, state, seed=self._seeds())
        return self._begun(match, 0)

    def _system_of(self, situation: Mapping[str, Any]) -> System:
        """The system that a situation is of: its `game`, which may be left out where one is."""
        named = situation.get("game")
        if named is None and len(self._systems) == 1:
            return next(iter(self._systems.values()))
        if not isinstance(named, str) or named not in self._systems:
            known = ", ".join(self._systems) or "none"
            raise BadSituation(f"a situation names its game, one of: {known}", at="game")
        return self._systems[named]

    def _restore(self, asked: ask.Restore) -> Ruling:
        self._matches.check_place()
        try:
            match = Match.load(bytes(asked.save), self._systems)
        except BadSave as error:
            raise _bad_save(error) from None
        return self._begun(match, match.revision)

    def _begun(self, match: AnyMatch, begun: int) -> Ruling:
        """Keep a match; what happened up to revision `begun` is told to nobody."""
        kept = self._matches.proposed(match, begun)
        answer, told = self._position(kept, None)
        answer = msgspec.structs.replace(answer, commitment=match.commitment)

        def change() -> None:
            self._matches.keep(kept)
            told()

        return Ruling(answer, change)

    def _save(self, asked: ask.Save) -> Ruling:
        match = self._matches.get(asked.match).match
        seat = _seat(match, asked.seat)
        whole = seat is None
        record = msgspec.Raw(match.save(reveal_seed=True) if whole else match.account(seat))
        return Ruling(say.Saved(match=asked.match, revision=match.revision, save=record))

    def _verify(self, asked: ask.Verify) -> Ruling:
        try:
            found = verify(bytes(asked.save), self._systems)
        except BadSave as error:
            raise _bad_save(error) from None
        return Ruling(say.Verified(ok=found.ok, revision=found.revision, reason=found.reason))

    def _quit(self, asked: ask.Quit) -> Ruling:
        if asked.match is None and self._shared:
            raise BadRequest("others ask here too: quit a match of yours", at="match")
        if asked.match is None:
            return Ruling(say.Done(), self._matches.clear)
        name = self._matches.get(asked.match).name
        return Ruling(say.Done(), lambda: self._matches.let_go(name))

    # -- what is seen -------------------------------------------------------------------------

    def _view(self, asked: ask.View) -> Ruling:
        kept = self._matches.get(asked.match)
        return Ruling(*self._position(kept, _seat(kept.match, asked.seat)))

    def _scene(self, asked: ask.Scene) -> Ruling:
        match = self._matches.get(asked.match).match
        scene = match.game.scene(match.state, _seat(match, asked.seat))
        svg = asked.form == "svg"
        drawn = render_svg(scene, standalone=True) if svg else render_text(scene)
        return Ruling(
            say.Picture(match=asked.match, revision=match.revision, form=asked.form, picture=drawn)
        )

    def _position(
        self, kept: Kept, eyes: int | None, entries: Sequence[AnyEntry] = ()
    ) -> tuple[say.Position, Change]:
        """Where the match stands, or will once the `entries` are made, and what is told then.

        With entries their events are told, else all that these eyes have not been told of.
        """
        match, game = kept.match, kept.match.game
        told = kept.told_to(eyes)
        since = match.revision if entries else told
        revision = match.revision + len(entries)
        state = entries[-1].state if entries else match.state
        events = tuple(
            event
            for entry in entries or match.entries[since + 1 :]
            for event in match.told(entry, eyes)
        )
        # What lies between is still to be told, and then the entries come again, in their place.
        now_told = revision if since == told else told
        answer = say.Position(
            match=kept.name,
            game=game.key,
            revision=revision,
            open=tuple(_decision(kept, state, one) for one in game.decisions(state)),
            since=since,
            events=events,
            report=tuple(filter(None, map(game.narrate, events))),
            status=game.status(state),
            view=game.view(state, eyes),
            outcome=game.outcome(state),
        )
        return answer, lambda: self._matches.told(kept.name, eyes, now_told)

    # -- what may be done, and what comes of it -----------------------------------------------

    def _options(self, asked: ask.Options) -> Ruling:
        kept, decision = self._asked_of(asked.match, asked.seat)
        match, game, state = kept.match, kept.match.game, kept.match.state
        legal = game.actions(state, decision.seat)
        return Ruling(
            say.OptionsSeen(
                match=kept.name,
                revision=match.revision,
                decision=_decision(kept, state, decision),
                actions=tuple(
                    say.ActionSeen(action, game.label(state, action), game.picks(state, action))
                    for action in legal
                ),
            )
        )

    def _asked_of(self, name: str, seat: int) -> tuple[Kept, Decision]:
        """The match, and what it asks of the seat. Raises `NotYourDecision` or `GameOver`."""
        kept = self._matches.get(name)
        match = kept.match
        _seat(match, seat)
        match.game.check_asked(match.state, seat)
        return kept, next(one for one in match.decisions if one.seat == seat)

    def _act(self, asked: ask.Act) -> Ruling:
        kept = self._matches.get(asked.match)
        match = kept.match
        _seat(match, asked.seat)
        action = _action(match, asked.seat, asked.action)
        if asked.revision is not None:
            match.check_present(asked.revision)
        entry = match.propose(asked.seat, action, dice=asked.dice)
        weight = weight_of(entry)
        self._matches.check_room(weight, kept)
        answer, told = self._position(kept, asked.seat, (entry,))

        def change() -> None:
            match.commit(entry)
            self._matches.grow(kept, weight)
            told()

        return Ruling(answer, change)

    def _undo(self, asked: ask.Undo) -> Ruling:
        kept = self._matches.get(asked.match)
        match, to = kept.match, asked.to
        answer, told = self._position(kept.back_at(to), None)

        def change() -> None:
            match.undo(to)
            self._matches.cut(kept, to)
            told()

        return Ruling(answer, change)

    def _odds(self, asked: ask.Odds) -> Ruling:
        kept = self._matches.get(asked.match)
        match, game, state, seat = kept.match, kept.match.game, kept.match.state, asked.seat
        _seat(match, seat)
        action = _action(match, asked.seat, asked.action)
        game.check_legal(state, seat, action)
        forecast = game.forecast(state, seat, action)
        hidden = hides(match.system, game, state, seat)
        limits = self._limits
        found = () if hidden else results(game, state, seat, action, asked.until, limits)
        return Ruling(
            say.OddsSeen(
                match=kept.name,
                revision=match.revision,
                outcomes=found,
                summary=None if forecast is None else say.Summary.of(forecast),
                note="what comes of it hangs on what this seat may not know" if hidden else "",
            )
        )

    def _suggest(self, asked: ask.Suggest) -> Ruling:
        kept, decision = self._asked_of(asked.match, asked.seat)
        match, game, seat = kept.match, kept.match.game, decision.seat
        known = bots_for(game.key, self._bots)
        if asked.bot not in known:
            raise BadRequest(f"no bot {asked.bot!r}; there are {', '.join(known)}", at="bot")
        bot = self._bots[asked.bot]
        action = bot_choice(match, bot, seat)
        why = ""
        if isinstance(bot, Explains):
            why = bot.explain(game, game.view(match.state, seat), seat, action)
        return Ruling(
            say.Suggestion(
                match=kept.name,
                revision=match.revision,
                seat=seat,
                bot=bot.name,
                action=action,
                label=game.label(match.state, action),
                why=why,
                # None of them searches, so that the same seed always gives the same battle.
                note="" if asked.budget_ms is None else f"{bot.name} {NO_BUDGET}",
            )
        )


def refusal(error: MeleekitError, key: msgspec.Raw = ask.NULL) -> Reply:
    """The answer to a request that is refused."""
    return Reply(say.written(key, say.Refused(error=say.Refusal.of(error))), code=error.code)


def _decision(kept: Kept, state: Any, decision: Decision) -> say.DecisionSeen:  # noqa: ANN401
    return say.DecisionSeen.of(decision, kept.match.game.prompt(state, decision))


def _action(match: AnyMatch, seat: int, data: object) -> Any:  # noqa: ANN401  # each its own
    try:
        return match.game.read_action(match.state, seat, data)
    except RecursionError:
        raise BadRequest("nested too deeply", at="action") from None


def _seat(match: AnyMatch, seat: int | None) -> int | None:
    if seat is not None and seat >= len(match.game.seats):
        last = len(match.game.seats) - 1
        raise BadRequest(f"there is no seat {seat}, only 0 to {last}", at="seat")
    return seat


def _seed(text: str) -> bytes:
    try:
        seed = bytes.fromhex(text) if text.isalnum() else b""
    except ValueError:
        seed = b""
    if len(seed) != 32:
        raise BadRequest("a seed is 64 hex digits", at="seed")
    return seed


def _bad_save(error: BadSave) -> BadRequest:
    return error.restated(BadRequest, at=under("save", error.at))
