"""No policy sees what its seat may not see: where two positions differ in hidden facts alone, it takes the same option.

Hidden are the cards that others have picked until all are placed, what is not dealt or drawn yet, the streams of chance and of
other seats, and which card a Surgeon took back from a graveyard (docs/policies.md).
"""

from collections import Counter
from itertools import product

import numpy as np
import pytest
from observed import blank_table, picked, questions, rules_of, weights_drawn

from kernels._jit import JIT
from kernels.catalog import CALM, STORMY
from kernels.codes import Choice, Policy, Stream
from kernels.masks import mask_of, ranks_of
from kernels.policies import greedy_values
from kernels.rng import _GOLDEN

GREEDY, LEARNED, SEARCH, SEARCH_OF_LOOT = range(4)
NAMES = ("greedy", "learned", "search:4", "search:4+loot")
GAMES = 25 if JIT else 1
TABLES = [
    pytest.param(players, faces, solo, id=f"{'solo' if solo else players} {name}")
    for players, solo in ((2, False), (4, False), (2, True))
    for name, faces in (("calm", (CALM,)), ("stormy", (STORMY,)))
]


def table_of(rules, solo):
    """A TABLE or SOLO_TABLE array of shape (1,) with the policies of ``NAMES``, whose weights look at every feature."""
    table = blank_table(solo)
    for at, player in enumerate(table[0]["seated"][: len(NAMES)]):
        player["policy"] = (Policy.GREEDY, Policy.LEARNED, Policy.SEARCH, Policy.SEARCH)[at]
        player["samples"], player["of_loot"] = 4, at == SEARCH_OF_LOOT
        player["knowledge"]["rules"] = rules[0]
        greedy_values.fill(player["knowledge"])
        weights_drawn(player["knowledge"], 5, 30)
    return table


def taken(question, games, table, policy):
    """The place that a policy takes, the record after it, and what it worked out: the odds it last drew by, and search's regrets."""
    after, table = games.copy(), table.copy()
    after["player"] = policy
    place = picked(after, table, np.int64(question.kind), question.seat, question.options, question.n)
    scores, room = table[0]["seated"][policy]["knowledge"]["scores"], table[0]["room"]
    return place, after, [scores.tolist(), *(room[name].tolist() for name in ("worth", "regret", "weight"))]


def secret_of(game, seat):
    """The ranks that a Surgeon took into the hand of a seat unseen."""
    return ranks_of(game["hand"][seat] & game["secret"][seat])


def with_other_hidden_facts(question, numbers):
    """A copy of the record that differs where the seat does not see it."""
    games, rules, seat = question.games.copy(), question.rules[0], question.seat
    game, solo = games[0], "automa_idle" in games.dtype.names
    others = [other for other in range(game["players"]) if other != seat]

    game["key"] = numbers.integers(2**63)
    for stream in range(len(game["streams"])):
        if stream != Stream.POLICY + seat:
            game["streams"][stream], game["origins"][stream] = numbers.integers(2**63, size=2)
    game["loot_order"] = numbers.permutation(game["loot_order"])
    # the cards of the next voyages; in a solo game also those that the Pilferer turns, the backs, and the one after today's
    known = int(rules["deal_first"][game["voyage"]] + rules["voyage_cards"])
    if solo:
        known += int(game["day"]) + (question.kind != Choice.SELECT)
    unseen = game["deck"][known : rules["deck_size"]]
    unseen[:] = numbers.permutation(unseen)

    for other in others:
        if question.kind == Choice.SELECT:  # afterwards the picked cards lie open
            game["pick"][other] = numbers.choice([0, *ranks_of(game["hand"][other])])
        for card in secret_of(game, other):
            among = ranks_of(game["secret_among"][other] & (game["graveyard"][other] | mask_of([card])))
            instead = mask_of([numbers.choice(among)])
            both = mask_of([card]) | instead
            if instead != mask_of([card]):
                game["hand"][other] ^= both
                game["graveyard"][other] ^= both
                game["secret"][other] ^= both
    return games


@pytest.mark.parametrize(("players", "faces", "solo"), TABLES)
@pytest.mark.parametrize("policy", range(len(NAMES)), ids=NAMES)
def test_a_choice_does_not_depend_on_what_is_hidden(policy, players, faces, solo):
    table, asked, swapped = table_of(rules_of(faces, solo), solo), Counter(), Counter()
    numbers = np.random.default_rng(3)
    for game_index, secrets in product(range(GAMES), (False, True)):
        for question in questions(players, game_index, faces, solo, secrets=secrets):
            place, _, scores = taken(question, question.games, table, policy)
            assert 0 <= place < question.n
            for _ in range(3 if JIT else 1):
                other = with_other_hidden_facts(question, numbers)
                assert other.tobytes() != question.games.tobytes()
                assert taken(question, other, table, policy)[::2] == (place, scores), question.kind.name
                swapped[question.kind] += (other["hand"] != question.games["hand"]).any()
            asked[question.kind] += 1
    if JIT:
        assert swapped[Choice.SELECT] > 10, "another hand than it seems, by a card that a Surgeon took back"
        # what is asked of no policy: the bag (chance), and the Automa's Watchman, whose choices are her own
        never = {
            Choice.STOWAWAY_DRAW,
            Choice.TAKE_WATCHMAN,
            *(() if players == 2 else (Choice.MIDSHIPMAN_REMOVE,)),
        }
        assert len(asked) > 20
        assert not asked.keys() & never


@pytest.mark.parametrize(("players", "faces", "solo"), TABLES)
def test_a_policy_draws_from_its_seats_stream_and_changes_nothing_else(players, faces, solo):
    """Greedy draws nothing, learned once for a card or a token; search twice for its key and once for its choice."""
    table = table_of(rules_of(faces, solo), solo)
    for game_index in range(GAMES):
        for question in questions(players, game_index, faces, solo):
            for policy in range(len(NAMES)):
                _, after, _ = taken(question, question.games, table, policy)
                expected = question.games.copy()
                expected["player"] = policy
                stream = Stream.POLICY + question.seat
                state = int(expected["streams"][0, stream]) + draws_of(policy, question) * int(_GOLDEN)
                expected["streams"][0, stream] = state % 2**64
                assert after.tobytes() == expected.tobytes(), (NAMES[policy], question.kind.name)


def draws_of(policy, question):
    kind = question.kind
    of_loot = kind in (Choice.TAKE_DUSK, Choice.TAKE_SMUGGLER, Choice.TAKE_COOK)
    if of_loot and sum(int(question.options) >> 8 * place & 255 > 0 for place in range(7)) == 1:
        return 0
    if policy in (SEARCH, SEARCH_OF_LOOT) and (
        kind == Choice.SELECT or (policy == SEARCH_OF_LOOT and kind == Choice.TAKE_DUSK)
    ):
        return 3
    return int(policy != GREEDY and (of_loot or kind in (Choice.SELECT, Choice.SCOUT_PLAY)))
