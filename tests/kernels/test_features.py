"""What the learned policy sees: each feature by its name, in a position laid out for it.

Seat 1 of three chooses, between seats 0 and 2, unless a position says otherwise. A feature that says whether something is so is 8 or 0.
"""

import numpy as np
import pytest
from called import called
from scenes import scene

from kernels.catalog import STORMY
from kernels.codes import Card, Choice, Loot
from kernels.masks import mask_of, ranks_of
from kernels.policies import features
from kernels.policies.features import CARD_FEATURE_NAMES, LOOT_FEATURE_NAMES
from kernels.policies.knowledge import CARD_FEATURES, LOOT_FEATURES

CHEST, HOOK, MAP, SABER, AMULET, BARREL, RELIC = Loot
KINDS = {"chest": CHEST, "hook": HOOK, "map": MAP, "saber": SABER, "amulet": AMULET, "barrel": BARREL, "relic": RELIC}
SEAT = 1

seen_cards_of_others = called(features.seen_cards_of_others)
card_words, with_card, loot_words = called(features.card_words), called(features.with_card), called(features.loot_words)


def bytes_of(words):
    return [byte for word in words for byte in int(word).to_bytes(8, "little")]


def of_card(position, card, change=lambda game: None):
    """All features of a choice of a card, by name."""
    laid = scene(**position).lay()
    game = laid.games[0]
    change(game)
    *words, last = card_words(game, laid.rules[0], SEAT)
    own_above = sum(own > card for own in ranks_of(game["hand"][SEAT]))
    last = with_card(game, SEAT, last, card, seen_cards_of_others(game, SEAT), own_above)
    return dict(zip(CARD_FEATURE_NAMES, bytes_of([*words, last]), strict=True))


def of_loot(position, kind=Choice.TAKE_SMUGGLER, island=(), turn=0):
    """All features of a choice of a token, by name.

    Args:
        island: ranks, left to right.
        turn: at dusk, the slot of the character that takes.
    """
    laid = scene(**position).lay()
    game = laid.games[0]
    game["island_size"] = len(island)
    game["island_card"][: len(island)] = island
    game["island_here"] = (1 << len(island)) - 1
    game["island_done"] = (1 << len(island)) - (1 << turn)  # from the right down to the one whose turn it is
    return dict(zip(LOOT_FEATURE_NAMES, bytes_of(loot_words(game, np.int64(kind), SEAT)), strict=True))


def ship(*cards, seat=SEAT):
    return {"ship": {seat: list(cards)}}


def held(*kinds, seat=SEAT):
    return {"loot": {seat: list(kinds)}}


def hand(*cards, seat=SEAT):
    return {"hand": {seat: list(cards)}}


OF_BOTH = [
    *((f"held_{name}", held(kind, kind, RELIC if kind != RELIC else CHEST), 2) for name, kind in KINDS.items()),
    ("held_tokens", held(MAP, MAP, CHEST), 3),
    *((f"today_{name}", {"today": [kind, kind, kind, MAP if kind != MAP else HOOK]}, 3) for name, kind in KINDS.items()),
    ("space", {"track": [0, 2, None, None, 1, None]}, 4),
    ("doubloons", {"doubloons": {0: 3, SEAT: 13, 2: 4}}, 13),
    ("doubloons", {"doubloons": {SEAT: 40}}, 31),
    ("ship_cards", ship(3, 20, 21, 40), 4),
    ("opponents_ship_cards", {"ship": {0: [3, 4], SEAT: [5], 2: [6]}}, 3),
]
"""Name, position, value."""

OF_CARDS = [
    *OF_BOTH,
    ("held_kinds", held(CHEST, CHEST, MAP), 2),
    *((f"tomorrow_{name}", {"today": [MAP], "tomorrow": [kind, kind]}, 2) for name, kind in KINDS.items()),
    ("officer_mark", {"doubloons": {SEAT: 12}}, 8),
    ("officer_mark", {"doubloons": {SEAT: 11}}, 0),
    ("officer_mark", {"doubloons": {SEAT: 11}, "rules": {"officer.threshold": 11}}, 8),
    ("ship_above_20", ship(3, 20, 21, 40), 2),
    ("ship_below_21", ship(3, 20, 21, 40, 39), 2),
    ("ship_night_cards", ship(Card.BARKEEP, Card.BRAWLER, Card.TREASURER, Card.SCOUT), 2),
    ("graveyard_cards", {"graveyard": {SEAT: [1, 2, 3], 0: [1], 2: []}}, 3),
    # two days are left of the first voyage's four
    ("cards_to_spare", {**hand(1, 2, 3, 4, 5), "day": 2}, 3),
    ("cards_to_spare", {**hand(1, 2), "day": 1}, 0),
    ("opponents_ahead", {"dial": {0: 31, SEAT: 30, 2: 30}}, 1),
    *(
        (f"{name}_in_other_ships", {"ship": {0: [card], SEAT: [card]}}, 1)
        for name, card in (("brawlers", Card.BRAWLER), ("aristocrats", Card.ARISTOCRAT), ("nymphs", Card.WIND_NYMPH))
    ),
    ("neighbours_tokens", {"players": 4, "loot": {0: [MAP, MAP], SEAT: [HOOK], 2: [CHEST], 3: [SABER] * 5}}, 3),
    ("opponents_doubloons", {"doubloons": {0: 10, SEAT: 30, 2: 5}}, 7),
    ("opponents_right_of_me", {"track": [0, 1, 2, None, None, None]}, 1),
    ("opponents_with_it", {"hand": {0: [20, 25], SEAT: [20, 25], 2: [25]}}, 1),
    ("opponents_cards_above", {"hand": {0: [5, 20, 25, 30], SEAT: [20, 35], 2: [20, 40]}}, 3),
    ("opponents_cards_below", {"hand": {0: [5, 20, 25, 30], SEAT: [3, 20], 2: [6, 7, 20]}}, 3),
    ("own_cards_above", {"hand": {0: [30], SEAT: [3, 20, 21, 40]}}, 2),
    ("topman_in_ship", ship(Card.TOPMAN), 8),
    ("topman_in_ship", hand(Card.TOPMAN), 0),
    ("first_mate_in_ship", ship(Card.FIRST_MATE), 8),
    ("freed_prisoner_in_ship", ship(Card.FREED_PRISONER), 8),
    ("bosun_in_hand", hand(Card.BOSUN), 8),
    ("bosun_in_hand", ship(Card.BOSUN), 0),
]

OF_LOOT = [
    *OF_BOTH,
    *((name, where(card), 8) for where in (ship, hand) for name, card in
      (("treasurer", Card.TREASURER), ("barkeep", Card.BARKEEP), ("collector", Card.COLLECTOR))),
    *((name, hand(card), 8) for name, card in
      (("merchant", Card.MERCHANT), ("preacher", Card.PREACHER), ("gambler", Card.GAMBLER), ("quartermaster", Card.QUARTERMASTER),
       ("necromancer", Card.NECROMANCER))),
    # what acts by day has no use for more tokens once it has been played
    *((name, ship(card), 0) for name, card in (("merchant", Card.MERCHANT), ("gambler", Card.GAMBLER), ("necromancer", Card.NECROMANCER))),
]  # fmt: skip

CARD_20 = 20


@pytest.mark.parametrize(("name", "position", "value"), OF_CARDS)
def test_features_of_a_choice_of_a_card(name, position, value):
    assert of_card(position, CARD_20)[name] == value


@pytest.mark.parametrize(("name", "position", "value"), OF_LOOT)
def test_features_of_a_choice_of_a_token(name, position, value):
    assert of_loot(position)[name] == value


ISLAND = [5, Card.EXPLORER, Card.COOK, Card.ARMORER, 40]


@pytest.mark.parametrize(
    ("turn", "taker", "rank", "to_come"),
    [(4, "", 20, 4), (3, "armorer_takes", 14, 3), (2, "cook_takes", 13, 2), (1, "explorer_takes", 5, 1), (0, "", 2, 0)],
)
def test_who_takes_a_token_at_dusk_and_how_many_are_to_come(turn, taker, rank, to_come):
    """Dusk goes from the right (DSK-1). A rank counts by halves."""
    found = of_loot({}, Choice.TAKE_DUSK, ISLAND, turn)
    takers = ("explorer_takes", "armorer_takes", "cook_takes")
    assert {name: found[name] for name in takers} == {name: 8 * (name == taker) for name in takers}
    assert (found["rank_of_taker"], found["characters_to_come"]) == (rank, to_come)


@pytest.mark.parametrize(("kind", "rank"), [(Choice.TAKE_SMUGGLER, 13), (Choice.TAKE_COOK, 26)])
def test_who_takes_a_token_by_an_ability(kind, rank):
    found = of_loot({}, kind, ISLAND, 3)
    assert found["rank_of_taker"] == rank // 2
    assert found["cook_takes"] == 8 * (kind == Choice.TAKE_COOK)


def test_every_feature_has_a_test():
    dusk = {"explorer_takes", "armorer_takes", "cook_takes", "rank_of_taker", "characters_to_come"}
    assert {name for name, *_ in OF_CARDS} == set(CARD_FEATURE_NAMES)
    assert {name for name, *_ in OF_LOOT} | dusk == set(LOOT_FEATURE_NAMES)
    assert (len(CARD_FEATURE_NAMES), len(LOOT_FEATURE_NAMES)) == (CARD_FEATURES, LOOT_FEATURES)


def test_in_an_empty_position_nothing_but_the_place_shows():
    position = {"doubloons": 0, "track": [1, 0, 2, None, None, None]}  # the others lie right of seat 1
    assert {**of_card(position, 1), **of_loot(position), "rank_of_taker": 0, "opponents_right_of_me": 0} == dict.fromkeys(
        (*CARD_FEATURE_NAMES, *LOOT_FEATURE_NAMES), 0
    )


def test_a_card_that_a_surgeon_took_back_is_not_seen():
    position = {"hand": {0: [20, 25, 10], SEAT: [20]}}

    def hide(game):
        game["secret"][0] = mask_of([20, 25])

    seen, unseen = of_card(position, CARD_20), of_card(position, CARD_20, hide)
    names = ("opponents_with_it", "opponents_cards_above", "opponents_cards_below")
    assert [seen[name] - unseen[name] for name in names] == [1, 1, 0]


def test_on_the_last_day_of_the_longest_voyage_there_is_no_tomorrow():
    position = {"day": 7, "rules": {"voyage.days": (8, 5, 6)}}
    found = of_card(position, CARD_20)
    assert all(found[f"tomorrow_{name}"] == 0 for name in KINDS)


def test_stormy_tiles_are_counted_as_calm_ones():
    assert of_card({**held(MAP, MAP), "tiles": STORMY}, CARD_20)["held_map"] == 2


def test_large_numbers_stay_in_their_byte():
    """More cards and doubloons than games have: the bytes beside them are not touched."""
    many = list(range(1, 35))
    position = {
        "players": 6,
        "hand": dict.fromkeys(range(6), many),
        "doubloons": 200,
        "dial": {0: 300},
    }
    found = of_card(position, CARD_20)
    assert (found["opponents_doubloons"], found["doubloons"]) == (63, 31)
    assert (found["opponents_cards_above"], found["opponents_cards_below"], found["own_cards_above"]) == (63, 63, 14)
    assert (found["opponents_with_it"], found["opponents_ahead"]) == (5, 1)
