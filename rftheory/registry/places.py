"""Where a statement is written: its line, found in the text of its module."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

    from rftheory.statements import Statement


def corrections(statement: Statement) -> Iterator[Statement]:
    """The corrected forms of a statement: its correction, that one's, and so on."""
    while statement.correction is not None:
        statement = statement.correction
        yield statement


def lines(module: ModuleType, statement: Statement) -> dict[str, int]:
    """The lines of a statement and of its corrections.

    An id that the text gives as it is stands where the call with it begins; any other stands where the constant does
    that holds the statement, alone or among others.
    """
    calls, constants = _text(module)
    holders = (line for name, line in constants.items() if _holds(getattr(module, name, None), statement))
    constant = next(holders, 1)
    own = calls.get(statement.id, constant)
    return {
        statement.id: own,
        **{fixed.id: calls.get(fixed.id, own) for fixed in corrections(statement)},
    }


def _holds(value: object, statement: Statement) -> bool:
    several = value if isinstance(value, (tuple, list)) else (value,)
    return any(item is statement for item in several)


@functools.cache
def _text(module: ModuleType) -> tuple[dict[str, int], dict[str, int]]:
    """The lines of the calls of a module that give an id, by id, and of its constants, by name."""
    tree = ast.parse(Path(module.__file__ or "").read_bytes())
    values: dict[str, ast.expr] = {}
    constants: dict[str, int] = {}
    for node in tree.body:
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            for target in node.targets if isinstance(node, ast.Assign) else (node.target,):
                if isinstance(target, ast.Name):
                    values.setdefault(target.id, node.value)
                    constants[target.id] = node.lineno
    calls: dict[str, int] = {}
    for called in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        identifier = _identifier(called, values)
        if identifier is not None:
            calls.setdefault(identifier, called.func.end_lineno or called.lineno)
    return calls, constants


def _identifier(node: ast.expr, values: dict[str, ast.expr]) -> str | None:
    """The id that an expression gives a statement: as `id`, as first argument, or that of its corrected form."""
    if isinstance(node, ast.Name) and node.id in values:
        others = {name: value for name, value in values.items() if name != node.id}
        return _identifier(values[node.id], others)
    if not isinstance(node, ast.Call):
        return None
    called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    given = [keyword.value for keyword in node.keywords if keyword.arg == "id"]
    given = given or node.args[: called == "Statement"]
    if given:
        return _literal(given[0])
    if called == "corrected" and isinstance(node.func, ast.Attribute):
        printed = _identifier(node.func.value, values)
        return None if printed is None else f"{printed}/corrected"
    return None


def _literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None
