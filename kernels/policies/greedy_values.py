"""The greedy policy's values, from a RULES record: what cards, tokens and orders are worth. All in 16ths of a doubloon.

Plain Python: it fills the GREEDY rows of a KNOWLEDGE record once for each rule set. The numbers of ``CARDS`` are judgement, and
amounts of the rules are added to them, so that they follow a rule set that changes one; loot is valued by the effects of its tile.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np

from kernels.codes import CARDS as RANKS
from kernels.codes import FACES, ITEM_LOOT, KINDS, MAX_DAYS, MAX_SEATS, VOYAGES, Card, Effect, When
from kernels.policies.knowledge import OWN_COUNTS

DOUBLOON = 16
"""The unit of all values: so many are a doubloon."""

NOTHING, DOUBLOONS, MISSING, SPACE, TOKENS, SHIP, SHIP_BELOW_21, SHIP_ABOVE_20, ARMS_TODAY, TREASURE, KINDS_HELD, BARRELS, ARMS, NIGHT_CARDS, RELICS, MAPS = range(16)  # fmt: skip
"""Circumstances: numbers that the seat sees, of which each card's value depends on one (``greedy.see``). Doubloons; those that are
missing to the Officer's mark; the space; tokens, cards in the ship, those below 21 and above 20; sabers and hooks in today's row;
barrels, amulets and chests; kinds, barrels, sabers and hooks held; ship characters with a night ability; relics and maps held."""


class Worth(NamedTuple):
    """What it is worth to play a card.

    Attributes:
        rank: codes.Card.
        start: on the last day of the first two voyages, beside the amounts of the rules; only differences between cards count.
        early: more for each day that is left after today's.
        final: more in the last voyage, which has nothing to save a card for.
        pays, share, nightly: a RULES field that it gains, the 16ths of a doubloon that each unit of it is worth, and whether on
            each night that is left.
        sees, each, of: the circumstance that counts, what each unit of it is worth, and the RULES field that it is multiplied with.
        each_night: whether that is for each night that is left.
    """

    rank: int
    start: int
    early: int
    final: int
    pays: str = ""
    share: int = 0
    nightly: bool = False
    sees: int = NOTHING
    each: int = 0
    of: str = ""
    each_night: bool = False


CARDS = (
    # a card and a day's turn for one token; never before a better one
    Worth(Card.SCOUT, -60, -18, -8),
    # nothing to copy early
    Worth(Card.APPRENTICE, -12, -26, -12, sees=SHIP, each=8),
    # much the same on any day
    Worth(Card.BEGGAR, 12, -4, -8, "beggar_payment", 12),
    # late, when there is a ship to take from; not in the last voyage, where hands are full enough
    Worth(Card.INNKEEPER, 20, -50, -88, sees=SHIP, each=4),
    # no token; early days have the more days to follow
    Worth(Card.CABIN_BOY, -32, -16, -32, "cabin_boy_gain", 12),
    # late, from a high space, which is worth less than a low one in the next voyages too
    Worth(Card.BANDIT, -56, -30, 48, sees=SPACE, each=32, of="bandit_gain"),
    # early, before there are tokens to discard
    Worth(Card.PREACHER, -8, 20, -28, "preacher_anchor", 16, sees=TOKENS, each=-28),
    # early or not at all: he is paid by the night
    Worth(Card.BARKEEP, -124, 56, -8, "barkeep_night", 16, True, BARRELS, 16, "barkeep_anchor"),
    # one token that nobody else takes
    Worth(Card.STOWAWAY, -4, 2, -48),
    # late, with maps
    Worth(Card.EXPLORER, 16, -22, -16, sees=MAPS, each=40),
    # early and poor: half of little is lost for a fixed sum
    Worth(Card.CARPENTER, -24, 12, -40, "carpenter_anchor", 16, sees=DOUBLOONS, each=-8),
    # whenever doubloons are missing
    Worth(Card.OFFICER, -24, 14, -8, sees=MISSING, each=16),
    # the first token of the day
    Worth(Card.SMUGGLER, 52, -20, -12),
    # when sabers and hooks lie there
    Worth(Card.BODYGUARD, -36, 20, -4, sees=ARMS_TODAY, each=16, of="bodyguard_gain"),
    # early, beside cards of the night
    Worth(Card.WITCH, 20, 28, -12, sees=NIGHT_CARDS, each=12, each_night=True),
    # early, when low cards in the ship have done their work; not over a ship full of anchors
    Worth(Card.MUTINEER, -12, 46, -124, "mutineer_gain", 16, sees=SHIP_BELOW_21, each=4),
    # against whoever is rightmost
    Worth(Card.BRUTE, 36, 0, -32),
    # late, when other ships have something to lose
    Worth(Card.GUNNER, 32, -14, 8),
    # with a relic: it is gone, and a card is back
    Worth(Card.NECROMANCER, 0, -14, 12, sees=RELICS, each=48),
    # late, when the ship has high cards
    Worth(Card.FREED_PRISONER, 120, -4, 88, sees=SHIP_ABOVE_20, each=12, of="freed_prisoner_gain"),
    # late, when the ship has low cards
    Worth(Card.BOSUN, -16, -20, 36, sees=SHIP_BELOW_21, each=16, of="bosun_gain"),
    # paid by the night, but others may have one
    Worth(Card.BRAWLER, 56, -6, 12, "brawler_night", 16, True),
    # late, when neighbours hold something
    Worth(Card.THIEF, 76, -54, 40),
    # early: each night the ship grows, 4 - 1, 4 - 2, ...; not in the last voyage with its six nights
    Worth(Card.TOPMAN, -52, 12, -100, "topman_gain", 16, True, SHIP, -16, "topman_loss", True),
    # in the last voyage, with cards in hand that will not be played any more
    Worth(Card.RECRUITER, -36, 4, 100),
    # two tokens on any day
    Worth(Card.COOK, 52, 12, 12),
    # a better row and a high rank
    Worth(Card.WATCHMAN, 44, -2, -44),
    # early, to be paid by the night
    Worth(Card.ARMORER, -8, 22, 48, sees=ARMS, each=16, of="armorer_night", each_night=True),
    # late, when higher cards are gone
    Worth(Card.INFANTRY, 60, -6, -8, "infantry_gain", 8),
    # with relics, which pay twice: once sold, once not held
    Worth(Card.MERCHANT, 12, -12, -24, sees=RELICS, each=48),
    # in the last voyage, when the graveyard is full
    Worth(Card.SURGEON, 20, 10, 56),
    # an anchor that only tokens decide, so late
    Worth(Card.TREASURER, 76, -12, -20, sees=TREASURE, each=16, of="treasurer_anchor"),
    # early, before there are tokens to pay for
    Worth(Card.GAMBLER, -20, 28, -4, "gambler_anchor", 16, sees=TOKENS, each=-16, of="gambler_loss"),
    # in the last voyage, when others may have played theirs
    Worth(Card.ARISTOCRAT, -104, 10, 132, "aristocrat_alone", 12),
    # late, when the kinds are known
    Worth(Card.COLLECTOR, 152, -40, 68, sees=KINDS_HELD, each=16),
    # with more tokens than he costs
    Worth(Card.QUARTERMASTER, 40, -2, -8, "quartermaster_anchor", -16, sees=TOKENS, each=16, of="quartermaster_gain"),
    # in the last voyage: six nights, and others have lost theirs
    Worth(Card.WIND_NYMPH, -68, -22, 236, "wind_nymph_night", 10, True),
    # early: the ship is small when he costs, and large when he pays
    Worth(Card.FIRST_MATE, 32, 26, 28, "first_mate_anchor", 32),
    # at a high space already: each space costs now, and in the next voyages; not in the last, when reputation is worth nothing
    Worth(Card.CAPTAIN, -72, 28, -112, sees=SPACE, each=48, of="captain_loss"),
    # with the first ship cards that have done their work; never over a full ship in the end
    Worth(Card.GOVERNOR, 24, 54, -136, sees=SHIP, each=-24),
)  # fmt: skip
"""The cards in rank order. ``start``, ``early`` and ``final`` were sketched by hand, then moved by a search (random directions, steps
along those that won doubloons), half of it against three random players and half against three of the sketch, and rounded."""

assert [row.rank for row in CARDS] == list(range(1, RANKS + 1))

COPIED = {
    Card.BEGGAR: 24, Card.SMUGGLER: 48, Card.STOWAWAY: 16, Card.ARISTOCRAT: 4, Card.GUNNER: 8, Card.BRUTE: 8, Card.RECRUITER: 24,
    Card.PREACHER: 0, Card.THIEF: 16, Card.FIRST_MATE: -48, Card.GOVERNOR: -80, Card.CAPTAIN: -80,
}  # fmt: skip
"""What the daytime ability alone is worth when the Apprentice copies it, beside what the card sees."""

REPUTATION = 2
"""What a space of reputation is worth: doubloons at the right end, and ties; but fewer doubloons next voyage."""
NEXT_TOKEN = 0.33
"""The chance to get one more token of a kind in a day."""
KEPT = (5, 4, 2)
"""Doubloons that the best character of a ship, the second and the third bring if they are kept for the next voyage."""
TOKENS_A_VOYAGE = 6
"""Tokens that a seat may expect to hold at the anchor."""
SHIP_A_VOYAGE = 4
"""Ship characters that a seat may expect to have at the anchor."""
MEAN_SPACE = 2
"""Spaces to the left, or the right, of a seat's token."""
TOKEN_LOST = 48
"""What it costs an opponent that his card gets no token."""
SHIP_CARD_LOST = 24
"""What it costs an opponent that he loses a card of his ship."""
STOLEN = 56
"""What it costs an opponent that a token of his goes to the seat."""


def card_value(rules: np.void) -> np.ndarray:
    """(VOYAGES, MAX_DAYS + 1, RANKS + 1): what playing a card is worth, beside what it sees."""
    values = np.zeros((VOYAGES, MAX_DAYS + 1, RANKS + 1), np.int32)
    for voyage in range(VOYAGES):
        for left in range(1, MAX_DAYS + 1):
            for row in CARDS:
                worth = row.start + row.early * (left - 1) + row.final * (voyage == VOYAGES - 1)
                if row.pays:
                    worth += row.share * int(rules[row.pays]) * (left if row.nightly else 1)
                values[voyage, left, row.rank] = worth
    return values


def card_each(rules: np.void) -> np.ndarray:
    """(MAX_DAYS + 1, RANKS + 1): what each unit of the circumstance adds to that."""
    weights = np.zeros((MAX_DAYS + 1, RANKS + 1), np.int32)
    for left in range(1, MAX_DAYS + 1):
        for row in CARDS:
            weights[left, row.rank] = row.each * (int(rules[row.of]) if row.of else 1) * (left if row.each_night else 1)
    return weights


def card_sees() -> np.ndarray:
    """(RANKS + 1,): the circumstance of each card."""
    return np.array([NOTHING, *(row.sees for row in CARDS)], np.uint8)


def copied_value() -> np.ndarray:
    """(RANKS + 1,): what a daytime ability is worth to the Apprentice, beside what the card sees."""
    return np.array([COPIED.get(Card(rank), 0) for rank in range(RANKS + 1)], np.int32)


def ship_value(rules: np.void) -> np.ndarray:
    """(MAX_DAYS + 1, RANKS + 1): what a card in the ship still brings, by nights to come, the anchor always."""
    values = np.zeros((MAX_DAYS + 1, RANKS + 1), np.int32)
    for nights in range(MAX_DAYS + 1):
        brings = {
            Card.PREACHER: rules["preacher_anchor"],
            Card.BARKEEP: nights * rules["barkeep_night"] + rules["barkeep_anchor"],
            Card.EXPLORER: 3 * rules["explorer_maps"],
            Card.CARPENTER: rules["carpenter_anchor"],
            Card.WITCH: nights,
            Card.MUTINEER: min(nights, 2) * rules["mutineer_gain"],
            Card.FREED_PRISONER: min(nights, 2) * rules["freed_prisoner_gain"],
            Card.BRAWLER: nights * rules["brawler_night"],
            Card.TOPMAN: sum(max(0, rules["topman_gain"] - size * rules["topman_loss"]) for size in range(1, nights + 1)),
            Card.ARMORER: nights * rules["armorer_night"],
            Card.TREASURER: 3 * rules["treasurer_anchor"],
            Card.GAMBLER: rules["gambler_anchor"],
            Card.ARISTOCRAT: (rules["aristocrat_alone"] * 2 - rules["aristocrat_shared"]) / 3,
            Card.COLLECTOR: rules["collector_anchor"][2],
            Card.QUARTERMASTER: -rules["quartermaster_anchor"],
            Card.WIND_NYMPH: nights * rules["wind_nymph_night"],
            Card.FIRST_MATE: SHIP_A_VOYAGE * rules["first_mate_anchor"],
        }
        for rank, doubloons in brings.items():
            values[nights, rank] = int(DOUBLOON * doubloons)
    return values


def keep_value(rules: np.void) -> np.ndarray:
    """(VOYAGES, RANKS + 1): what a ship character brings that is kept for the next voyage; nothing after the last."""
    values = np.zeros((VOYAGES, RANKS + 1), np.int32)
    for voyage in range(VOYAGES - 1):
        values[voyage] = ship_value(rules)[min(rules["voyage_days"][voyage + 1], MAX_DAYS)]
    return values


class Paid(NamedTuple):
    """An effect of a tile in plain Python: codes.When and codes.Effect, its amount, the kind that it counts or -1, its table."""

    when: int
    effect: int
    amount: int
    of: int
    table: list[int]


def _paid(rules: np.void, face: int, kind: int) -> list[Paid]:
    """The effects of a tile at night and at the anchor."""
    found = []
    for when in (When.NIGHT, When.ANCHOR):
        for at in range(rules["effects"][when, face, kind]):
            effect, amount, of, table = (
                int(rules[field][when, face, kind, at]) for field in ("effect", "effect_amount", "effect_of", "effect_table")
            )
            found.append(Paid(when, effect, amount, of, rules["table"][table].tolist()))
    return found


@cache
def _chances(days: int) -> tuple[float, ...]:
    """The chances to get 0, 1, 2 ... more tokens of a kind in so many days."""
    chances = [1.0]
    for _ in range(days):
        chances = [a * (1 - NEXT_TOKEN) + b * NEXT_TOKEN for a, b in zip([*chances, 0.0], [0.0, *chances], strict=True)]
    return tuple(chances)


def _prospect(table: list[int], number: int, days: int) -> float:
    """What so many tokens of a kind will be worth by a table after some more days, each of which may bring one more."""
    return sum(chance * table[number + more] for more, chance in enumerate(_chances(days)))


def _token(rules: np.void, tile: list[Paid], voyage: int, kind: int, left: int, own: int) -> float:
    """Doubloons that one more token of a kind brings at night and at the anchor, if the seat holds ``own`` of it."""
    brings = 0.0
    for when, effect, amount, of, table in tile:
        gain: float
        match effect:
            case Effect.GAIN:
                gain = amount
            case Effect.KEEP_OR_GAIN:
                gain = amount if voyage == VOYAGES - 1 else max(amount, KEPT[min(own, len(KEPT) - 1)])
            case Effect.REPUTATION:
                gain = amount * REPUTATION / DOUBLOON
            case Effect.GAIN_PER_TOKEN:
                gain = amount * (TOKENS_A_VOYAGE if of < 0 else 2 * own + 1 if of == kind else 1)
            case Effect.GAIN_BY_COUNT | Effect.GAIN_BY_BEST_SPLIT:
                gain = _prospect(table, own + 1, left - 1) - _prospect(table, own, left - 1)
            case Effect.CASH_ALL_OR_KEEP_ALL:
                gain = _kept(rules, table, voyage, own + 1, left - 1) - _kept(rules, table, voyage, own, left - 1)
            case Effect.GAIN_PER_SHIP_CHARACTER:
                gain = amount * SHIP_A_VOYAGE
            case Effect.GAIN_PER_SPACE_TO_THE_RIGHT | Effect.GAIN_PER_SPACE_TO_THE_LEFT:
                gain = amount * MEAN_SPACE
            case _:
                gain = 0
        brings += gain * (left if when == When.NIGHT else 1)
    return brings


def _days_after(rules: np.void, voyage: int) -> int:
    return int(rules["voyage_days"][voyage + 1 :].sum())


def _kept(rules: np.void, table: list[int], voyage: int, number: int, days: int) -> float:
    """As ``_prospect``, for tokens that can be kept to the end of the last voyage."""
    return _prospect(table, number, days + _days_after(rules, voyage))


def token_value(rules: np.void) -> np.ndarray:
    """(VOYAGES, MAX_DAYS + 1, FACES, KINDS, OWN_COUNTS): what one more token is worth to hold."""
    values = np.zeros((VOYAGES, MAX_DAYS + 1, FACES, KINDS, OWN_COUNTS), np.int32)
    for face, kind in np.ndindex(FACES, KINDS):
        tile = _paid(rules, face, kind)
        for voyage, left, own in product(range(VOYAGES), range(1, MAX_DAYS + 1), range(OWN_COUNTS)):
            values[voyage, left, face, kind, own] = round(DOUBLOON * _token(rules, tile, voyage, kind, left, own))
    return values


def dusk_value(rules: np.void) -> np.ndarray:
    """(MAX_SEATS + 1, FACES, KINDS), by players: what the dusk ability of a token is worth. Harm to one opponent is shared by all."""
    values = np.zeros((MAX_SEATS + 1, FACES, KINDS), np.int32)
    for players in range(2, MAX_SEATS + 1):
        for face in range(FACES):
            for kind in range(KINDS):
                worth = 0.0
                for at in range(rules["effects"][When.DUSK, face, kind]):
                    amount = int(rules["effect_amount"][When.DUSK, face, kind, at])
                    worth += {
                        Effect.REPUTATION: amount * REPUTATION,
                        Effect.DISCARD_OWN_CHARACTER: -SHIP_CARD_LOST // 2,
                        Effect.DISCARD_OTHERS_ISLAND_CHARACTER: TOKEN_LOST / (players - 1),
                        Effect.DISCARD_ADJACENT_SHIP_CHARACTER: SHIP_CARD_LOST / (players - 1),
                        Effect.DISCARD_ANY_SHIP_CHARACTER: SHIP_CARD_LOST / (players - 1),
                        Effect.DISCARD_OPPONENTS_LOWEST_OR_GAIN: SHIP_CARD_LOST,
                        Effect.STEAL_ADJACENT_TOKEN: STOLEN + STOLEN / (players - 1),
                        Effect.GAIN: DOUBLOON * amount,
                        Effect.GAIN_PER_TOKEN: DOUBLOON * amount * TOKENS_A_VOYAGE / 2,
                        Effect.GAIN_BY_COUNT: DOUBLOON * int(rules["table"][rules["effect_table"][When.DUSK, face, kind, at], 1]),
                        Effect.GAIN_BY_BEST_SPLIT: DOUBLOON * int(rules["table"][rules["effect_table"][When.DUSK, face, kind, at], 2]) / 2,
                        Effect.GAIN_PER_SHIP_CHARACTER: DOUBLOON * amount * SHIP_A_VOYAGE / 2,
                        Effect.GAIN_PER_SPACE_TO_THE_RIGHT: DOUBLOON * amount * MEAN_SPACE,
                        Effect.GAIN_PER_SPACE_TO_THE_LEFT: DOUBLOON * amount * MEAN_SPACE,
                    }.get(rules["effect"][When.DUSK, face, kind, at], 0)  # fmt: skip
                values[players, face, kind] = round(worth)
    return values


def keeps_tokens(rules: np.void) -> np.ndarray:
    """(VOYAGES, FACES, KINDS, OWN_COUNTS): 1 where keeping so many tokens of a cash-or-keep tile promises more than cashing them."""
    keeps = np.zeros((VOYAGES, FACES, KINDS, OWN_COUNTS), np.int32)
    for face, kind in np.ndindex(FACES, KINDS):
        for when, effect, _, _, table in _paid(rules, face, kind):
            if when == When.ANCHOR and effect == Effect.CASH_ALL_OR_KEEP_ALL:
                for voyage, number in product(range(VOYAGES - 1), range(OWN_COUNTS)):
                    cashed = table[number] + _kept(rules, table, voyage, 0, 0)
                    keeps[voyage, face, kind, number] = _kept(rules, table, voyage, number, 0) > cashed
    return keeps


NIGHT, ANCHOR = 0, 1
"""Places in ``order_value``."""


def order_value(rules: np.void) -> np.ndarray:
    """(2, FACES, ITEM_LOOT + KINDS): which item of a night or an anchor comes first: the one with the highest value.

    At night first losses, that may find nothing to take (COI-1); then what looks at a full ship; the Witch and the Barkeep while the
    Mutineer has not discarded them; the Wind Nymph, who may go, and then the Topman, who pays for each in the ship. At the
    anchor spaces to the right are paid before reputation is gained and after it is lost; maps are cashed after all that counts
    tokens; a Witch goes home last.
    """
    values = np.zeros((2, FACES, ITEM_LOOT + KINDS), np.int32)
    values[NIGHT, :, [Card.WITCH, Card.BARKEEP, Card.MUTINEER, Card.WIND_NYMPH]] = np.array([[60], [50], [40], [30]])
    values[NIGHT, :, [Card.ARMORER, Card.BRAWLER]] = 20
    values[NIGHT, :, Card.TOPMAN] = 10
    values[ANCHOR, :, Card.WITCH] = -60
    values[ANCHOR, :, Card.EXPLORER] = -40
    for face in range(FACES):
        for kind in range(KINDS):
            item = ITEM_LOOT + kind
            for at in range(rules["effects"][When.NIGHT, face, kind]):
                effect, amount = (rules[field][When.NIGHT, face, kind, at] for field in ("effect", "effect_amount"))
                values[NIGHT, face, item] += 70 if amount < 0 or effect == Effect.GAIN_PER_SHIP_CHARACTER else 0
            for at in range(rules["effects"][When.ANCHOR, face, kind]):
                effect, amount = (rules[field][When.ANCHOR, face, kind, at] for field in ("effect", "effect_amount"))
                values[ANCHOR, face, item] += {
                    Effect.GAIN_PER_SPACE_TO_THE_RIGHT: 20,
                    Effect.REPUTATION: 10 if amount > 0 else 30,
                    Effect.CASH_ALL_OR_KEEP_ALL: -40,
                }.get(effect, 0)
    return values


def fill(knowledge: np.void) -> None:
    """Write the GREEDY rows of a KNOWLEDGE record whose ``rules`` are set."""
    rules = knowledge["rules"]
    knowledge["card_value"] = card_value(rules)
    knowledge["card_each"] = card_each(rules)
    knowledge["card_sees"] = card_sees()
    knowledge["copied_value"] = copied_value()
    knowledge["ship_value"] = ship_value(rules)
    knowledge["keep_value"] = keep_value(rules)
    knowledge["token_value"] = token_value(rules)
    knowledge["dusk_value"] = dusk_value(rules)
    knowledge["keeps_tokens"] = keeps_tokens(rules)
    knowledge["order_value"] = order_value(rules)
