"""Every amount that a rule set can change, changed: the outcome of a scene with the standard value and with another one.

``CASES`` has a row for each amount: the other value, what the scene shows with the standard value, what with the other one,
and the scene. Both outcomes are computed by the clause that ``rule`` of the amount names. Seat 0 acts, on space 1 of the
track and with 20 doubloons unless the scene says otherwise.
"""

import pytest
from called import called
from scenes import (
    SeededGame,
    brawler,
    cash,
    gunner,
    hook,
    merchant,
    preacher_keep,
    scene,
    take_cook,
    take_dusk,
    thief,
)

from kernels import engine
from kernels.catalog import AMOUNTS, AUTOMA, CALM, CHARACTERS, SETUP, STORMY
from kernels.codes import Fault, Loot
from kernels.masks import ranks_of, size
from kernels.state import Violation, invariants
from kernels.tokens import counts_of

size = called(size)

CHEST, HOOK, MAP, SABER, AMULET, BARREL, RELIC = Loot


def day(show, card, answers=(), others=(None, None), **arguments):
    return lambda rules: show(scene(rules=rules, **arguments).play([card, *others], answers))


def night(show, **arguments):
    return lambda rules: show(scene(rules=rules, **arguments).night())


def anchor(show, answers=(), **arguments):
    return lambda rules: show(scene(rules=rules, **arguments).anchor(answers))


def gained(out):
    return out.gained[0]


def moved(out):
    return out.moved[0]


def gained_and_moved(out):
    return out.gained[0], out.moved[0]


def started(rules):
    """Doubloons of voyage 2, from spaces 1, 2 and 3."""
    position = scene(rules=rules, day=3).lay()
    position.anchor()
    return position.next_voyage([35]).doubloons


def begun(show):
    """The deal of a game of a seed, three players."""

    def outcome(rules):
        seeded = SeededGame(3, rules=rules)
        seeded.game["voyage"] = 1
        bag = counts_of(seeded.game["bag"])
        seeded.step(engine.DEAL)
        return show(seeded.game, bag)

    return outcome


def shoots(owner):
    return day(moved, 18, [gunner(0, owner, 32, of=1)], ship={owner: [32]}, track=[1, 2, None, 0, None, None])


def trades(rules):
    return [
        gained(scene(rules=rules, loot={0: [MAP] * 3}).play([30, None, None], [merchant(0, MAP, number, of=3)]))
        for number in (1, 2, 3)
    ]


def collects(rules):
    """2, 3, 4, 5 and 6 kinds; less their own: map, saber and single kinds that bring nothing, amulet 3, barrel 1, relic -3."""
    own = {MAP: 0, SABER: 0, AMULET: 3, BARREL: 1, RELIC: -3, CHEST: 5}
    kinds = list(own)
    return [
        gained(scene(rules=rules, ship={0: [35]}, loot={0: kinds[:n]}).anchor()) - sum(own[kind] for kind in kinds[:n])
        for n in (1, 2, 3, 4, 5, 6)
    ]


def second_token(rules):
    """A Cook who took a hook first: does he take the map too?"""
    answers = [take_dusk(0, HOOK, of=2)] + ([take_cook(0, MAP, of=1)] if rules else [])
    return scene(rules=rules, today=[HOOK, MAP]).play([26, None, None], answers).loot[0]


def never_dealt(rules):
    """The cards that are dealt in none of ten games of 39 cards each: a card of forty is left out ten times with chance 40**-10."""
    left = set(range(1, 41))
    for index in range(10):
        seeded = SeededGame(3, game_index=index, rules={"voyage.cards": 13} | rules)
        for seeded.game["voyage"] in range(3):
            seeded.step(engine.DEAL)
        left -= {rank for mask in seeded.game["log_deal"] for rank in ranks_of(mask)}
    return left


CASES = {
    "reputation.doubloons": ((1, 2, 3, 4, 5, 6), [11, 10, 9], [2, 3, 4], started),
    "voyage.days": ((4, 8, 6), 5, 8, begun(lambda game, bag: sum(1 for row in game["rows"] if row))),
    "voyage.cards": (5, 6, 5, begun(lambda game, bag: size(game["log_deal"][1]))),
    "day.tokens": ((3, 4, 4, 5, 6), 3, 4, begun(lambda game, bag: sum(counts_of(game["rows"][0])))),
    "loot.count": ((1, 2, 3, 4, 5, 6, 7), [4, 6, 10, 6, 6, 8, 8], [1, 2, 3, 4, 5, 6, 7], begun(lambda game, bag: bag)),
    "beggar.payment": (3, 2, 3, day(gained, 3, others=(None, 32))),
    "beggar.reputation": (2, [0, 0, 1], [0, 0, 2], day(lambda out: out.moved, 3, others=(None, 32))),
    "cabin_boy.gain": (4, 3, 4, day(gained, 5)),
    "bandit.gain": (2, (1, -1), (2, -1), day(gained_and_moved, 6)),
    "preacher.reputation": (2, 1, 2, day(moved, 7, [preacher_keep(0, MAP, of=2)], loot={0: [MAP, MAP]})),
    "preacher.anchor": (7, 6, 7, anchor(gained, ship={0: [7]})),
    "barkeep.night": (2, 1, 2, night(gained, ship={0: [8]})),
    # three barrels' own 1 each, and once or twice for each of them
    "barkeep.anchor": (2, 3 + 3, 3 + 6, anchor(gained, ship={0: [8]}, loot={0: [BARREL] * 3})),
    "explorer.reputation": (1, 2, 1, day(moved, 10, [take_dusk(0, MAP, of=1)], today=[MAP])),
    # two maps and one are a set of three; and two: two sets of two
    "explorer.maps": (2, 12, 14, anchor(gained, ship={0: [10]}, loot={0: [MAP] * 2})),
    "carpenter.anchor": (14, 10, 14, anchor(gained, ship={0: [11]})),
    # 12 doubloons: enough for 2 reputation; with a threshold of 13 filled up to the 12 that are there
    "officer.threshold": (13, (0, 2), (0, 0), day(gained_and_moved, 12, doubloons=12)),
    "officer.fill": (15, 7, 10, day(gained, 12, doubloons=5)),
    "officer.reputation": (3, 2, 3, day(moved, 12)),
    "bodyguard.gain": (3, 4, 6, day(gained, 14, today=[HOOK, SABER])),
    "mutineer.gain": (3, 2, 3, night(gained, ship={0: [16]})),
    "brute.reputation": (2, 1, 2, day(moved, 17)),
    "gunner.gain": (2, 1, 2, shoots(0)),
    "gunner.loss": (2, -1, -2, shoots(1)),
    # two above him: 2, or 4, which is 3 or more
    "freed_prisoner.gain": (2, (2, [20, 32, 35]), (4, [32, 35]),
                            night(lambda out: (out.gained[0], out.ship[0]), ship={0: [20, 32, 35]})),
    "freed_prisoner.limit": (2, (2, [20, 32, 35]), (2, [32, 35]),
                             night(lambda out: (out.gained[0], out.ship[0]), ship={0: [20, 32, 35]})),
    "bosun.gain": (3, 4, 6, day(gained, 21, ship={0: [3, 10]})),
    "brawler.reputation": (3, 2, 3, day(moved, 22, [brawler(0, 1, of=1)], ship={1: [22]})),
    "brawler.night": (2, 1, 2, night(gained, ship={0: [22]})),
    "thief.reputation": (3, -2, -3, day(moved, 23, [thief(0, 1, MAP, of=1)], loot={1: [MAP]},
                                        track=[None, None, None, 0, 1, 2])),
    "topman.gain": (5, 3, 4, night(gained, ship={0: [24]})),
    "topman.loss": (2, 4 - 2, 4 - 4, night(gained, ship={0: [24, 32]})),
    "cook.blocked_by": (1, [HOOK], [HOOK, MAP], second_token),
    "armorer.reputation": (3, 2, 3, day(moved, 28, [take_dusk(0, HOOK, of=1)], today=[HOOK])),
    "armorer.night": (3, 2, 6, night(gained, ship={0: [28]}, loot={0: [HOOK, SABER]})),
    "infantry.gain": (6, 5, 6, day(gained, 29)),
    "merchant.gain": ((2, 5, 11), [1, 4, 9], [2, 5, 11], trades),
    # the chest's own 5, and once or twice for it
    "treasurer.anchor": (2, 5 + 1, 5 + 2, anchor(gained, ship={0: [32]}, loot={0: [CHEST]})),
    "gambler.loss": (2, -3, -6, day(gained, 33, loot={0: [MAP] * 3})),
    "gambler.anchor": (7, 6, 7, anchor(gained, ship={0: [33]})),
    "aristocrat.reputation": (1, 2, 1, day(moved, 34)),
    "aristocrat.alone": (6, 5, 6, anchor(gained, ship={0: [34]})),
    "aristocrat.shared": (4, -3, -4, anchor(gained, ship={0: [34], 1: [34]})),
    "collector.anchor": ((2, 4, 6, 12), [0, 1, 3, 5, 10, 10], [0, 2, 4, 6, 12, 12], collects),
    "quartermaster.gain": (2, 3, 6, day(gained, 36, loot={0: [MAP] * 3})),
    "quartermaster.anchor": (5, -6, -5, anchor(gained, ship={0: [36]})),
    "wind_nymph.night": (3, 2, 3, night(gained, ship={0: [37]})),
    "first_mate.loss": (2, -2, -4, day(gained, 38, ship={0: [32, 35]})),
    "first_mate.anchor": (2, 2, 4, anchor(gained, ship={0: [38, 3]})),
    # four spaces to the right
    "captain.loss": (2, (-4, 4), (-8, 4), day(gained_and_moved, 39)),
    "governor.reputation": (2, 2, 4, day(moved, 40, ship={0: [32, 35]})),
    "chest.gain": (6, 10, 12, anchor(gained, loot={0: [CHEST] * 2})),
    "hook.gain": (3, 2, 3, anchor(gained, [hook(0, keep=False, of=1)], loot={0: [HOOK]})),
    # five maps: 12 + 7
    "map.pair": (8, 19, 20, anchor(gained, loot={0: [MAP] * 5})),
    "map.triple": (13, 19, 20, anchor(gained, loot={0: [MAP] * 5})),
    "amulet.gain": (4, 6, 8, anchor(gained, loot={0: [AMULET] * 2})),
    "barrel.reputation": (2, 1, 2, day(moved, 32, [take_dusk(0, BARREL, of=1)], today=[BARREL])),
    "barrel.gain": (2, 2, 4, anchor(gained, loot={0: [BARREL] * 2})),
    "relic.loss": (4, -6, -8, anchor(gained, loot={0: [RELIC] * 2})),
    # each of two chests one for each of three tokens; the saber brings nothing
    "stormy_chest.gain": (2, 6, 12, anchor(gained, loot={0: [CHEST, CHEST, SABER]}, tiles=STORMY)),
    "stormy_hook.gain": (5, 4, 5, day(gained, 32, [take_dusk(0, HOOK, of=1)], today=[HOOK], tiles=STORMY)),
    "stormy_map.cash": ((2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22), 3, 4,
                        anchor(gained, [cash(0, keep=False, of=2)], loot={0: [MAP] * 2}, tiles=STORMY)),
    "stormy_amulet.gain": (2, 2, 4, night(gained, loot={0: [AMULET] * 2}, tiles=STORMY)),
    "stormy_barrel.reputation": (2, -1, -2, day(moved, 32, [take_dusk(0, BARREL, of=1)], today=[BARREL], tiles=STORMY,
                                                track=[1, 2, None, 0, None, None])),
    # four spaces lie to the right of space 1
    "stormy_barrel.gain": (2, 4, 8, anchor(gained, loot={0: [BARREL]}, tiles=STORMY)),
    "stormy_relic.loss": (2, -2, -4, night(gained, loot={0: [RELIC] * 2}, tiles=STORMY)),
    "automa_hook.gain": (5, 4, 5, anchor(gained, [hook(0, keep=False, of=1)], loot={0: [HOOK]}, tiles=AUTOMA)),
    "automa_saber.gain": (4, 3, 4, day(gained, 32, [take_dusk(0, SABER, of=1)], others=(None,), players=2, today=[SABER],
                                       tiles=AUTOMA)),
    "automa_amulet.gain": (4, 6, 8, anchor(gained, loot={0: [AMULET] * 2}, tiles=AUTOMA)),
    "automa_barrel.reputation": (2, 1, 2, day(moved, 32, [take_dusk(0, BARREL, of=1)], today=[BARREL], tiles=AUTOMA)),
    "automa_barrel.gain": (2, 2, 4, anchor(gained, loot={0: [BARREL] * 2}, tiles=AUTOMA)),
    **{f"{row.key}.in_game": (0, set(), {row.rank}, never_dealt) for row in CHARACTERS},
}  # fmt: skip
"""By key: the other value, the outcome with the standard one, the outcome with the other one, the scene."""


AUTOMA_KINDS = {tile.kind: tile for tile in AUTOMA}
FACES = {"stormy": STORMY, "automa": tuple(AUTOMA_KINDS.get(tile.kind, tile) for tile in CALM)}


def test_every_amount_has_a_case():
    assert set(CASES) == set(AMOUNTS)


def parameters():
    return [pytest.param(key, id=key, marks=pytest.mark.rule(AMOUNTS[key].rule)) for key in CASES]


@pytest.mark.parametrize("key", parameters())
def test_an_amount_changes_what_the_rule_says(key):
    value, standard, changed, outcome = CASES[key]
    assert value != AMOUNTS[key].value
    assert outcome({}) == standard
    assert outcome({key: value}) == changed


@pytest.mark.parametrize("bound", ["low", "high"])
@pytest.mark.parametrize("key", [key for key, amount in AMOUNTS.items() if amount not in SETUP])
def test_an_amount_at_the_end_of_its_range_is_played(key, bound):
    """A random game goes on to its end, and every record on the way is valid."""
    amount = AMOUNTS[key]
    value = getattr(amount, bound)
    rules = {key: (value,) * len(amount.value) if isinstance(amount.value, tuple) else value}
    side = key.partition("_")[0]
    players = 2 if side == "automa" else 4  # one tile names the one opponent
    seeded = SeededGame(players, rules=rules, faces=(FACES.get(side, CALM),))
    seeded.play(lambda: check(seeded))
    assert seeded.game["fault"] == Fault.NONE


def check(seeded):
    assert invariants(seeded.game, seeded.rules[0]) == Violation.VALID
