"""Bridges from the window to recorders, store and sensors: each works on its own thread and reports through signals.

Importing these modules imports neither numpy nor the store, except for those marked *, which only threads import.
Every service has ``close()``, which waits for its threads; runs continue. The callbacks ``then`` and ``failed``, and their ``owner``, are
those of ``worker.Worker.submit`` throughout.

- ``services``: all services of one window, created and closed together.
- ``worker``: a thread that runs jobs in order, or one job that waits for another process, with callbacks on the window's thread; one
  that polls.
- ``history``: the runs of the store; ``run_listing`` *: their list, with change detection.
- ``live_runs``: the runs that are live on this machine; ``live_run``: one of them; ``run_follower`` *: its thread's side.
- ``plans``: the active plans on this machine, and the calls that start, stop and resume one.
- ``run_starter``: starts recorders; knows what can be started here, and why the rest cannot.
- ``ready_recorder``: a recorder and a workload process that wait while the window is idle, so that a run starts at once.
- ``plan_follower``: the plans of one kind: list, start, follow one; ``ladders``, ``sweeps``: the specifics of each, and the forecast.
- ``monitor_feed``: readings of this machine without a run, and the process that takes them.
- ``profile_reading``: reads traces for the Profile page, with progress and cancellation; ``opened_profiles``: the traces opened side
  by side.
- ``torch_setup``: finds torch, names the Python that has it, or installs it.
- ``file_requests``: files that a second start of gpuscope hands over to this window.
- ``presets``: form values saved under a name by the user.
- ``running_processes``: lists the processes of this machine while the list is visible.
- ``user_settings``: the settings file in memory, for all pages, and the window state kept between sessions.
"""
