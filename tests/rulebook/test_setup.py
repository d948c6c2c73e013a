"""Set-up and the beginning of a voyage: SET-1 to SET-5, VOY-1 to VOY-4."""

import random

import pytest

from .game import Game
from .loot import CALM
from .reputation import Track, random_row
from .rules import RuleSet
from .seats import KINDS
from .table import hands, table
from .transcript import random_game

DEALS = [[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12], [13, 14, 15, 16, 17, 18]]


def rows(players, days, kind="map"):
    """Rows of maps and barrels, for the bag holds but ten maps."""
    kinds = ["map"] * 10 + ["barrel"] * 8 + ["relic"] * 8 + ["hook"] * 6 + ["saber"] * 6
    return [kinds[players * day : players * (day + 1)] for day in range(days)]


@pytest.mark.rule("SET-1")
def test_set_1_two_to_six_players_each_with_the_same_cards():
    for players in range(2, 7):
        row = random_row(players, random.Random(1))
        assert len(Game(players, row).seats) == players
    for players in (1, 7):
        with pytest.raises(ValueError):
            Game(players, [0, None, None, None, None, None])
    game = Game(3, [0, 1, 2, None, None, None])
    game.start_voyage([1, 20, 40, 2, 3, 4], rows(3, 4))
    assert hands(game) == [[1, 2, 3, 4, 20, 40]] * 3


@pytest.mark.rule("SET-2")
def test_set_2_forty_eight_tokens():
    game = Game(2, [None, None, 0, 1, None, None])
    assert game.bag == {"chest": 4, "hook": 6, "map": 10, "saber": 6, "amulet": 6, "barrel": 8, "relic": 8}
    assert game.bag.total() == 48


@pytest.mark.rule("SET-3")
def test_set_3_the_calm_setup_shows_seven_calm_tiles():
    game = Game(2, [None, None, 0, 1, None, None])
    assert list(game.tiles) == list(KINDS)
    assert game.tiles == CALM


@pytest.mark.rule("SET-4")
def test_set_4_six_tokens_on_six_spaces_unused_colours_too():
    assert Track([2, None, 0, 1, None, None]).space(0) == 2
    with pytest.raises(ValueError):
        Track([0, 1, 2])
    with pytest.raises(ValueError):
        Track([0, 0, 1, None, None, None])
    with pytest.raises(ValueError):
        Game(3, [0, 1, None, None, None, None])
    first = {tuple(random_row(3, random.Random(seed))).index(0) for seed in range(60)}
    assert first == {0, 1, 2, 3, 4, 5}


@pytest.mark.rule("SET-5")
def test_set_5_two_players_begin_in_the_middle():
    drawn = {tuple(random_row(2, random.Random(seed))) for seed in range(40)}
    assert drawn == {(None, None, 0, 1, None, None), (None, None, 1, 0, None, None)}


@pytest.mark.rule("VOY-1")
def test_voy_1_voyages_of_four_five_and_six_days():
    game = random_game(3, random.Random(3))
    assert [len(voyage["days"]) for voyage in game["voyages"]] == [4, 5, 6]
    with pytest.raises(ValueError):
        Game(3, [0, 1, 2, None, None, None]).start_voyage(DEALS[0], rows(3, 5))
    with pytest.raises(ValueError):
        table(3, voyage=2).start_voyage(DEALS[0], rows(3, 6))  # there is no fourth
    with pytest.raises(ValueError):
        table(3, rows=[[], []]).anchor(None)  # the days first
    over = table(3, rows=[[]])
    over.play_day([None, None, None], None)
    with pytest.raises(ValueError):
        over.play_day([None, None, None], None)  # no day left


@pytest.mark.rule("VOY-2")
def test_voy_2_as_many_tokens_a_day_as_players_but_three_for_two():
    for players, tokens in ((2, 3), (3, 3), (4, 4), (5, 5), (6, 6)):
        voyages = random_game(players, random.Random(players))["voyages"]
        assert {len(row) for voyage in voyages for row in voyage["loot_days"]} == {tokens}
        assert {sum(row) for voyage in voyages for row in voyage["start"]["days"]} == {tokens}
    game = Game(2, [None, None, 0, 1, None, None])
    with pytest.raises(ValueError):
        game.start_voyage(DEALS[0], [["map", "map"]] * 4)
    game = Game(2, [None, None, 0, 1, None, None])
    game.start_voyage(DEALS[0], [["chest", "map", "map"]] * 4)  # they come out of the bag
    assert (game.bag["chest"], game.bag["map"], game.bag.total()) == (0, 2, 36)


@pytest.mark.rule("VOY-3")
def test_voy_3_six_ranks_never_dealt_before_on_top_of_the_hand():
    game = table(3, hands=[[1], [2], []])
    game.voyage, game.dealt = 0, {1, 2, 3, 4, 5, 6}
    game.start_voyage(DEALS[1], rows(3, 5))
    assert hands(game) == [[1, 7, 8, 9, 10, 11, 12], [2, 7, 8, 9, 10, 11, 12], [7, 8, 9, 10, 11, 12]]
    game.voyage = 0
    with pytest.raises(ValueError):
        game.start_voyage([6, 13, 14, 15, 16, 17], rows(3, 5))
    deals = [rank for voyage in random_game(4, random.Random(5))["voyages"] for rank in voyage["deal"]]
    assert len(set(deals)) == 18


@pytest.mark.rule("VOY-4")
def test_voy_4_doubloons_by_space():
    game = Game(6, [5, 4, 3, 2, 1, 0])
    game.start_voyage(DEALS[0], rows(6, 4))
    assert game.state()["doubloons"] == [7, 8, 9, 10, 11, 12]
    poorer = RuleSet().changed({"voyage.doubloons": (6, 5, 4, 3, 2, 1)})
    game = Game(2, [None, None, 1, 0, None, None], poorer)
    game.start_voyage(DEALS[0], rows(3, 4))
    assert game.state()["doubloons"] == [3, 4]


def test_the_rule_set_refuses_unknown_tunables():
    with pytest.raises(ValueError):
        RuleSet().changed({"beggar.paiment": 3})
    with pytest.raises(ValueError):
        RuleSet().changed({"cook.blocked_by": "nothing"})


def test_the_table_in_the_docstring_lists_every_tunable():
    from . import rules

    words = [line.split()[0] for line in rules.__doc__.splitlines() if line.startswith("    ")]
    listed = [word for word in words if "." in word]
    assert sorted(listed) == sorted(rules.STANDARD)
