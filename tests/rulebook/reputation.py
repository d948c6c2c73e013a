"""The reputation track (SET-4, SET-5, REP-1 to REP-3)."""

import random

SPACES = 6


class Track:
    """Six spaces, 0 at the left to 5 at the right, each with a seat's number or None for an idle token (SET-4)."""

    def __init__(self, row):
        row = list(row)
        seats = [seat for seat in row if seat is not None]
        if len(row) != SPACES or sorted(seats) != list(range(len(seats))):
            raise ValueError(f"not a reputation row: {row}")
        self.row = row

    def space(self, seat):
        return self.row.index(seat)

    def put(self, seat, space):
        """REP-1, REP-3: taken out and put in at its new space; each token passed, idle or not, slides by one."""
        self.row.remove(seat)
        self.row.insert(space, seat)

    def move(self, seat, steps):
        """REP-1, REP-2: move by `steps` (to the right if positive); the signed steps that could not be taken."""
        start = self.space(seat)
        end = min(max(start + steps, 0), SPACES - 1)
        self.put(seat, end)
        return start + steps - end

    def move_to(self, seat, space):
        """CHR-06, CHR-39: move to a space; the number of spaces moved."""
        start = self.space(seat)
        self.put(seat, space)
        return abs(start - space)


def random_row(players, rng=random):
    """SET-4: the tokens in random order; SET-5: with two players the third and fourth space."""
    if players == 2:
        middle = [0, 1]
        rng.shuffle(middle)
        return [None, None, *middle, None, None]
    row = [seat if seat < players else None for seat in range(SPACES)]
    rng.shuffle(row)
    return row
