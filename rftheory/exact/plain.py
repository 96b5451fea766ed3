"""An expression as source text of plain mpmath, to be read and run without this package. Printed, never evaluated here."""

from __future__ import annotations

import keyword
from collections.abc import Callable

import sympy as sp

from rftheory.errors import InputError
from rftheory.exact.functions.ball_function import BallFunction

_NAMES: dict[type, str] = {
    sp.exp: "exp", sp.log: "log", sp.sin: "sin", sp.cos: "cos", sp.tan: "tan", sp.sinh: "sinh", sp.cosh: "cosh",
    sp.tanh: "tanh", sp.erf: "erf", sp.erfc: "erfc", sp.acos: "acos", sp.asin: "asin", sp.atan: "atan",
    sp.gamma: "gamma", sp.factorial: "factorial", sp.factorial2: "fac2", sp.binomial: "binomial",
    sp.RisingFactorial: "rf", sp.besselj: "besselj", sp.besseli: "besseli", sp.besselk: "besselk", sp.Abs: "abs", sp.re: "re", sp.im: "im",
    sp.conjugate: "conj", sp.Max: "max", sp.Min: "min", sp.uppergamma: "gammainc",
}  # fmt: skip
_TAKEN = {*_NAMES.values(), "mp", "mpf", "mpc", "pi", "e", "inf", "fsum", "fprod", "nsum", "quad", "hyper", "linspace",
          "sqrt", "nstr", "left", "right", "print", "abs", "int", "len", "range", "map"}  # fmt: skip


def name(text: str) -> str:
    """A parameter's name as the script calls it: as it is, unless Python or mpmath means something by it."""
    return f"{text}_" if keyword.iskeyword(text) or text in _TAKEN else text


def source(expression: sp.Expr) -> str:
    """The expression as a Python expression over mpmath; InputError where it has none."""
    return _print(sp.sympify(expression))


def definitions(*expressions: sp.Expr) -> list[str]:
    """The definitions that the functions of the theory in these expressions need, as lines."""
    found = {type(f): None for e in expressions for f in sp.sympify(e).atoms(BallFunction)}
    return [line for kind in found for line in _defined(kind).splitlines()]


def _defined(kind: type[BallFunction]) -> str:
    if not kind.plain:
        raise InputError(f"{kind.__name__} has no definition in plain mpmath")
    return kind.plain


def _print(node: sp.Basic) -> str:
    for kind, printer in _PRINTERS:
        if isinstance(node, kind):
            return printer(node)
    if type(node) in _NAMES:
        return f"{_NAMES[type(node)]}({_listed(node.args)})"
    raise InputError(f"{type(node).__name__} has no form in plain mpmath")


def _listed(nodes: tuple[sp.Basic, ...]) -> str:
    return ", ".join(_print(node) for node in nodes)


def _tight(node: sp.Basic) -> str:
    """In brackets where an operator beside it would take a part of it."""
    loose = isinstance(node, (sp.Add, sp.Mul)) or (node.is_Rational and not (node.is_Integer and node >= 0))
    return f"({_print(node)})" if loose else _print(node)


def _rational(node: sp.Rational) -> str:
    return f"{node.p}" if node.q == 1 else f"mpf({node.p})/{node.q}"


def _sum(node: sp.Add) -> str:
    return " + ".join(_print(term) for term in node.as_ordered_terms()).replace(" + -", " - ")


def _product(node: sp.Mul) -> str:
    """Factors over factors, so that a quotient is printed as one; whole numbers never divide each other."""
    number, rest = node.as_coeff_Mul()
    factors = rest.as_ordered_factors()
    below = [*([number.q] if number.q != 1 else []), *(1 / f for f in factors if _inverse(f))]
    above = [f for f in factors if not _inverse(f)]
    count = str(abs(number.p)) if abs(number.p) != 1 or not above else ""
    top = "*".join(
        [*([f"mpf({count})" if not above and below else count] if count else []), *map(_tight, above)]
    )
    return f"{'-' if number < 0 else ''}{top}{''.join(f'/{_tight(sp.sympify(f))}' for f in below)}"


def _inverse(factor: sp.Expr) -> bool:
    return isinstance(factor, sp.Pow) and bool(factor.exp.is_Rational) and bool(factor.exp < 0)


def _power(node: sp.Pow) -> str:
    if node.exp == sp.S.Half:
        return f"sqrt({_print(node.base)})"
    base = f"mpf({node.base})" if node.base.is_Integer else _tight(node.base)
    return f"{f'({base})' if node.base.is_Pow else base}**{_tight(node.exp)}"


def _series(node: sp.Sum) -> str:
    """Infinite ones by mpmath's summation, finite ones term by term."""
    return _folded(node, "fsum", lambda k, term, low: f"nsum(lambda {k}: {term}, [{low}, inf])")


def _factors(node: sp.Product) -> str:
    return _folded(node, "fprod", lambda k, term, low: f"nprod(lambda {k}: {term}, [{low}, inf])")


def _folded(node: sp.Sum | sp.Product, fold: str, endless: Callable[[str, str, str], str]) -> str:
    text = _print(node.function)
    for index, low, high in node.limits:
        k = name(str(index))
        if high == sp.oo:
            text = endless(k, text, _print(low))
        else:
            ends = ", ".join(end if end.isdigit() else f"int({end})" for end in map(_print, (low, high + 1)))
            text = f"{fold}({text} for {k} in map(mpf, range({ends})))"
    return text


def _integral(node: sp.Integral) -> str:
    text = _print(node.function)
    for variable, low, high in node.limits:
        ends = f"[{_print(low)}, inf]" if high == sp.oo else f"linspace({_print(low)}, {_print(high)}, 9)"
        text = f"quad(lambda {name(str(variable))}: {text}, {ends})"
    return text


def _hyper(node: sp.hyper) -> str:
    return f"hyper([{_listed(tuple(node.ap))}], [{_listed(tuple(node.bq))}], {_print(node.argument)})"


def _entry(node: sp.Indexed) -> str:
    return name(str(node.base)) + "".join(f"[int({_print(index)})]" for index in node.indices)


def _cases(node: sp.Piecewise) -> str:
    text = "nan"
    for value, test in reversed(node.args):
        text = _print(value) if test == sp.true else f"({_print(value)} if {_test(test)} else {text})"
    return text


def _test(node: sp.Basic) -> str:
    if not isinstance(node, sp.core.relational.Relational):
        raise InputError(f"the case {node} has no form in plain mpmath")
    return f"{_print(node.lhs)} {node.rel_op} {_print(node.rhs)}"


_PRINTERS: tuple[tuple[type | tuple[type, ...], Callable[..., str]], ...] = (
    (sp.Rational, _rational),
    ((sp.Symbol, sp.IndexedBase), lambda node: name(str(node))),
    (sp.core.numbers.Pi, lambda _: "pi"),
    (sp.core.numbers.Exp1, lambda _: "e"),
    (sp.core.numbers.ImaginaryUnit, lambda _: "mpc(0, 1)"),
    (sp.exp, lambda node: f"exp({_print(node.exp)})"),
    (sp.Add, _sum),
    (sp.Mul, _product),
    (sp.Pow, _power),
    (sp.hyper, _hyper),
    (sp.Sum, _series),
    (sp.Product, _factors),
    (sp.Integral, _integral),
    (sp.Indexed, _entry),
    (sp.Piecewise, _cases),
    (sp.lowergamma, lambda node: f"gammainc({_print(node.args[0])}, 0, {_print(node.args[1])})"),
    (sp.KroneckerDelta, lambda node: f"mpf({_print(node.args[0])} == {_print(node.args[1])})"),
    (BallFunction, lambda node: f"{type(node).__name__}({_listed(node.args)})"),
)
