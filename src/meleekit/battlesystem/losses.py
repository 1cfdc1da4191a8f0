"""Hit dice of damage turned into killed and wounded figures (BAT-LOSS-01..05, LOSS-09)."""

from __future__ import annotations

import msgspec

from meleekit.battlesystem.crt import Exact, whole


class Toll(msgspec.Struct, frozen=True, gc=False):
    """What the damage of one attack comes to: figures killed, and whether one more is wounded.

    `left_over` is the damage that killed nobody; unless it wounds it is lost, and never carries
    over to another attack (BAT-LOSS-02).
    """

    killed: int
    wounds: int
    left_over: Exact


class Ranks(msgspec.Struct, frozen=True, gc=False):
    """How many figures a unit has, and whether one of them is wounded (0 or 1, BAT-LOSS-04).

    A wounded figure counts as a whole one and fights as before (BAT-LOSS-06).
    """

    figures: int
    wounded: int = 0


def toll_of(damage: Exact, figure_hd: int, figures: int) -> Toll:
    """What `damage` hit dice do to figures of `figure_hd` each, of which there are `figures`.

    As many whole figures as it makes up are killed (BAT-LOSS-01), more than are in contact if need
    be (BAT-LOSS-07). A quarter of a figure or more left over wounds one that is left (LOSS-02).
    """
    killed = int(damage // figure_hd)
    if killed >= figures:
        return Toll(figures, 0, whole(damage - figures * figure_hd))
    left_over = whole(damage - killed * figure_hd)
    return Toll(killed, 1 if 4 * left_over >= figure_hd else 0, left_over)


def after(ranks: Ranks, toll: Toll) -> Ranks:
    """What is left of a unit after one attack (BAT-LOSS-05).

    Kills take healthy figures first (BAT-LOSS-03), and two wounds anywhere in the unit are one
    figure dead and the other healed (BAT-LOSS-04). Several melees of one phase are one after the
    other damages of their own, whose wounds so come together (BAT-LOSS-09).
    """
    if toll.killed >= ranks.figures:
        return Ranks(0)
    deaths, wounded = divmod(ranks.wounded + toll.wounds, 2)
    left = max(0, ranks.figures - toll.killed - deaths)
    return Ranks(left, wounded if left else 0)
