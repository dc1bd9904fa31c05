"""What recorded numbers say: pure functions on arrays, without files, clocks or processes.

May import: ``system``, ``core``, numpy, scipy (late) and the standard library.

From readings to the numbers of one run:

- ``series``: readings of one metric of one device, and how often its sensor really updates.
- ``reduction``: a series over a window becomes one number: means, peaks, differences of counters, and the gaps in between.
- ``power_integral``: energy as the integral of power readings, and whether steps lock to the power sensor.
- ``energy``: energy as the difference of a cumulative counter; which source is a device's energy; a run's energy from its devices'.
- ``uncertainty``: how far an energy, a ratio or a difference may be off because of the sensors.
- ``idle_baseline``: energy above idle.
- ``phase_energy``: power folded on the phases of a step. ``phase_metrics``: times and energies of the phases as metrics of the run.
- ``placement``: the devices that a run computed on, whose energy is the run's.
- ``recorded_run``: everything recorded of a run, as its numbers are made from it and as reports draw it.
- ``profiled``: a run without the parts in which a profiler slowed it down.
- ``device_summary``: all numbers of one device over the window: energies, and slow-downs by heat or power.
- ``capture_energy``: the energy of a run's devices during a part of it.
- ``energy_curve``: how the energy of a device grew over the window, up to the stored one.
- ``summary``: the numbers of a run over its window: rates, latencies, energies.

From the numbers of runs to what they mean:

- ``bottleneck``: what held a run back, by rules. ``bottleneck_signals``: the recorded signals, and the figures a verdict is given with.
  ``bottleneck_cures``: what to try against it. ``next_steps``: what can be done next with a run, and what keeps it from being done.
- ``processor_share``: what other programs took of the processor while a run on it was measured.
- ``told_numbers``: what a user's program told of itself: phases, samples, values.
- ``run_document``: a run's document as flat keys, and its hash.
- ``run_value``: one metric of one run, as it is compared.
- ``group``: runs that stand for one thing, such as the repeats of one spec, and its name.
- ``comparability``: how far two groups may be compared, by recorded facts; what differs between their specs and environments.
- ``entry``: one metric of a group beside the baseline: mean, ratio, interval, verdict.
- ``comparison``: groups side by side: the one result that window, command line and reports show.
- ``comparison_sentences``: what it shows, in words.
- ``comparison_pictures``: what its pictures show: durations of steps, phases, roofline, Pareto front.
- ``fail_condition``: when a comparison makes a script fail.
- ``repeats_plan``: how many repeats a comparison takes, and which difference they will show.
- ``race``: runs replayed on one clock: how each stands at a time, and who is over the line when.
- ``sweep_figures``: the knee of a curve, and the Pareto front of several values.
- ``statistics``: what repeats allow to be said. A package of its own: it knows numbers alone, no runs.
"""
