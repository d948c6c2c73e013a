"""The Automa's answers (SOL-5, SOL-7, SOL-10, Q-20): what she takes whenever a rule asks her. She never draws.

The preference among loot kinds (SOL-5) is their fixed order, and the options of ``choices`` are sorted: by kind, by rank, or the
human's before her own. So nearly every answer is the first option or the last.
"""

from __future__ import annotations

from kernels._jit import by_game, kernel
from kernels.codes import AUTOMA, HUMAN, ITEM_LOOT, Choice
from kernels.masks import below_rank, size
from kernels.tokens import total

_FEWER_MAPS = 3
"""Stormy maps are kept with fewer than these (SOL-10)."""


@kernel
def _asked(game, kind, seat, options, n):
    return -1


@kernel
def answer(game, kind, seat, options, n):
    """The place of the option that the Automa takes, 0 to n - 1, int64; -1 for the human, who is asked.

    SOL-5: tokens by preference. SOL-7: at dusk the token first; at night the lowest item; at the anchor loot before
    characters. SOL-10, Q-20: the highest rank where a card comes into play or hand, is copied, or is the human's; the Gunner her own
    lowest if the human has none; the Merchant her least preferred kind, as many as she can; keep-or-gain tiles always pay.

    Args:
        kind: codes.Choice.
        seat: who is asked.
        options, n: as ``choices.choose`` has them.
    """
    if seat != AUTOMA:
        return -1
    if kind == Choice.GUNNER:
        return max(0, size(game["ship"][HUMAN]) - 1)
    if kind == Choice.CASH:
        return n - 1 if total(options) < _FEWER_MAPS else 0  # after the last voyage cashing is the one option
    if kind == Choice.ORDER_ANCHOR:
        characters = below_rank(options, ITEM_LOOT)
        return size(characters) if characters != options else 0
    if (
        kind == Choice.SCOUT_PLAY
        or kind == Choice.APPRENTICE_COPY
        or kind == Choice.INNKEEPER_RETURN
        or kind == Choice.SABER
        or kind == Choice.NECROMANCER_RETURN
        or kind == Choice.RECRUITER
        or kind == Choice.MERCHANT
        or kind == Choice.SURGEON
        or kind == Choice.WITCH_COPY
        or kind == Choice.DISCARD_ADJACENT
        or kind == Choice.DISCARD_ANY
        or kind == Choice.ORDER_DUSK
    ):
        return n - 1
    return 0


answered = by_game(_asked, answer)
"""``answered(game, kind, seat, options, n)``: the Automa's answer, or -1 where a policy or script is asked."""
