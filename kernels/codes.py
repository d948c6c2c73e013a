"""The integer codes that kernels and ``sim`` share, and the sizes of the arrays. Names are the rulebook's."""

from __future__ import annotations

from typing import Any

import numpy as np

from kernels._numba import Codes

RULES_VERSION = "1"
"""Raised when docs/rules.md changes what a game may look like; it goes into every manifest."""

MAX_SEATS = 6
SPACES = 6
"""Spaces of the reputation track (SET-4)."""
CARDS = 40
KINDS = 7
VOYAGES = 3
MAX_DAYS = 8
"""The most days that a rule set may give a voyage; the standard has 6."""
ISLAND_SLOTS = 16
"""Places on the island of one day: a card and a Scout's insertion for each of six seats, and the Midshipman."""
MOST_COUNTED = 34
"""The last entry of a count table: the most tokens of a kind (24), and what an Explorer may add (10)."""
FACES = 2
"""Sides that a loot kind may show in the games of one run (SET-3): the second only where sides are drawn."""
MOST_EFFECTS = 4
"""Effects of one tile at dusk, at night or at the anchor."""
MOST_TABLES = 16
"""Count tables of all tiles of a rule set together."""

IN_SHIP = np.int64(-1)
"""In place of an island slot: the ability is a copy and its card lies in the ship (Q-04)."""
NOBODY = np.int64(-1)
"""In place of a seat: the Midshipman's owner (MID-1), and the Pilferer's (SOL-1)."""
HUMAN = np.int64(0)
AUTOMA = np.int64(1)
"""Seats of a solo game (Q-16)."""
PILFERER = np.int64(2)
"""In place of a seat where the day's three cards of a solo game are noted; he is no player (SOL-1)."""
BACK_ROWS = 5
"""Rows of the back of a solo card (SOL-4)."""
BACK_ENTRIES = tuple(f"{side}{number}" for side in "LRS" for number in range(1, 10))
"""What a row may say, by its code: the n-th card from the left, from the right, or from the left among those with the symbol."""


class Card(Codes):
    """Characters by rank (CHR-01 to CHR-40); 0 is the Midshipman (MID-1)."""

    MIDSHIPMAN = 0
    SCOUT = 1
    APPRENTICE = 2
    BEGGAR = 3
    INNKEEPER = 4
    CABIN_BOY = 5
    BANDIT = 6
    PREACHER = 7
    BARKEEP = 8
    STOWAWAY = 9
    EXPLORER = 10
    CARPENTER = 11
    OFFICER = 12
    SMUGGLER = 13
    BODYGUARD = 14
    WITCH = 15
    MUTINEER = 16
    BRUTE = 17
    GUNNER = 18
    NECROMANCER = 19
    FREED_PRISONER = 20
    BOSUN = 21
    BRAWLER = 22
    THIEF = 23
    TOPMAN = 24
    RECRUITER = 25
    COOK = 26
    WATCHMAN = 27
    ARMORER = 28
    INFANTRY = 29
    MERCHANT = 30
    SURGEON = 31
    TREASURER = 32
    GAMBLER = 33
    ARISTOCRAT = 34
    COLLECTOR = 35
    QUARTERMASTER = 36
    WIND_NYMPH = 37
    FIRST_MATE = 38
    CAPTAIN = 39
    GOVERNOR = 40


class Loot(Codes):
    """Loot kinds in the rulebook's fixed order (SET-2)."""

    CHEST = 0
    HOOK = 1
    MAP = 2
    SABER = 3
    AMULET = 4
    BARREL = 5
    RELIC = 6


class Phase(Codes):
    """Parts of a game, as replays name them."""

    SETUP = 0
    DAY = 1
    DUSK = 2
    NIGHT = 3
    NIGHT_END = 4
    ANCHOR = 5
    END = 6


class Choice(Codes):
    """Kinds of question that a policy is asked. The options of each are listed in ``choices``."""

    SELECT = 0
    SCOUT_PLAY = 1
    APPRENTICE_COPY = 2
    INNKEEPER_RETURN = 3
    PREACHER_KEEP = 4
    STOWAWAY_DRAW = 5
    TAKE_DUSK = 6
    TAKE_SMUGGLER = 7
    TAKE_COOK = 8
    TAKE_WATCHMAN = 9
    MIDSHIPMAN_REMOVE = 10
    SABER = 11
    GUNNER = 12
    NECROMANCER_RELIC = 13
    NECROMANCER_RETURN = 14
    BRAWLER = 15
    THIEF = 16
    RECRUITER = 17
    WATCHMAN = 18
    MERCHANT = 19
    SURGEON = 20
    WITCH_COPY = 21
    HOOK = 22
    HOOK_CARD = 23
    DISCARD_ADJACENT = 24
    DISCARD_ANY = 25
    STEAL = 26
    CASH = 27
    ORDER_DUSK = 28
    ORDER_NIGHT = 29
    ORDER_NIGHT_END = 30
    ORDER_ANCHOR = 31


class Policy(Codes):
    """Who may play a seat (``policies``)."""

    RANDOM = 0
    GREEDY = 1
    LEARNED = 2
    SEARCH = 3


class When(Codes):
    """When an effect of a tile happens."""

    DUSK = 0
    NIGHT = 1
    ANCHOR = 2


class Effect(Codes):
    """The vocabulary of the loot tiles; docs/tiles.md says what each does and takes."""

    GAIN = 0
    REPUTATION = 1
    GAIN_PER_TOKEN = 2
    GAIN_BY_COUNT = 3
    GAIN_BY_BEST_SPLIT = 4
    GAIN_PER_SHIP_CHARACTER = 5
    GAIN_PER_SPACE_TO_THE_RIGHT = 6
    GAIN_PER_SPACE_TO_THE_LEFT = 7
    KEEP_OR_GAIN = 8
    CASH_ALL_OR_KEEP_ALL = 9
    DISCARD_OWN_CHARACTER = 10
    DISCARD_OTHERS_ISLAND_CHARACTER = 11
    DISCARD_ADJACENT_SHIP_CHARACTER = 12
    DISCARD_ANY_SHIP_CHARACTER = 13
    DISCARD_OPPONENTS_LOWEST_OR_GAIN = 14
    STEAL_ADJACENT_TOKEN = 15


ITEM_LOOT = np.int64(41)
"""Order items are ranks 1 to 40 and, from here on, loot kinds: 41 + kind; one bit each, as in ``masks``."""
ITEM_PRISONER_COPY = np.int64(48)
"""Order item of the end of the night: the Witch's copy of the Freed Prisoner (Q-06)."""


class Stream(Codes):
    """Random streams of a game, each with a key of its own; seat s draws from POLICY + s (3 to 8)."""

    DEAL = 0
    CHANCE = 1
    LOOT = 2
    POLICY = 3
    SIDES = 9


class Source(Codes):
    """Where a gained token came from."""

    ROW = 0
    BAG = 1
    SEAT = 2
    TOMORROW = 3


class Event(Codes):
    """What a line of a trace says; the columns that each uses are in ``trace``."""

    VOYAGE_BEGINS = 0
    ROW_FILLED = 1
    CARDS_DEALT = 2
    CHOICE = 3
    PLACED = 4
    ACTS = 5
    COPIES = 6
    GAIN = 7
    LOSE = 8
    REPUTATION = 9
    TOKEN_GAINED = 10
    TOKEN_DISCARDED = 11
    TOKENS_SWAPPED = 12
    CARD_DISCARDED = 13
    CARD_TO_SHIP = 14
    CARD_TO_HAND = 15
    CARD_KEPT = 16
    TOKENS_KEPT = 17
    ANCHOR_ITEM = 18
    BANKED = 19
    WINS = 20
    UNASKED_ORDER = 21
    PILFERER_TURNS = 22
    BACK_READ = 23
    PILFERED = 24
    NO_EFFECT_RANK = 25


class Fault(Codes):
    """Why a scripted game left its script."""

    NONE = 0
    SCRIPT_ENDED = 1
    OTHER_KIND = 2
    OTHER_SEAT = 3
    OTHER_COUNT = 4
    NOT_AN_OPTION = 5
    TRACE_FULL = 6


class CookBlockedBy(Codes):
    """Which first tokens block the Cook's second one (Q-03)."""

    ANY_HOOK = 0
    DISCARDING_HOOK = 1
    NOTHING = 2
    """In solo games, whatever the rule set says."""


def _rule_names() -> list[str]:
    families = [("SET", 5), ("VOY", 4), ("DAY", 5), ("DSK", 3), ("NGT", 2), ("ANC", 4), ("COI", 1), ("DIS", 1), ("END", 1),
                ("REP", 3), ("MID", 3), ("SOL", 10), ("Q", 20)]  # fmt: skip
    names = [
        f"{family}_{number:02}" if family == "Q" else f"{family}_{number}"
        for family, last in families
        for number in range(1, last + 1)
    ]
    names += [f"CHR_{rank:02}" for rank in range(1, CARDS + 1)]
    names += [f"{side}_{kind.name.lower()}" for side in ("LC", "LS") for kind in Loot]
    names += [f"LA_{kind.name.lower()}" for kind in (Loot.HOOK, Loot.SABER, Loot.AMULET, Loot.BARREL)]
    return names


Rule: Any = Codes("Rule", _rule_names(), start=0)  # type: ignore[arg-type, call-arg]  # the functional form
"""Ids of docs/rules.md that trace lines cite: ``Rule.CHR_07`` is "CHR-07"."""

ITEM_RULE = np.int64(Rule["CHR_01"] - 1)
"""Added to a rank, or to an order item of a loot kind, this is the Rule of that character or tile."""

CHOICE_RULE = np.array(
    [
        Rule[name]
        for name in (
            "DAY_1", "CHR_01", "CHR_02", "CHR_04", "CHR_07", "CHR_09", "DSK_1", "CHR_13", "CHR_26", "SOL_8", "MID_2", "LC_saber", "CHR_18",
            "CHR_19", "CHR_19", "CHR_22", "CHR_23", "CHR_25", "CHR_27", "CHR_30", "CHR_31", "CHR_15", "LC_hook", "LC_hook",
            "LS_saber", "Q_14", "Q_14", "LS_map", "DSK_1", "NGT_1", "NGT_2", "ANC_1",
        )
    ]
)  # fmt: skip
"""The Rule that asks, by codes.Choice."""
