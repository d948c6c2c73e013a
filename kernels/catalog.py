"""DATA: the 40 characters, the loot tiles and every amount of the rules, with ids and provenance.

Amounts reach the kernels only through the RULES record that ``rules_record`` makes from here, so a number changed in this
file, or laid over it by a rule set, changes the next run. What an ability *does* stands in the phase files.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kernels.codes import (
    CARDS,
    FACES,
    KINDS,
    MOST_COUNTED,
    MOST_EFFECTS,
    MOST_TABLES,
    SPACES,
    VOYAGES,
    Card,
    CookBlockedBy,
    Effect,
    Loot,
    Rule,
    When,
)
from kernels.masks import mask_of
from kernels.tokens import MOST

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
        names: for a switch, the name of each value from 0 on.
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
               blocked_by=(0, "which first token blocks the second", 0, 1, tuple(c.name.lower() for c in CookBlockedBy))),
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
"""Every tunable amount by key, in the order of the rulebook."""


def _with(phase: str) -> np.uint64:
    return mask_of(row.rank for row in CHARACTERS if phase in row.when)


HAS_DAY = _with("day")
HAS_NIGHT = _with("night")
HAS_ANCHOR = _with("anchor")
"""Masks of the characters with an ability in that phase."""

_EFFECTS = (len(When), FACES, KINDS, MOST_EFFECTS)

RULES = np.dtype(
    [(amount.field, "i8", np.shape(amount.value)) for amount in AMOUNTS.values()]
    + [
        ("deck", "i1", (CARDS,)),
        ("deck_size", "i8"),
        ("loot_total", "i8"),
        ("loot_first", "i8", (KINDS,)),
        ("token_kind", "i8", (MOST + 1,)),
        ("effects", "i8", _EFFECTS[:3]),
        ("effect", "i8", _EFFECTS),
        ("effect_amount", "i8", _EFFECTS),
        ("effect_of", "i8", _EFFECTS),
        ("effect_table", "i8", _EFFECTS),
        ("table", "i8", (MOST_TABLES, MOST_COUNTED + 1)),
        ("face_rule", "i8", (FACES, KINDS)),
        ("drawn", "i8", (KINDS,)),
        ("draws", "i8"),
        ("flat_gain", "i8", (FACES, KINDS)),
        ("flat_items", "u8", (FACES,)),
        ("dusk_items", "u8", (FACES,)),
        ("night_items", "u8", (FACES,)),
        ("anchor_items", "u8", (FACES,)),
        ("single_items", "u8", (FACES,)),
        ("meddling_items", "u8", (FACES,)),
        ("ship_items", "u8", (FACES,)),
        ("first_items", "u8", (FACES,)),
        ("counted_items", "u8", (FACES,)),
        ("taker_items", "u8", (FACES,)),
    ],
    align=True,
)
"""What the kernels read: each amount by name, and what is derived from them and from the tiles.

``effects`` is the number of effects by [when, face, kind]; ``effect`` and its like the effects themselves; ``drawn`` is 1 where a
kind's face is drawn for each game. The masks of order items by face: kinds with an effect at night and at the anchor; with
each token an item of its own; with an anchor effect that changes what other items find, or that looks at the ship; resolved before the map; with a
count table at the anchor; discarding at dusk the card that took the token.
"""

COUNTED = (Effect.GAIN_BY_COUNT, Effect.GAIN_BY_BEST_SPLIT, Effect.CASH_ALL_OR_KEEP_ALL)
"""Effects that pay once for all tokens of the kind, from a table; the Explorer adds to them (CHR-10, Q-15)."""
MEDDLING = (Effect.REPUTATION, Effect.CASH_ALL_OR_KEEP_ALL)
"""Effects at the anchor that change what other items of the seat find."""
SHIP = (Effect.KEEP_OR_GAIN, Effect.GAIN_PER_SHIP_CHARACTER)
"""Effects at the anchor that look at the seat's ship."""


def best_split(sets: dict[int, int], most: int = MOST_COUNTED) -> list[int]:
    """What 0 to ``most`` tokens are worth, split as well as can be into sets: doubloons by size of set (LC-map)."""
    worth = [0] * (most + 1)
    for tokens in range(1, most + 1):
        worth[tokens] = max(
            [worth[tokens - 1], *(worth[tokens - size] + pays for size, pays in sets.items() if size <= tokens)]
        )
    return worth


def _resolve(value: Any, values: dict[str, Value]) -> Any:
    """A number or table of a tile, with keys of amounts replaced by the amounts in force."""
    if not isinstance(value, str):
        return value
    key = value.removeprefix("-")
    amount = values.get(key, AMOUNTS[key].value)
    return -amount if value.startswith("-") else amount  # type: ignore[operator]


def _table_of(effect: TileEffect, values: dict[str, Value]) -> list[int] | None:
    if effect.do == Effect.GAIN_BY_BEST_SPLIT:
        return best_split({size: _resolve(pays, values) for size, pays in effect.sets})
    if effect.do in COUNTED:
        table = _resolve(effect.table, values)
        return [0, *(table[min(count, len(table)) - 1] for count in range(1, MOST_COUNTED + 1))]
    return None


def _put_tile(rules: np.void, face: int, tile: Tile, values: dict[str, Value], tables: list[list[int]]) -> None:
    kind = int(tile.kind)
    item = np.uint64(1) << np.uint64(40 + kind)
    rules["face_rule"][face, kind] = Rule[tile.rule.replace("-", "_")] if tile.source != "user" else Rule["Q_15"]
    if tile.before_map and tile.kind != Loot.MAP:  # the map before itself says nothing
        rules["first_items"][face] |= item
    for effect in tile.effects:
        at = (int(effect.when), face, kind, int(rules["effects"][int(effect.when), face, kind]))
        rules["effects"][at[:3]] += 1
        rules["effect"][at] = effect.do
        rules["effect_amount"][at] = _resolve(effect.amount, values)
        rules["effect_of"][at] = -1 if effect.of is None else effect.of
        table = _table_of(effect, values)
        if table is not None:
            if table not in tables:
                tables.append(table)
            rules["effect_table"][at] = tables.index(table)
        if effect.when == When.DUSK:
            rules["dusk_items"][face] |= item
        if effect.when == When.NIGHT:
            rules["night_items"][face] |= item
        elif effect.when == When.ANCHOR:
            rules["anchor_items"][face] |= item
            for field, effects in (
                ("single_items", (Effect.KEEP_OR_GAIN,)),
                ("meddling_items", MEDDLING),
                ("counted_items", COUNTED),
                ("ship_items", SHIP),
            ):
                if effect.do in effects:
                    rules[field][face] |= item
        elif effect.do == Effect.DISCARD_OWN_CHARACTER:
            rules["taker_items"][face] |= item


def _put_flat(rules: np.void, face: int, tile: Tile) -> None:
    """A tile that only gains or loses fixed doubloons at the anchor is one multiplication there."""
    at = (int(When.ANCHOR), face, int(tile.kind))
    if all(effect.do == Effect.GAIN for effect in tile.effects if effect.when == When.ANCHOR):
        rules["flat_items"][face] |= np.uint64(1) << np.uint64(40 + tile.kind)
        rules["flat_gain"][face, int(tile.kind)] = rules["effect_amount"][at].sum()


def rules_record(values: dict[str, Value] | None = None, faces: tuple[tuple[Tile, ...], ...] = (CALM,)) -> np.ndarray:
    """The RULES record of a rule set.

    Args:
        values: amounts by key that differ from the standard; keys and ranges have been checked (sim.rule_sets).
        faces: the seven tiles in the order of kinds; with a second seven, each kind whose two tiles differ shows one of
            them, drawn for each game (SET-3).

    Returns:
        An array of shape (1,), dtype RULES.

    Raises:
        ValueError: more than MOST_TABLES different count tables.
    """
    values = values or {}
    record = np.zeros(1, RULES)
    rules = record[0]
    for amount in AMOUNTS.values():
        record[amount.field][0] = values.get(amount.key, amount.value)
    deck = [row.rank for row in CHARACTERS if rules[f"{row.key}_in_game"]]
    rules["deck"][: len(deck)], rules["deck_size"] = deck, len(deck)
    kinds = np.repeat(np.arange(KINDS), rules["loot_count"])
    rules["loot_total"] = kinds.size
    rules["loot_first"] = np.cumsum(rules["loot_count"]) - rules["loot_count"]
    rules["token_kind"][: kinds.size] = kinds
    tables: list[list[int]] = []
    for face in range(FACES):
        for tile in faces[min(face, len(faces) - 1)]:
            _put_tile(rules, face, tile, values, tables)
        for tile in faces[min(face, len(faces) - 1)]:
            _put_flat(rules, face, tile)
    if len(tables) > MOST_TABLES:
        raise ValueError(f"the tiles have {len(tables)} different count tables: at most {MOST_TABLES} are possible")
    rules["drawn"] = [faces[0][kind] != faces[-1][kind] for kind in range(KINDS)]
    rules["draws"] = rules["drawn"].any()
    rules["table"][: len(tables)] = tables or rules["table"][:0]
    return record


assert len(CHARACTERS) == CARDS
assert len(CALM) == len(STORMY) == KINDS
assert np.size(AMOUNTS["reputation.doubloons"].value) == SPACES
assert np.size(AMOUNTS["voyage.days"].value) == VOYAGES
