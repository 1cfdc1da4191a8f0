"""What every game must hold to, as checks that whoever designs a game can run on it.

Each check of `CHECKS` takes a system and plays random games of all its scenarios, one a seed and
at most `steps` actions long; it raises `ContractBroken` at the first thing that is not as
`core.game` and `core.system` promise. `check_all` runs the lot.

A system that keeps secrets says so as `KeepsSecrets` does; any other is held to be open. One
whose games may go on for ever in clumsy hands says how to limit them as `CanBeLimited` does.
"""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import reduce
from itertools import islice
from typing import Any, Protocol, TypeAlias, runtime_checkable

import msgspec

from meleekit.core.contract_secrecy import keeps_secrets
from meleekit.core.dice import Given
from meleekit.core.enumerated import enumerate_outcomes
from meleekit.core.errors import GameOver, IllegalAction, MeleekitError, NotYourDecision
from meleekit.core.match import Match
from meleekit.core.scene import scene_ids
from meleekit.core.secrecy import KeepsSecrets
from meleekit.core.system import System
from meleekit.core.trial import (
    ContractBroken,
    Moment,
    demand,
    dice_of,
    encoded,
    games,
    random_match,
    sample,
    strangers,
    walk,
    walks,
)
from meleekit.core.verify import verify

Check: TypeAlias = Callable[[System, Sequence[int], int], None]

# Interrupts of interrupts, one after another; more than this is a circle.
LONGEST_CHAIN = 200

__all__ = ["CHECKS", "CanBeLimited", "Check", "ContractBroken", "KeepsSecrets", "check_all"]


@runtime_checkable
class CanBeLimited(Protocol):
    """A system that knows an option under which every game ends in time."""

    def limited(self, setup: Any) -> Any:  # noqa: ANN401  # each system has set-ups of its own
        """The same set-up with that option, for play that does not try to win."""


def describes_itself(system: System, seeds: Sequence[int], steps: int) -> None:
    """Names, seats and versions of a system and its games agree; set-ups survive being saved."""
    demand(bool(system.key and system.title and system.about), "has no key, title or about")
    for name, setup in system.scenarios().items():
        game = system.game(setup)
        where = f"{system.key}, {name}"
        demand(game.key == system.key, f"the game calls itself {game.key!r}", where)
        demand(game.rules_version == system.rules_version, "two versions of the rules", where)
        demand(
            [seat.index for seat in game.seats] == list(range(len(game.seats))),
            "seats are not numbered from 0 in order",
            where,
        )
        described = system.describe(setup)
        demand(bool(described.title), "a ready set-up has no title", where)
        sides = 1 + max(seat.side for seat in game.seats)
        demand(len(described.sides) == sides, f"{sides} sides, named otherwise", where)
        fewest, most = system.seats
        demand(fewest <= len(game.seats) <= most, f"{len(game.seats)} seats", where)
        plain = msgspec.json.decode(encoded(game.setup))
        again = system.game(system.setup_from(plain)).setup
        demand(encoded(again) == encoded(game.setup), "the set-up reads back otherwise", where)
        by_name = system.game(system.setup_from(name)).setup
        demand(encoded(by_name) == encoded(game.setup), "its name gives another set-up", where)


def states_are_values(system: System, seeds: Sequence[int], steps: int) -> None:
    """States, events and actions survive being written and read, and so does what is legal."""
    for moment in walks(system, seeds, steps):
        game, state = moment.game, moment.step.state
        again = _read_back(state, game.state_type, moment)
        demand(encoded(again) == encoded(state), "equal states are written differently", moment)
        for eyes in (None, *(seat.index for seat in game.seats)):
            _read_back(game.view(state, eyes), game.view_type or game.state_type, moment)
        for event in moment.step.events:
            _read_back(event, game.event_type, moment)
            demand(bool(event.rule), f"the event names no rule: {event}", moment)
        for seat in game.seats:
            legal = list(game.legal_actions(state, seat.index))
            same = list(game.legal_actions(again, seat.index)) == legal
            demand(same, "equal states have other legal actions, or another order", moment)
        for action in moment.legal:
            _read_back(action, game.action_type, moment)
        plain = msgspec.to_builtins(moment.action)
        demand(game.action_from(plain) == moment.action, "the action reads otherwise", moment)
        if isinstance(plain, dict):
            try:
                game.action_from({**plain, "no such field": 0})
            except MeleekitError:
                continue
            raise ContractBroken(f"{moment}: an action with an unknown field is read")


def _read_back(value: object, kind: Any, moment: Moment) -> object:  # noqa: ANN401
    """The value as it comes back from JSON, which must be equal to it."""
    try:
        copy: object = msgspec.json.decode(encoded(value), type=kind)
    except (msgspec.MsgspecError, TypeError) as error:
        raise ContractBroken(f"{moment}: cannot be written and read: {value}: {error}") from error
    demand(copy == value, f"reads back otherwise: {value}", moment)
    return copy


def legal_actions_are_accepted(system: System, seeds: Sequence[int], steps: int) -> None:
    """What is legal can be done, and doing it leaves the state it was done to as it was."""
    for moment in walks(system, seeds, steps):
        before = encoded(moment.state)
        choice = dice_of("accepted", moment.number)
        for action in sample(choice, moment.legal, 8):
            try:
                moment.game.apply(moment.state, moment.seat, action, choice)
            except MeleekitError as error:
                raise ContractBroken(f"{moment}: {action} is legal, but {error}") from error
            demand(encoded(moment.state) == before, f"{action} changed its own input", moment)


def all_else_is_refused(system: System, seeds: Sequence[int], steps: int) -> None:
    """Whatever is not legal raises `IllegalAction` with rule and reason, and changes nothing."""
    seen: dict[bytes, Any] = {}
    for moment in walks(system, seeds, steps):
        before = encoded(moment.state)
        choice = dice_of("refused", moment.number)
        for action in strangers(moment, choice, list(seen.values()), 24):
            try:
                moment.game.apply(moment.state, moment.seat, action, choice)
            except IllegalAction as refusal:
                demand(bool(refusal.rule), f"refusing {action} names no rule", moment)
                demand(bool(refusal.message), f"refusing {action} gives no reason", moment)
            except Exception as error:
                raise ContractBroken(f"{moment}: refusing {action} raised {error!r}") from error
            else:
                raise ContractBroken(f"{moment}: {action} is not legal and was done")
            demand(encoded(moment.state) == before, f"refusing {action} left traces", moment)
        seen |= {encoded(action): action for action in sample(choice, moment.legal, 40)}


def others_must_wait(system: System, seeds: Sequence[int], steps: int) -> None:
    """Seats that nothing waits for have no actions and are told so, seats that are none too."""
    for moment in walks(system, seeds, steps):
        waiting = {decision.seat for decision in moment.game.decisions(moment.state)}
        count = len(moment.game.seats)
        demand(waiting <= set(range(count)), f"waits for {waiting}, which are no seats", moment)
        for seat in sorted(set(range(-1, count + 1)) - waiting):
            actions = moment.game.actions(moment.state, seat)
            demand(not actions, f"seat {seat} has actions and no decision", moment)
            try:
                moment.game.apply(moment.state, seat, moment.action, dice_of("wait", 0))
            except NotYourDecision:
                continue
            raise ContractBroken(f"{moment}: seat {seat} acted out of turn")


def speaks_plainly(system: System, seeds: Sequence[int], steps: int) -> None:
    """Actions have labels that tell them apart, decisions a prompt, and events are narrated."""
    for moment in walks(system, seeds, steps):
        game = moment.game
        labels: dict[str, Any] = {}
        for action in moment.legal:
            label = game.label(moment.state, action)
            demand(bool(label.strip()), f"{action} has no label", moment)
            other = labels.setdefault(label, action)
            demand(other == action, f"{action} and {other} are both called {label!r}", moment)
        demand(len(labels) == len(moment.legal), "an action is listed twice", moment)
        for decision in game.decisions(moment.state):
            demand(bool(game.prompt(moment.state, decision)), f"no prompt: {decision}", moment)
        for event in moment.step.events:
            demand(isinstance(game.narrate(event), str), f"not narrated: {event}", moment)
        demand(isinstance(game.status(moment.state), str), "no status", moment)


def points_at_the_scene(system: System, seeds: Sequence[int], steps: int) -> None:
    """What decisions and actions point at is in the scene that their seat sees."""
    for moment in walks(system, seeds, steps):
        game, state = moment.game, moment.state
        for decision in game.decisions(state):
            ids = scene_ids(game.scene(state, decision.seat))
            unknown = [who for who in decision.who if who not in ids]
            demand(not unknown, f"{decision} is about {unknown}, not in the scene", moment)
        ids = scene_ids(game.scene(state, moment.seat))
        for action in moment.legal:
            unknown = [pick for pick in game.picks(state, action) if pick not in ids]
            demand(not unknown, f"{action} picks {unknown}, not in the scene", moment)
        demand(bool(scene_ids(game.scene(state, None))), "spectators see nothing", moment)


def looking_changes_nothing(system: System, seeds: Sequence[int], steps: int) -> None:
    """Views, scenes, forecasts and the like leave the state as it is, and do not depend on luck."""
    for moment in walks(system, seeds, steps):
        game, state = moment.game, moment.state
        before = encoded(state)
        for seat in (None, *(seat.index for seat in game.seats)):
            view = encoded(game.view(state, seat))
            scene = encoded(game.scene(state, seat))
            demand(view == encoded(game.view(state, seat)), "two looks, two views", moment)
            demand(scene == encoded(game.scene(state, seat)), "two looks, two scenes", moment)
        forecast = game.forecast(state, moment.seat, moment.action)
        for chance in forecast.chances if forecast else ():
            exact = isinstance(chance.probability, Fraction) and 0 <= chance.probability <= 1
            demand(exact, f"no probability: {chance}", moment)
        for expected in forecast.expected if forecast else ():
            exact = isinstance(expected.value, Fraction)
            demand(exact, f"no exact expectation: {expected}", moment)
        game.outcome(state)
        demand(encoded(state) == before, "looking at the state changed it", moment)


def situations_are_the_moment(system: System, seeds: Sequence[int], steps: int) -> None:
    """What is written of a moment is that moment, and a seat's copy holds what it may know.

    Games without situations need not answer.
    """
    if system.situation_schema() is None:
        return
    for moment in islice(walks(system, seeds, steps), 0, None, 11):
        game, state = moment.game, moment.step.state
        other, again = system.load_situation(system.dump_situation(game, state))
        demand(again == state, "its situation is another moment", moment)
        demand(other.setup == game.setup, "its situation is of another set-up", moment)
        for eyes in (None, *(seat.index for seat in game.seats)):
            copied = system.dump_view(game, game.view(state, eyes))
            if not isinstance(system, KeepsSecrets):
                continue
            for twin in system.twins(game, state, eyes):
                same = system.dump_view(game, game.view(twin, eyes)) == copied
                demand(same, f"the copy of seat {eyes} tells what it may not know", moment)


def interrupts_can_be_let_be(system: System, seeds: Sequence[int], steps: int) -> None:
    """The first legal action at an interrupt lets things happen, so play gets past it."""
    for moment in walks(system, seeds, steps):
        game, state, dice = moment.game, moment.state, dice_of("let be", moment.number)
        for _ in range(LONGEST_CHAIN):
            waiting = game.decisions(state)
            if not any(decision.interrupts for decision in waiting):
                break
            actions = game.actions(state, waiting[0].seat)
            demand(len(actions) > 0, f"no way on from {waiting[0]}", moment)
            state = game.apply(state, waiting[0].seat, actions[0], dice).state
        else:
            raise ContractBroken(f"{moment}: letting things happen never gets past {waiting[0]}")


def replays_exactly(system: System, seeds: Sequence[int], steps: int) -> None:
    """A match saved, loaded, verified, taken back and played again is the same match."""
    systems = {system.key: system}
    for game, scenario, seed in games(system, seeds):
        where = f"{game.key}, {scenario}, seed {seed}"
        match = random_match(system, scenario, seed, steps)
        record = match.save(reveal_seed=True)
        loaded = Match.load(record, systems)
        demand(loaded.entries == match.entries, "loads otherwise than it was saved", where)
        demand(loaded.save(reveal_seed=True) == record, "saves otherwise than it loaded", where)
        demand(loaded.log_hash() == match.log_hash(), "loading changed the hash", where)
        verdict = verify(record, systems)
        demand(verdict.ok, f"revision {verdict.revision}: {verdict.reason}", where)
        again = match.entries[match.revision // 2 + 1 :]
        loaded.undo(match.revision // 2)
        for entry in again:
            loaded.act(entry.seat, entry.action)
        demand(loaded.log_hash() == match.log_hash(), "undone and redone it differs", where)
        state = match.game.begin(Given([roll.total for roll in match.entries[0].rolls])).state
        for revision, entry in enumerate(match.entries[1:], 1):
            dice = Given([roll.total for roll in entry.rolls])
            state = game.apply(state, entry.seat, entry.action, dice).state
            dice.check_used_up()
            demand(state == entry.state, f"revision {revision} differs by hand", where)


def can_be_enumerated(system: System, seeds: Sequence[int], steps: int) -> None:
    """Every way the dice can fall can be walked, and the chances add up to 1."""
    for moment in islice(walks(system, seeds, steps), 0, None, 7):

        def act(dice: Any, moment: Moment = moment) -> None:  # noqa: ANN401
            moment.game.apply(moment.state, moment.seat, moment.action, dice)

        chances = [chance for _, chance in islice(enumerate_outcomes(act), 2000)]
        total = sum(chances, Fraction(0))
        demand(total == 1 or len(chances) == 2000, f"chances add up to {total}", moment)


def ends(system: System, seeds: Sequence[int], steps: int) -> None:
    """Random play, limited if it can be, ends within a hundred times `steps`; then all is over."""
    for game, scenario, seed in games(system, seeds):
        where = f"{game.key}, {scenario}, seed {seed}"
        if isinstance(system, CanBeLimited):
            game = system.game(system.limited(game.setup))
        last = None
        for moment in walk(game, scenario, seed, steps * 100):
            demand(game.outcome(moment.state) is None, "the end has come and play goes on", moment)
            last = moment
        if last is None:
            raise ContractBroken(f"{where}: it ends before it begins")
        state = last.step.state
        demand(not game.decisions(state), f"no end after {last.number} actions", where)
        outcome = game.outcome(state)
        if outcome is None:
            raise ContractBroken(f"{where}: nothing to decide, and no outcome")
        demand(bool(outcome.reason and outcome.rule), "an outcome without reason or rule", where)
        known = {seat.index for seat in game.seats}
        demand(set(outcome.winners) <= known, "winners that are no seats", where)
        for seat in known:
            demand(not game.actions(state, seat), f"seat {seat} can go on after the end", where)
            try:
                game.apply(state, seat, last.action, dice_of("over", seed))
            except GameOver:
                continue
            raise ContractBroken(f"{where}: an action after the end was not refused as such")


def same_on_every_run(system: System, seeds: Sequence[int], steps: int) -> None:
    """The same seed gives the same log whatever PYTHONHASHSEED is.

    Two more interpreters play; they import the system's class, which must need no arguments.
    """
    kind = type(system)
    target = f"{kind.__module__}:{kind.__qualname__}"
    command = [sys.executable, "-m", __name__, target, str(steps), *map(str, seeds)]
    path = os.pathsep.join(entry or os.curdir for entry in sys.path)
    logs = []
    for hash_seed in ("0", "12345"):
        env = os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": path}
        run = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
        demand(run.returncode == 0, f"playing it elsewhere failed:\n{run.stderr}", target)
        logs.append(run.stdout)
    demand(logs[0] == logs[1], "another PYTHONHASHSEED, another game", target)
    demand(logs[0] == _hashes(system, seeds, steps), "another process, another game", target)


def _hashes(system: System, seeds: Sequence[int], steps: int) -> str:
    return "".join(
        f"{name} {seed} {random_match(system, name, seed, steps).log_hash()}\n"
        for name in system.scenarios()
        for seed in seeds
    )


CHECKS: tuple[Check, ...] = (
    describes_itself,
    states_are_values,
    legal_actions_are_accepted,
    all_else_is_refused,
    others_must_wait,
    speaks_plainly,
    points_at_the_scene,
    looking_changes_nothing,
    keeps_secrets,
    situations_are_the_moment,
    interrupts_can_be_let_be,
    replays_exactly,
    can_be_enumerated,
    ends,
    same_on_every_run,
)


def check_all(system: System, seeds: Sequence[int] = (0, 1), steps: int = 200) -> None:
    """Run every check on the system. Raises `ContractBroken` at the first that fails."""
    for check in CHECKS:
        check(system, seeds, steps)


def _main(target: str, steps: str, *seeds: str) -> None:
    """Print the log hash of one random match a scenario and seed, for `same_on_every_run`."""
    module, _, name = target.partition(":")
    kind = reduce(getattr, name.split("."), importlib.import_module(module))
    sys.stdout.write(_hashes(kind(), list(map(int, seeds)), int(steps)))  # type: ignore[operator]  # a class


if __name__ == "__main__":
    _main(*sys.argv[1:])
