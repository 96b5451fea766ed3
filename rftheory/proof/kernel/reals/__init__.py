"""Rules of real variables between two ends: continuity, integrals, sums of them, suprema."""
