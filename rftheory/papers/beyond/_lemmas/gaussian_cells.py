"""E exp(u.Mu) for u ~ N(v, s2 I) in the plane, of which averages over a pair of Gaussian cells are made."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Proof

S2 = sp.Symbol("s2", nonnegative=True)
MU, NU, A = sp.symbols("mu nu a", real=True)


class PlaneMean:
    """J = E exp(u^T M u) for u ~ N(v, s2 I) in the plane: `literal` as stated, `square` and `exponent` in closed form."""

    def __init__(
        self, first: sp.Expr, mixed: sp.Expr, last: sp.Expr, centre: tuple[sp.Expr, sp.Expr]
    ) -> None:
        self.form = sp.Matrix([[first, mixed], [mixed, last]])
        self.v = sp.Matrix(centre)
        self.rest = sp.eye(2) - 2 * S2 * self.form
        trace, determinant = first + last, first * last - mixed**2
        self.square = 1 - 2 * S2 * trace + 4 * S2**2 * determinant
        size = centre[0] ** 2 + centre[1] ** 2
        quadratic = first * centre[0] ** 2 + 2 * mixed * centre[0] * centre[1] + last * centre[1] ** 2
        self.exponent = (quadratic - 2 * S2 * determinant * size) / self.square

    @property
    def literal(self) -> sp.Expr:
        """det(I - 2 s2 M)^(-1/2) exp(v^T M (I - 2 s2 M)^(-1) v) by matrix algebra."""
        inverse = self.rest.adjugate() / self.rest.det()
        return sp.exp((self.v.T * self.form * inverse * self.v)[0]) / sp.sqrt(self.rest.det())


def finite_mean(s: sp.Expr, q: sp.Expr, kind: int) -> sp.Basic:
    """I - 2 s M is positive definite for the forms of an entry of squared size q, real (1) or imaginary (-1)."""
    forms = [
        (q, sp.Integer(1 + kind), 1 / q),
        (kind * q, sp.Integer(2), kind / q),
        (sp.S.Zero, sp.S.One, sp.S.Zero),
    ]
    return sp.And(
        *(
            sp.And(
                1 - 2 * s * first > 0,
                (1 - 2 * s * first) * (1 - 2 * s * last) > 4 * s**2 * mixed**2,
            )
            for first, mixed, last in forms
        )
    )


def gaussian_integral_steps(proof: Proof) -> None:
    """E exp(u^T M u) for u ~ N(v, s2 I), by completing the square."""
    first, mixed, last, a, b, u, w = sp.symbols("M1 M2 M3 v1 v2 u1 u2", real=True)
    s = sp.Symbol("s2", positive=True)
    form, centre, point = sp.Matrix([[first, mixed], [mixed, last]]), sp.Matrix([a, b]), sp.Matrix([u, w])
    rest = sp.eye(2) - 2 * s * form
    inverse = rest.adjugate() / rest.det()
    shifted = point - inverse * centre
    left = (point.T * form * point)[0] - ((point - centre).T * (point - centre))[0] / (2 * s)
    right = -(shifted.T * rest * shifted)[0] / (2 * s) + (centre.T * form * inverse * centre)[0]
    proof.equal(
        left,
        right,
        "u.Mu - |u - v|^2/(2 s2) = -(u - c).K(u - c)/(2 s2) + v.M K^(-1) v, K = I - 2 s2 M, c = K^(-1) v",
    )
    proof.cite(
        "the integral of exp(-w.Kw/(2 s2)) over the plane is 2 pi s2/sqrt(det K) for positive definite K"
    )
    proof.equal(
        (centre.T * form * inverse * centre)[0],
        ((centre.T * form * centre)[0] - 2 * s * form.det() * (centre.T * centre)[0]) / rest.det(),
        "v.M K^(-1) v = (v.Mv - 2 s2 det M |v|^2)/det K",
    )
