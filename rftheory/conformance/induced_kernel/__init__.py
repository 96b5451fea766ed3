"""Maps that have the kernel they induce."""
