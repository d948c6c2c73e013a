"""What commands say of a run besides its tables: what is reconstructed, whose weights do not fit, which games these were."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sim.progress import say


def say_what_is_reconstructed(tiles: Iterable[Iterable[str]]) -> None:
    """Name the reconstructed rules of all rule sets that were played by, if there are any."""
    found = dict.fromkeys(tile for each in tiles for tile in each)
    if found:
        say(f"reconstructed rules in play, not the printed ones: {', '.join(found)} (docs/rules.md)")


def say_what_weights_do_not_know(manifest: dict[str, Any]) -> None:
    """Name the policies whose weights were trained in other games than these, and how those differed."""
    rule_sets = manifest.get("rule_sets") or [manifest["rule_set"]]
    found: dict[tuple[str, str], list[str]] = {}
    for rules in rule_sets:
        for name, weights in (rules.get("weights") or manifest.get("weights", {})).items():
            here, there = (1 if rules["solo"] else manifest["players"]), (1 if weights["solo"] else weights["players"])
            told = [] if here == there else ["in solo games" if weights["solo"] else f"in games of {there}"]
            whose: list[str] = []
            if weights["rules"] != rules["hash"]:
                told.append(f"under other rules (setup {weights['setup']}) than")
                changed = [f"{key}={rules['amounts'][key]}" for key in rules["changed"] if key in rules["amounts"]]
                whose = [rules["label"]] if "label" in rules else changed or ["here"]
            if told:
                found.setdefault((name, ", ".join(told)), []).extend(whose)
    for (name, how), whose in found.items():
        more = f" and {len(whose) - _SHOWN} more" if len(whose) > _SHOWN else ""
        say(f"{name} plays by weights that were trained {how} {', '.join(whose[:_SHOWN])}{more}".rstrip())


_SHOWN = 3
"""Rule sets, or changed amounts, that a line names."""


def footer(manifest: dict[str, Any]) -> str:
    """A last line for a table that may be kept without its manifest: which games, under which rules."""
    rule_sets = manifest.get("rule_sets") or [manifest["rule_set"]]
    setups = ", ".join(dict.fromkeys(f"{rules['setup']} ({rules['provenance']})" for rules in rule_sets))
    solo = rule_sets[0]["solo"]
    table = "solo" if solo else f"{manifest['players']} players"
    starts = _starts(rule_sets) if solo else ""
    policies = _policies(manifest["policy"])
    if any(rules.get("policy", manifest["policy"]) != manifest["policy"] for rules in rule_sets):
        policies = ", ".join(f"{rules['label']} by {_policies(rules['policy'])}" for rules in rule_sets)
    return f"{manifest['games']:,} games, {table}, {policies}, seed {manifest['seed']}{starts}: {setups}"


def _policies(policy: dict[str, Any]) -> str:
    """Who plays, from the manifest."""
    names = policy.get("rungs") or policy.get("league") or policy.get("line_up") or [policy["human"]]
    if len(set(names)) == 1:
        return f"policy {names[0]}"
    how = {"rungs": " one after another", "league": " each against each"}
    return f"policies {', '.join(names)}" + next((how[key] for key in policy if key in how), ", seats in turn")


def _starts(rule_sets: list[dict[str, Any]]) -> str:
    """Who starts solo games with doubloons, and with how many under these rules."""
    told = ""
    for name in ("human", "Automa"):
        starts = sorted({rules["amounts"][f"solo.{name.lower()}_start"] for rules in rule_sets})
        if starts != [0]:
            few = " or ".join(map(str, starts))
            told += f", {name} starts with {few if len(starts) < 3 else f'{starts[0]} to {starts[-1]}'}"
    return told
