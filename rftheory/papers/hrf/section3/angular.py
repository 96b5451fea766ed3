"""Section 3 of hrf, Lemma 3.2: the moments of the angular lambda-estimator.

Main results, p = theta/pi
* (24): E lam = p and E lam^2 = p (p - p/n + 1/n).
* For |x| = |y| the hybrid has no variance at theta = 0 and at theta = pi.

Proofs. lam is an average of n independent indicators of probability p: n squares and n(n-1) products. Second forms:
sums over the binomial law. Drawn: both moments of sign features.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Derivation,
    Domain,
    Equal,
    Expectation,
    On,
    Proof,
    Representations,
    Statement,
    formula,
    integer,
    real,
)
from rftheory.papers._shared.angular_hybrid import (
    REST,
    SHARE,
    SIGNS,
    TURN,
    UP_TO_PI,
    n,
    r,
    second_moment,
    sphere_error,
    theta,
)
from rftheory.papers.hrf._lemmas import drawn
from rftheory.papers.hrf._lemmas.base_terms import ANGULAR_LAMBDA, ENDS, EXACT_AT_BOTH_ENDS

_ANGLES: tuple[dict[str, object], ...] = tuple(
    {"n": count, "theta": angle}
    for count, angle in (
        (1, 0), (1, 1), (2, "3.1415926535"), (5, "1/3"), (12, 2), (10**6, "1e-6"), (10**6, 3), (1, "1/1000"),
    )
)  # fmt: skip

_SIGN_LAW = Domain((SIGNS, TURN), (UP_TO_PI,), extra=_ANGLES)
_k = sp.Symbol("k", integer=True, nonnegative=True)
_BINOMIAL = sp.binomial(n, _k) * SHARE**_k * REST ** (n - _k)
_FEW: tuple[dict[str, object], ...] = tuple(
    {"n": count, "theta": angle} for count, angle in ((1, "1/2"), (2, 3), (3, 1), (8, "1/100"), (20, 2))
)
_FEW_SIGNS = Domain(
    (integer("n", 1, reach=20), real("theta", 0, reach=("1/100", 3))), (UP_TO_PI,), extra=_FEW
)
_DRAWN: tuple[dict[str, object], ...] = ({"n": 1, "theta": "1/2"}, {"n": 3, "theta": 2}, {"n": 8, "theta": 3})


def _sign_law(proof: Proof) -> None:
    s = sp.Symbol("s", real=True)
    proof.equal(
        sp.Rational(1, 2) + sp.I**2 * s / 2,
        (1 - s) / 2,
        "1/2 + (i/sqrt 2)^2 s is 0 for equal signs, s = 1, and 1 for s = -1",
    )
    proof.cite(
        "the direction of tau in the plane of x and y is uniform; its sign differs on two arcs of length theta"
    )
    proof.equal(2 * theta / (2 * sp.pi), SHARE, "so each of the n independent indicators has mean theta/pi")


def _second(proof: Proof) -> None:
    _sign_law(proof)
    p = sp.Symbol("p", nonnegative=True)
    moment = (n * p + n * (n - 1) * p**2) / n**2
    proof.equal(moment, second_moment(p), "n squares I^2 = I and n(n-1) products of independent indicators")
    for count in (1, 2, 3):
        total = sum(
            sp.binomial(count, j) * p**j * (1 - p) ** (count - j) * sp.Rational(j, count) ** 2
            for j in range(count + 1)
        )
        proof.equal(total, second_moment(p).subs(n, count), f"the binomial law at n = {count}")


LEMMA3_2_SECOND = Statement(
    id="hrf/lemma3.2/second",
    kind="identity",
    where="Lemma 3.2, eq. (24), left",
    title="Second moment of the angular lambda-estimator",
    text="The angular estimate of lambda is an average of n sign indicators; its second moment follows.",
    latex=r"\mathbb E[\hat\lambda_n^2]=\tfrac\theta\pi\left(\tfrac\theta\pi-\tfrac\theta{n\pi}+\tfrac1n\right)",
    domain_text="theta in [0,pi], n >= 1",
    domain=_SIGN_LAW,
    sides={"": formula(second_moment(SHARE), _SIGN_LAW, "n theta")},
    claim=All(
        (
            Equal(Expectation(ANGULAR_LAMBDA**2), ""),
            On(
                _FEW_SIGNS,
                Equal("", formula(sp.Sum(_BINOMIAL * (_k / n) ** 2, (_k, 0, n)), _FEW_SIGNS, "n theta")),
                "by the binomial law, searched at n <= 20",
            ),
        )
    ),
    checks=(
        Representations(
            "", formula(sp.Sum(_BINOMIAL * (_k / n) ** 2, (_k, 0, n)), _SIGN_LAW, "n theta"), _FEW
        ),
        Derivation(_second, WHOLE),
        drawn.lambda_moment("lambda-square", formula(second_moment(SHARE), _SIGN_LAW, "n theta"), _DRAWN),
    ),
    uses=("hrf/eq19/estimator",),
    mechanism=("sgn",),
)

LEMMA3_2_MEAN = Statement(
    id="hrf/lemma3.2/mean",
    kind="identity",
    where="Lemma 3.2, eq. (24), right",
    title="Mean of the angular lambda-estimator",
    text="The angular estimate of lambda has mean theta/pi.",
    latex=r"\mathbb E[\hat\lambda_n]=\tfrac\theta\pi",
    domain_text="theta in [0,pi]",
    domain=_SIGN_LAW,
    sides={"": formula(SHARE, _SIGN_LAW, "theta")},
    claim=All(
        (
            Equal(Expectation(ANGULAR_LAMBDA), ""),
            On(
                _FEW_SIGNS,
                Equal("", formula(sp.Sum(_BINOMIAL * _k / n, (_k, 0, n)), _FEW_SIGNS, "n theta")),
                "by the binomial law, searched at n <= 20",
            ),
        )
    ),
    checks=(
        Representations("", formula(sp.Sum(_BINOMIAL * _k / n, (_k, 0, n)), _SIGN_LAW, "n theta"), _FEW),
        Derivation(_sign_law, WHOLE),
        drawn.lambda_moment("lambda", formula(SHARE, _SIGN_LAW, "theta"), _DRAWN),
    ),
    uses=("hrf/eq19/estimator",),
    mechanism=("sgn",),
)


def _ends(proof: Proof) -> None:
    t, radius = sp.symbols("theta r", positive=True)
    error = sphere_error(sp.Symbol("p"), sp.Symbol("q")).subs({theta: t, r: radius})
    proof.equal(
        error.subs({t: 0, sp.Symbol("p"): 0, sp.Symbol("q"): 1}),
        sp.S.Zero,
        "theta = 0: E lam^2 = 0 and the trigonometric error is 0",
    )
    proof.equal(
        error.subs({t: sp.pi, sp.Symbol("p"): 1, sp.Symbol("q"): 0}),
        sp.S.Zero,
        "theta = pi: E(1-lam)^2 = 0 and the positive error is 0",
    )
    proof.equal(
        1, sp.cos(radius**2 - radius**2), "the term that shared projections add vanishes for equal norms"
    )


SEC3_ZERO_ENDS = Statement(
    id="hrf/sec3/zero-ends",
    kind="identity",
    where="Section 3, after Lemma 3.2",
    title="No variance at either end",
    text="For inputs of equal norm the angular hybrid is exact where they coincide and where they are opposite.",
    latex=r"\mathrm{Var}|_{\theta=0}=\mathrm{Var}|_{\theta=\pi}=0",
    domain_text="|x| = |y|",
    domain=ENDS,
    claim=EXACT_AT_BOTH_ENDS,
    checks=(Derivation(_ends, WHOLE),),
    uses=("hrf/thmD.1/independent",),
    mechanism=("angular-hybrid",),
)


STATEMENTS = (
    LEMMA3_2_SECOND,
    LEMMA3_2_MEAN,
    SEC3_ZERO_ENDS,
)
