"""Theorem 4 of performer: uniform convergence of trigonometric features, and Gaussian kernels.

Main results
* (d/delta^2) log(4 d^{3/4} R/delta), up to a constant, orthogonal projections keep all entries of A within eps with
  any constant probability, delta = eps exp(-R^2/sqrt d); derived for d >= 3 and bounded R d^{-1/4}.
* So of the order of d log d projections suffice at fixed R and precision, whatever the number of tokens. That fewer
  do not is not said.
* A Gaussian kernel is SM times e^{-|x|^2/2} e^{-|y|^2/2}: errors carry over with the squared factor.

Proofs. Concentration on products of rotation groups, Hoeffding's inequality for the lengths, a net of a ball; not the
theorem on which the paper relies. Drawn: the uniform error at these numbers.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    All,
    Derivation,
    Domain,
    Equal,
    Estimate,
    MeanSquareError,
    Proof,
    Representations,
    Statement,
    formula,
    part,
    whole,
)
from rftheory.papers._shared.invariants import COUNT, DELTA2, d, m, pairs, x2, xy, y2
from rftheory.papers.performer._lemmas.attention_terms import ERROR_OF_A, FAILURE, enough
from rftheory.papers.performer._lemmas.projection_numbers import ENOUGH
from rftheory.papers.performer._lemmas.uniform import (
    BALL,
    THEOREM_4,
    R,
    enough_projections,
    eps,
    theorem_4_logarithm,
)
from rftheory.papers.performer._lemmas.uniform_study import PROJECTIONS, STUDY

_BY_LOGARITHMS = formula(
    d
    * sp.exp(2 * R**2 / sp.sqrt(d))
    / eps**2
    * (sp.log(4 * R) - sp.log(eps) + 3 * sp.log(d) / 4 + R**2 / sp.sqrt(d)),
    BALL,
    "d R eps",
)
# a number of projections is asked for where its logarithm is positive: at least that of 2
_ASKED = 4 * d ** sp.Rational(3, 4) * R >= 2 * eps * sp.exp(-(R**2) / sp.sqrt(d))

THM4 = Statement(
    id="performer/thm4",
    kind="tail bound",
    where="Theorem 4",
    title="Uniform convergence of attention with trigonometric features",
    text=(
        "For queries and keys of norm at most R, of the order of (d/delta^2) log(4 d^(3/4) R/delta) orthogonal "
        "trigonometric projections approximate all entries of A within eps with any constant probability."
    ),
    latex=r"m=\Theta\Big(\frac d{\delta^2}\log\Big(\frac{4d^{3/4}R}\delta\Big)\Big)\Rightarrow\|\hat A-A\|_\infty\le\epsilon",
    domain_text="any eps > 0; any constant probability",
    domain=BALL,
    claim=enough(THEOREM_4, BALL.parameters, ERROR_OF_A, eps, _ASKED),
    companions={"performer/thm4/m": {"": PROJECTIONS}},
    checks=(
        Derivation(
            theorem_4_logarithm,
            part(
                "d >= 3, 4 d^(3/4) R >= 2 delta, R d^(-1/4) below any fixed bound, on which the constant depends"
            ),
        ),
        Representations("performer/thm4/m"),
        Representations("performer/thm4/m", _BY_LOGARITHMS),
        STUDY,
    ),
    mechanism=("orthogonal", "trigonometric"),
    note=(
        "The derivation does not use the theorem of Lin et al. (2020) on which the paper relies and which is not "
        "at hand; without a bound on R d^(-1/4) the rate for orthogonal rows rests on it. m counts projections; it is "
        "read where the logarithm is at least log 2, that is where a number of projections is asked for at all."
    ),
)

SEC3_M_DLOGD = Statement(
    id="performer/sec3/m-dlogd",
    kind="scaling",
    where="Section 3, before Theorem 4; Section B.3",
    title="Of the order of d log d projections suffice",
    text=(
        "The attention matrix is approximated accurately by of the order of d log d projections; their number "
        "depends on d, R and the precision and not on the number of tokens."
    ),
    latex=r"m=\Theta(d\log d)",
    domain_text="none printed; read for fixed R and precision",
    domain=Domain((*BALL.parameters, FAILURE)),
    claim=ENOUGH,
    checks=(
        Derivation(
            enough_projections, whole("all d, every fixed R, precision and probability; any number of tokens")
        ),
        STUDY,
    ),
    mechanism=("orthogonal", "trigonometric"),
    note="That so many suffice is proved; that fewer do not is not said.",
)


def _renormalisation(proof: Proof) -> None:
    weight = sp.exp(-x2 / 2) * sp.exp(-y2 / 2)
    proof.equal(
        weight * sp.exp(xy),
        sp.exp(-(x2 + y2 - 2 * xy) / 2),
        "exp(-|x|^2/2) SM exp(-|y|^2/2) is the Gaussian kernel",
    )
    estimate, mean, square = sp.symbols("Khat SM E2", real=True)
    error = square - 2 * mean * estimate + mean**2
    scaled = weight**2 * square - 2 * (weight * mean) * (weight * estimate) + (weight * mean) ** 2
    proof.equal(
        scaled,
        weight**2 * error,
        "an estimate times the same fixed factor has the factor's square times the error, unbiased or not",
    )
    proof.positive(
        weight, "the factor depends on the inputs alone and is positive: orders, ratios and tails carry over"
    )


_FACTOR = sp.exp(-(x2 + y2) / 2)
_ESTIMATE = Estimate("any coupling", "any features", m)  # of the softmax kernel

SEC3_GAUSSIAN = Statement(
    id="performer/sec3/gaussian",
    kind="identity",
    where="Section 3, opening",
    title="Gaussian kernels by renormalisation",
    text="Everything carries over to the Gaussian kernel, which is the softmax kernel times a factor of each input.",
    latex=r"K_{\rm gauss}(x,y)=e^{-\|x\|^2/2}\mathrm{SM}(x,y)e^{-\|y\|^2/2}",
    domain_text="all x, y",
    domain=pairs(COUNT, m=(1,)),
    claim=All(
        (
            Equal(_FACTOR * sp.exp(xy), sp.exp(-DELTA2 / 2)),
            Equal(
                MeanSquareError(_FACTOR * _ESTIMATE, sp.exp(-DELTA2 / 2)),
                sp.exp(-(x2 + y2)) * MeanSquareError(_ESTIMATE, sp.exp(xy)),
            ),
        )
    ),
    checks=(
        Derivation(_renormalisation, part("kernels, errors and ratios of errors at a fixed pair of inputs")),
    ),
    uses=("performer/eq6",),
    setting="scaling of estimators",
    note="Statements about small kernel values speak of one kernel: the factor is itself a function of the inputs.",
)


STATEMENTS = (
    THM4,
    SEC3_M_DLOGD,
    SEC3_GAUSSIAN,
)
