"""The reputation track (REP-1 to REP-3) and the doubloons of the running voyage (COI-1)."""

from __future__ import annotations

from kernels._jit import kernel
from kernels.codes import SPACES, Event, Rule
from kernels.trace import BLANK, emit


@kernel
def gain(game, trace, rule, seat, amount):
    """A seat gains doubloons; ``rule`` is the clause that says so. Writes doubloons."""
    game["doubloons"][seat] += amount
    if trace is not None and amount != 0:
        emit(trace, game, rule, Event.GAIN, seat, BLANK, amount, game["doubloons"][seat], BLANK)


@kernel
def lose(game, trace, rule, seat, amount):
    """A seat loses doubloons, at most those it has (COI-1). Writes doubloons.

    Returns:
        What it really lost, int64.
    """
    paid = min(amount, game["doubloons"][seat])
    game["doubloons"][seat] -= paid
    if trace is not None and paid != 0:
        emit(trace, game, rule, Event.LOSE, seat, BLANK, paid, game["doubloons"][seat], BLANK)
    return paid


@kernel
def gain_reputation(game, trace, rule, seat, steps):
    """Move a seat's token ``steps`` (at least 0) spaces right; tokens passed slide left (REP-1, REP-3).

    Each step beyond the end gains a doubloon (REP-2). Writes space, doubloons.
    """
    here = game["space"][seat]
    there = min(here + steps, SPACES - 1)
    for other in range(SPACES):
        space = game["space"][other]
        if here < space and space <= there:
            game["space"][other] = space - 1
    game["space"][seat] = there
    if trace is not None and there != here:
        emit(trace, game, rule, Event.REPUTATION, seat, BLANK, there - here, there, BLANK)
    if here + steps > there:
        gain(game, trace, Rule.REP_2, seat, here + steps - there)


@kernel
def lose_reputation(game, trace, rule, seat, steps):
    """The mirror image of ``gain_reputation``: each step beyond the left end loses a doubloon (REP-1 to REP-3)."""
    here = game["space"][seat]
    there = max(here - steps, 0)
    for other in range(SPACES):
        space = game["space"][other]
        if there <= space and space < here:
            game["space"][other] = space + 1
    game["space"][seat] = there
    if trace is not None and there != here:
        emit(trace, game, rule, Event.REPUTATION, seat, BLANK, there - here, there, BLANK)
    if here - steps < there:
        lose(game, trace, Rule.REP_2, seat, there - here + steps)
