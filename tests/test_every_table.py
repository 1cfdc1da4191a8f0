"""Every game at every table: played by its bots, in the terminal, on the web, by the referee."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from meleekit.bots import BOTS, bot_choice, bots_for, play_out
from meleekit.cli import app
from meleekit.core.contract import CanBeLimited
from meleekit.core.match import Match
from meleekit.core.verify import verify
from meleekit.systems import SYSTEMS
from tests.bots.games import play, seed
from tests.referee.clerk import SEED, Clerk
from tests.server.table_at_home import act, begin, table

FIRST = {game: next(iter(system.scenarios())) for game, system in SYSTEMS.items()}

each_game = pytest.mark.parametrize("game", SYSTEMS)
each_bot = pytest.mark.parametrize(
    ("game", "bot"), [(game, bot) for game in SYSTEMS for bot in bots_for(game)]
)


def title_of(game: str) -> str:
    """The name of the first of its scenarios."""
    return SYSTEMS[game].describe(SYSTEMS[game].setup_from(FIRST[game])).title


def seats_of(game: str) -> int:
    """How many play the first of its scenarios."""
    system = SYSTEMS[game]
    return len(system.game(system.setup_from(FIRST[game])).seats)


@each_game
def test_it_has_bots_beside_the_one_that_plays_at_random(game: str) -> None:
    weakest, *others = bots_for(game)
    assert weakest == "random"
    assert others
    elsewhere = {bot for other in SYSTEMS if other != game for bot in bots_for(other)}
    assert not elsewhere & set(others)


@pytest.mark.parametrize(
    ("game", "name"), [(game, name) for game in SYSTEMS for name in SYSTEMS[game].scenarios()]
)
def test_a_bot_that_knows_it_plays_every_scenario_to_its_end(game: str, name: str) -> None:
    rules = SYSTEMS[game].game(SYSTEMS[game].setup_from(name))
    for number in range(2):
        ended = play(rules, [BOTS[bots_for(game)[1]]] * len(rules.seats), (name, number))
        assert rules.outcome(ended) is not None


@each_bot
def test_of_the_same_seed_each_of_its_bots_does_the_same(game: str, bot: str) -> None:
    system = SYSTEMS[game]
    matches: list[Match[Any, Any]] = [
        Match.start(system, system.setup_from(FIRST[game]), seed=seed(1)) for _ in range(2)
    ]
    for _ in range(12):
        for match in matches:
            if match.outcome is None:
                seat = match.decisions[0].seat
                match.act(seat, bot_choice(match, BOTS[bot], seat))
    assert matches[0].log_hash() == matches[1].log_hash()
    assert matches[0].revision > 1


@each_bot
def test_each_of_its_bots_plays_it_to_an_end_that_can_be_verified(game: str, bot: str) -> None:
    system = SYSTEMS[game]
    setup = system.setup_from(FIRST[game])
    if isinstance(system, CanBeLimited):
        setup = system.limited(setup)
    match: Match[Any, Any] = Match.start(system, setup, seed=bytes(32))
    play_out(match, [BOTS[bot]] * len(match.game.seats))
    assert verify(match.save(reveal_seed=True), SYSTEMS).ok


@each_game
def test_it_is_played_in_the_terminal(game: str) -> None:
    said = CliRunner().invoke(app, ["play", game, "--seed", SEED], input="1\n1\no\nl\nb\nq\n")
    assert said.exit_code == 0, said.output
    assert SYSTEMS[game].title in said.output


@each_game
def test_it_is_played_and_looked_up_on_the_web(game: str, tmp_path: Path) -> None:
    with table(tmp_path, SYSTEMS, BOTS) as visitor:
        match = begin(visitor, game, FIRST[game], ["me"] * seats_of(game))
        position = visitor.get(match).json()
        for _ in range(4):
            answer = act(visitor, match, position["revision"], 0)
            assert answer.status_code == 200, answer.text
            position = answer.json()
        page = match.removeprefix("/api").replace("matches", "match")
        for address in ("/", f"/rules/{game}", page, f"{page}/replay"):
            title = title_of(game) if address.startswith(page) else SYSTEMS[game].title
            assert escape(title) in visitor.get(address).text
        for address in ("/log", "/moments/1", "/situation"):
            assert visitor.get(f"{match}{address}").status_code == 200


@each_game
def test_it_is_refereed(game: str) -> None:
    clerk = Clerk(SYSTEMS)
    match = clerk.begin(game, FIRST[game])
    for _ in range(4):
        seat = clerk.ask("view", match=match)["open"][0]["seat"]
        for form in ("svg", "text"):
            assert clerk.ask("scene", match=match, seat=seat, **{"as": form})
        actions = [one["action"] for one in clerk.ask("options", match=match, seat=seat)["actions"]]
        for bot in bots_for(game):
            assert clerk.ask("suggest", match=match, seat=seat, bot=bot)["action"] in actions
        clerk.ask("odds", match=match, seat=seat, action=actions[0])
        clerk.act(match, seat, actions[0])


@each_game
def test_its_moments_are_drawn_and_asked_about_on_the_command_line(game: str) -> None:
    name = next(iter(SYSTEMS[game].situations()))
    for command in ("show", "ask"):
        said = CliRunner().invoke(app, [command, name])
        assert said.exit_code == 0, said.output
        assert said.output.strip()


@each_game
def test_its_rules_are_told_by_their_ids(game: str) -> None:
    book = SYSTEMS[game].rulebook()
    assert book is not None
    rule = next(iter(book.rules.values()))
    said = CliRunner().invoke(app, ["rules", game, rule.id])
    assert rule.title in re.sub(r"\s+", " ", said.output)
