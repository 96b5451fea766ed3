"""A graph in layers: everything above what it rests on, few crossings. Knows no statement.

The layers follow from longest paths, the order in them from barycentres (Sugiyama, Tagawa and Toda 1981). NetworkX
would give the former alone, Graphviz both but not by pip; this is shorter than either's use.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

Grounds = Mapping[str, Sequence[str]]

SWEEPS = 6


def layers(grounds: Grounds) -> list[list[str]]:
    """The nodes, lowest layer first: one that rests on nothing lies in it, any other above all that it rests on.

    A ground that leads back to the node itself counts for nothing, so that circles have layers too.
    """
    height: dict[str, int] = {}
    for name in grounds:
        _climb(name, grounds, height)
    found: list[list[str]] = [[] for _ in range(max(height.values(), default=-1) + 1)]
    for name in grounds:
        found[height[name]].append(name)
    return _untangled(found, grounds)


def _climb(name: str, grounds: Grounds, height: dict[str, int]) -> None:
    """Give a node and all below it their heights; a walk by hand, since papers may lean on long chains."""
    path: list[str] = [name]
    open_names = {name}
    while path:
        top = path[-1]
        waiting = [each for each in grounds[top] if each not in height and each not in open_names]
        if top not in height and waiting:
            path.append(waiting[0])
            open_names.add(waiting[0])
            continue
        height.setdefault(top, 1 + max((height[each] for each in grounds[top] if each in height), default=-1))
        open_names.discard(path.pop())


def _untangled(found: list[list[str]], grounds: Grounds) -> list[list[str]]:
    """Every layer ordered by the mean place of what its nodes rest on, then of what rests on them, several times."""
    above: dict[str, list[str]] = {name: [] for name in grounds}
    for name, below in grounds.items():
        for each in below:
            above[each].append(name)
    place = {name: index / len(layer) for layer in found for index, name in enumerate(layer)}
    for sweep in range(SWEEPS):
        near: Grounds = grounds if sweep % 2 == 0 else above
        for layer in found if sweep % 2 == 0 else reversed(found):
            layer.sort(key=lambda name: _mean([place[each] for each in near[name]], place[name]))
            place |= {name: index / len(layer) for index, name in enumerate(layer)}
    return found


def _mean(numbers: Iterable[float], otherwise: float) -> float:
    given = [*numbers]
    return sum(given) / len(given) if given else otherwise
