"""Where matches are kept: the command line before the environment before the user's own file."""

from __future__ import annotations

import socket
import sys
from pathlib import Path

import pytest

from meleekit.core.errors import BadRequest
from meleekit.server.app import serve
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


@pytest.mark.parametrize(
    "url", ["sqlite:////tmp/x.sqlite3?timeout=long", "mysql+no_such_driver://x@localhost/x"]
)
def test_a_url_that_no_driver_understands_is_said_plainly(url: str) -> None:
    with pytest.raises(StoreFailed, match="database of matches"):
        Store(url)


def test_a_driver_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreFailed, match="psycopg") as error:
        Store("postgresql+psycopg://ann:secret@localhost/meleekit")
    assert "secret" not in str(error.value)


def test_a_home_of_nobody_is_said_plainly() -> None:
    with pytest.raises(BadRequest, match="home"):
        Config.from_environment({}, database="~nobody-of-that-name/matches.sqlite3")


def test_a_table_for_this_machine_answers_under_its_own_names_only() -> None:
    hosts = Config("", host="127.0.0.1", names=("Fights.example",)).hosts
    assert hosts == {"localhost", "127.0.0.1", "::1", "fights.example"}


def test_a_table_open_to_others_answers_under_any_name() -> None:
    assert Config("", host="0.0.0.0").hosts is None


def test_a_port_that_is_taken_is_said_in_words(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        said = f"port {port} of 127.0.0.1 cannot be had.*choose another"
        with pytest.raises(BadRequest, match=said):
            serve(port=port, database_url=str(tmp_path / "m.sqlite3"))
