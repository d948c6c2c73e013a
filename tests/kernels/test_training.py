"""What a finished game teaches: the gradient against one that is written from the formula, and the counts."""

from dataclasses import dataclass

import numpy as np
import pytest
from called import called
from hypothesis import given, settings
from hypothesis import strategies as st

from kernels import engine
from kernels._jit import JIT
from kernels.codes import KINDS, VOYAGES, Policy
from kernels.policies import greedy_values, training
from kernels.policies.knowledge import CARD_FEATURES, LESSON, LOOT_FEATURES, WEIGHTS
from kernels.policies.training import GRADIENT
from kernels.rule_record import rules_record
from kernels.state import GAME, SOLO_GAME

add_game, log2_256, won_more = called(training.add_game), called(training.log2_256), called(training.won_more)
count_seats = called(training.count_seats)
CALM = rules_record()
ONE = 4096
"""A chance of 1 in a gradient."""


@settings(max_examples=200, deadline=None)
@given(st.integers(1, 2**40))
def test_log2_256_is_the_binary_logarithm_in_256ths(value):
    assert abs(log2_256(value) - 256 * np.log2(value)) < 2


@pytest.mark.parametrize("power", [0, 1, 16, 22, 40])
def test_log2_256_is_exact_for_powers_of_two(power):
    assert log2_256(1 << power) == 256 * power


# ------------------------------------------------------------------------------------- a game, told in plain Python


@dataclass
class Decision:
    """A choice of a game: who, when, the score of each option in 256ths, which was taken, and what was seen.

    Cards: ``options`` are ranks, and ``last`` the eight features of each that are its own. Loot: ``options`` are (face, kind, held).
    """

    seat: int
    voyage: int
    left: int
    scores: list
    taken: int
    value: int
    options: list
    seen: list
    last: list = ()

    @property
    def of_loot(self):
        return not self.last

    def odds(self):
        return [round(65536 * 2 ** ((score - max(self.scores)) / 256)) for score in self.scores]


def word(found):
    return np.uint64(int.from_bytes(bytes(found), "little"))


def log_of(decisions, banked):
    lessons = np.zeros(1, LESSON)
    log = lessons[0]["learners"][0]
    log["decisions"] = len(decisions)
    log["banked"][:, : banked.shape[1]] = banked
    for at, decision in enumerate(decisions):
        number = len(decision.options)
        log["seat"][at], log["voyage"][at], log["days_left"][at] = decision.seat, decision.voyage, decision.left
        log["of_loot"][at], log["value"][at] = decision.of_loot, decision.value
        log["options"][at], log["taken"][at] = number, decision.taken
        log["odds"][at, :number] = decision.odds()
        for place in range(len(decision.seen) // 8):
            log["words"][at, place] = word(decision.seen[8 * place : 8 * place + 8])
        for place, option in enumerate(decision.options):
            if decision.of_loot:
                face, kind, held = option
                log["option"][at, place], log["held"][at, place] = face * KINDS + kind, held
            else:
                log["option"][at, place], log["last_word"][at, place] = option, word(decision.last[place])
    return lessons


def game_of(players, winner):
    games = np.zeros(1, GAME)
    games["players"], games["log_leader"][0, VOYAGES - 1] = players, winner
    return games


def taught(decisions, banked, winner=0, for_win=0, for_surprise=0):
    gradient = np.zeros(1, GRADIENT)
    games, lessons = game_of(banked.shape[1], winner), log_of(decisions, banked)
    add_game(games[0], lessons[0]["learners"][0], gradient[0], for_win, for_surprise)
    return gradient[0]


BANKED = np.array([[0, 0, 0], [20, 30, 10], [45, 52, 40], [90, 70, 100]])
"""Of three seats: the dials before each voyage and after the last."""


def gain_in_doubloons(seat, voyage):
    """What the seat banked from a voyage on, less the mean of the others."""
    banked = [last - first for first, last in zip(BANKED[voyage], BANKED[VOYAGES])]
    return banked[seat] - sum(each for other, each in enumerate(banked) if other != seat) / 2


def log_chance(scores, taken):
    """Natural logarithm of the chance of the option, odds doubling for every 256."""
    odds = [2.0 ** (score / 256) for score in scores]
    return np.log(odds[taken] / sum(odds))


def slopes(decision):
    """d ln(chance of the taken option) / d(score of each option), by finite differences, in units of 1 / 256 of a doubling."""
    found = []
    for at in range(len(decision.scores)):
        up, down = list(decision.scores), list(decision.scores)
        up[at] += 0.5
        down[at] -= 0.5
        found.append((log_chance(up, decision.taken) - log_chance(down, decision.taken)) * 256 / np.log(2))
    return found


draw = np.random.default_rng(5)
CARD = Decision(
    0, 1, 3, [100, 400, -50], 1, 12, [7, 20, 33],
    seen=draw.integers(0, 9, 48).tolist(), last=draw.integers(0, 9, (3, 8)).tolist(),
)  # fmt: skip
LOOT = Decision(2, 0, 4, [0, -300], 0, -30, [(0, 3, 2), (1, 5, 0)], seen=draw.integers(0, 9, 32).tolist())


def expected_gradient(decision, advantage):
    """By the formula of Williams: advantage x d ln(chance) / d(weight), a dict of arrays in ``GRADIENT``'s units."""
    found = {name: np.zeros(shape) for name, _, shape, _ in WEIGHTS}
    for at, slope in enumerate(slopes(decision)):
        push = advantage * slope * ONE
        option = decision.options[at]
        if decision.of_loot:
            face, kind, held = option
            found["loot_start"][decision.voyage, decision.left, face, kind] += push
            found["loot_held"][face, kind, held] += push
            found["loot_weight"][face, kind] += push * np.array(decision.seen)
        else:
            found["card_start"][decision.voyage, decision.left, option] += push
            found["card_weight"][option] += push * np.array([*decision.seen[:40], *decision.last[at]])
    return found


@pytest.mark.parametrize("decisions", [[CARD], [LOOT], [CARD, LOOT, CARD]])
def test_the_gradient_is_that_of_the_formula(decisions):
    gradient = taught(decisions, BANKED)
    for name, _, shape, _ in WEIGHTS:
        exact, most = np.zeros(shape), 0.0
        for decision in decisions:
            advantage = 4 * gain_in_doubloons(decision.seat, decision.voyage) - decision.value
            exact += expected_gradient(decision, advantage)[name]
            most += abs(advantage) * 8 * 1.2  # a chance is cut to 4096ths, and features go to 8
        assert np.abs(gradient[name] - exact).max() <= most, name
        assert (gradient[name] != 0).sum() > 0 or exact.any() == 0


def test_the_critic_learns_what_it_did_not_expect_of_cards_alone():
    gradient = taught([CARD, LOOT], BANKED)
    error = 4 * gain_in_doubloons(0, 1) - 12
    assert gradient["critic_start"][1, 3] == error
    assert gradient["critic_weight"][1, 3].tolist() == [error * feature for feature in CARD.seen]
    assert np.count_nonzero(gradient["critic_start"]) == 1
    assert np.count_nonzero(gradient["critic_weight"]) == np.count_nonzero(CARD.seen)


@pytest.mark.parametrize(("value", "sign"), [(-(10**4), 1), (10**4, -1)])
@pytest.mark.parametrize("decision", [CARD, LOOT])
def test_a_choice_that_won_more_than_expected_is_made_more_likely(decision, value, sign):
    """The critic expects far less, or far more, than was won; one step along the gradient moves the chance of what was taken."""
    told = Decision(**{**vars(decision), "value": value})
    gradient = taught([told], BANKED)
    if told.of_loot:
        pushes = [gradient["loot_start"][told.voyage, told.left, face, kind] for face, kind, _ in told.options]
    else:
        pushes = [gradient["card_start"][told.voyage, told.left, rank] for rank in told.options]
    assert [np.sign(push) for push in pushes] == [sign if at == told.taken else -sign for at in range(len(pushes))]
    after = [score + push * 1e-7 for score, push in zip(told.scores, pushes)]
    assert sign * (log_chance(after, told.taken) - log_chance(told.scores, told.taken)) > 0


def test_a_win_is_worth_for_win_less_a_fair_share_of_it():
    log = log_of([], BANKED)[0]["learners"][0]
    for seat in range(3):
        doubloons = 4 * gain_in_doubloons(seat, 0)
        assert won_more(game_of(3, 1)[0], log, seat, 0, 0) == doubloons
        assert won_more(game_of(3, 1)[0], log, seat, 0, 30) == doubloons + (20 if seat == 1 else -10)


def test_surprise_is_counted_and_paid():
    """An option with an eighth of all odds tells three bits; at two doubloons a bit that is worth 24 quarters."""
    decision = Decision(0, 0, 4, [256, 0, 512, 0], 1, 0, [1, 2, 3, 4], seen=[0] * 48, last=[[0] * 8] * 4)
    plain, paid = (taught([decision], BANKED, for_surprise=worth) for worth in (0, 2 * 4 * 256))
    assert plain["surprise"] == paid["surprise"] == 3 * 256
    advantage = 4 * gain_in_doubloons(0, 0)
    for gradient, more in ((plain, 0), (paid, 24)):
        assert gradient["card_start"][0, 4, 2] == (advantage + more) * (ONE - ONE // 8)
    assert plain["critic_start"][0, 4] == paid["critic_start"][0, 4] == advantage, "the critic is not paid for it"


def test_a_hopeless_option_that_was_taken_is_counted_as_the_rarest():
    decision = Decision(0, 0, 4, [0, -20 * 256], 1, 0, [1, 2], seen=[0] * 48, last=[[0] * 8] * 2)
    assert decision.odds() == [65536, 0]
    assert taught([decision], BANKED)["surprise"] == 16 * 256


def test_games_and_choices_are_counted():
    gradient = np.zeros(1, GRADIENT)
    log = log_of([CARD, LOOT], BANKED)
    for _ in range(3):
        add_game(game_of(3, 0)[0], log[0]["learners"][0], gradient[0], 0, 0)
    assert (gradient["games"][0], gradient["choices"][0]) == (3, 6)
    once = taught([CARD, LOOT], BANKED)
    assert all((gradient[name][0] == 3 * once[name]).all() for name, *_ in WEIGHTS)


def test_shapes_are_those_of_the_features():
    assert GRADIENT["card_weight"].shape[-1] == GRADIENT["critic_weight"].shape[-1] == CARD_FEATURES
    assert GRADIENT["loot_weight"].shape[-1] == LOOT_FEATURES


# ------------------------------------------------------------------------------------------------------- whole games


def test_the_learners_seats_and_wins():
    for winner, wins in ((0, 1), (1, 0), (2, 1)):
        games, gradient = game_of(3, winner), np.zeros(1, GRADIENT)
        games["player"][0, :3] = 0, 1, 0
        count_seats(games[0], gradient[0])
        assert (gradient["seats"][0], gradient["wins"][0]) == (2, wins)


def test_in_solo_games_the_human_alone_learns():
    """The Automa has the human's place in the line-up (LineUp.places)."""
    for winner in (0, 1):
        games, gradient = np.zeros(1, SOLO_GAME), np.zeros(1, GRADIENT)
        games["players"], games["log_leader"][0, VOYAGES - 1] = 2, winner
        count_seats(games[0], gradient[0])
        assert (gradient["seats"][0], gradient["wins"][0]) == (1, winner == 0)


def lesson_for(rules, others=Policy.RANDOM):
    lessons = np.zeros(1, LESSON)
    for learner in lessons[0]["learners"]:
        learner["knowledge"]["rules"] = rules[0]
        greedy_values.fill(learner["knowledge"])
    lessons[0]["learners"]["policy"], lessons[0]["learners"]["learns"] = (Policy.LEARNED, others), (1, 0)
    return lessons


def test_blocks_add_up_to_the_whole():
    orders = np.array([[0, 1, 1]])
    whole, parts = np.zeros(1, GRADIENT), np.zeros(1, GRADIENT)
    engine.learn_block(9, 0, 4, 3, CALM, np.zeros(2, GAME), lesson_for(CALM), orders, whole, 8, 300)
    for first, number in ((3, 1), (0, 2), (2, 1)):
        engine.learn_block(9, first, number, 3, CALM, np.zeros(2, GAME), lesson_for(CALM), orders, parts, 8, 300)
    assert whole.tobytes() == parts.tobytes()
    assert (whole["games"][0], whole["seats"][0]) == (4, 4)
    assert 0 < whole["surprise"][0] < whole["choices"][0] * 256 * 3


def test_solo_games_are_learned_from():
    solo = rules_record(None, solo=True)
    gradient = np.zeros(1, GRADIENT)
    engine.learn_solo_block(
        9, 0, 4, 2, solo, np.zeros(2, SOLO_GAME), lesson_for(solo), np.zeros((1, 2), np.int64), gradient, 0, 0
    )
    assert (gradient["games"][0], gradient["seats"][0]) == (4, 4)
    assert gradient["choices"][0] > 4 * 15
    assert gradient["card_start"].any()
    assert gradient["loot_start"].any()


@pytest.mark.skipif(not JIT, reason="too many games")
def test_the_learned_slope_points_to_where_more_is_won():
    """Wins over random seats rise along the gradient and fall against it: 2000 games each, a step of half a doubling."""
    orders = np.array([[0, 1, 1]])
    gradient = np.zeros(1, GRADIENT)
    engine.learn_block(1, 0, 4000, 3, CALM, np.zeros(2, GAME), lesson_for(CALM), orders, gradient, 0, 0)

    def wins(sign):
        lessons = lesson_for(CALM)
        for name in ("card_start", "loot_start"):
            lessons["learners"]["knowledge"][name][0, 0] = 128 * sign * np.sign(gradient[name][0])
        counted = np.zeros(1, GRADIENT)
        engine.learn_block(2, 0, 2000, 3, CALM, np.zeros(2, GAME), lessons, orders, counted, 0, 0)
        return counted["wins"][0] / 2000

    assert wins(1) - 0.04 > wins(0) > wins(-1) + 0.04  # four standard errors
