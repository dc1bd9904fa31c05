"""The parts of the Machine page.

- ``device_cards``: the devices below each other; ``device_card``: one of them; ``lack_card``: why there is no GPU.
- ``figure_grid``: figures in rows of equal columns.
- ``core_bars``: the load of each core of the processor.
- ``process_panel``: the processes on the GPUs, and what is not known of them.
- ``record_control``: the button that records a process or the machine.
"""
