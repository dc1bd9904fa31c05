"""Reads the machine: one file per back end, vendor libraries only here, and only in the helper's process.

May import: ``system``, ``core``, psutil and the vendors' libraries (these inside the helper alone). Converts to SI units once.

- ``backend``: the contract of a back end: devices, calls with their period, readings with stamps and return codes.
- ``host``: the machine, the run's process tree and gpuscope's own processes.
- ``proc``: the files of Linux' /proc and /sys behind the host's numbers, on kept descriptors.
- ``process_tree``: processor time, memory and number of the processes under one.
- ``proportional_memory``: memory of processes that share pages, read beside the sampling.
- ``machine_source``: what the host back end asks of /proc or psutil; the load of each core.
- ``host_psutil``: the same numbers through psutil, where there is no /proc.
- ``cpu_energy``: energy of the processor's packages, from the best of the interfaces below.
- ``energy_counter``: counters that wrap and are reset, as one sum that invents no joule.
- ``rapl``: packages through Linux' powercap.
- ``perf_energy``: packages through Linux' perf.
- ``platform_energy``: packages through Windows' Energy Meter Interface; an Apple chip through IOReport.
- ``amd``: AMD GPUs, through AMD SMI and the kernel's files.
- ``intel_gpu``: Intel GPUs, through the kernel's files and Level Zero Sysman.
- ``card``: one GPU of AMD's or Intel's: which way to each metric works on it, and whether its modelled energy agrees with its power.
- ``card_backend``: the back end over all GPUs of one of these vendors.
- ``drm``: the GPUs that /sys/class/drm lists, and their files.
- ``nvml``: NVIDIA GPUs, several of them, lost and found again.
- ``nvml_gpu``: one NVIDIA GPU: its facts, its sensors' uncertainty, and which call gives which metric on it.
- ``nvml_ways``: the ways to NVML's metrics, by preference, their rates, and groups of them that are read together.
- ``nvml_reads``: field values and GPM's activity counters of one GPU, many in one call.
- ``nvml_processes``: the processes that use one GPU.
- ``nvml_library``: loads NVML; its return codes in words.
- ``update_periods``: how often sensors update, from the changes of their values; kept from run to run.
- ``declaration``: what a helper declares in its hello.
- ``simulated``: a demonstration device with a known power curve.
- ``recording_file``: a recording of sensors: written, and read with limits.
- ``replay``: a recording played again as if it were a device.
- ``schedule``: one thread a back end, on absolute deadlines.
- ``line_writer``: lines to a pipe that may be full.
- ``backends``: the registry of back ends, of the hardware and by name.
- ``helper``: the process of its own that holds the back ends.
- ``helper_process``: a helper as its owner holds it: how it is started, its lines, end, processor time.
- ``gap_tracker``: finds the gaps in the readings that arrive.
- ``inventory``: what can be measured here, asked once.
"""
