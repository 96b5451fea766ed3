"""Functions of hybrid estimators: their largest errors, best numbers of projections, best matrix entries, exact maps."""
