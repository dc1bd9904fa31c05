"""What runs inside a user's own program: the child's side of the event channel. Never raises into that program.

May import: the standard library; nothing of gpuscope.

- ``ring``: ends of steps in a file that both sides map.
- ``channel``: rare events as JSON lines on a socket. ``told_ring``: lines and times of phases in a file that both sides map.
- ``program``: ``step``, ``log`` and ``phase`` for users' programs.
- ``hooks``: steps and phases of PyTorch programs that tell nothing, found by what they call in torch.
- ``torch_profile``: steps under torch's profiler, and the file of them. ``program_capture``: when, in a user's program;
  ``live_request``: what is asked while it runs; ``phase_ranges``: the program's phases as ranges of the profiler.
- ``alone``: a folder for the PYTHONPATH of programs whose environment has no gpuscope: this package, under the name of the whole.
"""
