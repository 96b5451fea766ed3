"""Closed forms of rho_c(v): the single series, the Beta mean, the chi moments, and the mixture over cosines."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    Agreement,
    Below,
    Derivation,
    Domain,
    Equal,
    Proof,
    Representations,
    Restated,
    Statement,
    formula,
    integer,
    real,
)
from rftheory.papers._shared.invariants import d
from rftheory.papers.beyond._lemmas.blocks import (
    ANY_DIMENSION,
    COSINE,
    DIMENSION,
    LENGTH,
    MAJORANT,
    POWER,
    SQUARED,
    T,
    absolutely_monotone,
    c,
    coefficient,
    cosine_moments,
    k,
    kummer,
    majorant,
    mixture,
    p,
    phi,
    polar,
    radial,
    rho,
    series,
    taylor,
)

_PAIR = Domain(
    (ANY_DIMENSION, COSINE, LENGTH),
    extra=tuple(
        {"d": dd, "c": cc, "v": vv}
        for dd, cc, vv in (
            (2, -1, 1), (3, "-1/2", 2), (64, "-1/63", 10), (2, "1/2", 0), (5, 1, 3), (1, -1, 1), (8, 0, 2), (7, "-1", 6),
        )
    ),
)  # fmt: skip
_POINTS: tuple[dict[str, object], ...] = (
    {"d": 2, "c": -1, "v": 1}, {"d": 3, "c": "-1/2", "v": 2}, {"d": 1, "c": 1, "v": "1/2"}, {"d": 8, "c": "1/3", "v": 0},
    {"d": 64, "c": "-1/63", "v": 3}, {"d": 5, "c": "9/10", "v": "1/100"}, {"d": 6, "c": 0, "v": 1},
)  # fmt: skip
_IMAGINARY = Domain((ANY_DIMENSION, COSINE, real("t", meaning="v^2, of either sign")))
_IMAGINARY_POINTS: tuple[dict[str, object], ...] = tuple(
    {"d": dd, "c": cc, "t": tt}
    for dd, cc, tt in ((2, -1, -1), (3, "-1/2", -4), (8, "1/2", -3), (1, 1, "-1/9"))
)


def _beta_mean(squared: sp.Expr) -> sp.Expr:
    """The Beta mean with b = sin^2(phi/2), where 2 sqrt(b(1-b)) = sin phi."""
    weight = sp.gamma(d) / (2 ** (d - 1) * sp.gamma(d / 2) ** 2)
    body = sp.sin(phi) ** (d - 1) * sp.hyper((d,), (d / 2,), squared / 2 * (1 + c * sp.sin(phi)))
    return weight * sp.Integral(body, (phi, 0, sp.pi))


def _single(proof: Proof) -> None:
    polar(proof)
    radial(proof)
    taylor(proof)


_CITED = ("simrf/def3.1",)

_SMALL: tuple[dict[str, object], ...] = (
    {"d": 2, "c": -1, "v": "1/2"}, {"d": 3, "c": "1/2", "v": "3/4"}, {"d": 64, "c": "-1/63", "v": 1}, {"d": 1, "c": 1, "v": "1/3"},
    {"d": 5, "c": 0, "v": 1}, {"d": 2, "c": "1/7", "v": 0},
)  # fmt: skip

RHO_SINGLE_SERIES = Statement(
    id="beyond/rho-single-series",
    kind="identity",
    where="complement to Definition 3.1 of simrf",
    title="The conformity as one series in the cosine",
    text="For a pair of rows of cosine c the conformity is a power series in c v^2 whose coefficients are single 1F1 values.",
    latex=(
        r"\rho_c(v)=\frac{e^{v^2/2}}{\Gamma(\frac d2)}\sum_{p\ge0}\frac{(cv^2)^p}{p!}\frac{\Gamma(\frac{d+p}2)^2}"
        r"{\Gamma(\frac d2+p)}\,{}_1F_1\left(-\tfrac d2;\tfrac d2+p;-\tfrac{v^2}2\right)"
    ),
    domain_text="d >= 1, -1 <= c <= 1, v >= 0 (also v = iz: v^2 < 0)",
    domain=_PAIR,
    sides={"": formula(series(c), _PAIR, "d c v", closed=rho(c), majorants=majorant())},
    checks=(
        Derivation(_single),
        Representations("", points=_POINTS),
        Restated(
            "the same with the rotations averaged last (Beta mean)",
            {
                "series": formula(series(c), _PAIR, "d c v", majorants=majorant()),
                "beta": formula(_beta_mean(T), _PAIR, "d c v"),
            },
            _PAIR,
            Equal("series", "beta"),
            Agreement("series", "beta", _SMALL),
        ),
        Restated(
            "for negative v^2 = t",
            {
                "series": formula(series(c, SQUARED), _IMAGINARY, "d c t", majorants=MAJORANT),
                "beta": formula(_beta_mean(SQUARED), _IMAGINARY, "d c t"),
            },
            _IMAGINARY,
            Equal("series", "beta"),
            Agreement("series", "beta", _IMAGINARY_POINTS),
        ),
    ),
    uses=_CITED,
    note="At d = 1 two rows only have the cosines 1 and -1; the identity of the two formulas holds for every c.",
)


def _beta(proof: Proof) -> None:
    polar(proof)
    radial(proof)
    angle = sp.Symbol("angle", positive=True)
    b = (1 - sp.cos(angle)) / 2
    proof.equal(4 * b * (1 - b), sp.sin(angle) ** 2, "b = sin^2(phi/2) has 2 sqrt(b(1-b)) = sin phi")
    proof.equal(
        sp.diff(b, angle),
        sp.sin(angle) / 2,
        "and db = sin(phi)/2 dphi: the density becomes that of the evaluated integral",
    )


RHO_BETA = Statement(
    id="beyond/rho-beta",
    kind="identity",
    where="complement to Definition 3.1 of simrf",
    title="The conformity as a Beta mean",
    text="The conformity is the mean of one 1F1 over the Beta-distributed share of the first norm in the squared radius.",
    latex=(
        r"\rho_c(v)=\mathbb E_{b\sim{\rm Beta}(\frac d2,\frac d2)}\,{}_1F_1\left(d;\tfrac d2;\tfrac{v^2}2"
        r"\left(1+2c\sqrt{b(1-b)}\right)\right)"
    ),
    domain_text="d >= 1, -1 <= c <= 1, v >= 0 (also v = iz: v^2 < 0)",
    domain=_PAIR,
    sides={"": formula(_beta_mean(T), _PAIR, "d c v", closed=rho(c))},
    checks=(
        Derivation(_beta),
        Representations("", points=_POINTS),
        Restated(
            "for negative v^2 = t",
            {
                "beta": formula(_beta_mean(SQUARED), _IMAGINARY, "d c t"),
                "closed": formula(rho(c, SQUARED), _IMAGINARY, "d c t"),
            },
            _IMAGINARY,
            Equal("beta", "closed"),
            Agreement("beta", "closed", _IMAGINARY_POINTS),
        ),
    ),
    uses=_CITED,
)

_SMALLEST: tuple[dict[str, object], ...] = (
    {"d": 2, "c": -1, "v": "1/16"}, {"d": 3, "c": "1/2", "v": "1/8"}, {"d": 2, "c": 1, "v": 0},
)  # fmt: skip

_I, _L = sp.symbols("i l", nonnegative=True, integer=True)


def _chi(power: sp.Expr | int) -> sp.Expr:
    return 2 ** (sp.sympify(power) / 2) * sp.gamma((d + power) / 2) / sp.gamma(d / 2)


def _trinomial(order: sp.Expr) -> sp.Expr:
    """E |w_1+w_2|^(2 order) by the trinomial expansion."""
    count = sp.factorial(order) / (sp.factorial(_I) * sp.factorial(order - _L - _I) * sp.factorial(_L))
    first, second = 2 * _I + _L, 2 * (order - _L - _I) + _L
    term = count * (2 * c) ** _L * _chi(first) * _chi(second)
    return sp.Sum(term, (_I, 0, order - _L), (_L, 0, order))


_CHI_MOMENTS = sp.Sum(
    T**k / (4**k * sp.factorial(k) * sp.RisingFactorial(d / 2, k)) * _trinomial(k), (k, 0, sp.oo)
)

_CHI_BOUND = T**k / sp.factorial(k) * sp.gamma(d + k) / sp.gamma(d) * sp.gamma(d / 2) / sp.gamma(d / 2 + k)


def _chi_sum(proof: Proof) -> None:
    polar(proof)
    r, s, n = sp.symbols("r s n", positive=True)
    density = 2 ** (1 - d / 2) * r ** (d - 1) * sp.exp(-(r**2) / 2) / sp.gamma(d / 2)
    changed = (r**n * density).subs(r, sp.sqrt(2 * s)) * sp.diff(sp.sqrt(2 * s), s)
    target = 2 ** (n / 2) / sp.gamma(d / 2) * s ** ((d + n) / 2 - 1) * sp.exp(-s)
    proof.equal(changed, target, "r = sqrt(2s) turns E r^n into the Gamma integral of (d+n)/2")
    proof.cite(
        "the multinomial theorem for (r1^2 + r2^2 + 2 c r1 r2)^k, independence of the norms, Tonelli (|c| <= 1)"
    )
    root = sp.Symbol("q", positive=True)
    beta = {
        0: 1,
        1: sp.gamma((d + 1) / 2) ** 2 / sp.gamma(d + 1) * sp.gamma(d) / sp.gamma(d / 2) ** 2,
        2: d / (4 * (d + 1)),
    }
    for order in (1, 2):
        expanded = sp.Poly((1 + 2 * c * root) ** order, root)
        by_polar = sum(expanded.coeff_monomial(root**j) * beta[j] for j in range(order + 1))
        literal = sum(
            sp.factorial(order) / (sp.factorial(i) * sp.factorial(j) * sp.factorial(order - i - j))
            * (2 * c) ** (order - i - j) * _chi(2 * i + order - i - j) * _chi(2 * j + order - i - j)
            for i in range(order + 1) for j in range(order + 1 - i)
        )  # fmt: skip
        proof.equal(
            sp.gammasimp(sp.expand(literal)),
            sp.gammasimp(sp.expand(2**order * sp.rf(d, order) * by_polar)),
            f"the trinomial sum is E |w_1+w_2|^{2 * order} by the polar coordinates too",
        )


RHO_CHI_MOMENTS = Statement(
    id="beyond/rho-chi-moments",
    kind="identity",
    where="complement to Definition 3.1 of simrf",
    title="The conformity by chi moments",
    text="Expanding every power of |w_1+w_2|^2 trinomially gives the conformity as a sum of products of chi moments.",
    latex=(
        r"\rho_c(v)=\sum_k\frac{v^{2k}}{4^kk!(\frac d2)_k}\sum_{i+j+l=k}\frac{k!}{i!j!l!}(2c)^l\,"
        r"\mathbb Er^{2i+l}\,\mathbb Er^{2j+l},\quad\mathbb Er^n=2^{n/2}\frac{\Gamma(\frac{d+n}2)}{\Gamma(\frac d2)}"
    ),
    domain_text="d >= 1, -1 <= c <= 1, v >= 0; meant for small and moderate v",
    domain=_PAIR,
    sides={"": formula(_CHI_MOMENTS, _PAIR, "d c v", closed=rho(c), majorants={k: _CHI_BOUND})},
    checks=(Derivation(_chi_sum), Representations("", points=_SMALLEST)),
    uses=_CITED,
)


def _derivative(proof: Proof) -> None:
    _single(proof)
    absolutely_monotone(proof)
    positive = sp.Symbol("v", positive=True)
    index = sp.Symbol("j", nonnegative=True, integer=True)
    proof.positive(
        positive ** (2 * p)
        * sp.gamma((d + p) / 2) ** 2
        / (sp.factorial(p) * sp.gamma(d / 2) * sp.gamma(d / 2 + p)),
        "f_p is a positive factor for v > 0",
    )
    proof.positive(
        sp.gamma(d + p + index) * sp.gamma(d / 2 + p) / (sp.gamma(d + p) * sp.gamma(d / 2 + p + index)),
        "times 1F1(d+p; d/2+p; v^2/2), a series of positive terms",
    )


_TERM = Domain((DIMENSION, POWER, LENGTH), extra=tuple(
    {"d": dd, "p": pp, "v": vv}
    for dd, pp, vv in ((2, 0, 0), (2, 1, 0), (3, 2, 1), (64, 5, 10), (2, 40, 3), (5, 0, 2), (10**6, 3, 1))
))  # fmt: skip

_N = sp.Symbol("n", nonnegative=True, integer=True)

_SLOPES = Domain(
    (
        DIMENSION,
        integer("n", 0, reach=12, meaning="order of the derivative"),
        COSINE,
        real("v", above=0, reach=("1e-3", 6)),
    ),
    extra=tuple(
        {"d": dd, "n": nn, "c": cc, "v": vv}
        for dd, nn, cc, vv in ((2, 1, -1, 1), (3, 2, -1, 3), (8, 3, "-1/7", 2), (2, 7, -1, 2), (64, 4, -1, 5))
    ),
)

_SLOPE = (
    sp.Sum(
        sp.factorial(p + _N) / sp.factorial(p) * c**p * coefficient(T, p + _N) * sp.exp(T / 2) / sp.gamma(d / 2),
        (p, 0, sp.oo),
    )
)  # fmt: skip

# f_{p+n} (p+n)!/p! <= t^{p+n}/p! e^t
_SLOPE_BOUND = {p: T ** (p + _N) / sp.factorial(p) * sp.exp(T)}

RHO_COEFFICIENT = Statement(
    id="beyond/rho-coefficient",
    kind="identity",
    where="complement to Definition 3.1 of simrf",
    title="Taylor coefficients of the conformity, and its absolute monotonicity",
    text=(
        "The coefficient of c^p in the conformity is not negative, positive for v > 0, and every derivative of the "
        "conformity in c is >= 0 on all of [-1, 1]."
    ),
    latex=(
        r"f_p=\frac{e^{v^2/2}v^{2p}}{p!\,\Gamma(\frac d2)}\frac{\Gamma(\frac{d+p}2)^2}{\Gamma(\frac d2+p)}\,"
        r"{}_1F_1(-\tfrac d2;\tfrac d2+p;-\tfrac{v^2}2)\ge0"
    ),
    domain_text="d >= 2, v >= 0, p >= 0",
    domain=_TERM,
    sides={"": formula(sp.exp(T / 2) / sp.gamma(d / 2) * coefficient(), _TERM, "d p v", closed=kummer())},
    checks=(
        Derivation(_derivative),
        Restated(
            "f_p >= 0",
            {"f": formula(kummer(), _TERM, "d p v")},
            _TERM,
            Below(sp.S.Zero, "f", strict=False),
        ),
        Restated(
            "derivatives of the series in c, of any order and sign of c",
            {"slope": formula(_SLOPE, _SLOPES, "d n c v", majorants=_SLOPE_BOUND)},
            _SLOPES,
            Below(sp.S.Zero, "slope"),
        ),
    ),
    uses=("beyond/rho-single-series",),
)

_MIXED = Domain(
    (DIMENSION, LENGTH), extra=({"d": 2, "v": 1}, {"d": 3, "v": 0}, {"d": 64, "v": 10}, {"d": 2, "v": "1e-6"})
)

_MIXED_POINTS: tuple[dict[str, object], ...] = tuple(
    {"d": dd, "v": vv} for dd, vv in ((2, 1), (3, 0), (64, 3), (5, 2), (2, "1/10"), (10**5, 1))
)

_MIXED_SERIES = (
    sp.exp(T / 2) / sp.gamma(d / 2) * sp.Sum(coefficient(T, 2 * p) * sp.gamma(p + sp.Rational(1, 2)) / sp.sqrt(sp.pi)
    * sp.gamma(d / 2) / sp.gamma(d / 2 + p), (p, 0, sp.oo))
)  # fmt: skip

_MIXED_BOUND = {p: T ** (2 * p) / sp.factorial(2 * p) * sp.gamma(d / 2) * sp.exp(T / 2)}

MIXTURE = Statement(
    id="beyond/mixture",
    kind="identity",
    where="complement to Lemma 4.1 of simrf",
    title="The mean conformity over independent directions",
    text="Averaged over the cosine of two independent directions the conformity is that of independent rows.",
    latex=r"\int\rho_c(v)\,\mu_d(dc)=\sum_{p\ {\rm even}}f_p\,\frac{(1/2)_{p/2}}{(d/2)_{p/2}}=e^{v^2}",
    domain_text="d >= 2, v >= 0",
    domain=_MIXED,
    sides={"": formula(_MIXED_SERIES, _MIXED, "d v", closed=sp.exp(T), majorants=_MIXED_BOUND)},
    checks=(Derivation(mixture), Representations("", points=_MIXED_POINTS)),
    uses=("beyond/rho-coefficient", "beyond/cosine-moment"),
    mechanism=("iid", "positive"),
)

_MOMENTS = Domain(
    (DIMENSION, POWER), extra=({"d": 2, "p": 0}, {"d": 3, "p": 1}, {"d": 64, "p": 8}, {"d": 2, "p": 301})
)

_MOMENT = (
    (1 + (-1) ** p)
    / 2
    * sp.gamma((p + 1) / 2)
    / sp.gamma(sp.Rational(1, 2))
    * sp.gamma(d / 2)
    / sp.gamma((d + p) / 2)
)

_MOMENT_INTEGRAL = (
    sp.gamma(d / 2) / (sp.sqrt(sp.pi) * sp.gamma((d - 1) / 2))
    * sp.Integral(sp.cos(phi) ** p * sp.sin(phi) ** (d - 2), (phi, 0, sp.pi))
)  # fmt: skip

_MOMENT_POINTS: tuple[dict[str, object], ...] = tuple(
    {"d": dd, "p": pp} for dd, pp in ((2, 0), (2, 2), (3, 4), (64, 8), (5, 30), (4, 2), (1000, 6))
)

COSINE_MOMENT = Statement(
    id="beyond/cosine-moment",
    kind="identity",
    where="complement to Lemma 4.1 of simrf",
    title="Moments of the cosine of two independent directions",
    text="Even moments of that cosine are ratios of rising factorials, odd ones vanish.",
    latex=r"\mathbb Ec^{p}=\frac{(1/2)_{p/2}}{(d/2)_{p/2}}\ (p\ {\rm even}),\quad0\ (p\ {\rm odd})",
    domain_text="d >= 2, p >= 0",
    domain=_MOMENTS,
    sides={"": formula(_MOMENT, _MOMENTS, "d p")},
    checks=(
        Derivation(cosine_moments),
        Representations("", formula(_MOMENT_INTEGRAL, _MOMENTS, "d p"), _MOMENT_POINTS),
    ),
    mechanism=("iid",),
)

STATEMENTS = (
    RHO_SINGLE_SERIES,
    RHO_BETA,
    RHO_CHI_MOMENTS,
    RHO_COEFFICIENT,
    MIXTURE,
    COSINE_MOMENT,
)
