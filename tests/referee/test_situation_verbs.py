"""Situations through the protocol: loaded, saved, verified, played on."""

from __future__ import annotations

import json
import tomllib
from typing import Any

import pytest

from docs.examples.ladder.game import LadderSystem
from meleekit.core.contract import KeepsSecrets
from meleekit.referee import Referee
from meleekit.systems import SYSTEMS
from tests.referee.clerk import Clerk
from tests.toys import TOYS, UnwrittenSystem


@pytest.fixture
def clerk() -> Clerk:
    return Clerk()


def test_a_situation_is_loaded_saved_verified_and_played_on(clerk: Clerk) -> None:
    situation = {"game": "ladder", "rungs": [2, 4], "to_move": 1}
    position = clerk.ask("load", situation=situation)
    assert (position["revision"], position["events"], position["open"][0]["seat"]) == (0, [], 1)
    assert position["view"]["rungs"] == [2, 4]
    clerk.act(position["match"], 1, {"rungs": 1})
    save = clerk.ask("save", match=position["match"])["save"]
    found = clerk.ask("verify", save=save)
    assert found["ok"] is True
    assert "situation" in found["reason"]
    assert clerk.ask("restore", save=save)["revision"] == 1
    save["entries"][0]["state"]["rungs"] = [1, 4]
    assert clerk.ask("verify", save=save)["revision"] == 1


@pytest.mark.parametrize(
    ("fields", "at"),
    [
        ({"situation": {"rungs": [1, 1]}}, "game"),
        ({"situation": {"game": "chess"}}, "game"),
        ({"situation": {"game": "ladder"}}, "rungs"),
        ({"text": "rungs = [1, "}, "its end"),
        ({"text": "a = 1" + "0" * 5000}, None),
        ({"text": "a = " + "[" * 3000}, None),
        ({"text": "a" + ".b" * 30_000 + " = 1"}, None),
        ({"text": "[a" + " . b" * 30_000 + "]"}, None),
        ({"text": "a" * 200_000}, None),
    ],
)
def test_a_situation_that_cannot_be_is_refused(clerk: Clerk, fields: Any, at: str | None) -> None:
    error = clerk.refused("load", **fields)
    assert (error["code"], error.get("at")) == ("bad_situation", at)


def test_a_text_longer_than_any_situation_is_refused(clerk: Clerk) -> None:
    assert clerk.refused("load", text="#" * 300_000)["code"] == "bad_situation"


def test_every_teaching_situation_is_loaded_as_text_and_as_what_is_read_of_it() -> None:
    clerk = Clerk(SYSTEMS)
    for text in [text for system in SYSTEMS.values() for text in system.situations().values()]:
        first = clerk.ask("load", text=text)
        second = clerk.ask("load", situation=tomllib.loads(text))
        assert first["view"] == second["view"]
        assert first["open"] == second["open"] != []
        for match in (first["match"], second["match"]):
            clerk.ask("quit", match=match)


def test_a_game_without_situations_says_so() -> None:
    error = Clerk({"knives": UnwrittenSystem()}).refused("load", text='game = "knives"')
    assert error["code"] == "bad_situation"
    assert "no situations" in error["message"]


def test_the_toys_are_an_open_game_and_one_with_secrets() -> None:
    assert [isinstance(toy, KeepsSecrets) for toy in TOYS.values()] == [True, False]


def test_a_fault_of_the_program_is_told_without_its_traceback(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class Faulty(LadderSystem):
        def setup_from(self, data: object) -> Any:
            raise ZeroDivisionError("secret")

    referee = Referee({"ladder": Faulty()})
    reply = referee.answer(b'{"id":7,"do":"new","game":"ladder","setup":"race"}')
    answer = json.loads(reply.body)
    assert answer["error"]["code"] == "internal"
    assert "secret" not in reply.body.decode()
    assert "ZeroDivisionError: secret" in caplog.text
