"""Optimal parameters by name: what the command line and Python share. Reads parameters, hands them to one optimiser."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, cast

import sympy as sp

from rftheory.domain import Domain, Point, Rule, integer, real, vector, vectors
from rftheory.domain.conditions import Height, Width, every, same_length
from rftheory.errors import DomainError, InputError, PrecisionError, UnknownIdError, shorten
from rftheory.exact.formula import check_digits
from rftheory.exact.optimal.optimum import Optimum
from rftheory.exact.optimal.points import LARGEST_D, entries, scalar, statistics

DIGITS = 30
_MOST_PRODUCTS = 10**7  # of a budget: the numbers n that stay in the running grow with it

_D = integer("d", 1, LARGEST_D, meaning="input dimension")
_NORMS = (real("x2", 0, meaning="|x|^2"), real("y2", 0, meaning="|y|^2"))
_INVARIANTS = (_D, *_NORMS, real("xy", meaning="inner product of x and y"))
_x2, _y2, _xy = sp.symbols("x2 y2 xy")
_x, _y, _X, _Y, _norms_given = (sp.IndexedBase(name) for name in ("x", "y", "X", "Y", "norms"))
_SCHWARZ = Rule(_xy**2 <= _x2 * _y2, "xy^2 <= x2*y2 (Cauchy-Schwarz)")
_SAME_LENGTH = Rule(same_length(_x, _y), "a vector of the length of x")
_SAME_WIDTH = Rule(sp.Eq(Width(_X), Width(_Y)), "vectors of the length of those in X")
_PAIR = Domain((vector("x", "the first input"), vector("y", "the second input")), (_SAME_LENGTH,))
_BY_INVARIANTS = Domain(_INVARIANTS, (_SCHWARZ,))
_BY_DATA = Domain((vectors("X", "the first inputs"), vectors("Y", "the second inputs")), (_SAME_WIDTH,))
_PLUS, _MINUS = real("plus2", 0, meaning="|x+y|^2"), real("minus2", 0, meaning="|x-y|^2")
Solve = Callable[[Any, Point, int], Optimum]


@dataclass(frozen=True)
class ParameterForm:
    """One way to give the parameters of an optimiser; the names in `optional` may be left out."""

    domain: Domain
    solve: Solve
    optional: tuple[str, ...] = ()

    def suits(self, names: set[str]) -> bool:
        """Whether exactly these names can be read by this form."""
        return set(self.domain.names) - set(self.optional) <= names <= set(self.domain.names)

    def shown(self) -> str:
        """The names, optional ones in brackets."""
        return " ".join(f"[{name}]" if name in self.optional else name for name in self.domain.names)


def optimize(what: str, /, *, digits: int = DIGITS, **parameters: object) -> Optimum:
    """The optimal parameters of `what`, the objective there and the certificate, to `digits` digits.

    `what`: oprf, gerf, poisson, geometric, discrete, simplex-plus, coupling, hybrid or dense. Parameters are exact, as in
    `evaluate`. Raises UnknownIdError, InputError, DomainError, BudgetError or PrecisionError.
    """
    check_digits(digits)
    if str(what) not in FORMS:
        raise UnknownIdError(str(what), tuple(FORMS), "optimiser")
    form = _within_budget(parameters) if what == "hybrid" else _form(what, FORMS[what], set(parameters))
    parameters.pop("budget", None)
    point = form.domain.parse(parameters, tuple(name for name in form.domain.names if name in parameters))
    module = importlib.import_module(f"rftheory.exact.optimal.{what.replace('-', '_')}")
    try:
        return form.solve(module, point, digits)
    except PrecisionError as error:
        raise PrecisionError(f"{what}: {error}", error.best) from error
    except (OverflowError, ZeroDivisionError, MemoryError) as error:
        raise PrecisionError(f"{what}: the numbers are too large or too costly to enclose here") from error


def _within_budget(parameters: Mapping[str, object]) -> ParameterForm:
    budget = parameters.get("budget")
    if not isinstance(budget, str) or budget not in _BUDGETS:
        shown = "no budget is given" if budget is None else f"unknown budget {shorten(budget)}"
        raise InputError(f"{shown}; hybrid takes budget={'|'.join(_BUDGETS)} and K r, for flops d too")
    names = set(parameters) - {"budget"}
    return _form(f"hybrid with budget={budget}", (_BUDGETS[budget],), names)


def _form(what: str, forms: Sequence[ParameterForm], names: set[str]) -> ParameterForm:
    for form in forms:
        if form.suits(names):
            return form
    known = {name for form in forms for name in form.domain.names}
    allowed = "; or ".join(form.shown() for form in forms)
    means = {own.name: own.meaning for form in forms for own in form.domain.parameters if own.meaning}
    meanings = f"; {', '.join(f'{name}: {meaning}' for name, meaning in means.items())}" if means else ""
    for name in sorted(names - known):
        raise InputError(f"unknown parameter {shorten(name)}; {what} takes {allowed}{meanings}")
    raise InputError(f"{what} takes {allowed}; given: {' '.join(sorted(names)) or 'nothing'}{meanings}")


def _oprf(module: Any, point: Point, digits: int) -> Optimum:
    d, plus = (int(scalar(point, "d")), scalar(point, "v2")) if "v2" in point else statistics(point)[:2]
    found: Optimum = module.optimise(d, plus, digits)
    return found


def _gerf(module: Any, point: Point, digits: int) -> Optimum:
    found: Optimum = module.optimise(*statistics(point), digits)
    return found


def _by_vectors(module: Any, point: Point, digits: int) -> Optimum:
    x, y = entries(point, "x"), entries(point, "y")
    found: Optimum = module.optimise(x, y, digits)
    return found


def _hybrid(budget: str) -> Solve:
    def solve(module: Any, point: Point, digits: int) -> Optimum:
        dimension = int(scalar(point, "d")) if "d" in point else 1
        found: Optimum = module.optimise(
            budget, int(scalar(point, "K")), dimension, scalar(point, "r"), digits
        )
        return found

    return solve


_K = integer("K", 1, _MOST_PRODUCTS, meaning="the budget")
_R = real("r", above=0, meaning="|x| = |y|")
_BUDGETS: Mapping[str, ParameterForm] = {
    budget: ParameterForm(Domain((_K, *((_D,) if budget == "flops" else ()), _R)), _hybrid(budget))
    for budget in ("features", "products", "projections", "flops")
}


def _norms(point: Point) -> list[Fraction]:
    """The norms given, or the quantiles of chi_d at (i - 1/2)/d, i = 1..d, to six decimals."""
    if "norms" in point:
        return entries(point, "norms")
    from scipy.stats import chi

    d = int(scalar(point, "d"))
    return [Fraction(round(1e6 * float(chi.ppf((i + 0.5) / d, d))), 10**6) for i in range(d)]


def _length(point: Point) -> Fraction:
    return scalar(point, "v") if "v" in point else Fraction(1)


def _coupling(module: Any, point: Point, digits: int) -> Optimum:
    norms = _norms(point)
    d = int(scalar(point, "d")) if "d" in point else len(norms)
    if len(norms) > d:
        raise DomainError("norms", f"{len(norms)} norms", f"at most d = {d} of them")
    found: Optimum = module.optimise(norms, d, _length(point), digits)
    return found


def _simplex_plus(module: Any, point: Point, digits: int) -> Optimum:
    import numpy as np

    from rftheory.measured.couplings.simplex_plus import relax

    norms = _norms(point)
    vectors, report = relax(np.array([[float(norm) for norm in norms]]))
    found: Optimum = module.optimise(
        norms, _length(point), vectors[0], int(report.sweeps[0]), bool(report.converged[0]), digits
    )
    return found


def _dense(module: Any, point: Point, digits: int) -> Optimum:
    """The criterion follows from the names: t or points log, lam mean square, lam eta balanced, d v2 minimax."""
    if "X" in point:
        data = importlib.import_module("rftheory.exact.optimal.dense_data")
        xs: Any = point["X"]
        return cast(Optimum, data.optimise(xs, point.get("Y", xs), digits))
    if "v2" in point:
        found: Optimum = module.minimax(int(scalar(point, "d")), scalar(point, "v2"), digits)
    elif "t" in point:
        found = module.optimise(entries(point, "t"), digits)
    elif "eta" in point:
        found = module.balance(entries(point, "lam"), entries(point, "eta"), digits)
    else:
        found = module.mean_square(entries(point, "lam"), digits)
    return found


_t, _lam, _eta = (sp.IndexedBase(name) for name in ("t", "lam", "eta"))
_SPECTRUM = vector("t", "eigenvalues of E (x+y)(x+y)^T")
_QUERIES = vector("lam", "eigenvalues of the second moment of x")
_KEYS = vector("eta", "eigenvalues of the second moment of y")
_ALL_POINTS = vectors("X", "points, each a query and a key")
_NOT_WIDE = Rule(Width(_X) <= 128, "at most 128 columns, whose matrix can be certified")
_DENSE = (
    ParameterForm(
        Domain((_SPECTRUM,), (Rule(every(_t, lambda entry: entry >= 0), "eigenvalues >= 0"),)), _dense
    ),
    ParameterForm(
        Domain(
            (_QUERIES,),
            (
                Rule(
                    every(_lam, lambda entry: sp.And(entry >= 0, 2 * entry < 1)),
                    "eigenvalues from 0 to below 1/2, else every proposal has an infinite mean square",
                ),
            ),
        ),
        _dense,
    ),
    ParameterForm(
        Domain(
            (_QUERIES, _KEYS),
            (
                Rule(same_length(_lam, _eta), "as many entries of eta as of lam"),
                Rule(every(_lam, lambda entry: entry > 0), "eigenvalues lam > 0"),
                Rule(every(_eta, lambda entry: entry > 0), "eigenvalues eta > 0"),
            ),
        ),
        _dense,
    ),
    ParameterForm(Domain((_D, real("v2", 0, meaning="squared radius of the ball of x+y"))), _dense),
    ParameterForm(Domain((_ALL_POINTS,), (_NOT_WIDE,)), _dense),
    ParameterForm(Domain((vectors("X", "queries"), vectors("Y", "keys")), (_SAME_WIDTH, _NOT_WIDE)), _dense),
)

_BLOCK = integer("d", 2, 16, meaning="dimension, and number of vectors where no norms are given")
_LENGTHS = vector("norms", "the norms |w_1|, |w_2|, ..")
_V = real("v", above=0, meaning="|x+y|; 1 where it is not given")
_LEGAL = Rule(
    sp.And(
        Height(_norms_given) >= 2,
        Height(_norms_given) <= 16,
        every(_norms_given, lambda entry: sp.And(entry > 0, entry <= 1000)),
    ),
    "2 to 16 positive numbers of at most 1000",
)
_FROM_D = Domain((_BLOCK, _V))
_FROM_NORMS = Domain((_LENGTHS, _V), (_LEGAL,))
_VECTORS = (ParameterForm(_PAIR, _by_vectors),)
FORMS: Mapping[str, tuple[ParameterForm, ...]] = {
    "oprf": (
        ParameterForm(Domain((_D, real("v2", 0, meaning="|x+y|^2"))), _oprf),
        ParameterForm(_BY_INVARIANTS, _oprf),
        ParameterForm(_PAIR, _oprf),
        ParameterForm(_BY_DATA, _oprf),
    ),
    "gerf": (
        ParameterForm(Domain((_D, _PLUS, _MINUS)), _gerf),
        ParameterForm(_BY_INVARIANTS, _gerf),
        ParameterForm(_PAIR, _gerf),
        ParameterForm(_BY_DATA, _gerf),
    ),
    "poisson": _VECTORS,
    "geometric": _VECTORS,
    "discrete": _VECTORS,
    "simplex-plus": (
        ParameterForm(_FROM_NORMS, _simplex_plus, ("v",)),
        ParameterForm(_FROM_D, _simplex_plus, ("v",)),
    ),
    "coupling": (
        ParameterForm(Domain((_LENGTHS, _BLOCK, _V), (_LEGAL,)), _coupling, ("d", "v")),
        ParameterForm(_FROM_D, _coupling, ("v",)),
    ),
    "hybrid": tuple(_BUDGETS.values()),
    "dense": _DENSE,
}
"""The optimisers and the parameters that each takes."""
