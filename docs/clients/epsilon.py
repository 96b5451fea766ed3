"""performer-pytorch 1.1.4: eps in `softmax_kernel` drowns the features of standard normal inputs; eps = 0 mends it."""

import warnings

import torch

warnings.filterwarnings("ignore", module="performer_pytorch")
from performer_pytorch import performer_pytorch as performer


def attention_matrix(q, k, w, eps):
    """Rows of the approximate attention matrix; the maxima subtracted inside cancel in the quotient."""
    queries = performer.softmax_kernel(q, projection_matrix=w, is_query=True, eps=eps)[0, 0]
    keys = performer.softmax_kernel(k, projection_matrix=w, is_query=False, eps=eps)[0, 0]
    a = queries @ keys.T
    return a / a.sum(dim=-1, keepdim=True)


def distance(p, q):
    """Mean total variation between rows."""
    return (p - q).abs().sum(dim=-1).mean().item() / 2


if __name__ == "__main__":
    torch.manual_seed(0)
    d, length = 64, 256
    q, k = torch.randn(2, 1, 1, length, d, dtype=torch.float64)
    exact = torch.softmax(q[0, 0] @ k[0, 0].T / d**0.5, dim=-1)
    uniform = torch.full_like(exact, 1 / length)
    print(f"softmax attention itself: {distance(exact, uniform):.3f} from uniform attention")
    for m in (266, 2048, 16384):
        w = performer.gaussian_orthogonal_random_matrix(m, d).double()
        for eps in (1e-4, 0.0):
            a = attention_matrix(q, k, w, eps)
            print(
                f"m = {m:5}, eps = {eps:g}: {distance(a, exact):.3f} from softmax attention, "
                f"{distance(a, uniform):.4f} from uniform attention"
            )
