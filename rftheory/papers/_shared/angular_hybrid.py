"""The angular hybrid of hrf on a sphere of radius r: pairs at the angle theta, the law of lambda, its error.

lambda is a mean of n signs of probability theta/pi, so E lambda^2 = p^2 + p(1-p)/n; the squared relative
error is 2/m (E lambda^2 sinh^2(2r^2 cos^2(theta/2)) + E (1-lambda)^2 sinh^2(2r^2 sin^2(theta/2))).
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Domain, Parameter, Rule, integer, real
from rftheory.papers._shared.invariants import COUNT, m

n = sp.Symbol("n", positive=True, integer=True)
r, theta = sp.symbols("r theta", nonnegative=True)

SIGNS = integer("n", 1, meaning="number of projections of the lambda-estimator")
RADIUS = real("r", above=0, reach=("1/10", 1000), meaning="common norm of x and y")
TURN = real("theta", 0, reach=("1e-6", 3), meaning="angle between x and y in radians, at most pi")


def second_moment(share: sp.Expr) -> sp.Expr:
    """E lam^2 of an average of n indicators of probability `share`."""
    return share * (share - share / n + 1 / n)


UP_TO_PI = Rule(theta <= sp.pi, "theta <= pi")
FROM_ONE = real("r", 1, reach=("1e-3", 1000), meaning="common norm of x and y")

SHARE, REST = theta / sp.pi, 1 - theta / sp.pi
WIDTH = sp.exp(2 * r**2) * (1 - sp.exp(-4 * r**2))  # W(r) of Lemma 3.4
CLOSE, FAR = (
    4 * r**2 * sp.cos(theta / 2) ** 2,
    4 * r**2 * sp.sin(theta / 2) ** 2,
)  # |x+y|^2, |x-y|^2 on a sphere


def on_sphere(radius: Parameter = RADIUS) -> Domain:
    """(m, n, r, theta) for two inputs of norm r at the angle theta."""
    columns = (
        (1, 1, 1, 0), (1, 1, 1, 1), (10, 1, 5, "3.1415926535"), (3, 2, "3/2", "1/1000"), (1, 10**6, 1000, "1/1000"),
        (10**6, 1, 1000, 2), (2, 1, 4, "1/5"), (1, 1, 10, "1/20"), (5, 7, 1, 3), (1, 2, 30, "1e-6"),
    )  # fmt: skip
    extra = tuple(dict(zip(("m", "n", "r", "theta"), column, strict=True)) for column in columns)
    return Domain((COUNT, SIGNS, radius, TURN), (UP_TO_PI,), extra=extra)


def sphere_error(share: sp.Expr = SHARE, rest: sp.Expr = REST) -> sp.Expr:
    """The squared relative error of the angular hybrid on the sphere, by hyperbolic sines."""
    ends = second_moment(share) * sp.sinh(CLOSE / 2) ** 2 + second_moment(rest) * sp.sinh(FAR / 2) ** 2
    return 2 * ends / m
