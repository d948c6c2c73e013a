"""A seat's belongings, and heaps of loot tokens."""

KINDS = ("chest", "hook", "map", "saber", "amulet", "barrel", "relic")  # the fixed order of RULES.md


class Tokens(dict):
    """A heap of loot tokens: how many of each kind. Tokens of one kind are alike."""

    def __init__(self, kinds=()):
        super().__init__(dict.fromkeys(KINDS, 0))
        for kind in kinds:
            self.add(kind)

    def add(self, kind, number=1):
        self[kind] += number

    def take(self, kind, number=1):
        if self[kind] < number:
            raise ValueError(f"there are not {number} {kind} here: {dict(self)}")
        self[kind] -= number

    def total(self):
        return sum(self.values())

    def singly(self):
        """Every token by itself, as the kinds repeated, in fixed order."""
        return [kind for kind in KINDS for _ in range(self[kind])]

    def kinds_held(self):
        return [kind for kind in KINDS if self[kind]]

    def counts(self):
        """The seven counts of FORMAT.md."""
        return [self[kind] for kind in KINDS]

    def move_all_to(self, other):
        for kind in KINDS:
            other.add(kind, self[kind])
            self[kind] = 0


class Seat:
    """One player: cards as sets of ranks, loot, the doubloons of the running voyage and the dial."""

    def __init__(self, number):
        self.number = number
        self.doubloons = 0
        self.score = 0
        self.hand = set()
        self.ship = set()
        self.graveyard = set()
        self.loot = Tokens()
        self.kept_cards = set()  # LC-hook: what stays in the ship at this anchor
        self.kept_kinds = set()  # what loot stays at this anchor
        self.owes_copy_of_freed_prisoner = False

    def __repr__(self):
        return f"seat {self.number}"
