"""Code that runs inside a user's program: the program's side of the event channel. Never raises into that program.

May import: the standard library; nothing of gpuscope.

- ``ring``: step end times, in a file that both sides map.
- ``channel``: rare events as JSON lines on a socket. ``report_ring``: log lines and phase times, in a file that both sides map.
- ``program``: ``step``, ``log`` and ``phase`` for users' programs.
- ``hooks``: detects steps, phases and values that programs do not report, from their calls into torch and loggers.
  ``seen_values``: records these values.
- ``torch_profile``: records steps with torch's profiler and writes the trace. ``program_capture``: when to do so in a user's program;
  ``live_request``: requests made while it runs; ``phase_ranges``: the program's phases as profiler ranges;
  ``optimizer_ranges``: torch's own, within which the hooks detect the end of a step.
- ``alone``: a folder for the PYTHONPATH of programs whose environment has no gpuscope; it provides this package as ``gpuscope``.
"""
