"""Section 2.2 of hrf: the bipolar hybrid lam SM++ + (1-lam) SMtrig and the two ends of the angle.

Main results, for |x| = |y| = r
* ++ is exact at theta = pi and trig at theta = 0: there every row gives SM, whatever w. At the other end the
  errors are 2 e^{+-2r^2} sinh^2(2r^2)/m.
* lambda = theta/pi, estimated by (19), leaves no error at either end.

Proofs. Substitution into Lemma 2.2 and into (45), written by hyperbolic sines and the angles to y and -y, so that
the zeros are exact.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Derivation,
    Domain,
    Equal,
    Estimate,
    Given,
    MeanSquareError,
    On,
    Proof,
    Statement,
    formula,
    whole,
)
from rftheory.papers._shared.angular_hybrid import RADIUS, SIGNS, n, r, second_moment
from rftheory.papers._shared.base_estimators import (
    NAMES,
    POSITIVE_CLOSED,
    TRIGONOMETRIC_CLOSED,
    positive_mean,
    trigonometric_mean,
)
from rftheory.papers._shared.hybrid_errors import (
    AT_PI,
    AT_ZERO,
    angular_closed,
    positive_error,
    trigonometric_error,
)
from rftheory.papers._shared.invariants import COUNT, m, x2, xy
from rftheory.papers.hrf._lemmas.base_terms import ENDS, EXACT_AT_BOTH_ENDS, POSITIVE, TRIGONOMETRIC

EQ12 = Statement(
    id="hrf/eq12",
    kind="definition",
    where="eq. (12)",
    title="Bipolar hybrid",
    text="One coefficient mixes the positive and the trigonometric estimator.",
    latex=r"\widehat{SM}^{hyb}_{m,n}=\hat\lambda_n\widehat{SM}^{++}_m+(1-\hat\lambda_n)\widehat{SM}^{trig}_m",
    domain_text="x, y in R^d",
    uses=("hrf/eq8",),
    mechanism=("angular-hybrid", "gaussian-hybrid"),
    setting="bipolar hybrid",
)


def _exact(sign: int, estimate: sp.Expr, error: sp.Expr, closed: sp.Expr) -> Given:
    """That an estimate has no error where y = x, or y = -x."""
    value = formula(error, ENDS, NAMES, closed=closed)
    parts = (Equal(MeanSquareError(estimate), sp.S.Zero), Equal(value, sp.S.Zero))
    return Given(sp.Eq(xy, sign * x2), All(parts))


def _perfect(proof: Proof) -> None:
    trigonometric_mean(proof)
    positive_mean(proof)
    proof.equal(positive_error().subs(AT_PI), sp.S.Zero, "theta = pi: x + y = 0, the error of ++ is 0")
    proof.equal(trigonometric_error().subs(AT_ZERO), sp.S.Zero, "theta = 0: x - y = 0, that of trig is 0")
    proof.equal(
        sp.cosh(sp.S.Zero) * sp.cos(sp.S.Zero), sp.S.One, "in fact every row gives SM itself, whatever w"
    )


SEC2_2_PERFECT_ENDS = Statement(
    id="hrf/sec2.2/perfect-ends",
    kind="identity",
    where="Section 2.2, after eq. (12)",
    title="Each base estimator is exact at one end",
    text="For equal norms ++ is exact for opposite inputs and trig for equal ones.",
    latex=r"\mathrm{MSE}(\widehat{SM}^{++}_m)|_{\theta=\pi}=0,\quad \mathrm{MSE}(\widehat{SM}^{trig}_m)|_{\theta=0}=0",
    domain_text="|x| = |y| = r",
    domain=ENDS,
    claim=All(
        (
            _exact(-1, POSITIVE, positive_error(), POSITIVE_CLOSED),
            _exact(1, TRIGONOMETRIC, trigonometric_error(), TRIGONOMETRIC_CLOSED),
        )
    ),
    checks=(Derivation(_perfect, WHOLE),),
    uses=("hrf/lemma2.2/trig", "hrf/lemma2.2/positive"),
    setting="base estimators",
)

_COLUMNS = ((1, 1, 1), (10, 1, 5), (3, 7, "1/2"), (1, 10**6, 1000), (10**6, 2, "1/1000"), (2, 1, 30))
_SPHERE = Domain(
    (COUNT, SIGNS, RADIUS),
    extra=tuple(dict(zip(("m", "n", "r"), column, strict=True)) for column in _COLUMNS),
)


def _linear(proof: Proof) -> None:
    share = sp.Symbol("p", real=True)
    proof.cite("Lemma 3.2: lam is an average of n indicators of probability p = theta/pi, and (22)")
    error = second_moment(share) * positive_error() + second_moment(1 - share) * trigonometric_error()
    proof.equal(error.subs({**AT_ZERO, share: 0}), sp.S.Zero, "theta = 0: E lam^2 = 0 and trig is exact")
    proof.equal(error.subs({**AT_PI, share: 1}), sp.S.Zero, "theta = pi: E(1-lam)^2 = 0 and ++ is exact")
    radius = sp.Symbol("r", positive=True)
    for error, at in ((positive_error(), AT_ZERO), (trigonometric_error(), AT_PI)):
        there = 2 * sp.exp(2 * at[xy]) * sp.sinh(2 * r**2) ** 2 / m
        proof.equal(error.subs(at), there.rewrite(sp.exp), "the other base estimator errs at that end,")
        proof.positive(there.subs(r, radius), "so that lam = 0 and lam = 1 there are needed")


def _end(angle: int) -> sp.Expr:
    """The error of the angular hybrid at an angle of 0 or pi."""
    return angular_closed().subs(AT_PI if angle else AT_ZERO)


def _angular_at(angle: str) -> Estimate:
    return Estimate("iid", "angular-hybrid", sp.Tuple(m, n), at=angle)


SEC2_2_LINEAR_LAMBDA = Statement(
    id="hrf/sec2.2/linear-lambda",
    kind="identity",
    where="Section 2.2, after eq. (12)",
    title="lambda = theta/pi has no variance at either end",
    text="With lambda linear in the angle the hybrid is exact for equal and for opposite inputs.",
    latex=r"\lambda(\theta)=\theta/\pi\ \Rightarrow\ \mathrm{Var}=0\ \text{at}\ \theta=0,\pi",
    domain_text="equal norms",
    domain=_SPHERE,
    sides={"zero": formula(_end(0), _SPHERE, "m n r"), "pi": formula(_end(1), _SPHERE, "m n r")},
    claim=All(
        (
            Equal(MeanSquareError(_angular_at("theta = 0")), "zero"),
            Equal(MeanSquareError(_angular_at("theta = pi")), "pi"),
            On(ENDS, EXACT_AT_BOTH_ENDS, "equal norms, at the angles 0 and pi"),
        )
    ),
    checks=(Derivation(_linear, whole("lambda estimated by (19), as the angular hybrid does")),),
    uses=("hrf/thmD.1/independent", "hrf/lemma3.2/second"),
    mechanism=("angular-hybrid",),
)


STATEMENTS = (
    EQ12,
    SEC2_2_PERFECT_ENDS,
    SEC2_2_LINEAR_LAMBDA,
)
