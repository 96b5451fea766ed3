"""Places of a source text at which one token of meaning can be changed, and the changed text. Runs nothing."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
# what these say bears on speed, or on mistakes that nothing makes
UNTOUCHED = frozenset(("frozen", "slots", "maxsize", "strict", "compare", "repr"))


@dataclass(frozen=True)
class Mutation:
    """One change: bytes start .. end of the text become `new`, in the function whose first line is `function`."""

    start: int
    end: int
    new: str
    kind: str
    line: int
    function: int | None

    def applied(self, source: bytes) -> bytes:
        """The changed text."""
        return source[: self.start] + self.new.encode() + source[self.end :]

    def shown(self, source: bytes) -> str:
        """Old and new, on one line."""
        old = " ".join(source[self.start : self.end].decode().split())
        return f"{self.kind}: {old[:90]} -> {' '.join(self.new.split())[:90]}"


def mutations(source: bytes) -> list[Mutation]:
    """Every mutation of a module, in the order of the text; annotations, strings and UNTOUCHED words are left alone."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found = []
    for node, function in _nodes(ast.parse(source), None):
        for kind, changed in _changed(node):
            at = node.value if isinstance(node, ast.Return) else node
            if at is None or at.end_lineno is None or at.end_col_offset is None:
                continue
            start, end = starts[at.lineno - 1] + at.col_offset, starts[at.end_lineno - 1] + at.end_col_offset
            found.append(Mutation(start, end, changed, kind, at.lineno, function))
    return sorted(found, key=lambda m: (m.start, m.end, m.kind, m.new))


def _nodes(node: ast.AST, function: int | None) -> Iterator[tuple[ast.expr | ast.Return, int | None]]:
    """Expressions and returns that may be changed, each with the first line of its function."""
    if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.If) and _typing(node.test)):
        return
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        function = min([node.lineno, *(each.lineno for each in node.decorator_list)])
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or (isinstance(child, ast.keyword) and child.arg in UNTOUCHED):
                continue
            if isinstance(child, ast.expr | ast.Return):
                yield child, function
            yield from _nodes(child, function)


def _typing(test: ast.expr) -> bool:
    return isinstance(test, ast.Name) and test.id == "TYPE_CHECKING"


def _changed(node: ast.expr | ast.Return) -> Iterator[tuple[str, str]]:
    """(kind, new text) of every change of one node."""
    if isinstance(node, ast.Compare):
        for place, operator in enumerate(node.ops):
            for other in COMPARISONS[type(operator)]:
                again = copy.deepcopy(node)
                again.ops[place] = other()
                yield "comparison", _text(again)
    elif isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC and not _words(node):
        yield "arithmetic", _text(ast.BinOp(node.left, ARITHMETIC[type(node.op)](), node.right))
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.Not):
        yield ("arithmetic" if isinstance(node.op, ast.USub) else "boolean"), _text(node.operand)
    elif isinstance(node, ast.BoolOp):
        other = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
        yield "boolean", _text(ast.BoolOp(other, node.values))
    elif isinstance(node, ast.IfExp):
        yield "boolean", _text(ast.IfExp(node.test, node.orelse, node.body))
    elif isinstance(node, ast.Constant):
        yield from _constants(node.value)
    elif isinstance(node, ast.Return) and node.value is not None and not _none(node.value):
        yield "return", "None"


def _constants(value: object) -> Iterator[tuple[str, str]]:
    if isinstance(value, bool):
        yield "constant", str(not value)
    elif isinstance(value, int):
        yield "constant", str(value + 1)
        if value > 0:
            yield "constant", str(value - 1)
    elif isinstance(value, float):
        yield "constant", repr(value * 1.5 if value else 1.0)


def _words(node: ast.BinOp) -> bool:
    """Whether it joins or fills a text."""
    sides = (node.left, node.right)
    return any(
        isinstance(s, ast.JoinedStr) or (isinstance(s, ast.Constant) and isinstance(s.value, str))
        for s in sides
    )


def _none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _text(node: ast.expr) -> str:
    return f"({ast.unparse(ast.fix_missing_locations(node))})"
