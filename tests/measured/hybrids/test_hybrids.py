"""Hybrids: both forms agree draw by draw, special cases are what they should be, bad input is refused."""

import itertools
import math
import pickle
from dataclasses import dataclass, replace

import numpy as np
import pytest

from rftheory.errors import DomainError, InputError
from rftheory.measured.hybrids.bases import ComplexExponentialPart, PositivePart, TrigonometricPart
from rftheory.measured.hybrids.costs import (
    authors_settings,
    equal_cost,
    hybrid_operations,
    regular_operations,
)
from rftheory.measured.hybrids.estimates import HybridEstimate
from rftheory.measured.hybrids.hybrid import Hybrid
from rftheory.measured.hybrids.lambdas import GaussianLambda, LinearLambda, MixtureLambda
from rftheory.measured.hybrids.parts import AbstractPart, Reach
from rftheory.measured.hybrids.protocol import Rows
from rftheory.mechanisms._shelf import couplings, hybrids
from rftheory.mechanisms.angular_hybrid import angular_hybrid
from rftheory.mechanisms.clustered_hybrid import centre_diagonal, clustered_hybrid
from rftheory.mechanisms.complex_exponential import complex_exponential
from rftheory.mechanisms.gaussian_hybrid import gaussian_hybrid
from rftheory.mechanisms.linear_hybrid import linear_hybrid
from rftheory.mechanisms.mixture_hybrid import mixture_hybrid
from rftheory.mechanisms.optimal_hybrid import optimal_hybrid

SHELF = hybrids()
FEATURED = [name for name, hybrid in SHELF.items() if hybrid.featured]
TRIG, PLUS = Hybrid("t", "t", (TrigonometricPart(),)), Hybrid("p", "p", (PositivePart(),))


def pair(hybrid, seed, scale=0.7):
    return scale * np.random.default_rng(seed).standard_normal((2, hybrid.dimension or 3))


@dataclass(frozen=True)
class Drawn(AbstractPart):
    """A part whose functions are complex numbers that the rows give, other ones for queries than for keys."""

    constant: float = 0.0
    count: int = 1
    turn: complex = 1.0

    def left(self, x, w):
        entries = [
            np.exp(self.turn * k) * w[..., None, :, 0] + k * x[:, :1] for k in range(1, self.count + 1)
        ]
        return np.stack(entries, axis=-2)

    def right(self, y, w):
        return np.stack(
            [np.cos(k * w[..., None, :, 1] * y[:, :1]) - self.turn for k in range(self.count)], axis=-2
        )

    def value(self, x, y, w):
        left, right = self.left(x[None], w), self.right(y[None], w)
        return self.constant + (left * right).sum(axis=-2).mean(axis=-1)[..., 0]


def test_both_forms_agree_on_thousands_of_instances_with_negative_and_complex_coefficients():
    rng = np.random.default_rng(5)
    for _ in range(3000):
        p = int(rng.integers(0, 4))
        m, n = (int(k) for k in rng.integers(1, 5, 2))
        t, lam = rng.integers(1, 4, p + 1), rng.integers(1, 4, p)
        constants = rng.normal(0.0, 2.0, p)
        turns = rng.standard_normal((2 * p + 1, 2)) @ [1, 1j]
        bases = tuple(Drawn(0.0, int(k), turns[i]) for i, k in enumerate(t))
        lambdas = tuple(Drawn(float(constants[i]), int(lam[i]), turns[-1 - i]) for i in range(p))
        shared = bool(rng.integers(2))
        hybrid = Hybrid("h", "h", bases, lambdas, shared=shared)
        rows, (x, y) = hybrid.sample(2, m, n, rng=rng), rng.standard_normal((2, 2))
        estimate, found = hybrid.estimate(x, y, rows), hybrid.product(x, y, rows)
        phi, psi = hybrid.features(x, y, rows)
        size = float(np.sum(np.abs(phi * psi)))
        assert abs(found[0] - estimate[0]) <= 1e-13 * size
        assert phi.shape == (1, m * sum(t) + m * n * sum(k * (t[i] + t[-1]) for i, k in enumerate(lam)))
        real = replace(hybrid, real=True)
        assert abs(real.product(x, y, rows)[0] - estimate[0].real) <= 1e-13 * size
        assert np.isrealobj(real.queries(x, rows))


@pytest.mark.parametrize("name", FEATURED)
def test_forms_of_the_shelf_agree_over_hundreds_of_draws(name):
    hybrid = SHELF[name]
    for seed in range(20):
        x, y = pair(hybrid, seed)
        rows = hybrid.sample(len(x), 4, 3, rng=np.random.default_rng(seed), size=50)
        phi, psi = hybrid.features(x, y, rows)
        size = np.sum(np.abs(phi * psi), axis=-1)
        assert np.all(np.abs(np.sum(phi * psi, axis=-1) - hybrid.estimate(x, y, rows)) <= 1e-12 * size)
        assert phi.shape == (50, hybrid.size(len(x), 4, 3))


@pytest.mark.parametrize("name", list(SHELF))
def test_what_stands_on_the_shelf_pickles_and_is_named(name):
    hybrid = SHELF[name]
    assert hybrid.name == name
    assert hybrid.title
    assert hybrid.reference.startswith("hrf")
    assert pickle.loads(pickle.dumps(hybrid)) == hybrid
    assert len({mutant.name for mutant in hybrid.mutants()}) == len(hybrid.mutants()) >= 6
    assert all(mutant.wrong and not mutant.mutants() for mutant in hybrid.mutants())


def test_named_mutants_are_there():
    def labels(name):
        return {mutant.name.split("/")[1] for mutant in SHELF[name].mutants()}

    assert {"swapped", "shared", "no-unit", "hermitian", "heavy", "real-rho"} <= labels("angular-hybrid")
    assert "unshared" in labels("angular-hybrid-shared")
    assert {"inverse", "norms", "hermitian", "pairs"} <= labels("complex-exponential")


def test_a_mutant_of_a_gaussian_lambda_lacks_one_number_and_keeps_the_other():
    mutants = {mutant.name.split("/")[1]: mutant for mutant in gaussian_hybrid(2.0, rho=0.75).mutants()}
    assert mutants["no-sigma"].lambdas == (GaussianLambda(1.0, 0.75),)
    assert mutants["no-rho"].lambdas == (GaussianLambda(2.0, 1.0),)


def test_a_linear_lambda_runs_from_nothing_to_one():
    part, x, w = LinearLambda(), np.array([3.0, 4.0]), np.zeros((1, 2))
    ends = [float(part.value(x, y, w)) for y in (x, -x)]
    assert ends == pytest.approx([0.0, 1.0])
    assert part.reach(x, x) == Reach((0.0, 1.0))


def test_a_batch_of_draws_has_any_number_of_axes():
    hybrid = angular_hybrid()
    x, y = pair(hybrid, 5)
    rows = hybrid.sample(3, 4, 2, rng=np.random.default_rng(1), size=6)
    folded = Rows(
        *(tuple(w.reshape(2, 3, *w.shape[1:]) for w in part) for part in (rows.bases, rows.lambdas))
    )
    np.testing.assert_allclose(hybrid.product(x, y, folded).ravel(), hybrid.product(x, y, rows), rtol=1e-12)


def test_features_of_many_points_and_of_one():
    hybrid = angular_hybrid()
    x = np.random.default_rng(0).standard_normal((5, 3))
    rows = hybrid.sample(3, 4, 2, rng=np.random.default_rng(1), size=6)
    queries, keys = hybrid.features(x, x, rows)
    assert queries.shape == keys.shape == (6, 5, hybrid.size(3, 4, 2)) == (6, 5, 16 + 32)
    np.testing.assert_allclose(hybrid.queries(x[2], rows), queries[:, 2], rtol=1e-12)
    one = Rows(tuple(w[3] for w in rows.bases), tuple(w[3] for w in rows.lambdas))
    np.testing.assert_allclose(hybrid.keys(x, one), keys[3], rtol=1e-12)
    gram = hybrid.queries(x, one) @ hybrid.keys(x, one).T
    expected = [[hybrid.estimate(a, b, one) for b in x] for a in x]
    np.testing.assert_allclose(gram, expected, rtol=1e-9)
    np.testing.assert_allclose(gram.imag, 0.0, atol=1e-9)


def test_complex_exponentials_of_special_matrices():
    rng = np.random.default_rng(2)
    x, y = 0.6 * rng.standard_normal((2, 4))
    for a, other in ((np.eye(4), PLUS), (1j * np.eye(4), TRIG)):
        pairs = complex_exponential(a, antithetic=True)
        rows = pairs.sample(4, 5, 1, rng=rng, size=7)
        np.testing.assert_allclose(pairs.estimate(x, y, rows), other.estimate(x, y, rows), rtol=1e-12)
    rows = TRIG.sample(4, 5, 1, rng=rng, size=7)
    real = complex_exponential(1j * np.ones(4), real=True)
    np.testing.assert_allclose(real.estimate(x, y, rows), TRIG.estimate(x, y, rows), rtol=1e-12)


def test_the_matrices_of_two_centres_leave_no_variance_at_them():
    x, y = np.array([0.5, -0.3, 0.0, 0.8]), np.array([0.4, 0.2, 0.0, -0.1])
    hybrid = complex_exponential(centre_diagonal(x, y, "complex"))
    rows = hybrid.sample(4, 1, 1, rng=np.random.default_rng(0), size=100)
    np.testing.assert_allclose(hybrid.estimate(x, y, rows), math.exp(x @ y), rtol=1e-12)
    assert centre_diagonal(x, y) == pytest.approx([math.sqrt(0.8), math.sqrt(2 / 3), 1.0, math.sqrt(1 / 8)])
    assert centre_diagonal([0.0, 1.0], [2.0, 0.0], "complex") == (10.0, 0.1 + 0.1j)


def test_a_zero_one_hybrid_is_the_estimator_of_its_clusters():
    queries, keys = np.array([[1.0, 0.2], [-0.5, 0.4]]), np.array([[0.3, 0.9], [-0.8, 0.1]])
    hybrid = clustered_hybrid(queries, keys)
    rows = hybrid.sample(2, 3, 1, rng=np.random.default_rng(0), size=5)
    for (i, j), shift in itertools.product(itertools.product(range(2), repeat=2), (0.0, 0.05)):
        x, y = queries[i] + shift, keys[j] - shift
        alone = complex_exponential(centre_diagonal(queries[i], keys[j]))
        np.testing.assert_allclose(
            hybrid.estimate(x, y, rows), alone.estimate(x, y, Rows(rows.bases[:1], ())), rtol=1e-12
        )


@pytest.mark.parametrize("make", [angular_hybrid, linear_hybrid])
def test_ends_of_a_sphere_are_exact(make):
    x = np.array([0.9, -0.4, 0.2])
    hybrid = make()
    rows = hybrid.sample(3, 2, 3, rng=np.random.default_rng(0), size=20)
    for y in (x, -x):
        np.testing.assert_allclose(hybrid.estimate(x, y, rows), math.exp(x @ y), rtol=1e-12)


@pytest.mark.parametrize("shared", [False, True])
def test_no_fixed_lambda_beats_the_optimal_one(shared):
    x, y = np.array([1.0, 0.0]), np.array([0.3, 0.6])
    hybrid = optimal_hybrid(shared=shared)
    rows = hybrid.sample(2, 1, 1, rng=np.random.default_rng(3), size=400_000)
    bases, (lam,) = hybrid.values(x, y, rows)
    p, t = (base - math.exp(x @ y) for base in bases)
    grid = np.linspace(0.0, 1.0, 41)
    errors = [np.mean((g * p + (1 - g) * t) ** 2) for g in grid]
    assert abs(grid[int(np.argmin(errors))] - lam[0]) <= 0.05
    assert optimal_hybrid().estimate(
        [0.0, 0.0], [0.0, 0.0], rows if not shared else Rows(rows.bases, rows.lambdas)
    )[0] == pytest.approx(1.0)


def test_couplings_may_draw_the_projections():
    hybrid = angular_hybrid()
    rows = hybrid.sample(4, 4, 4, rng=np.random.default_rng(0), size=3, coupling=couplings()["orthogonal"])
    for w in (*rows.bases, *rows.lambdas):
        gram = w @ np.swapaxes(w, -1, -2)
        np.testing.assert_allclose(gram - np.einsum("nii->ni", gram)[..., None] * np.eye(4), 0.0, atol=1e-10)


BAD = [
    (lambda: complex_exponential([[1.0, 2.0], [2.0, 4.0]]), InputError, "singular"),
    (lambda: complex_exponential([[1.0, 2.0]]), DomainError, "square"),
    (lambda: complex_exponential("I"), DomainError, "matrix"),
    (lambda: complex_exponential([[math.nan, 0.0], [0.0, 1.0]]), InputError, "finite"),
    (lambda: gaussian_hybrid(1.0), DomainError, "rho"),
    (lambda: gaussian_hybrid(1.0, rho=0.5, radius=1.0), DomainError, "rho"),
    (lambda: gaussian_hybrid(-1.0, rho=0.5), DomainError, "sigma"),
    (lambda: GaussianLambda(1.0, 1.0, "sine"), DomainError, "features"),
    (lambda: MixtureLambda(((1.0,),), 0.0), DomainError, "tau"),
    (lambda: MixtureLambda(((1j,),), 1.0, True), InputError, "real A"),
    (lambda: clustered_hybrid([[1.0, 2.0]], [[1.0]]), InputError, "same d"),
    (lambda: clustered_hybrid([[1.0]], [[1.0]], matrices="diagonal"), DomainError, "field"),
    (lambda: clustered_hybrid([[1.0]], [[1.0]], matrices=[[1.0], [1.0]]), InputError, "rows"),
    (lambda: mixture_hybrid([[1.0]], [[1.0]], 1.0, last="cosine"), DomainError, "last"),
    (lambda: Hybrid("h", "h", (PositivePart(),), (GaussianLambda(1.0, 1.0),)), InputError, "one base more"),
    (lambda: authors_settings(100), DomainError, "multiple"),
    (lambda: equal_cost(angular_hybrid(), 64, 1), DomainError, "enough"),
    (lambda: HybridEstimate(TRIG, (1.0,), (1.0,), 1, 1, "lambda"), DomainError, "no lambda"),
    (lambda: HybridEstimate(TRIG, (1.0,), (1.0,), 1, 1, "median"), DomainError, "what"),
    (lambda: HybridEstimate(TRIG, (1.0,), (1.0, 2.0), 1, 1), DomainError, "points"),
    (lambda: HybridEstimate(TRIG, (1.0,), (1.0,), 1, 1, "mean", level=1.0), DomainError, "level"),
    (lambda: HybridEstimate(TRIG, (1.0,), (1.0,), 0, 1), DomainError, "m"),
]


@pytest.mark.parametrize(("call", "error", "match"), BAD)
def test_bad_parameters_are_refused(call, error, match):
    with pytest.raises(error, match=match):
        call()


def test_bad_points_and_rows_are_refused():
    hybrid = angular_hybrid()
    rng = np.random.default_rng(0)
    rows = hybrid.sample(3, 2, 2, rng=rng)
    for bad in ([1.0, 2.0], [1.0, 2.0, math.inf], [[1.0, 2.0, 3.0]], ["a", "b", "c"]):
        with pytest.raises(InputError):
            hybrid.estimate(bad, bad, rows)
    with pytest.raises(InputError, match="sets of projections"):
        hybrid.estimate([1.0, 0.0, 0.0], [1.0, 0.0, 0.0], Rows(rows.bases, ()))
    with pytest.raises(InputError, match="d = 2"):
        hybrid.queries([1.0, 2.0], rows)
    with pytest.raises(InputError, match="overflows"):
        hybrid.estimate([60.0, 0.0, 0.0], [60.0, 0.0, 0.0], rows)
    with pytest.raises(InputError, match="overflows"):
        hybrid.queries([60.0, 0.0, 0.0], rows)
    with pytest.raises(InputError, match="no feature form"):
        optimal_hybrid().queries([1.0, 0.0, 0.0], rows)
    with pytest.raises(InputError, match="zero"):
        linear_hybrid().estimate([0.0, 0.0, 0.0], [1.0, 0.0, 0.0], linear_hybrid().sample(3, 2, 2, rng=rng))
    with pytest.raises(DomainError, match="dimension"):
        SHELF["complex-exponential"].sample(2, 1, 1, rng=rng)
    with pytest.raises(InputError, match="Generator"):
        hybrid.sample(3, 2, 2, rng=1)
    with pytest.raises(DomainError):
        hybrid.sample(3, 0, 2, rng=rng)


def test_costs():
    assert [tuple(authors_settings(k)) for k in (64, 128, 256, 512, 1024)] == [
        (8 * 2**k, 8) for k in range(5)
    ]
    hybrid = angular_hybrid()
    assert hybrid_operations(hybrid, 10, 4, 3) == 2 * 10 * 11 + 4 * 4 + 3 + hybrid.size(10, 4, 3)
    assert hybrid_operations(replace(hybrid, real=True), 10, 4, 3) == hybrid_operations(hybrid, 10, 4, 3)
    m, n = equal_cost(hybrid, 64, 128)
    budget = regular_operations(64, 128)
    assert hybrid_operations(hybrid, 64, m, n) <= budget < hybrid_operations(hybrid, 64, m + 1, n)


@pytest.mark.parametrize("name", list(SHELF))
@pytest.mark.parametrize("what", ["mean", "square", "error"])
def test_weighted_values_stay_inside_their_proved_bound_and_are_unbiased(name, what):
    hybrid = SHELF[name]
    x, y = pair(hybrid, 4, 0.45)
    sm = math.exp(float(x @ y))
    level = sm if what == "error" else 0.0
    statistics = [HybridEstimate(hybrid, tuple(x), tuple(y), 2, 2, what, level, b) for b in (True, False)]
    values = statistics[0].draw(40_000, rng=np.random.default_rng(8))
    low, high = statistics[0].support
    assert low <= values.min()
    assert values.max() <= high
    scaled = values * math.exp(statistics[0].log_scale)
    if what == "mean":
        assert np.mean(scaled) == pytest.approx(sm, abs=6 * np.std(scaled) / 200)
    elif math.isfinite(high):
        plain = statistics[1].draw(40_000, rng=np.random.default_rng(9)) * math.exp(statistics[1].log_scale)
        spread = math.hypot(float(np.std(scaled)), float(np.std(plain))) / 200
        assert np.mean(scaled) == pytest.approx(np.mean(plain), abs=6 * spread)


def test_one_part_of_its_own_matrix():
    part = ComplexExponentialPart(((1.0, 0.5), (0.0, 2.0)))
    np.testing.assert_allclose(part.keys_matrix, np.linalg.inv(np.array([[1.0, 0.5], [0.0, 2.0]])).T)


@pytest.mark.parametrize("name", FEATURED)
def test_hermitian_products_change_what_is_complex_and_what_is_split_in_two(name):
    """Of features of complex parts: their conjugate, or the second half with the other sign where they are real."""
    right = SHELF[name]
    for mutant in right.mutants():
        if not mutant.name.endswith("/hermitian"):
            continue
        _, y = pair(right, 1)
        rows = right.sample(len(y), 4, 3, rng=np.random.default_rng(1), size=5)
        keys, wrong = right.keys(y, rows), mutant.keys(y, rows)
        assert not np.allclose(keys, wrong)
        half = keys.shape[-1] // 2
        expected = (
            np.concatenate([keys[..., :half], -keys[..., half:]], axis=-1) if right.real else np.conj(keys)
        )
        np.testing.assert_array_equal(wrong, expected)
