"""TOML read so that no text, whatever is in it, takes long or ends the program."""

from __future__ import annotations

import re
import tomllib

# The parser's time grows with the square of the names in a dotted key, and nobody writes so many.
_DEEP_KEY = re.compile(r"""(?<![\w"'-])(?:[\w"'-]++[ \t]*+\.[ \t]*+){20}""")
_LINE = re.compile(r" \(at (?P<line>line \d+).*\)$")
_TOO_DEEP = "this is nested too deeply"


class NotToml(ValueError):
    """A text that is not TOML, or nested or with numbers as nobody writes them.

    `where` is the place (``line 12``, ``its end``), None where it cannot be told; `fault` is what
    is wrong there.
    """

    def __init__(self, message: str, fault: str, where: str | None = None) -> None:
        super().__init__(message)
        self.fault = fault
        self.where = where


def toml_data(text: str) -> dict[str, object]:
    """The contents of a TOML text. Raises `NotToml`.

    >>> toml_data("hits = 3")
    {'hits': 3}
    """
    if _DEEP_KEY.search(text):
        raise NotToml(_TOO_DEEP, _TOO_DEEP)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        said = str(error)
        line = _LINE.search(said)
        fault = said[: line.start()] if line else said.partition(" (at")[0]
        raise NotToml(said, fault, line["line"] if line else "its end") from None
    except RecursionError:
        raise NotToml(_TOO_DEEP, _TOO_DEEP) from None
    except ValueError as error:
        # A number of too many digits, or a day that is not in the calendar.
        fault = "a number has too many digits" if "digits" in str(error) else str(error)
        raise NotToml(fault, fault) from None
