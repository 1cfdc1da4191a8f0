"""Seeds as people type them."""

from __future__ import annotations

from meleekit.core.errors import BadRequest


def seed_told(text: str | None) -> bytes | None:
    """A seed from its hex digits, None where none was told. Raises `BadRequest`."""
    if text is None:
        return None
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != 32:
        raise BadRequest("a seed is 64 hex digits", at="--seed")
    return seed
