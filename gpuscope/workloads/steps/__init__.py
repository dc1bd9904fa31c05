"""What every loop is made of: steps, taken in blocks and timed. May import: torch, ``probe``, ``core``, and the table of workloads.

- ``setting``: what every loop is given.
- ``stop_request``: a wish to stop, noticed between blocks of steps. Without torch.
- ``clock``: when steps end, on the host and on a GPU.
- ``phases``: how long data, forward pass, backward pass and optimizer take, of a step now and then.
- ``warm_up``: when a run is steady. Without torch.
- ``measured``: warm-up, window, blocks of steps.
"""
