"""One page that watches a match, and tasks that outlive the page that asked for them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from time import monotonic
from typing import Any, NamedTuple, TypeVar

from meleekit.server import protocol as say

QUEUE_LIMIT = 400  # messages a slow page may lag behind before it is let go
BURST = 60  # messages a page may send at once: the odds of all that it shows, for instance
RATE = 20.0  # messages a second that it may send in the long run

T = TypeVar("T")


class Who(NamedTuple):
    """A browser as a match knows it: whether it began the match, and which seats it plays."""

    owner: bool = False
    seats: frozenset[int] = frozenset()


SPECTATOR = Who()


class Viewer:
    """One page that watches. What it is told waits in its queue.

    `lost` is set when it lags too far behind. `looked` is the answer to its last look until that
    is on its way. `sits` is the seat that sat down at a shared screen, and at which revision.
    """

    def __init__(self, who: Who = SPECTATOR) -> None:
        self.who = who
        self.sits: tuple[int, int] | None = None
        self.queue: asyncio.Queue[say.Told] = asyncio.Queue(QUEUE_LIMIT)
        self.lost = asyncio.Event()
        self.looked: say.Told | None = None
        self.revision = -1
        self.undone = -1
        self.board = ""

    def tell(self, message: say.Told) -> None:
        """Put a message in the queue; a page that lags too far behind is let go."""
        if self.queue.full():
            self.lost.set()
        else:
            self.queue.put_nowait(message)


class Allowance:
    """How fast one page may ask: `burst` messages at once, then `rate` a second."""

    def __init__(
        self, rate: float = RATE, burst: float = BURST, clock: Callable[[], float] = monotonic
    ) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._left = burst
        self._at = clock()

    def spend(self) -> bool:
        """Use up one message if one is left; whether it was."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    async def take(self) -> None:
        """Use up one message; wait where none is left. Others always get their turn meanwhile."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate) - 1
        self._at = now
        await asyncio.sleep(max(0.0, -self._left / self._rate))


_tasks: set[asyncio.Task[Any]] = set()


def unforgotten(work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
    """A task that runs to its end even if nobody waits for it any more."""
    task = asyncio.create_task(work)
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)
    return task
