"""Appendices F.5 and F.6 of performer: the number of projections for uniform convergence, and its limits."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Derivation, Domain, Proof, Statement, formula, real
from rftheory.papers._shared.invariants import d
from rftheory.papers.performer._lemmas.uniform import (
    BLOCKS,
    GENERAL,
    GENERAL_CLOSED,
    KERNEL_BALL,
    SOFTMAX,
    SOFTMAX_CLOSED,
    SPECTRAL,
    enough_projections,
    linear_time,
    not_scale_free,
    sigma,
    theorem_4_logarithm,
    whole_blocks,
)
from rftheory.papers.performer.section3_uniform import STUDY

_BLOCK_RATE = (
    r"m\ge\frac{8d}{\delta^2}\Big(d\log\Big(1+\frac{8\sigma R(1+2/p)}{\delta d^{1/4}}\Big)+\log\frac4p\Big),"
    r"\ \sigma^2=\mathbb E[\omega^\top\omega]"
)


def _entries(proof: Proof) -> None:
    left, middle, right, top, bound, other = sp.symbols("g e h G delta H", nonnegative=True)
    proof.cite(
        "entry (i, j) of D_Q (B^ - B) D_K is g(q_i) (B^ - B)_ij h(k_j); sizes below are absolute values"
    )
    slack = sp.symbols("a b c", nonnegative=True)  # G = g + a, delta = e + b, H = h + c
    rise = (top * bound * other).subs(
        {top: left + slack[0], bound: middle + slack[1], other: right + slack[2]}
    )
    proof.nonnegative(
        sp.expand(rise - left * middle * right), "g e h <= G delta H wherever g <= G, e <= delta and h <= H"
    )


def _scaled_entries(proof: Proof) -> None:
    _entries(proof)
    norm, radius = sp.symbols("n R", positive=True)
    proof.equal(
        (norm / d ** sp.Rational(1, 4)).subs(norm, radius), radius * d ** sp.Rational(-1, 4),
        "q/d^(1/4) lies in B(l), l = R d^(-1/4), where g* and h* are the largest values",
    )  # fmt: skip


_UNSCALED = {
    "d": "1",
    "c": "1/32",
    "R": "64",
    "delta": "1/2",
    "m": "1",
    "printed bound of m": "4 log(1/2) < 0",
    "P[error > 1/2]": "> 1/5",
}


def _optimal(proof: Proof) -> None:
    enough_projections(proof)
    linear_time(proof)


SECF_5_MOPT = Statement(
    id="performer/secF.5/mopt",
    kind="optimality",
    where="Section F.5, opening",
    title="Of the order of d log d projections, whatever the length",
    text=(
        "The best number of projections of the orthogonal trigonometric mechanism depends on d and not on L: with "
        "of the order of d log d of them A is approximated as closely as one likes in time O(L d^2 log d)."
    ),
    latex=r"m_{\rm opt}=\Theta(d\log d)",
    domain_text="none printed; read for fixed R and precision",
    checks=(
        Derivation(
            _optimal,
            "that d log d projections and this time suffice at fixed R and precision, whatever L; not that fewer fail",
            whole=False,
        ),
        STUDY,
    ),
    uses=("performer/thm7",),
    mechanism=("orthogonal", "trigonometric"),
    note=(
        "The paper argues that so many suffice; a lower bound is not stated. At fixed R the ball B(2 R d^(-1/4)) "
        "shrinks as d grows, so that the order needed is not settled by this argument."
    ),
)

_GENERAL = formula(GENERAL, SPECTRAL, "d R sigma delta", closed=GENERAL_CLOSED)

_FAILURE = real("p", above=0, below=1, meaning="probability of failure")

_ROOT = real("sigma", above=0, meaning="root of E w.w")

_BLOCKS_DOMAIN = Domain((*SPECTRAL.widened(_ROOT).parameters, _FAILURE))

_BLOCKS = formula(BLOCKS, _BLOCKS_DOMAIN, "d R sigma delta p")

THM7 = Statement(
    id="performer/thm7",
    kind="tail bound",
    where="Theorem 7",
    title="Uniform convergence for radial kernels",
    text=(
        "For attention g(q) K h(k) with a radial kernel of spectral law Omega, of the order of "
        "(d/delta^2) log(4 sigma R/(delta d^(1/4))) orthogonal trigonometric projections, sigma = E w.w, keep all "
        "entries within eps = delta g* h* with any constant probability."
    ),
    latex=(
        r"m=\Omega\Big(\frac d{\delta^2}\log\Big(\frac{4\sigma R}{\delta d^{1/4}}\Big)\Big)"
        r"\Rightarrow\|\hat A-A\|_\infty\le\epsilon"
    ),
    domain_text="any eps > 0; any constant probability",
    domain=SPECTRAL,
    companions={"performer/thm7/m": {"": _GENERAL}},
    checks=(
        Derivation(
            not_scale_free,
            "Omega = N(0, c^2), d = 1, g = h = 1, any constant in m",
            refutes=True,
            example=_UNSCALED,
        ),
    ),
    uses=("performer/eq76", "performer/eq77"),
    mechanism=("orthogonal", "trigonometric"),
    setting="orthogonal x trigonometric, radial kernels; m projections, 2m features",
    note=(
        "sigma as printed is a square: R sigma changes with the unit of length while the error does not. The bound "
        "of Rahimi and Recht on which the proof leans has sigma^2 = E w.w; where E w.w >= 1, as for N(0, I_d), the "
        "printed logarithm is the larger one. The diagonals, too, need the scaled arguments: see performer/eq77."
    ),
).corrected(
    title="Uniform convergence for radial kernels, with the root of the second moment",
    text=(
        "With sigma^2 = E w.w, g and h at the scaled queries and keys, and whole independent blocks of d "
        "orthogonal rows, this many projections keep all entries within eps with probability 1 - p."
    ),
    latex=_BLOCK_RATE,
    domain_text="every d, R, delta and radial spectral law with a second moment; 0 < p < 1",
    domain=_BLOCKS_DOMAIN,
    sides={"": _BLOCKS},
    checks=(
        Derivation(whole_blocks, "all spectral laws with a second moment"),
        Derivation(_scaled_entries, "from the kernel matrix to A", whole=False),
    ),
    mechanism=("orthogonal", "trigonometric"),
    setting="",
    note="Proved with d^2 in place of d; the rate d/delta^2 for N(0, I_d) and bounded R d^(-1/4) is in performer/thm4.",
    uses=(),
)

_SOFTMAX = formula(SOFTMAX, KERNEL_BALL, "d R delta", closed=SOFTMAX_CLOSED)


def _softmax(proof: Proof) -> None:
    second = 2 * sp.gamma(d / 2 + 1) / sp.gamma(d / 2)
    proof.equal(second, d, "E w.w for N(0, I_d): the second moment of a chi_d variable")
    proof.equal(GENERAL.subs(sigma, d), SOFTMAX, "Theorem 7 at sigma = d")
    proof.equal(sp.expand_log(SOFTMAX_CLOSED - SOFTMAX, force=True), sp.S.Zero, "the form evaluated")
    theorem_4_logarithm(proof)


THM7_MOPT = Statement(
    id="performer/thm7/mopt",
    kind="scaling",
    where="Theorem 7, last sentence",
    title="Number of projections for softmax attention",
    text="For the Gaussian kernel sigma = d, and of the order of (d/delta^2) log(4 d^(3/4) R/delta) projections do.",
    latex=r"m_{\rm opt}=\Omega\Big(\frac d{\delta^2}\log\Big(\frac{4d^{3/4}R}\delta\Big)\Big)",
    domain_text="Omega = N(0, I_d)",
    domain=KERNEL_BALL,
    sides={"": _SOFTMAX},
    checks=(
        Derivation(
            _softmax,
            "d >= 3, 4 d^(3/4) R >= 2 delta, R d^(-1/4) below any fixed bound, on which the constant depends",
            whole=False,
        ),
    ),
    uses=("performer/thm7",),
    mechanism=("orthogonal", "trigonometric"),
    note="E w.w = d is at least its root: here the printed logarithm is larger than needed, never too small.",
)

EQ76 = Statement(
    id="performer/eq76",
    kind="tail bound",
    where="eq. (76)",
    title="Uniform error of the kernel matrix",
    text=(
        "All entries of the kernel matrix are within delta with any constant probability for of the order of "
        "(d/delta^2) log(sigma diam/delta) projections, sigma = E w.w and diam = 4R/d^(1/4)."
    ),
    latex=r"\|\hat B-B\|_\infty\le\delta",
    domain_text="|Q_i|, |K_j| <= R",
    checks=(
        Derivation(
            not_scale_free, "Omega = N(0, c^2), d = 1, any constant in m", refutes=True, example=_UNSCALED
        ),
    ),
    mechanism=("orthogonal", "trigonometric"),
    note="As Theorem 7: the second moment stands for its root.",
).corrected(
    title="Uniform error of the kernel matrix, with the root of the second moment",
    text="With sigma^2 = E w.w and whole blocks of d rows, this many projections do with probability 1 - p.",
    latex=_BLOCK_RATE,
    domain_text="every d, R, delta and radial spectral law with a second moment; 0 < p < 1",
    checks=(Derivation(whole_blocks, "all spectral laws with a second moment"),),
)


def _unscaled_diagonals(proof: Proof) -> None:
    """g = h = exp(|x|^2/2) at d = 16 and R = 2: g(q) for |q| = R is beyond g*, the maximum over B(R d^(-1/4))."""
    dimension, radius = sp.Integer(16), sp.Integer(2)
    length = radius * dimension ** sp.Rational(-1, 4)
    proof.equal(length, sp.S.One, "l = R d^(-1/4) = 1 at d = 16, R = 2")
    largest, entry = sp.exp(length**2 / 2), sp.exp(radius**2 / 2)
    proof.true(
        bool(entry > largest), "the printed diagonal entry g(q) = exp(2), |q| = 2, exceeds g* = exp(1/2)"
    )
    found, allowed = entry**2, largest**2
    proof.true(
        bool(found > allowed),
        "with delta the size of a nonzero entry of B^ - B at such q and k, |A^ - A| is exp(4) delta > g* h* delta = e delta",
    )


EQ77 = Statement(
    id="performer/eq77",
    kind="inequality",
    where="eq. (77)",
    title="From the kernel matrix to the attention matrix",
    text="Entrywise, the error of A is at most that of B times the largest g and h: delta g* h* = eps.",
    latex=r"\|\hat A-A\|_\infty\le\|D_Q\|_\infty\|\hat B-B\|_\infty\|D_K\|_\infty\le\delta g^*h^*",
    domain_text="D_Q, D_K diagonal with entries g(q_i), h(k_i); g*, h* maxima over the ball of radius R d^(-1/4)",
    checks=(
        Derivation(_entries, "the first two relations", whole=False),
        Derivation(
            _unscaled_diagonals,
            "the last relation, d = 16",
            refutes=True,
            example={
                "d": "16",
                "R": "2",
                "g": "exp(|x|^2/2)",
                "g(q), |q| = R": "exp(2)",
                "g*": "exp(1/2)",
            },
        ),
    ),
    uses=("performer/eq76",),
    setting="norms",
    slip=True,
    note=(
        "g and h are printed at the queries and keys themselves, their maxima over the ball of the scaled ones. "
        "For softmax attention exp(|x|^2/2) belongs at q/d^(1/4), so that the scaled arguments are meant."
    ),
).corrected(
    title="From the kernel matrix to the attention matrix, arguments scaled",
    text="With diagonal entries g(q_i/d^(1/4)) and h(k_i/d^(1/4)) the error of A is at most delta g* h*.",
    latex=r"\|\hat A-A\|_\infty\le\delta g^*h^*,\quad D_Q=\mathrm{diag}(g(q_i/d^{1/4})),\ D_K=\mathrm{diag}(h(k_i/d^{1/4}))",
    domain_text="rows of Q and K in B(R), g* and h* maxima over B(R d^(-1/4))",
    checks=(Derivation(_scaled_entries, "entrywise maxima, all g, h, d and R"),),
    uses=(),
)


def _growing_norms(proof: Proof) -> None:
    enough_projections(proof)
    count, gap = sp.symbols("m s", positive=True)
    z = sp.Symbol("z", positive=True)
    proof.cite(
        "q = -k of length R: z = 2 R/d^(1/4); w_1 + w_2 and w_1 - w_2 have densities, so E cos(w_1.z) cos(w_2.z) tends "
        "to 0 with 1/|z| (Riemann-Lebesgue), while E cos(w_1.z)^2 tends to 1/2"
    )
    proof.equal(
        sp.limit((1 + sp.exp(-2 * z**2)) / 2, z, sp.oo),
        sp.Rational(1, 2),
        "E cos(w.z)^2 = (1 + exp(-2|z|^2))/2",
    )
    chance = (1 / (2 * count) - gap**2) / 4
    proof.positive(
        chance.subs(gap, 1 / (2 * sp.sqrt(count))),
        "E err^2 <= s^2 + 4 P[|err| > s]: the kernel's error stays beyond 1/(2 sqrt(m)) with positive probability",
    )
    proof.true(
        sp.limit(sp.exp(z**2 / 4) / (2 * sp.sqrt(sp.Integer(9))), z, sp.oo) == sp.oo,
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
    checks=(
        Derivation(_hard_attention, "sufficiency of d log d, growth of R, and hard attention at fixed m"),
    ),
    uses=("performer/thm4",),
    mechanism=("orthogonal", "trigonometric"),
    note="Hard attention: every token attends to one of its own, so that the matrix is a permutation's.",
)

STATEMENTS = (
    SECF_5_MOPT,
    THM7,
    THM7_MOPT,
    EQ76,
    EQ77,
    SECF_6_M_OF,
)
