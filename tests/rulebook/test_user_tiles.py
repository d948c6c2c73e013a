"""Tiles made by users: each effect of the vocabulary (Q-14, Q-15), what is refused, and whole games with any tiles."""

import json
import random

import pytest

from .game import Game
from .loot import AUTOMA, VOCABULARY, Tile, check, tiles_from, uncharted
from .rules import STANDARD, RuleSet
from .seats import KINDS
from .table import anchor, asks, coins, day, graves, held, night, ships, spaces, table
from .transcript import random_game, replay

COOK_OR_NOT = (RuleSet(), RuleSet().changed({"cook.blocked_by": "discarding_hook"}))


def of(when, do, **numbers):
    return {"when": when, "do": do, **numbers}


def made(kind, *effects, **more):
    return {kind: {"effects": list(effects), **more}}


def dusk(kind, tiles, *records, players=3, **laid):
    """Seat 0's Surgeon, who has nothing to do by day, takes `kind` at dusk."""
    game = table(players, rows=[[kind]], tiles=tiles, **laid)
    return day(game, [31, *[None] * (players - 1)], asks(0, "loot_take", 1, loot=kind, source="dusk"), *records)


def test_gain_at_every_moment():
    tiles = made("map", of("dusk", "gain", amount=2), of("night", "gain", amount=-1), of("anchor", "gain", amount=5))
    game = dusk("map", tiles, loot=[["map"]])
    assert coins(game)[0] == 0  # dusk 2, night -1 for each of two
    assert anchor(game).scores()[0] == 10


def test_reputation_at_every_moment():
    tiles = made(
        "map", of("dusk", "reputation", amount=1), of("night", "reputation", amount=-1), of("anchor", "reputation", amount=4)
    )
    game = dusk("map", tiles)
    assert (spaces(game)[0], coins(game)[0]) == (1, 0)
    anchor(game)
    assert (spaces(game)[0], game.scores()[0]) == (5, 0)
    # ANC-2: the steps that cannot be taken go into the sum
    game = table(3, loot=[["map", "map"], [], []], tiles=tiles)
    assert anchor(game).scores()[0] == 4
    tiles = made("map", of("anchor", "reputation", amount=-6))
    game = table(3, loot=[["map", "amulet"], [], []], tiles=tiles, coins=[1, 0, 0])
    anchor(game, asks(0, "order", 2, phase="anchor", next="map"))
    assert game.scores()[0] == 0  # 1 - 5 + 3
    game = table(3, loot=[["map", "chest"], [], []], tiles=tiles, coins=[1, 0, 0])
    anchor(game, asks(0, "order", 2, phase="anchor", next="map"))
    assert game.scores()[0] == 1  # 1 - 5 + 5


def test_gain_per_token_held_of_a_kind_or_any():
    tiles = made("saber", of("anchor", "gain_per_token", amount=2, of="map"))
    game = table(3, loot=[["saber", "saber", "map", "map", "map"], [], []], tiles=tiles)
    anchor(game, asks(0, "order", 2, phase="anchor", next="saber"))
    assert game.scores()[0] == 2 * 2 * 3 + 12
    tiles = made("saber", of("night", "gain_per_token", amount=1))
    game = night(table(3, loot=[["saber", "chest"], [], []], tiles=tiles))
    assert coins(game)[0] == 2
    game = dusk("saber", made("saber", of("dusk", "gain_per_token", amount=1)), loot=[["chest", "map"]])
    assert coins(game)[0] == 3  # the one just taken included


def test_gain_by_count_table():
    for count, pays in ((1, 0), (2, 4), (3, 9), (5, 9)):  # beyond the end the last stands
        tiles = made("relic", of("anchor", "gain_by_count", table=[0, 4, 9]))
        assert anchor(table(3, loot=[["relic"] * count, [], []], tiles=tiles)).scores()[0] == pays
    game = dusk("relic", made("relic", of("dusk", "gain_by_count", table=[1, 5])), loot=[["relic"]])
    assert coins(game)[0] == 5
    tiles = made("relic", of("night", "gain_by_count", table=[1, 5]))
    game = night(table(3, loot=[["relic"] * 2, [], []], tiles=tiles))
    assert coins(game)[0] == 5


@pytest.mark.rule("Q-15")
def test_q_15_the_explorer_adds_to_count_tables_of_the_map_only():
    for effect, pays in (
        (of("anchor", "gain_by_count", table=[1, 4, 9]), 4),
        (of("anchor", "gain_by_best_split", sets={"2": 5}), 5),
    ):
        game = table(3, ships=[[10], [], []], loot=[["map"], [], []], tiles=made("map", effect))
        assert anchor(game).scores()[0] == pays
    # no count table: two items, nothing added
    game = table(3, ships=[[10], [], []], loot=[["map"], [], []], tiles=made("map", of("anchor", "gain", amount=3)))
    anchor(game, asks(0, "order", 2, phase="anchor", next=10))
    assert game.scores()[0] == 3
    # a count table of another kind: not his
    tiles = made("relic", of("anchor", "gain_by_count", table=[1, 4]))
    game = table(3, ships=[[10], [], []], loot=[["relic"], [], []], tiles=tiles)
    anchor(game, asks(0, "order", 2, phase="anchor", next=10))
    assert game.scores()[0] == 1
    # a map tile with nothing at the anchor: his item alone
    anchor(table(3, ships=[[10], [], []], loot=[["map"], [], []], tiles=made("map", of("dusk", "gain", amount=3))))


def test_best_split_of_any_sets():
    tiles = made("barrel", of("anchor", "gain_by_best_split", sets={1: 1, 4: 10}))
    for count, pays in ((3, 3), (4, 10), (5, 11), (8, 20)):
        assert anchor(table(3, loot=[["barrel"] * count, [], []], tiles=tiles)).scores()[0] == pays
    tiles = made("barrel", of("anchor", "gain_by_best_split", sets={3: 9}))
    for count, pays in ((2, 0), (3, 9), (4, 9), (5, 9), (6, 18)):
        assert anchor(table(3, loot=[["barrel"] * count, [], []], tiles=tiles)).scores()[0] == pays


def test_gain_per_ship_character():
    game = dusk("map", made("map", of("dusk", "gain_per_ship_character", amount=2)), ships=[[3, 35]])
    assert coins(game)[0] == 4  # the taker is on the island still
    tiles = made("map", of("anchor", "gain_per_ship_character", amount=1))
    assert anchor(table(3, ships=[[3, 5], [], []], loot=[["map"] * 2, [], []], tiles=tiles)).scores()[0] == 4


def test_gain_per_space_to_either_side():
    for side, pays in (("right", 4), ("left", 1)):
        tiles = made("map", of("night", f"gain_per_space_to_the_{side}", amount=1))
        assert coins(night(table(3, loot=[["map"], [], []], tiles=tiles)))[0] == pays
        assert coins(night(table(3, loot=[["map"] * 2, [], []], tiles=tiles)))[0] == 2 * pays


def test_keep_or_gain_by_another_kind_one_item_a_token():
    tiles = made("relic", of("anchor", "keep_or_gain", amount=3), of("anchor", "gain", amount=-1))
    game = table(3, ships=[[3], [], []], loot=[["relic", "relic"], [], []], tiles=tiles)
    anchor(
        game,
        asks(0, "order", 2, phase="anchor", next="relic"),
        asks(0, "hook", 2, keep=False),
        asks(0, "hook", 2, keep=True),
        asks(0, "hook_card", 1, card=3),
    )
    assert (game.scores()[0], ships(game)[0]) == (3 - 1 - 1, [3])


def test_cash_by_another_kind_is_kept_by_itself():
    tiles = made("relic", of("anchor", "cash_all_or_keep_all", table=[2, 7])) | {"map": "stormy"}
    game = table(3, loot=[["relic", "relic", "map"], [], []], tiles=tiles)
    anchor(
        game,
        asks(0, "order", 2, phase="anchor", next="relic"),
        asks(0, "map_cash", 2, cash=False),
        asks(0, "map_cash", 2, cash=True),
    )
    assert (game.scores()[0], held(game, 0)) == (1, ["relic", "relic"])


def test_what_was_cashed_is_not_counted_again():
    tiles = made("relic", of("anchor", "cash_all_or_keep_all", table=[5]), of("anchor", "gain_by_count", table=[7]))
    for cash, pays in ((True, 5), (False, 7)):
        game = anchor(table(3, loot=[["relic"], [], []], tiles=tiles), asks(0, "map_cash", 2, cash=cash))
        assert game.scores()[0] == pays


def test_before_map_holds_for_any_kind():
    tiles = made("relic", of("anchor", "gain", amount=1), order="before_map")
    game = table(3, loot=[["relic", "map", "map"], [], []], tiles=tiles)
    anchor(game)
    assert game.scores()[0] == 1 + 7


def test_discard_own_character_by_another_kind():
    game = dusk("map", made("map", of("dusk", "discard_own_character")))
    assert (graves(game)[0], ships(game)[0]) == ([31], [])
    # the Explorer in the owner's order: his reputation before he goes, or not at all
    for first, space in ((10, 3), ("loot", 1)):
        game = table(3, rows=[["map"]], tiles=made("map", of("dusk", "discard_own_character")))
        day(
            game,
            [10, None, None],
            asks(0, "loot_take", 1, loot="map", source="dusk"),
            asks(0, "order", 2, phase="dusk", next=first),
        )
        assert (graves(game)[0], spaces(game)[0]) == ([10], space)
    # the Cook gone by his second token: the first token's ability runs all the same and finds him gone
    game = table(
        3,
        rows=[["map", "chest"]],
        tiles=made("map", of("dusk", "discard_own_character"))
        | made("chest", of("dusk", "discard_own_character"), of("dusk", "gain", amount=4)),
    )
    day(
        game,
        [26, None, None],
        asks(0, "loot_take", 2, loot="chest", source="dusk"),
        asks(0, "order", 2, phase="dusk", next=26),
        asks(0, "loot_take", 1, loot="map", source="cook"),
    )
    assert (graves(game)[0], coins(game)[0]) == ([26], 4)
    # the Cook gone by his first: no second
    game = table(3, rows=[["map", "chest"]], tiles=made("map", of("dusk", "discard_own_character")))
    day(
        game,
        [26, None, None],
        asks(0, "loot_take", 2, loot="map", source="dusk"),
        asks(0, "order", 2, phase="dusk", next="loot"),
    )
    assert (held(game, 0), game.days[0].total()) == (["map"], 0)


def test_discard_others_island_character_by_another_kind():
    game = table(3, rows=[["map", "map"]], tiles=made("map", of("dusk", "discard_others_island_character")))
    day(
        game,
        [12, 29, 35],
        asks(2, "loot_take", 2, loot="map", source="dusk"),
        asks(2, "saber", 2, target=0, card=12),
        asks(1, "loot_take", 1, loot="map", source="dusk"),
    )
    assert graves(game) == [[12], [], []]


def test_discard_any_ship_character():
    tiles = made("saber", of("dusk", "discard_any_ship_character"))
    game = dusk("saber", tiles, asks(0, "discard_ship", 4, target=2, card=38), players=4, ships=[[3], [35, 36], [38], [34]])
    assert graves(game) == [[], [], [38], []]
    dusk("saber", tiles, ships=[[3]])


def test_discard_opponents_lowest_or_gain():
    tiles = made("relic", of("dusk", "discard_opponents_lowest_or_gain", amount=2))
    game = dusk("relic", tiles, players=2, ships=[[], [36, 35]])
    assert (graves(game)[1], coins(game)[0]) == ([35], 0)
    assert coins(dusk("relic", tiles, players=2))[0] == 2


def test_steal_an_adjacent_token():
    tiles = made("saber", of("dusk", "steal_adjacent_token"))
    game = dusk(
        "saber", tiles, asks(0, "steal", 3, target=3, loot="saber"), players=4, loot=[[], ["map", "map"], ["chest"], ["saber"]]
    )
    # the stolen saber does not steal again
    assert (held(game, 0), held(game, 3)) == (["saber", "saber"], [])
    dusk("saber", tiles)
    # the neighbours of a table of two: the one opponent, once
    dusk("saber", tiles, asks(0, "steal", 1, target=1, loot="map"), players=2, loot=[[], ["map"]])


def test_several_dusk_effects_are_one_item_in_their_order():
    tiles = made("hook", of("dusk", "gain", amount=-3), of("dusk", "gain", amount=2))
    game = table(3, rows=[["hook"]], tiles=tiles, coins=[1, 0, 0])
    day(
        game,
        [28, None, None],
        asks(0, "loot_take", 1, loot="hook", source="dusk"),
        asks(0, "order", 2, phase="dusk", next="loot"),
    )
    assert coins(game)[0] == 2 + 1  # the Armorer's night: one hook


@pytest.mark.rule("Q-15")
def test_q_15_what_is_refused():
    for effect in (
        of("night", "discard_others_island_character"),
        of("anchor", "steal_adjacent_token"),
        of("anchor", "discard_own_character"),
        of("dusk", "keep_or_gain", amount=2),
        of("noon", "gain", amount=1),
        of("night", "cash_all_or_keep_all", table=[1]),
        of("dusk", "fly"),
        of("dusk", "gain"),
        of("dusk", "gain", amount=1, table=[2]),
        of("night", "gain_per_token", amount=1, of="rope"),
    ):
        with pytest.raises(ValueError):
            tiles_from(made("map", effect), 2)
    with pytest.raises(ValueError):
        tiles_from(made("map", of("night", "gain", amount=1), order="last"), 2)
    with pytest.raises(ValueError):
        tiles_from(made("map", of("anchor", "keep_or_gain", amount=1), of("anchor", "gain_by_count", table=[1])), 2)
    opponent = made("map", of("dusk", "discard_opponents_lowest_or_gain", amount=1))
    Game(2, [None, None, 0, 1, None, None], tiles=opponent)
    with pytest.raises(ValueError):
        Game(4, [None, 0, 1, 2, 3, None], tiles=opponent)


# whole games


def random_tile(rng, players):
    """One to three effects of the vocabulary that may stand together."""
    while True:
        effects = []
        for _ in range(rng.randint(1, 3)):
            do = rng.choice(sorted(VOCABULARY))
            moments, needed, _ = VOCABULARY[do]
            numbers = {
                "amount": rng.randint(-3, 4),
                "table": [rng.randint(-2, 9) for _ in range(rng.randint(1, 6))],
                "sets": {str(size): rng.randint(0, 9) for size in rng.sample(range(1, 5), 2)},
            }
            effects.append(of(rng.choice(moments), do, **{name: numbers[name] for name in sorted(needed)}))
        tile = {"effects": effects, "order": rng.choice(["", "before_map"])}
        try:
            check("map", Tile(tuple(effects)), players)
        except ValueError:
            continue
        return tile


def states(game):
    for voyage in game["voyages"]:
        yield voyage["start"], voyage["deal"]
        for played in voyage["days"]:
            yield played["after"], voyage["deal"]
        yield voyage["end"], voyage["deal"]


def check_conservation(game):
    dealt = []
    for state, deal in states(game):
        dealt += [rank for rank in deal if rank not in dealt]
        heaps = state["loot"] + state["days"] + [state["bag"]]
        assert tuple(map(sum, zip(*heaps))) == STANDARD["loot.counts"]
        assert all(count >= 0 for heap in heaps for count in heap)
        for seat in range(game["players"]):
            assert sorted(state["hand"][seat] + state["ship"][seat] + state["graveyard"][seat]) == sorted(dealt)
        assert sorted(seat for seat in state["reputation"] if seat is not None) == list(range(game["players"]))
        assert min(state["doubloons"]) >= 0


def play_and_replay(players, rng, tiles):
    for rules in COOK_OR_NOT:
        game = json.loads(json.dumps(random_game(players, rng, rules, tiles=tiles)))
        check_conservation(game)
        assert replay(game, rules) == []
        assert game["tiles"] == json.loads(json.dumps(tiles))


@pytest.mark.parametrize("players", range(2, 7))
def test_games_with_stormy_and_uncharted_tiles(players):
    for seed in range(10):
        rng = random.Random(seed)
        play_and_replay(players, rng, dict.fromkeys(KINDS, "stormy"))
        play_and_replay(players, rng, uncharted(rng))


def test_games_of_two_with_automa_tiles():
    for seed in range(20):
        rng = random.Random(seed)
        sides = ("calm", "stormy", "automa")
        play_and_replay(2, rng, {kind: rng.choice(sides if kind in AUTOMA else sides[:2]) for kind in KINDS})


@pytest.mark.parametrize("players", range(2, 7))
def test_games_with_invented_tiles(players):
    for seed in range(10):
        rng = random.Random(seed)
        play_and_replay(players, rng, {kind: random_tile(rng, players) for kind in KINDS})


def test_a_bag_that_runs_out_leaves_the_last_rows_short():
    # every kind may be kept, and always is: with six players voyage 2 finds too few tokens
    keep = {kind: {"effects": [of("anchor", "cash_all_or_keep_all", table=[1])]} for kind in KINDS}
    game = Game(6, [0, 1, 2, 3, 4, 5], tiles=keep)
    for seat in game.seats:
        seat.loot.add("map")
        game.bag.take("map")
    game.bag.take("relic", 8)
    game.bag.take("barrel", 8)
    assert game.bag.total() == 26
    rows = [["chest"] * 4 + ["map"] * 2, ["hook"] * 6, ["saber"] * 6, ["amulet"] * 6]
    game.start_voyage([1, 2, 3, 4, 5, 6], rows)
    assert game.bag.singly() == ["map", "map"]
    game.voyage = 0
    game.start_voyage([7, 8, 9, 10, 11, 12], [["map"] * 2, [], [], [], []])
    assert [row.total() for row in game.days] == [2, 0, 0, 0, 0]


def test_replay_takes_tiles_and_tells_sides_apart():
    tiles = dict.fromkeys(KINDS, "stormy")
    game = random_game(3, random.Random(7), tiles=tiles)
    assert replay(game) == []
    del game["tiles"]
    assert replay(game)
    assert replay(game, tiles=tiles) == []


def test_the_events_hook_names_rules():
    events = []
    game = Game(3, [None, 0, 1, 2, None, None], events=events)
    game.start_voyage([9, 12, 17, 18, 26, 30], [["barrel", "map", "hook"]] * 4)
    game.play_day([12, 17, 30], lambda seat, kind, options, **context: 0)
    assert {"DAY-2", "DAY-4", "DSK-1", "REP-1", "COI-1"} <= {rule for rule, _ in events}
