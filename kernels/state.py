"""The GAME record: everything that a game is, in one row. Copy it and you have copied the game.

FIELDS is the one table from which dtype and documentation come.
"""

from __future__ import annotations

from enum import IntFlag

import numpy as np

from kernels.codes import CARDS, ISLAND_SLOTS, KINDS, MAX_DAYS, MAX_SEATS, SPACES, VOYAGES, Phase
from kernels.tokens import MOST, counts_of

FIELDS: tuple[tuple[str, str, tuple[int, ...], str], ...] = (
    ("players", "i8", (), "seats in play, 2 to 6; 2 in a solo game"),
    ("voyage", "i8", (), "0 to 2"),
    ("day", "i8", (), "0 on"),
    ("phase", "i8", (), "codes.Phase"),
    ("key", "u8", (), "key of the game: every stream starts at a key made from it (rng)"),
    ("streams", "u8", (4 + MAX_SEATS,), "random streams by codes.Stream"),
    ("origins", "u8", (4 + MAX_SEATS,), "where the streams of chance and of the seats' policies start (setup.renew_streams)"),
    ("player", "i8", (MAX_SEATS,), "who plays each seat: a place in the array of players; nothing in games at random"),
    (
        "forced",
        "i8",
        (),
        "1 + the place of the option that the next choice of a seat takes, in a copy that search plays; 0: none is forced",
    ),
    ("forced_seat", "i8", (), "that seat"),
    ("asks_everything", "i8", (), "1: orders that cannot matter are asked too"),
    ("scripted", "i8", (), "1: the script answers every choice, and the bag"),
    ("script_at", "i8", (), "rows of the script used"),
    ("trace_at", "i8", (), "rows of the trace written"),
    ("fault", "i8", (), "codes.Fault: the first reason why the script could not be followed"),
    ("fault_choice", "i8", (), "codes.Choice that was asked then"),
    ("fault_seat", "i8", (), "seat that was asked then"),
    ("fault_options", "i8", (), "number of options then"),
    (
        "space",
        "i8",
        (SPACES,),
        "reputation: the space, 0 to 5, of the token of each seat; idle tokens follow the seats (SET-4)",
    ),
    ("doubloons", "i8", (MAX_SEATS,), "of the running voyage"),
    ("dial", "i8", (MAX_SEATS,), "banked score"),
    ("hand", "u8", (MAX_SEATS,), "mask of ranks"),
    (
        "secret",
        "u8",
        (MAX_SEATS,),
        "mask of ranks that a Surgeon took into the hand unseen; those not in the hand mean nothing",
    ),
    ("secret_among", "u8", (MAX_SEATS,), "mask of the ranks that lay in the graveyard then"),
    ("ship", "u8", (MAX_SEATS,), "mask of ranks"),
    ("graveyard", "u8", (MAX_SEATS,), "mask of ranks"),
    ("kept", "u8", (MAX_SEATS,), "mask of ship characters that hooks keep, within an anchor"),
    ("loot", "u8", (MAX_SEATS,), "packed counts held"),
    (
        "kept_loot",
        "u8",
        (MAX_SEATS,),
        "packed counts of the tokens that stay at the end of the voyage, within an anchor (Q-11)",
    ),
    ("face", "i8", (KINDS,), "face that each loot kind shows in this game (SET-3)"),
    ("dusk_items", "u8", (), "mask of the loot kinds, as order items, whose tile has an effect at dusk"),
    ("night_items", "u8", (), "the same at night"),
    ("flat_night_items", "u8", (), "those that only gain or lose fixed doubloons at night"),
    (
        "flat_night_gain",
        "i8",
        (KINDS,),
        "doubloons that each token of these kinds brings a night, negative for a loss, 0 for other kinds",
    ),
    ("anchor_items", "u8", (), "the same at the anchor"),
    ("flat_items", "u8", (), "those that only gain or lose fixed doubloons at the anchor"),
    ("flat_gain", "i8", (KINDS,), "doubloons that each token of these kinds brings, negative for a loss, 0 for other kinds"),
    ("single_items", "u8", (), "those of which each token is an item (keep or gain)"),
    ("meddling_items", "u8", (), "those whose anchor effects move reputation"),
    ("cash_items", "u8", (), "those that are cashed or kept"),
    ("counting_items", "u8", (), "those whose anchor effects count tokens"),
    ("ship_items", "u8", (), "those whose anchor effects look at the own ship"),
    ("first_items", "u8", (), "those to be resolved before the map item (LS-chest)"),
    ("maps_within", "i8", (), "1: the Explorer counts the maps, within an anchor (CHR-10)"),
    ("more_items", "u8", (), "packed counts of single items beyond the first of each kind, while an order is asked for"),
    ("bag", "u8", (), "packed counts"),
    ("rows", "u8", (MAX_DAYS,), "packed counts of each day's row of this voyage"),
    ("deck", "i1", (CARDS,), "ranks in the order in which they are dealt"),
    ("loot_order", "i1", (MOST + 1,), "tokens, by identity, in the order in which the bag gives them this voyage"),
    ("pick", "i8", (MAX_SEATS,), "rank selected this day, 0 for none"),
    ("island_card", "i8", (ISLAND_SLOTS,), "ranks on the island, left to right, 0 for the Midshipman"),
    ("island_seat", "i8", (ISLAND_SLOTS,), "their owners, -1 for nobody"),
    ("island_size", "i8", (), "slots used, those of cards that left too"),
    ("island_here", "u8", (), "bit per slot: the card still lies there"),
    ("island_done", "u8", (), "bit per slot: it has had its turn in this phase"),
    ("midshipman_left", "i8", (), "slot of the card directly left of the Midshipman, or -1 (MID-3)"),
    ("nymphs", "i8", (), "Wind Nymphs in all ships when the night began (Q-05)"),
    ("aristocrats", "i8", (), "Aristocrats in all ships when the anchor began (Q-13)"),
    ("prisoner_copies", "u8", (), "bit per seat: its Witch copied the Freed Prisoner tonight (Q-06)"),
    ("log_deal", "u8", (VOYAGES,), "mask dealt in each voyage"),
    (
        "log_played",
        "u8",
        (VOYAGES + 1, MAX_SEATS),
        "mask of cards that left a hand for island or ship in voyage 1, 2, 3; 0: in the game",
    ),
    ("log_discarded", "u8", (VOYAGES + 1, MAX_SEATS), "mask of cards discarded before the anchor, in the same way"),
    ("log_dealt", "u8", (VOYAGES,), "packed counts put on the day rows of each voyage"),
    ("log_taken", "u8", (VOYAGES,), "packed counts gained from row or bag in each voyage"),
    ("log_held", "u8", (VOYAGES, MAX_SEATS), "packed counts held when each anchor began"),
    ("log_leader", "i8", (VOYAGES,), "leading seat after each voyage; after the last, the winner"),
    ("log_margin", "i8", (MAX_SEATS,), "final score less the best other score, once the game is counted"),
    ("log_space", "i8", (MAX_SEATS,), "space of each seat at the start of the game"),
)
"""Name, dtype, shape and meaning of each field."""

SOLO_FIELDS: tuple[tuple[str, str, tuple[int, ...], str], ...] = (
    ("changes", "i8", (), "things that changed since the running turn began (SOL-6)"),
    ("automa_idle", "u8", (), "mask of the Automa's cards whose turn changed nothing, until they are moved (SOL-6)"),
    ("island_rank", "i8", (CARDS + 1,), "rank that a card of the Automa has on the island instead of its own, else 0 (SOL-6)"),
    ("log_no_effect", "u8", (), "mask of the Automa's cards that took their no-effect rank in the game"),
    ("log_pilfered", "u8", (), "packed counts that the Pilferer took in the game"),
)
"""What a solo game has besides, in the same form (SOL-1 to SOL-10)."""

GAME = np.dtype([(name, kind, shape) for name, kind, shape, _ in FIELDS], align=True)
"""The record; kernels take one element of an array of it."""
SOLO_GAME = np.dtype([(name, kind, shape) for name, kind, shape, _ in (*SOLO_FIELDS, *FIELDS)], align=True)
"""The record of a solo game: two players, seat 0 the human, seat 1 the Automa. What rules differ, differ by its type (_jit.by_game).

Its own fields come first: behind the others they would make it a subtype of GAME for Numba, which then might take it for one.
"""


class Violation(IntFlag):
    """What can be wrong with a record; names say what is violated."""

    VALID = 0
    CARDS_NOT_CONSERVED = 1
    """A seat's hand, ship, graveyard (and island) are not the cards dealt so far, each once."""
    TOKENS_NOT_CONSERVED = 2
    """Bag, day rows and supplies do not add up to the loot of the rule set."""
    REPUTATION_NOT_PERMUTED = 4
    """The six tokens do not lie on six different spaces (SET-4)."""
    DOUBLOONS_NEGATIVE = 8
    """COI-1."""
    NOT_CLEARED = 16
    """After an anchor: doubloons left, or loot or ship characters that nothing keeps (ANC-3, ANC-4)."""


def invariants(game: np.void, rules: np.void) -> Violation:
    """The violations of a record between two days or voyages (the island is empty then). Plain Python, for tests."""
    found = Violation.VALID
    seats = range(int(game["players"]))
    dealt = 0
    for mask in game["log_deal"]:
        dealt |= int(mask)
    for seat in seats:
        zones = [int(game[zone][seat]) for zone in ("hand", "ship", "graveyard")]
        if sum(zones) != dealt or zones[0] | zones[1] | zones[2] != dealt:
            found |= Violation.CARDS_NOT_CONSERVED
    everywhere = [game["bag"], *game["rows"], *(game["loot"][seat] for seat in seats)]
    if [sum(column) for column in zip(*map(counts_of, everywhere), strict=True)] != list(rules["loot_count"]):
        found |= Violation.TOKENS_NOT_CONSERVED
    if sorted(game["space"]) != list(range(SPACES)):
        found |= Violation.REPUTATION_NOT_PERMUTED
    if min(game["doubloons"]) < 0 or min(game["dial"]) < 0:
        found |= Violation.DOUBLOONS_NEGATIVE
    if game["phase"] in (Phase.ANCHOR, Phase.END) and not _cleared(game):
        found |= Violation.NOT_CLEARED
    return found


def _cleared(game: np.void) -> bool:
    """ANC-3, ANC-4: an anchor leaves no doubloons, and loot and ship characters only if they are kept."""
    seats = slice(0, int(game["players"]))
    return not (
        game["doubloons"].any()
        or (game["loot"][seats] & ~game["kept_loot"][seats]).any()
        or (game["ship"] != game["kept"])[seats].any()
    )
