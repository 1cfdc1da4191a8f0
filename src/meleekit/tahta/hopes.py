"""What a player can reach at the very best in the last turn of winter (TAH-WINT-06).

Everything here is generous: units stand wherever they could be of use, gold is spent once and
counted everywhere. So who cannot win even then cannot win at all, and nothing need be tried.
"""

from __future__ import annotations

from typing import NamedTuple

from meleekit.tahta.checks import shot_nodes
from meleekit.tahta.kingdom import Kingdom
from meleekit.tahta.state import ATTACKS, NOBODY, Stage, State
from meleekit.tahta.tables import CAMP, CATAPULT, GARRISON, KNIGHT, SOLDIER

_GUARDS = 1 << SOLDIER | 1 << KNIGHT
_DEFENDERS = _GUARDS | 1 << CAMP
_SIZES = tuple(bits.bit_count() for bits in range(16))
_NEVER = 10**6


class Means(NamedTuple):
    """What is left to do: attacks, recruitment, or both in that order, and gold for it.

    `gold` is the most that is ever in hand before winter's income, `beats` the most attacks that
    can succeed. `price` is that of the cheapest unit.
    """

    attacks: bool
    recruits: bool
    recruits_first: bool
    gold: int
    beats: int
    price: int


def means(game: Kingdom, state: State, seat: int) -> Means:
    """What the seat has left for its turn."""
    cards, stage = state.cards_left, state.stage
    hooks = game.hooks(state, seat)
    buying = stage in (Stage.RECRUIT, Stage.LEVY)
    levy = "tax" in cards and "post_tax_recruit" in hooks
    gold = state.gold[seat]
    if "tax" in cards:
        gold += max(
            [game.tables.components.tax, *(card.amount for card in hooks.get("tax_amount", ()))]
        )
        for card in hooks.get("tax_bonus", ()):
            gold += card.amount * len(game.board.marked)
    attacks = stage in ATTACKS or "attack" in cards
    recruits = buying or levy or "recruit" in cards
    plunders = "success_gold" in hooks
    # The last success needs more gold than there are guesses, and every one costs 1 (WINT-07).
    beats = max(0, gold - game.tables.defence.usual)
    price = min(game.prices(state, seat)) if recruits else _NEVER
    return Means(
        attacks,
        recruits,
        recruits and "attack" in cards,
        gold,
        _NEVER if plunders and beats else beats,
        max(1, price),
    )


def hopeless(game: Kingdom, state: State, seat: int) -> bool:
    """Whether the seat cannot win any more, do what it and all others will."""
    if _gold_grows(game, state, seat):
        return False
    left = means(game, state, seat)
    return not (_may_count(game, state, seat, left) or _may_capture(game, state, seat, left))


def _gold_grows(game: Kingdom, state: State, seat: int) -> bool:
    """Whether attacks may bring more than they cost, which no table of the game's own says."""
    return any(card.amount > game.least_stake for card in game.cards(state, seat, "success_gold"))


# -- by count ------------------------------------------------------------------------------------


class Reach(NamedTuple):
    """The most that a turn may change: own nodes, others' nodes, marks, and captured camps.

    `bought` is how many units can be recruited to any use for the count.
    """

    more: int
    fewer: int
    marks: int
    camps: int
    bought: int


def _may_count(game: Kingdom, state: State, seat: int, left: Means) -> bool:
    """Whether most nodes, or as many and more gold, can be had (TAH-END-03, END-04).

    The last of winter is the farthest from the holder: as many and as much is not enough.
    """
    scores = game.scores(state)
    reach = _reach(game, state, seat, left)
    own, lost = scores[seat] + reach.more, reach.fewer
    for other, score in enumerate(scores):
        if other == seat:
            continue
        short = score - own
        if short == 0 and not _may_be_richer(game, state, seat, other, left, reach):
            short = 1
        if short > 0:
            lost -= short
            if lost < 0:
                return False
    return True


def _may_be_richer(
    game: Kingdom, state: State, seat: int, other: int, left: Means, reach: Reach
) -> bool:
    """Whether the seat may end with more gold than another whose nodes it equals at the best.

    By attacks others may lose of their income, and where the treasury has an end they may get
    nothing.
    """
    rich = state.gold[other]
    if not reach.fewer and isinstance(game.setup.coin_supply, str):
        rich += game.income(state, other)
    figures, hooks = game.tables.components, game.hooks(state, seat)
    camp = figures.camp_income + sum(card.amount for card in hooks.get("income_camps", ()))
    most = left.gold + game.income(state, seat)
    most += figures.mark_income * reach.marks + camp * reach.camps
    if left.recruits or left.attacks:
        most += sum(card.amount for card in hooks.get("income_kilimandjora", ()))
    if reach.bought:
        gain = max(camp - game.prices(state, seat)[CAMP], -left.price)
        if gain > 0:
            most += gain * game.per_player[CAMP]
        elif not left.attacks:
            # Without attacks every node more is bought, at least at that price.
            most += gain * reach.more
    return most > rich


def _reach(game: Kingdom, state: State, seat: int, left: Means) -> Reach:
    owner, lands = state.owner, game.board.lands[seat]
    hooks = game.hooks(state, seat)
    forward = "recruit_site" in hooks
    bought = left.gold // left.price if left.recruits else 0
    if not left.attacks:
        free = sum(owner[node] == NOBODY for node in lands)
        marks = sum(owner[node] != seat for node in game.board.marked)
        return Reach(min(bought, free + forward), 0, marks if bought else 0, 0, bought)
    use = bought
    if not left.recruits_first:
        # Afterwards one may recruit in the own lands and levy forward.
        use = min(bought, sum(owner[node] != seat for node in lands) + forward)
    spread = mobile = knights = enemy_camps = enemy_catapults = alone = 0
    occupied = game.setup.castle_scoring == "occupied"
    for node, units in enumerate(state.units):
        if not units:
            continue
        if owner[node] == seat:
            ready = units & ~state.spent[node]
            walking = _SIZES[ready & _GUARDS]
            if walking:
                mobile += walking
                knights += ready >> KNIGHT & 1
                # Whoever is the last to leave a node loses it, unless it counts never or always.
                stays = occupied or game.castle_seats[node] == NOBODY
                spread += min(walking, _SIZES[units] - 1) if stays else walking
        else:
            enemy_camps += units >> CAMP & 1
            enemy_catapults += units >> CATAPULT & 1
            alone += units == 1 << CATAPULT
    riders = knights or (bought and left.recruits_first)
    fewer = left.beats + alone
    if not riders and fewer:
        fewer = min(fewer, _within_reach(game, state, seat))
    camps = min(game.per_player[CAMP], enemy_camps, left.beats, fewer)
    more = use + spread
    if riders or game.steps_of(state, seat, SOLDIER) > 1:
        # What is captured stands where it is when its captor goes on.
        more += camps + min(game.per_player[CATAPULT], enemy_catapults, fewer)
    marks = sum(owner[node] != seat for node in game.board.marked)
    return Reach(more, fewer, min(marks, mobile + more), camps, bought)


def _within_reach(game: Kingdom, state: State, seat: int) -> int:
    """How many nodes soldiers and catapults may take from others (TAH-MOV-02, TAH-CAT-02).

    A march may take lone catapults on its way, or make an attack at its end.
    """
    board, owner = game.board, state.owner
    far = game.steps_of(state, seat, SOLDIER)
    far += "soldier_attack_after_move" in game.hooks(state, seat)
    found = 0
    for node, units in enumerate(state.units):
        if owner[node] != seat:
            continue
        ready = units & ~state.spent[node]
        if ready >> SOLDIER & 1 and _enemy_among(owner, seat, board.within(node, far)):
            found += far
        if ready >> CATAPULT & 1:
            found += _enemy_among(owner, seat, shot_nodes(game, state, seat, node))
    return found


def _enemy_among(owner: list[int], seat: int, nodes: tuple[int, ...]) -> bool:
    return any(owner[node] not in (NOBODY, seat) for node in nodes)


# -- by capture ----------------------------------------------------------------------------------


def _may_capture(game: Kingdom, state: State, seat: int, left: Means) -> bool:
    """Whether a soldier or knight may get at a castle with gold enough (TAH-END-01, WINT-07)."""
    if not left.attacks or left.gold <= game.tables.defence.castle:
        return False
    board = game.board
    goals = [
        (castle, left.gold - game.guesses(state, castle, GARRISON) - 1)
        for other, castle in enumerate(board.castle_of)
        if other != seat
    ]
    if max(spare for _, spare in goals) < 0:
        return False
    plunders = "success_gold" in game.hooks(state, seat)
    knights, soldiers = [], []
    for node, units in enumerate(state.units):
        if state.owner[node] == seat:
            ready = units & ~state.spent[node]
            if ready >> KNIGHT & 1:
                knights.append(node)
            if ready >> SOLDIER & 1:
                soldiers.append(node)
    new = _new_places(game, state, seat) if left.recruits_first else ()
    far = 1
    if "soldier_attack_after_move" in game.hooks(state, seat):
        far += game.steps_of(state, seat, SOLDIER)
    riding = _ride_costs(game, state, seat, knights, plunders)
    new_riding = _ride_costs(game, state, seat, new, plunders) if new else None
    for castle, spare in goals:
        if not plunders and state.units[castle] & _GUARDS:
            spare -= 1
        steps = board.distances[castle]
        if spare >= 0 and any(steps[node] <= far for node in soldiers):
            return True
        if any(riding[node] <= spare for node in board.neighbours[castle]):
            return True
        price = game.prices(state, seat)[SOLDIER]
        if spare >= price and any(steps[node] <= far for node in new):
            return True
        price = game.prices(state, seat)[KNIGHT]
        if new_riding and any(
            new_riding[node] + price <= spare for node in board.neighbours[castle]
        ):
            return True
    return False


def _new_places(game: Kingdom, state: State, seat: int) -> tuple[int, ...]:
    """Where a unit may be recruited, at the best (TAH-REC-03, REC-04, TAH-CARD-05)."""
    places = set(game.board.lands[seat]) | set(game.occupied(state, seat))
    if "recruit_site" in game.hooks(state, seat):
        for node in tuple(places):
            places.update(game.board.neighbours[node])
    return tuple(sorted(places))


def _ride_costs(
    game: Kingdom, state: State, seat: int, starts: list[int] | tuple[int, ...], plunders: bool
) -> list[int]:
    """The least gold with which a knight gets from one of the starts to each node.

    One attack clears a node at the best, whoever stands there. Own units are not in the way.
    """
    costs = [_NEVER] * len(state.owner)
    mountain = NOBODY if "knight_kilimandjora" in game.hooks(state, seat) else game.board.mountain
    rim = list(starts)
    for node in rim:
        costs[node] = 0
    while rim:
        node = rim.pop()
        for other in game.board.neighbours[node]:
            if other == mountain or game.castle_seats[other] not in (NOBODY, seat):
                continue
            held = state.owner[other] not in (NOBODY, seat) and state.units[other] & _DEFENDERS
            cost = costs[node] + (1 if held and not plunders else 0)
            if cost < costs[other]:
                costs[other] = cost
                rim.append(other)
    return costs
