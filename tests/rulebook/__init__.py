"""The rulebook: a reference engine ("oracle") for the game, written from RULES.md alone, in plain Python objects.

It shares no code with the simulator; the point of it is independence.

    rules = RuleSet().changed({"beggar.payment": 3})     # the tunables: the table in rules.py
    game = Game(3, [None, 0, 1, 2, None, None], rules, tiles={"map": "stormy"})   # tiles: loot.py
    game.start_voyage(deal, loot_days)                   # six ranks; a list of kinds for each day
    game.play_day([12, 34, None], chooser)               # a rank a seat, None with an empty hand
    game.anchor(chooser)                                 # after the voyage's last day
    game.state(); game.scores(); game.winners()          # STATE of FORMAT.md

    def chooser(seat, kind, options, **context): ...     # context: phase, game; returns an index into options

    replay(transcript, rules, missing_orders="any", rng=random.Random(1), tiles=None)   # a list of differences
    random_game(3, random.Random(1), rules, "some-id", tiles)                           # a transcript

    game = SoloGame(row, deck, rules, start=(0, 5))      # solo: seat 0 the human, seat 1 the Automa; solo.py
    game.play_day([12, game.automas_card()], WithAutoma(chooser))                       # her choices: automa.py
    random_solo_game(random.Random(1), rules, "some-id", tiles)                         # a transcript; replay() takes it

rules.py holds the amounts, loot.py the tiles as data and the vocabulary of effects; RULINGS.md says what was decided
where RULES.md is silent. Each phase has its module: daytime, dusk, night, anchor. What a solo game does otherwise stands
in solo.py, the Automa's decisions in automa.py, the solo deck as data in solo_deck.py.
"""

from .automa import WithAutoma
from .cards import NAMES
from .game import Game
from .loot import AUTOMA, CALM, SOLO_KINDS, STORMY, VOCABULARY, Tile, tiles_from, uncharted
from .reputation import random_row
from .rules import CONFORMANCE, STANDARD, RuleSet
from .seats import KINDS
from .solo import SoloGame
from .transcript import random_game, random_solo_game, replay

__all__ = [
    "AUTOMA",
    "CALM",
    "CONFORMANCE",
    "KINDS",
    "NAMES",
    "SOLO_KINDS",
    "STANDARD",
    "STORMY",
    "VOCABULARY",
    "Game",
    "RuleSet",
    "SoloGame",
    "Tile",
    "WithAutoma",
    "random_game",
    "random_row",
    "random_solo_game",
    "replay",
    "tiles_from",
    "uncharted",
]
