"""Pairs of inputs with a diagonal matrix diag(a_k), real or complex: squares and domain."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import PLACE, Domain, Every, Parameter, Rule, entries, every, same_length, vector
from rftheory.papers._shared.complex_pairs import INPUTS, SAME_LENGTH, x, y
from rftheory.papers._shared.invariants import m

k = sp.Symbol("k", integer=True, nonnegative=True)
d = sp.Symbol("d", positive=True, integer=True)
a_re, a_im = sp.IndexedBase("a_re"), sp.IndexedBase("a_im")
NAMES = "a_re a_im x y"

ENTRY = a_re[k] + sp.I * a_im[k]
SIZE2 = a_re[k] ** 2 + a_im[k] ** 2


def total(term: sp.Expr) -> sp.Expr:
    """The sum of a term over the coordinates k = 0 .. d-1."""
    return sp.Sum(term, (k, 0, d - 1))


PRODUCT = total(x[k] * y[k])
HERMITIAN_AX, HERMITIAN_AY = total(SIZE2 * x[k] ** 2), total(y[k] ** 2 / SIZE2)
BILINEAR_AX, BILINEAR_AY = total((ENTRY * x[k]) ** 2), total((y[k] / ENTRY) ** 2)
BILINEAR_Z = total((ENTRY * x[k] + y[k] / ENTRY) ** 2)
# |a x + y/a|^2 = |a|^4 x^2 + 2 Re(a^2) x y + y^2, over |a|^2
HERMITIAN_Z = total(
    (sp.re(ENTRY) * x[k] + sp.re(1 / ENTRY) * y[k]) ** 2
    + (sp.im(ENTRY) * x[k] + sp.im(1 / ENTRY) * y[k]) ** 2
)

DIAGONALS: tuple[dict[str, object], ...] = (
    {"a_re": "0,2", "a_im": "1,0", "x": "1,1/2", "y": "1/3,-1"},
    {"a_re": "1,1/2", "a_im": "0,0", "x": "1,-2", "y": "1/2,1"},
    {"a_re": "0", "a_im": "1/2", "x": "1", "y": "1/4"},
    {"a_re": "1,1/3,0", "a_im": "1,-2,-1/2", "x": "1/2,0,-1", "y": "0,1,1"},
    {"a_re": "3", "a_im": "0", "x": "0", "y": "0"},
    {"a_re": "0,1/10", "a_im": "20,0", "x": "1/30,7", "y": "5,-1/9"},
)
_REALS: tuple[dict[str, object], ...] = (
    {"a_re": "1,1/2", "a_im": "0,0", "x": "1,-2", "y": "1/2,1"},
    {"a_re": "-2", "a_im": "0", "x": "1", "y": "4"},
    {"a_re": "1/3,1,5", "a_im": "0,0,0", "x": "1,0,-1", "y": "0,2,-25"},
    {"a_re": "3", "a_im": "0", "x": "0", "y": "0"},
    {"a_re": "1/10,20", "a_im": "0,0", "x": "30,-2", "y": "1,40"},
)


SOLVED = Rule(
    Every(
        sp.And(
            sp.Eq((a_re[PLACE] ** 2 - a_im[PLACE] ** 2) * x[PLACE] + y[PLACE], 0),
            sp.Eq(a_re[PLACE] * a_im[PLACE] * x[PLACE], 0),
        ),
        entries(x),
    ),
    "Ax + A^(-1)y = 0 (loss 0)",
)
SOLUTIONS: tuple[dict[str, object], ...] = (
    {"a_re": "0,2", "a_im": "1,0", "x": "1,1/2", "y": "1,-2"},
    {"a_re": "0", "a_im": "1/2", "x": "1", "y": "1/4"},
    {"a_re": "3,1", "a_im": "0,1", "x": "-1/3,0", "y": "3,0"},
)
ERROR = sp.exp(2 * PRODUCT) * (sp.exp(HERMITIAN_Z) - 1) / m  # E |T - SM|^2 of the mean of m projections


def solved_pairs(*others: Parameter, **values: tuple[object, ...]) -> Domain:
    """(a_re, a_im, x, y, others..) with Ax + A^(-1)y = 0."""
    pairs = diagonal_pairs(*others)
    extra = tuple(
        {**point, **{name: options[i % len(options)] for name, options in values.items()}}
        for i, point in enumerate(SOLUTIONS)
    )
    return Domain(pairs.parameters, (*pairs.rules, SOLVED), extra=extra)


def diagonal_pairs(*others: Parameter, real: bool = False, **values: tuple[object, ...]) -> Domain:
    """(a_re, a_im, x, y, others..) with nonzero entries a_k, real ones only if asked."""
    points = _REALS if real else DIAGONALS
    rules = [
        Rule(
            sp.And(
                same_length(a_re, a_im),
                Every(sp.Or(sp.Ne(a_re[PLACE], 0), sp.Ne(a_im[PLACE], 0)), entries(a_re)),
            ),
            "a_re and a_im have the same length, and no entry a_re + i a_im is 0",
        ),
        SAME_LENGTH,
        Rule(same_length(a_re, x), "x has as many entries as A has diagonal ones"),
    ]
    if real:
        rules.append(Rule(every(a_im, lambda entry: sp.Eq(entry, 0)), "A is real"))
    extra = tuple(
        {**point, **{name: options[i % len(options)] for name, options in values.items()}}
        for i, point in enumerate(points)
    )
    parameters = (
        vector("a_re", "real parts of the diagonal of A"),
        vector("a_im", "imaginary parts of the diagonal of A"),
    )
    return Domain((*parameters, *INPUTS, *others), tuple(rules), extra=extra)
