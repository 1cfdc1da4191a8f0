"""Where matches are kept: the command line before the environment before the user's own file."""

from __future__ import annotations

from pathlib import Path

import pytest

from meleekit.server.config import Config
from meleekit.server.store import Store, StoreFailed


def test_the_command_line_comes_before_the_environment() -> None:
    config = Config.from_environment({"MELEEKIT_DB": "/tmp/there.db"}, database="/tmp/here.db")
    assert config.database_url == "sqlite:////tmp/here.db"


def test_the_environment_may_name_a_path_or_a_url() -> None:
    for named, url in (
        ("/tmp/there.db", "sqlite:////tmp/there.db"),
        ("postgresql+psycopg://table@db/meleekit", "postgresql+psycopg://table@db/meleekit"),
    ):
        assert Config.from_environment({"MELEEKIT_DB": named}).database_url == url


def test_without_a_wish_matches_are_kept_with_the_users_data() -> None:
    config = Config.from_environment({"XDG_DATA_HOME": "/home/ann/data"})
    assert config.database_url == "sqlite:////home/ann/data/meleekit/matches.sqlite3"


def test_the_table_listens_to_this_machine_only_unless_told_otherwise() -> None:
    assert Config.from_environment({}).host == "127.0.0.1"


def test_the_folder_of_a_new_database_is_made(tmp_path: Path) -> None:
    Store(f"sqlite:///{tmp_path}/new/folder/matches.sqlite3").close()
    assert (tmp_path / "new" / "folder" / "matches.sqlite3").exists()


@pytest.mark.parametrize("url", ["nonsense://", "sqlite:////dev/null/matches.sqlite3"])
def test_a_database_that_cannot_be_opened_is_said_plainly(url: str) -> None:
    with pytest.raises(StoreFailed, match="database of matches"):
        Store(url)


def test_a_file_that_is_no_database_is_said_plainly(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite3"
    path.write_bytes(b"not a database, but long enough to look at" * 40)
    with pytest.raises(StoreFailed):
        Store(f"sqlite:///{path}")
