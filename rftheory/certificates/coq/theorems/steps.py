"""Every step of a proof object as a lemma of Coq with its proof: a rule is a few tactics."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rftheory.certificates.coq.expressions import name
from rftheory.certificates.coq.theorems.exponentials import taken_apart
from rftheory.certificates.coq.theorems.wording import literal, proposition, subterms, term
from rftheory.errors import InputError

Json = Any
Step = Mapping[str, Json]


def lemma(place: int, steps: Sequence[Step]) -> str:
    """The step at this place; InputError where the elementary fragment has no word or no tactic for it."""
    step = steps[place]
    if step["rule"] not in _RULES:
        raise InputError(f"Coq's elementary fragment has no rule {step['rule']}")
    tactics = [_opened(step), *_RULES[step["rule"]](_Here(step, steps))]
    return f"Lemma step'{place} : {_said(step)}.\nProof. {' '.join(filter(None, tactics))} Qed."


class _Here:
    """A step among the others: how its premises are named."""

    def __init__(self, step: Step, steps: Sequence[Step]) -> None:
        self.step, self.steps = step, steps
        self.premises: list[int] = step.get("from", [])

    def then(self, place: int) -> Json:
        return self.steps[place]["then"]

    def used(self, place: int, more: Mapping[str, str] | None = None) -> str:
        """An earlier step at the local variables and hypotheses in force here."""
        names = _hypotheses(self.step) | dict(more or {})
        earlier = self.steps[place]
        given = [name(local) for local, _ in earlier.get("for", [])]
        given += [names[json.dumps(each)] for each in earlier.get("if", [])]
        return f"(step'{' '.join((str(place), *given))})"

    def posed(self) -> list[str]:
        """The premises as hypotheses."""
        return [f"pose proof {self.used(place)} as p'{place}." for place in self.premises]

    def identity(self, values: Sequence[Json]) -> str:
        """Tactics for an identity of fields: exponentials are taken apart, roots and sines squared."""
        values = [*values, *(self.then(place) for place in self.premises)]
        squared = _squared(values)
        known = " ".join(f"r'{place}" for place in range(len(squared)))
        how = f"first [identity | ring [{known}] | field [{known}]; not_zero]" if squared else "identity"
        held = [f"p'{place}" for place in self.premises]
        lemmas = [f"assert (r'{k} : {said}) by ({proof})" for k, (said, proof) in enumerate(squared)]
        return "; ".join([*taken_apart(values, held), *lemmas, how])


def _hypotheses(step: Step) -> dict[str, str]:
    return {json.dumps(each): f"g'{k}" for k, each in enumerate(step.get("if", []))}


def _said(step: Step) -> str:
    locals_ = "".join(f"forall {name(local)} : R, " for local, _ in step.get("for", []))
    return (
        locals_
        + "".join(f"({proposition(each)}) -> " for each in step.get("if", []))
        + proposition(step["then"])
    )


def _opened(step: Step) -> str:
    names = [*(name(local) for local, _ in step.get("for", [])), *_hypotheses(step).values()]
    return f"intros {' '.join(names)}." if names else ""


def _squared(values: Sequence[Json]) -> list[tuple[str, str]]:
    """The squares of roots and sines that occur, each with its proof."""
    found, angles = {}, set[str]()
    for each in (inner for value in values for inner in subterms(value)):
        if _is_root(each):
            base = term(each[1])
            found[f"sqrt {base} ^ 2 = {base}"] = "apply root_squared; first [positive | nra]"
        if each[0] in ("sin", "cos"):
            angles.add(term(each[1]))
            found[f"sin {term(each[1])} ^ 2 = 1 - cos {term(each[1])} ^ 2"] = "apply sine_squared"
    if len(angles) > 1 or "0" in angles:
        raise InputError("Coq's elementary fragment has no identities between several angles")
    return list(found.items())


def _is_root(value: Json) -> bool:
    number = literal(value[2]) if value[0] == "^" else None
    return number is not None and number[1] == 2


def _given(here: _Here) -> list[str]:  # noqa: ARG001
    return ["assumption."]


def _number(here: _Here) -> list[str]:  # noqa: ARG001
    return ["closed."]


def _ring(here: _Here) -> list[str]:
    return [*here.posed(), f"{here.identity([here.step['then']])}."]


def _combine(here: _Here) -> list[str]:
    relation, left, right = here.step["then"]
    entries = [_entry(here, each) for each in here.step["by"]["terms"]]
    total = " + ".join(text for text, _, _ in entries) or "0"
    identity = here.identity([here.step["then"], *_weights(here.step)])
    signs = [f"assert (t'{k} : {sign}) by ({proof})." for k, (_, sign, proof) in enumerate(entries)]

    def by(law: str, low: Json, high: Json) -> str:
        return (
            f"assert (e' : {term(high)} - {term(low)} = {total}) by ({identity}); "
            f"apply ({law} _ _ _ e'); clear e'; first [lra | positive]"
        )

    ways = {
        "<": by("less_by", left, right),
        "<=": by("at_most_by", left, right),
        "=": by("same_by", left, right),
        "!=": f"first [{by('differ_below', left, right)} | {by('differ_above', right, left)}]",
    }
    return [*here.posed(), *signs, f"{ways[relation]}."]


def _entry(here: _Here, entry: Mapping[str, Json]) -> tuple[str, str, str]:
    """A summand of the identity, its sign, and the tactics that show it."""
    if "premise" in entry:
        _, left, right = here.then(entry["premise"])
        text = f"{term(entry['times'])} * ({term(right)} - {term(left)})"
        return text, f"{text} = 0", "apply no_part; lra"
    squares, factors = entry["squares"], [here.then(each) for each in entry["factors"]]
    parts = [term(entry["coefficient"]), *(f"{term(each)} ^ 2" for each in squares)]
    parts += [f"({term(right)} - {term(left)})" for _, left, right in factors]
    text = " * ".join(parts)
    strict = not squares and all(head == "<" for head, _, _ in factors)
    return text, f"0 {'<' if strict else '<='} {text}", "positive"


def _weights(step: Step) -> list[Json]:
    entries = step["by"]["terms"]
    return [each["times"] for each in entries if "times" in each] + [
        square for each in entries for square in each.get("squares", [])
    ]


def _replace(here: _Here) -> list[str]:
    relation, *sides = here.step["then"]
    if "of" not in here.step.get("by", {}):
        return [*here.posed(), "congruence."]
    of = here.step["by"]["of"]
    before = here.then(of)
    if relation not in ("<", "<=", "=", "!=") or before[0] != relation:
        if before == here.step["then"]:
            return [f"exact {here.used(of)}."]
        raise InputError(f"Coq's elementary fragment has no replacement in {relation}")
    same = [
        f"replace {term(after)} with {term(side)} by congruence."
        for after, side in zip(sides, before[1:], strict=True)
        if after != side
    ]
    return [*here.posed(), *same, f"exact p'{of}." if of in here.premises else f"exact {here.used(of)}."]


def _fact(here: _Here) -> list[str]:
    fact = here.step["by"]["name"]
    if fact not in _FACTS:
        raise InputError(f"Coq's elementary fragment has not the fact {fact}")
    return [*here.posed(), f"{_FACTS[fact]}."]


def _cases(here: _Here) -> list[str]:
    by = here.step["by"]
    relation, left, right = by["on"]
    split = {"<": "Rlt_or_le", "<=": "Rle_or_lt", "=": "Req_dec"}[relation]
    other = {"<": ["<=", right, left], "<=": ["<", right, left], "=": ["!=", left, right]}[relation]
    yes, no = (here.used(by[k], {json.dumps(q): "q'"}) for k, q in (("yes", by["on"]), ("no", other)))
    return [f"destruct ({split} {term(left)} {term(right)}) as [q' | q']; [exact {yes} | exact {no}]."]


def _either(here: _Here) -> list[str]:
    by = here.step["by"]
    parts = here.then(by["of"])[1:]
    ways = [here.used(way, {json.dumps(q): "q'"}) for way, q in zip(by["ways"], parts, strict=True)]
    pattern = "q'"
    for _ in ways[1:]:
        pattern = f"[q' | {pattern}]"
    return [f"destruct {here.used(by['of'])} as {pattern}; {_each(ways)}."]


def _each(ways: Sequence[str]) -> str:
    return f"[{' | '.join(f'exact {way}' for way in ways)}]"


def _any(here: _Here) -> list[str]:
    return [*here.posed(), "tauto."]


def _instantiate(here: _Here) -> list[str]:
    by = here.step["by"]
    of = here.steps[by["of"]]
    values = [term(by["with"].get(local, local)) for local, _ in of.get("for", [])]
    applied = f"step'{' '.join((str(by['of']), *values))}"
    posed = [f"pose proof {here.used(place)} as p'{place}." for place in here.premises if place != by["of"]]
    return [*posed, f"apply ({applied}); assumption."] if of.get("if") else [f"exact ({applied})."]


def _where(here: _Here) -> list[str]:
    conditions = here.step["then"][1]
    names = {json.dumps(each): f"w'{k}" for k, each in enumerate(conditions)}
    return [f"intros {' '.join(names.values())}.", f"exact {here.used(here.premises[0], names)}."]


_FACTS = {
    "exp-positive": "apply exp_pos",
    "exp-increasing": "apply exp_increasing; assumption",
    "exp-at-most": "apply exp_at_most; assumption",
    "exp-tangent": "apply exp_tangent",
    "power-positive": "positive",
    "root-positive": "positive",
    "root-nonnegative": "positive",
    "trichotomy": "apply trichotomy; assumption",
    "antisymmetric": "apply Rle_antisym; assumption",
    "abs-positive": "apply Rabs_pos_eq; assumption",
    "abs-negative": "rewrite Rabs_left1 by assumption; ring",
    "cos-at-most": "apply COS_bound",
    "cos-at-least": "apply COS_bound",
    "cos-pi": "apply cos_PI",
    "sin-positive": "apply sin_gt_0; assumption",
}
_RULES: dict[str, Callable[[_Here], list[str]]] = {
    "given": _given,
    "number": _number,
    "ring": _ring,
    "combine": _combine,
    "replace": _replace,
    "fact": _fact,
    "cases": _cases,
    "either": _either,
    "or": _any,
    "and": _any,
    "part": _any,
    "instantiate": _instantiate,
    "where": _where,
}
