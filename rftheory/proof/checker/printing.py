"""Terms in print: nothing is accepted or refused by what is written here."""

from __future__ import annotations

from .reading import BINDERS, JUNCTIONS, QUANTIFIERS, Term


def show(t: Term) -> str:
    """A term or proposition for reading."""
    if not isinstance(t, tuple):
        return str(t)
    head, parts = t[0], [show(part) for part in t[1:]]
    if head == "q":
        return f"{t[1]}/{t[2]}"
    if head in ("name", "vec", "list"):
        return repr(t[1]) if head == "name" else str(t[1])
    if head in ("=", "<", "<=", "!=", "+", "*", "^"):
        closed = [f"({p})" if not p.isalnum() and head in "*^" else p for p in parts]
        return {"*": "·", "^": "^"}.get(head, f" {head} ").join(closed)
    if head in BINDERS:
        return (
            f"{head}({parts[0]} = {'..'.join(parts[1:-1])}{'..' if head == 'summable' else ''}: {parts[-1]})"
        )
    if head in JUNCTIONS:
        return f" {head} ".join(f"({p})" for p in parts)
    if head in QUANTIFIERS:
        return f"{'for all' if head == 'all' else 'for some'} {t[2]} {t[1]}: {parts[-1]}"
    if head == "where":
        return f"{parts[1]} where {parts[0]}"
    if head == "[]":
        return f"[{', '.join(parts)}]"
    return {"pi": "pi", "oo": "oo"}.get(head) or f"{head}({', '.join(parts)})"
