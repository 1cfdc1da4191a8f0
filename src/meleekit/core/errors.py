"""What can go wrong, said so that a person can mend it: every error names a rule or a field."""

from __future__ import annotations

from typing import TypeVar

KindT = TypeVar("KindT", bound="MeleekitError")


class MeleekitError(Exception):
    """Base of every error meant for a person. `code` is the one the referee protocol answers.

    `rule` is the ID of the rule that refuses, `at` the path of the field that is wrong
    (``sides[0].fighters[1].strength``); either may be None where there is none. `reason` is the
    game's own short word for the refusal (``E_STACK``) where its rules have such words.
    """

    code = "internal"

    def __init__(
        self,
        message: str,
        *,
        rule: str | None = None,
        at: str | None = None,
        reason: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.rule = rule
        self.at = at
        self.reason = reason

    def restated(self, kind: type[KindT], *, at: str | None, message: str = "") -> KindT:
        """The same complaint as whoever asked knows it: of that kind and at that field of theirs.

        Rule and reason stay as they are, and so do the words where no `message` is given.
        """
        said = message or self.message
        return kind(said, rule=self.rule, at=at, reason=self.reason)

    def __str__(self) -> str:
        where = f" (at {self.at})" if self.at else ""
        rule = f" [{self.rule}]" if self.rule else ""
        return f"{self.message}{where}{rule}"


class BadRequest(MeleekitError):
    """A request that is not of the protocol's form: wrong type, unknown field, not JSON."""

    code = "bad_request"


class BadSetup(MeleekitError):
    """A fighter, board, side or option that the rules do not allow before play begins."""

    code = "bad_setup"


class BadSave(MeleekitError):
    """A save file that cannot be read, or whose contents contradict each other."""

    code = "bad_save"


class BadSituation(MeleekitError):
    """A situation that cannot be read, or that contradicts itself.

    `at` names the line (``line 12``) where the text is not TOML, else the field
    (``fighters.Ann.at``).
    """

    code = "bad_situation"


class TooLarge(MeleekitError):
    """More than is taken at once or kept at all: the bytes of a message, the matches, the work."""

    code = "too_large"


class UnknownMatch(MeleekitError):
    """No match is kept under that name."""

    code = "unknown_match"


class UnknownGame(MeleekitError):
    """No system is registered under that key."""

    code = "unknown_game"


class IllegalAction(MeleekitError):
    """An action the rules do not allow now. The state is as it was."""

    code = "illegal_action"

    def __init__(self, rule: str, message: str, reason: str | None = None) -> None:
        super().__init__(message, rule=rule, reason=reason)


class NotYourDecision(MeleekitError):
    """The game is not waiting for that seat."""

    code = "not_your_decision"


class GameOver(MeleekitError):
    """The game has ended; nothing can be done in it any more."""

    code = "game_over"


class StaleRevision(MeleekitError):
    """The action was meant for an earlier moment of the match than the present one."""

    code = "stale"


class BadDice(MeleekitError):
    """A total the dice cannot show, or totals left over after the action was done."""

    code = "bad_dice"


class NeedsDice(MeleekitError):
    """The rules ask for a roll that was not given.

    `count` dice of `sides` sides are wanted; `have` rolls were given and used before it.
    """

    code = "needs_dice"

    def __init__(self, count: int, sides: int, why: str, have: int) -> None:
        super().__init__(f"roll {count}d{sides}: {why}")
        self.count = count
        self.sides = sides
        self.why = why
        self.have = have
