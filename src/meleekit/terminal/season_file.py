"""A season in a file."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from meleekit.season.book import FORMAT, AnyStep, Season, decode_season, encode_season
from meleekit.season.standing import Standing, after_all, standing
from meleekit.terminal.book_file import BookFile


class SeasonFile(BookFile[Season, AnyStep, Standing]):
    """The file that holds a season."""

    mark: ClassVar[str] = FORMAT
    called: ClassVar[str] = "season"

    def encoded(self, book: Season) -> bytes:
        """The season as the file holds it."""
        return encode_season(book)

    def decoded(self, data: bytes) -> Season:
        """The season in a file."""
        return decode_season(data)

    def standing(self, book: Season) -> Standing:
        """The season as it stands."""
        return standing(book)

    def book(self, now: Standing) -> Season:
        """The season of a standing."""
        return now.season

    def after(self, now: Standing, steps: tuple[AnyStep, ...]) -> Standing:
        """The season after more steps."""
        return after_all(now, steps)

    def match_path(self, battle: int) -> Path:
        """Where a battle is kept that is played by hand, until it is fought out and after."""
        return self.path.with_name(f"{self.path.stem}-battle-{battle}.json")
