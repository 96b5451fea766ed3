"""Theorem 1 of performer: how near the regularised softmax kernel is to the softmax kernel.

Main results, w = |x+y|^2/2
* (9), upper part: SMREG <= SM, in every dimension and without a condition on the norms.
* SMREG/SM -> 1 as d -> infinity at fixed w, with an error of order 1/d; near w = sqrt(d) it tends to 1/e.

False as printed: that a bound C of the entries of A implies A^reg/A >= 1 - 2/d^{1/3} + o(d^{-1/3}). It bounds x.y,
not |x| and |y|: for y = 0, |x|^2 = 16d all entries of A are 1 and the ratio is at most e^{-4d}. True for
SM(x,x), SM(y,y) <= C: SMREG/SM >= 1 - w^2/d >= 1 - 4 ln(C)^2/d.

Proofs. SMREG/SM is a mean of f(N, d) <= 1 over a Poisson variable N of mean w (Appendix F.3), with
f >= 1 - k(k-1)/d. Second forms: series, Bessel function, integral over the angle.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Domain,
    Erratum,
    On,
    Order,
    Proof,
    Prose,
    Quantity,
    Representations,
    Rule,
    Statement,
    formally,
    formula,
    integer,
    part,
    real,
    whole,
)
from rftheory.papers._shared import regularised_softmax as reg
from rftheory.papers._shared.invariants import (
    CAUCHY_SCHWARZ,
    DIMENSION,
    ON_A_LINE,
    PAIRS,
    SQUARES,
    V2,
    d,
    fit,
    x2,
    xy,
    y2,
)
from rftheory.papers._shared.regularised_softmax import PLANE, Points, w

_RATIO = formula(reg.ratio(), PLANE, "d w")

_ANGLES: Points = ({"d": 2, "w": "1/3"}, {"d": 3, "w": 1}, {"d": 10, "w": 4}, {"d": 5, "w": 20})
_K = sp.Symbol("K", nonnegative=True)
_LOG_BOUND = real("K", 0, meaning="ln C, C the bound on SM(x,x) and SM(y,y)")

_HELD = Domain(
    (DIMENSION, *SQUARES, _LOG_BOUND),
    (
        CAUCHY_SCHWARZ,
        ON_A_LINE,
        Rule(x2 <= _K, "|x|^2 <= K, that is SM(x,x) <= C"),
        Rule(y2 <= _K, "|y|^2 <= K, that is SM(y,y) <= C"),
    ),
    fit,
    tuple(
        {**pair, "d": dd, "K": bound}
        for pair in PAIRS[:7]
        for dd, bound in ((2, 1), (1, 4), (64, 4), (10**6, 100))
    ),
)

# y = 0 and |x|^2 = 16 d: every entry of A is 1, and w = 8 d
_DIMENSIONS = Domain((DIMENSION,), extra=({"d": 10**4},))
_ENTRIES = Domain((DIMENSION, real("C", 1, meaning="bound on the entries of A")))
_LEAST = Quantity(
    "least A^reg(i, j)/A(i, j) over queries and keys with all entries of A at most C", d, sp.Symbol("C")
)
_DECLINE = formula(1 - 2 / sp.cbrt(d), PLANE, "d")


def _fails(proof: Proof) -> None:
    x = sp.Symbol("x2", nonnegative=True)
    proof.equal(
        sp.exp(xy).subs(xy, 0), sp.S.One, "y = 0 and |x|^2 = 16 d: every entry of A is exp(0) = 1 <= C"
    )
    proof.equal((V2 / 2).subs({x2: x, y2: 0, xy: 0}).subs(x, 16 * d), 8 * d, "while w = |x|^2/2 = 8 d")
    proof.cite(
        "Cauchy-Schwarz: sqrt(d) u.(x+y) <= sqrt(d) |x+y| = sqrt(2 d w), so SMREG/SM <= exp(sqrt(2 d w) - w)"
    )
    proof.equal(
        (sp.sqrt(2 * d * w) - w).subs(w, 8 * d), -4 * d, "so A^reg(i,j)/A(i,j) <= exp(-4 d) along this family"
    )
    size = sp.Symbol("d", positive=True)
    proof.limit(
        sp.cbrt(size) * (1 - 2 / sp.cbrt(size) - sp.exp(-4 * size)),
        size,
        sp.oo,
        sp.oo,
        "the shortfall is not o(d^(-1/3)) but tends to 1",
    )


def _holds(proof: Proof) -> None:
    reg.quadratic_bound(proof)
    a, b = sp.symbols("a b", real=True)
    proof.nonnegative(sp.factor(a**2 + b**2 - 2 * a * b), "2 |x||y| <= |x|^2 + |y|^2")
    r, s = sp.symbols("r s", nonnegative=True)
    twice = (V2 / 2).subs(xy, (x2 + y2) / 2)
    proof.equal(twice, x2 + y2, "so w <= |x|^2 + |y|^2 (Cauchy-Schwarz)")
    proof.nonnegative(
        2 * _K - twice.subs({x2: _K - r, y2: _K - s}), "which is at most 2 K for |x|^2 = K - r, |y|^2 = K - s"
    )
    proof.equal((1 - w**2 / d).subs(w, 2 * _K), 1 - 4 * _K**2 / d, "and 1 - w^2/d falls in w")
    size = sp.Symbol("d", positive=True)
    proof.limit(
        sp.cbrt(size) * 4 * _K**2 / size,
        size,
        sp.oo,
        0,
        "the shortfall 4 K^2/d is o(d^(-1/3)): the printed bound follows",
    )


# y = 0 and |x|^2 = 16 d: the ratio exp(-w) 0F1(; d/2; d w/2) at w = 8 d
_SCRIPT = """
w = 8*d
left = exp(-w)*hyp0f1(d/2, d*w/2)
right = 1 - 2/cbrt(d)
"""
_WORDS = "y = 0 and |x|^2 = 16 d, all entries of A equal to 1; the ratio is at most exp(-4 d)"


def _shortfall(ratio: sp.Expr) -> Order:
    """1 - 2/d^(1/3) <= ratio + o(d^(-1/3))."""
    return Order(sp.cbrt(d), "d", "rhs", ratio, one_sided=True, vanishing=True)


THM1_LOWER = Statement(
    id="performer/thm1/lower",
    kind="asymptotic",
    where="Theorem 1, eq. (9), first part",
    title="Entries of the regularised attention matrix from below",
    text=(
        "If no entry of the softmax attention matrix exceeds a constant C, every entry of the regularised matrix "
        "is at least 1 - 2/d^(1/3) times it, up to o(d^(-1/3))."
    ),
    latex=(
        r"\|A\|_\infty\le C\ \Rightarrow\ \inf_{i,j}\frac{A^{\rm reg}(i,j)}{A(i,j)}\ge1-\frac2{d^{1/3}}"
        r"+o\Big(\frac1{d^{1/3}}\Big)"
    ),
    domain_text="C >= 1 constant; d -> infinity",
    domain=PLANE,
    sides={"lhs": _RATIO, "rhs": _DECLINE},
    claim=All((On(_ENTRIES, _shortfall(_LEAST)), On(_DIMENSIONS, _shortfall(sp.exp(-4 * d)), _WORDS))),
    checks=(
        Representations("lhs", formula(reg.ratio_angle(), PLANE, "d w"), _ANGLES),
        Derivation(
            _fails,
            part("the family y = 0, |x|^2 = 16 d, for every C >= 1"),
            refutes=True,
            example={"d": "64", "y": "0", "|x|^2": "1024", "left": "9.84877177555e-146", "right": "0.5"},
        ),
    ),
    uses=("performer/eq30",),
    setting="exact kernels",
    erratum=Erratum(
        kind="missing hypothesis",
        at="Theorem 1 and (9), first part",
        formula=r"\|A\|_\infty\le C",
        false=(
            "It bounds x.y for a query and a key, not their lengths: for y = 0, |x|^2 = 16 d all entries of A are 1, "
            "and A^reg/A is at most exp(-4 d). True where SM(x,x) and SM(y,y) are at most C as well."
        ),
        weight=4,
        script=_SCRIPT,
        relation=">=",
        objection=(
            "The shortfall is no matter of o(d^(-1/3)): it tends to 1. The proof uses the bound at pairs of equal "
            "inputs; entries of A bound these only where queries and keys are the same vectors."
        ),
    ),
    note=(
        "The hypothesis bounds x.y for a query and a key, not |x| and |y|; the proof uses SM(x,x) <= C and "
        "SM(y,y) <= C too, which do not follow. With them the error is even of order 1/d."
    ),
).corrected(
    kind="inequality",
    title="Entries of the regularised attention matrix from below, for bounded queries and keys",
    text=(
        "If SM(x,x) and SM(y,y) are at most C for all queries and keys, with K = ln C, every entry of the "
        "regularised matrix is at least 1 - 4 K^2/d times the softmax entry, in every dimension."
    ),
    latex=(
        r"\mathrm{SM}(x,x),\mathrm{SM}(y,y)\le C\ \Rightarrow\ \frac{\mathrm{SMREG}(x,y)}{\mathrm{SM}(x,y)}"
        r"\ge1-\frac{w^2}d\ge1-\frac{4\ln^2C}d"
    ),
    domain_text="C >= 1, K = ln C, |x|^2 <= K, |y|^2 <= K, d >= 1",
    domain=_HELD,
    sides={
        "lhs": formula(reg.ratio(V2 / 2), _HELD, "d x2 y2 xy"),
        "rhs": formula(1 - 4 * _K**2 / d, _HELD, "d K"),
    },
    claim=Below("rhs", "lhs", strict=False),
    checks=(
        Representations(
            "lhs",
            formula(reg.ratio_series().subs(w, V2 / 2), _HELD, "d x2 y2 xy"),
            ({"d": 2, "x2": 1, "y2": 1, "xy": "1/2"}, {"d": 5, "x2": 4, "y2": 1, "xy": -1}),
        ),
        Derivation(_holds, WHOLE),
    ),
    uses=("performer/eq30",),
)

_MODEST: Points = (
    {"d": 2, "w": "1/3"},
    {"d": 3, "w": 1},
    {"d": 64, "w": 4},
    {"d": 17, "w": 10},
    {"d": 1, "w": 2},
)

_PLANE_2 = Domain(
    (integer("d", 2, meaning="input dimension"), reg.HALF_SQUARE),
    extra=tuple(p for p in PLANE.extra if p["d"] != 1),
)

THM1_UPPER = Statement(
    id="performer/thm1/upper",
    kind="inequality",
    where="Theorem 1, eq. (9), second part, and the sentence after",
    title="The regularised softmax kernel is a lower bound",
    text="The regularised kernel never exceeds the softmax kernel, without any condition on the norms.",
    latex=r"\sup_{i,j}\frac{A^{\rm reg}(i,j)}{A(i,j)}\le1",
    domain_text="d >= 2",
    domain=_PLANE_2,
    sides={"lhs": formally(formula(reg.ratio(), _PLANE_2, "d w"), DIMENSION)},
    claim=Below("lhs", sp.S.One, strict=False),
    checks=(
        Representations("lhs", formula(reg.ratio_bessel(), PLANE, "d w"), _MODEST[:4]),
        Derivation(reg.at_most_one, WHOLE),
    ),
    uses=("performer/eq31",),
    setting="exact kernels",
    note="True for d = 1 as well; equality at x = -y only.",
)


def _near(proof: Proof) -> None:
    reg.quadratic_bound(proof)
    size = sp.Symbol("d", positive=True)
    proof.limit(w**2 / size, size, sp.oo, 0, "at fixed w the ratio is within w^2/d below 1: it tends to 1")


SEC3_SMREG_PROXY = Statement(
    id="performer/sec3/smreg-proxy",
    kind="limit",
    where="Section 3, before and after Theorem 1",
    title="The regularised kernel stands in for the softmax kernel",
    text="The regularised softmax kernel approximates the softmax kernel well, so its features serve for both.",
    latex=r"\mathrm{SMREG}(x,y)\approx\mathrm{SM}(x,y)",
    domain_text="-",
    claim=Prose("in attention as it is used in practice, SMREG(x, y) is close to SM(x, y)"),
    uses=("performer/thm1/lower/corrected",),
    setting="exact kernels",
    undecided="the lengths of queries and keys met in practice, and how close is close, are not printed",
    note=(
        "True while w^2 is small against d, w = |x+y|^2/2. Queries and keys with entries of unit variance, divided "
        "by d^(1/4), have w near sqrt(d): there the ratio tends to 1/e, not to 1."
    ),
).corrected(
    title="The regularised kernel stands in for the softmax kernel at bounded |x+y|",
    text="At fixed w = |x+y|^2/2 the ratio of the kernels tends to 1 as d grows, with an error of order 1/d.",
    latex=r"\frac{\mathrm{SMREG}(x,y)}{\mathrm{SM}(x,y)}=1+O\Big(\frac1d\Big),\quad w=\tfrac12\|x+y\|^2\ \text{fixed}",
    domain_text="every fixed w >= 0, d -> infinity",
    domain=PLANE,
    claim=Order(d, "d", _RATIO, sp.S.One),
    checks=(Derivation(_near, whole("every fixed w as d grows")),),
    uses=("performer/thm1/lower/corrected",),
)


STATEMENTS = (
    THM1_LOWER,
    THM1_UPPER,
    SEC3_SMREG_PROXY,
)
