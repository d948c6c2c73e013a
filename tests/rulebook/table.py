"""For the tests: a game laid out by hand in the middle of a voyage, and a script of expected choices."""

from . import automa
from .game import Game
from .seats import KINDS, Tokens
from .solo import SoloGame
from .solo_deck import SOLO_RANKS

ROWS = {2: [None, None, 0, 1, None, None], 3: [None, 0, 1, 2, None, None], 4: [None, 0, 1, 2, 3, None]}


def table(players=3, row=None, *, rules=None, tiles=None, **belongings):
    """A game before the first of some days, with `belongings` as lay_out says."""
    return lay_out(Game(players, row or ROWS[players], rules, tiles), **belongings)


def solo(*turned, row=None, rules=None, tiles=None, cards=None, **belongings):
    """The same for a solo game; `turned` lie on top of the solo deck, for the Pilferer and for the Automa's backs."""
    deck = [*turned, *(rank for rank in SOLO_RANKS if rank not in turned)]
    return lay_out(SoloGame(row or ROWS[2], deck, rules, tiles, events=[], cards=cards), **belongings)


def lay_out(game, *, hands=(), ships=(), graves=(), loot=(), coins=(), rows=((),), bag=None, voyage=0):
    """A game before the first of `len(rows)` days, each row a list of kinds; what is not named is empty.

    The bag holds the tokens that are nowhere else, or, if given, just those named. Seats 0, 1, 2, ... begin at spaces
    1, 2, 3, ... (two players: 2 and 3), all with 0 doubloons.
    """
    for seat, cards in zip(game.seats, hands):
        seat.hand |= set(cards)
    for seat, cards in zip(game.seats, ships):
        seat.ship |= set(cards)
    for seat, cards in zip(game.seats, graves):
        seat.graveyard |= set(cards)
    for seat, kinds in zip(game.seats, loot):
        seat.loot = Tokens(kinds)
    for seat, doubloons in zip(game.seats, coins):
        seat.doubloons = doubloons
    game.voyage = voyage
    game.days = [Tokens(kinds) for kinds in rows]
    for heap in [seat.loot for seat in game.seats] + game.days:
        for kind in KINDS:
            game.bag.take(kind, heap[kind])
    if bag is not None:
        game.bag = Tokens(bag)
    return game


def asks(seat, kind, n, **fields):
    """A choice as FORMAT.md records it."""
    return {"seat": seat, "kind": kind, **fields, "n": n}


class Script:
    """A chooser that demands just these choices, in this order, and takes what they say."""

    def __init__(self, *records):
        self.records = list(records)

    def __call__(self, seat, kind, options, **context):
        assert self.records, f"not expected: seat {seat} {kind} {options}"
        record = self.records.pop(0)
        fields = {key: value for key, value in record.items() if key not in ("seat", "kind", "n")}
        assert (seat, kind) == (record["seat"], record["kind"]), f"{record} expected, asked {seat} {kind} {options}"
        assert len(options) == record["n"], f"{record} expected, options {options}"
        assert fields in options, f"{record} expected, options {options}"
        return options.index(fields)

    def done(self):
        assert not self.records, f"never asked: {self.records}"


class SoloScript(Script):
    """The same, and what it says of the Automa must be her own answer."""

    def __call__(self, seat, kind, options, **context):
        index = super().__call__(seat, kind, options, **context)
        if seat == automa.AUTOMA and not automa.is_chance(kind):
            assert automa.answer(kind, options, **context) == options[index]
        return index


def script(game, records):
    return SoloScript(*records) if isinstance(game, SoloGame) else Script(*records)


def day(game, select, *records):
    """One day with these picks (put into the hands here) and just these choices."""
    for seat, rank in zip(game.seats, select):
        if rank is not None:
            seat.hand.add(rank)
    chooser = script(game, records)
    game.play_day(select, chooser)
    chooser.done()
    return game


def night(game, *records):
    """A day on which nobody has a card: only the night of the ships and the loot as laid out (Q-01)."""
    return day(game, [None] * game.players, *records)


def anchor(game, *records):
    """The anchor of the game as laid out, all days done."""
    game.day = len(game.days) - 1
    chooser = script(game, records)
    game.anchor(chooser)
    chooser.done()
    return game


def coins(game):
    return [seat.doubloons for seat in game.seats]


def ships(game):
    return [sorted(seat.ship) for seat in game.seats]


def hands(game):
    return [sorted(seat.hand) for seat in game.seats]


def graves(game):
    return [sorted(seat.graveyard) for seat in game.seats]


def held(game, seat):
    return game.seats[seat].loot.singly()


def spaces(game):
    """The space of each seat's reputation token."""
    return [game.track.space(number) for number in range(game.players)]


# solo games


def hers(n, loot, source="dusk"):
    """The Automa takes a token of today's row."""
    return asks(1, "loot_take", n, loot=loot, source=source)


def watchmans(n, loot, day):
    """Her Watchman takes one of two rows."""
    return asks(1, "loot_take", n, loot=loot, source="watchman", day=day)


def moved(game):
    """The cards of the day that took a no-effect rank: {rank: new rank}."""
    notes = [text.split() for rule, text in game.events if rule == "SOL-6"]
    return {int(words[0].split("/")[0]): int(words[-1]) for words in notes}


def noted(game, rule):
    """What the events say of a rule."""
    return [text for its_rule, text in game.events if its_rule == rule]


def says(*back, no_effect_rank=None, symbol=False):
    """What a card of the solo deck says: five entries of a back, or one for all its rows."""
    return {"no_effect_rank": no_effect_rank, "symbol": symbol, "back": list(back if len(back) > 1 else back * 5)}
