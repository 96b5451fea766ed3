"""Random feature attention as a module of PyTorch, by the names of mechanisms: `rftheory.torch.RandomFeatureAttention`."""

from __future__ import annotations

from typing import Any

from rftheory.measured.attention import redrawn
from rftheory.measured.attention.features import projections_for, softmax_first
from rftheory.measured.attention.tokens import number, tokens
from rftheory.measured.attention.traced import Featured, traced_attention
from rftheory.measured.inputs import integer
from rftheory.mechanisms import _attention

try:
    import torch
except ImportError as missing:
    raise ImportError("rftheory.torch needs PyTorch; install it, or rftheory[torch]") from missing


class RandomFeatureAttention(torch.nn.Module):  # type: ignore[misc, unused-ignore]  # torch may not be installed
    """D^{-1} q' (k'^T v), q' and k' the random features of d^{-1/4} q and d^{-1/4} k: softmax attention in linear time.

    `mechanism` is a coupling, a hyphen and a map (`simplex-oprf`), a map alone, or a name of the field (`favor+`), as for
    `rftheory.RandomFeatureAttention`; so are d (the width of a head), m, heads, seed, kernel, scale and matrix. Called
    on q (batch, heads, L, d), k (.., S, d), v (.., S, e) and a `key_mask` (True: attend) it gives (.., L, e), causal if
    so made. The rows are a buffer of float32 that moves with the module and stays float32 under `.half()`; tensors of
    16 bits are computed with in 32 and come back as they were. No step depends on numbers, so `torch.compile` makes one
    graph of it (but for maps of counts, whose coefficients are NumPy's), and gradients flow. A row whose normaliser cannot be trusted is NaN: never with positive features
    and norms of ordinary size. Raises InputError, UnknownIdError. Sources: performer, (4), Lemma 1 and Algorithm 1.
    """

    projections: torch.Tensor

    def __init__(
        self,
        mechanism: str = "favor+",
        d: int = 64,
        m: int = 256,
        *,
        heads: int | None = None,
        causal: bool = False,
        seed: int = 0,
        kernel: Any = None,
        scale: float | None = None,
        chunk: int | None = None,
        matrix: Any = None,
    ) -> None:
        super().__init__()
        self.mechanism, self.causal = mechanism, bool(causal)
        self.chunk = None if chunk is None else integer("chunk", chunk, 1)
        made = _attention.RandomFeatureAttention(
            mechanism, None, d, m, heads, seed, 0, kernel, scale, matrix=matrix
        )
        assert not isinstance(made.feature_map, str)
        self._made: redrawn.RandomFeatureAttention = made
        self._map, self._kernel = made.feature_map, softmax_first(made.feature_map, kernel)
        self._factor = float(d) ** -0.25 if scale is None else number("scale", scale)
        self.register_buffer("projections", torch.as_tensor(made.projections, dtype=torch.float32))
        with torch.no_grad():  # what the map computes once is at hand before anything is traced
            self(*torch.zeros(3, heads or 1, 1, d))

    def forward(
        self, q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, key_mask: torch.Tensor | None = None
    ) -> torch.Tensor:
        """The output (..., L, e) in the dtype of q, k and v."""
        data = tokens(q, k, v, causal=self.causal, key_mask=key_mask, look=False)
        rows = projections_for(data, self.projections, look=False)
        featured = Featured(self._map, rows, self._kernel, self._factor)
        return traced_attention(data, featured, causal=self.causal, chunk=self.chunk)

    def redraw_(self) -> None:
        """Fresh rows, independent of all earlier ones, in place: the next draw of the seed."""
        self._made = self._made.redraw()
        with torch.no_grad():
            self.projections.copy_(torch.as_tensor(self._made.projections))

    def _apply(self, fn: Any, recurse: bool = True) -> Any:
        """Rows move with the module, and are never rounded to 16 bits."""
        before = self.projections
        super()._apply(fn, recurse)
        if torch.finfo(self.projections.dtype).bits < 32:
            self.projections = before.to(self.projections.device)
        return self

    def extra_repr(self) -> str:
        """The mechanism, d, m, and whether it is causal."""
        heads = "" if self._made.heads is None else f", heads={self._made.heads}"
        return f"{self.mechanism!r}, d={self._made.d}, m={self._made.m}{heads}, causal={self.causal}"
