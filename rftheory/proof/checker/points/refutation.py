"""Whether an object refutes a claim at a point: `docs/proof.md`, Refutations, says what it is. Standard library only."""

from __future__ import annotations

from typing import Any

from .intervals import ZERO, Refused, exact
from .pointwise import MOST, Reading, Value, rational, related, require

_LARGEST = 100_000  # terms in a part or a side
_KEYS = {"format", "kind", "about", "words", "context", "point", "claim", "bits", "enclosures", "by"}


def check(thing: Any) -> str:
    """What an accepted refutation shows, in one line; Refused otherwise."""
    try:
        return _checked(thing)
    except Refused:
        raise
    except (TypeError, ValueError, LookupError, AttributeError, ArithmeticError, RecursionError) as error:
        raise Refused(f"not a refutation: {error!r}") from error


def written_out(thing: Any) -> Any:
    """The object with its parts in the claim and in what is given, wherever their names #0, #1, .. stand."""
    if "parts" not in thing:
        return thing
    known: list[Any] = []
    sizes: list[int] = []
    used: set[int] = set()

    def whole(term: Any) -> tuple[Any, int]:
        if type(term) is str and term[:1] == "#":
            place = int(term[1:])
            require(term == f"#{place}" and 0 <= place < len(known), f"{term[:20]} is the name of no part")
            used.add(place)
            return known[place], sizes[place]
        if type(term) is not list:
            return term, 1
        found = [whole(each) for each in term]
        size = 1 + sum(each for _, each in found)
        require(size <= _LARGEST, "the terms are too large")
        return [each for each, _ in found], size

    require(type(thing["parts"]) is list and bool(thing["parts"]), "no parts")
    for part in thing["parts"]:
        found, size = whole(part)
        require(type(part) is list, "a part is no term that is worth a name")
        known.append(found)
        sizes.append(size)
    claim = whole(thing["claim"])[0]
    by = [entry | {"of": whole(entry["of"])[0]} for entry in thing["by"]]
    require(used == set(range(len(known))), "a part stands nowhere")
    return {key: each for key, each in thing.items() if key != "parts"} | {"claim": claim, "by": by}


def _checked(thing: Any) -> str:
    thing = written_out(thing)
    require(set(thing) == _KEYS, "other keys")
    for key in ("about", "words"):  # they are printed, or read by people
        written = thing[key]
        require(
            type(written) is str and (written.isprintable() or not written), f"{key} is no printable text"
        )
    require(
        type(thing["format"]) is int and thing["format"] == 1 and thing["kind"] == "refutation", "no format"
    )
    require(set(thing["context"]) == {"variables", "constraints"}, "other keys of the context")
    require(set(thing["enclosures"]) == {"left", "right"}, "other keys of the enclosures")
    require(type(thing["bits"]) is int and 16 <= thing["bits"] <= MOST, "other bits than 16 to 4096")
    require(type(thing["by"]) is type(thing["context"]["constraints"]) is list, "other things than lists")
    reading = Reading(thing["bits"], thing["by"])
    kinds = dict(thing["context"]["variables"])
    require(len(kinds) == len(thing["context"]["variables"]), "a variable twice")
    require(set(kinds) == set(thing["point"]), "a point of other variables")
    point = {name: given(kinds[name], value) for name, value in thing["point"].items()}
    for rule in thing["context"]["constraints"]:
        require(reading.decide(rule, point) is True, f"the point is not shown to satisfy {rule}")
    relation, *terms = thing["claim"]
    require(relation in ("=", "<", "<="), "the claim is no relation")
    sides = [_stated(thing["enclosures"][name]) for name in ("left", "right")]
    require(related(relation, *sides) is False, "the claim is not shown to fail")
    for term, stated in zip(terms, sides, strict=True):
        found = reading.value(term, point)
        inside = all(s[0] <= f[0] and f[1] <= s[1] for f, s in zip(found, stated, strict=True))
        require(inside, "a side is not shown to lie in its enclosure")
    require(reading.used == set(reading.by), "something is given of a term that does not occur")
    return f"{thing['about']}: left {relation} right fails"


def given(kind: str, value: Any) -> Any:
    """A number as a value; a vector, or vectors of one length, as lists of them."""
    if kind in ("integer", "real"):
        number = rational(value)
        require(kind == "real" or number.denominator == 1, f"{value} is no integer")
        return (exact(number), ZERO)
    inner = {"vector": "real", "vectors": "vector"}[kind]
    require(type(value) is list and bool(value), f"{value} is no {kind}")
    entries = [given(inner, entry) for entry in value]
    require(kind == "vector" or len({len(entry) for entry in entries}) == 1, "vectors of several lengths")
    return entries


def _stated(ends: list[Any]) -> Value:
    """[low, high] of a real number, or [low, high, low, high] of both parts of a complex one."""
    low, high, down, up = map(rational, ends if len(ends) == 4 else [*ends, 0, 0])
    return ((low, high), (down, up))
