"""The tables of solo games: five games counted by hand, a plain recount of single games, and the documentation."""

import re
from fractions import Fraction
from itertools import product
from math import ceil, hypot, sqrt
from pathlib import Path
from statistics import mean, stdev

import numpy as np
import polars as pl
import pytest

from kernels import catalog
from kernels._jit import JIT
from kernels.codes import CARDS, KINDS, Loot
from kernels.engine import play_solo_block
from kernels.masks import ranks_of
from kernels.solo_tally import SOLO_TALLY
from kernels.state import SOLO_GAME
from kernels.tally import TALLY
from kernels.tokens import counts_of
from sim.rule_sets import RuleSet
from sim.show_solo import solo_text
from sim.solo_tables import solo_tables
from sim.stats import critical

Z = 1.959963984540054
T_1, T_2 = 12.7062047, 4.3026527
"""97.5 % quantiles of Student's distribution with one and two degrees of freedom."""
DOCUMENTATION = Path(__file__).parents[2] / "docs" / "solo.md"


def rules_of(setup=None, *settings):
    return RuleSet.from_settings(settings, setup, solo=True)


def row(frame, **where):
    """The one row of a frame with these values."""
    (found,) = frame.filter(**where).iter_rows(named=True)
    return found


def assert_row(found, **expected):
    for name, value in expected.items():
        exact = value is None or isinstance(value, int | str)
        assert found[name] == (value if exact else pytest.approx(value, rel=1e-6, abs=1e-12)), name


def estimate(name, value, se, low, high):
    return {name: value, f"{name}_se": se, f"{name}_low": low, f"{name}_high": high}


# Five games:
#
#        human, Automa  winner   margin  human starts on  leader after 1, 2  no-effect ranks
# game 1 50, 40         human    +10     2                human, human       none
# game 2 30, 60         Automa   -30     3                Automa, Automa     Preacher
# game 3 45, 45         human    0       3                Automa, human      none; a tie, decided by reputation
# game 4 20, 70         Automa   -50     2                Automa, Automa     Preacher, Beggar
# game 5 35, 55         Automa   -20     2                human, Automa      Beggar
#
# Preacher (7): dealt in voyage 1 in games 1, 2 and 5, in 2 in game 3, in 3 in game 4.
#               The human played it in game 1 in voyage 1, in game 2 in 2 (and it was discarded), in game 3 in 2.
#               The Automa played it in game 2 in voyage 1, in game 4 in 3, in game 5 in 1 and (from the hand again) in 2.
# Bosun (21):   dealt in game 1 in voyage 3, and played by the human there.
# Cook (26):    dealt in games 2 and 3 in voyage 1, played by nobody.
# Maps:         the human held 3, 1, 0, 2, 0, the Automa 2, 4, 1, 5, 2. 30 dealt, 6 pilfered.
# Sabers:       the human held one in each game, the Automa none.


def counted_by_hand():
    tally = np.zeros(1, SOLO_TALLY)
    total = tally[0]
    total["games"], total["human_wins"] = 5, 2
    for voyage, card, games in ((1, 7, 3), (2, 7, 1), (3, 7, 1), (3, 21, 1), (1, 26, 2)):
        total["card_dealt"][[0, voyage], card] += games
    total["card_dealt_wins"][[7, 21, 26]] = 2, 1, 1
    for side, scope, card, margins, wins in (
        (0, 0, 7, (10, -30, 0), 2),
        (0, 1, 7, (10,), 1),
        (0, 2, 7, (-30, 0), 1),
        (0, 0, 21, (10,), 1),
        (0, 3, 21, (10,), 1),
        (1, 0, 7, (30, 50, 20), 3),
        (1, 1, 7, (30, 20), 2),
        (1, 2, 7, (20,), 1),
        (1, 3, 7, (50,), 1),
    ):
        total["card_plays"][side, scope, card] = len(margins)
        total["card_wins"][side, scope, card] = wins
        total["card_margin"][side, scope, card] = sum(margins)
        total["card_margin_square"][side, scope, card] = sum(margin * margin for margin in margins)
    total["card_discarded"][0, [0, 2], 7] = 1
    total["card_no_effect"][[7, 3]] = 2, 2
    total["loot_games"][0], total["loot_wins"][0] = 5, 2
    total["loot_dealt"][0, Loot.MAP], total["loot_pilfered"][0, Loot.MAP] = 30, 6
    total["loot_held"][:, 0, Loot.MAP] = 6, 14
    total["loot_held_square"][:, 0, Loot.MAP] = 9 + 1 + 4, 4 + 16 + 1 + 25 + 4
    total["loot_held_wins"][:, 0, Loot.MAP] = 3 + 0, 4 + 5 + 2
    total["loot_held_square_wins"][:, 0, Loot.MAP] = 9, 16 + 25 + 4
    for name, value in (("held", 5), ("held_square", 5), ("held_wins", 2), ("held_square_wins", 2)):
        total[f"loot_{name}"][0, 0, Loot.SABER] = value
    total["score_games"][0, [50, 30, 45, 20, 35]] = 1
    total["score_games"][1, [40, 60, 45, 70, 55]] = 1
    total["score"], total["score_square"] = (180, 270), (7050, 15150)
    total["margin_games"][[1034, 994, 1024, 974, 1004]] = 1
    total["margin"], total["margin_square"] = -90, 3900
    total["ties"] = 1
    total["leader_wins"] = 3, 5
    total["space_games"][[2, 3]] = 3, 2
    total["space_wins"][[2, 3]] = 1, 1
    total["no_effect"], total["no_effect_square"] = 4, 0 + 1 + 0 + 4 + 1
    return tally


@pytest.fixture
def by_hand():
    return solo_tables(counted_by_hand(), rules_of())


def test_the_humans_cards_by_hand(by_hand):
    whole = row(by_hand["cards"], side="human", rank=7, voyage=0)
    assert_row(whole, card="Preacher", games_dealt=5, plays=3, wins=2, discarded=1, discarded_share=1 / 3)
    # SE^2 = 2/3 * 1/3 / 2; (p - 2/3)^2 = c p (1 - p) with c = z^2 / 3
    c = Z * Z / 3
    root = sqrt((4 / 3 + c) ** 2 - 4 * (1 + c) * 4 / 9)
    low, high = ((4 / 3 + c + sign * root) / 2 / (1 + c) for sign in (-1, 1))
    assert_row(whole, **estimate("win_rate", 2 / 3, 1 / 3, low, high))
    # 10, -30, 0: SE^2 = (1000 - 400 / 3) / 2 / 3
    error = sqrt(1300 / 9)
    assert_row(whole, **estimate("margin", -20 / 3, error, -20 / 3 - T_2 * error, -20 / 3 + T_2 * error))
    # not played in games 4 and 5, of which it won none
    assert_row(whole, never_played=2, never_played_share=2 / 5)
    assert_row(whole, **estimate("win_rate_unplayed", 0.0, 0.0, 0.0, Z * Z / (2 + Z * Z)))
    assert_row(whole, **estimate("edge", 2 / 3, 1 / 3, 2 / 3 - hypot(2 / 3 - low, Z * Z / (2 + Z * Z)), high))
    assert_row(whole, no_effect=None, no_effect_share=None, provenance="reconstructed", setup="calm")


def test_the_automas_cards_by_hand(by_hand):
    whole = row(by_hand["cards"], side="automa", rank=7, voyage=0)
    assert_row(whole, card="Preacher", games_dealt=5, plays=3, wins=3, discarded=0, discarded_share=0.0)
    assert_row(whole, **estimate("win_rate", 1.0, 0.0, 3 / (3 + Z * Z), 1.0))
    # 30, 50, 20: SE^2 = (3800 - 10000 / 3) / 2 / 3
    assert_row(whole, margin=100 / 3, margin_se=sqrt(700 / 9))
    # not played in games 1 and 3, both lost
    assert_row(whole, never_played=2, win_rate_unplayed=0.0, win_rate_unplayed_high=Z * Z / (2 + Z * Z))
    low = 1 - hypot(1 - 3 / (3 + Z * Z), Z * Z / (2 + Z * Z))
    assert_row(whole, **estimate("edge", 1.0, 0.0, low, 1.0))
    assert_row(whole, no_effect=2, no_effect_share=2 / 3)
    assert_row(row(by_hand["cards"], side="automa", rank=3, voyage=0), plays=0, no_effect=2, no_effect_share=None)


def test_rows_of_voyages_by_hand(by_hand):
    first, second, third = (row(by_hand["cards"], side="human", rank=7, voyage=voyage) for voyage in (1, 2, 3))
    assert_row(first, games_dealt=3, plays=1, wins=1, win_rate=1.0, win_rate_se=None, win_rate_low=1 / (1 + Z * Z))
    assert_row(first, **estimate("margin", 10.0, None, None, None))
    assert_row(second, games_dealt=1, plays=2, wins=1, win_rate=0.5, win_rate_se=0.5, discarded=1, discarded_share=0.5)
    assert_row(second, **estimate("margin", -15.0, 15.0, -15 - 15 * T_1, -15 + 15 * T_1))
    assert_row(third, games_dealt=1, plays=0, wins=0, discarded=0)
    assert_row(third, **dict.fromkeys(("win_rate", "win_rate_low", "margin", "discarded_share")))


def test_what_is_of_whole_games_is_null_for_voyages(by_hand):
    voyages = by_hand["cards"].filter(pl.col("voyage") > 0)
    whole = voyages.select("never_played", "never_played_share", pl.col("^(win_rate_unplayed|edge).*$"), "no_effect")
    assert whole.width == 11
    assert whole.null_count().row(0) == (240,) * 11


def test_a_card_of_one_game_and_cards_that_nobody_played(by_hand):
    bosun = row(by_hand["cards"], side="human", rank=21, voyage=0)
    assert_row(bosun, games_dealt=1, plays=1, wins=1, never_played=0, never_played_share=0.0, margin=10.0, margin_se=None)
    assert_row(bosun, **estimate("win_rate", 1.0, None, 1 / (1 + Z * Z), 1.0), win_rate_unplayed=None, edge=None)
    kept = row(by_hand["cards"], side="automa", rank=21, voyage=0)
    # one game without it, which she lost
    assert_row(kept, plays=0, win_rate=None, edge=None, never_played=1, never_played_share=1.0)
    assert_row(kept, **estimate("win_rate_unplayed", 0.0, None, 0.0, Z * Z / (1 + Z * Z)))
    cook = row(by_hand["cards"], side="automa", rank=26, voyage=0)
    assert_row(cook, games_dealt=2, plays=0, win_rate=None, margin=None, discarded_share=None, win_rate_unplayed=0.5)
    # never dealt, as in solo games the Wind Nymph
    nymph = row(by_hand["cards"], side="human", rank=37, voyage=0)
    assert_row(nymph, games_dealt=0, plays=0, never_played=0, never_played_share=None, win_rate_unplayed=None, edge=None)


def test_loot_by_hand(by_hand):
    human = row(by_hand["loot"], loot="map", holder="human")
    assert_row(human, side="calm", games=5, wins=2, dealt=30, pilfered=6, held=6, provenance="reconstructed")
    # won with 3 and 0: SE^2 = 4.5 / 2; lost with 1, 2 and 0: SE^2 = 1 / 3
    reaches = 1.5 * T_1, sqrt(1 / 3) * T_2
    assert_row(human, **estimate("mean_held_won", 1.5, 1.5, 1.5 - reaches[0], 1.5 + reaches[0]))
    assert_row(human, **estimate("mean_held_lost", 1.0, sqrt(1 / 3), 1 - reaches[1], 1 + reaches[1]))
    assert_row(human, **estimate("difference", 0.5, sqrt(2.25 + 1 / 3), 0.5 - hypot(*reaches), 0.5 + hypot(*reaches)))
    automa = row(by_hand["loot"], loot="map", holder="automa")
    # won with 4, 5 and 2: SE^2 = (45 - 121 / 3) / 2 / 3; lost with 2 and 1
    assert_row(automa, side="calm", games=5, wins=3, dealt=30, pilfered=6, held=14)
    assert_row(automa, mean_held_won=11 / 3, mean_held_won_se=sqrt(7 / 9), mean_held_lost=1.5, mean_held_lost_se=0.5)
    assert_row(automa, difference=13 / 6, difference_se=sqrt(7 / 9 + 1 / 4))
    # always one: no variance in five games is no certainty
    saber = row(by_hand["loot"], loot="saber", holder="human")
    assert_row(saber, side="automa", held=5, **estimate("mean_held_won", 1.0, 0.0, None, None))
    assert_row(saber, **estimate("difference", 0.0, 0.0, None, None))


def test_games_by_hand(by_hand):
    def of(quantity):
        return row(by_hand["games"], quantity=quantity)

    assert_row(of("human_win_rate"), games=5, count=2, mean=0.4, mean_se=sqrt(0.06), sd=None, min=None, q50=None, max=None)
    c = Z * Z / 5
    root = sqrt((0.8 + c) ** 2 - 4 * (1 + c) * 0.16)
    assert_row(of("human_win_rate"), mean_low=(0.8 + c - root) / 2 / (1 + c), mean_high=(0.8 + c + root) / 2 / (1 + c))
    # both have 5 (570 / 4)
    assert_row(of("human_score"), games=5, count=None, mean=36.0, sd=sqrt(142.5), mean_se=sqrt(28.5))
    assert_row(of("human_score"), min=20, q05=20, q25=30, q50=35, q75=45, q95=50, max=50)
    assert_row(of("automa_score"), mean=54.0, sd=sqrt(142.5), min=40, q25=45, q50=55, q75=60, max=70)
    assert_row(of("margin"), count=None, mean=-18.0, sd=sqrt(570), mean_se=sqrt(114))
    assert_row(of("margin"), min=-50, q05=-50, q25=-30, q50=-20, q75=0, q95=10, max=10)
    assert_row(of("ties"), count=1, mean=0.2)
    assert_row(of("leader_after_voyage_1_wins"), count=3, mean=0.6)
    assert_row(of("leader_after_voyage_2_wins"), count=5, mean=1.0, mean_low=5 / (5 + Z * Z), mean_high=1.0)
    # (6 - 16 / 5) / 4
    assert_row(of("no_effect_ranks"), games=5, count=None, mean=0.8, sd=sqrt(0.7), mean_se=sqrt(0.14), min=None, q50=None)
    assert_row(of("human_wins_from_space_2"), games=3, count=1, mean=1 / 3)
    assert_row(of("human_wins_from_space_3"), games=2, count=1, mean=0.5)
    assert by_hand["games"].height == 10


def test_margins_beyond_the_histogram_have_no_quantile():
    """Margins of -1024 and less share a bin, as those of 1023 and more do."""
    tally = np.zeros(1, SOLO_TALLY)
    total = tally[0]
    total["games"] = 4
    total["margin_games"][[0, 1, 2046, 2047]] = 1
    total["margin"], total["margin_square"] = -3000 - 1023 + 1022 + 1500, 3000**2 + 1023**2 + 1022**2 + 1500**2
    found = row(solo_tables(tally, rules_of())["games"], quantity="margin")
    assert_row(found, min=None, q05=None, q25=None, q50=-1023, q75=1022, q95=None, max=None, mean=-375.25)


def test_the_difficulty_is_in_every_row_of_games():
    for settings, starts in (
        ([], (0, 0)),
        (["solo.human_start=5"], (5, 0)),
        (["solo.automa_start=8", "solo.human_start=1"], (1, 8)),
    ):
        games = solo_tables(counted_by_hand(), rules_of(None, *settings))["games"]
        assert set(games.select("human_start", "automa_start").rows()) == {starts}


# Six games in which chest and map show sides drawn at random:
#
#        chest   map     human, Automa  the human
# game 1 calm    calm    50, 40         wins
# game 2 stormy  calm    30, 60
# game 3 stormy  calm    45, 45         wins
# game 4 calm    stormy  20, 70
# game 5 stormy  stormy  35, 55
# game 6 calm    stormy  44, 50

CHEST, MAP, RELIC = 1 << Loot.CHEST, 1 << Loot.MAP, 1 << Loot.RELIC
TWO_DRAWN = "chest=drawn,map=drawn,relic=stormy"


@pytest.fixture
def drawn_by_hand():
    tally = np.zeros(1, SOLO_TALLY)
    total = tally[0]
    total["games"] = 6
    for scores, mix, won in (
        ((50, 40), 0, 1),
        ((30, 60), CHEST, 0),
        ((45, 45), CHEST, 1),
        ((20, 70), MAP, 0),
        ((35, 55), CHEST | MAP, 0),
        ((44, 50), MAP, 0),
    ):
        total["mix_games"][mix] += 1
        total["mix_wins"][mix] += won
        for side in (0, 1):
            total["mix_score"][side, mix] += scores[side]
            total["mix_score_square"][side, mix] += scores[side] ** 2
        total["mix_margin"][mix] += scores[0] - scores[1]
        total["mix_margin_square"][mix] += (scores[0] - scores[1]) ** 2
    return solo_tables(tally, rules_of(TWO_DRAWN))


def test_tiles_by_hand(drawn_by_hand):
    tiles = drawn_by_hand["tiles"]
    assert tiles.select("loot", "quantity").rows() == list(
        product(("chest", "map"), ("human_win_rate", "human_score", "automa_score", "margin"))
    )
    # 50, 20, 44 and 30, 45, 35
    score = row(tiles, loot="chest", quantity="human_score")
    calm, stormy = sqrt(84), sqrt(175 / 9)
    assert_row(score, games_calm=3, games_stormy=3, **estimate("calm", 38.0, calm, 38 - T_2 * calm, 38 + T_2 * calm))
    assert_row(score, stormy=110 / 3, stormy_se=stormy, stormy_low=110 / 3 - T_2 * stormy)
    reach = T_2 * hypot(calm, stormy)
    assert_row(score, **estimate("difference", -4 / 3, hypot(calm, stormy), -4 / 3 - reach, -4 / 3 + reach))
    # 40, 70, 50 and 60, 45, 55; 10, -50, -6 and -30, 0, -20
    assert_row(row(tiles, loot="chest", quantity="automa_score"), calm=160 / 3, stormy=160 / 3, difference=0.0)
    assert_row(row(tiles, loot="chest", quantity="margin"), calm=-46 / 3, stormy=-50 / 3, difference=-4 / 3)
    # two wins in games 1 to 3, none in 4 to 6
    rate = row(tiles, loot="map", quantity="human_win_rate")
    assert_row(rate, games_calm=3, games_stormy=3, calm=2 / 3, calm_se=1 / 3, stormy=0.0, stormy_se=0.0)
    assert_row(rate, stormy_high=Z * Z / (3 + Z * Z), difference=-2 / 3, difference_se=1 / 3)
    assert rate["difference_low"] == pytest.approx(-2 / 3 - (rate["calm_high"] - 2 / 3))
    assert rate["difference_high"] == pytest.approx(-2 / 3 + hypot(rate["stormy_high"], 2 / 3 - rate["calm_low"]))


def test_mixes_by_hand(drawn_by_hand):
    mixes = drawn_by_hand["mixes"]
    names = ["relic=stormy", "chest=stormy,relic=stormy", "map=stormy,relic=stormy", "stormy"]
    assert mixes.select("mix", "chest", "map", "relic", "games").rows() == [
        (names[0], "calm", "calm", "stormy", 1),
        (names[1], "stormy", "calm", "stormy", 2),
        (names[2], "calm", "stormy", "stormy", 2),
        (names[3], "stormy", "stormy", "stormy", 1),
    ]
    assert_row(row(mixes, mix=names[0]), human_win_rate=1.0, human_win_rate_se=None, human_score=50.0, margin=10.0)
    # 30 and 45, 60 and 45, -30 and 0
    second = row(mixes, mix=names[1])
    assert_row(second, human_win_rate=0.5, human_win_rate_se=0.5, human_score=37.5, automa_score=52.5, margin=-15.0)
    assert_row(second, human_score_se=7.5, human_score_low=37.5 - 7.5 * T_1, margin_se=15.0, margin_high=-15 + 15 * T_1)
    assert_row(second, provenance="reconstructed", setup=TWO_DRAWN)


# --------------------------------------------------------------------------------------------- rows and columns


def without_games(setup=None):
    return solo_tables(np.zeros(1, SOLO_TALLY), rules_of(setup))


def documented(part):
    """The columns of each table of a part (``run``, ``compare``, ``sweep``) as docs/solo.md has them."""
    parts = re.split(r"^## ", DOCUMENTATION.read_text("utf-8"), flags=re.MULTILINE)
    (text,) = (text for text in parts if re.match(rf"[\w ]*`{part}`\n", text))
    sections = re.findall(r"^### `(\w+)`\n(.*?)(?=^### |\Z)", text, re.MULTILINE | re.DOTALL)
    line = re.compile(r"^\| `(\w+)` \| (Int64|Float64|String) \|", re.MULTILINE)
    return {name: line.findall(section) for name, section in sections}


def test_columns_are_those_of_the_documentation(by_hand, drawn_by_hand):
    of_all, of_drawn = ["cards", "loot", "games"], ["tiles", "mixes"]
    columns = documented("run")
    assert list(columns) == of_all + of_drawn
    for found, names in (
        (by_hand, of_all),
        (without_games(), of_all),
        (drawn_by_hand, of_all + of_drawn),
        (without_games("uncharted"), of_all + of_drawn),
    ):
        assert list(found) == names
        for name, frame in found.items():
            assert [(column, str(dtype)) for column, dtype in frame.schema.items()] == columns[name], name


def test_rows_do_not_depend_on_the_tally(by_hand):
    for name, keys in (
        ("cards", ["side", "voyage", "rank", "card"]),
        ("loot", ["loot", "side", "holder"]),
        ("games", ["quantity"]),
    ):
        found = by_hand[name].select(keys)
        assert found.equals(without_games()[name].select(keys))
        assert found.is_unique().all()
    places = product(("human", "automa"), range(4), range(1, CARDS + 1))
    assert by_hand["cards"].select("side", "voyage", "rank").rows() == list(places)
    assert by_hand["cards"]["card"].to_list() == [character.name for character in catalog.CHARACTERS] * 8


def test_loot_has_a_row_for_each_side_shown_and_holder():
    def sides(setup):
        return list(without_games(setup)["loot"].select("loot", "side", "holder").iter_rows())

    shown = [("chest", "calm"), ("hook", "automa"), ("map", "calm"), ("saber", "automa"), ("amulet", "automa"),
             ("barrel", "automa"), ("relic", "calm")]  # fmt: skip
    assert sides("calm") == [(*tile, holder) for tile in shown for holder in ("human", "automa")]
    shown[2:3] = [("map", "calm"), ("map", "stormy")]
    assert sides("map=drawn") == [(*tile, holder) for tile in shown for holder in ("human", "automa")]
    assert len(sides("uncharted")) == 20


def test_all_that_a_solo_game_counts_depends_on_what_is_reconstructed():
    found = solo_tables(np.zeros(1, SOLO_TALLY), rules_of("map=drawn", "map.pair=8", "automa_hook.gain=3"))
    for name in ("cards", "loot", "games", "tiles", "mixes"):
        assert set(found[name]["provenance"]) == {"reconstructed"}
    assert {name for frame in found.values() for name in frame["setup"]} == {"map=drawn"}


def test_all_mixes_of_an_uncharted_run():
    mixes = without_games("uncharted")["mixes"]
    sides = [("calm", "stormy")] * 3
    assert mixes.select("chest", "map", "relic").rows() == [backwards[::-1] for backwards in product(*sides)]
    for line in mixes.iter_rows(named=True):
        shown = [tile.side for tile in rules_of(line["mix"]).shown_tiles()]
        assert [shown[kind] for kind in (Loot.CHEST, Loot.MAP, Loot.RELIC)] == [line["chest"], line["map"], line["relic"]]


def test_without_games_all_that_is_no_count_is_null(by_hand, drawn_by_hand):
    for name, frame in without_games("uncharted").items():
        floats = frame.select(pl.selectors.float())
        assert floats.null_count().row(0) == (frame.height,) * floats.width, name
    for frame in (*by_hand.values(), *drawn_by_hand.values()):
        assert not any(frame.select(pl.selectors.float().is_nan().any()).row(0))


def test_a_tally_of_other_games_is_refused():
    tally = np.zeros(1, SOLO_TALLY)
    tally["games"] = 2
    solo_tables(tally, rules_of())
    with pytest.raises(ValueError, match="not a tally of this rule set: sides were drawn in 0 of 2 games"):
        solo_tables(tally, rules_of("uncharted"))
    tally["mix_games"][0, CHEST] = 2
    solo_tables(tally, rules_of("uncharted"))
    with pytest.raises(ValueError, match="sides were drawn in 2 of 2 games"):
        solo_tables(tally, rules_of())
    for other, rule_set in ((np.zeros(1, TALLY), rules_of()), (np.zeros(1, SOLO_TALLY), RuleSet.standard())):
        with pytest.raises(ValueError, match="not a tally and a rule set of solo games"):
            solo_tables(other, rule_set)


# -------------------------------------------------------------------------------------- a recount of single games


class SoloGame:
    """What a game's record says. ``played`` and ``discarded`` are sets of (side, scope, card), scope 0 for the whole game."""

    def __init__(self, record, setup):
        self.scores = [int(score) for score in record["dial"][:2]]
        self.leaders = [int(seat) for seat in record["log_leader"]]
        self.winner = self.leaders[-1]
        self.space = int(record["log_space"][0])
        self.dealt = {card: voyage + 1 for voyage in range(3) for card in ranks_of(record["log_deal"][voyage])}
        self.played, self.discarded = set(), set()
        for side, scope in product((0, 1), (1, 2, 3)):
            cards = set(ranks_of(record["log_played"][scope, side]))
            gone = cards & set(ranks_of(record["log_discarded"][scope, side]))
            for found, logged in ((self.played, cards), (self.discarded, gone)):
                found |= {(side, at, card) for card in logged for at in (0, scope)}
        self.no_effect = set(ranks_of(record["log_no_effect"]))
        self.sides = tuple(
            ("calm", "stormy")[face] if side == "drawn" else side for side, face in zip(setup, record["face"], strict=True)
        )
        self.row_tokens = [sum(column) for column in zip(*map(counts_of, record["log_dealt"]), strict=True)]
        self.pilfered = counts_of(record["log_pilfered"])
        held = [[counts_of(record["log_held"][voyage, side]) for voyage in range(3)] for side in (0, 1)]
        self.held = [[sum(anchor[kind] for anchor in of_side) for kind in range(KINDS)] for of_side in held]

    def margin(self, side):
        return self.scores[side] - self.scores[1 - side]


def model_share(name, flags):
    """A proportion: ends of the interval are the roots of (p - R)^2 = z^2 p (1 - p) / n."""
    number = len(flags)
    if not number:
        return estimate(name, None, None, None, None)
    value = sum(flags) / number
    c = Z * Z / number
    low, high = sorted(np.roots([1 + c, -(2 * value + c), value**2]).real)
    return estimate(name, value, sqrt(value * (1 - value) / (number - 1)) if number > 1 else None, low, high)


def model_mean(name, values):
    number = len(values)
    if number < 2:
        return estimate(name, values[0] if values else None, None, None, None)
    se = stdev(values) / sqrt(number)
    reach = float(critical(number)[0]) * se
    value = mean(values)
    return estimate(name, value, se, value - reach if se else None, value + reach if se else None)


def model_difference(name, one, other):
    """Newcombe's: of estimates of which the first key is their name."""
    (first, se, low, high), (second, error, bottom, top) = one.values(), other.values()
    if first is None or second is None:
        return estimate(name, None, None, None, None)
    value = first - second
    errors = None if se is None or error is None else hypot(se, error)
    if low is None or bottom is None:
        return estimate(name, value, errors, None, None)
    return estimate(name, value, errors, value - hypot(first - low, top - second), value + hypot(high - first, second - bottom))


def model_cards(games):
    for side, scope, card in product((0, 1), range(4), range(1, CARDS + 1)):
        played = [game for game in games if (side, scope, card) in game.played]
        dealt = [game for game in games if game.dealt.get(card) in ((1, 2, 3) if scope == 0 else (scope,))]
        unplayed = [game for game in dealt if (side, 0, card) not in game.played]
        discarded = sum((side, scope, card) in game.discarded for game in games)
        no_effect = sum(card in game.no_effect for game in games)
        win_rate = model_share("win_rate", [game.winner == side for game in played])
        without = model_share("win_rate_unplayed", [game.winner == side for game in unplayed])
        of_whole = {
            "never_played": len(unplayed),
            "never_played_share": len(unplayed) / len(dealt) if dealt else None,
            **without,
            **model_difference("edge", win_rate, without),
        }
        of_automa = {"no_effect": no_effect, "no_effect_share": no_effect / len(played) if played else None}
        yield {
            "side": ("human", "automa")[side],
            "rank": card,
            "card": catalog.CHARACTERS[card - 1].name,
            "voyage": scope,
            "games_dealt": len(dealt),
            "plays": len(played),
            "wins": sum(game.winner == side for game in played),
            **win_rate,
            **model_mean("margin", [game.margin(side) for game in played]),
            "discarded": discarded,
            "discarded_share": discarded / len(played) if played else None,
            **(of_whole if scope == 0 else dict.fromkeys(of_whole)),
            **(of_automa if (side, scope) == (1, 0) else dict.fromkeys(of_automa)),
        }


def model_loot(games, setup):
    for kind, side in enumerate(setup):
        for shown, holder in product(("calm", "stormy") if side == "drawn" else (side,), (0, 1)):
            of_side = [game for game in games if game.sides[kind] == shown]
            won, lost = ([game.held[holder][kind] for game in of_side if (game.winner == holder) == so] for so in (True, False))
            means = model_mean("mean_held_won", won), model_mean("mean_held_lost", lost)
            yield {
                "loot": Loot(kind).name.lower(),
                "side": shown,
                "holder": ("human", "automa")[holder],
                "games": len(of_side),
                "wins": len(won),
                "dealt": sum(game.row_tokens[kind] for game in of_side),
                "pilfered": sum(game.pilfered[kind] for game in of_side),
                "held": sum(won) + sum(lost),
                **means[0],
                **means[1],
                **model_difference("difference", *means),
            }


def model_games(games, starts):
    spaces = {space: [game for game in games if game.space == space] for space in (2, 3)}
    quantities = [
        ("human_win_rate", games, lambda game: game.winner == 0),
        ("human_score", games, lambda game: game.scores[0]),
        ("automa_score", games, lambda game: game.scores[1]),
        ("margin", games, lambda game: game.margin(0)),
        ("ties", games, lambda game: game.scores[0] == game.scores[1]),
        ("leader_after_voyage_1_wins", games, lambda game: game.leaders[0] == game.winner),
        ("leader_after_voyage_2_wins", games, lambda game: game.leaders[1] == game.winner),
        ("no_effect_ranks", games, lambda game: len(game.no_effect)),
        *((f"human_wins_from_space_{space}", spaces[space], lambda game: game.winner == 0) for space in (2, 3)),
    ]
    for name, of, value in quantities:
        values = sorted(value(game) for game in of)
        is_share = "win" in name or name == "ties"
        of_scores = name in ("human_score", "automa_score", "margin")
        percents = {"min": 0, "q05": 5, "q25": 25, "q50": 50, "q75": 75, "q95": 95, "max": 100}
        places = {column: max(1, ceil(Fraction(percent * len(values), 100))) - 1 for column, percent in percents.items()}
        yield {
            "quantity": name,
            "games": len(of),
            "count": sum(values) if is_share else None,
            **(model_share("mean", values) if is_share else model_mean("mean", values)),
            "sd": None if is_share else stdev(values),
            **{column: values[place] if of_scores else None for column, place in places.items()},
            "human_start": starts[0],
            "automa_start": starts[1],
        }


QUANTITIES = {
    "human_win_rate": lambda name, games: model_share(name, [game.winner == 0 for game in games]),
    "human_score": lambda name, games: model_mean(name, [game.scores[0] for game in games]),
    "automa_score": lambda name, games: model_mean(name, [game.scores[1] for game in games]),
    "margin": lambda name, games: model_mean(name, [game.margin(0) for game in games]),
}


def model_tiles(games, setup):
    for kind, (quantity, model) in product([kind for kind, side in enumerate(setup) if side == "drawn"], QUANTITIES.items()):
        calm, stormy = ([game for game in games if game.sides[kind] == side] for side in ("calm", "stormy"))
        estimates = model("calm", calm), model("stormy", stormy)
        yield {
            "loot": Loot(kind).name.lower(),
            "quantity": quantity,
            "games_calm": len(calm),
            "games_stormy": len(stormy),
            **estimates[0],
            **estimates[1],
            **model_difference("difference", *reversed(estimates)),
        }


def model_mixes(games, setup):
    choices = [("calm", "stormy") if setup[kind] == "drawn" else (setup[kind],) for kind in (Loot.CHEST, Loot.MAP, Loot.RELIC)]
    for backwards in product(*reversed(choices)):
        sides = dict(zip(("chest", "map", "relic"), backwards[::-1], strict=True))
        names = {("calm",) * 3: "calm", ("stormy",) * 3: "stormy"}
        of_mix = [game for game in games if tuple(game.sides[Loot[kind.upper()]] for kind in sides) == tuple(sides.values())]
        yield {
            "mix": names.get(
                tuple(sides.values()), ",".join(f"{kind}={side}" for kind, side in sides.items() if side != "calm")
            ),
            **sides,
            "games": len(of_mix),
            **{column: value for name, model in QUANTITIES.items() for column, value in model(name, of_mix).items()},
        }


@pytest.mark.parametrize(
    ("number", "setup", "settings"),
    [
        (200, "calm", []),
        (200, "uncharted", ["solo.human_start=30"]),
        (120, "map=drawn,relic=stormy", ["solo.automa_start=3", "solo.human_start=25"]),
    ]
    if JIT
    else [(6, "uncharted", ["solo.human_start=30"])],
)
def test_tables_are_those_of_the_single_games(number, setup, settings):
    """With so many doubloons the human wins about half of the games: a recount of losses alone would say little."""
    rule_set, tally, games = rules_of(setup, *settings), np.zeros(1, SOLO_TALLY), []
    for game_index in range(number):
        records = np.zeros(2, SOLO_GAME)
        play_solo_block(21, game_index, 1, 2, rule_set.record(), records, tally)
        games.append(SoloGame(records[0], rule_set.setup))
    found = solo_tables(tally, rule_set)
    starts = rule_set.value("solo.human_start"), rule_set.value("solo.automa_start")
    models = {"cards": model_cards(games), "loot": model_loot(games, rule_set.setup), "games": model_games(games, starts)}
    if "drawn" in rule_set.setup:
        models |= {"tiles": model_tiles(games, rule_set.setup), "mixes": model_mixes(games, rule_set.setup)}
    assert list(found) == list(models)
    for name, model in models.items():
        rows, expected = found[name].to_dicts(), list(model)
        assert len(rows) == len(expected)
        for line, values in zip(rows, expected, strict=True):
            run = {"provenance": "reconstructed", "setup": rule_set.setup_name}
            values |= {column: text for column, text in run.items() if column not in values}
            assert list(line) == list(values)
            for column, value in values.items():
                exact = value is None or isinstance(value, int | str)
                assert line[column] == (value if exact else pytest.approx(value, rel=1e-9, abs=1e-9)), (line, column)


# ------------------------------------------------------------------------------------------------------ the text


def test_the_text_begins_with_the_games(by_hand):
    lines = solo_text(by_hand).splitlines()
    found = row(by_hand["games"], quantity="human_win_rate")
    low, high = found["mean_low"], found["mean_high"]
    assert lines[0] == f"the human wins 40.00% (95 % interval {low:.2%} to {high:.2%}) of 5 games"
    # t = 2.776445 at 4 degrees of freedom, SE = sqrt(114)
    assert lines[1] == "mean scores: human 36.00, Automa 54.00; margin -18.00 ± 29.64"
    assert lines[2] == ""


def test_the_text_names_a_difficulty():
    text = solo_text(solo_tables(counted_by_hand(), rules_of(None, "solo.automa_start=5")))
    assert text.splitlines()[2:5] == [
        "the human starts with 0 doubloons, the Automa with 5",
        "start doubloons make the Carpenter's edge an artefact: he takes half of them (docs/solo.md)",
        "",
    ]
    million_millions = pl.lit(10**12).alias("games")
    tables = solo_tables(counted_by_hand(), rules_of(None, "solo.human_start=28"))
    text = solo_text(tables | {"games": tables["games"].with_columns(million_millions)})
    assert max(map(len, text.splitlines())) <= 100


def test_the_cards_of_the_text(by_hand):
    lines = solo_text(by_hand).splitlines()[3:]
    assert lines[0].split() == ["human", "Automa", "no"]
    assert lines[1].split() == ["rank", "card", *("plays", "wins", "edge", "±") * 2, "effect"]
    assert len(lines) == 2 + 39 + 1
    human, automa = (row(by_hand["cards"], side=side, rank=7, voyage=0) for side in ("human", "automa"))
    halves = [f"{(found['edge_high'] - found['edge_low']) / 2:.2%}" for found in (human, automa)]
    assert lines[2].split() == (
        f"7 Preacher 3 66.67% +66.67% {halves[0]} 3 100.00% +100.00% {halves[1]} 66.7%".split()
    )  # fmt: skip
    # the rest has no edge: by rank, and the Wind Nymph is not among them
    ranks = [rank for rank in range(1, CARDS + 1) if rank not in (7, 37)]
    assert [int(line.split()[0]) for line in lines[3:-1]] == ranks
    assert lines[3].split() == ["1", "Scout", "0", "-", "-", "-", "0", "-", "-", "-", "-"]


def test_the_cards_come_by_the_humans_edge_then_by_rank(by_hand):
    """But last those whose interval is more than twice the median's."""
    edges = {3: (0.25, 0.2), 30: (0.5, 0.1), 9: (0.25, 0.1), 40: (-0.125, 0.1), 8: (0.75, 0.3)}
    edge = half = pl.lit(None, dtype=pl.Float64)
    for rank, (value, width) in edges.items():
        here = pl.when(side="human", rank=rank, voyage=0)
        edge = here.then(value).when(side="automa").then(0.9).otherwise(edge)
        half = here.then(width / 2).otherwise(half)
    text = solo_text(by_hand | {"cards": by_hand["cards"].with_columns(edge=edge, edge_low=edge - half, edge_high=edge + half)})
    assert [int(line.split()[0]) for line in text.splitlines()[5:11]] == [30, 3, 9, 40, 8, 1]
    assert text.splitlines()[-1].startswith("edges of the last 35: vague or none ")


@pytest.mark.parametrize("plays", [777, 46_238, 39_000_000_000])
def test_the_text_is_plain_and_fits(by_hand, plays):
    cards = by_hand["cards"].with_columns(plays=pl.lit(plays), edge=-0.5, edge_low=-1.0, edge_high=0.5, win_rate=0.95)
    text = solo_text(by_hand | {"cards": cards})
    assert "\x1b" not in text
    assert len({len(line) for line in text.splitlines()[3:]}) == 1
    assert max(map(len, text.splitlines())) <= 100
    assert text.count(f"{plays:,} ") == 78
    assert text.endswith("\n")
