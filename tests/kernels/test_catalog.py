"""The catalog against the rules' tables, copied here by hand; and the record made from it."""

import numpy as np
import pytest

from kernels.catalog import (
    AMOUNTS,
    AUTOMA,
    CALM,
    CHARACTERS,
    DIFFICULTY,
    HAS_ANCHOR,
    HAS_DAY,
    HAS_NIGHT,
    SETUP,
    SIDES,
    SOLO_AMOUNTS,
    SOLO_DECK,
    STORMY,
    Tile,
    TileEffect,
)
from kernels.codes import (
    BACK_ENTRIES,
    CHOICE_RULE,
    ITEM_LOOT,
    ITEM_PRISONER_COPY,
    ITEM_RULE,
    Card,
    Choice,
    CookBlockedBy,
    Effect,
    Loot,
    Rule,
    When,
)
from kernels.masks import ranks_of
from kernels.rule_record import RULES, rules_record

TABLE = """
01 | Scout | day
02 | Apprentice | day
03 | Beggar | day
04 | Innkeeper | day
05 | Cabin Boy | day, dusk
06 | Bandit | day
07 | Preacher | day, anchor
08 | Barkeep | night, anchor
09 | Stowaway | day
10 | Explorer | dusk, anchor
11 | Carpenter | day, anchor
12 | Officer | day
13 | Smuggler | day
14 | Bodyguard | day
15 | Witch | night, anchor
16 | Mutineer | night
17 | Brute | day
18 | Gunner | day
19 | Necromancer | day
20 | Freed Prisoner | night
21 | Bosun | day
22 | Brawler | day, night
23 | Thief | day
24 | Topman | night
25 | Recruiter | day
26 | Cook | dusk
27 | Watchman | day
28 | Armorer | dusk, night
29 | Infantry | day
30 | Merchant | day
31 | Surgeon | day
32 | Treasurer | anchor
33 | Gambler | day, anchor
34 | Aristocrat | day, anchor
35 | Collector | anchor
36 | Quartermaster | day, anchor
37 | Wind Nymph | night
38 | First Mate | day, anchor
39 | Captain | day
40 | Governor | day
"""
"""The rules' table of characters: CHR- number, name, when."""

ROWS = [[cell.strip() for cell in line.split("|")] for line in TABLE.strip().splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"CHR-{row[0]}")
def test_characters(row):
    number, name, when = row
    character = CHARACTERS[int(number) - 1]
    assert (character.rank, character.name, character.rule) == (int(number), name, f"CHR-{number}")
    assert ", ".join(character.when) == when
    assert (Card(character.rank).name, character.key) == (name.upper().replace(" ", "_"), name.lower().replace(" ", "_"))
    assert character.text
    assert set(character.source.split()) <= {"S0", "S1", "S4", "D"}


@pytest.mark.parametrize(("mask", "phase"), [(HAS_DAY, "day"), (HAS_NIGHT, "night"), (HAS_ANCHOR, "anchor")])
def test_masks_of_characters_with_an_ability(mask, phase):
    assert ranks_of(mask) == [int(number) for number, _, when in ROWS if phase in when.split(", ")]


@pytest.mark.parametrize("kind", list(Loot), ids=lambda kind: kind.name)
def test_tiles(kind):
    assert (CALM[kind].kind, CALM[kind].side, CALM[kind].rule) == (kind, "calm", f"LC-{kind.name.lower()}")
    assert (STORMY[kind].kind, STORMY[kind].side, STORMY[kind].rule) == (kind, "stormy", f"LS-{kind.name.lower()}")
    assert (SIDES["calm"][kind], SIDES["stormy"][kind]) == (CALM[kind], STORMY[kind])


def test_automa_tiles():
    """Solo replaces these four kinds."""
    kinds = [Loot.HOOK, Loot.SABER, Loot.AMULET, Loot.BARREL]
    assert [(tile.kind, tile.side, tile.rule) for tile in AUTOMA] == [
        (kind, "automa", f"LA-{kind.name.lower()}") for kind in kinds
    ]
    assert {kind: SIDES["automa"][kind] for kind in kinds} == SIDES["automa"] == {tile.kind: tile for tile in AUTOMA}


def test_what_is_reconstructed_says_so():
    """All stormy tiles are R, all others printed."""
    assert {tile.provenance for tile in STORMY} == {"reconstructed"}
    assert {tile.provenance for tile in (*CALM, *AUTOMA)} == {"standard"}


def test_texts_name_all_amounts_of_their_owner_and_no_others():
    for owner in CHARACTERS:
        names = {amount.key.partition(".")[2] for amount in owner.amounts} - {"in_game"}
        told = {part.partition("}")[0] for part in owner.text.split("{")[1:]}
        assert told == names, owner


def keys_in(effect):
    return [text for text in (effect.amount, effect.table, *(pays for _, pays in effect.sets)) if isinstance(text, str)]


def test_amounts_belong_to_their_owner_and_cite_its_rule():
    for character in CHARACTERS:
        assert all(row.key.startswith(f"{character.key}.") and row.rule == character.rule for row in character.amounts)
    for tile in (*CALM, *STORMY, *AUTOMA):
        owner = tile.kind.name.lower() if tile.side == "calm" else f"{tile.side}_{tile.kind.name.lower()}"
        assert all(row.key.startswith(f"{owner}.") and row.rule == tile.rule for row in tile.amounts)
        used = {text.removeprefix("-") for effect in tile.effects for text in keys_in(effect)}
        assert used == {row.key for row in tile.amounts}
    assert [amount.rule for amount in SETUP] == ["VOY-4", "VOY-1", "VOY-3", "VOY-2", "SET-2"]


SOLO_RANKS = [rank for rank in range(1, 41) if rank != 37]
"""SOL-2."""
DUE = [int(number) for number, _, when in ROWS if "day" in when.split(", ") and int(number) != Card.WATCHMAN]
"""Cards of hers with a daytime ability: without the Watchman (SOL-8)."""
WITH_SYMBOL = [
    int(number) for number, _, when in ROWS if {"night", "anchor"} & set(when.split(", ")) and int(number) != Card.WIND_NYMPH
]
"""What solo_deck.toml says of its reconstruction: cards with a night or an anchor ability."""


@pytest.mark.rule("SOL-2")
@pytest.mark.rule("SOL-4")
@pytest.mark.rule("SOL-8")
def test_the_solo_deck():
    """39 cards; each says whether it has the symbol and has five entries on its back; a no-effect rank where it may be due."""
    assert [card.rank for card in SOLO_DECK] == SOLO_RANKS
    for card in SOLO_DECK:
        amounts = {amount.key.split(".")[1]: amount for amount in card.amounts}
        assert all(amount.key.startswith(f"automa_{Card(card.rank).name.lower()}.") for amount in card.amounts)
        assert list(amounts) == [
            *(["payment"] if card.rank == 3 else []),
            *(["no_effect_rank"] if card.rank in DUE else []),
            "symbol",
            "back",
        ]
        assert amounts["symbol"].value == (card.rank in WITH_SYMBOL)
        assert len(amounts["back"].value) == 5
        if card.rank in DUE:
            assert amounts["no_effect_rank"].value == min(card.rank + 15, 40)
            assert (amounts["no_effect_rank"].low, amounts["no_effect_rank"].high) == (1, 40)
    assert tuple(f"{side}{number}" for side in "LRS" for number in range(1, 10)) == BACK_ENTRIES


@pytest.mark.rule("SOL-8")
def test_what_is_printed_of_the_solo_deck():
    """Beggar 3 and 18, and three abilities; all else says that it is reconstructed."""
    assert {card.rank: set(card.printed) for card in SOLO_DECK if card.printed} == {
        3: {"payment", "no_effect_rank"},
        12: {"ability"},
        26: {"ability"},
        27: {"ability"},
    }
    assert (SOLO_AMOUNTS["automa_beggar.payment"].value, SOLO_AMOUNTS["automa_beggar.no_effect_rank"].value) == (3, 18)
    printed = {"automa_beggar.payment", "automa_beggar.no_effect_rank"}
    for key in SOLO_AMOUNTS.keys() - {amount.key for amount in DIFFICULTY}:
        assert ("reconstructed" in SOLO_AMOUNTS[key].text) == (key not in printed)


@pytest.mark.rule("SOL-8")
@pytest.mark.rule("SOL-9")
def test_solo_amounts_have_keys_of_their_own_and_cite_their_rule():
    assert [(amount.key, amount.value, amount.rule) for amount in DIFFICULTY] == [
        ("solo.human_start", 0, "SOL-9"),
        ("solo.automa_start", 0, "SOL-9"),
    ]
    assert not SOLO_AMOUNTS.keys() & AMOUNTS.keys()
    assert {amount.rule for key, amount in SOLO_AMOUNTS.items() if key.startswith("automa_")} == {"SOL-8"}
    for amount in SOLO_AMOUNTS.values():
        numbers = amount.value if isinstance(amount.value, tuple) else (amount.value,)
        assert all(amount.low <= number <= amount.high for number in numbers)
        assert amount.text


@pytest.mark.rule("SOL-2")
@pytest.mark.rule("SOL-8")
@pytest.mark.rule("Q-03")
def test_the_record_of_a_solo_game():
    """The deck without 37: six cards and a card a day for each voyage, and a last back: 6 + 4, 6 + 5, 6 + 6 and 1."""
    rules = rules_record(solo=True)[0]
    assert (rules["deck"][: rules["deck_size"]].tolist(), int(rules["deck_drawn"])) == (SOLO_RANKS, 34)
    assert rules["deal_first"].tolist() == [0, 10, 21]
    assert rules["beggar_payments"].tolist()[:2] == [2, 3]
    assert rules["cook_blocked_by"] == CookBlockedBy.NOTHING
    assert ranks_of(rules["automa_symbols"]) == WITH_SYMBOL
    assert {rank: int(new) for rank, new in enumerate(rules["automa_no_effect"]) if new} == {
        rank: min(rank + 15, 40) for rank in DUE
    }
    for card in SOLO_DECK:
        assert tuple(rules["automa_backs"][card.rank]) == card.amounts[-1].value


@pytest.mark.rule("SOL-2")
@pytest.mark.rule("SOL-9")
def test_the_record_of_a_solo_game_of_another_rule_set():
    values = {
        "voyage.days": (1, 2, 3),
        "voyage.cards": 2,
        "cook.in_game": 0,
        "cook.blocked_by": 1,
        "beggar.payment": 7,
        "automa_beggar.payment": 4,
        "automa_beggar.no_effect_rank": 33,
        "automa_scout.symbol": 1,
        "automa_scout.back": (0, 9, 18, 8, 26),
        "solo.human_start": 5,
        "solo.automa_start": 6,
    }
    rules = rules_record(values, solo=True)[0]
    assert rules["deck"][: rules["deck_size"]].tolist() == [rank for rank in SOLO_RANKS if rank != Card.COOK]
    assert (rules["deal_first"].tolist(), int(rules["deck_drawn"])) == ([0, 3, 7], 3 * 2 + 6 + 1)
    assert (rules["beggar_payments"][:2].tolist(), rules["start_doubloons"][:2].tolist()) == ([7, 4], [5, 6])
    assert (int(rules["automa_no_effect"][3]), rules["automa_backs"][1].tolist()) == (33, [0, 9, 18, 8, 26])
    assert ranks_of(rules["automa_symbols"]) == [1, *WITH_SYMBOL]
    assert rules["cook_blocked_by"] == CookBlockedBy.NOTHING


@pytest.mark.rule("SOL-1")
def test_the_record_of_any_other_game_has_nothing_of_solo():
    """All 40 ranks, six a voyage, one payment for all; solo amounts say nothing there."""
    rules = rules_record({"automa_beggar.payment": 9, "solo.human_start": 9})[0]
    assert (rules["deck"].tolist(), int(rules["deck_size"]), int(rules["deck_drawn"])) == (list(range(1, 41)), 40, 18)
    assert rules["deal_first"].tolist() == [0, 6, 12]
    assert rules["beggar_payments"].tolist() == [2] * 6
    for name in ("automa_symbols", "automa_no_effect", "automa_backs", "start_doubloons"):
        assert not rules[name].any()
    assert rules["cook_blocked_by"] == CookBlockedBy.ANY_HOOK


def test_the_record_holds_the_standard_amounts_or_those_laid_over_them():
    record = rules_record()
    for amount in AMOUNTS.values():
        assert np.array_equal(record[amount.field][0], amount.value)
        numbers = amount.value if isinstance(amount.value, tuple) else (amount.value,)
        assert all(amount.low <= number <= amount.high for number in numbers)
        assert amount.text
    changed = rules_record({"beggar.payment": 7, "merchant.gain": (0, 1, 2)})
    assert (changed["beggar_payment"][0], changed["merchant_gain"][0].tolist()) == (7, [0, 1, 2])
    assert changed["beggar_reputation"][0] == 1
    assert record.shape == (1,)
    assert record.dtype == RULES


def test_tokens_have_their_kinds_in_order():
    record = rules_record({"loot.count": (2, 0, 1, 0, 0, 3, 0)})
    assert (int(record["loot_total"][0]), record["token_kind"][0, :6].tolist()) == (6, [0, 0, 2, 5, 5, 5])


def test_the_switch_has_a_name_for_each_value():
    """Q-03."""
    assert AMOUNTS["cook.blocked_by"].names == ("any_hook", "discarding_hook")
    assert AMOUNTS["cook.blocked_by"].value == 0


def test_rule_ids():
    names = {rule.name.replace("_", "-") for rule in Rule}
    assert {f"CHR-{rank:02}" for rank in range(1, 41)} <= names
    assert {f"{side}-{kind.name.lower()}" for side in ("LC", "LS") for kind in Loot} <= names
    assert {tile.rule for tile in AUTOMA} <= names
    assert [Rule(int(ITEM_RULE) + rank).name for rank in (1, 40)] == ["CHR_01", "CHR_40"]
    assert [Rule(int(ITEM_RULE + ITEM_LOOT) + kind).name for kind in Loot] == [f"LC_{kind.name.lower()}" for kind in Loot]
    assert int(ITEM_PRISONER_COPY) == int(ITEM_LOOT) + len(Loot)
    assert len(CHOICE_RULE) == len(Choice)


def test_more_count_tables_than_there_is_room_for_are_refused():
    """Six kinds with a table of their own at dusk, at night and at the anchor: 18 tables, 16 are possible."""
    tiles = [
        Tile(kind, "made", tuple(TileEffect(when, Effect.GAIN_BY_COUNT, table=(int(kind), int(when))) for when in When), "user")
        for kind in list(Loot)[:6]
    ]
    with pytest.raises(ValueError, match="18 different count tables: at most 16 are possible"):
        rules_record(faces=((*tiles, CALM[6]),))
