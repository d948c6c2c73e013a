"""The numbered rules as text: docs/rules.md, which travels with the package, read clause by clause."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from attrs import frozen

from kernels.catalog import CHARACTERS, SOLO_DECK, Amount, Value
from sim.errors import GalecrestError, nearest, shown
from sim.rule_sets import ALL_AMOUNTS, NOT_IN_DECK, NOT_IN_SOLO, RuleSet, readable

SOURCES = {
    "S0": "publisher's rulebook",
    "S1": "summary of the rulebook",
    "S4": "explanation made from the publisher's rules",
    "D": "an independent public implementation, which paraphrases the printed cards",
    "Q": "a ruling of this project where the sources are silent",
    "R": "a reconstruction: the printed text could not be found",
}

AUTOMA_CLAUSE = "SOL-8"
"""Where the Automa's texts, and all amounts of her cards, belong."""


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


def _wanted(name: str) -> str:
    return name.strip().lower().replace("_", " ")


def is_of_automa(name: str) -> bool:
    """Whether a name that ``find`` knows is one of the Automa's: "automa", "automa_beggar"."""
    return _wanted(name).startswith("automa")


def find(name: str) -> list[Clause]:
    """The clauses of an id ("CHR-07", "chr-7"), a family ("DSK"), a character, its rank ("7") or a loot kind, or of solo games.

    "automa_beggar" and "automa_hook" are a character and a tile of the Automa's, "solo" are all clauses of solo games,
    "automa" these and her tiles.

    Raises:
        GalecrestError: nothing is called so.
    """
    wanted = _wanted(name)
    if not wanted:
        raise GalecrestError(f"rules {shown(name)}: must be an id, a character, its rank or a loot kind")
    number = re.fullmatch(r"([a-z]+)-?0*(\d+)", wanted)
    table = clauses()
    if re.fullmatch("[0-9]+", wanted):
        by_rank = {str(row.rank): row.rule for row in CHARACTERS}
        rank = wanted.lstrip("0")
        if rank not in by_rank:
            raise GalecrestError(f"rules {shown(name)}: no character has this rank; ranks go from 1 to {len(by_rank)}")
        return [table[by_rank[rank]]]
    for id_, clause in table.items():
        parts = re.fullmatch(r"([A-Z]+)-0*(\d+)", id_)
        if id_.lower() == wanted or (number and parts and (parts[1].lower(), parts[2]) == number.groups()):
            return [clause]
    groups: dict[str, list[Clause]] = {}
    for clause in table.values():
        family = clause.id.split("-")[0]
        names = [family.lower(), clause.name.lower()]
        if family == "SOL":
            names += ["solo", "automa"]
        elif family == "LA":
            names += ["automa", f"automa {clause.name}"]
        elif family == "CHR":
            names.append(f"automa {clause.name.lower()}")
        for called in names:
            groups.setdefault(called, []).append(clause)
    if wanted in groups:
        return groups[wanted]
    names = [*(clause.id.lower() for clause in table.values()), *(called for called in groups if called)]
    raise GalecrestError(f"rules {shown(name)}: no rule, character or loot kind is called so{nearest(wanted, names)}")


def describe(found: Iterable[Clause], rule_set: RuleSet, automa: bool = False) -> str:
    """Clauses as text: id, name, words, source, and the amounts in force with their keys.

    Args:
        automa: say also what the Automa's card of a character has.
    """
    lines = []
    for clause in found:
        head = f"{clause.id}  {clause.name}" if clause.name else clause.id
        lines.append(head)
        lines.append(f"    {clause.text}")
        letters = re.findall(r"\b(S0|S1|S4|D|Q|R)\b", clause.source)
        lines.append(f"    source: {'; '.join(f'{letter}, {SOURCES[letter]}' for letter in letters) or clause.source}")
        if clause.id == AUTOMA_CLAUSE:
            lines.append("    what each of her cards has: galecrest rules automa_NAME, as in automa_beggar")
        else:
            lines += [_amount_line(amount, rule_set) for amount in ALL_AMOUNTS.values() if amount.rule == clause.id]
        if automa and clause.id.startswith("CHR-"):
            lines += _automa_lines(clause, rule_set)
        lines.append("")
    return "\n".join(lines)


def _amount_line(amount: Amount, rule_set: RuleSet) -> str:
    if rule_set.solo and amount.key in NOT_IN_SOLO:
        return f"    {amount.key}: in solo games nothing blocks the second token ({NOT_IN_SOLO[amount.key]})"
    changed = f"; standard: {_text(amount, amount.value)}" if amount.key in rule_set.changes else ""
    return f"    {amount.key} = {_text(amount, rule_set.value(amount.key))}  ({amount.text}{changed})"


def _text(amount: Amount, value: Value) -> str:
    """A value as --set takes it."""
    found = readable(amount, value)
    return ",".join(map(str, found)) if isinstance(found, list) else str(found)


def _automa_lines(clause: Clause, rule_set: RuleSet) -> list[str]:
    """What the Automa's card of a character has, after the human's."""
    rank = int(clause.id.removeprefix("CHR-"))
    cards = [card for card in SOLO_DECK if card.rank == rank]
    if not cards:
        return [f"    {NOT_IN_DECK[f'automa_{CHARACTERS[rank - 1].key}']}"]
    known = clause.name in clauses()[AUTOMA_CLAUSE].text
    text = f"its text is in {AUTOMA_CLAUSE}" if known else f"its text could not be found and is the human's ({AUTOMA_CLAUSE})"
    return [
        f"    the Automa's card: {text}",
        *(_amount_line(amount, rule_set) for amount in cards[0].amounts),
    ]


def contents() -> str:
    """One line a clause, for an overview."""
    lines = [f"{row.id:<10} {row.name + ': ' if row.name else ''}{row.text}" for row in clauses().values()]
    return "\n".join(lines) + "\n"
