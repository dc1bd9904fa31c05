"""Operating-system services: paths, locks, sockets, process trees, the environment of a run.

May import: ``core`` and the standard library; psutil where Linux's own files are not available.

- ``paths``: location of state, private folders, and existence checks.
- ``locks``: locks that the kernel releases when their holder dies.
- ``sockets``: a run's local sockets, with support for long paths.
- ``waiting``: waits for any number of descriptors.
- ``window_socket``: the socket at which an open window accepts files from a second start.
- ``processes``: process trees, subreapers, signals that cannot reach a reused pid.
- ``process_facts``: description of a process that gpuscope did not start.
- ``suspends``: the time that the machine has been suspended.
- ``process_list``: the processes on this machine, except gpuscope's own.
- ``inheritance``: the state that a child process started now would inherit.
- ``language``: the display language, and the translation of texts and of sentences with values; ``catalogue``: their translations, as
  read from a file.
- ``torch_place``: finds the interpreter and package folders with the torch for workloads; ``torch_install``: installs torch.
- ``settings``: the user's settings file.
- ``device_use``: which of this user's runs and plans currently use which device.
- ``files``: small files: read without failing, replaced at once. ``named_documents``: a small file of user-named documents.
- ``device_notes``: facts about a device that persist between runs.
- ``environment``: machine, versions and commit of a run; whether the machine is on battery.
- ``redaction``: removes secrets from command lines, URLs and text before they are written; pattern for control characters.
- ``imports``: cheaper imports of large packages.
- ``bug_log``: the log of bugs, and the stacks of windows that crashed.
- ``ffmpeg``: video encoding with ffmpeg, if it is installed.
- ``screen``: whether a window can open here, and what is missing.
"""
