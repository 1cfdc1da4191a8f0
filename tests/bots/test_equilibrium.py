"""The bot that plays what is hidden as matrix games."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from meleekit.bots import BOTS, bots_for
from meleekit.bots.tahta import thought
from meleekit.bots.tahta.campaign import Campaign, Errand, by_bid, unsealed
from meleekit.bots.tahta.reckoning import Reckoner
from meleekit.core.dice import Rolled
from meleekit.lab import matrix_games
from meleekit.tahta.actions import Ask, Attack, Guess, Press, Stake
from meleekit.tahta.fists import chain
from meleekit.tahta.game import Fists, FistsSystem
from meleekit.tahta.setup import Setup
from meleekit.tahta.state import Stage, State
from tests.bots.games import play, seed, won
from tests.bots.test_greedy import chosen, on_turn
from tests.tahta.cases import Position, attack
from tests.tahta.random_play import crowd, random_board, random_setup

BOT = BOTS["equilibrium"]


def campaign_of(now: Position, seat: int = 0) -> Campaign:
    return Campaign(Reckoner(now.game.kingdom), seat)


def at_the_gate(gold: int, *cards: str) -> Position:
    """A knight before a castle that only the garrison holds, in the last action of all."""
    units = {"u2": "Raven: knight", "u1": "Raven: camp", "n": "Sun: camp"}
    return on_turn(gold, units, *cards, season="winter").do(**attack("knight", "u2", "c2"))


def test_it_is_the_strongest_and_plays_this_game_alone() -> None:
    assert bots_for("tahta")[-1] == "equilibrium"
    assert BOT.games == frozenset({"tahta"})


def test_it_beats_random_play() -> None:
    # `make strength-tahta` counts a thousand games against the greedy bot.
    assert won(Fists(Setup()), BOT, BOTS["random"], range(4)) >= 7


@pytest.mark.parametrize("number", range(3))
def test_it_copes_with_any_set_up_and_any_neighbour(number: int) -> None:
    chance = Rolled(seed("fists", number))
    game = Fists(random_setup(chance))
    others = bots_for("tahta")
    bots = [BOT, *(BOTS[others[chance.below(3)]] for _ in game.seats[1:])]
    assert game.outcome(play(game, bots, number)) is not None


def test_a_game_is_its_own_whatever_was_played_before() -> None:
    game = Fists(Setup(mode="basic"))
    first = play(game, [BOT, BOTS["greedy"]], "again")
    play(game, [BOTS["greedy"], BOT], "something else")
    assert play(Fists(Setup(mode="basic")), [BOT, BOTS["greedy"]], "again") == first


@pytest.mark.parametrize("seat", [0, 1])
def test_what_it_does_hangs_on_nothing_that_is_hidden_from_it(seat: int) -> None:
    # TAH-VIS-02, TAH-STATE-05: it chooses alike in all positions that its seat cannot tell apart.
    system, game = FistsSystem(), Fists(Setup())
    dice = Rolled(seed("twins", seat))
    state = game.begin(dice).state
    looked = 0
    while open_now := game.decisions(state):
        who = open_now[-1].seat
        legal = game.actions(state, who)
        action = BOTS["greedy"].choose(game, game.view(state, who), who, legal, dice)
        if who == seat and state.stage in (Stage.AUCTION, Stage.SELECT, Stage.GUESS):
            for twin in list(system.twins(game, state, seat))[:3]:
                found = {
                    BOT.choose(game, game.view(s, seat), seat, legal, Rolled(seed("same")))
                    for s in (state, twin)
                }
                assert len(found) == 1
                looked += 1
        state = game.apply(state, who, action, dice).state
    assert looked >= 3


def test_it_plays_alike_with_scipy_and_without(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise AssertionError("asked what is installed")

    monkeypatch.setattr(matrix_games, "linear_programming", refuse)
    game = Fists(Setup(mode="basic"))
    assert game.outcome(play(game, [BOT, BOTS["greedy"]], "alike")) is not None


def crowded_winter(number: int) -> tuple[Fists, State]:
    """Four players with many units choose their cards for winter, on a large board."""
    chance = Rolled(seed("crowd", number))
    players = ("Raven", "Sun", "Thorn", "Grey")
    game = Fists(Setup(players=players, board=random_board(chance, 4, most=24)))
    state = game.begin(chance).state.copy()
    crowd(chance, game, state)
    state.lots, state.stage, state.season = (), Stage.SELECT, 3
    state.selected = (None,) * 4
    return game, state


@pytest.mark.parametrize("number", range(3))
def test_it_thinks_no_longer_than_it_may(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    tried: list[int] = []

    def counted(self: Campaign, state: State) -> list[Errand]:
        found = errands(self, state)
        tried.append(len(found))
        return found

    errands = Campaign.errands
    monkeypatch.setattr(Campaign, "errands", counted)
    game, state = crowded_winter(number)
    for most in (10, 100, thought.MOST_TRIED):
        tried.clear()
        monkeypatch.setattr(thought, "MOST_TRIED", most)
        legal = game.actions(state, 0)
        assert BOT.choose(game, game.view(state, 0), 0, legal, Rolled(seed("crowd"))) in legal
        # The last position that is looked at may go over it, no other.
        assert sum(tried) - tried[-1] < most
    assert sum(tried) > 100


# -- attacks -------------------------------------------------------------------------------------


@pytest.mark.parametrize("gold", [4, 6, 9])
def test_a_last_blow_is_bid_evenly_and_guessed_evenly(gold: int) -> None:
    # TAH-GT-08: gold left over is worth next to nothing, so every sum is nearly as good.
    now = at_the_gate(gold)
    found, _ = campaign_of(now).mixes(now.state)
    assert found.bids == pytest.approx((1 / gold,) * gold, abs=0.02)
    assert found.guesses == pytest.approx((2 / gold,) * gold, abs=0.06)
    assert float(found.success) == pytest.approx(float(chain((2,), gold)), abs=0.02)


def test_what_it_hides_and_guesses_is_drawn_from_its_mixes() -> None:
    # TAH-ATK-08
    now = at_the_gate(4)
    found, _ = campaign_of(now).mixes(now.state)
    hidden = Counter(chosen(now, number, "equilibrium") for number in range(300))
    for amount, chance in enumerate(found.bids, 1):
        assert hidden[Stake(amount)] / 300 == pytest.approx(chance, abs=0.1)
    now = now.do(do="stake", amount=2)
    guessed = [chosen(now, number, "equilibrium") for number in range(300)]
    for amount, chance in enumerate(found.guesses, 1):
        named = sum(isinstance(g, Guess) and amount in g.numbers for g in guessed)
        assert named / 300 == pytest.approx(chance, abs=0.1)


@pytest.mark.parametrize(
    ("units", "gold"),
    [
        ({"u2": "Raven: knight", "c2": "Sun: soldier, knight", "n": "Raven: camp"}, 11),
        ({"n": "Raven: soldier", "u2": "Sun: soldier, camp", "d2": "Sun: knight"}, 8),
        ({"k": "Raven: catapult", "c2": "Sun: soldier", "u1": "Raven: knight"}, 7),
    ],
)
def test_nobody_can_win_more_against_its_bids_and_guesses(units: dict[str, str], gold: int) -> None:
    # TAH-GT-01, TAH-GT-06: for what it takes the results to be worth, all sets of guesses tried.
    target = "c2" if "c2" in units else "u2"
    start, said = next(iter(units.items()))
    now = on_turn(gold, units).do(**attack(said.removeprefix("Raven: "), start, target))
    campaign, state = campaign_of(now), now.state
    won, lost = by_bid(campaign.stakes(state, gold), gold)
    found, _ = campaign.mixes(state)
    assault = state.assault
    assert assault is not None
    guesses = now.game.kingdom.guesses(state, assault.target, assault.defender)
    sets = list(combinations(range(gold), guesses))
    payoffs = [[lost[b] if b in named else won[b] for named in sets] for b in range(gold)]
    best = max(w - (w - f) * q for w, f, q in zip(won, lost, found.guesses, strict=True))
    worst = min(
        sum(p * row[at] for p, row in zip(found.bids, payoffs, strict=True))
        for at in range(len(sets))
    )
    assert best - worst < 1e-6
    assert matrix_games.by_regret(payoffs).value == pytest.approx(found.value, abs=1e-6)


def test_it_bids_odd_sums_where_informers_may_be_asked() -> None:
    # TAH-GT-07
    now = at_the_gate(7, "Informers")
    assert {chosen(now, number, "equilibrium") for number in range(60)} <= {
        Stake(1),
        Stake(3),
        Stake(5),
        Stake(7),
    }


@pytest.mark.parametrize("bid", [3, 4])
def test_it_guesses_what_informers_told(bid: int) -> None:
    # TAH-CARD-21
    now = at_the_gate(8, "Informers")
    now = now.do(do="stake", amount=bid)
    assert chosen(now, 0, "equilibrium") == Ask(True)
    now = now.do(do="ask", ask=True)
    for number in range(20):
        found = chosen(now, number, "equilibrium")
        assert isinstance(found, Guess)
        assert {n % 2 for n in found.numbers} == {bid % 2}


def test_the_attack_of_a_view_is_as_it_was_before_the_bid() -> None:
    # TAH-VIS-02
    now = at_the_gate(5)
    before = now.state
    now = now.do(do="stake", amount=3)
    assert unsealed(now.game.view(now.state, 1).state) == before


# -- the rest ------------------------------------------------------------------------------------


def test_it_takes_a_castle_that_lies_open() -> None:
    now = on_turn(15, {"u2": "Raven: knight", "u1": "Raven: soldier"})
    for number in range(5):
        if now.state.stage is Stage.ACTIVATE:
            now = now.after(0, chosen(now, number, "equilibrium"))
    assert now.assault.target == now.game.kingdom.board.number["c2"]


def test_it_presses_on_where_the_game_can_be_won() -> None:
    units = {"u2": "Raven: knight", "c2": "Sun: soldier", "d2": "Sun: camp"}
    now = on_turn(12, units, season="winter").do(**attack("knight", "u2", "c2"))
    now = now.do(do="stake", amount=1).do(do="guess", numbers=[2, 3])
    assert now.open == "press Raven"
    assert chosen(now, 0, "equilibrium") == Press()


def test_it_leaves_alone_what_can_only_be_lost() -> None:
    # TAH-ATK-09: one gold always fails; whoever stays keeps the node.
    units = {"u1": "Raven: soldier", "n": "Sun: soldier", "k": "Sun: soldier"}
    now = on_turn(1, units, season="winter")
    assert now.allows(**attack("soldier", "u1", "n"))
    assert not isinstance(chosen(now, 0, "equilibrium"), Attack)
