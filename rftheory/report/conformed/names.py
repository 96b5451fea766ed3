"""Every name that a mechanism may be declared by: what it stands for, its kernel, what it needs."""

from __future__ import annotations

from collections.abc import Iterator

from rftheory.conformance.claim.declaration import HYBRIDS, claimable
from rftheory.conformance.claim.dense_claims import NAME as DENSE
from rftheory.conformance.claim.vocabulary import TERMS, needed
from rftheory.mechanisms._shelf import couplings, feature_maps, hybrids
from rftheory.moments.row_maps import COUNTS, EXPONENTIAL
from rftheory.moments.waves.kernel_names import NAMED
from rftheory.report.schema import SCHEMA, Document, environment

MEANINGS = {
    "phase": "Fourier features cos(w.x + b) with random phases",
    "gerf": "generalised exponential features, A real or complex",
    "oprf": "optimal positive features: generalised exponential ones with a real A",
    "gerf-negative": "generalised exponential features with the sign -1",
    "gerf-antithetic": "generalised exponential features of pairs w, -w",
    "poisson": "Poisson random features",
    "geometric": "geometric random features",
    "discrete": "discrete random features of a tabulated law",
}


def names_document() -> Document:
    """Terms of the field first, then couplings, maps and hybrids of the shelf."""
    return {"schema": SCHEMA, "environment": environment(), "mechanisms": list(_names())}


def _names() -> Iterator[Document]:
    for term in TERMS:
        stands = " or ".join(f"{term.mechanism}-{form}" for form in term.forms) or term.mechanism
        yield _entry(term.name, "term", term.meaning, stands, term.kernel, term.also, needed(term.mechanism))
    for name, coupling in couplings().items():
        yield _entry(name, "coupling", coupling.title)
    maps = feature_maps()
    for name in (*claimable(), *EXPONENTIAL, *COUNTS):
        meaning = maps[name].title if name in maps else MEANINGS[name.removesuffix("-positive")]
        yield _entry(name, "map", meaning, needs=needed(name))
    yield _entry(
        DENSE,
        "map",
        "positive features of rows N(0, Sigma), Sigma = I - 4A, with weights",
        needs="A, Sigma or t",
    )
    for name in HYBRIDS:
        yield _entry(name, "hybrid", hybrids()[name].title, kernel="softmax")
    for name, (needed_too, _, formula) in NAMED.items():
        needs = ", ".join(f"--{one.removeprefix('kernel_')}" for one in needed_too)
        yield _entry(name, "kernel", f"{formula}{f'; needs {needs}' if needs else ''}")


def _entry(
    name: str,
    kind: str,
    meaning: str,
    stands_for: str = "",
    kernel: str | None = None,
    also: tuple[str, ...] = (),
    needs: str = "",
) -> Document:
    return {
        "name": name,
        "kind": kind,
        "meaning": meaning,
        "stands_for": stands_for,
        "kernel": kernel,
        "also": list(also),
        "parameters": needs,
    }


def names_lines(document: Document) -> Iterator[str]:
    """One line a name, by kind, and how they go together."""
    heads = {
        "term": "names of the field (what they stand for, usual kernel)",
        "coupling": "couplings, alone for samplers or as COUPLING-MAP",
        "map": "feature maps",
        "hybrid": "hybrids",
        "kernel": "stationary kernels (--kernel), z = |x-y|/lengthscale",
    }
    for kind, head in heads.items():
        yield head
        for entry in document["mechanisms"]:
            if entry["kind"] == kind:
                yield f"  {entry['name']:<32} {_said(entry)}"


def _said(entry: Document) -> str:
    parts = [entry["meaning"]]
    if entry["stands_for"]:
        parts.append(f"= {entry['stands_for']}")
    if entry["kind"] == "term":
        parts.append(f"{entry['kernel'] or 'own'} kernel")
    if entry["parameters"]:
        parts.append(f"--parameter {entry['parameters']}")
    if entry["also"]:
        parts.append(f"also {', '.join(entry['also'])}")
    return "; ".join(parts)
