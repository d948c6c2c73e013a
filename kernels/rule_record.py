"""The RULES record: a rule set as the kernels read it, made from the amounts and tiles of ``catalog``."""

from __future__ import annotations

from typing import Any

import numpy as np

from kernels.catalog import AMOUNTS, CALM, CHARACTERS, SOLO_DECK, Tile, TileEffect, Value
from kernels.codes import (
    AUTOMA,
    BACK_ROWS,
    CARDS,
    FACES,
    HUMAN,
    KINDS,
    MAX_SEATS,
    MOST_COUNTED,
    MOST_EFFECTS,
    MOST_TABLES,
    VOYAGES,
    CookBlockedBy,
    Effect,
    Loot,
    Rule,
    When,
)
from kernels.masks import mask_of
from kernels.tokens import MOST

_EFFECTS = (len(When), FACES, KINDS, MOST_EFFECTS)

RULES = np.dtype(
    [(amount.field, "i8", np.shape(amount.value)) for amount in AMOUNTS.values()]
    + [
        ("deck", "i1", (CARDS,)),
        ("deck_size", "i8"),
        ("deck_drawn", "i8"),
        ("deal_first", "i8", (VOYAGES,)),
        ("beggar_payments", "i8", (MAX_SEATS,)),
        ("start_doubloons", "i8", (MAX_SEATS,)),
        ("automa_symbols", "u8"),
        ("automa_no_effect", "i8", (CARDS + 1,)),
        ("automa_backs", "i8", (CARDS + 1, BACK_ROWS)),
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
        ("flat_night_gain", "i8", (FACES, KINDS)),
        ("flat_night_items", "u8", (FACES,)),
        ("dusk_items", "u8", (FACES,)),
        ("night_items", "u8", (FACES,)),
        ("anchor_items", "u8", (FACES,)),
        ("single_items", "u8", (FACES,)),
        ("meddling_items", "u8", (FACES,)),
        ("cash_items", "u8", (FACES,)),
        ("counting_items", "u8", (FACES,)),
        ("ship_items", "u8", (FACES,)),
        ("first_items", "u8", (FACES,)),
        ("counted_items", "u8", (FACES,)),
        ("taker_items", "u8", (FACES,)),
    ],
    align=True,
)
"""What the kernels read: each amount by name, and what is derived from them and from the tiles.

``deck`` has the ranks that are dealt from, of which the first ``deck_drawn`` are shuffled and ``deal_first`` begins each voyage's;
the automa_* fields are of the solo deck, by rank, and zero in other games. ``effects`` is the number of effects by [when, face, kind]; ``effect`` and its like the effects themselves; ``drawn`` is 1 where a
kind's face is drawn for each game. The masks of order items by face: kinds with an effect at night and at the anchor; with
each token an item of its own; with an anchor effect that moves reputation, cashes or keeps, counts tokens, or looks at the
ship; resolved before the map; with a count table at the anchor; discarding at dusk the card that took the token.
"""

COUNTED = (Effect.GAIN_BY_COUNT, Effect.GAIN_BY_BEST_SPLIT, Effect.CASH_ALL_OR_KEEP_ALL)
"""Effects that pay once for all tokens of the kind, from a table; the Explorer adds to them (CHR-10, Q-15)."""
MEDDLING = (Effect.REPUTATION,)
"""Effects at the anchor that change what any other item of the seat finds."""
CASH = (Effect.CASH_ALL_OR_KEEP_ALL,)
"""Effects at the anchor that change what items find which count tokens."""
COUNTING = (Effect.GAIN_PER_TOKEN,)
"""Effects at the anchor that count tokens of other kinds."""
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
                ("cash_items", CASH),
                ("counting_items", COUNTING),
                ("counted_items", COUNTED),
                ("ship_items", SHIP),
            ):
                if effect.do in effects:
                    rules[field][face] |= item
        elif effect.do == Effect.DISCARD_OWN_CHARACTER:
            rules["taker_items"][face] |= item


def _put_flat(rules: np.void, face: int, tile: Tile) -> None:
    """A tile that only gains or loses fixed doubloons at the anchor, or at night, is one multiplication there."""
    for when, prefix in ((When.ANCHOR, "flat"), (When.NIGHT, "flat_night")):
        amounts = rules["effect_amount"][int(when), face, int(tile.kind)]
        effects = [effect.do for effect in tile.effects if effect.when == when]
        # at night each effect is paid by itself (COI-1), so only one can be
        if all(do == Effect.GAIN for do in effects) and (when == When.ANCHOR or len(effects) == 1):
            rules[f"{prefix}_items"][face] |= np.uint64(1) << np.uint64(40 + tile.kind)
            rules[f"{prefix}_gain"][face, int(tile.kind)] = amounts.sum()


def _put_deck(rules: np.void, solo: bool) -> None:
    """SOL-2: in a solo game each voyage's cards are followed by those that the Pilferer turns, and a last back is read."""
    ranks = [card.rank for card in SOLO_DECK] if solo else [row.rank for row in CHARACTERS]
    deck = [rank for rank in ranks if rules[f"{CHARACTERS[rank - 1].key}_in_game"]]
    rules["deck"][: len(deck)], rules["deck_size"] = deck, len(deck)
    in_voyage = rules["voyage_cards"] + rules["voyage_days"] * solo
    rules["deal_first"] = np.cumsum(in_voyage) - in_voyage
    rules["deck_drawn"] = in_voyage.sum() + solo


def _put_solo(rules: np.void, values: dict[str, Value]) -> None:
    rules["cook_blocked_by"] = CookBlockedBy.NOTHING
    rules["start_doubloons"][HUMAN] = values.get("solo.human_start", 0)
    rules["start_doubloons"][AUTOMA] = values.get("solo.automa_start", 0)
    with_symbol = []
    for card in SOLO_DECK:
        for amount in card.amounts:
            value, name = values.get(amount.key, amount.value), amount.key.split(".")[1]
            if name == "payment":
                rules["beggar_payments"][AUTOMA] = value
            elif name == "no_effect_rank":
                rules["automa_no_effect"][card.rank] = value
            elif name == "back":
                rules["automa_backs"][card.rank] = value
            elif value:
                with_symbol.append(card.rank)
    rules["automa_symbols"] = mask_of(with_symbol)


def rules_record(
    values: dict[str, Value] | None = None, faces: tuple[tuple[Tile, ...], ...] = (CALM,), solo: bool = False
) -> np.ndarray:
    """The RULES record of a rule set.

    Args:
        values: amounts by key that differ from the standard; keys and ranges have been checked (sim.rule_sets).
        faces: the seven tiles in the order of kinds; with a second seven, each kind whose two tiles differ shows one of
            them, drawn for each game (SET-3).
        solo: for solo games (SOL-1).

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
    _put_deck(rules, solo)
    rules["beggar_payments"] = rules["beggar_payment"]
    if solo:
        _put_solo(rules, values)
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
