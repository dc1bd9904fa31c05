"""What a profiler's capture says: where the device's time went, operators, kernels, classes of work, steps, memory.

May import: ``system``, ``core``, numpy, msgspec and the standard library; neither torch nor Qt. A file is read once into columns; every
part of a profile is then worked out when it is first asked for.

- ``reading``: the package that reads files of foreign programs into a trace.
- ``trace``: one trace in columns: slices, device work, operators, allocations, arrows, curves.
- ``call_tree``: who called whom on the host, and which call launched what. ``intervals``: stretches of time, united and subtracted.
- ``timeline``: what the device's time was spent on.
- ``kernels``: what devices did, by kernel, operator and stream. ``kernel_names``: their names in short.
- ``operators``: self and total times of operators, by name and by shapes.
- ``operator_classes``: kinds of work, by the names of operators and kernels.
- ``steps``: the steps that were marked; ``phases``: what each was spent on.
- ``memory``: memory over the capture, and its owners. ``memory_stack``: the same stacked.
- ``memory_record``: what filled memory, from snapshots and timelines that record nothing else.
- ``stacks``: the flame graph: the host's calls merged by their paths. ``flame_rows``: its rows as they are drawn;
  ``functions``: Python functions by their own time, where only stacks were sampled.
- ``operation_costs``: operations and bytes of a call, from its shapes. ``roofline``: operators by intensity and rate;
  ``ceilings``: what their device does at most.
- ``ranks``: several ranks side by side: skew, waiting in collectives, overlap.
- ``difference``: two profiles side by side: what is new, gone, faster, slower.
- ``trace_with_curves``: a trace written once more, with a run's curves in it.
- ``lanes``: the rows of a timeline, what they are coloured by, what belongs together. ``lane_row``: one of them at any zoom.
- ``gaps``: stretches in which no device did anything, and what the host did in them. ``call_sites``: where in the user's program a call was
  made; ``source_lines``: on which line. ``rules``: the package of the rules by which a capture is advised on. ``advice``: what they say.
- ``profile``: all of these of one trace. ``document``: the same as ``gpuscope.profile/1``.
"""
