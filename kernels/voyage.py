"""A voyage: its days, from the choice of cards to the end of the night, and its anchor."""

from __future__ import annotations

from kernels._jit import kernel
from kernels.anchor import run_anchor
from kernels.codes import MAX_DAYS, Phase
from kernels.day import run_day
from kernels.dusk import run_dusk
from kernels.masks import EMPTY
from kernels.night import run_night, run_night_end
from kernels.setup import begin_voyage, renew_streams
from kernels.solo import pick_and_place, take_idle_ranks


@kernel
def play_day(game, rules, answers, trace):
    """One day, from the choice of cards to the end of the night (DAY-1 to NGT-2)."""
    renew_streams(game, game["day"])
    game["phase"] = Phase.DAY
    pick_and_place(game, rules, answers, trace)
    run_day(game, rules, answers, trace)
    take_idle_ranks(game, rules, trace)
    game["phase"] = Phase.DUSK
    game["island_done"] = EMPTY
    end_day(game, rules, answers, trace)


@kernel
def end_day(game, rules, answers, trace):
    """The rest of a day from a turn of its dusk on: all turns at dusk that are not done, and the night."""
    run_dusk(game, rules, answers, trace)
    game["phase"] = Phase.NIGHT
    run_night(game, rules, answers, trace)
    game["phase"] = Phase.NIGHT_END
    run_night_end(game, rules, answers, trace)


@kernel
def end_voyage(game, rules, answers, trace):
    """The anchor after the last night of a voyage (ANC-1 to ANC-4)."""
    renew_streams(game, MAX_DAYS)
    game["phase"] = Phase.ANCHOR
    run_anchor(game, rules, answers, trace)


@kernel
def play_voyage(game, rules, answers, trace):
    """A voyage whose cards and loot are dealt (VOY-1)."""
    begin_voyage(game, rules, trace)
    for day in range(rules["voyage_days"][game["voyage"]]):
        game["day"] = day
        play_day(game, rules, answers, trace)
    end_voyage(game, rules, answers, trace)
