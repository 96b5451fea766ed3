"""Definition: a formula with no certified reading is refused where it is written, not where it is evaluated."""

from __future__ import annotations

import mpmath
import pytest
import sympy as sp

from rftheory.domain import Domain, integer, real, vector, vectors
from rftheory.errors import InputError
from rftheory.exact.formula import Formula
from rftheory.exact.mutation import mutants

d, i, j, k, m = sp.symbols("d i j k m", integer=True)
t, v, z = sp.symbols("t v z", real=True)
x, w = sp.IndexedBase("x"), sp.IndexedBase("W")
SCALARS = Domain((integer("d"), real("v", 0)))
LINES = Domain((vector("x"), vectors("W"), real("v")))


def defined(expression: sp.Expr, **more: object) -> Formula:
    return Formula(expression, SCALARS, ("d", "v"), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("expression", "said"),
    [
        (sp.Integral(sp.exp(-v * t), (t, 0, sp.oo)), "integral to infinity"),
        (sp.Integral(sp.exp(-(t**2)), (t, -sp.oo, v)), "integral to infinity"),
        (1 + v * sp.Integral(sp.exp(-t * z), (t, 0, sp.oo), (z, 0, 1)), "integral to infinity"),
        (sp.Integral(v * t, t), "no limits"),
        (sp.Sum(v**k, (k, -sp.oo, 0)), "sum to infinity"),
        (sp.Product(1 + v / k, (k, 1, sp.oo)), "product to infinity"),
        (sp.Product(1 + v / k, (k, 1, d), (j, 1, 2)), "several indices"),
        (sp.Sum(sp.sin(k) * v**k, (k, 0, sp.oo)), "no tail bound"),
        (sp.Sum(v ** (k**2), (k, 0, sp.oo)), "no tail bound"),
        (sp.Function("f")(v), "no certified reading of f"),
        (sp.zeta(v), "no certified reading of zeta"),
        (sp.Derivative(sp.exp(v), v), "no certified reading of Derivative"),
        (sp.oo * sp.Symbol("v", positive=False, zero=False, real=True), "no certified reading of"),
        (v + sp.oo, "no certified reading of Infinity"),
        (sp.Float("0.1") * v, "no certified reading of Float"),
        (v * sp.EulerGamma, "no certified reading of EulerGamma"),
        (v + z, "z is no parameter of it; it has d, v"),
        (sp.Sum(k * v, (k, 0, j)), "j is no parameter"),
        (sp.Sum(v, (k, 0, k)), "k is no parameter"),
        (x[0] + v, "x is no parameter"),
        (sp.Piecewise((v, sp.And(v > 1, v < 2)), (0, True)), "a case is a comparison"),
        (sp.Piecewise((v, v > z), (0, True)), "z is no parameter"),
        (sp.KroneckerDelta(d, k, (0, 5)), "k is no parameter|range"),
        (sp.Eq(v, 1), "no certified reading of Equality"),
        (sp.Max(v, sp.Function("f")(v)), "no certified reading of f"),
    ],
    ids=str,
)
def test_what_cannot_be_read_is_refused_at_definition(expression: sp.Expr, said: str) -> None:
    with pytest.raises(InputError, match=said):
        defined(expression)
    with pytest.raises(InputError, match=said):
        defined(v, closed=expression)
    with pytest.raises(InputError, match=said):
        defined(v).with_expression(expression)


def test_a_majorant_is_read_too() -> None:
    series = sp.Sum(sp.sin(k) * v**k / sp.factorial(k), (k, 0, sp.oo))
    summed = defined(series, majorants={k: v**k / sp.factorial(k)})
    truth = mpmath.nsum(
        lambda n: mpmath.sin(n) * mpmath.mpf("0.5") ** n / mpmath.factorial(n), [0, mpmath.inf]
    )
    assert abs(float(summed.evaluate(d=1, v="1/2", digits=20)) - truth) < 1e-13
    for bound, said in ((sp.exp(v * k**2), "no tail bound"), (z**k, "z is no parameter")):
        with pytest.raises(InputError, match=said):
            defined(series, majorants={k: bound})


def test_parameters_belong_to_the_domain() -> None:
    with pytest.raises(InputError, match="no parameter z"):
        Formula(z, SCALARS, ("z",))


def test_limits_may_use_indices_outside_them_and_vectors_name_their_sizes() -> None:
    triangle = defined(sp.Sum(v, (j, 0, i), (i, 0, d - 1)))
    assert triangle.evaluate(d=4, v=1, digits=3).value == "10.0"
    inner = sp.Sum(x[i] * w[j, i], (i, 0, d - 1))
    whole = Formula(
        sp.Sum(sp.Piecewise((inner, inner > v), (0, True)), (j, 0, m - 1)), LINES, ("x", "W", "v")
    )
    assert whole.evaluate(x=[1, 2], W=[[1, 1], [0, -1]], v=0, digits=3).value == "3.00"
    with pytest.raises(InputError, match="m is no parameter"):
        Formula(sp.Sum(x[i], (i, 0, m - 1)), LINES, ("x",))


def test_definition_compiles_nothing() -> None:
    kept = defined(sp.exp(v) * sp.Sum(v**k / sp.factorial(k), (k, 0, sp.oo)))
    assert not {"_fast", "_printed"} & set(vars(kept))


def test_mutants_can_be_evaluated() -> None:
    for _, wrong in mutants(defined(sp.Sum(v**k / sp.factorial(k), (k, 0, sp.oo)) / d), 40):
        wrong._fast  # noqa: B018
