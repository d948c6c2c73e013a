"""Daytime (DAY-4, DAY-5): who acts when, and the dispatcher of the abilities (``day_characters``)."""

from __future__ import annotations

from kernels._jit import by_game, inlined
from kernels.bits import slot_bit
from kernels.catalog import HAS_DAY
from kernels.codes import AUTOMA, IN_SHIP, ITEM_RULE, NOBODY, Card, Event
from kernels.day_characters import (
    day_01_scout,
    day_02_apprentice,
    day_03_beggar,
    day_04_innkeeper,
    day_05_cabin_boy,
    day_06_bandit,
    day_07_preacher,
    day_09_stowaway,
    day_11_carpenter,
    day_12_officer,
    day_13_smuggler,
    day_14_bodyguard,
    day_17_brute,
    day_18_gunner,
    day_19_necromancer,
    day_21_bosun,
    day_22_brawler,
    day_23_thief,
    day_25_recruiter,
    day_27_watchman,
    day_29_infantry,
    day_30_merchant,
    day_31_surgeon,
    day_33_gambler,
    day_34_aristocrat,
    day_36_quartermaster,
    day_38_first_mate,
    day_39_captain,
    day_40_governor,
    day_abilities,
)
from kernels.masks import EMPTY, card_bit, has
from kernels.placement import leftmost
from kernels.trace import BLANK, emit


@inlined
def run_day_ability(game, rules, answers, trace, seat, card, at):
    """The dispatcher: the daytime ability of a card other than the Apprentice."""
    if card == Card.SCOUT:
        day_01_scout(game, answers, trace, seat, at)
    elif card == Card.BEGGAR:
        day_03_beggar(game, rules, trace, seat)
    elif card == Card.INNKEEPER:
        day_04_innkeeper(game, answers, trace, seat)
    elif card == Card.CABIN_BOY:
        day_05_cabin_boy(game, rules, trace, seat, at)
    elif card == Card.BANDIT:
        day_06_bandit(game, rules, trace, seat)
    elif card == Card.PREACHER:
        day_07_preacher(game, rules, answers, trace, seat)
    elif card == Card.STOWAWAY:
        day_09_stowaway(game, rules, answers, trace, seat, at)
    elif card == Card.CARPENTER:
        day_11_carpenter(game, trace, seat)
    elif card == Card.OFFICER:
        day_12_officer(game, rules, trace, seat)
    elif card == Card.SMUGGLER:
        day_13_smuggler(game, rules, answers, trace, seat, at)
    elif card == Card.BODYGUARD:
        day_14_bodyguard(game, rules, trace, seat)
    elif card == Card.BRUTE:
        day_17_brute(game, rules, trace)
    elif card == Card.GUNNER:
        day_18_gunner(game, rules, answers, trace, seat)
    elif card == Card.NECROMANCER:
        day_19_necromancer(game, answers, trace, seat)
    elif card == Card.BOSUN:
        day_21_bosun(game, rules, trace, seat)
    elif card == Card.BRAWLER:
        day_22_brawler(game, rules, answers, trace, seat)
    elif card == Card.THIEF:
        day_23_thief(game, rules, answers, trace, seat)
    elif card == Card.RECRUITER:
        day_25_recruiter(game, answers, trace, seat)
    elif card == Card.WATCHMAN:
        day_27_watchman(game, rules, answers, trace, seat)
    elif card == Card.INFANTRY:
        day_29_infantry(game, rules, trace, seat, at)
    elif card == Card.MERCHANT:
        day_30_merchant(game, rules, answers, trace, seat)
    elif card == Card.SURGEON:
        day_31_surgeon(game, answers, trace, seat)
    elif card == Card.GAMBLER:
        day_33_gambler(game, rules, trace, seat)
    elif card == Card.ARISTOCRAT:
        day_34_aristocrat(game, rules, trace, seat)
    elif card == Card.QUARTERMASTER:
        day_36_quartermaster(game, rules, trace, seat)
    elif card == Card.FIRST_MATE:
        day_38_first_mate(game, rules, trace, seat)
    elif card == Card.CAPTAIN:
        day_39_captain(game, rules, trace, seat)
    elif card == Card.GOVERNOR:
        day_40_governor(game, rules, trace, seat)


@inlined
def day_turn(game, rules, answers, trace, slot):
    """DAY-4: one character acts; the Apprentice as the character that he copies (Q-04)."""
    seat, card, at = game["island_seat"][slot], game["island_card"][slot], slot
    if card == Card.APPRENTICE:
        card, at = day_02_apprentice(game, answers, trace, seat), IN_SHIP
    if trace is not None and card != 0 and has(HAS_DAY, card):
        emit(trace, game, ITEM_RULE + card, Event.ACTS, seat, card, BLANK, BLANK, BLANK)
    run_day_ability(game, rules, answers, trace, seat, card, at)


@inlined
def solo_day_turn(game, rules, answers, trace, slot):
    """SOL-6: as ``day_turn``; a card of the Automa with a daytime ability that changes nothing is due to be moved.

    Writes changes, automa_idle, and what the ability writes.
    """
    seat, card = game["island_seat"][slot], game["island_card"][slot]
    if has(day_abilities(game, seat), card):
        game["changes"] = 0
        day_turn(game, rules, answers, trace, slot)
        if seat == AUTOMA:
            game["automa_idle"] &= ~card_bit(card)
            if game["changes"] == 0:
                game["automa_idle"] |= card_bit(card)


_turn = by_game(day_turn, solo_day_turn)


@inlined
def run_day(game, rules, answers, trace):
    """DAY-4: always the leftmost character that has not acted yet."""
    game["island_done"] = EMPTY
    while True:
        waiting = game["island_here"] & ~game["island_done"]
        if waiting == EMPTY:
            break
        slot = leftmost(waiting)
        game["island_done"] |= slot_bit(slot)
        if game["island_seat"][slot] != NOBODY:
            _turn(game, rules, answers, trace, slot)
