"""The referee in a process of its own: a request a line comes in, an answer a line goes out."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from typing import BinaryIO

from meleekit.core.errors import TooLarge
from meleekit.referee.referee import Referee, refusal
from meleekit.referee.requests import REQUEST_LIMIT

CHUNK = 64 * 1024  # bytes in which a line that is too long is passed over


def referee_lines(source: BinaryIO, sink: BinaryIO, referee: Referee) -> None:
    """Answer each line of `source` with one of `sink`, until `quit` or the end of the input."""
    for line in _lines(source):
        if line is None:
            reply = refusal(TooLarge(f"a line may have {REQUEST_LIMIT} bytes"))
        else:
            reply = referee.answer(line)
        sink.write(reply.body + b"\n")
        sink.flush()
        if reply.last:
            return


def _lines(source: BinaryIO) -> Iterator[bytes | None]:
    """The lines without their ends; None for one over the limit, which is never held whole."""
    while line := source.readline(REQUEST_LIMIT + 1):
        if line.endswith(b"\n"):
            yield line[:-1]
        elif len(line) <= REQUEST_LIMIT:
            yield line  # the input ends without a newline
        else:
            yield None
            while (rest := source.readline(CHUNK)) and not rest.endswith(b"\n"):
                pass


def run() -> None:
    """Judge what comes through standard input until it ends.

    Standard output has the answers and nothing else; whatever the program says besides goes to
    standard error.
    """
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING)
    if sys.stdin is None or sys.stdout is None:
        return
    answers = sys.stdout.buffer
    with redirect_stdout(sys.stderr):
        referee_lines(sys.stdin.buffer, answers, Referee())
