"""Setups: which side each loot kind shows (SET-3)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

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


AUTOMA_KINDS = (Loot.HOOK, Loot.SABER, Loot.AMULET, Loot.BARREL)
"""The kinds that show the Automa's tile in a solo game, whatever the setup (SET-3)."""
AUTOMA = "automa"


def solo_setup(setup: Setup) -> Setup:
    """The setup of a solo game: the four kinds of the Automa's tiles show those.

    Raises:
        GalecrestError: it gives one of the four a side, other than by giving all kinds the same.
    """
    for kind in AUTOMA_KINDS:
        if setup not in NAMED.values() and setup[kind] not in ("calm", AUTOMA):
            raise not_in_solo(f"setup.{KINDS[kind]} {shown(setup[kind])}")
    return tuple(AUTOMA if kind in AUTOMA_KINDS else setup[kind] for kind in Loot)


def not_in_solo(where: str) -> GalecrestError:
    """What is said of a side for one of the four."""
    others = ", ".join(KINDS[kind] for kind in AUTOMA_KINDS)
    return GalecrestError(f"{where}: in a solo game only chest, map and relic have sides; {others} show the Automa's (SET-3)")


def parse_setup(text: str, sides: Sequence[Collection[str]], solo: bool = False) -> Setup:
    """A setup as users write it: a name, or ``chest=stormy,map=calm``; kinds not named are calm.

    Args:
        sides: the sides that each kind has, in the fixed order of kinds.
        solo: for a solo game, where four kinds have no sides.

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
        if solo and KINDS.index(kind) in AUTOMA_KINDS:
            raise not_in_solo(f"--setup {shown(text)}")
        setup[kind] = known_side(f"--setup {shown(text)}", kind, side, sides[KINDS.index(kind)])
    return tuple(setup.values())


def known_side(where: str, kind: str, side: object, sides: Collection[str]) -> str:
    """The side, if the kind has one of that name among its sides.

    Raises:
        GalecrestError: there is none.
    """
    allowed = [*sides, DRAWN]
    if not isinstance(side, str) or side not in allowed:
        near = "" if side == AUTOMA else nearest(str(side), allowed)
        raise GalecrestError(f"{where}: {kind} has no side {shown(side)}{near}; there are {', '.join(allowed)}")
    return side


def setup_name(setup: Setup, solo: bool = False) -> str:
    """The shortest text that ``parse_setup`` reads as this setup."""
    for name, named in NAMED.items():
        if setup == (solo_setup(named) if solo else named):
            return name
    silent = ("calm", AUTOMA) if solo else ("calm",)
    return ",".join(f"{kind}={side}" for kind, side in zip(KINDS, setup, strict=True) if side not in silent)
