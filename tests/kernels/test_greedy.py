"""The greedy policy: the choice that is right in a position by the amounts of the rules, for every kind of question.

Values are judgement, so positions are laid out in which the better option is plain: by many doubloons, or by any view of the game.
"""

from dataclasses import dataclass, field

import numpy as np
import pytest
from scenes import scene

from kernels import engine
from kernels._jit import JIT, entry
from kernels.catalog import STORMY, Tile, TileEffect
from kernels.choices import option_at
from kernels.codes import ITEM_LOOT, ITEM_PRISONER_COPY, VOYAGES, Card, Choice, Effect, Loot, Policy, When
from kernels.masks import mask_of
from kernels.policies import greedy, greedy_values
from kernels.policies.knowledge import KNOWLEDGE, TABLE
from kernels.rule_record import rules_record
from kernels.state import GAME, Violation, invariants
from kernels.tally import TALLY
from kernels.tokens import packed

LAST_DAY = 3
"""The last day of the first voyage."""


@entry
def picked(games, knowledge, kind, seat, options, n):
    """The place that the greedy policy takes, and its code."""
    place = greedy.pick(games[0], knowledge[0], kind, seat, options, n)
    return place, option_at(games[0], kind, seat, options, place)


def known(rules):
    """A KNOWLEDGE array of shape (1,) with the greedy values of a rule set."""
    knowledge = np.zeros(1, KNOWLEDGE)
    knowledge["rules"] = rules[0]
    greedy_values.fill(knowledge[0])
    return knowledge


def tokens(*kinds):
    return packed([kinds.count(kind) for kind in Loot])


@dataclass
class Case:
    """A question: what it is called, what is asked, the right code, and the position."""

    name: str
    kind: Choice
    options: np.uint64
    n: int
    right: int
    position: dict = field(default_factory=dict)
    seat: int = 0
    noted: dict = field(default_factory=dict)
    """Fields of the record that a scene does not lay out."""

    def ask(self, change=lambda game: None):
        laid = scene(**self.position).lay()
        for name, value in self.noted.items():
            laid.games[name] = value
        change(laid.games[0])
        before = laid.games.copy()
        place, code = picked(laid.games, known(laid.rules), np.int64(self.kind), self.seat, self.options, self.n)
        assert 0 <= place < self.n
        assert laid.games.tobytes() == before.tobytes(), "a policy changes nothing and draws nothing"
        return code


def cards(name, kind, options, right, seat=0, noted=None, **position):
    """A question about a mask of ranks, order items, or seats + 1."""
    return Case(name, kind, mask_of(options), len(options), right, position, seat, noted or {})


def loot(name, kind, options, right, seat=0, **position):
    """A question about packed tokens."""
    return Case(name, kind, tokens(*options), len(options), right, position, seat)


def open_to(name, kind, n, right, seat=0, **position):
    """A question whose options lie in the record."""
    return Case(name, kind, np.uint64(0), n, right, position, seat)


CHEST, HOOK, MAP, SABER, AMULET, BARREL, RELIC = Loot
SHIP_OF_FIVE = [Card.TOPMAN, Card.BARKEEP, Card.SCOUT, Card.COOK, Card.GOVERNOR]


def hand(name, options, right, **position):
    return cards(name, Choice.SELECT, options, right, hand={0: options}, **position)


CASES = [
    # cards
    hand("Carpenter, with nothing to lose", [Card.GUNNER, Card.CARPENTER], Card.CARPENTER, doubloons=0),
    hand("no Carpenter with 60 doubloons: 30 lost for 10", [Card.CARPENTER, Card.COOK], Card.COOK, doubloons=60),
    hand("Officer: 12 doubloons", [Card.OFFICER, Card.BRUTE], Card.OFFICER, doubloons=0),
    hand("Officer: nothing", [Card.OFFICER, Card.COOK], Card.COOK, doubloons=30),
    hand("Bandit: 5 spaces", [Card.BANDIT, Card.GUNNER], Card.BANDIT, track=[1, 2, None, None, None, 0], voyage=1),
    hand("Captain: the last 5 doubloons for nothing", [Card.COOK, Card.CAPTAIN], Card.COOK, track=[0, 1, 2, None, None, None]),
    hand("Bosun: ten for five below him", [Card.BOSUN, Card.WATCHMAN], Card.BOSUN, ship={0: [1, 3, 5, 9, 18]}, day=LAST_DAY),
    hand("Governor: a good ship gone", [Card.THIEF, Card.GOVERNOR], Card.THIEF, ship={0: [7, 11, 33, 35, 32]}, day=LAST_DAY),
    hand("Gambler: 8 lost, 6 gained", [Card.COOK, Card.GAMBLER], Card.COOK, loot={0: [CHEST] * 4 + [HOOK] * 4}),
    hand("Topman on a full ship costs", [Card.TOPMAN, Card.COOK], Card.COOK, ship={0: [1, 3, 5, 9, 18, 40]}, day=0),
    hand("Cabin Boy where he gains 30", [Card.CABIN_BOY, Card.COOK], Card.CABIN_BOY, rules={"cabin_boy.gain": 30}),
    hand("Treasurer where each token is 9", [Card.COOK, Card.TREASURER], Card.TREASURER, loot={0: [CHEST, AMULET]}, rules={"treasurer.anchor": 9}),
    cards("a Scout's card is chosen as any", Choice.SCOUT_PLAY, [11, 18], 11, hand={0: [11, 18]}, doubloons=0),
    # tokens
    loot("a second map, 7, before a chest, 5", Choice.TAKE_DUSK, [CHEST, MAP], MAP, loot={0: [MAP]}, today=[CHEST, MAP], day=LAST_DAY),
    loot("a third map, 5, before an amulet, 3", Choice.TAKE_DUSK, [MAP, AMULET], MAP, loot={0: [MAP, MAP]}, today=[MAP, AMULET], day=LAST_DAY),
    loot("a first map on the last day is worth nothing", Choice.TAKE_COOK, [MAP, BARREL], BARREL, today=[MAP, BARREL], day=LAST_DAY),
    loot("no relic if something else lies there", Choice.TAKE_SMUGGLER, [BARREL, RELIC, RELIC], BARREL, today=[BARREL, RELIC, RELIC]),
    loot("a chest of 1 after an amulet", Choice.TAKE_DUSK, [CHEST, AMULET], AMULET, today=[CHEST, AMULET], rules={"chest.gain": 1}),
    loot("a relic that pays", Choice.TAKE_DUSK, [BARREL, RELIC], RELIC, today=[BARREL, RELIC], rules={"relic.loss": 0, "barrel.gain": 0, "barrel.reputation": 0}, tiles=[Tile(RELIC, "paid", (TileEffect(When.ANCHOR, Effect.GAIN, 9),), "user")]),
    loot("many tokens of a kind", Choice.TAKE_DUSK, [MAP, RELIC], MAP, loot={0: [MAP] * 8}, today=[MAP, RELIC]),
    loot("the Automa's Watchman, were he asked", Choice.TAKE_WATCHMAN, [CHEST, RELIC], CHEST, today=[CHEST], tomorrow=[RELIC]),
    loot("what the opponent wants", Choice.MIDSHIPMAN_REMOVE, [MAP, BARREL], MAP, players=2, loot={1: [MAP]}, today=[MAP, BARREL], day=LAST_DAY),
    loot("what the opponent wants, not oneself", Choice.MIDSHIPMAN_REMOVE, [CHEST, MAP], CHEST, players=2, loot={0: [MAP]}, today=[MAP, CHEST], day=LAST_DAY),
    loot("keep the chest", Choice.PREACHER_KEEP, [CHEST, MAP, BARREL, RELIC], CHEST, loot={0: [CHEST, MAP, BARREL, RELIC]}, day=LAST_DAY),
    loot("relics are all alike", Choice.NECROMANCER_RELIC, [RELIC, RELIC], RELIC, loot={0: [RELIC, RELIC]}),
    Case("three relics: 9 and 9", Choice.MERCHANT, tokens(CHEST, *[RELIC] * 3), 4, RELIC * 4 + 3, {"loot": {0: [CHEST, RELIC, RELIC, RELIC]}}),
    Case("an amulet of 3 rather than a chest of 5", Choice.MERCHANT, tokens(CHEST, AMULET), 2, AMULET * 4 + 1, {"loot": {0: [CHEST, AMULET]}}),
    Case("one chest, 5, for 1 rather than two for 4", Choice.MERCHANT, tokens(CHEST, CHEST), 2, CHEST * 4 + 1, {"loot": {0: [CHEST, CHEST]}}),
    open_to("the chest, not the relic", Choice.THIEF, 3, 8 + CHEST, loot={1: [RELIC, CHEST], 2: [BARREL]}),
    open_to("the chest of the one neighbour", Choice.STEAL, 2, 8 + CHEST, players=2, loot={1: [RELIC, CHEST]}),
    open_to("a chest for a relic", Choice.WATCHMAN, 4, RELIC * 8 + CHEST, today=[BARREL, RELIC], tomorrow=[CHEST, RELIC]),
    # characters
    Case("the Carpenter's 10 doubloons, and his token", Choice.SABER, np.uint64(0b110), 2, 64 + Card.CARPENTER, {"doubloons": 0}, noted={"island_card": np.array([[1, 5, 11] + [0] * 13]), "island_seat": np.array([[0, 2, 1] + [0] * 13])}),
    open_to("an opponent's Carpenter, not one's Preacher", Choice.GUNNER, 3, 128 + Card.CARPENTER, ship={0: [7], 1: [26], 2: [11]}),
    open_to("one's own Quartermaster, who costs 6", Choice.GUNNER, 2, Card.QUARTERMASTER, ship={0: [36], 1: [26]}),
    open_to("the neighbour's Carpenter", Choice.DISCARD_ADJACENT, 3, 64 + Card.CARPENTER, players=4, ship={1: [11, 26], 3: [1]}),
    open_to("anybody's Carpenter", Choice.DISCARD_ANY, 3, 128 + Card.CARPENTER, players=4, ship={0: [7], 1: [26], 2: [11], 3: [1]}),
    cards("the leader's Brawler", Choice.BRAWLER, [2, 3], 3, dial={1: 5, 2: 50}, ship={1: [22], 2: [22]}),
    cards("the first of equal seats", Choice.BRAWLER, [2, 3], 2, ship={1: [22], 2: [22]}),
    cards("Officer to the mark, no Captain", Choice.APPRENTICE_COPY, [12, 39], 12, ship={0: [12, 39]}, doubloons=0),
    cards("10 at the anchor", Choice.NECROMANCER_RETURN, [1, 11], 11, graveyard={0: [1, 11]}),
    cards("the Carpenter without his loss", Choice.RECRUITER, [11, 39], 11, hand={0: [11, 39]}),
    cards("the Cook again, the Carpenter stays", Choice.INNKEEPER_RETURN, [11, 26], 26, ship={0: [11, 26]}),
    cards("the Cook, no Captain", Choice.SURGEON, [26, 39], 26, graveyard={0: [26, 39]}),
    # nights
    cards("Topman in a small ship: 2", Choice.WITCH_COPY, [8, 24], 24, ship={0: [8, 24]}),
    cards("Topman in a ship of five: a loss", Choice.WITCH_COPY, [8, 24], 8, ship={0: SHIP_OF_FIVE}),
    cards("Freed Prisoner with three above: 3", Choice.WITCH_COPY, [20, 22], 20, ship={0: [20, 22, 26, 27]}),
    cards("Armorer with three arms", Choice.WITCH_COPY, [22, 28], 28, ship={0: [22, 28]}, loot={0: [SABER, HOOK, HOOK]}),
    cards("Brawler, not a Mutineer who takes a character", Choice.WITCH_COPY, [16, 22, 24], 22, ship={0: [16, 22, *SHIP_OF_FIVE]}, rules={"brawler.night": 3}),
    cards("a Wind Nymph alone: 2", Choice.WITCH_COPY, [8, 37], 37, ship={0: [8, 37]}, noted={"nymphs": 1}),
    cards("no clash of Wind Nymphs", Choice.WITCH_COPY, [8, 37], 8, ship={0: [8, 37]}, noted={"nymphs": 2}),
    cards("Barkeep before the Mutineer discards him", Choice.ORDER_NIGHT, [8, 16], 8, ship={0: [8, 16]}),
    cards("Mutineer before the Topman counts", Choice.ORDER_NIGHT, [16, 24], 16, ship={0: [1, 16, 24]}),
    cards("losses first: they may find nothing", Choice.ORDER_NIGHT, [8, 16, ITEM_LOOT + RELIC], ITEM_LOOT + RELIC, ship={0: [8, 16]}, loot={0: [RELIC]}, tiles=STORMY),
    cards("any order", Choice.ORDER_NIGHT_END, [20, ITEM_PRISONER_COPY], 20, ship={0: [15, 20]}),
    cards("the second token before the hook discards the Cook", Choice.ORDER_DUSK, [26, ITEM_LOOT + HOOK], 26, tiles=STORMY),
    # anchors
    Case("keep a Carpenter: 10 for 2", Choice.HOOK, np.uint64(0), 2, 1, {"ship": {0: [11]}, "loot": {0: [HOOK]}, "day": LAST_DAY}),
    Case("a Cook is not worth 2", Choice.HOOK, np.uint64(0), 2, 0, {"ship": {0: [26]}, "loot": {0: [HOOK]}, "day": LAST_DAY}),
    Case("what is kept cannot be kept again", Choice.HOOK, np.uint64(0), 2, 0, {"ship": {0: [11, 26]}, "loot": {0: [HOOK]}, "day": LAST_DAY}, noted={"kept": mask_of([11])}),
    Case("nothing is kept after the last voyage", Choice.HOOK, np.uint64(0), 2, 0, {"ship": {0: [11]}, "loot": {0: [HOOK]}, "voyage": VOYAGES - 1}),
    Case("nor for 20 doubloons", Choice.HOOK, np.uint64(0), 2, 0, {"ship": {0: [11]}, "loot": {0: [HOOK]}, "rules": {"hook.gain": 20}}),
    Case("the tile pays 12 besides", Choice.HOOK, np.uint64(0), 2, 1, {"ship": {0: [11]}, "loot": {0: [BARREL]}, "tiles": [Tile(BARREL, "kept", (TileEffect(When.ANCHOR, Effect.GAIN, 12), TileEffect(When.ANCHOR, Effect.KEEP_OR_GAIN, 2)), "user")]}),
    cards("of two the Carpenter", Choice.HOOK_CARD, [11, 26], 11, ship={0: [11, 26]}),
    loot("two maps grow", Choice.CASH, [MAP, MAP], 1, loot={0: [MAP, MAP]}, tiles=STORMY),
    loot("maps that do not grow", Choice.CASH, [MAP, MAP], 0, loot={0: [MAP, MAP]}, tiles=STORMY, rules={"stormy_map.cash": (9,) * 11}),
    cards("First Mate counts the Witch", Choice.ORDER_ANCHOR, [15, 38], 38, ship={0: [15, 38]}),
    cards("Collector counts the maps", Choice.ORDER_ANCHOR, [35, ITEM_LOOT + MAP], 35, ship={0: [35]}, loot={0: [MAP]}, tiles=STORMY),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.kind.name}: {case.name}")
def test_the_right_choice(case):
    # a number of options that counts each token once; cash or keep is two options
    case.n = 2 if case.kind == Choice.CASH else case.n
    assert case.ask() == case.right


def test_every_kind_of_question_is_among_them():
    """All but STOWAWAY_DRAW, which is chance."""
    assert {case.kind for case in CASES} == set(Choice) - {Choice.STOWAWAY_DRAW}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.kind.name}: {case.name}")
def test_what_the_seat_cannot_see_makes_no_difference(case):
    """Others' hands and picks, the deck, the order of loot, and all streams."""
    case.n = 2 if case.kind == Choice.CASH else case.n

    def unseen(game):
        for other in range(game["players"]):
            if other != case.seat:
                game["hand"][other] = ~game["hand"][other] & mask_of(range(1, 41))
                game["pick"][other] = 40
        game["deck"], game["loot_order"] = game["deck"][::-1].copy(), game["loot_order"][::-1].copy()
        game["key"], game["streams"], game["origins"] = 7, 8, 9

    assert case.ask(unseen) == case.right


def test_in_a_solo_game():
    """The human's saber has no targets to choose from, but he takes and keeps: 4 doubloons for the hook, 10 for the Carpenter."""
    cook = loot("", Choice.TAKE_DUSK, [HOOK, BARREL, RELIC], HOOK, solo=True, today=[HOOK, BARREL, RELIC])
    assert cook.ask() == HOOK
    keep = Case("", Choice.HOOK, np.uint64(0), 2, 1, {"solo": True, "ship": {0: [11]}, "loot": {0: [HOOK]}})
    assert keep.ask() == 1


PAYS = {
    Effect.GAIN: {"amount": 9},
    Effect.REPUTATION: {"amount": 5},
    Effect.GAIN_PER_TOKEN: {"amount": 5},
    Effect.GAIN_BY_COUNT: {"table": (9, 18, 27)},
    Effect.GAIN_BY_BEST_SPLIT: {"sets": ((1, 9), (2, 20))},
    Effect.GAIN_PER_SHIP_CHARACTER: {"amount": 5},
    Effect.GAIN_PER_SPACE_TO_THE_RIGHT: {"amount": 5},
    Effect.GAIN_PER_SPACE_TO_THE_LEFT: {"amount": 5},
    Effect.KEEP_OR_GAIN: {"amount": 9},
    Effect.CASH_ALL_OR_KEEP_ALL: {"table": (9, 18, 27)},
    Effect.DISCARD_OTHERS_ISLAND_CHARACTER: {},
    Effect.DISCARD_ADJACENT_SHIP_CHARACTER: {},
    Effect.DISCARD_ANY_SHIP_CHARACTER: {},
    Effect.DISCARD_OPPONENTS_LOWEST_OR_GAIN: {"amount": 3},
    Effect.STEAL_ADJACENT_TOKEN: {},
}
"""Effects that are good for whoever takes the token."""
AT_ANCHOR = {Effect.KEEP_OR_GAIN, Effect.CASH_ALL_OR_KEEP_ALL}
AT_DUSK = {effect for effect in PAYS if effect.name.startswith(("DISCARD", "STEAL"))}


@pytest.mark.parametrize("when", When)
@pytest.mark.parametrize("effect", PAYS)
def test_a_tile_that_pays_is_better_than_one_that_does_nothing(when, effect):
    """Whatever it does and whenever (Q-15): a user's relic with that effect is taken before an amulet without any."""
    if (effect in AT_ANCHOR and when != When.ANCHOR) or (effect in AT_DUSK and when != When.DUSK):
        pytest.skip("no such tile")
    pays = Tile(RELIC, "pays", (TileEffect(when, effect, **PAYS[effect]),), "user")
    case = loot(
        "", Choice.TAKE_DUSK, [AMULET, RELIC], RELIC, today=[AMULET, RELIC], tiles=[pays, Tile(AMULET, "void", (), "user")]
    )
    assert case.ask() == RELIC


def test_reputation_moves_when_it_pays():
    """Gained before spaces to the left are paid, lost before those to the right."""
    rises = Tile(AMULET, "rises", (TileEffect(When.ANCHOR, Effect.REPUTATION, 2),), "user")
    falls = Tile(AMULET, "falls", (TileEffect(When.ANCHOR, Effect.REPUTATION, -2),), "user")
    right = Tile(BARREL, "right", (TileEffect(When.ANCHOR, Effect.GAIN_PER_SPACE_TO_THE_RIGHT, 1),), "user")
    left = Tile(BARREL, "left", (TileEffect(When.ANCHOR, Effect.GAIN_PER_SPACE_TO_THE_LEFT, 1),), "user")
    items = [ITEM_LOOT + AMULET, ITEM_LOOT + BARREL]
    for tiles, first in (([rises, right], BARREL), ([rises, left], AMULET), ([falls, right], AMULET)):
        case = cards("", Choice.ORDER_ANCHOR, items, 0, loot={0: [AMULET, BARREL]}, tiles=tiles)
        assert case.ask() == ITEM_LOOT + first


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("tiles", [(), (STORMY,)], ids=["calm", "uncharted"])
def test_whole_games_go_by_the_rules_and_one_beats_the_random_others(players, tiles):
    """Invariants after each game; of 200 games with one greedy seat far more than the share of chance are won."""
    from kernels.catalog import CALM

    rules = rules_record(None, (CALM, *tiles))
    table = np.zeros(1, TABLE)
    table["seated"]["policy"][0, :2] = Policy.RANDOM, Policy.GREEDY
    table["seated"]["knowledge"] = known(rules)[0]
    games, tally = np.zeros(2, GAME), np.zeros(1, TALLY)
    orders = np.zeros((1, players), np.int64)
    orders[:, 0] = 1
    number, won = 200 if JIT else 8, 0
    for game_index in range(number):
        engine.play_policy_block(3, game_index, 1, players, rules, games, tally, table, orders)
        assert invariants(games[0], rules[0]) == Violation.VALID
        won += games[0]["player"][games[0]["log_leader"][VOYAGES - 1]] == 1
    assert won > number * 0.7
