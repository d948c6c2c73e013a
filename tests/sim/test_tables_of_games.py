"""The tables against a plain count of single games, and their intervals against many games."""

from copy import copy
from fractions import Fraction
from itertools import product
from math import ceil, hypot, sqrt

import numpy as np
import polars as pl
import pytest

from kernels import catalog
from kernels._jit import JIT
from kernels.codes import CARDS, KINDS, Loot
from kernels.engine import play_block, play_policy_block
from kernels.masks import ranks_of
from kernels.state import GAME
from kernels.tally import TALLY, add
from kernels.tokens import counts_of
from sim.policies import LineUp
from sim.rule_sets import RuleSet
from sim.stats import critical
from sim.tables import tables

Z = 1.959963984540054


def rules_of(setup):
    return RuleSet.from_settings([], setup)


def play(players, first, count, seed=21, setup="calm"):
    tally, games = np.zeros(1, TALLY), np.zeros(2, GAME)
    play_block(seed, first, count, players, rules_of(setup).record(), games, tally)
    return tally, games[0]


def play_by(line_up, first, count, setup):
    """The same with policies; a TALLY array of all seats and of each policy's."""
    rules, table, players = rules_of(setup).record(), line_up.table(rules_of(setup)), len(line_up.policies)
    tally, games = np.zeros(1 + len(line_up.distinct), TALLY), np.zeros(2, GAME)
    play_policy_block(21, first, count, players, rules, games, tally, table, line_up.orders(players))
    return tally, games[0]


class PlayedGame:
    """What a game's record says of ``seats``: all of them, or some (``of``).

    ``played`` and ``discarded`` are sets of seats by scope and card; the scope is 0 (the game) or a voyage.
    ``sides`` are those that the kinds show: of a drawn kind calm or stormy, by the record.
    """

    def __init__(self, record, sides=("calm",) * KINDS):
        self.sides = tuple(
            ("calm", "stormy")[face] if side == "drawn" else side for side, face in zip(sides, record["face"], strict=True)
        )
        seats = range(int(record["players"]))
        self.seats = set(seats)
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

    def of(self, seats):
        """The same game, of some seats."""
        part = copy(self)
        part.seats = set(seats)
        part.played, part.discarded = (
            {key: found & part.seats for key, found in logged.items()} for logged in (self.played, self.discarded)
        )
        return part


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
        """Ends of the interval as the roots of (p - R)^2 = c p (1 - p); none if all games have one ratio that is not 0 or 1."""
        low = high = None
        if self.se or (self.se == 0 and self.value in (0, 1)):
            z = z or float(critical(games or self.games)[0])
            c = z * z / (self.value * (1 - self.value) / self.se**2 if self.se and size is None else size)
            low, high = sorted(np.roots([1 + c, -(2 * self.value + c), self.value**2]).real)
        return {name: self.value, f"{name}_se": self.se, f"{name}_low": low, f"{name}_high": high}


def difference(name, first, second, se, correlation=0):
    """Of two estimates (value, low, high)."""
    if first[0] is None or second[0] is None:
        return {name: None, f"{name}_se": None, f"{name}_low": None, f"{name}_high": None}
    value = first[0] - second[0]
    if se is None or first[1] is None or second[1] is None:
        return {name: value, f"{name}_se": se, f"{name}_low": None, f"{name}_high": None}
    reaches = [
        sqrt(max(0, one**2 + other**2 - 2 * correlation * one * other))
        for one, other in ((first[0] - first[1], second[2] - second[0]), (first[2] - first[0], second[0] - second[1]))
    ]
    return {name: value, f"{name}_se": se, f"{name}_low": value - reaches[0], f"{name}_high": value + reaches[1]}


def ends(name, estimate):
    return [estimate[name], estimate[f"{name}_low"], estimate[f"{name}_high"]]


def model_edge(games, card, win_rate, played_se):
    """Columns of seats without the card and of the gap, of the games in which it was dealt."""
    dealt = [game for game in games if card in game.dealt]
    with_card = [game.played.get((0, card), set()) for game in dealt]
    without = [game.seats - seats for game, seats in zip(dealt, with_card, strict=True)]
    lost = Pairs((int(game.winner in seats), len(seats)) for game, seats in zip(dealt, without, strict=True))
    unplayed = lost.share("win_rate_unplayed", lost.total if lost.se == 0 else None)
    se, correlation = None, 0
    if played_se is not None and lost.se is not None:
        plays, rests = sum(map(len, with_card)), sum(map(len, without))
        r, q = (
            Fraction(sum(game.winner in seats for game, seats in zip(dealt, of, strict=True)), number)
            for of, number in ((with_card, plays), (without, rests))
        )
        parts = [
            ((int(game.winner in yes) - r * len(yes)) / plays, (int(game.winner in no) - q * len(no)) / rests)
            for game, yes, no in zip(dealt, with_card, without, strict=True)
        ]
        se = sqrt(Fraction(len(dealt), len(dealt) - 1) * sum((one - other) ** 2 for one, other in parts))
        squares = sum(one**2 for one, _ in parts) * sum(other**2 for _, other in parts)
        correlation = sum(one * other for one, other in parts) / sqrt(squares) if squares else 0
    return {
        "games_unplayed": lost.games,
        **unplayed,
        **difference("edge", ends("win_rate", win_rate), ends("win_rate_unplayed", unplayed), se, correlation),
    }


def times(players, estimate):
    return {name.replace("win_rate", "lift"): None if value is None else players * value for name, value in estimate.items()}


def run_columns(setup):
    return {"provenance": "standard" if setup == "calm" else "reconstructed", "setup": setup}


def model_cards(games, players, setup):
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
            edge = model_edge(games, card, win_rate, wins.se)
            deals = sum(len(game.seats) for game in dealt)
            unplayed = deals - sum(len(game.played.get((0, card), ())) for game in dealt)
            yield {
                "rank": card,
                "card": catalog.CHARACTERS[card - 1].name,
                "voyage": scope,
                "games_dealt": len(dealt),
                "deals": deals,
                "games_played": wins.games,
                "plays": plays,
                "wins": sum(game.winner in seats for game, seats in zip(games, played, strict=True)),
                **win_rate,
                **times(players, win_rate),
                **margin.mean("margin"),
                "discarded": discarded,
                "discarded_share": discarded / plays if plays else None,
                "never_played": unplayed,
                "never_played_share": unplayed / deals if dealt else None,
                **(edge if scope == 0 else dict.fromkeys(edge)),
                **run_columns(setup),
            }


def model_loot(games, players, setup):
    for kind, side in enumerate(rules_of(setup).setup):
        for shown in ("calm", "stormy") if side == "drawn" else (side,):
            yield model_tile([game for game in games if game.sides[kind] == shown], players, kind, shown, setup)


def model_tile(games, players, kind, side, setup):
    held = [sum(game.held[seat][kind] for seat in game.seats) for game in games]
    won = [game.held[game.winner][kind] if game.winner in game.seats else 0 for game in games]
    whole = all(len(game.seats) == players for game in games)
    pairs = Pairs(zip(won, held, strict=True))
    others = Pairs((h - w, players - 1) for h, w in zip(held, won, strict=True))
    # N is of all games here, not of those with tokens
    if pairs.se is not None:
        pairs.se *= sqrt(len(games) / (len(games) - 1) * (pairs.games - 1) / pairs.games)
    size = Fraction(pairs.total**2, sum(h * h for h in held)) if pairs.se == 0 else None
    win_rate = pairs.share("win_rate", size and float(size), len(games))
    of_winners = Pairs((w, 1) for w in won).mean("mean_held_winner") | others.mean("mean_held_other")
    return {
        "loot": Loot(kind).name.lower(),
        "side": side,
        "games": len(games),
        "dealt": sum(game.row_tokens[kind] for game in games),
        "taken": sum(game.taken[kind] for game in games) if whole else None,
        "held": sum(held),
        "winners_held": sum(won),
        **(of_winners if whole else dict.fromkeys(of_winners)),
        **win_rate,
        **times(players, win_rate),
        "provenance": "reconstructed" if side == "stormy" else "standard",
        "setup": setup,
    }


def model_seats(games, players, setup):
    groups = [("seat", seat, [(game, seat) for game in games if seat in game.seats]) for seat in range(players)]
    groups += [
        ("space", space, [(game, seat) for game in games for seat in game.seats if game.spaces[seat] == space])
        for space in range(6)
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
            **run_columns(setup),
        }


def model_games(games, players, setup):
    measured = {
        "score": [[game.scores[seat] for seat in game.seats] for game in games],
        "winner_score": [[max(game.scores)] for game in games],
        "winner_margin": [[game.margins[game.winner]] for game in games],
    }
    whole = all(len(game.seats) == players for game in games)
    for name, by_game in measured.items() if whole else [("score", measured["score"])]:
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
            **run_columns(setup),
        }
    happened = {
        "ties": [game.scores.count(max(game.scores)) > 1 for game in games],
        "leader_after_voyage_1_wins": [game.leaders[0] == game.winner for game in games],
        "leader_after_voyage_2_wins": [game.leaders[1] == game.winner for game in games],
    }
    for name, flags in happened.items() if whole else ():
        yield {
            "quantity": name,
            "games": len(games),
            "values": len(games),
            "count": sum(flags),
            **Pairs((int(flag), 1) for flag in flags).share("mean", len(games), z=Z),
            **dict.fromkeys(("sd", "min", "q05", "q25", "q50", "q75", "q95", "max")),
            **run_columns(setup),
        }


def model_policies(games, players, setup):
    (seats,) = {len(game.seats) for game in games}
    won = Pairs((int(game.winner in game.seats), 1) for game in games)
    win_share = {name: value and value / seats for name, value in won.share("win_rate", len(games), z=Z).items()}
    if seats == players:
        win_share = {name: value if name == "win_rate" else None for name, value in win_share.items()}
    yield {
        "seats": seats,
        "seats_played": seats * len(games),
        "wins": sum(game.winner in game.seats for game in games),
        **{name.replace("win_rate", "win_share"): value for name, value in win_share.items()},
        **times(players, win_share),
        **Pairs((sum(game.scores[seat] for seat in game.seats), seats) for game in games).mean("score"),
        **Pairs((sum(game.margins[seat] for seat in game.seats), seats) for game in games).mean("margin"),
        **run_columns(setup),
    }


def model_tiles(games, players, setup):
    for kind, side in enumerate(rules_of(setup).setup):
        if side == "drawn":
            groups = [[game for game in games if game.sides[kind] == shown] for shown in ("calm", "stormy")]
            for quantity, values in (
                ("score", lambda game: game.scores),
                ("winner_score", lambda game: [max(game.scores)]),
                ("winner_margin", lambda game: [game.margins[game.winner]]),
            ):
                pairs = [Pairs((sum(values(game)), len(values(game))) for game in group) for group in groups]
                estimates = [of_side.mean("e") for of_side in pairs]
                yield model_difference(kind, quantity, None, pairs, estimates, setup)
            for card in range(1, CARDS + 1):
                played = [[(game, game.played.get((0, card), set())) for game in group] for group in groups]
                pairs = [Pairs((int(game.winner in seats), len(seats)) for game, seats in of_side) for of_side in played]
                estimates = [of_side.share("win_rate", of_side.total if of_side.se == 0 else None) for of_side in pairs]
                lifts = [{f"e{name[8:]}": v and players * v for name, v in e.items()} for e in estimates]
                yield model_difference(kind, "lift", card, pairs, lifts, setup)


def model_difference(kind, quantity, card, pairs, estimates, setup):
    errors = [estimate["e_se"] for estimate in estimates]
    return {
        "loot": Loot(kind).name.lower(),
        "quantity": quantity,
        "rank": card,
        "card": catalog.CHARACTERS[card - 1].name if card else None,
        "games_calm": pairs[0].games,
        "games_stormy": pairs[1].games,
        "values_calm": pairs[0].total,
        "values_stormy": pairs[1].total,
        **{f"calm{name[1:]}": value for name, value in estimates[0].items()},
        **{f"stormy{name[1:]}": value for name, value in estimates[1].items()},
        **difference(
            "difference", ends("e", estimates[1]), ends("e", estimates[0]), None if None in errors else hypot(*errors)
        ),
        **run_columns(setup),
    }


def model_mixes(games, players, setup):
    choices = [("calm", "stormy") if side == "drawn" else (side,) for side in rules_of(setup).setup]
    for backwards in product(*reversed(choices)):
        sides = backwards[::-1]
        of_mix = [game for game in games if game.sides == sides]
        kinds = [kind.name.lower() for kind in Loot]
        yield {
            "mix": {("calm",) * KINDS: "calm", ("stormy",) * KINDS: "stormy"}.get(
                sides, ",".join(f"{kind}={side}" for kind, side in zip(kinds, sides, strict=True) if side != "calm")
            ),
            **dict(zip(kinds, sides, strict=True)),
            "games": len(of_mix),
            **Pairs((sum(game.scores), players) for game in of_mix).mean("score"),
            **Pairs((max(game.scores), 1) for game in of_mix).mean("winner_score"),
            **Pairs((game.margins[game.winner], 1) for game in of_mix).mean("winner_margin"),
            "provenance": "reconstructed" if "stormy" in sides else "standard",
            "setup": setup,
        }


MODELS = {
    "cards": model_cards,
    "loot": model_loot,
    "seats": model_seats,
    "games": model_games,
    "policies": model_policies,
}


@pytest.mark.parametrize(
    ("players", "number", "setup"),
    [
        (2, 60, "calm"),
        (4, 200, "calm"),
        (6, 60, "calm"),
        (5, 30, "stormy"),
        (3, 100, "uncharted"),
        (4, 60, "chest=drawn,hook=stormy,relic=drawn"),
    ],
)
def test_tables_are_those_of_the_single_games(players, number, setup):
    total, games, rule_set = np.zeros(1, TALLY), [], rules_of(setup)
    for game_index in range(number):
        tally, record = play(players, game_index, 1, setup=setup)
        add(total, tally)
        games.append(PlayedGame(record, rule_set.setup))
    found = tables(total, players, rule_set)
    models = dict(MODELS)
    if "drawn" in rule_set.setup:
        models |= {"tiles": model_tiles, "mixes": model_mixes}
    assert list(found) == list(models)
    for name, model in models.items():
        assert_rows(found[name], [{"policy": "random"} | line for line in model(games, players, setup)])


@pytest.mark.parametrize(
    ("policies", "number", "setup"),
    [
        ("random,greedy,learned,random", 150, "calm"),
        ("greedy,random", 60, "calm"),
        ("random,random,random,random,greedy,random", 40, "stormy"),
        ("learned,greedy,learned", 100, "chest=drawn,map=drawn"),
    ],
)
def test_rows_of_a_policy_are_of_its_seats_in_the_single_games(policies, number, setup):
    names = policies.split(",")
    players, rule_set, line_up = len(names), rules_of(setup), LineUp.of(policies, len(names))
    total, games = np.zeros(1 + len(set(names)), TALLY), []
    for game_index in range(number):
        tally, record = play_by(line_up, game_index, 1, setup)
        add(total, tally)
        games.append(PlayedGame(record, rule_set.setup))
    found = tables(total, players, rule_set, line_up)
    groups = {"all": games}
    for name in dict.fromkeys(names):
        seats = [[seat for seat in range(players) if line_up.at_table(at)[seat].name == name] for at in range(number)]
        groups[name] = [game.of(mine) for game, mine in zip(games, seats, strict=True)]
    for table, model in MODELS.items():
        expected = [
            {"policy": name} | line
            for name, of_group in groups.items()
            if table != "policies" or name != "all"
            for line in model(of_group, players, setup)
        ]
        assert_rows(found[table], expected)


def assert_rows(frame, expected):
    rows = frame.to_dicts()
    assert [list(line) for line in rows] == [list(line) for line in expected]
    for line, values in zip(rows, expected, strict=True):
        for column, value in values.items():
            exact = value is None or isinstance(value, int | str)
            assert line[column] == (value if exact else pytest.approx(value, rel=1e-9, abs=1e-9)), (line, column)


def test_the_sides_of_a_run_put_together_are_the_run():
    found = tables(play(4, 0, 200, setup="uncharted")[0], 4, rules_of("uncharted"))
    assert found["mixes"]["games"].sum() == 200
    assert found["loot"].group_by("loot").agg(pl.col("games").sum())["games"].to_list() == [200] * KINDS
    plays = dict(found["cards"].filter(voyage=0).select("rank", "plays").iter_rows())
    for line in found["tiles"].filter(quantity="lift").iter_rows(named=True):
        assert line["values_calm"] + line["values_stormy"] == plays[line["rank"]]


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
        ("cards", "win_rate_unplayed"),
        ("cards", "edge"),
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
            # few of 150 games have a seat that was dealt a card and did not play it
            upmost = most if "win_rate_unplayed" not in estimate and "edge" not in estimate else (most + 1) / 2
            assert 0.93 <= np.mean(held) <= upmost, (number, estimate)


@pytest.mark.skipif(not JIT, reason="a hundred thousand games")
@pytest.mark.parametrize(("players", "number", "most"), [(4, 20, 1), (4, 300, 0.975), (2, 300, 0.975)])
def test_intervals_of_what_a_side_changes_cover(players, number, most):
    def tiles(first, count, seed):
        tally, _ = play(players, first, count, seed, "uncharted")
        return tables(tally, players, rules_of("uncharted"))["tiles"]

    truth = tiles(0, 100_000, 24)
    runs = pl.concat(tiles(number * batch, number, 25).with_columns(truth=truth["difference"]) for batch in range(80))
    held = runs.with_columns(held=pl.col("truth").is_between("difference_low", "difference_high")).drop_nulls("held")
    for quantity in ("score", "winner_score", "winner_margin", "lift"):
        assert 0.93 <= held.filter(quantity=quantity)["held"].mean() <= most, quantity
