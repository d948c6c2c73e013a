"""What the effects of the loot tiles do (LC-*, LS-*, Q-14, Q-15); loot.VOCABULARY lists them.

Each effect is a function of the game, a `Moment` and the effect's own data. At dusk one token resolves; at night and
at the anchor all tokens of the kind resolve together (keep-or-gain hooks one by one), effect after effect.
"""

from dataclasses import dataclass

from .island import Actor
from .loot import VOCABULARY
from .seats import Seat


@dataclass
class Moment:
    """Who resolves which tokens: the seat, the kind, how many together, the card that took it (dusk), the Explorer."""

    seat: Seat
    kind: str
    tokens: int = 1
    taker: Actor | None = None
    extra: int = 0


def run(game, when, moment):
    """Q-14: the tile's effects of one moment, together, in their order."""
    for effect in game.tiles[moment.kind].at(when):
        EFFECTS[effect["do"]](game, moment, effect)


def token_at_dusk(game, seat, kind, taker):
    """DSK-2: the dusk ability of a token just gained from the row or the bag."""
    run(game, "dusk", Moment(seat, kind, taker=taker))


def per_token(game, moment, effect, times=1):
    """A gain (or loss) for each of the tokens that resolve, `times` over."""
    game.gain(moment.seat, moment.tokens * times * game.rules.value(effect["amount"]))


def gain(game, moment, effect):
    """LC-chest, LC-amulet, LC-barrel, LC-relic, LS-hook, LS-amulet, LS-relic: doubloons for each token."""
    per_token(game, moment, effect)


def reputation(game, moment, effect):
    """LC-barrel, LS-barrel: gain or lose reputation for each token."""
    game.change_reputation(moment.seat, moment.tokens * game.rules.value(effect["amount"]))


def gain_per_token(game, moment, effect):
    """LS-chest: for each token, the amount for every token held, this one included; or for those of one kind."""
    loot = moment.seat.loot
    per_token(game, moment, effect, loot[effect["of"]] if "of" in effect else loot.total())


def gain_per_ship_character(game, moment, effect):
    """For each token, the amount for every character in the ship."""
    per_token(game, moment, effect, len(moment.seat.ship))


def gain_per_space_to_the_right(game, moment, effect):
    """LS-barrel: for each token, the amount for every space to the right of the reputation token."""
    per_token(game, moment, effect, 5 - game.track.space(moment.seat.number))


def gain_per_space_to_the_left(game, moment, effect):
    """The mirror image."""
    per_token(game, moment, effect, game.track.space(moment.seat.number))


def counted(moment):
    """What a count table counts: the tokens of the kind held, with the Explorer's one more; 0 if none is held."""
    held = moment.seat.loot[moment.kind]
    return held + moment.extra if held else 0


def from_table(game, table, count):
    """A count table: its first entry is for one token; beyond its end the last one stands."""
    table = game.rules.value(table)
    return game.rules.value(table[min(count, len(table)) - 1]) if count else 0


def gain_by_count(game, moment, effect):
    """All the tokens of the kind held pay once, by their number."""
    game.gain(moment.seat, from_table(game, effect["table"], counted(moment)))


def best_split(count, sets):
    """LC-map: the most that `count` tokens pay in sets, `sets` giving what a set of each size pays."""
    best = [0]
    for number in range(1, count + 1):
        with_a_set = [best[number - size] + pays for size, pays in sets.items() if size <= number]
        best.append(max([best[number - 1], *with_a_set]))
    return best[count]


def gain_by_best_split(game, moment, effect):
    """LC-map: all the tokens of the kind held pay once, in their best split of sets."""
    sets = {size: game.rules.value(pays) for size, pays in effect["sets"].items()}
    game.gain(moment.seat, best_split(counted(moment), sets))


def cash_all_or_keep_all(game, moment, effect):
    """LS-map, Q-11, Q-14: cash all, into the bag at once, or keep all; after the last voyage always cash."""
    seat, count = moment.seat, counted(moment)
    if not count:
        return
    last = game.voyage + 1 == len(game.rules["voyage.lengths"])
    options = [{"cash": True}] if last else [{"cash": True}, {"cash": False}]
    if game.choose(seat, "map_cash", options, held=seat.loot[moment.kind])["cash"]:
        game.gain(seat, from_table(game, effect["table"], count))
        game.discard_token(seat, moment.kind, seat.loot[moment.kind])
    else:
        seat.kept_kinds.add(moment.kind)


def keep_or_gain(game, moment, effect):
    """LC-hook, Q-07: keep one ship character for the next voyage, each hook a different one, or gain."""
    seat = moment.seat
    free = sorted(seat.ship - seat.kept_cards)
    options = [{"keep": True}, {"keep": False}] if free else [{"keep": False}]
    if game.choose(seat, "hook", options)["keep"]:
        card = game.choose(seat, "hook_card", [{"card": rank} for rank in free])["card"]
        seat.kept_cards.add(card)
        game.note("LC-hook", seat, "keeps", card)
    else:
        game.gain(seat, game.rules.value(effect["amount"]))


def discard_own_character(game, moment, effect):
    """LS-hook: discard the card that took the token, on the island or, copied, in the ship; gone already: nothing."""
    game.discard(moment.taker)


def discard_others_island_character(game, moment, effect):
    """LC-saber: discard another seat's character from the island; it gets no loot today."""
    targets = game.island.of_others(moment.seat)
    if targets:
        options = [{"target": card.seat.number, "card": card.rank} for card in targets]
        game.discard_from_island(targets[game.pick(moment.seat, "saber", options)])


def discard_from_ships(game, seat, others):
    """Q-14: each single card in those ships is an option."""
    options = [{"target": other.number, "card": rank} for other in others for rank in sorted(other.ship)]
    if options:
        hit = game.choose(seat, "discard_ship", options)
        game.discard_from_ship(game.seats[hit["target"]], hit["card"])


def discard_adjacent_ship_character(game, moment, effect):
    """LS-saber, Q-08: discard a character from an adjacent seat's ship."""
    discard_from_ships(game, moment.seat, game.neighbours(moment.seat))


def discard_any_ship_character(game, moment, effect):
    """Discard a character from any other seat's ship."""
    discard_from_ships(game, moment.seat, [other for other in game.seats if other is not moment.seat])


def discard_opponents_lowest_or_gain(game, moment, effect):
    """Automa saber: discard the lowest-ranked character of the opponent's ship, or gain if there is none."""
    [opponent] = game.neighbours(moment.seat)
    if opponent.ship:
        game.discard_from_ship(opponent, min(opponent.ship))
    else:
        per_token(game, moment, effect)


def steal_adjacent_token(game, moment, effect):
    """Take a token from an adjacent seat; DSK-2: its dusk ability does not run."""
    game.take_from_neighbour(moment.seat, "steal")


EFFECTS = {
    "gain": gain,
    "reputation": reputation,
    "gain_per_token": gain_per_token,
    "gain_by_count": gain_by_count,
    "gain_by_best_split": gain_by_best_split,
    "gain_per_ship_character": gain_per_ship_character,
    "gain_per_space_to_the_right": gain_per_space_to_the_right,
    "gain_per_space_to_the_left": gain_per_space_to_the_left,
    "keep_or_gain": keep_or_gain,
    "cash_all_or_keep_all": cash_all_or_keep_all,
    "discard_own_character": discard_own_character,
    "discard_others_island_character": discard_others_island_character,
    "discard_adjacent_ship_character": discard_adjacent_ship_character,
    "discard_any_ship_character": discard_any_ship_character,
    "discard_opponents_lowest_or_gain": discard_opponents_lowest_or_gain,
    "steal_adjacent_token": steal_adjacent_token,
}

assert EFFECTS.keys() == VOCABULARY.keys()
