"""Whether the turn of a state that was read holds together: order, open unit, assault, end."""

from __future__ import annotations

from meleekit.tahta import checks
from meleekit.tahta.faults import refuse, within
from meleekit.tahta.kingdom import Kingdom
from meleekit.tahta.state import (
    ASKS_ALL,
    ASKS_DEFENDER,
    ASSAULTS,
    ATTACKS,
    NOBODY,
    Active,
    Assault,
    Stage,
    State,
)
from meleekit.tahta.tables import CAMP, CATAPULT, GARRISON, KNIGHT, SOLDIER, UNITS

PLAYED = {
    Stage.RECRUIT: "recruit",
    Stage.LEVY: "tax",
    **dict.fromkeys(ATTACKS, "attack"),
}
"""The action card that is being played at a stage."""
TURNS = (Stage.ORDER, *PLAYED)
"""The stages at which the season's cards are played, one seat after another."""
_ENDS = ("TAH-END-01", "TAH-END-03")
_NOBODY_LEFT: tuple[int, ...] = ()


def check_turn(game: Kingdom, state: State) -> None:
    """Raise `BadSave` naming the first field of the turn that cannot be."""
    _check_order(game, state)
    _check_cards_left(game, state)
    _check_units(game, state)
    _check_active(game, state)
    _check_assault(game, state)
    _check_end(game, state)


def _check_order(game: Kingdom, state: State) -> None:
    """Turns go clockwise from the holder of the First Player card (TAH-RES-01)."""
    if state.stage in ASKS_ALL and state.turn != state.holder:
        refuse("turn", "where all are asked at once it is the holder's turn", "TAH-RES-01")
    revealed, queue = 0, _NOBODY_LEFT
    if state.stage in TURNS or state.stage is Stage.OVER:
        revealed, queue = game.round_at(state.holder, state.turn)
    if state.stage is Stage.OVER:
        queue = _NOBODY_LEFT
    if state.revealed != revealed:
        refuse(
            "revealed", "cards are turned up from the holder on, to whose turn it is", "TAH-RES-02"
        )
    if state.queue != queue:
        refuse("queue", "who comes after the one on turn is still to play", "TAH-RES-01")


def _check_cards_left(game: Kingdom, state: State) -> None:
    """What is being played, and what comes after it, was chosen (TAH-WINT-02..04)."""
    left, at = state.cards_left, "cards_left"
    if state.stage not in TURNS:
        if left:
            refuse(at, "nobody is playing cards now", "TAH-RES-01")
        return
    chosen = state.selected[state.turn]
    assert chosen is not None
    if state.stage is Stage.ORDER:
        if len(chosen) < 2:
            refuse("stage", "only in winter there is an order to choose", "TAH-WINT-03")
        if left != chosen:
            refuse(at, "both cards are still to be played", "TAH-WINT-03")
        return
    played = PLAYED[state.stage]
    if played not in chosen:
        refuse(f"selected[{state.turn}]", f"{played} is being played", "TAH-RES-01")
    others = tuple(card for card in chosen if card != played)
    if left and left != others:
        refuse(at, "the other card of winter comes after the first", "TAH-WINT-04")
    if state.stage is Stage.LEVY and not game.has(state, state.turn, "post_tax_recruit"):
        refuse("stage", "only the War Levy recruits after a tax", "TAH-CARD-08")


def _check_units(game: Kingdom, state: State) -> None:
    """What cannot be used is the seat's whose turn it is, in its Move & Attack (TAH-STATE-03)."""
    over = state.stage is Stage.OVER
    for node in game.board.everywhere:
        spent, captured = state.spent[node], state.captured[node]
        own = state.owner[node] == state.turn
        if spent and not ((state.stage in ATTACKS or over) and own):
            message = "a unit is spent in the Move & Attack of its owner"
            refuse(f"spent[{node}]", message, "TAH-MA-01")
        if spent >> CAMP & 1:
            refuse(f"spent[{node}]", "camps are never activated", "TAH-MA-06")
        if captured and not ((state.stage in TURNS or over) and own):
            message = "what is captured is so for its captor's turn"
            refuse(f"captured[{node}]", message, "TAH-MA-07")
        if captured & ~(1 << CAMP | 1 << CATAPULT):
            refuse(f"captured[{node}]", "only camps and catapults are captured", "TAH-CAT-08")
    levies = state.stage is Stage.RECRUIT and game.has(state, state.turn, "recruit_site")
    if state.levied and not levies:
        message = "only a Recruitment with the Forward Levy uses it up"
        refuse("levied", message, "TAH-CARD-05")


def _check_active(game: Kingdom, state: State) -> None:
    """The open unit is one of the seat's, and can go on (TAH-MA-01)."""
    active = state.active
    if active is None:
        return
    within("active.node", active.node, 0, len(game.board.nodes))
    within("active.unit", active.unit, 0, len(UNITS))
    if active.steps < 0:
        refuse("active.steps", "steps are counted from 0", "TAH-MA-04")
    if state.stage not in ATTACKS:
        refuse("active", "a unit is open in a Move & Attack alone", "TAH-MA-01")
    if state.owner[active.node] != state.turn or not state.units[active.node] >> active.unit & 1:
        refuse("active", f"{game.setup.players[state.turn]} has no such unit there", "TAH-MA-01")
    if active.unit == CAMP:
        refuse("active.unit", "camps are never activated", "TAH-MA-06")
    if active.unit == CATAPULT and active.steps:
        refuse("active.steps", "catapults do not move", "TAH-MOV-07")
    if no := checks.can_act(state, active.node, active.unit):
        refuse("active", no.message, no.rule)
    _check_steps(game, state, active)


def _check_steps(game: Kingdom, state: State, active: Active) -> None:
    """A soldier is open between its steps, or before the attack of a Vanguard."""
    if state.stage is Stage.ACTIVATE and active.unit == CATAPULT:
        refuse("active.unit", "a catapult is open only while it shoots", "TAH-MA-05")
    most = game.steps_of(state, state.turn, active.unit)
    if active.unit == KNIGHT and active.steps >= most:
        refuse("active.steps", f"after {most} steps a knight stops", "TAH-MA-09")
    if active.unit != SOLDIER:
        return
    vanguard = game.has(state, state.turn, "soldier_attack_after_move")
    if active.steps > most:
        refuse("active.steps", f"a soldier takes {most} steps at most", "TAH-MA-03")
    if state.stage is Stage.ACTIVATE and not active.steps:
        refuse("active.steps", "a soldier is open once it has moved", "TAH-MA-03")
    if state.stage is Stage.ACTIVATE and active.steps == most and not vanguard:
        refuse("active.steps", "a soldier that has moved is spent", "TAH-MOV-02")


def _check_assault(game: Kingdom, state: State) -> None:
    """An assault of the open unit, on who is next to defend there (TAH-STATE-06)."""
    assault = state.assault
    if (assault is not None) != (state.stage in ASSAULTS):
        refuse("assault", "an assault waits for a bid, a guess or to be pressed", "TAH-STATE-06")
    if assault is None:
        return
    within("assault.node", assault.node, 0, len(game.board.nodes))
    within("assault.unit", assault.unit, 0, len(UNITS))
    within("assault.target", assault.target, 0, len(game.board.nodes))
    active = state.active
    if active is None or (active.node, active.unit) != (assault.node, assault.unit):
        refuse("active", "the unit that attacks is the open one", "TAH-MA-01")
    # Whatever would keep it from attacking has kept it (TAH-ATK-22).
    unit, node, target = assault.unit, assault.node, assault.target
    if no := checks.attack(game, state, state.turn, unit, node, target):
        refuse("assault.target", no.message, no.rule)
    defender = game.defender(state, target)
    if assault.unit == CATAPULT and defender in (NOBODY, GARRISON):
        refuse("assault.target", "a shot that nobody stops hits at once", "TAH-CAT-07")
    if assault.defender != defender:
        refuse("assault.defender", "soldier, knight and camp defend in that order", "TAH-ATK-03")
    if assault.unit == CATAPULT and state.stage is Stage.PRESS:
        refuse("stage", "a shot is one attack", "TAH-CAT-05")
    _check_fist(game, state, assault)


def _check_fist(game: Kingdom, state: State, assault: Assault) -> None:
    """What lies in the fist, and what was told of it (TAH-ATK-06, TAH-CARD-21)."""
    gold, lord = state.gold[state.turn], game.lord(state, assault.target)
    guessing = state.stage in ASKS_DEFENDER
    if not guessing and assault.bid:
        refuse("assault.bid", "the bid is not hidden yet", "TAH-STATE-05")
    least = game.least_stake
    if guessing and not least <= assault.bid <= gold:
        refuse("assault.bid", f"the fist holds from {least} to the {gold} in hand", "TAH-ATK-06")
    if guessing and game.guesses(state, assault.target, assault.defender) >= gold:
        refuse("assault.bid", "where one guess alone is possible it is made at once", "TAH-ATK-09")
    if state.stage is Stage.INFORM and not game.has_left(state, lord, "parity_question"):
        refuse("stage", "only who has Informers left may ask them", "TAH-CARD-21")
    # Who has used them has them, which `soundness` asks of every seat.
    if assault.asked and not (state.stage is Stage.GUESS and state.informers_used >> lord & 1):
        refuse("assault.asked", "the parity is told to who has used the Informers", "TAH-CARD-21")


def _check_end(game: Kingdom, state: State) -> None:
    """A game that is over has a winner, the one of its rule (TAH-END-01, TAH-END-03)."""
    if state.stage is not Stage.OVER:
        if state.winner != NOBODY:
            refuse("winner", "nobody has won while the game goes on", "TAH-END-02")
        if state.end_rule:
            refuse("end_rule", "the game goes on", "TAH-END-02")
        return
    if state.end_rule not in _ENDS:
        refuse("end_rule", f"a game ends by {' or '.join(_ENDS)}", "TAH-END-01")
    if state.end_rule == "TAH-END-01":
        if state.winner != state.turn:
            refuse("winner", "who takes a castle wins, in their own turn", "TAH-END-01")
        return
    if state.season + 1 < len(game.tables.components.seasons):
        refuse("season", "without a castle taken the game ends after winter", "TAH-END-02")
    if state.queue or state.revealed + 1 != 1 << game.count:
        refuse("turn", "the game ends after the last turn of winter", "TAH-END-02")
    if state.winner != game.leader(state):
        winner = game.setup.players[game.leader(state)]
        refuse("winner", f"{winner} holds most, or is first among equals", "TAH-END-03")
