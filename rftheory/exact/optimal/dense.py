"""Dense positive features: the best matrix A from a spectrum, one eigenvalue at a time, under four criteria.

* log: eigenvalues t of E v v^T, v = x + y; least mean log relative second moment, sum ell(t_i).
* mean square: eigenvalues lam < 1/2 of the covariance of x and y; least E Z^2, prod 1/(1 - 2 lam_i).
* minimax: the ball |v|^2 <= v2 in dimension d; the scalar OPRF.
* balanced: eigenvalues lam of queries and eta of keys; M = (eta/lam)^(1/4) makes t = 2 sqrt(lam eta), then as log.

In u = log(1-8a) an eigenvalue costs log cosh(u/2) + t e^-u, strictly convex: `oprf` in one dimension.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial

from rftheory.exact import balls
from rftheory.exact.enclosure import Enclosure
from rftheory.exact.optimal import oprf
from rftheory.exact.optimal.optimum import Certificate, Certifier, Optimum, enclosed, exactly, rounded
from rftheory.exact.scalars import Ball, Rational, Real

LOG = "E log(E Z^2/K^2), the mean log relative second moment of one projection"
SQUARE = "E Z^2 over the row and over x, y ~ N(0, L), softmax kernel"


def objective(a: Sequence[Real], t: Sequence[Real]) -> Ball:
    """The mean log relative second moment at eigenvalues a_i < 1/8 of A and t_i of E v v^T, in one basis."""
    total = balls.arb(0)
    for each, size in zip(a, t, strict=True):
        u = (1 - 8 * balls.ball(each)).log()
        total = total + (u / 2).cosh().log() + size * (-u).exp()
    return total


def square_objective(a: Sequence[Real], lam: Sequence[Rational]) -> Ball:
    """E Z^2 at eigenvalues a_i of A for x, y ~ N(0, diag(lam)); nan where it is infinite."""
    product = balls.arb(1)
    for each, size in zip(a, lam, strict=True):
        r = 1 / (1 - 8 * balls.ball(each))
        room = (1 - 2 * size - 4 * size * r) * (1 + 2 * size)
        product = product * (1 + r) / (2 * r.sqrt()) / room.sqrt()
    return product


def optimise(t: Sequence[Fraction], digits: int) -> Optimum:
    """The best eigenvalues of A for the eigenvalues t >= 0 of E v v^T."""
    sizes = [balls.exact(each) for each in t]
    proof = Certifier()
    each_minimum(proof, sizes, digits)
    proof.cite("von Neumann's trace inequality: no matrix with other eigenvectors does better")
    others = {"positive_features": exactly(sum(t, Fraction(0)), digits)}
    claim = "no symmetric A with 8A < I has a smaller mean log relative second moment"
    return _found(sizes, proof.certify(claim), others, digits)


def balance(lam: Sequence[Fraction], eta: Sequence[Fraction], digits: int) -> Optimum:
    """The best M and A for queries and keys with eigenvalues lam, eta > 0, in one basis and uncorrelated."""
    pairs = [(balls.exact(one), balls.exact(other)) for one, other in zip(lam, eta, strict=True)]
    proof = Certifier()
    with balls.working_precision(12 * digits + 384):
        each_minimum(proof, [_balanced(*pair) for pair in pairs], digits)
    proof.cite("Bhatia and Kittaneh (1990): this M makes every eigenvalue of E v v^T least at once")
    scales = tuple(enclosed(partial(_scale, *pair), digits, "closed form") for pair in pairs)
    claim = "no M and no symmetric A with 8A < I have a smaller mean log relative second moment"
    values = {
        "A": tuple(enclosed(partial(_best_balanced, *pair), digits) for pair in pairs),
        "M": scales,
    }
    value = enclosed(
        lambda: objective([_best_balanced(*p) for p in pairs], [_balanced(*p) for p in pairs]),
        digits,
    )
    return Optimum("dense", values, value, LOG, proof.certify(claim))


def mean_square(lam: Sequence[Fraction], digits: int) -> Optimum:
    """The best eigenvalues of A for x, y iid N(0, L), eigenvalues 0 <= lam < 1/2 of L: a = -lam/(1-2 lam)."""
    best = [-each / (1 - 2 * each) for each in lam]
    least = Fraction(1)
    for each in lam:
        least /= 1 - 2 * each
    proof = Certifier()
    with balls.working_precision(4 * digits + 128):
        reached = square_objective([balls.exact(a) for a in best], [balls.exact(each) for each in lam])
        proof.require(
            reached.overlaps(balls.ball(balls.exact(least))), "the objective there encloses the floor"
        )
    proof.cite("Cauchy-Schwarz: prod 1/(1 - 2 lam) is the least E Z^2 of all proposals of any law")
    values = {
        "A": tuple(exactly(a, digits) for a in best),
        "Sigma": tuple(exactly(1 - 4 * a, digits) for a in best),
    }
    claim = "no proposal of any law has a smaller mean second moment"
    return Optimum("dense", values, exactly(least, digits), SQUARE, proof.certify(claim))


def minimax(d: int, v2: Fraction, digits: int) -> Optimum:
    """The best A against the worst v of the ball |v|^2 <= v2: the scalar of OPRF."""
    found = oprf.optimise(d, v2, digits)
    proof = found.certificate
    claim = "no symmetric A has a smaller worst relative second moment over the ball"
    ball = Certifier()
    ball.cite("raising every r_i to the largest one lowers c(R) and keeps the maximum: the best A is scalar")
    certificate = Certificate(proof.status, claim, (*proof.steps, *ball.certify(claim).steps))
    return Optimum("dense", found.parameters, found.objective, oprf.MEANING, certificate, found.others)


def _root(t: Real) -> Ball:
    """r(t), as `oprf.root` in one dimension, for a ball too."""
    return 2 / (((1 + 2 * t) ** 2 + 8 * balls.ball(t)).sqrt() + 2 * t + 1)


def best(t: Real) -> Ball:
    """A(t), of the least log cosh(u/2) + t e^-u, u = log(1-8a)."""
    return -t * (1 + _root(t)) / 4


def best_sigma(t: Real) -> Ball:
    """1 - 4A(t)."""
    return 1 - 4 * best(t)


def _best_balanced(lam: Rational, eta: Rational) -> Ball:
    return best(_balanced(lam, eta))


def _scale(lam: Rational, eta: Rational) -> Ball:
    return balls.ball(balls.power(balls.ball(eta / lam), balls.fmpq(1, 4)))


def _balanced(lam: Rational, eta: Rational) -> Ball:
    return 2 * balls.ball(lam * eta).sqrt()


def each_minimum(proof: Certifier, sizes: Sequence[Real], digits: int) -> None:
    """One minimum an eigenvalue: signs of the slope on both sides of the closed form."""
    with balls.working_precision(12 * digits + 384):
        near = balls.arb(10) ** (-(digits + 5))
        for size in sizes:
            if isinstance(size, balls.fmpq) and size == 0:
                proof.require(size == 0, "t = 0: log cosh(u/2) is least at u = 0 alone")
                continue
            u = -_root(size).log()
            proof.require(
                _slope(size, u * (1 - near)) < 0 < _slope(size, u * (1 + near)),
                "the slope of log cosh(u/2) + t e^-u, which rises, changes its sign within a relative 10^-digits of u",
                t=rounded(balls.ball(size), digits),
                u=rounded(u, digits),
            )


def _slope(t: Real, u: Ball) -> Ball:
    return (u / 2).tanh() / 2 - t * (-u).exp()


def _found(
    sizes: Sequence[Rational],
    certificate: Certificate,
    others: dict[str, Enclosure],
    digits: int,
) -> Optimum:
    values = {
        "A": tuple(enclosed(partial(best, t), digits, "closed form") for t in sizes),
        "Sigma": tuple(enclosed(partial(best_sigma, t), digits, "closed form") for t in sizes),
    }
    value = enclosed(lambda: objective([best(t) for t in sizes], sizes), digits)
    return Optimum("dense", values, value, LOG, certificate, others)
