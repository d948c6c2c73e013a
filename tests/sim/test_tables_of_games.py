"""The tables against a plain count of single games, and their intervals against many games."""

from fractions import Fraction
from math import ceil, sqrt

import numpy as np
import polars as pl
import pytest

from kernels import catalog
from kernels._jit import JIT
from kernels.codes import CARDS, KINDS, Loot
from kernels.engine import play_block
from kernels.masks import ranks_of
from kernels.state import GAME
from kernels.tally import TALLY, add
from kernels.tokens import counts_of
from sim.stats import critical
from sim.tables import tables

Z = 1.959963984540054


def play(players, first, count, seed=21):
    tally, games = np.zeros(1, TALLY), np.zeros(2, GAME)
    play_block(seed, first, count, players, catalog.rules_record(), games, tally)
    return tally, games[0]


class PlayedGame:
    """What a game's record says.

    ``played`` and ``discarded`` are sets of seats by scope and card; the scope is 0 (the game) or a voyage.
    """

    def __init__(self, record):
        seats = range(int(record["players"]))
        self.scores = [int(record["dial"][seat]) for seat in seats]
        self.winner = int(record["log_leader"][2])
        self.leaders = [int(seat) for seat in record["log_leader"]]
        self.spaces = [int(record["log_space"][seat]) for seat in seats]
        self.margins = [s - max(t for j, t in enumerate(self.scores) if j != i) for i, s in enumerate(self.scores)]
        self.dealt = {card: voyage + 1 for voyage in range(3) for card in ranks_of(record["log_deal"][voyage])}
        self.played, self.discarded = {}, {}
        for seat in seats:
            for scope in (1, 2, 3):
                cards = set(ranks_of(record["log_played"][scope, seat]))
                gone = set(ranks_of(record["log_discarded"][scope, seat])) & cards
                for found, logged in ((self.played, cards), (self.discarded, gone)):
                    for card in logged:
                        found.setdefault((0, card), set()).add(seat)
                        found.setdefault((scope, card), set()).add(seat)
        self.row_tokens = [sum(column) for column in zip(*map(counts_of, record["log_dealt"]), strict=True)]
        self.taken = [sum(column) for column in zip(*map(counts_of, record["log_taken"]), strict=True)]
        held = [[counts_of(record["log_held"][voyage, seat]) for voyage in range(3)] for seat in seats]
        self.held = [[sum(anchor[kind] for anchor in of_seat) for kind in range(KINDS)] for of_seat in held]


class Pairs:
    """Ratio of the sums of (y, x) of games, by its definition, with fractions."""

    def __init__(self, pairs):
        pairs = [(y, x) for y, x in pairs if x]
        self.games, self.total = len(pairs), sum(x for _, x in pairs)
        self.value = self.se = None
        if pairs:
            ratio = Fraction(sum(y for y, _ in pairs), self.total)
            self.value = float(ratio)
            if self.games > 1:
                squares = sum((y - ratio * x) ** 2 for y, x in pairs)
                self.se = sqrt(Fraction(self.games, self.games - 1) * squares / self.total**2)

    def mean(self, name, games=None):
        if not self.se:
            return {name: self.value, f"{name}_se": self.se, f"{name}_low": None, f"{name}_high": None}
        reach = float(critical(games or self.games)[0]) * self.se
        ends = self.value - reach, self.value + reach
        return {name: self.value, f"{name}_se": self.se, f"{name}_low": ends[0], f"{name}_high": ends[1]}

    def share(self, name, size, games=None, z=None):
        """Ends of the interval as the roots of (p - R)^2 = c p (1 - p)."""
        low = high = None
        if self.se is not None:
            z = z or float(critical(games or self.games)[0])
            c = z * z / (self.value * (1 - self.value) / self.se**2 if self.se and size is None else size)
            low, high = sorted(np.roots([1 + c, -(2 * self.value + c), self.value**2]).real)
        return {name: self.value, f"{name}_se": self.se, f"{name}_low": low, f"{name}_high": high}


def times(players, estimate):
    return {name.replace("win_rate", "lift"): None if value is None else players * value for name, value in estimate.items()}


def model_cards(games, players):
    for scope in range(4):
        for card in range(1, CARDS + 1):
            played = [game.played.get((scope, card), set()) for game in games]
            dealt = [game for game in games if game.dealt.get(card) in ((1, 2, 3) if scope == 0 else (scope,))]
            plays = sum(map(len, played))
            wins = Pairs((int(game.winner in seats), len(seats)) for game, seats in zip(games, played, strict=True))
            margin = Pairs(
                (sum(game.margins[seat] for seat in seats), len(seats)) for game, seats in zip(games, played, strict=True)
            )
            win_rate = wins.share("win_rate", plays if wins.se == 0 else None)
            discarded = sum(len(game.discarded.get((scope, card), ())) for game in games)
            unplayed = sum(players - len(game.played.get((0, card), ())) for game in dealt)
            yield {
                "rank": card,
                "card": catalog.CHARACTERS[card - 1].name,
                "voyage": scope,
                "games_dealt": len(dealt),
                "deals": players * len(dealt),
                "games_played": wins.games,
                "plays": plays,
                "wins": sum(game.winner in seats for game, seats in zip(games, played, strict=True)),
                **win_rate,
                **times(players, win_rate),
                **margin.mean("margin"),
                "discarded": discarded,
                "discarded_share": discarded / plays if plays else None,
                "never_played": unplayed,
                "never_played_share": unplayed / (players * len(dealt)) if dealt else None,
                "provenance": "printed",
            }


def model_loot(games, players):
    for kind in range(KINDS):
        tokens = [[of_seat[kind] for of_seat in game.held] for game in games]
        held, won = (
            [sum(of_game) for of_game in tokens],
            [t[g.winner] for g, t in zip(games, tokens, strict=True)],
        )
        pairs = Pairs(zip(won, held, strict=True))
        others = Pairs((h - w, players - 1) for h, w in zip(held, won, strict=True))
        # N is of all games here, not of those with tokens
        if pairs.se is not None:
            pairs.se *= sqrt(len(games) / (len(games) - 1) * (pairs.games - 1) / pairs.games)
        win_rate = pairs.share("win_rate", None, len(games))
        yield {
            "loot": Loot(kind).name.lower(),
            "side": "calm",
            "games": len(games),
            "dealt": sum(game.row_tokens[kind] for game in games),
            "taken": sum(game.taken[kind] for game in games),
            "held": sum(held),
            "winners_held": sum(won),
            **Pairs((w, 1) for w in won).mean("mean_held_winner"),
            **others.mean("mean_held_other"),
            **win_rate,
            **times(players, win_rate),
            "provenance": "printed",
        }


def model_seats(games, players):
    groups = [("seat", seat, [(game, seat) for game in games]) for seat in range(players)]
    groups += [
        ("space", space, [(game, game.spaces.index(space)) for game in games if space in game.spaces]) for space in range(6)
    ]
    for by, number, of_group in groups:
        scores = [game.scores[seat] for game, seat in of_group]
        win_rate = Pairs((game.winner == seat, 1) for game, seat in of_group).share("win_rate", len(scores), z=Z)
        yield {
            "by": by,
            "number": number,
            "games": len(scores),
            "wins": sum(game.winner == seat for game, seat in of_group),
            **win_rate,
            **times(players, win_rate),
            **Pairs((score, 1) for score in scores).mean("score"),
            "score_sd": np.std(scores, ddof=1) if len(scores) > 1 else None,
        }


def model_games(games, players):
    measured = {
        "score": [game.scores for game in games],
        "winner_score": [[max(game.scores)] for game in games],
        "winner_margin": [[game.margins[game.winner]] for game in games],
    }
    for name, by_game in measured.items():
        values = sorted(value for of_game in by_game for value in of_game)
        places = {f"q{percent:02}": ceil(Fraction(percent * len(values), 100)) - 1 for percent in (5, 25, 50, 75, 95)}
        yield {
            "quantity": name,
            "games": len(games),
            "values": len(values),
            "count": None,
            **Pairs((sum(of_game), len(of_game)) for of_game in by_game).mean("mean"),
            "sd": np.std(values, ddof=1),
            "min": values[0],
            **{column: values[place] for column, place in places.items()},
            "max": values[-1],
        }
    happened = {
        "ties": [game.scores.count(max(game.scores)) > 1 for game in games],
        "leader_after_voyage_1_wins": [game.leaders[0] == game.winner for game in games],
        "leader_after_voyage_2_wins": [game.leaders[1] == game.winner for game in games],
    }
    for name, flags in happened.items():
        yield {
            "quantity": name,
            "games": len(games),
            "values": len(games),
            "count": sum(flags),
            **Pairs((int(flag), 1) for flag in flags).share("mean", len(games), z=Z),
            **dict.fromkeys(("sd", "min", "q05", "q25", "q50", "q75", "q95", "max")),
        }


@pytest.mark.parametrize(("players", "number"), [(2, 60), (4, 200), (6, 60)])
def test_tables_are_those_of_the_single_games(players, number):
    total, games = np.zeros(1, TALLY), []
    for game_index in range(number):
        tally, record = play(players, game_index, 1)
        add(total, tally)
        games.append(PlayedGame(record))
    found = tables(total, players)
    models = {"cards": model_cards, "loot": model_loot, "seats": model_seats, "games": model_games}
    for name, model in models.items():
        rows = found[name].to_dicts()
        expected = list(model(games, players))
        assert [list(line) for line in rows] == [list(line) for line in expected]
        for line, values in zip(rows, expected, strict=True):
            for column, value in values.items():
                exact = value is None or isinstance(value, int | str)
                assert line[column] == (value if exact else pytest.approx(value, rel=1e-9, abs=1e-9)), (
                    line,
                    column,
                )


def test_the_mean_margin_of_all_seats_as_documented():
    records = [PlayedGame(play(4, game_index, 1)[1]) for game_index in range(30)]
    mean = dict(tables(play(4, 0, 30)[0], 4)["games"].select("quantity", "mean").iter_rows())
    expected = sum(sum(game.margins) for game in records) / 120
    assert mean["score"] - mean["winner_score"] + mean["winner_margin"] / 4 == pytest.approx(expected)


def test_voyages_add_up_in_what_is_about_deals_only():
    cards = tables(play(4, 0, 100)[0], 4)["cards"]
    whole = cards.filter(pl.col("voyage") == 0)
    voyages = cards.filter(pl.col("voyage") > 0).group_by("rank", maintain_order=True).agg(pl.selectors.integer().sum())
    for column in ("games_dealt", "deals", "never_played"):
        assert voyages[column].equals(whole[column])
    assert (voyages["plays"] > whole["plays"]).any()


def test_equal_tallies_give_equal_tables():
    tally, _ = play(3, 0, 50)
    parts = sum((play(3, first, 10)[0].view("i8") for first in range(0, 50, 10)), np.zeros_like(tally.view("i8")))
    for name, frame in tables(parts.view(TALLY), 3).items():
        assert frame.equals(tables(tally, 3)[name])


@pytest.mark.skipif(not JIT, reason="a quarter of a million games")
@pytest.mark.parametrize("players", [2, 4, 6])
def test_intervals_of_real_games_cover(players):
    truth = tables(play(players, 0, 100_000, seed=22)[0], players)
    estimates = [
        ("cards", "win_rate"),
        ("cards", "margin"),
        ("loot", "win_rate"),
        ("loot", "mean_held_other"),
    ]
    # after a few games they may cover more often than they say, but not less
    for number, most in ((8, 1), (150, 0.975)):
        hits = {estimate: [] for estimate in estimates}
        for batch in range(80):
            found = tables(play(players, number * batch, number, seed=23)[0], players)
            for table, name in estimates:
                ends = found[table][f"{name}_low"], found[table][f"{name}_high"]
                hits[table, name] += truth[table][name].is_between(*ends).drop_nulls().to_list()
        for estimate, held in hits.items():
            assert 0.93 <= np.mean(held) <= most, (number, estimate)
