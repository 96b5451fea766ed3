"""The module of PyTorch: the numbers of the function, one graph, gradients, half precision, buffers."""

from __future__ import annotations

import copy

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from rftheory import RandomFeatureAttention as Attention  # after the skip
from rftheory.errors import InputError
from rftheory.torch import RandomFeatureAttention

NAMES = ("favor+", "favor++", "simplex-oprf", "orthogonal-trigonometric", "hyperbolic", "dense")


def _tensors(length: int = 150, d: int = 32) -> tuple[torch.Tensor, ...]:
    arrays = np.random.default_rng(7).standard_normal((3, 2, 4, length, d)) / 2
    return tuple(torch.tensor(arrays, dtype=torch.float32))


def _mask() -> torch.Tensor:
    mask = torch.tensor(np.random.default_rng(8).random((2, 1, 150)) < 0.8)
    mask[..., 0] = True
    return mask


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_it_is_the_attention_of_that_name(name: str, causal: bool) -> None:
    q, k, v = _tensors()
    wide = [tensor.double().numpy() for tensor in (q, k, v)]
    for mask in (None, _mask()):
        want = Attention(name, d=32, m=64, heads=4)(
            *wide, causal=causal, key_mask=None if mask is None else mask.numpy()
        )
        module = RandomFeatureAttention(name, 32, 64, heads=4, causal=causal)
        found = module(q, k, v, mask).numpy()
        np.testing.assert_allclose(found, want, rtol=2e-4, atol=2e-5)


@pytest.mark.filterwarnings("ignore")  # of the compiler, about functions that keep their results
@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_it_compiles_without_a_break(name: str, causal: bool) -> None:
    q, k, v = _tensors()
    module = RandomFeatureAttention(name, 32, 64, causal=causal)
    torch._dynamo.reset()
    compiled = torch.compile(module, fullgraph=True, backend="eager")
    torch.testing.assert_close(compiled(q, k, v, _mask()), module(q, k, v, _mask()))


@pytest.mark.parametrize("causal", [False, True])
def test_gradients_are_those_of_finite_differences(causal: bool) -> None:
    module = RandomFeatureAttention("favor+", 4, 8, causal=causal, chunk=3).double()
    arrays = np.random.default_rng(9).standard_normal((3, 1, 1, 7, 4)) / 2
    given = [torch.tensor(array, requires_grad=True) for array in arrays]
    assert torch.autograd.gradcheck(module, given)


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
def test_sixteen_bits_come_back_as_they_were_and_rows_are_not_rounded(dtype: torch.dtype) -> None:
    q, k, v = (tensor.to(dtype) for tensor in _tensors())
    module = RandomFeatureAttention("favor+", 32, 64)
    rows = module.projections.clone()
    want = module(q.float(), k.float(), v.float())
    found = module.to(dtype)(q, k, v)
    assert found.dtype == dtype
    torch.testing.assert_close(found, want.to(dtype))
    assert module.projections.dtype == torch.float32
    assert torch.equal(module.projections, rows)


def test_rows_are_a_buffer_and_can_be_drawn_anew() -> None:
    module = RandomFeatureAttention("favor+", 8, 16, seed=5)
    first = copy.deepcopy(module)
    assert set(module.state_dict()) == {"projections"}
    module.redraw_()
    expected = Attention("favor+", d=8, m=16, seed=5).redraw().projections
    np.testing.assert_allclose(module.projections.numpy(), expected, rtol=1e-6)
    assert not torch.equal(first.projections, module.projections)
    first.load_state_dict(module.state_dict())
    assert torch.equal(first.projections, module.projections)
    assert repr(module) == "RandomFeatureAttention('favor+', d=8, m=16, causal=False)"


def test_bad_input_is_refused_by_name() -> None:
    with pytest.raises(InputError, match="unknown mechanism 'favour'"):
        RandomFeatureAttention("favour", 8, 16)
    with pytest.raises(InputError, match="hrf"):
        RandomFeatureAttention("hrf", 8, 16)
    module = RandomFeatureAttention("favor+", 8, 16, heads=2)
    with pytest.raises(InputError, match="projections of 2 heads do not fit"):
        module(*torch.zeros(3, 1, 3, 5, 8))
    with pytest.raises(InputError, match="projections have d = 8, queries d = 4"):
        module(*torch.zeros(3, 1, 2, 5, 4))


def test_a_device_is_measured_where_there_is_one() -> None:
    """Every row looks at its values first; the processor stands for an accelerator."""
    from benchmarks.speed.accelerator import rows, rows_on

    settled: list[None] = []
    found = list(rows_on("cpu", lambda: settled.append(None), quick=True))
    assert len(found) == 5
    assert len(settled) == 5 * 20  # before and after each of ten calls
    assert all(row.figure > 0.0 for row in found)
    assert torch.cuda.is_available() or list(rows(quick=True)) == []
