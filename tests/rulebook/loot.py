"""Loot tiles as data (LC-*, LS-*, Automa tiles): a tile is a list of effects, each a moment, a name and its numbers.

    when   dusk, night or anchor
    do     the name of an effect, see VOCABULARY; effects.py says what it does
    ...    the numbers of the effect; an amount is a number or the key of a tunable ("chest.gain", "-relic.loss")

A tile with `order="before_map"` is resolved before the map item at the anchor (LS-chest). A mix of tiles is named kind
by kind: "calm", "stormy", "automa", a `Tile`, or {"effects": [...], "order": ...} as data; kinds left out are calm.
"""

from dataclasses import dataclass

from .seats import KINDS


@dataclass(frozen=True)
class Tile:
    """One side of a loot kind (SET-3)."""

    effects: tuple
    order: str = ""

    def at(self, when):
        return [effect for effect in self.effects if effect["when"] == when]

    def does(self, when, do):
        return any(effect["do"] == do for effect in self.at(when))


def tile(*effects, order=""):
    return Tile(tuple(effects), order)


def effect(when, do, **numbers):
    return {"when": when, "do": do, **numbers}


ANYTIME, DUSK, ANCHOR = ("dusk", "night", "anchor"), ("dusk",), ("anchor",)

# effect: (when it may be, its numbers, those it may have besides)
# effects that touch another seat, and those that ask for the card that took the token, are dusk effects only
VOCABULARY = {
    "gain": (ANYTIME, {"amount"}, set()),
    "reputation": (ANYTIME, {"amount"}, set()),
    "gain_per_token": (ANYTIME, {"amount"}, {"of"}),  # of: a kind; without it every token held
    "gain_by_count": (ANYTIME, {"table"}, set()),  # table[0] is for one token, the last for as many and more
    "gain_by_best_split": (ANYTIME, {"sets"}, set()),  # sets: {size: what a set pays}
    "gain_per_ship_character": (ANYTIME, {"amount"}, set()),
    "gain_per_space_to_the_right": (ANYTIME, {"amount"}, set()),
    "gain_per_space_to_the_left": (ANYTIME, {"amount"}, set()),
    "keep_or_gain": (ANCHOR, {"amount"}, set()),
    "cash_all_or_keep_all": (ANCHOR, {"table"}, set()),
    "discard_own_character": (DUSK, set(), set()),
    "discard_others_island_character": (DUSK, set(), set()),
    "discard_adjacent_ship_character": (DUSK, set(), set()),
    "discard_any_ship_character": (DUSK, set(), set()),
    "discard_opponents_lowest_or_gain": (DUSK, {"amount"}, set()),
    "steal_adjacent_token": (DUSK, set(), set()),
}

# CHR-10, Q-15: what the Explorer adds to, and what pays once for all tokens of the kind together
COUNT_TABLES = {"gain_by_count", "gain_by_best_split", "cash_all_or_keep_all"}

CALM = {
    "chest": tile(effect("anchor", "gain", amount="chest.gain")),
    "hook": tile(effect("anchor", "keep_or_gain", amount="hook.gain")),
    "map": tile(effect("anchor", "gain_by_best_split", sets={2: "map.set_of_two", 3: "map.set_of_three"})),
    "saber": tile(effect("dusk", "discard_others_island_character")),
    "amulet": tile(effect("anchor", "gain", amount="amulet.gain")),
    "barrel": tile(effect("dusk", "reputation", amount="barrel.reputation"), effect("anchor", "gain", amount="barrel.gain")),
    "relic": tile(effect("anchor", "gain", amount="-relic.loss")),
}

STORMY = {
    "chest": tile(effect("anchor", "gain_per_token", amount="stormy_chest.gain_per_token"), order="before_map"),
    "hook": tile(effect("dusk", "discard_own_character"), effect("dusk", "gain", amount="stormy_hook.gain")),
    "map": tile(effect("anchor", "cash_all_or_keep_all", table="stormy_map.cash")),
    "saber": tile(effect("dusk", "discard_adjacent_ship_character")),
    "amulet": tile(effect("night", "gain", amount="stormy_amulet.gain")),
    "barrel": tile(
        effect("dusk", "reputation", amount="-stormy_barrel.reputation_loss"),
        effect("anchor", "gain_per_space_to_the_right", amount="stormy_barrel.gain_per_space"),
    ),
    "relic": tile(effect("night", "gain", amount="-stormy_relic.loss")),
}

AUTOMA = {
    "hook": tile(effect("anchor", "keep_or_gain", amount="automa_hook.gain")),
    "saber": tile(effect("dusk", "discard_opponents_lowest_or_gain", amount="automa_saber.gain")),
    "amulet": tile(effect("anchor", "gain", amount="automa_amulet.gain")),
    "barrel": tile(
        effect("dusk", "reputation", amount="automa_barrel.reputation"), effect("anchor", "gain", amount="automa_barrel.gain")
    ),
}

SOLO_KINDS = tuple(kind for kind in KINDS if kind not in AUTOMA)  # SET-3: two sides in solo games as well

SIDES = {"calm": CALM, "stormy": STORMY, "automa": AUTOMA}


def tiles_from(mix, players):
    """SET-3, Q-15: seven tiles from a mix named kind by kind, checked for so many players."""
    mix = mix or {}
    if unknown := set(mix) - set(KINDS):
        raise ValueError(f"no loot kinds: {sorted(unknown)}")
    tiles = {kind: one_tile(kind, mix.get(kind, "calm")) for kind in KINDS}
    for kind, its_tile in tiles.items():
        check(kind, its_tile, players)
    return tiles


def one_tile(kind, named):
    if isinstance(named, Tile):
        return named
    if isinstance(named, str):
        if kind not in SIDES.get(named, ()):
            raise ValueError(f"{kind} has no side {named!r}")
        return SIDES[named][kind]
    effects = [dict(one) for one in named["effects"]]
    for one in effects:
        if "sets" in one:
            one["sets"] = {int(size): pays for size, pays in one["sets"].items()}  # JSON has only strings for keys
    return tile(*effects, order=named.get("order", ""))


def check(kind, its_tile, players):
    """Q-15: what a tile made by a user may say."""
    if its_tile.order not in ("", "before_map"):
        raise ValueError(f"{kind}: order {its_tile.order!r}")
    for one in its_tile.effects:
        moments, needed, allowed = VOCABULARY.get(one.get("do"), ((), set(), set()))
        if one.get("when") not in moments:
            raise ValueError(f"{kind}: no effect {one.get('do')!r} at {one.get('when')!r}")
        numbers = set(one) - {"when", "do"}
        if not needed <= numbers <= needed | allowed:
            raise ValueError(f"{kind}: {one['do']} takes {sorted(needed | allowed)}, not {sorted(numbers)}")
        if one.get("of", kind) not in KINDS:
            raise ValueError(f"{kind}: no loot kind {one['of']!r}")
        if one["do"] == "discard_opponents_lowest_or_gain" and players != 2:
            raise ValueError(f'{kind}: "the opponent" needs exactly two seats, not {players}')
    at_anchor = {one["do"] for one in its_tile.at("anchor")}
    if "keep_or_gain" in at_anchor and at_anchor & COUNT_TABLES:
        raise ValueError(f"{kind}: keep_or_gain is resolved token by token, a count table for all together: not both")


def solo_mix(mix):
    """SET-3, LA-*: four kinds show the Automa's side, whatever the setup; another may only be a tile made by the user."""
    mix = mix or {}
    for kind in AUTOMA:
        if mix.get(kind) in ("calm", "stormy"):
            raise ValueError(f"solo: {kind} has no side {mix[kind]!r}")
    return {**dict.fromkeys(AUTOMA, "automa"), **mix}


def uncharted(rng, kinds=KINDS):
    """SET-3: each kind's side at random, independently, half and half; solo: of SOLO_KINDS."""
    return {kind: rng.choice(("calm", "stormy")) for kind in kinds}
