"""A game at the table: set-up, the course of voyages and days, and the moves all abilities share.

The engine is driven from outside. It draws nothing and decides nothing: the deal and the loot are handed in, every
choice (and the Stowaway's draw) is put to `chooser(seat, kind, options, **context)`, which returns an index into the
complete list of options. FORMAT.md names the kinds and their fields; tokens count singly. The solo game is solo.py's.
"""

from . import anchor, daytime, dusk, night
from .cards import DAYTIME, RANKS
from .island import Character, Island
from .loot import tiles_from
from .reputation import Track
from .rules import RuleSet
from .seats import KINDS, Seat, Tokens


class Game:
    cook_may_be_blocked = True

    def __init__(self, players, reputation_row, rules=None, tiles=None, events=None):
        """SET-1 to SET-4. `tiles`: a mix as loot.py says, else all calm.

        `events`: a list, to be filled with (rule id, text).
        """
        if not 2 <= players <= 6:
            raise ValueError(f"2 to 6 players, not {players}")
        self.players = players
        self.rules = rules or RuleSet()
        self.tiles = tiles_from(tiles, players)
        self.events = events
        self.track = Track(reputation_row)
        if sum(seat is not None for seat in self.track.row) != players:
            raise ValueError(f"not a reputation row of {players} players: {reputation_row}")
        self.seats = [Seat(number) for number in range(players)]
        self.bag = Tokens()
        for kind, number in zip(KINDS, self.rules["loot.counts"], strict=True):
            self.bag.add(kind, number)
        self.days = []
        self.dealt = set()
        self.voyage = -1
        self.day = -1
        self.phase = "setup"
        self.island = Island()
        self.wind_nymphs = self.aristocrats = 0
        self.chooser = None

    # the course of the game

    def start_voyage(self, deal, loot_days):
        """VOY-1 to VOY-4."""
        lengths = self.rules["voyage.lengths"]
        self.voyage += 1
        self.day = -1
        self.phase = "voyage"
        if self.voyage >= len(lengths) or len(loot_days) != lengths[self.voyage]:
            raise ValueError(f"voyage {self.voyage + 1} with {len(loot_days)} days; the lengths are {lengths}")
        if len(set(deal)) != self.rules["voyage.cards_dealt"] or not set(deal) <= set(RANKS) - self.dealt:
            raise ValueError(f"cannot deal {deal} after {sorted(self.dealt)}")
        self.days = [Tokens(row) for row in loot_days]  # VOY-2
        for row in self.days:
            tokens = min(self.rules.tokens_a_day(self.players), self.bag.total())  # a bag too small: RULINGS.md
            if row.total() != tokens:
                raise ValueError(f"a day's row of {row.total()} tokens, not {tokens}")
            for kind in row.singly():
                self.bag.take(kind)
        self.dealt |= set(deal)
        for seat in self.seats:
            seat.hand |= set(deal)  # VOY-3
            self.gain(seat, self.rules["voyage.doubloons"][self.track.space(seat.number)])  # VOY-4

    def play_day(self, select, chooser):
        """DAY-1 to NGT-2: one day, `select` giving each seat's picked rank, or None with an empty hand (Q-01)."""
        self.chooser = chooser
        self.day += 1
        if self.day >= len(self.days):
            raise ValueError("the voyage has no day left")
        for seat, rank in zip(self.seats, select, strict=True):
            if rank not in seat.hand and not (rank is None and not seat.hand):
                raise ValueError(f"{seat} cannot select {rank} from {sorted(seat.hand)}")
        placed = []
        for seat, rank in zip(self.seats, select, strict=True):
            if rank is not None:
                seat.hand.remove(rank)
                placed.append(Character(rank, seat))
        self.phase = "day"
        self.island = self.laid_out(placed)
        self.note("DAY-2", "the island:", self.island.cards)
        self.daytime()
        self.phase = "dusk"
        dusk.play(self)
        night.play(self)

    def anchor(self, chooser):
        """ANC-1 to ANC-4, after the last night of a voyage."""
        if self.day + 1 != len(self.days):
            raise ValueError("the voyage is not at its end")
        self.chooser = chooser
        anchor.play(self)

    def scores(self):
        return [seat.score for seat in self.seats]

    def winners(self):
        """END-1: the highest dial; on a tie the tied seat with the most reputation. Always exactly one."""
        return [max(self.seats, key=lambda seat: (seat.score, self.track.space(seat.number))).number]

    def state(self):
        """The STATE of FORMAT.md."""
        return {
            "doubloons": [seat.doubloons for seat in self.seats],
            "score": self.scores(),
            "reputation": list(self.track.row),
            "hand": [sorted(seat.hand) for seat in self.seats],
            "ship": [sorted(seat.ship) for seat in self.seats],
            "graveyard": [sorted(seat.graveyard) for seat in self.seats],
            "loot": [seat.loot.counts() for seat in self.seats],
            "bag": self.bag.counts(),
            "days": [row.counts() for row in self.days],
        }

    # where the solo game differs

    def laid_out(self, placed):
        """DAY-2, MID-1: the island of a new day."""
        return Island(placed, self.track, midshipman=self.players == 2)

    def daytime(self):
        daytime.play(self)

    def day_turn(self, card):
        daytime.turn(self, card)

    def daytime_ranks(self, seat):
        """The characters of a seat that have a daytime ability."""
        return DAYTIME

    def beggars_payment(self, seat):
        """CHR-03: what a Beggar of this seat asks for."""
        return self.rules["beggar.payment"]

    def token_at_dusk(self, card):
        """DSK-1: the token that a character takes at dusk."""
        return dusk.take_token(self, card.seat, "dusk")

    def ownerless_turn_at_dusk(self, card):
        """MID-2: the one card without an owner is the Midshipman."""
        dusk.midshipman(self)

    # choices

    def pick(self, seat, kind, options, **details):
        """DAY-5: put a choice to the chooser, also with one option; the index of the option it takes."""
        index = self.chooser(seat.number, kind, options, phase=self.phase, game=self, **details)
        if not 0 <= index < len(options):
            raise ValueError(f"{kind}: {index} is no index of {len(options)} options")
        self.note("DAY-5", seat, kind, options[index])
        return index

    def choose(self, seat, kind, options, **details):
        return options[self.pick(seat, kind, options, **details)]

    # doubloons and reputation

    def gain(self, seat, amount):
        """COI-1: gain, or lose if negative, never below 0; ANC-2: at the anchor only the sum is floored."""
        seat.doubloons += amount
        if self.phase != "anchor":
            seat.doubloons = max(0, seat.doubloons)
        if amount:
            self.note("COI-1", seat, f"{amount:+d} doubloons")

    def change_reputation(self, seat, steps):
        """REP-1, REP-2: gain, or lose if negative; a step that cannot be taken gains or costs 1 doubloon."""
        if steps:
            self.note("REP-1", seat, f"{steps:+d} reputation")
            self.gain(seat, self.track.move(seat.number, steps))

    # cards and tokens that go elsewhere

    def row(self):
        """Today's row."""
        return self.days[self.day]

    def discard_from_island(self, card):
        """DIS-1: to the owner's graveyard."""
        self.island.remove(card)
        card.seat.graveyard.add(card.rank)
        self.note("DIS-1", card.seat, "loses from the island", card.rank)

    def discard_from_ship(self, seat, rank):
        """DIS-1: to the owner's graveyard."""
        seat.ship.remove(rank)
        seat.graveyard.add(rank)
        self.note("DIS-1", seat, "loses from the ship", rank)

    def discard(self, actor):
        """Q-04: a card that discards itself, on the island or, copied, in the ship; nothing if it is gone already."""
        if actor.copied:
            if actor.rank in actor.seat.ship:
                self.discard_from_ship(actor.seat, actor.rank)
        elif actor.character in self.island:
            self.discard_from_island(actor.character)

    def to_ship(self, card):
        """DSK-1, CHR-13: from the island, if it is still there, to its owner's ship."""
        if card in self.island:
            self.island.remove(card)
            card.seat.ship.add(card.rank)

    def discard_token(self, seat, kind, number=1):
        """DIS-1: to the bag."""
        seat.loot.take(kind, number)
        self.bag.add(kind, number)

    def neighbours(self, seat):
        """Q-08: the left and the right neighbour; with two players the one opponent, once."""
        numbers = {(seat.number - 1) % self.players, (seat.number + 1) % self.players}
        return [self.seats[number] for number in sorted(numbers)]

    def take_from_neighbour(self, seat, kind_of_choice):
        """CHR-23, tiles that steal: a token of an adjacent seat changes hands; DSK-2: its dusk ability does not run."""
        options = [{"target": other.number, "loot": kind} for other in self.neighbours(seat) for kind in other.loot.singly()]
        if not options:
            return None
        taken = self.choose(seat, kind_of_choice, options)
        self.seats[taken["target"]].loot.take(taken["loot"])
        seat.loot.add(taken["loot"])
        return taken["loot"]

    # the events hook

    def note(self, rule, *words):
        if self.events is not None:
            self.events.append((rule, " ".join(str(word) for word in words)))
