"""The reputation track and the doubloons: REP-1 to REP-3, COI-1.

Steps to the right come from the Aristocrat (2), the Captain (to space 5) and the Preacher (any number), to the left from the
Thief (2), the Gunner (1) and the Bandit (to space 0).
"""

from itertools import permutations

import pytest
from scenes import gunner, preacher_keep, scene, thief

from kernels.codes import Loot


def slid(track, token, target):
    """REP-1 in plain Python: the token is taken out and put in at its new space; those passed close up."""
    track = list(track)
    track.remove(token)
    track.insert(target, token)
    return track


def track_of(out):
    """Tokens by space: seats, then idle tokens, as the record numbers them."""
    spaces = [*out.space, *out.idle]
    return [spaces.index(space) for space in range(6)]


@pytest.mark.rule("REP-1")
@pytest.mark.rule("REP-3")
@pytest.mark.parametrize("players", [3, 6])
@pytest.mark.parametrize("space", range(6))
@pytest.mark.parametrize("steps", range(6))
def test_rep_1_gaining_slides_the_passed_tokens_left(players, space, steps):
    """Preacher with steps + 1 tokens: `steps` to the right; beyond space 5 a doubloon each. Idle tokens are passed like others."""
    track = [1, 2, 3, 4, 5]
    track.insert(space, 0)
    seats = [seat if seat < players else None for seat in track]
    out = scene(players, track=seats, loot={0: [Loot.MAP] * (steps + 1)}).play(
        [7] + [None] * (players - 1), [preacher_keep(0, Loot.MAP, of=steps + 1)]
    )
    assert track_of(out) == slid(track, 0, min(5, space + steps))
    assert out.gained == [max(0, space + steps - 5)] + [0] * (players - 1)


@pytest.mark.rule("REP-1")
@pytest.mark.rule("REP-2")
@pytest.mark.rule("REP-3")
@pytest.mark.parametrize("space", range(6))
@pytest.mark.parametrize("steps", [1, 2])
def test_rep_1_losing_is_the_mirror_image(space, steps):
    """Gunner: 1 to the left, Thief: 2; beyond space 0 a doubloon each."""
    track = [1, 2, 3, 4, 5]
    track.insert(space, 0)
    seats = [seat if seat < 3 else None for seat in track]
    if steps == 1:
        out = scene(track=seats, ship={1: [35]}).play([18, None, None], [gunner(0, 1, 35, of=1)])
    else:
        out = scene(track=seats, loot={1: [Loot.MAP]}).play([23, None, None], [thief(0, 1, Loot.MAP, of=1)])
    assert track_of(out) == slid(track, 0, max(0, space - steps))
    assert out.gained == [-max(0, steps - space), 0, 0]


@pytest.mark.rule("REP-1")
@pytest.mark.parametrize("players", [4, 5, 6])
def test_rep_1_to_the_ends_and_back(players):
    """Captain of seat 0 to space 5, the Bandit of seat 1 to space 0, on any track of the first three seats."""
    for three in permutations([0, 1, 2]):
        track = [*three, 3, 4, 5]
        seats = [seat if seat < players else None for seat in track]
        out = scene(players, track=seats).play([39, 6] + [None] * (players - 2))
        assert track_of(out) == slid(slid(track, 1, 0), 0, 5)


@pytest.mark.rule("REP-2")
def test_rep_2_at_the_right_end_each_step_is_a_doubloon():
    """Aristocrat on space 5: 2 doubloons, nobody moves; on space 4: one step and 1 doubloon."""
    out = scene(track=[1, 2, None, None, None, 0]).play([34, None, None])
    assert (out.gained[0], out.moved) == (2, [0, 0, 0])
    out = scene(track=[1, 2, None, None, 0, None]).play([34, None, None])
    assert (out.gained[0], out.moved, out.idle) == (1, [1, 0, 0], [2, 3, 4])


@pytest.mark.rule("REP-2")
@pytest.mark.rule("COI-1")
@pytest.mark.parametrize(("has", "left"), [(5, 3), (2, 0), (1, 0), (0, 0)])
def test_coi_1_at_the_left_end_a_step_costs_what_there_is(has, left):
    """Thief on space 0: 2 doubloons, or what there is; the rest is forgotten and the dial is not touched."""
    out = scene(track=[0, 1, 2, None, None, None], doubloons={0: has}, dial={0: 30}, loot={1: [Loot.MAP]}).play(
        [23, None, None], [thief(0, 1, Loot.MAP, of=1)]
    )
    assert (out.doubloons[0], out.dial[0], out.space[0]) == (left, 30, 0)


@pytest.mark.rule("COI-1")
def test_coi_1_a_loss_beyond_what_is_there_is_forgotten():
    """Gambler with 3 tokens and 1 doubloon loses 1; the Quartermaster next day then gains 3, not 1."""
    out = scene(hand={0: [36]}, loot={0: [Loot.MAP] * 3}, doubloons={0: 1}).play([33, None, None])
    assert out.doubloons[0] == 0
    assert out.position.next_day([36, None, None]).doubloons[0] == 3


@pytest.mark.rule("REP-3")
def test_rep_3_all_six_spaces_count_with_two_players_too():
    """Seat 0 alone between idle tokens: from space 2 to 4 past seat 1 and an idle token."""
    out = scene(2).play([34, None])
    assert (out.space, out.idle) == ([4, 2], [0, 1, 3, 5])
