"""What the operating system gives: paths, locks, sockets, process trees, the environment of a run.

May import: ``core`` and the standard library; psutil where Linux' own files do not serve.

- ``paths``: where state lives, folders that only the user can read, and what is at a path.
- ``locks``: locks that the kernel frees when their holder dies.
- ``sockets``: a run's local socket, also under long paths.
- ``window_socket``: where an open window takes the files of a second start.
- ``processes``: process trees, subreapers, signals to a process and no other.
- ``process_facts``: describes a process that somebody else has started.
- ``process_list``: lists the processes that run here, gpuscope's own left out.
- ``inheritance``: what a process that is started now would inherit from this one.
- ``language``: the language that people read, and its catalogue.
- ``torch_place``: which interpreter and which folders have the torch that runs our workloads; ``torch_install``: installs one.
- ``settings``: the user's settings file.
- ``device_use``: which runs and plans of this user compute on which device now.
- ``named_documents``: a small file of documents that the user has named.
- ``device_notes``: what was learnt of a device and holds from run to run.
- ``environment``: driver, versions, machine, commit of a run; whether it runs on its battery.
- ``redaction``: takes what acts on a terminal out of output, and secrets out of command lines, URLs and text before they are written.
- ``imports``: imports of large packages at less cost.
- ``bug_log``: the log of bugs.
- ``ffmpeg``: videos through ffmpeg, where it is installed.
- ``screen``: whether a window can open here, and what is missing.
"""
