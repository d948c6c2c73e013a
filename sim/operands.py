"""What ``galecrest compare`` compares: rule sets as users name them on one line."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable

from attrs import evolve, frozen

from sim.errors import GalecrestError, SoloAlone, nearest, shown
from sim.rule_files import read_rules
from sim.rule_sets import ALL_AMOUNTS, RuleSet
from sim.setups import NAMED

BASE = "base"
"""The operand that stands for the rules that all others are laid over."""

MOST = 64
"""Rule sets in one pass: each has its own counters in every thread."""


@frozen
class Operand:
    """A rule set to be compared.

    Attributes:
        label: as the user wrote it.
        rule_set: what it stands for.
    """

    label: str
    rule_set: RuleSet


def operands(texts: Iterable[str], base: RuleSet) -> list[Operand]:
    """The rule sets that a user named, laid over the base.

    An operand is ``base``; a setup, named or mixed (``parse_setup``); a rule file, ``-`` for standard input; or one of
    these with ``:KEY=VALUE[,KEY=VALUE...]`` after it. What a file leaves as it is in the standard rules is as in the base.

    Raises:
        GalecrestError: an operand that stands for nothing, one that is named twice, fewer than two or too many.
    """
    labels = list(texts)
    if len(labels) < 2:
        raise GalecrestError(f"compare takes at least two rule sets, as in: compare calm stormy; {len(labels)} given")
    if len(labels) > MOST:
        raise GalecrestError(f"compare takes at most {MOST} rule sets; {len(labels)} given")
    for label in labels:
        if labels.count(label) > 1:
            raise GalecrestError(f"{shown(label)}: named twice; each rule set once (base: changes nothing, for a test)")
    files: dict[str, RuleSet] = {}
    return [Operand(label, _parsed(label, base, files)) for label in labels]


def _parsed(text: str, base: RuleSet, files: dict[str, RuleSet]) -> RuleSet:
    if text == BASE:
        return base
    before, colon, after = text.rpartition(":")
    if colon and before and not os.path.exists(text):
        rule_set = _parsed(before, base, files)
        return _refused_as(text, lambda: RuleSet.from_settings(_settings(after), base=rule_set))
    if text in NAMED or ("=" in text and not _is_file(text)):
        _refuse_setting(text)
        return _refused_as(text, lambda: RuleSet.from_settings([], text, base))
    if not _is_file(text):
        raise GalecrestError(
            f"{shown(text)}: must be {BASE}, {', '.join(NAMED)}, a mix such as chest=stormy,map=calm, a rule file, "
            f"or one of these with :KEY=VALUE{nearest(text, [BASE, *NAMED])}"
        )
    if text not in files:
        files[text] = _refused_as(text, lambda: read_rules(text, base.solo))
    return _refused_as(text, lambda: _laid_over(base, files[text]))


def _is_file(text: str) -> bool:
    return text == "-" or text.endswith(".toml") or os.path.exists(text) or os.sep in text


def _refuse_setting(text: str) -> None:
    key = text.partition("=")[0].strip()
    if key in ALL_AMOUNTS:
        raise GalecrestError(f"{shown(text)}: no setup; for an amount write {BASE}:{text}")


def _settings(text: str) -> list[str]:
    """``a.b=1,c.d=2,3`` as ``["a.b=1", "c.d=2,3"]``: what has no = goes on with the numbers of a table."""
    found: list[str] = []
    for part in text.split(",") if text.strip() else []:
        if "=" in part or not found:
            found.append(part)
        else:
            found[-1] += f",{part}"
    return found


def _laid_over(base: RuleSet, rule_set: RuleSet) -> RuleSet:
    if rule_set.solo and not base.solo:
        raise SoloAlone("a file of solo games alone")
    setup = base.setup if rule_set.setup == RuleSet(solo=base.solo).setup else rule_set.setup
    merged = evolve(base, changes={**base.changes, **rule_set.changes}, tiles={**base.tiles, **rule_set.tiles}, setup=setup)
    merged.check()
    return merged


def _refused_as(text: str, made: Callable[[], RuleSet]) -> RuleSet:
    """What ``made()`` returns; an error of it names the operand and not an option that nobody gave."""
    try:
        return made()
    except GalecrestError as error:
        reason = str(error)
        for option in ("--setup", "--set", "--rules"):
            if reason.startswith(f"{option} "):
                reason = reason.partition(": ")[2]
        raise GalecrestError(f"{shown(text)}: {reason.removeprefix(f'{text}: ')}") from None
