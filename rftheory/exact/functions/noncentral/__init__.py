"""The noncentral chi-square law, and one positive exponential projection: its tails and its Legendre transform."""
