"""The learned policy: how it draws, what it remembers for training, and what it never looks at."""

import numpy as np
import pytest
from called import called
from scenes import scene

from kernels import engine
from kernels._jit import entry
from kernels.codes import KINDS, MAX_SEATS, VOYAGES, Card, Choice, Loot, Policy, Stream
from kernels.masks import mask_of
from kernels.policies import greedy_values, learned, players
from kernels.policies.features import CARD_FEATURE_NAMES, LOOT_FEATURE_NAMES
from kernels.policies.knowledge import KNOWLEDGE, LEARNER, LESSON, MOST_DECISIONS, MOST_OPTIONS, TABLE, WEIGHTS
from kernels.policies.training import GRADIENT
from kernels.rule_record import rules_record
from kernels.state import GAME
from kernels.tokens import packed

CALM = rules_record()
SEAT = 1
POLICY = int(Stream.POLICY)


def known(seed=None):
    """A KNOWLEDGE array of shape (1,): the greedy values, and weights of zero, or random ones."""
    knowledge = np.zeros(1, KNOWLEDGE)
    knowledge["rules"] = CALM[0]
    greedy_values.fill(knowledge[0])
    if seed is not None:
        draw = np.random.default_rng(seed)
        for name, _, shape, _ in WEIGHTS:
            knowledge[name][0] = draw.integers(-60, 60, shape)
    return knowledge


def learner(seed=None):
    """A LEARNER array of shape (1,)."""
    log = np.zeros(1, LEARNER)
    log["policy"], log["learns"], log["knowledge"] = Policy.LEARNED, 1, known(seed)
    return log


pick_card, pick_loot = called(learned.pick_card), called(learned.pick_loot)


# ----------------------------------------------------------------------------------------------------- drawing


@entry
def drawn_often(games, knowledge, wanted, number, counts):
    """Draw so often by the scores ``wanted``."""
    for _ in range(number):
        for at in range(wanted.size):
            knowledge[0]["scores"][at] = wanted[at]
        counts[learned.drawn_by_scores(games[0], knowledge[0], 2, wanted.size)] += 1


def counts_of_draws(scores, number=20_000):
    games, knowledge, counts = np.zeros(1, GAME), known(), np.zeros(len(scores), np.int64)
    drawn_often(games, knowledge, np.array(scores, np.int64), number, counts)
    assert (games["streams"][0] != 0).nonzero()[0].tolist() == [POLICY + 2], "from the seat's own stream alone"
    return counts


@pytest.mark.parametrize("scores", [[0, 256, 512, 768], [-1000, -1100, -1037, -999, -1256], [31000, 31100], [5, 5, 5]])
def test_odds_double_for_every_256_of_score(scores):
    """Chi-square of 20 000 draws: below the value that one in 10 000 seeds exceeds; the seed is fixed."""
    odds = 2.0 ** (np.array(scores) / 256 - max(scores) / 256)
    expected = 20_000 * odds / odds.sum()
    statistic = ((counts_of_draws(scores) - expected) ** 2 / expected).sum()
    assert statistic < {1: 15.1, 2: 18.4, 3: 21.1, 4: 23.5}[len(scores) - 1]


def test_what_is_hopeless_is_never_drawn():
    """2 ** -17 of the best has less than one in 65536ths."""
    assert counts_of_draws([0, -17 * 256, -70 * 256, -(10**6)]).tolist() == [20_000, 0, 0, 0]


@pytest.mark.parametrize("below_best", [0, 1, 100, 255, 256, 257, 1000, 4095])
def test_odds_are_those_of_the_power_rounded(below_best):
    exact = 65536 * 2.0 ** (-below_best / 256)
    assert abs(called(learned.odds_of)(below_best) - exact) <= 1


# ----------------------------------------------------------------------------------------- what makes up a score


def chosen_card(log, **position):
    """The rank that seat 1 takes of its hand; the choice is remembered in ``log``."""
    laid = scene(**position).lay()
    cards = position["hand"][SEAT]
    knowledge = log[0]["knowledge"]
    at = pick_card(laid.games[0], knowledge, log[0], np.int64(Choice.SELECT), SEAT, mask_of(cards))
    return sorted(cards)[at]


def odds_in(log, decision=0):
    return log[0]["odds"][decision, : log[0]["options"][decision]].tolist()


def test_the_score_of_a_card_is_its_start_and_weight_times_feature():
    """Two doubloons x 128 and three of voyage and day make one doubling, and more."""
    log = learner()
    log["knowledge"]["card_start"][0, 1, 3, 30] = 512  # second voyage, three days left
    log["knowledge"]["card_weight"][0, 30, CARD_FEATURE_NAMES.index("doubloons")] = 128
    log["knowledge"]["card_weight"][0, 20, CARD_FEATURE_NAMES.index("opponents_cards_above")] = 64
    position = {"hand": {0: [30], SEAT: [10, 20, 30]}, "doubloons": 2, "voyage": 1, "day": 2}
    chosen_card(log, **position)
    # 10: 0; 20: 64 x 1 card above; 30: 512 + 2 x 128
    assert odds_in(log) == [round(65536 / 8), round(65536 * 2 ** (64 / 256 - 3)), 65536]
    assert log[0]["option"][0, :3].tolist() == [10, 20, 30]


def test_the_score_of_a_token_is_by_face_and_tokens_held():
    log = learner()
    weights = log["knowledge"]
    weights["loot_start"][0, 0, 4, 1, Loot.HOOK] = 256
    weights["loot_held"][0, 0, Loot.MAP, 2] = 512
    weights["loot_weight"][0, 0, Loot.CHEST, LOOT_FEATURE_NAMES.index("held_tokens")] = -128
    row, held = [1, 2, 3, 0, 0, 0, 0], [0, 0, 2, 0, 0, 0, 0]
    laid = scene(loot={SEAT: [Loot.MAP] * 2}, today=[Loot.CHEST, Loot.HOOK, Loot.HOOK, *[Loot.MAP] * 3]).lay()
    laid.games["face"][0, Loot.HOOK] = 1
    at = pick_loot(laid.games[0], log[0]["knowledge"], log[0], np.int64(Choice.TAKE_SMUGGLER), SEAT, packed(row))
    # chest: -128 x 2 tokens; hook: 256; map: 512. A kind is an option, however many of it lie there
    assert odds_in(log) == [8192, 32768, 65536]
    assert at in (0, 1, 3)
    assert log[0]["option"][0, :3].tolist() == [Loot.CHEST, KINDS + Loot.HOOK, Loot.MAP]
    assert log[0]["held"][0, :3].tolist() == [held[Loot.CHEST], held[Loot.HOOK], held[Loot.MAP]]


def test_more_tokens_than_the_table_has_count_as_its_last():
    log = learner()
    log["knowledge"]["loot_held"][0, 0, Loot.MAP, 7] = 256
    laid = scene(loot={SEAT: [Loot.MAP] * 8}, today=[Loot.CHEST, Loot.MAP]).lay()
    pick_loot(laid.games[0], log[0]["knowledge"], log[0], np.int64(Choice.TAKE_SMUGGLER), SEAT, packed([1, 0, 1, 0, 0, 0, 0]))
    assert odds_in(log) == [32768, 65536]
    assert log[0]["held"][0, 1] == 7


def test_tokens_of_one_kind_are_no_choice():
    games, log = scene(today=[Loot.MAP] * 3).lay().games, learner()
    before = games.tobytes()
    at = pick_loot(games[0], log[0]["knowledge"], log[0], np.int64(Choice.TAKE_SMUGGLER), SEAT, packed([0, 0, 3, 0, 0, 0, 0]))
    assert (at, log["decisions"][0], games.tobytes() == before) == (0, 0, True)


def test_the_critic_values_cards_and_its_last_value_holds_for_loot():
    log = learner()
    log["critic_start"][0, 0, 4] = 40
    log["critic_weight"][0, 0, 4, CARD_FEATURE_NAMES.index("doubloons")] = -32  # 64ths of a quarter
    position = {"hand": {SEAT: [10, 20]}, "doubloons": 6}
    chosen_card(log, **position)
    assert log["value"][0, 0] == 37
    laid = scene(today=[Loot.CHEST, Loot.MAP], **position).lay()
    for seat in (SEAT, 2):
        pick_loot(
            laid.games[0], log[0]["knowledge"], log[0], np.int64(Choice.TAKE_SMUGGLER), seat, packed([1, 0, 1, 0, 0, 0, 0])
        )
    assert log["value"][0, :3].tolist() == [37, 37, 0], "the other seat has no card yet"
    assert log["of_loot"][0, :3].tolist() == [0, 1, 1]
    assert log["seat"][0, :3].tolist() == [SEAT, SEAT, 2]


def test_remembering_changes_no_choice():
    position = {"hand": {SEAT: [3, 10, 20, 30, 35]}}
    for seed in range(5):
        log, knowledge = learner(seed), known(seed)
        games = scene(**position).lay().games
        place = pick_card(games[0], knowledge[0], None, np.int64(Choice.SELECT), SEAT, mask_of(position["hand"][SEAT]))
        assert sorted(position["hand"][SEAT])[place] == chosen_card(log, **position)
        row = packed([1, 1, 1, 0, 0, 2, 0])
        today = [Loot.CHEST, Loot.HOOK, Loot.MAP, Loot.BARREL, Loot.BARREL]
        with_log, without = scene(today=today).lay().games, scene(today=today).lay().games
        kind = np.int64(Choice.TAKE_COOK)
        assert pick_loot(with_log[0], log[0]["knowledge"], log[0], kind, SEAT, row) == pick_loot(
            without[0], knowledge[0], None, kind, SEAT, row
        )
        assert with_log.tobytes() == without.tobytes()


# ------------------------------------------------------------------------------------------ what is forgotten


def remembered(log):
    """The log, without what the policy works in."""
    return {name: log[name].tobytes() for name in LEARNER.names if name != "knowledge"}


def test_choices_beyond_the_most_are_forgotten():
    log = learner()
    log["decisions"] = MOST_DECISIONS - 1
    position = {"hand": {SEAT: [10, 20]}}
    chosen_card(log, **position)
    assert log["decisions"][0] == MOST_DECISIONS
    before = remembered(log)
    assert chosen_card(log, **position) in (10, 20)
    laid = scene(today=[Loot.CHEST, Loot.MAP]).lay()
    pick_loot(laid.games[0], log[0]["knowledge"], log[0], np.int64(Choice.TAKE_SMUGGLER), SEAT, packed([1, 0, 1, 0, 0, 0, 0]))
    assert remembered(log) == before


def test_a_choice_of_more_options_than_the_most_is_forgotten():
    log = learner()
    cards = list(range(1, MOST_OPTIONS + 2))
    assert chosen_card(log, hand={SEAT: cards}) in cards
    assert log["decisions"][0] == 0
    chosen_card(log, hand={SEAT: cards[:-1]})
    assert log["decisions"][0] == 1
    assert log["options"][0, 0] == MOST_OPTIONS
    assert log["option"][0, 0].tolist() == cards[:-1]


def lesson(frozen=Policy.LEARNED):
    lessons = np.zeros(1, LESSON)
    one, other = lessons[0]["learners"]
    one["policy"], one["learns"], one["knowledge"] = Policy.LEARNED, 1, known(1)[0]
    other["policy"], other["knowledge"] = frozen, known(2)[0]
    return lessons


@pytest.mark.parametrize("frozen", [Policy.LEARNED, Policy.GREEDY, Policy.RANDOM])
def test_only_the_learner_remembers(frozen):
    lessons, games, gradient = lesson(frozen), np.zeros(2, GAME), np.zeros(1, GRADIENT)
    orders = np.array([[0, 1, 0, 1]])
    before = remembered(lessons["learners"][:, 1])
    engine.learn_block(4, 3, 1, 4, CALM, games, lessons, orders, gradient, 0, 0)
    one = lessons[0]["learners"][0]
    seats = [seat for seat in range(4) if orders[0, (seat + 3) % 4] == 0]
    assert sorted(set(one["seat"][: one["decisions"]].tolist())) == seats
    assert remembered(lessons["learners"][:, 1]) == before
    assert (gradient["games"][0], gradient["seats"][0], gradient["choices"][0]) == (1, 2, one["decisions"])
    assert gradient["wins"][0] == (games["log_leader"][0, 2] in seats)
    assert one["banked"][VOYAGES, :4].tolist() == games["dial"][0, :4].tolist()
    assert one["banked"][0].tolist() == [0] * MAX_SEATS


# ---------------------------------------------------------------------------------------------- what is hidden


@entry
def asked(games, table, kind, seat, options, n):
    return players.pick(games[0], table[0], kind, seat, options, n)


def table_of(policy, seed=None):
    table = np.zeros(1, TABLE)
    table["seated"]["policy"], table["seated"]["knowledge"] = policy, known(seed)
    return table


def scrambled(games, draw):
    """The same position with all that seat 1 cannot know made up anew."""
    copy = games.copy()
    game = copy[0]
    others = [seat for seat in range(int(game["players"])) if seat != SEAT]
    game["key"] = draw.integers(2**63)
    game["pick"][others] = draw.integers(1, 41, len(others))
    game["deck"] = draw.permutation(game["deck"])
    game["loot_order"] = draw.permutation(game["loot_order"])
    for name in ("streams", "origins"):
        own = game[name][POLICY + SEAT]
        game[name] = draw.integers(2**63, size=game[name].size)
        game[name][POLICY + SEAT] = own
    for seat in others:
        # what a Surgeon took back is one of those that lay in the graveyard then
        among, hidden = int(game["secret_among"][seat]), int(game["secret"][seat])
        ranks = [rank for rank in range(1, 41) if among >> (rank - 1) & 1]
        hidden_now = int(mask_of(draw.permutation(ranks)[: hidden.bit_count()]))
        game["hand"][seat] = int(game["hand"][seat]) & ~hidden | hidden_now
        game["graveyard"][seat] = int(game["graveyard"][seat]) & ~among | among & ~hidden_now
        game["secret"][seat] = hidden_now
    return copy


@pytest.mark.parametrize("kind", [Choice.SELECT, Choice.SCOUT_PLAY, Choice.TAKE_DUSK, Choice.TAKE_SMUGGLER, Choice.TAKE_COOK])
def test_it_never_reads_what_is_hidden(kind):
    laid = scene(
        4,
        hand={0: [9, 20, 31], SEAT: [9, 14, 20, 31], 2: [9, 31], 3: [14, 20]},
        graveyard={0: [3, 14, 25], SEAT: [3, 25], 2: [3, 14, 25], 3: [3, 9, 25, 31]},
        ship={2: [20]},
        loot={0: [Loot.MAP], SEAT: [Loot.CHEST]},
        today=[Loot.MAP, Loot.CHEST, Loot.BARREL],
        tomorrow=[Loot.RELIC, Loot.SABER],
    ).lay()
    game = laid.games[0]
    game["secret"][0], game["secret_among"][0] = mask_of([9]), mask_of([3, 9, 14, 25])
    game["secret"][3], game["secret_among"][3] = mask_of([14]), mask_of([3, 9, 14])
    game["island_card"][:2], game["island_size"], game["island_here"], game["island_done"] = [7, 40], 2, 3, 2
    of_cards = kind in (Choice.SELECT, Choice.SCOUT_PLAY)
    options, n = (mask_of([9, 14, 20, 31]), 4) if of_cards else (packed([1, 0, 1, 0, 0, 1, 0]), 3)
    draw = np.random.default_rng(1)
    places = set()
    for seed in range(12):
        table = table_of(Policy.LEARNED, seed)
        game["streams"][POLICY + SEAT] = seed
        here = laid.games.copy()
        place = asked(here, table, np.int64(kind), SEAT, options, n)
        places.add(place)
        for _ in range(5):
            elsewhere = scrambled(laid.games, draw)
            assert asked(elsewhere, table, np.int64(kind), SEAT, options, n) == place
            assert elsewhere["streams"][0, POLICY + SEAT] == here["streams"][0, POLICY + SEAT]
    assert len(places) > 1


# ------------------------------------------------------------------------------------------------- who is asked


@pytest.mark.parametrize("policy", [Policy.RANDOM, Policy.GREEDY, Policy.LEARNED])
def test_a_single_option_is_taken_without_a_draw(policy):
    laid = scene(hand={SEAT: [20]}).lay()
    before = laid.games.tobytes()
    assert asked(laid.games, table_of(policy), np.int64(Choice.SELECT), SEAT, mask_of([20]), 1) == 0
    assert laid.games.tobytes() == before


def test_each_seat_is_asked_by_its_own_policy():
    """Greedy takes the better card always, and without a draw; the others draw."""
    table = table_of(Policy.RANDOM)
    table["seated"]["policy"][0, :3] = Policy.RANDOM, Policy.GREEDY, Policy.LEARNED
    draws, places = [], []
    for player in range(3):
        laid = scene(hand={SEAT: [10, 20, 30]}).lay()
        laid.games["player"][0, SEAT] = player
        before = laid.games["streams"].copy()
        found = [asked(laid.games, table, np.int64(Choice.SELECT), SEAT, mask_of([10, 20, 30]), 3) for _ in range(20)]
        draws.append((laid.games["streams"] != before).any())
        places.append(len(set(found)))
    assert draws == [True, False, True]
    assert [number > 1 for number in places] == [True, False, True]


def test_everything_but_cards_and_loot_is_answered_as_greedy_does():
    offers = mask_of([Card.CABIN_BOY, Card.TOPMAN, Card.GUNNER])
    for kind in (Choice.SURGEON, Choice.INNKEEPER_RETURN, Choice.RECRUITER):
        laid = scene(hand={SEAT: [5, 24, 18]}).lay()
        found = [
            asked(laid.games, table_of(policy), np.int64(kind), SEAT, offers, 3) for policy in (Policy.GREEDY, Policy.LEARNED)
        ]
        assert found[0] == found[1]


def test_in_a_copy_one_choice_is_forced_and_all_others_are_learned():
    @entry
    def in_copy(games, knowledge, seat, options, n):
        return players._in_copy(games[0], knowledge[0], np.int64(Choice.SELECT), seat, options, n)

    options = mask_of([10, 20, 30])
    laid = scene(hand={seat: [10, 20, 30] for seat in range(3)}).lay()
    laid.games["forced"], laid.games["forced_seat"] = 3, 2
    knowledge = known()
    knowledge["card_start"][0, :, :, 20] = 20_000  # what a draw takes
    assert in_copy(laid.games, knowledge, 0, options, 3) == 1
    assert in_copy(laid.games, knowledge, 2, options, 3) == 2
    assert laid.games["forced"][0] == 0
    assert in_copy(laid.games, knowledge, 2, options, 3) == 1
    assert in_copy(laid.games, knowledge, 2, mask_of([10]), 1) == 0
