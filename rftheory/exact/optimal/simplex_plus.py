"""SimRFs+: the block that the iteration reached, held against the simplex and against the best directions there are.

The iteration lowers |sum_i w_i|^2, the truncated conformity (15) up to constants, whose minimum is known: 0 where the
norms close a polygon, (2 max - sum)^2 where one norm exceeds the sum of the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rftheory.exact import balls
from rftheory.exact.enclosure import Enclosure
from rftheory.exact.optimal.conformity import BlockConformity, Floats, Gram, gram_of, rational_directions
from rftheory.exact.optimal.coupling import MEANING, best_directions, gap_steps, known_blocks
from rftheory.exact.optimal.optimum import Certificate, Certifier, Found, Optimum, enclosed, exactly, rounded

_CLAIM = "the truncated conformity (15) is least up to the excess; the conformity (12) of any block is no smaller than the bound"


def optimise(
    norms: Sequence[Fraction], v: Fraction, vectors: Floats, sweeps: int, converged: bool, digits: int
) -> Optimum:
    """The arrangement `vectors` (m, m) of these norms that the iteration found in so many sweeps."""
    block = BlockConformity(tuple(norms), len(norms), v)
    directions = rational_directions(vectors)
    gram = gram_of(directions)
    best = gram_of(rational_directions(best_directions(block)))

    def conformity(of: Gram) -> Enclosure:
        return enclosed(lambda: block.conformity(of), digits)

    simplex, reached = known_blocks(block)["simplex"], conformity(gram)
    others = {
        "simplex": conformity(simplex),
        "orthogonal": conformity(known_blocks(block)["orthogonal"]),
        "numerically_optimised": conformity(best),
        "relative_gap_to_optimised": _relative(block, gram, best),
        "relative_gain_over_simplex": _relative(block, simplex, gram),
    }
    shown = min(digits, 17)
    parameters: dict[str, Found] = {
        "gram": tuple(tuple(exactly(entry, shown) for entry in row) for row in gram),
        "norms": tuple(exactly(norm, shown) for norm in norms),
        "sweeps": exactly(sweeps),
        "converged": exactly(int(converged)),
        "worse_than_simplex": exactly(int(reached.lower > others["simplex"].upper)),
    }
    certificate = _certificate(block, gram, best, digits)
    return Optimum("simplex-plus", parameters, reached, MEANING, certificate, others)


def _relative(block: BlockConformity, above: Gram, below: Gram) -> Enclosure:
    """1 - conformity(below)/conformity(above), to the digits that are certain."""
    with balls.working_precision(256):
        return rounded(1 - block.conformity(below) / block.conformity(above), 12)


def _certificate(block: BlockConformity, gram: Gram, best: Gram, digits: int) -> Certificate:
    proof = Certifier()
    total = sum(
        (
            one * other * gram[i][j]
            for i, one in enumerate(block.norms)
            for j, other in enumerate(block.norms)
        ),
        Fraction(0),
    )
    least = max(Fraction(0), 2 * max(block.norms) - sum(block.norms)) ** 2
    proof.require(
        total >= least,
        "|sum w_i|^2, exactly, and its minimum over all directions by the triangle inequality",
        reached=exactly(total, 12),
        minimum=exactly(least, 12),
        excess=exactly(total - least, 12),
    )
    gap_steps(proof, block, best, digits)
    return proof.certify(_CLAIM)
