"""Section 1 of orf: spectral representation of a kernel, trigonometric feature map, cost of projections.

* First display: K(x-y) = int p(w) e^{i w.(x-y)} dw; derived for the Gaussian kernel, p = N(0, I/sigma^2).
* Feature map: sines and cosines of D projections, scaled by 1/sqrt(D), have the inner product (1/D) sum_i
  cos(w_i.(x-y)), by the addition theorem row by row.
* Bullets: a dense product takes O(Dd), a random rotation O(d^3) to make and O(d^2) to apply, the structured
  one O(D log d) in place; the algorithms are run on counting numbers (`_lemmas.costs`).
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    All,
    Count,
    Derivation,
    Distribution,
    Domain,
    Draw,
    Equal,
    Expectation,
    Height,
    Inner,
    Proof,
    Rule,
    Statement,
    Width,
    formula,
    part,
    same_length,
    vector,
    vectors,
    whole,
)
from rftheory.papers.orf._lemmas.costs import DENSE, GENERATION, SORF, sorf_cost
from rftheory.papers.orf._notation import D, W, d, j, m, x, y


def _gaussian_spectrum(proof: Proof) -> None:
    w, delta = sp.symbols("w delta", real=True)
    sigma = sp.Symbol("sigma", positive=True)
    shifted = -(sigma**2) / 2 * (w - sp.I * delta / sigma**2) ** 2 - delta**2 / (2 * sigma**2)
    proof.equal(sp.I * w * delta - sigma**2 * w**2 / 2, shifted, "completing the square in each coordinate")
    proof.cite(
        "Cauchy's theorem: the Gaussian integral over the shifted line equals the one over the real line"
    )
    u = sp.Symbol("u", real=True)
    mass = sigma / sp.sqrt(2 * sp.pi) * sp.integrate(sp.exp(-(sigma**2) * u**2 / 2), (u, -sp.oo, sp.oo))
    proof.equal(mass, sp.S.One, "the law N(0, 1/sigma^2) of a coordinate has mass 1")
    proof.cite("independence of the coordinates: the d factors exp(-delta_i^2/(2 sigma^2)) multiply")


_DELTA = sp.Symbol("delta")  # x - y

SEC1_BOCHNER = Statement(
    id="orf/sec1/bochner",
    kind="identity",
    where="Section 1, display before the feature map",
    title="Spectral representation of a shift-invariant kernel",
    text="A shift-invariant positive definite kernel is the Fourier integral of a nonnegative p, usable as a density.",
    latex=r"K(x-y)=\int_{\mathbb R^d}p(w)\,e^{jw^\top(x-y)}\,dw",
    domain_text="K shift-invariant and positive semidefinite on R^d",
    claim=Equal(
        sp.Function("K")(_DELTA),
        Expectation(sp.exp(sp.I * Inner(Draw("w", Distribution("spectral law of K")), _DELTA))),
    ),
    checks=(Derivation(_gaussian_spectrum, part("the Gaussian kernel, p = N(0, I/sigma^2)")),),
    mechanism=("trigonometric",),
    setting="spectral law x trigonometric",
    note=(
        "With this integral p is (2 pi)^(-d) times the Fourier transform int K(z) exp(-j w.z) dz; that p is a "
        "function needs an integrable transform (Bochner gives a measure). Only the Gaussian kernel is used later."
    ),
)

_i = sp.Symbol("i", nonnegative=True, integer=True)

_LENGTHS = Rule(sp.And(sp.Eq(Width(W), Height(x)), same_length(x, y)), "rows of W, x and y of one length")

_MAP = Domain(
    (vectors("W", "the rows w_1 .. w_D"), vector("x"), vector("y")),
    (_LENGTHS,),
    extra=(
        {"W": [["1/2", -1], [3, "0.1"], [0, 0]], "x": [1, "1/3"], "y": ["-0.2", 2]},
        {"W": [[1, 2, 3]], "x": [0, 0, 0], "y": [1, -1, "1e-3"]},
        {"W": [[7], [-50]], "x": [100], "y": ["99.5"]},
    ),
)


def _projection(vector_: sp.IndexedBase) -> sp.Expr:
    return sp.Sum(W[_i, j] * vector_[j], (j, 0, d - 1))


_FEATURES = (
    sp.Sum(
        sp.sin(_projection(x)) * sp.sin(_projection(y)) + sp.cos(_projection(x)) * sp.cos(_projection(y)),
        (_i, 0, m - 1),
    )
    / m
)

_COSINES = sp.Sum(sp.cos(sp.Sum(W[_i, j] * (x[j] - y[j]), (j, 0, d - 1))), (_i, 0, m - 1)) / m


def _addition(proof: Proof) -> None:
    a, b = sp.symbols("a b", real=True)
    proof.equal(sp.cos(a - b), sp.cos(a) * sp.cos(b) + sp.sin(a) * sp.sin(b), "cos(a-b), row by row")
    term = W[_i, j] * x[j] - W[_i, j] * y[j]
    proof.equal(W[_i, j] * (x[j] - y[j]), term, "w.(x-y) = w.x - w.y, entry by entry")


SEC1_MAP = Statement(
    id="orf/sec1/map",
    kind="identity",
    where="Section 1, feature-map display",
    title="Trigonometric feature map",
    text="Sines and cosines of D projections, scaled by 1/sqrt(D), have the mean cosine of w.(x-y) as inner product.",
    latex=r"\phi(x)=\sqrt{1/D}\,[\sin(w_1^\top x),\dots,\sin(w_D^\top x),\cos(w_1^\top x),\dots,\cos(w_D^\top x)]^\top",
    domain_text="w_1, ..., w_D drawn independently from p",
    domain=_MAP,
    sides={"lhs": formula(_FEATURES, _MAP, "W x y"), "rhs": formula(_COSINES, _MAP, "W x y")},
    claim=Equal(),
    checks=(Derivation(_addition, whole("every W, x and y")),),
    uses=("orf/sec1/bochner",),
    mechanism=("trigonometric",),
    setting="trigonometric; D projections give 2D features",
)


def _all_costs(proof: Proof) -> None:
    rows = sp.Symbol("D", positive=True, integer=True)
    proof.equal(
        rows * d + rows * (d - 1),
        rows * (2 * d - 1),
        "D inner products of length d: at most 2 D d operations",
    )
    i = sp.Symbol("i", nonnegative=True, integer=True)
    pairs = sp.summation((d - 1 - i) * (4 * d - 1), (i, 0, d - 1))
    whole = sp.expand(pairs + d * (3 * d))
    proof.equal(
        sp.degree(whole, d),
        3,
        "Gram-Schmidt on d rows: a polynomial of degree 3 in d, on d^2 numbers in place",
    )
    sorf_cost(proof)
    proof.cite("D = m d rows are m independent blocks: m d log d = D log d")


SEC1_COST = Statement(
    id="orf/sec1/cost",
    kind="scaling",
    where="Section 1, bullets and the paragraph after",
    title="Cost of dense, orthogonal and structured projections",
    text=(
        "A dense product takes O(Dd); a random rotation takes O(d^3) time and O(d^2) space to make and O(d^2) to "
        "apply; the structured one takes O(D log d) with almost no memory of its own."
    ),
    latex=r"O(Dd),\ O(d^3),\ O(d^2),\ O(D\log d)",
    domain_text="any d and D",
    claim=All(
        (
            Count("operations", "W x, dense", D * d),
            Count("stored numbers", "W, dense", D * d),
            Count("operations", "making a rotation", d**3),
            Count("stored numbers", "a rotation", d**2),
            Count("operations", "applying a rotation", d**2),
            Count("operations", "H D1 H D2 H D3 x in D/d blocks", D * sp.log(d)),
        )
    ),
    checks=(
        DENSE,
        GENERATION,
        SORF,
        Derivation(_all_costs, whole("operation counts of the textbook algorithms, every d and D")),
    ),
    uses=("orf/eq5",),
    mechanism=("iid", "orthogonal", "hd3"),
)


STATEMENTS = (
    SEC1_BOCHNER,
    SEC1_MAP,
    SEC1_COST,
)
