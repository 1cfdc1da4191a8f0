from __future__ import annotations

from typing import Any

import pytest

from meleekit.bots import BOTS, bot_choice
from meleekit.core.errors import BadRequest
from meleekit.core.game import Game
from meleekit.core.match import Match
from meleekit.systems import SYSTEMS
from meleekit.terminal.seats import players
from tests.terminal.typist import SEED
from tests.toys import TOYS

FOUR_SIDES = SYSTEMS["tft"].game(SYSTEMS["tft"].setup_from("last_one_standing"))
DUEL = SYSTEMS["tft"].game(SYSTEMS["tft"].setup_from("duel"))


def names(game: Game[Any, Any, Any], *asked: str) -> list[str]:
    return [bot.name if bot else "me" for bot in players(game, asked)]


def test_a_person_has_the_first_seat_and_brawlers_the_others() -> None:
    assert names(FOUR_SIDES) == ["me", "brawler", "brawler", "brawler"]


def test_a_game_the_usual_bot_does_not_know_gets_one_that_does() -> None:
    assert names(TOYS["ladder"].game(TOYS["ladder"].setup_from("race"))) == ["me", "random"]


def test_seats_are_chosen_by_number_by_name_and_all_together() -> None:
    assert names(DUEL, "2=random") == ["me", "random"]
    assert names(DUEL, " Blue = ME ") == ["me", "me"]
    assert names(DUEL, "all=random", "1=brawler") == ["brawler", "random"]


@pytest.mark.parametrize("wish", ["3=me", "0=me", "green=me", "1=nobody", "1", "", "="])
def test_a_seat_or_player_that_is_not_there_is_refused(wish: str) -> None:
    with pytest.raises(BadRequest) as refused:
        players(DUEL, [wish])
    assert refused.value.at == "--seat"


def test_a_bot_chooses_the_same_in_the_same_match() -> None:
    def first_choices() -> list[object]:
        match = Match.start(SYSTEMS["tft"], SYSTEMS["tft"].setup_from("duel"), seed=SEED)
        chosen = []
        for _ in range(10):
            seat = match.decisions[0].seat
            chosen.append(bot_choice(match, BOTS["random"], seat))
            match.act(seat, chosen[-1])
        return chosen

    assert first_choices() == first_choices()


def test_what_a_bot_thinks_moves_no_dice_of_the_match() -> None:
    match = Match.start(TOYS["ladder"], TOYS["ladder"].setup_from("race"), seed=SEED)
    before = match.log_hash()
    bot_choice(match, BOTS["random"], 0)
    assert match.log_hash() == before
