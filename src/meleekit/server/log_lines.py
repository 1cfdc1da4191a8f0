"""The fight report of one match as pages read it, each entry put into words once."""

from __future__ import annotations

from collections.abc import Sequence

from meleekit.server import protocol as say
from meleekit.server import seen


class LogLines:
    """Lines kept by revision and pair of eyes.

    They belong to the entry they were made of: after an undo the revision has another, and its
    lines are made anew. May be used from several threads.
    """

    def __init__(self) -> None:
        self._kept: dict[tuple[int, int | None], tuple[seen.AnyEntry, list[say.Line]]] = {}

    def of(
        self, game: seen.AnyGame, revision: int, entry: seen.AnyEntry, eyes: int | None
    ) -> list[say.Line]:
        """The lines of one revision, as the seat `eyes` (None: a spectator) may read them."""
        kept = self._kept.get((revision, eyes))
        if kept is None or kept[0] is not entry:
            kept = entry, seen.lines(game, revision, entry, eyes)
            self._kept[revision, eyes] = kept
        return kept[1]

    def all(
        self, game: seen.AnyGame, entries: Sequence[seen.AnyEntry], eyes: int | None
    ) -> list[say.Line]:
        """The lines of all entries, in order."""
        return [
            line
            for revision, entry in enumerate(entries)
            for line in self.of(game, revision, entry, eyes)
        ]

    def clear(self) -> None:
        """Forget all of them."""
        self._kept = {}
