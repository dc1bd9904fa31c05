"""The recorder: owns one run from the command to the stored summary. Imports neither Qt nor torch.

May import: everything below it (sensors, workloads, storage, analysis, system, core, probe).

- ``recorder``: the loop that starts, watches, writes and ends a run.
- ``event_batches``: its events on their way to journal and socket; ``run_readings``: its sensors; ``run_store``: its store;
  ``run_requests``: what is asked of it at its socket; ``run_beginning``: its folder and header.
- ``run_request``: what a recorder is asked to do, who watches it, how it ended.
- ``variants``: what is set against each other, and in which order; ``cooling``: waits for a GPU as cool as before;
  ``heating``: tells a workload that warms up whether its GPU still becomes warmer.
- ``deployment_chain``: the stages from a trained model to a deployed one.
- ``launch``: starts a recorder detached from whoever asked for it.
- ``guard``: between recorder and workload; ends the workload's tree when the recorder ends. Run by path, standard library only.
- ``guarded_process``: the recorder's side of the guard: start, status, the ladder INT, TERM, KILL.
- ``guard_pair``: starts the guards and hears what they tell. ``process_events``: what becomes of a workload, in order.
- ``stop_ladder``: INT, TERM, KILL, each in its time. ``adopted_tree``: what the recorder does itself when both guards were killed.
- ``command_check``: what speaks against a command before it is started. ``start_error``: why one could not be.
- ``job_control``, ``signals``: Ctrl-Z and fg; INT, TERM, WINCH for the loop.
- ``process_start``: starts what is recorded, or attaches to it; ``recorded_process``: what the loop asks of either kind;
  ``watched_process``: one that somebody else has started, or none: looked at, never signalled.
- ``interruption``: what Ctrl-C means for it. ``output_watch``: the output's descriptors in the loop;
  ``changing_descriptors``: those that come and go.
- ``baseline_stage``: idle power after a run; ``idle_minutes``: of a machine that is watched; ``idle_span``: from one device's readings;
  ``idle_notes``: where it is kept. ``source_notes``: sources of energy that disagreed, kept beside it.
- ``run_ending``: how a run ended, from how its workload did.
- ``cause_of_death``: why a workload ended, in words.
- ``terminal``: the workload's output on a terminal, a pipe or nowhere.
- ``output_sink``: the real output, written without ever blocking.
- ``output_tail``: the last of the output, without escapes.
- ``sensor_supervisor``: the recorder's side of the sensor helper: deadlines, restarts, gaps. ``helper_keeper``: its process;
  ``helper_troubles``: what went wrong with it; ``helper_health``: how it fared. ``sleep_watch``: notices a suspend.
- ``child_channel``: the recorder's end of the channel on which a workload tells its events.
- ``steps_ring``: reads the ends of steps from a workload's ring.
- ``clocks``: the machine's clocks side by side.
- ``command_window``: over which part of a command its numbers are reduced.
- ``journal``: buffers events and writes them to the store from a thread; ``spool``: the file that keeps them in between.
- ``unstored``: what a store that cannot be written lacks at a run's end, kept elsewhere until it is taken in.
- ``broadcast``: serves the run's socket to windows and followers.
- ``attach``: the other end of that socket.
- ``run_folder``: a run's folder: its lock, its header, what is derived from them, and runs taken in after a crash.
- ``run_history``: the runs of a store with their true states, those included that are too young to be in it.
- ``report_runs``: runs with all their curves, for a report.
- ``comparison_file``: a comparison as PDF, HTML, CSV or JSON.
- ``run_file``: everything that was recorded of a run as CSV or JSON.
- ``demo_plan``, ``demo_report``: what the demonstration compares, and what it leaves.
- ``machine_state``: what the sensors of the machine say now, for the window and for ``monitor``; ``machine_figures``: a device's
  figures from it, in words.
- ``progress``: how a run stands right now, from its events.
- ``results``: derives a run's numbers from what was stored.
"""
