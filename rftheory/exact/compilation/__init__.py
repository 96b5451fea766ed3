"""Compiles one SymPy expression into a function on exact rationals and balls. Never uses floating point."""

from rftheory.exact.compilation.compiler import compile_ball

__all__ = ["compile_ball"]
