"""What this package takes from inside Numba, to compile in a third of the time. Written for the Numba that pyproject.toml allows.

By itself Numba makes each function ready to be called from Python and from C, optimises it, and makes machine code of it; then its
caller does all that once more with everything that it contains, and so on up the tree. A kernel here is a **part**: its code
is only handed up, and optimised and translated once, in the entry point. Measured with the 203 specialisations of a run: 12.9 s
instead of 23.5 s.

``Codes`` are enumerations that compiled code sees as integers, which saves another tenth: 233 specialisations became 203.
"""

from __future__ import annotations

from enum import EnumMeta, IntEnum
from typing import Any

from llvmlite.binding import Linkage
from numba.core import types
from numba.core.cgutils import if_unlikely
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.datamodel.models import OpaqueModel
from numba.core.errors import TypingError
from numba.core.imputils import lower_constant, lower_getattr_generic
from numba.core.typed_passes import NativeLowering
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.extending import intrinsic, register_model, typeof_impl


class _PartOfCode(JITCodeLibrary):  # pragma: no cover - for the compiler
    """The code of a part: not optimised, and no machine code."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class _PartLowering(NativeLowering):  # pragma: no cover - for the compiler
    _name = "part_lowering"

    def run_pass(self, state: Any) -> bool:
        state.library = _PartOfCode(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        # Numba knows a function by what Python would call. Here that is a refusal: a format whose field is missing.
        refusal = f"{{{state.cr.fndesc.unique_name}: a kernel is called by entry points alone}}".format
        state.targetctx.insert_user_function(refusal, state.cr.fndesc, [state.library])
        state["cr"] = state.cr._replace(cfunc=refusal)
        return True


class _EntryCode(JITCodeLibrary):  # pragma: no cover - for the compiler
    """The code of an entry point: its parts are known to it alone.

    Numba names them by numbers that begin anew in each process, so parts of entry points that were compiled in different processes
    can have the same name; a process that loads both would take one for the other, and crash.
    """

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            if function.linkage == Linkage.linkonce_odr:
                function.linkage = Linkage.internal
        super()._optimize_final_module()


@register_pass(mutates_CFG=True, analysis_only=False)
class _EntryLowering(NativeLowering):  # pragma: no cover - for the compiler
    _name = "entry_lowering"

    def run_pass(self, state: Any) -> bool:
        state.library = _EntryCode(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return bool(super().run_pass(state))


def _compiler_with(lowering: type[NativeLowering]) -> type[CompilerBase]:
    """Numba's compiler with its last step replaced."""

    class Compiler(CompilerBase):
        def define_pipelines(self) -> list[Any]:  # pragma: no cover - for the compiler
            manager = DefaultPassBuilder.define_nopython_pipeline(self.state)
            manager.passes = [(lowering if step is NativeLowering else step, text) for step, text in manager.passes]
            manager.finalize()
            return [manager]

    return Compiler


PART: dict[str, Any] = {
    "pipeline_class": _compiler_with(_PartLowering), "no_cpython_wrapper": True, "no_cfunc_wrapper": True,
}  # fmt: skip
"""Options of ``numba.njit`` that make a function a part."""


ENTRY: dict[str, Any] = {"pipeline_class": _compiler_with(_EntryLowering)}
"""Options for a function that holds its parts and is kept on disk."""


def address_of(entry: Any) -> int:  # pragma: no cover - the plain pass compiles nothing
    """Where this process has the machine code of an entry point, for ``call_at``.

    Args:
        entry: the entry point, compiled for one signature.
    """
    (compiled,) = entry.overloads.values()
    address: int = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)
    return address


@intrinsic
def call_at(typing: Any, address: Any, *arguments: Any) -> Any:  # pragma: no cover - generates code
    """``call_at(address, *arguments)``: the int64 that the entry point at an address returns, or whatever it raises.

    Arguments are passed as they are: records, whose types must be those of the entry point, and 64-bit integers.
    """
    if not all(isinstance(kind, types.Record) or kind in (types.int64, types.uint64) for kind in arguments):
        raise TypingError(f"not records and 64-bit integers: {arguments}")

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        kinds, convention = signature.args[1].types, context.call_conv
        passed = [builder.extract_value(values[1], at) for at in range(len(kinds))]
        kind = convention.get_function_type(signature.return_type, kinds).as_pointer()
        status, value = convention.call_function(
            builder, builder.inttoptr(values[0], kind), signature.return_type, kinds, passed
        )
        with if_unlikely(builder, status.is_error):
            convention.return_status_propagate(builder, status)
        return value

    return types.int64(types.uint64, types.StarArgTuple(arguments)), generate


class _CodesMeta(EnumMeta):
    """Tells Numba which enumerations are ``Codes``."""


class Codes(IntEnum, metaclass=_CodesMeta):
    """An IntEnum whose members are plain int64 in compiled code.

    Of other enumerations each has a type of its own in Numba, and a function is compiled once more for each kind of code that it
    is called with.
    """


class _CodesType(types.Opaque):  # pragma: no cover - for the compiler
    member_type = types.int64

    def __init__(self, codes: type[Codes]) -> None:
        self.codes = codes
        super().__init__(f"Codes({codes.__name__})")


register_model(_CodesType)(OpaqueModel)


@typeof_impl.register(_CodesMeta)
def _typeof_codes(codes: type[Codes], context: object) -> _CodesType:  # pragma: no cover - for the compiler
    return _CodesType(codes)


@infer_getattr
class _TypeOfCode(AttributeTemplate):  # pragma: no cover - for the compiler
    key = _CodesType

    def generic_resolve(self, value: Any, attr: str) -> Any:  # type: ignore[override]  # there it is a constant
        return types.int64 if attr in value.codes.__members__ else None


@lower_getattr_generic(_CodesType)  # type: ignore[untyped-decorator]
def _value_of_code(context: Any, builder: Any, kind: Any, value: Any, name: str) -> Any:  # pragma: no cover - for the compiler
    return context.get_constant(types.int64, int(kind.codes[name]))


@lower_constant(_CodesType)  # type: ignore[untyped-decorator]
def _codes_themselves(context: Any, builder: Any, kind: Any, value: Any) -> Any:  # pragma: no cover - for the compiler
    return context.get_dummy_value()
