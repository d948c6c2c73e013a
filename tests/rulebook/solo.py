"""A solo game at the table (SOL-1 to SOL-9, Q-16 to Q-19): two seats, the human and the Automa, and the Pilferer.

As game.py: driven from outside. What the Automa decides is automa.py's; the chooser is asked for her as for the human.
"""

from . import automa
from .cards import DAYTIME, WATCHMAN
from .game import Game
from .island import Character, Island
from .loot import solo_mix
from .solo_deck import SoloDeck


class SoloGame(Game):
    cook_may_be_blocked = False

    def __init__(self, reputation_row, deck, rules=None, tiles=None, events=None, start=(0, 0), cards=None):
        """SOL-1: set up as for two players. `deck`: ranks from the top; `cards`: as solo_deck.py says.

        `start`: SOL-9, the human's and the Automa's starting doubloons.
        """
        super().__init__(2, reputation_row, rules, solo_mix(tiles), events)
        lengths = self.rules["voyage.lengths"]
        self.deck = SoloDeck(deck, self.rules["voyage.cards_dealt"] * len(lengths) + sum(lengths) + 1, cards)
        self.solo_discard = []
        self.start = start
        self.automa = self.seats[automa.AUTOMA]
        self.pilferer = None  # {"card": his card of the day, "token": what he took, or None}
        self.moves = 0  # times that doubloons or reputation moved
        self.due = []  # SOL-6: cards of hers whose turn changed nothing

    def start_voyage(self, deal, loot_days):
        """SOL-2: the deal is the deck's top six; SOL-9: the first voyage begins with coins besides."""
        top = sorted(self.deck.draw(self.rules["voyage.cards_dealt"]))
        if sorted(deal) != top:
            raise ValueError(f"the solo deck deals {top}, not {deal}")
        super().start_voyage(deal, loot_days)
        if self.voyage == 0:
            for seat, doubloons in zip(self.seats, self.start, strict=True):
                self.gain(seat, doubloons)

    # the day begins

    def coming_back(self):
        """SOL-3, SOL-4: the back of the card below the one that the Pilferer turns next: its rank, the row, its entry."""
        rank = self.deck.ranks[1]
        row = automa.row_of_back(self.days[self.day + 1].singly())
        return rank, row, self.deck.cards[rank]["back"][row]

    def automas_card(self):
        """SOL-4: what she plays on the coming day; None with an empty hand, when no back is looked at (Q-16)."""
        if not self.automa.hand:
            return None
        _, _, entry = self.coming_back()
        return automa.card_by(entry, self.automa.hand, {rank for rank, card in self.deck.cards.items() if card["symbol"]})

    def play_day(self, select, chooser):
        """SOL-3: as any day, with a card of the Pilferer's; `select` gives the human's picked rank and the Automa's."""
        hers = self.automas_card()
        if select[automa.AUTOMA] != hers:
            raise ValueError(f"the Automa plays {hers}, not {select[automa.AUTOMA]}")
        self.note("SOL-3", "the Pilferer turns", self.deck.ranks[0])
        if hers is not None:
            back, row, entry = self.coming_back()
            self.note("SOL-4", "row", row + 1, "of the back of", back, "says", entry, "and the Automa plays", hers)
        [turned] = self.deck.draw(1)
        self.pilferer = {"card": turned, "token": None}
        super().play_day(select, chooser)

    def laid_out(self, placed):
        """SOL-1, SOL-3: no Midshipman, but the Pilferer's card."""
        return Island([*placed, Character(self.pilferer["card"], None)], self.track)

    # daytime

    def daytime(self):
        """SOL-6, Q-18: at its end the cards due, from left to right as they then lie, take their no-effect ranks."""
        self.due = []
        super().daytime()
        for card in [card for card in self.island.cards if card in self.due]:
            place = self.deck.cards[card.rank]["no_effect_rank"]
            if place is not None:
                self.island.move(card, place, self.track)
                self.note("SOL-6", card, "takes its no-effect rank", place)

    def day_turn(self, card):
        """SOL-6: a card of hers that has a daytime ability is due if its turn changed nothing."""
        before = self.situation()
        super().day_turn(card)
        if card.seat is self.automa and card.rank in self.daytime_ranks(card.seat) and self.situation() == before:
            self.due.append(card)

    def situation(self):
        """Q-18: where everything lies, and how often what can be undone has moved."""
        return self.moves, self.state(), list(self.island.cards)

    def gain(self, seat, amount):
        before = seat.doubloons
        super().gain(seat, amount)
        self.moves += seat.doubloons != before

    def change_reputation(self, seat, steps):
        before = list(self.track.row)
        super().change_reputation(seat, steps)
        self.moves += self.track.row != before

    def daytime_ranks(self, seat):
        """SOL-8, Q-19: her Watchman has no daytime ability."""
        return DAYTIME - {WATCHMAN} if seat is self.automa else DAYTIME

    def beggars_payment(self, seat):
        """SOL-8: her Beggar asks for 3."""
        return self.rules["automa.beggar_payment"] if seat is self.automa else super().beggars_payment(seat)

    def discard_from_island(self, card):
        """DIS-1; SOL-5: the Pilferer's card goes to the solo discard."""
        if card.seat is None:
            self.island.remove(card)
            self.solo_discard.append(card.rank)
            self.note("SOL-5", "the Pilferer's card leaves the island:", card.rank)
        else:
            super().discard_from_island(card)

    # dusk

    def ownerless_turn_at_dusk(self, card):
        """SOL-5, Q-17: the Pilferer takes a token by preference, into the bag and without effect; his card leaves."""
        row = self.row()
        if row.total():
            kind = automa.most_preferred(row.kinds_held())
            row.take(kind)
            self.bag.add(kind)
            self.pilferer["token"] = kind
            self.note("SOL-5", "the Pilferer takes", kind)
        self.discard_from_island(card)

    def token_at_dusk(self, card):
        """DSK-1; SOL-8: her Watchman takes from today's and tomorrow's rows, on the last day from today's."""
        if card.seat is not self.automa or card.rank != WATCHMAN:
            return super().token_at_dusk(card)
        rows = dict(zip(("today", "tomorrow"), self.days[self.day : self.day + 2]))
        options = [{"loot": kind, "source": "watchman", "day": day} for day, row in rows.items() for kind in row.singly()]
        if not options:
            return None
        taken = self.choose(card.seat, "loot_take", options)
        rows[taken["day"]].take(taken["loot"])
        card.seat.loot.add(taken["loot"])
        self.note("SOL-8", card.seat, "takes", taken["loot"], "of", taken["day"])
        return taken["loot"]
