"""Transcripts of FORMAT.md: replaying them, and playing uniformly random games that give them; solo games too."""

import random

from . import automa
from .cards import RANKS
from .game import Game
from .reputation import random_row
from .rules import RuleSet
from .seats import KINDS
from .solo import SoloGame
from .solo_deck import SOLO_RANKS


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

    def choose(self, seat, kind, options, **context):
        """The chooser: what the next record takes, or any order if that is missing and may be."""
        if kind == "order" and self.missing_orders == "any" and not self.is_this_order(self.next_record(), seat, options):
            return self.rng.randrange(len(options))
        taken = self.recorded(seat, kind, options)
        self.index += 1
        return options.index(taken)

    def next_record(self):
        return self.records[self.index] if self.index < len(self.records) else None

    def recorded(self, seat, kind, options):
        """The option that the next record takes, if it is this very choice with so many options."""
        record = self.next_record()
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
        return fields

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
        self.game = game = self.new_game()
        for self.voyage, voyage in enumerate(record["voyages"], 1):
            self.day = 0
            self.use([])
            self.compare("voyage", {"reputation": voyage["reputation"]}, {"reputation": game.track.row})
            game.start_voyage(voyage["deal"], voyage["loot_days"])
            self.compare("start", voyage["start"], game.state())
            for self.day, day in enumerate(voyage["days"], 1):
                self.use(day["choices"])
                self.play_day(day)
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

    def new_game(self):
        return Game(self.transcript["players"], self.transcript["reputation"], self.rules, self.tiles)

    def play_day(self, day):
        self.game.play_day(day["select"], self.choose)


class SoloReplay(Replay):
    """A replay that decides for the Automa and the Pilferer itself, and compares with what is recorded for them."""

    def new_game(self):
        solo = self.transcript["solo"]
        return SoloGame(
            self.transcript["reputation"], solo["deck"], self.rules, self.tiles, start=solo["start"], cards=solo.get("cards")
        )

    def play_day(self, day):
        self.compare("the Automa plays", {"select": day["select"][1]}, {"select": self.game.automas_card()})
        super().play_day(day)
        self.compare("the Pilferer", day["pilferer"], self.game.pilferer)

    def choose(self, seat, kind, options, **context):
        """Hers: her answer, which the next record must be too; her order may be missing where orders may."""
        if seat != automa.AUTOMA or automa.is_chance(kind):
            return super().choose(seat, kind, options, **context)
        hers = automa.answer(kind, options, **context)
        may_be_missing = kind == "order" and self.missing_orders == "any"
        if not may_be_missing or self.is_this_order(self.next_record(), seat, [hers] * len(options)):
            taken = self.recorded(seat, kind, options)
            if taken != hers:
                self.diverge(f"{kind}: the Automa's answer", taken, hers)
            self.index += 1
        return options.index(hers)


def replay(transcript, rules=None, missing_orders="refuse", rng=None, tiles=None):
    """Replay one game of FORMAT.md, or a solo game; the differences, none if all choices, states and the result agree.

    missing_orders="any": `order` records may be left out; the oracle then orders by `rng` (a random.Random), and for the
    Automa by SOL-7.
    tiles: a mix as loot.py says, if not the one under the transcript's key "tiles"; neither: all calm.
    """
    kind_of_replay = SoloReplay if "solo" in transcript else Replay
    return kind_of_replay(transcript, rules or RuleSet(), missing_orders, rng, tiles).run()


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


def play_out(game, transcript, rng, chooser, deal, select, and_more=dict):
    """All the voyages of a game into its transcript: `deal` and `select` say the cards, `and_more` what else a day has."""
    recorder = Recorder(chooser)
    for length in game.rules["voyage.lengths"]:
        ranks = deal()
        loot_days = draw_loot(game, length, rng)
        voyage = {"deal": ranks, "reputation": list(game.track.row), "loot_days": loot_days}
        game.start_voyage(ranks, loot_days)
        voyage["start"], voyage["days"] = game.state(), []
        for _ in range(length):
            cards = select()
            game.play_day(cards, recorder)
            voyage["days"].append({"select": cards, **and_more(), "choices": recorder.taken(), "after": game.state()})
        game.anchor(recorder)
        voyage["anchor"], voyage["end"] = recorder.taken(), game.state()
        transcript["voyages"].append(voyage)
    transcript["scores"], transcript["winners"] = game.scores(), game.winners()
    return transcript


def random_game(players, rng, rules=None, game_id="random", tiles=None):
    """A game with every decision uniformly at random among the options (Q-12, Q-14, random-play.json); its transcript.

    With `tiles`, a mix of names and data as loot.py says, the transcript has them under the key "tiles".
    """
    reputation = random_row(players, rng)
    game = Game(players, reputation, rules, tiles)
    transcript = {"id": game_id, "players": players, "reputation": reputation, "voyages": []}
    if tiles is not None:
        transcript["tiles"] = tiles
    return play_out(
        game,
        transcript,
        rng,
        chooser=lambda seat, kind, options, **context: rng.randrange(len(options)),
        deal=lambda: sorted(rng.sample(sorted(set(RANKS) - game.dealt), game.rules["voyage.cards_dealt"])),
        select=lambda: [any_card(seat, rng) for seat in game.seats],
    )


def any_card(seat, rng):
    """A card of the hand; None with an empty one (Q-01)."""
    return rng.choice(sorted(seat.hand)) if seat.hand else None


def random_solo_game(rng, rules=None, game_id="random-solo", tiles=None, start=(0, 0), cards=None):
    """A solo game with every decision of the human uniformly at random among the options; its transcript.

    `tiles` as in random_game; `start` and `cards` (solo_deck.py) go into the transcript's "solo".
    """
    reputation, deck = random_row(2, rng), rng.sample(SOLO_RANKS, len(SOLO_RANKS))
    game = SoloGame(reputation, deck, rules, tiles, start=start, cards=cards)
    solo = {"deck": deck, "start": list(start)}
    if cards is not None:
        solo["cards"] = cards
    transcript = {"id": game_id, "players": 2, "solo": solo, "reputation": reputation, "voyages": []}
    if tiles is not None:
        transcript["tiles"] = tiles
    return play_out(
        game,
        transcript,
        rng,
        chooser=automa.WithAutoma(lambda seat, kind, options, **context: rng.randrange(len(options))),
        deal=lambda: sorted(game.deck.ranks[: game.rules["voyage.cards_dealt"]]),
        select=lambda: [any_card(game.seats[0], rng), game.automas_card()],
        and_more=lambda: {"pilferer": game.pilferer},
    )
