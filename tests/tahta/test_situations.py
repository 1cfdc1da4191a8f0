"""Any moment of a game can be written down and read again, and mistakes are found by line."""

from __future__ import annotations

import tomllib
from collections import Counter

import msgspec
import pytest

from meleekit.core.dice import Rolled
from meleekit.core.errors import BadSituation
from meleekit.tahta.game import Fists, FistsSystem
from meleekit.tahta.situation import shapes
from meleekit.tahta.state import Stage, State
from meleekit.tahta.tables import default_tables
from tests import situation_texts
from tests.situation_texts import check_mistake
from tests.tahta.random_play import garbled, played

SYSTEM = FistsSystem()
GAMES = 36

FIST = """\
title = "In the vale"
season = "summer"
first = "Sun"
to = "guess Sun"
assault = { unit = "soldier", start = "hn", node = "n", bid = 3 }

[players.Raven]
gold = 6

[players.Sun]
cards = ["Informers"]
chosen = "recruit"

[players.Thorn]
[players.Grey]

[units]
hn = "Raven: soldier"
n = "Sun: knight, camp"
"""


def changed(*changes: tuple[str, str]) -> str:
    return situation_texts.changed(FIST, *changes)


def loaded(text: str) -> tuple[Fists, State]:
    return SYSTEM.load_situation(text)


# -- round trips ---------------------------------------------------------------------------------


def test_every_moment_of_every_kind_of_game_is_read_again() -> None:
    # TAH-STATE-01, TAH-STATE-02, TAH-STATE-03, TAH-STATE-04, TAH-STATE-06, TAH-STATE-07
    seen: Counter[Stage] = Counter()
    for number in range(GAMES):
        for game, state in played(number):
            other, again = loaded(SYSTEM.dump_situation(game, state))
            assert again == state
            assert other.setup == game.setup
            seen[state.stage] += 1
    assert set(seen) == set(Stage)


# -- what is hidden ------------------------------------------------------------------------------


def test_a_seats_text_is_the_same_whatever_is_hidden_from_it() -> None:
    # TAH-STATE-05, TAH-VIS-02, TAH-VIS-07
    compared = 0
    for number in range(12):
        for game, state in played(number):
            for eyes in (None, *range(len(game.seats))):
                text = SYSTEM.dump_view(game, game.view(state, eyes))
                for twin in SYSTEM.twins(game, state, eyes):
                    assert SYSTEM.dump_view(game, game.view(twin, eyes)) == text
                    compared += 1
    assert compared > 1000


def test_what_a_seat_does_not_know_is_asked_for() -> None:
    # TAH-VIS-02: the bid is hidden until the guess is in.
    game, state = loaded(FIST)
    text = SYSTEM.dump_view(game, game.view(state, 1))
    assert 'bid = "?"' in text
    with pytest.raises(BadSituation) as error:
        loaded(text)
    assert error.value.at == "assault.bid"
    assert "was hidden" in error.value.message
    filled = text.replace('bid = "?"', "bid = 3").replace('chosen = "?"', 'chosen = "tax"')
    assert loaded(filled)[1].assault == state.assault
    assert 'bid = "?"' not in SYSTEM.dump_view(game, game.view(state, 0))


def test_what_informers_told_is_known_to_all() -> None:
    # TAH-CARD-21
    text = changed(
        ("bid = 3", 'bid = 3, told = "odd"'),
        ('["Informers"]', '["Informers"]\nused = ["Informers"]'),
    )
    game, state = loaded(text)
    copied = tomllib.loads(SYSTEM.dump_view(game, game.view(state, 1)))["assault"]
    assert (copied["bid"], copied["told"]) == ("?", "odd")


def test_face_down_cards_are_unknown_to_all_but_their_owner() -> None:
    # TAH-RES-02, TAH-VIS-02: Sun goes first, and in that turn only Sun's card is up.
    game, state = loaded(changed(('to = "guess Sun"\nassault = {', 'to = "recruit Sun"\n# {')))

    def shown(eyes: int | None) -> list[object]:
        told = tomllib.loads(SYSTEM.dump_view(game, game.view(state, eyes)))
        return [player["chosen"] for player in told["players"].values()]

    assert shown(None) == ["?", "recruit", "?", "?"]
    assert shown(3) == ["?", "recruit", "?", "tax"]


def test_a_bid_of_nothing_by_one_who_has_nothing_is_no_secret() -> None:
    # TAH-AUC-10
    text = 'to = "auction"\n[players.Raven]\ngold = 0\n[players.Sun]\nbid = 4\n[players.Thorn]\n'
    game, state = loaded(text)
    assert state.sealed == (0, 4, None)
    told = tomllib.loads(SYSTEM.dump_view(game, game.view(state, 2)))
    assert [player.get("bid") for player in told["players"].values()] == [None, "?", None]


# -- what the notation says ----------------------------------------------------------------------


def test_a_few_lines_are_a_whole_moment() -> None:
    game, state = loaded(FIST)
    assert (game.setup.board, state.gold, state.season) == ("board4", [6, 15, 15, 15], 1)
    assert (state.stage, state.turn, state.holder) == (Stage.GUESS, 0, 1)
    assert game.decisions(state)[0].seat == 1
    # Sun, Thorn and Grey have had their turns.
    assert (state.revealed, state.queue) == (0b1111, ())
    assert state.selected == (("attack",), ("recruit",), ("tax",), ("tax",))
    assert state.owned == ((), ("SA21",), (), ())


def test_the_same_can_be_said_as_plain_data() -> None:
    assert SYSTEM.load_situation(tomllib.loads(FIST))[1] == loaded(FIST)[1]


def test_a_special_card_has_a_name_and_an_id() -> None:
    assert loaded(changed(("Informers", "SA21")))[1] == loaded(FIST)[1]


def test_units_may_be_spent_or_captured() -> None:
    text = changed(
        ('to = "guess Sun"\nassault = {', 'to = "activate Raven"\n# {'),
        ("Raven: soldier", "Raven: soldier spent, catapult captured"),
    )
    game, state = loaded(text)
    hn = game.kingdom.board.number["hn"]
    assert (state.units[hn], state.spent[hn], state.captured[hn]) == (0b1001, 0b0001, 0b1000)


def test_the_card_that_comes_after_is_named_in_winter() -> None:
    text = changed(
        ("summer", "winter"),
        ('to = "guess Sun"\nassault = {', 'to = "recruit Sun"\nthen = "attack"\n# {'),
        ('chosen = "recruit"\n', ""),
    )
    _, state = loaded(text)
    assert state.cards_left == ("attack",)
    assert state.selected[1] == ("recruit", "attack")
    assert (state.revealed, state.queue) == (0b0010, (2, 3, 0))


def test_what_goes_without_saying_is_not_written() -> None:
    assert SYSTEM.dump_situation(*loaded(FIST)) == (
        'game = "tahta"\ntitle = "In the vale"\nboard = "board4"\nseason = "summer"\n'
        'first = "Sun"\nto = "guess Sun"\n'
        'assault = { unit = "soldier", start = "hn", node = "n", bid = 3 }\n\n'
        '[players.Raven]\ngold = 6\nchosen = "attack"\n\n'
        '[players.Sun]\ngold = 15\ncards = ["Informers"]\nchosen = "recruit"\n\n'
        '[players.Thorn]\ngold = 15\nchosen = "tax"\n\n'
        '[players.Grey]\ngold = 15\nchosen = "tax"\n\n'
        '[units]\nn = "Sun: knight, camp"\nhn = "Raven: soldier"\n'
    )


def test_every_field_of_a_state_is_written_or_follows_from_others() -> None:
    written = {
        *("gold", "owner", "units", "spent", "captured", "holder", "stage", "season", "turn"),
        *("passed", "lots", "owned", "sealed", "selected", "cards_left", "levied"),
        *("veterans_used", "informers_used", "active", "assault", "winner", "end_rule"),
    }
    follow = {"paid_out", "revealed", "queue"}
    assert set(State.__struct_fields__) == written | follow


def test_no_two_fields_of_a_situation_have_one_name() -> None:
    top = [*shapes.OF_SETUP, *shapes.OF_MOMENT, *shapes.OF_SITUATION]
    assert len(top) == len(set(top))


def test_a_board_of_ones_own_is_a_table() -> None:
    # TAH-BOARD-12
    plain = msgspec.to_builtins(default_tables().boards["board2"])
    plain["id"] = "mine"
    plain["nodes"][6]["name"] = "Narrow Pass"
    setup = SYSTEM.setup_from({"players": ["Raven", "Sun"], "board": plain})
    game = SYSTEM.game(setup)
    state = game.begin(Rolled(bytes(32))).state
    text = SYSTEM.dump_situation(game, state)
    assert "\n[board]\n" in text
    assert max(map(len, text.splitlines())) < 120
    other, again = loaded(text)
    assert (other.setup, again) == (setup, state)


# -- mistakes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "line", "at", "words"),
    [
        ('season = "summer"', "season = summer", 2, "line 2", "not TOML"),
        ('season = "summer"', 'saeson = "summer"', 2, "saeson", "is season meant?"),
        ('season = "summer"', 'season = "may"', 2, "season", "spring, summer, autumn and winter"),
        ('first = "Sun"', 'first = "Moon"', 3, "first", "there are Raven, Sun, Thorn and Grey"),
        ('first = "Sun"', 'game = "chess"', 3, "game", "no game 'chess'"),
        ('first = "Sun"', 'board = "board3"', 3, "board", "is for 3"),
        ('first = "Sun"', 'board = { id = "mine" }', 3, "board.players", "missing"),
        ('first = "Sun"', "coin_supply = 40", 3, "coin_supply", "need 60 coins"),
        ('to = "guess Sun"', "", None, "to", "what is to be decided"),
        ('to = "guess Sun"', 'to = "doubt Sun"', 4, "to", "kinds of decision are draft"),
        ('to = "guess Sun"', 'to = "guess Raven"', 4, "to", "Sun defends there"),
        ('to = "guess Sun"', 'to = "auction Sun"', 4, "to", "without a name"),
        ("assault = {", "# {", None, "assault", "which unit attacks what"),
        ('start = "hn"', 'start = "xx"', 5, "assault.start", "no 'xx' here"),
        ('unit = "soldier"', 'unit = "dragon"', 5, "assault.unit", "soldier, knight, camp"),
        ("bid = 3", 'bid = 3, told = "even"', 5, "assault.told", "3 is odd"),
        ("gold = 6", "gold = -6", 8, "players.Raven.gold", "never less than none"),
        ("gold = 6", "coins = 6", 8, "players.Raven.coins", "no field 'coins'"),
        ("gold = 6", 'gold = "six"', 8, "players.Raven.gold", "Expected `int"),
        ("gold = 6", 'used = ["Toll Gates"]', 8, "players.Raven.used[0]", "not used up"),
        ('["Informers"]', '["Spies"]', 11, "players.Sun.cards[0]", "no 'Spies' here"),
        ('chosen = "recruit"', 'chosen = "rest"', 12, "players.Sun.chosen", "no 'rest' here"),
        ('"Sun: knight, camp"', '"knight, camp"', 19, "units.n", "say whose units"),
        ('"Sun: knight, camp"', '"Sun: knight,"', 19, "units.n", "no '' here"),
        ('"Sun: knight, camp"', '"Sun: camp, camp"', 19, "units.n", "two of a kind"),
        ('"Sun: knight, camp"', '"Sun: camp tired"', 19, "units.n", "spent and captured"),
        ("\nn = ", "\nnorth = ", 19, "units.north", "no 'north' here"),
    ],
)
def test_a_mistake_is_named_with_its_line_and_field(
    old: str, new: str, line: int | None, at: str, words: str
) -> None:
    check_mistake(SYSTEM, changed((old, new)), line, at, words)


def test_what_a_set_up_may_not_be_has_the_rules_own_word_in_a_situation_too() -> None:
    # TAH-SETUP-09
    with pytest.raises(BadSituation) as refusal:
        SYSTEM.load_situation(changed(('first = "Sun"', 'mode = "odd"')))
    assert (refusal.value.reason, refusal.value.rule) == ("E_CONFIG", "TAH-SETUP-09")


def test_data_with_something_changed_is_refused_or_can_be_played() -> None:
    read = refused = 0
    for number in range(10):
        chance = Rolled((2000 + number).to_bytes(32, "big"))
        for game, state in played(number):
            said = tomllib.loads(SYSTEM.dump_situation(game, state))
            for _ in range(4):
                try:
                    other, moment = SYSTEM.load_situation(garbled(said, chance))
                except BadSituation:
                    refused += 1
                    continue
                read += 1
                for decision in other.decisions(moment):
                    legal = other.actions(moment, decision.seat)
                    action = legal[chance.below(len(legal))]
                    after = other.apply(moment, decision.seat, action, chance).state
                    other.check_state(after)
    assert read > 100
    assert refused > 500
