"""The recorder: owns one run from the command to the stored summary. Imports neither Qt nor torch.

May import: everything below it (sensors, workloads, storage, analysis, system, core, probe).

- ``recorder``: the loop that starts, watches, writes and ends a run.
- ``event_batches``: its events on their way to journal and socket; ``run_readings``: its sensors, and the window of a command;
  ``heating``: tells a workload that warms up whether its GPU still becomes warmer; ``run_store``: its store;
  ``run_requests``: what is asked of it at its socket; ``run_record``: how it begins and ends.
- ``run_request``: what a recorder is asked to do, who watches it, how it ended.
- ``variants``: what is set against each other, and in which order; ``cooling``: waits for a GPU as cool as before.
- ``deployment_chain``: the stages from a trained model to a deployed one.
- ``launch``: starts a recorder detached from whoever asked for it.
- ``guard``: between recorder and workload; ends the workload's tree when the recorder ends. Run by path, standard library only.
- ``recorded_process``: what the loop asks of what it records; ``guarded_process``: started here, under guards;
  ``watched_process``: started by somebody else, or none: looked at, never signalled.
- ``guard_pair``: starts the guards and reads what they report. ``process_events``: what becomes of a workload, in order.
- ``stop_ladder``: INT, TERM, KILL, each in its time. ``adopted_tree``: what the recorder does itself when both guards were killed.
- ``start_error``: why a command cannot be started, before the start and when it was tried.
- ``job_control``: Ctrl-Z and fg; INT, TERM, WINCH for the loop.
- ``baseline_stage``: idle power after a run; ``idle_power``: from one device's readings, and of a machine that is watched;
  ``source_notes``: sources of energy that disagreed, kept beside it.
- ``cause_of_death``: why a workload ended, in words.
- ``terminal``: the workload's output on a terminal, a pipe or nowhere, and its descriptors in the loop.
- ``output_sink``: the real output, written without ever blocking.
- ``output_tail``: the last of the output, without escapes.
- ``sensor_supervisor``: the recorder's side of the sensor helper: deadlines, restarts, gaps. ``helper_keeper``: its process, and what
  went wrong with it; ``helper_health``: how it fared.
- ``child_channel``: the recorder's end of the channel on which a workload sends its events.
- ``steps_ring``: reads the ends of steps from a workload's ring, also after its recorder's end.
- ``clocks``: the machine's clocks side by side, and across a suspend.
- ``journal``: buffers events and writes them to the store from a thread; ``spool``: the file that keeps them in between, and what is
  taken in after a crash. ``store_trouble``: what is said of a store that cannot be written.
- ``unstored``: what a store that cannot be written lacks at a run's end, kept elsewhere until it is taken in.
- ``broadcast``: serves the run's socket to windows and followers.
- ``attach``: the other end of that socket.
- ``run_folder``: a run's folder: its lock, its header, what is derived from them.
- ``run_history``: the runs of a store with their true states, those included that are too young to be in it.
- ``run_file``: everything that was recorded of a run as CSV or JSON; runs with all their curves, for a report.
- ``comparison_file``: a comparison as PDF, HTML, CSV or JSON.
- ``demo_plan``, ``demo_report``: what the demonstration compares, and what it leaves.
- ``progress``: how a run stands right now, from its events.
- ``machine_state``: how the machine stands right now, from what a helper tells; ``machine_figures``: its figures as window and ``monitor``
  show them.
- ``results``: derives a run's numbers from what was stored, and takes in runs that were left behind.
"""
