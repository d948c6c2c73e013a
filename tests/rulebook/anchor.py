"""The anchor (ANC-1 to ANC-4) and the anchor abilities of the characters, in rank order.

ANC-2: while `game.phase` is "anchor" doubloons may go below 0; each seat's sum is floored once, after its items.
"""

from . import effects
from .cards import ANCHOR, ARISTOCRAT, EXPLORER, NIGHT, WITCH
from .loot import COUNT_TABLES
from .order import Item, resolve
from .seats import KINDS


def play(game):
    """ANC-1 to ANC-4, each seat from seat 0 on (Q-13)."""
    game.phase = "anchor"
    game.aristocrats = sum(ARISTOCRAT in seat.ship for seat in game.seats)  # counted when the phase begins
    for seat in game.seats:
        seat.kept_cards, seat.kept_kinds = set(), set()
    for seat in game.seats:
        resolve(game, seat, "anchor", items(game, seat))
        seat.doubloons = max(0, seat.doubloons)  # ANC-2
    for seat in game.seats:
        to_the_dial(game, seat)
        clear_up(game, seat)


def items(game, seat):
    """ANC-1: the list, drawn up once. Q-14: one item per kind, but each keep-or-gain hook by itself."""
    chosen = []
    for rank in sorted(seat.ship & ANCHOR):
        after = before_map(game, seat) if rank == EXPLORER and explorer_counts_maps(game, seat) else ()
        chosen.append(Item(rank, lambda rank=rank: ANCHOR_ABILITIES[rank](game, seat), after=after))
    for kind in seat.loot.kinds_held():
        tile = game.tiles[kind]
        if not tile.at("anchor") or (kind == "map" and explorer_counts_maps(game, seat)):
            continue
        singly = tile.does("anchor", "keep_or_gain")
        after = before_map(game, seat) if kind == "map" else ()
        for _ in range(seat.loot[kind] if singly else 1):
            moment = effects.Moment(seat, kind, tokens=1 if singly else seat.loot[kind])
            chosen.append(Item(kind, lambda moment=moment: effects.run(game, "anchor", moment), after=after))
    return chosen


def before_map(game, seat):
    """LS-chest: the kinds that are resolved before the map item (also if that is within the Explorer's)."""
    return [kind for kind in seat.loot.kinds_held() if kind != "map" and game.tiles[kind].order == "before_map"]


def to_the_dial(game, seat):
    """ANC-3: the doubloons are added to the dial and put back."""
    seat.score += seat.doubloons
    seat.doubloons = 0


def clear_up(game, seat):
    """ANC-4: loot to the bag, ship to the graveyard, except what is kept (LC-hook, Q-07; LS-map, Q-11)."""
    for kind in KINDS:
        if kind not in seat.kept_kinds:
            game.discard_token(seat, kind, seat.loot[kind])
    for rank in sorted(seat.ship - seat.kept_cards):
        game.discard_from_ship(seat, rank)


def preacher(game, seat):
    """CHR-07: gain 6."""
    game.gain(seat, game.rules["preacher.anchor_gain"])


def barkeep(game, seat):
    """CHR-08: gain 1 per barrel held."""
    game.gain(seat, seat.loot["barrel"] * game.rules["barkeep.anchor_gain_per_barrel"])


def explorer_counts_maps(game, seat):
    """CHR-10, Q-15: the Explorer is in the ship, a map is held, and the map tile is a count table: one item, his."""
    a_table = any(effect["do"] in COUNT_TABLES for effect in game.tiles["map"].at("anchor"))
    return EXPLORER in seat.ship and seat.loot["map"] > 0 and a_table


def explorer(game, seat):
    """CHR-10: holding a map, count 1 map more in the map scoring."""
    if explorer_counts_maps(game, seat):
        moment = effects.Moment(seat, "map", tokens=seat.loot["map"], extra=game.rules["explorer.extra_maps"])
        effects.run(game, "anchor", moment)


def carpenter(game, seat):
    """CHR-11: gain 10."""
    game.gain(seat, game.rules["carpenter.anchor_gain"])


def witch(game, seat):
    """CHR-15: the ship's only character with a night ability returns to the hand. Q-07: a hook on her is wasted."""
    if seat.ship & NIGHT == {WITCH}:
        seat.ship.remove(WITCH)
        seat.hand.add(WITCH)


def treasurer(game, seat):
    """CHR-32: gain 1 per barrel, amulet and chest held."""
    number = seat.loot["barrel"] + seat.loot["amulet"] + seat.loot["chest"]
    game.gain(seat, number * game.rules["treasurer.gain_per_token"])


def gambler(game, seat):
    """CHR-33: gain 6."""
    game.gain(seat, game.rules["gambler.anchor_gain"])


def aristocrat(game, seat):
    """CHR-34: gain 5 if no other ship holds an Aristocrat, else lose 3."""
    if game.aristocrats == 1:
        game.gain(seat, game.rules["aristocrat.anchor_gain"])
    else:
        game.gain(seat, -game.rules["aristocrat.anchor_loss"])


def collector(game, seat):
    """CHR-35: gain 1, 3, 5, 10 for 2, 3, 4, 5 or more different kinds held."""
    kinds = len(seat.loot.kinds_held())
    if kinds >= 2:
        game.gain(seat, game.rules[f"collector.gain_for_{min(kinds, 5)}_kinds"])


def quartermaster(game, seat):
    """CHR-36: lose 6."""
    game.gain(seat, -game.rules["quartermaster.anchor_loss"])


def first_mate(game, seat):
    """CHR-38, Q-09: gain 1 per ship character, himself included, as the ship is when it resolves."""
    game.gain(seat, len(seat.ship) * game.rules["first_mate.anchor_gain_per_character"])


ANCHOR_ABILITIES = {
    7: preacher,
    8: barkeep,
    10: explorer,
    11: carpenter,
    15: witch,
    32: treasurer,
    33: gambler,
    34: aristocrat,
    35: collector,
    36: quartermaster,
    38: first_mate,
}

assert ANCHOR_ABILITIES.keys() == ANCHOR
