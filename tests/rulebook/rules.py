"""The rule set: every amount that RULES.md prints in bold, and the switches of its rulings.

A tunable is addressed by the card's (or tile's) name in lower case with underscores, a dot, and the amount's name:
`RuleSet().changed({"beggar.payment": 3})`, `rules["beggar.payment"]`. All of them:

    key                               standard     clause
    beggar.payment                    2            CHR-03
    beggar.reputation                 1            CHR-03
    cabin_boy.gain                    3            CHR-05
    bandit.gain_per_space             1            CHR-06
    preacher.reputation_per_token     1            CHR-07
    preacher.anchor_gain              6            CHR-07
    barkeep.night_gain                1            CHR-08
    barkeep.anchor_gain_per_barrel    1            CHR-08
    explorer.dusk_reputation          2            CHR-10
    explorer.extra_maps               1            CHR-10
    carpenter.anchor_gain             10           CHR-11
    officer.threshold                 12           CHR-12  with so many or more: reputation
    officer.reputation                2            CHR-12
    officer.fill_up_to                12           CHR-12  else doubloons are brought up to this
    bodyguard.gain_per_token          2            CHR-14
    mutineer.gain                     2            CHR-16
    brute.reputation                  1            CHR-17
    gunner.reputation_own             1            CHR-18  gained for an own character
    gunner.reputation_loss_other      1            CHR-18  lost for another's
    freed_prisoner.gain_per_character 1            CHR-20
    freed_prisoner.discard_at         3            CHR-20  doubloons gained that make him leave
    bosun.gain_per_character          2            CHR-21
    brawler.reputation                2            CHR-22
    brawler.night_gain                1            CHR-22
    thief.reputation_loss             2            CHR-23
    topman.gain                       4            CHR-24
    topman.loss_per_character         1            CHR-24
    cook.blocked_by                   "any_hook"   CHR-26, Q-03; or "discarding_hook"
    armorer.dusk_reputation           2            CHR-28
    armorer.night_gain_per_token      1            CHR-28
    infantry.gain                     5            CHR-29
    merchant.gain_for_1               1            CHR-30
    merchant.gain_for_2               4            CHR-30
    merchant.gain_for_3               9            CHR-30
    treasurer.gain_per_token          1            CHR-32
    gambler.loss_per_token            1            CHR-33
    gambler.anchor_gain               6            CHR-33
    aristocrat.reputation             2            CHR-34
    aristocrat.anchor_gain            5            CHR-34
    aristocrat.anchor_loss            3            CHR-34
    collector.gain_for_2_kinds        1            CHR-35
    collector.gain_for_3_kinds        3            CHR-35
    collector.gain_for_4_kinds        5            CHR-35
    collector.gain_for_5_kinds        10           CHR-35  five or more
    quartermaster.gain_per_token      1            CHR-36
    quartermaster.anchor_loss         6            CHR-36
    wind_nymph.gain                   2            CHR-37
    first_mate.loss_per_character     1            CHR-38
    first_mate.anchor_gain_per_character 1         CHR-38
    captain.loss_per_space            1            CHR-39
    governor.reputation_per_character 1            CHR-40
    chest.gain                        5            LC-chest
    hook.gain                         2            LC-hook
    map.set_of_two                    7            LC-map
    map.set_of_three                  12           LC-map
    amulet.gain                       3            LC-amulet
    barrel.reputation                 1            LC-barrel
    barrel.gain                       1            LC-barrel
    relic.loss                        3            LC-relic
    stormy_chest.gain_per_token       1            LS-chest
    stormy_hook.gain                  4            LS-hook
    stormy_map.cash                   (1, 3 ... 66) LS-map  for 1 to 11 maps
    stormy_amulet.gain                1            LS-amulet
    stormy_barrel.reputation_loss     1            LS-barrel
    stormy_barrel.gain_per_space      1            LS-barrel
    stormy_relic.loss                 1            LS-relic
    automa.beggar_payment             3            SOL-8   beggar.payment of the Automa
    automa_hook.gain                  4            Automa tiles
    automa_saber.gain                 3            Automa tiles
    automa_amulet.gain                3            Automa tiles
    automa_barrel.reputation          1            Automa tiles
    automa_barrel.gain                1            Automa tiles
    voyage.lengths                    (4, 5, 6)    VOY-1   days of the voyages; also how many voyages
    voyage.cards_dealt                6            VOY-3
    voyage.tokens_for_two             3            VOY-2   tokens a day with two players
    voyage.doubloons                  (12 ... 7)   VOY-4   from space 0 to space 5
    loot.counts                       (4, 6, 10, 6, 6, 8, 8)   SET-2, in the fixed order of the kinds
"""

from dataclasses import dataclass, field

STANDARD = {
    "beggar.payment": 2,
    "beggar.reputation": 1,
    "cabin_boy.gain": 3,
    "bandit.gain_per_space": 1,
    "preacher.reputation_per_token": 1,
    "preacher.anchor_gain": 6,
    "barkeep.night_gain": 1,
    "barkeep.anchor_gain_per_barrel": 1,
    "explorer.dusk_reputation": 2,
    "explorer.extra_maps": 1,
    "carpenter.anchor_gain": 10,
    "officer.threshold": 12,
    "officer.reputation": 2,
    "officer.fill_up_to": 12,
    "bodyguard.gain_per_token": 2,
    "mutineer.gain": 2,
    "brute.reputation": 1,
    "gunner.reputation_own": 1,
    "gunner.reputation_loss_other": 1,
    "freed_prisoner.gain_per_character": 1,
    "freed_prisoner.discard_at": 3,
    "bosun.gain_per_character": 2,
    "brawler.reputation": 2,
    "brawler.night_gain": 1,
    "thief.reputation_loss": 2,
    "topman.gain": 4,
    "topman.loss_per_character": 1,
    "cook.blocked_by": "any_hook",
    "armorer.dusk_reputation": 2,
    "armorer.night_gain_per_token": 1,
    "infantry.gain": 5,
    "merchant.gain_for_1": 1,
    "merchant.gain_for_2": 4,
    "merchant.gain_for_3": 9,
    "treasurer.gain_per_token": 1,
    "gambler.loss_per_token": 1,
    "gambler.anchor_gain": 6,
    "aristocrat.reputation": 2,
    "aristocrat.anchor_gain": 5,
    "aristocrat.anchor_loss": 3,
    "collector.gain_for_2_kinds": 1,
    "collector.gain_for_3_kinds": 3,
    "collector.gain_for_4_kinds": 5,
    "collector.gain_for_5_kinds": 10,
    "quartermaster.gain_per_token": 1,
    "quartermaster.anchor_loss": 6,
    "wind_nymph.gain": 2,
    "first_mate.loss_per_character": 1,
    "first_mate.anchor_gain_per_character": 1,
    "captain.loss_per_space": 1,
    "governor.reputation_per_character": 1,
    "chest.gain": 5,
    "hook.gain": 2,
    "map.set_of_two": 7,
    "map.set_of_three": 12,
    "amulet.gain": 3,
    "barrel.reputation": 1,
    "barrel.gain": 1,
    "relic.loss": 3,
    "stormy_chest.gain_per_token": 1,
    "stormy_hook.gain": 4,
    "stormy_map.cash": (1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66),
    "stormy_amulet.gain": 1,
    "stormy_barrel.reputation_loss": 1,
    "stormy_barrel.gain_per_space": 1,
    "stormy_relic.loss": 1,
    "automa.beggar_payment": 3,
    "automa_hook.gain": 4,
    "automa_saber.gain": 3,
    "automa_amulet.gain": 3,
    "automa_barrel.reputation": 1,
    "automa_barrel.gain": 1,
    "voyage.lengths": (4, 5, 6),
    "voyage.cards_dealt": 6,
    "voyage.tokens_for_two": 3,
    "voyage.doubloons": (12, 11, 10, 9, 8, 7),
    "loot.counts": (4, 6, 10, 6, 6, 8, 8),
}

COOK_SWITCH = ("any_hook", "discarding_hook")


@dataclass(frozen=True)
class RuleSet:
    """All tunables by their keys; `RuleSet()` is the standard rule set."""

    amounts: dict = field(default_factory=lambda: dict(STANDARD))

    def __post_init__(self):
        if set(self.amounts) != set(STANDARD):
            raise ValueError(f"not the tunables of the rules: {sorted(set(self.amounts) ^ set(STANDARD))}")
        if self.amounts["cook.blocked_by"] not in COOK_SWITCH:
            raise ValueError(f"cook.blocked_by is one of {COOK_SWITCH}")

    def __getitem__(self, key):
        return self.amounts[key]

    def changed(self, changes):
        """A copy with some tunables set otherwise."""
        return RuleSet({**self.amounts, **changes})

    def value(self, amount):
        """An amount of a tile: a number, or the key of a tunable, with a minus sign before it for a loss."""
        if not isinstance(amount, str):
            return amount
        return -self.amounts[amount[1:]] if amount.startswith("-") else self.amounts[amount]

    def tokens_a_day(self, players):
        """VOY-2: as many tokens a day as players, three for two players and for solo, which has two seats."""
        return self["voyage.tokens_for_two"] if players == 2 else players


CONFORMANCE = RuleSet().changed({"cook.blocked_by": "discarding_hook"})  # the rule set of the transcripts
