"""Proof scripts: how a theorem is searched where no search finds it alone; registered by the ids of statements.

The scripts of a paper stand in its package `_proofs`, every module of which has `PROOFS`.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Mapping
from importlib import import_module

from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics import Prover, means
from rftheory.proof.tactics.finishing import finished
from rftheory.proof.tactics.finite import coefficients
from rftheory.proof.tactics.moves import completed
from rftheory.proof.terms import Term

Script = Callable[[Prover, Term], Theorem]
Scripts = Mapping[str, tuple[Script, ...]]
"""By the id of a statement: a script for each part of its claim, in order."""


def automatic(prover: Prover, goal: Term) -> Theorem:
    """By closed forms of moments and series, by normal forms, or by a search for a sign."""
    if isinstance(goal, tuple) and goal[0] in ("and", "where"):
        return by_parts(prover, goal)
    if any(kind in ("vector", "vectors") for _, kind in prover.context.variables):
        return coefficients.show(prover, goal)
    return means.show(prover, goal)


def by_parts(prover: Prover, goal: Term, script: Script = automatic) -> Theorem:
    """A conjunction by its parts, and what holds under conditions under these, by a script."""
    assert isinstance(goal, tuple)
    if goal[0] == "and":
        return prover.infer("and", goal, [by_parts(prover, part, script) for part in goal[1:]])
    if goal[0] == "where":
        shown = by_parts(prover.within(given=goal[1]), goal[2], script)
        return prover.infer("where", goal, [shown])
    return script(prover, goal)


def scripts_of(package: str) -> Scripts:
    """The scripts of every module of a package; none where there is no such package."""
    try:
        found = import_module(package)
    except ModuleNotFoundError as missing:
        if missing.name != package:
            raise
        return {}
    modules = (import_module(f"{package}.{name}") for _, name, _ in pkgutil.iter_modules(found.__path__))
    return {about: scripts for module in modules for about, scripts in getattr(module, "PROOFS", {}).items()}


def shown(script: Script, prover: Prover, goal: Term) -> Theorem:
    """The theorem of a script, with what shows that all of it is defined."""
    return finished(prover, completed(prover, script(prover, goal)))
