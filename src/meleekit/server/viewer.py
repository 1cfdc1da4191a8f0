"""One page that watches a match, and tasks that outlive the page that asked for them."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from meleekit.server import protocol as say

QUEUE_LIMIT = 400  # messages a slow page may lag behind before it is let go

T = TypeVar("T")


class Viewer:
    """One page that watches. What it is told waits in its queue; None ends it."""

    def __init__(self, owner: bool) -> None:
        self.owner = owner
        self.queue: asyncio.Queue[say.Told | None] = asyncio.Queue(QUEUE_LIMIT)
        self.revision = -1
        self.undone = -1
        self.board = ""

    def tell(self, message: say.Told) -> None:
        """Put a message in the queue; a page that lags too far behind is let go."""
        if self.queue.full():
            while not self.queue.empty():
                self.queue.get_nowait()
            self.queue.put_nowait(None)
            return
        self.queue.put_nowait(message)


_tasks: set[asyncio.Task[Any]] = set()


def unforgotten(work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
    """A task that runs to its end even if nobody waits for it any more."""
    task = asyncio.create_task(work)
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)
    return task
