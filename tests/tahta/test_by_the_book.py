"""Every recruitment, step and attack that can be named is judged by a second reading of the rules.

So are the guesses of every defender, everybody's income, and who would win.
"""

from __future__ import annotations

from collections import Counter

from meleekit.core.dice import Rolled
from meleekit.tahta.actions import AnyAction, Attack, Move, Recruit
from meleekit.tahta.game import Fists
from meleekit.tahta.kingdom import WHO
from meleekit.tahta.refusals import against
from meleekit.tahta.state import NOBODY, Stage, State
from tests.tahta import by_the_book
from tests.tahta.by_the_book import KINDS
from tests.tahta.random_play import played

BUYING = (Stage.DRAFT, Stage.RECRUIT, Stage.LEVY)


def with_cards(game: Fists, state: State, chance: Rolled) -> State:
    """The same moment, each special card given to somebody or to nobody, now and then no gold."""
    state = state.copy()
    if chance.below(4) == 0:
        state.paid_out -= state.gold[state.turn]
        state.gold[state.turn] = 0
    if state.stage is Stage.DRAFT or game.setup.mode == "basic":
        return state
    owned: list[tuple[str, ...]] = [()] * len(state.gold)
    for card in game.kingdom.tables.cards:
        seat = chance.below(len(owned) + 1)
        if seat < len(owned):
            owned[seat] += (card,)
    state.owned = tuple(owned)
    if state.stage is Stage.RECRUIT:
        state.levied = "SA05" in owned[state.turn] and chance.below(2) == 0
    return state


def said(game: Fists, state: State, action: AnyAction) -> str | None:
    """The game's word for refusing it; None where it is among what may be done."""
    no = against(game.kingdom, state, state.turn, action)
    assert (no is None) == (action in game.legal_actions(state, state.turn))
    return no.reason if no else None


def test_every_refusal_is_the_first_that_the_rules_list() -> None:
    # TAH-REC-13, TAH-MOV-11, TAH-ATK-22
    # TAH-REC-03, TAH-REC-04, TAH-MOV-04, TAH-MOV-06, TAH-ATK-21, TAH-CAT-02
    # TAH-CARD-05, TAH-CARD-09, TAH-CARD-10, TAH-CARD-13, TAH-CARD-14
    met: Counter[tuple[str, str | None]] = Counter()
    for number in range(40):
        chance = Rolled((number + 500).to_bytes(32, "big"))
        for game, plain in played(number):
            if plain.stage not in (*BUYING, Stage.ACTIVATE) or chance.below(6):
                continue
            state = with_cards(game, plain, chance)
            board = by_the_book.board_of(game, state)
            ids = game.kingdom.board.ids
            if state.stage in BUYING:
                marked = [KINDS[lot.marker] for lot in state.lots if lot.bidder == state.turn]
                for unit in KINDS:
                    for node in ids:
                        wanted = by_the_book.recruiting(board, marked, unit, node)
                        assert said(game, state, Recruit(unit, node)) == wanted
                        met["recruit", wanted] += 1
                continue
            for start in filter(board.own, ids):
                for unit in board.units[start]:
                    for node in ids:
                        wanted = by_the_book.moving(board, unit, start, node)
                        assert said(game, state, Move(unit, start, node)) == wanted
                        met["move", wanted] += 1
                        wanted = by_the_book.attacking(board, unit, start, node)
                        assert said(game, state, Attack(unit, start, node)) == wanted
                        met["attack", wanted] += 1
    # Every word of the three lists has come up, and so has its absence.
    assert set(met) == {
        *(("recruit", word) for word in (None, "E_CAMP_CASTLE", "E_KNIGHT_KILI", "E_ENEMY")),
        *(("recruit", word) for word in ("E_SITE", "E_ABILITY_SPENT", "E_STACK", "E_SUPPLY")),
        ("recruit", "E_GOLD"),
        *(("move", word) for word in (None, "E_UNIT_IMMOBILE", "E_UNIT_SPENT", "E_RANGE")),
        *(("move", word) for word in ("E_KILI_FORBIDDEN", "E_DEFENDED", "E_STACK")),
        *(("attack", word) for word in (None, "E_CANNOT_ATTACK", "E_CAPTURED_THIS_TURN")),
        *(("attack", word) for word in ("E_UNIT_SPENT", "E_RANGE", "E_KILI_FORBIDDEN")),
        *(("attack", word) for word in ("E_TARGET", "E_GOLD")),
    }


def test_guesses_income_and_the_winner_are_those_of_the_rules() -> None:
    # TAH-DEF-01, TAH-DEF-02, TAH-DEF-03, TAH-DEF-04, TAH-DEF-05, TAH-DEF-06
    # TAH-CARD-18, TAH-CARD-19, TAH-CARD-20
    # TAH-INC-02, TAH-INC-03, TAH-INC-04, TAH-CARD-15, TAH-CARD-16, TAH-CARD-17
    # TAH-END-03, TAH-END-04, TAH-END-05, TAH-END-06
    guesses: Counter[int] = Counter()
    ties = 0
    for number in range(60):
        chance = Rolled((number + 900).to_bytes(32, "big"))
        for game, plain in played(number):
            if plain.stage not in (Stage.ASSIGN, Stage.ACTIVATE) or chance.below(3):
                continue
            state = with_cards(game, plain, chance)
            state.gold = [chance.below(2) for _ in state.gold]
            kingdom, board = game.kingdom, by_the_book.board_of(game, state)
            for node, id in enumerate(kingdom.board.ids):
                lord = board.owner.get(id, board.castles.get(id, NOBODY))
                # Whoever might defend there, whether it does or not.
                here = KINDS[:3] if id in board.owner else ()
                for name in (*KINDS[:2], "garrison") if id in board.castles else here:
                    wanted = by_the_book.guess_count(board, state.owned[lord], id, name)
                    assert kingdom.guesses(state, node, WHO.index(name)) == wanted
                    guesses[wanted] += 1
            lords = by_the_book.lords_of(game, state)
            marked = {row.id for row in kingdom.board.nodes if row.plus_one}
            for seat, each in enumerate(lords):
                wanted = by_the_book.income(each, marked, board.mountain)
                assert kingdom.income(state, seat) == wanted
            scoring = game.setup.castle_scoring
            first = by_the_book.winner(lords, board.castles, scoring, state.holder)
            assert kingdom.leader(state) == first
            most = kingdom.scores(state)
            equals = [(count, state.gold[seat]) for seat, count in enumerate(most)]
            ties += equals.count(max(equals)) > 1
    assert min(guesses[number] for number in (1, 2, 3)) >= 20
    assert ties >= 20
