"""A refutation as a module of Coq: the point is legal, the sides are defined there, and the relation fails."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib import resources
from typing import Any

from rftheory.certificates.coq.expressions import Writer, name
from rftheory.certificates.coq.protocol import Names
from rftheory.certificates.coq.texts import number
from rftheory.errors import InputError
from rftheory.proof.checker.points.intervals import ZERO, Refused
from rftheory.proof.checker.points.pointwise import Env, Reading, rational
from rftheory.proof.checker.points.refutation import given, written_out


def prelude() -> str:
    """Definitions, lemmas and tactics that every file starts with."""
    return resources.files(__package__).joinpath("prelude.v").read_text(encoding="utf-8")


def file(certificates: Iterable[dict[str, Any]]) -> str:
    """One self-contained file of these refutations: `coqc` accepts it, and lists its axioms, or stops at what fails.

    InputError, which names them, where none has a form in Coq's elementary fragment; the others are listed on top.
    """
    modules, left = [], []
    for each in certificates:
        try:
            modules.append(module(each))
        except InputError as error:
            left.append(str(error))
    if not modules:
        raise InputError("; ".join(left) or "no refutation is asked for")
    names = ", ".join(re.findall(r"^End (\w+)\.", "\n".join(modules), re.MULTILINE))
    missing = [f"(* Not in this fragment: {each} *)" for each in left]
    theorems = ", ".join(f"{each}.refuted" for each in names.split(", "))
    return "\n".join(
        [*missing, prelude(), *modules, f"Definition all := ({theorems}).\nPrint Assumptions all.\n"]
    )


def module(certificate: dict[str, Any]) -> str:
    """The module of one refutation; InputError where it has no form in Coq's elementary fragment."""
    certificate = written_out(certificate)
    kinds = dict(certificate["context"]["variables"])
    env: Env = {each: given(kinds[each], value) for each, value in certificate["point"].items()}
    names: Names = {each: name(each) for each in kinds}
    parameters = _parameters(certificate["point"], kinds)
    writer = Writer(Reading(certificate["bits"], certificate["by"]), list(parameters))
    try:
        legal = [writer.proposition(rule, env, names) for rule in certificate["context"]["constraints"]]
        kept, opening = len(writer.declared), writer.opened()
        sides = [writer.parts(side, env, names) for side in certificate["claim"][1:]]
        theorem = _theorem(certificate["claim"], sides, writer, env)
    except (Refused, InputError) as error:
        raise InputError(f"{certificate['about']}: {error}") from error
    whole = r" /\ ".join(f"({rule})" for rule in legal) or "True"
    title = re.sub(r"\W", "_", certificate["about"])
    lines = [
        f"(* {certificate['about']}: {certificate['words']}, at one point of its domain. *)",
        f"Module {title}.",
        *(f"Definition {each} : R := {value}." for each, value in parameters.items()),
        *writer.declared[:kept],
        f"Definition domain : Prop := {whole}.",
        f"Lemma point_in_domain : domain.\nProof. unfold domain; {opening}legal. Qed.",
        *writer.declared[kept:],
        *theorem,
        f"End {title}.\n",
    ]
    return "\n".join(lines)


def _parameters(point: dict[str, Any], kinds: dict[str, str]) -> dict[str, str]:
    """The constants of the point: entries of vectors by their places."""
    found: dict[str, Any] = {}
    for each, value in point.items():
        rows = {"": value} if kinds[each] in ("integer", "real") else dict(enumerate(value))
        if kinds[each] == "vectors":
            rows = {f"{j}_{k}": entry for j, row in rows.items() for k, entry in enumerate(row)}
        found |= {"_".join(filter(None, (name(each), str(place)))): entry for place, entry in rows.items()}
    return {each: number(rational(entry)) for each, entry in found.items()}


def _theorem(claim: Any, sides: list[tuple[str, str]], writer: Writer, env: Env) -> list[str]:
    relation, left, right = claim
    values = [writer.value(side, env) for side in (left, right)]
    part = 0
    if any(side[1] for side in sides):
        apart = [a[1] < b[0] or b[1] < a[0] for a, b in zip(*values, strict=True)]
        part = 0 if apart[0] else 1
    texts = [side[part] or "0" for side in sides]
    ends = [value[part] for value in values]
    if any(value[1] != ZERO for value in values) and relation != "=":
        raise InputError("an order of complex numbers")
    lines = [f"Definition {side} : R := {text}." for side, text in zip(("lhs", "rhs"), texts, strict=True)]
    step = "Rle_not_lt" if relation == "<" else "Rlt_not_le"
    if relation == "=":
        step = "Rlt_not_eq" if ends[0][1] < ends[1][0] else "Rgt_not_eq"
    proof = f"Proof. apply {step}; unfold lhs, rhs; {writer.opened()}holds. Qed."
    word = {0: "", 1: " (* the imaginary parts *)"}[part]
    return [*lines, f"Theorem refuted : ~ (lhs {relation} rhs).{word}\n{proof}"]
