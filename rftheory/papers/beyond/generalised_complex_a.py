"""Generalised exponential features beyond crt: complex A, the sign s = -1, and which sign is better where."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from rftheory.exact.functions.tilts import Crossover, NegativeTilt, PositiveTilt
from rftheory.kit import (
    Below,
    Derivation,
    Domain,
    Equal,
    Order,
    Proof,
    Representations,
    Restated,
    Rule,
    Statement,
    formula,
    real,
)
from rftheory.papers._shared import gerf
from rftheory.papers._shared import optimal_positive as best
from rftheory.papers._shared.invariants import DIMENSION, d, x2, xy, y2
from rftheory.papers._shared.optimal_positive import CURVE, v2

z2 = sp.Symbol("z2", nonnegative=True)
_a = sp.Symbol("A", real=True)
_w, _size, _q = sp.symbols("w z q", positive=True)
_APART = real("z2", above=0, reach=("1e-6", 10**6), meaning="|x-y|^2")
_WIDTH = 1 - 8 * _a
_SECOND = ((1 + _WIDTH) / (2 * sp.sqrt(_WIDTH))) ** d * (1 + sp.exp(-(1 + 1 / _WIDTH) * z2)) / 2
_LOG = d * sp.log((1 + _w) / (2 * sp.sqrt(_w))) + sp.log((1 + sp.exp(-(1 + 1 / _w) * z2)) / 2)
_r = 1 + NegativeTilt(d, z2)
_LEAST = (1 + (_r - 1) ** 2 / (4 * _r)) ** (d / 2) * (1 + sp.exp(-(1 + _r) * z2)) / 2


def _second(proof: Proof) -> None:
    gerf.square_steps(proof)
    gerf.modulus_steps(proof)
    value = (1 - _w) / 8
    at = {gerf.A: value, gerf.s: -1}
    proof.equal(gerf.ALPHA2.subs(at), -(1 + 1 / _w), "alpha2 at s = -1, A = (1-w)/8")
    proof.equal(gerf.ALPHA4.subs(at), 0, "alpha4")
    proof.equal((1 + 16 * value**2 / _w), ((1 + _w) / (2 * sp.sqrt(_w))) ** 2, "alpha1 = alpha3")


def _unique_steps(proof: Proof) -> None:
    """One stationary real A for s = -1, the global minimum."""
    r = sp.Symbol("r", positive=True)
    growth = sp.exp((1 + r) * z2)
    log = d * sp.log((1 + r) / (2 * sp.sqrt(r))) + sp.log(1 + 1 / growth)
    proof.equal(
        sp.diff(log, r) * r,
        d / 2 * (r - 1) / (r + 1) - z2 * r / (1 + growth),
        "r = 1/w: the slope of log E (Re Z)^2 times r; it is negative for r <= 1, z > 0",
    )
    first, second = d / 2 * (r - 1) / (r + 1), z2 * r / (1 + growth)
    proof.equal(
        sp.simplify(sp.diff(sp.log(first), r) - sp.diff(sp.log(second), r)),
        sp.simplify(2 / (r**2 - 1) - 1 / r + z2 * growth / (1 + growth)),
        "the slope of the logarithm of the quotient of both terms",
    )
    away = sp.Symbol("e", positive=True)
    near = 1 + sp.sqrt(2) / (1 + away)
    proof.positive(
        sp.factor(sp.simplify((2 * r - r**2 + 1).subs(r, near))),
        "2/(r^2-1) > 1/r for 1 < r < 1+sqrt(2): it rises there",
    )
    bound = sp.Rational(27847, 100000)
    proof.equal(
        sp.diff(_q / (1 + sp.exp(_q)), _q) * (1 + sp.exp(_q)) ** 2,
        1 + sp.exp(_q) - _q * sp.exp(_q),
        "q/(1+e^q), q = (1+r)z, is largest where e^q (q-1) = 1, and is q - 1 there",
    )
    proof.true(sp.exp(1 + bound) * bound > 1, "which is before q - 1 = 0.27847")
    proof.nonnegative(
        sp.Rational(1, 2) * (r + sp.Rational(12571, 10000))
        - bound * (r + sp.Rational(22571, 10000))
        + 10**-6,
        "at r >= 2.2571 < 1+sqrt(2), (d/2)(r-1) >= (r-1)/2 > 0.27847 r: the first term is larger",
    )
    proof.true(
        sp.Rational(22571, 10000) < 1 + sp.sqrt(2), "both ranges overlap: one change of sign, from - to +"
    )


# the second moment at any complex A, by u = |x+sy|^2, e^(-(s+1) n2) left out
u = sp.Symbol("u", nonnegative=True)

_LANDSCAPE = Domain(
    (DIMENSION, gerf.COMPLEX_A, gerf.SIGN, real("u", 0, reach=("1e-3", 512), meaning="|x+sy|^2")),
    (gerf.SIGNED, gerf.FINITE),
    extra=tuple(
        {"d": size, "A": value, "s": sign, "u": squared}
        for size, squared in ((1, 1), (2, "1/2"), (8, 4), (64, 100))
        for value in ("-1/10+1/20j", "-1/50+1/1000j", "1/20+1/10j", "-1-2j")
        for sign in (1, -1)
    ),
)

_ANY_A = (sp.re(gerf.ALPHA1 * sp.exp(gerf.ALPHA2 * u)) + gerf.ALPHA3 * sp.exp(gerf.ALPHA4 * u)) / 2

_tilt = PositiveTilt(d, u)

_LEAST_REAL = sp.Piecewise(
    (sp.cosh(_tilt / 2) ** d * sp.exp((1 + sp.exp(-_tilt)) * u), sp.Eq(gerf.s, 1)), (_LEAST.subs(z2, u), True)
)

COMPLEX_LANDSCAPE = Statement(
    id="beyond/complex/landscape",
    kind="conjecture",
    where="generalised exponential features, complex A",
    title="The minimum over complex A is real",
    text="For either sign s, no complex A with Re(1-8A) > 0 has a smaller variance than the best real one.",
    latex=r"\min_{\mathrm{Re}(1-8A)>0}\mathrm{Var}=\min_{A<1/8}\mathrm{Var}",
    domain_text="Re(1-8A) > 0, s = 1 or -1",
    checks=(
        Restated(
            "the least second moment over real A against any A",
            {
                "least": formula(_LEAST_REAL, _LANDSCAPE, "d s u"),
                "any": formula(_ANY_A, _LANDSCAPE, "d A s u"),
            },
            _LANDSCAPE,
            Below("least", "any", strict=False),
        ),
    ),
    uses=("crt/thm3.2",),
    mechanism=("gerf",),
)

_b = sp.Symbol("b", real=True)

# at the real optimum for s = 1, a = 1/rho*
_best_a = 1 / best.best_rho()

_SMALL_GAIN = d * (_w - 1) * (_w**2 + 2 * _w - 2) / (8 * _w**2 * (1 + _w) ** 2)

_CURVATURE = _SMALL_GAIN.subs(_w, _best_a)

_FIRST = d * (sp.log((1 + _w) / 2) - sp.log(_w) / 2) + (1 + 1 / _w) * v2  # log of alpha1 exp(alpha2 v2)

_LENGTH = sp.sqrt((1 + _w) ** 2 + _b**2)  # |1+w| at w + ib

_OTHER = d * (sp.log(_LENGTH / 2) - sp.log(_w) / 2) + (sp.S.Half + (1 + _LENGTH) / (2 * _w)) * v2

_SECOND_DERIVATIVE = (sp.diff(_OTHER, _b, 2).subs(_b, 0) - sp.diff(_FIRST, _w, 2)) / 2


def _curved(proof: Proof) -> None:
    gerf.variance_steps(proof)
    slope, turn, other = sp.symbols("f1 f2 g2", real=True)
    mean = (sp.exp(-turn * _b**2 / 2) * sp.cos(slope * _b) + sp.exp(other * _b**2 / 2)) / 2
    proof.equal(
        sp.diff(sp.log(mean), _b, 2).subs(_b, 0),
        (other - turn - slope**2) / 2,
        "Re e^(f(a+ib)) = e^(f - f'' b^2/2 + ..) cos(f' b + ..): the second derivative is (g'' - f'' - f'^2)/2",
    )
    best.root_steps(proof)
    stationary = d * _w * (_w - 1) / (2 * (1 + _w))
    proof.equal(sp.diff(_FIRST, _w).subs(v2, stationary), 0, "f' = 0 where v2 = d a(a-1)/(2(1+a))")
    proof.equal(_SECOND_DERIVATIVE.subs(v2, stationary), _SMALL_GAIN, "and there it is the stated value")
    beyond = sp.Symbol("e", positive=True)
    proof.positive(_SMALL_GAIN.subs(_w, 1 + beyond), "positive for a > 1, that is v2 > 0")
    real_curve = sp.diff(_FIRST, _w, 2).subs(v2, stationary)
    proof.positive(sp.factor(real_curve.subs(_w, 1 + beyond)), "and so is the one along the real line")


COMPLEX_CURVATURE = Statement(
    id="beyond/complex/curvature",
    kind="identity",
    where="generalised exponential features, complex A",
    title="Curvature into the complex plane at the real optimum",
    text="At s = 1 and a = 1/rho* the log second moment has a positive second derivative in Im(1-8A), in closed form.",
    latex=r"\partial_b^2\log\mathbb E(\mathrm{Re}\,Z)^2=\tfrac{d(a-1)(a^2+2a-2)}{8a^2(1+a)^2}>0",
    domain_text="v2 > 0",
    domain=CURVE,
    sides={"": formula(_CURVATURE, CURVE, "d v2")},
    claim=Below(sp.S.Zero, ""),
    checks=(
        Restated(
            "the second derivative of the logarithm of (6)",
            {
                "stated": formula(_CURVATURE, CURVE, "d v2"),
                "derived": formula(_SECOND_DERIVATIVE.subs(_w, _best_a), CURVE, "d v2"),
            },
            CURVE,
            Equal("stated", "derived"),
        ),
        Derivation(_curved),
    ),
    uses=("crt/thm3.2", "crt/thm3.3/minimum"),
    mechanism=("gerf",),
)

_GAP = real("z2", 0, reach=("1e-6", 10**6), meaning="|x-y|^2")

_REAL_A = real("A", below="1/8", reach=("1e-3", 1000), meaning="real A of the features")

_NEGATIVE = Domain(
    (DIMENSION, _REAL_A, _GAP),
    extra=tuple(
        {"d": size, "A": value, "z2": gap}
        for size, value, gap in (
            (3, "1/20", 1),
            (1, 0, 0),
            (64, "-1/10", "1/2"),
            (2, "1/9", 4),
            (10**6, "1e-6", 3),
        )
    ),
)

_DEFINITION = (sp.re(gerf.square_by_quadrature()) + gerf.modulus_by_quadrature()) / 2

_BY_QUADRATURE = _DEFINITION.subs({gerf.s: -1, gerf.A: _a, x2: z2, y2: 0, xy: 0})

COMPLEX_S_MINUS = Statement(
    id="beyond/complex/s-minus",
    kind="identity",
    where="generalised exponential features, s = -1",
    title="Second moment for s = -1 and real A",
    text="With w = 1-8A it is ((1+w)/(2 sqrt w))^d times the mean of 1 and exp(-(1+1/w) z^2).",
    latex=r"\mathbb E(\mathrm{Re}\,Z)^2=\tfrac12\left(\tfrac{1+w}{2\sqrt w}\right)^d\left(1+e^{-(1+1/w)z^2}\right)",
    domain_text="w = 1-8A > 0",
    domain=_NEGATIVE,
    sides={"": formula(_SECOND, _NEGATIVE, "d A z2")},
    checks=(
        Representations(
            "",
            formula(_BY_QUADRATURE, _NEGATIVE, "d A z2"),
            tuple(
                {"d": size, "A": value, "z2": gap}
                for size, value, gap in ((3, "1/20", 1), (64, "-1/10", "1/2"))
            ),
        ),
        Derivation(_second),
    ),
    uses=("crt/thm3.2",),
    mechanism=("gerf-negative",),
)

_SLOPE = Domain((_APART,), extra=({"z2": 1}, {"z2": "1e-6"}, {"z2": 40}, {"z2": 10**6}))

_TRIG_SLOPE = z2 * sp.exp(-2 * z2) / (1 + sp.exp(-2 * z2))


def _trig_slope(proof: Proof) -> None:
    _second(proof)
    proof.equal(
        sp.diff(_LOG, _w).subs(_w, 1), _TRIG_SLOPE, "the slope at w = 1, A = 0: trigonometric features"
    )
    proof.positive(
        _TRIG_SLOPE.subs(z2, _size),
        "for z > 0 it is positive: some w < 1, that is 0 < A < 1/8, is strictly better",
    )


COMPLEX_TRIG_SLOPE = Statement(
    id="beyond/complex/trig-slope",
    kind="identity",
    where="generalised exponential features, s = -1",
    title="Trigonometric features are not optimal",
    text="At w = 1 the log second moment rises in w, so some real A in (0, 1/8) beats trigonometric features.",
    latex=r"\partial_w\log\mathbb E(\mathrm{Re}\,Z)^2\big|_{w=1}=\tfrac{z^2e^{-2z^2}}{1+e^{-2z^2}}>0",
    domain_text="z2 > 0",
    domain=_SLOPE,
    sides={"": formula(_TRIG_SLOPE, _SLOPE, "z2")},
    claim=Below(sp.S.Zero, ""),
    checks=(
        Restated(
            "the slope of the second moment at w = 1",
            {
                "stated": formula(_TRIG_SLOPE, _SLOPE, "z2"),
                "derived": formula(sp.diff(_LOG.subs(d, 7), _w).subs(_w, 1), _SLOPE, "z2"),
            },
            _SLOPE,
            Equal("stated", "derived"),
        ),
        Derivation(_trig_slope),
    ),
    uses=("beyond/complex/s-minus",),
    mechanism=("gerf-negative",),
)

_ALONG = Domain(
    (DIMENSION, _APART), extra=({"d": 2, "z2": 1}, {"d": 64, "z2": "1/10"}, {"d": 1, "z2": "1/1000"}, {"d": 5, "z2": 9})
)  # fmt: skip

_AT_BEST = _SECOND.subs(_a, (1 - 1 / _r) / 8) - sp.exp(-z2)

_LEAST_VARIANCE = _LEAST - sp.exp(-z2)


def _small(proof: Proof) -> None:
    _unique_steps(proof)
    g = sp.Symbol("g", positive=True)  # e^q
    tilt = 2 * _q / (d * (1 + g) - 2 * _q)  # h = r - 1
    proof.equal(
        d / 2 * tilt * (1 + g) - _q * (1 + tilt),
        0,
        "the stationary point by q = (1+r)z: (d/2)(r-1)(1+e^q) = q r",
    )
    h = tilt.subs(g, sp.exp(_q))
    gap = _q / (2 + h)
    steep = [sp.simplify(sp.diff(part, _q).subs(_q, 0)) for part in (h, gap)]
    proof.equal(steep[0], 1 / d, "r - 1 = q/d + ..,")
    proof.equal(
        steep[1], sp.Rational(1, 2), "and z = q/2 + .., analytic in q at 0: orders in q are orders in z"
    )
    proof.equal(steep[0] / 8 / steep[1], 1 / (4 * d), "A = (1-1/r)/8 = (r-1)/8 + .. is z/(4d) + O(z^2)")
    p, z = sp.symbols("p z")
    log = d / 2 * sp.log(1 + p**2 / (4 * (1 + p))) + sp.log((1 + sp.exp(-(2 + p) * z)) / 2)
    weight = sp.Symbol("e", positive=True)  # z = e z, h = e h: orders
    second = sp.exp(log.subs({p: weight * p, z: weight * z}, simultaneous=True)) - sp.exp(-weight * z)
    expected = (sp.S.Zero, sp.S.Zero, z**2 + d * p**2 / 4 - p * z)
    for order, value in enumerate(expected):
        found = sp.diff(second, weight, order).subs(weight, 0)
        proof.equal(found, value, f"the variance at small h, z: {order}! times the terms of order {order}")
    proof.equal(
        (expected[2] / 2).subs(p, 2 * z / d),
        z**2 / 2 * (1 - 1 / d),
        "at h = 2z/d + .. it is (z^2/2)(1-1/d) + O(z^3)",
    )


COMPLEX_S_MINUS_SMALL_Z = Statement(
    id="beyond/complex/s-minus-small-z",
    kind="asymptotic",
    where="generalised exponential features, s = -1",
    title="The best real A for s = -1 near x = y",
    text="A = z^2/(4d) up to O(z^4), with a variance of (z^4/2)(1-1/d) up to O(z^6), z = |x-y|.",
    latex=r"\min_A\mathrm{Var}=\tfrac{z^4}2\left(1-\tfrac1d\right)+O(z^6)",
    domain_text="d fixed, z2 -> 0",
    domain=_ALONG,
    sides={
        "lhs": formula(_LEAST_VARIANCE, _ALONG, "d z2"),
        "rhs": formula(z2**2 / 2 * (1 - 1 / d), _ALONG, "d z2"),
    },
    claim=Order(z2**-3, "z2", toward=sp.S.Zero),
    checks=(
        Representations("lhs", formula(_AT_BEST, _ALONG, "d z2")),
        Restated(
            "the best A less z2/(4d) is of the order of z2^2",
            {
                "best": formula((1 - 1 / _r) / 8, _ALONG, "d z2"),
                "stated": formula(z2 / (4 * d), _ALONG, "d z2"),
            },
            _ALONG,
            Order(z2**-2, "z2", "best", "stated", toward=sp.S.Zero),
        ),
        Derivation(_small),
    ),
    uses=("beyond/complex/s-minus",),
    mechanism=("gerf-negative",),
)

_PRINTED = {
    64: {"1/2": "1.076", "2": "2.576", "8": "7.306", "32": "19.97", "100": "39.47"},
    8: {"1/2": "1.025", "2": "2.131", "8": "4.455", "32": "8.320", "100": "12.33"},
}

_ROWS: tuple[dict[str, object], ...] = tuple(
    {"d": size, "v2": squared, "z": value, "unit": Fraction(1, 10 ** len(value.partition(".")[2]))}
    for size, row in _PRINTED.items()
    for squared, value in row.items()
)

_KNOWN = {(Fraction(str(p["d"])), Fraction(str(p["v2"])), Fraction(str(p["z"]))) for p in _ROWS}

_TABLE = Domain(
    (DIMENSION, real("v2", above=0), real("z", above=0), real("unit", above=0)),
    (Rule(("d", "v2", "z"), "a stated value", lambda *entry: entry in _KNOWN),),
    extra=_ROWS,
)

_z, _unit = sp.symbols("z unit", positive=True)

_THRESHOLD = formula(Crossover(d, v2), CURVE, "d v2")


def _crossing_steps(proof: Proof) -> None:
    _unique_steps(proof)
    best.root_steps(proof)
    r, g = sp.symbols("r g", positive=True)  # g = e^q
    curve = d * (1 + g) / (d * (1 + g) - 2 * _q)
    proof.equal(
        d / 2 * (curve - 1) * (1 + g) - _q * curve,
        0,
        "stationary: (d/2)(r-1)(1+e^q) = q r with q = (1+r)z, g = e^q",
    )
    proof.equal(
        sp.diff(sp.log((1 + sp.exp(-(1 + r) * z2)) / 2), z2),
        -(1 + r) / (1 + sp.exp((1 + r) * z2)),
        "the partial slope in z of the least log E (Re Z)^2, at its minimum the whole slope",
    )
    proof.equal(
        sp.diff(curve, d) * (d * (1 + g) - 2 * _q) ** 2,
        -2 * _q * (1 + g),
        "r falls in d: it is at most that of d = 1",
    )
    proof.equal(
        (g - curve.subs(d, 1)) * (1 + g - 2 * _q) / g,
        g - 1 / g - 2 * _q,
        "for d = 1, e^q - r has the sign of sinh q - q",
    )
    more = sp.Symbol("n", positive=True, integer=True)
    proof.positive(
        _q ** (2 * more + 1) / sp.factorial(2 * more + 1), "a sum of positive terms, as 1 + e^q > 2q"
    )
    proof.equal(
        -1 + (1 + r) / (1 + g),
        (r - g) / (1 + g),
        "the slope in z of log E Z^2 (s = 1), which is -1, less the other one: negative as r < e^q",
    )
    proof.equal(
        _LOG.subs({_w: 1, z2: 0}),
        0,
        "at z = 0 the second moment of s = -1 is 1 at w = 1, the other exceeds 1",
    )
    proof.cite(
        "the difference of the logarithms falls from r(t) > 0 to -infinity, as that for s = -1 is at least log(1/2): one zero"
    )


COMPLEX_CROSSOVER = Statement(
    id="beyond/complex/crossover",
    kind="numerical",
    where="generalised exponential features, both signs",
    title="Where s = 1 overtakes s = -1",
    text="OPRF has the smaller variance beyond a threshold of |x-y|^2, the best real A for s = -1 below it.",
    latex=r"z^{2*}(d,v^2)",
    domain_text="v2 > 0",
    domain=CURVE,
    sides={"": _THRESHOLD},
    checks=(
        Restated(
            "both least second moments at the threshold",
            {
                "positive": formula(best.excess() - Crossover(d, v2), CURVE, "d v2"),
                "negative": formula(sp.log(_LEAST).subs(z2, Crossover(d, v2)), CURVE, "d v2"),
            },
            CURVE,
            Equal("positive", "negative"),
        ),
        Restated(
            "the threshold is below each stated value plus one unit of its last place",
            {"threshold": _THRESHOLD, "upper": formula(_z + _unit, _TABLE, "d v2 z unit")},
            _TABLE,
            Below("threshold", "upper"),
        ),
        Restated(
            "and above each less one unit",
            {"threshold": _THRESHOLD, "lower": formula(_z - _unit, _TABLE, "d v2 z unit")},
            _TABLE,
            Below("lower", "threshold"),
        ),
        Derivation(_crossing_steps),
    ),
    uses=("beyond/complex/s-minus", "crt/thm3.3/minimum"),
    mechanism=("gerf", "gerf-negative"),
    setting="GERF with real A, s = 1 against s = -1",
    note=(
        "There is one threshold for every d and v2: the quotient of the variances falls in |x-y|^2. At d = 64, v2 = 8 it "
        "is 7.30548, which rounds to 7.305; 7.306 is within one unit."
    ),
)

STATEMENTS = (
    COMPLEX_LANDSCAPE,
    COMPLEX_CURVATURE,
    COMPLEX_S_MINUS,
    COMPLEX_TRIG_SLOPE,
    COMPLEX_S_MINUS_SMALL_Z,
    COMPLEX_CROSSOVER,
)
