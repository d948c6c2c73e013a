"""Daytime (DAY-4, DAY-5) and the daytime abilities of the characters, in rank order.

Every ability is a function of the game and the `Actor`: the seat, and the card whose ability runs. When the
Apprentice copies, the actor is the copied card, which lies in the ship (Q-04).
"""

from . import dusk, effects
from .cards import BRAWLER, DAYTIME
from .island import Actor, Character


def play(game):
    """DAY-4: always the leftmost character that has not acted yet runs its daytime ability, if any."""
    while (card := game.island.next_to_act()) is not None:
        card.has_acted = True
        game.day_turn(card)


def turn(game, card):
    """DAY-4: a character's daytime ability, if it has any."""
    if card.rank in game.daytime_ranks(card.seat):
        game.note("DAY-4", card.seat, "daytime of", card.rank)
        DAY[card.rank](game, Actor(card.seat, card.rank, card))


def cards(ranks):
    """The options of a choice among cards."""
    return [{"card": rank} for rank in sorted(ranks)]


def scout(game, me):
    """CHR-01, Q-02, Q-04: discard the Scout; then a card from the hand goes on the island at its rank."""
    game.discard(me)
    if me.seat.hand:
        rank = game.choose(me.seat, "scout_play", cards(me.seat.hand))["card"]
        me.seat.hand.remove(rank)
        game.island.insert(Character(rank, me.seat), game.track)


def apprentice(game, me):
    """CHR-02, Q-04: run the daytime ability of a character in the ship."""
    options = cards(me.seat.ship & game.daytime_ranks(me.seat))
    if options:
        rank = game.choose(me.seat, "apprentice_copy", options)["card"]
        DAY[rank](game, Actor(me.seat, rank))


def beggar(game, me):
    """CHR-03: the owner of the rightmost gives 2, or what he has, and gains 1 reputation.

    MID-1, SOL-5: not the Midshipman, not the Pilferer.
    """
    payer = game.island.rightmost().seat
    if payer is None:
        return
    payment = min(game.beggars_payment(me.seat), payer.doubloons)
    game.gain(payer, -payment)
    game.gain(me.seat, payment)
    game.change_reputation(payer, game.rules["beggar.reputation"])


def innkeeper(game, me):
    """CHR-04: take a character from the ship into the hand."""
    if me.seat.ship:
        rank = game.choose(me.seat, "innkeeper_return", cards(me.seat.ship))["card"]
        me.seat.ship.remove(rank)
        me.seat.hand.add(rank)


def cabin_boy(game, me):
    """CHR-05: if leftmost, gain 3. Q-04: copied, he gives nothing."""
    if not me.copied and game.island.leftmost() is me.character:
        game.gain(me.seat, game.rules["cabin_boy.gain"])


def bandit(game, me):
    """CHR-06: move the reputation to space 0; gain 1 per space moved."""
    moved = game.track.move_to(me.seat.number, 0)
    game.gain(me.seat, moved * game.rules["bandit.gain_per_space"])


def preacher(game, me):
    """CHR-07: keep one token, discard the others, gain 1 reputation per token discarded."""
    loot = me.seat.loot
    if not loot.total():
        return
    kept = game.choose(me.seat, "preacher_keep", [{"loot": kind} for kind in loot.singly()])["loot"]
    discarded = loot.total() - 1
    loot.move_all_to(game.bag)
    game.bag.take(kept)
    loot.add(kept)
    game.change_reputation(me.seat, discarded * game.rules["preacher.reputation_per_token"])


def stowaway(game, me):
    """CHR-09: a random token from the bag, its dusk ability at once; then the Stowaway is discarded."""
    if game.bag.total():
        kind = game.choose(me.seat, "stowaway_draw", [{"loot": kind} for kind in game.bag.singly()])["loot"]
        game.bag.take(kind)
        me.seat.loot.add(kind)
        effects.token_at_dusk(game, me.seat, kind, me)
    game.discard(me)


def carpenter(game, me):
    """CHR-11: lose half the doubloons, the loss rounded down."""
    game.gain(me.seat, -(me.seat.doubloons // 2))


def officer(game, me):
    """CHR-12: with 12 or more, gain 2 reputation; else bring the doubloons up to 12."""
    if me.seat.doubloons >= game.rules["officer.threshold"]:
        game.change_reputation(me.seat, game.rules["officer.reputation"])
    else:
        game.gain(me.seat, max(0, game.rules["officer.fill_up_to"] - me.seat.doubloons))


def smuggler(game, me):
    """CHR-13: a token of today's row, its dusk ability; then into the ship. Q-04: copied, he stays in the ship."""
    kind = dusk.take_token(game, me.seat, "smuggler")
    if kind:
        effects.token_at_dusk(game, me.seat, kind, me)
    if not me.copied:
        game.to_ship(me.character)


def bodyguard(game, me):
    """CHR-14: discard all sabers and hooks of today's row; gain 2 per token discarded."""
    row, discarded = game.row(), 0
    for kind in ("saber", "hook"):
        discarded += row[kind]
        game.bag.add(kind, row[kind])
        row[kind] = 0
    game.gain(me.seat, discarded * game.rules["bodyguard.gain_per_token"])


def brute(game, me):
    """CHR-17: discard the rightmost of the island; its owner gains 1 reputation. MID-1: not the Midshipman.

    SOL-5: the Pilferer's card is discarded, but nobody gains.
    """
    card = game.island.rightmost()
    if card is game.island.midshipman:
        return
    game.discard_from_island(card)
    if card.seat is not None:
        game.change_reputation(card.seat, game.rules["brute.reputation"])


def gunner(game, me):
    """CHR-18: discard a character from any ship; the own one: gain 1 reputation, another's: lose 1."""
    options = [{"target": seat.number, "card": rank} for seat in game.seats for rank in sorted(seat.ship)]
    if not options:
        return
    shot = game.choose(me.seat, "gunner", options)
    target = game.seats[shot["target"]]
    game.discard_from_ship(target, shot["card"])
    if target is me.seat:
        game.change_reputation(me.seat, game.rules["gunner.reputation_own"])
    else:
        game.change_reputation(me.seat, -game.rules["gunner.reputation_loss_other"])


def necromancer(game, me):
    """CHR-19: discard a relic to put a character from the graveyard into the ship; an empty graveyard costs it too."""
    if not me.seat.loot["relic"]:
        return
    game.choose(me.seat, "necromancer_relic", [{} for _ in range(me.seat.loot["relic"])])
    game.discard_token(me.seat, "relic")
    if me.seat.graveyard:
        rank = game.choose(me.seat, "necromancer_return", cards(me.seat.graveyard))["card"]
        me.seat.graveyard.remove(rank)
        me.seat.ship.add(rank)


def bosun(game, me):
    """CHR-21: gain 2 per ship character ranked below 21."""
    game.gain(me.seat, sum(rank < 21 for rank in me.seat.ship) * game.rules["bosun.gain_per_character"])


def brawler(game, me):
    """CHR-22: if another ship holds a Brawler, discard one and gain 2 reputation."""
    options = [{"target": seat.number} for seat in game.seats if seat is not me.seat and BRAWLER in seat.ship]
    if options:
        target = game.choose(me.seat, "brawler", options)["target"]
        game.discard_from_ship(game.seats[target], BRAWLER)
        game.change_reputation(me.seat, game.rules["brawler.reputation"])


def thief(game, me):
    """CHR-23, Q-08: take a token from an adjacent seat; if so, lose 2 reputation. DSK-2: no dusk ability."""
    if game.take_from_neighbour(me.seat, "thief"):
        game.change_reputation(me.seat, -game.rules["thief.reputation_loss"])


def recruiter(game, me):
    """CHR-25: put a card from the hand straight into the ship."""
    if me.seat.hand:
        rank = game.choose(me.seat, "recruiter", cards(me.seat.hand))["card"]
        me.seat.hand.remove(rank)
        me.seat.ship.add(rank)


def watchman(game, me):
    """CHR-27: swap a token of today's row with one of tomorrow's; nothing on the last day."""
    if game.day + 1 == len(game.days):
        return
    today, tomorrow = game.row(), game.days[game.day + 1]
    options = [{"today": mine, "tomorrow": other} for mine in today.singly() for other in tomorrow.singly()]
    if options:
        swap = game.choose(me.seat, "watchman", options)
        today.take(swap["today"])
        tomorrow.take(swap["tomorrow"])
        today.add(swap["tomorrow"])
        tomorrow.add(swap["today"])


def infantry(game, me):
    """CHR-29: if rightmost, gain 5. Q-04: copied, he gives nothing."""
    if not me.copied and game.island.rightmost() is me.character:
        game.gain(me.seat, game.rules["infantry.gain"])


def merchant(game, me):
    """CHR-30: discard 1, 2 or 3 tokens of one kind to gain 1, 4 or 9."""
    loot = me.seat.loot
    options = [{"loot": kind, "count": count} for kind in loot.kinds_held() for count in range(1, min(3, loot[kind]) + 1)]
    if options:
        sold = game.choose(me.seat, "merchant", options)
        game.discard_token(me.seat, sold["loot"], sold["count"])
        game.gain(me.seat, game.rules[f"merchant.gain_for_{sold['count']}"])


def surgeon(game, me):
    """CHR-31: take a character from the graveyard into the hand."""
    if me.seat.graveyard:
        rank = game.choose(me.seat, "surgeon", cards(me.seat.graveyard))["card"]
        me.seat.graveyard.remove(rank)
        me.seat.hand.add(rank)


def gambler(game, me):
    """CHR-33: lose 1 per token held."""
    game.gain(me.seat, -me.seat.loot.total() * game.rules["gambler.loss_per_token"])


def aristocrat(game, me):
    """CHR-34: gain 2 reputation."""
    game.change_reputation(me.seat, game.rules["aristocrat.reputation"])


def quartermaster(game, me):
    """CHR-36: gain 1 per token held."""
    game.gain(me.seat, me.seat.loot.total() * game.rules["quartermaster.gain_per_token"])


def first_mate(game, me):
    """CHR-38: lose 1 per ship character."""
    game.gain(me.seat, -len(me.seat.ship) * game.rules["first_mate.loss_per_character"])


def captain(game, me):
    """CHR-39: move the reputation to space 5; lose 1 per space moved."""
    moved = game.track.move_to(me.seat.number, 5)
    game.gain(me.seat, -moved * game.rules["captain.loss_per_space"])


def governor(game, me):
    """CHR-40: discard the whole ship; gain 1 reputation per character discarded."""
    discarded = sorted(me.seat.ship)
    for rank in discarded:
        game.discard_from_ship(me.seat, rank)
    game.change_reputation(me.seat, len(discarded) * game.rules["governor.reputation_per_character"])


DAY = {
    1: scout,
    2: apprentice,
    3: beggar,
    4: innkeeper,
    5: cabin_boy,
    6: bandit,
    7: preacher,
    9: stowaway,
    11: carpenter,
    12: officer,
    13: smuggler,
    14: bodyguard,
    17: brute,
    18: gunner,
    19: necromancer,
    21: bosun,
    22: brawler,
    23: thief,
    25: recruiter,
    27: watchman,
    29: infantry,
    30: merchant,
    31: surgeon,
    33: gambler,
    34: aristocrat,
    36: quartermaster,
    38: first_mate,
    39: captain,
    40: governor,
}

assert DAY.keys() == DAYTIME
