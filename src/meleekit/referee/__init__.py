"""The referee protocol: any program plays, judges and asks through one request at a time.

What `meleekit referee` reads from lines and the table takes over HTTP goes through the same verbs.
"""

from __future__ import annotations

from meleekit.referee.matches import Limits
from meleekit.referee.referee import Referee, Reply

__all__ = ["Limits", "Referee", "Reply"]
