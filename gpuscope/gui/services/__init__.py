"""Bridges from the window to recorders, store and sensors: each works on a thread of its own and reports by signals.

Importing one of these modules imports neither numpy nor the store, but for those that only a thread imports (marked *).
Every service has ``close()``, which waits for its threads; runs go on.

- ``services``: all services of one window, made and closed together.
- ``worker``: a thread that does jobs in order, or one job that waits for another process, and answers on the window's thread.
- ``cycle_collector``: reference cycles are collected on the window's thread alone.
- ``history``: the runs of the store; ``run_listing`` *: their list as it changes.
- ``live_runs``: the runs that are live on this machine; ``live_run``: one of them; ``run_follower`` *: its thread's side.
- ``run_starter``: starts recorders, and knows what can be started here. It also tells what cannot be started, and why.
- ``monitor_feed``: this machine without a run, and the process that reads it.
- ``user_settings``: the settings file in memory, for all pages.
- ``window_memory``: what the window finds again at its next start.
"""
