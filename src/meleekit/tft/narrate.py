"""Events as lines of a fight report. Each stands alone; the dice are shown beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from meleekit.core.game import Event
from meleekit.core.phrases import listed
from meleekit.core.scene import COMPASS, Glyph
from meleekit.tft.actions import ReadyKind
from meleekit.tft.arena import Arena
from meleekit.tft.battle_rows import HthOutcome
from meleekit.tft.events import (
    Attacked,
    BattleEnded,
    BladeKept,
    BrokeFree,
    CameDown,
    Collapsed,
    ConsentAnswered,
    Cornered,
    DaggerDrawn,
    Damage,
    DefenceRolled,
    Defended,
    Died,
    Dodged,
    DroppedOut,
    Escaped,
    ExperienceGained,
    Fell,
    FellOnGround,
    Flew,
    ForcedBack,
    FreeHit,
    HandsChanged,
    HthEnded,
    InitiativeRolled,
    KeptBack,
    Moved,
    OrderChosen,
    OrderGiven,
    ParryChosen,
    PhaseBegan,
    Placed,
    Reloaded,
    Result,
    RolledToMiss,
    Shaken,
    ShelterTested,
    SteppedIn,
    StoodUp,
    StoppedEngaging,
    Stumbled,
    TieRolled,
    TurnBegan,
    Turned,
    WeaponBroke,
    WentDown,
    WentToGrips,
)
from meleekit.tft.ids import hex_name
from meleekit.tft.kit import glyph_of, hands_words
from meleekit.tft.phrases import hits_words, order_words, signed
from meleekit.tft.state import Manner, Parry, Posture

# How a blow with a weapon of that look is told; all others strike.
_BLOWS: Mapping[Glyph, str] = {
    Glyph.RAPIER: "thrusts at {} with the {}",
    Glyph.SPEAR: "thrusts at {} with the {}",
    Glyph.DAGGER: "stabs at {} with the {}",
    Glyph.AXE: "hews at {} with the {}",
    Glyph.TWO_HANDED_AXE: "hews at {} with the {}",
    Glyph.TWO_HANDED_SWORD: "swings the {1} at {0}",
    Glyph.POLEARM: "swings the {1} at {0}",
    Glyph.MACE: "swings the {1} at {0}",
    Glyph.HAMMER: "swings the {1} at {0}",
    Glyph.NATURAL: "goes for {} with the {}",
}
_STRIKE = "strikes at {} with the {}"
_FLIES: Mapping[Manner, str] = {
    Manner.THROW: "throws the {1} at {0}",
    Manner.SHOT: "shoots at {} with the {}",
}


def narrate(arena: Arena, event: Event) -> str:
    """The event in a sentence. Every event of this game is worth a line."""
    tell = _TOLD.get(type(event))
    return tell(arena, event) if tell else ""


# -- set-up, initiative --------------------------------------------------------------------------


def _placed(arena: Arena, event: Placed) -> str:
    return f"{arena.name(event.figure)} enters at {hex_name(arena, event.hex)}."


def _kept_back(arena: Arena, event: KeptBack) -> str:
    return f"{arena.name(event.figure)} waits in reserve."


def _turn(arena: Arena, event: TurnBegan) -> str:
    return f"Turn {event.turn}."


def _phase(arena: Arena, event: PhaseBegan) -> str:
    return f"{event.phase[:1].upper()}{event.phase[1:]} begin."


def _initiative(arena: Arena, event: InitiativeRolled) -> str:
    first = arena.players[event.order[0]]
    thrown = _thrown([arena.players[seat] for seat in event.seats], event.dice)
    return f"Initiative: {thrown}. {first} wins it." if thrown else f"{first} wins initiative."


def _thrown(names: Sequence[str], dice: Sequence[Sequence[int]]) -> str:
    """What each contender threw, rerolls after commas; empty where the dice are not known."""
    known = [(name, row) for name, row in zip(names, dice, strict=False) if row]
    return listed([f"{name} {' then '.join(map(str, row))}" for name, row in known])


def _order(arena: Arena, event: OrderChosen) -> str:
    names = [arena.players[seat] for seat in event.order]
    when = "last" if event.last else "first"
    then = f": {', then '.join(names)}" if len(names) > 2 else ""
    return f"{arena.players[event.seat]} chooses to move {when}{then}."


# -- movement ------------------------------------------------------------------------------------


def _moved(arena: Arena, event: Moved) -> str:
    verb = "charges" if event.charge else "moves"
    start, end = hex_name(arena, event.path[0]), hex_name(arena, event.path[-1])
    if event.entering:
        on = "" if len(event.path) == 1 else f" and goes on to {end}"
        return f"{arena.name(event.figure)} enters at {start}{on} ({event.cost} MA)."
    return f"{arena.name(event.figure)} {verb} from {start} to {end} ({event.cost} MA)."


def _flew(arena: Arena, event: Flew) -> str:
    end = "and lands" if event.landed else "and stays in the air"
    there = f"from {hex_name(arena, event.left)} to {hex_name(arena, event.hex)}"
    way = f"flies {there}" if event.left != event.hex else "spreads its wings"
    return f"{arena.name(event.figure)} {way} {end} ({event.cost} MA)."


def _came_down(arena: Arena, event: CameDown) -> str:
    return f"{arena.name(event.figure)} comes down in {hex_name(arena, event.hex)}."


def _turned(arena: Arena, event: Turned) -> str:
    return f"{arena.name(event.figure)} faces {COMPASS[event.facing]}."


def _stumbled(arena: Arena, event: Stumbled) -> str:
    end = "stumbles over the fallen and goes down" if event.fell else "does not stumble"
    return f"{arena.name(event.figure)} {end} ({event.roll.total})."


def _stood_up(arena: Arena, event: StoodUp) -> str:
    return f"{arena.name(event.figure)} stands up."


def _went_down(arena: Arena, event: WentDown) -> str:
    down = "kneels" if event.posture is Posture.KNEELING else "lies down"
    return f"{arena.name(event.figure)} {down}."


def _parry(arena: Arena, event: ParryChosen) -> str:
    use = {
        Parry.IDLE: "leaves the main-gauche idle",
        Parry.SHIELD: "parries with the main-gauche",
        Parry.BOTH: "parries and strikes with the main-gauche",
    }[event.mode]
    return f"{arena.name(event.figure)} {use} this turn."


def _standing_order(arena: Arena, event: OrderGiven) -> str:
    return f"{arena.name(event.figure)} is told to {order_words(event.order)}."


def _escaped(arena: Arena, event: Escaped) -> str:
    return f"{arena.name(event.figure)} leaves the arena."


# -- actions -------------------------------------------------------------------------------------


def _tie(arena: Arena, event: TieRolled) -> str:
    thrown = _thrown([arena.name(who) for who in event.figures], event.dice)
    order = ", then ".join(arena.name(who) for who in event.order)
    return f"Equal adjDEX{f', they roll: {thrown}' if thrown else ''}. In order: {order}."


def _defended(arena: Arena, event: Defended) -> str:
    name = arena.name(event.figure)
    return f"{name} defends before the blow falls." if event.early else f"{name} defends."


def _dodged(arena: Arena, event: Dodged) -> str:
    name = arena.name(event.figure)
    return f"{name} dodges before the dice fall." if event.early else f"{name} dodges."


def _attacked(arena: Arena, event: Attacked) -> str:
    weapon = _weapon(arena, event.weapon)
    words = f"goes for {arena.name(event.target)} with bare hands"
    if event.weapon >= 0:
        blow = _FLIES.get(event.manner) or _BLOWS.get(glyph_of(arena.items[event.weapon]), _STRIKE)
        words = blow.format(arena.name(event.target), weapon)
    count = event.roll.count
    dice = "" if count == arena.tables.rolls.attack else f" on {count} dice"
    roll = f"{event.roll.total}{dice} against {event.needed}"
    tail = ""
    if event.damage is not None:
        tail = f" {_damage(event.damage)}"
    return f"{arena.name(event.attacker)} {words}: {roll}, {_outcome(event, weapon)}.{tail}"


def _rolled_to_miss(arena: Arena, event: RolledToMiss) -> str:
    attacker, name = arena.name(event.attacker), arena.name(event.figure)
    weapon = arena.weapons[event.weapon]
    shot = weapon is not None and weapon.missile
    what = f"{attacker}'s {'shot' if shot else arena.item_name(event.weapon)}"
    roll = f"{event.roll.total} against {event.needed}"
    if event.result is Result.MISS:
        return f"{what} passes {name}: {roll}."
    if event.damage is None:
        return f"{what} does not miss {name}: {roll}. It does no harm."
    return f"{what} does not miss {name}: {roll}. {_damage(event.damage)}"


def _shelter(arena: Arena, event: ShelterTested) -> str:
    name, struck = arena.name(event.figure), arena.name(event.struck)
    tail = _damage(event.damage) if event.damage is not None else ""
    if event.struck == event.figure:
        return f"{name}'s shelter does not help: {event.roll.total}. {tail}"
    end = tail or "It takes no harm."
    return f"{name} is in shelter: {event.roll.total}, {struck}'s body is hit. {end}"


def _reloaded(arena: Arena, event: Reloaded) -> str:
    words = f"{arena.name(event.figure)} loads the {arena.item_name(event.item)}"
    if not event.left:
        return f"{words} (loaded next turn)."
    return f"{words}; {event.left} more action{'s' * (event.left > 1)} to go."


def _weapon(arena: Arena, item: int) -> str:
    """A weapon's name in a sentence; -1 are bare hands."""
    return arena.item_name(item) if item >= 0 else "bare hands"


def _outcome(event: Attacked, weapon: str) -> str:
    """Hit or miss, and whether that is so whatever the number needed (TFT-HIT-03, HIT-04)."""
    total, needed = event.roll.total, event.needed
    if event.result is Result.HIT:
        return "a hit" if total <= needed else "which always hits"
    if event.result is Result.MISS:
        return "a miss" if total > needed else "which always misses"
    return {
        Result.DOUBLE: "a telling hit for double damage",
        Result.TRIPLE: "a perfect hit for triple damage",
        Result.DROPPED: f"a bad miss: the {weapon} slips from the hand",
        Result.BROKEN: f"the worst of misses: the {weapon} breaks",
    }[event.result]


def _damage(damage: Damage) -> str:
    """Damage, why it is so much, what is stopped, and the hits that are left."""
    charge = [part.name for part in damage.multipliers if part.name.endswith("charge")]
    dealt = f"{damage.rolled} damage" + (f" ({', '.join(charge)})" if charge else "")
    stopping = [f"{part.name} stops {part.value}" for part in damage.stops]
    if not damage.rolled:
        return "No damage."
    if not damage.hits:
        return f"{dealt}, all of it stopped by {listed([part.name for part in damage.stops])}."
    if not stopping:
        return f"{dealt}: {hits_words(damage.hits)}."
    return f"{dealt}, {listed(stopping)}: {hits_words(damage.hits)}."


def _hands(arena: Arena, event: HandsChanged) -> str:
    name = arena.name(event.figure)
    hands = hands_words(arena, event.main, event.off)
    if event.lifted:
        lifted = listed([f"the {arena.item_name(item)}" for item in event.lifted])
        then = f"; ready next turn: {hands}" if hands else ""
        return f"{name} bends down and picks up {lifted}{then}."
    verb = "readies" if event.kind is ReadyKind.READY else "changes to"
    return f"{name} {verb} {hands} (ready next turn)."


def _disengaged(arena: Arena, event: StoppedEngaging) -> str:
    start, end = hex_name(arena, event.from_hex), hex_name(arena, event.to_hex)
    return f"{arena.name(event.figure)} disengages from {start} to {end}."


# -- hand-to-hand --------------------------------------------------------------------------------


def _consent(arena: Arena, event: ConsentAnswered) -> str:
    answer = "accepts" if event.agreed else "will not have"
    return f"{arena.name(event.figure)} {answer} hand-to-hand with {arena.name(event.attacker)}."


def _defence(arena: Arena, event: DefenceRolled) -> str:
    who, attacker = arena.name(event.figure), arena.name(event.attacker)
    end = {
        HthOutcome.BARE_HANDS: f"{who} is pulled down",
        HthOutcome.BLADE: f"{who} is pulled down, but may have a blade",
        HthOutcome.REPELLED: f"{who} throws {attacker} back",
        HthOutcome.STRUCK: f"{who} throws {attacker} back and strikes",
    }[event.outcome]
    behind = " from behind" if event.from_behind else ""
    return f"{attacker} grapples {who}{behind}: {end} ({event.roll.total})."


def _grips(arena: Arena, event: WentToGrips) -> str:
    others = listed([arena.name(who) for who in event.figures if who != event.figure])
    where = hex_name(arena, event.hex)
    return f"{arena.name(event.figure)} is in hand-to-hand with {others} at {where}."


def _free_hit(arena: Arena, event: FreeHit) -> str:
    who, target = arena.name(event.attacker), arena.name(event.target)
    weapon = "bare hands" if event.weapon < 0 else f"the {arena.item_name(event.weapon)}"
    return f"{who} hits {target} with {weapon}. {_damage(event.damage)}"


def _blade_kept(arena: Arena, event: BladeKept) -> str:
    return f"{arena.name(event.figure)} has the {arena.item_name(event.item)} in hand."


def _dagger_drawn(arena: Arena, event: DaggerDrawn) -> str:
    end = "draws" if event.drawn else "does not get at"
    item = arena.item_name(event.item)
    return f"{arena.name(event.figure)} {end} the {item} ({event.roll.total})."


def _broke_free(arena: Arena, event: BrokeFree) -> str:
    name = arena.name(event.figure)
    if event.free:
        where = hex_name(arena, event.to_hex)
        return f"{name} breaks free and is up at {where} ({event.roll.total})."
    return f"{name} does not get free ({event.roll.total})."


def _hth_ended(arena: Arena, event: HthEnded) -> str:
    return f"{arena.name(event.figure)} has no enemy left in the pile and lies there."


# -- what blows do -------------------------------------------------------------------------------


def _fell_on_ground(arena: Arena, event: FellOnGround) -> str:
    name, item, where = (
        arena.name(event.figure),
        arena.item_name(event.item),
        hex_name(arena, event.hex),
    )
    if event.rule in ("TFT-EQP-06", "TFT-EQP-07"):
        return f"{name} drops the {item} at {where}."
    if event.rule == "TFT-THR-03":
        return f"The {item} lies at {where}."
    return f"{name}'s {item} falls to the ground at {where}."


def _weapon_broke(arena: Arena, event: WeaponBroke) -> str:
    return f"{arena.name(event.figure)}'s {arena.item_name(event.item)} is broken for good."


def _fell(arena: Arena, event: Fell) -> str:
    if event.rule == "TFT-INJ-05":
        return f"{arena.name(event.figure)} is stunned and can do nothing till after next turn."
    return f"{arena.name(event.figure)} is knocked down."


def _shaken(arena: Arena, event: Shaken) -> str:
    row = arena.tables.injuries["wounded"].dex_adjustment
    dex = f": {signed(arena.tables.dex[row].value)} DEX next turn" if row else ""
    return f"{arena.name(event.figure)} is shaken{dex}."


def _collapsed(arena: Arena, event: Collapsed) -> str:
    return f"{arena.name(event.figure)} collapses, unconscious."


def _died(arena: Arena, event: Died) -> str:
    name = arena.name(event.figure)
    # With no friend left to fight on, the unconscious are slain: TFT-BAT-03.
    return (
        f"{name} lies helpless and is slain." if event.rule == "TFT-BAT-03" else f"{name} is dead."
    )


def _dropped_out(arena: Arena, event: DroppedOut) -> str:
    return f"{arena.name(event.figure)} has had enough and drops out of the bout."


# -- forced retreat, the end ---------------------------------------------------------------------


def _forced_back(arena: Arena, event: ForcedBack) -> str:
    victor, beaten = arena.name(event.victor), arena.name(event.figure)
    start, end = hex_name(arena, event.from_hex), hex_name(arena, event.to_hex)
    return f"{victor} forces {beaten} back from {start} to {end}."


def _cornered(arena: Arena, event: Cornered) -> str:
    victor, beaten = arena.name(event.victor), arena.name(event.figure)
    end = "falls" if event.fell else "keeps standing"
    roll = f"{event.roll.total} against {event.needed}"
    return f"{victor} presses {beaten}, who has no room to give: {roll}, {beaten} {end}."


def _stepped_in(arena: Arena, event: SteppedIn) -> str:
    return f"{arena.name(event.figure)} steps into {hex_name(arena, event.hex)}."


def _ended(arena: Arena, event: BattleEnded) -> str:
    winners = listed([arena.players[seat] for seat in event.winners])
    verb = "wins" if len(event.winners) == 1 else "win"
    result = f"{winners} {verb}" if winners else "It is a draw"
    return f"The battle is over: {event.reason}. {result}."


def _experience(arena: Arena, event: ExperienceGained) -> str:
    name, points = arena.name(event.figure), event.points
    return f"{name} {'gains' if points > 0 else 'loses'} {abs(points)} experience."


_TOLD: Mapping[type[Event], Callable[[Arena, Any], str]] = {
    Placed: _placed,
    KeptBack: _kept_back,
    TurnBegan: _turn,
    PhaseBegan: _phase,
    InitiativeRolled: _initiative,
    OrderChosen: _order,
    Moved: _moved,
    Flew: _flew,
    CameDown: _came_down,
    Turned: _turned,
    Stumbled: _stumbled,
    StoodUp: _stood_up,
    WentDown: _went_down,
    FellOnGround: _fell_on_ground,
    WeaponBroke: _weapon_broke,
    ParryChosen: _parry,
    OrderGiven: _standing_order,
    TieRolled: _tie,
    Defended: _defended,
    Dodged: _dodged,
    Attacked: _attacked,
    RolledToMiss: _rolled_to_miss,
    ShelterTested: _shelter,
    Reloaded: _reloaded,
    Fell: _fell,
    Shaken: _shaken,
    Collapsed: _collapsed,
    Died: _died,
    DroppedOut: _dropped_out,
    HandsChanged: _hands,
    StoppedEngaging: _disengaged,
    ForcedBack: _forced_back,
    Cornered: _cornered,
    SteppedIn: _stepped_in,
    ConsentAnswered: _consent,
    DefenceRolled: _defence,
    WentToGrips: _grips,
    FreeHit: _free_hit,
    BladeKept: _blade_kept,
    DaggerDrawn: _dagger_drawn,
    BrokeFree: _broke_free,
    HthEnded: _hth_ended,
    Escaped: _escaped,
    BattleEnded: _ended,
    ExperienceGained: _experience,
}
