"""The solo deck (SOL-2): its cards in order from the top, and as data what they say.

cards   {rank: {"no_effect_rank": a rank or None, "symbol": True or False, "back": five entries, one a row}}
entry   "L1", "R2", "S1": the n-th from the left, from the right, from the left among cards with the symbol (SOL-4)
"""

import re
import tomllib
from pathlib import Path

from .cards import RANKS, WIND_NYMPH

FILE = Path(__file__).resolve().parents[2] / "kernels" / "solo_deck.toml"  # data only
SOLO_RANKS = [rank for rank in RANKS if rank != WIND_NYMPH]  # SOL-2: 1 to 40 without 37


def standard_cards():
    """The data of the standard solo deck."""
    table = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {card.pop("rank"): {"no_effect_rank": None, **card} for card in table["card"]}


class SoloDeck:
    def __init__(self, ranks, needed, cards=None):
        """SOL-2: at least the `needed` cards on top. `cards` are said otherwise than the standard ones."""
        if len(set(ranks)) != len(ranks) or not set(ranks) <= set(SOLO_RANKS):
            raise ValueError(f"not cards of the solo deck, each once: {ranks}")
        if len(ranks) < needed:
            raise ValueError(f"{needed} cards of the solo deck are needed, not {len(ranks)}")
        self.ranks = list(ranks)
        self.cards = standard_cards()
        for rank, card in (cards or {}).items():
            self.cards[int(rank)] = card  # JSON has only strings for keys
        for rank, card in self.cards.items():
            if len(card["back"]) != 5 or not all(re.fullmatch("[LRS][1-9]", entry) for entry in card["back"]):
                raise ValueError(f"card {rank}: no five entries of a back: {card['back']}")

    def draw(self, number):
        """So many from the top."""
        drawn, self.ranks = self.ranks[:number], self.ranks[number:]
        return drawn
