"""The solo game: SOL-1 to SOL-6, SOL-8, SOL-9, the rulings Q-16 to Q-19, and what other clauses say for solo."""

import random

import pytest

from .automa import card_by, row_of_back
from .cards import DAYTIME
from .island import Character, Island
from .loot import AUTOMA, CALM, SOLO_KINDS, STORMY, solo_mix, tiles_from, uncharted
from .rules import CONFORMANCE, RuleSet
from .solo import SoloGame
from .solo_deck import SOLO_RANKS, SoloDeck, standard_cards
from .table import (
    ROWS,
    anchor,
    asks,
    coins,
    day,
    graves,
    hands,
    held,
    hers,
    moved,
    night,
    noted,
    says,
    ships,
    solo,
    spaces,
    watchmans,
)
from .test_user_tiles import made, of
from .transcript import random_solo_game

STATE = {"doubloons", "score", "reputation", "hand", "ship", "graveyard", "loot", "bag", "days"}


# SOL-1


@pytest.mark.rule("SET-1")
@pytest.mark.rule("SOL-1")
def test_sol_1_two_seats_and_no_midshipman():
    game = solo(30)
    assert len(game.seats) == 2
    day(game, [20, 21])
    assert game.island.midshipman is None
    assert noted(game, "DAY-2") == ["the island: [20/0, 21/1, 30/-]"]
    # her cards go to her own graveyard and her ship, and she has a reputation token
    game = day(solo(40), [12, 17])
    assert (ships(game), graves(game), spaces(game)) == ([[12], [17]], [[], []], [2, 3])
    game = day(solo(40), [12, 34])
    assert spaces(game) == [2, 5]


@pytest.mark.rule("SOL-1")
@pytest.mark.rule("SET-5")
def test_sol_1_both_tokens_begin_in_the_middle():
    drawn = {tuple(random_solo_game(random.Random(seed))["reputation"]) for seed in range(12)}
    assert drawn == {(None, None, 0, 1, None, None), (None, None, 1, 0, None, None)}


@pytest.mark.rule("SOL-1")
@pytest.mark.rule("VOY-2")
def test_sol_1_three_tokens_a_day():
    game = SoloGame(ROWS[2], SOLO_RANKS)
    with pytest.raises(ValueError):
        game.start_voyage(SOLO_RANKS[:6], [["map", "map"]] * 4)
    game = SoloGame(ROWS[2], SOLO_RANKS)
    game.start_voyage(SOLO_RANKS[:6], [["map", "map", "relic"]] * 4)
    assert [row.total() for row in game.days] == [3] * 4


@pytest.mark.rule("SET-3")
def test_set_3_solo_has_two_sides_of_three_kinds():
    assert SOLO_KINDS == ("chest", "map", "relic")
    assert SoloGame(ROWS[2], SOLO_RANKS).tiles == {**CALM, **AUTOMA}
    mix = dict.fromkeys(SOLO_KINDS, "stormy")
    assert tiles_from(solo_mix(mix), 2) == {**STORMY, **AUTOMA}
    assert SoloGame(ROWS[2], SOLO_RANKS, tiles={"hook": "automa"}).tiles["hook"] == AUTOMA["hook"]
    for kind in AUTOMA:
        for side in ("calm", "stormy", "rough"):
            with pytest.raises(ValueError):
                SoloGame(ROWS[2], SOLO_RANKS, tiles={kind: side})
    with pytest.raises(ValueError):
        SoloGame(ROWS[2], SOLO_RANKS, tiles={"map": "automa"})
    mixes = {tuple(uncharted(random.Random(seed), SOLO_KINDS).items()) for seed in range(200)}
    assert len(mixes) == 8


@pytest.mark.rule("LA-hook")
@pytest.mark.rule("LA-saber")
@pytest.mark.rule("LA-amulet")
@pytest.mark.rule("LA-barrel")
def test_automa_tiles_in_a_solo_game_for_either_side():
    # the barrel raises either; the saber hits the lowest of the opponent's ship, or pays 3
    game = solo(1, rows=[["barrel", "map", "barrel"]])
    day(game, [32, 35], hers(3, "map"), asks(0, "loot_take", 2, loot="barrel", source="dusk"))
    assert spaces(game) == [3, 2]
    for seat, card in ((0, 32), (1, 35)):
        select, take = [None, None], asks(seat, "loot_take", 1, loot="saber", source="dusk")
        select[seat] = card
        game = day(solo(1, rows=[["saber"]], ships=[[29, 31], [29, 31]]), select, take)
        assert (coins(game), graves(game)[1 - seat], graves(game)[seat]) == ([0, 0], [29], [])
        game = day(solo(1, rows=[["saber"]]), select, take)
        assert (coins(game)[seat], coins(game)[1 - seat]) == (3, 0)
    # the hook: the human may keep, she takes the 4; amulet 3, barrel 1
    game = solo(ships=[[33], [3]], loot=[["hook"], ["hook", "amulet", "barrel"]])
    anchor(
        game,
        asks(0, "order", 2, phase="anchor", next="hook"),
        asks(0, "hook", 2, keep=True),
        asks(0, "hook_card", 1, card=33),
        asks(1, "order", 3, phase="anchor", next="hook"),
        asks(1, "hook", 2, keep=False),
        asks(1, "order", 2, phase="anchor", next="amulet"),
    )
    assert (game.scores(), ships(game)) == ([6, 8], [[33], []])


# SOL-2


@pytest.mark.rule("SOL-2")
def test_sol_2_the_top_six_before_each_voyage_for_both():
    game = random_solo_game(random.Random(2))
    deck = game["solo"]["deck"]
    assert sorted(deck) == [rank for rank in range(1, 41) if rank != 37]
    starts = [0, 6 + 4, 6 + 4 + 6 + 5]
    for voyage, start in zip(game["voyages"], starts, strict=True):
        assert voyage["deal"] == sorted(deck[start : start + 6])
        assert all(set(voyage["deal"]) <= set(hand) for hand in voyage["start"]["hand"])
        turned = [played["pilferer"]["card"] for played in voyage["days"]]
        assert turned == deck[start + 6 : start + 6 + len(turned)]


@pytest.mark.rule("SOL-2")
def test_sol_2_a_deal_that_is_not_on_top_is_refused():
    rows = [["map", "map", "relic"]] * 4
    with pytest.raises(ValueError):
        SoloGame(ROWS[2], SOLO_RANKS).start_voyage([2, 3, 4, 5, 6, 7], rows)
    game = SoloGame(ROWS[2], [30, *SOLO_RANKS[:29], *SOLO_RANKS[30:]])
    game.start_voyage([1, 2, 3, 4, 5, 30], rows)
    assert hands(game) == [[1, 2, 3, 4, 5, 30]] * 2


@pytest.mark.rule("SOL-2")
def test_sol_2_cards_enough_each_once_without_37():
    assert len(SOLO_RANKS) == len(standard_cards()) == 39
    SoloGame(ROWS[2], SOLO_RANKS[:34])
    for deck in (SOLO_RANKS[:33], [*SOLO_RANKS[:33], 1], [*SOLO_RANKS[:33], 37], [*SOLO_RANKS[:33], 41]):
        with pytest.raises(ValueError):
            SoloGame(ROWS[2], deck)
    SoloGame(ROWS[2], SOLO_RANKS, RuleSet().changed({"voyage.lengths": (6, 6, 8)}))
    with pytest.raises(ValueError):
        SoloGame(ROWS[2], SOLO_RANKS, RuleSet().changed({"voyage.lengths": (6, 7, 8)}))


# SOL-3


@pytest.mark.rule("SOL-3")
def test_sol_3_the_pilferers_card_then_the_next_back_that_is_not_drawn():
    cards = {14: says("L2", "L1", "L1", "L1", "L1"), 15: says("R1", "L1", "L1", "L1", "L1")}
    game = solo(13, 14, 15, cards=cards, hands=[[], [21, 32, 35]], rows=[[], []])
    assert game.automas_card() == 32
    day(game, [None, 32])
    assert game.pilferer == {"card": 13, "token": None}
    assert noted(game, "SOL-4") == ["row 1 of the back of 14 says L2 and the Automa plays 32"]
    assert game.automas_card() == 35
    day(game, [None, 35])
    assert game.pilferer["card"] == 14  # whose back was looked at the day before
    assert noted(game, "SOL-3") == ["the Pilferer turns 13", "the Pilferer turns 14"]


@pytest.mark.rule("SOL-3")
def test_sol_3_her_card_is_no_choice_of_the_caller():
    game = solo(13, 14, cards={14: says("L2", "L1", "L1", "L1", "L1")}, hands=[[12], [21, 32, 35]])
    for wrong in (21, None):
        with pytest.raises(ValueError):
            game.play_day([12, wrong], None)
    with pytest.raises(ValueError):
        game.play_day([13, 32], None)


@pytest.mark.rule("SOL-3")
def test_sol_3_left_of_every_equal_rank():
    game = solo(30)
    human, automa = game.seats
    for row in ([0, None, None, 1, None, None], [1, None, None, 0, None, None]):
        game.track.row = row
        island = Island([Character(30, human), Character(30, None), Character(30, automa), Character(12, human)], game.track)
        assert [card.seat for card in island.cards][1:] == [None, *sorted(game.seats, key=lambda seat: row.index(seat.number))]
    # by the order at dusk: the human's 30 takes before the Pilferer's
    game = solo(31, rows=[["chest"]])
    day(game, [31, None], asks(0, "loot_take", 1, loot="chest", source="dusk"))
    assert (held(game, 0), game.pilferer["token"]) == (["chest"], None)


@pytest.mark.rule("SOL-3")
def test_sol_3_deck_and_backs_are_in_no_state():
    game = solo(31)
    assert set(game.state()) == STATE
    asked = []
    game.seats[0].hand.add(1)
    game.seats[0].hand.add(12)
    game.play_day([1, None], lambda seat, kind, options, **context: asked.append(set(context)) or 0)
    assert asked == [{"phase", "game"}]


# SOL-4


@pytest.mark.rule("SOL-4")
@pytest.mark.parametrize(
    ("tokens", "row"),
    [
        # all of one class
        ("chest hook map", 1),
        ("map map map", 1),
        ("saber amulet barrel", 1),
        ("relic relic relic", 1),
        ("relic", 1),
        ("amulet barrel", 1),
        # two bad
        ("relic relic chest", 2),
        ("relic relic barrel", 2),
        # a bad and a good: the worked example, two chests and a relic
        ("chest chest relic", 3),
        ("hook amulet relic", 3),
        ("map relic", 3),
        # a good
        ("chest saber amulet", 4),
        ("map hook barrel", 4),
        ("map barrel", 4),
        # anything else
        ("relic saber amulet", 5),
        ("relic barrel barrel", 5),
        ("relic saber", 5),
        # no token
        ("", 1),
    ],
)
def test_sol_4_rows(tokens, row):
    assert row_of_back(tokens.split()) + 1 == row
    entries = ["L9"] * 5
    entries[row - 1] = "L2"
    game = solo(30, 31, cards={31: says(*entries)}, hands=[[], [8, 21, 32, 35]], rows=[tokens.split()])
    assert game.automas_card() == 21


@pytest.mark.rule("SOL-4")
@pytest.mark.parametrize(
    ("entry", "card"),
    [("L1", 8), ("L2", 21), ("L4", 35), ("R1", 35), ("R3", 21), ("R4", 8), ("S1", 21), ("S2", 35)],
)
def test_sol_4_entries(entry, card):
    assert card_by(entry, {21, 8, 35, 32}, {21, 35, 40}) == card


@pytest.mark.rule("SOL-4")
def test_sol_4_past_the_end_one_with_the_symbol_none_with_it():
    assert [card_by(entry, {8, 21}, set()) for entry in ("L3", "R3")] == [21, 8]
    assert card_by("S3", {8, 21, 32}, {8, 21}) == 21
    assert [card_by(entry, {8, 21, 32}, {8}) for entry in ("S1", "S2", "S3")] == [8, 8, 8]
    assert [card_by(entry, {8, 21, 32}, {33}) for entry in ("S1", "S2")] == [32, 32]
    assert [card_by(entry, {21}, set()) for entry in ("L3", "R2", "S2")] == [21, 21, 21]


@pytest.mark.rule("SOL-4")
def test_sol_4_symbols_are_those_of_the_deck():
    # of 3, 8 and 32 the Barkeep and the Treasurer have the symbol
    game = solo(30, 31, cards={31: says("S2", "L1", "L1", "L1", "L1")}, hands=[[], [3, 8, 32]])
    assert game.automas_card() == 32
    cards = {31: says("S1", "L1", "L1", "L1", "L1"), "3": says("L1", symbol=True)}
    assert solo(30, 31, cards=cards, hands=[[], [3, 8, 32]]).automas_card() == 3
    with pytest.raises(ValueError):
        SoloDeck(SOLO_RANKS, 34, {3: says("L1", "L1", "L1", "L1")})
    with pytest.raises(ValueError):
        SoloDeck(SOLO_RANKS, 34, {3: says("L1", "L1", "L1", "L1", "X1")})


# SOL-5


@pytest.mark.rule("SOL-5")
def test_sol_5_the_automa_takes_by_preference_and_runs_the_effects():
    kinds = ["chest", "hook", "map", "saber", "amulet", "barrel", "relic"]
    for at, kind in enumerate(kinds):
        row = kinds[at:]
        game = day(solo(1, rows=[row[::-1]]), [None, 35], hers(len(row), kind))
        assert held(game, 1) == [kind]
        assert spaces(game)[1] == 3 + (kind == "barrel")
        assert coins(game)[1] == 3 * (kind == "saber")


@pytest.mark.rule("SOL-5")
def test_sol_5_the_pilferer_takes_by_preference_into_the_bag_without_effect():
    kinds = ["chest", "hook", "map", "saber", "amulet", "barrel", "relic"]
    for at, kind in enumerate(kinds):
        # whatever his card: a Cabin Boy takes a token, a Cook one only
        for card in (5, 26):
            game = day(solo(card, rows=[kinds[at:]], bag=[]), [None, None])
            assert game.pilferer == {"card": card, "token": kind}
            assert (spaces(game), coins(game), ships(game)) == ([2, 3], [0, 0], [[], []])
            assert game.solo_discard == [card]
            assert noted(game, "SOL-5")[0] == f"the Pilferer takes {kind}"
            assert game.bag.singly() == kinds[at:]


@pytest.mark.rule("SOL-5")
def test_sol_5_his_card_never_acts():
    for card in (5, 12, 29, 8):
        assert coins(day(solo(card), [None, None])) == [0, 0]


@pytest.mark.rule("SOL-5")
def test_sol_5_beggar_on_his_card_does_nothing_for_either_side():
    game = day(solo(30, coins=[9, 9]), [3, None])
    assert (coins(game), spaces(game)) == ([9, 9], [2, 3])
    game = day(solo(30, coins=[9, 9]), [None, 3])
    assert (coins(game), spaces(game), moved(game)) == ([9, 9], [2, 3], {3: 18})


@pytest.mark.rule("SOL-5")
@pytest.mark.rule("Q-17")
def test_sol_5_brute_on_his_card():
    for select in ([17, None], [None, 17]):
        game = day(solo(30, rows=[["chest"]]), select, *[asks(select.index(17), "loot_take", 1, loot="chest", source="dusk")])
        assert (game.solo_discard, game.pilferer) == ([30], {"card": 30, "token": None})
        assert (spaces(game), graves(game)) == ([2, 3], [[], []])
        assert moved(game) == {}  # it counts as a change


# SOL-6


@pytest.mark.rule("SOL-6")
@pytest.mark.parametrize("rank", sorted(DAYTIME - {1, 9, 12, 13, 17, 27, 34}))
def test_sol_6_nothing_changed(rank):
    # nothing in ship, hand, graveyard or supply; the Pilferer's card lies right of hers, left of the Cabin Boy
    row = [1, 0, None, None, None, None] if rank == 6 else [None, None, None, None, 0, 1] if rank == 39 else None
    pilferer = {5: 1, 40: 39}.get(rank, 40)
    game = day(solo(pilferer, row=row), [None, rank])
    assert moved(game) == {rank: min(40, rank + 15)}
    assert moved(game) == {rank: standard_cards()[rank]["no_effect_rank"]}
    assert ships(game) == [[], [rank]]


@pytest.mark.rule("SOL-6")
@pytest.mark.parametrize(
    ("rank", "belongings", "records"),
    [
        (3, {"coins": [9, 0], "human": 39}, []),
        (4, {"ships": [[], [33]]}, [asks(1, "innkeeper_return", 1, card=33)]),
        (5, {}, []),
        (6, {}, []),
        (7, {"loot": [[], ["map", "relic"]]}, [asks(1, "preacher_keep", 2, loot="map")]),
        (11, {"coins": [0, 3]}, []),
        (12, {}, []),
        (12, {"coins": [0, 12]}, []),
        (14, {"rows": [["hook"]]}, []),
        (17, {}, []),
        (18, {"ships": [[33], []]}, [asks(1, "gunner", 1, target=0, card=33)]),
        (19, {"loot": [[], ["relic"]]}, [asks(1, "necromancer_relic", 1)]),
        (21, {"ships": [[], [9]]}, []),
        (22, {"ships": [[22], []]}, [asks(1, "brawler", 1, target=0)]),
        (23, {"loot": [["map"], []]}, [asks(1, "thief", 1, target=0, loot="map")]),
        (25, {"hands": [[], [2]]}, [asks(1, "recruiter", 1, card=2)]),
        (30, {"loot": [[], ["map"]]}, [asks(1, "merchant", 1, loot="map", count=1)]),
        (31, {"graves": [[], [2]]}, [asks(1, "surgeon", 1, card=2)]),
        (33, {"loot": [[], ["map"]], "coins": [0, 1]}, []),
        (34, {}, []),
        (36, {"loot": [[], ["map"]]}, []),
        (38, {"ships": [[], [9]], "coins": [0, 1]}, []),
        (39, {}, []),
        (40, {"ships": [[], [9]]}, []),
    ],
)
def test_sol_6_something_changed(rank, belongings, records):
    belongings = dict(belongings)
    human = belongings.pop("human", None)
    cards = {39: says("R1"), 40: says("R1")}
    pilferer = 40 if rank == 5 else 1
    game = solo(pilferer, 40 if pilferer == 1 else 39, cards=cards, **belongings)
    day(game, [human, rank], *records)
    assert moved(game) == {}


@pytest.mark.rule("SOL-6")
def test_sol_6_infantry_and_reputation_beyond_the_end():
    game = day(solo(1), [None, 29])
    assert (coins(game), moved(game)) == ([0, 5], {})
    # no space moved, but two doubloons
    game = day(solo(40, row=[None, None, None, None, 0, 1]), [None, 34])
    assert (coins(game), moved(game)) == ([0, 2], {})
    # the Captain moves without a doubloon to lose
    assert moved(day(solo(1), [None, 39])) == {}


@pytest.mark.rule("SOL-6")
def test_sol_6_an_event_undone_later_counts():
    # herself rightmost: 3 to herself, and her reputation
    game = day(solo(1, coins=[0, 9]), [None, 3])
    assert (coins(game), spaces(game), moved(game)) == ([0, 9], [2, 4], {})
    # only the payment, there and back
    rules = RuleSet().changed({"beggar.reputation": 0})
    game = day(solo(1, coins=[0, 9], rules=rules), [None, 3])
    assert (coins(game), spaces(game), moved(game)) == ([0, 9], [2, 3], {})
    # and without a doubloon nothing at all
    assert moved(day(solo(1, rules=rules), [None, 3])) == {3: 18}


@pytest.mark.rule("SOL-6")
def test_sol_6_a_token_that_moves_reputation_there_and_back():
    # her Apprentice copies the Smuggler, whose token gains and loses one: events, though the row is where it was
    tiles = made("map", of("dusk", "reputation", amount=1), of("dusk", "reputation", amount=-1))
    game = solo(1, ships=[[], [13]], rows=[["map"]], tiles=tiles)
    day(game, [None, 2], asks(1, "apprentice_copy", 1, card=13), hers(1, "map", "smuggler"))
    assert moved(game) == {}
    game = solo(1)
    before = game.situation()
    game.change_reputation(game.seats[1], 1)
    game.change_reputation(game.seats[1], -1)
    assert game.state() == before[1]
    assert game.situation() != before


@pytest.mark.rule("SOL-6")
def test_sol_6_cards_without_a_daytime_ability_never():
    cards = {rank: says("L1", no_effect_rank=2) for rank in (8, 26, 27)}
    for rank in cards:
        assert moved(day(solo(30, 31, cards=cards), [None, rank])) == {}
    # nor one whose card has no such rank
    assert moved(day(solo(30, 31, cards={3: says("L1")}), [None, 3])) == {}


@pytest.mark.rule("SOL-6")
def test_sol_6_only_on_the_island_at_the_end_of_daytime():
    assert moved(day(solo(30), [None, 1])) == {}  # the Scout is discarded
    assert moved(day(solo(30, bag=[]), [None, 9])) == {}  # the Stowaway too
    game = day(solo(30), [None, 13])  # the Smuggler found no token, but went to the ship
    assert (moved(game), ships(game)) == ({}, [[], [13]])
    # her Beggar found the Pilferer; the human's Smuggler takes a calm saber and hits her off the island
    game = solo(30, rows=[["saber"]], tiles={"saber": CALM["saber"]})
    day(
        game,
        [13, 3],
        asks(0, "loot_take", 1, loot="saber", source="smuggler"),
        asks(0, "saber", 1, target=1, card=3),
    )
    assert (moved(game), graves(game)[1]) == ({}, [3])


@pytest.mark.rule("SOL-6")
def test_sol_6_the_human_never():
    game = day(solo(30), [3, None])
    assert moved(game) == {}


@pytest.mark.rule("SOL-6")
def test_sol_6_the_apprentice():
    assert moved(day(solo(30), [None, 2])) == {2: 17}  # nothing to copy
    # the copy changes nothing: he takes his own rank
    game = day(solo(30, ships=[[], [29]]), [None, 2], asks(1, "apprentice_copy", 1, card=29))
    assert moved(game) == {2: 17}
    game = day(solo(30, ships=[[], [3, 14]]), [None, 2], asks(1, "apprentice_copy", 2, card=14))
    assert (moved(game), ships(game)[1]) == ({2: 17}, [2, 3, 14])
    # the copy changes something
    game = day(solo(30, ships=[[], [12]]), [None, 2], asks(1, "apprentice_copy", 1, card=12))
    assert (moved(game), coins(game)) == ({}, [0, 12])


@pytest.mark.rule("SOL-6")
def test_sol_6_the_new_place_at_dusk():
    # Beggar to 18, right of the human's 14: she takes first
    game = solo(30, rows=[["chest", "map", "map"]])
    day(game, [14, 3], hers(2, "map"), asks(0, "loot_take", 1, loot="map", source="dusk"))
    assert game.pilferer["token"] == "chest"
    # but not right of the human's 20
    game = solo(30, rows=[["chest", "hook", "map"]])
    day(game, [20, 3], asks(0, "loot_take", 2, loot="hook", source="dusk"), hers(1, "map"))
    # the new rank is the island's only
    assert ships(game) == [[20], [3]]


@pytest.mark.rule("SOL-6")
def test_sol_6_by_q_02_and_right_of_an_equal_pilferers():
    for row, expected in (([None, None, 0, 1, None, None], [None, 0, 1]), ([None, None, 1, 0, None, None], [None, 1, 0])):
        game = solo(40, row=row)
        human, automa = game.seats
        beggar = Character(3, automa)
        game.island = Island([beggar, Character(18, None), Character(18, human)], game.track)
        game.island.move(beggar, 18, game.track)
        assert [card.seat and card.seat.number for card in game.island.cards] == expected
        assert beggar.rank == 3


# SOL-8


@pytest.mark.rule("SOL-8")
def test_sol_8_her_beggar_asks_for_3():
    game = day(solo(1, coins=[9, 9]), [31, 3])
    assert (coins(game), spaces(game)) == ([6, 12], [3, 2])
    # what he has
    assert coins(day(solo(1, coins=[2, 9]), [31, 3])) == [0, 11]
    # the human's asks for 2
    game = day(solo(1, coins=[9, 9]), [3, 31])
    assert (coins(game), spaces(game)) == ([11, 7], [2, 4])
    rules = RuleSet().changed({"automa.beggar_payment": 5})
    assert coins(day(solo(1, coins=[9, 9], rules=rules), [31, 3])) == [4, 14]
    assert standard_cards()[3]["no_effect_rank"] == 18
    assert standard_cards()[3]["payment"] == RuleSet()["automa.beggar_payment"]


@pytest.mark.rule("SOL-8")
def test_sol_8_her_officer():
    game = day(solo(1, coins=[0, 12]), [None, 12])
    assert (coins(game), spaces(game)) == ([0, 12], [2, 5])
    assert coins(day(solo(1, coins=[0, 11]), [None, 12])) == [0, 12]


@pytest.mark.rule("SOL-8")
@pytest.mark.rule("Q-03")
@pytest.mark.parametrize("rules", [RuleSet(), CONFORMANCE])
def test_q_03_the_cook_is_never_blocked_in_solo(rules):
    game = day(solo(1, rows=[["hook", "map"]], rules=rules), [None, 26], hers(2, "hook"), hers(1, "map", "cook"))
    assert held(game, 1) == ["hook", "map"]
    assert held(day(solo(1, rows=[["hook"]], rules=rules), [None, 26], hers(1, "hook")), 1) == ["hook"]
    # the human's neither
    game = day(
        solo(1, rows=[["hook", "map"]], rules=rules),
        [26, None],
        asks(0, "loot_take", 2, loot="hook", source="dusk"),
        asks(0, "loot_take", 1, loot="map", source="cook"),
    )
    assert held(game, 0) == ["hook", "map"]
    # a hook that discards its taker, where a user puts one in play: gone is gone, but the order is the human's
    game = solo(1, rows=[["hook", "map"]], rules=rules, tiles={"hook": STORMY["hook"]})
    day(game, [None, 26], hers(2, "hook"), asks(1, "order", 2, phase="dusk", next="loot"))
    assert (held(game, 1), graves(game)[1]) == (["hook"], [26])
    day(
        solo(1, rows=[["hook", "map"]], rules=rules, tiles={"hook": STORMY["hook"]}),
        [26, None],
        asks(0, "loot_take", 2, loot="hook", source="dusk"),
        asks(0, "order", 2, phase="dusk", next=26),
        asks(0, "loot_take", 1, loot="map", source="cook"),
    )


@pytest.mark.rule("SOL-8")
@pytest.mark.rule("SOL-10")
def test_sol_8_her_watchman_takes_from_two_rows():
    game = solo(1, rows=[["map", "relic"], ["chest", "barrel"]])
    day(game, [None, 27], watchmans(4, "chest", "tomorrow"))
    # no swap by day, and no no-effect rank; one token, and his own card only
    assert (held(game, 1), moved(game), ships(game)) == (["chest"], {}, [[], [27]])
    assert game.days[1].singly() == ["barrel"]
    assert game.pilferer["token"] == "map"
    # tomorrow's token's dusk ability runs
    game = solo(1, rows=[["relic"], ["barrel"]])
    day(game, [None, 27], watchmans(2, "barrel", "tomorrow"))
    assert spaces(game)[1] == 4
    # the last day: today's
    game = solo(1, rows=[["relic", "barrel"]])
    day(game, [None, 27], watchmans(2, "barrel", "today"))
    # the human's is the other one
    game = solo(1, rows=[["relic"], ["chest"]])
    day(
        game,
        [27, None],
        asks(0, "watchman", 1, today="relic", tomorrow="chest"),
        asks(0, "loot_take", 1, loot="chest", source="dusk"),
    )
    assert game.days[1].singly() == ["relic"]


@pytest.mark.rule("Q-19")
def test_q_19_of_a_kind_in_both_rows_todays():
    game = day(solo(1, rows=[["map", "relic"], ["map", "barrel"]]), [None, 27], watchmans(4, "map", "today"))
    assert game.days[1].singly() == ["map", "barrel"]


@pytest.mark.rule("Q-19")
def test_q_19_only_tomorrows_row_has_tokens_or_none():
    game = day(solo(1, rows=[[], ["relic", "map"]]), [None, 27], watchmans(2, "map", "tomorrow"))
    assert held(game, 1) == ["map"]
    assert held(day(solo(1, rows=[[], []]), [None, 27]), 1) == []
    assert held(day(solo(1, rows=[[]]), [None, 27]), 1) == []


@pytest.mark.rule("Q-19")
def test_q_19_her_apprentice_cannot_copy_the_watchman():
    rows = [["map"], ["relic"]]
    game = day(solo(40, rows=rows, ships=[[], [27]]), [None, 2])
    assert moved(game) == {2: 17}
    day(solo(40, rows=rows, ships=[[], [12, 27]]), [None, 2], asks(1, "apprentice_copy", 1, card=12))
    # the human's can
    day(
        solo(40, rows=rows, ships=[[27], []]),
        [2, None],
        asks(0, "apprentice_copy", 1, card=27),
        asks(0, "watchman", 1, today="map", tomorrow="relic"),
    )


# SOL-9


@pytest.mark.rule("SOL-9")
def test_sol_9_starting_doubloons_at_the_first_voyage():
    game = SoloGame(ROWS[2], SOLO_RANKS, start=(2, 5))
    game.start_voyage(SOLO_RANKS[:6], [["map", "map", "relic"]] + [["relic", "barrel", "hook"]] * 3)
    assert coins(game) == [10 + 2, 9 + 5]
    record = random_solo_game(random.Random(4), start=(1, 7))
    assert record["solo"]["start"] == [1, 7]
    for number, voyage in enumerate(record["voyages"]):
        row = voyage["reputation"]
        plain = [12 - row.index(seat) for seat in (0, 1)]
        assert voyage["start"]["doubloons"] == ([plain[0] + 1, plain[1] + 7] if number == 0 else plain)


@pytest.mark.rule("SOL-9")
@pytest.mark.rule("END-1")
def test_sol_9_most_points_then_more_reputation():
    game = solo()
    for scores, winner in (([50, 49], 0), ([49, 50], 1), ([50, 50], 1)):
        for seat, score in zip(game.seats, scores):
            seat.score = score
        assert game.winners() == [winner]


#


@pytest.mark.rule("Q-16")
def test_q_16_empty_hands():
    game = solo(13, 14, rows=[["map"], ["chest"], []])
    assert game.automas_card() is None
    day(game, [None, None])
    assert (game.pilferer, noted(game, "SOL-4")) == ({"card": 13, "token": "map"}, [])
    day(game, [None, 12])
    assert (game.pilferer, ships(game)) == ({"card": 14, "token": "chest"}, [[], [12]])
    day(game, [12, None])
    assert (ships(game), len(noted(game, "SOL-3")), len(noted(game, "SOL-4"))) == ([[12], [12]], 3, 1)


@pytest.mark.rule("Q-16")
def test_q_16_the_human_is_resolved_first():
    # his Aristocrat and hers are counted when the anchor begins; his night comes first
    game = anchor(solo(ships=[[34], [34]], coins=[9, 9]))
    assert game.scores() == [6, 6]
    tiles = made("amulet", of("night", "reputation", amount=1))
    game = night(solo(loot=[["amulet"], ["amulet"]], tiles=tiles))
    assert spaces(game) == [2, 3]  # he passed her, then she him


@pytest.mark.rule("Q-17")
def test_q_17_the_pilferers_card_is_leftmost_or_rightmost():
    assert coins(day(solo(1), [5, None])) == [0, 0]  # the Cabin Boy is not leftmost
    assert coins(day(solo(6), [5, None])) == [3, 0]
    assert coins(day(solo(40), [29, None])) == [0, 0]  # the Infantry is not rightmost
    assert coins(day(solo(28), [29, None])) == [5, 0]


@pytest.mark.rule("Q-17")
def test_q_17_never_a_target_of_a_saber():
    for select, seat in (([35, None], 0), ([None, 35], 1)):
        game = solo(1, rows=[["saber", "map"]], tiles={"saber": CALM["saber"], "map": CALM["saber"]})
        kind = "saber" if seat == 0 else "map"
        day(game, select, asks(seat, "loot_take", 2, loot=kind, source="dusk"))
        assert game.pilferer["token"] is not None


@pytest.mark.rule("Q-17")
def test_q_17_his_turn_at_dusk():
    # from the right: the human's 35, the Pilferer's 20, her 12
    rows = [["chest", "map", "relic"]]
    game = day(solo(20, rows=rows), [35, 12], asks(0, "loot_take", 3, loot="map", source="dusk"), hers(1, "relic"))
    assert (game.pilferer, held(game, 0), held(game, 1)) == ({"card": 20, "token": "chest"}, ["map"], ["relic"])
    # his card is gone when the dusk goes on: the island is empty at its end
    assert game.island.cards == []
    # an empty row
    game = day(solo(14), [None, None])
    assert (game.pilferer, game.solo_discard) == ({"card": 14, "token": None}, [14])


@pytest.mark.rule("Q-17")
def test_q_17_the_solo_deck_is_nobodys_cards():
    game = random_solo_game(random.Random(6))
    for voyage in game["voyages"]:
        turned = {played["pilferer"]["card"] for played in voyage["days"]}
        for state in [voyage["start"], voyage["end"], *[played["after"] for played in voyage["days"]]]:
            for heap in ("hand", "ship", "graveyard"):
                assert not any(turned & set(cards) for cards in state[heap])


@pytest.mark.rule("Q-18")
def test_q_18_from_left_to_right_those_moved_before_at_their_new_rank():
    # Beggar and Innkeeper both to 20, right of the Pilferer's: the Beggar first, the Innkeeper right of him
    game = solo(40, cards={rank: says("L1", no_effect_rank=20) for rank in (3, 4)})
    automa = game.seats[1]
    game.island = Island([Character(3, automa), Character(4, automa), Character(20, None)], game.track)
    game.daytime()
    assert [(card.rank, card.place) for card in game.island.cards] == [(20, 20), (3, 20), (4, 20)]
    # the left one passes the right one first, which then passes it again
    game = solo(40, cards={4: says("L1", no_effect_rank=30)})
    automa = game.seats[1]
    game.island = Island([Character(3, automa), Character(4, automa), Character(39, None)], game.track)
    game.daytime()
    assert [card.rank for card in game.island.cards] == [3, 4, 39]
    assert [text.split()[0] for text in noted(game, "SOL-6")] == ["3/1", "4/1"]


@pytest.mark.rule("Q-18")
def test_q_18_a_card_that_her_scout_put_on_the_island_is_due():
    game = solo(39, hands=[[], [29]], cards={1: says("L1")})
    day(game, [None, 1], asks(1, "scout_play", 1, card=29))  # right of it the Pilferer's 39
    assert (moved(game), ships(game)[1]) == ({29: 40}, [29])
    # by the Apprentice's copy: he changed something, the new card did not
    game = solo(39, hands=[[], [29]], ships=[[], [1]], cards={1: says("L1")})
    day(game, [None, 2], asks(1, "apprentice_copy", 1, card=1), asks(1, "scout_play", 1, card=29))
    assert moved(game) == {29: 40}


@pytest.mark.rule("Q-18")
def test_q_18_a_choice_a_copy_and_an_amount_of_0_are_no_events():
    game = day(solo(40, loot=[[], ["map"]]), [None, 7], asks(1, "preacher_keep", 1, loot="map"))
    assert (moved(game), held(game, 1)) == ({7: 22}, ["map"])
    game = solo(40, ships=[[], [7]], loot=[[], ["map"]])
    day(game, [None, 2], asks(1, "apprentice_copy", 1, card=7), asks(1, "preacher_keep", 1, loot="map"))
    assert moved(game) == {2: 17}
    # nothing there to lose
    assert moved(day(solo(40, loot=[[], ["map"]]), [None, 33])) == {33: 40}
    rules = RuleSet().changed({"quartermaster.gain_per_token": 0})
    assert moved(day(solo(40, loot=[[], ["map"]], rules=rules), [None, 36])) == {36: 40}
