"""Positions laid out by name, one step of the compiled engine, and what came out of it.

    out = scene(players=3, loot={0: [Loot.MAP, Loot.CHEST]}).play([7, None, None], [preacher_keep(0, Loot.MAP, of=2)])
    assert out.loot[0] == [Loot.MAP]

``table`` lays out and looks, ``answers`` has one function for each kind of question, ``games`` plays whole games, ``solo_cards``
says what stands on the solo deck:

    out = scene(solo=True, hand={1: [3, 8]}, deck=[30, 31], rules=back(31, "L1"), today=[Loot.MAP]).play([12])
    assert (out.back, out.no_effect, out.takers) == ((31, 1, 3), {3: 18}, [(-1, Loot.MAP)])
"""

from scenes.answers import (
    PRISONER_COPY,
    Answer,
    apprentice_copy,
    brawler,
    cash,
    discard_adjacent,
    discard_any,
    gunner,
    hook,
    hook_card,
    innkeeper_return,
    merchant,
    midshipman_remove,
    necromancer_relic,
    necromancer_return,
    order_anchor,
    order_dusk,
    order_night,
    order_night_end,
    preacher_keep,
    recruiter,
    saber,
    scout_play,
    steal,
    stowaway_draw,
    surgeon,
    take_cook,
    take_dusk,
    take_smuggler,
    take_watchman,
    thief,
    watchman,
    witch_copy,
)
from scenes.games import SeededGame, with_automa_tiles
from scenes.solo_cards import back, no_effect_rank, symbols
from scenes.table import Outcome, Position, Scene, SceneError, Told, scene

__all__ = [
    "PRISONER_COPY",
    "Answer",
    "Outcome",
    "Position",
    "Scene",
    "SceneError",
    "SeededGame",
    "Told",
    "apprentice_copy",
    "back",
    "brawler",
    "cash",
    "discard_adjacent",
    "discard_any",
    "gunner",
    "hook",
    "hook_card",
    "innkeeper_return",
    "merchant",
    "midshipman_remove",
    "necromancer_relic",
    "necromancer_return",
    "no_effect_rank",
    "order_anchor",
    "order_dusk",
    "order_night",
    "order_night_end",
    "preacher_keep",
    "recruiter",
    "saber",
    "scene",
    "scout_play",
    "steal",
    "stowaway_draw",
    "surgeon",
    "symbols",
    "take_cook",
    "take_dusk",
    "take_smuggler",
    "take_watchman",
    "thief",
    "watchman",
    "witch_copy",
    "with_automa_tiles",
]
