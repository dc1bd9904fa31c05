"""Reads the machine: one file per back end, vendor libraries only here, and only in the helper's process.

May import: ``system``, ``core``, psutil and the vendors' libraries (these inside the helper alone). Converts to SI units once.

- ``backend``: the contract of a back end: devices, calls with their period, readings with stamps and return codes.
- ``host``: the machine, the run's process tree and gpuscope's own processes.
- ``proc``: the files of Linux' /proc and /sys behind the host's numbers, on kept descriptors.
- ``process_tree``: processor time, memory and number of the processes under one.
- ``machine_source``: what the host back end asks of /proc or psutil.
- ``host_psutil``: the same numbers through psutil, where there is no /proc.
- ``nvml``: NVIDIA GPUs, several of them, lost and found again.
- ``nvml_gpu``: one NVIDIA GPU: which call gives which metric here.
- ``nvml_library``: loads NVML; its return codes in words.
- ``declaration``: what a helper declares in its hello.
- ``schedule``: one thread a back end, on absolute deadlines.
- ``line_writer``: lines to a pipe that may be full.
- ``helper``: the process of its own that holds the back ends.
- ``helper_command``: how a helper is started, for its owners.
- ``helper_process``: a helper as its owner holds it: lines, end, processor time.
- ``gap_tracker``: finds the gaps in the readings that arrive.
- ``inventory``: what can be measured here, asked once.
"""
