"""Reads the machine: one file per back end, vendor libraries only here, and only in the helper's process.

May import: ``system``, ``core``, psutil and the vendors' libraries (these inside the helper alone). Converts to SI units once.

- ``backend``: the contract of a back end: devices, calls with their period, readings with stamps and return codes.
- ``host``: the machine, the run's process tree and gpuscope's own processes.
- ``proc``: the files of Linux' /proc and /sys behind the host's numbers, on kept descriptors.
- ``process_tree``: processor time, memory and number of the processes under one.
- ``machine_source``: what the host back end asks of /proc or psutil; the load of each core.
- ``host_psutil``: the same numbers through psutil, where there is no /proc.
- ``cpu_energy``: energy of the processor's packages, from the best of the interfaces below.
- ``energy_counter``: counters that wrap and are reset, as one sum that invents no joule.
- ``rapl``: packages through Linux' powercap.
- ``perf_energy``: packages through Linux' perf.
- ``emi``: packages through Windows' Energy Meter Interface, whose meters it opens.
- ``apple``: an Apple chip through IOReport.
- ``amd``: AMD GPUs, through ``amd_smi`` and the kernel's files.
- ``amd_smi``: AMD SMI's Python module, its values in SI units.
- ``intel_gpu``: Intel GPUs, through the kernel's files and ``sysman``.
- ``sysman``: Level Zero Sysman, its values in SI units.
- ``card``: one GPU of AMD's or Intel's: which way to each metric works on it, and whether its modelled energy agrees with its power.
- ``card_backend``: the back end over all GPUs of one of these vendors.
- ``drm``: the GPUs that /sys/class/drm lists, and their files.
- ``nvml``: NVIDIA GPUs, several of them, lost and found again.
- ``nvml_gpu``: one NVIDIA GPU: which call gives which metric here.
- ``nvml_ways``: the ways to NVML's metrics, by preference, their rates, and groups of them that are read together.
- ``nvml_fields``: field values of one GPU, many in one call.
- ``nvml_traits``: what is known of a GPU from what it is: facts, sampled share, uncertainty.
- ``nvml_periods``: update periods of one GPU's power and energy sensors, found in a burst.
- ``nvml_activity``: GPM, the activity counters of Hopper and newer.
- ``nvml_processes``: the processes that use one GPU.
- ``nvml_library``: loads NVML; its return codes in words.
- ``value_changes``: how often a sensor updates, from the changes of its value.
- ``declaration``: what a helper declares in its hello.
- ``simulated``: a demonstration device with a known power curve.
- ``recording_file``: a recording of sensors: written, and read with limits.
- ``replay``: a recording played again as if it were a device.
- ``requested_sensors``: those asked for by name, checked and made.
- ``schedule``: one thread a back end, on absolute deadlines.
- ``line_writer``: lines to a pipe that may be full.
- ``backends``: the registry of back ends.
- ``helper``: the process of its own that holds the back ends.
- ``helper_process``: a helper as its owner holds it: how it is started, its lines, end, processor time.
- ``gap_tracker``: finds the gaps in the readings that arrive.
- ``inventory``: what can be measured here, asked once.
"""
