"""Why a set-up or a movement is refused (TFT-BAD-02, TFT-BAD-03)."""

from __future__ import annotations

from meleekit.core.hexgrid import DIRECTION_NAMES
from meleekit.core.phrases import listed
from meleekit.tft.actions import (
    Charge,
    ComeDownAt,
    Escape,
    Fly,
    GiveOrder,
    Jump,
    LetFall,
    Move,
    PlaceAt,
    StandUp,
    Stride,
    TurnTo,
)
from meleekit.tft.charging import charge_ends
from meleekit.tft.coming_down import landing_places
from meleekit.tft.engagement import enemy_fronts
from meleekit.tft.equipment import ready_weapons
from meleekit.tft.flight import flight, may_fly
from meleekit.tft.giants import corners_open, first_stands
from meleekit.tft.jumps import escape_ways, jump_ways
from meleekit.tft.move_options import ORDERS, is_down, may_stand_up, movable, takes_orders
from meleekit.tft.movement import cost_of, ground_masks, shift_hexes
from meleekit.tft.occupancy import held_and_fallen
from meleekit.tft.refusal_terms import (
    CONDITION_WORDS,
    POSTURE_WORDS,
    Asked,
    Check,
    Checks,
    facings,
    free_hex,
    in_hand_of,
    known_figure,
    known_hex,
    standing,
)
from meleekit.tft.reserves import entry_hexes, in_reserve
from meleekit.tft.shapes import fits
from meleekit.tft.state import FIT, NOWHERE, PRONE, STANDING, Face, Place


def place(asked: Asked, action: PlaceAt) -> Checks:
    """An own entrance hex that is free, for the character whose turn it is (TFT-BAD-02)."""
    assert isinstance(asked.task, Place)
    arena, who = asked.arena, asked.task.figure
    yield from known_figure(asked, action.figure, "TFT-BAD-02")
    message = f"{asked.name(who)} is to be placed now, not {asked.name(action.figure)}"
    yield action.figure != who, "TFT-BAD-02", message
    message = f"there is room at the entrance for {asked.name(who)}, so it is not kept back"
    yield action.hex == NOWHERE, "TFT-MOVE-01", message
    yield from known_hex(asked, action.hex, "TFT-BAD-02")
    if arena.giants[who]:
        corners = first_stands(arena, asked.battle, who)
        message = f"{asked.name(who)} fills three free hexes, an entrance hex among them; "
        message += f"its front corner may be in {asked.places(corners)}"
        yield action.hex not in corners, "TFT-BRD-06", message
    entrances = arena.board.hexes_of(arena.entrances[arena.side_of[who]])
    message = f"{asked.place(action.hex)} is no entrance of {asked.side}; they are "
    yield action.hex not in entrances, "TFT-MOVE-01", message + asked.places(entrances)
    yield from free_hex(asked, who, action.hex, "TFT-MOVE-09", "TFT-MOVE-09")


def _mover(asked: Asked, who: int) -> Checks:
    """A character of the moving side that has not moved yet (TFT-BAD-03, TFT-INIT-04)."""
    yield from known_figure(asked, who, "TFT-BAD-03")
    owner = asked.arena.players[asked.arena.seat_of[who]]
    message = f"{asked.name(who)} is {owner}'s; {asked.side} moves now"
    yield asked.arena.seat_of[who] != asked.seat, "TFT-BAD-03", message
    condition = asked.figure(who).condition
    message = f"{asked.name(who)} {CONDITION_WORDS[condition]} and does not move"
    yield condition is not FIT, "TFT-BAD-03", message
    message = f"{asked.name(who)} is in hand-to-hand and does not move until it is free"
    yield asked.figure(who).grappling, "TFT-MOVE-07", message
    message = f"{asked.name(who)} has moved already; each character moves once a turn"
    yield not movable(asked.battle, who), "TFT-INIT-04", message


def walker(asked: Asked, who: int) -> Checks:
    """One that may leave its hex at all (TFT-MOVE-08, TFT-MOVE-18)."""
    yield from _mover(asked, who)
    yield _waits(asked, who)
    message = f"{asked.name(who)} was knocked down; it may only stand up or stay down this turn"
    yield is_down(asked.battle, asked.figure(who)), "TFT-MOVE-18", message
    yield from standing(asked, who, "TFT-MOVE-08", "it may stand up, or stay where it is")


def move(asked: Asked, action: Move) -> Checks:
    """Within reach on a way that is open, or one shift for the engaged (TFT-MOVE-03..16)."""
    who, goal = action.figure, action.hex
    yield from _mover(asked, who)
    yield from known_hex(asked, goal, "TFT-BAD-03")
    if in_reserve(asked.figure(who)):
        yield from free_hex(asked, who, goal, "TFT-MOVE-09", "TFT-MOVE-11")
        yield True, "TFT-MOVE-01", _entry(asked, who, goal)
    yield from walker(asked, who)
    message = f"{asked.name(who)} fills three hexes; it strides, its front corner first"
    yield asked.arena.giants[who], "TFT-MOVE-20", message
    held_by = asked.engaged_by(who)
    if held_by:
        yield from _shift(asked, who, goal, held_by)
    yield from free_hex(asked, who, goal, "TFT-MOVE-09", "TFT-MOVE-11")
    yield from _way(asked, who, goal)


def _waits(asked: Asked, who: int) -> Check:
    """One in reserve first enters, by a move."""
    message = f"{asked.name(who)} is in reserve; all it may do is enter, by a move"
    return in_reserve(asked.figure(who)), "TFT-MOVE-01", message


def _entry(asked: Asked, who: int, goal: int) -> str:
    arena = asked.arena
    gates = arena.board.hexes_of(entry_hexes(arena, asked.battle, who))
    allowance = arena.characters[who].ma
    return (
        f"{asked.name(who)} enters from reserve at {asked.places(gates)}; from there {allowance} "
        f"movement points, the first for entering, do not bring it to {asked.place(goal)}"
    )


def _shift(asked: Asked, who: int, goal: int, held_by: tuple[int, ...]) -> Checks:
    board, start = asked.arena.board, asked.figure(who).hex
    by = f"{asked.name(who)} is engaged by {asked.names(held_by)}"
    message = f"{by}; it may shift one hex at most, staying next to every one of them"
    yield board.distance[start][goal] > 1, "TFT-MOVE-06", message
    yield from free_hex(asked, who, goal, "TFT-MOVE-09", "TFT-MOVE-11")
    near = board.hexes_of(shift_hexes(asked.arena, asked.battle, who, held_by))
    message = f"{by} and must stay next to every one of them; it may be in {asked.places(near)}"
    yield goal not in near, "TFT-MOVE-06", message


def _way(asked: Asked, who: int, goal: int) -> Checks:
    """Take away, one after the other, what may bar the way: what opens it is to blame."""
    arena, board = asked.arena, asked.arena.board
    start, allowance = asked.figure(who).hex, arena.characters[who].ma
    blocked, _, bodies = ground_masks(arena, asked.battle, who)
    fronts = enemy_fronts(arena, asked.battle, who)
    name, there = asked.name(who), asked.place(goal)

    def reaches(blocked: int, stops: int) -> bool:
        return cost_of(board, board.reach(start, allowance, blocked, stops), goal) >= 0

    far = board.distance[start][goal]
    message = f"{there} is {far} hexes away; {name} may move {allowance}"
    yield far > allowance, "TFT-MOVE-03", message
    goals = {hex_ for hex_, _ in jump_ways(arena, asked.battle, who)}
    jump = " (a jump gets there)" if goal in goals else ""
    message = f"on the way to {there} {name} would have to stop in front of an enemy{jump}"
    yield reaches(blocked, bodies), "TFT-MOVE-15", message
    message = f"on the way to {there} {name} would have to stop on a fallen character{jump}"
    yield reaches(blocked, fronts), "TFT-MOVE-10", message
    message = f"all ways to {there} lead past an enemy's front or over a fallen character{jump}"
    yield reaches(blocked, 0), "TFT-MOVE-15", message
    yield reaches(0, 0), "TFT-MOVE-09", f"others stand in the way to {there}{jump}"
    message = f"the way round to {there} is longer than the {allowance} hexes {name} may move"
    yield True, "TFT-MOVE-03", message


def flier(asked: Asked, who: int) -> Checks:
    """One's own character that may fly: with wings, on its feet or in the air (TFT-MOVE-21)."""
    yield from _mover(asked, who)
    name, figure = asked.name(who), asked.figure(who)
    yield not asked.arena.flying_ma[who], "TFT-MOVE-21", f"{name} has no wings"
    message = f"{name} was knocked down; it may only stand up or stay down this turn"
    yield is_down(asked.battle, figure), "TFT-MOVE-18", message
    message = f"{name} {POSTURE_WORDS[figure.posture]}; it takes off standing"
    yield not may_fly(asked.arena, who, figure), "TFT-MOVE-08", message


def stride(asked: Asked, action: Stride) -> Checks:
    """A giant's front corner and facing, with room for all three hexes (TFT-MOVE-20)."""
    arena, who, goal = asked.arena, action.figure, action.hex
    yield from _mover(asked, who)
    yield from known_hex(asked, goal, "TFT-BAD-03")
    yield from walker(asked, who)
    name, there = asked.name(who), asked.place(goal)
    yield not arena.giants[who], "TFT-MOVE-20", f"{name} fills one hex and walks"
    message = f"there is no corner {action.facing}; they are numbered 0 to 5"
    yield action.facing not in range(6), "TFT-FACE-09", message
    whole = fits(arena.shapes[who], goal, action.facing)
    message = f"{name} would not be on the board with all its hexes"
    yield not whole, "TFT-MOVE-20", message
    held, _ = held_and_fallen(arena, asked.battle, (who,))
    figure, body = asked.figure(who), arena.body[who]
    own = body[figure.hex][figure.facing] if figure.hex >= 0 else 0
    taken = arena.board.hexes_of(body[goal][action.facing] & held & ~own)
    yield bool(taken), "TFT-MOVE-09", f"somebody is in {asked.places(taken)}"
    held_by = asked.engaged_by(who)
    message = f"{name} is engaged by {asked.names(held_by)}; it makes one step, next to all of them"
    yield bool(held_by), "TFT-MOVE-06", message
    message = f"{name} enters with a hex at its entrance, and goes on from there"
    yield figure.hex < 0, "TFT-BRD-06", message
    far = arena.board.distance[figure.hex][goal]
    ma = arena.characters[who].ma
    yield far > ma, "TFT-MOVE-03", f"{there} is {far} hexes away; {name} may move {ma}"
    message = f"no way of {ma} steps leads there that need not stop before"
    yield True, "TFT-MOVE-20", message


def fly(asked: Asked, action: Fly) -> Checks:
    """With wings, within the flying allowance, to land where there is room (TFT-MOVE-21)."""
    arena, who, goal = asked.arena, action.figure, action.hex
    yield from flier(asked, who)
    yield from known_hex(asked, goal, "TFT-BAD-03")
    name, there, ma = asked.name(who), asked.place(goal), arena.flying_ma[who]
    layers, over, _ = flight(arena, asked.battle, who)
    held_by = asked.engaged_by(who)
    near = arena.board.hexes_of(over)
    by = f"{name} is engaged by {asked.names(held_by)} and may only take off"
    message = f"{by}, over {asked.places(near)}"
    yield bool(held_by) and (action.land or goal not in near), "TFT-MOVE-21", message
    cost = cost_of(arena.board, layers, goal)
    yield cost < 0, "TFT-MOVE-03", f"{there} is farther than the {ma} hexes {name} may fly"
    if action.land:
        yield from free_hex(asked, who, goal, "TFT-MOVE-09", "TFT-MOVE-11")
    message = f"{name} is there as it is; to stay takes no wings"
    yield True, "TFT-MOVE-21", message


def come_down(asked: Asked, action: ComeDownAt) -> Checks:
    """One of the nearest hexes with room (TFT-MOVE-25)."""
    yield from known_hex(asked, action.hex, "TFT-BAD-03")
    places = landing_places(asked.arena, asked.battle, asked.who)
    message = f"the nearest hexes with room are {asked.places(places)}"
    yield action.hex not in places, "TFT-MOVE-25", message


def jump(asked: Asked, action: Jump) -> Checks:
    """Three movement points over a hex of the fallen or prone (TFT-MOVE-12)."""
    who, goal = action.figure, action.hex
    rule = "TFT-MOVE-12"
    yield from walker(asked, who)
    yield from known_hex(asked, goal, "TFT-BAD-03")
    held_by = asked.engaged_by(who)
    message = f"{asked.name(who)} is engaged by {asked.names(held_by)} and may only shift"
    yield bool(held_by), "TFT-MOVE-06", message
    yield goal == asked.figure(who).hex, rule, "a jump leads to another hex"
    yield from free_hex(asked, who, goal, rule, rule)
    yield from _jumped(asked, who, goal)
    cost = asked.arena.tables.stumble.jump_cost
    message = f"a jump costs {cost} and leads straight over one hex of fallen or prone characters"
    others = sorted({hex_ for hex_, _ in jump_ways(asked.arena, asked.battle, who)})
    where = f"it gets {asked.name(who)} to {asked.places(others)}" if others else "there is none"
    yield True, rule, f"{message}, where walking is no cheaper; {where}"


def _jumped(asked: Asked, who: int, goal: int) -> Checks:
    """What is wrong with the one hex between start and goal, if they lie so."""
    board, battle = asked.arena.board, asked.battle
    row = board.neighbour[asked.figure(who).hex]
    over = next((h for d, h in enumerate(row) if h >= 0 and board.neighbour[h][d] == goal), -1)
    if over < 0:
        return
    there = asked.place(over)
    in_way = asked.occupant(over, who)
    if in_way < 0:
        _, fallen = held_and_fallen(asked.arena, battle, (who,))
        empty = not fallen & board.bit[over]
        yield empty, "TFT-MOVE-12", f"nobody lies in {there} to be jumped over"
    else:
        posture = asked.figure(in_way).posture
        message = f"{asked.name(in_way)} {POSTURE_WORDS[posture]} in {there}"
        up = posture is not PRONE
        yield up, "TFT-MOVE-12", f"{message}; only the fallen or prone are jumped over"
        pile = asked.figure(in_way).grappling
        yield pile, "TFT-MOVE-11", f"{message} in hand-to-hand; a pile is not jumped"
    front = bool(enemy_fronts(asked.arena, battle, who) & board.bit[over])
    yield front, "TFT-MOVE-12", f"{there} is in front of an enemy; one must stop there"


def charge(asked: Asked, action: Charge) -> Checks:
    """A pole weapon, and three straight steps within half the allowance (TFT-POLE-03)."""
    who = action.figure
    arena, name = asked.arena, asked.name
    yield from walker(asked, who)
    yield from known_hex(asked, action.hex, "TFT-BAD-03")
    message = f"there is no direction {action.direction}; they are numbered 0 to 5"
    yield action.direction not in range(6), "TFT-BAD-03", message
    held_by = asked.engaged_by(who)
    message = f"{name(who)} is engaged by {asked.names(held_by)} and may only shift"
    yield bool(held_by), "TFT-MOVE-06", message
    rows = [arena.weapons[item] for item in ready_weapons(arena, asked.figure(who))]
    pole = any(row is not None and row.pole for row in rows)
    yield not pole, "TFT-POLE-03", f"{name(who)} has no pole weapon ready"
    run, half = arena.tables.pole.charge_steps, arena.characters[who].half_ma
    message = f"a charge needs {run} hexes within half the MA, which for {name(who)} is {half}"
    yield half < run, "TFT-POLE-06", message
    yield from free_hex(asked, who, action.hex, "TFT-MOVE-09", "TFT-MOVE-11")
    there = [
        f"{DIRECTION_NAMES[direction]} for {cost}"
        for hex_, direction, cost in charge_ends(arena, asked.battle, who)
        if hex_ == action.hex
    ]
    message = f"a charge ends with {run} straight hexes forward and takes {half} at most"
    where = f"{asked.place(action.hex)} is reached so going {', '.join(there) or 'nowhere'}"
    yield True, "TFT-POLE-03", f"{message}; {where}"


def escape(asked: Asked, action: Escape) -> Checks:
    """Out of an arena battle, through an entrance hex within reach (TFT-BAT-07)."""
    who, rule = action.figure, "TFT-BAT-07"
    kind = asked.arena.kind
    yield not kind.may_escape, rule, f"{kind.name}: nobody leaves the field"
    yield from _mover(asked, who)
    yield from standing(asked, who, rule, "only a standing character may leave")
    held_by = asked.engaged_by(who)
    message = f"{asked.name(who)} is engaged by {asked.names(held_by)} and may not leave"
    yield bool(held_by), rule, message
    message = f"{asked.name(who)} cannot leave through any entrance hex with MA "
    ways = escape_ways(asked.arena, asked.battle, who)
    yield not ways, rule, message + str(asked.arena.characters[who].ma)
    jumps = " or ".join(asked.places(over) for over in ways if over) or "nobody"
    yield action.over not in ways, rule, f"{asked.name(who)} leaves by jumping over {jumps}"


def stand_up(asked: Asked, action: StandUp) -> Checks:
    """Rise from the ground or the knees, where no other stands (TFT-MOVE-17, TFT-MOVE-24)."""
    who = action.figure
    yield from known_figure(asked, who, "TFT-BAD-03")
    message = f"{asked.name(who)} is in hand-to-hand; it gets up by breaking free, as its action"
    yield asked.figure(who).grappling, "TFT-MOVE-17", message
    yield from _mover(asked, who)
    up = asked.figure(who).posture is STANDING
    yield up, "TFT-MOVE-17", f"{asked.name(who)} stands already"
    message = f"somebody stands in the hex where {asked.name(who)} would rise; it must leave first"
    yield not may_stand_up(asked.arena, asked.battle, who), "TFT-MOVE-24", message


def let_fall(asked: Asked, action: LetFall) -> Checks:
    """A ready item, before moving (TFT-EQP-06)."""
    who = action.figure
    yield from _mover(asked, who)
    yield _waits(asked, who)
    message = f"{asked.name(who)} was knocked down; it may only stand up or stay down this turn"
    yield is_down(asked.battle, asked.figure(who)), "TFT-MOVE-18", message
    yield from in_hand_of(asked, who, action.item)


def order(asked: Asked, action: GiveOrder) -> Checks:
    """A standing order in movement: another than before, for one that could Defend (DEF-06)."""
    who, rule = action.figure, "TFT-DEF-06"
    yield from _mover(asked, who)
    yield _waits(asked, who)
    late = asked.arena.defence_in_order or asked.arena.defence_declared
    message = "nobody defends when attacked in this battle, so there is nothing to order"
    yield late, "TFT-DEF-05", message
    message = f"{asked.name(who)} has no weapon ready to defend with, and nothing to dodge"
    yield not takes_orders(asked.arena, asked.battle, who), "TFT-DEF-03", message
    yield action.order == asked.figure(who).orders, rule, f"{asked.name(who)} has that order"
    most = max(known.above for known in ORDERS)
    message = f"orders are ask, never, always, or defend above 1 to {most} expected hits"
    yield action.order not in ORDERS, rule, message


def turn_to(asked: Asked, action: TurnTo) -> Checks:
    """One of the six sides of the hex, along the run after a charge (TFT-FACE-01, POLE-03)."""
    assert isinstance(asked.task, Face)
    message = f"there is no facing {action.facing}; they are numbered 0 to 5"
    yield action.facing not in range(6), "TFT-FACE-01", message
    if asked.arena.giants[asked.task.figure]:
        corners = corners_open(asked.arena, asked.battle, asked.task.figure)
        message = f"{asked.name(asked.task.figure)} has room to face corner "
        message += listed([str(corner) for corner in corners], last="or")
        yield action.facing not in corners, "TFT-MOVE-20", message
    message = f"{asked.name(asked.task.figure)} has charged and faces as it ran: "
    allowed = asked.task.allowed
    yield action.facing not in allowed, "TFT-POLE-03", message + facings(allowed)
