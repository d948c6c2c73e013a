"""Scripted answers, one function for each kind of question: who is asked, what is taken, out of how many options (``of``).

Every option counts once: each card, each single token, each pair of tokens.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from kernels.codes import ITEM_LOOT, ITEM_PRISONER_COPY, Choice, Loot

PRISONER_COPY = int(ITEM_PRISONER_COPY)
"""The item of ``order_night_end`` that is the Witch's copy of the Freed Prisoner."""


class Answer(NamedTuple):
    """One row of a script (kernels.choices.SCRIPT)."""

    kind: Choice
    seat: int
    of: int
    code: int

    def __str__(self) -> str:
        return f"seat {self.seat} {self.kind.name} {self.code} of {self.of}"


def _by_code(kind: Choice) -> Callable[..., Answer]:
    """For questions about a card (its rank) or a token (its kind)."""

    def answer(seat: int, card_or_loot: int, *, of: int) -> Answer:
        return Answer(kind, seat, of, int(card_or_loot))

    return answer


def _by_item(kind: Choice) -> Callable[..., Answer]:
    """For orders: the item that comes next is a card, a kind of loot, or PRISONER_COPY."""

    def answer(seat: int, item: int, *, of: int) -> Answer:
        return Answer(kind, seat, of, int(ITEM_LOOT) + item if isinstance(item, Loot) else int(item))

    return answer


scout_play = _by_code(Choice.SCOUT_PLAY)
apprentice_copy = _by_code(Choice.APPRENTICE_COPY)
innkeeper_return = _by_code(Choice.INNKEEPER_RETURN)
preacher_keep = _by_code(Choice.PREACHER_KEEP)
stowaway_draw = _by_code(Choice.STOWAWAY_DRAW)
take_dusk = _by_code(Choice.TAKE_DUSK)
take_smuggler = _by_code(Choice.TAKE_SMUGGLER)
take_cook = _by_code(Choice.TAKE_COOK)
take_watchman = _by_code(Choice.TAKE_WATCHMAN)
midshipman_remove = _by_code(Choice.MIDSHIPMAN_REMOVE)
necromancer_return = _by_code(Choice.NECROMANCER_RETURN)
recruiter = _by_code(Choice.RECRUITER)
surgeon = _by_code(Choice.SURGEON)
witch_copy = _by_code(Choice.WITCH_COPY)
hook_card = _by_code(Choice.HOOK_CARD)

order_dusk = _by_item(Choice.ORDER_DUSK)
order_night = _by_item(Choice.ORDER_NIGHT)
order_night_end = _by_item(Choice.ORDER_NIGHT_END)
order_anchor = _by_item(Choice.ORDER_ANCHOR)


def saber(seat: int, target: int, card: int, *, of: int) -> Answer:
    """The saber hits a card of another seat on the island."""
    return Answer(Choice.SABER, seat, of, target * 64 + card)


def gunner(seat: int, target: int, card: int, *, of: int) -> Answer:
    """The Gunner hits a card in any seat's ship."""
    return Answer(Choice.GUNNER, seat, of, target * 64 + card)


def brawler(seat: int, target: int, *, of: int) -> Answer:
    """The Brawler hits the Brawler of another seat."""
    return Answer(Choice.BRAWLER, seat, of, target + 1)


def thief(seat: int, target: int, loot: Loot, *, of: int) -> Answer:
    """The Thief takes a token of a neighbour."""
    return Answer(Choice.THIEF, seat, of, target * 8 + loot)


def watchman(seat: int, today: Loot, tomorrow: Loot, *, of: int) -> Answer:
    """The Watchman swaps a token of today's row with one of tomorrow's."""
    return Answer(Choice.WATCHMAN, seat, of, today * 8 + tomorrow)


def merchant(seat: int, loot: Loot, number: int, *, of: int) -> Answer:
    """The Merchant discards some tokens of a kind."""
    return Answer(Choice.MERCHANT, seat, of, loot * 4 + number)


def necromancer_relic(seat: int, *, of: int) -> Answer:
    """The Necromancer spends a relic; ``of`` relics held."""
    return Answer(Choice.NECROMANCER_RELIC, seat, of, Loot.RELIC)


def hook(seat: int, *, keep: bool, of: int) -> Answer:
    """A hook keeps a character, or brings doubloons; one option if nobody is left to be kept."""
    return Answer(Choice.HOOK, seat, of, int(keep))


def cash(seat: int, *, keep: bool, of: int) -> Answer:
    """All tokens of a kind are cashed, or kept; one option after the last voyage."""
    return Answer(Choice.CASH, seat, of, int(keep))


def discard_adjacent(seat: int, target: int, card: int, *, of: int) -> Answer:
    """A card in a neighbour's ship is discarded."""
    return Answer(Choice.DISCARD_ADJACENT, seat, of, target * 64 + card)


def discard_any(seat: int, target: int, card: int, *, of: int) -> Answer:
    """A card in any other ship is discarded."""
    return Answer(Choice.DISCARD_ANY, seat, of, target * 64 + card)


def steal(seat: int, target: int, loot: Loot, *, of: int) -> Answer:
    """A tile takes a token of a neighbour."""
    return Answer(Choice.STEAL, seat, of, target * 8 + loot)
