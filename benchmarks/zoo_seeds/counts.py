"""What a sweep found: counts by kind and way with intervals of Clopper and Pearson, and every departure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import scipy

from tests.zoo.index import specimens
from tests.zoo.specimen import EFFECTS, STYLES, Specimen

LEVEL = 0.05


def rate(count: int, trials: int) -> str:
    """A share with its two-sided 95 % interval."""
    if not trials:
        return "none made"
    low = float(scipy.stats.beta.ppf(LEVEL / 2, count, trials - count + 1)) if count else 0.0
    high = 1.0 if count == trials else float(scipy.stats.beta.ppf(1.0 - LEVEL / 2, count + 1, trials - count))
    return f"{count} of {trials} ({100 * count / trials:.2f} %, {100 * low:.2f} to {100 * high:.2f})"


def named_rightly(specimen: Specimen, line: Mapping[str, Any]) -> bool:
    """Whether wrong code failed with a name that is true of it, all that must be said, and none that is false."""
    said, every = set(line["causes"]), set(specimen.together)
    true = set(specimen.causes) | every | set(specimen.also)
    right = bool(said & (set(specimen.causes) or every)) and every <= said
    return line["exit"] == 1 and right and said <= true | EFFECTS


def accused(line: Mapping[str, Any]) -> bool:
    """Whether right code was failed or a mistake named of it."""
    return line["exit"] == 1 or bool(line["causes"])


def _right(lines: Sequence[Mapping[str, Any]]) -> Iterable[str]:
    for style in (*STYLES, "any way"):
        mine = [line for line in lines if style in (line["style"], "any way")]
        refused = sum(line["exit"] not in (0, 1, 3) for line in mine)
        yield f"right, {style}: accused {rate(sum(map(accused, mine)), len(mine))}; refused {refused}"


def _wrong(lines: Sequence[Mapping[str, Any]], zoo: Mapping[str, Specimen]) -> Iterable[str]:
    for style in (*STYLES, "fullest way"):
        mine = [
            line for line in lines if line["style"] == style or (line["fullest"] and style == "fullest way")
        ]
        failed = rate(sum(line["exit"] == 1 for line in mine), len(mine))
        named = rate(sum(named_rightly(zoo[line["name"]], line) for line in mine), len(mine))
        recorded = rate(sum(not line["wrong"] for line in mine), len(mine))
        yield f"wrong, {style}: failed {failed}; named and nothing false {named}; as recorded {recorded}"


def _departures(lines: Sequence[Mapping[str, Any]]) -> Iterable[str]:
    """Each kind of departure once, with how often and the seed of the first."""
    kinds: dict[tuple[str, str, str], list[Mapping[str, Any]]] = {}
    for line in lines:
        if line["wrong"]:
            kinds.setdefault((line["name"], line["style"], line["wrong"]), []).append(line)
    for (name, style, said), found in sorted(kinds.items()):
        runs = sum(line["name"] == name and line["style"] == style for line in lines)
        first, causes = found[0], ", ".join(found[0]["causes"]) or "nothing"
        yield f"  {name}, {style}, {len(found)} of {runs}: {said}; expected {first['expected']}"
        yield f"    seed {first['seed']} of conform gave exit {first['exit']}: {causes}; {first['mechanism']}"


def counted(head: Mapping[str, Any], lines: Sequence[Mapping[str, Any]], planned: int) -> str:
    """The summary of a sweep."""
    zoo = {name: specimen for name, (_, specimen) in specimens()[0].items()}
    right = [line for line in lines if line["right"]]
    wrong = [line for line in lines if not line["right"]]
    draws = head["draws"] or "those of the quick profile"
    text = [
        f"root seed {head['root']}, code {head['code']}: {len(lines)} of {planned} planned runs, "
        + f"draws {draws}, {sum(line['seconds'] for line in lines):.0f} s of the processor",
        f"the fullest way of declaring on {head['seeds']} seeds, every other on {head['share']:g} of them",
        "intervals: Clopper and Pearson, two-sided 95 %",
        *(f"not in it: {family} ({reason})" for family, reason in head["skipped"].items()),
        *_right(right),
        *_wrong(wrong, zoo),
        f"NaN in an interval: {sum(line['nan'] for line in lines)}",
        f"errors inside the package: {sum(line['exit'] == 70 for line in lines)}",
        "departures from what is recorded:",
        *(list(_departures(lines)) or ["  none"]),
    ]
    return "\n".join(text)
