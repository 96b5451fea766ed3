"""The least second moment of positive features for long x + y: OPRF at its optimum, and the best isotropic sampler."""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.isotropic import IsotropicRoot
from rftheory.kit import Domain, Proof, integer, real
from rftheory.papers._shared import optimal_positive as best
from rftheory.papers._shared.invariants import d
from rftheory.papers._shared.optimal_positive import v2

_e, _q = sp.symbols("e q", positive=True)
SMALL_D = integer("d", 1, reach=64, meaning="input dimension")

SOME: tuple[dict[str, object], ...] = (
    {"d": 1, "v2": 1}, {"d": 2, "v2": 10}, {"d": 64, "v2": 1}, {"d": 64, "v2": 100}, {"d": 3, "v2": "1e-3"},
    {"d": 5, "v2": 1000}, {"d": 200, "v2": 30},
)  # fmt: skip

ALONG = Domain(  # at d = 1 the difference is exponentially small
    (integer("d", 2, reach=8), real("v2", above=0)),
    extra=tuple({"d": size, "v2": 1} for size in (2, 3, 4, 8)),
)

LOG_SECOND = v2 + best.excess()
LARGE = v2 + d / 2 * sp.log(sp.E * v2 / (2 * d)) + d**2 / (2 * v2)


def large_steps(proof: Proof) -> None:
    """v2 + (d/2) log(e v2/(2d)) + d^2/(2 v2) - 3 d^3/(8 v2^2) + O(v2^-3), from R(e) analytic at e = d/(2 v2) = 0."""
    best.root_steps(proof)
    rho = best.best_rho(d / (2 * _e))  # e = d/(2 v2)
    proof.equal(
        rho,
        2 * _e / (sp.sqrt((1 + _e) ** 2 + 4 * _e) + 1 + _e),
        "rho* as a function of e = d/(2 v2), analytic at e = 0",
    )
    shape = 2 / (sp.sqrt((1 + _e) ** 2 + 4 * _e) + 1 + _e)  # rho*/e
    rest = sp.log(1 + _e * shape) - sp.log(shape) / 2 + shape / 2 - sp.Rational(1, 2)
    proof.equal(
        sp.expand_log(
            best.log_gain(_e * shape, d / (2 * _e))
            - d / (2 * _e)
            - d / 2 * sp.log(sp.E / (4 * _e))
            - d * rest,
            force=True,
        ),
        0,
        "the log second moment is v2 + (d/2) log(e v2/(2d)) + d R(e), R analytic at 0",
    )
    for order, value in enumerate((0, 1, -3)):
        proof.equal(
            sp.diff(rest, _e, order).subs(_e, 0), value, f"{order}! times the coefficient {order} of R"
        )
    proof.equal(
        (d * (_e - sp.Rational(3, 2) * _e**2)).subs(_e, d / (2 * v2)),
        d**2 / (2 * v2) - 3 * d**3 / (8 * v2**2),
        "d(e - 3 e^2/2) + O(e^3) in v2",
    )


ISOTROPIC = 2 * sp.log(IsotropicRoot(d, v2))

ISOTROPIC_LARGE = (
    v2 + (d - 1) / 2 * sp.log(v2) + sp.log(sp.pi) / 2 + (2 - d) * sp.log(2) - sp.log(sp.gamma(d / 2))
)


def isotropic_steps(proof: Proof) -> None:
    """Cauchy and Schwarz over radial proposals, and Laplace's method for the mean."""
    k = sp.Symbol("k", nonnegative=True, integer=True)
    sphere = sp.gamma(k + sp.S.Half) * sp.gamma(d / 2) / (sp.sqrt(sp.pi) * sp.gamma(d / 2 + k))  # E u_1^(2k)
    term = (2 * _q) ** (2 * k) * sphere / sp.factorial(2 * k)
    ratio = sp.gammasimp(sp.combsimp(term.subs(k, k + 1) / term))
    proof.equal(
        ratio, _q**2 / ((k + 1) * (d / 2 + k)), "E e^(2 q u_1) on the sphere: the series of 0F1(; d/2; q^2)"
    )
    proof.equal(
        term.subs(k, 0), 1, "starting at 1; q = v r gives the mean of e^(2 w.v) over directions at |w| = r"
    )
    f, p, weight = sp.symbols("f phi g", positive=True)
    proof.equal(
        (p**2 / f * weight) * f,
        (p * sp.sqrt(weight)) ** 2,
        "the second moment is e^(-2 n2) int (phi^2/q) 0F1, q radial",
    )
    proof.cite(
        "Cauchy and Schwarz: (int phi sqrt(0F1))^2 <= int (phi^2/q) 0F1 . int q, the last being 1, with equality exactly "
        "for q proportional to phi sqrt(0F1), which is integrable and positive"
    )
    r, v = sp.symbols("r v", positive=True)
    asymptotic = sp.gamma(d / 2) * (v * r) ** (1 - d / 2) * sp.exp(2 * v * r) / sp.sqrt(4 * sp.pi * v * r)
    proof.cite(
        "0F1(; d/2; q^2) = Gamma(d/2) q^(1-d/2) I_(d/2-1)(2q) and I(2q) ~ e^(2q)/sqrt(4 pi q); Laplace's method at r = v, "
        "where e^(vr - r^2/2) has the mass sqrt(2 pi) e^(v^2/2) and the powers of r vary slowly"
    )
    density = 2 ** (1 - d / 2) * r ** (d - 1) / sp.gamma(d / 2)
    mean = (density * sp.sqrt(asymptotic) * sp.exp(-v * r)).subs(r, v) * sp.sqrt(2 * sp.pi) * sp.exp(v**2 / 2)
    claimed = sp.exp(v**2) * v ** (d - 1) * sp.sqrt(sp.pi) * 2 ** (2 - d) / sp.gamma(d / 2)
    proof.equal(sp.expand_power_base(mean**2 / claimed, force=True), 1, "its square is the stated form")
