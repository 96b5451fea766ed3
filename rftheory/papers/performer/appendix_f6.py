"""Appendix F.6 of performer: what the number of projections depends on.

Main result: on precision, d and R, with d log d enough at fixed R and precision, and not on the number of tokens. At
fixed m queries and keys cannot grow, and hard attention on sequences of any length is out of reach: its error stays at
least 1/(1 + sqrt(2m)).

Proofs. The second moment of the kernel's error stays positive as R grows, and exp(R^2/sqrt d) times it does not stay
bounded; a matrix near a permutation has |trace|^2 <= rank times its squared Frobenius norm.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import All, Below, Derivation, Domain, Limit, Order, Proof, Quantity, Statement, part
from rftheory.papers._shared.invariants import COUNT, d, m
from rftheory.papers.performer._lemmas.attention_terms import FAILURE
from rftheory.papers.performer._lemmas.uniform import BALL, R, enough_projections, eps, p


def _growing_norms(proof: Proof) -> None:
    enough_projections(proof)
    count, gap = sp.symbols("m s", positive=True)
    z = sp.Symbol("z", positive=True)
    proof.cite(
        "q = -k of length R: z = 2 R/d^(1/4); w_1 + w_2 and w_1 - w_2 have densities, so E cos(w_1.z) cos(w_2.z) tends "
        "to 0 with 1/|z| (Riemann-Lebesgue), while E cos(w_1.z)^2 tends to 1/2"
    )
    proof.limit(
        (1 + sp.exp(-2 * z**2)) / 2, z, sp.oo, sp.Rational(1, 2), "E cos(w.z)^2 = (1 + exp(-2|z|^2))/2"
    )
    chance = (1 / (2 * count) - gap**2) / 4
    proof.positive(
        chance.subs(gap, 1 / (2 * sp.sqrt(count))),
        "E err^2 <= s^2 + 4 P[|err| > s]: the kernel's error stays beyond 1/(2 sqrt(m)) with positive probability",
    )
    proof.limit(
        sp.exp(z**2 / 4) / (2 * sp.sqrt(sp.Integer(9))),
        z,
        sp.oo,
        sp.oo,
        "and that of A is exp(l^2) times it, l = |z|/2: at fixed m it grows beyond all bounds with R",
    )


def _hard_attention(proof: Proof) -> None:
    _growing_norms(proof)
    tokens, rank, error = sp.symbols("L n e", positive=True)
    proof.cite(
        "D^-1 Q' K'^T has rank n <= 2 m; |trace|^2 <= rank times squared Frobenius norm, for every matrix"
    )
    trace = tokens * (1 - error)
    squares = tokens * (1 + error) ** 2 + tokens**2 * error**2
    least = sp.limit(trace**2 / squares, tokens, sp.oo)
    proof.equal(
        least, (1 - error) ** 2 / error**2,
        "entries within e < 1 of the identity (each token attends to itself alone): rank >= this as L grows",
    )  # fmt: skip
    proof.equal(
        least.subs(error, 1 / (1 + sp.sqrt(rank))),
        rank,
        "so the error of hard attention on long sequences stays at least 1/(1 + sqrt(2m)) at fixed m",
    )


_LEAST = Quantity(
    "least number of projections that keeps A within eps with probability 1 - p, for any number of tokens",
    d, R, eps, p,
)  # fmt: skip
_HARD = Quantity("limit of the least error of hard attention with m projections as sequences grow", m)

SECF_6_M_OF = Statement(
    id="performer/secF.6/m-of",
    kind="scaling",
    where="Section F.6",
    title="What the number of projections depends on",
    text=(
        "It is a function of precision, d and R, of the order of d log d in d; at fixed m queries and keys cannot "
        "grow, and hard attention on sequences of unlimited length is out of reach."
    ),
    latex=r"m=\Psi(\epsilon,d,R)",
    domain_text="none printed; the order in d is read as enough at fixed R and precision",
    domain=Domain((*BALL.parameters, FAILURE, COUNT)),
    claim=All(
        (
            Below(sp.S.Zero, 1 / _LEAST),
            Order(1 / (d * sp.log(d)), "d", _LEAST, sp.S.Zero),
            Limit(_LEAST, "R", sp.oo, sp.oo),
            Below(sp.S.Zero, _HARD),
        )
    ),
    checks=(
        Derivation(
            _hard_attention, part("sufficiency of d log d, growth of R, and hard attention at fixed m")
        ),
    ),
    mechanism=("orthogonal", "trigonometric"),
    note="Hard attention: every token attends to one of its own, so that the matrix is a permutation's.",
)


STATEMENTS = (SECF_6_M_OF,)
