"""performer-pytorch as clients: `rftheory conform performer:sampler --mechanism orthogonal`, and so on."""

import warnings

import torch

warnings.filterwarnings("ignore", module="performer_pytorch")
from performer_pytorch import performer_pytorch as performer

M = 48


def sampler(d, m, seed):
    """Its projections, with chi norms."""
    torch.manual_seed(seed)
    return performer.gaussian_orthogonal_random_matrix(nb_rows=m, nb_columns=d)


def fixed_norms(d, m, seed):
    """Its projections, with norms sqrt(d)."""
    torch.manual_seed(seed)
    return performer.gaussian_orthogonal_random_matrix(nb_rows=m, nb_columns=d, scaling=1)


def haar(d, m, seed):
    """The first with the fix of unsigned_qr.py."""
    torch.manual_seed(seed)
    blocks = []
    for _ in range(-(-m // d)):
        q, r = torch.linalg.qr(torch.randn(d, d))
        blocks.append((q * torch.sign(torch.diagonal(r))).t())
    return torch.randn(m, d).norm(dim=1, keepdim=True) * torch.cat(blocks)[:m]


def softmax_features(x, w, eps):
    """Its features of queries and of keys, with logits x.y."""
    return tuple(
        performer.softmax_kernel(
            torch.as_tensor(x)[None, None],
            projection_matrix=w.double(),
            is_query=is_query,
            normalize_data=False,
            eps=eps,
        )
        for is_query in (True, False)
    )


def features(x, seed):
    """As published: a maximum subtracted, 1e-4 added."""
    return softmax_features(x, sampler(x.shape[1], M, seed), 1e-4)


def without_epsilon(x, seed):
    """A maximum subtracted, nothing added."""
    return softmax_features(x, sampler(x.shape[1], M, seed), 0.0)


def without_epsilon_haar(x, seed):
    """The same on rows that are uniform."""
    return softmax_features(x, haar(x.shape[1], M, seed), 0.0)


def _unstabilised(x, w):
    queries, keys = softmax_features(x, w, 0.0)
    p = torch.as_tensor(x) @ w.double().t()
    return queries * p.amax(dim=-1, keepdim=True).exp(), keys * p.amax().exp()


def without_stabiliser(x, seed):
    """Nothing added, the maxima multiplied back."""
    return _unstabilised(x, sampler(x.shape[1], M, seed))


def without_stabiliser_haar(x, seed):
    """The same on rows that are uniform: everything mended."""
    return _unstabilised(x, haar(x.shape[1], M, seed))


def attention(q, k, v, seed):
    """FastAttention, which divides logits by sqrt(d)."""
    torch.manual_seed(seed)
    module = performer.FastAttention(dim_heads=q.shape[-1], nb_features=M).double()
    return module(*(torch.as_tensor(t)[None, None] for t in (q, k, v)))[0, 0]


def as_called(x, seed):
    """Its features as FastAttention calls them: with the epsilon that is its default."""
    w = sampler(x.shape[1], M, seed)
    data, w = torch.as_tensor(x)[None, None], w.double()
    return tuple(
        performer.softmax_kernel(data, projection_matrix=w, is_query=is_query, normalize_data=False)
        for is_query in (True, False)
    )
