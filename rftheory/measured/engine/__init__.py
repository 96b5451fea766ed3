"""Work in chunks: random streams, checkpoints, reductions, runs on workers."""
