"""Appendix F.3 of performer, (25) to (28): integrals of powers of sine and cosine by parts.

Main results, F(k,d) = int_0^pi cos^k sin^d
* (25): F(k,d) = (k-1)/(d+1) F(k-2,d+2); (26): applied k times to F(2k,d).
* (27): int sin^d = (d-1)/d int sin^{d-2}.

False as printed, by the misprint of Lemma 3: (28) calls the moment of order 2k A(2k,d); it is A(k,d).

Proofs. Integration by parts, induction, and the factors of (26) and (27) cancelling. Second forms: Beta functions.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    Agreement,
    Derivation,
    Domain,
    Equal,
    Erratum,
    Proof,
    Representations,
    Restated,
    Search,
    Statement,
    formula,
    integer,
)
from rftheory.papers._shared.invariants import d
from rftheory.papers._shared.regularised_softmax import Points, k
from rftheory.papers.performer._lemmas.gaussian_rows import MOMENT
from rftheory.papers.performer._lemmas.sphere_moments import (
    A_DOUBLED,
    DOUBLE_FACTORIAL,
    GENTLE,
    MIXED,
    MOMENTS,
    QUOTIENT,
    A,
    beta,
    density_steps,
    even_moment,
    phi,
    powers,
)


def _by_parts(proof: Proof) -> None:
    a = sp.Symbol("a", nonnegative=True, integer=True) + 2
    b = sp.Symbol("b", nonnegative=True, integer=True)
    sine, cosine = sp.sin(phi), sp.cos(phi)
    slope = sp.diff(cosine ** (a - 1) * sine ** (b + 1), phi)
    parts = (b + 1) * cosine**a * sine**b - (a - 1) * cosine ** (a - 2) * sine ** (b + 2)
    proof.equal(
        slope / cosine ** (a - 2) / sine**b,
        parts / cosine ** (a - 2) / sine**b,
        "the slope of cos^(k-1) sin^(d+1)",
    )
    printed = sine * ((a - 1) * cosine ** (a - 2) * (-sine) * sine**b + b * cosine**a * sine ** (b - 1))
    proof.equal(
        (slope - cosine**a * sine**b) / cosine ** (a - 2) / sine**b,
        printed / cosine ** (a - 2) / sine**b,
        "the printed integrand after integration by parts",
    )
    proof.equal(
        sp.sin(sp.pi) ** (b + 1), sp.S.Zero, "the boundary terms vanish, as sin 0 = sin pi = 0 and d + 1 >= 1"
    )
    whole, lower = sp.symbols("F G", positive=True)
    proof.equal(
        sp.solve((b + 1) * whole - (a - 1) * lower, whole)[0],
        (a - 1) / (b + 1) * lower,
        "0 = (d+1) F(k,d) - (k-1) F(k-2,d+2)",
    )


_POWERS = Domain(
    (integer("k", 2, meaning="power of the cosine"), integer("d", 0, meaning="power of the sine")),
    extra=({"k": 2, "d": 1}, {"k": 4, "d": 3}, {"k": 3, "d": 2}, {"k": 2, "d": 0}, {"k": 10, "d": 10**6}),
)

_POWER_POINTS: Points = (
    {"k": 2, "d": 1},
    {"k": 4, "d": 3},
    {"k": 2, "d": 0},
    {"k": 6, "d": 8},
    {"k": 12, "d": 21},
)

_PARITY = (1 + (-1) ** k) / 2  # odd powers of the cosine integrate to 0

EQ25 = Statement(
    id="performer/eq25",
    kind="identity",
    where="eq. (25) and the line after",
    title="Integration by parts of cos^k sin^d",
    text="Integration by parts lowers the power of the cosine by two and raises that of the sine by two.",
    latex=r"F(k,d)=\int_0^\pi\cos^k\theta\sin^d\theta\,d\theta=\frac{k-1}{d+1}F(k-2,d+2)",
    domain_text="k >= 2",
    domain=_POWERS,
    sides={
        "lhs": formula(powers(k, d), _POWERS, "k d", closed=_PARITY * beta(k, d)),
        "rhs": formula(
            (k - 1) / (d + 1) * powers(k - 2, d + 2),
            _POWERS,
            "k d",
            closed=_PARITY * (k - 1) / (d + 1) * beta(k - 2, d + 2),
        ),
    },
    claim=Equal(),
    checks=(
        Agreement(points=_POWER_POINTS),
        Search(),
        Representations("lhs", None, _POWER_POINTS),
        Representations("rhs", None, _POWER_POINTS),
        Derivation(_by_parts, WHOLE),
    ),
    setting="integration by parts",
)


def _iterated(proof: Proof) -> None:
    _by_parts(proof)
    n, b = sp.symbols("n b", nonnegative=True, integer=True)
    proof.equal(
        MOMENT.subs(k, n + 1) / MOMENT.subs(k, n),
        2 * n + 1,
        "(2n+1)!! = (2n+1) (2n-1)!!: one step of (25) from F(2n+2, d) to F(2n, d+2)",
    )
    denominators = sp.gamma((b + 1) / 2 + n + 1) / sp.gamma((b + 1) / 2) * 2 ** (n + 1)
    following = (b + 1) * sp.gamma((b + 3) / 2 + n) / sp.gamma((b + 3) / 2) * 2**n
    proof.equal(denominators, following, "(d+1)(d+3)..(d+2n+1) = (d+1) times that of d+2, n")
    proof.equal(
        2 * n + (b + 2), b + 2 * (n + 1), "and the sine keeps the power d + 2k: induction from F(0, d)"
    )


_j = sp.Symbol("j", nonnegative=True, integer=True)
_EVEN_POWERS = Domain(
    (integer("k", 0), integer("d", 0, meaning="power of the sine")),
    extra=({"k": 0, "d": 1}, {"k": 1, "d": 0}, {"k": 3, "d": 5}, {"k": 2, "d": 10**6}, {"k": 1000, "d": 64}),
)

_EVEN_POINTS: Points = (
    {"k": 0, "d": 1},
    {"k": 1, "d": 0},
    {"k": 2, "d": 3},
    {"k": 3, "d": 8},
    {"k": 6, "d": 21},
)

EQ26 = Statement(
    id="performer/eq26",
    kind="identity",
    where="eq. (26)",
    title="All powers of the cosine removed",
    text="Applied k times, (25) leaves the integral of sin^(d+2k) and a quotient of odd factors.",
    latex=r"F(2k,d)=\frac{(2k-1)!!}{(d+1)(d+3)\cdots(d+2k-1)}\int_0^\pi\sin^{d+2k}\theta\,d\theta",
    domain_text="k natural",
    domain=_EVEN_POWERS,
    sides={
        "lhs": formula(powers(2 * k, d), _EVEN_POWERS, "k d", closed=beta(2 * k, d)),
        "rhs": formula(
            DOUBLE_FACTORIAL / sp.Product(d + 1 + 2 * _j, (_j, 0, k - 1)) * powers(0, d + 2 * k),
            _EVEN_POWERS,
            "k d",
            closed=(
                MOMENT / 2**k * sp.gamma((d + 1) / 2) / sp.gamma((d + 1) / 2 + k) * beta(sp.S.Zero, d + 2 * k)
            ),
        ),
    },
    claim=Equal(),
    checks=(
        Agreement(points=_EVEN_POINTS),
        Search(),
        Representations("lhs", None, _EVEN_POINTS),
        Representations("rhs", None, _EVEN_POINTS),
        Derivation(_iterated, WHOLE),
    ),
    uses=("performer/eq25",),
    setting="recursion (25)",
)


def _sine(proof: Proof) -> None:
    b = sp.Symbol("b", nonnegative=True, integer=True) + 2
    sine, cosine = sp.sin(phi), sp.cos(phi)
    slope = sp.diff(-(sine ** (b - 1)) * cosine / b, phi)
    rest = sine**b - (b - 1) / b * sine ** (b - 2)
    proof.equal(slope / sine ** (b - 2), rest / sine ** (b - 2), "slope of -(1/d) sin^(d-1) cos")
    proof.equal(sp.sin(sp.pi) ** (b - 1), sp.S.Zero, "the boundary terms vanish for d >= 2")


_SINES = Domain(
    (integer("d", 2, meaning="power of the sine"),), extra=({"d": 2}, {"d": 3}, {"d": 64}, {"d": 10**6})
)
_SINE_POINTS: Points = ({"d": 2}, {"d": 3}, {"d": 4}, {"d": 17}, {"d": 64})

EQ27 = Statement(
    id="performer/eq27",
    kind="identity",
    where="eq. (27)",
    title="Integration by parts of sin^d",
    text="The integral of sin^d over [0, pi] is (d-1)/d times that of sin^(d-2).",
    latex=r"\int_0^\pi\sin^d\theta\,d\theta=\frac{d-1}d\int_0^\pi\sin^{d-2}\theta\,d\theta",
    domain_text="d >= 2",
    domain=_SINES,
    sides={
        "lhs": formula(powers(0, d), _SINES, "d", closed=beta(sp.S.Zero, d)),
        "rhs": formula(
            (d - 1) / d * powers(0, d - 2), _SINES, "d", closed=(d - 1) / d * beta(sp.S.Zero, d - 2)
        ),
    },
    claim=Equal(),
    checks=(
        Agreement(points=_SINE_POINTS),
        Search(),
        Representations("lhs", None, _SINE_POINTS),
        Representations("rhs", None, _SINE_POINTS),
        Derivation(_sine, WHOLE),
    ),
    setting="integration by parts",
)


def _collected(proof: Proof) -> None:
    _iterated(proof)
    _sine(proof)
    density_steps(proof)
    ladder = sp.gammasimp(beta(sp.S.Zero, d + 2 * k) / beta(sp.S.Zero, d + 2 * k - 2))
    proof.equal(
        ladder, (d + 2 * k - 1) / (d + 2 * k), "each step of (27) from sin^(d+2k-2) gives (d+2k-1)/(d+2k)"
    )
    proof.equal(
        (2 * k + 1) / (d + 2 * k - 1) * ladder,
        (2 * k + 1) / (d + 2 * k),
        "the factors d-1, d+1, .. of (26) cancel against it: (2k-1)!!/(d (d+2) .. (d+2k-2))",
    )


_PLANAR = Domain(
    (MOMENTS.parameters[0], integer("d", 2)), extra=tuple(p for p in MOMENTS.extra if p["d"] != 1)
)

EQ28 = Statement(
    id="performer/eq28",
    kind="identity",
    where="eq. (28)",
    title="Sphere moments from the two recursions",
    text="Put together, (26) and (27) give A(2k,d) as the quotient of Lemma 3.",
    latex=(
        r"A(2k,d)=\frac1{\frac{d-3}{d-2}\cdot\frac{d-5}{d-4}\cdots}\cdot\frac{(2k-1)!!}{(d-1)(d+1)\cdots(d+2k-3)}"
        r"\cdot\frac{d+2k-3}{d+2k-2}\cdot\frac{d+2k-5}{d+2k-4}\cdots"
    ),
    domain_text="as Lemma 3",
    domain=MOMENTS,
    claim=Equal(A_DOUBLED, QUOTIENT),
    uses=("performer/eq26", "performer/eq27"),
    setting="(26), (27)",
    note=f"{MIXED} The products run down to the last positive factor.",
    erratum=Erratum(
        kind="misprint",
        at="(28), p. 30",
        formula=r"A(2k,d)",
        false="As in Lemma 3, the moment of order 2k is A(k,d), and the quotient is A(k,d).",
        weight=1,
        follows_from="performer/lemma3",
        points=({"k": "1", "d": "2"},),
    ),
).corrected(
    text="Put together, (26) and (27) give A(k,d), the moment of order 2k, as the quotient of Lemma 3.",
    latex=r"A(k,d)=\frac{(2k-1)!!}{(d+2k-2)(d+2k-4)\cdots d}",
    domain_text="k >= 0, d >= 2",
    domain=_PLANAR,
    claim=Equal(even_moment(k), QUOTIENT),
    checks=(
        Restated(
            "A(k,d) by the angle and as the quotient",
            {"lhs": A, "rhs": QUOTIENT},
            MOMENTS,
            Equal(),
            Agreement(points=GENTLE),
        ),
        Derivation(_collected, WHOLE),
    ),
)


STATEMENTS = (
    EQ25,
    EQ26,
    EQ27,
    EQ28,
)
