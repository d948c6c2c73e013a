"""The search policy: what a copy does not know, what it is worth, and what is chosen by it."""

from collections import Counter

import numpy as np
import pytest
from called import called
from observed import questions
from scenes import scene

from kernels import rng
from kernels._jit import JIT, entry
from kernels.catalog import CALM, SOLO_DECK, STORMY
from kernels.codes import Card, Choice, Loot, Phase, Policy, Stream
from kernels.masks import mask_of, ranks_of
from kernels.policies import greedy_values, search
from kernels.policies.knowledge import KNOWLEDGE, SEARCH_TABLE
from kernels.rule_record import rules_record
from kernels.state import GAME, SOLO_GAME, Violation, invariants
from kernels.tokens import packed, token_at

CHEST, HOOK, MAP, SABER, AMULET, BARREL, RELIC = Loot
WHOLE = 1 << 16
"""A chance of 1."""
DRAWS = 4000 if JIT else 1000


@entry
def picked(games, table, kind, seat, options, n):
    return search.pick(games[0], table[0], kind, seat, options, n)


@entry
def tried_or_matched(games, copies, knowledge, kind, seat, places, samples, key):
    """``search.tried`` of the first place, or with samples ``search.matched``."""
    if samples == 0:
        return search.tried(games[0], copies, knowledge[0], kind, seat, places[0], key)
    return search.matched(games[0], knowledge[0], seat, places, places.size, samples, kind)


chance_to_win = called(search.chance_to_win)
draw_the_unseen = called(search.draw_the_unseen)
stream_key = called(rng.stream_key)
draw = called(rng.draw)


def known(rules, loot_start=0):
    """KNOWLEDGE array of shape (1,) that plays cards at random, and so loot but for its start."""
    knowledge = np.zeros(1, KNOWLEDGE)
    knowledge["rules"] = rules[0]
    greedy_values.fill(knowledge[0])
    knowledge["loot_start"] = loot_start
    return knowledge


def searchers(rules, *policies, samples=8, of_loot=0):
    table = np.zeros(1, SEARCH_TABLE)
    for player, policy in zip(table[0]["searchers"], policies):
        player["policy"], player["samples"], player["of_loot"] = policy, samples, of_loot
        player["knowledge"] = known(rules)[0]
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


@pytest.mark.parametrize("players", [2, 3, 6])
def test_with_equal_dials_everybody_may_win(players):
    laid = scene(players=players, dial=40).lay()
    for voyage in (0, 1):
        assert [chance_to_win(laid.game, voyage, seat) for seat in range(players)] == [WHOLE // players] * players


@pytest.mark.parametrize("voyage", [0, 1])
def test_so_many_doubloons_more_double_the_odds(voyage):
    """Odds 1, 2 and 4, or 1 to 8."""
    spread = search.SPREAD[voyage]
    three = scene(players=3, dial={0: 10, 1: 10 + spread, 2: 10 + 2 * spread}).lay().game
    assert [chance_to_win(three, voyage, seat) for seat in range(3)] == pytest.approx(
        [WHOLE / 7, WHOLE * 2 / 7, WHOLE * 4 / 7], abs=1
    )
    two = scene(players=2, dial={0: 3 * spread, 1: 0}).lay().game
    assert [chance_to_win(two, voyage, seat) for seat in range(2)] == pytest.approx([WHOLE * 8 / 9, WHOLE / 9], abs=1)


def test_at_the_end_of_the_game_the_winner_is_worth_most():
    laid = scene(players=3, dial={0: 30, 1: 41, 2: 40}, voyage=2).lay()
    worth = [chance_to_win(laid.game, 2, seat) for seat in range(3)]
    assert worth[1] > worth[2] > worth[0]


LOOT_BY_KIND = np.arange(-3, 4) * 5000
"""So far apart that every seat takes the last kind of a row, whatever it draws."""


def as_it_went_on(question, knowledge):
    """The record at the end of the voyage of a copy whose chance, streams and choice are those of the game itself."""
    copies = np.zeros(1, GAME)
    places = np.array([question.taken])
    tried_or_matched(question.games, copies, knowledge, np.int64(question.kind), question.seat, places, 0, question.game["key"])
    copies["forced_seat"] = question.game["forced_seat"]
    return copies[0]


@pytest.mark.parametrize("kind", [Choice.SELECT, Choice.TAKE_DUSK])
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("faces", [(CALM,), (STORMY,)], ids=["calm", "stormy"])
def test_a_copy_goes_on_where_the_game_was(kind, players, faces):
    """With the game's own key, and the option that was taken there, it ends like the game itself, to the last field.

    Loot is no matter of chance here, as the rest of a dusk draws from other places. A Scout's card would be: his seat draws
    once less in the copy. What a Surgeon took is drawn anew.
    """
    rules = rules_record(None, faces)
    knowledge, gone_on = known(rules, LOOT_BY_KIND), 0
    for game_index in range(60 if JIT else 6):
        for question in questions(players, game_index, faces, known=knowledge[0]):
            game = question.game
            scouts = kind == Choice.SELECT and mask_of([Card.SCOUT]) & (game["hand"] | game["ship"])[question.seat]
            if question.kind == kind and not scouts and not (game["hand"] & game["secret"]).any():
                assert as_it_went_on(question, knowledge).tobytes() == question.end.tobytes()
                gone_on += 1
    assert gone_on >= (30 if JIT else 2)


def test_all_options_share_their_chance():
    """What an option is worth in a sample depends on nothing but the position and the sample's key."""
    worths = {}
    for question in questions(4, 1, late=False):
        if question.kind == Choice.SELECT:
            for place in (0, 1, 0, 2, 0):
                for key in range(1, 9):
                    before = question.games.copy()
                    worth = tried_or_matched(
                        question.games, np.zeros(1, GAME), known(question.rules), np.int64(question.kind), question.seat,
                        np.array([place]), 0, np.uint64(key),
                    )  # fmt: skip
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
    chosen = Counter()
    for game_index in range(12 if JIT else 1):
        for question in questions(3, game_index):
            if question.kind == Choice.SELECT:
                knowledge, copies = known(question.rules), np.zeros(1, GAME)
                asked = (np.int64(question.kind), question.seat)
                state = int(question.game["streams"][Stream.POLICY + question.seat])
                high, state = drawn_from(state, 2**31)
                low, state = drawn_from(state, 2**31)
                keys = [stream_key(np.uint64(high << 32 | low), np.int64(64 + sample)) for sample in range(samples)]
                worths = [
                    [
                        int(tried_or_matched(question.games, copies, knowledge, *asked, np.array([place]), 0, np.uint64(key)))
                        for place in range(question.n)
                    ]
                    for key in keys
                ]
                games = question.games.copy()
                place = tried_or_matched(games, copies, knowledge, *asked, np.arange(question.n), samples, np.uint64(0))
                assert place == by_regret_matching(worths, state)
                chosen[place] += 1
    assert chosen.total() == (12 if JIT else 1)


def test_of_two_options_that_are_the_same_either_is_taken():
    """They share their chance, so neither is regretted."""
    (question,) = (question for question in questions(3, 2) if question.kind == Choice.SELECT)
    taken = Counter()
    for state in range(30 if JIT else 6):
        games = question.games.copy()
        games["streams"][0, Stream.POLICY + question.seat] = state
        place = tried_or_matched(
            games, np.zeros(1, GAME), known(question.rules), np.int64(question.kind), question.seat, np.array([1, 1]), 2, np.uint64(0)
        )  # fmt: skip
        _, after = drawn_from(drawn_from(state, 2**31)[1], 2**31)
        assert place == drawn_from(after, 2)[0]
        taken[place] += 1
    assert taken.keys() == {0, 1}


STREAMS = 40 if JIT else 8


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
