"""Settings laid over the standard rules: shapes, ranges, hashes, and what cannot be played."""

import pytest

from kernels.catalog import AMOUNTS, AUTOMA, CALM, CHARACTERS, STORMY, Tile, TileEffect
from kernels.codes import Effect, Loot, When
from sim.errors import GalecrestError
from sim.rule_sets import RuleSet
from sim.setups import CALM as CALM_SIDES
from sim.setups import NAMED


def test_settings_change_what_they_name_and_nothing_else():
    rules = RuleSet.from_settings(["beggar.payment=3", "merchant.gain=2,5,8"])
    assert rules.changes == {"beggar.payment": 3, "merchant.gain": (2, 5, 8)}
    assert rules.record()["beggar_payment"][0] == 3
    assert rules.record()["merchant_gain"][0].tolist() == [2, 5, 8]
    assert rules.record()["carpenter_anchor"][0] == AMOUNTS["carpenter.anchor"].value


def test_a_standard_value_is_no_change():
    assert RuleSet.from_settings(["beggar.payment=2"]) == RuleSet.standard()
    assert RuleSet.from_settings(["beggar.payment=2"]).hash == RuleSet.standard().hash


def test_the_later_setting_wins():
    assert RuleSet.from_settings(["beggar.payment=3", "beggar.payment=4"]).value("beggar.payment") == 4


def test_the_hash_tells_rule_sets_apart():
    hashes = {RuleSet.from_settings([f"beggar.payment={value}"]).hash for value in range(10)}
    assert len(hashes) == 10


@pytest.mark.rule("LC-map")
def test_map_amounts_change_the_table_of_best_splits():
    """Pairs 5, triples 9: 4 maps are two pairs (10), 5 a pair and a triple (14), 6 two triples (18), 7 two pairs and a triple (19)."""
    rules = RuleSet.from_settings(["map.pair=5", "map.triple=9"])
    record = rules.record()[0]
    table = record["table"][record["effect_table"][When.ANCHOR, 0, Loot.MAP, 0]]
    assert table[:8].tolist() == [0, 0, 5, 9, 10, 14, 18, 19]


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("beggar.payment", "write KEY=VALUE"),
        ("begar.payment=3", "did you mean 'beggar.payment'"),
        ("beggar.payment=x", "must be a whole number from 0 to 99"),
        ("beggar.payment=100", "must be a whole number from 0 to 99"),
        ("beggar.payment=-1", "must be a whole number from 0 to 99"),
        ("beggar.payment=1e9999", "must be a whole number from 0 to 99"),
        ("merchant.gain=1,2", "must be 3 whole numbers, each from 0 to 99"),
        ("merchant.gain=1,2,3,4", "must be 3 whole numbers, each from 0 to 99"),
        ("voyage.days=4,5,9", "each from 1 to 8"),
        ("cook.blocked_by=hook", "did you mean 'any_hook'"),
        ("loot.count=24,24,24,24,24,24,24", "adds up to 168 tokens: at most 127"),
        ("\x1b[31m=\n", "no amount is called"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(setting, message):
    with pytest.raises(GalecrestError) as refused:
        RuleSet.from_settings([setting])
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)
    assert "\x1b" not in str(refused.value)


def test_a_bag_too_small_is_refused_for_the_players_that_empty_it():
    """Six players need 8 x 6 = 48 tokens for a voyage of 8 days; 40 are there: enough for five."""
    rules = RuleSet.from_settings(["voyage.days=8,8,8", "loot.count=6,6,6,6,6,5,5"])
    rules.check([5])
    with pytest.raises(GalecrestError, match="with 6 players a voyage of 8 days needs 48 tokens: the bag may hold only 40"):
        rules.check([6])


def made(kind, *effects):
    return Tile(kind, "made", effects, "user")


def playing(*tiles, **changes):
    """A rule set that shows these tiles, calm ones elsewhere."""
    setup = ["calm"] * 7
    for tile in tiles:
        setup[tile.kind] = tile.side
    return RuleSet(changes, {(tile.side, tile.kind): tile for tile in tiles}, tuple(setup))


def refused(rule_set, *players):
    with pytest.raises(GalecrestError) as error:
        rule_set.check(players)
    assert "\n" not in str(error.value)
    return str(error.value)


def test_of_the_characters_18_must_be_left():
    """18 are dealt in a game: 22 may be out, 23 may not."""
    out = [f"{row.key}.in_game=no" for row in CHARACTERS]
    RuleSet.from_settings(out[:22])
    with pytest.raises(GalecrestError, match="deals 18 cards in a game: 17 are in it"):
        RuleSet.from_settings(out[:23])
    RuleSet.from_settings([*out[:23], "voyage.cards=5"])


@pytest.mark.rule("Q-15")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_opponent_needs_exactly_two_seats(players):
    rule_set = RuleSet.from_settings([], "saber=automa")
    rule_set.check([2])
    message = refused(rule_set, 2, players)
    assert message == f"tiles.automa.saber: 'the opponent' needs exactly two seats, not {players} (Q-15)"
    RuleSet.from_settings([], "hook=automa,amulet=automa,barrel=automa").check([players])


@pytest.mark.rule("Q-15")
def test_a_tile_that_is_not_shown_is_not_refused():
    tile = made(Loot.CHEST, TileEffect(When.DUSK, Effect.DISCARD_OPPONENTS_LOWEST_OR_GAIN, 1))
    RuleSet(tiles={("made", Loot.CHEST): tile}).check([6])


@pytest.mark.rule("Q-11")
def test_tokens_that_may_be_kept_are_missing_in_the_bag_from_the_second_voyage_on():
    """Six players, 36 tokens for 6 days; 48 less 10 maps are 38; with three relics fewer 35."""
    RuleSet.from_settings([], "stormy").check([6])
    few = "loot.count=4,6,10,6,6,8,5"
    message = refused(RuleSet.from_settings([few], "stormy"), 6)
    assert message.startswith("with 6 players a voyage of 6 days needs 36 tokens: the bag may hold only 35 ")
    RuleSet.from_settings([few], "stormy").check([5])
    # in the first voyage nothing is kept yet; drawn sides may be stormy; calm maps are not kept
    RuleSet.from_settings([few, "voyage.days=6,5,5"], "stormy").check([6])
    assert "may hold only 35" in refused(RuleSet.from_settings([few], "map=drawn"), 6)
    RuleSet.from_settings([few], "calm").check([6])


@pytest.mark.parametrize(
    ("effect", "kind", "most"),
    [
        (TileEffect(When.ANCHOR, Effect.GAIN_BY_COUNT, table=(1, 2, 3)), Loot.CHEST, 4),
        (TileEffect(When.NIGHT, Effect.GAIN_BY_COUNT, table=(1,) * 9), Loot.MAP, 10),
        # the Explorer's one more counts at the anchor, on the map
        (TileEffect(When.ANCHOR, Effect.CASH_ALL_OR_KEEP_ALL, table=(1,) * 10), Loot.MAP, 11),
        (TileEffect(When.ANCHOR, Effect.GAIN_BY_COUNT, table="merchant.gain"), Loot.HOOK, 6),
    ],
)
def test_a_table_must_be_as_long_as_any_count(effect, kind, most):
    short = playing(made(kind, effect))
    length = 3 if isinstance(effect.table, str) else len(effect.table)
    place = f"tiles.made.{kind.name.lower()}"
    assert refused(short) == f"{place}: a table of {length} is too short: up to {most} tokens may be counted"
    playing(made(kind, TileEffect(effect.when, effect.do, table=(1,) * most))).check()


def test_a_longer_table_is_needed_when_there_are_more_tokens():
    assert "a table of 11 is too short: up to 12 tokens" in refused(
        RuleSet({"loot.count": (4, 6, 11, 6, 6, 8, 8)}, setup=NAMED["stormy"])
    )
    assert "a table of 11 is too short: up to 13 tokens" in refused(RuleSet({"explorer.maps": 3}, setup=NAMED["stormy"]))


def test_more_count_tables_than_are_possible_are_refused_or_played():
    """Six kinds with a table at dusk, at night and at the anchor: 18, or 36 with both faces."""
    effects = [TileEffect(when, Effect.GAIN_BY_COUNT, table=(1,) * 12) for when in When]
    rule_set = playing(*(made(kind, *effects) for kind in list(Loot)[:6]))
    try:
        rule_set.check()
    except GalecrestError:
        return
    rule_set.record()


def test_a_side_that_a_kind_does_not_have_is_refused():
    with pytest.raises(
        GalecrestError, match=r"^--setup 'chest=automa': chest has no side 'automa'; there are calm, stormy, drawn$"
    ):
        RuleSet.from_settings([], "chest=automa")
    with pytest.raises(GalecrestError, match=r"^setup: chest has no side 'automa'$"):
        RuleSet(setup=("automa", *CALM_SIDES[1:])).check()


@pytest.mark.rule("SET-3")
def test_the_tiles_of_a_setup():
    assert RuleSet().faces() == (CALM,)
    assert RuleSet(setup=NAMED["stormy"]).faces() == (STORMY,)
    assert RuleSet(setup=NAMED["uncharted"]).faces() == (CALM, STORMY)
    (mix,) = RuleSet.from_settings([], "hook=automa,map=stormy").faces()
    assert mix == (CALM[0], AUTOMA[0], STORMY[2], *CALM[3:])
    first, second = RuleSet.from_settings([], "hook=automa,map=drawn").faces()
    assert (first, second) == ((CALM[0], AUTOMA[0], *CALM[2:]), (CALM[0], AUTOMA[0], STORMY[2], *CALM[3:]))


def test_provenance_is_the_weakest_of_what_is_in_play():
    tile = made(Loot.CHEST, TileEffect(When.NIGHT, Effect.GAIN, 1))
    assert RuleSet().provenance == "standard"
    assert RuleSet({"chest.gain": 6}).provenance == "changed"
    assert RuleSet(tiles={("made", Loot.CHEST): tile}).provenance == "standard"  # it is not shown
    assert playing(tile).provenance == "user"
    assert RuleSet.from_settings([], "relic=stormy").provenance == "reconstructed"
    assert RuleSet.from_settings([], "relic=drawn").provenance == "reconstructed"
    assert RuleSet.from_settings([], "relic=stormy").reconstructed


def test_hashes_tell_setups_and_tiles_apart_and_standard_tiles_are_no_change():
    tile = made(Loot.CHEST, TileEffect(When.NIGHT, Effect.GAIN, 1))
    sets = [RuleSet(), *(RuleSet(setup=NAMED[name]) for name in ("stormy", "uncharted")), playing(tile)]
    assert len({rule_set.hash for rule_set in sets}) == 4
    assert RuleSet(tiles={("calm", Loot.CHEST): CALM[0]}) == RuleSet()


def test_names():
    assert RuleSet().name == "calm"
    assert RuleSet({"chest.gain": 6}, setup=NAMED["stormy"]).name == "stormy, 1 change"
    assert playing(made(Loot.CHEST), **{"chest.gain": 6}).name == "chest=made, 2 changes"
