"""Which mechanism a client claims to be, by name, and where the test points lie."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from rftheory.conformance.claim.hybrid_names import built
from rftheory.conformance.claim.row_maps import COUNTS, EXPONENTIAL, Exponential, Row, refuse, row_map
from rftheory.errors import InputError, UnknownIdError, shorten
from rftheory.measured.hybrids.protocol import AbstractHybrid
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import AbstractCoupling, Kernel
from rftheory.mechanisms._shelf import couplings, hybrids
from rftheory.moments.induced_kernels import own_maps

MAPS = ("positive", "hyperbolic", "trigonometric", "phase")
HYBRIDS = tuple(hybrids())
OWN_MAPS = tuple(own_maps())
MEANS = {
    ("positive", "gaussian"): "simrf/eq7",
    ("positive", "softmax"): "performer/lemma1/exp",
    ("hyperbolic", "softmax"): "performer/lemma1/cosh",
    ("trigonometric", "gaussian"): "orf/lemma1/mean",
    ("trigonometric", "softmax"): "performer/sec2.3/estimator-trig",
    ("phase", "gaussian"): "beyond/phase/mean",
}
VARIANCE_OF_COUNTS = {"poisson": "crt/thm3.4", "geometric": "crt/thm3.5", "discrete": "crt/eq10"}
VARIANCES = {
    "positive": "performer/lemma2/positive",
    "hyperbolic": "performer/lemma2/hyperbolic",
    "trigonometric": "performer/lemma2/trig",
    "phase": "beyond/phase/variance",
}
MEANS |= {(name, kernel): "crt/thm3.1" for name in EXPONENTIAL for kernel in ("gaussian", "softmax")}
MEANS |= {(name, kernel): "crt/eq9" for name in COUNTS for kernel in ("gaussian", "softmax")}
MEANS |= {(name, "own"): "performer/eq5" for name in OWN_MAPS}
VARIANCES |= dict.fromkeys(OWN_MAPS, "performer/eq5")
VARIANCES |= dict.fromkeys(EXPONENTIAL, "crt/thm3.2")
VARIANCES |= {name: VARIANCE_OF_COUNTS[name.removesuffix("-positive")] for name in COUNTS}


@dataclass(frozen=True)
class Declaration:
    """A coupling, a feature map or a hybrid; None where the client's own is to be recognised.

    `mixed` is the hybrid of that name and `lambda_rows` its n, None where nothing was said of it.
    """

    coupling: AbstractCoupling | None = None
    map: str | None = None
    hybrid: str | None = None
    row: Row | None = None
    mixed: AbstractHybrid | None = None
    lambda_rows: int | None = None

    @property
    def couples_as(self) -> str | None:
        """The map whose rows of a block vary together as this one's do: a radial factor of the rows changes nothing."""
        if isinstance(self.row, Exponential):
            if self.row.antithetic:
                return "hyperbolic"
            return "positive" if self.row.s == 1 else "trigonometric"
        return self.map

    @property
    def name(self) -> str:
        """As `declared` reads it."""
        parts = (None if self.coupling is None else self.coupling.name, self.hybrid or self.map)
        return "-".join(part for part in parts if part) or "unknown"


def declared(mechanism: str | None, parameters: Mapping[str, object] | None = None) -> Declaration:
    """The declaration of "COUPLING-MAP", "COUPLING", "MAP" or a hybrid; UnknownIdError with the nearest names.

    `parameters` are those of a map of whole rows ("orthogonal-gerf" with A, "poisson" with lam): see `row_map`.
    """
    given = parameters or {}
    if mechanism is not None:
        found = _of_rows(mechanism, given)
        if found is not None:
            return found
        found = _mixed(mechanism, given)
        if found is not None:
            return found
    refuse("no mechanism" if mechanism is None else mechanism, given)
    if mechanism is None:
        return Declaration()
    shelf = couplings()
    if mechanism in (*MAPS, *OWN_MAPS):
        return Declaration(map=mechanism)
    if mechanism in shelf:
        return Declaration(shelf[mechanism])
    for name in sorted(shelf, key=len, reverse=True):
        if mechanism.startswith(f"{name}-") and mechanism[len(name) + 1 :] in (*MAPS, *OWN_MAPS):
            return Declaration(shelf[name], mechanism[len(name) + 1 :])
    import difflib

    kinds = (*MAPS, *OWN_MAPS, *EXPONENTIAL)
    known = [*HYBRIDS, *kinds, *COUNTS, *shelf, *(f"{name}-{kind}" for name in shelf for kind in kinds)]
    raise UnknownIdError(mechanism, tuple(difflib.get_close_matches(mechanism, known, 4)), what="mechanism")


def _of_rows(mechanism: str, parameters: Mapping[str, object]) -> Declaration | None:
    """The declaration of a map of whole rows, None for any other name: counts are independent, Gaussian rows coupled."""
    shelf = couplings()
    name = mechanism.removeprefix("iid-")
    if name in COUNTS:
        name, row = row_map(name, parameters)
        return Declaration(shelf["iid"], name, row=row)
    for kind in EXPONENTIAL:
        coupling = shelf.get(mechanism.removesuffix(f"-{kind}")) if mechanism.endswith(f"-{kind}") else None
        if mechanism == kind or coupling is not None:
            name, row = row_map(kind, parameters)
            return Declaration(coupling, name, row=row)
    return None


def _mixed(mechanism: str, parameters: Mapping[str, object]) -> Declaration | None:
    """The declaration of a hybrid, of rows that nothing is said of or (COUPLING-HYBRID) of a coupling; None otherwise."""
    shelf = couplings()
    for name in sorted(HYBRIDS, key=len, reverse=True):
        coupling = shelf.get(mechanism.removesuffix(f"-{name}")) if mechanism.endswith(f"-{name}") else None
        if mechanism == name or coupling is not None:
            mixed, n = built(name, parameters)
            return Declaration(coupling, hybrid=name, mixed=mixed, lambda_rows=n)
    return None


def mean_statement(name: str | None, kernel: Kernel) -> str:
    """The statement that the estimates are unbiased."""
    return MEANS.get((name or "", kernel), "simrf/eq1")


@dataclass(frozen=True)
class Pair:
    """Two test points and what they are an example of."""

    label: str
    x: Floats
    y: Floats


def pairs(d: int, norm: float) -> tuple[Pair, ...]:
    """All-ones, axes, generic directions, unequal norms, obtuse: the same for every run."""
    ones, generic = np.full(d, 1.0 / math.sqrt(d)), _spread(d, 1)
    first, last = np.eye(d)[0], np.eye(d)[-1]
    other = _spread(d, 2)
    return (
        Pair("all ones and an axis", norm * ones, norm * first),
        Pair("two axes", norm * first, norm * last),
        Pair("generic directions", norm * generic, norm * other),
        Pair("unequal norms", norm * generic, norm / 3.0 * ones),
        Pair("obtuse", norm * generic, norm * _unit(0.6 * other - 0.8 * generic)),
    )


def kernel_value(kernel: Kernel, x: Floats, y: Floats) -> float:
    """exp(-|x - y|^2 / 2), or exp(x.y)."""
    return math.exp(-float((x - y) @ (x - y)) / 2.0 if kernel == "gaussian" else float(x @ y))


def number(name: str, value: float) -> float:
    """A finite positive number; InputError otherwise."""
    if not 0.0 < value < math.inf:
        raise InputError(f"{name} = {shorten(value)}; allowed: a finite number > 0")
    return float(value)


def _spread(d: int, shift: int) -> Floats:
    """A unit vector without a pattern."""
    golden = (math.sqrt(5.0) - 1.0) / 2.0
    return _unit(2.0 * np.mod((np.arange(1.0, d + 1.0) + 97.0 * shift) * golden, 1.0) - 1.0)


def _unit(v: Floats) -> Floats:
    found: Floats = v / np.linalg.norm(v)
    return found
