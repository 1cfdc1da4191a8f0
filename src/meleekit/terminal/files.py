"""Files read whole, and written at one stroke, so that nothing is lost on the way."""

from __future__ import annotations

import fcntl
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from meleekit.core.errors import BadRequest
from meleekit.core.record import FORMAT
from meleekit.core.system import System

# As far as one has to read to see what a file is.
_HEAD = 200


def read_record_file(path: Path) -> bytes:
    """The bytes of a file. Raises `BadRequest` naming the file."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadRequest(f"cannot be read: {error.strerror or error}", at=str(path)) from None


def on_board(rules: System, setup: object, path: Path) -> Any:  # noqa: ANN401  # set-ups differ
    """The set-up on the board of a file. Raises `BadRequest` for a game without such boards."""
    try:
        return rules.on_board(setup, path)
    except BadRequest as error:
        raise error.restated(BadRequest, at="--board") from None


def path_typed(text: str) -> Path:
    """The path somebody typed, "~" and "~NAME" read as homes. Raises `BadRequest`."""
    try:
        return Path(text).expanduser()
    except RuntimeError:
        raise BadRequest("nobody of that name has a home here", at=text) from None


def write_record_file(path: Path, record: bytes) -> None:
    """Put a record in a file, replacing an earlier one at one stroke.

    Raises `BadRequest` naming the file if it cannot be written, or holds something else.
    """
    write_file(path, record, FORMAT)


def write_file(path: Path, data: bytes, mark: str, *, durable: bool = False) -> None:
    """Put data in a file, replacing at one stroke an earlier one that has the `mark` at its head.

    `durable`: it is on the disk, not only on its way there, when this returns. Raises `BadRequest`
    naming the file if it cannot be written, or holds something else.
    """
    with about_writing(path):
        if path.exists():
            check_mark(path, mark)
        handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                if durable:
                    file.flush()
                    os.fsync(file.fileno())
            Path(beside).replace(path)
        except BaseException:
            Path(beside).unlink(missing_ok=True)
            raise


@contextmanager
def alone_with(path: Path) -> Iterator[None]:
    """Nobody else who asks in this way writes beside that file meanwhile.

    Raises `BadRequest` naming the file if there is no such folder.
    """
    with about_writing(path):
        folder = os.open(path.parent, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


@contextmanager
def about_writing(path: Path) -> Iterator[None]:
    """Whatever goes wrong with a file inside is a `BadRequest` naming it."""
    try:
        yield
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise BadRequest(f"cannot be written: {why}", at=str(path)) from None


def check_mark(path: Path, mark: str) -> None:
    """Refuse to write over a file that has something in it, and not that mark at its head.

    Raises `BadRequest` naming the file, and `OSError` where it cannot be read.
    """
    with path.open("rb") as file:
        head = file.read(_HEAD)
    if head and mark.encode() not in head:
        raise BadRequest("there is something else in this file; choose another", at=str(path))
