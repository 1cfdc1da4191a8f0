"""A book of steps in a file: every step is on the disk before it is told, and none counts twice."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path
from typing import ClassVar, Generic, TypeVar

from meleekit.core.errors import BadRequest, BadSave, StaleRevision
from meleekit.terminal.files import alone_with, read_record_file, write_file

BookT = TypeVar("BookT")
StepT = TypeVar("StepT")
NowT = TypeVar("NowT")


class BookFile(ABC, Generic[BookT, StepT, NowT]):
    """The file that holds a book, such as a season's. `mark` is what stands at its head.

    A book is all that was decided and every step taken; what follows from it is its standing.
    """

    mark: ClassVar[str]
    called: ClassVar[str]
    """What it is to people, as in "the season has gone on"."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @abstractmethod
    def encoded(self, book: BookT) -> bytes:
        """The book as the file holds it."""

    @abstractmethod
    def decoded(self, data: bytes) -> BookT:
        """The book in a file. Raises `BadSave` naming the field."""

    @abstractmethod
    def standing(self, book: BookT) -> NowT:
        """What follows from a book. Raises `BadSave` naming the step that is refused."""

    @abstractmethod
    def book(self, now: NowT) -> BookT:
        """The book of a standing."""

    @abstractmethod
    def after(self, now: NowT, steps: tuple[StepT, ...]) -> NowT:
        """The standing after more steps. Raises what the rules refuse."""

    def create(self, book: BookT) -> NowT:
        """Begin the file. Raises `BadRequest` if there is one of that name."""
        now = self.standing(book)
        with alone_with(self.path):
            if self.path.exists():
                raise BadRequest("there is a file of this name; choose another", at=str(self.path))
            self._write(book)
        return now

    def read(self) -> NowT:
        """How it stands. Raises `BadSave` naming the file and the field."""
        try:
            return self.standing(self.decoded(read_record_file(self.path)))
        except BadSave as error:
            said = f"{self.path.name}: {error.message}"
            raise error.restated(BadSave, at=error.at, message=said) from None

    def add(self, now: NowT, *steps: StepT) -> NowT:
        """Take steps after `now` and keep them; gives the standing after them.

        Raises what the rules refuse, and `StaleRevision` if the book has gone on meanwhile in
        another window; then the file is as it was.
        """
        then = self.after(now, steps)
        if steps:
            self.replace(now, self.book(then))
        return then

    def replace(self, now: NowT, book: BookT) -> None:
        """Put another book in place of that of `now`. Raises `StaleRevision` as `add` does."""
        with alone_with(self.path):
            if self.book(self.read()) != self.book(now):
                raise StaleRevision(f"the {self.called} has gone on meanwhile; look again")
            self._write(book)

    def _write(self, book: BookT) -> None:
        write_file(self.path, self.encoded(book), self.mark, durable=True)
