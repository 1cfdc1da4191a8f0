"""A situation read: first the set-up it tells of, then the moment of that game."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NoReturn

from msgspec import UNSET

from meleekit.core.errors import BadSetup, BadSituation
from meleekit.core.phrases import listed
from meleekit.core.situation_fields import known_fields, refuse, rows_of, typed_at
from meleekit.tahta.kingdom import ONCE_A_SEASON, Kingdom
from meleekit.tahta.options import cards_wanted
from meleekit.tahta.setup import Setup, setup_from
from meleekit.tahta.situation.shapes import (
    FACE_DOWN,
    HIDDEN,
    OF_MOMENT,
    OF_SETUP,
    OF_SITUATION,
    PARITY,
    PlayerSaid,
    Said,
    in_order,
    usual_choice,
)
from meleekit.tahta.sound_turns import TURNS
from meleekit.tahta.state import ASKS_ALL, ASKS_DEFENDER, NOBODY, Active, Assault, Lot, Stage, State
from meleekit.tahta.tables import CARDS, UNITS

_OF_STAGE = {stage.value: stage for stage in Stage if stage is not Stage.OVER}


def setup_of(data: Mapping[str, object]) -> Setup:
    """The set-up of a situation, checked. Raises `BadSituation` naming the field."""
    known_fields(data, (*OF_SETUP, *OF_MOMENT, *OF_SITUATION), "")
    names = list(rows_of(data.get("players"), "players"))
    told = {key: data[key] for key in OF_SETUP if key in data}
    try:
        return setup_from({**told, "players": names})
    except BadSetup as error:
        raise error.restated(BadSituation, at=error.at) from None


def state_of(data: Mapping[str, object], game: Kingdom) -> State:
    """The moment that a situation tells of. Raises `BadSituation` naming the field."""
    said = typed_at({key: data[key] for key in OF_MOMENT if key in data}, Said, "")
    players = []
    for name, row in rows_of(data["players"], "players").items():
        known_fields(row, PlayerSaid.__struct_fields__, f"players.{name}")
        players.append(typed_at(row, PlayerSaid, f"players.{name}"))
    return _Moment(game, said, players).state()


class _Moment:
    """What is said of a moment, made into a state step by step."""

    def __init__(self, game: Kingdom, said: Said, players: Sequence[PlayerSaid]) -> None:
        self.game = game
        self.said = said
        self.players = players
        self.names = game.setup.players
        self.cards = {row.name: id for id, row in game.tables.cards.items()}

    def state(self) -> State:
        """The state; whether it holds together is asked afterwards."""
        game, said, usual = self.game, self.said, self.game.tables.components
        nodes = len(game.board.nodes)
        gold = [usual.starting_gold if one.gold is UNSET else one.gold for one in self.players]
        state = State(
            gold=gold,
            owner=[NOBODY] * nodes,
            units=[0] * nodes,
            spent=[0] * nodes,
            captured=[0] * nodes,
            holder=self._seat(said.first, "first") if said.first else 0,
            paid_out=0,
        )
        self._units(state)
        asked = self._stage(state)
        state.season = self._one(said.season or usual.seasons[0], usual.seasons, "season")
        self._assault(state)
        self._turn(state, asked)
        self._lots(state)
        # Whatever is in hands and on cards came out of the treasury (TAH-COMP-05).
        state.paid_out = sum(gold) + sum(lot.amount for lot in state.lots)
        self._players(state)
        if said.then:
            state.cards_left = (CARDS[self._one(said.then, CARDS, "then")],)
        elif state.stage is Stage.ORDER:
            state.cards_left = state.selected[state.turn] or ()
        return state

    # -- who stands where ---------------------------------------------------------------------

    def _units(self, state: State) -> None:
        """Who stands in a node, written "Raven: soldier spent, camp"."""
        for id, text in self.said.units.items():
            at = f"units.{id}"
            node = self._one(id, self.game.board.ids, at)
            name, colon, standing = text.rpartition(":")
            if not colon:
                refuse('say whose units, and which: "Raven: soldier, camp"', at)
            state.owner[node] = self._seat(name, at)
            for one in standing.split(","):
                unit, *marks = one.split() or [""]
                bit = 1 << self._one(unit, UNITS, at)
                if state.units[node] & bit:
                    refuse(f"two of a kind never share a node: {unit}", at)
                state.units[node] |= bit
                for mark in marks:
                    marked = (state.spent, state.captured)
                    marked[self._one(mark, ("spent", "captured"), at)][node] |= bit

    # -- whose turn it is ---------------------------------------------------------------------

    def _stage(self, state: State) -> str:
        """What is to be decided; the name of who decides it."""
        said = self.said
        if bool(said.to) == bool(said.winner):
            refuse("say what is to be decided, or else who has won", "to")
        if said.winner:
            state.stage = Stage.OVER
            state.winner = self._seat(said.winner, "winner")
            state.end_rule = said.end
            return ""
        kind, _, name = said.to.partition(" ")
        if kind not in _OF_STAGE:
            refuse(f"the kinds of decision are {listed(tuple(_OF_STAGE))}", "to")
        state.stage = _OF_STAGE[kind]
        if state.stage in ASKS_ALL and name:
            refuse(f"all who have not chosen yet are asked: {kind}, without a name", "to")
        return name

    def _turn(self, state: State, name: str) -> None:
        """Whose turn it is, who has turned up their cards, and who is still to do so."""
        if state.stage in ASKS_ALL:
            state.turn = state.holder
        elif state.stage is Stage.OVER:
            # The last of the round, unless the winner's attack ended the game (TAH-END-01).
            last = self.game.clockwise(state.holder)[-1]
            state.turn = state.winner if state.end_rule == "TAH-END-01" else last
        else:
            state.turn = self._seat(name, "to")
        if state.stage in ASKS_DEFENDER:
            self._defender_asked(state)
        if state.stage in FACE_DOWN:
            state.revealed, queue = self.game.round_at(state.holder, state.turn)
            state.queue = queue if state.stage is not Stage.OVER else ()

    def _defender_asked(self, state: State) -> None:
        """Who is asked defends; whose turn it is has the unit that attacks."""
        assault = state.assault
        if assault is None:
            refuse("say which unit attacks what, and what lies in the fist", "assault")
        lord = self.game.lord(state, assault.target)
        if state.turn != lord:
            refuse(f"{self.names[lord] if lord != NOBODY else 'nobody'} defends there", "to")
        state.turn = state.owner[assault.node]
        if state.turn == NOBODY:
            refuse("nobody stands there", "assault.start")

    def _assault(self, state: State) -> None:
        said, ids = self.said, self.game.board.ids
        if said.assault is not UNSET:
            told = said.assault
            node = self._one(told.start, ids, "assault.start")
            unit = self._one(told.unit, UNITS, "assault.unit")
            target = self._one(told.node, ids, "assault.node")
            if isinstance(told.bid, str):
                _unknown("the bid in the fist", "assault.bid")
            if told.told and told.told != PARITY[told.bid % 2]:
                refuse(f"a bid of {told.bid} is {PARITY[told.bid % 2]}", "assault.told")
            defender = self.game.defender(state, target)
            state.assault = Assault(node, unit, target, defender, told.bid, bool(told.told))
            state.active = Active(node, unit)
        if said.open is not UNSET:
            node = self._one(said.open.node, ids, "open.node")
            unit = self._one(said.open.unit, UNITS, "open.unit")
            state.active = Active(node, unit, said.open.steps)

    # -- gold and cards -----------------------------------------------------------------------

    def _lots(self, state: State) -> None:
        lots = []
        for number, told in enumerate(self.said.lots):
            at = f"lots[{number}]"
            card = self._card(told.card, f"{at}.card")
            if not (told.by or told.bid or told.marker):
                lots.append(Lot(card))
                continue
            by, marker = (
                self._seat(told.by, f"{at}.by"),
                self._one(told.marker, UNITS, f"{at}.marker"),
            )
            lots.append(Lot(card, by, told.bid, marker))
        state.lots = tuple(lots)

    def _players(self, state: State) -> None:
        """What everybody owns, has used up, bid and chosen."""
        draft, wanted = state.stage is Stage.DRAFT, cards_wanted(self.game, state)
        owned, sealed, selected = [], [], []
        state.passed = tuple(
            not draft if one.passed is UNSET else one.passed for one in self.players
        )
        for seat, one in enumerate(self.players):
            at = f"players.{self.names[seat]}"
            owned.append(
                tuple(self._card(card, f"{at}.cards[{i}]") for i, card in enumerate(one.cards))
            )
            for i, card in enumerate(one.used):
                self._use_up(state, seat, self._card(card, f"{at}.used[{i}]"), f"{at}.used[{i}]")
            sealed.append(self._bid(state, seat, f"{at}.bid"))
            selected.append(self._chosen(state, seat, wanted, f"{at}.chosen"))
        state.owned = () if draft and not any(owned) else tuple(owned)
        at_auction = state.stage is Stage.AUCTION or any(bid is not None for bid in sealed)
        state.sealed = tuple(sealed) if at_auction else ()
        state.selected = () if draft and not any(selected) else tuple(selected)
        state.levied = self.said.levied

    def _use_up(self, state: State, seat: int, card: str, at: str) -> None:
        row = self.game.tables.cards[card]
        field = ONCE_A_SEASON.get(row.hook)
        if field is None:
            refuse(f"{row.name} is not used up in a season", at)
        setattr(state, field, getattr(state, field) | 1 << seat)

    def _bid(self, state: State, seat: int, at: str) -> int | None:
        bid = self.players[seat].bid
        if bid is UNSET:
            # Who has no gold bids nothing (TAH-AUC-10).
            return 0 if state.stage is Stage.AUCTION and not state.gold[seat] else None
        if isinstance(bid, str):
            _unknown(f"the bid of {self.names[seat]}", at)
        return bid

    def _chosen(self, state: State, seat: int, wanted: int, at: str) -> tuple[str, ...] | None:
        said = self.players[seat].chosen
        if said is UNSET:
            if state.stage not in FACE_DOWN:
                return None
            on_turn = seat == state.turn and state.stage in TURNS
            stage = state.stage if on_turn else Stage.SELECT
            return usual_choice(stage, wanted, self.said.then if on_turn else "")
        if said == HIDDEN:
            _unknown(f"what {self.names[seat]} has chosen", at)
        cards = (said,) if isinstance(said, str) else said
        for card in cards:
            self._one(card, CARDS, at)
        if len(set(cards)) < len(cards):
            refuse("the cards that one chooses differ", at)
        return in_order(cards)

    # -- names --------------------------------------------------------------------------------

    def _seat(self, name: str, at: str) -> int:
        return self._one(name.strip(), self.names, at)

    def _card(self, said: str, at: str) -> str:
        """A special card by its name or ID."""
        if said in self.game.tables.cards:
            return said
        self._one(said, tuple(self.cards), at)
        return self.cards[said]

    def _one(self, name: str, known: Sequence[str], at: str) -> int:
        """The number of a name among those that there are."""
        if name not in known:
            refuse(f"there is no {name!r} here; there are {listed(tuple(known))}", at)
        return known.index(name)


def _unknown(what: str, at: str) -> NoReturn:
    refuse(f"{what} was hidden from whoever wrote this down; say what it may be", at)


# -- a field of the state, as a situation calls it -------------------------------------------------

_NUMBERED = re.compile(r"(\w+)(?:\[(\d+)\])?(.*)")
_OF_PLAYER = {
    "gold": "gold",
    "owned": "cards",
    "passed": "passed",
    "sealed": "bid",
    "selected": "chosen",
    "veterans_used": "used",
    "informers_used": "used",
}
_OF_NODE = ("owner", "units", "spent", "captured")
_ELSEWHERE = {
    "holder": "first",
    "stage": "to",
    "turn": "to",
    "stack": "to",
    "queue": "to",
    "revealed": "to",
    "cards_left": "then",
    "end_rule": "end",
    "active": "open",
    "paid_out": "coin_supply",
}
_INSIDE = {
    ".amount": ".bid",
    ".bidder": ".by",
    ".target": ".node",
    ".asked": ".told",
    ".defender": ".node",
}


def place_of(game: Kingdom, at: str) -> str:
    """The field of a situation in which a field of the state is written."""
    found = _NUMBERED.fullmatch(at)
    if found is None:
        return at
    field, number, inside = found.groups()
    if field in _OF_NODE and number:
        return f"units.{game.board.ids[int(number)]}"
    if field in _OF_PLAYER:
        if not number:
            return "players"
        return f"players.{game.setup.players[int(number)]}.{_OF_PLAYER[field]}"
    if field == "assault" and inside == ".node":
        return "assault.start"
    row = f"[{number}]" if number else ""
    return f"{_ELSEWHERE.get(field, field)}{row}{_INSIDE.get(inside, inside)}"
