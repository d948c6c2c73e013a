"""DATA: the 40 characters, the loot tiles and every amount of the rules, with ids and provenance.

Amounts reach the kernels only through the RULES record that ``rule_record`` makes from here, so a number changed in this
file, or laid over it by a rule set, changes the next run. What an ability *does* stands in the phase files.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kernels.codes import (
    BACK_ENTRIES,
    BACK_ROWS,
    CARDS,
    KINDS,
    SPACES,
    VOYAGES,
    Card,
    CookBlockedBy,
    Effect,
    Loot,
    When,
)
from kernels.masks import mask_of

Value = int | tuple[int, ...]


@dataclass(frozen=True)
class Amount:
    """One number, or one short table of numbers, of the rules.

    Attributes:
        key: ``owner.amount`` as users write it; the RULES field is the same with an underscore for the dot.
        value: the standard value; a tuple for a table.
        rule: id in docs/rules.md.
        text: what it is, with its unit.
        low, high: the range in which each number may lie.
        names: for a switch, the name of each value from 0 on; a table of switches has one for each of its values.
    """

    key: str
    value: Value
    rule: str
    text: str
    low: int = 0
    high: int = 99
    names: tuple[str, ...] = ()

    @property
    def field(self) -> str:
        """The name of the RULES field."""
        return self.key.replace(".", "_")


@dataclass(frozen=True)
class Character:
    """One of the 40 characters.

    Attributes:
        rank: 1 to 40.
        name: as printed.
        when: phases in which it has an ability: day, dusk, night, anchor.
        text: the ability in our words; ``{amount}`` stands for a tunable amount of the character.
        source: where the clause comes from, by the letters of docs/rules.md.
        amounts: its tunable amounts.
    """

    rank: int
    name: str
    when: tuple[str, ...]
    text: str
    source: str
    amounts: tuple[Amount, ...] = ()

    @property
    def key(self) -> str:
        """The name in keys: lower case, underscores."""
        return self.name.lower().replace(" ", "_")

    @property
    def rule(self) -> str:
        """The id in docs/rules.md."""
        return f"CHR-{self.rank:02}"


@dataclass(frozen=True)
class TileEffect:
    """One step of a tile.

    Attributes:
        when: dusk, night or anchor.
        do: what happens.
        amount: doubloons or spaces; negative for a loss; or the key of an amount, with a minus sign before it for a loss.
        of: for gain_per_token, the kind that counts; None for every token.
        table: for gain_by_count and cash_all_or_keep_all, doubloons for 1, 2, ... tokens; or the key of such a table.
        sets: for gain_by_best_split, (size, doubloons) of each kind of set; doubloons may be a key.
    """

    when: When
    do: Effect
    amount: int | str = 0
    of: Loot | None = None
    table: tuple[int, ...] | str = ()
    sets: tuple[tuple[int, int | str], ...] = ()


@dataclass(frozen=True)
class Tile:
    """One side of a loot tile.

    Attributes:
        kind: the loot kind.
        side: calm, stormy, automa, or the name that a user gave.
        effects: its steps, in order.
        source: where it comes from, by the letters of docs/rules.md; "user" for a user's own.
        before_map: at the anchor it is resolved before the map (LS-chest).
        amounts: its tunable amounts.
    """

    kind: Loot
    side: str
    effects: tuple[TileEffect, ...]
    source: str
    before_map: bool = False
    amounts: tuple[Amount, ...] = ()

    @property
    def rule(self) -> str:
        """The id in docs/rules.md."""
        return f"L{self.side[0].upper()}-{self.kind.name.lower()}"

    @property
    def provenance(self) -> str:
        """reconstructed, user, or standard: as docs/rules.md has it from its sources."""
        return {"R": "reconstructed", "user": "user"}.get(self.source, "standard")


def _character(rank: int, when: str, text: str, source: str, **amounts: tuple[Any, ...]) -> Character:
    name = Card(rank).name.replace("_", " ").title()
    key = Card(rank).name.lower()
    amounts["in_game"] = (1, "whether it is in the game at all", 0, 1, ("no", "yes"))
    rows = (Amount(f"{key}.{amount}", *(value[0], f"CHR-{rank:02}", *value[1:])) for amount, value in amounts.items())
    return Character(rank, name, tuple(when.split()), text, source, tuple(rows))


SETUP = (
    Amount("reputation.doubloons", (12, 11, 10, 9, 8, 7), "VOY-4",
           "doubloons at the start of a voyage, space 0 to space 5"),
    Amount("voyage.days", (4, 5, 6), "VOY-1", "days of voyage 1, 2 and 3", 1, 8),
    Amount("voyage.cards", 6, "VOY-3", "characters dealt to every seat before a voyage", 1, 13),
    Amount("day.tokens", (3, 3, 4, 5, 6), "VOY-2", "loot tokens a day with 2, 3, 4, 5 and 6 players", 0, 12),
    Amount("loot.count", (4, 6, 10, 6, 6, 8, 8), "SET-2", "tokens of each kind, in the fixed order of kinds", 0, 24),
)  # fmt: skip
"""Amounts of the set-up."""

CHARACTERS = (
    _character(1, "day", "Discard the Scout, then put a card of your hand on the island at its rank.", "S4"),
    _character(2, "day", "Run the daytime ability of a character in your ship.", "S4 D"),
    _character(3, "day", "The owner of the rightmost character gives you {payment} doubloons, or what there is, and gains "
               "{reputation} reputation.", "S4",
               payment=(2, "doubloons taken"), reputation=(1, "reputation that the giver gains", 0, 5)),
    _character(4, "day", "Take a character of your ship into your hand.", "S4"),
    _character(5, "day dusk", "If leftmost, gain {gain}. Takes no loot at dusk.", "S4", gain=(3, "doubloons if leftmost")),
    _character(6, "day", "Move your reputation to space 0; gain {gain} per space moved.", "S4",
               gain=(1, "doubloons per space moved")),
    _character(7, "day anchor", "Day: keep one loot token, discard the others, gain {reputation} reputation for each. "
               "Anchor: gain {anchor}.", "D",
               reputation=(1, "reputation per token discarded", 0, 5), anchor=(6, "doubloons at the anchor")),
    _character(8, "night anchor", "Night: gain {night}. Anchor: gain {anchor} per barrel.", "D",
               night=(1, "doubloons each night"), anchor=(1, "doubloons per barrel")),
    _character(9, "day", "Gain a random token of the bag and run its dusk ability, then discard the Stowaway.", "D"),
    _character(10, "dusk anchor", "Dusk: if this card took a map, gain {reputation} reputation. Anchor: with a map, count {maps} "
               "more in your maps.", "D",
               reputation=(2, "reputation for taking a map", 0, 5), maps=(1, "maps counted more", 0, 10)),
    _character(11, "day anchor", "Day: lose half your doubloons, rounded down. Anchor: gain {anchor}.", "D",
               anchor=(10, "doubloons at the anchor")),
    _character(12, "day", "With {threshold} doubloons or more gain {reputation} reputation, else bring them up to {fill}.", "D",
               threshold=(12, "doubloons from which on reputation is gained"), fill=(12, "doubloons to be brought up to"),
               reputation=(2, "reputation at the threshold", 0, 5)),
    _character(13, "day", "Gain a token of today's row and run its dusk ability, then put the Smuggler in your ship.", "S4 D"),
    _character(14, "day", "Discard all sabers and hooks of today's row; gain {gain} for each.", "D",
               gain=(2, "doubloons per token discarded")),
    _character(15, "night anchor", "Night: run the night ability of another character of your ship. Anchor: if she is your "
               "ship's only character with a night ability, she returns to your hand.", "D"),
    _character(16, "night", "Discard the lowest-ranked character of your ship, then gain {gain}.", "D",
               gain=(2, "doubloons each night")),
    _character(17, "day", "Discard the rightmost character of the island; its owner gains {reputation} reputation.", "D",
               reputation=(1, "reputation that its owner gains", 0, 5)),
    _character(18, "day", "Discard a character of any ship. Yours: gain {gain} reputation. Another's: lose {loss}.", "D",
               gain=(1, "reputation for your own", 0, 5), loss=(1, "reputation lost for another's", 0, 5)),
    _character(19, "day", "Discard a relic to put a character of your graveyard into your ship.", "D"),
    _character(20, "night", "After all other night abilities, gain {gain} per ship character ranked above 20; if that is {limit} or "
               "more, discard the Freed Prisoner.", "D",
               gain=(1, "doubloons per character above 20"), limit=(3, "gain from which on he is discarded")),
    _character(21, "day", "Gain {gain} per ship character ranked below 21.", "D", gain=(2, "doubloons per character below 21")),
    _character(22, "day night", "Day: discard a Brawler of another ship and gain {reputation} reputation. Night: gain {night}.", "D",
               reputation=(2, "reputation for discarding a Brawler", 0, 5), night=(1, "doubloons each night")),
    _character(23, "day", "Take a token of an adjacent seat; if you did, lose {reputation} reputation.", "D",
               reputation=(2, "reputation lost for a token", 0, 5)),
    _character(24, "night", "Gain {gain}, then lose {loss} per ship character.", "D",
               gain=(4, "doubloons each night"), loss=(1, "doubloons lost per ship character")),
    _character(25, "day", "Put a card of your hand straight into your ship.", "D"),
    _character(26, "dusk", "Gain a second token of today's row and run its dusk ability, unless the first was a hook "
               "({blocked_by}).", "S4",
               blocked_by=(0, "which first token blocks the second", 0, 1, tuple(by.name.lower() for by in (CookBlockedBy.ANY_HOOK, CookBlockedBy.DISCARDING_HOOK)))),
    _character(27, "day", "Swap a token of today's row with one of tomorrow's.", "D"),
    _character(28, "dusk night", "Dusk: if this card took a saber or hook, gain {reputation} reputation. Night: gain {night} per "
               "saber and hook.", "D S0",
               reputation=(2, "reputation for taking a saber or hook", 0, 5), night=(1, "doubloons per saber and hook")),
    _character(29, "day", "If rightmost, gain {gain}.", "D", gain=(5, "doubloons if rightmost")),
    _character(30, "day", "Discard 1, 2 or 3 tokens of one kind to gain {gain}.", "D",
               gain=((1, 4, 9), "doubloons for 1, 2 and 3 tokens")),
    _character(31, "day", "Take a character of your graveyard into your hand.", "D"),
    _character(32, "anchor", "Gain {anchor} per barrel, amulet and chest.", "D", anchor=(1, "doubloons per token")),
    _character(33, "day anchor", "Day: lose {loss} per token. Anchor: gain {anchor}.", "D",
               loss=(1, "doubloons lost per token"), anchor=(6, "doubloons at the anchor")),
    _character(34, "day anchor", "Day: gain {reputation} reputation. Anchor: gain {alone} if no other ship holds an Aristocrat, "
               "else lose {shared}.", "D",
               reputation=(2, "reputation by day", 0, 5), alone=(5, "doubloons if alone"),
               shared=(3, "doubloons lost if not alone")),
    _character(35, "anchor", "Gain {anchor} for 2, 3, 4, 5 or more different kinds.", "D",
               anchor=((1, 3, 5, 10), "doubloons for 2, 3, 4 and 5 kinds")),
    _character(36, "day anchor", "Day: gain {gain} per token. Anchor: lose {anchor}.", "D",
               gain=(1, "doubloons per token"), anchor=(6, "doubloons lost at the anchor")),
    _character(37, "night", "If yours is the only Wind Nymph in all ships, gain {night}, else discard her.", "D",
               night=(2, "doubloons if alone")),
    _character(38, "day anchor", "Day: lose {loss} per ship character. Anchor: gain {anchor} per ship character.", "D",
               loss=(1, "doubloons lost per ship character"), anchor=(1, "doubloons per ship character")),
    _character(39, "day", "Move your reputation to space 5; lose {loss} per space moved.", "D",
               loss=(1, "doubloons lost per space moved")),
    _character(40, "day", "Discard your whole ship; gain {reputation} reputation for each.", "D",
               reputation=(1, "reputation per character discarded", 0, 5)),
)  # fmt: skip
"""The characters in rank order: ``CHARACTERS[rank - 1]``."""

_DUSK, _NIGHT, _ANCHOR = When


def _tile(
    kind: Loot, side: str, source: str, *effects: TileEffect, before_map: bool = False, **amounts: tuple[Any, ...]
) -> Tile:
    owner = kind.name.lower() if side == "calm" else f"{side}_{kind.name.lower()}"
    rule = f"L{side[0].upper()}-{kind.name.lower()}"
    rows = tuple(Amount(f"{owner}.{amount}", value[0], rule, *value[1:]) for amount, value in amounts.items())
    return Tile(kind, side, effects, source, before_map, rows)


CALM = (
    _tile(Loot.CHEST, "calm", "S0 S4", TileEffect(_ANCHOR, Effect.GAIN, "chest.gain"), gain=(5, "doubloons per chest")),
    _tile(Loot.HOOK, "calm", "S0 S4", TileEffect(_ANCHOR, Effect.KEEP_OR_GAIN, "hook.gain"),
          gain=(2, "doubloons instead of keeping")),
    _tile(Loot.MAP, "calm", "S0 S4", TileEffect(_ANCHOR, Effect.GAIN_BY_BEST_SPLIT, sets=((2, "map.pair"), (3, "map.triple"))),
          pair=(7, "doubloons per set of two"), triple=(12, "doubloons per set of three")),
    _tile(Loot.SABER, "calm", "S0 S4", TileEffect(_DUSK, Effect.DISCARD_OTHERS_ISLAND_CHARACTER)),
    _tile(Loot.AMULET, "calm", "S0 S4", TileEffect(_ANCHOR, Effect.GAIN, "amulet.gain"), gain=(3, "doubloons per amulet")),
    _tile(Loot.BARREL, "calm", "S0 S4", TileEffect(_DUSK, Effect.REPUTATION, "barrel.reputation"),
          TileEffect(_ANCHOR, Effect.GAIN, "barrel.gain"),
          reputation=(1, "reputation at dusk", 0, 5), gain=(1, "doubloons per barrel")),
    _tile(Loot.RELIC, "calm", "S0 S4", TileEffect(_ANCHOR, Effect.GAIN, "-relic.loss"), loss=(3, "doubloons lost per relic")),
)  # fmt: skip
STORMY = (
    _tile(Loot.CHEST, "stormy", "R", TileEffect(_ANCHOR, Effect.GAIN_PER_TOKEN, "stormy_chest.gain"), before_map=True,
          gain=(1, "doubloons per chest and token held")),
    _tile(Loot.HOOK, "stormy", "R", TileEffect(_DUSK, Effect.DISCARD_OWN_CHARACTER), TileEffect(_DUSK, Effect.GAIN, "stormy_hook.gain"),
          gain=(4, "doubloons at dusk")),
    _tile(Loot.MAP, "stormy", "R", TileEffect(_ANCHOR, Effect.CASH_ALL_OR_KEEP_ALL, table="stormy_map.cash"),
          cash=((1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66), "doubloons for 1 to 11 maps")),
    _tile(Loot.SABER, "stormy", "R", TileEffect(_DUSK, Effect.DISCARD_ADJACENT_SHIP_CHARACTER)),
    _tile(Loot.AMULET, "stormy", "R", TileEffect(_NIGHT, Effect.GAIN, "stormy_amulet.gain"), gain=(1, "doubloons per amulet each night")),
    _tile(Loot.BARREL, "stormy", "R", TileEffect(_DUSK, Effect.REPUTATION, "-stormy_barrel.reputation"),
          TileEffect(_ANCHOR, Effect.GAIN_PER_SPACE_TO_THE_RIGHT, "stormy_barrel.gain"),
          reputation=(1, "reputation lost at dusk", 0, 5), gain=(1, "doubloons per barrel and space to the right")),
    _tile(Loot.RELIC, "stormy", "R", TileEffect(_NIGHT, Effect.GAIN, "-stormy_relic.loss"),
          loss=(1, "doubloons lost per relic each night")),
)  # fmt: skip
AUTOMA = (
    _tile(Loot.HOOK, "automa", "S4", TileEffect(_ANCHOR, Effect.KEEP_OR_GAIN, "automa_hook.gain"),
          gain=(4, "doubloons instead of keeping")),
    _tile(Loot.SABER, "automa", "S4", TileEffect(_DUSK, Effect.DISCARD_OPPONENTS_LOWEST_OR_GAIN, "automa_saber.gain"),
          gain=(3, "doubloons if there is nothing to discard")),
    _tile(Loot.AMULET, "automa", "S4", TileEffect(_ANCHOR, Effect.GAIN, "automa_amulet.gain"), gain=(3, "doubloons per amulet")),
    _tile(Loot.BARREL, "automa", "S4", TileEffect(_DUSK, Effect.REPUTATION, "automa_barrel.reputation"),
          TileEffect(_ANCHOR, Effect.GAIN, "automa_barrel.gain"),
          reputation=(1, "reputation at dusk", 0, 5), gain=(1, "doubloons per barrel")),
)  # fmt: skip
"""The tiles: calm and stormy in the order of kinds, and the four that solo games use instead."""

SIDES: dict[str, dict[Loot, Tile]] = {
    side: {tile.kind: tile for tile in tiles} for side, tiles in (("calm", CALM), ("stormy", STORMY), ("automa", AUTOMA))
}
"""The standard tiles by side and kind."""

AMOUNTS: dict[str, Amount] = {
    amount.key: amount
    for group in (SETUP, *(row.amounts for row in (*CHARACTERS, *CALM, *STORMY, *AUTOMA)))
    for amount in group
}  # fmt: skip
"""Every tunable amount by key, in the order of the rulebook; those of solo games alone are in ``SOLO_AMOUNTS``."""


@dataclass(frozen=True)
class SoloCard:
    """One card of the solo deck (SOL-2), as solo_deck.toml has it.

    Attributes:
        rank: the character's.
        printed: what is known from the sources; all else is reconstructed (R).
        amounts: its tunable amounts.
    """

    rank: int
    printed: tuple[str, ...]
    amounts: tuple[Amount, ...]


def _solo_card(row: dict[str, Any]) -> SoloCard:
    owner = f"automa_{Card(row['rank']).name.lower()}"
    printed = tuple(row["printed"])

    def amount(name: str, value: Value, text: str, *rest: Any) -> Amount:
        return Amount(f"{owner}.{name}", value, "SOL-8", text + ("" if name in printed else ", reconstructed"), *rest)

    amounts = [amount("payment", row["payment"], "doubloons taken by hers")] if "payment" in row else []
    if "no_effect_rank" in row:
        amounts.append(
            amount("no_effect_rank", row["no_effect_rank"], "rank on the island if her turn changed nothing", 1, CARDS)
        )
    amounts.append(amount("symbol", int(row["symbol"]), "whether it has the symbol", 0, 1, ("no", "yes")))
    back = tuple(map(BACK_ENTRIES.index, row["back"]))
    text = "card that each row of the back names: n-th from the left (L), from the right (R), or of those with the symbol (S)"
    amounts.append(amount("back", back, text, 0, len(BACK_ENTRIES) - 1, BACK_ENTRIES))
    return SoloCard(row["rank"], printed, tuple(amounts))


SOLO_DECK = tuple(
    _solo_card(row) for row in tomllib.loads(Path(__file__).with_name("solo_deck.toml").read_text("utf-8"))["card"]
)
"""The cards of the solo deck in rank order."""

DIFFICULTY = (
    Amount("solo.human_start", 0, "SOL-9", "doubloons of the human at the start of the first voyage"),
    Amount("solo.automa_start", 0, "SOL-9", "doubloons of the Automa at the start of the first voyage"),
)
"""Amounts that make a solo game easier or harder."""

SOLO_AMOUNTS: dict[str, Amount] = {
    amount.key: amount for group in (DIFFICULTY, *(card.amounts for card in SOLO_DECK)) for amount in group
}
"""Every tunable amount that only solo games have, by key."""


def _with(phase: str) -> np.uint64:
    return mask_of(row.rank for row in CHARACTERS if phase in row.when)


HAS_DAY = _with("day")
HAS_NIGHT = _with("night")
HAS_ANCHOR = _with("anchor")
"""Masks of the characters with an ability in that phase."""


assert len(CHARACTERS) == CARDS
assert len(CALM) == len(STORMY) == KINDS
assert all(len(SOLO_AMOUNTS[card.amounts[-1].key].value) == BACK_ROWS for card in SOLO_DECK)  # type: ignore[arg-type]
assert np.size(AMOUNTS["reputation.doubloons"].value) == SPACES
assert np.size(AMOUNTS["voyage.days"].value) == VOYAGES
