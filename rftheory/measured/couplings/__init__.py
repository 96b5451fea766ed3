"""The parts that couplings are made of: norms, rotations, blocks, transforms, changes of measure."""
