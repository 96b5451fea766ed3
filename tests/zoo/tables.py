"""Rows and pages of what was found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.zoo.running import Outcome
from tests.zoo.specimen import PROPOSED, Specimen

INTRODUCTION = """# The zoo

Written by `python -m tests.zoo --markdown`. {right} correct and {wrong} wrong pieces of random-feature code in the styles of public code, each written for this purpose, as data: `tests/zoo/` holds the code, how it may be declared (fully, sparsely, not at all) and what `conform` should say. `python -m tests.zoo` puts them to it and prints expected against found; `python -m tests.zoo.sizes` measures, in plain NumPy, how far the estimates are from the documented kernel.

The largest bias is relative to the kernel (to 0.02 where the kernel is smaller), over ten pairs of norm 1 and 1/2 along all ones, axes and a direction without pattern, in 8 dimensions, over 20000 draws, with five standard errors. A dash: no kernel is documented, or nothing is drawn anew. Unbiased code may still be wrong: its rows repeat each other, or its variance is another one than the mechanism's.

{counted}"""
COUNTED = """Counted with fresh seeds at the quick profile, by a sweep that took specimens in turn and was ended by time; the specimens of PyTorch and JAX, which were not installed, are not in it. Right: one round of 127 specimens in every way of declaring, 344 runs. None had exit code 1, a named mistake or NaN: a rate of alarms of at most 0.87 % (Clopper and Pearson, one-sided 95 %). One undeclared run was refused, as its record allows. Wrong: 196 specimens, declared fully and run once, of which all failed, none was refused, and all had a name that is expected and none that is false: with 95 % at least 98.1 % of such runs. Of 115 runs that were declared sparsely 108 failed (93.9 %; 87.9 % to 97.5 %), of 114 undeclared ones 26, and all 229 as their records allow. The records are not blind: earlier sweeps, which this one does not count, mended the engine and added names that are true to records. Twenty seeds each are not counted yet, nor 500 runs."""


def row(result: Outcome) -> str:
    """One line of the table expected against found."""
    found = f"{result.exit}: {', '.join(result.causes) or 'nothing'}"
    mark = "ok  " if result.as_expected else "FAIL"
    text = f"{mark} {result.name:34} {result.style:10} {result.expected:36} {found:40} {result.mechanism:28}"
    return f"{text} {result.wrong}".rstrip()


def summary(made: Sequence[Outcome], skipped: Mapping[str, str]) -> str:
    """Counts of both sides, and what was skipped."""
    lines = []
    for label, side in (("right", True), ("wrong", False)):
        mine = [r for r in made if r.right is side]
        good = sum(r.as_expected for r in mine)
        lines.append(f"{label}: {good} of {len(mine)} runs as expected")
    lines += [f"skipped {family}: {reason}" for family, reason in skipped.items()]
    return "\n".join(lines)


def markdown(
    found: Mapping[str, tuple[str, Specimen]],
    skipped: Mapping[str, str],
    sizes: Mapping[str, Mapping[str, Any]],
) -> str:
    """The page of all specimens, family by family."""
    right = sum(specimen.right for _, specimen in found.values())
    lines = [INTRODUCTION.format(right=right, wrong=len(found) - right, counted=COUNTED)]
    for family in dict.fromkeys(family for family, _ in found.values()):
        lines += [f"\n## {family.replace('.', ': ', 1).replace('_', ' ')}\n"]
        lines += ["| name | what it is | declared as | largest bias | expected |", "|---|---|---|---|---|"]
        lines += [_line(s, sizes.get(s.name)) for mine, s in found.values() if mine == family]
    lines += ["\n## Names that the engine did not have when the zoo was written\n"]
    lines += [f"* `{name}`: {meaning}" for name, meaning in PROPOSED.items()]
    lines += [f"\nNot shown: {family} ({reason})." for family, reason in skipped.items()]
    return "\n".join(lines)


def _line(specimen: Specimen, size: Mapping[str, Any] | None) -> str:
    """One specimen."""
    full = specimen.full or specimen.sparse or {}
    options = ", ".join(f"{key} {_value(value)}" for key, value in full.items() if key != "contract")
    names = [" or ".join(f"`{c}`" for c in specimen.causes), *(f"`{c}`" for c in specimen.together)]
    expected = "nothing" if specimen.right else " and ".join(filter(None, names))
    return f"| {specimen.name} | {_escaped(specimen.note)} | {options or 'nothing'} | {_size(size)} | {expected} |"


def _escaped(text: str) -> str:
    """Bars of norms are no columns."""
    return text.replace("|", "\\|")


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return " ".join(f"{key}={part}" for key, part in value.items())
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _size(size: Mapping[str, Any] | None) -> str:
    """The largest bias with five standard errors, and where."""
    if size is None:
        return "–"
    if size["bias"] is None:
        return f"not finite at {size['pair']}"
    reach = 5.0 * size["error"]
    if not size["certain"]:
        return f"none within {abs(size['bias']) + reach:.1%}"
    return f"{size['bias']:+.1%} ± {reach:.1%} at {size['pair']}"
