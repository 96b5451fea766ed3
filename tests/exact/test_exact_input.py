"""Input types: a number of any library stands for its exact value, to every digit, or is refused by name."""

from __future__ import annotations

import itertools
import subprocess
import sys
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import flint
import mpmath
import numpy as np
import pytest
import sympy as sp

import rftheory
from rftheory.domain import ComplexRational, Domain, complex_number, integer, real, vector
from rftheory.errors import DomainError
from rftheory.exact.formula import Formula
from rftheory.exact.optimal.optimum import exactly

DIGITS = 40
WIDE = mpmath.MPContext()
WIDE.prec = 200
THIRD, TENTH = Fraction(1, 3), Fraction(1, 10)
v = sp.Symbol("v")
IDENTITY = Formula(v, Domain((real("v"),)), ("v",))


def nearest(number: Fraction, bits: int) -> Fraction:
    """The binary number with a mantissa of so many bits that is nearest to one in (0, 1)."""
    unit = Fraction(1, 2**bits)
    while number < unit * 2 ** (bits - 1):
        unit /= 2
    return round(number / unit) * unit


EXACT: dict[str, Callable[[int], Any]] = {
    "text": lambda n: f"1/{n}",
    "Fraction": lambda n: Fraction(1, n),
    "sympy Rational": lambda n: sp.Rational(1, n),
    "flint fmpq": lambda n: flint.fmpq(1, n),
    "own exact number": lambda n: exactly(Fraction(1, n)),
    "own evaluation": lambda n: rftheory.evaluate("crt/eq12:lhs", X=[[1]] * n, Y=[[1], *[[0]] * (n - 1)]),
    "array without axes": lambda n: np.array(Fraction(1, n), dtype=object),
}
BINARY: dict[str, tuple[int, Callable[[int], Any]]] = {
    "float": (53, lambda n: 1 / n),
    "numpy float16": (11, lambda n: np.float16(1 / n)),
    "numpy float32": (24, lambda n: np.float32(1 / n)),
    "numpy float64": (53, lambda n: np.float64(1 / n)),
    "numpy longdouble": (np.finfo(np.longdouble).nmant + 1, lambda n: np.longdouble(1) / np.longdouble(n)),
    "float32 array without axes": (24, lambda n: np.array(1 / n, dtype=np.float32)),
    "mpf of 53 bits": (53, lambda n: mpmath.mpf(1) / n),
    "mpf of 200 bits": (200, lambda n: WIDE.mpf(1) / n),
    "sympy Float": (200, lambda n: sp.Float(sp.Rational(1, n), precision=200)),
    "flint arb": (53, lambda n: flint.arb(1 / n)),
    "flint arf": (53, lambda n: flint.arf(1 / n)),
}
TABLE = [
    *((f"{n}, {name}", Fraction(1, n), make(n)) for n in (3, 10) for name, make in EXACT.items()),
    *((f"{n}, {name}", nearest(Fraction(1, n), bits), make(n)) for n in (3, 10) for name, (bits, make) in BINARY.items()),
    ("10, Decimal", TENTH, Decimal("0.1")),
    ("10, decimal text", TENTH, "0.1"),
    ("3, Decimal", Fraction(int("3" * 28), 10**28), Decimal(1) / 3),
]  # fmt: skip
given = pytest.mark.parametrize(
    ("number", "value"), [row[1:] for row in TABLE], ids=[row[0] for row in TABLE]
)


def _mp(number: Fraction) -> Any:
    context = mpmath.MPContext()
    context.dps = DIGITS + 40
    return context, context.mpf(number.numerator) / number.denominator


def _agrees(text: str, truth: Any, context: Any) -> bool:
    return bool(abs(context.mpf(text) - truth) <= abs(truth) * context.mpf(10) ** (1 - DIGITS))


@given
def test_a_series(number: Fraction, value: object) -> None:
    found = rftheory.evaluate("simrf/thm4.3/orf:rhs", d=3, v=value, digits=DIGITS)
    assert found.identical(rftheory.evaluate("simrf/thm4.3/orf:rhs", d=3, v=number, digits=DIGITS))
    context, x = _mp(number)
    assert _agrees(found.value, context.hyp1f1(3, context.mpf(3) / 2, x * x / 2), context)


@given
def test_vectors(number: Fraction, value: object) -> None:
    found = rftheory.evaluate("crt/sec3.2.1/lambda-star", x=[value, 1], y=(1, value), digits=DIGITS)
    assert found.identical(
        rftheory.evaluate("crt/sec3.2.1/lambda-star", x=[number, 1], y=[1, number], digits=DIGITS)
    )
    context, x = _mp(number)
    assert _agrees(found.value, x, context)  # sqrt(2 x^2 / 2)


@given
def test_lists_of_vectors_are_exact_rationals(number: Fraction, value: object) -> None:
    found = rftheory.evaluate("crt/eq12:lhs", X=[[value]], Y=[[value]], digits=DIGITS)
    assert found.exact_value() == number**4


COMPLEX: dict[str, tuple[Fraction, Fraction, Any]] = {
    "text": (-THIRD, TENTH, "-1/3+0.1j"),
    "own": (-THIRD, TENTH, ComplexRational(-THIRD, TENTH)),
    "sympy": (-THIRD, TENTH, -sp.Rational(1, 3) + sp.I / 10),
    "sympy Float": (nearest(TENTH, 200) - 1, -TENTH, sp.Float(sp.Rational(1, 10), precision=200) - 1 - sp.I / 10),
    "sympy, imaginary": (Fraction(0), -THIRD, -sp.I / 3),
    "complex": (-nearest(THIRD, 53), nearest(TENTH, 53), complex(-1 / 3, 0.1)),
    "numpy complex64": (-nearest(THIRD, 24), nearest(TENTH, 24), np.complex64(complex(-1 / 3, 0.1))),
    "numpy complex128": (-nearest(THIRD, 53), nearest(TENTH, 53), np.complex128(complex(-1 / 3, 0.1))),
    "numpy clongdouble": (
        -nearest(THIRD, np.finfo(np.longdouble).nmant + 1), Fraction(0),
        np.clongdouble(np.longdouble(-1) / np.longdouble(3)),
    ),
    "mpc": (-nearest(THIRD, 200), nearest(TENTH, 200), WIDE.mpc(-WIDE.mpf(1) / 3, WIDE.mpf(1) / 10)),
    "acb": (-nearest(THIRD, 53), nearest(TENTH, 53), flint.acb(-1 / 3, 0.1)),
    "real Fraction": (-THIRD, Fraction(0), -THIRD),
    "real mpf": (-nearest(THIRD, 200), Fraction(0), -WIDE.mpf(1) / 3),
}  # fmt: skip


@pytest.mark.parametrize("kind", COMPLEX)
def test_complex_numbers(kind: str) -> None:
    re, im, value = COMPLEX[kind]
    found = rftheory.evaluate("crt/thm3.2/alpha1", A=value, d=3, digits=DIGITS)
    same = ComplexRational(re, im) if im else re
    assert found.identical(rftheory.evaluate("crt/thm3.2/alpha1", A=same, d=3, digits=DIGITS))
    context, x = _mp(re)
    a = context.mpc(x, context.mpf(im.numerator) / im.denominator)
    truth = context.power(1 + 16 * a**2 / (1 - 8 * a), context.mpf(3) / 2)
    assert _agrees(found.value, truth.real, context)
    assert im == 0 or _agrees(str(found.value_im), truth.imag, context)


@pytest.mark.parametrize(
    "three",
    [3, "3", 3.0, Fraction(3), Decimal(3), sp.Integer(3), sp.Float(3), mpmath.mpf(3), flint.fmpz(3), flint.arb(3),
     np.int8(3), np.uint64(3), np.float16(3), np.longdouble(3), np.array(3), exactly(3)],
    ids=lambda value: type(value).__name__,
)  # fmt: skip
def test_integers_of_every_type(three: object) -> None:
    expected = rftheory.evaluate("simrf/thm4.3/orf:rhs", d=3, v=1, digits=DIGITS)
    assert rftheory.evaluate("simrf/thm4.3/orf:rhs", d=three, v=1, digits=DIGITS).identical(expected)


@pytest.mark.parametrize(
    "line",
    [
        "1/3,2/3", [THIRD, sp.Rational(2, 3)], (flint.fmpq(1, 3), "2/3"), np.array([THIRD, 2 * THIRD], dtype=object),
        sp.Matrix([THIRD, 2 * THIRD]), sp.ImmutableMatrix([[THIRD, 2 * THIRD]]), sp.Array([THIRD, 2 * THIRD]),
        flint.fmpq_mat(1, 2, [flint.fmpq(1, 3), flint.fmpq(2, 3)]), flint.fmpq_mat(2, 1, [flint.fmpq(1, 3), flint.fmpq(2, 3)]),
        [exactly(THIRD), exactly(2 * THIRD)],
    ],
    ids=lambda value: type(value).__name__,
)  # fmt: skip
def test_a_line_of_any_library_is_a_vector(line: object) -> None:
    assert vector("x").parse(line) == (THIRD, 2 * THIRD)


def test_arrays_keep_every_bit() -> None:
    wide = np.array([np.longdouble(1) / np.longdouble(3), 1])
    bits = np.finfo(np.longdouble).nmant + 1
    assert vector("x").parse(wide) == (nearest(THIRD, bits), 1)
    assert vector("x").parse(WIDE.matrix([WIDE.mpf(1) / 3, 1])) == (nearest(THIRD, 200), 1)
    assert vector("x").parse(np.array([1 / 3], dtype=np.float32)) == (nearest(THIRD, 24),)
    large = 2**63 + 1
    assert IDENTITY.array(v=[large, -1])[0] == float(large)
    assert IDENTITY.array(v=np.array([THIRD, np.longdouble(1)], dtype=object))[0] == 1 / 3


def test_optimisers_and_points_read_the_same_numbers() -> None:
    expected = rftheory.optimize("oprf", d=2, v2=THIRD, digits=DIGITS).objective
    for value in ("1/3", sp.Rational(1, 3), flint.fmpq(1, 3), exactly(THIRD)):
        assert rftheory.optimize("oprf", d=2, v2=value, digits=DIGITS).objective.identical(expected)
    assert rftheory.optimize("oprf", d=2, v2=1 / 3, digits=DIGITS).objective != expected
    assert IDENTITY.at({"v": sp.Rational(1, 3)}, DIGITS).identical(IDENTITY.evaluate(v=THIRD, digits=DIGITS))
    assert IDENTITY.point({"v": WIDE.mpf(1) / 3}) == {"v": nearest(THIRD, 200)}


@pytest.mark.parametrize("d", [2, "2", 2.0, np.int64(2), sp.Integer(2), flint.fmpz(2)])
def test_a_dimension_beside_vectors_may_be_of_any_type(d: object) -> None:
    parameters = (*(real(name) for name in ("x2", "y2", "xy")), integer("d"))
    both = Formula(sp.Symbol("d") * sp.Symbol("xy"), Domain(parameters), ("d", "x2", "y2", "xy"))
    assert both.evaluate(d=d, x=[THIRD, 1], y=[TENTH, 0]).exact_value() == Fraction(1, 15)
    with pytest.raises(DomainError, match="the length of x, 3"):
        both.evaluate(d=d, x=[1, 1, 1], y=[1, 1, 1])


TOO_WIDE = rftheory.evaluate("simrf/thm4.3/orf:rhs", d=3, v=1, digits=5)
REFUSED: list[tuple[object, str]] = [
    (sp.sqrt(2), "irrational"), (sp.pi, "irrational"), (sp.Symbol("z"), "Integer, Rational, Float"),
    (sp.oo, "finite"), (-sp.oo, "finite"), (sp.nan, "finite"), (sp.zoo, "finite"), (sp.true, "a number"),
    (True, "truth value"), (np.True_, "truth value"), (np.array(True), "truth value"),
    (None, "a real number"), (object(), "a real number"), (b"1", "a real number"),
    (flint.nmod(3, 7), "a real number"),
    (float("nan"), "finite"), (float("inf"), "finite"), (Decimal("nan"), "finite"), (Decimal("-inf"), "finite"),
    (np.float32("nan"), "finite"), (np.longdouble("inf"), "finite"), (mpmath.mpf("nan"), "finite"),
    (mpmath.mpf("-inf"), "finite"), (flint.arb("nan"), "finite"), (flint.arf("inf"), "finite"),
    (mpmath.pi, "constant"), (mpmath.iv.mpf(1), "interval"), (flint.arb(1) / 3, "radius"),
    (TOO_WIDE, "give its decimal text .value"), (rftheory.optimize("oprf", d=2, v2=1), "one of its .parameters"),
    (np.timedelta64(5, "ns"), "duration"), (np.datetime64(5, "ns"), "date"),
    (1j, "not complex"), (sp.I, "not complex"), (mpmath.mpc(1, 1), "not complex"), (flint.acb(1, 1), "not complex"),
    (np.complex64(1), "not complex"), (ComplexRational(THIRD, TENTH), "not complex"),
    (Decimal("1e999999999"), "decimal exponent"), (mpmath.mpf("1e999999999"), "exponent of 2"),
]  # fmt: skip


@pytest.mark.parametrize(("value", "said"), REFUSED, ids=lambda value: str(type(value).__name__))
def test_what_has_no_exact_value_is_refused_by_name(value: object, said: str) -> None:
    with pytest.raises(DomainError, match=said) as caught:
        rftheory.evaluate("simrf/thm4.3/orf:rhs", d=3, v=value)
    assert caught.value.parameter == "v"
    with pytest.raises(DomainError) as caught:
        rftheory.evaluate("crt/sec3.2.1/lambda-star", x=[1, value], y=[1, 1])
    assert caught.value.parameter == "x"


@pytest.mark.parametrize("value", [[1], np.array([1.0])], ids=("list", "array"))
def test_a_list_is_no_entry_and_no_number_of_a_formula(value: object) -> None:
    with pytest.raises(DomainError) as caught:
        rftheory.evaluate("crt/sec3.2.1/lambda-star", x=[1, value], y=[1, 1])
    assert caught.value.parameter == "x"
    with pytest.raises(DomainError, match="a real number"):
        IDENTITY.evaluate(v=value)


@pytest.mark.parametrize("value", [sp.sqrt(2) * sp.I, 1 + sp.I * sp.pi, sp.I * sp.Symbol("z"), complex("nan"), mpmath.mpc(1, "inf"),
                                   flint.acb(flint.arb(1) / 3, 1), np.complex64(complex("inf")), TOO_WIDE])  # fmt: skip
def test_complex_numbers_without_an_exact_value_are_refused(value: object) -> None:
    with pytest.raises(DomainError, match=r"^A = "):
        complex_number("A").parse(value)


def test_dates_are_no_vector() -> None:
    for unit, kind in itertools.product(("ns", "D"), "mM"):
        with pytest.raises(DomainError):
            vector("x").parse(np.array([1, 2], dtype=f"{kind}8[{unit}]"))


def test_what_is_certain_of_a_result_is_taken_exactly() -> None:
    assert IDENTITY.evaluate(v=TOO_WIDE.value, digits=5).exact_value() == Fraction(TOO_WIDE.value)
    assert IDENTITY.evaluate(v=TOO_WIDE.lower, digits=5).exact_value() == TOO_WIDE.lower


def test_reading_numbers_imports_no_library() -> None:
    heavy = ("sympy", "mpmath", "flint", "numpy")
    code = f"import sys, rftheory.domain; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
