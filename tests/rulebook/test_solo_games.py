"""Whole solo games: random ones replay themselves without a difference, and what differs is found."""

import json
import random

from .loot import AUTOMA, SOLO_KINDS, uncharted
from .rules import CONFORMANCE, RuleSet
from .solo_deck import SOLO_RANKS
from .table import says
from .test_user_tiles import check_conservation, random_tile
from .transcript import random_solo_game, replay

# whole games


def play_and_replay(rng, tiles=None, **others):
    for rules in (RuleSet(), CONFORMANCE):
        game = json.loads(json.dumps(random_solo_game(rng, rules, tiles=tiles, **others)))
        check_conservation(game)
        assert replay(game, rules) == []
        assert replay(without_her_orders(game), rules, missing_orders="any") == []


def without_her_orders(game):
    for choices in phases(game):
        choices[:] = [choice for choice in choices if (choice["seat"], choice["kind"]) != (1, "order")]
    return game


def phases(game):
    for voyage in game["voyages"]:
        yield from (played["choices"] for played in voyage["days"])
        yield voyage["anchor"]


def test_random_games_replay():
    for seed in range(60):
        play_and_replay(random.Random(seed), start=(seed % 3, seed % 5))


def test_random_games_with_stormy_and_uncharted_tiles():
    for seed in range(40):
        rng = random.Random(seed)
        play_and_replay(rng, dict.fromkeys(SOLO_KINDS, "stormy"))
        play_and_replay(rng, uncharted(rng, SOLO_KINDS))


def test_random_games_with_invented_tiles_and_cards():
    for seed in range(40):
        rng = random.Random(seed)
        tiles = {kind: random_tile(rng, 2) for kind in AUTOMA if rng.random() < 0.7}
        tiles |= {kind: rng.choice(["calm", "stormy", random_tile(rng, 2)]) for kind in SOLO_KINDS}
        cards = {
            rank: {
                "no_effect_rank": rng.choice([None, rng.randint(1, 40)]),
                "symbol": rng.random() < 0.5,
                "back": [rng.choice("LRS") + str(rng.randint(1, 4)) for _ in range(5)],
            }
            for rank in rng.sample(SOLO_RANKS, 30)
        }
        play_and_replay(rng, tiles, cards=cards)


def test_all_of_the_automa_is_met_in_random_games():
    kinds, events = set(), set()
    for seed in range(150):
        tiles = None if seed % 2 else dict.fromkeys(SOLO_KINDS, "stormy")
        game = random_solo_game(random.Random(seed), tiles=tiles)
        kinds |= {choice["kind"] for choices in phases(game) for choice in choices if choice["seat"] == 1}
        events |= {played["pilferer"]["token"] for voyage in game["voyages"] for played in voyage["days"]}
    assert kinds == {
        "apprentice_copy", "brawler", "gunner", "hook", "innkeeper_return", "loot_take", "map_cash", "merchant",
        "necromancer_relic", "necromancer_return", "order", "preacher_keep", "recruiter", "scout_play", "stowaway_draw",
        "surgeon", "thief", "witch_copy",
    }  # fmt: skip
    assert None in events
    assert len(events) == 8


# what a replay finds


def changed(change, **options):
    game = json.loads(json.dumps(random_solo_game(random.Random(11))))
    change(game)
    return replay(game, **options)


def first(game, **fields):
    """The first choice of the Automa's with these fields, and more than one option."""
    for choices in phases(game):
        for choice in choices:
            if choice["seat"] == 1 and choice["n"] > 1 and fields.items() <= choice.items():
                return choice
    raise LookupError(fields)


def test_a_replay_finds_a_wrong_card_of_hers():
    def other_card(game):
        played = game["voyages"][0]["days"][0]
        played["select"][1] = next(rank for rank in game["voyages"][0]["deal"] if rank != played["select"][1])

    assert "the Automa plays: select: recorded" in changed(other_card)[0]


def test_a_replay_finds_a_wrong_card_or_token_of_the_pilferers():
    def other(key, value):
        return lambda game: game["voyages"][0]["days"][1]["pilferer"].update({key: value})

    assert "the Pilferer: card" in changed(other("card", 37))[0]
    assert "the Pilferer: token" in changed(other("token", "rope"))[0]


def test_a_replay_finds_a_wrong_answer_of_hers():
    def worse_token(game):
        # a kind that is there and that she likes less: the one the human takes after her
        for voyage in game["voyages"]:
            for played in voyage["days"]:
                takes = [choice for choice in played["choices"] if choice["kind"] == "loot_take" and "day" not in choice]
                if [choice["seat"] for choice in takes[:2]] == [1, 0] and takes[0]["loot"] != takes[1]["loot"]:
                    takes[0]["loot"] = takes[1]["loot"]
                    return

    assert "loot_take: the Automa's answer: recorded" in changed(worse_token)[0]
    assert "number of options" in changed(lambda game: first(game, kind="loot_take").update(n=99))[0]


def test_a_replay_finds_a_wrong_order_of_hers():
    def other_order(game):
        # what she takes second comes first
        for choices in phases(game):
            orders = [choice for choice in choices if (choice["seat"], choice["kind"]) == (1, "order")]
            if len(orders) > 1 and orders[0]["next"] != orders[1]["next"]:
                orders[0]["next"] = orders[1]["next"]
                return

    assert "order: the Automa's answer: recorded" in changed(other_order)[0]
    assert changed(other_order, missing_orders="any")
    assert changed(without_her_orders)
    assert changed(without_her_orders, missing_orders="any") == []


def test_a_replay_finds_a_wrong_deal_start_or_deck():
    def other_deal(game):
        game["voyages"][0]["deal"] = game["voyages"][1]["deal"]

    assert "the solo deck deals" in changed(other_deal)[0]
    assert "start: doubloons" in changed(lambda game: game["solo"].update(start=[0, 1]))[0]
    assert "the solo deck deals" in changed(lambda game: game["solo"]["deck"].reverse())[0]


def test_a_replay_takes_the_cards_of_the_record():
    cards = {rank: says("L1") for rank in SOLO_RANKS}
    game = json.loads(json.dumps(random_solo_game(random.Random(3), cards=cards)))
    assert replay(game) == []
    del game["solo"]["cards"]
    assert replay(game)
