"""Enclosures of a formula along a parameter that grows without end: for every value beyond a cutoff, not at points.

An expansion is a sum of monomials exp(...) V^p log(V)^q, each times a Laurent polynomial in 1/V whose coefficients are
exact or balls, the last one a remainder. It encloses its function at every V from the cutoff on; from it follows
what the function is of the order of, with certified constants.
"""

from rftheory.exact.asymptotics.frame import Unclear, Unsupported
from rftheory.exact.asymptotics.growth import Magnitude, growth

__all__ = ["Magnitude", "Unclear", "Unsupported", "growth"]
