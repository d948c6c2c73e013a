"""Abilities of one seat that are due together: the owner's order (DSK-1, NGT-1, ANC-1, FORMAT.md `order`)."""


class Item:
    """One thing in the order: its name as `next` gives it, what it does, and whether it is still due."""

    def __init__(self, name, run, still_due=lambda: True, after=()):
        self.name = name
        self.run = run
        self.still_due = still_due
        self.after = after  # names of items that must be resolved before this one


def resolve(game, seat, phase, items):
    """The seat picks the next one among those open as long as there are two or more; a single one runs unasked."""
    waiting = list(items)
    while True:
        waiting = [item for item in waiting if item.still_due()]
        names = {item.name for item in waiting}
        open_now = [item for item in waiting if not names.intersection(item.after)]
        if not open_now:
            return
        picked = open_now[0]
        if len(open_now) > 1:
            options = [{"phase": phase, "next": item.name} for item in open_now]
            picked = open_now[game.pick(seat, "order", options)]
        waiting = [item for item in waiting if item is not picked]
        picked.run()
