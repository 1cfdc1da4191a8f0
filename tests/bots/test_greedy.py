"""The greedy bot: it takes what is best at once, in every game there is."""

from __future__ import annotations

import pytest

from meleekit.bots import BOTS, bot, bots_for
from meleekit.core.dice import Rolled
from meleekit.core.errors import BadRequest
from meleekit.tahta.actions import AnyAction, Attack, Finish, Guess, Recruit, Stake
from meleekit.tahta.game import Fists
from meleekit.tahta.setup import Setup
from tests.bots.games import play, seed, won
from tests.tahta.cases import Position, attack, position
from tests.tahta.random_play import random_setup


def chosen(now: Position, number: int = 0, name: str = "greedy") -> AnyAction:
    """What the bot does for whoever is asked first."""
    seat = now.game.decisions(now.state)[0].seat
    legal, view = now.game.actions(now.state, seat), now.game.view(now.state, seat)
    action: AnyAction = bot(name).choose(now.game, view, seat, legal, Rolled(seed(number)))
    return action


def on_turn(gold: int, units: dict[str, str], *cards: str, season: str = "spring") -> Position:
    """Raven, with so much gold, has units to activate, as the last of two; the cards are Sun's."""
    players = {"Raven": {"gold": gold}, "Sun": {"gold": 9, "cards": list(cards)}}
    last = {"seats": 2, "first": "Sun", "season": season, "to": "activate Raven"}
    return position(players, **last, units=units)


def test_each_system_has_its_own_bots() -> None:
    assert bots_for("tahta")[:2] == ("random", "greedy")
    assert not {"brawler", "tactician"} & set(bots_for("tahta"))
    assert "greedy" not in bots_for("tft")
    with pytest.raises(BadRequest, match="no bot 'greedy'; there are random, brawler, tactician"):
        bot("greedy", "tft")


def test_it_beats_random_play_clearly() -> None:
    # At even strength so many of 60 would be won once in twenty thousand million times.
    assert won(Fists(Setup()), BOTS["greedy"], BOTS["random"], range(30)) >= 54


@pytest.mark.parametrize("part", range(4))
def test_it_copes_with_any_set_up_and_any_neighbour(part: int) -> None:
    for number in range(part * 10, part * 10 + 10):
        chance = Rolled(seed("fists", number))
        game = Fists(random_setup(chance))
        bots = [BOTS[("greedy", "random")[chance.below(2)]] for _ in game.seats]
        assert game.outcome(play(game, bots, number)) is not None


def test_it_takes_a_castle_that_lies_open() -> None:
    now = on_turn(15, {"u2": "Raven: knight", "u1": "Raven: soldier"})
    assert chosen(now) == Attack("knight", "u2", "c2")


def test_it_does_not_attack_where_it_cannot_win() -> None:
    # TAH-ATK-09: one gold against a single guess always fails.
    units = {"u1": "Raven: soldier", "d1": "Raven: camp", "n": "Sun: soldier", "k": "Sun: soldier"}
    assert chosen(on_turn(1, units)) == Finish()


def test_places_that_are_as_good_are_drawn_for() -> None:
    game = Fists(Setup(mode="basic"))
    state = game.begin(Rolled(bytes(32))).state
    seat = game.decisions(state)[0].seat
    legal = game.actions(state, seat)
    found = {
        bot("greedy").choose(game, game.view(state, seat), seat, legal, Rolled(seed(number)))
        for number in range(30)
    }
    assert all(isinstance(action, Recruit) for action in found)
    assert len(found) >= 2


def test_what_it_hides_and_guesses_is_not_always_the_same() -> None:
    now = on_turn(8, {"u2": "Raven: knight", "n": "Sun: soldier"}).do(**attack("knight", "u2", "n"))
    assert {chosen(now, number) for number in range(40)} == {Stake(n) for n in range(1, 5)}
    now = now.do(do="stake", amount=3)
    assert {chosen(now, number) for number in range(40)} == {Guess((n,)) for n in range(1, 5)}
