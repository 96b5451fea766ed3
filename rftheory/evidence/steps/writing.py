"""What the author wrote in a call: the text of its arguments and the symbols of what it names; nothing is evaluated."""

from __future__ import annotations

import ast
import functools
import itertools
import linecache
from collections import Counter
from types import CodeType, FrameType

import sympy as sp

from rftheory.evidence.steps.exactness import ProofGap


def written(frame: FrameType) -> tuple[str, ...] | None:
    """The arguments of the call that `frame` is making, as written; None where the source is not at hand.

    A local name that its function binds once by a plain assignment is shown as what it stands for.
    """
    call = _call(frame.f_code, frame.f_lasti)
    if call is None or (isinstance(call.func, ast.Attribute) and call.func.attr == "true"):
        return None  # of a relation the sides are not arguments
    bound = _bound_once(frame.f_code.co_filename, call.lineno)
    return tuple(_text(argument, bound) for argument in call.args)


def symbols_named(frame: FrameType) -> set[str]:
    """The symbols of the values that the arguments of the call name: what a side was made of, though they cancel."""
    call = _call(frame.f_code, frame.f_lasti)
    if call is None:
        return set()
    bound = _bound_once(frame.f_code.co_filename, call.lineno)
    parts = [
        *call.args,
        *(bound[part.id] for part in call.args if isinstance(part, ast.Name) and part.id in bound),
    ]
    names = {node.id for part in parts for node in ast.walk(part) if isinstance(node, ast.Name)}
    values = [frame.f_locals.get(name, frame.f_globals.get(name)) for name in names]
    return {
        str(symbol)
        for value in values
        if isinstance(value, (sp.Basic, sp.MatrixBase))
        for symbol in value.free_symbols
    }


def _text(argument: ast.expr, bound: dict[str, ast.expr]) -> str:
    shown_as = bound.get(argument.id, argument) if isinstance(argument, ast.Name) else argument
    return _unparsed(shown_as)


@functools.lru_cache(maxsize=4096)
def _unparsed(node: ast.expr) -> str:
    return ast.unparse(node)


@functools.lru_cache(maxsize=4096)
def _call(code: CodeType, instruction: int) -> ast.Call | None:
    """The call at an instruction of the code, by its position in the file; its line number is that in the file."""
    place = next(itertools.islice(code.co_positions(), instruction // 2, None), None)
    if place is None or None in place:
        return None
    return _calls(code.co_filename).get(place)  # type: ignore[arg-type]


@functools.lru_cache(maxsize=512)
def _nodes(filename: str) -> tuple[ast.AST, ...]:
    """The nodes of a file, outer ones first; none where it is no Python."""
    try:
        return tuple(ast.walk(ast.parse("".join(linecache.getlines(filename)))))
    except SyntaxError:
        return ()


@functools.lru_cache(maxsize=512)
def _calls(filename: str) -> dict[tuple[int, int | None, int, int | None], ast.Call]:
    """The calls of a file by their place: first and last line, first and last column."""
    found: dict[tuple[int, int | None, int, int | None], ast.Call] = {}
    for node in _nodes(filename):
        if isinstance(node, ast.Call):
            place = node.lineno, node.end_lineno, node.col_offset, node.end_col_offset
            found.setdefault(place, node)
    return found


@functools.lru_cache(maxsize=512)
def _functions(filename: str) -> tuple[ast.FunctionDef, ...]:
    return tuple(node for node in _nodes(filename) if isinstance(node, ast.FunctionDef))


@functools.lru_cache(maxsize=4096)
def _bound_once(filename: str, line: int) -> dict[str, ast.expr]:
    """Of the innermost function around a line: local names with exactly one binding, a plain assignment."""
    around = [node for node in _functions(filename) if node.lineno <= line <= (node.end_lineno or 0)]
    return _plainly_bound(max(around, key=lambda node: node.lineno)) if around else {}


@functools.lru_cache(maxsize=4096)
def _plainly_bound(function: ast.FunctionDef) -> dict[str, ast.expr]:
    """The names that a function binds exactly once, by a plain assignment."""
    inside = tuple(ast.walk(function))
    stores = Counter(n.id for n in inside if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))
    plain = {
        node.targets[0].id: node.value
        for node in inside
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name)
    }
    return {name: value for name, value in plain.items() if stores[name] == 1}


def both_sides(left: object, right: object, texts: tuple[str, ...] | None, same: bool, because: str) -> str:
    """An equation as evaluated; where SymPy made both sides the same before the step saw them, as written.

    ProofGap where nothing is left to show: the same text twice, or two numerals.
    """
    if not same:
        return f"{shown(left)} = {shown(right)}"
    value = shown(left)
    if texts is None or len(texts) < 2 or texts[0] == texts[1] or all(map(_numeral, texts[:2])):
        raise ProofGap(f"{because}: both sides are {value[:80]}, and nothing else is written")
    return f"{texts[0]} = {texts[1]} (both are {value})"


def shown(side: object) -> str:
    """A side as SymPy prints it."""
    return str(sp.sstr(sp.Tuple(*side) if isinstance(side, (list, tuple)) else side))


def _numeral(text: str) -> bool:
    return (
        text in ("sp.S.Zero", "sp.S.One")
        or text.removeprefix("sp.Integer(").rstrip(")").lstrip("-").isdigit()
    )
