"""The graph of truth as a drawing without scripts and as a document."""
