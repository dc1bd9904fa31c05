<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
<name>AdvicePane</name>
<message>
<source>Save as CSV…</source>
<translation type="unfinished" />
</message>
<message>
<source>at most {0}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Annotations</name>
<message>
<source>gap {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>limit {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>measured</source>
<translation type="unfinished" />
</message>
<message>
<source>evaluated</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} from {1}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>AxisSwitch</name>
<message>
<source>Axis of the curves</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Bottleneck</name>
<message>
<source>What held it back is not known: {0}.</source>
<translation type="unfinished" />
</message>
<message>
<source>To try: {0}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>BottleneckCard</name>
<message>
<source>What held it back</source>
<translation type="unfinished" />
</message>
<message>
<source>What is known</source>
<translation type="unfinished" />
</message>
<message>
<source>Evidence</source>
<translation type="unfinished" />
</message>
<message>
<source>To try</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ChartExport</name>
<message>
<source>Export chart as PNG…</source>
<translation type="unfinished" />
</message>
<message>
<source>Export chart as SVG…</source>
<translation type="unfinished" />
</message>
<message>
<source>Export figures as CSV…</source>
<translation type="unfinished" />
</message>
<message>
<source>Picture (*.png)</source>
<translation type="unfinished" />
</message>
<message>
<source>Drawing (*.svg)</source>
<translation type="unfinished" />
</message>
<message>
<source>Table (*.csv)</source>
<translation type="unfinished" />
</message>
<message>
<source>Export chart</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} cannot be written: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>Name a folder that can be written.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>CloseQuestion</name>
<message>
<source>Cancel</source>
<translation type="unfinished" />
</message>
<message>
<source>No run is live any more.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is still running.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} runs are still going on.</source>
<translation type="unfinished" />
</message>
<message>
<source>A run goes on without the window, and the next window shows it from its start.</source>
<translation type="unfinished" />
</message>
<message>
<source>Keep running</source>
<translation type="unfinished" />
</message>
<message>
<source>Close</source>
<translation type="unfinished" />
</message>
<message>
<source>Stop the run</source>
<translation type="unfinished" />
</message>
<message>
<source>Stop the runs</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ColumnLayout</name>
<message>
<source>Columns that fit</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>CommandEditor</name>
<message>
<source>Command</source>
<translation type="unfinished" />
</message>
<message>
<source>A program and its arguments, as you would type them. No shell runs.</source>
<translation type="unfinished" />
</message>
<message>
<source>Steps of a PyTorch program are seen by themselves. Any other tells them: import gpuscope, then gpuscope.step() after each.</source>
<translation type="unfinished" />
</message>
<message>
<source>and {0} more</source>
<translation type="unfinished" />
</message>
<message>
<source>No shell runs: {0} is handed to the program as text.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} stands where a secret was: type it again.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>CommandPreview</name>
<message>
<source>The same from a terminal</source>
<translation type="unfinished" />
</message>
<message>
<source>Shown when every value fits.</source>
<translation type="unfinished" />
</message>
<message>
<source>Copy</source>
<translation type="unfinished" />
</message>
<message>
<source>Copy the command line</source>
<translation type="unfinished" />
</message>
<message>
<source>Copied</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>CommandQuestion</name>
<message>
<source>Run this command again?</source>
<translation type="unfinished" />
</message>
<message>
<source>Open in the form</source>
<translation type="unfinished" />
</message>
<message>
<source>The whole command</source>
<translation type="unfinished" />
</message>
<message>
<source>This run was not recorded here: {0}. Run it only if you trust its origin.</source>
<translation type="unfinished" />
</message>
<message>
<source>It runs with your permissions. The whole command:</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ComparePage</name>
<message>
<source>rec</source>
<translation type="unfinished" />
</message>
<message>
<source>sim</source>
<translation type="unfinished" />
</message>
<message>
<source>No energy was measured: {0}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Only one group has a measured energy.</source>
<translation type="unfinished" />
</message>
<message>
<source>No energy was measured.</source>
<translation type="unfinished" />
</message>
<message>
<source>Compare</source>
<translation type="unfinished" />
</message>
<message>
<source>+ Add runs</source>
<translation type="unfinished" />
</message>
<message>
<source>Race these runs</source>
<translation type="unfinished" />
</message>
<message>
<source>Replay them on one clock: the same samples, their power, their joules</source>
<translation type="unfinished" />
</message>
<message>
<source>Difference of the profiles</source>
<translation type="unfinished" />
</message>
<message>
<source>Which operators and kernels are new, gone, faster or slower than those of the baseline</source>
<translation type="unfinished" />
</message>
<message>
<source> and </source>
<translation type="unfinished" />
</message>
<message>
<source>Choose runs</source>
<translation type="unfinished" />
</message>
<message>
<source>Set two or more runs side by side: what an optimization bought, in time and in joules.</source>
<translation type="unfinished" />
</message>
<message>
<source>One run is chosen. A comparison needs another to set it against.</source>
<translation type="unfinished" />
</message>
<message>
<source>These {0} runs form one group, with nothing to set it against.</source>
<translation type="unfinished" />
</message>
<message>
<source>Add runs with other settings, or split the group in its menu to compare its runs with each other.</source>
<translation type="unfinished" />
</message>
<message>
<source>1 run of {0} was deleted since it was kept and is left out.</source>
<translation type="unfinished" />
</message>
<message>
<source>{1} runs of {0} were deleted since it was kept and are left out.</source>
<translation type="unfinished" />
</message>
<message>
<source>this comparison</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} was deleted and is left out.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} runs were deleted and are left out: {1}.</source>
<translation type="unfinished" />
</message>
<message>
<source>The groups are as they were.</source>
<translation type="unfinished" />
</message>
<message>
<source>Rename</source>
<translation type="unfinished" />
</message>
<message>
<source>Name of the group</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ComparisonExport</name>
<message>
<source>Export</source>
<translation type="unfinished" />
</message>
<message>
<source>PDF or HTML report…</source>
<translation type="unfinished" />
</message>
<message>
<source>CSV table…</source>
<translation type="unfinished" />
</message>
<message>
<source>JSON document…</source>
<translation type="unfinished" />
</message>
<message>
<source>CSV table (*.csv)</source>
<translation type="unfinished" />
</message>
<message>
<source>JSON document (*.json)</source>
<translation type="unfinished" />
</message>
<message>
<source>Export comparison</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ComparisonTable</name>
<message>
<source>Metric</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}, the baseline</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} by {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>missing: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>, {0} times the baseline</source>
<translation type="unfinished" />
</message>
<message>
<source>Not real hardware: {0}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Metrics of the groups</source>
<translation type="unfinished" />
</message>
<message>
<source>Metrics</source>
<translation type="unfinished" />
</message>
<message>
<source>Figures of the groups and their ratios to the baseline</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>CopiedLine</name>
<message>
<source>Copy</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>CoreBars</name>
<message>
<source>Load of {0} cores: {1} on average, {2} the busiest</source>
<translation type="unfinished" />
</message>
<message>
<source>Cores</source>
<translation type="unfinished" />
</message>
<message>
<source>Core {0}: {1}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>CurveShifts</name>
<message>
<source>Align</source>
<translation type="unfinished" />
</message>
<message>
<source>Shift and align the groups</source>
<translation type="unfinished" />
</message>
<message>
<source>counts</source>
<translation type="unfinished" />
</message>
<message>
<source>Shift of each group, {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Shift of {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Align ends</source>
<translation type="unfinished" />
</message>
<message>
<source>Reset</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>DemoSession</name>
<message>
<source>The cards of the rungs say why.</source>
<translation type="unfinished" />
</message>
<message>
<source>the demonstration found nothing to compare: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Saved: {0} and {1}.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>DeviceCard</name>
<message>
<source>{0} reserved by the driver</source>
<translation type="unfinished" />
</message>
<message>
<source>CPU</source>
<translation type="unfinished" />
</message>
<message>
<source>driver {0}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>DeviceCards</name>
<message>
<source>Devices</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>DeviceStrips</name>
<message>
<source>memory controller</source>
<translation type="unfinished" />
</message>
<message>
<source>Utilization</source>
<translation type="unfinished" />
</message>
<message>
<source>SM</source>
<translation type="unfinished" />
</message>
<message>
<source>tensor cores</source>
<translation type="unfinished" />
</message>
<message>
<source>memory bandwidth</source>
<translation type="unfinished" />
</message>
<message>
<source>SM occupancy</source>
<translation type="unfinished" />
</message>
<message>
<source>Activity</source>
<translation type="unfinished" />
</message>
<message>
<source>GPU memory</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}, 1 s average</source>
<translation type="unfinished" />
</message>
<message>
<source>CPU</source>
<translation type="unfinished" />
</message>
<message>
<source>main memory</source>
<translation type="unfinished" />
</message>
<message>
<source>Power</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}, from its energy counter</source>
<translation type="unfinished" />
</message>
<message>
<source>memory</source>
<translation type="unfinished" />
</message>
<message>
<source>Clock</source>
<translation type="unfinished" />
</message>
<message>
<source>Temperature</source>
<translation type="unfinished" />
</message>
<message>
<source>Fan</source>
<translation type="unfinished" />
</message>
<message>
<source>to the GPU</source>
<translation type="unfinished" />
</message>
<message>
<source>from the GPU</source>
<translation type="unfinished" />
</message>
<message>
<source>received</source>
<translation type="unfinished" />
</message>
<message>
<source>sent</source>
<translation type="unfinished" />
</message>
<message>
<source>PCIe</source>
<translation type="unfinished" />
</message>
<message>
<source>NVLink</source>
<translation type="unfinished" />
</message>
<message>
<source>Disk</source>
<translation type="unfinished" />
</message>
<message>
<source>read</source>
<translation type="unfinished" />
</message>
<message>
<source>written</source>
<translation type="unfinished" />
</message>
<message>
<source>Network</source>
<translation type="unfinished" />
</message>
<message>
<source>machine</source>
<translation type="unfinished" />
</message>
<message>
<source>this run</source>
<translation type="unfinished" />
</message>
<message>
<source>gpuscope</source>
<translation type="unfinished" />
</message>
<message>
<source>of {0} cores</source>
<translation type="unfinished" />
</message>
<message>
<source>swap</source>
<translation type="unfinished" />
</message>
<message>
<source>Main memory</source>
<translation type="unfinished" />
</message>
<message>
<source>Memory</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}, modelled by its vendor</source>
<translation type="unfinished" />
</message>
<message>
<source>recorded</source>
<translation type="unfinished" />
</message>
<message>
<source>recorded on {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>simulated</source>
<translation type="unfinished" />
</message>
<message>
<source>stand-in</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>DifferencesPanel</name>
<message>
<source>Setting</source>
<translation type="unfinished" />
</message>
<message>
<source>What differs</source>
<translation type="unfinished" />
</message>
<message>
<source>Settings that differ</source>
<translation type="unfinished" />
</message>
<message>
<source>1 environment setting differs</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} environment settings differ</source>
<translation type="unfinished" />
</message>
<message>
<source>Hide the environment</source>
<translation type="unfinished" />
</message>
<message>
<source>Nothing else of {0} recorded settings differs.</source>
<translation type="unfinished" />
</message>
<message>
<source>None of {0} recorded settings differs.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>EarlierPlan</name>
<message>
<source>Delete; its runs stay</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>EnergyPanel</name>
<message>
<source>Energy</source>
<translation type="unfinished" />
</message>
<message>
<source>Repeat, longer</source>
<translation type="unfinished" />
</message>
<message>
<source>Start the same once more with as many steps as a good measurement needs</source>
<translation type="unfinished" />
</message>
<message>
<source>Details</source>
<translation type="unfinished" />
</message>
<message>
<source>Details of the energy</source>
<translation type="unfinished" />
</message>
<message>
<source>Of a step, by phase</source>
<translation type="unfinished" />
</message>
<message>
<source>A statistical estimate; the lines are its 95 % intervals</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>EnergyRows</name>
<message>
<source>measured</source>
<translation type="unfinished" />
</message>
<message>
<source>derived</source>
<translation type="unfinished" />
</message>
<message>
<source>modelled by its vendor</source>
<translation type="unfinished" />
</message>
<message>
<source>estimated</source>
<translation type="unfinished" />
</message>
<message>
<source>missing</source>
<translation type="unfinished" />
</message>
<message>
<source>Above idle</source>
<translation type="unfinished" />
</message>
<message>
<source>less {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>A step</source>
<translation type="unfinished" />
</message>
<message>
<source>A sample</source>
<translation type="unfinished" />
</message>
<message>
<source>An epoch</source>
<translation type="unfinished" />
</message>
<message>
<source>Price</source>
<translation type="unfinished" />
</message>
<message>
<source>CO2 equivalent</source>
<translation type="unfinished" />
</message>
<message>
<source>Waiting for data</source>
<translation type="unfinished" />
</message>
<message>
<source>gpuscope itself</source>
<translation type="unfinished" />
</message>
<message>
<source>a statistical estimate</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} of the energy, {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>processor time of its recorder and sensor helper</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}, {1} of one core</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>EnergySettings</name>
<message>
<source>Energy</source>
<translation type="unfinished" />
</message>
<message>
<source>Price and carbon of a run follow from the factors below: your assumptions, shown wherever a result is. Without a factor nothing follows from it.</source>
<translation type="unfinished" />
</message>
<message>
<source>Joules (J)</source>
<translation type="unfinished" />
</message>
<message>
<source>Watt hours (Wh)</source>
<translation type="unfinished" />
</message>
<message>
<source>Price of a kWh</source>
<translation type="unfinished" />
</message>
<message>
<source>currency</source>
<translation type="unfinished" />
</message>
<message>
<source>Currency of the price</source>
<translation type="unfinished" />
</message>
<message>
<source>Carbon of the grid</source>
<translation type="unfinished" />
</message>
<message>
<source>Data centre overhead</source>
<translation type="unfinished" />
</message>
<message>
<source>g CO2 equivalent per kWh</source>
<translation type="unfinished" />
</message>
<message>
<source>PUE: energy of the facility divided by that of its devices, at least 1</source>
<translation type="unfinished" />
</message>
<message>
<source>not set</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}: enter a number of at least {1}; the value is unchanged.</source>
<translation type="unfinished" />
</message>
<message>
<source>Beside each result: {0}.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Faults</name>
<message>
<source>the traceback is in {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>it could not be logged</source>
<translation type="unfinished" />
</message>
<message>
<source>Something went wrong in the window ({0}); runs go on, and {1}.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>FileExport</name>
<message>
<source>Writing {0} …</source>
<translation type="unfinished" />
</message>
<message>
<source>Saved to {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Open folder</source>
<translation type="unfinished" />
</message>
<message>
<source>Save elsewhere…</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>FilterBar</name>
<message>
<source>Filter by name, tag, note, id …</source>
<translation type="unfinished" />
</message>
<message>
<source>Filter</source>
<translation type="unfinished" />
</message>
<message>
<source>All words must match (Ctrl+F)</source>
<translation type="unfinished" />
</message>
<message>
<source>any device</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>FirstChoices</name>
<message>
<source>See what optimizations buy here (2 minutes)</source>
<translation type="unfinished" />
</message>
<message>
<source>Starts at once: a small image model runs plainly, then with one optimization after another. You see what each of them brings, and can save a report.</source>
<translation type="unfinished" />
</message>
<message>
<source>Run one workload</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose a model and a device, then press Start. Its curves appear as it runs; it takes about ten seconds.</source>
<translation type="unfinished" />
</message>
<message>
<source>Record a command of mine</source>
<translation type="unfinished" />
</message>
<message>
<source>Type the command that starts your program. It is recorded, unchanged, for as long as it runs.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>FlameGraphView</name>
<message>
<source>No trace is open.</source>
<translation type="unfinished" />
</message>
<message>
<source>Flame graph</source>
<translation type="unfinished" />
</message>
<message>
<source>No calls of the host were recorded.</source>
<translation type="unfinished" />
</message>
<message>
<source>No call launched anything on a device.</source>
<translation type="unfinished" />
</message>
<message>
<source>All threads</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} of the device</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} of the host</source>
<translation type="unfinished" />
</message>
<message>
<source>Host time</source>
<translation type="unfinished" />
</message>
<message>
<source>without what it calls</source>
<translation type="unfinished" />
</message>
<message>
<source>Device time launched</source>
<translation type="unfinished" />
</message>
<message>
<source>Share of all</source>
<translation type="unfinished" />
</message>
<message>
<source>Share of its caller</source>
<translation type="unfinished" />
</message>
<message>
<source>Calls</source>
<translation type="unfinished" />
</message>
<message>
<source>call</source>
<translation type="unfinished" />
</message>
<message>
<source>The arrow keys go to callers and callees, Return shows one in the whole width, Escape goes back, Home shows all.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>FlamePane</name>
<message>
<source>Search</source>
<translation type="unfinished" />
</message>
<message>
<source>Host time</source>
<translation type="unfinished" />
</message>
<message>
<source>Device time</source>
<translation type="unfinished" />
</message>
<message>
<source>Functions</source>
<translation type="unfinished" />
</message>
<message>
<source>Modules</source>
<translation type="unfinished" />
</message>
<message>
<source>Working out the flame graph …</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} found, {1}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>FolderOpening</name>
<message>
<source>No file manager could be started. The folder is {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Copy the path</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>FormDrawer</name>
<message>
<source>Show the form</source>
<translation type="unfinished" />
</message>
<message>
<source>Hide the form</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>GroupChips</name>
<message>
<source>Compared groups</source>
<translation type="unfinished" />
</message>
<message>
<source>1 run</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} runs</source>
<translation type="unfinished" />
</message>
<message>
<source>baseline</source>
<translation type="unfinished" />
</message>
<message>
<source>+ {0} more</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} more groups</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>GroupChoice</name>
<message>
<source>a group needs a name</source>
<translation type="unfinished" />
</message>
<message>
<source>For example: fp32.</source>
<translation type="unfinished" />
</message>
<message>
<source>there is a group named {0!r} already</source>
<translation type="unfinished" />
</message>
<message>
<source>Give this one another name.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>GroupHeader</name>
<message>
<source>ratio (95 % interval)</source>
<translation type="unfinished" />
</message>
<message>
<source>ratio</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>GroupMenu</name>
<message>
<source>Make it the baseline</source>
<translation type="unfinished" />
</message>
<message>
<source>Rename…</source>
<translation type="unfinished" />
</message>
<message>
<source>Move left</source>
<translation type="unfinished" />
</message>
<message>
<source>Move right</source>
<translation type="unfinished" />
</message>
<message>
<source>Split into single runs</source>
<translation type="unfinished" />
</message>
<message>
<source>Remove</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>HealthFigures</name>
<message>
<source>Metrics live</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} cannot be measured here</source>
<translation type="unfinished" />
</message>
<message>
<source>of {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Cost of the readings</source>
<translation type="unfinished" />
</message>
<message>
<source>Processor time of whoever reads the sensors and of the sensor helper, over the last 10 s.</source>
<translation type="unfinished" />
</message>
<message>
<source>not measured yet</source>
<translation type="unfinished" />
</message>
<message>
<source>of one core; the aim is 2 %</source>
<translation type="unfinished" />
</message>
<message>
<source>Helper restarts</source>
<translation type="unfinished" />
</message>
<message>
<source>not reported yet</source>
<translation type="unfinished" />
</message>
<message>
<source>GPU sensors are switched off</source>
<translation type="unfinished" />
</message>
<message>
<source>no crash, no hang</source>
<translation type="unfinished" />
</message>
<message>
<source>crashes {0}, hangs {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>The sensor helper is the process that loads the vendors’ libraries; it is restarted.</source>
<translation type="unfinished" />
</message>
<message>
<source>Gaps</source>
<translation type="unfinished" />
</message>
<message>
<source>none since the start</source>
<translation type="unfinished" />
</message>
<message>
<source>readings skipped: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>malformed lines: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Store</source>
<translation type="unfinished" />
</message>
<message>
<source>not read yet</source>
<translation type="unfinished" />
</message>
<message>
<source>1 run</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} runs</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>HealthPage</name>
<message>
<source>Health</source>
<translation type="unfinished" />
</message>
<message>
<source>Retry the GPU sensors</source>
<translation type="unfinished" />
</message>
<message>
<source>Waiting for the first reading of this machine’s sensors</source>
<translation type="unfinished" />
</message>
<message>
<source>GPU sensors are {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Metrics without readings at the moment: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Sensors are being read; their update periods are being measured</source>
<translation type="unfinished" />
</message>
<message>
<source>All metrics that this machine can measure are being read</source>
<translation type="unfinished" />
</message>
<message>
<source>Try again</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>History</name>
<message>
<source>the run is too young to be in the store</source>
<translation type="unfinished" />
</message>
<message>
<source>Try again in a few seconds.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is live and cannot be deleted</source>
<translation type="unfinished" />
</message>
<message>
<source>Stop it first.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>KeptFigures</name>
<message>
<source>over {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>of the measured steps</source>
<translation type="unfinished" />
</message>
<message>
<source>on data held apart</source>
<translation type="unfinished" />
</message>
<message>
<source>peak {0}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>KeptMenu</name>
<message>
<source>Kept</source>
<translation type="unfinished" />
</message>
<message>
<source>Keep this comparison, or open a kept one</source>
<translation type="unfinished" />
</message>
<message>
<source>Keep this comparison…</source>
<translation type="unfinished" />
</message>
<message>
<source>Forget</source>
<translation type="unfinished" />
</message>
<message>
<source>Kept as {0}.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is kept again.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is forgotten; its runs stay.</source>
<translation type="unfinished" />
</message>
<message>
<source>Keep this comparison</source>
<translation type="unfinished" />
</message>
<message>
<source>Name of the comparison; an existing one of the same name is replaced</source>
<translation type="unfinished" />
</message>
<message>
<source>Kept comparisons</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>LackCard</name>
<message>
<source>No GPU</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>LackList</name>
<message>
<source>What cannot be measured here</source>
<translation type="unfinished" />
</message>
<message>
<source>Copy the command</source>
<translation type="unfinished" />
</message>
<message>
<source>Copy</source>
<translation type="unfinished" />
</message>
<message>
<source>Copy the cure: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Copied</source>
<translation type="unfinished" />
</message>
<message>
<source>GPUs</source>
<translation type="unfinished" />
</message>
<message>
<source>nothing can be measured</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}: {1}. Why: {2}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>LadderBoard</name>
<message>
<source>Full screen (F11)</source>
<translation type="unfinished" />
</message>
<message>
<source>What each rung brought</source>
<translation type="unfinished" />
</message>
<message>
<source>Drawn from the second measured rung on.</source>
<translation type="unfinished" />
</message>
<message>
<source>Time and what it costs</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} and {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>Starting …</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>LadderPage</name>
<message>
<source>What makes {0} faster?</source>
<translation type="unfinished" />
</message>
<message>
<source>Nothing of {0} was measured yet.</source>
<translation type="unfinished" />
</message>
<message>
<source>now</source>
<translation type="unfinished" />
</message>
<message>
<source>failed</source>
<translation type="unfinished" />
</message>
<message>
<source>not here</source>
<translation type="unfinished" />
</message>
<message>
<source>stopped</source>
<translation type="unfinished" />
</message>
<message>
<source>Ladder</source>
<translation type="unfinished" />
</message>
<message>
<source>New ladder</source>
<translation type="unfinished" />
</message>
<message>
<source>rung {0} of {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>PDF report (*.pdf)</source>
<translation type="unfinished" />
</message>
<message>
<source>CSV table (*.csv)</source>
<translation type="unfinished" />
</message>
<message>
<source>HTML report (*.html)</source>
<translation type="unfinished" />
</message>
<message>
<source>Save the ladder</source>
<translation type="unfinished" />
</message>
<message>
<source>ladder</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>LadderSetup</name>
<message>
<source>Quick look</source>
<translation type="unfinished" />
</message>
<message>
<source>Thorough</source>
<translation type="unfinished" />
</message>
<message>
<source>One optimization is added to another, each is measured, and what it brought is shown as it comes.</source>
<translation type="unfinished" />
</message>
<message>
<source>What do optimizations buy here?</source>
<translation type="unfinished" />
</message>
<message>
<source>Earlier ladders</source>
<translation type="unfinished" />
</message>
<message>
<source>Each rung and what lies below it are repeated in turns, for an interval and a verdict.</source>
<translation type="unfinished" />
</message>
<message>
<source>One short run a rung, no verdict.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>LiveCard</name>
<message>
<source>{0} left</source>
<translation type="unfinished" />
</message>
<message>
<source>and {0} more</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} waits: {1} of {2}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}: {1} of {2} done</source>
<translation type="unfinished" />
</message>
<message>
<source>Ladder</source>
<translation type="unfinished" />
</message>
<message>
<source>Sweep</source>
<translation type="unfinished" />
</message>
<message>
<source>A/B</source>
<translation type="unfinished" />
</message>
<message>
<source>Chain</source>
<translation type="unfinished" />
</message>
<message>
<source>Queue</source>
<translation type="unfinished" />
</message>
<message>
<source>running</source>
<translation type="unfinished" />
</message>
<message>
<source>Live run: {0}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>LogView</name>
<message>
<source>Log</source>
<translation type="unfinished" />
</message>
<message>
<source>Output of the workload</source>
<translation type="unfinished" />
</message>
<message>
<source>Nothing was reported</source>
<translation type="unfinished" />
</message>
<message>
<source>No output</source>
<translation type="unfinished" />
</message>
<message>
<source>Show more lines</source>
<translation type="unfinished" />
</message>
<message>
<source>Output</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>MachinePage</name>
<message>
<source>Machine</source>
<translation type="unfinished" />
</message>
<message>
<source>All</source>
<translation type="unfinished" />
</message>
<message>
<source>Waiting for the first reading of this machine’s sensors</source>
<translation type="unfinished" />
</message>
<message>
<source>Try again</source>
<translation type="unfinished" />
</message>
<message>
<source>The sensors of this machine cannot be read</source>
<translation type="unfinished" />
</message>
<message>
<source>1 core</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} cores</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>MarkPrompt</name>
<message>
<source>What happens now?</source>
<translation type="unfinished" />
</message>
<message>
<source>Words of the mark</source>
<translation type="unfinished" />
</message>
<message>
<source>Mark this moment</source>
<translation type="unfinished" />
</message>
<message>
<source>Enter sets the mark; Escape leaves it.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>MemoryPane</name>
<message>
<source>Working out who held the memory …</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>MemoryTimeline</name>
<message>
<source>No trace is open.</source>
<translation type="unfinished" />
</message>
<message>
<source>Memory over time</source>
<translation type="unfinished" />
</message>
<message>
<source>The trace was recorded without memory: profile_memory=True records it.</source>
<translation type="unfinished" />
</message>
<message>
<source>In use</source>
<translation type="unfinished" />
</message>
<message>
<source>Held by the allocator</source>
<translation type="unfinished" />
</message>
<message>
<source>other</source>
<translation type="unfinished" />
</message>
<message>
<source>others</source>
<translation type="unfinished" />
</message>
<message>
<source>Peak {0} at {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>held by the allocator</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>MetricChooser</name>
<message>
<source>Metrics</source>
<translation type="unfinished" />
</message>
<message>
<source>Metrics of the curves</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>MetricState</name>
<message>
<source>switched off</source>
<translation type="unfinished" />
</message>
<message>
<source>missing</source>
<translation type="unfinished" />
</message>
<message>
<source>no reading</source>
<translation type="unfinished" />
</message>
<message>
<source>waiting</source>
<translation type="unfinished" />
</message>
<message>
<source>live</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>MetricTree</name>
<message>
<source>{0} of {1} live</source>
<translation type="unfinished" />
</message>
<message>
<source>nothing can be measured</source>
<translation type="unfinished" />
</message>
<message>
<source>Metric</source>
<translation type="unfinished" />
</message>
<message>
<source>State</source>
<translation type="unfinished" />
</message>
<message>
<source>Whether readings come now</source>
<translation type="unfinished" />
</message>
<message>
<source>Updates every</source>
<translation type="unfinished" />
</message>
<message>
<source>How often the sensor has a new value, measured on this machine</source>
<translation type="unfinished" />
</message>
<message>
<source>Sampled</source>
<translation type="unfinished" />
</message>
<message>
<source>Share of the time that the sensor samples</source>
<translation type="unfinished" />
</message>
<message>
<source>Uncertainty</source>
<translation type="unfinished" />
</message>
<message>
<source>How far a reading may be off: the band that holds 95 % of sensors of this kind</source>
<translation type="unfinished" />
</message>
<message>
<source>Source or reason</source>
<translation type="unfinished" />
</message>
<message>
<source>The interface that the readings come from</source>
<translation type="unfinished" />
</message>
<message>
<source>driver {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Devices and their metrics</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>MetricsCard</name>
<message>
<source>Metrics</source>
<translation type="unfinished" />
</message>
<message>
<source>Only differing</source>
<translation type="unfinished" />
</message>
<message>
<source>Hides metrics with the same figure in all groups</source>
<translation type="unfinished" />
</message>
<message>
<source>↑ higher is better   ↓ lower is better</source>
<translation type="unfinished" />
</message>
<message>
<source>Show 1 more metric</source>
<translation type="unfinished" />
</message>
<message>
<source>Show {0} more metrics</source>
<translation type="unfinished" />
</message>
<message>
<source>Headline metrics only</source>
<translation type="unfinished" />
</message>
<message>
<source>All groups show the same figures.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} more remarks: the tooltips of the figures have them.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>MissingNote</name>
<message>
<source>CPU</source>
<translation type="unfinished" />
</message>
<message>
<source>no real hardware</source>
<translation type="unfinished" />
</message>
<message>
<source>not available here</source>
<translation type="unfinished" />
</message>
<message>
<source>No GPU: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>no {0} ({1})</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>MonitorFeed</name>
<message>
<source>read by the recorder of {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>read by the window</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>MonitorProcess</name>
<message>
<source>the process that reads the sensors ended with code {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Try again.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>NameDialog</name>
<message>
<source>Rename the run</source>
<translation type="unfinished" />
</message>
<message>
<source>Rename</source>
<translation type="unfinished" />
</message>
<message>
<source>Name</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>NextSteps</name>
<message>
<source>Try: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Compare with the run before</source>
<translation type="unfinished" />
</message>
<message>
<source>Repeat until {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Vary …</source>
<translation type="unfinished" />
</message>
<message>
<source>Show the profile</source>
<translation type="unfinished" />
</message>
<message>
<source>Runs the same again and again, until its throughput is known that well; at most 50 times</source>
<translation type="unfinished" />
</message>
<message>
<source>Run variants of it in turns, and say what differs measurably</source>
<translation type="unfinished" />
</message>
<message>
<source>The list of runs is being read.</source>
<translation type="unfinished" />
</message>
<message>
<source>With {0}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>NoteDialog</name>
<message>
<source>Keep the note</source>
<translation type="unfinished" />
</message>
<message>
<source>Note</source>
<translation type="unfinished" />
</message>
<message>
<source>Ctrl+Enter keeps it</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} characters too many</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>NoticeBar</name>
<message>
<source>Dismiss</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>OriginWords</name>
<message>
<source>recorded by {0}, imported on {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>imported on {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>imported from {0} on {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>imported</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Overlay</name>
<message>
<source>Time</source>
<translation type="unfinished" />
</message>
<message>
<source>Over time</source>
<translation type="unfinished" />
</message>
<message>
<source>measured time</source>
<translation type="unfinished" />
</message>
<message>
<source>No sensor was read during these runs.</source>
<translation type="unfinished" />
</message>
<message>
<source>Steps</source>
<translation type="unfinished" />
</message>
<message>
<source>Over steps</source>
<translation type="unfinished" />
</message>
<message>
<source>measured steps</source>
<translation type="unfinished" />
</message>
<message>
<source>No steps were counted in these runs.</source>
<translation type="unfinished" />
</message>
<message>
<source>Samples</source>
<translation type="unfinished" />
</message>
<message>
<source>Over samples</source>
<translation type="unfinished" />
</message>
<message>
<source>samples seen</source>
<translation type="unfinished" />
</message>
<message>
<source>The number of samples per step is not known for these runs.</source>
<translation type="unfinished" />
</message>
<message>
<source>Energy</source>
<translation type="unfinished" />
</message>
<message>
<source>Over energy</source>
<translation type="unfinished" />
</message>
<message>
<source>energy spent, {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>No energy was measured in these runs.</source>
<translation type="unfinished" />
</message>
<message>
<source>Curves of all groups</source>
<translation type="unfinished" />
</message>
<message>
<source>mean of runs, band: their range</source>
<translation type="unfinished" />
</message>
<message>
<source>From the start of each run's measured window.</source>
<translation type="unfinished" />
</message>
<message>
<source>The readings are being read.</source>
<translation type="unfinished" />
</message>
<message>
<source>The readings cannot be read: {0}.</source>
<translation type="unfinished" />
</message>
<message>
<source>1 run has no measured window: its curves begin with the run.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} runs have no measured window: their curves begin with the run.</source>
<translation type="unfinished" />
</message>
<message>
<source>The readings of 1 run cannot be read; it is not shown.</source>
<translation type="unfinished" />
</message>
<message>
<source>The readings of {0} runs cannot be read; they are not shown.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} of {1} runs do not have this axis and are not shown.</source>
<translation type="unfinished" />
</message>
<message>
<source>Shifted by hand: {0}.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>PathEditor</name>
<message>
<source>Choose a file</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose a folder</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>PickerList</name>
<message>
<source>Find</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Pictures</name>
<message>
<source>Time and energy</source>
<translation type="unfinished" />
</message>
<message>
<source>Marks: single runs. Whiskers: 95 % interval of the ratio, at the baseline's value.</source>
<translation type="unfinished" />
</message>
<message>
<source>Figures</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>PicturesCard</name>
<message>
<source>Picture</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose the picture</source>
<translation type="unfinished" />
</message>
<message>
<source>Picture; its menu exports it</source>
<translation type="unfinished" />
</message>
<message>
<source>Single steps were not timed in these runs.</source>
<translation type="unfinished" />
</message>
<message>
<source>The step times are being read.</source>
<translation type="unfinished" />
</message>
<message>
<source>A roofline needs the FLOP and bytes of a step and the ceilings of the device; these workloads do not report all of them.</source>
<translation type="unfinished" />
</message>
<message>
<source>No phases: {0}.</source>
<translation type="unfinished" />
</message>
<message>
<source>These workloads do not report the phases of a step.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>PlanBar</name>
<message>
<source>Stop repeating</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}: run {1} of {2}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}: the first run; goes on until {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>1 run so far</source>
<translation type="unfinished" />
</message>
<message>
<source>1 run of each</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} runs so far</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} runs of each</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}: {1}; goes on until {2}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} runs: {1} {2}.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} has ended; runs so far: {1}{2}.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>PlanBoard</name>
<message>
<source>So far: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Open as comparison</source>
<translation type="unfinished" />
</message>
<message>
<source>Save report…</source>
<translation type="unfinished" />
</message>
<message>
<source>Compare</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>PlanPage</name>
<message>
<source>Stop</source>
<translation type="unfinished" />
</message>
<message>
<source>Resume</source>
<translation type="unfinished" />
</message>
<message>
<source>Starting …</source>
<translation type="unfinished" />
</message>
<message>
<source>Delete “{0}”? Its runs stay; what they say together is gone.</source>
<translation type="unfinished" />
</message>
<message>
<source>Delete</source>
<translation type="unfinished" />
</message>
<message>
<source>“{0}” is deleted; its runs stay.</source>
<translation type="unfinished" />
</message>
<message>
<source>Undo</source>
<translation type="unfinished" />
</message>
<message>
<source>It is back.</source>
<translation type="unfinished" />
</message>
<message>
<source>stopping</source>
<translation type="unfinished" />
</message>
<message>
<source>waiting</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>PlanSetup</name>
<message>
<source>Start</source>
<translation type="unfinished" />
</message>
<message>
<source>Workload</source>
<translation type="unfinished" />
</message>
<message>
<source>Task</source>
<translation type="unfinished" />
</message>
<message>
<source>Device</source>
<translation type="unfinished" />
</message>
<message>
<source>none</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ProcessPanel</name>
<message>
<source>Record this process</source>
<translation type="unfinished" />
</message>
<message>
<source>Record the selected process from now on; it continues when the recording ends</source>
<translation type="unfinished" />
</message>
<message>
<source>Processes on the GPUs</source>
<translation type="unfinished" />
</message>
<message>
<source>Processes and core loads are not read during a recording, so that it is not disturbed.</source>
<translation type="unfinished" />
</message>
<message>
<source>Processes</source>
<translation type="unfinished" />
</message>
<message>
<source>No process is on a GPU</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}: processes cannot be listed: {1}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ProcessTable</name>
<message>
<source>Process</source>
<translation type="unfinished" />
</message>
<message>
<source>PID</source>
<translation type="unfinished" />
</message>
<message>
<source>User</source>
<translation type="unfinished" />
</message>
<message>
<source>Device</source>
<translation type="unfinished" />
</message>
<message>
<source>Memory</source>
<translation type="unfinished" />
</message>
<message>
<source>CPU</source>
<translation type="unfinished" />
</message>
<message>
<source>Kind</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ProfileBody</name>
<message>
<source>Parts of the profile</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ProfilePage</name>
<message>
<source>Profile</source>
<translation type="unfinished" />
</message>
<message>
<source>Profile a run</source>
<translation type="unfinished" />
</message>
<message>
<source>Fill the form of the Run page with a small run and ten steps to profile</source>
<translation type="unfinished" />
</message>
<message>
<source>Open…</source>
<translation type="unfinished" />
</message>
<message>
<source>Open a trace of torch.profiler, or several ranks of one job (Ctrl+O)</source>
<translation type="unfinished" />
</message>
<message>
<source>Compare with…</source>
<translation type="unfinished" />
</message>
<message>
<source>Set another profile against this one: what is new, gone, faster, slower</source>
<translation type="unfinished" />
</message>
<message>
<source>See which operators and kernels took the time, from a trace of torch.profiler.</source>
<translation type="unfinished" />
</message>
<message>
<source>Open trace…</source>
<translation type="unfinished" />
</message>
<message>
<source>Drop a .json or .json.gz here; or record one: gpuscope run --profile steps=100:110 …</source>
<translation type="unfinished" />
</message>
<message>
<source>Reading {0}: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>Cancel</source>
<translation type="unfinished" />
</message>
<message>
<source>Reading {0} … (Esc cancels)</source>
<translation type="unfinished" />
</message>
<message>
<source>Open another…</source>
<translation type="unfinished" />
</message>
<message>
<source>Trace file…</source>
<translation type="unfinished" />
</message>
<message>
<source>Open trace</source>
<translation type="unfinished" />
</message>
<message>
<source>Traces (*.json *.json.gz)</source>
<translation type="unfinished" />
</message>
<message>
<source>All files (*)</source>
<translation type="unfinished" />
</message>
<message>
<source>Save the table</source>
<translation type="unfinished" />
</message>
<message>
<source>CSV table (*.csv)</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ProfileParts</name>
<message>
<source>Operators</source>
<translation type="unfinished" />
</message>
<message>
<source>The trace holds no operators: it was recorded on the device alone.</source>
<translation type="unfinished" />
</message>
<message>
<source>Kernels</source>
<translation type="unfinished" />
</message>
<message>
<source>No device did anything in this capture.</source>
<translation type="unfinished" />
</message>
<message>
<source>Classes</source>
<translation type="unfinished" />
</message>
<message>
<source>The trace holds neither operators nor kernels.</source>
<translation type="unfinished" />
</message>
<message>
<source>Timeline</source>
<translation type="unfinished" />
</message>
<message>
<source>The trace holds nothing that lasts.</source>
<translation type="unfinished" />
</message>
<message>
<source>Flame graph</source>
<translation type="unfinished" />
</message>
<message>
<source>The trace holds no calls of the host.</source>
<translation type="unfinished" />
</message>
<message>
<source>Roofline</source>
<translation type="unfinished" />
</message>
<message>
<source>The operations of no operator are known: they follow from shapes, with record_shapes=True.</source>
<translation type="unfinished" />
</message>
<message>
<source>Steps</source>
<translation type="unfinished" />
</message>
<message>
<source>The trace marks no steps: call profiler.step() at the end of each.</source>
<translation type="unfinished" />
</message>
<message>
<source>Memory</source>
<translation type="unfinished" />
</message>
<message>
<source>The trace was recorded without memory: profile_memory=True records it.</source>
<translation type="unfinished" />
</message>
<message>
<source>What to try</source>
<translation type="unfinished" />
</message>
<message>
<source>Nothing stands out: no rule of the guide found what costs much.</source>
<translation type="unfinished" />
</message>
<message>
<source>Ranks</source>
<translation type="unfinished" />
</message>
<message>
<source>Open the traces of several ranks of one job together to see them side by side.</source>
<translation type="unfinished" />
</message>
<message>
<source>Difference</source>
<translation type="unfinished" />
</message>
<message>
<source>Set another profile against this one: the button “Compare with…”.</source>
<translation type="unfinished" />
</message>
<message>
<source>By shapes</source>
<translation type="unfinished" />
</message>
<message>
<source>By name</source>
<translation type="unfinished" />
</message>
<message>
<source>Device time</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ProfileReading</name>
<message>
<source>{0} has no profile</source>
<translation type="unfinished" />
</message>
<message>
<source>Run it again with a profile: the field “Profile” of the form, or --profile.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ProfileRequest</name>
<message>
<source>Profile</source>
<translation type="unfinished" />
</message>
<message>
<source>The run ended before it was profiled.</source>
<translation type="unfinished" />
</message>
<message>
<source>A profile is under way</source>
<translation type="unfinished" />
</message>
<message>
<source>Profile the next {0} steps: operators, kernels, shapes</source>
<translation type="unfinished" />
</message>
<message>
<source>Profiling begins with the steps of a run: there is none yet</source>
<translation type="unfinished" />
</message>
<message>
<source>The next {0} steps will be profiled.</source>
<translation type="unfinished" />
</message>
<message>
<source>Nothing is profiled: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Profiling {0} steps …</source>
<translation type="unfinished" />
</message>
<message>
<source>Profiling …</source>
<translation type="unfinished" />
</message>
<message>
<source>Nothing was profiled: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} steps from step {1} on are profiled ({2}); throughput and energy leave them out.</source>
<translation type="unfinished" />
</message>
<message>
<source>Open profile</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ProfileTable</name>
<message>
<source>{0} of {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>Filter</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ProfileTablePane</name>
<message>
<source>Columns</source>
<translation type="unfinished" />
</message>
<message>
<source>Save as CSV…</source>
<translation type="unfinished" />
</message>
<message>
<source>Save the rows that are shown as a CSV table (Ctrl+E)</source>
<translation type="unfinished" />
</message>
<message>
<source>Show in the timeline</source>
<translation type="unfinished" />
</message>
<message>
<source>All its calls on their threads and streams (Enter)</source>
<translation type="unfinished" />
</message>
<message>
<source>Nothing matches the filter.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>PurgeQuestion</name>
<message>
<source>Remove the deleted run for good?</source>
<translation type="unfinished" />
</message>
<message>
<source>Remove the deleted runs for good?</source>
<translation type="unfinished" />
</message>
<message>
<source>Remove for good</source>
<translation type="unfinished" />
</message>
<message>
<source>One run is</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} runs are</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} deleted. Its samples, figures and output are removed from the disk, about {1}, and cannot be brought back.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} deleted. Their samples, figures and output are removed from the disk, about {1}, and cannot be brought back.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>RaceControls</name>
<message>
<source>Play (Space)</source>
<translation type="unfinished" />
</message>
<message>
<source>From the start (Home)</source>
<translation type="unfinished" />
</message>
<message>
<source>Time of the race</source>
<translation type="unfinished" />
</message>
<message>
<source>Full screen (F11)</source>
<translation type="unfinished" />
</message>
<message>
<source>Same samples</source>
<translation type="unfinished" />
</message>
<message>
<source>Same time</source>
<translation type="unfinished" />
</message>
<message>
<source>Who is first with the samples of the shortest run</source>
<translation type="unfinished" />
</message>
<message>
<source>Who gets furthest in the time of the shortest run</source>
<translation type="unfinished" />
</message>
<message>
<source>Pause (Space)</source>
<translation type="unfinished" />
</message>
<message>
<source>Leave full screen (Esc)</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>RaceExport</name>
<message>
<source>Export</source>
<translation type="unfinished" />
</message>
<message>
<source>GIF…</source>
<translation type="unfinished" />
</message>
<message>
<source>MP4 video…</source>
<translation type="unfinished" />
</message>
<message>
<source>WebM video…</source>
<translation type="unfinished" />
</message>
<message>
<source>PNG of this frame…</source>
<translation type="unfinished" />
</message>
<message>
<source>Animated GIF (*.gif)</source>
<translation type="unfinished" />
</message>
<message>
<source>MP4 video (*.mp4)</source>
<translation type="unfinished" />
</message>
<message>
<source>WebM video (*.webm)</source>
<translation type="unfinished" />
</message>
<message>
<source>PNG picture (*.png)</source>
<translation type="unfinished" />
</message>
<message>
<source>Export the race</source>
<translation type="unfinished" />
</message>
<message>
<source>Drawing {0} … {1}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>RacePage</name>
<message>
<source>Race</source>
<translation type="unfinished" />
</message>
<message>
<source>Compare</source>
<translation type="unfinished" />
</message>
<message>
<source>These runs side by side, with figures and verdicts (Esc)</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose runs</source>
<translation type="unfinished" />
</message>
<message>
<source>Let two or more runs race: the same samples on one clock, with their power and the joules that they burn.</source>
<translation type="unfinished" />
</message>
<message>
<source>Select runs in the list, then Race.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>RaceView</name>
<message>
<source>The race</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ReadingFigures</name>
<message>
<source>this run {0} of {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>CPU</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} GPUs</source>
<translation type="unfinished" />
</message>
<message>
<source>of {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>peak {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Resident memory</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>RecordControl</name>
<message>
<source>Mark</source>
<translation type="unfinished" />
</message>
<message>
<source>Set a mark with a short text now</source>
<translation type="unfinished" />
</message>
<message>
<source>End recording</source>
<translation type="unfinished" />
</message>
<message>
<source>Record</source>
<translation type="unfinished" />
</message>
<message>
<source>The recording is stored with the runs</source>
<translation type="unfinished" />
</message>
<message>
<source>Record the machine from now on</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Repeats</name>
<message>
<source>Repeat until {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>It is being repeated.</source>
<translation type="unfinished" />
</message>
<message>
<source>Runs all groups in turns until the interval of each ratio of throughputs is that narrow; at most 50 times</source>
<translation type="unfinished" />
</message>
<message>
<source>Repeats of {0} groups</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} runs of each: the widest interval of a throughput's ratio is {1}.</source>
<translation type="unfinished" />
</message>
<message>
<source>More than {0} groups take too long to repeat.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ReportDialog</name>
<message>
<source>Report of the comparison</source>
<translation type="unfinished" />
</message>
<message>
<source>Previous page</source>
<translation type="unfinished" />
</message>
<message>
<source>Next page</source>
<translation type="unfinished" />
</message>
<message>
<source>Cancel</source>
<translation type="unfinished" />
</message>
<message>
<source>Save…</source>
<translation type="unfinished" />
</message>
<message>
<source>The compared runs have changed; the report shows them as they are now.</source>
<translation type="unfinished" />
</message>
<message>
<source>Runs were deleted, and nothing is left to compare.</source>
<translation type="unfinished" />
</message>
<message>
<source>Preview of the report</source>
<translation type="unfinished" />
</message>
<message>
<source>Some characters are printed as their names because fonts are missing: {0}. Reinstall gpuscope.</source>
<translation type="unfinished" />
</message>
<message>
<source>Try again</source>
<translation type="unfinished" />
</message>
<message>
<source>Drawing the pages …</source>
<translation type="unfinished" />
</message>
<message>
<source>There is no preview.</source>
<translation type="unfinished" />
</message>
<message>
<source>Page {0} of {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>PDF report (*.pdf)</source>
<translation type="unfinished" />
</message>
<message>
<source>HTML report (*.html)</source>
<translation type="unfinished" />
</message>
<message>
<source>Save report</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ReportOptions</name>
<message>
<source>PDF</source>
<translation type="unfinished" />
</message>
<message>
<source>HTML</source>
<translation type="unfinished" />
</message>
<message>
<source>A4</source>
<translation type="unfinished" />
</message>
<message>
<source>Letter</source>
<translation type="unfinished" />
</message>
<message>
<source>Deployment</source>
<translation type="unfinished" />
</message>
<message>
<source>What differs</source>
<translation type="unfinished" />
</message>
<message>
<source>Every metric</source>
<translation type="unfinished" />
</message>
<message>
<source>Energy, run by run</source>
<translation type="unfinished" />
</message>
<message>
<source>What held each run back</source>
<translation type="unfinished" />
</message>
<message>
<source>Curves</source>
<translation type="unfinished" />
</message>
<message>
<source>Methods and sources</source>
<translation type="unfinished" />
</message>
<message>
<source>The runs, one by one</source>
<translation type="unfinished" />
</message>
<message>
<source>All</source>
<translation type="unfinished" />
</message>
<message>
<source>None</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}: nothing here</source>
<translation type="unfinished" />
</message>
<message>
<source>Save as {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Paper {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose all sections</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose no section</source>
<translation type="unfinished" />
</message>
<message>
<source>File</source>
<translation type="unfinished" />
</message>
<message>
<source>Paper</source>
<translation type="unfinished" />
</message>
<message>
<source>Sections</source>
<translation type="unfinished" />
</message>
<message>
<source>The first page always has the verdict, the key table and their chart.</source>
<translation type="unfinished" />
</message>
<message>
<source>Pages for print; the text can be selected.</source>
<translation type="unfinished" />
</message>
<message>
<source>One page for any browser, with zoomable charts; the preview shows the PDF.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ReportView</name>
<message>
<source>Copy</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ResultPanel</name>
<message>
<source>Last lines of the output</source>
<translation type="unfinished" />
</message>
<message>
<source>Run again</source>
<translation type="unfinished" />
</message>
<message>
<source>Open in Runs</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>RunActions</name>
<message>
<source>Open</source>
<translation type="unfinished" />
</message>
<message>
<source>Compare</source>
<translation type="unfinished" />
</message>
<message>
<source>Race</source>
<translation type="unfinished" />
</message>
<message>
<source>Show the profile</source>
<translation type="unfinished" />
</message>
<message>
<source>Run again</source>
<translation type="unfinished" />
</message>
<message>
<source>Open in the form</source>
<translation type="unfinished" />
</message>
<message>
<source>Rename</source>
<translation type="unfinished" />
</message>
<message>
<source>Tags …</source>
<translation type="unfinished" />
</message>
<message>
<source>Note …</source>
<translation type="unfinished" />
</message>
<message>
<source>Export the samples …</source>
<translation type="unfinished" />
</message>
<message>
<source>Export the numbers …</source>
<translation type="unfinished" />
</message>
<message>
<source>Export as a bundle …</source>
<translation type="unfinished" />
</message>
<message>
<source>Copy the id</source>
<translation type="unfinished" />
</message>
<message>
<source>Delete</source>
<translation type="unfinished" />
</message>
<message>
<source>Select a run first.</source>
<translation type="unfinished" />
</message>
<message>
<source>Select two runs or more.</source>
<translation type="unfinished" />
</message>
<message>
<source>Select one run alone.</source>
<translation type="unfinished" />
</message>
<message>
<source>Select one or two runs.</source>
<translation type="unfinished" />
</message>
<message>
<source>A live run can race when it has ended.</source>
<translation type="unfinished" />
</message>
<message>
<source>No profile was recorded: run it again with the field “Profile” of the form, or --profile.</source>
<translation type="unfinished" />
</message>
<message>
<source>A live run can be exported when it has ended.</source>
<translation type="unfinished" />
</message>
<message>
<source>Recorded by {0}: it cannot be run again.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>RunChooser</name>
<message>
<source>Live runs</source>
<translation type="unfinished" />
</message>
<message>
<source>and {0} more</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>RunColumns</name>
<message>
<source>State</source>
<translation type="unfinished" />
</message>
<message>
<source>Name</source>
<translation type="unfinished" />
</message>
<message>
<source>Workload</source>
<translation type="unfinished" />
</message>
<message>
<source>Task</source>
<translation type="unfinished" />
</message>
<message>
<source>Device</source>
<translation type="unfinished" />
</message>
<message>
<source>Precision</source>
<translation type="unfinished" />
</message>
<message>
<source>Batch</source>
<translation type="unfinished" />
</message>
<message>
<source>Samples/s</source>
<translation type="unfinished" />
</message>
<message>
<source>Step time</source>
<translation type="unfinished" />
</message>
<message>
<source>Accuracy</source>
<translation type="unfinished" />
</message>
<message>
<source>Loss</source>
<translation type="unfinished" />
</message>
<message>
<source>Energy</source>
<translation type="unfinished" />
</message>
<message>
<source>Energy / sample</source>
<translation type="unfinished" />
</message>
<message>
<source>Memory, peak</source>
<translation type="unfinished" />
</message>
<message>
<source>Duration</source>
<translation type="unfinished" />
</message>
<message>
<source>Started</source>
<translation type="unfinished" />
</message>
<message>
<source>Tags</source>
<translation type="unfinished" />
</message>
<message>
<source>Note</source>
<translation type="unfinished" />
</message>
<message>
<source>Machine</source>
<translation type="unfinished" />
</message>
<message>
<source>Id</source>
<translation type="unfinished" />
</message>
<message>
<source>today {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>yesterday {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Available when the run has ended.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} left</source>
<translation type="unfinished" />
</message>
<message>
<source>Name of the run</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>RunCommands</name>
<message>
<source>Recorded by {0}: it cannot be run again.</source>
<translation type="unfinished" />
</message>
<message>
<source>The run has its earlier name again.</source>
<translation type="unfinished" />
</message>
<message>
<source>The note is as it was.</source>
<translation type="unfinished" />
</message>
<message>
<source>The tags are as they were.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is live and cannot be deleted. Stop it first.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is deleted.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} runs are deleted.</source>
<translation type="unfinished" />
</message>
<message>
<source>Undo</source>
<translation type="unfinished" />
</message>
<message>
<source>Deleting {0} runs …</source>
<translation type="unfinished" />
</message>
<message>
<source>The run is back.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} runs are back.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} were freed.</source>
<translation type="unfinished" />
</message>
<message>
<source>Removing what was deleted …</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>RunDetails</name>
<message>
<source>The run</source>
<translation type="unfinished" />
</message>
<message>
<source>Its phases</source>
<translation type="unfinished" />
</message>
<message>
<source>Its energy</source>
<translation type="unfinished" />
</message>
<message>
<source>Its devices</source>
<translation type="unfinished" />
</message>
<message>
<source>What was run</source>
<translation type="unfinished" />
</message>
<message>
<source>Where it was run</source>
<translation type="unfinished" />
</message>
<message>
<source>Every reading was taken.</source>
<translation type="unfinished" />
</message>
<message>
<source>No mark was set. Marks are set while a run is live.</source>
<translation type="unfinished" />
</message>
<message>
<source>Gaps in the readings</source>
<translation type="unfinished" />
</message>
<message>
<source>Marks</source>
<translation type="unfinished" />
</message>
<message>
<source>Views of the run</source>
<translation type="unfinished" />
</message>
<message>
<source>Charts</source>
<translation type="unfinished" />
</message>
<message>
<source>Figures</source>
<translation type="unfinished" />
</message>
<message>
<source>Settings</source>
<translation type="unfinished" />
</message>
<message>
<source>Gaps and marks</source>
<translation type="unfinished" />
</message>
<message>
<source>Log</source>
<translation type="unfinished" />
</message>
<message>
<source>All runs</source>
<translation type="unfinished" />
</message>
<message>
<source>Back to the list (Esc)</source>
<translation type="unfinished" />
</message>
<message>
<source>Show the gaps</source>
<translation type="unfinished" />
</message>
<message>
<source>Show the log</source>
<translation type="unfinished" />
</message>
<message>
<source>Output of the workload, its last lines</source>
<translation type="unfinished" />
</message>
<message>
<source>Reported while it ran</source>
<translation type="unfinished" />
</message>
<message>
<source>The run printed nothing, or its output is on another machine.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>RunDialog</name>
<message>
<source>Cancel</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>RunExport</name>
<message>
<source>Samples, CSV table (*.csv)</source>
<translation type="unfinished" />
</message>
<message>
<source>All that was recorded, JSON (*.json)</source>
<translation type="unfinished" />
</message>
<message>
<source>Export</source>
<translation type="unfinished" />
</message>
<message>
<source>Run bundle (*.gpuscope)</source>
<translation type="unfinished" />
</message>
<message>
<source>Writing the bundle … {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>CSV table (*.csv)</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>RunFigures</name>
<message>
<source>from the first measured step on</source>
<translation type="unfinished" />
</message>
<message>
<source>Throughput</source>
<translation type="unfinished" />
</message>
<message>
<source>over {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Step time</source>
<translation type="unfinished" />
</message>
<message>
<source>mean over {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>at {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>counter of {0}, so far</source>
<translation type="unfinished" />
</message>
<message>
<source>Energy</source>
<translation type="unfinished" />
</message>
<message>
<source>counter · {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>modelled by its vendor · {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Energy a sample</source>
<translation type="unfinished" />
</message>
<message>
<source>Memory</source>
<translation type="unfinished" />
</message>
<message>
<source>Memory, {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Machine memory</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>RunFollower</name>
<message>
<source>the run cannot be followed: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>what was recorded before cannot be shown: {0}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>RunImport</name>
<message>
<source>Import runs</source>
<translation type="unfinished" />
</message>
<message>
<source>Recordings (*.gpuscope *.csv)</source>
<translation type="unfinished" />
</message>
<message>
<source>Run bundles (*.gpuscope)</source>
<translation type="unfinished" />
</message>
<message>
<source>Logs of nvidia-smi and CodeCarbon (*.csv)</source>
<translation type="unfinished" />
</message>
<message>
<source>Importing {0} … {1} %</source>
<translation type="unfinished" />
</message>
<message>
<source>Open the run</source>
<translation type="unfinished" />
</message>
<message>
<source>One run is imported.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} runs are imported.</source>
<translation type="unfinished" />
</message>
<message>
<source>One run was here already.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} runs were here already.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>RunList</name>
<message>
<source>Columns</source>
<translation type="unfinished" />
</message>
<message>
<source>Import runs from files … (Ctrl+I)</source>
<translation type="unfinished" />
</message>
<message>
<source>Every run is kept here: of this window, of the command line and of other windows on the same store; and what is dropped here: run bundles of other machines, logs of nvidia-smi and CodeCarbon, a folder of MLflow's (Ctrl+I chooses a file).</source>
<translation type="unfinished" />
</message>
<message>
<source>No run matches the filter.</source>
<translation type="unfinished" />
</message>
<message>
<source>Clear the filter</source>
<translation type="unfinished" />
</message>
<message>
<source>The runs cannot be read.</source>
<translation type="unfinished" />
</message>
<message>
<source>Try again</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} of {1} selected</source>
<translation type="unfinished" />
</message>
<message>
<source>Import</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>RunPage</name>
<message>
<source>It starts when its device is free, and is compared when it has ended.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} has ended.</source>
<translation type="unfinished" />
</message>
<message>
<source>Compare</source>
<translation type="unfinished" />
</message>
<message>
<source>Repeats of {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} has ended; runs of each so far: {1}.</source>
<translation type="unfinished" />
</message>
<message>
<source>It starts when its device is free; the rail shows what waits.</source>
<translation type="unfinished" />
</message>
<message>
<source>A secret of the command is not kept: type it again, then start.</source>
<translation type="unfinished" />
</message>
<message>
<source>It was not started here: look it through, then start.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>RunPicker</name>
<message>
<source>Choose runs</source>
<translation type="unfinished" />
</message>
<message>
<source>Filter by name, setting, state, tag or id</source>
<translation type="unfinished" />
</message>
<message>
<source>Filter</source>
<translation type="unfinished" />
</message>
<message>
<source>As one group named</source>
<translation type="unfinished" />
</message>
<message>
<source>Name of the group</source>
<translation type="unfinished" />
</message>
<message>
<source>otherwise runs with the same settings form a group</source>
<translation type="unfinished" />
</message>
<message>
<source>Cancel</source>
<translation type="unfinished" />
</message>
<message>
<source>Add 1 run</source>
<translation type="unfinished" />
</message>
<message>
<source>Add {0} runs</source>
<translation type="unfinished" />
</message>
<message>
<source>Add runs</source>
<translation type="unfinished" />
</message>
<message>
<source>No runs are kept yet: start one on the Run page.</source>
<translation type="unfinished" />
</message>
<message>
<source>No run matches all of these words.</source>
<translation type="unfinished" />
</message>
<message>
<source>The group needs a name.</source>
<translation type="unfinished" />
</message>
<message>
<source>Space checks the selected rows, Enter adds what is checked.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>RunPickerModel</name>
<message>
<source>batch {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} steps</source>
<translation type="unfinished" />
</message>
<message>
<source>1 step</source>
<translation type="unfinished" />
</message>
<message>
<source>seed {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} thread</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} threads</source>
<translation type="unfinished" />
</message>
<message>
<source>Run</source>
<translation type="unfinished" />
</message>
<message>
<source>State</source>
<translation type="unfinished" />
</message>
<message>
<source>Started</source>
<translation type="unfinished" />
</message>
<message>
<source>Throughput</source>
<translation type="unfinished" />
</message>
<message>
<source>Energy</source>
<translation type="unfinished" />
</message>
<message>
<source>Id</source>
<translation type="unfinished" />
</message>
<message>
<source>  (compared)</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} runs</source>
<translation type="unfinished" />
</message>
<message>
<source>1 run</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>RunRow</name>
<message>
<source>over the last two seconds</source>
<translation type="unfinished" />
</message>
<message>
<source>of the training batch, last reported</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>RunStage</name>
<message>
<source>Mark</source>
<translation type="unfinished" />
</message>
<message>
<source>Set a mark with a short text now</source>
<translation type="unfinished" />
</message>
<message>
<source>Stop</source>
<translation type="unfinished" />
</message>
<message>
<source>Stop the run cleanly; the recording is kept (Shift+F5)</source>
<translation type="unfinished" />
</message>
<message>
<source>Run</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose a workload at the left and start it: its curves appear here.</source>
<translation type="unfinished" />
</message>
<message>
<source>Start</source>
<translation type="unfinished" />
</message>
<message>
<source>A run goes on when the window is closed.</source>
<translation type="unfinished" />
</message>
<message>
<source>starting …</source>
<translation type="unfinished" />
</message>
<message>
<source>Starting {0} …</source>
<translation type="unfinished" />
</message>
<message>
<source>Its curves appear here.</source>
<translation type="unfinished" />
</message>
<message>
<source>The run ended before the mark was set.</source>
<translation type="unfinished" />
</message>
<message>
<source>ended, not stored yet</source>
<translation type="unfinished" />
</message>
<message>
<source>Discard</source>
<translation type="unfinished" />
</message>
<message>
<source>Stop waiting; data that is not stored yet is lost</source>
<translation type="unfinished" />
</message>
<message>
<source>End recording</source>
<translation type="unfinished" />
</message>
<message>
<source>End the recording; the process goes on (Shift+F5)</source>
<translation type="unfinished" />
</message>
<message>
<source>stopping, {0} s</source>
<translation type="unfinished" />
</message>
<message>
<source>stopping</source>
<translation type="unfinished" />
</message>
<message>
<source>The mark was not set: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>The run could not be stored.</source>
<translation type="unfinished" />
</message>
<message>
<source>The run was deleted.</source>
<translation type="unfinished" />
</message>
<message>
<source>This run was deleted. It is shown from memory.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>RunState</name>
<message>
<source>running</source>
<translation type="unfinished" />
</message>
<message>
<source>finished</source>
<translation type="unfinished" />
</message>
<message>
<source>failed</source>
<translation type="unfinished" />
</message>
<message>
<source>stopped</source>
<translation type="unfinished" />
</message>
<message>
<source>interrupted</source>
<translation type="unfinished" />
</message>
<message>
<source>damaged</source>
<translation type="unfinished" />
</message>
<message>
<source>salvaged</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>RunTable</name>
<message>
<source>Runs</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>RunTree</name>
<message>
<source>Runs</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>RunView</name>
<message>
<source>Whole run</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>RunWords</name>
<message>
<source>batch {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>step {0} of {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>measured {0} of {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} left</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} steps</source>
<translation type="unfinished" />
</message>
<message>
<source>1 step</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>RungCardView</name>
<message>
<source>Measure this rung again</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>RunsPage</name>
<message>
<source>Run again</source>
<translation type="unfinished" />
</message>
<message>
<source>More actions</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} of {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>Runs</source>
<translation type="unfinished" />
</message>
<message>
<source>This run was deleted. It can be viewed until it is closed.</source>
<translation type="unfinished" />
</message>
<message>
<source>Bring it back</source>
<translation type="unfinished" />
</message>
<message>
<source>It is gone: {0}.</source>
<translation type="unfinished" />
</message>
<message>
<source>The run is back.</source>
<translation type="unfinished" />
</message>
<message>
<source>batch {0}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>SearchedPane</name>
<message>
<source>{0} (Ctrl+F)</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>SentenceCard</name>
<message>
<source>Summary</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} more in the tooltip.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} more groups are in the table.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Session</name>
<message>
<source>Run</source>
<translation type="unfinished" />
</message>
<message>
<source>Ladder</source>
<translation type="unfinished" />
</message>
<message>
<source>Sweep</source>
<translation type="unfinished" />
</message>
<message>
<source>Runs</source>
<translation type="unfinished" />
</message>
<message>
<source>Compare</source>
<translation type="unfinished" />
</message>
<message>
<source>Race</source>
<translation type="unfinished" />
</message>
<message>
<source>Profile</source>
<translation type="unfinished" />
</message>
<message>
<source>Machine</source>
<translation type="unfinished" />
</message>
<message>
<source>Health</source>
<translation type="unfinished" />
</message>
<message>
<source>Settings</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} ({1} so far)</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>SettingsPage</name>
<message>
<source>Settings</source>
<translation type="unfinished" />
</message>
<message>
<source>Appearance</source>
<translation type="unfinished" />
</message>
<message>
<source>Follow the system</source>
<translation type="unfinished" />
</message>
<message>
<source>Dark</source>
<translation type="unfinished" />
</message>
<message>
<source>Light</source>
<translation type="unfinished" />
</message>
<message>
<source>Additional sensors</source>
<translation type="unfinished" />
</message>
<message>
<source>None. List them under "sensors" in the settings file, written as for --sensor: ["simulated"], ["replay:FILE"].</source>
<translation type="unfinished" />
</message>
<message>
<source>Set in the settings file. They are read in every run and on the Machine page, and labelled wherever they appear.</source>
<translation type="unfinished" />
</message>
<message>
<source>Where things are kept</source>
<translation type="unfinished" />
</message>
<message>
<source>Runs</source>
<translation type="unfinished" />
</message>
<message>
<source>Log of faults</source>
<translation type="unfinished" />
</message>
<message>
<source>GPUSCOPE_HOME names another folder; --store another store.</source>
<translation type="unfinished" />
</message>
<message>
<source>Open the folder</source>
<translation type="unfinished" />
</message>
<message>
<source>Keys</source>
<translation type="unfinished" />
</message>
<message>
<source>the pages, from the top</source>
<translation type="unfinished" />
</message>
<message>
<source>start the run of the form</source>
<translation type="unfinished" />
</message>
<message>
<source>stop the live run that is shown</source>
<translation type="unfinished" />
</message>
<message>
<source>Space</source>
<translation type="unfinished" />
</message>
<message>
<source>pause the charts, or follow again</source>
<translation type="unfinished" />
</message>
<message>
<source>on the charts: move the cursor, zoom, the beginning and the end</source>
<translation type="unfinished" />
</message>
<message>
<source>in a race: play or pause, full screen, back</source>
<translation type="unfinished" />
</message>
<message>
<source>on a ladder: full screen, back</source>
<translation type="unfinished" />
</message>
<message>
<source>on the list of runs: filter, rename, delete</source>
<translation type="unfinished" />
</message>
<message>
<source>undo the last change of the page: a deletion, a name, tags, a note, groups</source>
<translation type="unfinished" />
</message>
<message>
<source>close the window; runs may go on</source>
<translation type="unfinished" />
</message>
<message>
<source>About</source>
<translation type="unfinished" />
</message>
<message>
<source>MIT license. Inter and Noto Sans CJK under the SIL Open Font License, DejaVu Sans under its own.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>SeveralBox</name>
<message>
<source>none</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>SeveralEditor</name>
<message>
<source>What changes how the run computes. The list explains each, and why some do not fit.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>SpecDraft</name>
<message>
<source>the command is too long or holds a NUL character</source>
<translation type="unfinished" />
</message>
<message>
<source>Pass long lists in a file.</source>
<translation type="unfinished" />
</message>
<message>
<source>a quotation mark or a backslash has no counterpart</source>
<translation type="unfinished" />
</message>
<message>
<source>Close it, or put a backslash before it.</source>
<translation type="unfinished" />
</message>
<message>
<source>an argument is longer than the system hands on</source>
<translation type="unfinished" />
</message>
<message>
<source>Pass long texts in a file.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>SpecEditors</name>
<message>
<source>My own command</source>
<translation type="unfinished" />
</message>
<message>
<source>Any program of yours; it is recorded from its start to its end.</source>
<translation type="unfinished" />
</message>
<message>
<source>Yours</source>
<translation type="unfinished" />
</message>
<message>
<source>Not for this run</source>
<translation type="unfinished" />
</message>
<message>
<source>Workload</source>
<translation type="unfinished" />
</message>
<message>
<source>Name</source>
<translation type="unfinished" />
</message>
<message>
<source>Of the run; tells it from others in lists.</source>
<translation type="unfinished" />
</message>
<message>
<source>After the run idle power is recorded for so long, {0} to {1} s: energy above idle follows from it. Empty: not at all.</source>
<translation type="unfinished" />
</message>
<message>
<source>Idle baseline, s</source>
<translation type="unfinished" />
</message>
<message>
<source>A run for each stage from the trained model to the deployed one: compressed, quantized, exported to each engine; all with one tag, to be compared. Optimizations, where any are chosen, are the compression.</source>
<translation type="unfinished" />
</message>
<message>
<source>Chain to deployment</source>
<translation type="unfinished" />
</message>
<message>
<source>Where the command runs: paths in it, and files that it writes, are taken from here.</source>
<translation type="unfinished" />
</message>
<message>
<source>Folder</source>
<translation type="unfinished" />
</message>
<message>
<source>Runs the script in the place of the python that the command begins with: that of a virtual environment, for example.</source>
<translation type="unfinished" />
</message>
<message>
<source>Interpreter</source>
<translation type="unfinished" />
</message>
<message>
<source>as the command says</source>
<translation type="unfinished" />
</message>
<message>
<source>such as OMP_NUM_THREADS=4</source>
<translation type="unfinished" />
</message>
<message>
<source>as seen, or told</source>
<translation type="unfinished" />
</message>
<message>
<source>automatic</source>
<translation type="unfinished" />
</message>
<message>
<source>scikit-learn's digits</source>
<translation type="unfinished" />
</message>
<message>
<source>none</source>
<translation type="unfinished" />
</message>
<message>
<source>made from what is run</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>SpecForm</name>
<message>
<source>Type the command that shall run.</source>
<translation type="unfinished" />
</message>
<message>
<source>Not yet: see {0} and {1} more.</source>
<translation type="unfinished" />
</message>
<message>
<source>Not yet: see {0}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Changes apply to the next run. Two at a time slow each other.</source>
<translation type="unfinished" />
</message>
<message>
<source>Less</source>
<translation type="unfinished" />
</message>
<message>
<source>More</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>StartFoot</name>
<message>
<source>Start</source>
<translation type="unfinished" />
</message>
<message>
<source>Start after this one</source>
<translation type="unfinished" />
</message>
<message>
<source>Waits until the device is free; two runs at a time slow each other.</source>
<translation type="unfinished" />
</message>
<message>
<source>Vary …</source>
<translation type="unfinished" />
</message>
<message>
<source>Run variants of it in turns, and say what differs measurably</source>
<translation type="unfinished" />
</message>
<message>
<source>Starting …</source>
<translation type="unfinished" />
</message>
<message>
<source>Ctrl+Enter</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>StartSettings</name>
<message>
<source>Keep a process ready while nothing runs</source>
<translation type="unfinished" />
</message>
<message>
<source>Start of a run</source>
<translation type="unfinished" />
</message>
<message>
<source>It has imported PyTorch already, so the first step comes half a second after the click instead of three. It takes no processor time, and ends on battery power, when less than 4 GiB of memory are free, and with the window.</source>
<translation type="unfinished" />
</message>
<message>
<source>Ready now; it takes {0} of memory.</source>
<translation type="unfinished" />
</message>
<message>
<source>None is ready now.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>StateChips</name>
<message>
<source>any state</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>StepWords</name>
<message>
<source>step {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>warm-up step {0}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>StoreBar</name>
<message>
<source>Bring them back</source>
<translation type="unfinished" />
</message>
<message>
<source>Thin out …</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} runs</source>
<translation type="unfinished" />
</message>
<message>
<source>1 run</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} deleted</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} can be freed</source>
<translation type="unfinished" />
</message>
<message>
<source>Remove for good …</source>
<translation type="unfinished" />
</message>
<message>
<source>Free the space</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>StripLabel</name>
<message>
<source>{count} more</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>StripStack</name>
<message>
<source>Charts</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>StripValues</name>
<message>
<source>from {place}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>StripView</name>
<message>
<source>Charts of the readings</source>
<translation type="unfinished" />
</message>
<message>
<source>measured step</source>
<translation type="unfinished" />
</message>
<message>
<source>step</source>
<translation type="unfinished" />
</message>
<message>
<source>steps</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>SweepBoard</name>
<message>
<source>Measure the rest</source>
<translation type="unfinished" />
</message>
<message>
<source>Pareto front</source>
<translation type="unfinished" />
</message>
<message>
<source>How does {0} change with {1}?</source>
<translation type="unfinished" />
</message>
<message>
<source> and </source>
<translation type="unfinished" />
</message>
<message>
<source>Nothing of {0} was measured yet.</source>
<translation type="unfinished" />
</message>
<message>
<source>The same as curves, from the first measured cells on.</source>
<translation type="unfinished" />
</message>
<message>
<source>Of {0}.</source>
<translation type="unfinished" />
</message>
<message>
<source>It follows from the first measured cells.</source>
<translation type="unfinished" />
</message>
<message>
<source>and {0} more, in the report</source>
<translation type="unfinished" />
</message>
<message>
<source>A click on a cell opens its run.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>SweepExport</name>
<message>
<source>PDF report (*.pdf)</source>
<translation type="unfinished" />
</message>
<message>
<source>CSV table of the cells (*.csv)</source>
<translation type="unfinished" />
</message>
<message>
<source>Picture (*.png)</source>
<translation type="unfinished" />
</message>
<message>
<source>Drawing (*.svg)</source>
<translation type="unfinished" />
</message>
<message>
<source>JSON document (*.json)</source>
<translation type="unfinished" />
</message>
<message>
<source>Save the sweep</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is no kind of file that a sweep is written to</source>
<translation type="unfinished" />
</message>
<message>
<source>Name one that ends in .pdf, .csv, .png, .svg or .json.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>SweepPage</name>
<message>
<source>Sweep</source>
<translation type="unfinished" />
</message>
<message>
<source>New sweep</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} would take about {1}.</source>
<translation type="unfinished" />
</message>
<message>
<source>cell</source>
<translation type="unfinished" />
</message>
<message>
<source>cells</source>
<translation type="unfinished" />
</message>
<message>
<source>Start all the same</source>
<translation type="unfinished" />
</message>
<message>
<source>cell {0} of {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>sweep</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>SweepSetup</name>
<message>
<source>none</source>
<translation type="unfinished" />
</message>
<message>
<source>Where is the knee, and where does memory end?</source>
<translation type="unfinished" />
</message>
<message>
<source>A short run for each value, or each pair of values; the whole range is covered early, so that you can stop at any time.</source>
<translation type="unfinished" />
</message>
<message>
<source>Earlier sweeps</source>
<translation type="unfinished" />
</message>
<message>
<source>First axis</source>
<translation type="unfinished" />
</message>
<message>
<source>Second axis</source>
<translation type="unfinished" />
</message>
<message>
<source>Values</source>
<translation type="unfinished" />
</message>
<message>
<source>Values of the {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Budget</source>
<translation type="unfinished" />
</message>
<message>
<source>1..1024 doubles, 1..1024:x4 multiplies by four, 1,8,64 and fp32,bf16 are lists. A budget is a time, such as 10min.</source>
<translation type="unfinished" />
</message>
<message>
<source>A time, such as 90s, 10min or 1h.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>TagsDialog</name>
<message>
<source>Tags of the run</source>
<translation type="unfinished" />
</message>
<message>
<source>Tags of {0} runs</source>
<translation type="unfinished" />
</message>
<message>
<source>Keep the tags</source>
<translation type="unfinished" />
</message>
<message>
<source>New tags, with spaces between them</source>
<translation type="unfinished" />
</message>
<message>
<source>New tags</source>
<translation type="unfinished" />
</message>
<message>
<source>A tag is one word.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}  (on {1} of {2})</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ThinOutDialog</name>
<message>
<source>Thin the runs out</source>
<translation type="unfinished" />
</message>
<message>
<source>older than</source>
<translation type="unfinished" />
</message>
<message>
<source>Months</source>
<translation type="unfinished" />
</message>
<message>
<source>failed, stopped or interrupted</source>
<translation type="unfinished" />
</message>
<message>
<source>without a tag or a note</source>
<translation type="unfinished" />
</message>
<message>
<source>months</source>
<translation type="unfinished" />
</message>
<message>
<source>Delete the runs that match all of these:</source>
<translation type="unfinished" />
</message>
<message>
<source>Live runs are kept. Deleted runs can be restored until they are removed permanently; only that frees space.</source>
<translation type="unfinished" />
</message>
<message>
<source>Delete {0} runs</source>
<translation type="unfinished" />
</message>
<message>
<source>Delete</source>
<translation type="unfinished" />
</message>
<message>
<source>Delete one run</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} of {1} runs</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}, about {1}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Throttling</name>
<message>
<source>power cap</source>
<translation type="unfinished" />
</message>
<message>
<source>hardware slowdown</source>
<translation type="unfinished" />
</message>
<message>
<source>sync boost</source>
<translation type="unfinished" />
</message>
<message>
<source>thermal slowdown</source>
<translation type="unfinished" />
</message>
<message>
<source>power brake</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>TimeBar</name>
<message>
<source>Device time</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>TimelinePane</name>
<message>
<source>Search</source>
<translation type="unfinished" />
</message>
<message>
<source>Working out the timeline …</source>
<translation type="unfinished" />
</message>
<message>
<source>Next match (F3)</source>
<translation type="unfinished" />
</message>
<message>
<source>Previous match (Shift+F3)</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} found</source>
<translation type="unfinished" />
</message>
<message>
<source>Show in Kernels</source>
<translation type="unfinished" />
</message>
<message>
<source>Show in Operators</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ToldStrips</name>
<message>
<source>Throughput</source>
<translation type="unfinished" />
</message>
<message>
<source>Phases of a step</source>
<translation type="unfinished" />
</message>
<message>
<source>rank {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} by rank</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>TraceCard</name>
<message>
<source>Duration</source>
<translation type="unfinished" />
</message>
<message>
<source>Start</source>
<translation type="unfinished" />
</message>
<message>
<source>Kind</source>
<translation type="unfinished" />
</message>
<message>
<source>Operator</source>
<translation type="unfinished" />
</message>
<message>
<source>waiting for the device</source>
<translation type="unfinished" />
</message>
<message>
<source>runtime calls</source>
<translation type="unfinished" />
</message>
<message>
<source>Stream</source>
<translation type="unfinished" />
</message>
<message>
<source>Grid</source>
<translation type="unfinished" />
</message>
<message>
<source>Block</source>
<translation type="unfinished" />
</message>
<message>
<source>Registers a thread</source>
<translation type="unfinished" />
</message>
<message>
<source>Shared memory</source>
<translation type="unfinished" />
</message>
<message>
<source>Estimated occupancy</source>
<translation type="unfinished" />
</message>
<message>
<source>Moved</source>
<translation type="unfinished" />
</message>
<message>
<source>Rate</source>
<translation type="unfinished" />
</message>
<message>
<source>After its launch</source>
<translation type="unfinished" />
</message>
<message>
<source>Shapes</source>
<translation type="unfinished" />
</message>
<message>
<source>Operations</source>
<translation type="unfinished" />
</message>
<message>
<source>This stream waited {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Another stream of the device was at work.</source>
<translation type="unfinished" />
</message>
<message>
<source>The device waited {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Nothing that the host did then was recorded.</source>
<translation type="unfinished" />
</message>
<message>
<source>The host was in</source>
<translation type="unfinished" />
</message>
<message>
<source>for</source>
<translation type="unfinished" />
</message>
<message>
<source>Steps</source>
<translation type="unfinished" />
</message>
<message>
<source>GPU {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>GPU {0}, {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>stream {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Thread {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Ranges</source>
<translation type="unfinished" />
</message>
<message>
<source>Kernels and copies</source>
<translation type="unfinished" />
</message>
<message>
<source>Waits</source>
<translation type="unfinished" />
</message>
<message>
<source>Modules</source>
<translation type="unfinished" />
</message>
<message>
<source>Operators</source>
<translation type="unfinished" />
</message>
<message>
<source>Python</source>
<translation type="unfinished" />
</message>
<message>
<source>Other</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>TraceTimeline</name>
<message>
<source>No trace is open.</source>
<translation type="unfinished" />
</message>
<message>
<source>Timeline</source>
<translation type="unfinished" />
</message>
<message>
<source>The trace holds nothing that lasts.</source>
<translation type="unfinished" />
</message>
<message>
<source>W and S zoom, A and D move, the arrow keys go from slice to slice, Return zooms to it, Home shows all.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ValueChoice</name>
<message>
<source>Choose values</source>
<translation type="unfinished" />
</message>
<message>
<source>Filter</source>
<translation type="unfinished" />
</message>
<message>
<source>Filter of the values</source>
<translation type="unfinished" />
</message>
<message>
<source>Logged values</source>
<translation type="unfinished" />
</message>
<message>
<source>Draw</source>
<translation type="unfinished" />
</message>
<message>
<source>Cancel</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} chosen; {1} can be drawn</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>VaryDialog</name>
<message>
<source>Vary {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Start</source>
<translation type="unfinished" />
</message>
<message>
<source>What to vary</source>
<translation type="unfinished" />
</message>
<message>
<source>Values, the baseline first, with commas between them</source>
<translation type="unfinished" />
</message>
<message>
<source>Runs of each</source>
<translation type="unfinished" />
</message>
<message>
<source>Until ±</source>
<translation type="unfinished" />
</message>
<message>
<source>Precision in per cent</source>
<translation type="unfinished" />
</message>
<message>
<source>Warm up until steady, at most 60 s a run</source>
<translation type="unfinished" />
</message>
<message>
<source>the precision is not between 0.01 % and 50 %</source>
<translation type="unfinished" />
</message>
<message>
<source>For example: 2</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} are enough for a claim.</source>
<translation type="unfinished" />
</message>
<message>
<source>runs of each: from 1 to {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} (baseline)</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose a value beside the baseline.</source>
<translation type="unfinished" />
</message>
<message>
<source>It goes on from there until the intervals are that narrow, at most {0} runs of each</source>
<translation type="unfinished" />
</message>
<message>
<source>none</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ViewBar</name>
<message>
<source>10 s</source>
<translation type="unfinished" />
</message>
<message>
<source>60 s</source>
<translation type="unfinished" />
</message>
<message>
<source>5 min</source>
<translation type="unfinished" />
</message>
<message>
<source>Pause</source>
<translation type="unfinished" />
</message>
<message>
<source>Hold the curves still, or follow the newest readings (Space)</source>
<translation type="unfinished" />
</message>
<message>
<source>Curves</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose which of the logged values are drawn</source>
<translation type="unfinished" />
</message>
<message>
<source>Copy what to do about it</source>
<translation type="unfinished" />
</message>
<message>
<source>Time</source>
<translation type="unfinished" />
</message>
<message>
<source>Steps</source>
<translation type="unfinished" />
</message>
<message>
<source>Follow</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} of {1} logged values …</source>
<translation type="unfinished" />
</message>
<message>
<source>Copy: {0}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>WaterfallView</name>
<message>
<source>What each rung brought</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>WhyCard</name>
<message>
<source>Why, and what next</source>
<translation type="unfinished" />
</message>
<message>
<source>To try next, beside {0}:</source>
<translation type="unfinished" />
</message>
<message>
<source>Nothing can be tried from here. {0}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Worker</name>
<message>
<source>this is a bug of gpuscope: {0}: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>Please report it; the traceback is in gpuscope.log.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>WrappedLabel</name>
<message>
<source>Copy</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Engine</name>
<message>
<source>starting</source>
<translation type="unfinished" />
</message>
<message>
<source>loading</source>
<translation type="unfinished" />
</message>
<message>
<source>warming up</source>
<translation type="unfinished" />
</message>
<message>
<source>measuring</source>
<translation type="unfinished" />
</message>
<message>
<source>evaluating</source>
<translation type="unfinished" />
</message>
<message>
<source>recording idle power</source>
<translation type="unfinished" />
</message>
<message>
<source>finishing</source>
<translation type="unfinished" />
</message>
<message>
<source>training</source>
<translation type="unfinished" />
</message>
<message>
<source>inference</source>
<translation type="unfinished" />
</message>
<message>
<source>Task</source>
<translation type="unfinished" />
</message>
<message>
<source>Train the model, or only run it forward.</source>
<translation type="unfinished" />
</message>
<message>
<source>Device</source>
<translation type="unfinished" />
</message>
<message>
<source>Where the model lies and computes: cpu, or cuda:N, mps:0 (Apple), xpu:N (Intel) in torch's order.</source>
<translation type="unfinished" />
</message>
<message>
<source>Precision</source>
<translation type="unfinished" />
</message>
<message>
<source>Number format of the arithmetic. bf16 and fp16 use autocast (with gradient scaling for fp16 training); tf32 is FP32 storage with TF32 tensor cores.</source>
<translation type="unfinished" />
</message>
<message>
<source>Batch size</source>
<translation type="unfinished" />
</message>
<message>
<source>Samples a step; each measured step takes a full batch.</source>
<translation type="unfinished" />
</message>
<message>
<source>Steps</source>
<translation type="unfinished" />
</message>
<message>
<source>Measured steps; the warm-up comes before them.</source>
<translation type="unfinished" />
</message>
<message>
<source>Duration</source>
<translation type="unfinished" />
</message>
<message>
<source>Measures for so long instead of for a number of steps, such as 10s or 2min; the warm-up comes before it.</source>
<translation type="unfinished" />
</message>
<message>
<source>Warm-up steps</source>
<translation type="unfinished" />
</message>
<message>
<source>Steps before the measured ones; never more than they are.</source>
<translation type="unfinished" />
</message>
<message>
<source>Warm-up limit</source>
<translation type="unfinished" />
</message>
<message>
<source>Goes on warming up, behind the warm-up steps, until the speed and a GPU's temperature are steady, at most for so long; a training then starts over. 0 for the warm-up steps alone.</source>
<translation type="unfinished" />
</message>
<message>
<source>Threads</source>
<translation type="unfinished" />
</message>
<message>
<source>Threads that torch computes with on the CPU; torch decides when not given.</source>
<translation type="unfinished" />
</message>
<message>
<source>Seed</source>
<translation type="unfinished" />
</message>
<message>
<source>Start of every random sequence: the same seed repeats loss and accuracy.</source>
<translation type="unfinished" />
</message>
<message>
<source>Data folder</source>
<translation type="unfinished" />
</message>
<message>
<source>Folder with MNIST's IDX files or CIFAR-10's binary archive; or synthetic, for images of the same shape made from random numbers; or download, for the published files. The digits of scikit-learn when not given.</source>
<translation type="unfinished" />
</message>
<message>
<source>Optimizations</source>
<translation type="unfinished" />
</message>
<message>
<source>Transformations of the run, by name, with commas between them; 'gpuscope workloads' lists them.</source>
<translation type="unfinished" />
</message>
<message>
<source>Engine</source>
<translation type="unfinished" />
</message>
<message>
<source>What runs the model: eager is torch as it is.</source>
<translation type="unfinished" />
</message>
<message>
<source>Ranks</source>
<translation type="unfinished" />
</message>
<message>
<source>Processes that one training is spread over, on this machine, by an optimization such as ddp; each computes on a GPU of its own, counted from the device, or on its share of the CPU's cores.</source>
<translation type="unfinished" />
</message>
<message>
<source>Nodes</source>
<translation type="unfinished" />
</message>
<message>
<source>Machines that one training is spread over; the same is started on each of them.</source>
<translation type="unfinished" />
</message>
<message>
<source>Rendezvous</source>
<translation type="unfinished" />
</message>
<message>
<source>Where the machines meet, as HOST:PORT: one of them, at a free port that all can reach.</source>
<translation type="unfinished" />
</message>
<message>
<source>Profile</source>
<translation type="unfinished" />
</message>
<message>
<source>Steps, or a time, that torch's profiler records: steps=100:110 for the ten behind the hundredth, or time=30s:35s; with memory or stacks behind a comma for these too. They are left out of throughput and energy.</source>
<translation type="unfinished" />
</message>
<message>
<source>Images</source>
<translation type="unfinished" />
</message>
<message>
<source>MLP on handwritten digits</source>
<translation type="unfinished" />
</message>
<message>
<source>Perceptron 784-128-10 with ReLU, cross entropy, by default SGD at 0.01; on scikit-learn's digits scaled up to 28×28, or on MNIST's IDX files.</source>
<translation type="unfinished" />
</message>
<message>
<source>Hidden units</source>
<translation type="unfinished" />
</message>
<message>
<source>Width of the layer between input and output.</source>
<translation type="unfinished" />
</message>
<message>
<source>Optimizer</source>
<translation type="unfinished" />
</message>
<message>
<source>SGD, SGD with momentum 0.9, Adam, AdamW (weight decay 0.01) or RMSprop.</source>
<translation type="unfinished" />
</message>
<message>
<source>Learning rate</source>
<translation type="unfinished" />
</message>
<message>
<source>Step size of the optimizer. Default: the workload's own for its default optimizer, else 0.01 for SGD and momentum and 0.001 for the others.</source>
<translation type="unfinished" />
</message>
<message>
<source>Training before inference</source>
<translation type="unfinished" />
</message>
<message>
<source>Training steps in FP32 before inference, outside the measured window; batch 64, or the workload's default if smaller. 0 leaves the model untrained.</source>
<translation type="unfinished" />
</message>
<message>
<source>CNN on small colour images</source>
<translation type="unfinished" />
</message>
<message>
<source>Two convolutions (32 and 64 channels) with max pooling and two linear layers, by default Adam at 0.001; on scikit-learn's digits scaled up to 32×32×3, or on CIFAR-10's binary archive.</source>
<translation type="unfinished" />
</message>
<message>
<source>Early stopping: time and energy to an accuracy</source>
<translation type="unfinished" />
</message>
<message>
<source>Trains the CNN on small colour images from random weights until it reaches an accuracy on held-out data. The measured part ends there, so that its energy is the cost of that accuracy.</source>
<translation type="unfinished" />
</message>
<message>
<source>Accuracy to reach</source>
<translation type="unfinished" />
</message>
<message>
<source>Training ends when a test on held-out data reaches this accuracy; --steps is the maximum.</source>
<translation type="unfinished" />
</message>
<message>
<source>Steps between tests</source>
<translation type="unfinished" />
</message>
<message>
<source>Number of training steps between tests; the time of the tests counts.</source>
<translation type="unfinished" />
</message>
<message>
<source>Data loading: CNN fed sample by sample</source>
<translation type="unfinished" />
</message>
<message>
<source>The CNN on small colour images, each batch built sample by sample in main memory and copied to the device. With no loading process every step waits for its data; the phase data says how long. cifar-cnn is the same with all data on the device.</source>
<translation type="unfinished" />
</message>
<message>
<source>Loading processes</source>
<translation type="unfinished" />
</message>
<message>
<source>Worker processes that build batches while the model trains; 0 builds them in the training process, between steps.</source>
<translation type="unfinished" />
</message>
<message>
<source>Batches ahead</source>
<translation type="unfinished" />
</message>
<message>
<source>Batches that each loading process prefetches.</source>
<translation type="unfinished" />
</message>
<message>
<source>Augmentation</source>
<translation type="unfinished" />
</message>
<message>
<source>flip-crop shifts each image by up to four pixels and mirrors half of them, on the CPU.</source>
<translation type="unfinished" />
</message>
<message>
<source>Mixup</source>
<translation type="unfinished" />
</message>
<message>
<source>Parameter of the Beta distribution from which mixup draws the ratio of two samples and their labels; 0 turns mixup off.</source>
<translation type="unfinished" />
</message>
<message>
<source>Pinned memory</source>
<translation type="unfinished" />
</message>
<message>
<source>Batches for a GPU are built in page-locked memory, so that copying them overlaps with computation.</source>
<translation type="unfinished" />
</message>
<message>
<source>AlexNet with batch norm, 32 px</source>
<translation type="unfinished" />
</message>
<message>
<source>AlexNet for images of 32×32: five convolutions, the first 5×5 with stride 2, batch normalization after the first two, three linear layers with dropout; on scikit-learn's digits scaled up, or on CIFAR-10's binary archive.</source>
<translation type="unfinished" />
</message>
<message>
<source>AlexNet with batch norm, 224 px</source>
<translation type="unfinished" />
</message>
<message>
<source>AlexNet as published in 2012: convolutions of 11×11, 5×5 and three of 3×3 with pooling, batch normalization after the first two, linear layers of 4096 with dropout. Images of 32×32 are scaled up batch by batch.</source>
<translation type="unfinished" />
</message>
<message>
<source>VGG-16, 32 px</source>
<translation type="unfinished" />
</message>
<message>
<source>VGG-16 for images of 32×32: thirteen convolutions of 3×3 and three linear layers of 512; on scikit-learn's digits scaled up, or on CIFAR-10's binary archive.</source>
<translation type="unfinished" />
</message>
<message>
<source>VGG-16, 224 px</source>
<translation type="unfinished" />
</message>
<message>
<source>VGG-16 as published, with ten classes: 134 million weights, 31 GFLOP per image. Images of 32×32 are scaled up batch by batch.</source>
<translation type="unfinished" />
</message>
<message>
<source>ResNet-50, 32 px</source>
<translation type="unfinished" />
</message>
<message>
<source>ResNet-50 for images of 32×32: its first convolution is 3×3 with stride 1, without pooling before the first stage; on scikit-learn's digits scaled up, or on CIFAR-10's binary archive.</source>
<translation type="unfinished" />
</message>
<message>
<source>ResNet-50, 224 px</source>
<translation type="unfinished" />
</message>
<message>
<source>ResNet-50 with ten classes and its stride in the 3×3 convolutions: 8.2 GFLOP per image. Images of 32×32 are scaled up batch by batch.</source>
<translation type="unfinished" />
</message>
<message>
<source>Text</source>
<translation type="unfinished" />
</message>
<message>
<source>LSTM text classifier</source>
<translation type="unfinished" />
</message>
<message>
<source>Classifies passages of 32 words by the chapter of Python's help that they are from, one of eight: an embedding, an LSTM layer and a linear layer, by default Adam at 0.01.</source>
<translation type="unfinished" />
</message>
<message>
<source>Size of the LSTM's hidden state.</source>
<translation type="unfinished" />
</message>
<message>
<source>Small GPT on Python's help</source>
<translation type="unfinished" />
</message>
<message>
<source>A transformer that predicts the next byte of text, by default Adam at 0.001. Inference generates with a key-value cache: a step is one generation for the whole batch, a prefill of the prompts and then one token at a time.</source>
<translation type="unfinished" />
</message>
<message>
<source>Layers</source>
<translation type="unfinished" />
</message>
<message>
<source>Transformer blocks: attention and two linear layers each.</source>
<translation type="unfinished" />
</message>
<message>
<source>Heads</source>
<translation type="unfinished" />
</message>
<message>
<source>Attention heads per layer; the model's width is heads × head width.</source>
<translation type="unfinished" />
</message>
<message>
<source>Head width</source>
<translation type="unfinished" />
</message>
<message>
<source>Width of one attention head; kernels are fastest at 64 and 128.</source>
<translation type="unfinished" />
</message>
<message>
<source>Context</source>
<translation type="unfinished" />
</message>
<message>
<source>Bytes of text per training sample.</source>
<translation type="unfinished" />
</message>
<message>
<source>Prompt</source>
<translation type="unfinished" />
</message>
<message>
<source>Bytes of text that a generation starts from.</source>
<translation type="unfinished" />
</message>
<message>
<source>New tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>Bytes that a generation appends to its prompt.</source>
<translation type="unfinished" />
</message>
<message>
<source>Kernels</source>
<translation type="unfinished" />
</message>
<message>
<source>Matrix product</source>
<translation type="unfinished" />
</message>
<message>
<source>A kernel: the product of square matrices of random numbers. The batch size is the number of products per step.</source>
<translation type="unfinished" />
</message>
<message>
<source>Matrix size</source>
<translation type="unfinished" />
</message>
<message>
<source>Rows and columns of the square matrices.</source>
<translation type="unfinished" />
</message>
<message>
<source>Convolution and correlation</source>
<translation type="unfinished" />
</message>
<message>
<source>Valid-mode sums out[i, j] = Σ f[m, n] · x[i + m, j + n] of random images: the same result by a loop, by libraries and on the GPU. The batch size is the number of images per step.</source>
<translation type="unfinished" />
</message>
<message>
<source>Method</source>
<translation type="unfinished" />
</message>
<message>
<source>A nested loop in plain Python, NumPy, SciPy, the fast Fourier transform, or torch on the run's device.</source>
<translation type="unfinished" />
</message>
<message>
<source>Operation</source>
<translation type="unfinished" />
</message>
<message>
<source>Correlation applies the filter as it is; convolution rotates it by 180° first.</source>
<translation type="unfinished" />
</message>
<message>
<source>Image size</source>
<translation type="unfinished" />
</message>
<message>
<source>Rows and columns of each image.</source>
<translation type="unfinished" />
</message>
<message>
<source>Filter size</source>
<translation type="unfinished" />
</message>
<message>
<source>Rows and columns of the filter.</source>
<translation type="unfinished" />
</message>
<message>
<source>Autocorrelation</source>
<translation type="unfinished" />
</message>
<message>
<source>Sums r[k] = Σ x[i] · x[i + k] of random signals, for every lag from 0. The batch size is the number of signals per step.</source>
<translation type="unfinished" />
</message>
<message>
<source>Signal length</source>
<translation type="unfinished" />
</message>
<message>
<source>Elements of each signal.</source>
<translation type="unfinished" />
</message>
<message>
<source>Products of neighbours</source>
<translation type="unfinished" />
</message>
<message>
<source>A kernel out[i] = x[i] · x[i+1] + x[i+2] · x[i+3]. Bound by memory bandwidth, which is shown beside the device's measured peak. The batch size is the number of passes per step.</source>
<translation type="unfinished" />
</message>
<message>
<source>Implementation</source>
<translation type="unfinished" />
</message>
<message>
<source>torch operators (eager) or torch.compile on any device; C++ on the CPU; Triton or CUDA C++ on a GPU.</source>
<translation type="unfinished" />
</message>
<message>
<source>Vector length</source>
<translation type="unfinished" />
</message>
<message>
<source>Elements of each vector.</source>
<translation type="unfinished" />
</message>
<message>
<source>Reduction of products</source>
<translation type="unfinished" />
</message>
<message>
<source>A kernel Σ x[i] · y[i]. Bound by memory bandwidth, which is shown beside the device's measured peak. The batch size is the number of passes per step.</source>
<translation type="unfinished" />
</message>
<message>
<source>Scaled vector sum</source>
<translation type="unfinished" />
</message>
<message>
<source>A kernel out[i] = a · x[i] + y[i]. Bound by memory bandwidth, which is shown beside the device's measured peak. The batch size is the number of passes per step.</source>
<translation type="unfinished" />
</message>
<message>
<source>Matrix-vector product</source>
<translation type="unfinished" />
</message>
<message>
<source>A kernel out[i] = Σ matrix[i, j] · x[j]. Bound by memory bandwidth, which is shown beside the device's measured peak. The batch size is the number of passes per step.</source>
<translation type="unfinished" />
</message>
<message>
<source>Copy within memory</source>
<translation type="unfinished" />
</message>
<message>
<source>Copies within the device's own memory, to measure the bandwidth. The batch size is the number of copies per step.</source>
<translation type="unfinished" />
</message>
<message>
<source>Block size</source>
<translation type="unfinished" />
</message>
<message>
<source>Size of each copy.</source>
<translation type="unfinished" />
</message>
<message>
<source>Copy from host to device</source>
<translation type="unfinished" />
</message>
<message>
<source>Copies from main memory to the GPU, to measure the bandwidth. The batch size is the number of copies per step.</source>
<translation type="unfinished" />
</message>
<message>
<source>Main memory</source>
<translation type="unfinished" />
</message>
<message>
<source>Pageable, or pinned: page-locked, so that the GPU reads and writes it by DMA while it computes.</source>
<translation type="unfinished" />
</message>
<message>
<source>Compute beside the copy</source>
<translation type="unfinished" />
</message>
<message>
<source>Runs a matrix product on the GPU at the same time.</source>
<translation type="unfinished" />
</message>
<message>
<source>Copy from device to host</source>
<translation type="unfinished" />
</message>
<message>
<source>Copies from the GPU to main memory, to measure the bandwidth. The batch size is the number of copies per step.</source>
<translation type="unfinished" />
</message>
<message>
<source>Matrix product in OpenCL</source>
<translation type="unfinished" />
</message>
<message>
<source>The product of square matrices, one element per work item, in OpenCL C through pyopencl. The batch size is the number of passes per step.</source>
<translation type="unfinished" />
</message>
<message>
<source>Convolution in OpenCL</source>
<translation type="unfinished" />
</message>
<message>
<source>The valid-mode sum of an image and a filter, in OpenCL C through pyopencl. The batch size is the number of passes per step.</source>
<translation type="unfinished" />
</message>
<message>
<source>Products of neighbours in OpenCL</source>
<translation type="unfinished" />
</message>
<message>
<source>out[i] = x[i] · x[i+1] + x[i+2] · x[i+3], in OpenCL C through pyopencl. The batch size is the number of passes per step.</source>
<translation type="unfinished" />
</message>
<message>
<source>Knowledge distillation, half of each layer</source>
<translation type="unfinished" />
</message>
<message>
<source>Trains a student with half of each layer's units or channels on the outputs of the trained model, for the same number of steps, and measures the student. Also reports the accuracy of the teacher, and of the same student trained on the labels only. It does not help on easy data, where labels suffice, and costs the training of a second model.</source>
<translation type="unfinished" />
</message>
<message>
<source>Structured pruning, half of each layer</source>
<translation type="unfinished" />
</message>
<message>
<source>Removes the half of each layer's units or channels with the smallest weights, and their inputs in the next layer: layers become smaller, so that file, memory and time shrink on every device. It does not help accuracy, much of which is lost without further training; distill adds that.</source>
<translation type="unfinished" />
</message>
<message>
<source>Pruning, 50 % of the weights</source>
<translation type="unfinished" />
</message>
<message>
<source>Sets the smaller half of all weights, by magnitude, to zero. It shows what that costs in accuracy; a compressed file shrinks. It does not help speed or memory by itself: zeros are stored and multiplied like other numbers.</source>
<translation type="unfinished" />
</message>
<message>
<source>2:4 sparsity</source>
<translation type="unfinished" />
</message>
<message>
<source>Sets the two smaller of every four consecutive weights to zero, the pattern that tensor cores of NVIDIA GPUs of compute capability 8.0 or higher skip. It does not help speed on CPUs and older GPUs, where it shows the cost in accuracy only, nor small layers, nor convolutions in torch.</source>
<translation type="unfinished" />
</message>
<message>
<source>Half storage, FP32 compute</source>
<translation type="unfinished" />
</message>
<message>
<source>Stores weights in FP16 and converts them to FP32 when a layer uses them: half the memory and file size, with FP32 arithmetic. It does not help speed where computation takes the time: the conversion is added to it.</source>
<translation type="unfinished" />
</message>
<message>
<source>INT8 weights</source>
<translation type="unfinished" />
</message>
<message>
<source>Stores weights as 8-bit integers with one scale per output of a layer, a quarter of FP32's size, and converts them when a layer uses them. It does not help speed where computation takes the time: it is for models whose weights do not fit in memory, or are bound by reading them once a compiler fuses the conversion.</source>
<translation type="unfinished" />
</message>
<message>
<source>FP8 weights</source>
<translation type="unfinished" />
</message>
<message>
<source>Stores weights in the 8-bit floating-point type E4M3 with one scale per output of a layer, a quarter of FP32's size, and converts them when a layer uses them. It resolves values near zero more finely than INT8, and large ones more coarsely. It does not help speed where computation takes the time: the conversion is added to it.</source>
<translation type="unfinished" />
</message>
<message>
<source>INT8, dynamic</source>
<translation type="unfinished" />
</message>
<message>
<source>Stores the weights of linear layers and LSTMs as 8-bit integers, a quarter of FP32's size, takes the range of the activations at each call, and multiplies in INT8. It does not help convolutions, which stay in FP32, nor small layers, nor large batches that use the CPU's FP32 units fully.</source>
<translation type="unfinished" />
</message>
<message>
<source>INT8, dynamic, through torchao</source>
<translation type="unfinished" />
</message>
<message>
<source>Stores the weights of linear layers as 8-bit integers with one scale per output, takes the range of each sample's activations at each call, and multiplies in INT8. It does not help convolutions, which stay unchanged, nor speed without a compiler that fuses the scaling: combine it with compile.</source>
<translation type="unfinished" />
</message>
<message>
<source>INT8 weights, through torchao</source>
<translation type="unfinished" />
</message>
<message>
<source>Stores the weights of linear layers as 8-bit integers with one scale per output, a quarter of FP32's size, and converts them when a layer uses them. It does not help convolutions, which stay unchanged, nor speed where computation takes the time.</source>
<translation type="unfinished" />
</message>
<message>
<source>FP8 weights, through torchao</source>
<translation type="unfinished" />
</message>
<message>
<source>Stores the weights of linear layers in the 8-bit floating-point type E4M3 with one scale per output, a quarter of FP32's size, and converts them when a layer uses them. It does not help convolutions, which stay unchanged, nor speed where computation takes the time.</source>
<translation type="unfinished" />
</message>
<message>
<source>Channels last</source>
<translation type="unfinished" />
</message>
<message>
<source>Stores images and weights with the channel as the innermost dimension (NHWC), the layout of tensor cores and many CPU kernels, so that convolutions need no reordering. It does not help models without convolutions, and helps little with small images or few channels.</source>
<translation type="unfinished" />
</message>
<message>
<source>cuDNN autotune</source>
<translation type="unfinished" />
</message>
<message>
<source>Times cuDNN's algorithms for each shape of convolution at its first call, and keeps the fastest deterministic one. It does not help models without convolutions, nor batches of varying size: each new shape is timed again.</source>
<translation type="unfinished" />
</message>
<message>
<source>SDPA: flash attention</source>
<translation type="unfinished" />
</message>
<message>
<source>Computes attention in tiles in on-chip memory (Dao et al., arXiv 2205.14135), so that the matrix of attention scores is never written to memory: less memory traffic, and memory linear in the context length, not quadratic. Torch uses it by default where it can; this option allows no other kernel. It does not help at short contexts, nor when generating one token at a time; on GPUs it requires fp16 or bf16.</source>
<translation type="unfinished" />
</message>
<message>
<source>SDPA: plain products</source>
<translation type="unfinished" />
</message>
<message>
<source>Computes attention by its definition: a matrix product, a softmax over the full matrix of scores, a matrix product. The baseline for flash attention: it works on every device and in every number format. It does not help speed or memory at long contexts; at short ones it may be as fast.</source>
<translation type="unfinished" />
</message>
<message>
<source>Activation checkpointing</source>
<translation type="unfinished" />
</message>
<message>
<source>Stores only the activations between segments of the model and recomputes the others in the backward pass: less memory for about a third more computation, so that deeper models or larger batches fit. It does not help speed, nor memory where weights and optimizer state take most of it.</source>
<translation type="unfinished" />
</message>
<message>
<source>CUDA graphs</source>
<translation type="unfinished" />
</message>
<message>
<source>Records the kernels of forward and backward pass once and launches each pass as a whole, which saves CPU time per kernel launch. It does not help where kernels run longer than their launch takes (large batches, large layers), needs extra memory, and requires a fixed batch size.</source>
<translation type="unfinished" />
</message>
<message>
<source>Offload, last layer on the CPU</source>
<translation type="unfinished" />
</message>
<message>
<source>Places the last layer on the CPU and all others on the GPU; its input and output are copied once per step, timed as phases of their own. It shows the cost of splitting a model: the GPU waits while the CPU computes. It does not help where the model fits in the GPU's memory.</source>
<translation type="unfinished" />
</message>
<message>
<source>Offload, half of the layers on the CPU</source>
<translation type="unfinished" />
</message>
<message>
<source>Places the last half of the layers on the CPU and the others on the GPU; activations and gradients are copied between them, timed as phases of their own. It frees the GPU memory of those layers for models that would not fit otherwise. It does not help speed: the CPU is slower, and each waits for the other.</source>
<translation type="unfinished" />
</message>
<message>
<source>Gradient accumulation, 4 micro-batches</source>
<translation type="unfinished" />
</message>
<message>
<source>Splits each batch into four micro-batches and accumulates their gradients before the optimizer step, so that the activations of only a quarter of the batch are in memory. The result is the same up to rounding, except with batch normalization, which sees the quarters. It does not help where the whole batch fits: four small passes take longer than one large one.</source>
<translation type="unfinished" />
</message>
<message>
<source>Optimizer, foreach</source>
<translation type="unfinished" />
</message>
<message>
<source>Updates all weights with a few operations on lists of tensors instead of several operations per tensor, at the cost of temporary copies. On GPUs it is torch's default. It does not help models with few tensors, and rarely helps on CPUs.</source>
<translation type="unfinished" />
</message>
<message>
<source>Optimizer, fused</source>
<translation type="unfinished" />
</message>
<message>
<source>Updates weights and optimizer state in one kernel, which reads and writes each value once per step. It does not help where forward and backward pass take nearly all of a step, as with convolutions on large batches.</source>
<translation type="unfinished" />
</message>
<message>
<source>Inference mode off</source>
<translation type="unfinished" />
</message>
<message>
<source>Lets torch record every forward pass for gradients that are never computed, as a program does that forgets inference mode; every other run uses it. It shows what inference mode saves, mostly memory. It does not help any run.</source>
<translation type="unfinished" />
</message>
<message>
<source>torch.compile</source>
<translation type="unfinished" />
</message>
<message>
<source>Traces the model once and compiles it: fused operations mean less memory traffic and fewer kernel launches. The first step takes seconds to minutes and is part of the warm-up. It does not help where large matrix products take all the time, nor runs of a few steps.</source>
<translation type="unfinished" />
</message>
<message>
<source>torch.compile, reduce-overhead</source>
<translation type="unfinished" />
</message>
<message>
<source>Compiles the model and records its kernels as CUDA graphs, which saves CPU time per kernel launch. It does not help where kernels run longer than their launch takes, and needs extra memory.</source>
<translation type="unfinished" />
</message>
<message>
<source>torch.compile, max-autotune</source>
<translation type="unfinished" />
</message>
<message>
<source>Compiles the model, times several kernels for each matrix product and convolution, and keeps the fastest; on GPUs it also uses CUDA graphs. The first step takes minutes. It does not help runs of a few steps, and helps little where the libraries' kernels are already the fastest.</source>
<translation type="unfinished" />
</message>
<message>
<source>DDP, data parallel</source>
<translation type="unfinished" />
</message>
<message>
<source>Replicates the model on each of --ranks N processes, gives each an equal part of every batch, and averages the gradients during the backward pass. The result equals that of one process, except for rounding and batch normalization, which sees the rank's part only. It does not help short steps: the gradients, as large as the model, are exchanged in every step.</source>
<translation type="unfinished" />
</message>
<message>
<source>FSDP2, sharded data parallel</source>
<translation type="unfinished" />
</message>
<message>
<source>Gives each of --ranks N processes an equal part of every batch, and shards weights, gradients and optimizer state over them; a layer's weights are gathered while it computes. It trains models that do not fit on one device. It does not help speed where the model fits: weights are exchanged twice per step, in addition to the gradients.</source>
<translation type="unfinished" />
</message>
<message>
<source>Pipeline parallel, model parallel by layers</source>
<translation type="unfinished" />
</message>
<message>
<source>Gives each of --ranks N processes consecutive layers of about equal FLOP, and sends every batch through them as two micro-batches per rank, so that all ranks have work. It trains models that do not fit on one device, and exchanges activations only. It does not help small batches: ranks idle at the start and end of each step, a third of it with two micro-batches per rank.</source>
<translation type="unfinished" />
</message>
<message>
<source>Tensor parallel, model parallel within layers</source>
<translation type="unfinished" />
</message>
<message>
<source>Splits pairs of linear layers, and attention heads, over --ranks N processes, the first layer of a pair by outputs and the second by inputs, so that a pair needs one all-reduce forward and one backward. Every rank takes whole batches and computes all other layers in full. It does not help where other layers take most of a step, nor over connections slower than those within a machine.</source>
<translation type="unfinished" />
</message>
<message>
<source>its batches lie in memory: no loader prepares them</source>
<translation type="unfinished" />
</message>
<message>
<source>One thread</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} threads</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} does not fit {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>GPU</source>
<translation type="unfinished" />
</message>
<message>
<source>Moves model and data to the graphics processor.</source>
<translation type="unfinished" />
</message>
<message>
<source>small models do not fill a GPU</source>
<translation type="unfinished" />
</message>
<message>
<source>All threads</source>
<translation type="unfinished" />
</message>
<message>
<source>Spreads the arithmetic of each operation over all processor cores.</source>
<translation type="unfinished" />
</message>
<message>
<source>small operations take longer to distribute than to compute</source>
<translation type="unfinished" />
</message>
<message>
<source>TF32</source>
<translation type="unfinished" />
</message>
<message>
<source>Lets the tensor cores multiply FP32 numbers with 10 bits of mantissa.</source>
<translation type="unfinished" />
</message>
<message>
<source>only matrix products and convolutions gain</source>
<translation type="unfinished" />
</message>
<message>
<source>BF16</source>
<translation type="unfinished" />
</message>
<message>
<source>Computes in 16-bit numbers: half the bytes to move, and matrix units made for them.</source>
<translation type="unfinished" />
</message>
<message>
<source>casts cost time, and small layers gain little</source>
<translation type="unfinished" />
</message>
<message>
<source>BF16 or FP16</source>
<translation type="unfinished" />
</message>
<message>
<source>Stores images with the channel innermost, as the fastest convolution kernels read them.</source>
<translation type="unfinished" />
</message>
<message>
<source>convolutions of a few channels gain little</source>
<translation type="unfinished" />
</message>
<message>
<source>Fuses operations into larger kernels, so that less travels through memory.</source>
<translation type="unfinished" />
</message>
<message>
<source>large matrix products already run as fast as they can</source>
<translation type="unfinished" />
</message>
<message>
<source>Records the kernels of a step once and launches them all with one call.</source>
<translation type="unfinished" />
</message>
<message>
<source>kernels that run longer than their launch takes hide it already</source>
<translation type="unfinished" />
</message>
<message>
<source>Fused optimizer</source>
<translation type="unfinished" />
</message>
<message>
<source>Updates all weights with one kernel instead of several for each layer.</source>
<translation type="unfinished" />
</message>
<message>
<source>the optimizer is a small part of a step where layers compute long</source>
<translation type="unfinished" />
</message>
<message>
<source>Pinned, prefetched input</source>
<translation type="unfinished" />
</message>
<message>
<source>Prepares batches beside the training, in memory that the GPU can read by itself.</source>
<translation type="unfinished" />
</message>
<message>
<source>steps that do not wait for data cannot wait less</source>
<translation type="unfinished" />
</message>
<message>
<source>ONNX Runtime</source>
<translation type="unfinished" />
</message>
<message>
<source>Runs the exported model in an engine made for inference, which fuses its operations.</source>
<translation type="unfinished" />
</message>
<message>
<source>models of few, large operations have little to fuse</source>
<translation type="unfinished" />
</message>
<message>
<source>OpenVINO</source>
<translation type="unfinished" />
</message>
<message>
<source>Runs the exported model in Intel's engine, whose kernels are chosen for this processor.</source>
<translation type="unfinished" />
</message>
<message>
<source>models that another engine runs well already gain little</source>
<translation type="unfinished" />
</message>
<message>
<source>TensorRT</source>
<translation type="unfinished" />
</message>
<message>
<source>Rebuilds the model from the fastest kernels that NVIDIA's engine finds on this GPU.</source>
<translation type="unfinished" />
</message>
<message>
<source>INT8</source>
<translation type="unfinished" />
</message>
<message>
<source>Computes with 8-bit integers, calibrated on samples: a quarter of FP32's bytes.</source>
<translation type="unfinished" />
</message>
<message>
<source>processors without VNNI or AMX gain little, and converting back and forth costs time</source>
<translation type="unfinished" />
</message>
<message>
<source>FP8 or INT8</source>
<translation type="unfinished" />
</message>
<message>
<source>Stores or computes in 8 bits: a quarter of FP32's bytes.</source>
<translation type="unfinished" />
</message>
<message>
<source>Larger batch</source>
<translation type="unfinished" />
</message>
<message>
<source>Gives each call several times as many samples, so that its fixed cost is shared.</source>
<translation type="unfinished" />
</message>
<message>
<source>a device that is busy already computes no faster, and each answer takes longer</source>
<translation type="unfinished" />
</message>
<message>
<source>torch, eager</source>
<translation type="unfinished" />
</message>
<message>
<source>Runs each operation as Python reaches it. The reference for all other engines.</source>
<translation type="unfinished" />
</message>
<message>
<source>Exports the model to ONNX and runs it with Microsoft's runtime, which fuses operations and plans memory ahead; the file runs without torch. It does not help where a few large matrix products take all the time: both use equally fast libraries.</source>
<translation type="unfinished" />
</message>
<message>
<source>ONNX Runtime, static INT8</source>
<translation type="unfinished" />
</message>
<message>
<source>Exports the model to ONNX and quantizes it: weights in INT8 with one scale per output channel, activations in 8 bits with ranges calibrated on 256 training samples. The file is a quarter of FP32's, and convolutions and matrix products compute in INT8. It does not help on CPUs without 8-bit dot-product instructions, nor models whose activations have rare, large values.</source>
<translation type="unfinished" />
</message>
<message>
<source>Converts the model to OpenVINO's format and runs it with kernels tuned to the CPU's vector units, in a memory layout chosen per layer. It does not help on CPUs for which it has no tuned kernels, nor models bound by memory bandwidth.</source>
<translation type="unfinished" />
</message>
<message>
<source>JAX (XLA)</source>
<translation type="unfinished" />
</message>
<message>
<source>Translates the model to JAX and compiles it as a whole with XLA, which fuses operations and plans memory ahead. In bf16 and fp16 weights and sums are in that format too. It does not help where the batch size varies, since each size is compiled again, nor where the CPU library's convolutions are faster.</source>
<translation type="unfinished" />
</message>
<message>
<source>LiteRT (TFLite)</source>
<translation type="unfinished" />
</message>
<message>
<source>Converts the model to a .tflite file for phones and embedded devices, and runs it on this CPU. File and results are those of such a device, the speed is not. It does not help on a server or desktop CPU, for which it is not tuned.</source>
<translation type="unfinished" />
</message>
<message>
<source>Exports the model to ONNX and runs it with NVIDIA's TensorRT through ONNX Runtime; TensorRT times several kernels per layer on this GPU and keeps the fastest. Loading takes up to minutes. It does not help a model that runs only a few times; operations that TensorRT does not support run on CUDA.</source>
<translation type="unfinished" />
</message>
<message>
<source>Throughput</source>
<translation type="unfinished" />
</message>
<message>
<source>Throughput per rank</source>
<translation type="unfinished" />
</message>
<message>
<source>Processor time per sample</source>
<translation type="unfinished" />
</message>
<message>
<source>Step rate</source>
<translation type="unfinished" />
</message>
<message>
<source>Achieved FLOP/s</source>
<translation type="unfinished" />
</message>
<message>
<source>Model FLOPs utilization (MFU)</source>
<translation type="unfinished" />
</message>
<message>
<source>Achieved bandwidth</source>
<translation type="unfinished" />
</message>
<message>
<source>Share of the device's ceiling</source>
<translation type="unfinished" />
</message>
<message>
<source>Step time, median</source>
<translation type="unfinished" />
</message>
<message>
<source>Step time, p95</source>
<translation type="unfinished" />
</message>
<message>
<source>Step time, p99</source>
<translation type="unfinished" />
</message>
<message>
<source>Loss</source>
<translation type="unfinished" />
</message>
<message>
<source>Accuracy</source>
<translation type="unfinished" />
</message>
<message>
<source>Accuracy before compression</source>
<translation type="unfinished" />
</message>
<message>
<source>Accuracy of the student without a teacher</source>
<translation type="unfinished" />
</message>
<message>
<source>Model size</source>
<translation type="unfinished" />
</message>
<message>
<source>Model size before compression</source>
<translation type="unfinished" />
</message>
<message>
<source>Time to accuracy</source>
<translation type="unfinished" />
</message>
<message>
<source>Largest relative error</source>
<translation type="unfinished" />
</message>
<message>
<source>Numerical drift</source>
<translation type="unfinished" />
</message>
<message>
<source>Load time</source>
<translation type="unfinished" />
</message>
<message>
<source>Energy</source>
<translation type="unfinished" />
</message>
<message>
<source>Energy per sample</source>
<translation type="unfinished" />
</message>
<message>
<source>Energy per step</source>
<translation type="unfinished" />
</message>
<message>
<source>Energy per epoch</source>
<translation type="unfinished" />
</message>
<message>
<source>Energy above idle</source>
<translation type="unfinished" />
</message>
<message>
<source>Energy by the counter</source>
<translation type="unfinished" />
</message>
<message>
<source>Energy by instantaneous power</source>
<translation type="unfinished" />
</message>
<message>
<source>Energy by average power</source>
<translation type="unfinished" />
</message>
<message>
<source>Step time, data</source>
<translation type="unfinished" />
</message>
<message>
<source>Step time, copy</source>
<translation type="unfinished" />
</message>
<message>
<source>Step time, forward</source>
<translation type="unfinished" />
</message>
<message>
<source>Step time, prefill</source>
<translation type="unfinished" />
</message>
<message>
<source>Step time, decode</source>
<translation type="unfinished" />
</message>
<message>
<source>Step time, backward</source>
<translation type="unfinished" />
</message>
<message>
<source>Step time, optimizer</source>
<translation type="unfinished" />
</message>
<message>
<source>Step time, other</source>
<translation type="unfinished" />
</message>
<message>
<source>Energy per step, data</source>
<translation type="unfinished" />
</message>
<message>
<source>Energy per step, copy</source>
<translation type="unfinished" />
</message>
<message>
<source>Energy per step, forward</source>
<translation type="unfinished" />
</message>
<message>
<source>Energy per step, prefill</source>
<translation type="unfinished" />
</message>
<message>
<source>Energy per step, decode</source>
<translation type="unfinished" />
</message>
<message>
<source>Energy per step, backward</source>
<translation type="unfinished" />
</message>
<message>
<source>Energy per step, optimizer</source>
<translation type="unfinished" />
</message>
<message>
<source>Energy per step, other</source>
<translation type="unfinished" />
</message>
<message>
<source>Energy while waiting for data</source>
<translation type="unfinished" />
</message>
<message>
<source>Tokens per second</source>
<translation type="unfinished" />
</message>
<message>
<source>Time to first token</source>
<translation type="unfinished" />
</message>
<message>
<source>Time per token</source>
<translation type="unfinished" />
</message>
<message>
<source>Tokens per joule</source>
<translation type="unfinished" />
</message>
<message>
<source>Tensor memory, peak</source>
<translation type="unfinished" />
</message>
<message>
<source>Reserved memory, peak</source>
<translation type="unfinished" />
</message>
<message>
<source>Resident memory, peak</source>
<translation type="unfinished" />
</message>
<message>
<source>Time to first step</source>
<translation type="unfinished" />
</message>
<message>
<source>Start to exit</source>
<translation type="unfinished" />
</message>
<message>
<source>Utilization</source>
<translation type="unfinished" />
</message>
<message>
<source>Power</source>
<translation type="unfinished" />
</message>
<message>
<source>Power, 1 s average</source>
<translation type="unfinished" />
</message>
<message>
<source>Power limit</source>
<translation type="unfinished" />
</message>
<message>
<source>Memory used</source>
<translation type="unfinished" />
</message>
<message>
<source>Memory controller</source>
<translation type="unfinished" />
</message>
<message>
<source>Swap used</source>
<translation type="unfinished" />
</message>
<message>
<source>Clock</source>
<translation type="unfinished" />
</message>
<message>
<source>Memory clock</source>
<translation type="unfinished" />
</message>
<message>
<source>Temperature</source>
<translation type="unfinished" />
</message>
<message>
<source>Throttle reasons</source>
<translation type="unfinished" />
</message>
<message>
<source>SM activity</source>
<translation type="unfinished" />
</message>
<message>
<source>SM occupancy</source>
<translation type="unfinished" />
</message>
<message>
<source>Tensor core activity</source>
<translation type="unfinished" />
</message>
<message>
<source>Memory bandwidth used</source>
<translation type="unfinished" />
</message>
<message>
<source>Memory reserved by the driver</source>
<translation type="unfinished" />
</message>
<message>
<source>PCIe, to the device</source>
<translation type="unfinished" />
</message>
<message>
<source>PCIe, from the device</source>
<translation type="unfinished" />
</message>
<message>
<source>NVLink, received</source>
<translation type="unfinished" />
</message>
<message>
<source>NVLink, sent</source>
<translation type="unfinished" />
</message>
<message>
<source>Memory temperature</source>
<translation type="unfinished" />
</message>
<message>
<source>Fan</source>
<translation type="unfinished" />
</message>
<message>
<source>Processes on the device</source>
<translation type="unfinished" />
</message>
<message>
<source>Main memory energy</source>
<translation type="unfinished" />
</message>
<message>
<source>Disk read</source>
<translation type="unfinished" />
</message>
<message>
<source>Disk written</source>
<translation type="unfinished" />
</message>
<message>
<source>Network received</source>
<translation type="unfinished" />
</message>
<message>
<source>Network sent</source>
<translation type="unfinished" />
</message>
<message>
<source>CPU time</source>
<translation type="unfinished" />
</message>
<message>
<source>Resident memory</source>
<translation type="unfinished" />
</message>
<message>
<source>Processes</source>
<translation type="unfinished" />
</message>
<message>
<source>Utilization, mean</source>
<translation type="unfinished" />
</message>
<message>
<source>Utilization, peak</source>
<translation type="unfinished" />
</message>
<message>
<source>Power, mean</source>
<translation type="unfinished" />
</message>
<message>
<source>Power, peak</source>
<translation type="unfinished" />
</message>
<message>
<source>Power, 1 s average, mean</source>
<translation type="unfinished" />
</message>
<message>
<source>Power, 1 s average, peak</source>
<translation type="unfinished" />
</message>
<message>
<source>Power limit, last</source>
<translation type="unfinished" />
</message>
<message>
<source>Memory used, peak</source>
<translation type="unfinished" />
</message>
<message>
<source>Memory used, mean</source>
<translation type="unfinished" />
</message>
<message>
<source>Memory controller, mean</source>
<translation type="unfinished" />
</message>
<message>
<source>Swap used, peak</source>
<translation type="unfinished" />
</message>
<message>
<source>Clock, mean</source>
<translation type="unfinished" />
</message>
<message>
<source>Clock, lowest</source>
<translation type="unfinished" />
</message>
<message>
<source>Memory clock, mean</source>
<translation type="unfinished" />
</message>
<message>
<source>Temperature, peak</source>
<translation type="unfinished" />
</message>
<message>
<source>Temperature, mean</source>
<translation type="unfinished" />
</message>
<message>
<source>SM activity, mean</source>
<translation type="unfinished" />
</message>
<message>
<source>SM activity, peak</source>
<translation type="unfinished" />
</message>
<message>
<source>SM occupancy, mean</source>
<translation type="unfinished" />
</message>
<message>
<source>Tensor core activity, mean</source>
<translation type="unfinished" />
</message>
<message>
<source>Tensor core activity, peak</source>
<translation type="unfinished" />
</message>
<message>
<source>Memory bandwidth used, mean</source>
<translation type="unfinished" />
</message>
<message>
<source>Memory bandwidth used, peak</source>
<translation type="unfinished" />
</message>
<message>
<source>Memory reserved by the driver, peak</source>
<translation type="unfinished" />
</message>
<message>
<source>PCIe, to the device, mean</source>
<translation type="unfinished" />
</message>
<message>
<source>PCIe, to the device, peak</source>
<translation type="unfinished" />
</message>
<message>
<source>PCIe, from the device, mean</source>
<translation type="unfinished" />
</message>
<message>
<source>PCIe, from the device, peak</source>
<translation type="unfinished" />
</message>
<message>
<source>Memory temperature, peak</source>
<translation type="unfinished" />
</message>
<message>
<source>Fan, mean</source>
<translation type="unfinished" />
</message>
<message>
<source>Fan, peak</source>
<translation type="unfinished" />
</message>
<message>
<source>Processes on the device, peak</source>
<translation type="unfinished" />
</message>
<message>
<source>Processes, peak</source>
<translation type="unfinished" />
</message>
<message>
<source>Memory</source>
<translation type="unfinished" />
</message>
<message>
<source>Reserved</source>
<translation type="unfinished" />
</message>
<message>
<source>Mem. control</source>
<translation type="unfinished" />
</message>
<message>
<source>Swap</source>
<translation type="unfinished" />
</message>
<message>
<source>Tensor cores</source>
<translation type="unfinished" />
</message>
<message>
<source>Memory bus</source>
<translation type="unfinished" />
</message>
<message>
<source>Mem. temp.</source>
<translation type="unfinished" />
</message>
<message>
<source>Mem. clock</source>
<translation type="unfinished" />
</message>
<message>
<source>PCIe in</source>
<translation type="unfinished" />
</message>
<message>
<source>PCIe out</source>
<translation type="unfinished" />
</message>
<message>
<source>NVLink in</source>
<translation type="unfinished" />
</message>
<message>
<source>NVLink out</source>
<translation type="unfinished" />
</message>
<message>
<source>Network in</source>
<translation type="unfinished" />
</message>
<message>
<source>Network out</source>
<translation type="unfinished" />
</message>
<message>
<source>of {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>of 1 core</source>
<translation type="unfinished" />
</message>
<message>
<source>of {0} cores</source>
<translation type="unfinished" />
</message>
<message>
<source>1 s average</source>
<translation type="unfinished" />
</message>
<message>
<source>over 1 s</source>
<translation type="unfinished" />
</message>
<message>
<source>in {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>no reading yet</source>
<translation type="unfinished" />
</message>
<message>
<source>not available here</source>
<translation type="unfinished" />
</message>
<message>
<source>not answering for {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} · since {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>power cap</source>
<translation type="unfinished" />
</message>
<message>
<source>hardware slowdown</source>
<translation type="unfinished" />
</message>
<message>
<source>sync boost</source>
<translation type="unfinished" />
</message>
<message>
<source>thermal slowdown</source>
<translation type="unfinished" />
</message>
<message>
<source>power brake</source>
<translation type="unfinished" />
</message>
<message>
<source>better</source>
<translation type="unfinished" />
</message>
<message>
<source>worse</source>
<translation type="unfinished" />
</message>
<message>
<source>no difference</source>
<translation type="unfinished" />
</message>
<message>
<source>no measurable difference</source>
<translation type="unfinished" />
</message>
<message>
<source>differs</source>
<translation type="unfinished" />
</message>
<message>
<source>differs measurably; no direction is better</source>
<translation type="unfinished" />
</message>
<message>
<source>no verdict</source>
<translation type="unfinished" />
</message>
<message>
<source>higher is better</source>
<translation type="unfinished" />
</message>
<message>
<source>lower is better</source>
<translation type="unfinished" />
</message>
<message>
<source>comparable</source>
<translation type="unfinished" />
</message>
<message>
<source>comparable with caution</source>
<translation type="unfinished" />
</message>
<message>
<source>not comparable</source>
<translation type="unfinished" />
</message>
<message>
<source>they ran different things ({0})</source>
<translation type="unfinished" />
</message>
<message>
<source>no run of {0} finished: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>more than one thing was changed: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>other {0}: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} ran on battery</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} ran with uncommitted changes, so the commit does not say which code it was</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} of {1} of {2} not steady when measured: their warm-up reached its limit</source>
<translation type="unfinished" />
</message>
<message>
<source>the mean {0} of {1} is {2} higher</source>
<translation type="unfinished" />
</message>
<message>
<source>the mean {0} of {1} is {2} lower</source>
<translation type="unfinished" />
</message>
<message>
<source>the power cap slowed {0} for {1} of the time, {2} in {3}</source>
<translation type="unfinished" />
</message>
<message>
<source>other processes used {0} while {1} ran</source>
<translation type="unfinished" />
</message>
<message>
<source>other programs took {0} of the processor meanwhile</source>
<translation type="unfinished" />
</message>
<message>
<source>measured for {0} only: windows shorter than a second scatter (more --steps, or --duration 10s)</source>
<translation type="unfinished" />
</message>
<message>
<source>its device was used meanwhile by {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Workload</source>
<translation type="unfinished" />
</message>
<message>
<source>Command</source>
<translation type="unfinished" />
</message>
<message>
<source>Program</source>
<translation type="unfinished" />
</message>
<message>
<source>Machine</source>
<translation type="unfinished" />
</message>
<message>
<source>Processor</source>
<translation type="unfinished" />
</message>
<message>
<source>Operating system</source>
<translation type="unfinished" />
</message>
<message>
<source>gpuscope</source>
<translation type="unfinished" />
</message>
<message>
<source>torch</source>
<translation type="unfinished" />
</message>
<message>
<source>CUDA</source>
<translation type="unfinished" />
</message>
<message>
<source>Commit</source>
<translation type="unfinished" />
</message>
<message>
<source>Uncommitted changes</source>
<translation type="unfinished" />
</message>
<message>
<source>Kernel</source>
<translation type="unfinished" />
</message>
<message>
<source>Processor cores</source>
<translation type="unfinished" />
</message>
<message>
<source>Hardware threads</source>
<translation type="unfinished" />
</message>
<message>
<source>Hardware threads allowed</source>
<translation type="unfinished" />
</message>
<message>
<source>Python</source>
<translation type="unfinished" />
</message>
<message>
<source>Command line</source>
<translation type="unfinished" />
</message>
<message>
<source>Working folder</source>
<translation type="unfinished" />
</message>
<message>
<source>Started</source>
<translation type="unfinished" />
</message>
<message>
<source>Compute threads</source>
<translation type="unfinished" />
</message>
<message>
<source>Process at the start</source>
<translation type="unfinished" />
</message>
<message>
<source>FLOP per step</source>
<translation type="unfinished" />
</message>
<message>
<source>Data set</source>
<translation type="unfinished" />
</message>
<message>
<source>Training samples</source>
<translation type="unfinished" />
</message>
<message>
<source>Held-out samples</source>
<translation type="unfinished" />
</message>
<message>
<source>Parameters</source>
<translation type="unfinished" />
</message>
<message>
<source>Arithmetic</source>
<translation type="unfinished" />
</message>
<message>
<source>Arithmetic, reason</source>
<translation type="unfinished" />
</message>
<message>
<source>Interval of timed steps</source>
<translation type="unfinished" />
</message>
<message>
<source>Recorded output</source>
<translation type="unfinished" />
</message>
<message>
<source>CPU time of the sensor helper, s</source>
<translation type="unfinished" />
</message>
<message>
<source>Power readings, Hz</source>
<translation type="unfinished" />
</message>
<message>
<source>yes</source>
<translation type="unfinished" />
</message>
<message>
<source>no</source>
<translation type="unfinished" />
</message>
<message>
<source>machine</source>
<translation type="unfinished" />
</message>
<message>
<source>device</source>
<translation type="unfinished" />
</message>
<message>
<source>driver</source>
<translation type="unfinished" />
</message>
<message>
<source>data</source>
<translation type="unfinished" />
</message>
<message>
<source>seed</source>
<translation type="unfinished" />
</message>
<message>
<source>batch size</source>
<translation type="unfinished" />
</message>
<message>
<source>commit</source>
<translation type="unfinished" />
</message>
<message>
<source>same settings and environment</source>
<translation type="unfinished" />
</message>
<message>
<source>same settings, but {0} differs</source>
<translation type="unfinished" />
</message>
<message>
<source>same settings; the environment differs in {0} settings</source>
<translation type="unfinished" />
</message>
<message>
<source>differs in {0} settings, and in the environment</source>
<translation type="unfinished" />
</message>
<message>
<source>differs in {0} settings</source>
<translation type="unfinished" />
</message>
<message>
<source>differs only in {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>differs in {0}, and in the environment</source>
<translation type="unfinished" />
</message>
<message>
<source>same {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is still running: its figures come when it ends</source>
<translation type="unfinished" />
</message>
<message>
<source>A run of {0} is still running: its figures come when it ends</source>
<translation type="unfinished" />
</message>
<message>
<source>No cell of the sweep of {0} could be measured here</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is the knee: {1} % of the best {2}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is the knee: {1} % of the best {2} at {3}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is the knee and the fastest: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>No knee: the {0} changes {1} by less than 5 %</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is fastest: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is fastest: {1}, {2} as fast as the slowest cell</source>
<translation type="unfinished" />
</message>
<message>
<source>out of memory from {0} on</source>
<translation type="unfinished" />
</message>
<message>
<source>1 cell out of memory</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} cells out of memory</source>
<translation type="unfinished" />
</message>
<message>
<source>Quick look: one short run a cell, no verdict.</source>
<translation type="unfinished" />
</message>
<message>
<source>Other programs took up to {0} of the processor meanwhile, so figures may be off: measure again when it is free.</source>
<translation type="unfinished" />
</message>
<message>
<source>FLOP/s</source>
<translation type="unfinished" />
</message>
<message>
<source>Bandwidth</source>
<translation type="unfinished" />
</message>
<message>
<source>Step time</source>
<translation type="unfinished" />
</message>
<message>
<source>out of memory</source>
<translation type="unfinished" />
</message>
<message>
<source>…</source>
<translation type="unfinished" />
</message>
<message>
<source>stopped</source>
<translation type="unfinished" />
</message>
<message>
<source>failed</source>
<translation type="unfinished" />
</message>
<message>
<source>not here</source>
<translation type="unfinished" />
</message>
<message>
<source>no figure</source>
<translation type="unfinished" />
</message>
<message>
<source>Quick look: one short run a rung, no verdict</source>
<translation type="unfinished" />
</message>
<message>
<source>Other programs took up to {0} of the processor meanwhile, so factors may be off: measure again when it is free</source>
<translation type="unfinished" />
</message>
<message>
<source>Measured again at the end, the base was {0} slower, so factors may be off by as much</source>
<translation type="unfinished" />
</message>
<message>
<source>Measured again at the end, the base was {0} faster, so factors may be off by as much</source>
<translation type="unfinished" />
</message>
<message>
<source>Measured again at the end, the base was as fast as at the begin, to within {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>No rung of the ladder of {0} could be measured here</source>
<translation type="unfinished" />
</message>
<message>
<source>No optimization made {0} faster here</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} became {1} × faster; {2} did it</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} became {1} × faster; {2} brought most of it</source>
<translation type="unfinished" />
</message>
<message>
<source>The optimizer takes {0} of a step, so there is little to save</source>
<translation type="unfinished" />
</message>
<message>
<source>Waiting for data and copying it takes {0} of a step, so there is little to save</source>
<translation type="unfinished" />
</message>
<message>
<source>Other programs took {0} of the processor meanwhile, so this factor says little</source>
<translation type="unfinished" />
</message>
<message>
<source>Other programs took {0} of the processor meanwhile, so this factor says little; {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>Most of a step goes into {0}, which this does not make shorter</source>
<translation type="unfinished" />
</message>
<message>
<source>Most of a step goes into {0}; {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>its throughput is not known</source>
<translation type="unfinished" />
</message>
<message>
<source>waiting for its data</source>
<translation type="unfinished" />
</message>
<message>
<source>copies between main memory and the device</source>
<translation type="unfinished" />
</message>
<message>
<source>waiting for the next kernel to start</source>
<translation type="unfinished" />
</message>
<message>
<source>calling operations that are too small to take long themselves</source>
<translation type="unfinished" />
</message>
<message>
<source>moving numbers through memory</source>
<translation type="unfinished" />
</message>
<message>
<source>arithmetic</source>
<translation type="unfinished" />
</message>
<message>
<source>Where the ladder begins: {0}, batch of {1}, as torch runs it</source>
<translation type="unfinished" />
</message>
<message>
<source>other</source>
<translation type="unfinished" />
</message>
<message>
<source>matrix multiplication</source>
<translation type="unfinished" />
</message>
<message>
<source>convolution</source>
<translation type="unfinished" />
</message>
<message>
<source>attention</source>
<translation type="unfinished" />
</message>
<message>
<source>normalization</source>
<translation type="unfinished" />
</message>
<message>
<source>elementwise</source>
<translation type="unfinished" />
</message>
<message>
<source>reduction</source>
<translation type="unfinished" />
</message>
<message>
<source>softmax</source>
<translation type="unfinished" />
</message>
<message>
<source>indexing and embedding</source>
<translation type="unfinished" />
</message>
<message>
<source>pooling and resizing</source>
<translation type="unfinished" />
</message>
<message>
<source>optimizer</source>
<translation type="unfinished" />
</message>
<message>
<source>compiled elementwise</source>
<translation type="unfinished" />
</message>
<message>
<source>casts and layout</source>
<translation type="unfinished" />
</message>
<message>
<source>copies</source>
<translation type="unfinished" />
</message>
<message>
<source>fills</source>
<translation type="unfinished" />
</message>
<message>
<source>collectives</source>
<translation type="unfinished" />
</message>
<message>
<source>sorting</source>
<translation type="unfinished" />
</message>
<message>
<source>random numbers</source>
<translation type="unfinished" />
</message>
<message>
<source>loss</source>
<translation type="unfinished" />
</message>
<message>
<source>before the capture</source>
<translation type="unfinished" />
</message>
<message>
<source>outside of operators</source>
<translation type="unfinished" />
</message>
<message>
<source>parameters</source>
<translation type="unfinished" />
</message>
<message>
<source>optimizer state</source>
<translation type="unfinished" />
</message>
<message>
<source>inputs</source>
<translation type="unfinished" />
</message>
<message>
<source>temporary</source>
<translation type="unfinished" />
</message>
<message>
<source>activations</source>
<translation type="unfinished" />
</message>
<message>
<source>gradients</source>
<translation type="unfinished" />
</message>
<message>
<source>autograd detail</source>
<translation type="unfinished" />
</message>
<message>
<source>Joules of operators are not known: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Energy is an operator's own time at the capture's mean power of {0} ({1} in {2}, {3})</source>
<translation type="unfinished" />
</message>
<message>
<source>Energy, estimated</source>
<translation type="unfinished" />
</message>
<message>
<source>Nothing stands out: no rule of the guide found what costs much</source>
<translation type="unfinished" />
</message>
<message>
<source>Costs are the measured times of what is named; they overlap, so they do not add up</source>
<translation type="unfinished" />
</message>
<message>
<source>Finding</source>
<translation type="unfinished" />
</message>
<message>
<source>Costs at most</source>
<translation type="unfinished" />
</message>
<message>
<source>What was seen</source>
<translation type="unfinished" />
</message>
<message>
<source>What to try</source>
<translation type="unfinished" />
</message>
<message>
<source>In code</source>
<translation type="unfinished" />
</message>
<message>
<source>As a run</source>
<translation type="unfinished" />
</message>
<message>
<source>Where</source>
<translation type="unfinished" />
</message>
<message>
<source>The device was busy for {0} of {1} ({2}) and idle for {3}</source>
<translation type="unfinished" />
</message>
<message>
<source>No device did anything in these {0}: times are the host's</source>
<translation type="unfinished" />
</message>
<message>
<source>Device time by class: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Host time by class: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Device time</source>
<translation type="unfinished" />
</message>
<message>
<source>Host time</source>
<translation type="unfinished" />
</message>
<message>
<source>Time</source>
<translation type="unfinished" />
</message>
<message>
<source>Share</source>
<translation type="unfinished" />
</message>
<message>
<source>Operator</source>
<translation type="unfinished" />
</message>
<message>
<source>Class</source>
<translation type="unfinished" />
</message>
<message>
<source>Calls</source>
<translation type="unfinished" />
</message>
<message>
<source>Self device</source>
<translation type="unfinished" />
</message>
<message>
<source>Total device</source>
<translation type="unfinished" />
</message>
<message>
<source>Self host</source>
<translation type="unfinished" />
</message>
<message>
<source>Total host</source>
<translation type="unfinished" />
</message>
<message>
<source>Stream</source>
<translation type="unfinished" />
</message>
<message>
<source>Call</source>
<translation type="unfinished" />
</message>
<message>
<source>Self</source>
<translation type="unfinished" />
</message>
<message>
<source>Total</source>
<translation type="unfinished" />
</message>
<message>
<source>Mean</source>
<translation type="unfinished" />
</message>
<message>
<source>Min</source>
<translation type="unfinished" />
</message>
<message>
<source>Max</source>
<translation type="unfinished" />
</message>
<message>
<source>Occupancy</source>
<translation type="unfinished" />
</message>
<message>
<source>Class of work</source>
<translation type="unfinished" />
</message>
<message>
<source>Shapes</source>
<translation type="unfinished" />
</message>
<message>
<source>FLOP a byte</source>
<translation type="unfinished" />
</message>
<message>
<source>Rate</source>
<translation type="unfinished" />
</message>
<message>
<source>Step</source>
<translation type="unfinished" />
</message>
<message>
<source>Start</source>
<translation type="unfinished" />
</message>
<message>
<source>Device busy</source>
<translation type="unfinished" />
</message>
<message>
<source>Memory of</source>
<translation type="unfinished" />
</message>
<message>
<source>Peak in use</source>
<translation type="unfinished" />
</message>
<message>
<source>At</source>
<translation type="unfinished" />
</message>
<message>
<source>Peak held</source>
<translation type="unfinished" />
</message>
<message>
<source>Rank</source>
<translation type="unfinished" />
</message>
<message>
<source>Trace</source>
<translation type="unfinished" />
</message>
<message>
<source>Device total</source>
<translation type="unfinished" />
</message>
<message>
<source>Communication</source>
<translation type="unfinished" />
</message>
<message>
<source>Operators by device time</source>
<translation type="unfinished" />
</message>
<message>
<source>Operators by host time</source>
<translation type="unfinished" />
</message>
<message>
<source>Operators by shapes</source>
<translation type="unfinished" />
</message>
<message>
<source>Classes of work</source>
<translation type="unfinished" />
</message>
<message>
<source>Exposed</source>
<translation type="unfinished" />
</message>
<message>
<source>Waiting for others</source>
<translation type="unfinished" />
</message>
<message>
<source>Overlap</source>
<translation type="unfinished" />
</message>
<message>
<source>computation</source>
<translation type="unfinished" />
</message>
<message>
<source>exposed communication</source>
<translation type="unfinished" />
</message>
<message>
<source>exposed copies</source>
<translation type="unfinished" />
</message>
<message>
<source>idle</source>
<translation type="unfinished" />
</message>
<message>
<source>host</source>
<translation type="unfinished" />
</message>
<message>
<source>Change</source>
<translation type="unfinished" />
</message>
<message>
<source>Before</source>
<translation type="unfinished" />
</message>
<message>
<source>After</source>
<translation type="unfinished" />
</message>
<message>
<source>Difference</source>
<translation type="unfinished" />
</message>
<message>
<source>Calls before</source>
<translation type="unfinished" />
</message>
<message>
<source>Calls after</source>
<translation type="unfinished" />
</message>
<message>
<source>new</source>
<translation type="unfinished" />
</message>
<message>
<source>gone</source>
<translation type="unfinished" />
</message>
<message>
<source>faster</source>
<translation type="unfinished" />
</message>
<message>
<source>slower</source>
<translation type="unfinished" />
</message>
<message>
<source>same</source>
<translation type="unfinished" />
</message>
<message>
<source>Device timeline of the whole captures</source>
<translation type="unfinished" />
</message>
<message>
<source>waiting for data</source>
<translation type="unfinished" />
</message>
<message>
<source>synchronization</source>
<translation type="unfinished" />
</message>
<message>
<source>values read one by one</source>
<translation type="unfinished" />
</message>
<message>
<source>copies from pageable memory</source>
<translation type="unfinished" />
</message>
<message>
<source>pauses of the host</source>
<translation type="unfinished" />
</message>
<message>
<source>host-bound launches</source>
<translation type="unfinished" />
</message>
<message>
<source>small kernels</source>
<translation type="unfinished" />
</message>
<message>
<source>optimizer of single updates</source>
<translation type="unfinished" />
</message>
<message>
<source>FP32 beside matrix units</source>
<translation type="unfinished" />
</message>
<message>
<source>layout transforms</source>
<translation type="unfinished" />
</message>
<message>
<source>elementwise chains</source>
<translation type="unfinished" />
</message>
<message>
<source>conversions</source>
<translation type="unfinished" />
</message>
<message>
<source>recompilation</source>
<translation type="unfinished" />
</message>
<message>
<source>allocator calls</source>
<translation type="unfinished" />
</message>
<message>
<source>one operator</source>
<translation type="unfinished" />
</message>
<message>
<source>The device waited {0} in {1} for the loop's next batch ({2} of the time)</source>
<translation type="unfinished" />
</message>
<message>
<source>The loop waited {0} in {1} for its next batch ({2} of the time)</source>
<translation type="unfinished" />
</message>
<message>
<source>The device stood idle for {0} after the host had waited for it {1}, mostly in {2} ({3} of the time)</source>
<translation type="unfinished" />
</message>
<message>
<source>Values were read out of tensors {0}, for {1} ({2} of the time)</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} from memory that is not pinned took {1} that nothing else hid, and the device stood idle for {2} afterwards ({3} of the time)</source>
<translation type="unfinished" />
</message>
<message>
<source>The device stood idle for {0} in {1} of more than a millisecond ({2} of the time); the longest, {3}, while the host was in {4}</source>
<translation type="unfinished" />
</message>
<message>
<source>Collectives took {0} with no computation beside them ({1} of the time)</source>
<translation type="unfinished" />
</message>
<message>
<source>The device stood idle for {0} in {1} while the host prepared the next kernel ({2} of the time)</source>
<translation type="unfinished" />
</message>
<message>
<source>The device stood idle for {0} in {1} while the host prepared the next kernel ({2} of the time); {3} of {4} kernels are shorter than their launch</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} of {1} kernels are shorter than their launch ({2}); they took {3} ({4} of the time)</source>
<translation type="unfinished" />
</message>
<message>
<source>The optimizer updates weights one by one: {0} a step, {1} together ({2} of the time)</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} of matrix products in FP32 took {1} ({2} of the device's busy time) on {3}, which has matrix units for smaller formats</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} that only reorder images for convolutions took {1} ({2} of the device's busy time)</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} of elementwise work follow on one another in {1}; all but the longest of each run took {2} ({3} of the device's busy time)</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} between number formats took {1} ({2} of the device's busy time), most of them from {3} to {4}</source>
<translation type="unfinished" />
</message>
<message>
<source>torch.compile compiled within the capture: {0}, {1} ({2} of the time)</source>
<translation type="unfinished" />
</message>
<message>
<source>The runtime took memory from the device or gave it back {0} after the first step, for {1} ({2} of the time)</source>
<translation type="unfinished" />
</message>
<message>
<source>The allocator gave memory back to the device {0}, for {1} ({2} of the time)</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} ({1}) takes {2} of {3} in operators, in {4}</source>
<translation type="unfinished" />
</message>
<message>
<source>Throttled: heat or the hardware held the clock down.</source>
<translation type="unfinished" />
</message>
<message>
<source>Input-bound: the steps wait for their data.</source>
<translation type="unfinished" />
</message>
<message>
<source>Copy-bound: the steps wait for copies between main memory and the device.</source>
<translation type="unfinished" />
</message>
<message>
<source>Power-limited: the clock is held down to keep the power limit.</source>
<translation type="unfinished" />
</message>
<message>
<source>Launch-bound: the device waits for the next kernel, or the kernels are too small to fill it.</source>
<translation type="unfinished" />
</message>
<message>
<source>Overhead-bound: the steps are so small that calling the operations takes longer than computing.</source>
<translation type="unfinished" />
</message>
<message>
<source>Memory-bound: moving the bytes takes longer than computing with them.</source>
<translation type="unfinished" />
</message>
<message>
<source>Compute-bound: the time goes into arithmetic.</source>
<translation type="unfinished" />
</message>
<message>
<source>Number format emulated here: {0}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Number format slow by design: {0}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Other programs took {0} of the processor meanwhile.</source>
<translation type="unfinished" />
</message>
<message>
<source>What held it back is not known.</source>
<translation type="unfinished" />
</message>
<message>
<source>the run has not ended</source>
<translation type="unfinished" />
</message>
<message>
<source>no measured step was finished</source>
<translation type="unfinished" />
</message>
<message>
<source>the device of the run was not recorded</source>
<translation type="unfinished" />
</message>
<message>
<source>the phases of its steps were not timed</source>
<translation type="unfinished" />
</message>
<message>
<source>no utilization of the device was recorded</source>
<translation type="unfinished" />
</message>
<message>
<source>its FLOP/s and its bandwidth were not held against what the device can do</source>
<translation type="unfinished" />
</message>
<message>
<source>it was faster than what was measured as the device's ceiling, so that is none</source>
<translation type="unfinished" />
</message>
<message>
<source>how long its ranks waited for each other is not recorded</source>
<translation type="unfinished" />
</message>
<message>
<source>no limit stands out in what was recorded</source>
<translation type="unfinished" />
</message>
<message>
<source>Share of the time slowed by heat</source>
<translation type="unfinished" />
</message>
<message>
<source>Share of the time slowed by the hardware</source>
<translation type="unfinished" />
</message>
<message>
<source>Share of the time slowed by the power cap</source>
<translation type="unfinished" />
</message>
<message>
<source>Mean power as a share of the limit</source>
<translation type="unfinished" />
</message>
<message>
<source>Share of a step spent on getting its data</source>
<translation type="unfinished" />
</message>
<message>
<source>Share of a step spent on copies to and from the device</source>
<translation type="unfinished" />
</message>
<message>
<source>Bandwidth reached</source>
<translation type="unfinished" />
</message>
<message>
<source>Share of the time in which any kernel ran</source>
<translation type="unfinished" />
</message>
<message>
<source>Share of the multiprocessors that had work</source>
<translation type="unfinished" />
</message>
<message>
<source>Share of the time in which the tensor cores were busy</source>
<translation type="unfinished" />
</message>
<message>
<source>Share of the memory's bandwidth in use</source>
<translation type="unfinished" />
</message>
<message>
<source>FLOP/s as a share of those of a large matrix product</source>
<translation type="unfinished" />
</message>
<message>
<source>Arithmetic intensity</source>
<translation type="unfinished" />
</message>
<message>
<source>Intensity at which the ceilings meet</source>
<translation type="unfinished" />
</message>
<message>
<source>Bytes that a step touches at least</source>
<translation type="unfinished" />
</message>
<message>
<source>Share of the processor that others took meanwhile</source>
<translation type="unfinished" />
</message>
<message>
<source>More loading processes make the batches beside the steps.</source>
<translation type="unfinished" />
</message>
<message>
<source>More batches made ahead bridge slow ones.</source>
<translation type="unfinished" />
</message>
<message>
<source>Without augmentation, its share of the wait shows.</source>
<translation type="unfinished" />
</message>
<message>
<source>Make batches beside the steps and ahead of them (num_workers, prefetch_factor of a DataLoader), and do less for each sample.</source>
<translation type="unfinished" />
</message>
<message>
<source>Pinned memory lets the device fetch the data by itself, beside its work.</source>
<translation type="unfinished" />
</message>
<message>
<source>Leave out the offloading, where the model fits the device.</source>
<translation type="unfinished" />
</message>
<message>
<source>Keep on the device what is used again, and copy fewer, larger blocks.</source>
<translation type="unfinished" />
</message>
<message>
<source>A larger batch gives each call more to do.</source>
<translation type="unfinished" />
</message>
<message>
<source>CUDA graphs launch all kernels of a step with one call.</source>
<translation type="unfinished" />
</message>
<message>
<source>Compiling fuses operations into fewer, larger ones.</source>
<translation type="unfinished" />
</message>
<message>
<source>Compiling with CUDA graphs fuses operations and launches them with one call.</source>
<translation type="unfinished" />
</message>
<message>
<source>The compiled implementation passes over memory once.</source>
<translation type="unfinished" />
</message>
<message>
<source>The fused optimizer updates all weights in one call.</source>
<translation type="unfinished" />
</message>
<message>
<source>Another engine runs the model with less overhead an operation.</source>
<translation type="unfinished" />
</message>
<message>
<source>Do more work in each call: larger batches, fused operations, a captured graph.</source>
<translation type="unfinished" />
</message>
<message>
<source>BF16 halves the bytes and lets the tensor cores work.</source>
<translation type="unfinished" />
</message>
<message>
<source>Channels last spares the convolutions reordering their input.</source>
<translation type="unfinished" />
</message>
<message>
<source>Only less arithmetic makes it faster: a smaller format, a smaller model, or a faster device.</source>
<translation type="unfinished" />
</message>
<message>
<source>Only fewer bytes make it faster: a smaller format, fused operations, data that stays in the cache.</source>
<translation type="unfinished" />
</message>
<message>
<source>Compare the energy a sample beside the speed; the limit itself is the administrator's to set (nvidia-smi -pl).</source>
<translation type="unfinished" />
</message>
<message>
<source>Look after cooling, power supply and the load beside it, let the device cool down, and repeat the run.</source>
<translation type="unfinished" />
</message>
<message>
<source>FP32 is computed by the device's own units.</source>
<translation type="unfinished" />
</message>
<message>
<source>Use the format where its range or its digits are needed, not for speed, or a device that computes it at full rate.</source>
<translation type="unfinished" />
</message>
<message>
<source>Repeat it while nothing else runs, or compare processor time a sample, which others hardly change.</source>
<translation type="unfinished" />
</message>
<message>
<source>Leave values on the device, and read them back together every so many steps.</source>
<translation type="unfinished" />
</message>
<message>
<source>Wait for the device only where a result is needed: leave synchronizations out of the loop.</source>
<translation type="unfinished" />
</message>
<message>
<source>Move this work out of the loop, or into a thread or a process beside it: the device waits for it.</source>
<translation type="unfinished" />
</message>
<message>
<source>TF32 or BF16 lets the tensor cores work.</source>
<translation type="unfinished" />
</message>
<message>
<source>Compile once for all shapes: mark the sizes that change as dynamic, or pad to a few sizes.</source>
<translation type="unfinished" />
</message>
<message>
<source>Let the allocator keep its memory: no empty_cache() in the loop, segments that can grow, a smaller batch.</source>
<translation type="unfinished" />
</message>
<message>
<source>Keep weights and inputs in the format that they are computed in, so that they are converted once.</source>
<translation type="unfinished" />
</message>
<message>
<source>Let collectives run beside computation: larger buckets, fewer synchronizations of gradients, prefetched shards.</source>
<translation type="unfinished" />
</message>
<message>
<source>more loading processes</source>
<translation type="unfinished" />
</message>
<message>
<source>more batches ahead</source>
<translation type="unfinished" />
</message>
<message>
<source>no augmentation</source>
<translation type="unfinished" />
</message>
<message>
<source>pinned memory</source>
<translation type="unfinished" />
</message>
<message>
<source>larger batch</source>
<translation type="unfinished" />
</message>
<message>
<source>compiled</source>
<translation type="unfinished" />
</message>
<message>
<source>compiled, CUDA graphs</source>
<translation type="unfinished" />
</message>
<message>
<source>compiled kernel</source>
<translation type="unfinished" />
</message>
<message>
<source>fused optimizer</source>
<translation type="unfinished" />
</message>
<message>
<source>channels last</source>
<translation type="unfinished" />
</message>
<message>
<source>FP32</source>
<translation type="unfinished" />
</message>
<message>
<source>The run has not ended.</source>
<translation type="unfinished" />
</message>
<message>
<source>Recorded by {0}: it cannot be run again.</source>
<translation type="unfinished" />
</message>
<message>
<source>Recorded on {0}: a run here would be one of another machine.</source>
<translation type="unfinished" />
</message>
<message>
<source>another machine</source>
<translation type="unfinished" />
</message>
<message>
<source>It was running already when it was recorded, so it cannot be started again.</source>
<translation type="unfinished" />
</message>
<message>
<source>Its command held a secret, which was not stored.</source>
<translation type="unfinished" />
</message>
<message>
<source>The runs of {0} have several settings, so it is not known which of them to repeat.</source>
<translation type="unfinished" />
</message>
<message>
<source>There is no earlier run of the same workload and task.</source>
<translation type="unfinished" />
</message>
<message>
<source>There is no earlier run of the same command.</source>
<translation type="unfinished" />
</message>
<message>
<source>Pareto front</source>
<translation type="unfinished" />
</message>
<message>
<source>A point is a run.</source>
<translation type="unfinished" />
</message>
<message>
<source>Whiskers: uncertainty of the figure (k = 2).</source>
<translation type="unfinished" />
</message>
<message>
<source>Whiskers: 95 % interval of the ratio, at the baseline's figure.</source>
<translation type="unfinished" />
</message>
<message>
<source>One without a cap goes on.</source>
<translation type="unfinished" />
</message>
<message>
<source>Whiskers: across the 95 % interval of the ratio, upright the uncertainty (k = 2).</source>
<translation type="unfinished" />
</message>
<message>
<source>Dashed: the Pareto front, where no other group is better in both.</source>
<translation type="unfinished" />
</message>
<message>
<source>Better than every other group in both: {0}.</source>
<translation type="unfinished" />
</message>
<message>
<source>No Pareto front: the verdicts do not tell all groups apart.</source>
<translation type="unfinished" />
</message>
<message>
<source>Groups without one of the two figures are left out.</source>
<translation type="unfinished" />
</message>
<message>
<source>Bars are means, the marks below them single runs.</source>
<translation type="unfinished" />
</message>
<message>
<source>Step times, cumulative</source>
<translation type="unfinished" />
</message>
<message>
<source>Step times, histogram</source>
<translation type="unfinished" />
</message>
<message>
<source>Roofline</source>
<translation type="unfinished" />
</message>
<message>
<source>Phases of a step, time</source>
<translation type="unfinished" />
</message>
<message>
<source>Phases of a step, energy</source>
<translation type="unfinished" />
</message>
<message>
<source>Dashed: the device's ceilings, as a copy and a matrix product beside the run gave them.</source>
<translation type="unfinished" />
</message>
<message>
<source>Median time of each phase in the steps whose phases were timed.</source>
<translation type="unfinished" />
</message>
<message>
<source>Power folded on the phases of the steps: a statistical estimate.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} steps by the host's clock; the one in a thousand that is longer is cut. Longest: {1}.</source>
<translation type="unfinished" />
</message>
<message>
<source>steps that took no longer</source>
<translation type="unfinished" />
</message>
<message>
<source>steps</source>
<translation type="unfinished" />
</message>
<message>
<source>step time</source>
<translation type="unfinished" />
</message>
<message>
<source>ceiling</source>
<translation type="unfinished" />
</message>
<message>
<source>arithmetic intensity</source>
<translation type="unfinished" />
</message>
<message>
<source>FLOP per byte</source>
<translation type="unfinished" />
</message>
<message>
<source>performance</source>
<translation type="unfinished" />
</message>
<message>
<source>Phases of a step</source>
<translation type="unfinished" />
</message>
<message>
<source>copy</source>
<translation type="unfinished" />
</message>
<message>
<source>forward</source>
<translation type="unfinished" />
</message>
<message>
<source>prefill</source>
<translation type="unfinished" />
</message>
<message>
<source>decode</source>
<translation type="unfinished" />
</message>
<message>
<source>backward</source>
<translation type="unfinished" />
</message>
<message>
<source>What held it back is not known: {0}.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} on this device</source>
<translation type="unfinished" />
</message>
<message>
<source>slow by design</source>
<translation type="unfinished" />
</message>
<message>
<source>number of processors</source>
<translation type="unfinished" />
</message>
<message>
<source>size of main memory</source>
<translation type="unfinished" />
</message>
<message>
<source>operating system</source>
<translation type="unfinished" />
</message>
<message>
<source>version of gpuscope</source>
<translation type="unfinished" />
</message>
<message>
<source>CUDA of the driver</source>
<translation type="unfinished" />
</message>
<message>
<source>power limit</source>
<translation type="unfinished" />
</message>
<message>
<source>memory clock</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} run</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} runs</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}: {1} for {2} of the time in {3}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} more</source>
<translation type="unfinished" />
</message>
<message>
<source>throughput per rank (scaling efficiency)</source>
<translation type="unfinished" />
</message>
<message>
<source>time from start to exit</source>
<translation type="unfinished" />
</message>
<message>
<source>median step time</source>
<translation type="unfinished" />
</message>
<message>
<source>p99 step time</source>
<translation type="unfinished" />
</message>
<message>
<source>energy per sample</source>
<translation type="unfinished" />
</message>
<message>
<source>Intervals are those of 95 %; verdicts are corrected in two families of metrics.</source>
<translation type="unfinished" />
</message>
<message>
<source> Other programs took {0} of the processor meanwhile.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} has {1} of {2}.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} to {1} points</source>
<translation type="unfinished" />
</message>
<message>
<source>One run a side: a ratio, not a verdict.</source>
<translation type="unfinished" />
</message>
<message>
<source> Heat or a fault slowed every run of {0}.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} {1} slowed by heat or a fault {2} set aside.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} and {1} are not comparable: {2}.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} There is no verdict: {1}.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} the {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} and {1} have no value in common that could be set in proportion.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} and {1}: {2} in {3}.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} and {1}: {2} in {3}</source>
<translation type="unfinished" />
</message>
<message>
<source>has {0} {1} {2}</source>
<translation type="unfinished" />
</message>
<message>
<source>all {0} runs have the same spec, seeds aside, so they form one group</source>
<translation type="unfinished" />
</message>
<message>
<source>one run cannot be compared</source>
<translation type="unfinished" />
</message>
<message>
<source>Name runs of two specs, or make groups with --group NAME=RUN,RUN.</source>
<translation type="unfinished" />
</message>
<message>
<source>two groups are named {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Give every group a name of its own.</source>
<translation type="unfinished" />
</message>
<message>
<source>there is no group {0} to be the baseline</source>
<translation type="unfinished" />
</message>
<message>
<source>The groups are {0}.</source>
<translation type="unfinished" />
</message>
<message>
<source>A group of one run gets a ratio, not a verdict. {0}</source>
<translation type="unfinished" />
</message>
<message>
<source> than {0}</source>
<translation type="unfinished" />
</message>
<message>
<source> per rank</source>
<translation type="unfinished" />
</message>
<message>
<source>Only {0} repeats a side: a claim asks for {1}. {2}</source>
<translation type="unfinished" />
</message>
<message>
<source>without the first {0} s, before the first readings</source>
<translation type="unfinished" />
</message>
<message>
<source>of the whole device, which {0} processes used</source>
<translation type="unfinished" />
</message>
<message>
<source>of the whole device, all its partitions together</source>
<translation type="unfinished" />
</message>
<message>
<source>incomplete: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>there is no reading</source>
<translation type="unfinished" />
</message>
<message>
<source>whether the run had a CUDA context is not known, so no idle baseline can be chosen</source>
<translation type="unfinished" />
</message>
<message>
<source>the counter stood still</source>
<translation type="unfinished" />
</message>
<message>
<source>counter {0}, integral {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>energy averaged over {0} {1}s; {2}</source>
<translation type="unfinished" />
</message>
<message>
<source>the counter was not read for {0} s, in which it may have started over unseen</source>
<translation type="unfinished" />
</message>
<message>
<source>the counter jumped by more than the device can draw</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}: {1} apart</source>
<translation type="unfinished" />
</message>
<message>
<source>no {0} was counted</source>
<translation type="unfinished" />
</message>
<message>
<source>in place of the counter: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>the run was placed on no device that was recorded</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}: an estimate joins no measured total</source>
<translation type="unfinished" />
</message>
<message>
<source>the energy is missing</source>
<translation type="unfinished" />
</message>
<message>
<source>the energy is zero</source>
<translation type="unfinished" />
</message>
<message>
<source>the readings that its energy was taken from are not in the store</source>
<translation type="unfinished" />
</message>
<message>
<source>missing in the baseline</source>
<translation type="unfinished" />
</message>
<message>
<source>the difference is judged, not the ratio: {}, 95 % interval {} to {} {}</source>
<translation type="unfinished" />
</message>
<message>
<source>how far the sensors may be off is not known</source>
<translation type="unfinished" />
</message>
<message>
<source>all repeats of a side have one seed, which makes their results one result</source>
<translation type="unfinished" />
</message>
<message>
<source>mean of {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>a run did not finish</source>
<translation type="unfinished" />
</message>
<message>
<source>too short to compare: power and energy need windows of {0} s, the shortest here is {1} s</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} on the energy of a run</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is estimated, the other is not</source>
<translation type="unfinished" />
</message>
<message>
<source>no ratio of these two values</source>
<translation type="unfinished" />
</message>
<message>
<source>the baseline</source>
<translation type="unfinished" />
</message>
<message>
<source>one repeat a side</source>
<translation type="unfinished" />
</message>
<message>
<source>one repeat on one side</source>
<translation type="unfinished" />
</message>
<message>
<source>missing in {0} of {1} ({2})</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} of {1} set aside: heat or a fault slowed the device</source>
<translation type="unfinished" />
</message>
<message>
<source>heat or a fault slowed the device in every run</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} of {1} not steady when they were measured</source>
<translation type="unfinished" />
</message>
<message>
<source>includes a run that is {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>no run has it</source>
<translation type="unfinished" />
</message>
<message>
<source> and one that is </source>
<translation type="unfinished" />
</message>
<message>
<source>{0}: {1} cannot be judged: {2}</source>
<translation type="unfinished" />
</message>
<message>
<source>, {0} the baseline</source>
<translation type="unfinished" />
</message>
<message>
<source>'gpuscope compare --json' lists the keys.</source>
<translation type="unfinished" />
</message>
<message>
<source>it is no finite number</source>
<translation type="unfinished" />
</message>
<message>
<source>batch {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} steps</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} warm-up steps</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} s measured</source>
<translation type="unfinished" />
</message>
<message>
<source>warm-up of at most {0} s</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}, less {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} idle ({1}{2})</source>
<translation type="unfinished" />
</message>
<message>
<source>below {0} % of the gross energy: too little above {1} to be resolved</source>
<translation type="unfinished" />
</message>
<message>
<source>, recorded {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>no {0} idle baseline of this device is recorded, and no other one fits this run</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} power readings are needed, the measured steps have {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>the phases cannot be told apart: every power reading spans several steps</source>
<translation type="unfinished" />
</message>
<message>
<source>the phases cannot be told apart: when the power was sampled is known less exactly than a step is long</source>
<translation type="unfinished" />
</message>
<message>
<source>the step time locks to the power sensor: its readings fall on the same parts of every step</source>
<translation type="unfinished" />
</message>
<message>
<source>the phases cannot be told apart: every power reading spans several phases in nearly the same shares</source>
<translation type="unfinished" />
</message>
<message>
<source>the power does not follow the phases of the steps</source>
<translation type="unfinished" />
</message>
<message>
<source>the phases cannot be told apart: the power readings allow too many answers</source>
<translation type="unfinished" />
</message>
<message>
<source>statistical estimate: power folded on the step's phase</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}, {1} readings; {2}{3}</source>
<translation type="unfinished" />
</message>
<message>
<source>median of the {0} of {1} steps whose phases were timed, each for the steps around it</source>
<translation type="unfinished" />
</message>
<message>
<source>mean of {0} steps as they were seen, by the host's clock</source>
<translation type="unfinished" />
</message>
<message>
<source>the update period of the power sensor is unknown</source>
<translation type="unfinished" />
</message>
<message>
<source>over how long the power sensor averages is unknown</source>
<translation type="unfinished" />
</message>
<message>
<source>the ends of some steps were lost</source>
<translation type="unfinished" />
</message>
<message>
<source>which of the recorded GPUs is {0} was not reported</source>
<translation type="unfinished" />
</message>
<message>
<source>the GPU with the UUID {0} was not recorded</source>
<translation type="unfinished" />
</message>
<message>
<source>no GPU was recorded</source>
<translation type="unfinished" />
</message>
<message>
<source>the power was seen {0} of the time and changed much: ± {1} % for what was not seen</source>
<translation type="unfinished" />
</message>
<message>
<source>integral of {0}, sampled {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>an unknown share</source>
<translation type="unfinished" />
</message>
<message>
<source>integral of the 1 s average ({0})</source>
<translation type="unfinished" />
</message>
<message>
<source>an unknown share of the time</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} % of the time</source>
<translation type="unfinished" />
</message>
<message>
<source>step time locks to the power sensor ({0}); a jitter between blocks of steps would undo it</source>
<translation type="unfinished" />
</message>
<message>
<source>incomplete: the power was first read {0} s into the window</source>
<translation type="unfinished" />
</message>
<message>
<source>incomplete: {0} s of the window without power readings</source>
<translation type="unfinished" />
</message>
<message>
<source>incomplete: the power readings end {0} s too early for the window</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}: the 1 s average needs a window of {1} s, this one has {2} s</source>
<translation type="unfinished" />
</message>
<message>
<source>without {0} in which the profiler ran</source>
<translation type="unfinished" />
</message>
<message>
<source>every measured step was profiled</source>
<translation type="unfinished" />
</message>
<message>
<source>a race needs two runs</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose another one to race against it.</source>
<translation type="unfinished" />
</message>
<message>
<source>a race has {0} lanes at most, {1} runs are chosen</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose fewer.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is live, and a race replays what is over</source>
<translation type="unfinished" />
</message>
<message>
<source>Wait for its end, or stop it.</source>
<translation type="unfinished" />
</message>
<message>
<source>none of these runs was measured</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose runs that reached their first measured step.</source>
<translation type="unfinished" />
</message>
<message>
<source>it was not measured: it ended before its first measured step</source>
<translation type="unfinished" />
</message>
<message>
<source>the ends of {0} were lost</source>
<translation type="unfinished" />
</message>
<message>
<source>how many samples a step has was not reported</source>
<translation type="unfinished" />
</message>
<message>
<source>it reported no steps, so its samples are not known</source>
<translation type="unfinished" />
</message>
<message>
<source>no energy was measured</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}: no energy was measured</source>
<translation type="unfinished" />
</message>
<message>
<source>which device it ran on was not reported</source>
<translation type="unfinished" />
</message>
<message>
<source>no step was measured</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} step</source>
<translation type="unfinished" />
</message>
<message>
<source>the run ended before the first readings</source>
<translation type="unfinished" />
</message>
<message>
<source>the run ended before the first measured step</source>
<translation type="unfinished" />
</message>
<message>
<source>too short to measure</source>
<translation type="unfinished" />
</message>
<message>
<source>over the {0} {1} of {2} s</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} s of the window without readings ({1})</source>
<translation type="unfinished" />
</message>
<message>
<source>the window holds only {0} updates of the sensor</source>
<translation type="unfinished" />
</message>
<message>
<source>the sensor gives no readings</source>
<translation type="unfinished" />
</message>
<message>
<source>no reading falls into the window of {0} s</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}: the sensor changed too rarely to find its update period (window of {1} s)</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}: the window of {1} s holds {2} updates of the sensor; {3} s are needed</source>
<translation type="unfinished" />
</message>
<message>
<source>readings cover only {0} of the window</source>
<translation type="unfinished" />
</message>
<message>
<source>readings cover {0} of the window</source>
<translation type="unfinished" />
</message>
<message>
<source>the counter was last {0} {1} s before the window's end</source>
<translation type="unfinished" />
</message>
<message>
<source>the counter went backwards within the window (a reset)</source>
<translation type="unfinished" />
</message>
<message>
<source>the readings begin after the window</source>
<translation type="unfinished" />
</message>
<message>
<source>the counter was first read {0} s into the window</source>
<translation type="unfinished" />
</message>
<message>
<source>the counter was not read often enough</source>
<translation type="unfinished" />
</message>
<message>
<source>seen to move</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} repeats will show differences in throughput above {1} %, judged by {2} earlier runs of the baseline.</source>
<translation type="unfinished" />
</message>
<message>
<source>Power and energy will not be compared: that takes windows of {0} s, the last run's was {1}.{2}</source>
<translation type="unfinished" />
</message>
<message>
<source>One repeat a side gives a ratio and no verdict.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} repeats will show differences above {1} times the scatter from run to run (of 1 %: above {2} %); once the baseline has {3} earlier runs, their scatter turns this into per cent.</source>
<translation type="unfinished" />
</message>
<message>
<source> {0} would do.</source>
<translation type="unfinished" />
</message>
<message>
<source>No run finished.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is no share</source>
<translation type="unfinished" />
</message>
<message>
<source>For example: --until 2%</source>
<translation type="unfinished" />
</message>
<message>
<source>from start to exit</source>
<translation type="unfinished" />
</message>
<message>
<source>of throughput</source>
<translation type="unfinished" />
</message>
<message>
<source>the mean is known within ± {0} (95 %)</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} {1} on average, from {2} to {3}</source>
<translation type="unfinished" />
</message>
<message>
<source>argument {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>the profiler recorded</source>
<translation type="unfinished" />
</message>
<message>
<source>its steps are those of {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>throughput by {0} ranks; by that of one rank it is the scaling efficiency</source>
<translation type="unfinished" />
</message>
<message>
<source>readings are damaged in the store and shown as missing: {0} ('gpuscope show RUN --all' lists when)</source>
<translation type="unfinished" />
</message>
<message>
<source>from the start of the process to its exit, by the clock</source>
<translation type="unfinished" />
</message>
<message>
<source>a series whose name is lost</source>
<translation type="unfinished" />
</message>
<message>
<source>not recorded in this run ({0})</source>
<translation type="unfinished" />
</message>
<message>
<source>its exit was not seen ({0})</source>
<translation type="unfinished" />
</message>
<message>
<source>at least two finite values a side</source>
<translation type="unfinished" />
</message>
<message>
<source>the metrics that comparisons are made for</source>
<translation type="unfinished" />
</message>
<message>
<source>the metrics beside those that comparisons are made for</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} repeats a side, a claim asks for {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>among {0}, chance alone gives such a difference (corrected p = {1})</source>
<translation type="unfinished" />
</message>
<message>
<source>the 95 % interval {0}includes {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>the sensors alone may be off by ±{0}</source>
<translation type="unfinished" />
</message>
<message>
<source>they differ, and neither direction is an improvement</source>
<translation type="unfinished" />
</message>
<message>
<source>of the difference </source>
<translation type="unfinished" />
</message>
<message>
<source>processor time of the processes ({0}) by samples</source>
<translation type="unfinished" />
</message>
<message>
<source>ends of {0} steps by {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>samples were told for {0} of {1} steps only</source>
<translation type="unfinished" />
</message>
<message>
<source>from the command to the end of the first step, by the clock</source>
<translation type="unfinished" />
</message>
<message>
<source>the device has no energy counter</source>
<translation type="unfinished" />
</message>
<message>
<source>the host's clock</source>
<translation type="unfinished" />
</message>
<message>
<source>events on the device</source>
<translation type="unfinished" />
</message>
<message>
<source>single steps on the GPU may end later</source>
<translation type="unfinished" />
</message>
<message>
<source>one step in {0} was timed; those between count as equally long</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} of the window by the wall clock</source>
<translation type="unfinished" />
</message>
<message>
<source>operations by formula</source>
<translation type="unfinished" />
</message>
<message>
<source>the processor time of its processes was not recorded</source>
<translation type="unfinished" />
</message>
<message>
<source>one step was reported, and no other to time it from</source>
<translation type="unfinished" />
</message>
<message>
<source>no steps were reported</source>
<translation type="unfinished" />
</message>
<message>
<source>a step was</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} steps were</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} steps are needed, {1} measured</source>
<translation type="unfinished" />
</message>
<message>
<source>no steps were counted</source>
<translation type="unfinished" />
</message>
<message>
<source>the end of the first step was not recorded</source>
<translation type="unfinished" />
</message>
<message>
<source>no {0} were counted</source>
<translation type="unfinished" />
</message>
<message>
<source>the device was not recorded</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} of {1} processes that took steps</source>
<translation type="unfinished" />
</message>
<message>
<source>, at step {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} of the run</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} time</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} times</source>
<translation type="unfinished" />
</message>
<message>
<source>within {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} value</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} values</source>
<translation type="unfinished" />
</message>
<message>
<source>the first</source>
<translation type="unfinished" />
</message>
<message>
<source>rank {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} other phase</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} other phases</source>
<translation type="unfinished" />
</message>
<message>
<source>other phase</source>
<translation type="unfinished" />
</message>
<message>
<source>sources disagree</source>
<translation type="unfinished" />
</message>
<message>
<source>gpuscope run bundle</source>
<translation type="unfinished" />
</message>
<message>
<source>a stamp of {0} is out of range</source>
<translation type="unfinished" />
</message>
<message>
<source>a block of {0} is none</source>
<translation type="unfinished" />
</message>
<message>
<source>a column of {0} is of no series, or there twice</source>
<translation type="unfinished" />
</message>
<message>
<source>the run's document</source>
<translation type="unfinished" />
</message>
<message>
<source>the bundle's document</source>
<translation type="unfinished" />
</message>
<message>
<source>an event</source>
<translation type="unfinished" />
</message>
<message>
<source>the bundle's version</source>
<translation type="unfinished" />
</message>
<message>
<source>the number of runs</source>
<translation type="unfinished" />
</message>
<message>
<source>the series</source>
<translation type="unfinished" />
</message>
<message>
<source>the list of series</source>
<translation type="unfinished" />
</message>
<message>
<source>the layouts</source>
<translation type="unfinished" />
</message>
<message>
<source>the list of layouts</source>
<translation type="unfinished" />
</message>
<message>
<source>return codes</source>
<translation type="unfinished" />
</message>
<message>
<source>it is no run bundle</source>
<translation type="unfinished" />
</message>
<message>
<source>it is a bundle of version {0}; this gpuscope knows version {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>Upgrade gpuscope.</source>
<translation type="unfinished" />
</message>
<message>
<source>the calls</source>
<translation type="unfinished" />
</message>
<message>
<source>the run's record</source>
<translation type="unfinished" />
</message>
<message>
<source>the tool that recorded it</source>
<translation type="unfinished" />
</message>
<message>
<source>a layout</source>
<translation type="unfinished" />
</message>
<message>
<source>an event is none</source>
<translation type="unfinished" />
</message>
<message>
<source>an event of kind {0} is none</source>
<translation type="unfinished" />
</message>
<message>
<source>the devices</source>
<translation type="unfinished" />
</message>
<message>
<source>a call's name</source>
<translation type="unfinished" />
</message>
<message>
<source>a stamp</source>
<translation type="unfinished" />
</message>
<message>
<source>its calls are not those of its layouts</source>
<translation type="unfinished" />
</message>
<message>
<source>the last batch</source>
<translation type="unfinished" />
</message>
<message>
<source>a series</source>
<translation type="unfinished" />
</message>
<message>
<source>a series is none</source>
<translation type="unfinished" />
</message>
<message>
<source>a layout is none</source>
<translation type="unfinished" />
</message>
<message>
<source>a layout is of no series</source>
<translation type="unfinished" />
</message>
<message>
<source>an event is none: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>a device is none: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>a generation</source>
<translation type="unfinished" />
</message>
<message>
<source>run {0} is live and cannot be exported</source>
<translation type="unfinished" />
</message>
<message>
<source>Export it when it has ended.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} runs are too many for one bundle</source>
<translation type="unfinished" />
</message>
<message>
<source>Export at most {0} at a time.</source>
<translation type="unfinished" />
</message>
<message>
<source>the runs are too large for one bundle</source>
<translation type="unfinished" />
</message>
<message>
<source>Export fewer at a time.</source>
<translation type="unfinished" />
</message>
<message>
<source>may be a constant of CodeCarbon's table: its file does not say</source>
<translation type="unfinished" />
</message>
<message>
<source>CodeCarbon reports 0 kWh of a GPU that was there: it was not read</source>
<translation type="unfinished" />
</message>
<message>
<source>CodeCarbon has no value</source>
<translation type="unfinished" />
</message>
<message>
<source>left out of {0}: {1} with another number of cells than the header</source>
<translation type="unfinished" />
</message>
<message>
<source>line {0}: the duration {1} is none</source>
<translation type="unfinished" />
</message>
<message>
<source>line {0}: it has no energy</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} emissions, CO₂ equivalent</source>
<translation type="unfinished" />
</message>
<message>
<source>by CodeCarbon's model of the main memory</source>
<translation type="unfinished" />
</message>
<message>
<source>it has more than {0} runs</source>
<translation type="unfinished" />
</message>
<message>
<source>line {0}, column {1}: {2} is no number as CodeCarbon writes it</source>
<translation type="unfinished" />
</message>
<message>
<source>line {0}: {1} kWh within {2} s is more than 1 MW</source>
<translation type="unfinished" />
</message>
<message>
<source>line {0}: {1} is no time</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} row</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} rows</source>
<translation type="unfinished" />
</message>
<message>
<source>GPUs, all together</source>
<translation type="unfinished" />
</message>
<message>
<source>the log has no value</source>
<translation type="unfinished" />
</message>
<message>
<source>integral of {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}: the average of a second needs a window of {1} s, this one has {2} s</source>
<translation type="unfinished" />
</message>
<message>
<source>incomplete: the power was first read {0} s into the recording</source>
<translation type="unfinished" />
</message>
<message>
<source>incomplete: the power was last read {0} s before the end</source>
<translation type="unfinished" />
</message>
<message>
<source>incomplete: {0} s without readings of power</source>
<translation type="unfinished" />
</message>
<message>
<source>no power was read</source>
<translation type="unfinished" />
</message>
<message>
<source>the power was read once</source>
<translation type="unfinished" />
</message>
<message>
<source>of {0} pauses in the readings of {1} only the {2} longest are kept</source>
<translation type="unfinished" />
</message>
<message>
<source>nothing was recorded</source>
<translation type="unfinished" />
</message>
<message>
<source>Nothing of it was imported.</source>
<translation type="unfinished" />
</message>
<message>
<source>MLflow was never told its end</source>
<translation type="unfinished" />
</message>
<message>
<source>MLflow's system metrics tell power at times and no energy</source>
<translation type="unfinished" />
</message>
<message>
<source>MLflow: failed</source>
<translation type="unfinished" />
</message>
<message>
<source>MLflow: killed</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} of metrics without a value, or of a time before its start</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} metric {1}, its last value</source>
<translation type="unfinished" />
</message>
<message>
<source>it holds no run of MLflow's file store</source>
<translation type="unfinished" />
</message>
<message>
<source>Name the folder mlruns, one of its experiments or a run.</source>
<translation type="unfinished" />
</message>
<message>
<source>it holds more than {0} runs</source>
<translation type="unfinished" />
</message>
<message>
<source>Import one experiment at a time.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is larger than {1} bytes</source>
<translation type="unfinished" />
</message>
<message>
<source>the run {0} reports no start</source>
<translation type="unfinished" />
</message>
<message>
<source>left out of the run {0}: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>CPU and main memory</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} cannot be read: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} holds more than {1} entries</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} holds more than {1} characters</source>
<translation type="unfinished" />
</message>
<message>
<source>a run has more than {0} metrics</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} line</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} lines</source>
<translation type="unfinished" />
</message>
<message>
<source>a run has more than {0} values</source>
<translation type="unfinished" />
</message>
<message>
<source>experiment {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>the log has no column of power</source>
<translation type="unfinished" />
</message>
<message>
<source>what was drawn between the instants of two readings is assumed to lie between them</source>
<translation type="unfinished" />
</message>
<message>
<source>a reading is assumed to be the average of the second before it</source>
<translation type="unfinished" />
</message>
<message>
<source>a reading of power.draw is the average of the second before it on Ampere (but GA100) and newer GPUs, and an instant's on older ones; the range covers both</source>
<translation type="unfinished" />
</message>
<message>
<source>line {0}: {1} is no time as nvidia-smi writes it</source>
<translation type="unfinished" />
</message>
<message>
<source>it has no row with readings</source>
<translation type="unfinished" />
</message>
<message>
<source>it has no column timestamp</source>
<translation type="unfinished" />
</message>
<message>
<source>Query it too: --query-gpu=timestamp,index,power.draw,…</source>
<translation type="unfinished" />
</message>
<message>
<source>it has more than {0} readings</source>
<translation type="unfinished" />
</message>
<message>
<source>Split it.</source>
<translation type="unfinished" />
</message>
<message>
<source>it has more than {0} rows of one GPU</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is no value as nvidia-smi writes it</source>
<translation type="unfinished" />
</message>
<message>
<source>left out of {0}: {1} that could not be placed in time</source>
<translation type="unfinished" />
</message>
<message>
<source>two of its GPUs have one index</source>
<translation type="unfinished" />
</message>
<message>
<source>it cannot be read: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>it has several rows of one instant and does not say which GPU each is of</source>
<translation type="unfinished" />
</message>
<message>
<source>Query index, too.</source>
<translation type="unfinished" />
</message>
<message>
<source>it is of more than {0} GPUs</source>
<translation type="unfinished" />
</message>
<message>
<source>its times are out of range</source>
<translation type="unfinished" />
</message>
<message>
<source>Known are run bundles (.gpuscope), CSV of nvidia-smi (--query-gpu) and CodeCarbon, and MLflow's mlruns folder.</source>
<translation type="unfinished" />
</message>
<message>
<source>it is of no known kind</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} holds no run</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} cannot be imported: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>there is no such file</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} cannot be written: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>Free some disk space; nothing was imported.</source>
<translation type="unfinished" />
</message>
<message>
<source>the run's id</source>
<translation type="unfinished" />
</message>
<message>
<source>what was run</source>
<translation type="unfinished" />
</message>
<message>
<source>the workload</source>
<translation type="unfinished" />
</message>
<message>
<source>the command</source>
<translation type="unfinished" />
</message>
<message>
<source>a number</source>
<translation type="unfinished" />
</message>
<message>
<source>an uncertainty</source>
<translation type="unfinished" />
</message>
<message>
<source>a number's reason</source>
<translation type="unfinished" />
</message>
<message>
<source>the list of devices</source>
<translation type="unfinished" />
</message>
<message>
<source>a device</source>
<translation type="unfinished" />
</message>
<message>
<source>a gap</source>
<translation type="unfinished" />
</message>
<message>
<source>the run had not ended when it was exported</source>
<translation type="unfinished" />
</message>
<message>
<source>the run's id is none</source>
<translation type="unfinished" />
</message>
<message>
<source>a number's value</source>
<translation type="unfinished" />
</message>
<message>
<source>a number's {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>a device's {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>a sensor's {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>a gap's start</source>
<translation type="unfinished" />
</message>
<message>
<source>a gap's end</source>
<translation type="unfinished" />
</message>
<message>
<source>a gap's device</source>
<translation type="unfinished" />
</message>
<message>
<source>a gap's reason</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is not of a run: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>the name</source>
<translation type="unfinished" />
</message>
<message>
<source>the reason</source>
<translation type="unfinished" />
</message>
<message>
<source>the environment</source>
<translation type="unfinished" />
</message>
<message>
<source>the start</source>
<translation type="unfinished" />
</message>
<message>
<source>the host</source>
<translation type="unfinished" />
</message>
<message>
<source>the exit code</source>
<translation type="unfinished" />
</message>
<message>
<source>the signal</source>
<translation type="unfinished" />
</message>
<message>
<source>the kind of step</source>
<translation type="unfinished" />
</message>
<message>
<source>the note</source>
<translation type="unfinished" />
</message>
<message>
<source>the options</source>
<translation type="unfinished" />
</message>
<message>
<source>an option is neither text nor a number</source>
<translation type="unfinished" />
</message>
<message>
<source>a device's properties</source>
<translation type="unfinished" />
</message>
<message>
<source>a device's property is neither text nor a number</source>
<translation type="unfinished" />
</message>
<message>
<source>what a device can measure</source>
<translation type="unfinished" />
</message>
<message>
<source>a gap's metric</source>
<translation type="unfinished" />
</message>
<message>
<source>the last commit</source>
<translation type="unfinished" />
</message>
<message>
<source>the gaps</source>
<translation type="unfinished" />
</message>
<message>
<source>a gap's metrics</source>
<translation type="unfinished" />
</message>
<message>
<source>a tag</source>
<translation type="unfinished" />
</message>
<message>
<source>the numbers</source>
<translation type="unfinished" />
</message>
<message>
<source>the tags</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is not {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>an object</source>
<translation type="unfinished" />
</message>
<message>
<source>an array</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} has {1} entries; the most is {2}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is too long or holds a NUL character</source>
<translation type="unfinished" />
</message>
<message>
<source>a whole number</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is out of range</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} names one thing twice</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} lacks {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>a line is longer than {0} bytes</source>
<translation type="unfinished" />
</message>
<message>
<source>a row spans more than {0} lines: a quotation mark is not closed</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is no JSON document: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} holds a number that is too large</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} holds text that is no Unicode</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is not an instant in UTC</source>
<translation type="unfinished" />
</message>
<message>
<source>it is larger than {0} bytes</source>
<translation type="unfinished" />
</message>
<message>
<source>it has more than {0} rows or {1} columns</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is nested too deeply</source>
<translation type="unfinished" />
</message>
<message>
<source>it is damaged: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>its directory is shorter than it says</source>
<translation type="unfinished" />
</message>
<message>
<source>its directory cannot be read</source>
<translation type="unfinished" />
</message>
<message>
<source>two members have one name</source>
<translation type="unfinished" />
</message>
<message>
<source>its members overlap</source>
<translation type="unfinished" />
</message>
<message>
<source>it would swell to {0} bytes, more than any run bundle</source>
<translation type="unfinished" />
</message>
<message>
<source>its directory is longer than it says</source>
<translation type="unfinished" />
</message>
<message>
<source>it is no run bundle, or its end is missing</source>
<translation type="unfinished" />
</message>
<message>
<source>its directory is larger than that of any run bundle ({0} members)</source>
<translation type="unfinished" />
</message>
<message>
<source>its directory is not where it should be</source>
<translation type="unfinished" />
</message>
<message>
<source>it ends too early</source>
<translation type="unfinished" />
</message>
<message>
<source>it lacks {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is larger than it may be ({1} bytes)</source>
<translation type="unfinished" />
</message>
<message>
<source>it has more than {0} blocks of readings or steps</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is not where it should be</source>
<translation type="unfinished" />
</message>
<message>
<source>a line of {0} is longer than it may be</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is not what was written</source>
<translation type="unfinished" />
</message>
<message>
<source>there is no file {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>it holds {0}, which is no part of a bundle</source>
<translation type="unfinished" />
</message>
<message>
<source>it is larger than any run bundle</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} ends too early</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} cannot be unpacked</source>
<translation type="unfinished" />
</message>
<message>
<source>run variants of a workload interleaved, and report measurable differences</source>
<translation type="unfinished" />
</message>
<message>
<source>Each run warms up until it is steady, {0} s at most: --warmup-limit sets another limit, and 0 leaves it at --warmup-steps. A command is run as it is; without --vary it is repeated.</source>
<translation type="unfinished" />
</message>
<message>
<source>'gpuscope resume {0}' goes on with it</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}: {1} repeats{2}</source>
<translation type="unfinished" />
</message>
<message>
<source>what the variants differ in, the baseline first: precision=fp32,bf16; optimize=none,channels-last+fused; several flags cross; of a command a word that stands in it in braces: batch=6,12 for {batch}</source>
<translation type="unfinished" />
</message>
<message>
<source>runs of each variant (default {0}, as a claim asks for)</source>
<translation type="unfinished" />
</message>
<message>
<source>go on until the interval of each throughput's ratio is no wider, such as 2%%; at most {0} repeats</source>
<translation type="unfinished" />
</message>
<message>
<source>do not wait before each run until the GPU has cooled to its first temperature</source>
<translation type="unfinished" />
</message>
<message>
<source>write the comparison to a .pdf, .html, .csv or .json file</source>
<translation type="unfinished" />
</message>
<message>
<source>Five are enough for a claim: --repeats 5</source>
<translation type="unfinished" />
</message>
<message>
<source>repeat {0}{1}: {2}</source>
<translation type="unfinished" />
</message>
<message>
<source>the runs so far are kept: gpuscope compare {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>; --warmup-limit SECONDS shortens it</source>
<translation type="unfinished" />
</message>
<message>
<source>For example: --vary batch=6,12 for {batch} in the command</source>
<translation type="unfinished" />
</message>
<message>
<source>each warms up until it is steady, {0} s at most</source>
<translation type="unfinished" />
</message>
<message>
<source>each warms up for its warm-up steps alone</source>
<translation type="unfinished" />
</message>
<message>
<source> each, in turns</source>
<translation type="unfinished" />
</message>
<message>
<source>record a running process and its children, or the machine</source>
<translation type="unfinished" />
</message>
<message>
<source>the process; it is only observed, and continues when the recording ends</source>
<translation type="unfinished" />
</message>
<message>
<source>the machine as a whole, with no process</source>
<translation type="unfinished" />
</message>
<message>
<source>stop after N seconds (default: at the process's end, 'stop' or Ctrl-C)</source>
<translation type="unfinished" />
</message>
<message>
<source>nothing to attach to</source>
<translation type="unfinished" />
</message>
<message>
<source>Name a process, for example: gpuscope attach 1234. Or the machine: --machine.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is not the number of a process</source>
<translation type="unfinished" />
</message>
<message>
<source>'ps -ef' lists the processes.</source>
<translation type="unfinished" />
</message>
<message>
<source>For example: --seconds 60</source>
<translation type="unfinished" />
</message>
<message>
<source>a process and --machine cannot be combined</source>
<translation type="unfinished" />
</message>
<message>
<source>Name the process, or the machine, not both.</source>
<translation type="unfinished" />
</message>
<message>
<source>profile the next steps of a live run</source>
<translation type="unfinished" />
</message>
<message>
<source>Profile a new run: gpuscope {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} profiled from {1} on{2}: {3}, {4} to start and write.</source>
<translation type="unfinished" />
</message>
<message>
<source>gpuscope profile {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>how many steps (default {0})</source>
<translation type="unfinished" />
</message>
<message>
<source>beside operators and shapes: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>run {0} is not live: it is {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>the run ended before its profile was written</source>
<translation type="unfinished" />
</message>
<message>
<source>'gpuscope show {0}' says why.</source>
<translation type="unfinished" />
</message>
<message>
<source>nothing was profiled: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>The run goes on.</source>
<translation type="unfinished" />
</message>
<message>
<source>waiting for the next step</source>
<translation type="unfinished" />
</message>
<message>
<source>run {0} cannot be profiled: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>'gpuscope show RUN' shows what it does.</source>
<translation type="unfinished" />
</message>
<message>
<source>recording {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}: chain</source>
<translation type="unfinished" />
</message>
<message>
<source>stage {0} of {1}: {2}</source>
<translation type="unfinished" />
</message>
<message>
<source>Leave it out: a chain is several runs, one after another.</source>
<translation type="unfinished" />
</message>
<message>
<source>Fewer than two stages were recorded, so there is nothing to compare.</source>
<translation type="unfinished" />
</message>
<message>
<source>Its page says why.</source>
<translation type="unfinished" />
</message>
<message>
<source>no stage was recorded</source>
<translation type="unfinished" />
</message>
<message>
<source>compare runs: values, ratios to a baseline, and differing settings</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}; runs of one spec form a group</source>
<translation type="unfinished" />
</message>
<message>
<source>a group of your own; may be given several times</source>
<translation type="unfinished" />
</message>
<message>
<source>all runs with this tag, oldest first, such as those of a chain</source>
<translation type="unfinished" />
</message>
<message>
<source>group or run that ratios refer to (default: the first)</source>
<translation type="unfinished" />
</message>
<message>
<source>write it to a .pdf, .html, .csv or .json file</source>
<translation type="unfinished" />
</message>
<message>
<source>what a .pdf or .html file has behind verdict, table and chart: {0}; none (default: all of them)</source>
<translation type="unfinished" />
</message>
<message>
<source>print every metric, remark and difference, not only the first screen</source>
<translation type="unfinished" />
</message>
<message>
<source>size of a .pdf file's pages (default: a4)</source>
<translation type="unfinished" />
</message>
<message>
<source>two runs are needed to compare</source>
<translation type="unfinished" />
</message>
<message>
<source>For example: gpuscope compare RUN RUN; 'gpuscope runs' lists them.</source>
<translation type="unfinished" />
</message>
<message>
<source>failed: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Name one with -o: -o report.pdf --sections metrics,methods</source>
<translation type="unfinished" />
</message>
<message>
<source>Name one with -o: -o report.pdf --paper letter</source>
<translation type="unfinished" />
</message>
<message>
<source>the run {0} is named in --group twice</source>
<translation type="unfinished" />
</message>
<message>
<source>A run can stand on one side only.</source>
<translation type="unfinished" />
</message>
<message>
<source>no run has the tag {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>'gpuscope runs' lists the runs with their tags.</source>
<translation type="unfinished" />
</message>
<message>
<source>For example: --group fp32=a1b2c3,d4e5f6</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} cannot be entered: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>Bring it back, or start over.</source>
<translation type="unfinished" />
</message>
<message>
<source>gpuscope: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>delete runs (restorable until --purge), or plans (their runs stay)</source>
<translation type="unfinished" />
</message>
<message>
<source>deleted; 'gpuscope delete --restore' brings it back until --purge</source>
<translation type="unfinished" />
</message>
<message>
<source>no deleted run begins with {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Deleted are: {0}.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}; or id of a plan</source>
<translation type="unfinished" />
</message>
<message>
<source>restore the named runs</source>
<translation type="unfinished" />
</message>
<message>
<source>remove everything that was deleted for good, samples and output, and free its space</source>
<translation type="unfinished" />
</message>
<message>
<source>Name runs, or give --purge alone.</source>
<translation type="unfinished" />
</message>
<message>
<source>removed for good</source>
<translation type="unfinished" />
</message>
<message>
<source>run {0} is live and cannot be deleted</source>
<translation type="unfinished" />
</message>
<message>
<source>End it first: gpuscope stop {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} begins {1} deleted runs</source>
<translation type="unfinished" />
</message>
<message>
<source>Say more of it: {0}.</source>
<translation type="unfinished" />
</message>
<message>
<source>nothing to delete</source>
<translation type="unfinished" />
</message>
<message>
<source>There was nothing to remove.</source>
<translation type="unfinished" />
</message>
<message>
<source>Plan {0} is removed; its runs stay.</source>
<translation type="unfinished" />
</message>
<message>
<source>measure what optimizations gain on this machine in two minutes; write a CSV and a PDF</source>
<translation type="unfinished" />
</message>
<message>
<source>runs per rung; from 2 on with an interval and a verdict</source>
<translation type="unfinished" />
</message>
<message>
<source>measured steps per run (default: three seconds)</source>
<translation type="unfinished" />
</message>
<message>
<source>the CSV (default {0}, in this folder); the PDF lies beside it</source>
<translation type="unfinished" />
</message>
<message>
<source>stay in the terminal, also where there is a screen</source>
<translation type="unfinished" />
</message>
<message>
<source>at least one repeat and one step are needed</source>
<translation type="unfinished" />
</message>
<message>
<source>For example: gpuscope demo --repeats 2 --steps 100</source>
<translation type="unfinished" />
</message>
<message>
<source>A ladder of optimizations is climbed in the window. It leaves {0} and {1}.</source>
<translation type="unfinished" />
</message>
<message>
<source>The runs are kept: gpuscope runs, gpuscope show RUN</source>
<translation type="unfinished" />
</message>
<message>
<source>In the terminal, since {0}. {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>list the devices: what can be measured and from which source, what cannot and how to fix it</source>
<translation type="unfinished" />
</message>
<message>
<source>check store, folders, sensors and gpuscope's own cost</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} in part{1}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} brought over whole, {1}, {2} lost</source>
<translation type="unfinished" />
</message>
<message>
<source>the damaged store was set aside as {0}; {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>Keep that file until you miss nothing.</source>
<translation type="unfinished" />
</message>
<message>
<source>set a damaged store aside and salvage what is readable</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} run was</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} runs were</source>
<translation type="unfinished" />
</message>
<message>
<source>run was</source>
<translation type="unfinished" />
</message>
<message>
<source>runs were</source>
<translation type="unfinished" />
</message>
<message>
<source>name, tag or annotate a run</source>
<translation type="unfinished" />
</message>
<message>
<source>its new name</source>
<translation type="unfinished" />
</message>
<message>
<source>a tag to add; may be given several times</source>
<translation type="unfinished" />
</message>
<message>
<source>a tag to remove</source>
<translation type="unfinished" />
</message>
<message>
<source>its new note; an empty one removes the note</source>
<translation type="unfinished" />
</message>
<message>
<source>nothing to change</source>
<translation type="unfinished" />
</message>
<message>
<source>Give --name, --tag, --untag or --note.</source>
<translation type="unfinished" />
</message>
<message>
<source>Run {0} is changed.</source>
<translation type="unfinished" />
</message>
<message>
<source>a name needs at least one letter</source>
<translation type="unfinished" />
</message>
<message>
<source>Omit --name to keep the old one.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is no tag</source>
<translation type="unfinished" />
</message>
<message>
<source>A tag is one word.</source>
<translation type="unfinished" />
</message>
<message>
<source>a text of {0} characters is too long</source>
<translation type="unfinished" />
</message>
<message>
<source>The most is {0}.</source>
<translation type="unfinished" />
</message>
<message>
<source>write runs as a bundle, one run's recording as CSV or JSON, or the results of runs as CSV</source>
<translation type="unfinished" />
</message>
<message>
<source>The numbers of {0} are</source>
<translation type="unfinished" />
</message>
<message>
<source>Everything of run {0} is</source>
<translation type="unfinished" />
</message>
<message>
<source>The {0} of run {1} are</source>
<translation type="unfinished" />
</message>
<message>
<source>the file to write: .gpuscope for a bundle that 'gpuscope import' reads on another machine; .csv; or .json for all that was recorded of one run (its document as of show --json, readings, steps, logged values, marks); an older one is replaced; - is CSV on standard output</source>
<translation type="unfinished" />
</message>
<message>
<source>what a .csv file holds; samples: every reading of one run, a row an instant; steps: the end of each of its steps; values: all that it logged (loss …), a row a value; marks: its marks; summary: a row a run with all of its numbers (default: samples for one run, summary for several); steps are counted from 1, warm-up included</source>
<translation type="unfinished" />
</message>
<message>
<source>the ending of {0} is not known</source>
<translation type="unfinished" />
</message>
<message>
<source>Known are .csv, .json and .gpuscope: -o samples.csv, -o run.json, -o runs.gpuscope; -o - writes CSV to standard output.</source>
<translation type="unfinished" />
</message>
<message>
<source>The run is</source>
<translation type="unfinished" />
</message>
<message>
<source>The {0} runs are</source>
<translation type="unfinished" />
</message>
<message>
<source>Name a file with -o, or leave --json out.</source>
<translation type="unfinished" />
</message>
<message>
<source>the {0} of several runs do not go into one file</source>
<translation type="unfinished" />
</message>
<message>
<source>Export one run at a time, or use --kind summary.</source>
<translation type="unfinished" />
</message>
<message>
<source>A bundle holds everything of its runs.</source>
<translation type="unfinished" />
</message>
<message>
<source>A .json file holds everything of a run.</source>
<translation type="unfinished" />
</message>
<message>
<source>a .json file holds one run</source>
<translation type="unfinished" />
</message>
<message>
<source>Export one run at a time; 'gpuscope compare -o FILE.json' sets runs side by side.</source>
<translation type="unfinished" />
</message>
<message>
<source>without its profile, which stays a file of its own: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>exporting  {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Its runs show both figures, and are not compared by energy; a meter at the wall shows which is right.</source>
<translation type="unfinished" />
</message>
<message>
<source>MIG is on: power and energy are of the whole GPU, all its partitions together; utilization does not exist</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} restarts, {1} crashes, {2} hangs, {3} lines not understood</source>
<translation type="unfinished" />
</message>
<message>
<source>recorder and helper take {0} of a core at the default rates</source>
<translation type="unfinished" />
</message>
<message>
<source>intact, {0}, {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>not there yet; the first run makes it</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} {1} {2}; deleted with their runs</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} cannot be written</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} cannot be made: {1} keeps no files</source>
<translation type="unfinished" />
</message>
<message>
<source>sensors of {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Run 'nvidia-smi': when it crashes or hangs too, reinstall the driver or restart the machine.</source>
<translation type="unfinished" />
</message>
<message>
<source>sensor helper</source>
<translation type="unfinished" />
</message>
<message>
<source>own cost</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}; {1} is the aim</source>
<translation type="unfinished" />
</message>
<message>
<source>Try again when nothing else runs.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} live, {1} interrupted</source>
<translation type="unfinished" />
</message>
<message>
<source>Free some disk space; a run takes about 3 MB an hour.</source>
<translation type="unfinished" />
</message>
<message>
<source>, driver {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>, {0} % of the time sampled</source>
<translation type="unfinished" />
</message>
<message>
<source>, within {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>virtual machine: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}; GPU sensors are {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>Correct or delete the file.</source>
<translation type="unfinished" />
</message>
<message>
<source>damaged: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>gpuscope doctor --repair sets it aside and brings over what can be read.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}: not there yet, and cannot be made: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} ended before the store was open</source>
<translation type="unfinished" />
</message>
<message>
<source>The next 'gpuscope run' takes them in.</source>
<translation type="unfinished" />
</message>
<message>
<source>folder of {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}: {1} free</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} profile</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} profiles</source>
<translation type="unfinished" />
</message>
<message>
<source>not installed: only commands can be run</source>
<translation type="unfinished" />
</message>
<message>
<source>Install gpuscope with its requirements.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}{1}: {2} of {3} can be measured</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} updates every {1}{2}{3}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is older than 2.11</source>
<translation type="unfinished" />
</message>
<message>
<source>Upgrade it: pip install --upgrade torch</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is not real hardware: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>not measured: {0} ({1})</source>
<translation type="unfinished" />
</message>
<message>
<source>energy: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>import run bundles (.gpuscope) and logs of nvidia-smi, CodeCarbon and MLflow</source>
<translation type="unfinished" />
</message>
<message>
<source>Imported</source>
<translation type="unfinished" />
</message>
<message>
<source>a run bundle (.gpuscope) as 'gpuscope export' writes it; the CSV of nvidia-smi --query-gpu=timestamp,… --format=csv -l; CodeCarbon's emissions.csv; a folder of MLflow's file store (mlruns). Of each all runs are brought in, or none; a run that is there already stays as it is</source>
<translation type="unfinished" />
</message>
<message>
<source>brought back</source>
<translation type="unfinished" />
</message>
<message>
<source>there already</source>
<translation type="unfinished" />
</message>
<message>
<source>add one optimization to another, and say what each of them buys here</source>
<translation type="unfinished" />
</message>
<message>
<source>gpuscope ladder [WORKLOAD] [--task TASK] [--device DEVICE] [--thorough] [options]</source>
<translation type="unfinished" />
</message>
<message>
<source>A quick ladder takes about two minutes and gives no verdict; a thorough one repeats each rung and the one below it in turns. Without a WORKLOAD it is {0}; without a --task inference on the CPU, else training.</source>
<translation type="unfinished" />
</message>
<message>
<source>'gpuscope resume {0}' goes on</source>
<translation type="unfinished" />
</message>
<message>
<source>'gpuscope plans {0}' lists its runs and their reasons.</source>
<translation type="unfinished" />
</message>
<message>
<source> (below it)</source>
<translation type="unfinished" />
</message>
<message>
<source>repeat each rung, for an interval and a verdict; takes many minutes</source>
<translation type="unfinished" />
</message>
<message>
<source>runs of each side of a rung, with --thorough (default 5)</source>
<translation type="unfinished" />
</message>
<message>
<source>write the comparison of its rungs to a .pdf, .html, .csv or .json file</source>
<translation type="unfinished" />
</message>
<message>
<source>For example: gpuscope ladder --thorough --repeats 5</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}Report: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>stopped; {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>the ladder could not go on</source>
<translation type="unfinished" />
</message>
<message>
<source>add a mark to a live run</source>
<translation type="unfinished" />
</message>
<message>
<source>text of the mark</source>
<translation type="unfinished" />
</message>
<message>
<source>a mark needs at least one letter</source>
<translation type="unfinished" />
</message>
<message>
<source>For example: gpuscope mark last "fan on"</source>
<translation type="unfinished" />
</message>
<message>
<source>a mark of {0} characters is too long</source>
<translation type="unfinished" />
</message>
<message>
<source>Marks can be added only to a live run.</source>
<translation type="unfinished" />
</message>
<message>
<source>the run's recorder did not take the mark</source>
<translation type="unfinished" />
</message>
<message>
<source>Run {0} is marked.</source>
<translation type="unfinished" />
</message>
<message>
<source>watch the machine without recording a run</source>
<translation type="unfinished" />
</message>
<message>
<source>every event as a line of JSON on standard output</source>
<translation type="unfinished" />
</message>
<message>
<source>record the readings: one row per instant, as 'export' writes them</source>
<translation type="unfinished" />
</message>
<message>
<source>record the sensors for --sensor replay:FILE</source>
<translation type="unfinished" />
</message>
<message>
<source>stop after N seconds (default: at Ctrl-C)</source>
<translation type="unfinished" />
</message>
<message>
<source>Start the monitor twice.</source>
<translation type="unfinished" />
</message>
<message>
<source>One is a snapshot; leave --seconds out, or use --events or -o FILE.csv.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} has no known file ending</source>
<translation type="unfinished" />
</message>
<message>
<source>Use -o machine.csv.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} {1} came too late to have a column in the file</source>
<translation type="unfinished" />
</message>
<message>
<source>What was written before stays.</source>
<translation type="unfinished" />
</message>
<message>
<source>recording to {0}; Ctrl-C ends it</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}: no processes: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>Cores</source>
<translation type="unfinished" />
</message>
<message>
<source>   processes by</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} more lines: make the terminal higher</source>
<translation type="unfinished" />
</message>
<message>
<source>gpuscope monitor</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} core</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} cores</source>
<translation type="unfinished" />
</message>
<message>
<source>core {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>waiting for the first reading of the sensors</source>
<translation type="unfinished" />
</message>
<message>
<source>exit codes: 0 good; 1 a run of ours failed; 2 wrong arguments; 3 not usable here; 130 stopped by request</source>
<translation type="unfinished" />
</message>
<message>
<source>'run -- COMMAND' ends with the command's own code</source>
<translation type="unfinished" />
</message>
<message>
<source>usage</source>
<translation type="unfinished" />
</message>
<message>
<source>run a workload, or any command after --, and record it</source>
<translation type="unfinished" />
</message>
<message>
<source>add one optimization to another, and say what each buys here</source>
<translation type="unfinished" />
</message>
<message>
<source>run a workload over ranges of one or two knobs: the knee, the Pareto front, where memory ends</source>
<translation type="unfinished" />
</message>
<message>
<source>list the runs that are kept</source>
<translation type="unfinished" />
</message>
<message>
<source>show a run: its result, its figures, its gaps</source>
<translation type="unfinished" />
</message>
<message>
<source>set runs side by side</source>
<translation type="unfinished" />
</message>
<message>
<source>replay runs side by side on one clock; as a GIF, or as a video where ffmpeg is installed</source>
<translation type="unfinished" />
</message>
<message>
<source>say what a profiler's trace holds: where the device's time went, operators, kernels</source>
<translation type="unfinished" />
</message>
<message>
<source>bring in run bundles, and recordings of nvidia-smi, CodeCarbon and MLflow</source>
<translation type="unfinished" />
</message>
<message>
<source>delete runs or plans</source>
<translation type="unfinished" />
</message>
<message>
<source>list plans (ladders, sweeps, A/Bs, chains, queues), or the runs of one</source>
<translation type="unfinished" />
</message>
<message>
<source>continue a plan that was stopped or interrupted</source>
<translation type="unfinished" />
</message>
<message>
<source>stop a live run or a plan cleanly</source>
<translation type="unfinished" />
</message>
<message>
<source>what can be measured here, from which source; what not, and the cure</source>
<translation type="unfinished" />
</message>
<message>
<source>what can be run here, and why the rest cannot</source>
<translation type="unfinished" />
</message>
<message>
<source>train the models that compressions and engines work on, once</source>
<translation type="unfinished" />
</message>
<message>
<source>print one JSON document on standard output and nothing else</source>
<translation type="unfinished" />
</message>
<message>
<source>the store, as an SQLAlchemy URL (sqlite:////folder/gpuscope.sqlite)</source>
<translation type="unfinished" />
</message>
<message>
<source>the version</source>
<translation type="unfinished" />
</message>
<message>
<source>this text, or after a verb its options</source>
<translation type="unfinished" />
</message>
<message>
<source>run, ladder, sweep, runs, compare, race, profile, machine, health or settings</source>
<translation type="unfinished" />
</message>
<message>
<source>runs, the plan of a ladder, or trace files to show on the page</source>
<translation type="unfinished" />
</message>
<message>
<source>draw that page into a file, without a screen</source>
<translation type="unfinished" />
</message>
<message>
<source>gpuscope {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>opens the window</source>
<translation type="unfinished" />
</message>
<message>
<source>('gpuscope VERB --help' says what a verb takes)</source>
<translation type="unfinished" />
</message>
<message>
<source>the traceback is in {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>the log cannot be written</source>
<translation type="unfinished" />
</message>
<message>
<source>this is a bug of gpuscope: {0}: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>Please report it; {0}.</source>
<translation type="unfinished" />
</message>
<message>
<source>standard output cannot be written: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Send it somewhere else.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is not known</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is for the window, and {1} opens none</source>
<translation type="unfinished" />
</message>
<message>
<source>Leave out the verb: gpuscope --page runs</source>
<translation type="unfinished" />
</message>
<message>
<source>Did you mean {0}? </source>
<translation type="unfinished" />
</message>
<message>
<source>there is no verb {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}--help lists the verbs.</source>
<translation type="unfinished" />
</message>
<message>
<source>the store, as an SQLAlchemy URL</source>
<translation type="unfinished" />
</message>
<message>
<source>'{0} --help' lists what it takes.</source>
<translation type="unfinished" />
</message>
<message>
<source>a verb is needed</source>
<translation type="unfinished" />
</message>
<message>
<source>verbs</source>
<translation type="unfinished" />
</message>
<message>
<source>options, before or after the verb</source>
<translation type="unfinished" />
</message>
<message>
<source>the window, without a verb</source>
<translation type="unfinished" />
</message>
<message>
<source>run {0} of {1}: {2}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}; 'gpuscope stop {1}' gives up</source>
<translation type="unfinished" />
</message>
<message>
<source>id of a plan or the beginning of one; 'gpuscope plans' lists them</source>
<translation type="unfinished" />
</message>
<message>
<source>There is no plan yet. 'gpuscope ladder' makes one.</source>
<translation type="unfinished" />
</message>
<message>
<source>no run yet</source>
<translation type="unfinished" />
</message>
<message>
<source>train the models that compressions and engines work on, and keep them</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}: accuracy {1} on {2} samples held apart, after {3}</source>
<translation type="unfinished" />
</message>
<message>
<source>models to train (default: small-image models, a minute each)</source>
<translation type="unfinished" />
</message>
<message>
<source>device to train on (default cpu); the models serve every device</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} could not be trained</source>
<translation type="unfinished" />
</message>
<message>
<source>The lines above say why.</source>
<translation type="unfinished" />
</message>
<message>
<source>a profiled run; a trace of torch.profiler, Kineto, Chrome or Perfetto (.gz too); a memory snapshot or timeline of PyTorch; of several ranks, each</source>
<translation type="unfinished" />
</message>
<message>
<source>RunRecord | None</source>
<translation type="unfinished" />
</message>
<message>
<source>written to {0}, with {1} of {2}</source>
<translation type="unfinished" />
</message>
<message>
<source>written to {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>the profile to set it against: what is new, gone, faster, slower</source>
<translation type="unfinished" />
</message>
<message>
<source>every table, whole</source>
<translation type="unfinished" />
</message>
<message>
<source>write the trace again with the run's curves in it, for Perfetto</source>
<translation type="unfinished" />
</message>
<message>
<source>whose curves --perfetto takes (default: those of the run that is named)</source>
<translation type="unfinished" />
</message>
<message>
<source>write the tables as CSV, or with .json the document</source>
<translation type="unfinished" />
</message>
<message>
<source>Name one file, and one behind --against.</source>
<translation type="unfinished" />
</message>
<message>
<source>Name one file; of several ranks, one after the other.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is there already</source>
<translation type="unfinished" />
</message>
<message>
<source>Name a new file.</source>
<translation type="unfinished" />
</message>
<message>
<source>Name it: --curves RUN.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is a record of memory</source>
<translation type="unfinished" />
</message>
<message>
<source>Curves go into traces.</source>
<translation type="unfinished" />
</message>
<message>
<source>Name one file.</source>
<translation type="unfinished" />
</message>
<message>
<source>Name another file, or free some space.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} point</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} points</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} curve</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} curves</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} has no ending that is known</source>
<translation type="unfinished" />
</message>
<message>
<source>Name a .csv or a .json.</source>
<translation type="unfinished" />
</message>
<message>
<source>reading {0}  {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>replay runs side by side on one clock: who is first, and what it burns on the way</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}; two to {1}; NAME=RUN names its lane; the winner is set against the first</source>
<translation type="unfinished" />
</message>
<message>
<source>a .gif; .mp4 or .webm where ffmpeg is installed; .png: its end</source>
<translation type="unfinished" />
</message>
<message>
<source>seconds of the race in one of the film (default: so that it lasts ≤ 20 s)</source>
<translation type="unfinished" />
</message>
<message>
<source>of the file, in pixels (default {0})</source>
<translation type="unfinished" />
</message>
<message>
<source>of the file (default: dark)</source>
<translation type="unfinished" />
</message>
<message>
<source>where the finish line is (default: the smallest total of the runs)</source>
<translation type="unfinished" />
</message>
<message>
<source>who gets furthest in the time of the shortest run</source>
<translation type="unfinished" />
</message>
<message>
<source>For example: --speed 10</source>
<translation type="unfinished" />
</message>
<message>
<source>Leave it out for the smallest total of the runs.</source>
<translation type="unfinished" />
</message>
<message>
<source>two lanes have one name</source>
<translation type="unfinished" />
</message>
<message>
<source>Give every lane a name of its own.</source>
<translation type="unfinished" />
</message>
<message>
<source>nothing can be drawn here</source>
<translation type="unfinished" />
</message>
<message>
<source>Start it as 'gpuscope race'.</source>
<translation type="unfinished" />
</message>
<message>
<source>the run {0} is named twice</source>
<translation type="unfinished" />
</message>
<message>
<source>Name each run once.</source>
<translation type="unfinished" />
</message>
<message>
<source>drawing  {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>name of the run (default: derived from its settings)</source>
<translation type="unfinished" />
</message>
<message>
<source>start it in the background; 'show --follow' watches it</source>
<translation type="unfinished" />
</message>
<message>
<source>run {0} started; watch it with: gpuscope show {1} --follow</source>
<translation type="unfinished" />
</message>
<message>
<source>the run is not in the store, or not whole: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>the result cannot be printed: {0}; 'gpuscope show {1}' shows it</source>
<translation type="unfinished" />
</message>
<message>
<source>Last lines of its output:</source>
<translation type="unfinished" />
</message>
<message>
<source>plan {0}: {1} of {2} runs made{3}</source>
<translation type="unfinished" />
</message>
<message>
<source>start it in the background; 'gpuscope plans' shows its progress</source>
<translation type="unfinished" />
</message>
<message>
<source>first requeue an item, by its number, or a rung of a ladder by its name</source>
<translation type="unfinished" />
</message>
<message>
<source>also when another machine conducted it, which is gone</source>
<translation type="unfinished" />
</message>
<message>
<source>Stop it there; when that machine is gone: gpuscope resume {0} --take-over</source>
<translation type="unfinished" />
</message>
<message>
<source>'gpuscope plans {0}' lists its runs.</source>
<translation type="unfinished" />
</message>
<message>
<source>plan {0} is conducted on {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>plan {0} goes on; 'gpuscope plans {1}' shows how far it is</source>
<translation type="unfinished" />
</message>
<message>
<source>the plan could not go on</source>
<translation type="unfinished" />
</message>
<message>
<source>plan {0} is finished</source>
<translation type="unfinished" />
</message>
<message>
<source>Nothing is left to do; --again ITEM repeats one.</source>
<translation type="unfinished" />
</message>
<message>
<source>'gpuscope plans {0}' lists them.</source>
<translation type="unfinished" />
</message>
<message>
<source>, {0} of them failed</source>
<translation type="unfinished" />
</message>
<message>
<source>after the run, record idle power for so long, {0}s to {1}s: for energy above idle</source>
<translation type="unfinished" />
</message>
<message>
<source>inherit: hand over the terminal, for full-screen programs</source>
<translation type="unfinished" />
</message>
<message>
<source>train, compress (--optimize, or distill), quantize, export to each engine: a run each, and one table of what deploying costs</source>
<translation type="unfinished" />
</message>
<message>
<source>with --chain: write its table to a .pdf, .html, .csv or .json file</source>
<translation type="unfinished" />
</message>
<message>
<source>of a command: the folder in which it runs (default: this one)</source>
<translation type="unfinished" />
</message>
<message>
<source>queue it until its device is free; 'gpuscope plans' lists the queue</source>
<translation type="unfinished" />
</message>
<message>
<source>A run is written by 'gpuscope export RUN -o FILE' when it is over.</source>
<translation type="unfinished" />
</message>
<message>
<source>Leave one of them out.</source>
<translation type="unfinished" />
</message>
<message>
<source>plan {0} {1}: gpuscope plans {2}</source>
<translation type="unfinished" />
</message>
<message>
<source>For example: --baseline 10s</source>
<translation type="unfinished" />
</message>
<message>
<source>A workload of ours reads and writes nothing in its working folder.</source>
<translation type="unfinished" />
</message>
<message>
<source>makes the run after the others</source>
<translation type="unfinished" />
</message>
<message>
<source>was started</source>
<translation type="unfinished" />
</message>
<message>
<source>downloading {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>stopping, at the latest in {0} s · {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} earlier messages were left out: nothing could be printed</source>
<translation type="unfinished" />
</message>
<message>
<source>list the stored runs, newest first</source>
<translation type="unfinished" />
</message>
<message>
<source>only runs that match: key=value (state, tag, host, name, or any key of the spec such as precision), or a text in name, id, tags or note; all of several must match</source>
<translation type="unfinished" />
</message>
<message>
<source>at most so many; 0 for all (default: {0}, with --json all)</source>
<translation type="unfinished" />
</message>
<message>
<source>Give a number of runs, or 0 for all.</source>
<translation type="unfinished" />
</message>
<message>
<source>Known are: {0}.</source>
<translation type="unfinished" />
</message>
<message>
<source>These are the newest {0}; --limit 0 lists all.</source>
<translation type="unfinished" />
</message>
<message>
<source>No run matches.</source>
<translation type="unfinished" />
</message>
<message>
<source>There is no run yet. 'gpuscope demo' makes some; 'gpuscope run --help' says how.</source>
<translation type="unfinished" />
</message>
<message>
<source>id of a run or the beginning of one; 'last' is the newest</source>
<translation type="unfinished" />
</message>
<message>
<source>run {0} has no profile</source>
<translation type="unfinished" />
</message>
<message>
<source>Record one with the run: gpuscope run --profile steps=100:110 …</source>
<translation type="unfinished" />
</message>
<message>
<source>the store {0} is not there</source>
<translation type="unfinished" />
</message>
<message>
<source>Check --store; 'gpuscope run --store …' makes a new one.</source>
<translation type="unfinished" />
</message>
<message>
<source>a device beside those of this machine: simulated, simulated:N (labelled SIMULATED), or replay:FILE (labelled with when and where FILE was recorded)</source>
<translation type="unfinished" />
</message>
<message>
<source>how often a second the power, energy and throttling of NVIDIA GPUs are read (default: 10); 20 is for sensors that update more often than every 100 ms</source>
<translation type="unfinished" />
</message>
<message>
<source>print everything, not only the first screen</source>
<translation type="unfinished" />
</message>
<message>
<source>watch a live run until it ends, then show it</source>
<translation type="unfinished" />
</message>
<message>
<source>the run goes on; 'gpuscope stop {0}' ends it</source>
<translation type="unfinished" />
</message>
<message>
<source> (default {0})</source>
<translation type="unfinished" />
</message>
<message>
<source>what to run; 'gpuscope workloads' lists them</source>
<translation type="unfinished" />
</message>
<message>
<source>an option of the workload, or any of the above</source>
<translation type="unfinished" />
</message>
<message>
<source>agree to the download for --data download</source>
<translation type="unfinished" />
</message>
<message>
<source>of a command: how many samples each of its steps takes, for the throughput</source>
<translation type="unfinished" />
</message>
<message>
<source>of a command: an environment variable set for it; may be repeated</source>
<translation type="unfinished" />
</message>
<message>
<source>A workload of ours knows its samples: --batch-size N sets them.</source>
<translation type="unfinished" />
</message>
<message>
<source>Set the variable in front of gpuscope, or name the workload's own option.</source>
<translation type="unfinished" />
</message>
<message>
<source>nothing to run</source>
<translation type="unfinished" />
</message>
<message>
<source>Name a workload ('gpuscope workloads' lists them), or a command behind --.</source>
<translation type="unfinished" />
</message>
<message>
<source>For example: --set task=inference</source>
<translation type="unfinished" />
</message>
<message>
<source>a workload and a command cannot be combined</source>
<translation type="unfinished" />
</message>
<message>
<source>Name a workload of ours, or a command behind --, not both.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}: not for a command</source>
<translation type="unfinished" />
</message>
<message>
<source>Put the command's own options behind it.</source>
<translation type="unfinished" />
</message>
<message>
<source>run {0} is still live after {1} s</source>
<translation type="unfinished" />
</message>
<message>
<source>Ask again; 'gpuscope show RUN --follow' shows what it does.</source>
<translation type="unfinished" />
</message>
<message>
<source>its recording has ended; the process goes on</source>
<translation type="unfinished" />
</message>
<message>
<source>Free its disk, or make the store's folder writable: then it is written and ends.</source>
<translation type="unfinished" />
</message>
<message>
<source>Run {0} had ended: {1}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Plan {0}: {1}. 'gpuscope resume {2}' goes on with it.</source>
<translation type="unfinished" />
</message>
<message>
<source>When that machine is gone: gpuscope resume {0} --take-over</source>
<translation type="unfinished" />
</message>
<message>
<source>plan {0} is still stopping</source>
<translation type="unfinished" />
</message>
<message>
<source>'gpuscope plans {0}' shows what it does.</source>
<translation type="unfinished" />
</message>
<message>
<source>stopping, at the latest in {0} s</source>
<translation type="unfinished" />
</message>
<message>
<source>Plan {0} had ended: {1}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Plan {0} is not running: {1}. 'gpuscope resume {2}' goes on with it.</source>
<translation type="unfinished" />
</message>
<message>
<source>plan {0} is still conducted on {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>gpuscope sweep WORKLOAD --batch-size 1..1024 [--precision fp32,bf16] [--budget 10min] [options]</source>
<translation type="unfinished" />
</message>
<message>
<source>One or two of the values below are axes: numbers as doubling ranges (1..1024), as ranges with another factor (1..1024:x4) or as lists (1,8,64), choices as lists (fp32,bf16; optimize none,channels-last+fused). The order covers the whole range early, so that stopping is always useful. A cell without enough memory is a result, and larger batches are then left out.</source>
<translation type="unfinished" />
</message>
<message>
<source>wall time of the runs, such as 10min, after which the rest is left out</source>
<translation type="unfinished" />
</message>
<message>
<source>measure number formats too that the device only emulates</source>
<translation type="unfinished" />
</message>
<message>
<source>write a .pdf report, the cells as .csv or .json, or the picture as .svg</source>
<translation type="unfinished" />
</message>
<message>
<source>stopped; 'gpuscope resume {0}' goes on</source>
<translation type="unfinished" />
</message>
<message>
<source>a command has no knobs of ours to sweep</source>
<translation type="unfinished" />
</message>
<message>
<source>For example: gpuscope sweep mnist-mlp --batch-size 1..1024</source>
<translation type="unfinished" />
</message>
<message>
<source>nothing to sweep</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} would take about {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>Add --yes to start it; a coarser range such as 1..1024:x4 or a --budget makes it shorter.</source>
<translation type="unfinished" />
</message>
<message>
<source>Budget</source>
<translation type="unfinished" />
</message>
<message>
<source>A time, such as 90s, 10min or 1h.</source>
<translation type="unfinished" />
</message>
<message>
<source>Written: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>no cell was measured</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}: out of memory</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} cell</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} cells</source>
<translation type="unfinished" />
</message>
<message>
<source>what it is, or why not</source>
<translation type="unfinished" />
</message>
<message>
<source>what brings it</source>
<translation type="unfinished" />
</message>
<message>
<source>precision</source>
<translation type="unfinished" />
</message>
<message>
<source>here</source>
<translation type="unfinished" />
</message>
<message>
<source>why not, or how</source>
<translation type="unfinished" />
</message>
<message>
<source>All about one of these: gpuscope workloads NAME. What each of them is: gpuscope workloads --all</source>
<translation type="unfinished" />
</message>
<message>
<source>To run one: gpuscope run WORKLOAD --optimize NAME,NAME --engine NAME; any program of yours: gpuscope run -- COMMAND</source>
<translation type="unfinished" />
</message>
<message>
<source>Options, number formats and what fits what: gpuscope workloads KEY</source>
<translation type="unfinished" />
</message>
<message>
<source>Any program of yours: gpuscope run -- COMMAND</source>
<translation type="unfinished" />
</message>
<message>
<source>Optimizations and engines{0}{1} on {2}</source>
<translation type="unfinished" />
</message>
<message>
<source>Optimizations, behind --optimize</source>
<translation type="unfinished" />
</message>
<message>
<source>Engines, behind --engine</source>
<translation type="unfinished" />
</message>
<message>
<source>family</source>
<translation type="unfinished" />
</message>
<message>
<source>workload</source>
<translation type="unfinished" />
</message>
<message>
<source>for</source>
<translation type="unfinished" />
</message>
<message>
<source>Devices and precisions</source>
<translation type="unfinished" />
</message>
<message>
<source>none, it is a kernel</source>
<translation type="unfinished" />
</message>
<message>
<source>Tasks: {0}. Batch size {1} by default; samples are {2}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Tasks: {0}. Devices: {1}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Fits here: {0}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Not here: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Options, behind --set</source>
<translation type="unfinished" />
</message>
<message>
<source>name</source>
<translation type="unfinished" />
</message>
<message>
<source>fits</source>
<translation type="unfinished" />
</message>
<message>
<source>why not</source>
<translation type="unfinished" />
</message>
<message>
<source>Engines</source>
<translation type="unfinished" />
</message>
<message>
<source>none here</source>
<translation type="unfinished" />
</message>
<message>
<source>default</source>
<translation type="unfinished" />
</message>
<message>
<source>what it is</source>
<translation type="unfinished" />
</message>
<message>
<source>  not here</source>
<translation type="unfinished" />
</message>
<message>
<source>no workload</source>
<translation type="unfinished" />
</message>
<message>
<source>needs</source>
<translation type="unfinished" />
</message>
<message>
<source>list what can run on this machine, with which optimizations and engines, and why the rest cannot</source>
<translation type="unfinished" />
</message>
<message>
<source>asking torch what it can do here; the answer is kept</source>
<translation type="unfinished" />
</message>
<message>
<source>a workload, an optimization or an engine to describe in full</source>
<translation type="unfinished" />
</message>
<message>
<source>one line each: what it is, or why it cannot be used here</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is no workload, optimization or engine</source>
<translation type="unfinished" />
</message>
<message>
<source>'gpuscope workloads' lists them all.</source>
<translation type="unfinished" />
</message>
<message>
<source>torch did not answer within {0} s</source>
<translation type="unfinished" />
</message>
<message>
<source>For example: --profile steps=100:110, or --profile time=30s:35s,stacks</source>
<translation type="unfinished" />
</message>
<message>
<source>steps {0} to {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>profile: {0} is no number of a step</source>
<translation type="unfinished" />
</message>
<message>
<source>profile: {0} is not a time</source>
<translation type="unfinished" />
</message>
<message>
<source>profile: {0} names no steps and no time</source>
<translation type="unfinished" />
</message>
<message>
<source>profile: {0} is not known</source>
<translation type="unfinished" />
</message>
<message>
<source>Known are {0}; shapes are always recorded.</source>
<translation type="unfinished" />
</message>
<message>
<source>profile: {0} ends where it begins, or before</source>
<translation type="unfinished" />
</message>
<message>
<source>no NVIDIA GPU was found in this machine</source>
<translation type="unfinished" />
</message>
<message>
<source>not tried on hardware</source>
<translation type="unfinished" />
</message>
<message>
<source>update period unknown: not measured yet</source>
<translation type="unfinished" />
</message>
<message>
<source>not a device: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Share of time in which the device was busy. For a GPU: any kernel ran, which says nothing of how much of it was used.</source>
<translation type="unfinished" />
</message>
<message>
<source>Electrical power as the device's own sensor reports it; instantaneous where the device offers that.</source>
<translation type="unfinished" />
</message>
<message>
<source>Power as the device averages it over the last second.</source>
<translation type="unfinished" />
</message>
<message>
<source>The limit that the device enforces.</source>
<translation type="unfinished" />
</message>
<message>
<source>The device's cumulative energy counter; its difference over the measured window.</source>
<translation type="unfinished" />
</message>
<message>
<source>Memory of the device that is taken, by any process. For the CPU: main memory that is not available.</source>
<translation type="unfinished" />
</message>
<message>
<source>Share of time in which the device's memory was read or written.</source>
<translation type="unfinished" />
</message>
<message>
<source>Swap space that is taken.</source>
<translation type="unfinished" />
</message>
<message>
<source>Frequency of the compute units (GPU: SM clock; CPU: mean over the cores).</source>
<translation type="unfinished" />
</message>
<message>
<source>Frequency of the device's memory.</source>
<translation type="unfinished" />
</message>
<message>
<source>Core temperature.</source>
<translation type="unfinished" />
</message>
<message>
<source>Why the clock is below the requested one, as NVML's bit field of clock event reasons.</source>
<translation type="unfinished" />
</message>
<message>
<source>Share of the multiprocessors' time in which at least one warp was resident, averaged over all of them (GPM).</source>
<translation type="unfinished" />
</message>
<message>
<source>Resident warps as a share of what the multiprocessors can hold (GPM).</source>
<translation type="unfinished" />
</message>
<message>
<source>Share of time in which the tensor pipes were busy, averaged over the multiprocessors (GPM).</source>
<translation type="unfinished" />
</message>
<message>
<source>Share of the device memory's bandwidth that was used (GPM).</source>
<translation type="unfinished" />
</message>
<message>
<source>Memory of the device that driver and firmware keep for themselves; not part of the memory used.</source>
<translation type="unfinished" />
</message>
<message>
<source>Bytes a second that the device received over PCIe, sampled by the device over 20 ms.</source>
<translation type="unfinished" />
</message>
<message>
<source>Bytes a second that the device sent over PCIe, sampled by the device over 20 ms.</source>
<translation type="unfinished" />
</message>
<message>
<source>Data bytes received over all NVLinks since the driver was loaded.</source>
<translation type="unfinished" />
</message>
<message>
<source>Data bytes sent over all NVLinks since the driver was loaded.</source>
<translation type="unfinished" />
</message>
<message>
<source>Temperature of the device's memory.</source>
<translation type="unfinished" />
</message>
<message>
<source>Speed of the fan as a share of the fastest.</source>
<translation type="unfinished" />
</message>
<message>
<source>Processes that use the device, as far as this process may see them; whole-device figures are theirs together.</source>
<translation type="unfinished" />
</message>
<message>
<source>Energy of the main memory as the processor counts it, beside the package's and not part of it.</source>
<translation type="unfinished" />
</message>
<message>
<source>Bytes read from all disks since boot.</source>
<translation type="unfinished" />
</message>
<message>
<source>Bytes written to all disks since boot.</source>
<translation type="unfinished" />
</message>
<message>
<source>Bytes received on all interfaces but loopback since boot.</source>
<translation type="unfinished" />
</message>
<message>
<source>Bytes sent on all interfaces but loopback since boot.</source>
<translation type="unfinished" />
</message>
<message>
<source>Processor time taken by the processes, user and system, all cores, those that ended included.</source>
<translation type="unfinished" />
</message>
<message>
<source>Memory of the processes that lies in RAM. Of several on Linux by their shares (Pss), so that a page that they share counts once; elsewhere the sum of their resident sets.</source>
<translation type="unfinished" />
</message>
<message>
<source>Number of processes of the tree.</source>
<translation type="unfinished" />
</message>
<message>
<source>Energy of the devices that the run was placed on.</source>
<translation type="unfinished" />
</message>
<message>
<source>Energy by the samples of the measured steps.</source>
<translation type="unfinished" />
</message>
<message>
<source>Energy by the measured steps; an average.</source>
<translation type="unfinished" />
</message>
<message>
<source>Energy of as many samples as the data has.</source>
<translation type="unfinished" />
</message>
<message>
<source>Energy less what the devices draw when idle, by the baseline that is named beside it; not there below a fifth of the energy.</source>
<translation type="unfinished" />
</message>
<message>
<source>Difference of the device's cumulative counter over the window, straight lines between its updates.</source>
<translation type="unfinished" />
</message>
<message>
<source>Integral of the instantaneous power over the window; the sensor may look at a part of the time alone.</source>
<translation type="unfinished" />
</message>
<message>
<source>Integral of the power that the device averages over a second, moved back by half of it.</source>
<translation type="unfinished" />
</message>
<message>
<source>Energy that the measured steps spent while they got their batches: a statistical estimate, part of the run's energy.</source>
<translation type="unfinished" />
</message>
<message>
<source>Step time, {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Time that a step spends on {0}: the median of those measured steps whose phases were timed.</source>
<translation type="unfinished" />
</message>
<message>
<source>Energy per step, {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Energy that a step spends on {0}: a statistical estimate from many power readings and the times of the phases.</source>
<translation type="unfinished" />
</message>
<message>
<source>the computer slept</source>
<translation type="unfinished" />
</message>
<message>
<source>the GPU is asleep (suspended to save power), and is left so</source>
<translation type="unfinished" />
</message>
<message>
<source>not answering since</source>
<translation type="unfinished" />
</message>
<message>
<source>not an event: not a JSON object</source>
<translation type="unfinished" />
</message>
<message>
<source>not an event: kind {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>a number is needed</source>
<translation type="unfinished" />
</message>
<message>
<source>an integer is needed</source>
<translation type="unfinished" />
</message>
<message>
<source>text is needed</source>
<translation type="unfinished" />
</message>
<message>
<source>an object is needed</source>
<translation type="unfinished" />
</message>
<message>
<source>readings of one width are needed, each with two stamps</source>
<translation type="unfinished" />
</message>
<message>
<source>version {0} is newer than {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>not a {0} event: {1} {2}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} and {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} min {1} s</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} h {1} min</source>
<translation type="unfinished" />
</message>
<message>
<source>In phase {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}, as told last</source>
<translation type="unfinished" />
</message>
<message>
<source>a missing quantity has no value, and only a missing one</source>
<translation type="unfinished" />
</message>
<message>
<source>a missing quantity says why</source>
<translation type="unfinished" />
</message>
<message>
<source>not a quantity: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>stopped on request</source>
<translation type="unfinished" />
</message>
<message>
<source>damaged in the store</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}imported{1} on {2}</source>
<translation type="unfinished" />
</message>
<message>
<source>recorded by {0}, </source>
<translation type="unfinished" />
</message>
<message>
<source> from {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>not an origin: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>so it is no ceiling</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} times the ceiling</source>
<translation type="unfinished" />
</message>
<message>
<source>Samples of the measured steps, by the wall clock between synchronised edges.</source>
<translation type="unfinished" />
</message>
<message>
<source>Throughput by the number of processes that a training is spread over; by the throughput of one it is the scaling efficiency.</source>
<translation type="unfinished" />
</message>
<message>
<source>Processor time of the workload's processes, all cores, by the measured samples of a run on the processor. Other programs on the machine hardly change it, while they slow the wall clock.</source>
<translation type="unfinished" />
</message>
<message>
<source>Measured steps by the wall clock.</source>
<translation type="unfinished" />
</message>
<message>
<source>Floating-point operations that the algorithm needs, by the wall clock.</source>
<translation type="unfinished" />
</message>
<message>
<source>Achieved FLOP/s by those of a large matrix product in the same number format, measured after the run.</source>
<translation type="unfinished" />
</message>
<message>
<source>Bytes that the algorithm must move, each read and written once, by the wall clock.</source>
<translation type="unfinished" />
</message>
<message>
<source>Of the lower of two ceilings at this FLOP per byte: the fastest copy and the fastest matrix product measured after the run.</source>
<translation type="unfinished" />
</message>
<message>
<source>Half of the measured steps took no longer.</source>
<translation type="unfinished" />
</message>
<message>
<source>95 % of the measured steps took no longer.</source>
<translation type="unfinished" />
</message>
<message>
<source>99 % of the measured steps took no longer.</source>
<translation type="unfinished" />
</message>
<message>
<source>Mean cross entropy on the data held apart from training, after the run; during it, of the training batch.</source>
<translation type="unfinished" />
</message>
<message>
<source>Share of right answers on the data held apart from training.</source>
<translation type="unfinished" />
</message>
<message>
<source>Share of right answers of the trained model before it was compressed, on the same data.</source>
<translation type="unfinished" />
</message>
<message>
<source>Share of right answers of the same student after as many steps on the labels alone, on the same data.</source>
<translation type="unfinished" />
</message>
<message>
<source>Of the file of the model's weights as torch writes it, or of the engine's form.</source>
<translation type="unfinished" />
</message>
<message>
<source>Of the file of the trained model's weights before it was compressed, as torch writes it.</source>
<translation type="unfinished" />
</message>
<message>
<source>From fresh weights to the step after which a test reached the requested accuracy, earlier tests included. The run's energy is that of the same time.</source>
<translation type="unfinished" />
</message>
<message>
<source>Largest difference from the reference named beside it (FP64, or eager torch for an engine or another form of the model), relative to its largest value.</source>
<translation type="unfinished" />
</message>
<message>
<source>From FP64. Inference: the largest difference of the logits of held-out samples from those of the same weights, relative to the largest. Training: the largest relative difference of the first losses from those of the same training.</source>
<translation type="unfinished" />
</message>
<message>
<source>Opening the model from its file, the engine's own form of it or the weights that torch reads, up to the first batch's answer.</source>
<translation type="unfinished" />
</message>
<message>
<source>Tokens of the measured steps, by the wall clock: those trained on, or those generated.</source>
<translation type="unfinished" />
</message>
<message>
<source>Time of one new token behind the first (decode), of the whole batch at once: the median of the measured steps that were timed.</source>
<translation type="unfinished" />
</message>
<message>
<source>Tokens of the measured steps by the energy of the devices that the run was placed on.</source>
<translation type="unfinished" />
</message>
<message>
<source>The largest amount that torch had allocated for tensors on the GPU.</source>
<translation type="unfinished" />
</message>
<message>
<source>The largest amount that torch's caching allocator held on the GPU.</source>
<translation type="unfinished" />
</message>
<message>
<source>From the command to the end of the first step.</source>
<translation type="unfinished" />
</message>
<message>
<source>From the start of the workload's process to its exit.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} was reached, {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}, as far as two measurements of it are apart</source>
<translation type="unfinished" />
</message>
<message>
<source>device {0} is named twice</source>
<translation type="unfinished" />
</message>
<message>
<source>Name each device once.</source>
<translation type="unfinished" />
</message>
<message>
<source>this workload runs on one device</source>
<translation type="unfinished" />
</message>
<message>
<source>Name one device, for example --device cuda:0.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}: {1} is not known</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose one of {0}.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}: {1} is not text</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}: the text is too long or holds a NUL character</source>
<translation type="unfinished" />
</message>
<message>
<source>environment: a quotation mark has no counterpart</source>
<translation type="unfinished" />
</message>
<message>
<source>environment: {0} is not NAME=VALUE</source>
<translation type="unfinished" />
</message>
<message>
<source>workload {0} is not known</source>
<translation type="unfinished" />
</message>
<message>
<source>'gpuscope workloads' lists what can be run.</source>
<translation type="unfinished" />
</message>
<message>
<source>a command is needed behind --</source>
<translation type="unfinished" />
</message>
<message>
<source>For example: gpuscope run -- python train.py</source>
<translation type="unfinished" />
</message>
<message>
<source>profile: {0} are beyond the run's {1} steps</source>
<translation type="unfinished" />
</message>
<message>
<source>Profile earlier steps, or take more.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is missing</source>
<translation type="unfinished" />
</message>
<message>
<source>device {0} is not known</source>
<translation type="unfinished" />
</message>
<message>
<source>Use cpu, or cuda:0 for the first NVIDIA GPU.</source>
<translation type="unfinished" />
</message>
<message>
<source>Samples a step</source>
<translation type="unfinished" />
</message>
<message>
<source>How many samples a step of the command takes, over all of its ranks, for the throughput; where it is not seen or told.</source>
<translation type="unfinished" />
</message>
<message>
<source>Variables set for the command, beside those that it inherits: NAME=VALUE, with spaces between them.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}: {1} is too small</source>
<translation type="unfinished" />
</message>
<message>
<source>The least is {0}.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}: {1} is too large</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}: {1} is not {2}</source>
<translation type="unfinished" />
</message>
<message>
<source>steps and a duration at once</source>
<translation type="unfinished" />
</message>
<message>
<source>Give --steps or --duration: a run is as long as one of them says.</source>
<translation type="unfinished" />
</message>
<message>
<source>not a run specification: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>yes or no</source>
<translation type="unfinished" />
</message>
<message>
<source>a time</source>
<translation type="unfinished" />
</message>
<message>
<source>Share of the time in which {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Slowed by the power cap</source>
<translation type="unfinished" />
</message>
<message>
<source>the clock was held down to keep the power limit.</source>
<translation type="unfinished" />
</message>
<message>
<source>Slowed by heat</source>
<translation type="unfinished" />
</message>
<message>
<source>the clock was held down because the device, or its memory, was too hot.</source>
<translation type="unfinished" />
</message>
<message>
<source>Slowed by the hardware</source>
<translation type="unfinished" />
</message>
<message>
<source>the hardware braked the clock: heat, power supply, or an external signal.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}: {1} names a value twice</source>
<translation type="unfinished" />
</message>
<message>
<source>Give each value once.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}: an empty value</source>
<translation type="unfinished" />
</message>
<message>
<source>For example: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}: {1} is no range</source>
<translation type="unfinished" />
</message>
<message>
<source>it starts at 0 and is multiplied</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}: {1} is no range: {2}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}: {1} has {2}</source>
<translation type="unfinished" />
</message>
<message>
<source>At most {0} can be on one axis.</source>
<translation type="unfinished" />
</message>
<message>
<source>its end is below its beginning</source>
<translation type="unfinished" />
</message>
<message>
<source>its factor is 1</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} the tolerance of {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>getting its batch, the wait for it included</source>
<translation type="unfinished" />
</message>
<message>
<source>the forward pass, the loss included</source>
<translation type="unfinished" />
</message>
<message>
<source>reading the prompts, up to the first new token</source>
<translation type="unfinished" />
</message>
<message>
<source>the new tokens behind the first, one after another</source>
<translation type="unfinished" />
</message>
<message>
<source>the backward pass, the clearing of the gradients included</source>
<translation type="unfinished" />
</message>
<message>
<source>the update of the weights</source>
<translation type="unfinished" />
</message>
<message>
<source>what is none of these: tests, logging, checkpoints</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} rank {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} process {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>Callable[[Profile, bool], Iterable[tuple[Key, OperatorClass, int, float]]]</source>
<translation type="unfinished" />
</message>
<message>
<source>no device did anything in the capture</source>
<translation type="unfinished" />
</message>
<message>
<source>the trace holds no operators: it was recorded on the device alone</source>
<translation type="unfinished" />
</message>
<message>
<source>the file is of no run whose power was recorded</source>
<translation type="unfinished" />
</message>
<message>
<source>signed char</source>
<translation type="unfinished" />
</message>
<message>
<source>unsigned char</source>
<translation type="unfinished" />
</message>
<message>
<source>long int</source>
<translation type="unfinished" />
</message>
<message>
<source>waiting is seen only beside another rank's trace</source>
<translation type="unfinished" />
</message>
<message>
<source>the traces hold no collectives</source>
<translation type="unfinished" />
</message>
<message>
<source>the ranks' traces do not hold the same collectives</source>
<translation type="unfinished" />
</message>
<message>
<source>External id</source>
<translation type="unfinished" />
</message>
<message>
<source>Input Dims</source>
<translation type="unfinished" />
</message>
<message>
<source>Input dims</source>
<translation type="unfinished" />
</message>
<message>
<source>Input type</source>
<translation type="unfinished" />
</message>
<message>
<source>Concrete Inputs</source>
<translation type="unfinished" />
</message>
<message>
<source>Sequence number</source>
<translation type="unfinished" />
</message>
<message>
<source>Fwd thread id</source>
<translation type="unfinished" />
</message>
<message>
<source>registers per thread</source>
<translation type="unfinished" />
</message>
<message>
<source>shared memory</source>
<translation type="unfinished" />
</message>
<message>
<source>est. achieved occupancy %</source>
<translation type="unfinished" />
</message>
<message>
<source>Total Allocated</source>
<translation type="unfinished" />
</message>
<message>
<source>Total Reserved</source>
<translation type="unfinished" />
</message>
<message>
<source>Device Type</source>
<translation type="unfinished" />
</message>
<message>
<source>Device Id</source>
<translation type="unfinished" />
</message>
<message>
<source>that is no file name</source>
<translation type="unfinished" />
</message>
<message>
<source>it cannot be opened: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Name a trace file.</source>
<translation type="unfinished" />
</message>
<message>
<source>it is empty</source>
<translation type="unfinished" />
</message>
<message>
<source>Record it again: the profiler writes it when it stops.</source>
<translation type="unfinished" />
</message>
<message>
<source>Copy it to another disk.</source>
<translation type="unfinished" />
</message>
<message>
<source>it cannot be unpacked: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Copy it once more, or record it again.</source>
<translation type="unfinished" />
</message>
<message>
<source>it unpacks to more than any trace holds</source>
<translation type="unfinished" />
</message>
<message>
<source>This is no trace; nothing of it was read.</source>
<translation type="unfinished" />
</message>
<message>
<source>it holds no traceEvents</source>
<translation type="unfinished" />
</message>
<message>
<source>A trace of torch.profiler, Kineto or Chrome has them.</source>
<translation type="unfinished" />
</message>
<message>
<source>it holds no events</source>
<translation type="unfinished" />
</message>
<message>
<source>Record it again: the profiler must be running while the program works.</source>
<translation type="unfinished" />
</message>
<message>
<source>A trace is a file that torch.profiler, Kineto, Chrome or Perfetto wrote.</source>
<translation type="unfinished" />
</message>
<message>
<source>Record it again, or copy it once more.</source>
<translation type="unfinished" />
</message>
<message>
<source>it holds a value of more than {0} MiB</source>
<translation type="unfinished" />
</message>
<message>
<source>Traces do not; this is something else.</source>
<translation type="unfinished" />
</message>
<message>
<source>it ends in the middle of a text</source>
<translation type="unfinished" />
</message>
<message>
<source>allocated before the record began</source>
<translation type="unfinished" />
</message>
<message>
<source>unknown (recorded without stacks)</source>
<translation type="unfinished" />
</message>
<message>
<source>it is a pickle, but no memory snapshot</source>
<translation type="unfinished" />
</message>
<message>
<source>it holds no memory</source>
<translation type="unfinished" />
</message>
<message>
<source>The snapshot holds no history, so only what was in use at its end is known.</source>
<translation type="unfinished" />
</message>
<message>
<source>a memory snapshot of more than {0} MiB is not read</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} events out of any range left out.</source>
<translation type="unfinished" />
</message>
<message>
<source>a memory timeline of more than {0} MiB is not read</source>
<translation type="unfinished" />
</message>
<message>
<source>Profile fewer steps.</source>
<translation type="unfinished" />
</message>
<message>
<source>it is neither a trace nor a memory timeline</source>
<translation type="unfinished" />
</message>
<message>
<source>counter {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>it holds packets that cannot be unpacked</source>
<translation type="unfinished" />
</message>
<message>
<source>it is no trace</source>
<translation type="unfinished" />
</message>
<message>
<source>it is no trace that Perfetto wrote</source>
<translation type="unfinished" />
</message>
<message>
<source>Its packets are smaller.</source>
<translation type="unfinished" />
</message>
<message>
<source>a name</source>
<translation type="unfinished" />
</message>
<message>
<source>a call</source>
<translation type="unfinished" />
</message>
<message>
<source>something outside</source>
<translation type="unfinished" />
</message>
<message>
<source>an extension</source>
<translation type="unfinished" />
</message>
<message>
<source>it is a pickle that asks for {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>A memory snapshot holds plain values; nothing of this was run.</source>
<translation type="unfinished" />
</message>
<message>
<source>it is a damaged pickle</source>
<translation type="unfinished" />
</message>
<message>
<source>it is a damaged protocol buffer</source>
<translation type="unfinished" />
</message>
<message>
<source>it holds more than {0} million events</source>
<translation type="unfinished" />
</message>
<message>
<source>its names are larger than any program's</source>
<translation type="unfinished" />
</message>
<message>
<source>This is no trace of a program.</source>
<translation type="unfinished" />
</message>
<message>
<source>CUDA runtime</source>
<translation type="unfinished" />
</message>
<message>
<source>CUDA driver</source>
<translation type="unfinished" />
</message>
<message>
<source>HIP runtime</source>
<translation type="unfinished" />
</message>
<message>
<source>HIP driver</source>
<translation type="unfinished" />
</message>
<message>
<source>Python stacks</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is a record of memory, not a trace</source>
<translation type="unfinished" />
</message>
<message>
<source>'gpuscope profile' shows it.</source>
<translation type="unfinished" />
</message>
<message>
<source>Record it again, with track events.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} that {1} in the file twice counted once.</source>
<translation type="unfinished" />
</message>
<message>
<source>The file ends before its end: what follows is of the {0} that it still has.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} could not be read and {1} missing.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} without a time left out.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} without a duration counted as instants.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} left out: begin or end is not in the file.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is no trace that can be read: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} event</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} events</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} range</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} ranges</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} kernel</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} kernels</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} conversion</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} conversions</source>
<translation type="unfinished" />
</message>
<message>
<source>model = model.to(torch.{0})</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} call</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} calls</source>
<translation type="unfinished" />
</message>
<message>
<source>torch.compile(model, mode="reduce-overhead")  # CUDA graphs</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}; {3} of {4} kernels are shorter than their launch</source>
<translation type="unfinished" />
</message>
<message>
<source>torch.optim.{0}(…, {1}=True)</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} gap</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} gaps</source>
<translation type="unfinished" />
</message>
<message>
<source>nothing that was recorded</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} copy</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} copies</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} pause</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} pauses</source>
<translation type="unfinished" />
</message>
<message>
<source>thread {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} cannot take curves: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>A trace in JSON can: of torch.profiler, Kineto or Chrome.</source>
<translation type="unfinished" />
</message>
<message>
<source>the run of {0} failed</source>
<translation type="unfinished" />
</message>
<message>
<source>Its last lines say why.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} will take {1} {2}{3}; starting each adds some seconds</source>
<translation type="unfinished" />
</message>
<message>
<source>: {0} against {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>, repeated</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}: {1}the measured steps, of which no earlier run says how long they take</source>
<translation type="unfinished" />
</message>
<message>
<source>, of which {0} are measured, the rest is warm-up{1}</source>
<translation type="unfinished" />
</message>
<message>
<source>nothing varies</source>
<translation type="unfinished" />
</message>
<message>
<source>For example: gpuscope ab mnist-mlp --vary precision=fp32,bf16</source>
<translation type="unfinished" />
</message>
<message>
<source>two of the variants are the same</source>
<translation type="unfinished" />
</message>
<message>
<source>Give --vary values that differ; set the number of repeats with --repeats.</source>
<translation type="unfinished" />
</message>
<message>
<source>up to {0} of warm-up{1}, and </source>
<translation type="unfinished" />
</message>
<message>
<source>{0}; no earlier run says how long they take</source>
<translation type="unfinished" />
</message>
<message>
<source>the run's recorder does not answer</source>
<translation type="unfinished" />
</message>
<message>
<source>Try again; 'gpuscope runs' shows whether the run has ended.</source>
<translation type="unfinished" />
</message>
<message>
<source>'gpuscope runs' shows whether the run has ended.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} had it open</source>
<translation type="unfinished" />
</message>
<message>
<source>the run was placed on no device that gave readings</source>
<translation type="unfinished" />
</message>
<message>
<source>it was cut short</source>
<translation type="unfinished" />
</message>
<message>
<source>no idle baseline: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} other process</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} other processes</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} idle baseline of {1}: {2} ± {3} over {4} s</source>
<translation type="unfinished" />
</message>
<message>
<source>other process</source>
<translation type="unfinished" />
</message>
<message>
<source>other processes</source>
<translation type="unfinished" />
</message>
<message>
<source>no {0} idle baseline of {1}: {2}</source>
<translation type="unfinished" />
</message>
<message>
<source>not a request</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} never reached, the run ended after {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>the profiler recorded {0} from {1} on</source>
<translation type="unfinished" />
</message>
<message>
<source>starting and writing took {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}{1}{2}; {3}; none of it is in throughput, step times and energy</source>
<translation type="unfinished" />
</message>
<message>
<source>the program took no step that gpuscope could see</source>
<translation type="unfinished" />
</message>
<message>
<source>gpuscope could not be loaded in the program, where another module may have its name</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} were</source>
<translation type="unfinished" />
</message>
<message>
<source>the time from {0} was</source>
<translation type="unfinished" />
</message>
<message>
<source>the program ended while it was profiled, and left no profile</source>
<translation type="unfinished" />
</message>
<message>
<source>, each {0} longer than the others</source>
<translation type="unfinished" />
</message>
<message>
<source>, none longer than the others</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} of other processes beside it</source>
<translation type="unfinished" />
</message>
<message>
<source>the system ran out of main memory, and the kernel killed it</source>
<translation type="unfinished" />
</message>
<message>
<source>it crashed: {name}</source>
<translation type="unfinished" />
</message>
<message>
<source>it crashed: {name}; a full /dev/shm or disk behind mapped memory does that too</source>
<translation type="unfinished" />
</message>
<message>
<source>it crashed: {name}; it was built for another processor</source>
<translation type="unfinished" />
</message>
<message>
<source>it gave up: {name}</source>
<translation type="unfinished" />
</message>
<message>
<source>killed from outside: {name}</source>
<translation type="unfinished" />
</message>
<message>
<source>ended from outside: {name}</source>
<translation type="unfinished" />
</message>
<message>
<source>its terminal was closed: {name}</source>
<translation type="unfinished" />
</message>
<message>
<source>interrupted: {name}</source>
<translation type="unfinished" />
</message>
<message>
<source>the reader of its output went away: {name}</source>
<translation type="unfinished" />
</message>
<message>
<source>it used up its processor time limit: {name}</source>
<translation type="unfinished" />
</message>
<message>
<source>a file grew over its size limit: {name}</source>
<translation type="unfinished" />
</message>
<message>
<source>a command in it may not be executed</source>
<translation type="unfinished" />
</message>
<message>
<source>a command in it was not found</source>
<translation type="unfinished" />
</message>
<message>
<source>out of GPU memory</source>
<translation type="unfinished" />
</message>
<message>
<source>out of main memory</source>
<translation type="unfinished" />
</message>
<message>
<source>memory ran out</source>
<translation type="unfinished" />
</message>
<message>
<source>for lack of memory</source>
<translation type="unfinished" />
</message>
<message>
<source>a program in it was ended by {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>out of GPU memory: {line}</source>
<translation type="unfinished" />
</message>
<message>
<source>a process that loads data was killed, most likely for lack of memory</source>
<translation type="unfinished" />
</message>
<message>
<source>out of main memory: {line}</source>
<translation type="unfinished" />
</message>
<message>
<source>the disk is full: {line}</source>
<translation type="unfinished" />
</message>
<message>
<source>the Python module {0} is not installed where the command runs</source>
<translation type="unfinished" />
</message>
<message>
<source>the GPU failed it: {line}</source>
<translation type="unfinished" />
</message>
<message>
<source>exit code {0}: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>exit code {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} for {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} min</source>
<translation type="unfinished" />
</message>
<message>
<source>Let its name end in .pdf, .html, .csv or .json.</source>
<translation type="unfinished" />
</message>
<message>
<source>waits for {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>its recorder was ended {0}: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>run {0} was interrupted ({1}); {2} is run again</source>
<translation type="unfinished" />
</message>
<message>
<source>plan {0} is damaged: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>Delete it; its runs stay.</source>
<translation type="unfinished" />
</message>
<message>
<source>run {0} is not in the store, or not whole: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>it never began</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is still at {1} °C, warmer than before the first run</source>
<translation type="unfinished" />
</message>
<message>
<source>its run {0} was stopped</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}; trying again</source>
<translation type="unfinished" />
</message>
<message>
<source>not found</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} was not started: its guard process ended</source>
<translation type="unfinished" />
</message>
<message>
<source>Try again; look at the system's memory.</source>
<translation type="unfinished" />
</message>
<message>
<source>recording is only possible on Linux yet</source>
<translation type="unfinished" />
</message>
<message>
<source>Use Linux, or WSL on Windows.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} was stopped before it began</source>
<translation type="unfinished" />
</message>
<message>
<source>the command or its environment holds a NUL character</source>
<translation type="unfinished" />
</message>
<message>
<source>Leave it out.</source>
<translation type="unfinished" />
</message>
<message>
<source>HelperHealth | None</source>
<translation type="unfinished" />
</message>
<message>
<source>the sensor helper hangs in the driver and cannot be ended; no other is started beside it</source>
<translation type="unfinished" />
</message>
<message>
<source>the sensor helper {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>the sensor helper ended {0} times within a minute</source>
<translation type="unfinished" />
</message>
<message>
<source>the sensor helper was {0} {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>the sensor helper cannot be started: {0}; it is tried again every 10 s</source>
<translation type="unfinished" />
</message>
<message>
<source>something else used it (utilization {0})</source>
<translation type="unfinished" />
</message>
<message>
<source>processes came or went</source>
<translation type="unfinished" />
</message>
<message>
<source>its utilization is not known</source>
<translation type="unfinished" />
</message>
<message>
<source>how many processes use it is not known</source>
<translation type="unfinished" />
</message>
<message>
<source>it reports no power</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} s of readings are too short</source>
<translation type="unfinished" />
</message>
<message>
<source>its readings stayed away for a while</source>
<translation type="unfinished" />
</message>
<message>
<source>its energy counter fell</source>
<translation type="unfinished" />
</message>
<message>
<source>it was {0} busy</source>
<translation type="unfinished" />
</message>
<message>
<source>RunWriter | None</source>
<translation type="unfinished" />
</message>
<message>
<source>base again</source>
<translation type="unfinished" />
</message>
<message>
<source>Where the ladder begins: {0}, batch of {1}, as torch runs it.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} rung</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} rungs</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}: {1}{2}; about {3}</source>
<translation type="unfinished" />
</message>
<message>
<source>ladder: {0}, {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>, {0} repeats each of it and of what lies below</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}, again</source>
<translation type="unfinished" />
</message>
<message>
<source>below {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>plan {0} has no rung {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>none yet</source>
<translation type="unfinished" />
</message>
<message>
<source>the recorder ended before its workload ran</source>
<translation type="unfinished" />
</message>
<message>
<source>end of recorder {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} were lost: the store could not be written</source>
<translation type="unfinished" />
</message>
<message>
<source>its samples</source>
<translation type="unfinished" />
</message>
<message>
<source>its samples after {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} holds no run, or another process takes it in</source>
<translation type="unfinished" />
</message>
<message>
<source>Look at it again in a moment.</source>
<translation type="unfinished" />
</message>
<message>
<source>recovered run {0} ({1}) from {2}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} could not be taken in: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>run {0} could not be taken in: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>its conductor ended without a word</source>
<translation type="unfinished" />
</message>
<message>
<source>the machine was restarted</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}; 'gpuscope resume {1}' goes on with it</source>
<translation type="unfinished" />
</message>
<message>
<source>Free some space, or make it writable.</source>
<translation type="unfinished" />
</message>
<message>
<source>plan {0} is being conducted by another process</source>
<translation type="unfinished" />
</message>
<message>
<source>'gpuscope plans {0}' shows how far it is.</source>
<translation type="unfinished" />
</message>
<message>
<source>conducted on {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>the command's arguments hold a secret, and a plan would store it</source>
<translation type="unfinished" />
</message>
<message>
<source>Pass it by a variable or a file.</source>
<translation type="unfinished" />
</message>
<message>
<source>the command's environment holds a secret, and a plan would store it</source>
<translation type="unfinished" />
</message>
<message>
<source>Set it in the shell, or pass a file.</source>
<translation type="unfinished" />
</message>
<message>
<source>plan {0} is conducted on {1} and cannot be deleted</source>
<translation type="unfinished" />
</message>
<message>
<source>plan {0} is being conducted and cannot be deleted</source>
<translation type="unfinished" />
</message>
<message>
<source>Stop it first: gpuscope stop {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>plan {0} is being conducted</source>
<translation type="unfinished" />
</message>
<message>
<source>plan {0} has no item {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>to be run again</source>
<translation type="unfinished" />
</message>
<message>
<source>gpuscope did not start this process, so it cannot profile it</source>
<translation type="unfinished" />
</message>
<message>
<source>the run has taken no step yet, so there is nothing to count</source>
<translation type="unfinished" />
</message>
<message>
<source>a profile is under way already</source>
<translation type="unfinished" />
</message>
<message>
<source>1 to {0} steps can be profiled</source>
<translation type="unfinished" />
</message>
<message>
<source>what can be profiled too is {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>the run's folder cannot be written: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} samples/s</source>
<translation type="unfinished" />
</message>
<message>
<source>loss {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} cores busy with it</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} left</source>
<translation type="unfinished" />
</message>
<message>
<source>stopped by Ctrl-C</source>
<translation type="unfinished" />
</message>
<message>
<source>stopped by Ctrl-\</source>
<translation type="unfinished" />
</message>
<message>
<source>stopped by SIGTERM</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} bytes of the command's output could not be written to where it goes</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} messages of the workload were not understood</source>
<translation type="unfinished" />
</message>
<message>
<source>no socket can be made in {0}: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>the output is not kept: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>the job was stopped (Ctrl-Z)</source>
<translation type="unfinished" />
</message>
<message>
<source>one is left</source>
<translation type="unfinished" />
</message>
<message>
<source>none is left, the recorder watches the run itself</source>
<translation type="unfinished" />
</message>
<message>
<source>a guard process was killed; the run goes on ({0})</source>
<translation type="unfinished" />
</message>
<message>
<source>ended {0} that the command left running</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} of the run could not be ended</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} process</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} processes</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}; it was set aside as {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>salvaged: {0} whole, {1} in part, {2} lost</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} (in a run on {1})</source>
<translation type="unfinished" />
</message>
<message>
<source>not seen any more on {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>its recorder ended without a word{0}</source>
<translation type="unfinished" />
</message>
<message>
<source>, and its command was ended with it</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}; recorded up to {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>run {0} is being recorded by another process</source>
<translation type="unfinished" />
</message>
<message>
<source>Start a new run.</source>
<translation type="unfinished" />
</message>
<message>
<source>last seen {0} s ago on {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}, before its first samples were stored</source>
<translation type="unfinished" />
</message>
<message>
<source>a run must be named</source>
<translation type="unfinished" />
</message>
<message>
<source>'gpuscope runs' lists them; 'last' is the newest.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} begins {1} runs</source>
<translation type="unfinished" />
</message>
<message>
<source>ended; its exit code is not known to others than its parent</source>
<translation type="unfinished" />
</message>
<message>
<source>its exit code was lost with the guards</source>
<translation type="unfinished" />
</message>
<message>
<source>recording ended; the process goes on</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}; the command runs all the same</source>
<translation type="unfinished" />
</message>
<message>
<source>attached to {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>this machine</source>
<translation type="unfinished" />
</message>
<message>
<source>synthetic data</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} thread{1}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} ranks</source>
<translation type="unfinished" />
</message>
<message>
<source>unknown request {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>the run's program has ended</source>
<translation type="unfinished" />
</message>
<message>
<source>not stored yet: {0}; recording goes on in memory</source>
<translation type="unfinished" />
</message>
<message>
<source>the run has ended, and not all of it is stored yet: {0}; it is tried for {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>the next run that is started takes it in, or: gpuscope import {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>the end of the run is not stored: {0}; the next run that is started takes it in</source>
<translation type="unfinished" />
</message>
<message>
<source>a bug of gpuscope, {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>the store can be written again</source>
<translation type="unfinished" />
</message>
<message>
<source>the end of the run is not stored: {0}; it is kept in {1}; {2}</source>
<translation type="unfinished" />
</message>
<message>
<source>what was recorded since {0} is lost: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>the store was not written</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} came faster than could be read, and {1} missing</source>
<translation type="unfinished" />
</message>
<message>
<source>a ring of seen steps is not of this version</source>
<translation type="unfinished" />
</message>
<message>
<source>a ring of seen steps is cut short</source>
<translation type="unfinished" />
</message>
<message>
<source>switched off: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>the sensor helper is restarted: {0} was {1} {2}</source>
<translation type="unfinished" />
</message>
<message>
<source>the sensor helper sent a line that is no event; it and others like it are left out</source>
<translation type="unfinished" />
</message>
<message>
<source>GPU sensors are {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>another gpuscope takes in what the run's recorder left</source>
<translation type="unfinished" />
</message>
<message>
<source>Look at the run again in a moment.</source>
<translation type="unfinished" />
</message>
<message>
<source>the recorder of the next run did not start</source>
<translation type="unfinished" />
</message>
<message>
<source>Make it executable, or run it by its interpreter.</source>
<translation type="unfinished" />
</message>
<message>
<source>Check the spelling and PATH.</source>
<translation type="unfinished" />
</message>
<message>
<source>Name its interpreter: {0} {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} cannot be started: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>Try again; look at the limits of the system and of your account.</source>
<translation type="unfinished" />
</message>
<message>
<source>the working folder {0} cannot be entered: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>Start from a folder that you may enter.</source>
<translation type="unfinished" />
</message>
<message>
<source>Check the command.</source>
<translation type="unfinished" />
</message>
<message>
<source>there is no folder {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Name a folder that exists.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} cannot be executed</source>
<translation type="unfinished" />
</message>
<message>
<source>command {0} is not found</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} cannot be started: the system is out of {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>End something else first.</source>
<translation type="unfinished" />
</message>
<message>
<source>the command line and the environment together are too long for this system</source>
<translation type="unfinished" />
</message>
<message>
<source>Pass long lists in a file.</source>
<translation type="unfinished" />
</message>
<message>
<source>the working folder {0} is gone</source>
<translation type="unfinished" />
</message>
<message>
<source>Start from a folder that exists.</source>
<translation type="unfinished" />
</message>
<message>
<source>command not found: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Check the spelling, or give the path to it.</source>
<translation type="unfinished" />
</message>
<message>
<source>command not found: there is no file {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Check the path.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} may not be executed</source>
<translation type="unfinished" />
</message>
<message>
<source>If it is meant to be, try: chmod +x {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is not a program for this machine</source>
<translation type="unfinished" />
</message>
<message>
<source>Run it with its interpreter, or build it for this machine.</source>
<translation type="unfinished" />
</message>
<message>
<source>the working folder is gone</source>
<translation type="unfinished" />
</message>
<message>
<source>Change to a folder that exists.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} cannot be run: the interpreter that its first line names is missing</source>
<translation type="unfinished" />
</message>
<message>
<source>Correct that line.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is a folder, not a command</source>
<translation type="unfinished" />
</message>
<message>
<source>Name the program in it.</source>
<translation type="unfinished" />
</message>
<message>
<source>the steps ring is not of this version</source>
<translation type="unfinished" />
</message>
<message>
<source>the steps ring is cut short</source>
<translation type="unfinished" />
</message>
<message>
<source>steps are not recorded: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>For example: gpuscope sweep mnist-mlp --batch-size {0} --precision fp32,bf16</source>
<translation type="unfinished" />
</message>
<message>
<source>the budget of {0} is spent</source>
<translation type="unfinished" />
</message>
<message>
<source>, at most {0} of runs</source>
<translation type="unfinished" />
</message>
<message>
<source>a budget of {0} is shorter than one run, which measures {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>Give a larger --budget, or a shorter --duration.</source>
<translation type="unfinished" />
</message>
<message>
<source>no axis: nothing is swept</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} axes ({1}) cannot be shown in one picture</source>
<translation type="unfinished" />
</message>
<message>
<source>Sweep one or two at a time, the others fixed at a value each.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is given twice</source>
<translation type="unfinished" />
</message>
<message>
<source>Give each axis once.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} are too many: they would take about {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>At most {0} can be swept. Take a coarser range, such as 1..1024:x4.</source>
<translation type="unfinished" />
</message>
<message>
<source>Use --emulated to measure it all the same.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} sweep: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is out of memory already</source>
<translation type="unfinished" />
</message>
<message>
<source>the file is not of this version</source>
<translation type="unfinished" />
</message>
<message>
<source>the file is cut short</source>
<translation type="unfinished" />
</message>
<message>
<source>ignores PYTHONPATH</source>
<translation type="unfinished" />
</message>
<message>
<source>runs no sitecustomize</source>
<translation type="unfinished" />
</message>
<message>
<source>steps cannot be seen: another sitecustomize or PYTHONPATH took the place of gpuscope's</source>
<translation type="unfinished" />
</message>
<message>
<source>it took no step that can be seen: no optimizer's step, no backward pass, no batch of a DataLoader; {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>it was not seen to import PyTorch; {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>steps cannot be seen: {0} -{1} {2}</source>
<translation type="unfinished" />
</message>
<message>
<source>steps of {0} cannot be seen; {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>Give all its values at once: --vary {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} cannot be compared</source>
<translation type="unfinished" />
</message>
<message>
<source>From 2 to {0} can: --vary {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>For example: --vary precision=fp32,bf16</source>
<translation type="unfinished" />
</message>
<message>
<source>Set the number of repeats with --repeats.</source>
<translation type="unfinished" />
</message>
<message>
<source>a command has no stages of a model</source>
<translation type="unfinished" />
</message>
<message>
<source>Name a workload: gpuscope run cifar-cnn --chain</source>
<translation type="unfinished" />
</message>
<message>
<source>Leave it out: the chain goes through all engines of the device.</source>
<translation type="unfinished" />
</message>
<message>
<source>a chain begins with a trained model, and {0} is not trained</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} variant</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} variants</source>
<translation type="unfinished" />
</message>
<message>
<source>the time is up</source>
<translation type="unfinished" />
</message>
<message>
<source>Comparison</source>
<translation type="unfinished" />
</message>
<message>
<source>group</source>
<translation type="unfinished" />
</message>
<message>
<source>runs</source>
<translation type="unfinished" />
</message>
<message>
<source>ids</source>
<translation type="unfinished" />
</message>
<message>
<source>metric</source>
<translation type="unfinished" />
</message>
<message>
<source>ratio</source>
<translation type="unfinished" />
</message>
<message>
<source>All of them: {0}.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} more metric</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} more metrics</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}: --all</source>
<translation type="unfinished" />
</message>
<message>
<source>group by group</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} more remarks</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} more that differ, {1} of the environment: --all</source>
<translation type="unfinished" />
</message>
<message>
<source>more metric</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} more remark</source>
<translation type="unfinished" />
</message>
<message>
<source>1 more metric</source>
<translation type="unfinished" />
</message>
<message>
<source>more remark</source>
<translation type="unfinished" />
</message>
<message>
<source>verdict</source>
<translation type="unfinished" />
</message>
<message>
<source>ratio (95 %)</source>
<translation type="unfinished" />
</message>
<message>
<source>a sentence on each group, intervals and ids</source>
<translation type="unfinished" />
</message>
<message>
<source>differs: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>too short to compare</source>
<translation type="unfinished" />
</message>
<message>
<source>n = {0}, corrected p {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}, effect size (Hedges' g) {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>No ratio of {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Marked figures are not of real hardware: {0}.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is still running: its figures come when it ends.</source>
<translation type="unfinished" />
</message>
<message>
<source>A run of {0} is still running: its figures come when it ends.</source>
<translation type="unfinished" />
</message>
<message>
<source>Nothing else of {0} recorded settings differs.</source>
<translation type="unfinished" />
</message>
<message>
<source>Nothing of {0} recorded settings differs.</source>
<translation type="unfinished" />
</message>
<message>
<source>How long a run was measured, the median of the runs.</source>
<translation type="unfinished" />
</message>
<message>
<source>the run has no such time</source>
<translation type="unfinished" />
</message>
<message>
<source>Measured window</source>
<translation type="unfinished" />
</message>
<message>
<source>Stretch</source>
<translation type="unfinished" />
</message>
<message>
<source>Drift: from the trained model in FP64. Latency: of a batch. Load time: with the first batch.</source>
<translation type="unfinished" />
</message>
<message>
<source>on disk</source>
<translation type="unfinished" />
</message>
<message>
<source>load time</source>
<translation type="unfinished" />
</message>
<message>
<source>latency p50</source>
<translation type="unfinished" />
</message>
<message>
<source>latency p99</source>
<translation type="unfinished" />
</message>
<message>
<source>energy per inference</source>
<translation type="unfinished" />
</message>
<message>
<source>Error: of an engine or another form of the model, against eager torch; both agree up to {0}.</source>
<translation type="unfinished" />
</message>
<message>
<source>form</source>
<translation type="unfinished" />
</message>
<message>
<source>Deployment: what each form of the model is</source>
<translation type="unfinished" />
</message>
<message>
<source>Deployment: what it takes</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is missing: {1}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Deployment</source>
<translation type="unfinished" />
</message>
<message>
<source>Form</source>
<translation type="unfinished" />
</message>
<message>
<source>every</source>
<translation type="unfinished" />
</message>
<message>
<source>sampled</source>
<translation type="unfinished" />
</message>
<message>
<source>within</source>
<translation type="unfinished" />
</message>
<message>
<source>source</source>
<translation type="unfinished" />
</message>
<message>
<source>Not measured: {0}: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>energy counter goes round in</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}; {1} can be measured here.</source>
<translation type="unfinished" />
</message>
<message>
<source>value</source>
<translation type="unfinished" />
</message>
<message>
<source>pid</source>
<translation type="unfinished" />
</message>
<message>
<source>user</source>
<translation type="unfinished" />
</message>
<message>
<source>memory</source>
<translation type="unfinished" />
</message>
<message>
<source>CPU</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}, since boot</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} device</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} devices</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} metric</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} metrics</source>
<translation type="unfinished" />
</message>
<message>
<source>Core {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Nothing is measured on it.</source>
<translation type="unfinished" />
</message>
<message>
<source>no reason given</source>
<translation type="unfinished" />
</message>
<message>
<source>locks to the power sensor</source>
<translation type="unfinished" />
</message>
<message>
<source>your assumption: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} g CO2 per kWh</source>
<translation type="unfinished" />
</message>
<message>
<source> per kWh</source>
<translation type="unfinished" />
</message>
<message>
<source>Price</source>
<translation type="unfinished" />
</message>
<message>
<source>CO2 equivalent</source>
<translation type="unfinished" />
</message>
<message>
<source>Let its name end in .gif, .mp4, .webm, or .png for its end.</source>
<translation type="unfinished" />
</message>
<message>
<source>the film would last {0} s</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose a speed of at least {0}: --speed {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is no font with a table {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>there are no fonts in {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Reinstall gpuscope.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} has no table of characters of format 12</source>
<translation type="unfinished" />
</message>
<message>
<source>the fonts in {0} cannot be read: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>Workload's {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Main {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'</source>
<translation type="unfinished" />
</message>
<message>
<source>Charts: drag to zoom; after a click on one the wheel and the keys +, − and arrows do too; a double click or 0 shows all of it.</source>
<translation type="unfinished" />
</message>
<message>
<source>&lt;!DOCTYPE html&gt;</source>
<translation type="unfinished" />
</message>
<message>
<source>swatch stacked</source>
<translation type="unfinished" />
</message>
<message>
<source>the report's resources cannot be read: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Sections</source>
<translation type="unfinished" />
</message>
<message>
<source>rung</source>
<translation type="unfinished" />
</message>
<message>
<source>factor</source>
<translation type="unfinished" />
</message>
<message>
<source>throughput</source>
<translation type="unfinished" />
</message>
<message>
<source>what it does, or why it brought nothing</source>
<translation type="unfinished" />
</message>
<message>
<source>95 % interval</source>
<translation type="unfinished" />
</message>
<message>
<source>Total: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Quick look: one short run a rung, no verdict.</source>
<translation type="unfinished" />
</message>
<message>
<source>Other programs took up to {0} of the processor meanwhile, so factors may be off: measure again when it is free.</source>
<translation type="unfinished" />
</message>
<message>
<source>wait for data</source>
<translation type="unfinished" />
</message>
<message>
<source>overhead of single operations</source>
<translation type="unfinished" />
</message>
<message>
<source>memory traffic</source>
<translation type="unfinished" />
</message>
<message>
<source>The device</source>
<translation type="unfinished" />
</message>
<message>
<source>Memory at the peak</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} had {1} in use at most, {2} after the first event: {3}.</source>
<translation type="unfinished" />
</message>
<message>
<source>At the end {0} were in use of {1} held.</source>
<translation type="unfinished" />
</message>
<message>
<source>An allocation of {0} failed: {1}.</source>
<translation type="unfinished" />
</message>
<message>
<source>At the peak</source>
<translation type="unfinished" />
</message>
<message>
<source>memory timeline</source>
<translation type="unfinished" />
</message>
<message>
<source>memory snapshot</source>
<translation type="unfinished" />
</message>
<message>
<source>In use for</source>
<translation type="unfinished" />
</message>
<message>
<source>Allocated at</source>
<translation type="unfinished" />
</message>
<message>
<source>a file name holds no NUL character</source>
<translation type="unfinished" />
</message>
<message>
<source>Name another file.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is a folder</source>
<translation type="unfinished" />
</message>
<message>
<source>Name a file in it.</source>
<translation type="unfinished" />
</message>
<message>
<source>Make it first, or name a file elsewhere.</source>
<translation type="unfinished" />
</message>
<message>
<source>Name a file elsewhere.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is being written by another gpuscope</source>
<translation type="unfinished" />
</message>
<message>
<source>Each curve shows the measured window of a run, from its start. Where it breaks off nothing was read. Of more readings than the paper can part, the least and the greatest are drawn; of more steps, the median.</source>
<translation type="unfinished" />
</message>
<message>
<source>measured step</source>
<translation type="unfinished" />
</message>
<message>
<source>time in the measured window</source>
<translation type="unfinished" />
</message>
<message>
<source>Not recorded of {0}.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} over {1}: {2}</source>
<translation type="unfinished" />
</message>
<message>
<source>Nothing was recorded within the runs' windows that could be drawn.</source>
<translation type="unfinished" />
</message>
<message>
<source>Curves</source>
<translation type="unfinished" />
</message>
<message>
<source> The first {0} groups are drawn.</source>
<translation type="unfinished" />
</message>
<message>
<source>Of {0} there is nothing to draw.</source>
<translation type="unfinished" />
</message>
<message>
<source>Of a group with more than {0} runs the first {1} are drawn.</source>
<translation type="unfinished" />
</message>
<message>
<source>Charts of one metric have the same axes, at most {0} groups in each.</source>
<translation type="unfinished" />
</message>
<message>
<source>of the training batches, as the workload reported it</source>
<translation type="unfinished" />
</message>
<message>
<source>as the workload reported it</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} over {1}</source>
<translation type="unfinished" />
</message>
<message>
<source> and {0} more</source>
<translation type="unfinished" />
</message>
<message>
<source> · groups {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} {1} not measurably faster or slower</source>
<translation type="unfinished" />
</message>
<message>
<source>the throughput</source>
<translation type="unfinished" />
</message>
<message>
<source>the FLOP/s</source>
<translation type="unfinished" />
</message>
<message>
<source>the time</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} than {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} than {1}; {2}</source>
<translation type="unfinished" />
</message>
<message>
<source>None of {0} groups is measurably faster or slower than {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} beside {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} groups beside {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} different workloads</source>
<translation type="unfinished" />
</message>
<message>
<source>, measured for {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>The machine, with no process</source>
<translation type="unfinished" />
</message>
<message>
<source>Command {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Time and energy, a point a run. </source>
<translation type="unfinished" />
</message>
<message>
<source>{0} groups {1} {2} {3} of {4}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} are {1}: {2}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Result</source>
<translation type="unfinished" />
</message>
<message>
<source>Energies are {0}, of no real hardware here.</source>
<translation type="unfinished" />
</message>
<message>
<source>Windows are too short for a ratio of the energies.</source>
<translation type="unfinished" />
</message>
<message>
<source>Time and energy</source>
<translation type="unfinished" />
</message>
<message>
<source>Figures</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} groups {1} {2} × {3}</source>
<translation type="unfinished" />
</message>
<message>
<source>No figure of the groups can be set in proportion, so there is nothing to draw here.</source>
<translation type="unfinished" />
</message>
<message>
<source>Not real hardware: {0} ({1}).</source>
<translation type="unfinished" />
</message>
<message>
<source>Each bar is a rung's factor of the throughput, added to the rungs below it that helped; the axis is logarithmic. Rungs in bold were kept.</source>
<translation type="unfinished" />
</message>
<message>
<source>left out</source>
<translation type="unfinished" />
</message>
<message>
<source>not measured</source>
<translation type="unfinished" />
</message>
<message>
<source>What each rung brought</source>
<translation type="unfinished" />
</message>
<message>
<source>Rungs</source>
<translation type="unfinished" />
</message>
<message>
<source>Rung, and what it does or why it brought nothing</source>
<translation type="unfinished" />
</message>
<message>
<source>Factor</source>
<translation type="unfinished" />
</message>
<message>
<source>Every figure is reduced over exactly one window a run: for a workload of gpuscope its measured steps, after the warm-up; for any other command the time from the first reading of every device to its exit.</source>
<translation type="unfinished" />
</message>
<message>
<source>A mean weights each reading with the time until the next, for at most three of its usual intervals; what is longer is a gap and counts for nothing. Energy and other counters are differences of the counter between the edges of the window. A percentile is the duration of a step that was taken. Throughput is samples by the wall clock.</source>
<translation type="unfinished" />
</message>
<message>
<source>A run is one observation, for the readings within it follow one another. The figure of a group is the mean over its runs, the geometric one where all are positive; a ratio is that figure by the baseline's, with Welch's 95 % interval on logarithms. Ratios of power and energy are left out where a window is shorter than {0} s, which such sensors need.</source>
<translation type="unfinished" />
</message>
<message>
<source>A group is better or worse where the interval leaves out 1, the p-value, corrected (Benjamini and Hochberg), is at most {0}, and the difference is greater than what the sensors alone may be off by (k = 2). Everything else is no measurable difference. P-values are corrected in two families over all groups: what comparisons are made for (speed, energy, memory, what was learned) with {1} of the false discovery rate, and every other metric with the rest. A claim asks for {2} repeats a side; a single one gets no verdict. Repeats that heat or a fault slowed are counted and set aside.</source>
<translation type="unfinished" />
</message>
<message>
<source>Readings are those of each sensor, all runs of its groups together. New every: the period in which the sensor renews its</source>
<translation type="unfinished" />
</message>
<message>
<source> value, as it was measured; a dash where it is not known.</source>
<translation type="unfinished" />
</message>
<message>
<source>This report was made by gpuscope {0} with Python {1}, {2}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Of the run's document, which is that of 'gpuscope show RUN --json' less origin, marks, gaps of damaged readings and what the user's factors give: keys sorted, ASCII, without blanks. An edited tag or note changes it.</source>
<translation type="unfinished" />
</message>
<message>
<source>Seconds from the start of the run. A gap of all devices stands once for each.</source>
<translation type="unfinished" />
</message>
<message>
<source>Methods and sources</source>
<translation type="unfinished" />
</message>
<message>
<source>Sensors</source>
<translation type="unfinished" />
</message>
<message>
<source>Source</source>
<translation type="unfinished" />
</message>
<message>
<source>read every</source>
<translation type="unfinished" />
</message>
<message>
<source>new every</source>
<translation type="unfinished" />
</message>
<message>
<source>Settings, software and machine</source>
<translation type="unfinished" />
</message>
<message>
<source>Run, start (UTC)</source>
<translation type="unfinished" />
</message>
<message>
<source>Name, host</source>
<translation type="unfinished" />
</message>
<message>
<source>Group</source>
<translation type="unfinished" />
</message>
<message>
<source>Runs</source>
<translation type="unfinished" />
</message>
<message>
<source>Hashes of the runs</source>
<translation type="unfinished" />
</message>
<message>
<source>Gaps in the readings</source>
<translation type="unfinished" />
</message>
<message>
<source>Setting or fact</source>
<translation type="unfinished" />
</message>
<message>
<source>Value; several where they differ</source>
<translation type="unfinished" />
</message>
<message>
<source>Gaps in the readings: none.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} more gaps are left out here; 'gpuscope show RUN' lists them.</source>
<translation type="unfinished" />
</message>
<message>
<source>unknown font family: </source>
<translation type="unfinished" />
</message>
<message>
<source>{0} {1} · {2} groups</source>
<translation type="unfinished" />
</message>
<message>
<source>listed on page</source>
<translation type="unfinished" />
</message>
<message>
<source>comparison report</source>
<translation type="unfinished" />
</message>
<message>
<source>Comparison report</source>
<translation type="unfinished" />
</message>
<message>
<source>Runs {0}{1}</source>
<translation type="unfinished" />
</message>
<message>
<source>the font of the report's text is missing in {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>the template {0} is missing</source>
<translation type="unfinished" />
</message>
<message>
<source>PDF reports need the package typst: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Install it: python -m pip install typst</source>
<translation type="unfinished" />
</message>
<message>
<source>the report cannot be set in type: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Group {0}, {1} · started {2} UTC{3}</source>
<translation type="unfinished" />
</message>
<message>
<source>Each rule stands beside its figure; the documentation has them with their sources. A missing signal decides nothing.</source>
<translation type="unfinished" />
</message>
<message>
<source>Uncertainties are half widths of 95 % bands (k = 2). Net energy is above the idle baseline that its source names.</source>
<translation type="unfinished" />
</message>
<message>
<source>the end</source>
<translation type="unfinished" />
</message>
<message>
<source>The runs, one by one</source>
<translation type="unfinished" />
</message>
<message>
<source>Metric</source>
<translation type="unfinished" />
</message>
<message>
<source>Value</source>
<translation type="unfinished" />
</message>
<message>
<source>– (no energy was reported)</source>
<translation type="unfinished" />
</message>
<message>
<source>Fact</source>
<translation type="unfinished" />
</message>
<message>
<source>Of this run</source>
<translation type="unfinished" />
</message>
<message>
<source>Verdict</source>
<translation type="unfinished" />
</message>
<message>
<source>Evidence</source>
<translation type="unfinished" />
</message>
<message>
<source>To try</source>
<translation type="unfinished" />
</message>
<message>
<source>What held each run back</source>
<translation type="unfinished" />
</message>
<message>
<source>Source, and what else is to be known</source>
<translation type="unfinished" />
</message>
<message>
<source>Energy, run by run</source>
<translation type="unfinished" />
</message>
<message>
<source>No figures were recorded of it.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} more: gpuscope show {1} --all</source>
<translation type="unfinished" />
</message>
<message>
<source> with changes</source>
<translation type="unfinished" />
</message>
<message>
<source>net, above idle</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} {1} of the time</source>
<translation type="unfinished" />
</message>
<message>
<source>Price and CO2 equivalent are no measurements: {0}.</source>
<translation type="unfinished" />
</message>
<message>
<source>and {0} more</source>
<translation type="unfinished" />
</message>
<message>
<source>Each cell is one run. Its figures are reduced over its measured steps, after the warm-up; throughput is samples by the wall clock, the step time its median. The order of the runs covers the whole range early. A cell that needs more memory than there is is a result, and cells that need more still were left out. One run a cell gives no interval and no verdict: repeat what matters with 'gpuscope ab'.</source>
<translation type="unfinished" />
</message>
<message>
<source>sweep report</source>
<translation type="unfinished" />
</message>
<message>
<source>Sweep report</source>
<translation type="unfinished" />
</message>
<message>
<source>Sweep of {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>No run</source>
<translation type="unfinished" />
</message>
<message>
<source>Cell</source>
<translation type="unfinished" />
</message>
<message>
<source>Remark</source>
<translation type="unfinished" />
</message>
<message>
<source>Cells</source>
<translation type="unfinished" />
</message>
<message>
<source> (corrected p = </source>
<translation type="unfinished" />
</message>
<message>
<source>Heavy type: measurably different.</source>
<translation type="unfinished" />
</message>
<message>
<source> The reasons follow the table of every metric.</source>
<translation type="unfinished" />
</message>
<message>
<source>Every metric</source>
<translation type="unfinished" />
</message>
<message>
<source>What differs between the groups</source>
<translation type="unfinished" />
</message>
<message>
<source>in groups</source>
<translation type="unfinished" />
</message>
<message>
<source>Reason</source>
<translation type="unfinished" />
</message>
<message>
<source>Metrics</source>
<translation type="unfinished" />
</message>
<message>
<source>Why the verdicts are what they are</source>
<translation type="unfinished" />
</message>
<message>
<source>group {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>groups {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Of the run</source>
<translation type="unfinished" />
</message>
<message>
<source>Setting</source>
<translation type="unfinished" />
</message>
<message>
<source>Environment</source>
<translation type="unfinished" />
</message>
<message>
<source>no joules: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source> · {0} more</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} here</source>
<translation type="unfinished" />
</message>
<message>
<source>ended here</source>
<translation type="unfinished" />
</message>
<message>
<source>Inter, 'Noto Sans CJK SC', 'DejaVu Sans'</source>
<translation type="unfinished" />
</message>
<message>
<source> font-family="{0}" font-size="{1}" xml:space="preserve"</source>
<translation type="unfinished" />
</message>
<message>
<source>fill="none" stroke-linejoin="round" stroke-linecap="round"{0}</source>
<translation type="unfinished" />
</message>
<message>
<source>viewBox="0 0 {0} {1}"</source>
<translation type="unfinished" />
</message>
<message>
<source>width="{0}" height="{1}"</source>
<translation type="unfinished" />
</message>
<message>
<source>fill="{0}" stroke="{1}" stroke-width="0.6"</source>
<translation type="unfinished" />
</message>
<message>
<source> stroke-dasharray="{0}" stroke-linecap="butt"</source>
<translation type="unfinished" />
</message>
<message>
<source>fill="{0}" fill-opacity="{1}"</source>
<translation type="unfinished" />
</message>
<message>
<source>↑ better</source>
<translation type="unfinished" />
</message>
<message>
<source>↓ better</source>
<translation type="unfinished" />
</message>
<message>
<source>knee: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>factor before</source>
<translation type="unfinished" />
</message>
<message>
<source>factor with it</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} against {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>a step</source>
<translation type="unfinished" />
</message>
<message>
<source>over the capture</source>
<translation type="unfinished" />
</message>
<message>
<source>Neither capture holds any work.</source>
<translation type="unfinished" />
</message>
<message>
<source>One capture holds calls of the host alone, the other work of a device alone: there is nothing to compare.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} takes as much {1} time {2} as {3}: {4}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} before, {1} now</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} {1} {2}{3} of {4} time {5} ({6})</source>
<translation type="unfinished" />
</message>
<message>
<source>At each run's mean power that is {0} {1}; before {2}.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} are new {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} of {1} are gone</source>
<translation type="unfinished" />
</message>
<message>
<source>A step takes {0} on the host; before {1}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Operators by {0} time</source>
<translation type="unfinished" />
</message>
<message>
<source>Not both captures have steps, so whole captures are compared.</source>
<translation type="unfinished" />
</message>
<message>
<source> That is {0} at the run's mean power.</source>
<translation type="unfinished" />
</message>
<message>
<source> (gpuscope run {0})</source>
<translation type="unfinished" />
</message>
<message>
<source>more {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>timeline, classes, shapes, steps and memory</source>
<translation type="unfinished" />
</message>
<message>
<source>(before the capture)</source>
<translation type="unfinished" />
</message>
<message>
<source>Costs are the measured times of what is named; they overlap, so they do not add up.</source>
<translation type="unfinished" />
</message>
<message>
<source>Calls by name</source>
<translation type="unfinished" />
</message>
<message>
<source>, rank {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} of computation</source>
<translation type="unfinished" />
</message>
<message>
<source>Device timeline</source>
<translation type="unfinished" />
</message>
<message>
<source>The slowest rank's step takes {0} longer than the fastest's.</source>
<translation type="unfinished" />
</message>
<message>
<source>Waiting is not known: {0}.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} of device work launched before the capture began left out of the timeline.</source>
<translation type="unfinished" />
</message>
<message>
<source>others {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} of exposed communication</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} of exposed copies</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}, {1} each.</source>
<translation type="unfinished" />
</message>
<message>
<source>One step of {0}.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} piece</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} pieces</source>
<translation type="unfinished" />
</message>
<message>
<source>is {0} faster than {1} over the whole run</source>
<translation type="unfinished" />
</message>
<message>
<source>burnt {0} × the {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} was done first, after {1}; {2} took {3} × as long.</source>
<translation type="unfinished" />
</message>
<message>
<source>First to {0} samples</source>
<translation type="unfinished" />
</message>
<message>
<source>Furthest in {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Each over its own measured time</source>
<translation type="unfinished" />
</message>
<message>
<source>power and joules are not of real hardware: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} was first.</source>
<translation type="unfinished" />
</message>
<message>
<source>got there before {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>was as fast as {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>joules a sample</source>
<translation type="unfinished" />
</message>
<message>
<source>burnt as many {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>burnt {0} × fewer {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} was done first, after {1}.</source>
<translation type="unfinished" />
</message>
<message>
<source>samples cannot be set side by side: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>no joules{0}: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>got {0} further than {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>finished {0} sooner than {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>a report has no section {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Known are {0}; {1} is the first page alone.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} names no choice of sections</source>
<translation type="unfinished" />
</message>
<message>
<source>Name some of {0}, or {1} alone.</source>
<translation type="unfinished" />
</message>
<message>
<source>run</source>
<translation type="unfinished" />
</message>
<message>
<source>started</source>
<translation type="unfinished" />
</message>
<message>
<source>state</source>
<translation type="unfinished" />
</message>
<message>
<source>duration</source>
<translation type="unfinished" />
</message>
<message>
<source>energy</source>
<translation type="unfinished" />
</message>
<message>
<source>tags</source>
<translation type="unfinished" />
</message>
<message>
<source>origin</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} quality</source>
<translation type="unfinished" />
</message>
<message>
<source>assumptions</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} source</source>
<translation type="unfinished" />
</message>
<message>
<source>was stopped</source>
<translation type="unfinished" />
</message>
<message>
<source>was interrupted</source>
<translation type="unfinished" />
</message>
<message>
<source>is damaged</source>
<translation type="unfinished" />
</message>
<message>
<source>was salvaged in part</source>
<translation type="unfinished" />
</message>
<message>
<source>is running</source>
<translation type="unfinished" />
</message>
<message>
<source>Compressed from {0} to {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>Energy {0}{1}{2} ({3}, {4}{5}).</source>
<translation type="unfinished" />
</message>
<message>
<source>quality</source>
<translation type="unfinished" />
</message>
<message>
<source>source, or why it is missing</source>
<translation type="unfinished" />
</message>
<message>
<source> after {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>; {0} from its start to its end</source>
<translation type="unfinished" />
</message>
<message>
<source>; signal {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>; exit code {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>On data held apart: {0}.</source>
<translation type="unfinished" />
</message>
<message>
<source>; accuracy before {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>, of the student without a teacher {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Energy is not known: {0}.</source>
<translation type="unfinished" />
</message>
<message>
<source>, {0} a sample</source>
<translation type="unfinished" />
</message>
<message>
<source>phase</source>
<translation type="unfinished" />
</message>
<message>
<source>time in it</source>
<translation type="unfinished" />
</message>
<message>
<source>share, and how it was told</source>
<translation type="unfinished" />
</message>
<message>
<source>Phases of the program</source>
<translation type="unfinished" />
</message>
<message>
<source>Devices</source>
<translation type="unfinished" />
</message>
<message>
<source>what</source>
<translation type="unfinished" />
</message>
<message>
<source>What held it back</source>
<translation type="unfinished" />
</message>
<message>
<source>Last readings</source>
<translation type="unfinished" />
</message>
<message>
<source>Marks</source>
<translation type="unfinished" />
</message>
<message>
<source>from [s]</source>
<translation type="unfinished" />
</message>
<message>
<source>to [s]</source>
<translation type="unfinished" />
</message>
<message>
<source>metrics</source>
<translation type="unfinished" />
</message>
<message>
<source>reason</source>
<translation type="unfinished" />
</message>
<message>
<source>What was run</source>
<translation type="unfinished" />
</message>
<message>
<source>Last lines of the output</source>
<translation type="unfinished" />
</message>
<message>
<source>Not real hardware: {0}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Note: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Tags: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>; its readings cover the last {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>half of the steps took no longer than {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>95 % no longer than {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>accuracy {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>at [s]</source>
<translation type="unfinished" />
</message>
<message>
<source>text</source>
<translation type="unfinished" />
</message>
<message>
<source>key</source>
<translation type="unfinished" />
</message>
<message>
<source> on request</source>
<translation type="unfinished" />
</message>
<message>
<source>Known</source>
<translation type="unfinished" />
</message>
<message>
<source>attached to</source>
<translation type="unfinished" />
</message>
<message>
<source>the machine, with no process</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} sample</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} samples</source>
<translation type="unfinished" />
</message>
<message>
<source>Its phases: {0} of the run.</source>
<translation type="unfinished" />
</message>
<message>
<source>Told last: {0}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Missing: {0}: {1}.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}, all</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} figures, evidence, settings, environment and output: gpuscope show {1} --all</source>
<translation type="unfinished" />
</message>
<message>
<source>What the profiler recorded: gpuscope profile {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>To try: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Waiting for data takes {0} of a step: make the batches beside the steps and ahead of them.</source>
<translation type="unfinished" />
</message>
<message>
<source>A step goes into {0}.</source>
<translation type="unfinished" />
</message>
<message>
<source>What a step waits for is not known: its batches come from no DataLoader.</source>
<translation type="unfinished" />
</message>
<message>
<source>what lies between the steps</source>
<translation type="unfinished" />
</message>
<message>
<source>cannot be seen</source>
<translation type="unfinished" />
</message>
<message>
<source>can be seen</source>
<translation type="unfinished" />
</message>
<message>
<source>was not seen</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is no kind of file that a sweep is written to</source>
<translation type="unfinished" />
</message>
<message>
<source>Name one that ends in {0}.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} of the latency</source>
<translation type="unfinished" />
</message>
<message>
<source>a third</source>
<translation type="unfinished" />
</message>
<message>
<source>a quarter</source>
<translation type="unfinished" />
</message>
<message>
<source>a fifth</source>
<translation type="unfinished" />
</message>
<message>
<source>a tenth</source>
<translation type="unfinished" />
</message>
<message>
<source>a twentieth</source>
<translation type="unfinished" />
</message>
<message>
<source>the same latency</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} the latency</source>
<translation type="unfinished" />
</message>
<message>
<source>; energy was not measured</source>
<translation type="unfinished" />
</message>
<message>
<source>Pareto front of {0}: {1} that no other beats in all of them{2}.</source>
<translation type="unfinished" />
</message>
<message>
<source>AMD SMI energy counter</source>
<translation type="unfinished" />
</message>
<message>
<source>AmdSmi | str</source>
<translation type="unfinished" />
</message>
<message>
<source>averaged by the GPU over a time that AMD does not specify</source>
<translation type="unfinished" />
</message>
<message>
<source>of the whole chip, its processor cores included</source>
<translation type="unfinished" />
</message>
<message>
<source>the kernel's driver offers no energy counter, and AMD SMI is not usable: </source>
<translation type="unfinished" />
</message>
<message>
<source>AMD reports the reasons of throttling in a form that differs by model, and is not read here</source>
<translation type="unfinished" />
</message>
<message>
<source>AMD SMI status {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>hwmon {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>sysfs {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>its Python package is not installed</source>
<translation type="unfinished" />
</message>
<message>
<source>AMD SMI reports no value</source>
<translation type="unfinished" />
</message>
<message>
<source>it does not know this GPU</source>
<translation type="unfinished" />
</message>
<message>
<source>hwmon energy1</source>
<translation type="unfinished" />
</message>
<message>
<source>there is no sensor {0} to ask for</source>
<translation type="unfinished" />
</message>
<message>
<source>Use simulated, simulated:N, or replay:FILE.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}: 1 to {1} devices can be simulated</source>
<translation type="unfinished" />
</message>
<message>
<source>For example: --sensor simulated:2</source>
<translation type="unfinished" />
</message>
<message>
<source>replay needs a file</source>
<translation type="unfinished" />
</message>
<message>
<source>For example: --sensor replay:machine.gpurec</source>
<translation type="unfinished" />
</message>
<message>
<source>the GPU does not answer any more</source>
<translation type="unfinished" />
</message>
<message>
<source>how often the sensor updates was not measured</source>
<translation type="unfinished" />
</message>
<message>
<source>this GPU and its driver do not report it</source>
<translation type="unfinished" />
</message>
<message>
<source>Card | None</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} J in {1} s, the power sensor {2} J</source>
<translation type="unfinished" />
</message>
<message>
<source>the energy counter disagrees with the power sensor: it counted {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>not checked: the GPU reports no power to check it against</source>
<translation type="unfinished" />
</message>
<message>
<source>agrees with the power sensor</source>
<translation type="unfinished" />
</message>
<message>
<source>being checked against the power sensor</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}, difference of the counter over time</source>
<translation type="unfinished" />
</message>
<message>
<source>Use the GPU: it is looked at again.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} can be read by root only</source>
<translation type="unfinished" />
</message>
<message>
<source>Run gpuscope with the rights to read it.</source>
<translation type="unfinished" />
</message>
<message>
<source>the driver refuses it: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>this machine's kernel offers no energy counter</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}; common in virtual machines</source>
<translation type="unfinished" />
</message>
<message>
<source>stand-in sysfs {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>the processor's energy counters were not asked yet</source>
<translation type="unfinished" />
</message>
<message>
<source>the vendor's library is switched off</source>
<translation type="unfinished" />
</message>
<message>
<source>not a declaration: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} reports no number</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} was not read for {1} s, in which its counter may have started over unseen</source>
<translation type="unfinished" />
</message>
<message>
<source>the counter of {0} went from {1} J to {2} J within {3} s: it was reset</source>
<translation type="unfinished" />
</message>
<message>
<source>the counter of {0} went back, and its range, which distinguishes a wrap from a reset, cannot be read</source>
<translation type="unfinished" />
</message>
<message>
<source>no reading came for more than three sampling intervals</source>
<translation type="unfinished" />
</message>
<message>
<source>readings fail with code {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} since {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>hangs: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>the sensor helper does not understand its owner: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>ended with code {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>was ended by {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>was ended by signal {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>neither cpufreq nor /proc/cpuinfo reports a frequency</source>
<translation type="unfinished" />
</message>
<message>
<source>hwmon lists no temperature sensor of the processor</source>
<translation type="unfinished" />
</message>
<message>
<source>Processes of the run</source>
<translation type="unfinished" />
</message>
<message>
<source>Recorder and sensor helper</source>
<translation type="unfinished" />
</message>
<message>
<source>psutil, resident sets</source>
<translation type="unfinished" />
</message>
<message>
<source>the back end is not open</source>
<translation type="unfinished" />
</message>
<message>
<source>no temperature sensor of the processor is read on this system</source>
<translation type="unfinished" />
</message>
<message>
<source>psutil reports no frequency here</source>
<translation type="unfinished" />
</message>
<message>
<source>psutil cannot read it here: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Level Zero Sysman</source>
<translation type="unfinished" />
</message>
<message>
<source>Sysman | str</source>
<translation type="unfinished" />
</message>
<message>
<source>Install Intel's Level Zero driver, then run '{0} -m pip install pyzes'.</source>
<translation type="unfinished" />
</message>
<message>
<source>the GPU is integrated: its energy is part of the processor package's</source>
<translation type="unfinished" />
</message>
<message>
<source>the kernel's driver offers no energy counter for this GPU</source>
<translation type="unfinished" />
</message>
<message>
<source>Use Linux 6.2 or newer (i915), 6.8 or newer (xe).</source>
<translation type="unfinished" />
</message>
<message>
<source>the package pyzes, which reads Level Zero Sysman, is not installed</source>
<translation type="unfinished" />
</message>
<message>
<source>Level Zero Sysman cannot be used: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Level Zero does not know this GPU</source>
<translation type="unfinished" />
</message>
<message>
<source>Level Zero result {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Intel GPU {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} energy counter</source>
<translation type="unfinished" />
</message>
<message>
<source>Level Zero does not know the clock</source>
<translation type="unfinished" />
</message>
<message>
<source>power domain 0</source>
<translation type="unfinished" />
</message>
<message>
<source>the GPU's library did not answer within {0} s</source>
<translation type="unfinished" />
</message>
<message>
<source>the sensor helper cannot be started: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Run 'nvidia-smi': when it hangs or crashes too, restart the machine.</source>
<translation type="unfinished" />
</message>
<message>
<source>the recorder did not read its sensors for a while: samples were dropped</source>
<translation type="unfinished" />
</message>
<message>
<source>the energy counter went back from {0} J to {1} J: the driver was loaded again or the GPU reset</source>
<translation type="unfinished" />
</message>
<message>
<source>Use the GPU: it is looked for again.</source>
<translation type="unfinished" />
</message>
<message>
<source>NVML was not asked yet</source>
<translation type="unfinished" />
</message>
<message>
<source>the energy counter jumped by {0} J within {1} s, more than the power limit allows</source>
<translation type="unfinished" />
</message>
<message>
<source>the NVIDIA driver is loaded, but reports no GPU</source>
<translation type="unfinished" />
</message>
<message>
<source>passed through</source>
<translation type="unfinished" />
</message>
<message>
<source>host of vGPUs</source>
<translation type="unfinished" />
</message>
<message>
<source>host of vSGA</source>
<translation type="unfinished" />
</message>
<message>
<source>of the whole GPU, all its MIG partitions together</source>
<translation type="unfinished" />
</message>
<message>
<source>of the whole physical GPU, which other machines may use too</source>
<translation type="unfinished" />
</message>
<message>
<source>another GPU has taken its place</source>
<translation type="unfinished" />
</message>
<message>
<source>MIG is on: NVML reports no utilization of a partitioned GPU</source>
<translation type="unfinished" />
</message>
<message>
<source>the driver does not offer it under WSL</source>
<translation type="unfinished" />
</message>
<message>
<source>NVML refuses the argument</source>
<translation type="unfinished" />
</message>
<message>
<source>this GPU or driver does not offer it</source>
<translation type="unfinished" />
</message>
<message>
<source>the driver gives it to administrators only</source>
<translation type="unfinished" />
</message>
<message>
<source>the NVIDIA driver is not loaded</source>
<translation type="unfinished" />
</message>
<message>
<source>the GPU did not answer in time</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} was not found</source>
<translation type="unfinished" />
</message>
<message>
<source>this driver is too old for it</source>
<translation type="unfinished" />
</message>
<message>
<source>the GPU is lost: it no longer answers on the bus</source>
<translation type="unfinished" />
</message>
<message>
<source>the GPU needs a reset</source>
<translation type="unfinished" />
</message>
<message>
<source>the operating system blocks access to the GPU</source>
<translation type="unfinished" />
</message>
<message>
<source>the NVIDIA driver was updated while the old one is still loaded</source>
<translation type="unfinished" />
</message>
<message>
<source>NVML says unknown error; in a container: device access revoked by the host</source>
<translation type="unfinished" />
</message>
<message>
<source>Ask an administrator to allow it, or run gpuscope as one.</source>
<translation type="unfinished" />
</message>
<message>
<source>Load the driver (modprobe nvidia), or restart the machine.</source>
<translation type="unfinished" />
</message>
<message>
<source>Install NVIDIA's driver; in a container, start it with the NVIDIA runtime and the utility capability.</source>
<translation type="unfinished" />
</message>
<message>
<source>Look for Xid messages in the kernel's log; most often only a restart of the machine brings it back.</source>
<translation type="unfinished" />
</message>
<message>
<source>Restart the machine, or reset the GPU.</source>
<translation type="unfinished" />
</message>
<message>
<source>Look for permissions of /dev/nvidia*, or the container's device list.</source>
<translation type="unfinished" />
</message>
<message>
<source>Restart the machine, so that the driver's two halves are of one version.</source>
<translation type="unfinished" />
</message>
<message>
<source>Restart the container; on the host, look for Xid messages in the kernel's log.</source>
<translation type="unfinished" />
</message>
<message>
<source>NVML returned code {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>another version</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} ({1} returned {2})</source>
<translation type="unfinished" />
</message>
<message>
<source>stand-in NVML {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>there is an NVIDIA GPU, but {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is not an absolute path: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>Name the file with its absolute path.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} cannot be loaded: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>Unset {0}, or name a file that is NVML.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}, and no driver ({1})</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}: the kernel has {1}, the library is {2}</source>
<translation type="unfinished" />
</message>
<message>
<source>NVIDIA's library is here, but {0} ({1})</source>
<translation type="unfinished" />
</message>
<message>
<source>the Python package nvidia-ml-py cannot be imported: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Install it: pip install nvidia-ml-py</source>
<translation type="unfinished" />
</message>
<message>
<source>in a container: processes of the host and of other containers may be missing</source>
<translation type="unfinished" />
</message>
<message>
<source>NVML field 186, instantaneous power</source>
<translation type="unfinished" />
</message>
<message>
<source>nvmlDeviceGetPowerUsage, {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>NVML field 185, 1 s average power</source>
<translation type="unfinished" />
</message>
<message>
<source>NVML field 190, current power limit</source>
<translation type="unfinished" />
</message>
<message>
<source>NVML field 83, cumulative counter</source>
<translation type="unfinished" />
</message>
<message>
<source>nvmlDeviceGetTotalEnergyConsumption, cumulative counter</source>
<translation type="unfinished" />
</message>
<message>
<source>nvmlDeviceGetClockInfo, SM</source>
<translation type="unfinished" />
</message>
<message>
<source>nvmlDeviceGetClockInfo, memory</source>
<translation type="unfinished" />
</message>
<message>
<source>nvmlDeviceGetTemperature, GPU core</source>
<translation type="unfinished" />
</message>
<message>
<source>nvmlDeviceGetTemperatureV, GPU core</source>
<translation type="unfinished" />
</message>
<message>
<source>NVML field 82, memory temperature</source>
<translation type="unfinished" />
</message>
<message>
<source>nvmlDeviceGetMemoryInfo, with what the driver reserves</source>
<translation type="unfinished" />
</message>
<message>
<source>NVML field 139, data of all NVLinks</source>
<translation type="unfinished" />
</message>
<message>
<source>NVML field 138, data of all NVLinks</source>
<translation type="unfinished" />
</message>
<message>
<source>GPM metric {0}, mean since the reading before</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}, over 20 ms</source>
<translation type="unfinished" />
</message>
<message>
<source>perf, power/energy-pkg</source>
<translation type="unfinished" />
</message>
<message>
<source>no perf power events</source>
<translation type="unfinished" />
</message>
<message>
<source>the processor does not count its main memory's energy</source>
<translation type="unfinished" />
</message>
<message>
<source>perf reports no processor for {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is not understood</source>
<translation type="unfinished" />
</message>
<message>
<source>perf's {0} is refused to this user ({1})</source>
<translation type="unfinished" />
</message>
<message>
<source>perf's {0} cannot be opened: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>the event is in an error state</source>
<translation type="unfinished" />
</message>
<message>
<source>package {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>processor {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>the Energy Meter Interface reports no energy of the main memory</source>
<translation type="unfinished" />
</message>
<message>
<source>Windows Energy Meter Interface</source>
<translation type="unfinished" />
</message>
<message>
<source>IOReport by zeus-apple-silicon</source>
<translation type="unfinished" />
</message>
<message>
<source>Windows' Energy Meter Interface offers no processor package here; common in virtual machines</source>
<translation type="unfinished" />
</message>
<message>
<source>Run '{0} -m pip install zeus-apple-silicon'.</source>
<translation type="unfinished" />
</message>
<message>
<source>IOReport does not report it on this chip</source>
<translation type="unfinished" />
</message>
<message>
<source>IOReport reports no energy of the processor on this chip</source>
<translation type="unfinished" />
</message>
<message>
<source>the package zeus-apple-silicon, which reads IOReport, is not installed</source>
<translation type="unfinished" />
</message>
<message>
<source>IOReport reports no energy here: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>the meter's answer is cut off: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>hwmon {0}, hottest package</source>
<translation type="unfinished" />
</message>
<message>
<source>powercap, package zones</source>
<translation type="unfinished" />
</message>
<message>
<source>Start the container with '--security-opt systempaths=unconfined', or run gpuscope outside of it.</source>
<translation type="unfinished" />
</message>
<message>
<source>powercap reports no package of the processor</source>
<translation type="unfinished" />
</message>
<message>
<source>the counters of powercap are hidden from this container</source>
<translation type="unfinished" />
</message>
<message>
<source>no powercap</source>
<translation type="unfinished" />
</message>
<message>
<source>dram of {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>cpu family</source>
<translation type="unfinished" />
</message>
<message>
<source>Name a file that 'gpuscope monitor --record FILE' made.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is no recording of sensors</source>
<translation type="unfinished" />
</message>
<message>
<source>the recording {0} is of version {1}; this gpuscope reads up to {2}</source>
<translation type="unfinished" />
</message>
<message>
<source>Upgrade it.</source>
<translation type="unfinished" />
</message>
<message>
<source>the recording {0} cannot be read: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>the recording has ended</source>
<translation type="unfinished" />
</message>
<message>
<source>the recording holds no device whose readings can be played</source>
<translation type="unfinished" />
</message>
<message>
<source>the file is cut before the first reading, so that there is nothing to play; take a whole copy of the recording</source>
<translation type="unfinished" />
</message>
<message>
<source>recorded on {0} on {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}: the file is cut</source>
<translation type="unfinished" />
</message>
<message>
<source>the {0} sensors stopped: {1}: {2}</source>
<translation type="unfinished" />
</message>
<message>
<source>1 to {0} devices can be simulated, not {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>Simulated GPU</source>
<translation type="unfinished" />
</message>
<message>
<source>update period unknown: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} in {1} s of fast readings, {2} are needed</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} change</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} changes</source>
<translation type="unfinished" />
</message>
<message>
<source>a row of {0} {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>has a value of the wrong type</source>
<translation type="unfinished" />
</message>
<message>
<source>fails its checksum</source>
<translation type="unfinished" />
</message>
<message>
<source>not a column of integers</source>
<translation type="unfinished" />
</message>
<message>
<source>a column holds {0} numbers where {1} belong</source>
<translation type="unfinished" />
</message>
<message>
<source>a column of {0} numbers is too long</source>
<translation type="unfinished" />
</message>
<message>
<source>a column is cut off</source>
<translation type="unfinished" />
</message>
<message>
<source>a column is of version {0}, this gpuscope knows {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>a column's checksum does not fit</source>
<translation type="unfinished" />
</message>
<message>
<source>a column's header makes no sense</source>
<translation type="unfinished" />
</message>
<message>
<source>a column's prediction makes no sense</source>
<translation type="unfinished" />
</message>
<message>
<source>a column's decimals make no sense</source>
<translation type="unfinished" />
</message>
<message>
<source>a column's dictionary makes no sense</source>
<translation type="unfinished" />
</message>
<message>
<source>a column ends too early</source>
<translation type="unfinished" />
</message>
<message>
<source>a column holds no bytes</source>
<translation type="unfinished" />
</message>
<message>
<source>a column cannot be unpacked: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>there is no run {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>'gpuscope runs' lists them.</source>
<translation type="unfinished" />
</message>
<message>
<source>a comparison needs a name</source>
<translation type="unfinished" />
</message>
<message>
<source>For example: fp32 and bf16.</source>
<translation type="unfinished" />
</message>
<message>
<source>the kept comparisons</source>
<translation type="unfinished" />
</message>
<message>
<source>a layout of readings cannot be read</source>
<translation type="unfinished" />
</message>
<message>
<source>there is no plan {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>'gpuscope plans' lists them.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} begins several plans</source>
<translation type="unfinished" />
</message>
<message>
<source>its row in the store is damaged: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>item {0} is missing</source>
<translation type="unfinished" />
</message>
<message>
<source>not a document</source>
<translation type="unfinished" />
</message>
<message>
<source>plan {0}: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>plan {0} is there</source>
<translation type="unfinished" />
</message>
<message>
<source>'gpuscope plans' lists it.</source>
<translation type="unfinished" />
</message>
<message>
<source>its item {0} in the store is damaged: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>damaged in the store: some of its readings</source>
<translation type="unfinished" />
</message>
<message>
<source>damaged in the store: a layout of its readings</source>
<translation type="unfinished" />
</message>
<message>
<source>damaged in the store: its description</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} cannot be read</source>
<translation type="unfinished" />
</message>
<message>
<source>a value is not what was written</source>
<translation type="unfinished" />
</message>
<message>
<source>salvaged from a damaged store: its row was damaged, {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>how far it was recorded is damaged</source>
<translation type="unfinished" />
</message>
<message>
<source>an instant without its time zone</source>
<translation type="unfinished" />
</message>
<message>
<source>tags are a list of texts</source>
<translation type="unfinished" />
</message>
<message>
<source>its environment is lost from the store</source>
<translation type="unfinished" />
</message>
<message>
<source>its device {0} is damaged in the store</source>
<translation type="unfinished" />
</message>
<message>
<source>its environment is damaged in the store</source>
<translation type="unfinished" />
</message>
<message>
<source>a device cannot be read</source>
<translation type="unfinished" />
</message>
<message>
<source>an environment cannot be read</source>
<translation type="unfinished" />
</message>
<message>
<source>without a key</source>
<translation type="unfinished" />
</message>
<message>
<source>run {0}: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>run {0}, {1} {2}: {3}</source>
<translation type="unfinished" />
</message>
<message>
<source>version_num</source>
<translation type="unfinished" />
</message>
<message>
<source>id</source>
<translation type="unfinished" />
</message>
<message>
<source>run_id</source>
<translation type="unfinished" />
</message>
<message>
<source>spec</source>
<translation type="unfinished" />
</message>
<message>
<source>started_at</source>
<translation type="unfinished" />
</message>
<message>
<source>start_ns</source>
<translation type="unfinished" />
</message>
<message>
<source>boot_id</source>
<translation type="unfinished" />
</message>
<message>
<source>folder</source>
<translation type="unfinished" />
</message>
<message>
<source>exit_code</source>
<translation type="unfinished" />
</message>
<message>
<source>signal</source>
<translation type="unfinished" />
</message>
<message>
<source>warmup_steps</source>
<translation type="unfinished" />
</message>
<message>
<source>steps_kind</source>
<translation type="unfinished" />
</message>
<message>
<source>samples</source>
<translation type="unfinished" />
</message>
<message>
<source>duration_s</source>
<translation type="unfinished" />
</message>
<message>
<source>window_start_s</source>
<translation type="unfinished" />
</message>
<message>
<source>wall_s</source>
<translation type="unfinished" />
</message>
<message>
<source>note</source>
<translation type="unfinished" />
</message>
<message>
<source>heartbeat_at</source>
<translation type="unfinished" />
</message>
<message>
<source>deleted_at</source>
<translation type="unfinished" />
</message>
<message>
<source>committed</source>
<translation type="unfinished" />
</message>
<message>
<source>document</source>
<translation type="unfinished" />
</message>
<message>
<source>results</source>
<translation type="unfinished" />
</message>
<message>
<source>generation</source>
<translation type="unfinished" />
</message>
<message>
<source>layout</source>
<translation type="unfinished" />
</message>
<message>
<source>unit</source>
<translation type="unfinished" />
</message>
<message>
<source>call</source>
<translation type="unfinished" />
</message>
<message>
<source>first_seq</source>
<translation type="unfinished" />
</message>
<message>
<source>last_seq</source>
<translation type="unfinished" />
</message>
<message>
<source>length</source>
<translation type="unfinished" />
</message>
<message>
<source>first_ns</source>
<translation type="unfinished" />
</message>
<message>
<source>last_ns</source>
<translation type="unfinished" />
</message>
<message>
<source>before</source>
<translation type="unfinished" />
</message>
<message>
<source>series</source>
<translation type="unfinished" />
</message>
<message>
<source>stamps</source>
<translation type="unfinished" />
</message>
<message>
<source>present</source>
<translation type="unfinished" />
</message>
<message>
<source>missing</source>
<translation type="unfinished" />
</message>
<message>
<source>numbers</source>
<translation type="unfinished" />
</message>
<message>
<source>minimum</source>
<translation type="unfinished" />
</message>
<message>
<source>maximum</source>
<translation type="unfinished" />
</message>
<message>
<source>total</source>
<translation type="unfinished" />
</message>
<message>
<source>first</source>
<translation type="unfinished" />
</message>
<message>
<source>last</source>
<translation type="unfinished" />
</message>
<message>
<source>readings</source>
<translation type="unfinished" />
</message>
<message>
<source>first_step</source>
<translation type="unfinished" />
</message>
<message>
<source>ends</source>
<translation type="unfinished" />
</message>
<message>
<source>kind</source>
<translation type="unfinished" />
</message>
<message>
<source>documents</source>
<translation type="unfinished" />
</message>
<message>
<source>batches</source>
<translation type="unfinished" />
</message>
<message>
<source>plan_id</source>
<translation type="unfinished" />
</message>
<message>
<source>created_at</source>
<translation type="unfinished" />
</message>
<message>
<source>options</source>
<translation type="unfinished" />
</message>
<message>
<source>plan</source>
<translation type="unfinished" />
</message>
<message>
<source>number</source>
<translation type="unfinished" />
</message>
<message>
<source>group_name</source>
<translation type="unfinished" />
</message>
<message>
<source>details</source>
<translation type="unfinished" />
</message>
<message>
<source>Check its permissions, or name another with --store.</source>
<translation type="unfinished" />
</message>
<message>
<source>'gpuscope doctor --repair' sets it aside and salvages its runs.</source>
<translation type="unfinished" />
</message>
<message>
<source>Free some space on its disk.</source>
<translation type="unfinished" />
</message>
<message>
<source>its disk is full</source>
<translation type="unfinished" />
</message>
<message>
<source>it may not be written</source>
<translation type="unfinished" />
</message>
<message>
<source>it cannot be opened</source>
<translation type="unfinished" />
</message>
<message>
<source>the disk reports an error</source>
<translation type="unfinished" />
</message>
<message>
<source>another program holds it</source>
<translation type="unfinished" />
</message>
<message>
<source>the store {0} is damaged ({1})</source>
<translation type="unfinished" />
</message>
<message>
<source>a row of {0} points at no row of {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>no such table</source>
<translation type="unfinished" />
</message>
<message>
<source>no such column</source>
<translation type="unfinished" />
</message>
<message>
<source>Could not decode</source>
<translation type="unfinished" />
</message>
<message>
<source>is of revision {0}, made by a later gpuscope (gpuscope {1} knows revision {2})</source>
<translation type="unfinished" />
</message>
<message>
<source>a store {0} is not served yet</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is not the URL of a store</source>
<translation type="unfinished" />
</message>
<message>
<source>Name an SQLite file: --store sqlite:////absolute/path.sqlite</source>
<translation type="unfinished" />
</message>
<message>
<source>the store's URL names no file</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is not a gpuscope store, or its first bytes are damaged</source>
<translation type="unfinished" />
</message>
<message>
<source>Name another file with --store.</source>
<translation type="unfinished" />
</message>
<message>
<source>the store {0} {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>Upgrade gpuscope, or name another store with --store.</source>
<translation type="unfinished" />
</message>
<message>
<source>the store {0} cannot be written</source>
<translation type="unfinished" />
</message>
<message>
<source>Make it writable, or name another with --store.</source>
<translation type="unfinished" />
</message>
<message>
<source>nothing can be written to {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>the store {0} cannot be read: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>nothing can be written to {0}: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>Free its disk or make it writable, or name another store with --store.</source>
<translation type="unfinished" />
</message>
<message>
<source>the store {0}: it is only read</source>
<translation type="unfinished" />
</message>
<message>
<source>nothing can be written beside the store {0}: a copy of it is read</source>
<translation type="unfinished" />
</message>
<message>
<source>the store {0} is being written and cannot be copied</source>
<translation type="unfinished" />
</message>
<message>
<source>Try again, or read it as its owner.</source>
<translation type="unfinished" />
</message>
<message>
<source>run {0} is damaged in the store {1} ({2})</source>
<translation type="unfinished" />
</message>
<message>
<source>Free its disk or make it writable, or name another with --store.</source>
<translation type="unfinished" />
</message>
<message>
<source>the store {0} cannot be written: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>the store was brought from revision {0} to {1}; a copy of it as it was is kept as {2}</source>
<translation type="unfinished" />
</message>
<message>
<source>there is no store {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Name another with --store.</source>
<translation type="unfinished" />
</message>
<message>
<source>Nothing needs to be done.</source>
<translation type="unfinished" />
</message>
<message>
<source>a migrated row points at nothing</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} names a plan, not a run</source>
<translation type="unfinished" />
</message>
<message>
<source>'gpuscope plans {0}' shows it with its runs.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} begins more than one run: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>Give more of the id.</source>
<translation type="unfinished" />
</message>
<message>
<source>run {0} has no series {1} {2}</source>
<translation type="unfinished" />
</message>
<message>
<source>'gpuscope show RUN' lists what was measured.</source>
<translation type="unfinished" />
</message>
<message>
<source>its start, from which the newest readings count</source>
<translation type="unfinished" />
</message>
<message>
<source>not a quantity</source>
<translation type="unfinished" />
</message>
<message>
<source>a row of events is damaged: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>its row, with its start</source>
<translation type="unfinished" />
</message>
<message>
<source>a row of chunks fails its checksum</source>
<translation type="unfinished" />
</message>
<message>
<source>the notes of the devices</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is somebody else's</source>
<translation type="unfinished" />
</message>
<message>
<source>the list of devices in use</source>
<translation type="unfinished" />
</message>
<message>
<source>it runs from an environment of its own, which is not looked into</source>
<translation type="unfinished" />
</message>
<message>
<source>not a git repository</source>
<translation type="unfinished" />
</message>
<message>
<source>the working folder is no git repository</source>
<translation type="unfinished" />
</message>
<message>
<source>Needed a single revision</source>
<translation type="unfinished" />
</message>
<message>
<source>the git repository has no commit</source>
<translation type="unfinished" />
</message>
<message>
<source>git gave no reason</source>
<translation type="unfinished" />
</message>
<message>
<source>git is not installed</source>
<translation type="unfinished" />
</message>
<message>
<source>git did not answer within {0} s</source>
<translation type="unfinished" />
</message>
<message>
<source>git cannot be started: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>physical id</source>
<translation type="unfinished" />
</message>
<message>
<source>core id</source>
<translation type="unfinished" />
</message>
<message>
<source>model name</source>
<translation type="unfinished" />
</message>
<message>
<source>Install it: apt-get install ffmpeg on Debian or Ubuntu, dnf install ffmpeg-free on Fedora, brew install ffmpeg on macOS, winget install ffmpeg on Windows. A .gif needs nothing.</source>
<translation type="unfinished" />
</message>
<message>
<source>MP4 and WebM need ffmpeg, which is not installed</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} cannot be written: ffmpeg ended with {1}{2}</source>
<translation type="unfinished" />
</message>
<message>
<source>Try a .gif instead.</source>
<translation type="unfinished" />
</message>
<message>
<source>the store</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is in use by another gpuscope for over {1} s</source>
<translation type="unfinished" />
</message>
<message>
<source>Wait for it to end, then try again.</source>
<translation type="unfinished" />
</message>
<message>
<source>Make its folder writable, or name another store with --store.</source>
<translation type="unfinished" />
</message>
<message>
<source>Application Support</source>
<translation type="unfinished" />
</message>
<message>
<source>there is no home folder to keep runs in</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} cannot be made: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>process {0} belongs to {1} and cannot be read</source>
<translation type="unfinished" />
</message>
<message>
<source>there is no process {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Run gpuscope as that user, outside of any sandbox.</source>
<translation type="unfinished" />
</message>
<message>
<source>another user</source>
<translation type="unfinished" />
</message>
<message>
<source>attaching is only possible on Linux yet</source>
<translation type="unfinished" />
</message>
<message>
<source>'gpuscope monitor' shows the machine.</source>
<translation type="unfinished" />
</message>
<message>
<source>process {0} has ended</source>
<translation type="unfinished" />
</message>
<message>
<source>process {0} is a thread of the kernel</source>
<translation type="unfinished" />
</message>
<message>
<source>signal {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>All else works: start it with --help to see what the command line does.</source>
<translation type="unfinished" />
</message>
<message>
<source>there is no screen here to open a window on</source>
<translation type="unfinished" />
</message>
<message>
<source>Unset it, or name another.</source>
<translation type="unfinished" />
</message>
<message>
<source>the window needs system libraries that are missing here: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>On Debian or Ubuntu: sudo apt-get install {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>the screen that {0} names ({1}) does not answer</source>
<translation type="unfinished" />
</message>
<message>
<source>"{0}" in {1} is not {2}, so it is left out</source>
<translation type="unfinished" />
</message>
<message>
<source>a text of at most {0} characters</source>
<translation type="unfinished" />
</message>
<message>
<source>"store" in {0} is not a URL such as sqlite:////folder/gpuscope.sqlite, so the default store is used</source>
<translation type="unfinished" />
</message>
<message>
<source>"sensors" in {0} is not a list such as ["simulated"], so none is added</source>
<translation type="unfinished" />
</message>
<message>
<source>a number of at least {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>it does not hold a JSON object</source>
<translation type="unfinished" />
</message>
<message>
<source>the settings in {0} cannot be changed: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>Repair the file, or delete it.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} does not hold a JSON object, so the defaults hold</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} cannot be read, so the defaults hold: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>compute capability {0}.{1}</source>
<translation type="unfinished" />
</message>
<message>
<source>expect it to be several times slower than fp32</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is emulated on this processor ({1})</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is slow by design on {1} ({2}: 1/{3} of FP32's rate)</source>
<translation type="unfinished" />
</message>
<message>
<source>use fp32 where it suffices</source>
<translation type="unfinished" />
</message>
<message>
<source>no {0} instructions</source>
<translation type="unfinished" />
</message>
<message>
<source>TF32 is ignored on {0} ({1}, and it needs 8.0)</source>
<translation type="unfinished" />
</message>
<message>
<source>products are computed in FP32</source>
<translation type="unfinished" />
</message>
<message>
<source>BF16 is emulated on {0} ({1}, and it needs 8.0)</source>
<translation type="unfinished" />
</message>
<message>
<source>expect it to be slower than fp32</source>
<translation type="unfinished" />
</message>
<message>
<source>expect it to be no faster than fp32</source>
<translation type="unfinished" />
</message>
<message>
<source>FP16 is emulated on {0} ({1} computes it in FP32)</source>
<translation type="unfinished" />
</message>
<message>
<source>expect it to save memory, and no time</source>
<translation type="unfinished" />
</message>
<message>
<source>AVX512-FP16 accumulates in FP16, so oneDNN converts to FP32; no AMX-FP16</source>
<translation type="unfinished" />
</message>
<message>
<source>no NVIDIA driver is loaded on this machine</source>
<translation type="unfinished" />
</message>
<message>
<source>the driver's library {0} is not there (a container needs NVIDIA's runtime)</source>
<translation type="unfinished" />
</message>
<message>
<source>the torch that is installed ({0}) is built without CUDA</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} hides every GPU</source>
<translation type="unfinished" />
</message>
<message>
<source>torch is not installed</source>
<translation type="unfinished" />
</message>
<message>
<source>torch finds no CUDA device: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>'gpuscope workloads' lists what can be run here.</source>
<translation type="unfinished" />
</message>
<message>
<source>Use another --precision, for example fp32. {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Make --batch-size smaller{0}.</source>
<translation type="unfinished" />
</message>
<message>
<source>torch is not installed for this Python</source>
<translation type="unfinished" />
</message>
<message>
<source>Install gpuscope with its requirements, or run a command: gpuscope run -- …</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is not there</source>
<translation type="unfinished" />
</message>
<message>
<source>This machine has {0}.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}:{1} is not there</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} on {1}: it needs compute capability 8.0, and {2} has {3}.{4}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} with a batch of {1} needs about {2}, and {3} {4}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} takes no data: it makes its own numbers</source>
<translation type="unfinished" />
</message>
<message>
<source>Leave out --data.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is a kernel and has no task</source>
<translation type="unfinished" />
</message>
<message>
<source>Leave out --task.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} has no {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>Use --task {0}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Use --device cpu; 'gpuscope doctor' says more.</source>
<translation type="unfinished" />
</message>
<message>
<source>cuda:{0} ({1})</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} runs on {1} only, not on {2}</source>
<translation type="unfinished" />
</message>
<message>
<source>Use --device cpu, or cuda:0 for the first NVIDIA GPU.</source>
<translation type="unfinished" />
</message>
<message>
<source>tf32 on {0}: only NVIDIA GPUs of compute capability 8.0 or higher have it</source>
<translation type="unfinished" />
</message>
<message>
<source>fp64 on {0}: Apple GPUs do not have it</source>
<translation type="unfinished" />
</message>
<message>
<source>of main memory are free</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} ({1}) has no option {2}</source>
<translation type="unfinished" />
</message>
<message>
<source>Its options: {0}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Use another --device.</source>
<translation type="unfinished" />
</message>
<message>
<source>are all that {0} has</source>
<translation type="unfinished" />
</message>
<message>
<source>, or --set size=N</source>
<translation type="unfinished" />
</message>
<message>
<source>Callable[[Setting], Outcome]</source>
<translation type="unfinished" />
</message>
<message>
<source>stopped before the measured part was over</source>
<translation type="unfinished" />
</message>
<message>
<source>can't allocate memory</source>
<translation type="unfinished" />
</message>
<message>
<source>stopped by request</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is no usable CIFAR-10 file: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>Download the binary version again, or name another folder with --data.</source>
<translation type="unfinished" />
</message>
<message>
<source>Give yourself the right to read it.</source>
<translation type="unfinished" />
</message>
<message>
<source>it is not gzip data</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}/{1}.bin is not in it</source>
<translation type="unfinished" />
</message>
<message>
<source>it is far larger than CIFAR-10's parts</source>
<translation type="unfinished" />
</message>
<message>
<source>its {0} bytes are no whole number of images of {1} bytes</source>
<translation type="unfinished" />
</message>
<message>
<source>a label is no class from 0 to 9</source>
<translation type="unfinished" />
</message>
<message>
<source>it is not a whole archive</source>
<translation type="unfinished" />
</message>
<message>
<source>Install scikit-learn again.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is not downloaded yet: {1} from {2} to {3}</source>
<translation type="unfinished" />
</message>
<message>
<source>Agree to it on the command line: gpuscope run … --data download --yes. Or name with --data a folder that has it.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is not the file that it should be</source>
<translation type="unfinished" />
</message>
<message>
<source>Try again later, or take it from elsewhere.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} cannot be fetched: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>Connect to the network, and free the disk.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is no usable MNIST file: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>Download it again, or name another folder with --data.</source>
<translation type="unfinished" />
</message>
<message>
<source>its header announces {0} bytes, and it has {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} bytes are announced, and {1} are there</source>
<translation type="unfinished" />
</message>
<message>
<source>a label is no digit</source>
<translation type="unfinished" />
</message>
<message>
<source>it is too short for a header</source>
<translation type="unfinished" />
</message>
<message>
<source>it does not begin as IDX {0} do</source>
<translation type="unfinished" />
</message>
<message>
<source>it announces {0} of them</source>
<translation type="unfinished" />
</message>
<message>
<source>its images are not {0}×{1}</source>
<translation type="unfinished" />
</message>
<message>
<source>it is not whole gzip data</source>
<translation type="unfinished" />
</message>
<message>
<source>Check the disk that it lies on.</source>
<translation type="unfinished" />
</message>
<message>
<source>scikit-learn's handwritten digits are not installed here</source>
<translation type="unfinished" />
</message>
<message>
<source>Install scikit-learn, or name a folder of data with --data.</source>
<translation type="unfinished" />
</message>
<message>
<source> What lies there is the archive for Python, which is pickled and not read.</source>
<translation type="unfinished" />
</message>
<message>
<source>CIFAR-10's binary version is needed: {0}, or its .bin files.{1}</source>
<translation type="unfinished" />
</message>
<message>
<source>data folder {0} is not there</source>
<translation type="unfinished" />
</message>
<message>
<source>Name a folder with --data, or leave it out for scikit-learn's digits.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is no folder</source>
<translation type="unfinished" />
</message>
<message>
<source>Name with --data the folder that the files lie in.</source>
<translation type="unfinished" />
</message>
<message>
<source>data folder {0} cannot be read</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} has no {1} (or .gz)</source>
<translation type="unfinished" />
</message>
<message>
<source>MNIST's four IDX files are needed: {0}.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} holds {1} images, and its labels are {2}</source>
<translation type="unfinished" />
</message>
<message>
<source>Take both files from the same place.</source>
<translation type="unfinished" />
</message>
<message>
<source>Python's help topics</source>
<translation type="unfinished" />
</message>
<message>
<source>Install a complete Python, 3.11 or later.</source>
<translation type="unfinished" />
</message>
<message>
<source>the text is too short for windows of {0} bytes</source>
<translation type="unfinished" />
</message>
<message>
<source>Make the context shorter.</source>
<translation type="unfinished" />
</message>
<message>
<source>files that the conversion wrote</source>
<translation type="unfinished" />
</message>
<message>
<source>kept from an earlier run</source>
<translation type="unfinished" />
</message>
<message>
<source>torch.onnx.export returned no program</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} rejects the model: {1}: {2}</source>
<translation type="unfinished" />
</message>
<message>
<source>Use --engine eager.</source>
<translation type="unfinished" />
</message>
<message>
<source>the model was not loaded</source>
<translation type="unfinished" />
</message>
<message>
<source>torch does not read back this model's weights: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>transposed convolution</source>
<translation type="unfinished" />
</message>
<message>
<source>max pooling with dilation or rounding up</source>
<translation type="unfinished" />
</message>
<message>
<source>average pooling with padding or rounding up</source>
<translation type="unfinished" />
</message>
<message>
<source>adaptive pooling into windows of several sizes</source>
<translation type="unfinished" />
</message>
<message>
<source>jax does not run the model: nothing translates {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>flatbuffers, in which JAX writes a model</source>
<translation type="unfinished" />
</message>
<message>
<source>litert-torch, which writes .tflite files</source>
<translation type="unfinished" />
</message>
<message>
<source>the LiteRT runtime</source>
<translation type="unfinished" />
</message>
<message>
<source>Exports the model to ONNX and quantizes it: weights in INT8 with one scale per output channel, activations in 8 bits with ranges calibrated on {0} training samples. The file is a quarter of FP32's, and convolutions and matrix products compute in INT8. It does not help on CPUs without 8-bit dot-product instructions, nor models whose activations have rare, large values.</source>
<translation type="unfinished" />
</message>
<message>
<source>onnxscript, which exports ONNX</source>
<translation type="unfinished" />
</message>
<message>
<source>onnx, which quantizes</source>
<translation type="unfinished" />
</message>
<message>
<source>this ONNX Runtime has no {0}, only {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>Install its build for NVIDIA GPUs: pip uninstall onnxruntime; pip install onnxruntime-gpu</source>
<translation type="unfinished" />
</message>
<message>
<source>engine {0} is not known</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} runs plain forward passes, and the inference of {1} is more than one</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} runs {1} only</source>
<translation type="unfinished" />
</message>
<message>
<source>Use --engine eager, or --set task=inference.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} works on {1} only, not on {2}</source>
<translation type="unfinished" />
</message>
<message>
<source>Use --device {0}, or --engine eager.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} does not compute in {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>It has {0}.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} does not run {1}: {2}</source>
<translation type="unfinished" />
</message>
<message>
<source>Install it: pip install scipy</source>
<translation type="unfinished" />
</message>
<message>
<source>the build tool ninja</source>
<translation type="unfinished" />
</message>
<message>
<source>Install it: pip install ninja</source>
<translation type="unfinished" />
</message>
<message>
<source>Install it: pip install triton; torch's CUDA builds for Linux bring it</source>
<translation type="unfinished" />
</message>
<message>
<source>the CPU</source>
<translation type="unfinished" />
</message>
<message>
<source>Use --set implementation=eager, or another --device.</source>
<translation type="unfinished" />
</message>
<message>
<source>implementation {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>A kernel out[i] = x[i] · x[i+1] + x[i+2] · x[i+3]</source>
<translation type="unfinished" />
</message>
<message>
<source>A kernel Σ x[i] · y[i]</source>
<translation type="unfinished" />
</message>
<message>
<source>A kernel out[i] = a · x[i] + y[i]</source>
<translation type="unfinished" />
</message>
<message>
<source>A kernel out[i] = Σ matrix[i, j] · x[j]</source>
<translation type="unfinished" />
</message>
<message>
<source>Copies within the device's own memory</source>
<translation type="unfinished" />
</message>
<message>
<source>Copies from main memory to the GPU</source>
<translation type="unfinished" />
</message>
<message>
<source>Copies from the GPU to main memory</source>
<translation type="unfinished" />
</message>
<message>
<source>The product of square matrices, one element per work item</source>
<translation type="unfinished" />
</message>
<message>
<source>The valid-mode sum of an image and a filter</source>
<translation type="unfinished" />
</message>
<message>
<source>out[i] = x[i] · x[i+1] + x[i+2] · x[i+3]</source>
<translation type="unfinished" />
</message>
<message>
<source>method scipy</source>
<translation type="unfinished" />
</message>
<message>
<source>an operation without matrix products</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}. Bound by memory bandwidth, which is shown beside the device's measured peak. The batch size is the number of passes per step.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}, to measure the bandwidth. The batch size is the number of copies per step.</source>
<translation type="unfinished" />
</message>
<message>
<source>A CPU has its data in main memory already; for a copy within it: gpuscope run copy.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} in OpenCL</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}, in OpenCL C through pyopencl. The batch size is the number of passes per step.</source>
<translation type="unfinished" />
</message>
<message>
<source>the filter is larger than the image</source>
<translation type="unfinished" />
</message>
<message>
<source>Make filter smaller, or size larger.</source>
<translation type="unfinished" />
</message>
<message>
<source>method {0} runs on the CPU only</source>
<translation type="unfinished" />
</message>
<message>
<source>Use --set method=torch, or --device cpu.</source>
<translation type="unfinished" />
</message>
<message>
<source>method {0} has no {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>Use --set method=torch, or --precision fp32.</source>
<translation type="unfinished" />
</message>
<message>
<source>implementation {0} runs on {1} only, not on {2}</source>
<translation type="unfinished" />
</message>
<message>
<source>Use --precision fp32.</source>
<translation type="unfinished" />
</message>
<message>
<source>every byte of source and target</source>
<translation type="unfinished" />
</message>
<message>
<source>the direct sum of the same numbers in FP64</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} rows against FP64 products of the same numbers</source>
<translation type="unfinished" />
</message>
<message>
<source>OpenCL has no device for {0}: {1} of its kind are there</source>
<translation type="unfinished" />
</message>
<message>
<source>For CPUs: pip install 'pyopencl[pocl]'; for GPUs: the OpenCL driver of their vendor.</source>
<translation type="unfinished" />
</message>
<message>
<source>the same numbers in FP64 by torch</source>
<translation type="unfinished" />
</message>
<message>
<source>the OpenCL driver refuses the program: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Use --precision fp32, or another --device.</source>
<translation type="unfinished" />
</message>
<message>
<source>the same numbers in FP64, every result of the last step</source>
<translation type="unfinished" />
</message>
<message>
<source>the C++ kernel could not be compiled: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>Install a C++ compiler and ninja, or use --set implementation=eager.</source>
<translation type="unfinished" />
</message>
<message>
<source>the CUDA kernel could not be compiled: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>It needs NVRTC of the CUDA toolkit, which torch's CUDA builds bring; or use --set implementation=eager.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} works on {1} only, and there is none here</source>
<translation type="unfinished" />
</message>
<message>
<source>'gpuscope doctor' says more.</source>
<translation type="unfinished" />
</message>
<message>
<source>the same weights in FP64</source>
<translation type="unfinished" />
</message>
<message>
<source>the eager model in the same precision, {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>logits of {0} held-out samples against {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>losses of the first {0} steps against the same training in FP64</source>
<translation type="unfinished" />
</message>
<message>
<source>samples are changed at random, and a twin in FP64 would get others</source>
<translation type="unfinished" />
</message>
<message>
<source>the run was stopped before a twin in FP64 was trained</source>
<translation type="unfinished" />
</message>
<message>
<source>a twin in FP64 would take too long on the processor; inference measures the drift of one pass</source>
<translation type="unfinished" />
</message>
<message>
<source>dropout leaves out other units in another number format</source>
<translation type="unfinished" />
</message>
<message>
<source>each rank normalizes by its own part of a batch, and a twin in FP64 by the whole</source>
<translation type="unfinished" />
</message>
<message>
<source>median of the {0} steps whose phases were timed</source>
<translation type="unfinished" />
</message>
<message>
<source>no measured step was timed</source>
<translation type="unfinished" />
</message>
<message>
<source>loss is {0} from {1} on</source>
<translation type="unfinished" />
</message>
<message>
<source>warm-up step {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>step {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>the run was stopped before its first test</source>
<translation type="unfinished" />
</message>
<message>
<source>accuracy {0} after {1} steps, and {2} was requested: give it {3}</source>
<translation type="unfinished" />
</message>
<message>
<source>to an accuracy of {0}, by the wall clock, tests included</source>
<translation type="unfinished" />
</message>
<message>
<source>the run was stopped before the accuracy was reached</source>
<translation type="unfinished" />
</message>
<message>
<source>the profiler took some of the time: run it without --profile</source>
<translation type="unfinished" />
</message>
<message>
<source>more --steps</source>
<translation type="unfinished" />
</message>
<message>
<source>a longer --duration</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} samples of {1} held apart from training</source>
<translation type="unfinished" />
</message>
<message>
<source>the batch of {0} is larger than the data set of {1}: it holds samples several times</source>
<translation type="unfinished" />
</message>
<message>
<source>the run was stopped before it was measured</source>
<translation type="unfinished" />
</message>
<message>
<source>torch.save of the weights</source>
<translation type="unfinished" />
</message>
<message>
<source>a C++ compiler</source>
<translation type="unfinished" />
</message>
<message>
<source>Install one, for example: apt-get install g++</source>
<translation type="unfinished" />
</message>
<message>
<source>Install it: pip install 'gpuscope[{0}]'</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} needs {1}, which is not installed</source>
<translation type="unfinished" />
</message>
<message>
<source>student without a teacher</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} compiles the model itself</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} launches its kernels itself</source>
<translation type="unfinished" />
</message>
<message>
<source>mixed precision keeps casts of the weights from step to step, which a graph would not renew; use fp32 or tf32</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} places the model itself</source>
<translation type="unfinished" />
</message>
<message>
<source>a generation reports prefill and decode, and copies within them are not told apart</source>
<translation type="unfinished" />
</message>
<message>
<source>a batch of {0} has no {1} equal parts</source>
<translation type="unfinished" />
</message>
<message>
<source>the model has {0} layers with weights, too few for {1} ranks</source>
<translation type="unfinished" />
</message>
<message>
<source>Make --ranks smaller.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} heads have no {1} equal parts</source>
<translation type="unfinished" />
</message>
<message>
<source>its training is one of a single process</source>
<translation type="unfinished" />
</message>
<message>
<source>its model cannot be taken apart so</source>
<translation type="unfinished" />
</message>
<message>
<source>a batch of {0} has no {1} equal parts: --batch-size or --ranks must be another</source>
<translation type="unfinished" />
</message>
<message>
<source>the scaling of fp16's gradients knows nothing of other ranks</source>
<translation type="unfinished" />
</message>
<message>
<source>only NVIDIA GPUs of compute capability 8.0 or higher multiply in the sparse form</source>
<translation type="unfinished" />
</message>
<message>
<source>compute capability {0}.{1}, and the sparse form needs 8.0</source>
<translation type="unfinished" />
</message>
<message>
<source>its layers are no plain chain, and what one loses others would miss</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} would store the widened weights</source>
<translation type="unfinished" />
</message>
<message>
<source>its kernels take fp32, not {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} does not read torch's quantized layers</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} does not read torchao's tensors</source>
<translation type="unfinished" />
</message>
<message>
<source>torchao has no kernels for fp64</source>
<translation type="unfinished" />
</message>
<message>
<source>this torch has no dynamic quantization any more</source>
<translation type="unfinished" />
</message>
<message>
<source>Use --optimize int8-weights.</source>
<translation type="unfinished" />
</message>
<message>
<source>torchao does not quantize this model: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} cannot be combined with {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>optimization {0} is not known</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose of {0}.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} nodes</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} need an optimization that spreads the training over them</source>
<translation type="unfinished" />
</message>
<message>
<source>Add one with --optimize: {0}.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} nodes need a place to meet</source>
<translation type="unfinished" />
</message>
<message>
<source>Name one of them with --rendezvous HOST:PORT, the same on each.</source>
<translation type="unfinished" />
</message>
<message>
<source>a training over several ranks does not warm up until it is steady</source>
<translation type="unfinished" />
</message>
<message>
<source>Use --warmup-limit 0, and more --warmup-steps.</source>
<translation type="unfinished" />
</message>
<message>
<source>Leave it out, or add --task {0}.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} has no meaning for {1}: it is for {2}</source>
<translation type="unfinished" />
</message>
<message>
<source>Leave it out, or use --device {0}.</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} does not fit {1}: {2}</source>
<translation type="unfinished" />
</message>
<message>
<source>it has no attention</source>
<translation type="unfinished" />
</message>
<message>
<source>its samples have no channels</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} lays images out itself</source>
<translation type="unfinished" />
</message>
<message>
<source>flash attention on {0} computes in bf16 and fp16, not in {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>it has no convolutions</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} chooses its kernels itself</source>
<translation type="unfinished" />
</message>
<message>
<source>torch has no fused RMSprop</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} never records gradients</source>
<translation type="unfinished" />
</message>
<message>
<source>the torch that is installed ({0}) is built without support for Intel GPUs</source>
<translation type="unfinished" />
</message>
<message>
<source>Apple GPUs are in Macs only</source>
<translation type="unfinished" />
</message>
<message>
<source>neither devices nor a reason</source>
<translation type="unfinished" />
</message>
<message>
<source>the torch that is installed ({0}) is built without support for Apple GPUs</source>
<translation type="unfinished" />
</message>
<message>
<source>torch finds no Apple GPU that it can use</source>
<translation type="unfinished" />
</message>
<message>
<source>torch finds no Intel GPU that it can use</source>
<translation type="unfinished" />
</message>
<message>
<source>Apple GPU</source>
<translation type="unfinished" />
</message>
<message>
<source>the run was stopped before its first measured step</source>
<translation type="unfinished" />
</message>
<message>
<source>operations as torch counts them</source>
<translation type="unfinished" />
</message>
<message>
<source>{0}, by the wall clock</source>
<translation type="unfinished" />
</message>
<message>
<source>, on each of {0} ranks</source>
<translation type="unfinished" />
</message>
<message>
<source>FLOP/s by those of a matrix product measured after the window{0}</source>
<translation type="unfinished" />
</message>
<message>
<source>no formula gives the operations of a step</source>
<translation type="unfinished" />
</message>
<message>
<source>tokens by the wall clock</source>
<translation type="unfinished" />
</message>
<message>
<source>torch counts this on NVIDIA, AMD and Intel GPUs only</source>
<translation type="unfinished" />
</message>
<message>
<source>this system does not count it</source>
<translation type="unfinished" />
</message>
<message>
<source>bytes that the algorithm must move, by the wall clock</source>
<translation type="unfinished" />
</message>
<message>
<source>of a copy and a matrix product measured after the window</source>
<translation type="unfinished" />
</message>
<message>
<source>a matrix product to compare with failed: {0}</source>
<translation type="unfinished" />
</message>
<message>
<source>; the other ranks were ended</source>
<translation type="unfinished" />
</message>
<message>
<source>rank {0}: {1}{2}</source>
<translation type="unfinished" />
</message>
<message>
<source>was killed by the kernel: the system ran out of main memory</source>
<translation type="unfinished" />
</message>
<message>
<source>was ended from outside</source>
<translation type="unfinished" />
</message>
<message>
<source>rank {0} {1}: {2}{3}</source>
<translation type="unfinished" />
</message>
<message>
<source>rank {0}: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>rank 0 tests the model, on another machine</source>
<translation type="unfinished" />
</message>
<message>
<source>a command</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} is a kernel and</source>
<translation type="unfinished" />
</message>
<message>
<source>{0} has no ladder: the rungs change how a model is trained or run</source>
<translation type="unfinished" />
</message>
<message>
<source>For example: gpuscope ladder cifar-cnn</source>
<translation type="unfinished" />
</message>
<message>
<source>a ladder adds optimizations, engine and number format itself</source>
<translation type="unfinished" />
</message>
<message>
<source>Leave out --optimize, --engine and --precision.</source>
<translation type="unfinished" />
</message>
<message>
<source>it was ended early: more steps could fill the disk or the memory</source>
<translation type="unfinished" />
</message>
<message>
<source>the run ended before the last of its steps</source>
<translation type="unfinished" />
</message>
<message>
<source>not steady after {0} s of warm-up: {1}</source>
<translation type="unfinished" />
</message>
<message>
<source>torch.amp.GradScaler | None</source>
<translation type="unfinished" />
</message>
<message>
<source>workloads on {0} are not tried on hardware: figures may be wrong</source>
<translation type="unfinished" />
</message>
<message>
<source>fewer than {0} blocks of {1} s were taken</source>
<translation type="unfinished" />
</message>
<message>
<source>the speed of the last {0} blocks of steps differs by {1}, more than {2}</source>
<translation type="unfinished" />
</message>
<message>
<source>the temperature of the GPU still rose, or was not known</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose one of {0}; for a program of yours: gpuscope run -- …</source>
<translation type="unfinished" />
</message>
</context>
</TS>
