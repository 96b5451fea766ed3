"""Appendix B of simrf: rescaled data, Algorithm 1 and the Hadamard product.

* B.1: data times sigma see the kernel e^{-z^2/(2/sigma^2)}.
* Algorithm 1: S x in O(d), from one running sum; equal to the product with the rows (9), and counted.
* (89), (90): products H D_i stand in for the rotation; H is symmetric and orthogonal for every power of two,
  and H D_1 H D_2 H D_3 x takes O(d log d).
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Count,
    Derivation,
    Domain,
    Equal,
    Height,
    Length,
    Proof,
    Representations,
    Rule,
    Statement,
    formula,
    integer,
    part,
    real,
    vector,
)
from rftheory.papers.simrf._lemmas.costs import ALGORITHM, FAST
from rftheory.papers.simrf._notation import DISTANCE, d, z

q = sp.Symbol("q", nonnegative=True, integer=True)

sigma = sp.Symbol("sigma", positive=True)

_SCALED = Domain(
    (DISTANCE, real("sigma", above=0, meaning="factor of the data")),
    extra=({"z": 1, "sigma": 1}, {"z": 0, "sigma": 3}, {"z": 100, "sigma": 100}, {"z": 2, "sigma": "1e-6"}),
)


def _rescaled(proof: Proof) -> None:
    proof.equal(
        sp.exp(-((sigma * z) ** 2) / 2), sp.exp(-(z**2) / (2 / sigma**2)), "|sigma x - sigma x'| = sigma z"
    )


SECB_1_RESCALING = Statement(
    id="simrf/secb.1/rescaling",
    kind="identity",
    where="B.1, item 1",
    title="Rescaled data",
    text="Data multiplied by sigma see the kernel with its lengthscale divided by sigma.",
    latex=r"K(x,x')=e^{-\frac{\|x-x'\|_2^2}2}\to e^{-\frac{\|x-x'\|_2^2}{2/\sigma^2}}",
    domain_text="sigma > 0",
    domain=_SCALED,
    sides={"": formula(sp.exp(-(z**2) / (2 / sigma**2)), _SCALED, "z sigma")},
    claim=Equal(sp.exp(-(Length(sigma * sp.Symbol("x") - sigma * sp.Symbol("y")) ** 2) / 2), ""),
    checks=(
        Representations(
            "",
            formula(
                sp.Sum((-((sigma * z) ** 2) / 2) ** q / sp.factorial(q), (q, 0, sp.oo)),
                _SCALED,
                "z sigma",
            ),
            ({"z": 0, "sigma": 2}, {"z": 1, "sigma": "1/3"}, {"z": 2, "sigma": 3}),
        ),
        Derivation(_rescaled, WHOLE),
    ),
    uses=("simrf/eq4",),
)

X = sp.IndexedBase("x")

i = sp.Symbol("i", positive=True, integer=True)

_ENTRIES = Domain(
    (
        vector("x", meaning="the input, d = its length"),
        integer("i", 1, meaning="index of the output, from 1"),
    ),
    (
        Rule(Height(X) >= 2, "at least two entries"),
        Rule(i <= Height(X), "i <= d, the length of x"),
    ),
    extra=tuple(
        {"x": x, "i": index}
        for x in (
            "1,2",
            "-3,0.25,7",
            "1,2,3,4,5/7,6",
            "0,0,0,0",
            "1e-9,1e9,1,-1,2,3,4,5,6,7,8,9,10,11,12,-13",
        )
        for index in (1, 2, len(x.split(",")))
    ),
)

_HEAD = sp.Sum(X[q], (q, 0, d - 2))

_LAST = _HEAD / sp.sqrt(d - 1)

_STRETCH, _SHARE = sp.sqrt(d / (d - 1)), (sp.sqrt(d) + 1) / (d - 1)

_OUTPUT = sp.Piecewise((_LAST, sp.Eq(i, d)), (_STRETCH * X[i - 1] - _SHARE * _LAST, True))

_LOWEST, _ONES = sp.KroneckerDelta(i, d), 1 - sp.KroneckerDelta(q, d - 1)

_RISE = _STRETCH * sp.KroneckerDelta(q, i - 1) - (sp.sqrt(d) + 1) / (d - 1) ** sp.Rational(3, 2) * _ONES

# the same outputs with their irrational factor in front: exact zeros come out as 0
_INNER = (1 + 1 / sp.sqrt(d)) / (d - 1)

_FACTORED = sp.Piecewise((_LAST, sp.Eq(i, d)), (_STRETCH * (X[i - 1] - _INNER * _HEAD), True))

_MULTIPLIED = sp.Piecewise(
    (sp.Sum(_ONES * X[q], (q, 0, d - 1)) / sp.sqrt(d - 1), sp.Eq(i, d)),
    (_STRETCH * sp.Sum((sp.KroneckerDelta(q, i - 1) - _INNER * _ONES) * X[q], (q, 0, d - 1)), True),
)

_ENTRY = _LOWEST * _ONES / sp.sqrt(d - 1) + (1 - _LOWEST) * _RISE  # of S, as (9) prints it


def _algorithm(proof: Proof) -> None:
    n = sp.Symbol("n", positive=True, integer=True) + 1  # d >= 2
    head, own = sp.symbols("T x_i", real=True)
    last = head / sp.sqrt(n - 1)
    row = sp.sqrt(n / (n - 1)) * own - (sp.sqrt(n) + 1) / (n - 1) ** sp.Rational(3, 2) * head
    algorithm = sp.sqrt(n / (n - 1)) * own - (sp.sqrt(n) + 1) / (n - 1) * last
    proof.equal(algorithm, row, "i < d: row i of S against x, with T the sum of the first d-1 entries")
    additions, multiplications = (n - 2) + (n - 1), 1 + 2 * (n - 1)
    proof.equal(additions, 2 * n - 3, "additions: d-2 for T, one for each other output")
    proof.equal(multiplications, 2 * n - 1, "multiplications: one for y_d, two for each other output")
    proof.positive(4 * n - additions - multiplications, "together fewer than 4 d, the constants being given")


ALG1 = Statement(
    id="simrf/alg1",
    kind="algorithm",
    where="Algorithm 1",
    title="Fast product with the simplex matrix",
    text="S x from one running sum of the first d-1 entries, in O(d) operations.",
    latex=r"y_d=\frac1{\sqrt{d-1}}\sum_{i=1}^{d-1}x_i,\quad y_i=\sqrt{\frac d{d-1}}x_i-\frac{\sqrt d+1}{d-1}y_d",
    domain_text="x in R^d",
    domain=_ENTRIES,
    sides={
        "lhs": formula(_OUTPUT, _ENTRIES, "x i", closed=_FACTORED),
        "rhs": formula(sp.Sum(_ENTRY * X[q], (q, 0, d - 1)), _ENTRIES, "x i", closed=_MULTIPLIED),
    },
    claim=All((Equal(), Count("operations", "Algorithm 1", d))),
    checks=(ALGORITHM, Derivation(_algorithm, WHOLE)),
    uses=("simrf/eq9",),
    mechanism=("simplex",),
)


def _hadamard(proof: Proof) -> None:
    block = sp.Matrix([[1]])
    for order in range(1, 5):
        block = sp.Matrix(sp.BlockMatrix([[block, block], [block, -block]]).as_explicit()) / sp.sqrt(2)
        proof.equal(block, block.T, f"H is symmetric at d = {2**order}")
        proof.equal(block * block, sp.eye(2**order), f"and its own inverse at d = {2**order}")
    h = sp.Symbol("H", commutative=False)
    squared = sp.expand(h * h + h * h)
    proof.equal(squared / 2, h**2, "induction: the diagonal blocks of H_{i+1}^2 are H_i^2")
    proof.equal(h * h - h * h, 0, "and the others vanish")


EQ89 = Statement(
    id="simrf/eq89",
    kind="definition",
    where="eq. (89), (90)",
    title="Hadamard product in place of a rotation",
    text=(
        "A product of k normalised Hadamard matrices, each with random signs, stands in for the rotation; d is a "
        "power of two and H x costs O(d log d)."
    ),
    latex=r"\widetilde R=\prod_{i=1}^kHD_i^{(\mathcal R)},\quad H_i=\frac1{\sqrt2}\begin{pmatrix}H_{i-1}&H_{i-1}\\H_{i-1}&-H_{i-1}\end{pmatrix}",
    domain_text="d = 2^i; k = 3 in the experiments",
    checks=(FAST, Derivation(_hadamard, part("H is symmetric and orthogonal for every power of two"))),
    mechanism=("hd3", "hadamard-simplex"),
)


STATEMENTS = (
    SECB_1_RESCALING,
    ALG1,
    EQ89,
)
