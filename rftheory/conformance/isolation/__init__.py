"""The examination in a process of its own: what a user's code prints, and how it ends, is seen and cannot pass for an answer."""
