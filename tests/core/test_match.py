"""A match is played, refused, taken back, saved and read again."""

from __future__ import annotations

import msgspec
import pytest

from meleekit.core.dice import commitment
from meleekit.core.errors import (
    BadDice,
    BadRequest,
    GameOver,
    IllegalAction,
    MeleekitError,
    NeedsDice,
    NotYourDecision,
    StaleRevision,
)
from meleekit.core.match import Match
from meleekit.core.record import assemble, encode_entry
from tests.toys import (
    TOYS,
    KnivesAction,
    KnivesSetup,
    KnivesState,
    LetHit,
    Parry,
    Seal,
    Stroke,
    Struck,
)

SEED = bytes(range(32))
KNIVES = TOYS["knives"]
HIGH, LOW, GUARD = Seal(Stroke.HIGH), Seal(Stroke.LOW), Seal(Stroke.GUARD)

KnivesMatch = Match[KnivesState, KnivesAction]


def begun(**setup: int) -> KnivesMatch:
    """A match in which Ann strikes first, her die having been higher."""
    return Match.start(KNIVES, KnivesSetup(**setup), seed=SEED, dice=[6, 1])


def about_to_strike(**setup: int) -> KnivesMatch:
    """Ann has sealed a high stroke, and Bob's choice will set the blows going."""
    match = begun(**setup)
    match.act(0, HIGH)
    return match


def played_some(rounds: int = 3) -> KnivesMatch:
    """A match played by the dice of the seed, every blow taken or parried in turn."""
    match: KnivesMatch = Match.start(KNIVES, KnivesSetup(toughness=99), seed=SEED)
    while match.state.round <= rounds:
        decision = match.decisions[0]
        answers = match.game.actions(match.state, decision.seat)
        match.act(decision.seat, answers[match.revision % len(answers)])
    return match


def snapshot(match: KnivesMatch) -> tuple[bytes, int]:
    return match.save(reveal_seed=True), match.revision


# -- beginning and acting ----------------------------------------------------------------------


def test_a_match_opens_with_an_entry_of_no_seat_and_no_action() -> None:
    opening = Match.start(KNIVES, KnivesSetup(), seed=SEED).entries[0]
    assert (opening.seat, opening.action, opening.by_hand) == (-1, None, False)


def test_a_match_commits_to_its_seed() -> None:
    assert Match.start(KNIVES, KnivesSetup(), seed=SEED).commitment == commitment(SEED)


def test_every_match_draws_a_seed_of_its_own() -> None:
    seeds = {Match.start(KNIVES, KnivesSetup()).seed for _ in range(5)}
    assert len(seeds) == 5


def test_a_seed_of_another_length_is_refused() -> None:
    with pytest.raises(BadDice):
        Match.start(KNIVES, KnivesSetup(), seed=b"short")


def test_an_opening_may_be_rolled_by_hand() -> None:
    match = Match.start(KNIVES, KnivesSetup(), seed=SEED, dice=[2, 2, 3, 5])
    assert match.state.order == (1, 0)
    assert (match.entries[0].by_hand, match.entries[0].position) == (True, 0)


def test_an_action_makes_one_entry_with_what_was_meant_rolled_and_brought_about() -> None:
    match = about_to_strike(parries=0)
    entry = match.act(1, GUARD)
    assert match.entries[-1] is entry
    assert (match.revision, entry.seat, entry.action) == (2, 1, GUARD)
    (roll,) = entry.rolls
    assert (roll.count, roll.sides, sum(roll.faces)) == (2, 6, roll.total)
    struck = entry.events[1]
    assert isinstance(struck, Struck)
    assert struck.roll == roll
    assert match.state is entry.state


def test_a_match_says_what_it_waits_for_and_how_it_ended() -> None:
    match = begun(rounds=1)
    assert [decision.seat for decision in match.decisions] == [0, 1]
    assert match.outcome is None
    match.act(1, GUARD)
    assert [decision.seat for decision in match.decisions] == [0]
    match.act(0, GUARD)
    assert match.decisions == ()
    assert match.outcome is not None
    assert match.outcome.winners == ()


# -- refusals change nothing -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "action", "error"),
    [
        (1, Parry(), IllegalAction),
        (0, LOW, NotYourDecision),
        (2, LOW, NotYourDecision),
        (-1, LOW, NotYourDecision),
        (1, None, IllegalAction),
    ],
)
def test_a_refused_action_leaves_the_match_as_it_was(
    seat: int, action: KnivesAction, error: type[MeleekitError]
) -> None:
    match = about_to_strike()
    before = snapshot(match)
    with pytest.raises(error):
        match.act(seat, action)
    assert snapshot(match) == before


def test_an_action_after_the_end_is_refused_as_such() -> None:
    match = begun(rounds=1)
    match.act(0, GUARD)
    match.act(1, GUARD)
    before = snapshot(match)
    with pytest.raises(GameOver):
        match.act(0, GUARD)
    assert snapshot(match) == before


@pytest.mark.parametrize("revision", [2, -1])
def test_an_action_meant_for_a_revision_that_is_not_there_is_stale(revision: int) -> None:
    match = about_to_strike()
    before = snapshot(match)
    with pytest.raises(StaleRevision):
        match.act(1, LOW, revision=revision)
    assert snapshot(match) == before


def test_an_action_meant_for_this_revision_is_taken() -> None:
    match = about_to_strike()
    match.act(1, LOW, revision=1)
    assert match.revision == 2


# -- several asked at once ---------------------------------------------------------------------


def test_who_is_asked_together_with_another_may_answer_after_them() -> None:
    match = begun()
    match.act(0, HIGH, revision=0)
    match.act(1, LOW, revision=0)
    assert match.state.sealed == (Stroke.HIGH, Stroke.LOW)
    assert [entry.seat for entry in match.entries[1:]] == [0, 1]


def test_who_has_answered_cannot_answer_the_same_question_again() -> None:
    match = begun()
    match.act(0, HIGH, revision=0)
    before = snapshot(match)
    with pytest.raises(StaleRevision):
        match.act(0, LOW, revision=0)
    assert snapshot(match) == before


def test_an_answer_to_the_question_of_an_earlier_round_is_stale() -> None:
    """The same question is open again, but not still."""
    match = begun()
    for seat in (0, 1, 0):
        match.act(seat, GUARD)
    assert [decision.seat for decision in match.decisions] == [1]
    for revision in (0, 1):
        with pytest.raises(StaleRevision):
            match.act(1, LOW, revision=revision)
    match.act(1, LOW, revision=2)
    assert match.revision == 4


def test_an_answer_to_a_question_that_has_changed_is_stale() -> None:
    """Bob meant to seal a stroke; meanwhile a blow is coming at him."""
    match = begun()
    match.act(0, HIGH)
    match.act(1, LOW, dice=[2])
    assert match.decisions[0].kind == "answer"
    with pytest.raises(StaleRevision):
        match.act(1, LOW, revision=1)


def test_what_concerns_no_seat_is_present_at_the_last_revision_only() -> None:
    match = about_to_strike()
    match.check_present(0, seat=1)
    with pytest.raises(StaleRevision):
        match.check_present(0)


# -- dice by hand ------------------------------------------------------------------------------


def test_dice_given_by_hand_are_used_and_marked() -> None:
    match = about_to_strike(parries=0)
    entry = match.act(1, LOW, dice=[7, 8])
    assert match.state.wounds == (0, 1)
    assert entry.by_hand
    assert [(roll.total, roll.faces) for roll in entry.rolls] == [(7, ()), (8, ())]


def test_dice_given_by_hand_use_nothing_of_the_seed() -> None:
    by_hand, rolled = about_to_strike(parries=0), about_to_strike(parries=0)
    by_hand.act(1, LOW, dice=[12, 12])
    assert by_hand.entries[-1].position == by_hand.entries[-2].position
    by_hand.act(0, HIGH)
    # The next throw from the seed is the one that the other match throws now.
    expected = rolled.act(1, LOW).rolls
    assert by_hand.act(1, LOW).rolls == expected


def test_no_dice_given_by_hand_where_none_are_needed_is_no_throw() -> None:
    match = begun()
    assert not match.act(0, HIGH, dice=[]).by_hand


@pytest.mark.parametrize(
    ("dice", "count", "sides", "have"), [([], 2, 6, 0), ([7], 2, 6, 1)], ids=["none", "too few"]
)
def test_dice_that_are_missing_are_asked_for_and_nothing_changes(
    dice: list[int], count: int, sides: int, have: int
) -> None:
    match = about_to_strike(parries=0)
    before = snapshot(match)
    with pytest.raises(NeedsDice) as error:
        match.act(1, LOW, dice=dice)
    needs = error.value
    assert (needs.count, needs.sides, needs.have) == (count, sides, have)
    assert snapshot(match) == before


@pytest.mark.parametrize("dice", [[1, 7], [7, 13], [7, 7, 7]])
def test_dice_that_cannot_be_are_refused_and_nothing_changes(dice: list[int]) -> None:
    match = about_to_strike(parries=0)
    before = snapshot(match)
    with pytest.raises(BadDice):
        match.act(1, LOW, dice=dice)
    assert snapshot(match) == before


# -- stored before told ------------------------------------------------------------------------


def test_a_proposal_changes_nothing_until_it_is_committed() -> None:
    match = about_to_strike()
    before = snapshot(match)
    entry = match.propose(1, LOW)
    assert snapshot(match) == before
    match.commit(entry)
    assert match.entries[-1] is entry


def test_proposing_again_gives_the_same_dice() -> None:
    match = about_to_strike()
    assert match.propose(1, LOW) == match.propose(1, LOW)


def test_a_proposal_is_committed_once() -> None:
    match = begun()
    entry = match.propose(0, HIGH)
    match.commit(entry)
    with pytest.raises(StaleRevision):
        match.commit(entry)
    assert match.revision == 1


def test_a_proposal_from_before_an_undo_is_stale() -> None:
    match = about_to_strike()
    entry = match.propose(1, LOW)
    match.undo(0)
    with pytest.raises(StaleRevision):
        match.commit(entry)
    assert match.revision == 0


def test_a_record_can_be_kept_one_row_an_entry() -> None:
    match = played_some()
    rows = [encode_entry(entry) for entry in match.entries]
    heading = match.heading(reveal_seed=True)
    assert assemble(heading, rows) == match.save(reveal_seed=True)


# -- undo --------------------------------------------------------------------------------------


def test_undo_goes_back_to_a_revision_and_remembers_how_many_entries_went() -> None:
    match = played_some()
    entries, last = list(match.entries), match.revision
    match.undo(2)
    assert match.entries == entries[:3]
    match.undo(1)
    assert (match.revision, match.undone) == (1, last - 1)


def test_undo_takes_the_dice_back_too() -> None:
    match = about_to_strike()
    first = match.act(1, LOW)
    match.undo(1)
    assert match.act(1, LOW) == first


def test_undo_to_the_present_revision_does_nothing() -> None:
    match = played_some()
    before = snapshot(match)
    match.undo(match.revision)
    assert snapshot(match) == before


@pytest.mark.parametrize("to", [-1, 2])
def test_undo_to_a_revision_that_is_not_there_is_refused(to: int) -> None:
    match = about_to_strike()
    before = snapshot(match)
    with pytest.raises(BadRequest):
        match.undo(to)
    assert snapshot(match) == before


def test_the_last_revision_that_a_seat_made_is_known() -> None:
    match = begun()
    assert match.last_by([0, 1]) is None
    match.act(1, GUARD)
    match.act(0, GUARD)
    assert (match.last_by([0]), match.last_by([1]), match.last_by([0, 1])) == (2, 1, 2)
    match.undo(1)
    assert (match.last_by([0]), match.last_by([])) == (None, None)


# -- saving and loading ------------------------------------------------------------------------


def test_a_match_loads_as_it_was_saved() -> None:
    match = played_some()
    match.undo(match.revision - 1)
    loaded = Match.load(match.save(reveal_seed=True), TOYS)
    assert loaded.entries == match.entries
    assert (loaded.seed, loaded.commitment, loaded.undone) == (SEED, match.commitment, 1)
    assert loaded.game.setup == match.game.setup


def test_a_loaded_match_goes_on_with_the_same_dice() -> None:
    match = about_to_strike()
    loaded = Match.load(match.save(reveal_seed=True), TOYS)
    assert loaded.act(1, LOW) == match.act(1, LOW)


def test_a_seed_that_is_kept_back_is_nowhere_in_the_record() -> None:
    record = played_some().save(reveal_seed=False)
    assert SEED.hex().encode() not in record
    assert "seed" not in msgspec.json.decode(record)


def test_a_seed_that_was_kept_back_can_be_handed_in_later() -> None:
    match = about_to_strike()
    loaded = Match.load(match.save(reveal_seed=False), TOYS, seed=SEED)
    assert loaded.act(1, LOW) == match.act(1, LOW)


def test_without_its_seed_a_match_asks_for_dice() -> None:
    loaded = Match.load(about_to_strike(parries=0).save(reveal_seed=False), TOYS)
    with pytest.raises(NeedsDice):
        loaded.act(1, GUARD)
    assert loaded.act(1, GUARD, dice=[12]).by_hand


def test_without_its_seed_a_match_goes_on_where_no_dice_are_needed() -> None:
    loaded = Match.load(begun().save(reveal_seed=False), TOYS)
    assert not loaded.act(0, HIGH).by_hand


def test_an_old_match_shows_what_happened_then() -> None:
    """Under the present rules nobody is wounded by a guard; the record says Ann was."""
    match = begun()
    match.act(0, GUARD)
    record = msgspec.json.decode(match.save(reveal_seed=True))
    record["rules_version"] = "0"
    record["entries"][1]["state"]["wounds"] = [1, 0]
    loaded = Match.load(msgspec.json.encode(record), TOYS)
    assert loaded.state.wounds == (1, 0)
    assert loaded.rules_version == "0"


# -- the hash of the log -----------------------------------------------------------------------


def test_the_same_seed_and_actions_give_the_same_hash() -> None:
    assert played_some().log_hash() == played_some().log_hash()


def test_another_seed_gives_another_hash() -> None:
    other = Match.start(KNIVES, KnivesSetup(), seed=bytes(32))
    assert other.log_hash() != Match.start(KNIVES, KnivesSetup(), seed=SEED).log_hash()


def test_another_action_gives_another_hash() -> None:
    one, other = begun(), begun()
    one.act(0, HIGH)
    other.act(0, LOW)
    assert one.log_hash() != other.log_hash()


def test_another_set_up_gives_another_hash() -> None:
    assert begun(rounds=5).log_hash() != begun(rounds=6).log_hash()


def test_the_hash_is_unmoved_by_how_a_record_is_laid_out() -> None:
    match = played_some()
    laid_out = msgspec.json.format(match.save(reveal_seed=True), indent=4)
    assert Match.load(laid_out, TOYS).log_hash() == match.log_hash()


def test_a_blow_let_happen_by_hand_and_by_seed_differ_only_in_the_dice() -> None:
    match = about_to_strike()
    match.act(1, GUARD, dice=[2])
    entry = match.act(1, LetHit())
    assert (entry.rolls, entry.by_hand, match.state.wounds) == ((), False, (0, 1))
