"""Laws: what rows of couplings and declared random variables are, drawn from nets."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import sympy as sp
from sympy.core.symbol import Str

from rftheory.evidence.mutants.nodes.frames import FAMILIES
from rftheory.evidence.mutants.nodes.place import NoValue, Realised
from rftheory.measured.couplings.blocks import AbstractBlockCoupling
from rftheory.measured.engine.nets import Nets
from rftheory.measured.inputs import Floats
from rftheory.mechanisms._shelf import couplings

_INSTANCES = {
    "iid, Omega": "iid",
    "orthogonal, Omega": "orthogonal",
    "orthogonal, D": "orthogonal",
    "iid, D": "iid",
    "any": "orthogonal",
    "rotation-invariant": "orthogonal",
    "weight-independent": "orthogonal",
    **dict.fromkeys(FAMILIES, "orthogonal"),
}
"""A coupling of every family: what is claimed of the family is tried on it."""
_PAIRS = ("pair", "pair of cosine c", "pair of cosine c, lengths of law q", "opposite pair")
Sampler = Callable[[Realised, Nets, tuple[float, ...]], Floats]


def coupling_of(name: str) -> str:
    """The shelf's coupling that stands for the name."""
    found = _INSTANCES.get(name, name)
    if found not in couplings():
        raise NoValue(f"no coupling {name!r} on the shelf")
    return found


def rows_of(name: str, place: Realised, count: int, nets: Nets) -> Floats:
    """Rows of a coupling, (draws, count, d); both of a pair have lengths of their own."""
    if name in _PAIRS:
        c = -1.0 if name == "opposite pair" else place.number("c").real
        rows = sampled("orthogonal", place.d, 2, nets)
        lengths = np.linalg.norm(rows, axis=-1, keepdims=True)
        one, other = (rows / lengths)[:, 0], (rows / lengths)[:, 1]
        turned = np.stack([one, c * one + math.sqrt(1.0 - c * c) * other], axis=1)
        return np.asarray(turned * lengths)
    return sampled(name, place.d, count, nets)


def whole_block(name: str, d: int) -> int:
    """How many rows one block has, at most d of them; 0 of independent rows, of which a claim has those that it names."""
    coupling = couplings().get(_INSTANCES.get(name, name))
    if coupling is None or coupling.law.directions == "independent":
        return 0
    return min(d, coupling.height(d))


def sampled(name: str, d: int, count: int, nets: Nets) -> Floats:
    """Rows of the shelf's coupling of that name, (draws, count, d).

    Blocks in the form that is arranged for all draws at once: as printed, simplex-plus goes from draw to draw.
    """
    coupling = couplings()[coupling_of(name)]
    if not isinstance(coupling, AbstractBlockCoupling) or coupling.height(d) > d:
        return coupling.sample(d, count, rng=nets, n=nets.draws)
    coupling.check(d, count)
    size = (nets.draws, coupling.blocks(d, count))
    rows, lengths = coupling.rows(d, min(coupling.height(d), count))
    frames = coupling.rotation.dense(d, size, rng=nets)[..., :rows, :].copy()
    arranged = coupling.arrange(frames, coupling.norms.draw(d, (*size, lengths), rng=nets))
    return np.asarray(arranged.reshape(nets.draws, -1, d)[:, :count])


def draw_of(law: sp.Basic, parameters: tuple[complex, ...], place: Realised, nets: Nets) -> Floats:
    """Draws of a declared law: (draws,) of a number, (draws, d) of a vector."""
    name = str(law.args[0])
    numbers = tuple(complex(each).real for each in parameters)
    if name == "normal" and any(isinstance(each, Str) or each.is_Matrix for each in law.args[1:]):
        return math.sqrt(_scale(law.args[-1])) * _gaussian(place, nets, ())
    if name not in _LAWS:
        raise NoValue(f"no law {name!r} is known")
    return _LAWS[name](place, nets, numbers)


def _scale(covariance: sp.Basic) -> float:
    """The factor of the identity in a covariance that is a multiple of it."""
    factor = covariance.as_coeff_mmul()[0] if covariance.is_Matrix else sp.S.One
    return float(factor)


def _sphere(place: Realised, nets: Nets, given: tuple[float, ...]) -> Floats:
    normal = nets.gaussians(int(given[0]) if given else place.d)
    return np.asarray(normal / np.linalg.norm(normal, axis=-1, keepdims=True))


def _any(place: Realised, nets: Nets, given: tuple[float, ...]) -> Floats:
    """Two values with the first two moments that the point gives, or uniform."""
    del given
    uniform = nets.random((nets.draws,))
    known = place.numbers
    if "el2" not in known:
        return np.asarray(uniform)
    mean = known["elam"].real if "elam" in known else known["el1l"].real + known["el2"].real
    spread = known["el2"].real - mean**2
    if spread < 0:
        raise NoValue("no law has these moments")
    return np.where(uniform < 0.5, mean - math.sqrt(spread), mean + math.sqrt(spread))


def _chi(place: Realised, nets: Nets, given: tuple[float, ...]) -> Floats:
    return np.asarray(np.sqrt(nets.chisquare(given[0] if given else place.d, (nets.draws,))))


def _numbers(sample: Callable[[Nets, tuple[float, ...]], object]) -> Sampler:
    """A law of numbers that its parameters give, wherever it is."""

    def drawn(place: Realised, nets: Nets, given: tuple[float, ...]) -> Floats:
        del place
        return np.asarray(sample(nets, given), dtype=np.float64)

    return drawn


def _gaussian(place: Realised, nets: Nets, given: tuple[float, ...]) -> Floats:
    del given
    return nets.gaussians(place.d)


_LAWS: dict[str, Sampler] = {
    "sphere": _sphere,
    "normal": _numbers(lambda nets, law: law[0] + math.sqrt(law[1]) * nets.gaussians()),
    "chi": _chi,
    "chi-squared": lambda place, nets, given: _chi(place, nets, given) ** 2,
    "length of w": lambda place, nets, _: _chi(place, nets, ()),
    "poisson": _numbers(lambda nets, law: nets.poisson(law[0], (nets.draws,))),
    "uniform": _numbers(lambda nets, law: 1 + nets.integers(0, int(law[0]), (nets.draws,))),
    "Rademacher": _numbers(lambda nets, _: 2 * nets.integers(0, 2, (nets.draws,)) - 1),
    "spectral law of K": _gaussian,
    "any": _any,
    "moments el2 = E lam^2, el1l = E lam(1 - lam)": _any,
}
