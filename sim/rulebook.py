"""The numbered rules as text: docs/rules.md, which travels with the package, read clause by clause."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from attrs import frozen

from sim.errors import GalecrestError, nearest, shown
from sim.rule_sets import ALL_AMOUNTS, RuleSet, readable

SOURCES = {
    "S0": "publisher's rulebook",
    "S1": "summary of the rulebook",
    "S4": "explanation made from the publisher's rules",
    "D": "an independent public implementation, which paraphrases the printed cards",
    "Q": "a ruling of this project where the sources are silent",
    "R": "a reconstruction: the printed text could not be found",
}


@frozen
class Clause:
    """One numbered rule.

    Attributes:
        id: as in docs/rules.md.
        name: of a character or loot kind, else empty.
        text: the clause in our words, with the standard amounts in it.
        source: letters of docs/rules.md.
    """

    id: str
    name: str
    text: str
    source: str


def _document() -> str:
    inside = Path(__file__).with_name("rules.md")
    return (inside if inside.exists() else Path(__file__).parents[1] / "docs" / "rules.md").read_text("utf-8")


@cache
def clauses() -> dict[str, Clause]:
    """Every clause by id, in the order of the rulebook."""
    found: dict[str, Clause] = {}
    for line in _document().splitlines():
        cells = [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if len(cells) < 2 or not re.fullmatch(r"[A-Z]+-\w+", cells[0]):
            continue
        id_ = cells[0]
        name = ""
        if id_.startswith("CHR-"):
            name, text = cells[1], f"{cells[2]}: {cells[3]}"
        else:
            text = cells[1]
        if id_[:3] in ("LC-", "LS-", "LA-"):
            name = id_[3:]
        source = cells[-1] if len(cells) > 2 else "R"
        found[id_] = Clause(id_, name, text.replace("**", ""), source)
    return found


def find(name: str) -> list[Clause]:
    """The clauses of an id ("CHR-07", "chr-7"), a family ("DSK"), a character or a loot kind.

    Raises:
        GalecrestError: nothing is called so.
    """
    wanted = name.strip().lower().replace("_", " ")
    if not wanted:
        raise GalecrestError(f"rules {shown(name)}: must be an id, a character or a loot kind")
    number = re.fullmatch(r"([a-z]+)-?0*(\d+)", wanted)
    table = clauses()
    for id_, clause in table.items():
        parts = re.fullmatch(r"([A-Z]+)-0*(\d+)", id_)
        if id_.lower() == wanted or (number and parts and (parts[1].lower(), parts[2]) == number.groups()):
            return [clause]
    family = [clause for clause in table.values() if clause.id.lower().split("-")[0] == wanted or clause.name.lower() == wanted]
    if family:
        return family
    names = [
        *(clause.id.lower() for clause in table.values()),
        *(clause.name.lower() for clause in table.values() if clause.name),
    ]
    raise GalecrestError(f"rules {shown(name)}: no rule, character or loot kind is called so{nearest(wanted, names)}")


def describe(found: Iterable[Clause], rule_set: RuleSet) -> str:
    """Clauses as text: id, name, words, source, and the amounts in force with their keys."""
    lines = []
    for clause in found:
        head = f"{clause.id}  {clause.name}" if clause.name else clause.id
        lines.append(head)
        lines.append(f"    {clause.text}")
        letters = re.findall(r"\b(S0|S1|S4|D|Q|R)\b", clause.source)
        lines.append(f"    source: {'; '.join(f'{letter}, {SOURCES[letter]}' for letter in letters) or clause.source}")
        for amount in ALL_AMOUNTS.values():
            if amount.rule == clause.id:
                value = readable(amount, rule_set.value(amount.key))
                changed = f"; standard: {readable(amount, amount.value)}" if amount.key in rule_set.changes else ""
                lines.append(f"    {amount.key} = {value}  ({amount.text}{changed})")
        lines.append("")
    return "\n".join(lines)


def contents() -> str:
    """One line a clause, for an overview."""
    lines = [f"{row.id:<10} {row.name + ': ' if row.name else ''}{row.text}" for row in clauses().values()]
    return "\n".join(lines) + "\n"
