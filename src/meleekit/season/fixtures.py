"""Who meets whom next: a list of fixtures in which all meet all, or the nearest in strength."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TypeVar

from meleekit.core.dice import Rolled
from meleekit.season.book import BattleBegun, Order, Party
from meleekit.season.chance import chance_of
from meleekit.season.standing import Fighter, Standing

T = TypeVar("T")
Pair = tuple[int, int]


def fixtures(stables: int, rounds: int) -> tuple[Pair, ...]:
    """All pairs of stables, as often as there are rounds, no stable twice before all have fought.

    >>> fixtures(3, 1)
    ((1, 2), (0, 2), (0, 1))
    """
    ring = [*range(stables), *([-1] if stables % 2 else [])]  # -1 has nobody to fight
    found: list[Pair] = []
    for round_ in range(rounds):
        places = list(ring)
        for _ in range(len(ring) - 1):
            half = len(places) // 2
            pairs = zip(places[:half], reversed(places[half:]), strict=True)
            for a, b in pairs:
                if a >= 0 and b >= 0:
                    found.append((b, a) if round_ % 2 else (a, b))
            places = [places[0], places[-1], *places[1:-1]]
    return tuple(found)


def battles_in_all(now: Standing) -> int:
    """How many battles the season has, if every stable can always field somebody."""
    stables = len(now.places)
    if now.plan.order is Order.ROUND_ROBIN:
        return now.plan.rounds * stables * (stables - 1) // 2
    return now.plan.rounds * stables // 2


def next_battle(now: Standing) -> BattleBegun | None:
    """The battle that comes next; None when the season is over.

    The same season always has the same next battle: what is left to chance comes from its seed.
    Nothing hangs on the order in which the stables are listed but the list of fixtures itself.
    """
    if now.under_way is not None:
        return now.under_way
    battle = len(now.fought) + 1
    dice = chance_of(now.season, f"battle {battle}, who fights")
    by_list = now.plan.order is Order.ROUND_ROBIN
    found = _listed_pair(now) if by_list else _nearest_pair(now, dice)
    if found is None:
        return None
    fixture, (a, b) = found
    size = min(now.plan.size, len(now.living(a)), len(now.living(b)))
    if by_list:
        sent = (_rested(now.living(a), size, dice), _rested(now.living(b), size, dice))
    else:
        sent = _matched(now.living(a), now.living(b), size, dice)
    parties = (
        Party(a, tuple(f.name for f in sent[0])),
        Party(b, tuple(f.name for f in sent[1])),
    )
    return BattleBegun(battle, fixture, parties)


def _listed_pair(now: Standing) -> tuple[int, Pair] | None:
    """The next fixture whose stables can both field somebody; others fall out."""
    all_ = fixtures(len(now.places), now.plan.rounds)
    for index in range(now.fixture, len(all_)):
        if all(now.living(stable) for stable in all_[index]):
            return index, all_[index]
    return None


def _nearest_pair(now: Standing, dice: Rolled) -> tuple[int, Pair] | None:
    """Of the stables that have fought least one, against one that is nearest to it in strength."""
    if now.fixture >= battles_in_all(now):
        return None
    able = [place.stable for place in now.places if now.living(place.stable)]
    if len(able) < 2:
        return None
    first = _lowest(able, [now.places[stable].fought for stable in able], dice)
    others = [stable for stable in able if stable != first]
    gaps = [
        (now.places[stable].fought, abs(_average(now, stable) - _average(now, first)))
        for stable in others
    ]
    return now.fixture, (first, _lowest(others, gaps, dice))


def _average(now: Standing, stable: int) -> float:
    living = now.living(stable)
    return sum(fighter.strength for fighter in living) / len(living)


def _rested(living: Sequence[Fighter], size: int, dice: Rolled) -> tuple[Fighter, ...]:
    """Those who have fought least."""
    left, chosen = list(living), []
    for _ in range(size):
        one = _lowest(left, [fighter.battles for fighter in left], dice)
        chosen.append(one)
        left.remove(one)
    return tuple(chosen)


def _matched(
    ours: Sequence[Fighter], theirs: Sequence[Fighter], size: int, dice: Rolled
) -> tuple[tuple[Fighter, ...], tuple[Fighter, ...]]:
    """As many of each as are nearest in STR and DEX together; of such, those who fought least.

    Of pairs that are equally near, dice choose. Teams of one weight are counted together: of two
    large stables there are millions of pairs.
    """
    our_teams, their_teams = _by_weight(ours, size), _by_weight(theirs, size)
    gaps = {(a, b): (abs(a[0] - b[0]), a[1] + b[1]) for a in our_teams for b in their_teams}
    least = min(gaps.values())
    # In the order in which pairs are listed: by our team, then by theirs.
    equals = [
        (place, team, a)
        for a, teams in our_teams.items()
        if any(gaps[a, b] == least for b in their_teams)
        for place, team in teams
    ]
    equals.sort(key=lambda one: one[0])
    answers = {
        a: sorted(
            (one for b, teams in their_teams.items() if gaps[a, b] == least for one in teams),
            key=lambda one: one[0],
        )
        for a in dict.fromkeys(a for _, _, a in equals)
    }
    count = sum(len(answers[a]) for _, _, a in equals)
    drawn = dice.below(count) if count > 1 else 0
    for _, team, a in equals:
        if drawn < len(answers[a]):
            return team, answers[a][drawn][1]
        drawn -= len(answers[a])
    raise AssertionError("one of them is drawn")


Weight = tuple[int, int]
Team = tuple[Fighter, ...]


def _by_weight(living: Sequence[Fighter], size: int) -> dict[Weight, list[tuple[int, Team]]]:
    """All teams of that size with their place in the list, by strength and battles together."""
    found: dict[Weight, list[tuple[int, Team]]] = {}
    for place, team in enumerate(combinations(living, size)):
        weight = sum(f.strength for f in team), sum(f.battles for f in team)
        found.setdefault(weight, []).append((place, team))
    return found


def _lowest(options: Sequence[T], keys: Sequence[object], dice: Rolled) -> T:
    """The option with the lowest key; dice decide between equals."""
    low = min(keys)  # type: ignore[type-var]  # numbers, or tuples of them
    equals = [option for option, key in zip(options, keys, strict=True) if key == low]
    return equals[0] if len(equals) == 1 else equals[dice.below(len(equals))]
