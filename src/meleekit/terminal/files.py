"""Match records as files: read whole, and written so that nothing is lost on the way."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from meleekit.core.errors import BadRequest
from meleekit.core.record import FORMAT

# As far as one has to read to see that a file is a record.
_HEAD = 200


def read_record_file(path: Path) -> bytes:
    """The bytes of a file. Raises `BadRequest` naming the file."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadRequest(f"cannot be read: {error.strerror or error}", at=str(path)) from None


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
    try:
        if path.exists() and not _is_record(path):
            raise BadRequest("there is something else in this file; choose another", at=str(path))
        handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(record)
            Path(beside).replace(path)
        except BaseException:
            Path(beside).unlink(missing_ok=True)
            raise
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise BadRequest(f"cannot be written: {why}", at=str(path)) from None


def _is_record(path: Path) -> bool:
    with path.open("rb") as file:
        head = file.read(_HEAD)
    return not head or FORMAT.encode() in head
