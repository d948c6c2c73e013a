"""The output tables, from the tally of a run. docs/tables.md defines every column; a test compares them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import polars as pl
from attrs import astuple, evolve, frozen

from kernels.catalog import CHARACTERS, Tile
from kernels.codes import CARDS, MAX_SEATS, SPACES, VOYAGES
from kernels.tally import MIXES
from sim.options import DEFAULT_POLICY
from sim.policies import ALL, LineUp
from sim.rule_sets import RuleSet
from sim.setups import DRAWN, KINDS, setup_name
from sim.stats import (
    Estimate,
    difference,
    mean,
    paired_difference,
    proportion,
    quantile,
    quotient,
    ratio,
    share,
    standard_deviation,
)

METRICS_VERSION = "4"
"""Raised when a column changes its meaning, its name or its place; it goes into every manifest."""

WHOLE_GAME = 0
"""In the column ``voyage`` of ``cards``: the row is about the whole game."""


@frozen(eq=False)
class Group:
    """The seats that rows are about: all, or those of one policy at a table at which several play.

    Attributes:
        name: in the column ``policy``.
        total: TALLY record of these seats.
        seats: how many they are in a game.
        players: seats at the table.
    """

    name: str
    total: np.void
    seats: int
    players: int

    @property
    def is_whole(self) -> bool:
        """Whether they are all seats, so that one of them wins every game."""
        return self.seats == self.players


def tables(
    tally: np.ndarray, players: int, rule_set: RuleSet | None = None, line_up: LineUp | None = None
) -> dict[str, pl.DataFrame]:
    """The tables of a run.

    Args:
        tally: TALLY array: the sum over all games, element 0 of all seats; if several policies play, then of each one's seats.
        players: number of seats in every game, 2 to 6.
        rule_set: the rules of these games; None for the standard ones.
        line_up: who played; None for every seat at random.

    Returns:
        ``cards``, ``loot``, ``seats``, ``games`` and ``policies``; if the rule set draws sides, also ``tiles`` and ``mixes``.
        Columns, dtypes and rows do not depend on the tally; what it cannot tell is null.

    Raises:
        ValueError: the tally is not one of games with so many players or policies, or its sides were not drawn as the
            rule set says.
    """
    total = tally[0]
    if total["score_seats"].sum() != players * total["games"]:
        raise ValueError(
            f"not a tally of games with {players} players: {total['score_seats'].sum()} seats in {total['games']} games"
        )
    rule_set = rule_set or RuleSet.standard()
    drawn = drawn_kinds(total, rule_set)
    whole, *parts = groups(tally, players, line_up or LineUp.of(DEFAULT_POLICY, players))
    found = {
        "cards": _of_each([whole, *parts], _cards),
        "loot": _of_each([whole, *parts], lambda group: _loot(group, rule_set)),
        "seats": _of_each([whole, *parts], _seats),
        "games": _of_each([whole, *parts], _games),
        "policies": _of_each(parts or [whole], _policies),
    }
    if drawn:
        found |= {
            "tiles": _of_each([whole], lambda group: _tiles(group.total, players, drawn)),
            "mixes": _of_each([whole], lambda group: _mixes(group.total, players, drawn, rule_set)),
        }
    return labelled(found, rule_set)


def groups(tally: np.ndarray, players: int, line_up: LineUp) -> list[Group]:
    """All seats, and, if several policies play, then those of each.

    Raises:
        ValueError: the tally is not of so many policies.
    """
    apart = line_up.counted_apart
    if tally.size != 1 + len(apart):
        raise ValueError(f"not a tally of these policies: {tally.size - 1} are counted apart, of {len(apart)}")
    return [
        Group(ALL if apart else line_up.names[0], tally[0], players, players),
        *(Group(policy.name, tally[1 + at], line_up.policies.count(policy), players) for at, policy in enumerate(apart)),
    ]


def _of_each(groups: Sequence[Group], make: Callable[[Group], pl.DataFrame]) -> pl.DataFrame:
    """The rows of each group under each other, with the column ``policy`` before the others."""
    # diagonal: a group may lack columns of others, which become null
    return pl.concat([make(group).select(pl.lit(group.name).alias("policy"), pl.all()) for group in groups], how="diagonal")


def drawn_kinds(total: np.void, rule_set: RuleSet) -> list[int]:
    """The kinds whose side is drawn for each game.

    Args:
        total: TALLY or SOLO_TALLY record.

    Raises:
        ValueError: the sides of its games were not drawn as the rule set says.
    """
    drawn = [kind for kind, side in enumerate(rule_set.setup) if side == DRAWN]
    games, with_sides_drawn = int(total["games"]), int(total["mix_games"].sum())
    if with_sides_drawn != (games if drawn else 0):
        raise ValueError(f"not a tally of this rule set: sides were drawn in {with_sides_drawn} of {games} games")
    return drawn


def labelled(frames: dict[str, pl.DataFrame], rule_set: RuleSet) -> dict[str, pl.DataFrame]:
    """The tables with the two last columns that say what their games were played by; one that has a provenance keeps it."""
    run = {"provenance": rule_set.provenance, "setup": rule_set.setup_name}
    return {
        name: frame.with_columns(pl.lit(text).alias(column) for column, text in run.items() if column not in frame.columns)
        for name, frame in frames.items()
    }


def _cards(group: Group) -> pl.DataFrame:
    total = group.total
    counters = ("card_dealt", "card_unplayed", "card_discarded")
    sums = ("card_margin", "card_margin_square", "card_margin_plays")
    dealt, unplayed, discarded = (total[name][:, 1:].ravel() for name in counters)
    margins, margins_square, margins_plays = (total[name][:, 1:].ravel() for name in sums)
    seats = np.arange(MAX_SEATS + 1)
    joint = total["card_joint"][:, 1:].reshape(-1, seats.size, 2)
    won, games = joint[:, :, 1], joint.sum(axis=2)
    games_played, plays, plays_square = games.sum(axis=1), games @ seats, games @ seats**2
    wins = won.sum(axis=1)
    # a game adds 0 or 1 to the wins, which is its own square
    win_rate = share(wins, plays, wins, won @ seats, plays_square, games_played, trials=plays)
    margin = ratio(margins, plays, margins_square, margins_plays, plays_square, games_played)
    scopes = np.arange(VOYAGES + 1)
    return pl.DataFrame(
        {
            "rank": np.tile(np.arange(1, CARDS + 1), scopes.size),
            "card": [character.name for character in CHARACTERS] * scopes.size,
            "voyage": np.repeat(scopes, CARDS),
            "games_dealt": dealt,
            "deals": dealt * group.seats,
            "games_played": games_played,
            "plays": plays,
            "wins": wins,
            **estimate_columns("win_rate", win_rate),
            **estimate_columns("lift", win_rate.times(group.players)),
            **estimate_columns("margin", margin),
            "discarded": discarded,
            "discarded_share": floats(quotient(discarded, plays)),
            "never_played": unplayed,
            "never_played_share": floats(quotient(unplayed, dealt * group.seats)),
            **_against_unplayed(
                joint[:CARDS],
                total["card_without"][1:],
                dealt[:CARDS],
                group.seats,
                Estimate(*(part[:CARDS] for part in astuple(win_rate))),
            ),
        }
    )


def _against_unplayed(
    joint: np.ndarray, without: np.ndarray, dealt: np.ndarray, seats: int, win_rate: Estimate
) -> dict[str, pl.Series]:
    """The columns of ``cards`` about the seats that never played the card; null for voyages.

    Args:
        joint: games by card, number of seats that played it and whether the winner is one of these; shape (CARDS, seats, 2).
        without: games by card and number of seats that played it, won by one of the other seats; shape (CARDS, seats).
        dealt: games in which the card was dealt.
        seats: how many are counted in every game.
        win_rate: of those who played it.
    """
    by_seats, with_it, without = (counts[:, : seats + 1] for counts in (joint.sum(axis=2), joint[:, :, 1], without))
    by_seats[:, 0] = dealt - by_seats.sum(axis=1)  # played by none of them
    # who won: a seat that played it, one that did not, one that is not counted
    games = np.stack([with_it, without, by_seats - with_it - without], axis=2)
    played, winner = (axis.ravel() for axis in np.indices(games.shape[1:]))
    won, lost, unplayed = (winner == 0) * 1, (winner == 1) * 1, seats - played
    games = games.reshape(CARDS, -1)
    wins, seat_games = games @ lost, games @ unplayed
    games_unplayed = games @ (unplayed > 0)
    rate = share(wins, seat_games, wins, games @ (lost * unplayed), games @ unplayed**2, games_unplayed, trials=seat_games)
    edge = paired_difference(win_rate, rate, won, played, lost, unplayed, games)
    columns = {
        "games_unplayed": pl.Series(games_unplayed, dtype=pl.Int64),
        **estimate_columns("win_rate_unplayed", rate),
        **estimate_columns("edge", edge),
    }
    return {name: column.extend_constant(None, VOYAGES * CARDS) for name, column in columns.items()}


def shown_faces(rule_set: RuleSet) -> list[tuple[int, int, Tile]]:
    """Face, kind and tile of all that games may show, by kind; a kind that is drawn has two."""
    pairs = enumerate(zip(*rule_set.faces(), strict=True))
    return [(face, kind, tile) for kind, pair in pairs for face, tile in enumerate(dict.fromkeys(pair))]


def tile_provenance(tile: Tile, rule_set: RuleSet) -> str:
    """A tile's own; changed if it is printed and an amount of it is not as printed."""
    changed = any(amount.key in rule_set.changes for amount in tile.amounts)
    return "changed" if changed and tile.provenance == "standard" else tile.provenance


def _loot(group: Group, rule_set: RuleSet) -> pl.DataFrame:
    total, players = group.total, group.players
    faces, kinds, tiles = zip(*shown_faces(rule_set), strict=True)
    games, dealt, taken, held, won, held_square, won_square, won_held = (
        total[f"loot_{name}"][faces, kinds]
        for name in ("games", "dealt", "taken", "held", "won", "held_square", "won_square", "won_held")
    )
    # a seat wins with all its tokens at once, so where no variance shows a game counts as one trial, and
    # games of unequal size as so many equal ones (Kish, Survey Sampling, 1965)
    trials = quotient(held.astype(object) ** 2, held_square)
    win_rate = share(won, held, won_square, won_held, held_square, games, trials=trials)
    others = mean(held - won, held_square - 2 * won_held + won_square, games, players - 1)
    frame = pl.DataFrame(
        {
            "loot": [tile.kind.name.lower() for tile in tiles],
            "side": [tile.side for tile in tiles],
            "games": games,
            "dealt": dealt,
            "taken": taken,
            "held": held,
            "winners_held": won,
            **estimate_columns("mean_held_winner", mean(won, won_square, games)),
            **estimate_columns("mean_held_other", others),
            **estimate_columns("win_rate", win_rate),
            **estimate_columns("lift", win_rate.times(players)),
            "provenance": [tile_provenance(tile, rule_set) for tile in tiles],
        }
    )
    # of one policy's seats the tally has neither what they took nor in how many games with this side they won
    return frame.with_columns(pl.when(group.is_whole).then(pl.col("taken", "^mean_held_.*$")))


def _seats(group: Group) -> pl.DataFrame:
    total, players = group.total, group.players
    number = np.concatenate([np.arange(players), np.arange(SPACES)])
    games, wins, score, score_square = (
        np.concatenate([total[f"seat_{name}"][:players], total[f"space_{name}"]])
        for name in ("games", "wins", "score", "score_square")
    )
    win_rate = proportion(wins, games)
    return pl.DataFrame(
        {
            "by": ["seat"] * players + ["space"] * SPACES,
            "number": number,
            "games": games,
            "wins": wins,
            **estimate_columns("win_rate", win_rate),
            **estimate_columns("lift", win_rate.times(players)),
            **estimate_columns("score", mean(score, score_square, games)),
            "score_sd": floats(standard_deviation(score, score_square, games)),
        }
    )


def _games(group: Group) -> pl.DataFrame:
    total = group.total
    score = measured(
        "score",
        total["score_seats"],
        total["seat_score"].sum(),
        total["score_square"],
        total["games"],
        mean(total["seat_score"].sum(), total["score_game_square"], total["games"], group.seats),
    )
    if not group.is_whole:
        return score
    counts = np.array([total["ties"], *total["leader_wins"]])
    games = np.full(counts.size, total["games"])
    shares = pl.DataFrame(
        {
            "quantity": ["ties"] + [f"leader_after_voyage_{voyage}_wins" for voyage in range(1, VOYAGES)],
            "games": games,
            "values": games,
            "count": counts,
            **estimate_columns("mean", proportion(counts, games)),
        }
    )
    once_a_game = [
        measured(
            name,
            total[counter],
            total[f"{counter}_sum"],
            total[f"{counter}_square"],
            total["games"],
            mean(total[f"{counter}_sum"], total[f"{counter}_square"], total["games"]),
        )
        for name, counter in (("winner_score", "winner_score"), ("winner_margin", "margin"))
    ]
    # diagonal: what shares have not (deviation, quantiles) becomes null
    return pl.concat([score, *once_a_game, shares], how="diagonal")


def _policies(group: Group) -> pl.DataFrame:
    total, games = group.total, group.total["games"]
    wins = total["seat_wins"].sum()
    # a game is one trial: one of these seats wins it, or none
    win_share = proportion(wins, games).times(1 / group.seats)
    if group.is_whole:  # one of them always does (END-1): there is nothing to estimate
        win_share = evolve(win_share, **dict.fromkeys(("se", "low", "high"), np.full(1, np.nan)))
    return pl.DataFrame(
        {
            "seats": [group.seats],
            "seats_played": [group.seats * games],
            "wins": [wins],
            **estimate_columns("win_share", win_share),
            **estimate_columns("lift", win_share.times(group.players)),
            **estimate_columns("score", mean(total["seat_score"].sum(), total["score_game_square"], games, group.seats)),
            **estimate_columns("margin", mean(total["seats_margin"], total["seats_margin_square"], games, group.seats)),
        }
    )


def _tiles(total: np.void, players: int, drawn: list[int]) -> pl.DataFrame:
    quantities = ("score", "winner_score", "winner_margin", "lift")
    frames = []
    for kind in drawn:
        sides = [_by_face(total, players, (np.arange(MIXES) >> kind & 1) == face) for face in (0, 1)]
        for place, quantity in enumerate(quantities):
            (games_calm, values_calm, calm), (games_stormy, values_stormy, stormy) = sides[0][place], sides[1][place]
            of_cards = quantity == "lift"
            rows = CARDS if of_cards else 1
            frames.append(
                pl.DataFrame(
                    {
                        "loot": [KINDS[kind]] * rows,
                        "quantity": [quantity] * rows,
                        "rank": pl.Series(range(1, CARDS + 1) if of_cards else [None], dtype=pl.Int64),
                        "card": pl.Series([row.name for row in CHARACTERS] if of_cards else [None], dtype=pl.String),
                        "games_calm": games_calm,
                        "games_stormy": games_stormy,
                        "values_calm": values_calm,
                        "values_stormy": values_stormy,
                        **estimate_columns("calm", calm),
                        **estimate_columns("stormy", stormy),
                        **estimate_columns("difference", difference(stormy, calm)),
                    }
                )
            )
    return pl.concat(frames)


def _by_face(total: np.void, players: int, mixes: np.ndarray) -> list[tuple[np.ndarray, np.ndarray, Estimate]]:
    """Games, number of values and estimate of score, winner's score, winner's margin and the cards' lifts over some mixes."""

    def over(name: str) -> np.ndarray:
        return np.atleast_1d(total[name][mixes].sum(axis=0))

    games, plays, wins = over("mix_games"), over("mix_card_plays")[1:], over("mix_card_wins")[1:]
    plays_square, wins_plays, games_played = (over(f"mix_card_{name}")[1:] for name in ("plays_square", "wins_plays", "games"))
    win_rate = share(wins, plays, wins, wins_plays, plays_square, games_played, trials=plays)
    return [
        (games, players * games, mean(over("mix_score"), over("mix_score_square"), games, players)),
        (games, games, mean(over("mix_winner_score"), over("mix_winner_score_square"), games)),
        (games, games, mean(over("mix_margin"), over("mix_margin_square"), games)),
        (games_played, plays, win_rate.times(players)),
    ]


def _mixes(total: np.void, players: int, drawn: list[int], rule_set: RuleSet) -> pl.DataFrame:
    number = np.arange(MIXES)
    possible = number[(number & ~sum(1 << kind for kind in drawn)) == 0]
    faces = rule_set.faces()
    setups = [tuple(faces[mix >> kind & 1][kind].side for kind in range(len(KINDS))) for mix in possible]
    games = total["mix_games"][possible]
    estimates = (
        ("score", mean(total["mix_score"][possible], total["mix_score_square"][possible], games, players)),
        ("winner_score", mean(total["mix_winner_score"][possible], total["mix_winner_score_square"][possible], games)),
        ("winner_margin", mean(total["mix_margin"][possible], total["mix_margin_square"][possible], games)),
    )
    return pl.DataFrame(
        {
            "mix": [setup_name(sides) for sides in setups],
            **{kind: [sides[place] for sides in setups] for place, kind in enumerate(KINDS)},
            "games": games,
            **{column: values for name, estimate in estimates for column, values in estimate_columns(name, estimate).items()},
            "provenance": [evolve(rule_set, setup=sides).provenance for sides in setups],
        }
    )


def measured(name: str, histogram: np.ndarray, total: int, square: int, games: int, estimate: Estimate) -> pl.DataFrame:
    """A row of ``games``; total and square are sums over all values of the histogram."""
    number = histogram.sum()
    percents = {"min": 0, "q05": 5, "q25": 25, "q50": 50, "q75": 75, "q95": 95, "max": 100}
    return pl.DataFrame(
        {
            "quantity": [name],
            "games": [games],
            "values": [number],
            "count": pl.Series([None], dtype=pl.Int64),
            **estimate_columns("mean", estimate),
            "sd": floats(standard_deviation(total, square, number)),
            **{column: pl.Series([quantile(histogram, percent)], dtype=pl.Int64) for column, percent in percents.items()},
        }
    )


def estimate_columns(name: str, estimate: Estimate) -> dict[str, pl.Series]:
    """The four columns of an estimate."""
    return {
        name: floats(estimate.value),
        f"{name}_se": floats(estimate.se),
        f"{name}_low": floats(estimate.low),
        f"{name}_high": floats(estimate.high),
    }


def floats(values: np.ndarray) -> pl.Series:
    """Float64 with null for NaN."""
    return pl.Series(values, nan_to_null=True)
