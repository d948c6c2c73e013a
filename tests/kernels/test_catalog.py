"""The catalog against the rules' tables, copied here by hand; and the record made from it."""

import numpy as np
import pytest

from kernels.catalog import (
    AMOUNTS,
    AUTOMA,
    CALM,
    CHARACTERS,
    HAS_ANCHOR,
    HAS_DAY,
    HAS_NIGHT,
    SETUP,
    SIDES,
    STORMY,
    Tile,
    TileEffect,
)
from kernels.codes import CHOICE_RULE, ITEM_LOOT, ITEM_PRISONER_COPY, ITEM_RULE, Card, Choice, Effect, Loot, Rule, When
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
