"""The MSE of positive features: moments of one term and the mean pair product as an average over the sphere."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Proof
from rftheory.papers.simrf._notation import (
    SCALE,
    SUMMAND_TERM,
    V2,
    d,
    k,
    m,
    many,
    positive_v,
    prf_mse,
    rho,
    v,
    x2,
    xy,
    y2,
)

INVARIANT_COUPLINGS = "couplings whose ensemble is jointly rotation-invariant (isotropic resultants, as A.1 assumes), N(0, I_d) rows"
ISOTROPY_NOTE = (
    "The proof takes the resultants w_i + w_j to be isotropic. Definition 1.1 alone does not imply that: a simplex "
    "ensemble turned by a non-uniform rotation keeps Gaussian rows and the same conformity but has another MSE in "
    "most directions of x + y, below SimRFs in some (evidence of simrf/seca.1/isotropy). Refuted is that sentence and "
    "not what rests on it: A.1 says it of all couplings considered, so that a reader may take it as assumed, and "
    "averaged over the direction of x + y the MSE of a coupling is that of its randomly rotated copy."
)


def increasing_in_conformity(proof: Proof) -> None:
    slope = sp.diff(prf_mse(rho, V2), rho).subs(m, many)
    proof.positive(slope, "the slope in rho, for the m >= 2 rows that rho is defined for")


def mean_of_terms(proof: Proof) -> None:
    """The MSE of a mean of m terms with E b = e^{v^2/2}, E b^2 = e^{2v^2} and mean pair product P."""
    t = sp.Symbol("t", real=True)
    normal = sp.exp(-(t**2) / 2) / sp.sqrt(2 * sp.pi)
    proof.equal(
        sp.integrate(sp.exp(positive_v * t) * normal, (t, -sp.oo, sp.oo)),
        sp.exp(positive_v**2 / 2),
        "E b_i: w_i.(x+y) is normal with variance v^2",
    )
    proof.equal(
        sp.exp(positive_v**2 / 2).subs(positive_v, 2 * positive_v),
        sp.exp(2 * positive_v**2),
        "E b_i^2 is the same at 2v",
    )
    pair, single, square = sp.symbols("P mu sigma", positive=True)
    total = many * square + many * (many - 1) * pair - many**2 * single**2
    printed = many * ((square - single**2) + (many - 1) * (pair - single**2))
    proof.equal(total, printed, "variance of the sum of the b_i: m squares and m(m-1) products")
    proof.equal(sp.exp(-x2 - y2) ** 2 / m**2 * m, SCALE / m, "the squared prefactor over m^2, times m")
    proof.equal(
        sp.exp(-x2 - y2) * sp.exp((x2 + y2 + 2 * xy) / 2),
        sp.exp(-(x2 + y2 - 2 * xy) / 2),
        "the mean is the Gaussian kernel: the MSE is a variance",
    )


def sphere_average(proof: Proof) -> None:
    """E e^{w u.v} over uniform directions u is sum_k TERM w^{2k}: term by term in moments of u_1."""
    u = sp.Symbol("u", positive=True)
    proof.cite(
        "u_1 has the density proportional to (1-u^2)^((d-3)/2) on [-1, 1] (d >= 2); odd moments vanish"
    )
    weight = (1 - u**2) ** ((d - 3) / 2)
    primitive = u ** (2 * k + 1) * weight * (1 - u**2)
    proof.equal(
        sp.powsimp(sp.expand(sp.diff(primitive, u) / weight / u ** (2 * k)), force=True),
        (2 * k + 1) - (2 * k + d) * u**2,
        "integration by parts: E u_1^(2k+2) = (2k+1)/(2k+d) E u_1^(2k)",
    )
    following = v**2 / ((2 * k + 1) * (2 * k + 2)) * (2 * k + 1) / (2 * k + d)
    proof.equal(
        SUMMAND_TERM.subs(k, k + 1) / SUMMAND_TERM,
        following,
        "the terms E (v u_1)^(2k)/(2k)! obey the recurrence of the coefficients",
    )
    proof.equal(SUMMAND_TERM.subs(k, 0), sp.Integer(1), "and both start at 1")
