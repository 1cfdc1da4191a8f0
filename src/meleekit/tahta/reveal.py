"""What comes to light before all: bids, cards that are turned up, the fist against the guesses."""

from __future__ import annotations

from meleekit.core.game import Event, Reveal, Shown
from meleekit.core.signs import Glyph
from meleekit.tahta import events as ev
from meleekit.tahta.beside import CHOICES
from meleekit.tahta.kingdom import Kingdom
from meleekit.tahta.words import CARD_NAMES


def reveal(game: Kingdom, event: Event) -> Reveal | None:
    """The event as things laid side by side; None for what hid nothing."""
    names = game.setup.players
    match event:
        case ev.BidsShown(bids=bids, winner=winner):
            shown = tuple(
                Shown(seat, name, str(bid), Glyph.COIN)
                for seat, (name, bid) in enumerate(zip(names, bids, strict=True))
            )
            return Reveal(shown, f"{names[winner]} wins the bidding")
        case ev.Revealed(seat=seat, cards=cards):
            turned = tuple(Shown(seat, CARD_NAMES[card], "", CHOICES[card][0]) for card in cards)
            return Reveal(turned, f"{names[seat]} turns up")
        case ev.AttackResolved(seat=seat, gold=bid, guesses=guesses, success=success):
            fist = Shown(seat, "in the fist", str(bid), Glyph.COIN)
            said = tuple(Shown(None, "guessed", str(number)) for number in guesses)
            verdict = "the attack succeeds" if success else "guessed: the attack fails"
            return Reveal((fist, *said), verdict)
        case _:
            return None
