"""Compiled rules of the game: NumPy records in, integers out. Nothing here knows files, options or tables.

Entry points are in ``engine``; ``state.GAME``, ``rule_record.RULES`` and ``tally.TALLY`` are the records they work on.
"""

from kernels import _cache

NOTICE = _cache.activate()
"""A sentence about where compiled code is kept, if that is not the usual place; else None."""
