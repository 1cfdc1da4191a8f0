"""The referee as a process: a line in, a line out, whatever the line is."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from typing import Any

import pytest

from meleekit.referee import Referee
from meleekit.referee.lines import referee_lines
from meleekit.referee.requests import REQUEST_LIMIT
from tests.referee.clerk import SEED
from tests.toys import TOYS

COMMAND = [sys.executable, "-m", "meleekit", "referee"]


def answers(said: bytes) -> list[Any]:
    """What is answered to these lines, without a process."""
    sink = io.BytesIO()
    referee_lines(io.BytesIO(said), sink, Referee(TOYS))
    return [json.loads(line) for line in sink.getvalue().splitlines()]


def padded(size: int) -> bytes:
    """A good request of so many bytes."""
    request = b'{"id":1,"do":"games"}'
    return request + b" " * (size - len(request))


def test_each_line_is_answered_in_order_and_the_last_needs_no_end() -> None:
    found = answers(b'{"id":1,"do":"games"}\r\n\n{"id":3,"do":"no"}\n[]\n{"id":5,"do":"games"}')
    assert [one["id"] for one in found] == [1, None, 3, None, 5]
    assert [one["error"]["code"] for one in found if "error" in one] == ["bad_request"] * 3


def test_nothing_is_answered_to_nothing() -> None:
    assert answers(b"") == []


def test_quit_ends_it_and_what_comes_after_is_not_read() -> None:
    found = answers(b'{"id":1,"do":"quit"}\n{"id":2,"do":"games"}\n')
    assert found == [{"id": 1, "ok": True}]


def test_a_line_may_have_a_mebibyte_and_not_a_byte_more() -> None:
    assert REQUEST_LIMIT == 1024 * 1024
    found = answers(padded(REQUEST_LIMIT) + b"\n" + padded(REQUEST_LIMIT + 1) + b"\n" + padded(50))
    assert [one["id"] for one in found] == [1, None, 1]
    assert found[1]["error"]["code"] == "too_large"


class Endless(io.RawIOBase):
    """A line of many megabytes that is never there as a whole, then a request."""

    def __init__(self, chunks: int) -> None:
        self.chunks = chunks
        self.largest = 0

    def readline(self, size: int | None = -1) -> bytes:
        assert size is not None
        self.largest = max(self.largest, size)
        self.chunks -= 1
        if self.chunks > 0:
            return b"x" * size
        return {0: b"\n", -1: b'{"id":2,"do":"games"}\n'}.get(self.chunks, b"")


def test_a_line_without_end_is_passed_over_in_pieces() -> None:
    source, sink = Endless(2000), io.BytesIO()
    referee_lines(source, sink, Referee(TOYS))  # type: ignore[arg-type]  # as far as it is used
    first, second = map(json.loads, sink.getvalue().splitlines())
    assert (first["error"]["code"], second["id"]) == ("too_large", 2)
    assert source.largest <= REQUEST_LIMIT + 1


def test_it_answers_at_once_and_ends_with_its_input() -> None:
    process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin
    assert process.stdout
    for number in range(3):
        process.stdin.write(b'{"id":%d,"do":"new","game":"tft","setup":"duel"}\n' % number)
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["match"] == f"m{number + 1}"
    process.stdin.close()
    assert process.wait(timeout=30) == 0
    assert process.stdout.read() == b""
    process.stdout.close()


NOISE = [
    b"\x00\xff\xfe",
    b"[" * 200_000,
    b'{"id":' + b'{"a":' * 100_000,
    b'{"do":"act","match":"m1","seat":0,"action":' + b'{"a":' * 5_000 + b"1" + b"}" * 5_000 + b"}",
    b'{"do":"new","game":"tft","setup":' + b'{"a":' * 900 + b"1" + b"}" * 900 + b"}",
    b'{"do":"load","text":"a = ' + b"[" * 30_000 + b'"}',
    b'{"do":"load","text":"a.' + b"b." * 30_000 + b'c = 1"}',
    b"x" * (REQUEST_LIMIT + 5),
    b'{"do":"restore","save":' + b"[" * 900 + b"]" * 900 + b"}",
    b'{"do":"verify","save":1e999}',
    '{"do":"view","match":"\u2028\u0000"}'.encode("utf-8", "surrogatepass"),
    b'{"do":"view","match":"\xed\xa0\x80"}',
]


def test_no_line_ends_the_process_or_changes_its_match() -> None:
    begin = b'{"id":1,"do":"new","game":"tft","setup":"duel","seed":"%b"}' % SEED.encode()
    look = b'{"id":2,"do":"view","match":"m1"}'
    save = b'{"id":3,"do":"save","match":"m1"}'
    lines = [begin, look, save, *NOISE, look, save, b'{"id":9,"do":"quit"}', b"never read"]
    done = subprocess.run(
        COMMAND, input=b"\n".join(lines), capture_output=True, timeout=120, check=False
    )
    assert done.returncode == 0
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(found) == len(lines) - 1
    assert found[1:3] == found[-3:-1]
    refusals = [one["error"]["code"] for one in found[3 : 3 + len(NOISE)]]
    assert "internal" not in refusals
    assert b"Traceback" not in done.stderr


def test_what_else_the_program_prints_goes_to_standard_error() -> None:
    code = (
        "import meleekit.referee.lines as lines, meleekit.referee.referee as r\n"
        "def loud(self, data):\n"
        "    print('chatter'); return r.Reply(b'{}')\n"
        "r.Referee.answer = loud\n"
        "lines.run()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=b"{}\n", capture_output=True, timeout=60, check=False
    )
    assert done.stdout == b"{}\n"
    assert b"chatter" in done.stderr


@pytest.mark.parametrize("closed", ["stdout", "stdin"])
def test_it_ends_quietly_when_nobody_listens_any_more(closed: str) -> None:
    process = subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin
    assert process.stdout
    assert process.stderr
    getattr(process, closed).close()
    if closed == "stdout":
        process.stdin.write(b'{"do":"games"}\n')
        process.stdin.close()
    process.wait(timeout=30)
    assert b"Traceback" not in process.stderr.read()
    process.stderr.close()
    process.stdout.close()
