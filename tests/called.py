"""Kernels as functions that Python can call: by themselves they are only parts of entry points (kernels._jit)."""

import numba

from kernels._jit import JIT


def called(kernel):
    """The kernel with a caller around it; the kernel itself with the JIT off."""
    if not JIT:
        return kernel

    @numba.njit
    def call(*arguments):
        return kernel(*arguments)

    return call
