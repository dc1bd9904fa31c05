"""Reads the machine's sensors, one file per back end. Vendor libraries are loaded only here, and only in the helper process.

May import: ``system``, ``core``, psutil and the vendors' libraries (the latter only inside the helper). Values are converted to SI units
once, here.

- ``backend``: the interface of a back end: devices, calls with their periods, readings with timestamps and return codes.
- ``host``: the machine, the run's process tree and gpuscope's own processes.
- ``proc``: readers of the Linux /proc and /sys files behind the host metrics, on descriptors that stay open.
- ``process_tree``: CPU time, memory and number of the processes in a tree.
- ``proportional_memory``: memory of processes that share pages, read in a background thread.
- ``machine_source``: the interface between the host back end and /proc or psutil; the load of each core.
- ``host_psutil``: the host metrics through psutil, where there is no /proc.
- ``cpu_energy``: energy of the processor packages, from the best of the interfaces below.
- ``energy_counter``: sums energy counters across wraps, resets and failures without inventing energy.
- ``rapl``: package energy through Linux powercap.
- ``perf_energy``: package energy through Linux perf.
- ``platform_energy``: package energy through the Windows Energy Meter Interface; an Apple chip's through IOReport.
- ``amd``: AMD GPUs, through AMD SMI and the kernel's files.
- ``intel_gpu``: Intel GPUs, through the kernel's files and Level Zero Sysman.
- ``card``: one AMD or Intel GPU: which source of each metric works on it, and whether its modelled energy agrees with its power.
- ``card_backend``: the back end for all GPUs of one of these vendors.
- ``drm``: the GPUs that /sys/class/drm lists, and their files.
- ``nvml``: all NVIDIA GPUs, including loss and recovery of a GPU.
- ``nvml_gpu``: one NVIDIA GPU: its properties, its sensors' uncertainty, and which call provides which metric on it.
- ``nvml_ways``: the NVML sources of each metric by preference, their rates, and the groups that are read together.
- ``nvml_reads``: field values and GPM activity counters of one GPU, many per call.
- ``nvml_processes``: the processes that use one GPU.
- ``nvml_library``: loads NVML and describes its return codes.
- ``update_periods``: sensor update periods, found from value changes and stored between runs.
- ``declaration``: what a helper declares in its hello.
- ``simulated``: a demonstration device with a known power curve.
- ``recording_file``: writes sensor recordings, and reads them within limits.
- ``replay``: plays a recording back as a device.
- ``schedule``: one thread per back end, on absolute deadlines.
- ``line_writer``: writes lines to a pipe that may be full.
- ``backends``: the registry of back ends, for the hardware and by name.
- ``helper``: the separate process that runs the back ends.
- ``helper_process``: the owner's side of a helper: start, input and output lines, exit, CPU time.
- ``gap_tracker``: finds gaps in the incoming readings.
- ``inventory``: one-shot query of the devices, and of what can be measured on them.
"""
