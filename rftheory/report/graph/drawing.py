"""The graph of truth as SVG: layers from the ground up, a colour and a letter a verdict, no script, no font.

A statement is a link to itself, so that it can be reached by keyboard; under the pointer, in focus or as the target of
the address its edges stand out, by style rules alone. Every edge is one of `uses`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from html import escape

from rftheory.registry.graph import UNRECORDED, Node
from rftheory.report.graph.layers import layers
from rftheory.verdict import Verdict

ACROSS, WIDTH, HEIGHT = 8, 148, 30
STEP_X, STEP_Y, BAND, MARGIN = 156, 46, 34, 8
LETTERS, TOP = 22, 84
FILLS: Mapping[str, tuple[str, str, str]] = {
    Verdict.PROVED.value: ("P", "#bfe3c8", "#1f5c33"),
    Verdict.CERTIFIED.value: ("C", "#c5e8ec", "#155a66"),
    Verdict.DERIVED.value: ("D", "#dcecc0", "#48601c"),
    Verdict.SUPPORTED.value: ("S", "#cfdff8", "#284a80"),
    Verdict.UNDECIDED.value: ("U", "#f7e6b0", "#6b5310"),
    Verdict.REFUTED.value: ("R", "#f6b9b3", "#8a221b"),
    Verdict.NOT_REPRODUCED.value: ("N", "#f2c9e0", "#7a2a5b"),
    Verdict.DEFINITION.value: ("d", "#e6e6e6", "#474747"),
    Verdict.OUTSIDE.value: ("o", "#f7f7f7", "#303030"),
    UNRECORDED: ("?", "#ffffff", "#1c1c1c"),
}
_STYLE = """
svg { background: #fff; color: #111; font: 10.5px system-ui, sans-serif; } text { fill: currentColor; }
.edge { fill: none; stroke: #777; stroke-width: .8; opacity: .45; } .edge.wrong { stroke: #c0392b; opacity: .8; }
rect { stroke: #555; stroke-width: .7; } .leans rect { stroke: #c0392b; stroke-dasharray: 4 2; stroke-width: 1.5; }
.refuted rect { stroke: #a01f14; stroke-width: 2.2; stroke-dasharray: none; } .elsewhere { opacity: .6; }
a:focus rect, a:hover rect, a:target rect { stroke: #06c; stroke-width: 2.5; stroke-dasharray: none; }
.head { font-size: 14px; font-weight: 600; }
"""
_DARK = "svg { background: #16181b; color: #eee; } .edge { stroke: #aaa; } rect { stroke: #999; }"
Place = tuple[float, float]


def svg(nodes: Sequence[Node], title: str) -> str:
    """The drawing of the nodes; its height follows from their number, its width is that of 8 of them."""
    number = {node.id: index for index, node in enumerate(nodes)}
    order = [*reversed(layers({node.id: node.uses for node in nodes}))]
    place, height = _places(order)
    refuted = {node.id for node in nodes if node.corrects or node.verdict == Verdict.REFUTED.value}
    edges = "".join(
        _edge(place[node.id], place[name], number[node.id], number[name], wrong=name in refuted)
        for node in nodes
        for name in node.uses
    )
    width = ACROSS * STEP_X + MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-label="{escape(title)}"><title>{escape(title)}</title><style>{_STYLE}{_rules(len(nodes))}'
        f"</style>{_legend(nodes, title)}<g>{edges}</g>"
        f"{''.join(_drawn(node, number[node.id], place[node.id]) for layer in order for node in _of(layer, nodes))}"
        "</svg>\n"
    )


def _of(layer: Sequence[str], nodes: Sequence[Node]) -> Iterator[Node]:
    by_id = {node.id: node for node in nodes}
    return (by_id[name] for name in layer)


def _places(order: Sequence[Sequence[str]]) -> tuple[dict[str, Place], int]:
    """The upper left corner of every node, layers downwards in rows of 8, and the height of it all."""
    place: dict[str, Place] = {}
    y = TOP
    for layer in order:
        rows = -(-len(layer) // ACROSS)
        columns = -(-len(layer) // max(rows, 1))
        for index, name in enumerate(layer):
            left = (ACROSS - min(columns, len(layer))) * STEP_X / 2
            column, row = divmod(index, rows)
            place[name] = (MARGIN + left + column * STEP_X, y + row * STEP_Y)
        y += rows * STEP_Y + BAND
    return place, y


def _edge(above: Place, below: Place, source: int, target: int, *, wrong: bool) -> str:
    x, y = above[0] + WIDTH / 2, above[1] + HEIGHT
    to_x, to_y = below[0] + WIDTH / 2, below[1]
    bend = max(20.0, (to_y - y) / 2)
    kind = f"edge{' wrong' if wrong else ''} e{source} e{target}"
    return f'<path class="{kind}" d="M{x:g} {y:g}C{x:g} {y + bend:g} {to_x:g} {to_y - bend:g} {to_x:g} {to_y:g}"/>'


def _drawn(node: Node, number: int, place: Place) -> str:
    """A node: a link to itself with its id, the letter of its verdict, and what a pointer is told."""
    x, y = place
    letter, *_ = FILLS[node.verdict]
    names = [
        node.verdict.replace(" ", "-"),
        *(["leans"] * bool(node.shadow)),
        *(["elsewhere"] * node.elsewhere),
    ]
    told = f"{node.id}: {node.conclusion}. {node.where}. {node.title}"
    if node.shadow:
        told += f". Below it, refuted as printed: {', '.join(node.shadow)}"
    lines = _lines(node.id if node.elsewhere else node.id.partition("/")[2])
    first = y + (19 if len(lines) == 1 else 13)
    text = "".join(
        f'<text x="{x + 5:g}" y="{first + 12 * index:g}">{escape(line)}</text>'
        for index, line in enumerate(lines)
    )
    return (
        f'<a id="n{number}" class="{" ".join(names)}" href="#n{number}"><title>{escape(told)}</title>'
        f'<rect class="v-{names[0]}" x="{x:g}" y="{y:g}" width="{WIDTH}" height="{HEIGHT}" rx="4"/>{text}'
        f'<text x="{x + WIDTH - 5:g}" y="{y + 11:g}" text-anchor="end" opacity=".7">{letter}</text></a>\n'
    )


def _lines(name: str) -> list[str]:
    """An id on one line or two, broken behind a slash or hyphen; the rest of an even longer one is told, not shown."""
    if len(name) <= LETTERS:
        return [name]
    breaks = [index + 1 for index, sign in enumerate(name[:LETTERS]) if sign in "/-"]
    cut = breaks[-1] if breaks else LETTERS
    rest = name[cut:]
    return [name[:cut], rest if len(rest) <= LETTERS else f"{rest[: LETTERS - 1]}…"]


def _rules(count: int) -> str:
    """Fills by verdict, light and dark, and which edges stand out with which node."""
    light = "".join(f".v-{word.replace(' ', '-')} {{ fill: {fill[1]}; }}\n" for word, fill in FILLS.items())
    dark = "".join(f".v-{word.replace(' ', '-')} {{ fill: {fill[2]}; }} " for word, fill in FILLS.items())
    near = "".join(
        f"svg:has(#n{n}:is(:hover,:focus,:target)) .e{n}{{stroke:#06c;stroke-width:2;opacity:1}}\n"
        for n in range(count)
    )
    return f"{light}{near}@media (prefers-color-scheme: dark) {{ {_DARK} {dark} }}\n"


def _legend(nodes: Sequence[Node], title: str) -> str:
    """What is drawn, how many nodes have which verdict, and what the outlines mean."""
    counts = Counter(node.verdict for node in nodes)
    parts = [f'<text class="head" x="{MARGIN}" y="20">{escape(title)}</text>']
    x = float(MARGIN)
    for word, (letter, *_) in FILLS.items():
        if counts[word]:
            label = f"{letter} {word} {counts[word]}"
            parts.append(
                f'<rect class="v-{word.replace(" ", "-")}" x="{x:g}" y="32" width="12" height="12" rx="2"/>'
                f'<text x="{x + 16:g}" y="42">{label}</text>'
            )
            x += 34 + 6.2 * len(label)
    leaning = sum(bool(node.shadow) for node in nodes)
    note = (
        "Lines lead down to what a statement rests on; red ones to what is refuted as printed, or to its correction. "
        f"Red dashes: such a one lies below ({leaning}). Pale: of another paper."
    )
    return "".join([*parts, f'<text x="{MARGIN}" y="62">{note}</text>'])
