"""The recorder: owns one run from the command to the stored summary. Imports neither Qt nor torch.

May import: everything below it (sensors, workloads, storage, analysis, system, core, probe).

- ``recorder``: starts a run; ``recording_loop``: the loop that monitors, writes and ends it, imported while the workload starts.
- ``event_batches``: passes the run's events to journal and socket; ``run_readings``: its sensors, and the measurement window of a command;
  ``run_store``: its store, and the messages while the store cannot be written; ``run_requests``: requests received on its socket;
  ``run_end``: its end, and the outcome.
- ``alerts``: the alerts of a run or of a monitored machine; ``alert_watch``: evaluates their rules on events;
  ``alert_command``: runs the user's command.
- ``run_request``: what a recorder records, and its observer.
- ``variants``: the variants to compare and their order; the stages from a trained model to a deployed one.
- ``conductor``: carries out a plan, one run after another; ``plan_observer``: its observer; ``planners``: choose the next run;
  ``plan_start``: stores plans and starts their conductors; ``plan_folder``: the lock that marks a plan as conducted; ``plan_records``:
  a plan's runs, each read once;
  ``standby_recorder``: a recorder that waits for a conductor's order; ``standby_pool``: those of the next runs, prepared together;
  ``recorder_template``: the process of which they are forked;
  ``ab_plan``: variants in interleaved repeats;
  ``ab_variants``: the variants of an A/B, and how long they will take.
- ``ladder``: the plan of a ladder, how long it will take, its steps and which of them are kept; ``ladder_request``: its default
  workload.
- ``sweep``: the plan of a sweep, its cells and which of them are skipped.
- ``gpu_warmth``: waits until a GPU is as cool as before; reports to a workload in warm-up whether its GPU is still getting warmer.
- ``launch``: starts a recorder detached from its launcher.
- ``guard``: runs between recorder and workload; ends the workload's process tree when the recorder ends. Run by path, standard library
  only.
- ``recorded_process``: starts the recorded process or attaches to it, and interrupts it; ``guarded_process``: started by the recorder,
  under guards; ``ready_worker``: started in advance, with its imports done, before its workload is known;
  ``watched_process``: started by someone else, or none: observed, never signalled.
- ``guard_pair``: starts the guards and reads their reports; ``early_guard``: a guard that starts beside the recorder's
  imports. ``process_events``: events in the life of a workload's process.
- ``stop_ladder``: INT, TERM, KILL, each after its time limit; ends the tree itself if both guards were killed.
- ``start_error``: why a command cannot be started, found before or by trying. ``cause_of_death``: why a workload ended;
  ``missing_torch``: which Python has the torch that a command lacks.
- ``job_control``: Ctrl-Z and fg; INT, TERM, WINCH for the loop.
- ``baseline_stage``: idle power around a run; ``idle_power``: computes it from one device's readings, and for a monitored machine.
- ``terminal``: the workload's output on a terminal, a pipe or nowhere, and its descriptors in the loop.
- ``output_sink``: the real output, written without ever blocking.
- ``output_tail``: the last of the output, without escapes.
- ``sensor_supervisor``: the recorder's side of the sensor helper: deadlines, restarts, gaps. ``helper_keeper``: the helper's process and
  its failures.
- ``acceptor``: accepts connections to the recorder's sockets.
- ``child_channel``: the recorder's end of the channel on which a workload sends its events.
- ``mapped_ring``: the reading end of a ring in a file that another process writes. ``steps_ring``: reads the ends of steps from a
  workload's ring, also after its recorder's end.
- ``seen_steps``: reads the steps that the hooks observed in a program; ``steps_of_optimizers``: selects those that count as the
  program's; ``seen_phases``: the times of their phases; ``unseen_steps``: why none were observed.
- ``report_rings``: reads reports of users' programs from the files that they write.
- ``clocks``: compares the machine's clocks, also across a suspend.
- ``journal``: buffers events and writes them to the store from a thread; ``spool``: the file that holds them until then, and its recovery
  after a crash.
- ``unstored``: data missing from a store that could not be written at a run's end, kept elsewhere until it can be stored.
- ``broadcast``: serves the run's socket to windows and followers, including late or slow ones.
- ``run_connection``: the client side of that socket.
- ``run_folder``: a run's folder: its lock, its header, and the state derived from them.
- ``run_history``: the runs of a store with their true states, including those too new to be in it.
- ``run_file``: all data of a run as CSV or JSON; runs with all their curves, for a report.
- ``comparison_file``: a comparison as PDF, HTML, CSV or JSON.
- ``race_runs``: the data of the runs that a race replays.

- ``progress``: the current state of a run, from its events.
- ``machine_state``: the machine's current state, from a helper's readings; ``machine_figures``: its figures as shown by the window and
  ``monitor``.
- ``capture_size``: whether a profile may be so large that the user must confirm it.
- ``captures``: the profiles of a run: their files and their events. ``profile_requests``: profiles requested from a live run.
- ``trace_paths``: which of the user's arguments are traces rather than runs, and the traces in a folder.
- ``stack_sampling``: Python stacks of a live run by py-spy.
- ``results``: derives a run's numbers from its stored data; ``left_runs``: recovers runs left by a killed
  recorder or an unwritable store.
"""
