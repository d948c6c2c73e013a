"""Kernel games replayed by the oracle: the only place where both sides' names meet."""

import os
import random

import rulebook

from kernels._jit import JIT
from kernels.catalog import CHARACTERS, SOLO_AMOUNTS, SOLO_DECK
from sim.rule_sets import ALL_AMOUNTS, readable
from sim.transcripts import transcript

KEYS: dict[str, tuple[str, ...]] = {
    "reputation.doubloons": ("voyage.doubloons",),
    "voyage.days": ("voyage.lengths",),
    "voyage.cards": ("voyage.cards_dealt",),
    "loot.count": ("loot.counts",),
    "beggar.payment": ("beggar.payment",),
    "beggar.reputation": ("beggar.reputation",),
    "cabin_boy.gain": ("cabin_boy.gain",),
    "bandit.gain": ("bandit.gain_per_space",),
    "preacher.reputation": ("preacher.reputation_per_token",),
    "preacher.anchor": ("preacher.anchor_gain",),
    "barkeep.night": ("barkeep.night_gain",),
    "barkeep.anchor": ("barkeep.anchor_gain_per_barrel",),
    "explorer.reputation": ("explorer.dusk_reputation",),
    "explorer.maps": ("explorer.extra_maps",),
    "carpenter.anchor": ("carpenter.anchor_gain",),
    "officer.threshold": ("officer.threshold",),
    "officer.fill": ("officer.fill_up_to",),
    "officer.reputation": ("officer.reputation",),
    "bodyguard.gain": ("bodyguard.gain_per_token",),
    "mutineer.gain": ("mutineer.gain",),
    "brute.reputation": ("brute.reputation",),
    "gunner.gain": ("gunner.reputation_own",),
    "gunner.loss": ("gunner.reputation_loss_other",),
    "freed_prisoner.gain": ("freed_prisoner.gain_per_character",),
    "freed_prisoner.limit": ("freed_prisoner.discard_at",),
    "bosun.gain": ("bosun.gain_per_character",),
    "brawler.reputation": ("brawler.reputation",),
    "brawler.night": ("brawler.night_gain",),
    "thief.reputation": ("thief.reputation_loss",),
    "topman.gain": ("topman.gain",),
    "topman.loss": ("topman.loss_per_character",),
    "cook.blocked_by": ("cook.blocked_by",),
    "armorer.reputation": ("armorer.dusk_reputation",),
    "armorer.night": ("armorer.night_gain_per_token",),
    "infantry.gain": ("infantry.gain",),
    "merchant.gain": ("merchant.gain_for_1", "merchant.gain_for_2", "merchant.gain_for_3"),
    "treasurer.anchor": ("treasurer.gain_per_token",),
    "gambler.loss": ("gambler.loss_per_token",),
    "gambler.anchor": ("gambler.anchor_gain",),
    "aristocrat.reputation": ("aristocrat.reputation",),
    "aristocrat.alone": ("aristocrat.anchor_gain",),
    "aristocrat.shared": ("aristocrat.anchor_loss",),
    "collector.anchor": (
        "collector.gain_for_2_kinds", "collector.gain_for_3_kinds", "collector.gain_for_4_kinds", "collector.gain_for_5_kinds",
    ),
    "quartermaster.gain": ("quartermaster.gain_per_token",),
    "quartermaster.anchor": ("quartermaster.anchor_loss",),
    "wind_nymph.night": ("wind_nymph.gain",),
    "first_mate.loss": ("first_mate.loss_per_character",),
    "first_mate.anchor": ("first_mate.anchor_gain_per_character",),
    "captain.loss": ("captain.loss_per_space",),
    "governor.reputation": ("governor.reputation_per_character",),
    "chest.gain": ("chest.gain",),
    "hook.gain": ("hook.gain",),
    "map.pair": ("map.set_of_two",),
    "map.triple": ("map.set_of_three",),
    "amulet.gain": ("amulet.gain",),
    "barrel.reputation": ("barrel.reputation",),
    "barrel.gain": ("barrel.gain",),
    "relic.loss": ("relic.loss",),
    "stormy_chest.gain": ("stormy_chest.gain_per_token",),
    "stormy_hook.gain": ("stormy_hook.gain",),
    "stormy_map.cash": ("stormy_map.cash",),
    "stormy_amulet.gain": ("stormy_amulet.gain",),
    "stormy_barrel.reputation": ("stormy_barrel.reputation_loss",),
    "stormy_barrel.gain": ("stormy_barrel.gain_per_space",),
    "stormy_relic.loss": ("stormy_relic.loss",),
    "automa_hook.gain": ("automa_hook.gain",),
    "automa_saber.gain": ("automa_saber.gain",),
    "automa_amulet.gain": ("automa_amulet.gain",),
    "automa_barrel.reputation": ("automa_barrel.reputation",),
    "automa_barrel.gain": ("automa_barrel.gain",),
    "automa_beggar.payment": ("automa.beggar_payment",),
}  # fmt: skip

NOT_IN_ORACLE = {"day.tokens", *(f"{row.key}.in_game" for row in CHARACTERS), *(SOLO_AMOUNTS.keys() - KEYS.keys())}
"""The oracle takes rows and cards as they are dealt, and the solo deck as data (``solo_cards``)."""


def oracle_amounts(rule_set) -> dict[str, object]:
    """Every amount in force of a sim.rule_sets.RuleSet under the oracle's names."""
    amounts: dict[str, object] = {}
    for key, names in KEYS.items():
        value = rule_set.value(key)
        if ALL_AMOUNTS[key].names:
            amounts[names[0]] = ALL_AMOUNTS[key].names[value]
        elif len(names) > 1:
            amounts.update(zip(names, value, strict=True))
        else:
            amounts[names[0]] = value
    return amounts


def solo_cards(rule_set) -> dict[int, dict[str, object]]:
    """The solo deck in force as the oracle's data."""
    cards = {}
    for card in SOLO_DECK:
        row = {amount.key.split(".")[1]: readable(amount, rule_set.value(amount.key)) for amount in card.amounts}
        symbol, rank = row["symbol"] == "yes", row.get("no_effect_rank")
        cards[card.rank] = {"no_effect_rank": rank, "symbol": symbol, "back": row["back"]}
    return cards


GAMES = int(os.environ.get("GALECREST_TEST_GAMES", "60" if JIT else "3"))
"""Games per player count and mode; raise it for a longer search."""


def differences(seed, game, players, rule_set, asks_everything):
    """What the oracle finds different in one game of the kernels; orders that were not asked it picks at random."""
    record = transcript(seed, game, players, rule_set, asks_everything, unasked_orders=False)
    tiles = record.pop("tiles", None)
    if rule_set.solo:
        record["solo"]["cards"] = solo_cards(rule_set)
    return rulebook.replay(
        record,
        rulebook.RuleSet().changed(oracle_amounts(rule_set)),
        missing_orders="refuse" if asks_everything else "any",
        rng=random.Random(f"{seed} {game} {players}"),
        tiles=tiles,
    )
