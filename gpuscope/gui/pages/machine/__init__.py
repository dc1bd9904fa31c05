"""The parts of the Machine page.

- ``device_cards``: the devices below each other, and why there is no GPU.
- ``device_card``: one device: its name, its figures in equal columns, the load of each core.
- ``process_panel``: the processes on the GPUs, and what is not known of them.
- ``record_control``: the button that records a process or the machine.
"""
