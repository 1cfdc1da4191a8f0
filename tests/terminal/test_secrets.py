"""Friends at one terminal: whoever chooses in secret does it alone, and leaves nothing behind."""

from __future__ import annotations

from typing import Any

from meleekit.bots import BOTS
from meleekit.core.match import Match
from meleekit.systems import SYSTEMS
from meleekit.terminal.play import Play
from meleekit.terminal.replay import tell_all
from tests.tahta.sealed import AT_THE_GATE, ATTACK, CHOICE, STORM
from tests.terminal.typist import SEED, Typed, page, play, printed


def match_at(situation: dict[str, str]) -> Match[Any, Any]:
    system = SYSTEMS["tahta"]
    game, state = system.load_situation(situation["situation"])
    return Match.from_situation(system, game, state, seed=SEED)


class Watched(Typed):
    """Lines typed, with what stood on the screen whenever one was asked for."""

    def __init__(self, lines: list[str], console: Any) -> None:
        super().__init__(lines, interactive=True)
        self._console = console
        self.prompts: list[str] = []

    def ask(self, prompt: str) -> str | None:
        self.prompts.append(printed(self._console) + prompt)
        return super().ask(prompt)


def test_each_is_asked_to_be_alone_before_a_secret_choice() -> None:
    match, console = match_at(CHOICE), page()
    lines = Watched(["", "tax", "", "recruitment", "q", "q"], console)
    Play(match, (None,) * 4, console, lines).run()
    asked = [prompt.rsplit("\n", 1)[-1] for prompt in lines.prompts]
    assert "Only Raven may look now" in asked[0]
    assert "Choose Tax" not in lines.prompts[0], "nothing is shown before"
    assert "Choose Tax" in lines.prompts[1]
    assert "Only Sun may look now" in asked[2]
    assert match.state.selected == (("tax",), ("recruit",), None, None)
    # TAH-VIS-02: what was chosen is told to nobody.
    shown = printed(console)
    assert "a card face down" in shown
    assert not any(f"{card} face down" in shown for card in ("Tax", "Recruitment"))


def test_the_next_may_choose_first() -> None:
    match = match_at(CHOICE)
    play(match, ["n", "", "tax", "q", "q"], (None,) * 4, interactive=True)
    assert match.state.selected == (None, ("tax",), None, None)


def test_who_sits_alone_against_bots_is_not_asked() -> None:
    match, console = match_at(CHOICE), page()
    random = BOTS["random"]
    lines = Watched(["tax", "q", "q"], console)
    Play(match, (None, random, random, random), console, lines).run()
    assert not any("may look now" in prompt for prompt in lines.prompts)


def test_an_attack_is_declared_before_all_and_the_fist_closed_alone() -> None:
    match, console = match_at(ATTACK), page()
    lines = Watched(["attack", "", "hide 4", "2", "guess 3", "q", "q"], console)
    Play(match, (None,) * 4, console, lines).run()
    asked = [prompt.rsplit("\n", 1)[-1] for prompt in lines.prompts]
    assert "may look now" not in asked[0]
    assert "Only Raven may look now" in asked[1]
    assert "may look now" not in asked[3]
    assert "Raven closes the fist." in lines.prompts[3]
    assert "the fist on 4" not in lines.prompts[3]
    assert match.state.gold[0] == 5


def test_a_whole_game_of_bots_runs_in_the_terminal() -> None:
    system = SYSTEMS["tahta"]
    match = Match.start(system, system.setup_from("kingdom4"), seed=SEED)
    code, shown = play(match, [], (BOTS["random"],) * 4)
    assert (code, match.outcome is not None) == (0, True)
    assert "turns up" in shown


def test_what_a_match_hid_is_told_by_its_replay_when_it_is_over() -> None:
    """TAH-VIS-03, TAH-VIS-07: a finished replay tells all, the fist included."""
    match = match_at(AT_THE_GATE)
    for seat, action in STORM:
        before = page()
        tell_all(before, match)
        match.act(seat, match.game.action_from(action))
    after = page()
    tell_all(after, match)
    assert "Raven closes the fist." in printed(before)
    assert "Raven closes the fist on 4." not in printed(before)
    assert "Raven closes the fist on 4." in printed(after)
    assert "Raven closes the fist on 4." in play(match, ["l", "q"], (None,) * 4)[1]
