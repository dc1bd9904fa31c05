"""The recorder: owns one run from the command to the stored summary. Imports neither Qt nor torch.

May import: everything below it (sensors, workloads, storage, analysis, system, core, probe).

- ``recorder``: the loop that starts, watches, writes and ends a run.
- ``event_batches``: its events on their way to journal and socket; ``run_readings``: its sensors, and the window of a command;
  ``run_store``: its store, and the messages while that cannot be written; ``run_requests``: requests that arrive at its socket;
  ``run_record``: how it begins and ends.
- ``alerts``: the alerts of a run or of a machine that is watched; ``alert_watch``: evaluates their rules on events;
  ``alert_command``: runs the user's command.
- ``run_request``: what a recorder records, who watches it, how it ended.
- ``variants``: what is set against each other, and in which order; the stages from a trained model to a deployed one.
- ``conductor``: carries a plan out, one run after another; ``plan_observer``: who watches; ``planners``: who decides what runs next;
  ``plan_start``: stores plans and starts their conductors; ``plan_folder``: the lock that says "conducted"; ``plan_records``: a
  plan's runs, each read once;
  ``standby_recorder``: a recorder that waits until a conductor says what it records; ``ab_plan``: variants in interleaved repeats;
  ``ab_variants``: what they are, and how long they will take.
- ``ladder``: the plan of a ladder, its steps and what is kept of them. ``ladder_request``: what is climbed where nobody says it.
- ``sweep``: the plan of a sweep, its cells and what is not tried.
- ``gpu_warmth``: waits for a GPU as cool as before; reports to a workload that warms up whether its GPU still becomes warmer.
- ``launch``: starts a recorder detached from its launcher.
- ``guard``: between recorder and workload; ends the workload's tree when the recorder ends. Run by path, standard library only.
- ``recorded_process``: what the loop asks of what it records; ``guarded_process``: started here, under guards;
  ``ready_worker``: started before anybody knows what it runs, and waiting with its imports made;
  ``watched_process``: started by somebody else, or none: looked at, never signalled.
- ``guard_pair``: starts the guards and reads what they report. ``process_events``: what becomes of a workload, in order.
- ``stop_ladder``: INT, TERM, KILL, each in its time; the tree that the recorder ends itself when both guards were killed.
- ``start_error``: why a command cannot be started, before the start and when it was tried. ``cause_of_death``: why a workload ended.
- ``job_control``: Ctrl-Z and fg; INT, TERM, WINCH for the loop.
- ``baseline_stage``: idle power after a run; ``idle_power``: from one device's readings, and of a machine that is watched.
- ``terminal``: the workload's output on a terminal, a pipe or nowhere, and its descriptors in the loop.
- ``output_sink``: the real output, written without ever blocking.
- ``output_tail``: the last of the output, without escapes.
- ``sensor_supervisor``: the recorder's side of the sensor helper: deadlines, restarts, gaps. ``helper_keeper``: its process, what
  went wrong with it, and how it fared.
- ``child_channel``: the recorder's end of the channel on which a workload sends its events.
- ``steps_ring``: reads the ends of steps from a workload's ring, also after its recorder's end.
- ``seen_steps``: reads what the hooks have seen of a program's steps, and says which of them are the program's; ``unseen_steps``: why none
  were seen.
- ``told_rings``: reads what users' programs tell from the files that they write.
- ``clocks``: the machine's clocks side by side, and across a suspend.
- ``journal``: buffers events and writes them to the store from a thread; ``spool``: the file that keeps them in between, and what is
  taken in after a crash.
- ``unstored``: what a store that cannot be written lacks at a run's end, kept elsewhere until it is taken in.
- ``broadcast``: serves the run's socket to windows and followers: what one that comes late or is slow gets.
- ``attach``: the other end of that socket.
- ``run_folder``: a run's folder: its lock, its header, what is derived from them.
- ``run_history``: the runs of a store with their true states, those included that are too young to be in it.
- ``run_file``: everything that was recorded of a run as CSV or JSON; runs with all their curves, for a report.
- ``comparison_file``: a comparison as PDF, HTML, CSV or JSON.
- ``race_runs``: what a race replays of its runs.

- ``progress``: how a run stands right now, from its events.
- ``machine_state``: the machine's present state, from a helper's readings; ``machine_figures``: its figures as window and ``monitor``
  show them.
- ``capture_size``: whether a profile may be large, which is asked first.
- ``captures``: the profiles of a run: their files, and what the run says of them. ``profile_requests``: those asked of a live run.
- ``stack_sampling``: Python stacks of a live run by py-spy.
- ``results``: derives a run's numbers from what was stored; ``left_runs``: takes in runs that were left behind.
"""
