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
from rftheory.proof.tactics.moves import completed
from rftheory.proof.terms import Term

Script = Callable[[Prover, Term], Theorem]
Scripts = Mapping[str, tuple[Script, ...]]
"""By the id of a statement: a script for each part of its claim, in order."""


def automatic(prover: Prover, goal: Term) -> Theorem:
    """By closed forms of moments and series, by normal forms, or by a search for a sign."""
    return means.show(prover, goal)


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
