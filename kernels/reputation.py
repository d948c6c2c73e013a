"""The reputation track (REP-1 to REP-3) and the doubloons of the running voyage (COI-1)."""

from __future__ import annotations

from kernels._jit import inlined, kernel
from kernels.codes import SPACES, Event, Rule
from kernels.trace import BLANK, emit


@inlined
def gain(game, trace, rule, seat, amount):
    """A seat gains doubloons; ``rule`` is the clause that says so. Writes doubloons."""
    game["doubloons"][seat] += amount
    if amount != 0:
        emit(trace, game, rule, Event.GAIN, seat, BLANK, amount, game["doubloons"][seat], BLANK)


@inlined
def lose(game, trace, rule, seat, amount):
    """A seat loses doubloons, at most those it has (COI-1). Writes doubloons.

    Returns:
        What it really lost, int64.
    """
    paid = min(amount, game["doubloons"][seat])
    game["doubloons"][seat] -= paid
    if paid != 0:
        emit(trace, game, rule, Event.LOSE, seat, BLANK, paid, game["doubloons"][seat], BLANK)
    return paid


@inlined
def move_token(game, trace, rule, seat, steps):
    """REP-1, REP-3: move a seat's token right (``steps`` > 0) or left; each token passed slides one the other way.

    Writes space.

    Returns:
        The steps that could not be taken, negative at the left end, int64 (REP-2 pays or charges a doubloon for each).
    """
    here = game["space"][seat]
    there = min(max(here + steps, 0), SPACES - 1)
    for other in range(SPACES):
        # no branch: who lies between cannot be predicted
        space = game["space"][other]
        game["space"][other] = space - ((here < space) & (space <= there)) + ((there <= space) & (space < here))
    game["space"][seat] = there
    if there != here:
        emit(trace, game, rule, Event.REPUTATION, seat, BLANK, there - here, there, BLANK)
    return here + steps - there


@kernel
def gain_reputation(game, trace, rule, seat, steps):
    """Gain reputation, or lose it with ``steps`` < 0; steps beyond an end are doubloons (REP-1 to REP-3).

    Writes space, doubloons.
    """
    beyond = move_token(game, trace, rule, seat, steps)
    if beyond > 0:
        gain(game, trace, Rule.REP_2, seat, beyond)
    elif beyond < 0:
        lose(game, trace, Rule.REP_2, seat, -beyond)


@inlined
def change(game, trace, rule, seat, amount):
    """Gain doubloons, or lose them with ``amount`` < 0 (COI-1). Writes doubloons."""
    if amount >= 0:
        gain(game, trace, rule, seat, amount)
    else:
        lose(game, trace, rule, seat, -amount)
