"""Night (NGT-1, NGT-2, Q-05, Q-06, Q-13) and the night abilities of the characters, in rank order."""

from . import effects
from .cards import FREED_PRISONER, NIGHT, WIND_NYMPH
from .order import Item, resolve


def play(game):
    """NGT-1, Q-13: each seat from seat 0 on; NGT-2: then, again from seat 0 on, the Freed Prisoners."""
    game.phase = "night"
    game.wind_nymphs = sum(WIND_NYMPH in seat.ship for seat in game.seats)  # counted once, now
    for seat in game.seats:
        one_seat(game, seat)
    game.phase = "night_end"
    for seat in game.seats:
        night_end(game, seat)


def one_seat(game, seat):
    """NGT-1: the night abilities of the ship's characters and of the loot, in the owner's order."""
    seat.owes_copy_of_freed_prisoner = False
    items = [character_item(game, seat, rank) for rank in sorted(seat.ship & NIGHT - {FREED_PRISONER})]
    for kind in seat.loot.kinds_held():
        if game.tiles[kind].at("night"):
            items.append(loot_item(game, seat, kind))
    resolve(game, seat, "night", items)


def character_item(game, seat, rank):
    """NGT-1: a character that left the ship before its turn does nothing."""
    return Item(rank, lambda: NIGHT_ABILITIES[rank](game, seat), lambda: rank in seat.ship)


def loot_item(game, seat, kind):
    """Q-14: one item per kind held whose tile has an effect at night, all its tokens together."""
    moment = effects.Moment(seat, kind, tokens=seat.loot[kind])
    return Item(kind, lambda: effects.run(game, "night", moment))


def night_end(game, seat):
    """NGT-2, Q-06: the Freed Prisoner if he is in the ship, and the Witch's copy of him even if he is not."""
    items = []
    if FREED_PRISONER in seat.ship:
        items.append(Item(FREED_PRISONER, lambda: freed_prisoner(game, seat), lambda: FREED_PRISONER in seat.ship))
    if seat.owes_copy_of_freed_prisoner:
        items.append(Item("copy:20", lambda: freed_prisoner(game, seat)))
    seat.owes_copy_of_freed_prisoner = False
    resolve(game, seat, "night_end", items)


def barkeep(game, seat):
    """CHR-08: gain 1."""
    game.gain(seat, game.rules["barkeep.night_gain"])


def witch(game, seat):
    """CHR-15: run the night ability of another character in the ship. Q-06: a Freed Prisoner is paid at the end."""
    options = [{"card": rank} for rank in sorted(seat.ship & NIGHT - {15})]
    if not options:
        return
    rank = game.choose(seat, "witch_copy", options)["card"]
    if rank == FREED_PRISONER:
        seat.owes_copy_of_freed_prisoner = True
    else:
        NIGHT_ABILITIES[rank](game, seat)


def mutineer(game, seat):
    """CHR-16: discard the lowest-ranked character of the ship, himself included, then gain 2."""
    game.discard_from_ship(seat, min(seat.ship))
    game.gain(seat, game.rules["mutineer.gain"])


def freed_prisoner(game, seat):
    """CHR-20: gain 1 per ship character ranked above 20; 3 or more: he is discarded (Q-06: also by a copy)."""
    gained = sum(rank > 20 for rank in seat.ship) * game.rules["freed_prisoner.gain_per_character"]
    game.gain(seat, gained)
    if gained >= game.rules["freed_prisoner.discard_at"] and FREED_PRISONER in seat.ship:
        game.discard_from_ship(seat, FREED_PRISONER)


def brawler(game, seat):
    """CHR-22: gain 1."""
    game.gain(seat, game.rules["brawler.night_gain"])


def topman(game, seat):
    """CHR-24: gain 4, then lose 1 per ship character, himself included."""
    game.gain(seat, game.rules["topman.gain"])
    game.gain(seat, -len(seat.ship) * game.rules["topman.loss_per_character"])


def armorer(game, seat):
    """CHR-28: gain 1 per saber and hook held."""
    weapons = seat.loot["saber"] + seat.loot["hook"]
    game.gain(seat, weapons * game.rules["armorer.night_gain_per_token"])


def wind_nymph(game, seat):
    """CHR-37, Q-05: the only one in all ships when the night began: gain 2; else she is discarded."""
    if game.wind_nymphs == 1:
        game.gain(seat, game.rules["wind_nymph.gain"])
    else:
        game.discard_from_ship(seat, WIND_NYMPH)


NIGHT_ABILITIES = {
    8: barkeep,
    15: witch,
    16: mutineer,
    20: freed_prisoner,
    22: brawler,
    24: topman,
    28: armorer,
    37: wind_nymph,
}

assert NIGHT_ABILITIES.keys() == NIGHT
