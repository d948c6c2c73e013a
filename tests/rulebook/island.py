"""The island: where the day's characters lie (DAY-2, DAY-3, Q-02, Q-10, MID-1, MID-3; SOL-3, SOL-6)."""

from .cards import MIDSHIPMAN


class Character:
    """A card lying on the island. The Midshipman (MID-1) and the Pilferer's card (SOL-1) have no owner: seat None."""

    def __init__(self, rank, seat):
        self.rank = rank
        self.place = rank  # where it lies; SOL-6: a no-effect rank holds on the island only
        self.seat = seat
        self.has_acted = seat is None
        self.had_dusk = False

    def __repr__(self):
        return f"{self.rank}/{'-' if self.seat is None else self.seat.number}"


class Actor:
    """Whose ability runs: a card on the island, or, if it is copied, the copied card in the ship (Q-04)."""

    def __init__(self, seat, rank, character=None):
        self.seat = seat
        self.rank = rank
        self.character = character

    @property
    def copied(self):
        return self.character is None


def standing(card, track):
    """DAY-2: among equal ranks, more reputation lies further right. SOL-3: the Pilferer's card left of all."""
    return -1 if card.seat is None else track.space(card.seat.number)


class Island:
    """The cards from left to right. The order is only ever changed by cards that come or go (DAY-3)."""

    def __init__(self, characters=(), track=None, midshipman=False):
        """DAY-2: ascending rank; equal ranks: the owner with more reputation lies further right."""
        self.cards = sorted(characters, key=lambda card: (card.place, standing(card, track)))
        self.midshipman = None
        self.neighbour = None
        if midshipman:
            self.midshipman = Character(MIDSHIPMAN, None)
            at = sum(card.rank < MIDSHIPMAN for card in self.cards)
            self.cards.insert(at, self.midshipman)
        self.fix_neighbour()

    def fix_neighbour(self):
        """MID-3: the card directly left of the Midshipman, the highest below 20.5, is noted."""
        self.neighbour = None
        if self.midshipman is not None:
            at = self.cards.index(self.midshipman)
            self.neighbour = self.cards[at - 1] if at else None

    def insert(self, new, track):
        """Q-02: left of the first equal rank whose owner has more reputation now, else right of its equals."""
        mine = standing(new, track)
        at = len(self.cards)
        for place, card in enumerate(self.cards):
            if card.place > new.place or (card.place == new.place and standing(card, track) > mine):
                at = place
                break
        self.cards.insert(at, new)
        self.fix_neighbour()

    def move(self, card, place, track):
        """SOL-6: this card alone is taken out and put in at another rank, by Q-02."""
        self.remove(card)
        card.place = place
        self.insert(card, track)

    def remove(self, card):
        self.cards.remove(card)

    def __contains__(self, card):
        return card in self.cards

    def leftmost(self):
        """DAY-3: on the island as it is now."""
        return self.cards[0] if self.cards else None

    def rightmost(self):
        """DAY-3; MID-1: the Midshipman counts as a character."""
        return self.cards[-1] if self.cards else None

    def next_to_act(self):
        """DAY-4: always the leftmost that has not acted yet."""
        return next((card for card in self.cards if not card.has_acted), None)

    def next_at_dusk(self):
        """DSK-1: from the right, each character once."""
        return next((card for card in reversed(self.cards) if not card.had_dusk), None)

    def of_others(self, seat):
        """LC-saber: every card of another seat; never the Midshipman (MID-1) or the Pilferer's (Q-17)."""
        return [card for card in self.cards if card.seat is not None and card.seat is not seat]
