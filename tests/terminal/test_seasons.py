"""Rosters, record sheets and seasons at the command line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from meleekit.bots import bot, play_out
from meleekit.cli import app
from meleekit.core.errors import BadRequest, StaleRevision
from meleekit.core.match import Match
from meleekit.season.book import encode_season
from meleekit.season.standing import Standing
from meleekit.systems import SYSTEMS
from meleekit.terminal import book_file, files
from meleekit.terminal.season_file import SeasonFile
from tests.season.seasons import begin, both_fall, pair_up, won_by

SEED = "00" * 32
ROSTER = """\
title = "The Ashe stable"
[[fighters]]
name = "Ann"
strength = 12
dexterity = 12
armour = "leather"
items = ["broadsword", "small_shield"]
xp = 130
[[fighters]]
name = "Bob"
strength = 13
dexterity = 11
items = ["halberd"]
"""


def run(*args: object, typed: str = "") -> Result:
    return CliRunner().invoke(app, [str(arg) for arg in args], input=typed)


def done(*args: object, typed: str = "") -> str:
    result = run(*args, typed=typed)
    assert result.exit_code == 0, result.output
    return " ".join(result.stdout.split())


def refused(*args: object) -> str:
    result = run(*args)
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output
    assert result.stderr.startswith("meleekit: ")
    return " ".join(result.stderr.split())


@pytest.fixture
def roster(tmp_path: Path) -> Path:
    path = tmp_path / "ours.toml"
    path.write_text(ROSTER, encoding="utf-8")
    return path


@pytest.fixture
def season(tmp_path: Path, roster: Path) -> Path:
    path = tmp_path / "spring.json"
    done("season", "new", path, "--roster", roster, "--stables", 2, "--seed", SEED)
    return path


def standing_of(path: Path) -> Standing:
    return SeasonFile(path).read()


# -- rosters and sheets --------------------------------------------------------------------------


def test_a_roster_is_shown_with_what_follows_from_it(roster: Path) -> None:
    # TFT-CRE-11: leather costs 2 DEX, allows MA 8 and stops 2, the shield 1 more in front
    shown = done("roster", roster)
    assert "STR 12, DEX 12, adjDEX 10 (12 −2 leather), MA 8, 130 XP" in shown
    assert "stops 3 in front, 2 aside, 2 behind" in shown
    assert "may carry 1 more weapon or shield and a dagger besides" in shown


def test_everything_that_is_wrong_with_a_roster_is_shown_with_its_lines(roster: Path) -> None:
    # TFT-CRE-01, TFT-CRE-05
    roster.write_text(ROSTER.replace("strength = 13", "strength = 12"), encoding="utf-8")
    result = run("roster", roster)
    assert result.exit_code == 2
    shown = " ".join(result.stdout.split())
    assert "line 11: strength and dexterity are 23 together" in shown
    assert "line 13: Halberd needs strength 13, not 12 (at fighters[1].items[0])" in shown


def test_record_sheets_are_written_as_a_page_or_one_as_a_picture(
    roster: Path, tmp_path: Path
) -> None:
    # TFT-CRE-11
    page, picture = tmp_path / "sheets.html", tmp_path / "one.svg"
    assert "2 record sheets" in done("sheet", roster, "-o", page)
    assert page.read_text(encoding="utf-8").count("<svg") == 2
    done("sheet", roster, "-o", page)  # a page of ours may be made anew
    done("sheet", "berrin", "-o", picture)
    assert "Berrin Ashe" in picture.read_text(encoding="utf-8")
    assert "holds one record sheet" in refused("sheet", roster, "-o", picture)


def test_other_people_s_files_are_not_written_over(roster: Path, tmp_path: Path) -> None:
    other = tmp_path / "letter.html"
    other.write_text("Dear Ann", encoding="utf-8")
    assert "something else in this file" in refused("sheet", roster, "-o", other)
    assert other.read_text(encoding="utf-8") == "Dear Ann"


def test_a_sheet_of_nobody_and_of_a_fighter_that_the_rules_refuse(
    roster: Path, tmp_path: Path
) -> None:
    assert "neither a file nor one of" in refused("sheet", "nobody", "-o", tmp_path / "a.html")
    assert "nobody of that name" in refused(
        "sheet", "~nobody-at-all/x.toml", "-o", tmp_path / "a.html"
    )
    roster.write_text(ROSTER.replace("dexterity = 12", "dexterity = 2"), encoding="utf-8")
    assert "ours.toml, line 5" in refused("sheet", roster, "-o", tmp_path / "a.html")
    assert not (tmp_path / "a.html").exists()


def test_a_battle_is_played_from_a_file_that_draws_on_a_roster(
    roster: Path, tmp_path: Path
) -> None:
    battle = tmp_path / "battle.toml"
    battle.write_text(
        'title = "Ours"\nroster = "ours.toml"\n[[sides]]\nname = "Red"\nfighters = ["Ann"]\n'
        '[[sides]]\nname = "Blue"\nfighters = ["nix"]\n',
        encoding="utf-8",
    )
    shown = done("play", "tft", battle, "--seat", "all=brawler", "--seed", SEED, typed="q\n")
    assert "Ann" in shown
    assert "Nix" in shown
    battle.write_text('title = "Ours"\nroster = "none.toml"\nsides = [{}]\n', encoding="utf-8")
    assert "none.toml: cannot be read" in refused("play", "tft", battle)


# -- seasons -------------------------------------------------------------------------------------


def test_a_season_is_fought_battle_after_battle_to_its_end(season: Path) -> None:
    assert "0 of 6 battles fought" in done("season", "show", season)
    assert "Battle 1:" in done("season", "next", season)
    assert len(standing_of(season).fought) == 1
    done("season", "next", season, "--count", 2)
    assert len(standing_of(season).fought) == 3
    while standing_of(season).own_living:
        if "The season is over" in done("season", "next", season, "--all"):
            break
    shown = done("season", "show", season)
    assert "The Ashe stable" in shown


def test_the_same_seed_fights_the_same_season(tmp_path: Path, roster: Path, season: Path) -> None:
    other = tmp_path / "again.json"
    done("season", "new", other, "--roster", roster, "--stables", 2, "--seed", SEED)
    for file in (season, other):
        done("season", "next", file, "--count", 3)
    assert season.read_bytes() == other.read_bytes()


def test_experience_is_spent_between_battles(season: Path) -> None:
    # TFT-XP-01
    assert "STR 13, DEX 12" in done("season", "spend", season, "ann", "STR")
    # TFT-BAD-06
    before = season.read_bytes()
    assert "[TFT-BAD-06]" in refused("season", "spend", season, "Ann", "STR")
    assert "[TFT-BAD-06]" in refused("season", "spend", season, "Ann", "luck")
    foe = standing_of(season).living(1)[0].name
    assert "not your own" in refused("season", "spend", season, foe, "STR")
    assert "nobody in this season" in refused("season", "spend", season, "Zoe", "STR")
    assert season.read_bytes() == before


def test_arms_are_changed_between_battles_as_the_rules_allow(season: Path) -> None:
    # TFT-CRE-08, TFT-CRE-05
    shown = done("season", "arm", season, "Ann", "--armour", "plate", "--item", "mace")
    assert "plate; stops 5" in shown
    assert "carries mace" in shown
    assert "[TFT-CRE-05]" in refused("season", "arm", season, "Ann", "--item", "battleaxe")


def test_readings_of_the_rules_hold_for_a_whole_season(tmp_path: Path, roster: Path) -> None:
    # TFT-VAR-01
    cloth = ROSTER.replace('"leather"', '"cloth"')
    roster.write_text(cloth, encoding="utf-8")
    path = tmp_path / "autumn.json"
    assert "[TFT-CRE-08]" in refused("season", "new", path, "--roster", roster)
    reading = ("--variant", "VAR-EXTRA-ARMOUR")
    done("season", "new", path, "--roster", roster, "--seed", SEED, *reading)
    assert "cloth; stops" in done("season", "show", path, "Ann")
    assert "2 record sheets" in done("sheet", path, "-o", tmp_path / "sheets.html")
    done("season", "next", path)


def test_a_fighter_s_history_is_shown_and_written_in_a_roster(season: Path, tmp_path: Path) -> None:
    while not any(fighter.battles for fighter in standing_of(season).own_living):
        done("season", "next", season)
        if not standing_of(season).own_living:
            break
    fought = next(f for f in standing_of(season).fighters.values() if f.battles and f.stable == 0)
    assert fought.history[-1][:20] in done("season", "show", season, fought.name)
    out = tmp_path / "out.toml"
    done("season", "roster", season, out)
    assert fought.history[-1] in out.read_text(encoding="utf-8")
    assert fought.name in done("roster", out)


def test_somebody_is_hired_when_a_place_is_free(season: Path, roster: Path) -> None:
    assert "one is hired when one has died" in refused("season", "hire", season)
    store = SeasonFile(season)
    now = store.read()
    battle = pair_up(now)
    now = store.add(now, battle)
    store.add(now, won_by(battle, 1, dies=True))
    roster.write_text(ROSTER.replace('"Ann"', '"Zoe"'), encoding="utf-8")
    assert "Zoe, human" in done("season", "hire", season, "--roster", roster, "--name", "zoe")
    assert [f.name for f in standing_of(season).living(0)] == ["Bob", "Zoe"]


def test_each_stable_of_one_s_own_hires_for_its_own_dead(tmp_path: Path) -> None:
    season, names = both_fall()
    file, out = tmp_path / "two.json", tmp_path / "two.toml"
    file.write_bytes(encode_season(season))
    done("season", "hire", file, "--stable", names[1])
    assert [standing_of(file).free_places(one) for one in (0, 1)] == [1, 0]
    done("season", "hire", file)
    assert "one is hired when" in refused("season", "hire", file)
    assert "(at stable)" in refused("season", "hire", file, "--stable", "Nobody's")
    done("season", "roster", file, out)
    assert f"{names[0]} and {names[1]}" in done("roster", out)


def test_without_a_name_the_stable_with_a_free_place_hires(tmp_path: Path) -> None:
    season, names = both_fall()
    file = tmp_path / "two.json"
    file.write_bytes(encode_season(season))
    done("season", "hire", file, "--stable", names[0])
    done("season", "hire", file)
    assert [standing_of(file).free_places(one) for one in (0, 1)] == [0, 0]


def test_a_file_that_is_there_is_not_begun_anew(season: Path, roster: Path) -> None:
    before = season.read_bytes()
    assert "choose another" in refused("season", "new", season, "--roster", roster)
    assert season.read_bytes() == before


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--seed", "12"), "64 hex digits"),
        (("--kind", "picnic"), "no kind of battle"),
        (("--bot", "nobody"), "no bot 'nobody'"),
        (("--roster", "none.toml"), "cannot be read"),
    ],
)
def test_a_season_that_cannot_be_is_refused(
    tmp_path: Path, options: tuple[str, str], said: str
) -> None:
    path = tmp_path / "never.json"
    assert said in refused("season", "new", path, *options)
    assert not path.exists()


def test_a_file_that_is_no_season_is_refused_by_name(season: Path) -> None:
    season.write_bytes(season.read_bytes().replace(b'"arena"', b'"picnic"', 1))
    assert "spring.json: " in refused("season", "show", season)
    assert "(at plan.kind)" in refused("season", "next", season)


# -- nothing is lost, nothing counts twice -------------------------------------------------------


def writing_only(times: int) -> Callable[..., None]:
    """What writes files so many times, and fails after."""
    left = iter(range(times))

    def write(path: Path, data: bytes, mark: str, *, durable: bool = False) -> None:
        if next(left, None) is None:
            raise BadRequest("cannot be written: No space left on device", at=str(path))
        files.write_file(path, data, mark, durable=durable)

    return write


def test_a_crash_in_the_middle_loses_nothing_and_counts_nothing_twice(
    season: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk fills up after any number of steps; the season then goes on as if it had not."""
    whole = season.with_name("whole.json")
    whole.write_bytes(season.read_bytes())
    done("season", "next", whole, "--count", 2)

    for allowed in range(6):
        with monkeypatch.context() as patch:
            patch.setattr(book_file, "write_file", writing_only(allowed))
            result = run("season", "next", season)
            if result.exit_code:
                # What could not be stored was not told.
                assert "Battle" not in result.stdout
        if len(standing_of(season).fought) == 1:
            break
    done("season", "next", season)
    assert len(standing_of(season).fought) == 2
    assert season.read_bytes() == whole.read_bytes()


def test_of_two_windows_that_go_on_with_one_season_one_is_refused(season: Path) -> None:
    store = SeasonFile(season)
    now = store.read()
    store.add(now, pair_up(now))
    with pytest.raises(StaleRevision):
        store.add(now, pair_up(now, 1, 2))
    assert len(standing_of(season).season.steps) == 1


def test_a_half_written_file_never_takes_the_place_of_the_season(
    season: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = season.read_bytes()

    def broken(_: int) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(files.os, "fsync", broken)
    assert "cannot be written" in refused("season", "next", season)
    assert season.read_bytes() == before
    assert [path.name for path in season.parent.glob(".*")] == []


# -- battles played by hand ----------------------------------------------------------------------


def own_battle(season: Path) -> int:
    """Fight on until a battle of one's own is next; its number."""
    store = SeasonFile(season)
    now = store.read()
    battle = pair_up(now)
    store.add(now, battle)
    return battle.battle


def test_a_battle_left_in_the_middle_waits_as_it_was_left(season: Path) -> None:
    number = own_battle(season)
    path = SeasonFile(season).match_path(number)
    shown = done("season", "next", season, "--play", typed="1\n1\n1\nq\n")
    assert f"Battle {number} waits in" in shown
    kept: Match[Any, Any] = Match.load(path.read_bytes(), SYSTEMS)
    assert kept.revision >= 3
    assert "is being played by hand" in refused("season", "next", season)
    done("season", "next", season, "--play", typed="q\n")
    assert Match.load(path.read_bytes(), SYSTEMS).log_hash() == kept.log_hash()
    assert not standing_of(season).fought


def test_a_battle_played_to_its_end_counts_once(season: Path) -> None:
    number = own_battle(season)
    for _ in range(40):
        run("season", "next", season, "--play", typed="1\n" * 200 + "q\n")
        if standing_of(season).fought:
            break
    now = standing_of(season)
    assert [battle.battle for battle, _ in now.fought] == [number]
    record = SeasonFile(season).match_path(number)
    assert "none is counted twice" in refused("season", "read", season, record)


def test_a_battle_is_written_as_a_match_and_read_back(season: Path, tmp_path: Path) -> None:
    match = tmp_path / "match.json"
    done("season", "write", season, match)
    assert "not fought out" in refused("season", "read", season, match)
    begun: Match[Any, Any] = Match.load(match.read_bytes(), SYSTEMS)
    play_out(begun, [bot("brawler"), bot("brawler")])
    match.write_bytes(begun.save(reveal_seed=True))
    assert "Battle 1:" in done("season", "read", season, match)
    assert len(standing_of(season).fought) == 1
    assert "is under way" in refused("season", "read", season, match)


def test_the_standing_of_another_season_takes_no_record_of_this_one(tmp_path: Path) -> None:
    other = SeasonFile(tmp_path / "other.json")
    now = other.create(begin())
    now = other.add(now, pair_up(now))
    mine = SeasonFile(tmp_path / "mine.json")
    then = mine.create(begin(seed=bytes(32)))
    then = mine.add(then, pair_up(then))
    match = tmp_path / "match.json"
    done("season", "write", other.path, match)
    assert "another battle" in refused("season", "read", mine.path, match)
