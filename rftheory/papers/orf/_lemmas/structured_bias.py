"""The bias of SORF, Theorem 3: at most 6 z/sqrt(d) in every direction."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Proof
from rftheory.papers.orf._lemmas.signs import fourth_moment, hadamard_orthogonal


def bias_bound(proof: Proof) -> None:
    """|E K_SORF - exp(-z^2/2)| <= 6 z/sqrt(d) in every direction, three cases."""
    hadamard_orthogonal(proof)
    fourth_moment(proof)
    proof.cite(
        "all rows have one mean, E prod_j cos(y_j) with y = H D2 H D3 x, |y| = z; E sum y_j^4 <= 3 z^4/d"
    )
    root, length, ratio = (
        sp.Symbol("r", positive=True),
        sp.Symbol("z", positive=True),
        sp.Symbol("q", nonnegative=True),
    )
    h = sp.Symbol("h", nonnegative=True)  # y^2
    cosine = 1 - h / 2, 1 - h / 2 + h**2 / 24
    kernel = 1 - h / 2, 1 - h / 2 + h**2 / 8
    proof.cite(
        "alternating series: 1 - h/2 <= cos y <= 1 - h/2 + h^2/24 and 1 - h/2 <= exp(-h/2) <= 1 - h/2 + h^2/8, h = y^2"
    )
    proof.nonnegative(sp.expand(h**2 / 8 - (cosine[1] - kernel[0])), "cos y - exp(-y^2/2) <= y^4/8")
    proof.nonnegative(sp.expand(h**2 / 8 - (kernel[1] - cosine[0])), "exp(-y^2/2) - cos y <= y^4/8")
    small = sp.Rational(3, 8) * length**4 / root**2
    proof.cite(
        "products of numbers in [-1, 1] differ by at most the sum of the differences: |bias| <= 3 z^4/(8d)"
    )
    slack = (6 * length / root - small).subs(root, (length**3 + ratio) / 16)
    proof.nonnegative(sp.factor(slack), "z^3 <= 16 sqrt(d): 3 z^4/(8d) <= 6 z/sqrt(d)")
    proof.nonnegative(
        (6 * length / root - 2).subs(length, root / 3 + ratio),
        "z >= sqrt(d)/3: the bound is at least 2 >= |bias|",
    )
    sine = sp.expand((1 - (1 - (2 * h) + 16 * h**2 / 24)) / 2)
    proof.equal(sine, h - h**2 / 3, "sin^2 y = (1 - cos 2y)/2 >= y^2 - y^4/3")
    proof.cite(
        "|cos y| <= exp(-sin^2(y)/2), as sqrt(1-s) <= exp(-s/2): |prod cos y_j| <= exp(-z^2/2 + sum y_j^4/6)"
    )
    proof.cite(
        "Markov: sum y_j^4 > 2 z^2 has probability at most 3 z^2/(2d); otherwise the product is at most exp(-z^2/6)"
    )
    proof.equal(-(length**2) / 2 + 2 * length**2 / 6, -(length**2) / 6, "exponent outside the rare event")
    rare = sp.Rational(3, 2) * length**2 / root**2
    slack = (length / (2 * root) - rare).subs(root, 3 * length + ratio)
    proof.nonnegative(sp.factor(slack), "z <= sqrt(d)/3: the rare event adds at most z/(2 sqrt d)")
    w = sp.Symbol("w", positive=True)  # z^2
    height = w * sp.exp(-w / 6)
    top = sp.solve(sp.diff(height, w), w)
    proof.equal(top, [6], "w exp(-w/6) has its maximum at w = 6")
    rest = sp.Rational(11, 2) * 16 - 2 * height.subs(w, 6)
    proof.positive(
        rest,
        "z^3 > 16 sqrt(d): exp(-z^2/6) + exp(-z^2/2) <= 2 exp(-z^2/6) < (11/2) 16/z^2 < (11/2) z/sqrt(d)",
    )
