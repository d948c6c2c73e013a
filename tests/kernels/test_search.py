"""The search policy: what a copy does not know, what it is worth, and what is chosen by it."""

from collections import Counter

import numpy as np
import pytest
from called import called
from observed import blank_table, picked, questions
from scenes import scene

from kernels import rng, tokens
from kernels._jit import JIT, entry
from kernels.catalog import CALM, SOLO_DECK, STORMY
from kernels.codes import VOYAGES, Card, Choice, Loot, Phase, Policy, Stream
from kernels.masks import mask_of, ranks_of
from kernels.policies import greedy_values, search
from kernels.policies.knowledge import KNOWLEDGE
from kernels.rule_record import rules_record
from kernels.state import SOLO_GAME, Violation, invariants
from kernels.tokens import packed

CHEST, HOOK, MAP, SABER, AMULET, BARREL, RELIC = Loot
WHOLE = 1 << 16
"""A chance of 1."""
DRAWS = 4000 if JIT else 1000
STREAMS = 40 if JIT else 8


@entry
def tried_or_matched(games, table, kind, seat, n, place, key):
    """``search.tried`` of a place by the first player, or ``search.matched`` of the first n places in the room."""
    room, player = table[0]["room"], table[0]["seated"][0]
    if n == 0:
        return search.tried(games[0], room, player, kind, seat, place, key)
    return search.matched(games[0], room, player, kind, seat, n)


def tried(question, table, place, key):
    """What an option is worth in the sample with a key; the copy that was played for it stays in the table."""
    return int(tried_or_matched(question.games, table, np.int64(question.kind), question.seat, 0, place, np.uint64(key)))


def matched(question, table, places, state):
    """The place that is chosen among some; ``state`` is that of the seat's stream before."""
    games = question.games.copy()
    games["streams"][0, Stream.POLICY + question.seat] = state
    table["room"]["places"][0, : len(places)] = places
    return int(tried_or_matched(games, table, np.int64(question.kind), question.seat, len(places), 0, np.uint64(0)))


chance_to_win = called(search.chance_to_win)
draw_the_unseen = called(search.draw_the_unseen)
stream_key = called(rng.stream_key)
draw = called(rng.draw)
token_at = called(tokens.token_at)


def known(rules, loot_start=0):
    """KNOWLEDGE array of shape (1,) that plays cards at random, and so loot but for its start."""
    knowledge = np.zeros(1, KNOWLEDGE)
    knowledge["rules"] = rules[0]
    greedy_values.fill(knowledge[0])
    knowledge["loot_start"] = loot_start
    return knowledge


def searchers(rules, *policies, samples=8, of_loot=0, loot_start=0):
    """TABLE array of shape (1,)."""
    table = blank_table()
    for player, policy in zip(table[0]["seated"], policies):
        player["policy"], player["samples"], player["of_loot"] = policy, samples, of_loot
        player["knowledge"] = known(rules, loot_start)[0]
    return table


def chances(cards, count):
    """A chi-square statistic of counts against equal chances, less its mean, in its standard deviations."""
    expected = count.total() / len(cards)
    square = sum((count[card] - expected) ** 2 / expected for card in cards)
    return (square - (len(cards) - 1)) / (2 * (len(cards) - 1)) ** 0.5


# ------------------------------------------------------------------------------------- what the seat does not see


def with_secret(hand, graveyard, among, secret, **position):
    """Seat 1 took the secret cards back from a graveyard in which those of ``among`` lay."""
    laid = scene(players=3, hand={1: hand}, graveyard={1: graveyard}, **position).lay()
    laid.game["secret"][1], laid.game["secret_among"][1] = mask_of(secret), mask_of(among)
    return laid


@pytest.mark.rule("CHR-31")
@pytest.mark.parametrize(
    ("secret", "hands"),
    [
        ([9], [(5, 9), (5, 10), (5, 11), (5, 12)]),
        ([5, 9], [(a, b) for a in (5, 9, 10, 11, 12) for b in (5, 9, 10, 11, 12) if a < b]),
    ],
)
def test_a_surgeons_card_is_any_that_it_could_be(secret, hands):
    """Rank 20 lay in the graveyard too, but is in the ship now; 30 was buried since."""
    among = [*secret, 10, 11, 12, 20]
    laid = with_secret([5, 9], [10, 11, 12, 30], among, secret, ship={1: [20]})
    found = Counter()
    for key in range(DRAWS):
        copy = laid.games.copy()
        draw_the_unseen(copy[0], laid.rules[0], 0, np.uint64(key))
        assert invariants(copy[0], laid.rules[0]) == Violation.VALID
        hand = ranks_of(copy["hand"][0, 1])
        assert ranks_of(copy["secret"][0, 1]) == sorted(set(hand) - ({5} - set(secret)))
        found[tuple(hand)] += 1
        for name in ("hand", "graveyard", "secret", "origins", "streams"):
            copy[name] = laid.games[name]
        assert copy.tobytes() == laid.games.tobytes(), "nothing else is drawn anew"
    assert found.keys() == set(hands)
    assert abs(chances(hands, found)) < 5


@pytest.mark.rule("CHR-31")
def test_a_seat_knows_what_its_own_surgeon_took():
    laid = with_secret([5, 9], [10, 11, 12], [9, 10, 11, 12], [9])
    for key in range(20):
        copy = laid.games.copy()
        draw_the_unseen(copy[0], laid.rules[0], 1, np.uint64(key))
        assert copy["hand"].tolist() == laid.games["hand"].tolist()


@pytest.mark.rule("CHR-31")
def test_a_secret_card_that_was_played_is_none():
    laid = with_secret([5], [10, 11, 12], [9, 10, 11, 12], [9], ship={1: [9]})
    copy = laid.games.copy()
    draw_the_unseen(copy[0], laid.rules[0], 0, np.uint64(1))
    assert copy["hand"].tolist() == laid.games["hand"].tolist()
    assert copy["graveyard"].tolist() == laid.games["graveyard"].tolist()


def test_all_chance_and_all_choices_are_drawn_anew():
    """From the key of the sample, as those of a game are from its key: nobody's stream goes on where it was."""
    laid = scene(players=3).lay()
    copies = [laid.games.copy() for _ in range(3)]
    for copy, key in zip(copies, (7, 7, 8)):
        draw_the_unseen(copy[0], laid.rules[0], 1, np.uint64(key))
    assert copies[0].tobytes() == copies[1].tobytes()
    drawn = [Stream.CHANCE, *(Stream.POLICY + seat for seat in range(3))]
    assert [copies[0]["origins"][0, stream] for stream in drawn] == [
        stream_key(np.uint64(7), np.int64(stream)) for stream in drawn
    ]
    assert not (copies[0]["origins"][0, drawn] == copies[2]["origins"][0, drawn]).any()


@pytest.mark.rule("SOL-3")
@pytest.mark.parametrize(("phase", "open_places"), [(Phase.DAY, 2), (Phase.DUSK, 3)])
def test_the_solo_deck_is_any_order_of_what_is_left(phase, open_places):
    """On the third day two cards have been turned, at dusk three. The order that it has in truth takes no part."""
    rules = rules_record(None, solo=True)
    games = np.zeros(1, SOLO_GAME)
    games["players"], games["day"], games["phase"], games["deck"] = 2, 2, phase, rules["deck"]
    turned = int(rules["deal_first"][0, 0] + rules["voyage_cards"][0]) + open_places
    size = int(rules["deck_size"][0])
    unseen = games["deck"][0, turned:size].tolist()
    assert size == len(SOLO_DECK)
    other = games.copy()
    other["deck"][0, turned:size] = unseen[::-1]
    first = Counter()
    for key in range(DRAWS):
        copy, same = games.copy(), other.copy()
        draw_the_unseen(copy[0], rules[0], 0, np.uint64(key))
        draw_the_unseen(same[0], rules[0], 0, np.uint64(key))
        deck = copy["deck"][0].tolist()
        assert deck == same["deck"][0].tolist()
        assert deck[:turned] == games["deck"][0, :turned].tolist()
        assert sorted(deck[turned:size]) == sorted(unseen)
        first[deck[turned]] += 1
    assert abs(chances(unseen, first)) < 5


# ------------------------------------------------------------------------------------------ what a copy is worth


def chances_of(laid):
    knowledge = known(laid.rules)
    return [int(chance_to_win(laid.game, knowledge[0], seat)) for seat in range(laid.game["players"])]


@pytest.mark.parametrize("voyage", range(VOYAGES))
@pytest.mark.parametrize("players", [2, 3, 6])
def test_with_equal_dials_everybody_may_win(players, voyage):
    assert chances_of(scene(players=players, dial=40, voyage=voyage).lay()) == [WHOLE // players] * players


@pytest.mark.parametrize("voyage", range(VOYAGES))
def test_so_many_doubloons_more_double_the_odds(voyage):
    """Odds 1, 2 and 4; and 8 to 1."""
    spread = search.SPREAD[voyage]
    three = scene(players=3, dial={0: 10, 1: 10 + spread, 2: 10 + 2 * spread}, voyage=voyage).lay()
    assert chances_of(three) == pytest.approx([WHOLE / 7, WHOLE * 2 / 7, WHOLE * 4 / 7], abs=1)
    two = scene(players=2, dial={0: 3 * spread, 1: 0}, voyage=voyage).lay()
    assert chances_of(two) == pytest.approx([WHOLE * 8 / 9, WHOLE / 9], abs=1)


@pytest.mark.parametrize(
    "position", [{"ship": {0: [7, 11]}}, {"loot": {0: [MAP, MAP, CHEST]}}, {"ship": {0: [11]}, "loot": {0: [MAP]}}]
)
def test_what_is_kept_for_the_next_voyage_counts_by_the_greedy_values(position):
    """It is worth as much as so many doubloons more on the dial; in the end it is worth nothing."""
    laid = scene(players=3, dial=40, **position).lay()
    knowledge, held = known(laid.rules)[0], Counter()
    worth = sum(int(knowledge["keep_value"][0, rank]) for rank in position.get("ship", {0: []})[0])
    for kind in position.get("loot", {0: []})[0]:
        worth += int(knowledge["token_value"][1, laid.rules["voyage_days"][0, 1], 0, kind, held[kind]])
        held[kind] += 1
    assert worth > 0
    own, second, third = chances_of(laid)
    assert second == third
    assert own / second == pytest.approx(2 ** (worth / greedy_values.DOUBLOON / search.SPREAD[0]), rel=0.01)
    laid.game["voyage"] = 2
    assert chances_of(laid) == [WHOLE // 3] * 3


def test_the_lead_counts_at_the_end_of_the_game():
    first, second, third = chances_of(scene(players=3, dial={0: 30, 1: 41, 2: 40}, voyage=2).lay())
    assert second > third > first


LOOT_BY_KIND = np.arange(-3, 4) * 5000
"""So far apart that every seat takes the last kind of a row, whatever it draws."""


def as_it_went_on(question, table):
    """The record at the end of the voyage of a copy whose chance, streams and choice are those of the game itself."""
    tried(question, table, question.taken, question.game["key"])
    copy = table["room"]["copies"][0].copy()
    copy["forced_seat"] = question.game["forced_seat"]
    return copy[0]


@pytest.mark.parametrize("kind", [Choice.SELECT, Choice.TAKE_DUSK])
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("faces", [(CALM,), (STORMY,)], ids=["calm", "stormy"])
def test_a_copy_goes_on_where_the_game_was(kind, players, faces):
    """With the game's own key, and the option that was taken there, it ends like the game itself, to the last field.

    Loot is no matter of chance here, as the rest of a dusk draws from other places. A Scout's card would be: his seat draws
    once less in the copy. What a Surgeon took is drawn anew.
    """
    table, gone_on = searchers(rules_record(None, faces), Policy.SEARCH, loot_start=LOOT_BY_KIND), 0
    knowledge = table["seated"]["knowledge"][0, 0]
    for game_index in range(60 if JIT else 6):
        for question in questions(players, game_index, faces, known=knowledge):
            game = question.game
            scouts = kind == Choice.SELECT and mask_of([Card.SCOUT]) & (game["hand"] | game["ship"])[question.seat]
            if question.kind == kind and not scouts and not (game["hand"] & game["secret"]).any():
                assert as_it_went_on(question, table).tobytes() == question.end.tobytes()
                gone_on += 1
    assert gone_on >= (30 if JIT else 2)


def card_question(game_index):
    """A choice of a card in a game of three."""
    (question,) = (question for question in questions(3, game_index) if question.kind == Choice.SELECT)
    return question


def test_all_options_share_their_chance():
    """What an option is worth in a sample depends on nothing but the position and the sample's key."""
    question, worths = card_question(1), {}
    before, table = question.games.copy(), searchers(question.rules, Policy.SEARCH)
    for place in (0, 1, 0, 2, 0):
        for key in range(1, 9):
            worth = tried(question, table, place, key)
            assert worths.setdefault((place, key), worth) == worth
            assert question.games.tobytes() == before.tobytes()
    assert len(set(worths.values())) > 2


# ------------------------------------------------------------------------------------------------ what is chosen


def drawn_from(state, n):
    """The number and the next state of a stream."""
    number, state = draw(np.uint64(state), np.int64(n))
    return int(number), int(state)


def by_regret_matching(worths, state):
    """The place taken, from the docstring: Hart and Mas-Colell with shares in 4096ths, as plain Python.

    Args:
        worths: a row for each sample, with what each option is worth in it.
        state: of the seat's stream, after the search's key.
    """
    options = range(len(worths[0]))
    regret = [0 for _ in options]
    for row in worths:
        positive = [max(0, one) for one in regret]
        if any(positive):
            shares = [one * 4096 // sum(positive) for one in positive]
            expected = sum(share * worth for share, worth in zip(shares, row, strict=True)) // 4096
        else:
            expected = sum(row) // len(row)
        regret = [one + worth - expected for one, worth in zip(regret, row, strict=True)]
    positive = [max(0, one) for one in regret]
    if not any(positive):
        return drawn_from(state, len(positive))[0]
    number, _ = drawn_from(state, sum(positive))
    return next(place for place in options if number < sum(positive[: place + 1]))


@pytest.mark.parametrize("samples", [1, 6])
def test_the_choice_is_by_regret_matching(samples):
    for game_index in range(12 if JIT else 2):
        question = card_question(game_index)
        table = searchers(question.rules, Policy.SEARCH, samples=samples)
        start = int(question.game["streams"][Stream.POLICY + question.seat])
        high, state = drawn_from(start, 2**31)
        low, state = drawn_from(state, 2**31)
        keys = [stream_key(np.uint64(high << 32 | low), np.int64(64 + sample)) for sample in range(samples)]
        worths = [[tried(question, table, place, key) for place in range(question.n)] for key in keys]
        assert matched(question, table, range(question.n), start) == by_regret_matching(worths, state)


def test_of_two_options_that_are_the_same_neither_is_regretted():
    """They share their chance."""
    question, taken = card_question(2), Counter()
    table = searchers(question.rules, Policy.SEARCH, samples=2)
    for state in range(STREAMS):
        taken[matched(question, table, [1, 1], state)] += 1
        assert table["room"]["regret"][0, :2].tolist() == [0, 0]
    assert taken == {1: STREAMS}


def test_where_nothing_is_regretted_all_are_equally_likely():
    """As before the first sample."""
    question, taken = card_question(2), Counter()
    table = searchers(question.rules, Policy.SEARCH, samples=0)
    for state in range(200):
        taken[matched(question, table, [4, 2], state)] += 1
    assert taken.keys() == {2, 4}
    assert abs(taken[2] - 100) < 5 * 50**0.5


def places_taken(laid, table, kind, options, n, player=0):
    """The places that seat 0 takes, over some streams of its own."""
    taken = Counter()
    for state in range(STREAMS):
        games = laid.games.copy()
        games["player"], games["streams"][0, Stream.POLICY] = player, state
        taken[picked(games, table, np.int64(kind), 0, options, n)] += 1
    return taken


LAST = {"voyage": 2, "day": 5, "dial": 50}
"""The last day of the game."""


def test_a_card_that_wins_for_certain_is_found():
    """The Bosun brings 8 with four below him; the others bring nothing, and the opponent's Brawler 1."""
    hand = [Card.THIEF, Card.BOSUN, Card.WATCHMAN]
    laid = scene(players=2, hand={0: hand, 1: [Card.BRAWLER]}, ship={0: [1, 3, 5, 9]}, **LAST).lay()
    table = searchers(laid.rules, Policy.SEARCH, Policy.LEARNED)
    assert places_taken(laid, table, Choice.SELECT, mask_of(hand), 3) == {sorted(hand).index(Card.BOSUN): STREAMS}
    assert len(places_taken(laid, table, Choice.SELECT, mask_of(hand), 3, player=1)) == 3, "without search any card"


def at_dusk(today):
    """Seat 0's Apprentice is the only character, and takes a token; seat 1 has 2 doubloons more."""
    laid = scene(players=2, doubloons={0: 20, 1: 22}, today=today, **LAST).lay()
    game = laid.game
    game["phase"], game["island_size"] = Phase.DUSK, 1
    game["island_card"][0], game["island_seat"][0] = Card.APPRENTICE, 0
    game["island_here"] = game["island_done"] = 1
    return laid, packed([today.count(kind) for kind in Loot])


def test_the_token_that_wins_is_found_if_search_is_asked_for_loot():
    """A chest brings 5, a relic takes 3. Of two chests either is the same."""
    laid, row = at_dusk([CHEST, CHEST, RELIC])
    with_loot, cards_alone = (searchers(laid.rules, Policy.SEARCH, of_loot=of_loot) for of_loot in (1, 0))
    assert {token_at(row, place) for place in places_taken(laid, with_loot, Choice.TAKE_DUSK, row, 3)} == {CHEST}
    assert {token_at(row, place) for place in places_taken(laid, cards_alone, Choice.TAKE_DUSK, row, 3)} == {CHEST, RELIC}


def test_nothing_is_drawn_where_there_is_no_choice():
    laid, row = at_dusk([CHEST, CHEST])
    table = searchers(laid.rules, Policy.SEARCH, of_loot=1)
    before = laid.games.copy()
    assert picked(laid.games, table, np.int64(Choice.TAKE_DUSK), 0, row, 2) == 0
    assert picked(laid.games, table, np.int64(Choice.SELECT), 0, mask_of([4]), 1) == 0
    assert laid.games.tobytes() == before.tobytes()


def test_searchers_may_play_by_any_policy():
    """The second is random, the third greedy: he takes the chest."""
    laid, row = at_dusk([CHEST, RELIC])
    table = searchers(laid.rules, Policy.SEARCH, Policy.RANDOM, Policy.GREEDY)
    assert places_taken(laid, table, Choice.TAKE_DUSK, row, 2, player=1).keys() == {0, 1}
    assert places_taken(laid, table, Choice.TAKE_DUSK, row, 2, player=2).keys() == {0}


def test_a_search_that_is_stopped_ends_after_the_sample_under_way():
    """Nothing is regretted yet, so the choice is at random; the copy is untouched."""
    question = card_question(2)
    table = searchers(question.rules, Policy.SEARCH, samples=100_000)
    table["room"]["stop"] = 1
    blank = table["room"]["copies"].tobytes()
    assert 0 <= matched(question, table, range(question.n), 7) < question.n
    assert table["room"]["copies"].tobytes() == blank
    assert not table["room"]["regret"].any()
