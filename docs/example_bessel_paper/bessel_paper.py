"""The fixed-norm estimator by Bessel functions: rows sqrt(d) q_i with orthonormal, uniformly turned q_i.

Means over a uniform direction q are 0F1(; d/2; .), which are Bessel functions of order d/2 - 1. From them the variances
of trigonometric and positive features follow for m <= d rows, and inequalities by comparing coefficients.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import sympy as sp

import rftheory.authoring as rf

PAPER = rf.Paper(
    key="bessel",
    title="Orthogonal random features with fixed norms: explicit forms and inequalities",
    authors="an outsider",
    venue="an example",
    bibtex="@misc{bessel, title = {Orthogonal random features with fixed norms}, year = {2026}}",
)

d, m = sp.symbols("d m", positive=True, integer=True)
i = sp.Symbol("i", nonnegative=True, integer=True)
z = sp.Symbol("z", nonnegative=True)
DIMENSION, ROWS, APART = rf.integer("d", 1), rf.integer("m", 1), rf.real("z", above=0)
SPOTS = tuple({"z": a, "d": b, "m": c} for a, b, c in ((1, 2, 2), (0, 4, 3), ("1/2", 32, 5), (3, 7, 7)))
PLANE = rf.Domain((rf.real("z", 0), DIMENSION), extra=SPOTS)
OPEN = rf.Domain((APART, DIMENSION), extra=SPOTS)
BLOCK = rf.Domain(
    (APART, rf.integer("d", 2), ROWS), (rf.Rule(m <= d, "m <= d"),), rf.at_most("m", "d"), SPOTS
)


def wave(c: int) -> sp.Expr:
    """E cos(sqrt(d c) q.z) for |z| = z: 0F1(; d/2; -d c z^2/4)."""
    return sp.hyper((), (d / 2,), -d * c * z**2 / 4)


def growth(c: int) -> sp.Expr:
    """E exp(sqrt(d c) q.v) for |v| = z."""
    return sp.hyper((), (d / 2,), d * c * z**2 / 4)


def bessel(function: type, c: int) -> sp.Expr:
    """The same through the Bessel function of order d/2 - 1."""
    argument = sp.sqrt(d * c) * z
    return sp.gamma(d / 2) * (2 / argument) ** (d / 2 - 1) * function(d / 2 - 1, argument)


def variance(mean: Callable[[int], sp.Expr]) -> sp.Expr:
    """Of m rows with E a_i a_j = mean(2) and E a_i^2 = square, for cosines (1 + mean(4))/2."""
    square = (1 + wave(4)) / 2 if mean is wave else growth(4)
    return square / m + (1 - 1 / m) * mean(2) - mean(1) ** 2


def stated(
    name: str, kind: rf.Kind, title: str, latex: str, domain: rf.Domain, claim: rf.Claim, **more: Any
) -> rf.Statement:
    """A statement of this section, with its sides `lhs` and `rhs` given as expressions."""
    sides = {side: rf.formula(more.pop(side), domain) for side in ("lhs", "rhs")}
    words = ", ".join(f"{each.name}: {each.rule}" for each in domain.parameters)
    head = (f"bessel/{name}", kind, f"Section 1, {name}", title, f"{title}.", latex, words)
    return rf.Statement(*head, domain, sides, claim=claim, **more)


identity = partial(stated, kind="identity", claim=rf.Equal())
bound = partial(stated, kind="inequality", claim=rf.Below(strict=False))


def _coefficients(proof: rf.Proof) -> None:
    """(d/4)^k/((d/2)_k k!) = (1/2)^k/k! prod_{i<k} d/(d + 2i), a product of numbers in (0, 1] that grow with d."""
    proof.equal((d / 4) / (d / 2 + i), d / (d + 2 * i) / 2, "a factor of the coefficient")
    proof.nonnegative(1 - d / (d + 2 * i), "each factor is at most one")
    proof.nonnegative(sp.together((d + 1) / (d + 1 + 2 * i) - d / (d + 2 * i)), "each factor grows with d")


ROWS_OF_FIXED_NORM = rf.Statement(
    "bessel/rows", "definition", "Section 1", "Rows of fixed norm",
    "Rows sqrt(d) q_i, the q_i orthonormal and uniformly turned.", r"w_i=\sqrt d\,q_i", "m <= d",
    mechanism=("orthogonal-fixed-norm",),
)  # fmt: skip
SIMULATED = rf.Sampled(
    "mean square of trigonometric features",
    rf.Drawing("orthogonal-fixed-norm", "trigonometric", "square", "gaussian"),
    rf.formula((variance(wave) + wave(1) ** 2).subs({d: 4, m: 3, z: 1}), rf.Domain()),
    ({"d": 4, "m": 3, "x2": "1", "y2": "0", "xy": "0"},),
)
STATEMENTS = (
    ROWS_OF_FIXED_NORM,
    identity(
        "wave",
        title="Mean of a cosine",
        latex=r"\mathbb E\cos(\sqrt d\,q^\top z)=\Gamma(\tfrac d2)(2/r)^{d/2-1}J_{d/2-1}(r),\ r=\sqrt dz",
        domain=OPEN,
        lhs=wave(1),
        rhs=bessel(sp.besselj, 1),
        claim=rf.All(
            (
                rf.Equal(),
                rf.Equal(rf.Expectation(rf.Estimate("orthogonal-fixed-norm", "trigonometric", m)), "lhs"),
            )
        ),
        uses=("bessel/rows",),
        mechanism=("orthogonal-fixed-norm", "trigonometric"),
    ),
    identity(
        "growth",
        title="Mean of an exponential",
        latex=r"\mathbb Ee^{\sqrt d\,q^\top v}=\Gamma(\tfrac d2)(2/r)^{d/2-1}I_{d/2-1}(r),\ r=\sqrt d|v|",
        domain=OPEN,
        lhs=growth(1),
        rhs=bessel(sp.besseli, 1),
        uses=("bessel/rows",),
    ),
    identity(
        "recurrence",
        title="Three dimensions",
        latex=r"g_d(x)-g_{d+2}(x)=\tfrac{4x}{d(d+2)}g_{d+4}(x),\quad g_d(x)={}_0F_1(;\tfrac d2;x)",
        domain=PLANE,
        lhs=sp.hyper((), (d / 2,), z**2 / 4) - sp.hyper((), (d / 2 + 1,), z**2 / 4),
        rhs=z**2 / (d * (d + 2)) * sp.hyper((), (d / 2 + 2,), z**2 / 4),
    ),
    identity(
        "variance",
        title="Variance of trigonometric features",
        latex=r"\operatorname{Var}\widehat K=\tfrac{1+j(2z)}{2m}+(1-\tfrac1m)j(\sqrt2z)-j(z)^2",
        domain=BLOCK,
        lhs=(1 + bessel(sp.besselj, 4)) / (2 * m)
        + (1 - 1 / m) * bessel(sp.besselj, 2)
        - bessel(sp.besselj, 1) ** 2,
        rhs=variance(wave),
        claim=rf.All(
            (
                rf.Equal(),
                rf.Equal(rf.Variance(rf.Estimate("orthogonal-fixed-norm", "trigonometric", m)), "rhs"),
            )
        ),
        checks=(SIMULATED,),
        uses=("bessel/wave",),
        mechanism=("orthogonal-fixed-norm", "trigonometric"),
    ),
    bound(
        "below-gauss",
        title="Below the Gaussian mean",
        latex=r"\mathbb Ee^{\sqrt d\,q^\top v}\le e^{|v|^2/2}",
        domain=PLANE,
        lhs=growth(1),
        rhs=sp.exp(z**2 / 2),
        checks=(rf.Derivation(_coefficients, rf.WHOLE),),
        uses=("bessel/growth",),
    ),
    bound(
        "above-gauss",
        title="And not far below",
        latex=r"e^{|v|^2/2}\left(1-\tfrac{|v|^4}{4d}\right)\le\mathbb Ee^{\sqrt d\,q^\top v}",
        domain=PLANE,
        lhs=sp.exp(z**2 / 2) * (1 - z**4 / (4 * d)),
        rhs=growth(1),
        uses=("bessel/growth",),
    ),
    bound(
        "monotone",
        title="Growing with the dimension",
        latex=r"g_d(dz^2/4)\le g_{d+1}((d+1)z^2/4)",
        domain=PLANE,
        lhs=growth(1),
        rhs=growth(1).subs(d, d + 1),
        checks=(rf.Derivation(_coefficients, rf.WHOLE),),
        uses=("bessel/growth",),
    ),
    bound(
        "negative",
        title="Rows of a block are negatively correlated",
        latex=r"\mathbb Ee^{(w_1+w_2)^\top v}\le\left(\mathbb Ee^{w_1^\top v}\right)^2",
        domain=PLANE,
        lhs=growth(2),
        rhs=growth(1) ** 2,
        uses=("bessel/growth",),
    ),
    bound(
        "turan",
        title="An inequality of Turan's kind",
        latex=r"I_{d/2-1}(z)I_{d/2+1}(z)\le I_{d/2}(z)^2",
        domain=OPEN,
        lhs=sp.besseli(d / 2 - 1, z) * sp.besseli(d / 2 + 1, z),
        rhs=sp.besseli(d / 2, z) ** 2,
    ),
    bound(
        "gain",
        title="Orthogonality helps positive features",
        latex=r"\operatorname{Var}_{\rm ort}\le\operatorname{Var}_{\rm iid}",
        domain=BLOCK,
        lhs=variance(growth),
        rhs=(growth(4) - growth(1) ** 2) / m,
        uses=("bessel/negative",),
        mechanism=("orthogonal-fixed-norm", "positive"),
    ),
)
