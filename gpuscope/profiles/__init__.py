"""Analysis of profiler captures: breakdown of device time, operators, kernels, classes of work, steps, memory.

May import: ``system``, ``core``, numpy, msgspec and the standard library; neither torch nor Qt. A file is read once into columns; each
part of a profile is computed on first access.

- ``reading``: the package that reads files of other programs into a trace.
- ``trace``: one trace in columns: slices, device work, operators, allocations, arrows, curves.
- ``call_tree``: the nesting of calls on the host, and the launches of device work. ``intervals``: unions and differences of time intervals.
- ``timeline``: the breakdown of device time.
- ``kernels``: device work by kernel, operator and stream. ``kernel_names``: shortened kernel names.
- ``operators``: self and total times of operators, by name and by shapes.
- ``operator_classes``: kinds of work, by the names of operators and kernels.
- ``steps``: the marked steps; ``phases``: their phases.
- ``memory``: memory over the capture, and its owners. ``memory_stack``: memory stacked by owner.
- ``memory_categories``: memory by what it is for: activations, gradients, optimizer state.
- ``memory_record``: memory by owner, from files that record only memory: snapshots and timelines.
- ``stacks``: the flame graph: the host's calls merged by call path. ``flame_rows``: its rows for drawing,
  and Python functions by their own time, for captures of sampled stacks only.
- ``operation_costs``: operations and bytes of a call, from its shapes. ``roofline``: operators by intensity and rate,
  and the peak rates of their device.
- ``ranks``: several ranks side by side: skew, waiting in collectives, overlap. ``process_groups``: in which groups a rank communicates.
- ``difference``: two profiles side by side: what is new, gone, faster, slower.
- ``trace_with_curves``: a copy of a trace with a run's curves added.
- ``lanes``: the lanes of a timeline, their colours, and links between slices. ``lane_row``: one row of a lane at any zoom.
- ``gaps``: idle time of the devices, and what the host did meanwhile. ``call_sites``: the functions of the user's program that made a
  call; ``source_lines``: the lines of the call. ``recording_cost``: what recording cost the captured steps.
- ``rules``: the package of advice rules. ``advice``: their findings.
- ``profile``: all of these for one trace. ``document``: a profile as a ``gpuscope.profile/1`` document.
"""
