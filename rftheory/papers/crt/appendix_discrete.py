"""Appendices 9.5 and 9.6 of crt: the proofs of the variances of Poisson and geometric features (Theorems 3.4 and 3.5).

Main results, n2 = |x|^2 + |y|^2:
* 9.5: e^(2 lam d - n2) prod_l E (x_l y_l)^(2w) lam^(-2w) = e^(lam d - n2) prod_l sum_k (x_l^2 y_l^2/lam)^k/k!.
* 9.6: p^(-2d) e^(-n2) prod_l E (w!)^(-2) (x_l y_l/(1-p))^(2w) = p^(-d) e^(-n2) prod_l I_0(2 x_l y_l/sqrt(1-p)).
* In the third line of 9.6 the text layer has a bracket that takes -K^2 into the mean and the product; that is how the
  value is computed, and nothing is concluded about it. Its correction has K^2 outside, as the next line of the paper.

Proofs go term by term of the series, which are also summed numerically.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Claim,
    Derivation,
    Domain,
    Equal,
    Estimate,
    Parameter,
    Proof,
    Representations,
    Statement,
    Variance,
    formula,
    vector,
)
from rftheory.papers._shared.discrete_features import (
    GEOMETRIC,
    NORMS,
    POISSON,
    SAME_LENGTH,
    d,
    j,
    k,
    lam,
    over,
    p,
    product,
    x,
    y,
)
from rftheory.papers.crt._lemmas.discrete import (
    RATE,
    SHARE,
    SMALL_PAIRS,
    SQUARED_KERNEL,
    geometric_steps,
    pair_domain,
    poisson_steps,
)

_NEAR = (vector("x", reach=("1e-3", 2)), vector("y", reach=("1e-3", 2)))


def _near(own: Parameter, *values: object) -> Domain:
    """(own, x, y) with vectors at which the series are cheap."""
    extra = tuple({own.name: value, **pair} for pair, value in zip(SMALL_PAIRS, values, strict=True))
    return Domain((own, *_NEAR), (SAME_LENGTH,), None, extra)


_POISSON, _GEOMETRIC = _near(RATE, 1, "1/2", 3), _near(SHARE, "1/2", "1/5", "3/4")


def _chain(features: str, domain: Domain, *lines: sp.Expr) -> Claim:
    """Every line less K^2 is the variance of one row of counts, so all are equal."""
    first, *others = (formula(line - SQUARED_KERNEL, domain, " ".join(domain.names)) for line in lines)
    return All((Equal(Variance(Estimate("iid", features)), first), *(Equal(first, line) for line in others)))


_ONE = x[j] * y[j]
_RATIO = _ONE / (1 - p)
_POISSON_LINES = (
    sp.exp(2 * lam * d - NORMS) * product(sp.Sum(POISSON * _ONE ** (2 * k) * lam ** (-2 * k), (k, 0, sp.oo))),
    sp.exp(lam * d - NORMS) * product(sp.Sum((_ONE**2 / lam) ** k / sp.factorial(k), (k, 0, sp.oo))),
    sp.exp(lam * d - NORMS) * product(sp.exp(_ONE**2 / lam)),
    sp.exp(lam * d + over(_ONE**2) / lam - NORMS),
)
_GEOMETRIC_LINES = (
    p ** (-2 * d) * sp.exp(-NORMS) * product(sp.Sum(GEOMETRIC * _RATIO ** (2 * k) / sp.factorial(k) ** 2, (k, 0, sp.oo))),
    p**-d * sp.exp(-NORMS) * product(sp.Sum((_ONE / sp.sqrt(1 - p)) ** (2 * k) / sp.factorial(k) ** 2, (k, 0, sp.oo))),
    p**-d * sp.exp(-NORMS) * product(sp.besseli(0, 2 * _ONE / sp.sqrt(1 - p))),
    p**-d * sp.exp(-NORMS) * product(sp.besseli(0, 2 * sp.Abs(_ONE) / sp.sqrt(1 - p))),
)  # fmt: skip


def _poisson_chain(proof: Proof) -> None:
    t = sp.Symbol("t", real=True)
    mass = sp.exp(-lam) * lam**k / sp.factorial(k)
    squared = sp.exp(2 * lam) * t ** (2 * k) * lam ** (-2 * k)
    proof.equal(
        mass * squared,
        sp.exp(lam) * (t**2 / lam) ** k / sp.factorial(k),
        "E of one coordinate of the squared product e^(2 lam) (x_l y_l)^(2w) lam^(-2w), term by term",
    )
    poisson_steps(proof)


SEC9_5_CHAIN = Statement(
    id="crt/sec9.5/chain",
    kind="identity",
    where="Section 9.5",
    title="Variance of Poisson features, step by step",
    text="The second moment is a product of Poisson means, each an exponential series.",
    latex=(
        r"e^{2\lambda d-\|\mathbf x\|^2-\|\mathbf y\|^2}\prod_l\mathbb E\big((x_ly_l)^{2\omega_l}\lambda^{-2\omega_l}\big)-K^2"
        r"=e^{\lambda d-\|\mathbf x\|^2-\|\mathbf y\|^2}\prod_l\sum_k\frac{(x_l^2y_l^2/\lambda)^k}{k!}-K^2"
    ),
    domain_text="lam > 0",
    domain=_POISSON,
    claim=_chain("poisson", _POISSON, *_POISSON_LINES),
    checks=(Derivation(_poisson_chain, WHOLE),),
    uses=("crt/sec3.2.1/feature",),
    mechanism=("poisson",),
)

_PAIR = pair_domain(SHARE, p=("1/2", "1/20", "9/10"))

# the bracket around ( .. - K^2) is inside the mean and the product
_PRINTED = p ** (-2 * d) * sp.exp(-NORMS) * product(
    sp.Sum(GEOMETRIC * _RATIO ** (2 * k) / sp.factorial(k) ** 2, (k, 0, sp.oo))
    - SQUARED_KERNEL * sp.Sum(GEOMETRIC / sp.factorial(k) ** 2, (k, 0, sp.oo))
)  # fmt: skip

_BY_BESSEL = p ** (-2 * d) * sp.exp(-NORMS) * product(
    p * sp.besseli(0, 2 * sp.Abs(x[j] * y[j]) / sp.sqrt(1 - p)) - SQUARED_KERNEL * p * sp.besseli(0, 2 * sp.sqrt(1 - p))
)  # fmt: skip

_SMALL: tuple[dict[str, object], ...] = (
    {"p": "1/2", "x": ("1/2", "1/3"), "y": ("1/4", "2/3")}, {"p": "1/5", "x": ("-3/2",), "y": ("1/2",)},
    {"p": "3/4", "x": (1, 2, "1/2"), "y": ("1/2", -1, 1)},
)  # fmt: skip


def _geometric_chain(proof: Proof) -> None:
    t, q = sp.symbols("t q", positive=True)
    mass = (1 - q) * q**k
    proof.equal(
        mass * (t / q) ** (2 * k) / sp.factorial(k) ** 2 / (1 - q) ** 2,
        (t / sp.sqrt(q)) ** (2 * k) / sp.factorial(k) ** 2 / (1 - q),
        "p_k (k!)^(-2) ((1-p)^(-1) t)^(2k) p^(-2) = p^(-1) (k!)^(-2) ((1-p)^(-1/2) t)^(2k)",
    )
    geometric_steps(proof)


SEC9_6_LINE3 = Statement(
    id="crt/sec9.6/line3",
    kind="identity",
    where="Section 9.6, third line of the display",
    title="Variance of geometric features as a product of means",
    text="The second moment is p^(-2d) e^(-n2) times a product of geometric means; K^2 is subtracted.",
    latex=(
        r"p^{-2d}e^{-\|\mathbf x\|^2-\|\mathbf y\|^2}\prod_l\mathbb E(\omega_l!)^{-2}"
        r"\Big(\big((1-p)^{-1}x_ly_l\big)^{2\omega_l}-K(\mathbf x,\mathbf y)^2\Big)"
    ),
    domain_text="0 < p < 1",
    domain=_PAIR,
    sides={"": formula(_PRINTED, _PAIR, "p x y")},
    claim=Equal(Variance(Estimate("iid", "geometric")), ""),
    checks=(Representations("", formula(_BY_BESSEL, _PAIR, "p x y"), _SMALL),),
    uses=("crt/sec3.2.2/feature",),
    mechanism=("geometric",),
    undecided="the text layer has a bracket that takes -K^2 into the mean; nothing is concluded from a doubtful source",
    note=(
        "Source unclear: in the text layer a bracket takes -K^2 into the mean and the product, which is how the "
        "value here is computed; the next line of the paper subtracts K^2 from the product."
    ),
).corrected(
    text="K^2 is subtracted from the product, as in the next line of the paper.",
    latex=(
        r"p^{-2d}e^{-\|\mathbf x\|^2-\|\mathbf y\|^2}\prod_l\mathbb E(\omega_l!)^{-2}"
        r"\big((1-p)^{-1}x_ly_l\big)^{2\omega_l}-K(\mathbf x,\mathbf y)^2"
    ),
    domain=_GEOMETRIC,
    sides={},
    claim=_chain("geometric", _GEOMETRIC, *_GEOMETRIC_LINES[:2]),
    checks=(Derivation(_geometric_chain, WHOLE),),
)

SEC9_6_LINE4 = Statement(
    id="crt/sec9.6/line4",
    kind="identity",
    where="Section 9.6, fourth to last lines",
    title="Variance of geometric features, summed",
    text="The geometric means are Bessel series.",
    latex=(
        r"p^{-2d}e^{-n_2}\prod_l\sum_kp(1-p)^k(k!)^{-2}\big((1-p)^{-1}x_ly_l\big)^{2k}-K^2"
        r"=p^{-d}e^{-n_2}\prod_lI_0\big(2(1-p)^{-1/2}x_ly_l\big)-K^2"
    ),
    domain_text="0 < p < 1",
    domain=_GEOMETRIC,
    claim=_chain("geometric", _GEOMETRIC, *_GEOMETRIC_LINES),
    checks=(Derivation(_geometric_chain, WHOLE),),
    uses=("crt/sec3.2.2/feature",),
    mechanism=("geometric",),
)

STATEMENTS = (
    SEC9_5_CHAIN,
    SEC9_6_LINE3,
    SEC9_6_LINE4,
)
