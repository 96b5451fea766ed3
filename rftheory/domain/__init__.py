"""Parameter domains as data: exact values, parameters, the rules between them, and points to try."""

from rftheory.domain.domain import Domain
from rftheory.domain.exact import ComplexRational, OwnResult
from rftheory.domain.parameter import Kind, Parameter, complex_number, integer, real, vector, vectors
from rftheory.domain.rule import Rule
from rftheory.domain.values import (
    Point,
    Value,
    Vector,
    imaginary_part,
    parse_complex,
    parse_number,
    parse_vector,
    parse_vectors,
    real_part,
)

__all__ = [
    "ComplexRational",
    "Domain",
    "Kind",
    "OwnResult",
    "Parameter",
    "Point",
    "Rule",
    "Value",
    "Vector",
    "complex_number",
    "imaginary_part",
    "integer",
    "parse_complex",
    "parse_number",
    "parse_vector",
    "parse_vectors",
    "real",
    "real_part",
    "vector",
    "vectors",
]
