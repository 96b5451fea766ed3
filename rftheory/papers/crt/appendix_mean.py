"""Appendix 9.2 of crt: the proof of Theorem 3.1, Gaussian integrals with complex parameters.

Main results:
* (17): the integral of exp(-(alpha/2)[w - beta]^2) over R^d is (2 pi)^(d/2) (sqrt alpha)^(-d) for Re alpha > 0 and every
  beta in C^d. Proved on the real line and continued by the identity theorem.
* (16): E f1 f2 = D^2 (sqrt(1-4A))^(-d) exp(s B^2 x.y/(1-4A) + (B^2/(2(1-4A)) + C)(|x|^2 + |y|^2)) for any B, C, D, by
  completing the square. The text layer of its first line closes exp too early.
* (18): three equations turn (16) into K, and (5) solves them.
* `sec9.2/roots`: any other roots in (5): a hypothesis is missing, since the fourth root times i changes D^2 by (-1)^d,
  hence the mean to -K for odd d. Both roots B are legal, and the fourth roots i^j with j d even.

All are compared with quadrature at complex parameters.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.gaussian_exponential import GaussianExponential
from rftheory.kit import (
    WHOLE,
    All,
    Claim,
    Derivation,
    Distribution,
    Domain,
    Draw,
    Equal,
    Erratum,
    Expectation,
    On,
    Proof,
    Representations,
    Rule,
    Statement,
    complex_number,
    formula,
    integer,
    same_length,
    vector,
)
from rftheory.papers._shared import gerf
from rftheory.papers._shared.discrete_features import j, product
from rftheory.papers._shared.gerf import NAMES, W4, B, C, D, general
from rftheory.papers._shared.invariants import (
    CAUCHY_SCHWARZ,
    DELTA2,
    DIMENSION,
    ON_A_LINE,
    SQUARES,
    d,
    fit,
    xy,
)
from rftheory.papers.crt._lemmas.other_roots import EVEN, ROOTS, same_moments
from rftheory.papers.crt._notation import KERNEL, N2, S2, s

_ANY = general(finite=False)
_PLAIN = {"x2": 1, "y2": "1/2", "xy": "1/3"}

# eq. (16), last line, for any B, C, D
_LAST = (
    D**2
    * sp.sqrt(W4) ** (-d)
    * sp.exp(s * B**2 / W4 * xy + (B**2 / (2 * W4) + C) * N2)
)  # fmt: skip


_REACH = ("1e-2", 100)
_MILD = ("1e-2", 4)
_B, _C, _D = sp.symbols("B C D")
_FREE = Domain(
    (
        integer("d", 1, reach=32, meaning="input dimension"),
        complex_number("A", reach=_REACH),
        gerf.SIGN,
        *(complex_number(name, reach=_MILD) for name in "BCD"),
        *SQUARES,
    ),
    (CAUCHY_SCHWARZ, ON_A_LINE, gerf.SIGNED, gerf.UNBIASED),
    fit,
    tuple(
        {**point, "B": slope, "C": constant, "D": scale}
        for point, slope, constant, scale in zip(
            gerf.MODEST[:6],
            ("1", "1j", "1/2-1/3j", "-2", "1/3+1j", "0"),
            ("-1", "0", "1/2j", "-1/2", "1/4-1/4j", "-1"),
            ("1", "1j", "2", "-1/2", "1+1j", "3"),
            strict=True,
        )
    ),
)
_ANY_NAMES = "d A s B C D x2 y2 xy"
_ANY_LAST = _D**2 * sp.sqrt(W4) ** (-d) * sp.exp(s * _B**2 / W4 * xy + (_B**2 / (2 * W4) + _C) * N2)
_ANY_MEAN = _D**2 * sp.exp(_C * N2) * gerf.by_coordinates(2 * gerf.A, _B * sp.sqrt(S2))
_RE, _IM = (
    Draw(name, Distribution(f"{name} of one product of features", gerf.A, s))
    for name in ("Re f1 f2", "Im f1 f2")
)


def _on(domain: Domain, names: str, one: sp.Expr, other: sp.Expr) -> Equal:
    """Two complex expressions, equal on a domain."""
    return Equal(*(formula(side, domain, names, complex_valued=True) for side in (one, other)))


def _equalities(proof: Proof) -> None:
    value, slope, constant, w, z = sp.symbols("A B C w z")
    gap = 1 - 4 * value
    proof.equal(
        -(w**2) / 2 + 2 * value * w**2 + slope * w * z,
        -gap / 2 * (w - slope * z / gap) ** 2 + sp.cancel(slope**2 * z**2 / (2 * gap)),
        "second line: completing the square, coordinate by coordinate, for any B",
    )
    gerf.gaussian_steps(proof)
    root = sp.Symbol("r", positive=True)
    proof.equal(
        (2 * sp.pi) ** (-d / 2) * (2 * sp.pi) ** (d / 2) * root ** (-d), root ** (-d), "third line: by (17)"
    )
    for sign in (1, -1):
        proof.equal(
            (slope**2 / (2 * gap) * S2 + constant * N2).subs(s, sign),
            (s * slope**2 / gap * xy + (slope**2 / (2 * gap) + constant) * N2).subs(s, sign),
            f"last line, s = {sign}: |x+sy|^2 = n2 + 2 s x.y, s^2 = 1",
        )


EQ16 = Statement(
    id="crt/eq16",
    kind="identity",
    where="eq. (16)",
    title="The mean of the product of two features",
    text="E f1 f2 for any B, C, D: a power of 1-4A times an exponential of x.y and |x|^2 + |y|^2.",
    latex=(
        r"D^2(\sqrt{1-4A})^{-d}\exp\left(\tfrac{sB^2}{1-4A}\mathbf x^\top\mathbf y"
        r"+\left(\tfrac{B^2}{2(1-4A)}+C\right)(\|\mathbf x\|^2+\|\mathbf y\|^2)\right)"
    ),
    domain_text="Re(1-4A) > 0; any B, C, D",
    domain=_ANY,
    sides={"": formula(_LAST, _ANY, NAMES, complex_valued=True)},
    claim=All(
        (
            Equal(Expectation(_RE) + sp.I * Expectation(_IM), ""),
            On(_FREE, _on(_FREE, _ANY_NAMES, _ANY_MEAN, _ANY_LAST), "any complex B, C, D"),
        )
    ),
    checks=(
        Representations(
            "",
            formula(gerf.mean_by_quadrature(), _ANY, NAMES, complex_valued=True),
            (*gerf.MODEST, {**_PLAIN, "d": 3, "s": -1, "A": "1/5-1/10j"}),
        ),
        Derivation(_equalities, WHOLE),
    ),
    uses=("crt/eq17",),
    mechanism=("gerf",),
    note=(
        "Source unclear in the first line only: its text layer closes exp before C(|x|^2+|y|^2), which every later "
        "line has inside."
    ),
)

_alpha = sp.Symbol("alpha")
_p, _q = sp.IndexedBase("p"), sp.IndexedBase("q")
_HALF_PLANE = Rule(sp.re(_alpha) > 0, "Re(alpha) > 0")

_INTEGRAL = Domain(
    (DIMENSION, complex_number("alpha", reach=_REACH)),
    (_HALF_PLANE,),
    extra=(
        {"d": 1, "alpha": 1},
        {"d": 3, "alpha": "2+3j"},
        {"d": 2, "alpha": "1/10-1/5j"},
        {"d": 64, "alpha": "1/2+1j"},
        {"d": 7, "alpha": "100-20j"},
        {"d": 10**6, "alpha": "1/3-1/100j"},
    ),
)

_SHIFTED = Domain(
    (
        complex_number("alpha", reach=_REACH),
        vector("p", "real part of beta", reach=_MILD),
        vector("q", "imaginary part of beta", reach=_MILD),
    ),
    (_HALF_PLANE, Rule(same_length(_p, _q), "p and q of one length")),
    extra=(
        {"alpha": 1, "p": "2", "q": "0"},
        {"alpha": "2+3j", "p": "1/2,1", "q": "-1,0"},
        {"alpha": "1/2-1/5j", "p": "-1,0,1/3", "q": "2,1,1"},
        {"alpha": "7-2j", "p": "0", "q": "1"},
    ),
)


def _by_quadrature() -> Claim:
    """The integral over R^d, one quadrature a coordinate of beta = p + iq, is the right-hand side."""
    beta = _p[j] + sp.I * _q[j]
    weight = sp.sqrt(2 * sp.pi) * sp.exp(-_alpha * beta**2 / 2)
    integral = product(weight * GaussianExponential((1 - _alpha) / 2, _alpha * beta))
    root = (2 * sp.pi) ** (d / 2) * sp.sqrt(_alpha) ** (-d)
    return On(_SHIFTED, _on(_SHIFTED, "alpha p q", integral, root), "beta = p + iq of d entries")


def _shifted(proof: Proof) -> None:
    w, shift = sp.symbols("w b", real=True)
    c = sp.Symbol("c", positive=True)
    proof.equal(
        sp.integrate(sp.exp(-c / 2 * w**2), (w, -sp.oo, sp.oo)),
        sp.sqrt(2 * sp.pi) / sp.sqrt(c),
        "one coordinate, real alpha = c and beta = 0",
    )
    proof.equal(
        sp.diff(sp.exp(-c / 2 * (w - shift) ** 2), shift),
        -sp.diff(sp.exp(-c / 2 * (w - shift) ** 2), w),
        "the slope in beta is minus that in w, whose integral over the line is 0: beta does not matter",
    )
    proof.cite(
        "the identity theorem: the integral converges locally uniformly for Re alpha > 0 and is analytic in alpha and "
        "in each beta_l; the principal root is analytic there and positive for alpha > 0"
    )
    proof.equal(
        (sp.sqrt(2 * sp.pi) / sp.sqrt(c)) ** d, (2 * sp.pi) ** (d / 2) * sp.sqrt(c) ** (-d), "d coordinates"
    )


EQ17 = Statement(
    id="crt/eq17",
    kind="identity",
    where="eq. (17)",
    title="Gaussian integral with complex parameters",
    text="The integral of exp(-(alpha/2)[w-beta]^2), bilinear square, is (2 pi)^(d/2) alpha^(-d/2) for every beta.",
    latex=(
        r"\int_{\mathbb R^d}\exp\left(-\tfrac\alpha2[\omega-\beta]^2\right)d\omega"
        r"=(2\pi)^{d/2}(\sqrt\alpha)^{-d}"
    ),
    domain_text="alpha complex, Re(alpha) > 0, beta in C^d",
    domain=_INTEGRAL,
    sides={
        "": formula(
            (2 * sp.pi) ** (d / 2) * sp.sqrt(_alpha) ** (-d), _INTEGRAL, "d alpha", complex_valued=True
        )
    },
    claim=_by_quadrature(),
    checks=(
        Representations(
            "",
            formula(
                (sp.sqrt(2 * sp.pi) * GaussianExponential((1 - _alpha) / 2, sp.S.Zero)) ** d,
                _INTEGRAL,
                "d alpha",
                complex_valued=True,
            ),
            _INTEGRAL.extra,  # type: ignore[arg-type]
        ),
        Derivation(_shifted, WHOLE),
    ),
    setting="Gaussian integral",
)


def _conditions(proof: Proof) -> None:
    slope, constant, scale, gap, root = sp.symbols("B C D g r", nonzero=True)  # g = 1-4A, r its root
    coefficients = (s * slope**2 / gap, slope**2 / (2 * gap) + constant)
    for sign in (1, -1):
        met = {slope**2: sign * gap}
        first = coefficients[0].subs(s, sign).subs(met)
        proof.equal(first, 1, f"s = {sign}: s B^2 = 1-4A makes the coefficient of x.y in (16) equal to 1")
        proof.equal(
            (slope**2 / (2 * gap) + gerf.C).subs(s, sign).subs(met),
            -sp.Rational(1, 2),
            "(5): C solves the third",
        )
    proof.equal(
        scale**2 * root ** (-d) - (scale**2 - root**d) * root ** (-d), 1, "D^2 = r^d: the factor is 1"
    )
    proof.equal(-N2 / 2 + xy + DELTA2 / 2, 0, "x.y - n2/2 is the exponent of K")
    fourth = sp.Symbol("q", nonzero=True)
    proof.equal((fourth**d) ** 2, (fourth**2) ** d, "(5): D = q^d with q^2 = r")
    proof.equal(sp.cancel(s * B**2 / W4).subs(s, -1), 1, "(5): B^2 = s(1-4A), at s = -1")
    proof.equal(sp.cancel(s * B**2 / W4).subs(s, 1), 1, "and at s = 1")


EQ18 = Statement(
    id="crt/eq18",
    kind="identity",
    where="eq. (18)",
    title="Conditions for an unbiased estimate",
    text="Three equations for B, C, D turn (16) into K, and (5) solves them.",
    latex=r"D^2=(\sqrt{1-4A})^d,\quad sB^2=1-4A,\quad\tfrac{B^2}{2(1-4A)}+C=-\tfrac12",
    domain_text="Re(1-4A) > 0",
    domain=_ANY,
    claim=All(
        (
            _on(
                _ANY, "d A", sp.exp(d * sp.log(W4) / 4) ** 2, sp.sqrt(W4) ** d
            ),  # D by the principal logarithm
            _on(_ANY, "A s", s * B**2, W4),
            _on(_ANY, "A s", B**2 / (2 * W4) + C, -sp.S.Half),
            _on(_ANY, NAMES, _LAST, KERNEL),
        )
    ),
    checks=(Derivation(_conditions, WHOLE),),
    uses=("crt/eq16", "crt/eq5"),
    mechanism=("gerf",),
)


def _even_roots(proof: Proof) -> None:
    half = sp.Symbol("h", integer=True, nonnegative=True)
    w, slope = sp.symbols("w b", real=True)
    proof.equal((sp.I**2) ** (2 * half), 1, "d j = 2h: the factor i^(2jd) = (-1)^(2h) is 1")
    proof.equal(
        sp.exp(-slope * w).subs(w, -w),
        sp.exp(slope * w),
        "B -> -B is w -> -w, which leaves the law of w as it is",
    )
    gerf.mean_steps(proof)


SEC9_2_ROOTS = Statement(
    id="crt/sec9.2/roots",
    kind="identity",
    where="Section 9.2, last paragraph",
    title="Other complex roots",
    text="Other roots than the principal ones may be taken in (5), without a change of the variance.",
    latex=r"B\to\pm B,\quad\sqrt[4]{1-4A}\to i^j\sqrt[4]{1-4A}",
    domain_text="any complex roots in (5)",
    domain=ROOTS,
    claim=same_moments(ROOTS),
    uses=("crt/eq5", "crt/eq18"),
    mechanism=("gerf",),
    note=(
        "The fourth root times i or -i changes D^2 by (-1)^d. For odd d the product changes its sign: the variance "
        "stays, but the mean is -K and the first equation of (18) fails."
    ),
    erratum=Erratum(
        kind="missing hypothesis",
        at="Section 9.2, last paragraph",
        quote="It's possible to use other complex roots in (5)",
        false=(
            "With i (1-4A)^(1/4) for the principal fourth root, D^2 has the wrong sign for odd d: the first equation of "
            "(18) fails and the mean of the product is -K."
        ),
        weight=1,
        points=(
            {"d": "1", "A": "0", "s": "1", "x2": "1", "y2": "1", "xy": "1", "j": "1", "b": "0"},
            {"d": "3", "A": "-1/2", "s": "1", "x2": "1", "y2": "1/2", "xy": "-1/3", "j": "1", "b": "0"},
        ),
        script="left = re((1j**int(j)*root(1 - 4*A, 4))**(2*d)/root(1 - 4*A, 2)**d)*exp(xy - (x2 + y2)/2)\nright = exp(xy - (x2 + y2)/2)",
        objection="What is used of (5) is (18); the roots that satisfy it are those with j d even.",
    ),
).corrected(
    title="Other complex roots that solve (18)",
    text="Either root B may be taken, and for even d every fourth root; for odd d the principal one up to sign.",
    latex=r"B\to\pm B,\quad\sqrt[4]{1-4A}\to i^j\sqrt[4]{1-4A},\ jd\ \text{even}",
    domain_text="j d even",
    domain=EVEN,
    claim=same_moments(EVEN),
    checks=(Derivation(_even_roots, WHOLE),),
)

STATEMENTS = (
    EQ16,
    EQ17,
    EQ18,
    SEC9_2_ROOTS,
)
