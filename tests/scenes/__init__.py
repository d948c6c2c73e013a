"""Positions laid out by name, one step of the compiled engine, and what came out of it.

    out = scene(players=3, loot={0: [Loot.MAP, Loot.CHEST]}).play([7, None, None], [preacher_keep(0, Loot.MAP, of=2)])
    assert out.loot[0] == [Loot.MAP]

``table`` lays out and looks, ``answers`` has one function for each kind of question, ``games`` plays whole games.
"""

from scenes.answers import (
    PRISONER_COPY,
    Answer,
    apprentice_copy,
    brawler,
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
    stowaway_draw,
    surgeon,
    take_cook,
    take_dusk,
    take_smuggler,
    thief,
    watchman,
    witch_copy,
)
from scenes.games import SeededGame
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
    "brawler",
    "gunner",
    "hook",
    "hook_card",
    "innkeeper_return",
    "merchant",
    "midshipman_remove",
    "necromancer_relic",
    "necromancer_return",
    "order_anchor",
    "order_dusk",
    "order_night",
    "order_night_end",
    "preacher_keep",
    "recruiter",
    "saber",
    "scene",
    "scout_play",
    "stowaway_draw",
    "surgeon",
    "take_cook",
    "take_dusk",
    "take_smuggler",
    "thief",
    "watchman",
    "witch_copy",
]
