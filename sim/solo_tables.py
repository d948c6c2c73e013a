"""The output tables of solo games, from the tally of a run. docs/solo.md defines every column; a test compares them.

The human and the Automa play by different rules and are never put together. A side plays a card in a game or does not, and wins
or does not: a game is one trial for each, so win rates are proportions, and an edge is a difference of two over other games.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl
from attrs import evolve

from kernels.catalog import CHARACTERS
from kernels.codes import AUTOMA, CARDS, HUMAN, VOYAGES
from kernels.solo_tally import SIDES, SOLO_TALLY
from kernels.tally import MIXES, SCORES
from sim.rule_sets import RuleSet
from sim.setups import AUTOMA_KINDS, KINDS
from sim.stats import Estimate, difference, mean, proportion, quotient, standard_deviation
from sim.tables import WHOLE_GAME, drawn_kinds, estimate_columns, floats, labelled, measured, shown_faces

SIDE_NAMES = ("human", "automa")
"""The two sides of a solo game by seat."""

QUANTITIES = ("human_win_rate", "human_score", "automa_score", "margin")
"""What a solo game comes to, the margin being the human's score less the Automa's."""

STARTING_SPACES = (2, 3)
"""Where the human's reputation token may start (SOL-1)."""


def solo_tables(tally: np.ndarray, rule_set: RuleSet) -> dict[str, pl.DataFrame]:
    """The tables of a run of solo games.

    Args:
        tally: SOLO_TALLY array of shape (1,): the sum over all games.
        rule_set: the rules of these games.

    Returns:
        ``cards``, ``loot`` and ``games``; if the rule set draws sides, also ``tiles`` and ``mixes``.
        Columns, dtypes and rows do not depend on the tally; what it cannot tell is null.

    Raises:
        ValueError: the rule set is not of solo games, the tally neither, or its sides were not drawn as the rule set says.
    """
    if not rule_set.solo or tally.dtype != SOLO_TALLY:
        raise ValueError("not a tally and a rule set of solo games")
    total = tally[0]
    drawn = drawn_kinds(total, rule_set)
    found = {"cards": _cards(total), "loot": _loot(total, rule_set), "games": _games(total, rule_set)}
    if drawn:
        found |= {"tiles": _tiles(total, drawn), "mixes": _mixes(total, drawn, rule_set)}
    return labelled(found, rule_set)


def _cards(total: np.void) -> pl.DataFrame:
    frames = [_cards_of(total, side, scope) for side in range(SIDES) for scope in range(WHOLE_GAME, VOYAGES + 1)]
    # diagonal: what there is of whole games alone, or of the Automa's cards, is null in other rows
    return pl.concat(frames, how="diagonal")


def _cards_of(total: np.void, side: int, scope: int) -> pl.DataFrame:
    """The rows of one side and scope: the whole game or a voyage."""
    plays, wins, discarded, margin, margin_square = (
        total[f"card_{name}"][side, scope, 1:] for name in ("plays", "wins", "discarded", "margin", "margin_square")
    )
    dealt = total["card_dealt"][scope, 1:]
    win_rate = proportion(wins, plays)
    columns = {
        "side": [SIDE_NAMES[side]] * CARDS,
        "rank": np.arange(1, CARDS + 1),
        "card": [character.name for character in CHARACTERS],
        "voyage": [scope] * CARDS,
        "games_dealt": dealt,
        "plays": plays,
        "wins": wins,
        **estimate_columns("win_rate", win_rate),
        **estimate_columns("margin", mean(margin, margin_square, plays)),
        "discarded": discarded,
        "discarded_share": floats(quotient(discarded, plays)),
    }
    if scope == WHOLE_GAME:
        human_wins = total["card_dealt_wins"][1:]
        never_played = dealt - plays
        unplayed = proportion((human_wins if side == HUMAN else dealt - human_wins) - wins, never_played)
        columns |= {
            "never_played": never_played,
            "never_played_share": floats(quotient(never_played, dealt)),
            **estimate_columns("win_rate_unplayed", unplayed),
            **estimate_columns("edge", difference(win_rate, unplayed)),
        }
        if side == AUTOMA:
            no_effect = total["card_no_effect"][1:]
            columns |= {"no_effect": no_effect, "no_effect_share": floats(quotient(no_effect, plays))}
    return pl.DataFrame(columns)


def _loot(total: np.void, rule_set: RuleSet) -> pl.DataFrame:
    faces, kinds, tiles = zip(*shown_faces(rule_set), strict=True)
    games, human_wins, dealt, pilfered = (
        total[f"loot_{name}"][faces, kinds] for name in ("games", "wins", "dealt", "pilfered")
    )
    # by tile and holder
    held, held_square, won, won_square = (
        total[f"loot_{name}"][:, faces, kinds].T for name in ("held", "held_square", "held_wins", "held_square_wins")
    )
    wins = np.column_stack([human_wins, games - human_wins])
    of_won = mean(won.ravel(), won_square.ravel(), wins.ravel())
    of_lost = mean((held - won).ravel(), (held_square - won_square).ravel(), (games[:, None] - wins).ravel())
    return pl.DataFrame(
        {
            "loot": [tile.kind.name.lower() for tile in tiles for _ in SIDE_NAMES],
            "side": [tile.side for tile in tiles for _ in SIDE_NAMES],
            "holder": SIDE_NAMES * len(tiles),
            "games": games.repeat(SIDES),
            "wins": wins.ravel(),
            "dealt": dealt.repeat(SIDES),
            "pilfered": pilfered.repeat(SIDES),
            "held": held.ravel(),
            **estimate_columns("mean_held_won", of_won),
            **estimate_columns("mean_held_lost", of_lost),
            **estimate_columns("difference", difference(of_won, of_lost)),
        }
    )


def _games(total: np.void, rule_set: RuleSet) -> pl.DataFrame:
    games = int(total["games"])
    leaders = [f"leader_after_voyage_{voyage}_wins" for voyage in range(1, VOYAGES)]
    spaces = list(STARTING_SPACES)
    score, score_square = total["score"], total["score_square"]
    no_effect = total["no_effect"], total["no_effect_square"]
    margin = total["margin"], total["margin_square"]
    margins = measured("margin", total["margin_games"], *margin, games, mean(*margin, games))
    bins = pl.col("min", "q05", "q25", "q50", "q75", "q95", "max")
    frames = [
        _shares(["human_win_rate"], [total["human_wins"]], [games]),
        *(
            measured(f"{name}_score", bins_of_side, y, yy, games, mean(y, yy, games))
            for name, bins_of_side, y, yy in zip(SIDE_NAMES, total["score_games"], score, score_square, strict=True)
        ),
        # as the last bin holds all higher margins too, so does the first one all lower
        margins.with_columns(pl.when(bins > 0).then(bins - SCORES)),
        _shares(["ties", *leaders], [total["ties"], *total["leader_wins"]], [games] * VOYAGES),
        pl.DataFrame(
            {
                "quantity": ["no_effect_ranks"],
                "games": [games],
                **estimate_columns("mean", mean(*no_effect, games)),
                "sd": floats(standard_deviation(*no_effect, games)),
            }
        ),
        _shares(
            [f"human_wins_from_space_{space}" for space in spaces], total["space_wins"][spaces], total["space_games"][spaces]
        ),
    ]
    difficulty = {f"{name}_start": rule_set.value(f"solo.{name}_start") for name in SIDE_NAMES}
    # diagonal: what shares have not (deviation, quantiles) becomes null; there is one value a game, so `values` says nothing
    return (
        pl.concat(frames, how="diagonal")
        .drop("values")
        .with_columns(pl.lit(value, dtype=pl.Int64).alias(column) for column, value in difficulty.items())
    )


def _shares(names: list[str], counts: list[int] | np.ndarray, games: list[int] | np.ndarray) -> pl.DataFrame:
    """Rows of ``games`` that are shares of games."""
    return pl.DataFrame(
        {
            "quantity": names,
            "games": np.asarray(games),
            "count": np.asarray(counts),
            **estimate_columns("mean", proportion(counts, games)),
        }
    )


def _quantities(total: np.void, groups: Sequence[np.ndarray]) -> tuple[np.ndarray, dict[str, Estimate]]:
    """Games and estimates of QUANTITIES over groups of mixes, each an index of MIXES; arrays with an element for each group."""
    games, wins, score, score_square, margin, margin_square = (
        np.stack([total[f"mix_{name}"][..., group].sum(axis=-1) for group in groups], axis=-1)
        for name in ("games", "wins", "score", "score_square", "margin", "margin_square")
    )
    estimates = (
        proportion(wins, games),
        *(mean(score[side], score_square[side], games) for side in range(SIDES)),
        mean(margin, margin_square, games),
    )
    return games, dict(zip(QUANTITIES, estimates, strict=True))


def _tiles(total: np.void, drawn: list[int]) -> pl.DataFrame:
    frames = []
    for kind in drawn:
        faces = np.arange(MIXES) >> kind & 1
        (games_calm, calm), (games_stormy, stormy) = (_quantities(total, [faces == face]) for face in (0, 1))
        frames += [
            pl.DataFrame(
                {
                    "loot": [KINDS[kind]],
                    "quantity": [quantity],
                    "games_calm": games_calm,
                    "games_stormy": games_stormy,
                    **estimate_columns("calm", calm[quantity]),
                    **estimate_columns("stormy", stormy[quantity]),
                    **estimate_columns("difference", difference(stormy[quantity], calm[quantity])),
                }
            )
            for quantity in QUANTITIES
        ]
    return pl.concat(frames)


def _mixes(total: np.void, drawn: list[int], rule_set: RuleSet) -> pl.DataFrame:
    number = np.arange(MIXES)
    possible = number[(number & ~sum(1 << kind for kind in drawn)) == 0]
    faces = rule_set.faces()
    setups = [tuple(faces[mix >> kind & 1][kind].side for kind in range(len(KINDS))) for mix in possible]
    of_mix = [evolve(rule_set, setup=sides) for sides in setups]
    games, estimates = _quantities(total, [number == mix for mix in possible])
    with_sides = [kind for kind in range(len(KINDS)) if kind not in AUTOMA_KINDS]
    return pl.DataFrame(
        {
            "mix": [rules.setup_name for rules in of_mix],
            **{KINDS[kind]: [sides[kind] for sides in setups] for kind in with_sides},
            "games": games,
            **{
                column: values
                for name, estimate in estimates.items()
                for column, values in estimate_columns(name, estimate).items()
            },
            "provenance": [rules.provenance for rules in of_mix],
        }
    )
