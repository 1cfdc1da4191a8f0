"""A table that really listens, for browsers: the tests' and the benchmarks'."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import uvicorn

from meleekit.core.dice import new_seed
from meleekit.core.system import System
from meleekit.server.app import create_app
from meleekit.server.config import Config, database_url
from meleekit.systems import SYSTEMS


class live_table:  # noqa: N801  # a context manager that reads like a verb
    """A server on a loopback port, in a thread, until the block ends.

    `seeds` draws the seed of each match that is begun at it; `systems` are the games it offers.
    """

    def __init__(
        self,
        path: Path,
        port: int = 0,
        seeds: Callable[[], bytes] = new_seed,
        systems: Mapping[str, System] = SYSTEMS,
    ) -> None:
        self._socket = socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._socket.bind(("127.0.0.1", port))
        self.port: int = self._socket.getsockname()[1]
        config = Config(database_url(str(path)), port=self.port)
        app = create_app(config, systems=systems, seeds=seeds)
        self._server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
        self._thread = threading.Thread(target=self._server.run, args=([self._socket],))

    def __enter__(self) -> str:
        self._thread.start()
        while not self._server.started:
            time.sleep(0.01)
        return f"http://127.0.0.1:{self.port}"

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join()
        self._socket.close()
