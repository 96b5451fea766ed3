"""Section 2.4 of performer: orthogonal projections keep the law of each row, and lower variances and tail bounds.

Main results, m <= d
* Gram-Schmidt on isotropic rows gives uniform directions; with lengths of the law restored every row keeps its law,
  and every estimator its mean.
* More than d orthogonal rows do not exist.
* MSE(iid) - MSE(ort) = (1 - 1/m) Lambda^2 (e^{v^2} - 1F1(d; d/2; v^2/2)) >= 0, v = |x+y|, in every dimension, strictly
  for m >= 2 and v > 0; moment bounds of bounded terms fall too.

False as printed, in edge cases only: that bounds are strictly smaller throughout. For m = 1, the only choice in one
dimension, and for x = -y both mechanisms are the same.

Proofs. Rotation invariance of the procedure. Joint even moments of orthogonal rows are those of independent ones
times tau = prod E|g|^{2k_i}/E|g|^{2 sum k_i} <= 1. Drawn: means, and the squared error of orthogonal rows.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Distribution,
    Domain,
    Equal,
    Erratum,
    Estimate,
    Expectation,
    Given,
    Inner,
    Law,
    MeanSquareError,
    On,
    Proof,
    Restated,
    Row,
    Rule,
    Simulation,
    Statement,
    formula,
    integer,
    part,
    whole,
)
from rftheory.papers._shared.beautiful_functions import theta
from rftheory.papers._shared.invariants import COUNT, DIMENSION, V2, WITHIN_BLOCK, d, fit, m, pairs
from rftheory.papers.performer._lemmas.linear_tails import MARKOV
from rftheory.papers.performer._lemmas.sphere_tails import IMPROVEMENT, MOVING, NAMES, TAIL_DOMAIN
from rftheory.papers.performer._notation import DRAWN, LAMBDA, length, orthogonal_pair

_MEAN = sp.exp(length**2 / 2)
_SQUARE = (sp.exp(2 * length**2) + (m - 1) * orthogonal_pair(length**2)) / m

_k, _l, _j = sp.symbols("k l j", nonnegative=True, integer=True)


def _gram_schmidt(proof: Proof) -> None:
    """Independent isotropic rows made orthogonal: uniform directions, independent of the lengths."""
    a, b = (sp.Matrix(sp.symbols(f"{name}1:4", real=True)) for name in "ab")
    angle, scale = sp.Symbol("phi", real=True), sp.Symbol("c", positive=True)
    turn = sp.Matrix([[sp.cos(angle), -sp.sin(angle), 0], [sp.sin(angle), sp.cos(angle), 0], [0, 0, 1]])

    def residual(first: sp.Matrix, second: sp.Matrix) -> sp.Matrix:
        return second - first.dot(second) / first.dot(first) * first

    proof.equal(
        a.dot(residual(a, b)), sp.S.Zero, "what is left of a row is orthogonal to the one before (in R^3)"
    )
    kept = sp.trigsimp(sp.expand((turn * a).dot(turn * b)))
    proof.equal(kept, a.dot(b), "a rotation U keeps inner products")
    proof.cite(
        "the procedure combines the rows with coefficients made of inner products: on U omega_1, .., U omega_m it gives "
        "U times its result"
    )
    proof.equal(
        residual(scale * a, b),
        residual(a, b),
        "it does not see the lengths of the rows before; the row's own length only scales the result",
    )
    proof.cite(
        "isotropic: the direction of omega_i is uniform and independent of |omega_i|; m <= d such directions are "
        "linearly independent with probability 1"
    )
    proof.cite(
        "the uniform law is the only rotation-invariant law on the sphere: every unit row q_i is uniform, and "
        "independent of the lengths, of which it is no function: |omega_i| q_i has the law of omega_i"
    )


def _marginals(proof: Proof) -> None:
    _gram_schmidt(proof)
    mean = sp.Symbol("K", real=True)
    proof.equal(
        sp.Sum(mean, (_j, 1, m)).doit() / m, mean, "the mean of (1/m) sum_i F(omega_i) uses single rows only"
    )
    turned = sp.Symbol("r", positive=True)
    chi = 2 ** (1 - d / 2) * turned ** (d - 1) * sp.exp(-(turned**2) / 2) / sp.gamma(d / 2)
    sphere = 2 * sp.pi ** (d / 2) / sp.gamma(d / 2) * turned ** (d - 1)
    proof.equal(
        chi / sphere,
        (2 * sp.pi) ** (-d / 2) * sp.exp(-(turned**2) / 2),
        "N(0, I_d): a chi_d length and a uniform direction",
    )


_GRAM_SCHMIDT = "orthogonal, D"  # rows of the isotropic law D after Gram-Schmidt
_i = sp.Symbol("i", positive=True, integer=True)
_ROWS = Domain(
    (DIMENSION, COUNT, *(integer(name, 1, meaning="number of a row") for name in ("i", "j"))),
    (WITHIN_BLOCK, Rule(sp.Max(_i, _j) <= m, "i, j <= m")),
)

SEC2_4_UNBIASED = Statement(
    id="performer/sec2.4/unbiased",
    kind="identity",
    where="Section 2.4",
    title="Orthogonal projections keep the estimators unbiased",
    text="Gram-Schmidt makes isotropic projections orthogonal while each keeps its law, hence every mean.",
    latex=r"\omega_i^\top\omega_j=0\ (i\ne j),\quad\omega_i\sim\mathcal D",
    domain_text="isotropic law; m <= d",
    domain=_ROWS,
    claim=All(
        (
            Law(Row(_GRAM_SCHMIDT, _i), Distribution("D")),
            Given(sp.Ne(_i, _j), Equal(Inner(Row(_GRAM_SCHMIDT, _i), Row(_GRAM_SCHMIDT, _j)), sp.S.Zero)),
            Equal(*(Expectation(Estimate(rows, "any features", m)) for rows in (_GRAM_SCHMIDT, "iid, D"))),
        )
    ),
    checks=(
        Derivation(_marginals, part("every isotropic law without an atom at 0, the lengths restored")),
        Simulation(
            "orthogonal",
            "positive",
            "mean",
            formula(_MEAN, DRAWN, "length"),
            ({"d": 4, "m": 4, "length": 1}, {"d": 16, "m": 16, "length": "3/2"}),
            second=formula(_SQUARE, DRAWN, "d m length"),
        ),
        Simulation(
            "orthogonal",
            "trigonometric",
            "mean",
            formula(1 / _MEAN, DRAWN, "length"),
            ({"d": 4, "m": 4, "length": 1},),
        ),
    ),
    mechanism=("orthogonal",),
    note=(
        "The orthonormal rows must be given lengths of the law again (their own, or independent ones): what the "
        "procedure leaves of row i has a chi length with d-i+1 degrees of freedom only."
    ),
)


def _rank(proof: Proof) -> None:
    rows = sp.Matrix(3, 2, sp.symbols("a1:7", real=True))
    proof.equal(
        (rows * rows.T).det(), sp.S.Zero, "d + 1 vectors of R^d have a singular Gram matrix (here d = 2)"
    )
    proof.positive(
        sp.diag(*sp.symbols("l1:4", positive=True)).det(), "orthogonal ones of positive lengths do not"
    )


SEC2_4_M_LE_D = Statement(
    id="performer/sec2.4/m-le-d",
    kind="definition",
    where="Section 2.4",
    title="At most d orthogonal projections",
    text="Orthogonal projections need m <= d, which the paper says holds in all its experiments.",
    latex=r"m\le d",
    domain_text="all experiments of the paper",
    checks=(Derivation(_rank, WHOLE),),
    mechanism=("orthogonal",),
    note=(
        "Source unclear for the experiments: m = 256 by default (A.3, A.6), 8 heads on d = 512 in the regular model "
        "(64 dimensions a head in the usual split, which the text does not spell out) and one head on d = 64 in the "
        "small one (Appendix E); the m of each experiment is not printed. Beyond d rows one stacks independent blocks."
    ),
)

_w, _a = sp.symbols("w a", nonnegative=True)
_theta = sp.Symbol("theta", positive=True)
_BLOCK = pairs(DIMENSION, COUNT, rules=(WITHIN_BLOCK,), d=(1, 2, 64), m=(1, 2, 64))
_ORTHOGONAL_GAIN = (1 - 1 / m) * LAMBDA**2 * (sp.exp(V2) - orthogonal_pair(V2))  # MSE(iid) - MSE(ort)
_PAIR_ORDERS = Domain(
    (DIMENSION, *(integer(name, 1, reach=60, meaning="half an exponent") for name in ("k", "l"))),
    extra=({"d": 1, "k": 1, "l": 1}, {"d": 2, "k": 1, "l": 3}, {"d": 10**6, "k": 2, "l": 2}),
)


def _tau(first: sp.Expr, second: sp.Expr) -> sp.Expr:
    """E|g|^(2k) E|g|^(2l)/E|g|^(2k+2l) for a Gaussian vector of R^d."""
    half = d / 2
    return (
        sp.gamma(half + first) * sp.gamma(half + second) / (sp.gamma(half) * sp.gamma(half + first + second))
    )  # fmt: skip


def _moments(proof: Proof) -> None:
    """tau <= 1: joint even moments of orthogonal rows are at most those of independent rows, strictly for two."""
    proof.cite(
        "z fixed, q_1 .. q_m orthonormal and uniform: (q_i.z) are |z| times coordinates of one uniform direction g/|g|; "
        "odd moments vanish. |g| and g/|g| are independent: E prod u_i^(2k_i) = prod E g^(2k_i)/E|g|^(2 sum k_i)"
    )
    moment = 2**_k * sp.gamma(d / 2 + _k) / sp.gamma(d / 2)
    proof.equal(moment.subs(_k, 0), sp.S.One, "E |g|^(2k) = 2^k Gamma(d/2+k)/Gamma(d/2): 1 at k = 0,")
    proof.equal(moment.subs(_k, _k + 1) / moment, d + 2 * _k, "then times d + 2k, as for chi-square")
    proof.equal(_tau(_k, sp.S.Zero), sp.S.One, "tau(k, 0) = 1: orthogonal and independent moments agree")
    step = sp.gammasimp(sp.combsimp(_tau(_k, _l + 1) / _tau(_k, _l)))
    proof.equal(step, (d / 2 + _l) / (d / 2 + _k + _l), "tau(k, l+1)/tau(k, l)")
    proof.nonnegative(1 - (d / 2 + _l) / (d / 2 + _k + _l), "at most 1")
    proof.positive(
        (1 - (d / 2 + _l) / (d / 2 + _k + _l)).subs(_k, _k + 1),
        "and below 1 for k >= 1: tau(k, l) < 1 for k, l >= 1",
    )
    proof.cite("more rows: tau(k_1, .., k_m) is a product of such factors tau(k_1 + .. + k_i, k_(i+1))")


def _any_dimension(proof: Proof) -> None:
    _moments(proof)
    n = sp.Symbol("n", nonnegative=True, integer=True)
    proof.cite("Chu-Vandermonde: sum_k binom(n, k) (d/2)_k (d/2)_(n-k) = (d)_n")
    coefficient = sp.gamma(d / 2 + _k) * sp.gamma(d / 2 + _l) / (sp.factorial(_k) * sp.factorial(_l))
    total = sum(coefficient.subs({_k: i, _l: 3 - i}) for i in range(4)) / (
        sp.gamma(d / 2) * sp.gamma(d / 2 + 3)
    )
    pair = sp.gamma(d + n) * sp.gamma(d / 2) / (sp.gamma(d) * sp.gamma(d / 2 + n) * sp.factorial(n))
    proof.equal(
        total,
        pair.subs(n, 3),
        "E b_1 b_2 = sum tau(k, l) w^(k+l)/(k! l!), w = v^2/2, is 1F1(d; d/2; w) (here the order 3)",
    )
    leading = sp.expand(_w**2 * (1 - _tau(sp.S.One, sp.S.One)))
    proof.equal(leading, 2 * _w**2 / (d + 2), "the term k = l = 1 of E b_1 b_2 (iid) less that (ort)")
    proof.positive(
        2 * (_w + 1) ** 2 / (d + 2), "positive for w > 0, whatever d; all other terms are nonnegative"
    )
    pairwise, square = sp.symbols("P S", real=True)
    mean = LAMBDA**2 * (m * square + m * (m - 1) * pairwise) / m**2
    proof.equal(
        mean.subs(pairwise, sp.exp(V2)) - mean.subs(pairwise, orthogonal_pair(V2)),
        _ORTHOGONAL_GAIN,
        "MSE(iid) - MSE(ort): the same m squares, m(m-1) pairs over m^2, the same mean",
    )
    rows = sp.Symbol("n", positive=True, integer=True) + 1
    proof.positive(1 - 1 / rows, "a positive multiple for m >= 2")
    _bounds(proof)


def _bounds(proof: Proof) -> None:
    """The moment bound of a sum of exponentials of bounded projections falls strictly under orthogonality."""
    h = sp.Function("h")
    u = sp.Symbol("u", real=True)
    composed = sp.exp(_theta * sp.exp(u))
    series = sp.series(composed, u, 0, 5).removeO()
    coefficients = [sp.simplify(series.coeff(u, power) / sp.exp(_theta)) for power in range(5)]
    for power, coefficient in enumerate(coefficients):
        proof.positive(coefficient, f"exp(theta e^u) has a positive coefficient of u^{power}, over e^theta")
    proof.cite(
        "derivatives of exp(theta e^u) are sums of products of positive terms: all its coefficients are positive. So "
        "E prod_i exp(theta X_i) is a positive series in joint moments: smaller, termwise, for orthogonal rows"
    )
    mean = sp.Symbol("mu", positive=True)
    exponent = sp.log(h(_theta)) - _theta * _a
    slope = sp.diff(exponent, _theta).subs({sp.Derivative(h(_theta), _theta): mean, h(_theta): sp.S.One})
    proof.equal(
        slope,
        mean - _a,
        "ln of M(theta) e^(-theta a) has the slope mean - a at theta = 0, negative for a > mean",
    )
    proof.cite(
        "Chernoff's bound e^(-theta m a) E exp(theta sum X_i): lengths sqrt d bound X_i, so it is finite; for independent "
        "rows it is (M(theta) e^(-theta a))^m, of a base below 1 at small theta; at the same theta orthogonal rows have less"
    )


_GAIN = formula(_ORTHOGONAL_GAIN, _BLOCK, "d m x2 y2 xy")
_MSE_ORT, _MSE_IID = (MeanSquareError(Estimate(rows, "positive", m)) for rows in ("orthogonal", "iid"))
_MOMENT_ORT, _MOMENT_IID = (
    Expectation(sp.exp(theta * m * Estimate(rows, "positive", m, kernel="SMREG")))
    for rows in ("orthogonal-fixed-norm", "sphere")
)
_BOUNDS = "Theorem 3, corrected: the bound for independent rows less that for orthogonal ones"
# two rows or more and x + y nonzero
_MOVED = Domain(
    tuple(replace(each, lower=Fraction(2)) if each.name == "m" else each for each in _BLOCK.parameters),
    (*_BLOCK.rules, Rule(V2 > 0, "|x+y| > 0")),
    fit,
    tuple(each for each in _BLOCK.extra if each["m"] != 1),
)
_ORDERS = {"tau": formula(_tau(_k, _l), _PAIR_ORDERS, "d k l")}

SEC2_4_ANY_D = Statement(
    id="performer/sec2.4/any-d",
    kind="inequality",
    where="Section 2.4",
    title="Orthogonality helps positive features in every dimension",
    text=(
        "Orthogonal rows lower the variance of positive softmax estimators in every dimension, not only for large d, "
        "and give exponentially small bounds on large deviations, below those of independent rows."
    ),
    latex=r"\mathrm{MSE}(\widehat{\mathrm{SM}}^{\rm ort+}_m)\le\mathrm{MSE}(\widehat{\mathrm{SM}}^{+}_m)",
    domain_text="any d; m <= d",
    domain=_BLOCK,
    claim=All(
        (
            Below(_MSE_ORT, _MSE_IID, strict=False),
            Below(sp.S.Zero, _GAIN, strict=False),
            On(TAIL_DOMAIN, Below(sp.S.Zero, formula(MARKOV * IMPROVEMENT, TAIL_DOMAIN, NAMES)), _BOUNDS),
        )
    ),
    uses=("performer/thm2", "performer/thm3/ort/corrected"),
    mechanism=("orthogonal", "positive"),
    erratum=Erratum(
        kind="edge case",
        at="p. 5, Section 2.4",
        quote="that are strictly smaller than for non-orthogonal methods",
        false="For one row, the only choice where d = 1, and for x = -y both mechanisms and both bounds are the same.",
        weight=1,
        follows_from="performer/thm3/sharper",
        points=(
            {"d": "1", "m": "1", "x2": "1", "y2": "1", "xy": "1", "theta": "1", "a": "3"},
            {"d": "2", "m": "1", "x2": "1", "y2": "1", "xy": "0", "theta": "1", "a": "2"},
        ),
        objection="For two rows or more and x + y nonzero variance and bounds are strictly smaller, in every dimension.",
    ),
    note=(
        "One row has no coupling and x = -y no variance: there both sides are equal. Read for positive features; the "
        "variance of trigonometric ones may rise. The bounds are moment bounds for bounded terms (Section 3)."
    ),
).corrected(
    title="Orthogonality helps positive features in every dimension, for two rows and x != -y",
    text=(
        "With m >= 2 rows and x + y nonzero orthogonal rows have a smaller variance in every dimension, and, with "
        "lengths sqrt d, a smaller moment E exp(theta sum X_i), hence a smaller bound of the upper tail."
    ),
    domain_text="2 <= m <= d, x != -y",
    domain=_MOVED,
    latex=r"\mathrm{MSE}(\widehat{\mathrm{SM}}^{\rm ort+}_m)<\mathrm{MSE}(\widehat{\mathrm{SM}}^{+}_m)",
    claim=All(
        (
            Below(_MSE_ORT, _MSE_IID),
            Below(sp.S.Zero, _GAIN),
            On(MOVING, Below(_MOMENT_ORT, _MOMENT_IID)),
        )
    ),
    checks=(
        Derivation(_any_dimension, whole("all m >= 2 and x + y nonzero; the tail bounds for lengths sqrt d")),
        Restated("joint even moments fall", _ORDERS, _PAIR_ORDERS, Below("tau", sp.S.One)),
        Simulation(
            "orthogonal",
            "positive",
            "square",
            formula(_SQUARE, DRAWN, "d m length"),
            (
                {"d": 2, "m": 2, "length": 1},
                {"d": 3, "m": 2, "length": 3},
                {"d": 4, "m": 4, "length": 10},
            ),
            mean=formula(_MEAN, DRAWN, "length"),
        ),
    ),
)


STATEMENTS = (
    SEC2_4_UNBIASED,
    SEC2_4_M_LE_D,
    SEC2_4_ANY_D,
)
