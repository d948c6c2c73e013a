"""Setups: which side each loot kind shows (SET-3)."""

from __future__ import annotations

from collections.abc import Collection

from kernels.codes import Loot
from sim.errors import GalecrestError, nearest, shown

KINDS = tuple(kind.name.lower() for kind in Loot)
DRAWN = "drawn"
"""In place of a side: calm or stormy, drawn for each game, half and half."""

Setup = tuple[str, ...]
"""The side of each kind, in the fixed order of kinds."""

CALM: Setup = ("calm",) * len(KINDS)
NAMED: dict[str, Setup] = {
    "calm": CALM,
    "stormy": ("stormy",) * len(KINDS),
    "uncharted": (DRAWN,) * len(KINDS),
}


def parse_setup(text: str, sides: Collection[str]) -> Setup:
    """A setup as users write it: a name, or ``chest=stormy,map=calm``; kinds not named are calm.

    Args:
        sides: the sides that there are.

    Raises:
        GalecrestError: an unknown name, kind or side.
    """
    if text in NAMED:
        return NAMED[text]
    if "=" not in text:
        raise GalecrestError(
            f"--setup {shown(text)}: must be {', '.join(NAMED)}, or a mix such as chest=stormy,map=drawn{nearest(text, NAMED)}"
        )
    setup = dict.fromkeys(KINDS, "calm")
    for part in text.split(","):
        kind, _, side = (word.strip() for word in part.partition("="))
        if kind not in KINDS:
            raise GalecrestError(f"--setup {shown(text)}: no loot kind {shown(kind)}{nearest(kind, KINDS)}")
        setup[kind] = known_side(f"--setup {shown(text)}", side, sides)
    return tuple(setup.values())


def known_side(where: str, side: object, sides: Collection[str]) -> str:
    """The side, if there is one of that name.

    Raises:
        GalecrestError: there is none.
    """
    allowed = [*sides, DRAWN]
    if not isinstance(side, str) or side not in allowed:
        raise GalecrestError(f"{where}: no side {shown(side)}{nearest(str(side), allowed)}; there are {', '.join(allowed)}")
    return side


def setup_name(setup: Setup) -> str:
    """The shortest text that ``parse_setup`` reads as this setup."""
    for name, named in NAMED.items():
        if setup == named:
            return name
    return ",".join(f"{kind}={side}" for kind, side in zip(KINDS, setup, strict=True) if side != "calm")
