"""The parts of the Machine page.

- ``device_cards``: the devices below each other, and why there is no GPU.
- ``device_card``: one device: its name, its figures in equal columns, the load of each core.
- ``process_panel``: the processes on the GPUs, and what is not known of them.
- ``process_browser``: all processes of the machine, one of which can be recorded; ``process_table``: rows and columns of both lists.
- ``record_control``: the button that records a process or the machine.
"""
