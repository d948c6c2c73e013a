"""Settings laid over the standard rules: shapes, ranges, hashes, and what cannot be played."""

import pytest

from kernels.catalog import AMOUNTS
from sim.errors import GalecrestError
from sim.rule_sets import RuleSet


def test_settings_change_what_they_name_and_nothing_else():
    rules = RuleSet.from_settings(["beggar.payment=3", "merchant.gain=2,5,8"])
    assert rules.changes == {"beggar.payment": 3, "merchant.gain": (2, 5, 8)}
    assert rules.record()["beggar_payment"][0] == 3
    assert rules.record()["merchant_gain"][0].tolist() == [2, 5, 8]
    assert rules.record()["carpenter_anchor"][0] == AMOUNTS["carpenter.anchor"].value


def test_a_standard_value_is_no_change():
    assert RuleSet.from_settings(["beggar.payment=2"]) == RuleSet.standard()
    assert RuleSet.from_settings(["beggar.payment=2"]).hash == RuleSet.standard().hash


def test_the_later_setting_wins():
    assert RuleSet.from_settings(["beggar.payment=3", "beggar.payment=4"]).value("beggar.payment") == 4


def test_the_hash_tells_rule_sets_apart():
    hashes = {RuleSet.from_settings([f"beggar.payment={value}"]).hash for value in range(10)}
    assert len(hashes) == 10


@pytest.mark.rule("LC-map")
def test_map_amounts_change_the_table_of_best_splits():
    """Pairs 5, triples 9: 4 maps are two pairs (10), 5 a pair and a triple (14), 6 two triples (18), 7 two pairs and a triple (19)."""
    rules = RuleSet.from_settings(["map.pair=5", "map.triple=9"])
    assert rules.record()["map_table"][0][:8].tolist() == [0, 0, 5, 9, 10, 14, 18, 19]


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("beggar.payment", "write KEY=VALUE"),
        ("begar.payment=3", "did you mean 'beggar.payment'"),
        ("beggar.payment=x", "must be a whole number from 0 to 99"),
        ("beggar.payment=100", "must be a whole number from 0 to 99"),
        ("beggar.payment=-1", "must be a whole number from 0 to 99"),
        ("beggar.payment=1e9999", "must be a whole number from 0 to 99"),
        ("merchant.gain=1,2", "must be 3 whole numbers separated by commas"),
        ("merchant.gain=1,2,3,4", "must be 3 whole numbers separated by commas"),
        ("voyage.days=4,5,9", "each from 1 to 8"),
        ("cook.blocked_by=hook", "did you mean 'any_hook'"),
        ("loot.count=24,24,24,24,24,24,24", "adds up to 168 tokens: at most 127"),
        ("\x1b[31m=\n", "no amount is called"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(setting, message):
    with pytest.raises(GalecrestError) as refused:
        RuleSet.from_settings([setting])
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)
    assert "\x1b" not in str(refused.value)


def test_a_bag_too_small_is_refused_for_the_players_that_empty_it():
    """Six players need 8 x 6 = 48 tokens for a voyage of 8 days; 40 are there: enough for five."""
    rules = RuleSet.from_settings(["voyage.days=8,8,8", "loot.count=6,6,6,6,6,5,5"])
    rules.check([5])
    with pytest.raises(GalecrestError, match="with 6 players a voyage of 8 days needs 48 tokens: the bag holds 40"):
        rules.check([6])
