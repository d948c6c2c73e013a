"""Transcripts of FORMAT.md: replaying them, and playing uniformly random games that give them."""

import random

from .cards import RANKS
from .game import Game
from .reputation import random_row
from .rules import RuleSet
from .seats import KINDS


class Diverged(Exception):
    """The recorded game and the oracle went apart; nothing after it can be compared."""


class Replay:
    """One replay: the recorded choices handed out one after another, each checked against what the oracle asks."""

    def __init__(self, transcript, rules, missing_orders, rng, tiles):
        if missing_orders not in ("refuse", "any"):
            raise ValueError("missing_orders is 'refuse' or 'any'")
        self.transcript = transcript
        self.rules = rules
        self.missing_orders = missing_orders
        self.tiles = transcript.get("tiles") if tiles is None else tiles
        self.rng = rng or random.Random(0)
        self.differences = []
        self.voyage = self.day = 0
        self.game = None
        self.records = []
        self.index = 0

    def differ(self, what, recorded, oracle):
        phase = self.game.phase if self.game else "setup"
        where = f"voyage {self.voyage} day {self.day or '-'} phase {phase} choice {self.index}"
        self.differences.append(f"{self.transcript['id']} {where}: {what}: recorded {recorded!r}, oracle {oracle!r}")

    def diverge(self, what, recorded, oracle):
        self.differ(what, recorded, oracle)
        raise Diverged

    def choose(self, seat, kind, options, phase=None, game=None):
        """The chooser: the next record, if it is this very choice with so many options and one of them taken."""
        record = self.records[self.index] if self.index < len(self.records) else None
        if kind == "order" and self.missing_orders == "any" and not self.is_this_order(record, seat, options):
            return self.rng.randrange(len(options))
        if record is None:
            self.diverge("no record left for a choice", None, {"seat": seat, "kind": kind, "n": len(options)})
        asked = {"seat": seat, "kind": kind}
        if {"seat": record["seat"], "kind": record["kind"]} != asked:
            self.diverge("choice", record, {**asked, "n": len(options)})
        if record["n"] != len(options) and not (kind == "order" and self.missing_orders == "any"):
            self.diverge(f"{kind}: number of options", record, options)
        fields = {key: value for key, value in record.items() if key not in ("seat", "kind", "n")}
        if fields not in options:
            self.diverge(f"{kind}: not an option", record, options)
        self.index += 1
        return options.index(fields)

    @staticmethod
    def is_this_order(record, seat, options):
        """missing_orders: an order record of this seat and phase; items resolved unasked may be missing in its n."""
        return (
            record is not None
            and record["seat"] == seat
            and record["kind"] == "order"
            and {"phase": record["phase"], "next": record["next"]} in options
            and record["n"] <= len(options)
        )

    def compare(self, what, recorded, oracle):
        """States key by key; the game is given up after a difference."""
        for key in oracle:
            if recorded.get(key) != oracle[key]:
                self.differ(f"{what}: {key}", recorded.get(key), oracle[key])
        if set(recorded) != set(oracle):
            self.differ(f"{what}: keys", sorted(recorded), sorted(oracle))
        if self.differences:
            raise Diverged

    def use(self, records):
        self.records, self.index = records, 0

    def all_used(self):
        if self.index < len(self.records):
            self.diverge("records the oracle did not ask for", self.records[self.index :], None)

    def run(self):
        try:
            self.play()
        except Diverged:
            pass
        except (ValueError, KeyError, IndexError) as error:  # the record asks for what cannot be
            self.differ("the oracle refuses", f"{type(error).__name__}: {error}", None)
        return self.differences

    def play(self):
        record = self.transcript
        self.game = game = Game(record["players"], record["reputation"], self.rules, self.tiles)
        for self.voyage, voyage in enumerate(record["voyages"], 1):
            self.day = 0
            self.use([])
            self.compare("voyage", {"reputation": voyage["reputation"]}, {"reputation": game.track.row})
            game.start_voyage(voyage["deal"], voyage["loot_days"])
            self.compare("start", voyage["start"], game.state())
            for self.day, day in enumerate(voyage["days"], 1):
                self.use(day["choices"])
                game.play_day(day["select"], self.choose)
                self.all_used()
                self.compare("after", day["after"], game.state())
            self.use(voyage["anchor"])
            game.anchor(self.choose)
            self.all_used()
            self.compare("end", voyage["end"], game.state())
        if self.voyage != len(self.rules["voyage.lengths"]):
            self.diverge("voyages", self.voyage, len(self.rules["voyage.lengths"]))
        self.compare(
            "game",
            {"scores": record["scores"], "winners": record["winners"]},
            {"scores": game.scores(), "winners": game.winners()},
        )


def replay(transcript, rules=None, missing_orders="refuse", rng=None, tiles=None):
    """Replay one game of FORMAT.md; the differences, none if all choices, states and the result agree.

    missing_orders="any": `order` records may be left out; the oracle then orders by `rng` (a random.Random).
    tiles: a mix as loot.py says, if not the one under the transcript's key "tiles"; neither: all calm.
    """
    return Replay(transcript, rules or RuleSet(), missing_orders, rng, tiles).run()


class Recorder:
    """A chooser that records what another chooser takes, in the words of FORMAT.md."""

    def __init__(self, chooser):
        self.chooser = chooser
        self.records = []

    def __call__(self, seat, kind, options, **context):
        index = self.chooser(seat, kind, options, **context)
        self.records.append({"seat": seat, "kind": kind, **options[index], "n": len(options)})
        return index

    def taken(self):
        records, self.records = self.records, []
        return records


def draw_loot(game, days, rng):
    """VOY-2: the rows of a voyage, drawn at once from the bag; the last ones are short if the bag runs out."""
    each = game.rules.tokens_a_day(game.players)
    drawn = rng.sample(game.bag.singly(), min(each * days, game.bag.total()))
    rows = [drawn[each * day : each * (day + 1)] for day in range(days)]
    return [sorted(row, key=KINDS.index) for row in rows]


def random_game(players, rng, rules=None, game_id="random", tiles=None):
    """A game with every decision uniformly at random among the options (Q-12, Q-14, random-play.json); its transcript.

    With `tiles`, a mix of names and data as loot.py says, the transcript has them under the key "tiles".
    """
    rules = rules or RuleSet()
    reputation = random_row(players, rng)
    game = Game(players, reputation, rules, tiles)
    chooser = Recorder(lambda seat, kind, options, **context: rng.randrange(len(options)))
    transcript = {"id": game_id, "players": players, "reputation": reputation, "voyages": []}
    if tiles is not None:
        transcript["tiles"] = tiles
    for length in rules["voyage.lengths"]:
        deal = sorted(rng.sample(sorted(set(RANKS) - game.dealt), rules["voyage.cards_dealt"]))
        loot_days = draw_loot(game, length, rng)
        voyage = {"deal": deal, "reputation": list(game.track.row), "loot_days": loot_days}
        game.start_voyage(deal, loot_days)
        voyage["start"], voyage["days"] = game.state(), []
        for _ in range(length):
            select = [rng.choice(sorted(seat.hand)) if seat.hand else None for seat in game.seats]
            game.play_day(select, chooser)
            voyage["days"].append({"select": select, "choices": chooser.taken(), "after": game.state()})
        game.anchor(chooser)
        voyage["anchor"], voyage["end"] = chooser.taken(), game.state()
        transcript["voyages"].append(voyage)
    transcript["scores"], transcript["winners"] = game.scores(), game.winners()
    return transcript
