"""Whole games: blocks and steps agree, every record on the way is valid, and (chance, choices) determine a game."""

from collections import Counter

import numpy as np
import pytest
from called import called
from hypothesis import given, settings
from hypothesis import strategies as st
from scenes import SeededGame, scene

from kernels import engine, setup
from kernels._jit import JIT, entry
from kernels.catalog import AUTOMA, CALM, STORMY, Tile, TileEffect
from kernels.codes import (
    KINDS,
    MAX_DAYS,
    SPACES,
    VOYAGES,
    Card,
    Choice,
    Effect,
    Event,
    Fault,
    Loot,
    Phase,
    Rule,
    Source,
    Stream,
    When,
)
from kernels.masks import ranks_of
from kernels.rng import stream_key
from kernels.rule_record import rules_record
from kernels.state import GAME, Violation, invariants
from kernels.tally import TALLY, add, count_game
from kernels.tokens import counts_of
from kernels.trace import EVENT

stream_key = called(stream_key)

GAMES = 12 if JIT else 4

RULE_SETS = {
    "standard": {},
    "long": {"voyage.days": (8, 8, 8), "voyage.cards": 13, "day.tokens": (5, 5, 5, 5, 5)},
    "short": {"voyage.days": (1, 1, 1), "voyage.cards": 1, "day.tokens": (0, 0, 0, 0, 0)},
    "few": {"voyage.days": (5, 6, 7), "voyage.cards": 3, "loot.count": (1, 9, 2, 12, 1, 12, 5)},
    "cheap": {"reputation.doubloons": (0, 0, 0, 0, 0, 0), "cook.blocked_by": 1, "relic.loss": 99, "explorer.maps": 10},
}


@entry
def count_one(games, rules, tally):
    """``count_game`` has no entry point of its own."""
    count_game(games[0], rules[0], tally[0])


def block(seed, first, count, players, rules=None):
    games, tally = np.zeros(2, GAME), np.zeros(1, TALLY)
    engine.play_block(seed, first, count, players, rules_record(rules), games, tally)
    return games, tally


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("rules", RULE_SETS, ids=str)
@pytest.mark.parametrize("asks_everything", [0, 1])
def test_every_record_of_random_games_is_valid(players, rules, asks_everything):
    """state.invariants after the set-up, each deal, each day and each anchor; after the anchor the table is cleared."""
    for index in range(GAMES if rules == "standard" else 2):
        seeded = SeededGame(players, 11, index, RULE_SETS[rules])
        seeded.game["asks_everything"] = asks_everything

        def check(seeded=seeded):
            assert invariants(seeded.game, seeded.rules[0]) == Violation.VALID
            if seeded.game["phase"] in (Phase.ANCHOR, Phase.END):
                assert not seeded.game["doubloons"].any()
                assert not seeded.game["loot"].any()
                assert (seeded.game["ship"] == seeded.game["kept"]).all()

        check()
        seeded.play(check)
        assert seeded.game["fault"] == Fault.NONE
        assert seeded.game["phase"] == Phase.END


MADE = tuple(
    Tile(kind, "made", tuple(effects), "user", before_map=kind in (Loot.CHEST, Loot.RELIC))
    for kind, effects in {
        Loot.CHEST: [TileEffect(When.ANCHOR, Effect.KEEP_OR_GAIN, 4), TileEffect(When.DUSK, Effect.STEAL_ADJACENT_TOKEN)],
        Loot.HOOK: [
            TileEffect(When.ANCHOR, Effect.CASH_ALL_OR_KEEP_ALL, table=(1, 4)),
            TileEffect(When.NIGHT, Effect.REPUTATION, 1),
        ],
        Loot.MAP: [TileEffect(When.ANCHOR, Effect.KEEP_OR_GAIN, 1), TileEffect(When.DUSK, Effect.DISCARD_ANY_SHIP_CHARACTER)],
        Loot.SABER: [TileEffect(When.NIGHT, Effect.GAIN_PER_SHIP_CHARACTER, 1), TileEffect(When.NIGHT, Effect.GAIN, -2)],
        Loot.AMULET: [TileEffect(When.ANCHOR, Effect.REPUTATION, -2), TileEffect(When.DUSK, Effect.DISCARD_OWN_CHARACTER)],
        Loot.BARREL: [TileEffect(When.ANCHOR, Effect.GAIN_BY_COUNT, table=(1, -1, 9)), TileEffect(When.NIGHT, Effect.GAIN, -1)],
        Loot.RELIC: [TileEffect(When.ANCHOR, Effect.GAIN_PER_SHIP_CHARACTER, 1)],
    }.items()
)
"""A tile of each kind that exists nowhere: every phase, keeping, cashing, stealing."""
TILE_SETS = {"stormy": (STORMY,), "uncharted": (CALM, STORMY), "made": (MADE,), "made or calm": (MADE, CALM)}


@pytest.mark.rule("Q-11")
@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("tiles", TILE_SETS)
@pytest.mark.parametrize("asks_everything", [0, 1])
def test_every_record_of_random_games_with_other_tiles_is_valid(players, tiles, asks_everything):
    """After the anchor there is only loot that a seat kept, and none after the last one but for what no cash tile keeps."""
    for index in range(4 if JIT else 1):
        seeded = SeededGame(players, 13, index, faces=TILE_SETS[tiles])
        seeded.game["asks_everything"] = asks_everything

        def check(seeded=seeded):
            assert invariants(seeded.game, seeded.rules[0]) == Violation.VALID
            if seeded.game["phase"] == Phase.END:
                assert not seeded.game["loot"].any()

        seeded.play(check)
        assert seeded.game["fault"] == Fault.NONE


def test_automa_tiles_in_random_games_of_two():
    automa = {tile.kind: tile for tile in AUTOMA}
    for index in range(GAMES):
        seeded = SeededGame(2, 13, index, faces=(tuple(automa.get(tile.kind, tile) for tile in STORMY),))
        seeded.play(lambda seeded=seeded: check_valid(seeded))


def check_valid(seeded):
    assert invariants(seeded.game, seeded.rules[0]) == Violation.VALID


@pytest.mark.parametrize("players", range(2, 7))
def test_a_block_plays_the_games_that_steps_play(players):
    """Same record to the byte, but for the trace's length and the phase's last name; so the same counters."""
    for index in range(GAMES):
        games, tally = block(3, index, 1, players)
        seeded = SeededGame(players, 3, index).play()
        expected = np.zeros(1, TALLY)
        count_one(seeded.games, seeded.rules, expected)
        seeded.game["trace_at"] = 0
        assert games[0].tobytes() == seeded.games.tobytes()
        assert tally.tobytes() == expected.tobytes()


def at_night(kind, *effects):
    """A tile with only these effects, each at night: what it does, and how much."""
    return Tile(kind, "made", tuple(TileEffect(When.NIGHT, do, amount) for do, amount in effects), "user")


NIGHTS = {
    "stormy": STORMY,
    # more than most seats have, so that losses are cut off (COI-1)
    "large losses": [at_night(Loot.RELIC, (Effect.GAIN, -9)), at_night(Loot.MAP, (Effect.GAIN, 2)),
                     at_night(Loot.BARREL, (Effect.GAIN, -1))],
    "reputation": [at_night(Loot.MAP, (Effect.REPUTATION, 1)), at_night(Loot.RELIC, (Effect.REPUTATION, -1), (Effect.GAIN, 3))],
}  # fmt: skip


@pytest.mark.rule("NGT-1")
@pytest.mark.rule("COI-1")
@pytest.mark.parametrize("tiles", NIGHTS)
@pytest.mark.parametrize("players", range(2, 7))
def test_what_is_paid_at_once_comes_to_the_same_as_step_by_step(players, tiles):
    """Steps tell each item; a block, of which nobody reads, pays at once what cannot depend on the order."""
    faces = (tuple({tile.kind: tile for tile in (*CALM, *NIGHTS[tiles])}.values()),)
    for index in range(GAMES):
        games, tally = np.zeros(2, GAME), np.zeros(1, TALLY)
        engine.play_block(4, index, 1, players, rules_record(faces=faces), games, tally)
        seeded = SeededGame(players, 4, index, faces=faces).play()
        count_one(seeded.games, seeded.rules, np.zeros(1, TALLY))
        seeded.game["trace_at"] = 0
        assert games[0].tobytes() == seeded.games.tobytes()


@pytest.mark.parametrize("players", [2, 4])
def test_blocks_add_up_however_they_are_cut(players):
    _, whole = block(8, 0, 12, players)
    parts = np.zeros(1, TALLY)
    for first, count in ((0, 5), (5, 1), (6, 6), (12, 0)):
        add(parts, block(8, first, count, players)[1])
    assert parts.tobytes() == whole.tobytes()
    assert whole["games"][0] == 12


def test_a_block_leaves_its_empty_record_empty_and_adds_to_its_tally():
    games, tally = np.zeros(2, GAME), np.zeros(1, TALLY)
    for _ in range(2):
        engine.play_block(8, 0, 3, 3, rules_record(), games, tally)
    assert games[1].tobytes() == bytes(GAME.itemsize)
    once = block(8, 0, 3, 3)[1]
    assert all((tally[name] == 2 * once[name]).all() for name in TALLY.names)


def test_a_copied_record_goes_on_like_the_original():
    """Streams, positions and logs: all of a game is in its record."""
    seeded = SeededGame(4, 2, 7)
    seeded.deal(0)
    seeded.step(engine.DAY)
    other = SeededGame(4, 99, 99)
    other.games[:] = seeded.games
    seeded.game["day"] = other.game["day"] = 1
    seeded.step(engine.DAY)
    other.step(engine.DAY)
    assert seeded.games.tobytes() == other.games.tobytes()


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("asks_everything", [0, 1])
def test_the_choices_and_draws_in_a_trace_determine_the_game(players, asks_everything):
    """Replayed as a script, without any draw but the deals: the same record, and the same trace."""
    for index in range(GAMES):
        seeded = SeededGame(players, 21, index)
        seeded.game["asks_everything"] = asks_everything
        seeded.play()
        replay = SeededGame(players, 21, index)
        replay.game["asks_everything"], replay.game["scripted"] = asks_everything, 1
        replay.script = seeded.choices
        replay.play()
        assert (replay.game["fault"], replay.game["script_at"]) == (Fault.NONE, len(replay.script))
        fresh = seeded.game.copy()
        called(setup.renew_streams)(fresh, MAX_DAYS)
        drawn = [Stream.CHANCE, *range(Stream.POLICY, Stream.POLICY + players)]
        assert (replay.game["streams"][drawn] == fresh["streams"][drawn]).all()
        for name in GAME.names:
            if name not in ("streams", "scripted", "script_at"):
                assert (replay.games[name] == seeded.games[name]).all(), name
        assert replay.events.tobytes() == seeded.events.tobytes()


@pytest.mark.parametrize("players", range(2, 7))
def test_the_trace_tells_all_that_happens_to_doubloons_reputation_and_dial(players):
    """Sums of GAIN, LOSE, ANCHOR_ITEM and the columns "after" against the record, over whole games."""
    for index in range(GAMES):
        seeded = SeededGame(players, 31, index).play()
        doubloons, dial = Counter(), Counter()
        space = {seat: int(seeded.game["log_space"][seat]) for seat in range(SPACES)}
        due = Counter()
        for row in seeded.events:
            seat, event, a, b = (int(row[name]) for name in ("seat", "event", "a", "b"))
            if event in (Event.GAIN, Event.LOSE):
                doubloons[seat] += a if event == Event.GAIN else -a
                assert a > 0
                assert doubloons[seat] == b
            elif event == Event.REPUTATION:
                track = sorted(space, key=space.get)
                assert b - space[seat] == a
                track.remove(seat)
                track.insert(b, seat)
                space = {token: place for place, token in enumerate(track)}
            elif event == Event.ANCHOR_ITEM:
                due[seat] += b
            elif event == Event.BANKED:
                assert a == max(0, doubloons[seat] + due[seat])  # ANC-2
                dial[seat] += a
                assert dial[seat] == b
                doubloons[seat] = due[seat] = 0
        assert [dial[seat] for seat in range(players)] == seeded.game["dial"][:players].tolist()
        assert [space[token] for token in range(SPACES)] == seeded.game["space"].tolist()


class Told:
    """Where cards and tokens lie, by the trace alone: a plain reading of docs/rules.md and of the table of events."""

    def __init__(self, players):
        self.players = players
        self.zone = {}  # (seat, rank): where
        self.kept = set()
        self.held = [Counter() for _ in range(players)]
        self.rows = {}

    def read(self, events):
        for row in events:
            self.hear(Rule(int(row["rule"])).name, Event(int(row["event"])), *(int(row[name]) for name in EVENT.names[5:]))

    def hear(self, rule, event, seat, card, a, b, c):
        day = self.day
        if event == Event.CARDS_DEALT:
            self.zone |= {(seat, rank): "hand" for seat in range(self.players) for rank in ranks_of(a)}
        elif event == Event.ROW_FILLED:
            self.rows[a] = Counter(dict(enumerate(counts_of(b))))
        elif event == Event.PLACED and seat >= 0:
            assert self.zone[seat, card] == "hand"
            self.zone[seat, card] = "island"
        elif event == Event.CARD_TO_SHIP:
            assert self.zone[seat, card] == {"CHR_25": "hand", "CHR_19": "graveyard"}.get(rule, "island")
            self.zone[seat, card] = "ship"
        elif event == Event.CARD_TO_HAND:
            assert self.zone[seat, card] == ("graveyard" if rule == "CHR_31" else "ship")
            self.zone[seat, card] = "hand"
        elif event == Event.CARD_DISCARDED:
            assert self.zone[seat, card] in ("island", "ship")
            self.zone[seat, card] = "graveyard"
        elif event == Event.CARD_KEPT:
            assert self.zone[seat, card] == "ship"
            self.kept.add((seat, card))
        elif event == Event.TOKEN_GAINED:
            self.held[seat][a] += 1
            if b == Source.ROW:
                self.rows[day][a] -= 1
            elif b == Source.SEAT:
                self.held[c][a] -= 1
        elif event == Event.TOKEN_DISCARDED:
            (self.rows[day] if rule in ("CHR_14", "MID_2") else self.held[seat])[a] -= b
        elif event == Event.TOKENS_SWAPPED:
            self.rows[day] += Counter([b])
            self.rows[day][a] -= 1
            self.rows[day + 1] += Counter([a])
            self.rows[day + 1][b] -= 1

    def cards(self, seat, zone):
        return sorted(rank for (owner, rank), where in self.zone.items() if (owner, where) == (seat, zone))


@pytest.mark.parametrize("players", range(2, 7))
def test_the_trace_tells_where_every_card_and_token_goes(players):
    """Zones and supplies by the trace alone against the record after each day and each anchor of whole games."""
    for index in range(GAMES):
        seeded = SeededGame(players, 51, index)
        game, told = seeded.game, Told(players)

        def compare(seeded=seeded, game=game, told=told):
            for seat in range(told.players):
                for zone in ("hand", "ship", "graveyard"):
                    assert told.cards(seat, zone) == ranks_of(game[zone][seat])
                assert [told.held[seat][kind] for kind in range(KINDS)] == counts_of(game["loot"][seat])
            for day, row in told.rows.items():
                assert [row[kind] for kind in range(KINDS)] == counts_of(game["rows"][day])

        for voyage in range(VOYAGES):
            told.day, told.kept = 0, set()
            told.read(seeded.deal(voyage))
            compare()
            for day in range(seeded.days):
                told.day = game["day"] = day
                told.read(seeded.step(engine.DAY))
                told.rows[day].clear()  # DSK-3
                compare()
            told.read(seeded.step(engine.ANCHOR))
            # ANC-4
            told.held = [Counter() for _ in range(players)]
            for place, zone in told.zone.items():
                if zone == "ship" and place not in told.kept:
                    told.zone[place] = "graveyard"
            compare()


@pytest.mark.parametrize("players", range(2, 7))
def test_the_logs_say_what_the_trace_says(players):
    """Cards played and discarded, tokens dealt, taken and held at each anchor, leaders: from the trace of each voyage."""
    for index in range(GAMES):
        seeded = SeededGame(players, 41, index)
        game = seeded.game
        for voyage in range(VOYAGES):
            rows = list(seeded.deal(voyage))
            assert counts_of(game["log_dealt"][voyage]) == [sum(row) for row in zip(*map(counts_of, game["rows"]), strict=True)]
            first = int(game["trace_at"])
            loot = []
            for day in range(seeded.days):
                game["day"] = day
                seeded.step(engine.DAY)
                loot = [int(word) for word in game["loot"]]
            seeded.step(engine.ANCHOR)
            rows = [row for row in seeded.trace[first : int(game["trace_at"])]]
            played = {(int(row["seat"]), int(row["card"])) for row in rows if row["event"] == Event.PLACED and row["seat"] >= 0}
            played |= {
                (int(row["seat"]), int(row["c"]))
                for row in rows
                if row["event"] == Event.CHOICE and row["a"] == Choice.RECRUITER
            }
            discarded = {(int(row["seat"]), int(row["card"])) for row in rows if row["event"] == Event.CARD_DISCARDED}
            taken = Counter(int(row["a"]) for row in rows if row["event"] == Event.TOKEN_GAINED and row["b"] != 2)
            assert {(seat, rank) for seat in range(6) for rank in ranks_of(game["log_played"][voyage + 1, seat])} == played
            assert {
                (seat, rank) for seat in range(6) for rank in ranks_of(game["log_discarded"][voyage + 1, seat])
            } == discarded
            assert counts_of(game["log_taken"][voyage]) == [taken[kind] for kind in range(KINDS)]
            assert [int(word) for word in game["log_held"][voyage]] == loot
            best = max(range(players), key=lambda seat: (game["dial"][seat], game["space"][seat]))
            assert game["log_leader"][voyage] == best


SHIPS = st.lists(st.sets(st.integers(1, 40), max_size=8), min_size=3, max_size=3)
PURSES = st.lists(st.integers(0, 6), min_size=3, max_size=3)
HELD = st.lists(st.lists(st.sampled_from([kind for kind in Loot if kind != Loot.HOOK]), max_size=4), min_size=3, max_size=3)

TILES = st.sampled_from([(), STORMY, MADE])


def outcomes(position, what, asks_everything, number):
    """What random play makes of a position, by seat, and the seats that were asked anything."""
    found = []
    for draw in range(number):
        seeded = SeededGame(3)
        seeded.games[:] = position.games
        seeded.rules = position.rules
        game = seeded.game
        game["scripted"], game["asks_everything"] = 0, asks_everything
        for seat in range(3):
            game["streams"][3 + seat] = stream_key(np.uint64(draw + 1), seat)
        events = seeded.step(what)
        asked = {int(row["seat"]) for row in events if row["event"] == Event.CHOICE}
        zones = ("doubloons", "dial", "ship", "hand", "graveyard")
        found.append(([tuple(int(game[zone][seat]) for zone in zones) for seat in range(3)], asked))
    return found


@pytest.mark.rule("NGT-1")
@settings(max_examples=30 if JIT else 15, deadline=None)
@given(SHIPS, PURSES, HELD, TILES)
def test_orders_of_a_night_that_are_not_asked_cannot_matter(ships, purses, held, tiles):
    """A seat that is asked nothing comes out the same in every order that it could have chosen."""
    loot = {seat: held[seat] for seat in range(3)} if max(map(sum, zip(*map(kinds_of, held), strict=True))) <= 4 else {}
    position = scene(ship=dict(enumerate(ships)), doubloons=dict(enumerate(purses)), loot=loot, tiles=tiles).lay([None] * 3)
    ((expected, asked),) = outcomes(position, engine.DAY, 0, 1)
    for found, _ in outcomes(position, engine.DAY, 1, 5):
        for seat in range(3):
            if seat not in asked:
                assert found[seat] == expected[seat]


@pytest.mark.rule("ANC-2")
@settings(max_examples=30 if JIT else 15, deadline=None)
@given(SHIPS, PURSES, HELD, TILES)
def test_orders_of_an_anchor_that_are_not_asked_cannot_matter(ships, purses, held, tiles):
    """Without hooks, whose choice is asked anyway."""
    loot = {seat: held[seat] for seat in range(3)} if max(map(sum, zip(*map(kinds_of, held), strict=True))) <= 4 else {}
    position = scene(ship=dict(enumerate(ships)), doubloons=dict(enumerate(purses)), loot=loot, tiles=tiles).lay()
    ((expected, asked),) = outcomes(position, engine.ANCHOR, 0, 1)
    for found, _ in outcomes(position, engine.ANCHOR, 1, 5):
        for seat in range(3):
            if seat not in asked:
                assert found[seat] == expected[seat]


def kinds_of(tokens):
    return [list(tokens).count(kind) for kind in range(KINDS)]


@pytest.mark.parametrize("voyage", range(3))
def test_log_played_and_log_discarded_count_by_voyage(voyage):
    """The Gunner played in this voyage hits a Collector that was played in an earlier one (a kept one, say)."""
    position = scene(voyage=voyage, ship={1: [35]}).lay([18, None, None])
    seeded = SeededGame(3)
    seeded.games[:], seeded.rules = position.games, position.rules
    seeded.game["scripted"] = 0
    seeded.step(engine.DAY)
    assert ranks_of(seeded.game["log_played"][voyage + 1, 0]) == [Card.GUNNER]
    assert ranks_of(seeded.game["log_discarded"][voyage + 1, 1]) == [Card.COLLECTOR]
    assert sum(map(int, seeded.game["log_played"].ravel())) == 1 << 17
