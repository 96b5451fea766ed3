"""Appendix F of hrf, (69), (70): the estimate of the Gaussian lambda by cosines, and its features.

Main result: (69), lam = 1/rho - (1/(n rho)) sum_i cos(sigma tau_i.(x-y)), has mean lambda. The argument of the
cosine is lost in the source and read from (74).

False as printed: (70) lacks sigma inside its sines and cosines. The maps i/sqrt(n rho) (sin(sigma tau_i.z),
cos(sigma tau_i.z))_i with a = 1/rho are right; without sigma they estimate lambda at sigma = 1.

Proofs. The addition theorem row by row; projections T are parameters, so both are compared draw by draw.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    Derivation,
    Domain,
    Equal,
    Erratum,
    Height,
    Proof,
    Representations,
    Rule,
    Statement,
    Width,
    formula,
    part,
    same_length,
    vector,
    vectors,
)
from rftheory.papers._shared.angular_hybrid import n
from rftheory.papers._shared.gaussian_hybrid import RHO, SIGMA, lambda_steps, rho, sigma
from rftheory.papers._shared.invariants import m

_T, _x, _y = sp.IndexedBase("T"), sp.IndexedBase("x"), sp.IndexedBase("y")
_i, _j = sp.symbols("i j", nonnegative=True, integer=True)
_d = sp.Symbol("d", positive=True, integer=True)

_ROWS = Domain(
    (vectors("T", "projections tau_1 .. tau_n"), vector("x"), vector("y"), SIGMA, RHO),
    (
        Rule(same_length(_x, _y), "x and y of one length"),
        Rule(sp.Eq(Width(_T), Height(_x)), "projections T of the length of x"),
    ),
    extra=(
        {"T": "1,1/2;-1/3,2", "x": "1/2,-1", "y": "1,1/3", "sigma": 2, "rho": "1/2"},
        {"T": "1,1/2;-1/3,2", "x": "1/2,-1", "y": "1/2,-1", "sigma": "1/3", "rho": "9/10"},
        {"T": "3;-1;1/7", "x": "2/3", "y": "0", "sigma": 1, "rho": "1/5"},
        {"T": "1,0,2", "x": "30,-20,1", "y": "10,1/2,0", "sigma": "1/10", "rho": 1},
        {"T": "0,0", "x": "1,1", "y": "-1,2", "sigma": 5, "rho": "2/3"},
    ),
)


def _projection(vector_: sp.IndexedBase) -> sp.Expr:
    return sp.Sum(_T[_i, _j] * vector_[_j], (_j, 0, _d - 1))


def _mean_of(term: sp.Expr) -> sp.Expr:
    return sp.Sum(term, (_i, 0, m - 1)) / m  # the m that counts the rows of T, n in the paper


_GAP = sp.Sum(_T[_i, _j] * (_x[_j] - _y[_j]), (_j, 0, _d - 1))


def _by_features(width: sp.Expr) -> sp.Expr:
    """a + rho_1(x).rho_2(y) for maps of sines and cosines of width tau.z with the weight i/sqrt(n rho)."""
    a, b = width * _projection(_x), width * _projection(_y)
    return 1 / rho + (sp.I / sp.sqrt(rho)) ** 2 * _mean_of(sp.sin(a) * sp.sin(b) + sp.cos(a) * sp.cos(b))


_ESTIMATE = formula(
    1 / rho - _mean_of(sp.cos(sigma * _GAP)) / rho,
    _ROWS,
    "T x y sigma rho",
    closed=2 * _mean_of(sp.sin(sigma * _GAP / 2) ** 2) / rho,
)

EQ69 = Statement(
    id="hrf/eq69",
    kind="definition",
    where="eq. (69)",
    title="Estimate of lambda by cosines",
    text="n cosines of sigma tau.(x-y) estimate the exponential of lambda.",
    latex=r"\hat\lambda(x,y)=\tfrac1\rho-\tfrac1{n\rho}\sum_{i=1}^n\cos(\sigma\tau_i^\top(x-y))",
    domain_text="tau_i iid N(0, I_d)",
    domain=_ROWS,
    sides={"": _ESTIMATE},
    checks=(
        Representations(""),
        Representations("", formula(_by_features(sigma), _ROWS, "T x y sigma rho")),
        Derivation(lambda_steps, part("that its mean is lambda")),
    ),
    uses=("hrf/eq67",),
    mechanism=("trigonometric",),
    setting="trigonometric features for lambda",
    note="The argument of the cosine is lost in the source and read as (74) prints it.",
)

_MAPS_APART = sp.Piecewise((0, sp.Eq(sp.Sum(_GAP**2, (_i, 0, m - 1)), 0)), (_by_features(sigma), True))
_PRINTED = formula(
    _by_features(sp.S.One), _ROWS, "T x y rho", closed=2 * _mean_of(sp.sin(_GAP / 2) ** 2) / rho
)


def _addition(proof: Proof) -> None:
    a, b = sp.symbols("a b", real=True)
    proof.equal(
        sp.cos(a - b),
        sp.sin(a) * sp.sin(b) + sp.cos(a) * sp.cos(b),
        "row by row, a = sigma tau.x, b = sigma tau.y",
    )
    proof.equal(
        (sp.I / sp.sqrt(n * rho)) ** 2, -1 / (n * rho), "the two weights i/sqrt(n rho) multiply to -1/(n rho)"
    )


EQ70 = Statement(
    id="hrf/eq70",
    kind="identity",
    where="eq. (70)",
    title="Features of that estimate",
    text="The estimate (69) has a = 1/rho and the sines and cosines of tau.z, weighted by i/sqrt(n rho), as features.",
    latex=(
        r"a=\tfrac1\rho,\quad \rho_{1,n}(z)=\rho_{2,n}(z)=\tfrac i{\sqrt{n\rho}}"
        r"(\sin(\tau_1^\top z),\cos(\tau_1^\top z),\dots,\sin(\tau_n^\top z),\cos(\tau_n^\top z))^\top"
    ),
    domain_text="tau_i iid N(0, I_d)",
    domain=_ROWS,
    sides={"": _PRINTED},
    claim=Equal("", _ESTIMATE),
    checks=(Representations(""),),
    uses=("hrf/eq10", "hrf/eq69"),
    mechanism=("trigonometric",),
    setting="trigonometric features for lambda",
    erratum=Erratum(
        kind="misprint",
        at="eq. (70)",
        formula=r"\sin(\tau_1^\top z),\cos(\tau_1^\top z)",
        false="sigma is missing inside the sines and cosines: these features estimate lambda at sigma = 1.",
        weight=2,
        points=(
            {"T": "1,0;0,1", "x": "1,0", "y": "0,1", "sigma": "2", "rho": "1/2"},
            {"T": "1,1;-1,2", "x": "1,0", "y": "0,1", "sigma": "1/2", "rho": "1/2"},
        ),
        script=(
            "waves = lambda s: fsum(cos(s*(fdot(t, x) - fdot(t, y))) for t in T)/len(T)\n"
            "left = 1/rho - waves(1)/rho  # a + rho_1(x).rho_2(y), the addition theorem\n"
            "right = 1/rho - waves(sigma)/rho  # (69)\n"
        ),
        relation="=",
        objection="With (67), (72) and the proof (74), which has sigma, the meaning is clear.",
    ),
    note=(
        "sigma is missing inside the sines and cosines: with tau ~ N(0, I_d) the maps give lambda at sigma = 1, while "
        "(67), (72) and the proof (74) have sigma."
    ),
).corrected(
    title="Features of that estimate, with sigma",
    text="The estimate (69) has a = 1/rho and the sines and cosines of sigma tau.z, weighted by i/sqrt(n rho).",
    latex=(
        r"\rho_{1,n}(z)=\rho_{2,n}(z)=\tfrac i{\sqrt{n\rho}}"
        r"(\sin(\sigma\tau_1^\top z),\cos(\sigma\tau_1^\top z),\dots)^\top"
    ),
    sides={
        "lhs": formula(_by_features(sigma), _ROWS, "T x y sigma rho", closed=_MAPS_APART),
        "rhs": _ESTIMATE,
    },
    claim=Equal(),
    checks=(Derivation(_addition, WHOLE),),
)


STATEMENTS = (
    EQ69,
    EQ70,
)
