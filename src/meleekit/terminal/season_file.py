"""A season in a file: every step is on the disk before it is told, and none is counted twice."""

from __future__ import annotations

from pathlib import Path

from meleekit.core.errors import BadRequest, BadSave, StaleRevision
from meleekit.season.book import FORMAT, AnyStep, Season, decode_season, encode_season
from meleekit.season.standing import Standing, after_all, standing
from meleekit.terminal.files import alone_with, read_record_file, write_file


class SeasonFile:
    """The file that holds a season."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def create(self, season: Season) -> Standing:
        """Begin the file. Raises `BadRequest` if there is one of that name."""
        now = standing(season)
        with alone_with(self.path):
            if self.path.exists():
                raise BadRequest("there is a file of this name; choose another", at=str(self.path))
            write_file(self.path, encode_season(season), FORMAT, durable=True)
        return now

    def read(self) -> Standing:
        """The season as it stands. Raises `BadSave` naming the file and the field."""
        try:
            return standing(decode_season(read_record_file(self.path)))
        except BadSave as error:
            said = f"{self.path.name}: {error.message}"
            raise error.restated(BadSave, at=error.at, message=said) from None

    def add(self, now: Standing, *steps: AnyStep) -> Standing:
        """Take steps after `now` and keep them; gives the standing after them.

        Raises what the rules refuse, and `StaleRevision` if the season has gone on meanwhile in
        another window; then the file is as it was.
        """
        then = after_all(now, steps)
        if not steps:
            return then
        with alone_with(self.path):
            if self.read().season != now.season:
                raise StaleRevision("the season has gone on meanwhile; look again")
            write_file(self.path, encode_season(then.season), FORMAT, durable=True)
        return then

    def match_path(self, battle: int) -> Path:
        """Where a battle is kept that is played by hand, until it is fought out and after."""
        return self.path.with_name(f"{self.path.stem}-battle-{battle}.json")
