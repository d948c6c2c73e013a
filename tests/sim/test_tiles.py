"""Tiles as users write them: what is read, what is refused and how, and back."""

import pytest

from kernels.catalog import AUTOMA, CALM, STORMY, Tile, TileEffect
from kernels.codes import MOST_COUNTED, MOST_EFFECTS, Effect, Loot, When
from sim.errors import GalecrestError
from sim.tiles import GRAMMAR, MOST_AMOUNT, parse_tile, tile_as_data

NUMBERS = {"amount": 2, "table": [1, 2], "sets": {"2": 7, "3": 12}}
AT_DUSK = {
    Effect.DISCARD_OWN_CHARACTER,
    Effect.DISCARD_OTHERS_ISLAND_CHARACTER,
    Effect.DISCARD_ADJACENT_SHIP_CHARACTER,
    Effect.DISCARD_ANY_SHIP_CHARACTER,
    Effect.DISCARD_OPPONENTS_LOWEST_OR_GAIN,
    Effect.STEAL_ADJACENT_TOKEN,
}
"""By Q-15, what touches others; and what the taker suffers, for only at dusk a card has just taken the token."""
AT_ANCHOR = {Effect.KEEP_OR_GAIN, Effect.CASH_ALL_OR_KEEP_ALL}


def whens(do):
    return [When.DUSK] if do in AT_DUSK else [When.ANCHOR] if do in AT_ANCHOR else list(When)


def effect(do, when, **more):
    numbers = {key: NUMBERS[key] for key in GRAMMAR[do].numbers}
    return {"when": when.name.lower(), "do": do.name.lower(), **numbers, **more}


def parse(*effects, kind=Loot.CHEST, side="made", **more):
    return parse_tile(side, kind, {"effects": list(effects), **more})


def refusal(data, kind=Loot.CHEST, side="made"):
    with pytest.raises(GalecrestError) as error:
        parse_tile(side, kind, data)
    assert "\n" not in str(error.value)
    return str(error.value)


@pytest.mark.rule("Q-15")
@pytest.mark.parametrize("when", When, ids=lambda when: when.name)
@pytest.mark.parametrize("do", Effect, ids=lambda do: do.name)
def test_each_effect_at_each_time(do, when):
    """Read where it may happen; elsewhere refused with the reason and the times that are allowed."""
    if when in whens(do):
        (read,) = parse(effect(do, when)).effects
        assert (read.when, read.do) == (when, do)
    else:
        name, time = do.name.lower(), when.name.lower()
        message = refusal({"effects": [effect(do, when)]})
        assert message.startswith(f"tiles.made.chest.effects[1]: {name} at {time} cannot work: ")
        assert message.endswith(f"; allowed at {whens(do)[0].name.lower()}")


def test_everything_that_an_effect_may_say():
    tile = parse(
        {"when": "night", "do": "gain", "amount": -99},
        {"when": "dusk", "do": "gain", "amount": "beggar.payment"},
        {"when": "dusk", "do": "gain", "amount": "-relic.loss"},
        {"when": "anchor", "do": "gain_per_token", "amount": 1, "of": "relic"},
        {"when": "anchor", "do": "gain_by_count", "table": [1, -2, 3]},
        {"when": "anchor", "do": "gain_by_count", "table": "merchant.gain"},
        {"when": "anchor", "do": "gain_by_best_split", "sets": {"3": "map.triple", "2": 7}},
        order="before_map",
    )
    assert tile == Tile(
        Loot.CHEST,
        "made",
        (
            TileEffect(When.NIGHT, Effect.GAIN, -99),
            TileEffect(When.DUSK, Effect.GAIN, "beggar.payment"),
            TileEffect(When.DUSK, Effect.GAIN, "-relic.loss"),
            TileEffect(When.ANCHOR, Effect.GAIN_PER_TOKEN, 1, of=Loot.RELIC),
            TileEffect(When.ANCHOR, Effect.GAIN_BY_COUNT, table=(1, -2, 3)),
            TileEffect(When.ANCHOR, Effect.GAIN_BY_COUNT, table="merchant.gain"),
            TileEffect(When.ANCHOR, Effect.GAIN_BY_BEST_SPLIT, sets=((2, 7), (3, "map.triple"))),
        ),
        "user",
        before_map=True,
    )
    assert parse_tile("made", Loot.CHEST, tile_as_data(tile)) == tile


def test_a_tile_without_effects():
    assert parse() == parse_tile("made", Loot.CHEST, {}) == Tile(Loot.CHEST, "made", (), "user")


@pytest.mark.parametrize("tile", [*CALM, *STORMY, *AUTOMA], ids=lambda tile: tile.rule)
def test_the_standard_tiles_written_out_are_the_standard_tiles(tile):
    """In place of themselves; under another name they are a user's."""
    assert parse_tile(tile.side, tile.kind, tile_as_data(tile)) is tile
    other = parse_tile("made", tile.kind, tile_as_data(tile))
    assert (other.effects, other.before_map, other.source, other.provenance) == (tile.effects, tile.before_map, "user", "user")


def test_a_standard_tile_that_was_changed_is_a_users():
    assert parse({"when": "anchor", "do": "gain", "amount": 6}, side="calm").source == "user"
    data = tile_as_data(STORMY[Loot.CHEST])
    del data["order"]
    assert parse_tile("stormy", Loot.CHEST, data).source == "user"


GAIN = {"when": "anchor", "do": "gain", "amount": 1}
PLACE = "tiles.made.chest"
REFUSED = [
    # what stands in place of a tile, of its keys, of an effect
    (5, f"{PLACE}: must be a table with effects, not '5'"),
    ([], f"{PLACE}: must be a table with effects, not '[]'"),
    ({"effect": []}, f"{PLACE}: no key 'effect'; did you mean 'effects'?; there are effects, order"),
    ({"order": "first"}, f"{PLACE}.order 'first': must be 'before_map' or left out"),
    ({"order": True}, f"{PLACE}.order 'True': must be 'before_map' or left out"),
    ({"effects": "gain"}, f"{PLACE}.effects: must be a list of effects, not 'gain'"),
    ({"effects": GAIN}, f"{PLACE}.effects: must be a list of effects, not "),
    ({"effects": [5]}, f"{PLACE}.effects[1]: must be a table with at least when and do, not '5'"),
    ({"effects": [GAIN, {"do": "gain"}]}, f"{PLACE}.effects[2]: must be a table with at least when and do, not "),
    # its words
    ({"effects": [GAIN | {"when": "dawn"}]}, f"{PLACE}.effects[1].when 'dawn': must be one of dusk, night, anchor"),
    ({"effects": [GAIN | {"when": "nihgt"}]}, "must be one of dusk, night, anchor; did you mean 'night'?"),
    ({"effects": [GAIN | {"when": ["dusk"]}]}, f"{PLACE}.effects[1].when \"['dusk']\": must be one of dusk, night, anchor"),
    ({"effects": [GAIN | {"do": "gian"}]}, f"{PLACE}.effects[1].do 'gian': must be one of gain, reputation, gain_per_token, "),
    ({"effects": [GAIN | {"do": "gain_per_tokn"}]}, "; did you mean 'gain_per_token'?"),
    ({"effects": [{"when": "anchor", "do": "gain_per_token", "amount": 1, "of": "maps"}]},
     f"{PLACE}.effects[1].of 'maps': must be one of chest, hook, map, saber, amulet, barrel, relic; did you mean 'map'?"),
    # its keys
    ({"effects": [{"when": "anchor", "do": "gain"}]}, f"{PLACE}.effects[1]: gain needs amount"),
    ({"effects": [{"when": "anchor", "do": "gain_by_count"}]}, f"{PLACE}.effects[1]: gain_by_count needs table"),
    ({"effects": [{"when": "anchor", "do": "gain_by_best_split"}]}, f"{PLACE}.effects[1]: gain_by_best_split needs sets"),
    ({"effects": [GAIN | {"of": "map"}]}, f"{PLACE}.effects[1]: no key 'of'"),
    ({"effects": [GAIN | {"ammount": 1}]}, f"{PLACE}.effects[1]: no key 'ammount'; did you mean 'amount'?; there are when, do, amount"),
    ({"effects": [{"when": "dusk", "do": "steal_adjacent_token", "amount": 1}]}, f"{PLACE}.effects[1]: no key 'amount'"),
    # its numbers
    *[({"effects": [GAIN | {"amount": value}]}, f"{PLACE}.effects[1].amount {str(value)!r}: must be a whole number from -99 to 99, ")
      for value in (100, -100, True, 1.0, float("inf"), [1])],
    ({"effects": [GAIN | {"amount": "begar.payment"}]},
     f"{PLACE}.effects[1].amount 'begar.payment': no amount is called so; did you mean 'beggar.payment'?"),
    ({"effects": [GAIN | {"amount": "-begar.payment"}]}, "no amount is called so; did you mean 'beggar.payment'?"),
    *[({"effects": [{"when": "night", "do": "gain_by_count", "table": value}]},
       f"must be 1 to {MOST_COUNTED} whole numbers from -99 to 99, for 1, 2, ... tokens")
      for value in ([], [1] * (MOST_COUNTED + 1), [1, 100], [1, True], [1.0], 5, {"1": 2})],
    ({"effects": [{"when": "night", "do": "gain_by_count", "table": "mercant.gain"}]},
     f"{PLACE}.effects[1].table 'mercant.gain': no table is called so; did you mean 'merchant.gain'?"),
    *[({"effects": [{"when": "night", "do": "gain_by_best_split", "sets": value}]},
       f"{PLACE}.effects[1].sets {str(value)!r}: must say what a set of each size pays, as in {{ 2 = 7, 3 = 12 }}")
      for value in ({}, 5)],
    *[({"effects": [{"when": "night", "do": "gain_by_best_split", "sets": {size: 1}}]},
       f"{PLACE}.effects[1].sets {size!r}: the size of a set must be a whole number from 1 to {MOST_COUNTED}")
      for size in ("0", "-1", "x", "1.5", str(MOST_COUNTED + 1))],
    ({"effects": [{"when": "night", "do": "gain_by_best_split", "sets": {"2": 100}}]},
     f"{PLACE}.effects[1].sets.2 '100': must be a whole number from -99 to 99, or the key of an amount"),
    # what does not go together
    ({"effects": [GAIN] * (MOST_EFFECTS + 1)}, f"{PLACE}: 5 effects at anchor: at most 4 are possible"),
    ({"effects": [GAIN | {"when": "dusk"}] * (MOST_EFFECTS + 1)}, f"{PLACE}: 5 effects at dusk: at most 4 are possible"),
    *[({"effects": [effect(Effect.KEEP_OR_GAIN, When.ANCHOR), effect(do, When.ANCHOR)]},
       f"{PLACE}: keep_or_gain is resolved token by token, a count table for all tokens together: not both at the anchor (Q-14)")
      for do in (Effect.GAIN_BY_COUNT, Effect.GAIN_BY_BEST_SPLIT, Effect.CASH_ALL_OR_KEEP_ALL)],
    *[({"effects": [effect(do, When.ANCHOR)] * 2}, f"{PLACE}: what is kept or cashed once cannot be kept or cashed again")
      for do in (Effect.KEEP_OR_GAIN, Effect.CASH_ALL_OR_KEEP_ALL)],
]  # fmt: skip


@pytest.mark.parametrize(("data", "message"), REFUSED)
def test_what_is_refused_and_what_is_said(data, message):
    """One line with the place, what was given, and what is allowed or near."""
    assert message in refusal(data)


def test_long_values_are_cut():
    assert len(refusal({"effects": "x" * 10_000})) < 150


def test_what_just_fits():
    parse(*[GAIN] * MOST_EFFECTS, *[GAIN | {"when": "night"}] * MOST_EFFECTS)
    parse(GAIN | {"amount": MOST_AMOUNT}, {"when": "night", "do": "gain_by_count", "table": [0] * MOST_COUNTED})
    parse({"when": "night", "do": "gain_by_best_split", "sets": {str(MOST_COUNTED): 1, "1": -99}})
    # a count table at night and a choice at the anchor are two items
    parse(effect(Effect.KEEP_OR_GAIN, When.ANCHOR), effect(Effect.GAIN_BY_COUNT, When.NIGHT))


@pytest.mark.parametrize(
    "data",
    [GAIN | {"amount": "loot.count"}, {"when": "night", "do": "gain_by_count", "table": "beggar.payment"}],
    ids=["table as amount", "amount as table"],
)
def test_a_key_of_the_wrong_shape_is_not_said_to_be_unknown(data):
    assert "did you mean" not in refusal({"effects": [data]})


@pytest.mark.parametrize("other", [9, "map.pair"])
def test_a_size_that_is_named_twice_is_refused(other):
    """Which of the two would be paid?"""
    refusal({"effects": [{"when": "anchor", "do": "gain_by_best_split", "sets": {"2": 7, "02": other}}]})
