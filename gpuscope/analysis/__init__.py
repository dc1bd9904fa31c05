"""What recorded numbers say: pure functions on arrays, without files, clocks or processes.

May import: ``system``, ``core``, numpy, scipy (late) and the standard library.

- ``series``: readings of one metric of one device.
- ``reduction``: a series over a window becomes one number: means, peaks, differences of counters.
- ``counter_energy``: energy as the difference of a cumulative counter.
- ``power_integral``: energy as the integral of power readings.
- ``energy``: which of them is a device's energy; a run's energy from its devices'.
- ``uncertainty``: how far an energy may be off.
- ``aliasing``: whether steps lock to the power sensor.
- ``phase_energy``: power folded on the phases of a step.
- ``phase_metrics``: times and energies of the phases as numbers of the run.
- ``idle_baseline``: energy above idle.
- ``gaps_within``: the gaps within a window, in words.
- ``step_times``: rates and latencies from the ends of steps.
- ``placement``: which devices' energy a run's energy is.
- ``update_period``: how often a sensor really updates.
- ``run_data``: everything that was recorded of a run.
- ``device_energy``: the energies of one device over the window.
- ``device_summary``: the numbers of one device over the window.
- ``summary``: the numbers of a run and of its devices over its window.
- ``flat_document``: nested documents as flat ones.
- ``recorded_run``: a run with its curves, for whoever draws them.
- ``group_titles``: names of groups that nobody named.
- ``ratio_band``: how far a ratio, or a difference, may be off because of the sensors.
- ``slowdown``: for which share of a run something slowed a device.
- ``bottleneck``: what held a run back, by rules. ``bottleneck_signals``, ``bottleneck_evidence``, ``bottleneck_cures``: from what that
  is told, the figures that say so, what to try against it.
- ``comparison``: groups of runs side by side: the one result that window, command line and reports show. It is made of ``group``
  (runs that stand for one thing), ``run_value`` (one number of a run), ``entry`` (a metric of a group beside the baseline),
  ``differences`` (of specs and environments) and ``comparison_words`` (sentences). ``fail_condition``: when a script shall fail.
- ``statistics``: what repeats allow to be said: ``estimate`` (ratio, difference, intervals), ``verdict``, ``false_discovery``,
  ``detectable`` (what a number of repeats will show). ``repeats_plan``: how many repeats a comparison takes.
- ``comparability``: how far two groups may be compared, by recorded facts.
- ``step_distribution``: all durations of a run's steps; ``phase_shares``: what a step is made of; ``roofline_point``: FLOP/s over FLOP
  per byte; ``pareto_front``: which groups no other one beats in everything.
"""
