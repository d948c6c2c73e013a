"""Set-up of games and voyages: SET-1 to SET-5, VOY-1 to VOY-4, SOL-1 and SOL-2, by ``engine.begin_traced`` and ``step``."""

from collections import Counter

import numpy as np
import pytest
from scenes import SeededGame, scene, with_automa_tiles

from kernels import engine
from kernels._jit import JIT
from kernels.catalog import CALM, CHARACTERS, STORMY
from kernels.choices import SCRIPT
from kernels.codes import CARDS, ITEM_LOOT, Event, Loot
from kernels.masks import mask_of, ranks_of
from kernels.rule_record import rules_record
from kernels.state import GAME, SOLO_GAME
from kernels.tokens import counts_of, packed
from kernels.trace import EVENT

LOOT = [4, 6, 10, 6, 6, 8, 8]
"""SET-2: chest 4, hook 6, map 10, saber 6, amulet 6, barrel 8, relic 8."""
DAYS = [4, 5, 6]
"""VOY-1."""
DOUBLOONS = [12, 11, 10, 9, 8, 7]
"""VOY-4, space 0 to space 5."""
FIELDS = ("space", "log_space", "log_deal", "rows")
"""What the fixture ``deals`` keeps of each record."""
DEALS = 20_000 if JIT else 1_000
"""Games for the frequencies; fewer where the kernels are plain Python."""


def rows_of(game):
    return [counts_of(row) for row in game["rows"]]


@pytest.fixture(scope="module")
def deals():
    """By number of players, DEALS games of seed 5: spaces, cards and the last voyage's rows; loot orders by voyage."""
    rules, trace, game, zero = rules_record(), np.zeros(16, EVENT), np.zeros(1, GAME), np.zeros(1, GAME)
    made = {}

    def dealt(players):
        if players not in made:
            fields = {name: np.zeros((DEALS, *GAME[name].shape), GAME[name].base) for name in FIELDS}
            orders = np.zeros((3, DEALS, sum(LOOT)), np.int8)
            for index in range(DEALS):
                game[0] = zero[0]
                engine.begin_traced(5, index, players, rules, game)
                bag = game["bag"][0]
                for voyage in range(3):
                    game["voyage"], game["bag"] = voyage, bag
                    engine.step(engine.DEAL, rules, game, np.zeros(0, SCRIPT), trace)
                    orders[voyage, index] = game["loot_order"][0][: sum(LOOT)]
                for name in FIELDS:
                    fields[name][index] = game[name][0]
            made[players] = fields, orders
        return made[players]

    return dealt


def within_5_sigma(counts, chance, number):
    """Whether each count is within five standard deviations of what a binomial with this chance expects."""
    expected, sigma = number * chance, (number * chance * (1 - chance)) ** 0.5
    return bool((np.abs(np.asarray(counts) - expected) < 5 * sigma).all())


@pytest.mark.rule("SET-1")
@pytest.mark.parametrize("players", range(2, 7))
def test_set_1_every_seat_is_dealt_the_same_characters_of_its_own_40(players):
    table = SeededGame(players)
    table.deal(0)
    hands = [ranks_of(table.game["hand"][seat]) for seat in range(6)]
    assert hands[:players] == [hands[0]] * players
    assert hands[players:] == [[]] * (6 - players)
    assert len(hands[0]) == 6
    assert set(hands[0]) <= set(range(1, 41))
    assert sorted(table.game["deck"]) == list(range(1, CARDS + 1))


@pytest.mark.rule("SET-2")
def test_set_2_48_tokens_in_the_bag():
    game = SeededGame(4).game
    assert (counts_of(game["bag"]), sum(counts_of(game["bag"]))) == (LOOT, 48)
    assert rows_of(game) == [[0] * 7] * 8
    assert counts_of(SeededGame(4, rules={"loot.count": (1, 2, 3, 4, 5, 6, 7)}).game["bag"]) == [1, 2, 3, 4, 5, 6, 7]


def begun(players, rules, number, deals=0):
    """Records of games of seed 5, begun; with ``deals``, the cards and loot of so many voyages dealt; loot orders by voyage."""
    trace, script, game, zero = np.zeros(16, EVENT), np.zeros(0, SCRIPT), np.zeros(1, GAME), np.zeros(1, GAME)
    games, orders = np.zeros(number, GAME), np.zeros((number, deals, 48), np.int8)
    for index in range(number):
        game[0] = zero[0]
        engine.begin_traced(5, index, players, rules, game)
        bag = game["bag"][0]
        for voyage in range(deals):
            game["voyage"], game["bag"] = voyage, bag
            engine.step(engine.DEAL, rules, game, script, trace)
            orders[index, voyage] = game["loot_order"][0][:48]
        games[index] = game[0]
    return games, orders


CHEST, HOOK, MAP, SABER, AMULET, BARREL, RELIC = Loot
ACT = {
    # kinds whose tile has an effect at that time, by the tables LC-* and LS-*
    ("calm", "dusk_items"): [SABER, BARREL],
    ("calm", "night_items"): [],
    ("calm", "anchor_items"): [CHEST, HOOK, MAP, AMULET, BARREL, RELIC],
    ("calm", "single_items"): [HOOK],
    ("calm", "first_items"): [],
    ("stormy", "dusk_items"): [HOOK, SABER, BARREL],
    ("stormy", "night_items"): [AMULET, RELIC],
    ("stormy", "anchor_items"): [CHEST, MAP, BARREL],
    ("stormy", "single_items"): [],
    ("stormy", "first_items"): [CHEST],
}


@pytest.mark.rule("SET-3")
@pytest.mark.parametrize(("side", "tiles"), [("calm", CALM), ("stormy", STORMY)])
def test_set_3_each_kind_shows_one_tile_all_of_a_side(side, tiles):
    assert [(tile.kind, tile.side) for tile in tiles] == [(kind, side) for kind in Loot]
    game = SeededGame(4, faces=(tiles,)).game
    assert game["face"].tolist() == [0] * 7
    for (of, name), kinds in ACT.items():
        if of == side:
            assert [rank - ITEM_LOOT for rank in ranks_of(game[name])] == kinds


@pytest.mark.rule("SET-3")
def test_set_3_uncharted_each_side_is_drawn_half_and_half_independently():
    """1/2 for each kind, 1/4 for each pair of sides of two kinds, 1/128 for each mix, within 5 sigma."""
    games, _ = begun(4, rules_record(None, (CALM, STORMY)), DEALS)
    face = games["face"]
    assert set(np.unique(face)) == {0, 1}
    assert within_5_sigma(face.sum(axis=0), 1 / 2, DEALS)
    for one in range(7):
        for other in range(one):
            assert within_5_sigma(np.bincount(face[:, one] * 2 + face[:, other], minlength=4), 1 / 4, DEALS)
    mixes = np.bincount(face @ (1 << np.arange(7)), minlength=128)
    assert within_5_sigma(mixes, 1 / 128, DEALS)
    assert (mixes > 0).all()
    # and of the spaces and the cards: the second seat's space, whether card 1 is dealt
    assert within_5_sigma([(face[games["space"][:, 1] == space, 0] == 1).sum() for space in range(6)], 1 / 12, DEALS)


@pytest.mark.rule("SET-3")
def test_set_3_the_masks_are_those_of_the_tiles_that_are_shown():
    games, _ = begun(3, rules_record(None, (CALM, STORMY)), 200)
    for game in games:
        sides = ["stormy" if face else "calm" for face in game["face"]]
        for name in ("dusk_items", "night_items", "anchor_items", "single_items", "first_items"):
            expected = [kind for kind in Loot if kind in ACT[sides[kind], name]]
            assert [rank - ITEM_LOOT for rank in ranks_of(game[name])] == expected


@pytest.mark.rule("SET-3")
def test_set_3_a_mix_that_is_partly_fixed():
    """Chest stormy, relic calm, the others drawn: five kinds drawn half and half; kinds with the same tile twice are not drawn."""
    first = (STORMY[CHEST], *CALM[1:])
    second = (*STORMY[:6], CALM[RELIC])
    number = DEALS // 4
    games, _ = begun(3, rules_record(None, (first, second)), number)
    assert not games["face"][:, [CHEST, RELIC]].any()
    assert within_5_sigma(games["face"][:, 1:6].sum(axis=0), 1 / 2, number)
    assert all(rank == ITEM_LOOT + CHEST for game in games[:50] for rank in ranks_of(game["first_items"]))
    assert all(game["first_items"] for game in games[:50])


@pytest.mark.rule("SET-3")
@pytest.mark.parametrize("players", [2, 4])
def test_set_3_sides_never_disturb_the_deals(players):
    """Same cards, spaces and loot order in every game under calm, stormy, and uncharted."""
    (calm, order), *others = [
        begun(players, rules_record(None, faces), 300, 3) for faces in ((CALM,), (STORMY,), (CALM, STORMY))
    ]
    for games, loot in others:
        assert (loot == order).all()
        for name in ("space", "log_space", "log_deal", "deck", "rows", "bag"):
            assert (games[name] == calm[name]).all()


@pytest.mark.rule("SET-3")
def test_set_3_sides_never_disturb_the_policies():
    """The first selection of each game is the same: a policy's stream is not drawn from."""
    for index in range(20):
        picks = []
        for faces in ((CALM,), (STORMY,), (CALM, STORMY)):
            table = SeededGame(4, game_index=index, faces=faces)
            table.deal(0)
            table.step(engine.DAY)
            picks.append(table.game["pick"].tolist())
        assert picks[0] == picks[1] == picks[2]


@pytest.mark.rule("SET-3")
def test_set_3_the_sides_of_a_game_stay_for_all_voyages():
    table = SeededGame(4, faces=(CALM, STORMY))
    faces = table.game["face"].tolist()
    table.play(lambda: None)
    assert table.game["face"].tolist() == faces


@pytest.mark.rule("VOY-3")
def test_characters_out_of_the_game_are_never_dealt_and_the_others_are_equally_likely():
    """Without 7, 26 and 40: each other rank 6/37 in each voyage, within 5 sigma."""
    out = {"preacher": 7, "cook": 26, "governor": 40}
    games, _ = begun(3, rules_record({f"{key}.in_game": 0 for key in out}), DEALS, 3)
    for voyage in range(3):
        masks = games["log_deal"][:, voyage]
        counts = {rank: int(((masks >> np.uint64(rank - 1)) & np.uint64(1)).sum()) for rank in range(1, 41)}
        assert [counts.pop(rank) for rank in out.values()] == [0, 0, 0]
        assert within_5_sigma(list(counts.values()), 6 / 37, DEALS)
        assert sum(counts.values()) == 6 * DEALS


@pytest.mark.rule("VOY-3")
def test_all_characters_that_are_left_can_be_dealt():
    """18 in the game: each of them is dealt in each game."""
    keys = [row.key for row in CHARACTERS[18:]]
    games, _ = begun(3, rules_record({f"{key}.in_game": 0 for key in keys}), 50, 3)
    for masks in games["log_deal"]:
        assert sorted(rank for mask in masks for rank in ranks_of(mask)) == list(range(1, 19))


@pytest.mark.rule("VOY-2")
def test_a_bag_too_small_leaves_the_last_rows_short():
    """Ten tokens for four days of three: 3, 3, 3, 1, and the bag is empty; with 7: 3, 3, 1, 0."""
    for count, lengths in (((1, 1, 3, 1, 1, 2, 1), [3, 3, 3, 1]), ((1,) * 7, [3, 3, 1, 0])):
        table = SeededGame(3, rules={"loot.count": count})
        table.deal(0)
        rows = rows_of(table.game)
        assert [sum(row) for row in rows[:4]] == lengths
        assert (counts_of(table.game["bag"]), [sum(kind) for kind in zip(*rows)]) == ([0] * 7, list(count))


KEPT = [0, 0, 4, 0, 0, 3, 0]
"""Four of ten maps and three of eight barrels lie in supplies: 41 tokens in the bag."""


@pytest.fixture(scope="module")
def deals_with_kept():
    """Rows of voyage 2 for three players, 5 x 3 tokens, with KEPT out of the bag; and the loot orders, with them and without."""
    rules, trace, script, game, zero = (
        rules_record(),
        np.zeros(16, EVENT),
        np.zeros(0, SCRIPT),
        np.zeros(1, GAME),
        np.zeros(1, GAME),
    )
    rows, orders, full = np.zeros((DEALS, 5, 7), np.int64), np.zeros((DEALS, 48), np.int8), np.zeros((DEALS, 48), np.int8)
    for index in range(DEALS):
        game[0] = zero[0]
        engine.begin_traced(5, index, 3, rules, game)
        bag = game["bag"][0]
        for order, out in ((full, [0] * 7), (orders, KEPT)):
            game["voyage"], game["bag"], game["rows"] = 1, bag - packed(out), 0
            engine.step(engine.DEAL, rules, game, script, trace)
            order[index] = game["loot_order"][0][:48]
        rows[index] = rows_of(game[0])[:5]
    return rows, orders, full


@pytest.mark.rule("Q-11")
@pytest.mark.rule("VOY-2")
def test_q_11_with_kept_tokens_every_token_of_the_bag_is_equally_likely(deals_with_kept):
    """6 maps and 5 barrels of 41: by kind, on the first and on the last of the five rows, within 5 sigma (variance below binomial's)."""
    rows, _, _ = deals_with_kept
    assert (rows.sum(axis=2) == 3).all()
    for day in (0, 4):
        for kind in range(7):
            assert within_5_sigma([rows[:, day, kind].sum()], (LOOT[kind] - KEPT[kind]) / 41, 3 * DEALS)
    assert (rows.sum(axis=1)[:, MAP] <= 6).all()
    assert (rows.sum(axis=1)[:, BARREL] <= 5).all()


@pytest.mark.rule("Q-11")
@pytest.mark.rule("Q-15")
def test_q_15_a_tokens_identity_says_whether_it_is_in_the_bag(deals_with_kept):
    """The order of the full bag, with some tokens of the kinds that are out passed over, always the same ones.

    So the rows are the first 15 tokens of the order that are in the bag, three by three, and each of the 41 is among them
    with chance 15/41.
    """
    rows, orders, full = deals_with_kept
    kind = np.repeat(np.arange(7), LOOT)
    first = np.cumsum([0, *LOOT])
    out = {first[k] + n for k in range(7) for n in range(KEPT[k])}
    drawn = np.zeros(48, int)
    for index in range(DEALS):
        taken = [token for token in orders[index] if token not in out][:15]
        drawn[taken] += 1
        if index < 200:
            assert counts_of(packed(np.bincount(kind[taken[:3]], minlength=7))) == rows[index, 0].tolist()
            assert np.bincount(kind[taken], minlength=7).tolist() == rows[index].sum(axis=0).tolist()
            assert (orders[index, :15] == full[index, :15]).all()
    inside = [token for token in range(48) if token not in out]
    assert within_5_sigma(drawn[inside], 15 / 41, DEALS)
    assert not drawn[list(out)].any()


@pytest.mark.rule("Q-11")
@pytest.mark.rule("VOY-2")
def test_q_11_kept_maps_are_not_dealt():
    """Games of stormy maps: what is held, in the bag and on the rows is always 48 tokens, and maps are kept now and then."""
    kept = 0
    for index in range(20):
        table = SeededGame(4, game_index=index, faces=(STORMY,))
        for voyage in range(3):
            table.deal(voyage)
            held = [counts_of(word) for word in table.game["loot"][:4]]
            kept += sum(map(sum, held))
            assert all(sum(row) == row[MAP] for row in held)
            assert [sum(row) for row in rows_of(table.game)[: DAYS[voyage]]] == [4] * DAYS[voyage]
            everywhere = [*held, *rows_of(table.game), counts_of(table.game["bag"])]
            assert [sum(column) for column in zip(*everywhere)] == LOOT
            table.sail()
    assert kept > 20


@pytest.mark.rule("SET-4")
@pytest.mark.parametrize("players", range(2, 7))
def test_set_4_six_tokens_on_six_spaces(players, deals):
    games, _ = deals(players)
    assert (np.sort(games["space"], axis=1) == np.arange(6)).all()
    assert (games["log_space"] == games["space"]).all()


@pytest.mark.rule("SET-4")
@pytest.mark.parametrize("players", range(3, 7))
def test_set_4_every_token_is_equally_likely_on_every_space(players, deals):
    """1/6 each, within 5 sigma; pairs of seats on pairs of spaces too: 1/30 each."""
    games, _ = deals(players)
    for token in range(6):
        assert within_5_sigma(np.bincount(games["space"][:, token], minlength=6), 1 / 6, DEALS)
    pairs = np.bincount(games["space"][:, 0] * 6 + games["space"][:, 1], minlength=36)
    assert within_5_sigma([pairs[a * 6 + b] for a in range(6) for b in range(6) if a != b], 1 / 30, DEALS)


@pytest.mark.rule("SET-5")
def test_set_5_two_players_start_on_spaces_2_and_3_at_random(deals):
    """(2, 3) and (3, 2), half each within 5 sigma."""
    games, _ = deals(2)
    assert (np.sort(games["space"][:, :2], axis=1) == [2, 3]).all()
    assert within_5_sigma([(games["space"][:, 0] == 2).sum()], 1 / 2, DEALS)


@pytest.mark.rule("VOY-1")
@pytest.mark.rule("VOY-2")
@pytest.mark.parametrize(("players", "tokens"), [(2, 3), (3, 3), (4, 4), (5, 5), (6, 6)])
def test_voy_2_as_many_tokens_as_players_on_each_of_4_5_and_6_days(players, tokens):
    """All rows are filled from the start, and the bag holds the rest of the 48."""
    table = SeededGame(players)
    for voyage, days in enumerate(DAYS):
        events = table.deal(voyage)
        rows = rows_of(table.game)
        assert [sum(row) for row in rows] == [tokens] * days + [0] * (8 - days)
        assert [sum(column) for column in zip(*rows, counts_of(table.game["bag"]), strict=True)] == LOOT
        assert [int(row["a"]) for row in events if row["event"] == Event.VOYAGE_BEGINS] == [days]
        filled = [(int(row["a"]), counts_of(row["b"])) for row in events if row["event"] == Event.ROW_FILLED]
        assert filled == list(enumerate(rows[:days]))
        table.sail()


@pytest.mark.rule("VOY-2")
@pytest.mark.parametrize("players", [2, 6])
def test_voy_2_loot_order_is_a_permutation_of_all_tokens_and_rows_are_its_beginning(players, deals):
    """Token t of 48 is of the kind that the counts of SET-2 give it, in order; rows take tokens from the front."""
    games, orders = deals(players)
    assert (np.sort(orders, axis=2) == np.arange(48)).all()
    kind = np.repeat(np.arange(7), LOOT)
    tokens = {2: 3, 6: 6}[players]
    for index in range(20):
        for day in range(DAYS[2]):
            row = kind[orders[2, index, day * tokens : (day + 1) * tokens]]
            assert counts_of(games["rows"][index, day]) == [int((row == loot).sum()) for loot in range(7)]


@pytest.mark.rule("VOY-2")
@pytest.mark.parametrize("players", range(2, 7))
def test_voy_2_every_token_is_equally_likely_in_every_voyage(players, deals):
    """Among the first 3 (two players) to 36: drawn/48 each; and first of all: 1/48 each. Within 5 sigma."""
    _, orders = deals(players)
    each = {2: 3, 3: 3, 4: 4, 5: 5, 6: 6}[players]
    for voyage, days in enumerate(DAYS):
        drawn = np.bincount(orders[voyage, :, : days * each].ravel(), minlength=48)
        assert within_5_sigma(drawn, days * each / 48, DEALS)
        assert within_5_sigma(np.bincount(orders[voyage, :, 0], minlength=48), 1 / 48, DEALS)


@pytest.mark.rule("VOY-3")
@pytest.mark.parametrize("players", range(2, 7))
def test_voy_3_six_new_ranks_a_voyage_18_in_a_game(players, deals):
    games, _ = deals(players)
    for index in range(50):
        dealt = [ranks_of(mask) for mask in games["log_deal"][index]]
        assert [len(ranks) for ranks in dealt] == [6, 6, 6]
        assert len({rank for ranks in dealt for rank in ranks}) == 18


@pytest.mark.rule("VOY-3")
def test_voy_3_the_cards_come_on_top_of_what_is_still_in_the_hand():
    table = SeededGame(3)
    table.deal(0)
    first = set(ranks_of(table.game["hand"][0]))
    table.step(engine.DAY)
    left = set(ranks_of(table.game["hand"][0]))
    table.step(engine.ANCHOR)
    table.deal(1)
    dealt = set(ranks_of(table.game["log_deal"][1]))
    assert set(ranks_of(table.game["hand"][0])) == left | dealt
    assert not dealt & first


@pytest.mark.rule("VOY-3")
@pytest.mark.parametrize("players", [2, 3, 6])
def test_voy_3_every_rank_is_equally_likely_in_every_voyage(players, deals):
    """6/40 each, within 5 sigma; the two lowest together: 6/40 x 5/39."""
    games, _ = deals(players)
    for voyage in range(3):
        masks = games["log_deal"][:, voyage]
        counts = [((masks >> np.uint64(rank)) & np.uint64(1)).sum() for rank in range(40)]
        assert sum(map(int, counts)) == 6 * DEALS
        assert within_5_sigma(counts, 6 / 40, DEALS)
        assert within_5_sigma([((masks & np.uint64(3)) == np.uint64(3)).sum()], 6 * 5 / (40 * 39), DEALS)


@pytest.mark.rule("VOY-4")
@pytest.mark.parametrize("players", range(2, 7))
def test_voy_4_doubloons_by_the_space_of_the_moment(players):
    table = SeededGame(players)
    for voyage in range(3):
        events = table.deal(voyage)
        space = [int(table.game["space"][seat]) for seat in range(players)]
        assert [int(table.game["doubloons"][seat]) for seat in range(players)] == [DOUBLOONS[s] for s in space]
        gains = [(int(row["seat"]), int(row["a"])) for row in events if row["event"] == Event.GAIN]
        assert gains == [(seat, DOUBLOONS[space[seat]]) for seat in range(players)]
        table.sail()


@pytest.mark.rule("VOY-4")
def test_voy_4_after_reputation_changed_in_the_voyage_before():
    """Seat 0 went with the Captain from space 1 to 5: 7 doubloons; seats 1 and 2, on 1 and 2 now: 11 and 10."""
    position = scene(day=3).play([39, None, None]).position
    position.anchor()
    assert position.next_voyage([35]).doubloons == [7, 11, 10]


def test_same_seed_and_game_same_deal():
    for index in (0, 1, 1_234_567):
        first, second = SeededGame(4, seed=9, game_index=index), SeededGame(4, seed=9, game_index=index)
        for voyage in range(3):
            first.deal(voyage)
            second.deal(voyage)
            assert first.games.tobytes() == second.games.tobytes()
            first.sail()
            second.sail()


def test_another_seed_or_game_another_deal():
    assert len({SeededGame(4, seed, index).game["deck"].tobytes() for seed in range(8) for index in range(8)}) == 64


def test_cards_do_not_depend_on_the_number_of_players_from_three_on(deals):
    """Three to six seats share spaces and cards of a (seed, game). Two start elsewhere (SET-5) and have cards of their own."""
    games = {players: deals(players)[0] for players in range(2, 7)}
    for players in (4, 5, 6):
        assert (games[players]["space"] == games[3]["space"]).all()
        assert (games[players]["log_deal"] == games[3]["log_deal"]).all()
    assert (games[2]["log_deal"] != games[3]["log_deal"]).any(axis=1).mean() > 0.99


def test_loot_does_not_depend_on_the_number_of_players(deals):
    """One order of tokens for each (seed, game, voyage); more players see more of it."""
    orders = {players: deals(players)[1] for players in range(2, 7)}
    for voyage, days in enumerate(DAYS):
        for players in (2, 3, 4, 5):
            drawn = days * max(3, players)
            assert (orders[players][voyage, :, :drawn] == orders[6][voyage, :, :drawn]).all()


def test_deals_do_not_depend_on_what_is_played(deals):
    """Random play in between (other choices, other draws) leaves spaces, cards and loot order of every voyage alone."""
    games, orders = deals(4)
    for index in range(5):
        table = SeededGame(4, seed=5, game_index=index)
        table.game["asks_everything"] = index % 2
        for voyage in range(3):
            table.deal(voyage)
            assert (table.game["loot_order"][:48] == orders[voyage, index]).all()
            table.sail()
        assert (table.game["log_deal"] == games["log_deal"][index]).all()


def test_deals_of_the_first_voyages_do_not_depend_on_the_rule_set():
    """Another number of days or doubloons leaves the first cards and the first tokens alone."""
    standard, other = SeededGame(3), SeededGame(3, rules={"voyage.days": (6, 6, 6), "cabin_boy.gain": 9})
    standard.deal(0)
    other.deal(0)
    assert standard.game["log_deal"][0] == other.game["log_deal"][0]
    assert rows_of(standard.game)[:4] == rows_of(other.game)[:4]


def test_the_rows_hold_every_kind_in_proportion(deals):
    """Kinds on the first row of six: 4, 6, 10, 6, 6, 8, 8 of 48 each within 5 sigma of the binomial bound."""
    games, _ = deals(6)
    rows = Counter()
    for row in games["rows"][:, 0]:
        rows.update(dict(enumerate(counts_of(row))))
    for kind, number in enumerate(LOOT):
        assert within_5_sigma([rows[kind]], number / 48, 6 * DEALS)


def test_cards_dealt_is_told_as_a_mask():
    table = SeededGame(3)
    events = table.deal(0)
    (told,) = [row for row in events if row["event"] == Event.CARDS_DEALT]
    assert int(told["a"]) == int(mask_of(ranks_of(table.game["log_deal"][0])))


# solo

SOLO_RANKS = [rank for rank in range(1, 41) if rank != 37]
"""SOL-2."""
SOLO_PLACES = {0: (0, 6), 1: (10, 16), 2: (21, 27)}
"""Places of the deck that deal each voyage's cards: six, and one more a day after them (4, 5, 6)."""
SIDED = [CHEST, MAP, RELIC]
"""Kinds that have two sides in a solo game (SET-3)."""


@pytest.fixture(scope="module")
def solo_games():
    """Records of DEALS solo games of seed 5, uncharted, begun."""
    rules = rules_record(None, (with_automa_tiles(CALM), with_automa_tiles(STORMY)), True)
    games, game, zero = np.zeros(DEALS, SOLO_GAME), np.zeros(1, SOLO_GAME), np.zeros(1, SOLO_GAME)
    for index in range(DEALS):
        game[0] = zero[0]
        engine.begin_traced(5, index, 2, rules, game)
        games[index] = game[0]
    return games


@pytest.mark.rule("SOL-1")
@pytest.mark.rule("SET-4")
@pytest.mark.rule("SET-5")
def test_sol_1_both_tokens_start_on_spaces_2_and_3_at_random(solo_games):
    """(2, 3) and (3, 2), half each within 5 sigma; the idle four on the other spaces."""
    assert (np.sort(solo_games["space"][:, :2], axis=1) == [2, 3]).all()
    assert within_5_sigma([(solo_games["space"][:, 0] == 2).sum()], 1 / 2, DEALS)
    assert (np.sort(solo_games["space"], axis=1) == np.arange(6)).all()


@pytest.mark.rule("SOL-1")
@pytest.mark.rule("VOY-2")
@pytest.mark.rule("SET-2")
def test_sol_1_three_tokens_a_day_of_the_48():
    table = SeededGame(2, solo=True)
    assert counts_of(table.game["bag"]) == LOOT
    for voyage, days in enumerate(DAYS):
        table.deal(voyage)
        rows = rows_of(table.game)
        assert [sum(row) for row in rows] == [3] * days + [0] * (8 - days)
        assert [sum(column) for column in zip(*rows, counts_of(table.game["bag"]), strict=True)] == LOOT
        table.sail()


@pytest.mark.rule("SOL-1")
@pytest.mark.rule("VOY-2")
def test_sol_1_loot_and_spaces_are_those_of_the_two_players_of_that_seed():
    """Set up as for two players."""
    for index in range(20):
        solo, two = SeededGame(2, 5, index, solo=True), SeededGame(2, 5, index)
        for voyage in range(3):
            solo.game["voyage"] = two.game["voyage"] = voyage
            solo.game["bag"] = two.game["bag"] = packed(LOOT)
            solo.step(engine.DEAL)
            two.step(engine.DEAL)
            assert rows_of(solo.game) == rows_of(two.game)
        assert solo.game["log_space"].tolist() == two.game["log_space"].tolist()


@pytest.mark.rule("SOL-2")
def test_sol_2_the_deck_is_1_to_40_without_37_shuffled_once():
    """After a whole game it lies as it was shuffled."""
    table = SeededGame(2, solo=True)
    deck = table.game["deck"][:39].tolist()
    assert sorted(deck) == SOLO_RANKS
    table.play()
    assert table.game["deck"][:39].tolist() == deck


@pytest.mark.rule("SOL-2")
@pytest.mark.rule("SOL-3")
@pytest.mark.rule("VOY-3")
@pytest.mark.parametrize("index", range(5))
def test_sol_2_the_top_six_become_hers_and_his_then_one_is_turned_each_day(index):
    """Each back that is read is that of the next card, the last one of the game the 34th card's, which is never drawn."""
    table = SeededGame(2, 5, index, solo=True)
    deck = table.game["deck"][:39].tolist()
    left = [set(), set()]
    for voyage, (first, end) in SOLO_PLACES.items():
        table.deal(voyage)
        dealt = set(deck[first:end])
        assert set(ranks_of(table.game["log_deal"][voyage])) == dealt
        for seat in range(2):
            assert set(ranks_of(table.game["hand"][seat])) == left[seat] | dealt
        for day in range(DAYS[voyage]):
            table.game["day"] = day
            events = table.step(engine.DAY)
            turned = [int(row["card"]) for row in events if row["event"] == Event.PILFERER_TURNS]
            read = [int(row["card"]) for row in events if row["event"] == Event.BACK_READ]
            assert (turned, read) == ([deck[end + day]], [deck[end + day + 1]])
        table.step(engine.ANCHOR)
        left = [set(ranks_of(table.game["hand"][seat])) for seat in range(2)]
    assert end + day + 1 == 33


@pytest.mark.rule("SOL-2")
def test_sol_2_every_card_is_equally_likely_in_every_place(solo_games):
    """1/39 on each of the 34 places that a game uses, within 5 sigma; two neighbours: 1/39 x 1/38."""
    for place in range(34):
        counts = np.bincount(solo_games["deck"][:, place], minlength=41)
        assert counts[0] == counts[37] == 0
        assert within_5_sigma(counts[SOLO_RANKS], 1 / 39, DEALS)
    pairs = (solo_games["deck"][:, 9] == 1) & (solo_games["deck"][:, 10] == 40)
    assert within_5_sigma([pairs.sum()], 1 / (39 * 38), DEALS)


@pytest.mark.rule("SOL-2")
def test_sol_2_characters_out_of_the_game_are_not_in_the_deck():
    """34 cards are as many as are needed."""
    out = {"scout": 1, "cook": 26, "watchman": 27, "first_mate": 38, "governor": 40}
    for index in range(20):
        table = SeededGame(2, 5, index, {f"{key}.in_game": 0 for key in out}, solo=True).play()
        assert sorted(table.game["deck"][:34]) == [rank for rank in SOLO_RANKS if rank not in out.values()]


@pytest.mark.rule("SOL-2")
def test_sol_2_other_voyages():
    """Two cards and one day, then two and two, then two and three: places 0, 3 and 7."""
    table = SeededGame(2, 5, 0, {"voyage.days": (1, 2, 3), "voyage.cards": 2}, solo=True)
    deck = table.game["deck"][:39].tolist()
    table.play()
    dealt = [int(row["a"]) for row in table.events if row["event"] == Event.CARDS_DEALT]
    turned = [int(row["card"]) for row in table.events if row["event"] == Event.PILFERER_TURNS]
    assert [set(ranks_of(mask)) for mask in dealt] == [set(deck[0:2]), set(deck[3:5]), set(deck[7:9])]
    assert turned == [deck[2], *deck[5:7], *deck[9:12]]


@pytest.mark.rule("SET-3")
@pytest.mark.rule("SOL-1")
def test_set_3_solo_chest_map_and_relic_have_two_sides(solo_games):
    """8 mixes, an eighth each within 5 sigma; the other four kinds show the Automa's tiles, whatever the setup."""
    faces = solo_games["face"]
    assert not faces[:, [HOOK, SABER, AMULET, BARREL]].any()
    mixes = np.bincount(faces[:, SIDED] @ [1, 2, 4], minlength=8)
    assert within_5_sigma(mixes, 1 / 8, DEALS)
    for tiles in (CALM, STORMY):
        game = SeededGame(2, faces=(tiles,), solo=True).game
        side = tiles[0].side
        # by the tables: LA-saber and LA-barrel at dusk; LA-hook, LA-amulet and LA-barrel at the anchor, the hook one by one
        expected = {
            "dusk_items": {SABER, BARREL} | {kind for kind in SIDED if kind in ACT[side, "dusk_items"]},
            "night_items": {kind for kind in SIDED if kind in ACT[side, "night_items"]},
            "anchor_items": {HOOK, AMULET, BARREL} | {kind for kind in SIDED if kind in ACT[side, "anchor_items"]},
            "single_items": {HOOK},
            "first_items": {kind for kind in SIDED if kind in ACT[side, "first_items"]},
        }
        for name, kinds in expected.items():
            assert {rank - ITEM_LOOT for rank in ranks_of(game[name])} == kinds


@pytest.mark.rule("SET-3")
def test_set_3_solo_sides_never_disturb_the_deals():
    for index in range(20):
        games = [SeededGame(2, 5, index, faces=faces, solo=True).game for faces in ((CALM,), (STORMY,), (CALM, STORMY))]
        for game in games[1:]:
            for name in ("space", "deck", "bag"):
                assert game[name].tolist() == games[0][name].tolist()
