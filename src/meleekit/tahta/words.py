"""What players read: buttons, prompts, where the game stands, and the lines of the report."""

from __future__ import annotations

from meleekit.core.game import Decision, Event
from meleekit.core.phrases import listed
from meleekit.tahta import actions as act
from meleekit.tahta import events as ev
from meleekit.tahta.kingdom import WHO, Kingdom
from meleekit.tahta.state import Stage, State

CARD_NAMES = {"recruit": "Recruitment", "tax": "Tax", "attack": "Move & Attack"}


def _place(game: Kingdom, node: str) -> str:
    return game.board.nodes[game.board.number[node]].name


def _cards(cards: tuple[str, ...]) -> str:
    return listed([CARD_NAMES[card] for card in cards])


def label(game: Kingdom, state: State, action: act.AnyAction) -> str:
    """The action as a button says it."""
    match action:
        case act.Recruit(unit=unit, node=node):
            return f"Recruit a {unit} in {_place(game, node)}"
        case act.BidOnCard(card=card, amount=amount, marker=marker):
            return f"Bid {amount} on {game.tables.cards[card].name}, marked by a {marker}"
        case act.Pass():
            return "Pass"
        case act.BidForFirst(amount=amount):
            return f"Bid {amount}"
        case act.GiveFirst(seat=seat):
            return f"{game.setup.players[seat]} goes first"
        case act.Select(cards=cards):
            return f"Choose {_cards(cards)}"
        case act.PlayFirst(card=card):
            return f"{CARD_NAMES[card]} first"
        case act.Finish():
            return "Be done with this card"
        case act.CloseUnit():
            return "Be done with this unit"
        case act.Move(unit=unit, start=start, node=node):
            return f"Move the {unit} from {_place(game, start)} to {_place(game, node)}"
        case act.Attack(unit=unit, start=start, node=node):
            return f"Attack {_place(game, node)} with the {unit} from {_place(game, start)}"
        case act.Stake(amount=amount):
            return f"Hide {amount} gold"
        case act.Ask(ask=ask):
            return "Ask the informers" if ask else "Ask nobody"
        case act.Guess(numbers=numbers):
            return f"Guess {listed([str(number) for number in numbers])}"
        case act.Press():
            return "Press on"
        case act.FallBack():
            return "Fall back"


_PROMPTS = {
    Stage.DRAFT: "recruits, bids or passes",
    Stage.AUCTION: "bids for the First Player card",
    Stage.ASSIGN: "says who goes first",
    Stage.SELECT: "chooses face down",
    Stage.ORDER: "says which card comes first",
    Stage.RECRUIT: "recruits",
    Stage.LEVY: "may levy one unit",
    Stage.ACTIVATE: "moves and attacks",
    Stage.BID: "hides gold in the fist",
    Stage.INFORM: "may ask the informers",
    Stage.GUESS: "guesses",
    Stage.PRESS: "presses on or falls back",
    Stage.OVER: "",
}


def prompt(game: Kingdom, state: State, decision: Decision) -> str:
    """The decision in words."""
    said = f"{game.setup.players[decision.seat]} {_PROMPTS[state.stage]}"
    assault = state.assault
    if assault and state.stage in (Stage.BID, Stage.GUESS):
        against = f"the {WHO[assault.defender]} in {game.board.nodes[assault.target].name}"
        guesses = game.guesses(state, assault.target, assault.defender)
        said += f": {against}, {state.gold[state.turn]} gold, {guesses} to guess"
    return said


def status(game: Kingdom, state: State) -> str:
    """The season and what goes on in it."""
    if state.stage is Stage.DRAFT:
        return "Draft"
    return game.tables.components.seasons[state.season].capitalize()


def narrate(game: Kingdom, event: Event) -> str:
    """The event as a line of the report."""
    who = game.setup.players[event.seat] if hasattr(event, "seat") else ""
    match event:
        case ev.FirstDrawn():
            return f"{who} is drawn to go first."
        case ev.Dealt(cards=cards):
            return f"On the table: {listed([game.tables.cards[c].name for c in cards])}."
        case ev.Recruited(unit=unit, node=node, gold=gold):
            return f"{who} pays {gold} for a {unit} in {_place(game, node)}."
        case ev.CardBid(card=card, amount=amount):
            return f"{who} bids {amount} on {game.tables.cards[card].name}."
        case ev.BidReturned(gold=gold):
            return f"{who} takes {gold} back."
        case ev.Passed():
            return f"{who} passes."
        case ev.DraftEnded(discarded=cards):
            if not cards:
                return "The draft is over."
            names = listed([game.tables.cards[card].name for card in cards])
            return f"The draft is over; nobody wanted {names}."
        case ev.CardWon(card=card, gold=gold):
            return f"{who} has {game.tables.cards[card].name} for {gold}."
        case ev.BidSealed(rule="TAH-AUC-10"):
            return f"{who} has no gold to bid."
        case ev.BidSealed(amount=amount):
            return f"{who} seals a bid of {amount}."
        case ev.BidsShown(bids=bids, winner=winner):
            name = game.setup.players[winner]
            return f"The bids are {listed([str(b) for b in bids])}; {name} wins."
        case ev.AuctionPaid(gold=gold):
            return f"{who} pays {gold}."
        case ev.FirstGiven():
            return f"{who} goes first."
        case ev.CardsSealed(cards=cards):
            return f"{who} lays {_cards(cards)} face down."
        case ev.Revealed(cards=cards):
            return f"{who} turns up {_cards(cards)}."
        case ev.Ordered(first=first):
            return f"{CARD_NAMES[first]} first."
        case ev.GoldTaken(gold=gold, cause=cause):
            return f"{who} takes {gold} ({cause})."
        case ev.Moved(unit=unit, node=node):
            return f"{who}'s {unit} enters {_place(game, node)}."
        case ev.Captured(owner=owner, unit=unit):
            return f"{who} captures a {unit} of {game.setup.players[owner]}."
        case ev.AttackDeclared(unit=unit, node=node, defender=defender):
            against = f"the {defender} in " if defender else ""
            return f"{who}'s {unit} attacks {against}{_place(game, node)}."
        case ev.StakeSealed(amount=amount):
            return f"{who} closes the fist{f' on {amount}' if amount else ''}."
        case ev.ParityTold(odd=odd):
            return f"{who}'s informers say: {'odd' if odd else 'even'}."
        case ev.AttackResolved(gold=bid, guesses=guesses, success=success):
            said = listed([str(number) for number in guesses])
            return f"Guessed {said}, hidden {bid}: the attack {'succeeds' if success else 'fails'}."
        case ev.UnitRemoved(unit=unit, node=node):
            return f"{who}'s {unit} is gone from {_place(game, node)}."
        case ev.FellBack(unit=unit, node=node):
            return f"{who}'s {unit} stays in {_place(game, node)}."
        case ev.SeasonBegan(season=season):
            return f"{season.capitalize()} begins."
        case ev.TurnSkipped():
            return f"{who} cannot win and does not play."
        case ev.Undecided():
            return f"Whether {who} can win is too long to find out; {who} plays."
        case ev.Ended(winner=winner):
            return f"{game.setup.players[winner]} wins."
        case _:
            return ""
