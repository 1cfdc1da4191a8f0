"""The Combat Results Table: worked cases of section B, and tables of one's own."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from meleekit.battlesystem.columns import COLUMNS
from meleekit.battlesystem.crt import Crt, crt_from, crt_of, load_crt
from meleekit.core.errors import BadSetup
from tests.battlesystem.armies import TABLES, at_roll

D8 = COLUMNS.index("D8")


def test_case_11_row_16_in_full() -> None:
    # BAT-CRT-01, BAT-CRT-04
    assert COLUMNS == ("D2", "D3", "D4", "D6", "D8", "D10", "D12", "D14", "D16", "D18", "D20")
    assert TABLES.crt.row(16) == (2, 3, 3, 5, 6, 7, 9, 10, 11, 13, 14)


def test_cases_12_to_14_ends_and_rounding() -> None:
    # BAT-CRT-03, BAT-CRT-04
    assert (at_roll(27, "D8"), at_roll(27, "D6")) == (1, 0)
    assert set(TABLES.crt.row(28)) == {0}
    assert TABLES.crt.row(5) == TABLES.crt.row(8)
    assert (at_roll(5, "D8"), at_roll(5, "D20"), at_roll(9, "D8")) == (10, 23, 10)
    assert at_roll(45, "D20") == 0
    assert at_roll(-14, "D8") == 10


def test_every_cell_of_the_shipped_table_is_by_the_formula() -> None:
    # BAT-CRT-02, BAT-CRT-04: ten attackers, their chance, the mean damage, 4.5 points a hit die.
    assert (TABLES.crt.first, TABLES.crt.last, TABLES.crt.reconstructed) == (-10, 40, True)
    for roll in range(-10, 41):
        for name, cell in zip(COLUMNS, TABLES.crt.row(roll), strict=True):
            sides = int(name[1:])
            hitting = sum(1 for d20 in range(1, 21) if d20 >= roll - 7)
            hit_dice = Fraction(10 * hitting, 20) * Fraction(sum(range(1, sides + 1)), sides) / 4.5
            nearest = int(hit_dice + Fraction(1, 2))
            assert cell == nearest, (roll, name)


def _plain(**changes: Any) -> dict[str, Any]:
    """A table of one's own as plain data: 20 down to 0 in every column."""
    rows = [{"roll": roll, "cells": [max(0, 20 - roll)] * 11} for roll in range(5, 21)]
    return {"columns": list(COLUMNS), "roll_min": 5, "roll_max": 20, "row": rows, **changes}


def _refused(data: dict[str, Any]) -> BadSetup:
    with pytest.raises(BadSetup) as refused:
        crt_from(data)
    assert refused.value.rule == "BAT-CRT-05"
    return refused.value


def test_case_63_a_gap_a_negative_cell_and_columns_in_another_order_are_refused() -> None:
    # BAT-CRT-05, BAT-VAL-01
    rows = _plain()["row"]
    assert "12" in _refused(_plain(row=[row for row in rows if row["roll"] != 12])).message
    rows = _plain()["row"]
    rows[3]["cells"][2] = -1
    assert _refused(_plain(row=rows)).at == "row[3].cells[2]"
    assert _refused(_plain(columns=list(reversed(COLUMNS)))).at == "columns"


@pytest.mark.parametrize(
    ("cell", "exact"),
    [(3, 3), (2.5, Fraction(5, 2)), ("5/2", Fraction(5, 2)), (0.1, Fraction(1, 10)), ("4/2", 2)],
)
def test_cells_are_kept_exactly_as_they_are_written(cell: Any, exact: Any) -> None:
    # BAT-CRT-05, BAT-STATE-04
    rows = _plain()["row"]
    rows[0]["cells"][0] = cell
    assert crt_from(_plain(row=rows)).row(5)[0] == exact


@pytest.mark.parametrize(
    ("cell", "exact"),
    [
        (0.1234567, Fraction(1_234_567, 10_000_000)),
        ("0.000001", Fraction(1, 1_000_000)),
        ("9998.999999", Fraction(9_998_999_999, 1_000_000)),
        (1 / 3, Fraction(3333333333333333, 10**16)),
        ("1/999999999999999999", Fraction(1, 999999999999999999)),
    ],
)
def test_a_table_that_was_read_can_be_written_down_and_read_again(cell: Any, exact: Any) -> None:
    # BAT-CRT-05, BAT-STATE-04
    rows = _plain()["row"]
    rows[0]["cells"][0] = cell
    read = crt_from(_plain(row=rows))
    assert read.row(5)[0] == exact
    again = crt_from(msgspec.to_builtins(read.table))
    assert again.row(5)[0] == exact
    assert again.hash == read.hash


@pytest.mark.parametrize(
    "cell",
    [
        *("x", "", "1/0", "1/0000", "-1", "1e9", "1/2/3", "²/3", "1" * 5000, f"1/1{'0' * 17}1"),
        *(float("nan"), float("inf"), 10000, 10**400, 1e-300, True, None, [1]),
    ],
)
def test_cells_that_are_no_numbers_are_refused(cell: Any) -> None:
    # BAT-CRT-05
    rows = _plain()["row"]
    rows[0]["cells"][0] = cell
    assert (_refused(_plain(row=rows)).at or "").startswith("row[0].cells[0]")


def test_other_faults_of_a_table_are_refused() -> None:
    # BAT-CRT-05
    rows = _plain()["row"]
    assert _refused(_plain(columns=[*COLUMNS, "D24"])).at == "columns"
    assert _refused(_plain(columns=list(COLUMNS[:-1]))).at == "columns"
    assert _refused(_plain(row=[*rows, rows[0]])).at == "row[16].roll"
    assert _refused(_plain(row=[*rows, {"roll": 21, "cells": [0] * 11}])).at == "row[16].roll"
    assert _refused(_plain(row=[{"roll": 5, "cells": [0] * 10}, *rows[1:]])).at == "row[0].cells"
    assert _refused(_plain(roll_min=30)).at == "roll_min"
    assert _refused(_plain(roll_max=10**9)).at == "roll_min"
    assert _refused(_plain(title="a\nb")).at == "title"
    assert _refused(_plain(surplus=1)).at == "surplus"


def test_a_table_that_runs_the_wrong_way_is_taken_with_a_warning() -> None:
    # BAT-CRT-05
    assert crt_from(_plain()).warnings == ()
    rows = _plain()["row"]
    rows[2]["cells"][4] = 14
    said = crt_from(_plain(row=rows)).warnings
    assert said == ("roll 7 shrinks from D8 to D10: 14, 13",)
    rows[2]["cells"][4] = 15
    assert "D8 grows from roll 6 to 7: 14, 15" in crt_from(_plain(row=rows)).warnings


def test_whether_the_example_of_the_rules_holds_is_told_of_any_table() -> None:
    # BAT-CRT-06
    assert TABLES.crt.holds_example
    assert TABLES.crt.oddities == ()
    assert not crt_from(_plain()).holds_example
    assert crt_from(_plain()).oddities == ("roll 16 in column D8 is not 6, as the rules have it",)
    rows = [{"roll": 16, "cells": [6] * 11}]
    assert crt_from(_plain(row=rows, roll_min=16, roll_max=16)).holds_example


def test_a_table_in_a_set_up_has_its_hash_and_a_wrong_hash_is_refused() -> None:
    # BAT-CRT-05
    own = crt_from(_plain(title="printed"))
    plain = msgspec.json.decode(msgspec.json.encode(own.table))
    again = crt_from(plain)
    assert (again, again.hash, again.title) == (own, own.hash, "printed")
    assert own.hash != TABLES.crt.hash
    plain["row"][0]["cells"][0] = 99
    assert _refused(plain).at == "hash"


def test_a_table_is_read_from_a_file_and_faults_name_it(tmp_path: Path) -> None:
    # BAT-CRT-02, BAT-CRT-05
    lines = [f"columns = {list(COLUMNS)!r}", "roll_min = 16", "roll_max = 17"]
    lines += ["[[row]]", "roll = 16", "cells = [1, 2, 2.5, '7/2', 4, 5, 6, 7, 8, 9, 10]"]
    path = tmp_path / "own.toml"
    path.write_text("\n".join([*lines, "[[row]]", "roll = 17", f"cells = {[1] * 11}"]))
    table = load_crt(path)
    assert table.row(16)[2:4] == (Fraction(5, 2), Fraction(7, 2))
    assert table.row(99) == (1,) * 11
    path.write_text("\n".join(lines))
    with pytest.raises(BadSetup, match=r"own\.toml: there is no row for roll 17"):
        load_crt(path)
    with pytest.raises(BadSetup, match="is not TOML"):
        crt_of("columns = [")
    assert isinstance(crt_of(path.read_text() + f"\n[[row]]\nroll = 17\ncells = {[1] * 11}"), Crt)
