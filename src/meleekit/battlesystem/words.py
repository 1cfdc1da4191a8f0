"""What players read: buttons, prompts, where the battle stands, and the lines of the report."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from meleekit.battlesystem import actions as act
from meleekit.battlesystem import events as ev
from meleekit.battlesystem.battle import Battle
from meleekit.battlesystem.geometry import slot_cell
from meleekit.battlesystem.state import Stage, State
from meleekit.battlesystem.sums import exact_words
from meleekit.core.game import Decision, Event, Modifier
from meleekit.core.phrases import listed


def _cells(count: int) -> str:
    return "1 cell" if count == 1 else f"{count} cells"


def _figures(count: int) -> str:
    return "1 figure" if count == 1 else f"{count} figures"


def _files(count: int) -> str:
    return "1 file" if count == 1 else f"{count} files"


def label(battle: Battle, state: State, action: act.AnyAction) -> str:
    """The action as a button says it: whose it is, and after a colon what."""
    match action:
        case act.MoveOrder(first=first):
            return "Move first" if first else "Move second"
        case act.Assign(unit=unit, figure=figure, enemy=enemy):
            x, y = slot_cell(state.units[battle.number[unit]].pose, figure)
            return f"{unit}: figure at {x},{y} fights {enemy}"
        case act.Ready():
            return _READY.get(state.stage, "Ready")
        case act.Fight(first=first, second=second):
            return f"{first} against {second}"
        case act.Lead(unit=unit, fights=fights):
            name = battle.sheets[battle.number[unit]].commander
            return f"{unit}: {name} {'fights with them' if fights else 'stays out of the fight'}"
        case _:
            return f"{action.unit}: {_what(action)}"


def _what(action: act.AnyAction) -> str:
    """What a unit does, without its name."""
    match action:
        case act.Hold():
            return "hold"
        case act.Advance(cells=cells):
            return f"advance {_cells(cells)}"
        case act.Wheel(to=to):
            return f"wheel {to}"
        case act.AboutFace():
            return "turn about"
        case act.Halt():
            return "halt here"
        case act.Charge(target=target):
            return f"charge {target}"
        case act.Reform(formation=formation, files=files):
            return f"reform {formation}, {_files(files)}"
        case act.Withdraw(cells=cells):
            return f"withdraw {_cells(cells)}, fighting"
        case act.Flee():
            return "flee"
        case act.Follow():
            return "follow"
        case act.Remain():
            return "stay where they are"
        case act.FreeAttack():
            return "strike at those who run"
        case act.Spare():
            return "let them run"
        case act.ChangeWeapon(weapon=weapon):
            return f"take {weapon_words(weapon)} in hand"
        case act.CloseUp(enemy=enemy):
            return f"close up on {enemy}"
        case _:
            return ""


_READY = {
    Stage.WEAPONS: "Keep the weapons in hand",
    Stage.ASSIGN: "All others as usual",
    Stage.CLOSE: "Close up no further",
}
_PROMPTS = {
    Stage.ORDER: "initiative is yours, move first or second?",
    Stage.MOVE: "move a unit",
    Stage.FOLLOW: "follow them, or stay?",
    Stage.STRIKE: "strike at their backs, or let them run?",
    Stage.WEAPONS: "another weapon in hand?",
    Stage.COMMANDERS: "do the commanders fight?",
    Stage.ASSIGN: "whom do figures fight that reach several enemies?",
    Stage.MELEE: "which melee comes next?",
    Stage.CLOSE: "close up on those out of reach?",
}


def prompt(battle: Battle, state: State, decision: Decision) -> str:
    """The decision in words."""
    side = battle.setup.sides[decision.seat].name
    if state.active:
        name = battle.names[state.active.unit]
        return f"{side}: {name} have {_cells(state.active.left)} left"
    said = f"{side}: {_PROMPTS[state.stage]}"
    if state.withdrawal:
        return f"{side}: {battle.names[state.withdrawal.unit]} withdraw; {_PROMPTS[state.stage]}"
    if state.flight:
        why = "rout" if state.flight.rout else "flee"
        return f"{side}: {battle.names[state.flight.unit]} {why}; {_PROMPTS[state.stage]}"
    return said


_PHASES = {
    Stage.ORDER: "initiative",
    Stage.MOVE: "movement",
    Stage.FOLLOW: "movement",
    Stage.STRIKE: "flight",
    Stage.WEAPONS: "before the melees",
    Stage.COMMANDERS: "before the melees",
    Stage.ASSIGN: "before the melees",
    Stage.MELEE: "melees",
    Stage.CLOSE: "closing up",
    Stage.OVER: "over",
}


def status(battle: Battle, state: State) -> str:
    """The round and what goes on in it."""
    return f"Round {state.round} of {battle.setup.rounds}, {_PHASES.get(state.stage, 'morale')}"


def narrate(battle: Battle, event: Event) -> str:
    """The event as a line of the report."""
    sides = [side.name for side in battle.setup.sides]
    match event:
        case ev.RoundBegan(round=number):
            return f"Round {number}."
        case ev.InitiativeWon(side=side):
            return f"Initiative goes to {sides[side]}."
        case ev.OrderChosen(first=first):
            return f"First to move: {sides[first]}."
        case ev.Held(unit=unit):
            return f"{unit} hold."
        case ev.Advanced(unit=unit, cells=cells, contact=contact):
            return f"{unit} advance {_cells(cells)}{', into contact' if contact else ''}."
        case ev.Wheeled(unit=unit, to=to, contact=contact):
            return f"{unit} wheel {to}{', into contact' if contact else ''}."
        case ev.TurnedAbout(unit=unit):
            return f"{unit} turn about."
        case ev.Charged(unit=unit, target=target, cells=cells):
            return f"{unit} charge {target} over {_cells(cells)}."
        case ev.Reformed(unit=unit, formation=formation, files=files):
            return f"{unit} take {formation} formation, {_files(files)} wide."
        case ev.Withdrew(unit=unit, cells=cells):
            return f"{unit} withdraw {_cells(cells)}, facing the enemy."
        case ev.Followed(unit=unit):
            return f"{unit} follow."
        case ev.Remained(unit=unit, bound=bound):
            return f"{unit} {'cannot follow' if bound else 'stay where they are'}."
        case ev.FlightAnnounced(unit=unit, rout=rout):
            return f"{unit} {'break' if rout else 'turn to flee'}."
        case ev.Spared(unit=unit):
            return f"{unit} let them run."
        case ev.Ran(unit=unit, cells=cells, gone=gone):
            if gone:
                return f"{unit} run off the field."
            return f"{unit} run {_cells(cells)}." if cells else f"{unit} find no way out."
        case ev.WeaponChanged(unit=unit, weapon=weapon):
            return f"{unit} take {weapon} in hand."
        case ev.CommanderDecided(unit=unit, commander=commander, fights=fights):
            return f"{commander} {'fights with' if fights else 'holds back from'} {unit}."
        case ev.FigureAssigned(unit=unit, enemy=enemy):
            return f"A figure of {unit} turns on {enemy}."
        case ev.Attacked():
            return _attack(event)
        case ev.Losses(unit=unit, killed=killed, wounded=wounded, left=left):
            hurt = ", one wounded" if wounded else ""
            if not left:
                return f"{unit} are destroyed."
            if not killed:
                return f"{unit} lose nobody; {left} left{hurt}."
            return f"{unit} lose {_figures(killed)}; {left} left{hurt}."
        case ev.CommanderRolled(commander=commander, killed=killed):
            return f"{commander} {'is killed' if killed else 'is in danger and lives'}."
        case ev.MeleeEnded(first=first, second=second):
            return f"{first} and {second} are no longer in contact."
        case ev.ClosedUp(unit=unit, enemy=enemy):
            return f"{unit} close up on {enemy}."
        case ev.MoraleChecked(unit=unit, dice=dice, parts=parts, passed=passed):
            needed = sum(part.value for part in parts)
            held = "they hold" if passed else "they fail"
            return f"{unit} check morale, {_sum(parts)}: {needed} or less. {dice}, {held}."
        case ev.Rallied(unit=unit, dice=dice, parts=parts, passed=passed):
            needed = sum(part.value for part in parts)
            said = f"{unit} {'rally' if passed else 'do not rally'}"
            return f"{said}, {_sum(parts)}: {needed} or less, {dice} rolled."
        case ev.OrderLost(unit=unit, crowded=crowded):
            return f"{unit} fall into open order{', where they stand' if crowded else ''}."
        case ev.Routed(unit=unit):
            return f"{unit} rout."
        case ev.Ended(winners=winners):
            if not winners:
                return "The battle is drawn."
            return f"The battle goes to {listed([sides[side] for side in winners])}."
        case _:
            return ""


def _attack(event: ev.Attacked) -> str:
    """The sum of an attack, so that whoever has the dice before them can follow it."""
    what = "strike at the backs of" if event.free else "attack"
    behind = f" and {event.support} behind" if event.support else ""
    base, weapon = event.attack_roll - event.dice, weapon_words(event.weapon)
    return (
        f"{event.unit} {what} {event.target} with {weapon}, {event.contact} in front"
        f"{behind}. {_sum(event.rating)}, armour class {-event.ac:+d}: {base}. "
        f"{base} + {event.dice} = {event.attack_roll}: {_exact(event.per_figure)} HD "
        f"× {_exact(event.attacks)} = {_exact(event.damage)} HD."
    )


def weapon_words(weapon: str) -> str:
    """A weapon as one says it of those who strike with it."""
    return "natural weapons" if weapon == "natural" else weapon


def _exact(number: ev.Exactly) -> str:
    return exact_words(Fraction(number))


def _sum(parts: Sequence[Modifier]) -> str:
    """The parts of a sum, the first of them bare."""
    first, *others = parts
    said = f"{first.name} {first.value}"
    return said + "".join(f", {part.name} {part.value:+d}" for part in others)
