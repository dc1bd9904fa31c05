"""Analysis of recorded numbers: pure functions on arrays, without files, clocks or processes.

May import: ``system``, ``core``, numpy, scipy (lazily) and the standard library.

From readings to the metrics of one run:

- ``series``: readings of one metric of one device, and the actual update period of its sensor.
- ``reduction``: reduces a series over a window to one number: means, peaks, counter differences; detects gaps.
- ``power_integral``: energy as the integral of power readings; detects steps that alias with the power sensor.
- ``energy``: energy from a cumulative counter; choice of a device's energy source; a run's energy from its devices'.
- ``uncertainty``: sensor error of an energy, a ratio or a difference.
- ``idle_baseline``: energy above idle.
- ``phase_energy``: energy per phase, by folding power on the step. ``phase_metrics``: phase times and energies as metrics of the run.
- ``placement``: the devices that a run computed on; their energy is the run's.
- ``recorded_run``: everything recorded for a run: input to its metrics and to the curves in reports.
- ``profiled``: cuts the parts in which a profiler slowed a run down.
- ``device_summary``: all metrics of one device over the window, with energies and thermal and power throttling.
- ``capture_energy``: the energy of a run's devices over a part of the run.
- ``energy_curve``: a device's cumulative energy over the window, ending at the stored energy.
- ``summary``: the metrics of a run over its window: rates, latencies, energies.

From metrics to conclusions:

- ``bottleneck``: rules that find what limited a run. ``bottleneck_signals``: the recorded signals and the evidence for a verdict.
  ``bottleneck_cures``: changes to try. ``next_steps``: actions available for a run, or the reason why they are not.
- ``processor_share``: CPU share of a run and of other programs while the run was measured.
- ``long_steps``: steps that take far longer than the others, at a regular interval or singly.
- ``reported_numbers``: numbers that a user's program reported: phases, samples, values.
- ``run_document``: a run's document with flattened keys, and its hash.
- ``run_value``: one metric of one run, as used in comparisons.
- ``group``: runs compared as a unit, such as the repeats of one spec, and group names.
- ``comparability``: whether two groups are comparable, by recorded facts; differences between specs and environments.
- ``entry``: one metric of a group against the baseline: mean, ratio, interval, verdict.
- ``comparison``: a comparison of groups: the same result for window, command line and reports.
- ``comparison_sentences``: its summary in words.
- ``plot_data``: data for its plots: step durations, phases, roofline.
- ``fail_condition``: the condition under which a comparison fails a script.
- ``repeats_plan``: number of repeats needed, and the smallest difference they can detect.
- ``race``: runs replayed on one clock: the state of each at any time, and the finish times.
- ``sweep_figures``: the knee of a curve, the Pareto front of a sweep, and whether its cells differ by more than chance.
- ``statistics``: estimates and verdicts from repeats. A separate package: it works on numbers and does not depend on runs.
"""
