"""Orthogonal rows through the map of a dense feature: marginal and pair moment.

Main results, w_i = Sigma^(1/2) z_i with z_i rows of an orthogonal block:
* the marginal is N(0, Sigma), so that every mean stays unbiased.
* the relative pair moment P does not change when Sigma is multiplied by a scalar; in the plane it is one integral.
* at x = -y in the plane P is the geometric over the arithmetic mean of the eigenvalues of Sigma.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.radial.plane_pair import PlanePair
from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Distribution,
    Domain,
    Equal,
    Height,
    Law,
    On,
    Order,
    Proof,
    Row,
    Rule,
    Statement,
    formula,
    integer,
    real,
)
from rftheory.papers._shared.invariants import d
from rftheory.papers.beyond._lemmas.dense.coupled import angular, kummer
from rftheory.papers.beyond._lemmas.dense.lists import MEAN, V, a, i, lists, total, x, y
from rftheory.papers.beyond._lemmas.drawn.dense_rows import opposite_pair, orthogonal_mean, orthogonal_rows

_WHERE = "dense features, coupled rows"
_TWO = Rule(Height(a) >= 2, "a has at least two entries")
_i = sp.Symbol("i", positive=True, integer=True)


def _marginal_steps(proof: Proof) -> None:
    size = sp.Symbol("d", positive=True, integer=True)
    r, b = sp.symbols("r b", positive=True)
    k = sp.Symbol("k", nonnegative=True, integer=True)
    chi = 2**k * sp.gamma(size / 2 + k) / sp.gamma(size / 2)
    direction = (
        sp.gamma(k + sp.Rational(1, 2)) * sp.gamma(size / 2) / (sp.sqrt(sp.pi) * sp.gamma(k + size / 2))
    )
    proof.equal(
        sp.gammasimp(chi * direction),
        2**k * sp.gamma(k + sp.Rational(1, 2)) / sp.sqrt(sp.pi),
        "even moments of a coordinate of r u, r ~ chi_d, u uniform: those of N(0, 1)",
    )
    proof.cite("r u has a law that no rotation changes, and Gaussian moments determine it: r u ~ N(0, I)")
    proof.equal(
        sp.sqrt(b) * r * (1 / b) * sp.sqrt(b), r, "w_i.Sigma^(-1) w_j = z_i.z_j, which is 0 for i != j"
    )


MARGINAL = Statement(
    id="beyond/dense/ort/marginal",
    kind="identity",
    where=_WHERE,
    title="Orthogonal before the map: the right marginal",
    text=(
        "Rows Sigma^(1/2) z_i, z_i the rows of an orthogonal block (Haar directions, independent chi_d norms), have the exact "
        "marginal N(0, Sigma): every mean stays unbiased. They are orthogonal in the inner product of Sigma^(-1)."
    ),
    latex=r"w_i^\top\Sigma^{-1}w_j=0\ (i\ne j),\quad w_i\sim N(0,\Sigma)",
    domain_text="d >= 2",
    domain=Domain((integer("d", 2, meaning="input dimension"),)),
    claim=Law(Row("orthogonal", _i), Distribution("normal", sp.S.Zero, sp.Identity(d))),
    checks=(Derivation(_marginal_steps, WHOLE), orthogonal_mean()),
    mechanism=("orthogonal",),
    setting="w_i = Sigma^(1/2) z_i",
    note="The claim is the law of z_i; a linear map of it has the law N(0, Sigma).",
)

_ANGLE = sp.Symbol("theta", real=True)
_PLANE = Rule(sp.Eq(Height(a), 2), "a, x and y have two entries")
_POINTS = (
    {"a": "1/10,-1/2", "x": "1/2,1", "y": "-1/3,1/2"},
    {"a": "0,0", "x": "1,1/2", "y": "0,1"},
    {"a": "-1,-1", "x": "1,0", "y": "1/3,1/7"},
    {"a": "1/5,-3", "x": "1/4,0", "y": "-1/4,0"},
    {"a": "-2,1/16", "x": "2,0", "y": "0,1"},
)
_PAIRS = lists("a x y", MEAN, _PLANE, extra=_POINTS, roams=False)
_NAMES = "a x y"
_SS = tuple(1 - 4 * a[k] for k in (0, 1))
_VV = tuple(x[k] + y[k] for k in (0, 1))
_SAME = lists(
    "a x y", MEAN, _PLANE, Rule(sp.Eq(a[0], a[1]), "the entries of a are equal"), extra=_POINTS, roams=False
)


def _pair_steps(proof: Proof) -> None:
    size = sp.Symbol("d", positive=True, integer=True)
    b, c, q = sp.symbols("beta kappa c", positive=True)
    k = sp.Symbol("k", nonnegative=True, integer=True)
    term = b ** (2 * k) / sp.factorial(2 * k) * 2**k * sp.gamma(size / 2 + k) / sp.gamma(size / 2)
    series = term / c**k * c ** (-size / 2)
    kummer = (
        (sp.gamma(size / 2 + k) / sp.gamma(size / 2) * sp.sqrt(sp.pi) / sp.gamma(k + sp.Rational(1, 2)))
        * (b**2 / (2 * c)) ** k
        / sp.factorial(k)
    )
    proof.equal(
        sp.gammasimp(series / (kummer * c ** (-size / 2))).rewrite(sp.gamma),
        1,
        "E exp(-(kappa-1) r^2/2) cosh(beta r), r ~ chi_d: term by term kappa^(-d/2) 1F1(d/2; 1/2; beta^2/(2 kappa))",
    )
    proof.cite("(u_1, u_2) and (-u_1, u_2) have one law, so odd powers of beta cancel")
    proof.equal(
        q**size * (q ** (-size / 2)) ** 2,
        1,
        "Sigma times c: det gains c^d, each factor c^(-d/2), beta^2/kappa nothing",
    )


ORT_PAIR = Statement(
    id="beyond/dense/ort/pair",
    kind="identity",
    where=_WHERE,
    title="Pair moment of orthogonal rows through the map",
    text=(
        "The relative moment of two rows is a mean over a Haar orthonormal pair, kappa_i = u_i.Sigma u_i, "
        "beta_i = u_i.Sigma^(1/2) v. It is invariant under Sigma -> c Sigma; for scalar Sigma it is "
        "e^(-v^2) 1F1(d; d/2; v^2/2). An m-row block has the relative variance (chi - 1 + (m-1)(P-1))/m."
    ),
    latex=(
        r"P=\det(\Sigma)e^{-|v|^2}\,\mathbb E\prod_{i=1}^2\kappa_i^{-d/2}"
        r"{}_1F_1\left(\tfrac d2;\tfrac12;\tfrac{\beta_i^2}{2\kappa_i}\right)"
    ),
    domain_text="d = 2, 4 A < I",
    domain=_PAIRS,
    sides={"": formula(PlanePair(*_SS, *_VV), _PAIRS, _NAMES)},
    claim=All(
        (
            *(Equal("", formula(angular(_SS, _VV, form), _PAIRS, _NAMES)) for form in ("hyper", "erf")),
            Equal("", formula(angular(tuple(3 * s for s in _SS), _VV, "erf"), _PAIRS, _NAMES)),
            On(_SAME, Equal("", formula(kummer(total(V**2)), _SAME, "x y")), "scalar Sigma"),
        )
    ),
    checks=(
        Derivation(_pair_steps, WHOLE),
        *orthogonal_rows(formula(PlanePair(*_SS, *_VV), _PAIRS, _NAMES)),
    ),
    uses=("beyond/dense/ort/marginal",),
    note="Evaluated in the plane: one integral over the angle, of period pi/2, its ends at the top.",
)

_eps = sp.Symbol("eps", positive=True)
_LISTS = lists(
    "a x y",
    MEAN,
    _TWO,
    extra=(
        *_POINTS,
        {"a": "1/10,-1/2,0", "x": "1,0,1/3", "y": "0,1,2"},
        {"a": "0,0,0", "x": "0,0,0", "y": "0,0,0"},
    ),
)
_N = 4 * total(a[i]) + total(V**2)
_N_SQUARED = 16 * total(a[i] ** 2) + 8 * total(a[i] * V**2) + total(V**2) ** 2
_SECOND_ORDER = -d * (_N_SQUARED - _N**2 / d) / (2 * (d - 1) * (d + 2))
_SCALED = Domain(
    (*_PAIRS.parameters, real("eps", above=0, below=1, reach=("1e-6", "1/2"), meaning="scale of A and v^2")),
    (*_PAIRS.rules,),
    extra=tuple({**p, "eps": "1/100"} for p in ({"a": "1/10,-1/2", "x": "1,1/2", "y": "-1/3,1"}, {"a": "-1,-1/3", "x": "1,0", "y": "1/2,1"})),
)  # fmt: skip
_SCALED_S = tuple(1 - 4 * _eps * a[k] for k in (0, 1))
_SCALED_V = tuple(sp.sqrt(_eps) * v for v in _VV)


def _second_order_steps(proof: Proof) -> None:
    size = sp.Symbol("d", positive=True)
    p, q = sp.symbols("p q", real=True)
    proof.equal(
        2 * (p**2 + q**2) - (p + q) ** 2,
        (p - q) ** 2,
        "d = 2: tr N_0^2 = tr N^2 - (tr N)^2/d is half the squared difference of the eigenvalues",
    )
    square = 2 / (size * (size + 2))
    proof.equal(
        (size / 2) ** 2 * (-1 / (size - 1)) * square,
        -size / (2 * (size - 1) * (size + 2)),
        "(d/2)^2 E (u_1.N_0 u_1)(u_2.N_0 u_2), the latter -(1/(d-1)) 2 tr(N_0^2)/(d(d+2))",
    )
    s, b = sp.symbols("s b", real=True)
    small = sp.Symbol("e", positive=True)
    row = (1 + small * s) ** (-size / 2) * (1 + size * small * b / (2 * (1 + small * s) / 1))
    proof.equal(
        sp.diff(row, small).subs(small, 0),
        size / 2 * (b - s),
        "the row function to first order: (d/2) u.(v v^T - (Sigma - I)) u, Sigma - I = -4A: N = 4A + v v^T",
    )


ORT_SECOND_ORDER = Statement(
    id="beyond/dense/ort/second-order",
    kind="asymptotic",
    where=_WHERE,
    title="Orthogonality to second order",
    text=(
        "For small A and v, A of the order of v^2, P - 1 is -d tr(N_0^2)/(2(d-1)(d+2)) + higher order, N_0 the traceless part "
        "of N = 4A + v v^T: orthogonality gains nothing at this order exactly when Sigma = v v^T + scalar."
    ),
    latex=r"P-1\approx-\frac{d\,\mathrm{tr}(N_0^2)}{2(d-1)(d+2)},\quad N=4A+vv^\top",
    domain_text="d >= 2",
    domain=_LISTS,
    sides={"": formula(_SECOND_ORDER, _LISTS, _NAMES)},
    claim=All(
        (
            On(
                _SCALED,
                Order(
                    _eps**-3,
                    "eps",
                    formula(angular(_SCALED_S, _SCALED_V, "hyper") - 1, _SCALED, "a x y eps"),
                    formula(_eps**2 * _SECOND_ORDER, _SCALED, "a x y eps"),
                    toward=sp.S.Zero,
                ),
                "d = 2, eps A and eps^(1/2) v",
            ),
            On(
                _PAIRS,
                Equal(
                    "",
                    formula(
                        -(
                            (4 * a[0] - 4 * a[1] + _VV[0] ** 2 - _VV[1] ** 2) ** 2
                            + 4 * _VV[0] ** 2 * _VV[1] ** 2
                        )
                        / 8,
                        _PAIRS,
                        _NAMES,
                    ),
                ),
                "d = 2",
            ),
        )
    ),
    checks=(Derivation(_second_order_steps, WHOLE),),
    uses=("beyond/dense/ort/pair",),
)

_SPECTRA = lists(
    "a", MEAN, Rule(sp.Eq(Height(a), 2), "a has two entries"), extra=tuple({"a": p["a"]} for p in _POINTS)
)
_OPPOSITE = 2 * sp.sqrt(_SS[0] * _SS[1]) / (_SS[0] + _SS[1])


def _opposite_steps(proof: Proof) -> None:
    mean, gap, angle = sp.symbols("m g theta", positive=True)
    one, two = mean + gap, mean - gap
    first = one * sp.cos(angle) ** 2 + two * sp.sin(angle) ** 2
    second = one * sp.sin(angle) ** 2 + two * sp.cos(angle) ** 2
    proof.equal(first * second, mean**2 - gap**2 * sp.cos(2 * angle) ** 2, "kappa_1 kappa_2")
    proof.cite("the mean of 1/(m^2 - g^2 cos^2) over a uniform angle is 1/(m (m^2 - g^2)^(1/2)) for m > |g|")
    s, t = sp.symbols("s t", positive=True)
    proof.equal(
        s * t / ((s + t) / 2 * sp.sqrt(((s + t) / 2) ** 2 - ((s - t) / 2) ** 2)),
        2 * sp.sqrt(s * t) / (s + t),
        "det(Sigma) over it, m = (s+t)/2, g = (s-t)/2",
    )


ORT_OPPOSITE = Statement(
    id="beyond/dense/ort/opposite",
    kind="identity",
    where=_WHERE,
    title="Opposite inputs in the plane",
    text="For d = 2 and x = -y the pair moment is the geometric over the arithmetic mean of the eigenvalues of Sigma.",
    latex=r"P=\frac{2\sqrt{s_1s_2}}{s_1+s_2}",
    domain_text="d = 2, 4 A < I",
    domain=_SPECTRA,
    sides={"": formula(_OPPOSITE, _SPECTRA, "a")},
    claim=All(
        (
            Equal("", formula(angular(_SS, (sp.S.Zero, sp.S.Zero), "hyper"), _SPECTRA, "a")),
            Below("", sp.S.One, strict=False),
        )
    ),
    checks=(
        Derivation(_opposite_steps, WHOLE, covered="for s < t the gap changes its sign, which is squared"),
        opposite_pair(formula(_OPPOSITE, _SPECTRA, "a")),
    ),
    uses=("beyond/dense/ort/pair",),
)

STATEMENTS = (
    MARGINAL,
    ORT_PAIR,
    ORT_SECOND_ORDER,
    ORT_OPPOSITE,
)
