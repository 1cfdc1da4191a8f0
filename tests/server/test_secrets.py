"""What a fist or a face-down card holds reaches no browser but the one that chose it.

The same match is played twice over the real table, with other choices sealed, and every byte that
the others got is compared. Names of matches and tokens are the same each time.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from meleekit.server import bot_play
from meleekit.systems import SYSTEMS
from tests.server.round_table import WATCHER, RoundTable, round_table
from tests.server.table_at_home import act, another, begin, error, table
from tests.tahta.sealed import AT_THE_GATE, ATTACK, CHOICE, STORM, Acts, assault, bid, select

PASS = [(seat, {"do": "pass"}) for seat in range(4)]


def heard(
    folder: Path, monkeypatch: pytest.MonkeyPatch, setup: object, before: Acts, acts: Acts
) -> dict[int, list[object]]:
    """What everybody was told from the sealed choice on, after having asked for everything."""
    numbers = count()
    with monkeypatch.context() as fixed:
        fixed.setattr(secrets, "token_urlsafe", lambda size=32: f"{next(numbers):0{size * 4 // 3}}")
        with round_table(folder, setup) as match:
            for seat, action in before or in_turn(match, PASS if setup == "kingdom4" else ()):
                match.act(seat, action)
            for seat, action in acts:
                match.act(seat, action)
                for browser in match.browsers:
                    if browser != 0:
                        match.ask_everything(browser)
            return match.heard


def in_turn(match: RoundTable, acts: Acts) -> Acts:
    """The same acts, in the order in which the seats are asked."""
    first = match.position(WATCHER)["decision"]["seat"] if acts else 0
    return sorted(acts, key=lambda act: (act[0] - first) % 4)


SEALED: dict[str, tuple[object, Callable[[int], Acts], tuple[int, int]]] = {
    "bids for the First Player card": (
        "kingdom4",
        lambda amount: [(0, bid(amount)), (2, bid(2)), (1, bid(1))],
        (0, 15),
    ),
    "cards face down": (
        CHOICE,
        lambda card: [
            (0, select("tax" if card else "attack")),
            (3, select("tax")),
            (2, select("tax")),
            (1, select("recruit")),
        ],
        (0, 1),
    ),
    "the fist": (ATTACK, assault, (2, 9)),
    "the fist when its parity is known": (
        ATTACK,
        lambda amount: [*assault(amount), (1, {"do": "ask", "ask": True})],
        (2, 8),
    ),
}


# TAH-VIS-02, TAH-VIS-04, TAH-VIS-07, TAH-STATE-05
@pytest.mark.parametrize("name", SEALED)
def test_other_browsers_get_the_same_bytes_whatever_was_sealed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    setup, acts, choices = SEALED[name]
    one, other = (
        heard(tmp_path / str(choice), monkeypatch, setup, (), acts(choice)) for choice in choices
    )
    for browser in (WATCHER, 1, 2, 3):
        assert len(one[browser]) > 20
        assert one[browser] == other[browser]
    assert one[0] != other[0], "whoever sealed it sees it"


# TAH-VIS-05: that somebody has chosen is public, when is not.
def test_when_all_have_chosen_nobody_can_tell_in_which_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    acts = [(seat, select("recruit" if seat == 1 else "tax")) for seat in range(4)]
    told = []
    for place, order in enumerate([acts, acts[::-1]]):
        told.append(heard(tmp_path / str(place), monkeypatch, CHOICE, order[:1], order[1:]))
    final = [[heard for heard in one[WATCHER] if isinstance(heard, str)][-1] for one in told]
    assert final[0] == final[1]
    assert "Sun turns up Recruitment." in final[0]


# TAH-VIS-05: nor does looking back tell, amid the round or after it.
@pytest.mark.parametrize("sealed", [3, 4])
def test_moments_that_are_gone_do_not_tell_who_had_chosen_by_then(
    tmp_path: Path, sealed: int
) -> None:
    told = []
    for place, order in enumerate([(0, 1, 2, 3), (1, 0, 2, 3), (2, 1, 0, 3)]):
        with table(tmp_path / str(place), SYSTEMS) as visitor:
            match = begin(visitor, "tahta", CHOICE, ("me",) * 4)
            for revision, seat in enumerate(order[:sealed]):
                assert act(visitor, match, revision, select("tax"), seat=seat).status_code == 200
            watcher = another(visitor)
            paths = [f"{match}/moments/{r}?board=true" for r in range(sealed + 1)]
            paths += [f"{match}/situation?revision={r}" for r in range(sealed + 1)]
            told.append([watcher.get(path).text for path in [*paths, f"{match}/log"]])
    assert told[0] == told[1] == told[2]
    # TAH-VIS-05: by now it is public who has chosen.
    assert ("?" in told[0][-2]) == (sealed == 3)


# TAH-VIS-05: who has sealed is seen at the seats, by the decisions that are still open.
def test_that_somebody_has_sealed_is_public(tmp_path: Path) -> None:
    with round_table(tmp_path / "here", CHOICE) as match:
        told = match.act(2, select("tax"))
        assert [seat["waiting"] for seat in match.position(WATCHER)["seats"]] == [
            True,
            True,
            False,
            True,
        ]
    assert told["by"] == "guest"


def test_sealed_choices_survive_a_restart_amid_the_round(tmp_path: Path) -> None:
    with table(tmp_path, SYSTEMS) as visitor:
        match = begin(visitor, "tahta", CHOICE, ("me", "me", "me", "me"))
        act(visitor, match, 0, select("attack"), seat=0)
        act(visitor, match, 1, select("recruit"), seat=1)
        cookies = visitor.cookies
    with table(tmp_path, SYSTEMS) as visitor:
        visitor.cookies = cookies
        waiting = [seat["waiting"] for seat in visitor.get(match).json()["seats"]]
        assert waiting == [False, False, True, True]
        # TAH-AUC-09, TAH-SEL-02: what is sealed cannot be chosen anew, before or after.
        again = act(visitor, match, 2, select("tax"), seat=0)
        assert error(again)["reason"] == "E_SEALED"
        act(visitor, match, 2, select("tax"), seat=2)
        last = act(visitor, match, 3, select("tax"), seat=3).json()
    assert "Sun turns up Recruitment." in [line["text"] for line in last["log"]]


def test_what_a_match_hid_is_open_when_it_is_over(tmp_path: Path) -> None:
    """TAH-VIS-03, TAH-VIS-07: a finished replay tells all, the fist included."""
    with table(tmp_path, SYSTEMS) as visitor:
        match = begin(visitor, "tahta", AT_THE_GATE, ("me",) * 4)
        watcher = another(visitor)
        for revision, (seat, action) in enumerate(STORM[:-1]):
            assert act(visitor, match, revision, action, seat=seat).status_code == 200
        told = [line["text"] for line in watcher.get(f"{match}/log").json()]
        assert "Raven closes the fist." in told
        assert "Raven closes the fist on 4." not in told
        seat, action = STORM[-1]
        last = act(visitor, match, 3, action, seat=seat).json()
        assert last["outcome"]["winners"] == [0]
        told = [line["text"] for line in watcher.get(f"{match}/log").json()]
        assert "Raven closes the fist on 4." in told
        moment = watcher.get(f"{match}/moments/2").json()
        assert [line["text"] for line in moment["lines"]] == ["Raven closes the fist on 4."]


def test_a_bots_fault_tells_nothing_of_what_it_chose(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A choice that is refused might be told by its refusal: `bid at most 5`."""
    monkeypatch.setattr(bot_play, "bot_choice", lambda *_: SYSTEMS["tahta"].game)
    monkeypatch.setattr(bot_play, "SHORTEST_PAUSE", 0.0)
    with table(tmp_path, SYSTEMS) as visitor:
        match = begin(visitor, "tahta", CHOICE, ("me", "random", "me", "me"))
        with visitor.websocket_connect(f"{match}/live") as line:
            line.receive_json()
            told = line.receive_json()
    assert told["type"] == "error"
    assert told["error"]["message"] in (
        "the bot's move was refused; it tries again",
        "something went wrong at the table; the bot tries again",
    )


def test_the_answer_to_a_refused_action_has_the_rules_own_word(tmp_path: Path) -> None:
    # TAH-ERR-02
    with table(tmp_path, SYSTEMS) as visitor:
        match = begin(visitor, game="tahta", setup="kingdom2", players=("me", "me"))
        revision = visitor.get(match).json()["revision"]
        refused = act(visitor, match, revision, {"do": "recruit", "unit": 3, "node": "c1"})
    said = error(refused)
    assert (said["code"], said["reason"]) == ("illegal_action", "E_UNKNOWN")
    assert said["rule"] == "TAH-ERR-02"
