"""Section 2.4 of hrf: the Gaussian against the angular hybrid for inputs of one length r.

The coefficient is that of Appendix F, lambda = (1 - exp(-sigma^2 |x-y|^2/2))/(1-q), q = exp(-2 sigma^2 r^2).

Main result: no Gaussian hybrid is exact at both ends. Trigonometric lambda features leave
E(1-lam)^2 = (1+q)^2/(2n) at theta = pi, positive ones E lam^2 > 0 at theta = 0, and without the normalisation no
estimate of a positive lambda is 0 almost surely.

That its variance is the larger one is shown near one end only. With trigonometric lambda features its error is of
order theta^4 near theta = 0, the angular one of order theta; near theta = pi it is positive, the angular one 0.

Proofs. Expansion of both errors over SM^2, times m, at the two ends, for every n, sigma and r.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Domain,
    Limit,
    Proof,
    Rule,
    Statement,
    part,
    real,
    whole,
)
from rftheory.papers._shared.angular_hybrid import RADIUS, SIGNS, n, r, second_moment, theta
from rftheory.papers._shared.gaussian_hybrid import (
    ERROR,
    NORMALISER,
    POSITIVE_ERROR,
    complement,
    on,
    rho,
    second,
    sigma,
)
from rftheory.papers._shared.hybrid_errors import AT_PI, AT_ZERO
from rftheory.papers._shared.hybrids import P, Q
from rftheory.papers._shared.invariants import COUNT, m

# MSE/SM^2 at equal norms, times m
_NEAR = sp.exp(-2 * sigma**2 * r**2 * sp.sin(theta / 2) ** 2)
_GAUSS_ERROR = (second(_NEAR, _NEAR**2) * P + complement(_NEAR, _NEAR**2) * Q).subs(rho, NORMALISER)
_ANGULAR_ERROR = second_moment(theta / sp.pi) * P + second_moment(1 - theta / sp.pi) * Q
_TURN = real("theta", above=0, reach=("1e-6", 3), meaning="angle between x and y in radians")
_SIGMA = real("sigma", above=0, reach=("1/10", 3))

_RACE = Domain(
    (COUNT, SIGNS, _SIGMA, RADIUS, _TURN),
    (Rule(theta < sp.pi, "theta < pi"),),
    extra=(
        {"m": 1, "n": 1, "sigma": 1, "r": 1, "theta": "1/100"},
        {"m": 10, "n": 8, "sigma": 1, "r": 1, "theta": "3.14"},
    ),
)


def _ratio_of_errors(proof: Proof) -> None:
    """The two errors near theta = 0 and near theta = pi, at any r, sigma, n; 1/m and SM^2 are common factors."""
    radius, angle = sp.symbols("r theta", positive=True)
    gauss, angular = (e.subs({r: radius, theta: angle}) for e in (_GAUSS_ERROR, _ANGULAR_ERROR))
    s = sp.Symbol("s", positive=True)
    in_s = gauss.subs({sp.sin(angle / 2): sp.sqrt(s), sp.cos(angle / 2): sp.sqrt(1 - s)})
    proof.equal(
        in_s.subs(s, 0), sp.S.Zero, "the Gaussian error as a function of s = sin^2(theta/2): 0 at s = 0"
    )
    slope = sp.diff(in_s, s).subs(s, 0)
    proof.equal(slope, sp.S.Zero, "and so is its slope in s: it is of order s^2, theta^4")
    proof.equal(
        sp.diff(angular, angle).subs(angle, 0),
        2 * sp.sinh(2 * radius**2) ** 2 / (sp.pi * n),
        "the angular error starts with 2 sinh^2(2r^2) theta/(pi n) > 0: larger for all small theta",
    )
    end = gauss.subs(angle, sp.pi)
    proof.equal(angular.subs(angle, sp.pi), sp.S.Zero, "at theta = pi the angular error is 0")
    decay = sp.exp(-2 * sigma**2 * radius**2)
    proof.equal(
        end,
        (1 - decay**2) ** 2 / (2 * n * (1 - decay) ** 2) * 2 * sp.sinh(2 * radius**2) ** 2,
        "and the Gaussian one is (1+q)^2/(2n) 2 sinh^2(2r^2) > 0: larger near pi, both being continuous",
    )


_GAP = real("t", above=0, below=3, meaning="pi less the angle")
_ENDS = Domain((*_RACE.parameters, _GAP), _RACE.rules)
_ANGULAR_WINS_FAR = Limit(
    (_ANGULAR_ERROR / _GAUSS_ERROR).subs(theta, sp.pi - sp.Symbol("t", nonnegative=True)),
    "t",
    sp.S.Zero,
    sp.S.Zero,
)

SEC2_4_GAUSSIAN_VARIANCE = Statement(
    id="hrf/sec2.4/gaussian-variance",
    kind="inequality",
    where="Section 2.4, after eq. (20)",
    title="Gaussian against angular hybrid",
    text="For small and large kernel values at fixed length the Gaussian hybrid has the larger variance.",
    latex=r"\mathrm{MSE}(\widehat{SM}^{gausshyb}_{m,n})>\mathrm{MSE}(\widehat{SM}^{anghyb}_{m,n})",
    domain_text="inputs of fixed length",
    domain=_ENDS,
    claim=_ANGULAR_WINS_FAR,
    checks=(
        Derivation(
            _ratio_of_errors,
            part(
                "small kernel values, theta near pi, with trigonometric lambda features; of the rest nothing is shown"
            ),
        ),
    ),
    uses=("hrf/thmF.2/mse", "hrf/thmD.1/independent"),
    mechanism=("angular-hybrid",),
    setting="Gaussian (normalised, Appendix F) against angular hybrid, same m, n",
    note=(
        "The sentence names no features for lambda and no measure of the error over all angles. With the normalised "
        "lambda of Appendix F and trigonometric features the Gaussian hybrid has the larger error near theta = pi and "
        "the smaller one near theta = 0; positive features exchange the two ends. Which hybrid has the larger error at "
        "worst, over all angles, is not judged."
    ),
).corrected(
    title="The Gaussian hybrid has the larger error near one end only",
    text=(
        "With trigonometric lambda features, for every m, n, sigma and r, the Gaussian hybrid has the larger "
        "MSE near theta = pi and the smaller one near theta = 0."
    ),
    latex=(
        r"\lim_{\theta\to0}\frac{\mathrm{MSE}(\widehat{SM}^{gausshyb}_{m,n})}"
        r"{\mathrm{MSE}(\widehat{SM}^{anghyb}_{m,n})}=0,\quad\lim_{\theta\to\pi}(\cdot)=\infty"
    ),
    domain_text="|x| = |y| = r, lambda of Appendix F with trigonometric features",
    checks=(Derivation(_ratio_of_errors, WHOLE),),
    domain=_ENDS,
    claim=All((Limit(_GAUSS_ERROR / _ANGULAR_ERROR, "theta", sp.S.Zero, sp.S.Zero), _ANGULAR_WINS_FAR)),
)


def _never_both(proof: Proof) -> None:
    """Trigonometric lambda features leave a variance at pi, positive ones at 0, an unnormalised kernel at one end."""
    decay = sp.Symbol("q", positive=True)  # exp(-2 sigma^2 r^2) < 1
    rho, size = 1 - decay, sp.Symbol("r", positive=True)
    base = 2 * sp.sinh(2 * size**2) ** 2
    proof.positive(base, "Q at theta = pi and P at theta = 0 are 2 sinh^2(2r^2) > 0")
    trig = ((1 - decay**2) / rho) ** 2 / (2 * n)
    proof.equal(trig, (1 + decay) ** 2 / (2 * n), "trigonometric features: E(1-lam)^2 at theta = pi, mean 1")
    proof.positive(((1 + decay) ** 2 / (2 * n)) * base, "so the error at theta = pi is positive")
    t = sp.Symbol("t", positive=True)
    proof.positive(
        2 * sp.sinh(t / 2) ** 2 / n * base,
        "positive features: E lam^2 at 0 is (cosh(4 sigma^2 r^2)-1)/(rho^2 n)",
    )
    proof.equal(
        sp.cosh(t).rewrite(sp.exp),
        (1 + 2 * sp.sinh(t / 2) ** 2).rewrite(sp.exp),
        "cosh(t) - 1 = 2 sinh^2(t/2) > 0, the spread of a mean of cosh(sigma tau.(x+y)) at t = 4 sigma^2 r^2",
    )
    proof.cite(
        "without the normalisation lambda is a kernel value, positive everywhere: no estimate of it is 0 with "
        "probability 1, as a vanishing error at one of the ends requires"
    )


_LENGTHS = Domain(
    (COUNT, SIGNS, _SIGMA, RADIUS),
    extra=({"m": 1, "n": 1, "sigma": 1, "r": 1}, {"m": 10, "n": 8, "sigma": "1/2", "r": 2}),
)
# (E lam)^2 MSE(SM++)/SM^2 at theta = 0, lam = exp(-sigma^2 |x + y|^2/2) there: a lower bound of the error
_UNNORMALISED = sp.exp(-4 * sigma**2 * r**2) * 2 * sp.sinh(2 * r**2) ** 2 / m


def _at_no_pair_of_ends(proof: Proof) -> None:
    """The normalised lambda, and one that is a kernel value and positive at both ends."""
    _never_both(proof)
    size, mean, spread = (
        sp.Symbol("r", positive=True),
        sp.Symbol("L", positive=True),
        sp.Symbol("v", nonnegative=True),
    )
    proof.equal(mean**2 + spread - mean**2, spread, "without the normalisation E lam^2 = (E lam)^2 + Var lam")
    proof.positive(
        (mean**2 + spread) * 2 * sp.sinh(2 * size**2) ** 2 / m,
        "and E lam = exp(-s) > 0 where the base estimate that it weighs errs: the error there is positive",
    )


SEC2_4_GAUSSIAN_NO_VANISH = Statement(
    id="hrf/sec2.4/gaussian-no-vanish",
    kind="identity",
    where="Section 2.4, after eq. (20)",
    title="No Gaussian hybrid is exact at both ends",
    text="With finitely many lambda features the Gaussian hybrid cannot be exact at theta = 0 and at theta = pi.",
    latex=r"\mathrm{Var}|_{\theta=0}+\mathrm{Var}|_{\theta=\pi}>0",
    domain_text="inputs of fixed length, finite n",
    domain=_LENGTHS,
    claim=All(
        (
            Below(sp.S.Zero, on(AT_ZERO, ERROR) + on(AT_PI, ERROR)),  # trigonometric features
            Below(sp.S.Zero, on(AT_ZERO, POSITIVE_ERROR) + on(AT_PI, POSITIVE_ERROR)),
            Below(sp.S.Zero, _UNNORMALISED),
        )
    ),
    checks=(Derivation(_at_no_pair_of_ends, whole("normalised and not, both kinds of features")),),
    uses=("hrf/appF/ends",),
    mechanism=("gaussian-hybrid", "trigonometric", "positive"),
    setting="Gaussian hybrid, trigonometric or positive features for lambda",
)


STATEMENTS = (
    SEC2_4_GAUSSIAN_VARIANCE,
    SEC2_4_GAUSSIAN_NO_VANISH,
)
