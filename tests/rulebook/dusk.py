"""Dusk (DSK-1 to DSK-3, MID-2, MID-3) and the dusk abilities of the characters."""

from . import effects
from .cards import ARMORER, CABIN_BOY, COOK, EXPLORER
from .island import Actor
from .order import Item, resolve


def play(game):
    """DSK-1: from the right, each character; DSK-3: what is left of the row goes to the bag."""
    while (card := game.island.next_at_dusk()) is not None:
        card.had_dusk = True
        if card.seat is None:
            game.ownerless_turn_at_dusk(card)
        else:
            turn(game, card)
    game.row().move_all_to(game.bag)


def turn(game, card):
    """DSK-1: (1) a token, (2) the token's and the character's dusk abilities in the owner's order, (3) to the ship."""
    me = Actor(card.seat, card.rank, card)
    kind = None if card.rank == CABIN_BOY else game.token_at_dusk(card)  # CHR-05: no loot
    items = []
    if kind and game.tiles[kind].at("dusk"):
        items.append(Item("loot", lambda: effects.token_at_dusk(game, card.seat, kind, me)))
    if card.rank in DUSK_ABILITIES:
        due, ability = DUSK_ABILITIES[card.rank]
        if due(game, kind):
            items.append(Item(card.rank, lambda: ability(game, me), lambda: card in game.island))
    resolve(game, card.seat, "dusk", items)
    game.to_ship(card)


def take_token(game, seat, source):
    """DSK-1, CHR-13, CHR-26: the owner gains one token of today's row, of his choice; None if none is left."""
    row = game.row()
    if not row.total():
        return None
    kind = game.choose(seat, "loot_take", [{"loot": kind, "source": source} for kind in row.singly()])["loot"]
    row.take(kind)
    seat.loot.add(kind)
    game.note("DSK-1", seat, "takes", kind)
    return kind


def midshipman(game):
    """MID-2, MID-3: the opponent of the left neighbour noted removes a token; nobody does if that card is gone."""
    neighbour, row = game.island.neighbour, game.row()
    if neighbour is None or neighbour not in game.island or not row.total():
        return
    opponent = game.seats[1 - neighbour.seat.number]
    kind = game.choose(opponent, "midshipman_remove", [{"loot": kind} for kind in row.singly()])["loot"]
    row.take(kind)
    game.bag.add(kind)


def explorer(game, me):
    """CHR-10: the token just taken is a map: gain 2 reputation."""
    game.change_reputation(me.seat, game.rules["explorer.dusk_reputation"])


def cook(game, me):
    """CHR-26: a second token of today's row, and its dusk ability too."""
    kind = take_token(game, me.seat, "cook")
    if kind:
        effects.token_at_dusk(game, me.seat, kind, me)


def cook_is_due(game, first):
    """Q-03: the Cook is blocked by any hook taken first, or only by one whose tile discards its taker."""
    if first != "hook" or not game.cook_may_be_blocked:
        return True
    if game.rules["cook.blocked_by"] == "any_hook":
        return False
    return not game.tiles["hook"].does("dusk", "discard_own_character")


def armorer(game, me):
    """CHR-28: the token just taken is a saber or hook: gain 2 reputation."""
    game.change_reputation(me.seat, game.rules["armorer.dusk_reputation"])


# rank: (is it due, given the token just taken, what it does); CHR-05's dusk ability is that he takes no loot
DUSK_ABILITIES = {
    EXPLORER: (lambda game, kind: kind == "map", explorer),
    COOK: (cook_is_due, cook),
    ARMORER: (lambda game, kind: kind in ("saber", "hook"), armorer),
}
