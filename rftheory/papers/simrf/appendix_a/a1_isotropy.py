"""Appendix A.1 of simrf, before (31): whether a sum of two isotropic vectors is isotropic.

Said of all couplings considered; true of the four that the paper builds, false for the class of Definition
1.1. Two counterexamples with Gaussian rows: directions mirrored in a hyperplane, where the variances of w_1 +
w_2 differ by direction, and simplex directions under a non-uniform rotation, which keep the conformity of
SimRFs and change the MSE (Funk-Hecke, first order in the tilt, d = m = 3). True: the sums of a jointly
rotation-invariant ensemble are isotropic.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    Derivation,
    Distribution,
    Domain,
    Equal,
    Erratum,
    Law,
    Proof,
    Restated,
    Statement,
    formula,
    part,
    whole,
)
from rftheory.papers.simrf._lemmas.random_terms import resultant
from rftheory.papers.simrf._notation import DIMENSION, MEAN_NORM, d

_DIMENSIONS = Domain((DIMENSION,), extra=({"d": 2}, {"d": 3}, {"d": 64}))


def _reflection(proof: Proof) -> None:
    """Mirrored directions: both rows Gaussian, their sum not isotropic."""
    one, two, u = sp.symbols("r1 r2 u", real=True)
    along, across = sp.expand((one * u - two * u) ** 2 / u**2), sp.expand((one * u + two * u) ** 2 / u**2)
    proof.cite(
        "let what_2 be what_1 mirrored in a fixed hyperplane, norms independent: a reflection maps the uniform law "
        "to itself, so both rows are N(0, I_d) and the coupling is geometrical, even weight-independent"
    )
    proof.equal(
        across - along, 4 * one * two, "squared component of w_1+w_2 in the mirror minus across it, over u^2"
    )
    gap = 4 * MEAN_NORM**2 / d
    proof.positive(
        gap, "its mean 4 (E w)^2 E u^2: variances in two directions differ, so w_1+w_2 is not isotropic"
    )


def _tilted_simplex(proof: Proof) -> None:
    """A simplex ensemble turned non-uniformly: Gaussian rows, the conformity of SimRFs, another MSE."""
    t, phi = sp.symbols("t phi", real=True)
    legendre, third = sp.legendre(6, t), sp.Rational(5, 16)
    harmonic = legendre + third * (1 - t**2) ** 3 * sp.cos(6 * phi)
    for turn in range(3):
        at = harmonic.subs({t: 0, phi: 2 * sp.pi * turn / 3})
        proof.equal(
            at, sp.S.Zero, f"a harmonic Y of degree 6 that vanishes at the simplex row {turn + 1} of d = 3"
        )
    proof.cite(
        "Funk-Hecke: E[Y(u) | u.s] = Y(s) P_6(u.s). If x+y, seen from the simplex, has the density 1 + eps Y, and the "
        "ensemble is turned about x+y at random, every row stays N(0, I_3) and all angles stay those of the simplex"
    )
    x, y = sp.symbols("x y", real=True)  # coordinates in the plane of the triangle, x^2 + y^2 = s^2 = 1 - t^2
    rows = (x, -x / 2 + sp.sqrt(3) * y / 2, -x / 2 - sp.sqrt(3) * y / 2)
    sums = {n: sp.expand(sum(a**n for a in rows)) for n in (1, 2, 3, 4)}
    proof.equal(sums[1], sp.S.Zero, "power sums of the three components of the direction of x+y: first")
    proof.equal(
        sums[2] * sums[4],
        sp.Rational(27, 16) * sp.expand((x**2 + y**2) ** 3),
        "second times fourth: 27/16 s^6",
    )
    sixfold = sp.expand(sp.re(sp.expand((x + sp.I * y) ** 6)))
    proof.equal(
        sums[3] ** 2,
        sp.Rational(9, 32) * ((x**2 + y**2) ** 3 + sixfold),
        "third squared: 9/32 s^6 (1 + cos 6 phi)",
    )
    level = sp.integrate(sp.expand(legendre * (1 - t**2) ** 3), (t, 0, 1))
    ripple = third * sp.integrate(sp.expand((1 - t**2) ** 6), (t, 0, 1)) / 2  # the mean of cos^2 is 1/2
    third_squared, mixed = sp.Rational(9, 32) * (level + ripple), sp.Rational(27, 16) * level
    second, cubed, fourth = sp.symbols("mu2 mu3 mu4", positive=True)
    change = cubed**2 / 36 * third_squared + 2 * second * fourth / 48 * mixed
    expected = sp.Rational(9, 8) * (cubed**2 - second * fourth) / 3003
    proof.equal(
        change,
        expected,
        "first order in eps: coefficient of v^6 in the sum of E b_i b_j; lower ones vanish with Y",
    )
    chi = {second: 3, cubed: 8 * sp.sqrt(2 / sp.pi), fourth: 15}
    proof.positive(
        -expected.subs(chi),
        "for chi_3 norms it is negative: a smaller MSE than SimRFs at the same conformity",
    )


def _joint_invariance(proof: Proof) -> None:
    """A rotation-invariant ensemble has isotropic sums."""
    angle, a, b, e, f = sp.symbols("angle a b e f", real=True)
    turn = sp.Matrix([[sp.cos(angle), -sp.sin(angle)], [sp.sin(angle), sp.cos(angle)]])
    one, two = sp.Matrix([a, b]), sp.Matrix([e, f])
    for entry in range(2):
        proof.equal(
            (turn * one + turn * two)[entry], (turn * (one + two))[entry], "R w_1 + R w_2 = R (w_1 + w_2)"
        )
    proof.equal((turn * one).dot(turn * one), a**2 + b**2, "R keeps lengths")
    proof.cite("(R w_1, R w_2) has the law of (w_1, w_2) for every R, so R (w_1 + w_2) has that of w_1 + w_2")


SECA_1_ISOTROPY = Statement(
    id="simrf/seca.1/isotropy",
    kind="identity",
    where="A.1, before (31)",
    title="Isotropy of resultants",
    text="Isotropic w_i and w_j, coupled in any of the ways considered, are said to have an isotropic sum.",
    latex=r"w_i,w_j\ \text{isotropic}\Rightarrow w_i+w_j\ \text{isotropic}",
    domain_text="all couplings considered (Definition 1.1)",
    domain=_DIMENSIONS,
    claim=Law(resultant("geometrical"), Distribution("isotropic", d)),
    checks=(
        Restated(
            "variance of w_1 + w_2 across and in the mirror, directions mirrored in a hyperplane",
            {
                "across": formula(2 - 2 * MEAN_NORM**2 / d, _DIMENSIONS, "d"),
                "within": formula(2 + 2 * MEAN_NORM**2 / d, _DIMENSIONS, "d"),
            },
            _DIMENSIONS,
            Equal("across", "within"),
        ),
        Derivation(_reflection, part("a coupling of Definition 1.1 in every d >= 2"), refutes=True),
        Derivation(
            _tilted_simplex,
            part("simplex directions under a non-uniform rotation, d = m = 3: not even (34) survives"),
            refutes=True,
        ),
    ),
    uses=("simrf/def1.1",),
    setting="couplings with Gaussian marginals",
    note="True of the four couplings that the paper builds (all are randomly rotated), not of the class of Definition 1.1.",
    erratum=Erratum(
        kind="missing hypothesis",
        at="A.1, before (31)",
        quote="will also be marginally isotropic",
        false=(
            "Two Gaussian rows whose directions mirror each other in a hyperplane have a sum of unequal variances "
            "along the hyperplane and across it."
        ),
        weight=2,
        points=({"d": "2"}, {"d": "3"}),
        objection=(
            "The couplings that the paper builds are randomly rotated, and for these it is true; Definition 1.1, over "
            "which Theorems 3.2 and 3.4 speak, asks for Gaussian rows only, not for a rotation-invariant ensemble. A "
            "random rotation, which changes no angle, supplies the hypothesis."
        ),
    ),
).corrected(
    where="A.1, corrected",
    title="Joint isotropy",
    text="If the whole ensemble is rotation-invariant, every sum of its vectors is isotropic.",
    latex=r"(Rw_i)_i\overset d=(w_i)_i\ \forall R\Rightarrow w_i+w_j\ \text{isotropic}",
    domain_text="jointly rotation-invariant ensembles",
    claim=Law(resultant("rotation-invariant"), Distribution("isotropic", d)),
    checks=(Derivation(_joint_invariance, whole("jointly rotation-invariant ensembles")),),
    uses=(),
)


STATEMENTS = (SECA_1_ISOTROPY,)
