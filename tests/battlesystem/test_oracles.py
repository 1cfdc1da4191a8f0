"""Who may attack, where one can go and who is removed, against plain readings of the rules."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from meleekit.battlesystem.eligibility import arc, claim
from meleekit.battlesystem.geometry import Field, Pose, cells_of, full, moved
from meleekit.battlesystem.movement import march, without
from tests.battlesystem.touching import Cell, apart, brought_up, picks, settled, step

FIELD = Field(18, 18)


poses = st.builds(
    lambda x, y, facing, files, pitch, figures: settled(
        FIELD, Pose(x, y, facing, files, pitch, full(figures))
    ),
    *(st.integers(1, 16), st.integers(1, 16), st.integers(0, 3)),
    *(st.integers(1, 6), st.integers(1, 2), st.integers(1, 16)),
)


def rows(cells: set[Cell], sideways: int) -> Iterator[list[Cell]]:
    """The unbroken rows of cells in that direction, each from its first to its last cell."""
    for cell in sorted(cells):
        if step(cell, (sideways + 2) % 4) in cells:
            continue
        row = [cell]
        while step(row[-1], sideways) in cells:
            row.append(step(row[-1], sideways))
        yield row


def by_the_book(
    one: Pose, two: Pose, *, closed: bool, behind: int, behind_overlap: bool
) -> tuple[set[Cell], set[Cell], set[Cell], set[Cell]]:
    """Classes A by contact and overlap, B and C, word by word (BAT-ELIG-02..08)."""
    mine, theirs = set(cells_of(one)), set(cells_of(two))
    touching = [{cell for cell in mine if step(cell, d) in theirs} for d in range(4)]
    contact = set().union(*touching)
    if not closed:
        return contact, set(), set(), set()
    beyond: list[set[Cell]] = []
    for d in range(4):
        ends = set()
        for row in rows(touching[d], (d + 1) % 4):
            ends |= {step(row[0], (d + 3) % 4), step(row[-1], (d + 1) % 4)}
        beyond.append((ends & mine) - contact)
    overlap = set().union(*beyond)
    front = set(touching[one.facing])
    if behind_overlap:
        front |= beyond[one.facing]
    back = (one.facing + 2) % 4
    class_a = contact | overlap
    second, third = set(), set()
    for cell in front if behind else ():
        first_behind = step(cell, back)
        if first_behind in mine and first_behind not in class_a:
            second.add(first_behind)
    for cell in second if behind > 1 else ():
        next_behind = step(cell, back)
        if next_behind in mine and next_behind not in class_a | second:
            third.add(next_behind)
    return contact, overlap, second, third


@settings(max_examples=200)
@given(poses, poses, picks, st.integers(0, 2), st.booleans())
def test_who_may_attack_is_what_the_rules_say_word_by_word(
    one: Pose, two: Pose, pick: int, behind: int, behind_overlap: bool
) -> None:
    # BAT-ELIG-02, BAT-ELIG-03, BAT-ELIG-04, BAT-ELIG-05, BAT-ELIG-06, BAT-ELIG-07, BAT-ELIG-08
    two = brought_up(FIELD, one, two, pick)
    closed = one.pitch == 1
    found = claim(
        FIELD,
        FIELD.place(one),
        FIELD.place(two),
        one.facing,
        closed=closed,
        rows_behind=behind,
        behind_overlap=behind_overlap,
    )
    told = tuple(set(FIELD.cells(kind)) for kind in found)
    book = by_the_book(one, two, closed=closed, behind=behind, behind_overlap=behind_overlap)
    assert told == book


@settings(max_examples=200)
@given(poses, poses, picks)
def test_the_side_that_is_attacked_is_counted_figure_by_figure(
    one: Pose, two: Pose, pick: int
) -> None:
    # BAT-AR-14
    two = brought_up(FIELD, one, two, pick)
    theirs, counts = set(cells_of(two)), [0, 0, 0]
    for cell in cells_of(one):
        sides = []
        for d in range(4):
            if step(cell, d) in theirs:
                # Seen from the enemy the attacker stands on the opposite side.
                turn = (d + 2 - two.facing) % 4
                sides.append((0, 1, 2, 1)[turn])
        if sides:
            counts[min(sides)] += 1
    found = arc(FIELD, FIELD.place(one), FIELD.place(two), two.facing)
    assert found == counts.index(max(counts))


@given(poses, poses, st.integers(0, 3), st.integers(0, 10))
def test_a_march_ends_where_a_step_would_collide_leave_or_where_it_touches(
    one: Pose, two: Pose, direction: int, most: int
) -> None:
    # BAT-MOVE-02, BAT-MOVE-05
    if not apart(FIELD, one, two):
        return
    theirs, steps = set(cells_of(two)), 0
    for cells in range(1, most + 1):
        there = moved(one, direction, cells)
        if not apart(FIELD, there, two):
            break
        steps = cells
        if any(step(cell, d) in theirs for cell in cells_of(there) for d in range(4)):
            break
    enemy = FIELD.place(two)
    assert march(FIELD, one, direction, most, enemy, enemy) == steps


@settings(max_examples=200)
@given(poses, poses, picks, st.integers(0, 16))
def test_figures_go_from_the_rear_the_higher_file_first_those_in_contact_last(
    one: Pose, two: Pose, pick: int, lost: int
) -> None:
    # BAT-LOSS-08
    two = brought_up(FIELD, one, two, pick)
    theirs = set(cells_of(two))
    slots = list(range(one.figures))
    cells = dict(zip(slots, cells_of(one), strict=True))

    def goes_first(slot: int) -> tuple[int, bool, int]:
        touched = any(step(cells[slot], d) in theirs for d in range(4))
        return slot // one.files, not touched, slot

    for _ in range(min(lost, len(slots))):
        slots.remove(max(slots, key=goes_first))
    left = without(FIELD, one, lost, FIELD.place(two))
    assert left.filled == sum(1 << slot for slot in slots)
    assert cells_of(left) == [cells[slot] for slot in slots]
    assert not slots or left.files <= max(slots) + 1
