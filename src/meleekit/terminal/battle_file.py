"""A battle of BATTLESYSTEM on a real table, in a file."""

from __future__ import annotations

from typing import ClassVar

from meleekit.battlesystem.roster_book import FORMAT, AnyStep, Book, decode_book, encode_book
from meleekit.battlesystem.roster_moment import Standing
from meleekit.battlesystem.roster_standing import after, standing
from meleekit.terminal.book_file import BookFile


class BattleFile(BookFile[Book, AnyStep, Standing]):
    """The file that holds a battle's roster and all its steps."""

    mark: ClassVar[str] = FORMAT
    called: ClassVar[str] = "battle"

    def encoded(self, book: Book) -> bytes:
        """The battle as the file holds it."""
        return encode_book(book)

    def decoded(self, data: bytes) -> Book:
        """The battle in a file."""
        return decode_book(data)

    def standing(self, book: Book) -> Standing:
        """The battle as it stands."""
        return standing(book)

    def book(self, now: Standing) -> Book:
        """The book of a standing."""
        return now.book

    def after(self, now: Standing, steps: tuple[AnyStep, ...]) -> Standing:
        """The battle after more steps."""
        for step in steps:
            now = after(now, step)
        return now
