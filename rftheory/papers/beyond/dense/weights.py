"""Dense features as importance sampling: the weight of a row, shifts, means of one feature, rows without a weight.

Main results, Sigma = I - 4A:
* a dense feature is the plain one at a row of N(0, Sigma), times the root of the ratio of the densities.
* a shifted proposal N(mu, Sigma) is the centred one at v - mu, row by row.
* rows N(0, Sigma) without weights estimate another kernel, exp(x.Sigma y).
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Derivation,
    Equal,
    On,
    Proof,
    Rule,
    Statement,
    every,
    formula,
)
from rftheory.papers.beyond._lemmas.dense.lists import (
    MEAN,
    S,
    V,
    a,
    at_points,
    density,
    i,
    lists,
    mu,
    normal,
    times,
    total,
    w,
    x,
    y,
)
from rftheory.papers.beyond._lemmas.dense.steps import mean_steps
from rftheory.papers.beyond._lemmas.drawn.dense import (
    aligned_mean,
    feature_mean,
    shifted_error,
    weighted_error,
)

_WHERE = "dense features, importance sampling"
_QUARTER = sp.Rational(1, 4)
_ROWS = lists("a w", MEAN, extra=at_points("a w"))
_WITH_INPUT = lists("a w x", MEAN, extra=at_points("a w x"))


def _weight(row: sp.Expr) -> sp.Expr:
    """det(Sigma)^(1/4) exp(-w.(I - Sigma^-1) w/4)."""
    return times(S) ** _QUARTER * sp.exp(-total((1 - 1 / S) * row**2) / 4)


def _weight_steps(proof: Proof) -> None:
    s = sp.Symbol("s", positive=True)
    g = sp.Symbol("g", real=True)
    proof.equal(
        -((sp.sqrt(s) * g) ** 2) * (1 - 1 / s) / 4,
        (1 - s) / 4 * g**2,
        "at w = s^(1/2) g the exponent is a g^2, a = (1-s)/4",
    )
    proof.equal(
        sp.exp(-(g**2) / 2) * sp.sqrt(s) / sp.exp(-(g**2) / (2 * s)),
        (s**_QUARTER * sp.exp(-(g**2) * (1 - 1 / s) / 4)) ** 2,
        "its square is the ratio of the densities",
    )
    proof.equal(1 - 4 * (1 - s) / 4, s, "A = (I - Sigma)/4 inverts Sigma = I - 4A")


WEIGHT = Statement(
    id="beyond/dense/weight",
    kind="identity",
    where=_WHERE,
    title="The family is importance sampling",
    text=(
        "With rows w' = Sigma^(1/2) w of the law N(0, Sigma), Sigma = I - 4A, the feature is (p/q)^(1/2)(w') "
        "exp(w'.x - |x|^2/2) with p = N(0, I). A -> Sigma is a bijection of 4A < I onto the positive definite matrices; "
        "A < 0 iff Sigma > I, and the variance is finite iff Sigma > I/2."
    ),
    latex=(
        r"\sqrt{p/q}(w')=\det(\Sigma)^{1/4}\exp\left(-\tfrac14w'^\top(I-\Sigma^{-1})w'\right),\quad\Sigma=I-4A"
    ),
    domain_text="4 A < I; w the row w' itself",
    domain=_ROWS,
    sides={"": formula(_weight(w[i]), _ROWS, "a w")},
    claim=All(
        (
            Equal("", formula(sp.sqrt(times(density(w[i], 0, 1) / density(w[i], 0, S))), _ROWS, "a w")),
            On(
                _WITH_INPUT,
                Equal(
                    formula(
                        _weight(sp.sqrt(S) * w[i]) * sp.exp(total(sp.sqrt(S) * w[i] * x[i] - x[i] ** 2 / 2)),
                        _WITH_INPUT,
                        "a w x",
                    ),
                    formula(
                        times(S) ** _QUARTER
                        * sp.exp(total(a[i] * w[i] ** 2 + sp.sqrt(S) * w[i] * x[i] - x[i] ** 2 / 2)),
                        _WITH_INPUT,
                        "a w x",
                    ),
                ),
                "the feature, at the row Sigma^(1/2) w",
            ),
        )
    ),
    checks=(
        Derivation(_weight_steps, WHOLE),
        weighted_error(),
    ),
    uses=("beyond/dense/feature",),
)

_SHIFTED = lists("a w x y mu", MEAN, extra=at_points("a w x y mu"))
_ROW_OVER_KERNEL = times(
    density(w[i], 0, 1) / density(w[i], mu[i], S) * sp.exp(w[i] * V - (x[i] ** 2 + y[i] ** 2) / 2)
) * sp.exp(-total(x[i] * y[i]))


def _shift_steps(proof: Proof) -> None:
    g, v, m = sp.symbols("g v m", real=True)
    proof.equal(
        -(g**2) / 2 + g * v - v**2 / 2,
        -((g - v) ** 2) / 2,
        "p(w) exp(w.v - |v|^2/2) is the density of N(v, I)",
    )
    proof.equal((g - m) - (v - m), g - v, "both densities move with the row: w - mu, centres v - mu and 0")
    one, two = sp.symbols("x y", real=True)
    proof.equal(
        one * (two - m),
        one * two - one * m,
        "in attention all keys moved by -mu: the factor exp(-x.mu) cancels",
    )


SHIFT = Statement(
    id="beyond/dense/shift",
    kind="identity",
    where=_WHERE,
    title="Shifted proposals",
    text=(
        "Rows N(mu, Sigma) with weights (p/q)^(1/2): Z/K at v = x + y is, row by row, Z/K of the centred proposal at "
        "v - mu. Every formula for centred rows holds with v - mu, and N(v, I) has no variance at that pair."
    ),
    latex=r"\frac ZK=\frac{N(w';v,I)}{N(w';\mu,\Sigma)}",
    domain_text="mu real, Sigma > 0",
    domain=_SHIFTED,
    claim=Equal(
        formula(_ROW_OVER_KERNEL, _SHIFTED, "a w x y mu"),
        formula(
            times(density(w[i] - mu[i], V - mu[i], 1) / density(w[i] - mu[i], 0, S)), _SHIFTED, "a w x y mu"
        ),
    ),
    checks=(
        Derivation(_shift_steps, WHOLE),
        shifted_error(),
    ),
    uses=("beyond/dense/weight",),
)

_ONE_INPUT = lists("a x", MEAN, extra=at_points("a x"))
_FEATURE_MEAN = (
    times(S) ** _QUARTER / sp.sqrt(times((1 + S) / 2)) * sp.exp(total(x[i] ** 2 * (S - 1) / (S + 1)) / 2)
)


def _feature_mean_steps(proof: Proof) -> None:
    mean_steps(proof)
    s = sp.Symbol("s", positive=True)
    u = sp.Symbol("u", real=True)
    proof.equal(1 - 2 * (1 - s) / 4, (1 + s) / 2, "I - 2A = (I + Sigma)/2 takes the place of I - 4A")
    proof.equal(
        s * u**2 / (1 + s) - u**2 / 2, u**2 * (s - 1) / (2 * (s + 1)), "the exponent, with Sigma^(1/2) x"
    )
    proof.equal(u * u, u**2, "the second moment is the mean of the product at y = x: exp(x.x)")


FEATURE_MEAN = Statement(
    id="beyond/dense/feature-mean",
    kind="identity",
    where=_WHERE,
    title="Mean and second moment of one feature",
    text="E f has a closed form; E f^2 = exp(|x|^2) for every A (softmax kernel).",
    latex=(
        r"\mathbb Ef=\det(\Sigma)^{1/4}\det\left(\tfrac{I+\Sigma}2\right)^{-1/2}"
        r"\exp\left(\tfrac12x^\top(\Sigma-I)(\Sigma+I)^{-1}x\right),\quad\mathbb Ef^2=e^{|x|^2}"
    ),
    domain_text="4 A < I",
    domain=_ONE_INPUT,
    sides={"": formula(_FEATURE_MEAN, _ONE_INPUT, "a x")},
    claim=All(
        (
            Equal(
                "",
                formula(
                    times(S**_QUARTER * normal(a[i], sp.sqrt(S) * x[i]) * sp.exp(-(x[i] ** 2) / 2)),
                    _ONE_INPUT,
                    "a x",
                ),
            ),
            Equal(
                formula(
                    times(sp.sqrt(S) * normal(2 * a[i], 2 * sp.sqrt(S) * x[i]) * sp.exp(-(x[i] ** 2))),
                    _ONE_INPUT,
                    "a x",
                ),
                formula(sp.exp(total(x[i] ** 2)), _ONE_INPUT, "a x"),
            ),
        )
    ),
    checks=(
        Derivation(_feature_mean_steps, WHOLE),
        feature_mean(formula(_FEATURE_MEAN, _ONE_INPUT, "a x")),
    ),
    uses=("beyond/dense/mean",),
)

_s = sp.IndexedBase("s")
_ALIGNED = lists(
    "s x y",
    Rule(every(_s, lambda entry: entry > 0), "every entry of s > 0"),
    extra=tuple(
        {**{n: p[n] for n in "xy"}, "s": s}
        for p, s in zip(at_points("x y"), ("2", "1/2,3", "1,1/10,4", "1,1,1", "1/3,2,1,7", "1/5"), strict=True)
    ),
)  # fmt: skip
_INNER = sp.exp(total(_s[i] * x[i] * y[i]))


def _aligned(power: int) -> sp.Expr:
    """E of the power of exp(w.(x+y) - x.Sigma x/2 - y.Sigma y/2), w ~ N(0, Sigma)."""
    return times(
        normal(sp.S.Zero, power * sp.sqrt(_s[i]) * V) * sp.exp(-power * _s[i] * (x[i] ** 2 + y[i] ** 2) / 2)
    )


def _aligned_steps(proof: Proof) -> None:
    mean_steps(proof)
    s = sp.Symbol("s", positive=True)
    one, two = sp.symbols("x y", real=True)
    proof.equal(
        s * (one + two) ** 2 / 2 - s * (one**2 + two**2) / 2, s * one * two, "the mean: exp(x.Sigma y)"
    )
    proof.equal(
        2 * s * (one + two) ** 2 - s * (one**2 + two**2) - 2 * s * one * two,
        s * (one + two) ** 2,
        "the second moment over the squared mean",
    )


ALIGNED = Statement(
    id="beyond/dense/aligned",
    kind="identity",
    where=_WHERE,
    title="Rows of another covariance without weights",
    text=(
        "Rows N(0, Sigma) with features exp(w.x - x.Sigma x/2) and no weight are unbiased for exp(x.Sigma y), with the "
        "relative second moment exp((x+y).Sigma(x+y)): plain positive features at Sigma^(1/2) x and Sigma^(1/2) y."
    ),
    latex=r"\mathbb E\,e^{w^\top(x+y)-\frac12x^\top\Sigma x-\frac12y^\top\Sigma y}=e^{x^\top\Sigma y}",
    domain_text="Sigma > 0, s its eigenvalues",
    domain=_ALIGNED,
    claim=All(
        (
            Equal(formula(_aligned(1), _ALIGNED, "s x y"), formula(_INNER, _ALIGNED, "s x y")),
            Equal(
                formula(_aligned(2) / _INNER**2, _ALIGNED, "s x y"),
                formula(sp.exp(total(_s[i] * V**2)), _ALIGNED, "s x y"),
            ),
        )
    ),
    checks=(
        Derivation(_aligned_steps, WHOLE),
        aligned_mean(formula(_INNER, _ALIGNED, "s x y")),
    ),
    note="Learning Sigma in this way changes the kernel; it reduces no variance for exp(x.y).",
)

STATEMENTS = (
    WEIGHT,
    SHIFT,
    FEATURE_MEAN,
    ALIGNED,
)
