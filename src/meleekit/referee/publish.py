"""The JSON Schemas of all games as files: ``python -m meleekit.referee.publish FOLDER``.

``make schema`` writes those of the documentation.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import msgspec

from meleekit.core.system import System
from meleekit.referee.schemas import schemas
from meleekit.systems import SYSTEMS


def schema_files(systems: Mapping[str, System]) -> dict[str, str]:
    """The text of each file by its path: ``tft/action.json``."""
    files = {}
    for system in systems.values():
        found = schemas(system)
        for name in ("setup", "situation", "action", "event", "view"):
            schema = getattr(found, name)
            if schema is not None:
                text = msgspec.json.format(msgspec.json.encode(schema, order="sorted"), indent=1)
                files[f"{system.key}/{name}.json"] = text.decode() + "\n"
    return files


def write_schemas(folder: Path, systems: Mapping[str, System]) -> None:
    """Write the files, and take away those that are no more."""
    files = schema_files(systems)
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for path in folder.glob("*/*.json"):
        if path.relative_to(folder).as_posix() not in files:
            path.unlink()


if __name__ == "__main__":
    write_schemas(Path(sys.argv[1]), SYSTEMS)
