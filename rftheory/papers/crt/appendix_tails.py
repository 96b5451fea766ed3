"""Appendix 9.8 of crt, the proof of Theorem 4.2: Hoeffding's inequality, the range of Z, its Legendre transform.

Main results, real A < 0, n2 = |x|^2 + |y|^2:
* Lemma 9.1 (34): P[|sum X_i| > t] <= 2 exp(-t^2/S), S = sum (a_i + b_i)^2; true, with half of Hoeffding's exponent.
* (35): Z is a product of two shifted Gaussians, at most e^(-n2/(4A)): false in both places, where D^2 = (1-4A)^(d/2) is
  missing. With it 0 < Z <= (1-4A)^(d/2) e^(-n2/(4A)); the supremum is (1-4A)^(d/2) e^(-(1-4A)|x+y|^2/(8A) - n2).
* `sec9.8/range`: -K <= Z - K <= calM - K: false above, for the same reason.
* (36): the deviation as a sum of centred copies, and `sec9.8/legendre`: E exp(theta sum Z_i) of orthogonal projections
  is at most that of independent ones, theta >= 0: true.

Proofs: the convexity bound of Hoeffding, completing the square, and moments of orthogonal directions compared.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    Below,
    Derivation,
    Domain,
    Equal,
    Proof,
    Representations,
    Restated,
    Rule,
    Statement,
    every,
    formula,
    part,
    real,
    same_length,
    some,
    vector,
)
from rftheory.papers._shared.generalised_exponential import NEGATIVE_A, WIDTH, A
from rftheory.papers._shared.invariants import V2, d
from rftheory.papers.crt._lemmas.bounded import (
    PAIR,
    PRINTED_TOP,
    REPAIRED_TOP,
    TOP,
    chernoff_steps,
    hoeffding_steps,
    range_steps,
)
from rftheory.papers.crt._lemmas.one_projection import CAP, MIDDLE, VECTOR_NAMES, VECTORS, Z
from rftheory.papers.crt._notation import KERNEL, N2

_LOW, _HIGH = (sp.IndexedBase(name) for name in ("a", "b"))
_i = sp.Symbol("i", integer=True)
_t = sp.Symbol("t", positive=True)

_MARGINS = tuple(
    vector(name, meaning) for name, meaning in (("a", "lower margins a_i"), ("b", "upper margins b_i"))
)

_HOEFFDING = Domain(
    (real("t", above=0, meaning="threshold"), *_MARGINS),
    (
        Rule(same_length(_LOW, _HIGH), "lists a and b of one length"),
        Rule(
            sp.And(
                *(every(ends, lambda entry: entry >= 0) for ends in (_LOW, _HIGH)),
                sp.Or(*(some(ends, lambda entry: entry > 0) for ends in (_LOW, _HIGH))),
            ),
            "a_i, b_i >= 0, not all 0",
        ),
    ),
    extra=(
        {"t": 1, "a": "1,1", "b": "1,2"},
        {"t": "1/2", "a": "0,1/2", "b": "1,1/2"},
        {"t": 10, "a": "1,2,3,4", "b": "4,3,2,1"},
        {"t": 3, "a": "1", "b": "0"},
    ),
)

_HOEFFDING_POINTS: tuple[dict[str, object], ...] = tuple(dict(point) for point in _HOEFFDING.extra)

_EXPANDED = sum(
    (sp.Sum(term, (_i, 0, d - 1)) for term in (_LOW[_i] ** 2, 2 * _LOW[_i] * _HIGH[_i], _HIGH[_i] ** 2)),
    sp.S.Zero,
)

_RANGES = sp.Sum((_LOW[_i] + _HIGH[_i]) ** 2, (_i, 0, d - 1))


def _weaker(proof: Proof) -> None:
    hoeffding_steps(proof)
    a, total = sp.symbols("a S", positive=True)
    proof.positive(2 * a**2 / total - a**2 / total, "exp(-2 a^2/S) is below the printed exp(-a^2/S)")


EQ34 = Statement(
    id="crt/eq34",
    kind="tail bound",
    where="Lemma 9.1, eq. (34)",
    title="Hoeffding's inequality",
    text="A sum of independent centred terms within [-a_i, b_i] exceeds t in size with probability at most 2 exp(-t^2/S).",
    latex=r"\mathbb P\left[\left|\sum_{i=1}^MX_i\right|>t\right]\le2\exp\left(-\frac{t^2}{\sum_{i=1}^M(a_i+b_i)^2}\right)",
    domain_text="independent, zero mean, bounded",
    domain=_HOEFFDING,
    sides={"rhs": formula(2 * sp.exp(-(_t**2) / _RANGES), _HOEFFDING, "t a b")},
    checks=(
        Representations(
            "rhs", formula(2 / sp.exp(_t**2 / _EXPANDED), _HOEFFDING, "t a b"), _HOEFFDING_POINTS
        ),
        Derivation(_weaker, WHOLE),
    ),
    note="Hoeffding's own exponent is twice as large. With all a_i + b_i = 0 the sum is 0 and no bound is needed.",
)

_NORMS = Domain((NEGATIVE_A, *PAIR.parameters[2:4]))

_PROJECTION = formula(Z, VECTORS, VECTOR_NAMES)
_PRODUCT = formula(MIDDLE, VECTORS, VECTOR_NAMES)

EQ35 = Statement(
    id="crt/eq35",
    kind="inequality",
    where="eq. (35)",
    title="The range of one projection",
    text="Z is said to be a product of two shifted Gaussians, at most exp(-(|x|^2+|y|^2)/(4A)).",
    latex=r"0\le Z\le\exp\left(-\frac{\|\mathbf x\|^2+\|\mathbf y\|^2}{4A}\right)",
    domain_text="OPRF (A < 0)",
    domain=VECTORS,
    sides={
        "lhs": _PROJECTION,
        "rhs": formula(PRINTED_TOP, _NORMS, "A x2 y2"),
    },
    companions={"crt/eq35/middle": {"": _PRODUCT}},
    checks=(
        Restated(
            "Z is the product of both exponentials",
            {"Z": _PROJECTION, "middle": _PRODUCT},
            VECTORS,
            Equal("Z", "middle"),
        ),
        Restated(
            "the product of both exponentials is Z without D^2",
            {
                "middle": _PRODUCT,
                "Z": formula(Z / WIDTH ** (d / 2), VECTORS, VECTOR_NAMES),
            },
            VECTORS,
            Equal("middle", "Z"),
        ),
        Restated(
            "Z is at most the bound",
            {"Z": _PROJECTION, "bound": formula(CAP, VECTORS, "A x y")},
            VECTORS,
            Below("Z", "bound", strict=False),
        ),
    ),
    uses=("crt/eq4", "crt/eq5"),
    mechanism=("oprf",),
    setting="OPRF, one projection",
    note="D^2 = (1-4A)^(d/2) > 1 is missing in both places.",
).corrected(
    text="With the factor D^2 = (1-4A)^(d/2) both relations hold.",
    latex=r"0<Z\le(1-4A)^{d/2}\exp\left(-\frac{\|\mathbf x\|^2+\|\mathbf y\|^2}{4A}\right)",
    domain_text="A < 0",
    sides={
        "lhs": _PROJECTION,
        "rhs": formula(WIDTH ** (d / 2) * CAP, VECTORS, "A x y"),
    },
    claim=Below(strict=False),
    checks=(
        Restated(
            "Z is D^2 times the product of both exponentials",
            {
                "Z": _PROJECTION,
                "middle": formula(WIDTH ** (d / 2) * MIDDLE, VECTORS, VECTOR_NAMES),
            },
            VECTORS,
            Equal("Z", "middle"),
        ),
        Derivation(range_steps, WHOLE),
    ),
    note="The supremum over w is (1-4A)^(d/2) exp(-(1-4A)|x+y|^2/(8A) - |x|^2 - |y|^2).",
    uses=(),
)

_PAIR_NAMES = "d A x2 y2 xy"
_TOP_AT = sp.sqrt(WIDTH * V2) / (-4 * A)  # the component of the best w along x + y
_AT_TOP = WIDTH ** (d / 2) * sp.exp(2 * A * _TOP_AT**2 + sp.sqrt(WIDTH) * _TOP_AT * sp.sqrt(V2) - N2)

SEC9_8_RANGE = Statement(
    id="crt/sec9.8/range",
    kind="inequality",
    where="Section 9.8, after eq. (35)",
    title="The range of the centred projection",
    text="Z - K lies between -K and exp(-(|x|^2+|y|^2)/(4A)) - K.",
    latex=r"-K(\mathbf x,\mathbf y)\le Y\le\mathcal M(\mathbf x,\mathbf y)-K(\mathbf x,\mathbf y)",
    domain_text="OPRF (A < 0)",
    domain=PAIR,
    checks=(
        Restated(
            "the supremum of Z - K is at most calM - K",
            {
                "supremum": formula(TOP - KERNEL, PAIR, _PAIR_NAMES),
                "printed": formula(PRINTED_TOP - KERNEL, PAIR, "A x2 y2 xy"),
            },
            PAIR,
            Below("supremum", "printed", strict=False),
        ),
    ),
    uses=("crt/eq35",),
    mechanism=("oprf",),
    note="The lower end is right. The first counterexample is a pair at its own optimal A.",
).corrected(
    text="With the factor D^2 = (1-4A)^(d/2) in the upper end.",
    latex=r"-K<Y\le(1-4A)^{d/2}\mathcal M(\mathbf x,\mathbf y)-K",
    domain_text="A < 0",
    sides={
        "supremum": formula(TOP, PAIR, _PAIR_NAMES),
        "bound": formula(REPAIRED_TOP, PAIR, "d A x2 y2"),
    },
    claim=Below("supremum", "bound", strict=False),
    checks=(
        Representations("supremum", formula(_AT_TOP, PAIR, _PAIR_NAMES)),
        Representations(
            "bound", formula(WIDTH ** (d / 2) * sp.sqrt(sp.exp(-N2 / (2 * A))), PAIR, "d A x2 y2")
        ),
        Derivation(range_steps, WHOLE),
    ),
    uses=(),
)


def _copies(proof: Proof) -> None:
    values = sp.symbols("Z1:4", real=True)
    mean = sp.Symbol("K", real=True)
    total = sum(values, sp.S.Zero)
    proof.equal(
        total / 3 - mean,
        sum((z - mean for z in values), sp.S.Zero) / 3,
        "Khat - K is the mean of Y_i = Z_i - K, E Z_i = K",
    )
    count, size, sums = sp.symbols("M eps S", positive=True)
    proof.equal((sums / count - size) * count, sums - count * size, "multiplying by M > 0 keeps the event")
    proof.equal(
        count**2 * size**2 / (count * (mean + (sp.Symbol("top") - mean)) ** 2),
        count * size**2 / sp.Symbol("top") ** 2,
        "Lemma 9.1 at a = M eps, a_i + b_i = K + (calM - K) = calM",
    )


EQ36 = Statement(
    id="crt/eq36",
    kind="identity",
    where="eq. (36)",
    title="The deviation as a sum of centred copies",
    text="The estimate exceeds K by eps exactly when the sum of M centred copies of Z is at least M eps.",
    latex=r"\mathbb P[\widehat K^{\rm iid}_M-K\ge\epsilon]=\mathbb P[Y_1+\dots+Y_M\ge M\epsilon]",
    domain_text="eps > 0",
    checks=(Derivation(_copies, WHOLE),),
    uses=("crt/eq34", "crt/sec9.8/range"),
    mechanism=("iid", "oprf"),
)

SEC9_8_LEGENDRE = Statement(
    id="crt/sec9.8/legendre",
    kind="inequality",
    where="Section 9.8, last paragraph",
    title="Moment generating function of orthogonal projections",
    text="E exp(theta sum Z_i) of orthogonal projections is at most that of independent ones.",
    latex=r"\mathbb E\,e^{\theta\sum_iZ^{\rm ort}_i}\le\left(\mathbb E\,e^{\theta Z}\right)^M",
    domain_text="OPRF",
    checks=(Derivation(chernoff_steps, part("theta >= 0, any M, blocks included")),),
    uses=("crt/eq4",),
    mechanism=("orthogonal", "oprf"),
    note="Read for theta >= 0, the only ones that count above the mean.",
)

STATEMENTS = (
    EQ34,
    EQ35,
    SEC9_8_RANGE,
    EQ36,
    SEC9_8_LEGENDRE,
)
