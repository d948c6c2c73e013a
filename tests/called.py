"""Kernels as functions that Python can call: by themselves they are only parts of entry points (kernels._jit)."""

from functools import cache

import numba

from kernels._jit import JIT
from kernels._numba import ENTRY


@cache
def called(kernel):
    """The kernel with a caller around it, one for each kernel; the kernel itself with the JIT off.

    The caller is compiled as an entry point is: what it is made of is known to it alone. Of callers that share their parts, one that is
    gone takes the code of the others with it, and they crash.
    """
    if not JIT:
        return kernel

    @numba.njit(**ENTRY)
    def call(*arguments):
        return kernel(*arguments)

    return call
