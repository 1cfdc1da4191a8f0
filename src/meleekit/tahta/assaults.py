"""Move & Attack: steps, assaults with bid and guess, shots, captures (TAH-MA, MOV, ATK, CAT)."""

from __future__ import annotations

from msgspec.structs import replace

from meleekit.tahta.actions import Attack, Move
from meleekit.tahta.events import (
    PURSES,
    TREASURY,
    AttackDeclared,
    AttackResolved,
    Ended,
    Entered,
    FellBack,
    GoldTaken,
    Guessed,
    Moved,
    ParityTold,
    StakeSealed,
)
from meleekit.tahta.kingdom import WHO
from meleekit.tahta.play import Play
from meleekit.tahta.state import NOBODY, Active, Assault, Stage
from meleekit.tahta.tables import (
    CAMP,
    CATAPULT,
    GARRISON,
    KNIGHT,
    NUMBER_OF,
    SOLDIER,
    UNITS,
    CardRow,
)


def close_unit(play: Play) -> None:
    """The open unit has had its activation (TAH-MA-01, MA-03)."""
    active = play.state.active
    if active:
        play.state.spent[active.node] |= 1 << active.unit
        play.state.active = None


def _activate(play: Play, node: int, unit: int) -> Active:
    """Begin or go on with a unit's activation; beginning closes any other (TAH-MA-01)."""
    active = play.state.active
    if active and (active.node, active.unit) == (node, unit):
        return active
    close_unit(play)
    return Active(node, unit)


def step(play: Play, action: Move) -> None:
    """One step to a node; a lone enemy catapult there is captured (TAH-MOV-01..04, CAT-08)."""
    ids = play.game.board.number
    unit, start, node = NUMBER_OF[action.unit], ids[action.start], ids[action.node]
    active = _activate(play, start, unit)
    state, game, seat = play.state, play.game, play.state.turn
    _lift_into(play, unit, start, node, "TAH-CAT-08")
    play.tell(Moved("TAH-MOV-01", seat, UNITS[unit], action.start, action.node))
    state.active = Active(node, unit, active.steps + 1)
    if state.active.steps < game.steps_of(state, seat, unit):
        return
    # Whoever may still attack stays open (TAH-CARD-10); a knight has gone far enough (TAH-MA-09).
    if unit != SOLDIER or not game.has(state, seat, "soldier_attack_after_move"):
        close_unit(play)


def _lift_into(play: Play, unit: int, start: int, node: int, rule: str) -> None:
    """A unit goes into a node from another; a lone catapult there is captured by that rule."""
    state, seat = play.state, play.state.turn
    play.lift(start, unit)
    if state.owner[node] not in (NOBODY, seat):
        play.capture(seat, node, CATAPULT, rule)
    play.put(seat, node, unit)


def _enter(play: Play, assault: Assault) -> None:
    """The winner goes in, willing or not (TAH-ATK-16), and captures a catapult (TAH-ATK-17)."""
    state, ids, unit = play.state, play.game.board.ids, assault.unit
    _lift_into(play, unit, assault.node, assault.target, "TAH-ATK-17")
    start, node = ids[assault.node], ids[assault.target]
    play.tell(Entered("TAH-ATK-16", state.turn, UNITS[unit], start, node))
    steps = state.active.steps + 1 if state.active else 1
    state.active = Active(assault.target, unit, steps)
    state.assault = None
    state.stage = Stage.ACTIVATE
    if unit == SOLDIER or steps >= play.game.steps_of(state, state.turn, unit):
        close_unit(play)


def declare(play: Play, action: Attack) -> None:
    """Name unit and target; nothing moves until the assault ends (TAH-ATK-02)."""
    ids = play.game.board.number
    unit, start, node = NUMBER_OF[action.unit], ids[action.start], ids[action.node]
    play.state.active = _activate(play, start, unit)
    defender = play.game.defender(play.state, node)
    if unit == CATAPULT and not _can_stop_a_shot(defender):
        # Nobody defends: no bid, no guess, no gold (TAH-CAT-07).
        seat, gold = play.state.turn, play.state.gold[play.state.turn]
        who = UNITS[unit]
        play.tell(AttackDeclared("TAH-CAT-07", seat, who, action.start, action.node, "", gold, 0))
        _shot_hits(play, start, node, "TAH-CAT-07")
        return
    _next_defender(play, Assault(start, unit, node, defender))


def _can_stop_a_shot(defender: int) -> bool:
    """Whether a unit stands against a shot; a garrison is no unit (TAH-CAT-04, CAT-05)."""
    return defender in (SOLDIER, KNIGHT, CAMP)


def _next_defender(play: Play, assault: Assault) -> None:
    """Announce gold, defender and guesses, and wait for the bid (TAH-ATK-04, ATK-05)."""
    state, ids = play.state, play.game.board.ids
    state.assault = assault
    state.stage = Stage.BID
    play.tell(
        AttackDeclared(
            "TAH-ATK-05",
            state.turn,
            UNITS[assault.unit],
            ids[assault.node],
            ids[assault.target],
            WHO[assault.defender],
            state.gold[state.turn],
            play.game.guesses(state, assault.target, assault.defender),
        )
    )


def press(play: Play) -> None:
    """On to the next defender of the node (TAH-ATK-13)."""
    assert play.state.assault is not None
    _next_defender(play, play.state.assault)


def stake(play: Play, amount: int) -> None:
    """The bid is hidden; then informers may be asked, then the defender guesses (TAH-ATK-06).

    Where only one set of guesses is possible it is made at once (TAH-ATK-09). Nobody else acts
    before the fist is opened (TAH-VIS-06).
    """
    state, game = play.state, play.game
    assault = state.assault
    assert assault is not None
    state.assault = replace(assault, bid=amount)
    play.tell(StakeSealed("TAH-ATK-06", state.turn, amount))
    gold = state.gold[state.turn]
    if game.guesses(state, assault.target, assault.defender) >= gold:
        guess(play, tuple(range(1, gold + 1)), forced=True)
        return
    asks = game.has_left(state, game.lord(state, assault.target), "parity_question")
    state.stage = Stage.INFORM if asks else Stage.GUESS


def inform(play: Play, ask: bool) -> None:
    """Once a season the owner may ask whether the bid is odd (TAH-CARD-21)."""
    state = play.state
    assault = state.assault
    assert assault is not None
    state.stage = Stage.GUESS
    if ask:
        lord = play.game.lord(state, assault.target)
        state.informers_used |= 1 << lord
        state.assault = replace(assault, asked=True)
        play.tell(ParityTold("TAH-CARD-21", lord, bool(assault.bid % 2)))


def guess(play: Play, numbers: tuple[int, ...], *, forced: bool = False) -> None:
    """Bid and guesses are shown, to all (TAH-VIS-03), and the bid is paid (TAH-ATK-10, ATK-23)."""
    state = play.state
    assault, seat = state.assault, state.turn
    assert assault is not None
    success = assault.bid not in numbers
    rule = "TAH-ATK-12" if success else "TAH-ATK-11"
    lord, bid = play.game.lord(state, assault.target), assault.bid
    told = "TAH-ATK-09" if forced else "TAH-ATK-08"
    play.tell(Guessed(told, lord, numbers, forced))
    play.pay(seat, bid)
    play.tell(AttackResolved(rule, bid, PURSES[seat], TREASURY, "attack", seat, numbers, success))
    state.assault = replace(assault, bid=0, asked=False)
    if assault.unit == CATAPULT:
        if success:
            _shot_hits(play, assault.node, assault.target, "TAH-CAT-06")
        else:
            _shot_over(play, assault.node)
    elif success:
        _beaten(play, assault)
    else:
        _lost(play, assault)


def _shot_hits(play: Play, start: int, node: int, rule: str) -> None:
    """All units in the node go back; nothing is captured, a garrison stays (TAH-CAT-06)."""
    for unit in range(len(UNITS)):
        if play.state.units[node] >> unit & 1:
            play.remove(node, unit, rule)
    _shot_over(play, start)


def _shot_over(play: Play, node: int) -> None:
    """One shot, and the catapult goes back to the supply (TAH-CAT-09, TAH-MA-05)."""
    play.remove(node, CATAPULT, "TAH-CAT-09")
    _over(play)


def _over(play: Play) -> None:
    """The assault and the activation are at their end."""
    play.state.active = play.state.assault = None
    play.state.stage = Stage.ACTIVATE


def _lost(play: Play, assault: Assault) -> None:
    """The attacker is removed (TAH-ATK-11), but for the Veterans' first time (TAH-CARD-11).

    The node is not safe: others may attack it (TAH-ATK-18).
    """
    state, seat = play.state, play.state.turn
    if play.game.has_left(state, seat, "failed_attack_save"):
        state.veterans_used |= 1 << seat
        where = play.game.board.ids[assault.node]
        play.tell(FellBack("TAH-CARD-11", seat, UNITS[assault.unit], where))
        close_unit(play)
    else:
        play.remove(assault.node, assault.unit, "TAH-ATK-11")
    _over(play)


def _beaten(play: Play, assault: Assault) -> None:
    """A defender is beaten: press on, fall back, enter, or win (TAH-ATK-12..16, ATK-19, ATK-20)."""
    state, game, seat = play.state, play.game, play.state.turn
    if assault.defender == GARRISON:
        # Whoever beats the garrison has the castle, and with it the game (TAH-CAS-05, END-01).
        end(play, seat, "TAH-END-01")
        return
    if assault.defender == CAMP:
        # A camp is the last to defend, so it is captured before anybody enters (TAH-CAMP-06).
        _take_camp(play, assault.target)
    else:
        play.remove(assault.target, assault.defender, "TAH-ATK-12")
    # TAH-CARD-12
    for card in game.cards(state, seat, "success_gold"):
        bonus(play, seat, card, card.amount)
    taken = assault.defender == CAMP
    defender = NOBODY if taken else game.defender(state, assault.target)
    if defender == NOBODY:
        _enter(play, assault)
        return
    state.assault = replace(assault, defender=defender, bid=0, asked=False)
    if game.can_stake(state, seat):
        state.stage = Stage.PRESS
    else:
        fall_back(play, "TAH-ATK-14")


def bonus(play: Play, seat: int, card: CardRow, gold: int) -> None:
    """Gold that a special card brings, as far as the treasury goes."""
    if gold := play.take(seat, gold):
        play.tell(GoldTaken(card.rule, gold, TREASURY, PURSES[seat], card.name, seat))


def _take_camp(play: Play, node: int) -> None:
    """The camp is captured, and a catapult beside it with it (TAH-CAMP-03, TAH-ATK-17).

    A node is one player's: the catapult is lifted first, so that the camp's new owner can stand
    there, and then is captured in its turn.
    """
    seat, owner = play.state.turn, play.state.owner[node]
    beside = play.state.units[node] >> CATAPULT & 1
    if beside:
        play.lift(node, CATAPULT)
    play.capture(seat, node, CAMP, "TAH-CAMP-03")
    if beside:
        play.seize(seat, owner, node, CATAPULT, "TAH-ATK-17")


def fall_back(play: Play, rule: str = "TAH-ATK-15") -> None:
    """The unit stays where it came from: a soldier closed, a knight open (TAH-ATK-15).

    A castle is then without the units that were beaten (TAH-CAS-04).
    """
    state = play.state
    assault = state.assault
    assert assault is not None
    where = play.game.board.ids[assault.node]
    play.tell(FellBack(rule, state.turn, UNITS[assault.unit], where))
    state.assault = None
    state.stage = Stage.ACTIVATE
    if assault.unit == SOLDIER:
        close_unit(play)


def end(play: Play, winner: int, rule: str) -> None:
    """The game is over at once; whatever lies face down is shown (TAH-RES-05, TAH-SEAS-05).

    By a castle taken (TAH-END-01) or after winter (TAH-END-02).
    """
    state = play.state
    hidden = tuple(
        cards if cards and not state.revealed >> seat & 1 else ()
        for seat, cards in enumerate(state.selected)
    )
    state.winner, state.end_rule, state.stage = winner, rule, Stage.OVER
    state.active = state.assault = None
    state.queue, state.cards_left = (), ()
    play.tell(Ended(rule, winner, hidden if any(hidden) else ()))
