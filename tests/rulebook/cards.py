"""The forty characters: names and symbols (RULES.md, "Characters").

What each of them does stands in the module of the phase: daytime.py, dusk.py, night.py, anchor.py.
"""

NAMES = {
    1: "Scout",
    2: "Apprentice",
    3: "Beggar",
    4: "Innkeeper",
    5: "Cabin Boy",
    6: "Bandit",
    7: "Preacher",
    8: "Barkeep",
    9: "Stowaway",
    10: "Explorer",
    11: "Carpenter",
    12: "Officer",
    13: "Smuggler",
    14: "Bodyguard",
    15: "Witch",
    16: "Mutineer",
    17: "Brute",
    18: "Gunner",
    19: "Necromancer",
    20: "Freed Prisoner",
    21: "Bosun",
    22: "Brawler",
    23: "Thief",
    24: "Topman",
    25: "Recruiter",
    26: "Cook",
    27: "Watchman",
    28: "Armorer",
    29: "Infantry",
    30: "Merchant",
    31: "Surgeon",
    32: "Treasurer",
    33: "Gambler",
    34: "Aristocrat",
    35: "Collector",
    36: "Quartermaster",
    37: "Wind Nymph",
    38: "First Mate",
    39: "Captain",
    40: "Governor",
}

RANKS = range(1, 41)

# the column "when" of the table of characters, by symbol
DAYTIME = frozenset(
    {1, 2, 3, 4, 5, 6, 7, 9, 11, 12, 13, 14, 17, 18, 19, 21, 22, 23, 25, 27, 29, 30, 31, 33, 34, 36, 38, 39, 40}
)
DUSK = frozenset({5, 10, 26, 28})
NIGHT = frozenset({8, 15, 16, 20, 22, 24, 28, 37})
ANCHOR = frozenset({7, 8, 10, 11, 15, 32, 33, 34, 35, 36, 38})

# single ranks that other clauses name
SCOUT, CABIN_BOY, STOWAWAY, EXPLORER, SMUGGLER, WITCH = 1, 5, 9, 10, 13, 15
FREED_PRISONER, BRAWLER, COOK, WATCHMAN, ARMORER, ARISTOCRAT, WIND_NYMPH = 20, 22, 26, 27, 28, 34, 37

MIDSHIPMAN = 20.5  # MID-1: his rank on the island


def name(rank):
    return "Midshipman" if rank == MIDSHIPMAN else f"{NAMES[rank]} ({rank})"
