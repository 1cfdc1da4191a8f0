"""Who learns what of an entry: its lines and its dice."""

from __future__ import annotations

from typing import Any

from meleekit.core.dice import Roll
from meleekit.core.game import Event
from meleekit.core.record import Entry
from meleekit.core.report import told
from tests.toys import TOYS, Ordered, Seal, Sealed, Stroke, Struck, Wounded

GAME = TOYS["knives"].game(TOYS["knives"].setup_from("duel"))
SECRET = Roll(1, 6, 4, "secret", (4,))
BLOW = Roll(2, 6, 7, "strike", (3, 4))
STRUCK = Struck("TOY-HIT", 0, 7, (), BLOW, True)
SEALED = Sealed("TOY-SEAL", 1, Stroke.LOW)


def entry(events: tuple[Event, ...], *rolls: Roll) -> Entry[Any, Any, Event]:
    return Entry(1, Seal(Stroke.LOW), rolls, False, 1, events, None)


def test_dice_of_an_entry_that_hides_something_are_told_to_nobody_else() -> None:
    sealed = entry((SEALED,), SECRET)
    assert told(GAME, sealed, 0).rolls == ()
    assert told(GAME, sealed, None).rolls == ()
    assert told(GAME, sealed, 1).rolls == (SECRET,)


def test_dice_of_what_is_seen_are_told_though_the_entry_hides_something_else() -> None:
    found = told(GAME, entry((SEALED, STRUCK), SECRET, BLOW), 0)
    assert found.rolls == (BLOW,)
    assert [line.rolls for line in found.lines] == [(BLOW,)]


def test_two_throws_that_look_alike_are_two_throws() -> None:
    found = told(GAME, entry((STRUCK, STRUCK), BLOW, BLOW), None)
    assert found.rolls == (BLOW, BLOW)
    assert [line.rolls for line in found.lines] == [(BLOW,), (BLOW,)]


def test_dice_that_no_event_carries_stand_with_the_last_line() -> None:
    found = told(GAME, entry((STRUCK, Wounded("TOY-WOUND", 1)), BLOW, SECRET), None)
    assert [line.rolls for line in found.lines] == [(BLOW,), (SECRET,)]


class Weighed(Struck, frozen=True, tag="weighed"):
    """A blow with dice that it tells by their totals alone."""

    dice: tuple[tuple[int, ...], ...] | int


def test_dice_whose_totals_an_event_tells_stand_with_its_line_in_the_order_they_fell() -> None:
    one, other = (Roll(1, 6, face, "which", (face,)) for face in (5, 2))
    first = Weighed("TOY-HIT", 0, 7, (), BLOW, True, ((2,), (5,)))
    second = Weighed("TOY-HIT", 0, 7, (), BLOW, True, 4)
    thrown = (BLOW, one, other, SECRET, BLOW)
    found = told(GAME, entry((first, second, Wounded("TOY-WOUND", 1)), *thrown), None)
    assert [line.rolls for line in found.lines] == [(BLOW, one, other), (BLOW, SECRET), ()]
    assert found.rolls == thrown


def test_dice_told_by_their_totals_stay_hidden_where_something_is() -> None:
    blow = Weighed("TOY-HIT", 0, 7, (), BLOW, True, 4)
    found = told(GAME, entry((SEALED, blow), SECRET, BLOW), 0)
    assert found.rolls == (BLOW,)
    assert [line.rolls for line in found.lines] == [(BLOW,)]


def test_a_line_names_the_rule_behind_it() -> None:
    (line,) = told(GAME, entry((STRUCK,), BLOW), None).lines
    assert (line.text, line.rule) == ("Ann hits.", "TOY-HIT")


def test_an_entry_without_lines_and_dice_tells_nothing() -> None:
    assert not told(GAME, entry((Ordered("TOY-ORDER", (0, 1)),)), None)
