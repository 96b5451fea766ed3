"""What functions of the theory mean, in functions that terms have: the definitions that a reader of an object sees."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp

from rftheory.exact.functions.conformity import Conformity
from rftheory.exact.functions.gaussian_exponential import GaussianExponential
from rftheory.exact.functions.hybrids.angular_definitions import BODIES, SHARE
from rftheory.exact.functions.hybrids.angular_maximum import LargestError, LargestPower
from rftheory.exact.functions.noncentral.tails import ProjectionTail
from rftheory.exact.functions.pair_norm import PairDensity

_ANGLE = sp.Symbol("angle", real=True)


class Supremum(sp.Function):  # type: ignore[misc]
    """The supremum of a body over `(variable, low, high)`, ends included; never simplified."""

    @classmethod
    def eval(cls, *args: sp.Basic) -> None:
        """It stays as it is."""


def _sinh(x: sp.Expr) -> sp.Expr:
    return (sp.exp(x) - sp.exp(-x)) / 2


def _binomial(n: sp.Expr, k: sp.Expr) -> sp.Expr:
    return sp.gamma(n + 1) / (sp.gamma(k + 1) * sp.gamma(n - k + 1))


def _largest(kind: type) -> Callable[..., sp.Expr]:
    """The largest value over p in [0, 1]."""
    return lambda *arguments: Supremum(BODIES[kind](*arguments), SHARE, 0, 1)


def _conformity(d: sp.Expr, c: sp.Expr, t: sp.Expr) -> sp.Expr:
    """1 at t = 0, where every term of its series but the first vanishes; 1F1(d; d/2; t/2) at c = 0."""
    if c == 0:
        return sp.hyper((d,), (d / 2,), t / 2)
    weight = sp.gamma((d + 1) / 2) / (sp.sqrt(sp.pi) * sp.gamma(d / 2))
    body = sp.sin(_ANGLE) ** (d - 1) * sp.hyper((d,), (d / 2,), t * (1 + c * sp.sin(_ANGLE)) / 2)
    return sp.Piecewise((1, sp.Eq(t, 0)), (weight * sp.Integral(body, (_ANGLE, 0, sp.pi)), True))


def _pair_density(d: sp.Expr, c: sp.Expr, w: sp.Expr) -> sp.Expr:
    """Two norms of density chi in the triangle of their vectors and the sum, over its angle; -1 < c < 1."""
    opening = sp.acos(c)
    side = w / sp.sin(opening)

    def chi(r: sp.Expr) -> sp.Expr:
        return 2 ** (1 - d / 2) / sp.gamma(d / 2) * r ** (d - 1) * sp.exp(-(r**2) / 2)

    body = chi(side * sp.sin(opening - _ANGLE)) * chi(side * sp.sin(_ANGLE))
    return side * sp.Integral(body, (_ANGLE, 0, opening))


def _gaussian_exponential(a: sp.Expr, b: sp.Expr) -> sp.Expr:
    """E exp(a g^2 + b g) for Re a < 1/2 (DLMF 7.7.3)."""
    return (1 - 2 * a) ** sp.Rational(-1, 2) * sp.exp(b**2 / (2 * (1 - 2 * a)))


def _projection_tail(d: sp.Expr, a: sp.Expr, v2: sp.Expr, n2: sp.Expr, eps: sp.Expr) -> sp.Expr:
    """P[|Z - K| >= eps] for Z = top exp(4 A R), 2 R noncentral chi-square: a mixture of gamma laws by Poisson weights.

    2 R has d degrees of freedom and the noncentrality (1 - 4A) v2/(16 A^2); the probability that R is at most y given
    the weight j is y^(d/2 + j) e^-y 1F1(1; d/2 + j + 1; y)/Gamma(d/2 + j + 1) (DLMF 8.2.4, 8.5.1).
    """
    half, j = (1 - 4 * a) * v2 / (32 * a**2), sp.Symbol("j", integer=True)
    top = (1 - 4 * a) ** (d / 2) * sp.exp(-(1 - 4 * a) * v2 / (8 * a) - n2)

    def below(level: sp.Expr) -> sp.Expr:
        """P[R <= y] for the y at which Z is at that level."""
        y = sp.log(top / level) / (-4 * a)
        order = d / 2 + j
        weight = half**j / sp.gamma(j + 1) * y**order / sp.gamma(order + 1)
        return sp.exp(-half - y) * sp.Sum(weight * sp.hyper((1,), (order + 1,), y), (j, 0, sp.oo))

    kernel = sp.exp(v2 / 2 - n2)
    high, low = kernel + eps, kernel - eps
    upper = sp.Piecewise((0, high >= top), (below(high), True))
    lower = sp.Piecewise((0, low <= 0), (1, low >= top), (1 - below(low), True))
    return upper + lower


DEFINITIONS: dict[type, Callable[..., sp.Expr]] = {
    sp.sinh: _sinh,
    sp.factorial: lambda n: sp.gamma(n + 1),
    sp.binomial: _binomial,
    LargestError: _largest(LargestError),
    LargestPower: _largest(LargestPower),
    Conformity: _conformity,
    PairDensity: _pair_density,
    GaussianExponential: _gaussian_exponential,
    ProjectionTail: _projection_tail,
}
