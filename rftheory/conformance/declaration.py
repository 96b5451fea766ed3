"""Which mechanism a client claims to be, by name, and where the test points lie. Nothing is called here."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rftheory.errors import InputError, UnknownIdError, shorten
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import AbstractCoupling, Kernel
from rftheory.mechanisms._shelf import couplings

MAPS = ("positive", "hyperbolic", "trigonometric", "phase")
HYBRIDS = ("angular-hybrid", "angular-hybrid-shared", "linear-hybrid", "linear-hybrid-shared")
MEANS = {
    ("positive", "gaussian"): "simrf/eq7",
    ("positive", "softmax"): "performer/lemma1/exp",
    ("hyperbolic", "softmax"): "performer/lemma1/cosh",
    ("trigonometric", "gaussian"): "orf/lemma1/mean",
    ("trigonometric", "softmax"): "performer/sec2.3/estimator-trig",
    ("phase", "gaussian"): "orf/sec1/bochner",
}
VARIANCES = {
    "positive": "performer/lemma2/positive",
    "hyperbolic": "performer/lemma2/hyperbolic",
    "trigonometric": "performer/lemma2/trig",
    "phase": "orf/sec1/bochner",
}
DEFINITIONS = {
    "positive": "simrf/eq7",
    "hyperbolic": "performer/lemma1/cosh",
    "trigonometric": "simrf/eq3",
    "phase": "orf/sec1/bochner",
}


@dataclass(frozen=True)
class Declaration:
    """A coupling, a feature map or a hybrid; None where the client's own is to be recognised."""

    coupling: AbstractCoupling | None = None
    map: str | None = None
    hybrid: str | None = None

    @property
    def name(self) -> str:
        """As `declared` reads it."""
        if self.hybrid is not None:
            return self.hybrid
        parts = (None if self.coupling is None else self.coupling.name, self.map)
        return "-".join(part for part in parts if part) or "unknown"


def declared(mechanism: str | None) -> Declaration:
    """The declaration of "COUPLING-MAP", "COUPLING", "MAP" or a hybrid; UnknownIdError with the nearest names."""
    if mechanism is None:
        return Declaration()
    shelf = couplings()
    if mechanism in HYBRIDS:
        return Declaration(hybrid=mechanism)
    if mechanism in MAPS:
        return Declaration(map=mechanism)
    if mechanism in shelf:
        return Declaration(shelf[mechanism])
    for name in sorted(shelf, key=len, reverse=True):
        if mechanism.startswith(f"{name}-") and mechanism[len(name) + 1 :] in MAPS:
            return Declaration(shelf[name], mechanism[len(name) + 1 :])
    import difflib

    known = [*HYBRIDS, *MAPS, *shelf, *(f"{name}-{kind}" for name in shelf for kind in MAPS)]
    raise UnknownIdError(mechanism, tuple(difflib.get_close_matches(mechanism, known, 4)), what="mechanism")


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
