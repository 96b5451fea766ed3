"""Compiles one SymPy expression into a function on exact rationals and balls. Never uses floating point."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import sympy as sp

from rftheory.errors import PrecisionError
from rftheory.exact import balls
from rftheory.exact.functions.conformity import BallFunction
from rftheory.exact.series import Hypergeometric, NotHypergeometric, decompose, ratio_of

Env = dict[str, Any]
Reading = Callable[[Env], Any]

ANALYTIC = "__analytic__"
_MAX_TERMS = 200_000


def compile_ball(expression: sp.Expr, majorants: Mapping[sp.Symbol, sp.Expr] | None = None) -> Reading:
    """A function of an environment {name: exact rational, ball or vector} returning an enclosure.

    `majorants` maps the index of an infinite sum whose terms are not hypergeometric to a hypergeometric
    bound of |term|, from which the tail is bounded.
    """
    return _Compiler(dict(majorants or {})).compile(expression)


class _Compiler:
    def __init__(self, majorants: dict[sp.Symbol, sp.Expr]) -> None:
        self.majorants = majorants
        self.memo: dict[sp.Basic, Reading] = {}

    def compile(self, node: sp.Basic) -> Reading:
        if node not in self.memo:
            self.memo[node] = self._build(node)
        return self.memo[node]

    def _build(self, node: sp.Basic) -> Reading:
        if isinstance(node, sp.Rational):
            value = balls.fmpq(int(node.p), int(node.q))
            return lambda _: value
        if isinstance(node, (sp.Symbol, sp.IndexedBase)):
            name = str(node)
            return lambda env: env[name]
        if isinstance(node, BallFunction):
            arguments = [self.compile(a) for a in node.args]
            rule = type(node).ball
            return lambda env: rule(*[a(env) for a in arguments])
        for kind, builder in self._BUILDERS:
            if isinstance(node, kind):
                reading: Reading = builder(self, node)
                return reading
        raise NotImplementedError(f"no ball reading for {type(node).__name__}: {node}")

    def _constant(self, node: sp.Basic) -> Reading:
        if node is sp.pi:
            return lambda _: balls.arb.pi()
        if node is sp.E:
            return lambda _: balls.arb(1).exp()
        if node is sp.I:
            unit = balls.gauss(0, 1)
            return lambda _: unit
        raise NotImplementedError(f"no ball reading for {node}")

    def _add(self, node: sp.Add) -> Reading:
        parts = [self.compile(a) for a in node.args]

        def add(env: Env) -> Any:
            total = parts[0](env)
            for part in parts[1:]:
                total = total + part(env)
            return total

        return add

    def _mul(self, node: sp.Mul) -> Reading:
        roots = [a for a in node.args if isinstance(a, sp.Pow) and a.exp in (sp.S.Half, -sp.S.Half)]
        rest = [a for a in node.args if len(roots) < 2 or a not in roots]
        parts = [self.compile(a) for a in rest]
        if len(rest) < len(node.args):
            parts.append(self._product_of_roots(roots))

        def multiply(env: Env) -> Any:
            total = parts[0](env)
            for part in parts[1:]:
                total = total * part(env)
            return total

        return multiply

    def _product_of_roots(self, roots: list[sp.Pow]) -> Reading:
        """sqrt(a) sqrt(b) as sqrt(ab), which may be exact, where a and b are exact and not negative."""
        inner = [self.compile(root.base) for root in roots]
        exponents = [balls.fmpq(1, 2) if root.exp > 0 else balls.fmpq(-1, 2) for root in roots]

        def multiply(env: Env) -> Any:
            bases = [base(env) for base in inner]
            if all(isinstance(base, balls.fmpq) and base >= 0 for base in bases):
                joined = balls.fmpq(1)
                for base, exponent in zip(bases, exponents, strict=True):
                    joined = joined * balls.power(base, 2 * exponent)
                return balls.power(joined, balls.fmpq(1, 2))
            total: Any = balls.fmpq(1)
            for base, exponent in zip(bases, exponents, strict=True):
                total = total * balls.power(base, exponent, env.get(ANALYTIC, False))
            return total

        return multiply

    def _pow(self, node: sp.Pow) -> Reading:
        base, exponent = node.base, node.exp
        if exponent == -1 and isinstance(base, (sp.gamma, sp.factorial)):
            shift = balls.fmpq(1 if isinstance(base, sp.factorial) else 0)
            inner = self.compile(base.args[0])
            return lambda env: balls.reciprocal_gamma(inner(env) + shift)
        if isinstance(base, sp.Abs) and exponent.is_Integer and exponent % 2 == 0:
            argument, half = self.compile(base.args[0]), balls.fmpq(int(exponent) // 2)
            return lambda env: balls.power(balls.squared_modulus(argument(env)), half)
        low, high = self.compile(base), self.compile(exponent)
        return lambda env: balls.power(low(env), high(env), env.get(ANALYTIC, False))

    def _method(self, name: str) -> Callable[[_Compiler, sp.Function], Reading]:
        def builder(compiler: _Compiler, node: sp.Function) -> Reading:
            inner = compiler.compile(node.args[0])
            return lambda env: getattr(balls.ball(inner(env)), name)()

        return builder

    def _exp(self, node: sp.Function) -> Reading:
        inner = self.compile(node.args[0])

        def exponential(env: Env) -> Any:
            value = inner(env)
            return balls.fmpq(1) if isinstance(value, balls.fmpq) and value == 0 else balls.ball(value).exp()

        return exponential

    def _log(self, node: sp.Function) -> Reading:
        inner = self.compile(node.args[0])

        def logarithm(env: Env) -> Any:
            value = balls.ball(inner(env))
            if isinstance(value, balls.arb):
                return balls.acb(value).log() if value < 0 else value.log()
            return value.log(analytic=env.get(ANALYTIC, False))

        return logarithm

    def _gamma(self, node: sp.Function) -> Reading:
        inner = self.compile(node.args[0])
        return lambda env: balls.gamma(inner(env))

    def _factorial(self, node: sp.Function) -> Reading:
        inner = self.compile(node.args[0])
        return lambda env: balls.gamma(inner(env) + balls.fmpq(1))

    def _binomial(self, node: sp.Function) -> Reading:
        return self.compile(
            sp.gamma(node.args[0] + 1)
            / sp.gamma(node.args[1] + 1)
            / sp.gamma(node.args[0] - node.args[1] + 1)
        )

    def _factorial2(self, node: sp.Function) -> Reading:
        inner = self.compile(node.args[0])

        def double_factorial(env: Env) -> Any:
            n = inner(env)
            if n.q != 1 or n < -1:
                return balls.arb("nan")
            odd = n.p % 2 == 1
            half = (n + 1) / 2 if odd else n / 2
            two_power = balls.power(balls.fmpq(2), half)
            if odd:
                return two_power * balls.gamma(half + balls.fmpq(1, 2)) / balls.arb.pi().sqrt()
            return two_power * balls.gamma(half + 1)

        return double_factorial

    def _rising(self, node: sp.Function) -> Reading:
        return self.compile(sp.gamma(node.args[0] + node.args[1]) / sp.gamma(node.args[0]))

    def _hyper(self, node: sp.hyper) -> Reading:
        above = [self.compile(a) for a in node.ap]
        below = [self.compile(b) for b in node.bq]
        inner = self.compile(node.argument)
        return lambda env: balls.hypergeometric([a(env) for a in above], [b(env) for b in below], inner(env))

    def _bessel(self, node: sp.Function) -> Reading:
        order, inner = (self.compile(a) for a in node.args)
        kind = "j" if isinstance(node, sp.besselj) else "i"
        return lambda env: balls.bessel(kind, order(env), inner(env))

    def _lowergamma(self, node: sp.Function) -> Reading:
        order, inner = (self.compile(a) for a in node.args)
        return lambda env: balls.ball(inner(env)).gamma_lower(balls.ball(order(env)))

    def _uppergamma(self, node: sp.Function) -> Reading:
        order, inner = (self.compile(a) for a in node.args)
        return lambda env: balls.ball(inner(env)).gamma_upper(balls.ball(order(env)))

    def _abs(self, node: sp.Function) -> Reading:
        inner = self.compile(node.args[0])
        return lambda env: abs(inner(env))

    def _conjugate(self, node: sp.Function) -> Reading:
        inner = self.compile(node.args[0])

        def conjugate(env: Env) -> Any:
            re, im = balls.parts(inner(env))
            return re + balls.gauss(0, -1) * im

        return conjugate

    def _delta(self, node: sp.Function) -> Reading:
        left, right = (self.compile(a) for a in node.args)
        return lambda env: balls.fmpq(int(left(env) == right(env)))

    def _maximum(self, node: sp.Function) -> Reading:
        parts = [self.compile(a) for a in node.args]
        largest = isinstance(node, sp.Max)

        def extreme(env: Env) -> Any:
            total = balls.ball(parts[0](env))
            for part in parts[1:]:
                other = balls.ball(part(env))
                total = total.max(other) if largest else total.min(other)
            return total

        return extreme

    def _piecewise(self, node: sp.Piecewise) -> Reading:
        branches = [(self.compile(value), _condition(self, test)) for value, test in node.args]

        def select(env: Env) -> Any:
            for value, test in branches:
                if test(env):
                    return value(env)
            return balls.arb("nan")

        return select

    def _indexed(self, node: sp.Indexed) -> Reading:
        name = str(node.base)
        indices = [self.compile(i) for i in node.indices]

        def look_up(env: Env) -> Any:
            value = env[name]
            for index in indices:
                value = value[int(index(env).p)]
            return value

        return look_up

    def _sum(self, node: sp.Sum) -> Reading:
        term: sp.Basic = node.function
        for limit in node.limits[:-1]:
            term = sp.Sum(term, limit)
        index, start, stop = node.limits[-1]
        if stop != sp.oo:
            return self._finite_sum(term, index, start, stop)
        try:
            parts = [self._hypergeometric(p) for p in decompose(term, index, start)]
        except NotHypergeometric:
            return self._bounded_sum(term, index, start)
        return lambda env: _total(part(env) for part in parts)

    def _finite_sum(self, term: sp.Basic, index: sp.Symbol, start: sp.Expr, stop: sp.Expr) -> Reading:
        body, first, last, name = self.compile(term), self.compile(start), self.compile(stop), str(index)

        def add_up(env: Env) -> Any:
            scope = dict(env)
            total: Any = balls.fmpq(0)
            for k in _span(first(env), last(env)):
                scope[name] = balls.fmpq(k)
                total = total + body(scope)
            return total

        return add_up

    def _product(self, node: sp.Product) -> Reading:
        ((index, start, stop),) = node.limits
        body, first, last, name = (
            self.compile(node.function),
            self.compile(start),
            self.compile(stop),
            str(index),
        )

        def multiply_up(env: Env) -> Any:
            scope = dict(env)
            total: Any = balls.fmpq(1)
            for k in _span(first(env), last(env)):
                scope[name] = balls.fmpq(k)
                total = total * body(scope)
            return total

        return multiply_up

    def _hypergeometric(self, part: Hypergeometric) -> Reading:
        head = self._finite_sum(part.term, part.index, part.start, part.offset - 1)
        leading = self.compile(part.term.subs(part.index, part.offset))
        above = [self.compile(a) for a in part.above]
        below = [self.compile(b) for b in part.below]
        inner = self.compile(part.argument)

        def add_up(env: Env) -> Any:
            first = leading(env)
            value = balls.hypergeometric([a(env) for a in above], [b(env) for b in below], inner(env))
            return head(env) + first * value

        return add_up

    def _bounded_sum(self, term: sp.Basic, index: sp.Symbol, start: sp.Expr) -> Reading:
        if index not in self.majorants:
            raise NotImplementedError(f"no proved tail bound for the sum over {index} of {term}")
        bound = self.majorants[index]
        ratio = ratio_of(bound, index)
        body, cap, argument = self.compile(term), self.compile(bound), self.compile(ratio.argument)
        above = [self.compile(a) for a in ratio.above]
        below = [self.compile(b) for b in ratio.below]
        first, name = self.compile(start), str(index)

        def add_up(env: Env) -> Any:
            scope = dict(env)
            total: Any = balls.fmpq(0)
            z, tops, lows = abs(argument(env)), [a(env) for a in above], [b(env) for b in below]
            origin = int(first(env).p)
            for k in range(origin, origin + _MAX_TERMS):
                scope[name] = balls.fmpq(k)
                if (k - origin) % 8 == 0:
                    tail = _tail(cap, scope, z, tops, lows, k)
                    if tail is not None and _negligible(tail, balls.ball(total)):
                        return balls.ball(total) + balls.arb(0, tail.upper())
                term_value = body(scope)
                if not balls.is_finite(term_value):
                    return balls.arb("nan")
                total = total + term_value
            raise PrecisionError(f"a series needs more than {_MAX_TERMS} terms")

        return add_up

    def _integral(self, node: sp.Integral) -> Reading:
        integrand: sp.Basic = node.function
        for limit in node.limits[:-1]:
            integrand = sp.Integral(integrand, limit)
        variable, low, high = node.limits[-1]
        body, lower, upper, name = (
            self.compile(integrand),
            self.compile(low),
            self.compile(high),
            str(variable),
        )
        real = not integrand.has(sp.I)

        def integrate(env: Env) -> Any:
            scope = dict(env)

            def at(x: Any, analytic: bool) -> Any:
                scope[name] = x
                scope[ANALYTIC] = analytic
                return body(scope)

            return balls.integrate(at, lower(env), upper(env), real)

        return integrate

    _BUILDERS: Any = ()


def _part(index: int) -> Callable[[_Compiler, sp.Function], Reading]:
    """The real (0) or imaginary (1) part of the argument."""

    def builder(compiler: _Compiler, node: sp.Function) -> Reading:
        inner = compiler.compile(node.args[0])
        return lambda env: balls.parts(inner(env))[index]

    return builder


def _tail(cap: Reading, scope: Env, z: Any, tops: list[Any], lows: list[Any], k: int) -> Any:
    """Upper bound of sum_{j >= k} bound(j) by a geometric series, or None when the ratio is not yet below 1."""
    q = balls.ball(z)
    pairs = min(len(tops), len(lows))
    for a, b in zip(tops[:pairs], lows[:pairs], strict=True):
        q = q * balls.ball(max(balls.fmpq(1), (k + a) / (k + b)))
    for b in lows[pairs:]:
        q = q / balls.ball(k + b)
    if len(tops) > pairs or any(not k + b > 0 for b in lows) or any(not k + a >= 0 for a in tops):
        return None
    if not q < 1:
        return None
    return abs(balls.ball(cap(scope))) / (1 - q)


def _negligible(tail: Any, total: Any) -> bool:
    """True when the tail is below the working precision, or below the radius that the sum already has."""
    return bool(tail <= abs(total) * balls.arb(2) ** (-balls.precision()) or tail <= total.rad())


def _span(first: Any, last: Any) -> range:
    """The indices of a finite sum or product, or PrecisionError where they are too many to go through."""
    found = range(int(first.p), int(last.p) + 1)
    if found.stop - found.start > _MAX_TERMS:
        raise PrecisionError(f"a finite sum or product of more than {_MAX_TERMS} terms")
    return found


def _total(values: Any) -> Any:
    result: Any = balls.fmpq(0)
    for value in values:
        result = result + value
    return result


def _condition(compiler: _Compiler, test: sp.Basic) -> Callable[[Env], bool]:
    if test is sp.true or test is True:
        return lambda _: True
    left, right = compiler.compile(test.lhs), compiler.compile(test.rhs)
    relations: dict[type, Callable[[Any, Any], Any]] = {
        sp.Eq: lambda a, b: a == b,
        sp.Ne: lambda a, b: a != b,
        sp.StrictLessThan: lambda a, b: a < b,
        sp.LessThan: lambda a, b: a <= b,
        sp.StrictGreaterThan: lambda a, b: a > b,
        sp.GreaterThan: lambda a, b: a >= b,
    }
    compare = relations[type(test)]
    return lambda env: bool(compare(left(env), right(env)))


_Compiler._BUILDERS = (
    (sp.NumberSymbol, _Compiler._constant),
    (type(sp.I), _Compiler._constant),
    (sp.Add, _Compiler._add),
    (sp.Mul, _Compiler._mul),
    (sp.Pow, _Compiler._pow),
    (sp.exp, _Compiler._exp),
    (sp.log, _Compiler._log),
    (sp.gamma, _Compiler._gamma),
    (sp.factorial, _Compiler._factorial),
    (sp.factorial2, _Compiler._factorial2),
    (sp.binomial, _Compiler._binomial),
    (sp.RisingFactorial, _Compiler._rising),
    (sp.hyper, _Compiler._hyper),
    ((sp.besselj, sp.besseli), _Compiler._bessel),
    (sp.lowergamma, _Compiler._lowergamma),
    (sp.uppergamma, _Compiler._uppergamma),
    (sp.Abs, _Compiler._abs),
    (sp.re, _part(0)),
    (sp.im, _part(1)),
    (sp.conjugate, _Compiler._conjugate),
    ((sp.Max, sp.Min), _Compiler._maximum),
    (sp.KroneckerDelta, _Compiler._delta),
    (sp.Piecewise, _Compiler._piecewise),
    (sp.Indexed, _Compiler._indexed),
    (sp.Sum, _Compiler._sum),
    (sp.Product, _Compiler._product),
    (sp.Integral, _Compiler._integral),
    *(
        (getattr(sp, name), _Compiler._method(None, name))  # type: ignore[arg-type]
        for name in ("sin", "cos", "sinh", "cosh", "tanh", "erf", "erfc", "acos", "asin", "atan")
    ),
)
