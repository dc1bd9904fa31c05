"""The parts of the Machine page.

- ``device_cards``: the devices in a column, and the reason if there is no GPU.
- ``device_card``: one device: name, figures in equal columns, load of each core.
- ``process_panel``: the processes on the GPUs, and the GPUs whose processes cannot be listed.
- ``process_browser``: all processes of the machine, to choose which to record; ``process_table``: rows and columns of both lists.
- ``record_control``: the button that records a process or the machine.
"""
