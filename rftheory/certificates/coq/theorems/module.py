"""A proof object as a module of Coq: a lemma a step, and the theorem over the statement's domain."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from importlib import resources
from typing import Any

from rftheory.certificates.coq.expressions import name
from rftheory.certificates.coq.theorems.steps import lemma
from rftheory.certificates.coq.theorems.wording import proposition
from rftheory.errors import InputError


def prelude() -> str:
    """Lemmas on order and the tactics of single steps, that every file starts with."""
    return resources.files(__package__).joinpath("theorems.v").read_text(encoding="utf-8")


def file(objects: Iterable[Mapping[str, Any]]) -> str:
    """One self-contained file of these theorems: `coqc` accepts it, and lists its axioms, or stops at what fails.

    InputError, which names them, where none lies in Coq's elementary fragment; the others are listed on top.
    """
    modules, left = [], []
    for each in objects:
        try:
            modules.append(module(each))
        except InputError as error:
            left.append(str(error))
    if not modules:
        raise InputError("; ".join(left) or "no theorem is asked for")
    names = re.findall(r"^Module (\w+)\.", "\n".join(modules), re.MULTILINE)
    missing = [f"(* Not in this fragment: {each} *)" for each in left]
    closing = (
        f"Definition all := ({', '.join(f'{each}.proved' for each in names)}).\nPrint Assumptions all.\n"
    )
    return "\n".join([*missing, prelude(), *modules, closing])


def module(found: Mapping[str, Any]) -> str:
    """The module of one object; InputError where it leaves Coq's elementary fragment."""
    about = f"{found['about']}, part {found.get('part', 0) + 1}"
    kinds, constraints = found["context"]["variables"], found["context"]["constraints"]
    if any(kind not in ("integer", "real") for _, kind in kinds):
        raise InputError(f"{about}: Coq's elementary fragment has no vectors")
    try:
        steps = [lemma(place, found["steps"]) for place in range(len(found["steps"]))]
        domain = [f"({proposition(each)})" for each in constraints]
        conclusion = proposition(found["conclusion"])
    except InputError as error:
        raise InputError(f"{about}: {error}") from None
    title = re.sub(r"\W", "_", f"{found['about']}_{found.get('part', 0) + 1}")
    names = [name(each) for each, _ in kinds]
    counted = [each for each, kind in kinds if kind == "integer"]
    more = f" Of {', '.join(counted)} nothing is used but that they are real." if counted else ""
    declared = [f"Variables {' '.join(names)} : R."] if names else []
    given = [f"Hypothesis h'{k} : {each}." for k, each in enumerate(domain)]
    quantified = f"forall {' '.join(names)} : R, " if names else ""
    whole = "".join(f"{each} -> " for each in domain)
    return "\n".join(
        [
            f"(* {about}.{more} *)",
            f"Module {title}.",
            "Section steps.",
            *declared,
            *given,
            *steps,
            f"Lemma last : {conclusion}.\nProof. exact step'{len(steps) - 1}. Qed.",
            "End steps.",
            f"Theorem proved : {quantified}{whole}({conclusion}).",
            f"Proof. intros{''.join(f' {each}' for each in names)}; intros; apply last; assumption. Qed.",
            f"End {title}.\n",
        ]
    )
