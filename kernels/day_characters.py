"""The daytime ability of each character (DAY-5): one function each, in rank order. ``day`` says who acts when.

``at`` is the island slot of the acting card, or IN_SHIP for the copy of a card that lies in the ship (Q-04).
"""

from __future__ import annotations

from kernels._jit import by_game, inlined
from kernels.bits import slot_bit
from kernels.catalog import HAS_DAY
from kernels.choices import (
    NO_OPTIONS,
    choose,
    choose_card,
    choose_token,
    draw_from_bag,
    ship_card_at,
    swap_at,
    trade_at,
)
from kernels.codes import AUTOMA, IN_SHIP, NOBODY, SPACES, Card, Choice, Event, Loot, Rule
from kernels.loot import discard_tokens, gain_from_bag, gain_from_row, run_dusk_ability, steal_adjacent
from kernels.masks import EMPTY, below_rank, card_bit, has, lowest_rank, mask_of, nth, size
from kernels.placement import (
    discard_actor,
    discard_from_island,
    discard_from_ship,
    insert_card,
    leftmost,
    lies,
    lies_at,
    rightmost,
    sail_from_island,
)
from kernels.reputation import gain, gain_reputation, lose
from kernels.tokens import NONE, count, of_kind, some, total
from kernels.trace import BLANK, emit

_WATCHMAN = mask_of([Card.WATCHMAN])


@inlined
def day_01_scout(game, answers, trace, seat, at):
    """Scout: discard him, then put a card of the hand on the island at its rank. CHR-01, Q-02, Q-04.

    Writes island, ship, hand, graveyard.
    """
    discard_actor(game, trace, Rule.CHR_01, seat, Card.SCOUT, at)
    if game["hand"][seat] != EMPTY:
        card = choose_card(game, answers, trace, Choice.SCOUT_PLAY, seat, game["hand"][seat])
        game["hand"][seat] ^= card_bit(card)
        game["log_played"][game["voyage"] + 1, seat] |= card_bit(card)
        insert_card(game, trace, seat, card)


@inlined
def _every_day_ability(game, seat):
    return HAS_DAY


@inlined
def _day_abilities_in_solo(game, seat):
    """SOL-8, Q-19: the Automa's Watchman has no daytime ability."""
    return HAS_DAY & ~_WATCHMAN if seat == AUTOMA else HAS_DAY


day_abilities = by_game(_every_day_ability, _day_abilities_in_solo)
"""``day_abilities(game, seat)``: mask of the characters that have a daytime ability for this seat."""


@inlined
def day_02_apprentice(game, answers, trace, seat):
    """Apprentice: the rank of the ship character whose daytime ability he runs, 0 for none. CHR-02, Q-04."""
    cards = game["ship"][seat] & day_abilities(game, seat)
    if cards == EMPTY:
        return 0
    card = choose_card(game, answers, trace, Choice.APPRENTICE_COPY, seat, cards)
    emit(trace, game, Rule.CHR_02, Event.COPIES, seat, Card.APPRENTICE, card, BLANK, BLANK)
    return card


@inlined
def day_03_beggar(game, rules, trace, seat):
    """Beggar: the owner of the rightmost character pays and gains reputation, even oneself. CHR-03, MID-1.

    Writes doubloons, space.
    """
    giver = game["island_seat"][rightmost(game["island_here"])]
    if giver != NOBODY:
        gain(game, trace, Rule.CHR_03, seat, lose(game, trace, Rule.CHR_03, giver, rules["beggar_payments"][seat]))
        gain_reputation(game, trace, Rule.CHR_03, giver, rules["beggar_reputation"])


@inlined
def day_04_innkeeper(game, answers, trace, seat):
    """Innkeeper: take a character of the ship into the hand. CHR-04. Writes ship, hand, secret."""
    if game["ship"][seat] != EMPTY:
        card = choose_card(game, answers, trace, Choice.INNKEEPER_RETURN, seat, game["ship"][seat])
        game["ship"][seat] ^= card_bit(card)
        game["hand"][seat] |= card_bit(card)
        game["secret"][seat] &= ~card_bit(card)
        emit(trace, game, Rule.CHR_04, Event.CARD_TO_HAND, seat, card, BLANK, BLANK, BLANK)


@inlined
def day_05_cabin_boy(game, rules, trace, seat, at):
    """Cabin Boy: if leftmost, gain. A copy gives nothing. CHR-05, DAY-3, Q-04. Writes doubloons."""
    if at == leftmost(game["island_here"]):
        gain(game, trace, Rule.CHR_05, seat, rules["cabin_boy_gain"])


@inlined
def day_06_bandit(game, rules, trace, seat):
    """Bandit: reputation to space 0; gain per space moved. CHR-06. Writes space, doubloons."""
    spaces = game["space"][seat]
    gain_reputation(game, trace, Rule.CHR_06, seat, -spaces)
    gain(game, trace, Rule.CHR_06, seat, spaces * rules["bandit_gain"])


@inlined
def day_07_preacher(game, rules, answers, trace, seat):
    """Preacher: keep one token, discard the others, gain reputation for each. CHR-07. Writes loot, bag, space, doubloons."""
    held = game["loot"][seat]
    if held != NONE:
        kept = some(choose_token(game, answers, trace, Choice.PREACHER_KEEP, seat, held), 1)
        for kind in range(7):
            discard_tokens(game, trace, Rule.CHR_07, seat, kind, count(held - kept, kind))
        gain_reputation(game, trace, Rule.CHR_07, seat, (total(held) - 1) * rules["preacher_reputation"])


@inlined
def day_09_stowaway(game, rules, answers, trace, seat, at):
    """Stowaway: a random token of the bag, its dusk ability at once, then he is discarded. CHR-09, Q-04.

    Writes bag, loot, island or ship, graveyard, and what the token does.
    """
    if game["bag"] != NONE:
        kind = draw_from_bag(game, answers, trace, seat)
        gain_from_bag(game, trace, Rule.CHR_09, seat, kind)
        run_dusk_ability(game, rules, answers, trace, seat, kind, Card.STOWAWAY, at)
    if lies(game, seat, Card.STOWAWAY, at):
        discard_actor(game, trace, Rule.CHR_09, seat, Card.STOWAWAY, at)


@inlined
def day_11_carpenter(game, trace, seat):
    """Carpenter: lose half the doubloons, the loss rounded down. CHR-11. Writes doubloons."""
    lose(game, trace, Rule.CHR_11, seat, game["doubloons"][seat] // 2)


@inlined
def day_12_officer(game, rules, trace, seat):
    """Officer: reputation with enough doubloons, else up to the mark. CHR-12. Writes doubloons, space."""
    if game["doubloons"][seat] >= rules["officer_threshold"]:
        gain_reputation(game, trace, Rule.CHR_12, seat, rules["officer_reputation"])
    else:
        gain(game, trace, Rule.CHR_12, seat, max(0, rules["officer_fill"] - game["doubloons"][seat]))


@inlined
def day_13_smuggler(game, rules, answers, trace, seat, at):
    """Smuggler: a token of today's row and its dusk ability, then into the ship. CHR-13, Q-04.

    Writes rows, loot, island, ship, and what the token does.
    """
    if game["rows"][game["day"]] != NONE:
        kind = gain_from_row(game, answers, trace, Rule.CHR_13, Choice.TAKE_SMUGGLER, seat)
        run_dusk_ability(game, rules, answers, trace, seat, kind, Card.SMUGGLER, at)
    if at != IN_SHIP and lies_at(game, at):
        sail_from_island(game, trace, Rule.CHR_13, at)


@inlined
def day_14_bodyguard(game, rules, trace, seat):
    """Bodyguard: discard all sabers and hooks of today's row; gain for each. CHR-14. Writes rows, bag, doubloons."""
    row = game["rows"][game["day"]]
    guarded = of_kind(row, Loot.HOOK) | of_kind(row, Loot.SABER)
    game["rows"][game["day"]] = row - guarded
    game["bag"] += guarded
    for kind in (Loot.HOOK, Loot.SABER):
        if count(guarded, kind) > 0:
            emit(trace, game, Rule.CHR_14, Event.TOKEN_DISCARDED, seat, BLANK, kind, count(guarded, kind), BLANK)
    gain(game, trace, Rule.CHR_14, seat, total(guarded) * rules["bodyguard_gain"])


@inlined
def _midshipman_stays(game, trace, slot):
    """MID-1: he is never discarded."""


@inlined
def _pilferer_discarded(game, trace, slot):
    """SOL-5, Q-17: his card goes to the solo discard. Writes island_here."""
    game["island_here"] ^= slot_bit(slot)
    emit(trace, game, Rule.SOL_5, Event.CARD_DISCARDED, NOBODY, game["island_card"][slot], BLANK, BLANK, BLANK)


_brute_against_nobody = by_game(_midshipman_stays, _pilferer_discarded)


@inlined
def day_17_brute(game, rules, trace):
    """Brute: discard the rightmost character; its owner gains reputation. CHR-17, DAY-3, MID-1.

    Writes island, graveyard, space, doubloons.
    """
    slot = rightmost(game["island_here"])
    owner = game["island_seat"][slot]
    if owner != NOBODY:
        discard_from_island(game, trace, Rule.CHR_17, slot)
        gain_reputation(game, trace, Rule.CHR_17, owner, rules["brute_reputation"])
    else:
        _brute_against_nobody(game, trace, slot)


@inlined
def day_18_gunner(game, rules, answers, trace, seat):
    """Gunner: discard a character of any ship; own: gain reputation, another's: lose it. CHR-18.

    Writes ship, graveyard, space, doubloons.
    """
    n = 0
    for owner in range(game["players"]):
        n += size(game["ship"][owner])
    if n > 0:
        owner, card = ship_card_at(game, choose(game, answers, trace, Choice.GUNNER, seat, NO_OPTIONS, n))
        discard_from_ship(game, trace, Rule.CHR_18, owner, card)
        if owner == seat:
            gain_reputation(game, trace, Rule.CHR_18, seat, rules["gunner_gain"])
        else:
            gain_reputation(game, trace, Rule.CHR_18, seat, -rules["gunner_loss"])


@inlined
def day_19_necromancer(game, answers, trace, seat):
    """Necromancer: discard a relic; a character of the graveyard goes to the ship. CHR-19.

    Writes loot, bag, graveyard, ship.
    """
    relics = of_kind(game["loot"][seat], Loot.RELIC)
    if relics != NONE:
        discard_tokens(
            game, trace, Rule.CHR_19, seat, choose_token(game, answers, trace, Choice.NECROMANCER_RELIC, seat, relics), 1
        )
        if game["graveyard"][seat] != EMPTY:
            card = choose_card(game, answers, trace, Choice.NECROMANCER_RETURN, seat, game["graveyard"][seat])
            game["graveyard"][seat] ^= card_bit(card)
            game["ship"][seat] |= card_bit(card)
            emit(trace, game, Rule.CHR_19, Event.CARD_TO_SHIP, seat, card, BLANK, BLANK, BLANK)


@inlined
def day_21_bosun(game, rules, trace, seat):
    """Bosun: gain per ship character ranked below him. CHR-21. Writes doubloons."""
    gain(game, trace, Rule.CHR_21, seat, size(below_rank(game["ship"][seat], Card.BOSUN)) * rules["bosun_gain"])


@inlined
def day_22_brawler(game, rules, answers, trace, seat):
    """Brawler: discard a Brawler of another ship and gain reputation. CHR-22. Writes ship, graveyard, space, doubloons."""
    owners = EMPTY
    for owner in range(game["players"]):
        if owner != seat and has(game["ship"][owner], Card.BRAWLER):
            owners |= slot_bit(owner)
    if owners != EMPTY:
        owner = nth(owners, choose(game, answers, trace, Choice.BRAWLER, seat, owners, size(owners))) - 1
        discard_from_ship(game, trace, Rule.CHR_22, owner, Card.BRAWLER)
        gain_reputation(game, trace, Rule.CHR_22, seat, rules["brawler_reputation"])


@inlined
def day_23_thief(game, rules, answers, trace, seat):
    """Thief: take a token of an adjacent seat, without its dusk ability; then lose reputation. CHR-23, DSK-2, Q-08.

    Writes loot, space, doubloons.
    """
    if steal_adjacent(game, answers, trace, Rule.CHR_23, Choice.THIEF, seat):
        gain_reputation(game, trace, Rule.CHR_23, seat, -rules["thief_reputation"])


@inlined
def day_25_recruiter(game, answers, trace, seat):
    """Recruiter: a card of the hand goes straight to the ship. CHR-25. Writes hand, ship."""
    if game["hand"][seat] != EMPTY:
        card = choose_card(game, answers, trace, Choice.RECRUITER, seat, game["hand"][seat])
        game["hand"][seat] ^= card_bit(card)
        game["ship"][seat] |= card_bit(card)
        game["log_played"][game["voyage"] + 1, seat] |= card_bit(card)
        emit(trace, game, Rule.CHR_25, Event.CARD_TO_SHIP, seat, card, BLANK, BLANK, BLANK)


@inlined
def day_27_watchman(game, rules, answers, trace, seat):
    """Watchman: swap a token of today's row with one of tomorrow's. CHR-27. Writes rows."""
    day = game["day"]
    if day + 1 < rules["voyage_days"][game["voyage"]]:
        n = total(game["rows"][day]) * total(game["rows"][day + 1])
        if n > 0:
            today, tomorrow = swap_at(game, choose(game, answers, trace, Choice.WATCHMAN, seat, NO_OPTIONS, n))
            game["rows"][day] = game["rows"][day] - some(today, 1) + some(tomorrow, 1)
            game["rows"][day + 1] = game["rows"][day + 1] - some(tomorrow, 1) + some(today, 1)
            emit(trace, game, Rule.CHR_27, Event.TOKENS_SWAPPED, seat, Card.WATCHMAN, today, tomorrow, BLANK)


@inlined
def day_29_infantry(game, rules, trace, seat, at):
    """Infantry: if rightmost, gain. A copy gives nothing. CHR-29, DAY-3, Q-04. Writes doubloons."""
    if at == rightmost(game["island_here"]):
        gain(game, trace, Rule.CHR_29, seat, rules["infantry_gain"])


@inlined
def day_30_merchant(game, rules, answers, trace, seat):
    """Merchant: discard 1, 2 or 3 tokens of one kind to gain. CHR-30. Writes loot, bag, doubloons."""
    offers = NONE
    for kind in range(7):
        offers += some(kind, min(3, count(game["loot"][seat], kind)))
    if offers != NONE:
        kind, number = trade_at(offers, choose(game, answers, trace, Choice.MERCHANT, seat, offers, total(offers)))
        discard_tokens(game, trace, Rule.CHR_30, seat, kind, number)
        gain(game, trace, Rule.CHR_30, seat, rules["merchant_gain"][number - 1])


@inlined
def day_31_surgeon(game, answers, trace, seat):
    """Surgeon: take a character of the graveyard into the hand. CHR-31. Writes graveyard, hand, secret, secret_among."""
    buried = game["graveyard"][seat]
    if buried != EMPTY:
        card = choose_card(game, answers, trace, Choice.SURGEON, seat, buried)
        if game["hand"][seat] & game["secret"][seat] == EMPTY:
            game["secret"][seat], game["secret_among"][seat] = EMPTY, EMPTY
        game["secret"][seat] |= card_bit(card)
        game["secret_among"][seat] |= buried
        game["graveyard"][seat] ^= card_bit(card)
        game["hand"][seat] |= card_bit(card)
        emit(trace, game, Rule.CHR_31, Event.CARD_TO_HAND, seat, card, BLANK, BLANK, BLANK)


@inlined
def day_33_gambler(game, rules, trace, seat):
    """Gambler: lose per token held. CHR-33. Writes doubloons."""
    lose(game, trace, Rule.CHR_33, seat, total(game["loot"][seat]) * rules["gambler_loss"])


@inlined
def day_34_aristocrat(game, rules, trace, seat):
    """Aristocrat: gain reputation. CHR-34. Writes space, doubloons."""
    gain_reputation(game, trace, Rule.CHR_34, seat, rules["aristocrat_reputation"])


@inlined
def day_36_quartermaster(game, rules, trace, seat):
    """Quartermaster: gain per token held. CHR-36. Writes doubloons."""
    gain(game, trace, Rule.CHR_36, seat, total(game["loot"][seat]) * rules["quartermaster_gain"])


@inlined
def day_38_first_mate(game, rules, trace, seat):
    """First Mate: lose per ship character. CHR-38. Writes doubloons."""
    lose(game, trace, Rule.CHR_38, seat, size(game["ship"][seat]) * rules["first_mate_loss"])


@inlined
def day_39_captain(game, rules, trace, seat):
    """Captain: reputation to space 5; lose per space moved. CHR-39. Writes space, doubloons."""
    spaces = SPACES - 1 - game["space"][seat]
    gain_reputation(game, trace, Rule.CHR_39, seat, spaces)
    lose(game, trace, Rule.CHR_39, seat, spaces * rules["captain_loss"])


@inlined
def day_40_governor(game, rules, trace, seat):
    """Governor: discard the whole ship; gain reputation for each. CHR-40. Writes ship, graveyard, space, doubloons."""
    cards = game["ship"][seat]
    for _ in range(size(cards)):
        discard_from_ship(game, trace, Rule.CHR_40, seat, lowest_rank(game["ship"][seat]))
    gain_reputation(game, trace, Rule.CHR_40, seat, size(cards) * rules["governor_reputation"])
