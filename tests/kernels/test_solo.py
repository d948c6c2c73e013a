"""Solo games: SOL-1 to SOL-6, SOL-8 and SOL-9, the rulings Q-16 to Q-19, and whole games. Set-up: test_setup."""

import numpy as np
import pytest
from called import called
from scenes import (
    SceneError,
    SeededGame,
    apprentice_copy,
    back,
    hook,
    hook_card,
    no_effect_rank,
    order_anchor,
    order_dusk,
    saber,
    scene,
    scout_play,
    symbols,
    take_cook,
    take_dusk,
    take_smuggler,
    take_watchman,
    watchman,
    with_automa_tiles,
)

from kernels import engine, setup, solo
from kernels._jit import JIT, by_game, entry
from kernels.catalog import CALM, CHARACTERS, STORMY, Tile, TileEffect
from kernels.codes import (
    AUTOMA,
    HUMAN,
    MAX_DAYS,
    NOBODY,
    VOYAGES,
    Choice,
    CookBlockedBy,
    Effect,
    Event,
    Fault,
    Loot,
    Phase,
    Rule,
    Source,
    Stream,
    When,
)
from kernels.masks import mask_of, ranks_of
from kernels.rule_record import rules_record
from kernels.solo_tally import SOLO_TALLY, count_solo_game
from kernels.state import GAME, SOLO_GAME, Violation, invariants
from kernels.tokens import counts_of

CHEST, HOOK, MAP, SABER, AMULET, BARREL, RELIC = Loot
PREFERENCE = [CHEST, HOOK, MAP, SABER, AMULET, BARREL, RELIC]
"""SOL-5."""
AHEAD = [None, None, 1, 0, None, None]
"""The human has more reputation; where no track is named it is the Automa, on space 3, he on space 2."""
GAMES = 12 if JIT else 4


def play(deck, human, automa, answers=(), **others):
    """A day on which she holds one card, or none, and plays it; ``deck`` begins with the Pilferer's."""
    hand = {1: [] if automa is None else [automa]} | others.pop("hand", {})
    return scene(solo=True, deck=[deck] if isinstance(deck, int) else deck, hand=hand, **others).play([human], answers)


# SOL-1


@pytest.mark.rule("SOL-1")
@pytest.mark.rule("SET-1")
def test_sol_1_two_seats_the_pilferers_card_and_no_midshipman():
    """Of 20, 21 and 30, the Midshipman (20.5) is not between the first two."""
    out = play(30, 20, 21)
    assert out.placed == [(0, 20), (1, 21), (NOBODY, 30)]
    assert int(out.new["players"][0]) == 2


@pytest.mark.rule("SOL-1")
def test_sol_1_the_automa_has_a_reputation_token_a_ship_and_a_graveyard():
    """Her Aristocrat goes from space 3 to 5 and into her ship; her Scout into her graveyard."""
    out = play(1, 35, 34)
    assert (out.space, out.ship) == ([2, 5], [[35], [34]])
    assert play(40, None, 1).graveyard == [[], [1]]


@pytest.mark.rule("SOL-1")
def test_sol_1_the_pilferer_has_no_seat():
    """After whole games nothing lies beyond the two seats: no card, no token, no doubloon."""
    for index in range(GAMES):
        game = SeededGame(2, 61, index, solo=True).play().game
        for name in ("hand", "ship", "graveyard", "loot", "doubloons", "dial", "log_held"):
            assert not game[name][..., 2:].any(), name
        for name in ("log_played", "log_discarded"):
            assert not game[name][:, 2:].any(), name


# SOL-3


@pytest.mark.rule("SOL-3")
def test_sol_3_the_human_then_the_pilferer_then_the_automa():
    out = play([13, 14], 12, 35)
    told = [(row.event, row.seat, row.card) for row in out.events[:3]]
    assert told == [(Event.CHOICE, 0, 0), (Event.PILFERER_TURNS, NOBODY, 13), (Event.BACK_READ, 1, 14)]
    assert out.placed == [(0, 12), (NOBODY, 13), (1, 35)]


@pytest.mark.rule("SOL-3")
def test_sol_3_the_back_is_looked_at_but_its_card_not_drawn():
    """The 14, whose back is read on the first day, is turned on the second; its back is not read again."""
    out = scene(solo=True, deck=[13, 14, 15], hand={1: [24, 32, 35]}, rules=back(14, "L2") | back(15, "R1")).play([None])
    assert (out.placed, out.back) == ([(NOBODY, 13), (1, 32)], (14, 1, 32))
    out = out.position.next_day([None])
    assert (out.placed, out.back) == ([(NOBODY, 14), (1, 35)], (15, 1, 35))


@pytest.mark.rule("SOL-3")
@pytest.mark.rule("DAY-2")
@pytest.mark.parametrize(("track", "right"), [(None, [0, 1]), (AHEAD, [1, 0])])
def test_sol_3_the_pilferers_card_is_left_of_every_equal_rank(track, right):
    """Three Collectors: his leftmost, the others by reputation; and so they take, from the right."""
    answers = [take_dusk(0, MAP if right == [0, 1] else CHEST, of=2 if right == [0, 1] else 3)]
    out = play(35, 35, 35, answers, track=track, today=[CHEST, MAP, RELIC])
    assert [seat for seat, _ in out.placed] == [NOBODY, *right]
    assert [seat for seat, _ in out.takers] == [*reversed(right), NOBODY]


@pytest.mark.rule("SOL-3")
def test_sol_3_one_equal_rank_to_the_right():
    assert play(12, 12, 35).placed == [(NOBODY, 12), (0, 12), (1, 35)]
    assert play(12, 5, 12).placed == [(0, 5), (NOBODY, 12), (1, 12)]


@pytest.mark.rule("SOL-3")
@pytest.mark.rule("Q-02")
def test_sol_3_a_card_that_a_scout_inserts_lies_right_of_an_equal_pilferers():
    out = play(20, 1, None, [scout_play(0, 20, of=1), take_dusk(0, CHEST, of=2)], hand={0: [20]}, today=[CHEST, MAP])
    assert out.takers == [(0, CHEST), (NOBODY, MAP)]
    out = play([20, 31], None, 1, hand={1: [1, 20]}, rules=back(31, "L1"), today=[CHEST, MAP])
    assert out.takers == [(1, CHEST), (NOBODY, MAP)]


@pytest.mark.rule("SOL-3")
def test_sol_3_deck_and_backs_do_not_touch_the_humans_pick():
    """The same game with the rest of the deck the other way round, and with other backs: he picks the same."""
    for index in range(GAMES):
        picks = []
        for other in ({}, back(7, "R1") | back(20, "R2"), None):
            seeded = SeededGame(2, 62, index, other or {}, solo=True)
            seeded.deal(0)
            if other is None:
                seeded.game["deck"][6:39] = seeded.game["deck"][6:39][::-1].copy()
            seeded.step(engine.DAY)
            picks.append(int(seeded.game["pick"][HUMAN]))
        assert len(set(picks)) == 1


# SOL-4

FIVE = [8, 10, 24, 32, 35]
"""Cards without a daytime ability."""


@pytest.mark.rule("SOL-4")
@pytest.mark.parametrize(
    ("today", "row"),
    [
        ([CHEST, HOOK, MAP], 1),  # all good
        ([MAP, MAP, MAP], 1),
        ([SABER, AMULET, BARREL], 1),  # all average
        ([AMULET, AMULET], 1),
        ([RELIC, RELIC, RELIC], 1),  # all bad
        ([RELIC], 1),
        ([RELIC, RELIC, CHEST], 2),  # two bad
        ([RELIC, RELIC, BARREL], 2),
        ([CHEST, CHEST, RELIC], 3),  # the worked example: two chests and a relic
        ([HOOK, AMULET, RELIC], 3),
        ([MAP, RELIC], 3),
        ([CHEST, SABER, AMULET], 4),  # a good
        ([MAP, HOOK, BARREL], 4),
        ([HOOK, SABER], 4),
        ([RELIC, SABER, AMULET], 5),  # anything else
        ([RELIC, BARREL, BARREL], 5),
        ([RELIC, SABER], 5),
        ([], 1),  # no token
    ],
)
def test_sol_4_the_first_row_that_fits(today, row):
    """The row of the back says which of her five cards, from the left."""
    out = scene(solo=True, deck=[1, 31], hand={1: FIVE}, today=today, rules=back(31, "L1", "L2", "L3", "L4", "L5")).play([None])
    assert out.back == (31, row, FIVE[row - 1])
    assert out.placed[-1] == (1, FIVE[row - 1])


@pytest.mark.rule("SOL-4")
@pytest.mark.parametrize(
    ("entry", "with_symbol", "card"),
    [
        ("L1", [], 8),
        ("L2", [], 10),
        ("L5", [], 35),
        ("L6", [], 35),  # past the end
        ("L9", [], 35),
        ("R1", [], 35),
        ("R2", [], 32),
        ("R5", [], 8),
        ("R6", [], 8),
        ("R9", [8], 8),
        ("S1", [10, 32], 10),
        ("S2", [10, 32], 32),
        ("S3", [10, 32], 32),
        ("S1", [24], 24),  # one card: that
        ("S2", [24], 24),
        ("S1", [], 35),  # none: the rightmost
        ("S2", [20, 40], 35),  # none of hers
        ("S3", [8, 10, 24, 32, 35], 24),
    ],
)
def test_sol_4_entries(entry, with_symbol, card):
    out = scene(solo=True, deck=[1, 31], hand={1: FIVE}, rules=back(31, entry) | symbols(*with_symbol)).play([None])
    assert out.back == (31, 1, card)


@pytest.mark.rule("SOL-4")
@pytest.mark.parametrize("entry", ["L1", "L2", "R3", "S1", "S2"])
def test_sol_4_her_last_card(entry):
    out = scene(solo=True, deck=[1, 31], hand={1: [24]}, rules=back(31, entry) | symbols()).play([None])
    assert out.back == (31, 1, 24)


@pytest.mark.rule("SOL-4")
@pytest.mark.rule("SOL-8")
def test_sol_4_the_tokens_that_lie_there():
    """Her Watchman takes the chest of tomorrow's row: a relic and a barrel are left, row 5, no longer 3."""
    rules = back(31, "L3") | back(1, "L1", "L2", "L3", "L3", "L4")
    out = scene(solo=True, deck=[2, 31, 1], hand={1: [27, *FIVE[1:]]}, tomorrow=[CHEST, RELIC, BARREL], rules=rules).play(
        [None]
    )
    assert out.takers == [(1, CHEST)]
    assert out.position.next_day([None]).back == (1, 5, 35)


# SOL-5


@pytest.mark.rule("SOL-5")
@pytest.mark.parametrize("at", range(7))
def test_sol_5_each_takes_what_comes_first(at):
    """She first (35), then the Pilferer (20), from the kinds at this place and beyond it."""
    row = PREFERENCE[at:]
    out = play(20, None, 35, today=row)
    assert out.takers == [(1, row[0]), (NOBODY, row[1])] if at < 6 else [(1, RELIC)]
    assert out.answered(1) == [take_dusk(1, row[0], of=len(row))]


@pytest.mark.rule("SOL-5")
@pytest.mark.rule("LA-saber")
@pytest.mark.rule("LA-barrel")
def test_sol_5_her_tokens_effects_run():
    """The barrel: 1 reputation; the saber: 3 doubloons, as the human has no ship."""
    out = play(1, None, 35, today=[BARREL])
    assert (out.moved, out.gained) == ([0, 1], [0, 0])
    out = play(1, None, 35, today=[SABER])
    assert (out.moved, out.gained) == ([0, 0], [0, 3])


@pytest.mark.rule("SOL-5")
@pytest.mark.parametrize("kind", Loot, ids=lambda kind: kind.name)
def test_sol_5_the_pilferers_token_goes_to_the_bag_without_effect(kind):
    """Neither the Automa's barrel and saber nor a hook that discards its taker and pays do anything."""
    out = play(30, None, None, today=[kind], ship={0: [35], 1: [32]}, tiles=[STORMY[HOOK]])
    assert (out.takers, out.to_bag, out.loot) == ([(NOBODY, kind)], [kind], [[], []])
    assert (out.moved, out.gained, out.ship, out.graveyard) == ([0, 0], [0, 0], [[35], [32]], [[], []])
    assert counts_of(out.new["log_pilfered"][0]) == [int(kind == other) for other in Loot]
    assert not out.new["log_taken"].any()


@pytest.mark.rule("SOL-5")
@pytest.mark.parametrize("card", [5, 10, 13, 26, 27, 28])
def test_sol_5_whatever_his_card_one_token(card):
    """A Cabin Boy, a Cook, a Watchman of his are nothing but a rank."""
    out = play(card, None, None, today=[MAP, SABER, RELIC], tomorrow=[CHEST])
    assert out.takers == [(NOBODY, MAP)]
    assert (out.moved, out.gained) == ([0, 0], [0, 0])


@pytest.mark.rule("SOL-5")
@pytest.mark.parametrize("card", [row.rank for row in CHARACTERS if row.rank != 37])
def test_sol_5_he_never_acts(card):
    """By day, at dusk and at night: a turn for nobody, and no seat asked anything."""
    out = play(card, None, None, today=[RELIC], ship={0: [35], 1: [32]}, loot={0: [MAP], 1: [CHEST]})
    assert [row.event for row in out.events] == [Event.PILFERER_TURNS, Event.PLACED, Event.PILFERED]
    assert (out.moved, out.gained, out.loot) == ([0, 0], [0, 0], [[MAP], [CHEST]])


@pytest.mark.rule("SOL-5")
@pytest.mark.rule("CHR-03")
def test_sol_5_beggar_on_his_card_does_nothing_for_either_side():
    out = play(30, 3, None)
    assert (out.moved, out.gained, out.no_effect) == ([0, 0], [0, 0], {})
    out = play(30, None, 3)
    assert (out.moved, out.gained, out.no_effect) == ([0, 0], [0, 0], {3: 18})


@pytest.mark.rule("SOL-5")
@pytest.mark.rule("CHR-17")
@pytest.mark.rule("Q-17")
@pytest.mark.parametrize("seat", [HUMAN, AUTOMA])
def test_sol_5_brute_on_his_card(seat):
    """It goes, nobody gains reputation, he takes no token; and something changed: her Brute stays at 17."""
    human, automa, answers = (17, None, [take_dusk(0, MAP, of=1)]) if seat == HUMAN else (None, 17, [])
    out = play(30, human, automa, answers, today=[MAP])
    assert [row.card for row in out.told(Event.CARD_DISCARDED) if row.seat == NOBODY] == [30]
    assert (out.moved, out.gained, out.graveyard) == ([0, 0], [0, 0], [[], []])
    assert (out.takers, out.no_effect) == ([(seat, MAP)], {})


# SOL-6

NOTHING_CHANGES = [2, 3, 4, 5, 6, 7, 11, 14, 18, 19, 21, 22, 23, 25, 29, 30, 31, 33, 36, 38, 39, 40]
"""Characters whose daytime ability has nothing to do where nothing lies anywhere (with the Pilferer's card right of her)."""


@pytest.mark.rule("SOL-6")
@pytest.mark.parametrize("card", NOTHING_CHANGES)
def test_sol_6_an_ability_that_changes_nothing(card):
    """The deck's rank (SOL-8): 15 more, at most 40. A Cabin Boy right of the Pilferer, Bandit and Captain at their end."""
    track = {6: [1, 0, None, None, None, None], 39: [None, None, None, None, 0, 1]}.get(card)
    out = play({5: 1, 40: 39}.get(card, 40), None, card, track=track, doubloons=0)
    assert out.no_effect == {card: min(card + 15, 40)}
    assert (out.moved, out.gained, out.ship) == ([0, 0], [0, int(card == 22)], [[], [card]])  # the Brawler's night
    assert ranks_of(out.new["log_no_effect"][0]) == [card]


@pytest.mark.rule("SOL-6")
@pytest.mark.parametrize(
    ("card", "position", "gained", "moved"),
    [
        # (daytime and, with their cards in the ship, night)
        (4, {"ship": {1: [35]}}, 0, 0),
        (5, {"deck": 40}, 3, 0),
        (6, {}, 3, -3),
        (7, {"loot": {1: [MAP, RELIC]}}, 0, 1),
        (11, {}, -10, 0),
        (12, {}, 0, 2),
        (14, {"today": [HOOK]}, 2, 0),
        (17, {}, 0, 1),  # himself, rightmost: discarded
        (18, {"ship": {0: [35]}}, 0, -1),
        (19, {"loot": {1: [RELIC]}}, 0, 0),
        (21, {"ship": {1: [10]}}, 2, 0),
        (22, {"ship": {0: [22]}}, 1, 2),
        (23, {"loot": {0: [MAP]}}, 0, -2),
        (25, {"hand": {1: [2, 25]}, "deck": [1, 31], "rules": back(31, "R1")}, 0, 0),
        (29, {}, 5, 0),
        (30, {"loot": {1: [MAP]}}, 1, 0),
        (31, {"graveyard": {1: [2]}}, 0, 0),
        (33, {"loot": {1: [MAP]}}, -1, 0),
        (34, {}, 0, 2),
        (36, {"loot": {1: [MAP]}}, 1, 0),
        (38, {"ship": {1: [35]}}, -1, 0),
        (39, {}, -2, 2),
        (40, {"ship": {1: [35]}}, 0, 1),
    ],
)
def test_sol_6_something_changed(card, position, gained, moved):
    out = play(position.pop("deck", 1), None, card, **position)
    assert out.no_effect == {}
    assert (out.gained[1], out.moved[1]) == (gained, moved)


@pytest.mark.rule("SOL-6")
@pytest.mark.rule("Q-18")
def test_sol_6_a_doubloon_for_a_step_beyond_the_end_is_a_change():
    """Her Aristocrat on space 5: no token moves, two doubloons come (REP-2)."""
    out = play(40, None, 34, track=[None, None, None, None, 0, 1])
    assert (out.moved, out.gained, out.no_effect) == ([0, 0], [0, 2], {})


@pytest.mark.rule("SOL-6")
def test_sol_6_the_beggar_at_18():
    """Right of the human's 14, left of his 20; the Pilferer's 30, on which she found nothing, is right of both."""
    out = play(30, 14, 3, [take_dusk(0, RELIC, of=1)], today=[CHEST, MAP, RELIC])
    assert (out.no_effect, out.takers) == ({3: 18}, [(NOBODY, CHEST), (1, MAP), (0, RELIC)])
    out = play(30, 20, 3, [take_dusk(0, RELIC, of=2)], today=[CHEST, MAP, RELIC])
    assert (out.no_effect, out.takers) == ({3: 18}, [(NOBODY, CHEST), (0, RELIC), (1, MAP)])


@pytest.mark.rule("SOL-6")
@pytest.mark.rule("DAY-3")
def test_sol_6_it_is_moved_at_the_end_of_daytime():
    """The human's Brute (17) comes after her Beggar and still finds the Pilferer's 18 rightmost, not her at 18."""
    out = play(18, 17, 3, [take_dusk(0, MAP, of=1)], today=[CHEST, MAP])
    told = [(row.event, row.seat, row.card) for row in out.events if row.event in (Event.CARD_DISCARDED, Event.NO_EFFECT_RANK)]
    assert told == [(Event.CARD_DISCARDED, NOBODY, 18), (Event.NO_EFFECT_RANK, 1, 3)]
    assert out.takers == [(1, CHEST), (0, MAP)]


@pytest.mark.rule("SOL-6")
def test_sol_6_the_humans_never():
    assert play(30, 3, None).no_effect == {}
    assert play(40, 29, None).no_effect == {}


@pytest.mark.rule("SOL-6")
@pytest.mark.rule("CHR-05")
def test_sol_6_his_card_of_the_same_rank_says_nothing_of_hers():
    """Of two Cabin Boys the left one gains 3: hers, if he has more reputation."""
    out = play(40, 5, 5, track=AHEAD)
    assert (out.gained, out.no_effect) == ([0, 3], {})
    out = play(40, 5, 5)
    assert (out.gained, out.no_effect) == ([3, 0], {5: 20})


@pytest.mark.rule("SOL-6")
@pytest.mark.parametrize(("new", "seats"), [(17, [NOBODY, 1]), (18, [1, NOBODY]), (19, [1, NOBODY])])
def test_sol_6_right_of_an_equal_pilferers(new, seats):
    """From the right at dusk: her Beggar at 17, 18 and 19, his card 18."""
    out = play(18, None, 3, today=[MAP, MAP], rules=no_effect_rank(3, new))
    assert (out.no_effect, [seat for seat, _ in out.takers]) == ({3: new}, seats)


@pytest.mark.rule("SOL-6")
@pytest.mark.rule("Q-02")
@pytest.mark.parametrize(("track", "seats"), [(None, [NOBODY, 1, 0]), (AHEAD, [NOBODY, 0, 1])])
def test_sol_6_ties_with_the_human_go_by_reputation(track, seats):
    """His Gunner lies at 18 too; on space 3 she lies right of him, on space 2 left."""
    out = play(30, 18, 3, [take_dusk(0, MAP, of=2 if track else 1)], track=track, today=[MAP, MAP, MAP])
    assert [seat for seat, _ in out.takers] == seats


@pytest.mark.rule("SOL-6")
@pytest.mark.rule("Q-02")
def test_sol_6_by_the_reputation_of_that_moment():
    """His Aristocrat (34) passes her token by day: her Beggar, at 34, lies left of him. With the Mutineer (16) at 16: right."""
    out = play(40, 34, 3, [take_dusk(0, MAP, of=2)], today=[MAP, MAP, MAP], rules=no_effect_rank(3, 34))
    assert (out.space, [seat for seat, _ in out.takers]) == ([4, 2], [NOBODY, 0, 1])
    out = play(40, 16, 3, [take_dusk(0, MAP, of=1)], today=[MAP, MAP, MAP], rules=no_effect_rank(3, 16))
    assert (out.space, [seat for seat, _ in out.takers]) == ([2, 3], [NOBODY, 1, 0])


@pytest.mark.rule("SOL-6")
@pytest.mark.rule("DAY-3")
def test_sol_6_it_alone_is_moved():
    """Two Apprentices, his left of hers; then he passes her token (Aristocrat), she brings an Infantry (Scout), which goes to 40.

    The Apprentices lie as they lay, though he has more reputation now.
    """
    out = play(
        [39, 31],
        2,
        2,
        [apprentice_copy(0, 34, of=1), take_dusk(0, RELIC, of=1)],
        ship={0: [34], 1: [1]},
        hand={1: [2, 29]},
        rules=back(31, "L1"),
        today=[CHEST, HOOK, MAP, RELIC],
    )
    assert (out.space, out.no_effect) == ([4, 2], {29: 40})
    assert out.takers == [(1, CHEST), (NOBODY, HOOK), (1, MAP), (0, RELIC)]


@pytest.mark.rule("SOL-6")
def test_sol_6_an_event_that_is_undone_later_counts():
    """Her Beggar herself rightmost pays herself 3 and gains 1 reputation; with no reputation, only there and back."""
    out = play(1, None, 3)
    assert (out.gained, out.moved, out.no_effect) == ([0, 0], [0, 1], {})
    rules = {"beggar.reputation": 0}
    out = play(1, None, 3, rules=rules)
    assert (out.gained, out.moved, out.no_effect) == ([0, 0], [0, 0], {})
    # without a doubloon nothing is paid, and nothing happens
    out = play(1, None, 3, rules=rules, doubloons=0)
    assert (out.gained, out.moved, out.no_effect) == ([0, 0], [0, 0], {3: 18})


@pytest.mark.rule("SOL-6")
def test_sol_6_reputation_there_and_back_is_a_change():
    """Her Apprentice as the Smuggler takes a map of a user that brings 1 reputation and takes it again."""
    tile = Tile(
        MAP, "made", (TileEffect(When.DUSK, Effect.REPUTATION, 1), TileEffect(When.DUSK, Effect.REPUTATION, -1)), "user"
    )
    out = play(40, None, 2, ship={1: [13]}, today=[MAP], tiles=[tile])
    assert (out.moved, out.no_effect, out.takers) == ([0, 0], {}, [(1, MAP)])


@pytest.mark.rule("SOL-6")
@pytest.mark.parametrize("card", [row.rank for row in CHARACTERS if "day" not in row.when and row.rank != 37])
def test_sol_6_a_card_without_a_daytime_ability_never(card):
    assert play(40, None, card, doubloons=0).no_effect == {}


@pytest.mark.rule("SOL-6")
@pytest.mark.rule("SOL-8")
@pytest.mark.rule("Q-19")
def test_sol_6_nor_her_watchman():
    out = play(40, None, 27, today=[CHEST], tomorrow=[MAP])
    assert (out.no_effect, out.acted(Phase.DAY)) == ({}, [])


@pytest.mark.rule("SOL-6")
def test_sol_6_nor_a_card_that_left_the_island():
    """Scout and Stowaway are discarded, the Smuggler sails, with nothing else to do."""
    for card in (1, 9):
        out = play(40, None, card, bag=[])
        assert (out.no_effect, out.graveyard[1]) == ({}, [card])
    out = play(40, None, 13)
    assert (out.no_effect, out.ship[1]) == ({}, [13])


@pytest.mark.rule("SOL-6")
@pytest.mark.rule("Q-17")
def test_sol_6_a_card_that_was_discarded_meanwhile():
    """Her Beggar found the Pilferer's 30; then the human's Smuggler takes a calm saber, whose only target is she."""
    answers = [take_smuggler(0, SABER, of=1), saber(0, 1, 3, of=1)]
    out = play(30, 13, 3, answers, today=[SABER], tiles=[CALM[SABER]])
    assert (out.no_effect, out.graveyard) == ({}, [[], [3]])


@pytest.mark.rule("SOL-6")
@pytest.mark.rule("CHR-02")
def test_sol_6_the_apprentice():
    """Nothing to copy, or a copy that changes nothing: his own 17; a copy that changes something: none."""
    assert play(40, None, 2).no_effect == {2: 17}
    out = play(40, None, 2, ship={1: [29]})
    assert (out.no_effect, out.answered(1)) == ({2: 17}, [apprentice_copy(1, 29, of=1)])
    out = play(40, None, 2, ship={1: [3, 14]})
    assert (out.no_effect, out.ship[1]) == ({2: 17}, [2, 3, 14])
    out = play(40, None, 2, ship={1: [12]}, doubloons=0)
    assert (out.no_effect, out.gained) == ({}, [0, 12])


@pytest.mark.rule("SOL-6")
def test_sol_6_the_printed_rank_counts_elsewhere():
    """Her Beggar took 18; in the ship at night the Mutineer (16) finds him the lowest."""
    out = play(30, None, 3, ship={1: [16]})
    assert (out.no_effect, out.ship[1], out.graveyard[1]) == ({3: 18}, [16], [3])
    # and a saber that lets the human choose is asked for the 3
    answers = [take_dusk(0, SABER, of=1), saber(0, 1, 3, of=1)]
    out = play(30, 20, 3, answers, today=[CHEST, SABER], tiles=[CALM[SABER]])
    assert (out.no_effect, out.graveyard[1]) == ({3: 18}, [3])


@pytest.mark.rule("SOL-6")
def test_sol_6_the_new_rank_is_of_that_day_alone():
    """The Beggar moves on day 1, comes home by the Innkeeper on day 2, and on day 3 lies at 3 again.

    There the human's copied Scout puts an Explorer (10) right of him, not left of an 18; and as that one pays him, he stays.
    """
    his = [2, 3, 4, 10]
    out = scene(solo=True, deck=[30, 31, 2], hand={1: [3, 4]}, rules=back(31, "L1"), ship={0: [1]}, graveyard={0: his}).play(
        [None]
    )
    assert (out.no_effect, out.ship[1]) == ({3: 18}, [3])
    out = out.position.next_day([None])
    assert (out.no_effect, out.hand[1]) == ({}, [3])
    game = out.position.game
    game["graveyard"][HUMAN], game["hand"][HUMAN] = mask_of([3, 4]), mask_of([2, 10])
    out.position.fill(2, [CHEST, MAP, RELIC])
    answers = [apprentice_copy(0, 1, of=1), scout_play(0, 10, of=1), take_dusk(0, CHEST, of=3), take_dusk(0, RELIC, of=1)]
    out = out.position.next_day([2], answers)
    assert (out.no_effect, out.takers) == ({}, [(0, CHEST), (1, MAP), (0, RELIC)])


@pytest.mark.rule("SOL-6")
@pytest.mark.rule("Q-18")
def test_q_18_a_card_that_her_scout_put_on_the_island_is_due():
    """Her Infantry is not rightmost: from 29 to 40, right of the Pilferer's 39. The Pilferer's 28: she is, and gains 5."""
    position = {"hand": {1: [1, 29]}, "rules": back(31, "L1"), "today": [CHEST, MAP]}
    out = play([39, 31], None, 1, **position)
    assert (out.answered(1)[0], out.no_effect) == (scout_play(1, 29, of=1), {29: 40})
    assert out.takers == [(1, CHEST), (NOBODY, MAP)]
    out = play([28, 31], None, 1, **position)
    assert (out.gained, out.no_effect) == ([0, 5], {})


@pytest.mark.rule("Q-18")
@pytest.mark.rule("Q-10")
def test_q_18_by_the_copied_scout_the_new_card_alone_is_due():
    """The Apprentice discarded the Scout, a change; the Infantry he brought changed nothing."""
    out = play([39, 31], None, 2, hand={1: [2, 29]}, ship={1: [1]}, rules=back(31, "L1"))
    assert (out.no_effect, out.ship[1], out.graveyard[1]) == ({29: 40}, [2, 29], [1])


@pytest.mark.rule("Q-18")
def test_q_18_a_choice_a_copy_and_an_amount_of_0_are_no_changes():
    """The Preacher keeps his only token; the Apprentice copies him; Quartermaster and Cabin Boy gain 0; the Gambler has nothing."""
    out = play(40, None, 7, loot={1: [MAP]})
    assert (out.no_effect, out.loot[1], len(out.answered(1))) == ({7: 22}, [MAP], 1)
    assert play(40, None, 2, ship={1: [7]}, loot={1: [MAP]}).no_effect == {2: 17}
    assert play(40, None, 36, loot={1: [MAP]}, rules={"quartermaster.gain": 0}).no_effect == {36: 40}
    assert play(40, None, 5, rules={"cabin_boy.gain": 0}).no_effect == {5: 20}
    assert play(40, None, 33, loot={1: [MAP]}, doubloons=0).no_effect == {33: 40}


def moved_from(cards, due, rules):
    """Rank and place of the island's cards, left to right, after her cards ``due`` of it are moved; -rank for the Pilferer's."""
    record, games = rules_record(rules, solo=True), np.zeros(1, SOLO_GAME)
    game = games[0]
    game["players"], game["space"] = 2, [2, 3, 0, 1, 4, 5]
    game["island_size"], game["island_here"] = len(cards), (1 << len(cards)) - 1
    for slot, card in enumerate(cards):
        game["island_card"][slot], game["island_seat"][slot] = abs(card), NOBODY if card < 0 else AUTOMA
    game["automa_idle"] = mask_of(due)
    called(solo.take_no_effect_ranks)(game, record[0], None)
    slots = [slot for slot in range(game["island_size"]) if int(game["island_here"]) >> slot & 1]
    signs = [-1 if game["island_seat"][slot] == NOBODY else 1 for slot in slots]
    return [sign * int(game["island_card"][slot]) for sign, slot in zip(signs, slots, strict=True)]


@pytest.mark.rule("Q-18")
@pytest.mark.rule("SOL-6")
@pytest.mark.parametrize(
    ("cards", "ranks", "after"),
    [
        # both to 20, right of the Pilferer's 20: the left one first, the other right of her, as neither has more reputation
        ([3, 4, -20], {3: 20, 4: 20}, [-20, 3, 4]),
        # each passes on its own: 18 and 30 of 39
        ([3, 4, -39], {3: 18, 4: 30}, [3, 4, -39]),
        # the left one goes to 30 first; the other, to 25, then stays left of it: 30 counts, not 3
        ([3, 4, -39], {3: 30, 4: 25}, [4, 3, -39]),
        # to the left: what is put in left of a card that waits does not hide it
        ([-8, 21, 30], {21: 5, 30: 10}, [21, -8, 30]),
        ([-8, 21, 30], {21: 5, 30: 4}, [30, 21, -8]),
        ([7, -8, 21, 30], {21: 7, 30: 8}, [7, 21, -8, 30]),
        # the Pilferer's of the same rank stays what it is
        ([-3, 3, 4], {3: 20, 4: 10}, [-3, 4, 3]),
        # not due
        ([3, 4, -39], {3: 40}, [4, -39, 3]),
        ([3, 4, -39], {}, [3, 4, -39]),
    ],
)
def test_q_18_from_left_to_right_each_at_its_new_rank(cards, ranks, after):
    changes = {}
    for card, rank in ranks.items():
        changes |= no_effect_rank(card, rank)
    assert moved_from(cards, list(ranks), changes) == after


# SOL-8


@pytest.mark.rule("SOL-8")
@pytest.mark.rule("CHR-03")
def test_sol_8_her_beggar_is_paid_3_the_humans_2():
    """Or what there is; the rightmost gains 1 reputation, and passes the other's token or not."""
    out = play(1, 35, 3, doubloons=9)
    assert (out.gained, out.space) == ([-3, 3], [3, 2])
    out = play(1, 35, 3, doubloons={0: 2, 1: 9})
    assert (out.gained, out.space) == ([-2, 2], [3, 2])
    out = play(1, 3, 35, doubloons=9)
    assert (out.gained, out.space) == ([2, -2], [2, 4])


@pytest.mark.rule("SOL-8")
def test_sol_8_the_payments_are_two_amounts():
    rules = {"beggar.payment": 7, "automa_beggar.payment": 5}
    assert play(1, 35, 3, rules=rules).gained == [-5, 5]
    assert play(1, 3, 35, rules=rules).gained == [7, -7]
    assert play(1, 35, 3, rules={"beggar.payment": 7}).gained == [-3, 3]
    # a copy too
    assert play(1, 35, 2, ship={1: [3]}).gained == [-3, 3]


@pytest.mark.rule("SOL-8")
@pytest.mark.rule("CHR-12")
def test_sol_8_her_officer():
    """With 12 doubloons she gains 2 reputation, with 11 a doubloon."""
    out = play(1, None, 12, doubloons=12)
    assert (out.gained, out.moved) == ([0, 0], [0, 2])
    out = play(1, None, 12, doubloons=11)
    assert (out.gained, out.moved) == ([0, 1], [0, 0])


@pytest.mark.rule("SOL-8")
@pytest.mark.rule("Q-03")
@pytest.mark.rule("CHR-26")
@pytest.mark.parametrize("blocked_by", [CookBlockedBy.ANY_HOOK, CookBlockedBy.DISCARDING_HOOK], ids=lambda by: by.name)
def test_q_03_no_hook_blocks_a_cook_in_solo(blocked_by):
    """Whatever the rule set says, for either side; the second token is one that is left."""
    rules = {"cook.blocked_by": int(blocked_by)}
    for first in PREFERENCE[:6]:
        out = play(1, None, 26, today=[first, RELIC], rules=rules)
        assert (out.loot[1], out.takers) == ([first, RELIC], [(1, first), (1, RELIC)])
    assert play(1, None, 26, today=[HOOK], rules=rules).loot[1] == [HOOK]
    out = play(1, 26, None, [take_dusk(0, HOOK, of=2), take_cook(0, MAP, of=1)], today=[HOOK, MAP], rules=rules)
    assert out.loot[0] == [HOOK, MAP]


@pytest.mark.rule("Q-03")
@pytest.mark.rule("SOL-7")
@pytest.mark.parametrize("blocked_by", [CookBlockedBy.ANY_HOOK, CookBlockedBy.DISCARDING_HOOK], ids=lambda by: by.name)
def test_q_03_a_hook_of_a_user_that_discards_its_taker(blocked_by):
    """The human may cook before he goes; she takes the token first, and her Cook is gone. Each gains 4."""
    position = {"today": [HOOK, MAP], "rules": {"cook.blocked_by": int(blocked_by)}, "tiles": [STORMY[HOOK]]}
    out = play(1, 26, None, [take_dusk(0, HOOK, of=2), order_dusk(0, 26, of=2), take_cook(0, MAP, of=1)], **position)
    assert (out.loot[0], out.graveyard[0], out.gained) == ([HOOK, MAP], [26], [4, 0])
    out = play(1, None, 26, **position)
    assert (out.loot[1], out.graveyard[1], out.gained) == ([HOOK], [26], [0, 4])
    assert out.takers == [(1, HOOK), (NOBODY, MAP)]


@pytest.mark.rule("SOL-8")
@pytest.mark.rule("SOL-5")
def test_sol_8_her_watchman_takes_from_today_or_tomorrow():
    """No swap by day; at dusk the chest of tomorrow's row, the one token; then the Pilferer a map, of today's row as ever."""
    out = play(1, None, 27, today=[MAP, RELIC], tomorrow=[HOOK, CHEST, BARREL])
    assert out.acted(Phase.DAY) == []
    assert out.answered(1) == [take_watchman(1, CHEST, of=5)]
    assert out.takers == [(1, CHEST), (NOBODY, MAP)]
    assert (out.row(1), out.ship[1], out.no_effect) == ([HOOK, BARREL], [27], {})
    (gained,) = out.told(Event.TOKEN_GAINED)
    assert (gained.rule, gained.b) == ("SOL-8", Source.TOMORROW)
    assert counts_of(out.new["log_taken"][0, 0]) == [1, 0, 0, 0, 0, 0, 0]
    # today's
    out = play(1, None, 27, today=[CHEST, RELIC], tomorrow=[MAP])
    assert (out.takers, out.row(1)) == ([(1, CHEST), (NOBODY, RELIC)], [MAP])
    assert out.told(Event.TOKEN_GAINED)[0].b == Source.ROW


@pytest.mark.rule("SOL-8")
def test_sol_8_her_watchmans_token_has_its_dusk_ability():
    """A barrel of tomorrow: 1 reputation. A hook of a user that discards its taker: the Watchman goes, and she gains 4."""
    assert play(1, None, 27, today=[RELIC], tomorrow=[BARREL]).moved == [0, 1]
    out = play(1, None, 27, today=[RELIC], tomorrow=[HOOK], tiles=[STORMY[HOOK]])
    assert (out.graveyard[1], out.ship[1], out.gained, out.loot[1]) == ([27], [], [0, 4], [HOOK])


@pytest.mark.rule("SOL-8")
@pytest.mark.parametrize(("voyage", "day"), [(0, 3), (1, 4), (2, 5)])
def test_sol_8_on_the_last_day_her_watchman_takes_from_todays_row(voyage, day):
    """Even if there were a row of a day that the voyage does not have. A day before, there is one."""
    out = play(1, None, 27, today=[RELIC, BARREL], tomorrow=[CHEST], voyage=voyage, day=day)
    assert out.takers == [(1, BARREL), (NOBODY, RELIC)]
    assert play(1, None, 27, tomorrow=[CHEST], voyage=voyage, day=day).takers == []
    assert play(1, None, 27, today=[RELIC, BARREL], tomorrow=[CHEST], voyage=voyage, day=day - 1).takers[0] == (1, CHEST)


@pytest.mark.rule("Q-19")
def test_q_19_of_a_kind_in_both_rows_todays():
    out = play(1, None, 27, today=[MAP, RELIC], tomorrow=[MAP, BARREL])
    assert (out.takers, out.row(1)) == ([(1, MAP), (NOBODY, RELIC)], [MAP, BARREL])


@pytest.mark.rule("Q-19")
def test_q_19_tomorrows_row_alone_or_none():
    out = play(1, None, 27, tomorrow=[RELIC, MAP])
    assert (out.takers, out.row(1)) == ([(1, MAP)], [RELIC])
    out = play(1, None, 27)
    assert (out.takers, out.ship[1]) == ([], [27])


@pytest.mark.rule("Q-19")
@pytest.mark.rule("CHR-27")
def test_q_19_her_apprentice_cannot_copy_the_watchman():
    """With an Officer beside him there is one card to copy. The human's Apprentice and Watchman are the ordinary ones."""
    row = {"today": [MAP], "tomorrow": [RELIC]}
    out = play(40, None, 2, ship={1: [27]}, **row)
    assert (out.no_effect, out.row(1)) == ({2: 17}, [RELIC])
    assert play(40, None, 2, ship={1: [12, 27]}, **row).answered(1)[0] == apprentice_copy(1, 12, of=1)
    answers = [apprentice_copy(0, 27, of=1), watchman(0, MAP, RELIC, of=1)]
    out = play(40, 2, None, answers, ship={0: [27]}, **row)
    assert (out.takers, out.row(1)) == ([(NOBODY, RELIC)], [MAP])
    out = play(1, 27, None, [watchman(0, MAP, RELIC, of=1), take_dusk(0, RELIC, of=1)], **row)
    assert (out.loot[0], out.row(1)) == ([RELIC], [MAP])


@pytest.mark.rule("LA-hook")
@pytest.mark.rule("LA-amulet")
@pytest.mark.rule("LA-barrel")
@pytest.mark.rule("SOL-10")
def test_automa_tiles_at_the_anchor():
    """Hook 4 or a card: the human keeps his Gambler (6), she takes the doubloons. Amulet 3, barrel 1."""
    position = scene(solo=True, day=3, doubloons=0, ship={0: [33], 1: [3]}, loot={0: [HOOK, AMULET], 1: [HOOK, AMULET, BARREL]})
    answers = [order_anchor(0, 33, of=3), order_anchor(0, HOOK, of=2), hook(0, keep=True, of=2), hook_card(0, 33, of=1)]
    position.asks_everything = True
    out = position.anchor(answers)
    assert (out.gained, out.ship) == ([6 + 3, 4 + 3 + 1], [[33], []])


@pytest.mark.rule("LA-saber")
@pytest.mark.parametrize("seat", [HUMAN, AUTOMA])
def test_automa_saber_of_either_side(seat):
    """The lowest of the opponent's ship, or 3 doubloons if it is empty; nobody is asked."""
    human, automa, answers = (35, None, [take_dusk(0, SABER, of=1)]) if seat == HUMAN else (None, 35, [])
    out = play(1, human, automa, answers, today=[SABER], ship={0: [29, 31], 1: [29, 31]})
    assert (out.graveyard[1 - seat], out.graveyard[seat], out.gained) == ([29], [], [0, 0])
    out = play(1, human, automa, answers, today=[SABER], ship={seat: [29, 31]})
    assert (out.graveyard[seat], out.gained[seat], out.gained[1 - seat]) == ([], 3, 0)


# SOL-9


@pytest.mark.rule("SOL-9")
@pytest.mark.rule("VOY-4")
@pytest.mark.parametrize("start", [(0, 0), (2, 5), (7, 0)])
def test_sol_9_starting_doubloons_of_either_side_in_the_first_voyage(start):
    """Beside VOY-4's: 10 on space 2, 9 on space 3; later voyages bring VOY-4's alone."""
    seeded = SeededGame(2, 63, 0, {"solo.human_start": start[0], "solo.automa_start": start[1]}, solo=True)
    for voyage in range(VOYAGES):
        events = seeded.deal(voyage)
        by_space = [12 - int(seeded.game["space"][seat]) for seat in range(2)]
        more = start if voyage == 0 else (0, 0)
        assert seeded.game["doubloons"][:2].tolist() == [by_space[seat] + more[seat] for seat in range(2)]
        gains = [(int(row["rule"]), int(row["seat"]), int(row["a"])) for row in events if row["event"] == Event.GAIN]
        assert [gain for gain in gains if gain[0] == Rule.SOL_9] == [
            (Rule.SOL_9, seat, more[seat]) for seat in range(2) if more[seat]
        ]
        seeded.sail()


@pytest.mark.rule("SOL-9")
@pytest.mark.rule("END-1")
@pytest.mark.parametrize(
    ("dial", "track", "winner"),
    [((50, 49), None, 0), ((49, 50), AHEAD, 1), ((50, 50), None, 1), ((50, 50), AHEAD, 0)],
)
def test_sol_9_most_points_then_more_reputation(dial, track, winner):
    out = scene(solo=True, voyage=2, day=5, doubloons=0, dial=dict(enumerate(dial)), track=track).anchor()
    (wins,) = out.told(Event.WINS)
    assert (wins.seat, wins.a) == (winner, 50)


#


@pytest.mark.rule("Q-16")
@pytest.mark.rule("Q-01")
@pytest.mark.parametrize(("human", "automa"), [(None, None), (None, 35), (35, None)])
def test_q_16_empty_hands(human, automa):
    """Who has no card plays none; the Pilferer turns one all the same; no back is looked at for an empty hand of hers."""
    answers = [take_dusk(0, CHEST, of=2)] if human else []
    out = play(13, human, automa, answers, today=[CHEST, MAP], ship={0: [22], 1: [22]})
    assert [row.card for row in out.told(Event.PILFERER_TURNS)] == [13]
    assert out.placed == [(NOBODY, 13), *((seat, 35) for seat, card in ((0, human), (1, automa)) if card)]
    assert (out.back is None) == (automa is None)
    assert out.takers[-1] == (NOBODY, CHEST if human is automa is None else MAP)
    assert out.gained == [1, 1]  # the Brawlers' night


@pytest.mark.rule("Q-16")
@pytest.mark.rule("Q-13")
def test_q_16_the_human_comes_first():
    """Amulets of a user bring 1 reputation a night: he passes her, then she him."""
    tile = Tile(AMULET, "made", (TileEffect(When.NIGHT, Effect.REPUTATION, 1),), "user")
    out = scene(solo=True, loot={0: [AMULET], 1: [AMULET]}, tiles=[tile]).night()
    rows = [(row.seat, row.b) for row in out.told(Event.REPUTATION)]
    assert (rows, out.space) == ([(0, 3), (1, 3)], [2, 3])


@pytest.mark.rule("Q-17")
@pytest.mark.rule("DAY-3")
@pytest.mark.parametrize(("card", "turned", "gained"), [(5, 1, 0), (5, 5, 0), (5, 6, 3), (29, 40, 0), (29, 29, 5), (29, 28, 5)])
@pytest.mark.parametrize("seat", [HUMAN, AUTOMA])
def test_q_17_the_pilferers_card_may_be_leftmost_or_rightmost(card, turned, gained, seat):
    """A Cabin Boy and an Infantry beside it; of equal ranks his is left."""
    out = play(turned, card if seat == HUMAN else None, card if seat == AUTOMA else None)
    assert out.gained[seat] == gained


@pytest.mark.rule("Q-17")
@pytest.mark.parametrize("seat", [HUMAN, AUTOMA])
def test_q_17_his_card_is_never_a_target_of_a_saber(seat):
    """Only his card lies there: nobody is asked, and he takes his token later."""
    human, automa, answers = (35, None, [take_dusk(0, SABER, of=2)]) if seat == HUMAN else (None, 35, [])
    out = play(1, human, automa, answers, today=[SABER, SABER], tiles=[CALM[SABER]])
    assert (out.takers, out.told(Event.CARD_DISCARDED)) == ([(seat, SABER), (NOBODY, SABER)], [])


@pytest.mark.rule("Q-17")
@pytest.mark.rule("DSK-1")
def test_q_17_his_turn_is_when_the_dusk_reaches_his_card():
    """From the right: the human's 35, the Pilferer's 20, her 10."""
    out = play(20, 35, 10, [take_dusk(0, MAP, of=3)], today=[CHEST, MAP, RELIC])
    assert out.takers == [(0, MAP), (NOBODY, CHEST), (1, RELIC)]
    assert int(out.new["island_here"][0]) == 0


@pytest.mark.rule("Q-17")
def test_q_17_with_an_empty_row_he_takes_nothing():
    """Of two cards right of his the last takes the last token. His card leaves the island."""
    out = play(1, 35, 36, [take_dusk(0, MAP, of=1)], today=[CHEST, MAP])
    assert (out.takers, [row.a for row in out.told(Event.PILFERED)], out.to_bag) == ([(1, CHEST), (0, MAP)], [-1], [])
    assert int(out.new["island_here"][0]) == 0
    assert play(20, None, None).takers == []


@pytest.mark.rule("Q-17")
@pytest.mark.rule("SOL-2")
def test_q_17_his_cards_are_nobodys():
    """In whole games the cards that he turns, in no seat's hand, ship or graveyard; each is another one."""
    for index in range(GAMES):
        seeded = SeededGame(2, 64, index, solo=True).play()
        turned = [int(row["card"]) for row in seeded.events if row["event"] == Event.PILFERER_TURNS]
        assert len(set(turned)) == 4 + 5 + 6
        for zone in ("hand", "ship", "graveyard"):
            assert not any(set(turned) & set(ranks_of(mask)) for mask in seeded.game[zone])


@pytest.mark.parametrize(
    ("arguments", "picks"),
    [
        ({"deck": [30], "hand": {1: [35]}}, [12, 35]),  # her card is not picked
        ({"hand": {1: [35]}}, [None]),  # what does he turn?
        ({}, [12]),
    ],
)
def test_a_solo_scene_that_is_told_wrongly_is_refused(arguments, picks):
    with pytest.raises(SceneError, match="the human alone picks, and the deck says"):
        scene(solo=True, **arguments).play(picks)


# whole games


def check_valid(seeded):
    assert invariants(seeded.game, seeded.rules[0]) == Violation.VALID


RULE_SETS = {
    "standard": {},
    "long": {"voyage.days": (4, 8, 8), "voyage.cards": 6, "day.tokens": (5, 5, 5, 5, 5)},
    "short": {"voyage.days": (1, 1, 1), "voyage.cards": 1, "day.tokens": (0, 0, 0, 0, 0)},
    "hands": {"voyage.days": (2, 2, 2), "voyage.cards": 10, "loot.count": (1, 9, 2, 12, 1, 12, 5)},
    "cheap": {"reputation.doubloons": (0,) * 6, "relic.loss": 99, "automa_beggar.payment": 0, "beggar.reputation": 0},
}
FACES = {"calm": (CALM,), "stormy": (STORMY,), "uncharted": (CALM, STORMY)}


@pytest.mark.parametrize("rules", RULE_SETS, ids=str)
@pytest.mark.parametrize("faces", FACES, ids=str)
@pytest.mark.parametrize("asks_everything", [0, 1])
def test_every_record_of_random_games_is_valid(rules, faces, asks_everything):
    """state.invariants after the set-up, each deal, each day and each anchor."""
    for index in range(GAMES if rules == "standard" else 2):
        seeded = SeededGame(2, 65, index, RULE_SETS[rules], FACES[faces], solo=True)
        seeded.game["asks_everything"] = asks_everything
        check_valid(seeded)
        seeded.play(lambda seeded=seeded: check_valid(seeded))
        assert (seeded.game["fault"], seeded.game["phase"]) == (Fault.NONE, Phase.END)
        assert not seeded.game["loot"].any()


def block(first, count):
    """Games of seed 66 with the Automa's tiles."""
    games, tally = np.zeros(2, SOLO_GAME), np.zeros(1, SOLO_TALLY)
    rules = rules_record(faces=(with_automa_tiles(CALM),), solo=True)
    engine.play_solo_block(66, first, count, 2, rules, games, tally)
    return games, tally


@entry
def count_one(games, rules, tally):
    """``count_solo_game`` has no entry point of its own."""
    count_solo_game(games[0], rules[0], tally[0])


def test_a_game_is_the_same_in_any_block_and_in_steps():
    """To the byte, but for the trace's length and what the last turn changed (SOL-6); so the same counters."""
    for index in range(GAMES):
        alone, tally = block(index, 1)
        last, _ = block(0, index + 1)
        seeded = SeededGame(2, 66, index, solo=True).play()
        expected = np.zeros(1, SOLO_TALLY)
        count_one(seeded.games, seeded.rules, expected)
        seeded.game["trace_at"] = 0
        for games in (alone, last, seeded.games):
            games["changes"] = 0
        assert alone[0].tobytes() == last[0].tobytes() == seeded.games.tobytes()
        assert tally.tobytes() == expected.tobytes()
        assert not any(alone[1].tobytes())


def test_blocks_add_up_however_they_are_cut():
    _, whole = block(0, 12)
    parts = [block(first, count)[1] for first, count in ((0, 5), (5, 1), (6, 6), (12, 0))]
    for name in SOLO_TALLY.names:
        assert (sum(part[name] for part in parts) == whole[name]).all(), name
    assert whole["games"][0] == 12


@pytest.mark.rule("SOL-10")
@pytest.mark.rule("SOL-3")
@pytest.mark.parametrize("asks_everything", [0, 1])
def test_the_humans_choices_and_the_bag_determine_the_game(asks_everything):
    """Replayed by them as a script: the same record, and the same trace. She is never asked, and nothing else is drawn."""
    for index in range(GAMES):
        seeded = SeededGame(2, 67, index, solo=True)
        seeded.game["asks_everything"] = asks_everything
        seeded.play()
        choices = seeded.choices
        replay = SeededGame(2, 67, index, solo=True)
        replay.game["asks_everything"], replay.game["scripted"] = asks_everything, 1
        replay.script = choices[(choices["seat"] == HUMAN) | (choices["kind"] == Choice.STOWAWAY_DRAW)]
        replay.play()
        assert (replay.game["fault"], replay.game["script_at"]) == (Fault.NONE, len(replay.script))
        # neither he nor the bag drew, nor she ever: their streams are as each anchor renews them
        fresh = seeded.game.copy()
        called(setup.renew_streams)(fresh, MAX_DAYS)
        hers = Stream.POLICY + AUTOMA
        assert seeded.game["streams"][hers] == fresh["streams"][hers]
        for stream in (Stream.CHANCE, Stream.POLICY + HUMAN, hers):
            assert replay.game["streams"][stream] == fresh["streams"][stream]
        for name in SOLO_GAME.names:
            if name not in ("streams", "scripted", "script_at"):
                assert (replay.games[name] == seeded.games[name]).all(), name
        assert replay.events.tobytes() == seeded.events.tobytes()


def test_the_logs_say_what_the_trace_says():
    """Cards played by voyage, cards with a no-effect rank, and tokens that the Pilferer took, over whole games."""
    seen = 0
    for index in range(GAMES):
        seeded = SeededGame(2, 68, index, solo=True).play()
        rows = {event: seeded.events[seeded.events["event"] == event] for event in (Event.NO_EFFECT_RANK, Event.PILFERED)}
        assert set(ranks_of(seeded.game["log_no_effect"][()])) == set(rows[Event.NO_EFFECT_RANK]["card"].tolist())
        pilfered = [kind for kind in rows[Event.PILFERED]["a"].tolist() if kind >= 0]
        assert counts_of(seeded.game["log_pilfered"]) == [pilfered.count(kind) for kind in Loot]
        for voyage in range(VOYAGES):
            told = seeded.events[seeded.events["voyage"] == voyage]
            placed = told[(told["event"] == Event.PLACED) & (told["seat"] != NOBODY)]
            recruited = told[(told["event"] == Event.CHOICE) & (told["a"] == Choice.RECRUITER)]
            played = [(int(row["seat"]), int(row["card"])) for row in placed]
            played += [(int(row["seat"]), int(row["c"])) for row in recruited]
            for seat in range(2):
                cards = {card for owner, card in played if owner == seat}
                assert set(ranks_of(seeded.game["log_played"][voyage + 1, seat])) == cards
        seen += len(rows[Event.NO_EFFECT_RANK])
        assert pilfered
    assert seen


# ordinary and solo bodies of a function


@entry
def _ordinary(game, number):
    return 10 * number


@entry
def _solo(game, number):
    return number + game["changes"]


_either = by_game(_ordinary, _solo)


@entry
def _caller(games, number):
    return _either(games[0], number)


def test_the_type_of_the_record_says_which_body_runs():
    games = np.zeros(1, SOLO_GAME)
    games["changes"] = 3
    assert (_caller(np.zeros(1, GAME), 4), _caller(games, 4)) == (40, 7)


def test_a_game_of_two_players_has_nothing_of_solo():
    """Even under a solo game's rules: the Midshipman, no card turned, no back read, all choices asked."""
    games = np.zeros(1, GAME)
    rules = rules_record(solo=True)
    seeded = SeededGame(2, 69, 0)
    seeded.rules, seeded.games = rules, games
    engine.begin_traced(69, 0, 2, rules, games)
    seeded.play()
    solo_events = {Event.PILFERER_TURNS, Event.BACK_READ, Event.PILFERED, Event.NO_EFFECT_RANK}
    assert not solo_events & set(seeded.events["event"].tolist())
    assert (seeded.events["card"] == 0)[seeded.events["event"] == Event.PLACED].sum() == 15  # once a day
    assert {0, 1} <= set(seeded.choices["seat"].tolist())
