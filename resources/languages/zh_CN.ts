<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
<name>AdvicePane</name>
<message>
<source>Save as CSV…</source>
<translation>另存为 CSV…</translation>
</message>
<message>
<source>at most {0}</source>
<translation>最多 {0}</translation>
</message>
</context>
<context>
<name>AlertForm</name>
<message>
<source>A limit is missing</source>
<translation>缺少限值</translation>
</message>
<message>
<source>Above or below</source>
<translation>高于或低于</translation>
</message>
<message>
<source>Add</source>
<translation>添加</translation>
</message>
<message>
<source>Limit</source>
<translation>限值</translation>
</message>
<message>
<source>Minimum duration in seconds</source>
<translation>须持续的秒数</translation>
</message>
<message>
<source>On which device</source>
<translation>在哪个设备上</translation>
</message>
<message>
<source>Type a number before the unit.</source>
<translation>请在单位前输入一个数。</translation>
</message>
<message>
<source>What is watched</source>
<translation>监视的量</translation>
</message>
<message>
<source>above</source>
<translation>超过</translation>
</message>
<message>
<source>any GPU</source>
<translation>任意 GPU</translation>
</message>
<message>
<source>any device</source>
<translation>任意设备</translation>
</message>
<message>
<source>below</source>
<translation>低于</translation>
</message>
<message>
<source>for</source>
<translation>持续</translation>
</message>
<message>
<source>happens</source>
<translation>发生时</translation>
</message>
<message>
<source>is not a number</source>
<translation>不是数</translation>
</message>
<message>
<source>measured on {0}</source>
<translation>测量于 {0}</translation>
</message>
<message>
<source>not measured here: {0}</source>
<translation>此处无法测量：{0}</translation>
</message>
<message>
<source>reported by the run</source>
<translation>由运行报告</translation>
</message>
<message>
<source>s</source>
<translation>秒</translation>
</message>
</context>
<context>
<name>AlertSettings</name>
<message>
<source>Alerts</source>
<translation>警报</translation>
</message>
<message>
<source>Command</source>
<translation>命令</translation>
</message>
<message>
<source>Command that is run when an alert fires</source>
<translation>警报触发时运行的命令</translation>
</message>
<message>
<source>Remove this alert</source>
<translation>移除此警报</translation>
</message>
<message>
<source>Remove: {0}</source>
<translation>移除：{0}</translation>
</message>
<message>
<source>Send a test alert to the desktop, and run the command</source>
<translation>在桌面上发送一次测试警报，并运行该命令</translation>
</message>
<message>
<source>Split into words as a shell does and run without a shell, for 30 s at most. GPUSCOPE_ALERT says what happened, GPUSCOPE_RUN the run, GPUSCOPE_ALERT_DEVICE and GPUSCOPE_ALERT_VALUE where and how much.</source>
<translation>按 shell 的方式拆分成词，但不经过 shell 运行，最多 30 秒。GPUSCOPE_ALERT 说明发生了什么，GPUSCOPE_RUN 说明是哪个运行，GPUSCOPE_ALERT_DEVICE 和 GPUSCOPE_ALERT_VALUE 说明在哪里、数值多少。</translation>
</message>
<message>
<source>The command ended without an error.</source>
<translation>命令已结束，没有错误。</translation>
</message>
<message>
<source>The command runs …</source>
<translation>命令正在运行…</translation>
</message>
<message>
<source>They are watched in every run, even without a window, and while this window reads the machine. An alert notifies once on the desktop and leaves a mark in the run; it can fire again after the value has been normal for half a minute. A live run keeps the rules it started with.</source>
<translation>在每个运行中都会监视，没有窗口时也一样；本窗口读取整机时同样如此。警报在桌面上只通知一次，并在运行中留下标记；数值恢复正常半分钟之后，才会再次触发。正在进行的运行沿用开始时的规则。</translation>
</message>
<message>
<source>Try it</source>
<translation>试一试</translation>
</message>
<message>
<source>no command</source>
<translation>无命令</translation>
</message>
<message>
<source>querying the sensors …</source>
<translation>正在查询传感器…</translation>
</message>
</context>
<context>
<name>Annotations</name>
<message>
<source>evaluated</source>
<translation>评估</translation>
</message>
<message>
<source>gap {0}</source>
<translation>间断 {0}</translation>
</message>
<message>
<source>limit {0}</source>
<translation>上限 {0}</translation>
</message>
<message>
<source>measured</source>
<translation>测量</translation>
</message>
<message>
<source>{0} from {1}</source>
<translation>从{1}起：{0}</translation>
</message>
</context>
<context>
<name>AxisSwitch</name>
<message>
<source>Axis of the curves</source>
<translation>曲线的横轴</translation>
</message>
</context>
<context>
<name>Bottleneck</name>
<message>
<source>To try: {0}</source>
<translation>可尝试：{0}</translation>
</message>
</context>
<context>
<name>BottleneckCard</name>
<message>
<source>Also</source>
<translation>此外</translation>
</message>
<message>
<source>Evidence</source>
<translation>依据</translation>
</message>
<message>
<source>To try</source>
<translation>可尝试</translation>
</message>
<message>
<source>What held it back</source>
<translation>瓶颈所在</translation>
</message>
<message>
<source>What is known</source>
<translation>已知信息</translation>
</message>
</context>
<context>
<name>Buttons</name>
<message>
<source>Copied</source>
<translation>已复制</translation>
</message>
<message>
<source>Copy</source>
<translation>复制</translation>
</message>
</context>
<context>
<name>CaptureDialog</name>
<message>
<source>It stops before either is full. Ten steps are usually enough.</source>
<translation>在占满磁盘或内存之前会自行结束。十步通常就足以说明问题。</translation>
</message>
<message>
<source>Record a large profile?</source>
<translation>录制大型剖析结果？</translation>
</message>
<message>
<source>Record it</source>
<translation>录制</translation>
</message>
</context>
<context>
<name>ChartExport</name>
<message>
<source>Drawing (*.svg)</source>
<translation>矢量图 (*.svg)</translation>
</message>
<message>
<source>Export chart</source>
<translation>导出图表</translation>
</message>
<message>
<source>Export chart as PDF…</source>
<translation>将图表导出为 PDF…</translation>
</message>
<message>
<source>Export chart as PNG…</source>
<translation>将图表导出为 PNG…</translation>
</message>
<message>
<source>Export chart as SVG…</source>
<translation>将图表导出为 SVG…</translation>
</message>
<message>
<source>Export figures as CSV…</source>
<translation>将数值导出为 CSV…</translation>
</message>
<message>
<source>PDF (*.pdf)</source>
<translation>PDF (*.pdf)</translation>
</message>
<message>
<source>Picture (*.png)</source>
<translation>图片 (*.png)</translation>
</message>
<message>
<source>Table (*.csv)</source>
<translation>表格 (*.csv)</translation>
</message>
<message>
<source>This chart is not shown any more.</source>
<translation>此图表已不再显示。</translation>
</message>
</context>
<context>
<name>ChartMenu</name>
<message>
<source>Copy picture</source>
<translation>复制图片</translation>
</message>
<message>
<source>Copy the chart, its figures, its files</source>
<translation>复制图表、其数值或文件</translation>
</message>
<message>
<source>Show as table</source>
<translation>以表格显示</translation>
</message>
<message>
<source>The picture is on the clipboard</source>
<translation>图片已在剪贴板上</translation>
</message>
<message>
<source>There is no chart yet</source>
<translation>还没有图表</translation>
</message>
</context>
<context>
<name>ChartTableDialog</name>
<message>
<source>Chart</source>
<translation>图表</translation>
</message>
<message>
<source>Chart as a table</source>
<translation>图表的数据表</translation>
</message>
<message>
<source>Close</source>
<translation>关闭</translation>
</message>
<message>
<source>Curve</source>
<translation>曲线</translation>
</message>
<message>
<source>Factor before</source>
<translation>此前的倍数</translation>
</message>
<message>
<source>Factor with it</source>
<translation>加上它的倍数</translation>
</message>
<message>
<source>Figures of {0}</source>
<translation>{0} 的数值</translation>
</message>
<message>
<source>Group</source>
<translation>组</translation>
</message>
<message>
<source>Interval from</source>
<translation>区间下限</translation>
</message>
<message>
<source>Interval to</source>
<translation>区间上限</translation>
</message>
<message>
<source>Metric</source>
<translation>指标</translation>
</message>
<message>
<source>Part</source>
<translation>部分</translation>
</message>
<message>
<source>Rung</source>
<translation>级</translation>
</message>
<message>
<source>Time, s</source>
<translation>时间，秒</translation>
</message>
<message>
<source>Value</source>
<translation>值</translation>
</message>
<message>
<source>{0} rows</source>
<translation>{0} 行</translation>
</message>
<message>
<source>{0} rows, as of now</source>
<translation>{0} 行，截至此刻</translation>
</message>
</context>
<context>
<name>ChartWords</name>
<message>
<source>from {0} to {1}</source>
<translation>从 {0} 到 {1}</translation>
</message>
<message>
<source>last {0}</source>
<translation>最近 {0}</translation>
</message>
<message>
<source>no curve is shown</source>
<translation>没有显示曲线</translation>
</message>
<message>
<source>no present value</source>
<translation>没有当前值</translation>
</message>
<message>
<source>no values</source>
<translation>没有数值</translation>
</message>
<message>
<source>{0}, lowest {1}, highest {2}</source>
<translation>{0}，最低 {1}，最高 {2}</translation>
</message>
</context>
<context>
<name>CloseQuestion</name>
<message>
<source>A run goes on without the window, and the next window shows it from its start.</source>
<translation>关闭窗口后运行会继续，下次打开窗口时会从头显示它。</translation>
</message>
<message>
<source>Cancel</source>
<translation>取消</translation>
</message>
<message>
<source>Close</source>
<translation>关闭</translation>
</message>
<message>
<source>It goes on without the window, and the next window shows it from its start.</source>
<translation>关闭窗口后它会继续，下次打开窗口时会从头显示它。</translation>
</message>
<message>
<source>Keep running</source>
<translation>关闭窗口，运行继续</translation>
</message>
<message>
<source>No run is live any more.</source>
<translation>已经没有正在进行的运行。</translation>
</message>
<message>
<source>Stop it</source>
<translation>停止它</translation>
</message>
<message>
<source>Stop the run</source>
<translation>停止该运行</translation>
</message>
<message>
<source>Stop the runs</source>
<translation>停止这些运行</translation>
</message>
<message>
<source>Stop them</source>
<translation>全部停止</translation>
</message>
<message>
<source>They go on without the window, and the next window shows them.</source>
<translation>关闭窗口后它们会继续，下次打开窗口时会显示它们。</translation>
</message>
<message>
<source>{0} and {1} are still running.</source>
<translation>{0} 和 {1} 仍在运行。</translation>
</message>
<message>
<source>{0} is still running.</source>
<translation>{0} 仍在运行。</translation>
</message>
<message>
<source>{0} plans and runs are still going on.</source>
<translation>仍有 {0} 个计划和运行在进行。</translation>
</message>
<message>
<source>{0} runs are still going on.</source>
<translation>仍有 {0} 个运行在进行。</translation>
</message>
</context>
<context>
<name>ColumnLayout</name>
<message>
<source>Columns that fit</source>
<translation>自动选择能放下的列</translation>
</message>
</context>
<context>
<name>CommandEditor</name>
<message>
<source>A program and its arguments, as you would type them. No shell runs.</source>
<translation>程序及其参数，与在终端中输入的一样。不经过 shell。</translation>
</message>
<message>
<source>Choose a script to run</source>
<translation>选择要运行的脚本</translation>
</message>
<message>
<source>Command</source>
<translation>命令</translation>
</message>
<message>
<source>No shell runs: {0} is passed to the program as text.</source>
<translation>不经过 shell：{0} 会作为文本交给程序。</translation>
</message>
<message>
<source>Scripts ({0})</source>
<translation>脚本 ({0})</translation>
</message>
<message>
<source>Script…</source>
<translation>脚本…</translation>
</message>
<message>
<source>Steps of a PyTorch program are detected automatically. Other programs report them: import gpuscope, then gpuscope.step() after each.</source>
<translation>PyTorch 程序的步会自动识别。其他程序需自行报告：import gpuscope，然后在每步之后调用 gpuscope.step()。</translation>
</message>
<message>
<source>and {0} more</source>
<translation>以及另外 {0} 个</translation>
</message>
<message>
<source>{0} replaces a secret: type it again.</source>
<translation>{0} 处原为机密：请重新输入。</translation>
</message>
</context>
<context>
<name>CommandPalette</name>
<message>
<source>Find</source>
<translation>查找</translation>
</message>
<message>
<source>Find a page, a run, a workload, a setting, an action, a word of the guide…</source>
<translation>查找页面、运行、负载、设置、操作、指南中的词…</translation>
</message>
<message>
<source>Matches</source>
<translation>匹配项</translation>
</message>
<message>
<source>Nothing found</source>
<translation>没有找到</translation>
</message>
</context>
<context>
<name>CommandPreview</name>
<message>
<source>Copy the command line</source>
<translation>复制命令行</translation>
</message>
<message>
<source>Shown when every value fits.</source>
<translation>所有值都有效后才会显示。</translation>
</message>
<message>
<source>The same from a terminal</source>
<translation>等效的终端命令</translation>
</message>
</context>
<context>
<name>CommandQuestion</name>
<message>
<source>It runs with your permissions. The whole command:</source>
<translation>它将以你的权限运行。完整命令：</translation>
</message>
<message>
<source>Open in the form</source>
<translation>在表单中打开</translation>
</message>
<message>
<source>Open this command in the form?</source>
<translation>在表单中打开此命令？</translation>
</message>
<message>
<source>The whole command</source>
<translation>完整命令</translation>
</message>
<message>
<source>This run was not recorded here: {0}. Run it only if you trust its origin.</source>
<translation>该运行不是在本机记录的：{0}。只有信任其来源时才运行它。</translation>
</message>
</context>
<context>
<name>ComparePage</name>
<message>
<source> and </source>
<translation>，</translation>
</message>
<message>
<source>+ Add runs</source>
<translation>+ 添加运行</translation>
</message>
<message>
<source>1 run of this comparison was deleted and is left out.</source>
<translation>此比较中的 1 个运行已被删除，不再计入。</translation>
</message>
<message>
<source>1 run of {0} was deleted since it was kept and is left out.</source>
<translation>自保存以来，{0} 的 1 个运行已被删除，不再计入。</translation>
</message>
<message>
<source>Choose runs</source>
<translation>选择运行</translation>
</message>
<message>
<source>Compare</source>
<translation>比较</translation>
</message>
<message>
<source>Compare these runs one by one</source>
<translation>逐个比较这些运行</translation>
</message>
<message>
<source>Compare two or more runs: what an optimization gained, in time and in energy.</source>
<translation>把两个或更多运行并排比较：某项优化在时间和能耗上带来了什么。</translation>
</message>
<message>
<source>Compared one by one, they are named by start time, the oldest as the baseline. Or add runs with other settings above.</source>
<translation>逐个比较时以各自的开始时间命名，最早的作为基线。也可以在上方添加其他设置的运行。</translation>
</message>
<message>
<source>Difference of the profiles</source>
<translation>剖析结果的差异</translation>
</message>
<message>
<source>Drop to add to the comparison</source>
<translation>松开以加入比较</translation>
</message>
<message>
<source>No energy was measured on {0}: {1}.</source>
<translation>{0} 上没有测得能耗：{1}。</translation>
</message>
<message>
<source>No energy was measured.</source>
<translation>没有测得能耗。</translation>
</message>
<message>
<source>No energy was measured: {0}.</source>
<translation>没有测得能耗：{0}。</translation>
</message>
<message>
<source>One run is chosen. A comparison needs at least two.</source>
<translation>已选择一个运行。比较还需要另一个作为对照。</translation>
</message>
<message>
<source>Only one group has a measured energy.</source>
<translation>只有一组测得了能耗。</translation>
</message>
<message>
<source>Race these runs</source>
<translation>让这些运行竞速</translation>
</message>
<message>
<source>Reading the runs …</source>
<translation>正在读取运行…</translation>
</message>
<message>
<source>Rename</source>
<translation>重命名</translation>
</message>
<message>
<source>Rename the group</source>
<translation>重命名组</translation>
</message>
<message>
<source>Replay them on one clock, with their power and energy</source>
<translation>在同一时钟上重放：相同的样本，各自的功率与能耗</translation>
</message>
<message>
<source>The groups are as they were.</source>
<translation>各组已恢复原样。</translation>
</message>
<message>
<source>These runs are already compared.</source>
<translation>这些运行已在比较之中。</translation>
</message>
<message>
<source>These {0} runs have the same settings: repeats of one thing.</source>
<translation>这 {0} 个运行设置相同：是同一内容的重复。</translation>
</message>
<message>
<source>This run is already compared.</source>
<translation>该运行已在比较之中。</translation>
</message>
<message>
<source>Two runs are needed before anything can be compared.</source>
<translation>至少要有两次运行，才能进行比较。</translation>
</message>
<message>
<source>Which operators and kernels are new, gone, faster or slower than those of the baseline</source>
<translation>与基线相比，哪些算子和核函数是新增、消失、变快或变慢的</translation>
</message>
<message>
<source>rec</source>
<translation>录制</translation>
</message>
<message>
<source>sim</source>
<translation>模拟</translation>
</message>
<message>
<source>{0} runs were deleted and are left out: {1}.</source>
<translation>{0} 个运行已被删除，不再计入：{1}。</translation>
</message>
<message>
<source>{0} was deleted and is left out.</source>
<translation>{0} 已被删除，不再计入。</translation>
</message>
<message>
<source>{1} runs of this comparison were deleted and are left out.</source>
<translation>此比较中的 {1} 个运行已被删除，不再计入。</translation>
</message>
<message>
<source>{1} runs of {0} were deleted since it was kept and are left out.</source>
<translation>自保存以来，{0} 的 {1} 个运行已被删除，不再计入。</translation>
</message>
</context>
<context>
<name>ComparisonExport</name>
<message>
<source>CSV table (*.csv)</source>
<translation>CSV 表格 (*.csv)</translation>
</message>
<message>
<source>CSV table…</source>
<translation>CSV 表格…</translation>
</message>
<message>
<source>Export</source>
<translation>导出</translation>
</message>
<message>
<source>Export comparison</source>
<translation>导出比较</translation>
</message>
<message>
<source>JSON document (*.json)</source>
<translation>JSON 文档 (*.json)</translation>
</message>
<message>
<source>JSON document…</source>
<translation>JSON 文档…</translation>
</message>
<message>
<source>PDF or HTML report…</source>
<translation>PDF 或 HTML 报告…</translation>
</message>
<message>
<source>There is nothing to export until runs are compared.</source>
<translation>尚未比较任何运行，因此没有可导出的内容。</translation>
</message>
</context>
<context>
<name>ComparisonTable</name>
<message>
<source>, {0} times the baseline</source>
<translation>，为基线的 {0} 倍</translation>
</message>
<message>
<source>Figures of the groups and their ratios to the baseline</source>
<translation>各组的数值及其与基线的比值</translation>
</message>
<message>
<source>Metric</source>
<translation>指标</translation>
</message>
<message>
<source>Metrics</source>
<translation>指标</translation>
</message>
<message>
<source>Metrics of the groups</source>
<translation>各组的指标</translation>
</message>
<message>
<source>Not real hardware: {0}.</source>
<translation>并非真实硬件：{0}。</translation>
</message>
<message>
<source>missing: {0}</source>
<translation>缺失：{0}</translation>
</message>
<message>
<source>{0} by {1}</source>
<translation>{0} 按 {1}</translation>
</message>
<message>
<source>{0}, the baseline</source>
<translation>{0}，基线</translation>
</message>
</context>
<context>
<name>CopiedLine</name>
<message>
<source>Copy</source>
<translation>复制</translation>
</message>
</context>
<context>
<name>CoreBars</name>
<message>
<source>Core {0}: {1}</source>
<translation>核心 {0}：{1}</translation>
</message>
<message>
<source>Cores</source>
<translation>核心</translation>
</message>
<message>
<source>Load of {0} cores: {1} on average, {2} the busiest</source>
<translation>{0} 个核心的占用率：平均 {1}，最忙的 {2}</translation>
</message>
<message>
<source>not read during a recording</source>
<translation>记录期间不读取</translation>
</message>
</context>
<context>
<name>CurveShifts</name>
<message>
<source>Align</source>
<translation>对齐</translation>
</message>
<message>
<source>Align ends</source>
<translation>末端对齐</translation>
</message>
<message>
<source>Reset</source>
<translation>重置</translation>
</message>
<message>
<source>Shift and align the groups</source>
<translation>平移并对齐各组</translation>
</message>
<message>
<source>Shift of each group, {0}</source>
<translation>各组的平移量，{0}</translation>
</message>
<message>
<source>Shift of {0}</source>
<translation>{0} 的平移量</translation>
</message>
<message>
<source>counts</source>
<translation>计数</translation>
</message>
</context>
<context>
<name>DemoSession</name>
<message>
<source>Saved: {0} and {1}.</source>
<translation>已保存：{0} 和 {1}。</translation>
</message>
<message>
<source>The cards of the rungs say why.</source>
<translation>原因见各级的卡片。</translation>
</message>
<message>
<source>the demonstration found nothing to compare: {0}</source>
<translation>演示没有可比较的内容：{0}</translation>
</message>
</context>
<context>
<name>DeviceCard</name>
<message>
<source>CPU</source>
<translation>CPU</translation>
</message>
<message>
<source>driver {0}</source>
<translation>驱动 {0}</translation>
</message>
<message>
<source>{0} reserved by the driver</source>
<translation>{0} 由驱动保留</translation>
</message>
</context>
<context>
<name>DeviceCards</name>
<message>
<source>Devices</source>
<translation>设备</translation>
</message>
</context>
<context>
<name>DeviceStrips</name>
<message>
<source>Activity</source>
<translation>活跃度</translation>
</message>
<message>
<source>CPU</source>
<translation>CPU</translation>
</message>
<message>
<source>CPU utilization</source>
<translation>CPU 利用率</translation>
</message>
<message>
<source>Clock</source>
<translation>频率</translation>
</message>
<message>
<source>Disk</source>
<translation>磁盘</translation>
</message>
<message>
<source>Fan</source>
<translation>风扇</translation>
</message>
<message>
<source>GPU memory</source>
<translation>显存</translation>
</message>
<message>
<source>Main memory</source>
<translation>主内存</translation>
</message>
<message>
<source>Memory</source>
<translation>内存</translation>
</message>
<message>
<source>NVLink</source>
<translation>NVLink</translation>
</message>
<message>
<source>Network</source>
<translation>网络</translation>
</message>
<message>
<source>PCIe</source>
<translation>PCIe</translation>
</message>
<message>
<source>Power</source>
<translation>功率</translation>
</message>
<message>
<source>SM</source>
<translation>SM</translation>
</message>
<message>
<source>SM occupancy</source>
<translation>SM 占用率</translation>
</message>
<message>
<source>Temperature</source>
<translation>温度</translation>
</message>
<message>
<source>Utilization</source>
<translation>利用率</translation>
</message>
<message>
<source>from the GPU</source>
<translation>来自 GPU</translation>
</message>
<message>
<source>gpuscope</source>
<translation>gpuscope</translation>
</message>
<message>
<source>in</source>
<translation>接收</translation>
</message>
<message>
<source>machine</source>
<translation>整机</translation>
</message>
<message>
<source>main memory</source>
<translation>主内存</translation>
</message>
<message>
<source>memory</source>
<translation>显存</translation>
</message>
<message>
<source>memory bandwidth</source>
<translation>显存带宽</translation>
</message>
<message>
<source>memory controller</source>
<translation>显存控制器</translation>
</message>
<message>
<source>of {0} cores</source>
<translation>（共 {0} 个核心）</translation>
</message>
<message>
<source>out</source>
<translation>发送</translation>
</message>
<message>
<source>read</source>
<translation>读取</translation>
</message>
<message>
<source>received</source>
<translation>接收</translation>
</message>
<message>
<source>recorded</source>
<translation>录制</translation>
</message>
<message>
<source>recorded on {0}</source>
<translation>录制于 {0}</translation>
</message>
<message>
<source>sent</source>
<translation>发送</translation>
</message>
<message>
<source>simulated</source>
<translation>模拟</translation>
</message>
<message>
<source>swap</source>
<translation>交换区</translation>
</message>
<message>
<source>tensor cores</source>
<translation>Tensor Core</translation>
</message>
<message>
<source>this run</source>
<translation>本次运行</translation>
</message>
<message>
<source>to the GPU</source>
<translation>到 GPU</translation>
</message>
<message>
<source>written</source>
<translation>写入</translation>
</message>
<message>
<source>{0}, 1 s average</source>
<translation>{0}，1 秒平均</translation>
</message>
<message>
<source>{0}, from its energy counter</source>
<translation>{0}，来自其能量计数器</translation>
</message>
<message>
<source>{0}, modelled by its vendor</source>
<translation>{0}，由厂商模型估算</translation>
</message>
</context>
<context>
<name>DifferencesPanel</name>
<message>
<source>1 environment setting differs</source>
<translation>1 项环境设置不同</translation>
</message>
<message>
<source>Hide the environment</source>
<translation>隐藏环境</translation>
</message>
<message>
<source>None of the other {0} recorded settings differ.</source>
<translation>其余 {0} 项已记录的设置均相同。</translation>
</message>
<message>
<source>None of the {0} recorded settings differ.</source>
<translation>{0} 项已记录的设置均相同。</translation>
</message>
<message>
<source>Setting</source>
<translation>设置</translation>
</message>
<message>
<source>Settings that differ</source>
<translation>不同的设置</translation>
</message>
<message>
<source>What differs</source>
<translation>差异</translation>
</message>
<message>
<source>{0} environment settings differ</source>
<translation>{0} 项环境设置不同</translation>
</message>
</context>
<context>
<name>EarlierPlan</name>
<message>
<source>Delete; its runs stay</source>
<translation>删除；其运行会保留</translation>
</message>
</context>
<context>
<name>EnergyPanel</name>
<message>
<source>A statistical estimate; the lines are its 95 % intervals</source>
<translation>统计估计；线段为 95 % 区间</translation>
</message>
<message>
<source>Details</source>
<translation>详情</translation>
</message>
<message>
<source>Details of the energy</source>
<translation>能耗详情</translation>
</message>
<message>
<source>Energy</source>
<translation>能耗</translation>
</message>
<message>
<source>Of a step, by phase</source>
<translation>每步按阶段</translation>
</message>
<message>
<source>Repeat the run with enough steps for a good measurement</source>
<translation>以足够的步数重复该运行，以便良好测量</translation>
</message>
<message>
<source>Repeat, longer</source>
<translation>以更长时间重复</translation>
</message>
</context>
<context>
<name>EnergyRows</name>
<message>
<source>A sample</source>
<translation>每个样本</translation>
</message>
<message>
<source>A step</source>
<translation>每步</translation>
</message>
<message>
<source>Above idle</source>
<translation>高于空闲</translation>
</message>
<message>
<source>An epoch</source>
<translation>每个 epoch</translation>
</message>
<message>
<source>CO₂ equivalent</source>
<translation>CO₂ 当量</translation>
</message>
<message>
<source>Price</source>
<translation>价格</translation>
</message>
<message>
<source>Waiting for data</source>
<translation>等待数据</translation>
</message>
<message>
<source>a statistical estimate</source>
<translation>统计估计</translation>
</message>
<message>
<source>derived</source>
<translation>推导</translation>
</message>
<message>
<source>estimated</source>
<translation>估计</translation>
</message>
<message>
<source>gpuscope itself</source>
<translation>gpuscope 自身</translation>
</message>
<message>
<source>less {0}</source>
<translation>减去 {0}</translation>
</message>
<message>
<source>measured</source>
<translation>实测</translation>
</message>
<message>
<source>missing</source>
<translation>缺失</translation>
</message>
<message>
<source>modelled by its vendor</source>
<translation>由厂商模型估算</translation>
</message>
<message>
<source>processor time of its recorder and sensor helper</source>
<translation>其记录器与传感器进程的处理器时间</translation>
</message>
<message>
<source>{0} of the energy, {1}</source>
<translation>占能耗的 {0}，{1}</translation>
</message>
<message>
<source>{0}, {1} of one core</source>
<translation>{0}，占一个核心的 {1}</translation>
</message>
</context>
<context>
<name>EnergySettings</name>
<message>
<source>Carbon of the grid</source>
<translation>电网碳强度</translation>
</message>
<message>
<source>Currency of the price</source>
<translation>价格的货币</translation>
</message>
<message>
<source>Data centre overhead</source>
<translation>数据中心额外开销</translation>
</message>
<message>
<source>Energy</source>
<translation>能耗</translation>
</message>
<message>
<source>Joules (J)</source>
<translation>焦耳（J）</translation>
</message>
<message>
<source>PUE: energy of the facility divided by that of its devices, at least 1</source>
<translation>PUE：设施总能耗与其设备能耗之比，至少为 1</translation>
</message>
<message>
<source>Price and carbon of a run follow from the factors below: your assumptions, shown wherever a result is. Without a factor, nothing is computed from it.</source>
<translation>运行的价格与碳排放由下列系数算出：它们是你的假设，会随每个结果标明。
没有某个系数，就不会由它算出任何值。</translation>
</message>
<message>
<source>Price of a kWh</source>
<translation>每千瓦时价格</translation>
</message>
<message>
<source>Shown with each result: {0}.</source>
<translation>随每个结果显示：{0}。</translation>
</message>
<message>
<source>Watt hours (Wh)</source>
<translation>瓦时（Wh）</translation>
</message>
<message>
<source>currency</source>
<translation>货币</translation>
</message>
<message>
<source>g CO₂ equivalent per kWh</source>
<translation>每千瓦时的 CO₂ 当量克数</translation>
</message>
<message>
<source>not set</source>
<translation>未设置</translation>
</message>
<message>
<source>{0}: enter a number of at least {1}; the value is unchanged.</source>
<translation>{0}：请输入不小于 {1} 的数；原值保持不变。</translation>
</message>
</context>
<context>
<name>FaultDialog</name>
<message>
<source>Close</source>
<translation>关闭</translation>
</message>
<message>
<source>Runs are not affected: they are recorded by processes of their own. Copy the text for a report; nothing is sent.</source>
<translation>运行不受影响：它们由各自的进程记录。可复制文字用于报告；不会发送任何内容。</translation>
</message>
<message>
<source>Something went wrong in the window</source>
<translation>窗口中出现错误</translation>
</message>
<message>
<source>What happened</source>
<translation>发生了什么</translation>
</message>
</context>
<context>
<name>Faults</name>
<message>
<source>Something went wrong in the window ({0}); runs go on, and {1}.</source>
<translation>窗口中出现错误（{0}）；运行不受影响，{1}。</translation>
</message>
<message>
<source>it could not be logged</source>
<translation>无法写入日志</translation>
</message>
<message>
<source>the traceback is in {0}</source>
<translation>回溯信息在 {0}</translation>
</message>
</context>
<context>
<name>FigureRow</name>
<message>
<source>{0} more</source>
<translation>另有 {0} 项</translation>
</message>
</context>
<context>
<name>FigureTiles</name>
<message>
<source>Figures</source>
<translation>数值</translation>
</message>
</context>
<context>
<name>FileExport</name>
<message>
<source>Open folder</source>
<translation>打开文件夹</translation>
</message>
<message>
<source>Save elsewhere…</source>
<translation>另存到别处…</translation>
</message>
<message>
<source>Saved to {0}</source>
<translation>已保存到 {0}</translation>
</message>
<message>
<source>Writing {0} …</source>
<translation>正在写入 {0}…</translation>
</message>
</context>
<context>
<name>FilterBar</name>
<message>
<source>All words must match (Ctrl+F)</source>
<translation>在名称、标签、备注和 ID 中查找；须匹配所有词（Ctrl+F）</translation>
</message>
<message>
<source>Any device</source>
<translation>所有设备</translation>
</message>
<message>
<source>Filter</source>
<translation>筛选</translation>
</message>
<message>
<source>Name, tag, note, id</source>
<translation>名称、标签、备注、ID</translation>
</message>
</context>
<context>
<name>FirstChoices</name>
<message>
<source>Choose a model and a device, then press Start. Its curves appear as it runs; it takes about ten seconds.</source>
<translation>选择模型和设备，然后按“开始”。运行时会出现曲线；约需十秒。</translation>
</message>
<message>
<source>Record a command of mine</source>
<translation>记录我的命令</translation>
</message>
<message>
<source>Run one workload</source>
<translation>运行一个负载</translation>
</message>
<message>
<source>See what optimizations gain here (2 minutes)</source>
<translation>看看优化在本机能带来什么（2 分钟）</translation>
</message>
<message>
<source>Starts at once: a small image model runs as it is, then with one optimization after another. You see what each gains, and can save a report.</source>
<translation>立即开始：先按原样运行一个小型图像模型，再逐项加入优化。你会看到每项优化的收益，并可保存报告。</translation>
</message>
<message>
<source>Type the command that starts your program. It is recorded, unchanged, for as long as it runs.</source>
<translation>输入启动程序的命令。它会原样运行，并全程被记录。</translation>
</message>
</context>
<context>
<name>FlameGraphView</name>
<message>
<source>All threads</source>
<translation>所有线程</translation>
</message>
<message>
<source>Calls</source>
<translation>调用次数</translation>
</message>
<message>
<source>Device time launched</source>
<translation>设备时间</translation>
</message>
<message>
<source>Flame graph</source>
<translation>火焰图</translation>
</message>
<message>
<source>Host time</source>
<translation>主机时间</translation>
</message>
<message>
<source>No call launched anything on a device.</source>
<translation>没有调用在设备上启动任何工作。</translation>
</message>
<message>
<source>No calls of the host were recorded.</source>
<translation>没有记录到主机端的调用。</translation>
</message>
<message>
<source>No trace is open.</source>
<translation>尚未打开 trace。</translation>
</message>
<message>
<source>Share of all</source>
<translation>占总体的比例</translation>
</message>
<message>
<source>Share of its caller</source>
<translation>占调用者的比例</translation>
</message>
<message>
<source>The arrow keys go to callers and callees, Return shows one in the whole width, Escape goes back, Home shows all.</source>
<translation>方向键在调用者与被调用者间移动，Enter 以整幅宽度显示，Esc 返回，Home 显示全部。</translation>
</message>
<message>
<source>call</source>
<translation>次调用</translation>
</message>
<message>
<source>without what it calls</source>
<translation>不含其调用的部分</translation>
</message>
<message>
<source>{0} of the device</source>
<translation>设备的 {0}</translation>
</message>
<message>
<source>{0} of the host</source>
<translation>主机端的 {0}</translation>
</message>
</context>
<context>
<name>FlamePane</name>
<message>
<source>Computing the flame graph …</source>
<translation>正在计算火焰图…</translation>
</message>
<message>
<source>Device time</source>
<translation>设备时间</translation>
</message>
<message>
<source>Functions</source>
<translation>函数</translation>
</message>
<message>
<source>Host time</source>
<translation>主机时间</translation>
</message>
<message>
<source>Modules</source>
<translation>模块</translation>
</message>
<message>
<source>Search</source>
<translation>搜索</translation>
</message>
<message>
<source>{0} found, {1}</source>
<translation>找到 {0} 个，{1}</translation>
</message>
</context>
<context>
<name>FolderOpening</name>
<message>
<source>Copy the path</source>
<translation>复制路径</translation>
</message>
<message>
<source>No file manager could be started. The folder is {0}</source>
<translation>无法启动文件管理器。文件夹为 {0}</translation>
</message>
</context>
<context>
<name>FormDrawer</name>
<message>
<source>Hide the form</source>
<translation>隐藏表单</translation>
</message>
<message>
<source>Show the form</source>
<translation>显示表单</translation>
</message>
</context>
<context>
<name>FormPresets</name>
<message>
<source>A preset of the same name is replaced.</source>
<translation>同名的预设会被替换。</translation>
</message>
<message>
<source>A secret of the command is not kept: type it again, then start.</source>
<translation>命令的机密不会保存：请重新输入，然后开始。</translation>
</message>
<message>
<source>As last time</source>
<translation>与上次相同</translation>
</message>
<message>
<source>Delete</source>
<translation>删除</translation>
</message>
<message>
<source>Fill the form with the values of the last run of this workload</source>
<translation>用此负载上次运行的值填写表单</translation>
</message>
<message>
<source>Keep</source>
<translation>保存</translation>
</message>
<message>
<source>Keep the values of the form</source>
<translation>保存表单的值</translation>
</message>
<message>
<source>Keep these values as…</source>
<translation>将这些值保存为…</translation>
</message>
<message>
<source>Keep these values under a name, or fill the form with kept ones</source>
<translation>以一个名称保存这些值，或用已保存的值填写表单</translation>
</message>
<message>
<source>Kept as {0}.</source>
<translation>已保存为 {0}。</translation>
</message>
<message>
<source>No run is kept yet.</source>
<translation>还没有保存的运行。</translation>
</message>
<message>
<source>No run of this workload is kept yet.</source>
<translation>还没有保存此负载的运行。</translation>
</message>
<message>
<source>Presets</source>
<translation>预设</translation>
</message>
<message>
<source>Replace with these values</source>
<translation>用这些值替换</translation>
</message>
<message>
<source>The form has its former values again.</source>
<translation>表单已恢复原来的值。</translation>
</message>
<message>
<source>The form has the values of {0}.</source>
<translation>表单已填入 {0} 的值。</translation>
</message>
<message>
<source>Undo</source>
<translation>撤销</translation>
</message>
<message>
<source>{0} has its former values again.</source>
<translation>{0} 已恢复原来的值。</translation>
</message>
<message>
<source>{0} has these values now.</source>
<translation>{0} 现在是这些值。</translation>
</message>
<message>
<source>{0} is deleted.</source>
<translation>{0} 已删除。</translation>
</message>
<message>
<source>{0} is kept again.</source>
<translation>{0} 已恢复保存。</translation>
</message>
<message>
<source>{0} is not kept any more.</source>
<translation>不再保存 {0}。</translation>
</message>
</context>
<context>
<name>GroupChips</name>
<message>
<source>+ {0} more</source>
<translation>+ 另外 {0} 个</translation>
</message>
<message>
<source>1 run</source>
<translation>1 个运行</translation>
</message>
<message>
<source>Compared groups</source>
<translation>所比较的组</translation>
</message>
<message>
<source>baseline</source>
<translation>基线</translation>
</message>
<message>
<source>{0} more groups</source>
<translation>另外 {0} 组</translation>
</message>
<message>
<source>{0} runs</source>
<translation>{0} 个运行</translation>
</message>
</context>
<context>
<name>GroupChoice</name>
<message>
<source>For example: fp32.</source>
<translation>例如：fp32。</translation>
</message>
<message>
<source>Give this one another name.</source>
<translation>请另取名称。</translation>
</message>
<message>
<source>a group needs a name</source>
<translation>组需要一个名称</translation>
</message>
<message>
<source>there is a group named {0!r} already</source>
<translation>已经有名为 {0!r} 的组</translation>
</message>
</context>
<context>
<name>GroupHeader</name>
<message>
<source>Ratio</source>
<translation>比值</translation>
</message>
<message>
<source>Ratio (95 % interval)</source>
<translation>比值（95 % 区间）</translation>
</message>
</context>
<context>
<name>GroupMenu</name>
<message>
<source>Make it the baseline</source>
<translation>设为基线</translation>
</message>
<message>
<source>Move left</source>
<translation>左移</translation>
</message>
<message>
<source>Move right</source>
<translation>右移</translation>
</message>
<message>
<source>Remove</source>
<translation>移除</translation>
</message>
<message>
<source>Rename…</source>
<translation>重命名…</translation>
</message>
<message>
<source>Split into single runs</source>
<translation>拆分为单个运行</translation>
</message>
</context>
<context>
<name>HealthFigures</name>
<message>
<source>1 run</source>
<translation>1 个运行</translation>
</message>
<message>
<source>Cost of the readings</source>
<translation>读取开销</translation>
</message>
<message>
<source>GPU sensors are switched off</source>
<translation>GPU 传感器已关闭</translation>
</message>
<message>
<source>Gaps</source>
<translation>间断</translation>
</message>
<message>
<source>Helper restarts</source>
<translation>传感器进程重启</translation>
</message>
<message>
<source>Metrics live</source>
<translation>实时指标数</translation>
</message>
<message>
<source>Processor time of the process that reads the sensors and of the sensor helper, over the last 10 s.</source>
<translation>读取传感器的进程与传感器进程在最近 10 秒内的处理器时间。</translation>
</message>
<message>
<source>Store</source>
<translation>存储</translation>
</message>
<message>
<source>The sensor helper is the process that loads the vendors' libraries; it is restarted.</source>
<translation>传感器进程负责加载各厂商的库；出错时会被重启。</translation>
</message>
<message>
<source>crashes {0}, hangs {1}</source>
<translation>崩溃 {0} 次，挂起 {1} 次</translation>
</message>
<message>
<source>malformed lines: {0}</source>
<translation>格式错误的行：{0}</translation>
</message>
<message>
<source>no crash, no hang</source>
<translation>无崩溃，无挂起</translation>
</message>
<message>
<source>none since the start</source>
<translation>自启动以来没有</translation>
</message>
<message>
<source>not measured yet</source>
<translation>尚未测量</translation>
</message>
<message>
<source>not read yet</source>
<translation>尚未读取</translation>
</message>
<message>
<source>not reported yet</source>
<translation>尚无报告</translation>
</message>
<message>
<source>of one core; above the aim of 2 %</source>
<translation>单个核心的占比；超出 2 % 的目标</translation>
</message>
<message>
<source>of one core; the aim is 2 %</source>
<translation>单个核心的占比；目标为 2 %</translation>
</message>
<message>
<source>of {0}</source>
<translation>/ {0}</translation>
</message>
<message>
<source>readings skipped: {0}</source>
<translation>跳过的读数：{0}</translation>
</message>
<message>
<source>{0} cannot be measured here</source>
<translation>此处无法测量 {0} 项</translation>
</message>
<message>
<source>{0} runs</source>
<translation>{0} 个运行</translation>
</message>
</context>
<context>
<name>HealthPage</name>
<message>
<source>All metrics that this machine can measure are being read</source>
<translation>本机可测的所有指标都在读取中</translation>
</message>
<message>
<source>GPU sensors are {0}</source>
<translation>GPU 传感器{0}</translation>
</message>
<message>
<source>Health</source>
<translation>健康</translation>
</message>
<message>
<source>Metrics without readings at the moment: {0}</source>
<translation>目前没有读数的指标：{0}</translation>
</message>
<message>
<source>Retry the GPU sensors</source>
<translation>重试 GPU 传感器</translation>
</message>
<message>
<source>Sensors are being read; their update periods are being measured</source>
<translation>正在读取传感器，并测量其更新周期</translation>
</message>
<message>
<source>Try again</source>
<translation>重试</translation>
</message>
<message>
<source>Waiting for the first reading of this machine's sensors</source>
<translation>正在等待本机传感器的首个读数</translation>
</message>
</context>
<context>
<name>HealthState</name>
<message>
<source>CPU</source>
<translation>CPU</translation>
</message>
</context>
<context>
<name>HelpPage</name>
<message>
<source>Guide</source>
<translation>指南</translation>
</message>
<message>
<source>Help</source>
<translation>指南</translation>
</message>
<message>
<source>Pages of the guide</source>
<translation>指南的各页</translation>
</message>
<message>
<source>This page of the guide cannot be read: {0}. Reinstall gpuscope.</source>
<translation>无法读取指南的这一页：{0}。请重新安装 gpuscope。</translation>
</message>
<message>
<source>it is damaged</source>
<translation>文件已损坏</translation>
</message>
<message>
<source>it is empty</source>
<translation>文件为空</translation>
</message>
</context>
<context>
<name>History</name>
<message>
<source>Stop it first.</source>
<translation>请先停止它。</translation>
</message>
<message>
<source>Try again in a few seconds.</source>
<translation>请几秒后再试。</translation>
</message>
<message>
<source>the run is too young to be in the store</source>
<translation>该运行太新，尚未写入存储</translation>
</message>
<message>
<source>{0} is live and cannot be deleted</source>
<translation>{0} 正在进行，无法删除</translation>
</message>
</context>
<context>
<name>KeptFigures</name>
<message>
<source>of the measured steps</source>
<translation>各测量步中</translation>
</message>
<message>
<source>on held-out data</source>
<translation>在留出数据上</translation>
</message>
<message>
<source>over {0}</source>
<translation>{0}内</translation>
</message>
<message>
<source>peak {0}</source>
<translation>峰值 {0}</translation>
</message>
</context>
<context>
<name>KeptMenu</name>
<message>
<source>A kept comparison of the same name is replaced.</source>
<translation>同名的已保存比较会被替换。</translation>
</message>
<message>
<source>Forget</source>
<translation>移除</translation>
</message>
<message>
<source>Keep</source>
<translation>保存</translation>
</message>
<message>
<source>Keep this comparison</source>
<translation>保存此比较</translation>
</message>
<message>
<source>Keep this comparison, or open a kept one</source>
<translation>保存此比较，或打开已保存的比较</translation>
</message>
<message>
<source>Keep this comparison…</source>
<translation>保存此比较…</translation>
</message>
<message>
<source>Kept</source>
<translation>已保存的比较</translation>
</message>
<message>
<source>Kept as {0}.</source>
<translation>已保存为 {0}。</translation>
</message>
<message>
<source>Kept comparisons</source>
<translation>已保存的比较</translation>
</message>
<message>
<source>No comparison is kept, and there is none to keep.</source>
<translation>没有已保存的比较，也没有可保存的比较。</translation>
</message>
<message>
<source>{0} is forgotten; its runs stay.</source>
<translation>已移除 {0}；其运行会保留。</translation>
</message>
<message>
<source>{0} is kept again.</source>
<translation>{0} 已恢复保存。</translation>
</message>
</context>
<context>
<name>KeyMap</name>
<message>
<source>Keys</source>
<translation>快捷键</translation>
</message>
</context>
<context>
<name>Keys</name>
<message>
<source>Space</source>
<translation>空格</translation>
</message>
<message>
<source>back to what was shown before, on the page or on another</source>
<translation>返回之前显示的内容，在本页或其他页面</translation>
</message>
<message>
<source>close the window; runs may go on</source>
<translation>关闭窗口；运行可以继续</translation>
</message>
<message>
<source>find a page, a run, a workload, a setting, an action, a word of the guide</source>
<translation>查找页面、运行、负载、设置、操作、指南中的词</translation>
</message>
<message>
<source>from the page to the list of pages, and back to where you were</source>
<translation>在页面与导航栏之间切换焦点</translation>
</message>
<message>
<source>in a race: play or pause, full screen</source>
<translation>竞速中：播放或暂停、全屏</translation>
</message>
<message>
<source>leave the guide, an opened run, a race, the list of processes, full screen, a filter</source>
<translation>离开指南、打开的运行、竞速、进程列表、全屏或筛选</translation>
</message>
<message>
<source>on a chart: its picture on the clipboard, its figures; its menu (Shift+F10) has files</source>
<translation>图表：复制图片、以表格查看；菜单（Shift+F10）可存文件</translation>
</message>
<message>
<source>on a ladder: full screen</source>
<translation>阶梯页：全屏</translation>
</message>
<message>
<source>on a profile's timeline: the next match of the search, the one before</source>
<translation>剖析的时间线上：下一个匹配项、上一个匹配项</translation>
</message>
<message>
<source>on a profile's timeline: zoom, move, show the selected slice, search</source>
<translation>在剖析的时间线上：缩放、移动、放大到选中的片段、搜索</translation>
</message>
<message>
<source>on a profile: open another, filter, save the table</source>
<translation>剖析页：打开其他剖析结果、筛选、保存表格</translation>
</message>
<message>
<source>on the charts: move the cursor, zoom, the beginning and the end</source>
<translation>在图表上：移动光标、缩放、跳到开头和结尾</translation>
</message>
<message>
<source>on the list of runs: compare the selected ones, add them to the comparison</source>
<translation>在运行列表中：比较所选的运行，将其加入比较</translation>
</message>
<message>
<source>on the list of runs: export as a bundle, import</source>
<translation>在运行列表中：导出为运行包、导入</translation>
</message>
<message>
<source>on the list of runs: export the numbers, the samples</source>
<translation>在运行列表中：导出数值、读数</translation>
</message>
<message>
<source>on the list of runs: filter, rename, delete</source>
<translation>在运行列表中：筛选、重命名、删除</translation>
</message>
<message>
<source>on the list of runs: open, run again, open in the form</source>
<translation>在运行列表中：打开、再次运行、在表单中打开</translation>
</message>
<message>
<source>on the list of runs: race the selected ones, copy the id</source>
<translation>在运行列表中：让所选的运行竞速、复制 ID</translation>
</message>
<message>
<source>on the list of runs: show the profile, tags, note</source>
<translation>在运行列表中：显示剖析结果、标签、备注</translation>
</message>
<message>
<source>pause the charts, or follow again</source>
<translation>暂停图表，或恢复跟随</translation>
</message>
<message>
<source>start the run, the ladder or the sweep of the form</source>
<translation>开始表单中的运行、阶梯或扫描</translation>
</message>
<message>
<source>stop the live run that is shown</source>
<translation>停止当前显示的运行</translation>
</message>
<message>
<source>the guide</source>
<translation>指南</translation>
</message>
<message>
<source>the mini view: a small window on top of all others</source>
<translation>迷你视图：始终置顶的小窗口</translation>
</message>
<message>
<source>the pages, from the top</source>
<translation>从上到下依次为各页面</translation>
</message>
<message>
<source>there: measure the selected slice, up to another one; Shift and a drag measure any range</source>
<translation>同上：测量选中的片段，或测到另一片段为止；按住 Shift 拖动可测量任意区间</translation>
</message>
<message>
<source>these keys</source>
<translation>显示快捷键</translation>
</message>
<message>
<source>undo the last change of the page: a deletion, a name, tags, a note, groups</source>
<translation>撤销本页的上一项更改：删除、名称、标签、备注、分组</translation>
</message>
</context>
<context>
<name>LackCard</name>
<message>
<source>No GPU</source>
<translation>没有 GPU</translation>
</message>
</context>
<context>
<name>LackList</name>
<message>
<source>Copy the command</source>
<translation>复制命令</translation>
</message>
<message>
<source>Copy the cure: {0}</source>
<translation>复制解决方法：{0}</translation>
</message>
<message>
<source>GPUs</source>
<translation>GPU</translation>
</message>
<message>
<source>What cannot be measured here</source>
<translation>此处无法测量的内容</translation>
</message>
<message>
<source>nothing can be measured</source>
<translation>无法测量任何内容</translation>
</message>
<message>
<source>{0}: {1} cannot be measured. Why: {2}</source>
<translation>{0}：无法测量{1}。原因：{2}</translation>
</message>
<message>
<source>{0}: {1}. Why: {2}</source>
<translation>{0}：{1}。原因：{2}</translation>
</message>
</context>
<context>
<name>LadderBoard</name>
<message>
<source>Drawn from the second measured rung on.</source>
<translation>从第二个已测量的级开始绘制。</translation>
</message>
<message>
<source>Full screen (F11)</source>
<translation>全屏（F11）</translation>
</message>
<message>
<source>Starting …</source>
<translation>正在启动…</translation>
</message>
<message>
<source>Time and what it costs</source>
<translation>时间与代价</translation>
</message>
<message>
<source>What each rung gained</source>
<translation>各级带来的收益</translation>
</message>
<message>
<source>{0} and {1}</source>
<translation>{0}与{1}</translation>
</message>
</context>
<context>
<name>LadderPage</name>
<message>
<source>CSV table (*.csv)</source>
<translation>CSV 表格 (*.csv)</translation>
</message>
<message>
<source>HTML report (*.html)</source>
<translation>HTML 报告 (*.html)</translation>
</message>
<message>
<source>New ladder</source>
<translation>新的阶梯</translation>
</message>
<message>
<source>PDF report (*.pdf)</source>
<translation>PDF 报告 (*.pdf)</translation>
</message>
<message>
<source>Save the ladder</source>
<translation>保存阶梯</translation>
</message>
<message>
<source>What makes {0} faster?</source>
<translation>什么能让 {0} 更快？</translation>
</message>
<message>
<source>failed</source>
<translation>失败</translation>
</message>
<message>
<source>ladder</source>
<translation>阶梯</translation>
</message>
<message>
<source>not here</source>
<translation>此处不可用</translation>
</message>
<message>
<source>now</source>
<translation>进行中</translation>
</message>
<message>
<source>rung {0} of {1}</source>
<translation>第 {0} 级，共 {1} 级</translation>
</message>
<message>
<source>stopped</source>
<translation>已停止</translation>
</message>
<message>
<source>the base once more</source>
<translation>再测一次基线</translation>
</message>
<message>
<source>{0} once more</source>
<translation>再测一次{0}</translation>
</message>
</context>
<context>
<name>LadderSetup</name>
<message>
<source>Each rung and the one below it are repeated in turns, for an interval and a verdict.</source>
<translation>每一级与其下一级轮流重复测量，得出区间和结论。</translation>
</message>
<message>
<source>Earlier ladders</source>
<translation>以前的阶梯</translation>
</message>
<message>
<source>One optimization is added to another, each is measured, and its gain is shown as it comes.</source>
<translation>逐项叠加优化，逐项测量，并即时显示各项的收益。</translation>
</message>
<message>
<source>One short run per rung, no verdict.</source>
<translation>每级一次短运行，不下结论。</translation>
</message>
<message>
<source>Quick look</source>
<translation>速览</translation>
</message>
<message>
<source>Thorough</source>
<translation>严谨</translation>
</message>
<message>
<source>What do optimizations gain here?</source>
<translation>优化在本机能带来什么？</translation>
</message>
</context>
<context>
<name>LiveCard</name>
<message>
<source>A/B</source>
<translation>A/B</translation>
</message>
<message>
<source>Chain</source>
<translation>链</translation>
</message>
<message>
<source>Delete the queue</source>
<translation>删除队列</translation>
</message>
<message>
<source>Go on with the queue</source>
<translation>继续队列</translation>
</message>
<message>
<source>Interrupted: {0} of {1}</source>
<translation>已中断：{0} / {1}</translation>
</message>
<message>
<source>Ladder</source>
<translation>阶梯</translation>
</message>
<message>
<source>Live run: {0}</source>
<translation>正在进行的运行：{0}</translation>
</message>
<message>
<source>Queue</source>
<translation>队列</translation>
</message>
<message>
<source>Remove from the queue</source>
<translation>从队列中移除</translation>
</message>
<message>
<source>Show the live run</source>
<translation>显示正在进行的运行</translation>
</message>
<message>
<source>Stop the queue</source>
<translation>停止队列</translation>
</message>
<message>
<source>Stop the queue and its run</source>
<translation>停止队列及其运行</translation>
</message>
<message>
<source>Sweep</source>
<translation>扫描</translation>
</message>
<message>
<source>Waits: {0} of {1}</source>
<translation>等待中：{0} / {1}</translation>
</message>
<message>
<source>and {0} more</source>
<translation>以及另外 {0} 个</translation>
</message>
<message>
<source>running</source>
<translation>正在运行</translation>
</message>
<message>
<source>{0} interrupted: {1} of {2}</source>
<translation>{0}已中断：{1} / {2}</translation>
</message>
<message>
<source>{0} left</source>
<translation>剩余 {0}</translation>
</message>
<message>
<source>{0} more</source>
<translation>另外 {0} 个</translation>
</message>
<message>
<source>{0} of {1} done</source>
<translation>已完成 {0} / {1}</translation>
</message>
<message>
<source>{0} waits: {1} of {2}</source>
<translation>{0}等待中：{1} / {2}</translation>
</message>
<message>
<source>{0}: {1} of {2}</source>
<translation>{0}：{1}/{2}</translation>
</message>
<message>
<source>{0}: {1} of {2} done</source>
<translation>{0}：已完成 {1} / {2}</translation>
</message>
</context>
<context>
<name>LogView</name>
<message>
<source>Log</source>
<translation>日志</translation>
</message>
<message>
<source>No output</source>
<translation>没有输出</translation>
</message>
<message>
<source>Nothing was reported</source>
<translation>没有任何报告</translation>
</message>
<message>
<source>Output</source>
<translation>输出</translation>
</message>
<message>
<source>Output of the workload</source>
<translation>负载的输出</translation>
</message>
<message>
<source>Show more lines</source>
<translation>显示更多行</translation>
</message>
<message>
<source>What the run reports, and its result at the end, appear here.</source>
<translation>运行报告的内容和结束时的结果会显示在这里。</translation>
</message>
</context>
<context>
<name>MachinePage</name>
<message>
<source>1 core</source>
<translation>1 个核心</translation>
</message>
<message>
<source>All</source>
<translation>全部</translation>
</message>
<message>
<source>List what runs here, to record one of the programs</source>
<translation>列出正在运行的程序，以便记录其中一个</translation>
</message>
<message>
<source>Machine</source>
<translation>整机</translation>
</message>
<message>
<source>Mini view: a small window on top of all others (Ctrl+M)</source>
<translation>迷你视图：始终置顶的小窗口（Ctrl+M）</translation>
</message>
<message>
<source>Processes</source>
<translation>进程</translation>
</message>
<message>
<source>The sensors of this machine cannot be read</source>
<translation>无法读取本机的传感器</translation>
</message>
<message>
<source>Try again</source>
<translation>重试</translation>
</message>
<message>
<source>Waiting for the first reading of this machine's sensors</source>
<translation>正在等待本机传感器的首个读数</translation>
</message>
<message>
<source>{0} cores</source>
<translation>{0} 个核心</translation>
</message>
</context>
<context>
<name>MarkPrompt</name>
<message>
<source>Enter sets the mark; Escape cancels.</source>
<translation>按 Enter 添加标记，按 Esc 取消。</translation>
</message>
<message>
<source>Mark this moment</source>
<translation>在此刻添加标记</translation>
</message>
<message>
<source>Text of the mark</source>
<translation>标记的文字</translation>
</message>
<message>
<source>What is happening now?</source>
<translation>此刻发生了什么？</translation>
</message>
</context>
<context>
<name>MemoryPane</name>
<message>
<source>By category</source>
<translation>按类别</translation>
</message>
<message>
<source>By owner</source>
<translation>按来源</translation>
</message>
<message>
<source>Computing what held the memory …</source>
<translation>正在计算谁占用了内存…</translation>
</message>
</context>
<context>
<name>MemoryTimeline</name>
<message>
<source>Held by the allocator</source>
<translation>由分配器持有</translation>
</message>
<message>
<source>In use</source>
<translation>使用中</translation>
</message>
<message>
<source>Memory over time</source>
<translation>内存随时间的变化</translation>
</message>
<message>
<source>No trace is open.</source>
<translation>尚未打开 trace。</translation>
</message>
<message>
<source>Peak {0} at {1}</source>
<translation>峰值 {0}，于 {1}</translation>
</message>
<message>
<source>The trace was recorded without memory: profile_memory=True records it.</source>
<translation>该 trace 录制时不含内存：profile_memory=True 可录制。</translation>
</message>
<message>
<source>held by the allocator</source>
<translation>由分配器持有</translation>
</message>
<message>
<source>other</source>
<translation>其他</translation>
</message>
<message>
<source>others</source>
<translation>其他</translation>
</message>
</context>
<context>
<name>MetricChooser</name>
<message>
<source>Metrics</source>
<translation>指标</translation>
</message>
<message>
<source>Metrics of the curves</source>
<translation>曲线的指标</translation>
</message>
</context>
<context>
<name>MetricState</name>
<message>
<source>live</source>
<translation>实时</translation>
</message>
<message>
<source>missing</source>
<translation>缺失</translation>
</message>
<message>
<source>no reading</source>
<translation>无读数</translation>
</message>
<message>
<source>switched off</source>
<translation>已关闭</translation>
</message>
<message>
<source>waiting</source>
<translation>等待中</translation>
</message>
</context>
<context>
<name>MetricTree</name>
<message>
<source>Devices and their metrics</source>
<translation>设备及其指标</translation>
</message>
<message>
<source>How far a reading may be off: the band that holds 95 % of sensors of this kind</source>
<translation>读数可能的偏差：覆盖 95 % 同类传感器的范围</translation>
</message>
<message>
<source>How often the sensor has a new value, measured on this machine</source>
<translation>传感器多久有一个新值，在本机测得</translation>
</message>
<message>
<source>Metric</source>
<translation>指标</translation>
</message>
<message>
<source>Sampled</source>
<translation>采样占比</translation>
</message>
<message>
<source>Share of the time that the sensor samples</source>
<translation>传感器实际采样的时间占比</translation>
</message>
<message>
<source>Source or reason</source>
<translation>来源或原因</translation>
</message>
<message>
<source>State</source>
<translation>状态</translation>
</message>
<message>
<source>The interface that the readings come from</source>
<translation>读数所来自的接口</translation>
</message>
<message>
<source>Uncertainty</source>
<translation>不确定度</translation>
</message>
<message>
<source>Updates every</source>
<translation>更新周期</translation>
</message>
<message>
<source>Whether readings are arriving</source>
<translation>目前是否有读数到来</translation>
</message>
<message>
<source>driver {0}</source>
<translation>驱动 {0}</translation>
</message>
<message>
<source>nothing can be measured</source>
<translation>无法测量任何内容</translation>
</message>
<message>
<source>see above</source>
<translation>见上方</translation>
</message>
<message>
<source>{0} missing</source>
<translation>{0} 项缺失</translation>
</message>
<message>
<source>{0} of {1} live</source>
<translation>{1} 项中 {0} 项实时</translation>
</message>
</context>
<context>
<name>MetricsCard</name>
<message>
<source>All groups show the same figures.</source>
<translation>各组数值全部相同。</translation>
</message>
<message>
<source>Headline metrics only</source>
<translation>仅主要指标</translation>
</message>
<message>
<source>Hides metrics with the same figure in all groups</source>
<translation>隐藏各组数值相同的指标</translation>
</message>
<message>
<source>Metrics</source>
<translation>指标</translation>
</message>
<message>
<source>Only differing</source>
<translation>仅显示不同项</translation>
</message>
<message>
<source>Show 1 more metric</source>
<translation>再显示 1 项指标</translation>
</message>
<message>
<source>Show {0} more metrics</source>
<translation>再显示 {0} 项指标</translation>
</message>
<message>
<source>Verdicts are corrected for the number of metrics: speed, energy, memory and accuracy as one family, all others as another.</source>
<translation>结论已按指标数量校正：速度、能耗、内存和准确率为一族，其余指标为另一族。</translation>
</message>
<message>
<source>{0} more remarks: the tooltips of the figures have them.</source>
<translation>另有 {0} 条说明，见数值的提示。</translation>
</message>
<message>
<source>↑ higher is better   ↓ lower is better</source>
<translation>↑ 越高越好   ↓ 越低越好</translation>
</message>
</context>
<context>
<name>MiniRows</name>
<message>
<source>Current figures</source>
<translation>当前数值</translation>
</message>
<message>
<source>Waiting for the first reading</source>
<translation>正在等待首个读数</translation>
</message>
</context>
<context>
<name>MiniView</name>
<message>
<source>CPU</source>
<translation>CPU</translation>
</message>
<message>
<source>Choose the figures</source>
<translation>选择数值</translation>
</message>
<message>
<source>Click for the window; drag to move it; Esc closes it</source>
<translation>点击显示主窗口；拖动可移动；Esc 关闭</translation>
</message>
<message>
<source>Close</source>
<translation>关闭</translation>
</message>
<message>
<source>Close the mini view</source>
<translation>关闭迷你视图</translation>
</message>
<message>
<source>Loss</source>
<translation>损失</translation>
</message>
<message>
<source>Mini view</source>
<translation>迷你视图</translation>
</message>
<message>
<source>Show the window</source>
<translation>显示窗口</translation>
</message>
<message>
<source>This machine</source>
<translation>本机</translation>
</message>
<message>
<source>Throughput</source>
<translation>吞吐量</translation>
</message>
<message>
<source>Waiting for the first reading</source>
<translation>正在等待首个读数</translation>
</message>
<message>
<source>gpuscope, mini view</source>
<translation>gpuscope，迷你视图</translation>
</message>
</context>
<context>
<name>MissingNote</name>
<message>
<source>CPU</source>
<translation>CPU</translation>
</message>
<message>
<source>No GPU</source>
<translation>没有 GPU</translation>
</message>
<message>
<source>No GPU: {0}</source>
<translation>没有 GPU：{0}</translation>
</message>
<message>
<source>no real hardware</source>
<translation>非真实硬件</translation>
</message>
<message>
<source>no {0}</source>
<translation>没有{0}</translation>
</message>
<message>
<source>no {0} ({1})</source>
<translation>没有{0}（{1}）</translation>
</message>
<message>
<source>not available here</source>
<translation>此处不可用</translation>
</message>
</context>
<context>
<name>MonitorFeed</name>
<message>
<source>paused while not shown</source>
<translation>未显示期间暂停</translation>
</message>
<message>
<source>read by the recorder of {0}</source>
<translation>由 {0} 的记录器读取</translation>
</message>
<message>
<source>read by this window, not by a run</source>
<translation>由本窗口读取，而非某次运行</translation>
</message>
<message>
<source>recorded as a run meanwhile</source>
<translation>期间已记录为一次运行</translation>
</message>
</context>
<context>
<name>MonitorProcess</name>
<message>
<source>Try again.</source>
<translation>请重试。</translation>
</message>
<message>
<source>the process that reads the sensors ended with code {0}</source>
<translation>读取传感器的进程以代码 {0} 结束</translation>
</message>
</context>
<context>
<name>NameDialog</name>
<message>
<source>Name</source>
<translation>名称</translation>
</message>
</context>
<context>
<name>NextSteps</name>
<message>
<source>Compare with the run before</source>
<translation>与上一次运行比较</translation>
</message>
<message>
<source>Repeat until throughput is known to {0}</source>
<translation>重复到吞吐量的误差不超过 {0}</translation>
</message>
<message>
<source>Repeats the run until its throughput is known that precisely; at most 50 times</source>
<translation>反复运行，直到吞吐量达到这样的精度；最多 50 次</translation>
</message>
<message>
<source>Run variants of it in turns, and show what differs measurably</source>
<translation>轮流运行其变体，并指出可测的差异</translation>
</message>
<message>
<source>Run with the Python that has torch</source>
<translation>用有 torch 的 Python 运行</translation>
</message>
<message>
<source>Show the profile</source>
<translation>显示剖析结果</translation>
</message>
<message>
<source>The list of runs is being read.</source>
<translation>正在读取运行列表。</translation>
</message>
<message>
<source>Try: {0}</source>
<translation>尝试：{0}</translation>
</message>
<message>
<source>Vary…</source>
<translation>变参对比…</translation>
</message>
<message>
<source>With {0}</source>
<translation>使用{0}</translation>
</message>
</context>
<context>
<name>NoteDialog</name>
<message>
<source>Ctrl+Enter keeps it</source>
<translation>Ctrl+Enter 保存</translation>
</message>
<message>
<source>Keep the note</source>
<translation>保存备注</translation>
</message>
<message>
<source>Note</source>
<translation>备注</translation>
</message>
<message>
<source>{0} characters too many</source>
<translation>超出 {0} 个字符</translation>
</message>
</context>
<context>
<name>NoticeBar</name>
<message>
<source>Dismiss</source>
<translation>关闭提示</translation>
</message>
</context>
<context>
<name>OriginWords</name>
<message>
<source>imported</source>
<translation>已导入</translation>
</message>
<message>
<source>imported from {0} on {1}</source>
<translation>于 {1} 从 {0} 导入</translation>
</message>
<message>
<source>imported on {0}</source>
<translation>导入于 {0}</translation>
</message>
<message>
<source>recorded by {0}, imported on {1}</source>
<translation>由 {0} 记录，导入于 {1}</translation>
</message>
</context>
<context>
<name>Overlay</name>
<message>
<source>1 run has no measured window: its curves begin with the run.</source>
<translation>1 个运行没有测量区间：其曲线从运行开始处算起。</translation>
</message>
<message>
<source>Curves of all groups</source>
<translation>所有组的曲线</translation>
</message>
<message>
<source>Energy</source>
<translation>能耗</translation>
</message>
<message>
<source>From the start of each run's measured window; of a command, from its first step.</source>
<translation>从各运行测量区间的起点算起；命令从其第一步算起。</translation>
</message>
<message>
<source>No energy was measured in these runs.</source>
<translation>这些运行没有测得能耗。</translation>
</message>
<message>
<source>No sensor was read during these runs.</source>
<translation>这些运行期间没有读取任何传感器。</translation>
</message>
<message>
<source>No steps were counted in these runs.</source>
<translation>这些运行没有统计步数。</translation>
</message>
<message>
<source>Of several runs the mean; the band is their range.</source>
<translation>多个运行取均值；色带为其范围。</translation>
</message>
<message>
<source>Over energy</source>
<translation>随能耗</translation>
</message>
<message>
<source>Over samples</source>
<translation>随样本</translation>
</message>
<message>
<source>Over steps</source>
<translation>随步数</translation>
</message>
<message>
<source>Over time</source>
<translation>随时间</translation>
</message>
<message>
<source>Samples</source>
<translation>样本</translation>
</message>
<message>
<source>Shifted by hand: {0}.</source>
<translation>已手动平移：{0}。</translation>
</message>
<message>
<source>Steps</source>
<translation>步数</translation>
</message>
<message>
<source>The number of samples per step is not known for these runs.</source>
<translation>不知道这些运行每步的样本数。</translation>
</message>
<message>
<source>The readings are being read.</source>
<translation>正在读取读数。</translation>
</message>
<message>
<source>The readings cannot be read: {0}.</source>
<translation>无法读取读数：{0}。</translation>
</message>
<message>
<source>The readings of 1 run cannot be read; it is not shown.</source>
<translation>1 个运行的读数无法读取，未显示。</translation>
</message>
<message>
<source>The readings of {0} runs cannot be read; they are not shown.</source>
<translation>{0} 个运行的读数无法读取，未显示。</translation>
</message>
<message>
<source>Time</source>
<translation>时间</translation>
</message>
<message>
<source>energy spent, {0}</source>
<translation>已消耗能量，{0}</translation>
</message>
<message>
<source>measured steps</source>
<translation>测量步数</translation>
</message>
<message>
<source>measured time</source>
<translation>测量时间</translation>
</message>
<message>
<source>samples seen</source>
<translation>已处理样本</translation>
</message>
<message>
<source>{0} of {1} runs do not have this axis and are not shown.</source>
<translation>{1} 个运行中有 {0} 个没有此横轴，未显示。</translation>
</message>
<message>
<source>{0} runs have no measured window: their curves begin with the run.</source>
<translation>{0} 个运行没有测量区间：其曲线从运行开始处算起。</translation>
</message>
</context>
<context>
<name>PageFactory</name>
<message>
<source>Compare</source>
<translation>比较</translation>
</message>
<message>
<source>Health</source>
<translation>健康</translation>
</message>
<message>
<source>Help</source>
<translation>指南</translation>
</message>
<message>
<source>Ladder</source>
<translation>阶梯</translation>
</message>
<message>
<source>Machine</source>
<translation>整机</translation>
</message>
<message>
<source>Profile</source>
<translation>剖析</translation>
</message>
<message>
<source>Race</source>
<translation>竞速</translation>
</message>
<message>
<source>Run</source>
<translation>运行</translation>
</message>
<message>
<source>Runs</source>
<translation>运行列表</translation>
</message>
<message>
<source>Settings</source>
<translation>设置</translation>
</message>
<message>
<source>Sweep</source>
<translation>扫描</translation>
</message>
</context>
<context>
<name>Palette</name>
<message>
<source>action</source>
<translation>操作</translation>
</message>
<message>
<source>attach process PID</source>
<translation>附加 进程 attach process PID</translation>
</message>
<message>
<source>folder store log GPUSCOPE_HOME</source>
<translation>文件夹 目录 存储 日志 folder store log GPUSCOPE_HOME</translation>
</message>
<message>
<source>guide</source>
<translation>指南</translation>
</message>
<message>
<source>joules watt hours unit price kWh currency carbon CO2 PUE</source>
<translation>焦耳 瓦时 单位 电价 价格 货币 碳排放 joules watt hours unit price kWh currency carbon CO2 PUE</translation>
</message>
<message>
<source>keep a process ready notification desktop</source>
<translation>预备进程 通知 桌面 keep a process ready notification desktop</translation>
</message>
<message>
<source>notification temperature power throttling loss silence command</source>
<translation>通知 温度 功率 降频 损失 命令 notification temperature power throttling loss silence command</translation>
</message>
<message>
<source>page</source>
<translation>页面</translation>
</message>
<message>
<source>run</source>
<translation>运行</translation>
</message>
<message>
<source>sensor device</source>
<translation>传感器 设备 sensor device</translation>
</message>
<message>
<source>sensor device gpurec</source>
<translation>传感器 设备 录制 sensor device gpurec</translation>
</message>
<message>
<source>sensor simulated replay</source>
<translation>传感器 模拟 重放 sensor simulated replay</translation>
</message>
<message>
<source>setting</source>
<translation>设置</translation>
</message>
<message>
<source>simulated replay recorded device</source>
<translation>模拟 重放 录制 设备 simulated replay recorded device</translation>
</message>
<message>
<source>theme dark light language size of text reduce motion animations</source>
<translation>主题 深色 浅色 语言 文字大小 字号 减少动态效果 动画 theme dark light language size of text reduce motion animations</translation>
</message>
<message>
<source>workload</source>
<translation>负载</translation>
</message>
</context>
<context>
<name>PathEditor</name>
<message>
<source>Choose a file</source>
<translation>选择文件</translation>
</message>
<message>
<source>Choose a folder</source>
<translation>选择文件夹</translation>
</message>
</context>
<context>
<name>PickerList</name>
<message>
<source>Find</source>
<translation>查找</translation>
</message>
</context>
<context>
<name>Pictures</name>
<message>
<source>Figures</source>
<translation>数值</translation>
</message>
<message>
<source>Marks: single runs. Whiskers: 95 % interval of the ratio, at the baseline's value.</source>
<translation>标记：单个运行。须线：比值的 95 % 区间，画在基线的数值上。</translation>
</message>
<message>
<source>Time and energy</source>
<translation>时间与能耗</translation>
</message>
</context>
<context>
<name>PicturesCard</name>
<message>
<source>A roofline needs the FLOP and bytes of a step and the ceilings of the device; these workloads do not report all of them.</source>
<translation>Roofline 需要每步的 FLOP 与字节数以及设备的上限；这些负载没有全部报告。</translation>
</message>
<message>
<source>Choose the picture</source>
<translation>选择图片</translation>
</message>
<message>
<source>No phases: {0}.</source>
<translation>没有阶段：{0}。</translation>
</message>
<message>
<source>Picture</source>
<translation>图片</translation>
</message>
<message>
<source>Single steps were not timed in these runs.</source>
<translation>这些运行没有逐步计时。</translation>
</message>
<message>
<source>The step times are being read.</source>
<translation>正在读取步时。</translation>
</message>
<message>
<source>These workloads do not report the phases of a step.</source>
<translation>这些负载不报告每步的阶段。</translation>
</message>
</context>
<context>
<name>PlanBar</name>
<message>
<source>1 run of each</source>
<translation>目前各 1 个运行</translation>
</message>
<message>
<source>1 run so far</source>
<translation>目前 1 个运行</translation>
</message>
<message>
<source>Dismiss</source>
<translation>关闭提示</translation>
</message>
<message>
<source>Resume</source>
<translation>继续</translation>
</message>
<message>
<source>Stop repeating</source>
<translation>停止重复</translation>
</message>
<message>
<source>failed</source>
<translation>失败</translation>
</message>
<message>
<source>interrupted</source>
<translation>已中断</translation>
</message>
<message>
<source>stopped</source>
<translation>已停止</translation>
</message>
<message>
<source>{0} has ended.</source>
<translation>“{0}”已结束。</translation>
</message>
<message>
<source>{0} has ended; runs so far: {1}{2}.</source>
<translation>“{0}”已结束；目前的运行数：{1}{2}。</translation>
</message>
<message>
<source>{0} runs of each</source>
<translation>目前各 {0} 个运行</translation>
</message>
<message>
<source>{0} runs so far</source>
<translation>目前 {0} 个运行</translation>
</message>
<message>
<source>{0} runs: {1} {2}.</source>
<translation>{0} 个运行：{1} {2}。</translation>
</message>
<message>
<source>{0}: run {1} of {2}</source>
<translation>{0}：第 {1} 个运行，共 {2} 个</translation>
</message>
<message>
<source>{0}: the first run; goes on until {1}</source>
<translation>{0}：首个运行；持续到 {1}</translation>
</message>
<message>
<source>{0}: {1}; goes on until {2}</source>
<translation>{0}：{1}；持续到 {2}</translation>
</message>
<message>
<source>{0}; runs done: {1}</source>
<translation>{0}；已完成的运行数：{1}</translation>
</message>
<message>
<source>{0}; {1} of {2} runs done</source>
<translation>{0}；共 {2} 个运行，已完成 {1} 个</translation>
</message>
</context>
<context>
<name>PlanBoard</name>
<message>
<source>Compare</source>
<translation>比较</translation>
</message>
<message>
<source>No measurement of {0} yet.</source>
<translation>{0} 尚无任何测量结果。</translation>
</message>
<message>
<source>One measurement of {0}: too few to compare.</source>
<translation>{0} 只有一次测量结果，不足以比较。</translation>
</message>
<message>
<source>Open as comparison</source>
<translation>打开为比较</translation>
</message>
<message>
<source>Save report…</source>
<translation>保存报告…</translation>
</message>
<message>
<source>So far: {0}</source>
<translation>目前：{0}</translation>
</message>
</context>
<context>
<name>PlanPage</name>
<message>
<source>Delete</source>
<translation>删除</translation>
</message>
<message>
<source>Delete “{0}”? Its runs stay; their joint result is lost.</source>
<translation>删除“{0}”？其运行会保留；它们的共同结果会丢失。</translation>
</message>
<message>
<source>It is back.</source>
<translation>已恢复。</translation>
</message>
<message>
<source>Resume</source>
<translation>继续</translation>
</message>
<message>
<source>Starting …</source>
<translation>正在启动…</translation>
</message>
<message>
<source>Stop</source>
<translation>停止</translation>
</message>
<message>
<source>Undo</source>
<translation>撤销</translation>
</message>
<message>
<source>starting …</source>
<translation>正在启动…</translation>
</message>
<message>
<source>stopping</source>
<translation>正在停止</translation>
</message>
<message>
<source>waiting</source>
<translation>等待中</translation>
</message>
<message>
<source>“{0}” is deleted; its runs stay.</source>
<translation>“{0}”已删除；其运行会保留。</translation>
</message>
</context>
<context>
<name>PlanSetup</name>
<message>
<source>Device</source>
<translation>设备</translation>
</message>
<message>
<source>Start</source>
<translation>开始</translation>
</message>
<message>
<source>Start after it</source>
<translation>排队开始</translation>
</message>
<message>
<source>Task</source>
<translation>任务</translation>
</message>
<message>
<source>Waits until its device is free</source>
<translation>等到设备空闲</translation>
</message>
<message>
<source>Workload</source>
<translation>负载</translation>
</message>
<message>
<source>none</source>
<translation>无</translation>
</message>
</context>
<context>
<name>ProcessBrowser</name>
<message>
<source>Back to the readings (Esc)</source>
<translation>返回读数（Esc）</translation>
</message>
<message>
<source>Filter</source>
<translation>筛选</translation>
</message>
<message>
<source>Filter by name, command, user, PID…</source>
<translation>按名称、命令、用户、PID 筛选…</translation>
</message>
<message>
<source>No process matches the filter.</source>
<translation>没有进程匹配筛选条件。</translation>
</message>
<message>
<source>Processes of this machine</source>
<translation>本机的进程</translation>
</message>
<message>
<source>Put the busiest first again; until then rows keep their place</source>
<translation>重新把最忙的排在前面；在此之前各行位置不变</translation>
</message>
<message>
<source>Readings</source>
<translation>读数</translation>
</message>
<message>
<source>Sort again</source>
<translation>重新排序</translation>
</message>
<message>
<source>“Record this” records a program from now on, with its children. It is only observed, and goes on when the recording ends.</source>
<translation>“记录它”从现在起记录一个程序及其子进程。程序只被观察，记录结束后继续运行。</translation>
</message>
</context>
<context>
<name>ProcessPanel</name>
<message>
<source>GPU processes and core loads are not read during a recording, so that it is not disturbed.</source>
<translation>记录期间不读取 GPU 进程与核心占用率，以免干扰记录。</translation>
</message>
<message>
<source>No process is on a GPU</source>
<translation>GPU 上没有进程</translation>
</message>
<message>
<source>Processes</source>
<translation>进程</translation>
</message>
<message>
<source>Processes on the GPUs</source>
<translation>GPU 上的进程</translation>
</message>
<message>
<source>Record the selected process from now on; it continues when the recording ends</source>
<translation>从现在起记录选中的进程；记录结束后进程继续运行</translation>
</message>
<message>
<source>Record this process</source>
<translation>记录此进程</translation>
</message>
<message>
<source>{0}: processes cannot be listed: {1}</source>
<translation>{0}：无法列出进程：{1}</translation>
</message>
</context>
<context>
<name>ProcessTable</name>
<message>
<source>CPU</source>
<translation>CPU</translation>
</message>
<message>
<source>Command</source>
<translation>命令</translation>
</message>
<message>
<source>Device</source>
<translation>设备</translation>
</message>
<message>
<source>GPU memory</source>
<translation>显存</translation>
</message>
<message>
<source>Kind</source>
<translation>种类</translation>
</message>
<message>
<source>Memory</source>
<translation>内存</translation>
</message>
<message>
<source>PID</source>
<translation>PID</translation>
</message>
<message>
<source>Process</source>
<translation>进程</translation>
</message>
<message>
<source>Record this</source>
<translation>记录它</translation>
</message>
<message>
<source>Since</source>
<translation>开始于</translation>
</message>
<message>
<source>User</source>
<translation>用户</translation>
</message>
<message>
<source>belongs to {0}</source>
<translation>属于 {0}</translation>
</message>
<message>
<source>has ended</source>
<translation>已结束</translation>
</message>
</context>
<context>
<name>ProfileBody</name>
<message>
<source>Parts of the profile</source>
<translation>剖析结果的各部分</translation>
</message>
</context>
<context>
<name>ProfilePage</name>
<message>
<source>All files (*)</source>
<translation>所有文件 (*)</translation>
</message>
<message>
<source>CSV table (*.csv)</source>
<translation>CSV 表格 (*.csv)</translation>
</message>
<message>
<source>Cancel</source>
<translation>取消</translation>
</message>
<message>
<source>Compare this profile with another: what is new, gone, faster, slower</source>
<translation>与另一份剖析结果对照：新增、消失、变快、变慢的内容</translation>
</message>
<message>
<source>Compare with…</source>
<translation>与另一份比较…</translation>
</message>
<message>
<source>Compressed trace (*.json.gz)</source>
<translation>压缩的 trace (*.json.gz)</translation>
</message>
<message>
<source>Drop a trace of torch.profiler (.json or .json.gz) here, or record one:</source>
<translation>将 torch.profiler 的 trace（.json 或 .json.gz）拖到此处，或录制一份：</translation>
</message>
<message>
<source>Fill the form of the Run page with a small run and ten steps to profile</source>
<translation>在“运行”页的表单中填入一个小型运行，并剖析其中十步</translation>
</message>
<message>
<source>Open a trace of torch.profiler, or several ranks of one job (Ctrl+O)</source>
<translation>打开 torch.profiler 的 trace，或同一作业的多个 rank（Ctrl+O）</translation>
</message>
<message>
<source>Open another profile…</source>
<translation>打开另一个剖析…</translation>
</message>
<message>
<source>Open another…</source>
<translation>打开另一份…</translation>
</message>
<message>
<source>Open the profile of {0}</source>
<translation>打开 {0} 的剖析</translation>
</message>
<message>
<source>Open trace</source>
<translation>打开 trace</translation>
</message>
<message>
<source>Open trace…</source>
<translation>打开 trace…</translation>
</message>
<message>
<source>Open…</source>
<translation>打开…</translation>
</message>
<message>
<source>Profile</source>
<translation>剖析</translation>
</message>
<message>
<source>Profile a run</source>
<translation>剖析一次运行</translation>
</message>
<message>
<source>Reading {0} … (Esc cancels)</source>
<translation>正在读取 {0} …（Esc 取消）</translation>
</message>
<message>
<source>Reading {0}: {1}</source>
<translation>正在读取 {0}：{1}</translation>
</message>
<message>
<source>Save the table</source>
<translation>保存表格</translation>
</message>
<message>
<source>Save the trace for Perfetto</source>
<translation>保存供 Perfetto 使用的 trace</translation>
</message>
<message>
<source>See which operators and kernels took the time in a trace.</source>
<translation>从 torch.profiler 的 trace 中查看时间用在哪些算子和核函数上。</translation>
</message>
<message>
<source>Shown</source>
<translation>显示</translation>
</message>
<message>
<source>Trace (*.json)</source>
<translation>Trace (*.json)</translation>
</message>
<message>
<source>Trace file…</source>
<translation>Trace 文件…</translation>
</message>
<message>
<source>Traces and memory records (*.json *.json.gz *.zip *.pftrace *.perfetto-trace *.pickle *.pkl *.raw.gz)</source>
<translation>Trace 与内存记录 (*.json *.json.gz *.zip *.pftrace *.perfetto-trace *.pickle *.pkl *.raw.gz)</translation>
</message>
<message>
<source>{0} against {1}</source>
<translation>{0} 对比 {1}</translation>
</message>
</context>
<context>
<name>ProfileParts</name>
<message>
<source>By category</source>
<translation>按类别</translation>
</message>
<message>
<source>By name</source>
<translation>按名称</translation>
</message>
<message>
<source>By owner</source>
<translation>按来源</translation>
</message>
<message>
<source>By shapes</source>
<translation>按形状</translation>
</message>
<message>
<source>Classes</source>
<translation>类别</translation>
</message>
<message>
<source>Compare this profile with another: the button “Compare with…”.</source>
<translation>与另一份剖析结果对照：按钮“与另一份比较…”。</translation>
</message>
<message>
<source>Device time</source>
<translation>设备时间</translation>
</message>
<message>
<source>Devices</source>
<translation>设备</translation>
</message>
<message>
<source>Difference</source>
<translation>差异</translation>
</message>
<message>
<source>Flame graph</source>
<translation>火焰图</translation>
</message>
<message>
<source>Kernels</source>
<translation>核函数</translation>
</message>
<message>
<source>Memory</source>
<translation>内存</translation>
</message>
<message>
<source>No operator's operations are known: they follow from shapes, with record_shapes=True.</source>
<translation>没有任何算子的运算量可知：它由形状算出，需要 record_shapes=True。</translation>
</message>
<message>
<source>Nothing stands out: no rule of the guide found a large cost.</source>
<translation>没有突出的问题：指南中的规则都没有发现明显的开销。</translation>
</message>
<message>
<source>Open the traces of several ranks of one job together to see them side by side.</source>
<translation>把同一作业的多个 rank 的 trace 一起打开，即可并排查看。</translation>
</message>
<message>
<source>Operators</source>
<translation>算子</translation>
</message>
<message>
<source>Ranks</source>
<translation>Rank</translation>
</message>
<message>
<source>Roofline</source>
<translation>Roofline</translation>
</message>
<message>
<source>Steps</source>
<translation>各步</translation>
</message>
<message>
<source>The trace has no events with a duration.</source>
<translation>该 trace 中没有持续一段时间的内容。</translation>
</message>
<message>
<source>The trace holds neither operators nor kernels.</source>
<translation>该 trace 中既没有算子也没有核函数。</translation>
</message>
<message>
<source>The trace holds no calls of the host.</source>
<translation>该 trace 中没有主机端的调用。</translation>
</message>
<message>
<source>The trace holds no operators: it was recorded on the device only.</source>
<translation>该 trace 中没有算子：录制时只有设备端。</translation>
</message>
<message>
<source>The trace marks no steps: call profiler.step() at the end of each.</source>
<translation>该 trace 没有标记步：请在每步结束时调用 profiler.step()。</translation>
</message>
<message>
<source>The trace was recorded without memory: profile_memory=True records it.</source>
<translation>该 trace 录制时不含内存：profile_memory=True 可录制。</translation>
</message>
<message>
<source>This capture has no device work.</source>
<translation>此次采集中没有设备活动。</translation>
</message>
<message>
<source>Timeline</source>
<translation>时间线</translation>
</message>
<message>
<source>What to try</source>
<translation>可尝试的改进</translation>
</message>
</context>
<context>
<name>ProfileReading</name>
<message>
<source>Run it again with a profile: the field “Profile” of the form, or --profile.</source>
<translation>请带剖析再运行一次：表单的“剖析”字段，或 --profile。</translation>
</message>
<message>
<source>{0} has no profile</source>
<translation>{0} 没有剖析结果</translation>
</message>
</context>
<context>
<name>ProfileRequest</name>
<message>
<source>A profile is being recorded</source>
<translation>剖析正在进行</translation>
</message>
<message>
<source>Nothing is profiled: {0}</source>
<translation>没有剖析：{0}</translation>
</message>
<message>
<source>Nothing was profiled: {0}</source>
<translation>没有剖析任何内容：{0}</translation>
</message>
<message>
<source>Open profile</source>
<translation>打开剖析结果</translation>
</message>
<message>
<source>Profile the next {0} steps: operators, kernels, shapes</source>
<translation>剖析接下来的 {0} 步：算子、核函数、形状</translation>
</message>
<message>
<source>Profile {0} steps</source>
<translation>剖析 {0} 步</translation>
</message>
<message>
<source>Profiling needs a step of the run: there is none yet</source>
<translation>剖析从运行的步开始：目前还没有步</translation>
</message>
<message>
<source>Profiling {0} steps …</source>
<translation>正在剖析 {0} 步…</translation>
</message>
<message>
<source>Profiling …</source>
<translation>正在剖析…</translation>
</message>
<message>
<source>The next {0} steps will be profiled.</source>
<translation>接下来的 {0} 步将被剖析。</translation>
</message>
<message>
<source>The run ended before it was profiled.</source>
<translation>运行在剖析之前就结束了。</translation>
</message>
<message>
<source>{0} steps from step {1} on are profiled ({2}); throughput and energy exclude them.</source>
<translation>从第 {1} 步起的 {0} 步已被剖析（{2}）；吞吐量和能耗不计入它们。</translation>
</message>
</context>
<context>
<name>ProfileTable</name>
<message>
<source>Filter</source>
<translation>筛选</translation>
</message>
</context>
<context>
<name>ProfileTablePane</name>
<message>
<source>All its calls on their threads and streams (Enter)</source>
<translation>它在各线程和流上的所有调用（Enter）</translation>
</message>
<message>
<source>Columns</source>
<translation>列</translation>
</message>
<message>
<source>Nothing matches the filter.</source>
<translation>没有匹配筛选条件的内容。</translation>
</message>
<message>
<source>Save as CSV…</source>
<translation>另存为 CSV…</translation>
</message>
<message>
<source>Save the rows that are shown as a CSV table (Ctrl+E)</source>
<translation>将显示的行保存为 CSV 表格（Ctrl+E）</translation>
</message>
<message>
<source>Show in the timeline</source>
<translation>在时间线中显示</translation>
</message>
<message>
<source>{0} row</source>
<translation>{0} 行</translation>
</message>
<message>
<source>{0} rows</source>
<translation>{0} 行</translation>
</message>
</context>
<context>
<name>ProgressLine</name>
<message>
<source>Progress</source>
<translation>进度</translation>
</message>
</context>
<context>
<name>PurgeQuestion</name>
<message>
<source>One run is</source>
<translation>1 个运行</translation>
</message>
<message>
<source>Remove for good</source>
<translation>彻底删除</translation>
</message>
<message>
<source>Remove the deleted run for good?</source>
<translation>彻底删除已删除的运行？</translation>
</message>
<message>
<source>Remove the deleted runs for good?</source>
<translation>彻底删除这些已删除的运行？</translation>
</message>
<message>
<source>{0} deleted. Its samples, figures and output are removed from the disk, about {1}, and cannot be brought back.</source>
<translation>{0}已删除。其读数、数值和输出将从磁盘移除，约 {1}，无法恢复。</translation>
</message>
<message>
<source>{0} deleted. Their samples, figures and output are removed from the disk, about {1}, and cannot be brought back.</source>
<translation>{0}已删除。它们的读数、数值和输出将从磁盘移除，约 {1}，无法恢复。</translation>
</message>
<message>
<source>{0} runs are</source>
<translation>{0} 个运行</translation>
</message>
</context>
<context>
<name>QuestionDialog</name>
<message>
<source>Cancel</source>
<translation>取消</translation>
</message>
</context>
<context>
<name>RaceControls</name>
<message>
<source>From the start (Home)</source>
<translation>从头开始（Home）</translation>
</message>
<message>
<source>Full screen (F11)</source>
<translation>全屏（F11）</translation>
</message>
<message>
<source>Leave full screen (Esc)</source>
<translation>退出全屏（Esc）</translation>
</message>
<message>
<source>Pause (Space)</source>
<translation>暂停（空格）</translation>
</message>
<message>
<source>Play (Space)</source>
<translation>播放（空格）</translation>
</message>
<message>
<source>Same samples</source>
<translation>样本数相同</translation>
</message>
<message>
<source>Same time</source>
<translation>时间相同</translation>
</message>
<message>
<source>Time of the race</source>
<translation>竞速的时间</translation>
</message>
<message>
<source>Who gets furthest in the time of the shortest run</source>
<translation>谁在最短运行的时间内跑得最远</translation>
</message>
<message>
<source>Who is first with the samples of the shortest run</source>
<translation>谁先处理完最短运行的样本数</translation>
</message>
</context>
<context>
<name>RaceExport</name>
<message>
<source>Animated GIF (*.gif)</source>
<translation>GIF 动画 (*.gif)</translation>
</message>
<message>
<source>Drawing {0} … {1}</source>
<translation>正在绘制 {0} … {1}</translation>
</message>
<message>
<source>Export</source>
<translation>导出</translation>
</message>
<message>
<source>Export the race</source>
<translation>导出竞速</translation>
</message>
<message>
<source>GIF…</source>
<translation>GIF…</translation>
</message>
<message>
<source>MP4 video (*.mp4)</source>
<translation>MP4 视频 (*.mp4)</translation>
</message>
<message>
<source>MP4 video…</source>
<translation>MP4 视频…</translation>
</message>
<message>
<source>PNG of this frame…</source>
<translation>此帧的 PNG…</translation>
</message>
<message>
<source>PNG picture (*.png)</source>
<translation>PNG 图片 (*.png)</translation>
</message>
<message>
<source>WebM video (*.webm)</source>
<translation>WebM 视频 (*.webm)</translation>
</message>
<message>
<source>WebM video…</source>
<translation>WebM 视频…</translation>
</message>
</context>
<context>
<name>RacePage</name>
<message>
<source>Choose runs</source>
<translation>选择运行</translation>
</message>
<message>
<source>Compare</source>
<translation>比较</translation>
</message>
<message>
<source>Let two or more runs race: the same samples on one clock, with their power and energy.</source>
<translation>让两个或更多运行竞速：在同一时钟上处理相同的样本，并显示它们的功率和能耗。</translation>
</message>
<message>
<source>Race</source>
<translation>竞速</translation>
</message>
<message>
<source>Select runs in the list, then Race.</source>
<translation>在列表中选择运行，然后点“竞速”。</translation>
</message>
<message>
<source>These runs side by side, with figures and verdicts (Esc)</source>
<translation>并排查看这些运行的数值与结论（Esc）</translation>
</message>
</context>
<context>
<name>RaceStage</name>
<message>
<source>The race: Space plays and pauses, the arrow keys go on and back</source>
<translation>竞速：空格播放和暂停，方向键前进和后退</translation>
</message>
</context>
<context>
<name>RaceView</name>
<message>
<source>The race</source>
<translation>竞速画面</translation>
</message>
</context>
<context>
<name>ReadingFigures</name>
<message>
<source>CPU</source>
<translation>CPU</translation>
</message>
<message>
<source>CPU of the command</source>
<translation>命令的 CPU</translation>
</message>
<message>
<source>Resident memory</source>
<translation>常驻内存</translation>
</message>
<message>
<source>machine {0}</source>
<translation>整机 {0}</translation>
</message>
<message>
<source>of {0}</source>
<translation>上限 {0}</translation>
</message>
<message>
<source>peak {0}</source>
<translation>峰值 {0}</translation>
</message>
<message>
<source>this run {0} of {1}</source>
<translation>本次运行 {0} / {1}</translation>
</message>
<message>
<source>{0} GPUs</source>
<translation>{0} 块 GPU</translation>
</message>
<message>
<source>{0} of {1} cores</source>
<translation>{1} 个核心中的 {0}</translation>
</message>
</context>
<context>
<name>RecordControl</name>
<message>
<source>End recording</source>
<translation>结束记录</translation>
</message>
<message>
<source>Mark</source>
<translation>添加标记</translation>
</message>
<message>
<source>Open it</source>
<translation>打开它</translation>
</message>
<message>
<source>Record</source>
<translation>记录</translation>
</message>
<message>
<source>Record the machine from now on</source>
<translation>从现在起记录整机</translation>
</message>
<message>
<source>Set a mark with a short text now</source>
<translation>现在设置一个带短文字的标记</translation>
</message>
<message>
<source>The recording is kept with the runs: {0}.</source>
<translation>该记录与运行存放在一起：{0}。</translation>
</message>
<message>
<source>The recording is stored with the runs</source>
<translation>记录会与运行存放在一起</translation>
</message>
<message>
<source>The recording of process {0} begins …</source>
<translation>正在开始记录进程 {0}…</translation>
</message>
</context>
<context>
<name>Repeats</name>
<message>
<source>Every run of {0} failed, and a repeat of it would too.</source>
<translation>{0} 的每个运行都失败了，重复也会失败。</translation>
</message>
<message>
<source>It is being repeated.</source>
<translation>正在重复中。</translation>
</message>
<message>
<source>More than {0} groups take too long to repeat.</source>
<translation>超过 {0} 组时重复耗时过长。</translation>
</message>
<message>
<source>Repeat until throughput ratios are known to {0}</source>
<translation>重复到吞吐量比值的误差不超过 {0}</translation>
</message>
<message>
<source>Repeats of {0} groups</source>
<translation>重复 {0} 组</translation>
</message>
<message>
<source>Runs all groups in turns until the 95 % interval of each ratio is that narrow; at most 50 times</source>
<translation>轮流运行所有组，直到每个比值的 95 % 区间足够窄；最多 50 次</translation>
</message>
<message>
<source>{0} runs of each: the widest interval of a throughput's ratio is {1}.</source>
<translation>各 {0} 个运行：吞吐量比值的最宽区间为 {1}。</translation>
</message>
</context>
<context>
<name>ReportCard</name>
<message>
<source>Copy the table: selected rows, or all</source>
<translation>复制表格：所选行，或全部</translation>
</message>
</context>
<context>
<name>ReportDialog</name>
<message>
<source>Cancel</source>
<translation>取消</translation>
</message>
<message>
<source>Drawing the pages …</source>
<translation>正在绘制页面…</translation>
</message>
<message>
<source>HTML report (*.html)</source>
<translation>HTML 报告 (*.html)</translation>
</message>
<message>
<source>Next page</source>
<translation>下一页</translation>
</message>
<message>
<source>PDF report (*.pdf)</source>
<translation>PDF 报告 (*.pdf)</translation>
</message>
<message>
<source>Page {0} of {1}</source>
<translation>第 {0} 页，共 {1} 页</translation>
</message>
<message>
<source>Preview of the report</source>
<translation>报告预览</translation>
</message>
<message>
<source>Previous page</source>
<translation>上一页</translation>
</message>
<message>
<source>Report of the comparison</source>
<translation>比较报告</translation>
</message>
<message>
<source>Runs were deleted, and nothing is left to compare.</source>
<translation>运行已被删除，没有可比较的内容。</translation>
</message>
<message>
<source>Save report</source>
<translation>保存报告</translation>
</message>
<message>
<source>Save…</source>
<translation>保存…</translation>
</message>
<message>
<source>Some characters are printed as their names because fonts are missing: {0}. Reinstall gpuscope.</source>
<translation>因缺少字体，某些字符以其名称印出：{0}。请重新安装 gpuscope。</translation>
</message>
<message>
<source>The compared runs have changed; the report shows them as they are now.</source>
<translation>所比较的运行已有变化；报告显示其当前状态。</translation>
</message>
<message>
<source>There is no preview.</source>
<translation>没有预览。</translation>
</message>
<message>
<source>Try again</source>
<translation>重试</translation>
</message>
</context>
<context>
<name>ReportOptions</name>
<message>
<source>A4</source>
<translation>A4</translation>
</message>
<message>
<source>All</source>
<translation>全部</translation>
</message>
<message>
<source>Choose all sections</source>
<translation>选择所有章节</translation>
</message>
<message>
<source>Choose no section</source>
<translation>不选任何章节</translation>
</message>
<message>
<source>Curves</source>
<translation>曲线</translation>
</message>
<message>
<source>Deployment</source>
<translation>部署</translation>
</message>
<message>
<source>Energy, run by run</source>
<translation>能耗，逐个运行</translation>
</message>
<message>
<source>Every metric</source>
<translation>所有指标</translation>
</message>
<message>
<source>File</source>
<translation>文件</translation>
</message>
<message>
<source>HTML</source>
<translation>HTML</translation>
</message>
<message>
<source>Letter</source>
<translation>Letter</translation>
</message>
<message>
<source>Methods and sources</source>
<translation>方法与来源</translation>
</message>
<message>
<source>None</source>
<translation>无</translation>
</message>
<message>
<source>One page for any browser, with zoomable charts; the preview shows the PDF.</source>
<translation>可用任意浏览器打开的单页，图表可缩放；预览显示的是 PDF。</translation>
</message>
<message>
<source>PDF</source>
<translation>PDF</translation>
</message>
<message>
<source>Pages for print; the text can be selected.</source>
<translation>用于打印的页面；文字可选取。</translation>
</message>
<message>
<source>Paper</source>
<translation>纸张</translation>
</message>
<message>
<source>Paper {0}</source>
<translation>纸张 {0}</translation>
</message>
<message>
<source>Save as {0}</source>
<translation>另存为 {0}</translation>
</message>
<message>
<source>Sections</source>
<translation>章节</translation>
</message>
<message>
<source>The first page always has the verdict, the key table and their chart.</source>
<translation>第一页总有结论、主要表格及其图表。</translation>
</message>
<message>
<source>The runs, one by one</source>
<translation>逐个运行</translation>
</message>
<message>
<source>What differs</source>
<translation>差异</translation>
</message>
<message>
<source>What held each run back</source>
<translation>各运行的瓶颈</translation>
</message>
<message>
<source>{0}: nothing here</source>
<translation>{0}：没有内容</translation>
</message>
</context>
<context>
<name>ReportView</name>
<message>
<source>Copy</source>
<translation>复制</translation>
</message>
</context>
<context>
<name>ResultPanel</name>
<message>
<source>Open in Runs</source>
<translation>在“运行列表”中打开</translation>
</message>
<message>
<source>Run again</source>
<translation>再次运行</translation>
</message>
</context>
<context>
<name>RooflinePane</name>
<message>
<source>Fill the form of the Run page with a short run that measures what this device reaches</source>
<translation>在“运行”页的表单中填入一个测量该设备上限的短运行</translation>
</message>
<message>
<source>Measure the ceilings</source>
<translation>测量上限</translation>
</message>
<message>
<source>Save the chart as PNG, SVG or PDF</source>
<translation>将图表保存为 PNG、SVG 或 PDF</translation>
</message>
<message>
<source>Save the chart…</source>
<translation>保存图表…</translation>
</message>
</context>
<context>
<name>RunActions</name>
<message>
<source>A live run can be exported when it has ended.</source>
<translation>正在进行的运行结束后才能导出。</translation>
</message>
<message>
<source>A live run can race when it has ended.</source>
<translation>正在进行的运行结束后才能参加竞速。</translation>
</message>
<message>
<source>Add to the comparison</source>
<translation>加入比较</translation>
</message>
<message>
<source>Compare</source>
<translation>比较</translation>
</message>
<message>
<source>Copy the id</source>
<translation>复制 ID</translation>
</message>
<message>
<source>Delete</source>
<translation>删除</translation>
</message>
<message>
<source>Export as a bundle…</source>
<translation>导出为运行包…</translation>
</message>
<message>
<source>Export the numbers…</source>
<translation>导出数值…</translation>
</message>
<message>
<source>Export the samples…</source>
<translation>导出读数…</translation>
</message>
<message>
<source>No profile was recorded: run it again with the field “Profile” of the form, or --profile.</source>
<translation>没有录制剖析：请用表单的“剖析”字段或 --profile 再运行一次。</translation>
</message>
<message>
<source>Note…</source>
<translation>备注…</translation>
</message>
<message>
<source>Open</source>
<translation>打开</translation>
</message>
<message>
<source>Open in the form</source>
<translation>在表单中打开</translation>
</message>
<message>
<source>Race</source>
<translation>竞速</translation>
</message>
<message>
<source>Recorded by {0}: it cannot be run again.</source>
<translation>由 {0} 记录：无法再次运行。</translation>
</message>
<message>
<source>Rename</source>
<translation>重命名</translation>
</message>
<message>
<source>Run again</source>
<translation>再次运行</translation>
</message>
<message>
<source>Select a run first.</source>
<translation>请先选择一个运行。</translation>
</message>
<message>
<source>Select one or two runs.</source>
<translation>请选择一个或两个运行。</translation>
</message>
<message>
<source>Select one run alone.</source>
<translation>请只选择一个运行。</translation>
</message>
<message>
<source>Select two runs or more.</source>
<translation>请选择两个或更多运行。</translation>
</message>
<message>
<source>Show the profile</source>
<translation>显示剖析结果</translation>
</message>
<message>
<source>Tags…</source>
<translation>标签…</translation>
</message>
</context>
<context>
<name>RunChooser</name>
<message>
<source>Choose which of the runs is shown</source>
<translation>选择显示哪一个运行</translation>
</message>
<message>
<source>{0} runs</source>
<translation>{0} 个运行</translation>
</message>
</context>
<context>
<name>RunColumns</name>
<message>
<source>Accuracy</source>
<translation>准确率</translation>
</message>
<message>
<source>Available when the run has ended.</source>
<translation>运行结束后可用。</translation>
</message>
<message>
<source>Batch</source>
<translation>批大小</translation>
</message>
<message>
<source>Device</source>
<translation>设备</translation>
</message>
<message>
<source>Duration</source>
<translation>时长</translation>
</message>
<message>
<source>Duration from start to end; of an interrupted run, what its readings cover</source>
<translation>从开始到结束的时长；中断的运行为其读数覆盖的时长</translation>
</message>
<message>
<source>Energy</source>
<translation>能耗</translation>
</message>
<message>
<source>Energy per sample</source>
<translation>每样本能耗</translation>
</message>
<message>
<source>Id</source>
<translation>ID</translation>
</message>
<message>
<source>Loss</source>
<translation>损失</translation>
</message>
<message>
<source>Machine</source>
<translation>机器</translation>
</message>
<message>
<source>Memory, peak</source>
<translation>内存峰值</translation>
</message>
<message>
<source>Name</source>
<translation>名称</translation>
</message>
<message>
<source>Name of the run</source>
<translation>运行的名称</translation>
</message>
<message>
<source>Note</source>
<translation>备注</translation>
</message>
<message>
<source>Precision</source>
<translation>精度</translation>
</message>
<message>
<source>Samples/s</source>
<translation>样本/秒</translation>
</message>
<message>
<source>Started</source>
<translation>开始时间</translation>
</message>
<message>
<source>State</source>
<translation>状态</translation>
</message>
<message>
<source>Step time</source>
<translation>步时</translation>
</message>
<message>
<source>Tags</source>
<translation>标签</translation>
</message>
<message>
<source>Task</source>
<translation>任务</translation>
</message>
<message>
<source>Throughput, samples per second</source>
<translation>吞吐量，每秒样本数</translation>
</message>
<message>
<source>Workload</source>
<translation>负载</translation>
</message>
<message>
<source>today {0}</source>
<translation>今天 {0}</translation>
</message>
<message>
<source>yesterday {0}</source>
<translation>昨天 {0}</translation>
</message>
<message>
<source>{0} left</source>
<translation>剩余 {0}</translation>
</message>
</context>
<context>
<name>RunCommands</name>
<message>
<source>Deleting {0} runs …</source>
<translation>正在删除 {0} 个运行…</translation>
</message>
<message>
<source>Recorded by {0}: it cannot be run again.</source>
<translation>由 {0} 记录：无法再次运行。</translation>
</message>
<message>
<source>Removing what was deleted …</source>
<translation>正在移除已删除的内容…</translation>
</message>
<message>
<source>Rename</source>
<translation>重命名</translation>
</message>
<message>
<source>Rename the run</source>
<translation>重命名运行</translation>
</message>
<message>
<source>The note is as it was.</source>
<translation>备注已恢复原样。</translation>
</message>
<message>
<source>The run has its earlier name again.</source>
<translation>运行已恢复先前的名称。</translation>
</message>
<message>
<source>The run is back.</source>
<translation>运行已恢复。</translation>
</message>
<message>
<source>The tags are as they were.</source>
<translation>标签已恢复原样。</translation>
</message>
<message>
<source>Undo</source>
<translation>撤销</translation>
</message>
<message>
<source>{0} is deleted.</source>
<translation>{0} 已删除。</translation>
</message>
<message>
<source>{0} is live and cannot be deleted. Stop it first.</source>
<translation>{0} 正在进行，无法删除。请先停止它。</translation>
</message>
<message>
<source>{0} runs are back.</source>
<translation>{0} 个运行已恢复。</translation>
</message>
<message>
<source>{0} runs are deleted.</source>
<translation>已删除 {0} 个运行。</translation>
</message>
<message>
<source>{0} were freed.</source>
<translation>已释放 {0}。</translation>
</message>
</context>
<context>
<name>RunDetails</name>
<message>
<source>All runs</source>
<translation>所有运行</translation>
</message>
<message>
<source>Back to the list (Esc)</source>
<translation>返回列表（Esc）</translation>
</message>
<message>
<source>Charts</source>
<translation>图表</translation>
</message>
<message>
<source>Every reading was taken.</source>
<translation>所有读数均已取得。</translation>
</message>
<message>
<source>Figures</source>
<translation>数值</translation>
</message>
<message>
<source>Figures of the run</source>
<translation>运行的数值</translation>
</message>
<message>
<source>Gaps and marks</source>
<translation>间断与标记</translation>
</message>
<message>
<source>Gaps in the readings</source>
<translation>读数间断</translation>
</message>
<message>
<source>Its devices</source>
<translation>其设备</translation>
</message>
<message>
<source>Its energy</source>
<translation>其能耗</translation>
</message>
<message>
<source>Its phases</source>
<translation>其各阶段</translation>
</message>
<message>
<source>Log</source>
<translation>日志</translation>
</message>
<message>
<source>Marks</source>
<translation>标记</translation>
</message>
<message>
<source>No mark was set. Marks are set while a run is live.</source>
<translation>没有标记。标记在运行进行时添加。</translation>
</message>
<message>
<source>Output of the workload, its last lines</source>
<translation>负载输出的最后几行</translation>
</message>
<message>
<source>Reported while it ran</source>
<translation>运行期间上报的内容</translation>
</message>
<message>
<source>Settings</source>
<translation>设置</translation>
</message>
<message>
<source>Settings and environment</source>
<translation>设置与环境</translation>
</message>
<message>
<source>Show the gaps</source>
<translation>显示间断</translation>
</message>
<message>
<source>Show the log</source>
<translation>显示日志</translation>
</message>
<message>
<source>The run</source>
<translation>该运行</translation>
</message>
<message>
<source>The run printed nothing, or its output is on another machine.</source>
<translation>该运行没有输出，或其输出在另一台机器上。</translation>
</message>
<message>
<source>Views of the run</source>
<translation>运行的视图</translation>
</message>
<message>
<source>What was run</source>
<translation>运行内容</translation>
</message>
<message>
<source>Where it was run</source>
<translation>运行环境</translation>
</message>
</context>
<context>
<name>RunExport</name>
<message>
<source>All that was recorded, JSON (*.json)</source>
<translation>全部记录，JSON (*.json)</translation>
</message>
<message>
<source>CSV table (*.csv)</source>
<translation>CSV 表格 (*.csv)</translation>
</message>
<message>
<source>Export</source>
<translation>导出</translation>
</message>
<message>
<source>Run bundle (*.gpuscope)</source>
<translation>运行包 (*.gpuscope)</translation>
</message>
<message>
<source>Samples, CSV table (*.csv)</source>
<translation>读数，CSV 表格 (*.csv)</translation>
</message>
<message>
<source>Writing the bundle … {0}</source>
<translation>正在写入运行包 … {0}</translation>
</message>
</context>
<context>
<name>RunFigures</name>
<message>
<source>Energy</source>
<translation>能耗</translation>
</message>
<message>
<source>Energy per sample</source>
<translation>每样本能耗</translation>
</message>
<message>
<source>Machine memory</source>
<translation>整机内存</translation>
</message>
<message>
<source>Memory</source>
<translation>显存</translation>
</message>
<message>
<source>Memory, {0}</source>
<translation>显存，{0}</translation>
</message>
<message>
<source>Step time</source>
<translation>步时</translation>
</message>
<message>
<source>Throughput</source>
<translation>吞吐量</translation>
</message>
<message>
<source>at {0}</source>
<translation>于{0}</translation>
</message>
<message>
<source>counter of {0}, so far</source>
<translation>{0} 的计数器，截至目前</translation>
</message>
<message>
<source>counter · {0}</source>
<translation>计数器 · {0}</translation>
</message>
<message>
<source>from the first measured step on</source>
<translation>从第一个测量步开始</translation>
</message>
<message>
<source>mean over {0}</source>
<translation>{0}内的平均值</translation>
</message>
<message>
<source>median</source>
<translation>中位数</translation>
</message>
<message>
<source>modelled by its vendor · {0}</source>
<translation>由厂商模型估算 · {0}</translation>
</message>
<message>
<source>over {0}</source>
<translation>{0}内</translation>
</message>
<message>
<source>{0} over {1}</source>
<translation>{1}内 {0}</translation>
</message>
</context>
<context>
<name>RunFollower</name>
<message>
<source>the run cannot be followed: {0}</source>
<translation>无法跟随该运行：{0}</translation>
</message>
<message>
<source>what was recorded before cannot be shown: {0}</source>
<translation>无法显示此前的记录：{0}</translation>
</message>
</context>
<context>
<name>RunImport</name>
<message>
<source>Import runs</source>
<translation>导入运行</translation>
</message>
<message>
<source>Importing {0} … {1} %</source>
<translation>正在导入 {0} … {1} %</translation>
</message>
<message>
<source>Logs of nvidia-smi and CodeCarbon (*.csv)</source>
<translation>nvidia-smi 与 CodeCarbon 的日志 (*.csv)</translation>
</message>
<message>
<source>One run is imported.</source>
<translation>已导入 1 个运行。</translation>
</message>
<message>
<source>One run was here already.</source>
<translation>1 个运行此前已在此处。</translation>
</message>
<message>
<source>Open the run</source>
<translation>打开该运行</translation>
</message>
<message>
<source>Recordings (*.gpuscope *.csv)</source>
<translation>记录 (*.gpuscope *.csv)</translation>
</message>
<message>
<source>Run bundles (*.gpuscope)</source>
<translation>运行包 (*.gpuscope)</translation>
</message>
<message>
<source>{0} runs are imported.</source>
<translation>已导入 {0} 个运行。</translation>
</message>
<message>
<source>{0} runs were here already.</source>
<translation>{0} 个运行此前已在此处。</translation>
</message>
</context>
<context>
<name>RunList</name>
<message>
<source>All runs are listed here: from this window, the command line and other windows on the same store. Drop files here to import them: run bundles of other machines, logs of nvidia-smi and CodeCarbon, an MLflow folder.</source>
<translation>所有运行都保存在这里：本窗口的、命令行的、使用同一存储的其他窗口的；也包括拖放到此处的：其他机器的运行包、nvidia-smi 与 CodeCarbon 的日志、MLflow 的文件夹。</translation>
</message>
<message>
<source>Clear the filter</source>
<translation>清除筛选</translation>
</message>
<message>
<source>Columns</source>
<translation>列</translation>
</message>
<message>
<source>Columns: 1 more does not fit</source>
<translation>列：还有 1 列放不下</translation>
</message>
<message>
<source>Columns: {0} more do not fit</source>
<translation>列：还有 {0} 列放不下</translation>
</message>
<message>
<source>Import</source>
<translation>导入</translation>
</message>
<message>
<source>Import runs from files … (Ctrl+I)</source>
<translation>从文件导入运行…（Ctrl+I）</translation>
</message>
<message>
<source>Import runs from files…</source>
<translation>从文件导入运行…</translation>
</message>
<message>
<source>No run matches the filter.</source>
<translation>没有运行匹配筛选条件。</translation>
</message>
<message>
<source>The runs cannot be read.</source>
<translation>无法读取运行。</translation>
</message>
<message>
<source>Try again</source>
<translation>重试</translation>
</message>
<message>
<source>{0} of {1} selected</source>
<translation>已选 {0} 个，共 {1} 个</translation>
</message>
</context>
<context>
<name>RunPage</name>
<message>
<source>A secret of the command is not kept: type it again, then start.</source>
<translation>命令的机密不会保存：请重新输入，然后开始。</translation>
</message>
<message>
<source>Compare</source>
<translation>比较</translation>
</message>
<message>
<source>It starts when its device is free, and is compared when it has ended.</source>
<translation>它在其设备空闲时开始，结束后进行比较。</translation>
</message>
<message>
<source>It starts when its device is free; the sidebar shows the queue.</source>
<translation>它在其设备空闲时开始；侧栏显示队列。</translation>
</message>
<message>
<source>It was not started here: look it through, then start.</source>
<translation>它不是在此处启动的：请检查后再开始。</translation>
</message>
<message>
<source>Mini view: a small window on top of all others (Ctrl+M)</source>
<translation>迷你视图：始终置顶的小窗口（Ctrl+M）</translation>
</message>
<message>
<source>{0} has ended.</source>
<translation>“{0}”已结束。</translation>
</message>
</context>
<context>
<name>RunPicker</name>
<message>
<source>Add 1 run</source>
<translation>添加 1 个运行</translation>
</message>
<message>
<source>Add runs</source>
<translation>添加运行</translation>
</message>
<message>
<source>Add {0} runs</source>
<translation>添加 {0} 个运行</translation>
</message>
<message>
<source>As one group named</source>
<translation>作为一组，名称为</translation>
</message>
<message>
<source>Cancel</source>
<translation>取消</translation>
</message>
<message>
<source>Choose runs</source>
<translation>选择运行</translation>
</message>
<message>
<source>Filter</source>
<translation>筛选</translation>
</message>
<message>
<source>Filter by name, setting, state, tag or id</source>
<translation>按名称、设置、状态、标签或 ID 筛选</translation>
</message>
<message>
<source>Name of the group</source>
<translation>组名</translation>
</message>
<message>
<source>No run matches all of these words.</source>
<translation>没有运行匹配所有这些词。</translation>
</message>
<message>
<source>No runs are kept yet: start one on the Run page.</source>
<translation>尚未保存任何运行：请在“运行”页开始一个。</translation>
</message>
<message>
<source>Space checks the selected rows, Enter adds what is checked.</source>
<translation>按空格键勾选选中的行，按 Enter 添加已勾选的运行。</translation>
</message>
<message>
<source>The group needs a name.</source>
<translation>组需要一个名称。</translation>
</message>
<message>
<source>otherwise runs with the same settings form a group</source>
<translation>否则设置相同的运行构成一组</translation>
</message>
</context>
<context>
<name>RunPickerModel</name>
<message>
<source>  (compared)</source>
<translation>（已在比较中）</translation>
</message>
<message>
<source>1 run</source>
<translation>1 个运行</translation>
</message>
<message>
<source>1 step</source>
<translation>1 步</translation>
</message>
<message>
<source>Energy</source>
<translation>能耗</translation>
</message>
<message>
<source>Id</source>
<translation>ID</translation>
</message>
<message>
<source>Run</source>
<translation>运行</translation>
</message>
<message>
<source>Started</source>
<translation>开始时间</translation>
</message>
<message>
<source>State</source>
<translation>状态</translation>
</message>
<message>
<source>Throughput</source>
<translation>吞吐量</translation>
</message>
<message>
<source>batch {0}</source>
<translation>批大小 {0}</translation>
</message>
<message>
<source>seed {0}</source>
<translation>种子 {0}</translation>
</message>
<message>
<source>{0} runs</source>
<translation>{0} 个运行</translation>
</message>
<message>
<source>{0} steps</source>
<translation>{0} 步</translation>
</message>
<message>
<source>{0} thread</source>
<translation>{0} 线程</translation>
</message>
<message>
<source>{0} threads</source>
<translation>{0} 线程</translation>
</message>
</context>
<context>
<name>RunRepeats</name>
<message>
<source>Compare</source>
<translation>比较</translation>
</message>
<message>
<source>Repeats of {0}</source>
<translation>{0} 的重复</translation>
</message>
<message>
<source>{0} has ended; runs of each so far: {1}.</source>
<translation>“{0}”已结束；目前各组的运行数：{1}。</translation>
</message>
<message>
<source>{0} is stopped; runs of each so far: {1}.</source>
<translation>{0}已停止；目前各组的运行数：{1}。</translation>
</message>
</context>
<context>
<name>RunRow</name>
<message>
<source>of the training batch, last reported</source>
<translation>训练批次最近一次报告的值</translation>
</message>
<message>
<source>over the last two seconds</source>
<translation>最近两秒</translation>
</message>
<message>
<source>the machine</source>
<translation>整台机器</translation>
</message>
</context>
<context>
<name>RunStage</name>
<message>
<source>A run goes on when the window is closed.</source>
<translation>关闭窗口后运行会继续。</translation>
</message>
<message>
<source>Choose a workload on the left and start it: its curves appear here.</source>
<translation>在左侧选择一个负载并开始：其曲线会显示在这里。</translation>
</message>
<message>
<source>Discard</source>
<translation>放弃</translation>
</message>
<message>
<source>End recording</source>
<translation>结束记录</translation>
</message>
<message>
<source>End the recording; the process goes on (Shift+F5)</source>
<translation>结束记录；进程继续运行（Shift+F5）</translation>
</message>
<message>
<source>Its curves appear here.</source>
<translation>其曲线会显示在这里。</translation>
</message>
<message>
<source>Mark</source>
<translation>添加标记</translation>
</message>
<message>
<source>Result</source>
<translation>结果</translation>
</message>
<message>
<source>Run</source>
<translation>运行</translation>
</message>
<message>
<source>Set a mark with a short text now</source>
<translation>现在设置一个带短文字的标记</translation>
</message>
<message>
<source>Starting {0} …</source>
<translation>正在启动 {0}…</translation>
</message>
<message>
<source>Stop</source>
<translation>停止</translation>
</message>
<message>
<source>Stop repeating</source>
<translation>停止重复</translation>
</message>
<message>
<source>Stop the chain</source>
<translation>停止整条链</translation>
</message>
<message>
<source>Stop the run cleanly; the recording is kept (Shift+F5)</source>
<translation>停止运行；记录会保留（Shift+F5）</translation>
</message>
<message>
<source>Stop the sweep</source>
<translation>停止扫描</translation>
</message>
<message>
<source>Stop this run and “{0}”, which it belongs to; the recordings are kept (Shift+F5)</source>
<translation>停止本次运行及其所属的“{0}”；记录会保留（Shift+F5）</translation>
</message>
<message>
<source>Stop waiting; data that is not stored yet is lost</source>
<translation>停止等待；尚未存储的数据会丢失</translation>
</message>
<message>
<source>The mark was not set: {0}</source>
<translation>标记未设置：{0}</translation>
</message>
<message>
<source>The run could not be stored.</source>
<translation>无法存储该运行。</translation>
</message>
<message>
<source>The run ended before the mark was set.</source>
<translation>标记设置之前运行已结束。</translation>
</message>
<message>
<source>The run was deleted.</source>
<translation>该运行已被删除。</translation>
</message>
<message>
<source>This run was deleted. It is shown from memory.</source>
<translation>该运行已被删除。此处显示的是内存中的内容。</translation>
</message>
<message>
<source>ended, not stored yet</source>
<translation>已结束，尚未存储</translation>
</message>
<message>
<source>starting …</source>
<translation>正在启动…</translation>
</message>
<message>
<source>stopping</source>
<translation>正在停止</translation>
</message>
<message>
<source>stopping, {0} s</source>
<translation>正在停止，{0} 秒</translation>
</message>
</context>
<context>
<name>RunState</name>
<message>
<source>damaged</source>
<translation>已损坏</translation>
</message>
<message>
<source>failed</source>
<translation>失败</translation>
</message>
<message>
<source>finished</source>
<translation>已完成</translation>
</message>
<message>
<source>interrupted</source>
<translation>已中断</translation>
</message>
<message>
<source>running</source>
<translation>正在运行</translation>
</message>
<message>
<source>salvaged</source>
<translation>已抢救</translation>
</message>
<message>
<source>stopped</source>
<translation>已停止</translation>
</message>
</context>
<context>
<name>RunStrips</name>
<message>
<source>Phases of a step</source>
<translation>每步的阶段</translation>
</message>
<message>
<source>Throughput</source>
<translation>吞吐量</translation>
</message>
<message>
<source>rank {0}</source>
<translation>rank {0}</translation>
</message>
<message>
<source>{0} by rank</source>
<translation>各 rank 的{0}</translation>
</message>
</context>
<context>
<name>RunTable</name>
<message>
<source>Runs</source>
<translation>运行列表</translation>
</message>
<message>
<source>{0} runs</source>
<translation>{0} 个运行</translation>
</message>
</context>
<context>
<name>RunTree</name>
<message>
<source>Runs</source>
<translation>运行列表</translation>
</message>
</context>
<context>
<name>RunView</name>
<message>
<source>Whole run</source>
<translation>整个运行</translation>
</message>
</context>
<context>
<name>RunWords</name>
<message>
<source>1 step</source>
<translation>1 步</translation>
</message>
<message>
<source>batch {0}</source>
<translation>批大小 {0}</translation>
</message>
<message>
<source>measured {0} of {1}</source>
<translation>已测 {0}，共 {1}</translation>
</message>
<message>
<source>step {0} of {1}</source>
<translation>第 {0} 步，共 {1} 步</translation>
</message>
<message>
<source>{0} left</source>
<translation>剩余 {0}</translation>
</message>
<message>
<source>{0} steps</source>
<translation>{0} 步</translation>
</message>
</context>
<context>
<name>RungCardView</name>
<message>
<source>Measure this rung again</source>
<translation>重新测量此级</translation>
</message>
</context>
<context>
<name>RunsPage</name>
<message>
<source>Bring it back</source>
<translation>恢复</translation>
</message>
<message>
<source>It is gone: {0}.</source>
<translation>它已不存在：{0}。</translation>
</message>
<message>
<source>More actions</source>
<translation>更多操作</translation>
</message>
<message>
<source>Run again</source>
<translation>再次运行</translation>
</message>
<message>
<source>Runs</source>
<translation>运行列表</translation>
</message>
<message>
<source>The run is back.</source>
<translation>运行已恢复。</translation>
</message>
<message>
<source>This run was deleted. It can be viewed until it is closed.</source>
<translation>该运行已被删除。关闭之前仍可查看。</translation>
</message>
<message>
<source>batch {0}</source>
<translation>批大小 {0}</translation>
</message>
</context>
<context>
<name>SearchField</name>
<message>
<source>Clear</source>
<translation>清空</translation>
</message>
<message>
<source>Search</source>
<translation>搜索</translation>
</message>
</context>
<context>
<name>SearchedPane</name>
<message>
<source>{0} (Ctrl+F)</source>
<translation>{0}（Ctrl+F）</translation>
</message>
</context>
<context>
<name>SensorCard</name>
<message>
<source>Not this machine</source>
<translation>并非本机</translation>
</message>
</context>
<context>
<name>SensorChoice</name>
<message>
<source>A simulated GPU is read in addition to this machine's own devices in every run from now on. Its figures are made up, and are labelled as simulated wherever they appear.</source>
<translation>从现在起，每次运行除本机设备外还会读取一个模拟 GPU。它的数值是虚构的，无论出现在哪里都标明为模拟。</translation>
</message>
<message>
<source>All files (*)</source>
<translation>所有文件 (*)</translation>
</message>
<message>
<source>Only this machine's own sensors are read from now on.</source>
<translation>从现在起只读取本机的传感器。</translation>
</message>
<message>
<source>Recordings of sensors (*.gpurec)</source>
<translation>传感器录制文件 (*.gpurec)</translation>
</message>
<message>
<source>Replay a recorded device</source>
<translation>重放录制的设备</translation>
</message>
<message>
<source>Replay a recorded device…</source>
<translation>重放录制的设备…</translation>
</message>
<message>
<source>Replayed: {0}</source>
<translation>重放：{0}</translation>
</message>
<message>
<source>Simulated GPU</source>
<translation>模拟 GPU</translation>
</message>
<message>
<source>Try with a simulated GPU</source>
<translation>用模拟 GPU 试试</translation>
</message>
<message>
<source>Use this machine's own sensors</source>
<translation>只用本机的传感器</translation>
</message>
<message>
<source>{0} is replayed in addition to this machine's own devices in every run from now on. Its figures were recorded earlier, and are labelled so wherever they appear.</source>
<translation>从现在起，每次运行除本机设备外还会重放 {0}。其数值是先前录制的，无论出现在哪里都会标明。</translation>
</message>
<message>
<source>{0} simulated GPUs</source>
<translation>{0} 个模拟 GPU</translation>
</message>
</context>
<context>
<name>SensorOffer</name>
<message>
<source>A file that “gpuscope monitor --record FILE” wrote on a machine with a GPU</source>
<translation>在有 GPU 的机器上用“gpuscope monitor --record ‹文件›”录制的文件</translation>
</message>
<message>
<source>Its figures are made up, and labelled as simulated wherever they appear</source>
<translation>其数值是虚构的，无论出现在哪里都标明为模拟</translation>
</message>
<message>
<source>No GPU here?</source>
<translation>本机没有 GPU？</translation>
</message>
</context>
<context>
<name>SentenceCard</name>
<message>
<source>1 more group is in the table.</source>
<translation>表格中还有 1 组。</translation>
</message>
<message>
<source>Summary</source>
<translation>摘要</translation>
</message>
<message>
<source>{0} more groups are in the table.</source>
<translation>表格中还有 {0} 组。</translation>
</message>
<message>
<source>{0} more in the tooltip.</source>
<translation>提示中还有 {0} 条。</translation>
</message>
</context>
<context>
<name>Session</name>
<message>
<source>Dark theme</source>
<translation>深色主题</translation>
</message>
<message>
<source>Details</source>
<translation>详情</translation>
</message>
<message>
<source>Import runs from files…</source>
<translation>从文件导入运行…</translation>
</message>
<message>
<source>Keys</source>
<translation>快捷键</translation>
</message>
<message>
<source>Light theme</source>
<translation>浅色主题</translation>
</message>
<message>
<source>Mini view</source>
<translation>迷你视图</translation>
</message>
<message>
<source>Set up…</source>
<translation>设置…</translation>
</message>
<message>
<source>The queue is deleted; the runs it has made stay.</source>
<translation>队列已删除；它完成的运行保留。</translation>
</message>
<message>
<source>The recording “{0}”</source>
<translation>记录“{0}”</translation>
</message>
<message>
<source>The theme cannot be kept: {0} cannot be written. It lasts until the window closes.</source>
<translation>主题无法保存：{0} 无法写入。它只在窗口关闭前有效。</translation>
</message>
<message>
<source>The window crashed last time it was open; runs were not affected.</source>
<translation>上次打开的窗口崩溃了；运行不受影响。</translation>
</message>
<message>
<source>This desktop shows no notifications: alerts appear in this window only, and run the command.</source>
<translation>此桌面无法显示通知：警报只出现在本窗口中，并运行所设的命令。</translation>
</message>
<message>
<source>This machine</source>
<translation>本机</translation>
</message>
<message>
<source>Undo</source>
<translation>撤销</translation>
</message>
<message>
<source>Workloads need PyTorch, which was not found here. Commands of yours are recorded without it.</source>
<translation>负载需要 PyTorch，而这里没有找到。你自己的命令不需要它也能记录。</translation>
</message>
<message>
<source>keyboard shortcuts help</source>
<translation>键盘 快捷键 帮助 keyboard shortcuts help</translation>
</message>
<message>
<source>open a bundle</source>
<translation>打开 运行包 open a bundle</translation>
</message>
<message>
<source>small window on top</source>
<translation>小窗口 置顶 small window on top</translation>
</message>
<message>
<source>{0} ({1} so far)</source>
<translation>{0}（目前 {1} 次）</translation>
</message>
</context>
<context>
<name>SettingsPage</name>
<message>
<source>About</source>
<translation>关于</translation>
</message>
<message>
<source>Additional sensors</source>
<translation>附加传感器</translation>
</message>
<message>
<source>Appearance</source>
<translation>外观</translation>
</message>
<message>
<source>As the desktop</source>
<translation>与桌面一致</translation>
</message>
<message>
<source>Dark</source>
<translation>深色</translation>
</message>
<message>
<source>Follow the system</source>
<translation>跟随系统</translation>
</message>
<message>
<source>GPUSCOPE_HOME sets another folder; --store another store.</source>
<translation>GPUSCOPE_HOME 指定另一文件夹；--store 指定另一存储。</translation>
</message>
<message>
<source>Keys</source>
<translation>快捷键</translation>
</message>
<message>
<source>Language</source>
<translation>语言</translation>
</message>
<message>
<source>Light</source>
<translation>浅色</translation>
</message>
<message>
<source>Log of faults</source>
<translation>错误日志</translation>
</message>
<message>
<source>MIT license. Inter and Noto Sans CJK under the SIL Open Font License, DejaVu Sans under its own.</source>
<translation>MIT 许可证。Inter 与 Noto Sans CJK 采用 SIL 开放字体许可证，DejaVu Sans 采用其自有许可证。</translation>
</message>
<message>
<source>None: only the hardware of this machine is read.</source>
<translation>无：只读取本机硬件。</translation>
</message>
<message>
<source>Open the folder</source>
<translation>打开文件夹</translation>
</message>
<message>
<source>Read in every run and on the Machine page, labelled wherever they appear. On the command line: {0}.</source>
<translation>在每次运行和“整机”页中读取，无论出现在哪里都会标明。命令行：{0}。</translation>
</message>
<message>
<source>Reduce motion: no animations, and a race waits for Play</source>
<translation>减少动态效果：没有动画，竞速须按“播放”才开始</translation>
</message>
<message>
<source>Runs</source>
<translation>运行</translation>
</message>
<message>
<source>Settings</source>
<translation>设置</translation>
</message>
<message>
<source>Text size</source>
<translation>文字大小</translation>
</message>
<message>
<source>Text size and motion change when gpuscope is started again.</source>
<translation>文字大小与动态效果在重新启动 gpuscope 后生效。</translation>
</message>
<message>
<source>Text size of the desktop</source>
<translation>文字大小与桌面一致</translation>
</message>
<message>
<source>Text size {0}</source>
<translation>文字大小 {0}</translation>
</message>
<message>
<source>Theme</source>
<translation>主题</translation>
</message>
<message>
<source>They are the only ones that are read now.</source>
<translation>目前读取的只有这些传感器。</translation>
</message>
<message>
<source>Where things are kept</source>
<translation>各项内容的存放位置</translation>
</message>
</context>
<context>
<name>SeveralBox</name>
<message>
<source>none</source>
<translation>无</translation>
</message>
</context>
<context>
<name>SeveralEditor</name>
<message>
<source>What changes how the run computes. The list explains each, and why some do not fit.</source>
<translation>改变运行计算方式的项目。列表解释每一项，以及某些为何不适用。</translation>
</message>
</context>
<context>
<name>SpecDraft</name>
<message>
<source>Close it, or put a backslash before it.</source>
<translation>请补上，或在其前加反斜杠。</translation>
</message>
<message>
<source>Pass long lists in a file.</source>
<translation>请通过文件传递长列表。</translation>
</message>
<message>
<source>Pass long texts in a file.</source>
<translation>请通过文件传递长文本。</translation>
</message>
<message>
<source>a quotation mark is not closed, or nothing follows a backslash</source>
<translation>引号或反斜杠没有配对</translation>
</message>
<message>
<source>an argument is longer than the system allows</source>
<translation>某个参数超出系统允许的长度</translation>
</message>
<message>
<source>the command is too long or holds a NUL character</source>
<translation>命令太长或含有 NUL 字符</translation>
</message>
</context>
<context>
<name>SpecEditors</name>
<message>
<source>A program of your own; it is recorded from its start to its end.</source>
<translation>你自己的任意程序；从开始到结束都会被记录。</translation>
</message>
<message>
<source>Chain to deployment</source>
<translation>部署链</translation>
</message>
<message>
<source>Choose another preset.</source>
<translation>请选择另一个预设。</translation>
</message>
<message>
<source>Folder</source>
<translation>文件夹</translation>
</message>
<message>
<source>Identifies the run in lists.</source>
<translation>运行的名称；用于在列表中区分。</translation>
</message>
<message>
<source>Idle baseline, s</source>
<translation>空闲基线，秒</translation>
</message>
<message>
<source>Interpreter</source>
<translation>解释器</translation>
</message>
<message>
<source>My own command</source>
<translation>我的命令</translation>
</message>
<message>
<source>Name</source>
<translation>名称</translation>
</message>
<message>
<source>Not for this run</source>
<translation>不适用于此运行</translation>
</message>
<message>
<source>One run for each stage from the trained model to the deployed one: compressed, quantized, exported to each engine; all with one tag, for comparison. The chosen optimizations, if any, are the compression.</source>
<translation>从训练好的模型到部署的模型，每个阶段一次运行：压缩、量化、导出到各引擎；全部使用同一标签，以便比较。若选择了优化，它们即为压缩方式。</translation>
</message>
<message>
<source>Records idle power for this long after the run, {0} to {1} s, for the energy above idle. Empty: off.</source>
<translation>运行结束后再记录这么久的空闲功率，{0} 到 {1} 秒：由此得出高于空闲的能耗。留空：不记录。</translation>
</message>
<message>
<source>Runs the script instead of the python that the command begins with: that of a virtual environment, for example.</source>
<translation>用它代替命令开头的 python 来运行脚本：例如某个虚拟环境的解释器。</translation>
</message>
<message>
<source>Working folder of the command: its relative paths start here.</source>
<translation>命令在何处运行：其中的路径以及它写出的文件都以此为准。</translation>
</message>
<message>
<source>Workload</source>
<translation>负载</translation>
</message>
<message>
<source>Yours</source>
<translation>自定义</translation>
</message>
<message>
<source>as detected or reported</source>
<translation>自动检测或由程序报告</translation>
</message>
<message>
<source>as the command says</source>
<translation>按命令所写</translation>
</message>
<message>
<source>automatic</source>
<translation>自动</translation>
</message>
<message>
<source>derived from the settings</source>
<translation>根据运行内容生成</translation>
</message>
<message>
<source>none</source>
<translation>无</translation>
</message>
<message>
<source>scikit-learn's digits</source>
<translation>scikit-learn 的手写数字</translation>
</message>
<message>
<source>such as OMP_NUM_THREADS=4</source>
<translation>例如 OMP_NUM_THREADS=4</translation>
</message>
<message>
<source>there is no workload {0} in this version</source>
<translation>此版本没有负载 {0}</translation>
</message>
</context>
<context>
<name>SpecForm</name>
<message>
<source>Changes apply to the next run.</source>
<translation>更改用于下一次运行。</translation>
</message>
<message>
<source>Correct {0} and {1} more first.</source>
<translation>请先更正“{0}”及另外 {1} 项。</translation>
</message>
<message>
<source>Correct {0} first.</source>
<translation>请先更正“{0}”。</translation>
</message>
<message>
<source>Fewer settings</source>
<translation>收起设置</translation>
</message>
<message>
<source>Its device is used by a run of another store: the next run starts after that one.</source>
<translation>其设备正被另一个存储的运行占用：下一次运行将在其结束后开始。</translation>
</message>
<message>
<source>More settings</source>
<translation>更多设置</translation>
</message>
<message>
<source>The next run starts after the live one, since two at once slow each other down.</source>
<translation>将在当前运行结束后开始：两个运行同时进行会互相拖慢。</translation>
</message>
<message>
<source>Type the command to run.</source>
<translation>请输入要运行的命令。</translation>
</message>
</context>
<context>
<name>StartFoot</name>
<message>
<source>Ctrl+Enter</source>
<translation>Ctrl+Enter</translation>
</message>
<message>
<source>Run variants of it in turns, and show what differs measurably</source>
<translation>轮流运行其变体，并指出可测的差异</translation>
</message>
<message>
<source>Start</source>
<translation>开始</translation>
</message>
<message>
<source>Start after it</source>
<translation>排队开始</translation>
</message>
<message>
<source>Starting …</source>
<translation>正在启动…</translation>
</message>
<message>
<source>Vary…</source>
<translation>变参对比…</translation>
</message>
<message>
<source>Waits until its device is free (Ctrl+Enter)</source>
<translation>等到设备空闲（Ctrl+Enter）</translation>
</message>
</context>
<context>
<name>StartOffers</name>
<message>
<source>Record a program that is running…</source>
<translation>记录正在运行的程序…</translation>
</message>
</context>
<context>
<name>StartSettings</name>
<message>
<source>It has imported PyTorch already, so the first step comes half a second after the click instead of three. It starts only while nothing runs, takes no processor time, and ends on battery power, when less than 4 GiB of memory are free, and with the window. A ladder prepares such processes for its runs.</source>
<translation>它已导入 PyTorch，因此点击后半秒即到第一步，而不是三秒。它只在没有运行时启动，不占用处理器时间；使用电池、可用内存不足 4 GiB 或关闭窗口时会结束。阶梯也会为其各次运行准备这样的进程。</translation>
</message>
<message>
<source>Keep a process ready for the next run</source>
<translation>为下一次运行保持一个进程就绪</translation>
</message>
<message>
<source>None is ready now.</source>
<translation>目前没有就绪的进程。</translation>
</message>
<message>
<source>Notify on the desktop when a run ends while this window is not in front</source>
<translation>本窗口不在前台时，在桌面上通知运行结束</translation>
</message>
<message>
<source>Ready now; it takes {0} of memory.</source>
<translation>已就绪；占用 {0} 内存。</translation>
</message>
<message>
<source>Start and end of a run</source>
<translation>运行的启动与结束</translation>
</message>
</context>
<context>
<name>StateChips</name>
<message>
<source>Any state</source>
<translation>所有状态</translation>
</message>
</context>
<context>
<name>StepWords</name>
<message>
<source>step {0}</source>
<translation>第 {0} 步</translation>
</message>
<message>
<source>warm-up step {0}</source>
<translation>预热第 {0} 步</translation>
</message>
</context>
<context>
<name>StoreBar</name>
<message>
<source>Bring it back</source>
<translation>恢复它</translation>
</message>
<message>
<source>Bring them back</source>
<translation>恢复它们</translation>
</message>
<message>
<source>Free the space</source>
<translation>释放空间</translation>
</message>
<message>
<source>Remove for good…</source>
<translation>彻底删除…</translation>
</message>
<message>
<source>Thin out…</source>
<translation>清理…</translation>
</message>
<message>
<source>{0} can be freed</source>
<translation>可释放 {0}</translation>
</message>
<message>
<source>{0} deleted</source>
<translation>已删除 {0} 个</translation>
</message>
<message>
<source>{0} on disk</source>
<translation>占用磁盘 {0}</translation>
</message>
</context>
<context>
<name>StripLabel</name>
<message>
<source>{count} more</source>
<translation>另外 {count} 个</translation>
</message>
</context>
<context>
<name>StripStack</name>
<message>
<source>Charts</source>
<translation>图表</translation>
</message>
</context>
<context>
<name>StripValues</name>
<message>
<source>The last readings of the run, not its means.</source>
<translation>运行的最后读数，不是平均值。</translation>
</message>
<message>
<source>from {place}</source>
<translation>来自 {place}</translation>
</message>
<message>
<source>last</source>
<translation>最后值</translation>
</message>
<message>
<source>{0} more</source>
<translation>另 {0} 项</translation>
</message>
</context>
<context>
<name>StripView</name>
<message>
<source>Charts of the readings</source>
<translation>读数图表</translation>
</message>
<message>
<source>measured step</source>
<translation>测量步</translation>
</message>
<message>
<source>step</source>
<translation>步</translation>
</message>
<message>
<source>steps</source>
<translation>步</translation>
</message>
</context>
<context>
<name>SweepBoard</name>
<message>
<source> and </source>
<translation>，</translation>
</message>
<message>
<source>A click on a cell opens its run.</source>
<translation>点击某格可打开其运行。</translation>
</message>
<message>
<source>A click on a point opens its run.</source>
<translation>点击某点可打开其运行。</translation>
</message>
<message>
<source>How does {0} change with {1}?</source>
<translation>{0} 如何随 {1} 变化？</translation>
</message>
<message>
<source>It follows from the first measured cells.</source>
<translation>由首批测得的格得出。</translation>
</message>
<message>
<source>Measure the rest</source>
<translation>测量其余部分</translation>
</message>
<message>
<source>Of {0}.</source>
<translation>针对{0}。</translation>
</message>
<message>
<source>Of {0}; energy was not measured.</source>
<translation>针对{0}；没有测得能耗。</translation>
</message>
<message>
<source>Pareto front</source>
<translation>帕累托前沿</translation>
</message>
<message>
<source>The same as curves, from the first measured cells on.</source>
<translation>以曲线表示的同样内容，从首批测得的格开始。</translation>
</message>
<message>
<source>and {0} more, in the report</source>
<translation>另外 {0} 个见报告</translation>
</message>
</context>
<context>
<name>SweepExport</name>
<message>
<source>CSV table of the cells (*.csv)</source>
<translation>各格的 CSV 表格 (*.csv)</translation>
</message>
<message>
<source>Drawing (*.svg)</source>
<translation>矢量图 (*.svg)</translation>
</message>
<message>
<source>JSON document (*.json)</source>
<translation>JSON 文档 (*.json)</translation>
</message>
<message>
<source>Name one that ends in .pdf, .csv, .png, .svg or .json.</source>
<translation>请使用以 .pdf、.csv、.png、.svg 或 .json 结尾的文件名。</translation>
</message>
<message>
<source>PDF report (*.pdf)</source>
<translation>PDF 报告 (*.pdf)</translation>
</message>
<message>
<source>Picture (*.png)</source>
<translation>图片 (*.png)</translation>
</message>
<message>
<source>Save the sweep</source>
<translation>保存扫描</translation>
</message>
<message>
<source>{0} is not a file type for sweeps</source>
<translation>{0} 不是扫描可写入的文件类型</translation>
</message>
</context>
<context>
<name>SweepPage</name>
<message>
<source>New sweep</source>
<translation>新的扫描</translation>
</message>
<message>
<source>Start anyway</source>
<translation>仍然开始</translation>
</message>
<message>
<source>cell</source>
<translation>格</translation>
</message>
<message>
<source>cell {0} of {1}</source>
<translation>第 {0} 格，共 {1} 格</translation>
</message>
<message>
<source>cells</source>
<translation>格</translation>
</message>
<message>
<source>run</source>
<translation>次运行</translation>
</message>
<message>
<source>runs</source>
<translation>次运行</translation>
</message>
<message>
<source>sweep</source>
<translation>扫描</translation>
</message>
<message>
<source>{0} would take about {1}.</source>
<translation>{0}约需 {1}。</translation>
</message>
</context>
<context>
<name>SweepSetup</name>
<message>
<source>1..1024 doubles, 1..1024:x4 multiplies by four, 1,8,64 and fp32,bf16 are lists.</source>
<translation>1..1024 逐次加倍，1..1024:x4 逐次乘四，1,8,64 和 fp32,bf16 为列表。</translation>
</message>
<message>
<source>A short run for each value of one setting, or each pair of values of two, up to where memory ends; the whole range is covered early, so that you can stop at any time.</source>
<translation>对一项设置的每个取值，或两项设置的每对取值各做一次短运行，直到内存用尽；很早就会覆盖整个范围，因此可以随时停止。</translation>
</message>
<message>
<source>A time, such as 90s, 10min or 1h.</source>
<translation>时间，例如 90s、10min 或 1h。</translation>
</message>
<message>
<source>Budget</source>
<translation>预算</translation>
</message>
<message>
<source>Earlier sweeps</source>
<translation>以前的扫描</translation>
</message>
<message>
<source>First axis</source>
<translation>第一轴</translation>
</message>
<message>
<source>Second axis</source>
<translation>第二轴</translation>
</message>
<message>
<source>Values</source>
<translation>取值</translation>
</message>
<message>
<source>Values of the {0}</source>
<translation>{0} 的取值</translation>
</message>
<message>
<source>Where does a larger batch stop paying off?</source>
<translation>批大小增大到多少就不再划算？</translation>
</message>
<message>
<source>none</source>
<translation>无</translation>
</message>
<message>
<source>none, or a time such as 10min</source>
<translation>无，或一段时间，例如 10min</translation>
</message>
</context>
<context>
<name>Table</name>
<message>
<source>{0} of {1}</source>
<translation>{0} / {1}</translation>
</message>
</context>
<context>
<name>TagsDialog</name>
<message>
<source>A tag is one word.</source>
<translation>每个标签是一个词，不含空格。</translation>
</message>
<message>
<source>Keep the tags</source>
<translation>保存标签</translation>
</message>
<message>
<source>New tags</source>
<translation>新标签</translation>
</message>
<message>
<source>New tags, with spaces between them</source>
<translation>新标签，以空格分隔</translation>
</message>
<message>
<source>Tags</source>
<translation>标签</translation>
</message>
<message>
<source>Tags of the run</source>
<translation>运行的标签</translation>
</message>
<message>
<source>Tags of {0} runs</source>
<translation>{0} 个运行的标签</translation>
</message>
<message>
<source>{0}  (on {1} of {2})</source>
<translation>{0}（{2} 个中的 {1} 个）</translation>
</message>
</context>
<context>
<name>ThinOutDialog</name>
<message>
<source>Delete</source>
<translation>删除</translation>
</message>
<message>
<source>Delete one run</source>
<translation>删除 1 个运行</translation>
</message>
<message>
<source>Delete the runs that match all of these:</source>
<translation>删除满足以下所有条件的运行：</translation>
</message>
<message>
<source>Delete {0} runs</source>
<translation>删除 {0} 个运行</translation>
</message>
<message>
<source>Live runs are kept. Deleted runs can be restored until they are removed for good; only that frees space.</source>
<translation>正在进行的运行会保留。已删除的运行在彻底删除之前都可以恢复；只有彻底删除才会释放空间。</translation>
</message>
<message>
<source>Months</source>
<translation>月</translation>
</message>
<message>
<source>Thin out runs</source>
<translation>清理运行</translation>
</message>
<message>
<source>failed, stopped or interrupted</source>
<translation>失败、已停止或中断的</translation>
</message>
<message>
<source>months</source>
<translation>个月</translation>
</message>
<message>
<source>older than</source>
<translation>早于</translation>
</message>
<message>
<source>without a tag or a note</source>
<translation>没有标签或备注的</translation>
</message>
<message>
<source>{0} of {1} runs</source>
<translation>符合条件的 {0} 个，共 {1} 个运行</translation>
</message>
<message>
<source>{0}, about {1}</source>
<translation>{0}，约 {1}</translation>
</message>
</context>
<context>
<name>Throttling</name>
<message>
<source>hardware slowdown</source>
<translation>硬件降频</translation>
</message>
<message>
<source>power brake</source>
<translation>电源制动</translation>
</message>
<message>
<source>power cap</source>
<translation>功率上限</translation>
</message>
<message>
<source>sync boost</source>
<translation>同步加速</translation>
</message>
<message>
<source>thermal slowdown</source>
<translation>过热降频</translation>
</message>
</context>
<context>
<name>TimeBar</name>
<message>
<source>Device time</source>
<translation>设备时间</translation>
</message>
</context>
<context>
<name>TimelinePane</name>
<message>
<source>Computing the timeline …</source>
<translation>正在计算时间线…</translation>
</message>
<message>
<source>Next match (F3)</source>
<translation>下一个匹配（F3）</translation>
</message>
<message>
<source>Phases</source>
<translation>各阶段</translation>
</message>
<message>
<source>Previous match (Shift+F3)</source>
<translation>上一个匹配（Shift+F3）</translation>
</message>
<message>
<source>Run</source>
<translation>运行</translation>
</message>
<message>
<source>Save for Perfetto…</source>
<translation>保存供 Perfetto 使用…</translation>
</message>
<message>
<source>Save the trace with the run's readings as counters in it, for ui.perfetto.dev (Ctrl+E)</source>
<translation>保存 trace，并把该运行的读数作为计数器写入其中，供 ui.perfetto.dev 打开（Ctrl+E）</translation>
</message>
<message>
<source>Search</source>
<translation>搜索</translation>
</message>
<message>
<source>Show in Kernels</source>
<translation>在“核函数”中显示</translation>
</message>
<message>
<source>Show in Operators</source>
<translation>在“算子”中显示</translation>
</message>
<message>
<source>{0} found</source>
<translation>找到 {0} 个</translation>
</message>
</context>
<context>
<name>TorchDialog</name>
<message>
<source>A Python that has PyTorch</source>
<translation>装有 PyTorch 的 Python</translation>
</message>
<message>
<source>Install</source>
<translation>安装</translation>
</message>
<message>
<source>Installing … {0} s</source>
<translation>正在安装… {0} 秒</translation>
</message>
<message>
<source>Looking for it …</source>
<translation>正在查找…</translation>
</message>
<message>
<source>None was found. Commands of yours are recorded without it.</source>
<translation>没有找到。你自己的命令不需要它也能记录。</translation>
</message>
<message>
<source>PyTorch {0} is used, of {1}.</source>
<translation>使用 {1} 的 PyTorch {0}。</translation>
</message>
<message>
<source>Use another Python…</source>
<translation>使用另一个 Python…</translation>
</message>
<message>
<source>Workloads need PyTorch</source>
<translation>负载需要 PyTorch</translation>
</message>
<message>
<source>begins</source>
<translation>开始</translation>
</message>
<message>
<source>{0}: {1}, into {2}</source>
<translation>{0}：{1}，安装到 {2}</translation>
</message>
</context>
<context>
<name>TraceCard</name>
<message>
<source>After its launch</source>
<translation>距其启动</translation>
</message>
<message>
<source>Another stream of the device was busy.</source>
<translation>该设备的另一个流正在工作。</translation>
</message>
<message>
<source>Block</source>
<translation>线程块（Block）</translation>
</message>
<message>
<source>Duration</source>
<translation>时长</translation>
</message>
<message>
<source>Estimated occupancy</source>
<translation>估计占用率</translation>
</message>
<message>
<source>GPU {0}</source>
<translation>GPU {0}</translation>
</message>
<message>
<source>GPU {0}, {1}</source>
<translation>GPU {0}，{1}</translation>
</message>
<message>
<source>Grid</source>
<translation>网格（Grid）</translation>
</message>
<message>
<source>Kernels and copies</source>
<translation>核函数与拷贝</translation>
</message>
<message>
<source>Kind</source>
<translation>种类</translation>
</message>
<message>
<source>Modules</source>
<translation>模块</translation>
</message>
<message>
<source>Moved</source>
<translation>搬运量</translation>
</message>
<message>
<source>No host activity was recorded then.</source>
<translation>没有记录到主机端当时的活动。</translation>
</message>
<message>
<source>Operations</source>
<translation>运算量</translation>
</message>
<message>
<source>Operator</source>
<translation>算子</translation>
</message>
<message>
<source>Operators</source>
<translation>算子</translation>
</message>
<message>
<source>Other</source>
<translation>其他</translation>
</message>
<message>
<source>Python</source>
<translation>Python</translation>
</message>
<message>
<source>Python functions</source>
<translation>Python 函数</translation>
</message>
<message>
<source>Ranges</source>
<translation>区段</translation>
</message>
<message>
<source>Rate</source>
<translation>速率</translation>
</message>
<message>
<source>Registers per thread</source>
<translation>每线程寄存器</translation>
</message>
<message>
<source>Shapes</source>
<translation>形状</translation>
</message>
<message>
<source>Shared memory</source>
<translation>共享内存</translation>
</message>
<message>
<source>Start</source>
<translation>开始</translation>
</message>
<message>
<source>Steps</source>
<translation>各步</translation>
</message>
<message>
<source>Stream</source>
<translation>流</translation>
</message>
<message>
<source>The device waited {0}</source>
<translation>设备等待了 {0}</translation>
</message>
<message>
<source>The host was in</source>
<translation>主机端当时在</translation>
</message>
<message>
<source>This stream waited {0}</source>
<translation>此流等待了 {0}</translation>
</message>
<message>
<source>Thread {0}</source>
<translation>线程 {0}</translation>
</message>
<message>
<source>Thread {0} ({1})</source>
<translation>线程 {0}（{1}）</translation>
</message>
<message>
<source>Waits</source>
<translation>等待</translation>
</message>
<message>
<source>for</source>
<translation>持续</translation>
</message>
<message>
<source>modules</source>
<translation>模块</translation>
</message>
<message>
<source>runtime calls</source>
<translation>运行时调用</translation>
</message>
<message>
<source>stream {0}</source>
<translation>流 {0}</translation>
</message>
<message>
<source>waiting for the device</source>
<translation>等待设备</translation>
</message>
</context>
<context>
<name>TraceTable</name>
<message>
<source>Duration, µs</source>
<translation>时长，µs</translation>
</message>
<message>
<source>Held by the allocator, MiB</source>
<translation>由分配器持有，MiB</translation>
</message>
<message>
<source>In use, MiB</source>
<translation>使用中，MiB</translation>
</message>
<message>
<source>Lane</source>
<translation>轨道</translation>
</message>
<message>
<source>Name</source>
<translation>名称</translation>
</message>
<message>
<source>Others</source>
<translation>其他</translation>
</message>
<message>
<source>Start, µs</source>
<translation>开始，µs</translation>
</message>
<message>
<source>Time, µs</source>
<translation>时间，µs</translation>
</message>
</context>
<context>
<name>TraceTimeline</name>
<message>
<source>Measured: {0}. Escape ends measuring.</source>
<translation>已测量：{0}。按 Esc 结束测量。</translation>
</message>
<message>
<source>No trace is open.</source>
<translation>尚未打开 trace。</translation>
</message>
<message>
<source>The trace has no events with a duration.</source>
<translation>该 trace 中没有持续一段时间的内容。</translation>
</message>
<message>
<source>Timeline</source>
<translation>时间线</translation>
</message>
<message>
<source>W and S zoom, A and D move, the arrow keys go from slice to slice, Return zooms to it, Home shows all.</source>
<translation>W 和 S 缩放，A 和 D 移动，方向键在片段间移动，Enter 放大到该片段，Home 显示全部。</translation>
</message>
</context>
<context>
<name>Tray</name>
<message>
<source>Mini view</source>
<translation>迷你视图</translation>
</message>
<message>
<source>Show the window</source>
<translation>显示窗口</translation>
</message>
<message>
<source>Stop the recording “{0}”</source>
<translation>停止记录“{0}”</translation>
</message>
<message>
<source>Stop the run</source>
<translation>停止该运行</translation>
</message>
<message>
<source>Stop {0}</source>
<translation>停止 {0}</translation>
</message>
<message>
<source>{0} after {1}</source>
<translation>{0}，共 {1}</translation>
</message>
<message>
<source>{0} is running</source>
<translation>{0} 正在运行</translation>
</message>
</context>
<context>
<name>TypedNumber</name>
<message>
<source>Type it without the comma, or with a decimal point.</source>
<translation>请去掉逗号，或使用小数点。</translation>
</message>
<message>
<source>{0} may be {1} or {2}</source>
<translation>{0} 有 {1} 与 {2} 两种读法</translation>
</message>
</context>
<context>
<name>ValueChoice</name>
<message>
<source>Cancel</source>
<translation>取消</translation>
</message>
<message>
<source>Choose values</source>
<translation>选择值</translation>
</message>
<message>
<source>Draw</source>
<translation>绘制</translation>
</message>
<message>
<source>Filter</source>
<translation>筛选</translation>
</message>
<message>
<source>Filter of the values</source>
<translation>筛选值</translation>
</message>
<message>
<source>Logged values</source>
<translation>记录的值</translation>
</message>
<message>
<source>{0} chosen</source>
<translation>已选 {0} 项</translation>
</message>
<message>
<source>{0} chosen, at most {1}</source>
<translation>已选 {0} 项，最多 {1} 项</translation>
</message>
</context>
<context>
<name>VaryDialog</name>
<message>
<source>Choose a value in addition to the baseline.</source>
<translation>请在基线之外再选一个值。</translation>
</message>
<message>
<source>For example: 2</source>
<translation>例如：2</translation>
</message>
<message>
<source>It goes on from there until the intervals are that narrow, at most {0} runs of each</source>
<translation>此后继续进行，直到区间足够窄，各最多 {0} 次运行</translation>
</message>
<message>
<source>Precision in percent</source>
<translation>精度（百分比）</translation>
</message>
<message>
<source>Runs of each</source>
<translation>各运行次数</translation>
</message>
<message>
<source>Start</source>
<translation>开始</translation>
</message>
<message>
<source>Until ±</source>
<translation>直到 ±</translation>
</message>
<message>
<source>Values, the baseline first, with commas between them</source>
<translation>各个取值，基线在前，以逗号分隔</translation>
</message>
<message>
<source>Vary {0}</source>
<translation>{0}：变参对比</translation>
</message>
<message>
<source>Warm up until steady, at most 60 s per run</source>
<translation>预热到稳定，每次运行最多 60 秒</translation>
</message>
<message>
<source>What to vary</source>
<translation>变化哪个参数</translation>
</message>
<message>
<source>none</source>
<translation>无</translation>
</message>
<message>
<source>runs of each: from 1 to {0}</source>
<translation>各运行次数：1 到 {0}</translation>
</message>
<message>
<source>the precision is not between 0.01 % and 50 %</source>
<translation>精度不在 0.01 % 到 50 % 之间</translation>
</message>
<message>
<source>{0} (baseline)</source>
<translation>{0}（基线）</translation>
</message>
<message>
<source>{0} are enough for a claim.</source>
<translation>{0} 次足以下结论。</translation>
</message>
</context>
<context>
<name>ViewBar</name>
<message>
<source>10 s</source>
<translation>10 秒</translation>
</message>
<message>
<source>5 min</source>
<translation>5 分钟</translation>
</message>
<message>
<source>60 s</source>
<translation>60 秒</translation>
</message>
<message>
<source>Choose which of the logged values are drawn</source>
<translation>选择绘制哪些记录的值</translation>
</message>
<message>
<source>Copy what to do about it</source>
<translation>复制解决方法</translation>
</message>
<message>
<source>Copy: {0}</source>
<translation>复制：{0}</translation>
</message>
<message>
<source>Curves</source>
<translation>曲线</translation>
</message>
<message>
<source>Follow</source>
<translation>跟随</translation>
</message>
<message>
<source>Freeze the curves, or follow the newest readings (Space)</source>
<translation>停住曲线，或跟随最新读数（空格）</translation>
</message>
<message>
<source>Pause</source>
<translation>暂停</translation>
</message>
<message>
<source>Steps</source>
<translation>步数</translation>
</message>
<message>
<source>Time</source>
<translation>时间</translation>
</message>
<message>
<source>{0} of {1} logged values…</source>
<translation>{1} 个记录值中的 {0} 个…</translation>
</message>
</context>
<context>
<name>WaterfallView</name>
<message>
<source>What each rung gained</source>
<translation>各级带来的收益</translation>
</message>
</context>
<context>
<name>WhyCard</name>
<message>
<source>There is nothing to try from here. {0}</source>
<translation>此处没有可尝试的。{0}</translation>
</message>
<message>
<source>To try next, besides {0}:</source>
<translation>除 {0} 外接下来可尝试：</translation>
</message>
<message>
<source>Why, and what next</source>
<translation>原因与下一步</translation>
</message>
</context>
<context>
<name>Worker</name>
<message>
<source>Please report it; the traceback is in gpuscope.log.</source>
<translation>请报告它；回溯信息在 gpuscope.log 中。</translation>
</message>
<message>
<source>this is a bug of gpuscope: {0}: {1}</source>
<translation>这是 gpuscope 的缺陷：{0}：{1}</translation>
</message>
</context>
<context>
<name>WrappedLabel</name>
<message>
<source>Copy</source>
<translation>复制</translation>
</message>
</context>
<context>
<name>Engine</name>
<message>
<source>   processes by</source>
<translation>   进程，按</translation>
</message>
<message>
<source>  not here</source>
<translation>  此处不可用</translation>
</message>
<message>
<source> (--warmup-limit SECONDS shortens it)</source>
<translation>（--warmup-limit 秒数 可缩短）</translation>
</message>
<message>
<source> (MFU {0})</source>
<translation>（MFU {0}）</translation>
</message>
<message>
<source> (below it)</source>
<translation>（其下一级）</translation>
</message>
<message>
<source> (corrected p = </source>
<translation>（校正 p = </translation>
</message>
<message>
<source> (default {0})</source>
<translation>（默认 {0}）</translation>
</message>
<message>
<source> (gpuscope run {0})</source>
<translation>（gpuscope run {0}）</translation>
</message>
<message>
<source> (up to the line, with the start: {0})</source>
<translation>（到终点线为止，含启动：{0}）</translation>
</message>
<message>
<source> (up to the line: {0})</source>
<translation>（到终点线为止：{0}）</translation>
</message>
<message>
<source> ({0})</source>
<translation>（{0}）</translation>
</message>
<message>
<source> The first {0} groups are drawn.</source>
<translation> 绘制了前 {0} 组。</translation>
</message>
<message>
<source> The folder has the archive for Python, which is pickled and cannot be used.</source>
<translation> 该文件夹中的是 Python 用的归档，为 pickle 格式，无法使用。</translation>
</message>
<message>
<source> and </source>
<translation>，</translation>
</message>
<message>
<source> and {0} more</source>
<translation> 以及另外 {0} 个</translation>
</message>
<message>
<source> font-family="{0}" font-size="{1}" xml:space="preserve"</source>
<translation> font-family="{0}" font-size="{1}" xml:space="preserve"</translation>
</message>
<message>
<source> from {0}</source>
<translation>，来自 {0}</translation>
</message>
<message>
<source> in its timed steps</source>
<translation>（仅计时步）</translation>
</message>
<message>
<source> in {0}</source>
<translation>，用时 {0}</translation>
</message>
<message>
<source> of {0}</source>
<translation>（{0}）</translation>
</message>
<message>
<source> on request</source>
<translation> 按请求</translation>
</message>
<message>
<source> on {0}</source>
<translation>（{0}）</translation>
</message>
<message>
<source> stroke-dasharray="{0}" stroke-linecap="butt"</source>
<translation> stroke-dasharray="{0}" stroke-linecap="butt"</translation>
</message>
<message>
<source> with changes</source>
<translation> 带更改</translation>
</message>
<message>
<source> · groups {0}</source>
<translation> · 组 {0}</translation>
</message>
<message>
<source>"energy_unit" in {0} is neither "J" nor "Wh", so energy is shown in joules</source>
<translation>{0} 中的 "energy_unit" 既不是 "J" 也不是 "Wh"，因此能耗以焦耳显示</translation>
</message>
<message>
<source>"sensors" in {0} is not a list such as ["simulated"], so none is added</source>
<translation>{0} 中的“sensors”不是 ["simulated"] 之类的列表，因此不添加任何传感器</translation>
</message>
<message>
<source>"store" in {0} is not a URL such as sqlite:////folder/gpuscope.sqlite, so the default store is used</source>
<translation>{0} 中的“store”不是 sqlite:////folder/gpuscope.sqlite 之类的 URL，因此使用默认存储</translation>
</message>
<message>
<source>"torch_python" in {0} is not the path of a Python, so torch is looked for</source>
<translation>{0} 中的 "torch_python" 不是 Python 的路径，因此改为自动查找 torch</translation>
</message>
<message>
<source>"{0}" in {1} is neither true nor false, so it is taken as true</source>
<translation>{1} 中的“{0}”既不是 true 也不是 false，因此按 true 处理</translation>
</message>
<message>
<source>"{0}" in {1} is not {2}, so it is left out</source>
<translation>{1} 中的“{0}”不是{2}，因此被忽略</translation>
</message>
<message>
<source>#</source>
<translation>#</translation>
</message>
<message>
<source>'gpuscope --help' lists the verbs.</source>
<translation>“gpuscope --help”列出所有子命令。</translation>
</message>
<message>
<source>'gpuscope --page settings' opens the window there.</source>
<translation>“gpuscope --page settings”会打开窗口的该页。</translation>
</message>
<message>
<source>'gpuscope compare --json' lists the keys.</source>
<translation>“gpuscope compare --json”列出各键。</translation>
</message>
<message>
<source>'gpuscope demo' creates some; 'gpuscope run --help' says how.</source>
<translation>“gpuscope demo”会生成一些；“gpuscope run --help”说明如何运行。</translation>
</message>
<message>
<source>'gpuscope devices' lists what is measured.</source>
<translation>“gpuscope devices”列出所测量的内容。</translation>
</message>
<message>
<source>'gpuscope doctor --repair' sets it aside and salvages its runs.</source>
<translation>“gpuscope doctor --repair”会将其移置并抢救其中的运行。</translation>
</message>
<message>
<source>'gpuscope doctor' has the details.</source>
<translation>“gpuscope doctor”有更多说明。</translation>
</message>
<message>
<source>'gpuscope import' reads it as a run.</source>
<translation>“gpuscope import”可将其读作一次运行。</translation>
</message>
<message>
<source>'gpuscope import' reads it.</source>
<translation>“gpuscope import”可读取它。</translation>
</message>
<message>
<source>'gpuscope import' reads those of nvidia-smi and CodeCarbon; those of gpuscope are for other programs.</source>
<translation>“gpuscope import”可读取 nvidia-smi 和 CodeCarbon 的表格；gpuscope 的表格供其他程序使用。</translation>
</message>
<message>
<source>'gpuscope monitor' shows the machine.</source>
<translation>“gpuscope monitor”显示整机。</translation>
</message>
<message>
<source>'gpuscope plans {0}' lists its runs and their reasons.</source>
<translation>“gpuscope plans {0}”列出其运行及原因。</translation>
</message>
<message>
<source>'gpuscope plans {0}' lists its runs.</source>
<translation>“gpuscope plans {0}”列出其运行。</translation>
</message>
<message>
<source>'gpuscope plans {0}' lists them.</source>
<translation>“gpuscope plans {0}”列出它们。</translation>
</message>
<message>
<source>'gpuscope plans {0}' shows it with its runs.</source>
<translation>“gpuscope plans {0}”显示它及其运行。</translation>
</message>
<message>
<source>'gpuscope plans {0}' shows its progress.</source>
<translation>“gpuscope plans {0}”显示其进度。</translation>
</message>
<message>
<source>'gpuscope plans' lists it.</source>
<translation>“gpuscope plans”列出它。</translation>
</message>
<message>
<source>'gpuscope plans' lists them.</source>
<translation>“gpuscope plans”列出它们。</translation>
</message>
<message>
<source>'gpuscope profile' shows it.</source>
<translation>“gpuscope profile”可显示它。</translation>
</message>
<message>
<source>'gpuscope resume {0}' goes on</source>
<translation>“gpuscope resume {0}”可继续</translation>
</message>
<message>
<source>'gpuscope resume {0}' goes on with it</source>
<translation>“gpuscope resume {0}”可继续</translation>
</message>
<message>
<source>'gpuscope run --help' lists its arguments; a program comes after --: gpuscope run -- {0}</source>
<translation>“gpuscope run --help”列出其参数；程序写在 -- 之后：gpuscope run -- {0}</translation>
</message>
<message>
<source>'gpuscope run --help' lists its arguments; a run is tagged afterwards: gpuscope edit last --tag TAG</source>
<translation>“gpuscope run --help”列出其参数；运行结束后再加标签：gpuscope edit last --tag TAG</translation>
</message>
<message>
<source>'gpuscope runs --help' lists its arguments; for the runs with that value: gpuscope runs --filter {0}</source>
<translation>“gpuscope runs --help”列出其参数；列出具有该值的运行：gpuscope runs --filter {0}</translation>
</message>
<message>
<source>'gpuscope runs --help' lists its arguments; to search names, ids, tags and notes: gpuscope runs --filter {0}</source>
<translation>“gpuscope runs --help”列出其参数；搜索名称、ID、标签和备注：gpuscope runs --filter {0}</translation>
</message>
<message>
<source>'gpuscope runs' lists the runs with their tags.</source>
<translation>“gpuscope runs”列出各运行及其标签。</translation>
</message>
<message>
<source>'gpuscope runs' lists them.</source>
<translation>“gpuscope runs”列出它们。</translation>
</message>
<message>
<source>'gpuscope runs' lists them; 'last' is the newest.</source>
<translation>“gpuscope runs”列出它们；“last”是最新的。</translation>
</message>
<message>
<source>'gpuscope runs' shows whether the run has ended.</source>
<translation>“gpuscope runs”显示该运行是否已结束。</translation>
</message>
<message>
<source>'gpuscope show RUN' lists what was measured.</source>
<translation>“gpuscope show ‹运行›”列出所测内容。</translation>
</message>
<message>
<source>'gpuscope show {0}' says why.</source>
<translation>“gpuscope show {0}”说明原因。</translation>
</message>
<message>
<source>'gpuscope show {0}' shows its progress.</source>
<translation>“gpuscope show {0}”显示其进度。</translation>
</message>
<message>
<source>'gpuscope workloads' lists them all.</source>
<translation>“gpuscope workloads”列出全部。</translation>
</message>
<message>
<source>'gpuscope workloads' lists what can be run here.</source>
<translation>“gpuscope workloads”列出此处可运行的负载。</translation>
</message>
<message>
<source>'gpuscope workloads' lists what can be run.</source>
<translation>“gpuscope workloads”列出可运行的内容。</translation>
</message>
<message>
<source>'nsys export --type sqlite' and then nsys2json make a readable trace of it; or record with torch.profiler.</source>
<translation>先用“nsys export --type sqlite”，再用 nsys2json，可将它转换为可读的 trace；也可以用 torch.profiler 录制。</translation>
</message>
<message>
<source>'ps -ef' lists the processes.</source>
<translation>“ps -ef”列出进程。</translation>
</message>
<message>
<source>'run -- COMMAND' ends with the command's own code</source>
<translation>“run -- 命令”以该命令自身的退出码结束</translation>
</message>
<message>
<source>'{0} --help' lists its arguments.</source>
<translation>“{0} --help”列出其参数。</translation>
</message>
<message>
<source>('gpuscope VERB --help' lists a verb's arguments)</source>
<translation>（“gpuscope 子命令 --help”列出该子命令的参数）</translation>
</message>
<message>
<source>(before the capture)</source>
<translation>（采集之前）</translation>
</message>
<message>
<source>, </source>
<translation>，</translation>
</message>
<message>
<source>, and its command was ended with it</source>
<translation>，其命令也随之结束</translation>
</message>
<message>
<source>, at step {0}</source>
<translation>，在第 {0} 步</translation>
</message>
<message>
<source>, driver {0}</source>
<translation>，驱动 {0}</translation>
</message>
<message>
<source>, from the start of the process</source>
<translation>，自进程启动起计</translation>
</message>
<message>
<source>, listed on page {0}</source>
<translation>，列于第 {0} 页</translation>
</message>
<message>
<source>, measured for {0}</source>
<translation>，测量 {0}</translation>
</message>
<message>
<source>, of the student without a teacher {0}</source>
<translation>，没有教师的学生 {0}</translation>
</message>
<message>
<source>, on each of {0} ranks</source>
<translation>，在 {0} 个 rank 的每一个上</translation>
</message>
<message>
<source>, or --set size=N</source>
<translation>，或 --set size=N</translation>
</message>
<message>
<source>, rank {0}</source>
<translation>，rank {0}</translation>
</message>
<message>
<source>, recorded {0}</source>
<translation>，记录于 {0}</translation>
</message>
<message>
<source>, repeated</source>
<translation>，重复</translation>
</message>
<message>
<source>, within {0}</source>
<translation>，误差 {0}</translation>
</message>
<message>
<source>, {0} % of the time sampled</source>
<translation>，{0} % 的时间采样</translation>
</message>
<message>
<source>, {0} a sample</source>
<translation>，每样本 {0}</translation>
</message>
<message>
<source>, {0} of them failed</source>
<translation>，其中 {0} 个失败</translation>
</message>
<message>
<source>, {0} repeats each of it and of what lies below</source>
<translation>，该级及其下方各重复 {0} 次</translation>
</message>
<message>
<source>, {0} the baseline</source>
<translation>，基线的 {0}</translation>
</message>
<message>
<source>--again: {0} is not a number of an item</source>
<translation>--again：{0} 不是任何一项的编号</translation>
</message>
<message>
<source>--against sets traces against each other.</source>
<translation>--against 用于将 trace 相互对比。</translation>
</message>
<message>
<source>--against takes one trace on each side</source>
<translation>--against 两侧各取一个 trace</translation>
</message>
<message>
<source>--alert-command without a rule</source>
<translation>--alert-command 缺少规则</translation>
</message>
<message>
<source>--all shows {0}.</source>
<translation>--all 还显示 {0}。</translation>
</message>
<message>
<source>--baseline {0} is not a time of {1} s to {2} s</source>
<translation>--baseline {0} 不是 {1} 秒到 {2} 秒之间的时间</translation>
</message>
<message>
<source>--env is for a command</source>
<translation>--env 只用于命令</translation>
</message>
<message>
<source>--events cannot be combined with -o, --record or --json</source>
<translation>--events 不能与 -o、--record 或 --json 同时使用</translation>
</message>
<message>
<source>--fail-if {0} is no condition</source>
<translation>--fail-if {0} 不是条件</translation>
</message>
<message>
<source>--fail-if {0}: no run reports {1}</source>
<translation>--fail-if {0}：没有运行报告 {1}</translation>
</message>
<message>
<source>--filter: the key {0} is not known</source>
<translation>--filter：不认识键 {0}</translation>
</message>
<message>
<source>--filter: the state {0} is not known</source>
<translation>--filter：不认识状态 {0}</translation>
</message>
<message>
<source>--folder is for a command</source>
<translation>--folder 只用于命令</translation>
</message>
<message>
<source>--help lists the verbs.</source>
<translation>--help 列出所有子命令。</translation>
</message>
<message>
<source>--help lists verbs and options.</source>
<translation>--help 列出动词和选项。</translation>
</message>
<message>
<source>--limit {0} is less than 0</source>
<translation>--limit {0} 小于 0</translation>
</message>
<message>
<source>--output is for a comparison, and nothing varies</source>
<translation>--output 用于比较，而此处没有任何变化的设置</translation>
</message>
<message>
<source>--paper is for a .pdf file</source>
<translation>--paper 只用于 .pdf 文件</translation>
</message>
<message>
<source>--perfetto needs a run whose curves go into the trace</source>
<translation>--perfetto 需要一个运行，其曲线会写入 trace</translation>
</message>
<message>
<source>--perfetto takes one trace and nothing beside it</source>
<translation>--perfetto 只取一个 trace，不能再加其他内容</translation>
</message>
<message>
<source>--purge takes no run</source>
<translation>--purge 不接受运行</translation>
</message>
<message>
<source>--repeats {0} is not from 1 to {1}</source>
<translation>--repeats {0} 不在 1 到 {1} 之间</translation>
</message>
<message>
<source>--samples is larger than the number that any run has</source>
<translation>--samples 大于任何运行的样本数</translation>
</message>
<message>
<source>--samples must be at least 1</source>
<translation>--samples 至少为 1</translation>
</message>
<message>
<source>--samples-per-step is for a command</source>
<translation>--samples-per-step 只用于命令</translation>
</message>
<message>
<source>--seconds needs a finite number above 0</source>
<translation>--seconds 需要一个大于 0 的有限数</translation>
</message>
<message>
<source>--sections is for a .pdf or .html file</source>
<translation>--sections 只用于 .pdf 或 .html 文件</translation>
</message>
<message>
<source>--speed must be a number above 0</source>
<translation>--speed 必须是大于 0 的数</translation>
</message>
<message>
<source>--vary names one key twice</source>
<translation>--vary 两次指定了同一个键</translation>
</message>
<message>
<source>--vary {0} repeats a value</source>
<translation>--vary {0} 中有重复的值</translation>
</message>
<message>
<source>-o - and --json would both write to standard output</source>
<translation>-o - 和 --json 都会写到标准输出</translation>
</message>
<message>
<source>-o takes one trace</source>
<translation>-o 只取一个 trace</translation>
</message>
<message>
<source>.</source>
<translation>。</translation>
</message>
<message>
<source>/proc/PID/stat; of several processes by their shares (Pss)</source>
<translation>/proc/PID/stat；多个进程时按其份额（Pss）</translation>
</message>
<message>
<source>/proc/cpuinfo cpu MHz, mean over the cores</source>
<translation>/proc/cpuinfo 的 cpu MHz，各核心的平均值</translation>
</message>
<message>
<source>/proc/diskstats, physical disks</source>
<translation>/proc/diskstats，物理磁盘</translation>
</message>
<message>
<source>/proc/net/dev, all interfaces but loopback</source>
<translation>/proc/net/dev，除回环外的所有接口</translation>
</message>
<message>
<source>1 cell out of memory</source>
<translation>1 格内存不足</translation>
</message>
<message>
<source>1 s average</source>
<translation>1 秒平均</translation>
</message>
<message>
<source>1 slowed by heat or a fault was set aside.</source>
<translation>1 个因过热或故障变慢的运行未计入。</translation>
</message>
<message>
<source>1 to {0} devices can be simulated, not {1}</source>
<translation>可模拟 1 到 {0} 个设备，而不是 {1} 个</translation>
</message>
<message>
<source>1 to {0} steps can be profiled</source>
<translation>可以剖析 1 至 {0} 步</translation>
</message>
<message>
<source>2:4 sparsity</source>
<translation>2:4 稀疏</translation>
</message>
<message>
<source>95 % interval</source>
<translation>95 % 区间</translation>
</message>
<message>
<source>95 % of the measured steps took no longer.</source>
<translation>95 % 的测量步不超过此时间。</translation>
</message>
<message>
<source>99 % of the measured steps took no longer.</source>
<translation>99 % 的测量步不超过此时间。</translation>
</message>
<message>
<source>: </source>
<translation>：</translation>
</message>
<message>
<source>: {0} against {1}</source>
<translation>：{0} 对比 {1}</translation>
</message>
<message>
<source>; accuracy before {0}</source>
<translation>；之前的准确率 {0}</translation>
</message>
<message>
<source>; and likewise of {0}</source>
<translation>；{0} 同样如此</translation>
</message>
<message>
<source>; exit code {0}</source>
<translation>；退出码 {0}</translation>
</message>
<message>
<source>; its readings cover the last {0}</source>
<translation>；其读数覆盖最后 {0}</translation>
</message>
<message>
<source>; signal {0}</source>
<translation>；信号 {0}</translation>
</message>
<message>
<source>; the other ranks were ended</source>
<translation>；其他 rank 已被结束</translation>
</message>
<message>
<source>; {0} from its start to its end</source>
<translation>；从启动到结束 {0}</translation>
</message>
<message>
<source>&lt;!DOCTYPE html&gt;</source>
<translation>&lt;!DOCTYPE html&gt;</translation>
</message>
<message>
<source>A .json file holds everything of a run.</source>
<translation>.json 文件包含一个运行的全部内容。</translation>
</message>
<message>
<source>A .json or .csv file takes it: gpuscope export RUN -o FILE.json</source>
<translation>可导出为 .json 或 .csv 文件：gpuscope export RUN -o FILE.json</translation>
</message>
<message>
<source>A CPU has its data in main memory already; for a copy within it: gpuscope run copy.</source>
<translation>CPU 的数据本就在主内存中；要在其内部拷贝：gpuscope run copy。</translation>
</message>
<message>
<source>A built-in workload knows its samples: --batch-size N sets them.</source>
<translation>内置负载知道其样本数：由 --batch-size N 设定。</translation>
</message>
<message>
<source>A built-in workload reads and writes nothing in its working folder.</source>
<translation>内置负载不在其工作文件夹中读写任何内容。</translation>
</message>
<message>
<source>A bundle holds everything of its runs.</source>
<translation>运行包包含其各运行的全部内容。</translation>
</message>
<message>
<source>A group is better or worse where the interval leaves out 1, the p-value, corrected (Benjamini and Hochberg), is at most {0}, and the difference is greater than what the sensors alone may be off by (k = 2). Everything else is no measurable difference. P-values are corrected in two families over all groups: the main metrics (speed, energy, memory, accuracy) with {1} of the false discovery rate, and every other metric with the rest. A claim needs {2} repeats per side; what fewer show is marked “so far”, and a single one gets no verdict. Repeats that heat or a fault slowed are counted and set aside.</source>
<translation>当区间不含 1、校正后的 p 值（Benjamini 与 Hochberg）不超过 {0}，且差异大于仅由传感器可能造成的偏差（k = 2）时，该组更好或更差。其余均为无可测差异。p 值在所有组上按两类指标分别校正：比较所针对的指标（速度、能耗、内存、学习结果）占错误发现率的 {1}，其余指标占剩余部分。下结论需要每侧 {2} 次重复；不足时所显示的标明“目前”，单个重复没有结论。因过热或故障变慢的重复会计数并排除。</translation>
</message>
<message>
<source>A group of one run gets a ratio, not a verdict.</source>
<translation>只有一个运行的组得到比值而没有结论。</translation>
</message>
<message>
<source>A kernel out[i] = a · x[i] + y[i]</source>
<translation>核函数 out[i] = a · x[i] + y[i]</translation>
</message>
<message>
<source>A kernel out[i] = a · x[i] + y[i]. Bound by memory bandwidth, which is compared with the device's measured peak. The batch size is the number of passes per step.</source>
<translation>核函数 out[i] = a · x[i] + y[i]。受内存带宽限制，并与设备实测峰值对比。批大小为每步的遍数。</translation>
</message>
<message>
<source>A kernel out[i] = x[i] · x[i+1] + x[i+2] · x[i+3]</source>
<translation>核函数 out[i] = x[i] · x[i+1] + x[i+2] · x[i+3]</translation>
</message>
<message>
<source>A kernel out[i] = x[i] · x[i+1] + x[i+2] · x[i+3]. Bound by memory bandwidth, which is compared with the device's measured peak. The batch size is the number of passes per step.</source>
<translation>核函数 out[i] = x[i] · x[i+1] + x[i+2] · x[i+3]。受内存带宽限制，并与设备实测峰值对比。批大小为每步的遍数。</translation>
</message>
<message>
<source>A kernel out[i] = Σ matrix[i, j] · x[j]</source>
<translation>核函数 out[i] = Σ matrix[i, j] · x[j]</translation>
</message>
<message>
<source>A kernel out[i] = Σ matrix[i, j] · x[j]. Bound by memory bandwidth, which is compared with the device's measured peak. The batch size is the number of passes per step.</source>
<translation>核函数 out[i] = Σ matrix[i, j] · x[j]。受内存带宽限制，并与设备实测峰值对比。批大小为每步的遍数。</translation>
</message>
<message>
<source>A kernel Σ x[i] · y[i]</source>
<translation>核函数 Σ x[i] · y[i]</translation>
</message>
<message>
<source>A kernel Σ x[i] · y[i]. Bound by memory bandwidth, which is compared with the device's measured peak. The batch size is the number of passes per step.</source>
<translation>核函数 Σ x[i] · y[i]。受内存带宽限制，并与设备实测峰值对比。批大小为每步的遍数。</translation>
</message>
<message>
<source>A kernel: the product of square matrices of random numbers. The batch size is the number of products per step.</source>
<translation>一个核函数：随机数方阵的乘积。批大小为每步的乘积数。</translation>
</message>
<message>
<source>A larger batch gives each call more to do.</source>
<translation>更大的批次使每次调用做更多工作。</translation>
</message>
<message>
<source>A mean weights each reading with the time until the next, for at most three of its usual intervals; anything longer is a gap and is left out. Energy and other counters are differences of the counter between the edges of the window. A percentile is the duration of an actual step. Throughput is samples divided by wall-clock time.</source>
<translation>平均值按每个读数到下一个读数的时间加权，最多取其通常间隔的三倍；更长的是间断，不计入。能量等计数器取区间两端之差。百分位数是某一步实际的时长。吞吐量是样本数除以墙钟时间。</translation>
</message>
<message>
<source>A memory snapshot holds plain values; nothing of this was run.</source>
<translation>内存快照只含普通值；没有运行其中任何内容。</translation>
</message>
<message>
<source>A nested loop in plain Python, NumPy, SciPy, the fast Fourier transform, or torch on the run's device.</source>
<translation>纯 Python 的嵌套循环、NumPy、SciPy、快速傅里叶变换，或运行设备上的 torch。</translation>
</message>
<message>
<source>A point is a run.</source>
<translation>每个点代表一个运行。</translation>
</message>
<message>
<source>A process launches work twice by the same ids: the file joins captures whose processes have one number. They count as one process, and their GPUs as one; open the file of each.</source>
<translation>一个进程用相同的 id 启动了两次工作：该文件合并了进程号相同的多次采集。它们被算作一个进程，它们的 GPU 也被算作一个；请分别打开各自的文件。</translation>
</message>
<message>
<source>A profile of ten steps shows which operations take the time, and where the device waits.</source>
<translation>剖析 10 步，可显示时间用在哪些运算上，以及设备在何处等待。</translation>
</message>
<message>
<source>A program comes after --: gpuscope run -- {0}</source>
<translation>程序写在 -- 之后：gpuscope run -- {0}</translation>
</message>
<message>
<source>A program of your own: gpuscope run -- COMMAND</source>
<translation>你的任意程序：gpuscope run -- 命令</translation>
</message>
<message>
<source>A quick ladder takes about two minutes and gives no verdict; a thorough one repeats each rung and the one below it in turns. Without a WORKLOAD it is {0}; without a --task inference on the CPU, else training.</source>
<translation>速览阶梯约需两分钟，不下结论；严谨阶梯轮流重复每一级与其下一级。未给出负载时为 {0}；未给出任务时，CPU 上为推理，否则为训练。</translation>
</message>
<message>
<source>A run can be on one side only.</source>
<translation>一个运行只能属于一侧。</translation>
</message>
<message>
<source>A run is one observation, since its readings depend on one another. The figure of a group is the mean over its runs, the geometric one where all are positive; a ratio is that figure divided by the baseline's, with Welch's 95 % interval on logarithms. Ratios of power and energy are left out where a window is shorter than {0} s, which such sensors need.</source>
<translation>一个运行是一次观测，因为其中的读数前后相关。组的数值是其各运行的平均，全为正时取几何平均；比值是该值除以基线的值，带对数上的 Welch 95 % 区间。区间短于 {0} 秒时不给出功率和能耗的比值，这类传感器需要这么长的时间。</translation>
</message>
<message>
<source>A run is written by 'gpuscope export RUN -o FILE' when it is over.</source>
<translation>运行结束后用“gpuscope export ‹运行› -o ‹文件›”写出。</translation>
</message>
<message>
<source>A run of {0} is still running: its figures appear when it ends</source>
<translation>{0} 的一个运行仍在进行：结束后才有数值</translation>
</message>
<message>
<source>A run of {0} is still running: its figures appear when it ends.</source>
<translation>{0} 的一个运行仍在进行：结束后才有数值。</translation>
</message>
<message>
<source>A run without augmentation shows its share of the wait.</source>
<translation>不做数据增强的一次运行可显示它在等待中所占的部分。</translation>
</message>
<message>
<source>A step is spent on {0}.</source>
<translation>一步的时间用于{0}。</translation>
</message>
<message>
<source>A tag is one word.</source>
<translation>每个标签是一个词，不含空格。</translation>
</message>
<message>
<source>A time, such as 90s, 10min or 1h.</source>
<translation>时间，例如 90s、10min 或 1h。</translation>
</message>
<message>
<source>A trace in JSON can: of torch.profiler, Kineto or Chrome.</source>
<translation>JSON 格式的 trace 可以：来自 torch.profiler、Kineto 或 Chrome。</translation>
</message>
<message>
<source>A trace is a file that torch.profiler, Kineto, Chrome or Perfetto wrote.</source>
<translation>trace 是 torch.profiler、Kineto、Chrome 或 Perfetto 写出的文件。</translation>
</message>
<message>
<source>A transformer that predicts the next byte of text, by default Adam at 0.001. Inference generates with a key-value cache: a step is one generation for the whole batch, a prefill of the prompts and then one token at a time.</source>
<translation>预测文本下一个字节的 transformer，默认 Adam 0.001。推理时带键值缓存生成：一步是整个批次的一次生成，先对提示做 prefill，再逐个生成 token。</translation>
</message>
<message>
<source>A whisker without a cap continues outside.</source>
<translation>没有端帽的须线延伸到图外。</translation>
</message>
<message>
<source>AMD SMI energy counter</source>
<translation>AMD SMI 能量计数器</translation>
</message>
<message>
<source>AMD SMI of this version reports it in another form: {0}</source>
<translation>此版本的 AMD SMI 以另一种形式报告它：{0}</translation>
</message>
<message>
<source>AMD SMI reports no value</source>
<translation>AMD SMI 没有报告值</translation>
</message>
<message>
<source>AMD SMI status {0}</source>
<translation>AMD SMI 状态 {0}</translation>
</message>
<message>
<source>AMD reports the reasons of throttling in a form that differs by model, and is not read here</source>
<translation>AMD 报告降频原因的形式因型号而异，此处不读取</translation>
</message>
<message>
<source>AVX512-FP16 accumulates in FP16, so oneDNN converts to FP32, and there is no AMX-FP16</source>
<translation>AVX512-FP16 以 FP16 累加，因此 oneDNN 转换为 FP32，且没有 AMX-FP16</translation>
</message>
<message>
<source>Accuracy</source>
<translation>准确率</translation>
</message>
<message>
<source>Accuracy before compression</source>
<translation>压缩前的准确率</translation>
</message>
<message>
<source>Accuracy of the student without a teacher</source>
<translation>没有教师时学生的准确率</translation>
</message>
<message>
<source>Accuracy to reach</source>
<translation>要达到的准确率</translation>
</message>
<message>
<source>Achieved FLOP/s</source>
<translation>实际 FLOP/s</translation>
</message>
<message>
<source>Achieved FLOP/s divided by those of a large matrix product in the same number format, measured after the run.</source>
<translation>实际 FLOP/s 除以运行后以相同数值格式测得的大矩阵乘积的 FLOP/s。</translation>
</message>
<message>
<source>Achieved bandwidth</source>
<translation>实际带宽</translation>
</message>
<message>
<source>Activation checkpointing</source>
<translation>激活检查点</translation>
</message>
<message>
<source>Add --yes to start it; a coarser range such as 1..1024:x4 or a --budget makes it shorter.</source>
<translation>请加 --yes 开始；较粗的范围如 1..1024:x4 或 --budget 可缩短。</translation>
</message>
<message>
<source>Add one with --optimize: {0}.</source>
<translation>请用 --optimize 加一项：{0}。</translation>
</message>
<message>
<source>Add runs with other settings, or compare them one by one: gpuscope compare {0}</source>
<translation>请再指定设置不同的运行，或逐个比较：gpuscope compare {0}</translation>
</message>
<message>
<source>Add runs with other settings, or form groups with --group NAME=RUN,RUN.</source>
<translation>请再指定设置不同的运行，或用 --group 名称=运行,运行 分组。</translation>
</message>
<message>
<source>Add {0} to record it: it stops before either is full. Ten steps are usually enough.</source>
<translation>加上 {0} 即可录制：在占满磁盘或内存之前会自行结束。十步通常就足以说明问题。</translation>
</message>
<message>
<source>After</source>
<translation>之后</translation>
</message>
<message>
<source>After the first step, device memory was allocated or freed {0}, which took {1} ({2} of the time)</source>
<translation>第一步之后，显存被分配或释放{0}，耗时 {1}（占时间的 {2}）</translation>
</message>
<message>
<source>After the warm-up steps, keeps warming up until the speed and a GPU's temperature are steady, for at most this long; training then starts over. 0: the warm-up steps only. Default: 0 s; for 'gpuscope ab' 60 s, for a thorough ladder 20 s.</source>
<translation>在预热步之后继续预热，直到速度和 GPU 温度稳定，最长为此时间；随后训练重新开始。0 表示只做预热步。默认 0 秒；“gpuscope ab”为 60 秒，严谨阶梯为 20 秒。</translation>
</message>
<message>
<source>Alert: </source>
<translation>警报：</translation>
</message>
<message>
<source>AlexNet as published in 2012: convolutions of 11×11, 5×5 and three of 3×3 with pooling, batch normalization after the first two, linear layers of 4096 with dropout. Images of 32×32 are scaled up batch by batch.</source>
<translation>2012 年发表的 AlexNet：11×11、5×5 和三个 3×3 卷积加池化，前两个之后有批归一化，4096 的线性层带 dropout。32×32 的图像逐批放大。</translation>
</message>
<message>
<source>AlexNet for images of 32×32: five convolutions, the first 5×5 with stride 2, batch normalization after the first two, three linear layers with dropout; on scikit-learn's digits scaled up, or on CIFAR-10's binary archive.</source>
<translation>用于 32×32 图像的 AlexNet：五个卷积层，第一个为 5×5 步幅 2，前两个之后有批归一化，三个带 dropout 的线性层；使用放大的 scikit-learn 手写数字，或 CIFAR-10 的二进制归档。</translation>
</message>
<message>
<source>AlexNet with batch norm, 224 px</source>
<translation>带批归一化的 AlexNet，224 像素</translation>
</message>
<message>
<source>AlexNet with batch norm, 32 px</source>
<translation>带批归一化的 AlexNet，32 像素</translation>
</message>
<message>
<source>All figures, evidence, settings, environment and output: gpuscope show {0} --all</source>
<translation>全部数值、依据、设置、环境和输出：gpuscope show {0} --all</translation>
</message>
<message>
<source>All threads</source>
<translation>所有线程</translation>
</message>
<message>
<source>Allocated at</source>
<translation>分配于</translation>
</message>
<message>
<source>Allocated in</source>
<translation>分配于</translation>
</message>
<message>
<source>Also</source>
<translation>此外</translation>
</message>
<message>
<source>AmdSmi | str</source>
<translation>AmdSmi | str</translation>
</message>
<message>
<source>An allocation of {0} failed: {1}.</source>
<translation>一次 {0} 的分配失败：{1}。</translation>
</message>
<message>
<source>Another engine runs the model with less overhead per operation.</source>
<translation>另一引擎运行该模型时每个运算的开销更小。</translation>
</message>
<message>
<source>Any command can be recorded without torch: gpuscope run -- …</source>
<translation>没有 torch 也能记录任何命令：gpuscope run -- …</translation>
</message>
<message>
<source>Apple GPU</source>
<translation>Apple GPU</translation>
</message>
<message>
<source>Apple GPUs are in Macs only</source>
<translation>只有 Mac 才有 Apple GPU</translation>
</message>
<message>
<source>Application Support</source>
<translation>Application Support</translation>
</message>
<message>
<source>Arithmetic</source>
<translation>运算</translation>
</message>
<message>
<source>Arithmetic intensity</source>
<translation>算术强度</translation>
</message>
<message>
<source>Arithmetic, reason</source>
<translation>运算，原因</translation>
</message>
<message>
<source>As a run</source>
<translation>作为运行</translation>
</message>
<message>
<source>Ask an administrator to allow it, or run gpuscope as one.</source>
<translation>请管理员允许，或以管理员身份运行 gpuscope。</translation>
</message>
<message>
<source>Ask for further steps while it runs: gpuscope capture RUN --steps 10</source>
<translation>可在运行时请求更多步：gpuscope capture RUN --steps 10</translation>
</message>
<message>
<source>At</source>
<translation>于</translation>
</message>
<message>
<source>At each run's mean power that is {0} over the capture; before {1}.</source>
<translation>按各运行的平均功率，整个采集为 {0}；之前为 {1}。</translation>
</message>
<message>
<source>At each run's mean power that is {0} per step; before {1}.</source>
<translation>按各运行的平均功率，每步为 {0}；之前为 {1}。</translation>
</message>
<message>
<source>At most {0} can be on one axis.</source>
<translation>一个轴上最多 {0} 个。</translation>
</message>
<message>
<source>At most {0} can be swept, which takes a day or longer. Take a coarser range, such as 1..1024:x4.</source>
<translation>最多可扫描 {0} 个，需要一天或更久。请使用更粗的范围，例如 1..1024:x4。</translation>
</message>
<message>
<source>At the end {0} were in use of {1} held.</source>
<translation>结束时所持有的 {1} 中有 {0} 在使用。</translation>
</message>
<message>
<source>At the peak</source>
<translation>峰值时</translation>
</message>
<message>
<source>At {0}.</source>
<translation>位置：{0}。</translation>
</message>
<message>
<source>Attention heads per layer; the model's width is heads × head width.</source>
<translation>每层的注意力头数；模型宽度为头数 × 头宽。</translation>
</message>
<message>
<source>Augmentation</source>
<translation>数据增强</translation>
</message>
<message>
<source>Autocorrelation</source>
<translation>自相关</translation>
</message>
<message>
<source>BF16</source>
<translation>BF16</translation>
</message>
<message>
<source>BF16 halves the bytes and lets the tensor cores work.</source>
<translation>BF16 使字节减半，并让 Tensor Core 工作。</translation>
</message>
<message>
<source>BF16 is emulated on {0} ({1}, and it needs 8.0)</source>
<translation>BF16 在 {0} 上为模拟（{1}，而它需要 8.0）</translation>
</message>
<message>
<source>BF16 or FP16</source>
<translation>BF16 或 FP16</translation>
</message>
<message>
<source>Bandwidth</source>
<translation>带宽</translation>
</message>
<message>
<source>Bandwidth reached</source>
<translation>达到的带宽</translation>
</message>
<message>
<source>Bars are means, the marks below them single runs.</source>
<translation>条形为均值，其下的标记为单个运行。</translation>
</message>
<message>
<source>Base of the ladder: {0}, batch of {1}, in plain torch</source>
<translation>阶梯的起点：{0}，批大小 {1}，torch 原样运行</translation>
</message>
<message>
<source>Base of the ladder: {0}, batch of {1}, in plain torch.</source>
<translation>阶梯的起点：{0}，批大小 {1}，按 torch 原样运行。</translation>
</message>
<message>
<source>Batch size</source>
<translation>批大小</translation>
</message>
<message>
<source>Batches ahead</source>
<translation>预取批次数</translation>
</message>
<message>
<source>Batches for a GPU are built in page-locked memory, so that copying them overlaps with computation.</source>
<translation>供 GPU 使用的批次在锁页内存中组成，使拷贝与计算重叠。</translation>
</message>
<message>
<source>Batches that each loading process prefetches.</source>
<translation>每个加载进程预取的批次数。</translation>
</message>
<message>
<source>Before</source>
<translation>之前</translation>
</message>
<message>
<source>Better than every other group in both: {0}.</source>
<translation>在两方面都优于所有其他组：{0}。</translation>
</message>
<message>
<source>Bits per weight</source>
<translation>每个权重的位数</translation>
</message>
<message>
<source>Block</source>
<translation>线程块</translation>
</message>
<message>
<source>Block size</source>
<translation>块大小</translation>
</message>
<message>
<source>Bold: measurably different.</source>
<translation>粗体：有可测差异。</translation>
</message>
<message>
<source>Bold: the base and the rungs that were kept; rungs further down the table build on them. Ratios on later pages are to the base.</source>
<translation>粗体：基准和保留的各级；表中更下方的各级以它们为基础。后面各页的比值相对于基准。</translation>
</message>
<message>
<source>Bring it back, or start over.</source>
<translation>请恢复它，或重新开始。</translation>
</message>
<message>
<source>Budget</source>
<translation>预算</translation>
</message>
<message>
<source>Bytes of text per training sample.</source>
<translation>每个训练样本的文本字节数。</translation>
</message>
<message>
<source>Bytes of text that a generation starts from.</source>
<translation>生成所依据的文本字节数。</translation>
</message>
<message>
<source>Bytes per second that the device received over PCIe, sampled by the device over 20 ms.</source>
<translation>设备每秒经 PCIe 接收的字节数，由设备在 20 毫秒内采样。</translation>
</message>
<message>
<source>Bytes per second that the device sent over PCIe, sampled by the device over 20 ms.</source>
<translation>设备每秒经 PCIe 发送的字节数，由设备在 20 毫秒内采样。</translation>
</message>
<message>
<source>Bytes per step</source>
<translation>每步字节数</translation>
</message>
<message>
<source>Bytes read from all disks since boot.</source>
<translation>自启动以来从所有磁盘读取的字节数。</translation>
</message>
<message>
<source>Bytes received on all interfaces but loopback since boot.</source>
<translation>自启动以来在除回环外所有接口上接收的字节数。</translation>
</message>
<message>
<source>Bytes sent on all interfaces but loopback since boot.</source>
<translation>自启动以来在除回环外所有接口上发送的字节数。</translation>
</message>
<message>
<source>Bytes that a generation appends to its prompt.</source>
<translation>生成时追加到提示之后的字节数。</translation>
</message>
<message>
<source>Bytes that the algorithm must move, each read and written once, divided by wall-clock time.</source>
<translation>算法必须搬运的字节（各读写一次）除以墙钟时间。</translation>
</message>
<message>
<source>Bytes written to all disks since boot.</source>
<translation>自启动以来写入所有磁盘的字节数。</translation>
</message>
<message>
<source>CIFAR-10's binary version is needed: {0}, or its .bin files.{1}</source>
<translation>需要 CIFAR-10 的二进制版：{0}，或其 .bin 文件。{1}</translation>
</message>
<message>
<source>CNN on small colour images</source>
<translation>小型彩色图像 CNN</translation>
</message>
<message>
<source>CO₂ equivalent</source>
<translation>CO₂ 当量</translation>
</message>
<message>
<source>CPU</source>
<translation>CPU</translation>
</message>
<message>
<source>CPU and main memory</source>
<translation>CPU 和主内存</translation>
</message>
<message>
<source>CPU threads for torch; by default torch decides.</source>
<translation>torch 在 CPU 上计算所用的线程数；未给出时由 torch 决定。</translation>
</message>
<message>
<source>CPU time</source>
<translation>CPU 时间</translation>
</message>
<message>
<source>CPU time of the sensor helper, s</source>
<translation>传感器进程的 CPU 时间，秒</translation>
</message>
<message>
<source>CPU {0}</source>
<translation>CPU {0}</translation>
</message>
<message>
<source>CUDA</source>
<translation>CUDA</translation>
</message>
<message>
<source>CUDA driver</source>
<translation>CUDA 驱动</translation>
</message>
<message>
<source>CUDA graphs</source>
<translation>CUDA graphs</translation>
</message>
<message>
<source>CUDA graphs launch all kernels of a step with one call.</source>
<translation>CUDA graphs 以一次调用启动一步的所有核函数。</translation>
</message>
<message>
<source>CUDA of the driver</source>
<translation>驱动的 CUDA</translation>
</message>
<message>
<source>CUDA runtime</source>
<translation>CUDA 运行时</translation>
</message>
<message>
<source>CUDA version of the driver</source>
<translation>驱动的 CUDA 版本</translation>
</message>
<message>
<source>Calibration samples</source>
<translation>校准样本</translation>
</message>
<message>
<source>Call</source>
<translation>调用</translation>
</message>
<message>
<source>Call torch.cuda.memory._record_memory_history() before the program allocates.</source>
<translation>请在程序分配内存之前调用 torch.cuda.memory._record_memory_history()。</translation>
</message>
<message>
<source>Callable[[Setting], Outcome]</source>
<translation>Callable[[Setting], Outcome]</translation>
</message>
<message>
<source>Calls</source>
<translation>调用次数</translation>
</message>
<message>
<source>Calls after</source>
<translation>之后调用次数</translation>
</message>
<message>
<source>Calls before</source>
<translation>之前调用次数</translation>
</message>
<message>
<source>Calls by name</source>
<translation>按名称的调用</translation>
</message>
<message>
<source>Cannot allocate memory</source>
<translation>无法分配内存</translation>
</message>
<message>
<source>Card | None</source>
<translation>Card | None</translation>
</message>
<message>
<source>Ceiling of FLOP/s</source>
<translation>FLOP/s 上限</translation>
</message>
<message>
<source>Ceiling of the bandwidth</source>
<translation>带宽上限</translation>
</message>
<message>
<source>Ceilings of {0} as measured by run {1}: {2} ({3}) and {4}</source>
<translation>上限为运行 {1} 在 {0} 上测得：{2}（{3}）和 {4}</translation>
</message>
<message>
<source>Ceilings of {0} from its data sheet: {1} ({2}) and {3}</source>
<translation>上限取自 {0} 的数据手册：{1}（{2}）和 {3}</translation>
</message>
<message>
<source>Cell</source>
<translation>格</translation>
</message>
<message>
<source>Cells</source>
<translation>各格</translation>
</message>
<message>
<source>Change</source>
<translation>变化</translation>
</message>
<message>
<source>Change to a folder that exists.</source>
<translation>请切换到存在的文件夹。</translation>
</message>
<message>
<source>Channels last</source>
<translation>通道在后</translation>
</message>
<message>
<source>Charts of one metric have the same axes, at most {0} groups in each.</source>
<translation>同一指标的图表坐标轴相同，每图最多 {0} 组。</translation>
</message>
<message>
<source>Charts: drag to zoom; click one to use the wheel, + and − and the arrow keys; double-click or press 0 to show all of it.</source>
<translation>图表：拖动可缩放；点击某图后也可用滚轮及 +、− 和方向键；双击或按 0 显示全部。</translation>
</message>
<message>
<source>Check --store; 'gpuscope run --store …' creates a new one.</source>
<translation>请检查 --store；“gpuscope run --store …”会创建新的存储。</translation>
</message>
<message>
<source>Check cooling, power supply and other load, let the device cool down, and repeat the run.</source>
<translation>检查散热、电源以及同时的负载，让设备冷却，然后重复该运行。</translation>
</message>
<message>
<source>Check its disk.</source>
<translation>请检查它所在的磁盘。</translation>
</message>
<message>
<source>Check its permissions, or name another with --store.</source>
<translation>请检查其权限，或用 --store 指定另一个。</translation>
</message>
<message>
<source>Check its permissions.</source>
<translation>请检查其权限。</translation>
</message>
<message>
<source>Check the command.</source>
<translation>请检查命令。</translation>
</message>
<message>
<source>Check the kernel log for Xid messages; usually only a restart of the machine helps.</source>
<translation>请在内核日志中查找 Xid 信息；通常只有重启机器才能恢复。</translation>
</message>
<message>
<source>Check the network and the free disk space.</source>
<translation>请检查网络和可用磁盘空间。</translation>
</message>
<message>
<source>Check the path.</source>
<translation>请检查路径。</translation>
</message>
<message>
<source>Check the permissions of /dev/nvidia*, or the container's device list.</source>
<translation>请检查 /dev/nvidia* 的权限，或容器的设备列表。</translation>
</message>
<message>
<source>Check the spelling and PATH.</source>
<translation>请检查拼写和 PATH。</translation>
</message>
<message>
<source>Check the spelling, or give the path to it.</source>
<translation>请检查拼写，或给出其路径。</translation>
</message>
<message>
<source>Choose a speed of at least {0}: --speed {1}</source>
<translation>请选择至少 {0} 的速度：--speed {1}</translation>
</message>
<message>
<source>Choose another one to race against it.</source>
<translation>请再选一个与之竞速。</translation>
</message>
<message>
<source>Choose fewer.</source>
<translation>请减少选择。</translation>
</message>
<message>
<source>Choose one of {0}.</source>
<translation>请从 {0} 中选择。</translation>
</message>
<message>
<source>Choose one of {0}; for a program of your own: gpuscope run -- …</source>
<translation>请从以下选择：{0}；对于你自己的程序：gpuscope run -- …</translation>
</message>
<message>
<source>Choose runs that reached their first measured step.</source>
<translation>请选择到达第一个测量步的运行。</translation>
</message>
<message>
<source>Class</source>
<translation>类别</translation>
</message>
<message>
<source>Class of work</source>
<translation>工作类别</translation>
</message>
<message>
<source>Classes of work</source>
<translation>工作类别</translation>
</message>
<message>
<source>Classifies passages of 32 words by the chapter of Python's help that they are from, one of eight: an embedding, an LSTM layer and a linear layer, by default Adam at 0.01.</source>
<translation>按所属章节（八章之一）对 Python 帮助中 32 个词的段落分类：一个嵌入层、一个 LSTM 层和一个线性层，默认 Adam 0.01。</translation>
</message>
<message>
<source>Clock</source>
<translation>频率</translation>
</message>
<message>
<source>Clock, lowest</source>
<translation>频率（最低）</translation>
</message>
<message>
<source>Clock, mean</source>
<translation>频率（平均）</translation>
</message>
<message>
<source>Close other programs first.</source>
<translation>请先结束其他程序。</translation>
</message>
<message>
<source>Close other programs, or raise the limit on memory.</source>
<translation>请关闭其他程序，或提高内存上限。</translation>
</message>
<message>
<source>CodeCarbon has no value</source>
<translation>CodeCarbon 没有数值</translation>
</message>
<message>
<source>CodeCarbon reports 0 kWh for a GPU that was present: it was not read</source>
<translation>CodeCarbon 对存在的 GPU 报告 0 kWh：没有读取它</translation>
</message>
<message>
<source>Collective name</source>
<translation>Collective name</translation>
</message>
<message>
<source>Collectives include waiting for the slowest rank, which a profile of all ranks names; beyond that, overlap them with computation.</source>
<translation>集合通信包含等待最慢的 rank，所有 rank 的剖析结果会指出它是哪一个；此外，让集合通信与计算重叠。</translation>
</message>
<message>
<source>Collectives took {0} with no computation overlapping them ({1} of the time)</source>
<translation>集合通信耗时 {0}，其间没有计算与之重叠（占时间的 {1}）</translation>
</message>
<message>
<source>Command</source>
<translation>命令</translation>
</message>
<message>
<source>Command line</source>
<translation>命令行</translation>
</message>
<message>
<source>Command {0}</source>
<translation>命令 {0}</translation>
</message>
<message>
<source>Commit</source>
<translation>提交</translation>
</message>
<message>
<source>Communication</source>
<translation>通信</translation>
</message>
<message>
<source>Compare energy per sample as well as speed; only an administrator can change the limit (nvidia-smi -pl).</source>
<translation>除速度外请比较每样本能耗；上限本身由管理员设定（nvidia-smi -pl）。</translation>
</message>
<message>
<source>Compare with {0} only with caution: {1}.</source>
<translation>与 {0} 的每次比较都须谨慎：{1}。</translation>
</message>
<message>
<source>Comparison</source>
<translation>比较</translation>
</message>
<message>
<source>Compile once for all shapes: mark the sizes that change as dynamic, or pad to a few sizes.</source>
<translation>为所有形状只编译一次：把变化的尺寸标为动态，或填充到少数几种尺寸。</translation>
</message>
<message>
<source>Compiles the model and records its kernels as CUDA graphs, which saves CPU time per kernel launch. It does not help where kernels run longer than their launch takes, and needs extra memory.</source>
<translation>编译模型并把其核函数录制为 CUDA graphs，节省每次启动核函数的 CPU 时间。核函数运行时间长于启动时间时没有帮助，且需要额外显存。</translation>
</message>
<message>
<source>Compiles the model, times several kernels for each matrix product and convolution, and keeps the fastest; on GPUs it also uses CUDA graphs. The first step takes minutes. It does not help runs of a few steps, and helps little where the libraries' kernels are already the fastest.</source>
<translation>编译模型，对每个矩阵乘积和卷积试测若干核函数并保留最快的；在 GPU 上还使用 CUDA graphs。第一步需要数分钟。只运行几步时没有帮助，库的核函数已是最快时帮助不大。</translation>
</message>
<message>
<source>Compiling fuses operations into fewer, larger ones.</source>
<translation>编译把运算融合为更少、更大的运算。</translation>
</message>
<message>
<source>Compiling with CUDA graphs fuses operations and launches them with one call.</source>
<translation>带 CUDA graphs 的编译融合运算并以一次调用启动。</translation>
</message>
<message>
<source>Compressed from {0} to {1}</source>
<translation>从 {0} 压缩到 {1}</translation>
</message>
<message>
<source>Compute capability</source>
<translation>计算能力</translation>
</message>
<message>
<source>Compute during the copy</source>
<translation>拷贝同时计算</translation>
</message>
<message>
<source>Compute threads</source>
<translation>计算线程</translation>
</message>
<message>
<source>Compute-bound: the time goes into arithmetic.</source>
<translation>受计算限制：时间用于算术运算。</translation>
</message>
<message>
<source>Computed in</source>
<translation>计算所用格式</translation>
</message>
<message>
<source>Computes attention by its definition: a matrix product, a softmax over the full matrix of scores, a matrix product. The baseline for flash attention: it works on every device and in every number format. It does not help speed or memory at long contexts; at short ones it may be as fast.</source>
<translation>按定义计算注意力：一个矩阵乘积、对完整分数矩阵的 softmax、一个矩阵乘积。它是 flash attention 的基线：适用于所有设备和所有数值格式。在长上下文时对速度和内存没有帮助；短上下文时可能一样快。</translation>
</message>
<message>
<source>Computes attention in tiles in on-chip memory (Dao et al., arXiv 2205.14135), so that the matrix of attention scores is never written to memory: less memory traffic, and memory linear in the context length, not quadratic. Torch uses it by default where it can; this option allows no other kernel. It does not help at short contexts, nor when generating one token at a time; on GPUs it requires fp16 or bf16.</source>
<translation>在片上内存中分块计算注意力（Dao 等，arXiv 2205.14135），注意力分数矩阵从不写入内存：内存流量更少，内存随上下文长度线性而非平方增长。torch 在可能时默认使用；此选项不允许其他核函数。对短上下文和逐 token 生成没有帮助；在 GPU 上需要 fp16 或 bf16。</translation>
</message>
<message>
<source>Computes in 16-bit numbers: half the bytes to move, and dedicated matrix units.</source>
<translation>以 16 位浮点数计算：需搬运的字节减半，并有专用的矩阵单元。</translation>
</message>
<message>
<source>Computes with 8-bit integers, calibrated on samples: a quarter of FP32's bytes.</source>
<translation>以 8 位整数计算，在样本上校准：FP32 字节数的四分之一。</translation>
</message>
<message>
<source>Concrete Inputs</source>
<translation>Concrete Inputs</translation>
</message>
<message>
<source>Confirm it on the command line: gpuscope run … --data download --yes. Or give a folder that has it with --data.</source>
<translation>请在命令行上同意：gpuscope run … --data download --yes。或用 --data 指定含有它的文件夹。</translation>
</message>
<message>
<source>Connect to it, or install the larger build from the other index: gpuscope setup --install --cuda</source>
<translation>请连接到它，或从另一个软件包索引安装更大的版本：gpuscope setup --install --cuda</translation>
</message>
<message>
<source>Connect to the network, or name a mirror in {0}. {1}</source>
<translation>请连接网络，或在 {0} 中指定镜像源。{1}</translation>
</message>
<message>
<source>Context</source>
<translation>上下文</translation>
</message>
<message>
<source>Conversion by the engine</source>
<translation>引擎的转换</translation>
</message>
<message>
<source>Conversion by the engine, s</source>
<translation>引擎转换用时，s</translation>
</message>
<message>
<source>Converts the model to OpenVINO's format and runs it with kernels tuned to the CPU's vector units, in a memory layout chosen per layer. It does not help on CPUs for which it has no tuned kernels, nor models bound by memory bandwidth.</source>
<translation>把模型转换为 OpenVINO 的格式，用针对 CPU 向量单元调优的核函数运行，逐层选择内存布局。对它没有调优核函数的 CPU，以及受内存带宽限制的模型没有帮助。</translation>
</message>
<message>
<source>Converts the model to a .tflite file for phones and embedded devices, and runs it on this CPU. File and results are those of such a device, the speed is not. It does not help on a server or desktop CPU, for which it is not tuned.</source>
<translation>把模型转换为用于手机和嵌入式设备的 .tflite 文件，并在此 CPU 上运行。文件和结果与那些设备上的相同，速度则不同。对未针对其调优的服务器或桌面 CPU 没有帮助。</translation>
</message>
<message>
<source>Convolution and correlation</source>
<translation>卷积与互相关</translation>
</message>
<message>
<source>Convolution in OpenCL</source>
<translation>OpenCL 卷积</translation>
</message>
<message>
<source>Copies from main memory to the GPU</source>
<translation>从主内存拷贝到 GPU</translation>
</message>
<message>
<source>Copies from main memory to the GPU, to measure the bandwidth. The batch size is the number of copies per step.</source>
<translation>从主内存拷贝到 GPU，以测量带宽。批大小为每步的拷贝次数。</translation>
</message>
<message>
<source>Copies from the GPU to main memory</source>
<translation>从 GPU 拷贝到主内存</translation>
</message>
<message>
<source>Copies from the GPU to main memory, to measure the bandwidth. The batch size is the number of copies per step.</source>
<translation>从 GPU 拷贝到主内存，以测量带宽。批大小为每步的拷贝次数。</translation>
</message>
<message>
<source>Copies within the device's own memory</source>
<translation>在设备自身内存内拷贝</translation>
</message>
<message>
<source>Copies within the device's own memory, to measure the bandwidth. The batch size is the number of copies per step.</source>
<translation>在设备自身内存中拷贝，以测量带宽。批大小为每步的拷贝次数。</translation>
</message>
<message>
<source>Copy from device to host</source>
<translation>从设备拷贝到主机</translation>
</message>
<message>
<source>Copy from host to device</source>
<translation>从主机拷贝到设备</translation>
</message>
<message>
<source>Copy it once more, or record it again.</source>
<translation>请再复制一次，或重新录制。</translation>
</message>
<message>
<source>Copy it once more.</source>
<translation>请重新复制一次。</translation>
</message>
<message>
<source>Copy it to another disk.</source>
<translation>请把它复制到另一个磁盘。</translation>
</message>
<message>
<source>Copy within memory</source>
<translation>内存内拷贝</translation>
</message>
<message>
<source>Copy-bound: the steps wait for copies between main memory and the device.</source>
<translation>受拷贝限制：各步在等待主内存与设备之间的拷贝。</translation>
</message>
<message>
<source>Core temperature.</source>
<translation>核心温度。</translation>
</message>
<message>
<source>Core {0}</source>
<translation>核心 {0}</translation>
</message>
<message>
<source>Cores</source>
<translation>核心</translation>
</message>
<message>
<source>Correct or delete the file.</source>
<translation>请修正或删除该文件。</translation>
</message>
<message>
<source>Correct that line.</source>
<translation>请更正该行。</translation>
</message>
<message>
<source>Correlation applies the filter as it is; convolution rotates it by 180° first.</source>
<translation>互相关按原样应用滤波器；卷积先将其旋转 180°。</translation>
</message>
<message>
<source>Costs at most</source>
<translation>最多代价</translation>
</message>
<message>
<source>Costs include the time of recording, which weighs most on many small calls</source>
<translation>花费包含录制本身的时间，大量小调用受其影响最大</translation>
</message>
<message>
<source>Costs overlap, so they do not add up</source>
<translation>各项花费相互重叠，不能相加</translation>
</message>
<message>
<source>Could not decode</source>
<translation>Could not decode</translation>
</message>
<message>
<source>Curves</source>
<translation>曲线</translation>
</message>
<message>
<source>Curves go into traces.</source>
<translation>曲线只能写入 trace。</translation>
</message>
<message>
<source>DDP, data parallel</source>
<translation>DDP（数据并行）</translation>
</message>
<message>
<source>Dashed: the Pareto front, where no other group is better in both.</source>
<translation>虚线：帕累托前沿，没有其他组在两方面都更好。</translation>
</message>
<message>
<source>Dashed: the device's ceilings, as measured by a copy and a matrix product after the run.</source>
<translation>虚线：设备的上限，由运行之后的拷贝和矩阵乘积测得。</translation>
</message>
<message>
<source>Data bytes received over all NVLinks since the driver was loaded.</source>
<translation>自驱动加载以来经所有 NVLink 接收的数据字节数。</translation>
</message>
<message>
<source>Data bytes sent over all NVLinks since the driver was loaded.</source>
<translation>自驱动加载以来经所有 NVLink 发送的数据字节数。</translation>
</message>
<message>
<source>Data folder</source>
<translation>数据文件夹</translation>
</message>
<message>
<source>Data loading: CNN fed sample by sample</source>
<translation>数据加载：逐样本供给 CNN</translation>
</message>
<message>
<source>Data set</source>
<translation>数据集</translation>
</message>
<message>
<source>Delete it; its runs stay.</source>
<translation>请删除它；其运行会保留。</translation>
</message>
<message>
<source>Deleted are: {0}.</source>
<translation>已删除的有：{0}。</translation>
</message>
<message>
<source>Deployment</source>
<translation>部署</translation>
</message>
<message>
<source>Deployment: what each form of the model is</source>
<translation>部署：模型的每种形式是什么</translation>
</message>
<message>
<source>Deployment: what it takes</source>
<translation>部署：需要多少代价</translation>
</message>
<message>
<source>Details of one: gpuscope workloads NAME. What each is: gpuscope workloads --all</source>
<translation>其中一项的全部说明：gpuscope workloads 名称。各项是什么：gpuscope workloads --all</translation>
</message>
<message>
<source>Device</source>
<translation>设备</translation>
</message>
<message>
<source>Device Id</source>
<translation>Device Id</translation>
</message>
<message>
<source>Device Type</source>
<translation>Device Type</translation>
</message>
<message>
<source>Device UUID</source>
<translation>设备 UUID</translation>
</message>
<message>
<source>Device UUIDs</source>
<translation>设备 UUID</translation>
</message>
<message>
<source>Device busy</source>
<translation>设备忙碌</translation>
</message>
<message>
<source>Device memory was freed {0}, which took {1} ({2} of the time)</source>
<translation>显存被释放{0}，耗时 {1}（占时间的 {2}）</translation>
</message>
<message>
<source>Device name</source>
<translation>设备名称</translation>
</message>
<message>
<source>Device or resource busy</source>
<translation>设备或资源忙</translation>
</message>
<message>
<source>Device shared with</source>
<translation>共用设备者</translation>
</message>
<message>
<source>Device time</source>
<translation>设备时间</translation>
</message>
<message>
<source>Device time by class: {0}</source>
<translation>设备时间按类别：{0}</translation>
</message>
<message>
<source>Device timeline</source>
<translation>设备时间线</translation>
</message>
<message>
<source>Device timeline of the whole captures</source>
<translation>整个采集的设备时间线</translation>
</message>
<message>
<source>Device total</source>
<translation>设备总计</translation>
</message>
<message>
<source>Devices</source>
<translation>设备</translation>
</message>
<message>
<source>Devices and precisions</source>
<translation>设备与精度</translation>
</message>
<message>
<source>Did you mean '{0}' or '{1}'?</source>
<translation>你是指“{0}”还是“{1}”？</translation>
</message>
<message>
<source>Did you mean '{0}'?</source>
<translation>你是指“{0}”吗？</translation>
</message>
<message>
<source>Difference</source>
<translation>差异</translation>
</message>
<message>
<source>Difference of the device's cumulative counter over the window, straight lines between its updates.</source>
<translation>设备累计计数器在区间内之差，各次更新之间取直线。</translation>
</message>
<message>
<source>Disk quota exceeded</source>
<translation>超出磁盘配额</translation>
</message>
<message>
<source>Disk read</source>
<translation>磁盘读取</translation>
</message>
<message>
<source>Disk written</source>
<translation>磁盘写入</translation>
</message>
<message>
<source>Do more work in each call: larger batches, fused operations, a captured graph.</source>
<translation>让每次调用做更多工作：更大的批次、融合的运算、录制的图。</translation>
</message>
<message>
<source>Do not offload if the model fits on the device.</source>
<translation>模型放得进设备时，不要使用卸载。</translation>
</message>
<message>
<source>Download it again, or name another folder with --data.</source>
<translation>请重新下载，或用 --data 指定另一文件夹。</translation>
</message>
<message>
<source>Download the binary version again, or name another folder with --data.</source>
<translation>请重新下载二进制版，或用 --data 指定另一文件夹。</translation>
</message>
<message>
<source>Drift: from the trained model in FP64. Latency: of a batch. Load time: with the first batch.</source>
<translation>漂移：相对 FP64 的已训练模型。延迟：一个批次的。加载时间：含第一个批次。</translation>
</message>
<message>
<source>Duration</source>
<translation>时长</translation>
</message>
<message>
<source>Each bar is a rung's factor of the throughput, relative to the nearest rung above it that helped; the axis is logarithmic.</source>
<translation>每条为一级的吞吐量倍数，相对于其上方最近的有帮助的一级；坐标轴为对数。</translation>
</message>
<message>
<source>Each call writes one file: call it once for each.</source>
<translation>每次调用只写一个文件：请对每个文件各调用一次。</translation>
</message>
<message>
<source>Each cell is one run. Its figures are reduced over its measured steps, after the warm-up; throughput is samples divided by wall-clock time, the step time its median. The order of the runs covers the whole range early. A cell that runs out of memory is a result, and larger ones were left out. One run per cell gives no interval and no verdict: repeat what matters with 'gpuscope ab'.</source>
<translation>每格是一次运行。其数值在预热之后的测量步上归约；吞吐量是样本数除以墙钟时间，步时取其中位数。运行的次序使整个范围尽早被覆盖。需要的内存超出现有内存的格是一种结果，需要更多内存的格被略去。每格一次运行没有区间和结论：重要的结果请用“gpuscope ab”重复。</translation>
</message>
<message>
<source>Each curve shows the measured window of a run, from its start; of a command, from its first step. It breaks where nothing was read. Where readings are too dense for the page, the minimum and maximum are drawn; of steps, the median.</source>
<translation>每条曲线显示一个运行从其开始处的测量区间；命令从其第一步开始。中断处没有读数。读数多于纸面可分辨时，画出最小值和最大值；步数过多时画中位数。</translation>
</message>
<message>
<source>Each over its own measured time</source>
<translation>各按自己的测量时间</translation>
</message>
<message>
<source>Each rule is shown with its figure; the documentation lists them with their sources. A missing signal decides nothing.</source>
<translation>每条规则都在其数值旁；文档给出规则及其来源。缺失的信号不作任何判定。</translation>
</message>
<message>
<source>Each run warms up until it is steady, {0} s at most: --warmup-limit sets another limit, and 0 leaves it at --warmup-steps. A command is run as it is; without --vary it is repeated.</source>
<translation>每次运行预热到稳定，最多 {0} 秒：--warmup-limit 设定其他上限，0 则只做 --warmup-steps。命令按原样运行；没有 --vary 时重复运行它。</translation>
</message>
<message>
<source>Early stopping: time and energy to an accuracy</source>
<translation>早停：达到某准确率的时间与能耗</translation>
</message>
<message>
<source>Electrical power as the device's own sensor reports it; instantaneous where the device offers that.</source>
<translation>设备自身传感器报告的电功率；设备提供时为瞬时值。</translation>
</message>
<message>
<source>Elements of each signal.</source>
<translation>每个信号的元素数。</translation>
</message>
<message>
<source>Elements of each vector.</source>
<translation>每个向量的元素数。</translation>
</message>
<message>
<source>End it first: gpuscope stop {0}</source>
<translation>请先结束它：gpuscope stop {0}</translation>
</message>
<message>
<source>Energies are {0}, not of real hardware.</source>
<translation>此处能耗为{0}，并非真实硬件的。</translation>
</message>
<message>
<source>Energy</source>
<translation>能耗</translation>
</message>
<message>
<source>Energy above idle</source>
<translation>高于空闲的能耗</translation>
</message>
<message>
<source>Energy by average power</source>
<translation>由平均功率得到的能耗</translation>
</message>
<message>
<source>Energy by instantaneous power</source>
<translation>由瞬时功率得到的能耗</translation>
</message>
<message>
<source>Energy by the counter</source>
<translation>由计数器得到的能耗</translation>
</message>
<message>
<source>Energy divided by the number of measured steps; an average.</source>
<translation>能耗除以测量步数；平均值。</translation>
</message>
<message>
<source>Energy divided by the samples of the measured steps.</source>
<translation>能耗除以测量步的样本数。</translation>
</message>
<message>
<source>Energy is an operator's own time at the capture's mean power of {0} ({1} in {2}, {3})</source>
<translation>能耗为算子自身时间乘以采集期间的平均功率 {0}（{2} 内 {1}，{3}）</translation>
</message>
<message>
<source>Energy is an operator's own time at the run's mean power of {0}, as that of the capture is not known: {1}</source>
<translation>能耗为算子自身的时间乘以该运行的平均功率 {0}，因为采集期间的平均功率未知：{1}</translation>
</message>
<message>
<source>Energy minus what the devices draw when idle, by the baseline named with it; missing below a fifth of the energy.</source>
<translation>能耗减去设备空闲时的消耗，按其旁所示的基线；低于总能耗五分之一时不给出。</translation>
</message>
<message>
<source>Energy of as many samples as the data has.</source>
<translation>与数据集样本数相同的样本所耗的能量。</translation>
</message>
<message>
<source>Energy of the devices that the run was placed on.</source>
<translation>运行所用设备的能耗。</translation>
</message>
<message>
<source>Energy of the main memory as the processor counts it; not part of the package's.</source>
<translation>处理器所计的主内存能耗，在封装能耗之外，不属于其中。</translation>
</message>
<message>
<source>Energy per epoch</source>
<translation>每 epoch 能耗</translation>
</message>
<message>
<source>Energy per sample</source>
<translation>每样本能耗</translation>
</message>
<message>
<source>Energy per step</source>
<translation>每步能耗</translation>
</message>
<message>
<source>Energy per step, backward</source>
<translation>每步能耗（反向）</translation>
</message>
<message>
<source>Energy per step, copy</source>
<translation>每步能耗（拷贝）</translation>
</message>
<message>
<source>Energy per step, data</source>
<translation>每步能耗（数据）</translation>
</message>
<message>
<source>Energy per step, decode</source>
<translation>每步能耗（decode）</translation>
</message>
<message>
<source>Energy per step, forward</source>
<translation>每步能耗（前向）</translation>
</message>
<message>
<source>Energy per step, optimizer</source>
<translation>每步能耗（优化器）</translation>
</message>
<message>
<source>Energy per step, other</source>
<translation>每步能耗（其他）</translation>
</message>
<message>
<source>Energy per step, prefill</source>
<translation>每步能耗（prefill）</translation>
</message>
<message>
<source>Energy per step, {0}</source>
<translation>每步能耗，{0}</translation>
</message>
<message>
<source>Energy that a step spends on {0}: a statistical estimate from many power readings and the times of the phases.</source>
<translation>一步用于{0}的能量：由大量功率读数和各阶段时间得出的统计估计。</translation>
</message>
<message>
<source>Energy that the measured steps spent while waiting for their batches: a statistical estimate, part of the run's energy.</source>
<translation>测量步在获取批次时消耗的能量：统计估计，属于运行能耗的一部分。</translation>
</message>
<message>
<source>Energy while waiting for data</source>
<translation>等待数据期间的能耗</translation>
</message>
<message>
<source>Energy {0} ({1}).</source>
<translation>能耗 {0}（{1}）。</translation>
</message>
<message>
<source>Energy, estimated</source>
<translation>能耗（估计）</translation>
</message>
<message>
<source>Energy, run by run</source>
<translation>能耗，逐个运行</translation>
</message>
<message>
<source>Energy{0} is not known: {1}.</source>
<translation>能耗{0}未知：{1}。</translation>
</message>
<message>
<source>Engine</source>
<translation>引擎</translation>
</message>
<message>
<source>Engine providers</source>
<translation>引擎的执行提供程序</translation>
</message>
<message>
<source>Engine version</source>
<translation>引擎版本</translation>
</message>
<message>
<source>Engines</source>
<translation>引擎</translation>
</message>
<message>
<source>Engines, for --engine</source>
<translation>引擎，放在 --engine 之后</translation>
</message>
<message>
<source>Environment</source>
<translation>环境</translation>
</message>
<message>
<source>Error: of an engine or another form of the model, against eager torch; both agree up to {0}.</source>
<translation>误差：引擎或模型的其他形式相对 eager torch；二者在 {0} 以内一致。</translation>
</message>
<message>
<source>Every figure is reduced over exactly one window per run: for a workload of gpuscope its measured steps, after the warm-up; for any other command the time from the first reading of every device to its exit.</source>
<translation>每个数值都在每个运行恰好一个区间上归约：gpuscope 的负载为预热之后的测量步；其他命令为从每个设备的首个读数到其退出。</translation>
</message>
<message>
<source>Every metric</source>
<translation>所有指标</translation>
</message>
<message>
<source>Everything else works: --help shows what the command line can do.</source>
<translation>其余功能均可用：以 --help 启动可查看命令行的功能。</translation>
</message>
<message>
<source>Everything of run {0} is in {1}</source>
<translation>运行 {0} 的全部内容在 {1} 中</translation>
</message>
<message>
<source>Evidence</source>
<translation>依据</translation>
</message>
<message>
<source>Export at most {0} at a time.</source>
<translation>一次最多导出 {0} 个。</translation>
</message>
<message>
<source>Export fewer at a time.</source>
<translation>请一次少导出几个。</translation>
</message>
<message>
<source>Export it when it has ended.</source>
<translation>请在它结束后导出。</translation>
</message>
<message>
<source>Export one run at a time, or use --kind summary.</source>
<translation>请一次导出一个运行，或使用 --kind summary。</translation>
</message>
<message>
<source>Export one run at a time; 'gpuscope compare -o FILE.json' sets runs side by side.</source>
<translation>请一次导出一个运行；“gpuscope compare -o ‹文件›.json”可并排比较运行。</translation>
</message>
<message>
<source>Export the run as .gpuscope, which 'gpuscope import' reads; a .csv is for other programs.</source>
<translation>请将该运行导出为 .gpuscope，“gpuscope import”可以读取；.csv 供其他程序使用。</translation>
</message>
<message>
<source>Exports the model to ONNX and quantizes it: weights in INT8 with one scale per output channel, activations in 8 bits with ranges calibrated on at least 256 training samples. The file is a quarter of FP32's, and convolutions and matrix products compute in INT8. It does not help on CPUs without 8-bit dot-product instructions, nor models whose activations have rare, large values.</source>
<translation>把模型导出为 ONNX 并量化：权重为 INT8，每个输出通道一个缩放系数；激活为 8 位，范围在至少 256 个训练样本上校准。文件为 FP32 的四分之一，卷积和矩阵乘积以 INT8 计算。对没有 8 位点积指令的 CPU，以及激活中有罕见大值的模型没有帮助。</translation>
</message>
<message>
<source>Exports the model to ONNX and quantizes it: weights in INT8 with one scale per output channel, activations in 8 bits with ranges calibrated on at least {0} training samples. The file is a quarter of FP32's, and convolutions and matrix products compute in INT8. It does not help on CPUs without 8-bit dot-product instructions, nor models whose activations have rare, large values.</source>
<translation>把模型导出为 ONNX 并量化：权重为 INT8，每个输出通道一个缩放系数；激活为 8 位，其范围用至少 {0} 个训练样本校准。文件大小为 FP32 的四分之一，卷积和矩阵乘积以 INT8 计算。对没有 8 位点积指令的 CPU 没有帮助，对激活含有少见大值的模型也没有帮助。</translation>
</message>
<message>
<source>Exports the model to ONNX and runs it with Microsoft's runtime, which fuses operations and plans memory ahead; the file runs without torch. It does not help where a few large matrix products take all the time: both use equally fast libraries.</source>
<translation>把模型导出为 ONNX，用微软的运行时运行，它会融合运算并预先规划内存；该文件无需 torch 即可运行。少数大矩阵乘积占去全部时间时没有帮助：两者使用同样快的库。</translation>
</message>
<message>
<source>Exports the model to ONNX and runs it with NVIDIA's TensorRT through ONNX Runtime; TensorRT times several kernels per layer on this GPU and keeps the fastest. Loading takes up to minutes. It does not help a model that runs only a few times; operations that TensorRT does not support run on CUDA.</source>
<translation>把模型导出为 ONNX，经 ONNX Runtime 用 NVIDIA 的 TensorRT 运行；TensorRT 在此 GPU 上为每层试测若干核函数并保留最快的。加载最长需数分钟。对只运行几次的模型没有帮助；TensorRT 不支持的运算在 CUDA 上运行。</translation>
</message>
<message>
<source>Exposed</source>
<translation>未重叠</translation>
</message>
<message>
<source>External id</source>
<translation>External id</translation>
</message>
<message>
<source>FLOP per byte</source>
<translation>每字节 FLOP</translation>
</message>
<message>
<source>FLOP per step</source>
<translation>每步 FLOP</translation>
</message>
<message>
<source>FLOP/s</source>
<translation>FLOP/s</translation>
</message>
<message>
<source>FLOP/s and bandwidth were not compared with the device's ceilings</source>
<translation>未将 FLOP/s 和带宽与设备峰值对照</translation>
</message>
<message>
<source>FLOP/s as a share of those of a large matrix product</source>
<translation>FLOP/s 占大矩阵乘积的比例</translation>
</message>
<message>
<source>FLOP/s divided by those of a matrix product measured after the window{0}</source>
<translation>FLOP/s 与测量区间后所测矩阵乘积的 FLOP/s 之比{0}</translation>
</message>
<message>
<source>FP16 is emulated on {0} ({1} computes it in FP32)</source>
<translation>FP16 在 {0} 上为模拟（{1} 以 FP32 计算它）</translation>
</message>
<message>
<source>FP16 lets the tensor cores work.</source>
<translation>FP16 让 Tensor Core 工作。</translation>
</message>
<message>
<source>FP32</source>
<translation>FP32</translation>
</message>
<message>
<source>FP32 despite matrix units</source>
<translation>有矩阵单元却用 FP32</translation>
</message>
<message>
<source>FP32 halves the bytes and at least halves the arithmetic: keep weights and inputs in FP32 unless the results need FP64.</source>
<translation>FP32 使字节减半，运算至少减半：除非结果需要 FP64，请让权重和输入保持 FP32。</translation>
</message>
<message>
<source>FP32 runs natively on the device.</source>
<translation>FP32 由设备自身的单元计算。</translation>
</message>
<message>
<source>FP64</source>
<translation>FP64</translation>
</message>
<message>
<source>FP8 or INT8</source>
<translation>FP8 或 INT8</translation>
</message>
<message>
<source>FP8 weights</source>
<translation>FP8 权重</translation>
</message>
<message>
<source>FP8 weights, through torchao</source>
<translation>FP8 权重（经 torchao）</translation>
</message>
<message>
<source>FSDP2, sharded data parallel</source>
<translation>FSDP2（分片数据并行）</translation>
</message>
<message>
<source>Fact</source>
<translation>事实</translation>
</message>
<message>
<source>Factor</source>
<translation>倍数</translation>
</message>
<message>
<source>Factors are relative to the last rung above that helped, the total to the first</source>
<translation>每个倍数相对于其上方最近的有帮助的一级，总计相对于第一级</translation>
</message>
<message>
<source>Factors are relative to the last rung above that helped, the total to the first.</source>
<translation>每个倍数相对于其上方最近的有帮助的一级，总计相对于第一级。</translation>
</message>
<message>
<source>Fan</source>
<translation>风扇</translation>
</message>
<message>
<source>Fan speed as a share of its maximum.</source>
<translation>风扇转速占最高转速的比例。</translation>
</message>
<message>
<source>Fan, mean</source>
<translation>风扇（平均）</translation>
</message>
<message>
<source>Fan, peak</source>
<translation>风扇（峰值）</translation>
</message>
<message>
<source>Fewer than the {0} repeats that a claim needs: {1}.</source>
<translation>重复不足下结论所需的 {0} 次：{1}。</translation>
</message>
<message>
<source>Fewer than two stages were recorded, so there is nothing to compare.</source>
<translation>记录的阶段不足两个，没有可比较的。</translation>
</message>
<message>
<source>Figures</source>
<translation>数值</translation>
</message>
<message>
<source>File exists</source>
<translation>文件已存在</translation>
</message>
<message>
<source>File name too long</source>
<translation>文件名过长</translation>
</message>
<message>
<source>Filter size</source>
<translation>滤波器大小</translation>
</message>
<message>
<source>Find or install it: gpuscope setup</source>
<translation>查找或安装它：gpuscope setup</translation>
</message>
<message>
<source>Find or install it: gpuscope setup. Any command is recorded without it: gpuscope run -- …</source>
<translation>查找或安装它：gpuscope setup。没有它也能记录任何命令：gpuscope run -- …</translation>
</message>
<message>
<source>Finding</source>
<translation>发现</translation>
</message>
<message>
<source>First to {0} samples</source>
<translation>先处理完 {0} 个样本者胜</translation>
</message>
<message>
<source>Fits here: {0}.</source>
<translation>此处适用：{0}。</translation>
</message>
<message>
<source>Five are enough for a claim: --repeats 5</source>
<translation>五次足以下结论：--repeats 5</translation>
</message>
<message>
<source>Fix that. {0}</source>
<translation>请先解决这个问题。{0}</translation>
</message>
<message>
<source>Floating-point operations that the algorithm needs, divided by wall-clock time.</source>
<translation>算法所需的浮点运算数除以墙钟时间。</translation>
</message>
<message>
<source>Folder with MNIST's IDX files or CIFAR-10's binary archive; or synthetic, for images of the same shape made from random numbers; or download, for the published files. Default: scikit-learn's digits.</source>
<translation>含 MNIST 的 IDX 文件或 CIFAR-10 的二进制归档的文件夹；或 synthetic，用随机数生成同样形状的图像；或 download，下载公开的文件。未给出时使用 scikit-learn 的手写数字。</translation>
</message>
<message>
<source>For CPUs: {0}; for GPUs: the OpenCL driver of their vendor.</source>
<translation>CPU：{0}；GPU：其厂商的 OpenCL 驱动。</translation>
</message>
<message>
<source>For a proxy with a certificate of its own, name that certificate's file in {0}. {1}</source>
<translation>如果代理使用自己的证书，请在 {0} 中指定该证书的文件。{1}</translation>
</message>
<message>
<source>For example: 'loss nan'.</source>
<translation>例如：“loss nan”。</translation>
</message>
<message>
<source>For example: 'silence&gt;10min'.</source>
<translation>例如：'silence&gt;10min'。</translation>
</message>
<message>
<source>For example: 'temperature&gt;85', 'power&gt;300W for 30s', 'throttling', 'loss nan', 'silence&gt;10min'.</source>
<translation>例如：'temperature&gt;85'、'power&gt;300W for 30s'、'throttling'、'loss nan'、'silence&gt;10min'。</translation>
</message>
<message>
<source>For example: 'throttling for 10s'.</source>
<translation>例如：“throttling for 10s”。</translation>
</message>
<message>
<source>For example: --baseline 10s</source>
<translation>例如：--baseline 10s</translation>
</message>
<message>
<source>For example: --fail-if 'throughput &lt; 0.97 baseline', 'accuracy &lt; 0.9' or 'latency_p99 worse'</source>
<translation>例如：--fail-if 'throughput &lt; 0.97 baseline'、'accuracy &lt; 0.9' 或 'latency_p99 worse'</translation>
</message>
<message>
<source>For example: --group fp32=a1b2c3,d4e5f6</source>
<translation>例如：--group fp32=a1b2c3,d4e5f6</translation>
</message>
<message>
<source>For example: --profile steps=100:110, or --profile time=30s:35s,stacks</source>
<translation>例如：--profile steps=100:110，或 --profile time=30s:35s,stacks</translation>
</message>
<message>
<source>For example: --seconds 60</source>
<translation>例如：--seconds 60</translation>
</message>
<message>
<source>For example: --sensor replay:machine.gpurec</source>
<translation>例如：--sensor replay:machine.gpurec</translation>
</message>
<message>
<source>For example: --sensor simulated:2</source>
<translation>例如：--sensor simulated:2</translation>
</message>
<message>
<source>For example: --set task=inference</source>
<translation>例如：--set task=inference</translation>
</message>
<message>
<source>For example: --speed 10</source>
<translation>例如：--speed 10</translation>
</message>
<message>
<source>For example: --stacks 10s</source>
<translation>例如：--stacks 10s</translation>
</message>
<message>
<source>For example: --steps 10</source>
<translation>例如：--steps 10</translation>
</message>
<message>
<source>For example: --until 2%</source>
<translation>例如：--until 2%</translation>
</message>
<message>
<source>For example: --vary batch=6,12 for {batch} in the command</source>
<translation>例如：命令中的 {batch} 用 --vary batch=6,12</translation>
</message>
<message>
<source>For example: --vary precision=fp32,bf16</source>
<translation>例如：--vary precision=fp32,bf16</translation>
</message>
<message>
<source>For example: --with stacks</source>
<translation>例如：--with stacks</translation>
</message>
<message>
<source>For example: OMP_NUM_THREADS=4</source>
<translation>例如：OMP_NUM_THREADS=4</translation>
</message>
<message>
<source>For example: OMP_NUM_THREADS=4 "RUN_NAME=two words"</source>
<translation>例如：OMP_NUM_THREADS=4 "RUN_NAME=two words"</translation>
</message>
<message>
<source>For example: fp32 and bf16.</source>
<translation>例如：fp32 与 bf16。</translation>
</message>
<message>
<source>For example: gpuscope ab mnist-mlp --vary precision=fp32,bf16</source>
<translation>例如：gpuscope ab mnist-mlp --vary precision=fp32,bf16</translation>
</message>
<message>
<source>For example: gpuscope compare RUN RUN; 'gpuscope runs' lists them.</source>
<translation>例如：gpuscope compare ‹运行› ‹运行›；“gpuscope runs”列出它们。</translation>
</message>
<message>
<source>For example: gpuscope demo --repeats 2 --steps 100</source>
<translation>例如：gpuscope demo --repeats 2 --steps 100</translation>
</message>
<message>
<source>For example: gpuscope ladder --thorough --repeats 5</source>
<translation>例如：gpuscope ladder --thorough --repeats 5</translation>
</message>
<message>
<source>For example: gpuscope ladder cifar-cnn</source>
<translation>例如：gpuscope ladder cifar-cnn</translation>
</message>
<message>
<source>For example: gpuscope mark last "fan on"</source>
<translation>例如：gpuscope mark last "fan on"</translation>
</message>
<message>
<source>For example: gpuscope run -- python3 train.py</source>
<translation>例如：gpuscope run -- python3 train.py</translation>
</message>
<message>
<source>For example: gpuscope sweep mnist-mlp --batch-size 1..1024</source>
<translation>例如：gpuscope sweep mnist-mlp --batch-size 1..1024</translation>
</message>
<message>
<source>For example: gpuscope sweep mnist-mlp --batch-size {0} --precision fp32,bf16</source>
<translation>例如：gpuscope sweep mnist-mlp --batch-size {0} --precision fp32,bf16</translation>
</message>
<message>
<source>For example: {0}</source>
<translation>例如：{0}</translation>
</message>
<message>
<source>For the program of that name: gpuscope run -- {0}</source>
<translation>若要运行同名程序：gpuscope run -- {0}</translation>
</message>
<message>
<source>Form</source>
<translation>形式</translation>
</message>
<message>
<source>Free its disk or make it writable, or name another store with --store.</source>
<translation>请腾出其磁盘或使其可写，或用 --store 指定另一存储。</translation>
</message>
<message>
<source>Free its disk or make it writable, or name another with --store.</source>
<translation>请腾出其磁盘或使其可写，或用 --store 指定另一个。</translation>
</message>
<message>
<source>Free some disk space, or set GPUSCOPE_HOME.</source>
<translation>请释放一些磁盘空间，或设置 GPUSCOPE_HOME。</translation>
</message>
<message>
<source>Free some disk space, or set TMPDIR.</source>
<translation>请释放一些磁盘空间，或设置 TMPDIR。</translation>
</message>
<message>
<source>Free some disk space; a run takes about 3 MB an hour.</source>
<translation>请释放一些磁盘空间；一个运行每小时约需 3 MB。</translation>
</message>
<message>
<source>Free some disk space; nothing was imported.</source>
<translation>请腾出一些磁盘空间；没有导入任何内容。</translation>
</message>
<message>
<source>Free some space on its disk.</source>
<translation>请在其磁盘上腾出一些空间。</translation>
</message>
<message>
<source>Free some space, or make it writable.</source>
<translation>请腾出一些空间，或使其可写。</translation>
</message>
<message>
<source>Free some space, or set GPUSCOPE_HOME to a folder on a larger disk.</source>
<translation>请释放一些空间，或将 GPUSCOPE_HOME 设为更大磁盘上的文件夹。</translation>
</message>
<message>
<source>Free some space. {0}</source>
<translation>请释放一些空间。{0}</translation>
</message>
<message>
<source>Free space on its disk, or make the store's folder writable: then it is stored and ends.</source>
<translation>请释放其磁盘空间，或使存储的文件夹可写：随后它会写入并结束。</translation>
</message>
<message>
<source>Free space on the disk of the runs.</source>
<translation>请释放运行所在磁盘的空间。</translation>
</message>
<message>
<source>Free space, then repair it again; nothing has changed.</source>
<translation>释放空间后再次修复；未作任何更改。</translation>
</message>
<message>
<source>Free space, then repair that file; its runs stay in it: gpuscope doctor --repair --store sqlite:///{0}</source>
<translation>释放空间后修复该文件；其中的运行会留在该文件中：gpuscope doctor --repair --store sqlite:///{0}</translation>
</message>
<message>
<source>Frequency of the compute units (GPU: SM clock; CPU: mean over the cores).</source>
<translation>计算单元的频率（GPU：SM 频率；CPU：各核心的平均）。</translation>
</message>
<message>
<source>Frequency of the device's memory.</source>
<translation>显存的频率。</translation>
</message>
<message>
<source>From 2 to {0} can: --vary {1}</source>
<translation>可以比较 2 至 {0} 个：--vary {1}</translation>
</message>
<message>
<source>From FP64. Inference: the largest difference of the logits of held-out samples from those of the same weights, relative to the largest. Training: the largest relative difference of the first losses from those of the same training.</source>
<translation>相对 FP64。推理：留出样本的 logits 与相同权重 FP64 结果的最大差异，相对最大值。训练：最初各损失与同一 FP64 训练的最大相对差异。</translation>
</message>
<message>
<source>From fresh weights to the step after which a test reached the requested accuracy, earlier tests included. The run's energy is that of the same time.</source>
<translation>从全新权重到某步之后测试达到所求准确率的时间，含更早的测试。运行的能耗是同一时间内的。</translation>
</message>
<message>
<source>From the command to the end of the first step.</source>
<translation>从命令到第一步结束。</translation>
</message>
<message>
<source>From the prompts on the device to their first new tokens (prefill): the median of the measured steps whose phases were timed.</source>
<translation>从提示词在设备上到其首批新 token（prefill）：取各阶段被计时的测量步的中位数。</translation>
</message>
<message>
<source>From the start of the workload's process to its exit.</source>
<translation>从负载的进程启动到它退出。</translation>
</message>
<message>
<source>Function</source>
<translation>函数</translation>
</message>
<message>
<source>Furthest in {0}</source>
<translation>{0} 内走得最远</translation>
</message>
<message>
<source>Fused optimizer</source>
<translation>融合优化器</translation>
</message>
<message>
<source>Fuses operations into larger kernels, so that less travels through memory.</source>
<translation>把运算融合成更大的核函数，使经过内存的数据更少。</translation>
</message>
<message>
<source>GPM metric {0}, mean since the reading before</source>
<translation>GPM 指标 {0}，自上次读数以来的平均</translation>
</message>
<message>
<source>GPU</source>
<translation>GPU</translation>
</message>
<message>
<source>GPU memory</source>
<translation>显存</translation>
</message>
<message>
<source>GPU memory used</source>
<translation>已用显存</translation>
</message>
<message>
<source>GPU memory used, mean</source>
<translation>已用显存（平均）</translation>
</message>
<message>
<source>GPU memory used, peak</source>
<translation>已用显存（峰值）</translation>
</message>
<message>
<source>GPU sensors are {0}</source>
<translation>GPU 传感器{0}</translation>
</message>
<message>
<source>GPU {0} for {1}</source>
<translation>GPU {0} 为 {1}</translation>
</message>
<message>
<source>GPUs, all together</source>
<translation>所有 GPU 合计</translation>
</message>
<message>
<source>Gaps</source>
<translation>间断</translation>
</message>
<message>
<source>Gaps in the readings</source>
<translation>读数间断</translation>
</message>
<message>
<source>Gaps in the readings: none.</source>
<translation>读数间断：无。</translation>
</message>
<message>
<source>Get both files from the same place.</source>
<translation>请从同一处获取这两个文件。</translation>
</message>
<message>
<source>Give --name, --tag, --untag or --note.</source>
<translation>请给出 --name、--tag、--untag 或 --note。</translation>
</message>
<message>
<source>Give --vary values that differ; set the number of repeats with --repeats.</source>
<translation>请给 --vary 不同的值；重复次数用 --repeats 设定。</translation>
</message>
<message>
<source>Give a built-in workload, or a command after --, not both.</source>
<translation>请指定一个内置负载，或 -- 之后的命令，不要两者都指定。</translation>
</message>
<message>
<source>Give a file written by 'gpuscope monitor --record FILE'.</source>
<translation>请指定由“gpuscope monitor --record ‹文件›”生成的文件。</translation>
</message>
<message>
<source>Give a larger --budget, or a shorter --duration.</source>
<translation>请给出更大的 --budget，或更短的 --duration。</translation>
</message>
<message>
<source>Give a number of runs, or 0 for all.</source>
<translation>请给出运行的个数，或 0 表示全部。</translation>
</message>
<message>
<source>Give a process, for example: gpuscope attach 1234. Or the machine: --machine.</source>
<translation>请指定进程，例如：gpuscope attach 1234；或整机：--machine。</translation>
</message>
<message>
<source>Give a workload ('gpuscope workloads' lists them), or a command after --.</source>
<translation>请指定一个负载（“gpuscope workloads”列出它们），或 -- 之后的命令。</translation>
</message>
<message>
<source>Give all its values at once: --vary {0}</source>
<translation>请一次给出其所有值：--vary {0}</translation>
</message>
<message>
<source>Give at least two: gpuscope compare RUN RUN</source>
<translation>请至少指定两个：gpuscope compare ‹运行› ‹运行›</translation>
</message>
<message>
<source>Give each axis once.</source>
<translation>每个轴请只给出一次。</translation>
</message>
<message>
<source>Give each group its own name.</source>
<translation>请给每组各自的名称。</translation>
</message>
<message>
<source>Give each lane its own name.</source>
<translation>请给每条赛道各自的名称。</translation>
</message>
<message>
<source>Give each value once.</source>
<translation>每个值请只给一次。</translation>
</message>
<message>
<source>Give either --steps or --duration.</source>
<translation>请给出 --steps 或 --duration：运行的长短由其中之一决定。</translation>
</message>
<message>
<source>Give it to 'gpuscope run'.</source>
<translation>请把它给 'gpuscope run'。</translation>
</message>
<message>
<source>Give its id: {0}</source>
<translation>请给出其 ID：{0}</translation>
</message>
<message>
<source>Give more of the id.</source>
<translation>请多给出几位 id。</translation>
</message>
<message>
<source>Give more of the id: {0}.</source>
<translation>请多写几位：{0}。</translation>
</message>
<message>
<source>Give one with -o: -o report.pdf --paper letter</source>
<translation>请用 -o 指定：-o report.pdf --paper letter</translation>
</message>
<message>
<source>Give one with -o: -o report.pdf --sections metrics,methods</source>
<translation>请用 -o 指定：-o report.pdf --sections metrics,methods</translation>
</message>
<message>
<source>Give the folder mlruns, one of its experiments or a run.</source>
<translation>请指定文件夹 mlruns、其中的一个实验或一个运行。</translation>
</message>
<message>
<source>Give the folder of the files with --data.</source>
<translation>请用 --data 指定这些文件所在的文件夹。</translation>
</message>
<message>
<source>Gives each call several times as many samples, which spreads its fixed cost.</source>
<translation>每次调用处理数倍的样本，以分摊其固定开销。</translation>
</message>
<message>
<source>Gives each of --ranks N processes an equal part of every batch, and shards weights, gradients and optimizer state over them; a layer's weights are gathered while it computes. It trains models that do not fit on one device. It does not help speed where the model fits: weights are exchanged twice per step, in addition to the gradients.</source>
<translation>给 --ranks N 个进程各分每个批次的相等部分，并把权重、梯度和优化器状态分片到各进程；某层计算时才收集其权重。它能训练单个设备放不下的模型。模型放得下时对速度没有帮助：除梯度外，权重每步还要交换两次。</translation>
</message>
<message>
<source>Gives each of --ranks N processes consecutive layers of about equal FLOP, and sends every batch through them as two micro-batches per rank, so that all ranks have work. It trains models that do not fit on one device, and exchanges activations only. It does not help small batches: ranks idle at the start and end of each step, a third of it with two micro-batches per rank.</source>
<translation>给 --ranks N 个进程各分 FLOP 大致相等的连续若干层，每个批次以每 rank 两个微批次依次通过，使所有 rank 都有工作。它能训练单个设备放不下的模型，只交换激活。对小批次没有帮助：每步开头和结尾 rank 会空闲，每 rank 两个微批次时约占三分之一。</translation>
</message>
<message>
<source>Gradient accumulation, 4 micro-batches</source>
<translation>梯度累积（4 个微批次）</translation>
</message>
<message>
<source>Grid</source>
<translation>网格</translation>
</message>
<message>
<source>Group</source>
<translation>组</translation>
</message>
<message>
<source>Group {0}, {1}</source>
<translation>第 {0} 组，{1}</translation>
</message>
<message>
<source>Groups and ratios</source>
<translation>组与比值</translation>
</message>
<message>
<source>Groups without one of the two figures are left out.</source>
<translation>缺少两个数值之一的组未画出。</translation>
</message>
<message>
<source>HIP driver</source>
<translation>HIP 驱动</translation>
</message>
<message>
<source>HIP runtime</source>
<translation>HIP 运行时</translation>
</message>
<message>
<source>HOST:PORT where the machines meet: one of them, with a free port that all can reach.</source>
<translation>各机器会合之处，形如 HOST:PORT：其中一台上所有机器都能访问的空闲端口。</translation>
</message>
<message>
<source>Half of the measured steps took no longer.</source>
<translation>一半的测量步不超过此时间。</translation>
</message>
<message>
<source>Half storage, FP32 compute</source>
<translation>半精度存储（FP32 计算）</translation>
</message>
<message>
<source>Hardware threads</source>
<translation>硬件线程</translation>
</message>
<message>
<source>Hardware threads allowed</source>
<translation>允许的硬件线程</translation>
</message>
<message>
<source>Hashes of the runs</source>
<translation>各运行的散列值</translation>
</message>
<message>
<source>Head width</source>
<translation>头宽</translation>
</message>
<message>
<source>Heads</source>
<translation>头数</translation>
</message>
<message>
<source>Heat or a fault slowed every run of {0}.</source>
<translation>过热或故障使 {0} 的每个运行都变慢。</translation>
</message>
<message>
<source>Held-out samples</source>
<translation>留出样本</translation>
</message>
<message>
<source>HelperHealth | None</source>
<translation>HelperHealth | None</translation>
</message>
<message>
<source>Hidden units</source>
<translation>隐藏单元数</translation>
</message>
<message>
<source>Host time</source>
<translation>主机时间</translation>
</message>
<message>
<source>Host time by class: {0}</source>
<translation>主机时间按类别：{0}</translation>
</message>
<message>
<source>How long a program that ran already, or the machine, was recorded: whoever records it decides that.</source>
<translation>对已在运行的程序或本机记录了多久：由记录者决定。</translation>
</message>
<message>
<source>INT8</source>
<translation>INT8</translation>
</message>
<message>
<source>INT8 weights</source>
<translation>INT8 权重</translation>
</message>
<message>
<source>INT8 weights, through torchao</source>
<translation>INT8 权重（经 torchao）</translation>
</message>
<message>
<source>INT8, dynamic</source>
<translation>INT8（动态）</translation>
</message>
<message>
<source>INT8, dynamic, through torchao</source>
<translation>INT8（动态，经 torchao）</translation>
</message>
<message>
<source>IOReport by zeus-apple-silicon</source>
<translation>IOReport，经 zeus-apple-silicon</translation>
</message>
<message>
<source>IOReport does not report it on this chip</source>
<translation>IOReport 在此芯片上不报告该项</translation>
</message>
<message>
<source>IOReport reports no energy here: {0}</source>
<translation>IOReport 在此处没有报告能耗：{0}</translation>
</message>
<message>
<source>IOReport reports no energy of the processor on this chip</source>
<translation>IOReport 在此芯片上不报告处理器能耗</translation>
</message>
<message>
<source>If it is meant to be, try: chmod +x {0}</source>
<translation>如果它本应可执行，请尝试：chmod +x {0}</translation>
</message>
<message>
<source>If it uses PyTorch, record it with --profile steps=10:20: a profile shows which operations take the time.</source>
<translation>如果它使用 PyTorch，可用 --profile steps=10:20 录制：剖析结果会显示时间用在哪些运算上。</translation>
</message>
<message>
<source>Image size</source>
<translation>图像大小</translation>
</message>
<message>
<source>Images</source>
<translation>图像</translation>
</message>
<message>
<source>Implementation</source>
<translation>实现</translation>
</message>
<message>
<source>Import one experiment at a time.</source>
<translation>请一次导入一个实验。</translation>
</message>
<message>
<source>Imported</source>
<translation>已导入</translation>
</message>
<message>
<source>In all groups: {0}.</source>
<translation>各组均为：{0}。</translation>
</message>
<message>
<source>In code</source>
<translation>在代码中</translation>
</message>
<message>
<source>In phase {0}</source>
<translation>处于阶段 {0}</translation>
</message>
<message>
<source>In split size</source>
<translation>In split size</translation>
</message>
<message>
<source>In the terminal, since {0}. {1}</source>
<translation>在终端中进行，因为{0}。{1}</translation>
</message>
<message>
<source>In use for</source>
<translation>使用时长</translation>
</message>
<message>
<source>Index whole batches instead of single samples; a loading process would take about as long to hand a batch over.</source>
<translation>按整批而不是逐个样本取数；加载进程交接一批所需的时间大约与此相当。</translation>
</message>
<message>
<source>Inference mode off</source>
<translation>关闭推理模式</translation>
</message>
<message>
<source>Inferred from the phase in which memory was allocated and from how long it was kept</source>
<translation>根据分配内存时所处的阶段以及占用的时长推断</translation>
</message>
<message>
<source>Input Dims</source>
<translation>Input Dims</translation>
</message>
<message>
<source>Input Strides</source>
<translation>Input Strides</translation>
</message>
<message>
<source>Input dims</source>
<translation>Input dims</translation>
</message>
<message>
<source>Input type</source>
<translation>Input type</translation>
</message>
<message>
<source>Input-bound: the steps wait for their data.</source>
<translation>受输入限制：各步在等待数据。</translation>
</message>
<message>
<source>Input/output error</source>
<translation>输入/输出错误</translation>
</message>
<message>
<source>Install Intel's Level Zero driver, then run '{0}'.</source>
<translation>请安装 Intel 的 Level Zero 驱动，然后运行“{0}”。</translation>
</message>
<message>
<source>Install NVIDIA's driver; in a container, start it with the NVIDIA runtime and the utility capability.</source>
<translation>请安装 NVIDIA 驱动；在容器中请以 NVIDIA 运行时和 utility 能力启动。</translation>
</message>
<message>
<source>Install ROCm's AMD SMI, then run '{0}'.</source>
<translation>请安装 ROCm 的 AMD SMI，然后运行“{0}”。</translation>
</message>
<message>
<source>Install a C++ compiler and ninja, or use --set implementation=eager.</source>
<translation>请安装 C++ 编译器和 ninja，或使用 --set implementation=eager。</translation>
</message>
<message>
<source>Install a complete Python, 3.11 or later.</source>
<translation>请安装完整的 Python，3.11 或更高版本。</translation>
</message>
<message>
<source>Install a newer py-spy: {0}</source>
<translation>请安装更新的 py-spy：{0}</translation>
</message>
<message>
<source>Install gpuscope on another file system, or mount this one without the option noexec.</source>
<translation>请把 gpuscope 安装到另一个文件系统，或在挂载此文件系统时去掉 noexec 选项。</translation>
</message>
<message>
<source>Install it, for example: apt-get install ninja-build</source>
<translation>请安装，例如：apt-get install ninja-build</translation>
</message>
<message>
<source>Install it: apt-get install ffmpeg on Debian or Ubuntu, dnf install ffmpeg-free on Fedora, brew install ffmpeg on macOS, winget install ffmpeg on Windows. A .gif needs nothing.</source>
<translation>请安装：Debian 或 Ubuntu 用 apt-get install ffmpeg，Fedora 用 dnf install ffmpeg-free，macOS 用 brew install ffmpeg，Windows 用 winget install ffmpeg。.gif 不需要任何软件。</translation>
</message>
<message>
<source>Install it: gpuscope setup --install. Or name a Python that has it: gpuscope setup --python PATH</source>
<translation>安装它：gpuscope setup --install。或指定装有它的 Python：gpuscope setup --python ‹路径›</translation>
</message>
<message>
<source>Install it: {0}</source>
<translation>请安装：{0}</translation>
</message>
<message>
<source>Install it: {0}, or pipx install py-spy</source>
<translation>请安装：{0}，或 pipx install py-spy</translation>
</message>
<message>
<source>Install it? [y/N]</source>
<translation>安装吗？[y/N]</translation>
</message>
<message>
<source>Install one, for example: apt-get install g++</source>
<translation>请安装一个，例如：apt-get install g++</translation>
</message>
<message>
<source>Install scikit-learn again.</source>
<translation>请重新安装 scikit-learn。</translation>
</message>
<message>
<source>Install scikit-learn, or name a folder of data with --data.</source>
<translation>请安装 scikit-learn，或用 --data 指定数据文件夹。</translation>
</message>
<message>
<source>Install them, for example: apt-get install python3-dev</source>
<translation>请安装，例如：apt-get install python3-dev</translation>
</message>
<message>
<source>Install torch and {0} for a Python of yours, and name that: gpuscope setup --python PATH</source>
<translation>请为自己的某个 Python 安装 torch 和 {0}，并指定它：gpuscope setup --python ‹路径›</translation>
</message>
<message>
<source>Install torch for a Python of yours that has its headers, and name that: gpuscope setup --python PATH</source>
<translation>请为自己的一个带有头文件的 Python 安装 torch，并指定它：gpuscope setup --python PATH</translation>
</message>
<message>
<source>Install torch for it yourself, or name a Python that has it.</source>
<translation>请自行为它安装 torch，或指定装有 torch 的 Python。</translation>
</message>
<message>
<source>Integral of the instantaneous power over the window; the sensor may sample only part of the time.</source>
<translation>瞬时功率在区间内的积分；传感器可能只观察部分时间。</translation>
</message>
<message>
<source>Integral of the power that the device averages over a second, moved back by half of it.</source>
<translation>设备一秒平均功率的积分，前移其一半时间。</translation>
</message>
<message>
<source>Intel GPU {0}</source>
<translation>Intel GPU {0}</translation>
</message>
<message>
<source>Intensity at which the ceilings meet</source>
<translation>两个上限相交处的强度</translation>
</message>
<message>
<source>Inter, 'Noto Sans CJK SC Common', 'Noto Sans CJK SC Rare', 'Noto Sans CJK SC', 'DejaVu Sans'</source>
<translation>Inter, 'Noto Sans CJK SC Common', 'Noto Sans CJK SC Rare', 'Noto Sans CJK SC', 'DejaVu Sans'</translation>
</message>
<message>
<source>Interval of timed steps</source>
<translation>逐步计时的间隔</translation>
</message>
<message>
<source>Intervals are at the 95 % confidence level.</source>
<translation>区间的置信水平均为 95 %。</translation>
</message>
<message>
<source>Is a directory</source>
<translation>是一个文件夹</translation>
</message>
<message>
<source>It chooses the build to install: gpuscope setup --install</source>
<translation>它选择要安装的版本：gpuscope setup --install</translation>
</message>
<message>
<source>It failed</source>
<translation>失败</translation>
</message>
<message>
<source>It failed on request</source>
<translation>按要求失败</translation>
</message>
<message>
<source>It finished</source>
<translation>已完成</translation>
</message>
<message>
<source>It finished on request</source>
<translation>按要求已完成</translation>
</message>
<message>
<source>It happens once, when a program starts: capture later steps, after a warm-up.</source>
<translation>这只在程序启动时发生一次：请在预热之后采集靠后的步。</translation>
</message>
<message>
<source>It has no recorded figures.</source>
<translation>没有记录它的数值。</translation>
</message>
<message>
<source>It has {0}.</source>
<translation>它有 {0}。</translation>
</message>
<message>
<source>It is a folder: name a program in it.</source>
<translation>这是一个文件夹：请指定其中的程序。</translation>
</message>
<message>
<source>It is damaged</source>
<translation>已损坏</translation>
</message>
<message>
<source>It is damaged on request</source>
<translation>按要求已损坏</translation>
</message>
<message>
<source>It is running</source>
<translation>正在运行</translation>
</message>
<message>
<source>It is running on request</source>
<translation>按要求正在运行</translation>
</message>
<message>
<source>It is split into words as a shell does (quotes, backslashes) and run without a shell: for pipes write sh -c '…'.</source>
<translation>它按 shell 的方式（引号、反斜杠）拆分成词，但不经过 shell 运行：需要管道时请写 sh -c '…'。</translation>
</message>
<message>
<source>It needs NVRTC of the CUDA toolkit, which torch's CUDA builds bring; or use --set implementation=eager.</source>
<translation>它需要 CUDA 工具包的 NVRTC（torch 的 CUDA 版本已自带）；或使用 --set implementation=eager。</translation>
</message>
<message>
<source>It samples Python programs only.</source>
<translation>它只对 Python 程序采样。</translation>
</message>
<message>
<source>It stops before either is full. Record it? [y/N]</source>
<translation>在占满磁盘或内存之前会自行结束。要录制吗？[y/N]</translation>
</message>
<message>
<source>It was interrupted</source>
<translation>已中断</translation>
</message>
<message>
<source>It was interrupted on request</source>
<translation>按要求已中断</translation>
</message>
<message>
<source>It was running already when it was recorded, so it cannot be started again.</source>
<translation>记录时它已在运行，因此无法再次启动。</translation>
</message>
<message>
<source>It was salvaged in part</source>
<translation>已部分抢救</translation>
</message>
<message>
<source>It was salvaged in part on request</source>
<translation>按要求已部分抢救</translation>
</message>
<message>
<source>It was stopped</source>
<translation>已停止</translation>
</message>
<message>
<source>It was stopped on request</source>
<translation>已按要求停止</translation>
</message>
<message>
<source>Its Python stacks can be sampled instead: --stacks 10s</source>
<translation>可改为采样其 Python 栈：--stacks 10s</translation>
</message>
<message>
<source>Its build must be for the CUDA version of torch, with cuDNN 9; its own message is in the run's output.</source>
<translation>其构建须与 torch 的 CUDA 版本一致，并配有 cuDNN 9；它自己的报错在运行的输出里。</translation>
</message>
<message>
<source>Its command held a secret, which was not stored.</source>
<translation>其命令含有未存储的机密。</translation>
</message>
<message>
<source>Its functions: gpuscope profile {0}</source>
<translation>其中的函数：gpuscope profile {0}</translation>
</message>
<message>
<source>Its last lines say why.</source>
<translation>其最后几行说明原因。</translation>
</message>
<message>
<source>Its options: {0}.</source>
<translation>其选项：{0}。</translation>
</message>
<message>
<source>Its packets are smaller.</source>
<translation>Perfetto 的数据包没有这么大。</translation>
</message>
<message>
<source>Its page says why.</source>
<translation>其页面说明原因。</translation>
</message>
<message>
<source>Its phases: {0} of the run.</source>
<translation>其各阶段：占运行的 {0}。</translation>
</message>
<message>
<source>Its readings cover the last {0}.</source>
<translation>其读数覆盖最后 {0}。</translation>
</message>
<message>
<source>Its readings cover {0}.</source>
<translation>其读数覆盖 {0}。</translation>
</message>
<message>
<source>Its repeats scatter too much to tell: from {0} to {1} × as fast; more repeats, or an idle processor, would narrow this</source>
<translation>其各次重复过于分散，无法判断：速度为 {0} 至 {1} 倍；更多重复或空闲的处理器可缩小该范围</translation>
</message>
<message>
<source>Its rungs: {0}.</source>
<translation>其各级：{0}。</translation>
</message>
<message>
<source>Its runs show both figures, and are not compared by energy; a meter at the wall shows which is right.</source>
<translation>其运行显示两个数值，且不按能耗比较；插座处的功率计可说明哪个正确。</translation>
</message>
<message>
<source>JAX (XLA)</source>
<translation>JAX (XLA)</translation>
</message>
<message>
<source>Keep memory in the allocator: no empty_cache() in the loop, expandable segments, or a smaller batch.</source>
<translation>让显存留在分配器中：循环中不用 empty_cache()，使用可扩展的段（expandable segments），或减小批次。</translation>
</message>
<message>
<source>Keep reused data on the device, and copy fewer, larger blocks.</source>
<translation>把会再次使用的内容留在设备上，拷贝次数更少、块更大。</translation>
</message>
<message>
<source>Keep that file until you are sure that nothing is missing.</source>
<translation>在确认没有缺失之前请保留该文件。</translation>
</message>
<message>
<source>Keep values on the device, and read them back together every few steps.</source>
<translation>把值留在设备上，每隔若干步一起读回。</translation>
</message>
<message>
<source>Keep weights and inputs in the format that they are computed in, so that they are converted once.</source>
<translation>让权重和输入保持在计算所用的格式，只转换一次。</translation>
</message>
<message>
<source>Kernel</source>
<translation>核函数</translation>
</message>
<message>
<source>Kernels</source>
<translation>核函数</translation>
</message>
<message>
<source>Knowledge distillation, half of each layer</source>
<translation>知识蒸馏（每层宽度减半）</translation>
</message>
<message>
<source>Known</source>
<translation>已知</translation>
</message>
<message>
<source>LSTM text classifier</source>
<translation>LSTM 文本分类器</translation>
</message>
<message>
<source>Larger batch</source>
<translation>更大的批次</translation>
</message>
<message>
<source>Largest difference from the reference named with it (FP64, or eager torch for an engine or another form of the model), relative to its largest value.</source>
<translation>与随其标明的参照（FP64，或对引擎及模型的其他形式为 eager torch）的最大差异，相对其最大值。</translation>
</message>
<message>
<source>Largest relative error</source>
<translation>最大相对误差</translation>
</message>
<message>
<source>Largest resident memory of the workload's process as the kernel counts it, of gpuscope's own workloads during the measured steps; pages shared with other processes count whole.</source>
<translation>内核所计的负载进程常驻内存最大值，gpuscope 自己的负载只计测量的步期间；与其他进程共享的页全部计入。</translation>
</message>
<message>
<source>Last lines of its output:</source>
<translation>其输出的最后几行：</translation>
</message>
<message>
<source>Last lines of the output</source>
<translation>输出的最后几行</translation>
</message>
<message>
<source>Last readings</source>
<translation>最后的读数</translation>
</message>
<message>
<source>Last reported: {0}.</source>
<translation>最后报告：{0}。</translation>
</message>
<message>
<source>Launch-bound: the device waits for the next kernel, or the kernels are too small to fill it.</source>
<translation>受启动限制：设备在等待下一个核函数，或核函数太小，不能充分利用设备。</translation>
</message>
<message>
<source>Layers</source>
<translation>层数</translation>
</message>
<message>
<source>Layers by rank</source>
<translation>各 rank 的层</translation>
</message>
<message>
<source>Learning rate</source>
<translation>学习率</translation>
</message>
<message>
<source>Least bytes that a step touches</source>
<translation>一步至少触及的字节数</translation>
</message>
<message>
<source>Leave it out for the smallest total of the runs.</source>
<translation>省略则取各运行总数中最小的。</translation>
</message>
<message>
<source>Leave it out, or add --task {0}.</source>
<translation>请去掉它，或加上 --task {0}。</translation>
</message>
<message>
<source>Leave it out, or use --device {0}.</source>
<translation>请去掉它，或使用 --device {0}。</translation>
</message>
<message>
<source>Leave it out.</source>
<translation>请去掉它。</translation>
</message>
<message>
<source>Leave it out: a chain is several runs, one after another.</source>
<translation>请去掉它：链是先后进行的多个运行。</translation>
</message>
<message>
<source>Leave it out: the chain goes through all engines of the device.</source>
<translation>请去掉它：链会遍历该设备的所有引擎。</translation>
</message>
<message>
<source>Leave it out: torch then chooses another kernel.</source>
<translation>请去掉它：torch 会另选内核。</translation>
</message>
<message>
<source>Leave one of them out.</source>
<translation>请去掉其中一个。</translation>
</message>
<message>
<source>Leave out --data.</source>
<translation>请去掉 --data。</translation>
</message>
<message>
<source>Leave out --optimize, --engine and --precision.</source>
<translation>请去掉 --optimize、--engine 和 --precision。</translation>
</message>
<message>
<source>Leave out --task.</source>
<translation>请去掉 --task。</translation>
</message>
<message>
<source>Leave out the verb: gpuscope --page runs</source>
<translation>请去掉子命令：gpuscope --page runs</translation>
</message>
<message>
<source>Left out is {0} time outside of the steps: {1} before, {2} now</source>
<translation>不计入步之外的{0}时间：之前 {1}，现在 {2}</translation>
</message>
<message>
<source>Length of the measured window, the median of the runs.</source>
<translation>测量区间的长度，各运行的中位数。</translation>
</message>
<message>
<source>Let it: sudo sysctl kernel.yama.ptrace_scope=0, or run this command as root.</source>
<translation>允许它：sudo sysctl kernel.yama.ptrace_scope=0，或以 root 身份运行此命令。</translation>
</message>
<message>
<source>Lets the tensor cores multiply FP32 numbers with 10 bits of mantissa.</source>
<translation>让 Tensor Core 以 10 位尾数相乘 FP32 数。</translation>
</message>
<message>
<source>Lets torch record every forward pass for gradients that are never computed, as a program does that forgets inference mode; every other run uses it. It shows what inference mode saves, mostly memory. It does not help any run.</source>
<translation>让 torch 为从不计算的梯度记录每次前向传播，就像忘记推理模式的程序那样；其他运行都使用推理模式。它显示推理模式节省了什么，主要是内存。对任何运行都没有帮助。</translation>
</message>
<message>
<source>Level Zero Sysman</source>
<translation>Level Zero Sysman</translation>
</message>
<message>
<source>Level Zero Sysman cannot be used: {0}</source>
<translation>无法使用 Level Zero Sysman：{0}</translation>
</message>
<message>
<source>Level Zero does not know the clock</source>
<translation>Level Zero 不认识该时钟</translation>
</message>
<message>
<source>Level Zero does not know this GPU</source>
<translation>Level Zero 不认识此 GPU</translation>
</message>
<message>
<source>Level Zero result {0}</source>
<translation>Level Zero 结果 {0}</translation>
</message>
<message>
<source>Linux in Windows (WSL): the driver offers less here</source>
<translation>Windows 中的 Linux（WSL）：此处驱动程序提供的内容较少</translation>
</message>
<message>
<source>LiteRT (TFLite)</source>
<translation>LiteRT (TFLite)</translation>
</message>
<message>
<source>Load the driver (modprobe nvidia), or restart the machine.</source>
<translation>请加载驱动（modprobe nvidia），或重启机器。</translation>
</message>
<message>
<source>Load time</source>
<translation>加载时间</translation>
</message>
<message>
<source>Loading processes</source>
<translation>加载进程数</translation>
</message>
<message>
<source>Long steps</source>
<translation>长步</translation>
</message>
<message>
<source>Loss</source>
<translation>损失</translation>
</message>
<message>
<source>MIG is on: NVML reports no utilization of a partitioned GPU</source>
<translation>MIG 已开启：NVML 不报告分区 GPU 的利用率</translation>
</message>
<message>
<source>MIG is on: power and energy are of the whole GPU, all its partitions together; utilization does not exist</source>
<translation>MIG 已开启：功率和能耗为整块 GPU 及其所有分区合计；没有利用率</translation>
</message>
<message>
<source>MLP on handwritten digits</source>
<translation>手写数字 MLP</translation>
</message>
<message>
<source>MLflow has no record of its end</source>
<translation>MLflow 没有收到它结束的通知</translation>
</message>
<message>
<source>MLflow's system metrics contain power readings but no energy</source>
<translation>MLflow 的系统指标给出某些时刻的功率，但不给出能耗</translation>
</message>
<message>
<source>MLflow: failed</source>
<translation>MLflow：失败</translation>
</message>
<message>
<source>MLflow: killed</source>
<translation>MLflow：被终止</translation>
</message>
<message>
<source>MNIST's four IDX files are needed: {0}.</source>
<translation>需要 MNIST 的四个 IDX 文件：{0}。</translation>
</message>
<message>
<source>MP4 and WebM need ffmpeg, which is not installed</source>
<translation>MP4 和 WebM 需要 ffmpeg，而它没有安装</translation>
</message>
<message>
<source>Machine</source>
<translation>机器</translation>
</message>
<message>
<source>Machines that share one training; start the same run on each.</source>
<translation>一次训练所分布的机器数；每台机器上启动同样的命令。</translation>
</message>
<message>
<source>Main memory</source>
<translation>主内存</translation>
</message>
<message>
<source>Main memory energy</source>
<translation>主内存能耗</translation>
</message>
<message>
<source>Main {0}</source>
<translation>主{0}</translation>
</message>
<message>
<source>Make --batch-size smaller{0}.</source>
<translation>请减小 --batch-size{0}。</translation>
</message>
<message>
<source>Make --ranks smaller.</source>
<translation>请减小 --ranks。</translation>
</message>
<message>
<source>Make filter smaller, or size larger.</source>
<translation>请减小 filter，或增大 size。</translation>
</message>
<message>
<source>Make it executable, or run it with its interpreter.</source>
<translation>请使其可执行，或用其解释器运行。</translation>
</message>
<message>
<source>Make it first, or name a file elsewhere.</source>
<translation>请先创建它，或指定别处的文件。</translation>
</message>
<message>
<source>Make it writable, or name another with --store.</source>
<translation>请使其可写，或用 --store 指定另一个。</translation>
</message>
<message>
<source>Make it writable, or set GPUSCOPE_HOME to another folder.</source>
<translation>请使其可写，或将 GPUSCOPE_HOME 设为另一文件夹。</translation>
</message>
<message>
<source>Make it writable.</source>
<translation>请使其可写。</translation>
</message>
<message>
<source>Make its folder writable, or name another store with --store.</source>
<translation>请使其文件夹可写，或用 --store 指定另一存储。</translation>
</message>
<message>
<source>Make the context shorter.</source>
<translation>请缩短上下文。</translation>
</message>
<message>
<source>Marked figures are not of real hardware: {0}.</source>
<translation>带标记的数值并非来自真实硬件：{0}。</translation>
</message>
<message>
<source>Marks</source>
<translation>标记</translation>
</message>
<message>
<source>Marks can be added only to a live run.</source>
<translation>只能给正在进行的运行添加标记。</translation>
</message>
<message>
<source>Matrix product</source>
<translation>矩阵乘积</translation>
</message>
<message>
<source>Matrix product in OpenCL</source>
<translation>OpenCL 矩阵乘积</translation>
</message>
<message>
<source>Matrix size</source>
<translation>矩阵大小</translation>
</message>
<message>
<source>Matrix-vector product</source>
<translation>矩阵向量乘积</translation>
</message>
<message>
<source>Max</source>
<translation>最大</translation>
</message>
<message>
<source>Mean</source>
<translation>平均</translation>
</message>
<message>
<source>Mean cross entropy on held-out data, after the run; during it, of the training batch.</source>
<translation>运行之后在留出数据上的平均交叉熵；运行中则为训练批次的。</translation>
</message>
<message>
<source>Mean power as a share of the limit</source>
<translation>平均功率占上限的比例</translation>
</message>
<message>
<source>Mean time of each phase of the observed steps.</source>
<translation>所检测到的各步中每个阶段的平均时间。</translation>
</message>
<message>
<source>Measure for this long instead of for a number of steps, such as 10s or 2min; the warm-up comes first.</source>
<translation>按时长而非步数测量，例如 10s 或 2min；预热在其之前。</translation>
</message>
<message>
<source>Measured steps divided by wall-clock time.</source>
<translation>测量步数除以墙钟时间。</translation>
</message>
<message>
<source>Measured steps; the warm-up comes before them.</source>
<translation>测量步数；预热在其之前。</translation>
</message>
<message>
<source>Measured window</source>
<translation>测量区间</translation>
</message>
<message>
<source>Measured: a counter, sensor, clock or the workload gave it, or it is a difference, mean, percentile or integral of such readings. Derived: other arithmetic on them. Vendor-modelled: the maker's model gave it. Estimated, with ~ before the figure: gpuscope's own estimate. A dash is a figure that is missing; missing is never counted as zero.</source>
<translation>实测：由计数器、传感器、时钟或负载给出，或者是这些读数的差值、平均值、百分位数或积分。推导：对它们的其他运算。厂商模型：由制造商的模型给出。估计（数值前带 ~）：gpuscope 自己的估计。横线表示缺失的数值；缺失从不当作零。</translation>
</message>
<message>
<source>Median time of each phase in the steps whose phases were timed.</source>
<translation>在对阶段计时的各步中，每个阶段的时间中位数。</translation>
</message>
<message>
<source>Mem. clock</source>
<translation>显存频率</translation>
</message>
<message>
<source>Mem. control</source>
<translation>显存控制</translation>
</message>
<message>
<source>Mem. temp.</source>
<translation>显存温度</translation>
</message>
<message>
<source>Memory</source>
<translation>内存</translation>
</message>
<message>
<source>Memory at the peak</source>
<translation>峰值时的内存</translation>
</message>
<message>
<source>Memory at the peak by category</source>
<translation>峰值时的内存，按类别</translation>
</message>
<message>
<source>Memory bandwidth used</source>
<translation>已用显存带宽</translation>
</message>
<message>
<source>Memory bandwidth used, mean</source>
<translation>已用显存带宽（平均）</translation>
</message>
<message>
<source>Memory bandwidth used, peak</source>
<translation>已用显存带宽（峰值）</translation>
</message>
<message>
<source>Memory bus</source>
<translation>显存总线</translation>
</message>
<message>
<source>Memory clock</source>
<translation>显存频率</translation>
</message>
<message>
<source>Memory clock, mean</source>
<translation>显存频率（平均）</translation>
</message>
<message>
<source>Memory controller</source>
<translation>显存控制器</translation>
</message>
<message>
<source>Memory controller, mean</source>
<translation>显存控制器（平均）</translation>
</message>
<message>
<source>Memory is attributed to operators only: recording stacks adds the module (--profile …,memory,stacks; with_stack=True)</source>
<translation>内存只按算子归属：由哪个模块申请，须与栈一起录制才可知（--profile …,memory,stacks；with_stack=True）</translation>
</message>
<message>
<source>Memory of</source>
<translation>内存所属</translation>
</message>
<message>
<source>Memory of processes</source>
<translation>所有进程的内存</translation>
</message>
<message>
<source>Memory of processes, peak</source>
<translation>所有进程的内存（峰值）</translation>
</message>
<message>
<source>Memory of the device in use, by any process. For the CPU: main memory that is not available.</source>
<translation>设备上被任意进程占用的显存。对于 CPU：不可用的主内存。</translation>
</message>
<message>
<source>Memory of the device that driver and firmware keep for themselves; not part of the memory used.</source>
<translation>驱动和固件自己保留的显存；不计入已用显存。</translation>
</message>
<message>
<source>Memory of the processes in RAM. For several on Linux by their shares (Pss), so that a shared page counts once; elsewhere the sum of their resident sets.</source>
<translation>进程位于 RAM 中的内存。在 Linux 上多个进程按份额（Pss）计，共享的页只计一次；其他系统为各自常驻集之和。</translation>
</message>
<message>
<source>Memory reserved by the driver</source>
<translation>驱动保留的显存</translation>
</message>
<message>
<source>Memory reserved by the driver, peak</source>
<translation>驱动保留的显存（峰值）</translation>
</message>
<message>
<source>Memory temperature</source>
<translation>显存温度</translation>
</message>
<message>
<source>Memory temperature, peak</source>
<translation>显存温度（峰值）</translation>
</message>
<message>
<source>Memory used</source>
<translation>已用内存</translation>
</message>
<message>
<source>Memory used, mean</source>
<translation>已用内存（平均）</translation>
</message>
<message>
<source>Memory used, peak</source>
<translation>已用内存（峰值）</translation>
</message>
<message>
<source>Memory-bound: moving the bytes takes longer than computing with them.</source>
<translation>受内存限制：搬运字节比用它们计算更耗时。</translation>
</message>
<message>
<source>Method</source>
<translation>方法</translation>
</message>
<message>
<source>Methods and sources</source>
<translation>方法与来源</translation>
</message>
<message>
<source>Metric</source>
<translation>指标</translation>
</message>
<message>
<source>Metrics</source>
<translation>指标</translation>
</message>
<message>
<source>Min</source>
<translation>最小</translation>
</message>
<message>
<source>Missing: {0}{1}: {2}.</source>
<translation>缺失：{0}{1}：{2}。</translation>
</message>
<message>
<source>Mixup</source>
<translation>Mixup</translation>
</message>
<message>
<source>Model FLOPs utilization (MFU)</source>
<translation>模型 FLOPs 利用率（MFU）</translation>
</message>
<message>
<source>Model size</source>
<translation>模型大小</translation>
</message>
<message>
<source>Model size before compression</source>
<translation>压缩前的模型大小</translation>
</message>
<message>
<source>More loading processes prepare batches while steps run.</source>
<translation>更多加载进程可在各步进行的同时组成批次。</translation>
</message>
<message>
<source>Most of a step is spent on {0}, which this does not shorten</source>
<translation>一步的大部分时间用于{0}，此项优化不能缩短它</translation>
</message>
<message>
<source>Most of a step is spent on {0}; {1}</source>
<translation>一步的大部分时间用于{0}；{1}</translation>
</message>
<message>
<source>Move it away, and the next run makes a new store: mv {0} {1}; or name another file with --store.</source>
<translation>把它移走，下一次运行会新建存储：mv {0} {1}；或用 --store 指定另一个文件。</translation>
</message>
<message>
<source>Move this work out of the loop, or into another thread or process: the device waits for it.</source>
<translation>把这些工作移出循环，或移到旁边的线程或进程中：设备在等它。</translation>
</message>
<message>
<source>Moved at least</source>
<translation>至少搬运</translation>
</message>
<message>
<source>Moves model and data to the graphics processor.</source>
<translation>把模型和数据移到图形处理器上。</translation>
</message>
<message>
<source>NVIDIA GPU</source>
<translation>NVIDIA GPU</translation>
</message>
<message>
<source>NVIDIA's library is here, but {0} ({1})</source>
<translation>NVIDIA 的库在此处，但{0}（{1}）</translation>
</message>
<message>
<source>NVLink received</source>
<translation>NVLink 接收</translation>
</message>
<message>
<source>NVLink sent</source>
<translation>NVLink 发送</translation>
</message>
<message>
<source>NVLink, received</source>
<translation>NVLink 接收</translation>
</message>
<message>
<source>NVLink, sent</source>
<translation>NVLink 发送</translation>
</message>
<message>
<source>NVML field 138, data of all NVLinks</source>
<translation>NVML 字段 138，所有 NVLink 的数据</translation>
</message>
<message>
<source>NVML field 139, data of all NVLinks</source>
<translation>NVML 字段 139，所有 NVLink 的数据</translation>
</message>
<message>
<source>NVML field 185, 1 s average power</source>
<translation>NVML 字段 185，1 秒平均功率</translation>
</message>
<message>
<source>NVML field 186, instantaneous power</source>
<translation>NVML 字段 186，瞬时功率</translation>
</message>
<message>
<source>NVML field 190, current power limit</source>
<translation>NVML 字段 190，当前功率上限</translation>
</message>
<message>
<source>NVML field 82, memory temperature</source>
<translation>NVML 字段 82，显存温度</translation>
</message>
<message>
<source>NVML field 83, cumulative counter</source>
<translation>NVML 字段 83，累计计数器</translation>
</message>
<message>
<source>NVML refuses the argument</source>
<translation>NVML 拒绝该参数</translation>
</message>
<message>
<source>NVML returned code {0}</source>
<translation>NVML 返回代码 {0}</translation>
</message>
<message>
<source>NVML says unknown error; in a container: device access revoked by the host</source>
<translation>NVML 报告未知错误；在容器中：宿主撤销了设备访问</translation>
</message>
<message>
<source>NVML was not queried yet</source>
<translation>尚未查询 NVML</translation>
</message>
<message>
<source>Name a .csv or a .json; of one profile also an .svg or a .pdf.</source>
<translation>请指定 .csv 或 .json；单个剖析结果还可用 .svg 或 .pdf。</translation>
</message>
<message>
<source>Name a Python that has torch, for example that of an environment: ~/env/bin/python</source>
<translation>请指定装有 torch 的 Python，例如某个环境中的：~/env/bin/python</translation>
</message>
<message>
<source>Name a file elsewhere.</source>
<translation>请指定别处的文件。</translation>
</message>
<message>
<source>Name a file in it.</source>
<translation>请指定其中的文件。</translation>
</message>
<message>
<source>Name a file with -o, or leave --json out.</source>
<translation>请用 -o 指定文件，或去掉 --json。</translation>
</message>
<message>
<source>Name a folder that exists.</source>
<translation>请指定存在的文件夹。</translation>
</message>
<message>
<source>Name a folder with --data, or leave it out for scikit-learn's digits.</source>
<translation>请用 --data 指定文件夹，或去掉它以使用 scikit-learn 的数字。</translation>
</message>
<message>
<source>Name a new file.</source>
<translation>请指定新文件。</translation>
</message>
<message>
<source>Name a run bundle (.gpuscope).</source>
<translation>请给出一个运行包（.gpuscope）。</translation>
</message>
<message>
<source>Name a trace file.</source>
<translation>请指定一个 trace 文件。</translation>
</message>
<message>
<source>Name a workload: gpuscope run cifar-cnn --chain</source>
<translation>请指定一个负载：gpuscope run cifar-cnn --chain</translation>
</message>
<message>
<source>Name an SQLite file: --store sqlite:////absolute/path.sqlite</source>
<translation>请指定 SQLite 文件：--store sqlite:////absolute/path.sqlite</translation>
</message>
<message>
<source>Name another Python: gpuscope setup --python PATH</source>
<translation>指定另一个 Python：gpuscope setup --python ‹路径›</translation>
</message>
<message>
<source>Name another file, or free some space.</source>
<translation>请指定另一文件，或释放一些空间。</translation>
</message>
<message>
<source>Name another file.</source>
<translation>请指定另一文件。</translation>
</message>
<message>
<source>Name another with --store.</source>
<translation>请用 --store 指定另一个。</translation>
</message>
<message>
<source>Name another: gpuscope setup --python PATH</source>
<translation>指定另一个：gpuscope setup --python ‹路径›</translation>
</message>
<message>
<source>Name deleted runs by their ids.</source>
<translation>请用 ID 指定已删除的运行。</translation>
</message>
<message>
<source>Name each device once.</source>
<translation>每个设备请只指定一次。</translation>
</message>
<message>
<source>Name each run once.</source>
<translation>每个运行请只指定一次。</translation>
</message>
<message>
<source>Name it: --curves RUN.</source>
<translation>请指定：--curves 运行。</translation>
</message>
<message>
<source>Name its interpreter: {0} {1}</source>
<translation>请指定其解释器：{0} {1}</translation>
</message>
<message>
<source>Name one device, for example --device cuda:0.</source>
<translation>请指定一个设备，例如 --device cuda:0。</translation>
</message>
<message>
<source>Name one file, and one behind --against.</source>
<translation>请指定一个文件，另一个放在 --against 之后。</translation>
</message>
<message>
<source>Name one file.</source>
<translation>请指定一个文件。</translation>
</message>
<message>
<source>Name one file; of several ranks, one after the other.</source>
<translation>请指定一个文件；多个 rank 时逐个指定。</translation>
</message>
<message>
<source>Name one of them behind --against.</source>
<translation>请在 --against 之后指定其中一份。</translation>
</message>
<message>
<source>Name one of them with --rendezvous HOST:PORT, the same on each.</source>
<translation>请用 --rendezvous HOST:PORT 指定其中一个，每个节点上相同。</translation>
</message>
<message>
<source>Name one that ends in {0}.</source>
<translation>请指定以 {0} 结尾的名称。</translation>
</message>
<message>
<source>Name runs, or give --purge alone.</source>
<translation>请指定运行，或只给出 --purge。</translation>
</message>
<message>
<source>Name some of {0}, or {1} alone.</source>
<translation>请指定 {0} 中的若干，或仅 {1}。</translation>
</message>
<message>
<source>Name the file to write: --perfetto FILE.json.gz.</source>
<translation>请指定要写入的文件：--perfetto 文件.json.gz。</translation>
</message>
<message>
<source>Name the file with its absolute path.</source>
<translation>请用绝对路径指定文件。</translation>
</message>
<message>
<source>Name the process, or the machine, not both.</source>
<translation>请指定进程或整机，不要两者都指定。</translation>
</message>
<message>
<source>Name the program in it.</source>
<translation>请指定其中的程序。</translation>
</message>
<message>
<source>Name the run during which it was recorded: --curves RUN.</source>
<translation>请指定录制它时的运行：--curves ‹运行›。</translation>
</message>
<message>
<source>Name, host</source>
<translation>名称，主机</translation>
</message>
<message>
<source>Needed a single revision</source>
<translation>Needed a single revision</translation>
</message>
<message>
<source>Neither capture holds operators or device work: there is nothing to compare.</source>
<translation>两次采集都没有算子，也没有设备的工作：没有可比较的内容。</translation>
</message>
<message>
<source>Network in</source>
<translation>网络接收</translation>
</message>
<message>
<source>Network out</source>
<translation>网络发送</translation>
</message>
<message>
<source>New tokens</source>
<translation>新 token 数</translation>
</message>
<message>
<source>No Pareto front: the verdicts do not tell all groups apart.</source>
<translation>没有帕累托前沿：结论不能区分所有组。</translation>
</message>
<message>
<source>No cell of the sweep of {0} could be measured here</source>
<translation>此处无法测量 {0} 扫描的任何一格</translation>
</message>
<message>
<source>No cell stands out: their {0} differs by {1}, which chance alone may cause</source>
<translation>没有哪一格突出：各格的{0}相差 {1}，仅偶然就可能如此</translation>
</message>
<message>
<source>No device work was recorded in these {0}: times are the host's</source>
<translation>在这 {0} 内没有记录到设备的工作：时间为主机端的时间</translation>
</message>
<message>
<source>No operator ran for {0} in {1} of more than a millisecond ({2} of the time); the longest took {3}</source>
<translation>在 {1}（每次超过一毫秒）中共有 {0} 没有算子运行（占时间的 {2}）；最长的一次为 {3}</translation>
</message>
<message>
<source>No operator ran for {0} in {1} of more than a millisecond ({2} of the time); the longest, {3}, while the program was in {4}</source>
<translation>在 {1}（每次超过一毫秒）中共有 {0} 没有算子运行（占时间的 {2}）；最长的一次为 {3}，当时程序在 {4} 中</translation>
</message>
<message>
<source>No optimization made {0} faster here</source>
<translation>此处没有任何优化使 {0} 变快</translation>
</message>
<message>
<source>No optimization made {0} measurably faster here</source>
<translation>此处没有任何优化使 {0} 有可测的加快</translation>
</message>
<message>
<source>No ratio of {0}</source>
<translation>没有 {0} 的比值</translation>
</message>
<message>
<source>No run</source>
<translation>没有运行</translation>
</message>
<message>
<source>No run finished.</source>
<translation>没有运行完成。</translation>
</message>
<message>
<source>No run matches.</source>
<translation>没有匹配的运行。</translation>
</message>
<message>
<source>No rung of the ladder of {0} could be measured here</source>
<translation>此处无法测量 {0} 阶梯的任何一级</translation>
</message>
<message>
<source>No space left on device</source>
<translation>设备上没有剩余空间</translation>
</message>
<message>
<source>No step has ended for {0}</source>
<translation>已有 {0} 没有步结束</translation>
</message>
<message>
<source>No such file or directory</source>
<translation>没有该文件或文件夹</translation>
</message>
<message>
<source>Nodes</source>
<translation>节点数</translation>
</message>
<message>
<source>None of the other {0} recorded settings differ.</source>
<translation>其余 {0} 项已记录的设置均相同。</translation>
</message>
<message>
<source>None of the {0} other groups is measurably faster or slower than {1}</source>
<translation>其他 {0} 组均与 {1} 没有可测的快慢差异</translation>
</message>
<message>
<source>None of the {0} recorded settings differ.</source>
<translation>{0} 项已记录的设置均相同。</translation>
</message>
<message>
<source>Not a directory</source>
<translation>不是文件夹</translation>
</message>
<message>
<source>Not both captures have steps, so whole captures are compared.</source>
<translation>并非两次采集都有步，因此比较整个采集。</translation>
</message>
<message>
<source>Not here: {0}</source>
<translation>此处不适用：{0}</translation>
</message>
<message>
<source>Not known: {0}.</source>
<translation>无法判断：{0}。</translation>
</message>
<message>
<source>Not measured: {0}: {1}</source>
<translation>未测量：{0}：{1}</translation>
</message>
<message>
<source>Not real hardware: {0}.</source>
<translation>并非真实硬件：{0}。</translation>
</message>
<message>
<source>Not recorded of {0}.</source>
<translation>{0} 没有记录。</translation>
</message>
<message>
<source>Note: {0}</source>
<translation>备注：{0}</translation>
</message>
<message>
<source>Nothing is left to do; --again ITEM repeats one.</source>
<translation>没有剩余的工作；--again 项 可重复其中一项。</translation>
</message>
<message>
<source>Nothing is measured on it.</source>
<translation>它没有可测的内容。</translation>
</message>
<message>
<source>Nothing needs to be done.</source>
<translation>无需任何操作。</translation>
</message>
<message>
<source>Nothing of it was imported.</source>
<translation>没有导入其中任何内容。</translation>
</message>
<message>
<source>Nothing stands out: no rule of the guide found a large cost</source>
<translation>没有突出的问题：指南中的规则都没有发现明显的开销</translation>
</message>
<message>
<source>Nothing was installed in {0}</source>
<translation>{0} 中没有安装任何东西</translation>
</message>
<message>
<source>Nothing within the runs' windows can be drawn.</source>
<translation>各运行的区间内没有可以绘制的记录。</translation>
</message>
<message>
<source>Number format emulated here: {0}.</source>
<translation>此处模拟该数值格式：{0}。</translation>
</message>
<message>
<source>Number format of the arithmetic. bf16 and fp16 use autocast (with gradient scaling for fp16 training); tf32 is FP32 storage with TF32 tensor cores.</source>
<translation>运算的数值格式。bf16 和 fp16 使用 autocast（fp16 训练还使用梯度缩放）；tf32 为 FP32 存储加 TF32 Tensor Core。</translation>
</message>
<message>
<source>Number format slow by design: {0}.</source>
<translation>该数值格式按设计较慢：{0}。</translation>
</message>
<message>
<source>Number of processes of the tree.</source>
<translation>进程树中的进程数。</translation>
</message>
<message>
<source>Number of training steps between tests; the time of the tests counts.</source>
<translation>两次测试之间的训练步数；测试时间计入。</translation>
</message>
<message>
<source>Numerical drift</source>
<translation>数值漂移</translation>
</message>
<message>
<source>ONNX Runtime</source>
<translation>ONNX Runtime</translation>
</message>
<message>
<source>ONNX Runtime could not start its {0}</source>
<translation>ONNX Runtime 无法启动其 {0}</translation>
</message>
<message>
<source>ONNX Runtime, static INT8</source>
<translation>ONNX Runtime（静态 INT8）</translation>
</message>
<message>
<source>OS kernel</source>
<translation>操作系统内核</translation>
</message>
<message>
<source>Occupancy</source>
<translation>占用率</translation>
</message>
<message>
<source>Of a group with more than {0} runs the first {1} are drawn.</source>
<translation>运行多于 {0} 个的组只绘制前 {1} 个。</translation>
</message>
<message>
<source>Of the ceiling</source>
<translation>占上限</translation>
</message>
<message>
<source>Of the host's memory, the profiler records only what PyTorch allocates while it records, without the weights from before</source>
<translation>对于主机内存，剖析器只记录录制期间由 PyTorch 申请的部分，不含此前的权重</translation>
</message>
<message>
<source>Of the run</source>
<translation>运行的</translation>
</message>
<message>
<source>Of the run's document, which is that of 'gpuscope show RUN --json' less origin, marks, bottleneck, notes, gaps of damaged readings and what the user's factors give: keys sorted, ASCII, without blanks. An edited tag or note changes it.</source>
<translation>针对运行的文档，即“gpuscope show ‹运行› --json”的内容减去来源、标记、bottleneck、notes、损坏读数的间断以及由用户系数得出的值：键已排序，ASCII，无空格。编辑标签或备注会改变它。</translation>
</message>
<message>
<source>Of the {0} of marked steps, {1} are before the first device work or after the last.</source>
<translation>在所标记各步的 {0} 中，有 {1} 在首项设备工作之前或末项设备工作之后。</translation>
</message>
<message>
<source>Of this run</source>
<translation>属于此运行</translation>
</message>
<message>
<source>Offload, half of the layers on the CPU</source>
<translation>卸载（一半的层在 CPU 上）</translation>
</message>
<message>
<source>Offload, last layer on the CPU</source>
<translation>卸载（最后一层在 CPU 上）</translation>
</message>
<message>
<source>Omit --name to keep the old one.</source>
<translation>省略 --name 可保留原名称。</translation>
</message>
<message>
<source>On Debian or Ubuntu: sudo apt-get install {0}</source>
<translation>在 Debian 或 Ubuntu 上：sudo apt-get install {0}</translation>
</message>
<message>
<source>On held-out data: </source>
<translation>在留出数据上：</translation>
</message>
<message>
<source>On {0}</source>
<translation>在 {0} 上</translation>
</message>
<message>
<source>One capture holds host calls only, the other device work only: there is nothing to compare.</source>
<translation>一次采集只有主机端的调用，另一次只有设备的工作：没有可比较的内容。</translation>
</message>
<message>
<source>One capture per side: a difference, not a verdict</source>
<translation>每侧一次采集：只有差异，没有结论</translation>
</message>
<message>
<source>One is a snapshot; leave --seconds out, or use --events or -o FILE.csv.</source>
<translation>单次即快照；请去掉 --seconds，或使用 --events 或 -o ‹文件›.csv。</translation>
</message>
<message>
<source>One or two of the values below are axes: numbers as doubling ranges (1..1024), as ranges with another factor (1..1024:x4) or as lists (1,8,64), choices as lists (fp32,bf16; optimize none,channels-last+fused). The order covers the whole range early, so that stopping is always useful. A cell without enough memory is a result, and larger batches are then left out.</source>
<translation>下列值中的一个或两个为轴：数字为逐次加倍的范围（1..1024）、以其他倍数的范围（1..1024:x4）或列表（1,8,64），选项为列表（fp32,bf16；optimize none,channels-last+fused）。次序使整个范围尽早被覆盖，因此随时停止都有用。内存不足的格是一种结果，更大的批次随后被略去。</translation>
</message>
<message>
<source>One repeat per side gives a ratio and no verdict.</source>
<translation>每侧一次重复只给出比值，没有结论。</translation>
</message>
<message>
<source>One run per side: a ratio, not a verdict.</source>
<translation>每侧一个运行：只有比值，没有结论。</translation>
</message>
<message>
<source>One step of {0}.</source>
<translation>一步，{0}。</translation>
</message>
<message>
<source>One thread</source>
<translation>单线程</translation>
</message>
<message>
<source>Only fewer bytes make it faster: a smaller format, fused operations, data that stays in the cache.</source>
<translation>只有减少字节才能更快：更小的格式、融合的运算、留在缓存中的数据。</translation>
</message>
<message>
<source>Only less arithmetic makes it faster: a smaller format, a smaller model, or a faster device.</source>
<translation>只有减少运算才能更快：更小的格式、更小的模型或更快的设备。</translation>
</message>
<message>
<source>Only one capture holds shapes, so operators are matched by name alone.</source>
<translation>只有一份采集含有形状，因此算子仅按名称匹配。</translation>
</message>
<message>
<source>Only {0} could be measured: {1}</source>
<translation>只有 {0} 可以测量：{1}</translation>
</message>
<message>
<source>Only {0} of the time is in operators that both have: they may be different programs.</source>
<translation>只有 {0} 的时间花在双方都有的算子上：它们可能是两个不同的程序。</translation>
</message>
<message>
<source>Only {0} repeats per side: a claim needs {1}.</source>
<translation>每侧只有 {0} 次重复：下结论需要 {1} 次。</translation>
</message>
<message>
<source>Open the .trace.json.gz beside it; without one, record with jax.profiler.trace(…, create_perfetto_trace=True).</source>
<translation>请打开它旁边的 .trace.json.gz；若没有，请用 jax.profiler.trace(…, create_perfetto_trace=True) 录制。</translation>
</message>
<message>
<source>OpenCL device</source>
<translation>OpenCL 设备</translation>
</message>
<message>
<source>OpenCL has no device for {0}: found {1} of its kind</source>
<translation>OpenCL 没有用于 {0} 的设备：找到 {1} 个此类设备</translation>
</message>
<message>
<source>OpenCL version</source>
<translation>OpenCL 版本</translation>
</message>
<message>
<source>OpenVINO</source>
<translation>OpenVINO</translation>
</message>
<message>
<source>Opening the model from its file, the engine's own form of it or the weights that torch reads, up to the first batch's answer.</source>
<translation>从文件打开模型（引擎自身的形式或 torch 读取的权重），直到第一个批次的结果。</translation>
</message>
<message>
<source>Operating system</source>
<translation>操作系统</translation>
</message>
<message>
<source>Operation</source>
<translation>运算</translation>
</message>
<message>
<source>Operation not permitted</source>
<translation>不允许此操作</translation>
</message>
<message>
<source>Operations</source>
<translation>运算量</translation>
</message>
<message>
<source>Operator</source>
<translation>算子</translation>
</message>
<message>
<source>Operators by device time</source>
<translation>按设备时间的算子</translation>
</message>
<message>
<source>Operators by host time</source>
<translation>按主机时间的算子</translation>
</message>
<message>
<source>Operators by shapes</source>
<translation>按形状的算子</translation>
</message>
<message>
<source>Operators by {0} time</source>
<translation>按{0}时间的算子</translation>
</message>
<message>
<source>Operators launched {0} of the device time; the rest was launched outside of them, as by CUDA graphs, or its launch was not recorded</source>
<translation>算子启动了设备时间的 {0}；其余在算子之外启动（例如由 CUDA graphs），或其启动未被录制</translation>
</message>
<message>
<source>Optimizations</source>
<translation>优化</translation>
</message>
<message>
<source>Optimizations and engines{0}{1} on {2}</source>
<translation>{2} 上的优化与引擎{0}{1}</translation>
</message>
<message>
<source>Optimizations to apply, separated by commas; 'gpuscope workloads' lists them.</source>
<translation>运行的变换，按名称列出，以逗号分隔；“gpuscope workloads”列出它们。</translation>
</message>
<message>
<source>Optimizations, for --optimize</source>
<translation>优化，放在 --optimize 之后</translation>
</message>
<message>
<source>Optimizer</source>
<translation>优化器</translation>
</message>
<message>
<source>Optimizer, foreach</source>
<translation>foreach 优化器</translation>
</message>
<message>
<source>Optimizer, fused</source>
<translation>融合优化器</translation>
</message>
<message>
<source>Options, for --set</source>
<translation>选项，放在 --set 之后</translation>
</message>
<message>
<source>Options, number formats and combinations: gpuscope workloads NAME</source>
<translation>选项、数值格式以及各项的适用关系：gpuscope workloads 名称</translation>
</message>
<message>
<source>Other programs used up to {0} of the processor meanwhile, so figures may be off: measure again when it is free.</source>
<translation>其间其他程序最多占用了处理器的 {0}，数值可能有偏差：请在空闲时重新测量。</translation>
</message>
<message>
<source>Other programs used up to {0} of the processor, so no factor is reliable: measure again when it is free</source>
<translation>其他程序最多占用了处理器的 {0}，因此没有一个倍数可靠：请在其空闲时重新测量</translation>
</message>
<message>
<source>Other programs used up to {0} of the processor, so no factor is reliable: measure again when it is free.</source>
<translation>其他程序最多占用了处理器的 {0}，因此没有一个倍数可靠：请在其空闲时重新测量。</translation>
</message>
<message>
<source>Other programs used up to {0} of the processor: measure again when it is free</source>
<translation>其他程序最多占用了处理器的 {0}：请在处理器空闲时重新测量</translation>
</message>
<message>
<source>Other programs used up to {0} of the processor: measure again when it is free.</source>
<translation>其他程序最多占用了处理器的 {0}：请在处理器空闲时重新测量。</translation>
</message>
<message>
<source>Other programs used {0} of the processor meanwhile.</source>
<translation>其间其他程序占用了处理器的 {0}。</translation>
</message>
<message>
<source>Out split size</source>
<translation>Out split size</translation>
</message>
<message>
<source>Outside of operators a step takes {0}; before {1}.</source>
<translation>算子之外，一步用时 {0}；之前为 {1}。</translation>
</message>
<message>
<source>Overhead-bound: the steps are so small that calling the operations takes longer than computing.</source>
<translation>受调用开销限制：步太小，调用运算比计算更耗时。</translation>
</message>
<message>
<source>Overlap</source>
<translation>重叠</translation>
</message>
<message>
<source>Overlap collectives with computation: larger buckets, fewer synchronizations of gradients, prefetched shards.</source>
<translation>让集合通信与计算同时进行：更大的桶、更少的梯度同步、预取的分片。</translation>
</message>
<message>
<source>PCIe from GPU</source>
<translation>PCIe 自 GPU</translation>
</message>
<message>
<source>PCIe to GPU</source>
<translation>PCIe 至 GPU</translation>
</message>
<message>
<source>PCIe, from the device</source>
<translation>PCIe 来自设备</translation>
</message>
<message>
<source>PCIe, from the device, mean</source>
<translation>PCIe 来自设备（平均）</translation>
</message>
<message>
<source>PCIe, from the device, peak</source>
<translation>PCIe 来自设备（峰值）</translation>
</message>
<message>
<source>PCIe, to the device</source>
<translation>PCIe 到设备</translation>
</message>
<message>
<source>PCIe, to the device, mean</source>
<translation>PCIe 到设备（平均）</translation>
</message>
<message>
<source>PCIe, to the device, peak</source>
<translation>PCIe 到设备（峰值）</translation>
</message>
<message>
<source>PDF reports need the package typst: {0}</source>
<translation>PDF 报告需要软件包 typst：{0}</translation>
</message>
<message>
<source>Pageable, or pinned: page-locked, so that the GPU reads and writes it by DMA while it computes.</source>
<translation>可分页内存，或锁页内存：锁住页面，使 GPU 在计算的同时以 DMA 读写。</translation>
</message>
<message>
<source>Parameter of the Beta distribution from which mixup draws the ratio of two samples and their labels; 0 turns mixup off.</source>
<translation>Beta 分布的参数，mixup 由它抽取两个样本及其标签的混合比；0 关闭 mixup。</translation>
</message>
<message>
<source>Parameters</source>
<translation>参数</translation>
</message>
<message>
<source>Pareto front</source>
<translation>帕累托前沿</translation>
</message>
<message>
<source>Pareto front of {0}: {1} that no other beats in all of them.</source>
<translation>{0}的帕累托前沿：{1}，没有其他格在所有方面都胜过。</translation>
</message>
<message>
<source>Pareto front of {0}: {1} that no other beats in all of them; energy was not measured.</source>
<translation>{0}的帕累托前沿：{1}，没有其他格在所有方面都胜过；未测量能耗。</translation>
</message>
<message>
<source>Pass it in a variable or a file.</source>
<translation>请通过变量或文件传入。</translation>
</message>
<message>
<source>Pass long lists in a file.</source>
<translation>请通过文件传递长列表。</translation>
</message>
<message>
<source>Peak held</source>
<translation>峰值持有</translation>
</message>
<message>
<source>Peak in use</source>
<translation>峰值占用</translation>
</message>
<message>
<source>Perceptron 784-128-10 with ReLU, cross entropy, by default SGD at 0.01; on scikit-learn's digits scaled up to 28×28, or on MNIST's IDX files.</source>
<translation>感知机 784-128-10，ReLU，交叉熵，默认 SGD 学习率 0.01；使用放大到 28×28 的 scikit-learn 手写数字，或 MNIST 的 IDX 文件。</translation>
</message>
<message>
<source>Permission denied</source>
<translation>权限不足</translation>
</message>
<message>
<source>Phases of a step</source>
<translation>每步的阶段</translation>
</message>
<message>
<source>Phases of a step, energy</source>
<translation>每步各阶段，能耗</translation>
</message>
<message>
<source>Phases of a step, time</source>
<translation>每步各阶段，时间</translation>
</message>
<message>
<source>Phases of the program</source>
<translation>程序的各阶段</translation>
</message>
<message>
<source>Pin batches in memory (pin_memory=True of a DataLoader) and copy them without blocking (non_blocking=True).</source>
<translation>将批次放入锁页内存（DataLoader 的 pin_memory=True），并以非阻塞方式拷贝（non_blocking=True）。</translation>
</message>
<message>
<source>Pinned memory</source>
<translation>锁页内存</translation>
</message>
<message>
<source>Pinned memory lets the device fetch the data while it computes.</source>
<translation>锁页内存使设备能在工作的同时自行取数据。</translation>
</message>
<message>
<source>Pinned, prefetched input</source>
<translation>锁页、预取的输入</translation>
</message>
<message>
<source>Pipeline parallel, model parallel by layers</source>
<translation>流水线并行（按层的模型并行）</translation>
</message>
<message>
<source>Place in the plan</source>
<translation>计划中的序号</translation>
</message>
<message>
<source>Places the last half of the layers on the CPU and the others on the GPU; activations and gradients are copied between them, timed as phases of their own. It frees the GPU memory of those layers for models that would not fit otherwise. It does not help speed: the CPU is slower, and each waits for the other.</source>
<translation>把后一半的层放在 CPU 上，其余在 GPU 上；激活和梯度在两者间拷贝，作为单独阶段计时。它释放这些层的显存，供原本放不下的模型使用。对速度没有帮助：CPU 较慢，且两者互相等待。</translation>
</message>
<message>
<source>Places the last layer on the CPU and all others on the GPU; its input and output are copied once per step, timed as phases of their own. It shows the cost of splitting a model: the GPU waits while the CPU computes. It does not help where the model fits in the GPU's memory.</source>
<translation>把最后一层放在 CPU 上，其余在 GPU 上；其输入和输出每步拷贝一次，作为单独阶段计时。它显示拆分模型的代价：CPU 计算时 GPU 等待。模型能放进显存时没有帮助。</translation>
</message>
<message>
<source>Plan</source>
<translation>计划</translation>
</message>
<message>
<source>Plan {0} has already ended: {1}.</source>
<translation>计划 {0} 此前已结束：{1}。</translation>
</message>
<message>
<source>Plan {0} is not running: {1}. 'gpuscope resume {2}' goes on with it.</source>
<translation>计划 {0} 不在进行：{1}。“gpuscope resume {2}”可继续。</translation>
</message>
<message>
<source>Plan {0} is removed; its runs stay.</source>
<translation>计划 {0} 已移除；其运行会保留。</translation>
</message>
<message>
<source>Plan {0}: {1}. 'gpuscope resume {2}' goes on with it.</source>
<translation>计划 {0}：{1}。“gpuscope resume {2}”可继续。</translation>
</message>
<message>
<source>Please report it; {0}.</source>
<translation>请报告它；{0}。</translation>
</message>
<message>
<source>Power</source>
<translation>功率</translation>
</message>
<message>
<source>Power and energy will not be compared: that takes windows of {0} s, the last run's was {1}.</source>
<translation>不会比较功率和能耗：需要 {0} 秒的区间，上一个运行的为 {1}。</translation>
</message>
<message>
<source>Power as the device averages it over the last second.</source>
<translation>设备在最近一秒内的平均功率。</translation>
</message>
<message>
<source>Power folded on the phases of the steps: a statistical estimate.</source>
<translation>按步的阶段折叠的功率：统计估计。</translation>
</message>
<message>
<source>Power limit</source>
<translation>功率上限</translation>
</message>
<message>
<source>Power limit, last</source>
<translation>功率上限（最后值）</translation>
</message>
<message>
<source>Power readings, Hz</source>
<translation>功率读数，Hz</translation>
</message>
<message>
<source>Power source</source>
<translation>电源</translation>
</message>
<message>
<source>Power, 1 s average</source>
<translation>1 秒平均功率</translation>
</message>
<message>
<source>Power, 1 s average, mean</source>
<translation>1 秒平均功率（平均）</translation>
</message>
<message>
<source>Power, 1 s average, peak</source>
<translation>1 秒平均功率（峰值）</translation>
</message>
<message>
<source>Power, mean</source>
<translation>功率（平均）</translation>
</message>
<message>
<source>Power, peak</source>
<translation>功率（峰值）</translation>
</message>
<message>
<source>Power-limited: the clock is held down to keep the power limit.</source>
<translation>受功率限制：为遵守功率上限而压低了频率。</translation>
</message>
<message>
<source>Precision</source>
<translation>精度</translation>
</message>
<message>
<source>Prefetching more batches bridges slow ones.</source>
<translation>预取更多批次可弥补偶尔较慢的批次。</translation>
</message>
<message>
<source>Prepare batches in parallel and ahead of time (num_workers, prefetch_factor of a DataLoader), and do less per sample.</source>
<translation>在各步进行的同时并提前组成批次（DataLoader 的 num_workers、prefetch_factor），并减少每个样本的工作。</translation>
</message>
<message>
<source>Prepares batches while the model trains, in memory that the GPU can read directly.</source>
<translation>在训练的同时准备批次，放在 GPU 可自行读取的内存中。</translation>
</message>
<message>
<source>Price</source>
<translation>价格</translation>
</message>
<message>
<source>Price and CO₂ equivalent are not measured: {0}.</source>
<translation>价格和 CO₂ 当量不是测量值：{0}。</translation>
</message>
<message>
<source>Process Group Name</source>
<translation>Process Group Name</translation>
</message>
<message>
<source>Process Group Ranks</source>
<translation>Process Group Ranks</translation>
</message>
<message>
<source>Process at the start</source>
<translation>启动时的进程</translation>
</message>
<message>
<source>Process whose steps count</source>
<translation>计步的进程</translation>
</message>
<message>
<source>Processes</source>
<translation>进程</translation>
</message>
<message>
<source>Processes of the run</source>
<translation>本次运行的进程</translation>
</message>
<message>
<source>Processes on the device</source>
<translation>设备上的进程</translation>
</message>
<message>
<source>Processes on the device, peak</source>
<translation>设备上的进程（峰值）</translation>
</message>
<message>
<source>Processes on this machine that share one training, with an optimization such as ddp; each uses its own GPU, counted from the device, or its share of the CPU cores.</source>
<translation>由 ddp 之类的优化把一次训练分布到本机上的进程数；每个进程在自己的 GPU（从该设备数起）上，或在分得的 CPU 核心上计算。</translation>
</message>
<message>
<source>Processes that use the device, as far as this process may see them; whole-device figures cover them all.</source>
<translation>使用该设备的进程，限于本进程可见者；整个设备的数值为它们合计。</translation>
</message>
<message>
<source>Processes, peak</source>
<translation>进程（峰值）</translation>
</message>
<message>
<source>Processor</source>
<translation>处理器</translation>
</message>
<message>
<source>Processor cores</source>
<translation>处理器核心</translation>
</message>
<message>
<source>Processor time of the workload's processes, all cores, per measured sample of a run on the processor. Other programs hardly affect it, while they slow the wall clock.</source>
<translation>负载各进程在所有核心上的处理器时间，除以在处理器上运行的所测样本数。机器上的其他程序对它几乎没有影响，却会拖慢墙钟时间。</translation>
</message>
<message>
<source>Processor time per sample</source>
<translation>每样本处理器时间</translation>
</message>
<message>
<source>Processor time taken by the processes, user and system, all cores, those that ended included.</source>
<translation>各进程占用的处理器时间，含用户态和内核态、所有核心，包括已结束的进程。</translation>
</message>
<message>
<source>Products of neighbours</source>
<translation>相邻元素的乘积</translation>
</message>
<message>
<source>Products of neighbours in OpenCL</source>
<translation>OpenCL 相邻元素的乘积</translation>
</message>
<message>
<source>Products per step</source>
<translation>每步乘积数</translation>
</message>
<message>
<source>Profile</source>
<translation>剖析</translation>
</message>
<message>
<source>Profile a new run: gpuscope {0}</source>
<translation>剖析新的运行：gpuscope {0}</translation>
</message>
<message>
<source>Profile earlier steps, or run more.</source>
<translation>请剖析更早的步，或增加步数。</translation>
</message>
<message>
<source>Profile fewer steps.</source>
<translation>请剖析更少的步。</translation>
</message>
<message>
<source>Program</source>
<translation>程序</translation>
</message>
<message>
<source>Prompt</source>
<translation>提示长度</translation>
</message>
<message>
<source>Pruning, 50 % of the weights</source>
<translation>剪枝（50 % 的权重）</translation>
</message>
<message>
<source>Put the command's own options after it.</source>
<translation>请把命令自身的选项放在命令之后。</translation>
</message>
<message>
<source>Python</source>
<translation>Python</translation>
</message>
<message>
<source>Python functions by own time</source>
<translation>按自身用时排列的 Python 函数</translation>
</message>
<message>
<source>Python stacks</source>
<translation>Python 调用栈</translation>
</message>
<message>
<source>Python stacks of {0}, by the time in each function itself: {1}</source>
<translation>{0} 的 Python 栈，按各函数自身用时：{1}</translation>
</message>
<message>
<source>Python stacks were sampled for {0}; none of it is in throughput, step times and energy</source>
<translation>对 Python 栈采样了 {0}；这段时间不计入吞吐量、步时和能耗</translation>
</message>
<message>
<source>Python that has torch</source>
<translation>装有 torch 的 Python</translation>
</message>
<message>
<source>Python's C headers</source>
<translation>Python 的 C 头文件</translation>
</message>
<message>
<source>Python's help topics</source>
<translation>Python 的帮助主题</translation>
</message>
<message>
<source>QT_QPA_PLATFORM names {0}, which Qt does not have here</source>
<translation>QT_QPA_PLATFORM 指定了 {0}，而此处的 Qt 没有它</translation>
</message>
<message>
<source>Quality</source>
<translation>质量</translation>
</message>
<message>
<source>Query index, too.</source>
<translation>请一并查询 index。</translation>
</message>
<message>
<source>Query it too: --query-gpu=timestamp,index,power.draw,…</source>
<translation>请一并查询它：--query-gpu=timestamp,index,power.draw,…</translation>
</message>
<message>
<source>Quick look, no verdict: factors may be off by about {0}</source>
<translation>速览，不下结论：倍数的误差可能约为 {0}</translation>
</message>
<message>
<source>Quick look, no verdict: factors may be off by about {0}.</source>
<translation>速览，不下结论：倍数的误差可能约为 {0}。</translation>
</message>
<message>
<source>Quick look, no verdict: the machine's speed varied so much that factors are unreliable</source>
<translation>速览，不下结论：其间机器的速度变化太大，倍数不可靠</translation>
</message>
<message>
<source>Quick look, no verdict: the machine's speed varied so much that factors are unreliable.</source>
<translation>速览，不下结论：其间机器的速度变化太大，倍数不可靠。</translation>
</message>
<message>
<source>Quick look: one short run per cell, no verdict.</source>
<translation>速览：每格一次短运行，不下结论。</translation>
</message>
<message>
<source>Quick look: one short run per rung, no verdict</source>
<translation>速览：每级一次短运行，不下结论</translation>
</message>
<message>
<source>Quick look: one short run per rung, no verdict.</source>
<translation>速览：每级一次短运行，不下结论。</translation>
</message>
<message>
<source>Rank</source>
<translation>Rank</translation>
</message>
<message>
<source>Ranks</source>
<translation>Rank</translation>
</message>
<message>
<source>Rate</source>
<translation>速率</translation>
</message>
<message>
<source>Read-only file system</source>
<translation>文件系统只读</translation>
</message>
<message>
<source>Readings are counted per sensor over all runs of its groups. New every: the measured update period of the sensor; a dash where it is not known.</source>
<translation>读数为每个传感器在其各组所有运行中的总和。更新周期：实测的传感器更新其数值的周期；未知时为横线。</translation>
</message>
<message>
<source>Reason</source>
<translation>原因</translation>
</message>
<message>
<source>Rebuilds the model from the fastest kernels that NVIDIA's engine finds on this GPU.</source>
<translation>用 NVIDIA 的引擎在此 GPU 上找到的最快核函数重建模型。</translation>
</message>
<message>
<source>Record a trace with torch.profiler or Nsight Systems.</source>
<translation>请用 torch.profiler 或 Nsight Systems 录制 trace。</translation>
</message>
<message>
<source>Record both with the same activities, such as [ProfilerActivity.CPU, ProfilerActivity.CUDA], while the program works.</source>
<translation>请在程序工作期间以相同的 activities 重新录制两份，例如 [ProfilerActivity.CPU, ProfilerActivity.CUDA]。</translation>
</message>
<message>
<source>Record fewer events: max_entries=…</source>
<translation>请录制更少的事件：max_entries=…</translation>
</message>
<message>
<source>Record it again with --output-format pftrace, and open the .pftrace file.</source>
<translation>请用 --output-format pftrace 重新录制，并打开 .pftrace 文件。</translation>
</message>
<message>
<source>Record it again, or copy it once more.</source>
<translation>请重新录制，或再复制一次。</translation>
</message>
<message>
<source>Record it again, with track events; of JAX and TensorFlow open the .trace.json.gz.</source>
<translation>请带 track event 重新录制；JAX 和 TensorFlow 请打开 .trace.json.gz。</translation>
</message>
<message>
<source>Record it again: the profiler must be running while the program works.</source>
<translation>请重新录制：程序工作时剖析器必须在运行。</translation>
</message>
<message>
<source>Record it again: the profiler writes it when it stops.</source>
<translation>请重新录制：剖析器停止时才写出它。</translation>
</message>
<message>
<source>Record one with the run: gpuscope run --profile steps=100:110 …</source>
<translation>请随运行录制：gpuscope run --profile steps=100:110 …</translation>
</message>
<message>
<source>Record the calls of the host too, which tell what it did meanwhile.</source>
<translation>请同时录制主机的调用：它们说明主机当时在做什么。</translation>
</message>
<message>
<source>Recorded by {0}: it cannot be run again.</source>
<translation>由 {0} 记录：无法再次运行。</translation>
</message>
<message>
<source>Recorded on {0}: a run here would be on another machine.</source>
<translation>记录于 {0}：在此运行将是另一台机器的运行。</translation>
</message>
<message>
<source>Recorded output</source>
<translation>记录的输出</translation>
</message>
<message>
<source>Recorder and sensor helper</source>
<translation>记录器与传感器进程</translation>
</message>
<message>
<source>Recording made the median of these steps {0} as long as the run's others</source>
<translation>录制使这些步时长的中位数为该运行其他步的 {0}</translation>
</message>
<message>
<source>Recording made the median of these steps {0} as long as the run's others; the advice leaves that out, estimated by the number of calls</source>
<translation>录制使这些步时长的中位数为该运行其他步的 {0}；建议中的花费已按调用次数估算并扣除这一部分</translation>
</message>
<message>
<source>Recording stacks adds the lines of the program (--profile …,stacks; with_stack=True)</source>
<translation>录制调用栈可补上程序中的行（--profile …,stacks；with_stack=True）</translation>
</message>
<message>
<source>Records the kernels of a step once and launches them all with one call.</source>
<translation>一次录制一步的核函数，以一次调用全部启动。</translation>
</message>
<message>
<source>Records the kernels of forward and backward pass once and launches each pass as a whole, which saves CPU time per kernel launch. It does not help where kernels run longer than their launch takes (large batches, large layers), needs extra memory, and requires a fixed batch size.</source>
<translation>一次录制前向和反向传播的核函数，之后整体启动，节省每次启动核函数的 CPU 时间。核函数运行时间长于启动时间时（大批次、大的层）没有帮助，需要额外显存，并要求批大小固定。</translation>
</message>
<message>
<source>Redirect it elsewhere.</source>
<translation>请把它发送到别处。</translation>
</message>
<message>
<source>Reduction</source>
<translation>归约</translation>
</message>
<message>
<source>Reduction of products</source>
<translation>乘积归约</translation>
</message>
<message>
<source>Reinstall gpuscope.</source>
<translation>请重新安装 gpuscope。</translation>
</message>
<message>
<source>Remark</source>
<translation>说明</translation>
</message>
<message>
<source>Removed: {0}</source>
<translation>已删除：{0}</translation>
</message>
<message>
<source>Removes the half of each layer's units or channels with the smallest weights, and their inputs in the next layer: layers become smaller, so that file, memory and time shrink on every device. It does not help accuracy, much of which is lost without further training; distill adds that.</source>
<translation>移除每层中权重最小的一半单元或通道及其在下一层的输入：各层变小，因此文件、内存和时间在任何设备上都会缩减。对准确率没有好处：不再训练会损失很多；distill 可补上这一步。</translation>
</message>
<message>
<source>Rendezvous</source>
<translation>会合点</translation>
</message>
<message>
<source>Repair the file, or delete it.</source>
<translation>请修复该文件，或删除它。</translation>
</message>
<message>
<source>Repeat it while nothing else runs, or compare processor time per sample, which other programs hardly affect.</source>
<translation>请在没有其他程序运行时重复，或比较每样本处理器时间，其他程序对它几乎没有影响。</translation>
</message>
<message>
<source>Repeat it while nothing else runs.</source>
<translation>请在没有其他程序运行时重复。</translation>
</message>
<message>
<source>Replicates the model on each of --ranks N processes, gives each an equal part of every batch, and averages the gradients during the backward pass. The result equals that of one process, except for rounding and batch normalization, which sees the rank's part only. It does not help short steps: the gradients, as large as the model, are exchanged in every step.</source>
<translation>在 --ranks N 个进程上各复制一份模型，给每个进程每个批次的相等部分，并在反向传播时平均梯度。除舍入和只看到本 rank 部分的批归一化外，结果与单进程相同。对很短的步没有帮助：每步都要交换与模型一样大的梯度。</translation>
</message>
<message>
<source>ResNet-50 for images of 32×32: its first convolution is 3×3 with stride 1, without pooling before the first stage; on scikit-learn's digits scaled up, or on CIFAR-10's binary archive.</source>
<translation>用于 32×32 图像的 ResNet-50：第一个卷积为 3×3 步幅 1，第一阶段之前没有池化；使用放大的 scikit-learn 手写数字，或 CIFAR-10 的二进制归档。</translation>
</message>
<message>
<source>ResNet-50 with ten classes and its stride in the 3×3 convolutions: 8.2 GFLOP per image. Images of 32×32 are scaled up batch by batch.</source>
<translation>十个类别的 ResNet-50，步幅在 3×3 卷积中：每幅图像 8.2 GFLOP。32×32 的图像逐批放大。</translation>
</message>
<message>
<source>ResNet-50, 224 px</source>
<translation>ResNet-50，224 像素</translation>
</message>
<message>
<source>ResNet-50, 32 px</source>
<translation>ResNet-50，32 像素</translation>
</message>
<message>
<source>Reserved</source>
<translation>保留</translation>
</message>
<message>
<source>Reserved memory, peak</source>
<translation>保留显存（峰值）</translation>
</message>
<message>
<source>Resident memory, peak</source>
<translation>常驻内存（峰值）</translation>
</message>
<message>
<source>Resident warps as a share of what the multiprocessors can hold (GPM).</source>
<translation>驻留 warp 占多处理器所能容纳的比例（GPM）。</translation>
</message>
<message>
<source>Restart the container; on the host, check the kernel log for Xid messages.</source>
<translation>请重启容器；在宿主上查看内核日志中的 Xid 信息。</translation>
</message>
<message>
<source>Restart the machine, or reset the GPU.</source>
<translation>请重启机器，或重置 GPU。</translation>
</message>
<message>
<source>Restart the machine, so that both parts of the driver have the same version.</source>
<translation>请重启机器，使驱动的两部分版本一致。</translation>
</message>
<message>
<source>Result</source>
<translation>结果</translation>
</message>
<message>
<source>Roofline</source>
<translation>Roofline</translation>
</message>
<message>
<source>Rows and columns of each image.</source>
<translation>每幅图像的行数和列数。</translation>
</message>
<message>
<source>Rows and columns of the filter.</source>
<translation>滤波器的行数和列数。</translation>
</message>
<message>
<source>Rows and columns of the square matrices.</source>
<translation>方阵的行数和列数。</translation>
</message>
<message>
<source>Run</source>
<translation>运行</translation>
</message>
<message>
<source>Run 'nvidia-smi': when it crashes or hangs too, reinstall the driver or restart the machine.</source>
<translation>请运行“nvidia-smi”：如果它也崩溃或挂起，请重装驱动或重启机器。</translation>
</message>
<message>
<source>Run 'nvidia-smi': when it hangs or crashes too, restart the machine.</source>
<translation>请运行“nvidia-smi”：如果它也挂起或崩溃，请重启机器。</translation>
</message>
<message>
<source>Run 'sudo modprobe intel_rapl_msr' (for AMD as well), and install the kernel's extra modules where it is missing.</source>
<translation>请运行“sudo modprobe intel_rapl_msr”（AMD 亦然）；若缺少该模块，请安装内核的附加模块。</translation>
</message>
<message>
<source>Run 'sudo sysctl kernel.perf_event_paranoid=0' (until the next start), or give gpuscope's Python CAP_PERFMON.</source>
<translation>请运行“sudo sysctl kernel.perf_event_paranoid=0”（到下次启动为止），或授予 gpuscope 的 Python CAP_PERFMON。</translation>
</message>
<message>
<source>Run gpuscope as that user, outside of any sandbox.</source>
<translation>请以该用户身份、在沙箱之外运行 gpuscope。</translation>
</message>
<message>
<source>Run gpuscope with the rights to read it.</source>
<translation>请以有权读取的身份运行 gpuscope。</translation>
</message>
<message>
<source>Run it with its interpreter, or build it for this machine.</source>
<translation>请用其解释器运行，或为本机构建它。</translation>
</message>
<message>
<source>Run {0}</source>
<translation>运行 {0}</translation>
</message>
<message>
<source>Run {0} has already ended: {1}.</source>
<translation>运行 {0} 此前已结束：{1}。</translation>
</message>
<message>
<source>Run {0} is back.</source>
<translation>运行 {0} 已恢复。</translation>
</message>
<message>
<source>Run {0} is changed.</source>
<translation>运行 {0} 已更改。</translation>
</message>
<message>
<source>Run {0} is deleted; 'gpuscope delete --restore {0}' brings it back until --purge.</source>
<translation>运行 {0} 已删除；在 --purge 之前可用“gpuscope delete --restore {0}”恢复。</translation>
</message>
<message>
<source>Run {0} is marked.</source>
<translation>运行 {0} 已标记。</translation>
</message>
<message>
<source>Run {0} is removed for good.</source>
<translation>运行 {0} 已彻底移除。</translation>
</message>
<message>
<source>Run {0} of {1} {2}</source>
<translation>{1} 的运行 {0} {2}</translation>
</message>
<message>
<source>Run, start (UTC)</source>
<translation>运行，开始（UTC）</translation>
</message>
<message>
<source>RunRecord | None</source>
<translation>RunRecord | None</translation>
</message>
<message>
<source>RunWriter | None</source>
<translation>RunWriter | None</translation>
</message>
<message>
<source>Rung, and what it does or why it gained nothing</source>
<translation>级，以及它做什么或为何没有收益</translation>
</message>
<message>
<source>Rungs</source>
<translation>各级</translation>
</message>
<message>
<source>Runs</source>
<translation>运行列表</translation>
</message>
<message>
<source>Runs a matrix product on the GPU at the same time.</source>
<translation>同时在 GPU 上运行一个矩阵乘积。</translation>
</message>
<message>
<source>Runs each operation as Python reaches it. The reference for all other engines.</source>
<translation>Python 执行到哪个运算就运行哪个。其他引擎都以它为参照。</translation>
</message>
<message>
<source>Runs the exported model in Intel's engine, whose kernels are chosen for this processor.</source>
<translation>在 Intel 的引擎中运行导出的模型，其核函数针对本处理器选择。</translation>
</message>
<message>
<source>Runs the exported model in an engine made for inference, which fuses its operations.</source>
<translation>在专为推理而做的引擎中运行导出的模型，该引擎会融合其运算。</translation>
</message>
<message>
<source>Runs {0} and {1} more</source>
<translation>运行 {0} 及另外 {1} 个</translation>
</message>
<message>
<source>SDPA: flash attention</source>
<translation>SDPA：flash attention</translation>
</message>
<message>
<source>SDPA: plain products</source>
<translation>SDPA：直接乘积</translation>
</message>
<message>
<source>SGD, SGD with momentum 0.9, Adam, AdamW (weight decay 0.01) or RMSprop.</source>
<translation>SGD、带动量 0.9 的 SGD、Adam、AdamW（权重衰减 0.01）或 RMSprop。</translation>
</message>
<message>
<source>SHA-256</source>
<translation>SHA-256</translation>
</message>
<message>
<source>SIMULATED</source>
<translation>模拟</translation>
</message>
<message>
<source>SM activity</source>
<translation>SM 活跃度</translation>
</message>
<message>
<source>SM activity, mean</source>
<translation>SM 活跃度（平均）</translation>
</message>
<message>
<source>SM activity, peak</source>
<translation>SM 活跃度（峰值）</translation>
</message>
<message>
<source>SM occupancy</source>
<translation>SM 占用率</translation>
</message>
<message>
<source>SM occupancy, mean</source>
<translation>SM 占用率（平均）</translation>
</message>
<message>
<source>Samples of the measured steps divided by the wall-clock time between synchronized edges.</source>
<translation>测量步的样本数除以同步边界之间的墙钟时间。</translation>
</message>
<message>
<source>Samples per step</source>
<translation>每步样本数</translation>
</message>
<message>
<source>Samples per step of the command, over all of its ranks, for the throughput; if they are neither detected nor reported.</source>
<translation>命令的一步在所有 rank 上合计处理多少样本，用于计算吞吐量；在未检测到也未报告时使用。</translation>
</message>
<message>
<source>Samples per step; each measured step uses a full batch.</source>
<translation>每步的样本数；每个测量步都使用一个完整批次。</translation>
</message>
<message>
<source>Scaled vector sum</source>
<translation>带系数的向量和</translation>
</message>
<message>
<source>Script</source>
<translation>脚本（摘要）</translation>
</message>
<message>
<source>Seconds from the start of the run. A gap of all devices stands once for each.</source>
<translation>从运行开始算起的秒数。所有设备共同的间断各列一次。</translation>
</message>
<message>
<source>Sections</source>
<translation>章节</translation>
</message>
<message>
<source>See pip's settings: pip config list.</source>
<translation>请查看 pip 的设置：pip config list。</translation>
</message>
<message>
<source>See that pip's settings (pip config list) name a full package index. {0}</source>
<translation>请确认 pip 的设置（pip config list）指定了完整的软件包索引。{0}</translation>
</message>
<message>
<source>Seed</source>
<translation>种子</translation>
</message>
<message>
<source>Seed of every random sequence: the same seed reproduces loss and accuracy.</source>
<translation>所有随机序列的起点：相同的种子重现相同的损失与准确率。</translation>
</message>
<message>
<source>Self</source>
<translation>自身</translation>
</message>
<message>
<source>Self device</source>
<translation>设备自身</translation>
</message>
<message>
<source>Self host</source>
<translation>主机自身</translation>
</message>
<message>
<source>Sensors</source>
<translation>传感器</translation>
</message>
<message>
<source>Set GPUSCOPE_HOME to a folder that can be written, or free its disk.</source>
<translation>请将 GPUSCOPE_HOME 设为可写的文件夹，或释放其磁盘空间。</translation>
</message>
<message>
<source>Set GPUSCOPE_HOME to a folder that can be written.</source>
<translation>请将 GPUSCOPE_HOME 设为可写的文件夹。</translation>
</message>
<message>
<source>Set GPUSCOPE_HOME to a local folder.</source>
<translation>请将 GPUSCOPE_HOME 设为本地文件夹。</translation>
</message>
<message>
<source>Set it in the shell, or pass a file.</source>
<translation>请在 shell 中设置，或传入文件。</translation>
</message>
<message>
<source>Set the number of repeats with --repeats.</source>
<translation>重复次数请用 --repeats 设定。</translation>
</message>
<message>
<source>Set the variable before gpuscope, or use the workload's own option.</source>
<translation>请把变量写在 gpuscope 之前，或使用负载自身的选项。</translation>
</message>
<message>
<source>Sets the smaller half of all weights, by magnitude, to zero. It shows what that costs in accuracy; a compressed file shrinks. It does not help speed or memory by itself: zeros are stored and multiplied like other numbers.</source>
<translation>把幅度较小的一半权重置零。它显示由此损失的准确率；压缩后的文件会变小。它本身对速度和内存没有帮助：零与其他数一样存储和相乘。</translation>
</message>
<message>
<source>Sets the two smaller of every four consecutive weights to zero, the pattern that tensor cores of NVIDIA GPUs of compute capability 8.0 or higher skip, in torch for linear layers in bf16 and fp16. It does not help speed in other number formats, on CPUs or older GPUs, where it shows the cost in accuracy only, nor small layers, nor convolutions.</source>
<translation>把每四个相邻权重中较小的两个置零，这是计算能力 8.0 及以上的 NVIDIA GPU 的 Tensor Core 可以跳过的模式；在 torch 中只用于 bf16 和 fp16 的线性层。在其他数值格式下、在 CPU 和较旧的 GPU 上对速度没有帮助，只显示准确率的损失；对小的层以及卷积也没有帮助。</translation>
</message>
<message>
<source>Setting</source>
<translation>设置</translation>
</message>
<message>
<source>Setting or fact</source>
<translation>设置或事实</translation>
</message>
<message>
<source>Settings</source>
<translation>设置</translation>
</message>
<message>
<source>Settings, software and machine</source>
<translation>设置、软件与机器</translation>
</message>
<message>
<source>Several devices are taken together: busy while any of them works, idle while none does</source>
<translation>多个设备合并计算：任一设备工作时即为忙碌，都不工作时才为空闲</translation>
</message>
<message>
<source>Several processes launch work by the same ids: the operator of a kernel may be that of another process, and GPUs of one number count as one.</source>
<translation>多个进程用相同的 id 启动工作：核函数所属的算子可能是另一进程的，编号相同的 GPU 被算作一个。</translation>
</message>
<message>
<source>Several processes launch work on GPU {0}: if they have a GPU of this number each, these count as one.</source>
<translation>多个进程在 GPU {0} 上启动工作：如果它们各有一个此编号的 GPU，这些 GPU 会被算作一个。</translation>
</message>
<message>
<source>Shapes</source>
<translation>形状</translation>
</message>
<message>
<source>Share</source>
<translation>占比</translation>
</message>
<message>
<source>Share of a step spent on copies to and from the device</source>
<translation>每步中与设备间拷贝的占比</translation>
</message>
<message>
<source>Share of a step spent on getting its data</source>
<translation>每步中获取数据的占比</translation>
</message>
<message>
<source>Share of right answers of the same student after as many steps on the labels alone, on the same data.</source>
<translation>同一学生仅用标签训练同样步数后、在相同数据上回答正确的比例。</translation>
</message>
<message>
<source>Share of right answers of the trained model before it was compressed, on the same data.</source>
<translation>已训练模型在压缩之前、在相同数据上回答正确的比例。</translation>
</message>
<message>
<source>Share of right answers on held-out data.</source>
<translation>在留出数据上回答正确的比例。</translation>
</message>
<message>
<source>Share of the device memory's bandwidth that was used (GPM).</source>
<translation>显存带宽的使用比例（GPM）。</translation>
</message>
<message>
<source>Share of the device's ceiling</source>
<translation>占设备上限的比例</translation>
</message>
<message>
<source>Share of the lower of two ceilings at this FLOP per byte: the fastest copy and the fastest matrix product measured after the run.</source>
<translation>在该每字节 FLOP 下两个上限中较低者的比例：运行后测得的最快拷贝和最快矩阵乘积。</translation>
</message>
<message>
<source>Share of the memory's bandwidth in use</source>
<translation>所用显存带宽的占比</translation>
</message>
<message>
<source>Share of the multiprocessors that had work</source>
<translation>有工作的多处理器占比</translation>
</message>
<message>
<source>Share of the multiprocessors' time in which at least one warp was resident, averaged over all of them (GPM).</source>
<translation>至少有一个 warp 驻留的多处理器时间占比，对所有多处理器平均（GPM）。</translation>
</message>
<message>
<source>Share of the processor that other programs used</source>
<translation>其他程序占用处理器的比例</translation>
</message>
<message>
<source>Share of the time in which any kernel ran</source>
<translation>有核函数运行的时间占比</translation>
</message>
<message>
<source>Share of the time in which the clock was held down because the device, or its memory, was too hot.</source>
<translation>因设备或其显存过热而压低频率的时间占比。</translation>
</message>
<message>
<source>Share of the time in which the clock was held down to keep the power limit.</source>
<translation>为遵守功率上限而压低频率的时间占比。</translation>
</message>
<message>
<source>Share of the time in which the hardware slowed the clock: heat, power supply, or an external signal.</source>
<translation>硬件降低频率的时间占比：过热、供电或外部信号。</translation>
</message>
<message>
<source>Share of the time in which the tensor cores were busy</source>
<translation>Tensor Core 忙碌的时间占比</translation>
</message>
<message>
<source>Share of the time in which {0}</source>
<translation>以下情形的时间占比：{0}</translation>
</message>
<message>
<source>Share of the time slowed by heat</source>
<translation>因过热变慢的时间占比</translation>
</message>
<message>
<source>Share of the time slowed by the hardware</source>
<translation>因硬件变慢的时间占比</translation>
</message>
<message>
<source>Share of the time slowed by the power cap</source>
<translation>因功率上限变慢的时间占比</translation>
</message>
<message>
<source>Share of the time that steps took beyond their median</source>
<translation>各步超出其中位时长的时间占比</translation>
</message>
<message>
<source>Share of time in which the device was busy. For a GPU: any kernel ran, which says nothing about how much of it was used.</source>
<translation>设备忙碌的时间占比。对于 GPU：有任意核函数在运行，并不说明用了其中多少。</translation>
</message>
<message>
<source>Share of time in which the device's memory was read or written.</source>
<translation>显存被读写的时间占比。</translation>
</message>
<message>
<source>Share of time in which the tensor pipes were busy, averaged over the multiprocessors (GPM).</source>
<translation>张量流水线忙碌的时间占比，对各多处理器平均（GPM）。</translation>
</message>
<message>
<source>Signal length</source>
<translation>信号长度</translation>
</message>
<message>
<source>Simulated GPU</source>
<translation>模拟 GPU</translation>
</message>
<message>
<source>Size</source>
<translation>大小</translation>
</message>
<message>
<source>Size of each copy.</source>
<translation>每次拷贝的大小。</translation>
</message>
<message>
<source>Size of the LSTM's hidden state.</source>
<translation>LSTM 隐藏状态的大小。</translation>
</message>
<message>
<source>Size of the file of the model's weights as torch writes it, or of the engine's form.</source>
<translation>torch 写出的模型权重文件的大小，或引擎形式的大小。</translation>
</message>
<message>
<source>Size of the file of the trained model's weights before it was compressed, as torch writes it.</source>
<translation>压缩之前 torch 写出的已训练模型权重文件的大小。</translation>
</message>
<message>
<source>Slowed by heat</source>
<translation>因过热变慢</translation>
</message>
<message>
<source>Slowed by the hardware</source>
<translation>因硬件变慢</translation>
</message>
<message>
<source>Slowed by the power cap</source>
<translation>因功率上限变慢</translation>
</message>
<message>
<source>Slowed down</source>
<translation>降速</translation>
</message>
<message>
<source>Small GPT on Python's help</source>
<translation>以 Python 帮助训练的小型 GPT</translation>
</message>
<message>
<source>So far, {0}</source>
<translation>目前看来，{0}</translation>
</message>
<message>
<source>Source</source>
<translation>来源</translation>
</message>
<message>
<source>Source and remarks</source>
<translation>来源，以及其他须知</translation>
</message>
<message>
<source>Sparse layers</source>
<translation>稀疏层</translation>
</message>
<message>
<source>Sparse layers, reason</source>
<translation>稀疏层，原因</translation>
</message>
<message>
<source>Split it.</source>
<translation>请拆分它。</translation>
</message>
<message>
<source>Split layers</source>
<translation>拆分的层</translation>
</message>
<message>
<source>Splits each batch into four micro-batches and accumulates their gradients before the optimizer step, so that the activations of only a quarter of the batch are in memory. The result is the same up to rounding, except with batch normalization, which sees the quarters. It does not help where the whole batch fits: four small passes take longer than one large one.</source>
<translation>把每个批次分成四个微批次，在优化器更新之前累积其梯度，因此内存中只有四分之一个批次的激活。除舍入外结果相同，批归一化除外，它看到的是四分之一个批次。整个批次放得下时没有帮助：四次小的传播比一次大的耗时更长。</translation>
</message>
<message>
<source>Splits pairs of linear layers, and attention heads, over --ranks N processes, the first layer of a pair by outputs and the second by inputs, so that a pair needs one all-reduce forward and one backward. Every rank takes whole batches and computes all other layers in full. It does not help where other layers take most of a step, nor over connections slower than those within a machine.</source>
<translation>把成对的线性层以及注意力头拆分到 --ranks N 个进程，一对中第一层按输出、第二层按输入拆分，因此一对只需前向和反向各一次 all-reduce。每个 rank 处理整个批次，并完整计算所有其他层。其他层占去一步的大部分，或连接比机器内部慢时没有帮助。</translation>
</message>
<message>
<source>Spreads the arithmetic of each operation over all processor cores.</source>
<translation>把每个运算分布到所有处理器核心上。</translation>
</message>
<message>
<source>Stacks sampled for {0}: {1}. Their flame graph:</source>
<translation>已对栈采样 {0}：{1}。其火焰图：</translation>
</message>
<message>
<source>Start</source>
<translation>开始</translation>
</message>
<message>
<source>Start a new run.</source>
<translation>请启动新的运行。</translation>
</message>
<message>
<source>Start from a folder that exists.</source>
<translation>请从存在的文件夹启动。</translation>
</message>
<message>
<source>Start from a folder that you have access to.</source>
<translation>请从你可以进入的文件夹启动。</translation>
</message>
<message>
<source>Start it as 'gpuscope race'.</source>
<translation>请以“gpuscope race”启动。</translation>
</message>
<message>
<source>Start the container with '--security-opt systempaths=unconfined', or run gpuscope outside of it.</source>
<translation>请以“--security-opt systempaths=unconfined”启动容器，或在容器外运行 gpuscope。</translation>
</message>
<message>
<source>Start the monitor twice.</source>
<translation>请启动两个 monitor。</translation>
</message>
<message>
<source>Start to exit</source>
<translation>从启动到退出</translation>
</message>
<message>
<source>Started</source>
<translation>开始时间</translation>
</message>
<message>
<source>Steady when measured</source>
<translation>测量时已稳定</translation>
</message>
<message>
<source>Step</source>
<translation>步</translation>
</message>
<message>
<source>Step rate</source>
<translation>每秒步数</translation>
</message>
<message>
<source>Step size of the optimizer. Default: the workload's own for its default optimizer, else 0.01 for SGD and momentum and 0.001 for the others.</source>
<translation>优化器的步长。默认：负载的默认优化器用负载自己的值，否则 SGD 与动量为 0.01，其他为 0.001。</translation>
</message>
<message>
<source>Step time</source>
<translation>步时</translation>
</message>
<message>
<source>Step time, backward</source>
<translation>步时（反向）</translation>
</message>
<message>
<source>Step time, copy</source>
<translation>步时（拷贝）</translation>
</message>
<message>
<source>Step time, data</source>
<translation>步时（数据）</translation>
</message>
<message>
<source>Step time, decode</source>
<translation>步时（decode）</translation>
</message>
<message>
<source>Step time, forward</source>
<translation>步时（前向）</translation>
</message>
<message>
<source>Step time, median</source>
<translation>步时（中位数）</translation>
</message>
<message>
<source>Step time, optimizer</source>
<translation>步时（优化器）</translation>
</message>
<message>
<source>Step time, other</source>
<translation>步时（其他）</translation>
</message>
<message>
<source>Step time, p95</source>
<translation>步时（p95）</translation>
</message>
<message>
<source>Step time, p99</source>
<translation>步时（p99）</translation>
</message>
<message>
<source>Step time, prefill</source>
<translation>步时（prefill）</translation>
</message>
<message>
<source>Step time, {0}</source>
<translation>步时，{0}</translation>
</message>
<message>
<source>Step times, cumulative</source>
<translation>步时，累积分布</translation>
</message>
<message>
<source>Step times, histogram</source>
<translation>步时，直方图</translation>
</message>
<message>
<source>Steps</source>
<translation>步数</translation>
</message>
<message>
<source>Steps are</source>
<translation>步为</translation>
</message>
<message>
<source>Steps before the measured ones; never more than those and, after the first, never longer than the duration.</source>
<translation>测量前的步数；不会多于测量步数，首步之后也不会超过测量时长。</translation>
</message>
<message>
<source>Steps between tests</source>
<translation>两次测试间的步数</translation>
</message>
<message>
<source>Steps, or a time span, that torch's profiler records: steps=100:110 for the ten after the hundredth, or time=30s:35s; add memory or stacks after a comma. They are excluded from throughput and energy.</source>
<translation>由 torch 的剖析器录制的步或时间：steps=100:110 表示第一百步之后的十步，或 time=30s:35s；逗号后加 memory 或 stacks 可一并录制。它们不计入吞吐量和能耗。</translation>
</message>
<message>
<source>Stop it first: gpuscope stop {0}</source>
<translation>请先停止它：gpuscope stop {0}</translation>
</message>
<message>
<source>Stop it there; when that machine is gone: gpuscope resume {0} --take-over</source>
<translation>请在那里停止它；若该机器已不存在：gpuscope resume {0} --take-over</translation>
</message>
<message>
<source>Stores images and weights with the channel as the innermost dimension (NHWC), the layout of tensor cores and many CPU kernels, so that convolutions need no reordering. It does not help models without convolutions, and helps little with small images or few channels.</source>
<translation>以通道为最内层维度（NHWC）存储图像和权重，这是 Tensor Core 和许多 CPU 核函数的布局，卷积因此无需重排。对没有卷积的模型没有帮助，对小图像或通道很少的情形帮助不大。</translation>
</message>
<message>
<source>Stores images with the channel innermost, as the fastest convolution kernels read them.</source>
<translation>以通道为最内层存储图像，正如最快的卷积核函数读取它们的方式。</translation>
</message>
<message>
<source>Stores only the activations between segments of the model and recomputes the others in the backward pass: less memory for about a third more computation, so that deeper models or larger batches fit. It does not help speed, nor memory where weights and optimizer state take most of it. Recomputed batch normalization updates its running statistics twice per step.</source>
<translation>只保存模型各段之间的激活，其余在反向传播时重新计算：以约三分之一的额外计算换取更少内存，使更深的模型或更大的批次放得下。对速度没有帮助；权重和优化器状态占大部分内存时对内存也没有帮助。重新计算的批归一化每步更新两次其滑动统计量。</translation>
</message>
<message>
<source>Stores or computes in 8 bits: a quarter of FP32's bytes.</source>
<translation>以 8 位存储或计算：FP32 字节数的四分之一。</translation>
</message>
<message>
<source>Stores the weights of linear layers and LSTMs as 8-bit integers, a quarter of FP32's size, takes the range of the activations at each call, and multiplies in INT8. It does not help convolutions, which stay in FP32, nor small layers, nor large batches that use the CPU's FP32 units fully.</source>
<translation>以 8 位整数存储线性层和 LSTM 的权重，为 FP32 大小的四分之一，每次调用时取激活的范围，并以 INT8 相乘。对仍为 FP32 的卷积、小的层，以及已充分利用 CPU 的 FP32 单元的大批次没有帮助。</translation>
</message>
<message>
<source>Stores the weights of linear layers as 8-bit integers with one scale per output, a quarter of FP32's size, and converts them when a layer uses them. It does not help convolutions, which stay unchanged, nor speed where computation takes the time.</source>
<translation>以 8 位整数存储线性层的权重，每个输出一个缩放系数，为 FP32 大小的四分之一，使用时再转换。对保持不变的卷积没有帮助，在计算耗时的场合对速度也没有帮助。</translation>
</message>
<message>
<source>Stores the weights of linear layers as 8-bit integers with one scale per output, takes the range of each sample's activations at each call, and multiplies in INT8. It does not help convolutions, which stay unchanged, nor speed without a compiler that fuses the scaling: combine it with compile.</source>
<translation>以 8 位整数存储线性层的权重，每个输出一个缩放系数，每次调用时取每个样本的激活范围，并以 INT8 相乘。对保持不变的卷积没有帮助；没有编译器融合缩放时对速度也没有帮助：请与 compile 结合使用。</translation>
</message>
<message>
<source>Stores the weights of linear layers in the 8-bit floating-point type E4M3 with one scale per output, a quarter of FP32's size, and converts them when a layer uses them. It does not help convolutions, which stay unchanged, nor speed where computation takes the time.</source>
<translation>以 8 位浮点类型 E4M3 存储线性层的权重，每个输出一个缩放系数，为 FP32 大小的四分之一，使用时再转换。对保持不变的卷积没有帮助，在计算耗时的场合对速度也没有帮助。</translation>
</message>
<message>
<source>Stores weights as 8-bit integers with one scale per output of a layer, a quarter of FP32's size, and converts them when a layer uses them. It does not help speed where computation takes the time: it is for models whose weights do not fit in memory, or are bound by reading them once a compiler fuses the conversion.</source>
<translation>以 8 位整数存储权重，层的每个输出一个缩放系数，为 FP32 大小的四分之一，使用时再转换。在计算耗时的场合对速度没有帮助：适用于权重放不进内存的模型，或在编译器融合转换之后受读取权重限制的模型。</translation>
</message>
<message>
<source>Stores weights in FP16 and converts them to FP32 when a layer uses them: half the memory and file size, with FP32 arithmetic. It does not help speed where computation takes the time: the conversion is added to it.</source>
<translation>以 FP16 存储权重，在层使用时转换为 FP32：内存和文件大小减半，运算为 FP32。在计算耗时的场合对速度没有帮助：还要加上转换时间。</translation>
</message>
<message>
<source>Stores weights in the 8-bit floating-point type E4M3 with one scale per output of a layer, a quarter of FP32's size, and converts them when a layer uses them. It resolves values near zero more finely than INT8, and large ones more coarsely. It does not help speed where computation takes the time: the conversion is added to it.</source>
<translation>以 8 位浮点类型 E4M3 存储权重，层的每个输出一个缩放系数，为 FP32 大小的四分之一，使用时再转换。它对接近零的值比 INT8 分辨得更细，对大的值更粗。在计算耗时的场合对速度没有帮助：还要加上转换时间。</translation>
</message>
<message>
<source>Stream</source>
<translation>流</translation>
</message>
<message>
<source>Stretch</source>
<translation>时段</translation>
</message>
<message>
<source>Structured pruning, half of each layer</source>
<translation>结构化剪枝（每层宽度减半）</translation>
</message>
<message>
<source>Sums r[k] = Σ x[i] · x[i + k] of random signals, for every lag from 0. The batch size is the number of signals per step.</source>
<translation>随机信号在从 0 起每个滞后上的和 r[k] = Σ x[i] · x[i + k]。批大小为每步的信号数。</translation>
</message>
<message>
<source>Supported: .csv, .json and .gpuscope: -o samples.csv, -o run.json, -o runs.gpuscope; -o - writes CSV to standard output.</source>
<translation>支持：.csv、.json 和 .gpuscope：-o samples.csv、-o run.json、-o runs.gpuscope；-o - 向标准输出写 CSV。</translation>
</message>
<message>
<source>Supported: run bundles (.gpuscope), CSV of nvidia-smi (--query-gpu) and CodeCarbon, and MLflow's mlruns folder.</source>
<translation>支持：运行包（.gpuscope）、nvidia-smi (--query-gpu) 与 CodeCarbon 的 CSV，以及 MLflow 的 mlruns 文件夹。</translation>
</message>
<message>
<source>Supported: {0}.</source>
<translation>支持：{0}。</translation>
</message>
<message>
<source>Supported: {0}; shapes are always recorded.</source>
<translation>支持：{0}；形状总会录制。</translation>
</message>
<message>
<source>Supported: {0}; {1} is the first page alone.</source>
<translation>支持：{0}；{1} 为仅第一页。</translation>
</message>
<message>
<source>Swap</source>
<translation>交换区</translation>
</message>
<message>
<source>Swap space in use.</source>
<translation>被占用的交换空间。</translation>
</message>
<message>
<source>Swap used</source>
<translation>已用交换区</translation>
</message>
<message>
<source>Swap used, peak</source>
<translation>已用交换区（峰值）</translation>
</message>
<message>
<source>Sweep of {0}</source>
<translation>{0} 的扫描</translation>
</message>
<message>
<source>Sweep one or two at a time, the others fixed at a value each.</source>
<translation>请一次扫描一个或两个，其他各固定为一个值。</translation>
</message>
<message>
<source>Synchronize only where a result is needed, not inside the loop.</source>
<translation>只在需要结果处同步，不要在循环内同步。</translation>
</message>
<message>
<source>Sysman | str</source>
<translation>Sysman | str</translation>
</message>
<message>
<source>TF32</source>
<translation>TF32</translation>
</message>
<message>
<source>TF32 is ignored on {0} ({1}, and it needs 8.0)</source>
<translation>TF32 在 {0} 上被忽略（{1}，而它需要 8.0）</translation>
</message>
<message>
<source>TF32 or BF16 lets the tensor cores work.</source>
<translation>TF32 或 BF16 让 Tensor Core 工作。</translation>
</message>
<message>
<source>TROUBLE</source>
<translation>故障</translation>
</message>
<message>
<source>Tags: {0}</source>
<translation>标签：{0}</translation>
</message>
<message>
<source>Task</source>
<translation>任务</translation>
</message>
<message>
<source>Tasks: {0}. Batch size {1} by default; samples are {2}.</source>
<translation>任务：{0}。默认批大小 {1}；样本为 {2}。</translation>
</message>
<message>
<source>Tasks: {0}. Devices: {1}.</source>
<translation>任务：{0}。设备：{1}。</translation>
</message>
<message>
<source>Temperature</source>
<translation>温度</translation>
</message>
<message>
<source>Temperature of the device's memory.</source>
<translation>显存的温度。</translation>
</message>
<message>
<source>Temperature, mean</source>
<translation>温度（平均）</translation>
</message>
<message>
<source>Temperature, peak</source>
<translation>温度（峰值）</translation>
</message>
<message>
<source>Ten steps are usually enough: --profile steps=100:110</source>
<translation>十步通常就足以说明问题：--profile steps=100:110</translation>
</message>
<message>
<source>Tensor core activity</source>
<translation>Tensor Core 活跃度</translation>
</message>
<message>
<source>Tensor core activity, mean</source>
<translation>Tensor Core 活跃度（平均）</translation>
</message>
<message>
<source>Tensor core activity, peak</source>
<translation>Tensor Core 活跃度（峰值）</translation>
</message>
<message>
<source>Tensor cores</source>
<translation>Tensor Core</translation>
</message>
<message>
<source>Tensor memory, peak</source>
<translation>张量显存（峰值）</translation>
</message>
<message>
<source>Tensor parallel, model parallel within layers</source>
<translation>张量并行（层内的模型并行）</translation>
</message>
<message>
<source>TensorRT</source>
<translation>TensorRT</translation>
</message>
<message>
<source>Text</source>
<translation>文本</translation>
</message>
<message>
<source>That is {0} at the run's mean power.</source>
<translation>按该运行的平均功率计为 {0}。</translation>
</message>
<message>
<source>The CNN on small colour images, each batch built sample by sample in main memory and copied to the device. With no loading process every step waits for its data; the phase data says how long. cifar-cnn is the same with all data on the device.</source>
<translation>小型彩色图像 CNN，每个批次在主内存中逐样本组成并拷贝到设备。没有加载进程时，每步都要等待数据；阶段“数据”显示等了多久。cifar-cnn 则把所有数据放在设备上。</translation>
</message>
<message>
<source>The base was not measured again at the end, since no time was left</source>
<translation>因时间已用尽，最后没有重新测量基线</translation>
</message>
<message>
<source>The base, measured again at the end, was as fast, to within {0}</source>
<translation>结束时再次测量，基线速度相同，相差不超过 {0}</translation>
</message>
<message>
<source>The base, measured again at the end, was {0} faster</source>
<translation>结束时再次测量，基线快了 {0}</translation>
</message>
<message>
<source>The base, measured again at the end, was {0} slower</source>
<translation>结束时再次测量，基线慢了 {0}</translation>
</message>
<message>
<source>The budget is spent: {0} of {1} cells were measured.</source>
<translation>预算已用完：测量了 {1} 格中的 {0} 格。</translation>
</message>
<message>
<source>The ceilings of this device are not known: a run of the workload scaled-sum on its machine measures them</source>
<translation>该设备的上限未知：在其所在机器上运行负载 scaled-sum 可以测得</translation>
</message>
<message>
<source>The channels_last memory format spares convolutions from reordering their input.</source>
<translation>channels_last 内存格式使卷积不必重排其输入。</translation>
</message>
<message>
<source>The clock is throttled</source>
<translation>时钟被降频</translation>
</message>
<message>
<source>The clock of any GPU is throttled</source>
<translation>任意 GPU 的时钟被降频</translation>
</message>
<message>
<source>The clock of {0} is throttled</source>
<translation>{0} 的时钟被降频</translation>
</message>
<message>
<source>The compiled implementation passes over memory once.</source>
<translation>编译的实现只遍历内存一次。</translation>
</message>
<message>
<source>The device</source>
<translation>设备</translation>
</message>
<message>
<source>The device waited {0} in {1} for the loop's next batch ({2} of the time)</source>
<translation>设备在 {1}中为循环的下一批次等待了 {0}（占时间的 {2}）</translation>
</message>
<message>
<source>The device was busy for {0} of the {1} between its first and its last work ({2}) and idle for {3}</source>
<translation>在首项与末项工作之间的 {1} 中，设备有 {0} 的时间忙碌（{2}），空闲 {3}</translation>
</message>
<message>
<source>The device was idle for {0} after the host had waited for it {1}, in {2} ({3} of the time)</source>
<translation>主机在 {2} 中等待设备 {1}之后，设备空闲了 {0}（占时间的 {3}）</translation>
</message>
<message>
<source>The device was idle for {0} after the host had waited for it {1}, mostly in {2} ({3} of the time)</source>
<translation>主机等待设备 {1}之后，设备空闲了 {0}，主要在 {2} 中（占时间的 {3}）</translation>
</message>
<message>
<source>The device was idle for {0} in {1} before work whose launch was not recorded ({2} of the time)</source>
<translation>设备在 {1}（其后工作的启动未被录制）中空闲了 {0}（占时间的 {2}）</translation>
</message>
<message>
<source>The device was idle for {0} in {1} of more than a millisecond ({2} of the time); the longest, {3}, while no host call was recorded</source>
<translation>设备在 {1}（各超过一毫秒）中空闲了 {0}（占时间的 {2}）；最长的 {3}，当时没有记录到主机的调用</translation>
</message>
<message>
<source>The device was idle for {0} in {1} of more than a millisecond ({2} of the time); the longest, {3}, while the host was in {4}</source>
<translation>设备在 {1}（各超过一毫秒）中空闲了 {0}（占时间的 {2}）；最长的 {3}，当时主机在 {4} 中</translation>
</message>
<message>
<source>The device was idle for {0} in {1} while the host prepared the next kernel ({2} of the time)</source>
<translation>主机准备下一个核函数时，设备在 {1}中空闲了 {0}（占时间的 {2}）</translation>
</message>
<message>
<source>The device was idle for {0} in {1} while the host prepared the next kernel ({2} of the time); {3} of {4} kernels are shorter than their launch</source>
<translation>主机准备下一个核函数时，设备在 {1}中空闲了 {0}（占时间的 {2}）；{4} 个核函数中有 {3} 个短于其启动时间</translation>
</message>
<message>
<source>The device was idle for {0} while the runtime loaded code or allocated its first memory ({1} of the time)</source>
<translation>运行时加载代码或首次分配内存期间，设备空闲 {0}（占时间的 {1}）</translation>
</message>
<message>
<source>The device's cumulative energy counter; its difference over the measured window.</source>
<translation>设备的累计能量计数器；取其在测量区间内之差。</translation>
</message>
<message>
<source>The devices differ: {0}; before {1}.</source>
<translation>设备不同：现在为 {0}；之前为 {1}。</translation>
</message>
<message>
<source>The devices were busy, {0} of the {1} between their first and their last work; on average {2}</source>
<translation>在首项与末项工作之间的 {1} 中，各设备的忙碌时间：{0}；平均 {2}</translation>
</message>
<message>
<source>The energy of operators is not known: {0}</source>
<translation>无法得知各算子的能耗：{0}</translation>
</message>
<message>
<source>The energy of operators on {0} is not known: {1}</source>
<translation>无法得知 {0} 上各算子的能耗：{1}</translation>
</message>
<message>
<source>The file goes on after the trace: what follows was not read. Open it as a file of its own.</source>
<translation>trace 结束之后文件中还有内容：那部分没有读取。请把它存为单独的文件再打开。</translation>
</message>
<message>
<source>The file is cut off: what follows covers the {0} that it still has.</source>
<translation>文件提前结束：以下内容基于其中尚存的 {0}。</translation>
</message>
<message>
<source>The file joins the traces of {0} processes: operators, kernels and steps are those of all, and devices may be numbered anew. For the skew between them, open the file of each rank.</source>
<translation>该文件合并了 {0} 个进程的 trace：算子、核函数和步是所有进程的，设备可能已重新编号。要看各 rank 之间的偏差，请打开每个 rank 的文件。</translation>
</message>
<message>
<source>The fused optimizer updates all weights in one call.</source>
<translation>融合优化器在一次调用中更新所有权重。</translation>
</message>
<message>
<source>The groups are {0}.</source>
<translation>这些组为 {0}。</translation>
</message>
<message>
<source>The groups have no figure with a ratio, so there is nothing to draw here.</source>
<translation>各组没有可以相比的数值，因此这里没有可绘制的内容。</translation>
</message>
<message>
<source>The largest amount that torch had allocated for tensors on the GPU during the measured steps.</source>
<translation>测量的步期间 torch 在 GPU 上为张量分配过的最大量。</translation>
</message>
<message>
<source>The largest amount that torch's caching allocator held on the GPU during the measured steps.</source>
<translation>测量的步期间 torch 的缓存分配器在 GPU 上持有过的最大量。</translation>
</message>
<message>
<source>The limit that the device enforces.</source>
<translation>设备执行的上限。</translation>
</message>
<message>
<source>The lines above say why.</source>
<translation>上面的行说明原因。</translation>
</message>
<message>
<source>The loop waited {0} in {1} for its next batch ({2} of the time)</source>
<translation>循环在 {1}中为下一批次等待了 {0}（占时间的 {2}）</translation>
</message>
<message>
<source>The loss is not a finite number</source>
<translation>损失为非有限值</translation>
</message>
<message>
<source>The machine, with no process</source>
<translation>整机，没有进程</translation>
</message>
<message>
<source>The maximum is {0}.</source>
<translation>最大为 {0}。</translation>
</message>
<message>
<source>The median of these steps took {0} as long as the run's others, more than recording explains</source>
<translation>这些步时长的中位数为该运行其他步的 {0}，录制本身不足以解释</translation>
</message>
<message>
<source>The median of these steps took {0} as long as the run's others, more than recording explains; the advice scales its costs to the others</source>
<translation>这些步时长的中位数为该运行其他步的 {0}，录制本身不足以解释；建议中的花费已按其他步的时长折算</translation>
</message>
<message>
<source>The median step takes {0} on the host; before {1}.</source>
<translation>一步在主机端的耗时（中位数）为 {0}；之前为 {1}。</translation>
</message>
<message>
<source>The minimum is {0}.</source>
<translation>最小为 {0}。</translation>
</message>
<message>
<source>The next 'gpuscope run' recovers them.</source>
<translation>下一次“gpuscope run”会恢复它们。</translation>
</message>
<message>
<source>The next run to start here adds it, for example: gpuscope run -- true</source>
<translation>下一个在此启动的运行会将其加入，例如：gpuscope run -- true</translation>
</message>
<message>
<source>The numbers of {0} are in {1}</source>
<translation>{0}的数值在 {1} 中</translation>
</message>
<message>
<source>The optimizer takes {0} of a step, so there is little to save</source>
<translation>优化器占一步的 {0}，可节省的很少</translation>
</message>
<message>
<source>The optimizer updates weights one by one: {0} per step, {1} together ({2} of the time)</source>
<translation>优化器逐个更新权重：每步 {0}，合计 {1}（占时间的 {2}）</translation>
</message>
<message>
<source>The others wait for rank {0}: up to {1} of their {2} in collectives.</source>
<translation>其他 rank 等待 rank {0}：在集合通信的 {2} 中最多等待 {1}。</translation>
</message>
<message>
<source>The product of square matrices, one element per work item</source>
<translation>方阵的乘积，每个工作项计算一个元素</translation>
</message>
<message>
<source>The product of square matrices, one element per work item, in OpenCL C through pyopencl. The batch size is the number of passes per step.</source>
<translation>方阵的乘积，每个工作项一个元素，用 OpenCL C 经 pyopencl 实现。批大小为每步的遍数。</translation>
</message>
<message>
<source>The reasons follow the table of every metric.</source>
<translation>原因列于全部指标表之后。</translation>
</message>
<message>
<source>The run goes on.</source>
<translation>运行继续。</translation>
</message>
<message>
<source>The run has not ended.</source>
<translation>运行尚未结束。</translation>
</message>
<message>
<source>The run is in {0}</source>
<translation>该运行在 {0} 中</translation>
</message>
<message>
<source>The run ran out of memory: {0}</source>
<translation>运行因内存不足而结束：{0}</translation>
</message>
<message>
<source>The run's processor time as a share of the wall time</source>
<translation>运行的处理器时间占墙钟时间的比例</translation>
</message>
<message>
<source>The runs are kept: gpuscope runs, gpuscope show RUN</source>
<translation>运行已保存：gpuscope runs、gpuscope show ‹运行›</translation>
</message>
<message>
<source>The runs are shown in the window that is open.</source>
<translation>运行已显示在打开的窗口中。</translation>
</message>
<message>
<source>The runs of {0} have different settings, so it is unclear which to repeat.</source>
<translation>{0} 的运行有多种设置，因此不知道该重复哪一种。</translation>
</message>
<message>
<source>The runs, one by one</source>
<translation>逐个运行</translation>
</message>
<message>
<source>The slowest rank's step takes {0} longer than the fastest's.</source>
<translation>最慢 rank 的一步比最快的长 {0}。</translation>
</message>
<message>
<source>The snapshot holds no history, so only what was in use at its end is known.</source>
<translation>该快照不含历史，因此只知道其结束时在用的内存。</translation>
</message>
<message>
<source>The steps of one capture hold no work, so whole captures are compared.</source>
<translation>其中一次采集的步中没有工作，因此比较整个采集。</translation>
</message>
<message>
<source>The timeline leaves out {0} of device work launched before the capture began.</source>
<translation>时间线不计入采集开始前启动的 {0} 设备工作。</translation>
</message>
<message>
<source>The times are in nanoseconds, by their size; the format wants microseconds.</source>
<translation>从大小看，时间以纳秒为单位；该格式要求微秒。</translation>
</message>
<message>
<source>The trace has no events with a duration</source>
<translation>该 trace 中没有任何持续性的内容</translation>
</message>
<message>
<source>The traceback is in {0}.</source>
<translation>回溯信息在 {0}。</translation>
</message>
<message>
<source>The training has diverged, or its number format has too small a range: try a smaller --set learning_rate, or --precision fp32.</source>
<translation>训练已发散，或其数值格式的范围太小：请尝试更小的 --set learning_rate，或 --precision fp32。</translation>
</message>
<message>
<source>The valid-mode sum of an image and a filter</source>
<translation>图像与滤波器的有效模式求和</translation>
</message>
<message>
<source>The valid-mode sum of an image and a filter, in OpenCL C through pyopencl. The batch size is the number of passes per step.</source>
<translation>图像与滤波器的有效模式求和，用 OpenCL C 经 pyopencl 实现。批大小为每步的遍数。</translation>
</message>
<message>
<source>The window measures a ladder of optimizations. It writes {0} and {1}.</source>
<translation>窗口将测量一个优化阶梯，并写出 {0} 和 {1}。</translation>
</message>
<message>
<source>The {0} devices were busy for {1} ({2}) to {3} ({4}) of the {5} between their first and their last work; on average {6}</source>
<translation>在首项与末项工作之间的 {5} 中，{0} 个设备的忙碌时间为 {1}（{2}）至 {3}（{4}）；平均 {6}</translation>
</message>
<message>
<source>The {0} of run {1} are in {2}</source>
<translation>运行 {1} 的{0}在 {2} 中</translation>
</message>
<message>
<source>The {0} runs are in {1}</source>
<translation>这 {0} 个运行在 {1} 中</translation>
</message>
<message>
<source>Then repeat: gpuscope setup --install</source>
<translation>然后再次执行：gpuscope setup --install</translation>
</message>
<message>
<source>There are: {0}.</source>
<translation>有：{0}。</translation>
</message>
<message>
<source>There is no earlier run of the same command.</source>
<translation>没有相同命令的更早运行。</translation>
</message>
<message>
<source>There is no earlier run of the same workload and task.</source>
<translation>没有相同负载和任务的更早运行。</translation>
</message>
<message>
<source>There is no plan yet. 'gpuscope ladder' makes one.</source>
<translation>还没有计划。“gpuscope ladder”会创建一个。</translation>
</message>
<message>
<source>There is no run yet. 'gpuscope demo' creates some; 'gpuscope run --help' says how.</source>
<translation>还没有运行。“gpuscope demo”会产生一些；“gpuscope run --help”说明方法。</translation>
</message>
<message>
<source>There is nothing to draw of {0}.</source>
<translation>{0} 没有可绘制的内容。</translation>
</message>
<message>
<source>There was nothing to remove.</source>
<translation>没有需要移除的内容。</translation>
</message>
<message>
<source>These are the newest {0}; --limit 0 lists all.</source>
<translation>这是最新的 {0} 个；--limit 0 列出全部。</translation>
</message>
<message>
<source>These can be: {0}.</source>
<translation>可用的有：{0}。</translation>
</message>
<message>
<source>They end in {0}; name a file that has another name.</source>
<translation>它们以 {0} 结尾；其他名称的文件请直接指定。</translation>
</message>
<message>
<source>This is not a trace of a program.</source>
<translation>这不是程序的 trace。</translation>
</message>
<message>
<source>This is not a trace; nothing of it was read.</source>
<translation>这不是 trace；没有读取其中任何内容。</translation>
</message>
<message>
<source>This machine has {0}.</source>
<translation>本机有 {0}。</translation>
</message>
<message>
<source>This report was made by gpuscope {0} with Python {1}, {2}.</source>
<translation>本报告由 gpuscope {0} 以 Python {1}、{2} 生成。</translation>
</message>
<message>
<source>This system has python3.</source>
<translation>本系统的命令是 python3。</translation>
</message>
<message>
<source>This trace has neither operators nor device work: what it holds ({0} in {1}) is shown in the timeline only</source>
<translation>此 trace 中既没有算子也没有设备的工作：其内容（{1} 内的 {0}）只出现在时间线中</translation>
</message>
<message>
<source>Threads</source>
<translation>线程数</translation>
</message>
<message>
<source>Throttle reasons</source>
<translation>降频原因</translation>
</message>
<message>
<source>Throttled: heat or the hardware held the clock down.</source>
<translation>已降频：温度或硬件压低了频率。</translation>
</message>
<message>
<source>Throttling</source>
<translation>降频</translation>
</message>
<message>
<source>Throughput</source>
<translation>吞吐量</translation>
</message>
<message>
<source>Throughput divided by the number of processes of a training; divided by the throughput of one, it is the scaling efficiency.</source>
<translation>吞吐量除以训练所分布的进程数；再除以单进程的吞吐量即扩展效率。</translation>
</message>
<message>
<source>Throughput per rank</source>
<translation>每 rank 吞吐量</translation>
</message>
<message>
<source>Time</source>
<translation>时间</translation>
</message>
<message>
<source>Time and energy</source>
<translation>时间与能耗</translation>
</message>
<message>
<source>Time and energy, one point per run. </source>
<translation>时间与能耗，每个点是一个运行。</translation>
</message>
<message>
<source>Time of one new token after the first (decode), for the whole batch at once: the median of the measured steps that were timed.</source>
<translation>首个之后每个新 token 的时间（decode），整个批次一起：计时的测量步的中位数。</translation>
</message>
<message>
<source>Time per token</source>
<translation>每 token 时间</translation>
</message>
<message>
<source>Time recorded</source>
<translation>记录时长</translation>
</message>
<message>
<source>Time that a step spends on {0}: the median of those measured steps whose phases were timed.</source>
<translation>一步用于{0}的时间：对阶段计时的测量步的中位数。</translation>
</message>
<message>
<source>Time to accuracy</source>
<translation>达到准确率的时间</translation>
</message>
<message>
<source>Time to first step</source>
<translation>到第一步的时间</translation>
</message>
<message>
<source>Time to first token</source>
<translation>到首个 token 的时间</translation>
</message>
<message>
<source>Time without a step</source>
<translation>无新步的时长</translation>
</message>
<message>
<source>Times cuDNN's algorithms for each shape of convolution at its first call, and keeps the fastest deterministic one. It does not help models without convolutions, nor batches of varying size: each new shape is timed again.</source>
<translation>在每种卷积形状首次调用时对 cuDNN 的各算法计时，保留最快的确定性算法。对没有卷积的模型，以及大小变化的批次没有帮助：每个新形状都要重新计时。</translation>
</message>
<message>
<source>Times per step are means: the mean step takes {0}; before {1}.</source>
<translation>每步时间为平均值：平均一步耗时 {0}；之前为 {1}。</translation>
</message>
<message>
<source>To bring runs in without it: gpuscope import FILE --json</source>
<translation>不打开窗口而导入运行：gpuscope import ‹文件› --json</translation>
</message>
<message>
<source>To install it without asking: gpuscope setup --install --yes</source>
<translation>不询问直接安装：gpuscope setup --install --yes</translation>
</message>
<message>
<source>To run one: gpuscope run WORKLOAD --optimize NAME,NAME --engine NAME; a program of your own: gpuscope run -- COMMAND</source>
<translation>运行其中一项：gpuscope run 负载 --optimize 名称,名称 --engine 名称；你的任意程序：gpuscope run -- 命令</translation>
</message>
<message>
<source>To try</source>
<translation>可尝试</translation>
</message>
<message>
<source>To try: {0}</source>
<translation>可尝试：{0}</translation>
</message>
<message>
<source>Tokens of the measured steps divided by the energy of the devices that the run was placed on.</source>
<translation>测量步的 token 数除以运行所用设备的能耗。</translation>
</message>
<message>
<source>Tokens of the measured steps divided by wall-clock time: those trained on, or those generated.</source>
<translation>测量步的 token 数除以墙钟时间：训练的，或生成的。</translation>
</message>
<message>
<source>Tokens per joule</source>
<translation>每焦耳 token 数</translation>
</message>
<message>
<source>Tokens per second</source>
<translation>每秒 token 数</translation>
</message>
<message>
<source>Too many open files</source>
<translation>打开的文件过多</translation>
</message>
<message>
<source>Total</source>
<translation>总计</translation>
</message>
<message>
<source>Total Allocated</source>
<translation>Total Allocated</translation>
</message>
<message>
<source>Total Reserved</source>
<translation>Total Reserved</translation>
</message>
<message>
<source>Total device</source>
<translation>设备总计</translation>
</message>
<message>
<source>Total host</source>
<translation>主机总计</translation>
</message>
<message>
<source>Total: {0}</source>
<translation>总计：{0}</translation>
</message>
<message>
<source>Trace</source>
<translation>Trace</translation>
</message>
<message>
<source>Traces do not; this is something else.</source>
<translation>trace 不会这样；这是别的文件。</translation>
</message>
<message>
<source>Traces of torch.profiler, Kineto and Chrome have them.</source>
<translation>torch.profiler、Kineto 和 Chrome 的 trace 含有它。</translation>
</message>
<message>
<source>Traces the model once and compiles it: fused operations mean less memory traffic and fewer kernel launches. The first step takes seconds to minutes and is part of the warm-up. It does not help where large matrix products take all the time, nor runs of a few steps.</source>
<translation>对模型做一次 trace 并编译：融合的运算意味着更少的内存流量和更少的核函数启动。第一步需要数秒到数分钟，属于预热。大矩阵乘积占去全部时间，或只运行几步时没有帮助。</translation>
</message>
<message>
<source>Train the model, or only run it forward.</source>
<translation>训练模型，或只做前向计算。</translation>
</message>
<message>
<source>Training before inference</source>
<translation>推理前的训练</translation>
</message>
<message>
<source>Training ends when a test on held-out data reaches this accuracy; --steps is the maximum.</source>
<translation>当在留出数据上的测试达到此准确率时训练结束；--steps 为上限。</translation>
</message>
<message>
<source>Training samples</source>
<translation>训练样本</translation>
</message>
<message>
<source>Training steps in FP32 before inference, outside the measured window; batch 64, or the workload's default if smaller. 0 leaves the model untrained.</source>
<translation>推理之前以 FP32 训练的步数，不在测量区间内；批大小 64，或更小的负载默认值。0 则不训练模型。</translation>
</message>
<message>
<source>Trains a student with half of each layer's units or channels on the outputs of the trained model, for the same number of steps, and measures the student. Also reports the accuracy of the teacher, and of the same student trained on the labels only. It does not help on easy data, where labels suffice, and costs the training of a second model.</source>
<translation>用已训练模型的输出训练一个每层单元或通道减半的学生模型，步数相同，并测量学生模型。还报告教师模型的准确率，以及同一学生仅用标签训练时的准确率。对标签已足够的简单数据没有帮助，并且要付出训练第二个模型的代价。</translation>
</message>
<message>
<source>Trains the CNN on small colour images from random weights until it reaches an accuracy on held-out data. The measured part ends there, so that its energy is the cost of that accuracy.</source>
<translation>从随机权重开始训练小型彩色图像 CNN，直到在留出数据上达到某准确率。测量部分到此为止，因此其能耗就是该准确率的代价。</translation>
</message>
<message>
<source>Transformer blocks: attention and two linear layers each.</source>
<translation>transformer 块：每块含注意力和两个线性层。</translation>
</message>
<message>
<source>Translates the model to JAX and compiles it as a whole with XLA, which fuses operations and plans memory ahead. In bf16 and fp16 weights and sums are in that format too. It does not help where the batch size varies, since each size is compiled again, nor where the CPU library's convolutions are faster.</source>
<translation>把模型转换到 JAX 并用 XLA 整体编译，XLA 会融合运算并预先规划内存。bf16 和 fp16 时权重与求和也采用该格式。批大小变化时没有帮助，因为每种大小都要重新编译；CPU 库的卷积更快时也没有帮助。</translation>
</message>
<message>
<source>Try a .gif instead.</source>
<translation>请改用 .gif。</translation>
</message>
<message>
<source>Try again after its first step, or sample its Python stacks: --stacks 10s</source>
<translation>请在其第一步之后再试，或采样其 Python 栈：--stacks 10s</translation>
</message>
<message>
<source>Try again in a moment.</source>
<translation>请稍后重试。</translation>
</message>
<message>
<source>Try again in some seconds.</source>
<translation>请过几秒再试。</translation>
</message>
<message>
<source>Try again later, or get it from elsewhere.</source>
<translation>请稍后再试，或从别处获取。</translation>
</message>
<message>
<source>Try again when it is written.</source>
<translation>请在其写完后再试。</translation>
</message>
<message>
<source>Try again when nothing else runs.</source>
<translation>请在没有其他程序运行时再试。</translation>
</message>
<message>
<source>Try again, or read it as its owner.</source>
<translation>请重试，或以其所有者身份读取。</translation>
</message>
<message>
<source>Try again; 'gpuscope runs' shows whether the run has ended.</source>
<translation>请重试；“gpuscope runs”显示该运行是否已结束。</translation>
</message>
<message>
<source>Try again; 'gpuscope show RUN --follow' shows its progress.</source>
<translation>请重试；“gpuscope show ‹运行› --follow”显示其进度。</translation>
</message>
<message>
<source>Try again; check the limits of the system and of your account.</source>
<translation>请重试；请检查系统和你账户的限制。</translation>
</message>
<message>
<source>Try again; check the system's memory.</source>
<translation>请重试；请检查系统的内存。</translation>
</message>
<message>
<source>Two convolutions (32 and 64 channels) with max pooling and two linear layers, by default Adam at 0.001; on scikit-learn's digits scaled up to 32×32×3, or on CIFAR-10's binary archive.</source>
<translation>两个卷积层（32 和 64 通道）加最大池化和两个线性层，默认 Adam 0.001；使用放大到 32×32×3 的 scikit-learn 手写数字，或 CIFAR-10 的二进制归档。</translation>
</message>
<message>
<source>Types</source>
<translation>类型</translation>
</message>
<message>
<source>Uncertainties are half widths of 95 % bands (k = 2). Net energy is above the idle baseline that its source names.</source>
<translation>不确定度为 95 % 范围的半宽（k = 2）。净能耗为高于其来源所示空闲基线的部分。</translation>
</message>
<message>
<source>Uncommitted changes</source>
<translation>未提交的更改</translation>
</message>
<message>
<source>Uncommitted edits</source>
<translation>未提交的修改（摘要）</translation>
</message>
<message>
<source>Uninstall onnxruntime, beside which its build for NVIDIA GPUs does not work, then: {0}</source>
<translation>请先卸载 onnxruntime（它与 NVIDIA GPU 版本不能并存），然后：{0}</translation>
</message>
<message>
<source>Unpack it, and open the trace in it.</source>
<translation>请解压，然后打开其中的 trace。</translation>
</message>
<message>
<source>Unreliable: other programs used up to {0} of the processor</source>
<translation>不可靠：其他程序最多占用了处理器的 {0}</translation>
</message>
<message>
<source>Unreliable: other programs used up to {0} of the processor; {1}</source>
<translation>不可靠：其他程序最多占用了处理器的 {0}；{1}</translation>
</message>
<message>
<source>Unset it, or name another.</source>
<translation>请取消设置，或指定另一个。</translation>
</message>
<message>
<source>Unset {0}, or name a file that is NVML.</source>
<translation>请取消设置 {0}，或指定 NVML 文件。</translation>
</message>
<message>
<source>Updates all weights with a few operations on lists of tensors instead of several operations per tensor, at the cost of temporary copies. On GPUs it is torch's default. It does not help models with few tensors, and rarely helps on CPUs.</source>
<translation>用少数对张量列表的运算更新所有权重，而不是每个张量若干运算，代价是临时拷贝。在 GPU 上是 torch 的默认方式。对张量少的模型没有帮助，在 CPU 上也很少有帮助。</translation>
</message>
<message>
<source>Updates all weights with one kernel instead of several for each layer.</source>
<translation>用一个核函数更新所有权重，而不是每层若干个。</translation>
</message>
<message>
<source>Updates weights and optimizer state in one kernel, which reads and writes each value once per step. It does not help where forward and backward pass take nearly all of a step, as with convolutions on large batches.</source>
<translation>在一个核函数中更新权重和优化器状态，每步每个值只读写一次。当前向和反向传播占去几乎整步时（如大批次卷积）没有帮助。</translation>
</message>
<message>
<source>Upgrade gpuscope, or name another store with --store.</source>
<translation>请升级 gpuscope，或用 --store 指定另一存储。</translation>
</message>
<message>
<source>Upgrade gpuscope.</source>
<translation>请升级 gpuscope。</translation>
</message>
<message>
<source>Upgrade it.</source>
<translation>请升级。</translation>
</message>
<message>
<source>Upgrade it: {0}</source>
<translation>请升级：{0}</translation>
</message>
<message>
<source>Use --device cpu, or cuda:0 for the first NVIDIA GPU.</source>
<translation>请使用 --device cpu，或用 cuda:0 指定第一个 NVIDIA GPU。</translation>
</message>
<message>
<source>Use --device cpu; 'gpuscope doctor' has the details.</source>
<translation>请使用 --device cpu；“gpuscope doctor”有更多说明。</translation>
</message>
<message>
<source>Use --device {0}, or --engine eager.</source>
<translation>请使用 --device {0}，或 --engine eager。</translation>
</message>
<message>
<source>Use --emulated to measure it anyway.</source>
<translation>如仍要测量，请使用 --emulated。</translation>
</message>
<message>
<source>Use --engine eager, or --set task=inference.</source>
<translation>请使用 --engine eager，或 --set task=inference。</translation>
</message>
<message>
<source>Use --engine eager.</source>
<translation>请使用 --engine eager。</translation>
</message>
<message>
<source>Use --optimize int8-weights.</source>
<translation>请使用 --optimize int8-weights。</translation>
</message>
<message>
<source>Use --precision fp32, or another --device.</source>
<translation>请使用 --precision fp32，或另一 --device。</translation>
</message>
<message>
<source>Use --precision fp32.</source>
<translation>请使用 --precision fp32。</translation>
</message>
<message>
<source>Use --set implementation=eager, or another --device.</source>
<translation>请使用 --set implementation=eager，或另一 --device。</translation>
</message>
<message>
<source>Use --set method=torch, or --device cpu.</source>
<translation>请使用 --set method=torch，或 --device cpu。</translation>
</message>
<message>
<source>Use --set method=torch, or --precision fp32.</source>
<translation>请使用 --set method=torch，或 --precision fp32。</translation>
</message>
<message>
<source>Use --task {0}.</source>
<translation>请使用 --task {0}。</translation>
</message>
<message>
<source>Use --warmup-limit 0, and more --warmup-steps.</source>
<translation>请使用 --warmup-limit 0，并增加 --warmup-steps。</translation>
</message>
<message>
<source>Use -o machine.csv.</source>
<translation>请使用 -o machine.csv。</translation>
</message>
<message>
<source>Use Linux 6.2 or newer (i915), 6.8 or newer (xe).</source>
<translation>请使用 Linux 6.2 或更新（i915）、6.8 或更新（xe）。</translation>
</message>
<message>
<source>Use Linux, or WSL on Windows.</source>
<translation>请使用 Linux，或 Windows 上的 WSL。</translation>
</message>
<message>
<source>Use a name that ends in .gif, .mp4 or .webm, or in .png for the last frame.</source>
<translation>文件名请以 .gif、.mp4、.webm 结尾，或以 .png 结尾以得到最后一帧。</translation>
</message>
<message>
<source>Use a name that ends in .pdf, .html, .csv or .json.</source>
<translation>请让其名称以 .pdf、.html、.csv 或 .json 结尾。</translation>
</message>
<message>
<source>Use another --device.</source>
<translation>请使用另一 --device。</translation>
</message>
<message>
<source>Use another --precision, for example fp32. {0}</source>
<translation>请使用另一 --precision，例如 fp32。{0}</translation>
</message>
<message>
<source>Use cpu, or cuda:0 for the first NVIDIA GPU.</source>
<translation>请使用 cpu，或 cuda:0 表示第一块 NVIDIA GPU。</translation>
</message>
<message>
<source>Use simulated, simulated:N, or replay:FILE.</source>
<translation>请使用 simulated、simulated:N 或 replay:‹文件›。</translation>
</message>
<message>
<source>Use the GPU: it is then found again.</source>
<translation>请使用该 GPU：会再次查找它。</translation>
</message>
<message>
<source>Use the GPU: it is then read again.</source>
<translation>请使用该 GPU：会再次查看它。</translation>
</message>
<message>
<source>Use the format for its range or precision, not for speed, or use a device that computes it at full rate.</source>
<translation>只在需要其范围或位数时使用该格式，而不是为了速度；或使用能以全速计算它的设备。</translation>
</message>
<message>
<source>Utilization</source>
<translation>利用率</translation>
</message>
<message>
<source>Utilization, mean</source>
<translation>利用率（平均）</translation>
</message>
<message>
<source>Utilization, peak</source>
<translation>利用率（峰值）</translation>
</message>
<message>
<source>VGG-16 as published, with ten classes: 134 million weights, 31 GFLOP per image. Images of 32×32 are scaled up batch by batch.</source>
<translation>所发表的 VGG-16，十个类别：1.34 亿权重，每幅图像 31 GFLOP。32×32 的图像逐批放大。</translation>
</message>
<message>
<source>VGG-16 for images of 32×32: thirteen convolutions of 3×3 and three linear layers of 512; on scikit-learn's digits scaled up, or on CIFAR-10's binary archive.</source>
<translation>用于 32×32 图像的 VGG-16：十三个 3×3 卷积和三个 512 的线性层；使用放大的 scikit-learn 手写数字，或 CIFAR-10 的二进制归档。</translation>
</message>
<message>
<source>VGG-16, 224 px</source>
<translation>VGG-16，224 像素</translation>
</message>
<message>
<source>VGG-16, 32 px</source>
<translation>VGG-16，32 像素</translation>
</message>
<message>
<source>Valid-mode sums out[i, j] = Σ f[m, n] · x[i + m, j + n] of random images: the same result by a loop, by libraries and on the GPU. The batch size is the number of images per step.</source>
<translation>随机图像的有效模式求和 out[i, j] = Σ f[m, n] · x[i + m, j + n]：用循环、用各种库和在 GPU 上得到同样的结果。批大小为每步的图像数。</translation>
</message>
<message>
<source>Value</source>
<translation>值</translation>
</message>
<message>
<source>Value; several where they differ</source>
<translation>值；不同时列出多个</translation>
</message>
<message>
<source>Values were read from tensors {0}, for {1} ({2} of the time)</source>
<translation>从张量中读出值{0}，耗时 {1}（占时间的 {2}）</translation>
</message>
<message>
<source>Variables set for the command in addition to those that it inherits: NAME=VALUE, separated by spaces.</source>
<translation>在命令所继承的变量之外为其设置的变量：名称=值，以空格分隔。</translation>
</message>
<message>
<source>Vector length</source>
<translation>向量长度</translation>
</message>
<message>
<source>Vectorize this work, move it out of the loop, or into another process: a capture with stacks names its functions.</source>
<translation>把这些工作向量化、移出循环，或移到另一个进程：带 stacks 的采集会给出其函数名。</translation>
</message>
<message>
<source>Verdict</source>
<translation>结论</translation>
</message>
<message>
<source>Verdicts</source>
<translation>结论</translation>
</message>
<message>
<source>Wait for it to end, then try again.</source>
<translation>请等它结束后再试。</translation>
</message>
<message>
<source>Wait until it ends, or stop it.</source>
<translation>请等它结束，或停止它。</translation>
</message>
<message>
<source>Waiting for data and copying it takes {0} of a step, so there is little to save</source>
<translation>等待和拷贝数据占一步的 {0}，可节省的很少</translation>
</message>
<message>
<source>Waiting for data takes {0} of a step: index whole batches instead of single samples; a loading process would take about as long to hand a batch over.</source>
<translation>等待数据占一步的 {0}：请按整批而不是逐个样本取数；加载进程交接一批所需的时间大约与此相当。</translation>
</message>
<message>
<source>Waiting for data takes {0} of a step: more DataLoader workers (num_workers) make the batches beside the steps.</source>
<translation>等待数据占一步的 {0}：更多的 DataLoader 工作进程（num_workers）可在各步进行的同时组成批次。</translation>
</message>
<message>
<source>Waiting for data takes {0} of a step: prepare batches in parallel and ahead of time.</source>
<translation>等待数据占一步的 {0}：在各步进行的同时并提前组成批次。</translation>
</message>
<message>
<source>Waiting for others</source>
<translation>等待其他</translation>
</message>
<message>
<source>Waiting for {0} without a trace is not counted.</source>
<translation>对没有 trace 的 {0} 的等待未计入。</translation>
</message>
<message>
<source>Waiting in all-to-alls whose parts differ in size is not counted: they differ in length by their size.</source>
<translation>各部分大小不等的 all-to-all 中的等待未计入：其时长本就随大小而不同。</translation>
</message>
<message>
<source>Waiting in transfers between two ranks (send, receive) is not counted.</source>
<translation>两个 rank 之间传输（发送、接收）中的等待未计入。</translation>
</message>
<message>
<source>Waiting is not known for rank {0}: {1}.</source>
<translation>rank {0} 的等待时间未知：{1}。</translation>
</message>
<message>
<source>Waiting is not known for ranks {0}: {1}.</source>
<translation>rank {0} 的等待时间未知：{1}。</translation>
</message>
<message>
<source>Waiting is not known: {0}.</source>
<translation>等待时间未知：{0}。</translation>
</message>
<message>
<source>Warm-up limit</source>
<translation>预热上限</translation>
</message>
<message>
<source>Warm-up steps</source>
<translation>预热步数</translation>
</message>
<message>
<source>What a step waits for is not known: the thread that trains takes its batches from no DataLoader.</source>
<translation>不知道一步在等什么：进行训练的线程没有从 DataLoader 取批次。</translation>
</message>
<message>
<source>What differs between the groups</source>
<translation>各组之间的差异</translation>
</message>
<message>
<source>What each rung gained</source>
<translation>各级带来的收益</translation>
</message>
<message>
<source>What executes the model; eager is plain torch.</source>
<translation>运行模型的引擎：eager 即原样的 torch。</translation>
</message>
<message>
<source>What filled the memory was not recorded: run it again with --profile …,memory</source>
<translation>没有记录是什么占满了它：请用 --profile …,memory 再运行一次</translation>
</message>
<message>
<source>What held each run back</source>
<translation>各运行的瓶颈</translation>
</message>
<message>
<source>What held it back</source>
<translation>瓶颈所在</translation>
</message>
<message>
<source>What held it back is not known.</source>
<translation>无法判断瓶颈。</translation>
</message>
<message>
<source>What held it back is not known: {0}.</source>
<translation>无法判断瓶颈：{0}。</translation>
</message>
<message>
<source>What held them back is not known: {0}.</source>
<translation>无法判断它们的瓶颈：{0}。</translation>
</message>
<message>
<source>What the profiler recorded: gpuscope profile {0}{1}</source>
<translation>剖析器录制的内容：gpuscope profile {0}{1}</translation>
</message>
<message>
<source>What to try</source>
<translation>可尝试的改进</translation>
</message>
<message>
<source>What was run</source>
<translation>运行内容</translation>
</message>
<message>
<source>What was seen</source>
<translation>观察到的现象</translation>
</message>
<message>
<source>What was written before stays.</source>
<translation>此前写入的内容会保留。</translation>
</message>
<message>
<source>When that machine is gone: gpuscope resume {0} --take-over</source>
<translation>若该机器已不存在：gpuscope resume {0} --take-over</translation>
</message>
<message>
<source>Where</source>
<translation>位置</translation>
</message>
<message>
<source>Where the model is stored and computed: cpu, or cuda:N, mps:0 (Apple), xpu:N (Intel) in torch's order.</source>
<translation>模型所在并进行计算的设备：cpu，或按 torch 次序的 cuda:N、mps:0（Apple）、xpu:N（Intel）。</translation>
</message>
<message>
<source>Whiskers: 95 % interval of the ratio (horizontal), 95 % uncertainty (vertical).</source>
<translation>须线：横向为比值的 95 % 区间，纵向为 95 % 不确定度。</translation>
</message>
<message>
<source>Whiskers: 95 % interval of the ratio, at the baseline's figure.</source>
<translation>须线：比值的 95 % 区间，画在基线的数值上。</translation>
</message>
<message>
<source>Whiskers: 95 % uncertainty of the figure.</source>
<translation>须线：数值的 95 % 不确定度。</translation>
</message>
<message>
<source>Why no commit is known</source>
<translation>提交未知的原因</translation>
</message>
<message>
<source>Why no packages are listed</source>
<translation>未列出软件包的原因</translation>
</message>
<message>
<source>Why the clock is below the requested one, as NVML's bit field of clock event reasons.</source>
<translation>频率低于所请求值的原因，NVML 时钟事件原因的位字段。</translation>
</message>
<message>
<source>Why the verdicts are what they are</source>
<translation>结论的缘由</translation>
</message>
<message>
<source>Width of one attention head; kernels are fastest at 64 and 128.</source>
<translation>一个注意力头的宽度；64 和 128 时核函数最快。</translation>
</message>
<message>
<source>Width of the layer between input and output.</source>
<translation>输入与输出之间那一层的宽度。</translation>
</message>
<message>
<source>Window</source>
<translation>区间</translation>
</message>
<message>
<source>Windows Energy Meter Interface</source>
<translation>Windows Energy Meter Interface</translation>
</message>
<message>
<source>Windows are too short for a ratio of the energies.</source>
<translation>区间太短，能耗没有比值。</translation>
</message>
<message>
<source>Windows' Energy Meter Interface offers no processor package here; common in virtual machines</source>
<translation>Windows 的 Energy Meter Interface 在此处没有提供处理器封装；在虚拟机中很常见</translation>
</message>
<message>
<source>With --json it prints one snapshot; use --events instead.</source>
<translation>使用 --json 时它只输出一次快照；请改用 --events。</translation>
</message>
<message>
<source>Without a terminal it prints one snapshot; add --events or --seconds N.</source>
<translation>不在终端中时它只输出一次快照；请加上 --events 或 --seconds N。</translation>
</message>
<message>
<source>Worker processes that build batches while the model trains; 0 builds them in the training process, between steps.</source>
<translation>在模型训练时组成批次的工作进程数；0 表示在训练进程中于各步之间组成。</translation>
</message>
<message>
<source>Working folder</source>
<translation>工作文件夹</translation>
</message>
<message>
<source>Workload</source>
<translation>负载</translation>
</message>
<message>
<source>Workload's {0}</source>
<translation>负载的{0}</translation>
</message>
<message>
<source>Write {0}&gt; or &lt; and the limit. {1}</source>
<translation>请写 {0}&gt; 或 &lt; 以及限值。{1}</translation>
</message>
<message>
<source>Written: {0}</source>
<translation>已写入：{0}</translation>
</message>
<message>
<source>Written: {0} ({1})</source>
<translation>已写入：{0}（{1}）</translation>
</message>
<message>
<source>Zero weights</source>
<translation>为零的权重</translation>
</message>
<message>
<source>a .gif; .mp4 or .webm where ffmpeg is installed; .png: its last frame</source>
<translation>.gif；安装了 ffmpeg 时可用 .mp4 或 .webm；.png：其结尾</translation>
</message>
<message>
<source>a .json file holds one run</source>
<translation>一个 .json 文件只含一个运行</translation>
</message>
<message>
<source>a C++ compiler</source>
<translation>C++ 编译器</translation>
</message>
<message>
<source>a GPU error: {0}</source>
<translation>GPU 出错：{0}</translation>
</message>
<message>
<source>a batch of {0} does not divide into {1} equal parts</source>
<translation>批大小 {0} 不能分成 {1} 等份</translation>
</message>
<message>
<source>a batch of {0} does not divide into {1} equal parts: change --batch-size or --ranks</source>
<translation>批大小 {0} 不能分成 {1} 等份：请更改 --batch-size 或 --ranks</translation>
</message>
<message>
<source>a block of {0} is not valid</source>
<translation>{0} 的一个块无效</translation>
</message>
<message>
<source>a budget of {0} is shorter than one run, which takes {1} at least</source>
<translation>{0} 的预算短于一次运行，后者至少需要 {1}</translation>
</message>
<message>
<source>a bug of gpuscope, {0}</source>
<translation>gpuscope 的缺陷，{0}</translation>
</message>
<message>
<source>a call</source>
<translation>调用</translation>
</message>
<message>
<source>a call's name</source>
<translation>调用的名称</translation>
</message>
<message>
<source>a chain begins with a trained model, and {0} is not trained</source>
<translation>链从训练好的模型开始，而 {0} 不训练</translation>
</message>
<message>
<source>a column cannot be unpacked: {0}</source>
<translation>无法解压一列：{0}</translation>
</message>
<message>
<source>a column ends too early</source>
<translation>有一列过早结束</translation>
</message>
<message>
<source>a column holds no bytes</source>
<translation>有一列不含字节</translation>
</message>
<message>
<source>a column holds {0} numbers where {1} belong</source>
<translation>有一列含有 {0} 个数，而应为 {1} 个</translation>
</message>
<message>
<source>a column is cut off</source>
<translation>有一列被截断</translation>
</message>
<message>
<source>a column is of version {0}, this gpuscope knows {1}</source>
<translation>有一列为版本 {0}，此 gpuscope 支持版本 {1}</translation>
</message>
<message>
<source>a column of {0} belongs to no series, or appears twice</source>
<translation>{0} 的一列不属于任何序列，或出现了两次</translation>
</message>
<message>
<source>a column of {0} numbers is too long</source>
<translation>{0} 个数的列太长</translation>
</message>
<message>
<source>a column's checksum does not fit</source>
<translation>有一列的校验和不符</translation>
</message>
<message>
<source>a column's decimals make no sense</source>
<translation>有一列的小数位不合理</translation>
</message>
<message>
<source>a column's dictionary makes no sense</source>
<translation>有一列的字典不合理</translation>
</message>
<message>
<source>a column's header makes no sense</source>
<translation>有一列的头部不合理</translation>
</message>
<message>
<source>a column's prediction makes no sense</source>
<translation>有一列的预测不合理</translation>
</message>
<message>
<source>a command</source>
<translation>命令</translation>
</message>
<message>
<source>a command has no settings to sweep</source>
<translation>命令没有可供扫描的参数</translation>
</message>
<message>
<source>a command has no stages of a model</source>
<translation>命令没有模型的各阶段</translation>
</message>
<message>
<source>a command in it may not be executed</source>
<translation>其中有一个命令不允许执行</translation>
</message>
<message>
<source>a command in it was not found</source>
<translation>其中有一个命令未找到</translation>
</message>
<message>
<source>a command is needed after --</source>
<translation>-- 之后需要命令</translation>
</message>
<message>
<source>a comparison needs a name</source>
<translation>比较需要名称</translation>
</message>
<message>
<source>a custom group; may be repeated</source>
<translation>自定义的组；可多次给出</translation>
</message>
<message>
<source>a device</source>
<translation>设备</translation>
</message>
<message>
<source>a device cannot be read</source>
<translation>无法读取一个设备</translation>
</message>
<message>
<source>a device in addition to those of this machine: simulated, simulated:N (labelled SIMULATED), or replay:FILE (labelled with when and where FILE was recorded)</source>
<translation>本机设备之外的设备：simulated、simulated:N（标明“模拟”），或 replay:‹文件›（标明文件录制的时间和地点）</translation>
</message>
<message>
<source>a device is not valid: {0}</source>
<translation>有一个设备无效：{0}</translation>
</message>
<message>
<source>a device that is already busy computes no faster, and each answer takes longer</source>
<translation>已经繁忙的设备不会算得更快，每次应答却更久</translation>
</message>
<message>
<source>a device's properties</source>
<translation>设备的属性</translation>
</message>
<message>
<source>a device's property is neither text nor a number</source>
<translation>有一个设备属性既不是文本也不是数</translation>
</message>
<message>
<source>a device's {0}</source>
<translation>设备的 {0}</translation>
</message>
<message>
<source>a fifth</source>
<translation>五分之一</translation>
</message>
<message>
<source>a file exceeded its size limit: {0}</source>
<translation>有文件超出了大小限制：{0}</translation>
</message>
<message>
<source>a file name holds no NUL character</source>
<translation>文件名不能含 NUL 字符</translation>
</message>
<message>
<source>a gap</source>
<translation>间断</translation>
</message>
<message>
<source>a gap's device</source>
<translation>间断的设备</translation>
</message>
<message>
<source>a gap's end</source>
<translation>间断的结束</translation>
</message>
<message>
<source>a gap's metric</source>
<translation>间断的指标</translation>
</message>
<message>
<source>a gap's metrics</source>
<translation>间断的各指标</translation>
</message>
<message>
<source>a gap's reason</source>
<translation>间断的原因</translation>
</message>
<message>
<source>a gap's start</source>
<translation>间断的开始</translation>
</message>
<message>
<source>a generation</source>
<translation>代次</translation>
</message>
<message>
<source>a generation reports prefill and decode, and copies within them are not told apart</source>
<translation>生成报告 prefill 和 decode，其中的拷贝无法区分</translation>
</message>
<message>
<source>a guard process was killed; the run goes on ({0})</source>
<translation>一个守护进程被终止；运行继续（{0}）</translation>
</message>
<message>
<source>a label is not a class from 0 to 9</source>
<translation>有一个标签不是 0 到 9 的类别</translation>
</message>
<message>
<source>a label is not a digit</source>
<translation>有一个标签不是数字</translation>
</message>
<message>
<source>a ladder adds optimizations, engine and number format itself</source>
<translation>阶梯会自行加入优化、引擎和数值格式</translation>
</message>
<message>
<source>a later gpuscope made it: this one reads it, but stores no runs in it</source>
<translation>它由更新版本的 gpuscope 创建：此版本只能读取，不会在其中存储运行</translation>
</message>
<message>
<source>a layout</source>
<translation>布局</translation>
</message>
<message>
<source>a layout belongs to no series</source>
<translation>有一个布局不属于任何序列</translation>
</message>
<message>
<source>a layout is not valid</source>
<translation>有一个布局无效</translation>
</message>
<message>
<source>a layout of readings cannot be read</source>
<translation>无法读取一个读数布局</translation>
</message>
<message>
<source>a line is longer than {0} bytes</source>
<translation>有一行超过 {0} 字节</translation>
</message>
<message>
<source>a line of {0} is longer than it may be</source>
<translation>{0} 中有一行超过了允许的长度</translation>
</message>
<message>
<source>a list such as ["temperature&gt;85"]</source>
<translation>一个列表，例如 ["temperature&gt;85"]</translation>
</message>
<message>
<source>a longer --duration</source>
<translation>更长的 --duration</translation>
</message>
<message>
<source>a mark of {0} characters is too long</source>
<translation>{0} 个字符的标记太长</translation>
</message>
<message>
<source>a matrix product to compare with failed: {0}</source>
<translation>用于对比的矩阵乘积失败：{0}</translation>
</message>
<message>
<source>a memory snapshot of more than {0} MiB is not read</source>
<translation>不读取超过 {0} MiB 的内存快照</translation>
</message>
<message>
<source>a memory timeline of more than {0} MiB is not read</source>
<translation>不读取超过 {0} MiB 的内存时间线</translation>
</message>
<message>
<source>a migrated row points at nothing</source>
<translation>迁移后的一行没有指向任何内容</translation>
</message>
<message>
<source>a missing quantity has no value, and only a missing one</source>
<translation>缺失的量没有值，也只有缺失的量没有值</translation>
</message>
<message>
<source>a missing quantity says why</source>
<translation>缺失的量须说明原因</translation>
</message>
<message>
<source>a name</source>
<translation>名称</translation>
</message>
<message>
<source>a number</source>
<translation>数值</translation>
</message>
<message>
<source>a number is needed</source>
<translation>需要数</translation>
</message>
<message>
<source>a number of at least {0}</source>
<translation>不小于 {0} 的数</translation>
</message>
<message>
<source>a number's reason</source>
<translation>数值的原因</translation>
</message>
<message>
<source>a number's value</source>
<translation>数值的值</translation>
</message>
<message>
<source>a number's {0}</source>
<translation>数值的 {0}</translation>
</message>
<message>
<source>a process and --machine cannot be combined</source>
<translation>进程与 --machine 不能同时使用</translation>
</message>
<message>
<source>a process that loads data was killed, most likely for lack of memory</source>
<translation>一个加载数据的进程被终止，很可能因内存不足</translation>
</message>
<message>
<source>a process, a begin, an end and a size are needed</source>
<translation>需要进程、开始、结束和大小</translation>
</message>
<message>
<source>a profile is already being recorded</source>
<translation>已有剖析正在进行</translation>
</message>
<message>
<source>a profile of its last steps shows what filled the memory: --profile steps={0}:{1},memory,stacks</source>
<translation>剖析其最后几步可以看到内存被什么占满：--profile steps={0}:{1},memory,stacks</translation>
</message>
<message>
<source>a profiled run; a trace of torch.profiler, Kineto, Chrome or Perfetto (.gz too); a memory snapshot or timeline of PyTorch; of several ranks, each, or their folder</source>
<translation>被剖析的运行；torch.profiler、Kineto、Chrome 或 Perfetto 的 trace（.gz 亦可）；PyTorch 的内存快照或时间线；多个 rank 的，则各给出一个，或给出其文件夹</translation>
</message>
<message>
<source>a program in it was ended by {0}</source>
<translation>其中的一个程序被 {0} 结束</translation>
</message>
<message>
<source>a quarter</source>
<translation>四分之一</translation>
</message>
<message>
<source>a race has at most {0} lanes, {1} runs are chosen</source>
<translation>竞速最多 {0} 条赛道，选择了 {1} 个运行</translation>
</message>
<message>
<source>a race needs two runs</source>
<translation>竞速需要两个运行</translation>
</message>
<message>
<source>a rank's batch of {0} does not divide into {1} equal parts</source>
<translation>每个 rank 的批大小 {0} 不能分成 {1} 等份</translation>
</message>
<message>
<source>a reading is assumed to be the average of the preceding second</source>
<translation>假定每个读数是其前一秒的平均值</translation>
</message>
<message>
<source>a report has no section {0}</source>
<translation>报告没有章节 {0}</translation>
</message>
<message>
<source>a ring of seen steps is cut short</source>
<translation>记录检测到的步的环形缓冲区被截断</translation>
</message>
<message>
<source>a ring of seen steps is not of this version</source>
<translation>记录检测到的步的环形缓冲区不是此版本的</translation>
</message>
<message>
<source>a row of chunks fails its checksum</source>
<translation>chunks 的一行未通过校验和</translation>
</message>
<message>
<source>a row of events is damaged: its length makes no sense</source>
<translation>一行事件已损坏：其长度不合理</translation>
</message>
<message>
<source>a row of events is damaged: {0}</source>
<translation>事件的一行已损坏：{0}</translation>
</message>
<message>
<source>a row of {0} points at no row of {1}</source>
<translation>{0} 的一行指向不存在的 {1} 行</translation>
</message>
<message>
<source>a row of {0} {1}</source>
<translation>{0} 的一行{1}</translation>
</message>
<message>
<source>a row spans more than {0} lines: a quotation mark is not closed</source>
<translation>有一行跨越超过 {0} 行：引号没有闭合</translation>
</message>
<message>
<source>a rule such as temperature&gt;85</source>
<translation>一条规则，例如 temperature&gt;85</translation>
</message>
<message>
<source>a run bundle (.gpuscope) as 'gpuscope export' writes it; the CSV of nvidia-smi --query-gpu=timestamp,… --format=csv -l 1; CodeCarbon's emissions.csv; a folder of MLflow's file store (mlruns). Each is imported completely or not at all; a run that is already there stays as it is</source>
<translation>“gpuscope export”写出的运行包（.gpuscope）；nvidia-smi --query-gpu=timestamp,… --format=csv -l 1 的 CSV；CodeCarbon 的 emissions.csv；MLflow 文件存储（mlruns）的文件夹。每一个要么导入其所有运行，要么一个也不导入；已有的运行保持不变</translation>
</message>
<message>
<source>a run bundle (.gpuscope), or what 'gpuscope import' takes</source>
<translation>运行包（.gpuscope），或“gpuscope import”接受的文件</translation>
</message>
<message>
<source>a run did not finish</source>
<translation>有一个运行没有完成</translation>
</message>
<message>
<source>a run has more than {0} metrics</source>
<translation>一个运行的指标超过 {0} 个</translation>
</message>
<message>
<source>a run has more than {0} values</source>
<translation>一个运行的数值超过 {0} 个</translation>
</message>
<message>
<source>a run has one --profile, not {0}</source>
<translation>一次运行只有一个 --profile，而不是 {0} 个</translation>
</message>
<message>
<source>a run is needed</source>
<translation>必须指定一个运行</translation>
</message>
<message>
<source>a run of {0} did not finish</source>
<translation>{0} 有一个运行没有完成</translation>
</message>
<message>
<source>a sensor's {0}</source>
<translation>传感器的 {0}</translation>
</message>
<message>
<source>a sentence on each group, intervals and ids: --all</source>
<translation>每组一句话、区间和 ID：--all</translation>
</message>
<message>
<source>a series</source>
<translation>序列</translation>
</message>
<message>
<source>a series is not valid</source>
<translation>有一个序列无效</translation>
</message>
<message>
<source>a series whose name is lost</source>
<translation>名称已丢失的序列</translation>
</message>
<message>
<source>a stamp</source>
<translation>时间戳</translation>
</message>
<message>
<source>a stamp of {0} is out of range</source>
<translation>{0} 的时间戳超出范围</translation>
</message>
<message>
<source>a step was</source>
<translation>一步</translation>
</message>
<message>
<source>a tag</source>
<translation>标签</translation>
</message>
<message>
<source>a tag to add; may be repeated</source>
<translation>要添加的标签；可多次给出</translation>
</message>
<message>
<source>a tag to remove</source>
<translation>要移除的标签</translation>
</message>
<message>
<source>a tenth</source>
<translation>十分之一</translation>
</message>
<message>
<source>a test, a checkpoint or a new epoch, for example</source>
<translation>例如测试、保存检查点或新的 epoch</translation>
</message>
<message>
<source>a test, a checkpoint, a new epoch or other programs, for example</source>
<translation>例如测试、保存检查点、新的 epoch 或其他程序</translation>
</message>
<message>
<source>a text</source>
<translation>一段文字</translation>
</message>
<message>
<source>a text of at most {0} characters</source>
<translation>最多 {0} 个字符的文本</translation>
</message>
<message>
<source>a text of {0} characters is too long</source>
<translation>{0} 个字符的文字太长</translation>
</message>
<message>
<source>a third</source>
<translation>三分之一</translation>
</message>
<message>
<source>a time</source>
<translation>时间</translation>
</message>
<message>
<source>a training over several ranks does not warm up until it is steady</source>
<translation>跨多个 rank 的训练不会预热到稳定</translation>
</message>
<message>
<source>a twentieth</source>
<translation>二十分之一</translation>
</message>
<message>
<source>a twin in FP64 would take too long on the processor; inference measures the drift of one pass</source>
<translation>FP64 的对照训练在处理器上耗时过长；推理会测量一次前向的漂移</translation>
</message>
<message>
<source>a value is not what was written</source>
<translation>有一个值与当初写入的不一致</translation>
</message>
<message>
<source>a verb is needed</source>
<translation>需要一个子命令</translation>
</message>
<message>
<source>a whole number</source>
<translation>整数</translation>
</message>
<message>
<source>a workload and a command cannot be combined</source>
<translation>负载与命令不能同时使用</translation>
</message>
<message>
<source>a workload or a comparison (--fail-if) failed</source>
<translation>负载或比较（--fail-if）失败</translation>
</message>
<message>
<source>a workload, an optimization or an engine to describe in full</source>
<translation>要完整说明的负载、优化或引擎</translation>
</message>
<message>
<source>about {0}</source>
<translation>约 {0}</translation>
</message>
<message>
<source>about {0} to download, {1} on disk</source>
<translation>约需下载 {0}，占用磁盘 {1}</translation>
</message>
<message>
<source>accuracy</source>
<translation>准确率</translation>
</message>
<message>
<source>accuracy {0}</source>
<translation>准确率 {0}</translation>
</message>
<message>
<source>accuracy {0} after {1} steps, and {2} was requested: give it {3}</source>
<translation>{1} 步后准确率为 {0}，而要求为 {2}：请给它{3}</translation>
</message>
<message>
<source>activations</source>
<translation>激活</translation>
</message>
<message>
<source>activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]</source>
<translation>activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]</translation>
</message>
<message>
<source>adaptive pooling into windows of several sizes</source>
<translation>窗口大小不一的自适应池化</translation>
</message>
<message>
<source>add a mark to a live run</source>
<translation>给正在进行的运行添加标记</translation>
</message>
<message>
<source>add optimizations one after another, and show what each gains here</source>
<translation>逐项叠加优化，并说明每一项在此处的收益</translation>
</message>
<message>
<source>after the run, record idle power for this long, {0}s to {1}s: for energy above idle</source>
<translation>运行之后再记录这么久的空闲功率，{0}s 到 {1}s：用于得出高于空闲的能耗</translation>
</message>
<message>
<source>agree beforehand to a download with --data download, a large profile with --profile, a sweep of more than half an hour</source>
<translation>预先同意：--data download 的下载、--profile 的大型剖析结果、超过半小时的扫描</translation>
</message>
<message>
<source>agrees with the power sensor</source>
<translation>与功率传感器一致</translation>
</message>
<message>
<source>alert when this happens: 'temperature&gt;85', 'gpu:0/power&gt;300W for 30s', 'throttling for 10s', 'loss nan', 'silence&gt;10min'; may be repeated; replaces the rules in the settings; 'off' disables them</source>
<translation>发生以下情况时发出警报：“temperature&gt;85”、“gpu:0/power&gt;300W for 30s”、“throttling for 10s”、“loss nan”、“silence&gt;10min”；可多次给出；取代设置中的规则；“off”则不用它们</translation>
</message>
<message>
<source>alert when this happens: 'temperature&gt;85', 'gpu:0/power&gt;300W for 30s', 'throttling for 10s'; may be repeated; replaces the rules in the settings; 'off' disables them</source>
<translation>发生以下情况时发出警报：“temperature&gt;85”、“gpu:0/power&gt;300W for 30s”、“throttling for 10s”；可多次给出；取代设置中的规则；“off”则不用它们</translation>
</message>
<message>
<source>all</source>
<translation>全部</translation>
</message>
<message>
<source>all device work was launched before the capture began</source>
<translation>所有设备工作都在采集开始之前启动</translation>
</message>
<message>
<source>all repeats of one side share a seed, so their results count as one</source>
<translation>一侧的所有重复使用同一种子，其结果等于同一个结果</translation>
</message>
<message>
<source>all runs of {0} came before those of {1}, and in both the speed fell from run to run: that alone would be about {2} between them</source>
<translation>{0} 的运行全部在 {1} 的之前，而两组之内的速度都逐次下降：仅此一项就会使两组相差约 {2}</translation>
</message>
<message>
<source>all runs of {0} came before those of {1}, and in both the speed rose from run to run: that alone would be about {2} between them</source>
<translation>{0} 的运行全部在 {1} 的之前，而两组之内的速度都逐次上升：仅此一项就会使两组相差约 {2}</translation>
</message>
<message>
<source>all runs with this tag, oldest first, such as those of a chain</source>
<translation>带此标签的所有运行，最早的在前，例如链的各运行</translation>
</message>
<message>
<source>all steps ended at one instant, so none can be timed</source>
<translation>所有步都在同一时刻结束，因此无法计时</translation>
</message>
<message>
<source>all that precedes it</source>
<translation>其之前的全部</translation>
</message>
<message>
<source>all that precedes the backward pass</source>
<translation>反向传播之前的全部</translation>
</message>
<message>
<source>all {0} runs have the same settings except for the seed, so they form one group</source>
<translation>全部 {0} 个运行除随机种子外设置相同，因此属于同一组</translation>
</message>
<message>
<source>all {0} runs have the same settings, so they form one group</source>
<translation>全部 {0} 个运行的设置相同，因此构成一组</translation>
</message>
<message>
<source>allocated before the record began</source>
<translation>在录制开始之前分配</translation>
</message>
<message>
<source>allocator calls</source>
<translation>分配器调用</translation>
</message>
<message>
<source>also runs on this device: {0}; both will measure slower, 'run --after' would wait</source>
<translation>同一设备上还在运行：{0}；两者测得的速度都会变慢，“run --after”会等待</translation>
</message>
<message>
<source>among {0}, chance alone can give such a difference</source>
<translation>在{0}之中，仅凭偶然就会有这样的差异</translation>
</message>
<message>
<source>an array</source>
<translation>数组</translation>
</message>
<message>
<source>an environment cannot be read</source>
<translation>无法读取一个环境</translation>
</message>
<message>
<source>an event</source>
<translation>事件</translation>
</message>
<message>
<source>an event is not valid</source>
<translation>有一个事件无效</translation>
</message>
<message>
<source>an event is not valid: {0}</source>
<translation>有一个事件无效：{0}</translation>
</message>
<message>
<source>an event of kind {0} is not valid</source>
<translation>有一个 {0} 类事件无效</translation>
</message>
<message>
<source>an extension</source>
<translation>扩展</translation>
</message>
<message>
<source>an instant without its time zone</source>
<translation>有一个时刻没有时区</translation>
</message>
<message>
<source>an integer is needed</source>
<translation>需要整数</translation>
</message>
<message>
<source>an interrupted installation is left in {0}</source>
<translation>{0} 中留有一次中断的安装</translation>
</message>
<message>
<source>an object</source>
<translation>对象</translation>
</message>
<message>
<source>an object is needed</source>
<translation>需要对象</translation>
</message>
<message>
<source>an operation without matrix products</source>
<translation>不含矩阵乘积的运算</translation>
</message>
<message>
<source>an option is neither text nor a number</source>
<translation>有一个选项既不是文本也不是数</translation>
</message>
<message>
<source>an option of the workload, or any of the above</source>
<translation>负载的选项，或上述任意一项</translation>
</message>
<message>
<source>an uncertainty</source>
<translation>不确定度</translation>
</message>
<message>
<source>an unknown GPU for {0}</source>
<translation>未知 GPU 为 {0}</translation>
</message>
<message>
<source>an unknown share</source>
<translation>未知比例</translation>
</message>
<message>
<source>an unknown share of the time</source>
<translation>未知比例的时间</translation>
</message>
<message>
<source>an untrained model teaches nothing: --set pretrain_steps=N trains it first</source>
<translation>未经训练的模型教不了任何东西：--set pretrain_steps=N 会先训练它</translation>
</message>
<message>
<source>and {0} more</source>
<translation>以及另外 {0} 个</translation>
</message>
<message>
<source>another GPU has taken its place</source>
<translation>另一块 GPU 取代了它</translation>
</message>
<message>
<source>another gpuscope is installing or removing torch</source>
<translation>另一个 gpuscope 正在安装或删除 torch</translation>
</message>
<message>
<source>another gpuscope is recovering what the run's recorder left</source>
<translation>另一个 gpuscope 正在恢复该运行的记录器留下的内容</translation>
</message>
<message>
<source>another machine</source>
<translation>另一台机器</translation>
</message>
<message>
<source>another program holds it</source>
<translation>另一程序占用着它</translation>
</message>
<message>
<source>another store</source>
<translation>另一个存储</translation>
</message>
<message>
<source>another user</source>
<translation>另一用户</translation>
</message>
<message>
<source>another version</source>
<translation>另一版本</translation>
</message>
<message>
<source>are all that {0} has</source>
<translation>是 {0} 的全部内存</translation>
</message>
<message>
<source>argument {0}</source>
<translation>参数 {0}</translation>
</message>
<message>
<source>arithmetic</source>
<translation>算术运算</translation>
</message>
<message>
<source>arithmetic intensity</source>
<translation>算术强度</translation>
</message>
<message>
<source>assumed</source>
<translation>假定</translation>
</message>
<message>
<source>assumptions</source>
<translation>假设</translation>
</message>
<message>
<source>at least one repeat and one step are needed</source>
<translation>至少需要一次重复和一步</translation>
</message>
<message>
<source>at least two finite values per side</source>
<translation>每侧至少需要两个有限值</translation>
</message>
<message>
<source>at most this many; 0 for all (default: {0}, with --json all)</source>
<translation>最多这么多；0 表示全部（默认：{0}，使用 --json 时为全部）</translation>
</message>
<message>
<source>at most {0} of runs</source>
<translation>运行总时间最多 {0}</translation>
</message>
<message>
<source>attached</source>
<translation>附加</translation>
</message>
<message>
<source>attached to</source>
<translation>附加于</translation>
</message>
<message>
<source>attached to {0}</source>
<translation>附加到 {0}</translation>
</message>
<message>
<source>attaching works only on Linux so far</source>
<translation>目前只能在 Linux 上附加</translation>
</message>
<message>
<source>attention</source>
<translation>注意力</translation>
</message>
<message>
<source>autograd detail</source>
<translation>自动求导细节</translation>
</message>
<message>
<source>average pooling with padding or rounding up</source>
<translation>带填充或向上取整的平均池化</translation>
</message>
<message>
<source>averaged by the GPU over a time that AMD does not specify</source>
<translation>由 GPU 平均，平均时长 AMD 没有说明</translation>
</message>
<message>
<source>backward</source>
<translation>反向</translation>
</message>
<message>
<source>bare</source>
<translation>无上下文</translation>
</message>
<message>
<source>baseline</source>
<translation>基线</translation>
</message>
<message>
<source>batch size</source>
<translation>批大小</translation>
</message>
<message>
<source>batch {0}</source>
<translation>批大小 {0}</translation>
</message>
<message>
<source>before the capture</source>
<translation>采集之前</translation>
</message>
<message>
<source>being checked against the power sensor</source>
<translation>正在与功率传感器核对</translation>
</message>
<message>
<source>below {0}</source>
<translation>{0} 之下</translation>
</message>
<message>
<source>below {0} % of the gross energy: too little above {1} to be resolved</source>
<translation>低于总能耗的 {0} %：高出{1}太少，无法分辨</translation>
</message>
<message>
<source>better</source>
<translation>更好</translation>
</message>
<message>
<source>better so far</source>
<translation>目前更好</translation>
</message>
<message>
<source>both runs have the same settings except for the seed, so they form one group</source>
<translation>两个运行除随机种子外设置相同，因此属于同一组</translation>
</message>
<message>
<source>both runs have the same settings, so they form one group</source>
<translation>两个运行的设置相同，因此构成一组</translation>
</message>
<message>
<source>both steps and a duration are given</source>
<translation>同时给出了步数和时长</translation>
</message>
<message>
<source>by CodeCarbon's model of the main memory</source>
<translation>按 CodeCarbon 的主内存模型</translation>
</message>
<message>
<source>bytes that the algorithm must move, divided by wall-clock time</source>
<translation>算法必须搬运的字节 ÷ 墙钟时间</translation>
</message>
<message>
<source>calling operations that are too small to take long themselves</source>
<translation>调用本身耗时很短的小运算</translation>
</message>
<message>
<source>can be seen</source>
<translation>可以看到</translation>
</message>
<message>
<source>can't allocate memory</source>
<translation>can't allocate memory</translation>
</message>
<message>
<source>cannot be detected</source>
<translation>检测不到</translation>
</message>
<message>
<source>cannot be seen</source>
<translation>看不到</translation>
</message>
<message>
<source>cannot be started</source>
<translation>无法启动</translation>
</message>
<message>
<source>casts and layout</source>
<translation>类型转换与布局</translation>
</message>
<message>
<source>casts cost time, and small layers gain little</source>
<translation>类型转换耗时，小的层收益很小</translation>
</message>
<message>
<source>ceiling</source>
<translation>上限</translation>
</message>
<message>
<source>channels last</source>
<translation>通道在后</translation>
</message>
<message>
<source>check store, folders, sensors and gpuscope's own cost</source>
<translation>检查存储、文件夹、传感器以及 gpuscope 自身的开销</translation>
</message>
<message>
<source>checking what torch can do here; the answer is kept</source>
<translation>正在检查 torch 在此处能做什么；结果会保存</translation>
</message>
<message>
<source>classes</source>
<translation>类别</translation>
</message>
<message>
<source>collectives</source>
<translation>集合通信</translation>
</message>
<message>
<source>command</source>
<translation>命令</translation>
</message>
<message>
<source>command not found: there is no file {0}</source>
<translation>未找到命令：没有文件 {0}</translation>
</message>
<message>
<source>command not found: {0}</source>
<translation>未找到命令：{0}</translation>
</message>
<message>
<source>command {0} is not found</source>
<translation>未找到命令 {0}</translation>
</message>
<message>
<source>commit</source>
<translation>提交</translation>
</message>
<message>
<source>comparable</source>
<translation>可比较</translation>
</message>
<message>
<source>comparable with caution</source>
<translation>可谨慎比较</translation>
</message>
<message>
<source>comparable with caution: {0} of {1}</source>
<translation>可谨慎比较：{1} 组中的 {0} 组</translation>
</message>
<message>
<source>compare runs: values, ratios to a baseline, and differing settings</source>
<translation>比较运行：数值、与基线的比值以及不同的设置</translation>
</message>
<message>
<source>comparison report</source>
<translation>比较报告</translation>
</message>
<message>
<source>compilation, a test between epochs or other programs, for example</source>
<translation>例如编译、epoch 之间的测试或其他程序</translation>
</message>
<message>
<source>compiled</source>
<translation>编译</translation>
</message>
<message>
<source>compiled elementwise</source>
<translation>编译的逐元素</translation>
</message>
<message>
<source>compiled kernel</source>
<translation>编译的核函数</translation>
</message>
<message>
<source>compiled, CUDA graphs</source>
<translation>编译，CUDA graphs</translation>
</message>
<message>
<source>computation</source>
<translation>计算</translation>
</message>
<message>
<source>compute capability {0}.{1}</source>
<translation>计算能力 {0}.{1}</translation>
</message>
<message>
<source>compute capability {0}.{1}, and the sparse form needs 8.0</source>
<translation>计算能力 {0}.{1}，而稀疏形式需要 8.0</translation>
</message>
<message>
<source>context</source>
<translation>有 CUDA 上下文</translation>
</message>
<message>
<source>continue a plan that was stopped or interrupted</source>
<translation>继续已停止或中断的计划</translation>
</message>
<message>
<source>conversions</source>
<translation>类型转换</translation>
</message>
<message>
<source>convolution</source>
<translation>卷积</translation>
</message>
<message>
<source>convolutions of a few channels gain little</source>
<translation>通道少的卷积收益很小</translation>
</message>
<message>
<source>copies</source>
<translation>拷贝</translation>
</message>
<message>
<source>copies between main memory and the device</source>
<translation>主内存与设备之间的拷贝</translation>
</message>
<message>
<source>copies from pageable memory</source>
<translation>从可分页内存拷贝</translation>
</message>
<message>
<source>copy</source>
<translation>拷贝</translation>
</message>
<message>
<source>core id</source>
<translation>core id</translation>
</message>
<message>
<source>core {0}</source>
<translation>核心 {0}</translation>
</message>
<message>
<source>counter {0}, integral {1}</source>
<translation>计数器 {0}，积分 {1}</translation>
</message>
<message>
<source>cpu</source>
<translation>cpu</translation>
</message>
<message>
<source>cpu family</source>
<translation>CPU 系列</translation>
</message>
<message>
<source>cpufreq scaling_cur_freq, mean over the cores</source>
<translation>cpufreq scaling_cur_freq，各核心的平均值</translation>
</message>
<message>
<source>cuDNN</source>
<translation>cuDNN</translation>
</message>
<message>
<source>cuDNN autotune</source>
<translation>cuDNN 自动调优</translation>
</message>
<message>
<source>cuDNN deterministic</source>
<translation>cuDNN 确定性</translation>
</message>
<message>
<source>cuda</source>
<translation>cuda</translation>
</message>
<message>
<source>cuda:{0} ({1})</source>
<translation>cuda:{0} ({1})</translation>
</message>
<message>
<source>damaged</source>
<translation>已损坏</translation>
</message>
<message>
<source>damaged in the store</source>
<translation>在存储中损坏</translation>
</message>
<message>
<source>damaged in the store: a layout of its readings</source>
<translation>在存储中损坏：其读数的一项布局信息</translation>
</message>
<message>
<source>damaged in the store: its description</source>
<translation>在存储中损坏：其描述</translation>
</message>
<message>
<source>damaged in the store: some of its readings</source>
<translation>在存储中损坏：其部分读数</translation>
</message>
<message>
<source>damaged: {0}</source>
<translation>已损坏：{0}</translation>
</message>
<message>
<source>data</source>
<translation>数据</translation>
</message>
<message>
<source>data folder</source>
<translation>数据文件夹</translation>
</message>
<message>
<source>data folder {0} cannot be read</source>
<translation>无法读取数据文件夹 {0}</translation>
</message>
<message>
<source>data folder {0} is not there</source>
<translation>数据文件夹 {0} 不存在</translation>
</message>
<message>
<source>decode</source>
<translation>decode</translation>
</message>
<message>
<source>default</source>
<translation>默认</translation>
</message>
<message>
<source>default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'</source>
<translation>default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'</translation>
</message>
<message>
<source>delete runs (restorable until --purge), or plans (their runs stay)</source>
<translation>删除运行（在 --purge 之前可恢复），或删除计划（其运行会保留）</translation>
</message>
<message>
<source>delete runs or plans</source>
<translation>删除运行或计划</translation>
</message>
<message>
<source>derived</source>
<translation>推导</translation>
</message>
<message>
<source>device</source>
<translation>设备</translation>
</message>
<message>
<source>device to train on (default cpu); the models serve every device</source>
<translation>训练所用的设备（默认 cpu）；模型可用于所有设备</translation>
</message>
<message>
<source>device {0} is named twice</source>
<translation>设备 {0} 指定了两次</translation>
</message>
<message>
<source>device {0} is not known</source>
<translation>不认识设备 {0}</translation>
</message>
<message>
<source>different {0}: {1} and {2}</source>
<translation>{0}不同：{1} 与 {2}</translation>
</message>
<message>
<source>differs</source>
<translation>不同</translation>
</message>
<message>
<source>differs in {0} settings</source>
<translation>有 {0} 项设置不同</translation>
</message>
<message>
<source>differs in {0} settings, and in the environment</source>
<translation>有 {0} 项设置不同，环境也不同</translation>
</message>
<message>
<source>differs in {0}, and in the environment</source>
<translation>{0} 不同，环境也不同</translation>
</message>
<message>
<source>differs measurably; no direction is better</source>
<translation>有可测差异；无好坏之分</translation>
</message>
<message>
<source>differs only in {0}</source>
<translation>仅 {0} 不同</translation>
</message>
<message>
<source>differs so far</source>
<translation>目前不同</translation>
</message>
<message>
<source>differs so far; no direction is better</source>
<translation>目前不同；没有更好的方向</translation>
</message>
<message>
<source>differs: {0}</source>
<translation>不同：{0}</translation>
</message>
<message>
<source>do not wait before each run until the GPU has cooled to its first temperature</source>
<translation>每次运行前不等待 GPU 冷却到最初的温度</translation>
</message>
<message>
<source>does not exist yet; the first run creates it</source>
<translation>尚不存在；首次运行会创建它</translation>
</message>
<message>
<source>downloading {0}</source>
<translation>正在下载 {0}</translation>
</message>
<message>
<source>dram of {0}</source>
<translation>{0} 的 dram</translation>
</message>
<message>
<source>draw that page into a file, without a screen</source>
<translation>把该页画到文件中，不需要屏幕</translation>
</message>
<message>
<source>drawing  {0}</source>
<translation>正在绘制  {0}</translation>
</message>
<message>
<source>driver</source>
<translation>驱动</translation>
</message>
<message>
<source>driver version</source>
<translation>驱动版本</translation>
</message>
<message>
<source>dropout leaves out other units in another number format</source>
<translation>dropout 在另一数值格式下会丢弃不同的单元</translation>
</message>
<message>
<source>duration</source>
<translation>时长</translation>
</message>
<message>
<source>each rank normalizes by its own part of a batch, and a twin in FP64 by the whole</source>
<translation>各 rank 按批次中自己的部分归一化，而 FP64 的对照训练按整个批次归一化</translation>
</message>
<message>
<source>each warms up for its warm-up steps only</source>
<translation>各自只做预热步</translation>
</message>
<message>
<source>each warms up until it is steady, {0} s at most</source>
<translation>各自预热到稳定，最多 {0} 秒</translation>
</message>
<message>
<source>elementwise</source>
<translation>逐元素</translation>
</message>
<message>
<source>elementwise chains</source>
<translation>逐元素链</translation>
</message>
<message>
<source>emulated</source>
<translation>模拟执行</translation>
</message>
<message>
<source>end of recorder {0}</source>
<translation>记录器 {0} 结束</translation>
</message>
<message>
<source>ended from outside or by itself: {0}</source>
<translation>被外部结束，或自行结束：{0}</translation>
</message>
<message>
<source>ended here</source>
<translation>在此结束</translation>
</message>
<message>
<source>ended {0} that the command left running</source>
<translation>结束了命令遗留的 {0}</translation>
</message>
<message>
<source>ended; only its parent knows its exit code</source>
<translation>已结束；其退出码只有父进程知道</translation>
</message>
<message>
<source>ends of {0} steps</source>
<translation>{0} 个步的结束时刻</translation>
</message>
<message>
<source>ends of {0} steps by {1}</source>
<translation>按{1}记录的 {0} 个步结束时刻</translation>
</message>
<message>
<source>energy</source>
<translation>能耗</translation>
</message>
<message>
<source>energy averaged over {0}</source>
<translation>能耗按{0}平均</translation>
</message>
<message>
<source>energy averaged over {0}, without that before the end of the first step and after the last</source>
<translation>能耗按{0}平均，不含首步结束之前和末步之后的能耗</translation>
</message>
<message>
<source>energy counter wraps after</source>
<translation>能量计数器的回绕时间</translation>
</message>
<message>
<source>energy per inference</source>
<translation>每次推理能耗</translation>
</message>
<message>
<source>energy per sample</source>
<translation>每样本能耗</translation>
</message>
<message>
<source>energy: {0}</source>
<translation>能耗：{0}</translation>
</message>
<message>
<source>engine</source>
<translation>引擎</translation>
</message>
<message>
<source>engine {0} is not known</source>
<translation>不认识引擎 {0}</translation>
</message>
<message>
<source>environment: a quotation mark is not closed</source>
<translation>环境：引号没有配对</translation>
</message>
<message>
<source>environment: {0} is not NAME=VALUE</source>
<translation>环境：{0} 不是 名称=值</translation>
</message>
<message>
<source>epoch {0} · loss {1}</source>
<translation>epoch {0} · 损失 {1}</translation>
</message>
<message>
<source>est. achieved occupancy %</source>
<translation>est. achieved occupancy %</translation>
</message>
<message>
<source>estimated</source>
<translation>估计</translation>
</message>
<message>
<source>evaluating</source>
<translation>正在评估</translation>
</message>
<message>
<source>even if another machine, now gone, was conducting it</source>
<translation>即使由另一台已不存在的机器执行过</translation>
</message>
<message>
<source>events on the device</source>
<translation>设备上的事件</translation>
</message>
<message>
<source>every byte of source and target</source>
<translation>源和目标的每个字节</translation>
</message>
<message>
<source>every event as a line of JSON on standard output</source>
<translation>把每个事件作为一行 JSON 写到标准输出</translation>
</message>
<message>
<source>every measured step was profiled</source>
<translation>每个测量步都被剖析了</translation>
</message>
<message>
<source>every run of {0} failed</source>
<translation>{0} 的所有运行都失败</translation>
</message>
<message>
<source>every run of {0} was interrupted</source>
<translation>{0} 的所有运行都被中断</translation>
</message>
<message>
<source>every run of {0} was stopped</source>
<translation>{0} 的所有运行都被停止</translation>
</message>
<message>
<source>every {0} steps one takes {1} as long as the others, and the difference is {2} of the time: {3}</source>
<translation>每 {0} 步有一步用时为其余步的 {1}，多出的部分占总时间的 {2}：{3}</translation>
</message>
<message>
<source>everything else: tests, logging, checkpoints</source>
<translation>不属于上述的部分：测试、日志、检查点</translation>
</message>
<message>
<source>exit code {0}</source>
<translation>退出码 {0}</translation>
</message>
<message>
<source>exit code {0}, and its output ends with</source>
<translation>退出码 {0}，其输出的最后一行</translation>
</message>
<message>
<source>exit code {0}: {1}</source>
<translation>退出码 {0}：{1}</translation>
</message>
<message>
<source>exit codes</source>
<translation>退出码</translation>
</message>
<message>
<source>exit with 1 if it holds, or cannot be judged: 'throughput &lt; 0.97 baseline', 'accuracy &lt; 0.9', 'latency_p99 worse'; may be repeated</source>
<translation>成立或无法判断时以 1 结束：“throughput &lt; 0.97 baseline”、“accuracy &lt; 0.9”、“latency_p99 worse”；可多次给出</translation>
</message>
<message>
<source>expect it to be no faster than fp32</source>
<translation>预计不比 fp32 快</translation>
</message>
<message>
<source>expect it to be several times slower than fp32</source>
<translation>预计比 fp32 慢数倍</translation>
</message>
<message>
<source>expect it to be slower than fp32</source>
<translation>预计比 fp32 慢</translation>
</message>
<message>
<source>expect it to save memory, and no time</source>
<translation>预计节省内存，但不节省时间</translation>
</message>
<message>
<source>expected at least one argument</source>
<translation>至少需要一个值</translation>
</message>
<message>
<source>expected one argument</source>
<translation>缺少一个值</translation>
</message>
<message>
<source>experiment {0}</source>
<translation>实验 {0}</translation>
</message>
<message>
<source>exporting  {0}</source>
<translation>正在导出  {0}</translation>
</message>
<message>
<source>exposed communication</source>
<translation>未重叠的通信</translation>
</message>
<message>
<source>exposed copies</source>
<translation>未重叠的拷贝</translation>
</message>
<message>
<source>fact</source>
<translation>事实</translation>
</message>
<message>
<source>factor</source>
<translation>倍数</translation>
</message>
<message>
<source>factor before</source>
<translation>之前的倍数</translation>
</message>
<message>
<source>factor with it</source>
<translation>含此级的倍数</translation>
</message>
<message>
<source>failed</source>
<translation>失败</translation>
</message>
<message>
<source>failed: {0}</source>
<translation>失败：{0}</translation>
</message>
<message>
<source>fails its checksum</source>
<translation>未通过校验和</translation>
</message>
<message>
<source>family</source>
<translation>家族</translation>
</message>
<message>
<source>faster</source>
<translation>变快</translation>
</message>
<message>
<source>fetching {0} {1}{2}</source>
<translation>正在获取 {0} {1}{2}</translation>
</message>
<message>
<source>fewer than {0} blocks of {1} s were taken</source>
<translation>取得的 {1} 秒的块少于 {0} 个</translation>
</message>
<message>
<source>files that the conversion wrote</source>
<translation>转换写出的文件</translation>
</message>
<message>
<source>fill="none" stroke-linejoin="round" stroke-linecap="round"{0}</source>
<translation>fill="none" stroke-linejoin="round" stroke-linecap="round"{0}</translation>
</message>
<message>
<source>fill="{0}" fill-opacity="{1}"</source>
<translation>fill="{0}" fill-opacity="{1}"</translation>
</message>
<message>
<source>fill="{0}" stroke="{1}" stroke-width="0.6"</source>
<translation>fill="{0}" stroke="{1}" stroke-width="0.6"</translation>
</message>
<message>
<source>fills</source>
<translation>填充</translation>
</message>
<message>
<source>finished</source>
<translation>已完成</translation>
</message>
<message>
<source>finished {0} as fast as {1}</source>
<translation>完成速度是 {1} 的 {0}</translation>
</message>
<message>
<source>finishing</source>
<translation>正在收尾</translation>
</message>
<message>
<source>first requeue an item, by its number in 'gpuscope plans PLAN' (from 0), or a rung of a ladder by its name</source>
<translation>先重新排入一项（按其在“gpuscope plans ‹计划›”中的编号，从 0 开始），或阶梯的一级（按名称）</translation>
</message>
<message>
<source>fits</source>
<translation>适用于</translation>
</message>
<message>
<source>flash attention on {0} computes in bf16 and fp16, not in {1}</source>
<translation>{0} 上的 flash attention 以 bf16 和 fp16 计算，不以 {1} 计算</translation>
</message>
<message>
<source>flash attention on {0} needs compute capability 8.0, and it has {1}.{2}</source>
<translation>{0} 上的 flash attention 需要计算能力 8.0，而它是 {1}.{2}</translation>
</message>
<message>
<source>flatbuffers, in which JAX writes a model</source>
<translation>flatbuffers，JAX 用它写出模型</translation>
</message>
<message>
<source>flip-crop shifts each image by up to four pixels and mirrors half of them, on the CPU.</source>
<translation>flip-crop 在 CPU 上把每幅图像平移最多四个像素，并镜像其中一半。</translation>
</message>
<message>
<source>folder of {0}</source>
<translation>{0} 文件夹</translation>
</message>
<message>
<source>for</source>
<translation>持续</translation>
</message>
<message>
<source>for a command: an environment variable; may be repeated</source>
<translation>对于命令：为其设置的环境变量；可重复</translation>
</message>
<message>
<source>for a command: its working folder (default: this one)</source>
<translation>对于命令：其运行所在的文件夹（默认：当前文件夹）</translation>
</message>
<message>
<source>for a command: samples per step, for the throughput</source>
<translation>对于命令：其每步取多少样本，用于计算吞吐量</translation>
</message>
<message>
<source>for lack of memory</source>
<translation>因内存不足</translation>
</message>
<message>
<source>for {0} now</source>
<translation>已持续 {0}</translation>
</message>
<message>
<source>forget the chosen Python: look for torch again</source>
<translation>不再指定：像最初那样查找 torch</translation>
</message>
<message>
<source>form</source>
<translation>形式</translation>
</message>
<message>
<source>forward</source>
<translation>前向</translation>
</message>
<message>
<source>fp64 on {0}: Apple GPUs do not have it</source>
<translation>{0} 上的 fp64：Apple GPU 没有</translation>
</message>
<message>
<source>fresh</source>
<translation>新建</translation>
</message>
<message>
<source>from</source>
<translation>从</translation>
</message>
<message>
<source>from start to exit</source>
<translation>从启动到退出</translation>
</message>
<message>
<source>from the command to the end of the first step, by the clock</source>
<translation>从命令到第一步结束，按时钟</translation>
</message>
<message>
<source>from the start of the process to its exit</source>
<translation>从进程启动到它退出</translation>
</message>
<message>
<source>from the start of the recording to its end</source>
<translation>从记录开始到记录结束</translation>
</message>
<message>
<source>from, s</source>
<translation>开始，秒</translation>
</message>
<message>
<source>front</source>
<translation>前沿</translation>
</message>
<message>
<source>fused optimizer</source>
<translation>融合优化器</translation>
</message>
<message>
<source>gaps of unknown cause</source>
<translation>原因未知的间隙</translation>
</message>
<message>
<source>getrusage, of the largest process</source>
<translation>getrusage，最大进程的</translation>
</message>
<message>
<source>getting its batch, the wait for it included</source>
<translation>获取批次，含等待</translation>
</message>
<message>
<source>git cannot be started: {0}</source>
<translation>无法启动 git：{0}</translation>
</message>
<message>
<source>git did not answer within {0} s</source>
<translation>git 在 {0} 秒内没有应答</translation>
</message>
<message>
<source>git gave no reason</source>
<translation>git 没有给出原因</translation>
</message>
<message>
<source>git is not installed</source>
<translation>没有安装 git</translation>
</message>
<message>
<source>go on until the interval of each throughput's ratio is no wider, such as 2%%; at most {0} repeats</source>
<translation>继续运行，直到各吞吐量比值的区间不宽于此，例如 2%%；最多 {0} 次重复</translation>
</message>
<message>
<source>gone</source>
<translation>消失</translation>
</message>
<message>
<source>good</source>
<translation>正常</translation>
</message>
<message>
<source>got there before {0}</source>
<translation>先于 {0} 到达</translation>
</message>
<message>
<source>got {0} as far as {1}</source>
<translation>行进距离是 {1} 的 {0}</translation>
</message>
<message>
<source>gpuscope</source>
<translation>gpuscope</translation>
</message>
<message>
<source>gpuscope --page profile --items {0}</source>
<translation>gpuscope --page profile --items {0}</translation>
</message>
<message>
<source>gpuscope cannot apply the cure to what was captured</source>
<translation>gpuscope 无法对所采集的程序应用该对策</translation>
</message>
<message>
<source>gpuscope could not be loaded in the program, where another module may have its name</source>
<translation>gpuscope 无法在程序中加载，那里可能有另一个同名模块</translation>
</message>
<message>
<source>gpuscope did not start this process, so it cannot profile it</source>
<translation>该进程不是由 gpuscope 启动的，因此无法剖析</translation>
</message>
<message>
<source>gpuscope doctor --repair sets it aside and salvages what is readable.</source>
<translation>gpuscope doctor --repair 会把它移置一旁，并抢救可读的内容。</translation>
</message>
<message>
<source>gpuscope ladder [WORKLOAD] [--task TASK] [--device DEVICE] [--thorough] [options]</source>
<translation>gpuscope ladder [负载] [--task 任务] [--device 设备] [--thorough] [选项]</translation>
</message>
<message>
<source>gpuscope mark RUN TEXT [options]</source>
<translation>gpuscope mark RUN TEXT [选项]</translation>
</message>
<message>
<source>gpuscope monitor</source>
<translation>gpuscope monitor</translation>
</message>
<message>
<source>gpuscope profile {0}</source>
<translation>gpuscope profile {0}</translation>
</message>
<message>
<source>gpuscope run bundle</source>
<translation>gpuscope 运行包</translation>
</message>
<message>
<source>gpuscope setup --install repeats it, gpuscope setup --remove deletes it and the torch that --install installed.</source>
<translation>gpuscope setup --install 重新安装，gpuscope setup --remove 将其与 --install 安装的 torch 一并删除。</translation>
</message>
<message>
<source>gpuscope sweep WORKLOAD --batch-size 1..1024 [--precision fp32,bf16] [--budget 10min] [options]</source>
<translation>gpuscope sweep ‹负载› --batch-size 1..1024 [--precision fp32,bf16] [--budget 10min] [选项]</translation>
</message>
<message>
<source>gpuscope {0}</source>
<translation>gpuscope {0}</translation>
</message>
<message>
<source>gpuscope's own Python</source>
<translation>gpuscope 自带的 Python</translation>
</message>
<message>
<source>gpuscope.phase(), entered {0}</source>
<translation>gpuscope.phase()，进入 {0}</translation>
</message>
<message>
<source>gpuscope.step() at the end of each step reports them</source>
<translation>在每步之后调用 gpuscope.step() 即可报告步</translation>
</message>
<message>
<source>gpuscope: {0}</source>
<translation>gpuscope：{0}</translation>
</message>
<message>
<source>gradient scaling for fp16 does not span ranks</source>
<translation>fp16 的梯度缩放不跨 rank</translation>
</message>
<message>
<source>gradients</source>
<translation>梯度</translation>
</message>
<message>
<source>group</source>
<translation>组</translation>
</message>
<message>
<source>group by group</source>
<translation>逐组</translation>
</message>
<message>
<source>group or run that ratios refer to (default: the first)</source>
<translation>比值所参照的组或运行（默认：第一个）</translation>
</message>
<message>
<source>group {0}</source>
<translation>组 {0}</translation>
</message>
<message>
<source>groups</source>
<translation>组</translation>
</message>
<message>
<source>groups {0}</source>
<translation>组 {0}</translation>
</message>
<message>
<source>hardware slowdown</source>
<translation>硬件降频</translation>
</message>
<message>
<source>has a value of the wrong type</source>
<translation>有类型错误的值</translation>
</message>
<message>
<source>has no torch</source>
<translation>没有 torch</translation>
</message>
<message>
<source>has torch {0}, and {1} or newer is needed</source>
<translation>的 torch 是 {0}，而需要 {1} 或更新的版本</translation>
</message>
<message>
<source>has {0} higher {1}</source>
<translation>{1}高 {0}</translation>
</message>
<message>
<source>has {0} less {1}</source>
<translation>{1}少 {0}</translation>
</message>
<message>
<source>has {0} lower {1}</source>
<translation>{1}低 {0}</translation>
</message>
<message>
<source>has {0} more {1}</source>
<translation>{1}多 {0}</translation>
</message>
<message>
<source>heat or a fault slowed the device in every run</source>
<translation>过热或故障使每个运行中的设备变慢</translation>
</message>
<message>
<source>held-out data: {0}</source>
<translation>留出数据：{0}</translation>
</message>
<message>
<source>here</source>
<translation>此处</translation>
</message>
<message>
<source>higher is better</source>
<translation>越高越好</translation>
</message>
<message>
<source>host</source>
<translation>主机</translation>
</message>
<message>
<source>host of vGPUs</source>
<translation>vGPU 的宿主</translation>
</message>
<message>
<source>host of vSGA</source>
<translation>vSGA 的宿主</translation>
</message>
<message>
<source>host, process {0}</source>
<translation>主机，进程 {0}</translation>
</message>
<message>
<source>host-bound launches</source>
<translation>受主机限制的启动</translation>
</message>
<message>
<source>how far it was recorded is damaged</source>
<translation>记录到何处的信息已损坏</translation>
</message>
<message>
<source>how long the ranks waited for each other is not recorded</source>
<translation>没有记录各 rank 互相等待的时间</translation>
</message>
<message>
<source>how long the steps waited for data was not timed</source>
<translation>未对各步等待数据的时间计时</translation>
</message>
<message>
<source>how many processes use it is not known</source>
<translation>不知道有多少进程在使用它</translation>
</message>
<message>
<source>how many samples a step has was not reported</source>
<translation>没有报告一步有多少样本</translation>
</message>
<message>
<source>how many steps (default {0})</source>
<translation>多少步（默认 {0}）</translation>
</message>
<message>
<source>how often a second the power, energy and throttling of NVIDIA GPUs are read (default: 10); 20 is for sensors that update more often than every 100 ms</source>
<translation>每秒读取 NVIDIA GPU 的功率、能耗和降频的次数（默认：10）；20 用于更新快于每 100 毫秒的传感器</translation>
</message>
<message>
<source>how often the sensor updates was not measured</source>
<translation>没有测量传感器的更新频率</translation>
</message>
<message>
<source>how to get it</source>
<translation>如何获得</translation>
</message>
<message>
<source>hwmon energy1</source>
<translation>hwmon energy1</translation>
</message>
<message>
<source>hwmon lists no temperature sensor of the processor</source>
<translation>hwmon 没有列出处理器的温度传感器</translation>
</message>
<message>
<source>hwmon {0}</source>
<translation>hwmon {0}</translation>
</message>
<message>
<source>hwmon {0}, hottest package</source>
<translation>hwmon {0}，最热的封装</translation>
</message>
<message>
<source>idle</source>
<translation>空闲</translation>
</message>
<message>
<source>idle power (bare)</source>
<translation>空闲功率（无上下文）</translation>
</message>
<message>
<source>idle power (bare), uncertainty</source>
<translation>空闲功率（无上下文），不确定度</translation>
</message>
<message>
<source>idle power (context)</source>
<translation>空闲功率（有 CUDA 上下文）</translation>
</message>
<message>
<source>idle power (context), uncertainty</source>
<translation>空闲功率（有 CUDA 上下文），不确定度</translation>
</message>
<message>
<source>idle power ({0}): {1}, recorded at {2}</source>
<translation>空闲功率（{0}）：{1}，记录于 {2}</translation>
</message>
<message>
<source>ids</source>
<translation>ID</translation>
</message>
<message>
<source>ignored explicit argument {0}</source>
<translation>不接受值 {0}</translation>
</message>
<message>
<source>ignores PYTHONPATH</source>
<translation>忽略 PYTHONPATH</translation>
</message>
<message>
<source>implementation {0}</source>
<translation>实现 {0}</translation>
</message>
<message>
<source>implementation {0} runs on {1} only, not on {2}</source>
<translation>实现 {0} 只能在 {1} 上运行，不能在 {2} 上运行</translation>
</message>
<message>
<source>import run bundles (.gpuscope) and logs of nvidia-smi, CodeCarbon and MLflow</source>
<translation>导入运行包（.gpuscope）以及 nvidia-smi、CodeCarbon 和 MLflow 的日志</translation>
</message>
<message>
<source>import run bundles, and recordings of nvidia-smi, CodeCarbon and MLflow</source>
<translation>导入运行包，以及 nvidia-smi、CodeCarbon 和 MLflow 的记录</translation>
</message>
<message>
<source>in a container: processes of the host and of other containers may be missing</source>
<translation>在容器中：可能缺少宿主和其他容器的进程</translation>
</message>
<message>
<source>in addition to operators and shapes: {0}</source>
<translation>除算子和形状外还录制：{0}</translation>
</message>
<message>
<source>in groups</source>
<translation>在组</translation>
</message>
<message>
<source>in place of the counter: {0}</source>
<translation>代替计数器：{0}</translation>
</message>
<message>
<source>in {0}</source>
<translation>于 {0}</translation>
</message>
<message>
<source>includes a run that {0}</source>
<translation>包含一个{0}的运行</translation>
</message>
<message>
<source>incomplete</source>
<translation>不完整</translation>
</message>
<message>
<source>incomplete: the power readings end {0} s too early for the window</source>
<translation>不完整：功率读数比区间提前 {0} 秒结束</translation>
</message>
<message>
<source>incomplete: the power was first read {0} s into the recording</source>
<translation>不完整：记录开始 {0} 秒后才首次读到功率</translation>
</message>
<message>
<source>incomplete: the power was first read {0} s into the window</source>
<translation>不完整：进入区间 {0} 秒后才首次读取功率</translation>
</message>
<message>
<source>incomplete: the power was last read {0} s before the end</source>
<translation>不完整：最后一次读到功率是在结束前 {0} 秒</translation>
</message>
<message>
<source>incomplete: {0}</source>
<translation>不完整：{0}</translation>
</message>
<message>
<source>incomplete: {0} s of the window without power readings</source>
<translation>不完整：区间中有 {0} 秒没有功率读数</translation>
</message>
<message>
<source>incomplete: {0} s of the window without readings ({1})</source>
<translation>不完整：区间中有 {0} 秒没有读数（{1}）</translation>
</message>
<message>
<source>incomplete: {0} s without power readings</source>
<translation>不完整：有 {0} 秒没有功率读数</translation>
</message>
<message>
<source>indexing and embedding</source>
<translation>索引与嵌入</translation>
</message>
<message>
<source>inference</source>
<translation>推理</translation>
</message>
<message>
<source>inherit: pass on the terminal, for full-screen programs</source>
<translation>inherit：把终端交给程序，供全屏程序使用</translation>
</message>
<message>
<source>inputs</source>
<translation>输入</translation>
</message>
<message>
<source>install torch into a folder of its own, after asking</source>
<translation>询问之后把 torch 安装到单独的文件夹中</translation>
</message>
<message>
<source>install without asking</source>
<translation>不询问直接安装</translation>
</message>
<message>
<source>installed by gpuscope</source>
<translation>由 gpuscope 安装</translation>
</message>
<message>
<source>intact, {0}, {1}</source>
<translation>完好，{0}，{1}</translation>
</message>
<message>
<source>integral of the 1 s average ({0})</source>
<translation>1 秒平均的积分（{0}）</translation>
</message>
<message>
<source>integral of {0}</source>
<translation>{0}的积分</translation>
</message>
<message>
<source>integral of {0}, sampled {1}</source>
<translation>{0} 的积分，采样{1}</translation>
</message>
<message>
<source>interrupted</source>
<translation>已中断</translation>
</message>
<message>
<source>interrupted: {0}</source>
<translation>已中断：{0}</translation>
</message>
<message>
<source>invalid choice: {0} (choose from {1})</source>
<translation>无效的选择：{0}（可选 {1}）</translation>
</message>
<message>
<source>invalid float value: {0}</source>
<translation>{0} 不是数字</translation>
</message>
<message>
<source>invalid int value: {0}</source>
<translation>{0} 不是整数</translation>
</message>
<message>
<source>is Python {0}, and {1} or newer is needed</source>
<translation>是 Python {0}，而需要 {1} 或更新的版本</translation>
</message>
<message>
<source>is damaged</source>
<translation>已损坏</translation>
</message>
<message>
<source>is not a working Python</source>
<translation>不是可用的 Python</translation>
</message>
<message>
<source>is of revision {0}, made by a later gpuscope (gpuscope {1} knows revision {2})</source>
<translation>是修订版 {0}，由更新的 gpuscope 建立（gpuscope {1} 支持修订版 {2}）</translation>
</message>
<message>
<source>is running</source>
<translation>正在运行</translation>
</message>
<message>
<source>is {0} faster per rank</source>
<translation>每 rank 快 {0}</translation>
</message>
<message>
<source>is {0} faster than {1}</source>
<translation>比 {1} 快 {0}</translation>
</message>
<message>
<source>is {0} faster than {1} from the first step on</source>
<translation>自首步起的速度是 {1} 的 {0}</translation>
</message>
<message>
<source>is {0} faster than {1} over the whole run</source>
<translation>在整个运行中的速度是 {1} 的 {0}</translation>
</message>
<message>
<source>is {0} slower per rank</source>
<translation>每 rank 慢 {0}</translation>
</message>
<message>
<source>is {0} slower than {1}</source>
<translation>比 {1} 慢 {0}</translation>
</message>
<message>
<source>is {0} × faster per rank</source>
<translation>每 rank 的速度为 {0} 倍</translation>
</message>
<message>
<source>is {0} × faster than {1}</source>
<translation>的速度为 {1} 的 {0} 倍</translation>
</message>
<message>
<source>is {0} × slower per rank</source>
<translation>每 rank 的速度为 1/{0}</translation>
</message>
<message>
<source>is {0} × slower than {1}</source>
<translation>的速度为 {1} 的 1/{0}</translation>
</message>
<message>
<source>it aborted: {0}</source>
<translation>它自行中止：{0}</translation>
</message>
<message>
<source>it announces {0} of them</source>
<translation>它声明有 {0} 个</translation>
</message>
<message>
<source>it cannot be opened</source>
<translation>无法打开</translation>
</message>
<message>
<source>it cannot be opened: {0}</source>
<translation>无法打开它：{0}</translation>
</message>
<message>
<source>it cannot be read: {0}</source>
<translation>无法读取它：{0}</translation>
</message>
<message>
<source>it cannot be unpacked: {0}</source>
<translation>无法解压它：{0}</translation>
</message>
<message>
<source>it contains no run of an MLflow file store</source>
<translation>它不含 MLflow 文件存储的任何运行</translation>
</message>
<message>
<source>it crashed: {0}</source>
<translation>它崩溃了：{0}</translation>
</message>
<message>
<source>it crashed: {0}; a full /dev/shm or disk behind mapped memory does that too</source>
<translation>它崩溃了：{0}；/dev/shm 或内存映射背后的磁盘已满也会如此</translation>
</message>
<message>
<source>it crashed: {0}; it was built for another processor</source>
<translation>它崩溃了：{0}；它是为其他处理器构建的</translation>
</message>
<message>
<source>it does not begin as IDX {0} do</source>
<translation>其开头不符合 IDX {0} 的格式</translation>
</message>
<message>
<source>it does not hold a JSON object</source>
<translation>它不含 JSON 对象</translation>
</message>
<message>
<source>it does not know this GPU</source>
<translation>它不认识此 GPU</translation>
</message>
<message>
<source>it ends before its events</source>
<translation>它在事件之前就结束了</translation>
</message>
<message>
<source>it ends in the middle of a text</source>
<translation>它在一段文本中间结束了</translation>
</message>
<message>
<source>it ends too early</source>
<translation>它过早结束</translation>
</message>
<message>
<source>it gave no reason</source>
<translation>它没有给出原因</translation>
</message>
<message>
<source>it has more than {0} blocks of readings or steps</source>
<translation>它的读数块或步块超过 {0} 个</translation>
</message>
<message>
<source>it has more than {0} readings</source>
<translation>它的读数超过 {0} 个</translation>
</message>
<message>
<source>it has more than {0} rows of one GPU</source>
<translation>一个 GPU 的行超过 {0} 行</translation>
</message>
<message>
<source>it has more than {0} rows or {1} columns</source>
<translation>它超过 {0} 行或 {1} 列</translation>
</message>
<message>
<source>it has more than {0} runs</source>
<translation>它的运行超过 {0} 个</translation>
</message>
<message>
<source>it has no attention</source>
<translation>它没有注意力</translation>
</message>
<message>
<source>it has no column timestamp</source>
<translation>它没有 timestamp 列</translation>
</message>
<message>
<source>it has no convolutions</source>
<translation>它没有卷积</translation>
</message>
<message>
<source>it has no row with readings</source>
<translation>它没有含读数的行</translation>
</message>
<message>
<source>it has several rows of one instant and does not say which GPU each is of</source>
<translation>同一时刻有多行，但没有说明各行属于哪个 GPU</translation>
</message>
<message>
<source>it holds a value of more than {0} MiB</source>
<translation>它含有超过 {0} MiB 的值</translation>
</message>
<message>
<source>it holds more than {0} million events</source>
<translation>它含有超过 {0} 百万个事件</translation>
</message>
<message>
<source>it holds more than {0} runs</source>
<translation>它包含的运行超过 {0} 个</translation>
</message>
<message>
<source>it holds no events</source>
<translation>它不含事件</translation>
</message>
<message>
<source>it holds no memory</source>
<translation>它不含内存信息</translation>
</message>
<message>
<source>it holds no traceEvents</source>
<translation>它不含 traceEvents</translation>
</message>
<message>
<source>it holds packets that cannot be unpacked</source>
<translation>它含有无法解压的数据包</translation>
</message>
<message>
<source>it holds {0}, which is not part of a bundle</source>
<translation>它含有 {0}，而这不属于运行包</translation>
</message>
<message>
<source>it is CodeCarbon's record of runs</source>
<translation>这是 CodeCarbon 的运行记录</translation>
</message>
<message>
<source>it is a bundle of version {0}; this gpuscope knows version {1}</source>
<translation>它是版本 {0} 的运行包；此 gpuscope 支持版本 {1}</translation>
</message>
<message>
<source>it is a damaged archive</source>
<translation>这是损坏的压缩包</translation>
</message>
<message>
<source>it is a damaged pickle</source>
<translation>它是已损坏的 pickle</translation>
</message>
<message>
<source>it is a damaged protocol buffer</source>
<translation>它是已损坏的 protocol buffer</translation>
</message>
<message>
<source>it is a database</source>
<translation>它是数据库文件</translation>
</message>
<message>
<source>it is a log of nvidia-smi</source>
<translation>这是 nvidia-smi 的日志</translation>
</message>
<message>
<source>it is a pickle that loads {0}</source>
<translation>它是会加载 {0} 的 pickle</translation>
</message>
<message>
<source>it is a pickle, but no memory snapshot</source>
<translation>它是 pickle，但不是内存快照</translation>
</message>
<message>
<source>it is a report of Nsight Compute, which holds single kernels and no timeline</source>
<translation>它是 Nsight Compute 的报告，只含单个核函数，没有时间线</translation>
</message>
<message>
<source>it is a report of Nsight Systems</source>
<translation>它是 Nsight Systems 的报告</translation>
</message>
<message>
<source>it is a table (CSV)</source>
<translation>这是一个表格（CSV）</translation>
</message>
<message>
<source>it is a table of readings that gpuscope wrote</source>
<translation>这是 gpuscope 写出的读数表</translation>
</message>
<message>
<source>it is an XPlane file of JAX's or TensorFlow's profiler</source>
<translation>它是 JAX 或 TensorFlow 剖析器的 XPlane 文件</translation>
</message>
<message>
<source>it is an archive of an unknown or encrypted kind</source>
<translation>这是未知类型或加密的压缩包</translation>
</message>
<message>
<source>it is an archive of {0} files</source>
<translation>这是含 {0} 个文件的压缩包</translation>
</message>
<message>
<source>it is damaged: {0}</source>
<translation>它已损坏：{0}</translation>
</message>
<message>
<source>it is empty</source>
<translation>它是空的</translation>
</message>
<message>
<source>it is far larger than CIFAR-10's parts</source>
<translation>它比 CIFAR-10 的各部分大得多</translation>
</message>
<message>
<source>it is gone</source>
<translation>它已消失</translation>
</message>
<message>
<source>it is larger than any run bundle</source>
<translation>它大于任何运行包</translation>
</message>
<message>
<source>it is larger than {0} bytes</source>
<translation>它超过 {0} 字节</translation>
</message>
<message>
<source>it is neither a trace nor a memory timeline</source>
<translation>它既不是 trace 也不是内存时间线</translation>
</message>
<message>
<source>it is new</source>
<translation>它是新增的</translation>
</message>
<message>
<source>it is no trace</source>
<translation>它不是 trace</translation>
</message>
<message>
<source>it is not a finite number</source>
<translation>它为非有限值</translation>
</message>
<message>
<source>it is not a run bundle</source>
<translation>它不是运行包</translation>
</message>
<message>
<source>it is not a run bundle, or its end is missing</source>
<translation>它不是运行包，或缺少末尾</translation>
</message>
<message>
<source>it is not a trace written by Perfetto</source>
<translation>它不是 Perfetto 写出的 trace</translation>
</message>
<message>
<source>it is not a whole archive</source>
<translation>它不是完整的归档</translation>
</message>
<message>
<source>it is not gzip data</source>
<translation>它不是 gzip 数据</translation>
</message>
<message>
<source>it is not whole gzip data</source>
<translation>它不是完整的 gzip 数据</translation>
</message>
<message>
<source>it is of more than {0} GPUs</source>
<translation>它涉及的 GPU 超过 {0} 个</translation>
</message>
<message>
<source>it is rocprofv3's own JSON</source>
<translation>它是 rocprofv3 自有格式的 JSON</translation>
</message>
<message>
<source>it is the host's memory</source>
<translation>这是主机的内存</translation>
</message>
<message>
<source>it is too short for a header</source>
<translation>它太短，容不下头部</translation>
</message>
<message>
<source>it lacks {0}</source>
<translation>它缺少 {0}</translation>
</message>
<message>
<source>it may not be written</source>
<translation>不允许写入</translation>
</message>
<message>
<source>it never began</source>
<translation>它从未开始</translation>
</message>
<message>
<source>it ran already when its recording began</source>
<translation>记录开始时它已在运行</translation>
</message>
<message>
<source>it reported no steps, so its samples are not known</source>
<translation>它没有报告步，因此样本数未知</translation>
</message>
<message>
<source>it reports no power</source>
<translation>它不报告功率</translation>
</message>
<message>
<source>it runs from an environment of its own, which is not looked into</source>
<translation>它在自己的环境中运行，不作查看</translation>
</message>
<message>
<source>it starts at 0 and is multiplied</source>
<translation>它从 0 开始并被相乘</translation>
</message>
<message>
<source>it unpacks to more than any trace holds</source>
<translation>它解压后超过任何 trace 的大小</translation>
</message>
<message>
<source>it used up its processor time limit: {0}</source>
<translation>它用尽了处理器时间限额：{0}</translation>
</message>
<message>
<source>it was cut short</source>
<translation>它被提前截断</translation>
</message>
<message>
<source>it was ended early: more steps could fill the disk or the memory</source>
<translation>它被提前结束：更多的步可能占满磁盘或内存</translation>
</message>
<message>
<source>it was not measured: it ended before its first measured step</source>
<translation>没有测量：它在第一个测量步之前结束</translation>
</message>
<message>
<source>it was recorded from its start</source>
<translation>它从启动起就被记录</translation>
</message>
<message>
<source>it was {0} busy</source>
<translation>它忙碌 {0}</translation>
</message>
<message>
<source>it would expand to {0} bytes, more than any run bundle</source>
<translation>它展开后将达 {0} 字节，超过任何运行包</translation>
</message>
<message>
<source>item {0} is missing</source>
<translation>缺少项 {0}</translation>
</message>
<message>
<source>its Python ({0}) has no torch, and gpuscope's own serves its workloads alone: install it with {1}</source>
<translation>其 Python（{0}）没有 torch，而 gpuscope 安装的只供其负载使用：请用 {1} 安装</translation>
</message>
<message>
<source>its Python ({0}) has no torch: start the program with {1}</source>
<translation>其 Python（{0}）没有 torch：请用 {1} 启动程序</translation>
</message>
<message>
<source>its Python finds no module {0}</source>
<translation>其 Python 找不到模块 {0}</translation>
</message>
<message>
<source>its Python package is not installed</source>
<translation>没有安装其 Python 软件包</translation>
</message>
<message>
<source>its batches are in memory already: there is no loader</source>
<translation>其批次位于内存中：没有加载器准备它们</translation>
</message>
<message>
<source>its calls are not those of its layouts</source>
<translation>它的调用与其布局中的不一致</translation>
</message>
<message>
<source>its device was used meanwhile by {0}</source>
<translation>其间其设备也被 {0} 使用</translation>
</message>
<message>
<source>its device {0} is damaged in the store</source>
<translation>其设备 {0} 在存储中已损坏</translation>
</message>
<message>
<source>its directory cannot be read</source>
<translation>无法读取其目录</translation>
</message>
<message>
<source>its directory is larger than that of any run bundle ({0} members)</source>
<translation>其目录大于任何运行包的目录（{0} 个成员）</translation>
</message>
<message>
<source>its directory is longer than it says</source>
<translation>其目录比所声明的长</translation>
</message>
<message>
<source>its directory is not where it should be</source>
<translation>其目录不在应在的位置</translation>
</message>
<message>
<source>its directory is shorter than it says</source>
<translation>其目录比所声明的短</translation>
</message>
<message>
<source>its disk is full</source>
<translation>其磁盘已满</translation>
</message>
<message>
<source>its document is larger than it may be ({0} bytes)</source>
<translation>其文档超过允许的大小（{0} 字节）</translation>
</message>
<message>
<source>its end is below its beginning</source>
<translation>其终点低于起点</translation>
</message>
<message>
<source>its energy counter fell</source>
<translation>其能量计数器倒退</translation>
</message>
<message>
<source>its energy leaves out the time in which the profiler ran</source>
<translation>其能耗不含剖析器运行的时间</translation>
</message>
<message>
<source>its environment is damaged in the store</source>
<translation>其环境在存储中已损坏</translation>
</message>
<message>
<source>its environment is lost from the store</source>
<translation>其环境已从存储中丢失</translation>
</message>
<message>
<source>its exit code was lost with the guards</source>
<translation>其退出码已随守护进程丢失</translation>
</message>
<message>
<source>its exit was not recorded ({0})</source>
<translation>没有记录到其退出（{0}）</translation>
</message>
<message>
<source>its factor is 1</source>
<translation>其倍数为 1</translation>
</message>
<message>
<source>its format is not known</source>
<translation>它不是已知的类型</translation>
</message>
<message>
<source>its header announces {0} bytes, but it has {1}</source>
<translation>其头部声明 {0} 字节，但实际有 {1}</translation>
</message>
<message>
<source>its images are not {0}×{1}</source>
<translation>其图像不是 {0}×{1}</translation>
</message>
<message>
<source>its item {0} in the store is damaged: {1}</source>
<translation>它在存储中的项 {0} 已损坏：{1}</translation>
</message>
<message>
<source>its kernels take fp32, not {0}</source>
<translation>它的核函数接受 fp32，不接受 {0}</translation>
</message>
<message>
<source>its launch was not recorded or lies in no operator, or one of the captures has no operators</source>
<translation>它的启动未被录制或不在任何算子之内，或者其中一份采集没有算子</translation>
</message>
<message>
<source>its launch was not recorded, or lies in no operator</source>
<translation>其启动未被记录，或不在任何算子之内</translation>
</message>
<message>
<source>its layers do not form a plain chain, and others need what one would lose</source>
<translation>它的层不是简单的链，一层失去的内容会被其他层缺少</translation>
</message>
<message>
<source>its members overlap</source>
<translation>其成员相互重叠</translation>
</message>
<message>
<source>its model cannot be split this way</source>
<translation>它的模型不能这样拆分</translation>
</message>
<message>
<source>its names are larger than any program's</source>
<translation>它的名称比任何程序的都大</translation>
</message>
<message>
<source>its new name</source>
<translation>其新名称</translation>
</message>
<message>
<source>its new note; an empty one removes the note</source>
<translation>其新备注；空备注即移除备注</translation>
</message>
<message>
<source>its process ended before the profile was written</source>
<translation>其进程在剖析结果写出之前已结束</translation>
</message>
<message>
<source>its process ended with exit code 0, but without reporting its end</source>
<translation>其进程以退出码 0 结束，但没有报告结束</translation>
</message>
<message>
<source>its process executed another program before the profile was written</source>
<translation>其进程在剖析结果写出之前改为执行另一个程序</translation>
</message>
<message>
<source>its readings paused for a while</source>
<translation>其读数中断了一段时间</translation>
</message>
<message>
<source>its recorder ended unexpectedly{0}</source>
<translation>其记录器意外结束{0}</translation>
</message>
<message>
<source>its recorder was ended before it worked out the results; the next run to start here does so</source>
<translation>其记录器在得出结果前就结束了；此处开始的下一次运行会补算结果</translation>
</message>
<message>
<source>its recorder was ended {0}: {1}</source>
<translation>其记录器被结束 {0}：{1}</translation>
</message>
<message>
<source>its recording has ended; the process goes on</source>
<translation>其记录已结束；进程继续运行</translation>
</message>
<message>
<source>its row in the store is damaged: {0}</source>
<translation>它在存储中的行已损坏：{0}</translation>
</message>
<message>
<source>its row, with its start</source>
<translation>其行及其开始时间</translation>
</message>
<message>
<source>its run {0} was stopped</source>
<translation>其运行 {0} 已被停止</translation>
</message>
<message>
<source>its samples</source>
<translation>其读数</translation>
</message>
<message>
<source>its samples after {0}</source>
<translation>其在 {0} 之后的读数</translation>
</message>
<message>
<source>its samples have no channels</source>
<translation>它的样本没有通道</translation>
</message>
<message>
<source>its start, from which the newest readings count</source>
<translation>其开始时间，最新读数以此起算</translation>
</message>
<message>
<source>its steps are backward passes, since no optimizer of torch took a step; if a step has several, gpuscope.step() at the end of each step reports them</source>
<translation>其步为反向传播，因为没有 torch 的优化器执行过更新；如果一步包含多次反向传播，可在每步末尾调用 gpuscope.step() 来报告步</translation>
</message>
<message>
<source>its steps are batches of a DataLoader, since no backward pass and no step of an optimizer was detected</source>
<translation>其步为 DataLoader 的批，因为未检测到反向传播，也未检测到优化器的步</translation>
</message>
<message>
<source>its steps are those of {0}</source>
<translation>其步为 {0} 的步</translation>
</message>
<message>
<source>its terminal was closed: {0}</source>
<translation>其终端被关闭：{0}</translation>
</message>
<message>
<source>its throughput is not known</source>
<translation>其吞吐量未知</translation>
</message>
<message>
<source>its times are out of range</source>
<translation>它的时间超出范围</translation>
</message>
<message>
<source>its trace holds no collectives</source>
<translation>其 trace 不含集合通信</translation>
</message>
<message>
<source>its training runs in a single process</source>
<translation>它的训练是单进程的</translation>
</message>
<message>
<source>its utilization is not known</source>
<translation>不知道其利用率</translation>
</message>
<message>
<source>its {0} bytes are not a whole number of images of {1} bytes</source>
<translation>其 {0} 字节不是每幅 {1} 字节的图像的整数倍</translation>
</message>
<message>
<source>jax does not run the model: nothing translates {0}</source>
<translation>jax 不能运行该模型：{0} 没有对应的转换</translation>
</message>
<message>
<source>kept from an earlier run</source>
<translation>保留自先前的运行</translation>
</message>
<message>
<source>kernels that run longer than their launch already hide it</source>
<translation>运行时间长于启动时间的核函数已经掩盖了启动开销</translation>
</message>
<message>
<source>killed from outside or by itself: {0}</source>
<translation>被外部终止，或自行终止：{0}</translation>
</message>
<message>
<source>knee</source>
<translation>拐点</translation>
</message>
<message>
<source>knee: {0}</source>
<translation>拐点：{0}</translation>
</message>
<message>
<source>ladder: {0}, {1}</source>
<translation>阶梯：{0}，{1}</translation>
</message>
<message>
<source>large matrix products already run as fast as they can</source>
<translation>大矩阵乘积已经达到最快</translation>
</message>
<message>
<source>larger batch</source>
<translation>更大的批次</translation>
</message>
<message>
<source>last seen {0} s ago on {1}</source>
<translation>{0} 秒前最后一次见于 {1}</translation>
</message>
<message>
<source>latency p50</source>
<translation>延迟 p50</translation>
</message>
<message>
<source>latency p99</source>
<translation>延迟 p99</translation>
</message>
<message>
<source>layout transforms</source>
<translation>布局变换</translation>
</message>
<message>
<source>left out of the run {0}: {1}</source>
<translation>略去了运行 {0} 的：{1}</translation>
</message>
<message>
<source>left out of {0}: {1} of a run that a later row continues</source>
<translation>略去了 {0} 中的 {1}：后面的行包含同一运行更完整的数据</translation>
</message>
<message>
<source>left out of {0}: {1} that could not be placed in time</source>
<translation>略去了 {0}：{1}，无法确定其时间</translation>
</message>
<message>
<source>left out of {0}: {1} whose number of cells differs from the header's</source>
<translation>略去了 {0} 中单元格数与表头不同的 {1}</translation>
</message>
<message>
<source>left out of {0}: {1}, deleted in MLflow</source>
<translation>略去了 {0} 中已在 MLflow 中删除的 {1}</translation>
</message>
<message>
<source>line {0}, column {1}: {2} is not a number in CodeCarbon's format</source>
<translation>第 {0} 行第 {1} 列：{2} 不是 CodeCarbon 所写的数</translation>
</message>
<message>
<source>line {0}: it has no energy</source>
<translation>第 {0} 行：没有能耗</translation>
</message>
<message>
<source>line {0}: the duration {1} is not valid</source>
<translation>第 {0} 行：时长 {1} 无效</translation>
</message>
<message>
<source>line {0}: {1} is not a time</source>
<translation>第 {0} 行：{1} 不是时间</translation>
</message>
<message>
<source>line {0}: {1} is not a time in nvidia-smi's format</source>
<translation>第 {0} 行：{1} 不是 nvidia-smi 所写的时间</translation>
</message>
<message>
<source>line {0}: {1} kWh within {2} s is more than 1 MW</source>
<translation>第 {0} 行：{2} 秒内 {1} kWh 超过 1 MW</translation>
</message>
<message>
<source>list plans (ladders, sweeps, A/Bs, chains, queues), or the runs of one</source>
<translation>列出计划（阶梯、扫描、A/B、链、队列），或其中一个的运行</translation>
</message>
<message>
<source>list the devices: what can be measured and from which source, what cannot and how to fix it</source>
<translation>列出设备：可测量什么、来自哪个来源，什么不能测量以及如何解决</translation>
</message>
<message>
<source>list the stored runs</source>
<translation>列出保存的运行</translation>
</message>
<message>
<source>list the stored runs, newest first</source>
<translation>列出存储的运行，最新的在前</translation>
</message>
<message>
<source>list what can be measured here, from which source, and how to fix the rest</source>
<translation>此处可测量什么、来自哪个来源；什么不能，以及解决方法</translation>
</message>
<message>
<source>list what can be run here, and why the rest cannot</source>
<translation>此处可运行什么，其余为何不能</translation>
</message>
<message>
<source>list what can run on this machine, with which optimizations and engines, and why the rest cannot</source>
<translation>列出本机可运行的内容、可用的优化和引擎，以及其余为何不能</translation>
</message>
<message>
<source>litert-torch, which writes .tflite files</source>
<translation>litert-torch，用于写出 .tflite 文件</translation>
</message>
<message>
<source>load time</source>
<translation>加载时间</translation>
</message>
<message>
<source>loading</source>
<translation>正在加载</translation>
</message>
<message>
<source>locks to the power sensor</source>
<translation>与功率传感器同步</translation>
</message>
<message>
<source>logged by the program, the last of {0}{1}</source>
<translation>由程序记录，{0}中的最后一个{1}</translation>
</message>
<message>
<source>logits of {0} held-out samples against {1}</source>
<translation>{0} 个留出样本的 logits，对比{1}</translation>
</message>
<message>
<source>long int</source>
<translation>long int</translation>
</message>
<message>
<source>loss</source>
<translation>损失</translation>
</message>
<message>
<source>loss is {0} from {1} on</source>
<translation>从 {1} 起损失为 {0}</translation>
</message>
<message>
<source>loss {0}</source>
<translation>损失 {0}</translation>
</message>
<message>
<source>losses of the first {0} steps against the same training in FP64</source>
<translation>前 {0} 步的损失，对比 FP64 下的相同训练</translation>
</message>
<message>
<source>lower is better</source>
<translation>越低越好</translation>
</message>
<message>
<source>machine</source>
<translation>机器</translation>
</message>
<message>
<source>matrix multiplication</source>
<translation>矩阵乘法</translation>
</message>
<message>
<source>max pooling with dilation or rounding up</source>
<translation>带空洞或向上取整的最大池化</translation>
</message>
<message>
<source>may be a constant of CodeCarbon's table: its file does not say</source>
<translation>可能是 CodeCarbon 表中的常数：其文件没有说明</translation>
</message>
<message>
<source>mean of {0}</source>
<translation>{0} 的平均</translation>
</message>
<message>
<source>mean of {0} observed steps, by the host's clock</source>
<translation>所见 {0} 步的平均，按主机时钟</translation>
</message>
<message>
<source>measure number formats too that the device only emulates</source>
<translation>也测量设备只能模拟的数值格式</translation>
</message>
<message>
<source>measure what optimizations gain on this machine in two minutes; write a CSV and a PDF</source>
<translation>用两分钟测量优化在本机带来的收益；写出 CSV 和 PDF</translation>
</message>
<message>
<source>measured</source>
<translation>实测</translation>
</message>
<message>
<source>measured for only {0}: results of windows under a second vary widely</source>
<translation>只测量了 {0}：短于一秒的区间，结果波动很大</translation>
</message>
<message>
<source>measured for only {0}: results of windows under a second vary widely (use more --steps, or --duration 10s)</source>
<translation>只测量了 {0}：短于一秒的区间，结果波动很大（请用更多 --steps，或 --duration 10s）</translation>
</message>
<message>
<source>measured step</source>
<translation>测量步</translation>
</message>
<message>
<source>measured steps per run (default: three seconds)</source>
<translation>每次运行的测量步数（默认：三秒）</translation>
</message>
<message>
<source>measuring</source>
<translation>正在测量</translation>
</message>
<message>
<source>median of the {0} of {1} steps whose phases were timed, each for the steps around it</source>
<translation>{1} 步中对阶段计时的 {0} 步的中位数，各代表其周围的步</translation>
</message>
<message>
<source>median of the {0} steps whose phases were timed</source>
<translation>{0} 个按阶段计时的步的中位数</translation>
</message>
<message>
<source>median step time</source>
<translation>步时中位数</translation>
</message>
<message>
<source>median step {0}</source>
<translation>步时中位数 {0}</translation>
</message>
<message>
<source>memory</source>
<translation>内存</translation>
</message>
<message>
<source>memory clock</source>
<translation>显存频率</translation>
</message>
<message>
<source>memory ran out</source>
<translation>内存用尽</translation>
</message>
<message>
<source>memory snapshot</source>
<translation>内存快照</translation>
</message>
<message>
<source>memory timeline</source>
<translation>内存时间线</translation>
</message>
<message>
<source>memory traffic</source>
<translation>内存流量</translation>
</message>
<message>
<source>method scipy</source>
<translation>方法 scipy</translation>
</message>
<message>
<source>method {0} has no {1}</source>
<translation>方法 {0} 没有 {1}</translation>
</message>
<message>
<source>method {0} runs on the CPU only</source>
<translation>方法 {0} 只能在 CPU 上运行</translation>
</message>
<message>
<source>metric</source>
<translation>指标</translation>
</message>
<message>
<source>metrics</source>
<translation>指标</translation>
</message>
<message>
<source>missing</source>
<translation>缺失</translation>
</message>
<message>
<source>missing in the baseline</source>
<translation>基线缺失</translation>
</message>
<message>
<source>missing in {0} of {1} ({2})</source>
<translation>{1}中有 {0} 个缺失（{2}）</translation>
</message>
<message>
<source>mixed precision keeps casts of the weights from step to step, which a graph would not renew; use fp32 or tf32</source>
<translation>混合精度在各步之间保留权重的类型转换，而图不会更新它们；请使用 fp32 或 tf32</translation>
</message>
<message>
<source>model = model.to(torch.{0})</source>
<translation>model = model.to(torch.{0})</translation>
</message>
<message>
<source>model name</source>
<translation>model name</translation>
</message>
<message>
<source>models of few, large operations have little to fuse</source>
<translation>由少数大运算构成的模型没有多少可融合</translation>
</message>
<message>
<source>models that already run well on another engine gain little</source>
<translation>另一引擎已运行良好的模型收益很小</translation>
</message>
<message>
<source>models to train (default: small-image models, about a minute each)</source>
<translation>要训练的模型（默认：小图像模型，每个约一分钟）</translation>
</message>
<message>
<source>more --steps</source>
<translation>更多的 --steps</translation>
</message>
<message>
<source>more batches ahead</source>
<translation>预取更多批次</translation>
</message>
<message>
<source>more difference</source>
<translation>项不同</translation>
</message>
<message>
<source>more finding</source>
<translation>另外的发现</translation>
</message>
<message>
<source>more function</source>
<translation>另外的函数</translation>
</message>
<message>
<source>more kernel</source>
<translation>另外的核函数</translation>
</message>
<message>
<source>more loading processes</source>
<translation>更多加载进程</translation>
</message>
<message>
<source>more metric</source>
<translation>项更多指标</translation>
</message>
<message>
<source>more operator</source>
<translation>另外的算子</translation>
</message>
<message>
<source>more remark</source>
<translation>条更多说明</translation>
</message>
<message>
<source>more than one setting differs: {0}</source>
<translation>有多项设置不同：{0}</translation>
</message>
<message>
<source>more than {0} alerts: further ones are not reported</source>
<translation>警报超过 {0} 次：此后不再通知</translation>
</message>
<message>
<source>moving numbers through memory</source>
<translation>在内存中搬运数据</translation>
</message>
<message>
<source>mps</source>
<translation>mps</translation>
</message>
<message>
<source>n = {0}, corrected p {1}</source>
<translation>n = {0}，校正 p {1}</translation>
</message>
<message>
<source>name</source>
<translation>名称</translation>
</message>
<message>
<source>name of the run (default: derived from its settings)</source>
<translation>运行的名称（默认：由其设置得出）</translation>
</message>
<message>
<source>name, tag or annotate a run</source>
<translation>给运行命名、加标签或备注</translation>
</message>
<message>
<source>named by {0}</source>
<translation>由 {0} 指定</translation>
</message>
<message>
<source>named in the settings</source>
<translation>在设置中指定</translation>
</message>
<message>
<source>native</source>
<translation>原生</translation>
</message>
<message>
<source>needs</source>
<translation>需要</translation>
</message>
<message>
<source>neither cpufreq nor /proc/cpuinfo reports a frequency</source>
<translation>cpufreq 和 /proc/cpuinfo 都没有报告频率</translation>
</message>
<message>
<source>neither devices nor a reason</source>
<translation>既没有设备也没有原因</translation>
</message>
<message>
<source>net, above idle</source>
<translation>净值，高于空闲</translation>
</message>
<message>
<source>new</source>
<translation>新增</translation>
</message>
<message>
<source>new every</source>
<translation>新值周期</translation>
</message>
<message>
<source>no</source>
<translation>否</translation>
</message>
<message>
<source>no AVX512-BF16, no AMX</source>
<translation>没有 AVX512-BF16，也没有 AMX</translation>
</message>
<message>
<source>no AVX512-FP16, no AMX-FP16</source>
<translation>没有 AVX512-FP16，也没有 AMX-FP16</translation>
</message>
<message>
<source>no GPU was recorded</source>
<translation>没有记录任何 GPU</translation>
</message>
<message>
<source>no NVIDIA GPU was found in this machine</source>
<translation>本机没有找到 NVIDIA GPU</translation>
</message>
<message>
<source>no NVIDIA GPU was found in this machine, and no driver</source>
<translation>本机没有找到 NVIDIA GPU，也没有驱动</translation>
</message>
<message>
<source>no NVIDIA GPU was found in this machine, and no driver (libnvidia-ml.so.1)</source>
<translation>本机没有找到 NVIDIA GPU，也没有驱动（libnvidia-ml.so.1）</translation>
</message>
<message>
<source>no NVIDIA driver is loaded on this machine</source>
<translation>本机没有加载 NVIDIA 驱动</translation>
</message>
<message>
<source>no augmentation</source>
<translation>不做增强</translation>
</message>
<message>
<source>no axis: nothing is swept</source>
<translation>没有轴：没有可扫描的内容</translation>
</message>
<message>
<source>no cell was measured</source>
<translation>没有测量任何格</translation>
</message>
<message>
<source>no deleted run begins with {0}</source>
<translation>没有以 {0} 开头的已删除运行</translation>
</message>
<message>
<source>no difference</source>
<translation>无差异</translation>
</message>
<message>
<source>no energy was measured</source>
<translation>没有测得能耗</translation>
</message>
<message>
<source>no energy{0}{1}: {2}</source>
<translation>没有能耗{0}{1}：{2}</translation>
</message>
<message>
<source>no epoch was counted</source>
<translation>没有统计 epoch</translation>
</message>
<message>
<source>no error</source>
<translation>正常</translation>
</message>
<message>
<source>no figure</source>
<translation>无数值</translation>
</message>
<message>
<source>no formula gives the operations of a step</source>
<translation>没有公式给出一步的运算量</translation>
</message>
<message>
<source>no idle baseline: {0}</source>
<translation>没有空闲基线：{0}</translation>
</message>
<message>
<source>no import of PyTorch</source>
<translation>没有检测到它导入 PyTorch</translation>
</message>
<message>
<source>no import of PyTorch was detected; {0}</source>
<translation>没有检测到它导入 PyTorch；{0}</translation>
</message>
<message>
<source>no limit stands out in the recording</source>
<translation>所记录的内容中没有突出的限制</translation>
</message>
<message>
<source>no list of events</source>
<translation>没有事件列表</translation>
</message>
<message>
<source>no longer seen on {0}</source>
<translation>在 {0} 上已看不到它</translation>
</message>
<message>
<source>no measurable difference</source>
<translation>无可测差异</translation>
</message>
<message>
<source>no measured step was finished</source>
<translation>没有完成任何测量步</translation>
</message>
<message>
<source>no measured step was timed</source>
<translation>没有对任何测量步计时</translation>
</message>
<message>
<source>no perf power events</source>
<translation>没有 perf 功率事件</translation>
</message>
<message>
<source>no power was read</source>
<translation>没有读到功率</translation>
</message>
<message>
<source>no powercap</source>
<translation>没有 powercap</translation>
</message>
<message>
<source>no ratio of these two values</source>
<translation>这两个值没有比值</translation>
</message>
<message>
<source>no reading</source>
<translation>没有读数</translation>
</message>
<message>
<source>no reading came for more than three sampling intervals</source>
<translation>超过三个采样间隔没有读数</translation>
</message>
<message>
<source>no reading falls into the window of {0} s</source>
<translation>{0} 秒的区间内没有读数</translation>
</message>
<message>
<source>no reading yet</source>
<translation>尚无读数</translation>
</message>
<message>
<source>no reason given</source>
<translation>没有给出原因</translation>
</message>
<message>
<source>no results can be derived from what it recorded</source>
<translation>从其记录的内容得不出任何结果</translation>
</message>
<message>
<source>no run could be read from it</source>
<translation>其中没有任何运行可以读取</translation>
</message>
<message>
<source>no run has it</source>
<translation>没有运行具有它</translation>
</message>
<message>
<source>no run has the tag {0}</source>
<translation>没有带标签 {0} 的运行</translation>
</message>
<message>
<source>no run is live; the last, {0} ({1}), is {2}</source>
<translation>没有进行中的运行；最后一个 {0}（{1}）的状态是：{2}</translation>
</message>
<message>
<source>no run is stored yet</source>
<translation>尚未保存任何运行</translation>
</message>
<message>
<source>no run of {0} finished</source>
<translation>{0} 没有完成的运行</translation>
</message>
<message>
<source>no run yet</source>
<translation>还没有运行</translation>
</message>
<message>
<source>no sample was counted</source>
<translation>没有统计样本</translation>
</message>
<message>
<source>no samples were counted</source>
<translation>没有统计样本</translation>
</message>
<message>
<source>no sensor of this machine measures it</source>
<translation>本机没有传感器测量它</translation>
</message>
<message>
<source>no shapes of its arguments were recorded, or one of the captures has none</source>
<translation>未记录其参数的形状，或其中一份采集不含形状</translation>
</message>
<message>
<source>no socket can be made in {0}: {1}</source>
<translation>无法在 {0} 中建立套接字：{1}</translation>
</message>
<message>
<source>no stage was recorded</source>
<translation>没有记录任何阶段</translation>
</message>
<message>
<source>no step was counted</source>
<translation>没有统计步</translation>
</message>
<message>
<source>no step was detected before it was stopped; if it took some, {0}</source>
<translation>在它被停止之前没有检测到步；若已有步，{0}</translation>
</message>
<message>
<source>no step was detected: no optimizer step, no backward pass, no batch of a DataLoader; {0}</source>
<translation>没有检测到步：没有优化器的步、没有反向传播、没有 DataLoader 的批次；{0}</translation>
</message>
<message>
<source>no step was measured</source>
<translation>没有测量任何步</translation>
</message>
<message>
<source>no steps were counted</source>
<translation>没有统计步</translation>
</message>
<message>
<source>no steps were reported</source>
<translation>没有报告步</translation>
</message>
<message>
<source>no such column</source>
<translation>no such column</translation>
</message>
<message>
<source>no such table</source>
<translation>no such table</translation>
</message>
<message>
<source>no temperature sensor of the processor is read on this system</source>
<translation>此系统上不读取处理器的温度传感器</translation>
</message>
<message>
<source>no temporary folder can be made: {0}</source>
<translation>无法创建临时文件夹：{0}</translation>
</message>
<message>
<source>no torch was found</source>
<translation>没有找到 torch</translation>
</message>
<message>
<source>no trace of another rank of its process group is given</source>
<translation>没有给出其进程组中其他 rank 的 trace</translation>
</message>
<message>
<source>no unit</source>
<translation>无单位</translation>
</message>
<message>
<source>no utilization of the device was recorded</source>
<translation>没有记录设备的利用率</translation>
</message>
<message>
<source>no value came for more than three sampling intervals</source>
<translation>超过三个采样间隔没有数值</translation>
</message>
<message>
<source>no verdict</source>
<translation>无结论</translation>
</message>
<message>
<source>no workload</source>
<translation>没有负载</translation>
</message>
<message>
<source>no {0} idle baseline of this device is recorded, and no other fits this run</source>
<translation>没有记录此设备的{0}空闲基线，也没有其他适合该运行的</translation>
</message>
<message>
<source>no {0} idle baseline of {1}: {2}</source>
<translation>没有 {1} 的{0}空闲基线：{2}</translation>
</message>
<message>
<source>no {0} instructions</source>
<translation>没有 {0} 指令</translation>
</message>
<message>
<source>no {0} were counted</source>
<translation>没有统计{0}</translation>
</message>
<message>
<source>nodes</source>
<translation>节点数</translation>
</message>
<message>
<source>none here</source>
<translation>此处没有</translation>
</message>
<message>
<source>none is left, the recorder watches the run itself</source>
<translation>已无剩余，由记录器自行监视运行</translation>
</message>
<message>
<source>none of the run's devices gave readings</source>
<translation>该运行的设备都没有给出读数</translation>
</message>
<message>
<source>none of the run's devices was recorded</source>
<translation>该运行的设备都没有被记录</translation>
</message>
<message>
<source>none of these runs was measured</source>
<translation>这些运行都没有测量</translation>
</message>
<message>
<source>none yet</source>
<translation>尚无</translation>
</message>
<message>
<source>none, it is a kernel</source>
<translation>无，它是核函数</translation>
</message>
<message>
<source>normalization</source>
<translation>归一化</translation>
</message>
<message>
<source>not a column of integers</source>
<translation>不是整数列</translation>
</message>
<message>
<source>not a declaration: {0}</source>
<translation>不是声明：{0}</translation>
</message>
<message>
<source>not a device: {0}</source>
<translation>不是设备：{0}</translation>
</message>
<message>
<source>not a document</source>
<translation>不是文档</translation>
</message>
<message>
<source>not a git repository</source>
<translation>不是 git 仓库</translation>
</message>
<message>
<source>not a quantity</source>
<translation>不是物理量</translation>
</message>
<message>
<source>not a quantity: {0}</source>
<translation>不是量：{0}</translation>
</message>
<message>
<source>not a request</source>
<translation>不是请求</translation>
</message>
<message>
<source>not a run specification: {0}</source>
<translation>不是运行设置：{0}</translation>
</message>
<message>
<source>not a {0} event: {1} {2}</source>
<translation>不是 {0} 事件：{1} {2}</translation>
</message>
<message>
<source>not all of it is in the store yet: the next 'gpuscope run' adds the rest</source>
<translation>它尚未全部写入存储：下一次“gpuscope run”会补上其余部分</translation>
</message>
<message>
<source>not allowed with argument {0}</source>
<translation>不能与 {0} 同时使用</translation>
</message>
<message>
<source>not an event: kind {0}</source>
<translation>不是事件：种类 {0}</translation>
</message>
<message>
<source>not an event: not a JSON object</source>
<translation>不是事件：不是 JSON 对象</translation>
</message>
<message>
<source>not an origin: {0}</source>
<translation>不是来源：{0}</translation>
</message>
<message>
<source>not answering for {0}</source>
<translation>已 {0} 没有应答</translation>
</message>
<message>
<source>not answering since</source>
<translation>没有应答，始于</translation>
</message>
<message>
<source>not available here</source>
<translation>此处不可用</translation>
</message>
<message>
<source>not checked: the GPU reports no power to check it against</source>
<translation>未核对：GPU 没有可供核对的功率</translation>
</message>
<message>
<source>not comparable</source>
<translation>不可比较</translation>
</message>
<message>
<source>not comparable: {0} of {1}</source>
<translation>不可比较：{1} 组中的 {0} 组</translation>
</message>
<message>
<source>not found</source>
<translation>未找到</translation>
</message>
<message>
<source>not here</source>
<translation>此处不可用</translation>
</message>
<message>
<source>not installed: only commands can be run</source>
<translation>未安装：只能运行命令</translation>
</message>
<message>
<source>not measured</source>
<translation>未测量</translation>
</message>
<message>
<source>not measured: {0} ({1})</source>
<translation>未测量：{0}（{1}）</translation>
</message>
<message>
<source>not recorded in this run</source>
<translation>本次运行未记录</translation>
</message>
<message>
<source>not recorded in this run ({0})</source>
<translation>此运行中没有记录（{0}）</translation>
</message>
<message>
<source>not steady after {0} s of warm-up: {1}</source>
<translation>预热 {0} 秒后仍不稳定：{1}</translation>
</message>
<message>
<source>not stored yet: {0}; recording goes on in memory</source>
<translation>尚未存储：{0}；记录在内存中继续</translation>
</message>
<message>
<source>not tested on hardware</source>
<translation>未在硬件上测试</translation>
</message>
<message>
<source>not usable here</source>
<translation>此处不可用</translation>
</message>
<message>
<source>nothing can be drawn here</source>
<translation>此处无法绘制任何内容</translation>
</message>
<message>
<source>nothing can be written to {0}</source>
<translation>{0} 不能写入任何内容</translation>
</message>
<message>
<source>nothing can be written to {0}: {1}</source>
<translation>{0} 不能写入任何内容：{1}</translation>
</message>
<message>
<source>nothing to attach to</source>
<translation>没有可附加的对象</translation>
</message>
<message>
<source>nothing to change</source>
<translation>没有要更改的</translation>
</message>
<message>
<source>nothing to delete</source>
<translation>没有可删除的</translation>
</message>
<message>
<source>nothing to restore</source>
<translation>没有可恢复的内容</translation>
</message>
<message>
<source>nothing to run</source>
<translation>没有可运行的内容</translation>
</message>
<message>
<source>nothing to sweep</source>
<translation>没有可扫描的内容</translation>
</message>
<message>
<source>nothing varies</source>
<translation>没有变化项</translation>
</message>
<message>
<source>nothing was installed</source>
<translation>没有安装任何东西</translation>
</message>
<message>
<source>nothing was installed: there is no terminal to ask on</source>
<translation>没有安装任何东西：没有可供询问的终端</translation>
</message>
<message>
<source>nothing was profiled: {0}</source>
<translation>没有剖析任何内容：{0}</translation>
</message>
<message>
<source>nothing was recorded</source>
<translation>没有记录任何内容</translation>
</message>
<message>
<source>nothing was started</source>
<translation>没有启动任何运行</translation>
</message>
<message>
<source>nsys2json makes a readable trace of a database of Nsight Systems; rocprofv3 writes one with --output-format pftrace.</source>
<translation>nsys2json 可将 Nsight Systems 的数据库转换为可读的 trace；rocprofv3 用 --output-format pftrace 直接写出可读的 trace。</translation>
</message>
<message>
<source>number of processors</source>
<translation>处理器数</translation>
</message>
<message>
<source>nvmlDeviceGetClockInfo, SM</source>
<translation>nvmlDeviceGetClockInfo，SM</translation>
</message>
<message>
<source>nvmlDeviceGetClockInfo, memory</source>
<translation>nvmlDeviceGetClockInfo，显存</translation>
</message>
<message>
<source>nvmlDeviceGetMemoryInfo, with what the driver reserves</source>
<translation>nvmlDeviceGetMemoryInfo，含驱动保留的部分</translation>
</message>
<message>
<source>nvmlDeviceGetMemoryInfo_v2, without what the driver reserves</source>
<translation>nvmlDeviceGetMemoryInfo_v2，不含驱动程序保留的部分</translation>
</message>
<message>
<source>nvmlDeviceGetPowerUsage, {0}</source>
<translation>nvmlDeviceGetPowerUsage，{0}</translation>
</message>
<message>
<source>nvmlDeviceGetTemperature, GPU core</source>
<translation>nvmlDeviceGetTemperature，GPU 核心</translation>
</message>
<message>
<source>nvmlDeviceGetTemperatureV, GPU core</source>
<translation>nvmlDeviceGetTemperatureV，GPU 核心</translation>
</message>
<message>
<source>nvmlDeviceGetTotalEnergyConsumption, cumulative counter</source>
<translation>nvmlDeviceGetTotalEnergyConsumption，累计计数器</translation>
</message>
<message>
<source>of 1 core</source>
<translation>共 1 个核心</translation>
</message>
<message>
<source>of a copy and a matrix product measured after the window</source>
<translation>相对测量区间后所测的拷贝和矩阵乘积</translation>
</message>
<message>
<source>of main memory are free</source>
<translation>的主内存空闲</translation>
</message>
<message>
<source>of the difference </source>
<translation>差值的</translation>
</message>
<message>
<source>of the file (default: dark)</source>
<translation>文件的主题（默认：dark）</translation>
</message>
<message>
<source>of the file, in pixels (default {0})</source>
<translation>文件的大小，像素（默认 {0}）</translation>
</message>
<message>
<source>of the whole GPU, all its MIG partitions together</source>
<translation>整块 GPU 的，其所有 MIG 分区合计</translation>
</message>
<message>
<source>of the whole chip, its processor cores included</source>
<translation>整个芯片的，含其处理器核心</translation>
</message>
<message>
<source>of the whole device, all its partitions together</source>
<translation>整个设备及其所有分区合计</translation>
</message>
<message>
<source>of the whole device, which {0} processes used</source>
<translation>整个设备的值，有 {0} 个进程使用</translation>
</message>
<message>
<source>of the whole physical GPU, which other machines may use too</source>
<translation>整块物理 GPU 的，其他机器也可能在使用</translation>
</message>
<message>
<source>of throughput</source>
<translation>的吞吐量</translation>
</message>
<message>
<source>of {0}</source>
<translation>共 {0}</translation>
</message>
<message>
<source>of {0} cores</source>
<translation>共 {0} 个核心</translation>
</message>
<message>
<source>of {0} pauses in the readings of {1} only the {2} longest are kept</source>
<translation>{1}的读数有 {0} 处停顿，只保留最长的 {2} 处</translation>
</message>
<message>
<source>off</source>
<translation>关闭</translation>
</message>
<message>
<source>on</source>
<translation>开启</translation>
</message>
<message>
<source>on disk</source>
<translation>磁盘占用</translation>
</message>
<message>
<source>once</source>
<translation>1 次</translation>
</message>
<message>
<source>one is left</source>
<translation>还剩一个</translation>
</message>
<message>
<source>one line each: what it is, or why it cannot be used here</source>
<translation>每项一行：它是什么，或为何不能使用</translation>
</message>
<message>
<source>one of the arguments {0} is required</source>
<translation>需要 {0} 之一</translation>
</message>
<message>
<source>one operator dominates</source>
<translation>单个算子占主导</translation>
</message>
<message>
<source>one repeat on one side</source>
<translation>一侧只有一次重复</translation>
</message>
<message>
<source>one repeat per side</source>
<translation>每侧一次重复</translation>
</message>
<message>
<source>one run cannot be compared</source>
<translation>单个运行无法比较</translation>
</message>
<message>
<source>one step in {0} was timed; those between count as equally long</source>
<translation>每 {0} 步计时一步；其间的步按等长计</translation>
</message>
<message>
<source>only NVIDIA GPUs of compute capability 8.0 or higher multiply in the sparse form</source>
<translation>只有计算能力 8.0 或更高的 NVIDIA GPU 以稀疏形式相乘</translation>
</message>
<message>
<source>only matrix products and convolutions gain</source>
<translation>只有矩阵乘积和卷积受益</translation>
</message>
<message>
<source>only one step was reported, so none can be timed</source>
<translation>只报告了一步，没有其他步可据以计时</translation>
</message>
<message>
<source>only runs that match: key=value (state, tag, host, name, or any key of the spec such as precision), or a text in name, id, tags or note; all of several must match</source>
<translation>只列出匹配的运行：键=值（state、tag、host、name 或设置的任意键如 precision），或名称、ID、标签或备注中的文字；给出多个时须全部匹配</translation>
</message>
<message>
<source>onnx, which quantizes</source>
<translation>onnx，用于量化</translation>
</message>
<message>
<source>onnxscript, which exports ONNX</source>
<translation>onnxscript，用于导出 ONNX</translation>
</message>
<message>
<source>open the window, or use the one that is open; given a bundle, show its runs</source>
<translation>打开窗口，或使用已打开的窗口；给出运行包时显示其中的运行</translation>
</message>
<message>
<source>opens the window</source>
<translation>打开窗口</translation>
</message>
<message>
<source>operating system</source>
<translation>操作系统</translation>
</message>
<message>
<source>operations as torch counts them</source>
<translation>torch 统计的运算量</translation>
</message>
<message>
<source>operations calculated from the shapes</source>
<translation>按形状计算的运算量</translation>
</message>
<message>
<source>operator call</source>
<translation>算子调用</translation>
</message>
<message>
<source>optimization {0} is not known</source>
<translation>不认识优化 {0}</translation>
</message>
<message>
<source>optimizations</source>
<translation>优化</translation>
</message>
<message>
<source>optimizer</source>
<translation>优化器</translation>
</message>
<message>
<source>optimizer state</source>
<translation>优化器状态</translation>
</message>
<message>
<source>options</source>
<translation>选项</translation>
</message>
<message>
<source>options, before or after the verb</source>
<translation>选项，在子命令之前或之后</translation>
</message>
<message>
<source>origin</source>
<translation>来源</translation>
</message>
<message>
<source>other</source>
<translation>其他</translation>
</message>
<message>
<source>other classes</source>
<translation>其他类别</translation>
</message>
<message>
<source>other process</source>
<translation>其他进程</translation>
</message>
<message>
<source>other processes</source>
<translation>其他进程</translation>
</message>
<message>
<source>other processes used {0} while {1} ran</source>
<translation>{1} 运行期间，其他进程使用了 {0}</translation>
</message>
<message>
<source>other programs used {0} of the processor meanwhile</source>
<translation>其间其他程序占用了处理器的 {0}</translation>
</message>
<message>
<source>other work</source>
<translation>其他工作</translation>
</message>
<message>
<source>out of GPU memory</source>
<translation>显存不足</translation>
</message>
<message>
<source>out of GPU memory: {0}</source>
<translation>显存不足：{0}</translation>
</message>
<message>
<source>out of main memory</source>
<translation>主内存不足</translation>
</message>
<message>
<source>out of main memory: {0}</source>
<translation>主内存不足：{0}</translation>
</message>
<message>
<source>out of memory</source>
<translation>内存不足</translation>
</message>
<message>
<source>out of memory from {0} on</source>
<translation>从 {0} 起内存不足</translation>
</message>
<message>
<source>out of shared memory (/dev/shm): {0}</source>
<translation>共享内存（/dev/shm）不足：{0}</translation>
</message>
<message>
<source>out[i] = x[i] · x[i+1] + x[i+2] · x[i+3]</source>
<translation>out[i] = x[i] · x[i+1] + x[i+2] · x[i+3]</translation>
</message>
<message>
<source>out[i] = x[i] · x[i+1] + x[i+2] · x[i+3], in OpenCL C through pyopencl. The batch size is the number of passes per step.</source>
<translation>out[i] = x[i] · x[i+1] + x[i+2] · x[i+3]，用 OpenCL C 经 pyopencl 实现。批大小为每步的遍数。</translation>
</message>
<message>
<source>outside of operators</source>
<translation>算子之外</translation>
</message>
<message>
<source>over 1 s</source>
<translation>1 秒内</translation>
</message>
<message>
<source>over the capture</source>
<translation>在整个采集中</translation>
</message>
<message>
<source>over the first {0} of {1} s</source>
<translation>在 {1} 秒的最初 {0} 秒内</translation>
</message>
<message>
<source>over the last {0} of {1} s</source>
<translation>在 {1} 秒的最后 {0} 秒内</translation>
</message>
<message>
<source>over the middle {0} of {1} s</source>
<translation>在 {1} 秒的中间 {0} 秒内</translation>
</message>
<message>
<source>overhead of single operations</source>
<translation>单个运算的开销</translation>
</message>
<message>
<source>own cost</source>
<translation>自身开销</translation>
</message>
<message>
<source>p95 {0}</source>
<translation>p95 {0}</translation>
</message>
<message>
<source>p99 step time</source>
<translation>p99 步时</translation>
</message>
<message>
<source>package {0}</source>
<translation>封装 {0}</translation>
</message>
<message>
<source>parameters</source>
<translation>参数</translation>
</message>
<message>
<source>passed through</source>
<translation>直通</translation>
</message>
<message>
<source>pauses of the host</source>
<translation>主机停顿</translation>
</message>
<message>
<source>per rank</source>
<translation>每 rank</translation>
</message>
<message>
<source>per step</source>
<translation>每步</translation>
</message>
<message>
<source>perf reports no processor for {0}</source>
<translation>perf 没有报告 {0} 的处理器</translation>
</message>
<message>
<source>perf's {0} cannot be opened: {1}</source>
<translation>无法打开 perf 的 {0}：{1}</translation>
</message>
<message>
<source>perf's {0} is refused to this user ({1})</source>
<translation>perf 的 {0} 拒绝此用户（{1}）</translation>
</message>
<message>
<source>perf, power/energy-pkg</source>
<translation>perf，power/energy-pkg</translation>
</message>
<message>
<source>perf_counter; weights from a file, first batch</source>
<translation>perf_counter；权重来自文件，首个批次</translation>
</message>
<message>
<source>perf_event_open is not known on this machine</source>
<translation>本机没有 perf_event_open</translation>
</message>
<message>
<source>performance</source>
<translation>性能</translation>
</message>
<message>
<source>phase</source>
<translation>阶段</translation>
</message>
<message>
<source>physical id</source>
<translation>physical id</translation>
</message>
<message>
<source>pid</source>
<translation>pid</translation>
</message>
<message>
<source>pinned memory</source>
<translation>锁页内存</translation>
</message>
<message>
<source>pip could not install torch: {0}</source>
<translation>pip 无法安装 torch：{0}</translation>
</message>
<message>
<source>pip ended well, but torch is not in {0}</source>
<translation>pip 正常结束，但 {0} 中没有 torch</translation>
</message>
<message>
<source>place {0}</source>
<translation>第 {0} 名</translation>
</message>
<message>
<source>plan id, its beginning, or 'last' for the newest; 'gpuscope plans' lists them</source>
<translation>计划的 ID、其开头，或“last”表示最新的；“gpuscope plans”列出它们</translation>
</message>
<message>
<source>plan {0} ({1})</source>
<translation>计划 {0}（{1}）</translation>
</message>
<message>
<source>plan {0} continues; 'gpuscope plans {1}' shows its progress</source>
<translation>计划 {0} 继续；“gpuscope plans {1}”显示进展</translation>
</message>
<message>
<source>plan {0} has no item {1}</source>
<translation>计划 {0} 没有项 {1}</translation>
</message>
<message>
<source>plan {0} has no rung {1}</source>
<translation>计划 {0} 没有 {1} 级</translation>
</message>
<message>
<source>plan {0} is being run by another process</source>
<translation>计划 {0} 正由另一进程执行</translation>
</message>
<message>
<source>plan {0} is damaged: {1}</source>
<translation>计划 {0} 已损坏：{1}</translation>
</message>
<message>
<source>plan {0} is finished</source>
<translation>计划 {0} 已完成</translation>
</message>
<message>
<source>plan {0} is running</source>
<translation>计划 {0} 正在执行</translation>
</message>
<message>
<source>plan {0} is running and cannot be deleted</source>
<translation>计划 {0} 正在执行，无法删除</translation>
</message>
<message>
<source>plan {0} is running on {1}</source>
<translation>计划 {0} 正在 {1} 上执行</translation>
</message>
<message>
<source>plan {0} is running on {1} and cannot be deleted</source>
<translation>计划 {0} 正在 {1} 上执行，无法删除</translation>
</message>
<message>
<source>plan {0} is still running on {1}</source>
<translation>计划 {0} 仍在 {1} 上执行</translation>
</message>
<message>
<source>plan {0} is still stopping</source>
<translation>计划 {0} 仍在停止中</translation>
</message>
<message>
<source>plan {0} is there</source>
<translation>计划 {0} 已存在</translation>
</message>
<message>
<source>plan {0} {1}: gpuscope plans {2}</source>
<translation>计划 {0} {1}：gpuscope plans {2}</translation>
</message>
<message>
<source>plan {0}: {1}</source>
<translation>计划 {0}：{1}</translation>
</message>
<message>
<source>plan {0}: {1} of {2} runs done{3}</source>
<translation>计划 {0}：已完成 {2} 个运行中的 {1} 个{3}</translation>
</message>
<message>
<source>points</source>
<translation>个百分点</translation>
</message>
<message>
<source>pooling and resizing</source>
<translation>池化与缩放</translation>
</message>
<message>
<source>positional arguments</source>
<translation>位置参数</translation>
</message>
<message>
<source>power and energy are not of real hardware: {0}</source>
<translation>功率和能耗并非来自真实硬件：{0}</translation>
</message>
<message>
<source>power brake</source>
<translation>电源制动</translation>
</message>
<message>
<source>power cap</source>
<translation>功率上限</translation>
</message>
<message>
<source>power domain 0</source>
<translation>功率域 0</translation>
</message>
<message>
<source>power limit</source>
<translation>功率上限</translation>
</message>
<message>
<source>power.draw is the average of the preceding second on Ampere (except GA100) and newer GPUs, and an instantaneous value on older ones; the range covers both</source>
<translation>power.draw 的读数在 Ampere（GA100 除外）及更新的 GPU 上是其前一秒的平均值，在较旧的 GPU 上是瞬时值；该范围涵盖两者</translation>
</message>
<message>
<source>powercap reports no package of the processor</source>
<translation>powercap 没有报告处理器封装</translation>
</message>
<message>
<source>powercap, package zones</source>
<translation>powercap，封装区域</translation>
</message>
<message>
<source>precision</source>
<translation>精度</translation>
</message>
<message>
<source>prefill</source>
<translation>prefill</translation>
</message>
<message>
<source>preparing the processes of {0}</source>
<translation>正在准备 {0}的进程</translation>
</message>
<message>
<source>print all tables in full</source>
<translation>完整打印所有表格</translation>
</message>
<message>
<source>print every metric, remark and difference, not only the first screen</source>
<translation>打印所有指标、说明和差异，而不只是第一屏</translation>
</message>
<message>
<source>print everything, not only the first screen</source>
<translation>打印全部内容，而不只是第一屏</translation>
</message>
<message>
<source>print one JSON document on standard output and nothing else</source>
<translation>在标准输出打印一个 JSON 文档，别无其他</translation>
</message>
<message>
<source>process {0} belongs to {1} and cannot be read</source>
<translation>进程 {0} 属于 {1}，无法读取</translation>
</message>
<message>
<source>process {0} has ended</source>
<translation>进程 {0} 已结束</translation>
</message>
<message>
<source>process {0} is a thread of the kernel</source>
<translation>进程 {0} 是内核线程</translation>
</message>
<message>
<source>processes came or went</source>
<translation>有进程出现或离开</translation>
</message>
<message>
<source>processor time of the processes ({0}) divided by samples</source>
<translation>各进程（{0}）的处理器时间除以样本数</translation>
</message>
<message>
<source>processor {0}</source>
<translation>处理器 {0}</translation>
</message>
<message>
<source>processors</source>
<translation>处理器数</translation>
</message>
<message>
<source>processors without VNNI or AMX gain little, and converting back and forth costs time</source>
<translation>没有 VNNI 或 AMX 的处理器收益很小，来回转换也要耗时</translation>
</message>
<message>
<source>products are computed in FP32</source>
<translation>乘积以 FP32 计算</translation>
</message>
<message>
<source>profile</source>
<translation>剖析</translation>
</message>
<message>
<source>profile of ten steps</source>
<translation>剖析 10 步</translation>
</message>
<message>
<source>profile the next steps of a live run</source>
<translation>剖析正在进行的运行接下来的若干步</translation>
</message>
<message>
<source>profile the next steps of a live run, or sample its Python stacks</source>
<translation>剖析正在进行的运行接下来的若干步，或对其 Python 栈采样</translation>
</message>
<message>
<source>profile to compare it with: what is new, gone, faster, slower</source>
<translation>用来对照的剖析：新增、消失、变快、变慢的内容</translation>
</message>
<message>
<source>profile: {0} are beyond the run's {1} steps</source>
<translation>profile：{0} 超出了运行的 {1} 步</translation>
</message>
<message>
<source>profile: {0} does not end after it begins</source>
<translation>profile：{0} 的结束不晚于其开始</translation>
</message>
<message>
<source>profile: {0} is not a step number</source>
<translation>profile：{0} 不是步号</translation>
</message>
<message>
<source>profile: {0} is not a time</source>
<translation>profile：{0} 不是时间</translation>
</message>
<message>
<source>profile: {0} is not known</source>
<translation>profile：不认识 {0}</translation>
</message>
<message>
<source>profile: {0} names no steps and no time</source>
<translation>profile：{0} 既没有指定步也没有指定时间</translation>
</message>
<message>
<source>profiled</source>
<translation>剖析</translation>
</message>
<message>
<source>profiles</source>
<translation>剖析结果</translation>
</message>
<message>
<source>profiling {0} may take {1} to {2} of disk, and up to {3} of main memory meanwhile</source>
<translation>剖析 {0} 可能占用 {1} 至 {2} 磁盘空间，期间最多占用 {3} 主内存</translation>
</message>
<message>
<source>profiling {0} will take about {1} of disk, and up to {2} of main memory meanwhile</source>
<translation>剖析 {0} 约占用 {1} 磁盘空间，期间最多占用 {2} 主内存</translation>
</message>
<message>
<source>program</source>
<translation>程序</translation>
</message>
<message>
<source>psutil cannot read it here: {0}</source>
<translation>psutil 在此处无法读取：{0}</translation>
</message>
<message>
<source>psutil reports no frequency here</source>
<translation>psutil 在此处没有报告频率</translation>
</message>
<message>
<source>psutil, resident sets</source>
<translation>psutil，常驻集</translation>
</message>
<message>
<source>py-spy cannot sample the program: {0}</source>
<translation>py-spy 无法对该程序采样：{0}</translation>
</message>
<message>
<source>py-spy did not end</source>
<translation>py-spy 没有结束</translation>
</message>
<message>
<source>py-spy is not permitted to inspect the program</source>
<translation>py-spy 无权查看该程序</translation>
</message>
<message>
<source>py-spy's trace cannot be read</source>
<translation>无法读取 py-spy 的 trace</translation>
</message>
<message>
<source>python on the PATH</source>
<translation>PATH 中的 python</translation>
</message>
<message>
<source>python3 on the PATH</source>
<translation>PATH 中的 python3</translation>
</message>
<message>
<source>quality</source>
<translation>质量</translation>
</message>
<message>
<source>queue it until its device is free; 'gpuscope plans' lists the queue</source>
<translation>排队等到其设备空闲；“gpuscope plans”列出队列</translation>
</message>
<message>
<source>random numbers</source>
<translation>随机数</translation>
</message>
<message>
<source>rank 0 tests the model, on another machine</source>
<translation>由另一台机器上的 rank 0 测试模型</translation>
</message>
<message>
<source>rank {0}</source>
<translation>rank {0}</translation>
</message>
<message>
<source>rank {0} {1}: {2}{3}</source>
<translation>rank {0} {1}：{2}{3}</translation>
</message>
<message>
<source>rank {0}: {1}</source>
<translation>rank {0}：{1}</translation>
</message>
<message>
<source>rank {0}: {1}{2}</source>
<translation>rank {0}：{1}{2}</translation>
</message>
<message>
<source>ranks</source>
<translation>Rank</translation>
</message>
<message>
<source>ratio</source>
<translation>比值</translation>
</message>
<message>
<source>ratio (95 %)</source>
<translation>比值（95 %）</translation>
</message>
<message>
<source>read every</source>
<translation>读取周期</translation>
</message>
<message>
<source>reading the prompts, up to the first new token</source>
<translation>读取提示，直到第一个新 token</translation>
</message>
<message>
<source>reading {0}  {1}</source>
<translation>正在读取 {0}  {1}</translation>
</message>
<message>
<source>readings</source>
<translation>读数</translation>
</message>
<message>
<source>readings are damaged in the store and shown as missing: {0} ('gpuscope show RUN --all' lists when)</source>
<translation>存储中有损坏的读数，显示为缺失：{0}（“gpuscope show ‹运行› --all”列出时间）</translation>
</message>
<message>
<source>readings cover only {0} of the window</source>
<translation>读数只覆盖区间的 {0}</translation>
</message>
<message>
<source>readings cover {0} of the window</source>
<translation>读数覆盖区间的 {0}</translation>
</message>
<message>
<source>readings fail with code {0}</source>
<translation>读取失败，代码 {0}</translation>
</message>
<message>
<source>readings of one width are needed, each with two stamps</source>
<translation>需要宽度一致的读数，每个带两个时间戳</translation>
</message>
<message>
<source>ready</source>
<translation>就绪</translation>
</message>
<message>
<source>reason</source>
<translation>原因</translation>
</message>
<message>
<source>recompilation</source>
<translation>重新编译</translation>
</message>
<message>
<source>record a large profile without asking</source>
<translation>预先同意可能很大的剖析结果</translation>
</message>
<message>
<source>record a running process and its children, or the machine</source>
<translation>记录一个正在运行的进程及其子进程，或整机</translation>
</message>
<message>
<source>record the readings: one row per instant, as 'export' writes them</source>
<translation>录制读数：每个时刻一行，与“export”写出的一样</translation>
</message>
<message>
<source>record the sensors for --sensor replay:FILE</source>
<translation>录制传感器，供 --sensor replay:‹文件› 使用</translation>
</message>
<message>
<source>recorded</source>
<translation>录制</translation>
</message>
<message>
<source>recorded by {0}, </source>
<translation>由 {0} 记录，</translation>
</message>
<message>
<source>recorded on {0} on {1}</source>
<translation>{1} 在 {0} 上录制</translation>
</message>
<message>
<source>recorder</source>
<translation>记录器</translation>
</message>
<message>
<source>recorder and helper take {0} of a core at the default rates</source>
<translation>在默认频率下，记录器与传感器进程占用一个核心的 {0}</translation>
</message>
<message>
<source>recording alone cannot explain the difference</source>
<translation>仅凭录制本身无法解释该差异</translation>
</message>
<message>
<source>recording ended; the process goes on</source>
<translation>记录已结束；进程继续运行</translation>
</message>
<message>
<source>recording idle power</source>
<translation>正在记录空闲功率</translation>
</message>
<message>
<source>recording to {0}; Ctrl-C ends it</source>
<translation>正在录制到 {0}；Ctrl-C 结束</translation>
</message>
<message>
<source>recording works only on Linux so far</source>
<translation>目前只能在 Linux 上记录</translation>
</message>
<message>
<source>recording {0}</source>
<translation>正在录制 {0}</translation>
</message>
<message>
<source>recovered run {0} ({1}) from {2}</source>
<translation>已从 {2} 恢复运行 {0}（{1}）</translation>
</message>
<message>
<source>reduction</source>
<translation>归约</translation>
</message>
<message>
<source>registers per thread</source>
<translation>registers per thread</translation>
</message>
<message>
<source>remove deleted runs for good, with samples and output, and free their space</source>
<translation>彻底删除所有已删除的运行（连同读数和输出），并释放空间</translation>
</message>
<message>
<source>remove the torch that --install installed</source>
<translation>删除由 --install 安装的 torch</translation>
</message>
<message>
<source>removed from the queue</source>
<translation>已从队列中移除</translation>
</message>
<message>
<source>render stage</source>
<translation>渲染阶段</translation>
</message>
<message>
<source>rendezvous</source>
<translation>会合点</translation>
</message>
<message>
<source>repair</source>
<translation>修复</translation>
</message>
<message>
<source>repairing the store {0} needs {1}, and its disk has {2} free</source>
<translation>修复存储 {0} 需要 {1}，而其磁盘仅剩 {2}</translation>
</message>
<message>
<source>repeat each rung, for an interval and a verdict; takes many minutes</source>
<translation>重复每一级，以得到区间和结论；需要很多分钟</translation>
</message>
<message>
<source>repeat {0} of {1}: {2}</source>
<translation>第 {0} 次重复（共 {1} 次）：{2}</translation>
</message>
<message>
<source>repeat {0}: {1}</source>
<translation>第 {0} 次重复：{1}</translation>
</message>
<message>
<source>replay needs a file</source>
<translation>replay 需要文件</translation>
</message>
<message>
<source>replay runs side by side on one clock: who finishes first, and the energy each uses</source>
<translation>在同一时钟上并排重放运行：谁最先完成，各消耗多少能量</translation>
</message>
<message>
<source>replay runs side by side on one clock; as a GIF, or as a video if ffmpeg is installed</source>
<translation>在同一时钟上并排重放运行；导出为 GIF，安装了 ffmpeg 时可导出为视频</translation>
</message>
<message>
<source>restore the named runs</source>
<translation>恢复所指定的运行</translation>
</message>
<message>
<source>retrying for {0}</source>
<translation>在 {0} 内重试</translation>
</message>
<message>
<source>return codes</source>
<translation>返回码</translation>
</message>
<message>
<source>roofline</source>
<translation>Roofline</translation>
</message>
<message>
<source>run</source>
<translation>运行</translation>
</message>
<message>
<source>run a workload over ranges of one or two settings: knee, Pareto front, limit of memory</source>
<translation>在一两项设置的范围内运行负载：拐点、帕累托前沿、内存何时耗尽</translation>
</message>
<message>
<source>run a workload, or any command after --, and record it</source>
<translation>运行一个负载，或 -- 之后的任意命令，并记录它</translation>
</message>
<message>
<source>run id, its beginning, or 'last' for the newest</source>
<translation>运行的 ID 或其开头，或“last”表示最新的运行</translation>
</message>
<message>
<source>run id, its beginning, or 'last' for the newest live run</source>
<translation>运行的 id、其开头，或 'last' 表示最新的进行中的运行</translation>
</message>
<message>
<source>run this when an alert fires, without a shell, for 30 s at most; GPUSCOPE_ALERT, GPUSCOPE_RUN and others say what happened</source>
<translation>触发警报时运行它，不经过 shell，最多 30 秒；GPUSCOPE_ALERT、GPUSCOPE_RUN 等变量说明发生了什么</translation>
</message>
<message>
<source>run variants of a workload interleaved, and report measurable differences</source>
<translation>轮流运行负载的各变体，并报告可测的差异</translation>
</message>
<message>
<source>run was</source>
<translation>个运行</translation>
</message>
<message>
<source>run whose curves --perfetto adds (default: those of the run that is named)</source>
<translation>--perfetto 取谁的曲线（默认：所指定的运行）</translation>
</message>
<message>
<source>run workloads with this Python, 3.11 or newer, and its torch, 2.11 or newer</source>
<translation>用这个 Python（3.11 或更新）及其 torch（2.11 或更新）运行负载</translation>
</message>
<message>
<source>run {0} ({1})</source>
<translation>运行 {0}（{1}）</translation>
</message>
<message>
<source>run {0} ({1}) was begun before and is not over yet: waits for its end</source>
<translation>运行 {0}（{1}）此前已开始，尚未结束：等待其结束</translation>
</message>
<message>
<source>run {0} cannot be profiled: {1}</source>
<translation>无法剖析运行 {0}：{1}</translation>
</message>
<message>
<source>run {0} could not be recovered: {1}</source>
<translation>无法恢复运行 {0}：{1}</translation>
</message>
<message>
<source>run {0} does not fit into a bundle: {1}</source>
<translation>运行 {0} 无法放入运行包：{1}</translation>
</message>
<message>
<source>run {0} has no profile</source>
<translation>运行 {0} 没有剖析</translation>
</message>
<message>
<source>run {0} has no program whose stacks can be sampled</source>
<translation>运行 {0} 没有可对栈采样的程序</translation>
</message>
<message>
<source>run {0} has no series {1} {2}</source>
<translation>运行 {0} 没有序列 {1} {2}</translation>
</message>
<message>
<source>run {0} is being recorded by another process</source>
<translation>运行 {0} 正由另一进程记录</translation>
</message>
<message>
<source>run {0} is damaged in the store {1} ({2})</source>
<translation>运行 {0} 在存储 {1} 中已损坏（{2}）</translation>
</message>
<message>
<source>run {0} is live and cannot be deleted</source>
<translation>运行 {0} 正在进行，无法删除</translation>
</message>
<message>
<source>run {0} is live and cannot be exported</source>
<translation>运行 {0} 正在进行，无法导出</translation>
</message>
<message>
<source>run {0} is not in the store yet</source>
<translation>运行 {0} 尚未写入存储</translation>
</message>
<message>
<source>run {0} is not in the store, or not whole: {1}</source>
<translation>运行 {0} 不在存储中，或不完整：{1}</translation>
</message>
<message>
<source>run {0} is not live: it is {1}</source>
<translation>运行 {0} 不在进行：它{1}</translation>
</message>
<message>
<source>run {0} is still live after {1} s</source>
<translation>运行 {0} 在 {1} 秒后仍在进行</translation>
</message>
<message>
<source>run {0} of {1}: {2}</source>
<translation>第 {0} 个运行，共 {1} 个：{2}</translation>
</message>
<message>
<source>run {0} started; watch it with: gpuscope show {1} --follow</source>
<translation>运行 {0} 已启动；观察它：gpuscope show {1} --follow</translation>
</message>
<message>
<source>run {0} was interrupted ({1}); {2} is run again</source>
<translation>运行 {0} 已中断（{1}）；{2}将再次运行</translation>
</message>
<message>
<source>run {0}, {1} {2}: {3}</source>
<translation>运行 {0}，{1} {2}：{3}</translation>
</message>
<message>
<source>run {0}: {1}</source>
<translation>运行 {0}：{1}</translation>
</message>
<message>
<source>run, ladder, sweep, runs, compare, race, profile, machine, help, health or settings</source>
<translation>run、ladder、sweep、runs、compare、race、profile、machine、help、health 或 settings</translation>
</message>
<message>
<source>rung</source>
<translation>级</translation>
</message>
<message>
<source>running</source>
<translation>正在运行</translation>
</message>
<message>
<source>running on {0}</source>
<translation>在 {0} 上执行</translation>
</message>
<message>
<source>runs</source>
<translation>运行</translation>
</message>
<message>
<source>runs no sitecustomize</source>
<translation>不运行 sitecustomize</translation>
</message>
<message>
<source>runs of each side of a rung, with --thorough (default 5)</source>
<translation>使用 --thorough 时每级每侧的运行次数（默认 5）</translation>
</message>
<message>
<source>runs of each variant (default {0}, enough for a claim)</source>
<translation>每个变体的运行次数（默认 {0}，为下结论所需）</translation>
</message>
<message>
<source>runs per rung (default 1); from 2 on with an interval and a verdict</source>
<translation>每级的运行次数（默认 1）；从 2 起带区间和结论</translation>
</message>
<message>
<source>runs were</source>
<translation>个运行</translation>
</message>
<message>
<source>runs, the plan of a ladder, or trace files to show on the page</source>
<translation>页面上要显示的运行、阶梯的计划或 trace 文件</translation>
</message>
<message>
<source>salvaged</source>
<translation>已抢救</translation>
</message>
<message>
<source>salvaged from a damaged store: its row was damaged, {0}</source>
<translation>从损坏的存储中抢救：其行已损坏，{0}</translation>
</message>
<message>
<source>same</source>
<translation>相同</translation>
</message>
<message>
<source>same settings and environment</source>
<translation>设置与环境相同</translation>
</message>
<message>
<source>same settings, but {0} differs</source>
<translation>设置相同，但 {0} 不同</translation>
</message>
<message>
<source>same settings; the environment differs in {0} settings</source>
<translation>设置相同；环境有 {0} 项设置不同</translation>
</message>
<message>
<source>same {0}</source>
<translation>{0} 相同</translation>
</message>
<message>
<source>sample Python stacks with py-spy instead, for so long: 10s</source>
<translation>改用 py-spy 对 Python 栈采样，持续这么久：10s</translation>
</message>
<message>
<source>samples</source>
<translation>样本</translation>
</message>
<message>
<source>samples are changed at random, and a twin in FP64 would get others</source>
<translation>样本会随机变换，FP64 的对照训练会得到不同的样本</translation>
</message>
<message>
<source>samples cannot be compared: {0}</source>
<translation>样本无法并排比较：{0}</translation>
</message>
<message>
<source>samples were reported for only {0} of {1} steps</source>
<translation>只有 {1} 步中的 {0} 步报告了样本数</translation>
</message>
<message>
<source>samples/s</source>
<translation>样本/秒</translation>
</message>
<message>
<source>sampling stacks for {0}</source>
<translation>正在对栈采样 {0}</translation>
</message>
<message>
<source>schedule=torch.profiler.schedule(wait=1, warmup=5, active=10)</source>
<translation>schedule=torch.profiler.schedule(wait=1, warmup=5, active=10)</translation>
</message>
<message>
<source>scikit-learn's handwritten digits are not installed here</source>
<translation>此处没有安装 scikit-learn 的手写数字</translation>
</message>
<message>
<source>script</source>
<translation>脚本</translation>
</message>
<message>
<source>seconds of the race per second of film (default: a film of at most 20 s)</source>
<translation>影片中一秒对应竞速的多少秒（默认：使其不超过 20 秒）</translation>
</message>
<message>
<source>seed</source>
<translation>种子</translation>
</message>
<message>
<source>seen to move</source>
<translation>看到变化</translation>
</message>
<message>
<source>sensor helper</source>
<translation>传感器进程</translation>
</message>
<message>
<source>sensors of {0}</source>
<translation>{0} 的传感器</translation>
</message>
<message>
<source>set a damaged store aside and salvage what is readable</source>
<translation>移置损坏的存储，并抢救可读的内容</translation>
</message>
<message>
<source>set runs side by side</source>
<translation>并排比较运行</translation>
</message>
<message>
<source>setting</source>
<translation>设置</translation>
</message>
<message>
<source>settings</source>
<translation>设置</translation>
</message>
<message>
<source>several calls</source>
<translation>若干个调用</translation>
</message>
<message>
<source>several gigabytes to download, and about twice as much on disk</source>
<translation>需下载数 GB，占用磁盘约为其两倍</translation>
</message>
<message>
<source>shapes</source>
<translation>形状</translation>
</message>
<message>
<source>share, and its source</source>
<translation>占比及其由来</translation>
</message>
<message>
<source>shared memory</source>
<translation>shared memory</translation>
</message>
<message>
<source>show a run: result, figures, gaps</source>
<translation>显示一个运行：其结果、数值、间断</translation>
</message>
<message>
<source>show the PyTorch that workloads use; choose another Python's, or install it</source>
<translation>显示负载所用的 PyTorch；选择另一个 Python 中的，或安装它</translation>
</message>
<message>
<source>show this help message and exit</source>
<translation>显示本帮助并退出</translation>
</message>
<message>
<source>show what a profiler's trace holds: where the device's time went, operators, kernels</source>
<translation>说明剖析器的 trace 的内容：设备时间的去向、算子、核函数</translation>
</message>
<message>
<source>signal {0}</source>
<translation>信号 {0}</translation>
</message>
<message>
<source>signed char</source>
<translation>signed char</translation>
</message>
<message>
<source>simulated</source>
<translation>模拟</translation>
</message>
<message>
<source>simulation</source>
<translation>模拟程序</translation>
</message>
<message>
<source>size of a .pdf file's pages (default: a4)</source>
<translation>.pdf 文件的页面大小（默认：a4）</translation>
</message>
<message>
<source>size of main memory</source>
<translation>主内存大小</translation>
</message>
<message>
<source>slow by design</source>
<translation>按设计较慢</translation>
</message>
<message>
<source>slower</source>
<translation>变慢</translation>
</message>
<message>
<source>small kernels</source>
<translation>小核函数</translation>
</message>
<message>
<source>small models do not fill a GPU</source>
<translation>小模型不能充分利用 GPU</translation>
</message>
<message>
<source>small operations take longer to distribute than to compute</source>
<translation>小运算的分发时间比计算时间还长</translation>
</message>
<message>
<source>so it is no ceiling</source>
<translation>因此它不是上限</translation>
</message>
<message>
<source>softmax</source>
<translation>softmax</translation>
</message>
<message>
<source>something else used it (utilization {0})</source>
<translation>有其他程序在使用它（利用率 {0}）</translation>
</message>
<message>
<source>something outside</source>
<translation>外部内容</translation>
</message>
<message>
<source>sorting</source>
<translation>排序</translation>
</message>
<message>
<source>source</source>
<translation>来源</translation>
</message>
<message>
<source>source, or why it is missing</source>
<translation>来源，或缺失的原因</translation>
</message>
<message>
<source>sources disagree</source>
<translation>来源不一致</translation>
</message>
<message>
<source>stacks are sampled by py-spy, which is not installed</source>
<translation>栈采样由 py-spy 进行，而它没有安装</translation>
</message>
<message>
<source>stacks are sampled for 1 s to {0} s, not for {1}</source>
<translation>栈采样时间为 1 秒到 {0} 秒，而不是 {1}</translation>
</message>
<message>
<source>stage {0} of {1}: {2}</source>
<translation>第 {0} 阶段，共 {1} 阶段：{2}</translation>
</message>
<message>
<source>stand-in</source>
<translation>替身</translation>
</message>
<message>
<source>stand-in NVML {0}</source>
<translation>替身 NVML {0}</translation>
</message>
<message>
<source>stand-in sysfs {0}</source>
<translation>替身 sysfs {0}</translation>
</message>
<message>
<source>standard output cannot be written: {0}</source>
<translation>无法写入标准输出：{0}</translation>
</message>
<message>
<source>start it in the background; 'gpuscope plans' shows its progress</source>
<translation>在后台启动；“gpuscope plans”显示其进度</translation>
</message>
<message>
<source>start it in the background; 'show --follow' watches it</source>
<translation>在后台启动；“show --follow”可观察它</translation>
</message>
<message>
<source>start of the program</source>
<translation>程序启动</translation>
</message>
<message>
<source>started</source>
<translation>开始</translation>
</message>
<message>
<source>started {0}</source>
<translation>{0} 开始</translation>
</message>
<message>
<source>started {0} on {1}</source>
<translation>{0} 在 {1} 上开始</translation>
</message>
<message>
<source>starting</source>
<translation>正在启动</translation>
</message>
<message>
<source>starting and writing took {0}</source>
<translation>启动和写入用时 {0}</translation>
</message>
<message>
<source>state</source>
<translation>状态</translation>
</message>
<message>
<source>statistical estimate: power folded on the step's phase</source>
<translation>统计估计：按步的阶段折叠的功率</translation>
</message>
<message>
<source>stay in the terminal even if there is a screen</source>
<translation>即使有屏幕也留在终端中</translation>
</message>
<message>
<source>step time</source>
<translation>步时</translation>
</message>
<message>
<source>step time locks to the power sensor ({0}); a jitter between blocks of steps would undo it</source>
<translation>步时与功率传感器同步（{0}）；在步块之间加入抖动可消除</translation>
</message>
<message>
<source>step was detected</source>
<translation>检测到步</translation>
</message>
<message>
<source>step {0}</source>
<translation>第 {0} 步</translation>
</message>
<message>
<source>steps</source>
<translation>步</translation>
</message>
<message>
<source>steps are not recorded</source>
<translation>不记录步</translation>
</message>
<message>
<source>steps are not recorded: {0}</source>
<translation>不记录步：{0}</translation>
</message>
<message>
<source>steps cannot be detected: another sitecustomize or PYTHONPATH replaced gpuscope's</source>
<translation>检测不到步：另一个 sitecustomize 或 PYTHONPATH 取代了 gpuscope 的</translation>
</message>
<message>
<source>steps cannot be detected: the program runs as another user, who cannot write to the run's folder</source>
<translation>检测不到步：程序以另一用户身份运行，该用户无法写入运行的文件夹</translation>
</message>
<message>
<source>steps cannot be detected: {0} -{1} {2}</source>
<translation>检测不到步：{0} -{1} {2}</translation>
</message>
<message>
<source>steps cannot be detected: {0} is older than Python 3.8</source>
<translation>检测不到步：{0} 比 Python 3.8 更旧</translation>
</message>
<message>
<source>steps of {0} cannot be detected; {1}</source>
<translation>检测不到 {0} 的步；{1}</translation>
</message>
<message>
<source>steps that do not wait for data gain nothing</source>
<translation>不等待数据的步无法再少等</translation>
</message>
<message>
<source>steps that took no longer</source>
<translation>不超过该时间的步</translation>
</message>
<message>
<source>steps {0} to {1}</source>
<translation>第 {0} 至 {1} 步</translation>
</message>
<message>
<source>steps/s</source>
<translation>步/秒</translation>
</message>
<message>
<source>stop a live run or a plan cleanly</source>
<translation>停止正在进行的运行或计划</translation>
</message>
<message>
<source>stop after N seconds (default: at Ctrl-C)</source>
<translation>N 秒后停止（默认：Ctrl-C 时）</translation>
</message>
<message>
<source>stop after N seconds (default: at the process's end, 'stop' or Ctrl-C)</source>
<translation>N 秒后停止（默认：进程结束、“stop”或 Ctrl-C 时）</translation>
</message>
<message>
<source>stopped</source>
<translation>已停止</translation>
</message>
<message>
<source>stopped before the measured part was over</source>
<translation>在测量部分结束之前被停止</translation>
</message>
<message>
<source>stopped by Ctrl-C</source>
<translation>被 Ctrl-C 停止</translation>
</message>
<message>
<source>stopped by Ctrl-\</source>
<translation>被 Ctrl-\ 停止</translation>
</message>
<message>
<source>stopped by SIGTERM</source>
<translation>被 SIGTERM 停止</translation>
</message>
<message>
<source>stopped by request</source>
<translation>按请求停止</translation>
</message>
<message>
<source>stopped on request</source>
<translation>按请求停止</translation>
</message>
<message>
<source>stopped; 'gpuscope resume {0}' goes on</source>
<translation>已停止；“gpuscope resume {0}”可继续</translation>
</message>
<message>
<source>stopped; {0}</source>
<translation>已停止；{0}</translation>
</message>
<message>
<source>stopping, at the latest in {0} s</source>
<translation>正在停止，最迟 {0} 秒后</translation>
</message>
<message>
<source>stopping, at the latest in {0} s · {1}</source>
<translation>正在停止，最迟 {0} 秒后 · {1}</translation>
</message>
<message>
<source>store</source>
<translation>存储</translation>
</message>
<message>
<source>stores of {0} are not supported</source>
<translation>尚不支持 {0} 存储</translation>
</message>
<message>
<source>student without a teacher</source>
<translation>没有教师的学生</translation>
</message>
<message>
<source>swatch stacked</source>
<translation>swatch stacked</translation>
</message>
<message>
<source>sweep report</source>
<translation>扫描报告</translation>
</message>
<message>
<source>switched off: {0}</source>
<translation>已关闭：{0}</translation>
</message>
<message>
<source>sync boost</source>
<translation>同步加速</translation>
</message>
<message>
<source>synchronization</source>
<translation>同步</translation>
</message>
<message>
<source>synthetic data</source>
<translation>合成数据</translation>
</message>
<message>
<source>sysfs {0}</source>
<translation>sysfs {0}</translation>
</message>
<message>
<source>tags</source>
<translation>标签</translation>
</message>
<message>
<source>tags are a list of texts</source>
<translation>标签应为文本列表</translation>
</message>
<message>
<source>takes {0} less {1}</source>
<translation>{1}少 {0}</translation>
</message>
<message>
<source>takes {0} more {1}</source>
<translation>{1}多 {0}</translation>
</message>
<message>
<source>task</source>
<translation>任务</translation>
</message>
<message>
<source>temporary</source>
<translation>临时</translation>
</message>
<message>
<source>text</source>
<translation>文字</translation>
</message>
<message>
<source>text is needed</source>
<translation>需要文本</translation>
</message>
<message>
<source>text of the mark</source>
<translation>标记的文字</translation>
</message>
<message>
<source>tf32 on {0}: only NVIDIA GPUs of compute capability 8.0 or higher have it</source>
<translation>{0} 上的 tf32：只有计算能力 8.0 或更高的 NVIDIA GPU 才有</translation>
</message>
<message>
<source>that is not a file name</source>
<translation>这不是文件名</translation>
</message>
<message>
<source>the 95 % interval {0}includes {1}</source>
<translation>{0}95 % 区间包含 {1}</translation>
</message>
<message>
<source>the C++ kernel could not be compiled: {0}</source>
<translation>无法编译 C++ 核函数：{0}</translation>
</message>
<message>
<source>the CPU</source>
<translation>CPU</translation>
</message>
<message>
<source>the CSV (default {0}, in this folder); the PDF is written next to it</source>
<translation>CSV 文件（默认 {0}，在此文件夹中）；PDF 与它放在一起</translation>
</message>
<message>
<source>the CUDA kernel could not be compiled: {0}</source>
<translation>无法编译 CUDA 核函数：{0}</translation>
</message>
<message>
<source>the Energy Meter Interface reports no energy of the main memory</source>
<translation>Energy Meter Interface 没有报告主内存的能耗</translation>
</message>
<message>
<source>the FLOP/s</source>
<translation>FLOP/s</translation>
</message>
<message>
<source>the GPU did not answer in time</source>
<translation>GPU 没有及时应答</translation>
</message>
<message>
<source>the GPU does not answer any more</source>
<translation>GPU 不再应答</translation>
</message>
<message>
<source>the GPU is integrated: its energy is part of the processor package's</source>
<translation>该 GPU 为集成显卡：其能耗属于处理器封装</translation>
</message>
<message>
<source>the GPU is lost: it no longer answers on the bus</source>
<translation>GPU 丢失：它不再在总线上应答</translation>
</message>
<message>
<source>the GPU is suspended to save power, and is not woken</source>
<translation>GPU 已挂起以省电，不会将其唤醒</translation>
</message>
<message>
<source>the GPU needs a reset</source>
<translation>GPU 需要重置</translation>
</message>
<message>
<source>the GPU with the UUID {0} was not recorded</source>
<translation>没有记录 UUID 为 {0} 的 GPU</translation>
</message>
<message>
<source>the GPU's library did not answer within {0} s</source>
<translation>GPU 的库在 {0} 秒内没有应答</translation>
</message>
<message>
<source>the LiteRT runtime</source>
<translation>LiteRT 运行时</translation>
</message>
<message>
<source>the NVIDIA driver is loaded, but reports no GPU</source>
<translation>NVIDIA 驱动已加载，但没有报告 GPU</translation>
</message>
<message>
<source>the NVIDIA driver is not loaded</source>
<translation>NVIDIA 驱动没有加载</translation>
</message>
<message>
<source>the NVIDIA driver was updated while the old one is still loaded</source>
<translation>NVIDIA 驱动已更新，但旧驱动仍在加载中</translation>
</message>
<message>
<source>the OpenCL driver refuses the program: {0}</source>
<translation>OpenCL 驱动拒绝该程序：{0}</translation>
</message>
<message>
<source>the Python chosen to run workloads cannot be used: {0}</source>
<translation>为运行负载所选的 Python 无法使用：{0}</translation>
</message>
<message>
<source>the Python package nvidia-ml-py cannot be imported: {0}</source>
<translation>无法导入 Python 软件包 nvidia-ml-py：{0}</translation>
</message>
<message>
<source>the active conda environment</source>
<translation>当前 conda 环境</translation>
</message>
<message>
<source>the active virtual environment</source>
<translation>当前虚拟环境</translation>
</message>
<message>
<source>the alert command cannot be read: {0}</source>
<translation>无法读取警报命令：{0}</translation>
</message>
<message>
<source>the alert command cannot be started: {0}</source>
<translation>无法启动警报命令：{0}</translation>
</message>
<message>
<source>the alert command failed with code {0}</source>
<translation>警报命令失败，退出码 {0}</translation>
</message>
<message>
<source>the alert command is empty</source>
<translation>警报命令为空</translation>
</message>
<message>
<source>the alert command took longer than {0} s and was ended</source>
<translation>警报命令用时超过 {0} 秒，已被结束</translation>
</message>
<message>
<source>the alert command was not run: {0} of its runs have not ended yet</source>
<translation>未运行警报命令：其中 {0} 次尚未结束</translation>
</message>
<message>
<source>the alert command {0} was not found</source>
<translation>找不到警报命令 {0}</translation>
</message>
<message>
<source>the alert {0} cannot fire here: {1}</source>
<translation>警报 {0} 在此处无法触发：{1}</translation>
</message>
<message>
<source>the alert {0} could never fire here: {1}</source>
<translation>警报 {0} 在此处永远不会触发：{1}</translation>
</message>
<message>
<source>the alert {0} had nothing to watch: no step was detected; gpuscope.step() reports them</source>
<translation>警报 {0} 没有可监视的内容：没有检测到步；gpuscope.step() 可报告步</translation>
</message>
<message>
<source>the alert {0} had nothing to watch: the program reported no loss; gpuscope.log(loss=loss) does</source>
<translation>警报 {0} 没有可监视的内容：程序没有报告损失；gpuscope.log(loss=loss) 可报告</translation>
</message>
<message>
<source>the averaging period of the power sensor is unknown</source>
<translation>功率传感器的平均时长未知</translation>
</message>
<message>
<source>the back end is not open</source>
<translation>后端没有打开</translation>
</message>
<message>
<source>the backward pass, the clearing of the gradients included</source>
<translation>反向传播，含梯度清零</translation>
</message>
<message>
<source>the baseline</source>
<translation>基线</translation>
</message>
<message>
<source>the batch of {0} is larger than the data set of {1}: it holds samples several times</source>
<translation>批大小 {0} 大于 {1} 的数据集：同一样本会多次出现</translation>
</message>
<message>
<source>the budget of {0} is spent</source>
<translation>{0} 的预算已用尽</translation>
</message>
<message>
<source>the build tool ninja</source>
<translation>构建工具 ninja</translation>
</message>
<message>
<source>the bundle's document</source>
<translation>运行包的文档</translation>
</message>
<message>
<source>the bundle's version</source>
<translation>运行包的版本</translation>
</message>
<message>
<source>the calls</source>
<translation>调用</translation>
</message>
<message>
<source>the capture has no device work</source>
<translation>采集期间没有设备活动</translation>
</message>
<message>
<source>the clock was held down because the device, or its memory, was too hot.</source>
<translation>因设备或其显存过热而压低了频率。</translation>
</message>
<message>
<source>the clock was held down to keep the power limit.</source>
<translation>为遵守功率上限而压低了频率。</translation>
</message>
<message>
<source>the command</source>
<translation>命令</translation>
</message>
<message>
<source>the command line and the environment together are too long for this system</source>
<translation>命令行与环境合起来对本系统来说太长</translation>
</message>
<message>
<source>the command or its environment holds a NUL character</source>
<translation>命令或其环境含有 NUL 字符</translation>
</message>
<message>
<source>the command's arguments hold a secret, and a plan would store it</source>
<translation>命令的参数含有机密，而计划会将其存储</translation>
</message>
<message>
<source>the command's environment holds a secret, and a plan would store it</source>
<translation>命令的环境含有机密，而计划会将其存储</translation>
</message>
<message>
<source>the computer slept</source>
<translation>计算机处于睡眠</translation>
</message>
<message>
<source>the counter jumped by more than the device can draw</source>
<translation>计数器的跳变超过了设备所能消耗的</translation>
</message>
<message>
<source>the counter of {0} went back, and its range, which distinguishes a wrap from a reset, cannot be read</source>
<translation>{0} 的计数器倒退，且无法读取其量程（用以区分回绕与重置）</translation>
</message>
<message>
<source>the counter of {0} went from {1} J to {2} J within {3} s: it was reset</source>
<translation>{0} 的计数器在 {3} 秒内从 {1} J 变为 {2} J：已重置</translation>
</message>
<message>
<source>the counter stood still</source>
<translation>计数器没有变化</translation>
</message>
<message>
<source>the counter was first read {0} s into the window</source>
<translation>进入区间 {0} 秒后才首次读取计数器</translation>
</message>
<message>
<source>the counter was last {0} {1} s before the window's end</source>
<translation>计数器最后一次{0}在区间结束前 {1} 秒</translation>
</message>
<message>
<source>the counter was not read for {0} s, during which it may have wrapped unnoticed</source>
<translation>计数器有 {0} 秒未被读取，其间可能在未察觉时重新开始</translation>
</message>
<message>
<source>the counter was not read often enough</source>
<translation>计数器的读取不够频繁</translation>
</message>
<message>
<source>the counter went backwards within the window (a reset)</source>
<translation>计数器在区间内倒退（重置）</translation>
</message>
<message>
<source>the counters of powercap are hidden from this container</source>
<translation>powercap 的计数器对此容器隐藏</translation>
</message>
<message>
<source>the cure is no line of code for PyTorch</source>
<translation>该对策不是一行 PyTorch 代码</translation>
</message>
<message>
<source>the damaged store was set aside as {0}, and the disk is too full to copy its runs</source>
<translation>已损坏的存储已移置为 {0}，但磁盘已满，无法复制其中的运行</translation>
</message>
<message>
<source>the damaged store was set aside as {0}; {1}</source>
<translation>损坏的存储已移置为 {0}；{1}</translation>
</message>
<message>
<source>the device has no energy counter</source>
<translation>该设备没有能量计数器</translation>
</message>
<message>
<source>the device of the run was not recorded</source>
<translation>没有记录运行的设备</translation>
</message>
<message>
<source>the device was not recorded</source>
<translation>没有记录该设备</translation>
</message>
<message>
<source>the devices</source>
<translation>设备</translation>
</message>
<message>
<source>the difference is judged, not the ratio: {0}, 95 % interval {1} to {2}</source>
<translation>判定依据是差值而非比值：{0}，95 % 区间 {1} 至 {2}</translation>
</message>
<message>
<source>the direct sum of the same numbers in FP64</source>
<translation>相同数值以 FP64 直接求和</translation>
</message>
<message>
<source>the disk became full while torch was installed</source>
<translation>安装 torch 时磁盘已满</translation>
</message>
<message>
<source>the disk is full: {0}</source>
<translation>磁盘已满：{0}</translation>
</message>
<message>
<source>the disk reports an error</source>
<translation>磁盘报告错误</translation>
</message>
<message>
<source>the driver does not offer it under WSL</source>
<translation>驱动在 WSL 下不提供</translation>
</message>
<message>
<source>the driver refuses it: {0}</source>
<translation>驱动拒绝：{0}</translation>
</message>
<message>
<source>the driver restricts it to administrators</source>
<translation>驱动只提供给管理员</translation>
</message>
<message>
<source>the driver's library {0} is not there (a container needs NVIDIA's runtime)</source>
<translation>驱动的库 {0} 不存在（容器需要 NVIDIA 的运行时）</translation>
</message>
<message>
<source>the duration of the run's other steps is not known</source>
<translation>该运行其他步的时长未知</translation>
</message>
<message>
<source>the eager model in the same precision, {0}</source>
<translation>相同精度的 eager 模型，{0}</translation>
</message>
<message>
<source>the end</source>
<translation>结束</translation>
</message>
<message>
<source>the end of the first step was not recorded</source>
<translation>没有记录第一步的结束</translation>
</message>
<message>
<source>the end of the run is not stored: {0}; it is kept in {1}; {2}</source>
<translation>运行的结尾没有存储：{0}；它保存在 {1} 中；{2}</translation>
</message>
<message>
<source>the end of the run is not stored: {0}; the next run recovers it once the store can be written</source>
<translation>运行的结尾未存储：{0}；存储可写后，下一个启动的运行会恢复它</translation>
</message>
<message>
<source>the ends of some steps were lost</source>
<translation>部分步的结束丢失</translation>
</message>
<message>
<source>the ends of {0} were lost</source>
<translation>{0} 的结束丢失</translation>
</message>
<message>
<source>the energy counter disagrees with the power sensor: it counted {0}</source>
<translation>能量计数器与功率传感器不一致：它计得 {0}</translation>
</message>
<message>
<source>the energy counter jumped by {0} J within {1} s, more than the power limit allows</source>
<translation>能量计数器在 {1} 秒内跳变 {0} J，超过了功率上限所允许的</translation>
</message>
<message>
<source>the energy counter went back from {0} J to {1} J: the driver was loaded again or the GPU reset</source>
<translation>能量计数器从 {0} J 退回到 {1} J：驱动被重新加载或 GPU 被重置</translation>
</message>
<message>
<source>the energy is missing</source>
<translation>能耗缺失</translation>
</message>
<message>
<source>the energy is zero</source>
<translation>能耗为零</translation>
</message>
<message>
<source>the environment</source>
<translation>环境</translation>
</message>
<message>
<source>the event is in an error state</source>
<translation>该事件处于错误状态</translation>
</message>
<message>
<source>the exit code</source>
<translation>退出码</translation>
</message>
<message>
<source>the file belongs to no run with recorded power</source>
<translation>该文件不属于任何记录了功率的运行</translation>
</message>
<message>
<source>the file is cut before the first reading, so that there is nothing to play; take a whole copy of the recording</source>
<translation>文件在首个读数之前被截断，没有可播放的内容；请取完整的录制副本</translation>
</message>
<message>
<source>the file is cut short</source>
<translation>该文件被截断</translation>
</message>
<message>
<source>the file is not of this version</source>
<translation>该文件不是此版本的</translation>
</message>
<message>
<source>the file to write: .gpuscope for a bundle that 'gpuscope import' reads on another machine; .csv; or .json for all that was recorded of one run (its document as of show --json, readings, steps, logged values, marks); an older one is replaced; - is CSV on standard output</source>
<translation>要写入的文件：.gpuscope 为另一台机器上“gpuscope import”可读的运行包；.csv；或 .json，含一个运行的全部记录（如 show --json 的文档、读数、步、记录的值、标记）；已有的文件会被替换；- 表示向标准输出写 CSV</translation>
</message>
<message>
<source>the film would last {0} s</source>
<translation>影片将长达 {0} 秒</translation>
</message>
<message>
<source>the filter is larger than the image</source>
<translation>滤波器大于图像</translation>
</message>
<message>
<source>the first</source>
<translation>第一个</translation>
</message>
<message>
<source>the first bytes of the store {0} are damaged</source>
<translation>存储 {0} 开头的字节已损坏</translation>
</message>
<message>
<source>the first of {0} threads that took steps, each with optimizers of its own; energy and memory are of all of them</source>
<translation>{0} 个走步线程中的第一个（各有自己的优化器）；能耗和内存为所有线程之和</translation>
</message>
<message>
<source>the first process to report any, while {0} took steps</source>
<translation>第一个报告步的进程（共有 {0} 个进程执行步）</translation>
</message>
<message>
<source>the folder of the store {0} is not writable: a copy of the store is read</source>
<translation>存储 {0} 的文件夹不可写：读取存储的副本</translation>
</message>
<message>
<source>the folder {0} is not there and cannot be made: {1}</source>
<translation>文件夹 {0} 不存在，也无法创建：{1}</translation>
</message>
<message>
<source>the following arguments are required: {0}</source>
<translation>缺少以下参数：{0}</translation>
</message>
<message>
<source>the font of the report's text is missing in {0}</source>
<translation>{0} 中缺少报告正文的字体</translation>
</message>
<message>
<source>the fonts in {0} cannot be read: {1}</source>
<translation>无法读取 {0} 中的字体：{1}</translation>
</message>
<message>
<source>the forward pass, the loss included</source>
<translation>前向传播，含损失</translation>
</message>
<message>
<source>the gaps</source>
<translation>间断</translation>
</message>
<message>
<source>the git repository has no commit</source>
<translation>git 仓库没有提交</translation>
</message>
<message>
<source>the hardware slowed the clock: heat, power supply, or an external signal.</source>
<translation>硬件压低了频率：过热、供电或外部信号。</translation>
</message>
<message>
<source>the host</source>
<translation>主机</translation>
</message>
<message>
<source>the host's clock</source>
<translation>主机时钟</translation>
</message>
<message>
<source>the host's clock stamped the steps, and the GPU may finish one later</source>
<translation>各步由主机时钟计时，GPU 可能更晚完成</translation>
</message>
<message>
<source>the job was stopped (Ctrl-Z)</source>
<translation>作业已被暂停（Ctrl-Z）</translation>
</message>
<message>
<source>the kept comparisons</source>
<translation>保存的比较</translation>
</message>
<message>
<source>the kernel's driver offers no energy counter for this GPU</source>
<translation>内核驱动没有为此 GPU 提供能量计数器</translation>
</message>
<message>
<source>the kernel's driver offers no energy counter, and AMD SMI is not usable: </source>
<translation>内核驱动不提供能量计数器，AMD SMI 也不可用：</translation>
</message>
<message>
<source>the kind of step</source>
<translation>步的类型</translation>
</message>
<message>
<source>the ladder could not go on</source>
<translation>阶梯无法继续</translation>
</message>
<message>
<source>the language of the window; without it the last choice, or that of LANG</source>
<translation>窗口的语言；不指定时用上次的选择，或 LANG 的语言</translation>
</message>
<message>
<source>the last batch</source>
<translation>最后一个批次</translation>
</message>
<message>
<source>the last commit</source>
<translation>最后一次提交</translation>
</message>
<message>
<source>the layouts</source>
<translation>布局</translation>
</message>
<message>
<source>the list of devices</source>
<translation>设备列表</translation>
</message>
<message>
<source>the list of devices in use</source>
<translation>使用中设备的列表</translation>
</message>
<message>
<source>the list of layouts</source>
<translation>布局列表</translation>
</message>
<message>
<source>the list of series</source>
<translation>序列列表</translation>
</message>
<message>
<source>the log cannot be written</source>
<translation>无法写入日志</translation>
</message>
<message>
<source>the log has no column of power</source>
<translation>日志没有功率列</translation>
</message>
<message>
<source>the log has no value</source>
<translation>日志没有数值</translation>
</message>
<message>
<source>the machine as a whole, with no process</source>
<translation>整机，没有进程</translation>
</message>
<message>
<source>the machine was recorded, and no program</source>
<translation>记录的是本机，而没有程序</translation>
</message>
<message>
<source>the machine was restarted</source>
<translation>机器已重启</translation>
</message>
<message>
<source>the machine, with no process</source>
<translation>整机，没有进程</translation>
</message>
<message>
<source>the main metrics</source>
<translation>主要指标</translation>
</message>
<message>
<source>the mark has no text</source>
<translation>标记没有文字</translation>
</message>
<message>
<source>the mean is known within ± {0} (95 %)</source>
<translation>平均值的误差在 ± {0} 以内（95 %）</translation>
</message>
<message>
<source>the mean power of both sides' devices is not known</source>
<translation>双方设备的平均功率未知</translation>
</message>
<message>
<source>the mean {0} of {1} is {2} higher</source>
<translation>{1} 的平均{0}高 {2}</translation>
</message>
<message>
<source>the mean {0} of {1} is {2} lower</source>
<translation>{1} 的平均{0}低 {2}</translation>
</message>
<message>
<source>the measured ceiling of the device was exceeded, so it is not one</source>
<translation>实际速度超过了测得的设备上限，因此该上限不成立</translation>
</message>
<message>
<source>the meter's answer is cut off: {0}</source>
<translation>计量接口的应答被截断：{0}</translation>
</message>
<message>
<source>the model has {0} layers with weights, too few for {1} ranks</source>
<translation>模型有 {0} 个带权重的层，对 {1} 个 rank 来说太少</translation>
</message>
<message>
<source>the model was not loaded</source>
<translation>模型没有加载</translation>
</message>
<message>
<source>the model was not trained: --set pretrain_steps=N trains it first</source>
<translation>模型未经训练：--set pretrain_steps=N 会先训练它</translation>
</message>
<message>
<source>the name</source>
<translation>名称</translation>
</message>
<message>
<source>the name is empty</source>
<translation>名称为空</translation>
</message>
<message>
<source>the new tokens after the first, one after another</source>
<translation>第一个之后的新 token，逐个生成</translation>
</message>
<message>
<source>the next run recovers it, or: gpuscope import {0}</source>
<translation>下一个启动的运行会恢复它，或：gpuscope import {0}</translation>
</message>
<message>
<source>the note</source>
<translation>备注</translation>
</message>
<message>
<source>the notes of the devices</source>
<translation>设备的记录</translation>
</message>
<message>
<source>the number of runs</source>
<translation>运行的数量</translation>
</message>
<message>
<source>the numbers</source>
<translation>数值</translation>
</message>
<message>
<source>the operating system blocks access to the GPU</source>
<translation>操作系统阻止访问 GPU</translation>
</message>
<message>
<source>the operations of no operator are known, so there is no roofline</source>
<translation>没有任何算子的运算量已知，因此没有 Roofline</translation>
</message>
<message>
<source>the optimizer is a small part of a step where layers compute long</source>
<translation>各层计算时间长时，优化器只占一步的一小部分</translation>
</message>
<message>
<source>the options</source>
<translation>选项</translation>
</message>
<message>
<source>the other metrics</source>
<translation>其他指标</translation>
</message>
<message>
<source>the output is not kept: {0}</source>
<translation>输出未保留：{0}</translation>
</message>
<message>
<source>the package pyzes, which reads Level Zero Sysman, is not installed</source>
<translation>没有安装用于读取 Level Zero Sysman 的软件包 pyzes</translation>
</message>
<message>
<source>the package zeus-apple-silicon, which reads IOReport, is not installed</source>
<translation>没有安装用于读取 IOReport 的软件包 zeus-apple-silicon</translation>
</message>
<message>
<source>the phases cannot be distinguished: every power reading spans several phases in nearly the same shares</source>
<translation>无法区分各阶段：每个功率读数以几乎相同的比例跨越多个阶段</translation>
</message>
<message>
<source>the phases cannot be distinguished: every power reading spans several steps</source>
<translation>无法区分各阶段：每个功率读数跨越多步</translation>
</message>
<message>
<source>the phases cannot be distinguished: the power readings allow too many answers</source>
<translation>无法区分各阶段：功率读数允许的解太多</translation>
</message>
<message>
<source>the phases cannot be distinguished: the sampling time of the power is less certain than a step is long</source>
<translation>无法区分各阶段：功率采样时刻的不确定超过一步的长度</translation>
</message>
<message>
<source>the phases of a step come in another order</source>
<translation>一步中的阶段以另一种顺序出现</translation>
</message>
<message>
<source>the phases of the steps were not timed</source>
<translation>未对各步的阶段计时</translation>
</message>
<message>
<source>the phases were timed only once, so how much they vary is not known</source>
<translation>各阶段只计时了一次，因此不知道其波动有多大</translation>
</message>
<message>
<source>the picture cannot be typeset: {0}</source>
<translation>图片无法排版：{0}</translation>
</message>
<message>
<source>the plan could not go on</source>
<translation>计划无法继续</translation>
</message>
<message>
<source>the power between two readings is assumed to lie between them</source>
<translation>假定两次读数时刻之间的耗电介于这两个读数之间</translation>
</message>
<message>
<source>the power cap slowed {0} for {1} of the time, {2} in {3}</source>
<translation>功率上限使 {0} 在 {1} 的时间内变慢，在 {3} 中为 {2}</translation>
</message>
<message>
<source>the power does not follow the phases of the steps</source>
<translation>功率不随步的阶段变化</translation>
</message>
<message>
<source>the power of the run's device is not known, or the run used several</source>
<translation>该运行所用设备的功率未知，或者它用了多台设备</translation>
</message>
<message>
<source>the power was read once</source>
<translation>功率只读到一次</translation>
</message>
<message>
<source>the power was sampled {0} of the time and varied: ± {1} % for the unsampled part</source>
<translation>功率只在 {0} 的时间内有采样且有变化：未采样部分 ± {1} %</translation>
</message>
<message>
<source>the process that runs the plan ended unexpectedly</source>
<translation>执行该计划的进程意外结束</translation>
</message>
<message>
<source>the process; it is only observed, and continues when the recording ends</source>
<translation>该进程；它只被观察，记录结束后继续运行</translation>
</message>
<message>
<source>the processor does not count its main memory's energy</source>
<translation>处理器不计其主内存的能耗</translation>
</message>
<message>
<source>the processor time of its processes was not recorded</source>
<translation>没有记录其进程的处理器时间</translation>
</message>
<message>
<source>the processor's energy counters were not read yet</source>
<translation>尚未读取处理器的能量计数器</translation>
</message>
<message>
<source>the profiler did not estimate it</source>
<translation>剖析器未作估计</translation>
</message>
<message>
<source>the profiler did not record it, or launches differ</source>
<translation>剖析器未记录，或各次启动不一致</translation>
</message>
<message>
<source>the profiler did not record where it ran</source>
<translation>剖析器未记录它在何处运行</translation>
</message>
<message>
<source>the profiler recorded</source>
<translation>剖析器所录制的</translation>
</message>
<message>
<source>the profiler recorded {0} from {1} on{2}</source>
<translation>剖析器从 {1} 起录制了 {0}{2}</translation>
</message>
<message>
<source>the profiler records it of copies and fills only, and not of all</source>
<translation>剖析器只记录部分复制和填充的这一项</translation>
</message>
<message>
<source>the profiler took some of the time: run it without --profile</source>
<translation>剖析器占用了部分时间：请不带 --profile 运行</translation>
</message>
<message>
<source>the program ended while it was profiled, and left no profile</source>
<translation>程序在被剖析时结束，没有留下剖析</translation>
</message>
<message>
<source>the program took no step that gpuscope could detect, but 'gpuscope capture last --stacks 10s' samples a live program's Python stacks</source>
<translation>程序没有执行 gpuscope 能检测到的步，但“gpuscope capture last --stacks 10s”可采样运行中程序的 Python 栈</translation>
</message>
<message>
<source>the ranks' traces do not hold the same collectives</source>
<translation>各 rank 的 trace 所含的集合通信不一致</translation>
</message>
<message>
<source>the reader of its output went away: {0}</source>
<translation>其输出的读取方已不在：{0}</translation>
</message>
<message>
<source>the readings begin after the window</source>
<translation>读数在区间之后才开始</translation>
</message>
<message>
<source>the readings behind its energy are not in the store</source>
<translation>得出其能耗的读数不在存储中</translation>
</message>
<message>
<source>the reason</source>
<translation>原因</translation>
</message>
<message>
<source>the recorder cannot be started: {0}</source>
<translation>无法启动记录器：{0}</translation>
</message>
<message>
<source>the recorder did not read its sensors for a while: samples were dropped</source>
<translation>记录器有一段时间没有读取其传感器：部分读数丢失</translation>
</message>
<message>
<source>the recorder ended before its workload ran</source>
<translation>记录器在其负载运行之前结束</translation>
</message>
<message>
<source>the recorder of the next run cannot be started: {0}</source>
<translation>无法启动下一个运行的记录器：{0}</translation>
</message>
<message>
<source>the recorder of the next run did not start</source>
<translation>下一个运行的记录器没有启动</translation>
</message>
<message>
<source>the recording has ended</source>
<translation>录制已结束</translation>
</message>
<message>
<source>the recording holds no device whose readings can be played</source>
<translation>录制中没有可播放读数的设备</translation>
</message>
<message>
<source>the recording {0} cannot be read: {1}</source>
<translation>无法读取录制 {0}：{1}</translation>
</message>
<message>
<source>the recording {0} is of version {1}; this gpuscope reads up to {2}</source>
<translation>录制 {0} 为版本 {1}；此 gpuscope 最高可读 {2}</translation>
</message>
<message>
<source>the report cannot be typeset: {0}</source>
<translation>报告无法排版：{0}</translation>
</message>
<message>
<source>the report's resources cannot be read: {0}</source>
<translation>无法读取报告的资源：{0}</translation>
</message>
<message>
<source>the reported phases cover only {0} of a step, and what the rest takes is not known</source>
<translation>报告的阶段只占一步的 {0}，其余部分消耗多少未知</translation>
</message>
<message>
<source>the rest {0}</source>
<translation>其余 {0}</translation>
</message>
<message>
<source>the result cannot be printed: {0}; 'gpuscope show {1}' shows it</source>
<translation>无法打印结果：{0}；“gpuscope show {1}”可显示</translation>
</message>
<message>
<source>the run ended before its profile was written</source>
<translation>运行在其剖析写入之前结束</translation>
</message>
<message>
<source>the run ended before the first measured step</source>
<translation>运行在第一个测量步之前结束</translation>
</message>
<message>
<source>the run ended before the first readings</source>
<translation>运行在首批读数之前结束</translation>
</message>
<message>
<source>the run ended before the last of its steps</source>
<translation>运行在其最后一步之前结束</translation>
</message>
<message>
<source>the run goes on; 'gpuscope stop {0}' ends it</source>
<translation>运行继续；“gpuscope stop {0}”可结束它</translation>
</message>
<message>
<source>the run had not ended when it was exported</source>
<translation>导出时运行尚未结束</translation>
</message>
<message>
<source>the run had {0}, of which this capture shows the work of {1}</source>
<translation>该运行有 {0}，而这次采集只显示其中 {1} 个的工作</translation>
</message>
<message>
<source>the run has ended, and not all of it is stored yet: {0}; {1}</source>
<translation>运行已结束，但尚未全部存储：{0}；{1}</translation>
</message>
<message>
<source>the run has no readings</source>
<translation>该运行没有读数</translation>
</message>
<message>
<source>the run has no such time</source>
<translation>该运行没有这一时间</translation>
</message>
<message>
<source>the run has not ended</source>
<translation>运行尚未结束</translation>
</message>
<message>
<source>the run has taken no step yet, so there is nothing to count</source>
<translation>运行尚未执行任何步，因此无从计数</translation>
</message>
<message>
<source>the run is not in the store, or not whole: {0}</source>
<translation>该运行不在存储中，或不完整：{0}</translation>
</message>
<message>
<source>the run of {0} failed</source>
<translation>{0} 的运行失败</translation>
</message>
<message>
<source>the run of {0} was interrupted</source>
<translation>{0} 的运行被中断</translation>
</message>
<message>
<source>the run of {0} was stopped</source>
<translation>{0} 的运行被停止</translation>
</message>
<message>
<source>the run was stopped before a twin in FP64 was trained</source>
<translation>运行在 FP64 的对照训练之前被停止</translation>
</message>
<message>
<source>the run was stopped before it was measured</source>
<translation>运行在测量之前被停止</translation>
</message>
<message>
<source>the run was stopped before its first measured step</source>
<translation>运行在其第一个测量步之前被停止</translation>
</message>
<message>
<source>the run was stopped before its first test</source>
<translation>运行在其第一次测试之前被停止</translation>
</message>
<message>
<source>the run was stopped before the accuracy was reached</source>
<translation>运行在达到该准确率之前被停止</translation>
</message>
<message>
<source>the run {0} is named in --group twice</source>
<translation>运行 {0} 在 --group 中出现两次</translation>
</message>
<message>
<source>the run {0} is named twice</source>
<translation>运行 {0} 出现两次</translation>
</message>
<message>
<source>the run {0} reports no start</source>
<translation>运行 {0} 没有报告开始时间</translation>
</message>
<message>
<source>the run's document</source>
<translation>运行的文档</translation>
</message>
<message>
<source>the run's folder cannot be written: {0}</source>
<translation>无法写入运行的文件夹：{0}</translation>
</message>
<message>
<source>the run's id</source>
<translation>运行的 id</translation>
</message>
<message>
<source>the run's id is not valid</source>
<translation>运行的 id 无效</translation>
</message>
<message>
<source>the run's program has ended</source>
<translation>运行的程序已结束</translation>
</message>
<message>
<source>the run's record</source>
<translation>运行的记录</translation>
</message>
<message>
<source>the run's recorder did not take the mark</source>
<translation>该运行的记录器没有接受标记</translation>
</message>
<message>
<source>the run's recorder does not answer</source>
<translation>该运行的记录器没有应答</translation>
</message>
<message>
<source>the runs are too large for one bundle</source>
<translation>这些运行对一个运行包来说太大</translation>
</message>
<message>
<source>the runs so far are kept: gpuscope compare {0}</source>
<translation>目前的运行已保存：gpuscope compare {0}</translation>
</message>
<message>
<source>the same latency</source>
<translation>相同的延迟</translation>
</message>
<message>
<source>the same numbers in FP64 by torch</source>
<translation>torch 以 FP64 计算相同数值</translation>
</message>
<message>
<source>the same numbers in FP64, every result of the last step</source>
<translation>相同数值的 FP64 计算，最后一步的每个结果</translation>
</message>
<message>
<source>the same weights in FP64</source>
<translation>FP64 下的相同权重</translation>
</message>
<message>
<source>the screen that {0} names ({1}) does not answer</source>
<translation>{0} 所指的屏幕（{1}）没有应答</translation>
</message>
<message>
<source>the sensor gives no readings</source>
<translation>传感器没有给出读数</translation>
</message>
<message>
<source>the sensor helper cannot be started: {0}</source>
<translation>无法启动传感器进程：{0}</translation>
</message>
<message>
<source>the sensor helper cannot be started: {0}; it is tried again every 10 s</source>
<translation>无法启动传感器进程：{0}；每 10 秒重试一次</translation>
</message>
<message>
<source>the sensor helper does not understand its owner: {0}</source>
<translation>传感器进程不理解其所有者：{0}</translation>
</message>
<message>
<source>the sensor helper ended</source>
<translation>传感器进程已结束</translation>
</message>
<message>
<source>the sensor helper ended with code {0}</source>
<translation>传感器进程以代码 {0} 结束</translation>
</message>
<message>
<source>the sensor helper ended {0} times within a minute</source>
<translation>传感器进程在一分钟内结束了 {0} 次</translation>
</message>
<message>
<source>the sensor helper hangs in the driver and cannot be ended; no other is started</source>
<translation>传感器进程在驱动中挂起且无法结束；不会另启动一个</translation>
</message>
<message>
<source>the sensor helper is restarted: {0} was {1} {2}</source>
<translation>传感器进程已重启：{0} {1} {2}</translation>
</message>
<message>
<source>the sensor helper sent a line that is no event; it and others like it are left out</source>
<translation>传感器进程发来一行不是事件的内容；它及类似的行均略去</translation>
</message>
<message>
<source>the sensor helper was ended by signal {0}</source>
<translation>传感器进程被信号 {0} 结束</translation>
</message>
<message>
<source>the sensor helper was ended by {0}</source>
<translation>传感器进程被 {0} 结束</translation>
</message>
<message>
<source>the sensor helper was {0} {1}</source>
<translation>传感器进程{0} {1}</translation>
</message>
<message>
<source>the sensors alone may be off by ±{0}</source>
<translation>仅传感器的偏差就可达 ±{0}</translation>
</message>
<message>
<source>the series</source>
<translation>序列</translation>
</message>
<message>
<source>the settings in {0} cannot be changed: {1}</source>
<translation>无法更改 {0} 中的设置：{1}</translation>
</message>
<message>
<source>the shapes of some calls were not recorded (record_shapes=True), or gpuscope has no formula for the operations of this operator</source>
<translation>某些调用的形状未被记录（record_shapes=True），或 gpuscope 没有计算此算子运算量的公式</translation>
</message>
<message>
<source>the shapes or types of some calls were not recorded (record_shapes=True), or gpuscope has no rule for the bytes of this operator</source>
<translation>某些调用的形状或类型未被记录（record_shapes=True），或 gpuscope 没有计算此算子字节数的规则</translation>
</message>
<message>
<source>the signal</source>
<translation>信号</translation>
</message>
<message>
<source>the speed of the last {0} blocks of steps differs by {1}, more than {2}</source>
<translation>最后 {0} 块步的速度相差 {1}，超过 {2}</translation>
</message>
<message>
<source>the stacks cannot be written: {0}</source>
<translation>无法写入栈：{0}</translation>
</message>
<message>
<source>the start</source>
<translation>开始时间</translation>
</message>
<message>
<source>the step time locks to the power sensor: its readings fall on the same parts of every step</source>
<translation>步时与功率传感器同步：其读数总落在每步的相同部分</translation>
</message>
<message>
<source>the steps ring is cut short</source>
<translation>步的环形缓冲区被截断</translation>
</message>
<message>
<source>the steps ring is not of this version</source>
<translation>步的环形缓冲区不是此版本的</translation>
</message>
<message>
<source>the store</source>
<translation>存储</translation>
</message>
<message>
<source>the store can be written again</source>
<translation>存储又可以写入了</translation>
</message>
<message>
<source>the store lies on a network file system ({0}): it is written without a log, which is slower</source>
<translation>存储位于网络文件系统（{0}）上：写入时不用日志，因而较慢</translation>
</message>
<message>
<source>the store names a version that no gpuscope has ({0}): it is damaged</source>
<translation>存储所标的版本（{0}）不属于任何 gpuscope：它已损坏</translation>
</message>
<message>
<source>the store was not written</source>
<translation>存储没有写入</translation>
</message>
<message>
<source>the store was upgraded from revision {0} to {1}; a copy of the old one is kept as {2}</source>
<translation>存储已从修订版 {0} 升级到 {1}；原样副本保存为 {2}</translation>
</message>
<message>
<source>the store {0} cannot be read: {1}</source>
<translation>无法读取存储 {0}：{1}</translation>
</message>
<message>
<source>the store {0} cannot be written</source>
<translation>无法写入存储 {0}</translation>
</message>
<message>
<source>the store {0} cannot be written: {1}</source>
<translation>无法写入存储 {0}：{1}</translation>
</message>
<message>
<source>the store {0} is being written and cannot be copied</source>
<translation>存储 {0} 正在写入，无法复制</translation>
</message>
<message>
<source>the store {0} is damaged ({1})</source>
<translation>存储 {0} 已损坏（{1}）</translation>
</message>
<message>
<source>the store {0} is not there</source>
<translation>没有存储 {0}</translation>
</message>
<message>
<source>the store {0} {1}</source>
<translation>存储 {0} {1}</translation>
</message>
<message>
<source>the store {0}: it is only read</source>
<translation>存储 {0}：仅读取</translation>
</message>
<message>
<source>the store's URL names no file</source>
<translation>存储的 URL 没有指定文件</translation>
</message>
<message>
<source>the store, as an SQLAlchemy URL</source>
<translation>存储，作为 SQLAlchemy URL</translation>
</message>
<message>
<source>the store, as an SQLAlchemy URL (sqlite:////folder/gpuscope.sqlite)</source>
<translation>存储，作为 SQLAlchemy URL (sqlite:////folder/gpuscope.sqlite)</translation>
</message>
<message>
<source>the system ran out of main memory, and the kernel killed it</source>
<translation>系统的主内存用尽，内核终止了它</translation>
</message>
<message>
<source>the tags</source>
<translation>标签</translation>
</message>
<message>
<source>the temperature of the GPU still rose, or was not known</source>
<translation>GPU 温度仍在上升，或未知</translation>
</message>
<message>
<source>the template {0} is missing</source>
<translation>缺少模板 {0}</translation>
</message>
<message>
<source>the text is too short for windows of {0} bytes</source>
<translation>文本太短，容不下 {0} 字节的窗口</translation>
</message>
<message>
<source>the throughput</source>
<translation>吞吐量</translation>
</message>
<message>
<source>the time</source>
<translation>时间</translation>
</message>
<message>
<source>the time from {0} was</source>
<translation>从 {0} 起的时间</translation>
</message>
<message>
<source>the time is up</source>
<translation>时间已到</translation>
</message>
<message>
<source>the tool that recorded it</source>
<translation>记录它的工具</translation>
</message>
<message>
<source>the torch that is installed ({0}) is built without CUDA</source>
<translation>所安装的 torch（{0}）不含 CUDA</translation>
</message>
<message>
<source>the torch that is installed ({0}) is built without support for Apple GPUs</source>
<translation>所安装的 torch（{0}）不支持 Apple GPU</translation>
</message>
<message>
<source>the torch that is installed ({0}) is built without support for Intel GPUs</source>
<translation>所安装的 torch（{0}）不支持 Intel GPU</translation>
</message>
<message>
<source>the trace does not describe the device so far</source>
<translation>trace 对该设备的描述没有这么详细</translation>
</message>
<message>
<source>the trace has no memory held by an allocator there</source>
<translation>trace 中没有分配器在该处持有的内存</translation>
</message>
<message>
<source>the trace holds no operators: it was recorded on the device only</source>
<translation>trace 不含算子：录制时只有设备端</translation>
</message>
<message>
<source>the trace holds shapes without types</source>
<translation>trace 中的形状不带类型</translation>
</message>
<message>
<source>the trace names no job of several processes</source>
<translation>trace 未指明多进程作业</translation>
</message>
<message>
<source>the trace names no single rank: its process belongs to no job, or it joins several</source>
<translation>trace 未指明单个 rank：其进程不属于任何作业，或合并了多个 rank</translation>
</message>
<message>
<source>the trace was recorded without memory events (profile_memory=True)</source>
<translation>该 trace 录制时没有内存事件（profile_memory=True）</translation>
</message>
<message>
<source>the traceback is in {0}</source>
<translation>回溯信息在 {0}</translation>
</message>
<message>
<source>the traces hold no collectives</source>
<translation>这些 trace 不含集合通信</translation>
</message>
<message>
<source>the traces hold only all-to-alls whose parts differ in size</source>
<translation>这些 trace 只含各部分大小不等的 all-to-all</translation>
</message>
<message>
<source>the traces hold only transfers between two ranks</source>
<translation>这些 trace 只含两个 rank 之间的传输</translation>
</message>
<message>
<source>the uncertainty of the sensors is not known</source>
<translation>不知道传感器可能偏差多少</translation>
</message>
<message>
<source>the update of the weights</source>
<translation>更新权重</translation>
</message>
<message>
<source>the update period of the power sensor is unknown</source>
<translation>功率传感器的更新周期未知</translation>
</message>
<message>
<source>the vendor's library is switched off</source>
<translation>厂商的库已关闭</translation>
</message>
<message>
<source>the version</source>
<translation>版本</translation>
</message>
<message>
<source>the window holds only {0} updates of the sensor</source>
<translation>区间中传感器只更新了 {0} 次</translation>
</message>
<message>
<source>the window needs system libraries that are missing here: {0}</source>
<translation>窗口需要此处缺少的系统库：{0}</translation>
</message>
<message>
<source>the window prints no JSON</source>
<translation>窗口不输出 JSON</translation>
</message>
<message>
<source>the window, without a verb</source>
<translation>不带子命令时：打开窗口</translation>
</message>
<message>
<source>the working folder is gone</source>
<translation>工作文件夹已不存在</translation>
</message>
<message>
<source>the working folder is not a git repository</source>
<translation>工作文件夹不是 git 仓库</translation>
</message>
<message>
<source>the working folder {0} cannot be entered: {1}</source>
<translation>无法进入工作文件夹 {0}：{1}</translation>
</message>
<message>
<source>the working folder {0} is gone</source>
<translation>工作文件夹 {0} 已不存在</translation>
</message>
<message>
<source>the workload</source>
<translation>负载</translation>
</message>
<message>
<source>the {0} of several runs do not go into one file</source>
<translation>多个运行的{0}不能写入一个文件</translation>
</message>
<message>
<source>the {0} sensors stopped: {1}: {2}</source>
<translation>{0} 传感器停止：{1}：{2}</translation>
</message>
<message>
<source>there are no fonts in {0}</source>
<translation>{0} 中没有字体</translation>
</message>
<message>
<source>there is an NVIDIA GPU, but {0}</source>
<translation>有 NVIDIA GPU，但{0}</translation>
</message>
<message>
<source>there is no GPU here</source>
<translation>此处没有 GPU</translation>
</message>
<message>
<source>there is no device {0} here</source>
<translation>此处没有设备 {0}</translation>
</message>
<message>
<source>there is no file {0}</source>
<translation>没有文件 {0}</translation>
</message>
<message>
<source>there is no folder {0}</source>
<translation>没有文件夹 {0}</translation>
</message>
<message>
<source>there is no group {0} to use as the baseline</source>
<translation>没有可作为基线的组 {0}</translation>
</message>
<message>
<source>there is no home folder for the runs</source>
<translation>没有可存放运行的主文件夹</translation>
</message>
<message>
<source>there is no plan {0}</source>
<translation>没有计划 {0}</translation>
</message>
<message>
<source>there is no process {0}</source>
<translation>没有进程 {0}</translation>
</message>
<message>
<source>there is no reading</source>
<translation>没有读数</translation>
</message>
<message>
<source>there is no run {0}</source>
<translation>没有运行 {0}</translation>
</message>
<message>
<source>there is no screen here to open a window on</source>
<translation>此处没有可打开窗口的屏幕</translation>
</message>
<message>
<source>there is no script {0}</source>
<translation>没有脚本 {0}</translation>
</message>
<message>
<source>there is no sensor {0} to ask for</source>
<translation>没有传感器 {0}</translation>
</message>
<message>
<source>there is no store {0}</source>
<translation>没有存储 {0}</translation>
</message>
<message>
<source>there is no such file</source>
<translation>没有这个文件</translation>
</message>
<message>
<source>there is no verb {0}</source>
<translation>没有子命令 {0}</translation>
</message>
<message>
<source>there is not enough memory for gpuscope itself</source>
<translation>内存不足，gpuscope 自身无法运行</translation>
</message>
<message>
<source>there was no reading yet</source>
<translation>尚无读数</translation>
</message>
<message>
<source>thermal slowdown</source>
<translation>过热降频</translation>
</message>
<message>
<source>they differ, and neither direction is an improvement</source>
<translation>它们不同，但哪个方向都不是改进</translation>
</message>
<message>
<source>they ran different workloads ({0} and {1})</source>
<translation>它们运行的负载不同（{0} 与 {1}）</translation>
</message>
<message>
<source>this GPU and its driver do not report it</source>
<translation>此 GPU 及其驱动不报告该项</translation>
</message>
<message>
<source>this GPU or driver does not offer it</source>
<translation>此 GPU 或驱动不提供</translation>
</message>
<message>
<source>this ONNX Runtime has no {0}, only {1}</source>
<translation>此 ONNX Runtime 没有 {0}，只有 {1}</translation>
</message>
<message>
<source>this Python comes without the texts of its help (pydoc_data.topics)</source>
<translation>此 Python 不带其帮助文本（pydoc_data.topics）</translation>
</message>
<message>
<source>this driver is too old for it</source>
<translation>此驱动过旧</translation>
</message>
<message>
<source>this is a bug of gpuscope: {0}: {1}</source>
<translation>这是 gpuscope 的缺陷：{0}：{1}</translation>
</message>
<message>
<source>this is a test</source>
<translation>这是一次测试</translation>
</message>
<message>
<source>this machine</source>
<translation>本机</translation>
</message>
<message>
<source>this machine's kernel offers no energy counter</source>
<translation>本机的内核没有能量计数器</translation>
</message>
<message>
<source>this processor</source>
<translation>本机处理器</translation>
</message>
<message>
<source>this system does not count it</source>
<translation>本系统不统计它</translation>
</message>
<message>
<source>this text; after a verb, its options</source>
<translation>本文字；在子命令之后则为其选项</translation>
</message>
<message>
<source>this torch has no dynamic quantization any more</source>
<translation>此 torch 已不再有动态量化</translation>
</message>
<message>
<source>this workload runs on one device</source>
<translation>该负载在一个设备上运行</translation>
</message>
<message>
<source>thread {0}</source>
<translation>线程 {0}</translation>
</message>
<message>
<source>threads</source>
<translation>线程数</translation>
</message>
<message>
<source>throughput</source>
<translation>吞吐量</translation>
</message>
<message>
<source>throughput divided by {0} ranks; divided by that of one rank, it is the scaling efficiency</source>
<translation>{0} 个 rank 的吞吐量；除以一个 rank 的吞吐量即扩展效率</translation>
</message>
<message>
<source>throughput per rank (scaling efficiency)</source>
<translation>每 rank 吞吐量（扩展效率）</translation>
</message>
<message>
<source>time from start to exit</source>
<translation>从启动到退出的时间</translation>
</message>
<message>
<source>time in it</source>
<translation>其中时间</translation>
</message>
<message>
<source>time in the measured window</source>
<translation>测量区间内的时间</translation>
</message>
<message>
<source>time sampled</source>
<translation>采样占比</translation>
</message>
<message>
<source>time, s</source>
<translation>时间，秒</translation>
</message>
<message>
<source>timeline</source>
<translation>时间线</translation>
</message>
<message>
<source>to</source>
<translation>到</translation>
</message>
<message>
<source>to an accuracy of {0}, by the wall clock, including the time of the accuracy tests before it</source>
<translation>达到 {0} 的准确率，按墙钟时间，含此前各次准确率测试的时间</translation>
</message>
<message>
<source>to be run again</source>
<translation>将再次运行</translation>
</message>
<message>
<source>to, s</source>
<translation>结束，秒</translation>
</message>
<message>
<source>tokens divided by wall-clock time</source>
<translation>token 数 ÷ 墙钟时间</translation>
</message>
<message>
<source>tokens/s</source>
<translation>token/秒</translation>
</message>
<message>
<source>too few steps were captured without compilation, or they took no longer than the run's others</source>
<translation>采集的没有编译的步太少，或它们不比该运行的其他步更久</translation>
</message>
<message>
<source>too short to compare</source>
<translation>太短，无法比较</translation>
</message>
<message>
<source>too short to compare: power and energy need windows of {0} s, the shortest here is {1} s</source>
<translation>太短，无法比较：功率和能耗需要 {0} 秒的区间，此处最短为 {1} 秒</translation>
</message>
<message>
<source>too short to measure</source>
<translation>太短，无法测量</translation>
</message>
<message>
<source>torch</source>
<translation>torch</translation>
</message>
<message>
<source>torch cannot be downloaded: the certificate of the package index is not trusted</source>
<translation>无法下载 torch：软件包索引的证书不受信任</translation>
</message>
<message>
<source>torch cannot be downloaded: the package index does not answer</source>
<translation>无法下载 torch：软件包索引没有应答</translation>
</message>
<message>
<source>torch cannot be downloaded: the package index has no {0} for this machine</source>
<translation>无法下载 torch：软件包索引中没有适用于本机的 {0}</translation>
</message>
<message>
<source>torch cannot be downloaded: {0} does not answer</source>
<translation>无法下载 torch：{0} 没有应答</translation>
</message>
<message>
<source>torch cannot be installed into {0}: {1}</source>
<translation>无法把 torch 安装到 {0}：{1}</translation>
</message>
<message>
<source>torch counts this on NVIDIA, AMD and Intel GPUs only</source>
<translation>torch 只在 NVIDIA、AMD 和 Intel GPU 上统计它</translation>
</message>
<message>
<source>torch did not answer within {0} s</source>
<translation>torch 在 {0} 秒内没有应答</translation>
</message>
<message>
<source>torch does not read back this model's weights: {0}</source>
<translation>torch 读不回此模型的权重：{0}</translation>
</message>
<message>
<source>torch finds no Apple GPU that it can use</source>
<translation>torch 没有找到可用的 Apple GPU</translation>
</message>
<message>
<source>torch finds no CUDA device: {0}</source>
<translation>torch 没有找到 CUDA 设备：{0}</translation>
</message>
<message>
<source>torch finds no Intel GPU that it can use</source>
<translation>torch 没有找到可用的 Intel GPU</translation>
</message>
<message>
<source>torch has no fused RMSprop</source>
<translation>torch 没有融合的 RMSprop</translation>
</message>
<message>
<source>torch is not installed</source>
<translation>没有安装 torch</translation>
</message>
<message>
<source>torch is not installed for this Python</source>
<translation>此 Python 没有安装 torch</translation>
</message>
<message>
<source>torch multiplies the sparse form in bf16 and fp16, not in {0}</source>
<translation>torch 只以 bf16 和 fp16 计算稀疏形式的乘积，不支持 {0}</translation>
</message>
<message>
<source>torch operators (eager) or torch.compile on any device; C++ on the CPU; Triton or CUDA C++ on a GPU.</source>
<translation>任意设备上的 torch 算子（eager）或 torch.compile；CPU 上的 C++；GPU 上的 Triton 或 CUDA C++。</translation>
</message>
<message>
<source>torch {0}, Python {1}, {2}: {3}</source>
<translation>torch {0}，Python {1}，{2}：{3}</translation>
</message>
<message>
<source>torch {0}, the build for NVIDIA GPUs</source>
<translation>torch {0}，用于 NVIDIA GPU 的版本</translation>
</message>
<message>
<source>torch {0}, the build without CUDA</source>
<translation>torch {0}，不带 CUDA 的版本</translation>
</message>
<message>
<source>torch's allocator, on all devices of the process whose steps count, from its start</source>
<translation>torch 的分配器，所计步的进程的所有设备，自其启动起</translation>
</message>
<message>
<source>torch, eager</source>
<translation>torch，eager</translation>
</message>
<message>
<source>torch.amp.GradScaler | None</source>
<translation>torch.amp.GradScaler | None</translation>
</message>
<message>
<source>torch.compile</source>
<translation>torch.compile</translation>
</message>
<message>
<source>torch.compile compiled within the capture: {0}, {1} ({2} of the time)</source>
<translation>torch.compile 在采集期间进行了编译：{0}，{1}（占时间的 {2}）</translation>
</message>
<message>
<source>torch.compile(model, mode="reduce-overhead")  # CUDA graphs</source>
<translation>torch.compile(model, mode="reduce-overhead")  # CUDA graphs</translation>
</message>
<message>
<source>torch.compile, max-autotune</source>
<translation>torch.compile，max-autotune</translation>
</message>
<message>
<source>torch.compile, reduce-overhead</source>
<translation>torch.compile，reduce-overhead</translation>
</message>
<message>
<source>torch.onnx.export returned no program</source>
<translation>torch.onnx.export 没有返回程序</translation>
</message>
<message>
<source>torch.optim.{0}(…, {1}=True)</source>
<translation>torch.optim.{0}(…, {1}=True)</translation>
</message>
<message>
<source>torch.save of the weights</source>
<translation>权重的 torch.save</translation>
</message>
<message>
<source>torchao</source>
<translation>torchao</translation>
</message>
<message>
<source>torchao does not quantize this model: {0}</source>
<translation>torchao 不量化此模型：{0}</translation>
</message>
<message>
<source>torchao has no kernels for fp64</source>
<translation>torchao 没有 fp64 的核函数</translation>
</message>
<message>
<source>total</source>
<translation>合计</translation>
</message>
<message>
<source>train the models that compressions and engines use, and keep them</source>
<translation>训练压缩和引擎所用的模型，并保存它们</translation>
</message>
<message>
<source>train the models that compressions and engines use, once</source>
<translation>训练一次压缩和引擎所用的模型</translation>
</message>
<message>
<source>train, compress (--optimize, or distill), quantize, export to each engine: one run each, and a table of deployment costs</source>
<translation>训练、压缩（--optimize 或 distill）、量化、导出到各引擎：各一次运行，并给出一张部署代价的表格</translation>
</message>
<message>
<source>training</source>
<translation>训练</translation>
</message>
<message>
<source>transposed convolution</source>
<translation>转置卷积</translation>
</message>
<message>
<source>two groups are named {0}</source>
<translation>有两组名为 {0}</translation>
</message>
<message>
<source>two lanes share a name</source>
<translation>两条赛道同名</translation>
</message>
<message>
<source>two members share a name</source>
<translation>有两个成员同名</translation>
</message>
<message>
<source>two of its GPUs have one index</source>
<translation>其中两个 GPU 的索引相同</translation>
</message>
<message>
<source>two of the traces are of one rank</source>
<translation>其中两个 trace 属于同一个 rank</translation>
</message>
<message>
<source>two of the variants are the same</source>
<translation>有两个变体相同</translation>
</message>
<message>
<source>two runs are needed to compare</source>
<translation>比较需要两个运行</translation>
</message>
<message>
<source>uncertainty</source>
<translation>不确定度</translation>
</message>
<message>
<source>uncommitted changes</source>
<translation>未提交的修改</translation>
</message>
<message>
<source>unknown (recorded without stacks)</source>
<translation>未知（录制时没有调用栈）</translation>
</message>
<message>
<source>unknown GPU</source>
<translation>未知 GPU</translation>
</message>
<message>
<source>unknown font family: </source>
<translation>unknown font family:</translation>
</message>
<message>
<source>unknown request {0}</source>
<translation>未知请求 {0}</translation>
</message>
<message>
<source>unpacking torch</source>
<translation>正在解包 torch</translation>
</message>
<message>
<source>unrecognized arguments: </source>
<translation>无法识别的参数：</translation>
</message>
<message>
<source>unrecognized arguments: {0}</source>
<translation>不认识的参数：{0}</translation>
</message>
<message>
<source>unsigned char</source>
<translation>unsigned char</translation>
</message>
<message>
<source>up to {0} of warm-up{1}, and </source>
<translation>最多 {0} 的预热{1}，以及</translation>
</message>
<message>
<source>update period unknown: not measured yet</source>
<translation>更新周期未知：尚未测量</translation>
</message>
<message>
<source>update period unknown: {0}</source>
<translation>更新周期未知：{0}</translation>
</message>
<message>
<source>updates every</source>
<translation>更新周期</translation>
</message>
<message>
<source>usage</source>
<translation>用法</translation>
</message>
<message>
<source>use fp32 where it suffices</source>
<translation>在足够时使用 fp32</translation>
</message>
<message>
<source>used as much {0}</source>
<translation>{0}相同</translation>
</message>
<message>
<source>used {0} the {1}</source>
<translation>{1}为其 {0}</translation>
</message>
<message>
<source>used {0} × less {1}</source>
<translation>{1}为其 1/{0}</translation>
</message>
<message>
<source>user</source>
<translation>用户</translation>
</message>
<message>
<source>uses {0} less {1}</source>
<translation>{1}少 {0}</translation>
</message>
<message>
<source>uses {0} more {1}</source>
<translation>{1}多 {0}</translation>
</message>
<message>
<source>value</source>
<translation>值</translation>
</message>
<message>
<source>values read one by one</source>
<translation>逐个读取的值</translation>
</message>
<message>
<source>vendor-modelled</source>
<translation>厂商模型</translation>
</message>
<message>
<source>verbs</source>
<translation>子命令</translation>
</message>
<message>
<source>verdict</source>
<translation>结论</translation>
</message>
<message>
<source>version of gpuscope</source>
<translation>gpuscope 版本</translation>
</message>
<message>
<source>version {0} is newer than {1}</source>
<translation>版本 {0} 比 {1} 新</translation>
</message>
<message>
<source>viewBox="0 0 {0} {1}"</source>
<translation>viewBox="0 0 {0} {1}"</translation>
</message>
<message>
<source>virtual machine: {0}</source>
<translation>虚拟机：{0}</translation>
</message>
<message>
<source>wait for data</source>
<translation>等待数据</translation>
</message>
<message>
<source>waiting for data</source>
<translation>等待数据</translation>
</message>
<message>
<source>waiting for its data</source>
<translation>等待数据</translation>
</message>
<message>
<source>waiting for the first reading of the sensors</source>
<translation>正在等待传感器的首个读数</translation>
</message>
<message>
<source>waiting for the next kernel to start</source>
<translation>等待下一个核函数启动</translation>
</message>
<message>
<source>waiting for the next step</source>
<translation>正在等待下一步</translation>
</message>
<message>
<source>waiting for the package index</source>
<translation>正在等待软件包索引应答</translation>
</message>
<message>
<source>waiting is visible only with another rank's trace</source>
<translation>只有同时有另一个 rank 的 trace 时才能看到等待</translation>
</message>
<message>
<source>waits for plan {0}</source>
<translation>等待计划 {0}</translation>
</message>
<message>
<source>waits for run {0}</source>
<translation>等待运行 {0}</translation>
</message>
<message>
<source>wall time of the runs, such as 10min, after which the rest is left out</source>
<translation>各运行的总时间，例如 10min，之后其余的被略去</translation>
</message>
<message>
<source>warm-up limit</source>
<translation>预热上限</translation>
</message>
<message>
<source>warm-up of at most {0} s</source>
<translation>预热最多 {0} 秒</translation>
</message>
<message>
<source>warm-up step {0}</source>
<translation>预热第 {0} 步</translation>
</message>
<message>
<source>warm-up steps</source>
<translation>预热步数</translation>
</message>
<message>
<source>warming up</source>
<translation>正在预热</translation>
</message>
<message>
<source>warning</source>
<translation>警告</translation>
</message>
<message>
<source>was as fast as {0}</source>
<translation>与 {0} 一样快</translation>
</message>
<message>
<source>was ended from outside or by itself</source>
<translation>被外部结束，或自行结束</translation>
</message>
<message>
<source>was interrupted</source>
<translation>已中断</translation>
</message>
<message>
<source>was killed by the kernel: the system ran out of main memory</source>
<translation>被内核终止：系统的主内存用尽</translation>
</message>
<message>
<source>was not seen</source>
<translation>没有看到</translation>
</message>
<message>
<source>was salvaged in part</source>
<translation>已部分抢救</translation>
</message>
<message>
<source>was stopped</source>
<translation>已停止</translation>
</message>
<message>
<source>watch a live run until it ends, then show it</source>
<translation>观察正在进行的运行直到结束，然后显示它</translation>
</message>
<message>
<source>watch the machine without recording a run</source>
<translation>观察整机，不记录运行</translation>
</message>
<message>
<source>weights updated one by one</source>
<translation>逐个更新的权重</translation>
</message>
<message>
<source>what</source>
<translation>内容</translation>
</message>
<message>
<source>what a .csv file holds; samples: every reading of one run, one row per instant; steps: the end of each of its steps; values: all that it logged (loss …), one row per value; marks: its marks; summary: one row per run with all of its numbers (default: samples for one run, summary for several); steps are counted from 1, warm-up included</source>
<translation>.csv 文件的内容；samples：一个运行的每个读数，每个时刻一行；steps：其每步的结束；values：其记录的所有值（损失 …），每个值一行；marks：其标记；summary：每个运行一行，含其所有数值（默认：一个运行为 samples，多个为 summary）；步从 1 计数，含预热</translation>
</message>
<message>
<source>what a .pdf or .html file contains after verdict, table and chart: {0}; none (default: all of them)</source>
<translation>.pdf 或 .html 文件在结论、表格和图表之后的内容：{0}；none（默认：全部）</translation>
</message>
<message>
<source>what a device can measure</source>
<translation>设备可测量的内容</translation>
</message>
<message>
<source>what can be profiled too is {0}</source>
<translation>还可以剖析的有 {0}</translation>
</message>
<message>
<source>what is in no phase</source>
<translation>不属于任何阶段的部分</translation>
</message>
<message>
<source>what it does, or why it gained nothing</source>
<translation>它做什么，或为何没有收益</translation>
</message>
<message>
<source>what it is</source>
<translation>它是什么</translation>
</message>
<message>
<source>what it is, or why not</source>
<translation>它是什么，或为何不能</translation>
</message>
<message>
<source>what it recorded is not in the store yet: the next 'gpuscope run' adds it</source>
<translation>它记录的内容尚未写入存储：下一次“gpuscope run”会将其加入</translation>
</message>
<message>
<source>what lies between the steps</source>
<translation>步与步之间的部分</translation>
</message>
<message>
<source>what to run; 'gpuscope workloads' lists them</source>
<translation>要运行的内容；“gpuscope workloads”列出它们</translation>
</message>
<message>
<source>what to vary, the baseline first: precision=fp32,bf16; optimize=none,channels-last+fused; several flags are combined; in a command, a word in braces: batch=6,12 for {batch}</source>
<translation>变体之间的差异，基线在前：precision=fp32,bf16；optimize=none,channels-last+fused；多个标志相互组合；对于命令，则为其中花括号内的词：batch=6,12 对应 {batch}</translation>
</message>
<message>
<source>what was recorded since {0} is lost: {1}</source>
<translation>自 {0} 以来记录的内容已丢失：{1}</translation>
</message>
<message>
<source>what was run</source>
<translation>所运行的内容</translation>
</message>
<message>
<source>where the finish line is (default: the smallest total of the runs)</source>
<translation>终点线的位置（默认：各运行总数中最小的）</translation>
</message>
<message>
<source>whether the run had a CUDA context is not known, so no idle baseline can be chosen</source>
<translation>不知道该运行是否有 CUDA 上下文，因此无法选择空闲基线</translation>
</message>
<message>
<source>which device it ran on was not reported</source>
<translation>没有报告它在哪个设备上运行</translation>
</message>
<message>
<source>which of the recorded GPUs is {0} was not reported</source>
<translation>没有报告 {0} 是所记录 GPU 中的哪一块</translation>
</message>
<message>
<source>who gets furthest in the time of the shortest run</source>
<translation>谁在最短运行的时间内跑得最远</translation>
</message>
<message>
<source>why not</source>
<translation>为何不能</translation>
</message>
<message>
<source>why not, or how</source>
<translation>为何不能，或如何获得</translation>
</message>
<message>
<source>width="{0}" height="{1}"</source>
<translation>width="{0}" height="{1}"</translation>
</message>
<message>
<source>will run it after the others</source>
<translation>将在其他运行之后进行</translation>
</message>
<message>
<source>will run it when its device is free</source>
<translation>将在其设备空闲时进行</translation>
</message>
<message>
<source>with --chain: write its table to a .pdf, .html, .csv or .json file</source>
<translation>与 --chain 一起：把其表格写入 .pdf、.html、.csv 或 .json 文件</translation>
</message>
<message>
<source>with --install: the build for NVIDIA GPUs (default: where there is a driver)</source>
<translation>与 --install 一起：用于 NVIDIA GPU 的版本（默认：有驱动时）</translation>
</message>
<message>
<source>with --install: the build without CUDA</source>
<translation>与 --install 一起：不带 CUDA 的版本</translation>
</message>
<message>
<source>within {0}</source>
<translation>在 {0} 以内</translation>
</message>
<message>
<source>within {0} other phases</source>
<translation>位于另外 {0} 个阶段内</translation>
</message>
<message>
<source>without a key</source>
<translation>没有键</translation>
</message>
<message>
<source>without its profile, which stays a file of its own: {0}</source>
<translation>不含其剖析，它仍是单独的文件：{0}</translation>
</message>
<message>
<source>without the first {0} s, before the first readings</source>
<translation>不含最初 {0} 秒，即首批读数之前</translation>
</message>
<message>
<source>without {0} in which the profiler ran</source>
<translation>不含剖析器运行的 {0}</translation>
</message>
<message>
<source>workload</source>
<translation>负载</translation>
</message>
<message>
<source>workload {0} is not known</source>
<translation>不认识负载 {0}</translation>
</message>
<message>
<source>workloads on {0} are not tested on hardware: figures may be wrong</source>
<translation>{0} 上的负载未在硬件上测试：数值可能有误</translation>
</message>
<message>
<source>worse</source>
<translation>更差</translation>
</message>
<message>
<source>worse so far</source>
<translation>目前更差</translation>
</message>
<message>
<source>write a .pdf report, the cells as .csv or .json, or the picture as .svg</source>
<translation>写出 .pdf 报告、.csv 或 .json 的各格，或 .svg 图片</translation>
</message>
<message>
<source>write it to a .pdf, .html, .csv or .json file</source>
<translation>写入 .pdf、.html、.csv 或 .json 文件</translation>
</message>
<message>
<source>write runs as a bundle, one run's recording as CSV or JSON, or results of runs as CSV</source>
<translation>把运行写成运行包，把一个运行的记录写成 CSV 或 JSON，或把各运行的结果写成 CSV</translation>
</message>
<message>
<source>write the comparison of its rungs to a .pdf, .html, .csv or .json file</source>
<translation>把各级的比较写入 .pdf、.html、.csv 或 .json 文件</translation>
</message>
<message>
<source>write the comparison to a .pdf, .html, .csv or .json file</source>
<translation>把比较写入 .pdf、.html、.csv 或 .json 文件</translation>
</message>
<message>
<source>write the tables as CSV, with .json the document, with .svg or .pdf the roofline</source>
<translation>将表格写为 CSV；以 .json 结尾写文档，以 .svg 或 .pdf 结尾写 Roofline 图</translation>
</message>
<message>
<source>write the trace again with the run's curves in it, for Perfetto</source>
<translation>再次写出 trace，其中含运行的曲线，供 Perfetto 使用</translation>
</message>
<message>
<source>written to {0}</source>
<translation>已写入 {0}</translation>
</message>
<message>
<source>written to {0}, with {1} of {2}</source>
<translation>已写入 {0}，含 {2} 的 {1}</translation>
</message>
<message>
<source>wrong arguments</source>
<translation>参数错误</translation>
</message>
<message>
<source>xpu</source>
<translation>xpu</translation>
</message>
<message>
<source>yes</source>
<translation>是</translation>
</message>
<message>
<source>yes or no</source>
<translation>是或否</translation>
</message>
<message>
<source>your assumption: {0}</source>
<translation>你的假设：{0}</translation>
</message>
<message>
<source>{0} % of the time</source>
<translation>{0} % 的时间</translation>
</message>
<message>
<source>{0} (corrected p = {1})</source>
<translation>{0}（校正 p = {1}）</translation>
</message>
<message>
<source>{0} (in a run on {1})</source>
<translation>{0}（在 {1} 的一次运行中）</translation>
</message>
<message>
<source>{0} (logarithmic)</source>
<translation>{0}（对数）</translation>
</message>
<message>
<source>{0} ({1} returned {2})</source>
<translation>{0}（{1} 返回 {2}）</translation>
</message>
<message>
<source>{0} ({1}) has no option {2}</source>
<translation>{0}（{1}）没有选项 {2}</translation>
</message>
<message>
<source>{0} ({1}) takes {2} of {3} in operators, in {4}</source>
<translation>{0}（{1}）在 {4}中占算子时间 {3} 的 {2}</translation>
</message>
<message>
<source>{0} -m pip install {1}</source>
<translation>{0} -m pip install {1}</translation>
</message>
<message>
<source>{0} GPU</source>
<translation>{0} 个 GPU</translation>
</message>
<message>
<source>{0} GPUs</source>
<translation>{0} 个 GPU</translation>
</message>
<message>
<source>{0} J in {1} s, the power sensor {2} J</source>
<translation>{1} 秒内 {0} J，功率传感器为 {2} J</translation>
</message>
<message>
<source>{0} There is no verdict: {1}.</source>
<translation>{0} 没有结论：{1}。</translation>
</message>
<message>
<source>{0} after {1}</source>
<translation>{0}，共 {1}</translation>
</message>
<message>
<source>{0} against {1}</source>
<translation>{0} 对 {1}</translation>
</message>
<message>
<source>{0} against {1}: one run each</source>
<translation>{0} 对比 {1}：各运行一次</translation>
</message>
<message>
<source>{0} against {1}: {2} repeats each, in turns</source>
<translation>{0} 对比 {1}：各重复 {2} 次，轮流进行</translation>
</message>
<message>
<source>{0} and {1}</source>
<translation>{0} 和 {1}</translation>
</message>
<message>
<source>{0} and {1} are not comparable: {2}.</source>
<translation>{0} 与 {1} 不可比较：{2}。</translation>
</message>
<message>
<source>{0} and {1} have no headline figure in common to compare.</source>
<translation>{0} 与 {1} 没有可以相比的共同主要数值。</translation>
</message>
<message>
<source>{0} and {1} more</source>
<translation>{0} 等，另有 {1} 项</translation>
</message>
<message>
<source>{0} and {1}: {2} in {3}</source>
<translation>{0} 与 {1}：{3}{2}</translation>
</message>
<message>
<source>{0} are comparable with caution: {1}.</source>
<translation>{0} 可谨慎比较：{1}。</translation>
</message>
<message>
<source>{0} are comparable: {1}.</source>
<translation>{0} 可比较：{1}。</translation>
</message>
<message>
<source>{0} are measured, the rest is warm-up{1}</source>
<translation>测量 {0}，其余为预热{1}</translation>
</message>
<message>
<source>{0} are not comparable: {1}.</source>
<translation>{0} 不可比较：{1}。</translation>
</message>
<message>
<source>{0} are too many</source>
<translation>{0} 太多</translation>
</message>
<message>
<source>{0} axes ({1}) cannot be shown in one picture</source>
<translation>{0} 个轴（{1}）无法显示在一张图中</translation>
</message>
<message>
<source>{0} became {1} × faster, but no rung's factor is reliable enough to name the cause</source>
<translation>{0} 的速度提高到 {1} 倍，但没有一级的倍数可靠到足以指明原因</translation>
</message>
<message>
<source>{0} became {1} × faster, mostly thanks to {2}</source>
<translation>{0} 的速度提高到 {1} 倍，主要归功于 {2}</translation>
</message>
<message>
<source>{0} became {1} × faster, partly thanks to {2}</source>
<translation>{0} 的速度提高到 {1} 倍，部分归功于 {2}</translation>
</message>
<message>
<source>{0} became {1} × faster, thanks to {2}</source>
<translation>{0} 的速度提高到 {1} 倍，归功于 {2}</translation>
</message>
<message>
<source>{0} became {1} × faster, which is within the error of a quick look</source>
<translation>{0} 的速度提高到 {1} 倍，这在快速查看的误差之内</translation>
</message>
<message>
<source>{0} belongs to another user</source>
<translation>{0} 属于他人</translation>
</message>
<message>
<source>{0} beside {1}</source>
<translation>{0} 与 {1} 相对照</translation>
</message>
<message>
<source>{0} between number formats took {1} ({2} of the device's busy time), most of them from {3} to {4}</source>
<translation>数值格式之间的{0}耗时 {1}（占设备忙碌时间的 {2}），多数从 {3} 到 {4}</translation>
</message>
<message>
<source>{0} brought back</source>
<translation>{0}已恢复</translation>
</message>
<message>
<source>{0} bytes of the command's output could not be written to where it goes</source>
<translation>命令的输出中有 {0} 字节无法写到其去处</translation>
</message>
<message>
<source>{0} call</source>
<translation>{0} 次调用</translation>
</message>
<message>
<source>{0} calls</source>
<translation>{0} 次调用</translation>
</message>
<message>
<source>{0} came too fast to be read and went missing</source>
<translation>{0}来得比读取更快，因而缺失</translation>
</message>
<message>
<source>{0} can be read only by root</source>
<translation>只有 root 可读取 {0}</translation>
</message>
<message>
<source>{0} cannot be combined with {1}</source>
<translation>{0} 不能与 {1} 同时使用</translation>
</message>
<message>
<source>{0} cannot be compared</source>
<translation>{0}无法比较</translation>
</message>
<message>
<source>{0} cannot be entered: {1}</source>
<translation>无法进入 {0}：{1}</translation>
</message>
<message>
<source>{0} cannot be executed</source>
<translation>无法执行 {0}</translation>
</message>
<message>
<source>{0} cannot be fetched: {1}</source>
<translation>无法获取 {0}：{1}</translation>
</message>
<message>
<source>{0} cannot be imported: {1}</source>
<translation>无法导入 {0}：{1}</translation>
</message>
<message>
<source>{0} cannot be loaded: its file system is mounted without the right to execute</source>
<translation>无法加载 {0}：其所在的文件系统在挂载时未允许执行</translation>
</message>
<message>
<source>{0} cannot be loaded: {1}</source>
<translation>无法加载 {0}：{1}</translation>
</message>
<message>
<source>{0} cannot be made: {1}</source>
<translation>无法创建 {0}：{1}</translation>
</message>
<message>
<source>{0} cannot be made: {1} keeps no files</source>
<translation>无法创建 {0}：{1} 不保存文件</translation>
</message>
<message>
<source>{0} cannot be read</source>
<translation>无法读取 {0}</translation>
</message>
<message>
<source>{0} cannot be read, so the defaults hold: {1}</source>
<translation>无法读取 {0}，因此使用默认值：{1}</translation>
</message>
<message>
<source>{0} cannot be read: {1}</source>
<translation>无法读取 {0}：{1}</translation>
</message>
<message>
<source>{0} cannot be removed: {1}</source>
<translation>无法删除 {0}：{1}</translation>
</message>
<message>
<source>{0} cannot be run: the interpreter that its first line names is missing</source>
<translation>无法运行 {0}：其首行指定的解释器不存在</translation>
</message>
<message>
<source>{0} cannot be started: the system is out of {1}</source>
<translation>无法启动 {0}：系统的{1}已用尽</translation>
</message>
<message>
<source>{0} cannot be started: {1}</source>
<translation>无法启动 {0}：{1}</translation>
</message>
<message>
<source>{0} cannot be unpacked</source>
<translation>无法解压 {0}</translation>
</message>
<message>
<source>{0} cannot be written</source>
<translation>无法写入 {0}</translation>
</message>
<message>
<source>{0} cannot be written: ffmpeg ended with {1}{2}</source>
<translation>无法写入 {0}：ffmpeg 以 {1} 结束{2}</translation>
</message>
<message>
<source>{0} cannot be written: {1}</source>
<translation>无法写入 {0}：{1}</translation>
</message>
<message>
<source>{0} cannot take curves: {1}</source>
<translation>{0} 无法加入曲线：{1}</translation>
</message>
<message>
<source>{0} cell</source>
<translation>{0} 格</translation>
</message>
<message>
<source>{0} cells</source>
<translation>{0} 格</translation>
</message>
<message>
<source>{0} cells out of memory</source>
<translation>{0} 格内存不足</translation>
</message>
<message>
<source>{0} chain</source>
<translation>{0} 串</translation>
</message>
<message>
<source>{0} chains</source>
<translation>{0} 串</translation>
</message>
<message>
<source>{0} change</source>
<translation>{0} 次变化</translation>
</message>
<message>
<source>{0} changes</source>
<translation>{0} 次变化</translation>
</message>
<message>
<source>{0} chooses its kernels itself</source>
<translation>{0} 自行选择其核函数</translation>
</message>
<message>
<source>{0} compiles the model itself</source>
<translation>{0} 自行编译模型</translation>
</message>
<message>
<source>{0} conversion</source>
<translation>{0} 次转换</translation>
</message>
<message>
<source>{0} conversions</source>
<translation>{0} 次转换</translation>
</message>
<message>
<source>{0} copies</source>
<translation>{0} 次拷贝</translation>
</message>
<message>
<source>{0} copy</source>
<translation>{0} 次拷贝</translation>
</message>
<message>
<source>{0} core</source>
<translation>{0} 个核心</translation>
</message>
<message>
<source>{0} cores</source>
<translation>{0} 个核心</translation>
</message>
<message>
<source>{0} cores used</source>
<translation>占用 {0} 个核心</translation>
</message>
<message>
<source>{0} costs {1} more of {2} time {3} ({4} before, {5} now)</source>
<translation>{0}{3}多用{2}时间 {1}（之前 {4}，现在 {5}）</translation>
</message>
<message>
<source>{0} could not be read, so left out.</source>
<translation>{0}无法读取，因而略去。</translation>
</message>
<message>
<source>{0} could not be recovered: {1}</source>
<translation>无法恢复 {0}：{1}</translation>
</message>
<message>
<source>{0} could not be trained</source>
<translation>{0} 无法训练</translation>
</message>
<message>
<source>{0} curve</source>
<translation>{0} 条曲线</translation>
</message>
<message>
<source>{0} curves</source>
<translation>{0} 条曲线</translation>
</message>
<message>
<source>{0} d {1} h</source>
<translation>{0} 天 {1} 小时</translation>
</message>
<message>
<source>{0} device</source>
<translation>{0} 个设备</translation>
</message>
<message>
<source>{0} devices</source>
<translation>{0} 个设备</translation>
</message>
<message>
<source>{0} different workloads</source>
<translation>{0} 个不同的负载</translation>
</message>
<message>
<source>{0} does not compute in {1}</source>
<translation>{0} 不以 {1} 计算</translation>
</message>
<message>
<source>{0} does not fit {1}</source>
<translation>{0} 不适用于 {1}</translation>
</message>
<message>
<source>{0} does not fit {1}: {2}</source>
<translation>{0} 不适合 {1}：{2}</translation>
</message>
<message>
<source>{0} does not hold a JSON object, so the defaults hold</source>
<translation>{0} 不含 JSON 对象，因此使用默认值</translation>
</message>
<message>
<source>{0} does not read torch's quantized layers</source>
<translation>{0} 不能读取 torch 的量化层</translation>
</message>
<message>
<source>{0} does not read torchao's tensors</source>
<translation>{0} 不能读取 torchao 的张量</translation>
</message>
<message>
<source>{0} does not run {1}: {2}</source>
<translation>{0} 不能运行 {1}：{2}</translation>
</message>
<message>
<source>{0} earlier messages were left out: nothing could be printed</source>
<translation>略去 {0} 条更早的消息：无法打印任何内容</translation>
</message>
<message>
<source>{0} emissions, CO₂ equivalent</source>
<translation>{0} 排放，CO₂ 当量</translation>
</message>
<message>
<source>{0} ended before the store was open</source>
<translation>{0} 个在存储打开之前结束</translation>
</message>
<message>
<source>{0} ends too early</source>
<translation>{0} 过早结束</translation>
</message>
<message>
<source>{0} energy counter</source>
<translation>{0} 能量计数器</translation>
</message>
<message>
<source>{0} event</source>
<translation>{0} 个事件</translation>
</message>
<message>
<source>{0} events</source>
<translation>{0} 个事件</translation>
</message>
<message>
<source>{0} events out of any range left out.</source>
<translation>略去了 {0} 个超出任何范围的事件。</translation>
</message>
<message>
<source>{0} falls below {1}</source>
<translation>{0} 低于 {1}</translation>
</message>
<message>
<source>{0} for at least {1}</source>
<translation>{0}，持续至少 {1}</translation>
</message>
<message>
<source>{0} for {1}</source>
<translation>{0}，持续 {1}</translation>
</message>
<message>
<source>{0} found twice in the file counted once.</source>
<translation>{0}在文件中出现两次，只计一次。</translation>
</message>
<message>
<source>{0} from unpinned memory took {1} during which nothing else ran, and the device was idle for {2} afterwards ({3} of the time)</source>
<translation>来自非锁页内存的{0}耗时 {1}，其间没有其他工作运行，此后设备空闲了 {2}（占时间的 {3}）</translation>
</message>
<message>
<source>{0} g CO₂ per kWh</source>
<translation>每千瓦时 {0} 克 CO₂</translation>
</message>
<message>
<source>{0} gap</source>
<translation>{0} 处间断</translation>
</message>
<message>
<source>{0} gaps</source>
<translation>{0} 处间断</translation>
</message>
<message>
<source>{0} group</source>
<translation>{0} 组</translation>
</message>
<message>
<source>{0} groups</source>
<translation>{0} 组</translation>
</message>
<message>
<source>{0} groups beside {1}</source>
<translation>{0} 组与 {1} 相对照</translation>
</message>
<message>
<source>{0} h {1} min</source>
<translation>{0} 小时 {1} 分</translation>
</message>
<message>
<source>{0} had it open</source>
<translation>{0}打开了它</translation>
</message>
<message>
<source>{0} had {1} in use at most, {2} after the first event: {3}.</source>
<translation>{0} 最多使用 {1}，在第一个事件之后 {2}：{3}。</translation>
</message>
<message>
<source>{0} has been in use by another gpuscope for more than {1} s</source>
<translation>{0} 已被另一个 gpuscope 使用超过 {1} 秒</translation>
</message>
<message>
<source>{0} has no known file ending</source>
<translation>{0} 的文件类型未知</translation>
</message>
<message>
<source>{0} has no ladder: the rungs change how a model is trained or run</source>
<translation>{0} 没有阶梯：各级改变的是模型的训练或运行方式</translation>
</message>
<message>
<source>{0} has no meaning for {1}: it is for {2}</source>
<translation>{0} 对 {1} 没有意义：它用于 {2}</translation>
</message>
<message>
<source>{0} has no pip, which installs torch</source>
<translation>{0} 没有用来安装 torch 的 pip</translation>
</message>
<message>
<source>{0} has no table of characters of format 12</source>
<translation>{0} 没有格式 12 的字符表</translation>
</message>
<message>
<source>{0} has no {1}</source>
<translation>{0} 没有 {1}</translation>
</message>
<message>
<source>{0} has no {1} (or .gz)</source>
<translation>{0} 没有 {1}（或 .gz）</translation>
</message>
<message>
<source>{0} has reached {1}</source>
<translation>{0} 达到 {1}</translation>
</message>
<message>
<source>{0} has {1} entries; the most is {2}</source>
<translation>{0}有 {1} 个条目；最多 {2} 个</translation>
</message>
<message>
<source>{0} has {1} free, and torch needs {2} while it is installed</source>
<translation>{0} 剩余 {1}，而安装 torch 需要 {2}</translation>
</message>
<message>
<source>{0} has {1} of {2}.</source>
<translation>{0} 的{1}（相对 {2}）。</translation>
</message>
<message>
<source>{0} has {1} {2} of {3}</source>
<translation>{0} 的{2}为 {3} 的 {1}</translation>
</message>
<message>
<source>{0} heads do not divide into {1} equal parts</source>
<translation>{0} 个头不能分成 {1} 等份</translation>
</message>
<message>
<source>{0} here</source>
<translation>此处{0}</translation>
</message>
<message>
<source>{0} hides every GPU</source>
<translation>{0} 隐藏了所有 GPU</translation>
</message>
<message>
<source>{0} holds a number that is too large</source>
<translation>{0}含有过大的数</translation>
</message>
<message>
<source>{0} holds more than {1} characters</source>
<translation>{0} 的字符超过 {1} 个</translation>
</message>
<message>
<source>{0} holds more than {1} entries</source>
<translation>{0} 的条目超过 {1} 个</translation>
</message>
<message>
<source>{0} holds neither operators nor device work: there is nothing to compare.</source>
<translation>{0} 既没有算子，也没有设备的工作：没有可比较的内容。</translation>
</message>
<message>
<source>{0} holds no run</source>
<translation>{0} 不含任何运行</translation>
</message>
<message>
<source>{0} holds no run, or another process is recovering it</source>
<translation>{0} 不含运行，或另一进程正在恢复它</translation>
</message>
<message>
<source>{0} holds no traces</source>
<translation>{0} 不含 trace</translation>
</message>
<message>
<source>{0} holds text that is not Unicode</source>
<translation>{0}含有不是 Unicode 的文本</translation>
</message>
<message>
<source>{0} holds {1} images, and its labels are {2}</source>
<translation>{0} 含有 {1} 幅图像，而其标签有 {2} 个</translation>
</message>
<message>
<source>{0} holds {1} traces</source>
<translation>{0} 含有 {1} 份 trace</translation>
</message>
<message>
<source>{0} idle</source>
<translation>{0} 的空闲</translation>
</message>
<message>
<source>{0} idle ({1}{2})</source>
<translation>{0} 空闲（{1}{2}）</translation>
</message>
<message>
<source>{0} idle baseline of {1}: {2} ± {3} over {4} s</source>
<translation>{1} 的{0}空闲基线：{4} 秒内 {2} ± {3}</translation>
</message>
<message>
<source>{0} imported</source>
<translation>{0}已导入</translation>
</message>
<message>
<source>{0} in OpenCL</source>
<translation>{0}，OpenCL</translation>
</message>
<message>
<source>{0} in part</source>
<translation>{0} 个部分抢救</translation>
</message>
<message>
<source>{0} in {1} s of fast readings, {2} are needed</source>
<translation>{1} 秒快速读取中有 {0}，需要 {2}</translation>
</message>
<message>
<source>{0} in {1}; deleted with their runs</source>
<translation>{1}占用 {0}；随其运行一起删除</translation>
</message>
<message>
<source>{0} inference</source>
<translation>{0} 推理</translation>
</message>
<message>
<source>{0} inference on {1}</source>
<translation>{0} 推理，{1}</translation>
</message>
<message>
<source>{0} is a folder</source>
<translation>{0} 是文件夹</translation>
</message>
<message>
<source>{0} is a folder, not a command</source>
<translation>{0} 是文件夹，不是命令</translation>
</message>
<message>
<source>{0} is a kernel and</source>
<translation>{0} 是核函数，</translation>
</message>
<message>
<source>{0} is a kernel and has no task</source>
<translation>{0} 是核函数，没有任务</translation>
</message>
<message>
<source>{0} is a record of memory</source>
<translation>{0} 是内存记录</translation>
</message>
<message>
<source>{0} is a record of memory, not a trace</source>
<translation>{0} 是内存记录，不是 trace</translation>
</message>
<message>
<source>{0} is being written by another gpuscope</source>
<translation>{0} 正由另一个 gpuscope 写入</translation>
</message>
<message>
<source>{0} is emulated on this processor ({1})</source>
<translation>{0} 在此处理器上为模拟（{1}）</translation>
</message>
<message>
<source>{0} is emulated on this processor ({1}): {2}</source>
<translation>{0} 在此处理器上为模拟（{1}）：{2}</translation>
</message>
<message>
<source>{0} is estimated, the other is not</source>
<translation>{0} 为估计值，另一个不是</translation>
</message>
<message>
<source>{0} is fastest: {1}</source>
<translation>{0} 最快：{1}</translation>
</message>
<message>
<source>{0} is fastest: {1}, {2} × as fast as the slowest cell</source>
<translation>{0} 最快：{1}，速度为最慢一格的 {2} 倍</translation>
</message>
<message>
<source>{0} is for runs that gpuscope starts, which report steps and loss</source>
<translation>{0} 用于由 gpuscope 启动的运行，它们会报告步和损失</translation>
</message>
<message>
<source>{0} is for the window, which {1} does not open</source>
<translation>{0} 用于窗口，而 {1} 不打开窗口</translation>
</message>
<message>
<source>{0} is given twice</source>
<translation>{0} 给出了两次</translation>
</message>
<message>
<source>{0} is given twice: {1} and {2}</source>
<translation>{0} 给出了两次：{1} 和 {2}</translation>
</message>
<message>
<source>{0} is larger than it may be ({1} bytes)</source>
<translation>{0} 超过了允许的大小（{1} 字节）</translation>
</message>
<message>
<source>{0} is larger than {1} bytes</source>
<translation>{0} 超过 {1} 字节</translation>
</message>
<message>
<source>{0} is live, and a race replays finished runs</source>
<translation>{0} 正在进行，而竞速重放的是已结束的运行</translation>
</message>
<message>
<source>{0} is missing</source>
<translation>缺少 {0}</translation>
</message>
<message>
<source>{0} is missing: {1}.</source>
<translation>{0} 缺失：{1}。</translation>
</message>
<message>
<source>{0} is nested too deeply</source>
<translation>{0}嵌套过深</translation>
</message>
<message>
<source>{0} is no font with a table {1}</source>
<translation>{0} 不是含表 {1} 的字体</translation>
</message>
<message>
<source>{0} is not a JSON document: {1}</source>
<translation>{0}不是 JSON 文档：{1}</translation>
</message>
<message>
<source>{0} is not a file type for sweeps</source>
<translation>{0} 不是扫描可写入的文件类型</translation>
</message>
<message>
<source>{0} is not a folder</source>
<translation>{0} 不是文件夹</translation>
</message>
<message>
<source>{0} is not a gpuscope store, or its first bytes are damaged</source>
<translation>{0} 不是 gpuscope 存储，或其开头的字节已损坏</translation>
</message>
<message>
<source>{0} is not a process ID</source>
<translation>{0} 不是进程号</translation>
</message>
<message>
<source>{0} is not a program for this machine</source>
<translation>{0} 不是适用于本机的程序</translation>
</message>
<message>
<source>{0} is not a quantity that an alert can watch</source>
<translation>{0} 不是警报能监视的量</translation>
</message>
<message>
<source>{0} is not a readable trace: {1}</source>
<translation>{0} 不是可读取的 trace：{1}</translation>
</message>
<message>
<source>{0} is not a sensor recording</source>
<translation>{0} 不是传感器录制</translation>
</message>
<message>
<source>{0} is not a share</source>
<translation>{0} 不是百分比</translation>
</message>
<message>
<source>{0} is not a tag</source>
<translation>{0} 不是标签</translation>
</message>
<message>
<source>{0} is not a usable CIFAR-10 file: {1}</source>
<translation>{0} 不是可用的 CIFAR-10 文件：{1}</translation>
</message>
<message>
<source>{0} is not a usable MNIST file: {1}</source>
<translation>{0} 不是可用的 MNIST 文件：{1}</translation>
</message>
<message>
<source>{0} is not a value in nvidia-smi's format</source>
<translation>{0} 不是 nvidia-smi 所写的数值</translation>
</message>
<message>
<source>{0} is not a workload, optimization or engine</source>
<translation>{0} 不是负载、优化或引擎</translation>
</message>
<message>
<source>{0} is not an absolute path: {1}</source>
<translation>{0} 不是绝对路径：{1}</translation>
</message>
<message>
<source>{0} is not an alert rule</source>
<translation>{0} 不是警报规则</translation>
</message>
<message>
<source>{0} is not an instant in UTC</source>
<translation>{0} 不是 UTC 时刻</translation>
</message>
<message>
<source>{0} is not downloaded yet: {1} from {2} to {3}</source>
<translation>{0} 尚未下载：从 {2} 下载 {1} 到 {3}</translation>
</message>
<message>
<source>{0} is not known</source>
<translation>不认识 {0}</translation>
</message>
<message>
<source>{0} is not of a run: {1}</source>
<translation>{0}不属于运行：{1}</translation>
</message>
<message>
<source>{0} is not real hardware: {1}</source>
<translation>{0} 并非真实硬件：{1}</translation>
</message>
<message>
<source>{0} is not the URL of a store</source>
<translation>{0} 不是存储的 URL</translation>
</message>
<message>
<source>{0} is not the file that it should be</source>
<translation>{0} 不是应有的文件</translation>
</message>
<message>
<source>{0} is not there</source>
<translation>{0} 不存在</translation>
</message>
<message>
<source>{0} is not understood</source>
<translation>无法理解 {0}</translation>
</message>
<message>
<source>{0} is not what was written</source>
<translation>{0} 与当初写入的不一致</translation>
</message>
<message>
<source>{0} is not where it should be</source>
<translation>{0} 不在应在的位置</translation>
</message>
<message>
<source>{0} is not {1}</source>
<translation>{0}不是{1}</translation>
</message>
<message>
<source>{0} is older than {1}</source>
<translation>{0} 早于 {1}</translation>
</message>
<message>
<source>{0} is out of memory already</source>
<translation>{0} 已经内存不足</translation>
</message>
<message>
<source>{0} is out of range</source>
<translation>{0}超出范围</translation>
</message>
<message>
<source>{0} is slow by design on {1} ({2}: 1/{3} of FP32's rate)</source>
<translation>{0} 在 {1} 上因设计而慢（{2}：FP32 速率的 1/{3}）</translation>
</message>
<message>
<source>{0} is still at {1} °C, warmer than before the first run</source>
<translation>{0} 仍为 {1} °C，比第一次运行之前更热</translation>
</message>
<message>
<source>{0} is still running: its figures appear when it ends</source>
<translation>{0} 仍在运行：结束后才有数值</translation>
</message>
<message>
<source>{0} is still running: its figures appear when it ends.</source>
<translation>{0} 仍在运行：结束后才有数值。</translation>
</message>
<message>
<source>{0} is the knee and the fastest: {1}</source>
<translation>{0} 为拐点，也是最快的：{1}</translation>
</message>
<message>
<source>{0} is the knee: {1} % of the best {2}</source>
<translation>{0} 为拐点：达到最佳{2}的 {1} %</translation>
</message>
<message>
<source>{0} is the knee: {1} % of the best {2} at {3}</source>
<translation>{0} 为拐点：在 {3} 达到最佳{2}的 {1} %</translation>
</message>
<message>
<source>{0} is the name of a run, not its id</source>
<translation>{0} 是运行的名称，而不是其 ID</translation>
</message>
<message>
<source>{0} is there already</source>
<translation>{0} 已存在</translation>
</message>
<message>
<source>{0} is too long or holds a NUL character</source>
<translation>{0}太长或含有 NUL 字符</translation>
</message>
<message>
<source>{0} kernel</source>
<translation>{0} 个核函数</translation>
</message>
<message>
<source>{0} kernels</source>
<translation>{0} 个核函数</translation>
</message>
<message>
<source>{0} lacks {1}</source>
<translation>{0}缺少 {1}</translation>
</message>
<message>
<source>{0} launches its kernels itself</source>
<translation>{0} 自行启动其核函数</translation>
</message>
<message>
<source>{0} lays images out itself</source>
<translation>{0} 自行安排图像布局</translation>
</message>
<message>
<source>{0} left</source>
<translation>剩余 {0}</translation>
</message>
<message>
<source>{0} left out for size: facts on the recording may be missing.</source>
<translation>{0}因过大而略去：可能缺少关于这次录制的信息。</translation>
</message>
<message>
<source>{0} left out: begin or end is not in the file.</source>
<translation>{0}已略去：其开始或结束不在文件中。</translation>
</message>
<message>
<source>{0} less in {1}</source>
<translation>{1}减少 {0}</translation>
</message>
<message>
<source>{0} line</source>
<translation>{0} 行</translation>
</message>
<message>
<source>{0} lines</source>
<translation>{0} 行</translation>
</message>
<message>
<source>{0} live, {1} interrupted</source>
<translation>{0} 个进行中，{1} 个已中断</translation>
</message>
<message>
<source>{0} mark</source>
<translation>{0} 个标记</translation>
</message>
<message>
<source>{0} marks</source>
<translation>{0} 个标记</translation>
</message>
<message>
<source>{0} matches more than one run: {1}</source>
<translation>有多个运行以 {0} 开头：{1}</translation>
</message>
<message>
<source>{0} matches several plans</source>
<translation>有多个计划以 {0} 开头</translation>
</message>
<message>
<source>{0} matches {1} deleted runs</source>
<translation>{0} 是 {1} 个已删除运行的开头</translation>
</message>
<message>
<source>{0} matches {1} runs</source>
<translation>有 {1} 个运行以 {0} 开头</translation>
</message>
<message>
<source>{0} may not be executed</source>
<translation>{0} 不允许执行</translation>
</message>
<message>
<source>{0} measured step</source>
<translation>{0} 个测量步</translation>
</message>
<message>
<source>{0} measured steps</source>
<translation>{0} 个测量步</translation>
</message>
<message>
<source>{0} member</source>
<translation>{0} 个成员</translation>
</message>
<message>
<source>{0} members</source>
<translation>{0} 个成员</translation>
</message>
<message>
<source>{0} messages of the workload were not understood</source>
<translation>负载的 {0} 条消息无法理解</translation>
</message>
<message>
<source>{0} metric</source>
<translation>{0} 项指标</translation>
</message>
<message>
<source>{0} metric {1}, its last value</source>
<translation>{0} 指标 {1}，其最后的值</translation>
</message>
<message>
<source>{0} metrics</source>
<translation>{0} 项指标</translation>
</message>
<message>
<source>{0} min</source>
<translation>{0} 分钟</translation>
</message>
<message>
<source>{0} min {1} s</source>
<translation>{0} 分 {1} 秒</translation>
</message>
<message>
<source>{0} more</source>
<translation>另外 {0} 个</translation>
</message>
<message>
<source>{0} more alerts fired</source>
<translation>另有 {0} 次警报触发</translation>
</message>
<message>
<source>{0} more difference</source>
<translation>另有 {0} 项不同</translation>
</message>
<message>
<source>{0} more differences</source>
<translation>另有 {0} 项不同</translation>
</message>
<message>
<source>{0} more finding</source>
<translation>另外 {0} 项发现</translation>
</message>
<message>
<source>{0} more findings</source>
<translation>另外 {0} 项发现</translation>
</message>
<message>
<source>{0} more function</source>
<translation>另外 {0} 个函数</translation>
</message>
<message>
<source>{0} more functions</source>
<translation>另外 {0} 个函数</translation>
</message>
<message>
<source>{0} more gaps are left out here; 'gpuscope show RUN' lists them.</source>
<translation>此处略去另外 {0} 处间断；“gpuscope show ‹运行›”会列出。</translation>
</message>
<message>
<source>{0} more in {1}</source>
<translation>{1}增加 {0}</translation>
</message>
<message>
<source>{0} more kernel</source>
<translation>另外 {0} 个核函数</translation>
</message>
<message>
<source>{0} more kernels</source>
<translation>另外 {0} 个核函数</translation>
</message>
<message>
<source>{0} more lines: make the terminal taller</source>
<translation>还有 {0} 行：请增高终端</translation>
</message>
<message>
<source>{0} more metric</source>
<translation>另有 {0} 项指标</translation>
</message>
<message>
<source>{0} more metric and {1} more remark: --all</source>
<translation>另有 {0} 项指标、{1} 条说明：--all</translation>
</message>
<message>
<source>{0} more metric and {1} more remarks: --all</source>
<translation>另有 {0} 项指标、{1} 条说明：--all</translation>
</message>
<message>
<source>{0} more metric, a sentence on each group, intervals and ids: --all</source>
<translation>另有 {0} 项指标、每组一句话、区间和 ID：--all</translation>
</message>
<message>
<source>{0} more metric, {1} more remark, a sentence on each group, intervals and ids: --all</source>
<translation>另有 {0} 项指标、{1} 条说明、每组一句话、区间和 ID：--all</translation>
</message>
<message>
<source>{0} more metric, {1} more remarks, a sentence on each group, intervals and ids: --all</source>
<translation>另有 {0} 项指标、{1} 条说明、每组一句话、区间和 ID：--all</translation>
</message>
<message>
<source>{0} more metric: --all</source>
<translation>另有 {0} 项指标：--all</translation>
</message>
<message>
<source>{0} more metrics</source>
<translation>另有 {0} 项指标</translation>
</message>
<message>
<source>{0} more metrics and {1} more remark: --all</source>
<translation>另有 {0} 项指标、{1} 条说明：--all</translation>
</message>
<message>
<source>{0} more metrics and {1} more remarks: --all</source>
<translation>另有 {0} 项指标、{1} 条说明：--all</translation>
</message>
<message>
<source>{0} more metrics, a sentence on each group, intervals and ids: --all</source>
<translation>另有 {0} 项指标、每组一句话、区间和 ID：--all</translation>
</message>
<message>
<source>{0} more metrics, {1} more remark, a sentence on each group, intervals and ids: --all</source>
<translation>另有 {0} 项指标、{1} 条说明、每组一句话、区间和 ID：--all</translation>
</message>
<message>
<source>{0} more metrics, {1} more remarks, a sentence on each group, intervals and ids: --all</source>
<translation>另有 {0} 项指标、{1} 条说明、每组一句话、区间和 ID：--all</translation>
</message>
<message>
<source>{0} more metrics: --all</source>
<translation>另有 {0} 项指标：--all</translation>
</message>
<message>
<source>{0} more operator</source>
<translation>另外 {0} 个算子</translation>
</message>
<message>
<source>{0} more operators</source>
<translation>另外 {0} 个算子</translation>
</message>
<message>
<source>{0} more remark</source>
<translation>另有 {0} 条说明</translation>
</message>
<message>
<source>{0} more remark: --all</source>
<translation>另有 {0} 条说明：--all</translation>
</message>
<message>
<source>{0} more remarks</source>
<translation>另有 {0} 条说明</translation>
</message>
<message>
<source>{0} more remarks: --all</source>
<translation>另有 {0} 条说明：--all</translation>
</message>
<message>
<source>{0} more: gpuscope show {1} --all</source>
<translation>另外 {0} 项：gpuscope show {1} --all</translation>
</message>
<message>
<source>{0} names a plan, not a run</source>
<translation>{0} 是计划的名称，不是运行</translation>
</message>
<message>
<source>{0} names no choice of sections</source>
<translation>{0} 没有指定任何章节</translation>
</message>
<message>
<source>{0} names no screen</source>
<translation>{0} 未指定屏幕</translation>
</message>
<message>
<source>{0} names one thing twice</source>
<translation>{0}中有重复的名称</translation>
</message>
<message>
<source>{0} need an optimization that spreads the training over them</source>
<translation>{0}需要一项把训练分布到其上的优化</translation>
</message>
<message>
<source>{0} needs a monitor that goes on</source>
<translation>{0} 需要持续进行的 monitor</translation>
</message>
<message>
<source>{0} needs {1} (not installed)</source>
<translation>{0} 需要 {1}（未安装）</translation>
</message>
<message>
<source>{0} never reached, the run ended after {1}</source>
<translation>{0}从未到达，运行在 {1}后结束</translation>
</message>
<message>
<source>{0} never records gradients</source>
<translation>{0} 从不记录梯度</translation>
</message>
<message>
<source>{0} nodes</source>
<translation>{0} 个节点</translation>
</message>
<message>
<source>{0} nodes need a place to meet</source>
<translation>{0} 个节点需要一个会合点</translation>
</message>
<message>
<source>{0} of any GPU falls below {1}</source>
<translation>任意 GPU 的{0}低于 {1}</translation>
</message>
<message>
<source>{0} of any GPU rises above {1}</source>
<translation>任意 GPU 的{0}超过 {1}</translation>
</message>
<message>
<source>{0} of computation</source>
<translation>{0} 的计算</translation>
</message>
<message>
<source>{0} of device work without a recorded launch: the operator is unknown.</source>
<translation>有 {0} 设备工作没有记录启动，因此算子未知。</translation>
</message>
<message>
<source>{0} of elementwise work follow on one another in {1}; all but the longest of each took {2} ({3} of the device's busy time)</source>
<translation>{0}（逐元素运算）前后相连，构成 {1}；除各串中最长的以外共耗时 {2}（占设备忙碌时间的 {3}）</translation>
</message>
<message>
<source>{0} of exposed communication</source>
<translation>{0} 的未重叠通信</translation>
</message>
<message>
<source>{0} of exposed copies</source>
<translation>{0} 的未重叠拷贝</translation>
</message>
<message>
<source>{0} of it are before the first device work or after the last.</source>
<translation>其中 {0} 在首项设备工作之前或末项设备工作之后。</translation>
</message>
<message>
<source>{0} of matrix products in FP32 took {1} ({2} of the device's busy time) on {3}, which has matrix units for smaller formats</source>
<translation>FP32 矩阵乘积的{0}在 {3} 上耗时 {1}（占设备忙碌时间的 {2}），该设备有用于更小格式的矩阵单元</translation>
</message>
<message>
<source>{0} of metrics without a value, or of a time before its start</source>
<translation>{0}的指标没有数值，或时间早于其开始</translation>
</message>
<message>
<source>{0} of other processes as well</source>
<translation>另有其他进程的 {0}</translation>
</message>
<message>
<source>{0} of the latency</source>
<translation>{0} 的延迟</translation>
</message>
<message>
<source>{0} of the run</source>
<translation>运行的 {0}</translation>
</message>
<message>
<source>{0} of the run could not be ended</source>
<translation>运行的 {0}无法结束</translation>
</message>
<message>
<source>{0} of the window divided by wall-clock time</source>
<translation>区间内{0} ÷ 墙钟时间</translation>
</message>
<message>
<source>{0} of {1} are gone</source>
<translation>{1} 中有 {0} 消失</translation>
</message>
<message>
<source>{0} of {1} are new</source>
<translation>其中 {0} 为新增{1}</translation>
</message>
<message>
<source>{0} of {1} falls below {2}</source>
<translation>{1} 的{0}低于 {2}</translation>
</message>
<message>
<source>{0} of {1} kernels are shorter than their launch ({2}); they took {3} ({4} of the time)</source>
<translation>{1} 个核函数中有 {0} 个短于其启动时间（{2}）；它们耗时 {3}（占时间的 {4}）</translation>
</message>
<message>
<source>{0} of {1} not steady when they were measured</source>
<translation>{1} 中有 {0} 在测量时不稳定</translation>
</message>
<message>
<source>{0} of {1} of {2} are damaged</source>
<translation>{2} 的 {1} 中有 {0} 个数据已损坏</translation>
</message>
<message>
<source>{0} of {1} of {2} failed</source>
<translation>{2} 的 {1} 中有 {0} 个失败</translation>
</message>
<message>
<source>{0} of {1} of {2} is damaged</source>
<translation>{2} 的 {1} 中有 {0} 个数据已损坏</translation>
</message>
<message>
<source>{0} of {1} of {2} not steady when measured: their warm-up reached its limit</source>
<translation>{2} 的 {1} 中有 {0} 在测量时不稳定：其预热达到了上限</translation>
</message>
<message>
<source>{0} of {1} of {2} was interrupted</source>
<translation>{2} 的 {1} 中有 {0} 个中断</translation>
</message>
<message>
<source>{0} of {1} of {2} was salvaged in part</source>
<translation>{2} 的 {1} 中有 {0} 个只抢救出一部分</translation>
</message>
<message>
<source>{0} of {1} of {2} was stopped</source>
<translation>{2} 的 {1} 中有 {0} 个被停止</translation>
</message>
<message>
<source>{0} of {1} of {2} were interrupted</source>
<translation>{2} 的 {1} 中有 {0} 个中断</translation>
</message>
<message>
<source>{0} of {1} of {2} were salvaged in part</source>
<translation>{2} 的 {1} 中有 {0} 个只抢救出一部分</translation>
</message>
<message>
<source>{0} of {1} of {2} were stopped</source>
<translation>{2} 的 {1} 中有 {0} 个被停止</translation>
</message>
<message>
<source>{0} of {1} other groups have {2} the FLOP/s of {3}</source>
<translation>其他 {1} 组中 {0} 组的 FLOP/s 为 {3} 的 {2}</translation>
</message>
<message>
<source>{0} of {1} other groups have {2} the throughput of {3}</source>
<translation>其他 {1} 组中 {0} 组的吞吐量为 {3} 的 {2}</translation>
</message>
<message>
<source>{0} of {1} other groups took {2} the time of {3}</source>
<translation>其他 {1} 组中 {0} 组的用时为 {3} 的 {2}</translation>
</message>
<message>
<source>{0} of {1} processes that took steps</source>
<translation>{1} 个执行步的进程中的 {0} 个</translation>
</message>
<message>
<source>{0} of {1} rises above {2}</source>
<translation>{1} 的{0}超过 {2}</translation>
</message>
<message>
<source>{0} of {1} set aside: heat or a fault slowed the device</source>
<translation>{1} 中有 {0} 未计入：过热或故障使设备变慢</translation>
</message>
<message>
<source>{0} of {1} steps were timed</source>
<translation>{1} 步中有 {0} 步计时</translation>
</message>
<message>
<source>{0} of {1} timed steps took {2} of the time, the others {3}: {4}</source>
<translation>{1} 个计时的步中有 {0} 个占用了 {2} 的时间，其余步为 {3}：{4}</translation>
</message>
<message>
<source>{0} on FP64 tensors took {1} ({2} of the device's busy time)</source>
<translation>对 FP64 张量的 {0}用时 {1}（占设备忙碌时间的 {2}）</translation>
</message>
<message>
<source>{0} on FP64 tensors took {1} ({2} of the time)</source>
<translation>对 FP64 张量的 {0}用时 {1}（占时间的 {2}）</translation>
</message>
<message>
<source>{0} on the energy of a run</source>
<translation>运行能耗上的{0}</translation>
</message>
<message>
<source>{0} on this device</source>
<translation>此设备上的{0}</translation>
</message>
<message>
<source>{0} on {1}</source>
<translation>{0}，在 {1} 上</translation>
</message>
<message>
<source>{0} on {1}: it needs compute capability 8.0, and {2} has {3}.{4}</source>
<translation>{1} 上的 {0}：它需要计算能力 8.0，而 {2} 为 {3}.{4}</translation>
</message>
<message>
<source>{0} operator call</source>
<translation>{0} 次算子调用</translation>
</message>
<message>
<source>{0} operator calls</source>
<translation>{0} 次算子调用</translation>
</message>
<message>
<source>{0} other groups have {1} the FLOP/s of {2}</source>
<translation>其他 {0} 组的 FLOP/s 为 {2} 的 {1}</translation>
</message>
<message>
<source>{0} other groups have {1} the throughput of {2}</source>
<translation>其他 {0} 组的吞吐量为 {2} 的 {1}</translation>
</message>
<message>
<source>{0} other groups took {1} the time of {2}</source>
<translation>其他 {0} 组的用时为 {2} 的 {1}</translation>
</message>
<message>
<source>{0} other groups {1} {2} × {3}</source>
<translation>其他 {0} 组{1} {2} × {3}</translation>
</message>
<message>
<source>{0} other process</source>
<translation>{0} 个其他进程</translation>
</message>
<message>
<source>{0} other processes</source>
<translation>{0} 个其他进程</translation>
</message>
<message>
<source>{0} over {1}</source>
<translation>{0} 随 {1}</translation>
</message>
<message>
<source>{0} over {1}: {2}</source>
<translation>{0} 随 {1}：{2}</translation>
</message>
<message>
<source>{0} pause</source>
<translation>{0} 次停顿</translation>
</message>
<message>
<source>{0} pauses</source>
<translation>{0} 次停顿</translation>
</message>
<message>
<source>{0} per kWh</source>
<translation>每千瓦时 {0}</translation>
</message>
<message>
<source>{0} piece</source>
<translation>{0} 块</translation>
</message>
<message>
<source>{0} pieces</source>
<translation>{0} 块</translation>
</message>
<message>
<source>{0} places the model itself</source>
<translation>{0} 自行放置模型</translation>
</message>
<message>
<source>{0} point</source>
<translation>{0} 个点</translation>
</message>
<message>
<source>{0} points</source>
<translation>{0} 个点</translation>
</message>
<message>
<source>{0} power readings are needed, the measured steps have {1}</source>
<translation>需要 {0} 个功率读数，测量步中有 {1} 个</translation>
</message>
<message>
<source>{0} process</source>
<translation>{0} 个进程</translation>
</message>
<message>
<source>{0} process {1}</source>
<translation>{0} 进程 {1}</translation>
</message>
<message>
<source>{0} processes</source>
<translation>{0} 个进程</translation>
</message>
<message>
<source>{0} profile</source>
<translation>{0} 份剖析</translation>
</message>
<message>
<source>{0} profiled from {1} on{2}: {3}, {4} to start and write.</source>
<translation>从 {1} 起剖析了 {0}{2}：{3}，启动和写入用时 {4}。</translation>
</message>
<message>
<source>{0} profiles</source>
<translation>{0} 份剖析</translation>
</message>
<message>
<source>{0} quality</source>
<translation>{0} 质量</translation>
</message>
<message>
<source>{0} ran on battery</source>
<translation>{0} 使用电池运行</translation>
</message>
<message>
<source>{0} ran with uncommitted changes, so the commit does not say which code it was</source>
<translation>{0} 运行时有未提交的更改，因此提交号不能说明运行的是哪份代码</translation>
</message>
<message>
<source>{0} range</source>
<translation>{0} 个区段</translation>
</message>
<message>
<source>{0} ranges</source>
<translation>{0} 个区段</translation>
</message>
<message>
<source>{0} rank</source>
<translation>{0} 个 rank</translation>
</message>
<message>
<source>{0} rank {1}</source>
<translation>{0} rank {1}</translation>
</message>
<message>
<source>{0} ranks</source>
<translation>{0} 个 rank</translation>
</message>
<message>
<source>{0} rejects the model: {1}: {2}</source>
<translation>{0} 拒绝该模型：{1}：{2}</translation>
</message>
<message>
<source>{0} repeats are too few for a verdict: {1} earlier runs of the baseline differ by {2} %.</source>
<translation>重复 {0} 次不足以得出结论：基线的 {1} 次早先运行相差 {2} %。</translation>
</message>
<message>
<source>{0} repeats per side, a claim needs {1}</source>
<translation>每侧 {0} 次重复，下结论需要 {1} 次</translation>
</message>
<message>
<source>{0} repeats will show differences in throughput above {1} %, judged by {2} earlier runs of the baseline.</source>
<translation>{0} 次重复可显示 {1} % 以上的吞吐量差异，依据基线的 {2} 个早先运行。</translation>
</message>
<message>
<source>{0} repeats will show differences larger than {1} times the scatter between runs: above {2} % where runs scatter by 1 %; once the baseline has {3} earlier runs, their scatter turns this into a percentage.</source>
<translation>{0} 次重复能显示大于运行间离散程度 {1} 倍的差异：运行间离散为 1 % 时即超过 {2} %；基线有 {3} 个早先运行后，即可换算为百分比。</translation>
</message>
<message>
<source>{0} reports no number</source>
<translation>{0} 没有报告数值</translation>
</message>
<message>
<source>{0} restarts, {1} crashes, {2} hangs, {3} lines not understood</source>
<translation>重启 {0} 次，崩溃 {1} 次，挂起 {2} 次，无法理解 {3} 行</translation>
</message>
<message>
<source>{0} rises above {1}</source>
<translation>{0} 超过 {1}</translation>
</message>
<message>
<source>{0} row</source>
<translation>{0} 行</translation>
</message>
<message>
<source>{0} rows</source>
<translation>{0} 行</translation>
</message>
<message>
<source>{0} rows against FP64 products of the same numbers</source>
<translation>{0} 行，对比相同数值的 FP64 乘积</translation>
</message>
<message>
<source>{0} run</source>
<translation>{0} 个运行</translation>
</message>
<message>
<source>{0} run was</source>
<translation>{0} 个运行</translation>
</message>
<message>
<source>{0} rung</source>
<translation>{0} 级</translation>
</message>
<message>
<source>{0} rungs</source>
<translation>{0} 级</translation>
</message>
<message>
<source>{0} runs</source>
<translation>{0} 个运行</translation>
</message>
<message>
<source>{0} runs are too many for one bundle</source>
<translation>{0} 个运行对一个运行包来说太多</translation>
</message>
<message>
<source>{0} runs on {1} only, not on {2}</source>
<translation>{0} 只能在 {1} 上运行，不能在 {2} 上运行</translation>
</message>
<message>
<source>{0} runs plain forward passes, and the inference of {1} is more than one</source>
<translation>{0} 只运行普通的前向传播，而 {1} 的推理不止于此</translation>
</message>
<message>
<source>{0} runs were</source>
<translation>{0} 个运行</translation>
</message>
<message>
<source>{0} runs {1} only</source>
<translation>{0} 只能运行 {1}</translation>
</message>
<message>
<source>{0} s at {1} ×</source>
<translation>{0} 秒（{1} 倍速）</translation>
</message>
<message>
<source>{0} s measured</source>
<translation>测量 {0} 秒</translation>
</message>
<message>
<source>{0} s of readings are too short</source>
<translation>{0} 秒的读数太短</translation>
</message>
<message>
<source>{0} s of the window without readings ({1})</source>
<translation>区间中有 {0} 秒没有读数（{1}）</translation>
</message>
<message>
<source>{0} salvaged in full, {1} lost, {2}</source>
<translation>{0} 完整抢救，{1} 个丢失，{2}</translation>
</message>
<message>
<source>{0} sample</source>
<translation>{0} 个样本</translation>
</message>
<message>
<source>{0} samples</source>
<translation>{0} 个样本</translation>
</message>
<message>
<source>{0} samples of {1} held out of training</source>
<translation>{1} 中不参与训练的 {0} 个样本</translation>
</message>
<message>
<source>{0} samples/s</source>
<translation>{0} 样本/秒</translation>
</message>
<message>
<source>{0} saves {1} of {2} time {3} ({4} before, {5} now)</source>
<translation>{0}{3}节省{2}时间 {1}（之前 {4}，现在 {5}）</translation>
</message>
<message>
<source>{0} slice</source>
<translation>{0} 个片段</translation>
</message>
<message>
<source>{0} slices</source>
<translation>{0} 个片段</translation>
</message>
<message>
<source>{0} slowed by heat or a fault were set aside.</source>
<translation>{0} 个因过热或故障变慢的运行未计入。</translation>
</message>
<message>
<source>{0} source</source>
<translation>{0} 来源</translation>
</message>
<message>
<source>{0} speed</source>
<translation>速度 {0}</translation>
</message>
<message>
<source>{0} step</source>
<translation>{0} 步</translation>
</message>
<message>
<source>{0} steps</source>
<translation>{0} 步</translation>
</message>
<message>
<source>{0} steps are needed, {1} measured</source>
<translation>需要 {0} 步，测得 {1}</translation>
</message>
<message>
<source>{0} steps by the host's clock; the longest 0.1 % are cut off. Longest: {1}.</source>
<translation>按主机时钟的 {0} 步；最长的千分之一被截去。最长：{1}。</translation>
</message>
<message>
<source>{0} steps were</source>
<translation>{0} 步</translation>
</message>
<message>
<source>{0} steps/s</source>
<translation>{0} 步/秒</translation>
</message>
<message>
<source>{0} sweep: {1}</source>
<translation>{0} 扫描：{1}</translation>
</message>
<message>
<source>{0} takes as much {1} time {2} as {3}, {4}</source>
<translation>{0}{2}的{1}时间与 {3} 相同，{4}</translation>
</message>
<message>
<source>{0} takes no data: it generates its own numbers</source>
<translation>{0} 不接受数据：它自行生成数值</translation>
</message>
<message>
<source>{0} than {1}</source>
<translation>{0}于 {1}</translation>
</message>
<message>
<source>{0} than {1}; {2}</source>
<translation>{0}于 {1}；{2}</translation>
</message>
<message>
<source>{0} that only reorder images for convolutions took {1} ({2} of the device's busy time)</source>
<translation>仅为卷积重排图像的{0}耗时 {1}（占设备忙碌时间的 {2}）</translation>
</message>
<message>
<source>{0} the latency</source>
<translation>{0}的延迟</translation>
</message>
<message>
<source>{0} the tolerance of {1}</source>
<translation>{0} {1} 的容差</translation>
</message>
<message>
<source>{0} the {1}</source>
<translation>{1}为 {0}</translation>
</message>
<message>
<source>{0} there already</source>
<translation>{0}已在此处</translation>
</message>
<message>
<source>{0} threads</source>
<translation>{0} 线程</translation>
</message>
<message>
<source>{0} thread{1}</source>
<translation>{0} 个线程{1}</translation>
</message>
<message>
<source>{0} time</source>
<translation>{0} 次</translation>
</message>
<message>
<source>{0} times</source>
<translation>{0} 次</translation>
</message>
<message>
<source>{0} times the ceiling</source>
<translation>上限的 {0} 倍</translation>
</message>
<message>
<source>{0} to {1}</source>
<translation>{0} 至 {1}</translation>
</message>
<message>
<source>{0} to {1} points</source>
<translation>{0} 至 {1} 个百分点</translation>
</message>
<message>
<source>{0} tokens/s</source>
<translation>{0} token/秒</translation>
</message>
<message>
<source>{0} training</source>
<translation>{0} 训练</translation>
</message>
<message>
<source>{0} training on {1}</source>
<translation>{0} 训练，{1}</translation>
</message>
<message>
<source>{0} updates every {1}</source>
<translation>{0} 每 {1} 更新一次</translation>
</message>
<message>
<source>{0} value</source>
<translation>{0} 个值</translation>
</message>
<message>
<source>{0} values</source>
<translation>{0} 个值</translation>
</message>
<message>
<source>{0} variant</source>
<translation>{0} 个变体</translation>
</message>
<message>
<source>{0} variants</source>
<translation>{0} 个变体</translation>
</message>
<message>
<source>{0} warm-up steps</source>
<translation>{0} 个预热步</translation>
</message>
<message>
<source>{0} was done first, after {1}.</source>
<translation>{0} 最先完成，用时 {1}。</translation>
</message>
<message>
<source>{0} was done first, after {1}; {2} took {3} as long.</source>
<translation>{0} 率先完成，用时 {1}；{2} 的用时为其 {3}。</translation>
</message>
<message>
<source>{0} was first.</source>
<translation>{0} 最先到达。</translation>
</message>
<message>
<source>{0} was measured {1} × faster, but the machine's speed varied too much to tell</source>
<translation>{0} 测得的速度为 {1} 倍，但机器的速度变化太大，无法断定</translation>
</message>
<message>
<source>{0} was not found</source>
<translation>没有找到 {0}</translation>
</message>
<message>
<source>{0} was not read for {1} s, during which its counter may have wrapped unnoticed</source>
<translation>{0} 有 {1} 秒未被读取，其间计数器可能在未察觉时重新开始</translation>
</message>
<message>
<source>{0} was not recorded while the run was: it begins at {1}, and the run's readings are from {2} to {3}</source>
<translation>{0} 不是在该运行期间录制的：它始于 {1}，而该运行的读数从 {2} 到 {3}</translation>
</message>
<message>
<source>{0} was not started: its guard process ended</source>
<translation>{0} 没有启动：其守护进程已结束</translation>
</message>
<message>
<source>{0} was reached, {1}</source>
<translation>达到了 {0}，{1}</translation>
</message>
<message>
<source>{0} was stopped before it began</source>
<translation>{0} 在开始之前被停止</translation>
</message>
<message>
<source>{0} were</source>
<translation>{0}</translation>
</message>
<message>
<source>{0} were lost: the store could not be written</source>
<translation>{0}已丢失：无法写入存储</translation>
</message>
<message>
<source>{0} while other programs keep the processor as busy as now</source>
<translation>{0}（按处理器当前的繁忙程度估算）</translation>
</message>
<message>
<source>{0} will take about {1}; each start adds a few seconds</source>
<translation>{0} 将用时约 {1}；每次启动另需几秒</translation>
</message>
<message>
<source>{0} will take up to {1}, of which {2}; each start adds a few seconds</source>
<translation>{0} 将用时最多 {1}，其中{2}；每次启动另需几秒</translation>
</message>
<message>
<source>{0} with a batch of {1} needs about {2}, and {3} {4}</source>
<translation>批大小为 {1} 的 {0} 约需 {2}，而 {3} {4}</translation>
</message>
<message>
<source>{0} without --install</source>
<translation>{0} 缺少 --install</translation>
</message>
<message>
<source>{0} without a valid duration counted as instants.</source>
<translation>{0}没有有效的时长，按瞬时事件计。</translation>
</message>
<message>
<source>{0} without a valid time left out.</source>
<translation>{0}没有有效的时间，已略去。</translation>
</message>
<message>
<source>{0} works only on {1}, and this machine has none</source>
<translation>{0} 只能在 {1} 上工作，而本机没有</translation>
</message>
<message>
<source>{0} works only on {1}, not on {2}</source>
<translation>{0} 只能在 {1} 上工作，不能在 {2} 上工作</translation>
</message>
<message>
<source>{0} would store the widened weights</source>
<translation>{0} 会存储加宽后的权重</translation>
</message>
<message>
<source>{0} would suffice.</source>
<translation>{0}即可。</translation>
</message>
<message>
<source>{0} would take about {1}</source>
<translation>{0} 约需 {1}</translation>
</message>
<message>
<source>{0} {1} appeared too late for a column in the file</source>
<translation>{0} {1} 来得太晚，文件中没有它的列</translation>
</message>
<message>
<source>{0} {1} not measurably faster or slower</source>
<translation>{0} {1}没有可测的快慢差异</translation>
</message>
<message>
<source>{0} {1} of the time</source>
<translation>{0}，占 {1} 的时间</translation>
</message>
<message>
<source>{0} {1} on average, from {2} to {3}</source>
<translation>{0} 平均 {1}，从 {2} 到 {3}</translation>
</message>
<message>
<source>{0} {1} than {2}</source>
<translation>{0} 与 {2} 相比{1}</translation>
</message>
<message>
<source>{0} · since {1}</source>
<translation>{0} · 自 {1} 起</translation>
</message>
<message>
<source>{0}, above the aim of {1}</source>
<translation>{0}，超出 {1} 的目标</translation>
</message>
<message>
<source>{0}, again</source>
<translation>{0}，再次</translation>
</message>
<message>
<source>{0}, as the workload reported it</source>
<translation>{0}，由负载报告</translation>
</message>
<message>
<source>{0}, before its first samples were stored</source>
<translation>{0}，在其首批读数存储之前</translation>
</message>
<message>
<source>{0}, by the clock</source>
<translation>{0}，按时钟计</translation>
</message>
<message>
<source>{0}, difference of the counter over time</source>
<translation>{0}，计数器之差除以时间</translation>
</message>
<message>
<source>{0}, divided by wall-clock time</source>
<translation>{0} ÷ 墙钟时间</translation>
</message>
<message>
<source>{0}, effect size (Hedges' g) {1}</source>
<translation>{0}，效应量（Hedges' g）{1}</translation>
</message>
<message>
<source>{0}, going on by itself as soon as it can (stop it twice to stop waiting)</source>
<translation>{0}，障碍消除后自动继续（停止两次则不再等待）</translation>
</message>
<message>
<source>{0}, in OpenCL C through pyopencl. The batch size is the number of passes per step.</source>
<translation>{0}，经 pyopencl 以 OpenCL C 编写。批大小为每步的遍数。</translation>
</message>
<message>
<source>{0}, last reported</source>
<translation>{0}（最后报告的值）</translation>
</message>
<message>
<source>{0}, less {1}</source>
<translation>{0}，减去 {1}</translation>
</message>
<message>
<source>{0}, median {1}, longest {2}.</source>
<translation>{0}，中位数 {1}，最长 {2}。</translation>
</message>
<message>
<source>{0}, of the training batches, as the workload reported it</source>
<translation>{0}，训练批次的值，由负载报告</translation>
</message>
<message>
<source>{0}, over 20 ms</source>
<translation>{0}，20 毫秒内</translation>
</message>
<message>
<source>{0}, since boot</source>
<translation>{0}，自启动以来</translation>
</message>
<message>
<source>{0}, tests of the model included</source>
<translation>{0}，含模型的测试</translation>
</message>
<message>
<source>{0}, to measure the bandwidth. The batch size is the number of copies per step.</source>
<translation>{0}，用于测量带宽。批大小为每步的拷贝次数。</translation>
</message>
<message>
<source>{0}, within the scatter of the ceiling's measurement</source>
<translation>{0}，在上限测量的离散范围内</translation>
</message>
<message>
<source>{0}, without the {1} after a test of the model</source>
<translation>{0}，不含模型测试之后的 {1}</translation>
</message>
<message>
<source>{0}, {1} each.</source>
<translation>{0}，各 {1}。</translation>
</message>
<message>
<source>{0}, {1} in the environment: --all</source>
<translation>{0}，其中环境 {1} 项：--all</translation>
</message>
<message>
<source>{0}, {1} readings; {2}{3}</source>
<translation>{0}，{1} 个读数；{2}{3}</translation>
</message>
<message>
<source>{0}. Bound by memory bandwidth, which is compared with the device's measured peak. The batch size is the number of passes per step.</source>
<translation>{0}。受内存带宽限制，并与设备实测峰值对比。批大小为每步的遍数。</translation>
</message>
<message>
<source>{0}/sample</source>
<translation>{0}/样本</translation>
</message>
<message>
<source>{0}/{1}.bin is not in it</source>
<translation>其中没有 {0}/{1}.bin</translation>
</message>
<message>
<source>{0}: --all</source>
<translation>{0}：--all</translation>
</message>
<message>
<source>{0}: 1 to {1} devices can be simulated</source>
<translation>{0}：可模拟 1 到 {1} 个设备</translation>
</message>
<message>
<source>{0}: accuracy {1} on {2} held-out samples, after {3}</source>
<translation>{0}：准确率 {1}，在 {2} 个留出样本上，{3} 之后</translation>
</message>
<message>
<source>{0}: an empty value</source>
<translation>{0}：空值</translation>
</message>
<message>
<source>{0}: an estimate is not added to a measured total</source>
<translation>{0}：估计值不并入实测总和</translation>
</message>
<message>
<source>{0}: chain</source>
<translation>{0}：链</translation>
</message>
<message>
<source>{0}: does not exist yet, and cannot be created: {1}</source>
<translation>{0}：尚不存在，且无法创建：{1}</translation>
</message>
<message>
<source>{0}: no energy was measured</source>
<translation>{0}：没有测得能耗</translation>
</message>
<message>
<source>{0}: no processes: {1}</source>
<translation>{0}：没有进程：{1}</translation>
</message>
<message>
<source>{0}: not for a command</source>
<translation>{0}：不适用于命令</translation>
</message>
<message>
<source>{0}: only the loss can be watched for NaN</source>
<translation>{0}：只有损失可以监视是否为 NaN</translation>
</message>
<message>
<source>{0}: out of memory</source>
<translation>{0}：内存不足</translation>
</message>
<message>
<source>{0}: silence needs a time</source>
<translation>{0}：silence 需要一个时间</translation>
</message>
<message>
<source>{0}: the 1 s average needs a window of {1} s, this one has {2} s</source>
<translation>{0}：1 秒平均需要 {1} 秒的区间，此处为 {2} 秒</translation>
</message>
<message>
<source>{0}: the average of a second needs a window of {1} s, this one has {2} s</source>
<translation>{0}：一秒的平均值需要 {1} 秒的区间，此处只有 {2} 秒</translation>
</message>
<message>
<source>{0}: the file is cut</source>
<translation>{0}：文件被截断</translation>
</message>
<message>
<source>{0}: the kernel has {1}, the library is {2}</source>
<translation>{0}：内核为 {1}，库为 {2}</translation>
</message>
<message>
<source>{0}: the limit is not a finite number</source>
<translation>{0}：限值为非有限值</translation>
</message>
<message>
<source>{0}: the loss is reported by the workload, not by a device</source>
<translation>{0}：损失由负载报告，而不是由设备报告</translation>
</message>
<message>
<source>{0}: the sensor changed too rarely to find its update period (window of {1} s)</source>
<translation>{0}：传感器变化太少，无法得出其更新周期（区间 {1} 秒）</translation>
</message>
<message>
<source>{0}: the text is too long or holds a NUL character</source>
<translation>{0}：文本太长或含有 NUL 字符</translation>
</message>
<message>
<source>{0}: the window of {1} s holds {2} updates of the sensor; {3} s are needed</source>
<translation>{0}：{1} 秒的区间内传感器更新 {2} 次；需要 {3} 秒</translation>
</message>
<message>
<source>{0}: throttling takes no limit, it is there or not</source>
<translation>{0}：throttling 没有限值，只有发生与否</translation>
</message>
<message>
<source>{0}: {1} apart</source>
<translation>{0}：相差 {1}</translation>
</message>
<message>
<source>{0}: {1} cannot be judged: {2}</source>
<translation>{0}：无法判断 {1}：{2}</translation>
</message>
<message>
<source>{0}: {1} for {2} of the time in {3}</source>
<translation>{0}：{1}，在 {3} 中占时间的 {2}</translation>
</message>
<message>
<source>{0}: {1} free</source>
<translation>{0}：{1} 可用</translation>
</message>
<message>
<source>{0}: {1} has a limit in {2}</source>
<translation>{0}：{1} 的限值以 {2} 为单位</translation>
</message>
<message>
<source>{0}: {1} has {2}</source>
<translation>{0}：{1} 有 {2}</translation>
</message>
<message>
<source>{0}: {1} is not a range</source>
<translation>{0}：{1} 不是范围</translation>
</message>
<message>
<source>{0}: {1} is not a range: {2}</source>
<translation>{0}：{1} 不是范围：{2}</translation>
</message>
<message>
<source>{0}: {1} is not known</source>
<translation>{0}：不认识 {1}</translation>
</message>
<message>
<source>{0}: {1} is not text</source>
<translation>{0}：{1} 不是文本</translation>
</message>
<message>
<source>{0}: {1} is not {2}</source>
<translation>{0}：{1} 不是{2}</translation>
</message>
<message>
<source>{0}: {1} is too large</source>
<translation>{0}：{1} 太大</translation>
</message>
<message>
<source>{0}: {1} is too small</source>
<translation>{0}：{1} 太小</translation>
</message>
<message>
<source>{0}: {1} needs a limit</source>
<translation>{0}：{1} 需要一个限值</translation>
</message>
<message>
<source>{0}: {1} of {2} can be measured</source>
<translation>{0}：{2} 项中可测 {1} 项</translation>
</message>
<message>
<source>{0}: {1} repeats a value</source>
<translation>{0}：{1} 重复列出了一个值</translation>
</message>
<message>
<source>{0}: {1}, into {2}</source>
<translation>{0}：{1}，安装到 {2}</translation>
</message>
<message>
<source>{0}: {1}the measured steps; their duration is not known from an earlier run</source>
<translation>{0}：{1}各测量步；没有更早的运行可据以估计其时长</translation>
</message>
<message>
<source>{0}:{1} is not there</source>
<translation>{0}:{1} 不存在</translation>
</message>
<message>
<source>{0}; 'gpuscope resume {1}' goes on with it</source>
<translation>{0}；“gpuscope resume {1}”可继续</translation>
</message>
<message>
<source>{0}; 'gpuscope stop {1}' gives up</source>
<translation>{0}；“gpuscope stop {1}”放弃</translation>
</message>
<message>
<source>{0}; 2 to {1}; NAME=RUN names its lane; the winner is set against the first</source>
<translation>{0}；两个到 {1} 个；名称=运行 给其赛道命名；胜者与第一个相比</translation>
</message>
<message>
<source>{0}; GPU sensors are {1}</source>
<translation>{0}；GPU 传感器{1}</translation>
</message>
<message>
<source>{0}; after {1}</source>
<translation>{0}；在 {1} 之后</translation>
</message>
<message>
<source>{0}; common in virtual machines</source>
<translation>{0}；在虚拟机中很常见</translation>
</message>
<message>
<source>{0}; it was set aside as {1}</source>
<translation>{0}；已将其移置为 {1}</translation>
</message>
<message>
<source>{0}; no measurable difference in {1}</source>
<translation>{0}；{1}无可测差异</translation>
</message>
<message>
<source>{0}; or plan id</source>
<translation>{0}；或计划的 ID</translation>
</message>
<message>
<source>{0}; recorded up to {1}</source>
<translation>{0}；记录到 {1}</translation>
</message>
<message>
<source>{0}; runs of the same settings form a group</source>
<translation>{0}；设置相同的运行构成一组</translation>
</message>
<message>
<source>{0}; the command runs anyway</source>
<translation>{0}；命令仍照常运行</translation>
</message>
<message>
<source>{0}; their duration is not known from an earlier run</source>
<translation>{0}；没有更早的运行可据以估计其时长</translation>
</message>
<message>
<source>{0}; trying again</source>
<translation>{0}；正在重试</translation>
</message>
<message>
<source>{0}; {1} and {2} are free</source>
<translation>{0}；可用 {1} 和 {2}</translation>
</message>
<message>
<source>{0}; {1} can be measured here.</source>
<translation>{0}；此处可测 {1}。</translation>
</message>
<message>
<source>{0}; {1} only so far</source>
<translation>{0}；{1} 仅为目前结果</translation>
</message>
<message>
<source>{0}; {1}; none of it is in throughput, step times and energy</source>
<translation>{0}；{1}；这些均不计入吞吐量、步时和能耗</translation>
</message>
<message>
<source>{0}; {3} of {4} kernels are shorter than their launch</source>
<translation>{0}；{4} 个核函数中有 {3} 个短于其启动时间</translation>
</message>
<message>
<source>{0}Report: {1}</source>
<translation>{0}报告：{1}</translation>
</message>
<message>
<source>{0}imported{1} on {2}</source>
<translation>{0}于 {2} 导入{1}</translation>
</message>
<message>
<source>{0} × faster</source>
<translation>速度 {0} 倍</translation>
</message>
<message>
<source>±</source>
<translation>±</translation>
</message>
<message>
<source>– (no energy was reported)</source>
<translation>–（没有报告能耗）</translation>
</message>
<message>
<source>–: not known for this source.</source>
<translation>–：该来源的此项未知。</translation>
</message>
<message>
<source>…</source>
<translation>…</translation>
</message>
<message>
<source>↑ better</source>
<translation>↑ 越高越好</translation>
</message>
<message>
<source>↓ better</source>
<translation>↓ 越低越好</translation>
</message>
</context>
</TS>
