"""Compiles one SymPy expression into a function on exact rationals and balls. Never uses floating point."""

from rftheory.exact.compilation.checking import check_readable
from rftheory.exact.compilation.compiler import compile_ball

__all__ = ["check_readable", "compile_ball"]
