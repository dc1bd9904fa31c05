"""The command line: one verb, one module with ``HELP``, ``add_arguments(parser)`` and ``run(arguments) -> int``.

May import: everything but ``gui``. Only the module of the requested verb is imported.

- ``parser``: arguments, errors, exit codes.
- ``console``: prints results on standard output; progress, warnings and errors on standard error.
- ``selection``: the store and the runs that a command line refers to.
- ``run``, ``attach``, ``demo``: record a run; record a process that is already running; run a quick ladder as a first demonstration.
- ``spec_flags``: the flags that define a run specification, for ``run``, ``ab`` and the chain.
- ``capture_question``: asks for confirmation before recording a profile that may be large.
- ``recorded_run``: what ``run`` and ``attach`` have in common.
- ``ladder``: optimizations added one by one.
- ``ab``: interleaved repeats of variants.
- ``import_``: imports runs from bundles and other programs' logs. ``workload_tables``: the tables of ``workloads``.
- ``sensor_choice``: ``--sensor`` and ``--power-hz``; ``alert_flags``: ``--alert`` and ``--alert-command``.
- ``run_observer``: what ``run`` prints while it records, without waiting for the terminal.
- ``runs``, ``show``, ``edit``, ``delete``: the stored runs.
- ``chain``: ``run --chain``, the stages from a trained model to a deployed one. ``pretrain``: trains the models for it.
- ``compare``, ``export``: runs side by side; runs as files.
- ``sweep``: ranges of one or two knobs, one run per combination.
- ``race``: runs replayed on one clock, and as a film.
- ``profile``: analyses a profiler's trace.
- ``stop``, ``mark``, ``capture``: control a live run, or stop a plan.
- ``plans``, ``resume``: plans and their progress; ``plan_progress``: what the verbs of plans have in common; ``conducted_run``: a
  recorder on standby for a conductor.
- ``devices``, ``workloads``, ``monitor``, ``doctor``: what is available on this machine, and whether it works.
- ``monitor_screen``: the live table of ``monitor`` on a terminal; ``monitor_view`` lays it out, ``styled_line`` draws
  text and bars. ``machine_watch``: the sensors, for as long as a verb needs them.
- ``open``: opens files in the window, reusing an open one.
- ``setup``: locates torch, or installs it.
- ``health_checks``: the checks of ``doctor``.
"""
