"""performer-pytorch 1.1.4: blocks of `gaussian_orthogonal_random_matrix` are not uniform rotations; one line mends it."""

import math
import warnings

import torch

warnings.filterwarnings("ignore", module="performer_pytorch")
from performer_pytorch import performer_pytorch as performer


def signed_chunk(cols, device=None):
    """The same block with the fix: LAPACK fixes the signs of R's diagonal, so Q alone is not uniform."""
    q, r = torch.linalg.qr(torch.randn((cols, cols), device=device).cpu())
    return (q * torch.sign(torch.diagonal(r))).t().to(device)


def show(title, d=16, m=48, norm=0.7, draws=4096):
    """How often W[0, 0] is negative, and the mean estimate of exp(x.y) for all ones against an axis."""
    torch.manual_seed(0)
    x = torch.full((d,), norm / math.sqrt(d), dtype=torch.float64)
    y = norm * torch.eye(d, dtype=torch.float64)[0]
    negative, total = 0, 0.0
    for _ in range(draws):
        w = performer.gaussian_orthogonal_random_matrix(m, d).double()
        negative += int(w[0, 0] < 0)
        total += torch.exp(w @ (x + y) - norm**2).mean().item()
    mean, kernel = total / draws, math.exp(x @ y)
    print(
        f"{title}: W[0, 0] < 0 in {negative} of {draws} draws; mean estimate / kernel = {mean / kernel:.3f}"
    )


if __name__ == "__main__":
    show("as published")
    performer.orthogonal_matrix_chunk = signed_chunk
    show("with the signs of R")
