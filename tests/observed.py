"""Questions of seeded games: the record as it was when a policy was asked, whom, and what the seat took.

Every seat is played by an observer, who plays at random or by the learned policy and keeps one question of each kind. The
kernels ask it as they ask any policy, by a record of its own type (kernels._jit.by_answers).
"""

from dataclasses import dataclass

import numpy as np
from scenes import with_automa_tiles

from kernels import engine
from kernels._jit import ANSWERS, address, entry, kernel
from kernels.catalog import CALM
from kernels.choices import decided, drawn
from kernels.codes import VOYAGES, Choice
from kernels.engine import seat_players
from kernels.masks import EMPTY, size
from kernels.policies import learned, players, uniform
from kernels.policies.knowledge import KNOWLEDGE, SOLO_TABLE, TABLE, WEIGHTS
from kernels.rule_record import rules_record
from kernels.setup import begin_game, deal_cards, deal_loot
from kernels.state import GAME, SOLO_GAME
from kernels.voyage import play_voyage

KINDS = len(Choice)


def _observer(game):
    return np.dtype(
        [
            *((name, "i8", (KINDS,)) for name in ("wanted", "asked", "seat", "n", "taken")),
            ("options", "u8", (KINDS,)),
            ("positions", game, (KINDS,)),
            ("ends", game, (VOYAGES,)),
            ("secrets", "i8"),
            ("learned", "i8"),
            ("known", KNOWLEDGE),
        ],
        align=True,
    )


OBSERVER, SOLO_OBSERVER = _observer(GAME), _observer(SOLO_GAME)
"""By kind of question: the number of the one that is kept, how often it was asked, and the kept one: whom, n, the place taken,
options, and the record before it. ``ends``: the record at the end of each voyage. ``secrets``: 1 for questions that are asked while
another seat holds a card that a Surgeon took back, of two or more that it could be."""


@kernel
def _secret_is_held(game, seat):
    for other in range(game["players"]):
        secret = game["hand"][other] & game["secret"][other]
        if other != seat and secret != EMPTY and size(game["secret_among"][other] & game["graveyard"][other]) > 0:
            return True
    return False


@kernel
def _pick(game, observer, kind, seat, options, n):
    if n == 1:
        return 0
    counts = observer["secrets"] == 0 or _secret_is_held(game, seat)
    keeps = counts and observer["asked"][kind] <= observer["wanted"][kind]
    if counts:
        observer["asked"][kind] += 1
    if keeps:
        observer["seat"][kind], observer["n"][kind], observer["options"][kind] = seat, n, options
        positions = observer["positions"]
        positions[kind] = game
    if observer["learned"] != 0:
        place = learned.pick(game, observer["known"], None, kind, seat, options, n)
    else:
        place = uniform.pick(game, seat, n)
    if keeps:
        observer["taken"][kind] = place
    return place


ANSWERS["observers"] = "wanted"
decided.by["observers"] = _pick
drawn.by["observers"] = drawn.by["none"]


def _observed(seed, game_index, players, rules, games, observers, orders):
    game, observer = games[0], observers[0]
    seat_players(game, orders, game_index, players)
    begin_game(game, rules[0], seed, game_index, players)
    for voyage in range(VOYAGES):
        game["voyage"] = voyage
        deal_cards(game, rules[0])
        deal_loot(game, rules[0])
        play_voyage(game, rules[0], observer, None)
        ends = observer["ends"]
        ends[voyage] = game


@entry
def picked(games, table, kind, seat, options, n):
    """The place that the seat's player takes at a TABLE or SOLO_TABLE array of shape (1,); the rest as for ``choices.choose``."""
    return players.pick(games[0], table[0], kind, seat, options, n)


def blank_table(solo=False):
    """A TABLE or SOLO_TABLE array of shape (1,), where search is at its address."""
    table, search = np.zeros(1, SOLO_TABLE if solo else TABLE), engine.solo_search_choice if solo else engine.search_choice
    search(np.zeros(1, SOLO_GAME if solo else GAME)[0], table[0]["room"], table[0]["seated"][0], 0, 0, np.uint64(0), 0)
    table["search"] = address(search)
    return table


observed, solo_observed = entry(_observed, "observed"), entry(_observed, "solo_observed")


@dataclass
class Question:
    """One question.

    Attributes:
        rules: RULES array of shape (1,).
        games: GAME or SOLO_GAME array of shape (1,): the record before it.
        kind, seat, options, n: as ``choices.choose`` has them.
        taken: the place that the seat took.
        end: GAME or SOLO_GAME record at the end of the voyage.
    """

    rules: np.ndarray
    games: np.ndarray
    kind: Choice
    seat: int
    options: np.uint64
    n: int
    taken: int
    end: np.void

    @property
    def game(self):
        return self.games[0]


def rules_of(faces, solo):
    """The rules of these games: RULES array of shape (1,)."""
    return rules_record(None, tuple(map(with_automa_tiles, faces)) if solo else faces, solo)


def questions(players, game_index, faces=(CALM,), solo=False, known=None, late=True, secrets=False):
    """One question of each kind that was asked in a game of seed 1, of more than one option.

    Args:
        players, game_index, faces, solo: which game.
        known: KNOWLEDGE record with which every seat plays by the learned policy; None: at random.
        secrets: only questions that are asked while another seat holds a card that a Surgeon took back unseen.
        late: of each kind any of as many as there are choices of a card in a game, or the last if there are fewer; else the first.
    """
    rules = rules_of(faces, solo)
    games, observers = np.zeros(1, SOLO_GAME if solo else GAME), np.zeros(1, SOLO_OBSERVER if solo else OBSERVER)
    if late:
        observers["wanted"] = np.random.default_rng(game_index).integers(0, 15 * players, KINDS)
    observers["secrets"] = secrets
    if known is not None:
        observers["learned"], observers["known"] = 1, known
    play = solo_observed if solo else observed
    play(1, game_index, 2 if solo else players, rules, games, observers, np.zeros((1, 6), np.int64))
    (observer,) = observers
    for kind in Choice:
        if observer["asked"][kind] > 0:
            position = observer["positions"][kind : kind + 1].copy()
            seat, options, n, taken = (observer[name][kind] for name in ("seat", "options", "n", "taken"))
            end = observer["ends"][position["voyage"][0]].copy()
            yield Question(rules, position, kind, int(seat), options, int(n), int(taken), end)


def weights_drawn(knowledge, seed, high):
    """Fill the weights of a KNOWLEDGE record with numbers from -high to high."""
    numbers = np.random.default_rng(seed)
    for name, _, shape, _ in WEIGHTS:
        knowledge[name] = numbers.integers(-high, high + 1, shape)
