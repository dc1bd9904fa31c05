"""The command line: one verb, one module with ``NAME``, ``HELP``, ``add_arguments(parser)`` and ``run(arguments) -> int``.

May import: everything but ``gui``. Only the module of the requested verb is imported.

- ``parser``: arguments, errors, exit codes.
- ``console``: one JSON document or words on standard output; warnings and errors on standard error.
- ``selection``: the store and the runs that a command line names.
- ``run``, ``attach``, ``demo``: record a run; one of what is running already; the quick ladder to begin with.
- ``spec_flags``: the flags that make a run specification, for ``run``, ``ab`` and the chain.
- ``capture_question``: asks before a profile is recorded that may be large.
- ``recorded_run``: what ``run`` and ``attach`` have in common.
- ``ladder``: one optimization added to another.
- ``ab``: interleaved repeats of variants.
- ``import_``: runs from bundles and other programs' logs. ``workload_tables``: the tables of ``workloads``.
- ``sensor_choice``: ``--sensor`` and ``--power-hz``; ``alert_flags``: ``--alert`` and ``--alert-command``.
- ``run_observer``: what ``run`` prints while it records, without waiting for the terminal.
- ``runs``, ``show``, ``edit``, ``delete``: what is kept.
- ``chain``: ``run --chain``, the stages from a trained model to a deployed one. ``pretrain``: trains the models for it.
- ``compare``, ``export``: runs side by side; files.
- ``sweep``: ranges of one or two knobs, a run for each combination.
- ``race``: runs replayed on one clock, and as a film.
- ``profile``: what a profiler's trace says.
- ``stop``, ``mark``, ``capture``: a run that is live, or a plan.
- ``plans``, ``resume``: plans and how far they are; ``plan_progress``: what is printed while one is conducted; ``conducted_run``: a
  recorder that a conductor has ready.
- ``devices``, ``workloads``, ``monitor``, ``doctor``: what is here, and whether it works.
- ``monitor_screen``: the live table of ``monitor`` on a terminal; ``monitor_view`` lays it out, ``styled_line`` draws
  words and bars. ``machine_watch``: the sensors while a verb needs them.
- ``open``: the window with a file, in the one that is open already where there is one.
- ``setup``: where torch is, and its installation.
- ``health_checks``: what ``doctor`` looks at.
"""
