"""BATTLESYSTEM for a referee with miniatures, on the web: what its pages are answered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from fastapi.testclient import TestClient
from hypothesis import given, settings
from hypothesis import strategies as st

from meleekit.battlesystem.calculator import Moment
from meleekit.battlesystem.columns import COLUMNS
from meleekit.battlesystem.game import BattleSystem
from meleekit.battlesystem.roster_book import decode_book
from meleekit.battlesystem.tables import default_tables
from meleekit.battlesystem.units import Unit
from meleekit.server.app import create_app
from meleekit.server.config import Config, database_url
from meleekit.systems import SYSTEMS

ORCS: dict[str, Any] = {"troop": "orc", "figures": 12, "contact": 6}
MEN: dict[str, Any] = {"troop": "man_at_arms", "figures": 12, "contact": 6, "support": 6}


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    path = tmp_path_factory.mktemp("melee") / "matches.sqlite3"
    config = Config(database_url(str(path)), names=("testserver",))
    systems = {**SYSTEMS, "battlesystem": BattleSystem()}
    with TestClient(create_app(config, systems=systems)) as visitor:
        yield visitor


def asked(visitor: TestClient, address: str, status: int = 200, **body: Any) -> dict[str, Any]:
    answer = visitor.post(f"/api/battlesystem/{address}", json=body)
    assert answer.status_code == status, answer.text
    told: dict[str, Any] = answer.json()
    return told


def amounts(lines: list[dict[str, Any]]) -> list[str]:
    return [line["amount"] for line in lines]


def test_the_pages_are_served_and_the_lobby_leads_to_them(visitor: TestClient) -> None:
    for address, words in (
        ("/battlesystem", "One melee"),
        ("/battlesystem/battle", "A whole battle"),
    ):
        page = visitor.get(address)
        assert page.status_code == 200
        assert words in page.text
        assert f'href="{address}"' in visitor.get("/").text


def test_case_56_step_by_step(visitor: TestClient) -> None:
    # BAT-SCOPE-02, BAT-PROC-02..08, BAT-LOSS-01, BAT-LOSS-02
    told = asked(visitor, "melee", first=ORCS, second=MEN, dice=[6, 8])
    orcs, men = told["sides"]
    assert amounts(orcs["lines"]) == ["19", "= 19", "-7", "= 12", "", "x 6"]
    assert amounts(men["lines"]) == ["21", "= 21", "-6", "= 15", "", "x 12"]
    fought = told["fought"]["sides"]
    assert amounts(fought[0]["struck"]) == ["12", "+6", "= 18", "5", "x 6", "= 30"]
    assert amounts(fought[1]["struck"]) == ["15", "+8", "= 23", "2", "x 12", "= 24"]
    assert [(side["figures"], side["wounded"]) for side in fought] == [(10, 1), (9, 0)]


def test_case_57_the_exact_odds_before_the_dice(visitor: TestClient) -> None:
    # BAT-PROC-03
    told = asked(visitor, "melee", first=ORCS, second=MEN)
    assert "fought" not in told
    assert [side["mean_exact"] for side in told["sides"]] == ["43/18", "5/2"]
    assert [(w["lost"], w["wounded"], w["exact"]) for w in told["sides"][1]["ways"]] == [
        (1, 0, "1/36"), (1, 1, "5/36"), (2, 1, "1/4"),
        (3, 0, "11/36"), (3, 1, "7/36"), (4, 0, "1/12"),
    ]  # fmt: skip


def test_dice_are_rolled_where_that_is_wanted(visitor: TestClient) -> None:
    rolls = asked(visitor, "melee", first=ORCS, second=MEN, roll=True)["fought"]["rolls"]
    assert [len(roll["faces"]) for roll in rolls] == [2, 2]


@pytest.mark.parametrize(
    ("change", "more", "rule", "at"),
    [
        ({"ac": 11}, {}, "BAT-UNIT-06", "first.ac"),
        ({"formation": "wedge"}, {}, "BAT-UNIT-06", "first.formation"),
        ({"support": 1}, {}, "BAT-ELIG-04", "first.support"),
        ({"contact": 13}, {}, "BAT-VAL-03", "first.contact"),
        ({"troop": "unicorn"}, {}, "BAT-UNIT-06", "first.troop"),
        ({"surplus": 1}, {}, "BAT-UNIT-06", "first.surplus"),
        ({}, {"dice": [13, 7]}, "BAT-VAL-06", "dice[0]"),
    ],
)
def test_what_the_rules_refuse_is_told_beside_its_field(
    visitor: TestClient, change: dict[str, Any], more: dict[str, Any], rule: str, at: str
) -> None:
    # Cases 58, 65; BAT-VAL-01, BAT-VAL-03
    problem = asked(visitor, "melee", first={**ORCS, **change}, second=MEN, **more)["problem"]
    assert (problem["rule"], problem["at"]) == (rule, at)


def test_malformed_questions_are_refused(visitor: TestClient) -> None:
    assert asked(visitor, "melee", 400, first=ORCS)["error"]["at"] == "second"
    assert asked(visitor, "melee", 400, first=ORCS, second=MEN, dice=["x"])["error"]
    assert asked(visitor, "unit", 400, unit=[])["error"]
    assert visitor.post("/api/battlesystem/battle", content=b"{").status_code == 400


def test_a_unit_is_built_and_written_as_a_file(visitor: TestClient) -> None:
    # BAT-UNIT-04, BAT-AR-04
    told = asked(visitor, "unit", unit={"troop": "ogre", "figures": 4})
    assert (told["figure_hd"], told["all_hd"], told["move_cells"]) == (21, 84, 12)
    assert amounts(told["rating"]) == ["15", "+5", "= 20"]
    assert told["toml"].startswith("# A unit of meleekit.")
    problem = asked(visitor, "unit", unit={"troop": "ogre", "figures": 4, "ratio": 10})["problem"]
    assert (problem["rule"], problem["at"]) == ("BAT-UNIT-02", "ratio")


def _table(**changes: Any) -> str:
    rows = "".join(f"[[row]]\nroll = {r}\ncells = {[max(0, 30 - r)] * 11}\n" for r in range(31))
    fields = {"columns": list(COLUMNS), "roll_min": 0, "roll_max": 30, **changes}
    return "\n".join([*(f"{name} = {value}" for name, value in fields.items()), rows])


def test_a_results_table_is_uploaded_and_used(visitor: TestClient) -> None:
    # BAT-CRT-02, BAT-CRT-05, BAT-CRT-06
    read = asked(visitor, "crt", text=_table(title='"Printed"'))
    assert read["about"]["title"] == "Printed"
    assert "roll 16 in column D8 is not 6" in read["about"]["warnings"][0]
    assert read["about"]["hash"] != default_tables().crt.hash
    told = asked(visitor, "melee", first=ORCS, second=MEN, crt=read["table"], dice=[6, 8])
    assert told["crt"]["hash"] == read["about"]["hash"]
    assert amounts(told["fought"]["sides"][0]["struck"])[3] == "12"
    changed = read["table"]
    changed["row"][0]["cells"][0] = 99
    problem = asked(visitor, "melee", first=ORCS, second=MEN, crt=changed)["problem"]
    assert (problem["rule"], problem["at"]) == ("BAT-CRT-05", "hash")
    problem = asked(visitor, "crt", text=_table(roll_max=31))["problem"]
    assert problem["rule"] == "BAT-CRT-05"
    assert "31" in problem["message"]


# -- the roster ------------------------------------------------------------------------------------


def _armies(**changes: Any) -> dict[str, Any]:
    orcs = {"name": "Orcs", "troop": "orc", "figures": 12, "files": 6}
    men = {"name": "Militia", "troop": "man_at_arms", "figures": 12, "files": 6}
    sides = [{"name": "Horde", "units": [orcs]}, {"name": "Men", "units": [men]}]
    return {"title": "The ford", "sides": sides, **changes}


def _fight(book: Any, **more: Any) -> dict[str, Any]:
    men = {"unit": "Militia", "moment": {"contact": 6, "support": 6}}
    return {
        "book": book,
        "first": {"unit": "Orcs", "moment": {"contact": 6}},
        "second": men,
        **more,
    }


def test_a_battle_is_kept_from_step_to_step(visitor: TestClient) -> None:
    # Case 56: BAT-LOSS-09, BAT-MOR-01, BAT-MOR-02, BAT-MOR-05
    roster = asked(visitor, "battle/begin", armies=_armies())
    assert [(side["name"], side["hd"]) for side in roster["sides"]] == [
        ("Horde", 120),
        ("Men", 120),
    ]
    looked = asked(visitor, "battle/melee", **_fight(roster["book"]))
    assert looked["sides"][1]["mean_exact"] == "5/2"
    assert "roster" not in looked
    roster = asked(visitor, "battle/melee", **_fight(roster["book"], dice=[6, 8]))["roster"]
    orcs, men = (side["units"][0] for side in roster["sides"])
    assert (orcs["figures"], orcs["wounded"], orcs["due"]) == (10, 1, [])
    assert (men["figures"], men["due"]) == (9, ["a quarter lost"])
    error = asked(visitor, "battle", 409, book=roster["book"], step={"step": "round"})["error"]
    assert error["rule"] == "BAT-MOR-02"
    check = {"book": roster["book"], "unit": "Militia"}
    assert amounts(asked(visitor, "battle/morale", **check)["lines"]) == ["11", "+1", "= 12"]
    told = asked(visitor, "battle/morale", **check, dice=[13])
    assert (told["passed"], told["total"]) == (False, 13)
    assert told["roster"]["sides"][1]["units"][0]["formation"] == "open"
    roster = asked(visitor, "battle", book=told["roster"]["book"], step={"step": "round"})
    assert roster["round"] == 2
    step = {"step": "set", "unit": "Orcs", "figures": 8, "note": "arrows"}
    roster = asked(visitor, "battle", book=roster["book"], step=step)
    assert roster["story"][-1] == "Orcs: 10 figures now 8, a Morale Check is due (arrows)."
    assert asked(visitor, "battle", book=roster["book"], undo=True)["story"][-1] == "Round 2."
    # What the browser keeps is the file of the command line.
    text = msgspec.json.encode(roster["book"]).decode()
    assert decode_book(text.encode()).heading.title == "The ford"
    assert asked(visitor, "battle/open", text=text)["story"] == roster["story"]


def test_armies_may_be_a_file(visitor: TestClient) -> None:
    text = 'title = "Two"\n' + "".join(
        f'[[sides]]\nname = "{name}"\n'
        f'[[sides.units]]\nname = "{unit}"\ntroop = "orc"\nfigures = 3\n'
        for name, unit in (("A", "x"), ("B", "y"))
    )
    assert asked(visitor, "battle/begin", armies=text)["sides"][1]["units"][0]["name"] == "y"
    assert asked(visitor, "battle/begin", 422, armies="sides = [")["error"]["code"] == "bad_setup"


def test_a_battle_with_a_table_of_one_s_own_says_so(visitor: TestClient) -> None:
    # BAT-CRT-02
    read = asked(visitor, "crt", text=_table())
    roster = asked(visitor, "battle/begin", armies=_armies(), crt=read["table"])
    assert roster["crt"]["hash"] == roster["book"]["heading"]["crt_hash"] == read["about"]["hash"]


def test_what_a_battle_refuses_is_named(visitor: TestClient) -> None:
    # BAT-VAL-01..06
    book = asked(visitor, "battle/begin", armies=_armies())["book"]
    for more, rule in (({"dice": [13, 7]}, "BAT-VAL-06"), ({"dice": [7]}, None)):
        error = asked(visitor, "battle/melee", 422 if rule else 409, **_fight(book, **more))[
            "error"
        ]
        assert error.get("rule") == rule
    fought = asked(visitor, "battle/melee", **_fight(book, dice=[2, 2]))["roster"]["book"]
    assert asked(visitor, "battle/melee", **_fight(fought))["problem"]["rule"] == "BAT-VAL-04"
    error = asked(visitor, "battle/melee", 409, **_fight(fought, dice=[7, 7]))["error"]
    assert error["rule"] == "BAT-VAL-04"
    assert asked(visitor, "battle", 400, book=book, undo=True)["error"]["message"]
    forged = {**fought, "steps": fought["steps"] * 2}
    error = asked(visitor, "battle", 422, book=forged)["error"]
    assert (error["code"], error["at"]) == ("bad_save", "steps[1]")
    assert asked(visitor, "battle/open", 422, text="no")["error"]["code"] == "bad_save"
    none = asked(visitor, "battle/morale", book=book, unit="Nobody")
    assert none["problem"]["rule"] == "BAT-STATE-02"


# -- hostile questions -----------------------------------------------------------------------------

_junk: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from(["", "orc", "1D8", "D7", "1-1", "\x00", "closed", "9" * 400, "1/0", "none"])
    | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["name", "x"]), inner)
    ),
    max_leaves=5,
)
_fields = st.dictionaries(
    st.sampled_from((*Unit.__struct_encode_fields__, *Moment.__struct_encode_fields__, "surplus")),
    _junk,
    max_size=4,
)


@settings(max_examples=30)
@given(_fields, st.none() | _junk, st.none() | _junk)
def test_no_field_whatever_is_in_it_is_a_fault_of_the_table(
    visitor: TestClient, change: dict[str, Any], dice: Any, crt: Any
) -> None:
    # BAT-VAL-01
    body = {"first": {**ORCS, **change}, "second": MEN, "dice": dice, "crt": crt}
    for address, asks in (("melee", body), ("unit", {"unit": {**ORCS, **change}})):
        answer = visitor.post(f"/api/battlesystem/{address}", json=asks)
        assert answer.status_code in (200, 400, 422), answer.text


@settings(max_examples=30)
@given(st.sampled_from(["first", "second", "step", "unit", "because", "book", "undo"]), _junk)
def test_no_question_about_a_battle_is_a_fault_of_the_table(
    visitor: TestClient, field: str, value: Any
) -> None:
    # BAT-VAL-01..06
    book = asked(visitor, "battle/begin", armies=_armies())["book"]
    for address, body in (
        ("battle/melee", _fight(book)),
        ("battle/morale", {"book": book, "unit": "Orcs"}),
        ("battle", {"book": book}),
        ("battle/begin", {"armies": value}),
    ):
        answer = visitor.post(f"/api/battlesystem/{address}", json={**body, field: value})
        assert answer.status_code < 500, answer.text
