"""Appendix 9.1 of crt: orthogonal projections.

Main result: Gram-Schmidt makes up to d Gaussian rows orthogonal and, with independent chi_d lengths, leaves each one
N(0, I_d); more rows form independent blocks. So no mean of one projection changes: unbiasedness is kept.

Proof: Gram-Schmidt commutes with rotations, so that directions are uniform, and the density of a chi_d length over the
area of the sphere is the Gaussian one. The mean and the second moment of positive features are drawn as well.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    All,
    Derivation,
    Distribution,
    Domain,
    Equal,
    Estimate,
    Expectation,
    Given,
    Independent,
    Inner,
    Law,
    Proof,
    Row,
    Simulation,
    Statement,
    formula,
    integer,
    part,
    real,
)
from rftheory.papers._shared.invariants import COUNT, DIMENSION, d, m

_length = sp.Symbol("length", nonnegative=True)
_m = sp.Symbol("m", positive=True, integer=True)
_DRAWN = Domain((DIMENSION, COUNT, real("length", 0)))
_i, _j = sp.symbols("i j", positive=True, integer=True)
_ROWS = Domain((DIMENSION, COUNT, *(integer(name, 1, meaning="number of a row") for name in "ij")))
_PAIR_MOMENT = sp.hyper((d,), (d / 2,), _length**2 / 2)


def _orthogonal(proof: Proof) -> None:
    p, q = (sp.Matrix(sp.symbols(f"{name}1:4", real=True)) for name in "pq")
    residual = q - p.dot(q) / p.dot(p) * p
    proof.equal(
        p.dot(residual), sp.S.Zero, "one step of Gram-Schmidt leaves a row orthogonal to the one before"
    )
    t = sp.Symbol("t", real=True)
    cosine, sine = (1 - t**2) / (1 + t**2), 2 * t / (1 + t**2)
    turn = sp.Matrix([[cosine, -sine, 0], [sine, cosine, 0], [0, 0, 1]])
    proof.equal((turn * p).dot(turn * q), p.dot(q), "rotations keep inner products (here around an axis)")
    proof.cite(
        "Gram-Schmidt combines the rows with coefficients made of inner products, so it commutes with rotations: every "
        "unit row is uniform on the sphere, independently of the lengths"
    )
    r = sp.Symbol("r", positive=True)
    density = 2 ** (1 - d / 2) * r ** (d - 1) * sp.exp(-(r**2) / 2) / sp.gamma(d / 2)
    sphere = 2 * sp.pi ** (d / 2) / sp.gamma(d / 2) * r ** (d - 1)
    proof.equal(
        density / sphere,
        (2 * sp.pi) ** (-d / 2) * sp.exp(-(r**2) / 2),
        "with an independent chi_d length, which the row keeps, it is N(0, I_d)",
    )
    proof.cite(
        "the mean of the average over the rows uses the law of single rows only, so unbiasedness is kept; blocks of at "
        "most d rows are independent"
    )
    columns = sp.Matrix(3, 2, sp.symbols("a1:7", real=True))
    proof.equal((columns * columns.T).det(), sp.S.Zero, "more than d rows cannot be orthogonal (here d = 2)")


SEC9_1_ORTHOGONAL = Statement(
    id="crt/sec9.1/orthogonal",
    kind="algorithm",
    where="Section 9.1",
    title="Orthogonal projections",
    text="Gram-Schmidt makes up to d Gaussian rows orthogonal, further rows form independent blocks; no mean changes.",
    latex=r"\omega_i^\top\omega_j=0\ (i\ne j),\quad\omega_i\sim\mathcal N(\mathbf 0_d,\mathbf I_d)",
    domain_text="any M",
    domain=_ROWS,
    claim=All(
        (
            Law(Row("orthogonal", _i), Distribution("normal", sp.S.Zero, sp.Identity(d))),
            Given(
                sp.And(_i < _j, _j <= sp.Min(m, d)),
                Equal(Inner(Row("orthogonal", _i), Row("orthogonal", _j)), sp.S.Zero),
            ),
            Given(
                sp.And(_i <= d, d < _j, _j <= m),
                Independent((Row("orthogonal", _i), Row("orthogonal", _j))),
            ),
            Equal(
                Expectation(Estimate("orthogonal", "positive", m)),
                Expectation(Estimate("iid", "positive", m)),
            ),
        )
    ),
    checks=(
        Derivation(_orthogonal, part("Gram-Schmidt and rotations written out in three dimensions")),
        Simulation(
            "orthogonal",
            "positive",
            "mean",
            formula(sp.exp(_length**2 / 2), _DRAWN, "d m length"),
            ({"d": 4, "m": 4, "length": 1},),
            second=formula((sp.exp(2 * _length**2) + (_m - 1) * _PAIR_MOMENT) / _m, _DRAWN, "d m length"),
        ),
    ),
    mechanism=("orthogonal",),
)

STATEMENTS = (SEC9_1_ORTHOGONAL,)
